//! Texts without the marks of a format: moves alone in any notation, a position, or a page of text with one of them.
//!
//! What is not a move is replaced by blanks, so that the places of faults stay those of the text.

use super::{
    pgn::{self, PgnError, PgnErrorKind},
    record::GameRecord,
};
use crate::{
    Position,
    notation::{chinese, is_move_like},
};
use std::borrow::Cow;

/// The words before a position or moves, as in protocols.
const LEADING: [&str; 4] = ["position", "fen", "startpos", "moves"];

/// The letters of the side to move in a FEN.
const SIDES: [&str; 6] = ["w", "b", "r", "W", "B", "R"];

/// Reads the game of a text with or without tags as far as it goes.
pub(super) fn read_game(text: &str) -> Result<(GameRecord, Vec<PgnError>), PgnError> {
    if pgn::has_tags(text) { pgn::read_game(text) } else { read_untagged(text) }
}

/// Whether a text has neither tags nor a position nor anything like a move.
pub(super) fn is_prose(text: &str) -> bool {
    let is_other = |word: &str| {
        let is_number = pgn::without_number(word) != word;
        !is_number && !is_move(word) && !word.starts_with(['{', '*']) && placement(word).is_none()
    };
    !pgn::has_tags(text) && without_markup(text).split_whitespace().all(is_other)
}

/// Reads the game of a text without tags.
fn read_untagged(text: &str) -> Result<(GameRecord, Vec<PgnError>), PgnError> {
    let text = &*without_markup(text);
    let pasted = Pasted::of(text);
    let from = pasted.moves;
    let start = match pasted.fen {
        Some(Fen { at, ref line, .. }) => pgn::read_start(line, text, from).map_err(|kind| {
            let line = 1 + text[..at].matches('\n').count();
            PgnError { line, column: 0, kind }
        })?,
        None => Position::start(),
    };
    let mut empty = GameRecord::new(start);
    if let Some(fen) = &pasted.fen {
        empty.edit().node_mut().add_comment(fen.operations);
    } else if text[from..].trim().is_empty() {
        let line = 1 + text.matches('\n').count();
        return Err(PgnError { line, column: 0, kind: PgnErrorKind::Empty });
    }
    // A comma may stand between moves, or in a comment.
    let has_comments = text[from..].contains(['{', ';']);
    let divided = if has_comments { text.to_owned() } else { replace_from(text, from, &[',', '，']) };
    let (record, faults) = pgn::read_moves(&empty, &divided, from);
    if !faults.is_empty()
        && let Some(moves) = without_prose(&divided, from)
    {
        let (other, fewer) = pgn::read_moves(&empty, &moves, from);
        let is_better = other.len() > record.len() || other.len() == record.len() && fewer.len() < faults.len();
        if is_better && (!other.is_empty() || pasted.fen.is_some()) {
            return Ok((other, fewer));
        }
    }
    Ok((record, faults))
}

/// A text with blanks for some characters from an offset on.
fn replace_from(text: &str, from: usize, characters: &[char]) -> String {
    // Each blank takes the place of one character; columns are counted in characters.
    let blank = |c| if characters.contains(&c) { ' ' } else { c };
    text[..from].chars().chain(text[from..].chars().map(blank)).collect()
}

/// A position in a text.
struct Fen<'a> {
    /// The offset of its pieces.
    at: usize,
    line: String,
    /// What EPD has after the side to move.
    operations: &'a str,
}

/// The parts of a text.
struct Pasted<'a> {
    fen: Option<Fen<'a>>,
    /// The offset at which the moves begin.
    moves: usize,
}

