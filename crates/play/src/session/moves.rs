//! The actions of persons in a game: they move, take back, offer draws, claim and resign.

use super::{pictures::points, problem::State, state::Session};
use crate::message::Seat;
use duiyi_game::{Diagram, NodeId, Notation, Outcome, OutcomeKind, Side, Square, legal_moves};
use duiyi_search::Reason;
use std::time::Duration;

/// The maximum length of a comment in bytes, and the maximum number of marks of a position.
const MAX_COMMENT: usize = 10_000;
const MAX_MARKS: usize = 16;

impl<G: Notation + Diagram> Session<G> {
    /// Whether moves can be played from every position: the game is over, or only persons at one page and without clocks
    /// play it.
    pub(super) fn is_free(&self) -> bool {
        let played = self.players.has_engine() || self.game.clocks.is_some() || self.is_friendly();
        self.problem.is_none() && (self.game.is_over() || !played)
    }

    /// Whether two persons play for the result now, with clocks or at two pages.
    pub(super) fn is_contested(&self) -> bool {
        let played = self.game.clocks.is_some() || self.is_friendly();
        played && !self.game.is_over() && self.players.seats == [Seat::Person; 2]
    }

    /// The side of the player of a friendly game at a page that acts for these sides.
    pub(super) fn own_side(&self, acts: [bool; 2]) -> Option<Side> {
        match acts {
            [true, false] if self.is_friendly() => Some(Side::First),
            [false, true] if self.is_friendly() => Some(Side::Second),
            _ => None,
        }
    }

    /// Checks that a person may move in a position; the error is the reason otherwise.
    pub(super) fn expect_person(&self, at: NodeId) -> Result<(), Reason> {
        self.expect_no_editor()?;
        if self.problem.as_ref().is_some_and(|attempt| attempt.state == State::Checking) {
            return Err("the answer is being checked".into());
        }
        if self.is_free() {
            return Ok(());
        }
        if self.game.is_over() {
            return Err("the game is over".into());
        }
        if at != self.game.tip {
            return Err("variations can be played after the end of the game".into());
        }
        let side = self.game.to_move();
        match self.players.seat(side) {
            Seat::Person => Ok(()),
            Seat::Engine { .. } => Err(format!("{} is played by the engine", G::SIDES[side.index()]).into()),
        }
    }

    /// Checks that no position is being set up: until then the game rests, with its clocks.
    fn expect_no_editor(&self) -> Result<(), Reason> {
        if self.editor.is_some() { Err("a position is being set up".into()) } else { Ok(()) }
    }

    /// The position in which a person plays: without a number the last one of the game, unless it is over.
    ///
    /// # Errors
    /// If the game is over, there is no such position, or a person may not move there.
    pub(super) fn position_to_play(&self, at: Option<u32>) -> Result<NodeId, Reason> {
        if at.is_none() && self.game.is_over() {
            return Err("the game is over".into());
        }
        let at = at.map_or(Ok(self.game.tip), |at| self.position(at))?;
        self.expect_person(at).map(|()| at)
    }

    /// The position with a number.
    ///
    /// # Errors
    /// If there is no such position.
    pub(super) fn position(&self, at: u32) -> Result<NodeId, Reason> {
        let id = NodeId::new(at);
        self.game.tree.node(id).map(|_| id).ok_or_else(|| format!("the game has no position {at}").into())
    }

    /// A person plays moves in a position. Returns the position after them.
    pub(super) fn play_as_person(&mut self, at: NodeId, moves: &[G::Move], now: Duration) -> Result<NodeId, Reason> {
        self.room.grow(self.game.tree.bound() as usize + moves.len())?;
        if at != self.game.tip || self.game.is_over() {
            return self.game.vary(&self.description, at, moves);
        }
        self.play(moves, now)?;
        // The answer to a problem is checked when the turn is complete.
        let is_whole = self.game.to_move() != self.game.start().side_to_move() || self.game.is_over();
        if let Some(attempt) = self.problem.as_mut().filter(|_| is_whole) {
            attempt.state = State::Checking;
        }
        Ok(self.game.tip)
    }

    /// The moves that a person may play in a position, each as its squares.
    pub(super) fn playable(&self, at: NodeId) -> Vec<Vec<[u8; 2]>> {
        if self.expect_person(at).is_err() {
            return Vec::new();
        }
        let game = self.game.at(at);
        let now = game.now();
        legal_moves(now).into_iter().map(|mv| points(now.squares(mv))).collect()
    }

