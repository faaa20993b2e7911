//! The kit of Connect Four.

use crate::{ConnectFour, Stones, evaluate, page::page};
use duiyi_engine::{EvaluationSource, NamedEvaluation, PlayerParts, SEARCHES, searches_by};
use duiyi_kit::{GameKit, Tuning};
use duiyi_nnue::Network;

/// The kit of the game, for all programs. Positions are evaluated by hand, or by a network with the
/// inputs [`Stones`] from the file of the option `EvalFile`.
pub fn kit() -> GameKit<ConnectFour> {
    let evaluation = NamedEvaluation::new("hand", || searches_by(|| evaluate)).from_files(|source| {
        let EvaluationSource::File(path) = source else { return Err("expected the file of a network".into()) };
        let bytes =
            duiyi::game::files::read(path, duiyi::game::files::MAX_TEXT).map_err(|error| format!("{path}: {error}"))?;
        let network = Network::<Stones>::from_bytes(&bytes).map_err(|error| format!("{path}: {error}"))?;
        Ok(searches_by(move || network.clone()))
    });
    let kit = GameKit {
        titles: ["Connect Four", "四子棋"],
        page: |_| page(),
        tuning: Tuning::default().network::<Stones>(),
        ..GameKit::new("connect-four", ConnectFour::default(), PlayerParts::new(&SEARCHES, evaluation))
    };
    kit.learning()
}
