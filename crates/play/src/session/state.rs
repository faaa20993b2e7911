//! A session: one game with its players, its analysis and its editor.

use super::{
    analysis::Analysis,
    clocks::Clocks,
    editor::Editor,
    edits::Edits,
    live_game::LiveGame,
    options::ViewOptions,
    players::Players,
    problem::{ProblemAttempt, State},
    proof::Proof,
    queue::JobQueue,
    review::Review,
};
use crate::{
    description::Description,
    memory::PositionRoom,
    message::{EditorStep, GameSetup, ProblemId, SavedGame, Seat},
};
use duiyi_game::{Diagram, GameTree, History, NodeId, Notation, Outcome, OutcomeKind, Side};
use duiyi_search::Reason;
use std::{sync::Arc, time::Duration};

/// One game under way.
pub struct Session<G: Notation> {
    pub(super) description: Arc<Description<G>>,
    /// The setup of the game, without its position.
    setup: GameSetup,
    pub(super) game: LiveGame<G>,
    pub(super) players: Players<G>,
    /// The memory of its positions.
    pub(super) room: PositionRoom,
    /// The job of an engine.
    pub(super) queue: JobQueue<G>,
    pub(super) analysis: Analysis<G>,
    /// The review of the game, if requested.
    pub(super) review: Option<Review<G>>,
    /// The position that is being set up.
    pub(super) editor: Option<Editor<G>>,
    /// The changes of the tree that can be undone.
    pub(super) edits: Edits<G>,
    /// The proof under search or on the board.
    pub(super) proof: Option<Proof<G>>,
    /// The problem that is being solved.
    pub(super) problem: Option<ProblemAttempt>,
    /// Whether somebody has played or edited the game since it was opened.
    pub(super) touched: bool,
    /// The side that offers another game.
    pub(super) rematch: Option<Side>,
    /// The number of games begun after the first, from positions set up by hand or as rematches.
    pub(super) set_ups: u32,
}

impl<G: Notation + Diagram> Session<G> {
    /// Begins a game.
    ///
    /// # Errors
    /// If there is no such rule set, position, problem, level or time control.
    pub(crate) fn new(description: Arc<Description<G>>, setup: &GameSetup) -> Result<Session<G>, Reason> {
        let usual = description.kit.start.rules();
        let rules = if setup.rules.is_empty() { &usual } else { &setup.rules };
        let Some(id) = &setup.problem else {
            let history = History::read(rules, &setup.position)?;
            return Session::with(description, setup, history);
        };
        let problems =
            description.page.study.problems.as_ref().ok_or_else(|| format!("{} has no problems", G::NAME))?;
        let index = match id {
            ProblemId::Index(index) => Some(*index),
            ProblemId::Name(name) => problems.list.iter().position(|problem| problem.name == *name),
        };
        let (index, problem) =
            index.and_then(|index| Some((index, problems.list.get(index)?))).ok_or("there is no such problem")?;
        let asked: History<G> = History::read(rules, &problem.position)?;
        let history = if setup.position.is_empty() { asked.clone() } else { History::read(rules, &setup.position)? };
        if history.start().write_position() != asked.start().write_position() {
            // Another list of problems had another problem here, or a position was set up.
            let setup = GameSetup { problem: None, ..setup.clone() };
            return Session::with(description, &setup, history);
        }
        let attempt = ProblemAttempt::new(index, problem, 0);
        let problem = Some(ProblemId::Name(problem.name.clone()));
        let setup = GameSetup { seats: [Seat::Person; 2], clock: String::new(), problem, ..setup.clone() };
        let mut session = Session { problem: Some(attempt), ..Session::with(description, &setup, history)? };
        session.restore_problem();
        Ok(session)
    }

    /// Restores a stored game, without starting its clocks.
    ///
    /// # Errors
    /// If the setup is invalid, or a turn is illegal.
    pub(crate) fn restore(description: Arc<Description<G>>, saved: &SavedGame) -> Result<Session<G>, Reason> {
        let mut session = Session::new(description, &saved.begin)?;
        let mut tree = GameTree::new(session.game.start().clone());
        tree.read_moves(&saved.turns)?;
        session.room.grow(tree.bound() as usize)?;
        let clocks = session.game.clocks.take();
        session.game = LiveGame::with(&session.description, tree, saved.plies.unwrap_or(usize::MAX), clocks);
        session.game.restore_clocks(&saved.clocks);
        session.restore_problem();
        let side = |index| if index == 0 { Side::First } else { Side::Second };
        if let Some(ended) = saved.ended.clone().filter(|_| !session.game.is_over()) {
            // The clocks are stopped.
            session.end(Outcome::from(ended), Duration::ZERO);
        }
        session.game.draw_offer = saved.draw_offer.map(side);
        Ok(session)
    }

    /// Restores the progress in the problem of a stored game.
    fn restore_problem(&mut self) {
        let solver = self.game.start().side_to_move();
        let played = self.game.turns.list().iter().filter(|turn| turn.side == solver.index()).count() as u32;
        let (is_over, replies) = (self.game.is_over(), self.game.to_move() != solver);
        if let Some(attempt) = &mut self.problem {
            // Whether the last answer was not checked yet.
            let is_open = replies && !is_over && played > 0;
            *attempt = attempt.after(played - u32::from(is_open));
            if is_open {
                attempt.state = State::Checking;
            } else if is_over {
                attempt.state = State::Solved;
            }
        }
    }

