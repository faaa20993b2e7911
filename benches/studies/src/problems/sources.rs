//! Positions in which mates are sought.

use super::plain_name;
use duiyi_game::{Reason, files};
use duiyi_train::network::records::Reader;
use duiyi_xiangqi::{BLACK, Move, Position, RED, Side};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::Rng};
use std::{io::BufReader, path::Path};

/// The positions of a game that are examined, from the end.
const LAST_POSITIONS: usize = 8;

/// Positions with the winner to move, the last of a game first.
pub(super) struct Candidate {
    pub(super) name: String,
    pub(super) positions: Vec<Position>,
}

/// The candidates of a file: those of a suite in order, those of games in random order.
///
/// # Errors
/// If the file can't be read.
pub(super) fn read(
    path: &Path,
    random: &mut Xoshiro256PlusPlus,
) -> Result<Box<dyn Iterator<Item = Candidate>>, Reason> {
    let failed = |error: &dyn std::fmt::Display| Reason::from(format!("{}: {error}", path.display()));
    let file = files::open(path, u64::MAX).map_err(|error| failed(&error))?;
    if let Ok(reader) = Reader::new(BufReader::new(file)) {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let games: Vec<_> = reader.map_while(Result::ok).zip(1..).collect();
        let games = shuffled(games, random).into_iter();
        return Ok(Box::new(games.filter_map(move |(game, number): (_, u32)| {
            let start = if game.start.is_empty() { Position::start() } else { game.start.parse().ok()? };
            let moves = game.plies.iter().map(|&(bits, _)| Move::from_bits(u16::try_from(bits).ok()?));
            let winner = match game.result {
                0 => BLACK,
                2 => RED,
                _ => return None,
            };
            let positions = positions(start, moves, winner)?;
            Some(Candidate { name: format!("{stem} {number}"), positions })
        })));
    }
    let text = files::read_text(path, files::MAX_TEXT).map_err(|error| failed(&error))?;
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    if text.starts_with("# id|") {
        let games = shuffled(lines, random).into_iter();
        return Ok(Box::new(games.filter_map(|line| of_line(&line))));
    }
    Ok(Box::new(lines.into_iter().filter_map(|line| of_suite(&line))))
}

fn shuffled<T>(mut all: Vec<T>, random: &mut Xoshiro256PlusPlus) -> Vec<T> {
    for at in (1..all.len()).rev() {
        all.swap(at, (random.next_u64() % (at as u64 + 1)) as usize);
    }
    all
}

/// A position of a suite: FEN; id "NAME".
fn of_suite(line: &str) -> Option<Candidate> {
    let (fen, rest) = line.split_once(';')?;
    let name = rest.split_once("id \"")?.1.split_once('"')?.0;
    Some(Candidate { name: plain_name(name), positions: vec![fen.trim().parse().ok()?] })
}

/// A game: id, result, date, event, red, black, plies, moves.
fn of_line(line: &str) -> Option<Candidate> {
    let fields: Vec<&str> = line.split('|').collect();
    let [_, result, date, _, red, black, _, moves] = fields[..] else { return None };
    let winner = match result {
        "1-0" => RED,
        "0-1" => BLACK,
        _ => return None,
    };
    let moves = moves.as_bytes().chunks_exact(4).map(|mv| std::str::from_utf8(mv).ok()?.parse().ok());
    let year = date.split(['/', '.', '-']).find(|part| part.len() == 4).unwrap_or_default();
    let name = plain_name(&format!("{red} - {black} {year}"));
    Some(Candidate { name, positions: positions(Position::start(), moves, winner)? })
}

/// The last positions with the winner to move; `None` if a move is illegal.
fn positions(mut position: Position, moves: impl Iterator<Item = Option<Move>>, winner: Side) -> Option<Vec<Position>> {
    let mut all = vec![position];
    for mv in moves {
        position = position.play(mv?).ok()?;
        all.push(position);
    }
    let own = all.into_iter().rev().filter(|position| position.side_to_move() == winner);
    Some(own.take(LAST_POSITIONS).collect())
}
