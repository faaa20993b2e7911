//! The texts of a game: names, rule sets, positions, moves and turns.

use crate::{Game, Verdict, legal_moves, shortened};
use alloc::{borrow::ToOwned, boxed::Box, format, string::String, vec, vec::Vec};

/// Why a text was not read, in the game's own words.
pub type Reason = Box<dyn core::error::Error + Send + Sync>;

/// A second spelling of moves, which other programs for the same game use: squares
/// whose ranks are counted from 1 instead of 0, say.
///
/// All texts are turns, as [`Notation::write_turn`] writes them or spelled the second way.
#[derive(Clone, Copy, Debug)]
pub struct SecondSpelling {
    /// What is counted or named in two ways, as the name of an option: `Ranks`.
    pub option: &'static str,
    /// The same in protocols that write names of options in lower case: `ranks`.
    pub lower: &'static str,
    /// The values of the option: the game's own spelling, then the second one.
    pub names: [&'static str; 2],
    /// Whether a text can be a turn of the game's own spelling and of the second one. A text
    /// that is not a turn of either can be both: its reader returns the error.
    pub fits: fn(&str) -> [bool; 2],
    /// A turn of the second spelling in the game's own; any other text unchanged.
    pub to_own: fn(&str) -> String,
    /// A turn of the game's own spelling in the second one; any other text unchanged.
    pub to_second: fn(&str) -> String,
}

/// A game that can be read and written.
///
/// Every reader takes what the writer of the same thing gives, and refuses what
/// makes no sense in the position: a move that it reads is legal.
pub trait Notation: Game + Clone + Send + Sync + 'static {
    /// The game in lower case, as protocols name a variant: `xiangqi`.
    const NAME: &'static str;

    /// What the sides are called, the first one first: `["Red", "Black"]`.
    const SIDES: [&'static str; 2];

    /// The names of the rule sets that people choose from, the usual one
    /// first; [`Notation::begin`] may read more. The empty name always stands for the usual one.
    const RULES: &'static [&'static str] = &[""];

    /// The position in which a game begins, by a rule set; an empty text is the
    /// usual one.
    ///
    /// # Errors
    /// If there is no such rule set; the text says which there are.
    fn begin(rules: &str) -> Result<Self, Reason>;

    /// The name of the position's rule set, so that [`Notation::begin`] reads it back.
    fn rules(&self) -> String {
        Self::RULES[0].to_owned()
    }

    /// Reads a position of the same rule set as `self`.
    ///
    /// # Errors
    /// What is wrong with the text or with the position.
    fn read_position(&self, text: &str) -> Result<Self, Reason>;

    /// Writes the position; never the words `moves` or `startpos`. The moves
    /// that led to it are not written.
    fn write_position(&self) -> String;

    /// A second spelling of moves, if other programs for the game use one. An engine reads
    /// and writes it where its front end does; the methods here do not.
    const SECOND_SPELLING: Option<SecondSpelling> = None;

    /// Reads a move that is legal here. The text has no blank. By default it is the legal move
    /// that [`Notation::write_move`] writes so.
    ///
    /// # Errors
    /// What is wrong with the text, or why the move is not legal.
    fn read_move(&self, text: &str) -> Result<Self::Move, Reason> {
        let moves = legal_moves(self);
        moves.iter().copied().find(|&mv| self.write_move(mv) == text).ok_or_else(|| {
            let expected = moves.iter().map(|&mv| self.write_move(mv)).collect::<Vec<_>>().join(", ");
            format!("'{}' is not a legal move: expected one of {expected}", shortened(text)).into()
        })
    }

    /// Writes a legal move, without a blank.
    fn write_move(&self, mv: Self::Move) -> String;

    /// Reads a turn: one move, or several moves of the side to move with `-`
    /// between them. It may be a part of a turn. What follows a move that ends
    /// the game is dropped, since most texts of such games have whole turns only.
    ///
    /// # Errors
    /// What is wrong with the first move that is wrong.
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

    /// Writes moves of the side to move so that [`Notation::read_turn`] reads them back.
    fn write_turn(&self, turn: &[Self::Move]) -> String {
        if let [mv] = turn {
            return self.write_move(*mv);
        }
        let (mut text, mut now) = (String::new(), self.clone());
        for &mv in turn {
            if !text.is_empty() {
                text.push('-');
            }
            text += &now.write_move(mv);
            now.make(mv);
        }
        text
    }

    /// Writes moves that follow one another, turn by turn, a blank between turns.
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

    /// PGN tags that the game's records have besides the usual ones, such as `("Game",
    /// "Chinese Chess")`.
    const RECORD_TAGS: &'static [(&'static str, &'static str)] = &[];

    /// A turn as the game's PGN writes it, given as [`Notation::write_turn`] writes it.
    fn record_turn(turn: &str) -> String {
        turn.to_owned()
    }

    /// Draws the position for a person, in characters.
    fn draw(&self) -> String;
}

/// The start of a game that has one rule set, whose name is empty: what [`Notation::begin`] gives there.
///
/// # Errors
/// If another rule set is asked for.
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
