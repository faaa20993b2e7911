//! Engines that speak a protocol of games with stones: what the steps of GTP and Piskvork share.

use super::{
    positions::random_games,
    report::{Entry, Step, Subject, run_steps, skip_steps},
    talk::{Checked, Stop, Talk, failed},
};
use crate::games::{LabGame, StoneBoard};
use duiyi_arena::Fault;
use duiyi_game::{Coordinates, History, Notation, Side};
use std::time::Duration;

/// An engine under test.
pub(super) struct Table<G: Notation> {
    pub(super) talk: Talk,
    pub(super) start: G,
    pub(super) board: StoneBoard<G>,
    pub(super) startup: Duration,
    /// Random games, from the empty board.
    pub(super) games: Vec<History<G>>,
}

impl<G: Notation> Table<G> {
    pub(super) fn new(game: &LabGame<G>, board: StoneBoard<G>, talk: Talk, startup: Duration, seed: u64) -> Table<G> {
        let start = game.start().clone();
        let games = random_games(&start, seed, 8);
        Table { talk, start, board, startup, games }
    }

    /// The columns and rows of the board.
    pub(super) fn size(&self) -> (u8, u8) {
        (self.board.size)(&self.start)
    }

    /// The stones of a game in order, with their owners.
    pub(super) fn stones(&self, game: &History<G>, names: Coordinates) -> Vec<(Side, String)> {
        let size = self.size();
        let name = |mv| (self.board.squares)(game.now(), mv).into_iter().map(move |at| names.write(size, at));
        let moves = game.moves().iter().zip(game.movers());
        moves.flat_map(|(&mv, side)| name(mv).map(move |name| (side, name))).collect()
    }

    /// Puts a stone of an engine on the board.
    pub(super) fn put(&self, game: &mut History<G>, names: Coordinates, text: &str) -> Result<(), Stop> {
        let read = names.read(self.size(), text).map_err(|error| error.to_string());
        let put = read.and_then(|at| {
            let mv = (self.board.move_on)(game.now(), at).ok_or_else(|| format!("no stone can be put on '{text}'"))?;
            game.play(mv).map_err(|illegal| illegal.to_string())
        });
        put.or_else(|reason| failed("a free point of the board", reason))
    }
}

impl<G: Notation> Subject for Table<G> {
    fn talk(&mut self) -> &mut Talk {
        &mut self.talk
    }

    fn prepare(&mut self) -> Result<(), Stop> {
        self.talk.start().or_else(|fault| failed("a start", fault.to_string()))?;
        Ok(())
    }
}

/// Runs the greeting, then the steps.
///
/// # Errors
/// If the engine does not start, or ends before the greeting.
pub(super) fn test<G: Notation>(
    mut table: Table<G>,
    greeting: &Step<Table<G>>,
    steps: &[Step<Table<G>>],
) -> Result<Vec<Entry>, Fault> {
    table.talk.start()?;
    let greeted: Checked = (greeting.check)(&mut table);
    if let Err(Stop::Failed { found, .. }) = &greeted
        && table.talk.has_ended()
    {
        return Err(Fault::Start(format!("it ended before its first answer: {found}")));
    }
    let answered = table.talk.has_answered();
    let first = Entry::new(greeting.name, greeted, &table.talk);
    let rest = if answered { run_steps(&mut table, steps) } else { skip_steps(steps, "no answer") };
    Ok(std::iter::once(first).chain(rest).collect())
}
