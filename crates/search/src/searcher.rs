//! The public interface of the search.

use crate::{
    Bound, Control, Driver, Endgames, Enhancements, Evaluator, Heuristics, MAX_PLY, Observer, Parameters, Score,
    ScoreClaim, SearchResult, Side, Table,
    best_lines::BestLines,
    correction::Corrections,
    heuristics::root_moves,
    history::Histories,
    instant::Instant,
    killers::Killers,
    mixed_cycles::MixedCycles,
    node::Frame,
    parallel::part::Part,
    pv::PvTable,
    reductions::Reductions,
    root_move::RootMove,
    search::{Root, Search, Start, State},
    shown::Shown,
};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use std::sync::Arc;

/// The size in MiB of the table that a searcher makes for itself.
const OWN_TABLE: usize = 16;

/// The parameters of a search apart from the game.
pub(crate) struct Task<'a, G: Heuristics> {
    pub(crate) game: &'a mut G,
    pub(crate) table: &'a Table,
    pub(crate) control: &'a mut dyn Control,
    pub(crate) observer: &'a mut dyn Observer<G::Move>,
    /// A reference, so that the search is compiled once for a game and not once for every filter.
    pub(crate) allowed: &'a mut dyn FnMut(G::Move) -> bool,
}

/// A search for a game. It keeps its evaluator, histories and buffers between searches.
///
/// See the [crate page](crate) for a complete example.
#[derive(Debug)]
pub struct Searcher<G: Heuristics, E> {
    /// The windows with which each iteration finds the value; [`Driver::Aspiration`] by default.
    pub driver: Driver,
    /// The switches.
    pub enhancements: Enhancements,
    /// The constants.
    pub parameters: Parameters,
    /// The number of best moves that get an exact score and a line (Multi-PV); 1 by default, 0
    /// counts as 1. Each costs about as much as the first.
    pub multi_pv: usize,
    /// Whether to search a game that earlier moves have ended (by repetition or a move count), as
    /// long as there are legal moves: players and front ends may continue. `false` by default.
    pub plays_on: bool,
    /// Positions whose values are known, such as those of endgame tables; `None` by default.
    pub endgames: Option<Arc<dyn Endgames<G>>>,
    /// Whether forward pruning is used although the game is not declared [`Heuristics::PRUNABLE`]: for
    /// an evaluation with which a match has shown that it pays. `false` by default.
    pub prunes: bool,
    evaluator: E,
    state: State<G::Move, G::Insight>,
    root: Vec<RootMove<G::Move>>,
    /// The random generator of `root_randomness`.
    pub(crate) random: Xoshiro256PlusPlus,
    best_lines: BestLines<G::Move>,
    /// The table of searches that are given none, after the first of them.
    pub(crate) own_table: Option<Arc<Table>>,
}

impl<G: Heuristics, E: Evaluator<G>> Searcher<G, E> {
    /// A searcher with default switches and constants.
    pub fn new(evaluator: E) -> Searcher<G, E> {
        Searcher {
            driver: Driver::default(),
            enhancements: Enhancements::default(),
            parameters: Parameters::default(),
            multi_pv: 1,
            plays_on: false,
            endgames: None,
            prunes: false,
            evaluator,
            state: State {
                moves: Vec::with_capacity(MAX_PLY * 64),
                frames: vec![Frame::default(); MAX_PLY + 2],
                path: vec![None; MAX_PLY + 2],
                histories: Histories::new::<G>(),
                corrections: Corrections::new::<G>(),
                reductions: Reductions::none(),
                killers: Killers::new(),
                mixed_cycles: MixedCycles::new(),
                pv: PvTable::new(),
            },
            root: Vec::new(),
            random: Xoshiro256PlusPlus::seed_from_u64(0),
            best_lines: BestLines::new(),
            own_table: None,
        }
    }

    /// Seeds the random generator of `root_randomness` in [`Parameters`]: the same searches with
    /// the same seed choose the same moves. The initial seed is 0.
    pub fn seed(&mut self, seed: u64) {
        self.random = Xoshiro256PlusPlus::seed_from_u64(seed);
    }

    /// Clears what earlier searches have learnt, and the searcher's own table, if any
    /// ([`Table::clear`] clears one that is given).
    pub fn new_game(&mut self) {
        if let Some(table) = &self.own_table {
            table.clear();
        }
        self.state.histories.clear();
        self.state.corrections.clear();
        self.state.killers.clear();
    }

    /// The evaluator.
    pub fn evaluator(&mut self) -> &mut E {
        &mut self.evaluator
    }

    /// The table of searches that are given none.
    pub(crate) fn own_table(&mut self) -> Arc<Table> {
        Arc::clone(self.own_table.get_or_insert_with(|| Arc::new(Table::new(OWN_TABLE))))
    }

    /// Searches with one thread.
    pub(crate) fn search_alone(&mut self, task: Task<'_, G>) -> SearchResult<G::Move> {
        task.table.new_generation();
        // Not in `search_as`: a team's search is compiled only for programs that use threads.
        self.run::<false>(Part::Alone, task)
    }

