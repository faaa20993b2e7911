//! Heuristic knowledge about a game beyond its rules.

use crate::{
    Depth, Enhancements, Noisy, NullMove, Slots, Structures,
    move_sink::{Candidate, MoveSink},
};
use duiyi_game::{Game, Repeating, Score, SmallGame, Verdict, legal_moves, nim::Nim};
use std::fmt::Debug;

/// The kind of moves to generate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Generation {
    /// The moves that change the balance at once (captures, threats), which a quiescence search
    /// considers.
    Noisy,
    /// All other moves.
    Quiet,
    /// Every move of a side that is [threatened](Heuristics::threatened).
    Evasions,
}

/// Heuristic knowledge about a game beyond its rules. Every constant and method has a neutral
/// default that compiles to nothing, so `type Insight = ();` is enough to search, and a game
/// without heuristics is searched as [`Plain`](crate::Plain). Each override enables some
/// enhancement. Related functions form one constant: a group that a game provides as a whole or not
/// at all.
///
/// The search enters a position by calling [`Heuristics::verdict_within`]. The data that a game
/// computes there and needs again (what must be answered, where a reply can help) is returned as an
/// [insight](Heuristics::Insight), which the search passes to every method that may use it. The
/// result of a method therefore does not depend on earlier calls.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not implement `Heuristics`",
    note = "a game without heuristics needs only `impl Heuristics for {Self} {{ type Insight = (); }}`, or the wrapper `Plain`"
)]
pub trait Heuristics: Game + Sized {
    /// Data about a position that is computed when the search enters it; `()` for none.
    type Insight: Copy + Default + Debug + Send + Sync + 'static;

    /// Whether [`Heuristics::generate`] omits legal moves (candidates on a large board), or
    /// [`Heuristics::verdict_within`] decides before the rules do. The test kit (`kit`, with the
    /// feature `testing`) then checks less.
    const SELECTIVE: bool = false;

    /// Whether forward pruning is sound for this game: the value of a quiet position is close to
    /// its evaluation, and having the move is not a disadvantage. `false`, the default, disables
    /// pruning and reductions by evaluation, history or exchange, so that a game with a rough
    /// evaluation is still searched reliably.
    const PRUNABLE: bool = false;

    /// The switches, if they are fixed at compile time: the code of disabled enhancements is then
    /// removed, and the switches of the [`Searcher`](crate::Searcher) are not read.
    const FIXED: Option<Enhancements> = None;

    /// The noisy moves. Without them all moves are quiet, and only quiet moves are generated.
    const NOISY: Option<Noisy<Self>> = None;

    /// The pass of the game. Without it there are no null moves.
    const NULL_MOVE: Option<NullMove<Self>> = None;

    /// The slots of quiet moves in the history table, for each side; by default the lower bits of the packed move.
    const HISTORY: Slots<Self> = Slots::BY_MOVE;

    /// The kinds of moves that the continuation history distinguishes, such as piece and target.
    /// Its tables have the square of this number of slots.
    const CONTINUATION: Slots<Self> = Slots::ONE;

    /// The structures of a position. Without them the evaluation is not corrected.
    const STRUCTURES: Option<Structures<Self>> = None;

    /// Generates the moves of a kind that the search considers. [`Generation::Noisy`] and
    /// [`Generation::Quiet`] together generate every legal move once; a game without noisy moves
    /// generates all of them as quiet moves. [`Generation::Evasions`], which replaces both when
    /// [`Heuristics::threatened`] returns true, generates every legal move once. By default all
    /// legal moves are quiet.
    fn generate(&self, kind: Generation, _insight: &Self::Insight, moves: &mut MoveSink<'_, Self::Move>) {
        if kind != Generation::Noisy {
            self.legal_moves(moves);
        }
    }

    /// The key of the position in the table: positions with the same key must have the same moves
    /// and, except where [`Reach`](crate::Reach) indicates otherwise, the same value. By default
    /// the [key](Game::key).
    #[inline]
    fn table_key(&self) -> u64 {
        self.key()
    }

    /// The form of a move in the table, for games in which mirror images of a position share one
    /// [key](Heuristics::table_key): the move in the image that the key belongs to.
    #[inline]
    fn canonical_move(&self, mv: Self::Move) -> Self::Move {
        mv
    }

    /// The inverse of [`Heuristics::canonical_move`]; the result is tested by [`Game::is_legal`]
    /// before use.
    #[inline]
    fn actual_move(&self, mv: Self::Move) -> Self::Move {
        mv
    }

