//! The players by Monte Carlo tree search: `uct` and `puct`.

use super::PlayerSpec;
use duiyi_game::{Game, Reason};
use duiyi_player::{MonteCarloPlayer, Player};
use duiyi_search::{Estimator, Heuristics, Selection};

/// By play-outs of legal moves.
pub(crate) const UCT: &str = "uct";
/// By an evaluation and priors.
pub(crate) const PUCT: &str = "puct";

/// Whether a name is one of these players.
pub(crate) fn is_named(kind: &str) -> bool {
    [UCT, PUCT].contains(&kind)
}

/// A player that searches what `view` makes of a position, with what its description asks for.
///
/// # Errors
/// What of the description it does not take.
pub(crate) fn player<G, S, E>(
    spec: &PlayerSpec,
    view: impl Fn(&G) -> S + Send + Sync + 'static,
    estimator: impl Fn() -> E + Send + Sync + 'static,
) -> Result<Box<dyn Player<G>>, Reason>
where
    G: Game + Clone + 'static,
    S: Heuristics<Move = G::Move> + Clone + Send + 'static,
    E: Estimator<S> + Send + 'static,
{
    let selection = if spec.kind == PUCT { Selection::Puct } else { Selection::Uct };
    let mut player = MonteCarloPlayer::viewing(view, selection, estimator);
    let seed = u32::try_from(spec.seed).map_err(|_| format!("seed={}: expected a number of 32 bits", spec.seed))?;
    player.set_option("Seed", &seed.to_string())?;
    for (name, value) in &spec.options {
        player.set_option(name, value)?;
    }
    if let Some((name, _)) = spec.switches.first() {
        return Err(format!("switch.{name}: {} has no switches", spec.kind).into());
    }
    for (name, value) in &spec.parameters {
        player.searcher.parameters.set(name, *value)?;
    }
    Ok(super::players::dressed(player, spec))
}

/// A player in one line.
pub(crate) fn describe(spec: &PlayerSpec) -> String {
    let hash = spec.option("Hash").unwrap_or_default();
    let text = format!("Monte Carlo tree search ({}) in this process, hash {hash} MiB, seed {}", spec.kind, spec.seed);
    text + &spec.other_options(&["Hash"]) + &spec.differences()
}
