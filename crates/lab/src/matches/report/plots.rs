//! Plots of ratings in the colours of the page.

use super::escaped;
use duiyi_arena::{Estimate, MatchRecord, Standings};
use std::fmt::Write;

const WIDTH: f64 = 700.0;
const LEFT: f64 = 110.0;
const TOP: f64 = 14.0;
/// The maximum number of points of a curve.
const POINTS: usize = 240;

/// The ratings with their intervals, strongest first.
pub(super) fn ladder(rated: &[(&str, Estimate)]) -> String {
    let ends = rated.iter().flat_map(|(_, elo)| [elo.low, elo.value, elo.high]);
    let Some(scale) = Scale::over(ends, LEFT, WIDTH - 20.0) else { return String::new() };
    let height = TOP + 26.0 * rated.len() as f64 + 22.0;
    let mut text = opening(height, "Elo with 95 % intervals");
    scale.marks(&mut text, |x, label| {
        let (bottom, low) = (height - 20.0, height - 6.0);
        format!(
            "<line class=\"axis\" x1=\"{x:.1}\" y1=\"{TOP}\" x2=\"{x:.1}\" y2=\"{bottom}\"/>\
             <text x=\"{x:.1}\" y=\"{low}\" text-anchor=\"middle\">{label:+}</text>"
        )
    });
    for (row, (name, elo)) in rated.iter().enumerate() {
        let y = TOP + 26.0 * row as f64 + 13.0;
        let [low, value, high] = [elo.low, elo.value, elo.high].map(|elo| scale.at(elo));
        let _ = write!(
            text,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\
             <line class=\"bar\" x1=\"{low:.1}\" y1=\"{y}\" x2=\"{high:.1}\" y2=\"{y}\"/>\
             <circle class=\"dot\" cx=\"{value:.1}\" cy=\"{y}\" r=\"4\"/>",
            LEFT - 8.0,
            y + 4.0,
            escaped(&name.chars().take(16).collect::<String>())
        );
    }
    text + "</svg>"
}

/// The rating difference of two players after each game.
pub(super) fn course(records: &[MatchRecord]) -> String {
    let (mut standings, mut course) = (Standings::default(), Vec::new());
    let all: usize = records.iter().map(|record| record.games.len()).sum();
    for record in records {
        standings.next_match(&record.heading);
        for game in &record.games {
            standings.add(game);
            let played = standings.games() as usize;
            if played.is_multiple_of((all / POINTS).max(1)) || played == all {
                course.push((played as f64, standings.first_pairing().elo()));
            }
        }
    }
    course.retain(|(_, elo)| [elo.low, elo.value, elo.high].iter().all(|elo| elo.is_finite()));
    let (height, bottom) = (240.0, 206.0);
    let ends = course.iter().skip(course.len() / 10).flat_map(|(_, elo)| [elo.low, elo.high]);
    let Some(scale) = Scale::over(ends, bottom, TOP) else { return String::new() };
    let x = |played: f64| LEFT + (WIDTH - 20.0 - LEFT) * played / all.max(1) as f64;
    let mut text = opening(height, "Elo of the first engine over the second, after each game");
    scale.marks(&mut text, |y, label| {
        format!(
            "<line class=\"axis\" x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{}\" y2=\"{y:.1}\"/>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{label:+}</text>",
            WIDTH - 20.0,
            LEFT - 8.0,
            y + 4.0
        )
    });
    let point = |played: f64, elo: f64| format!("{:.1},{:.1} ", x(played), scale.at(elo));
    let upper: String = course.iter().map(|(played, elo)| point(*played, elo.high)).collect();
    let lower: String = course.iter().rev().map(|(played, elo)| point(*played, elo.low)).collect();
    let middle: String = course.iter().map(|(played, elo)| point(*played, elo.value)).collect();
    let _ = write!(
        text,
        "<polygon class=\"band\" points=\"{upper}{lower}\"/><polyline class=\"curve\" points=\"{middle}\"/>\
         <text x=\"{}\" y=\"{}\" text-anchor=\"end\">{all} games</text>",
        WIDTH - 20.0,
        height - 8.0
    );
    text + "</svg>"
}

fn opening(height: f64, title: &str) -> String {
    format!("<svg class=\"plot\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\"><title>{title}</title>")
}

/// Maps Elo to a position on the page.
struct Scale {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Scale {
    /// A scale that includes all finite values; `None` if there are none.
    fn over(values: impl Iterator<Item = f64>, from: f64, to: f64) -> Option<Scale> {
        let (low, high) = values
            .filter(|value| value.is_finite())
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        (low <= high).then(|| Scale { low: low.min(-10.0), high: high.max(10.0), from, to })
    }

    /// The position of a value; values outside the scale are at its ends.
    fn at(&self, elo: f64) -> f64 {
        let share = (elo.clamp(self.low, self.high) - self.low) / (self.high - self.low);
        self.from + (self.to - self.from) * share
    }

    /// Adds the output of `mark` at about five round values.
    fn marks(&self, text: &mut String, mark: impl Fn(f64, f64) -> String) {
        let wanted = (self.high - self.low) / 5.0;
        let tenth = 10f64.powf(wanted.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|times| times * tenth).into_iter().find(|&step| step >= wanted);
        let step = step.unwrap_or(wanted);
        let mut label = (self.low / step).ceil() * step;
        while label <= self.high {
            // Adding 0 makes a zero positive.
            text.push_str(&mark(self.at(label), label.round() + 0.0));
            label += step;
        }
    }
}
