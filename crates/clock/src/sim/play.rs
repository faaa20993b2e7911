//! A game of one side on the virtual clock.

use std::time::Duration;

use rand_distr::{Distribution, LogNormal, StandardUniform};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use crate::control::TimeControl;
use crate::keeper::TimeKeeper;
use crate::ledger::{FlagFall, Ledger};
use crate::sim::elo::expected_score;
use crate::sim::lag::LagModel;
use crate::sim::trace::{TraceGame, TraceIteration, TracePosition};
use crate::state::ClockState;
use crate::strategy::{MoveSummary, SearchProgress, Stage, scale};

/// A drop of this size between iterations, in centipawns, is reported as a fail low.
const FAIL_LOW: i32 = 25;
/// The maximum number of extrapolated iterations if a record ends before the budget does.
const EXTRAPOLATED: usize = 12;

/// Pondering in a simulated game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PonderModel {
    /// Probability that the expected move is played.
    pub hit_rate: f64,
    /// Median time the opponent thinks, as a share of the first clock.
    pub opponent_share: f64,
}

/// The conditions of simulated games.
#[derive(Clone, Debug, PartialEq)]
pub struct Conditions {
    /// The time control.
    pub control: TimeControl,
    /// Lag between the engine's answer and the stop of the clock.
    pub lag: LagModel,
    /// Standard deviation of the logarithm of the speed from move to move.
    pub speed_noise: f64,
    /// Speed as a multiple of the recorded one.
    pub speed: f64,
    /// The longest time between two polls of the clock.
    pub poll: Duration,
    /// The engine's `Move Overhead` setting.
    pub overhead: Duration,
    /// Pondering, if any.
    pub ponder: Option<PonderModel>,
    /// Seed of all randomness.
    pub seed: u64,
}

impl Conditions {
    /// The usual conditions for a control and a lag model: recorded speed with
    /// 5 % noise, a poll each millisecond, no pondering, and an overhead setting
    /// for the body of the lag (ten medians, at least 2 ms).
    pub fn new(control: TimeControl, lag: LagModel) -> Conditions {
        Conditions {
            control,
            lag,
            speed_noise: 0.05,
            speed: 1.0,
            poll: Duration::from_millis(1),
            overhead: (lag.median * 10).max(Duration::from_millis(2)),
            ponder: None,
            seed: 0x5eed,
        }
    }
}

/// One simulated move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveRecord {
    /// Half-moves before the move.
    pub ply: u32,
    /// Time on the clock before the move.
    pub left: Duration,
    /// Time that the move took on the clock, lag included.
    pub used: Duration,
    /// Depth of the last iteration counted.
    pub depth: u32,
    /// The loss in expected score, by the reference values.
    pub regret: f64,
}

/// The result of one phase of a game (row T-21b of docs/sources.md).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PhaseResult {
    /// Moves made.
    pub moves: u64,
    /// Time used on the clock.
    pub used: Duration,
    /// The sum of the losses in expected score of the chosen moves, without the loss of a flag.
    pub loss: f64,
}

impl PhaseResult {
    pub(super) fn add(&mut self, other: &PhaseResult) {
        self.moves += other.moves;
        self.used += other.used;
        self.loss += other.loss;
    }
}

/// Result of one simulated game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GameOutcome {
    /// The sum of the losses in expected score; a flag adds one point.
    pub loss: f64,
    /// Time used on the clock.
    pub used: Duration,
    /// The total time given.
    pub given: Duration,
    /// Moves made.
    pub moves: u32,
    /// The results of the phases, in the order of [`Phase::ALL`](crate::Phase::ALL).
    pub phases: [PhaseResult; 3],
    /// The fall of the flag, if any.
    pub flag: Option<FlagFall>,
    /// The number of stalls until the end of the game.
    pub stalls: u32,
    /// Whether the lags of the whole game alone make the flag fall, without any
    /// search: no strategy can save such a game.
    pub lost_by_any: bool,
    /// Whether the flag would also have fallen if every move after the first
    /// stall had had the shortest budget ([`ClockState::LEAST`]), so that the
    /// missing time was spent before the first stall. A game lost by the first
    /// stall itself does not count.
    pub lost_before_first_sign: bool,
    /// Ponder hits.
    pub ponder_hits: u32,
    /// Time gained by pondering.
    pub ponder_credit: Duration,
}

