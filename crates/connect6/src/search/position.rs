//! What both forms of the search know of a position: its evaluation, its
//! candidates, what must be answered, and what the solver says.

use crate::evaluation::{Evaluation, ScoredPoint, Tables};
use crate::solver::{self, Limits, Solver, Zone};
use crate::threats::Threats;
use crate::{Board, Color, Point};
use duiyi_search::{MAX_PLY, Reach, Score, Verdict};
use std::cell::RefCell;
use std::sync::Arc;

/// How many candidates a node has, the best by the value of their stones
/// ([`Evaluation::score`]).
///
/// The list narrows with the distance from the root; on top of that the search
/// leaves late candidates out near the horizon (its late move pruning), which
/// is progressive widening seen from below: a node that is searched deeper
/// looks at more of its list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Width {
    /// In the turn at the root.
    pub root: u8,
    /// In the first turns after it, for each stone.
    pub inner: u8,
}

impl Width {
    /// The widest list that there is.
    pub const MOST: u8 = 64;
}

impl Default for Width {
    fn default() -> Width {
        Width { root: 24, inner: 14 }
    }
}

/// How far the solver goes at the nodes of the search, in positions with the
/// attacker to move.
///
/// A position that is searched deeper costs more and is worth more of the
/// solver's time: with each stone of depth the effort doubles. The turn at the
/// root that is about to be the best is asked about with most effort, whether
/// threats refute it; so is whether threats menace the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// At the end of the root's turn, while it is the best one or may become it.
    pub principal: u32,
    /// At the end of the root's turn, while it is only compared with the best.
    pub root: u32,
    /// At later turns with two stones of depth left.
    pub inner: u32,
    /// At later turns with less, which are most of all.
    pub leaf: u32,
}

impl Effort {
    /// The solver is not asked at all.
    pub const NONE: Effort = Effort { principal: 0, root: 0, inner: 0, leaf: 0 };

    /// What has proved best with so many stones a turn. With one, as in gomoku,
    /// the solver is cheap and its word at the leaves worth more than their
    /// number: 13 of 16 games against [`Baseline::Windows`](crate::baseline::Baseline)
    /// at 300 nodes a turn, 10 with the effort of Connect6. There it was the other
    /// way round (`docs/connect6.md` of the repository).
    pub fn of(stones_a_turn: u8) -> Effort {
        match stones_a_turn {
            1 => Effort { principal: 2_000, root: 2_000, inner: 40, leaf: 40 },
            _ => Effort::default(),
        }
    }

    /// The effort at a later turn with so many stones of depth left.
    fn at(self, stones: u32) -> u32 {
        match stones {
            0 | 1 => self.leaf,
            _ => self.inner.saturating_mul(1 << (stones - 2).min(16)).min(Effort::MOST.max(self.inner)),
        }
    }

    /// The most that the effort grows to with the depth.
    const MOST: u32 = 2_000;
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { principal: 5_000, root: 100, inner: 20, leaf: 0 }
    }
}

/// What a verdict is wanted for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    /// The window.
    pub(super) alpha: Score,
    pub(super) beta: Score,
    /// The depth that is left.
    pub(super) stones: u32,
}

/// What it means to the search that the side to move would lose to threats if
/// it passed: it must spend its turn on that, which the evaluation does not
/// know. Where this is not looked at, quiet preparations of the other side are
/// seen two turns too late.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Menace {
    /// What the evaluation loses by it, in its units.
    pub cost: u16,
    /// By how many plies the position is searched deeper.
    pub plies: u8,
    /// Whether only stones are tried that touch the proof of what is threatened
    /// (its [zone](crate::solver::Zone)); all others lose to it.
    pub zone: bool,
}

impl Menace {
    /// It is not looked for.
    pub const NONE: Menace = Menace { cost: 0, plies: 0, zone: false };
}

impl Default for Menace {
    fn default() -> Menace {
        Menace { cost: 300, plies: 1, zone: true }
    }
}

/// What the solver said of a position.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    key: u64,
    /// The effort that was spent on it; 0 for an empty entry.
    effort: u32,
    /// The win in turns, 0 for none found.
    turns: u8,
}

/// Solver results kept, a power of two.
const KNOWN: usize = 1 << 15;

/// Why the side to move of a position is not free.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Pressure {
    /// It is, as far as one knows.
    #[default]
    None,
    /// The other side could complete a row.
    Threat,
    /// The other side would win by threats.
    Menace,
}

/// What the search has found out about a position when it entered it: what
/// presses the side to move, and where stones help.
#[derive(Clone, Copy, Debug, Default)]
pub struct Insight {
    by: Pressure,
    /// Of a menace, where one of the stones left must go; `None` if that is not known.
    zone: Option<Area>,
}

