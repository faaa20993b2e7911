//! The pieces on the squares.

use super::{Square, page::Page};
use crate::{Diagram, Look, Pieces, Side};
use alloc::format;

/// The class of an owner, and the colours of the character and of a stone.
fn colours(owner: Option<Side>) -> (&'static str, &'static str, &'static str) {
    match owner {
        Some(Side::First) => ("first", "#b3261e", "#1d1d1f"),
        Some(Side::Second) => ("second", "#1d1d1f", "#fbfbf8"),
        None => ("nobody", "#3d3d40", "#9a9a9a"),
    }
}

/// Draws the piece on a square, if any.
pub(super) fn draw<G: Diagram>(page: &mut Page<'_>, game: &G, look: &Look, at: Square) {
    let symbol = if page.settings.letters { game.letter(at) } else { game.symbol(at) };
    let Some(symbol) = symbol else { return };
    let side = game.owner(at);
    let (owner, ink, stone) = colours(side);
    let ((x, y), unit) = (page.middle(at), page.unit);
    let radius = unit * 0.43;
    match look.pieces {
        Pieces::Stones => {
            let fill = side.zip(look.stone_colors).map_or(stone, |(side, colors)| colors[side]);
            let width = unit * 0.03;
            page.put(format_args!(
                "<circle class=\"piece {owner}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"#1d1d1f\" stroke-width=\"{width}\"/>"
            ));
        }
        Pieces::Discs => {
            let (ring, width) = (radius * 0.84, unit * 0.035);
            page.put(format_args!(
                "<circle class=\"piece {owner}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"#fbf3df\" stroke=\"{ink}\" stroke-width=\"{width}\"/>"
            ));
            let width = unit * 0.018;
            page.put(format_args!(
                "<circle class=\"ring {owner}\" cx=\"{x}\" cy=\"{y}\" r=\"{ring}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"{width}\"/>"
            ));
            page.write(&format!("character {owner}"), (x, y), unit * 0.52, ink, symbol.encode_utf8(&mut [0; 4]));
        }
        Pieces::Characters => {
            page.write(&format!("character {owner}"), (x, y), unit * 0.6, ink, symbol.encode_utf8(&mut [0; 4]));
        }
    }
}
