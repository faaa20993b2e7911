//! Our own engine as a player of this program: two configurations meet without
//! any protocol, which is what an experiment with the search needs.
//!
//! It is limited by nodes, depth or time a move. Who wants to measure it with a
//! clock, time management included, runs it as a process.

use crate::evaluation::EvaluationSpec;
use duiyi_arena::{Answer, Entrant, Fault, Player, TimeControl, Turn};
use duiyi_search::{
    Enhancements, Evaluator, Game, LimitControl, Limits, ParallelSearcher, Parameters, Scheme, Skill, StopHandle, Table,
};
use duiyi_xiangqi::{Evaluation, Move, Position, ThesisEvaluation, Xiangqi};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use std::time::Instant;

/// A configuration of our own engine.
#[derive(Clone, Debug)]
pub(crate) struct OwnEngine {
    pub(crate) name: String,
    /// Size of the transposition table in MiB.
    pub(crate) hash: usize,
    /// How many threads search.
    pub(crate) threads: usize,
    /// Whether they keep together, so that their nodes are comparable on a busy machine.
    pub(crate) scheme: Scheme,
    /// How strong it shall play.
    pub(crate) skill: Skill,
    /// Where the mistakes of a weakened player come from.
    pub(crate) seed: u64,
    /// The switches of the search that differ from their defaults, in the order given.
    pub(crate) switches: Vec<(String, bool)>,
    /// The constants of the search that differ from their defaults.
    pub(crate) parameters: Vec<(String, i32)>,
    /// Its evaluation.
    pub(crate) evaluation: EvaluationSpec,
}

impl OwnEngine {
    /// The switches of the search.
    ///
    /// # Errors
    /// The name of a switch that does not exist.
    pub(crate) fn enhancements(&self) -> Result<Enhancements, duiyi_search::UnknownName> {
        let mut enhancements = Enhancements::default();
        for (name, on) in &self.switches {
            enhancements.set(name, *on)?;
        }
        Ok(enhancements)
    }
}

impl OwnEngine {
    /// The constants of the search.
    ///
    /// # Errors
    /// The name of a constant that does not exist.
    pub(crate) fn parameters(&self) -> Result<Parameters, duiyi_search::UnknownName> {
        let mut parameters = Parameters::default();
        for (name, value) in &self.parameters {
            parameters.set(name, *value)?;
        }
        Ok(parameters)
    }
}

/// The schemes of parallel search by the names that an engine's description has.
pub(crate) const SCHEMES: [(&str, Scheme); 3] = [
    ("ybw", Scheme::YoungBrothersWait),
    ("lazy", Scheme::LazySmp { lockstep: false }),
    ("lockstep", Scheme::LazySmp { lockstep: true }),
];

fn scheme_name(scheme: Scheme) -> &'static str {
    SCHEMES.iter().find(|(_, known)| *known == scheme).map_or("", |(name, _)| name)
}

impl Entrant for OwnEngine {
    fn name(&self) -> &str {
        &self.name
    }

    fn description(&self) -> String {
        let mut text = format!("duiyi {} in this process, hash {} MiB", env!("CARGO_PKG_VERSION"), self.hash);
        if self.evaluation != EvaluationSpec::default() {
            text += &format!(" [eval={}]", self.evaluation);
        }
        if self.threads > 1 {
            text += &format!(" [threads={} {}]", self.threads, scheme_name(self.scheme));
        }
        if !self.skill.is_full() {
            text += &format!(" [skill={} seed={}]", self.skill.level(), self.seed);
        }
        for (name, on) in &self.switches {
            text += &format!(" [{name}={}]", if *on { "on" } else { "off" });
        }
        for (name, value) in &self.parameters {
            text += &format!(" [{name}={value}]");
        }
        text
    }

    fn open(&self) -> Result<Box<dyn Player>, Fault> {
        match self.evaluation.weights().map_err(Fault::Start)? {
            Some(weights) => self.player(|| Evaluation::with_weights(weights.clone())),
            None => self.player(ThesisEvaluation::new),
        }
    }
}

impl OwnEngine {
    /// A player with the evaluation that `make` makes, one for each thread.
    fn player<E>(&self, make: impl Fn() -> E) -> Result<Box<dyn Player>, Fault>
    where
        E: Evaluator<Xiangqi> + Send + 'static,
    {
        let mut searcher = ParallelSearcher::new(make());
        searcher.set_threads(self.threads, make);
        searcher.scheme = self.scheme;
        searcher.main.multi_pv = self.skill.lines();
        searcher.main.enhancements = self.enhancements().map_err(|error| Fault::Start(error.to_string()))?;
        searcher.main.parameters = self.parameters().map_err(|error| Fault::Start(error.to_string()))?;
        let table = Table::new(self.hash);
        Ok(Box::new(OwnPlayer { searcher, table, skill: self.skill, seed: self.seed }))
    }
}

struct OwnPlayer<E> {
    searcher: ParallelSearcher<Xiangqi, E>,
    table: Table,
    skill: Skill,
    seed: u64,
}

/// The limits that a time control sets to one move; `None` for a clock.
fn limits(control: &TimeControl) -> Option<Limits> {
    match *control {
        TimeControl::Nodes(nodes) => Some(Limits::nodes(nodes)),
        TimeControl::Depth(plies) => Some(Limits::depth(plies)),
        TimeControl::MoveTime(time) => Some(Limits::time(time)),
        TimeControl::Infinite | TimeControl::Hourglass(_) | TimeControl::Sessions(_) => None,
    }
}

/// Whether the engine can play by a time control.
pub(crate) fn can_play_by(control: &TimeControl) -> bool {
    limits(control).is_some()
}

impl<E: Evaluator<Xiangqi> + Send> Player for OwnPlayer<E> {
    fn new_game(&mut self) -> Result<(), Fault> {
        self.searcher.new_game();
        self.table.clear();
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        let asked = Instant::now();
        let fault = |text: String| Fault::NoMove(text);
        let start = Position::from_fen(turn.start).map_err(|error| fault(error.to_string()))?;
        let mut position = Xiangqi::new(start);
        for mv in turn.moves {
            let mv: Move = mv.parse().map_err(|error| fault(format!("{error}")))?;
            position.play(mv).map_err(|error| fault(error.to_string()))?;
        }
        let mut limits = limits(turn.control()).ok_or_else(|| fault("it plays without a clock only".to_owned()))?;
        limits.nodes = [limits.nodes, self.skill.nodes()].into_iter().flatten().min();
        let mut control = LimitControl::new(limits, StopHandle::new());
        let found = self.searcher.search(&mut position, &self.table, &mut control, &mut (), |_| true);
        // From the seed and the position, so that a match is the same however many games run at a time.
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.seed ^ position.key() ^ turn.moves.len() as u64);
        let chosen = found.lines.get(self.skill.choose(&found.lines, &mut random));
        let (mv, score) = chosen.map_or((found.best, None), |line| (Some(line.mv), line.score));
        let mv = mv.ok_or_else(|| fault("none was found".to_owned()))?;
        let score = score.unwrap_or(found.score);
        Ok(Answer {
            mv: mv.to_string(),
            elapsed: asked.elapsed(),
            score: Some(score),
            depth: Some(found.depth),
            nodes: Some(found.statistics.nodes),
            cpu: None,
        })
    }
}
