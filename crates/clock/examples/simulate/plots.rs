//! SVG plots: time per move of every strategy in a sample game, and the four
//! figures of the 2006 paper, of which only the captions survive.

use std::error::Error;
use std::path::Path;

use duiyi_clock::sim::{LagModel, Relation, Simulator, TraceIteration, TraceSet, relations};
use duiyi_clock::{Average, ClockState, Ledger, MoveContext, Phase, Strategy, TimeControl, TimeKeeper};
use plotters::coord::Shift;
use plotters::prelude::*;

use crate::Setting;

type Canvas<'a> = DrawingArea<SVGBackend<'a>, Shift>;
/// A named curve.
pub(crate) type Curve = (String, Vec<(f64, f64)>);

/// The scale of an axis.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Axis {
    Linear,
    Logarithmic,
}

/// A figure of the paper.
struct Figure {
    name: &'static str,
    title: &'static str,
    labels: [&'static str; 2],
    axes: [Axis; 2],
    curves: Vec<Curve>,
}

/// Draws all plots into a folder, which is created if it does not exist.
pub(crate) fn draw_all(setting: &Setting, folder: &Path) -> Result<(), Box<dyn Error>> {
    std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut written = Vec::new();
    for control in &setting.controls {
        let path = folder.join(format!("time-per-move-{}.svg", safe(control)));
        time_per_move(setting, control, &path)?;
        written.push(path);
    }
    let measured = TraceSet::read(crate::FIGURES)?;
    let figures = [
        Figure {
            name: "figure-1-time-against-nodes.svg",
            title: "Time against nodes",
            labels: ["nodes", "seconds"],
            axes: [Axis::Linear, Axis::Linear],
            curves: by_phase(&measured, |i| (i.nodes as f64, i.micros as f64 / 1e6)),
        },
        Figure {
            name: "figure-2-time-against-depth.svg",
            title: "Time against depth",
            labels: ["depth in plies", "seconds"],
            axes: [Axis::Linear, Axis::Logarithmic],
            curves: by_phase(&measured, |i| (f64::from(i.depth), i.micros as f64 / 1e6)),
        },
        Figure {
            name: "figure-3-nodes-against-depth.svg",
            title: "Nodes against depth",
            labels: ["depth in plies", "nodes"],
            axes: [Axis::Linear, Axis::Logarithmic],
            curves: by_phase(&measured, |i| (f64::from(i.depth), i.nodes as f64)),
        },
    ];
    for figure in figures {
        let path = folder.join(figure.name);
        draw(&path, figure.title, figure.labels, figure.axes, &figure.curves)?;
        written.push(path);
    }
    let path = folder.join("figure-4-time-left.svg");
    let title = "Time left of 1800 s by the average model";
    draw(&path, title, ["moves", "seconds left"], [Axis::Linear, Axis::Linear], &time_left())?;
    written.push(path);
    for path in written {
        println!("{}", path.display());
    }
    println!(
        "\n| search | phase | positions | growth per ply | log nodes by depth, R² | time by nodes, R² | nodes a second |"
    );
    println!("|---|---|---|---|---|---|---|");
    for (search, traces) in [("thesis", &measured), ("default", &TraceSet::read(crate::SELECTIVE)?)] {
        for (phase, r) in Phase::ALL.into_iter().zip(relations(traces)) {
            let Relation { positions, branching, exponential, linear, speed } = r;
            println!(
                "| {search} | {phase:?} | {positions} | {branching:.2} | {exponential:.3} | {linear:.4} | {speed:.0} |"
            );
        }
    }
    Ok(())
}

/// The text of a control as a part of a file's name.
pub(crate) fn safe(control: &TimeControl) -> String {
    control.to_string().chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect()
}

/// One game of median length, played by every strategy with the same noise.
fn time_per_move(setting: &Setting, control: &TimeControl, path: &Path) -> Result<(), Box<dyn Error>> {
    let mut games: Vec<_> = setting.traces.games().iter().collect();
    games.sort_by_key(|g| g.positions.len());
    let game = games.get(games.len() / 2).ok_or("no games to draw")?;
    let conditions = setting.conditions(control, LagModel::NETWORK);
    let curve = |strategy: &dyn Strategy| -> Curve {
        let mut points = Vec::new();
        let mut number = 0.0;
        let keeper = TimeKeeper::new(strategy.boxed_clone());
        Simulator::new(conditions.clone()).play_observed(&keeper, game, 0, |record| {
            number += 1.0;
            points.push((number, record.used.as_secs_f64()));
        });
        (strategy.name().to_owned(), points)
    };
    let curves: Vec<Curve> = setting.strategies.iter().map(|s| curve(&**s)).collect();
    let title = format!("Time per move at {control}, game {} ({})", game.game, setting.source);
    draw(path, &title, ["own move", "seconds"], [Axis::Linear, Axis::Linear], &curves)
}

/// For each phase the record of its typical position: the one whose search reaches the median depth.
fn by_phase(traces: &TraceSet, point: impl Fn(&TraceIteration) -> (f64, f64)) -> Vec<Curve> {
    let curve = |phase: Phase| -> Option<Curve> {
        let positions = traces.games().iter().flat_map(|g| &g.positions);
        let mut positions: Vec<_> = positions.filter(|p| p.phase == phase && p.legal > 1).collect();
        positions.sort_by_key(|p| p.iterations.len());
        let typical = positions.get(positions.len() / 2)?;
        let points = typical.iterations.iter().filter(|i| i.micros > 0).map(&point).collect();
        Some((format!("{phase:?}, ply {}", typical.ply), points))
    };
    Phase::ALL.into_iter().filter_map(curve).collect()
}

/// The average model on an ideal clock of half an hour, for four values of N.
fn time_left() -> Vec<Curve> {
    let curve = |divisor: f64| -> Curve {
        let mut ledger = Ledger::new(&TimeControl::sudden_death(std::time::Duration::from_secs(1800)));
        let mut average = Average::new(divisor);
        let mut points = Vec::new();
        for k in 0..=100 {
            let left = ledger.left().unwrap_or_default();
            points.push((f64::from(k), left.as_secs_f64()));
            let clock = ClockState { left, ..ClockState::default() };
            let time = average.begin(&clock, &MoveContext::default()).soft;
            if ledger.spend(time, Phase::Middlegame).is_err() {
                break;
            }
        }
        (format!("N = {divisor}"), points)
    };
    [20.0, 30.0, 40.0, 60.0].map(curve).to_vec()
}

pub(crate) fn draw(
    path: &Path,
    title: &str,
    labels: [&str; 2],
    axes: [Axis; 2],
    curves: &[Curve],
) -> Result<(), Box<dyn Error>> {
    let mut text = String::new();
    {
        let canvas = SVGBackend::with_string(&mut text, (960, 540)).into_drawing_area();
        canvas.fill(&WHITE)?;
        draw_on(&canvas, title, labels, axes, curves)?;
        canvas.present()?;
    }
    // All plots begin with the same line; a file that does not is not one of them.
    if path.exists() && std::fs::read_to_string(path)?.lines().next() != text.lines().next() {
        return Err(format!("{}: exists and is not a plot of this program", path.display()).into());
    }
    std::fs::write(path, text)?;
    Ok(())
}

fn draw_on(
    canvas: &Canvas<'_>,
    title: &str,
    labels: [&str; 2],
    axes: [Axis; 2],
    curves: &[Curve],
) -> Result<(), Box<dyn Error>> {
    let points = || curves.iter().flat_map(|(_, points)| points);
    let range = |pick: fn(&(f64, f64)) -> f64, axis: Axis| {
        let (low, high) = points().map(pick).fold((f64::INFINITY, 1e-9_f64), |(a, b), v| (a.min(v), b.max(v)));
        if axis == Axis::Logarithmic { low.max(1e-9)..high * 1.1 } else { 0.0..high * 1.03 }
    };
    let (x, y) = (range(|p| p.0, axes[0]), range(|p| p.1, axes[1]));
    let mut builder = ChartBuilder::on(canvas);
    builder.caption(title, ("sans-serif", 16)).margin(12).x_label_area_size(40).y_label_area_size(70);
    // The two kinds of axes have different types; the rest is the same for both.
    macro_rules! plot {
        ($chart:expr) => {{
            let mut chart = $chart;
            chart.configure_mesh().x_desc(labels[0]).y_desc(labels[1]).draw()?;
            for (index, (name, points)) in curves.iter().enumerate() {
                let colour = HSLColor(index as f64 / curves.len().max(1) as f64, 0.8, 0.42);
                chart
                    .draw_series(LineSeries::new(points.iter().copied(), colour.stroke_width(2)))?
                    .label(name)
                    .legend(move |(x, y)| PathElement::new(vec![(x, y), (x + 16, y)], colour.stroke_width(2)));
            }
            chart.configure_series_labels().background_style(WHITE.mix(0.8)).border_style(BLACK.mix(0.3)).draw()?;
        }};
    }
    if axes[1] == Axis::Logarithmic {
        plot!(builder.build_cartesian_2d(x, y.log_scale())?);
    } else {
        plot!(builder.build_cartesian_2d(x, y)?);
    }
    Ok(())
}
