//! The relations of time, nodes and depth, by phase.
//!
//! According to row T-6 of docs/sources.md, time is linear in nodes and both are
//! exponential in depth, with the steepest growth in the middle game and the least
//! in the endgame, where the speed is also highest. The original figures are lost;
//! this module measures the relations on any set of traces.

use crate::sim::trace::{TracePosition, TraceSet};
use crate::state::Phase;

/// Iterations with fewer nodes are too small to measure.
const LEAST_NODES: u64 = 500;

/// Time, nodes and depth in the positions of one phase; means over positions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Relation {
    /// Positions with at least three measurable iterations.
    pub positions: usize,
    /// Effective branching factor: e to the slope of log nodes over depth.
    pub branching: f64,
    /// Coefficient of determination of log nodes by depth: 1 is exactly exponential.
    pub exponential: f64,
    /// Coefficient of determination of time by nodes: 1 is exactly linear.
    pub linear: f64,
    /// Nodes per second.
    pub speed: f64,
}

/// Measures the relations in each phase, in the order of [`Phase::ALL`].
pub fn relations(traces: &TraceSet) -> [Relation; 3] {
    Phase::ALL.map(|phase| {
        let mut sum = Relation::default();
        let positions = traces.games().iter().flat_map(|g| &g.positions).filter(|p| p.phase == phase);
        for relation in positions.filter_map(of_position) {
            sum.positions += 1;
            sum.branching += relation.branching;
            sum.exponential += relation.exponential;
            sum.linear += relation.linear;
            sum.speed += relation.speed;
        }
        let n = sum.positions.max(1) as f64;
        Relation {
            positions: sum.positions,
            branching: sum.branching / n,
            exponential: sum.exponential / n,
            linear: sum.linear / n,
            speed: sum.speed / n,
        }
    })
}

fn of_position(position: &TracePosition) -> Option<Relation> {
    let points = || position.iterations.iter().filter(|i| i.nodes >= LEAST_NODES && i.micros > 0);
    let last = points().next_back()?;
    if points().count() < 3 {
        return None;
    }
    let (slope, exponential) = fit_line(points().map(|i| (f64::from(i.depth), (i.nodes as f64).ln())));
    let (_, linear) = fit_line(points().map(|i| (i.nodes as f64, i.micros as f64)));
    let speed = last.nodes as f64 * 1e6 / last.micros as f64;
    Some(Relation { positions: 1, branching: slope.exp(), exponential, linear, speed })
}

/// Slope and coefficient of determination of the least-squares line.
fn fit_line(points: impl Iterator<Item = (f64, f64)> + Clone) -> (f64, f64) {
    let n = points.clone().count() as f64;
    let (sx, sy) = points.clone().fold((0.0, 0.0), |(sx, sy), (x, y)| (sx + x, sy + y));
    let (mx, my) = (sx / n, sy / n);
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    for (x, y) in points {
        xx += (x - mx) * (x - mx);
        xy += (x - mx) * (y - my);
        yy += (y - my) * (y - my);
    }
    if xx == 0.0 || yy == 0.0 { (0.0, 1.0) } else { (xy / xx, xy * xy / (xx * yy)) }
}
