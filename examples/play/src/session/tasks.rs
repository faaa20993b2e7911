//! What engines are given to do, and what is done with what they find.

use super::{
    CheckedAnswer, Priority, ProofTree, Session, Task,
    engine::{Engine, Line, ProgressObserver, SharedEngine},
    problem::State,
    proof::Proof,
    review::Review,
    task::{Failed, Goal, Running, Think},
};
use crate::message::{ProofStep, Seat};
use duiyi_game::{Diagram, History, Notation, Outcome, OutcomeKind};
use duiyi_player::{Decision, Timing, TurnLimits};
use duiyi_search::{Reason, StopHandle};
use std::{any::Any, sync::Arc, time::Duration};

/// How long an engine thinks about a turn without a clock.
const TURN_TIME: Duration = Duration::from_secs(1);
/// How long a position is analysed: in a page without a server not so long, since nothing else is
/// heard meanwhile.
const ANALYSIS_TIME: Duration = Duration::from_secs(if cfg!(target_arch = "wasm32") { 2 } else { 15 });

/// What a search brings.
type Brought<M> = Option<Decision<M>>;

impl<G: Notation + Diagram + Timing> Session<G> {
    /// The next task, if there is one and nothing else is more urgent.
    pub(super) fn next_task(&mut self) -> Option<Task> {
        if self.editor.is_some() {
            return None;
        }
        if self.running.as_ref().is_some_and(|running| running.aim == Goal::Prove) && self.proof.is_none() {
            self.stop_thinking();
        }
        let aim = self.aim()?;
        match self.running.as_ref().map(|running| running.aim) {
            Some(running) if running == aim || !running.gives_way_to(aim) => return None,
            _ => self.stop_thinking(),
        }
        match aim {
            Goal::Turn => self.turn_task(),
            Goal::Check => self.check_task(),
            Goal::Prove => self.proof_task(),
            Goal::Analysis { ply, lines } => Some(self.analysis_task(ply, lines)),
            Goal::Review { ply } => self.review_task(ply),
        }
    }

    /// What is most urgent now.
    fn aim(&self) -> Option<Goal> {
        if !self.is_over() && self.has_engine_to_move() {
            return Some(Goal::Turn);
        }
        if self.problem.as_ref().is_some_and(|attempt| attempt.state == State::Checking) {
            return Some(Goal::Check);
        }
        if self.proof.as_ref().is_some_and(Proof::is_sought) {
            return Some(Goal::Prove);
        }
        let analysis = Goal::Analysis { ply: self.looked(), lines: self.lines };
        if self.lines > 0 && self.analysed != Some(analysis) {
            return Some(analysis);
        }
        Some(Goal::Review { ply: self.review.as_ref()?.next()? })
    }

    /// Whether an engine is to move that has not failed too often.
    pub(super) fn has_engine_to_move(&self) -> bool {
        self.engines[self.to_move().index()].is_some() && self.failures < ATTEMPTS
    }

    fn hand_out(&mut self, aim: Goal, stop: StopHandle, think: Think) -> Task {
        self.tasks += 1;
        self.running = Some(Running { number: self.tasks, stop: stop.clone(), aim });
        let purpose = if matches!(aim, Goal::Turn | Goal::Check) { Priority::Turn } else { Priority::Study };
        Task { stop, purpose, number: self.tasks, think }
    }

    /// The task of the engine that is to move, if one is.
    fn turn_task(&mut self) -> Option<Task> {
        let side = self.to_move();
        let engine = Arc::clone(self.engines[side.index()].as_ref()?);
        let limits = match &self.clocks {
            Some(clocks) => TurnLimits { go: clocks.go(side), ..TurnLimits::default() },
            None => TurnLimits::move_time(TURN_TIME),
        };
        let game = self.game.clone();
        Some(self.search_task(Goal::Turn, engine, game, limits, 1))
    }

    fn analysis_task(&mut self, ply: usize, lines: usize) -> Task {
        let (engine, game) = (self.analyst(), self.until(ply));
        // Whoever comes back to a position sees its lines again.
        self.analysed = None;
        self.search_task(Goal::Analysis { ply, lines }, engine, game, TurnLimits::move_time(ANALYSIS_TIME), lines)
    }