    /// A person plays the move with these squares. The error gives the reason if there is none.
    pub(super) fn play_squares(
        &mut self,
        at: Option<u32>,
        squares: &[[u8; 2]],
        now: Duration,
    ) -> Result<NodeId, Reason> {
        let at = self.position_to_play(at)?;
        let squares: Vec<Square> = squares.iter().map(|&[column, row]| Square { column, row }).collect();
        let game = self.game.at(at);
        let mv = legal_moves(game.now()).into_iter().find(|&mv| game.now().squares(mv).eq(squares.iter().copied()));
        let mv = mv.ok_or_else(|| game.now().refusal(&squares))?;
        self.play_as_person(at, &[mv], now)
    }

    /// A person plays a turn given as text, in the game's own notation or another one.
    pub(super) fn play_text(&mut self, at: Option<u32>, text: &str, now: Duration) -> Result<NodeId, Reason> {
        let at = self.position_to_play(at)?;
        let turn = self.read_turn(self.game.at(at).now(), text.trim())?;
        self.play_as_person(at, &turn, now)
    }

    /// Reads a turn in the game's own notation, in another one, or in its second spelling. The error is that of the
    /// own notation.
    fn read_turn(&self, now: &G, text: &str) -> Result<Vec<G::Move>, Reason> {
        now.read_turn(text).or_else(|reason| {
            let other = self.description.page.formats.read_turn.and_then(|read| read(now, text).ok());
            let second = || now.read_turn(&(G::SECOND_SPELLING?.to_own)(text)).ok();
            other.or_else(second).ok_or(reason)
        })
    }

    /// Changes the comment and the marks of a position.
    pub(super) fn annotate(&mut self, node: u32, comment: &str, marks: &[u8]) -> Result<(), Reason> {
        let id = self.position(node)?;
        if comment.len() > MAX_COMMENT || marks.len() > MAX_MARKS {
            return Err(format!("a comment has at most {MAX_COMMENT} bytes, and a position {MAX_MARKS} marks").into());
        }
        if let Some(node) = self.game.tree.node_mut(id) {
            (node.comment, node.marks) = (comment.to_owned(), marks.to_vec());
        }
        self.game.nodes.refresh(&self.game.tree);
        Ok(())
    }

    /// Writes the marks and the notes of the review into the game, in English (0) or in Chinese (1). Positions keep the
    /// marks and comments that they have.
    pub(super) fn keep_review(&mut self, language: usize) -> Result<(), Reason> {
        let review = self.review.as_ref().ok_or("there is no review")?;
        let notes: Vec<_> = review
            .notes()
            .map(|(ply, glyph, note)| (self.node_at(ply), glyph, note[language.min(1)].clone()))
            .collect();
        for (id, glyph, note) in notes {
            let Some(node) = self.game.tree.node_mut(id) else { continue };
            // The glyphs of a turn; greater ones assess a position.
            if !node.marks.iter().any(|&mark| mark <= 6) {
                node.marks.insert(0, glyph);
            }
            if !node.comment.contains(&note) && node.comment.len() + note.len() < MAX_COMMENT {
                node.comment = format!("{}\n{note}", node.comment).trim().to_owned();
            }
        }
        self.game.nodes.refresh(&self.game.tree);
        Ok(())
    }

    /// Makes the line through a position the main line.
    pub(super) fn promote(&mut self, node: u32) -> Result<(), Reason> {
        let id = self.position(node)?;
        self.expect_free()?;
        self.game.tree.promote(id);
        self.forget();
        self.game.follow_tree();
        Ok(())
    }

    /// Removes a position and everything after it. Returns the position before it.
    pub(super) fn remove(&mut self, node: u32) -> Result<NodeId, Reason> {
        let id = self.position(node)?;
        self.expect_free()?;
        let parent = self.game.tree.node(id).and_then(|node| node.parent()).unwrap_or(id);
        self.game.tree.remove(id);
        self.forget();
        self.game.follow_tree();
        Ok(parent)
    }

    /// Undoes the last change of the tree. Returns the position where it was made.
    pub(super) fn undo(&mut self) -> Result<NodeId, Reason> {
        self.expect_no_editor()?;
        let shown = self.edits.undo(&mut self.game).ok_or("there is nothing to undo")?;
        self.forget();
        Ok(shown)
    }

