//! What the clock may know of a game.

use duiyi_clock::{MoveContext, Phase};
use duiyi_game::{Game, History};

/// What a strategy of time allocation may know of the position to play in. All of
/// it is optional: `impl Timing for MyGame {}` is enough.
pub trait Timing: Game + Clone {
    /// The move's place in the game.
    ///
    /// [`known_repetition`](MoveContext::known_repetition) need only say what the
    /// rules do: that the opponent loses by the repetition unless it changes.
    /// Whether the answer is known, and whether a mate is, whoever runs the
    /// player finds in its last turns. By default the number of moves, a third of a
    /// usual game of some 80 for each phase.
    fn context(game: &History<Self>) -> MoveContext {
        let ply = game.moves().len() as u32;
        let phase = match ply {
            0..25 => Phase::Opening,
            25..55 => Phase::Middlegame,
            _ => Phase::Endgame,
        };
        MoveContext { ply, phase, ..MoveContext::default() }
    }
}