    /// The next position of the review.
    fn review_task(&mut self, ply: usize) -> Option<Task> {
        let (engine, time, game) = (self.analyst(), self.review.as_ref()?.time, self.until(ply));
        Some(self.search_task(Goal::Review { ply }, engine, game, TurnLimits::move_time(time), 0))
    }

    /// Judges the positions that come next in the review and are the end of the game.
    fn judge_ends(&mut self) {
        while let Some(ply) = self.review.as_ref().and_then(Review::next) {
            let Some(outcome) = self.until(ply).now().outcome() else { return };
            let is_best = self.was_best(ply);
            self.best = None;
            if let Some(review) = &mut self.review {
                review.ended(&outcome, is_best);
            }
        }
    }

    /// Whether the last turn solves the problem: as the game says, or by the player's search.
    fn check_task(&mut self) -> Option<Task> {
        let left = self.problem.as_ref()?.left.saturating_sub(1);
        let (stop, game) = (StopHandle::new(), self.game.clone());
        let handle = stop.clone();
        let think: Think = match self.description.problems.as_ref()?.check {
            Some(check) => Box::new(move |_| Box::new(check(game.now(), left, &handle))),
            None => {
                let engine = self.analyst();
                Box::new(move |_| Box::new(check_by_search(&engine, &game, left, handle)))
            }
        };
        Some(self.hand_out(Goal::Check, stop, think))
    }

    fn proof_task(&mut self) -> Option<Task> {
        let prove = self.description.prover.as_ref()?.prove;
        let (stop, start) = (StopHandle::new(), self.proof.as_ref()?.start().clone());
        let handle = stop.clone();
        Some(self.hand_out(Goal::Prove, stop, Box::new(move |_| Box::new(prove(&start, &handle)))))
    }

    fn search_task(
        &mut self,
        aim: Goal,
        engine: SharedEngine<G>,
        game: History<G>,
        limits: TurnLimits,
        lines: usize,
    ) -> Task {
        let (stop, description) = (StopHandle::new(), Arc::clone(&self.description));
        let handle = stop.clone();
        let think = move |tell: &mut dyn FnMut(_)| -> Box<dyn Any + Send> {
            let (now, ply) = (game.now(), game.moves().len());
            let mut listener = ProgressObserver { description: &description, now, lines, ply, tell };
            // A player that has panicked is not asked again.
            let decision = engine.lock().ok().and_then(|mut engine| {
                if aim != Goal::Turn {
                    // A player that knows one line only shows one.
                    let _ = engine.player.set_option("MultiPV", &lines.max(1).to_string());
                }
                engine.think(&game, &limits, handle, &mut listener)
            });
            Box::new(decision)
        };
        self.hand_out(aim, stop, Box::new(think))
    }

    /// The player that analyses and reviews, at its best.
    fn analyst(&mut self) -> SharedEngine<G> {
        let (description, start) = (&self.description, self.game.start());
        let make = || Engine::at_best(description, start);
        Arc::clone(self.analyst.get_or_insert_with(make))
    }

    /// The game as it was after so many moves.
    pub(super) fn until(&self, ply: usize) -> History<G> {
        let mut game = History::new(self.game.start().clone());
        for &mv in self.game.moves().iter().take(ply) {
            // It was legal when it was played.
            let _ = game.play(mv);
        }
        game
    }

    /// Whether the turn that led to a position is the one that the review had found best.
    fn was_best(&self, ply: usize) -> bool {
        let first = self.turns.first_of_turn(ply);
        self.best.as_deref() == self.game.moves().get(first..ply)
    }

