//! Collections: a stream of many games, read one at a time.
//!
//! The stream is split into games before decoding and parsing, at marks that are
//! plain ASCII in every encoding: in PGN a line that begins with a tag after moves
//! have begun (or with the first tag of the last game), as in [`pgn::read`]; in DhtmlXQ the closing
//! `[/DhtmlXQ]`. So an error affects only its own game, and memory is bounded by
//! the maximal size of a game.

use super::{
    cbf::{self, CbfError},
    ccbridge::{self, CcbridgeError},
    dhtmlxq::{self, DhtmlXqError, DhtmlXqErrorKind},
    encoding::TextEncoding,
    faults::whole,
    format::{Cut, Format, MARK_LENGTH, foreign},
    input::Input,
    number::MoveNumber,
    pasted,
    pgn::{self, PgnError, PgnErrorKind},
    record::GameRecord,
    wxf,
    xqf::{self, XqfError},
};
use crate::Move;
use std::{
    fmt,
    io::{self, BufRead},
};

/// An error in one game of a collection.
#[derive(Debug)]
pub struct GameError {
    /// The name of the collection, if it was given.
    pub source: Option<String>,
    /// The number of the game, from 1.
    pub game: usize,
    /// The line in which the game begins, from 1.
    pub line: usize,
    /// The kind of error.
    pub kind: GameErrorKind,
}

impl GameError {
    /// The line and the column, from 1, as far as the format has them: without a line, that in which the game begins;
    /// the column is 0 if it is unknown.
    pub fn place(&self) -> (usize, usize) {
        match &self.kind {
            GameErrorKind::Pgn(error) => (error.line, error.column),
            GameErrorKind::DhtmlXq(error) => (error.line, error.column),
            GameErrorKind::Cbf(
                CbfError::MoveText { line, .. } | CbfError::Move { line, .. } | CbfError::Variations { line },
            ) => (*line, 0),
            _ => (self.line, 0),
        }
    }

    /// The move that cannot be read or played, and the legal moves in its position.
    pub fn illegal_move(&self) -> Option<(MoveNumber, &[Move])> {
        match &self.kind {
            GameErrorKind::Pgn(PgnError { kind: PgnErrorKind::Move { number, legal, .. }, .. })
            | GameErrorKind::DhtmlXq(DhtmlXqError { kind: DhtmlXqErrorKind::Move { number, legal, .. }, .. })
            | GameErrorKind::Xqf(XqfError::Move { number, legal, .. })
            | GameErrorKind::Cbf(CbfError::Move { number, legal, .. })
            | GameErrorKind::Ccbridge(CcbridgeError::Move { number, legal, .. }) => Some((*number, legal)),
            _ => None,
        }
    }
}

