//! Xiangqi as the protocol loop wants it.

use duiyi_clock::{MoveContext, Phase, is_forced_recapture};
use duiyi_engine::{EngineGame, Reason};
use duiyi_search::Game;
use duiyi_xiangqi::{
    Color, Evaluation, Move, Piece, PieceKind, Position, Xiangqi as SearchPosition, see::EXCHANGE_VALUES,
};

/// The game of xiangqi, played with the classical evaluation.
#[derive(Debug)]
pub struct Xiangqi;

impl EngineGame for Xiangqi {
    type Position = SearchPosition;
    type Evaluator = Evaluation;

    const NAME: &'static str = "xiangqi";

    fn evaluator() -> Evaluation {
        Evaluation::new()
    }

    fn start() -> SearchPosition {
        SearchPosition::new(Position::start())
    }

    fn read_position(text: &str) -> Result<SearchPosition, Reason> {
        Ok(SearchPosition::new(text.parse()?))
    }

    fn write_position(position: &SearchPosition) -> String {
        position.position().to_fen()
    }

    fn draw(position: &SearchPosition) -> String {
        position.position().to_string()
    }

    fn read_move(position: &SearchPosition, text: &str) -> Result<Move, Reason> {
        let mv = text.parse()?;
        position.position().check_move(mv)?;
        Ok(mv)
    }

    fn write_move(mv: Move) -> String {
        mv.to_string()
    }

    fn play(position: &mut SearchPosition, mv: Move) {
        // The loop plays only moves that `read_move` has accepted.
        let played = position.play(mv);
        debug_assert!(played.is_ok(), "{played:?}");
    }

    fn perft(position: &mut SearchPosition, depth: u32) -> u64 {
        duiyi_xiangqi::perft(&mut position.position().clone(), depth)
    }

    fn context(position: &SearchPosition) -> MoveContext {
        let board = position.position();
        let material = material(board);
        MoveContext {
            ply: 2 * (board.fullmove() as u32 - 1) + position.side_to_move().index() as u32,
            legal_moves: Some(board.count_legal()),
            material: Some(material),
            phase: match material {
                share if share > 0.85 && board.fullmove() <= 12 => Phase::Opening,
                share if share > 0.35 => Phase::Middlegame,
                _ => Phase::Endgame,
            },
            forced_recapture: is_recapture_forced(position),
            known_repetition: position.must_opponent_change(),
            ..MoveContext::default()
        }
    }

    fn bench_positions() -> Vec<SearchPosition> {
        let lines = include_str!("../data/bench.fen").lines();
        lines.filter_map(|fen| Xiangqi::read_position(fen).ok()).collect()
    }
}

/// Whether the last move took something that must be taken back.
fn is_recapture_forced(position: &SearchPosition) -> bool {
    let Some((last, Some(taken))) = position.last_played() else { return false };
    let board = position.position();
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

    #[test]
    fn every_bench_position_is_read() {
        let lines = include_str!("../data/bench.fen").lines().count();
        assert_eq!(Xiangqi::bench_positions().len(), lines);
        assert!(lines >= 16);
    }

    #[test]
    fn the_bench_is_the_same_in_every_run() {
        let nodes = || duiyi_engine::bench::<Xiangqi>(5, 1, 1, |_| {}).split(' ').next().map(str::to_owned);
        assert_eq!(nodes(), nodes());
    }

    #[test]
    fn taking_back_is_forced_where_nothing_else_is_as_good() {
        let played = |moves: &str| {
            let mut position = Xiangqi::start();
            for mv in moves.split(' ') {
                let mv = Xiangqi::read_move(&position, mv).unwrap_or_else(|error| panic!("{mv}: {error}"));
                Xiangqi::play(&mut position, mv);
            }
            Xiangqi::context(&position).forced_recapture
        };
        // A cannon takes a horse, and the rook beside it takes back.
        assert!(played("b2b9"));
        // Nothing was taken.
        assert!(!played("h2e2"));
        // Taken back: there is nothing left to take with.
        assert!(!played("b2b9 a9b9"));
    }

    /// T-14: the rules know of a repetition by which the opponent loses, and of no other.
    #[test]
    fn a_repetition_that_the_opponent_must_end_is_known() {
        let known = |moves: &str| {
            let start = "c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w";
            let mut position = Xiangqi::read_position(start).unwrap_or_else(|error| panic!("{error}"));
            for mv in moves.split_whitespace() {
                let mv = Xiangqi::read_move(&position, mv).unwrap_or_else(|error| panic!("{mv}: {error}"));
                Xiangqi::play(&mut position, mv);
            }
            Xiangqi::context(&position).known_repetition
        };
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
        assert_eq!(Xiangqi::context(&Xiangqi::start()).legal_moves, Some(44));
    }
}
