//! One game: asks the players in turn, checks every move, keeps the clocks, and
//! says how it ended.

use crate::{
    Adjudication, Board, Clock, Fault, GameResult, MoveRecord, Outcome, Player, Side, TimeControl, Turn,
    adjudication::Watch,
};
use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

/// The conditions of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Conditions {
    /// The time control of the first and of the second side.
    pub controls: [TimeControl; 2],
    /// How far beyond the flag is forgiven at each move.
    pub margin: Duration,
    /// When to end the game early.
    pub adjudication: Adjudication,
}

/// A game that has ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Finished {
    /// Who won.
    pub result: GameResult,
    /// Why, in words.
    pub reason: String,
    /// The fault by which a side forfeited it.
    pub forfeit: Option<(Side, Fault)>,
    /// Who made the first move.
    pub starts: Side,
    /// The moves played.
    pub moves: Vec<MoveRecord>,
}

/// Plays a game from a board set up by `start`. `None` if `stop` was raised
/// meanwhile.
pub fn play_game(
    board: &mut dyn Board,
    start: &str,
    players: [&mut dyn Player; 2],
    conditions: &Conditions,
    stop: &AtomicBool,
) -> Option<Finished> {
    let mut record = Vec::new();
    let starts = board.side_to_move();
    match play(board, start, players, conditions, stop, &mut record) {
        Ok(outcome) => outcome.map(|outcome| Finished {
            result: GameResult::won_by(outcome.winner),
            reason: outcome.reason,
            forfeit: None,
            starts,
            moves: record,
        }),
        Err((side, fault)) => Some(Finished {
            result: GameResult::won_by(Some(!side)),
            reason: fault.to_string(),
            forfeit: Some((side, fault)),
            starts,
            moves: record,
        }),
    }
}

fn play(
    board: &mut dyn Board,
    start: &str,
    players: [&mut dyn Player; 2],
    conditions: &Conditions,
    stop: &AtomicBool,
    record: &mut Vec<MoveRecord>,
) -> Result<Option<Outcome>, (Side, Fault)> {
    let mut clocks = conditions.controls.map(|control| Clock::new(control, conditions.margin));
    let mut watch = Watch::default();
    let mut moves = Vec::new();
    for side in [Side::First, Side::Second] {
        players[side.index()].new_game().map_err(|fault| (side, fault))?;
    }
    loop {
        if let Some(outcome) = board.outcome() {
            return Ok(Some(outcome));
        }
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let side = board.side_to_move();
        let lose = |fault| (side, fault);
        let reduced = board.since_irreversible();
        let turn = Turn {
            start,
            moves: &moves,
            reduced: reduced.as_ref().map(|(position, plies)| (position.as_str(), *plies)),
            side,
            clocks: [&clocks[0], &clocks[1]],
        };
        let answer = players[side.index()].choose(&turn).map_err(lose)?;
        let left = clocks[side.index()].left();
        // A late move is not played, but the time it took belongs to the record.
        let in_time = clocks[side.index()].charge(answer.elapsed);
        let overstep = left.map_or(Duration::ZERO, |left| answer.elapsed.saturating_sub(left));
        let entry = MoveRecord::new(&answer, overstep);
        if let Err(overstep) = in_time {
            record.push(MoveRecord { late: true, ..entry });
            return Err(lose(Fault::Time(overstep)));
        }
        board.play(&answer.mv).map_err(|illegal| lose(Fault::IllegalMove(illegal.to_string())))?;
        record.push(entry);
        moves.push(answer.mv);
        // An end by the rules goes before one by the scores.
        if board.outcome().is_none()
            && let Some(outcome) = watch.after_move(&conditions.adjudication, side, answer.score)
        {
            return Ok(Some(outcome));
        }
    }
}
