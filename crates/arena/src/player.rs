//! A player: something that answers a position with a move.
//!
//! Players are programs behind a pipe ([`EngineConfig`](crate::EngineConfig),
//! [`StoneConfig`](crate::StoneConfig)), players of a told game in the same process
//! ([`LocalPlayer`](crate::LocalPlayer)), or whatever implements [`Player`]. An [`Entrant`]
//! opens players: a match with concurrency needs several of each.

use duiyi_clock::{Ledger, TimeControl};
use duiyi_game::{Score, Side};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The question put to a player.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The position in which the game started.
    pub start: &'a str,
    /// The moves since then, those of the opening among them.
    pub moves: &'a [String],
    /// A later start, equivalent for rules that look back no further than the
    /// last irreversible move, and how many of `moves` lead there.
    pub reduced: Option<(&'a str, usize)>,
    /// Who is to move.
    pub side: Side,
    /// The clocks, first side's first.
    pub clocks: [&'a Ledger; 2],
    /// How far beyond its flag a move is forgiven.
    pub margin: Duration,
}

impl Turn<'_> {
    /// The mover's clock.
    pub fn clock(&self) -> &Ledger {
        self.clocks[self.side.index()]
    }

    /// The mover's time control.
    pub fn control(&self) -> &TimeControl {
        self.clock().control()
    }

    /// The time after which the move loses the game: what the mover's clock has,
    /// and the margin; `None` where no time is measured.
    pub fn deadline(&self) -> Option<Duration> {
        Some(self.clock().available()?.saturating_add(self.margin))
    }
}

/// A player's answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// The move, as the game's protocols write it.
    pub mv: String,
    /// Time between the question and the answer.
    pub elapsed: Duration,
    /// The player's score from its own point of view, if it gave one.
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

/// Why a player forfeits a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// It did not start, or did not finish the handshake.
    #[error("failed to start: {0}")]
    Start(String),
    /// Its process ended.
    #[error("crashed: {0}")]
    Crash(String),
    /// Its output ended or its input was closed while the process lived on.
    #[error("closed its pipe: {0}")]
    ClosedPipe(String),
    /// It did not answer at all.
    #[error("hung: no answer after {0:.1?}")]
    Hang(Duration),
    /// It answered after its flag had fallen.
    #[error("overstepped its time by {0:.1?}")]
    Time(Duration),
    /// It played a move that the rules forbid.
    #[error("illegal move: {0}")]
    IllegalMove(String),
    /// It gave no move although it had one.
    #[error("gave no move: {0}")]
    NoMove(String),
    /// It wrote more than the arena will read for one move.
    #[error("flooded its output: more than {0} bytes without an answer")]
    Flood(usize),
}

impl Fault {
    /// One word for counting: "crash", "hang", "time".
    pub fn kind(&self) -> &'static str {
        match self {
            Fault::Start(_) => "start",
            Fault::Crash(_) => "crash",
            Fault::ClosedPipe(_) => "pipe",
            Fault::Hang(_) => "hang",
            Fault::Time(_) => "time",
            Fault::IllegalMove(_) => "illegal move",
            Fault::NoMove(_) => "no move",
            Fault::Flood(_) => "flood",
        }
    }
}

/// Something that plays. The arena uses one player for many games, one at a time.
pub trait Player: Send {
    /// Prepares for a new game; not on anybody's clock.
    ///
    /// # Errors
    /// The fault for which the game is forfeited.
    fn new_game(&mut self) -> Result<(), Fault>;

    /// Chooses a move. A player measures its own time because it alone knows
    /// when the question left and the answer came; the arena judges it.
    ///
    /// The arena cannot interrupt a player in the same process: such a player
    /// must return.
    ///
    /// # Errors
    /// The fault for which the game is forfeited.
    fn choose(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault>;
}

/// How an entrant opens a player.
type Opener = dyn Fn() -> Result<Box<dyn Player>, Fault> + Send + Sync;

/// A participant: a name, and a way to open players.
pub struct Entrant {
    /// Its name, unique in the match.
    pub name: String,
    /// What it is, in one line: program, options. A match is resumed only with
    /// entrants that are described as before.
    pub description: String,
    /// Its own time control, if it differs from the match's.
    pub control: Option<TimeControl>,
    opener: Box<Opener>,
}

impl Entrant {
    /// A participant whose players `opener` opens. There may be none to be had: [`Fault::Start`].
    pub fn new(
        name: impl Into<String>,
        description: impl Into<String>,
        opener: impl Fn() -> Result<Box<dyn Player>, Fault> + Send + Sync + 'static,
    ) -> Entrant {
        Entrant { name: name.into(), description: description.into(), control: None, opener: Box::new(opener) }
    }

    /// Opens a player.
    ///
    /// # Errors
    /// [`Fault::Start`] if there is none to be had.
    pub fn open(&self) -> Result<Box<dyn Player>, Fault> {
        (self.opener)()
    }
}
