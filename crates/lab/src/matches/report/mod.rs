//! Records of matches as a self-contained web page: ratings, and games to replay.

mod pictures;
mod plots;

use duiyi_arena::{BradleyTerry, Estimate, Heading, MatchRecord, Standings, by_match, read_match, show_elo, summary};
use duiyi_game::{Diagram, Notation, Reason};
use duiyi_train::state::write_whole;
use pictures::{Elements, Film};
use serde::Serialize;
use std::{
    fmt::Write,
    path::{Path, PathBuf},
};

/// The data of the page's script.
#[derive(Serialize)]
struct Data {
    opening: String,
    elements: Vec<(u8, String)>,
    games: Vec<Film>,
}

/// Writes the page of records of one game; `page` creates it from the game's name and the records.
///
/// # Errors
/// If a record can't be read or is of another game, or the page can't be written.
pub(crate) fn run(
    files: &[PathBuf],
    out: &Path,
    page: impl FnOnce(&str, &[MatchRecord]) -> Result<String, Reason>,
) -> Result<(), Reason> {
    let read = files.iter().map(|file| Ok::<_, Reason>((file, read_match(file)?)));
    let records = read.collect::<Result<Vec<_>, _>>()?;
    let game = records.first().map_or("", |(_, record)| &record.heading.game).to_owned();
    if let Some((file, record)) = records.iter().find(|(_, record)| record.heading.game != game) {
        return Err(format!("{}: a match of {}; expected {game}", file.display(), record.heading.game).into());
    }
    let mut records = by_match(records.into_iter().map(|(_, record)| record).collect());
    records.iter_mut().for_each(|record| record.games.sort_by_key(|game| game.number));
    let page = page(&game, &records)?;
    Ok(write_whole(out, &page, begins_as(&page))?)
}

/// Whether a file is a report: it begins as the new one does, before its title.
fn begins_as(page: &str) -> impl FnOnce(&[u8]) -> bool {
    let begin = page.split("<title>").next().unwrap_or_default().as_bytes();
    move |head| head.starts_with(begin)
}

/// The page for records of a game; the first `most` games can be replayed.
///
/// # Errors
/// If a record belongs to another game.
pub(crate) fn page<G: Notation + Diagram>(records: &[MatchRecord], most: usize) -> Result<String, Reason> {
    let mut standings = Standings::default();
    for record in records {
        standings.next_match(&record.heading);
        record.games.iter().for_each(|game| standings.add(game));
    }
    let headings: Vec<&Heading> = records.iter().map(|record| &record.heading).collect();
    let how = BradleyTerry::default();
    let (games, data) = games::<G>(records, most)?;
    let shown = data.games.len();
    // A `<` in a record could end the element.
    let data = serde_json::to_string(&data)?.replace('<', "\\u003c");
    let title = format!("{}: {}", G::NAME, standings.players().join(" – "));
    let count = match standings.games() {
        all if all == shown as u64 => format!("{all} games. Choose one."),
        all => format!("{all} games, of which the first {shown} can be replayed (<code>--games</code>)."),
    };
    let two = standings.players().len() == 2;
    let plot = if two { plots::course(records) } else { String::new() };
    let parts = [
        ("title", escaped(&title)),
        ("matches", headings.iter().map(|heading| described(heading)).collect()),
        ("ladder", ladder(&standings, how)),
        ("plot", plot),
        ("cross", cross_table(&standings)),
        ("summary", escaped(summary(&headings, &standings, how).trim_end())),
        ("count", count),
        ("games", games),
        ("data", data),
    ];
    Ok(filled(include_str!("page.html"), &parts))
}

/// Fills in a template. Inserted text is not scanned for placeholders.
fn filled(template: &str, parts: &[(&str, String)]) -> String {
    let mut pieces = template.split("{{");
    let mut text = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (name, after) = piece.split_once("}}").unwrap_or((piece, ""));
        text += parts.iter().find(|(of, _)| *of == name).map_or("", |(_, part)| part);
        text += after;
    }
    text
}

/// Escapes a text for HTML.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            other => escaped.push(other),
        }
    }
    escaped
}

