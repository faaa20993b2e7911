//! Serialization with serde (feature `serde`): all types as the usual text
//! notation, so that people can read a JSON file with positions and moves.
//!
//! | type | form | read as well |
//! |---|---|---|
//! | [`Square`] | `"e0"` | |
//! | [`Move`] | `"h2e2"` | |
//! | [`Side`], by `with` ([`side`]) | `"red"`, `"black"` | |
//! | [`PieceKind`] | `"R"` | `H` for a horse, `E` for an elephant, lower case |
//! | [`Piece`] | `"R"` red, `"r"` black | `H`, `E` |
//! | [`Position`] | FEN | whatever [`Position::from_fen`] reads |
//!
//! A position is checked when it is read. A position that only a lenient
//! [`Setup`](crate::Setup) allows is written, but not read back.

use crate::{BLACK, Move, Piece, PieceKind, Position, RED, Side, Square};
use alloc::{
    format,
    string::{String, ToString},
};
use core::fmt;
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{self, Visitor},
};

/// A type that is serialized as text.
trait Text: Sized {
    /// A description of the text, for messages.
    const EXPECTED: &'static str;

    fn write(&self) -> impl fmt::Display;

    fn read(text: &str) -> Result<Self, String>;
}

/// Reads text into `T`.
struct TextVisitor<T>(core::marker::PhantomData<T>);

impl<T: Text> Visitor<'_> for TextVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::EXPECTED)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        T::read(text).map_err(E::custom)
    }
}

/// The serde traits for types that are [`Text`].
macro_rules! as_text {
    ($($type:ty),*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(&self.write())
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                deserializer.deserialize_str(TextVisitor(core::marker::PhantomData))
            }
        }
    )*};
}

as_text!(Square, Move, PieceKind, Piece, Position);

/// A side as `"red"` or `"black"`, for fields of your own types:
/// `#[serde(with = "duiyi_xiangqi::serialization::side")]`.
pub mod side {
    use super::{Text, TextVisitor};
    use core::marker::PhantomData;
    use duiyi_game::Side;
    use serde::{Deserializer, Serializer};

    /// Writes `"red"` or `"black"`.
    pub fn serialize<S: Serializer>(side: &Side, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&side.write())
    }

    /// Reads `"red"` or `"black"`.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Side, D::Error> {
        deserializer.deserialize_str(TextVisitor(PhantomData))
    }
}

/// The only character of a text, or a message with the text that was read.
fn single(text: &str, expected: &str) -> Result<char, String> {
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some(character), None) => Ok(character),
        _ => Err(refused(text, expected)),
    }
}

fn refused(text: &str, expected: &str) -> String {
    format!("'{}' is not {expected}", text.chars().take(16).collect::<String>())
}

impl Text for Square {
    const EXPECTED: &'static str = "a square such as \"e0\"";

    fn write(&self) -> impl fmt::Display {
        *self
    }

    fn read(text: &str) -> Result<Square, String> {
        text.parse().map_err(|error: crate::ParseSquareError| error.to_string())
    }
}

impl Text for Move {
    const EXPECTED: &'static str = "a move such as \"h2e2\"";

    fn write(&self) -> impl fmt::Display {
        *self
    }

    fn read(text: &str) -> Result<Move, String> {
        text.parse().map_err(|error: crate::ParseMoveError| error.to_string())
    }
}

impl Text for Side {
    const EXPECTED: &'static str = "a side, \"red\" or \"black\"";

    fn write(&self) -> impl fmt::Display {
        match *self {
            RED => "red",
            BLACK => "black",
        }
    }

    fn read(text: &str) -> Result<Side, String> {
        match text {
            "red" => Ok(RED),
            "black" => Ok(BLACK),
            _ => Err(refused(text, Self::EXPECTED)),
        }
    }
}

impl Text for PieceKind {
    const EXPECTED: &'static str = "a kind of piece, one of K A B N R C P";

    fn write(&self) -> impl fmt::Display {
        self.letter()
    }

    fn read(text: &str) -> Result<PieceKind, String> {
        PieceKind::from_letter(single(text, Self::EXPECTED)?).ok_or_else(|| refused(text, Self::EXPECTED))
    }
}

impl Text for Piece {
    const EXPECTED: &'static str = "a piece, one of K A B N R C P or k a b n r c p";

    fn write(&self) -> impl fmt::Display {
        self.letter()
    }

    fn read(text: &str) -> Result<Piece, String> {
        Piece::from_letter(single(text, Self::EXPECTED)?).ok_or_else(|| refused(text, Self::EXPECTED))
    }
}

impl Text for Position {
    const EXPECTED: &'static str = "a position as FEN";

    fn write(&self) -> impl fmt::Display {
        self.to_fen()
    }

    fn read(text: &str) -> Result<Position, String> {
        text.parse().map_err(|error: crate::FenError| error.to_string())
    }
}
