//! The budgets and decisions of every strategy, stored in `golden/budgets.txt`, to detect
//! any change of a constant or condition. After an intended change, write the file again
//! and review the difference: `UPDATE_EXPECT=1 cargo test -p duiyi-clock`.

use duiyi_clock::{
    Bonus, Budget, ByoYomi, ClockState, GoParameters, MoveContext, MoveSummary, Phase, STRATEGY_NAMES, SearchProgress,
    Stage, Strategy, StrategyDecision, TimeKeeper, strategy_by_name,
};
use expect_test::expect_file;
use std::{fmt::Write, num::NonZeroU32, time::Duration};

fn ms(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

fn clock(left: u64) -> ClockState {
    ClockState { left: ms(left), overhead: ms(10), ..ClockState::default() }
}

/// Clocks of every kind, with much or little time.
fn clocks() -> Vec<(&'static str, ClockState)> {
    let byo_yomi =
        |periods: u32, time: u64| NonZeroU32::new(periods).map(|periods| ByoYomi { periods, time: ms(time) });
    let plain = clock(300_000);
    vec![
        ("300", plain),
        ("10", clock(10_000)),
        ("0.03", clock(30)),
        ("0", clock(0)),
        ("300+5", ClockState { bonus: Bonus::Increment(ms(5_000)), ..plain }),
        ("1+2", ClockState { bonus: Bonus::Increment(ms(2_000)), ..clock(1_000) }),
        ("60;d5", ClockState { bonus: Bonus::Delay(ms(5_000)), ..clock(60_000) }),
        ("60;b5", ClockState { bonus: Bonus::Bronstein(ms(5_000)), ..clock(60_000) }),
        ("300/40", ClockState { moves_to_go: NonZeroU32::new(40), ..plain }),
        ("300/1", ClockState { moves_to_go: NonZeroU32::new(1), ..plain }),
        ("300/3", ClockState { moves_to_go: NonZeroU32::new(3), ..plain }),
        ("20 and 3x10", ClockState { byo_yomi: byo_yomi(3, 10_000), ..clock(20_000) }),
        ("0 and 1x30", ClockState { byo_yomi: byo_yomi(1, 30_000), ..clock(0) }),
        ("300 against 60", ClockState { opponent_left: Some(ms(60_000)), ..plain }),
        ("60 against 300", ClockState { opponent_left: Some(ms(300_000)), ..clock(60_000) }),
        ("300 pondering", ClockState { pondering: true, ..plain }),
        ("300 with 2 s of lag", ClockState { overhead: ms(2_000), ..plain }),
    ]
}

/// Places in a game.
fn contexts() -> Vec<(&'static str, MoveContext)> {
    let context = MoveContext { ply: 30, legal_moves: Some(40), ..MoveContext::default() };
    vec![
        ("unknown", MoveContext::default()),
        ("opening", MoveContext { ply: 4, material: Some(1.0), phase: Phase::Opening, ..context }),
        ("middle", MoveContext { material: Some(0.8), ..context }),
        ("endgame", MoveContext { ply: 90, material: Some(0.25), phase: Phase::Endgame, ..context }),
        ("late", MoveContext { ply: 221, material: Some(0.1), phase: Phase::Endgame, ..context }),
        ("single", MoveContext { legal_moves: Some(1), ..context }),
        ("recapture", MoveContext { forced_recapture: true, ..context }),
        ("repetition", MoveContext { known_repetition: true, ..context }),
        ("mate", MoveContext { known_mate: true, ..context }),
        ("expected", MoveContext { expected_reply: true, ..context }),
    ]
}

fn write_budget(text: &mut String, budget: Budget) {
    write!(text, " {}/{}", budget.soft.as_micros(), budget.hard.as_micros()).unwrap();
}

fn write_decision(text: &mut String, decision: StrategyDecision) {
    match decision {
        StrategyDecision::Continue => text.push_str(" -"),
        StrategyDecision::Stop => text.push_str(" stop"),
        StrategyDecision::Adjust(budget) => write_budget(text, budget),
    }
}

/// The reports of a search: how each value changes from one iteration to the next.
struct Course {
    name: &'static str,
    scores: [i32; 12],
    best: [u32; 12],
    share: Option<f32>,
    gap: Option<u32>,
    /// The mate in the last iterations.
    mate: Option<i32>,
    /// Turning points in the iteration of this depth.
    turns: &'static [(u32, Stage)],
}

const COURSES: [Course; 8] = [
    Course { name: "calm", scores: [20; 12], best: [1; 12], share: None, gap: None, mate: None, turns: &[] },
    Course {
        name: "clear",
        scores: [20, 22, 25, 24, 26, 25, 27, 26, 28, 27, 28, 28],
        best: [1; 12],
        share: Some(0.95),
        gap: Some(300),
        mate: None,
        turns: &[(8, Stage::FirstMove)],
    },
    Course {
        name: "open",
        scores: [20, 10, 22, 12, 24, 14, 26, 10, 28, 12, 30, 10],
        best: [1, 2, 1, 2, 3, 1, 2, 3, 1, 2, 1, 3],
        share: Some(0.3),
        gap: Some(2),
        mate: None,
        turns: &[(9, Stage::FirstMove), (10, Stage::FailHigh), (11, Stage::FailLow), (11, Stage::FirstMove)],
    },
    Course {
        name: "falling",
        scores: [20, 20, 15, 10, -5, -20, -31, -60, -90, -130, -200, -300],
        best: [1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2],
        share: Some(0.6),
        gap: Some(20),
        mate: None,
        turns: &[(7, Stage::FailLow), (8, Stage::FirstMove), (10, Stage::FailLow)],
    },
    Course {
        name: "rising",
        scores: [20, 20, 25, 30, 45, 60, 70, 100, 130, 170, 240, 340],
        best: [1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2],
        share: Some(0.7),
        gap: None,
        mate: None,
        turns: &[(8, Stage::FailHigh), (9, Stage::FirstMove)],
    },
    Course { name: "mating", scores: [20; 12], best: [1; 12], share: None, gap: None, mate: Some(5), turns: &[] },
    Course { name: "mated", scores: [20; 12], best: [1; 12], share: None, gap: None, mate: Some(-4), turns: &[] },
    Course {
        name: "late change",
        scores: [20, 20, 20, 20, 20, 20, 20, 20, 20, 19, -25, -26],
        best: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2],
        share: Some(0.8),
        gap: Some(60),
        mate: None,
        turns: &[(11, Stage::FirstMove)],
    },
];

