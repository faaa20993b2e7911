//! Connect6 in the laboratory, for the tuners.

mod individual;

pub(crate) use individual::{Individual, Reached, ShapeSums};

use super::{EvaluationSpec, LabGame, PlayerSpec, players::engine_player};
use duiyi_connect6::{
    Board, Rules,
    evaluation::{Valuation, Weights},
    kit::{kit, stones},
    player::{Valuations, context},
};
use duiyi_engine::{NamedEvaluation, Player, PlayerParts, SEARCHES};
use duiyi_game::Reason;
use std::sync::Arc;

/// The game Connect6.
pub(crate) fn game() -> LabGame<Board> {
    LabGame::with_stones(kit("connect6", Rules::CONNECT6))
}

/// The weights of an evaluation: `tuned`, `plain`, or from a file.
pub(crate) fn weights(evaluation: &EvaluationSpec) -> Result<Weights, Reason> {
    game().with_weights(evaluation, stones::weights)
}

/// The player of a description, but with these tables.
///
/// # Errors
/// The part of the description that the player does not support.
pub(crate) fn player_by(valuation: Valuation, spec: &PlayerSpec) -> Result<Box<dyn Player<Board>>, Reason> {
    let rules = valuation.rules();
    let given = move |of| if of == rules { valuation.clone() } else { Valuation::usual(of) };
    let given = Arc::new(Valuations::new(rules, given));
    let evaluation = NamedEvaluation::new("given", move || given.clone());
    let parts = PlayerParts::new(&SEARCHES, evaluation).timing(context);
    Ok(Box::new(engine_player(Arc::new(parts), spec)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_measures_the_player_of_the_engine() {
        let positions = duiyi_connect6::kit::bench_positions();
        let nodes = |player: &mut dyn Player<Board>| {
            player.set_option("Hash", "16").expect("a size");
            duiyi_engine::bench(player, &positions[..3], 4, |_| {}).nodes
        };
        for evaluation in ["tuned", "plain", "pattern"] {
            let spec = PlayerSpec { evaluation: EvaluationSpec::named(evaluation), ..PlayerSpec::default() };
            let mut measured = game().player(&spec).expect("a player");
            let mut of_engine = duiyi_connect6::kit::player(Rules::CONNECT6);
            of_engine.set_option("Evaluation", evaluation).expect("an evaluation");
            assert_eq!(nodes(&mut *measured), nodes(&mut *of_engine), "{evaluation}");
        }
    }
}
