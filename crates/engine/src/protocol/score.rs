//! Scores in the terms of UCI and UCCI.

use super::ChessProtocol;
use duiyi_game::{MAX_PLY, Score};

/// A score in the terms of UCI and UCCI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrittenScore {
    /// Centipawns in UCI; UCCI's number without a unit.
    Value(i32),
    /// Moves to the mate; 0 or negative if the engine is mated. Only UCI has it.
    Mate(i32),
}

impl WrittenScore {
    /// A score of the engine in the terms of a protocol.
    ///
    /// In UCI a win by a rule is `cp 20000` minus its plies, and no evaluation is above `cp 19000`
    /// ([`Score::centipawns`]). In UCCI mates are 10,000 minus the plies, as in ElephantEye and as its front ends
    /// expect; wins by a rule are 9,850 minus the plies, below all mates; evaluations are at most 9,700.
    pub fn new(protocol: ChessProtocol, score: Score) -> WrittenScore {
        match (protocol, mate_moves(score)) {
            (ChessProtocol::Ucci, _) => WrittenScore::Value(ucci_score(score)),
            (ChessProtocol::Uci, Some(moves)) => WrittenScore::Mate(moves),
            (ChessProtocol::Uci, None) => WrittenScore::Value(score.centipawns().unwrap_or_default()),
        }
    }

    /// The score; a value is never a mate, since the engines that write mates as values agree on no scale.
    pub fn score(self) -> Score {
        match self {
            WrittenScore::Value(value) => Score::from_centipawns(value),
            WrittenScore::Mate(moves) => score_of_mate(moves),
        }
    }

    /// Formats the score: with UCI's unit or, in UCCI, without one.
    pub fn write(self, protocol: ChessProtocol) -> String {
        match (protocol, self) {
            (ChessProtocol::Ucci, WrittenScore::Value(number) | WrittenScore::Mate(number)) => number.to_string(),
            (ChessProtocol::Uci, WrittenScore::Value(value)) => format!("cp {value}"),
            // The engine is mated already: the sign says who.
            (ChessProtocol::Uci, WrittenScore::Mate(0)) => "mate -0".to_owned(),
            (ChessProtocol::Uci, WrittenScore::Mate(moves)) => format!("mate {moves}"),
        }
    }
}

/// The moves of a mate, as protocols and records count them; 0 or negative for the mated side, `None` for a score that
/// is not a mate. A mate in N moves takes 2N − 1 plies, and being mated in N moves takes 2N.
pub fn mate_moves(score: Score) -> Option<i32> {
    let plies = score.mate_distance()?;
    Some(if score > Score::ZERO { ((plies + 1) / 2).max(1) } else { plies / 2 })
}

/// A mate in a number of moves; being mated if 0 or negative. Mates beyond the range of scores are clamped.
pub fn score_of_mate(moves: i32) -> Score {
    let plies = |moves: u32| usize::try_from(moves).unwrap_or(MAX_PLY).saturating_mul(2).min(MAX_PLY);
    match moves {
        1.. => Score::mate_in(plies(moves.unsigned_abs()) - 1),
        _ => Score::mated_in(plies(moves.unsigned_abs())),
    }
}

/// A score in UCCI: a plain number ([`WrittenScore::new`]).
pub fn ucci_score(score: Score) -> i32 {
    const MATE: i32 = 10_000;
    const RULE: i32 = 9_850;
    const MOST: i32 = 9_700;
    let value = match (score.mate_distance(), score.rule_distance()) {
        (Some(plies), _) => MATE - plies.abs(),
        (None, Some(plies)) => (RULE - plies).max(MOST),
        (None, None) => score.get().abs().min(MOST),
    };
    score.get().signum() * value
}

#[cfg(test)]
mod tests {
    use super::*;

    fn uci_score(score: Score) -> String {
        WrittenScore::new(ChessProtocol::Uci, score).write(ChessProtocol::Uci)
    }

