//! Connect Four ([`ConnectFour`]), and what follows from its description.
#![forbid(unsafe_code)]

mod game;
mod knowledge;
mod network;

pub use game::{ConnectFour, evaluate};
pub use network::Stones;

use duiyi_engine::Setup;
use duiyi_kit::{GameKit, Tuning};
use duiyi_nnue::Network;
use duiyi_player::{EvaluationSource, NamedEvaluation, Player, PlayerParts, SEARCHES, SearchPlayer, searches_by};
use duiyi_search::{Notation, Reason, Stateless};

/// The openings of matches: a game from each first move.
pub const OPENINGS: &str = "moves a\nmoves b\nmoves c\nmoves d\nmoves e\nmoves f\nmoves g\n";

/// The search, with the evaluation of this game.
pub fn player() -> Box<dyn Player<ConnectFour>> {
    Box::new(SearchPlayer::new(|| Stateless(evaluate)))
}

/// The engine.
///
/// # Errors
/// If there are no such rules.
pub fn setup(rules: &str) -> Result<Setup<ConnectFour>, Reason> {
    let start = ConnectFour::begin(rules)?;
    let bench = vec![("start".to_owned(), start)];
    Ok(Setup { start, player: Box::new(player), bench, protocol: None, turn_time: None, on_game_end: None })
}

/// Everything that programs need to know about the game. It is evaluated by hand, or by a network for
/// its [stones](Stones) from the file of the option `EvalFile`.
pub fn kit() -> GameKit<ConnectFour> {
    let evaluation = NamedEvaluation::new("hand", || searches_by(|| Stateless(evaluate))).from_files(|source| {
        let EvaluationSource::File(path) = source else { return Err("expected the file of a network".into()) };
        let bytes = std::fs::read(path).map_err(|error| format!("{path}: {error}"))?;
        let network = Network::<Stones>::from_bytes(&bytes).map_err(|error| format!("{path}: {error}"))?;
        Ok(searches_by(move || network.clone()))
    });
    GameKit::new("connect-four", ConnectFour::default(), PlayerParts::new(&SEARCHES, evaluation))
        .titles("Connect Four", "四子棋")
        .tuning(Tuning::default().network::<Stones>())
}
