//! A match: many games, several at a time, to the end of the plan or of a test.

use crate::{
    Adjudication, BadOpening, Conditions, Contestant, Ending, Entrant, EntrantHeading, Fault, Finished, Forfeit,
    GameRecord, GameResult, Heading, Journal, JournalError, Opening, Plan, RuleBook, Setup, Shard, Sprt, SprtUnit,
    Standings,
    openings::digest_of,
    plan::{Fixture, Schedule},
    play_game,
    progress::{Count, End, Progress, Stops},
    record::today,
};
use duiyi_clock::TimeControl;
use duiyi_game::{Notation, OutcomeKind, Side};
use std::{
    collections::{HashMap, HashSet},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{Sender, channel},
    },
    thread,
    time::Duration,
};

/// Everything that makes a match.
pub struct Tournament<G: Notation> {
    /// Where games start whose opening names no position; its rule set is that of the match.
    pub start: G,
    /// Who takes part.
    pub entrants: Vec<Entrant<G>>,
    /// Where games start.
    pub openings: Vec<Opening>,
    /// Who plays whom, and how often.
    pub plan: Plan,
    /// Which of the plan's pairs of games are played; [`Shard::WHOLE`] for all.
    pub shard: Shard,
    /// The time control of entrants that have none of their own.
    pub control: TimeControl,
    /// How far beyond the flag is forgiven at each move.
    pub margin: Duration,
    /// When to end games early.
    pub adjudication: Adjudication,
    /// A sequential test that ends the match; between two entrants only.
    pub sprt: Option<(Sprt, SprtUnit)>,
    /// Games at a time.
    pub concurrency: usize,
    /// Whether every game gets new players, that know nothing of earlier games.
    pub fresh_players: bool,
}

/// Why a match can't be played.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    /// Fewer than two entrants.
    #[error("{0} entrant(s): a match needs two")]
    TooFew(usize),
    /// Two entrants of one name.
    #[error("two entrants are called '{0}'")]
    SameName(String),
    /// A test of more than two entrants.
    #[error("a sequential test is between two entrants, not {0}")]
    TestOfMany(usize),
    /// No openings.
    #[error("there are no openings")]
    NoOpenings,
    /// An opening that can't be set up.
    #[error("opening '{id}': {source}")]
    Opening {
        /// Which.
        id: String,
        /// Why.
        source: BadOpening,
    },
    /// An opening in which the game is over.
    #[error("opening '{id}': the game is over: {reason}")]
    OverAlready {
        /// Which.
        id: String,
        /// How it ended.
        reason: String,
    },
    /// An entrant whose time control does not limit it.
    #[error("{0}: the time control '-' has no limit, and nobody would stop a move")]
    NoLimit(String),
    /// An entrant that can't play.
    #[error("{name}: {fault}")]
    Entrant {
        /// Who.
        name: String,
        /// Why.
        fault: Fault,
    },
    /// The record can't be written.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

impl<G: Notation> Tournament<G> {
    /// What the records of its games need of the game.
    pub fn rule_book(&self) -> RuleBook {
        RuleBook::new(&self.start)
    }

    /// The heading of its record. `command` is what people may repeat to play it.
    pub fn heading(&self, command: &str) -> Heading {
        let RuleBook { game, rules, .. } = self.rule_book();
        Heading {
            duiyi_arena: 1,
            command: command.to_owned(),
            game: game.to_owned(),
            rules,
            plan: self.plan,
            entrants: self
                .entrants
                .iter()
                .map(|entrant| EntrantHeading {
                    name: entrant.name.clone(),
                    description: entrant.description.clone(),
                    control: entrant.control.clone(),
                })
                .collect(),
            control: self.control.clone(),
            margin_us: u64::try_from(self.margin.as_micros()).unwrap_or(u64::MAX),
            adjudication: self.adjudication,
            openings: self.openings.len() as u64,
            openings_digest: digest_of(&self.openings),
            sprt: self.sprt,
            shard: self.shard,
        }
    }

    /// Checks everything that can be known before the first game, and starts
    /// every entrant once: during the match, an entrant that does not start
    /// merely forfeits its games.
    ///
    /// # Errors
    /// What is wrong.
    pub fn check(&self) -> Result<(), TournamentError> {
        let mut names = HashSet::new();
        if let Some(twice) = self.entrants.iter().find(|entrant| !names.insert(&entrant.name)) {
            return Err(TournamentError::SameName(twice.name.clone()));
        }
        let entrants = self.entrants.len();
        if entrants < 2 {
            return Err(TournamentError::TooFew(entrants));
        }
        if entrants > 2 && self.sprt.is_some() {
            return Err(TournamentError::TestOfMany(entrants));
        }
        if self.openings.is_empty() {
            return Err(TournamentError::NoOpenings);
        }
        for opening in &self.openings {
            let id = || opening.id.clone();
            let setup =
                Setup::new(&self.start, opening).map_err(|source| TournamentError::Opening { id: id(), source })?;
            if let Some(outcome) = setup.outcome() {
                return Err(TournamentError::OverAlready { id: id(), reason: outcome.reason.into_owned() });
            }
        }
        for entrant in &self.entrants {
            if *entrant.control.as_ref().unwrap_or(&self.control) == TimeControl::Infinite {
                return Err(TournamentError::NoLimit(entrant.name.clone()));
            }
        }
        for entrant in &self.entrants {
            let open = entrant.open().and_then(|mut contestant| contestant.new_game(&self.start));
            open.map_err(|fault| TournamentError::Entrant { name: entrant.name.clone(), fault })?;
        }
        Ok(())
    }

