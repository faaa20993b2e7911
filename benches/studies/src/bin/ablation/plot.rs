//! Nodes by depth as a plot: the full search, and without each of the switches
//! that matter most at the greatest depth.

use crate::Row;
use plotters::prelude::*;
use std::{error::Error, path::Path};

/// The number of curves in addition to that of the full search.
const CURVES: usize = 6;

pub(crate) fn draw(path: &Path, full: &Row, rows: &[Row]) -> Result<(), Box<dyn Error>> {
    let depth = full.nodes.len();
    let mut sorted: Vec<&Row> = rows.iter().collect();
    sorted.sort_by_key(|row| std::cmp::Reverse(row.nodes.last().copied()));
    let curves: Vec<&Row> = std::iter::once(full).chain(sorted.into_iter().take(CURVES)).collect();
    let counts = || curves.iter().flat_map(|row| row.nodes.iter().map(|&nodes| nodes as f64));
    let (least, most) = (counts().fold(f64::MAX, f64::min).max(1.0), counts().fold(2.0, f64::max));
    let area = SVGBackend::new(path, (800, 500)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(84)
        .build_cartesian_2d(1.0..depth.max(2) as f64, (least..most * 1.2).log_scale())?;
    chart
        .configure_mesh()
        .x_labels(depth.max(2))
        .x_label_formatter(&|depth| format!("{depth:.0}"))
        .y_label_formatter(&|nodes| format!("{nodes:.0e}"))
        .x_desc("depth in plies")
        .y_desc("nodes, all positions")
        .draw()?;
    for (i, row) in curves.iter().enumerate() {
        let color = if i == 0 { BLACK.to_rgba() } else { Palette99::pick(i).to_rgba() };
        let points = row.nodes.iter().enumerate().map(|(i, &nodes)| ((i + 1) as f64, nodes as f64));
        let label = if i == 0 { "everything on".to_owned() } else { format!("without {}", row.name) };
        chart
            .draw_series(LineSeries::new(points, color.stroke_width(2)))?
            .label(label)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], color.stroke_width(2)));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.9))
        .border_style(BLACK.mix(0.3))
        .draw()?;
    area.present()?;
    Ok(())
}
