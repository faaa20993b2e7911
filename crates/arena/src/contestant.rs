//! Contestants: the participants of games, which choose turns.
//!
//! External programs ([`EngineConfig`](crate::EngineConfig), [`StoneConfig`](crate::StoneConfig)),
//! seats of players in the same process ([`Seat`](duiyi_engine::Seat)) and any other type that
//! implements [`Contestant`] can play. An [`Entrant`] opens contestants: a match with concurrent
//! games needs several of each.

use crate::Fault;
use duiyi_clock::{Ledger, NodeClock, TimeControl};
use duiyi_game::{Game, History, Illegal, Notation, Score, Side};
use std::time::Duration;

/// The clocks of a game before a turn.
#[derive(Clone, Copy, Debug)]
pub struct Clocks<'a> {
    /// The clocks of the first and the second side.
    pub ledgers: [&'a Ledger; 2],
    /// The side to move.
    pub mover: Side,
    /// The time by which a turn may exceed the limit.
    pub margin: Duration,
    /// Measures time by the nodes that the mover reports; `None` measures real time.
    pub node_clock: Option<NodeClock>,
}

impl Clocks<'_> {
    /// The mover's clock.
    pub fn own(&self) -> &Ledger {
        self.ledgers[self.mover.index()]
    }

    /// The opponent's clock.
    pub fn opponent(&self) -> &Ledger {
        self.ledgers[(!self.mover).index()]
    }

    /// The mover's time control.
    pub fn control(&self) -> &TimeControl {
        self.own().control()
    }

    /// The time after which the turn loses the game: the remaining time of the mover's clock plus the
    /// margin, in real time; `None` for untimed controls and node clocks.
    pub fn deadline(&self) -> Option<Duration> {
        if self.node_clock.is_some() {
            return None;
        }
        Some(self.own().available()?.saturating_add(self.margin))
    }
}

/// A request for a turn.
pub struct Turn<'a, G: Game> {
    /// The game so far, including its opening.
    pub game: &'a History<G>,
    /// The clocks.
    pub clocks: Clocks<'a>,
}

impl<'a, G: Game> Turn<'a, G> {
    /// A request to the side to move, in real time, whose turn may exceed the time limit by `margin`.
    pub fn new(game: &'a History<G>, ledgers: [&'a Ledger; 2], margin: Duration) -> Turn<'a, G> {
        Turn { game, clocks: Clocks { ledgers, mover: game.now().side_to_move(), margin, node_clock: None } }
    }

    /// The same request with time measured in nodes.
    pub fn by_nodes(mut self, node_clock: Option<NodeClock>) -> Turn<'a, G> {
        self.clocks.node_clock = node_clock;
        self
    }
}

/// The information that a contestant reports with its turn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TurnReport {
    /// Time between request and answer, by the node clock if there is one.
    pub elapsed: Duration,
    /// The score from its own point of view, if reported.
    pub score: Option<Score>,
    /// Depth searched, in plies.
    pub depth: Option<u32>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Processor time used, if known.
    pub cpu: Option<Duration>,
    /// Peak memory of its process so far, in KiB, if known.
    pub peak_kib: Option<u64>,
}

/// A turn chosen by a contestant, not yet validated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice<M> {
    /// The moves of a contestant in this process.
    Moves(Vec<M>),
    /// The text of an external program.
    Text {
        /// The text in the notation of the game's protocols.
        text: String,
        /// The moves, or why the text is not a turn.
        moves: Result<Vec<M>, String>,
    },
}

/// An answer of a contestant.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer<M> {
    /// The turn.
    pub turn: Choice<M>,
    /// The information reported with it.
    pub report: TurnReport,
}

/// Why moves are not a complete turn.
enum NotATurn<M> {
    Illegal(Illegal<M>),
    TooMany,
    Part,
}

/// The moves if they are a complete legal turn of the side to move, without moves after the end of
/// the game.
fn whole_turn<'m, G: Notation>(now: &G, moves: &'m [G::Move]) -> Result<&'m [G::Move], NotATurn<G::Move>> {
    let mut then = now.clone();
    for (index, &mv) in moves.iter().enumerate() {
        if index > 0 && then.outcome().is_some() {
            return Ok(&moves[..index]);
        }
        if index > 0 && then.side_to_move() != now.side_to_move() {
            return Err(NotATurn::TooMany);
        }
        if !then.is_legal(mv) {
            return Err(NotATurn::Illegal(Illegal(mv)));
        }
        if G::ALTERNATES && moves.len() == 1 {
            return Ok(moves);
        }
        then.make(mv);
    }
    let ended = then.side_to_move() != now.side_to_move() || then.outcome().is_some();
    if ended { Ok(moves) } else { Err(NotATurn::Part) }
}

