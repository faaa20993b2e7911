//! A session of any told game: its seats, clocks and moves.

use super::{
    Description, ViewOptions, clocks::Clocks, editor::Editor, engine::Engine, engine::SharedEngine,
    problem::ProblemAttempt, problem::State, proof::Proof, review::Review, task::Goal, task::Running, turns::TurnList,
};
use crate::message::{EditorStep, GameEnd, GameSetup, SavedGame, SearchInfo, Seat};
use duiyi_game::{Diagram, History, Notation, Outcome, OutcomeKind, Side, Square, legal_moves};
use duiyi_player::Timing;
use duiyi_search::Reason;
use std::{sync::Arc, time::Duration};

/// One game.
pub struct Session<G: Notation> {
    pub(super) description: Arc<Description<G>>,
    /// As it was begun, but for the seats and the position.
    begun: GameSetup,
    pub(super) game: History<G>,
    pub(super) turns: TurnList<G>,
    pub(super) seats: [Seat; 2],
    pub(super) engines: [Option<SharedEngine<G>>; 2],
    pub(super) clocks: Option<Clocks>,
    /// The squares named so far of the next move.
    pub(super) chosen: Vec<Square>,
    pub(super) draw_offer: Option<Side>,
    /// What an engine is at.
    pub(super) running: Option<Running>,
    pub(super) tasks: u64,
    /// How often the engine that is to move has failed to find its turn.
    pub(super) failures: u32,
    /// What went wrong last, until something is played or asked for.
    pub(super) trouble: Option<&'static str>,
    pub(super) thought: Option<SearchInfo>,
    /// The position that is being set up.
    pub(super) editor: Option<Editor<G>>,
    /// How many moves the position that is looked at has behind it; the newest without a number.
    pub(super) looked: Option<usize>,
    /// How many of its best lines are wanted.
    pub(super) lines: usize,
    /// The analysis that is done.
    pub(super) analysed: Option<Goal>,
    /// Whether its static score is explained.
    pub(super) explains: bool,
    pub(super) review: Option<Review>,
    /// The turn that the review found best in the position that it looked at last.
    pub(super) best: Option<Vec<G::Move>>,
    /// What analyses and reviews.
    pub(super) analyst: Option<SharedEngine<G>>,
    /// What is shown on the board besides.
    pub(super) aids: Vec<usize>,
    pub(super) proof: Option<Proof<G>>,
    pub(super) problem: Option<ProblemAttempt>,
}

impl<G: Notation + Diagram + Timing> Session<G> {
    /// Begins a game.
    ///
    /// # Errors
    /// If rules, position, level or clock make no sense.
    pub fn new(description: Arc<Description<G>>, begin: &GameSetup) -> Result<Session<G>, Reason> {
        let rules = if begin.rules.is_empty() { description.rules } else { &begin.rules };
        let Some(index) = begin.problem else {
            let game = History::read(rules, &begin.position)?;
            return Session::with(description, begin, game, 0);
        };
        let problems = description.problems.as_ref().ok_or_else(|| format!("{} has no problems", G::NAME))?;
        let problem = problems.list.get(index).ok_or("there is no such problem")?;
        let attempt = ProblemAttempt::new(index, problem, problems.goal, 0);
        let game = History::read(rules, &problem.position)?;
        let begin = GameSetup { seats: [Seat::Person; 2], clock: String::new(), ..begin.clone() };
        Ok(Session { problem: Some(attempt), ..Session::with(description, &begin, game, 0)? })
    }

    /// Goes on with a game that was kept. Its clocks stand.
    ///
    /// # Errors
    /// If something of it makes no sense.
    pub fn restore(description: Arc<Description<G>>, saved: &SavedGame) -> Result<Session<G>, Reason> {
        let mut session = Session::new(description, &saved.begin)?;
        session.game.read_turns(saved.turns.split_whitespace())?;
        session.turns = TurnList::of(&session.description, &session.game);
        session.recount();
        if let Some(clocks) = &mut session.clocks {
            clocks.restore(&saved.clocks);
        }
        let side = |index| if index == 0 { Side::First } else { Side::Second };
        if let Some(GameEnd { winner, reason }) = saved.ended.clone().filter(|_| !session.is_over()) {
            session.end(Outcome { winner: winner.map(side), kind: OutcomeKind::Players, reason: reason.into() });
        }
        session.draw_offer = saved.draw_offer.map(side);
        Ok(session)
    }

