//! The endgame tables of a player.

use crate::options;
use crate::player::{Check, OptionError, OptionSpec, Text};
use duiyi_search::Endgames;
use std::sync::Arc;

/// Opens a folder of endgame tables. The error describes what is wrong with it.
pub type EndgameOpener<G> = Arc<dyn Fn(&str) -> Result<Arc<dyn Endgames<G>>, String> + Send + Sync>;

options! {
    /// The options of a player's endgame tables.
    pub(crate) struct EndgameOptions, enum EndgameOption {
        /// The folder of the tables; without one the player has none.
        Path path: Text = Text, "EndgamePath" / "egtbpaths";
        /// Whether the tables are used.
        On on: Check = Check(true), "UseEndgames" / "useegtb";
    }
}

/// The endgame tables of a player.
pub(crate) struct OwnEndgames<G> {
    opener: EndgameOpener<G>,
    tables: Option<Arc<dyn Endgames<G>>>,
    options: EndgameOptions,
}

impl<G> OwnEndgames<G> {
    /// Creates the options without opening a folder.
    pub(crate) fn new(opener: EndgameOpener<G>) -> OwnEndgames<G> {
        OwnEndgames { opener, tables: None, options: EndgameOptions::default() }
    }

    /// The options.
    pub(crate) fn specs() -> Vec<OptionSpec> {
        EndgameOptions::specs()
    }

    /// Sets an option. Returns whether it belongs to the tables.
    pub(crate) fn set_option(&mut self, name: &str, value: &str) -> Result<bool, OptionError> {
        let before = self.options.clone();
        match self.options.set(name, value)? {
            Some(EndgameOption::Path) => self.open().inspect_err(|_| self.options = before).map(|()| true),
            Some(EndgameOption::On) => Ok(true),
            None => Ok(false),
        }
    }

    /// Opens the folder.
    fn open(&mut self) -> Result<(), OptionError> {
        let path = self.options.path.as_str();
        let failed = |reason| OptionError::File { name: "EndgamePath".to_owned(), reason };
        self.tables = if path.is_empty() { None } else { Some((self.opener)(path).map_err(failed)?) };
        Ok(())
    }

    /// The tables, if they are used.
    pub(crate) fn tables(&self) -> Option<Arc<dyn Endgames<G>>> {
        self.tables.clone().filter(|_| self.options.on)
    }
}
