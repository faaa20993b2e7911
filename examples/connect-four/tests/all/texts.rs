//! Positions are read; errors state what was read and what was expected.

use connect_four::ConnectFour;
use duiyi_game::{Game, Notation, Side, Square};

#[test]
fn errors_in_a_position_are_described() {
    let read = |text: &str| ConnectFour::default().read_position(text);
    let empty = ".......";
    let board = |bottom: &str, second: &str| [empty, empty, empty, empty, second, bottom].join("/");
    let position = read(&board("..yr...", "..y....")).unwrap();
    assert_eq!(position.side_to_move(), Side::Second);
    for (wrong, reason) in [
        (board("..yr...", "y......"), "there is a free cell below a stone"),
        (board("..yy...", empty), "the same number of y and r, or one more y"),
        (board("..r....", empty), "the same number of y and r, or one more y"),
        (board("..x....", empty), "row 6 is '..x....': expected 7 squares, each y, r or ."),
        (board("...", empty), "row 6 is '...': expected 7 squares"),
        (format!("{}/{empty}", board(empty, empty)), "7 rows: expected 6"),
        (String::new(), "1 rows: expected 6"),
    ] {
        let error = read(&wrong).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
}

/// The page's palette builds the position of its pieces; the side to move follows from their number.
#[test]
fn a_position_is_built_from_pieces() {
    let palette = (connect_four::kit().page)(&ConnectFour::default()).palette.expect("a palette");
    let at = |column, index: usize| (Square { column, row: 0 }, palette.pieces[index]);
    let build = |pieces: &[_], side| (palette.build)(&ConnectFour::default(), pieces, side);
    let position = build(&[at(2, 0)], Side::Second).unwrap();
    let bottom = position.write_position();
    assert!(bottom.ends_with("/..y...."), "{bottom}");
    let wrong = build(&[at(2, 0)], Side::First).unwrap_err().to_string();
    assert_eq!(wrong, "by the number of stones Red is to move");
    let wrong = build(&[at(2, 0), at(3, 1)], Side::Second).unwrap_err().to_string();
    assert_eq!(wrong, "by the number of stones Yellow is to move");
}
