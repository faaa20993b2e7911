//! A player with its time management, and the reports of its searches.

use crate::{
    description::Description,
    message::{SearchInfo, Seat},
};
use duiyi_game::{Diagram, History, NodeId, Notation, Side};
use duiyi_player::{Decision, Player, Signals, TurnLimits};
use duiyi_search::{Bound, Observer, Reason, Report, Score, StopHandle};
use std::sync::{Arc, Mutex};

/// The size of an engine's hash table in MiB: many engines may play at the same time.
const HASH: &str = "16";

/// A player and its time management.
pub(super) struct Engine<G: Notation> {
    seat: duiyi_player::Seat<G>,
    /// Whether the size of its table is set. It is set before the first search, because many never search.
    has_table: bool,
}

/// An engine that is shared by its session and the job that is running.
pub(super) type SharedEngine<G> = Arc<Mutex<Engine<G>>>;

impl<G: Notation + Diagram> Engine<G> {
    /// The engine of a seat; none for a person.
    ///
    /// # Errors
    /// If the player has no such level.
    pub(super) fn for_seat(
        seat: Seat,
        description: &Description<G>,
        start: &G,
    ) -> Result<Option<SharedEngine<G>>, Reason> {
        let Seat::Engine { level } = seat else { return Ok(None) };
        let mut player = description.kit.player();
        if let Some(level) = level {
            let levels = description.page.levels.ok_or_else(|| format!("the player of {} has no levels", G::NAME))?;
            player.set_option(levels.option, &level.to_string())?;
        }
        Ok(Some(Engine::shared(player, start)))
    }

    /// An engine at full strength, for games from this start.
    pub(super) fn at_full_strength(description: &Description<G>, start: &G) -> SharedEngine<G> {
        Engine::shared(description.kit.player(), start)
    }

    fn shared(mut player: Box<dyn Player<G>>, start: &G) -> SharedEngine<G> {
        player.new_game(start);
        Arc::new(Mutex::new(Engine { seat: duiyi_player::Seat::new(player), has_table: false }))
    }

    /// Sets the number of lines to report. A player without this option reports one.
    pub(super) fn set_lines(&mut self, lines: usize) {
        let _ = self.seat.player.set_option("MultiPV", &lines.max(1).to_string());
    }

    /// Searches a turn.
    pub(super) fn search(
        &mut self,
        game: &History<G>,
        limits: &TurnLimits,
        stop: StopHandle,
        observer: &mut dyn Observer<G::Move>,
    ) -> Option<Decision<G::Move>> {
        if !std::mem::replace(&mut self.has_table, true) {
            // A player without a table refuses the option.
            let _ = self.seat.player.set_option("Hash", HASH);
        }
        let mut signals = Signals::default();
        signals.stop = stop;
        self.seat.take(game, limits, signals, &|_| true, observer)
    }
}

/// Reports the lines that a search finds.
pub(super) struct ProgressObserver<'a, G: Notation> {
    pub(super) description: &'a Description<G>,
    pub(super) now: &'a G,
    pub(super) lines: usize,
    pub(super) node: NodeId,
    pub(super) report: &'a mut dyn FnMut(SearchInfo),
}

impl<G: Notation + Diagram> Observer<G::Move> for ProgressObserver<'_, G> {
    fn progress(&mut self, report: &Report<'_, G::Move>) {
        // The line of a bound belongs to an earlier score.
        if report.line <= self.lines && report.bound == Bound::Exact {
            let score = report.score.get();
            let line = VariationLine { rank: report.line, depth: report.depth, score, moves: report.pv };
            (self.report)(line.info(self.description, self.now, self.node));
        }
    }
}

/// The score that a page shows: centipawns, or the score itself of a mate, which has its distance.
pub(super) fn shown(score: i32) -> i32 {
    Score::new(score).centipawns().unwrap_or(score)
}

/// A line found by a search.
pub(super) struct VariationLine<'a, M> {
    pub(super) rank: usize,
    pub(super) depth: u32,
    /// The score for the side to move.
    pub(super) score: i32,
    pub(super) moves: &'a [M],
}

impl<M: Copy> VariationLine<'_, M> {
    /// The line as a page shows it.
    pub(super) fn info<G>(&self, description: &Description<G>, now: &G, node: NodeId) -> SearchInfo
    where
        G: Notation<Move = M> + Diagram,
    {
        let score = if now.side_to_move() == Side::First { self.score } else { -self.score };
        let first = self.moves.iter().take(1);
        SearchInfo {
            node: node.index(),
            rank: self.rank,
            depth: self.depth,
            score: shown(score),
            mate: Score::new(score).mate_distance(),
            chance: description.chance(score),
            line: description.write_expected(now, self.moves, Score::new(self.score)),
            squares: first.flat_map(|&mv| now.squares(mv).map(|at| [at.column, at.row])).collect(),
        }
    }
}
