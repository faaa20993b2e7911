//! Built-in players by their descriptions.

use super::LabGame;
use duiyi_clock::{STRATEGY_NAMES, TimeKeeper, strategy_by_name};
use duiyi_engine::{EnginePlayer, MostSearched, Player, PlayerParts, Seat};
use duiyi_game::{Notation, Reason};
use duiyi_kit::matches::SeededPlayer;
use std::sync::Arc;

/// The player of random legal moves.
const RANDOM: &str = "random";

/// The name of the built-in player that searches.
pub(crate) const OWN: &str = "duiyi";

/// The description of a built-in player.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PlayerSpec {
    /// The kind: [`OWN`], or the name of another search or of a simple player.
    pub(crate) kind: String,
    /// The options to set, in order; later ones take precedence.
    pub(crate) options: Vec<(String, String)>,
    /// The evaluation.
    pub(crate) evaluation: EvaluationSpec,
    /// The switches of the search that differ from their defaults.
    pub(crate) switches: Vec<(String, bool)>,
    /// The constants that differ from their defaults.
    pub(crate) parameters: Vec<(String, i32)>,
    /// The seed of mistakes and random moves.
    pub(crate) seed: u64,
    /// The maximum search depth in plies.
    pub(crate) depth: Option<u32>,
    /// The maximum number of nodes.
    pub(crate) nodes: Option<u64>,
    /// The name of the time strategy; `None` for the default.
    pub(crate) strategy: Option<String>,
}

/// The description of an evaluation.
#[derive(Clone, Debug, PartialEq, Default)]
pub(crate) enum EvaluationSpec {
    /// The default evaluation of the engine.
    #[default]
    Usual,
    /// A name or a file.
    Named(String),
    /// The text of the weights.
    Text(Arc<str>),
}

impl EvaluationSpec {
    /// A name or a file.
    pub(crate) fn named(text: &str) -> EvaluationSpec {
        EvaluationSpec::Named(text.to_owned())
    }
}

impl Default for PlayerSpec {
    /// The player that searches, with a table of 16 MiB.
    fn default() -> PlayerSpec {
        PlayerSpec {
            kind: OWN.to_owned(),
            options: vec![("Hash".to_owned(), "16".to_owned())],
            evaluation: EvaluationSpec::Usual,
            switches: Vec::new(),
            parameters: Vec::new(),
            seed: 1,
            depth: None,
            nodes: None,
            strategy: None,
        }
    }
}

impl PlayerSpec {
    /// The value of an option, if it is set.
    pub(crate) fn option(&self, name: &str) -> Option<&str> {
        self.options.iter().rev().find(|option| option.0.eq_ignore_ascii_case(name)).map(|option| option.1.as_str())
    }

    /// Sets an option and replaces an earlier value.
    pub(crate) fn set_option(&mut self, name: &str, value: &str) {
        self.options.retain(|option| !option.0.eq_ignore_ascii_case(name));
        self.options.push((name.to_owned(), value.to_owned()));
    }

    /// The differences from the defaults that every game supports: ` [null_move=off] [lmr_factor=30]`.
    pub(crate) fn differences(&self) -> String {
        let switches = self.switches.iter().map(|(name, on)| format!(" [{name}={}]", if *on { "on" } else { "off" }));
        let parameters = self.parameters.iter().map(|(name, value)| format!(" [{name}={value}]"));
        let depth = self.depth.map(|depth| format!(" [depth={depth}]"));
        let nodes = self.nodes.map(|nodes| format!(" [nodes={nodes}]"));
        let strategy = self.strategy.as_ref().map(|name| format!(" [strategy={name}]"));
        switches.chain(parameters).chain(depth).chain(nodes).chain(strategy).collect()
    }
}

