//! Values written with serde and read back.
#![cfg(feature = "serde")]

use duiyi_xiangqi::{BLACK, Move, Piece, PieceKind, Position, RED, Side, Square, fen};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Value, from_slice, from_str, from_value, json, to_string, to_value};
use std::fmt::Debug;

/// A field of a user's type.
#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Named(#[serde(with = "duiyi_xiangqi::serialization::side")] Side);

/// Through a string, a byte reader and a tree of values: the three ways
/// in which formats pass text to serde.
fn assert_round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, text: &str) {
    let written = to_string(value).unwrap();
    assert_eq!(written, format!("\"{text}\""));
    assert_eq!(&from_str::<T>(&written).unwrap(), value);
    assert_eq!(&from_slice::<T>(written.as_bytes()).unwrap(), value);
    assert_eq!(&from_value::<T>(to_value(value).unwrap()).unwrap(), value);
}

#[test]
fn every_square_move_colour_and_piece_round_trips() {
    for from in Square::all() {
        assert_round_trip(&from, &from.to_string());
        for mv in Square::all().filter_map(|to| Move::new(from, to)) {
            assert_round_trip(&mv, &mv.to_string());
        }
    }
    assert_round_trip(&Named(RED), "red");
    assert_round_trip(&Named(BLACK), "black");
    for kind in PieceKind::ALL {
        assert_round_trip(&kind, &kind.letter().to_string());
        for color in Side::BOTH {
            let piece = Piece::new(color, kind);
            assert_round_trip(&piece, &piece.letter().to_string());
        }
    }
}

#[test]
fn positions_round_trip_with_their_clocks() {
    assert_round_trip(&Position::start(), fen::START);
    for line in include_str!("../data/perft.epd").lines() {
        let mut position: Position = line.split(';').next().unwrap().parse().unwrap();
        for _ in 0..20 {
            assert_round_trip(&position, &position.to_fen());
            let Some(&mv) = position.legal_moves().first() else { break };
            position.make(mv);
        }
    }
}

#[test]
fn values_can_be_nested() {
    let game = json!({ "start": fen::START, "moves": ["h2e2", "h9g7"], "next": "red" });
    let start: Position = from_value(game["start"].clone()).unwrap();
    let moves: Vec<Move> = from_value(game["moves"].clone()).unwrap();
    let end = moves.iter().try_fold(start, |position, &mv| position.play(mv)).unwrap();
    assert_eq!(to_value(Named(end.side_to_move())).unwrap(), game["next"]);
    assert_eq!(from_str::<Option<Piece>>("null").unwrap(), None);
}

#[test]
fn errors_contain_the_input() {
    let error = |result: Result<Value, serde_json::Error>| result.unwrap_err().to_string();
    let square = |text| error(from_str::<Square>(text).map(|square| json!(square)));
    assert!(square("\"j0\"").contains("'j0' is not a square"));
    assert!(square("5").contains("expected a square such as"), "{}", square("5"));
    let side = error(from_str::<Named>("\"green\"").map(|side| json!(side)));
    assert!(side.contains("'green' is not a side"), "{side}");
    let kind = error(from_str::<PieceKind>("\"KK\"").map(|kind| json!(kind)));
    assert!(kind.contains("'KK' is not a kind of piece"), "{kind}");
    let position = error(from_str::<Position>("\"9/9/9/9/9/9/9/9/9/4K4 w\"").map(|position| json!(position)));
    assert!(position.contains("Black has no king"), "{position}");
}
