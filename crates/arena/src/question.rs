//! The question put to a program, in the texts of protocols.

use crate::Clocks;
use duiyi_game::{History, Notation};

/// A game as protocols write it.
pub(crate) struct Transcript {
    /// The position in which the game started.
    start: String,
    /// The turns since then, those of the opening among them.
    turns: Vec<String>,
    /// A later start, where it is asked for.
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

    /// The game with a later start as well: the position after the last irreversible move, which
    /// is equivalent for rules that look back no further.
    pub(crate) fn with_reduced_start<G: Notation>(game: &History<G>) -> Transcript {
        Transcript { reduced: since_irreversible(game), ..Transcript::new(game) }
    }

    /// The question at these clocks.
    pub(crate) fn question<'a>(&'a self, clocks: Clocks<'a>) -> Question<'a> {
        let reduced = self.reduced.as_ref().map(|(position, turns)| (position.as_str(), *turns));
        Question { start: &self.start, turns: &self.turns, reduced, clocks }
    }
}

/// The position after the last irreversible move, and how many turns led there; `None` if it is
/// the start.
fn since_irreversible<G: Notation>(game: &History<G>) -> Option<(String, usize)> {
    if !G::ALTERNATES || game.now().reversible() >= game.moves().len() {
        return None;
    }
    let (position, moves) = game.since_irreversible();
    Some((position.write_position(), game.moves().len() - moves.len()))
}

/// What a program is asked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question<'a> {
    /// The position in which the game started.
    pub(crate) start: &'a str,
    /// The turns since then, those of the opening among them.
    pub(crate) turns: &'a [String],
    /// A later start, equivalent for rules that look back no further than the last irreversible
    /// move, and how many of `turns` lead there.
    pub(crate) reduced: Option<(&'a str, usize)>,
    /// The clocks.
    pub(crate) clocks: Clocks<'a>,
}
