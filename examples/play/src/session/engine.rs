//! What thinks for a side, and how it is asked.

use super::Description;
use crate::message::{SearchInfo, Seat};
use duiyi_clock::{Foresight, MoveSummary, TimeKeeper};
use duiyi_game::{Diagram, History, Notation, Side};
use duiyi_player::{ClockControl, Decision, Player, Request, Signals, Timing, TurnLimits};
use duiyi_search::{Bound, Observer, Reason, Report, Score, StopHandle};
use std::sync::{Arc, Mutex};

/// A table of so many MiB for each engine: many may play at a time.
const HASH: &str = "16";

/// A player, and who divides its time.
pub(super) struct Engine<G: Notation> {
    pub(super) player: Box<dyn Player<G>>,
    keeper: TimeKeeper,
    /// Whether its table has its size. It gets it when it first thinks: many never do.
    has_table: bool,
}

/// A engine that is lent to whoever runs a task.
pub(super) type SharedEngine<G> = Arc<Mutex<Engine<G>>>;

impl<G: Notation + Diagram + Timing> Engine<G> {
    /// What thinks on a seat; nothing for a person.
    ///
    /// # Errors
    /// If the player has no such level.
    pub(super) fn on(seat: Seat, description: &Description<G>, start: &G) -> Result<Option<SharedEngine<G>>, Reason> {
        let Seat::Engine { level } = seat else { return Ok(None) };
        let mut player = (description.player)();
        if let Some(level) = level {
            let levels = description.levels.ok_or_else(|| format!("the player of {} has no levels", G::NAME))?;
            player.set_option(levels.option, &level.to_string())?;
        }
        Ok(Some(Engine::of(player, start)))
    }

    /// What analyses a game from a position on.
    pub(super) fn at_best(description: &Description<G>, start: &G) -> SharedEngine<G> {
        Engine::of((description.player)(), start)
    }

    fn of(mut player: Box<dyn Player<G>>, start: &G) -> SharedEngine<G> {
        player.new_game(start);
        let keeper = TimeKeeper::new(Box::new(Foresight::default()));
        Arc::new(Mutex::new(Engine { player, keeper, has_table: false }))
    }

    /// Finds a turn.
    pub(super) fn think(
        &mut self,
        game: &History<G>,
        limits: &TurnLimits,
        stop: StopHandle,
        observer: &mut dyn Observer<G::Move>,
    ) -> Option<Decision<G::Move>> {
        let Engine { player, keeper, has_table } = self;
        if !std::mem::replace(has_table, true) {
            // A player without a table does without the option.
            let _ = player.set_option("Hash", HASH);
        }
        let mut signals = Signals::default();
        signals.stop = stop;
        let mut control = ClockControl::start(keeper, limits, &G::context(game), signals);
        let request = &mut Request { game, allowed: &|_| true, control: &mut control, observer };
        let decision = player.decide(request);
        let nodes = decision.as_ref().map_or(0, |decision| decision.nodes);
        let score = decision.as_ref().and_then(|decision| decision.score).map_or(0, |score| score.get());
        control.finish(MoveSummary { nodes, score, ..MoveSummary::default() });
        decision
    }
}

/// Passes on what a search finds.
pub(super) struct ProgressObserver<'a, G: Notation> {
    pub(super) description: &'a Description<G>,
    pub(super) now: &'a G,
    pub(super) lines: usize,
    pub(super) ply: usize,
    pub(super) tell: &'a mut dyn FnMut(SearchInfo),
}

impl<G: Notation + Diagram + Timing> Observer<G::Move> for ProgressObserver<'_, G> {
    fn progress(&mut self, report: &Report<'_, G::Move>) {
        // The line of a bound belongs to an earlier score.
        if report.line <= self.lines && report.bound == Bound::Exact {
            let found = Line { rank: report.line, depth: report.depth, score: report.score.get(), moves: report.pv };
            (self.tell)(found.told(self.description, self.now, self.ply));
        }
    }
}

/// A line that a search has found.
pub(super) struct Line<'a, M> {
    pub(super) rank: usize,
    pub(super) depth: u32,
    /// For the side to move.
    pub(super) score: i32,
    pub(super) moves: &'a [M],
}

impl<M: Copy> Line<'_, M> {
    /// The line as a page shows it.
    pub(super) fn told<G>(&self, description: &Description<G>, now: &G, ply: usize) -> SearchInfo
    where
        G: Notation<Move = M> + Diagram + Timing,
    {
        let score = if now.side_to_move() == Side::First { self.score } else { -self.score };
        let first = self.moves.iter().take(1);
        SearchInfo {
            ply,
            rank: self.rank,
            depth: self.depth,
            score,
            mate: Score::new(score).mate_distance(),
            chance: description.chance(score),
            line: description.write_expected(now, self.moves, Score::new(self.score)),
            squares: first.flat_map(|&mv| now.squares(mv).map(|at| [at.column, at.row])).collect(),
        }
    }
}
