//! The questions about any game.

use crate::{
    failure::{Code, Failure},
    question::Picture,
};
use duiyi_book::{Source, explore};
use duiyi_engine::{Sketch, picture};
use duiyi_game::{Diagram, History, Notation, Outcome, Side, Square, svg::SvgSettings};
use serde_json::{Value, json};

/// The name of a side in lower case.
pub(crate) fn side_name<G: Notation>(side: Side) -> String {
    G::SIDES[side.index()].to_lowercase()
}

/// The result as records write it.
pub(crate) fn result_of(outcome: &Outcome) -> &'static str {
    match outcome.winner {
        Some(Side::First) => "1-0",
        Some(Side::Second) => "0-1",
        None => "1/2-1/2",
    }
}

/// A text about a game; JavaScript refers to it by its place in `TEXTS` of `package/program.js`.
///
/// # Errors
/// If there is no such text.
pub(crate) fn text<G: Notation>(game: &History<G>, place: u32) -> Result<String, Failure> {
    let now = game.now();
    Ok(match place {
        0 => now.write_position(),
        1 => side_name::<G>(now.side_to_move()),
        2 => game.start().write_line(game.moves()),
        3 => outcome(game),
        4 => game.write(),
        5 => now.rules(),
        6 => game.start().write_position(),
        7 => now.draw(),
        _ => return Err(Failure::new(Code::Internal, format!("there is no text {place}"))),
    })
}

/// The outcome of a game in JSON; empty if it is not over.
fn outcome<G: Notation>(game: &History<G>) -> String {
    let described = |outcome: Outcome| {
        json!({
            "winner": outcome.winner.map(side_name::<G>),
            "reason": outcome.reason,
            "result": result_of(&outcome),
        })
    };
    game.outcome().map(|outcome| described(outcome).to_string()).unwrap_or_default()
}

/// Appends the numbers of columns and rows, and then what is on each square, from the lowest row, left to right: 0 if
/// it is empty; otherwise the letter of the piece, and 2^24 if it is the second side's.
pub(crate) fn squares<G: Notation + Diagram>(now: &G, found: &mut Vec<u32>) {
    let (columns, rows) = now.size();
    found.extend([columns, rows].map(u32::from));
    for at in (0..rows).flat_map(|row| (0..columns).map(move |column| Square { column, row })) {
        let second = if now.owner(at) == Some(Side::Second) { 1 << 24 } else { 0 };
        found.push(now.letter(at).map_or(0, |letter| u32::from(letter) | second));
    }
}

/// The board as a picture.
pub(crate) fn drawn<G: Notation + Diagram>(game: &History<G>, wanted: &Picture) -> Result<Value, Failure> {
    let Picture { size, flipped, letters, .. } = *wanted;
    let settings = SvgSettings { square: size, flipped, letters, ..SvgSettings::default() };
    let (arrows, numbered_after) = (wanted.arrows.clone(), wanted.numbered.then_some(0));
    let sketch = Sketch { after: wanted.after, arrows, numbered_after, settings, ..Sketch::default() };
    Ok(json!({ "svg": picture(game, &sketch).map_err(Code::InvalidArgument.because())? }))
}

/// The moves of a book in a position, the most frequent first.
pub(crate) fn book_moves<G: Notation>(book: &impl Source<G>, now: &G) -> Result<Value, Failure> {
    let found = explore(book, now).map_err(Code::InvalidFile.because())?;
    let described = |explored: &duiyi_book::Explored<G::Move>| {
        json!({
            "move": explored.text,
            "games": explored.results.games(),
            "share": explored.share,
            "name": explored.name,
        })
    };
    Ok(json!({ "name": found.name, "moves": found.moves.iter().map(described).collect::<Vec<_>>() }))
}
