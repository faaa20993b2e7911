//! Reading one game.

use super::{
    error::{PgnError, PgnErrorKind},
    lexer::{Lexer, Token},
    outline::{is_blank, open_tag, quoted_end, second_game, tag_line},
    ranks::{Ranks, with_either_ranks},
    words::{has_dashes, is_dash, is_dot, is_number, joined_moves, result_token, without_marks, without_number},
};
use crate::{
    BLACK, Position, RED, Setup,
    formats::{
        faults::{Faults, whole},
        marks::{add_glyphs, tidy},
        record::{EditError, Editor, GameRecord, GameResult, NodeId},
    },
    notation::{self, ReadMoveError},
};

/// Reads the game in a text. For several games, and for other encodings
/// than UTF-8, use [`GameReader`](crate::formats::GameReader).
///
/// # Errors
/// The first error, with its place, and its move if there is one.
pub fn read(text: &str) -> Result<GameRecord, PgnError> {
    whole(read_leniently(text)?)
}

/// Reads the game in a text as far as it goes: the branch of an illegal move ends before it, and everything else is
/// kept. Returns the faults in the order of the text, at most a hundred.
///
/// ```
/// use duiyi_xiangqi::formats::pgn;
///
/// let (record, faults) = pgn::read_leniently("1. h2e2 (1. b0a0) h9g7 2. h0g2 *")?;
/// assert_eq!((record.main_line().count(), record.len(), faults.len()), (3, 3, 1));
/// assert_eq!((faults[0].line, faults[0].column), (1, 13));
/// # Ok::<(), pgn::PgnError>(())
/// ```
///
/// # Errors
/// If there is no game, or its start position is not one.
pub fn read_leniently(text: &str) -> Result<(GameRecord, Vec<PgnError>), PgnError> {
    let Some(at) = second_game(text) else { return read_game(text) };
    let (record, mut faults) = read_game(&text[..at])?;
    let line = 1 + text[..at].matches('\n').count();
    faults.push(PgnError { line, column: 0, kind: PgnErrorKind::SecondGame });
    Ok((record, faults))
}

/// Reads a text in which no second game begins, as far as it goes. If its moves are not legal with ranks from 0 to 9,
/// they may have ranks from 1 to 10.
pub(in crate::formats) fn read_game(text: &str) -> Result<(GameRecord, Vec<PgnError>), PgnError> {
    with_either_ranks(|ranks| read_with(text, ranks))
}

/// Reads moves from an offset in a text on into a record without moves.
pub(in crate::formats) fn read_moves(empty: &GameRecord, text: &str, from: usize) -> (GameRecord, Vec<PgnError>) {
    let read = |ranks| {
        let mut record = empty.clone();
        let (result, faults) = MoveText::new(&mut lexer_at(text, from), record.edit(), ranks, Faults::new()).read();
        if record.result == GameResult::Unknown {
            record.result = result.unwrap_or_default();
        }
        Ok((record, faults.into_vec()))
    };
    let Ok(read) = with_either_ranks::<std::convert::Infallible>(read);
    read
}

/// The start of a game whose moves begin at an offset in a text.
pub(in crate::formats) fn read_start(fen: &str, text: &str, from: usize) -> Result<Position, PgnErrorKind> {
    start(fen, lexer_at(text, from), Ranks::FromZero)
}

/// Whether the text begins with a tag, perhaps after comments.
pub(in crate::formats) fn has_tags(text: &str) -> bool {
    Tags { lexer: Lexer::new(text, 1), comments: Vec::new(), faults: Faults::new() }.next().is_some()
}

fn lexer_at(text: &str, from: usize) -> Lexer<'_> {
    let mut lexer = Lexer::new(text, 1);
    lexer.take(from);
    lexer
}

/// Reads the tags of a game, with the start and the result that they name; `None` if the text does not begin with
/// tags.
pub(in crate::formats) fn read_headers(text: &str) -> Result<Option<GameRecord>, PgnError> {
    let head = Head::read(text, Ranks::FromZero)?;
    Ok(head.tagged.then_some(head.record))
}

/// What stands before the moves.
struct Head<'a> {
    /// The lexer where the moves begin.
    lexer: Lexer<'a>,
    comments: Vec<&'a str>,
    faults: Faults<PgnError>,
    record: GameRecord,
    /// Whether there are tags.
    tagged: bool,
}

