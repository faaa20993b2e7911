//! The position given on the command line.

use clap::Args;
use duiyi_connect6::{
    BLACK, Board, Point, Rules, Side, WHITE,
    notation::{Coordinates, game_line},
};
use duiyi_search::{Notation, Reason};

/// The position given on the command line.
#[derive(Args)]
pub struct Place {
    /// The game: connect6, gomoku, tictactoe or Connect(m,n,k,p,q) [default: that before the command]
    #[arg(long)]
    rules: Option<Rules>,
    /// The turns played, such as `J10 I11-K11 …`.
    #[arg(long, conflicts_with_all = ["black", "white", "to_move", "position"])]
    turns: Option<String>,
    /// The position as one line of text: rows, side to move, stones left in the turn.
    #[arg(long, conflicts_with_all = ["black", "white", "to_move"])]
    position: Option<String>,
    /// Black's stones, such as `J10 K11 …`.
    #[arg(long, requires = "to_move")]
    black: Option<String>,
    /// White's stones.
    #[arg(long, requires = "to_move")]
    white: Option<String>,
    /// The side to move: B or W.
    #[arg(long, value_parser = color)]
    to_move: Option<Side>,
}

fn color(text: &str) -> Result<Side, String> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(BLACK),
        "w" | "white" => Ok(WHITE),
        _ => Err("expected B or W".to_owned()),
    }
}

impl Place {
    /// The game, `usual` if none is given.
    pub(crate) fn rules(&self, usual: Rules) -> Rules {
        self.rules.unwrap_or(usual)
    }

    /// Sets the position up, of the game `usual` if none is given.
    ///
    /// # Errors
    ///
    /// If an argument is wrong, the argument and what is wrong with it.
    pub fn read(&self, usual: Rules) -> Result<Board, Reason> {
        let rules = self.rules(usual);
        if let Some(text) = &self.position {
            return Board::new(rules).read_position(text).map_err(|error| format!("--position: {error}").into());
        }
        let Some(to_move) = self.to_move else {
            let turns = self.turns.as_deref().unwrap_or_default();
            return game_line::read(rules, turns).map_err(|error| format!("--turns: {error}").into());
        };
        let points = |name: &str, text: &Option<String>| -> Result<Vec<Point>, Reason> {
            let names = text.as_deref().unwrap_or_default().split([' ', ',', '-']).filter(|name| !name.is_empty());
            let read = |point| Coordinates::Letters.read(rules, point);
            names.map(read).collect::<Result<_, _>>().map_err(|error| format!("{name}: {error}").into())
        };
        let (black, white) = (points("--black", &self.black)?, points("--white", &self.white)?);
        Board::from_stones(rules, &black, &white, to_move).map_err(|error| format!("--black, --white: {error}").into())
    }
}
