//! The search as its user sees it.

use crate::{
    Control, Enhancements, Evaluator, Generation, Heuristics, MAX_PLY, MoveSink, Observer, Parameters, Score,
    SearchResult, Statistics, Table,
    best_lines::BestLines,
    correction::Corrections,
    history::{Continuations, History, LOW_PLIES},
    killers::Killers,
    node::{Frame, INDEPENDENT},
    parallel::{lazy_smp::Variation, part::Part},
    pv::PvTable,
    reductions::Reductions,
    root_move::RootMove,
    search::{Search, State},
    switches::Switches,
};
use std::time::Instant;

/// A search for a game: keeps its evaluator, its histories and its buffers from
/// one move to the next.
///
/// See the [crate page](crate) for a complete example.
#[derive(Debug)]
pub struct Searcher<G: Heuristics, E> {
    /// The switches.
    pub enhancements: Enhancements,
    /// The constants.
    pub parameters: Parameters,
    /// How many of the best moves are to have an exact score and a line
    /// (Multi-PV); 1 at first, 0 counts as 1. Each costs about as much as the first.
    pub multi_pv: usize,
    evaluator: E,
    state: State<G::Move, G::Insight>,
    root: Vec<RootMove<G::Move>>,
    best_lines: BestLines<G::Move>,
}

impl<G: Heuristics, E: Evaluator<G>> Searcher<G, E> {
    /// A search with everything on.
    pub fn new(evaluator: E) -> Searcher<G, E> {
        Searcher {
            enhancements: Enhancements::default(),
            parameters: Parameters::default(),
            multi_pv: 1,
            evaluator,
            state: State {
                moves: Vec::with_capacity(MAX_PLY * 64),
                frames: vec![Frame::default(); MAX_PLY + 2],
                path: vec![None; MAX_PLY + 2],
                history: History::new(2, G::HISTORY_SLOTS),
                low_plies: History::new(LOW_PLIES, G::HISTORY_SLOTS),
                noisy_history: History::new(2, G::NOISY_SLOTS),
                continuations: Continuations::new(G::CONTINUATION_SLOTS),
                corrections: Corrections::new(G::STRUCTURES),
                reductions: Reductions::none(),
                killers: Killers::new(),
                pv: PvTable::new(),
                no_null_before: 0,
            },
            root: Vec::new(),
            best_lines: BestLines::new(),
        }
    }

    /// Forgets what earlier searches learnt (the table is cleared by [`Table::clear`]).
    pub fn new_game(&mut self) {
        self.state.history.clear();
        self.state.noisy_history.clear();
        self.state.continuations.clear();
        self.state.corrections.clear();
        self.state.killers.clear();
    }

    /// The evaluator.
    pub fn evaluator(&mut self) -> &mut E {
        &mut self.evaluator
    }

    /// Searches a position until `control` ends it.
    ///
    /// Only the moves that `allowed` accepts are considered at the root. The
    /// position is given back as it was.
    pub fn search(
        &mut self,
        game: &mut G,
        table: &Table,
        control: &mut dyn Control,
        observer: &mut dyn Observer<G::Move>,
        allowed: impl FnMut(G::Move) -> bool,
    ) -> SearchResult<G::Move> {
        table.new_generation();
        self.search_as(Part::Alone, game, table, control, observer, allowed)
    }

    /// Searches as one of several threads, within the table's current generation. One that
    /// serves a team finds no move of its own; its statistics are what it brings.
    pub(crate) fn search_as(
        &mut self,
        part: Part<'_, G::Move, G::Insight>,
        game: &mut G,
        table: &Table,
        control: &mut dyn Control,
        observer: &mut dyn Observer<G::Move>,
        allowed: impl FnMut(G::Move) -> bool,
    ) -> SearchResult<G::Move> {
        match part {
            Part::Alone | Part::Lazy(_) => self.run::<false>(part, game, table, control, observer, allowed),
            Part::Owner(_) | Part::Server(_) => self.run::<true>(part, game, table, control, observer, allowed),
        }
    }

    fn run<const TEAM: bool>(
        &mut self,
        part: Part<'_, G::Move, G::Insight>,
        game: &mut G,
        table: &Table,
        control: &mut dyn Control,
        observer: &mut dyn Observer<G::Move>,
        mut allowed: impl FnMut(G::Move) -> bool,
    ) -> SearchResult<G::Move> {
        let started = Instant::now();
        let (variation, team, serves) = match part {
            Part::Alone => (Variation::Main, None, false),
            Part::Lazy(variation) => (variation, None, false),
            Part::Owner(team) => (Variation::Main, Some(team), false),
            Part::Server(team) => (Variation::Main, Some(team), true),
        };
        self.state.killers.clear();
        self.state.low_plies.clear();
        self.state.moves.clear();
        self.state.no_null_before = 0;
        self.state.frames.fill(Frame::default());
        if G::PRUNABLE {
            self.state.reductions = Reductions::new(&self.parameters);
        }
        self.evaluator.reset(game);
        self.best_lines.clear();
        let generated = self.generate_root(game, &mut allowed);
        let next_poll = control.interval(0).max(1);
        let mut enhancements = self.enhancements;
        enhancements.null_move &= !control.seeks_mate();
        let mut search = Search::<G, E, TEAM> {
            root_is_whole: generated == self.root.len(),
            game,
            evaluator: &mut self.evaluator,
            table,
            control,
            state: &mut self.state,
            enhancements: Switches::new(enhancements),
            parameters: &self.parameters,
            statistics: Statistics::default(),
            next_poll,
            stopped: false,
            selective_depth: 0,
            iteration: 0,
            depends_on: INDEPENDENT,
            team,
            split: None,
            observer,
            lines: self.multi_pv.clamp(1, self.root.len().max(1)),
            root: &mut self.root,
            best_lines: &mut self.best_lines,
            line: 0,
            best_move_changes: 0,
            previous: None,
            improved: None,
            variation,
            started,
        };
        let (score, depth) = if serves {
            search.root.clear();
            search.serve(0, None);
            (Score::ZERO, 0)
        } else if search.root.is_empty() {
            (search.game.stuck(0), 0)
        } else {
            search.deepen()
        };
        let (statistics, lines) = (search.statistics, search.lines);
        let best = self.root.first();
        let known = self.root.iter().take(lines).filter(|root| root.depth > 0);
        SearchResult {
            best: best.map(|root| root.mv),
            pv: best.map_or_else(Vec::new, |root| root.pv.clone()),
            score,
            depth,
            elapsed: started.elapsed(),
            statistics,
            lines: known.cloned().collect(),
        }
    }

    /// Lists the allowed root moves; returns how many moves there are in all.
    fn generate_root(&mut self, game: &G, allowed: &mut impl FnMut(G::Move) -> bool) -> usize {
        let insight = G::Insight::default();
        let mut sink = MoveSink::new(&mut self.state.moves);
        if game.threatened() {
            game.generate(Generation::Evasions, &insight, &mut sink);
        } else {
            if G::HAS_NOISY {
                game.generate(Generation::Noisy, &insight, &mut sink);
            }
            game.generate(Generation::Quiet, &insight, &mut sink);
        }
        let generated = self.state.moves.len();
        self.root.clear();
        for candidate in self.state.moves.drain(..) {
            if allowed(candidate.mv) {
                self.root.push(RootMove::new(candidate.mv));
            }
        }
        generated
    }

    /// The root moves of the last search, the best first.
    pub(crate) fn root(&self) -> &[RootMove<G::Move>] {
        &self.root
    }
}
