//! The packed corpora: one text file for each target, with one input a line.
//!
//! A line is the input as UTF-8, in which `\n`, `\r`, `\t`, `\0` and `\\` stand for these bytes, and `\xhh` for
//! the bytes that are not text.

use std::{fs, io, path::PathBuf};

/// The largest input that a packed corpus contains, in bytes.
pub const MAX_BYTES: usize = 4096;

/// The file of a target's packed corpus.
pub fn path(target: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../corpus").join(format!("{target}.txt"))
}

/// The inputs of a target's packed corpus.
///
/// # Errors
/// If the file cannot be read, or a line is not an escaped input.
pub fn read(target: &str) -> io::Result<Vec<Vec<u8>>> {
    let text = fs::read_to_string(path(target))?;
    let wrong = |line: &str| io::Error::new(io::ErrorKind::InvalidData, format!("not an escaped input: {line}"));
    text.lines().map(|line| unescape(line).ok_or_else(|| wrong(line))).collect()
}

/// The line of an input.
///
/// ```
/// use duiyi_fuzz::packed::{escape, unescape};
///
/// let line = escape("炮\0\n\\".as_bytes()) + &escape(b"\xff");
/// assert_eq!(line, r"炮\0\n\\\xff");
/// assert_eq!(unescape(&line).unwrap(), [0xe7, 0x82, 0xae, 0, 10, 92, 255]);
/// assert_eq!(unescape(r"\q"), None);
/// ```
pub fn escape(bytes: &[u8]) -> String {
    let mut line = String::new();
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '\\' => line += r"\\",
                '\n' => line += r"\n",
                '\r' => line += r"\r",
                '\t' => line += r"\t",
                '\0' => line += r"\0",
                // An editor must not reorder or break the line.
                ' '..='~' | '\u{3000}'..='\u{9fff}' | '\u{ff01}'..='\u{ff5e}' => line.push(c),
                _ => c.encode_utf8(&mut [0; 4]).bytes().for_each(|byte| line += &format!(r"\x{byte:02x}")),
            }
        }
        chunk.invalid().iter().for_each(|byte| line += &format!(r"\x{byte:02x}"));
    }
    line
}

/// The input of a line; `None` if it contains an unknown escape.
pub fn unescape(line: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut rest = line;
    while let Some((plain, escaped)) = rest.split_once('\\') {
        bytes.extend(plain.as_bytes());
        let (kind, after) = escaped.split_at_checked(1)?;
        rest = after;
        bytes.push(match kind {
            "\\" => b'\\',
            "n" => b'\n',
            "r" => b'\r',
            "t" => b'\t',
            "0" => 0,
            "x" => {
                let (digits, after) = rest.split_at_checked(2)?;
                rest = after;
                u8::from_str_radix(digits, 16).ok()?
            }
            _ => return None,
        });
    }
    bytes.extend(rest.as_bytes());
    Some(bytes)
}
