//! Games of xiangqi with a score for each move: records of `lab generate`, or text. A game in
//! text is a line with the position that it starts from, the result (`r`, `b` or `d`), and moves
//! with their scores for the mover in hundredths of a pawn; vertical bars are between the three.

use duiyi_game::Reason;
use duiyi_nnue::train::records::{PlayedGame, Reader};
use duiyi_xiangqi::{Move, Position, Square};
use std::io::BufRead;

/// A game as it was written; its moves may not be legal.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ScoredGame {
    pub(crate) start: Position,
    /// Red's result; none where a ruling decided, which says little about positions.
    pub(crate) result: Option<f32>,
    /// Moves with their scores for the mover; none for moves by chance.
    pub(crate) plies: Vec<(Move, Option<i32>)>,
}

/// Whether an input that begins so has such games.
pub(crate) fn are_scored(start: &[u8]) -> bool {
    let line = start.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let mut fields = line.split(|&byte| byte == b'|');
    let position = fields.next().is_some_and(|field| field.contains(&b'/'));
    are_records(start) || position && matches!(fields.next(), Some(b"r" | b"b" | b"d"))
}

fn are_records(start: &[u8]) -> bool {
    start.starts_with(b"DUIYIGR1")
}

/// Gives every game; what is none is an error of its own.
///
/// # Errors
/// If the input can't be read, or a record is cut off or changed.
pub(crate) fn read(input: &mut dyn BufRead, take: &mut dyn FnMut(Result<ScoredGame, Reason>)) -> Result<(), Reason> {
    if are_records(input.fill_buf()?) {
        for (game, number) in Reader::new(input)?.zip(1..) {
            let broken = || format!("game {number}: a start or a move that there is not").into();
            take(of_record(&game?).ok_or_else(broken));
        }
        return Ok(());
    }
    for (line, number) in input.lines().zip(1..) {
        let line = line.map_err(|error| format!("line {number}: {error}"))?;
        let broken = || format!("line {number}: expected a position, r, b or d, and moves with scores").into();
        take(of_line(&line).ok_or_else(broken));
    }
    Ok(())
}

fn of_record(game: &PlayedGame) -> Option<ScoredGame> {
    let start = if game.start.is_empty() { Position::start() } else { game.start.parse().ok()? };
    let result = Some(f32::from(game.result) / 2.0).filter(|_| !game.ruled);
    let ply =
        |&(mv, score): &(u32, Option<i16>)| Some((Move::from_bits(u16::try_from(mv).ok()?)?, score.map(i32::from)));
    Some(ScoredGame { start, result, plies: game.plies.iter().map(ply).collect::<Option<_>>()? })
}

fn of_line(line: &str) -> Option<ScoredGame> {
    let mut fields = line.split('|');
    let start = fields.next()?.parse().ok()?;
    let result = match fields.next()? {
        "r" => 1.0,
        "b" => 0.0,
        "d" => 0.5,
        _ => return None,
    };
    let (mut plies, mut words) = (Vec::new(), fields.next()?.split_whitespace());
    while let Some(text) = words.next() {
        let square = |text: &str| text.parse::<Square>().ok();
        let mv = Move::new(square(text.get(..2)?)?, square(text.get(2..)?)?)?;
        plies.push((mv, Some(words.next()?.parse().ok()?)));
    }
    Some(ScoredGame { start, result: Some(result), plies })
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_nnue::train::records::head;

    fn all(text: &[u8]) -> Vec<Option<ScoredGame>> {
        assert!(are_scored(text));
        let mut games = Vec::new();
        read(&mut &*text, &mut |game| games.push(game.ok())).unwrap();
        games
    }

    #[test]
    fn records_and_lines_say_the_same() {
        let start = Position::start();
        let fen = start.to_fen();
        let line = format!("{fen}|b|h2e2 -12 h9g7 30\n{fen}|b|h2e2\n{fen}|b|h2e2 x\n");
        let by_line = all(line.as_bytes());
        let mv = |text: &str| Move::new(text[..2].parse().unwrap(), text[2..].parse().unwrap()).unwrap();
        let plies = vec![(mv("h2e2"), Some(-12)), (mv("h9g7"), Some(30))];
        let game = ScoredGame { start, result: Some(0.0), plies };
        assert_eq!(by_line, [Some(game.clone()), None, None]);

        let record = |ruled, first: Option<i16>| PlayedGame {
            start: String::new(),
            result: 0,
            ruled,
            plies: vec![(mv("h2e2").bits().into(), first), (mv("h9g7").bits().into(), Some(30))],
        };
        let none = PlayedGame { plies: vec![(1 << 20, None)], ..record(false, None) };
        let records = [record(false, Some(-12)), record(true, None), none];
        let file = records.iter().fold(head("xiangqi"), |file, game| [file, game.to_bytes()].concat());
        let [first, second, third] = &all(&file)[..] else { panic!("three games") };
        assert_eq!(first.as_ref(), Some(&game));
        let second = second.as_ref().unwrap();
        assert_eq!((second.result, second.plies[0].1), (None, None));
        assert_eq!(*third, None);
        assert!(read(&mut &file[..file.len() - 1], &mut |_| ()).is_err());
    }

    #[test]
    fn other_games_are_told_apart() {
        assert!(!are_scored(b"[Event \"x\"]\n"));
        assert!(!are_scored(b"# id|result|moves\n"));
        assert!(!are_scored(b"C1|r|h2e2\n"));
    }
}
