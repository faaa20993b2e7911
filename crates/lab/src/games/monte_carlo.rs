//! The players by Monte Carlo tree search: `uct` and `puct`.

use super::PlayerSpec;

/// By play-outs of legal moves.
pub(crate) const UCT: &str = "uct";
/// By an evaluation and priors.
pub(crate) const PUCT: &str = "puct";

/// Whether a name is one of these players.
pub(crate) fn is_named(kind: &str) -> bool {
    [UCT, PUCT].contains(&kind)
}

/// A player in one line.
pub(crate) fn describe(spec: &PlayerSpec) -> String {
    let hash = spec.option("Hash").unwrap_or_default();
    let text = format!("Monte Carlo tree search ({}) in this process, hash {hash} MiB, seed {}", spec.kind, spec.seed);
    text + &spec.other_options(&["Hash"]) + &spec.differences()
}
