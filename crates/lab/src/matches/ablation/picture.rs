//! The ratios of nodes and of processor time as a picture.

use plotters::prelude::*;
use std::error::Error;

/// What a line of the picture shows.
pub(super) struct Bar<'a> {
    pub(super) name: &'a str,
    /// Nodes relative to the usual search.
    pub(super) nodes: f64,
    /// Processor time relative to the usual search, with the ends of its interval, if it was measured.
    pub(super) time: Option<(f64, [f64; 2])>,
}

/// A point for the time of each search, with its interval, and a square for the nodes, on a logarithmic scale.
///
/// # Errors
/// If the drawing library fails.
pub(super) fn draw(title: &str, bars: &[Bar<'_>]) -> Result<String, String> {
    let mut text = String::new();
    draw_into(&mut text, title, bars).map_err(|error| error.to_string())?;
    Ok(text)
}

fn draw_into(text: &mut String, title: &str, bars: &[Bar<'_>]) -> Result<(), Box<dyn Error>> {
    const BLUE: RGBColor = RGBColor(40, 80, 200);
    const GREY: RGBColor = RGBColor(120, 120, 120);
    const TICKS: [f64; 13] = [0.1, 0.2, 0.3, 0.5, 0.7, 0.8, 0.9, 1.0, 1.2, 1.5, 2.0, 4.0, 8.0];
    // An interval can be very wide after two rounds, so it is cut at the ends of the picture.
    let ends = bars.iter().flat_map(|bar| [Some(bar.nodes), bar.time.map(|(ratio, _)| ratio)]).flatten();
    let (low, high) = ends.fold((0.85_f64, 1.25_f64), |(low, high), end| (low.min(end), high.max(end)));
    let (low, high) = (low.max(0.05) / 1.1, high.min(20.0) * 1.1);
    let rows = bars.len().max(1);
    let ticks: Vec<f64> = TICKS.into_iter().filter(|tick| (low..high).contains(tick)).collect();
    let area = SVGBackend::with_string(text, (800, 110 + 18 * rows as u32)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption(title, ("sans-serif", 16))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(210)
        .build_cartesian_2d((low..high).log_scale().with_key_points(ticks), (rows as f64 - 0.5)..-0.5)?;
    chart
        .configure_mesh()
        .disable_y_mesh()
        .light_line_style(WHITE)
        .y_labels(rows)
        .y_label_formatter(&|row| bars.get(row.round() as usize).map_or_else(String::new, |bar| bar.name.to_owned()))
        .x_label_formatter(&|ratio| format!("{ratio}"))
        .x_desc("relative to the usual search")
        .draw()?;
    chart.draw_series([PathElement::new([(1.0, -0.5), (1.0, rows as f64 - 0.5)], BLACK)])?;
    let at = || bars.iter().zip(0..).map(|(bar, row)| (bar, f64::from(row)));
    chart
        .draw_series(at().map(|(bar, row)| TriangleMarker::new((bar.nodes.clamp(low, high), row), 4, GREY.filled())))?
        .label("nodes")
        .legend(|(x, y)| TriangleMarker::new((x + 9, y), 4, GREY.filled()));
    let timed = || at().filter_map(|(bar, row)| Some((bar.time?, row)));
    chart.draw_series(timed().map(|((_, interval), row)| {
        PathElement::new(interval.map(|end| (end.clamp(low, high), row)), BLUE.stroke_width(2))
    }))?;
    if bars.iter().any(|bar| bar.time.is_some()) {
        chart
            .draw_series(timed().map(|((ratio, _), row)| Circle::new((ratio.clamp(low, high), row), 3, BLUE.filled())))?
            .label("processor time, 95 % interval")
            .legend(|(x, y)| Circle::new((x + 9, y), 3, BLUE.filled()));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::LowerRight)
        .background_style(WHITE.mix(0.9))
        .border_style(BLACK.mix(0.3))
        .draw()?;
    drop(chart);
    area.present()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_has_the_name_the_nodes_and_the_time_of_each_search() {
        let timed = |ratio| Some((ratio, [0.0, f64::INFINITY]));
        let bars: Vec<_> =
            (0..50).map(|row| Bar { name: ["a & b", "c"][row % 2], nodes: 0.0, time: timed(1e6) }).collect();
        for bars in [&bars[..], &bars[..1], &[]] {
            let svg = draw("default at depth 8", bars).unwrap();
            // The legend has a triangle, and a circle if times were measured.
            assert_eq!(svg.matches("<circle").count(), bars.len() + bars.len().min(1), "{svg}");
            assert_eq!(svg.matches("<polygon").count(), bars.len() + 1, "{svg}");
            assert_eq!(svg.matches("a &amp; b").count(), bars.len().div_ceil(2), "{svg}");
            assert!(!svg.contains("NaN") && !svg.contains("a & b"), "{svg}");
        }
    }

    /// The axis reaches the largest ratio of nodes and of times.
    #[test]
    fn the_axis_has_room_for_nodes_and_times() {
        let has_tick = |nodes, time: Option<f64>, tick: &str| {
            let bar = Bar { name: "a", nodes, time: time.map(|ratio| (ratio, [ratio; 2])) };
            draw("b", &[bar]).unwrap().lines().any(|line| line == tick)
        };
        for (nodes, time, tick) in [(1.0, Some(3.0), "2"), (3.0, Some(1.0), "2"), (3.0, None, "2")] {
            assert!(has_tick(nodes, time, tick), "{nodes} {time:?}");
        }
        for (nodes, time) in [(1.0, Some(0.3)), (0.3, Some(1.0)), (0.3, None)] {
            assert!(has_tick(nodes, time, "0.5"), "{nodes} {time:?}");
            assert!(!has_tick(nodes, time, "2"), "{nodes} {time:?}");
        }
    }
}
