//! `endgame shares`: the share of an advantage that can be won, by the pieces that are left, which the
//! evaluations multiply with their scores.

use duiyi_endgame::{Numbered as _, Table, Value};
use duiyi_game::Side;
use duiyi_xiangqi::{MoveKind, MoveList, Position, endgame::EndgameTable};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};

/// The number of random positions of each table.
const POSITIONS: u32 = 20_000;
/// A whole advantage.
const FULL: f64 = 64.0;
/// The share of an advantage is this power of the share of won positions. If half of the positions are won, the
/// ending is drawn: in the won half the defence is out of place, as in most positions of a rook against all guards.
const POWER: i32 = 3;
/// The least share of an ending that is sometimes won, so that the search prefers the better position.
const LEAST: u32 = 2;

/// Whether the side to move can win material by a capture.
fn wins_material(position: &Position) -> bool {
    let mut captures = MoveList::default();
    position.generate(MoveKind::Captures, &mut captures);
    captures.iter().any(|&mv| position.exchange_at_least(mv, 1))
}

/// Whether nobody is in check or can win material: other positions lead to other pieces.
fn is_settled(position: &Position) -> bool {
    let mut passed = *position;
    passed.pass();
    !position.in_check() && !wins_material(position) && !wins_material(&passed)
}

/// The name of a table and the share of each side's advantage, in 64ths, counted where the other side is to move.
pub(crate) fn shares(table: &Table<EndgameTable>) -> String {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    // Settled positions and those among them that are won, by the side that is not to move.
    let mut found = [[0_u32; 2]; 2];
    let mut count = 0;
    for _ in 0..POSITIONS * 100 {
        let index = random.next_u64() % table.numbering().size();
        let (Some(value), Some(game)) = (table.value(index), table.position(index)) else { continue };
        let position = game.position();
        if is_settled(position) {
            let [settled, won] = &mut found[(!position.side_to_move()).index()];
            *settled += 1;
            *won += u32::from(matches!(value, Value::Loss(_)));
        }
        count += 1;
        if count == POSITIONS {
            break;
        }
    }
    let counts = table.counts();
    let share = |side: Side| {
        let [settled, won] = found[side.index()];
        let share = (f64::from(won) / f64::from(settled.max(1))).powi(POWER);
        let is_ever_won = counts[side].wins + counts[!side].losses > 0;
        ((FULL * share).round() as u32).max(if is_ever_won { LEAST } else { 0 })
    };
    format!("{} {} {}", table.numbering(), share(Side::First), share(Side::Second))
}