    /// Makes the last undone change again. Returns the position after it.
    pub(super) fn redo(&mut self) -> Result<NodeId, Reason> {
        self.expect_no_editor()?;
        let shown = self.edits.redo(&mut self.game).ok_or("there is nothing to redo")?;
        self.forget();
        Ok(shown)
    }

    fn expect_free(&self) -> Result<(), Reason> {
        if self.is_free() { Ok(()) } else { Err("the game is not over".into()) }
    }

    /// Takes back one turn, and more until a person is to move.
    pub(super) fn take_back(&mut self, now: Duration) -> Result<(), Reason> {
        self.expect_no_editor()?;
        if !self.players.seats.contains(&Seat::Person) {
            return Err("no person plays".into());
        }
        if self.problem.is_some() {
            return Err("turns of a problem cannot be taken back; start it again".into());
        }
        if self.is_friendly() && self.is_contested() {
            return Err("a turn of a friendly game is taken back if both players agree".into());
        }
        self.undo_turns(now, |session, side| session.players.seat(side) == Seat::Person)
    }

    /// Takes back turns until a side is to move for which `ends` holds.
    fn undo_turns(&mut self, now: Duration, ends: impl Fn(&Self, Side) -> bool) -> Result<(), Reason> {
        if self.game.ply() == 0 {
            return Err("there is nothing to take back".into());
        }
        self.forget();
        (self.game.draw_offer, self.game.take_back_offer) = (None, None);
        // The used time is not restored, also that of the turn under way.
        self.game.pause(now);
        // The last score is that of another position.
        self.players.last_score = None;
        loop {
            self.game.undo_turn();
            if ends(self, self.game.to_move()) || self.game.ply() == 0 {
                break;
            }
        }
        self.game.resume(now);
        Ok(())
    }

    /// A player of a friendly game asks to take back the last turn, or lets the other side take back its own.
    pub(super) fn ask_take_back(&mut self, acts: [bool; 2], now: Duration) -> Result<(), Reason> {
        let side = self.own_side(acts).ok_or("only a player of a friendly game asks to take back a turn")?;
        self.speaker(acts)?;
        if self.game.take_back_offer == Some(!side) {
            return self.undo_turns(now, |_, to_move| to_move == !side);
        }
        if !self.game.turns.list().iter().any(|turn| turn.side == side.index()) {
            return Err("there is nothing to take back".into());
        }
        self.game.take_back_offer = Some(side);
        Ok(())
    }

    /// Changes who plays from now on.
    pub(super) fn change_players(&mut self, seats: [Seat; 2]) -> Result<(), Reason> {
        self.players.change(seats, &self.description, self.game.start())?;
        self.queue.cancel();
        Ok(())
    }

    /// The side for which a person at a page that acts for these sides may resign, claim or offer a draw, if the game is
    /// not over.
    fn speaker(&self, acts: [bool; 2]) -> Result<Side, Reason> {
        self.expect_no_editor()?;
        if self.game.is_over() {
            return Err("the game is over".into());
        }
        self.own_side(acts).map_or_else(|| self.players.speaker(self.game.to_move()), Ok)
    }

    /// A person resigns.
    pub(super) fn resign(&mut self, acts: [bool; 2], now: Duration) -> Result<(), Reason> {
        let loser = self.speaker(acts)?;
        self.end(Outcome::win(!loser, "resignation").by(OutcomeKind::Players), now);
        Ok(())
    }

    /// Offers a draw or accepts the offer. An engine accepts if its last score is not better for its own side.
    pub(super) fn offer_draw(&mut self, acts: [bool; 2], now: Duration) -> Result<(), Reason> {
        let speaker = self.speaker(acts)?;
        let agreed = match self.players.seat(!speaker) {
            Seat::Person => self.game.draw_offer == Some(!speaker),
            Seat::Engine { .. } => {
                // Without a score the engine may be better.
                let score = self.players.last_score;
                let engines = score.map(|score| if speaker == Side::First { -score } else { score });
                if engines.is_none_or(|engines| engines > 0) {
                    return Err("the engine declines the draw".into());
                }
                true
            }
        };
        if agreed {
            self.end(Outcome::draw("agreement").by(OutcomeKind::Players), now);
        } else {
            self.game.draw_offer = Some(speaker);
        }
        Ok(())
    }