/// Reports a course; each iteration takes `factor` times the time of the last, up to the hard bound.
fn follow(strategy: &mut dyn Strategy, hard: Duration, course: &Course, factor: f64) -> String {
    let mut text = String::new();
    for depth in 1..=12_u32 {
        let i = depth as usize - 1;
        let elapsed = hard.mul_f64(factor.powi(depth as i32 - 12));
        let report = SearchProgress {
            stage: Stage::Complete,
            depth,
            elapsed,
            nodes: 100 << depth,
            score: course.scores[i],
            best: course.best[i],
            best_share: course.share,
            gap: course.gap,
            mate: course.mate.filter(|_| depth >= 10),
        };
        for &(_, stage) in course.turns.iter().filter(|turn| turn.0 == depth) {
            let best = course.best[i.saturating_sub(1)];
            let part = SearchProgress { stage, elapsed: elapsed.mul_f64(0.8), best, ..report };
            text.push_str(" (");
            write_decision(&mut text, strategy.during_iteration(&part));
            text.push_str(" )");
        }
        let decision = strategy.after_iteration(&report);
        write_decision(&mut text, decision);
        if decision == StrategyDecision::Stop {
            break;
        }
    }
    text
}

/// All budgets and decisions of a strategy.
fn figures_of(name: &str) -> String {
    let fresh = || strategy_by_name(name).unwrap();
    let mut text = format!("# {name}: {}\n", fresh().name());
    for (clock_name, clock) in clocks() {
        write!(text, "{clock_name}:").unwrap();
        for (_, context) in contexts() {
            write_budget(&mut text, fresh().begin(&clock, &context));
        }
        text.push('\n');
    }
    let places = [("300", "middle"), ("300+5", "opening"), ("300/40", "recapture"), ("20 and 3x10", "middle")];
    for (clock_name, context_name) in places {
        let clock = clocks().into_iter().find(|clock| clock.0 == clock_name).unwrap().1;
        let context = contexts().into_iter().find(|context| context.0 == context_name).unwrap().1;
        for course in &COURSES {
            for factor in [1.4, 2.5].into_iter().take(if clock_name == "300" { 2 } else { 1 }) {
                let mut strategy = fresh();
                let budget = clock.cap(strategy.begin(&clock, &context));
                let course_text = follow(&mut *strategy, budget.hard, course, factor);
                writeln!(text, "{clock_name} {context_name} {} {factor}:{course_text}", course.name).unwrap();
            }
        }
    }
    text + &game_of(name)
}

