//! Marks in a picture of a position, in addition to its pieces.

use super::{Square, page::Page};
use crate::{Diagram, Look, Pieces, Side};
use alloc::{format, string::String, vec::Vec};

/// An arrow from a square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// The square where it begins.
    pub from: Square,
    /// The square that it points to.
    pub to: Square,
    /// Its rank: 0 for the best move, larger numbers for paler arrows.
    pub rank: u8,
}

/// The marks of a picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// The squares of the last move.
    pub last: Vec<Square>,
    /// The selected square.
    pub chosen: Option<Square>,
    /// Destinations of the selected piece, or points for a stone.
    pub targets: Vec<Square>,
    /// Attacked squares: a king in check, the empty points of a threat.
    pub threats: Vec<Square>,
    /// A region, such as the points where an opening forbids stones.
    pub zone: Vec<Square>,
    /// Arrows.
    pub arrows: Vec<Arrow>,
    /// Texts on squares: move numbers, names of points.
    pub texts: Vec<(Square, String)>,
}

/// Fills a square with a colour.
fn fill(page: &mut Page<'_>, at: Square, class: &str, colour: &str, opacity: f32) {
    if !page.has(at) {
        return;
    }
    let outline = page.outline(&format!("class=\"{class}\""), at, page.unit * 0.1);
    page.put(format_args!("{outline} fill=\"{colour}\" fill-opacity=\"{opacity}\"/>"));
}

/// Draws the marks below the pieces.
pub(super) fn draw_below(page: &mut Page<'_>, marks: &Marks) {
    for &at in &marks.zone {
        fill(page, at, "zone", "#7f7f7f", 0.25);
    }
    for &at in &marks.last {
        fill(page, at, "last", "#2f8f4e", 0.35);
    }
    if let Some(at) = marks.chosen {
        fill(page, at, "chosen", "#2467c9", 0.45);
    }
    for &at in &marks.threats {
        fill(page, at, "threat", "#d3212d", 0.4);
    }
}

/// Draws the marks above the pieces.
pub(super) fn draw_above(page: &mut Page<'_>, game: &impl Diagram, look: &Look, marks: &Marks) {
    for &at in marks.targets.iter().filter(|&&at| page.has(at)).collect::<Vec<_>>() {
        let ((x, y), r) = (page.middle(at), page.unit * 0.13);
        page.put(format_args!(
            "<circle class=\"goal\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"#2467c9\" fill-opacity=\"0.7\"/>"
        ));
    }
    for (at, text) in &marks.texts {
        if page.has(*at) {
            let colour = match game.owner(*at).filter(|_| look.pieces == Pieces::Stones) {
                Some(Side::First) => "#f8f8f8",
                Some(Side::Second) => "#1d1d1f",
                None => "#b0461a",
            };
            page.write("note", page.middle(*at), page.unit * 0.38, colour, text);
        }
    }
    for arrow in &marks.arrows {
        draw_arrow(page, arrow);
    }
}

fn draw_arrow(page: &mut Page<'_>, &Arrow { from, to, rank }: &Arrow) {
    if !page.has(from) || !page.has(to) || from == to {
        return;
    }
    let ((x1, y1), (x2, y2)) = (page.middle(from), page.middle(to));
    let length = (x2 - x1).hypot(y2 - y1);
    let (dx, dy) = ((x2 - x1) / length, (y2 - y1) / length);
    let (head, half, width) = (page.unit * 0.32, page.unit * 0.18, page.unit * 0.11);
    // The shaft ends at the base of the head.
    let (bx, by) = (x2 - dx * head, y2 - dy * head);
    let opacity = [0.85, 0.55, 0.35][usize::from(rank.min(2))];
    page.put(format_args!(
        "<g class=\"arrow arrow-{rank}\" fill=\"#1b7f3b\" stroke=\"#1b7f3b\" opacity=\"{opacity}\">\
         <line x1=\"{x1}\" y1=\"{y1}\" x2=\"{bx}\" y2=\"{by}\" stroke-width=\"{width}\" stroke-linecap=\"round\"/>\
         <path stroke=\"none\" d=\"M{x2} {y2}L{} {}L{} {}Z\"/></g>",
        bx - dy * half,
        by + dx * half,
        bx + dy * half,
        by - dx * half
    ));
}
