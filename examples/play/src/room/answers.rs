//! What a room of any game answers.

use super::{
    Found, Hall, Record, Room, Sight, Task, draft::Draft, picture, problem::Solving, proof::Walk, review::Review,
};
use crate::{
    message::{Ask, Begin, Card, Counted, ExploredMove, Saved, Seat, View},
    plain,
};
use duiyi_game::{Diagram, Notation, Outcome, OutcomeKind, Side, Square, shortened};
use duiyi_player::Timing;
use duiyi_search::Reason;
use std::time::Duration;

/// So many turns of a game are its opening, by which it is found.
const OPENING: usize = 16;

impl<G: Notation + Diagram + Timing> Room for Hall<G> {
    fn ask(&mut self, ask: &Ask, now: Duration) -> Result<(), Reason> {
        self.look_at_the_clock(now);
        match ask {
            Ask::Square { at: [column, row] } => self.choose(Square { column: *column, row: *row }, now),
            Ask::Unchoose => {
                self.chosen.clear();
                Ok(())
            }
            Ask::Turn { text } => {
                self.expects_a_person()?;
                let turn = self.game.now().read_turn(text.trim())?;
                self.play_as_person(&turn, now)
            }
            Ask::TakeBack => self.take_back(),
            Ask::Resign => {
                let loser = self.speaker()?;
                self.end(Outcome::win(!loser, "resignation").by(OutcomeKind::Players));
                Ok(())
            }
            Ask::Draw => self.draw(),
            Ask::Decline => self.decline(),
            Ask::Claim => self.claim(),
            Ask::SetUp { step } => self.set_up(step, now),
            Ask::Analyse { lines } => {
                self.analyse(*lines);
                Ok(())
            }
            Ask::Review { milliseconds } => self.begin_review(milliseconds.map(Duration::from_millis)),
            Ask::Explain { on } => {
                self.explains = *on;
                Ok(())
            }
            Ask::Aids { on } => {
                self.aids = (0..self.described.aids.len()).filter(|index| on.contains(index)).collect();
                Ok(())
            }
            Ask::Proof { step } => self.prove(step),
            Ask::Show { .. } => Ok(()),
            Ask::Sit { seats } => self.sit(*seats),
        }
    }

    fn look(&mut self, ply: Option<usize>) {
        self.looked = ply;
        let looked = self.looked();
        self.proof.take_if(|walk| walk.ply != looked);
    }

    fn view(&mut self, sight: Sight, now: Duration) -> View {
        self.look_at_the_clock(now);
        let (played, shown) = (self.game.moves().len(), self.seen(sight));
        let to_move = self.to_move();
        let ended = self.ended();
        let (position, board) = picture::board(self, shown, sight);
        View {
            offer: self.offer().to_owned(),
            game: G::NAME.to_owned(),
            rules: self.game.start().rules(),
            sides: G::SIDES.map(str::to_owned),
            names: self.names().clone(),
            seats: self.seats,
            notations: self.described.notation_names(),
            from: 0,
            turns: self.turns.list().to_vec(),
            ply: played,
            to_move: to_move.index(),
            thinking: ended.is_none() && self.draft.is_none() && self.has_engine_to_move(),
            trouble: self.trouble,
            draw_offer: self.draw_offer.map(Side::index),
            clocks: self.clocks.as_ref().map(|clocks| clocks.left(to_move, now).map(|left| left.as_millis() as u64)),
            clock_runs: self.clocks.as_ref().is_some_and(super::clocks::Clocks::run),
            ended,
            board,
            shown,
            start: self.game.start().write_position(),
            thought: self.thought.clone(),
            ruling: self.described.ruling.and_then(|ruling| ruling(&position)),
            draft: self.draft.as_ref().map(Draft::view),
            lines: self.lines,
            explored: sight.explores.then(|| self.explored(shown)),
            explained: self.explains.then(|| self.described.explained(&position)),
            review: self.review.as_ref().map(Review::view),
            aids: self.aids.clone(),
            proof: self.proof.as_ref().filter(|walk| walk.ply == shown).map(Walk::view),
            problem: self.problem.as_ref().map(Solving::view),
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

    fn saved(&self, now: Duration) -> Saved {
        self.save(now)
    }

    fn export(&self, format: &str) -> Result<(String, Vec<u8>), Reason> {
        let saved = self.save(Duration::ZERO);
        if format == plain::NAME {
            return Ok((format!("{}.txt", self.offer()), plain::write(&saved).into()));
        }
        let writers = &self.described.writers;
        let writer = writers.iter().find(|writer| writer.name == format).ok_or_else(|| {
            let names: Vec<&str> = writers.iter().map(|writer| writer.name).chain([plain::NAME]).collect();
            format!("unknown format '{}'; expected one of {}", shortened(format), names.join(", "))
        })?;
        let Begin { names, event, date, .. } = saved.begin;
        let record = Record { game: self.game.clone(), names, event, date, ended: saved.ended };
        Ok((format!("{}.{}", self.offer(), writer.end), (writer.write)(&record)?))
    }

    fn card(&self) -> Card {
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
        let notations = 0..self.described.notations.len() + 1;
        Card {
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

    fn key(&self, sight: Sight) -> u64 {
        self.until(self.seen(sight)).now().canonical().0
    }

    fn played(&self, sight: Sight, counted: &[Counted]) -> Vec<ExploredMove> {
        self.played_in_games(self.seen(sight), counted)
    }

    fn pause(&mut self, now: Duration) {
        Hall::pause(self, now);
    }

    fn resume(&mut self, now: Duration) {
        Hall::resume(self, now);
    }

    fn leave(&mut self, now: Duration) {
        self.stop_thinking();
        Hall::pause(self, now);
    }
}
