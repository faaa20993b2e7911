//! A board with all the data that the search needs.

use super::effort::{Effort, Width};
use super::insight::{Insight, Pressure};
use super::solver_cache::SolverCache;
use super::standing_threat::StandingThreat;
use crate::evaluation::{AnyEvaluation, ScoredPoint, Valuation};
use crate::threats::{Threats, can_complete};
use crate::{Board, Point, PointSet, Side};
use duiyi_search::{Depth, Game, MAX_PLY, Reach, Score, Verdict};

/// The settings of a search: the width and effort at the root and in the nodes, and the weights of
/// the terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchSettings {
    /// The number of candidates.
    pub width: Width,
    /// The effort of the solver in the tree.
    pub effort: Effort,
    /// The effort of the solver of the [player](crate::player) at the root before the search, in
    /// positions with the attacker to move; 0 turns it off there.
    pub root_effort: u64,
    /// The effect of a standing threat.
    pub standing_threat: StandingThreat,
    /// The weight of a stone's value relative to the history of the search when moves are ordered,
    /// in 1/128.
    pub prior: u16,
    /// The number of best pairs searched in the turns after the root's if the side is free; 0 for
    /// every pair of candidates. The search by turns always uses all pairs.
    pub pairs: u16,
}

impl SearchSettings {
    /// The best settings found for a number of stones a turn.
    pub fn of(stones_a_turn: u8) -> SearchSettings {
        SearchSettings {
            width: Width::default(),
            effort: Effort::of(stones_a_turn),
            root_effort: 30_000,
            standing_threat: StandingThreat::default(),
            prior: 64,
            pairs: 0,
        }
    }
}

/// What the search needs to know about a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Query {
    /// The distance from the root in stones.
    pub(super) ply: usize,
    /// The window.
    pub(super) alpha: Score,
    pub(super) beta: Score,
    /// The remaining depth in stones.
    pub(super) stones: u32,
}

/// A board with all the data that the search needs, updated with each stone.
#[derive(Clone, Debug)]
pub struct SearchPosition {
    pub(super) board: Board,
    pub(super) evaluation: AnyEvaluation,
    /// The settings of the search.
    pub settings: SearchSettings,
    /// The stones on the board at the root.
    root: usize,
    /// The stones left in the turn at the root.
    root_left: u8,
    /// The stones to try at the root instead of the candidates, in turns with at least one of them.
    pub(crate) wanted: Option<Vec<Point>>,
    /// Work space of the methods that change the position.
    threats: Threats,
    solver: SolverCache,
}

/// The limit of a prior.
const PRIOR_LIMIT: u64 = 1 << 15;

impl SearchPosition {
    /// A position, evaluated with the tables of one of the evaluations.
    pub fn new(board: Board, valuation: impl Into<Valuation>) -> SearchPosition {
        let rules = board.rules();
        SearchPosition {
            evaluation: AnyEvaluation::new(&board, valuation.into()),
            settings: SearchSettings::of(rules.p()),
            root: board.stone_count(),
            root_left: board.stones_left(),
            wanted: None,
            threats: Threats::new(rules),
            solver: SolverCache::new(rules),
            board,
        }
    }

    /// Sets another position of the same rules; the solver keeps its results.
    pub fn set(&mut self, board: &Board) {
        self.board = board.clone();
        self.evaluation.reset(board);
        self.root = board.stone_count();
        self.root_left = board.stones_left();
        self.solver.nodes = 0;
    }

