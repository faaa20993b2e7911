//! The games that the engine plays, for a program that keeps them.
//!
//! Each protocol has its own way to play, take back, set up and begin anew, and some give the
//! whole game again before every turn. So what was played is followed from outside: the board of
//! the session is looked at after every line and every answer, and compared with what it was.

use duiyi_game::{History, Notation};

/// A game that the engine has played, as far as it went.
#[derive(Debug)]
pub struct PlayedGame<'a, G: Notation> {
    /// The game. It has no outcome if it was left before the rules ended it.
    pub game: &'a History<G>,
    /// Which sides the engine has played, the first side first.
    pub own: [bool; 2],
}

/// What is called with every game that the engine has played.
///
/// That is when the rules have ended it, when another one begins, or at the end of the session.
/// A game that is given again from its beginning goes on, and so does one of which no more than
/// two turns are taken back; one that was over and is taken back is told again at its end.
/// Searches without a limit (`go infinite`) are analysis, and games without a turn of the engine
/// are not told. UCCI gives the position after the last capture: there each begins another game.
pub type OnGameEnd<G> = Box<dyn FnMut(&PlayedGame<'_, G>)>;

/// Turns that may be taken back at once in one game: the engine's, and the one that it answered.
const TAKEN_BACK: usize = 2;

/// A game, and what is known of it.
struct Course<G: Notation> {
    game: History<G>,
    own: [bool; 2],
    told: bool,
}

impl<G: Notation> Course<G> {
    fn new(game: History<G>) -> Course<G> {
        Course { game, own: [false; 2], told: false }
    }

    /// How many moves it has in common with another one; `None` if they begin differently.
    fn shared(&self, other: &History<G>) -> Option<usize> {
        let (one, two) = (self.game.start(), other.start());
        let same = one.key() == two.key() && one.rules() == two.rules() && one.write_position() == two.write_position();
        let moves = self.game.moves().iter().zip(other.moves());
        same.then(|| moves.take_while(|(one, two)| one == two).count())
    }

    /// How many of its turns reach beyond so many moves.
    fn turns_beyond(&self, moves: usize) -> usize {
        let ends = self.game.turns().scan(0, |end, turn| {
            *end += turn.len();
            Some(*end)
        });
        ends.filter(|&end| end > moves).count()
    }
}

/// Follows the games of a session.
pub(crate) struct Played<G: Notation> {
    tell: Option<OnGameEnd<G>>,
    course: Course<G>,
    /// Moves of the engine's last turn that are not on the session's board: in UCI and UCCI the
    /// front end puts them there.
    ahead: usize,
    /// The game with a turn that the engine has just chosen, and the moves of that turn.
    answered: Option<(History<G>, usize)>,
    /// The game before a new one was begun, until the new one is seen not to be the same, given again.
    before: Option<Course<G>>,
}

impl<G: Notation> Played<G> {
    pub(crate) fn new(tell: Option<OnGameEnd<G>>, board: &History<G>) -> Played<G> {
        Played { tell, course: Course::new(board.clone()), ahead: 0, answered: None, before: None }
    }

    /// The engine has chosen a turn, which is the last one of this game.
    pub(crate) fn answered(&mut self, game: &History<G>, moves: usize) {
        if self.tell.is_some() && moves > 0 {
            self.answered = Some((game.clone(), moves));
        }
    }

    /// Looks at the board.
    pub(crate) fn look(&mut self, board: &History<G>) {
        if self.tell.is_none() {
            return;
        }
        self.take_answer(board);
        let seen = self.course.game.moves().len() - self.ahead;
        let unchanged = board.moves().len() == seen && self.course.shared(board) == Some(seen);
        if !unchanged {
            self.ahead = 0;
            self.follow(board);
        }
        if self.course.game.outcome().is_some() {
            self.tell_course();
        }
    }

    /// Adds the engine's turn.
    fn take_answer(&mut self, board: &History<G>) {
        let Some((game, moves)) = self.answered.take() else { return };
        let Some(mover) = game.movers().next_back() else { return };
        let before = game.moves().len() - moves;
        // GTP may put the first stone of a turn there, and the rest at the next question.
        let on_board = Course::new(game.clone()).shared(board).is_some_and(|shared| shared > before);
        self.ahead = if on_board { 0 } else { moves };
        self.follow(if on_board { board } else { &game });
        self.course.own[mover.index()] = true;
    }

    /// Takes the course of a board: it goes on, a little is taken back, or it is another game.
    fn follow(&mut self, board: &History<G>) {
        let is_same =
            |course: &Course<G>| course.shared(board).is_some_and(|shared| course.turns_beyond(shared) <= TAKEN_BACK);
        if is_same(&self.course) {
            let longer = self.course.shared(board) == Some(self.course.game.moves().len());
            self.course.told &= longer;
            self.course.game = board.clone();
        } else {
            self.tell_course();
            self.course = Course::new(board.clone());
        }
        let Some(before) = &self.before else { return };
        let shared = before.shared(board);
        if shared.is_some_and(|shared| shared == board.moves().len() && shared < before.game.moves().len()) {
            // So far it is the same.
            return;
        }
        let Some(mut before) = self.before.take() else { return };
        // A new game that was begun as such, and begins differently, is another one however short the last was.
        if shared != Some(0) && is_same(&before) {
            for (own, was) in self.course.own.iter_mut().zip(before.own) {
                *own |= was;
            }
        } else {
            self.tell_of(&mut before);
        }
    }

    /// A new game is begun; the board is still that of the last one.
    pub(crate) fn new_game(&mut self, board: &History<G>) {
        self.look(board);
        let start = History::new(board.start().clone());
        let course = std::mem::replace(&mut self.course, Course::new(start));
        self.ahead = 0;
        if course.own != [false; 2]
            && !course.told
            && let Some(mut before) = self.before.replace(course)
        {
            self.tell_of(&mut before);
        }
    }

    /// The session ends.
    pub(crate) fn finish(&mut self, board: &History<G>) {
        self.look(board);
        if let Some(mut before) = self.before.take() {
            self.tell_of(&mut before);
        }
        self.tell_course();
    }

    fn tell_course(&mut self) {
        if let Some(tell) = &mut self.tell {
            self.course.tell_to(tell);
        }
    }

    fn tell_of(&mut self, course: &mut Course<G>) {
        if let Some(tell) = &mut self.tell {
            course.tell_to(tell);
        }
    }
}

impl<G: Notation> Course<G> {
    /// Tells of it once, if the engine has taken part.
    fn tell_to(&mut self, tell: &mut OnGameEnd<G>) {
        if self.own != [false; 2] && !self.told && !self.game.moves().is_empty() {
            tell(&PlayedGame { game: &self.game, own: self.own });
            self.told = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_connect6::Board;
    use duiyi_xiangqi::{Xiangqi, rulings::RuleSet};

    #[test]
    fn games_share_the_moves_up_to_the_first_other_one() {
        let game = |text| History::<Xiangqi>::read("", text).unwrap();
        let course = Course::new(game("moves h2e2 h9g7 h0g2"));
        let shared = |text| course.shared(&game(text));
        assert_eq!(shared("moves h2e2 h9g7 h0g2 i9h9"), Some(3));
        assert_eq!([shared("moves h2e2 h9g7"), shared("moves h2e2 b9c7 h0g2")], [Some(2), Some(1)]);
        assert_eq!([shared(""), shared("moves b2e2 h9g7 h0g2")], [Some(0), Some(0)]);
        assert_eq!(shared("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABN1 w"), None);
        // The same board by other rules.
        let other = Xiangqi::default().with_rules(RuleSet::CheckOnly);
        assert_eq!(other.write_position(), Xiangqi::default().write_position());
        assert_eq!(course.shared(&History::new(other)), None);
    }

    #[test]
    fn a_turn_is_beyond_the_moves_that_it_is_not_whole_in() {
        let course = Course::new(History::<Board>::read("Connect(7,7,4,2,1)", "moves A1 B2-C3 G7").unwrap());
        assert_eq!([0, 1, 2, 3, 4].map(|moves| course.turns_beyond(moves)), [3, 2, 2, 1, 0]);
    }
}
