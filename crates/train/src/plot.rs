//! Plots of learning curves as SVG.

use crate::curve::Curve;
use plotters::prelude::*;

/// A curve that cannot be drawn.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CurveError {
    /// There are no finite points.
    #[error("a curve without finite points")]
    Empty,
    /// The drawing library failed.
    #[error("drawing: {0}")]
    Drawing(String),
}

impl Curve {
    /// Draws the curves, 800 by 450 points. Needs the feature `plots`.
    ///
    /// ```
    /// use duiyi_train::Curve;
    /// let mut curve = Curve::new("epoch", &["training", "held out"]);
    /// curve.push(1.0, &[0.130, 0.131]);
    /// curve.push(2.0, &[0.120, 0.122]);
    /// assert!(curve.svg("mean squared error")?.starts_with("<svg"));
    /// # Ok::<(), duiyi_train::CurveError>(())
    /// ```
    ///
    /// # Errors
    /// If there is nothing to draw.
    pub fn svg(&self, title: &str) -> Result<String, CurveError> {
        let points = || self.rows.iter().flat_map(|(_, values)| values).filter(|value| value.is_finite());
        let (low, high) = points().fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), &v| (a.min(v), b.max(v)));
        let (Some(first), Some(last)) = (self.rows.first(), self.rows.last()) else { return Err(CurveError::Empty) };
        if low > high {
            return Err(CurveError::Empty);
        }
        let room = ((high - low) * 0.05).max(1e-9);
        let mut text = String::new();
        self.draw(&mut text, title, first.0..last.0.max(first.0 + 1e-9), low - room..high + room)
            .map_err(|error| CurveError::Drawing(error.to_string()))?;
        Ok(text)
    }

    fn draw(
        &self,
        text: &mut String,
        title: &str,
        steps: std::ops::Range<f64>,
        values: std::ops::Range<f64>,
    ) -> Result<(), Box<dyn std::error::Error>> {
        const COLOURS: [RGBColor; 5] =
            [RGBColor(200, 40, 40), RGBColor(40, 80, 200), RGBColor(30, 140, 60), RGBColor(160, 100, 0), BLACK];
        let area = SVGBackend::with_string(text, (800, 450)).into_drawing_area();
        area.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&area)
            .caption(title, ("sans-serif", 20))
            .margin(12)
            .x_label_area_size(36)
            .y_label_area_size(72)
            .build_cartesian_2d(steps, values)?;
        chart.configure_mesh().x_desc(&self.step).y_label_formatter(&|value| format!("{value:.4}")).draw()?;
        for (i, name) in self.names.iter().enumerate() {
            let colour = COLOURS[i % COLOURS.len()];
            let line = self.rows.iter().filter_map(|(step, values)| Some((*step, *values.get(i)?)));
            chart
                .draw_series(LineSeries::new(line.filter(|point| point.1.is_finite()), colour.stroke_width(2)))?
                .label(name)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2)));
        }
        chart.configure_series_labels().border_style(BLACK.mix(0.3)).background_style(WHITE.mix(0.8)).draw()?;
        area.present()?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_without_finite_points_is_an_error() {
        let mut curve = Curve::new("game", &["elo"]);
        assert_eq!(curve.svg("x"), Err(CurveError::Empty));
        curve.push(1.0, &[f64::NAN]);
        assert_eq!(curve.svg("x"), Err(CurveError::Empty));
        curve.push(2.0, &[3.0]);
        assert!(curve.svg("x").unwrap().contains("</svg>"));
    }
}
