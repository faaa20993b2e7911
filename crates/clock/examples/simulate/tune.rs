//! Tunes the constants of the default strategy on the traces.
//!
//! A separable evolution strategy in the manner of CMA-ES: samples around a
//! mean, moves the mean to the best half, adapts one step size per constant.
//! It minimises the logarithm of the loss per game, averaged over the controls
//! and corrected to equal time by the elasticity of the loss of a scaled average
//! model. The reserves and the distribution of game lengths are not tuned: the
//! first guard against very rare events, the second is measured.

use duiyi_clock::sim::{Conditions, LagModel, Summary, TraceSet, run};
use duiyi_clock::{Average, Foresight, ForesightParameters};
use rand_distr::{Distribution, StandardNormal};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use crate::Setting;

const FROZEN: [&str; 6] = ["game_length", "length_steepness", "reserve_share", "reserve_most", "stall", "stall_share"];
const CHILDREN: usize = 14;

/// A control with the data for comparing losses at different use of time.
struct Course {
    conditions: Conditions,
    /// d log loss / d log time, negative.
    elasticity: f64,
    anchor: Summary,
}

fn courses(setting: &Setting, games: u64) -> Vec<Course> {
    let average = Average::new(40.0);
    let course = |control: &duiyi_clock::TimeControl| {
        let conditions = setting.conditions(control, LagModel::NETWORK);
        let scaled = |factor: f64| {
            let conditions = Conditions { control: control.scaled(factor), ..conditions.clone() };
            run(&average, &setting.traces, &conditions, games)
        };
        let (less, more) = (scaled(0.7), scaled(1.4));
        let time = (more.mean_used().as_secs_f64() / less.mean_used().as_secs_f64()).ln();
        let elasticity = (more.loss().max(1e-9) / less.loss().max(1e-9)).ln() / time;
        Course { anchor: scaled(1.0), conditions, elasticity }
    };
    setting.controls.iter().map(course).collect()
}

fn parameters(unit: &[f64]) -> ForesightParameters {
    let mut result = ForesightParameters::default();
    for ((name, low, high, place), x) in result.named().into_iter().zip(unit) {
        if !FROZEN.contains(&name) {
            *place = low + (high - low) * x;
        }
    }
    result
}

fn cost(unit: &[f64], courses: &[Course], traces: &TraceSet, games: u64) -> f64 {
    let strategy = Foresight::new(parameters(unit));
    let each = courses.iter().map(|course| {
        let summary = run(&strategy, traces, &course.conditions, games);
        let time = (summary.mean_used().as_secs_f64() / course.anchor.mean_used().as_secs_f64()).ln();
        // Correct half way to equal time, since unused time is also wasted.
        (summary.loss().max(1e-9) / course.anchor.loss().max(1e-9)).ln() - 0.5 * course.elasticity * time
    });
    each.sum::<f64>() / courses.len() as f64
}

/// Runs the evolution strategy for some generations and prints the constants found.
pub(crate) fn tune(setting: &Setting, games: u64, generations: u32) {
    println!("{}", setting.source);
    let courses = courses(setting, games);
    for course in &courses {
        println!("{}: elasticity of the loss in time {:.2}", course.conditions.control, course.elasticity);
    }
    let mut start = ForesightParameters::default();
    let mut mean: Vec<f64> = start.named().map(|(_, low, high, x)| (*x - low) / (high - low)).to_vec();
    let mut step = vec![0.08; mean.len()];
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(setting.seed);
    println!("start {:.4}", cost(&mean, &courses, &setting.traces, games));
    for generation in 1..=generations {
        let children: Vec<Vec<f64>> = (0..CHILDREN)
            .map(|_| {
                let jump = |(m, s): (&f64, &f64)| -> f64 {
                    let z: f64 = StandardNormal.sample(&mut rng);
                    (m + s * z).clamp(0.0, 1.0)
                };
                mean.iter().zip(&step).map(jump).collect()
            })
            .collect();
        let costs: Vec<f64> = children.iter().map(|child| cost(child, &courses, &setting.traces, games)).collect();
        let mut order: Vec<usize> = (0..costs.len()).collect();
        order.sort_by(|a, b| costs[*a].total_cmp(&costs[*b]));
        let best = &order[..CHILDREN / 2];
        for (index, (m, s)) in mean.iter_mut().zip(&mut step).enumerate() {
            let weight = |rank: usize| ((CHILDREN / 2) as f64 + 0.5).ln() - (rank as f64 + 1.0).ln();
            let total: f64 = (0..best.len()).map(weight).sum();
            let average = |f: &dyn Fn(f64) -> f64| -> f64 {
                best.iter().enumerate().map(|(rank, child)| weight(rank) * f(children[*child][index])).sum::<f64>()
                    / total
            };
            let centre = average(&|x| x);
            let old = *m;
            let variance = average(&|x| (x - old).powi(2));
            *s = (0.8 * *s * *s + 0.2 * variance).sqrt().clamp(0.004, 0.2);
            *m += 0.8 * (centre - *m);
        }
        println!(
            "{generation}: best {:.4}, mean {:.4}",
            costs[order[0]],
            cost(&mean, &courses, &setting.traces, games)
        );
    }
    println!("{:#?}", parameters(&mean));
}
