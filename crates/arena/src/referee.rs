//! A game: requests turns from the contestants, validates every turn, keeps the clocks, and returns
//! the result.

use crate::{
    Adjudication, Answer, BadOpening, Choice, ClockRules, Contestant, Fault, GameResult, MoveRecord, Opening, Turn,
    adjudication::{KnownWinner, Watch, by_value},
};
use duiyi_clock::{Ledger, Phase, TimeControl};
use duiyi_game::{Game, History, Notation, Outcome, OutcomeKind, Side};
use std::{
    fmt::Display,
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

/// The conditions of a game.
pub struct Conditions<G: Game> {
    /// The number of the game: the seed of its lag.
    pub number: u64,
    /// The time controls of the first and the second side.
    pub controls: [TimeControl; 2],
    /// How the clocks are kept.
    pub clock: ClockRules<G>,
    /// The rules for ending the game early.
    pub adjudication: Adjudication,
    /// The positions whose values are known.
    pub known: Option<KnownWinner<G>>,
}

/// A game after its opening.
pub struct Setup<G: Game>(History<G>);

impl<G: Notation> Setup<G> {
    /// Sets up an opening: its position and its moves. Without a position it starts from `start`,
    /// whose rule set is that of the game.
    ///
    /// # Errors
    /// The error in the position, or in the first invalid move.
    pub fn new(start: &G, opening: &Opening) -> Result<Setup<G>, BadOpening> {
        let (position, turns) = opening.parts();
        let bad = |reason: &dyn Display| BadOpening(reason.to_string());
        let start = match position {
            "" => start.clone(),
            text => start.read_position(text).map_err(|reason| bad(&reason))?,
        };
        let mut game = History::new(start);
        for (index, &text) in turns.iter().enumerate() {
            let bad = |reason: &dyn Display| BadOpening(format!("move {}, '{text}': {reason}", index + 1));
            let illegal = |fault: Fault| match fault {
                Fault::IllegalMove(reason) => bad(&reason),
                other => bad(&other),
            };
            let turn = Choice::read(game.now(), text.to_owned()).judge(game.now()).1.map_err(illegal)?;
            game.play_turn(&turn).map_err(|error| bad(&error))?;
        }
        Ok(Setup(game))
    }

    /// The side to move after the opening.
    pub fn side_to_move(&self) -> Side {
        self.0.now().side_to_move()
    }

    /// The outcome, if the opening has ended the game.
    pub fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }
}

/// A finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct Finished {
    /// The result.
    pub result: GameResult,
    /// The kind of rule that ended it.
    pub kind: OutcomeKind,
    /// The reason in words.
    pub reason: String,
    /// The forfeit of a side, if any.
    pub forfeit: Option<(Side, Fault)>,
    /// The side that moved first after the opening.
    pub starts: Side,
    /// The moves played after the opening.
    pub moves: Vec<MoveRecord>,
    /// Peak memory of each side's process so far, in KiB, if known.
    pub peak_kib: [Option<u64>; 2],
}

/// Plays a game. Returns `None` if `stop` was set meanwhile.
pub fn play_game<G: Notation>(
    setup: Setup<G>,
    contestants: [&mut dyn Contestant<G>; 2],
    conditions: &Conditions<G>,
    stop: &AtomicBool,
) -> Option<Finished> {
    let mut seen = Seen::new(setup.side_to_move());
    let end = play(setup.0, contestants, conditions, stop, &mut seen);
    seen.finish(end)
}

/// The end of a game: an outcome, `None` if it was stopped, or a fault.
type Played = Result<Option<Outcome>, (Side, Fault)>;

/// The observations of a game in progress.
struct Seen {
    starts: Side,
    moves: Vec<MoveRecord>,
    peak_kib: [Option<u64>; 2],
}

impl Seen {
    fn new(starts: Side) -> Seen {
        Seen { starts, moves: Vec::new(), peak_kib: [None; 2] }
    }

    fn finish(self, end: Played) -> Option<Finished> {
        let (outcome, forfeit) = match end {
            Ok(outcome) => (outcome?, None),
            Err((side, fault)) => {
                (Outcome::win(!side, fault.to_string()).by(OutcomeKind::Forfeit), Some((side, fault)))
            }
        };
        let Seen { starts, moves, peak_kib } = self;
        let result = GameResult::won_by(outcome.winner);
        Some(Finished {
            result,
            kind: outcome.kind,
            reason: outcome.reason.into_owned(),
            forfeit,
            starts,
            moves,
            peak_kib,
        })
    }
}

fn play<G: Notation>(
    mut game: History<G>,
    mut contestants: [&mut dyn Contestant<G>; 2],
    conditions: &Conditions<G>,
    stop: &AtomicBool,
    seen: &mut Seen,
) -> Played {
    let end = play_turns(&mut game, &mut contestants, conditions, stop, seen);
    if let Ok(Some(outcome)) = &end {
        game.declare(outcome.clone());
    }
    if !matches!(end, Ok(None)) {
        contestants.iter_mut().for_each(|contestant| contestant.end_game(&game));
    }
    end
}