impl<G: Notation> LabGame<G> {
    /// The names of the built-in players, [`OWN`] first.
    pub(crate) fn builtins(&self) -> Vec<&'static str> {
        let searches = self.kit().parts.searches().iter().skip(1);
        let simple = self.kit().simple_players.iter().map(|player| player.name);
        std::iter::once(OWN).chain(searches.copied()).chain(simple).chain([RANDOM]).collect()
    }

    /// Whether the player with this name searches.
    pub(crate) fn searches(&self, kind: &str) -> bool {
        kind == OWN || self.kit().parts.searches().contains(&kind)
    }

    /// A player by its description.
    pub(crate) fn player(&self, spec: &PlayerSpec) -> Result<Box<dyn Player<G>>, Reason> {
        if self.searches(&spec.kind) {
            let mut player = engine_player(Arc::clone(&self.kit().parts), spec)?;
            self.give_evaluation(&mut player, &spec.evaluation)?;
            return Ok(Box::new(player));
        }
        match self.kit().simple_players.iter().find(|player| player.name == spec.kind) {
            Some(player) => Ok((player.make)(spec.seed)),
            None => Ok(Box::new(SeededPlayer { seed: spec.seed })),
        }
    }

    /// A player by its description, with its own clock.
    pub(crate) fn seat(&self, spec: &PlayerSpec) -> Result<Seat<G>, Reason> {
        let strategy = strategy_by_name(spec.strategy.as_deref().unwrap_or(STRATEGY_NAMES[0]))?;
        Ok(Seat { keeper: TimeKeeper::new(strategy), player: self.player(spec)? })
    }

    /// A player in one line. A match can only be resumed with players of the same description.
    pub(crate) fn describe(&self, spec: &PlayerSpec) -> String {
        if !self.searches(&spec.kind) {
            let simple = self.kit().simple_players.iter().find(|player| player.name == spec.kind);
            let moves = simple.map_or("random legal moves", |player| player.description);
            return format!("{moves}, seed {}", spec.seed);
        }
        let search = if spec.kind == OWN { String::new() } else { format!(" [search={}]", spec.kind) };
        let evaluation = match &spec.evaluation {
            EvaluationSpec::Usual => self.kit().parts.evaluations()[0].name(),
            EvaluationSpec::Named(name) => name,
            EvaluationSpec::Text(_) => "given",
        };
        let seed = if spec.seed == 1 { String::new() } else { format!(" [seed={}]", spec.seed) };
        let options: String = spec.options.iter().map(|(name, value)| format!(" [{name}={value}]")).collect();
        let version = env!("CARGO_PKG_VERSION");
        format!("duiyi {version} in this process{search} [eval={evaluation}]{options}{seed}{}", spec.differences())
    }
}

/// The engine's player with the options of the description. The caller chooses the
/// evaluation.
///
/// # Errors
/// The part of the description that the player does not support.
pub(crate) fn engine_player<G: Notation>(
    parts: Arc<PlayerParts<G>>,
    spec: &PlayerSpec,
) -> Result<EnginePlayer<G>, Reason> {
    let mut player = EnginePlayer::new(parts);
    player.most = MostSearched { depth: spec.depth, nodes: spec.nodes };
    if spec.kind != OWN {
        player.set_option("Search", &spec.kind)?;
    }
    let seed = u32::try_from(spec.seed).map_err(|_| format!("seed={}: expected a number of 32 bits", spec.seed))?;
    player.set_option("Skill Seed", &seed.to_string())?;
    if spec.options.iter().any(|(name, _)| is_of_book(name)) {
        // The moves of a match depend only on its seed.
        player.set_option("BookSeed", &seed.max(1).to_string())?;
    }
    for (name, value) in &spec.options {
        player.set_option(name, value)?;
    }
    if let Some((name, _)) = spec.switches.first().filter(|_| spec.kind != OWN) {
        return Err(format!("switch.{name}: {} has no switches", spec.kind).into());
    }
    for (name, on) in &spec.switches {
        player.set_option(&format!("switch.{name}"), &on.to_string())?;
    }
    for (name, value) in &spec.parameters {
        player.set_option(&format!("param.{name}"), &value.to_string())?;
    }
    // A match of a learner that cannot learn would be misleading.
    player.take_note().map_or(Ok(player), |note| Err(note.into()))
}

/// Whether an option belongs to an opening book.
fn is_of_book(name: &str) -> bool {
    name.to_lowercase().starts_with("book") || name.eq_ignore_ascii_case("OwnBook")
}
