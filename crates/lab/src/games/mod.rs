//! What a game brings to the laboratory: its player, sets of openings, programs
//! that speak protocols of its own, and what there is to tune.

pub(crate) mod connect6;
pub(crate) mod monte_carlo;
pub(crate) mod players;
pub(crate) mod scored;
pub(crate) mod xiangqi;

use duiyi_arena::{Entrant, Opening, StoneConfig, Watchdog};
use duiyi_book::{OpenBook, Source};
use duiyi_game::{Game, History, Notation, Reason, legal_moves};
use duiyi_player::{Opener, Player};
use duiyi_tune::{
    Parameter, ParameterSet,
    texel::{Sample, Settings, Weight},
};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use std::{io::BufRead, path::Path, sync::Arc};

/// The player of this program that searches, by its name in descriptions.
pub(crate) const OWN: &str = "duiyi";

/// A player of this program, as a description has it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PlayerSpec {
    /// Which one: [`OWN`], or another of [`LabGame::BUILTINS`].
    pub(crate) kind: String,
    /// The player's options that are set, in the order given; later ones win.
    pub(crate) options: Vec<(String, String)>,
    /// The evaluation.
    pub(crate) evaluation: EvaluationSpec,
    /// The game's own words ([`LabGame::WORDS`]).
    pub(crate) words: Vec<(String, String)>,
    /// The switches of the search that differ from their defaults.
    pub(crate) switches: Vec<(String, bool)>,
    /// The constants that differ from their defaults.
    pub(crate) parameters: Vec<(String, i32)>,
    /// Where mistakes and random moves come from.
    pub(crate) seed: u64,
    /// A depth beyond which it never searches, in plies.
    pub(crate) depth: Option<u32>,
    /// Nodes after which it answers in any case.
    pub(crate) nodes: Option<u64>,
}

/// An evaluation as a description has it.
#[derive(Clone, Debug, PartialEq, Default)]
pub(crate) enum EvaluationSpec {
    /// The one that ships.
    #[default]
    Usual,
    /// By its name or its file.
    Named(String),
    /// The text of its weights.
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
            words: Vec::new(),
            switches: Vec::new(),
            parameters: Vec::new(),
            seed: 1,
            depth: None,
            nodes: None,
        }
    }
}

impl PlayerSpec {
    /// The value of an option that is set.
    pub(crate) fn option(&self, name: &str) -> Option<&str> {
        self.options.iter().rev().find(|option| option.0.eq_ignore_ascii_case(name)).map(|option| option.1.as_str())
    }

    /// Sets an option, instead of an earlier value.
    pub(crate) fn set_option(&mut self, name: &str, value: &str) {
        self.options.retain(|option| !option.0.eq_ignore_ascii_case(name));
        self.options.push((name.to_owned(), value.to_owned()));
    }

    /// One of the game's own words.
    pub(crate) fn word(&self, name: &str) -> Option<&str> {
        self.words.iter().rev().find(|word| word.0 == name).map(|word| word.1.as_str())
    }

    /// What differs from the defaults and belongs to every game: ` [null_move=off] [lmr_factor=30]`.
    pub(crate) fn differences(&self) -> String {
        let switches = self.switches.iter().map(|(name, on)| format!(" [{name}={}]", if *on { "on" } else { "off" }));
        let parameters = self.parameters.iter().map(|(name, value)| format!(" [{name}={value}]"));
        let depth = self.depth.map(|depth| format!(" [depth={depth}]"));
        let nodes = self.nodes.map(|nodes| format!(" [nodes={nodes}]"));
        switches.chain(parameters).chain(depth).chain(nodes).collect()
    }

    /// The options that have no words of their own in a description: ` [Solver=false]`.
    pub(crate) fn other_options(&self, told: &[&str]) -> String {
        let other = |option: &&(String, String)| !told.iter().any(|name| option.0.eq_ignore_ascii_case(name));
        self.options.iter().filter(other).map(|(name, value)| format!(" [{name}={value}]")).collect()
    }
}

/// What a solver says of a position.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Solved<M> {
    /// The side to move wins by force, with this turn or what is left of it.
    Win(Vec<M>),
    /// Not by what the solver knows.
    NoWin,
    /// It looked at as many positions as it may.
    Unknown,
}

/// What looks for wins by force.
pub(crate) type WinFinder<G> = Box<dyn FnMut(&G) -> Solved<<G as Game>::Move>>;

