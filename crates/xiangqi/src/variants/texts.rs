//! The texts and the picture of a described variant.

use super::{
    board::{Board, cell, piece},
    description::{Description, PieceRule},
    game::{VariantGame, unpacked},
};
use crate::{BLACK, RED, Side};
use duiyi_game::{
    Band, Diagram, Game, Grid, Ground, Look, Notation, Pieces, Reason, Square, only_rules, shortened, write_rows,
};

/// The reason why a text is not a position of a variant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VariantFenError {
    /// The number of rows is wrong.
    #[error("the rows of the FEN are {found}: expected {expected}, divided by slashes")]
    Rows {
        /// The number of rows in the text.
        found: usize,
        /// The number of rows of the board.
        expected: u8,
    },
    /// A character that is neither a piece of the variant nor a count of empty points.
    #[error("'{found}' in row {row} of the FEN is neither a piece letter nor a digit 1-9")]
    Character {
        /// The character.
        found: char,
        /// The row, counted from 1 at Red's end.
        row: u8,
    },
    /// A row with too few or too many points.
    #[error("the width of row {row} of the FEN is {found}: expected {expected}")]
    Width {
        /// The row, counted from 1 at Red's end.
        row: u8,
        /// The number of points that the text describes.
        found: usize,
        /// The number of columns of the board.
        expected: u8,
    },
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
    /// A side without a king, or with more than one.
    #[error("{} has {found} kings: expected 1", crate::side_name(*.side))]
    Kings {
        /// The side.
        side: Side,
        /// The number of its kings.
        found: usize,
    },
    /// The side that has just moved is in check.
    #[error("{} is in check, but the other side is to move", crate::side_name(*.0))]
    Check(Side),
}

/// The cell of a letter of the FEN.
fn cell_of<D: Description>(letter: char) -> Option<u8> {
    let side = if letter.is_ascii_uppercase() { RED } else { BLACK };
    let kind = D::PIECES.iter().position(|rule| rule.letters.contains(letter.to_ascii_uppercase()))?;
    Some(cell(kind, side))
}

fn read_board<D: Description>(text: &str) -> Result<Board<D>, VariantFenError> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != usize::from(D::ROWS) {
        return Err(VariantFenError::Rows { found: rows.len(), expected: D::ROWS });
    }
    let columns = usize::from(D::COLUMNS);
    let mut board = Board::empty();
    for (row, line) in (0..D::ROWS).rev().zip(rows) {
        let mut column = 0;
        for found in line.chars() {
            if let Some(run) = found.to_digit(10).filter(|&run| run > 0) {
                column += run as usize;
                continue;
            }
            let cell = cell_of::<D>(found).ok_or(VariantFenError::Character { found, row: row + 1 })?;
            if column < columns {
                board.set(usize::from(row) * columns + column, cell);
            }
            column += 1;
        }
        if column != columns {
            return Err(VariantFenError::Width { row: row + 1, found: column, expected: D::COLUMNS });
        }
    }
    Ok(board)
}

impl<D: Description> VariantGame<D> {
    /// Reads a FEN, as leniently as [`Position::from_fen`](crate::Position::from_fen): the last
    /// fields may be missing.
    ///
    /// # Errors
    /// The first error in the text, a wrong number of kings, or a side in check that has just
    /// moved.
    pub fn from_fen(text: &str) -> Result<VariantGame<D>, VariantFenError> {
        let mut fields = text.split_whitespace();
        let board = read_board::<D>(fields.next().unwrap_or_default())?;
        let turn = match fields.next().unwrap_or("w") {
            "w" | "r" => RED,
            "b" => BLACK,
            other => return Err(VariantFenError::Side(shortened(other))),
        };
        let mut fields = fields.skip_while(|&field| field == "-");
        let mut clock = |field, default| match fields.next() {
            None => Ok(default),
            Some(text) => text.parse().map_err(|_| VariantFenError::Clock { field, found: shortened(text) }),
        };
        let quiet = clock("number of plies without capture", 0)?;
        let number = clock("move number", 1)?.max(1);
        if let Some(extra) = fields.next() {
            return Err(VariantFenError::Trailing(shortened(extra)));
        }
        for side in Side::BOTH {
            let found = board.pieces(side).filter(|&(_, kind)| kind == 0).count();
            if found != 1 {
                return Err(VariantFenError::Kings { side, found });
            }
        }
        if board.in_check(!turn) {
            return Err(VariantFenError::Check(!turn));
        }
        Ok(VariantGame::of(board, turn, quiet, number))
    }

    fn rule_at(&self, at: Square) -> Option<(PieceRule, Side)> {
        let on_board = at.column < D::COLUMNS && at.row < D::ROWS;
        let point = on_board.then(|| usize::from(at.row) * usize::from(D::COLUMNS) + usize::from(at.column))?;
        piece(self.board.at(point)).map(|(kind, side)| (D::PIECES[kind], side))
    }

