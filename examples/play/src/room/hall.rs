//! A room of any told game.

use super::{Description, Found, Room, Sight, Task, clocks::Clocks};
use crate::message::{Ask, Begin, Ended, PlayedTurn, Seat, Thought, View};
use duiyi_clock::{Foresight, MoveSummary, TimeKeeper};
use duiyi_game::{
    Diagram, History, Notation, Outcome, Side, Square, legal_moves,
    svg::{self, Marks, Settings},
};
use duiyi_player::{ClockControl, Decision, Player, Request, Signals, Timing, TurnLimits};
use duiyi_search::{Observer, Reason, Report, StopHandle};
use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

/// How long an engine thinks about a turn without a clock.
const TURN_TIME: Duration = Duration::from_secs(1);

/// What thinks for a side: the player, and who divides its time.
struct Brain<G: Notation> {
    player: Box<dyn Player<G>>,
    keeper: TimeKeeper,
}

/// One game.
pub struct Hall<G: Notation> {
    described: Description<G>,
    game: History<G>,
    seats: [Seat; 2],
    brains: [Option<Arc<Mutex<Brain<G>>>>; 2],
    clocks: Option<Clocks>,
    /// The squares named so far of the next move.
    chosen: Vec<Square>,
    draw_offer: Option<Side>,
    /// The number of the task that an engine is at, and how it is stopped.
    task: Option<(u64, StopHandle)>,
    tasks: u64,
    thought: Option<Thought>,
}

impl<G: Notation + Diagram + Timing> Hall<G> {
    /// Begins a game.
    ///
    /// # Errors
    /// If rules, position, level or clock make no sense.
    pub fn new(described: Description<G>, begin: &Begin) -> Result<Hall<G>, Reason> {
        let rules = if begin.rules.is_empty() { described.rules } else { &begin.rules };
        let mut hall = Hall {
            game: History::read(rules, &begin.position)?,
            described,
            seats: [Seat::Person; 2],
            brains: [None, None],
            clocks: Clocks::read(&begin.clock)?,
            chosen: Vec::new(),
            draw_offer: None,
            task: None,
            tasks: 0,
            thought: None,
        };
        hall.sit(begin.seats)?;
        Ok(hall)
    }

    fn sit(&mut self, seats: [Seat; 2]) -> Result<(), Reason> {
        let brains = [self.brain(seats[0])?, self.brain(seats[1])?];
        self.stop_thinking();
        (self.seats, self.brains) = (seats, brains);
        Ok(())
    }

    /// What thinks on a seat.
    fn brain(&self, seat: Seat) -> Result<Option<Arc<Mutex<Brain<G>>>>, Reason> {
        let Seat::Engine { level } = seat else { return Ok(None) };
        let mut player = (self.described.player)();
        if let Some(level) = level {
            let levels = self.described.levels.ok_or_else(|| format!("the player of {} has no levels", G::NAME))?;
            player.set_option(levels.option, &level.to_string())?;
        }
        player.new_game(self.game.start());
        let keeper = TimeKeeper::new(Box::new(Foresight::default()));
        Ok(Some(Arc::new(Mutex::new(Brain { player, keeper }))))
    }

    fn stop_thinking(&mut self) {
        if let Some((_, stop)) = self.task.take() {
            stop.stop();
        }
    }

    fn to_move(&self) -> Side {
        self.game.now().side_to_move()
    }

    fn is_over(&self) -> bool {
        self.game.outcome().is_some()
    }

    /// The side to move loses if its time is over.
    fn look_at_the_clock(&mut self, now: Duration) {
        let side = self.to_move();
        let falls = self.flag_falls().is_some_and(|falls| now > falls);
        if falls {
            self.end(Outcome::win(!side, "time"));
        }
    }

    fn end(&mut self, outcome: Outcome) {
        self.stop_thinking();
        self.game.declare(outcome);
        self.chosen.clear();
        self.draw_offer = None;
        if let Some(clocks) = &mut self.clocks {
            clocks.stop();
        }
    }

    /// Plays moves of the side to move.
    fn play(&mut self, moves: &[G::Move], now: Duration) -> Result<(), Reason> {
        let side = self.to_move();
        self.game.play_turn(moves).map_err(|illegal| -> Reason { illegal.to_string().into() })?;
        self.chosen.clear();
        // Who moves declines the offer of the other.
        self.draw_offer = self.draw_offer.filter(|&offer| offer == side);
        let turn_ends = self.to_move() != side || self.game.outcome().is_some();
        if let Some(clocks) = self.clocks.as_mut().filter(|_| turn_ends)
            && !clocks.moved(side, now)
        {
            self.end(Outcome::win(!side, "time"));
        }
        if self.is_over()
            && let Some(clocks) = &mut self.clocks
        {
            clocks.stop();
        }
        Ok(())
    }

