//! SVG pictures of a position, for documents and as a clickable board (feature `svg`).
//!
//! A picture is self-contained: colours and sizes are attributes, which the style sheet of a page
//! can override by class (`board`, `square`, `piece first`, `last`, `arrow-0` …). With
//! [`SvgSettings::clickable`] each square has an element with `data-square="COLUMN,ROW"` and a
//! label.
//!
//! ```
//! use duiyi_game::{Square, nim::Nim, svg};
//!
//! let marks = svg::Marks { last: vec![Square { column: 7, row: 0 }], ..Default::default() };
//! let picture = svg::draw(&Nim::new(7), &marks, &svg::SvgSettings::default());
//! assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
//! ```

mod board;
mod marks;
mod page;
mod pieces;
mod settings;

use crate::{Diagram, Look, Square};
use alloc::{borrow::ToOwned, format, string::String};
pub use marks::{Arrow, Marks};
use page::Page;
pub use page::is_picture;
pub use settings::SvgSettings;

/// Draws a position. Marks outside the board are ignored.
pub fn draw<G: Diagram>(game: &G, marks: &Marks, settings: &SvgSettings) -> String {
    let look = game.look();
    let mut page = Page::new(game.size(), &look, settings);
    board::draw(&mut page, &look);
    marks::draw_below(&mut page, marks);
    for at in page.squares() {
        pieces::draw(&mut page, game, &look, at);
    }
    marks::draw_above(&mut page, game, &look, marks);
    if settings.clickable {
        for at in page.squares() {
            page.target(at, &label(game, &look, settings, at));
        }
    }
    page.finish()
}

/// The label of a square: its name from the labels of the board, and its piece: `h 2: C`.
fn label<G: Diagram>(game: &G, look: &Look, settings: &SvgSettings, at: Square) -> String {
    let name = |names: &[String], place: u8| {
        names.get(usize::from(place)).and_then(|name| name.split(' ').next()).unwrap_or_default().to_owned()
    };
    let symbol = if settings.letters { game.letter(at) } else { game.symbol(at) };
    let on_it = symbol.map_or(String::new(), |symbol| format!(": {symbol}"));
    format!("{} {}{on_it}", name(&look.below, at.column), name(&look.left, at.row))
}