fn play_turns<G: Notation>(
    game: &mut History<G>,
    contestants: &mut [&mut dyn Contestant<G>; 2],
    conditions: &Conditions<G>,
    stop: &AtomicBool,
    seen: &mut Seen,
) -> Played {
    let mut clocks = conditions.controls.each_ref().map(Ledger::new);
    let mut watch = Watch::default();
    for side in Side::BOTH {
        contestants[side.index()].new_game(game.start()).map_err(|fault| (side, fault))?;
    }
    loop {
        if let Some(outcome) = game.outcome() {
            return Ok(Some(outcome));
        }
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let side = game.now().side_to_move();
        let lose = |fault| (side, fault);
        let rules = &conditions.clock;
        let question = Turn::new(game, clocks.each_ref(), rules.margin).by_nodes(rules.node_clock);
        let Answer { turn, mut report } = contestants[side.index()].choose(&question).map_err(lose)?;
        report.elapsed += rules.lag(conditions.number, seen.moves.len());
        let phase = rules.phase(game);
        let overstep = charge(&mut clocks, side, report.elapsed, phase);
        let (text, turn) = turn.judge(game.now());
        let phase = clocks[side.index()].control().is_timed().then_some(phase);
        let entry = MoveRecord { phase, ..MoveRecord::new(text, &report, overstep) };
        // An ended process has no current value; the previous one stays.
        seen.peak_kib[side.index()] = report.peak_kib.max(seen.peak_kib[side.index()]);
        // A late move is not played, legal or not, but its time is recorded.
        if overstep > rules.margin {
            seen.moves.push(MoveRecord { late: true, ..entry });
            return Err(lose(Fault::Time(overstep)));
        }
        game.play_turn(&turn.map_err(lose)?).map_err(|illegal| lose(Fault::IllegalMove(illegal.to_string())))?;
        seen.moves.push(entry);
        // The game's rules have priority over adjudication.
        if game.outcome().is_none() {
            let by_scores = watch.after_move(&conditions.adjudication, side, report.score);
            let known = conditions.known.as_ref().filter(|_| conditions.adjudication.endgames);
            if let Some(outcome) = by_value(known, game.now()).or(by_scores) {
                return Ok(Some(outcome));
            }
        }
    }
}

/// Charges a move of a phase to its player's clock and returns the time beyond the limit. That part is not
/// charged: the margin decides whether it is tolerated or loses the game.
fn charge(clocks: &mut [Ledger; 2], side: Side, used: Duration, phase: Phase) -> Duration {
    let clock = &mut clocks[side.index()];
    let charged = clock.available().map_or(used, |available| used.min(available));
    // At most the remaining time, so the flag cannot fall.
    let _ = clock.spend(charged, phase);
    clocks[(!side).index()].opponent_used(charged);
    used - charged
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);
    const PHASE: Phase = Phase::Opening;

    fn clocks(text: &str) -> [Ledger; 2] {
        let control: TimeControl = text.parse().expect("valid");
        [Ledger::new(&control), Ledger::new(&control)]
    }

    #[test]
    fn a_tolerated_overstep_leaves_only_the_increment() {
        let mut clocks = clocks("1+0.1");
        let mut charge = |used| (charge(&mut clocks, Side::First, used, PHASE), clocks[0].left());
        assert_eq!(charge(400 * MS), (Duration::ZERO, Some(700 * MS)));
        assert_eq!(charge(705 * MS), (5 * MS, Some(100 * MS)));
        assert_eq!(charge(111 * MS), (11 * MS, Some(100 * MS)));
    }

    #[test]
    fn a_move_time_is_renewed_and_untimed_limits_have_no_clock() {
        let mut timed = clocks("movetime=0.1");
        for (used, overstep) in [(90, 0), (130, 30), (100, 0)] {
            assert_eq!(charge(&mut timed, Side::Second, used * MS, PHASE), overstep * MS);
            assert_eq!(timed[1].left(), Some(100 * MS));
        }
        assert_eq!(charge(&mut clocks("nodes=1"), Side::First, Duration::from_secs(1000), PHASE), Duration::ZERO);
    }

    #[test]
    fn every_kind_of_clock_is_charged() {
        let mut sessions = clocks("2/1");
        for left in [600, 1200] {
            assert_eq!(charge(&mut sessions, Side::First, 400 * MS, PHASE), Duration::ZERO);
            assert_eq!(sessions[0].left(), Some(left * MS));
        }
        let mut glass = clocks("*1");
        assert_eq!(charge(&mut glass, Side::First, 400 * MS, PHASE), Duration::ZERO);
        assert_eq!(glass.map(|clock| clock.left()), [Some(600 * MS), Some(1400 * MS)]);
        let mut delayed = clocks("1;d1");
        assert_eq!(charge(&mut delayed, Side::First, 2050 * MS, PHASE), 50 * MS);
        assert_eq!(delayed[0].available(), Some(1000 * MS));
        let mut periods = clocks("1+2x1s");
        assert_eq!(charge(&mut periods, Side::First, 2500 * MS, PHASE), Duration::ZERO);
        assert_eq!(periods[0].periods(), 1);
        assert_eq!(charge(&mut periods, Side::First, 1010 * MS, PHASE), 10 * MS);
        assert_eq!(periods[0].left(), Some(1000 * MS));
    }

    /// T-4: the clock of the mover books a move under the phase of the position.
    #[test]
    fn a_move_is_charged_under_its_phase() {
        let mut clocks = clocks("10+0.1");
        for (phase, used) in [(Phase::Opening, 300), (Phase::Endgame, 500), (Phase::Endgame, 100)] {
            charge(&mut clocks, Side::Second, used * MS, phase);
        }
        let uses = Phase::ALL.map(|phase| (clocks[1].phase(phase).moves, clocks[1].phase(phase).used));
        assert_eq!(uses, [(1, 300 * MS), (0, Duration::ZERO), (2, 600 * MS)]);
        assert_eq!(clocks[0].phase(Phase::Opening).moves, 0);
    }
}
