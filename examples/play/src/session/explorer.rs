//! The opening explorer: what a book and kept games know of a position.

use super::{Description, Session};
use crate::message::{Explored, ExploredMove, IndexedMove, MoveCount};
use duiyi_book::{Draft, Exploration, Explored as BookMove, Proof, Results, explore};
use duiyi_game::{Diagram, History, Notation, legal_moves};
use duiyi_player::Timing;
use std::collections::HashMap;

/// So many turns of a game are kept for the explorer.
const TURNS: usize = 40;

impl<G: Notation + Diagram + Timing> Session<G> {
    /// What the book knows after so many moves.
    pub(super) fn explored(&self, ply: usize) -> Explored {
        let game = self.until(ply);
        // A book that cannot be read has nothing to show.
        let found = self.description.book.as_ref().and_then(|book| explore(&**book, game.now()).ok());
        let Exploration { name, moves } = found.unwrap_or(Exploration { name: None, moves: Vec::new() });
        Explored {
            to_move: game.now().side_to_move().index(),
            name: self.description.named(&game, name),
            moves: moves.into_iter().map(|known| self.description.known(&game, known)).collect(),
        }
    }

    /// Where the first moves of the game stand in books.
    pub(super) fn places(&self) -> Vec<IndexedMove> {
        let mut now = self.game.start().clone();
        let (mut draft, mut places) = (Draft::new(&now), Vec::new());
        for turn in self.game.turns().take(TURNS) {
            let side = now.side_to_move().index();
            draft.turn(&now, turn, |entry| places.push(IndexedMove { key: entry.key, mv: entry.mv, side }));
            for &mv in turn {
                now.make(mv);
            }
        }
        places
    }

    /// The moves after so many moves that kept games have made.
    pub(super) fn played_in_games(&self, ply: usize, counted: &[MoveCount]) -> Vec<ExploredMove> {
        let game = self.until(ply);
        let mut counts: HashMap<u32, &MoveCount> = counted.iter().map(|counted| (counted.mv, counted)).collect();
        let mut draft = Draft::new(game.start());
        let mut moves: Vec<ExploredMove> = Vec::new();
        for mv in legal_moves(game.now()) {
            // Of moves that are images of each other the first one stands for all.
            if let Some(counted) = counts.remove(&draft.entry(game.now(), mv).mv) {
                let (games, results) = (u64::from(counted.games), counted.results);
                moves.push(ExploredMove { games, results, ..self.description.explored(&game, mv, None) });
            }
        }
        moves.sort_by_key(|known| std::cmp::Reverse(known.games));
        moves
    }
}

impl<G: Notation + Diagram + Timing> Description<G> {
    /// What is being played in a game: as the game says, or else as the book does.
    fn named(&self, game: &History<G>, in_book: Option<String>) -> Option<[String; 2]> {
        let said = self.opening.and_then(|opening| opening(game));
        said.or_else(|| in_book.map(|name| [name.clone(), name]))
    }

    /// A move that a book knows in the last position of a game.
    fn known(&self, game: &History<G>, known: BookMove<G::Move>) -> ExploredMove {
        let Results { wins, draws, losses } = known.results;
        let proof = known.proof.map(|proof| match proof {
            Proof::Win => "win",
            Proof::Loss => "loss",
        });
        let games = known.results.games();
        ExploredMove { games, results: [wins, draws, losses], proof, ..self.explored(game, known.mv, known.name) }
    }

    /// A legal move, and what is being played after it.
    fn explored(&self, game: &History<G>, mv: G::Move, name: Option<String>) -> ExploredMove {
        let mut then = game.clone();
        // What is known is legal.
        let _ = then.play(mv);
        ExploredMove {
            texts: self.write(game.now(), &[mv]),
            games: 0,
            results: [0; 3],
            proof: None,
            name: self.named(&then, name),
        }
    }
}
