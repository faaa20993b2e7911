//! Moves, variations and scores.

use super::{Engine, Found};
use crate::compliance::{
    positions::finished,
    report::Step,
    talk::{Checked, Stop, failed, skipped},
};
use duiyi_arena::ChessProtocol;
use duiyi_engine::protocol::{Info, WrittenScore};
use duiyi_game::{History, Notation, legal_moves};
use std::collections::HashSet;

/// The steps.
pub(super) fn steps<G: Notation>() -> Vec<Step<Engine<G>>> {
    vec![
        Step { name: "legal moves in positions", check: positions },
        Step { name: "legal moves after moves", check: games },
        Step { name: "a long game", check: long_game },
        Step { name: "a position without moves", check: no_moves },
        Step { name: "searchmoves", check: search_moves },
        Step { name: "banmoves", check: banned_moves },
        Step { name: "variations are legal", check: variations },
        Step { name: "bestmove begins the last variation", check: best_of_variation },
        Step { name: "scores are present", check: scores },
        Step { name: "depth, nodes and time do not fall", check: counters },
        Step { name: "MultiPV lines are distinct and ordered", check: multi_pv },
        Step { name: "mates are found", check: mates_found },
        Step { name: "mate lines end in mate", check: mate_lines },
    ]
}

fn positions<G: Notation>(engine: &mut Engine<G>) -> Checked {
    let alone = |game: &History<G>| engine.start.read_position(&game.now().write_position()).ok().map(History::new);
    let positions: Vec<_> = engine.games.iter().filter_map(alone).collect();
    for game in &positions {
        engine.search_legal(game, "go depth 2")?;
    }
    Ok(format!("{} positions", positions.len()))
}

fn games<G: Notation>(engine: &mut Engine<G>) -> Checked {
    let games: Vec<_> = engine.games.iter().filter(|game| !game.moves().is_empty()).take(15).cloned().collect();
    for game in &games {
        engine.search_legal(game, "go depth 2")?;
    }
    Ok(format!("{} games", games.len()))
}

fn long_game<G: Notation>(engine: &mut Engine<G>) -> Checked {
    let (start, seed) = (&engine.start, engine.seed);
    let random = (0..10).map(|at| crate::compliance::positions::random_game(start, seed.wrapping_add(at), 400));
    let Some(game) = random.max_by_key(|game| game.moves().len()) else { return skipped("no long game") };
    engine.search_legal(&game, "go depth 2")?;
    Ok(format!("{} moves", game.moves().len()))
}

fn no_moves<G: Notation>(engine: &mut Engine<G>) -> Checked {
    let Some(over) = engine.mates().iter().find_map(finished) else { return skipped("no mate in random games") };
    if !legal_moves(&over).is_empty() {
        return skipped("the rules still allow moves after the end of a game");
    }
    let found = engine.search(&History::new(over), "go depth 2")?;
    match &found.end.mv {
        Some(best) => failed("no move, such as '(none)' or '0000'", format!("'{best}'")),
        None => Ok(String::new()),
    }
}

/// Two legal moves of a position, the engine's usual one not among them.
fn others<G: Notation>(engine: &mut Engine<G>, game: &History<G>) -> Result<Vec<String>, Stop> {
    let usual = engine.search_legal(game, "go depth 3")?;
    let now = game.now();
    let legal = legal_moves(now).into_iter().map(|mv| engine.ranks.to_engine(&now.write_turn(&[mv])));
    let others: Vec<String> = legal.filter(|mv| *mv != usual.best()).collect();
    match others.len() {
        0 | 1 => skipped("the position has too few moves"),
        length => Ok(vec![others[length / 3].clone(), others[length - 1].clone()]),
    }
}

fn search_moves<G: Notation>(engine: &mut Engine<G>) -> Checked {
    engine.only(ChessProtocol::Uci, "UCCI has no searchmoves")?;
    if !G::ALTERNATES {
        return skipped("turns of several moves");
    }
    let game = engine.middle();
    let only = others(engine, &game)?;
    let found = engine.search_legal(&game, &format!("go depth 4 searchmoves {}", only.join(" ")))?;
    let mut firsts = found.infos.iter().filter_map(|info| info.moves().next());
    if !only.iter().any(|mv| mv == found.best()) {
        return failed(format!("one of {}", only.join(", ")), format!("'{}'", found.best()));
    }
    match firsts.find(|first| !only.iter().any(|mv| mv == first)) {
        Some(first) => failed(format!("variations with {}", only.join(", ")), format!("one with '{first}'")),
        None => Ok(only.join(", ")),
    }
}

