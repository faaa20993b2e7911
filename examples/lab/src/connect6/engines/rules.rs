//! Connect6 and its family for the arena. A position is the turns that lead to
//! it, `J10 I11-K11`; a move is a turn; the first side is Black.

use duiyi_arena::{BadOpening, Board, Illegal, Outcome, Rules, Side};
use duiyi_connect6::{
    Board as Stones, Color, Rules as Connect,
    notation::{Coordinates, game_line},
};

/// The rules, by their name.
#[derive(Clone, Debug)]
pub(crate) struct NamedRules(pub(crate) Connect);

/// A game in progress.
struct Game(Stones);

impl NamedRules {
    fn set_up(&self, opening: &str) -> Result<Game, BadOpening> {
        game_line::read(self.0, opening).map(Game).map_err(|error| BadOpening(error.to_string()))
    }
}

pub(crate) fn seat(color: Color) -> Side {
    match color {
        Color::Black => Side::First,
        Color::White => Side::Second,
    }
}

impl Rules for NamedRules {
    fn game(&self) -> &str {
        if self.0.p() == 1 { "k in a row" } else { "connect6" }
    }

    fn name(&self) -> &str {
        match self.0 {
            Connect::CONNECT6 => "Connect(19,19,6,2,1)",
            Connect::GOMOKU => "Connect(15,15,5,1,1)",
            _ => "Connect(m,n,k,p,q)",
        }
    }

    fn side_names(&self) -> [&str; 2] {
        ["Black", "White"]
    }

    fn start(&self, opening: &str) -> Result<Box<dyn Board>, BadOpening> {
        Ok(Box::new(self.set_up(opening)?))
    }

    fn initial_position(&self) -> String {
        String::new()
    }

    fn record_tags(&self) -> Vec<(&str, &str)> {
        vec![("Game", "Connect6")]
    }
}

impl Board for Game {
    fn side_to_move(&self) -> Side {
        seat(self.0.to_move())
    }

    fn play(&mut self, mv: &str) -> Result<(), Illegal> {
        let turn = Coordinates::Letters.read_turn(self.0.rules(), mv).map_err(|error| Illegal(error.to_string()))?;
        self.0.play(turn.points()).map_err(|error| Illegal(format!("{mv}: {error}")))
    }

    fn outcome(&self) -> Option<Outcome> {
        let winner = self.0.outcome()?.winner.map(|side| seat(side.into()));
        let reason =
            if winner.is_some() { format!("{} in a row", self.0.rules().k()) } else { "full board".to_owned() };
        Some(Outcome { winner, reason: reason.into() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_to_its_end() {
        let rules = NamedRules(Connect::CONNECT6);
        let mut board = rules.set_up("J10 A1-A2").unwrap();
        assert_eq!(board.side_to_move(), Side::First);
        for (mv, says) in [("J11", "1 stones"), ("J10-J11", "already"), ("Z1-A3", "not on a board"), ("x", "no point")]
        {
            let error = board.play(mv).expect_err(mv).to_string();
            assert!(error.contains(says), "{mv}: {error}");
        }
        for mv in ["J11-J12", "B1-B2", "J13-J14", "C1-C2", "J15-J16"] {
            assert_eq!(board.outcome(), None);
            board.play(mv).unwrap();
        }
        assert_eq!(board.outcome(), Some(Outcome::win(Side::First, "6 in a row")));
        assert_eq!(
            game_line::write(board.0.rules(), &board.0.turns()),
            "J10 A1-A2 J11-J12 B1-B2 J13-J14 C1-C2 J15-J16"
        );
        assert!(board.play("D1-D2").is_err(), "it is over");
        assert!(rules.start("J10 J10").is_err());
    }
}