impl Insight {
    /// Whether the other side would win by threats if the side to move passed.
    #[inline]
    pub(super) fn is_menaced(&self) -> bool {
        self.by == Pressure::Menace
    }
}

/// The zone of a menace as the caches keep it.
type Area = [u64; AREA];

/// Words of an area: for boards of up to 384 points. On larger ones menaces have no zone.
const AREA: usize = 6;

/// Zones kept, a power of two.
const AREAS: usize = 1 << 12;

/// A board with everything that the search asks of it, kept up to date stone by stone.
#[derive(Clone, Debug)]
pub(crate) struct Knowledge {
    pub(super) board: Board,
    pub(super) evaluation: Evaluation,
    pub(super) width: Width,
    pub(super) effort: Effort,
    /// Stones on the board at the root.
    root: usize,
    /// Stones left in the root's turn.
    root_left: u8,
    threats: RefCell<Threats>,
    solver: Solver,
    known: Box<[Known]>,
    /// What a menace does: see [`Menace`].
    pub(super) menace: Menace,
    /// What the value of a stone counts beside the history, in 1/128.
    pub(super) prior: u16,
    /// Zones by the key of the position, 0 for none.
    areas: Box<[(u64, Area)]>,
    /// Positions that the solver looked at since the search began.
    pub(super) solver_nodes: u64,
}

/// The most that a prior says.
const PRIOR_LIMIT: u64 = 1 << 15;

impl Knowledge {
    /// What the value of a stone counts if nothing else is said.
    pub(crate) const PRIOR: u16 = 64;

    /// What the search is told of a move before it has tried it, by the value of its stones.
    #[inline]
    pub(super) fn prior(&self, value: u32) -> i32 {
        (u64::from(value) * u64::from(self.prior) / 128).min(PRIOR_LIMIT) as i32
    }

    pub(super) fn new(board: Board, tables: Arc<Tables>) -> Knowledge {
        let rules = board.rules();
        Knowledge {
            evaluation: Evaluation::new(&board, tables),
            width: Width::default(),
            effort: Effort::of(rules.p()),
            root: board.stone_count(),
            root_left: board.stones_left(),
            threats: RefCell::new(Threats::new(rules)),
            solver: Solver::new(rules, 1 << 22),
            known: vec![Known::default(); KNOWN].into(),
            menace: Menace::default(),
            prior: Knowledge::PRIOR,
            areas: vec![(0, [0; AREA]); AREAS].into(),
            solver_nodes: 0,
            board,
        }
    }

    /// Takes up another position of the same rules; what the solver knows stays.
    pub(super) fn set(&mut self, board: &Board) {
        self.board = board.clone();
        self.evaluation.reset(board);
        self.root = board.stone_count();
        self.root_left = board.stones_left();
        self.solver_nodes = 0;
    }

