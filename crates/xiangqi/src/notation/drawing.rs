//! The board as a drawing with its lines, palaces and river, in ASCII or with
//! the characters of the pieces.

use crate::{Piece, Position, RED, Side, Square};
use core::fmt;

/// The style of [`Position::draw`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum BoardStyle {
    /// FEN letters on a board of ASCII characters: fits every terminal and font.
    #[default]
    Ascii,
    /// Chinese characters, one on each piece ([`Piece::character`]): Red's
    /// 帥仕相傌俥炮兵 against Black's 將士象馬車砲卒, so that the sides differ
    /// without colours. Every character is two columns wide, including the lines.
    Unicode,
}

/// A drawing of a board; created by [`Position::draw`].
#[derive(Clone, Copy, Debug)]
#[must_use = "a drawing does nothing until it is written"]
pub struct Drawing<'a> {
    position: &'a Position,
    style: BoardStyle,
    near: Side,
}

impl Position {
    /// A drawing of the board, to be formatted with `{}`; Red's home is at the bottom.
    ///
    /// ```
    /// use duiyi_xiangqi::{BoardStyle, Position};
    /// let drawing = Position::start().draw(BoardStyle::Ascii).to_string();
    /// assert_eq!(drawing, r"
    /// 9  r---n---b---a---k---a---b---n---r
    ///    |   |   |   | \ | / |   |   |   |
    /// 8  +---+---+---+---+---+---+---+---+
    ///    |   |   |   | / | \ |   |   |   |
    /// 7  +---c---+---+---+---+---+---c---+
    ///    |   |   |   |   |   |   |   |   |
    /// 6  p---+---p---+---p---+---p---+---p
    ///    |   |   |   |   |   |   |   |   |
    /// 5  +---+---+---+---+---+---+---+---+
    ///    |             river             |
    /// 4  +---+---+---+---+---+---+---+---+
    ///    |   |   |   |   |   |   |   |   |
    /// 3  P---+---P---+---P---+---P---+---P
    ///    |   |   |   |   |   |   |   |   |
    /// 2  +---C---+---+---+---+---+---C---+
    ///    |   |   |   | \ | / |   |   |   |
    /// 1  +---+---+---+---+---+---+---+---+
    ///    |   |   |   | / | \ |   |   |   |
    /// 0  R---N---B---A---K---A---B---N---R
    ///    a   b   c   d   e   f   g   h   i
    /// ".trim_start_matches('\n'));
    /// ```
    pub fn draw(&self, style: BoardStyle) -> Drawing<'_> {
        Drawing { position: self, style, near: RED }
    }
}

impl Drawing<'_> {
    /// Draws the board from the side of `color`, with its home at the bottom.
    ///
    /// ```
    /// use duiyi_xiangqi::{BoardStyle, BLACK, Position};
    /// let drawing = Position::start().draw(BoardStyle::Unicode).seen_by(BLACK).to_string();
    /// assert_eq!(drawing, "
    /// ０　俥－傌－相－仕－帥－仕－相－傌－俥
    /// 　　｜　｜　｜　｜＼｜／｜　｜　｜　｜
    /// １　＋－＋－＋－＋－＋－＋－＋－＋－＋
    /// 　　｜　｜　｜　｜／｜＼｜　｜　｜　｜
    /// ２　＋－炮－＋－＋－＋－＋－＋－炮－＋
    /// 　　｜　｜　｜　｜　｜　｜　｜　｜　｜
    /// ３　兵－＋－兵－＋－兵－＋－兵－＋－兵
    /// 　　｜　｜　｜　｜　｜　｜　｜　｜　｜
    /// ４　＋－＋－＋－＋－＋－＋－＋－＋－＋
    /// 　　｜　　楚　河　　　　　漢　界　　｜
    /// ５　＋－＋－＋－＋－＋－＋－＋－＋－＋
    /// 　　｜　｜　｜　｜　｜　｜　｜　｜　｜
    /// ６　卒－＋－卒－＋－卒－＋－卒－＋－卒
    /// 　　｜　｜　｜　｜　｜　｜　｜　｜　｜
    /// ７　＋－砲－＋－＋－＋－＋－＋－砲－＋
    /// 　　｜　｜　｜　｜＼｜／｜　｜　｜　｜
    /// ８　＋－＋－＋－＋－＋－＋－＋－＋－＋
    /// 　　｜　｜　｜　｜／｜＼｜　｜　｜　｜
    /// ９　車－馬－象－士－將－士－象－馬－車
    /// 　　ｉ　ｈ　ｇ　ｆ　ｅ　ｄ　ｃ　ｂ　ａ
    /// ".trim_start_matches('\n'));
    /// ```
    pub fn seen_by(self, color: Side) -> Self {
        Drawing { near: color, ..self }
    }
}

