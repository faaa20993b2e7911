//! Which of two spellings of moves the front end uses, for a game that has two.

use duiyi_game::{Notation, Reason, SecondSpelling};
use duiyi_player::{OptionError, OptionSpec, read_choice, shortened};

/// The value of the option that leaves the choice to what the front end writes.
const AUTO: &str = "auto";

/// Why a list of moves is in no spelling that is allowed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SpellingError {
    #[error("'{text}' has {option} {other}; expected {option} {expected}, as the option says")]
    Excluded { text: String, option: &'static str, other: &'static str, expected: &'static str },
    #[error("'{text}' has {option} {of_text}, but '{before}' before it {of_before}")]
    Mixed { text: String, before: String, option: &'static str, of_text: &'static str, of_before: &'static str },
    #[error("'{text}' has both {option} {} and {}", .names[0], .names[1])]
    Both { text: String, option: &'static str, names: [&'static str; 2] },
}

/// A spelling in use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spelling {
    /// The second one; none for the game's own.
    second: Option<SecondSpelling>,
}

impl Spelling {
    /// Reads a turn.
    pub(crate) fn read_turn<G: Notation>(self, now: &G, text: &str) -> Result<Vec<G::Move>, Reason> {
        let Some(second) = self.second else { return now.read_turn(text) };
        let own = (second.to_own)(text);
        now.read_turn(&own).map_err(|reason| {
            if own == text {
                reason
            } else {
                format!("'{text}' ({} {}: {own}): {reason}", second.option, second.names[0]).into()
            }
        })
    }

    /// Writes a move.
    pub(crate) fn write_move<G: Notation>(self, now: &G, mv: G::Move) -> String {
        self.spelled(now.write_move(mv))
    }

    /// Writes a turn.
    pub(crate) fn write_turn<G: Notation>(self, now: &G, turn: &[G::Move]) -> String {
        self.spelled(now.write_turn(turn))
    }

    /// Writes moves that follow one another.
    pub(crate) fn write_line<G: Notation>(self, now: &G, moves: &[G::Move]) -> String {
        let line = now.write_line(moves);
        let Some(second) = self.second else { return line };
        line.split(' ').map(second.to_second).collect::<Vec<_>>().join(" ")
    }

    /// A turn of the game's own spelling in this one.
    pub(crate) fn spelled(self, own: String) -> String {
        match self.second {
            Some(second) => (second.to_second)(&own),
            None => own,
        }
    }
}

/// The choice between the two spellings.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spellings {
    known: Option<SecondSpelling>,
    /// The one that the option says: 0 for the game's own, 1 for the second; none for `auto`.
    fixed: Option<usize>,
    /// The one that the front end has written last, as an index too.
    used: usize,
}

impl Spellings {
    /// Those of a game; its own is used.
    pub(crate) fn of<G: Notation>() -> Spellings {
        Spellings { known: G::SECOND_SPELLING, fixed: None, used: 0 }
    }

    /// The option that chooses, for a game with two.
    pub(crate) fn option(&self) -> Option<OptionSpec> {
        let SecondSpelling { option, names: [own, second], .. } = self.known?;
        Some(OptionSpec::combo(option, AUTO, [AUTO, own, second]))
    }

    /// Whether the option has this name.
    pub(crate) fn is_named(&self, name: &str) -> bool {
        self.known.is_some_and(|known| known.option == name)
    }

    /// Sets the option.
    pub(crate) fn set(&mut self, value: &str) -> Result<(), OptionError> {
        let Some(SecondSpelling { option, names: [own, second], .. }) = self.known else { return Ok(()) };
        self.fixed = read_choice(option, value, &[AUTO, own, second])?.checked_sub(1);
        Ok(())
    }

    /// The front end is of those that use the second spelling.
    pub(crate) fn prefer_second(&mut self) {
        self.used = 1;
    }

    /// The one in use.
    pub(crate) fn current(&self) -> Spelling {
        self.at(self.fixed.unwrap_or(self.used))
    }

    fn at(&self, index: usize) -> Spelling {
        Spelling { second: self.known.filter(|_| index == 1) }
    }

    /// The front end has written this one.
    pub(crate) fn note(&mut self, spelling: Spelling) {
        if self.fixed.is_none() {
            self.used = usize::from(spelling.second.is_some());
        }
    }

    /// The one of a list of turns: what the option says, what one of the turns needs, or the
    /// one in use.
    pub(crate) fn of_list(&self, turns: &[&str]) -> Result<Spelling, SpellingError> {
        let Some(SecondSpelling { option, names, fits, .. }) = self.known else { return Ok(self.current()) };
        let mut needed: Option<(usize, &str)> = None;
        for &turn in turns {
            let text = || shortened(turn);
            let index = match fits(turn) {
                [true, true] => continue,
                [false, false] => return Err(SpellingError::Both { text: text(), option, names }),
                [_, second] => usize::from(second),
            };
            if let Some(expected) = self.fixed.filter(|&fixed| fixed != index) {
                let (other, expected) = (names[index], names[expected]);
                return Err(SpellingError::Excluded { text: text(), option, other, expected });
            }
            match needed {
                Some((before, _)) if before == index => {}
                Some((before, first)) => {
                    let (of_text, of_before) = (names[index], names[before]);
                    return Err(SpellingError::Mixed {
                        text: text(),
                        before: shortened(first),
                        option,
                        of_text,
                        of_before,
                    });
                }
                None => needed = Some((index, turn)),
            }
        }
        Ok(needed.map_or(self.current(), |(index, _)| self.at(index)))
    }
}
