//! One of several players, chosen by an option.

use crate::{Decision, OptionError, OptionSpec, Player, Probe, Request, TableError, options::read_choice};
use duiyi_game::{Game, Score};
use std::path::Path;

/// A player by its name, and how to make it.
pub type Choice<G> = (&'static str, Box<dyn Fn() -> Box<dyn Player<G>> + Send>);

/// A player that is one of several: with another evaluation, say. The option of the
/// name that is given chooses; what else was set stays set.
pub struct Alternatives<G: Game> {
    option: &'static str,
    choices: Vec<Choice<G>>,
    chosen: usize,
    player: Box<dyn Player<G>>,
    options: Vec<OptionSpec>,
    set: Vec<(String, String)>,
}

impl<G: Game> Alternatives<G> {
    /// The first choice at first, and others.
    pub fn new(option: &'static str, first: Choice<G>, others: impl IntoIterator<Item = Choice<G>>) -> Alternatives<G> {
        let (usual, player) = (first.0, first.1());
        let choices: Vec<Choice<G>> = std::iter::once(first).chain(others).collect();
        let mut options = player.options().to_vec();
        options.push(OptionSpec::combo(option, usual, choices.iter().map(|choice| choice.0)));
        Alternatives { option, choices, chosen: 0, player, options, set: Vec::new() }
    }
}

impl<G: Game> Player<G> for Alternatives<G> {
    fn new_game(&mut self, start: &G) {
        self.player.new_game(start);
    }

    fn options(&self) -> &[OptionSpec] {
        &self.options
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        if !name.eq_ignore_ascii_case(self.option) {
            if !self.options.iter().any(|option| option.is_named(name)) {
                return Err(OptionError::unknown(name, &self.options));
            }
            self.player.set_option(name, value)?;
            self.set.retain(|(other, _)| !other.eq_ignore_ascii_case(name));
            self.set.push((name.to_owned(), value.to_owned()));
            return Ok(());
        }
        let names: Vec<&str> = self.choices.iter().map(|choice| choice.0).collect();
        let chosen = read_choice(name, value, &names)?;
        if chosen != self.chosen {
            // The former player goes first, so that its memory is free for the next one's.
            (self.chosen, self.player) = (chosen, self.choices[chosen].1());
            for (name, value) in &self.set {
                // Another player may lack an option.
                let _ = self.player.set_option(name, value);
            }
        }
        Ok(())
    }

    fn decide(&mut self, request: &mut Request<'_, G>) -> Option<Decision<G::Move>> {
        self.player.decide(request)
    }

    fn is_at_full_strength(&self) -> bool {
        self.player.is_at_full_strength()
    }

    fn static_score(&mut self, game: &G) -> Option<Score> {
        self.player.static_score(game)
    }

    fn probe(&self) -> Option<Probe<G>> {
        self.player.probe()
    }

    fn save_table(&self, path: &Path, identity: u64) -> Result<(), TableError> {
        self.player.save_table(path, identity)
    }

    fn load_table(&mut self, path: &Path, identity: u64) -> Result<(), TableError> {
        self.player.load_table(path, identity)
    }
}
