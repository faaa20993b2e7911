//! Options of a player on a command line.

use crate::GameKit;
use clap::Args;
use duiyi_engine::Player;
use duiyi_game::{Notation, Reason};

/// The options of the player.
#[derive(Args, Clone, Debug, Default)]
pub struct PlayerArguments {
    /// An option of the player, as announced by the engine: Threads=2. May be repeated.
    #[arg(long, value_name = "NAME=VALUE", value_parser = setting)]
    pub(crate) option: Vec<(String, String)>,
}

/// Parses the name and the value of an option.
pub(crate) fn setting(text: &str) -> Result<(String, String), String> {
    let parts = text.split_once('=').map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned()));
    parts.filter(|(name, _)| !name.is_empty()).ok_or_else(|| "expected NAME=VALUE".to_owned())
}

impl PlayerArguments {
    /// A player of the kit with the options `own` and then these.
    ///
    /// # Errors
    /// If the player does not accept a value.
    pub fn player<G: Notation>(&self, kit: &GameKit<G>, own: &[(&str, String)]) -> Result<Box<dyn Player<G>>, Reason> {
        let mut player = kit.player();
        let given = self.option.iter().map(|(name, value)| (name.as_str(), value));
        for (name, value) in own.iter().map(|(name, value)| (*name, value)).chain(given) {
            player.set_option(name, value)?;
        }
        Ok(player)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_engine::PlayerParts;
    use duiyi_game::{Score, nim::Nim};

    #[test]
    fn options_of_the_player_are_read_and_set() {
        let kit = GameKit::new("nim", Nim::new(9), PlayerParts::by(|| |_: &Nim| Score::ZERO));
        let settings = PlayerArguments { option: vec![setting("MultiPV = 3").unwrap()] };
        assert_eq!(settings.option, [("MultiPV".to_owned(), "3".to_owned())]);
        assert!(settings.player(&kit, &[("MultiPV", "2".to_owned())]).is_ok());
        assert!(settings.player(&kit, &[("MultiPV", "0".to_owned())]).is_err(), "each value is checked");
        assert_eq!(setting("EvalFile=a=b").unwrap().1, "a=b");
        assert!(setting("=3").is_err() && setting("MultiPV").is_err());
    }
}