    /// Counts the turns that are left of a problem.
    fn recount(&mut self) {
        let solver = self.game.start().side_to_move();
        let played = self.turns.list().iter().filter(|turn| turn.side == solver.index()).count() as u32;
        let (is_over, replies) = (self.is_over(), self.to_move() != solver);
        if let Some(attempt) = &mut self.problem {
            // The last answer was not checked yet.
            let is_open = replies && !is_over && played > 0;
            *attempt = attempt.after(played - u32::from(is_open));
            if is_open {
                attempt.state = State::Checking;
            } else if is_over {
                attempt.state = State::Solved;
            }
        }
    }

    /// A session of a game; so many tasks were given out before.
    fn with(
        description: Arc<Description<G>>,
        begin: &GameSetup,
        game: History<G>,
        tasks: u64,
    ) -> Result<Session<G>, Reason> {
        let mut session = Session {
            turns: TurnList::of(&description, &game),
            game,
            description,
            begun: GameSetup { position: String::new(), ..begin.clone() },
            seats: [Seat::Person; 2],
            engines: [None, None],
            clocks: Clocks::read(&begin.clock)?,
            chosen: Vec::new(),
            draw_offer: None,
            running: None,
            tasks,
            failures: 0,
            trouble: None,
            thought: None,
            editor: None,
            looked: None,
            lines: 0,
            analysed: None,
            explains: false,
            review: None,
            best: None,
            analyst: None,
            aids: Vec::new(),
            proof: None,
            problem: None,
        };
        session.sit(begin.seats)?;
        Ok(session)
    }

    /// The game as it can be kept.
    pub(super) fn save(&self, now: Duration) -> SavedGame {
        let turns: Vec<&str> =
            self.turns.list().iter().filter_map(|turn| turn.texts.last()).map(String::as_str).collect();
        let begin = GameSetup {
            rules: self.game.start().rules(),
            position: self.game.start().write_position(),
            seats: self.seats,
            ..self.begun.clone()
        };
        SavedGame {
            begin,
            turns: turns.join(" "),
            clocks: self.clocks.as_ref().map(|clocks| clocks.state(now)).unwrap_or_default(),
            ended: self.ended(),
            draw_offer: self.draw_offer.map(Side::index),
        }
    }

    /// How many moves the position that is seen has behind it.
    pub(super) fn seen(&self, options: ViewOptions) -> usize {
        let played = self.game.moves().len();
        options.ply.unwrap_or(played).min(played)
    }

    /// How many moves the position that was looked at last has behind it.
    pub(super) fn looked(&self) -> usize {
        self.seen(ViewOptions { ply: self.looked, ..ViewOptions::default() })
    }

    /// The name by which the game is offered.
    pub(super) fn offer(&self) -> &str {
        &self.begun.game
    }

    /// What the persons are called.
    pub(super) fn names(&self) -> &[String; 2] {
        &self.begun.names
    }

    /// Who plays from now on.
    pub(super) fn sit(&mut self, seats: [Seat; 2]) -> Result<(), Reason> {
        let engine = |seat| Engine::on(seat, &self.description, self.game.start());
        let engines = [engine(seats[0])?, engine(seats[1])?];
        self.stop_thinking();
        (self.seats, self.engines) = (seats, engines);
        (self.failures, self.trouble) = (0, None);
        Ok(())
    }

    /// What an engine is at is not wanted any more.
    pub(super) fn stop_thinking(&mut self) {
        if let Some(running) = self.running.take() {
            running.stop.stop();
        }
    }

    pub(super) fn to_move(&self) -> Side {
        self.game.now().side_to_move()
    }

    pub(super) fn is_over(&self) -> bool {
        self.game.outcome().is_some()
    }

    /// How the game ended, if it did.
    pub(super) fn ended(&self) -> Option<GameEnd> {
        let outcome = self.game.outcome()?;
        Some(GameEnd { winner: outcome.winner.map(Side::index), reason: outcome.reason.into_owned() })
    }

    /// When the flag of the side to move falls.
    pub(super) fn falls(&self) -> Option<Duration> {
        if self.is_over() { None } else { self.clocks.as_ref()?.falls(self.to_move()) }
    }

