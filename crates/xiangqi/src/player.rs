//! The searches and evaluations of the player of xiangqi.

use crate::{Evaluation, NetworkEvaluation, PieceKind, ThesisEvaluation, Weights, Xiangqi, see::EXCHANGE_VALUES};
use duiyi_engine::{
    Evaluating, EvaluationSource, NamedEvaluation, PlayerParts, RatingScale, SEARCHES, rated_searches_by, searches_by,
};
use duiyi_game::{Reason, Score, Side, files};
use std::sync::Arc;

pub use crate::timing::context;

/// The evaluation by a network, the default.
pub const NETWORK: &str = "network";
/// The sum of named terms, tuned on games.
pub const TUNED: &str = "tuned";
/// The evaluation of the ZMBL thesis.
pub const THESIS: &str = "thesis";
/// The sum of named terms with values set by hand, before tuning; not announced to front ends.
pub const BY_HAND: &str = "hand";
/// The evaluation that only counts [`material`].
pub const MATERIAL: &str = "material";

/// The evaluations that an engine announces, the default first.
pub const EVALUATIONS: [&str; 3] = [NETWORK, TUNED, THESIS];

/// The strength of the levels of `Skill Level` in Elo, with the default evaluation; random moves have
/// 0. `docs/data/levels.csv` has the same numbers with their errors; a test compares them.
pub const LEVELS: RatingScale = RatingScale::new(&[
    476, 658, 863, 1068, 1232, 1459, 1652, 1821, 1969, 2207, 2413, 2537, 2552, 2708, 2864, 2944, 3019, 3089, 3154, 3214,
]);

/// Whether a level played games for [`LEVELS`]; the ratings of the others are estimates.
pub fn is_measured(level: u32) -> bool {
    level <= 12 || level == 14
}

/// Reads a network from a file.
///
/// # Errors
/// If the file cannot be read, or does not contain a network for xiangqi.
pub fn read_network(path: &str) -> Result<NetworkEvaluation, Reason> {
    let bytes = files::read(path, files::MAX_TEXT).map_err(|error| format!("{path}: {error}"))?;
    NetworkEvaluation::from_bytes(&bytes).map_err(|error| format!("{path}: {error}").into())
}

/// Reads the weights of the tuned evaluation from a file or a text.
///
/// # Errors
/// If the file cannot be read, or does not contain a list of weights.
pub fn read_weights(source: EvaluationSource<'_>) -> Result<Arc<Weights>, Reason> {
    let weights: Weights = match source {
        EvaluationSource::Text(text) => text.parse().map_err(|error| format!("the weights: {error}"))?,
        EvaluationSource::File(path) => {
            let text = files::read_text(path, files::MAX_TEXT).map_err(|error| format!("{path}: {error}"))?;
            text.parse().map_err(|error| format!("{path}: {error}"))?
        }
    };
    Ok(Arc::new(weights))
}

fn by_network(network: NetworkEvaluation) -> Arc<dyn Evaluating<Xiangqi>> {
    rated_searches_by(LEVELS, move || network.clone())
}

fn by_weights(weights: Arc<Weights>) -> Arc<dyn Evaluating<Xiangqi>> {
    rated_searches_by(LEVELS, move || Evaluation::with_weights(Arc::clone(&weights)))
}

/// The material of the side to move minus that of the other side: an evaluation that costs as little as possible.
pub fn material(game: &Xiangqi) -> Score {
    let position = game.position();
    let of = |side: Side| -> i32 {
        PieceKind::ALL
            .iter()
            .filter(|&&kind| kind != PieceKind::King)
            .map(|&kind| position.squares_of(side, kind).count() as i32 * EXCHANGE_VALUES[kind.index()])
            .sum()
    };
    let mover = position.side_to_move();
    Score::new(of(mover) - of(!mover))
}

