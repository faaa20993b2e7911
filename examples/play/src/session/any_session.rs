//! What a session of any game any_session.

use super::{
    AnySession, Found, Record, Session, Task, ViewOptions, board, editor::Editor, problem::ProblemAttempt,
    proof::Proof, review::Review,
};
use crate::{
    message::{Action, ExploredMove, GameSetup, IndexEntry, MoveCount, SavedGame, Seat, View},
    text_record,
};
use duiyi_game::{Diagram, Notation, Outcome, OutcomeKind, Side, Square, shortened};
use duiyi_player::Timing;
use duiyi_search::Reason;
use std::time::Duration;

/// So many turns of a game are its opening, by which it is found.
const OPENING: usize = 16;

impl<G: Notation + Diagram + Timing> AnySession for Session<G> {
    fn ask(&mut self, ask: &Action, now: Duration) -> Result<(), Reason> {
        self.look_at_the_clock(now);
        match ask {
            Action::Square { at: [column, row] } => self.choose(Square { column: *column, row: *row }, now),
            Action::Unchoose => {
                self.chosen.clear();
                Ok(())
            }
            Action::Turn { text } => {
                self.expects_a_person()?;
                let turn = self.game.now().read_turn(text.trim())?;
                self.play_as_person(&turn, now)
            }
            Action::TakeBack => self.take_back(),
            Action::Resign => {
                let loser = self.speaker()?;
                self.end(Outcome::win(!loser, "resignation").by(OutcomeKind::Players));
                Ok(())
            }
            Action::Draw => self.draw(),
            Action::Decline => self.decline(),
            Action::Claim => self.claim(),
            Action::SetUp { step } => self.set_up(step, now),
            Action::Analyse { lines } => {
                self.analyse(*lines);
                Ok(())
            }
            Action::Review { milliseconds } => self.begin_review(milliseconds.map(Duration::from_millis)),
            Action::Explain { on } => {
                self.explains = *on;
                Ok(())
            }
            Action::Aids { on } => {
                self.aids = (0..self.description.aids.len()).filter(|index| on.contains(index)).collect();
                Ok(())
            }
            Action::Proof { step } => self.prove(step),
            Action::Show { .. } => Ok(()),
            Action::Sit { seats } => self.sit(*seats),
        }
    }

    fn look(&mut self, ply: Option<usize>) {
        self.looked = ply;
        let looked = self.looked();
        self.proof.take_if(|walk| walk.ply != looked);
    }

    fn view(&mut self, options: ViewOptions, now: Duration) -> View {
        self.look_at_the_clock(now);
        let (played, shown) = (self.game.moves().len(), self.seen(options));
        let to_move = self.to_move();
        let ended = self.ended();
        let (position, board) = board::board(self, shown, options);
        View {
            offer: self.offer().to_owned(),
            game: G::NAME.to_owned(),
            rules: self.game.start().rules(),
            sides: G::SIDES.map(str::to_owned),
            names: self.names().clone(),
            seats: self.seats,
            notations: self.description.notation_names(),
            from: 0,
            turns: self.turns.list().to_vec(),
            ply: played,
            to_move: to_move.index(),
            thinking: ended.is_none() && self.editor.is_none() && self.has_engine_to_move(),
            trouble: self.trouble,
            draw_offer: self.draw_offer.map(Side::index),
            clocks: self.clocks.as_ref().map(|clocks| clocks.left(to_move, now).map(|left| left.as_millis() as u64)),
            clock_runs: self.clocks.as_ref().is_some_and(super::clocks::Clocks::run),
            ended,
            board,
            shown,
            start: self.game.start().write_position(),
            thought: self.thought.clone(),
            ruling: self.description.ruling.and_then(|ruling| ruling(&position)),
            draft: self.editor.as_ref().map(Editor::view),
            lines: self.lines,
            explored: options.explores.then(|| self.explored(shown)),
            explained: self.explains.then(|| self.description.explained(&position)),
            review: self.review.as_ref().map(Review::view),
            aids: self.aids.clone(),
            proof: self.proof.as_ref().filter(|walk| walk.ply == shown).map(Proof::view),
            problem: self.problem.as_ref().map(ProblemAttempt::view),
        }
    }

    fn task(&mut self, now: Duration) -> Option<Task> {
        self.look_at_the_clock(now);
        self.next_task()
    }

    fn found(&mut self, found: Found, now: Duration) -> bool {
        match self.running.take_if(|running| running.number == found.number) {
            Some(running) => self.take_in(running.aim, found.what, now),
            None => false,
        }
    }

    fn flag_falls(&self) -> Option<Duration> {
        self.falls()
    }

    fn seats(&self) -> [Seat; 2] {
        self.seats
    }

    fn text(&self) -> String {
        self.game.write()
    }

    fn saved(&self, now: Duration) -> SavedGame {
        self.save(now)
    }

    fn export(&self, format: &str) -> Result<(String, Vec<u8>), Reason> {
        let saved = self.save(Duration::ZERO);
        if format == text_record::NAME {
            return Ok((format!("{}.txt", self.offer()), text_record::write(&saved).into()));
        }
        let writers = &self.description.writers;
        let writer = writers.iter().find(|writer| writer.name == format).ok_or_else(|| {
            let names: Vec<&str> = writers.iter().map(|writer| writer.name).chain([text_record::NAME]).collect();
            format!("unknown format '{}'; expected one of {}", shortened(format), names.join(", "))
        })?;
        let GameSetup { names, event, date, .. } = saved.begin;
        let record = Record { game: self.game.clone(), names, event, date, ended: saved.ended };
        Ok((format!("{}.{}", self.offer(), writer.end), (writer.write)(&record)?))
    }

    fn card(&self) -> IndexEntry {
        let player = |side: usize| match self.seats[side] {
            Seat::Person if self.names()[side].is_empty() => "person".to_owned(),
            Seat::Person => self.names()[side].clone(),
            Seat::Engine { level: None } => "engine".to_owned(),
            Seat::Engine { level: Some(level) } => format!("engine {level}"),
        };
        let turns = self.turns.list();
        let opening = |notation: usize| -> Vec<&str> {
            turns.iter().take(OPENING).map(|turn| turn.texts[notation].as_str()).collect()
        };
        let notations = 0..self.description.notations.len() + 1;
        IndexEntry {
            players: [0, 1].map(player),
            turns: turns.len(),
            openings: notations.map(|notation| opening(notation).join(" ")).collect(),
            kind: self.kind(),
            places: self.places(),
        }
    }

    fn kind(&self) -> String {
        let (columns, rows) = self.game.start().size();
        format!("{} {columns}x{rows}", self.offer())
    }

    fn key(&self, options: ViewOptions) -> u64 {
        self.until(self.seen(options)).now().canonical().0
    }

    fn played(&self, options: ViewOptions, counted: &[MoveCount]) -> Vec<ExploredMove> {
        self.played_in_games(self.seen(options), counted)
    }

    fn pause(&mut self, now: Duration) {
        Session::pause(self, now);
    }

    fn resume(&mut self, now: Duration) {
        Session::resume(self, now);
    }

    fn leave(&mut self, now: Duration) {
        self.stop_thinking();
        Session::pause(self, now);
    }
}