impl<'a> Head<'a> {
    fn read(text: &'a str, ranks: Ranks) -> Result<Head<'a>, PgnError> {
        let mut tags = Tags { lexer: Lexer::new(text, 1), comments: Vec::new(), faults: Faults::new() };
        let (mut result, mut kept) = (GameResult::default(), Vec::new());
        let mut fen = None;
        let mut tagged = false;
        while let Some((name, value)) = tags.next() {
            tagged = true;
            match name {
                "Game" | "Format" | "SetUp" => {}
                "FEN" if !value.trim().is_empty() => fen = Some((tags.lexer.line, value)),
                "FEN" => {}
                "Result" => result = GameResult::from_text(&value).unwrap_or_default(),
                // The values that the standard prescribes for unknown facts.
                _ if matches!(value.as_str(), "" | "?" | "????.??.??") => {}
                _ => kept.push((name, value)),
            }
        }
        let Tags { lexer, comments, faults } = tags;
        let mut record = match fen {
            Some((line, fen)) => {
                let start = start(&fen, lexer.clone(), ranks);
                GameRecord::new(start.map_err(|kind| PgnError { line, column: 0, kind })?)
            }
            None => GameRecord::default(),
        };
        record.result = result;
        record.set_tags(kept);
        Ok(Head { lexer, comments, faults, record, tagged })
    }
}

fn read_with(text: &str, ranks: Ranks) -> Result<(GameRecord, Vec<PgnError>), PgnError> {
    let Head { mut lexer, comments, faults, mut record, tagged } = Head::read(text, ranks)?;
    let empty = !tagged && lexer.rest().is_empty();
    let mut editor = record.edit();
    comments.into_iter().for_each(|text| editor.node_mut().add_comment(&tidy(text)));
    let (result, faults) = MoveText::new(&mut lexer, editor, ranks, faults).read();
    if empty {
        let nothing = PgnError { line: lexer.line, column: 0, kind: PgnErrorKind::Empty };
        return Err(faults.into_vec().into_iter().next().unwrap_or(nothing));
    }
    if record.result == GameResult::Unknown {
        record.result = result.unwrap_or_default();
    }
    Ok((record, faults.into_vec()))
}

/// The start position of a FEN. If it does not name the side to move, a move number with dots
/// before the first move (`1. ... 炮８平５`) means Black, and so does a first move that only Black can play.
fn start(fen: &str, moves: Lexer<'_>, ranks: Ranks) -> Result<Position, PgnErrorKind> {
    let mut setup = Setup::from_fen(fen)?;
    setup.lenient = true;
    if fen.split_whitespace().nth(1).is_none() {
        let (dotted, first) = first_move(moves);
        let can_play = |side| {
            let position = Position::from_setup(&Setup { side, ..setup.clone() });
            position.is_ok_and(|position| first.is_none_or(|text| notation::read(&position, &ranks.own(text)).is_ok()))
        };
        if dotted || !can_play(RED) && can_play(BLACK) {
            setup.side = BLACK;
        }
    }
    Position::from_setup(&setup).map_err(|error| PgnErrorKind::Fen(error.into()))
}

/// Whether the number before the first move has the dots of a move of Black, and the move.
fn first_move(mut moves: Lexer<'_>) -> (bool, Option<&str>) {
    let mut dots = 0;
    while let Ok(Some(token)) = moves.next() {
        let Token::Word(word) = token else { continue };
        let text = without_number(word);
        let number = &word[..word.len() - text.len()];
        dots += number.chars().map(|c| if c == '…' { 2 } else { usize::from(is_dot(c)) }).sum::<usize>();
        if !text.is_empty() {
            let text = without_marks(text).0.trim_end_matches(['+', '#']);
            return (dots > 1, Some(text).filter(|_| result_token(word).is_none()));
        }
    }
    (dots > 1, None)
}

/// The tag section.
struct Tags<'a> {
    lexer: Lexer<'a>,
    /// The comments before, between and after the tags.
    comments: Vec<&'a str>,
    faults: Faults<PgnError>,
}

