//! The searches that a player can be by.

use duiyi_player::{Alternatives, Choice, MonteCarloPlayer, Player, SearchPlayer};
use duiyi_search::{Evaluated, Evaluator, Playouts, Selection};
use duiyi_xiangqi::Xiangqi;

/// The searches that a player can be by, the usual one first: alpha-beta, Monte Carlo tree search by
/// play-outs of legal moves, and the same by evaluation and priors.
pub const SEARCHES: [&str; 3] = ["alpha_beta", "uct", "puct"];

/// A player by one of the [searches](SEARCHES), chosen by the option `Search`, with an evaluation.
pub(crate) fn searching<E>(evaluation: impl Fn() -> E + Clone + Send + Sync + 'static) -> Box<dyn Player<Xiangqi>>
where
    E: Evaluator<Xiangqi> + Send + 'static,
{
    let by_alpha_beta = evaluation.clone();
    let alpha_beta: Choice<Xiangqi> =
        (SEARCHES[0], Box::new(move || Box::new(SearchPlayer::new(by_alpha_beta.clone()))));
    let uct: Choice<Xiangqi> =
        (SEARCHES[1], Box::new(|| Box::new(MonteCarloPlayer::new(Selection::Uct, Playouts::<Xiangqi>::new))));
    let by_evaluation = move || {
        let evaluation = evaluation.clone();
        MonteCarloPlayer::new(Selection::Puct, move || Evaluated(evaluation()))
    };
    let puct: Choice<Xiangqi> = (SEARCHES[2], Box::new(move || Box::new(by_evaluation())));
    Box::new(Alternatives::new("Search", alpha_beta, [uct, puct]))
}
