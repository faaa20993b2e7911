//! Blunders of recorded games, as a suite of positions that shows what a search overlooks.
//!
//! A blunder is a turn of a player after which a reference, an engine that searches deeper, expects
//! at least a given score less than after its own turn. A suite is a text file with a line for each:
//!
//! ```text
//! HISTORY; am TURN; bm TURN; loss N; id "RECORD game N ply P";
//! ```
//!
//! `am` is the turn that was played and `bm` that of the reference, as in EPD; `loss` is in the units
//! of the reference's scores. Lines that start with `#` are comments.

use super::{
    measure::{Asked, Chosen},
    spec,
};
use crate::{games::LabGame, progress::progress_bar, say};
use clap::Args;
use duiyi_arena::{GameRecord, RuleBook, TimeControl, Watchdog, read_match};
use duiyi_game::files;
use duiyi_game::{History, Notation, Reason, Score, legal_moves};
use duiyi_train::state::write_whole;
use std::{
    collections::HashSet,
    path::{Path, PathBuf},
    sync::Arc,
};

/// Options of the search for blunders.
#[derive(Debug, Args)]
pub(crate) struct BlundersArgs {
    /// Record of a match (NAME.jsonl).
    #[arg(value_name = "RECORD")]
    record: PathBuf,
    /// Player whose turns are examined [default: both].
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Engine that judges: one that searches deeper than the players did, with its own tc=
    #[arg(long, value_name = "SPEC")]
    reference: String,
    /// Rule set.
    #[arg(long, default_value = "", hide_default_value = true)]
    rules: String,
    /// Minimum loss of a blunder, in the units of the reference.
    #[arg(long, default_value_t = 100)]
    loss: i32,
    /// Positions that the reference considers decided by more than this score are skipped.
    #[arg(long, default_value_t = 600)]
    decided: i32,
    /// Stop after this number of blunders.
    #[arg(long, default_value_t = 200)]
    count: usize,
    /// Suite to write. If it exists, the search continues after the game that its first line names.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Options of the measurement on a suite.
#[derive(Debug, Args)]
pub(crate) struct SuiteArgs {
    /// Suite written by `lab blunders`.
    #[arg(value_name = "SUITE")]
    suite: PathBuf,
    /// Engine, described as for `lab match`; repeat the option to measure several.
    #[arg(long = "engine", value_name = "SPEC", required = true)]
    engines: Vec<String>,
    /// Rule set.
    #[arg(long, default_value = "", hide_default_value = true)]
    rules: String,
    /// Limit of engines without their own. Every position is a new game.
    #[arg(long, default_value = "nodes=75000")]
    tc: TimeControl,
}

/// Collects blunders and writes the suite after each game.
///
/// # Errors
/// If a file cannot be read or written, the record belongs to another game or rule set, or the
/// reference fails or reports no scores.
pub(crate) fn collect<G: Notation>(game: &LabGame<G>, args: &BlundersArgs, command: &str) -> Result<(), Reason> {
    let of = game.by(&args.rules)?;
    let record = read_match(&args.record)?;
    let book = RuleBook::new(of.start());
    let (found, expected) = ([record.heading.game, record.heading.rules], [book.game, &book.rules]);
    if found != expected {
        let [found, expected] = [found.join(", rules "), expected.join(", rules ")];
        return Err(format!("{}: a record of {found}; expected {expected}", args.record.display()).into());
    }
    let watchdog = Arc::new(Watchdog::new());
    let mut reference =
        Asked::open(spec::read(&of, &args.reference)?.entrant(&of, &watchdog)?, &TimeControl::Infinite)?;
    let (read, mut lines) = resume(&args.out)?;
    let bar = progress_bar();
    bar.set_length(record.games.len() as u64);
    bar.set_position(read as u64);
    let mut seen = HashSet::new();
    // The positions of the games that were read before are not new.
    for game in &record.games[..read.min(record.games.len())] {
        of_game(game, of.start(), args, &mut seen, &mut |_, _| Ok(None))?;
    }
    for (number, game) in record.games.iter().enumerate().skip(read) {
        if lines.len() >= args.count {
            break;
        }
        let mut judge = |before: &_, after: &_| judge(before, after, &mut reference, args);
        lines.extend(of_game(game, of.start(), args, &mut seen, &mut judge)?);
        lines.truncate(args.count);
        let head = format!("# {} games of {}\n# {command}\n", number + 1, args.record.display());
        // `resume` has read an existing one.
        write_whole(&args.out, head + &lines.concat(), |head| head.starts_with(b"# "))?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    say::result(format_args!("{} blunders in {}", lines.len(), args.out.display()))
}

/// The number of games already read and the lines of a suite; none if the file does not exist.
fn resume(path: &Path) -> Result<(usize, Vec<String>), Reason> {
    if !path.exists() {
        return Ok((0, Vec::new()));
    }
    let text = files::read_text(path, files::MAX_TEXT).map_err(|error| format!("{}: {error}", path.display()))?;
    let first = text.lines().next().unwrap_or_default();
    let read = first.strip_prefix("# ").and_then(|rest| rest.split_once(" games of ")?.0.parse().ok());
    let expected = || format!("{}:1: '{first}': expected '# N games of RECORD', as in a suite", path.display());
    let lines = text.lines().filter(|line| !line.starts_with('#')).map(|line| format!("{line}\n"));
    Ok((read.ok_or_else(expected)?, lines.collect()))
}

/// Judges a turn by the positions before and after it: the better turn and the loss, if it was a blunder.
type Judge<'a, G> = dyn FnMut(&History<G>, &History<G>) -> Result<Option<(String, i32)>, Reason> + 'a;

/// The blunders of a game; the positions that are judged become `seen`.
fn of_game<G: Notation>(
    game: &GameRecord,
    rules: &G,
    args: &BlundersArgs,
    seen: &mut HashSet<u64>,
    judge: &mut Judge<'_, G>,
) -> Result<Vec<String>, Reason> {
    let at = |reason: Reason| format!("{}, game {}: {reason}", args.record.display(), game.number);
    let mut history = History::read_by(rules, &game.opening.position).map_err(at)?;
    let mut lines = Vec::new();
    let turns: Vec<_> = game.played().collect();
    for (ply, turn) in turns.iter().enumerate() {
        let mover = history.now().side_to_move();
        let examined = args.player.as_ref().is_none_or(|name| game.players[mover.index()] == *name);
        let before = history.clone();
        history.read_turns([turn.mv.as_str()]).map_err(at)?;
        // The score of the player's next turn shows that this one may have lost something; a search by
        // the reference confirms it.
        let falls = match (turn.score, turns.get(ply + 2).and_then(|next| next.score)) {
            (Some(now), Some(next)) => now.get() - next.get() >= args.loss / 2,
            _ => false,
        };
        let is_new = |seen: &mut HashSet<u64>| seen.insert(before.now().key());
        if !examined || !falls || legal_moves(before.now()).len() < 2 || !is_new(seen) || history.outcome().is_some() {
            continue;
        }
        if let Some((best, loss)) = judge(&before, &history)? {
            let id = format!("{} game {} ply {}", args.record.display(), game.number, ply + 1);
            lines.push(format!("{}; am {}; bm {best}; loss {loss}; id \"{id}\";\n", before.write(), turn.mv));
        }
    }
    Ok(lines)
}

/// The turn of the reference and the loss of the one that was played, if it was a blunder.
fn judge<G: Notation>(
    before: &History<G>,
    after: &History<G>,
    reference: &mut Asked<G>,
    args: &BlundersArgs,
) -> Result<Option<(String, i32)>, Reason> {
    let best = reference.ask(before)?;
    let score = score(&best, reference)?;
    if score.get().abs() > args.decided || best.key == after.now().key() {
        return Ok(None);
    }
    let reply = reference.ask(after)?;
    let played = -self::score(&reply, reference)?;
    let loss = score.get() - played.get();
    Ok((loss >= args.loss).then_some((best.text, loss)))
}

/// The score that the reference reported.
fn score<G: Notation>(chosen: &Chosen, reference: &Asked<G>) -> Result<Score, Reason> {
    chosen.report.score.ok_or_else(|| format!("{} reports no scores", reference.name()).into())
}

/// A line of a suite.
struct Problem<G: Notation> {
    game: History<G>,
    /// The key of the position after the blunder.
    avoided: u64,
    /// The key of the position after the turn of the reference.
    best: u64,
}

/// Reads a suite.
fn read<G: Notation>(path: &Path, rules: &G) -> Result<Vec<Problem<G>>, Reason> {
    let text = files::read_text(path, files::MAX_TEXT).map_err(|error| format!("{}: {error}", path.display()))?;
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let problem = |(number, line): (usize, &str)| {
        let at = |reason: Reason| format!("{}:{number}: {reason}", path.display());
        read_problem(line, rules).map_err(|reason| at(reason).into())
    };
    lines.map(problem).collect()
}

fn read_problem<G: Notation>(line: &str, rules: &G) -> Result<Problem<G>, Reason> {
    let mut parts = line.split(';').map(str::trim);
    let game = History::read_by(rules, parts.next().unwrap_or_default())?;
    let (mut avoided, mut best) = (None, None);
    for part in parts {
        let Some((name, turn)) = part.split_once(' ') else { continue };
        let place = match name {
            "am" => &mut avoided,
            "bm" => &mut best,
            _ => continue,
        };
        let mut after = game.clone();
        after.read_turns([turn])?;
        *place = Some(after.now().key());
    }
    let (Some(avoided), Some(best)) = (avoided, best) else {
        return Err(format!("'{line}': expected am TURN and bm TURN after the position").into());
    };
    Ok(Problem { game, avoided, best })
}

/// Measures engines on a suite and prints a table.
///
/// # Errors
/// If the suite cannot be read, or an engine fails.
pub(crate) fn suite<G: Notation>(game: &LabGame<G>, args: &SuiteArgs, command: &str) -> Result<(), Reason> {
    let of = game.by(&args.rules)?;
    let problems = read(&args.suite, of.start())?;
    let watchdog = Arc::new(Watchdog::new());
    let mut table = "| engine | limit | plays the better turn | avoids the blunder |\n|---|---|---|---|\n".to_owned();
    let bar = progress_bar();
    bar.set_length((problems.len() * args.engines.len()) as u64);
    for text in &args.engines {
        let mut engine = Asked::open(spec::read(&of, text)?.entrant(&of, &watchdog)?, &args.tc)?;
        let (mut solved, mut avoided) = (0, 0);
        for problem in &problems {
            let key = engine.ask(&problem.game)?.key;
            solved += usize::from(key == problem.best);
            avoided += usize::from(key != problem.avoided);
            bar.inc(1);
        }
        let share = |count: usize| format!("{count} of {} ({:.1} %)", problems.len(), percent(count, problems.len()));
        let row = [engine.name().to_owned(), engine.control().to_string(), share(solved), share(avoided)];
        table += &format!("| {} |\n", row.join(" | "));
    }
    bar.finish_and_clear();
    say::result(format_args!("```\n{command}\n```\n\n{}", table.trim_end()))
}

fn percent(count: usize, all: usize) -> f64 {
    100.0 * count as f64 / all.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_xiangqi::Xiangqi;
    use serde_json::json;

    /// The first side puts a rook where it can be taken, and reports the loss with its next turn.
    #[test]
    fn the_score_of_the_players_next_turn_shows_a_blunder() {
        let of = LabGame::new(duiyi_xiangqi::kit::kit());
        let watchdog = Arc::new(Watchdog::new());
        let spec = spec::read(&of, "builtin=duiyi hash=1 tc=depth=3").unwrap();
        let mut reference = Asked::open(spec.entrant(&of, &watchdog).unwrap(), &TimeControl::Infinite).unwrap();
        let args = BlundersArgs {
            record: "games.jsonl".into(),
            player: None,
            reference: String::new(),
            rules: String::new(),
            loss: 300,
            decided: 600,
            count: 9,
            out: PathBuf::new(),
        };
        let mut found = |scores: [i32; 3]| {
            let moves = ["a0b0", "b8b0", "e0e1"].into_iter().zip(scores);
            let moves: Vec<_> = moves.map(|(mv, cp)| json!({"mv": mv, "us": 1, "score": {"cp": cp}})).collect();
            let game: GameRecord = serde_json::from_value(json!({
                "number": 0, "pair": 0, "players": ["a", "b"], "controls": ["nodes=1", "nodes=1"],
                "opening": {"id": "", "position": "3k5/1r7/9/9/9/9/9/9/9/R3K4 w - - 0 1"}, "starts": "first",
                "result": "0-1", "reason": "", "date": "2026.11.20", "moves": moves,
            }))
            .unwrap();
            let mut judge = |before: &_, after: &_| judge(before, after, &mut reference, &args);
            of_game::<Xiangqi>(&game, of.start(), &args, &mut HashSet::new(), &mut judge).unwrap()
        };
        let lines = found([0, 900, -900]);
        assert_eq!(lines.len(), 1, "{lines:?}");
        assert!(lines[0].contains("; am a0b0; bm ") && lines[0].contains("game 0 ply 1"), "{lines:?}");
        assert_eq!(found([0, -900, 0]), [""; 0], "the other side's score does not matter");
    }

    /// A resumed search continues with a game that has the position of an earlier one.
    #[test]
    fn a_resumed_search_does_not_repeat_positions() {
        let folder = std::env::temp_dir().join(format!("duiyi-blunders-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let (record, out) = (folder.join("m.jsonl"), folder.join("suite.epd"));
        let of = LabGame::new(duiyi_xiangqi::kit::kit());
        let entrant = |name: &str| json!({"name": name, "description": name});
        let heading = json!({
            "duiyi_arena": 1, "command": "c", "game": Xiangqi::NAME, "rules": RuleBook::new(of.start()).rules,
            "plan": {"format": "gauntlet", "rounds": 1, "seed": 1}, "entrants": [entrant("a"), entrant("b")],
            "control": "nodes=1", "margin_us": 0, "adjudication": {}, "openings": 1, "openings_digest": "",
        });
        let moves: Vec<_> = [("a0b0", 0), ("b8b0", 900), ("e0e1", -900)]
            .into_iter()
            .map(|(mv, cp)| json!({"mv": mv, "us": 1, "score": {"cp": cp}}))
            .collect();
        let game = |number: u64| {
            json!({
                "number": number, "pair": 0, "players": ["a", "b"], "controls": ["nodes=1", "nodes=1"],
                "opening": {"id": "", "position": "3k5/1r7/9/9/9/9/9/9/9/R3K4 w - - 0 1"}, "starts": "first",
                "result": "0-1", "reason": "", "date": "2026.11.20", "moves": moves,
            })
        };
        std::fs::write(&record, format!("{heading}\n{}\n{}\n", game(0), game(1))).unwrap();
        let lines = |count| {
            let args = BlundersArgs {
                record: record.clone(),
                player: None,
                reference: "builtin=duiyi hash=1 tc=depth=3".into(),
                rules: String::new(),
                loss: 300,
                decided: 600,
                count,
                out: out.clone(),
            };
            collect(&of, &args, "lab blunders").unwrap();
            std::fs::read_to_string(&out).unwrap().lines().filter(|line| !line.starts_with('#')).count()
        };
        assert_eq!(lines(1), 1);
        assert_eq!(lines(9), 1, "the second game has the same position");
        std::fs::remove_dir_all(folder).unwrap();
    }
}
