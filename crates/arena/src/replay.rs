//! Checks recorded games: the referee plays their turns again and has to come to the same result.

use crate::{
    Answer, Choice, Conditions, Contestant, Fault, Forfeit, GameRecord, MoveRecord, Setup, Turn, TurnReport, play_game,
};
use duiyi_clock::TimeControl;
use duiyi_game::{Notation, Side};
use std::{
    slice::Iter,
    sync::{Arc, Mutex, PoisonError, atomic::AtomicBool},
};

/// A side of a recorded game.
struct Recorded<'a> {
    /// The remaining turns of both sides.
    turns: Arc<Mutex<Iter<'a, MoveRecord>>>,
    /// The fault of this side, if it has forfeited the game.
    fault: Option<&'a Fault>,
}

impl Recorded<'_> {
    fn fault(&self) -> Fault {
        self.fault.cloned().unwrap_or_else(|| Fault::IllegalMove("the record ends before the game".to_owned()))
    }
}

impl<G: Notation> Contestant<G> for Recorded<'_> {
    fn new_game(&mut self, _start: &G) -> Result<(), Fault> {
        // A side that is not to move can only forfeit before the first turn.
        let has_turns = !self.turns.lock().unwrap_or_else(PoisonError::into_inner).as_slice().is_empty();
        if has_turns || self.fault.is_none() { Ok(()) } else { Err(self.fault()) }
    }

    fn choose(&mut self, turn: &Turn<'_, G>) -> Result<Answer<G::Move>, Fault> {
        let next = self.turns.lock().unwrap_or_else(PoisonError::into_inner).next();
        let played = next.filter(|next| !next.late).ok_or_else(|| self.fault())?;
        let report = TurnReport { score: played.score, ..TurnReport::default() };
        Ok(Answer { turn: Choice::read(turn.game.now(), played.mv.clone()), report })
    }
}

/// Why a recorded game is not one that ended so; `None` if it is. The conditions are those of the match; clocks are
/// not replayed.
pub(crate) fn mismatch<G: Notation>(start: &G, game: &GameRecord, conditions: Conditions<G>) -> Option<String> {
    let setup = match Setup::new(start, &game.opening) {
        Ok(setup) => setup,
        Err(error) => return Some(error.to_string()),
    };
    let turns = Arc::new(Mutex::new(game.moves.iter()));
    let side = |side: Side| {
        let by = |forfeit: &&Forfeit| forfeit.player == game.players[side.index()];
        Recorded { turns: Arc::clone(&turns), fault: game.forfeit.as_ref().filter(by).map(|forfeit| &forfeit.fault) }
    };
    let [mut first, mut second] = Side::BOTH.map(side);
    let conditions = Conditions { controls: [TimeControl::Infinite, TimeControl::Infinite], ..conditions };
    let finished = play_game(setup, [&mut first, &mut second], &conditions, &AtomicBool::new(false))?;
    let left = turns.lock().unwrap_or_else(PoisonError::into_inner).len();
    if left > 0 {
        return Some(format!("{left} turns after the end: {}", finished.reason));
    }
    let forfeits = finished.forfeit.as_ref().map(|(side, fault)| (game.players[side.index()].as_str(), fault));
    let recorded = game.forfeit.as_ref().map(|forfeit| (forfeit.player.as_str(), &forfeit.fault));
    if (finished.result, finished.starts, forfeits) != (game.result, game.starts, recorded)
        || finished.reason != game.ending.reason()
    {
        let (result, reason) = (finished.result, finished.reason);
        return Some(format!("{} by {}; the turns give {result} by {reason}", game.result, game.ending));
    }
    None
}
