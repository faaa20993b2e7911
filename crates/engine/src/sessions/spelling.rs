//! The spelling of moves that the front end uses, for a game with two spellings.

use crate::player::{OptionError, OptionSpec, read_choice};
use duiyi_game::{History, Notation, Reason, SecondSpelling, shortened};

/// The value of the option that follows the front end's own spelling.
const AUTO: &str = "auto";

/// The error for a list of moves in no allowed spelling.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SpellingError {
    #[error("'{text}' has {option} {other}; expected {option} {expected}, as set by the option")]
    Excluded { text: String, option: &'static str, other: &'static str, expected: &'static str },
    #[error("'{text}' has {option} {of_text}, but '{before}' before it {of_before}")]
    Mixed { text: String, before: String, option: &'static str, of_text: &'static str, of_before: &'static str },
    #[error("'{text}' has both {option} {} and {}", .names[0], .names[1])]
    Both { text: String, option: &'static str, names: [&'static str; 2] },
}

/// A spelling of moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spelling {
    /// The second spelling; `None` for the game's own.
    second: Option<SecondSpelling>,
}

impl Spelling {
    /// Reads a turn.
    pub(crate) fn read_turn<G: Notation>(self, now: &G, text: &str) -> Result<Vec<G::Move>, Reason> {
        let Some(second) = self.second else { return now.read_turn(text) };
        let own = (second.to_own)(text);
        let [own_name, second_name] = second.names;
        now.read_turn(&own).map_err(|reason| match second.option {
            _ if own == text => reason,
            option => format!("'{text}' is read with {option} {second_name}; with {own_name}, {reason}").into(),
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

    /// Writes a line of moves.
    pub(crate) fn write_line<G: Notation>(self, now: &G, moves: &[G::Move]) -> String {
        let line = now.write_line(moves);
        let Some(second) = self.second else { return line };
        line.split(' ').map(second.to_second).collect::<Vec<_>>().join(" ")
    }

    /// Converts a turn from the game's own spelling.
    pub(crate) fn spelled(self, own: String) -> String {
        match self.second {
            Some(second) => (second.to_second)(&own),
            None => own,
        }
    }
}

/// The index of a spelling and the first turn of a list that needs it.
type Needed<'a> = (usize, &'a str);

/// The choice between the two spellings.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spellings {
    known: Option<SecondSpelling>,
    /// The index set by the option: 0 for the game's own spelling, 1 for the second; `None` for `auto`.
    fixed: Option<usize>,
    /// The index of the spelling that the front end has used last.
    used: usize,
}

impl Spellings {
    /// The spellings of a game, with its own in use.
    pub(crate) fn of<G: Notation>() -> Spellings {
        Spellings { known: G::SECOND_SPELLING, fixed: None, used: 0 }
    }

