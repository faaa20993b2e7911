//! Pasted texts without the marks of a record: moves alone, or a position.

use super::records;
use crate::{
    Position, Xiangqi,
    formats::{
        GameError, GameRecord, TextEncoding,
        pgn::{self, PgnError},
    },
    notation::{algebraic, chinese, iccs},
};
use duiyi_kit::page::{Record, RecordFault, Records};
use std::borrow::Cow;

/// The words before a position or moves, as in protocols.
const LEADING: [&str; 3] = ["position", "fen", "startpos"];

/// The game of a text with moves in any notation, or with a position and perhaps moves; `None` for other texts. The text of
/// another game may also have coordinates, so a text with coordinates alone must be legal to its end.
pub(super) fn read(rules: &Xiangqi, bytes: &[u8]) -> Option<Records<Xiangqi>> {
    let decoded = TextEncoding::Detect.decode(bytes);
    let text = decoded.trim_start_matches('\u{feff}');
    let Pasted { fen, moves } = Pasted::of(text);
    let at = text.trim_end().len() - moves.trim_end().len();
    if !fen.is_empty() {
        Position::from_fen(fen).ok()?;
    }
    // A comma may stand between moves, or in a comment.
    let moves = &if moves.contains(['{', ';']) { moves.to_owned() } else { moves.replace([',', '，'], " ") };
    let words = || moves.split_whitespace();
    if fen.is_empty() && words().next().is_none() {
        return None;
    }
    let before = &text[..at];
    let (record, faults) = game(fen, &without_prose(moves), before).ok()?;
    let is_square = |word: &str| iccs::squares(word).is_some() || algebraic::is_square(word);
    let is_foreign = |word: &str| is_square(word) || algebraic::from_one(word).is_some_and(|word| is_square(&word));
    // Pawn moves alone are not a game.
    if words().all(algebraic::is_square) && words().next().is_some() || !faults.is_empty() && words().all(is_foreign) {
        return None;
    }
    let faults: Vec<_> = faults.into_iter().map(fault).collect();
    if record.is_empty() && words().next().is_some() {
        // Chinese characters of moves belong to no other game.
        let is_own = words().next().is_some_and(|word| word.chars().any(chinese::is_move_character));
        return faults.into_iter().next().filter(|_| is_own).map(|fault| one(Err(fault)));
    }
    Some(one(Ok(Record { faults, ..records::from_record(rules, &record) })))
}

/// A text with moves in Chinese without the lines that have none, such as titles and the credit of a program. The
/// places of the moves stay the same.
fn without_prose(moves: &str) -> Cow<'_, str> {
    let has_move = |line: &str| line.split_whitespace().any(|word| word.chars().any(chinese::is_direction));
    if !has_move(moves) {
        return Cow::Borrowed(moves);
    }
    let is_prose = |line: &str| {
        let is_text = line.chars().any(char::is_alphabetic);
        is_text && !line.contains(['{', '}', ';', '(', ')', '*']) && !has_move(line)
    };
    let kept = moves.split('\n').map(|line| if is_prose(line) { "" } else { line });
    Cow::Owned(kept.collect::<Vec<_>>().join("\n"))
}

/// What is wrong in the only game of a text.
fn fault(error: PgnError) -> RecordFault {
    let message = error.to_string();
    let error = GameError { source: None, game: 1, line: 1, kind: error.into() };
    RecordFault { message, ..records::fault(&error) }
}

/// The only game of a text.
fn one(game: Result<Record<Xiangqi>, RecordFault>) -> Records<Xiangqi> {
    Box::new(std::iter::once(game))
}

/// The parts of a text.
struct Pasted<'a> {
    /// The position; empty for the usual one.
    fen: &'a str,
    moves: &'a str,
}

impl<'a> Pasted<'a> {
    fn of(text: &'a str) -> Pasted<'a> {
        let mut rest = text.trim();
        while let Some(after) = LEADING.iter().find_map(|&word| after_word(rest, word)) {
            rest = after.trim_start();
        }
        if let Some(moves) = after_word(rest, "moves") {
            return Pasted { fen: "", moves };
        }
        if !rest.split_whitespace().next().is_some_and(|word| word.contains('/')) {
            return Pasted { fen: "", moves: rest };
        }
        let at = rest
            .match_indices("moves")
            .find(|&(at, _)| rest[..at].ends_with(char::is_whitespace) && after_word(&rest[at..], "moves").is_some());
        match at {
            Some((at, word)) => Pasted { fen: rest[..at].trim_end(), moves: &rest[at + word.len()..] },
            None => Pasted { fen: rest, moves: "" },
        }
    }
}

/// The text after a word at its beginning.
fn after_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    text.strip_prefix(word).filter(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace))
}