impl<'a> Pasted<'a> {
    fn of(text: &'a str) -> Pasted<'a> {
        let mut words = words(text).peekable();
        let mut moves = 0;
        while let Some(&(at, word)) = words.peek() {
            let word = word.trim_start_matches('\u{feff}');
            if !word.is_empty() && !LEADING.contains(&word) {
                break;
            }
            moves = at + words.next().map_or(0, |(_, word)| word.len());
        }
        for (at, word) in words {
            if let Some(fen) = placement(word) {
                return Pasted::with_fen(text, at, word, fen);
            }
            if is_move(word) {
                break;
            }
        }
        Pasted { fen: None, moves }
    }

    /// The parts of a text with the pieces of a position in a word.
    fn with_fen(text: &'a str, at: usize, word: &str, pieces: &str) -> Pasted<'a> {
        let mut fen = pieces.to_owned();
        let mut end = at + word.len();
        let line_end = text[end..].find('\n').map_or(text.len(), |length| end + length);
        let from = end;
        let mut fields = words(&text[from..line_end]).map(|(at, word)| (from + at, word)).peekable();
        let mut has_side = false;
        while let Some((at, field)) = fields.next_if(|(_, field)| {
            let is_side = !has_side && SIDES.contains(field);
            has_side |= is_side;
            is_side || *field == "-" || field.bytes().all(|byte| byte.is_ascii_digit())
        }) {
            fen = fen + " " + field;
            end = at + field.len();
        }
        let mut operations = "";
        if let Some(&(_, code)) = fields.peek() {
            let is_code = code.starts_with(|c: char| c.is_ascii_lowercase()) && !is_move(code);
            let rest = &text[end..line_end];
            if is_code
                && !LEADING.contains(&code)
                && let Some(last) = rest.rfind(';')
            {
                operations = rest[..=last].trim();
                end += last + 1;
            }
        }
        let before_moves = words(&text[end..]).next().filter(|(_, word)| *word == "moves");
        let moves = before_moves.map_or(end, |(at, word)| end + at + word.len());
        Pasted { fen: Some(Fen { at, line: fen, operations }), moves }
    }
}

/// The words of a text with their offsets.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut end = 0;
    let placed = text.split_inclusive(char::is_whitespace).map(move |word| {
        let at = end;
        end += word.len();
        (at, word.trim_end())
    });
    placed.filter(|(_, word)| !word.is_empty())
}

/// The pieces of a position in a word, such as `FEN:"rnbakabnr/9/…`.
fn placement(word: &str) -> Option<&str> {
    let word = word.rsplit([':', '：', '=', '"', '“']).find(|part| part.contains('/'))?;
    let word = word.trim_matches(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '[' | ']'));
    let is_rank = |rank: &str| !rank.is_empty() && rank.len() <= 12 && !rank.contains(|c: char| !c.is_ascii());
    (word.split('/').count() == 10 && word.split('/').take(9).all(is_rank)).then_some(word)
}

/// Whether a word has a move, perhaps with a number or several with dashes.
fn is_move(word: &str) -> bool {
    let is_end = |c: char| matches!(c, '(' | ')' | '（' | '）' | '{' | '}' | ',' | '，' | ';' | '。' | '+' | '#');
    let is_one = |word: &str| {
        let text = without_side(pgn::without_number(word));
        let bare = pgn::without_marks(text.trim_matches(is_end)).0.trim_end_matches(is_end);
        is_move_like(text) || is_move_like(bare) || pgn::joined_moves(text).is_some()
    };
    is_one(word) || word.chars().any(chinese::is_direction) && word.split(pgn::is_dash).any(is_one)
}

/// A word without the name of a side before it: `红方：炮二平五`.
fn without_side(word: &str) -> &str {
    word.split_once([':', '：']).map_or(word, |(_, after)| after)
}

/// A text with blanks for the tags of HTML.
fn without_markup(text: &str) -> Cow<'_, str> {
    if !text.contains("</") && !text.contains("<br") {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        out += &rest[..at];
        rest = &rest[at..];
        let is_tag = rest[1..].starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!'));
        let end = rest[1..].find(['<', '>', '\n']).map_or(1, |length| 1 + length);
        let end = if is_tag && rest[end..].starts_with('>') { end + 1 } else { 1 };
        if end > 1 {
            out.extend(rest[..end].chars().map(|_| ' '));
        } else {
            out.push('<');
        }
        rest = &rest[end..];
    }
    Cow::Owned((out + rest).replace("&nbsp;", "      "))
}

/// A text from whose moves the lines that have none are blanked out, such as titles and the credit of a program, and the
/// words before the first move; `None` if there is no such line or word. Comments stay.
fn without_prose(text: &str, from: usize) -> Option<String> {
    let has_move = |line: &str| line.split_whitespace().any(is_move);
    let lines: Vec<&str> = text[from..].split('\n').collect();
    let is_moves: Vec<bool> = lines.iter().map(|line| has_move(line)).collect();
    let first = is_moves.iter().position(|&has_move| has_move);
    let mut out = text[..from].to_owned();
    let mut in_comment = false;
    for (index, (&line, has_move)) in lines.iter().zip(is_moves).enumerate() {
        let begins_in_comment = in_comment;
        in_comment = match (line.rfind('{'), line.rfind('}')) {
            (None, None) => in_comment,
            (open, close) => open > close,
        };
        let is_comment = begins_in_comment || line.contains(['{', '}']) || line.trim_start().starts_with(';');
        if index > 0 {
            out.push('\n');
        }
        if is_comment {
            out += line;
        } else if has_move {
            out += &with_moves(line, first == Some(index));
        } else if is_prose_line(line, first.is_none_or(|first| index < first)) {
            out.extend(line.chars().map(|_| ' '));
        } else {
            out += line;
        }
    }
    (out != text).then_some(out)
}

