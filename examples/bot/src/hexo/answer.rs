//! The turn in a position.

use super::messages::{Evaluation, Move, MoveRequest, MoveResponse};
use duiyi_connect6::hexo::{Cell, Hexo, HexoError, name};
use duiyi_connect6::{BLACK, Board, Side};
use duiyi_engine::{Decision, Seat, Signals, TurnLimits};
use duiyi_game::{History, Score};
use std::time::Duration;

/// Why a request has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TurnError {
    /// The stones are not a position.
    #[error(transparent)]
    Position(#[from] HexoError),
    /// A side has six in a row.
    #[error("{} has six in a row: the game is over", name(*.0))]
    Over(Side),
    /// The limit of time is not a positive number.
    #[error("time_limit is not a number of seconds from 0 on")]
    TimeLimit,
    /// The engine found no turn.
    #[error("the engine found no turn")]
    NoTurn,
}

/// What remains of a limit for the way of the answer.
const RESERVE: Duration = Duration::from_millis(30);

/// The least time for a turn.
const LEAST: Duration = Duration::from_millis(10);

/// Chooses a turn in the position of a request, in its time and at most `most`.
///
/// # Errors
/// If there is no turn to make, with the reason.
pub fn answer(seat: &mut Seat<Board>, request: &MoveRequest, most: Duration) -> Result<MoveResponse, TurnError> {
    let side = request.board.to_move.side();
    let stones = request.board.cells.iter().map(|stone| (Cell { q: stone.q, r: stone.r }, stone.p.side()));
    let position = Hexo::position(stones, side, 2)?;
    if let Some(winner) = position.winner() {
        return Err(TurnError::Over(winner));
    }
    if request.board.cells.is_empty() {
        let chosen = Move { pieces: vec![Cell::ORIGIN.into()], evaluation: None };
        return Ok(MoveResponse { chosen });
    }
    let time = match request.time_limit {
        None => most,
        Some(seconds) if seconds.is_finite() && seconds >= 0.0 => {
            let limit = Duration::try_from_secs_f64(seconds).unwrap_or(most);
            most.min(limit.saturating_sub(RESERVE)).max(LEAST)
        }
        Some(_) => return Err(TurnError::TimeLimit),
    };
    let window = position.window();
    let game = History::new(window.board().clone());
    seat.new_game(window.board());
    let decision = seat.take(&game, &TurnLimits::move_time(time), Signals::default(), &|_| true, &mut ());
    let decision = decision.ok_or(TurnError::NoTurn)?;
    let mut pieces: Vec<Cell> = decision.turn.iter().map(|&point| window.cell(point)).collect();
    // A turn has two stones also if the first one wins.
    if let &[winning] = &pieces[..] {
        let steps = (-1..=1).flat_map(|q| (-1..=1).map(move |r| Cell { q: winning.q + q, r: winning.r + r }));
        let free = steps.chain(window.board().empties().map(|point| window.cell(point)));
        pieces.extend({ free }.find(|&cell| cell != winning && position.stone(cell).is_none()));
    }
    let evaluation = evaluation(&decision, side);
    Ok(MoveResponse { chosen: Move { pieces: pieces.into_iter().map(Cell::into).collect(), evaluation } })
}