    fn with(description: Arc<Description<G>>, setup: &GameSetup, history: History<G>) -> Result<Session<G>, Reason> {
        let room = description.memory.reserve_positions(history.moves().len() + 1)?;
        let clocks = Clocks::read(&setup.clock)?;
        let overlays = description.page.study.overlays.iter().enumerate();
        let usual =
            overlays.filter(|(_, overlay)| (overlay.is_usual)(history.start())).map(|(index, _)| index).collect();
        let players = Players::new(setup.seats, &description, history.start())?;
        Ok(Session {
            game: LiveGame::new(&description, history, clocks),
            description,
            setup: GameSetup { position: String::new(), ..setup.clone() },
            players,
            room,
            queue: JobQueue::new(),
            analysis: Analysis::new(usual),
            review: None,
            editor: None,
            edits: Edits::new(),
            proof: None,
            problem: None,
            touched: false,
            rematch: None,
            set_ups: 0,
        })
    }

    /// The game as it is stored.
    pub(super) fn save(&self, now: Duration) -> SavedGame {
        let begin = GameSetup {
            rules: self.game.start().rules(),
            position: self.game.start().write_position(),
            seats: self.players.seats,
            ..self.setup.clone()
        };
        SavedGame {
            begin,
            turns: self.game.tree.write_moves(),
            plies: (self.game.tree.main_line().len() > self.game.ply()).then(|| self.game.ply()),
            clocks: self.game.clocks.as_ref().map(|clocks| clocks.state(self.game.to_move(), now)).unwrap_or_default(),
            ended: self.game.ended(),
            draw_offer: self.game.draw_offer.map(Side::index),
        }
    }

    /// The position shown: the last one of the game if the wanted one does not exist.
    pub(super) fn shown(&self, options: ViewOptions) -> NodeId {
        options.node.filter(|&id| self.game.tree.node(id).is_some()).unwrap_or(self.game.tip)
    }

    /// The position that is analysed and proved.
    pub(super) fn analysed(&self) -> NodeId {
        self.shown(ViewOptions { node: self.analysis.node, ..ViewOptions::default() })
    }

    /// The name by which the game is offered.
    pub(super) fn offer(&self) -> &str {
        &self.setup.game
    }

    /// The time control, empty without one.
    pub(super) fn clock(&self) -> &str {
        &self.setup.clock
    }

    /// The names of the persons.
    pub(super) fn names(&self) -> &[String; 2] {
        &self.setup.names
    }

    /// Names the person who plays a side.
    pub(super) fn name_person(&mut self, side: usize, name: &str) -> Result<(), Reason> {
        let mut setup = self.setup.clone();
        setup.names[side] = name.to_owned();
        setup.check_texts()?;
        self.setup = setup;
        Ok(())
    }

    /// Whether two persons at two pages play for the result.
    pub(super) fn is_friendly(&self) -> bool {
        self.setup.friendly
    }

    /// Offers another game with the colours exchanged, or begins it if the other side has offered it.
    pub(super) fn offer_rematch(&mut self, acts: [bool; 2], now: Duration) -> Result<(), Reason> {
        let side = self.own_side(acts).ok_or("only the two players of a friendly game play another one")?;
        if !self.game.is_over() {
            return Err("the game is not over".into());
        }
        if self.rematch != Some(!side) {
            self.rematch = Some(side);
            return Ok(());
        }
        let [first, second] = self.setup.names.clone();
        let setup = GameSetup { names: [second, first], ..self.setup.clone() };
        let history = History::new(self.game.start().clone());
        let begun = Session::with(Arc::clone(&self.description), &setup, history)?;
        *self = Session { set_ups: self.set_ups + 1, ..begun };
        self.game.resume(now);
        Ok(())
    }

    /// Ends the game if the side to move has run out of time.
    pub(super) fn check_flag(&mut self, now: Duration) {
        if self.game.flag_falls().is_some_and(|falls| now > falls) {
            self.end(Outcome::win(!self.game.to_move(), "time").by(OutcomeKind::Forfeit), now);
        }
    }

    /// Ends the game.
    pub(super) fn end(&mut self, outcome: Outcome, now: Duration) {
        self.queue.cancel();
        // An undone edit would open the game again.
        self.edits.clear();
        self.game.end(outcome, now);
    }

    /// Plays moves of the side to move.
    pub(super) fn play(&mut self, moves: &[G::Move], now: Duration) -> Result<(), Reason> {
        let is_free = self.is_free();
        self.game.play(&self.description, moves, now)?;
        if !is_free {
            self.edits.clear();
        }
        self.forget();
        Ok(())
    }

    /// Discards results of searches, because the game has changed.
    pub(super) fn forget(&mut self) {
        self.queue.cancel();
        self.players.forget_failures();
        (self.review, self.analysis.finished, self.proof) = (None, None, None);
    }

    /// Carries out a step of the editor; the clocks are paused while a position is set up.
    pub(super) fn edit(&mut self, step: &EditorStep, now: Duration) -> Result<(), Reason> {
        let palette = self.description.page.palette.as_ref();
        let palette = palette.ok_or_else(|| format!("no position of {} can be set up here", G::NAME))?;
        match step {
            EditorStep::Begin => {
                let editor = Editor::new(palette, self.game.now());
                self.queue.cancel();
                self.game.pause(now);
                self.editor = Some(editor);
            }
            EditorStep::Leave => {
                self.editor = None;
                self.game.resume(now);
            }
            EditorStep::Take => {
                let position = self.editor.as_ref().ok_or("nothing is set up")?.position()?;
                // The new game is not an attempt at the problem before it.
                let setup = GameSetup { seats: self.players.seats, problem: None, ..self.setup.clone() };
                let begun = Session::with(Arc::clone(&self.description), &setup, History::new(position))?;
                *self = Session { set_ups: self.set_ups + 1, ..begun };
            }
            change => self.editor.as_mut().ok_or("nothing is set up")?.change(change)?,
        }
        Ok(())
    }
}