    /// The side to move loses if its time is over.
    pub(super) fn look_at_the_clock(&mut self, now: Duration) {
        if self.falls().is_some_and(|falls| now > falls) {
            self.end(Outcome::win(!self.to_move(), "time").by(OutcomeKind::Forfeit));
        }
    }

    /// The game is over.
    pub(super) fn end(&mut self, outcome: Outcome) {
        self.stop_thinking();
        self.game.declare(outcome);
        self.chosen.clear();
        self.draw_offer = None;
        if let Some(clocks) = &mut self.clocks {
            clocks.stop();
        }
    }

    /// A person has answered a problem, unless the turn is not whole yet.
    pub(super) fn answered(&mut self) {
        let solver = self.game.start().side_to_move();
        let is_whole = self.to_move() != solver || self.is_over();
        if let Some(attempt) = self.problem.as_mut().filter(|_| is_whole) {
            attempt.state = State::Checking;
        }
    }

    /// Plays moves of the side to move.
    pub(super) fn play(&mut self, moves: &[G::Move], now: Duration) -> Result<(), Reason> {
        let (side, before) = (self.to_move(), self.game.now().clone());
        self.game.play_turn(moves).map_err(|illegal| -> Reason { illegal.to_string().into() })?;
        self.turns.begin(&before);
        self.turns.made(&self.description, self.game.moves());
        self.forget();
        self.chosen.clear();
        // Who moves declines the offer of the other.
        self.draw_offer = self.draw_offer.filter(|&offer| offer == side);
        let turn_ends = self.to_move() != side || self.game.outcome().is_some();
        if let Some(clocks) = self.clocks.as_mut().filter(|_| turn_ends)
            && !clocks.moved(side, now)
        {
            self.end(Outcome::win(!side, "time").by(OutcomeKind::Forfeit));
        }
        if self.is_over()
            && let Some(clocks) = &mut self.clocks
        {
            clocks.stop();
        }
        Ok(())
    }

    /// A position is set up by hand; the clocks stand meanwhile.
    pub(super) fn set_up(&mut self, step: &EditorStep, now: Duration) -> Result<(), Reason> {
        let palette = self.description.palette.as_ref();
        let palette = palette.ok_or_else(|| format!("no position of {} can be set up here", G::NAME))?;
        match step {
            EditorStep::Begin => {
                let editor = Editor::of(palette, self.game.now());
                self.stop_thinking();
                self.chosen.clear();
                self.pause(now);
                self.editor = Some(editor);
            }
            EditorStep::Leave => {
                self.editor = None;
                self.resume(now);
            }
            EditorStep::Take => {
                let position = self.editor.as_ref().ok_or("nothing is set up")?.take()?;
                let begin = GameSetup { seats: self.seats, ..self.begun.clone() };
                *self = Session::with(Arc::clone(&self.description), &begin, History::new(position), self.tasks)?;
            }
            change => self.editor.as_mut().ok_or("nothing is set up")?.change(change)?,
        }
        Ok(())
    }

    /// The clock of the turn under way stands.
    pub(super) fn pause(&mut self, now: Duration) {
        if let Some(clocks) = &mut self.clocks {
            clocks.pause(now);
        }
    }

    /// It runs again.
    pub(super) fn resume(&mut self, now: Duration) {
        let stands = self.is_over() || self.editor.is_some();
        if let Some(clocks) = self.clocks.as_mut().filter(|_| !stands) {
            clocks.resume(now);
        }
    }

    /// A person may move.
    pub(super) fn expects_a_person(&self) -> Result<(), Reason> {
        if self.editor.is_some() {
            return Err("a position is being set up".into());
        }
        if self.problem.as_ref().is_some_and(|attempt| attempt.state == State::Checking) {
            return Err("the answer is being checked".into());
        }
        if self.is_over() {
            return Err("the game is over".into());
        }
        match self.seats[self.to_move().index()] {
            Seat::Person => Ok(()),
            Seat::Engine { .. } => Err(format!("{} is the engine's", G::SIDES[self.to_move().index()]).into()),
        }
    }

    /// The moves that begin with the squares chosen.
    pub(super) fn candidates(&self, chosen: &[Square]) -> Vec<G::Move> {
        let now = self.game.now();
        let begins = |&mv: &G::Move| now.squares(mv).take(chosen.len()).eq(chosen.iter().copied());
        legal_moves(now).into_iter().filter(begins).collect()
    }

