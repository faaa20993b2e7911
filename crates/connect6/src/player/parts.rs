//! The searches and evaluations of an engine's player.

use super::{
    threat_search::{ThreatSearch, context},
    valuations::Valuations,
};
use crate::evaluation::{PatternTables, StoneWeights, Valuation, Weights, WeightsError};
use crate::search::StonePosition;
use crate::{Board, Rules};
use duiyi_engine::{Evaluating, EvaluationSource, MonteCarloPlayer, NamedEvaluation, Player, PlayerParts, SEARCHES};
use duiyi_game::files;
use duiyi_game::{Reason, Score};
use duiyi_search::{Evaluated, Playouts, Selection};
use std::sync::Arc;

/// The evaluations that an engine offers, the default first. The plain one has the values of stones
/// that the thesis prints (5.2.3), and no network; `pattern` is the thesis's own, a value for each
/// line of thirteen cells.
pub const EVALUATIONS: [&str; 3] = ["tuned", "plain", "pattern"];

/// The function that makes the tables of an evaluation, one of [`EVALUATIONS`]; for another name,
/// of the default.
pub fn valuation(evaluation: &str) -> fn(Rules) -> Valuation {
    match evaluation {
        "plain" => Valuation::plain,
        "pattern" => Valuation::pattern,
        _ => Valuation::usual,
    }
}

impl Evaluating<Board> for Valuations {
    /// Monte Carlo tree search tries the same stones as alpha-beta.
    fn player(&self, search: &str) -> Box<dyn Player<Board>> {
        let valuations = self.clone();
        let view = move |board: &Board| StonePosition::new(board.clone(), valuations.of(board.rules()));
        let evaluated = || Evaluated(|game: &StonePosition| game.position.evaluate());
        match search {
            "uct" => Box::new(MonteCarloPlayer::viewing(view, Selection::Uct, Playouts::<StonePosition>::new)),
            "puct" => Box::new(MonteCarloPlayer::viewing(view, Selection::Puct, evaluated)),
            _ => Box::new(ThreatSearch::with_valuations(self.clone())),
        }
    }

    fn static_score(&self, board: &Board) -> Score {
        self.score(board)
    }
}

/// Reads an evaluation from its text. The error contains the name of the file.
fn read<T>(source: EvaluationSource<'_>, parse: impl Fn(&str) -> Result<T, WeightsError>) -> Result<T, Reason> {
    match source {
        EvaluationSource::Text(text) => Ok(parse(text)?),
        EvaluationSource::File(path) => {
            let text = files::read_text(path, files::MAX_TEXT).map_err(|error| format!("{path}: {error}"))?;
            Ok(parse(&text).map_err(|error| format!("{path}: {error}"))?)
        }
    }
}

/// The searches and [evaluations](EVALUATIONS) of a game of the family, without a book. `tuned`
/// also reads weights from files, `pattern` values of stones or lines; a file is for Connect6.
pub fn parts(rules: Rules) -> PlayerParts<Board> {
    let named = |name| NamedEvaluation::new(name, move || Arc::new(Valuations::new(rules, valuation(name))));
    let [tuned, plain, pattern] = EVALUATIONS.map(named);
    let tuned = tuned.from_files(move |source| {
        let weights: Weights = read(source, str::parse)?;
        Ok(Arc::new(Valuations::new(rules, move |of| Valuation::of(of, &weights))))
    });
    let pattern = pattern.from_files(move |source| {
        let printed = PatternTables::new(Rules::CONNECT6, &StoneWeights::PRINTED);
        let printed = printed.ok_or("the lines of a table have at most thirteen cells")?;
        let tables = Arc::new(read(source, |text| printed.clone().with_values(text))?);
        let valuation = move |of| match of {
            Rules::CONNECT6 => Valuation::Patterns(Arc::clone(&tables)),
            other => Valuation::pattern(other),
        };
        Ok(Arc::new(Valuations::new(rules, valuation)))
    });
    PlayerParts::new(&SEARCHES, tuned).timing(context).evaluation(plain).evaluation(pattern)
}
