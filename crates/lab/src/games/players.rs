//! The engine's player by its description, and one that moves at random.

use super::{OWN, PlayerSpec};
use duiyi_game::{Game, Notation, Reason};
use duiyi_player::{Decision, EnginePlayer, MostSearched, Player, PlayerParts, RandomPlayer, Request};
use std::sync::Arc;

/// The words of a description that are options of the search.
const WORDS: [(&str, &str); 3] = [("scheme", "Scheme"), ("driver", "Driver"), ("form", "Form")];

/// The player that ships, with its options set as the description says. The evaluation is the
/// caller's to choose.
///
/// # Errors
/// What of the description the player does not take.
pub(crate) fn engine_player<G: Notation>(parts: PlayerParts<G>, spec: &PlayerSpec) -> Result<EnginePlayer<G>, Reason> {
    let mut player = EnginePlayer::new(Arc::new(parts));
    player.most = MostSearched { depth: spec.depth, nodes: spec.nodes };
    if spec.kind != OWN {
        player.set_option("Search", &spec.kind)?;
    }
    let seed = u32::try_from(spec.seed).map_err(|_| format!("seed={}: expected a number of 32 bits", spec.seed))?;
    player.set_option("Skill Seed", &seed.to_string())?;
    if spec.options.iter().any(|(name, _)| is_of_book(name)) {
        // What a match plays follows from its seed.
        player.set_option("BookSeed", &seed.max(1).to_string())?;
    }
    for (name, value) in &spec.options {
        player.set_option(name, value)?;
    }
    if let Some((name, _)) = spec.switches.first().filter(|_| spec.kind != OWN) {
        return Err(format!("switch.{name}: {} has no switches", spec.kind).into());
    }
    for (name, on) in &spec.switches {
        player.set_option(&format!("switch.{name}"), &on.to_string())?;
    }
    for (name, value) in &spec.parameters {
        player.set_option(&format!("param.{name}"), &value.to_string())?;
    }
    for (word, option) in WORDS {
        if let Some(value) = spec.word(word) {
            player.set_option(option, value)?;
        }
    }
    Ok(player)
}

/// Whether an option is one of an opening book.
fn is_of_book(name: &str) -> bool {
    name.to_lowercase().starts_with("book") || name.eq_ignore_ascii_case("OwnBook")
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
