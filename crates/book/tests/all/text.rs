//! Books as text.

use crate::games::{Folder, book, random_games};
use duiyi_book::{Book, Draft, Proof, Results, Source, read_text, write_text};
use duiyi_connect6::{Board, Rules};
use duiyi_game::Notation;
use duiyi_xiangqi::Xiangqi;

fn round_trips<G: Notation>(start: &G, most: usize, name: &str) {
    let folder = Folder::new(name);
    let games = random_games(start, 20, most, 1);
    let mut draft = Draft::of(&book(&games, &folder)).unwrap();
    let first = draft.moves(start).unwrap()[0].mv;
    *draft.entry(start, first) = duiyi_book::Entry {
        learned: Results { wins: 3, draws: 2, losses: 1 },
        proof: Some(Proof::Loss),
        weight: 7,
        ..*draft.entry(start, first)
    };
    draft.set_name(start, "the start", 0);
    let mut text = Vec::new();
    let lines = write_text(&draft, start, &mut text).unwrap();
    assert!(lines > 20);
    let read = read_text(start, &mut &text[..]).unwrap();
    let (one, other) = (draft.to_bytes(), read.to_bytes());
    // The text does not contain the number of games or the credit.
    let [one, other] = [one, other].map(|bytes| Book::<G>::from_bytes(bytes, start).unwrap());
    let entries = |book: &Book<G>| book.entries().map(Result::unwrap).collect::<Vec<_>>();
    assert_eq!(entries(&one), entries(&other));
    assert_eq!(other.name(start).unwrap().as_deref(), Some("the start"));
}

#[test]
fn a_book_round_trips_as_text() {
    round_trips(&Xiangqi::default(), 20, "text-xiangqi");
    round_trips(&Board::new(Rules::CONNECT6), 7, "text-connect6");
}

#[test]
fn names_with_semicolons_and_quotes_round_trip() {
    let start = Xiangqi::default();
    for name in ["a; b", "a\"; h2e2 1/0/0", "\"", "\\", "\\\"", ";", "a \"b\" c", "\\\\;\"", " a "] {
        let mut draft = Draft::new(&start);
        draft.entry(&start, "h2e2".parse().unwrap()).weight = 1;
        draft.set_name(&start, name, 1);
        let mut text = Vec::new();
        write_text(&draft, &start, &mut text).unwrap();
        let read = read_text(&start, &mut &text[..]).unwrap();
        assert_eq!(Source::name(&read, &start).unwrap().as_deref(), Some(name));
        assert_eq!(read.moves(&start).unwrap().len(), 1);
    }
    // By hand: the name before the moves, and inner quotes.
    let line = format!("{} ; \"a \"b\" c\" ; h2e2 1/0/0;", start.write_position());
    let read = read_text(&start, &mut line.as_bytes()).unwrap();
    assert_eq!(Source::name(&read, &start).unwrap().as_deref(), Some("a \"b\" c"));
    assert_eq!(read.moves(&start).unwrap().len(), 1);
}

#[test]
fn invalid_lines_are_reported() {
    let start = Xiangqi::default();
    let fen = start.write_position();
    let read = |text: &str| match read_text(&start, &mut text.as_bytes()) {
        Ok(draft) => format!("{} moves", draft.len()),
        Err(error) => error.to_string(),
    };
    assert_eq!(read(&format!("# a comment\n\n{fen} ; h2e2 1/2/3 w9 ; b0c2\n")), "2 moves");
    assert!(read(&format!("{fen} ; h2e2 1/2")).starts_with("line 1: unexpected '1/2'; expected WINS/DRAWS/LOSSES"));
    assert!(read(&format!("{fen} ; h2e2 1/2/3/4")).starts_with("line 1: unexpected '1/2/3/4'"));
    assert!(read(&format!("{fen} ; h2e2 w70000")).starts_with("line 1: unexpected 'w70000'"));
    assert!(read(&format!("{fen} ; h2h9x")).starts_with("line 1: "));
    assert_eq!(read(&format!("\u{feff}{fen} ; h2e2 1/2/3\n")), "1 moves");
    assert!(read("\nrubbish ; h2e2").starts_with("line 2: "));
}

#[test]
fn the_format_is_detected_from_the_first_bytes() {
    let folder = Folder::new("open");
    let start = Xiangqi::default();
    let fen = start.write_position();
    std::fs::write(folder.file("text"), format!("{fen} ; h2e2 1/0/0\n")).unwrap();
    let text = duiyi_book::open(folder.file("text"), &start).unwrap();
    assert_eq!(text.moves(&start).unwrap().len(), 1);
    let mut draft = Draft::new(&start);
    draft.entry(&start, text.moves(&start).unwrap()[0].mv).results.wins = 4;
    draft.save(folder.file("book")).unwrap();
    let book = duiyi_book::open(folder.file("book"), &start).unwrap();
    assert_eq!(book.moves(&start).unwrap()[0].results.wins, 4);
    let mut bytes = draft.to_bytes();
    bytes.truncate(150);
    std::fs::write(folder.file("cut"), &bytes).unwrap();
    assert!(duiyi_book::open(folder.file("cut"), &start).is_err());
    assert!(duiyi_book::open(folder.file("none"), &start).is_err());
}