/// The searches and evaluations of xiangqi, without a book: [`NETWORK`], [`TUNED`] and [`THESIS`],
/// and [`BY_HAND`] and [`MATERIAL`] for comparisons. Files can replace the network and the tuned weights.
pub fn parts() -> PlayerParts<Xiangqi> {
    let network = NamedEvaluation::new(NETWORK, || by_network(NetworkEvaluation::built_in()));
    let network = network.from_files(|source| match source {
        EvaluationSource::File(path) => Ok(by_network(read_network(path)?)),
        EvaluationSource::Text(_) => Err("a network is read from a file, not from a text".into()),
    });
    let network = network.ending(".nnue");
    let tuned = NamedEvaluation::new(TUNED, || by_weights(Weights::tuned()));
    let tuned = tuned.from_files(|source| Ok(by_weights(read_weights(source)?)));
    let thesis = NamedEvaluation::new(THESIS, || rated_searches_by(LEVELS, ThesisEvaluation::new));
    let by_hand = NamedEvaluation::new(BY_HAND, || by_weights(Arc::new(Weights::by_hand()))).hidden();
    let by_material = NamedEvaluation::new(MATERIAL, || searches_by(|| material)).hidden();
    let parts = PlayerParts::new(&SEARCHES, network).evaluation(tuned).evaluation(thesis);
    let parts = parts.evaluation(by_hand).evaluation(by_material).timing(context);
    #[cfg(feature = "endgame")]
    let parts = parts.endgames(Arc::new(|path| match crate::endgame::EndgameFolder::open(path) {
        Ok(folder) => Ok(Arc::new(folder)),
        Err(error) => Err(error.to_string()),
    }));
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Move;
    use duiyi_engine::{EnginePlayer, OptionError, OptionKind, Player, Request};
    use duiyi_game::History;
    use duiyi_search::{LimitControl, Limits, StopHandle};
    use std::fs;

    const WITHOUT_A_ROOK: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/1NBAKABNR w - - 0 1";

    fn score(player: &mut dyn Player<Xiangqi>) -> i32 {
        let game = Xiangqi::new(WITHOUT_A_ROOK.parse().unwrap());
        player.inspect().unwrap().static_score(&game).unwrap().get()
    }

    #[test]
    fn the_evaluation_is_chosen_by_name() {
        let mut player = EnginePlayer::new(parts().into());
        let scores = [NETWORK, TUNED, THESIS, BY_HAND, MATERIAL].map(|name| {
            player.set_option("evaluation", name).unwrap();
            score(&mut player)
        });
        assert!(scores.iter().all(|score| (-2500..-300).contains(score)), "a rook less: {scores:?}");
        assert!((1..5).all(|at| !scores[..at].contains(&scores[at])), "{scores:?}");
        let error = player.set_option("Evaluation", "none").unwrap_err().to_string();
        assert_eq!(error, "option Evaluation does not take 'none'; expected network, tuned or thesis");
    }

    #[test]
    fn an_invalid_network_file_is_refused_and_changes_nothing() {
        let path = std::env::temp_dir().join(format!("duiyi-network-{}.nnue", std::process::id()));
        let name = path.to_str().unwrap();
        let mut player = EnginePlayer::new(parts().into());
        let before = score(&mut player);
        let good = NetworkEvaluation::built_in().parameters().to_bytes();
        for bad in [&b"nothing"[..], &good[..good.len() - 1], &good[..100]] {
            fs::write(&path, bad).unwrap();
            let error = player.set_option("EvalFile", name).unwrap_err();
            assert!(matches!(error, OptionError::File { .. }), "{error}");
            assert_eq!(score(&mut player), before);
        }
        // The same network from a file, with another scale: all scores change.
        let mut float = NetworkEvaluation::built_in().parameters().to_float();
        float.scale *= 2.0;
        let doubled = float.quantise(NetworkEvaluation::built_in().parameters().origin().clone()).unwrap();
        fs::write(&path, doubled.to_bytes()).unwrap();
        // While an evaluation without files is selected, the file is kept for the network.
        player.set_option("Evaluation", THESIS).unwrap();
        let thesis = score(&mut player);
        player.set_option("EvalFile", name).unwrap();
        assert_eq!(score(&mut player), thesis);
        player.set_option("Evaluation", NETWORK).unwrap();
        assert!((score(&mut player) - 2 * before).abs() <= 4, "{} {before}", score(&mut player));
        player.set_option("evalfile", "").unwrap();
        assert_eq!(score(&mut player), before);
        fs::remove_file(&path).unwrap();
    }

    /// One option changes what another has set, so that their order matters.
    #[test]
    fn options_keep_their_order_when_the_evaluation_changes() {
        let mut player = EnginePlayer::new(parts().into());
        let nodes = |player: &mut EnginePlayer<Xiangqi>| {
            let game = History::new(Xiangqi::default());
            player.new_game(game.now());
            let mut control = LimitControl::new(Limits::depth(7), StopHandle::new());
            let (allowed, observer) = (&|_: &[Move]| true, &mut ());
            let request = &mut Request { game: &game, allowed, control: &mut control, observer };
            player.decide(request).unwrap().nodes
        };
        for (name, value) in [("switch.null_move", "false"), ("Pruning", "small"), ("switch.null_move", "true")] {
            player.set_option(name, value).unwrap();
        }
        let before = nodes(&mut player);
        player.set_option("switch.null_move", "false").unwrap();
        assert_ne!(nodes(&mut player), before);
        player.set_option("switch.null_move", "true").unwrap();
        for evaluation in [MATERIAL, NETWORK] {
            player.set_option("Evaluation", evaluation).unwrap();
        }
        assert_eq!(nodes(&mut player), before);
    }

    #[test]
    fn levels_are_rated_in_ascending_order() {
        let ratings: Vec<i32> = (0..20).filter_map(|level| LEVELS.elo(level)).collect();
        assert!(ratings.len() == 20 && ratings.is_sorted(), "{ratings:?}");
        assert!(!is_measured(20), "full strength has no rating");
        let player = EnginePlayer::new(parts().into());
        let elo = player.options().iter().find(|option| option.is_named("UCI_Elo")).unwrap();
        let [min, max] = [ratings[0], ratings[19]].map(i64::from);
        assert_eq!(elo.kind, OptionKind::Spin { default: min, min, max });
    }

    #[test]
    fn weights_are_read_from_a_text() {
        let mut player = EnginePlayer::new(parts().into());
        let text = Weights::by_hand().to_string();
        player.take_evaluation(TUNED, Some(EvaluationSource::Text(&text))).unwrap();
        let given = score(&mut player);
        player.take_evaluation(BY_HAND, None).unwrap();
        assert_eq!(score(&mut player), given);
        assert!(player.take_evaluation(TUNED, Some(EvaluationSource::Text("rubbish"))).is_err());
        assert_eq!(score(&mut player), given);
    }
}
