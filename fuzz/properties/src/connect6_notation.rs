//! Any text as a point, a turn, a game line, a position and a drawing of a board of any
//! size: it is refused with a message, or survives a round trip.

use duiyi_connect6::formats::Format;
use duiyi_connect6::notation::{Coordinates, diagram, game_line, position};
use duiyi_connect6::{Rules, WHITE};

/// The property, for any input.
pub fn run(bytes: &[u8]) {
    let Some(input) = crate::input::<([u8; 5], &str)>(bytes) else { return };
    let ([width, height, k, p, q], text) = input;
    let rules = Rules::new(width, height, k, p, q).unwrap_or(Rules::CONNECT6);
    for coordinates in [Coordinates::Letters, Coordinates::Gtp, Coordinates::LetterPairs, Coordinates::Numbers] {
        let lettered = coordinates != Coordinates::LetterPairs || rules.width().max(rules.height()) <= 26;
        if let Ok(point) = coordinates.read(rules, text) {
            assert!(!lettered || coordinates.read(rules, &coordinates.write(rules, point)) == Ok(point));
        }
        if let Ok(turn) = coordinates.read_turn(rules, text) {
            assert!(!lettered || coordinates.read_turn(rules, &coordinates.write_turn(rules, &turn)) == Ok(turn));
        }
    }
    if let Ok(board) = game_line::read(rules, text) {
        assert!(board.is_consistent());
        let again = game_line::read(rules, &game_line::write(rules, &board.turns()));
        assert_eq!(again.as_ref(), Ok(&board));
    }
    match Format::Line.read(rules, text.as_bytes()) {
        Ok(record) => {
            assert!(record.board().is_consistent());
            for format in [Format::Line, Format::Sgf] {
                // SGF cannot store a game that begins within a turn.
                let Ok(written) = format.write(&record) else {
                    assert_eq!(format, Format::Sgf);
                    continue;
                };
                let again = format.read(rules, &written).expect("what was written can be read");
                assert_eq!((again.start(), again.turns()), (record.start(), record.turns()), "{format}");
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    if let Ok(board) = position::read(rules, text) {
        assert!(board.is_consistent());
        assert_eq!(position::read(rules, &position::write(&board)).as_ref(), Ok(&board));
    }
    if let Ok(board) = diagram::read(rules, text, WHITE) {
        assert!(board.is_consistent());
        let again = diagram::read(rules, &board.to_string(), WHITE);
        assert_eq!(again.as_ref(), Ok(&board));
    }
}
