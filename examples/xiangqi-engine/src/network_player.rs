//! A player whose evaluation can be a network, from the program or from a file.

use crate::searches::searching;
use duiyi_player::{Alternatives, Choice, Decision, OptionError, OptionSpec, Player, Probe, Request, TableError};
use duiyi_search::{Reason, Score};
use duiyi_xiangqi::{Evaluation, Move, NetworkEvaluation, ThesisEvaluation, Xiangqi};
use std::{
    fs,
    path::Path,
    sync::{Arc, Mutex, PoisonError},
};

/// Evaluation by a network, the usual one.
pub const NETWORK: &str = "network";

/// The sum of named terms, tuned on games.
pub const TUNED: &str = "tuned";

/// The sum of the thesis.
const THESIS: &str = "thesis";

/// The evaluations that a player can have, the usual one first.
pub const EVALUATIONS: [&str; 3] = [NETWORK, TUNED, THESIS];

/// The option that names the file of a network.
const EVAL_FILE: &str = "EvalFile";

/// The option that chooses the evaluation.
const EVALUATION: &str = "Evaluation";

/// Reads the network of a file.
///
/// # Errors
/// If the file can't be read, or is not a network for xiangqi.
pub fn read_network(path: &str) -> Result<NetworkEvaluation, Reason> {
    let bytes = fs::read(path).map_err(|error| format!("{path}: {error}"))?;
    NetworkEvaluation::from_bytes(&bytes).map_err(|error| format!("{path}: {error}").into())
}

/// The network that players are made with.
type Shared = Arc<Mutex<NetworkEvaluation>>;

fn of(shared: &Shared) -> NetworkEvaluation {
    shared.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// A search with one of the [evaluations](EVALUATIONS), chosen by the option `Evaluation`; the
/// option `EvalFile` names the file of another network than the program's own.
pub(crate) fn player() -> Box<dyn Player<Xiangqi>> {
    let network: Shared = Arc::new(Mutex::new(NetworkEvaluation::built_in()));
    let shared = Arc::clone(&network);
    let by_network: Choice<Xiangqi> = (
        NETWORK,
        Box::new(move || {
            let evaluation = of(&shared);
            searching(move || evaluation.clone())
        }),
    );
    let tuned: Choice<Xiangqi> = (TUNED, Box::new(|| searching(Evaluation::new)));
    let thesis: Choice<Xiangqi> = (THESIS, Box::new(|| searching(ThesisEvaluation::new)));
    let inner = Alternatives::new(EVALUATION, by_network, [tuned, thesis]);
    let mut options = inner.options().to_vec();
    options.push(OptionSpec::text(EVAL_FILE));
    Box::new(NetworkPlayer { inner, network, chosen: true, options })
}

/// [`Alternatives`] with the option that names the file.
struct NetworkPlayer {
    inner: Alternatives<Xiangqi>,
    network: Shared,
    /// Whether the network is the evaluation.
    chosen: bool,
    options: Vec<OptionSpec>,
}

impl NetworkPlayer {
    /// Takes another network; on an error the one before stays.
    fn take_file(&mut self, path: &str) -> Result<(), OptionError> {
        let network = match path {
            "" | "<empty>" => NetworkEvaluation::built_in(),
            path => read_network(path)
                .map_err(|reason| OptionError::File { name: EVAL_FILE.to_owned(), reason: reason.to_string() })?,
        };
        *self.network.lock().unwrap_or_else(PoisonError::into_inner) = network;
        if self.chosen {
            // A player keeps the evaluation that it was made with.
            self.inner.set_option(EVALUATION, TUNED)?;
            self.inner.set_option(EVALUATION, NETWORK)?;
        }
        Ok(())
    }
}

impl Player<Xiangqi> for NetworkPlayer {
    fn new_game(&mut self, start: &Xiangqi) {
        self.inner.new_game(start);
    }

    fn options(&self) -> &[OptionSpec] {
        &self.options
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        if name.eq_ignore_ascii_case(EVAL_FILE) {
            return self.take_file(value);
        }
        if !self.options.iter().any(|option| option.is_named(name)) {
            return Err(OptionError::unknown(name, &self.options));
        }
        self.inner.set_option(name, value)?;
        if name.eq_ignore_ascii_case(EVALUATION) {
            self.chosen = value.eq_ignore_ascii_case(NETWORK);
        }
        Ok(())
    }

    fn decide(&mut self, request: &mut Request<'_, Xiangqi>) -> Option<Decision<Move>> {
        self.inner.decide(request)
    }

    fn is_at_full_strength(&self) -> bool {
        self.inner.is_at_full_strength()
    }

    fn static_score(&mut self, game: &Xiangqi) -> Option<Score> {
        self.inner.static_score(game)
    }

    fn probe(&self) -> Option<Probe<Xiangqi>> {
        self.inner.probe()
    }

    fn save_table(&self, path: &Path, identity: u64) -> Result<(), TableError> {
        self.inner.save_table(path, identity)
    }

    fn load_table(&mut self, path: &Path, identity: u64) -> Result<(), TableError> {
        self.inner.load_table(path, identity)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(player: &mut dyn Player<Xiangqi>) -> i32 {
        let fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/1NBAKABNR w - - 0 1";
        player.static_score(&Xiangqi::new(fen.parse().unwrap())).unwrap().get()
    }

    #[test]
    fn the_evaluation_is_chosen_by_name() {
        let mut player = player();
        let scores = EVALUATIONS.map(|name| {
            player.set_option("evaluation", name).unwrap();
            score(&mut *player)
        });
        // A rook less, whoever judges.
        assert!(scores.iter().all(|score| (-2500..-300).contains(score)), "{scores:?}");
        assert!(scores[0] != scores[1] && scores[1] != scores[2] && scores[0] != scores[2], "{scores:?}");
    }

    #[test]
    fn a_file_that_is_no_network_changes_nothing() {
        let path = std::env::temp_dir().join(format!("duiyi-network-{}.nnue", std::process::id()));
        let name = path.to_str().unwrap();
        let mut player = player();
        player.set_option("Evaluation", "network").unwrap();
        let before = score(&mut *player);
        let good = NetworkEvaluation::built_in().parameters().to_bytes();
        for bad in [&b"nothing"[..], &good[..good.len() - 1], &good[..100]] {
            fs::write(&path, bad).unwrap();
            let error = player.set_option("EvalFile", name).unwrap_err();
            assert!(matches!(error, OptionError::File { .. }), "{error}");
            assert_eq!(score(&mut *player), before);
        }
        // The same network from a file, with another scale: all scores change.
        let mut float = NetworkEvaluation::built_in().parameters().to_float();
        float.scale *= 2.0;
        let doubled = float.quantise(NetworkEvaluation::built_in().parameters().origin().clone()).unwrap();
        fs::write(&path, doubled.to_bytes()).unwrap();
        player.set_option("EvalFile", name).unwrap();
        assert!((score(&mut *player) - 2 * before).abs() <= 4, "{} {before}", score(&mut *player));
        player.set_option("evalfile", "").unwrap();
        assert_eq!(score(&mut *player), before);
        fs::remove_file(&path).unwrap();
    }
}
