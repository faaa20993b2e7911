//! The search thread: one turn, from the question to the decision.

use crate::{
    inbox::Inbox,
    memory::{KnownAnswer, Memory},
    output::Output,
};
use duiyi_clock::{ClockState, GoParameters, MoveContext, MoveSummary, TimeKeeper};
use duiyi_game::{Game, History, Notation};
use duiyi_player::{ClockControl, Decision, Player, Request, Signals, Timing, TurnLimits};
use duiyi_search::{Observer, Report};
use std::time::Duration;

/// What a protocol says while a search goes on.
pub(crate) trait Teller<G: Game>: Send {
    /// The text for an iteration, or for a bound of one; none if nothing is said.
    fn progress(&self, now: &G, report: &Report<'_, G::Move>) -> Option<String>;

    /// The text for the turn to a move at the root.
    fn root_move(&self, _now: &G, _depth: u32, _mv: G::Move, _number: usize) -> Option<String> {
        None
    }

    /// The text for a mate that was known without a search.
    fn known_mate(&self, _now: &G, _decision: &Decision<G::Move>) -> Option<String> {
        None
    }
}

/// What a search is asked.
pub(crate) struct Question<G: Game> {
    pub(crate) limits: TurnLimits,
    /// Consider only these first moves; all if there are none.
    pub(crate) only: Vec<G::Move>,
    /// Do not consider these.
    pub(crate) banned: Vec<G::Move>,
    pub(crate) teller: Box<dyn Teller<G>>,
}

impl<G: Game> Question<G> {
    /// Whether a turn may begin with a move.
    pub(crate) fn allows(&self, mv: G::Move) -> bool {
        !self.banned.contains(&mv) && (self.only.is_empty() || self.only.contains(&mv))
    }

    /// Whether a clock alone says when to stop, so that what is known already may be played at once.
    fn is_by_the_clock(&self) -> bool {
        let GoParameters { own, move_time, depth, nodes, infinite, .. } = self.limits.go;
        let limited =
            move_time.is_some() || depth.is_some() || nodes.is_some() || self.limits.mate.is_some() || infinite;
        own.is_some() && !limited && self.only.is_empty() && self.banned.is_empty()
    }
}

/// What is kept from one search to the next.
pub(crate) struct Engine<G: Game> {
    pub(crate) player: Box<dyn Player<G>>,
    pub(crate) keeper: TimeKeeper,
    pub(crate) memory: Memory<G::Move>,
}

/// A search under way.
pub(crate) struct Job<G: Game> {
    pub(crate) game: History<G>,
    pub(crate) question: Question<G>,
    /// What the clock may know of the game.
    pub(crate) context: MoveContext,
    pub(crate) signals: Signals,
    pub(crate) output: Output,
}

/// What a search has found.
pub(crate) struct Found<M> {
    pub(crate) decision: Option<Decision<M>>,
    /// Whether it was the mover's own turn, and no pondering on a move that did not come.
    pub(crate) own_turn: bool,
}

/// Tells the inbox that a search has ended, however it did.
pub(crate) struct EndOfSearch(pub(crate) Inbox);

impl Drop for EndOfSearch {
    fn drop(&mut self) {
        self.0.search_has_ended();
    }
}

/// Root moves are named only when the search takes long, as front ends expect.
const NAME_MOVES_AFTER: Duration = Duration::from_secs(1);

/// Writes what the search finds.
struct Reporter<'a, G: Game> {
    job: &'a Job<G>,
    silent: bool,
}

impl<G: Game> Job<G> {
    fn say(&self, text: Option<String>) {
        if let Some(text) = text {
            self.output.line(text);
        }
    }
}

impl<G: Game + Clone> Observer<G::Move> for Reporter<'_, G> {
    fn progress(&mut self, report: &Report<'_, G::Move>) {
        if !self.silent {
            self.job.say(self.job.question.teller.progress(self.job.game.now(), report));
        }
    }

    fn root_move(&mut self, depth: u32, mv: G::Move, number: usize, elapsed: Duration) {
        if elapsed >= NAME_MOVES_AFTER {
            self.job.say(self.job.question.teller.root_move(self.job.game.now(), depth, mv, number));
        }
    }
}

/// Searches, and tells what was found.
pub(crate) fn think<G: Notation + Timing>(engine: &mut Engine<G>, job: &Job<G>) -> Found<G::Move> {
    let (question, now) = (&job.question, job.game.now());
    let mut context = job.context;
    let plays = question.is_by_the_clock() && engine.player.is_at_full_strength();
    let known = if plays { engine.memory.recall(now, context.known_repetition) } else { None };
    context.known_mate = known.as_ref().is_some_and(KnownAnswer::is_mate);
    context.known_repetition = known.as_ref().is_some_and(|known| !known.is_mate());
    let mut control = ClockControl::start(&mut engine.keeper, &question.limits, &context, job.signals.clone());
    // Whether what is known is played at once is for the strategy to say.
    let at_once = control.budget().is_some_and(|budget| budget.hard <= ClockState::LEAST);
    let known = known.filter(|_| at_once);
    let allowed = |mv| match &known {
        Some(known) => mv == known.first(),
        None => question.allows(mv),
    };
    // What so short a search says of a known mate would only confuse.
    let silent = known.as_ref().is_some_and(KnownAnswer::is_mate);
    let mut reporter = Reporter { job, silent };
    let mut decision = engine.player.decide(&mut Request {
        game: &job.game,
        allowed: &allowed,
        control: &mut control,
        observer: &mut reporter,
    });
    let mut from_memory = false;
    if let (Some(known), Some(decision)) = (&known, &mut decision) {
        from_memory = known.complete(now, decision);
        if silent {
            job.say(question.teller.known_mate(now, decision));
        }
    }
    control.wait_until_wanted();
    let found = decision.as_ref();
    let own_turn = control.finish(MoveSummary {
        nodes: found.map_or(0, |found| found.nodes + found.other_nodes),
        depth: found.map_or(0, |found| found.depth),
        score: found.and_then(|found| found.score).map_or(0, |score| score.get()),
        ..MoveSummary::default()
    });
    if let Some(decision) = found.filter(|_| own_turn && plays) {
        engine.memory.note(now, decision, from_memory);
    }
    Found { decision, own_turn }
}
