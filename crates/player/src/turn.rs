//! Whole turns from searches of single moves.

use crate::Decision;
use duiyi_game::Game;

/// Completes a turn of several moves with the principal variation; if that is too short, `search` is
/// called again. `now` is the position of the decision, whose turn has its first move.
pub(crate) fn completed<G: Game>(
    mut now: G,
    mut decision: Decision<G::Move>,
    mut search: impl FnMut(&mut G) -> Option<Decision<G::Move>>,
) -> Decision<G::Move> {
    let side = now.side_to_move();
    let mut made = 0;
    loop {
        while made < decision.turn.len() {
            now.make(decision.turn[made]);
            made += 1;
        }
        if G::ALTERNATES || now.side_to_move() != side || now.outcome().is_some() {
            return decision;
        }
        match decision.line.get(made) {
            Some(&mv) if now.is_legal(mv) => decision.turn.push(mv),
            _ => {
                let Some(rest) = search(&mut now) else { return decision };
                decision.nodes += rest.nodes;
                decision.turn.push(rest.turn[0]);
                decision.line.truncate(made);
                decision.line.extend(rest.line);
            }
        }
    }
}
