//! Pictures of a position as SVG, for documents and as a board to click on (feature `svg`).
//!
//! A picture stands alone: colours and sizes are attributes, which a style sheet of the page
//! overrides by the classes (`board`, `square`, `piece first`, `last`, `arrow-0` …). With
//! [`Settings::clickable`] each square is an element with `data-square="COLUMN,ROW"`
//! and its name.
//!
//! ```
//! # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/nim/game.rs")); }
//! # use nim::Nim;
//! use duiyi_game::{Square, svg};
//!
//! let marks = svg::Marks { last: vec![Square { column: 7, row: 0 }], ..Default::default() };
//! let picture = svg::draw(&Nim::new(7), &marks, &svg::Settings::default());
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
pub use settings::Settings;

/// Draws a position. Marks outside the board are left out.
pub fn draw<G: Diagram>(game: &G, marks: &Marks, settings: &Settings) -> String {
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

/// The name of a square by the names beside the board, and what stands on it: `h 2: C`.
fn label<G: Diagram>(game: &G, look: &Look, settings: &Settings, at: Square) -> String {
    let name = |names: &[String], place: u8| {
        names.get(usize::from(place)).and_then(|name| name.split(' ').next()).unwrap_or_default().to_owned()
    };
    let symbol = if settings.letters { game.letter(at) } else { game.symbol(at) };
    let on_it = symbol.map_or(String::new(), |symbol| format!(": {symbol}"));
    format!("{} {}{on_it}", name(&look.below, at.column), name(&look.left, at.row))
}
