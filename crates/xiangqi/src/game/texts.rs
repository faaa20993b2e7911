//! The texts and the picture of the game.

use super::{rules::GameRules, xiangqi::Xiangqi};
use crate::{Move, Piece, Position, Square, notation::ranks};
use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use duiyi_game::{Band, Diagram, Grid, Ground, Look, Notation, Pieces, Reason, SecondSpelling, Side};

impl Notation for Xiangqi {
    const NAME: &'static str = "xiangqi";
    const SIDES: [&'static str; 2] = ["Red", "Black"];
    const RULES: &'static [&'static str] =
        &["asian-120", "asian-100", "wxf2018-120", "cxa2020-120", "check-only-120", "none-120"];

    const RECORD_TAGS: &'static [(&'static str, &'static str)] = &[("Game", "Chinese Chess"), ("Format", "ICCS")];

    /// ICCS: `H2-E2`.
    fn record_turn(turn: &str) -> String {
        match turn.split_at_checked(2) {
            Some((from, to)) => format!("{}-{}", from.to_uppercase(), to.to_uppercase()),
            None => turn.to_uppercase(),
        }
    }

    /// Reads the name of [`GameRules`].
    fn begin(rules: &str) -> Result<Xiangqi, Reason> {
        let rules = if rules.is_empty() { GameRules::default() } else { rules.parse()? };
        Ok(Xiangqi::default().with_rules(rules))
    }

    fn rules(&self) -> String {
        self.game_rules().to_string()
    }

    /// Reads a FEN.
    fn read_position(&self, text: &str) -> Result<Xiangqi, Reason> {
        Ok(Xiangqi::new(Position::from_fen(text)?).with_rules(*self.game_rules()))
    }

    fn write_position(&self) -> String {
        self.position().to_fen()
    }

    const SECOND_SPELLING: Option<SecondSpelling> = Some(ranks::FROM_ONE);

    /// Reads coordinates as in UCCI and UCI: `h2e2`. The module [`notation`](crate::notation)
    /// reads other notations.
    fn read_move(&self, text: &str) -> Result<Move, Reason> {
        let mv = text.parse()?;
        self.position().check_move(mv)?;
        Ok(mv)
    }

    fn write_move(&self, mv: Move) -> String {
        mv.to_string()
    }

    /// The board in letters, and the FEN.
    fn draw(&self) -> String {
        self.position().to_string()
    }
}

impl Grid for Xiangqi {
    fn size(&self) -> (u8, u8) {
        (9, 10)
    }

    fn squares(&self, mv: Move) -> impl Iterator<Item = duiyi_game::Square> {
        [mv.from(), mv.to()].into_iter().map(|square| duiyi_game::Square { column: square.file(), row: square.rank() })
    }

    fn refusal(&self, squares: &[duiyi_game::Square]) -> Reason {
        let mut on_board = squares.iter().map_while(|at| Square::new(at.column, at.row));
        let (Some(from), to) = (on_board.next(), on_board.next()) else { return "that is off the board".into() };
        match to.and_then(|to| Move::new(from, to)).map(|mv| self.position().check_move(mv)) {
            Some(Err(reason)) => reason.into(),
            _ if piece_at(self, squares[0]).is_none() => "there is no piece".into(),
            _ => "the piece is the opponent's, or it cannot move".into(),
        }
    }
}

impl Diagram for Xiangqi {
    /// The character on the piece: 帥 to 兵 for Red, 將 to 卒 for Black.
    fn symbol(&self, at: duiyi_game::Square) -> Option<char> {
        piece_at(self, at).map(Piece::character)
    }

    /// The letter of the FEN.
    fn letter(&self, at: duiyi_game::Square) -> Option<char> {
        piece_at(self, at).map(Piece::letter)
    }

    fn owner(&self, at: duiyi_game::Square) -> Option<Side> {
        piece_at(self, at).map(|piece| piece.color)
    }

    /// The king that is in check.
    fn warnings(&self) -> Vec<duiyi_game::Square> {
        let king = self.position().king(self.position().side_to_move());
        let in_check = self.position().in_check();
        in_check.then_some(duiyi_game::Square { column: king.file(), row: king.rank() }).into_iter().collect()
    }

    /// Points with river, palaces and the marks of cannons and pawns. The letters of ICCS and
    /// Red's file numbers are below, Black's file numbers above, the ranks at the left.
    fn look(&self) -> Look {
        let at = |column, row| duiyi_game::Square { column, row };
        let cannons = [(1, 2), (7, 2), (1, 7), (7, 7)];
        let pawns = (0..9).step_by(2).flat_map(|column| [(column, 3), (column, 6)]);
        Look {
            ground: Ground::Points,
            pieces: Pieces::Discs,
            strokes: [0, 7]
                .into_iter()
                .flat_map(|row| [(at(3, row), at(5, row + 2)), (at(5, row), at(3, row + 2))])
                .collect(),
            frames: cannons.into_iter().chain(pawns).map(|(column, row)| at(column, row)).collect(),
            band: Some(Band { above: 4, class: "river", texts: ["楚 河", "漢 界"] }),
            below: "abcdefghi"
                .chars()
                .zip("九八七六五四三二一".chars())
                .map(|(letter, file)| format!("{letter} {file}"))
                .collect(),
            above: (1..=9).map(|file| file.to_string()).collect(),
            left: (0..10).map(|rank| rank.to_string()).collect(),
            ..Look::default()
        }
    }
}

fn piece_at(game: &Xiangqi, at: duiyi_game::Square) -> Option<Piece> {
    game.position().piece_at(Square::new(at.column, at.row)?)
}
