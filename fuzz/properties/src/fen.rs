//! Any text as a FEN: it is refused, or the position survives a round trip
//! and can be played on. Positions that the strict rules refuse are read leniently.

use crate::positions::{check_generation, check_moves};
use duiyi_xiangqi::{Position, Setup};

/// The property, for any input.
pub fn run(bytes: &[u8]) {
    let Some(text) = crate::input::<&str>(bytes) else { return };
    let Ok(mut setup) = Setup::from_fen(text) else {
        assert!(Position::from_fen(text).is_err());
        return;
    };
    match Position::from_fen(text) {
        Ok(position) => {
            let written = position.to_fen();
            let read = Position::from_fen(&written).expect("what was written can be read");
            assert_eq!(read, position);
            assert_eq!(read.key(), position.key());
            assert_eq!(read.to_fen(), written);
            assert_eq!(Setup::from_fen(&written).as_ref(), Ok(&setup));
            assert_eq!(Setup::of(&position), setup);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    setup.lenient = true;
    if let Ok(position) = Position::from_setup(&setup) {
        let moves = check_generation(&position);
        check_moves(&position, &moves);
    }
}