    /// The verdict on the position `ply` plies from the root, and the insight into it. `window` is
    /// the search window `(alpha, beta)` for the side to move, and `depth` the remaining depth. A
    /// game with an expensive verdict (a solver) may limit its effort by the depth, and leave a
    /// position open whose score cannot affect the window. `parent` is the insight into the
    /// previous position. By default [`Game::verdict`] without an insight.
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

    /// The bonus that an insight adds to the evaluation, for the side to move.
    #[inline]
    fn evaluation_bias(&self, _insight: &Self::Insight) -> i32 {
        0
    }

    /// Whether the side to move must react (is in check, faces a four). It then neither passes nor
    /// stands pat, and [`Generation::Evasions`] is generated.
    fn threatened(&self) -> bool {
        false
    }

    /// The prior estimate of a quiet move before any search (a pattern score, a policy), in units
    /// of the history: ±16,384 counts as much as the best or worst history. Quiet moves and quiet
    /// replies to a threat are ordered by the sum of both.
    fn prior(&self, _mv: Self::Move) -> i32 {
        0
    }

    /// The extension of the position just reached.
    fn extension(&self, _insight: &Self::Insight) -> Depth {
        Depth::ZERO
    }

    /// The [`Heuristics::table_key`] after a move, if it is cheap to compute before the move is
    /// made: the table slot is then prefetched. A wrong key only costs a little time; without a key
    /// nothing is prefetched.
    fn key_after(&self, _mv: Self::Move) -> Option<u64> {
        None
    }

    /// Whether a move makes a threat (gives check); such moves are not pruned.
    fn makes_threat(&self, _mv: Self::Move) -> bool {
        false
    }

    /// How the cycle of the last `back` plies, which the verdict calls a loss by a rule, offends the rules, as
    /// a set of bits: two cycles without a common offence would be a draw if they were played in turn. Calls
    /// `visit` with the key of each position of the cycle in which the loser moved, and the packed move; the
    /// loser is the side to move if `mover_loses`. `None`, the default: cycles are not compared.
    fn offences(&self, _back: usize, _mover_loses: bool, _visit: &mut dyn FnMut(u64, u32)) -> Option<u32> {
        None
    }

    /// A move that leads back to a position of the path, if any: its verdict is then known before
    /// the move is made (upcoming repetition). The method should be fast and may miss moves.
    fn repeating_move(&self) -> Option<Self::Move> {
        None
    }
}

/// Puts the moves that the search considers on the stack, in the order of generation.
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

/// The moves that the search considers in a position, in the order of generation: all legal moves,
/// unless the game is [selective](Heuristics::SELECTIVE).
pub fn candidates<G: Heuristics>(game: &G, insight: &G::Insight) -> Vec<G::Move> {
    let mut stack = Vec::new();
    generate_all(game, insight, &mut stack);
    stack.into_iter().map(|candidate| candidate.mv).collect()
}

/// Puts the moves to search at the root on the empty stack: the allowed ones among the [`candidates`], and other allowed
/// moves if these are not more than all candidates, or if no candidate is allowed. Returns whether all candidates are
/// allowed.
pub(crate) fn root_moves<G: Heuristics>(
    game: &G,
    allowed: &mut dyn FnMut(G::Move) -> bool,
    stack: &mut Vec<Candidate<G::Move>>,
) -> bool {
    generate_all(game, &G::Insight::default(), stack);
    let most = stack.len();
    stack.retain(|candidate| allowed(candidate.mv));
    let is_whole = stack.len() == most;
    if G::SELECTIVE && !is_whole {
        let room = if stack.is_empty() { usize::MAX } else { most - stack.len() };
        let is_new = |mv: G::Move| stack.iter().all(|candidate| candidate.mv != mv);
        let others = legal_moves(game).into_iter().filter(|&mv| allowed(mv) && is_new(mv));
        let others: Vec<G::Move> = others.take(room.saturating_add(1)).collect();
        if others.len() <= room {
            stack.extend(others.into_iter().map(|mv| Candidate { mv, value: 0 }));
        }
    }
    is_whole
}

/// The same as a list.
pub(crate) fn listed_root_moves<G: Heuristics>(game: &G, allowed: &mut dyn FnMut(G::Move) -> bool) -> Vec<G::Move> {
    let mut stack = Vec::new();
    root_moves(game, allowed, &mut stack);
    stack.into_iter().map(|candidate| candidate.mv).collect()
}

/// The smallest implementation, for the game of the examples.
impl Heuristics for Nim {
    type Insight = ();
}

/// The defaults: heuristics of the position alone would not see its path.
impl<S: SmallGame, const TIMES: usize, const PLIES: usize> Heuristics for Repeating<S, TIMES, PLIES> {
    type Insight = ();
}
