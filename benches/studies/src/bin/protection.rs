//! How many legal moves change the protection of pieces (thesis on xiangqi, 3.6.1: "often more than half")?
//!
//! Counted over the 50 middlegame positions. A piece is protected if a piece of its own side could recapture on its
//! square, pins ignored. A move changes the protection if a piece of the mover, other than the moved one, is protected
//! after it but not before or the other way round; counted apart: if the moved piece is no longer protected, and if
//! any square pair of protector and protected has changed for either side.
//!
//! `cargo run --release -p studies --bin protection`
#![allow(clippy::print_stdout)]

use duiyi_benches::middlegames;
use duiyi_xiangqi::{Position, Side, Square};
use std::collections::BTreeSet;

/// The protected pieces of a side, each with its protectors.
fn protection(position: &Position, side: Side) -> BTreeSet<(Square, Square)> {
    let own = position.occupied_by(side);
    let protectors = |square| position.attackers_of(side, square).into_iter().map(move |by| (by, square));
    own.into_iter().flat_map(protectors).collect()
}

fn main() {
    let [mut moves, mut others, mut mover, mut any] = [0_u32; 4];
    for (_, mut position) in middlegames() {
        let sides = [position.side_to_move(), !position.side_to_move()];
        let before = sides.map(|side| protection(&position, side));
        for mv in position.legal_moves() {
            let undo = position.make(mv);
            let after = sides.map(|side| protection(&position, side));
            position.unmake(mv, undo);
            let targets = |pairs: &BTreeSet<(Square, Square)>, except: Square| {
                pairs.iter().map(|pair| pair.1).filter(|&square| square != except).collect::<BTreeSet<_>>()
            };
            moves += 1;
            others += u32::from(targets(&before[0], mv.from()) != targets(&after[0], mv.to()));
            let is_in = |pairs: &BTreeSet<(Square, Square)>, square| pairs.iter().any(|pair| pair.1 == square);
            mover += u32::from(is_in(&before[0], mv.from()) && !is_in(&after[0], mv.to()));
            // The pairs without the moved piece and the captured one.
            let rest = |pairs: &BTreeSet<(Square, Square)>| {
                let [from, to] = [mv.from(), mv.to()];
                pairs
                    .iter()
                    .copied()
                    .filter(|&(by, on)| ![from, to].contains(&by) && ![from, to].contains(&on))
                    .collect()
            };
            let pairs = |all: &[BTreeSet<(Square, Square)>; 2]| -> [BTreeSet<_>; 2] { [rest(&all[0]), rest(&all[1])] };
            let moved = |all: &[BTreeSet<(Square, Square)>; 2], at: Square| -> BTreeSet<Square> {
                all[0].iter().filter(|pair| pair.0 == at).map(|pair| pair.1).collect()
            };
            any += u32::from(pairs(&before) != pairs(&after) || moved(&before, mv.from()) != moved(&after, mv.to()));
        }
    }
    let share = |count: u32| 100.0 * f64::from(count) / f64::from(moves);
    println!("{moves} legal moves");
    println!("{:.1} % change which other pieces of the mover are protected", share(others));
    println!("{:.1} % leave the moved piece without the protection that it had", share(mover));
    println!("{:.1} % change which piece protects which", share(any));
}