fn banned_moves<G: Notation>(engine: &mut Engine<G>) -> Checked {
    engine.only(ChessProtocol::Ucci, "UCI has no banmoves")?;
    let game = engine.middle();
    let usual = engine.search_legal(&game, "go depth 3")?;
    let lines = format!("{}\nbanmoves {}\ngo depth 3", engine.position(&game), usual.best());
    engine.talk.send(&lines)?;
    let found = engine.finish(super::SEARCH)?;
    engine.check_best(&game, &found)?;
    if found.end.mv == usual.end.mv {
        return failed(format!("a move other than '{}'", usual.best()), format!("'{}'", found.best()));
    }
    Ok(format!("{} instead of {}", found.best(), usual.best()))
}

/// Searches some games to a fixed depth.
fn some<G: Notation>(engine: &mut Engine<G>, count: usize) -> Result<Vec<(History<G>, Found)>, Stop> {
    let games: Vec<_> = engine.games.iter().step_by(3).take(count).cloned().collect();
    let search = |game: History<G>| {
        let found = engine.search_legal(&game, "go depth 5")?;
        Ok((game, found))
    };
    games.into_iter().map(search).collect()
}

fn variations<G: Notation>(engine: &mut Engine<G>) -> Checked {
    let mut lines = 0;
    for (game, found) in some(engine, 8)? {
        for info in found.infos.iter().filter(|info| !info.pv.is_empty()) {
            if let Err(reason) = engine.follow(&game, &info.moves().collect::<Vec<_>>()) {
                return failed("a legal variation", reason);
            }
            lines += 1;
        }
    }
    if lines == 0 {
        return failed("'info … pv …'", "no variation");
    }
    Ok(format!("{lines} lines"))
}

fn best_of_variation<G: Notation>(engine: &mut Engine<G>) -> Checked {
    for (_, found) in some(engine, 5)? {
        let Some(first) = found.last().and_then(|info| info.moves().next()) else {
            return failed("a variation with a score", "none");
        };
        if first != found.best() {
            return failed(format!("bestmove {first}"), format!("bestmove {}", found.best()));
        }
    }
    Ok(String::new())
}

fn scores<G: Notation>(engine: &mut Engine<G>) -> Checked {
    for (_, found) in some(engine, 5)? {
        if found.last().is_none() {
            return failed("a line 'info depth N score …  pv …'", "none");
        }
        let deep = |info: &&Info| info.depth.is_some() && !info.pv.is_empty() && info.score.is_none();
        if let Some(info) = found.infos.iter().find(deep) {
            return failed("a score with each variation", format!("none at depth {}", info.depth.unwrap_or(0)));
        }
    }
    Ok(String::new())
}

/// Whether numbers do not fall; the first that does, and the one before it.
fn falls(mut numbers: impl Iterator<Item = u64>) -> Option<(u64, u64)> {
    let mut before = numbers.next()?;
    numbers.find_map(|number| {
        let fall = (number < before).then_some((before, number));
        before = number;
        fall
    })
}

fn counters<G: Notation>(engine: &mut Engine<G>) -> Checked {
    for (_, found) in some(engine, 3)? {
        let infos = || found.infos.iter();
        let full = infos().filter(|info| info.score.is_some() && info.bound.is_none());
        let depths = full.filter_map(|info| info.depth.map(u64::from));
        let nodes = infos().filter_map(|info| info.nodes);
        let times = infos().filter_map(|info| u64::try_from(info.time?.as_millis()).ok());
        for (name, fall) in [("depth", falls(depths)), ("nodes", falls(nodes)), ("time", falls(times))] {
            if let Some((before, after)) = fall {
                return failed(format!("{name} of at least {before}"), format!("{name} {after}"));
            }
        }
    }
    Ok(String::new())
}

