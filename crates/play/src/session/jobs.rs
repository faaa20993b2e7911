//! Selects the next job, and handles its answer.

use super::{
    engine::VariationLine,
    job::Job,
    problem::State,
    proof::Proof,
    review::Review,
    state::Session,
    task::{Search, Task},
};
use crate::message::{Answer, Decided, Goal, ProofStep};
use duiyi_engine::TurnLimits;
use duiyi_game::{Diagram, NodeId, Notation, Outcome, OutcomeKind, Side};
use duiyi_kit::page::{CheckedAnswer, ProofTree};
use duiyi_search::Reason;
use std::time::Duration;

/// How long an engine thinks about a turn without a clock.
const TURN_TIME: Duration = Duration::from_secs(1);
/// How long a position is analysed: shorter in a page without a server, which handles no messages during
/// a search.
const ANALYSIS_TIME: Duration = Duration::from_secs(if cfg!(target_arch = "wasm32") { 2 } else { 15 });
/// The minimum and maximum time for a position of a review.
const MIN_REVIEW_TIME: Duration = Duration::from_millis(10);
const MAX_REVIEW_TIME: Duration = Duration::from_secs(10);
/// The message if an engine fails that does not play.
const UNFINISHED: &str = "the engine has failed: there is no result";

/// The task to decide about a position.
fn decision<G: Notation + Diagram>(search: Search<G>) -> Task<G> {
    Box::new(|description, stop, report| Answer::Decision(search.run(description, stop, report)))
}

impl<G: Notation + Diagram> Session<G> {
    /// The next job, if there is one and no more urgent job is running.
    pub(super) fn schedule(&mut self) -> Option<Job> {
        let goal = self.next_job_goal()?;
        let task = self.task(goal)?;
        Some(self.queue.hand_out(&self.description, goal, task))
    }

    /// The goal of the next job. A less urgent job that is running is cancelled.
    pub(super) fn next_job_goal(&mut self) -> Option<Goal> {
        self.release_unneeded();
        if self.editor.is_some() {
            return None;
        }
        if self.queue.goal() == Some(Goal::Prove) && self.proof.is_none() {
            self.queue.cancel();
        }
        let goal = self.next_goal()?;
        match self.queue.goal() {
            Some(running) if running == goal || !running.yields_to(goal) => return None,
            _ => self.queue.cancel(),
        }
        Some(goal)
    }

    /// The most urgent goal now.
    fn next_goal(&self) -> Option<Goal> {
        if !self.game.is_over() && self.players.engine(self.game.to_move()).is_some() {
            return Some(Goal::Turn);
        }
        if self.problem.as_ref().is_some_and(|attempt| attempt.state == State::Checking) {
            return Some(Goal::Check);
        }
        // A game that goes on, after a turn was taken back, is not analysed any more.
        if self.is_contested() {
            return None;
        }
        if self.proof.as_ref().is_some_and(Proof::is_searched) {
            return Some(Goal::Prove);
        }
        let review = || {
            let review = self.review.as_ref()?;
            Some(Goal::Review { ply: review.next()?, milliseconds: review.time.as_millis() as u64 })
        };
        self.analysis.goal(self.analysed()).or_else(review)
    }

    /// The task for a goal; `None` if the session has no such goal.
    pub(super) fn task(&mut self, goal: Goal) -> Option<Task<G>> {
        Some(match goal {
            Goal::Turn => decision(self.turn_search()?),
            Goal::Check => {
                let attempt = self.problem.as_ref()?;
                let check = self.description.page.study.problems.as_ref()?.check;
                let (problem, position) = (attempt.problem.clone(), self.game.now().clone());
                let left = attempt.left.saturating_sub(1);
                Box::new(move |_, stop, _| Answer::Checked(check(&problem, &position, left, &|| stop.is_stopped())))
            }
            Goal::Prove => {
                let prove = self.description.page.study.prover.as_ref()?.prove;
                let start = self.proof.as_ref()?.start().clone();
                Box::new(move |_, stop, _| Answer::Proof(prove(&start, &|| stop.is_stopped())))
            }
            Goal::Analyse { node, lines } => {
                // The lines of a position are shown again when a person comes back to it.
                self.analysis.finished = None;
                let search = self.search(NodeId::new(node), TurnLimits::move_time(ANALYSIS_TIME), lines)?;
                Box::new(|description, stop, report| {
                    search.run(description, stop, report);
                    Answer::Analysed
                })
            }
            Goal::Review { ply, milliseconds } => {
                let limits = TurnLimits::move_time(Duration::from_millis(milliseconds));
                decision(self.search(self.node_at(ply), limits, 0)?)
            }
        })
    }