/// A game in the laboratory.
pub(crate) trait LabGame: Notation {
    /// The players of this program, [`OWN`] first.
    const BUILTINS: &'static [&'static str];

    /// Words of a description that only this game's player has.
    const WORDS: &'static [&'static str] = &[];

    /// Whether programs may speak the protocols of games with stones besides UCI and UCCI.
    const STONES: bool = false;

    /// Makes a player for the rules of `self`.
    ///
    /// # Errors
    /// What of the description the player does not take.
    fn player(&self, spec: &PlayerSpec) -> Result<Box<dyn Player<Self>>, Reason>;

    /// A player in one line. A match is resumed only with players that are described
    /// as before: what was once written here must stay.
    fn describe(spec: &PlayerSpec) -> String;

    /// A program that speaks a protocol of games with stones.
    ///
    /// # Errors
    /// If this is none ([`LabGame::STONES`]).
    fn stone_program(&self, config: StoneConfig, _watchdog: &Arc<Watchdog>) -> Result<Entrant, Reason> {
        Err(format!("{} has no protocol {:?}; expected uci or ucci", Self::NAME, config.protocol).into())
    }

    /// A set of openings by its name; `None` for a name of none.
    fn openings(&self, _name: &str) -> Option<Vec<Opening>> {
        None
    }

    /// The text of an opening as the arena reads it, from one as files have it.
    fn opening_text(text: String) -> String {
        text
    }

    /// How many turns at random an opening of a match has.
    const DRAWN_TURNS: u32 = 4;

    /// An opening at random of so many turns: a text as the arena reads it.
    ///
    /// # Errors
    /// If there is none.
    fn random_opening(&self, seed: u64, turns: u32) -> Result<String, Reason> {
        random_turns(self, seed, turns)
    }

    /// How the name of what is played in a game changes: each holds from after so many moves on.
    fn opening_names(_game: &History<Self>) -> Vec<(usize, String)> {
        Vec::new()
    }

    /// What opens the books of a player.
    fn opener(&self) -> Opener<Self> {
        let rules = self.clone();
        Arc::new(move |file: &str| match file {
            "" => Ok(None),
            file => rules.open_book(Path::new(file)).map(Some).map_err(|error| error.to_string()),
        })
    }

    /// Opens a book of whatever form the game has.
    ///
    /// # Errors
    /// What is wrong with the file.
    fn open_book(&self, path: &Path) -> Result<OpenBook<Self>, Reason> {
        Ok(duiyi_book::open(path, self)?)
    }

    /// Writes a book in a form of other programs, told by the end of the name; whether there is one.
    ///
    /// # Errors
    /// If the book can't be read or the file be written.
    fn write_foreign(&self, _book: &dyn Source<Self>, _path: &Path) -> Result<bool, Reason> {
        Ok(false)
    }

    /// Games that a book which learns begins with: openings that are equal at first.
    fn forest(&self) -> Vec<History<Self>> {
        Vec::new()
    }

    /// What looks for wins by force, at no more than so many positions each time; none where the
    /// game has nothing of the kind.
    fn solver(&self, _nodes: u64) -> Option<WinFinder<Self>> {
        None
    }

    /// What follows `position` in the commands that measure an engine's answers.
    fn latency_positions() -> Vec<String> {
        vec!["startpos".to_owned()]
    }
}

/// So many turns of legal moves at random, after which the game goes on.
fn random_turns<G: Notation>(rules: &G, seed: u64, turns: u32) -> Result<String, Reason> {
    /// Games that end so early are rare, and begun again.
    const TRIALS: usize = 1000;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    for _ in 0..TRIALS {
        let mut game = History::new(rules.clone());
        while (game.turns().count() as u32) < turns && game.outcome().is_none() {
            let mover = game.now().side_to_move();
            while game.now().side_to_move() == mover && game.outcome().is_none() {
                let moves = legal_moves(game.now());
                game.play(moves[(random.next_u64() % moves.len() as u64) as usize])?;
            }
        }
        if game.outcome().is_none() {
            return Ok(format!("moves {}", rules.write_line(game.moves())));
        }
    }
    Err(format!("no game of {turns} turns at random goes on after them").into())
}

/// A game of a collection.
pub(crate) struct PlayedGame<G: Notation> {
    /// Its name, if it has one.
    pub(crate) name: Option<String>,
    /// The moves.
    pub(crate) game: History<G>,
    /// The result for the first side, from 0 to 1, if there is one.
    pub(crate) result: Option<f32>,
    /// The ratings of the sides, where they are known.
    pub(crate) ratings: [Option<u32>; 2],
    /// What was thought of the position before each turn, for the side to move, as far as it is known.
    pub(crate) scores: Vec<Option<i32>>,
}

