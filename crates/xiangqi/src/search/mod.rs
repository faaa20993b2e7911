//! The domain knowledge of xiangqi for the search.

mod upcoming;

use crate::{
    BLACK, Move, MoveKind, MoveList, PieceKind, Position, RED, Square, Xiangqi,
    position::{EMPTY, SLOT_PIECE},
    see::EXCHANGE_VALUES,
};
use duiyi_search::{Depth, Generation, Heuristics, MoveSink, Noisy, NullMove, Score, Side, Slots, Structures};
pub use upcoming::closing_moves;

/// From this number of plies before the move limit on, the table distinguishes positions
/// by their clocks. A mate of endgame tables that takes longer is not stored, because it may come too
/// late when the position is reached again.
pub(crate) const CLOCK_MARGIN: u16 = 60;

/// A power of two above the number of moves, so that a mask replaces the bounds check.
const HISTORY_SLOTS: usize = 1 << 14;

/// The number of strong pieces of a side, with a rook counted twice.
fn strength(position: &Position, color: Side) -> u32 {
    let count = |kind| position.squares_of(color, kind).count() as u32;
    2 * count(PieceKind::Rook) + count(PieceKind::Horse) + count(PieceKind::Cannon)
}

/// For each slot of the piece list, and for an empty square, the index of its kind times the
/// number of squares.
static KIND_ROWS: [u16; 64] = kind_rows();

const fn kind_rows() -> [u16; 64] {
    let mut rows = [0; 64];
    let mut slot = 0;
    while slot < SLOT_PIECE.len() {
        rows[slot] = (SLOT_PIECE[slot].kind.index() * Square::COUNT) as u16;
        slot += 1;
    }
    rows
}

fn kind_at(position: &Position, square: Square) -> Option<PieceKind> {
    position.piece_at(square).map(|piece| piece.kind)
}

/// The value of the moving piece in an exchange. A king counts as a very valuable attacker, so
/// that its moves can be ordered.
#[inline]
fn attacker(position: &Position, mv: Move) -> i32 {
    kind_at(position, mv.from()).map_or(0, |kind| EXCHANGE_VALUES[kind.index()].min(2000))
}

/// The functions for the groups of search techniques.
impl Xiangqi {
    /// A side with only pawns and guards may be in zugzwang.
    fn pass_strength(&self) -> Option<u32> {
        Some(strength(self.position(), self.position().side_to_move())).filter(|&strength| strength > 0)
    }

    #[inline]
    fn is_noisy(&self, mv: Move) -> bool {
        self.position().slot_at(mv.to()) != EMPTY
    }

    #[inline]
    fn exchange_at_least(&self, mv: Move, threshold: Score) -> bool {
        self.position().exchange_at_least(mv, threshold.get())
    }

    #[inline]
    fn gain(&self, mv: Move) -> i32 {
        kind_at(self.position(), mv.to()).map_or(0, |kind| EXCHANGE_VALUES[kind.index()])
    }

    /// Four times the victim, less the attacker.
    #[inline]
    fn noisy_value(&self, mv: Move) -> i32 {
        self.gain(mv) * 4 - attacker(self.position(), mv)
    }

    #[inline]
    fn noisy_balance(&self, mv: Move) -> i32 {
        self.gain(mv) - attacker(self.position(), mv)
    }

    #[inline]
    fn history_slot(&self, mv: Move) -> usize {
        mv.bits() as usize % HISTORY_SLOTS
    }

    /// The kind of piece and its target, from its own side's point of view.
    #[inline]
    fn continuation_slot(&self, mv: Move) -> usize {
        let to = match self.position().side_to_move() {
            RED => mv.to(),
            BLACK => mv.to().rotate(),
        };
        KIND_ROWS[self.position().slot_at(mv.from()) as usize % KIND_ROWS.len()] as usize + to.index()
    }

    /// The pawns, and the guards (kings, advisors, elephants).
    #[inline]
    fn structure(&self, index: usize) -> u64 {
        if index == 0 { self.position().pawn_key() } else { self.position().guard_key() }
    }

    /// The rooks, horses and cannons.
    #[inline]
    fn side_structure(&self, side: Side) -> u64 {
        self.position().strong_key(side)
    }
}

impl Heuristics for Xiangqi {
    type Insight = ();
    const PRUNABLE: bool = true;
    const NOISY: Option<Noisy<Xiangqi>> = Some(Noisy {
        is_noisy: Xiangqi::is_noisy,
        gain: Xiangqi::gain,
        value: Xiangqi::noisy_value,
        balance: Xiangqi::noisy_balance,
        exchange_at_least: Xiangqi::exchange_at_least,
    });
    const NULL_MOVE: Option<NullMove<Xiangqi>> =
        Some(NullMove { strength: Xiangqi::pass_strength, make: Xiangqi::pass, unmake: Xiangqi::unpass });
    const HISTORY: Slots<Xiangqi> = Slots { count: HISTORY_SLOTS, slot: Xiangqi::history_slot };
    const CONTINUATION: Slots<Xiangqi> = Slots { count: 7 * 90, slot: Xiangqi::continuation_slot };
    const STRUCTURES: Option<Structures<Xiangqi>> =
        Some(Structures { count: 2, key: Xiangqi::structure, side_key: Some(Xiangqi::side_structure) });

