//! All games of bytes in any format.

use super::{
    encoding::TextEncoding,
    format::Format,
    reader::{GameError, GameReader},
    record::GameRecord,
};

/// The games of a file, and what is wrong in it.
#[derive(Debug)]
pub struct Collection {
    /// The format.
    pub format: Format,
    /// The encoding of the texts; `None` for the UTF-16 of CBR and CBL.
    pub encoding: Option<TextEncoding>,
    /// The games, as far as they go.
    pub games: Vec<GameRecord>,
    /// What was left out of the games, and the games that cannot be read, in the order of the file.
    pub faults: Vec<GameError>,
}

/// Reads all games of bytes in any format and encoding, in time proportional to their number. For files of unknown size,
/// use [`GameReader`], which recognises the same formats.
///
/// ```
/// use duiyi_xiangqi::formats::{Format, read_any};
///
/// let found = read_any(b"FORMAT WXF\nRED Li;;;\nSTART{\n 1. C2.5 h8+7 2. C2.5\n}END\n");
/// assert_eq!((found.format, found.games.len(), found.games[0].len()), (Format::Wxf, 1, 2));
/// assert!(found.faults[0].to_string().contains("line 4: move 2 of Red (ply 3): 'C2.5' is not a legal move here"));
/// let pdf = read_any(b"%PDF-1.4\n");
/// assert!(pdf.games.is_empty() && pdf.faults[0].to_string().contains("this is a PDF document"));
/// ```
pub fn read_any(bytes: &[u8]) -> Collection {
    let format = Format::of(bytes);
    let encoding = match format {
        Format::Xqf => Some(TextEncoding::Gb18030),
        Format::Ccbridge => None,
        _ => Some(TextEncoding::detect(bytes)),
    };
    let mut reader = GameReader::new(bytes).lenient();
    let (mut games, mut faults) = (Vec::new(), Vec::new());
    while let Some(game) = reader.next() {
        faults.append(&mut reader.take_faults());
        match game {
            Ok(game) => games.push(game),
            Err(error) => faults.push(error),
        }
    }
    Collection { format, encoding, games, faults }
}
