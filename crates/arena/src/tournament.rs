//! A match: many games, several at a time, until the end of the plan or of a test.

use crate::{
    Adjudication, BadOpening, ClockRules, Conditions, Contestant, Ending, Entrant, EntrantHeading, Fault, Finished,
    Forfeit, GameRecord, GameResult, Heading, Journal, JournalError, KnownWinner, Opening, Plan, RuleBook, Setup,
    Shard, Sprt, SprtUnit, Standings, TimeHeading,
    openings::digest_of,
    plan::{Fixture, Schedule},
    play_game,
    progress::{Count, End, Progress, Stops},
    record::today,
    replay::mismatch,
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
};

/// The definition of a match.
pub struct Tournament<G: Notation> {
    /// The start of games whose opening has no position; its rule set is that of the match.
    pub start: G,
    /// The participants.
    pub entrants: Vec<Entrant<G>>,
    /// The openings.
    pub openings: Vec<Opening>,
    /// The pairings and the number of games.
    pub plan: Plan,
    /// The share of the plan's pairs of games to play; [`Shard::WHOLE`] for all.
    pub shard: Shard,
    /// The time control of entrants without their own.
    pub control: TimeControl,
    /// How the clocks are kept.
    pub clock: ClockRules<G>,
    /// The rules for ending games early.
    pub adjudication: Adjudication,
    /// The positions whose values are known, for [`Adjudication::endgames`].
    pub known: Option<KnownWinner<G>>,
    /// A sequential test that ends the match; only for two entrants.
    pub sprt: Option<(Sprt, SprtUnit)>,
    /// The number of games at a time.
    pub concurrency: usize,
    /// Whether every game gets new players, without state from earlier games.
    pub fresh_players: bool,
}

/// Why a match can't be played.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    /// Fewer than two entrants.
    #[error("{0} entrant(s): a match needs two")]
    TooFew(usize),
    /// Two entrants with the same name.
    #[error("two entrants are called '{0}'")]
    SameName(String),
    /// A test with more than two entrants.
    #[error("a sequential test is between two entrants, not {0}")]
    TestOfMany(usize),
    /// No openings.
    #[error("there are no openings")]
    NoOpenings,
    /// An invalid opening.
    #[error("opening '{id}': {source}")]
    Opening {
        /// The name of the opening.
        id: String,
        /// The error.
        source: BadOpening,
    },
    /// An opening that ends the game.
    #[error("opening '{id}': the game is over: {reason}")]
    OverAlready {
        /// The name of the opening.
        id: String,
        /// How the game ended.
        reason: String,
    },
    /// An entrant with an unlimited time control.
    #[error("{0}: the time control '-' has no limit, so a move would never be stopped")]
    NoLimit(String),
    /// An entrant that can't play.
    #[error("{name}: {fault}")]
    Entrant {
        /// The name of the entrant.
        name: String,
        /// The fault.
        fault: Fault,
    },
    /// A recorded game is not one of this match, or its turns do not lead to its result.
    #[error("game {number} of the record: {reason}")]
    Recorded {
        /// The number of the game.
        number: u64,
        /// The difference.
        reason: String,
    },
    /// The record can't be written.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

impl<G: Notation> Tournament<G> {
    /// The data of the game for its records.
    pub fn rule_book(&self) -> RuleBook {
        RuleBook::new(&self.start)
    }

    /// The heading of the record. `command` is a command that repeats the match.
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
            time: TimeHeading {
                control: self.control.clone(),
                margin_us: u64::try_from(self.clock.margin.as_micros()).unwrap_or(u64::MAX),
                node_clock: self.clock.node_clock,
                lag: self.clock.lag.map(|lag| lag.name.to_owned()),
            },
            adjudication: self.adjudication,
            openings: self.openings.len() as u64,
            openings_digest: digest_of(&self.openings),
            sprt: self.sprt,
            shard: self.shard,
        }
    }

    /// Checks everything that can be checked before the first game, and starts every entrant
    /// once: during the match, an entrant that fails to start only forfeits its
    /// games.
    ///
    /// # Errors
    /// The first problem.
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

    /// Plays all games of the plan and the shard that are not in `already`, and writes each to the
    /// journal, if any, as soon as it has ended. `observe` is called at the start and after every
    /// game. Setting `stop` ends the match at the next move of every game; unfinished games are
    /// not recorded.
    ///
    /// # Errors
    /// [`TournamentError`] if the match can't start, or can't be recorded, or if a game in `already` is not one of the
    /// plan with the result of its turns.
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
        if let Some((test, unit)) = self.sprt {
            standings.begin_test(test, unit);
        }
        for game in &already {
            if let Some(reason) = self.mismatch(&schedule, game) {
                return Err(TournamentError::Recorded { number: game.number, reason });
            }
        }
        let done: HashSet<u64> = already.iter().map(|game| game.number).collect();
        already.iter().for_each(|game| standings.add(game));
        let (played, planned) = (already.len() as u64, 2 * self.shard.share(schedule.games() / 2));
        drop(already);
        let mut count = Count { standings, played, planned };
        observe(&count.progress(None));
        if count.is_decided() {
            return Ok(count.end());
        }
        let own = (0..schedule.games()).filter(|number| self.shard.has(number / 2));
        let queue = Mutex::new(own.filter(|number| !done.contains(number)));
        // Workers also stop for a decision or an error, without changing the caller's flag.
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

    /// Plays games until there are no more, with its own contestants.
    fn work(&self, schedule: &Schedule, next: impl Fn() -> Option<u64>, games: &Sender<GameRecord>, halt: &AtomicBool) {
        let mut players: HashMap<usize, Box<dyn Contestant<G>>> = HashMap::new();
        while !halt.load(Ordering::Relaxed) {
            let Some(fixture) = next().and_then(|number| schedule.fixture(number)) else { return };
            let Some(finished) = self.play(&fixture, &mut players, halt) else { return };
            // A player at fault may be in any state, so it is replaced.
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
        // Every opening was validated by `check`.
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
        let conditions = self.conditions(fixture);
        let finished = play_game(setup, [&mut *first, &mut *second], &conditions, halt);
        players.insert(fixture.players[0], first);
        players.insert(fixture.players[1], second);
        finished
    }

    fn conditions(&self, fixture: &Fixture) -> Conditions<G> {
        Conditions {
            number: fixture.number,
            controls: self.controls(fixture),
            clock: self.clock.clone(),
            adjudication: self.adjudication,
            known: self.known.clone(),
        }
    }

    /// Why a recorded game is not one of this match.
    fn mismatch(&self, schedule: &Schedule, game: &GameRecord) -> Option<String> {
        let Some(fixture) = schedule.fixture(game.number) else { return Some("it is beyond the plan".to_owned()) };
        let players = fixture.players.map(|player| &self.entrants[player].name);
        if game.pair != fixture.pair
            || game.players.each_ref() != players
            || game.controls != self.controls(&fixture)
            || game.opening != self.openings[fixture.opening]
        {
            let [first, second] = players;
            return Some(format!(
                "expected pair {}, {first} against {second}, with their times and opening",
                fixture.pair
            ));
        }
        mismatch(&self.start, game, self.conditions(&fixture))
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
