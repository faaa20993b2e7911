//! What plays a game: it is asked for a turn and answers.
//!
//! Programs behind a pipe ([`EngineConfig`](crate::EngineConfig), [`StoneConfig`](crate::StoneConfig))
//! and seats of players in the same process ([`Seat`](duiyi_player::Seat)) are contestants; so is
//! any other type that implements [`Contestant`]. An [`Entrant`] opens contestants: a match with
//! concurrency needs several of each.

use crate::Fault;
use duiyi_clock::{Ledger, TimeControl};
use duiyi_game::{Game, History, Illegal, Notation, Score, Side};
use std::time::Duration;

/// The clocks of a game, seen before a turn.
#[derive(Clone, Copy, Debug)]
pub struct Clocks<'a> {
    /// The first side's and the second side's.
    pub ledgers: [&'a Ledger; 2],
    /// The side to move.
    pub mover: Side,
    /// How far beyond its flag a turn is forgiven.
    pub margin: Duration,
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

    /// The time after which the turn loses the game: what the mover's clock has, and the margin;
    /// `None` where no time is measured.
    pub fn deadline(&self) -> Option<Duration> {
        Some(self.own().available()?.saturating_add(self.margin))
    }
}

/// The question put to a contestant: what does it play in this game?
pub struct Turn<'a, G: Game> {
    /// The game so far, with the turns of its opening.
    pub game: &'a History<G>,
    /// The clocks.
    pub clocks: Clocks<'a>,
}

impl<'a, G: Game> Turn<'a, G> {
    /// The question of the side to move, whose turn may go beyond its flag by `margin`.
    pub fn new(game: &'a History<G>, ledgers: [&'a Ledger; 2], margin: Duration) -> Turn<'a, G> {
        Turn { game, clocks: Clocks { ledgers, mover: game.now().side_to_move(), margin } }
    }
}

/// What a contestant reports with its turn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TurnReport {
    /// Time between the question and the answer.
    pub elapsed: Duration,
    /// Its score from its own point of view, if it gave one.
    pub score: Option<Score>,
    /// Depth searched, in plies.
    pub depth: Option<u32>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Processor time used, where it is known.
    pub cpu: Option<Duration>,
    /// The most memory that its process has had at one time so far, in KiB, where it is known.
    pub peak_kib: Option<u64>,
}

/// The turn that a contestant chooses, not yet checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice<M> {
    /// The moves of a contestant in this process.
    Moves(Vec<M>),
    /// The text of a program.
    Text {
        /// As the game's protocols write it.
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
    /// What the contestant reports of it.
    pub report: TurnReport,
}

/// Why moves are not a whole turn.
enum NotATurn<M> {
    Illegal(Illegal<M>),
    TooMany,
    Part,
}

/// The moves if they are a whole legal turn of the side to move; those after a move that ends the
/// game are left out.
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
    /// The turn that the game reads in a text.
    pub fn read<G: Notation<Move = M>>(now: &G, text: String) -> Choice<M> {
        let moves = now.read_turn(&text).map_err(|reason| reason.to_string());
        Choice::Text { text, moves }
    }

    /// The text for the record, and the moves if they are a whole legal turn in this position.
    /// Moves after one that ends the game are left out.
    ///
    /// The turn of a contestant in this process is written by the game only where it is legal.
    ///
    /// # Errors
    /// [`Fault::IllegalMove`], beside the text, with what is wrong and the position.
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
                let reason = format!("'{text}' is only a part of a turn");
                (text, illegal(reason))
            }
        }
    }
}

/// Something that plays. The arena uses one contestant for many games, one at a time.
pub trait Contestant<G: Game>: Send {
    /// Prepares for a new game, which begins in a position; not on anybody's clock.
    ///
    /// # Errors
    /// The fault for which the game is forfeited.
    fn new_game(&mut self, start: &G) -> Result<(), Fault>;

    /// Chooses a turn. A contestant measures its own time because it alone knows when the
    /// question left and the answer came; the arena judges it.
    ///
    /// The arena cannot interrupt a contestant in the same process: such a contestant must
    /// return.
    ///
    /// # Errors
    /// The fault for which the game is forfeited.
    fn choose(&mut self, turn: &Turn<'_, G>) -> Result<Answer<G::Move>, Fault>;
}

/// How an entrant opens a contestant.
type Opener<G> = dyn Fn() -> Result<Box<dyn Contestant<G>>, Fault> + Send + Sync;

/// A participant: a name, and a way to open contestants.
pub struct Entrant<G: Game> {
    /// Its name, unique in the match.
    pub name: String,
    /// What it is, in one line: program, options. A match is resumed only with
    /// entrants that are described as before.
    pub description: String,
    /// Its own time control, if it differs from the match's.
    pub control: Option<TimeControl>,
    opener: Box<Opener<G>>,
}

impl<G: Game> Entrant<G> {
    /// A participant whose contestants `opener` opens. It may fail to: [`Fault::Start`].
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
