//! FEN: a position as one line of text.
//!
//! `<placement> <side> - - <plies since the last capture> <move number>`. Read
//! leniently: either letter set (N/B or H/E), `w` or `r` for Red, and the last
//! fields may be missing. Empty pockets (`[]`, `[-]`) may follow the pieces. Written with N and B, as UCCI and UCI engines do.

use super::text::shown;
use crate::{BLACK, Piece, Position, PositionError, RED, Setup, Square};
use alloc::{
    format,
    string::{String, ToString},
};
use core::str::FromStr;

/// The FEN of the initial position.
pub const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// The reason why a line is not a FEN.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FenError {
    /// The text is empty.
    #[error("the FEN is empty: expected at least the pieces, rank by rank")]
    Empty,
    /// A character that is neither a piece nor a count of empty points.
    #[error("'{found}' in rank {rank} of the FEN is neither a piece letter nor a digit 1-9")]
    Character {
        /// The offending character.
        found: char,
        /// The rank being read, 9 (Black's home) first.
        rank: usize,
    },
    /// A rank with too few or too many points.
    #[error("the width of rank {rank} of the FEN is {found}: expected 9")]
    RankLength {
        /// The rank, 9 first.
        rank: usize,
        /// The number of points that the text describes.
        found: usize,
    },
    /// The number of ranks is not ten.
    #[error("the ranks of the FEN are {0}: expected 10, divided by slashes")]
    Ranks(usize),
    /// A side to move other than w, r or b.
    #[error("'{0}' is not a side to move: expected w (or r) or b")]
    Side(String),
    /// A clock that is not a number.
    #[error("the {field} is '{found}': expected a number from 0 to 65535")]
    Clock {
        /// The name of the field.
        field: &'static str,
        /// The text of the field.
        found: String,
    },
    /// More fields than a FEN has.
    #[error("'{0}' stands behind the last field of the FEN, where nothing is expected")]
    Trailing(String),
    /// A well-formed text of a board that is not a position.
    #[error(transparent)]
    Position(#[from] PositionError),
}

impl Setup {
    /// Reads a FEN without checking the position.
    ///
    /// # Errors
    /// The first error in the text.
    pub fn from_fen(text: &str) -> Result<Setup, FenError> {
        let mut fields = text.split_whitespace();
        let placement = fields.next().ok_or(FenError::Empty)?;
        // Engines for several variants write the captured pieces that can return to the board, of which xiangqi has none.
        let placement = ["[]", "[-]"].iter().find_map(|pockets| placement.strip_suffix(pockets)).unwrap_or(placement);
        let mut setup = Setup::default();
        let ranks = placement.split('/').count();
        if ranks != 10 {
            return Err(FenError::Ranks(ranks));
        }
        for (row, line) in placement.split('/').enumerate() {
            let rank = 9 - row;
            let mut file = 0;
            for found in line.chars() {
                if let Some(run) = found.to_digit(10).filter(|&run| run > 0) {
                    file += run as usize;
                } else {
                    let piece = Piece::from_letter(found).ok_or(FenError::Character { found, rank })?;
                    if file < 9 {
                        setup.board[rank * 9 + file] = Some(piece);
                    }
                    file += 1;
                }
            }
            if file != 9 {
                return Err(FenError::RankLength { rank, found: file });
            }
        }
        setup.side = match fields.next().unwrap_or("w") {
            "w" | "r" | "W" | "R" => RED,
            "b" | "B" => BLACK,
            other => return Err(FenError::Side(shown(other))),
        };
        // The third and fourth fields are castling and en passant in chess;
        // here they are dashes, and some writers omit them.
        let mut fields = fields.skip_while(|&field| field == "-");
        let clock = |field, text: Option<&str>, default| match text {
            None => Ok(default),
            Some(text) => text.parse().map_err(|_| FenError::Clock { field, found: shown(text) }),
        };
        setup.quiet_plies = clock("number of plies without capture", fields.next(), 0)?;
        setup.fullmove = clock("move number", fields.next(), 1)?.max(1);
        match fields.next() {
            None => Ok(setup),
            Some(extra) => Err(FenError::Trailing(shown(extra))),
        }
    }
}

impl Position {
    /// Reads a FEN.
    ///
    /// # Errors
    /// The first error in the text, or the rule that the position violates.
    pub fn from_fen(text: &str) -> Result<Position, FenError> {
        Ok(Position::from_setup(&Setup::from_fen(text)?)?)
    }

    /// Writes a FEN with the letters KABNRCP.
    pub fn to_fen(&self) -> String {
        let mut text = String::with_capacity(80);
        for rank in (0..10).rev() {
            let mut run = 0;
            for file in 0..9 {
                match self.piece_at(Square::at(rank * 9 + file)) {
                    None => run += 1,
                    Some(piece) => {
                        if run > 0 {
                            text += &run.to_string();
                            run = 0;
                        }
                        text.push(piece.letter());
                    }
                }
            }
            if run > 0 {
                text += &run.to_string();
            }
            if rank > 0 {
                text.push('/');
            }
        }
        let side = match self.side_to_move() {
            RED => 'w',
            BLACK => 'b',
        };
        text += &format!(" {side} - - {} {}", self.quiet_plies(), self.fullmove());
        text
    }
}

impl FromStr for Position {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Position, FenError> {
        Position::from_fen(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_letter_sets_and_short_forms_are_read() {
        let start = Position::start();
        let horses = START.replace('n', "h").replace('N', "H").replace('b', "e").replace('B', "E");
        assert_eq!(Position::from_fen(&horses), Ok(start));
        for tail in ["", " w", " r", " w - -", " w - - 0", " w 0 1", " w - - 0 0"] {
            let text = format!("{}{tail}", START.split(' ').next().unwrap());
            assert_eq!(Position::from_fen(&text), Ok(start), "{text}");
        }
        for pockets in ["[]", "[-]"] {
            assert_eq!(Position::from_fen(&START.replace(" w", &format!("{pockets} w"))), Ok(start), "{pockets}");
        }
    }

    #[test]
    fn errors_contain_the_input_and_its_place() {
        let error = |text: &str| Position::from_fen(text).unwrap_err();
        assert_eq!(error("  "), FenError::Empty);
        assert_eq!(error("9/9 w"), FenError::Ranks(2));
        assert_eq!(error(&START.replace("1c5c1", "1c5x1")), FenError::Character { found: 'x', rank: 7 });
        assert_eq!(error(&START.replace(" w", "[P] w")), FenError::Character { found: '[', rank: 0 });
        assert_eq!(error(&START.replace("1c5c1", "1c5c")), FenError::RankLength { rank: 7, found: 8 });
        assert_eq!(error(&START.replace("1c5c1", "1c5c11")), FenError::RankLength { rank: 7, found: 10 });
        assert_eq!(error(&START.replace("1c5c1", "0c5c1")), FenError::Character { found: '0', rank: 7 });
        assert_eq!(error(&START.replace(" w", " x")), FenError::Side("x".into()));
        assert!(matches!(error(&START.replace(" 0 1", " -3 1")), FenError::Clock { .. }));
        assert!(matches!(error(&START.replace(" 0 1", " 0 1e9")), FenError::Clock { .. }));
        assert_eq!(error(&format!("{START} more")), FenError::Trailing("more".into()));
    }
}