    /// Forgets what the solver knows.
    pub(super) fn forget(&mut self) {
        self.solver.clear();
        self.known.fill(Known::default());
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

    /// Plies of single stones from the root.
    #[inline]
    pub(super) fn stones_from_root(&self) -> usize {
        self.board.stone_count() - self.root
    }

    /// Whether a side could complete a row with so many stones.
    #[inline]
    pub(super) fn can_complete(&self, color: Color, stones: u8) -> bool {
        if stones <= 2 {
            return self.evaluation.can_complete(color, stones);
        }
        let mut threats = self.threats.borrow_mut();
        threats.read_within(&self.board, color, stones);
        !threats.is_empty()
    }

    /// Whether the side to move must answer what the other side could complete
    /// in its next turn.
    #[inline]
    pub(super) fn is_threatened(&self) -> bool {
        self.can_complete(!self.board.to_move(), self.board.rules().p())
    }

    /// What is decided without search: rows made, rows that can be made,
    /// threats that cannot be met, and wins by threats that the solver finds.
    /// `ply` counts stones; `wanted` says how much the solver's word is worth here,
    /// `parent` what was found out about the position before.
    pub(super) fn enter(&mut self, ply: usize, wanted: Wanted, parent: &Insight) -> (Verdict, Insight) {
        if let Some(score) = self.decided_by_rules(ply) {
            return (Verdict::Exact(score, Reach::Position), Insight::default());
        }
        let (decided, insight) = self.decided_by_threats(ply, wanted, parent);
        (decided.map_or(Verdict::Open, |score| Verdict::Exact(score, Reach::Position)), insight)
    }

    /// Rows made and the full board.
    #[inline]
    pub(super) fn decided_by_rules(&self, ply: usize) -> Option<Score> {
        match self.board.winner() {
            Some(winner) if winner == self.board.to_move() => Some(Score::mate_in(ply)),
            Some(_) => Some(Score::mated_in(ply)),
            None => self.board.is_full().then_some(Score::ZERO),
        }
    }

    /// Rows that can be made, threats that cannot be met, and what the solver says.
    fn decided_by_threats(&mut self, ply: usize, wanted: Wanted, parent: &Insight) -> (Option<Score>, Insight) {
        let (to_move, left, p) = (self.board.to_move(), self.board.stones_left(), self.board.rules().p());
        if self.can_complete(to_move, left) {
            let stones = if self.can_complete(to_move, 1) { 1 } else { left };
            return (Some(Score::mate_in(later(ply, usize::from(stones)))), Insight::default());
        }
        let threatened = self.can_complete(!to_move, p);
        if threatened {
            let threats = self.threats.get_mut();
            threats.read(&self.board, !to_move);
            if threats.count() > u32::from(left) {
                let stones =
                    usize::from(left) + if self.evaluation.can_complete(!to_move, 1) { 1 } else { usize::from(p) };
                return (Some(Score::mated_in(later(ply, stones))), Insight::default());
            }
        }
        let here = self.stones_from_root().min(MAX_PLY);
        let by = if threatened { Pressure::Threat } else { Pressure::None };
        let mut insight = Insight { by, zone: None };
        let open = wanted.beta > wanted.alpha + 1;
        let usual = self.effort.at(wanted.stones);
        let (effort, against) = match here {
            0 => (self.effort.principal, self.effort.principal),
            _ if here > usize::from(self.root_left) => (usual, usual),
            _ if open => (self.effort.principal, usual.max(self.effort.root)),
            _ => (self.effort.root, usual),
        };
        if effort.max(against) == 0 {
            return (None, insight);
        }
        // At a leaf the evaluation stands unless a win lifts it over the
        // window or a menace presses it below.
        let (mut win_matters, mut menace_matters) = (true, true);
        if wanted.stones == 0 && !threatened {
            let standing = self.evaluate();
            win_matters = standing < wanted.beta;
            menace_matters = standing > wanted.alpha;
        }
        if left == p
            && win_matters
            && effort > 0
            && let Some(turns) = self.win_by_threats(effort)
        {
            // The win stands after so many own turns and as many answers.
            return (Some(Score::mate_in(later(ply, (2 * usize::from(turns) - 1) * usize::from(p) + 1))), insight);
        }
        // Stones of one's own never make a menace: within a turn there is one
        // only if there was, or if a threat hid it.
        let may_be = left == p || here == 0 || parent.by != Pressure::None;
        if !threatened && menace_matters && against > 0 && may_be && p <= 2 && self.menace != Menace::NONE {
            insight = self.look_for_menace(against).unwrap_or(insight);
        }
        (None, insight)
    }

    /// Asks whether the other side would win by threats if the side to move
    /// passed, and where that could be prevented.
    fn look_for_menace(&mut self, effort: u32) -> Option<Insight> {
        let mut menace = None;
        let key = self.board.key();
        let left = self.board.stones_left();
        self.board.pass();
        if let Some(turns) = self.win_by_threats(effort) {
            let slot = key as usize & (AREAS - 1);
            let mut zone = (self.menace.zone && self.areas[slot].0 == key).then(|| self.areas[slot].1);
            if self.menace.zone && zone.is_none() && self.board.rules().cells() <= 64 * AREA {
                // Walking the proof looks its positions up; a few may have been displaced.
                let limits = Limits { nodes: 10 * u64::from(effort), ..Limits::default() };
                let found = self.solver.zone_of_win(&self.board, turns.into(), left.into(), &limits);
                self.solver_nodes += self.solver.nodes();
                zone = found.map(area);
                if let Some(zone) = zone {
                    self.areas[slot] = (key, zone);
                }
            }
            menace = Some(Insight { by: Pressure::Menace, zone });
        }
        self.board.take();
        menace
    }

    /// Under a menace, the empty points one of which must get a stone now or
    /// later in the turn: all other turns lose to the same threats. `false` if
    /// there is no menace, or its zone is not known.
    pub(super) fn zone(&self, insight: &Insight, mut give: impl FnMut(Point)) -> bool {
        let Insight { by: Pressure::Menace, zone: Some(zone) } = insight else { return false };
        let mut given = 0;
        for (index, &word) in zone.iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                let point = Point::from_index(index * 64 + rest.trailing_zeros() as usize);
                rest &= rest - 1;
                if self.board.is_empty(point) {
                    give(point);
                    given += 1;
                }
            }
        }
        given > 0
    }

    /// In how many turns the side to move wins by threats, as far as so much effort shows.
    fn win_by_threats(&mut self, effort: u32) -> Option<u8> {
        let key = self.board.key();
        let slot = key as usize & (KNOWN - 1);
        let known = self.known[slot];
        if known.key == key && (known.effort >= effort || known.turns > 0) {
            return (known.turns > 0).then_some(known.turns);
        }
        let limits = Limits { nodes: u64::from(effort), ..Limits::default() };
        let verdict = self.solver.solve(&self.board, &limits);
        self.solver_nodes += self.solver.nodes();
        let (turns, effort) = match verdict {
            solver::Verdict::Win { turns, .. } => (turns.min(250) as u8, effort),
            solver::Verdict::NoWin => (0, u32::MAX),
            solver::Verdict::Unknown => (0, effort),
        };
        self.known[slot] = Known { key, effort, turns };
        (turns > 0).then_some(turns)
    }

    /// The score for the side to move.
    #[inline]
    pub(super) fn evaluate(&self) -> Score {
        Score::new(self.evaluation.evaluate(self.board.to_move(), self.board.stones_left()))
    }

    /// What the evaluation does not know of an insight.
    #[inline]
    pub(super) fn bias(&self, insight: &Insight) -> i32 {
        if insight.is_menaced() { -i32::from(self.menace.cost) } else { 0 }
    }

    /// The points that some turn which meets all threats has: the points of one
    /// window, since each such turn has a stone in every window. Of a position
    /// in which nothing helps, all points that meet something. In the order of
    /// the windows, each once.
    pub(super) fn answers(&self, mut give: impl FnMut(Point)) {
        let mut threats = self.threats.borrow_mut();
        let left = self.board.stones_left();
        threats.read(&self.board, !self.board.to_move());
        let meets = |point: Point| match left {
            1 => threats.are_met_by(&[point]),
            2 => threats.are_met_by(&[point]) || threats.points().any(|other| threats.are_met_by(&[point, other])),
            _ => true,
        };
        let mut given = 0;
        for point in threats.completion().into_iter().flatten() {
            if meets(point) {
                give(point);
                given += 1;
            }
        }
        if given == 0 {
            let mut seen: Vec<Point> = threats.points().collect();
            seen.sort_unstable();
            seen.dedup();
            seen.into_iter().for_each(give);
        }
    }

    /// The turns of two stones that meet all threats: those of two points that
    /// both meet something, and those of one that meets everything with one of
    /// the candidates. Of a position in which nothing helps, every pair of
    /// points that meet something, or one of them with a candidate.
    pub(super) fn answering_pairs(&self, candidates: &[ScoredPoint], mut give: impl FnMut(Point, Point)) {
        let mut threats = self.threats.borrow_mut();
        threats.read(&self.board, !self.board.to_move());
        let mut meeting: Vec<Point> = threats.points().collect();
        meeting.sort_unstable();
        meeting.dedup();
        let mut given = 0;
        for (i, &one) in meeting.iter().enumerate() {
            for &other in &meeting[i + 1..] {
                if threats.are_met_by(&[one, other]) {
                    give(one, other);
                    given += 1;
                }
            }
            if threats.are_met_by(&[one]) {
                for free in candidates.iter().filter(|free| meeting.binary_search(&free.point).is_err()) {
                    give(one, free.point);
                    given += 1;
                }
            }
        }
        if given > 0 {
            return;
        }
        for (i, &one) in meeting.iter().enumerate() {
            meeting[i + 1..].iter().for_each(|&other| give(one, other));
            given += meeting.len() - i - 1;
        }
        // One point that meets everything is left to play, and no candidate
        // beside it: any empty point will do.
        if let (0, Some(&one)) = (given, meeting.first())
            && let Some(other) = self.board.empties().find(|&point| point != one)
        {
            give(one, other);
        }
    }

    /// The best candidates, best first, as many as the width allows here.
    pub(super) fn candidates<'a>(&self, buffer: &'a mut [ScoredPoint; Width::MOST as usize]) -> &'a [ScoredPoint] {
        let width =
            if self.stones_from_root() < usize::from(self.root_left) { self.width.root } else { self.width.inner };
        let width = usize::from(width.clamp(1, Width::MOST));
        self.evaluation.best_points(self.board.to_move(), &mut buffer[..width])
    }
}

/// A distance from the root that still is one.
fn later(ply: usize, plies: usize) -> usize {
    (ply + plies).min(MAX_PLY - 1)
}

/// A zone as the caches keep it, of a board that fits.
fn area(zone: Zone) -> Area {
    let mut area = [0; AREA];
    for point in zone.points() {
        area[point.index() / 64] |= 1 << (point.index() % 64);
    }
    area
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_effort_doubles_with_the_depth() {
        let effort = Effort { principal: 9_000, root: 100, inner: 20, leaf: 3 };
        let by_depth: Vec<u32> = [0, 1, 2, 3, 4, 8, 9, 30, u32::MAX].map(|stones| effort.at(stones)).into();
        assert_eq!(by_depth, [3, 3, 20, 40, 80, 1280, 2000, 2000, 2000]);
        assert_eq!(Effort { inner: 7_000, ..effort }.at(2), 7_000);
        assert_eq!(Effort::NONE.at(12), 0);
    }
}