/// Whether a line without moves is not a damaged one: before the first move any text, later a sentence.
fn is_prose_line(line: &str, is_before: bool) -> bool {
    let line = line.trim();
    if !line.chars().any(char::is_alphabetic) {
        return false;
    }
    let is_sentence = line.contains(|c: char| !c.is_ascii() && c.is_alphabetic())
        || line.split_whitespace().nth(1).is_some()
        || line.chars().count() > 8;
    let is_balanced = !line.starts_with('(') && line.matches('(').count() == line.matches(')').count();
    is_before || is_sentence && is_balanced && !line.contains('*') && pgn::without_number(line) == line
}

/// A line with blanks for the names of sides before its moves, and for the words before the first one.
fn with_moves(line: &str, is_first: bool) -> String {
    let mut out = String::with_capacity(line.len());
    let (mut at, mut begun) = (0, !is_first);
    for (start, word) in words(line) {
        out += &line[at..start];
        at = start + word.len();
        begun |= is_move(word) || pgn::without_number(word).is_empty() || word.starts_with('(');
        let number = word.len() - pgn::without_number(word).len();
        let kept = without_side(&word[number..]);
        let side = word.len() - number - kept.len();
        if !begun {
            out.extend(word.chars().map(|_| ' '));
        } else if side > 0 && is_move(kept) {
            out += &word[..number];
            out.extend(word[number..][..side].chars().map(|_| ' '));
            out += kept;
        } else {
            out += word;
        }
    }
    out + &line[at..]
}

