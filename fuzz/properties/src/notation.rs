//! Any text as a move in each notation: it is refused with a message, or is
//! a legal move; and every legal move is read back from every spelling.

use crate::positions::start;
use arbitrary::Arbitrary;
use duiyi_xiangqi::notation::{self, Notation};

#[derive(Arbitrary, Debug)]
struct Input<'a> {
    start: u8,
    walk: Vec<u8>,
    text: &'a str,
}

/// The property, for any input.
pub fn run(bytes: &[u8]) {
    let Some(input) = crate::input::<Input>(bytes) else { return };
    let mut position = start(input.start);
    for &choice in input.walk.iter().take(100) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.make(moves[choice as usize % moves.len()]);
    }
    let readers = Notation::ALL.iter().map(|notation| notation.read(&position, input.text));
    for read in readers.chain([notation::read(&position, input.text)]) {
        match read {
            Ok(mv) => assert!(position.is_legal(mv)),
            Err(error) => assert!(error.to_string().len() < 2000),
        }
    }
    for mv in position.legal_moves() {
        for notation in Notation::ALL {
            let written = notation.write(&position, mv).expect("the move is legal");
            assert_eq!(notation.read(&position, &written), Ok(mv), "{written} in {position:?}");
        }
    }
}