/// The kinds of errors in a game of a collection.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GameErrorKind {
    /// The stream failed; the iteration ends.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The game is larger than allowed.
    #[error("the game is larger than {0} bytes")]
    TooLarge(usize),
    /// A file of a format that has no games, or whose games cannot be read.
    #[error("this is {0}, not a file with games; expected PGN, DhtmlXQ, XQF, WXF, CBF, CBR or CBL")]
    Foreign(&'static str),
    /// An error in a PGN or WXF game; lines are counted from the start of the collection.
    #[error(transparent)]
    Pgn(#[from] PgnError),
    /// An error in a DhtmlXQ game; lines are counted from the start of the collection.
    #[error(transparent)]
    DhtmlXq(#[from] DhtmlXqError),
    /// An error in an XQF file.
    #[error(transparent)]
    Xqf(#[from] XqfError),
    /// An error in a CBF file; lines are counted from the start of the collection.
    #[error(transparent)]
    Cbf(#[from] CbfError),
    /// An error in a CBR file or a record of a CBL file.
    #[error(transparent)]
    Ccbridge(#[from] CcbridgeError),
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(source) = &self.source {
            write!(f, "{source}: ")?;
        }
        write!(f, "game {} (from line {}): {}", self.game, self.line, self.kind)
    }
}

impl std::error::Error for GameError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        // The message of the kind is part of this error's own.
        self.kind.source()
    }
}

/// Reads the games of a stream, one at a time. An error concerns one game; the next
/// call continues with the next game.
///
/// ```
/// use duiyi_xiangqi::formats::GameReader;
///
/// let text = "[Red \"A\"]\n1. h2e2 h9g7 *\n[Red \"B\"]\n1. h2e2 h9h8 *\n[Red \"C\"]\n1. b2e2 *\n";
/// let mut games = GameReader::new(text.as_bytes()).named("three.pgn");
/// assert!(games.next().unwrap().is_ok());
/// assert_eq!(
///     games.next().unwrap().unwrap_err().to_string(),
///     "three.pgn: game 2 (from line 3): line 4: move 1 of Black (ply 2): 'h9h8' is not a legal move here \
///      (h9h8: the horse on h9 cannot reach h8)"
/// );
/// assert_eq!(games.next().unwrap()?.tag("Red"), Some("C"));
/// assert!(games.next().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GameReader<R> {
    input: Input<R>,
    source: Option<String>,
    encoding: TextEncoding,
    format: Option<Format>,
    max_game_bytes: usize,
    lenient: bool,
    /// The faults of the last game.
    faults: Vec<GameError>,
    /// Bytes read and not yet returned: the beginning of the next game.
    buffer: Vec<u8>,
    /// The line ends before the buffer, and the number of games returned.
    lines: usize,
    games: usize,
    /// In DhtmlXQ, the characters between the last line end and the buffer.
    columns: usize,
    at_end: bool,
    /// The game whose headers were read last.
    last: Option<Chunk>,
}

/// The bytes of one game.
#[derive(Debug)]
struct Chunk {
    bytes: Vec<u8>,
    first_line: usize,
    /// The characters of the first line before the game, in DhtmlXQ.
    columns: usize,
    too_large: bool,
    /// The name of a file that cannot have games.
    foreign: Option<&'static str>,
}

impl<R: BufRead> GameReader<R> {
    /// A reader that detects format and encoding and accepts games of up to 4 MiB. A text without the marks of a format
    /// is moves, a position (FEN or EPD), or a page with one of them.
    ///
    /// ```
    /// use duiyi_xiangqi::formats::GameReader;
    ///
    /// let page = "My last game, played on Sunday:\n炮二平五 马8进7 马二进三\nWhat should Black do now?\n";
    /// assert_eq!(GameReader::new(page.as_bytes()).next().unwrap()?.len(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(input: R) -> GameReader<R> {
        GameReader {
            input: Input::new(input),
            source: None,
            encoding: TextEncoding::Detect,
            format: None,
            max_game_bytes: 4 << 20,
            lenient: false,
            faults: Vec::new(),
            buffer: Vec::new(),
            lines: 0,
            games: 0,
            columns: 0,
            at_end: false,
            last: None,
        }
    }

    /// Names the collection, for errors.
    #[must_use]
    pub fn named(mut self, source: impl Into<String>) -> GameReader<R> {
        self.source = Some(source.into());
        self
    }

    /// Sets the encoding of the texts; without it, it is detected for each game.
    #[must_use]
    pub fn encoding(mut self, encoding: TextEncoding) -> GameReader<R> {
        self.encoding = encoding;
        self
    }

    /// Sets the format; without it, it is detected at the beginning of the stream.
    #[must_use]
    pub fn format(mut self, format: Format) -> GameReader<R> {
        self.format = Some(format);
        self
    }

    /// Sets the maximal size of a game; the rest of a larger one is skipped.
    #[must_use]
    pub fn max_game_bytes(mut self, bytes: usize) -> GameReader<R> {
        self.max_game_bytes = bytes;
        self
    }

    /// Reads damaged games as far as they go: a game with an illegal move is returned without the branch of that move,
    /// and [`GameReader::faults`] has what was left out. A game without a start is still an error.
    ///
    /// ```
    /// use duiyi_xiangqi::formats::GameReader;
    ///
    /// let mut games = GameReader::new("1. h2e2 (1. b0a0) h9g7 2. h0g2 *".as_bytes()).lenient();
    /// assert_eq!(games.next().unwrap()?.main_line().count(), 3);
    /// assert!(games.faults()[0].to_string().contains("'b0a0' is not a legal move"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn lenient(mut self) -> GameReader<R> {
        self.lenient = true;
        self
    }

    /// What was left out of the last game, in the order of the text; empty unless the reader is
    /// [lenient](GameReader::lenient).
    pub fn faults(&self) -> &[GameError] {
        &self.faults
    }

    /// Moves [`GameReader::faults`] out of the reader.
    #[cfg(test)]
    pub(super) fn take_faults(&mut self) -> Vec<GameError> {
        std::mem::take(&mut self.faults)
    }

    /// Appends up to `most` bytes of the next line to the buffer, including its line
    /// end, and returns their number; 0 at the end of the stream.
    fn read_line(&mut self, most: usize) -> io::Result<usize> {
        let mut taken = 0;
        while taken < most {
            let available = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                other => other?,
            };
            if available.is_empty() {
                break;
            }
            let available = &available[..available.len().min(most - taken)];
            let line_end = available.iter().position(|&b| b == b'\n');
            let used = line_end.map_or(available.len(), |at| at + 1);
            self.buffer.extend_from_slice(&available[..used]);
            self.input.consume(used);
            taken += used;
            if line_end.is_some() {
                break;
            }
        }
        Ok(taken)
    }

    /// The bytes of the next game; `None` if there is none.
    fn next_chunk(&mut self) -> io::Result<Option<Chunk>> {
        if self.games == 0 && self.lines == 0 && self.format.is_none() && !self.at_end {
            self.read_line(1 << 16)?;
            if let Some(foreign) = foreign(&self.buffer) {
                self.at_end = true;
                self.buffer.clear();
                let foreign = Some(foreign);
                return Ok(Some(Chunk { bytes: Vec::new(), first_line: 1, columns: 0, too_large: false, foreign }));
            }
        }
        let mut cut = Cut::of(self.format);
        let mut seen = 0;
        let mut too_large = false;
        let mut dropped_lines = 0;
        loop {
            // The rest of the buffer from the last call comes first.
            if seen == self.buffer.len() {
                // Long lines are read in pieces, so that a stream without line ends needs bounded memory.
                if self.at_end || self.read_line(1 << 16)? == 0 {
                    self.at_end = true;
                    break;
                }
            }
            let end =
                self.buffer[seen..].iter().position(|&b| b == b'\n').map_or(self.buffer.len(), |at| seen + at + 1);
            if let Some(at) = cut.line(&self.buffer, seen, end) {
                self.format = cut.format;
                let rest = self.buffer.split_off(at);
                let bytes = std::mem::replace(&mut self.buffer, rest);
                if cut.is_library {
                    return self.next_chunk();
                }
                return Ok(Some(self.chunk(bytes, dropped_lines, too_large)));
            }
            seen = end;
            if self.buffer.len() > self.max_game_bytes && seen == self.buffer.len() {
                // Keep only what finding the end of the game may need.
                too_large = true;
                let drop = seen.saturating_sub(MARK_LENGTH);
                dropped_lines += self.buffer[..drop].iter().filter(|&&b| b == b'\n').count();
                self.buffer.drain(..drop);
                seen -= drop;
                cut.forget(drop);
            }
        }
        self.format = cut.format;
        let bytes = std::mem::take(&mut self.buffer);
        if cut.is_game(&bytes) || too_large { Ok(Some(self.chunk(bytes, dropped_lines, too_large))) } else { Ok(None) }
    }

    fn chunk(&mut self, bytes: Vec<u8>, dropped_lines: usize, too_large: bool) -> Chunk {
        let first_line = self.lines + 1;
        self.lines += dropped_lines + bytes.iter().filter(|&&b| b == b'\n').count();
        // Once detected, the format holds for the rest.
        if self.format.is_none() {
            self.format = Some(Format::of(&bytes));
        }
        let columns = self.columns;
        // Several games of a web page may stand in one line.
        if self.format == Some(Format::DhtmlXq) {
            let line = bytes.iter().rposition(|&byte| byte == b'\n').map(|at| at + 1);
            let added = self.text_encoding().decode(&bytes[line.unwrap_or(0)..]).chars().count();
            self.columns = if line.is_some() { added } else { columns + added };
        }
        Chunk { bytes, first_line, columns, too_large, foreign: None }
    }

    /// Whether a chunk is the text of a page before its first game.
    fn is_before_games(&self, chunk: &Chunk) -> bool {
        let is_text = self.format == Some(Format::Pgn) && !chunk.too_large && chunk.foreign.is_none();
        let is_first = self.games == 0 && chunk.first_line == 1 && !self.buffer.is_empty();
        is_text && is_first && pasted::is_prose(&self.text_encoding().decode(&chunk.bytes))
    }

    /// The encoding of the bytes that are read.
    fn text_encoding(&self) -> TextEncoding {
        if self.input.is_decoded() { TextEncoding::Utf8 } else { self.encoding }
    }

    /// Reads the next game without its moves: tags, result and start. In PGN the moves are not parsed, and the result
    /// is that of the tag. [`GameReader::whole`] then reads the same game with its moves.
    ///
    /// ```
    /// use duiyi_xiangqi::formats::GameReader;
    ///
    /// let mut games = GameReader::new("[Red \"A\"]\n1. h2e2 *\n[Red \"B\"]\n1. b2e2 h9g7 *\n".as_bytes());
    /// assert!(games.next_headers().unwrap()?.is_empty());
    /// assert_eq!(games.next_headers().unwrap()?.tag("Red"), Some("B"));
    /// assert_eq!(games.whole().unwrap()?.len(), 2);
    /// assert!(games.next_headers().is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn next_headers(&mut self) -> Option<Result<GameRecord, GameError>> {
        let chunk = match self.read_chunk()? {
            Ok(chunk) => chunk,
            Err(error) => return Some(Err(error)),
        };
        let headers = if self.format == Some(Format::Pgn) && !chunk.too_large && chunk.foreign.is_none() {
            let text = self.text_encoding().decode(&chunk.bytes);
            let placed = |error: PgnError| PgnError { line: error.line + chunk.first_line - 1, ..error };
            pgn::read_headers(&text).map_err(|error| placed(error).into()).transpose()
        } else {
            None
        };
        let found = match headers {
            Some(headers) => headers,
            None => self.parse(&chunk).map(|(record, _)| record.without_moves()),
        };
        let found = found.map_err(|kind| self.placed(chunk.first_line, kind));
        self.faults = Vec::new();
        self.last = Some(chunk);
        Some(found)
    }

    /// The game whose headers [`GameReader::next_headers`] read last, with its moves; `None` if it was read already.
    pub fn whole(&mut self) -> Option<Result<GameRecord, GameError>> {
        let chunk = self.last.take()?;
        Some(self.finish(&chunk))
    }

    /// The bytes of the next game, which is counted.
    fn read_chunk(&mut self) -> Option<Result<Chunk, GameError>> {
        self.last = None;
        loop {
            return match self.next_chunk() {
                Ok(None) => None,
                Ok(Some(chunk)) if self.is_before_games(&chunk) => continue,
                Ok(Some(chunk)) => {
                    self.games += 1;
                    Some(Ok(chunk))
                }
                Err(error) => {
                    self.at_end = true;
                    self.buffer.clear();
                    self.games += 1;
                    self.faults = Vec::new();
                    Some(Err(self.placed(self.lines + 1, error.into())))
                }
            };
        }
    }

    /// An error in the current game.
    fn placed(&self, line: usize, kind: GameErrorKind) -> GameError {
        GameError { source: self.source.clone(), game: self.games, line, kind }
    }

    /// The game of a chunk; its faults are kept.
    #[cfg_attr(
        target_pointer_width = "64",
        expect(clippy::result_large_err, reason = "the iterator returns it by value")
    )]
    fn finish(&mut self, chunk: &Chunk) -> Result<GameRecord, GameError> {
        let found = self.parse(chunk);
        let found = found.and_then(|found| if self.lenient { Ok(found) } else { Ok((whole(found)?, Vec::new())) });
        let placed = |kind| self.placed(chunk.first_line, kind);
        let (record, faults) = match found {
            Ok((record, faults)) => (Ok(record), faults.into_iter().map(placed).collect()),
            Err(kind) => (Err(placed(kind)), Vec::new()),
        };
        self.faults = faults;
        record
    }

    /// The game of a chunk and its faults.
    fn parse(&self, chunk: &Chunk) -> Result<(GameRecord, Vec<GameErrorKind>), GameErrorKind> {
        if let Some(foreign) = chunk.foreign {
            return Err(GameErrorKind::Foreign(foreign));
        }
        if chunk.too_large {
            return Err(GameErrorKind::TooLarge(self.max_game_bytes));
        }
        let encoding = self.text_encoding();
        let text = || encoding.decode(&chunk.bytes);
        let lines_before = chunk.first_line - 1;
        match self.format.unwrap_or_else(|| Format::of(&chunk.bytes)) {
            format @ (Format::Pgn | Format::Wxf) => {
                let read = if format == Format::Pgn { pasted::read_game } else { wxf::read_leniently };
                placed(read(&text()), |error| PgnError { line: error.line + lines_before, ..error })
            }
            Format::Cbf => placed(cbf::read_leniently(&text()), |error| error.after(lines_before)),
            Format::Ccbridge => placed(ccbridge::read_leniently(&chunk.bytes), |error| error),
            Format::DhtmlXq => placed(dhtmlxq::read_leniently(&text()), |error| DhtmlXqError {
                line: error.line + lines_before,
                column: error.column + if error.line == 1 { chunk.columns } else { 0 },
                ..error
            }),
            Format::Xqf => {
                let encoding = match encoding {
                    TextEncoding::Detect => TextEncoding::Gb18030,
                    named => named,
                };
                placed(xqf::read_leniently(&chunk.bytes, encoding), |error| error)
            }
        }
    }
}