/// The random values of one move, drawn before the move so that they are the same for all strategies.
struct Draw {
    slowness: f64,
    lag: Duration,
    stalled: bool,
    poll: f64,
    ponder: Option<(bool, Duration)>,
}

/// The end of a simulated search.
struct Stopped {
    at: Duration,
    nodes: u64,
    iteration: TraceIteration,
}

/// Plays recorded games under given conditions.
#[derive(Clone, Debug)]
pub struct Simulator {
    conditions: Conditions,
    ledger: Ledger,
    /// The clock of a player that always answers at once.
    at_once: Ledger,
    /// The clock of a player that plays like the strategy until the first stall, and with the shortest budget afterwards.
    warned: Ledger,
    noise: LogNormal<f64>,
    thinking: LogNormal<f64>,
}

impl Simulator {
    /// A simulator for these conditions.
    pub fn new(conditions: Conditions) -> Simulator {
        let finite = if conditions.speed_noise.is_finite() { conditions.speed_noise.abs() } else { 0.0 };
        let log_normal = |sigma| LogNormal::new(0.0, sigma).unwrap_or_else(|_| unreachable!("sigma is finite"));
        let ledger = Ledger::new(&conditions.control);
        let (at_once, warned) = (ledger.clone(), ledger.clone());
        Simulator { conditions, ledger, at_once, warned, noise: log_normal(finite), thinking: log_normal(0.6) }
    }

    /// The conditions.
    pub fn conditions(&self) -> &Conditions {
        &self.conditions
    }

    /// Plays game number `number` of a series; the number and the seed determine all random values.
    pub fn play(&mut self, keeper: &TimeKeeper, game: &TraceGame, number: u64) -> GameOutcome {
        self.play_observed(keeper, game, number, |_| {})
    }

    /// Like [`Simulator::play`], with a function that receives every move.
    pub fn play_observed(
        &mut self,
        keeper: &TimeKeeper,
        game: &TraceGame,
        number: u64,
        mut observe: impl FnMut(&MoveRecord),
    ) -> GameOutcome {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(
            self.conditions.seed.wrapping_add(number.wrapping_mul(0x9e37_79b9_7f4a_7c15)),
        );
        let mut keeper = keeper.clone();
        keeper.overhead_mut().set_floor(self.conditions.overhead);
        keeper.set_pondering(self.conditions.ponder.is_some());
        keeper.new_game();
        self.ledger.reset();
        self.at_once.reset();
        let mut outcome = GameOutcome::default();
        for position in &game.positions {
            let draw = self.draw(&mut rng);
            outcome.lost_by_any |= self.at_once.spend(draw.lag, position.phase).is_err();
            if outcome.flag.is_some() {
                // The game is over; the rest only decides whether it could have been saved.
                continue;
            }
            let left = self.ledger.left().unwrap_or_default();
            let stopped = self.search(&mut keeper, position, &draw);
            let spent = stopped.at + draw.lag;
            outcome.moves += 1;
            let first_sign = draw.stalled && outcome.stalls == 0;
            outcome.stalls += u32::from(draw.stalled);
            let spend = self.ledger.spend(spent, position.phase);
            if first_sign {
                self.warned.clone_from(&self.ledger);
            } else if outcome.stalls > 0 {
                let least = ClockState::LEAST + self.conditions.poll.mul_f64(draw.poll) + draw.lag;
                outcome.lost_before_first_sign = self.warned.spend(least, position.phase).is_err();
            }
            let regret = regret(position, stopped.iteration.best);
            outcome.loss += regret;
            let part = PhaseResult { moves: 1, used: spent, loss: regret };
            outcome.phases[position.phase as usize].add(&part);
            let (ply, depth) = (position.ply, stopped.iteration.depth);
            observe(&MoveRecord { ply, left, used: spent, depth, regret });
            if let Err(fall) = spend {
                outcome.loss += 1.0;
                outcome.flag = Some(fall);
            }
        }
        outcome.used = self.ledger.used();
        outcome.given = self.ledger.total().unwrap_or_default();
        outcome.ponder_hits = keeper.ponder_account().hits();
        outcome.ponder_credit = keeper.ponder_account().credited();
        outcome
    }