fn multi_pv<G: Notation>(engine: &mut Engine<G>) -> Checked {
    let Some(name) = engine.option("MultiPV").map(|option| option.name.clone()) else {
        return skipped("the engine has no option MultiPV");
    };
    engine.set(&name, "4")?;
    let game = engine.middle();
    let result = engine.search_legal(&game, "go depth 4");
    engine.set(&name, "1")?;
    let found = result?;
    let expected = legal_moves(game.now()).len().min(4);
    let deepest = found.infos.iter().filter(|info| info.line.is_some()).filter_map(|info| info.depth).max();
    let Some(deepest) = deepest else { return failed("'multipv' in the lines", "none") };
    // The last line of each number at the last depth.
    let mut lines: Vec<Option<&Info>> = vec![None; expected];
    for info in found.infos.iter().filter(|info| info.depth == Some(deepest) && info.bound.is_none()) {
        let number = info.line.unwrap_or(1);
        match lines.get_mut((number as usize).wrapping_sub(1)) {
            Some(line) => *line = Some(info),
            None => return failed(format!("lines 1 to {expected}"), format!("line {number}")),
        }
    }
    let given: Vec<&Info> = lines.iter().copied().flatten().collect();
    if given.len() < expected {
        return failed(format!("{expected} lines at depth {deepest}"), format!("{}", given.len()));
    }
    let firsts: HashSet<&str> = given.iter().filter_map(|info| info.moves().next()).collect();
    if firsts.len() < expected {
        return failed(format!("{expected} different moves"), format!("{} different", firsts.len()));
    }
    let order = |info: &Info| match info.score {
        // A near mate is better than a far one, and worse for the side that is mated.
        Some(WrittenScore::Mate(moves)) if moves > 0 => i64::MAX / 2 - i64::from(moves),
        Some(WrittenScore::Mate(moves)) => -i64::MAX / 2 - i64::from(moves),
        Some(WrittenScore::Value(score)) => i64::from(score),
        None => 0,
    };
    match given.windows(2).find(|pair| order(pair[0]) < order(pair[1])) {
        Some(pair) => failed("scores in falling order", format!("{:?} before {:?}", pair[0].score, pair[1].score)),
        None => Ok(format!("{expected} lines at depth {deepest}")),
    }
}

fn mates_found<G: Notation>(engine: &mut Engine<G>) -> Checked {
    let all: Vec<(G, u32)> = engine.mates().iter().map(|mate| (mate.position.clone(), mate.moves)).collect();
    if all.is_empty() {
        return skipped("no mate in random games");
    }
    for (position, moves) in &all {
        let game = History::new(position.clone());
        let found = engine.search_legal(&game, "go depth 6")?;
        let wins =
            |history: History<G>| history.outcome().is_some_and(|end| end.winner == Some(position.side_to_move()));
        let best = [found.best()];
        if *moves == 1 && !engine.follow(&game, &best).is_ok_and(wins) {
            return failed("a move that mates", format!("'{}' in {}", found.best(), position.write_position()));
        }
    }
    Ok(format!("{} positions", all.len()))
}

fn mate_lines<G: Notation>(engine: &mut Engine<G>) -> Checked {
    engine.only(ChessProtocol::Uci, "UCCI has no scores of mates")?;
    if !G::ALTERNATES {
        return skipped("turns of several moves");
    }
    let all: Vec<(G, u32)> = engine.mates().iter().map(|mate| (mate.position.clone(), mate.moves)).collect();
    let mut lines = 0;
    for (position, moves) in all {
        let game = History::new(position);
        let found = engine.search_legal(&game, "go depth 7")?;
        let Some(info) = found.last() else { return failed("a variation with a score", "none") };
        let Some(WrittenScore::Mate(mate)) = info.score else {
            if moves == 1 {
                return failed("score mate 1", format!("{:?} in {}", info.score, game.now().write_position()));
            }
            continue;
        };
        check_mate(engine, &game, mate, info)?;
        lines += 1;
    }
    if lines == 0 { skipped("no mate in random games") } else { Ok(format!("{lines} lines")) }
}

/// Checks that a variation is as long as its mate, and ends in it.
fn check_mate<G: Notation>(engine: &Engine<G>, game: &History<G>, mate: i32, info: &Info) -> Result<(), Stop> {
    let plies = if mate > 0 { 2 * mate - 1 } else { -2 * mate };
    let shown = || format!("'{}' in {}", info.pv, game.now().write_position());
    let moves: Vec<&str> = info.moves().collect();
    if moves.len() as i32 != plies {
        return failed(format!("{plies} plies for mate {mate}"), format!("{}: {}", moves.len(), shown()));
    }
    let mover = game.now().side_to_move();
    let winner = if mate > 0 { mover } else { !mover };
    match engine.follow(game, &moves) {
        Ok(end) if end.outcome().is_some_and(|outcome| outcome.winner == Some(winner)) => Ok(()),
        Ok(_) => failed("a line that ends in mate", shown()),
        Err(reason) => failed("a legal line", reason),
    }
}
