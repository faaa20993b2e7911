//! The protocols: each reads lines, has the session do what they ask, and answers
//! in its own words.

mod botzone;
mod chess_like;
mod cloudict;
mod gtp;
mod piskvork;
mod sau;
mod stones;
mod ucci;
mod uci;

use crate::{
    CommandError, Protocol,
    inbox::Heed,
    session::{Answer, Session},
};
use duiyi_game::{Notation, Placement};

/// The engine's name.
pub(crate) const NAME: &str = "Duiyi";
/// Its version.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");
/// Who wrote it.
pub(crate) const AUTHOR: &str = "the Duiyi developers";

/// What to do after a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Flow {
    Continue,
    Quit,
}

/// A conversation in one protocol, with what it has to remember.
pub(crate) trait Dialect<G: Notation> {
    /// Carries out a line.
    fn execute(&mut self, session: &mut Session<G>, line: &str) -> Result<Flow, CommandError>;

    /// Says what a search has found.
    fn answer(&mut self, session: &mut Session<G>, answer: Answer<G::Move>);

    /// Says what is wrong with a line.
    fn report_error(&self, session: &Session<G>, error: &CommandError);

    /// Whether lines wait until a search is over; otherwise they are carried out at once.
    fn waits(&self) -> bool {
        true
    }

    /// What a line that waits means for the search under way, which may be `endless`:
    /// without a limit that ends it.
    fn heed(&self, _line: &str, _endless: bool) -> Heed {
        Heed::Waits
    }

    /// Says the last word.
    fn finish(&self, _session: &Session<G>) {}
}

/// A conversation for any game; of the protocols for stones none.
pub(crate) fn dialect<G: Notation>(protocol: Protocol) -> Box<dyn Dialect<G>> {
    match protocol {
        Protocol::Ucci => Box::new(ucci::Ucci::default()),
        _ => Box::new(uci::Uci),
    }
}

/// A conversation for a game in which stones are put.
pub(crate) fn dialect_for_placement<G: Placement>(protocol: Protocol) -> Box<dyn Dialect<G>> {
    match protocol {
        Protocol::Uci | Protocol::Ucci => dialect(protocol),
        Protocol::Cloudict => Box::new(cloudict::Cloudict::default()),
        Protocol::Sau => Box::new(sau::Sau::default()),
        Protocol::Gtp => Box::new(gtp::Gtp::default()),
        Protocol::Botzone => Box::new(botzone::Botzone::default()),
        Protocol::Piskvork => Box::new(piskvork::Piskvork::default()),
    }
}