    /// The search of the engine to move.
    fn turn_search(&self) -> Option<Search<G>> {
        let side = self.game.to_move();
        let limits = match &self.game.clocks {
            Some(clocks) => TurnLimits { go: clocks.go(side), ..TurnLimits::default() },
            None => TurnLimits::move_time(TURN_TIME),
        };
        Some(Search {
            engine: self.players.engine(side)?,
            game: self.game.history.clone(),
            node: self.game.tip,
            limits,
            lines: 1,
            asks_for_lines: false,
        })
    }

    /// A search by the analysis engine.
    pub(super) fn search(&mut self, node: NodeId, limits: TurnLimits, lines: usize) -> Option<Search<G>> {
        let engine = self.analysis.engine(self.game.start())?;
        Some(Search { engine, game: self.game.at(node), node, limits, lines, asks_for_lines: true })
    }

    /// Takes the answer of a job. Returns whether it was used.
    pub(super) fn take(&mut self, answer: Answer<G::Move>, goal: Goal, now: Duration) -> bool {
        match answer {
            Answer::Decision(decided) if goal == Goal::Turn => return self.take_turn(decided, now),
            Answer::Decision(decided) => return self.take_review(decided.as_ref()),
            Answer::Checked(checked) => return self.take_check(checked, now),
            Answer::Proof(tree) => self.take_proof(tree),
            Answer::Analysed => self.analysis.finished = Some(goal),
            Answer::Failed => return self.job_failed(goal, now),
        }
        true
    }

    /// Handles a failed job. A new engine is created: at once for a turn, which is tried again, later for
    /// other jobs, which are abandoned.
    fn job_failed(&mut self, goal: Goal, now: Duration) -> bool {
        if goal != Goal::Turn {
            self.analysis.drop_engine();
        }
        match goal {
            Goal::Turn => {
                self.players.turn_failed(&self.description, self.game.start());
                return true;
            }
            Goal::Check => return self.take_check(CheckedAnswer::Unknown, now),
            Goal::Prove => self.take_proof(None),
            Goal::Analyse { .. } => self.analysis.finished = Some(goal),
            Goal::Review { .. } => self.review = None,
        }
        self.players.trouble = Some(UNFINISHED);
        true
    }

    /// Plays the turn of an engine. Returns whether it was played.
    fn take_turn(&mut self, decided: Option<Decided<G::Move>>, now: Duration) -> bool {
        let Some(Decided { turn, line, score, depth }) = decided else {
            self.end(Outcome::win(!self.game.to_move(), "the engine returned no move").by(OutcomeKind::Forfeit), now);
            return false;
        };
        let line = VariationLine { rank: 1, depth, score: score.unwrap_or(0), moves: &line };
        let side = self.game.to_move();
        self.players.last_score = score.map(|score| if side == Side::First { score } else { -score });
        self.players.last_info = Some(line.info(&self.description, self.game.now(), self.game.tip));
        self.check_flag(now);
        !self.game.is_over() && self.play(&turn, now).is_ok()
    }

    /// Handles the check of an answer to a problem: plays the reply, or takes the answer back.
    fn take_check(&mut self, checked: CheckedAnswer<G::Move>, now: Duration) -> bool {
        let (wrong, reply) = match checked {
            CheckedAnswer::Solved => {
                self.accept_answer(State::Solved);
                return true;
            }
            CheckedAnswer::Wins { reply } => {
                self.accept_answer(State::Right);
                return self.play(&reply, now).is_ok();
            }
            CheckedAnswer::Fails { reply: Some(reply) } => {
                ("the other side escapes with", self.description.page.write_turn(self.game.now(), &reply))
            }
            CheckedAnswer::Fails { reply: None } => ("it does not win in time", Vec::new()),
            CheckedAnswer::Unknown => ("it could not be determined whether that wins", Vec::new()),
        };
        self.forget();
        self.game.undo_turn();
        if let Some(attempt) = &mut self.problem {
            attempt.state = State::Wrong(wrong, reply);
        }
        true
    }

    fn accept_answer(&mut self, state: State) {
        if let Some(attempt) = &mut self.problem {
            attempt.accept(state);
        }
    }

