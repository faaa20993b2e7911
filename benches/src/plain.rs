//! Xiangqi for the search on the plain model, without line tables: the same
//! game, move order and evaluation as [`Xiangqi`]
//! with [`ThesisEvaluation`](duiyi_xiangqi::ThesisEvaluation), computed by walking.
//! Repetitions are ruled by [`RuleSet::CheckOnly`]; [`with_tables`] returns the
//! other side of the comparison with the same rules.
//!
//! This is the side of `line_tables` without tables, and meant to be a fair one: it has piece
//! lists, moves on the stack, captures generated without the quiet moves, and
//! tests the king's safety only for moves that could expose it.

use crate::{
    mailbox::{Mailbox, MailboxUndo},
    plain_evaluation::PlainEvaluation,
};
use duiyi_search::{
    Depth, Evaluator, Game, Generation, Heuristics, MAX_PLY, MoveSink, Noisy, NullMove, Reach, Score, Side, Slots,
    Structures, Verdict,
};
use duiyi_xiangqi::{
    BLACK, Move, MoveKind, MoveList, NATURAL_LIMIT, PieceKind, Position, RED, Square, Xiangqi, closing_moves,
    rulings::RuleSet, see::EXCHANGE_VALUES,
};

/// A position to be searched with the line tables, with the rules of [`PlainPosition`].
pub fn with_tables(position: &Position) -> Xiangqi {
    Xiangqi::new(*position).with_rules(RuleSet::CheckOnly)
}

/// As in the adapter with the line tables.
const CLOCK_MATTERS: u16 = 100;

#[derive(Clone, Copy, Debug)]
struct Visit {
    key: u64,
    in_check: bool,
    reversible: u16,
    mv: Option<Move>,
}

/// A position on the mailbox board with its path, ready to be searched.
#[derive(Clone, Debug)]
pub struct PlainPosition {
    board: Mailbox,
    path: Vec<Visit>,
}

impl PlainPosition {
    /// A position without a history.
    pub fn new(position: &Position) -> PlainPosition {
        let board = Mailbox::from(position);
        let mut path = Vec::with_capacity(2 * MAX_PLY);
        path.push(Visit { key: board.key(), in_check: board.in_check(), reversible: 0, mv: None });
        PlainPosition { board, path }
    }

    #[inline]
    fn here(&self) -> Visit {
        self.path[self.path.len() - 1]
    }

    fn repetition(&self, ply: usize) -> Option<Verdict> {
        let here = self.here();
        let last = self.path.len() - 1;
        let mut met_before_root = false;
        let mut back = 4;
        while back <= here.reversible as usize {
            if self.path[last - back].key == here.key {
                if back <= ply || met_before_root {
                    return Some(self.rule_cycle(ply, back));
                }
                met_before_root = true;
            }
            back += 2;
        }
        None
    }

    fn rule_cycle(&self, ply: usize, back: usize) -> Verdict {
        let cycle = &self.path[self.path.len() - back..];
        let theirs = cycle.iter().rev().step_by(2).all(|visit| visit.in_check);
        let ours = cycle.iter().rev().skip(1).step_by(2).all(|visit| visit.in_check);
        let score = match (theirs, ours) {
            (true, false) => Score::rule_win(ply),
            (false, true) => Score::rule_loss(ply),
            _ => Score::ZERO,
        };
        Verdict::Exact(score, Reach::Plies(back))
    }

    fn strength(&self, color: Side) -> u32 {
        let count = |kind| self.board.count(color, kind) as u32;
        2 * count(PieceKind::Rook) + count(PieceKind::Horse) + count(PieceKind::Cannon)
    }

    #[inline]
    fn kind_at(&self, square: Square) -> Option<PieceKind> {
        self.board.piece_at(square).map(|piece| piece.kind)
    }

    /// The legal moves of a side that is not in check, in the order of `Position`.
    fn generate_calm(&self, kind: MoveKind, list: &mut MoveList) {
        self.board.pseudo_legal(kind, list);
        let mut board = self.board;
        list.retain(|mv| !board.may_expose(*mv) || board.is_safe(*mv));
    }

    /// The replies to a check: the king's first.
    fn generate_evasions(&self, list: &mut MoveList) {
        use PieceKind::{Advisor, Cannon, Elephant, Horse, King, Pawn, Rook};
        for piece in [King, Rook, Cannon, Horse, Pawn, Elephant, Advisor] {
            self.board.pseudo_legal_of(piece, MoveKind::All, list);
        }
        let mut board = self.board;
        list.retain(|mv| board.is_safe(*mv));
    }
}

