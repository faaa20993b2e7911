//! Games with a score for each move: records of `lab generate`, or text. A game in text is a line
//! with the initial position, the result (the first letter of the winner, or `d`), and the moves
//! with their scores for the mover, separated by vertical bars.

use duiyi_game::{History, Notation, Reason, Side};
use duiyi_kit::matches::CollectionGame;
use duiyi_train::network::games::ScoredGame;
use std::io::BufRead;

/// Whether an input that begins with these bytes contains such games of xiangqi.
pub(crate) fn are_scored(start: &[u8]) -> bool {
    let line = start.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let mut fields = line.split(|&byte| byte == b'|');
    let position = fields.next().is_some_and(|field| field.contains(&b'/'));
    are_records(start) || position && matches!(fields.next(), Some(b"r" | b"b" | b"d"))
}

fn are_records(start: &[u8]) -> bool {
    start.starts_with(b"DUIYIGR1")
}

/// Passes every game to `take`; a game that can't be read is passed as an error.
///
/// # Errors
/// If the input can't be read, or contains records of another game, or is truncated or corrupt.
pub(crate) fn read<G: Notation>(
    rules: &G,
    input: &mut dyn BufRead,
    take: &mut dyn FnMut(Result<ScoredGame<G>, Reason>),
) -> Result<(), Reason> {
    if are_records(input.fill_buf()?) {
        return Ok(ScoredGame::read(rules, input, &mut |game| take(game.map_err(Reason::from)))?);
    }
    let letters = G::SIDES.map(|side| side.chars().next().unwrap_or_default().to_ascii_lowercase());
    for (line, number) in input.lines().zip(1..) {
        let line = line.map_err(|error| format!("line {number}: {error}"))?;
        let broken = |reason| format!("line {number}: {reason}").into();
        take(of_line(rules, letters, &line).map_err(broken));
    }
    Ok(())
}

/// Such a game as a game of a collection.
pub(crate) fn played<G: Notation>(scored: ScoredGame<G>) -> Result<CollectionGame<G>, Reason> {
    let result = scored.result();
    let mut game = History::new(scored.start);
    for &(mv, _) in &scored.plies {
        game.play(mv)?;
    }
    Ok(nameless(game, result, scored.plies.iter().map(|ply| ply.1).collect()))
}

fn of_line<G: Notation>(rules: &G, letters: [char; 2], line: &str) -> Result<ScoredGame<G>, Reason> {
    let [first, second] = letters;
    let expected = || format!("expected a position, {first}, {second} or d, and moves with scores");
    let mut fields = line.split('|');
    let (Some(start), Some(result), Some(moves)) = (fields.next(), fields.next(), fields.next()) else {
        return Err(expected().into());
    };
    let mut result = result.chars();
    let winner = match (result.next(), result.next()) {
        (Some(letter), None) if letter == first => Some(Side::First),
        (Some(letter), None) if letter == second => Some(Side::Second),
        (Some('d'), None) => None,
        _ => return Err(expected().into()),
    };
    let start = rules.read_position(start)?;
    let (mut plies, mut now, mut words) = (Vec::new(), start.clone(), moves.split_whitespace());
    while let Some(text) = words.next() {
        let mv = now.read_move(text)?;
        now.make(mv);
        plies.push((mv, Some(words.next().ok_or_else(expected)?.parse()?)));
    }
    Ok(ScoredGame { start, winner, ruled: false, plies })
}

/// A game of a collection without names and ratings.
pub(crate) fn nameless<G: Notation>(
    game: History<G>,
    result: Option<f32>,
    scores: Vec<Option<i32>>,
) -> CollectionGame<G> {
    CollectionGame { name: None, game, result, ratings: [None; 2], scores }
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_train::network::records::{PlayedGame, head};
    use duiyi_xiangqi::{Move, Xiangqi};

    /// The start, the result and the plies of a game, if it can be read.
    type Found = Option<(String, Option<f32>, Vec<(Move, Option<i32>)>)>;

    fn all(text: &[u8]) -> Vec<Found> {
        assert!(are_scored(text));
        let mut games = Vec::new();
        let mut take = |game: Result<ScoredGame<Xiangqi>, Reason>| {
            games.push(game.ok().map(|game| (game.start.write_position(), game.result(), game.plies)));
        };
        read(&Xiangqi::default(), &mut &*text, &mut take).unwrap();
        games
    }

    #[test]
    fn records_and_lines_contain_the_same_games() {
        let fen = Xiangqi::default().write_position();
        let line = format!("{fen}|b|h2e2 -12 h9g7 30\n{fen}|b|h2e2\n{fen}|b|h2e2 x\n{fen}|b|h2e3 1\n{fen}|x|h2e2 1\n");
        let by_line = all(line.as_bytes());
        let mv = |text: &str| text.parse::<Move>().unwrap();
        let game = Some((fen, Some(0.0), vec![(mv("h2e2"), Some(-12)), (mv("h9g7"), Some(30))]));
        assert_eq!(by_line, [game.clone(), None, None, None, None]);

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
        assert_eq!(*first, game);
        let (_, result, plies) = second.as_ref().unwrap();
        assert_eq!((*result, plies[0].1), (None, None));
        assert_eq!(*third, None);
        let refused = |file: &[u8]| read(&Xiangqi::default(), &mut &*file, &mut |_| ()).unwrap_err().to_string();
        assert!(refused(&file[..file.len() - 1]).contains("is truncated"));
        assert_eq!(refused(&head("connect6 connect6")), "games of connect6 connect6; expected xiangqi");
    }

    #[test]
    fn other_formats_are_recognised() {
        assert!(!are_scored(b"[Event \"x\"]\n"));
        assert!(!are_scored(b"# id|result|moves\n"));
        assert!(!are_scored(b"C1|r|h2e2\n"));
    }
}