    fn square(point: usize) -> Square {
        Square { column: point as u8 % D::COLUMNS, row: point as u8 / D::COLUMNS }
    }
}

impl<D: Description> Default for VariantGame<D> {
    /// The start position; the empty board if [`Description::START`] is not a position.
    fn default() -> VariantGame<D> {
        VariantGame::from_fen(D::START).unwrap_or_else(|_| VariantGame::of(Board::empty(), RED, 0, 1))
    }
}

impl<D: Description> Notation for VariantGame<D> {
    const NAME: &'static str = D::NAME;
    const SIDES: [&'static str; 2] = ["Red", "Black"];

    fn begin(rules: &str) -> Result<VariantGame<D>, Reason> {
        only_rules(rules)
    }

    /// Reads a FEN.
    fn read_position(&self, text: &str) -> Result<VariantGame<D>, Reason> {
        Ok(VariantGame::from_fen(text)?)
    }

    fn write_position(&self) -> String {
        let mut text = String::new();
        let mut run = 0;
        for letter in write_rows(self).chars().chain([' ']) {
            if letter == '.' {
                run += 1;
                continue;
            }
            if run > 0 {
                text += &run.to_string();
            }
            run = 0;
            text.push(letter);
        }
        let side = if self.turn == RED { 'w' } else { 'b' };
        format!("{text}{side} - - {} {}", self.quiet, self.number)
    }

    /// Coordinates with rows from 1, as in Fairy-Stockfish: `b3b10`.
    fn write_move(&self, mv: u16) -> String {
        self.squares(mv).map(|at| format!("{}{}", char::from(b'a' + at.column), at.row + 1)).collect()
    }

    /// The board in letters, and the FEN.
    fn draw(&self) -> String {
        let rows = write_rows(self);
        let line = |(row, letters): (u8, &str)| {
            letters.chars().fold(format!("{row:>2}"), |text, letter| text + " " + letter.encode_utf8(&mut [0; 4]))
        };
        let lines: Vec<String> = (1..=D::ROWS).rev().zip(rows.split('/')).map(line).collect();
        let columns: String = (b'a'..b'a' + D::COLUMNS).flat_map(|letter| [' ', char::from(letter)]).collect();
        format!("{}\n  {columns}\n{}", lines.join("\n"), self.write_position())
    }
}

impl<D: Description> Grid for VariantGame<D> {
    fn size(&self) -> (u8, u8) {
        (D::COLUMNS, D::ROWS)
    }

    fn squares(&self, mv: u16) -> impl Iterator<Item = Square> {
        let (from, to) = unpacked(mv);
        [from, to].into_iter().map(Self::square)
    }

    fn refusal(&self, squares: &[Square]) -> Reason {
        let Some(&from) = squares.first() else { return "no point is selected".into() };
        match self.rule_at(from) {
            None => "there is no piece".into(),
            Some((_, side)) if side != self.side_to_move() => "the piece is the opponent's".into(),
            Some(_) => "the piece cannot move there".into(),
        }
    }
}

impl<D: Description> Diagram for VariantGame<D> {
    fn symbol(&self, at: Square) -> Option<char> {
        self.rule_at(at).map(|(rule, side)| rule.characters[side.index()])
    }

    /// The letter of the FEN.
    fn letter(&self, at: Square) -> Option<char> {
        let (rule, side) = self.rule_at(at)?;
        rule.letters.chars().next().map(|letter| if side == RED { letter } else { letter.to_ascii_lowercase() })
    }

    fn owner(&self, at: Square) -> Option<Side> {
        self.rule_at(at).map(|(_, side)| side)
    }

    /// The king that is in check.
    fn warnings(&self) -> Vec<Square> {
        let king = self.board.king(self.turn).filter(|_| self.in_check());
        king.map(Self::square).into_iter().collect()
    }

    /// Points, the diagonals of the palaces, and the river if there is one.
    fn look(&self) -> Look {
        let palace = D::PIECES[0].within;
        let ((left, right), (near, far)) = (palace.columns, palace.rows);
        let at = |column, row| Square { column, row };
        let diagonals = |[near, far]: [u8; 2]| [(at(left, near), at(right, far)), (at(right, near), at(left, far))];
        let last = D::ROWS - 1;
        Look {
            ground: Ground::Points,
            pieces: Pieces::Discs,
            strokes: [[near, far], [last - far, last - near]].into_iter().flat_map(diagonals).collect(),
            band: D::RIVER.map(|above| Band { above, class: "river", texts: ["楚 河", "漢 界"] }),
            ..Look::new(self.size())
        }
    }
}
