//! Texts of a game: names, rule sets, positions, moves and turns.

use crate::{Game, Verdict, in_usual_order, legal_moves, shortened};
use alloc::{borrow::ToOwned, boxed::Box, format, string::String, vec, vec::Vec};

/// Why a text was rejected, as a message of the game.
pub type Reason = Box<dyn core::error::Error + Send + Sync>;

/// A second spelling of moves that other programs for the same game use: for example ranks counted
/// from 1 instead of 0.
///
/// All texts are turns, in the format of [`Notation::write_turn`] or in the second spelling.
#[derive(Clone, Copy, Debug)]
pub struct SecondSpelling {
    /// The name of the option that selects the spelling: `Ranks`.
    pub option: &'static str,
    /// The name in protocols whose option names are in lower case: `ranks`.
    pub lower: &'static str,
    /// The values of the option: the game's own spelling, then the second spelling.
    pub names: [&'static str; 2],
    /// Whether a text can be a turn in the game's own spelling, and in the second spelling. For a
    /// text that is a turn in neither, both may be true: reading it then returns the error.
    pub fits: fn(&str) -> [bool; 2],
    /// Converts a turn from the second spelling to the game's own; returns any other text
    /// unchanged.
    pub to_own: fn(&str) -> String,
    /// Converts a turn from the game's own spelling to the second; returns any other text
    /// unchanged.
    pub to_second: fn(&str) -> String,
}

/// A game with text formats.
///
/// Each reader accepts the output of its writer and rejects texts that are invalid in the position:
/// a move that it returns is legal.
pub trait Notation: Game + Clone + Send + Sync + 'static {
    /// The game's name in lower case, as protocols name a variant: `xiangqi`.
    const NAME: &'static str;

    /// The names of the sides, first side first: `["Red", "Black"]`.
    const SIDES: [&'static str; 2];

    /// The names of the rule sets to choose from, the standard one first; [`Notation::begin`] may
    /// accept more. The empty name always selects the standard rules.
    const RULES: &'static [&'static str] = &[""];

    /// The start position of a rule set; an empty name selects the standard rules.
    ///
    /// # Errors
    /// If the rule set is unknown; the message lists the known ones.
    fn begin(rules: &str) -> Result<Self, Reason>;

    /// The name of the position's rule set, so that [`Notation::begin`] reads it back.
    fn rules(&self) -> String {
        Self::RULES[0].to_owned()
    }

    /// Reads a position of the same rule set as `self`.
    ///
    /// # Errors
    /// Why the text or the position is invalid.
    fn read_position(&self, text: &str) -> Result<Self, Reason>;

    /// Writes the position; the text never contains the words `moves` or `startpos`, nor the moves
    /// that led to the position.
    fn write_position(&self) -> String;

    /// A second spelling of moves, if other programs for the game use one. An engine reads and
    /// writes the spelling of its front end; the methods of this trait do not.
    const SECOND_SPELLING: Option<SecondSpelling> = None;

    /// Reads a legal move. The text has no spaces. By default it compares the text with
    /// [`Notation::write_move`] of each legal move.
    ///
    /// # Errors
    /// Why the text is not a move, or the move is not legal.
    fn read_move(&self, text: &str) -> Result<Self::Move, Reason> {
        let moves = legal_moves(self);
        moves.iter().copied().find(|&mv| self.write_move(mv) == text).ok_or_else(|| {
            let expected = moves.iter().map(|&mv| self.write_move(mv)).collect::<Vec<_>>().join(", ");
            format!("'{}' is not a legal move: expected one of {expected}", shortened(text)).into()
        })
    }

    /// Writes a legal move, without spaces.
    fn write_move(&self, mv: Self::Move) -> String;

    /// Reads a turn: moves of the side to move, separated by `-`. The turn may be incomplete. Moves
    /// after the end of the game are ignored, since most game records contain whole turns only.
    ///
    /// # Errors
    /// Why the first invalid move is invalid.
    fn read_turn(&self, text: &str) -> Result<Vec<Self::Move>, Reason> {
        if Self::ALTERNATES {
            return Ok(vec![self.read_move(text)?]);
        }
        let (mut turn, mut now) = (Vec::new(), self.clone());
        for word in text.split('-') {
            if !turn.is_empty() && matches!(now.verdict(0), Verdict::Exact(..)) {
                break;
            }
            if now.side_to_move() != self.side_to_move() {
                return Err(format!("'{text}' has more moves than the turn").into());
            }
            let mv = now.read_move(word)?;
            now.make(mv);
            turn.push(mv);
        }
        Ok(turn)
    }

    /// Writes moves of the side to move, in their [usual order](in_usual_order), so that
    /// [`Notation::read_turn`] can read them.
    fn write_turn(&self, turn: &[Self::Move]) -> String {
        if let [mv] = turn {
            return self.write_move(*mv);
        }
        let (mut text, mut now) = (String::new(), self.clone());
        for mv in in_usual_order(self, turn) {
            if !text.is_empty() {
                text.push('-');
            }
            text += &now.write_move(mv);
            now.make(mv);
        }
        text
    }

    /// Writes a sequence of moves by turn, with a space between turns.
    fn write_line(&self, moves: &[Self::Move]) -> String {
        let (mut text, mut now) = (String::new(), self.clone());
        let mut rest = moves;
        while !rest.is_empty() {
            let (side, begin) = (now.side_to_move(), now.clone());
            let mut taken = 0;
            while taken < rest.len() && (taken == 0 || now.side_to_move() == side) {
                now.make(rest[taken]);
                taken += 1;
            }
            if !text.is_empty() {
                text.push(' ');
            }
            text += &begin.write_turn(&rest[..taken]);
            rest = &rest[taken..];
        }
        text
    }

    /// Additional PGN tags for records of the game, such as `("Game", "Chinese Chess")`.
    const RECORD_TAGS: &'static [(&'static str, &'static str)] = &[];

    /// Converts a turn from the format of [`Notation::write_turn`] to the format of the game's PGN.
    fn record_turn(turn: &str) -> String {
        turn.to_owned()
    }

    /// Draws the position in characters.
    fn draw(&self) -> String;
}

/// The start position of a game with a single, unnamed rule set, for [`Notation::begin`].
///
/// # Errors
/// If `rules` is not empty.
///
/// ```
/// assert_eq!(duiyi_game::only_rules::<u8>("").unwrap(), 0);
/// let error = duiyi_game::only_rules::<u8>("giveaway").unwrap_err();
/// assert_eq!(error.to_string(), "unknown rules 'giveaway': expected none");
/// ```
pub fn only_rules<G: Default>(rules: &str) -> Result<G, Reason> {
    if rules.is_empty() {
        Ok(G::default())
    } else {
        Err(format!("unknown rules '{}': expected none", shortened(rules)).into())
    }
}
