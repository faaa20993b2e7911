//! The board itself: squares, lines or holes.

use super::{Square, page::Page};
use crate::{Band, Ground, Look};
use alloc::format;

const INK: &str = "#7a5a2e";

/// Draws the parts that do not change during a game.
pub(super) fn draw(page: &mut Page<'_>, look: &Look) {
    match look.ground {
        Ground::Points => {
            lines(page, look.band);
            for &(from, to) in &look.strokes {
                line(page, from, to);
            }
            for &at in &look.dots {
                dot(page, at);
            }
            for &at in &look.frames {
                frame(page, at);
            }
            band(page, look);
        }
        Ground::Squares | Ground::Checkered | Ground::Hexagons => squares(page, look.ground == Ground::Checkered),
        Ground::Holes => holes(page),
    }
    page.names(look);
}

fn line(page: &mut Page<'_>, from: Square, to: Square) {
    if !page.has(from) || !page.has(to) {
        return;
    }
    let ((x1, y1), (x2, y2)) = (page.middle(from), page.middle(to));
    let width = page.unit * 0.025;
    page.put(format_args!(
        "<line class=\"line\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"{INK}\" stroke-width=\"{width}\"/>"
    ));
}

/// The lines from edge to edge; with a band the inner columns stop at its edges.
fn lines(page: &mut Page<'_>, band: Option<Band>) {
    let (Some(last_column), Some(last_row)) = (page.columns().checked_sub(1), page.rows().checked_sub(1)) else {
        return;
    };
    for row in 0..=last_row {
        line(page, Square { column: 0, row }, Square { column: last_column, row });
    }
    for column in 0..=last_column {
        let at = |row| Square { column, row };
        match band {
            Some(Band { above, .. }) if column > 0 && column < last_column && above < last_row => {
                line(page, at(0), at(above));
                line(page, at(above + 1), at(last_row));
            }
            _ => line(page, at(0), at(last_row)),
        }
    }
}

fn dot(page: &mut Page<'_>, at: Square) {
    if page.has(at) {
        let ((x, y), r) = (page.middle(at), page.unit * 0.08);
        page.put(format_args!("<circle class=\"dot\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"{INK}\"/>"));
    }
}

/// The corners of a frame around a point, as far as they are on the board.
fn frame(page: &mut Page<'_>, at: Square) {
    if !page.has(at) {
        return;
    }
    let (x, y) = page.middle(at);
    let (near, far, width) = (page.unit * 0.07, page.unit * 0.2, page.unit * 0.025);
    let (left, right) = (at.column > 0, at.column + 1 < page.columns());
    let (left, right) = if page.settings.flipped { (right, left) } else { (left, right) };
    for (sx, wanted) in [(-1.0, left), (1.0, right)] {
        for sy in [-1.0, 1.0].into_iter().filter(|_| wanted) {
            page.put(format_args!(
                "<path class=\"line\" d=\"M{} {}V{}H{}\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"{width}\"/>",
                x + sx * near,
                y + sy * far,
                y + sy * near,
                x + sx * far
            ));
        }
    }
}

fn band(page: &mut Page<'_>, look: &Look) {
    let Some(Band { above, class, texts: [left, right] }) = look.band else { return };
    if above >= page.rows().saturating_sub(1) {
        return;
    }
    let middle = |row| page.middle(Square { column: 0, row }).1;
    let (y, width) = ((middle(above) + middle(above + 1)) / 2.0, page.width());
    let texts = if page.settings.flipped { [right, left] } else { [left, right] };
    for (text, x) in texts.into_iter().zip([width * 0.29, width * 0.71]) {
        page.write(class, (x, y), page.unit * 0.45, INK, text);
    }
}

fn squares(page: &mut Page<'_>, checkered: bool) {
    for at in page.squares() {
        let dark = checkered && (at.column + at.row).is_multiple_of(2);
        let (class, fill) = if dark { ("square dark", "#c79a5b") } else { ("square light", "#f6e6c4") };
        let outline = page.outline(&format!("class=\"{class}\""), at, 0.0);
        page.put(format_args!("{outline} fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\"1\"/>"));
    }
}

fn holes(page: &mut Page<'_>) {
    for at in page.squares() {
        let ((x, y), r) = (page.middle(at), page.unit * 0.4);
        page.put(format_args!("<circle class=\"hole\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"#e9eef6\"/>"));
    }
}