    /// Plays all games of the plan and the shard that are not among `already`, writing each to
    /// the journal, if there is one, as soon as it has ended. `observe` is told
    /// of every game, and first of the start. `stop`, raised from outside, ends
    /// the match at the next move of every game; unfinished games are not recorded.
    ///
    /// # Errors
    /// [`TournamentError`] if it can't begin, or can't be recorded.
    pub fn run(
        &self,
        already: Vec<GameRecord>,
        journal: Option<&mut Journal>,
        observe: &mut dyn FnMut(&Progress<'_>),
        stop: &AtomicBool,
    ) -> Result<(Standings, End), TournamentError> {
        self.check()?;
        let schedule = Schedule::new(self.plan, self.entrants.len(), &self.openings);
        let mut standings = Standings::new(self.entrants.iter().map(|entrant| entrant.name.as_str()));
        let done: HashSet<u64> = already.iter().map(|game| game.number).collect();
        already.iter().for_each(|game| standings.add(game));
        let (played, planned) = (already.len() as u64, 2 * self.shard.share(schedule.games() / 2));
        drop(already);
        let mut count = Count { standings, played, planned, sprt: self.sprt };
        observe(&count.progress(None));
        if count.is_decided() {
            return Ok(count.end());
        }
        let own = (0..schedule.games()).filter(|number| self.shard.has(number / 2));
        let queue = Mutex::new(own.filter(|number| !done.contains(number)));
        // Workers stop for a decision or an error, too; the caller's flag stays the caller's.
        let halt = AtomicBool::new(stop.load(Ordering::Relaxed));
        thread::scope(|scope| {
            let (sender, games) = channel();
            for _ in 0..self.concurrency.max(1) {
                let sender = sender.clone();
                let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
                let (schedule, halt) = (&schedule, &halt);
                scope.spawn(move || self.work(schedule, next, &sender, halt));
            }
            drop(sender);
            count.take_all(&games, journal, observe, &Stops { asked: stop, halt: &halt })
        })?;
        Ok(count.end())
    }

    /// Plays games until there are no more; its contestants serve it alone.
    fn work(&self, schedule: &Schedule, next: impl Fn() -> Option<u64>, games: &Sender<GameRecord>, halt: &AtomicBool) {
        let mut players: HashMap<usize, Box<dyn Contestant<G>>> = HashMap::new();
        while !halt.load(Ordering::Relaxed) {
            let Some(fixture) = next().and_then(|number| schedule.fixture(number)) else { return };
            let Some(finished) = self.play(&fixture, &mut players, halt) else { return };
            // A player at fault may be anything from dead to confused.
            match &finished.forfeit {
                _ if self.fresh_players => players.clear(),
                Some((side, _)) => drop(players.remove(&fixture.players[side.index()])),
                None => {}
            }
            if games.send(self.record(&fixture, finished)).is_err() {
                return;
            }
        }
    }

    fn play(
        &self,
        fixture: &Fixture,
        players: &mut HashMap<usize, Box<dyn Contestant<G>>>,
        halt: &AtomicBool,
    ) -> Option<Finished> {
        // Every opening was set up before, in `check`.
        let setup = Setup::new(&self.start, &self.openings[fixture.opening]).ok()?;
        let mut open = |side: Side| {
            let entrant = fixture.players[side.index()];
            players.remove(&entrant).map_or_else(|| self.entrants[entrant].open(), Ok).map_err(|fault| (side, fault))
        };
        let opened = open(Side::First).and_then(|first| Ok((first, open(Side::Second)?)));
        let (mut first, mut second) = match opened {
            Ok(opened) => opened,
            Err((side, fault)) => {
                return Some(Finished {
                    result: GameResult::won_by(Some(!side)),
                    kind: OutcomeKind::Forfeit,
                    reason: fault.to_string(),
                    forfeit: Some((side, fault)),
                    starts: setup.side_to_move(),
                    moves: Vec::new(),
                    peak_kib: [None; 2],
                });
            }
        };
        let conditions =
            Conditions { controls: self.controls(fixture), margin: self.margin, adjudication: self.adjudication };
        let finished = play_game(setup, [&mut *first, &mut *second], &conditions, halt);
        players.insert(fixture.players[0], first);
        players.insert(fixture.players[1], second);
        finished
    }

    fn controls(&self, fixture: &Fixture) -> [TimeControl; 2] {
        fixture.players.map(|player| self.entrants[player].control.as_ref().unwrap_or(&self.control).clone())
    }

    fn record(&self, fixture: &Fixture, finished: Finished) -> GameRecord {
        let name = |side: Side| self.entrants[fixture.players[side.index()]].name.clone();
        GameRecord {
            number: fixture.number,
            pair: fixture.pair,
            players: [name(Side::First), name(Side::Second)],
            controls: self.controls(fixture),
            opening: self.openings[fixture.opening].clone(),
            starts: finished.starts,
            result: finished.result,
            ending: Ending::new(finished.kind, finished.reason),
            forfeit: finished.forfeit.map(|(side, fault)| Forfeit { player: name(side), fault }),
            date: today(),
            moves: finished.moves,
            peak_kib: finished.peak_kib,
        }
    }
}
