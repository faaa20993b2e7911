//! What the search knows of xiangqi beyond the rules.

mod upcoming;

use crate::{Color, Move, MoveKind, MoveList, PieceKind, Position, Square, Xiangqi, see::EXCHANGE_VALUES};
use duiyi_search::{Depth, Generation, Heuristics, MoveSink, Score};
pub use upcoming::closing_moves;

/// So many plies before the move limit the table begins to tell positions apart
/// by their clocks.
const CLOCK_MARGIN: u16 = 20;

/// How many strong pieces a side has, a rook counting two.
fn strength(position: &Position, color: Color) -> u32 {
    let count = |kind| position.squares_of(color, kind).count() as u32;
    2 * count(PieceKind::Rook) + count(PieceKind::Horse) + count(PieceKind::Cannon)
}

fn kind_at(position: &Position, square: Square) -> Option<PieceKind> {
    position.piece_at(square).map(|piece| piece.kind)
}

impl Heuristics for Xiangqi {
    type Insight = ();
    const HAS_NOISY: bool = true;

    const PRUNABLE: bool = true;
    const HISTORY_SLOTS: usize = 90 * 90;
    const CONTINUATION_SLOTS: usize = 7 * 90;
    const NOISY_SLOTS: usize = 7 * 90 * 7;
    const STRUCTURES: usize = 2;

    #[inline]
    fn threatened(&self) -> bool {
        self.path().here().in_check
    }

    /// With nothing but pawns and guards a side may be in zugzwang.
    fn null_move(&self) -> Option<u32> {
        Some(strength(self.position(), self.position().side_to_move())).filter(|&strength| strength > 0)
    }

    fn make_null(&mut self) {
        self.pass();
    }

    fn unmake_null(&mut self) {
        self.unpass();
    }

    #[inline]
    fn is_noisy(&self, mv: Move) -> bool {
        self.position().occupied().contains(mv.to())
    }

    #[inline]
    fn exchange_at_least(&self, mv: Move, threshold: Score) -> bool {
        self.position().exchange_at_least(mv, threshold.get())
    }

    #[inline]
    fn gain(&self, mv: Move) -> i32 {
        kind_at(self.position(), mv.to()).map_or(0, |kind| EXCHANGE_VALUES[kind.index()])
    }

    /// Most valuable victim, then least valuable attacker.
    #[inline]
    fn noisy_value(&self, mv: Move) -> i32 {
        let attacker = kind_at(self.position(), mv.from()).map_or(0, |kind| EXCHANGE_VALUES[kind.index()].min(2000));
        self.gain(mv) * 4 - attacker
    }

    #[inline]
    fn history_slot(&self, mv: Move) -> usize {
        mv.from().index() * 90 + mv.to().index()
    }

    /// The kind of piece and its target, seen from its own side.
    #[inline]
    fn continuation_slot(&self, mv: Move) -> usize {
        let to = match self.position().side_to_move() {
            Color::Red => mv.to(),
            Color::Black => mv.to().rotate(),
        };
        kind_at(self.position(), mv.from()).map_or(0, PieceKind::index) * 90 + to.index()
    }

    /// Piece, target and victim.
    #[inline]
    fn noisy_slot(&self, mv: Move) -> usize {
        let kind = |square| kind_at(self.position(), square).map_or(0, PieceKind::index);
        (kind(mv.from()) * 90 + mv.to().index()) * 7 + kind(mv.to())
    }

    #[inline]
    fn key_after(&self, mv: Move) -> Option<u64> {
        Some(self.position().key_after(mv))
    }

    #[inline]
    fn makes_threat(&self, mv: Move) -> bool {
        self.position().gives_check(mv)
    }

    fn repeating_move(&self) -> Option<Move> {
        if self.path().here().reversible < 3 {
            return None;
        }
        let path = self.path().since_capture()[1..].iter().rev().map_while(|visit| visit.mv);
        closing_moves(path).find(|&mv| self.position().is_legal(mv))
    }

    /// The pawns, and the guards (kings, advisors, elephants).
    #[inline]
    fn structure(&self, index: usize) -> u64 {
        if index == 0 { self.position().pawn_key() } else { self.position().guard_key() }
    }

    /// A check is answered one ply deeper.
    #[inline]
    fn extension(&self, (): &()) -> Depth {
        if self.path().here().in_check { Depth::PLY } else { Depth::ZERO }
    }

    fn generate(&self, kind: Generation, (): &(), moves: &mut MoveSink<'_, Move>) {
        let mut list = MoveList::new();
        let kind = match kind {
            Generation::Noisy => MoveKind::Captures,
            Generation::Quiet => MoveKind::Quiets,
            Generation::Evasions => MoveKind::All,
        };
        self.position().generate(kind, &mut list);
        moves.extend(list.iter().copied());
    }

    #[inline]
    fn table_key(&self) -> u64 {
        let clock = self.position().quiet_plies();
        let near_limit = self.game_rules().move_limit.map_or(u16::MAX, |limit| limit.saturating_sub(CLOCK_MARGIN));
        if clock < near_limit {
            self.position().key()
        } else {
            self.position().key() ^ (clock as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        }
    }
}
