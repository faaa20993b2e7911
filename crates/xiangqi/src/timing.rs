//! What the clock may know of a game of xiangqi.

use crate::{Color, Piece, PieceKind, Position, Xiangqi, see::EXCHANGE_VALUES};
use duiyi_clock::{MoveContext, Phase, is_forced_recapture};
use duiyi_game::{Game, History};
use duiyi_player::Timing;

impl Timing for Xiangqi {
    fn context(game: &History<Xiangqi>) -> MoveContext {
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
}

/// Whether the last move took something that must be taken back.
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

/// The material on the board as a share of a full set, kings left out.
fn material(position: &Position) -> f32 {
    let value = |kind: PieceKind| if kind == PieceKind::King { 0 } else { EXCHANGE_VALUES[kind.index()] };
    let left: i32 = position.pieces().map(|(_, Piece { kind, .. })| value(kind)).sum();
    let full: i32 = PieceKind::ALL.iter().map(|&kind| value(kind) * kind.count_at_start() as i32).sum();
    left as f32 / (full * Color::ALL.len() as i32) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(position: &str, moves: &str) -> MoveContext {
        let text = format!("{position} moves {moves}");
        Xiangqi::context(&History::read("", &text).unwrap_or_else(|error| panic!("{text}: {error}")))
    }

    #[test]
    fn taking_back_is_forced_where_nothing_else_is_as_good() {
        // A cannon takes a horse, and the rook beside it takes back.
        assert!(after("", "b2b9").forced_recapture);
        // Nothing was taken.
        assert!(!after("", "h2e2").forced_recapture);
        // Taken back: there is nothing left to take with.
        assert!(!after("", "b2b9 a9b9").forced_recapture);
    }

    /// T-14: the rules know of a repetition by which the opponent loses, and of no other.
    #[test]
    fn a_repetition_that_the_opponent_must_end_is_known() {
        let known = |moves: &str| after("c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w - - 0 1", moves).known_repetition;
        // Red checks perpetually: Black, to move, may go on; Red, to move, may not.
        assert!(!known("h8h9 f9f8 h9h8"));
        assert!(!known("h8h9 f9f8 h9h8 f8f9"));
        assert!(known("h8h9 f9f8 h9h8 f8f9 h8h9"));
        // A repetition in which nobody attacks anything decides nothing.
        assert!(!known("e1d1 a9b9 d1e1 b9a9 e1d1"));
        assert!(!known("e1d1 a9b9 d1e1 b9a9"));
    }

    #[test]
    fn the_start_has_all_its_material() {
        assert_eq!(material(&Position::start()), 1.0);
        assert_eq!(Xiangqi::context(&History::new(Xiangqi::default())).legal_moves, Some(44));
    }
}
