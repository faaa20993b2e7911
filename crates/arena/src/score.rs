//! Scores of players in the forms of protocols and records.
//!
//! A record contains `{"cp":35}` or `{"mate":-4}`; centipawns are those of [`Score::centipawns`], so only explicit mates are mates.

use duiyi_engine::protocol::{mate_moves, score_of_mate};
use duiyi_game::Score;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The score as text: pawns with a sign, or `M` and moves: `+0.35`, `-M4`.
pub(crate) fn show(score: Score) -> String {
    match mate_moves(score) {
        Some(moves) => format!("{}M{}", if moves > 0 { '+' } else { '-' }, moves.unsigned_abs()),
        None => format!("{:+.2}", f64::from(score.centipawns().unwrap_or_default()) / 100.0),
    }
}

/// A score in a record.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Written {
    Cp(i32),
    Mate(i32),
}

/// Serialisation of an optional score.
pub(crate) mod option {
    use super::*;

    pub(crate) fn serialize<S: Serializer>(score: &Option<Score>, serializer: S) -> Result<S::Ok, S::Error> {
        let written = |score: Score| match score.centipawns() {
            Some(centipawns) => Written::Cp(centipawns),
            None => Written::Mate(mate_moves(score).unwrap_or_default()),
        };
        score.map(written).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Score>, D::Error> {
        let read = |written| match written {
            Written::Cp(centipawns) => Score::from_centipawns(centipawns),
            Written::Mate(moves) => score_of_mate(moves),
        };
        Ok(Option::<Written>::deserialize(deserializer)?.map(read))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Record {
        #[serde(default, skip_serializing_if = "Option::is_none", with = "option")]
        score: Option<Score>,
    }

    #[test]
    fn scores_in_records_keep_their_format() {
        for (json, score) in [
            (r#"{"score":{"cp":-35}}"#, Some(Score::new(-35))),
            (r#"{"score":{"cp":19995}}"#, Some(Score::rule_win(5))),
            (r#"{"score":{"mate":1}}"#, Some(Score::mate_in(1))),
            (r#"{"score":{"mate":4}}"#, Some(Score::mate_in(7))),
            (r#"{"score":{"mate":-4}}"#, Some(Score::mated_in(8))),
            (r#"{"score":{"mate":0}}"#, Some(Score::mated_in(0))),
            ("{}", None),
        ] {
            let record = Record { score };
            assert_eq!(serde_json::from_str::<Record>(json).expect("reads"), record, "{json}");
            assert_eq!(serde_json::to_string(&record).expect("writes"), json);
        }
        let read = |json| serde_json::from_str::<Record>(json).map(|record| record.score);
        assert_eq!(
            read(r#"{"score":{"cp":31990}}"#).expect("reads"),
            Some(Score::RULE),
            "centipawns never become a mate"
        );
        assert_eq!(read(r#"{"score":{"mate":-99}}"#).expect("reads"), Some(Score::mated_in(duiyi_game::MAX_PLY)));
        assert!(read(r#"{"score":{"elo":3}}"#).is_err());
    }

    #[test]
    fn scores_are_shown_in_pawns_and_moves() {
        for (score, text) in [
            (Score::new(35), "+0.35"),
            (Score::new(-7), "-0.07"),
            (score_of_mate(3), "+M3"),
            (score_of_mate(-4), "-M4"),
            (Score::mated_in(0), "-M0"),
            (Score::ZERO, "+0.00"),
            (Score::rule_loss(20), "-199.80"),
        ] {
            assert_eq!(show(score), text);
        }
    }
}
