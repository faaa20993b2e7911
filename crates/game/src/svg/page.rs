//! The canvas of a picture: the coordinates of squares, and elements in drawing order.

use super::settings::SvgSettings;
use crate::{Ground, Look, Square};
use alloc::{format, string::String};
use core::fmt::{Arguments, Write};

/// A picture under construction.
pub(super) struct Page<'a> {
    text: String,
    /// The lower left square.
    corner: Square,
    columns: u8,
    rows: u8,
    hexagons: bool,
    pub(super) settings: &'a SvgSettings,
    /// The side length of a square.
    pub(super) unit: f32,
    /// The width of the border with the labels.
    border: f32,
}

/// The distance of two rows of hexagons whose width is 1.
const ROW: f32 = 0.866_025_4;

/// The distance from the middle of such a hexagon to its corners.
const RADIUS: f32 = 0.577_350_3;

/// The beginning of every picture, before its size.
const BEGIN: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ";

/// Whether a file is a picture of this module by its first bytes.
pub fn is_picture(head: &[u8]) -> bool {
    let first = head.split(|&byte| byte == b'\n').next().unwrap_or_default();
    first.starts_with(BEGIN.as_bytes()) && first.ends_with(END.as_bytes())
}

/// The end of the first line of every picture.
const END: &str = " class=\"board\" role=\"img\" font-family=\"sans-serif\">";

impl<'a> Page<'a> {
    pub(super) fn new((columns, rows): (u8, u8), look: &Look, settings: &'a SvgSettings) -> Page<'a> {
        let unit = f32::from(settings.square.max(1));
        let named = !(look.below.is_empty() && look.above.is_empty() && look.left.is_empty() && look.right.is_empty());
        let border = unit * if named { 0.55 } else { 0.15 };
        let [corner, end] =
            look.part.unwrap_or([Square { column: 0, row: 0 }, Square { column: u8::MAX, row: u8::MAX }]);
        let columns = columns.min(end.column.saturating_add(1)).saturating_sub(corner.column);
        let rows = rows.min(end.row.saturating_add(1)).saturating_sub(corner.row);
        let hexagons = look.ground == Ground::Hexagons;
        let mut page = Page { text: String::new(), corner, columns, rows, hexagons, settings, unit, border };
        let (width, height) = (page.width(), page.height());
        let wood = if look.ground == Ground::Holes { "#2b5fa8" } else { "#f2d7a0" };
        page.put(format_args!("{BEGIN}{width} {height}\" width=\"{width}\" height=\"{height}\"{END}"));
        if !settings.title.is_empty() {
            page.put(format_args!("<title>{}</title>", escaped(&settings.title)));
        }
        page.put(format_args!("<rect class=\"wood\" width=\"{width}\" height=\"{height}\" fill=\"{wood}\"/>"));
        page
    }

    pub(super) fn put(&mut self, element: Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = self.text.write_fmt(element);
        self.text.push('\n');
    }

    pub(super) fn columns(&self) -> u8 {
        self.columns
    }

    pub(super) fn rows(&self) -> u8 {
        self.rows
    }

    pub(super) fn width(&self) -> f32 {
        // Each row of hexagons begins half a cell to the left of the one below.
        let slant = if self.hexagons { f32::from(self.rows.saturating_sub(1)) / 2.0 } else { 0.0 };
        2.0 * self.border + self.unit * (f32::from(self.columns) + slant)
    }

    pub(super) fn height(&self) -> f32 {
        let rows = f32::from(self.rows);
        2.0 * self.border + self.unit * if self.hexagons { ROW * (rows - 1.0) + 2.0 * RADIUS } else { rows }
    }

    /// All squares, from the top row, left to right.
    pub(super) fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let (columns, rows, corner) = (self.columns, self.rows, self.corner);
        let rows = (0..rows).rev().map(move |row| corner.row + row);
        rows.flat_map(move |row| (0..columns).map(move |column| Square { column: corner.column + column, row }))
    }

    pub(super) fn has(&self, at: Square) -> bool {
        let inside = |at: u8, from: u8, count: u8| at.checked_sub(from).is_some_and(|at| at < count);
        inside(at.column, self.corner.column, self.columns) && inside(at.row, self.corner.row, self.rows)
    }

