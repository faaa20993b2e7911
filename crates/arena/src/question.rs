//! Requests to external programs, in the texts of protocols.

use crate::Clocks;
use duiyi_game::{History, Notation};

/// A game in the notation of protocols.
pub(crate) struct Transcript {
    /// The initial position.
    start: String,
    /// The turns since then, including the opening.
    turns: Vec<String>,
    /// A later start, if requested.
    reduced: Option<(String, usize)>,
}

impl Transcript {
    /// The whole game.
    pub(crate) fn new<G: Notation>(game: &History<G>) -> Transcript {
        let mut then = game.start().clone();
        let start = then.write_position();
        let write = |turn: &[G::Move]| {
            let text = then.write_turn(turn);
            turn.iter().for_each(|&mv| drop(then.make(mv)));
            text
        };
        Transcript { start, turns: game.turns().map(write).collect(), reduced: None }
    }

    /// The game with an additional later start: the position after the last irreversible move, which
    /// is equivalent for rules that look back no further.
    pub(crate) fn with_reduced_start<G: Notation>(game: &History<G>) -> Transcript {
        Transcript { reduced: since_irreversible(game), ..Transcript::new(game) }
    }

    /// The request with these clocks.
    pub(crate) fn question<'a>(&'a self, clocks: Clocks<'a>) -> Question<'a> {
        let reduced = self.reduced.as_ref().map(|(position, turns)| (position.as_str(), *turns));
        Question { start: &self.start, turns: &self.turns, reduced, clocks }
    }
}

/// The position after the last irreversible move, and the number of turns to it; `None` if it is
/// the start.
fn since_irreversible<G: Notation>(game: &History<G>) -> Option<(String, usize)> {
    if !G::ALTERNATES || game.now().reversible() >= game.moves().len() {
        return None;
    }
    let (position, moves) = game.since_irreversible();
    Some((position.write_position(), game.moves().len() - moves.len()))
}

/// A request to an external program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question<'a> {
    /// The initial position.
    pub(crate) start: &'a str,
    /// The turns since then, including the opening.
    pub(crate) turns: &'a [String],
    /// A later start, equivalent for rules that look back no further than the last irreversible
    /// move, and the number of `turns` to it.
    pub(crate) reduced: Option<(&'a str, usize)>,
    /// The clocks.
    pub(crate) clocks: Clocks<'a>,
}