    /// A task has found something.
    pub(super) fn take_in(&mut self, aim: Goal, what: Box<dyn Any + Send>, now: Duration) -> bool {
        if what.is::<Failed>() {
            return self.failed(aim, now);
        }
        if let Goal::Check = aim {
            let checked = what.downcast::<CheckedAnswer<G::Move>>().map_or(CheckedAnswer::Unknown, |checked| *checked);
            return self.checked(checked, now);
        }
        if let Goal::Prove = aim {
            let tree = what.downcast::<Option<ProofTree<G::Move>>>().ok().and_then(|tree| *tree);
            self.proof.as_mut().into_iter().for_each(|walk| walk.found(tree.clone()));
            return true;
        }
        let Ok(decision) = what.downcast::<Brought<G::Move>>() else { return false };
        match aim {
            Goal::Check | Goal::Prove => false,
            Goal::Turn => self.found_turn(*decision, now),
            Goal::Analysis { .. } => {
                self.analysed = Some(aim);
                true
            }
            Goal::Review { ply } => {
                let (is_best, position) = (self.was_best(ply), self.until(ply));
                let Some(review) = &mut self.review else { return false };
                review.found(&self.description, position.now(), decision.as_ref().as_ref(), is_best);
                self.best = decision.map(|decision| decision.turn);
                self.judge_ends();
                true
            }
        }
    }

    /// An engine has panicked. Another one is made for the next attempt; for a turn that is at once,
    /// and what somebody wanted to know is left.
    fn failed(&mut self, aim: Goal, now: Duration) -> bool {
        if aim != Goal::Turn {
            self.analyst = None;
        }
        match aim {
            Goal::Turn => {
                let failures = self.failures + 1;
                // The seats are as they were when they were taken.
                let _ = self.sit(self.seats);
                self.failures = failures;
                self.trouble = Some(if failures < ATTEMPTS { AGAIN } else { GIVEN_UP });
                return true;
            }
            Goal::Check => return self.checked(CheckedAnswer::Unknown, now),
            Goal::Prove => self.proof.iter_mut().for_each(|walk| walk.found(None)),
            Goal::Analysis { .. } => self.analysed = Some(aim),
            Goal::Review { .. } => self.review = None,
        }
        self.trouble = Some(UNFINISHED);
        true
    }

    /// The engine has found its turn. Says whether it was played.
    fn found_turn(&mut self, decision: Brought<G::Move>, now: Duration) -> bool {
        let Some(decision) = decision else {
            self.end(Outcome::win(!self.to_move(), "the engine gives no move").by(OutcomeKind::Forfeit));
            return false;
        };
        let score = decision.score.map_or(0, |score| score.get());
        let line = Line { rank: 1, depth: decision.depth, score, moves: &decision.line };
        self.thought = Some(line.told(&self.description, self.game.now(), self.game.moves().len()));
        self.look_at_the_clock(now);
        !self.is_over() && self.play(&decision.turn, now).is_ok()
    }

    /// An answer was checked: it is right, and the reply is played, or it is taken back.
    fn checked(&mut self, checked: CheckedAnswer<G::Move>, now: Duration) -> bool {
        let wrong = match checked {
            CheckedAnswer::Solved => {
                self.settle(State::Solved);
                return true;
            }
            CheckedAnswer::Wins { reply } => {
                self.settle(State::Right);
                return self.play(&reply, now).is_ok();
            }
            CheckedAnswer::Fails { reply: Some(reply) } => {
                format!("the other side gets away by {}", self.game.now().write_turn(&reply))
            }
            CheckedAnswer::Fails { reply: None } => "it does not win in time".to_owned(),
            CheckedAnswer::Unknown => "it could not be found out whether that wins".to_owned(),
        };
        self.forget();
        self.game.undo_turn();
        self.turns.undone();
        if let Some(attempt) = &mut self.problem {
            attempt.state = State::Wrong(wrong);
        }
        true
    }

    /// The answer was right.
    fn settle(&mut self, state: State) {
        if let Some(attempt) = &mut self.problem {
            attempt.left = attempt.left.saturating_sub(1);
            attempt.state = state;
        }
    }

