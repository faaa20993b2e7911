//! The notations by name.

use crate::failure::Failure;
use duiyi_game::{Notation as _, SecondSpelling};
use duiyi_xiangqi::{
    Move, Position, Xiangqi,
    notation::{ChineseStyle, DigitWidth, Notation, ReadMoveError, Script, WxfSpelling},
};

/// A notation, or coordinates with ranks from 1 to 10.
#[derive(Clone, Copy)]
pub(crate) enum Writing {
    Of(Notation),
    RanksFromOne(SecondSpelling),
}

const fn chinese(script: Script, digits: DigitWidth) -> Notation {
    Notation::Chinese(ChineseStyle { script, digits })
}

/// The names in the Python and JavaScript packages.
const NAMES: [(&str, Notation); 8] = [
    ("coordinates", Notation::Coordinates),
    ("iccs", Notation::Iccs),
    ("wxf", Notation::Wxf(WxfSpelling::Axf)),
    ("wxf-xqbase", Notation::Wxf(WxfSpelling::Xqbase)),
    ("chinese", chinese(Script::Simplified, DigitWidth::Full)),
    ("chinese-half", chinese(Script::Simplified, DigitWidth::Half)),
    ("traditional", chinese(Script::Traditional, DigitWidth::Full)),
    ("traditional-half", chinese(Script::Traditional, DigitWidth::Half)),
];

/// The name of coordinates with ranks from 1 to 10.
const RANKS_FROM_ONE: &str = "coordinates-1-10";

impl Writing {
    pub(crate) const COORDINATES: Writing = Writing::Of(Notation::Coordinates);

    /// The notation with a name.
    pub(crate) fn named(name: &str) -> Result<Writing, Failure> {
        if let (RANKS_FROM_ONE, Some(spelling)) = (name, Xiangqi::SECOND_SPELLING) {
            return Ok(Writing::RanksFromOne(spelling));
        }
        let known = NAMES.iter().find(|(known, _)| *known == name);
        known.map(|&(_, notation)| Writing::Of(notation)).ok_or_else(|| {
            let names: Vec<&str> = NAMES.iter().map(|(name, _)| *name).chain([RANKS_FROM_ONE]).collect();
            let shown: String = name.chars().take(24).collect();
            Failure::invalid(format!("unknown notation '{shown}'; expected one of {}", names.join(", ")))
        })
    }

    pub(crate) fn read(self, position: &Position, text: &str) -> Result<Move, Failure> {
        match self {
            Writing::Of(notation) => notation.read(position, text).map_err(unread),
            Writing::RanksFromOne(spelling) => {
                // Every text in this spelling changes: its ranks are one higher.
                let own = (spelling.to_own)(text);
                if own == text {
                    let shown: String = text.chars().take(24).collect();
                    return Err(Failure::invalid(format!(
                        "'{shown}' is not a move: expected two squares with ranks from 1 to 10, such as h3e3"
                    )));
                }
                Notation::Coordinates.read(position, &own).map_err(unread)
            }
        }
    }

    pub(crate) fn write(self, position: &Position, mv: Move) -> Result<String, Failure> {
        match self {
            Writing::Of(notation) => notation.write(position, mv).map_err(Failure::illegal),
            Writing::RanksFromOne(spelling) => Notation::Coordinates
                .write(position, mv)
                .map(|own| (spelling.to_second)(&own))
                .map_err(Failure::illegal),
        }
    }
}

/// A move that is not legal, or another error.
pub(crate) fn unread(error: ReadMoveError) -> Failure {
    match error {
        ReadMoveError::Illegal { .. } => Failure::illegal(error),
        _ => Failure::invalid(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_notation_reads_what_it_writes() {
        let position: Position = "3k4r/9/9/9/4C4/9/4C4/9/3h5/R3K4 w".parse().unwrap();
        for name in NAMES.iter().map(|(name, _)| *name).chain([RANKS_FROM_ONE]) {
            let writing = Writing::named(name).unwrap();
            for mv in position.legal_moves() {
                let text = writing.write(&position, mv).unwrap();
                assert_eq!(writing.read(&position, &text).unwrap(), mv, "{name} {text}");
            }
        }
    }

    #[test]
    fn ranks_from_one_are_read_only_in_their_own_spelling() {
        let (start, ranks) = (Position::start(), Writing::named(RANKS_FROM_ONE).unwrap());
        let read = |text: &str| ranks.read(&start, text).map(|mv| mv.to_string()).map_err(|error| error.status());
        assert_eq!(read("h3e3"), Ok("h2e2".to_owned()));
        assert_eq!(read("h3h10"), Ok("h2h9".to_owned()));
        use crate::failure::DuiyiStatus::{Illegal, Invalid};
        assert_eq!(read("h2e2"), Err(Illegal), "there is no piece on the rank below the cannons");
        for text in ["a0a1", "H3E3", "h3-e3", "炮二平五", "", "h11e11"] {
            assert_eq!(read(text), Err(Invalid), "{text}");
        }
    }

    #[test]
    fn an_unknown_notation_is_refused_with_the_known_ones() {
        let error = Writing::named("Iccs").err().unwrap().to_string();
        assert!(error.starts_with("unknown notation 'Iccs'; expected one of coordinates, iccs, wxf"), "{error}");
        assert!(error.ends_with("traditional-half, coordinates-1-10"), "{error}");
    }
}
