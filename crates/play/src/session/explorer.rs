//! The opening explorer: the moves of a book and of stored games in a position.

use super::state::Session;
use crate::{
    description::Description,
    message::{EndgameMove, Explored, ExploredMove, IndexedMove, MoveCount},
};
use duiyi_book::{Draft, Exploration, Explored as BookMove, Proof, Results, are_images, explore};
use duiyi_game::{Diagram, GameMove, History, NodeId, Notation, legal_moves};
use duiyi_kit::page::EndgameVerdict;
use std::collections::HashMap;

/// The turns of a game that are stored for the explorer.
const TURNS: usize = 40;

impl<G: Notation + Diagram> Session<G> {
    /// The moves of the book in a position.
    pub(super) fn explored(&self, node: NodeId) -> Explored {
        let game = self.game.at(node);
        // If the book cannot be read, no moves are shown.
        let found = self.description.book.as_ref().and_then(|book| explore(&**book, game.now()).ok());
        let Exploration { name, moves } = found.unwrap_or(Exploration { name: None, moves: Vec::new() });
        Explored {
            to_move: game.now().side_to_move().index(),
            name: self.description.named(&game, name),
            moves: moves.into_iter().map(|known| self.description.known(&game, known)).collect(),
            endgame: self.description.endgame(game.now()),
        }
    }

    /// The first moves of the game, for the index.
    pub(super) fn indexed_moves(&self) -> Vec<IndexedMove> {
        let mut now = self.game.start().clone();
        let (mut draft, mut moves) = (Draft::new(&now), Vec::new());
        for turn in self.game.history.turns().take(TURNS) {
            let side = now.side_to_move().index();
            draft.turn(&now, turn, |entry| moves.push(IndexedMove { key: entry.key, mv: entry.mv, side }));
            for &mv in turn {
                now.make(mv);
            }
        }
        moves
    }

    /// The moves of stored games in a position.
    pub(super) fn played_in_games(&self, node: NodeId, counts: &[MoveCount]) -> Vec<ExploredMove> {
        let game = self.game.at(node);
        let mut by_move: HashMap<u32, &MoveCount> = counts.iter().map(|count| (count.mv, count)).collect();
        let mut draft = Draft::new(game.start());
        let mut moves: Vec<ExploredMove> = Vec::new();
        // Moves that are images of each other are counted as the first of them: the one that books show.
        let mut legal = legal_moves(game.now());
        legal.sort_by_key(|mv| std::cmp::Reverse(mv.to_bits()));
        for mv in legal {
            if let Some(counted) = by_move.remove(&draft.entry(game.now(), mv).mv) {
                let (games, results) = (u64::from(counted.games), counted.results);
                moves.push(ExploredMove { games, results, ..self.description.explored(&game, mv, None) });
            }
        }
        moves.sort_by_key(|known| std::cmp::Reverse(known.games));
        moves
    }
}

impl<G: Notation + Diagram> Description<G> {
    /// Whether the book has the moves of a turn in a position, or symmetric ones.
    pub(super) fn is_known(&self, now: &G, turn: &[G::Move]) -> bool {
        let Some(book) = &self.book else { return false };
        let mut now = now.clone();
        let is_known = |&mv: &G::Move| {
            let known = book.moves(&now).is_ok_and(|moves| moves.iter().any(|other| are_images(&now, other.mv, mv)));
            now.make(mv);
            known
        };
        !turn.is_empty() && turn.iter().all(is_known)
    }

    /// The name of a game's opening: from the game, otherwise from the book.
    fn named(&self, game: &History<G>, in_book: Option<String>) -> Option<[String; 2]> {
        let named = self.page.name_opening.and_then(|opening| opening(game));
        named.or_else(|| in_book.map(|name| [name.clone(), name]))
    }

    /// The legal moves of a position with their values by the endgame tables.
    fn endgame(&self, now: &G) -> Option<Vec<EndgameMove>> {
        let verdicts = self.endgames.as_ref()?(now)?;
        let described = |(mv, verdict)| {
            let (verdict, plies) = match verdict {
                EndgameVerdict::Won(plies) => ("won", Some(plies)),
                EndgameVerdict::Drawn => ("drawn", None),
                EndgameVerdict::DrawnUnlessRuled => ("drawn-unless-ruled", None),
                EndgameVerdict::Lost(plies) => ("lost", Some(plies)),
            };
            EndgameMove { texts: self.page.write_turn(now, &[mv]), verdict, plies }
        };
        Some(verdicts.into_iter().map(described).collect())
    }

    /// A move of a book in the last position of a game.
    fn known(&self, game: &History<G>, known: BookMove<G::Move>) -> ExploredMove {
        let Results { wins, draws, losses } = known.results;
        let proof = known.proof.map(|proof| match proof {
            Proof::Win => "win",
            Proof::Loss => "loss",
        });
        let games = known.results.games();
        ExploredMove { games, results: [wins, draws, losses], proof, ..self.explored(game, known.mv, known.name) }
    }

    /// A legal move, and the name of the opening after it.
    fn explored(&self, game: &History<G>, mv: G::Move, name: Option<String>) -> ExploredMove {
        let mut then = game.clone();
        // The move is legal.
        let _ = then.play(mv);
        ExploredMove {
            texts: self.page.write_turn(game.now(), &[mv]),
            games: 0,
            results: [0; 3],
            proof: None,
            name: self.named(&then, name),
        }
    }
}
