//! Openings for matches, books and self-play.

use crate::{
    Board, Rules,
    evaluation::{Evaluation, ScoredPoint, Tables, Weights},
    openings::{self, NAMED, Opening},
};
use alloc::sync::Arc;
use duiyi_game::{History, Reason};
use duiyi_kit::{Openings, matches::OpeningSet};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use std::sync::OnceLock;

/// The number of stones that determines the name of an opening.
const NAMED_AFTER: usize = 3;

/// The openings of Connect6: the twenty named ones, those of 100 games between humans, and random
/// ones.
pub(super) fn of_connect6() -> Openings<Board> {
    // Created on first use: most programs do not draw openings.
    let drawer = OnceLock::new();
    Openings {
        sets: vec![OpeningSet { name: "named", list: named }, OpeningSet { name: "played", list: played }],
        random_turns: 2,
        draw: Arc::new(move |_, seed, turns| game(&drawer.get_or_init(Drawer::new).board(seed, turns)?)),
        names: Some(names),
        roots: |start| NAMED.iter().filter_map(|opening| root(start, opening)).collect(),
        ..Openings::default()
    }
}

/// The game of a position, from its history of turns.
fn game(board: &Board) -> Result<History<Board>, Reason> {
    let mut game = History::new(Board::new(board.rules()));
    for turn in board.turns() {
        game.play_turn(turn.points())?;
    }
    Ok(game)
}

fn named() -> Vec<(String, History<Board>)> {
    NAMED.iter().filter_map(|opening| Some((opening.romanized.to_owned(), game(&opening.board()).ok()?))).collect()
}

/// The first four turns of 100 games between humans; see DATA.md.
fn played() -> Vec<(String, History<Board>)> {
    let start = Board::new(Rules::CONNECT6);
    let of_line = |line: &str| {
        let (turns, id) = line.split_once("; id \"")?;
        let game = History::read_by(&start, &format!("moves {turns}")).ok()?;
        Some((id.trim_end_matches("\";").to_owned(), game))
    };
    include_str!("played.epd").lines().filter_map(of_line).collect()
}

/// The name of the opening, from White's first pair on.
fn names(game: &History<Board>) -> Vec<(usize, String)> {
    let after = game.positions().nth(NAMED_AFTER);
    let named = after.and_then(|board| openings::named(&board));
    named.map(|opening| (NAMED_AFTER, format!("{}局", opening.name))).into_iter().collect()
}

/// The moves of a named opening (row C-E1 of docs/sources.md).
fn root(start: &Board, opening: &Opening) -> Option<History<Board>> {
    let mut game = History::new(start.clone());
    game.play(Rules::CONNECT6.centre()).ok()?;
    game.play_turn(opening.reply().points()).ok()?;
    Some(game)
}

/// Draws random openings: positions after Black's first stone and some more turns, each of two of
/// the twelve best points by the hand-written values.
struct Drawer(Arc<Tables>);

impl Drawer {
    /// Computing the tables takes as long as some games of tuning.
    fn new() -> Drawer {
        Drawer(Arc::new(Tables::new(Rules::CONNECT6, &Weights::plain())))
    }

    /// The position for a seed after a number of turns.
    ///
    /// # Errors
    /// If the game ends before.
    fn board(&self, seed: u64, turns: u32) -> Result<Board, Reason> {
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
        for _ in 0..2 * u64::from(turns) {
            if board.outcome().is_some() {
                return Err(format!("the game of seed {seed} ends within {turns} random turns").into());
            }
            put(&mut board, 12, (random.next_u64() >> 40) as u32);
        }
        Ok(board)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_game::Side;
    use std::collections::HashSet;

    #[test]
    fn the_hundred_played_openings_are_distinct() {
        let games = played();
        assert_eq!(games.len(), 100);
        let white_to_follow = |game: &History<Board>| game.movers().next_back() == Some(Side::Second);
        assert!(games.iter().all(|(_, game)| game.turns().count() == 4 && white_to_follow(game)));
        let keys: HashSet<u64> = games.iter().map(|(_, game)| game.now().canonical_key()).collect();
        assert_eq!(keys.len(), 100);
    }

    /// The name belongs to the position after White's first turn.
    #[test]
    fn the_third_stone_names_an_opening() {
        let start = Board::new(Rules::CONNECT6);
        for opening in &NAMED {
            let mut game = root(&start, opening).unwrap();
            assert_eq!(names(&game), [(3, format!("{}局", opening.name))]);
            game.undo();
            assert_eq!(names(&game), [], "two stones");
        }
    }

    #[test]
    fn random_openings_follow_from_their_seeds() {
        let (openings, start) = (of_connect6(), Board::new(Rules::CONNECT6));
        let drawn = |seed| (openings.draw)(&start, seed, 2).expect("an opening").write();
        assert_eq!(drawn(3), drawn(3));
        assert_ne!(drawn(3), drawn(4));
        for turns in [500, u32::MAX] {
            let error = (openings.draw)(&start, 3, turns).unwrap_err().to_string();
            assert_eq!(error, format!("the game of seed 3 ends within {turns} random turns"));
        }
    }
}
