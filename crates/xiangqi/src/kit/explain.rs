//! Explanations of static scores.

use super::books::player;
use crate::{
    Evaluation, NetworkEvaluation, PieceKind, Position, Side, Student, Xiangqi,
    player::{NETWORK, TUNED},
};
use duiyi_engine::OptionKind;
use std::fmt::Write;

/// Explains the static scores of one evaluation: the tuned one by its terms, the network by the
/// value of each piece to its side and by the terms of its [`Student`], other ones by their score alone.
///
/// The values of the pieces are exact. If the student refuses, the reason and the terms of the tuned
/// evaluation follow.
pub struct Explainer(By);

enum By {
    Terms,
    Network(Box<NetworkEvaluation>),
    Score(String),
}

/// The option of the player that chooses the evaluation.
const EVALUATION: &str = "Evaluation";

impl Explainer {
    /// Explains one of the [evaluations](crate::player::EVALUATIONS); `network` defaults to that of
    /// the program.
    pub fn new(evaluation: &str, network: Option<NetworkEvaluation>) -> Explainer {
        Explainer(match evaluation {
            TUNED => By::Terms,
            NETWORK => By::Network(Box::new(network.unwrap_or_else(NetworkEvaluation::built_in))),
            other => By::Score(other.to_owned()),
        })
    }

    /// Explains the default evaluation of the player.
    pub fn usual() -> Explainer {
        let player = player();
        let usual = player.options().iter().find_map(|option| match &option.kind {
            OptionKind::Combo { default, .. } if option.is_named(EVALUATION) => Some(default.as_str()),
            _ => None,
        });
        Explainer::new(usual.unwrap_or_default(), None)
    }

    /// The explanation of the static score of a position, and the number of legal moves by kind of piece.
    pub fn explain(&self, game: &Xiangqi) -> String {
        let text = self.explain_score(game);
        format!("{}\n\n{}", text.trim_end(), legal_moves(game.position()))
    }

    fn explain_score(&self, game: &Xiangqi) -> String {
        let terms = || Evaluation::new().explain(game.position());
        match &self.0 {
            By::Terms => terms().to_string(),
            By::Network(network) => {
                let by_pieces = by_pieces(network, game.position());
                match Student::built_in().explain(network, game.position()) {
                    Ok(explanation) => format!("{by_pieces}\nThe score of the network, by terms:\n\n{explanation}"),
                    Err(refusal) => format!(
                        "{by_pieces}\nThe score of the network cannot be explained by terms: {refusal}.\n\
                         The tuned evaluation, by terms:\n\n{}",
                        terms()
                    ),
                }
            }
            By::Score(evaluation) => {
                let mut player = player();
                // An unknown name leaves the default evaluation.
                let _ = player.set_option(EVALUATION, evaluation);
                format!("score {}", player.inspect().and_then(|player| player.static_score(game)).unwrap_or_default())
            }
        }
    }
}

/// The number of legal moves, and of those of each kind of piece that has any.
fn legal_moves(position: &Position) -> String {
    let counts = position.count_legal_by_kind();
    let of_kind = |kind: &PieceKind| (kind.name(), counts[kind.index()]);
    let moving = PieceKind::ALL.iter().map(of_kind).filter(|&(_, count)| count > 0);
    let list: Vec<String> = moving.map(|(name, count)| format!("{name} {count}")).collect();
    let separator = if list.is_empty() { "" } else { ": " };
    format!("{} legal moves{separator}{}", counts.iter().sum::<u32>(), list.join(", "))
}

/// The score of the network, and the loss of each side's score when one of its pieces is removed.
fn by_pieces(network: &NetworkEvaluation, position: &Position) -> String {
    let mut text = format!("score {} for the side to move, by the network\n", network.of(position));
    text += "The loss of a side's score without one of its pieces, exactly:\n\n";
    let worth = network.worth(position);
    for color in Side::BOTH {
        let _ = writeln!(text, "{}", crate::side_name(color));
        for &(square, loss) in &worth {
            let Some(piece) = position.piece_at(square).filter(|piece| piece.color == color) else { continue };
            let _ = writeln!(text, "  {:<9}{square}{loss:>7}", piece.kind.name());
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::EVALUATIONS;
    use duiyi_engine::Player;

    /// Row B-5b of docs/sources.md.
    #[test]
    fn b5b_the_legal_moves_are_listed_by_kind_of_piece() {
        let said = |fen: &str| Explainer::new(TUNED, None).explain(&Xiangqi::new(fen.parse().unwrap()));
        let initial = "44 legal moves: king 1, advisor 2, elephant 4, horse 4, rook 4, cannon 24, pawn 5";
        assert!(said("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w").ends_with(initial));
        assert!(said("4k4/9/9/9/9/9/9/4r4/9/4KA3 w").ends_with("\n\n2 legal moves: king 1, advisor 1"));
        assert!(said("3k5/4P4/9/9/9/9/9/9/9/4K4 b").ends_with("\n\n0 legal moves"));
    }

    #[test]
    fn each_evaluation_is_explained_by_its_own_score() {
        let game = Xiangqi::new("3ak4/4a4/9/9/r8/9/9/9/4A4/R3KA3 w - - 0 1".parse().unwrap());
        let said = |evaluation: &str| Explainer::new(evaluation, None).explain(&game);
        // With a sign or without one.
        let contains_score = |text: &str, player: &mut dyn Player<Xiangqi>| {
            let score = player.inspect().unwrap().static_score(&game).unwrap();
            [format!("score {score}"), format!("score {}", score.get())].iter().any(|score| text.contains(score))
        };
        for evaluation in EVALUATIONS {
            let mut player = player();
            player.set_option(EVALUATION, evaluation).unwrap();
            assert!(contains_score(&said(evaluation), &mut *player), "{evaluation}: {}", said(evaluation));
        }
        assert!(said(NETWORK).contains("rook     a0") && said(TUNED).starts_with(' '));
        // The network's explanation contains the tuned score too, so the texts are compared.
        let score = |options: &[(&str, &str)]| {
            let mut player = player();
            options.iter().for_each(|(name, value)| player.set_option(name, value).unwrap());
            player.inspect().unwrap().static_score(&game)
        };
        let usual = EVALUATIONS.into_iter().find(|evaluation| score(&[(EVALUATION, evaluation)]) == score(&[]));
        assert_eq!(Explainer::usual().explain(&game), said(usual.unwrap()));
        assert_ne!(said(NETWORK), said("thesis"));
    }
}