/// Ten moves of a game and the first of the next, for the state kept between moves.
fn game_of(name: &str) -> String {
    let mut text = format!("{name} in a game:");
    let mut strategy = strategy_by_name(name).unwrap();
    strategy.new_game();
    let mut left = 60_000_u64;
    for number in 0..10_u32 {
        let context = MoveContext { ply: 2 * number, expected_reply: number % 3 == 1, ..MoveContext::default() };
        let state = ClockState { bonus: Bonus::Increment(ms(500)), ..clock(left) };
        let budget = state.cap(strategy.begin(&state, &context));
        write_budget(&mut text, budget);
        follow(&mut *strategy, budget.hard, &COURSES[number as usize % COURSES.len()], 1.7);
        // Moves that take half of the soft bound, all of it, or more.
        let elapsed = budget.soft.mul_f64([0.5, 1.0, 1.3][number as usize % 3]);
        let score = 30 * (number as i32 % 4) - 40;
        strategy.finish(&MoveSummary { elapsed, nodes: 100_000, depth: 12, score });
        left = (left + 500).saturating_sub(elapsed.as_millis() as u64);
    }
    strategy.new_game();
    write_budget(&mut text, strategy.begin(&clock(60_000), &MoveContext::default()));
    let limit = strategy.node_limit();
    text + &format!(" nodes {limit:?}\n\n")
}

/// A time keeper with the default strategy, with and without pondering.
fn figures_of_the_keeper() -> String {
    let mut text = String::from("# the keeper\n");
    for (ponder, hit) in [(false, None), (true, None), (true, Some(900)), (true, Some(30_000))] {
        for depth in [None, Some(6)] {
            let mut keeper = TimeKeeper::new(strategy_by_name("foresight").unwrap());
            keeper.set_pondering(ponder);
            let own = Some(duiyi_clock::PlayerClock { left: ms(60_000), ..Default::default() });
            let go = GoParameters { own, ponder, depth, nodes: Some(300_000), ..GoParameters::default() };
            keeper.start(&go, &MoveContext { ply: 40, ..MoveContext::default() });
            write!(text, "ponder {ponder} hit {hit:?} depth {depth:?}:").unwrap();
            if let Some(budget) = keeper.budget() {
                write_budget(&mut text, budget);
            }
            let mut pending = hit;
            for depth in 1..=12_u32 {
                let elapsed = ms(5 << depth);
                if pending.is_some_and(|hit| ms(hit) <= elapsed) {
                    write!(text, " hit {}", keeper.ponder_hit(ms(pending.take().unwrap_or(0)))).unwrap();
                }
                let report =
                    SearchProgress { depth, elapsed, nodes: 100 << depth, score: 20, best: 1, ..Default::default() };
                let stop = keeper.report(&report);
                write!(text, " {}{}", u8::from(stop), u8::from(keeper.must_stop(elapsed * 2, report.nodes))).unwrap();
            }
            text.push('\n');
        }
    }
    text
}

#[test]
fn figures_equal_the_golden_file() {
    let names = ["average=20", "fixed-share=30", "adaptive=25", "fixed-time=0.5", "fixed-depth=8", "fixed-nodes=20000"];
    let all: String = STRATEGY_NAMES.into_iter().chain(names).map(figures_of).collect();
    let found = all + &figures_of_the_keeper();
    expect_file![concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/budgets.txt")].assert_eq(&found);
}
