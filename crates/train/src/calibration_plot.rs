//! Plots of calibrations as SVG.

use crate::{calibration::Calibration, plot::CurveError, texel::predict};
use plotters::{coord::Shift, prelude::*};

/// Draws evaluations side by side, 320 points wide each: the bins with their errors, and the fitted
/// sigmoid. Scores are divided by `unit`, whose name labels the axis.
/// Needs the feature `plots`.
///
/// # Errors
/// If there is nothing to draw.
pub fn draw_calibrations(calibrations: &[Calibration], bins: usize, unit: (f64, &str)) -> Result<String, CurveError> {
    if calibrations.is_empty() || calibrations.iter().any(Calibration::is_empty) {
        return Err(CurveError::Empty);
    }
    let mut text = String::new();
    let area = SVGBackend::with_string(&mut text, (320 * calibrations.len() as u32, 320)).into_drawing_area();
    let draw = || -> Result<(), Box<dyn std::error::Error + '_>> {
        area.fill(&WHITE)?;
        for (panel, calibration) in area.split_evenly((1, calibrations.len())).iter().zip(calibrations) {
            draw_panel(panel, calibration, bins, unit)?;
        }
        area.present()?;
        Ok(())
    };
    let drawn = draw().map_err(|error| CurveError::Drawing(error.to_string()));
    drop(area);
    drawn.map(|()| text)
}

fn draw_panel<'a>(
    area: &DrawingArea<SVGBackend<'a>, Shift>,
    calibration: &Calibration,
    bins: usize,
    (unit, unit_name): (f64, &str),
) -> Result<(), Box<dyn std::error::Error + 'a>> {
    const BLUE: RGBColor = RGBColor(40, 80, 200);
    const RED: RGBColor = RGBColor(200, 40, 40);
    let (bins, scale) = (calibration.bins(bins), calibration.scale());
    let scores = || bins.iter().map(|bin| bin.score / unit);
    let (low, high) = (scores().fold(f64::INFINITY, f64::min), scores().fold(f64::NEG_INFINITY, f64::max));
    let room = 0.05 * (high - low).max(0.2);
    let (low, high) = (low - room, high + room);
    let caption = format!("{}: scale {:.0} ± {:.0}", calibration.name(), scale.value, scale.error);
    let mut chart = ChartBuilder::on(area)
        .caption(caption, ("sans-serif", 15))
        .margin(8)
        .x_label_area_size(32)
        .y_label_area_size(36)
        .build_cartesian_2d(low..high, 0.0..1.0)?;
    chart.configure_mesh().x_labels(7).y_labels(6).x_desc(unit_name).light_line_style(WHITE).draw()?;
    let expected = (0..=100).map(|step| low + (high - low) * f64::from(step) / 100.0);
    let expected = expected.map(|x| (x, predict(1.0 / scale.value, x * unit)));
    chart.draw_series(LineSeries::new(expected, BLUE.stroke_width(1)))?;
    chart.draw_series(bins.iter().map(|bin| {
        let x = bin.score / unit;
        let ends = [(bin.share - bin.error).max(0.0), (bin.share + bin.error).min(1.0)];
        PathElement::new(ends.map(|y| (x, y)), RED.stroke_width(1))
    }))?;
    chart.draw_series(bins.iter().map(|bin| Circle::new((bin.score / unit, bin.share), 2, RED.filled())))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plot_contains_every_bin() {
        let evaluation = |name: &str| {
            let mut calibration = Calibration::new(name);
            for game in 0..300 {
                let result = if game % 3 == 0 { 0.0 } else { 1.0 };
                calibration.push(game, 3 * game as i16 - 400, result).unwrap();
            }
            calibration
        };
        let two = [evaluation("drawn"), evaluation("drawn")];
        let drawing = draw_calibrations(&two, 10, (100.0, "pawns")).unwrap();
        assert_eq!(drawing.matches("<circle").count(), 20);
        assert_eq!(drawing.matches("drawn: scale").count(), 2);
        assert_eq!(draw_calibrations(&[], 10, (1.0, "")), Err(CurveError::Empty));
        assert_eq!(draw_calibrations(&[Calibration::new("x")], 10, (1.0, "")), Err(CurveError::Empty));
    }
}
