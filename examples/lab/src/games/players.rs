//! What is put around players: limits of their own, mistakes that repeat; and
//! one that moves at random.

use super::PlayerSpec;
use duiyi_game::Game;
use duiyi_player::{Decision, NodeLimit, Player, RandomPlayer, Request};

/// Puts around a player what its description asks for.
pub(crate) fn dressed<G: Game + Clone + 'static>(
    player: impl Player<G> + 'static,
    spec: &PlayerSpec,
) -> Box<dyn Player<G>> {
    let mut player: Box<dyn Player<G>> = Box::new(player);
    if spec.option("Skill Level").or(spec.option("Level")).is_some() {
        player = Box::new(Repeatable { player, seed: spec.seed });
    }
    if spec.depth.is_some() || spec.nodes.is_some() {
        player = Box::new(Limited { player, depth: spec.depth, nodes: spec.nodes });
    }
    player
}

/// A weakened player whose mistakes follow from the seed and the position, so that
/// a match is the same however many games run at a time.
struct Repeatable<G> {
    player: Box<dyn Player<G>>,
    seed: u64,
}

impl<G: Game + Clone> Player<G> for Repeatable<G> {
    fn new_game(&mut self, start: &G) {
        self.player.new_game(start);
    }

    fn decide(&mut self, request: &mut Request<'_, G>) -> Option<Decision<G::Move>> {
        let bits = self.seed ^ request.game.now().key() ^ request.game.moves().len() as u64;
        // With 0 the mistakes would differ from run to run.
        let seed = ((bits ^ bits >> 32) as u32).max(1);
        // A player that has levels has this option, too.
        let _ = self.player.set_option("Skill Seed", &seed.to_string());
        self.player.decide(request)
    }
}

/// A player with limits of its own, whatever the time control.
struct Limited<G> {
    player: Box<dyn Player<G>>,
    depth: Option<u32>,
    nodes: Option<u64>,
}

impl<G: Game> Player<G> for Limited<G> {
    fn new_game(&mut self, start: &G) {
        self.player.new_game(start);
    }

    fn decide(&mut self, request: &mut Request<'_, G>) -> Option<Decision<G::Move>> {
        let mut control = NodeLimit { inner: &mut *request.control, nodes: self.nodes, depth: self.depth };
        self.player.decide(&mut Request {
            game: request.game,
            allowed: request.allowed,
            control: &mut control,
            observer: &mut *request.observer,
        })
    }
}

/// Any legal moves, by the seed and the position: a match of such players is the same
/// however many games run at a time.
pub(crate) struct Random {
    pub(crate) seed: u64,
}

impl<G: Game + Clone> Player<G> for Random {
    fn decide(&mut self, request: &mut Request<'_, G>) -> Option<Decision<G::Move>> {
        let number = (request.game.moves().len() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        RandomPlayer::new(self.seed ^ request.game.now().key() ^ number).decide(request)
    }
}