impl<M: Copy + std::fmt::Debug> Choice<M> {
    /// The turn that the game reads from a text.
    pub fn read<G: Notation<Move = M>>(now: &G, text: String) -> Choice<M> {
        let moves = now.read_turn(&text).map_err(|reason| reason.to_string());
        Choice::Text { text, moves }
    }

    /// The text for the record, and the moves if they are a complete legal turn in this position,
    /// without moves after the end of the game.
    ///
    /// The turn of a contestant in this process is only converted to text if it is legal.
    ///
    /// # Errors
    /// [`Fault::IllegalMove`] with the error and the position, in addition to the text.
    pub fn judge<G: Notation<Move = M>>(self, now: &G) -> (String, Result<Vec<M>, Fault>) {
        let illegal = |reason: String| Err(Fault::IllegalMove(format!("{reason}; {}", now.write_position())));
        let (text, moves) = match self {
            Choice::Text { text, moves: Err(reason) } => return (text, illegal(reason)),
            Choice::Text { text, moves: Ok(moves) } => (Some(text), moves),
            Choice::Moves(moves) => (None, moves),
        };
        let written = |moves: &[M]| text.clone().unwrap_or_else(|| now.write_turn(moves));
        let shown = || text.clone().unwrap_or_else(|| format!("{moves:?}"));
        match whole_turn(now, &moves) {
            Ok(turn) => (written(turn), Ok(turn.to_vec())),
            Err(NotATurn::Illegal(mv)) => (shown(), illegal(mv.to_string())),
            Err(NotATurn::TooMany) => (shown(), illegal(format!("'{}' has more moves than the turn", shown()))),
            Err(NotATurn::Part) => {
                let text = written(&moves);
                let reason = format!("'{text}' is an incomplete turn");
                (text, illegal(reason))
            }
        }
    }
}

/// A participant of games. The arena uses a contestant for many games, one at a time.
pub trait Contestant<G: Game>: Send {
    /// Prepares for a new game with this start; the time is not charged to any clock.
    ///
    /// # Errors
    /// The fault for which the game is forfeited.
    fn new_game(&mut self, start: &G) -> Result<(), Fault>;

    /// Chooses a turn. A contestant measures its own time, because only it has access to the
    /// times of request and answer; the arena checks the time.
    ///
    /// The arena cannot interrupt a contestant in the same process: such a contestant must
    /// return.
    ///
    /// # Errors
    /// The fault for which the game is forfeited.
    fn choose(&mut self, turn: &Turn<'_, G>) -> Result<Answer<G::Move>, Fault>;

    /// Reports a finished game, with its outcome unless a fault ended it. The time is not charged to any
    /// clock. Other programs are not informed.
    fn end_game(&mut self, _game: &History<G>) {}
}

/// The function of an entrant that opens a contestant.
type Opener<G> = dyn Fn() -> Result<Box<dyn Contestant<G>>, Fault> + Send + Sync;

/// A participant of a match: a name, and a way to open contestants.
pub struct Entrant<G: Game> {
    /// The name, unique in the match.
    pub name: String,
    /// A description in one line: program, options. A match can only be resumed with
    /// entrants of the same description.
    pub description: String,
    /// The entrant's own time control, if it differs from the match's.
    pub control: Option<TimeControl>,
    opener: Box<Opener<G>>,
}

impl<G: Game> Entrant<G> {
    /// A participant whose contestants are opened by `opener`, which may fail with [`Fault::Start`].
    pub fn new(
        name: impl Into<String>,
        description: impl Into<String>,
        opener: impl Fn() -> Result<Box<dyn Contestant<G>>, Fault> + Send + Sync + 'static,
    ) -> Entrant<G> {
        Entrant { name: name.into(), description: description.into(), control: None, opener: Box::new(opener) }
    }

    /// Opens a contestant.
    ///
    /// # Errors
    /// [`Fault::Start`] if it can't be started.
    pub fn open(&self) -> Result<Box<dyn Contestant<G>>, Fault> {
        (self.opener)()
    }
}
