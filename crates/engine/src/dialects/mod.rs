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
    CommandError,
    inbox::Heed,
    session::{Answer, Session},
};
use duiyi_game::{Notation, Placement};
use duiyi_player::{Timing, shortened};
use std::str::FromStr;

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
    fn obey(&mut self, session: &mut Session<G>, line: &str) -> Result<Flow, CommandError>;

    /// Says what a search has found.
    fn answer(&mut self, session: &mut Session<G>, answer: Answer<G::Move>);

    /// Says what is wrong with a line.
    fn complain(&self, session: &Session<G>, error: &CommandError);

    /// Whether lines wait until a search is over; otherwise they are obeyed at once.
    fn waits(&self) -> bool {
        true
    }

    /// What a line that waits means for the search under way, which may be `endless`:
    /// without a limit that ends it.
    fn heed(&self, _line: &str, _endless: bool) -> Heed {
        Heed::Waits
    }

    /// Says the last word.
    fn say_goodbye(&self, _session: &Session<G>) {}
}

/// A protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// The Universal Chess Interface, with the texts of the game.
    Uci,
    /// The Universal Chinese Chess Protocol 3.0 (中国象棋通用引擎协议).
    Ucci,
    /// The text protocol of Cloudict and the ConnectMore front end, with our additions.
    Cloudict,
    /// The platform of the Chinese computer games contests.
    Sau,
    /// The Go Text Protocol, with GoGui's rules commands.
    Gtp,
    /// Botzone's simple interaction, on 15 × 15.
    Botzone,
    /// Piskvork, the protocol of Gomocup: gomoku and other games of one stone a turn.
    Piskvork,
}

impl Protocol {
    /// The protocol that a front end speaks whose first line this is, for any game:
    /// UCCI or UCI.
    pub fn of_line(line: &str) -> Protocol {
        if line.split_whitespace().next() == Some("ucci") { Protocol::Ucci } else { Protocol::Uci }
    }

    /// The same for a game in which stones are put.
    ///
    /// ```
    /// use duiyi_engine::Protocol;
    ///
    /// for (line, protocol) in [
    ///     ("uci", Protocol::Uci),
    ///     ("ucci", Protocol::Ucci),
    ///     ("name?", Protocol::Sau),
    ///     ("1 list_commands", Protocol::Gtp),
    ///     ("START 15", Protocol::Piskvork),
    ///     ("3", Protocol::Botzone),
    ///     ("new black", Protocol::Cloudict),
    /// ] {
    ///     assert_eq!(Protocol::of_line_for_placement(line), protocol, "{line}");
    /// }
    /// ```
    pub fn of_line_for_placement(line: &str) -> Protocol {
        let mut words = line.split_whitespace();
        let first = words.next().unwrap_or_default();
        let second = words.next();
        match (first, second) {
            ("uci" | "ucci", _) => Protocol::of_line(line),
            ("name?", _) => Protocol::Sau,
            (number, None) if number.parse::<u32>().is_ok() => Protocol::Botzone,
            (number, Some(command)) if number.parse::<u32>().is_ok() && gtp::is_command(command) => Protocol::Gtp,
            (command, _) if piskvork::is_opening(command) => Protocol::Piskvork,
            // "name", "quit" and the like are words of both; Cloudict's hosts begin with them.
            (command, _) if gtp::is_command(command) && !matches!(command, "name" | "quit" | "undo" | "threads") => {
                Protocol::Gtp
            }
            _ => Protocol::Cloudict,
        }
    }
}

/// A text that names no protocol.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown protocol '{0}'; expected one of uci, ucci, cloudict, sau, gtp, botzone, piskvork")]
pub struct UnknownProtocol(String);

impl FromStr for Protocol {
    type Err = UnknownProtocol;

    fn from_str(text: &str) -> Result<Protocol, UnknownProtocol> {
        match text.to_ascii_lowercase().as_str() {
            "uci" => Ok(Protocol::Uci),
            "ucci" => Ok(Protocol::Ucci),
            "cloudict" => Ok(Protocol::Cloudict),
            "sau" => Ok(Protocol::Sau),
            "gtp" => Ok(Protocol::Gtp),
            "botzone" => Ok(Protocol::Botzone),
            "piskvork" => Ok(Protocol::Piskvork),
            _ => Err(UnknownProtocol(shortened(text))),
        }
    }
}

/// A conversation for any game; of the protocols for stones none.
pub(crate) fn dialect<G: Notation + Timing>(protocol: Protocol) -> Box<dyn Dialect<G>> {
    match protocol {
        Protocol::Ucci => Box::new(ucci::Ucci::default()),
        _ => Box::new(uci::Uci),
    }
}

/// A conversation for a game in which stones are put.
pub(crate) fn dialect_for_placement<G: Placement + Timing>(protocol: Protocol) -> Box<dyn Dialect<G>> {
    match protocol {
        Protocol::Uci | Protocol::Ucci => dialect(protocol),
        Protocol::Cloudict => Box::new(cloudict::Cloudict::default()),
        Protocol::Sau => Box::new(sau::Sau::default()),
        Protocol::Gtp => Box::new(gtp::Gtp::default()),
        Protocol::Botzone => Box::new(botzone::Botzone::default()),
        Protocol::Piskvork => Box::new(piskvork::Piskvork::default()),
    }
}