impl<'a> Tags<'a> {
    /// The next tag; `None` where the moves begin. A tag that is not closed ends with its line.
    fn next(&mut self) -> Option<(&'a str, String)> {
        let lexer = &mut self.lexer;
        loop {
            lexer.skip_blanks();
            if !lexer.rest().starts_with(['{', ';']) {
                break;
            }
            match lexer.next() {
                Ok(Some(Token::Comment(text))) => self.comments.push(text),
                Ok(_) => {}
                Err(kind) => {
                    let (line, column) = lexer.place();
                    self.faults.push(PgnError { line, column, kind });
                }
            }
        }
        let length = open_tag(lexer.rest().as_bytes()).map(|(name, _)| name.len())?;
        let line = lexer.line;
        let name = &lexer.take(1 + length)[1..];
        let unclosed = PgnError { line, column: 0, kind: PgnErrorKind::UnclosedTag(name.to_owned()) };
        let quote = lexer.rest().trim_start_matches(is_blank);
        if !quote.starts_with('"') {
            let end = lexer.rest().find([']', '\n']).unwrap_or_else(|| {
                self.faults.push(unclosed);
                lexer.rest().len()
            });
            let value = lexer.take(end).trim_matches(is_blank).to_owned();
            lexer.take(usize::from(lexer.rest().starts_with(']')));
            return Some((name, value));
        }
        lexer.take(lexer.rest().len() - quote.len() + 1);
        let (end, after) = value_end(lexer.rest()).unwrap_or_else(|| {
            self.faults.push(unclosed);
            let line = lexer.rest().find('\n').unwrap_or(lexer.rest().len());
            (line, line)
        });
        let value = unescape(&lexer.rest()[..end]);
        lexer.take(after);
        Some((name, value))
    }
}

/// The end of a quoted value, and the end of the tag. A value that runs into the line
/// of another tag is unterminated and ends there.
fn value_end(text: &str) -> Option<(usize, usize)> {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if at > 0 && tag_line(line.as_bytes()).is_some() {
            let value = text[..at].trim_end().trim_end_matches(['"', ']']);
            return Some((value.len(), at));
        }
        if let Some((end, after)) = quoted_end(line.as_bytes(), false) {
            return Some((at + end, at + after));
        }
        at += line.len();
    }
    None
}

fn unescape(value: &str) -> String {
    if value.contains('\\') { value.replace("\\\"", "\"").replace("\\\\", "\\") } else { value.to_owned() }
}

/// A line that cannot go on.
#[derive(Clone, Copy)]
struct Broken {
    /// The number of open variations.
    depth: usize,
    /// Whether the text is at the move that cannot be played, so that a variation replaces it.
    at_move: bool,
}

/// The move section.
struct MoveText<'a, 'r, 'l> {
    lexer: &'l mut Lexer<'a>,
    editor: Editor<'r>,
    ranks: Ranks,
    /// For each open variation, the node to return to, and where the line around it is broken.
    variations: Vec<(NodeId, Option<Broken>)>,
    /// The comment between the opening of a variation and its first move; set until that move.
    pending: Option<String>,
    /// The result, once it has been read.
    done: Option<GameResult>,
    /// Where a line cannot go on; what follows in it is left out.
    broken: Option<Broken>,
    faults: Faults<PgnError>,
}

impl<'a, 'r, 'l> MoveText<'a, 'r, 'l> {
    fn new(lexer: &'l mut Lexer<'a>, editor: Editor<'r>, ranks: Ranks, faults: Faults<PgnError>) -> Self {
        MoveText { lexer, editor, ranks, variations: Vec::new(), pending: None, done: None, broken: None, faults }
    }

    fn read(mut self) -> (Option<GameResult>, Faults<PgnError>) {
        loop {
            let token = match self.lexer.next() {
                Ok(Some(token)) => token,
                Ok(None) => break,
                Err(kind) => {
                    self.fault(kind);
                    continue;
                }
            };
            match token {
                Token::Comment(text) => self.comment(&tidy(text)),
                Token::Open => self.open(),
                Token::Close => self.close(),
                Token::Glyph(glyph) => self.glyph(glyph),
                Token::Word(word) => self.word(word),
            }
            if self.done.is_some() && self.variations.is_empty() {
                self.after_result();
                return (self.done, self.faults);
            }
        }
        if !self.variations.is_empty() {
            self.fault(PgnErrorKind::UnclosedVariation);
        }
        (self.done, self.faults)
    }

    fn fault(&mut self, kind: PgnErrorKind) {
        // The place takes time proportional to the length of the line.
        if self.faults.is_full() {
            return;
        }
        let (line, column) = self.lexer.place();
        self.faults.push(PgnError { line, column, kind });
    }