impl Game for PlainPosition {
    type Move = Move;
    type Undo = MailboxUndo;

    #[inline]
    fn side_to_move(&self) -> Side {
        self.board.side_to_move()
    }

    #[inline]
    fn make(&mut self, mv: Move) -> MailboxUndo {
        let before = self.here().reversible;
        let undo = self.board.make(mv);
        let reversible = if undo.captured().is_some() { 0 } else { before + 1 };
        let in_check = self.board.in_check();
        self.path.push(Visit { key: self.board.key(), in_check, reversible, mv: Some(mv) });
        undo
    }

    #[inline]
    fn unmake(&mut self, mv: Move, undo: MailboxUndo) {
        self.path.pop();
        self.board.unmake(mv, undo);
    }

    fn legal_moves(&self, moves: &mut impl Extend<Move>) {
        let mut list = MoveList::new();
        if self.here().in_check {
            self.generate_evasions(&mut list);
        } else {
            self.generate_calm(MoveKind::All, &mut list);
        }
        moves.extend(list);
    }

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        self.board.is_legal(mv)
    }

    #[inline]
    fn key(&self) -> u64 {
        self.board.key()
    }

    #[inline]
    fn verdict(&self, ply: usize) -> Verdict {
        if let Some(verdict) = self.repetition(ply) {
            return verdict;
        }
        if self.board.quiet_plies() >= NATURAL_LIMIT && !self.board.legal_moves().is_empty() {
            return Verdict::Exact(Score::ZERO, Reach::Game);
        }
        if self.board.is_drawn_by_material() {
            return Verdict::Exact(Score::ZERO, Reach::Position);
        }
        Verdict::Open
    }
}

/// The functions for the groups of search techniques.
impl PlainPosition {
    fn pass_strength(&self) -> Option<u32> {
        Some(self.strength(self.board.side_to_move())).filter(|&strength| strength > 0)
    }

    fn pass(&mut self) {
        self.board.pass();
        self.path.push(Visit { key: self.board.key(), in_check: false, reversible: 0, mv: None });
    }

    fn unpass(&mut self) {
        self.path.pop();
        self.board.pass();
    }

    #[inline]
    fn is_noisy(&self, mv: Move) -> bool {
        self.board.piece_at(mv.to()).is_some()
    }

    #[inline]
    fn exchange_at_least(&self, mv: Move, threshold: Score) -> bool {
        self.board.exchange_at_least(mv, threshold.get())
    }

    #[inline]
    fn gain(&self, mv: Move) -> i32 {
        self.kind_at(mv.to()).map_or(0, |kind| EXCHANGE_VALUES[kind.index()])
    }

    #[inline]
    fn noisy_value(&self, mv: Move) -> i32 {
        let attacker = self.kind_at(mv.from()).map_or(0, |kind| EXCHANGE_VALUES[kind.index()].min(2000));
        self.gain(mv) * 4 - attacker
    }

    #[inline]
    fn history_slot(&self, mv: Move) -> usize {
        mv.from().index() * 90 + mv.to().index()
    }

    #[inline]
    fn continuation_slot(&self, mv: Move) -> usize {
        let to = match self.board.side_to_move() {
            RED => mv.to(),
            BLACK => mv.to().rotate(),
        };
        self.kind_at(mv.from()).map_or(0, PieceKind::index) * 90 + to.index()
    }

    #[inline]
    fn structure(&self, index: usize) -> u64 {
        match index {
            0 => self.board.kinds_key(&[PieceKind::Pawn]),
            _ => self.board.kinds_key(&[PieceKind::King, PieceKind::Advisor, PieceKind::Elephant]),
        }
    }

    #[inline]
    fn side_structure(&self, side: Side) -> u64 {
        self.board.side_key(side, &[PieceKind::Rook, PieceKind::Horse, PieceKind::Cannon])
    }
}

impl Heuristics for PlainPosition {
    type Insight = ();
    const PRUNABLE: bool = true;
    const NOISY: Option<Noisy<PlainPosition>> = Some(Noisy {
        value: PlainPosition::noisy_value,
        balance: PlainPosition::noisy_value,
        exchange_at_least: PlainPosition::exchange_at_least,
        ..Noisy::new(PlainPosition::is_noisy, PlainPosition::gain)
    });
    const NULL_MOVE: Option<NullMove<PlainPosition>> = Some(NullMove {
        strength: PlainPosition::pass_strength,
        make: PlainPosition::pass,
        unmake: PlainPosition::unpass,
    });
    const HISTORY: Slots<PlainPosition> = Slots { count: 90 * 90, slot: PlainPosition::history_slot };
    const CONTINUATION: Slots<PlainPosition> = Slots { count: 7 * 90, slot: PlainPosition::continuation_slot };
    const STRUCTURES: Option<Structures<PlainPosition>> =
        Some(Structures { count: 2, key: PlainPosition::structure, side_key: Some(PlainPosition::side_structure) });