    #[test]
    fn scores_are_written_in_the_format_of_each_protocol() {
        assert_eq!(uci_score(Score::new(-35)), "cp -35");
        assert_eq!(uci_score(Score::mate_in(1)), "mate 1");
        assert_eq!(uci_score(Score::mate_in(5)), "mate 3");
        assert_eq!(uci_score(Score::mated_in(2)), "mate -1");
        assert_eq!(uci_score(Score::mated_in(0)), "mate -0");
        let ucci = |score| WrittenScore::new(ChessProtocol::Ucci, score).write(ChessProtocol::Ucci);
        assert_eq!([ucci(Score::new(-35)), ucci(Score::mated_in(4))], ["-35", "-9996"]);
        assert_eq!(ucci_score(Score::mate_in(3)), 9_997);
        assert_eq!(ucci_score(Score::mated_in(4)), -9_996);
        assert_eq!(ucci_score(Score::rule_loss(6)), -9_844);
        assert_eq!(ucci_score(Score::LIMIT), 9_700);
        assert_eq!(ucci_score(Score::new(12)), 12);
    }

    #[test]
    fn scores_at_their_limits_are_written() {
        assert_eq!([0, 1, -1, 900].map(|score| uci_score(Score::new(score))), ["cp 0", "cp 1", "cp -1", "cp 900"]);
        assert_eq!(
            [1, 2, 3, 4].map(|plies| uci_score(Score::mate_in(plies))),
            ["mate 1", "mate 1", "mate 2", "mate 2"]
        );
        assert_eq!(
            [1, 2, 3, 4].map(|plies| uci_score(Score::mated_in(plies))),
            ["mate -0", "mate -1", "mate -1", "mate -2"]
        );
        assert_eq!([0, -1, 9_700, -9_700].map(|score| ucci_score(Score::new(score))), [0, -1, 9_700, -9_700]);
        assert_eq!([Score::LIMIT, -Score::LIMIT].map(ucci_score), [9_700, -9_700]);
        assert_eq!([Score::mate_in(0), Score::mated_in(0)].map(ucci_score), [10_000, -10_000]);
        assert_eq!([Score::rule_loss(0), -Score::rule_loss(6)].map(ucci_score), [-9_850, 9_844]);
    }

    /// The place of a written UCI score in the order of scores: mates beyond all centipawns.
    fn place(text: &str) -> i32 {
        let (unit, number) = text.split_once(' ').expect("a unit");
        let value: i32 = number.parse().expect("a number");
        match unit {
            "cp" => value,
            _ if number.starts_with('-') => -100_000 - value,
            _ => 100_000 - value,
        }
    }

    #[test]
    fn no_written_score_is_out_of_range_or_out_of_order() {
        let scores = (-Score::INFINITE.get()..=Score::INFINITE.get()).map(Score::new);
        let (mut uci, mut ucci) = (i32::MIN, i32::MIN);
        for score in scores {
            let text = uci_score(score);
            let now = place(&text);
            assert!(now >= uci, "{score}: {text}");
            assert!(!text.starts_with("cp") || now.abs() <= 20_000, "{score}: {text}");
            assert_eq!(text.starts_with("mate"), score.is_mate(), "{score}: {text}");
            assert!(ucci_score(score) >= ucci && ucci_score(score).abs() <= 10_000, "{score}");
            (uci, ucci) = (now, ucci_score(score));
        }
        assert_eq!(uci_score(Score::rule_win(20)), "cp 19980");
        assert_eq!(uci_score(Score::rule_loss(20)), "cp -19980");
    }

    #[test]
    fn mates_are_counted_in_moves() {
        for moves in (-64..=64).filter(|&moves| moves != 0) {
            assert_eq!(mate_moves(score_of_mate(moves)), Some(moves));
        }
        assert_eq!(mate_moves(score_of_mate(0)), Some(0));
        assert!(score_of_mate(i32::MAX).is_mate() && score_of_mate(i32::MIN).is_mate());
        assert_eq!(mate_moves(Score::mate_in(4)), Some(2), "a turn of two stones is one move");
        assert_eq!(mate_moves(Score::rule_win(4)), None);
    }
}