    fn open(&mut self) {
        self.variations.push((self.editor.id(), self.broken));
        match self.broken {
            // An alternative to the move that cannot be played.
            Some(Broken { depth, at_move: true }) if depth + 1 == self.variations.len() => {
                self.broken = None;
                self.pending = Some(String::new());
            }
            Some(_) => {}
            None if self.editor.back() => self.pending = Some(String::new()),
            None => {
                self.broken = Some(Broken { depth: self.variations.len(), at_move: false });
                self.fault(PgnErrorKind::NothingToVary);
            }
        }
    }

    fn close(&mut self) {
        let Some((node, broken)) = self.variations.pop() else {
            self.fault(PgnErrorKind::StrayParenthesis);
            return;
        };
        if self.broken.is_none_or(|inner| inner.depth > self.variations.len()) {
            self.broken = broken;
            self.pending = None;
            self.editor.go_to(node);
        }
    }

    /// Reads what follows the result. Comments are kept, other text is ignored;
    /// only another game is an error.
    fn after_result(&mut self) {
        loop {
            match self.lexer.next() {
                Ok(Some(Token::Comment(text))) => self.comment(&tidy(text)),
                Ok(Some(Token::Word(word))) if is_number(word, "1") => {
                    self.fault(PgnErrorKind::SecondGame);
                    return;
                }
                _ => return,
            }
        }
    }

    fn comment(&mut self, text: &str) {
        if self.broken.is_some() {
            return;
        }
        match &mut self.pending {
            Some(before) if !before.is_empty() && !text.is_empty() => {
                before.push('\n');
                before.push_str(text);
            }
            Some(before) => before.push_str(text),
            None => self.editor.node_mut().add_comment(text),
        }
    }

    fn glyph(&mut self, glyph: u8) {
        if self.pending.is_none() && self.broken.is_none() {
            add_glyphs(&mut self.editor.node_mut().glyphs, [glyph]);
        }
    }

    fn word(&mut self, word: &str) {
        if let Some(result) = result_token(word) {
            // A result inside a variation assesses that line; it does not end the game.
            if self.variations.is_empty() {
                self.done = Some(result);
            }
            return;
        }
        if has_dashes(word) {
            word.split(is_dash).filter(|part| !part.is_empty()).for_each(|part| self.numbered_move(part));
        } else {
            self.numbered_move(word);
        }
    }

