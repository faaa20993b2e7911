//! The constants of a player by their names, for tuning and for files.

use super::choose::Player;
use duiyi_search::Parameters;

/// A name that no parameter of the player or of its search has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown parameter '{0}'; the player has {player}, the search {search}",
    player = Player::PARAMETERS.join(", "),
    search = Parameters::NAMES.join(", ")
)]
pub struct UnknownParameter(pub String);

/// A parameter: its name as an option, and how it is set.
type Parameter = (&'static str, fn(&mut Player, i32));

/// What stands before the name of a parameter as an option.
const PREFIX: usize = "param.".len();

/// Every parameter of the player's own.
const TABLE: [Parameter; 11] = [
    ("param.width_root", |player, value| player.width.root = byte(value)),
    ("param.width_inner", |player, value| player.width.inner = byte(value)),
    ("param.effort_principal", |player, value| player.effort.principal = whole(value)),
    ("param.effort_root", |player, value| player.effort.root = whole(value)),
    ("param.effort_inner", |player, value| player.effort.inner = whole(value)),
    ("param.effort_leaf", |player, value| player.effort.leaf = whole(value)),
    ("param.root_effort", |player, value| player.root_effort = whole(value).into()),
    ("param.standing_threat_cost", |player, value| {
        player.standing_threat.cost = value.clamp(0, u16::MAX.into()) as u16
    }),
    ("param.standing_threat_plies", |player, value| player.standing_threat.plies = byte(value)),
    ("param.prior", |player, value| player.prior = value.clamp(0, u16::MAX.into()) as u16),
    ("param.pairs", |player, value| player.pairs = value.clamp(0, u16::MAX.into()) as u16),
];

fn byte(value: i32) -> u8 {
    value.clamp(0, u8::MAX.into()) as u8
}

fn whole(value: i32) -> u32 {
    value.max(0) as u32
}

impl Player {
    /// The names of the player's own parameters, before those of the search
    /// ([`Parameters::NAMES`]).
    pub const PARAMETERS: [&str; TABLE.len()] = {
        let mut names = [""; TABLE.len()];
        let mut index = 0;
        while index < TABLE.len() {
            names[index] = TABLE[index].0.split_at(PREFIX).1;
            index += 1;
        }
        names
    };

    /// The same as options of a player: `param.width_root`.
    #[cfg(feature = "player")]
    pub(super) const PARAMETER_OPTIONS: [&str; TABLE.len()] = {
        let mut names = [""; TABLE.len()];
        let mut index = 0;
        while index < TABLE.len() {
            names[index] = TABLE[index].0;
            index += 1;
        }
        names
    };

    /// Sets a parameter by its name, one of [`Player::PARAMETERS`] or of the
    /// search's. What is out of its range becomes the nearest number within.
    ///
    /// # Errors
    ///
    /// If no parameter has the name.
    ///
    /// ```
    /// use duiyi_connect6::{Rules, player::Player};
    /// let mut player = Player::new(Rules::CONNECT6);
    /// player.set_parameter("width_inner", 12)?;
    /// assert_eq!(player.width.inner, 12);
    /// player.set_parameter("lmr_factor", 30)?;
    /// assert!(player.set_parameter("luck", 1).is_err());
    /// # Ok::<(), duiyi_connect6::player::UnknownParameter>(())
    /// ```
    pub fn set_parameter(&mut self, name: &str, value: i32) -> Result<(), UnknownParameter> {
        if let Some((_, set)) = TABLE.iter().find(|parameter| &parameter.0[PREFIX..] == name) {
            set(self, value);
            return Ok(());
        }
        self.settings().1.set(name, value).map_err(|_| UnknownParameter(duiyi_game::shortened(name)))
    }
}
