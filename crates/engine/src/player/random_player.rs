//! Players with random moves.

use crate::player::{Decision, Player, Request, turn::with};
use duiyi_game::{Game, History, legal_moves};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use std::hash::{BuildHasher, RandomState};

/// A player that chooses every move at random, with equal probabilities.
///
/// It is the weakest opponent, and its games reach positions that good players
/// avoid. The same seed plays the same games.
///
/// ```
/// use duiyi_game::{History, nim::Nim};
/// use duiyi_engine::{Player, RandomPlayer, Request};
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
    /// A player with a seed, which determines its moves.
    pub fn new(seed: u64) -> RandomPlayer {
        RandomPlayer { random: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }

    /// A player with the seed of an option; 0 gives a different seed in each run, from the system's
    /// hash keys.
    pub fn from_option(seed: u32) -> RandomPlayer {
        RandomPlayer::new(random_seed(seed))
    }

    /// Replaces a decision by a random turn in `share` of a thousand cases, for the blunders of a weak
    /// player. The counts of the search are kept.
    pub fn sometimes_instead<G: Game + Clone>(
        &mut self,
        share: u32,
        found: Decision<G::Move>,
        request: &mut Request<'_, G>,
    ) -> Decision<G::Move> {
        if self.random.next_u64() % 1000 >= u64::from(share) {
            return found;
        }
        match self.decide(request) {
            Some(decision) => Decision {
                nodes: found.nodes,
                other_nodes: found.other_nodes,
                statistics: found.statistics,
                ..decision
            },
            None => found,
        }
    }
}

/// The seed of a random number generator for the value of an option ([`RandomPlayer::from_option`]).
pub(crate) fn random_seed(seed: u32) -> u64 {
    if seed == 0 { RandomState::new().hash_one(0) } else { seed.into() }
}

/// The seed of the mistakes in one turn, from the seed of an option (not 0) and the position, so that a
/// match does not depend on the number of concurrent games.
pub fn turn_seed<G: Game>(seed: u32, game: &History<G>) -> u32 {
    let bits = u64::from(seed) ^ game.now().key() ^ game.moves().len() as u64;
    // A seed of 0 would give different mistakes in each run.
    ((bits ^ bits >> 32) as u32).max(1)
}

impl<G: Game + Clone> Player<G> for RandomPlayer {
    fn decide(&mut self, request: &mut Request<'_, G>) -> Option<Decision<G::Move>> {
        let mut now = request.game.now().clone();
        let side = now.side_to_move();
        let mut turn = Vec::new();
        loop {
            let mut moves = legal_moves(&now);
            moves.retain(|&mv| (request.allowed)(&with(&turn, mv)));
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

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_game::nim::Nim;
    use duiyi_search::{LimitControl, Limits, Statistics, StopHandle};

    /// The number of blunders in a thousand turns whose best move takes one stone.
    fn blunders(share: u32) -> usize {
        let game = History::new(Nim::new(9));
        let mut player = RandomPlayer::new(5);
        let mut control = LimitControl::new(Limits::default(), StopHandle::new());
        let mut request = Request { game: &game, allowed: &|_| true, control: &mut control, observer: &mut () };
        let mut count = 0;
        for nodes in 0..1000 {
            let mut statistics = Statistics::default();
            statistics.nodes = nodes;
            let found = Decision { nodes, other_nodes: 3, statistics: Some(statistics), ..Decision::new(vec![1]) };
            let decision = player.sometimes_instead(share, found, &mut request);
            assert_eq!((decision.nodes, decision.other_nodes), (nodes, 3));
            assert_eq!(decision.statistics.map(|statistics| statistics.nodes), Some(nodes));
            assert_eq!(decision.line, decision.turn);
            count += usize::from(decision.turn != [1]);
        }
        count
    }

    #[test]
    fn the_share_of_random_turns_is_kept() {
        assert_eq!(blunders(0), 0);
        // Half of the random turns differ from the best one.
        let (some, all) = (blunders(300), blunders(1000));
        assert!((110..=190).contains(&some), "{some}");
        assert!((440..=560).contains(&all), "{all}");
    }

    #[test]
    fn equal_seeds_repeat_and_seed_zero_varies() {
        let stream = |seed| RandomPlayer::from_option(seed).random.next_u64();
        assert_eq!(stream(7), stream(7));
        assert_ne!(stream(7), stream(8));
        assert_ne!(stream(0), stream(0));
    }
}
