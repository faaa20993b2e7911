//! Play by chance.

use crate::{Decision, Player, Request};
use duiyi_game::{Game, legal_moves};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};

/// A player that chooses every move by chance, each legal one as likely as another.
///
/// It is the least that a player must beat, and plays games that reach positions
/// which no good player allows. The same seed plays the same games.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../game/examples/nim/game.rs")); }
/// # use nim::Nim;
/// use duiyi_game::History;
/// use duiyi_player::{Player, RandomPlayer, Request};
/// use duiyi_search::{LimitControl, Limits, StopHandle};
///
/// let mut player = RandomPlayer::new(1);
/// let mut game = History::new(Nim::new(9));
/// while game.outcome().is_none() {
///     let decision = player.decide(&mut Request {
///         game: &game,
///         allowed: &|_| true,
///         control: &mut LimitControl::new(Limits::default(), StopHandle::new()),
///         observer: &mut (),
///     });
///     game.play_turn(&decision.unwrap().turn)?;
/// }
/// # Ok::<(), duiyi_game::Illegal<u8>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RandomPlayer {
    random: Xoshiro256PlusPlus,
}

impl RandomPlayer {
    /// A player whose moves follow from a seed.
    pub fn new(seed: u64) -> RandomPlayer {
        RandomPlayer { random: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }
}

impl<G: Game + Clone> Player<G> for RandomPlayer {
    fn decide(&mut self, request: &mut Request<'_, G>) -> Option<Decision<G::Move>> {
        let mut now = request.game.now().clone();
        let side = now.side_to_move();
        let mut turn = Vec::new();
        loop {
            let mut moves = legal_moves(&now);
            if turn.is_empty() {
                moves.retain(|&mv| (request.allowed)(mv));
            }
            if moves.is_empty() {
                break;
            }
            let mv = moves[(self.random.next_u64() % moves.len() as u64) as usize];
            now.make(mv);
            turn.push(mv);
            if G::ALTERNATES || now.side_to_move() != side || now.outcome().is_some() {
                break;
            }
        }
        (!turn.is_empty()).then(|| Decision::new(turn))
    }
}
