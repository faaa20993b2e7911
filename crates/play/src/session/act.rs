//! [`AnySession`] for a session.

use super::{any_session::AnySession, job::Job, options::ViewOptions, pictures::points, state::Session, view};
use crate::{
    message::{
        Action, Answer, DrawnBoard, ExploredMove, GameSetup, IndexEntry, MoveCount, NodeView, Order, SavedGame,
        SearchInfo, Seat, View,
    },
    text_record,
};
use duiyi_game::{Diagram, NodeId, Notation, Outcome, Side, shortened};
use duiyi_kit::page::Record;
use duiyi_search::Reason;
use std::{sync::Arc, time::Duration};

/// The number of turns of a game that a search compares.
const OPENING_TURNS: usize = 16;

/// The maximum number of turns of a line that is drawn.
const MAX_LINE: usize = 100;

impl<G: Notation + Diagram> Session<G> {
    /// The position that an action edits, if it is an edit that can be undone.
    fn edited(&self, action: &Action) -> Option<NodeId> {
        let at = match action {
            Action::Move { at, .. } | Action::Turn { at, .. } if self.is_free() => {
                at.map_or(self.game.tip, NodeId::new)
            }
            Action::TakeBack if self.is_free() => self.game.tip,
            Action::KeepReview { .. } => self.game.tip,
            Action::Annotate { node, .. } | Action::Promote { node } | Action::Remove { node } => NodeId::new(*node),
            _ => return None,
        };
        self.game.tree.node(at).map(|_| at)
    }

    /// Carries out an action and returns the position to show.
    fn carry_out_action(&mut self, action: &Action, acts: [bool; 2], now: Duration) -> Result<Option<NodeId>, Reason> {
        let overlays = &self.description.page.study.overlays;
        // An overlay that is usual shows what the rules say.
        let is_help =
            |index: &usize| overlays.get(*index).is_some_and(|overlay| !(overlay.is_usual)(self.game.start()));
        let helps = action.helps() || matches!(action, Action::Aids { on } if on.iter().any(is_help));
        if helps && self.is_contested() {
            return Err("two persons play: there is no help until the game is over".into());
        }
        match action {
            Action::Move { squares, at } => return self.play_squares(*at, squares, now).map(Some),
            Action::Turn { text, at } => return self.play_text(*at, text, now).map(Some),
            Action::Remove { node } => return self.remove(*node).map(Some),
            Action::Undo => return self.undo().map(Some),
            Action::Redo => return self.redo().map(Some),
            Action::Annotate { node, comment, marks } => self.annotate(*node, comment, marks)?,
            Action::KeepReview { language } => self.keep_review(*language)?,
            Action::Promote { node } => self.promote(*node)?,
            Action::TakeBack => self.take_back(now)?,
            Action::AskTakeBack => self.ask_take_back(acts, now)?,
            Action::Rematch => self.offer_rematch(acts, now)?,
            Action::Resign => self.resign(acts, now)?,
            Action::Draw => self.offer_draw(acts, now)?,
            Action::Decline => self.decline(acts)?,
            Action::Claim => self.claim(acts, now)?,
            Action::SetUp { step } => self.edit(step, now)?,
            Action::Analyse { lines } => self.analyse(*lines)?,
            Action::Review { milliseconds } => self.set_review(milliseconds.map(Duration::from_millis))?,
            Action::Explain { on } => self.analysis.explains = *on,
            Action::Aids { on } => {
                let overlays = 0..self.description.page.study.overlays.len();
                self.analysis.overlays = overlays.filter(|index| on.contains(index)).collect();
            }
            Action::Proof { step } => self.prove(step)?,
            Action::Show { .. } => {}
            Action::Sit { seats } => self.change_players(*seats)?,
        }
        Ok(None)
    }
}

impl<G: Notation + Diagram> AnySession for Session<G> {
    fn act_for(&mut self, action: &Action, acts: [bool; 2], now: Duration) -> Result<Option<NodeId>, Reason> {
        self.check_flag(now);
        let Some(at) = self.edited(action) else {
            let shown = self.carry_out_action(action, acts, now)?;
            self.touched |= action.plays();
            // What ends or changes a game otherwise is not undone. A position that was set up begins without edits.
            if action.plays() && !matches!(action, Action::SetUp { .. }) {
                self.edits.clear();
            }
            return Ok(shown);
        };
        let before = self.edits.before(&self.game, at);
        let shown = self.carry_out_action(action, acts, now)?;
        self.touched = true;
        self.edits.made(before, &self.game, shown);
        Ok(shown)
    }

    fn name_person(&mut self, side: usize, name: &str) -> Result<(), Reason> {
        Session::name_person(self, side, name)
    }

    fn look(&mut self, node: Option<NodeId>) {
        self.analysis.node = node;
        let analysed = self.analysed();
        self.proof.take_if(|proof| proof.node != analysed);
    }

    fn set_ups(&self) -> u32 {
        self.set_ups
    }

    fn tip(&self) -> NodeId {
        self.game.tip
    }

