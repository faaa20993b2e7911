//! The data of a game that records need.

use duiyi_game::Notation;

/// The names and texts of a game that journals and PGN need: plain data, so that they are not
/// generic over games.
///
/// ```
/// use duiyi_game::nim::Nim;
/// let book = duiyi_arena::RuleBook::new(&Nim::new(9));
/// assert_eq!((book.game, book.rules.as_str(), book.sides), ("nim", "nim", ["Anna", "Bela"]));
/// assert_eq!(book.initial, "9 a");
/// ```
#[derive(Clone, Debug)]
pub struct RuleBook {
    /// The game, in lower case: "xiangqi".
    pub game: &'static str,
    /// The name of the rule set in records; the name of the game if there is only one unnamed rule
    /// set.
    pub rules: String,
    /// The names of the sides: `["Red", "Black"]`.
    pub sides: [&'static str; 2],
    /// The initial position of games whose opening has none.
    pub initial: String,
    /// PGN tags in addition to the usual ones, such as `("Game", "Chinese Chess")`.
    pub tags: &'static [(&'static str, &'static str)],
    /// Converts a turn from the notation of the game's protocols to the notation of PGN.
    pub record_turn: fn(&str) -> String,
}

impl RuleBook {
    /// The rule set of a position, which is the start of games whose opening has none.
    pub fn new<G: Notation>(start: &G) -> RuleBook {
        let name = start.rules();
        RuleBook {
            game: G::NAME,
            rules: if name.is_empty() { G::NAME.to_owned() } else { name },
            sides: G::SIDES,
            initial: start.write_position(),
            tags: G::RECORD_TAGS,
            record_turn: G::record_turn,
        }
    }
}