    fn draw(&self, rng: &mut Xoshiro256PlusPlus) -> Draw {
        let slowness = self.noise.sample(rng) / self.conditions.speed.max(1e-9);
        let (lag, stalled) = self.conditions.lag.sample(rng);
        let poll = StandardUniform.sample(rng);
        let ponder = self.conditions.ponder.map(|model| {
            let chance: f64 = StandardUniform.sample(rng);
            let first = Ledger::new(&self.conditions.control).left().unwrap_or_default();
            (chance < model.hit_rate, first.mul_f64((model.opponent_share * self.thinking.sample(rng)).clamp(0.0, 1.0)))
        });
        Draw { slowness, lag, stalled, poll, ponder }
    }

    /// Runs the keeper over the record of one position; the times of the result are on the mover's clock.
    fn search(&self, keeper: &mut TimeKeeper, position: &TracePosition, draw: &Draw) -> Stopped {
        let mut go = self.ledger.go();
        let context = position.context();
        let mut pondered = Duration::ZERO;
        if let Some((hit, time)) = draw.ponder.filter(|_| self.ledger.moves() > 0) {
            go.ponder = true;
            keeper.start(&go, &context);
            if hit {
                pondered = time;
            } else {
                keeper.ponder_miss(time);
                go.ponder = false;
                keeper.start(&go, &context);
            }
        } else {
            keeper.start(&go, &context);
        }
        let stopped = self.iterate(keeper, position, draw, pondered);
        let summary = MoveSummary {
            elapsed: stopped.at,
            nodes: stopped.nodes,
            depth: stopped.iteration.depth,
            score: stopped.iteration.score,
        };
        keeper.finish(&summary);
        Stopped { at: stopped.at.saturating_sub(pondered), ..stopped }
    }

    fn iterate(&self, keeper: &mut TimeKeeper, position: &TracePosition, draw: &Draw, pondered: Duration) -> Stopped {
        let mut previous: Option<TraceIteration> = None;
        let mut hit = pondered.is_zero();
        let mut last_time = Duration::ZERO;
        for iteration in Extrapolated::new(&position.iterations) {
            let time = scale(Duration::from_micros(iteration.micros), draw.slowness);
            if !hit && time >= pondered {
                hit = true;
                if keeper.ponder_hit(pondered) {
                    return Stopped { at: pondered, nodes: iteration.nodes, iteration: previous.unwrap_or(iteration) };
                }
            }
            for point in turning_points(previous.as_ref(), &iteration).into_iter().flatten() {
                let at = last_time + scale(time.saturating_sub(last_time), point.share);
                if keeper.must_stop(at, 0) {
                    break;
                }
                let best = previous.map_or(iteration.best, |p| p.best);
                let seen = TraceIteration { best, score: point.score, ..iteration };
                if keeper.report(&report(&seen, point.stage, at)) {
                    return Stopped { at, nodes: iteration.nodes, iteration: previous.unwrap_or(iteration) };
                }
            }
            if keeper.must_stop(time, iteration.nodes) {
                return self.broken_off(keeper, draw, pondered, (last_time, time), previous, iteration);
            }
            if keeper.report(&report(&iteration, Stage::Complete, time)) {
                return Stopped { at: time, nodes: iteration.nodes, iteration };
            }
            last_time = time;
            previous = Some(iteration);
        }
        // The record and its extrapolation have ended: the search would wait
        // until its limit.
        let iteration = previous.unwrap_or(position.iterations[0]);
        let hard = keeper.budget().map_or(last_time, |b| b.hard + pondered);
        Stopped { at: hard.max(last_time), nodes: iteration.nodes, iteration }
    }

