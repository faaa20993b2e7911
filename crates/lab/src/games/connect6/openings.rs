//! Sets of openings, and openings at random.

use duiyi_arena::{Opening, parse_openings};
use duiyi_connect6::{
    Board, Rules,
    evaluation::{Evaluation, ScoredPoint, Tables, Weights},
    notation::game_line,
    openings::NAMED,
};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use std::sync::Arc;

/// A set of openings: `named`, the twenty named ones; `played`, the first four turns
/// of 100 games between people.
pub(super) fn by_name(name: &str) -> Option<Vec<Opening>> {
    match name {
        "named" => Some(NAMED.iter().map(|opening| of(opening.romanized.to_owned(), &opening.board())).collect()),
        "played" => Some(played()),
        _ => None,
    }
}

/// A named opening's text.
pub(super) fn named(romanized: &str) -> Option<String> {
    NAMED.iter().find(|opening| opening.romanized == romanized).map(|opening| text(&opening.board()))
}

fn of(id: String, board: &Board) -> Opening {
    Opening { id, position: text(board) }
}

/// A game as the text of an opening.
pub(super) fn text(board: &Board) -> String {
    format!("moves {}", game_line::write(board.rules(), &board.turns()))
}

/// The text of an opening in which the turns may stand where the position would.
pub(super) fn with_moves(text: String) -> String {
    let is_line = !text.is_empty() && !text.contains('/') && !text.split_whitespace().any(|word| word == "moves");
    if is_line { format!("moves {text}") } else { text }
}

fn played() -> Vec<Opening> {
    let openings = parse_openings(include_str!("../../../data/connect6-openings.epd"));
    openings.into_iter().map(|opening| Opening { position: with_moves(opening.position), ..opening }).collect()
}

/// Draws openings at random: positions after Black's first stone and some more turns, each of
/// two of the twelve best points as the values by hand have them.
pub(crate) struct Drawer(Arc<Tables>);

impl Drawer {
    /// Who draws many keeps it: its tables take as long as some games of tuning.
    pub(crate) fn new() -> Drawer {
        Drawer(Arc::new(Tables::new(Rules::CONNECT6, &Weights::plain())))
    }

    /// The opening of a seed, as matches have it.
    pub(crate) fn opening(&self, seed: u64, turns: u32) -> Opening {
        of(format!("drawn {seed}"), &self.board(seed, turns))
    }

    /// Its position.
    fn board(&self, seed: u64, turns: u32) -> Board {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut board = Board::new(Rules::CONNECT6);
        let mut evaluation = Evaluation::new(&board, Arc::clone(&self.0));
        let mut put = |board: &mut Board, most: usize, pick: u32| {
            let mut buffer = [ScoredPoint::default(); 12];
            let best = evaluation.best_points(board.to_move(), &mut buffer[..most]);
            let point = best[pick as usize % best.len()].point;
            evaluation.put(point, board.to_move());
            board.put(point);
        };
        put(&mut board, 1, 0);
        for _ in 0..2 * turns {
            put(&mut board, 12, (random.next_u64() >> 40) as u32);
        }
        board
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_game::{History, Side};
    use std::collections::HashSet;

    #[test]
    fn a_hundred_openings_were_played_and_no_two_are_alike() {
        let games: Vec<_> =
            played().iter().map(|opening| History::<Board>::read("", &opening.position).expect("legal")).collect();
        assert_eq!(games.len(), 100);
        let white_to_follow = |game: &History<Board>| game.movers().next_back() == Some(Side::Second);
        assert!(games.iter().all(|game| game.turns().count() == 4 && white_to_follow(game)));
        let keys: HashSet<u64> = games.iter().map(|game| game.now().canonical_key()).collect();
        assert_eq!(keys.len(), 100);
    }

    #[test]
    fn openings_are_those_of_matches() {
        let drawer = Drawer::new();
        for seed in [3, 4] {
            assert_eq!(
                drawer.opening(seed, 2),
                crate::matches::openings::drawn(&Board::new(Rules::CONNECT6), seed, 2).expect("drawn")
            );
        }
        assert_ne!(drawer.opening(3, 2).position, drawer.opening(4, 2).position);
    }

    #[test]
    fn turns_may_stand_where_the_position_would() {
        assert_eq!(with_moves("J10 I11-K11".into()), "moves J10 I11-K11");
        for same in ["", "moves J10", "3/1x1/3 w 1", "3/1x1/3 w 1 moves A1"] {
            assert_eq!(with_moves(same.into()), same);
        }
        assert!(by_name("file.epd").is_none());
    }
}