    /// Seeks a proof for the position that is shown, walks through it, or puts it away.
    ///
    /// # Errors
    /// If the game has no proofs, or there is no such step.
    pub(super) fn prove(&mut self, step: &ProofStep) -> Result<(), Reason> {
        if self.description.prover.is_none() {
            return Err(format!("nothing is proved in {}", G::NAME).into());
        }
        match step {
            ProofStep::Begin => {
                let ply = self.looked();
                self.proof = Some(Proof::new(self.until(ply).now().clone(), ply));
            }
            ProofStep::Leave => self.proof = None,
            step => self.proof.as_mut().ok_or("there is no proof")?.step(step)?,
        }
        if self.running.as_ref().is_some_and(|running| running.aim == Goal::Prove) {
            self.stop_thinking();
        }
        Ok(())
    }

    /// Shows so many of the best lines of the position that is shown; none with 0.
    pub(super) fn analyse(&mut self, lines: usize) {
        (self.lines, self.analysed, self.trouble) = (lines.min(MOST_LINES), None, None);
        if self.running.as_ref().is_some_and(|running| matches!(running.aim, Goal::Analysis { .. })) {
            self.stop_thinking();
        }
    }

    /// Judges the whole game, or lets that be.
    ///
    /// # Errors
    /// While an engine plays in it: it would be kept waiting.
    pub(super) fn begin_review(&mut self, time: Option<Duration>) -> Result<(), Reason> {
        if self.running.as_ref().is_some_and(|running| matches!(running.aim, Goal::Review { .. })) {
            self.stop_thinking();
        }
        (self.review, self.best, self.trouble) = (None, None, None);
        let Some(time) = time else { return Ok(()) };
        let plays = self.seats.iter().any(|seat| matches!(seat, Seat::Engine { .. }));
        if plays && !self.is_over() {
            return Err("the game goes on".into());
        }
        let plies: Vec<usize> = std::iter::once(0).chain(self.turns.list().iter().map(|turn| turn.ply)).collect();
        let positions = self.game.positions().enumerate().filter(|(ply, _)| plies.contains(ply));
        let positions = positions.map(|(ply, position)| (ply, position.side_to_move()));
        self.review = Some(Review::new(time.clamp(SHORTEST, LONGEST), positions.collect()));
        self.judge_ends();
        Ok(())
    }
}

/// The player looks whether it is lost within the turns that are left to the other side.
fn check_by_search<G: Notation + Diagram + Timing>(
    engine: &SharedEngine<G>,
    game: &History<G>,
    left: u32,
    stop: StopHandle,
) -> CheckedAnswer<G::Move> {
    let loser = game.now().side_to_move();
    if let Some(outcome) = game.outcome() {
        return if outcome.winner == Some(!loser) {
            CheckedAnswer::Solved
        } else {
            CheckedAnswer::Fails { reply: None }
        };
    }
    let mut limits = TurnLimits { mate: Some(left.max(1)), ..TurnLimits::default() };
    (limits.go.depth, limits.go.nodes) = (Some(2 * left + MARGIN), Some(CHECK_NODES));
    let Ok(mut engine) = engine.lock() else { return CheckedAnswer::Unknown };
    let _ = engine.player.set_option("MultiPV", "1");
    let Some(decision) = engine.think(game, &limits, stop, &mut ()) else { return CheckedAnswer::Unknown };
    let lost = decision.score.and_then(|score| score.mate_distance()).filter(|plies| *plies < 0);
    match lost {
        Some(plies) if plies.unsigned_abs() <= 2 * left => CheckedAnswer::Wins { reply: decision.turn },
        _ => CheckedAnswer::Fails { reply: Some(decision.turn) },
    }
}

/// A mate is looked for so many plies deeper than it may be: the search leaves some moves out at
/// first.
const MARGIN: u32 = 4;
/// The nodes that a check may take.
const CHECK_NODES: u64 = 4_000_000;

/// An engine that fails is asked so often for one turn.
const ATTEMPTS: u32 = 3;
/// What a page is told then.
const AGAIN: &str = "the engine has failed and begins again";
const GIVEN_UP: &str = "the engine has failed three times: take the turn back, or change the players";
const UNFINISHED: &str = "the engine has failed: nothing was found";

/// So many lines are shown at most.
const MOST_LINES: usize = 5;
/// A position of a review is looked at for so long at least, and at most.
const SHORTEST: Duration = Duration::from_millis(10);
const LONGEST: Duration = Duration::from_secs(10);