    /// Declines what the other side offers or asks for.
    pub(super) fn decline(&mut self, acts: [bool; 2]) -> Result<(), Reason> {
        self.expect_no_editor()?;
        if self.game.is_over() && self.rematch.is_none() {
            return Err("the game is over".into());
        }
        let speaker = self.own_side(acts).map_or_else(|| self.players.speaker(self.game.to_move()), Ok)?;
        let offers = [&mut self.game.draw_offer, &mut self.game.take_back_offer, &mut self.rematch];
        let declined = offers.into_iter().filter_map(|offer| offer.take_if(|offer| *offer != speaker)).count();
        if declined > 0 { Ok(()) } else { Err("nobody offers a draw".into()) }
    }

    /// Claims the result that the rules allow to be claimed.
    pub(super) fn claim(&mut self, acts: [bool; 2], now: Duration) -> Result<(), Reason> {
        self.speaker(acts)?;
        let claim =
            self.description.page.rulings.claim.ok_or_else(|| format!("nothing can be claimed in {}", G::NAME))?;
        let outcome = claim(self.game.now())?;
        self.end(outcome, now);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        Game, Games,
        description::Description,
        message::{Action, GameSetup, Seat},
        session::{AnySession, Session, ViewOptions},
    };
    use duiyi_connect6::{Rules, kit::kit};
    use std::{sync::Arc, time::Duration};

    const NOW: Duration = Duration::ZERO;

    /// A game of two persons after its first turn.
    fn begun() -> Box<dyn AnySession> {
        let games = Games::new([Game::new(kit("tictactoe", Rules::TIC_TAC_TOE))]);
        let mut session = games.open(&GameSetup { game: "tictactoe".to_owned(), ..GameSetup::default() }).unwrap();
        session.act(&Action::Turn { text: "B2".to_owned(), at: None }, NOW).unwrap();
        session
    }

    #[test]
    fn taking_back_a_turn_withdraws_the_offer_of_a_draw() {
        let mut session = begun();
        let mut offer = |action: &Action| {
            session.act(action, NOW).unwrap();
            session.view(ViewOptions::default(), NOW).state.draw_offer
        };
        assert_eq!([Action::Draw, Action::TakeBack].map(|action| offer(&action)), [Some(1), None]);
    }

    /// A game is stored with the players of the last turn, not with those of the first.
    #[test]
    fn changed_players_are_stored() {
        let games = Games::new([Game::new(kit("tictactoe", Rules::TIC_TAC_TOE))]);
        let mut session = begun();
        let seats = [Seat::Person, Seat::Engine { level: None }];
        session.act(&Action::Sit { seats }, NOW).unwrap();
        let mut restored = games.restore(&session.saved(NOW)).unwrap();
        for session in [&mut session, &mut restored] {
            assert_eq!(session.view(ViewOptions::default(), NOW).header.seats, seats);
        }
    }

    /// The score is from the first side's view.
    #[test]
    fn an_engine_accepts_a_draw_unless_it_is_better() {
        let engine = Seat::Engine { level: None };
        let description = Arc::new(Description::new(kit("tictactoe", Rules::TIC_TAC_TOE)));
        for (seats, score, accepted) in [
            ([Seat::Person, engine], Some(-5), false),
            ([Seat::Person, engine], Some(0), true),
            ([Seat::Person, engine], Some(5), true),
            ([Seat::Person, engine], None, false),
            ([engine, Seat::Person], Some(5), false),
            ([engine, Seat::Person], Some(-5), true),
            ([engine, Seat::Person], None, false),
        ] {
            let setup = GameSetup { seats, ..GameSetup::default() };
            let mut session = Session::new(Arc::clone(&description), &setup).unwrap();
            session.players.last_score = score;
            let refused = session.offer_draw([true; 2], NOW).err().map(|reason| reason.to_string());
            let expected = (!accepted).then_some("the engine declines the draw");
            assert_eq!((refused.as_deref(), session.game.is_over()), (expected, accepted), "{seats:?} {score:?}");
        }
    }

    #[test]
    fn marks_change_with_the_same_comment() {
        let mut session = begun();
        for marks in [vec![4], vec![2, 1], Vec::new()] {
            let note = Action::Annotate { node: 1, comment: "the centre".to_owned(), marks: marks.clone() };
            session.act(&note, NOW).unwrap();
            assert_eq!(session.nodes()[1].as_ref().unwrap().marks, marks);
        }
    }
}