    /// Searches as one of several threads, within the table's current generation. A helper of a
    /// team finds no move itself; its result is its statistics.
    pub(crate) fn search_as(
        &mut self,
        part: Part<'_, G::Move, G::Insight>,
        task: Task<'_, G>,
    ) -> SearchResult<G::Move> {
        match part {
            Part::Alone | Part::Lazy(_) => self.run::<false>(part, task),
            Part::Owner(_) | Part::Server(_) => self.run::<true>(part, task),
        }
    }

    fn run<const TEAM: bool>(
        &mut self,
        part: Part<'_, G::Move, G::Insight>,
        task: Task<'_, G>,
    ) -> SearchResult<G::Move> {
        let started = Instant::now();
        let (variation, team, serves) = part.role();
        let Task { game, table, control, observer, allowed } = task;
        self.begin(game);
        let is_whole = self.list_root_moves(game, allowed);
        let over = if serves { None } else { game.outcome() };
        if over.is_some() && !self.plays_on {
            self.root.clear();
        }
        let mut enhancements = self.enhancements;
        enhancements.null_move &= !control.purpose().mate;
        enhancements.principal_variation &= self.driver != Driver::AlphaBeta;
        let lines = self.multi_pv.clamp(1, self.root.len().max(1));
        let root = Root {
            moves: &mut self.root,
            best_lines: &mut self.best_lines,
            lines,
            line: 0,
            best_move_changes: 0,
            previous: None,
            is_whole,
            improved: None,
            ordinary: Score::ZERO,
            confirmed: None,
            reported: None,
            drawn: scores_of_draws(game.side_to_move(), self.parameters.contempt),
            salt: contempt_salt(game.side_to_move(), self.parameters.contempt),
        };
        let mut search = Search::<G, E, TEAM>::new(Start {
            game,
            evaluator: &mut self.evaluator,
            table,
            control,
            observer,
            state: &mut self.state,
            driver: self.driver,
            enhancements,
            parameters: &self.parameters,
            endgames: self.endgames.as_deref(),
            prunes: self.prunes,
            root,
            variation,
            team,
            started,
        });
        let (value, depth) = if serves {
            search.root.moves.clear();
            search.serve(0, None);
            (Score::ZERO, 0)
        } else if search.root.moves.is_empty() {
            (search.score_without_moves(over.is_some()), 0)
        } else {
            search.deepen()
        };
        let Shown { score, claim, .. } = match search.root.moves.is_empty() {
            // The rules have decided.
            true => Shown { score: value, bound: Bound::Exact, claim: ScoreClaim::None },
            false => search.shown(0, value, Bound::Exact),
        };
        let statistics = search.statistics;
        let best = self.root.first();
        let finished = self.root.iter().take(lines).filter(|root| root.depth > 0);
        SearchResult {
            over,
            best: best.map(|root| root.mv),
            pv: best.map_or_else(Vec::new, |root| root.pv.clone()),
            score,
            claim,
            value,
            depth,
            elapsed: started.elapsed(),
            statistics,
            lines: finished.map(RootMove::shown).collect(),
        }
    }

    /// Clears data of the previous root and resets the evaluator to a position.
    fn begin(&mut self, game: &G) {
        self.state.killers.clear();
        self.state.mixed_cycles.clear();
        self.state.histories.begin_search();
        self.state.moves.clear();
        self.state.frames.fill(Frame::default());
        if G::PRUNABLE || self.prunes {
            self.state.reductions = Reductions::new(&self.parameters);
        }
        self.evaluator.reset(game);
        self.best_lines.clear();
    }

    /// Lists the allowed root moves; returns whether all moves are allowed.
    fn list_root_moves(&mut self, game: &G, allowed: &mut dyn FnMut(G::Move) -> bool) -> bool {
        self.state.moves.clear();
        let is_whole = root_moves(game, allowed, &mut self.state.moves);
        self.root.clear();
        self.root.extend(self.state.moves.drain(..).map(|candidate| RootMove::new(candidate.mv)));
        let most = self.parameters.root_randomness;
        if most > 0 {
            for root in &mut self.root {
                root.bonus = (self.random.next_u64() % (most as u64 + 1)) as i32;
            }
        }
        is_whole
    }

    /// The root moves of the last search, best first.
    pub(crate) fn root(&self) -> &[RootMove<G::Move>] {
        &self.root
    }
}

/// The score of a draw for each side to move, if it is worth `contempt` less for the side at the root.
fn scores_of_draws(at_root: Side, contempt: i32) -> [Score; 2] {
    let mut scores = [Score::new(contempt); 2];
    scores[at_root.index()] = Score::new(-contempt);
    scores
}

/// The part of the table's keys that stands for the contempt ([`Parameters::contempt`]) of the side at the
/// root: a search stores its results under [`Heuristics::table_key`] XOR this. Zero without contempt.
pub fn contempt_salt(at_root: Side, contempt: i32) -> u64 {
    let [of_first, _] = scores_of_draws(at_root, contempt);
    (of_first.get() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
