//! Texts are read, or refused with what is wrong.

use connect_four::ConnectFour;
use duiyi_game::{Game, Notation, Side};

#[test]
fn what_is_wrong_with_a_text_is_told() {
    let read = |text: &str| ConnectFour::default().read_position(text);
    let empty = ".......";
    let board = |bottom: &str, second: &str| [empty, empty, empty, empty, second, bottom].join("/");
    let position = read(&board("..yr...", "..y....")).unwrap();
    assert_eq!(position.side_to_move(), Side::Second);
    for (wrong, reason) in [
        (board("..yr...", "y......"), "a stone hangs in the air"),
        (board("..yy...", empty), "as many y as r or one y more"),
        (board("..r....", empty), "as many y as r or one y more"),
        (board("..x....", empty), "row 6 is '..x....': expected 7 squares, each y, r or ."),
        (board("...", empty), "row 6 is '...': expected 7 squares"),
        (format!("{}/{empty}", board(empty, empty)), "7 rows: expected 6"),
        (String::new(), "1 rows: expected 6"),
    ] {
        let error = read(&wrong).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
}