/// A record with its faults, or an error, of any format, placed in the collection.
fn placed<E: Into<GameErrorKind>>(
    read: Result<(GameRecord, Vec<E>), E>,
    place: impl Fn(E) -> E,
) -> Result<(GameRecord, Vec<GameErrorKind>), GameErrorKind> {
    let place = |error| place(error).into();
    let (record, faults) = read.map_err(place)?;
    Ok((record, faults.into_iter().map(place).collect()))
}

impl<R: BufRead> Iterator for GameReader<R> {
    type Item = Result<GameRecord, GameError>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(match self.read_chunk()? {
            Ok(chunk) => self.finish(&chunk),
            Err(error) => Err(error),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::pgn;
    use std::io::{BufReader, Read};

    fn names(text: &[u8], capacity: usize) -> Vec<String> {
        GameReader::new(BufReader::with_capacity(capacity, text))
            .map(|game| match game {
                Ok(record) => format!("{}:{}", record.tag("Red").unwrap_or("-"), record.len()),
                Err(error) => format!("error {} line {}", error.game, error.line),
            })
            .collect()
    }

    #[test]
    fn games_are_cut_where_they_end() {
        let text = b"\xEF\xBB\xBF\n[Red \"A\"]\n[Event \"two\nlines\"]\n\n1. h2e2 {\n[not a tag\n} *\n\n\
            [Red \"B\"]\n[Red \"C\"]\n1. h2e2 {never closed\n\n[Event \"x\"]\n[Red \"D\"] 1. h2e2 h9g7\n\
            [Red \"E\n[Black \"F\"]\n";
        for capacity in [1, 2, 7, 1000] {
            assert_eq!(names(text, capacity), ["A:1", "B:0", "error 3 line 11", "D:2", "E:0"]);
        }
        assert_eq!(names(b"", 9), [""; 0]);
        assert_eq!(names(b" \n\n", 9), [""; 0]);
        assert_eq!(names(b"1. h2e2 h9g7", 9), ["-:2"]);
    }

    /// Headers are those of the whole games, which can be read after them.
    #[test]
    fn headers_are_read_without_moves() {
        let text = "[Red \"A\"]\n[FEN \"4k4/9/9/9/9/9/9/9/4r4/3K5 b\"]\n[Result \"0-1\"]\n{x}\n1... e1d1 0-1\n\
            [Red \"B\"]\n1. h2h9x 1-0\n[FEN \"9/9\"]\n1. h2e2\n[Red \"D\"]\n1. h2e2 h9g7 *\n";
        let dhtmlxq = "[DhtmlXQ][DhtmlXQ_red]A[/DhtmlXQ_red][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][/DhtmlXQ]";
        for (text, broken) in [(text, vec![3]), (dhtmlxq, vec![]), ("1. h2e2 h9g7", vec![]), ("", vec![])] {
            let mut headers = GameReader::new(text.as_bytes()).lenient();
            let mut games = GameReader::new(text.as_bytes()).lenient();
            for number in 1.. {
                let (Some(head), whole) = (headers.next_headers(), games.next()) else { break };
                let Ok(head) = head else {
                    assert!(broken.contains(&number) && whole.is_some_and(|game| game.is_err()));
                    assert_eq!((head.unwrap_err().place(), headers.faults().len()), ((8, 0), 0));
                    continue;
                };
                let whole = whole.expect("as many games").expect("a game");
                assert!(head.is_empty() && head.root().comment.is_empty());
                assert_eq!((head.tags(), head.start()), (whole.tags(), whole.start()));
                assert_eq!(head.result == whole.result, number != 2, "only a tag has the result of headers");
                assert_eq!(headers.whole().expect("not yet read").expect("a game"), whole);
                assert_eq!(headers.faults().len(), usize::from(number == 2));
                assert!(headers.whole().is_none());
            }
            assert!(games.next().is_none());
        }
    }

    /// Each irregular spelling of tags and comments before the moves is one game with its result and its start.
    #[test]
    fn irregular_tags_do_not_divide_a_game() {
        let fen = "[FEN \"4k4/9/9/9/9/9/9/9/4r4/3K5 b\"]";
        for tags in [
            "[Round 3]\n[Red A]\nFEN",
            "[Red A][Round 3]\nFEN",
            "[Red\n\"A\"]\nFEN",
            "[Red \"A\" ]\nFEN",
            "[Red \"A\"\t] [Round \"3\"] FEN",
            "[Red \"A\" ]\n[Event \"two\nlines\" ]\nFEN",
            "% program\n[Red \"A\"]\n  % { [\nFEN",
            "; comment\n[Red \"A\"]\n; [Event \"x\"] {\nFEN",
            "{ comment\nof lines } [Red \"A\"]\n{[}\nFEN",
            "{ comment }\n\n[Red \"A\"]\nFEN\n; comment",
            "\u{3000}[Red \"A\"]\n\u{A0}FEN",
            "[Red \"A\"] ; [Red \"A\"]\nFEN",
        ] {
            let text = format!("{}\n1... e1d1 0-1\n", tags.replace("FEN", fen));
            let record = pgn::read(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(
                (record.tag("Red"), record.len(), record.result),
                (Some("A"), 1, crate::formats::GameResult::BlackWins)
            );
            let games = |text: &str| GameReader::new(text.as_bytes()).map(Result::unwrap).collect::<Vec<_>>();
            assert_eq!(games(&text), std::slice::from_ref(&record), "{text}");
            // The comments before the tags of the second game follow the first game.
            if tags.trim_start().starts_with('[') {
                assert_eq!(games(&text.repeat(2)), [record.clone(), record], "{text}");
            } else {
                assert_eq!(games(&text.repeat(2)).len(), 2, "{text}");
            }
        }
    }

    #[test]
    fn tags_without_quotes_begin_games_outside_of_comments() {
        let text = b"[Round 1]\n[Red A]\n1. h2e2 {\n[Round 2]\n} *\n[http://example.org]\n[Visit us]\n[Round 2]\n\
            [Red B]\n[Round 3]\n[Red C]\n1. h2e2 ; {\n[Black D]\n1. h2e2 h9g7 *\n";
        assert_eq!(names(text, 7), ["A:1", "B:0", "C:1", "-:2"]);
    }

    /// The second byte of a character may be a bracket, a brace or a backslash.
    #[test]
    fn characters_of_two_bytes_are_not_marks() {
        // In GB: 誠 ends with a backslash, 峿 with a bracket, and 祡 with a brace.
        let [backslash, bracket, brace] = [&b"\xD5\x5C"[..], b"\x8D\x5D", b"\xB5\x7B"];
        let text = [
            &b"[Round 1]\n[Event \""[..],
            backslash,
            b"\"] [Site ",
            bracket,
            b"]\n[Red A]\n1. h2e2 {",
            brace,
            b"} $1 ",
            brace,
            b"\n[Round 2]\n[Red B]\n1. h2e2 h9g7 *\n",
        ];
        assert_eq!(names(&text.concat(), 9)[1..], ["B:2"]);
    }

    #[test]
    fn dhtmlxq_games_are_cut_where_they_end() {
        let game = "[DhtmlXQ][DhtmlXQ_red]A[/DhtmlXQ_red][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][/DhtmlXQ]";
        let broken = "<p>[dhtmlxq][DhtmlXQ_movelist]77[/DhtmlXQ_movelist][/dhtmlxq]";
        let text = format!("<html>\n{game}{broken}\n{game}</p></html>");
        for capacity in [1, 2, 7, 1000] {
            assert_eq!(names(text.as_bytes(), capacity), ["A:1", "error 2 line 2", "A:1"]);
        }
        let error = GameReader::new(text.as_bytes()).nth(1).unwrap().unwrap_err();
        let column = 1 + game.len() + broken.find("77").unwrap();
        assert!(error.place() == (2, column) && error.to_string().contains(": line 2: '77' is not a move"), "{error}");
    }

    #[test]
    fn wxf_and_cbf_games_are_cut_where_they_end() {
        let wxf = "FORMAT\tWXF\nRED\tA;;;\nSTART{\n1. C2.5 {\nFORMAT WXF\n}\n}END\n\n";
        let unclosed = "FORMAT WXF\nRED B;;;\nSTART{\n1. C2.5 h8+7";
        let cbf = "<?xml?>\n<ChineseChessRecord><Head><Red>A</Red></Head><Move value=\"77-47\"/>\
            </ChineseChessRecord>";
        for capacity in [1, 2, 7, 1000] {
            assert_eq!(names([wxf, wxf, unclosed].concat().as_bytes(), capacity), ["A:1", "A:1", "error 3 line 17"]);
            assert_eq!(names([cbf, cbf].concat().as_bytes(), capacity), ["A:1", "A:1"]);
        }
        let damaged = [cbf, &cbf.replace("77-47", "7747")].concat();
        let error = GameReader::new(damaged.as_bytes()).nth(1).unwrap().unwrap_err();
        assert!(error.place() == (3, 0) && error.to_string().contains(": line 3: '7747' is not a move"), "{error}");
    }

    #[test]
    fn libraries_are_read_record_by_record() {
        let record = crate::formats::ccbridge::tests::tree();
        let mut library = b"CCBridgeLibrary\0".to_vec();
        library.resize(66_624, 0xCC);
        for _ in 0..3 {
            library.extend(&record);
            library.resize(library.len().next_multiple_of(4096), 0);
        }
        for capacity in [1, 100, 10_000] {
            assert_eq!(names(&library, capacity), ["胡荣华:6"; 3]);
            assert_eq!(names(&record, capacity), ["胡荣华:6"]);
        }
        let games: Vec<_> = GameReader::new(&library[..]).max_game_bytes(10_000).collect();
        assert!(games.len() == 3 && games.iter().all(Result::is_ok));
        let empty = GameReader::new(&b"CCBridgeLibrary\0\x03\0\0\0"[..]).next().unwrap().unwrap_err().to_string();
        assert!(empty.contains("a CBL library of CCBridge (象棋桥), version 3, without a record"), "{empty}");
    }

    #[test]
    fn files_without_games_are_named() {
        let file = [&b"%PDF-1.4\n"[..], &[0, 1, 2, b'\n'].repeat(3_000_000)].concat();
        let games: Vec<_> = GameReader::new(&file[..]).collect();
        let [Err(error)] = games.as_slice() else { panic!("{}", games.len()) };
        assert!(error.to_string().contains("this is a PDF document, not a file with games"), "{error}");
    }

    #[test]
    fn a_game_that_is_too_large_is_skipped() {
        let text =
            format!("[Red \"A\"]\n1. h2e2 *\n[Red \"B\"]\n{{{}}}\n[Red \"C\"]\n1. h2e2 *\n", "x\n".repeat(9_000));
        let games: Vec<_> = GameReader::new(text.as_bytes()).max_game_bytes(1_000).collect();
        assert_eq!(games.len(), 3);
        assert!(
            matches!(&games[1], Err(error) if matches!(error.kind, GameErrorKind::TooLarge(1_000)) && error.line == 3)
        );
        assert!(games[0].is_ok() && games[2].is_ok());
        let endless = io::repeat(b'x').take(1 << 20);
        let games: Vec<_> = GameReader::new(BufReader::new(endless)).max_game_bytes(1_000).collect();
        assert_eq!(games.len(), 1);
        assert!(games[0].is_err());
    }

    #[test]
    fn a_failing_stream_ends_the_reading() {
        struct Failing;
        impl Read for Failing {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("unplugged"))
            }
        }
        let first = &b"[Red \"A\"]\n1. h2e2 *\n[Red \"B\"]\n"[..];
        let games: Vec<_> = GameReader::new(BufReader::new(first.chain(Failing))).collect();
        assert_eq!(games.len(), 2);
        assert!(games[0].is_ok());
        assert!(matches!(&games[1], Err(error) if matches!(error.kind, GameErrorKind::Io(_))));
    }
}
