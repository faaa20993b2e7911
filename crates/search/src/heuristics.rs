//! What a strong player knows of a game beyond its rules.

use crate::{
    Attacking, Depth, Enhancements, Noisy, Pass, Slots, Structures,
    move_sink::{Candidate, MoveSink},
};
use duiyi_game::{Game, Score, Verdict};
use std::fmt::Debug;

/// Which moves the search asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Generation {
    /// The moves that change the balance at once (captures, threats): those
    /// that a quiescence search looks at.
    Noisy,
    /// All the others.
    Quiet,
    /// Every move of a side that is [threatened](Heuristics::threatened).
    Evasions,
}

/// What a strong player knows beyond the rules. Every constant and every method has a neutral
/// default that compiles to nothing, so `type Insight = ();` is enough to search, and a game
/// that adds nothing to its rules is searched as [`Plain`](crate::Plain). Each one that is
/// written makes some enhancement work. What belongs together is one constant: a group of functions, which a
/// game has as a whole or not at all.
///
/// The search enters a position by asking [`Heuristics::verdict_within`]; what a
/// game finds out then and will need again (what must be answered, where a
/// reply can help), it gives back as an [insight](Heuristics::Insight), and the search
/// hands that to every method that may want it. So no answer depends on which
/// question was asked before.
pub trait Heuristics: Game + Sized {
    /// What is found out about a position when the search enters it; `()` for nothing.
    type Insight: Copy + Default + Debug + Send + Sync + 'static;

    /// Whether [`Heuristics::generate`] leaves legal moves out (candidates of a large
    /// board), or [`Heuristics::verdict_within`] rules before the rules do. The
    /// test kit (`kit`, with the feature `testing`) then expects less of it.
    const SELECTIVE: bool = false;

    /// Whether forward pruning is sound enough for this game: whether a quiet
    /// position is worth about what its evaluation says, and having the move
    /// is no burden. `false`, the default, leaves out everything that prunes or
    /// reduces by evaluation, history or exchange, so that a game whose
    /// evaluation says little is still searched faithfully.
    const PRUNABLE: bool = false;

    /// The enhancements, where they are decided when the program is compiled:
    /// then nothing of those that are off is in the code, and the switches of
    /// the [`Searcher`](crate::Searcher) are not read.
    const FIXED: Option<Enhancements> = None;

    /// The noisy moves. Without them all moves are quiet, and the search asks for quiet ones only.
    const NOISY: Option<Noisy<Self>> = None;

    /// How the game passes. Without it there is no null move.
    const PASS: Option<Pass<Self>> = None;

    /// The slots of quiet moves in the history table, for each side.
    const HISTORY: Slots<Self> = Slots::ONE;

    /// The kinds of moves that the continuation history tells apart: say, piece and target. Its
    /// tables have the square of this many slots.
    const CONTINUATION: Slots<Self> = Slots::ONE;

    /// The structures of a position. Without them nothing corrects the evaluation.
    const STRUCTURES: Option<Structures<Self>> = None;

    /// What is attacked. Without it quiet moves are ordered alike wherever they begin and end.
    const ATTACKING: Option<Attacking<Self>> = None;

    /// Gives the moves of a kind that the search is to look at. [`Generation::Noisy`] and
    /// [`Generation::Quiet`] together give every legal move once, a game without noisy
    /// moves gives them all as quiet ones. [`Generation::Evasions`], asked for instead
    /// of both when [`Heuristics::threatened`] says so, does the same alone. By
    /// default all legal moves are quiet.
    fn generate(&self, kind: Generation, _insight: &Self::Insight, moves: &mut MoveSink<'_, Self::Move>) {
        if kind != Generation::Noisy {
            self.legal_moves(moves);
        }
    }

    /// The identity of the position for the table: positions with the same key
    /// must have the same moves and, but for what [`Reach`](crate::Reach) tells, the same
    /// value. By default the [key](Game::key).
    #[inline]
    fn table_key(&self) -> u64 {
        self.key()
    }

    /// A move as the table keeps it, for games that give the mirror images of a
    /// position one [key](Heuristics::table_key): as it would be in the image that
    /// the key stands for.
    #[inline]
    fn canonical_move(&self, mv: Self::Move) -> Self::Move {
        mv
    }

    /// The inverse of [`Heuristics::canonical_move`]; what comes out is tested by
    /// [`Game::is_legal`] before it is used.
    #[inline]
    fn actual_move(&self, mv: Self::Move) -> Self::Move {
        mv
    }

    /// What the rules say of the position `ply` plies from the root, and what it
    /// is for: the window `(alpha, beta)` in which the score is wanted, for the
    /// side to move, and the depth that is left. A game whose verdict costs much
    /// (a solver) may spend by the depth, and leave a position open whose score
    /// would not change what the window says of it. `parent` is the insight into
    /// the position before. By default [`Game::verdict`], and nothing is found out.
    #[inline]
    fn verdict_within(
        &mut self,
        ply: usize,
        _window: (Score, Score),
        _depth: Depth,
        _parent: &Self::Insight,
    ) -> (Verdict, Self::Insight) {
        (self.verdict(ply), Self::Insight::default())
    }

    /// What an insight adds to the evaluation, for the side to move.
    #[inline]
    fn evaluation_bias(&self, _insight: &Self::Insight) -> i32 {
        0
    }

    /// Whether the side to move must react (is in check, faces a four). Then
    /// it neither passes nor stands pat, and [`Generation::Evasions`] is asked for.
    fn threatened(&self) -> bool {
        false
    }

    /// How promising a quiet move looks before anything is searched (a pattern
    /// score, a policy), in units of the history: up to ±16,384 says as much as
    /// the best or worst history does. Quiet moves and quiet replies to a
    /// threat are ordered by the sum of both.
    fn prior(&self, _mv: Self::Move) -> i32 {
        0
    }

    /// How much deeper the position just reached deserves to be searched.
    fn extension(&self, _insight: &Self::Insight) -> Depth {
        Depth::ZERO
    }

    /// The [`Heuristics::table_key`] after a move, where that can be told cheaply before
    /// it is made: the table's memory is then fetched ahead. A wrong key costs a
    /// little time and nothing else; without one nothing is fetched ahead.
    fn key_after(&self, _mv: Self::Move) -> Option<u64> {
        None
    }

    /// Whether a move makes a threat (gives check); such moves are not pruned.
    fn makes_threat(&self, _mv: Self::Move) -> bool {
        false
    }

    /// A move that brings a position of the path back, if there is one: the
    /// verdict on it is then known before the cycle is closed (upcoming
    /// repetition). Quick, and allowed to overlook some.
    fn repeating_move(&self) -> Option<Self::Move> {
        None
    }
}

/// Puts the moves on the stack that the search looks at in a position, in the order of generation.
pub(crate) fn generate_all<G: Heuristics>(game: &G, insight: &G::Insight, stack: &mut Vec<Candidate<G::Move>>) {
    let mut sink = MoveSink::new(stack);
    if game.threatened() {
        game.generate(Generation::Evasions, insight, &mut sink);
    } else {
        if G::NOISY.is_some() {
            game.generate(Generation::Noisy, insight, &mut sink);
        }
        game.generate(Generation::Quiet, insight, &mut sink);
    }
}

/// The moves that the search looks at in a position, in the order of generation:
/// all legal ones, unless the game [selects](Heuristics::SELECTIVE).
pub fn candidates<G: Heuristics>(game: &G, insight: &G::Insight) -> Vec<G::Move> {
    let mut stack = Vec::new();
    generate_all(game, insight, &mut stack);
    stack.into_iter().map(|candidate| candidate.mv).collect()
}