    /// The search was stopped within an iteration, by its hard bound or its node limit.
    fn broken_off(
        &self,
        keeper: &TimeKeeper,
        draw: &Draw,
        pondered: Duration,
        (from, to): (Duration, Duration),
        previous: Option<TraceIteration>,
        iteration: TraceIteration,
    ) -> Stopped {
        let hard = keeper.budget().map_or(to, |b| b.hard + pondered);
        let by_nodes = !keeper.must_stop(to, 0);
        let at = if by_nodes { to } else { hard.max(from) + self.conditions.poll.mul_f64(draw.poll) };
        Stopped { at, nodes: iteration.nodes, iteration: previous.unwrap_or(iteration) }
    }
}

/// The report of an iteration.
fn report(iteration: &TraceIteration, stage: Stage, elapsed: Duration) -> SearchProgress {
    SearchProgress {
        stage,
        depth: iteration.depth,
        elapsed,
        nodes: iteration.nodes,
        score: iteration.score,
        best: u32::from(iteration.best),
        best_share: Some(f32::from(iteration.share) / 1000.0),
        gap: None,
        mate: iteration.mate,
    }
}

/// A report of a search within an iteration.
struct TurningPoint {
    stage: Stage,
    /// The part of the iteration's time that has passed.
    share: f64,
    score: i32,
}

/// The reports of a search within an iteration, reconstructed from its end.
///
/// The old best move is searched first. If it stays best, it finishes at its share
/// of the nodes, with the final score. If another move becomes best, the old one
/// has at most its previous score and the score of the new one. A drop of the
/// score is reported half-way through it.
fn turning_points(previous: Option<&TraceIteration>, now: &TraceIteration) -> [Option<TurningPoint>; 2] {
    let Some(previous) = previous else {
        return [None, None];
    };
    let share = f64::from(now.share) / 1000.0;
    let (share, score) =
        if now.best == previous.best { (share, now.score) } else { (1.0 - share, now.score.min(previous.score)) };
    let fail_low = (score <= previous.score - FAIL_LOW).then_some(TurningPoint {
        stage: Stage::FailLow,
        share: share * 0.5,
        score: previous.score - FAIL_LOW,
    });
    [fail_low, Some(TurningPoint { stage: Stage::FirstMove, share, score })]
}

/// The loss in expected score of the move with this index, relative to the best by the reference values.
fn regret(position: &TracePosition, chosen: u16) -> f64 {
    let best = position.values.iter().copied().max().unwrap_or_default();
    expected_score(best) - expected_score(position.values[usize::from(chosen)])
}

/// The iterations of a record, followed by extrapolated ones that take longer
/// at the same rate and find nothing new.
struct Extrapolated<'a> {
    recorded: &'a [TraceIteration],
    index: usize,
    last: TraceIteration,
    growth: f64,
}

impl<'a> Extrapolated<'a> {
    fn new(recorded: &'a [TraceIteration]) -> Extrapolated<'a> {
        let last = recorded[recorded.len() - 1];
        let earlier = recorded[recorded.len().saturating_sub(5)];
        let steps = f64::from(last.depth - earlier.depth).max(1.0);
        let ratio = (last.micros.max(1) as f64 / earlier.micros.max(1) as f64).powf(1.0 / steps);
        Extrapolated { recorded, index: 0, last, growth: ratio.clamp(1.5, 4.0) }
    }
}

impl Iterator for Extrapolated<'_> {
    type Item = TraceIteration;

    fn next(&mut self) -> Option<TraceIteration> {
        let recorded = self.recorded.get(self.index).copied();
        self.index += 1;
        recorded.or_else(|| {
            if self.index > self.recorded.len() + EXTRAPOLATED {
                return None;
            }
            let grow = |n: u64| (n.max(1) as f64 * self.growth) as u64;
            self.last = TraceIteration {
                depth: self.last.depth + 1,
                nodes: grow(self.last.nodes),
                micros: grow(self.last.micros),
                ..self.last
            };
            Some(self.last)
        })
    }
}
