//! Games of any type on one command line.

use super::command::GameCommand;
use crate::{
    games::LabGame,
    matches::{merge, report},
};
use duiyi_arena::MatchRecord;
use duiyi_game::{Diagram, Notation, Reason};
use std::path::Path;

/// A game of any type, for the command line.
pub(crate) trait AnyGame {
    /// Its name on the command line.
    fn name(&self) -> &'static str;
    /// Its name in records.
    fn variant(&self) -> &'static str;
    /// Runs a command for this game.
    fn run(&self, command: GameCommand, line: &str) -> Result<(), Reason>;
    /// Writes the record of a match.
    fn write_match(&self, out: &Path, record: &MatchRecord) -> Result<(), Reason>;
    /// Writes records as a page with at most `most` games to replay.
    fn page(&self, records: &[MatchRecord], most: usize) -> Result<String, Reason>;
}

impl<G: Notation + Diagram> AnyGame for LabGame<G> {
    fn name(&self) -> &'static str {
        self.kit().name
    }

    fn variant(&self) -> &'static str {
        G::NAME
    }

    fn run(&self, command: GameCommand, line: &str) -> Result<(), Reason> {
        command.run(self, line)
    }

    fn write_match(&self, out: &Path, record: &MatchRecord) -> Result<(), Reason> {
        merge::write::<G>(out, record)
    }

    fn page(&self, records: &[MatchRecord], most: usize) -> Result<String, Reason> {
        report::page::<G>(records, most)
    }
}

/// The names of games.
fn names(games: &[&dyn AnyGame]) -> String {
    games.iter().map(|game| game.name()).collect::<Vec<_>>().join(", ")
}

/// The game with this name; the first game without a name.
pub(super) fn by_name<'a>(games: &[&'a dyn AnyGame], name: Option<&str>) -> Result<&'a dyn AnyGame, Reason> {
    let found = games.iter().find(|game| name.is_none_or(|name| game.name() == name));
    let unknown = || format!("--game {}: expected one of {}", name.unwrap_or_default(), names(games));
    Ok(*found.ok_or_else(unknown)?)
}

/// The game with this name in records.
pub(super) fn by_variant<'a>(games: &[&'a dyn AnyGame], variant: &str) -> Result<&'a dyn AnyGame, Reason> {
    let found = games.iter().find(|game| game.variant() == variant);
    Ok(*found.ok_or_else(|| format!("games of {variant}; expected one of {}", names(games)))?)
}
