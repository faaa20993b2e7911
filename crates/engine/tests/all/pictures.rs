//! `draw`: the position, its last turn, and the arrows of possible turns.

use duiyi_connect6::Board;
use duiyi_engine::{Sketch, picture};
use duiyi_game::{History, Square};
use duiyi_xiangqi::Xiangqi;

fn count(picture: &str, part: &str) -> usize {
    picture.matches(part).count()
}

fn stones() -> History<Board> {
    History::read("connect6", "moves J10 I11-K11 L11-K12 M9").unwrap()
}

#[test]
fn a_game_is_drawn_after_any_of_its_moves() {
    let game = stones();
    let after = |after| picture(&game, &Sketch { after, ..Sketch::default() }).unwrap();
    let stones = |drawn: &str| count(drawn, "class=\"piece ");
    assert_eq!([None, Some(0), Some(1), Some(2), Some(5)].map(|ply| stones(&after(ply))), [6, 0, 1, 2, 5]);
    // The played stones of an unfinished turn, otherwise the whole turn.
    let last = |drawn: &str| count(drawn, "class=\"last\"");
    assert_eq!([None, Some(0), Some(1), Some(2), Some(5)].map(|ply| last(&after(ply))), [1, 0, 1, 1, 2]);
    assert!(after(Some(2)).contains("<title>connect6: White to move after 2 moves</title>"));
    let reason = picture(&game, &Sketch { after: Some(7), ..Sketch::default() }).unwrap_err();
    assert_eq!(reason.to_string(), "the game has 6 moves, not 7");
}

#[test]
fn turns_are_numbered_from_any_move() {
    let numbers = |from| {
        let drawn = picture(&stones(), &Sketch { numbered_after: from, ..Sketch::default() }).unwrap();
        [1, 2, 3, 4].map(|number| count(&drawn, &format!(">{number}</text>")) - 1)
    };
    // The rows of the board are numbered once each, too.
    assert_eq!(numbers(None), [0, 0, 0, 0]);
    assert_eq!(numbers(Some(0)), [1, 2, 2, 1]);
    assert_eq!(numbers(Some(3)), [2, 1, 0, 0]);
    let notes = |from| {
        let drawn = picture(&stones(), &Sketch { numbered_after: from, ..Sketch::default() }).unwrap();
        count(&drawn, "class=\"note\"")
    };
    assert_eq!([None, Some(0), Some(3), Some(6)].map(notes), [0, 6, 3, 0]);
    // A piece that moved twice has the number of its last move.
    let game = History::<Xiangqi>::read("", "moves h2e2 h9g7 e2e6").unwrap();
    let drawn = picture(&game, &Sketch { numbered_after: Some(0), ..Sketch::default() }).unwrap();
    assert_eq!(count(&drawn, "class=\"note\""), 3);
    let game = History::<Xiangqi>::read("", "moves a0a1 a9a8 a1a0 a8a9").unwrap();
    let drawn = picture(&game, &Sketch { numbered_after: Some(0), ..Sketch::default() }).unwrap();
    assert_eq!(count(&drawn, "class=\"note\""), 4);
    let game = History::<Xiangqi>::read("", "moves h2h9 i9h9").unwrap();
    let drawn = picture(&game, &Sketch { numbered_after: Some(0), ..Sketch::default() }).unwrap();
    assert_eq!(count(&drawn, "class=\"note\""), 1);
}

#[test]
fn possible_turns_are_shown() {
    let arrows = |game: &str, turns: &[&str]| {
        let arrows = turns.iter().map(|&turn| turn.to_owned()).collect();
        picture(&History::<Xiangqi>::read("", game).unwrap(), &Sketch { arrows, ..Sketch::default() })
    };
    let drawn = arrows("", &["h2e2", "b0c2"]).unwrap();
    assert_eq!((count(&drawn, "arrow arrow-0"), count(&drawn, "arrow arrow-1")), (1, 1));
    assert!(arrows("moves h2e2", &["b0c2"]).is_err(), "it is the other side's move");
    let sketch = Sketch { arrows: vec!["M12".into()], ..Sketch::default() };
    assert_eq!(count(&picture(&stones(), &sketch).unwrap(), "class=\"goal\""), 1);
}

#[test]
fn attacked_squares_and_regions_are_shown() {
    let game = History::<Xiangqi>::read("", "4k4/9/9/9/9/9/9/9/9/3KR4 b").unwrap();
    let check = picture(&game, &Sketch::default()).unwrap();
    assert_eq!(count(&check, "class=\"threat\""), 1);
    let square = |column| Square { column, row: 3 };
    let sketch = Sketch { threats: vec![square(0), square(1)], zone: vec![square(0)], ..Sketch::default() };
    let drawn = picture(&stones(), &sketch).unwrap();
    assert_eq!((count(&drawn, "class=\"threat\""), count(&drawn, "class=\"zone\"")), (2, 1));
    assert_eq!(count(&picture(&stones(), &Sketch::default()).unwrap(), "class=\"threat\""), 0);
}