    /// The centre of a square, or the point.
    pub(super) fn middle(&self, at: Square) -> (f32, f32) {
        let column = at.column.saturating_sub(self.corner.column);
        let row = at.row.saturating_sub(self.corner.row);
        if self.hexagons {
            let down = f32::from(self.rows.saturating_sub(1 + row));
            let x = self.border + self.unit * (f32::from(column) + down / 2.0 + 0.5);
            let y = self.border + self.unit * (RADIUS + ROW * down);
            return if self.settings.flipped { (self.width() - x, self.height() - y) } else { (x, y) };
        }
        let (column, row) = if self.settings.flipped {
            (self.columns.saturating_sub(1 + column), row)
        } else {
            (column, self.rows.saturating_sub(1 + row))
        };
        let along = |place: u8| self.border + self.unit * (f32::from(place) + 0.5);
        (along(column), along(row))
    }

    /// The beginning of an element with the outline of a square, with round corners if it has four.
    pub(super) fn outline(&self, attributes: &str, at: Square, round: f32) -> String {
        let (x, y) = self.middle(at);
        let (half, unit) = (self.unit / 2.0, self.unit);
        if self.hexagons {
            let (far, near) = (unit * RADIUS, unit * RADIUS / 2.0);
            let (left, right) = (x - half, x + half);
            return format!(
                "<path {attributes} d=\"M{x} {}L{right} {}V{}L{x} {}L{left} {}V{}Z\"",
                y - far,
                y - near,
                y + near,
                y + far,
                y + near,
                y - near
            );
        }
        let round = if round > 0.0 { format!(" rx=\"{round}\"") } else { String::new() };
        format!("<rect {attributes} x=\"{}\" y=\"{}\" width=\"{unit}\" height=\"{unit}\"{round}", x - half, y - half)
    }

    /// A transparent clickable square above everything else, with its name and contents as a label
    /// for screen readers.
    pub(super) fn target(&mut self, at: Square, label: &str) {
        let Square { column, row } = at;
        let label = escaped(label);
        let attributes = format!("class=\"target\" data-square=\"{column},{row}\" aria-label=\"{label}\"");
        let outline = self.outline(&attributes, at, 0.0);
        self.put(format_args!("{outline} fill=\"transparent\"/>"));
    }

    /// A text centred on a point.
    pub(super) fn write(&mut self, class: &str, (x, y): (f32, f32), size: f32, fill: &str, text: &str) {
        self.put(format_args!(
            "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{fill}\" \
             text-anchor=\"middle\" dominant-baseline=\"central\">{}</text>",
            escaped(text)
        ));
    }

    /// The labels of columns and rows, in the border.
    pub(super) fn names(&mut self, look: &Look) {
        let size = self.unit * 0.28;
        let ink = if look.ground == Ground::Holes { "#f8f8f8" } else { "#5a4630" };
        let (near, far) = (self.border / 2.0, (self.width() - self.border / 2.0, self.height() - self.border / 2.0));
        let (below, above) =
            if self.settings.flipped { (&look.above, &look.below) } else { (&look.below, &look.above) };
        let (left, right) = if self.settings.flipped { (&look.right, &look.left) } else { (&look.left, &look.right) };
        let Square { column: first, row: lowest } = self.corner;
        for (names, y) in [(below, far.1), (above, near)] {
            for (column, name) in (first..).zip(names.iter().skip(first.into())).take(self.columns.into()) {
                let x = self.middle(Square { column, row: lowest }).0;
                self.write("name", (x, y), size, ink, name);
            }
        }
        for (names, x) in [(left, near), (right, far.0)] {
            for (row, name) in (lowest..).zip(names.iter().skip(lowest.into())).take(self.rows.into()) {
                let (beside, y) = self.middle(Square { column: first, row });
                // The rows of a rhombus do not begin at the border.
                let left = beside - self.unit / 2.0 - self.border / 2.0;
                let x = if !self.hexagons {
                    x
                } else if self.settings.flipped {
                    self.width() - left
                } else {
                    left
                };
                self.write("name", (x, y), size, ink, name);
            }
        }
    }

    pub(super) fn finish(mut self) -> String {
        self.text.push_str("</svg>\n");
        self.text
    }
}

/// A text with XML escapes.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' => escaped.push(character),
            // XML cannot represent the other control characters, nor the last two of a plane reliably.
            character if character.is_control() || u32::from(character) & 0xfffe == 0xfffe => escaped.push('\u{fffd}'),
            character => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_xml_cannot_hold_are_replaced() {
        for bad in ['\0', '\x1b', '\x7f', '\u{85}', '\u{fffe}', '\u{ffff}', '\u{1fffe}', '\u{10ffff}'] {
            assert_eq!(escaped(&String::from(bad)), "\u{fffd}", "{bad:?}");
        }
        assert_eq!(escaped("a\t\n<\u{e000}\u{fffd}\u{1f600}"), "a\t\n&lt;\u{e000}\u{fffd}\u{1f600}");
    }
}