    /// A person may move.
    fn expects_a_person(&self) -> Result<(), Reason> {
        if self.is_over() {
            return Err("the game is over".into());
        }
        match self.seats[self.to_move().index()] {
            Seat::Person => Ok(()),
            Seat::Engine { .. } => Err(format!("{} is the engine's", G::SIDES[self.to_move().index()]).into()),
        }
    }

    /// The moves that begin with the squares chosen.
    fn candidates(&self, chosen: &[Square]) -> Vec<G::Move> {
        let now = self.game.now();
        let begins = |&mv: &G::Move| now.squares(mv).take(chosen.len()).eq(chosen.iter().copied());
        legal_moves(now).into_iter().filter(begins).collect()
    }

    fn choose(&mut self, at: Square, now: Duration) -> Result<(), Reason> {
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
            [mv] if self.game.now().squares(mv).count() == chosen.len() => self.play(&[mv], now),
            _ => {
                self.chosen = chosen;
                Ok(())
            }
        }
    }

    /// Takes turns back until a person is to move, at least one.
    fn take_back(&mut self) -> Result<(), Reason> {
        let is_person = |hall: &Self| hall.seats[hall.to_move().index()] == Seat::Person;
        if !self.seats.contains(&Seat::Person) {
            return Err("no person plays".into());
        }
        if self.game.moves().is_empty() {
            return Err("there is nothing to take back".into());
        }
        self.stop_thinking();
        self.chosen.clear();
        self.draw_offer = None;
        self.game.undo_turn();
        while !is_person(self) && !self.game.moves().is_empty() {
            self.game.undo_turn();
        }
        // A game at the clock goes on without it being turned back.
        if let Some(clocks) = &mut self.clocks {
            clocks.stop();
        }
        Ok(())
    }

    /// The side that a person speaks for: the one to move, if two persons play.
    fn speaker(&self) -> Result<Side, Reason> {
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
    fn draw(&mut self) -> Result<(), Reason> {
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
            self.end(Outcome::draw("agreement"));
        } else {
            self.draw_offer = Some(speaker);
        }
        Ok(())
    }

    /// The turns as a page lists them.
    fn turns(&self) -> Vec<PlayedTurn> {
        let mut now = self.game.start().clone();
        let mut ply = 0;
        let mut list = Vec::new();
        for turn in self.game.turns() {
            let mut texts: Vec<String> =
                self.described.notations.iter().map(|written| (written.write)(&now, turn)).collect();
            texts.push(now.write_turn(turn));
            let side = now.side_to_move().index();
            for &mv in turn {
                now.make(mv);
            }
            ply += turn.len();
            list.push(PlayedTurn { side, ply, texts });
        }
        list
    }

    /// The board after so many moves.
    fn board(&self, ply: usize, sight: Sight) -> String {
        let is_newest = ply == self.game.moves().len();
        let (mut position, mut marks) = (self.game.start().clone(), Marks::default());
        let first_of_turn = self.first_of_turn(ply);
        for (index, &mv) in self.game.moves().iter().take(ply).enumerate() {
            if index >= first_of_turn {
                marks.last.extend(position.squares(mv));
            }
            position.make(mv);
        }
        marks.threats = position.warnings();
        if is_newest && self.expects_a_person().is_ok() {
            marks.chosen = self.chosen.last().copied();
            if !self.chosen.is_empty() {
                let next = self.chosen.len();
                let goals = self.candidates(&self.chosen).into_iter();
                marks.targets = goals.filter_map(|mv| position.squares(mv).nth(next)).collect();
            }
        }
        let to_move = G::SIDES[position.side_to_move().index()];
        let title = format!("{}: {to_move} to move after {ply} moves", G::NAME);
        let Sight { flipped, letters, .. } = sight;
        let settings = Settings { flipped, letters, clickable: true, title, ..Settings::default() };
        svg::draw(&position, &marks, &settings)
    }

    /// The index of the first move of the turn that ends after `ply` moves.
    fn first_of_turn(&self, ply: usize) -> usize {
        let mut first = 0;
        for turn in self.game.turns() {
            if first + turn.len() >= ply {
                break;
            }
            first += turn.len();
        }
        first
    }
}

/// Passes on what a search finds.
struct Listener<'a, G: Notation> {
    now: &'a G,
    tell: &'a mut dyn FnMut(Thought),
}

fn thought<G: Notation>(now: &G, depth: u32, score: i32, line: &[G::Move]) -> Thought {
    let score = if now.side_to_move() == Side::First { score } else { -score };
    Thought { depth, score, line: now.write_line(line) }
}

impl<G: Notation> Observer<G::Move> for Listener<'_, G> {
    fn progress(&mut self, report: &Report<'_, G::Move>) {
        if report.line == 1 {
            (self.tell)(thought(self.now, report.depth, report.score.get(), report.pv));
        }
    }
}

