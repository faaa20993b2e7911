//! A player with its time management, and the reports of its searches.

use crate::{
    description::Description,
    memory::Reservation,
    message::{SearchInfo, Seat},
};
use duiyi_clock::{Foresight, TimeKeeper};
use duiyi_engine::{Decision, HashTable, Player, Signals, TurnLimits};
use duiyi_game::{Diagram, Game, History, NodeId, Notation, Side};
use duiyi_search::{Bound, Observer, Reason, Report, Score, StopHandle};
use std::sync::{Arc, Mutex};

/// The option of the size of the table.
const HASH: &str = "Hash";
/// The number of turns of a game for which an engine at full strength uses its book.
const BOOK_TURNS: u32 = 20;
/// The smallest table in MiB. A player is created with it, and gets the table of the engine for each search.
const SMALLEST: &str = "1";

/// A player's level, table and time management. The player itself is created for each search: its other
/// tables are needed only during a search, and are larger than the smallest transposition table.
pub(super) struct Engine<G: Notation> {
    /// The option of a level and its value.
    level: Option<(&'static str, String)>,
    /// The number of turns of a game for which the book is used.
    book_turns: u32,
    start: G,
    keeper: TimeKeeper,
    /// The table; allocated at the first search, because many engines never search.
    table: Option<HashTable>,
    memory: Arc<Reservation>,
}

/// An engine that is shared by its session and the job that is running.
pub(super) type SharedEngine<G> = Arc<Mutex<Engine<G>>>;

impl<G: Notation + Diagram> Engine<G> {
    /// The engine of a seat with this memory; none for a person.
    ///
    /// # Errors
    /// If the player has no such level.
    pub(super) fn for_seat(
        seat: Seat,
        description: &Description<G>,
        start: &G,
        memory: Option<&Arc<Reservation>>,
    ) -> Result<Option<SharedEngine<G>>, Reason> {
        let (Seat::Engine { level }, Some(memory)) = (seat, memory) else { return Ok(None) };
        let book_turns = level.map_or(BOOK_TURNS, |level| description.book_turns(level, BOOK_TURNS));
        let level = level.map(|level| description.level(level)).transpose()?;
        Ok(Some(Engine::shared(level, book_turns, start, memory)))
    }

    /// An engine at full strength, for games from this start.
    pub(super) fn at_full_strength(start: &G, memory: &Arc<Reservation>) -> SharedEngine<G> {
        Engine::shared(None, 0, start, memory)
    }

    fn shared(
        level: Option<(&'static str, String)>,
        book_turns: u32,
        start: &G,
        memory: &Arc<Reservation>,
    ) -> SharedEngine<G> {
        let keeper = usual_keeper();
        let (start, memory) = (start.clone(), Arc::clone(memory));
        Arc::new(Mutex::new(Engine { level, book_turns, start, keeper, table: None, memory }))
    }

    /// A player for one search, with the number of lines to report; a player without this option reports one.
    fn player(&self, description: &Description<G>, lines: Option<usize>) -> Box<dyn Player<G>> {
        let mut player = description.kit.player();
        // A player without a table refuses the option, and its levels were accepted before.
        let _ = player.set_option(HASH, SMALLEST);
        if let Some((option, level)) = &self.level {
            let _ = player.set_option(option, level);
        }
        if self.book_turns > 0 {
            // A player without a book searches every turn.
            let _ = player.set_option("OwnBook", "true");
            let _ = player.set_option("BookDepth", &self.book_turns.to_string());
        }
        if let Some(lines) = lines {
            let _ = player.set_option("MultiPV", &lines.max(1).to_string());
        }
        player.new_game(&self.start);
        if player.inspect().and_then(|player| player.table()).is_none() {
            // A tree, whose memory is freed after the search.
            let _ = player.set_option(HASH, &self.memory.mebibytes().to_string());
        }
        player
    }

    /// Searches a turn; `lines` is the number of lines to report, or the usual one.
    pub(super) fn search(
        &mut self,
        description: &Description<G>,
        game: &History<G>,
        limits: &TurnLimits,
        lines: Option<usize>,
        stop: StopHandle,
        observer: &mut dyn Observer<G::Move>,
    ) -> Option<Decision<G::Move>> {
        let mut player = self.player(description, lines);
        swap_tables(&mut *player, self.table.get_or_insert_with(|| sized(self.memory.mebibytes())));
        // The seat has the engine's own time keeper for this turn.
        let keeper = std::mem::replace(&mut self.keeper, usual_keeper());
        let mut seat = duiyi_engine::Seat { keeper, player };
        let mut signals = Signals::default();
        signals.stop = stop;
        let decision = seat.take(game, limits, signals, &|_| true, observer);
        self.keeper = seat.keeper;
        self.table.iter_mut().for_each(|table| swap_tables(&mut *seat.player, table));
        decision
    }
}

fn usual_keeper() -> TimeKeeper {
    TimeKeeper::new(Box::new(Foresight::default()))
}

/// Swaps the table of a player and another; a player may have none.
fn swap_tables<G: Game>(player: &mut dyn Player<G>, table: &mut HashTable) {
    if let Some(own) = player.inspect().and_then(|player| player.table()) {
        std::mem::swap(own, table);
    }
}

/// A table of this size in MiB, or the smallest if the machine has not enough memory.
fn sized(mebibytes: usize) -> HashTable {
    let mut table = HashTable::new();
    if table.resize(mebibytes).is_err() {
        let _ = table.resize(1);
    }
    table
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
            let info = line.info(self.description, self.now, self.node);
            (self.report)(SearchInfo { speed: report.nodes_per_second(), ..info });
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
            speed: 0,
            score: shown(score),
            mate: Score::new(score).mate_distance(),
            chance: description.chance(score),
            line: description.write_expected(now, self.moves, Score::new(self.score)),
            squares: first.flat_map(|&mv| now.squares(mv).map(|at| [at.column, at.row])).collect(),
        }
    }
}
