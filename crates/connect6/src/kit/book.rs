//! The opening book of the engine: the openings of experts' games, with the names of the twenty named openings.

use super::page;
use crate::{Board, Rules};
use duiyi_book::{Draft, OpenBook, Results};
use duiyi_game::{History, Side};
use std::sync::{Arc, OnceLock};

/// Results and first turns of the games.
const GAMES: &str = include_str!("experts.txt");
/// A move of the book was played in at least this number of games.
const LEAST_GAMES: u64 = 3;

/// A line of the games: the winner, `None` for a draw, and the game. `None` for a line of another form.
fn game(start: &Board, line: &str) -> Option<(Option<Side>, History<Board>)> {
    let (result, turns) = line.split_once(' ')?;
    let winner = match result {
        "B" => Some(Side::First),
        "W" => Some(Side::Second),
        "D" => None,
        _ => return None,
    };
    Some((winner, History::read_by(start, &format!("moves {turns}")).ok()?))
}

/// Counts the moves of all games.
fn draft() -> Draft<Board> {
    let start = Board::new(Rules::CONNECT6);
    let mut book = page::named_openings();
    for (winner, game) in GAMES.lines().filter_map(|line| game(&start, line)) {
        let mut now = start.clone();
        for turn in game.turns() {
            let results = Results::of(now.to_move(), winner);
            book.turn(&now, turn, |entry| {
                entry.results.add(results);
                entry.weight += (2 * results.wins + results.draws) as u16;
            });
            turn.iter().for_each(|&point| now.put(point));
        }
    }
    book.retain(|entry| entry.results.games() >= LEAST_GAMES);
    book.set_credit("Games of littlegolem.net by its player Lomaben and others: facts of public play");
    book
}

/// The built-in book, which is counted on first use.
pub(super) fn own_book() -> OpenBook<Board> {
    static BOOK: OnceLock<OpenBook<Board>> = OnceLock::new();
    Arc::clone(BOOK.get_or_init(|| Arc::new(draft())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_book::explore;

    /// Row C-G6 of docs/sources.md.
    #[test]
    fn c_g6_the_book_contains_the_openings_of_experts() {
        let start = Board::new(Rules::CONNECT6);
        let lines = GAMES.lines().filter(|line| !line.starts_with('#'));
        assert!(lines.clone().all(|line| game(&start, line).is_some()), "every game can be read");
        assert_eq!(lines.count(), 235);
        let book = draft();
        assert!(book.len() > 100 && book.to_bytes().len() < 400 << 10, "{} moves", book.len());
        // Every game begins in the centre; 235 results are counted there.
        let own = own_book();
        let moves = own.moves(&start).unwrap();
        let [centre] = &moves[..] else { panic!("{moves:?}") };
        let first = explore(&*own, &start).unwrap();
        assert_eq!((centre.mv, first.moves[0].results.games()), (Rules::CONNECT6.centre(), 235));
        // White's replies are named, and the most played ones go on.
        let mut game = History::new(start);
        while let Some(most) = explore(&*own, game.now()).unwrap().moves.first() {
            game.play(most.mv).unwrap();
        }
        assert!(game.moves().len() >= 5, "{:?}", game.moves());
        assert!(own.name(&game.positions().nth(3).unwrap()).unwrap().is_some_and(|name| name.ends_with('局')));
    }
}
