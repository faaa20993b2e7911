//! The searches that differ from another in one switch, to compare the enhancements of a search.

use crate::player::{OptionError, Player, Request};
use duiyi_game::{Game, History};
use duiyi_search::{Enhancements, LimitControl, Limits, Parameters, StopHandle};

/// A search for comparisons: the usual one, or one that differs from it in one switch.
///
/// ```
/// use duiyi_engine::{Player, SearchPlayer, Variation, nodes_of};
/// use duiyi_game::{Score, nim::Nim};
///
/// let positions = [Nim::new(30), Nim::new(31)];
/// let nodes = |variation: &Variation| {
///     let mut player = SearchPlayer::new(|| |_: &Nim| Score::ZERO);
///     variation.set(&mut player)?;
///     Ok::<u64, duiyi_engine::OptionError>(nodes_of(&mut player, &positions, 12))
/// };
/// let variations = Variation::of_default();
/// let [usual, without] = ["default", "without table"].map(|name| variations.iter().find(|one| one.name() == name));
/// assert!(nodes(usual.unwrap())? < nodes(without.unwrap())?);
/// # Ok::<(), duiyi_engine::OptionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    name: String,
    options: Vec<(&'static str, String)>,
}

impl Variation {
    /// The search as the player has it, named `default`, then one for each switch: `without null_move`,
    /// `with singular`. What the player's own set does not change has no effect on it.
    pub fn of_default() -> Vec<Variation> {
        let turned = |on| switches(Enhancements::default(), on).map(|(name, option)| (name, vec![option]));
        variations("default", Vec::new(), turned(false).chain(turned(true)))
    }

    /// The search with a set of switches and constants, by its name, then one for each switch of the set.
    pub fn of_set(name: &str, set: Enhancements, constants: Parameters) -> Vec<Variation> {
        let on = |on: bool| on.to_string();
        let switches_set = Enhancements::NAMES.iter().zip(Enhancements::OPTIONS);
        let switches_set = switches_set.map(|(name, &option)| (option, on(set.get(name).unwrap_or_default())));
        let constants_set = Parameters::NAMES.iter().zip(Parameters::OPTIONS);
        let constants_set =
            constants_set.map(|(name, &option)| (option, constants.get(name).unwrap_or_default().to_string()));
        let base: Vec<_> = switches_set.chain(constants_set).collect();
        variations(name, base, switches(set, false).map(|(name, option)| (name, vec![option])))
    }

    /// The name, without counts or results, so that it stays the same from version to version.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The options of a player that make its search this one, in the order in which they are set.
    pub fn options(&self) -> &[(&'static str, String)] {
        &self.options
    }

    /// Sets the options of a player.
    ///
    /// # Errors
    /// If the player has no such switches.
    pub fn set<G: Game>(&self, player: &mut dyn Player<G>) -> Result<(), OptionError> {
        self.options.iter().try_for_each(|(name, value)| player.set_option(name, value))
    }
}

/// The switches of a set that can be turned to `on`, with the name of the search and the option.
fn switches(set: Enhancements, on: bool) -> impl Iterator<Item = (String, (&'static str, String))> {
    let known = Enhancements::NAMES.iter().zip(Enhancements::OPTIONS);
    known.filter(move |(name, _)| set.get(name).is_some_and(|is_on| is_on != on)).map(move |(name, &option)| {
        let word = if on { "with" } else { "without" };
        (format!("{word} {name}"), (option, on.to_string()))
    })
}

/// The base, then the base with each of the changes.
fn variations(
    name: &str,
    base: Vec<(&'static str, String)>,
    changes: impl Iterator<Item = (String, Vec<(&'static str, String)>)>,
) -> Vec<Variation> {
    let changed = |(name, options): (String, Vec<_>)| Variation { name, options: [base.clone(), options].concat() };
    std::iter::once((name.to_owned(), Vec::new())).chain(changes).map(changed).collect()
}

/// The nodes of a player's searches of positions to a depth, each from empty tables: the same in every run for one
/// thread.
pub fn nodes_of<G: Game + Clone>(player: &mut dyn Player<G>, positions: &[G], depth: u32) -> u64 {
    let mut nodes = 0;
    for position in positions {
        player.new_game(position);
        let mut control = LimitControl::new(Limits::depth(depth), StopHandle::new());
        let game = &History::new(position.clone());
        let mut request = Request { game, allowed: &|_| true, control: &mut control, observer: &mut () };
        nodes += player.decide(&mut request).map_or(0, |found| found.nodes);
    }
    nodes
}