/// The value after the turn, for cross.
fn evaluation(decision: &Decision<duiyi_connect6::Point>, side: Side) -> Option<Evaluation> {
    let score = decision.score?;
    let sign = if side == BLACK { 1 } else { -1 };
    let heuristic = match score.is_decisive() {
        true if score > Score::ZERO => 1.0,
        true => -1.0,
        // The scale of the evaluation: 400 for ten to one.
        false => 2.0 / (1.0 + 10f64.powf(-f64::from(score.get()) / 400.0)) - 1.0,
    };
    // The distance in stones, of which this turn has two; each further turn has two.
    let turns = |stones: i32| (stones.abs() - 2 + 1) / 2 * stones.signum();
    let win_in = score.mate_distance().map(turns).filter(|&turns| turns != 0);
    Some(Evaluation { heuristic: f64::from(sign) * heuristic, win_in: win_in.map(|turns| sign * turns) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_connect6::{Rules, kit::player};

    fn seat() -> Seat<Board> {
        Seat::new(player(Rules::HEXO))
    }

    fn ask(board: &str) -> Result<MoveResponse, TurnError> {
        let request = serde_json::from_str(&format!(r#"{{"board":{board},"time_limit":0.2}}"#)).unwrap();
        answer(&mut seat(), &request, Duration::from_secs(1))
    }

    /// The stones of a side in a line from a cell on.
    fn row(p: char, (q, r): (i32, i32), step: (i32, i32), count: i32) -> String {
        let cell = |i| format!(r#"{{"q":{},"r":{},"p":"{p}"}}"#, q + i * step.0, r + i * step.1);
        (0..count).map(cell).collect::<Vec<_>>().join(",")
    }

    fn cells(response: &MoveResponse) -> Vec<(i32, i32)> {
        let mut cells: Vec<(i32, i32)> = response.chosen.pieces.iter().map(|cell| (cell.q, cell.r)).collect();
        cells.sort_unstable();
        cells
    }

    #[test]
    fn rows_are_completed_and_stopped_wherever_they_are() {
        // Far from the origin, on each axis.
        for step in [(1, 0), (0, 1), (1, -1)] {
            let four = row('o', (1000, -2000), step, 4);
            let others = row('x', (1003, -1996), (2, -1), 4);
            let won = ask(&format!(r#"{{"to_move":"o","cells":[{four},{others}]}}"#)).unwrap();
            let at = |i: i32| (1000 + i * step.0, -2000 + i * step.1);
            let mut ends = [[at(-2), at(-1)], [at(-1), at(4)], [at(4), at(5)]];
            ends.iter_mut().for_each(|pair| pair.sort_unstable());
            assert!(ends.iter().any(|pair| pair[..] == cells(&won)), "{won:?}");
            let evaluation = won.chosen.evaluation.unwrap();
            assert_eq!((evaluation.heuristic, evaluation.win_in), (-1.0, None));
            let stopped = ask(&format!(r#"{{"to_move":"x","cells":[{four},{others}]}}"#)).unwrap();
            let near = [at(-2), at(-1), at(4), at(5)];
            assert!(cells(&stopped).iter().filter(|cell| near.contains(cell)).count() == 2, "{stopped:?}");
        }
    }

    #[test]
    fn a_turn_always_has_two_stones_except_the_first() {
        let first = ask(r#"{"to_move":"x","cells":[]}"#).unwrap();
        assert_eq!(cells(&first), [(0, 0)]);
        let five = row('x', (0, 0), (1, 0), 5);
        let won = ask(&format!(r#"{{"to_move":"x","cells":[{five},{}]}}"#, row('o', (0, 3), (2, 0), 4))).unwrap();
        let cells = cells(&won);
        assert!(cells.len() == 2 && (cells.contains(&(5, 0)) || cells.contains(&(-1, 0))), "{cells:?}");
        assert_eq!(won.chosen.evaluation.unwrap().heuristic, 1.0);
    }

    /// Circle has two open fours: cross can't stop both, and loses in the second turn after its own.
    #[test]
    fn a_lost_position_has_its_distance() {
        let fours = [row('o', (0, 0), (1, 0), 4), row('o', (0, 8), (1, 0), 4)].join(",");
        let lost = ask(&format!(r#"{{"to_move":"x","cells":[{fours},{}]}}"#, row('x', (20, 0), (3, 1), 3))).unwrap();
        let evaluation = lost.chosen.evaluation.unwrap();
        assert_eq!((evaluation.heuristic, evaluation.win_in), (-1.0, Some(-1)));
    }

    #[test]
    fn what_is_not_a_position_is_refused() {
        let twice = format!("{},{}", row('x', (1, 1), (0, 0), 2), row('o', (5, 0), (1, 0), 1));
        let error = |cells: &str| ask(&format!(r#"{{"to_move":"x","cells":[{cells}]}}"#)).unwrap_err().to_string();
        assert_eq!(error(&twice), "there is a stone on [1,1] already");
        assert_eq!(error(&row('o', (0, 0), (1, 0), 6)), "circle has six in a row: the game is over");
        let far = error(&row('o', (i32::MAX, 0), (0, 0), 1));
        assert!(far.starts_with("[2147483647,0] is too far"), "{far}");
        for limit in ["-1", "1e400"] {
            let text = format!(
                r#"{{"board":{{"to_move":"x","cells":[{}]}},"time_limit":{limit}}}"#,
                row('x', (0, 0), (1, 0), 1)
            );
            let Ok(request) = serde_json::from_str(&text) else { continue };
            assert_eq!(answer(&mut seat(), &request, Duration::from_secs(1)), Err(TurnError::TimeLimit));
        }
    }
}
