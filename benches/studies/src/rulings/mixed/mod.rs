//! Positions whose value depends on rulings, with their exact values: those that a ruling decides, and those
//! that look so, but are drawn, because the side that would lose by one offence can mix it with another one.

mod graph;
mod solve;
mod values;

use super::starts::draw;
use duiyi_endgame::Numbered;
use duiyi_game::{Reason, Side};
use duiyi_xiangqi::{Piece, PieceKind, Position, Square, endgame::EndgameTable};
use graph::Graph;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use solve::Offence;
use std::fmt::Write;
use values::{Solved, Table, Value};

/// The most positions that are reached.
const MAX_REACHED: usize = 3_000_000;

/// Why a position is in the suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A ruling decides it.
    Ruled,
    /// Drawn, but won if all offences counted as one.
    Mixed,
    /// Drawn in any case.
    Drawn,
}

impl Kind {
    const ALL: [Kind; 3] = [Kind::Ruled, Kind::Mixed, Kind::Drawn];

    /// The kind of an exact value without captures and mates; `None` if mates decide it.
    fn of(value: Value) -> Option<Kind> {
        let any = |is: fn(Value, Side) -> bool| Side::BOTH.iter().any(|&side| is(value, side));
        if any(Value::wins_plainly) {
            None
        } else if any(Value::wins) {
            Some(Kind::Ruled)
        } else if any(Value::wins_unmixed) {
            Some(Kind::Mixed)
        } else {
            Some(Kind::Drawn)
        }
    }

    const fn name(self) -> &'static str {
        ["ruled", "mixed", "drawn"][self as usize]
    }
}

/// Solves tables and draws up to `most` positions of each kind from each, as lines of an EPD file.
///
/// # Errors
/// If a name is not that of a table, or a table is too large.
pub(super) fn suite(names: &[String], most: usize, (seed, pawn_ranks): (u64, u8)) -> Result<String, Reason> {
    let (mut solved, mut text) = (Solved { tables: Vec::new(), pawn_ranks }, String::new());
    for name in names {
        let table = name.parse::<EndgameTable>()?.stronger_first();
        solved.solve(&table)?;
        let Some(found) = solved.tables.iter().find(|found| found.table == table) else { continue };
        append(found, most, seed, &mut text)?;
    }
    Ok(text)
}

/// Appends a comment with the counts of a table, and positions drawn from it.
fn append(Table { table, values }: &Table, most: usize, seed: u64, text: &mut String) -> Result<(), Reason> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut kinds: [Vec<usize>; 3] = Default::default();
    let mut open = 0;
    for (index, value) in values.iter().enumerate().filter_map(|(index, value)| Some((index, (*value)?))) {
        if !value.is_exact() {
            open += 1;
        } else if let Some(kind) = Kind::of(value) {
            kinds[kind as usize].push(index);
        }
    }
    let positions = values.iter().flatten().count();
    let [ruled, mixed, drawn] = kinds.each_ref().map(Vec::len);
    writeln!(
        text,
        "# {table}: {positions} positions, {ruled} ruled, {mixed} mixed, {drawn} drawn, {open} not decided"
    )?;
    for kind in Kind::ALL {
        let indices = &mut kinds[kind as usize];
        for at in 0..most.min(indices.len()) {
            let other = at + draw(&mut random, (indices.len() - at) as u64) as usize;
            indices.swap(at, other);
            let index = indices[at];
            let Some((game, value)) = table.position(index as u64).zip(values[index]) else { continue };
            let position = game.position();
            let side = position.side_to_move();
            let text_of = if value.wins(side) {
                "win"
            } else if value.wins(!side) {
                "loss"
            } else {
                "draw"
            };
            writeln!(text, "{}; value {text_of}; kind {}; material {table}", position.to_fen(), kind.name())?;
        }
    }
    Ok(())
}

/// Whether a side is to move and has at most three moves that prevent a mate by the next move.
fn is_urgent(position: &Position, side: Side) -> bool {
    let after = |position: &Position, mv| {
        let mut after = *position;
        after.make(mv);
        after
    };
    let mates =
        |position: &Position| position.legal_moves().into_iter().any(|mv| after(position, mv).legal_moves().is_empty());
    position.side_to_move() == side
        && position.legal_moves().into_iter().filter(|&mv| !mates(&after(position, mv))).count() <= 3
}

/// The pieces of a side but those of a kind.
fn fixed(position: &Position, (side, kind): (Side, PieceKind)) -> impl Iterator<Item = (Square, Piece)> + '_ {
    position.pieces().filter(move |(_, piece)| piece.color == side && piece.kind != kind)
}

/// Draws up to `most` positions in which the side to move surely holds by moves of its rooks, among those that
/// can be reached so from a start, as lines of an EPD file. Whether the other side holds as well is not decided.
///
/// # Errors
/// If there are too many positions.
pub(super) fn held_suite(start: &Position, most: usize, seed: u64) -> Result<String, Reason> {
    let restricted = (start.side_to_move(), PieceKind::Rook);
    let (graph, positions) = Graph::reached(start, restricted, MAX_REACHED)?;
    let side = restricted.0;
    let holds = solve::held(&graph, side, &vec![false; positions.len()]);
    let without = solve::won(&graph, !side, |captures| (captures.wins, captures.lose), &[], &[Offence::Any]);
    let held = positions.iter().zip(&holds).filter(|(_, holds)| **holds).count();
    let mut found: Vec<&Position> = positions
        .iter()
        .zip(holds.iter().zip(&without))
        .filter(|(_, (holds, without))| **holds && **without)
        .map(|(position, _)| position)
        // Positions that look like the start, where the other pieces still are in their own king's way.
        .filter(|position| fixed(position, restricted).eq(fixed(start, restricted)) && is_urgent(position, side))
        .collect();
    let mut text = format!(
        "# {}: {} positions, {held} held, {} by mixed cycles only\n",
        start.to_fen(),
        positions.len(),
        found.len()
    );
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    for at in 0..most.min(found.len()) {
        let other = at + draw(&mut random, (found.len() - at) as u64) as usize;
        found.swap(at, other);
        let value = if found[at].side_to_move() == side { "not loss" } else { "not win" };
        writeln!(text, "{}; value {value}; kind mixed; material {}", found[at].to_fen(), EndgameTable::of(found[at]))?;
    }
    Ok(text)
}
