//! Any text as a move in coordinates, and any pair of squares as a move of a
//! position: testing one move agrees with the list of all moves.

use crate::positions::start;
use arbitrary::Arbitrary;
use duiyi_xiangqi::{Move, Square};

#[derive(Arbitrary, Debug)]
struct Input<'a> {
    start: u8,
    walk: Vec<u8>,
    tried: Vec<u16>,
    text: &'a str,
}

/// The property, for any input.
pub fn run(bytes: &[u8]) {
    let Some(input) = crate::input::<Input>(bytes) else { return };
    match input.text.parse::<Move>() {
        Ok(mv) => {
            assert_eq!(mv.to_string(), input.text);
            assert_eq!(Move::from_bits(mv.bits()), Some(mv));
            assert_ne!(mv.from(), mv.to());
        }
        Err(error) => assert!(error.to_string().len() < 200),
    }
    let mut position = start(input.start);
    for &choice in input.walk.iter().take(200) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.make(moves[choice as usize % moves.len()]);
    }
    let legal = position.legal_moves();
    // As bits, and as a pair of squares, so that most of the numbers encode a move.
    let pair = |number: u16| {
        let square = |number: u16| Square::from_index(number as usize % Square::COUNT);
        Move::new(square(number)?, square(number / 90)?)
    };
    for mv in input.tried.iter().take(200).flat_map(|&number| [Move::from_bits(number), pair(number)]).flatten() {
        assert_eq!(position.is_legal(mv), legal.contains(&mv), "{mv} in {position:?}");
        let reason = position.check_move(mv);
        assert_eq!(reason.is_ok(), legal.contains(&mv));
        assert_eq!(position.play(mv).map(drop), reason);
    }
}
