//! Follows the games that the engine plays, for a program that records them.
//!
//! Each protocol has its own commands to play, take back, set up and begin a game, and some send
//! the whole game before every turn. Therefore the session's board is compared with its previous
//! state after every line and every answer.

use duiyi_game::{History, Notation};

/// A game that the engine has played, possibly unfinished.
#[derive(Debug)]
pub struct EngineGame<'a, G: Notation> {
    /// The game. It has no outcome if it was abandoned before the rules ended it.
    pub game: &'a History<G>,
    /// Which sides the engine has played, the first side first.
    pub own: [bool; 2],
}

/// The function that is called with every game that the engine has played.
///
/// It is called when the rules end the game, when another game begins, and at the end of the session.
/// A game that is sent again from its beginning is the same game, and so is one after at most two
/// turns were taken back; a finished game with turns taken back is reported again at its next end.
/// Searches without a limit (`go infinite`) count as analysis, and games without a turn of the engine
/// are not reported. UCCI sends the position after the last capture, so each capture begins a new game.
pub type OnGameEnd<G> = Box<dyn FnMut(&EngineGame<'_, G>)>;

/// The number of turns that may be taken back at once: the engine's turn and the opponent's before it.
const TAKEN_BACK: usize = 2;

/// A game with its state of reporting.
struct Course<G: Notation> {
    game: History<G>,
    own: [bool; 2],
    reported: bool,
}

impl<G: Notation> Course<G> {
    fn new(game: History<G>) -> Course<G> {
        Course { game, own: [false; 2], reported: false }
    }

    /// The number of initial moves shared with another game; `None` if they start from different positions.
    fn shared(&self, other: &History<G>) -> Option<usize> {
        let (one, two) = (self.game.start(), other.start());
        let same = one.key() == two.key() && one.rules() == two.rules() && one.write_position() == two.write_position();
        let moves = self.game.moves().iter().zip(other.moves());
        same.then(|| moves.take_while(|(one, two)| one == two).count())
    }

    /// The number of turns that end after more than `moves` moves.
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
    on_game_end: Option<OnGameEnd<G>>,
    course: Course<G>,
    /// The number of moves of the engine's last turn that are not on the session's board yet: in UCI
    /// and UCCI the front end sends them with the next position.
    ahead: usize,
    /// The game including the turn that the engine has just chosen, and the length of that turn.
    answered: Option<(History<G>, usize)>,
    /// The previous game, until the new one is known to be different.
    before: Option<Course<G>>,
}

impl<G: Notation> Played<G> {
    pub(crate) fn new(on_game_end: Option<OnGameEnd<G>>, board: &History<G>) -> Played<G> {
        Played { on_game_end, course: Course::new(board.clone()), ahead: 0, answered: None, before: None }
    }

    /// Records that the engine has chosen the last turn of this game, of `moves` moves.
    pub(crate) fn answered(&mut self, game: &History<G>, moves: usize) {
        if self.on_game_end.is_some() && moves > 0 {
            self.answered = Some((game.clone(), moves));
        }
    }

    /// Compares the board with its previous state.
    pub(crate) fn update(&mut self, board: &History<G>) {
        if self.on_game_end.is_none() {
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
            self.report_current();
        }
    }

    /// Adds the engine's turn.
    fn take_answer(&mut self, board: &History<G>) {
        let Some((game, moves)) = self.answered.take() else { return };
        let Some(mover) = game.movers().next_back() else { return };
        let before = game.moves().len() - moves;
        // GTP plays one stone of a turn at each `genmove`.
        let on_board = Course::new(game.clone()).shared(board).is_some_and(|shared| shared > before);
        self.ahead = if on_board { 0 } else { moves };
        self.follow(if on_board { board } else { &game });
        self.course.own[mover.index()] = true;
    }

    /// Continues the current game with the board, or begins another one.
    fn follow(&mut self, board: &History<G>) {
        let is_same =
            |course: &Course<G>| course.shared(board).is_some_and(|shared| course.turns_beyond(shared) <= TAKEN_BACK);
        if is_same(&self.course) {
            let longer = self.course.shared(board) == Some(self.course.game.moves().len());
            self.course.reported &= longer;
            self.course.game = board.clone();
        } else {
            self.report_current();
            self.course = Course::new(board.clone());
        }
        let Some(before) = &self.before else { return };
        let shared = before.shared(board);
        if shared.is_some_and(|shared| shared == board.moves().len() && shared < before.game.moves().len()) {
            // The new game may still be the previous one, sent again.
            return;
        }
        let Some(mut before) = self.before.take() else { return };
        // A game with a different first move is a new one, even if the previous game was short.
        if shared != Some(0) && is_same(&before) {
            for (own, was) in self.course.own.iter_mut().zip(before.own) {
                *own |= was;
            }
        } else {
            self.report(&mut before);
        }
    }

    /// Begins a new game; the board is still that of the previous one.
    pub(crate) fn new_game(&mut self, board: &History<G>) {
        self.update(board);
        let start = History::new(board.start().clone());
        let course = std::mem::replace(&mut self.course, Course::new(start));
        self.ahead = 0;
        if course.own != [false; 2]
            && !course.reported
            && let Some(mut before) = self.before.replace(course)
        {
            self.report(&mut before);
        }
    }

    /// Ends the session and reports unreported games.
    pub(crate) fn finish(&mut self, board: &History<G>) {
        self.update(board);
        if let Some(mut before) = self.before.take() {
            self.report(&mut before);
        }
        self.report_current();
    }

    fn report_current(&mut self) {
        if let Some(on_game_end) = &mut self.on_game_end {
            self.course.report(on_game_end);
        }
    }

    fn report(&mut self, course: &mut Course<G>) {
        if let Some(on_game_end) = &mut self.on_game_end {
            course.report(on_game_end);
        }
    }
}

impl<G: Notation> Course<G> {
    /// Reports the game once, if the engine has played in it.
    fn report(&mut self, on_game_end: &mut OnGameEnd<G>) {
        if self.own != [false; 2] && !self.reported && !self.game.moves().is_empty() {
            on_game_end(&EngineGame { game: &self.game, own: self.own });
            self.reported = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_connect6::Board;
    use duiyi_xiangqi::{Xiangqi, rulings::RuleSet};

    #[test]
    fn games_share_moves_up_to_the_first_difference() {
        let game = |text| History::<Xiangqi>::read("", text).unwrap();
        let course = Course::new(game("moves h2e2 h9g7 h0g2"));
        let shared = |text| course.shared(&game(text));
        assert_eq!(shared("moves h2e2 h9g7 h0g2 i9h9"), Some(3));
        assert_eq!([shared("moves h2e2 h9g7"), shared("moves h2e2 b9c7 h0g2")], [Some(2), Some(1)]);
        assert_eq!([shared(""), shared("moves b2e2 h9g7 h0g2")], [Some(0), Some(0)]);
        assert_eq!(shared("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABN1 w"), None);
        // The same board under different rules.
        let other = Xiangqi::default().with_rules(RuleSet::CheckOnly);
        assert_eq!(other.write_position(), Xiangqi::default().write_position());
        assert_eq!(course.shared(&History::new(other)), None);
    }

    #[test]
    fn a_turn_ends_after_all_its_moves() {
        let course = Course::new(History::<Board>::read("Connect(7,7,4,2,1)", "moves A1 B2-C3 G7").unwrap());
        assert_eq!([0, 1, 2, 3, 4].map(|moves| course.turns_beyond(moves)), [3, 2, 2, 1, 0]);
    }
}