    #[inline]
    fn threatened(&self) -> bool {
        self.here().in_check
    }

    #[inline]
    fn makes_threat(&self, mv: Move) -> bool {
        self.board.gives_check(mv)
    }

    fn repeating_move(&self) -> Option<Move> {
        let reversible = self.here().reversible as usize;
        if reversible < 3 {
            return None;
        }
        let path = self.path.iter().rev().take(reversible).map_while(|visit| visit.mv);
        closing_moves(path).find(|&mv| self.board.is_legal(mv))
    }

    #[inline]
    fn extension(&self, (): &()) -> Depth {
        if self.here().in_check { Depth::PLY } else { Depth::ZERO }
    }

    #[inline]
    fn table_key(&self) -> u64 {
        let clock = self.board.quiet_plies();
        if clock < CLOCK_MATTERS {
            self.board.key()
        } else {
            self.board.key() ^ (clock as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        }
    }

    fn generate(&self, kind: Generation, (): &(), moves: &mut MoveSink<'_, Move>) {
        let mut list = MoveList::new();
        match kind {
            Generation::Evasions => self.generate_evasions(&mut list),
            _ if self.here().in_check => {
                self.generate_evasions(&mut list);
                list.retain(|mv| self.board.piece_at(mv.to()).is_some() == (kind == Generation::Noisy));
            }
            Generation::Noisy => self.generate_calm(MoveKind::Captures, &mut list),
            Generation::Quiet => self.generate_calm(MoveKind::Quiets, &mut list),
        }
        moves.extend(list);
    }
}

/// The evaluation by walking, for the search.
#[derive(Clone, Debug, Default)]
pub struct WalkingEvaluation(PlainEvaluation);

impl WalkingEvaluation {
    /// An evaluation with the default weights.
    pub fn new() -> WalkingEvaluation {
        WalkingEvaluation(PlainEvaluation::new())
    }
}

impl Evaluator<PlainPosition> for WalkingEvaluation {
    fn reset(&mut self, game: &PlainPosition) {
        self.0.reset(&game.board);
    }

    #[inline]
    fn push(&mut self, game: &PlainPosition, mv: Move) {
        self.0.push(&game.board, mv);
    }

    #[inline]
    fn pop(&mut self) {
        self.0.pop();
    }

    #[inline]
    fn evaluate(&mut self, game: &PlainPosition) -> Score {
        Score::new(self.0.current(&game.board))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::middlegames;
    use duiyi_search::{Enhancements, Limits, SearchResult, Searcher, Table};
    use duiyi_xiangqi::ThesisEvaluation;

    fn search<G: Heuristics + Clone, E: Evaluator<G>>(
        game: G,
        evaluator: E,
        enhancements: Enhancements,
        depth: u32,
    ) -> SearchResult<G::Move> {
        let mut searcher = Searcher::new(evaluator);
        searcher.enhancements = enhancements;
        searcher.search(&game).table(&Table::new(1)).limits(Limits::depth(depth)).run()
    }

    #[test]
    fn searches_on_both_boards_visit_the_same_nodes() {
        for (enhancements, depth) in [(Enhancements::classical(), 4), (Enhancements::default(), 7)] {
            for (name, position) in middlegames().into_iter().step_by(7) {
                let fast = search(with_tables(&position), ThesisEvaluation::new(), enhancements, depth);
                let plain = search(PlainPosition::new(&position), WalkingEvaluation::new(), enhancements, depth);
                assert_eq!(fast.statistics.nodes, plain.statistics.nodes, "{name} to depth {depth}");
                assert_eq!((fast.score, fast.pv), (plain.score, plain.pv), "{name} to depth {depth}");
            }
        }
    }

    #[test]
    fn moves_come_in_the_same_order() {
        for (name, position) in middlegames() {
            for mv in position.legal_moves() {
                let after = position.play(mv).unwrap();
                let plain = PlainPosition::new(&after);
                let mut list = MoveList::new();
                if after.in_check() {
                    plain.generate_evasions(&mut list);
                } else {
                    plain.generate_calm(MoveKind::All, &mut list);
                }
                assert_eq!(list, after.legal_moves(), "{name} {mv}");
            }
        }
    }
}
