//! What engines are given to do, and what is done with what they find.

use super::{
    Hall, Purpose, Task,
    review::Review,
    task::{Aim, Running, Think},
    thinking::{Brain, Lent, Line, Listener},
};
use crate::message::Seat;
use duiyi_game::{Diagram, History, Notation, Outcome};
use duiyi_player::{Decision, Timing, TurnLimits};
use duiyi_search::{Reason, StopHandle};
use std::{any::Any, sync::Arc, time::Duration};

/// How long an engine thinks about a turn without a clock.
const TURN_TIME: Duration = Duration::from_secs(1);
/// How long a position is analysed.
const ANALYSIS_TIME: Duration = Duration::from_secs(15);

/// What a search brings.
type Brought<M> = Option<Decision<M>>;

impl<G: Notation + Diagram + Timing> Hall<G> {
    /// The next task, if there is one and nothing else is more urgent.
    pub(super) fn next_task(&mut self) -> Option<Task> {
        if self.draft.is_some() {
            return None;
        }
        let aim = self.aim()?;
        match self.running.as_ref().map(|running| running.aim) {
            // An engine's turn does not wait for what else is wanted to know.
            Some(running) if running == aim || aim != Aim::Turn && !running.is_stale(aim) => {
                return None;
            }
            _ => self.stop_thinking(),
        }
        match aim {
            Aim::Turn => self.turn_task(),
            Aim::Analysis { ply, lines } => Some(self.analysis_task(ply, lines)),
            Aim::Review { ply } => self.review_task(ply),
        }
    }

    /// What is most urgent now.
    fn aim(&self) -> Option<Aim> {
        if !self.is_over() && self.brains[self.to_move().index()].is_some() {
            return Some(Aim::Turn);
        }
        let analysis = Aim::Analysis { ply: self.shown, lines: self.lines };
        if self.lines > 0 && self.analysed != Some(analysis) {
            return Some(analysis);
        }
        Some(Aim::Review { ply: self.review.as_ref()?.next()? })
    }

    fn hand_out(&mut self, aim: Aim, stop: StopHandle, think: Think) -> Task {
        self.tasks += 1;
        self.running = Some(Running { number: self.tasks, stop: stop.clone(), aim });
        let purpose = if aim == Aim::Turn { Purpose::Turn } else { Purpose::Study };
        Task { stop, purpose, number: self.tasks, think }
    }

    /// The task of the engine that is to move, if one is.
    fn turn_task(&mut self) -> Option<Task> {
        let side = self.to_move();
        let brain = Arc::clone(self.brains[side.index()].as_ref()?);
        let limits = match &self.clocks {
            Some(clocks) => TurnLimits { go: clocks.go(side), ..TurnLimits::default() },
            None => TurnLimits::move_time(TURN_TIME),
        };
        let game = self.game.clone();
        Some(self.search_task(Aim::Turn, brain, game, limits, 1))
    }

    fn analysis_task(&mut self, ply: usize, lines: usize) -> Task {
        let (brain, game) = (self.scholar(), self.until(ply));
        // Whoever comes back to a position sees its lines again.
        self.analysed = None;
        self.search_task(Aim::Analysis { ply, lines }, brain, game, TurnLimits::move_time(ANALYSIS_TIME), lines)
    }

    /// The next position of the review.
    fn review_task(&mut self, ply: usize) -> Option<Task> {
        let (brain, time, game) = (self.scholar(), self.review.as_ref()?.time, self.until(ply));
        Some(self.search_task(Aim::Review { ply }, brain, game, TurnLimits::move_time(time), 0))
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

    fn search_task(&mut self, aim: Aim, brain: Lent<G>, game: History<G>, limits: TurnLimits, lines: usize) -> Task {
        let (stop, described) = (StopHandle::new(), Arc::clone(&self.described));
        let handle = stop.clone();
        let think = move |tell: &mut dyn FnMut(_)| -> Box<dyn Any + Send> {
            let (now, ply) = (game.now(), game.moves().len());
            let mut listener = Listener { described: &described, now, lines, ply, tell };
            // A player that has panicked is not asked again.
            let decision = brain.lock().ok().and_then(|mut brain| {
                if aim != Aim::Turn {
                    // A player that knows one line only shows one.
                    let _ = brain.player.set_option("MultiPV", &lines.max(1).to_string());
                }
                brain.think(&game, &limits, handle, &mut listener)
            });
            Box::new(decision)
        };
        self.hand_out(aim, stop, Box::new(think))
    }

    /// The player that analyses and reviews, at its best.
    fn scholar(&mut self) -> Lent<G> {
        let (described, start) = (&self.described, self.game.start());
        let make = || Brain::at_best(described, start);
        Arc::clone(self.scholar.get_or_insert_with(make))
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
    pub(super) fn take_in(&mut self, aim: Aim, what: Box<dyn Any + Send>, now: Duration) -> bool {
        let Ok(decision) = what.downcast::<Brought<G::Move>>() else { return false };
        match aim {
            Aim::Turn => self.found_turn(*decision, now),
            Aim::Analysis { .. } => {
                self.analysed = Some(aim);
                true
            }
            Aim::Review { ply } => {
                let (is_best, position) = (self.was_best(ply), self.until(ply));
                let Some(review) = &mut self.review else { return false };
                review.found(&self.described, position.now(), decision.as_ref().as_ref(), is_best);
                self.best = decision.map(|decision| decision.turn);
                self.judge_ends();
                true
            }
        }
    }

    /// The engine has found its turn. Says whether it was played.
    fn found_turn(&mut self, decision: Brought<G::Move>, now: Duration) -> bool {
        let Some(decision) = decision else {
            self.end(Outcome::win(!self.to_move(), "the engine gives no move"));
            return false;
        };
        let score = decision.score.map_or(0, |score| score.get());
        let line = Line { rank: 1, depth: decision.depth, score, moves: &decision.line };
        self.thought = Some(line.told(&self.described, self.game.now(), self.game.moves().len()));
        self.look_at_the_clock(now);
        !self.is_over() && self.play(&decision.turn, now).is_ok()
    }

    /// Shows so many of the best lines of the position that is shown; none with 0.
    pub(super) fn analyse(&mut self, lines: usize) {
        (self.lines, self.analysed) = (lines.min(MOST_LINES), None);
        if self.running.as_ref().is_some_and(|running| matches!(running.aim, Aim::Analysis { .. })) {
            self.stop_thinking();
        }
    }

    /// Judges the whole game, or lets that be.
    ///
    /// # Errors
    /// While an engine plays in it: it would be kept waiting.
    pub(super) fn begin_review(&mut self, time: Option<Duration>) -> Result<(), Reason> {
        if self.running.as_ref().is_some_and(|running| matches!(running.aim, Aim::Review { .. })) {
            self.stop_thinking();
        }
        (self.review, self.best) = (None, None);
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

/// So many lines are shown at most.
const MOST_LINES: usize = 5;
/// A position of a review is looked at for so long at least, and at most.
const SHORTEST: Duration = Duration::from_millis(10);
const LONGEST: Duration = Duration::from_secs(10);
