//! One of several players, chosen by an option.

use crate::{Decision, OptionError, OptionSpec, Player, Probe, Request, options::read_choice};
use duiyi_game::{Game, Score};

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
    /// The first of the choices, at first.
    ///
    /// # Panics
    /// Without a choice.
    pub fn new(option: &'static str, choices: Vec<Choice<G>>) -> Alternatives<G> {
        let player = choices[0].1();
        let mut options = player.options().to_vec();
        options.push(OptionSpec::combo(option, choices[0].0, choices.iter().map(|choice| choice.0)));
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
            let mut player = self.choices[chosen].1();
            for (name, value) in &self.set {
                // Another player may lack an option.
                let _ = player.set_option(name, value);
            }
            (self.chosen, self.player) = (chosen, player);
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
}
