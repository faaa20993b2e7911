//! What all runs share: the budget, and the place where games are played.

use crate::{
    games::{
        EvaluationSpec,
        connect6::{Individual, player_by},
    },
    tune::{
        selfplay::{Room, Seated},
        thinking::Thinking,
    },
};
use duiyi_connect6::Board;
use duiyi_game::{History, Reason, Side};
use serde::{Deserialize, Serialize};

/// The budget of a run and the settings of the tuners.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Budget {
    /// Number of games.
    pub(super) games: u64,
    /// The step of the logarithms of the values.
    pub(super) step: f64,
    /// The rate of SPSA.
    pub(super) spsa_rate: f64,
    /// The games per match of hill climbing and annealing.
    pub(super) match_games: u64,
    /// The initial and final temperature of annealing.
    pub(super) temperatures: [f64; 2],
    /// The λ of temporal differences.
    pub(super) lambda: f64,
    /// The initial rate of temporal differences.
    pub(super) temporal_rate: f64,
    /// The maximum number of lines of the genetic algorithm over lines.
    pub(super) codes: usize,
}

/// The place where games are played. Players are cached: creating one takes as long as playing a
/// game.
pub(super) struct Hall {
    room: Room<Board>,
    thinking: Thinking,
    random_turns: u32,
    seated: Vec<(Vec<u16>, Seated<Board>)>,
    /// The kind of values of the players.
    of: Individual,
}

impl Hall {
    /// The number of individuals in a generation of the genetic algorithm.
    const SEATS: usize = 20;

    /// A hall without players.
    pub(super) fn new(room: Room<Board>, thinking: Thinking, random_turns: u32) -> Result<Hall, Reason> {
        Ok(Hall { room, thinking, random_turns, seated: Vec::new(), of: Individual::shapes()? })
    }

    /// Sets the kind of values of the following games.
    pub(super) fn values_of(&mut self, individual: Individual) {
        self.seated.clear();
        self.of = individual;
    }

    /// The kind of values.
    pub(super) fn individual(&self) -> &Individual {
        &self.of
    }

    /// Takes a cached player with these values, or creates one.
    fn take(&mut self, values: &[u16]) -> Result<Seated<Board>, Reason> {
        if let Some(at) = self.seated.iter().position(|seat| seat.0 == values) {
            return Ok(self.seated.remove(at).1);
        }
        let spec = self.thinking.player(EvaluationSpec::Usual);
        Ok(self.room.sit(player_by(self.of.valuation(values)?, &spec)?))
    }

    /// Caches a player and drops those that have not played for the longest time.
    fn give(&mut self, values: Vec<u16>, seat: Seated<Board>) {
        self.seated.push((values, seat));
        if self.seated.len() > Hall::SEATS {
            self.seated.remove(0);
        }
    }

    /// Plays a game; the result is for the first player: 1, 0 or −1.
    pub(super) fn result(&mut self, first: Vec<u16>, second: Vec<u16>, opening: u64) -> Result<i8, Reason> {
        let mut seats = [self.take(&first)?, self.take(&second)?];
        let opening = self.room.opening(opening, self.random_turns)?;
        let [one, other] = &mut seats;
        let result = self.room.result(one, other, &opening)?;
        let [one, other] = seats;
        self.give(first, one);
        self.give(second, other);
        Ok(result)
    }

    /// Plays two games from one opening with sides swapped; both results are for `one`.
    pub(super) fn pair(&mut self, one: &[u16], other: &[u16], opening: u64) -> Result<[i8; 2], Reason> {
        let first = self.result(one.to_vec(), other.to_vec(), opening)?;
        Ok([first, -self.result(other.to_vec(), one.to_vec(), opening)?])
    }

    /// Plays a game of some values against themselves: the moves, and the result for Black from 0
    /// to 1.
    pub(super) fn watch(&mut self, values: &[u16], opening: u64) -> Result<Watched, Reason> {
        let opening = self.room.opening(opening, self.random_turns)?;
        let (mut black, mut white) = (self.take(values)?, self.take(values)?);
        let played = self.room.play(&mut black, &mut white, &opening)?;
        self.give(values.to_vec(), black);
        self.give(values.to_vec(), white);
        let moves = played.moves.iter().map(|turn| turn.mv.as_str());
        let text = std::iter::once(opening.position.as_str()).chain(moves).collect::<Vec<_>>().join(" ");
        Ok(Watched { text, result: played.result.half_points(Side::First) as f64 / 2.0 })
    }

    /// The number of turns before those that the players chose.
    pub(super) fn opening_turns(&self) -> usize {
        // Black's first stone is not one of them.
        self.random_turns as usize
    }
}

/// A recorded self-play game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Watched {
    text: String,
    /// For Black, from 0 to 1.
    pub(super) result: f64,
}

impl Watched {
    /// The game.
    pub(super) fn game(&self) -> Result<History<Board>, Reason> {
        History::read("", &self.text)
    }
}