    fn nodes(&self) -> &[Option<Arc<NodeView>>] {
        self.game.nodes.views()
    }

    fn view(&mut self, options: ViewOptions, now: Duration) -> View {
        self.check_flag(now);
        view::view(self, options, now)
    }

    fn next_job(&mut self, now: Duration) -> Option<Job> {
        self.check_flag(now);
        self.schedule()
    }

    fn collect(&mut self, now: Duration) -> bool {
        match self.queue.take_answer() {
            Some((goal, answer)) => self.take(answer, goal, now),
            None => false,
        }
    }

    fn next_order(&mut self, now: Duration) -> Option<Order> {
        self.check_flag(now);
        Session::next_order(self, now)
    }

    fn is_working(&self) -> bool {
        self.queue.goal().is_some()
    }

    fn take_order(&mut self, answer: Answer<u32>, now: Duration) -> bool {
        Session::take_order(self, answer, now)
    }

    fn follow(&mut self, saved: &SavedGame) -> Result<bool, Reason> {
        Session::follow(self, saved)
    }

    fn carry_out(&mut self, order: &Order, report: &mut dyn FnMut(SearchInfo)) -> Answer<u32> {
        Session::carry_out(self, order, report)
    }

    fn flag_falls(&self) -> Option<Duration> {
        self.game.flag_falls()
    }

    fn saved(&self, now: Duration) -> SavedGame {
        self.save(now)
    }

    fn export(&self, format: &str) -> Result<(String, Vec<u8>), Reason> {
        let saved = self.save(Duration::ZERO);
        if format == text_record::NAME {
            return Ok((format!("{}.txt", self.offer()), text_record::write(&saved).into()));
        }
        let writers = &self.description.page.formats.writers;
        let writer = writers.iter().find(|writer| writer.name == format).ok_or_else(|| {
            let names: Vec<&str> = writers.iter().map(|writer| writer.name).chain([text_record::NAME]).collect();
            format!("unknown format '{}'; expected one of {}", shortened(format), names.join(", "))
        })?;
        let GameSetup { names, event, date, .. } = saved.begin;
        let (tree, ended) = (self.game.tree.clone(), saved.ended.map(Outcome::from));
        let record = Record { tree, names, event, date, ended, faults: Vec::new() };
        Ok((format!("{}.{}", self.offer(), writer.extension), (writer.write)(&record)?))
    }

    fn preview(&mut self, at: NodeId, line: &[String]) -> Result<DrawnBoard, Reason> {
        let at = self.position(at.index())?;
        if line.len() > MAX_LINE {
            return Err(format!("the line has {} turns; the limit is {MAX_LINE}", line.len()).into());
        }
        let mut game = self.game.at(at);
        game.read_turns(line.iter().map(String::as_str))?;
        let last = game.moves().last().map(|&mv| points(game.now().squares(mv))).unwrap_or_default();
        Ok(DrawnBoard { board: self.game.nodes.pictures.board(game.now()), last })
    }

    fn is_played(&self) -> bool {
        self.touched || !self.players.seats.contains(&Seat::Person)
    }

    fn index_entry(&self) -> IndexEntry {
        let player = |side: usize| match self.players.seats[side] {
            Seat::Person if self.names()[side].is_empty() => "person".to_owned(),
            Seat::Person => self.names()[side].clone(),
            Seat::Engine { level: None } => "engine".to_owned(),
            Seat::Engine { level: Some(level) } => format!("engine {level}"),
        };
        let turns = self.game.turns.list();
        let opening = |notation: usize| -> Vec<&str> {
            turns.iter().take(OPENING_TURNS).map(|turn| turn.texts[notation].as_str()).collect()
        };
        let notations = 0..self.description.page.formats.notations.len() + 1;
        IndexEntry {
            players: [0, 1].map(player),
            turns: turns.len(),
            openings: notations.map(|notation| opening(notation).join(" ")).collect(),
            kind: self.kind(),
            moves: self.indexed_moves(),
        }
    }

    fn kind(&self) -> String {
        let (columns, rows) = self.game.start().size();
        format!("{} {columns}x{rows}", self.offer())
    }

    fn key(&self, options: ViewOptions) -> u64 {
        self.game.at(self.shown(options)).now().canonical().0
    }

    fn played(&self, options: ViewOptions, counts: &[MoveCount]) -> Vec<ExploredMove> {
        self.played_in_games(self.shown(options), counts)
    }

    fn is_contested(&self) -> bool {
        Session::is_contested(self)
    }

    fn speaker(&self, acts: [bool; 2]) -> Option<usize> {
        let own = self.own_side(acts);
        own.or_else(|| self.players.speaker(self.game.to_move()).ok()).map(Side::index)
    }

    fn pause(&mut self, now: Duration) {
        self.game.pause(now);
    }

    fn resume(&mut self, now: Duration) {
        // The clocks are paused while a position is set up.
        if self.editor.is_none() {
            self.game.resume(now);
        }
    }

    fn leave(&mut self, now: Duration) {
        self.queue.cancel();
        self.game.pause(now);
    }
}