/// Reads moves as far as they go, after a text before them.
fn game(fen: &str, moves: &str, before: &str) -> Result<(GameRecord, Vec<PgnError>), PgnError> {
    let tag = if fen.is_empty() { String::new() } else { format!("[FEN \"{fen}\"]") };
    let (record, faults) = pgn::read_leniently(&format!("{tag}\n{moves}"))?;
    let (lines, columns) = (before.matches('\n').count(), before.chars().rev().take_while(|&c| c != '\n').count());
    let placed = |fault: PgnError| {
        let column = if fault.line == 2 && fault.column > 0 { fault.column + columns } else { fault.column };
        // The line before the moves is the tag's.
        PgnError { line: (fault.line + lines).saturating_sub(1), column, ..fault }
    };
    Ok((record, faults.into_iter().map(placed).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_game::{Notation, Reason};
    use duiyi_kit::page::collect_records;

    fn read(text: &str) -> Option<Result<Vec<Record<Xiangqi>>, Reason>> {
        let games = crate::kit::page::read(&Xiangqi::default(), text.as_bytes())?;
        Some(collect_records(games).map(|(games, _)| games))
    }

    #[test]
    fn moves_without_numbers_are_read_in_every_notation() {
        for text in [
            "炮二平五 马8进7",
            "炮二平五　马８进７",
            "砲二平五 馬8進7",
            "炮二平五\n马８进７\n",
            "炮二平五，马8进7",
            "H2-E2 H9-G7",
            "H2E2 H9G7",
            "h2-e2 h9-g7",
            "h2e2 h9g7",
            "h2e2,h9g7",
            "h3e3 h10g8",
            "H3E3 H10G8",
            "H3-E3 H10-G8",
            "moves h3e3 h10g8",
            "C2=5 H8+7",
            "C2.5 H8+7",
            "Che2 Hg7",
            "Che3 Hg8",
            "1.炮二平五-马8进7",
            "1. 炮二平五 － 马８进７",
            "炮二平五—马8进7",
            "象棋演播室 http://example.org\n中炮对屏风马\n1. 炮二平五-马8进7\n红方：甲\n（象棋演播室制作）",
            "position startpos moves h2e2 h9g7",
            "１．炮二平五 马８进７",
            "1 炮二平五 马8进7",
            "\u{feff}炮二平五 马8进7",
        ] {
            let games = read(text).unwrap_or_else(|| panic!("{text}")).unwrap();
            let [game] = games.as_slice() else { panic!("{text}") };
            assert_eq!((game.tree.write_moves().as_str(), game.faults.as_slice()), ("h2e2 h9g7", &[][..]), "{text}");
        }
        let gb = b"\xC5\xDA\xB6\xFE\xC6\xBD\xCE\xE5 \xC2\xED\x38\xBD\xF8\x37";
        let game = super::read(&Xiangqi::default(), gb).unwrap().next().unwrap().unwrap();
        assert_eq!(game.tree.write_moves(), "h2e2 h9g7");
    }

    #[test]
    fn positions_are_read_alone_and_with_moves() {
        let fen = "3k5/R8/1R7/9/9/9/9/9/9/4K4 w - - 0 1";
        for (text, moves) in [
            (fen.to_owned(), ""),
            ("3k5/R8/1R7/9/9/9/9/9/9/4K4 w".to_owned(), ""),
            ("3k5/R8/1R7/9/9/9/9/9/9/4K4".to_owned(), ""),
            (format!("fen {fen}"), ""),
            (format!("{fen} moves b7b9"), "b7b9"),
            (format!("position fen {fen}\nmoves b8b10"), "b7b9"),
            (format!("{fen} moves 车八进二"), "b7b9"),
        ] {
            let game = read(&text).unwrap_or_else(|| panic!("{text}")).unwrap().remove(0);
            assert_eq!(game.tree.start().write_position(), fen, "{text}");
            assert_eq!((game.tree.write_moves().as_str(), game.faults.as_slice()), (moves, &[][..]), "{text}");
        }
    }

    #[test]
    fn a_fault_names_the_token_and_its_place() {
        for (text, token, line, column) in [
            ("炮二平五 马8进9 炮八平九 马8进8", "马8进8", 1, 16),
            ("炮二平五\n马8进6", "马8进6", 2, 1),
            ("标题\n炮二平五-马8进7\n马二进九-车9平8", "马二进九", 3, 1),
            ("Che3 Hg8 Rh8", "Rh8", 1, 10),
            ("3k5/R8/1R7/9/9/9/9/9/9/4K4 w moves 车八进二 将4进2", "将4进2", 1, 41),
        ] {
            let game = read(text).unwrap_or_else(|| panic!("{text}")).unwrap().remove(0);
            let [fault] = game.faults.as_slice() else { panic!("{text}: {:?}", game.faults) };
            assert!(fault.message.contains(&format!("'{token}'")), "{text}: {fault}");
            assert_eq!((fault.line, fault.column), (line, column), "{text}: {fault}");
        }
        let error = read("炮二平二 马8进7").unwrap().unwrap_err().to_string();
        assert!(error.contains("'炮二平二' is not a legal move here"), "{error}");
    }

    #[test]
    fn texts_of_other_games_are_left_to_them() {
        for text in [
            "",
            " ",
            "J10 I11-K11",
            "h8 h9",
            "h2e2 h9h8",
            "b2b3 b7b5 a2a9",
            "c4 d5",
            "c4",
            "hello",
            "9/9",
            "(;B[j10])",
            "moves",
        ] {
            assert!(read(text).is_none(), "{text}");
        }
    }
}