    /// A person plays moves.
    pub(super) fn play_as_person(&mut self, moves: &[G::Move], now: Duration) -> Result<(), Reason> {
        self.play(moves, now)?;
        self.answered();
        Ok(())
    }

    pub(super) fn choose(&mut self, at: Square, now: Duration) -> Result<(), Reason> {
        self.expects_a_person()?;
        let mut chosen = self.chosen.clone();
        chosen.push(at);
        let mut candidates = self.candidates(&chosen);
        if candidates.is_empty() && chosen.len() > 1 {
            // Another piece is chosen instead, unless a move was meant.
            let other = self.candidates(&[at]);
            if other.is_empty() {
                let reason = self.game.now().why_not(&chosen);
                self.chosen.clear();
                return Err(reason);
            }
            (chosen, candidates) = (vec![at], other);
        }
        if candidates.is_empty() {
            return Err(self.game.now().why_not(&chosen));
        }
        match candidates[..] {
            [mv] if self.game.now().squares(mv).count() == chosen.len() => self.play_as_person(&[mv], now),
            _ => {
                self.chosen = chosen;
                Ok(())
            }
        }
    }

    /// What was found of the game does not hold any more.
    pub(super) fn forget(&mut self) {
        self.stop_thinking();
        (self.review, self.analysed, self.proof) = (None, None, None);
        (self.failures, self.trouble) = (0, None);
    }

    /// Takes turns back until a person is to move, at least one.
    pub(super) fn take_back(&mut self) -> Result<(), Reason> {
        if !self.seats.contains(&Seat::Person) {
            return Err("no person plays".into());
        }
        if self.problem.is_some() {
            return Err("a turn of a problem is not taken back; begin it again".into());
        }
        if self.game.moves().is_empty() {
            return Err("there is nothing to take back".into());
        }
        self.forget();
        self.chosen.clear();
        self.draw_offer = None;
        loop {
            self.game.undo_turn();
            self.turns.undone();
            if self.seats[self.to_move().index()] == Seat::Person || self.game.moves().is_empty() {
                break;
            }
        }
        // A game at the clock goes on without it being turned back.
        if let Some(clocks) = &mut self.clocks {
            clocks.stop();
        }
        Ok(())
    }

    /// The side that a person speaks for: the one to move, if two persons play.
    pub(super) fn speaker(&self) -> Result<Side, Reason> {
        if self.is_over() {
            return Err("the game is over".into());
        }
        match self.seats {
            [Seat::Person, Seat::Person] => Ok(self.to_move()),
            [Seat::Person, _] => Ok(Side::First),
            [_, Seat::Person] => Ok(Side::Second),
            _ => Err("no person plays".into()),
        }
    }

    /// Offers a draw or takes the offer. An engine takes one if its last score says that it does
    /// not stand better.
    pub(super) fn draw(&mut self) -> Result<(), Reason> {
        let speaker = self.speaker()?;
        let agreed = match self.seats[(!speaker).index()] {
            Seat::Person => self.draw_offer == Some(!speaker),
            Seat::Engine { .. } => {
                let own = self.thought.as_ref().map_or(1, |thought| thought.score);
                let engines = if speaker == Side::First { -own } else { own };
                if engines > 0 {
                    return Err("the engine plays on".into());
                }
                true
            }
        };
        if agreed {
            self.end(Outcome::draw("agreement").by(OutcomeKind::Players));
        } else {
            self.draw_offer = Some(speaker);
        }
        Ok(())
    }

    /// The draw that the other side offers is not taken.
    pub(super) fn decline(&mut self) -> Result<(), Reason> {
        let speaker = self.speaker()?;
        self.draw_offer.take_if(|offer| *offer != speaker).map(|_| ()).ok_or_else(|| "nobody offers a draw".into())
    }

    /// Claims the result that the rules allow to be claimed.
    pub(super) fn claim(&mut self) -> Result<(), Reason> {
        self.speaker()?;
        let claim = self.description.claim.ok_or_else(|| format!("nothing can be claimed in {}", G::NAME))?;
        let outcome = claim(self.game.now())?;
        self.end(outcome);
        Ok(())
    }
}