    #[inline]
    fn threatened(&self) -> bool {
        self.path().here().in_check
    }

    #[inline]
    fn key_after(&self, mv: Move) -> Option<u64> {
        let position = self.position();
        let clock = if position.slot_at(mv.to()) == EMPTY { position.quiet_plies().saturating_add(1) } else { 0 };
        Some(with_clock(self, position.key_after(mv), clock))
    }

    #[inline]
    fn makes_threat(&self, mv: Move) -> bool {
        self.position().brings_check(mv)
    }

    fn offences(&self, back: usize, mover_loses: bool, visit: &mut dyn FnMut(u64, u32)) -> Option<u32> {
        let loser = if mover_loses { self.position().side_to_move() } else { !self.position().side_to_move() };
        self.path().offences(self.game_rules().repetition, self.position(), (back, loser), visit)
    }

    fn repeating_move(&self) -> Option<Move> {
        if self.path().here().reversible < 3 {
            return None;
        }
        let path = self.path().since_capture()[1..].iter().rev().map_while(|visit| visit.mv);
        closing_moves(path).find(|&mv| self.position().is_legal(mv))
    }

    /// A check is extended by one ply.
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
        with_clock(self, self.position().key(), self.position().quiet_plies())
    }
}

/// The key of the table for a position with this key and clock.
#[inline]
fn with_clock(game: &Xiangqi, key: u64, clock: u16) -> u64 {
    let near_limit = game.game_rules().move_limit.map_or(u16::MAX, |limit| limit.saturating_sub(CLOCK_MARGIN));
    if clock < near_limit { key } else { key ^ u64::from(clock).wrapping_mul(0x9e37_79b9_7f4a_7c15) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_game::{Game as _, History};
    use std::collections::HashMap;

    fn game(fen: &str) -> Xiangqi {
        Xiangqi::new(fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}")))
    }

    fn mv(text: &str) -> Move {
        text.parse().unwrap()
    }

    /// Row Z-C25: one ply for a check, no other extension.
    #[test]
    fn a_check_is_extended_by_one_ply() {
        let check = game("4k4/9/9/9/9/9/9/9/4R4/3K5 b - - 0 1");
        assert!(check.threatened());
        assert_eq!(check.extension(&()), Depth::PLY);
        let quiet = game("5k3/9/9/9/9/9/9/9/4R4/3K5 b - - 0 1");
        assert!(!quiet.threatened());
        assert_eq!(quiet.extension(&()), Depth::ZERO);
        // The side that gives check is not extended.
        assert_eq!(game("4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1").extension(&()), Depth::ZERO);
    }

    /// Rows Z-C26 and Z-C27: the strong pieces of the side to move, rooks twice; without any it does not pass.
    #[test]
    fn strength_is_that_of_the_side_to_move() {
        assert_eq!(Xiangqi::default().pass_strength(), Some(8));
        for (fen, strength) in [
            ("r3k4/9/9/9/9/9/9/9/9/RN1K4C w - - 0 1", Some(4)),
            ("r3k4/9/9/9/9/9/9/9/9/RN1K4C b - - 0 1", Some(2)),
            ("4k4/9/9/9/9/9/9/9/9/N2K5 w - - 0 1", Some(1)),
            ("4k4/9/9/9/9/9/9/9/9/N2K4N w - - 0 1", Some(2)),
            ("4k4/9/9/9/9/9/9/9/9/C2K4C w - - 0 1", Some(2)),
            ("r3k4/9/9/9/4P4/9/9/9/4A4/2BK5 w - - 0 1", None),
        ] {
            assert_eq!(game(fen).pass_strength(), strength, "{fen}");
        }
    }

    #[test]
    fn a_pass_changes_the_side_and_nothing_else() {
        let mut passed = Xiangqi::default();
        passed.pass();
        assert_eq!(passed.position().side_to_move(), BLACK);
        assert!(passed.position().is_consistent() && passed.position() != Xiangqi::default().position());
        passed.unpass();
        assert_eq!(passed.position(), Xiangqi::default().position());
    }

    #[test]
    fn captures_are_noisy_and_valued_by_victim_and_attacker() {
        // A pawn and a rook can capture a cannon, and the rook also a pawn.
        let game = game("5k3/9/9/9/c8/P8/9/R7p/9/3K5 w - - 0 1");
        let (by_pawn, pawn_by_rook, quiet) = (mv("a4a5"), mv("a2i2"), mv("a2b2"));
        assert!(game.is_noisy(by_pawn) && game.is_noisy(pawn_by_rook) && !game.is_noisy(quiet));
        assert_eq!([by_pawn, pawn_by_rook, quiet].map(|mv| game.gain(mv)), [500, 100, 0]);
        assert_eq!([by_pawn, pawn_by_rook].map(|mv| game.noisy_value(mv)), [4 * 500 - 100, 4 * 100 - 1050]);
        assert!(game.exchange_at_least(by_pawn, Score::new(500)) && !game.exchange_at_least(by_pawn, Score::new(501)));
        // A king counts as a very valuable attacker, so that its moves can be ordered.
        let by_king = self::game("4k4/4R4/9/9/9/9/9/9/9/3K5 b - - 0 1");
        assert_eq!(by_king.noisy_value(mv("e9e8")), 4 * 1050 - 2000);
        assert_eq!([by_pawn, pawn_by_rook].map(|mv| game.noisy_balance(mv)), [500 - 100, 100 - 1050]);
    }

    /// Different entries of a history have different slots, and each slot is within its table.
    #[test]
    fn history_slots_are_distinct_and_within_their_tables() {
        let (mut quiet, mut follows) = (HashMap::new(), HashMap::new());
        let lines = include_str!("../../tests/data/perft.epd").lines();
        for position in lines.map(|line| line.split(';').next().unwrap_or_default()) {
            let game = game(position);
            let board = game.position();
            for &mv in &board.legal_moves() {
                let side = board.side_to_move();
                let kind = kind_at(board, mv.from()).unwrap();
                let to = if side == RED { mv.to() } else { mv.to().rotate() };
                let slots = [game.history_slot(mv), game.continuation_slot(mv)];
                assert!(slots[0] < Xiangqi::HISTORY.count && slots[1] < Xiangqi::CONTINUATION.count);
                assert_eq!(*quiet.entry(slots[0]).or_insert(mv), mv);
                assert_eq!(*follows.entry(slots[1]).or_insert((kind, to)), (kind, to));
            }
        }
        assert!(quiet.len() > 300 && follows.len() > 150, "{} {}", quiet.len(), follows.len());
        // A pawn's step and its image for Black are the same move for the continuation history.
        let black = Xiangqi::new(Position::start().play(mv("a0a1")).unwrap());
        assert_eq!(Xiangqi::default().continuation_slot(mv("a3a4")), black.continuation_slot(mv("i6i5")));
    }

    #[test]
    fn keys_after_moves_and_of_structures_follow_the_board() {
        let game = Xiangqi::default();
        for &mv in &game.position().legal_moves() {
            let after = Xiangqi::new(game.position().play(mv).unwrap());
            assert_eq!(game.key_after(mv), Some(after.key()));
            let changes = [0, 1].map(|index| after.structure(index) != game.structure(index));
            let kind = kind_at(game.position(), mv.from()).unwrap();
            // No first move captures a pawn or guard.
            let guard = matches!(kind, PieceKind::King | PieceKind::Advisor | PieceKind::Elephant);
            assert_eq!(changes, [kind == PieceKind::Pawn, guard], "{mv}");
            let changes = Side::BOTH.map(|side| after.side_structure(side) != game.side_structure(side));
            // The cannons can capture the horses at once.
            let captures = game.is_noisy(mv);
            assert_eq!(changes, [!guard && kind != PieceKind::Pawn, captures], "{mv}");
            assert_eq!(game.makes_threat(mv), after.position().in_check(), "{mv}");
        }
        assert_ne!(game.structure(0), game.structure(1));
    }

    /// From sixty plies before the limit the table's key includes the clock.
    #[test]
    fn near_the_move_limit_positions_differ_by_their_clocks() {
        let at = |clock: u32| game(&format!("r3k4/9/9/9/9/9/9/9/9/R2K5 w - - {clock} 90"));
        assert_eq!(Xiangqi::default().game_rules().move_limit, Some(120));
        assert_eq!(at(0).key(), at(119).key());
        assert_eq!(at(0).table_key(), at(0).key());
        assert_eq!(at(59).table_key(), at(0).key());
        let near: Vec<u64> = (60..120).map(|clock| at(clock).table_key()).collect();
        assert!(near.iter().all(|&key| key != at(0).key()));
        assert!((1..near.len()).all(|i| !near[..i].contains(&near[i])), "all keys are distinct");
    }

    #[test]
    fn a_move_that_repeats_is_found_if_it_can_be_played() {
        let repeating =
            |moves: &str| History::<Xiangqi>::read("", &format!("moves {moves}")).unwrap().now().repeating_move();
        assert_eq!(repeating("h2e2 h9g7 h0g2"), None);
        assert_eq!(repeating("h0g2 h9g7 g2h0"), Some(mv("g7h9")));
        assert_eq!(repeating("h0g2 h9g7"), None, "too short");
        // The position after a capture can recur, the one before it cannot.
        assert_eq!(repeating("b2b9 a9b9 a0a1 b9a9 a1a0"), Some(mv("a9b9")));
        assert_eq!(repeating("h0g2 b7b0 a0b0 h9g7 b0a0"), None);
    }
}