/// The characters of the lines of a board.
struct Strokes {
    /// Before the first point of a line between ranks, and between a rank's number and its first point.
    margin: [&'static str; 2],
    /// A point without a piece.
    point: char,
    /// Between two points of a rank.
    along: &'static str,
    /// Between two points of a file.
    across: char,
    /// The space between two vertical lines: empty, and the palace's two diagonals.
    gaps: [&'static str; 3],
    river: &'static str,
    /// The characters before the digit 0 and the letter a in this style's alphabet.
    digit: char,
    letter: char,
}

const ASCII: Strokes = Strokes {
    margin: ["   ", "  "],
    point: '+',
    along: "---",
    across: '|',
    gaps: ["   ", r" \ ", " / "],
    river: "             river             ",
    digit: '0',
    letter: 'a',
};

const UNICODE: Strokes = Strokes {
    margin: ["　　", "　"],
    point: '＋',
    along: "－",
    across: '｜',
    gaps: ["　", "＼", "／"],
    river: "　　楚　河　　　　　漢　界　　",
    digit: '０',
    letter: 'ａ',
};

/// The character `n` places after another.
fn nth(first: char, n: u8) -> char {
    char::from_u32(first as u32 + n as u32).unwrap_or(first)
}

impl Drawing<'_> {
    fn rank(&self, strokes: &Strokes, row: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let square = |column: u8| {
            let square = Square::at((9 - row) as usize * 9 + column as usize);
            if self.near == RED { square } else { square.rotate() }
        };
        write!(f, "{}{}", nth(strokes.digit, square(0).rank()), strokes.margin[1])?;
        for column in 0..9 {
            if column > 0 {
                f.write_str(strokes.along)?;
            }
            let piece = self.position.piece_at(square(column)).map(|piece| match self.style {
                BoardStyle::Ascii => Piece::letter(piece),
                BoardStyle::Unicode => Piece::character(piece),
            });
            write!(f, "{}", piece.unwrap_or(strokes.point))?;
        }
        writeln!(f)
    }

    /// The line under a rank.
    fn gap(&self, strokes: &Strokes, row: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(strokes.margin[0])?;
        if row == 4 {
            return writeln!(f, "{}{}{}", strokes.across, strokes.river, strokes.across);
        }
        for column in 0..9 {
            let diagonal = match (row, column) {
                (0 | 7, 3) | (1 | 8, 4) => 1,
                (1 | 8, 3) | (0 | 7, 4) => 2,
                _ => 0,
            };
            let gap = if column < 8 { strokes.gaps[diagonal] } else { "" };
            write!(f, "{}{gap}", strokes.across)?;
        }
        writeln!(f)
    }
}

impl fmt::Display for Drawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let strokes = match self.style {
            BoardStyle::Ascii => &ASCII,
            BoardStyle::Unicode => &UNICODE,
        };
        for row in 0..10 {
            self.rank(strokes, row, f)?;
            if row < 9 {
                self.gap(strokes, row, f)?;
            }
        }
        f.write_str(strokes.margin[0])?;
        for column in 0..9 {
            let file = if self.near == RED { column } else { 8 - column };
            let gap = if column < 8 { strokes.gaps[0] } else { "" };
            write!(f, "{}{gap}", nth(strokes.letter, file))?;
        }
        writeln!(f)
    }
}

impl fmt::Display for Position {
    /// The board in letters, Black's home at the top, then the FEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..10).rev() {
            write!(f, "{rank} ")?;
            for file in 0..9 {
                let letter = self.piece_at(Square::at(rank * 9 + file)).map_or('.', Piece::letter);
                write!(f, " {letter}")?;
            }
            writeln!(f)?;
        }
        writeln!(f, "   a b c d e f g h i")?;
        write!(f, "{}", self.to_fen())
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({})", self.to_fen())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BLACK;

    #[test]
    fn all_lines_are_equally_wide_and_every_piece_is_shown_once() {
        let position = Position::start();
        for style in [BoardStyle::Ascii, BoardStyle::Unicode] {
            for side in Side::BOTH {
                let text = position.draw(style).seen_by(side).to_string();
                let widths: Vec<usize> = text.lines().map(|line| line.chars().count()).collect();
                assert_eq!(widths.len(), 20);
                assert!(widths.iter().all(|&width| width == widths[0]), "{text}");
                for (_, piece) in position.pieces() {
                    let glyph = if style == BoardStyle::Ascii { piece.letter() } else { piece.character() };
                    // The letters of the files and of the river also occur as pieces.
                    let on_ranks = text.lines().step_by(2).take(10);
                    let shown = on_ranks.flat_map(|line| line.chars().skip(1)).filter(|&c| c == glyph).count();
                    assert_eq!(shown, position.squares_of(piece.color, piece.kind).count(), "{text}");
                }
            }
        }
    }

    #[test]
    fn the_far_side_is_on_top() {
        let position: Position = "4k4/9/9/9/9/9/9/9/9/3K4R w - - 0 1".parse().unwrap();
        let red = position.draw(BoardStyle::Ascii).to_string();
        assert_eq!(red.lines().nth(18), Some("0  +---+---+---K---+---+---+---+---R"));
        let black = position.draw(BoardStyle::Ascii).seen_by(BLACK).to_string();
        assert_eq!(black.lines().next(), Some("0  R---+---+---+---+---K---+---+---+"));
        let plain = position.to_string();
        let lines: Vec<&str> = plain.lines().collect();
        assert_eq!((lines[0], lines[9]), ("9  . . . . k . . . .", "0  . . . K . . . . R"));
        assert_eq!(lines[10..], ["   a b c d e f g h i", "4k4/9/9/9/9/9/9/9/9/3K4R w - - 0 1"]);
    }
}