/// Which positions are worth learning from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    /// Also those in which something must be answered at once.
    pub(crate) threatened: bool,
    /// Not those that a solver wins within so many positions.
    pub(crate) solver: Option<u64>,
}

/// Chooses positions.
pub(crate) trait Chooser<G> {
    /// A game begins.
    fn new_game(&mut self) {}

    /// Whether a position is worth learning from.
    fn takes(&mut self, position: &G) -> bool;
}

/// An evaluation that is a sum of weights.
pub(crate) trait Sum<G> {
    /// How many weights there are.
    fn width(&self) -> usize;

    /// The weights as the trainer has them.
    fn weights(&self) -> Vec<Weight>;

    /// A position, with the expected result of the first side.
    fn sample(&self, position: &G, expected: f32) -> Sample;

    /// Fewer and coarser weights to begin with.
    fn coarse(&self) -> Option<Box<dyn Coarse>> {
        None
    }

    /// The text of trained weights, for a sigmoid of steepness `k`; `unit` is what
    /// counts as odds of 10 to 1, where the game has such a unit.
    ///
    /// # Errors
    /// If the weights are not what the evaluation takes.
    fn write(&self, trained: &[Weight], k: f64, unit: Option<f64>) -> Result<String, Reason>;
}

/// Coarser weights of a [`Sum`], which many samples speak for.
pub(crate) trait Coarse {
    /// How many there are.
    fn width(&self) -> usize;

    /// The coarse weights nearest to fine ones.
    fn coarsen(&self, weights: &[Weight]) -> Vec<Weight>;

    /// A sample of fine weights by the coarse ones.
    fn sample(&self, sample: &Sample) -> Sample;

    /// The fine weights that they mean.
    fn refine(&self, weights: &[Weight]) -> Vec<Weight>;
}

/// What an evaluation says of a position for its side to move, without a search.
pub(crate) type Judge<G> = Box<dyn Fn(&G) -> i32>;

/// A game whose player and evaluation can be tuned.
pub(crate) trait Tunable: LabGame {
    /// Plies at the beginning of a game that are left out.
    const SKIP: usize;
    /// The most positions of a game.
    const PER_GAME: Option<usize>;
    /// What counts as odds of 10 to 1 in a score; without it the steepness is fitted.
    const UNIT: Option<f64> = None;
    /// The evaluation that tuning sets out from.
    const FIRST_EVALUATION: &'static str;

    /// Reads a collection of games. A broken one is an error of its own.
    ///
    /// # Errors
    /// If the collection can't be read at all.
    fn read_games(
        &self,
        input: &mut dyn BufRead,
        take: &mut dyn FnMut(Result<PlayedGame<Self>, Reason>),
    ) -> Result<(), Reason>;

    /// What chooses positions.
    ///
    /// # Errors
    /// If the game can't choose so.
    fn chooser(&self, choice: Choice) -> Result<Box<dyn Chooser<Self>>, Reason>;

    /// What an evaluation says of a position for its side to move, without a search.
    ///
    /// # Errors
    /// If there is no such evaluation.
    fn judge(&self, evaluation: &EvaluationSpec) -> Result<Judge<Self>, Reason>;

    /// An evaluation by its name or file, as a sum.
    ///
    /// # Errors
    /// If there is none, or it is no sum.
    fn sum(&self, name: &str) -> Result<Box<dyn Sum<Self>>, Reason>;

    /// How the trainer is set unless the command line says otherwise.
    fn settings() -> Settings {
        Settings::default()
    }

    /// Constants that are tuned together, by the name of their group, each with this step.
    ///
    /// # Errors
    /// If a player has not the constants.
    fn parameter_group(_name: &str, _spec: &PlayerSpec, _step: f64) -> Result<Option<Vec<Parameter>>, Reason> {
        Ok(None)
    }

    /// Gives constants to a player.
    ///
    /// # Errors
    /// If they are of a group that the player has not.
    fn set_parameters(spec: &mut PlayerSpec, values: &ParameterSet) -> Result<(), Reason> {
        let values = values.iter().map(|parameter| (parameter.name.clone(), parameter.value.round() as i32));
        spec.parameters.extend(values);
        Ok(())
    }
}