    fn take_proof(&mut self, tree: Option<ProofTree<G::Move>>) {
        if let Some(proof) = &mut self.proof {
            proof.set(tree);
        }
    }

    /// Adds a searched position to the review.
    fn take_review(&mut self, decided: Option<&Decided<G::Move>>) -> bool {
        let Some(ply) = self.review.as_ref().and_then(Review::next) else { return false };
        let position = self.game.until(ply);
        let turn = self.turn_before(ply);
        let book = self.description.is_known(self.game.until(ply - turn.len()).now(), &turn);
        let Some(review) = &mut self.review else { return false };
        review.add(&self.description, position.now(), decided, (&turn, book));
        self.review_ends();
        true
    }

    /// Adds the next positions of the review in which the game is over.
    fn review_ends(&mut self) {
        while let Some(ply) = self.review.as_ref().and_then(Review::next) {
            let Some(outcome) = self.game.until(ply).now().outcome() else { return };
            let turn = self.turn_before(ply);
            if let Some(review) = &mut self.review {
                review.add_end(&outcome, &turn);
            }
        }
    }

    /// The position after a number of moves of the game.
    pub(super) fn node_at(&self, ply: usize) -> NodeId {
        let line = self.game.tree.path(self.game.tip);
        ply.checked_sub(1).and_then(|index| line.get(index)).copied().unwrap_or(NodeId::ROOT)
    }

    /// The moves of the turn that leads to a position.
    fn turn_before(&self, ply: usize) -> Vec<G::Move> {
        let first = self.game.turns.first_of_turn(ply);
        self.game.history.moves().get(first..ply).unwrap_or_default().to_vec()
    }

    /// Searches for a proof for the position shown, steps through it, or closes it.
    ///
    /// # Errors
    /// If the game has no prover, or the step is not possible.
    pub(super) fn prove(&mut self, step: &ProofStep) -> Result<(), Reason> {
        if self.description.page.study.prover.is_none() {
            return Err(format!("{} has no prover", G::NAME).into());
        }
        match step {
            ProofStep::Begin => {
                let node = self.analysed();
                self.proof = Some(Proof::new(self.game.at(node).now().clone(), node));
            }
            ProofStep::Leave => self.proof = None,
            step => self.proof.as_mut().ok_or("there is no proof")?.step(step)?,
        }
        if self.queue.goal() == Some(Goal::Prove) {
            self.queue.cancel();
        }
        Ok(())
    }

    /// Analyses the position shown with a number of best lines; 0 ends the analysis.
    ///
    /// # Errors
    /// If there is no memory for the engine.
    pub(super) fn analyse(&mut self, lines: usize) -> Result<(), Reason> {
        if lines > 0 {
            self.analysis.reserve(&self.description)?;
        }
        self.analysis.set_lines(lines);
        self.players.trouble = None;
        if matches!(self.queue.goal(), Some(Goal::Analyse { .. })) {
            self.queue.cancel();
        }
        Ok(())
    }

    /// Frees the memory of the analysis engine if nothing needs it.
    fn release_unneeded(&mut self) {
        if self.analysis.lines == 0 && self.review.is_none() && self.problem.is_none() {
            self.analysis.release();
        }
    }

    /// Begins a review of the whole game, or ends it if `time` is `None`.
    ///
    /// # Errors
    /// If the game is not over and an engine plays in it, because the engine would have to wait, or if there
    /// is no memory for the engine of the review.
    pub(super) fn set_review(&mut self, time: Option<Duration>) -> Result<(), Reason> {
        if matches!(self.queue.goal(), Some(Goal::Review { .. })) {
            self.queue.cancel();
        }
        (self.review, self.players.trouble) = (None, None);
        let Some(time) = time else { return Ok(()) };
        if self.players.has_engine() && !self.game.is_over() {
            return Err("the game is not over".into());
        }
        self.analysis.reserve(&self.description)?;
        let plies: Vec<usize> = std::iter::once(0).chain(self.game.turns.list().iter().map(|turn| turn.ply)).collect();
        let positions = self.game.history.positions().enumerate().filter(|(ply, _)| plies.contains(ply));
        let positions = positions.map(|(ply, position)| (ply, position.side_to_move()));
        self.review = Some(Review::new(time.clamp(MIN_REVIEW_TIME, MAX_REVIEW_TIME), positions.collect()));
        self.review_ends();
        Ok(())
    }
}
