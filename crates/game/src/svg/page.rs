//! The canvas of a picture: the coordinates of squares, and elements in drawing order.

use super::settings::SvgSettings;
use crate::{Ground, Look, Square};
use alloc::string::String;
use core::fmt::{Arguments, Write};

/// A picture under construction.
pub(super) struct Page<'a> {
    text: String,
    columns: u8,
    rows: u8,
    pub(super) settings: &'a SvgSettings,
    /// The side length of a square.
    pub(super) unit: f32,
    /// The width of the border with the labels.
    border: f32,
}

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
        let mut page = Page { text: String::new(), columns, rows, settings, unit, border };
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
        2.0 * self.border + self.unit * f32::from(self.columns)
    }

    pub(super) fn height(&self) -> f32 {
        2.0 * self.border + self.unit * f32::from(self.rows)
    }

    /// All squares, from the top row, left to right.
    pub(super) fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let (columns, rows) = (self.columns, self.rows);
        (0..rows).rev().flat_map(move |row| (0..columns).map(move |column| Square { column, row }))
    }

    pub(super) fn has(&self, at: Square) -> bool {
        at.column < self.columns && at.row < self.rows
    }

    /// The centre of a square, or the point.
    pub(super) fn middle(&self, at: Square) -> (f32, f32) {
        let Square { column, row } = at;
        let (column, row) = if self.settings.flipped {
            (self.columns.saturating_sub(1 + column), row)
        } else {
            (column, self.rows.saturating_sub(1 + row))
        };
        let along = |place: u8| self.border + self.unit * (f32::from(place) + 0.5);
        (along(column), along(row))
    }

    /// A transparent clickable square above everything else, with its name and contents as a label
    /// for screen readers.
    pub(super) fn target(&mut self, at: Square, label: &str) {
        let (x, y) = self.middle(at);
        let (half, unit) = (self.unit / 2.0, self.unit);
        self.put(format_args!(
            "<rect class=\"target\" data-square=\"{},{}\" aria-label=\"{}\" x=\"{}\" y=\"{}\" width=\"{unit}\" height=\"{unit}\" \
             fill=\"transparent\"/>",
            at.column,
            at.row,
            escaped(label),
            x - half,
            y - half
        ));
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
        for (names, y) in [(below, far.1), (above, near)] {
            for (column, name) in (0..self.columns).zip(names) {
                let x = self.middle(Square { column, row: 0 }).0;
                self.write("name", (x, y), size, ink, name);
            }
        }
        for (names, x) in [(left, near), (right, far.0)] {
            for (row, name) in (0..self.rows).zip(names) {
                let y = self.middle(Square { column: 0, row }).1;
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
