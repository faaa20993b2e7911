//! The protocols: each parses lines, executes them in the session and prints the
//! answers in its format.

mod botzone;
mod chess_like;
mod cloudict;
mod ending;
mod gtp;
mod piskvork;
mod sau;
#[cfg(test)]
mod settings_tests;
mod stones;
mod ucci;
mod uci;

use crate::player::TurnLimits;
use crate::protocol::{ChessProtocol, CommandError, Protocol, StoneProtocol};
use crate::sessions::{
    inbox::LineEffect,
    session::{Answer, Session},
};
use duiyi_game::{Notation, Placement};

/// The engine's name.
pub(crate) const NAME: &str = "Duiyi";
/// The engine's version.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The engine's authors.
pub(crate) const AUTHOR: &str = "the Duiyi developers";

/// What to do after a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Flow {
    Continue,
    Quit,
}

/// A protocol with the state of its conversation.
pub(crate) trait Dialect<G: Notation> {
    /// Executes a line.
    fn execute(&mut self, session: &mut Session<G>, line: &str) -> Result<Flow, CommandError>;

    /// Prints the answer of a search.
    fn answer(&mut self, session: &mut Session<G>, answer: Answer<G::Move>);

    /// Prints an error.
    fn report_error(&self, session: &Session<G>, error: &CommandError);

    /// Prints a message of the player for the user, in protocols that have such messages.
    fn note(&self, _session: &Session<G>, _text: &str) {}

    /// Reads the limits of a `go` without a search, and an error for each ignored part; `None` if the line
    /// requests no search, or the protocol has no such line.
    fn read_limits(&mut self, _session: &mut Session<G>, _line: &str) -> (Option<TurnLimits>, Vec<CommandError>) {
        (None, Vec::new())
    }

    /// Whether an option of this name has an effect or an error. Other options are ignored silently.
    fn takes_option(&self, _session: &Session<G>, _name: &str) -> bool {
        true
    }

    /// The effect of a queued line on the current search; `endless` means a search without a limit.
    fn effect_of(&self, _line: &str, _endless: bool) -> LineEffect {
        LineEffect::None
    }

    /// Prints the last message at `quit`.
    fn finish(&self, _session: &Session<G>) {}
}

/// A conversation for any game, in UCI or UCCI.
pub(crate) fn dialect<G: Notation>(protocol: ChessProtocol) -> Box<dyn Dialect<G>> {
    match protocol {
        ChessProtocol::Ucci => Box::new(ucci::Ucci::default()),
        ChessProtocol::Uci => Box::new(uci::Uci),
    }
}

/// A conversation for a game with stones.
pub(crate) fn dialect_for_placement<G: Placement>(protocol: Protocol) -> Box<dyn Dialect<G>> {
    match protocol {
        Protocol::Chess(protocol) => dialect(protocol),
        Protocol::Stones(StoneProtocol::Cloudict) => Box::new(cloudict::Cloudict::default()),
        Protocol::Stones(StoneProtocol::Sau) => Box::new(sau::Sau::default()),
        Protocol::Stones(StoneProtocol::Gtp) => Box::new(gtp::Gtp::default()),
        Protocol::Stones(StoneProtocol::Botzone) => Box::new(botzone::Botzone::default()),
        Protocol::Stones(StoneProtocol::Piskvork) => Box::new(piskvork::Piskvork::default()),
    }
}