    /// The option that selects the spelling, for a game with two.
    pub(crate) fn option(&self) -> Option<OptionSpec> {
        let SecondSpelling { option, lower, names: [own, second], .. } = self.known?;
        Some(OptionSpec::combo(option, AUTO, [AUTO, own, second]).ucci(lower))
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

    /// Uses the second spelling by default.
    pub(crate) fn prefer_second(&mut self) {
        self.used = 1;
    }

    /// The spelling in use.
    pub(crate) fn current(&self) -> Spelling {
        self.at(self.fixed.unwrap_or(self.used))
    }

    fn at(&self, index: usize) -> Spelling {
        Spelling { second: self.known.filter(|_| index == 1) }
    }

    /// The names of the spelling in use and of the other one, if a list of turns is legal only in the other.
    pub(crate) fn other_reads<G: Notation>(&self, start: &G, turns: &[&str]) -> Option<[String; 2]> {
        let SecondSpelling { option, names, .. } = self.known?;
        let used = self.fixed.unwrap_or(self.used);
        let reads = |index: usize| {
            let mut game = History::new(start.clone());
            turns.iter().all(|text| {
                let turn = self.at(index).read_turn(game.now(), text);
                turn.is_ok_and(|turn| game.play_turn(&turn).is_ok())
            })
        };
        let only_other = !reads(used) && reads(1 - used);
        only_other.then(|| [used, 1 - used].map(|index| format!("{option} {}", names[index])))
    }

    /// Records that the front end has used a spelling.
    pub(crate) fn note(&mut self, spelling: Spelling) {
        if self.fixed.is_none() {
            self.used = usize::from(spelling.second.is_some());
        }
    }

    /// The spelling of a list of turns: the one set by the option, required by one of the turns,
    /// or in use.
    pub(crate) fn of_list(&self, turns: &[&str]) -> Result<Spelling, SpellingError> {
        let mut needed = None;
        turns.iter().try_for_each(|turn| self.add_to_list(turn, &mut needed))?;
        Ok(self.needed(needed))
    }

    /// The spelling that the turns of a list need.
    pub(crate) fn needed(&self, needed: Option<Needed<'_>>) -> Spelling {
        needed.map_or(self.current(), |(index, _)| self.at(index))
    }

    /// Checks that a turn is in the spelling that the turns before it need.
    pub(crate) fn add_to_list<'a>(&self, turn: &'a str, needed: &mut Option<Needed<'a>>) -> Result<(), SpellingError> {
        let Some(SecondSpelling { option, names, fits, .. }) = self.known else { return Ok(()) };
        let text = || shortened(turn);
        let index = match fits(turn) {
            [true, true] => return Ok(()),
            [false, false] => return Err(SpellingError::Both { text: text(), option, names }),
            [_, second] => usize::from(second),
        };
        if let Some(expected) = self.fixed.filter(|&fixed| fixed != index) {
            let (other, expected) = (names[index], names[expected]);
            return Err(SpellingError::Excluded { text: text(), option, other, expected });
        }
        let (before, first) = *needed.get_or_insert((index, turn));
        if before != index {
            let (of_text, of_before) = (names[index], names[before]);
            return Err(SpellingError::Mixed { text: text(), before: shortened(first), option, of_text, of_before });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_xiangqi::Xiangqi;

    /// The index of the spelling of a list of turns, or the error.
    fn of(spellings: &mut Spellings, turns: &str) -> Result<usize, String> {
        let turns: Vec<&str> = turns.split_whitespace().collect();
        let spelling = spellings.of_list(&turns).map_err(|error| error.to_string())?;
        spellings.note(spelling);
        Ok(usize::from(spelling.second.is_some()))
    }

    #[test]
    fn a_list_selects_its_spelling_or_keeps_the_one_in_use() {
        let mut spellings = Spellings::of::<Xiangqi>();
        for (turns, index) in [
            ("", 0),
            ("h2e2 h9g7", 0),
            ("h3e3 h10g8 h1g3", 1),
            ("h3e3", 1),
            ("nonsense", 1),
            ("h2e2 h9g7 h0g2", 0),
            ("h3e3", 0),
            ("i10h10 i10h10", 1),
        ] {
            assert_eq!(of(&mut spellings, turns), Ok(index), "{turns}");
        }
        let refused = |turns| of(&mut spellings.clone(), turns).unwrap_err();
        assert_eq!(refused("h0g2 h9g7 i10i9"), "'i10i9' has Ranks 1-10, but 'h0g2' before it 0-9");
        assert_eq!(refused("i10i9 h0g2 i10i9"), "'h0g2' has Ranks 0-9, but 'i10i9' before it 1-10");
        assert_eq!(refused("h2e2 a0a10"), "'a0a10' has both Ranks 0-9 and 1-10");
    }

    #[test]
    fn the_option_overrides_the_spelling_of_the_front_end() {
        let mut spellings = Spellings::of::<Xiangqi>();
        spellings.prefer_second();
        assert_eq!(of(&mut spellings, "h3e3"), Ok(1));
        spellings.set("0-9").unwrap();
        spellings.prefer_second();
        assert_eq!(of(&mut spellings, "h2e2"), Ok(0));
        assert_eq!(
            of(&mut spellings, "h10g8").unwrap_err(),
            "'h10g8' has Ranks 1-10; expected Ranks 0-9, as set by the option"
        );
        spellings.set("auto").unwrap();
        assert_eq!(of(&mut spellings, "h3e3"), Ok(1), "the same as without the option");
        assert_eq!(of(&mut spellings, "h0g2"), Ok(0));
        spellings.set("1-10").unwrap();
        assert_eq!(of(&mut spellings, "h3e3"), Ok(1));
        assert!(of(&mut spellings, "h0g2").is_err());
        assert!(spellings.set("1").is_err());
        assert!(spellings.is_named("Ranks") && !spellings.is_named("Files"));
    }

    #[test]
    fn turns_are_read_and_written_in_the_spelling() {
        let (mut spellings, now) = (Spellings::of::<Xiangqi>(), Xiangqi::default());
        let own = spellings.current();
        spellings.prefer_second();
        let second = spellings.current();
        let line = duiyi_game::History::<Xiangqi>::read("", "moves h2e2 h9g7").unwrap().moves().to_vec();
        for (spelling, text) in [(own, "h2e2 h9g7"), (second, "h3e3 h10g8")] {
            let first = &text[..4];
            assert_eq!(spelling.write_line(&now, &line), text);
            assert_eq!(spelling.write_move(&now, line[0]), first);
            assert_eq!(spelling.write_turn(&now, &line[..1]), first);
            assert_eq!(spelling.spelled("h2e2".to_owned()), first);
            assert_eq!(spelling.read_turn(&now, first).unwrap(), line[..1]);
        }
        let refused = |spelling: Spelling, text| spelling.read_turn(&now, text).unwrap_err().to_string();
        assert_eq!(
            refused(second, "a1a10"),
            "'a1a10' is read with Ranks 1-10; with 0-9, a0a9: the rook on a0 cannot reach a9"
        );
        assert_eq!(refused(own, "a0a9"), "a0a9: the rook on a0 cannot reach a9");
        assert_eq!(refused(second, "z"), refused(own, "z"));
    }

    #[test]
    fn a_game_with_one_spelling_has_no_option() {
        let mut spellings = Spellings::of::<duiyi_connect6::Board>();
        assert!(spellings.option().is_none() && !spellings.is_named("Ranks"));
        spellings.prefer_second();
        assert_eq!(of(&mut spellings, "A1 B2-C3 h10g8 h0g2"), Ok(0));
    }
}