/// Whether a text without tags may belong to another game: it has no legal move, or only coordinates and not all of them
/// are legal, or only squares, which may be moves of pawns.
#[cfg(feature = "kit")]
pub(crate) fn may_be_of_another_game(text: &str) -> bool {
    use crate::notation::{algebraic, iccs};

    let Ok((record, faults)) = read_untagged(text) else { return true };
    let pasted = Pasted::of(text);
    let divided = text[pasted.moves..].replace([',', '，'], " ");
    let words = || divided.split_whitespace();
    let Some(first) = words().next() else { return false };
    let is_square = |word: &str| iccs::squares(word).is_some() || algebraic::is_square(word);
    let is_coordinate = |word: &str| is_square(word) || algebraic::from_one(word).is_some_and(|word| is_square(&word));
    if record.is_empty() {
        // Chinese characters of moves belong to no other game.
        return pasted.fen.is_none() && !first.chars().any(chinese::is_move_character);
    }
    words().all(algebraic::is_square) || !faults.is_empty() && words().all(is_coordinate)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::{GameError, GameReader};

    /// The only game of a text, the moves of its main line, and its faults.
    fn read(bytes: &[u8]) -> Result<(GameRecord, String, Vec<GameError>), Box<GameError>> {
        let mut reader = GameReader::new(bytes).lenient();
        let game = reader.next().expect("a game").map_err(Box::new)?;
        let faults = reader.take_faults();
        assert!(reader.next().is_none(), "{}", bytes.escape_ascii());
        let moves: Vec<_> = game.main_line().map(|mv| mv.to_string()).collect();
        Ok((game, moves.join(" "), faults))
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
            "红方：炮二平五 黑方：马８进７",
            "1、红方：炮二平五\n1...黑方：马８进７",
            "My game on Sunday (2 hours), lost:\n\n1. h2e2 h9g7\n\nWhat should I have played?",
            "Here it is: 1. C2=5 h8+7\nThanks for any help!",
            "对局如下：炮二平五 马8进7\n请高手指点。",
            "弈于北京，2020年。\n第一局\n炮二平五 马8进7\n双方平分秋色",
            "<html><body>\n<p class=\"x\">A game</p>\n<div>1. h2e2<br>h9g7</div>&nbsp;\n</body></html>",
        ] {
            let (_, moves, faults) = read(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert!(moves == "h2e2 h9g7" && faults.is_empty(), "{text}: {moves} {faults:?}");
            let utf16: Vec<u8> = format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect();
            assert_eq!(read(&utf16).unwrap().1, moves, "{text}");
        }
        let gb = b"\xC5\xDA\xB6\xFE\xC6\xBD\xCE\xE5 \xC2\xED\x38\xBD\xF8\x37";
        assert_eq!(read(gb).unwrap().1, "h2e2 h9g7");
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
            (format!("{fen}\n1. 车八进二"), "b7b9"),
            ("3k5/R8/1R7/9/9/9/9/9/9/4K4[] w - - 0 1".to_owned(), ""),
            ("3k5/R8/1R7/9/9/9/9/9/9/4K4 w - - bm b7b9; id \"first; one\";".to_owned(), ""),
            ("3k5/R8/1R7/9/9/9/9/9/9/4K4 w bm b7b9;\nmoves b7b9".to_owned(), "b7b9"),
            (format!("A study that I found in a book.\nFEN: {fen}\nRed mates in one: is it right?"), ""),
            (format!("请教一局\nFEN：{fen}\n1. 车八进二"), "b7b9"),
        ] {
            let (game, read, faults) = read(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!((game.start().to_fen().as_str(), read.as_str()), (fen, moves), "{text}");
            assert!(faults.is_empty(), "{text}: {faults:?}");
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
            let (_, _, faults) = read(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
            let [fault] = faults.as_slice() else { panic!("{text}: {faults:?}") };
            assert!(fault.to_string().contains(&format!("'{token}'")), "{text}: {fault}");
            assert_eq!(fault.place(), (line, column), "{text}: {fault}");
            assert!(fault.illegal_move().is_some(), "{text}");
        }
    }

    #[test]
    fn operations_of_a_position_become_its_comment() {
        let (game, _, _) = read(b"3k5/R8/1R7/9/9/9/9/9/9/4K4 w - - bm b7b9; id \"one\";\n").unwrap();
        assert_eq!(game.root().comment, "bm b7b9; id \"one\";");
    }

    #[test]
    fn the_text_before_the_first_game_is_not_a_game() {
        let text = "Two games of the final.\nEnjoy!\n[Red \"A\"]\n1. h2e2 *\n[Red \"B\"]\n1. h2e2 h9g7 *\n";
        let games: Vec<_> = GameReader::new(text.as_bytes()).map(|game| game.unwrap().len()).collect();
        assert_eq!(games, [1, 2]);
        let damaged = "1. h2e2 h9h8\n[Red \"B\"]\n1. h2e2 *\n";
        assert_eq!(GameReader::new(damaged.as_bytes()).count(), 2);
    }

    #[test]
    fn damaged_moves_are_not_prose() {
        for (text, moves, place) in [
            ("h2e2\nh9h8\nh0g2", 1, (2, 1)),
            ("h2e2\nh9g7\nfoo", 2, (3, 1)),
            ("1. h2e2 h9g7\n2. xyz abc\n3. h0g2", 2, (2, 4)),
            ("1. h2e2 h9g7\n(nonsense here\n) 2. h0g2", 3, (2, 2)),
            ("hello", 0, (1, 1)),
            ("no game here\nat all", 0, (1, 1)),
        ] {
            let (game, _, faults) = read(text.as_bytes()).unwrap();
            assert_eq!((game.main_line().count(), faults[0].place()), (moves, place), "{text}: {faults:?}");
        }
        assert!(read(b"moves").unwrap_err().to_string().contains("there is no game in the text"));
        let fen = read(b"A position:\n9/9/9/9/9/9/9/9/9/9 w").unwrap_err();
        assert!(fen.place() == (2, 0) && fen.to_string().contains("FEN tag: "), "{fen}");
    }

    #[test]
    fn comments_and_variations_without_tags_are_kept() {
        let text = "an intro\n1. h2e2 {a comment\nof two lines} (1. b2e2) h9g7\n; a line\n2. h0g2";
        let (game, moves, faults) = read(text.as_bytes()).unwrap();
        assert!(faults.is_empty() && moves == "h2e2 h9g7 h0g2" && game.len() == 4, "{faults:?}");
        let first = game.main_nodes().next().and_then(|id| game.node(id)).unwrap();
        assert_eq!(first.comment, "a comment\nof two lines");
    }
}