    /// Clears the solver's results of earlier searches.
    pub fn forget(&mut self) {
        self.solver.clear();
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The score of the evaluation for the side to move.
    #[inline]
    pub fn evaluate(&self) -> Score {
        Score::new(self.evaluation.evaluate(self.board.to_move(), self.board.stones_left()))
    }

    /// The nodes of the solver since the position was set.
    pub fn solver_nodes(&self) -> u64 {
        self.solver.nodes
    }

    #[inline]
    pub(super) fn put(&mut self, point: Point) {
        self.evaluation.put(point, self.board.to_move());
        self.board.put(point);
    }

    #[inline]
    pub(super) fn take(&mut self) {
        self.board.take();
        self.evaluation.take();
    }

    /// The prior of a move before the search has tried it, from the value of its stones.
    #[inline]
    pub(super) fn prior(&self, value: u32) -> i32 {
        (u64::from(value) * u64::from(self.settings.prior) / 128).min(PRIOR_LIMIT) as i32
    }

    /// The distance from the root in stones.
    #[inline]
    fn stones_from_root(&self) -> usize {
        self.board.stone_count() - self.root
    }

    /// Whether a side could complete a row with `stones` stones.
    #[inline]
    fn can_complete(&self, color: Side, stones: u8) -> bool {
        if stones <= 2 { self.evaluation.can_complete(color, stones) } else { can_complete(&self.board, color, stones) }
    }

    /// Whether the side to move must meet what the other side could complete in its next turn.
    #[inline]
    pub(super) fn is_threatened(&self) -> bool {
        if !self.board.rules().is_free() {
            return self.board.winning_points(!self.board.to_move()).next().is_some();
        }
        self.can_complete(!self.board.to_move(), self.board.rules().p())
    }

    /// The result of the position without search: rows on the board, rows that can be completed,
    /// threats that can't be met, and wins by threats that the solver finds. The query describes
    /// what an answer of the solver could change here, `parent` is the insight of the position
    /// before.
    pub(super) fn enter(&mut self, query: Query, parent: &Insight) -> (Verdict, Insight) {
        let verdict = self.board.verdict(query.ply);
        if verdict != Verdict::Open {
            return (verdict, Insight::default());
        }
        let (decided, mut insight) = self.decided_by_threats(query, parent);
        if self.settings.pairs > 0 && decided.is_none() {
            self.choose_pairs(query, parent, &mut insight);
        }
        (decided.map_or(Verdict::Open, |score| Verdict::Exact(score, Reach::Position)), insight)
    }

    /// Rows that can be completed, threats that can't be met, and the answer of the solver.
    fn decided_by_threats(&mut self, query: Query, parent: &Insight) -> (Option<Score>, Insight) {
        if !self.board.rules().is_free() {
            return self.decided_by_rows(query);
        }
        let (to_move, left, p) = (self.board.to_move(), self.board.stones_left(), self.board.rules().p());
        if self.can_complete(to_move, left) {
            let stones = if self.can_complete(to_move, 1) { 1 } else { left };
            return (Some(Score::mate_in(later(query.ply, usize::from(stones)))), Insight::default());
        }
        let threatened = self.can_complete(!to_move, p);
        if threatened {
            self.threats.read(&self.board, !to_move);
            if self.threats.exceed(left) {
                let stones =
                    usize::from(left) + if self.evaluation.can_complete(!to_move, 1) { 1 } else { usize::from(p) };
                return (Some(Score::mated_in(later(query.ply, stones))), Insight::default());
            }
        }
        let pressure = if threatened { Pressure::Row } else { Pressure::None };
        self.decided_by_solver(query, parent, Insight { pressure, ..Insight::default() })
    }

    /// The same where windows do not describe the game: rows that one stone completes. A forbidden
    /// point is not a defence. The solver of threats is not used.
    fn decided_by_rows(&self, query: Query) -> (Option<Score>, Insight) {
        let board = &self.board;
        if board.winning_points(board.to_move()).next().is_some() {
            return (Some(Score::mate_in(later(query.ply, 1))), Insight::default());
        }
        let mut threats = board.winning_points(!board.to_move());
        let Some(threat) = threats.next() else { return (None, Insight::default()) };
        if threats.any(|other| other != threat) || !board.allows(threat) {
            return (Some(Score::mated_in(later(query.ply, 2))), Insight::default());
        }
        (None, Insight { pressure: Pressure::Row, ..Insight::default() })
    }

    /// The points to try where windows do not describe the game: those that prevent a row, or the
    /// candidates, without the forbidden ones; every legal point if none of them is allowed.
    pub(super) fn allowed_points(&self, evades: bool, mut give: impl FnMut(Point)) {
        let board = &self.board;
        let mut given = false;
        let mut give_allowed = |point: Point| {
            if board.allows(point) {
                give(point);
                given = true;
            }
        };
        if evades {
            let mut met = PointSet::EMPTY;
            for threat in board.winning_points(!board.to_move()) {
                if !met.contains(threat) {
                    met.insert(threat);
                    give_allowed(threat);
                }
            }
        } else {
            let mut buffer = [ScoredPoint::default(); Width::MOST as usize];
            self.candidates(&mut buffer).iter().for_each(|candidate| give_allowed(candidate.point));
        }
        if !given {
            board.allowed().for_each(give);
        }
    }

    /// Restricts a node to the best pairs: where a free side begins a turn that is not the root's,
    /// and at its second stone.
    fn choose_pairs(&mut self, query: Query, parent: &Insight, insight: &mut Insight) {
        let here = self.stones_from_root();
        if query.stones == 0 || insight.pressure != Pressure::None || here < usize::from(self.root_left) {
            return;
        }
        match self.board.stones_left() {
            2 if self.board.rules().p() == 2 => {
                if let Some(best) = self.best_pairs(self.settings.pairs.into()) {
                    (insight.zone, insight.floor) = (Some(best.leaders), best.floor);
                }
            }
            1 if parent.floor > 0 && here > 0 => {
                insight.floor = parent.floor.saturating_sub(self.worth_of_last()).max(1);
            }
            _ => {}
        }
    }

    /// The solver's answer for a position that is undecided without it: the score of a win by
    /// threats, and whether a threat stands.
    fn decided_by_solver(&mut self, query: Query, parent: &Insight, insight: Insight) -> (Option<Score>, Insight) {
        let (left, p) = (self.board.stones_left(), self.board.rules().p());
        let threatened = insight.pressure == Pressure::Row;
        let here = self.stones_from_root().min(MAX_PLY);
        let (effort, against) = self.efforts(query, here);
        if effort.max(against) == 0 {
            return (None, insight);
        }
        // At a leaf the evaluation counts, unless a win raises it above the window or a standing
        // threat lowers it below.
        let (mut win_matters, mut threat_matters) = (true, true);
        if query.stones == 0 && !threatened {
            let standing = self.evaluate();
            win_matters = standing < query.beta;
            threat_matters = standing > query.alpha;
        }
        if left == p
            && win_matters
            && effort > 0
            && let Some(turns) = self.solver.win_by_threats(&self.board, effort)
        {
            let stones = stones_to_row(u32::from(turns), left, p);
            return (Some(Score::mate_in(later(query.ply, stones))), insight);
        }
        // A side's stones never create a threat against itself. So within a turn one stands only if
        // it did before, or if a row that had to be met hid it.
        let may_stand = left == p || here == 0 || parent.pressure != Pressure::None;
        let looked_for = p <= 2 && self.settings.standing_threat != StandingThreat::NONE;
        if !threatened && threat_matters && against > 0 && may_stand && looked_for {
            return (None, self.standing_threat(against).unwrap_or(insight));
        }
        (None, insight)
    }

    /// The effort of the solver for the side to move, and for the other side.
    fn efforts(&self, query: Query, here: usize) -> (u32, u32) {
        let effort = &self.settings.effort;
        let usual = effort.at(query.stones);
        let open = query.beta > query.alpha + 1;
        match here {
            0 => (effort.principal, effort.principal),
            _ if here > usize::from(self.root_left) => (usual, usual),
            _ if open => (effort.principal, usual.max(effort.root)),
            _ => (effort.root, usual),
        }
    }

    /// Checks whether the other side would win by threats if the side to move passed, and where
    /// that could be prevented.
    fn standing_threat(&mut self, effort: u32) -> Option<Insight> {
        let (key, left) = (self.board.key(), self.board.stones_left());
        self.board.pass();
        let turns = self.solver.win_by_threats(&self.board, effort);
        let insight = turns.map(|turns| {
            let wanted = self.settings.standing_threat.zone;
            let zone = if wanted { self.solver.zone(&self.board, turns, left, key, effort) } else { None };
            Insight { pressure: Pressure::Threats, zone, ..Insight::default() }
        });
        self.board.take();
        insight
    }

    /// The extension of the depth by a standing threat at the beginning of a turn.
    #[inline]
    pub(super) fn extension(&self, insight: &Insight) -> Depth {
        if insight.is_under_standing_threat() && self.board.stones_left() == self.board.rules().p() {
            Depth::plies(self.settings.standing_threat.plies.into())
        } else {
            Depth::ZERO
        }
    }

    /// The correction of the evaluation for an insight.
    #[inline]
    pub(super) fn bias(&self, insight: &Insight) -> i32 {
        if insight.is_under_standing_threat() { -i32::from(self.settings.standing_threat.cost) } else { 0 }
    }

    /// The stones to try here instead of the candidates.
    #[inline]
    pub(super) fn wanted_here(&self) -> Option<&[Point]> {
        self.wanted.as_deref().filter(|_| self.stones_from_root() == 0)
    }

    /// The best candidates, best first, limited by the width here.
    pub(super) fn candidates<'a>(&self, buffer: &'a mut [ScoredPoint; Width::MOST as usize]) -> &'a [ScoredPoint] {
        let width = &self.settings.width;
        let width = if self.stones_from_root() < usize::from(self.root_left) { width.root } else { width.inner };
        let width = usize::from(width.clamp(1, Width::MOST));
        let found = self.evaluation.best_points(self.board.to_move(), &mut buffer[..width]).len();
        if self.board.rules().radius().is_none() {
            return &buffer[..found];
        }
        // Points without value may lie too far from the stones.
        let mut near = 0;
        for at in 0..found {
            if self.board.allows(buffer[at].point) {
                buffer.swap(near, at);
                near += 1;
            }
        }
        // On an empty board all points are equal, but only one is legal.
        if near == 0
            && let Some(point) = self.board.allowed().next()
        {
            buffer[0] = ScoredPoint { point, score: 1 };
            near = 1;
        }
        &buffer[..near]
    }
}

/// The most stones, of both sides, until the row of a win by threats is on the board: `turns` turns
/// of the attacker, of the first of which `left` stones are left, a reply of `p` stones to each, and
/// the turn that completes the row.
pub(crate) fn stones_to_row(turns: u32, left: u8, p: u8) -> usize {
    usize::from(left) + 2 * turns as usize * usize::from(p)
}

/// A distance from the root, increased by `plies`, that remains a valid one.
fn later(ply: usize, plies: usize) -> usize {
    (ply + plies).min(MAX_PLY - 1)
}
