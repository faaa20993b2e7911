//! The context of a move for time management.

use crate::{Piece, PieceKind, Position, Side, Xiangqi, see::EXCHANGE_VALUES};
use duiyi_clock::{MoveContext, Phase, is_forced_recapture};
use duiyi_game::{Game, History};

/// The context of a move: material, phase, and the ruling on a repetition.
pub fn context(game: &History<Xiangqi>) -> MoveContext {
    let now = game.now();
    let board = now.position();
    let material = material(board);
    MoveContext {
        ply: 2 * (board.fullmove() as u32 - 1) + now.side_to_move().index() as u32,
        legal_moves: Some(board.count_legal()),
        material: Some(material),
        phase: match material {
            share if share > 0.85 && board.fullmove() <= 12 => Phase::Opening,
            share if share > 0.35 => Phase::Middlegame,
            _ => Phase::Endgame,
        },
        forced_recapture: is_recapture_forced(now),
        known_repetition: now.must_opponent_change(),
        ..MoveContext::default()
    }
}

/// Whether the last move captured a piece that must be recaptured.
fn is_recapture_forced(now: &Xiangqi) -> bool {
    let Some((last, Some(taken))) = now.last_played() else { return false };
    let board = now.position();
    let (mut recapture, mut other) = (None, None);
    for &mv in board.legal_moves().iter().filter(|mv| board.piece_at(mv.to()).is_some()) {
        let best = if mv.to() == last.to() { &mut recapture } else { &mut other };
        *best = (*best).max(Some(board.exchange(mv)));
    }
    let value = |kind: PieceKind| EXCHANGE_VALUES[kind.index()];
    is_forced_recapture(Some(value(taken.kind)), recapture, other, value(PieceKind::Pawn))
}

/// The material on the board as a share of a full set, without the kings.
fn material(position: &Position) -> f32 {
    let value = |kind: PieceKind| if kind == PieceKind::King { 0 } else { EXCHANGE_VALUES[kind.index()] };
    let left: i32 = position.pieces().map(|(_, Piece { kind, .. })| value(kind)).sum();
    let full: i32 = PieceKind::ALL.iter().map(|&kind| value(kind) * kind.count_at_start() as i32).sum();
    left as f32 / (full * Side::BOTH.len() as i32) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(position: &str, moves: &str) -> MoveContext {
        let text = format!("{position} moves {moves}");
        super::context(&History::read("", &text).unwrap_or_else(|error| panic!("{text}: {error}")))
    }

    #[test]
    fn a_recapture_is_forced_if_nothing_else_is_as_good() {
        // A cannon captures a horse, and the rook beside it recaptures.
        assert!(after("", "b2b9").forced_recapture);
        // Not a capture.
        assert!(!after("", "h2e2").forced_recapture);
        // A recapture: nothing is left to capture with.
        assert!(!after("", "b2b9 a9b9").forced_recapture);
    }

    #[test]
    fn a_better_capture_elsewhere_or_a_pawn_is_not_forced() {
        // A rook captured a horse on b9 and can be recaptured; an unprotected rook stands on i5.
        let taken = "1n2k4/9/9/9/r8/9/9/9/9/1R1K5 w - - 0 1";
        assert!(!after(taken, "b0b9").forced_recapture, "a check is answered, not recaptured");
        let free = "rn7/4k4/9/9/9/9/9/9/9/1R1K5 w - - 0 1";
        assert!(after(free, "b0b9").forced_recapture);
        let other = "rn7/4k4/9/8r/8R/9/9/9/9/1R1K5 w - - 0 1";
        assert!(!after(other, "b0b9").forced_recapture, "two rooks may be taken");
    }

    #[test]
    fn the_ply_and_the_phase_are_reported() {
        let of = |position: &str, moves: &str| {
            let context = after(position, moves);
            (context.ply, context.phase)
        };
        assert_eq!(of("", ""), (0, Phase::Opening));
        assert_eq!(of("", "h2e2"), (1, Phase::Opening));
        assert_eq!(of("", "h2e2 h9g7"), (2, Phase::Opening));
        // The same board at a later ply is not an opening; with less material it is an ending.
        let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0";
        assert_eq!(of(&format!("{start} 12"), ""), (22, Phase::Opening));
        assert_eq!(of(&format!("{start} 13"), ""), (24, Phase::Middlegame));
        // Without rooks and cannons: 40 % of the material; without the horses too: 22 %.
        let horses = "1nbakabn1/9/9/p1p1p1p1p/9/9/P1P1P1P1P/9/9/1NBAKABN1 w - - 0 5";
        assert_eq!(of(horses, ""), (8, Phase::Middlegame));
        let guards = "2bakab2/9/9/p1p1p1p1p/9/9/P1P1P1P1P/9/9/2BAKAB2 w - - 0 5";
        assert_eq!(of(guards, ""), (8, Phase::Endgame));
        let share = |fen: &str| material(&fen.parse().unwrap());
        // A side has 2 · (180 + 160 + 450 + 1050 + 500) + 500 = 5180.
        assert!((share(horses) - 2080.0 / 5180.0).abs() < 1e-6);
        assert!((share(guards) - 1180.0 / 5180.0).abs() < 1e-6);
        assert_eq!(share("3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1"), 0.0);
    }

    /// T-14: a repetition by which the opponent loses is part of the context; no other repetition is.
    #[test]
    fn a_repetition_that_the_opponent_must_end_is_reported() {
        let known = |moves: &str| after("c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w - - 0 1", moves).known_repetition;
        // Red gives perpetual check: with Black to move, Black may continue; with Red to move, Red may not.
        assert!(!known("h8h9 f9f8 h9h8"));
        assert!(!known("h8h9 f9f8 h9h8 f8f9"));
        assert!(known("h8h9 f9f8 h9h8 f8f9 h8h9"));
        // A repetition without attacks loses for nobody.
        assert!(!known("e1d1 a9b9 d1e1 b9a9 e1d1"));
        assert!(!known("e1d1 a9b9 d1e1 b9a9"));
    }

    #[test]
    fn the_start_has_all_its_material() {
        assert_eq!(material(&Position::start()), 1.0);
        assert_eq!(super::context(&History::new(Xiangqi::default())).legal_moves, Some(44));
    }
}