    /// Reads a number and a move, or one of both.
    fn numbered_move(&mut self, word: &str) {
        let text = without_number(word);
        if text.is_empty() {
            return;
        }
        if let Some(moves) = joined_moves(text) {
            return moves.into_iter().for_each(|text| self.numbered_move(text));
        }
        if let Some(broken) = &mut self.broken {
            broken.at_move &= broken.depth < self.variations.len();
            return;
        }
        let (text, glyph) = without_marks(text);
        if text.is_empty() {
            self.glyph(glyph.unwrap_or(0));
            return;
        }
        let (written, text) = (text, &*self.ranks.own(text));
        let mut read = self.editor.read(text);
        if let Err(EditError::Unreadable(ReadMoveError::Unreadable { .. })) = read {
            // The marks of check and mate, as in chess.
            let bare = text.trim_end_matches(['+', '#']);
            if bare.len() < text.len() {
                read = self.editor.read(bare).or(read);
            }
        }
        if let Err(error) = read {
            let error = if written == text { error } else { error.about(written) };
            let (number, legal) = self.editor.next_moves();
            self.fault(PgnErrorKind::Move { number, error, legal });
            self.broken = Some(Broken { depth: self.variations.len(), at_move: true });
            return;
        }
        if let Some(before) = self.pending.take() {
            let node = self.editor.node_mut();
            if node.comment_before.is_empty() {
                node.comment_before = before;
            }
        }
        if let Some(glyph) = glyph {
            self.glyph(glyph);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_width_parentheses_contain_variations_or_comments() {
        let text = "1. 炮二平五 马8进7 （1... 炮8平5 马二进三） 2. 马二进三 ± 车9平8 = （红方先手） 和棋\n";
        let record = read(text).unwrap();
        let written = crate::formats::pgn::write(&record, crate::notation::Notation::Iccs);
        let moves = "1. H2-E2 H9-G7 (1... H7-E7 2. H0-G2) 2. H0-G2 $16 I9-H9 $10 {红方先手} 1/2-1/2\n";
        assert!(written.ends_with(moves), "{written}");
        let joined = read("1.炮二平五马8进7 （炮8平5马二进三）马二进三 红胜").unwrap();
        assert_eq!((joined.main_line().count(), joined.len(), joined.result), (3, 5, GameResult::RedWins));
        for (text, kind) in
            [("1. h2e2 （好", PgnErrorKind::UnclosedComment), ("1. h2e2 ）", PgnErrorKind::StrayParenthesis)]
        {
            assert_eq!(read(text).unwrap_err().kind, kind, "{text}");
        }
    }

    #[test]
    fn quotes_and_brackets_in_a_value_survive_a_round_trip() {
        for value in ["Ch\" ] * me \"Ch*", "a\"]", "\"]\"", "back\\"] {
            let mut record = GameRecord::default();
            record.set_tag("Gam", value);
            record.edit().play("h2e2".parse().unwrap()).unwrap();
            let written = crate::formats::pgn::write(&record, crate::notation::Notation::Iccs);
            let back = read(&written).unwrap();
            assert_eq!(back.tag("Gam"), Some(value), "{written}");
            assert_eq!(back.main_line().count(), 1, "{written}");
        }
    }

    #[test]
    fn tag_lines_are_distinguished_from_other_brackets() {
        assert_eq!(tag_line(b" [Red \"x"), Some(&b"Red"[..]));
        for other in [&b"[%clk 1]"[..], b"[Red]", b"[Red x]", b"Red \"x\"", b"[", b"[Red\"x\"]", b""] {
            assert_eq!(tag_line(other), None);
        }
    }

    #[test]
    fn a_fen_without_a_side_takes_it_from_the_first_move() {
        let placement = "4k4/9/9/9/9/9/R8/9/4r4/3K5";
        for (moves, side) in [
            ("1. ... e1d1", BLACK),
            ("{comment} 1. ... e1d1", BLACK),
            ("; comment\n$1 1 ... e1d1", BLACK),
            ("１… e1d1", BLACK),
            ("% 1. x\n{1.} 12... 车5平4+", BLACK),
            ("{no number} e1d1", BLACK),
            ("1. E1-D1!?", BLACK),
            ("1. a3a4", RED),
            ("{1...} 1. 车九进一", RED),
            ("*", RED),
            ("", RED),
        ] {
            let text = format!("{{a}}\n[FEN \"{placement}\"]\n{moves}");
            let record = super::super::read(&text).unwrap_or_else(|error| panic!("{moves}: {error}"));
            assert_eq!(record.start().side_to_move(), side, "{moves}");
        }
        // Red gives check, so it is not Red's turn.
        let record = super::super::read("[FEN \"4k4/9/9/9/9/9/4R4/9/9/3K5\"] *").unwrap();
        assert_eq!(record.start().side_to_move(), BLACK);
    }

    #[test]
    fn the_second_game_of_a_text_is_refused_everywhere() {
        for text in [
            "[Red \"A\"]\n*\n[Red \"B\"]",
            "[Red \"A\"]\n[Red \"B\"]\n*",
            "[Red A]\n[Red B]\n*",
            "1. h2e2 * words\n[Red \"B\"]",
            "1. h2e2\n[Round 2]\n*",
            "1. h2e2 * {x}\n\u{3000}[Red \"B\"]",
        ] {
            let error = super::super::read(text).unwrap_err();
            assert_eq!(error.kind, PgnErrorKind::SecondGame, "{text}");
            let line = text.lines().position(|line| line.contains(['B', '2']) && line.contains('[')).unwrap();
            assert_eq!(error.line, line + 1, "{text}");
        }
        let unclosed = super::super::read("1. h2e2 {\n[Red \"B\"]\n} *").unwrap_err();
        assert_eq!(unclosed.kind, PgnErrorKind::UnclosedComment);
    }

    #[test]
    fn comments_before_the_tags_belong_to_the_game() {
        let record = super::super::read("; one\n{two} [Red \"A\"]\n{three}\n1. h2e2 {four} *").unwrap();
        assert_eq!(record.root().comment, "one\ntwo\nthree");
        assert_eq!(super::super::read("; one\n{two}").unwrap_err().kind, PgnErrorKind::Empty);
        assert_eq!(super::super::read("{two\n[Red \"A\"]").unwrap_err().kind, PgnErrorKind::UnclosedComment);
    }

    #[test]
    fn comments_before_a_variation_are_joined_line_by_line() {
        let text = "1. C2=5 ( {first} {} {second} 1. C2=4 {third} {fourth} ) H8+7 *";
        let printed = format!("{:?}", super::super::read(text).unwrap());
        assert!(printed.contains("first\\nsecond") && printed.contains("third\\nfourth"), "{printed}");
    }
}