/// What a task brings: the decision for the position after so many moves.
type Brought<M> = Option<Decision<M>>;

/// Lets a player find its turn.
fn think<G: Notation + Timing>(
    brain: &Mutex<Brain<G>>,
    game: &History<G>,
    limits: &TurnLimits,
    stop: StopHandle,
    tell: &mut dyn FnMut(Thought),
) -> Brought<G::Move> {
    // A player that has panicked is not asked again.
    let mut brain = brain.lock().ok()?;
    let Brain { player, keeper } = &mut *brain;
    let mut signals = Signals::default();
    signals.stop = stop;
    let mut control = ClockControl::start(keeper, limits, &G::context(game), signals);
    let mut observer = Listener { now: game.now(), tell };
    let (control_of, allowed) = (&mut control, &|_| true);
    let decision = player.decide(&mut Request { game, allowed, control: control_of, observer: &mut observer });
    let nodes = decision.as_ref().map_or(0, |decision| decision.nodes);
    let score = decision.as_ref().and_then(|decision| decision.score).map(|score| score.get());
    control.finish(MoveSummary { nodes, score: score.unwrap_or(0), ..MoveSummary::default() });
    decision
}

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
                self.play(&turn, now)
            }
            Ask::TakeBack => self.take_back(),
            Ask::Resign => {
                let loser = self.speaker()?;
                self.end(Outcome::win(!loser, "resignation"));
                Ok(())
            }
            Ask::Draw => self.draw(),
            Ask::Show { .. } => Ok(()),
            Ask::Sit { seats } => self.sit(*seats),
        }
    }

    fn view(&mut self, sight: Sight, now: Duration) -> View {
        self.look_at_the_clock(now);
        let played = self.game.moves().len();
        let shown = sight.ply.unwrap_or(played).min(played);
        let to_move = self.to_move();
        let ended = self
            .game
            .outcome()
            .map(|outcome| Ended { winner: outcome.winner.map(Side::index), reason: outcome.reason.into_owned() });
        let names = self.described.notations.iter().map(|written| written.name.to_owned());
        View {
            game: G::NAME.to_owned(),
            rules: self.game.start().rules(),
            sides: G::SIDES.map(str::to_owned),
            seats: self.seats,
            notations: names.chain(["own".to_owned()]).collect(),
            turns: self.turns(),
            ply: played,
            to_move: to_move.index(),
            thinking: ended.is_none() && self.seats[to_move.index()] != Seat::Person,
            draw_offer: self.draw_offer.map(Side::index),
            clocks: self.clocks.as_ref().map(|clocks| clocks.left(to_move, now).map(|left| left.as_millis() as u64)),
            ended,
            board: self.board(shown, sight),
            shown,
            text: self.game.write(),
            thought: self.thought.clone(),
        }
    }

    fn task(&mut self, now: Duration) -> Option<Task> {
        self.look_at_the_clock(now);
        if self.is_over() || self.task.is_some() {
            return None;
        }
        let side = self.to_move();
        let brain = Arc::clone(self.brains[side.index()].as_ref()?);
        let limits = match &self.clocks {
            Some(clocks) => TurnLimits { go: clocks.go(side), ..TurnLimits::default() },
            None => TurnLimits::move_time(TURN_TIME),
        };
        self.tasks += 1;
        let (stop, game) = (StopHandle::new(), self.game.clone());
        self.task = Some((self.tasks, stop.clone()));
        let handle = stop.clone();
        let think = Box::new(move |tell: &mut dyn FnMut(Thought)| -> Box<dyn std::any::Any + Send> {
            Box::new(think(&brain, &game, &limits, handle, tell))
        });
        Some(Task { stop, number: self.tasks, think })
    }

    fn found(&mut self, found: Found, now: Duration) -> bool {
        if self.task.as_ref().is_none_or(|&(number, _)| number != found.number) {
            return false;
        }
        self.task = None;
        let side = self.to_move();
        let Ok(decision) = found.decision.downcast::<Brought<G::Move>>() else { return false };
        let Some(decision) = *decision else {
            self.end(Outcome::win(!side, "the engine gives no move"));
            return false;
        };
        let score = decision.score.map_or(0, |score| score.get());
        self.thought = Some(thought(self.game.now(), decision.depth, score, &decision.line));
        self.look_at_the_clock(now);
        !self.is_over() && self.play(&decision.turn, now).is_ok()
    }

    fn flag_falls(&self) -> Option<Duration> {
        if self.is_over() { None } else { self.clocks.as_ref()?.falls(self.to_move()) }
    }

    fn seats(&self) -> [Seat; 2] {
        self.seats
    }

    fn text(&self) -> String {
        self.game.write()
    }
}
