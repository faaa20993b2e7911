//! The protocols: each reads lines, has the session do what they ask, and
//! answers in its own words. They are described in the handbook
//! (`docs/connect6.md`).

mod botzone;
mod cloudict;
mod gtp;
mod piskvork;
mod sau;

use crate::session::{Flow, Session};
use duiyi_connect6::Rules;
use duiyi_connect6::notation::Coordinates;
use duiyi_connect6::player::Progress;
use std::io::Write;
use std::str::FromStr;

/// A protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
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

impl Dialect {
    /// The protocol that a front end speaks whose first line this is.
    ///
    /// ```
    /// use connect6_engine::Dialect;
    ///
    /// assert_eq!(Dialect::of_line("name?"), Dialect::Sau);
    /// assert_eq!(Dialect::of_line("1 list_commands"), Dialect::Gtp);
    /// assert_eq!(Dialect::of_line("START 15"), Dialect::Piskvork);
    /// assert_eq!(Dialect::of_line("3"), Dialect::Botzone);
    /// assert_eq!(Dialect::of_line("new black"), Dialect::Cloudict);
    /// ```
    pub fn of_line(line: &str) -> Dialect {
        let mut words = line.split_whitespace();
        let first = words.next().unwrap_or_default();
        let second = words.next();
        match (first, second) {
            ("name?", _) => Dialect::Sau,
            (number, None) if number.parse::<u32>().is_ok() => Dialect::Botzone,
            (number, Some(command)) if number.parse::<u32>().is_ok() && gtp::is_command(command) => Dialect::Gtp,
            (command, _) if piskvork::is_opening(command) => Dialect::Piskvork,
            // "name", "quit" and the like are words of both; Cloudict's hosts begin with them.
            (command, _) if gtp::is_command(command) && !matches!(command, "name" | "quit" | "undo" | "threads") => {
                Dialect::Gtp
            }
            _ => Dialect::Cloudict,
        }
    }
}

/// A text that names no protocol.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no protocol: expected cloudict, sau, gtp, botzone or piskvork")]
pub struct UnknownDialect(String);

impl FromStr for Dialect {
    type Err = UnknownDialect;

    fn from_str(text: &str) -> Result<Dialect, UnknownDialect> {
        match text.to_ascii_lowercase().as_str() {
            "cloudict" => Ok(Dialect::Cloudict),
            "sau" => Ok(Dialect::Sau),
            "gtp" => Ok(Dialect::Gtp),
            "botzone" => Ok(Dialect::Botzone),
            "piskvork" => Ok(Dialect::Piskvork),
            _ => Err(UnknownDialect(text.chars().take(40).collect())),
        }
    }
}

/// A conversation in one protocol, with what it has to remember.
pub(crate) enum Speaker {
    Cloudict,
    Sau(sau::State),
    Gtp(gtp::State),
    Botzone(botzone::State),
    Piskvork(piskvork::State),
}

impl Speaker {
    pub(crate) fn new(dialect: Dialect) -> Speaker {
        match dialect {
            Dialect::Cloudict => Speaker::Cloudict,
            Dialect::Sau => Speaker::Sau(sau::State::default()),
            Dialect::Gtp => Speaker::Gtp(gtp::State::default()),
            Dialect::Botzone => Speaker::Botzone(botzone::State::default()),
            Dialect::Piskvork => Speaker::Piskvork(piskvork::State::default()),
        }
    }

    pub(crate) fn obey<W: Write>(&mut self, session: &mut Session<W>, line: &str) -> Flow {
        match self {
            Speaker::Cloudict => cloudict::obey(session, line),
            Speaker::Sau(state) => state.obey(session, line),
            Speaker::Gtp(state) => state.obey(session, line),
            Speaker::Botzone(state) => state.obey(session, line),
            Speaker::Piskvork(state) => state.obey(session, line),
        }
    }
}

/// The engine's name.
pub(crate) const NAME: &str = "Duiyi";
/// Its version.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// An iteration as people read it: depth, score, nodes, time, expected stones.
pub(crate) fn report(rules: Rules, progress: &Progress) -> String {
    let millis = progress.elapsed.as_millis();
    let speed = (u128::from(progress.nodes) * 1000).checked_div(millis).unwrap_or(0);
    let line: Vec<String> = progress.line.iter().map(|&point| Coordinates::Letters.write(rules, point)).collect();
    format!(
        "depth {} score {} nodes {} nps {speed} time {millis} pv {}",
        progress.depth,
        progress.score,
        progress.nodes,
        line.join(" ")
    )
}

/// A number within bounds.
pub(crate) fn number<N: FromStr + PartialOrd + std::fmt::Display>(
    name: &str,
    text: Option<&str>,
    range: std::ops::RangeInclusive<N>,
) -> Result<N, String> {
    let expected = || format!("{name}: expected a number from {} to {}", range.start(), range.end());
    let text = text.ok_or_else(expected)?;
    let value = text.parse().map_err(|_| format!("{}, found '{}'", expected(), shown(text)))?;
    if range.contains(&value) { Ok(value) } else { Err(format!("{}, found {value}", expected())) }
}

/// A text shortened for an error message.
pub(crate) fn shown(text: &str) -> String {
    text.chars().take(40).collect()
}