/// A description of a match: rules, time control, openings, players, command.
fn described(heading: &Heading) -> String {
    let mut text = format!(
        "<p>Rules {}, {} a move, {} openings.</p><ul>",
        escaped(&heading.rules),
        escaped(&heading.time.control.to_string()),
        heading.openings
    );
    for entrant in &heading.entrants {
        let control = entrant.control.as_ref().map_or(String::new(), |control| format!(", {control}"));
        let description = format!("{}{control}", entrant.description);
        let _ = write!(
            text,
            "<li><strong>{}</strong> <span class=\"soft\">{}</span></li>",
            escaped(&entrant.name),
            escaped(&description)
        );
    }
    let _ = write!(text, "</ul><p class=\"soft\"><code>{}</code></p>", escaped(&heading.command));
    text
}

/// The ratings, strongest first, as a table and a plot.
fn ladder(standings: &Standings, how: BradleyTerry) -> String {
    let players = standings.players();
    let mut rated: Vec<(usize, Estimate)> =
        standings.ratings(how).into_iter().map(|rating| rating.elo).enumerate().collect();
    rated.sort_by(|a, b| b.1.value.total_cmp(&a.1.value));
    let mut text = "<table><tr><th>engine<th class=\"n\">Elo, 95 %<th class=\"n\">games<th class=\"n\">won<th class=\"n\">drawn<th class=\"n\">lost<th class=\"n\">score</tr>".to_owned();
    for &(player, elo) in &rated {
        let total = standings.total(player);
        let _ = write!(
            text,
            "<tr><td>{}<td class=\"n\">{}<td class=\"n\">{}<td class=\"n\">{}<td class=\"n\">{}<td class=\"n\">{}<td class=\"n\">{:.1} %</tr>",
            escaped(&players[player]),
            show_elo(elo),
            total.games(),
            total.wins(),
            total.draws(),
            total.losses(),
            100.0 * total.mean()
        );
    }
    let named: Vec<(&str, Estimate)> = rated.iter().map(|&(player, elo)| (players[player].as_str(), elo)).collect();
    text + "</table>" + &plots::ladder(&named)
}

/// The results between each two engines.
fn cross_table(standings: &Standings) -> String {
    let players = standings.players();
    let cell = |row: usize, column: usize| match standings.between(row, column) {
        games if games.units() == 0 => "·".to_owned(),
        games => format!("+{} ={} −{}", games.wins(), games.draws(), games.losses()),
    };
    let mut text = "<table><tr><th>".to_owned();
    for player in players {
        let _ = write!(text, "<th class=\"n\">{}", escaped(player));
    }
    for (row, player) in players.iter().enumerate() {
        let _ = write!(text, "<tr><th>{}", escaped(player));
        for column in 0..players.len() {
            let _ = write!(text, "<td class=\"n\">{}", cell(row, column));
        }
    }
    text + "</table>"
}

/// The list of the games, and the first of them as pictures.
fn games<G: Notation + Diagram>(records: &[MatchRecord], most: usize) -> Result<(String, Data), Reason> {
    let (mut elements, mut films) = (Elements::default(), Vec::new());
    let mut text = format!(
        "<table><tr><th class=\"n\">game<th>{}<th>{}<th>result<th>why<th class=\"n\">turns<th>opening</tr>",
        escaped(G::SIDES[0]),
        escaped(G::SIDES[1])
    );
    for record in records {
        let rules = G::begin(&record.heading.rules).or_else(|_| G::begin(""))?;
        for game in &record.games {
            let number = game.number + 1;
            let mut label = number.to_string();
            if films.len() < most {
                let title =
                    format!("{number}. {} – {} {}: {}", game.players[0], game.players[1], game.result, game.ending);
                label = format!("<button data-game=\"{}\">{number}</button>", films.len());
                films.push(
                    Film::new(&rules, game, title, &mut elements)
                        .map_err(|reason| format!("game {number}: {reason}"))?,
                );
            }
            let _ = write!(
                text,
                "<tr><td class=\"n\">{label}<td>{}<td>{}<td>{}<td>{}<td class=\"n\">{}<td>{}</tr>",
                escaped(&game.players[0]),
                escaped(&game.players[1]),
                game.result,
                escaped(game.ending.reason()),
                game.moves.len(),
                escaped(&game.opening.id)
            );
        }
    }
    let data = Data { opening: elements.opening, elements: elements.all, games: films };
    Ok((text + "</table>", data))
}
