//! The lines of the protocols of games with stones. Squares are names ([`duiyi_game::Coordinates`]): two letters in
//! Cloudict's text and SAU, `J10` in GTP, `x,y` in Botzone and Piskvork.

use std::fmt::Write;

/// The number of stones in a turn of SAU and Botzone, as in Connect6. Missing stones have placeholders.
const PLACES: usize = 2;

/// The names of a turn of two letters a stone, without the placeholder `@@`; `None` if it cannot be split.
pub fn read_pairs(text: &str) -> Option<Vec<&str>> {
    let even = text.is_ascii() && text.len().is_multiple_of(2);
    let pairs = (0..text.len()).step_by(2).map(|at| &text[at..at + 2]);
    even.then(|| pairs.filter(|&name| name != "@@").collect())
}

/// A turn in SAU: two letters a stone, and `@@` for each missing one.
pub fn write_pairs<S: AsRef<str>>(names: &[S]) -> String {
    let missing = std::iter::repeat_n("@@", PLACES.saturating_sub(names.len()));
    names.iter().map(AsRef::as_ref).chain(missing).collect()
}

/// The names `x,y` of Botzone's line `x0 y0 x1 y1`, in which a missing stone is `-1 -1`; `None` for other lines.
pub fn read_numbers(line: &str) -> Option<Vec<String>> {
    let numbers: Vec<i32> = line.split_whitespace().map(str::parse).collect::<Result<_, _>>().ok()?;
    let points = numbers.chunks_exact(2).filter(|point| *point != [-1, -1]);
    (numbers.len() == 2 * PLACES).then(|| points.map(|point| format!("{},{}", point[0], point[1])).collect())
}

/// A turn in Botzone, from names `x,y`.
pub fn write_numbers<S: AsRef<str>>(names: &[S]) -> String {
    let missing = std::iter::repeat_n("-1,-1", PLACES.saturating_sub(names.len()));
    let all: Vec<&str> = names.iter().map(AsRef::as_ref).chain(missing).collect();
    all.join(" ").replace(',', " ")
}

/// An answer in GTP, without the empty line that ends it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GtpAnswer {
    /// `=` instead of `?`.
    pub accepted: bool,
    /// The number of the command; empty if it had none.
    pub id: String,
    /// What follows, without blanks around it.
    pub text: String,
}

impl GtpAnswer {
    /// Reads an answer, or its first line; `None` for other lines.
    pub fn read(answer: &str) -> Option<GtpAnswer> {
        let answer = answer.trim();
        let rest = answer.strip_prefix(['=', '?'])?;
        let text = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let id = rest[..rest.len() - text.len()].to_owned();
        Some(GtpAnswer { accepted: answer.starts_with('='), id, text: text.trim().to_owned() })
    }

    /// Formats the answer, with its empty line.
    pub fn write(&self) -> String {
        format!("{}{} {}\n", if self.accepted { '=' } else { '?' }, self.id, self.text)
    }
}

/// The names of an answer to `genmove` in GTP, from any of the notations of programs: `J10,K11`, `J10-K11`, `J10K11`,
/// `J10_and_K11`.
pub fn gtp_names(text: &str) -> Vec<String> {
    let mut names = String::new();
    for c in text.replace("_and_", ",").replace('-', ",").chars() {
        if c.is_ascii_alphabetic() && names.ends_with(|before: char| before.is_ascii_digit()) {
            names.push(',');
        }
        names.push(c);
    }
    names.split(',').map(str::to_owned).collect()
}

/// A line of a Piskvork program that is an answer: a square, `OK`, `ERROR` or `UNKNOWN`. Messages are not.
pub fn is_piskvork_answer(line: &str) -> bool {
    !matches!(line.trim().split(' ').next(), None | Some("" | "MESSAGE" | "DEBUG" | "SUGGEST"))
}

/// Piskvork's command `BOARD`, from stones `x,y` in the order of the game, each with whether it is the program's.
pub fn piskvork_board<S: AsRef<str>>(stones: impl IntoIterator<Item = (S, bool)>) -> String {
    let mut text = "BOARD\n".to_owned();
    for (name, own) in stones {
        // Writing to a string can't fail.
        let _ = writeln!(text, "{},{}", name.as_ref(), if own { 1 } else { 2 });
    }
    text + "DONE"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_read_as_they_are_written() {
        assert_eq!(write_pairs(&["JJ"]), "JJ@@");
        assert_eq!(write_pairs::<&str>(&[]), "@@@@");
        assert_eq!(read_pairs("JJ@@"), Some(vec!["JJ"]));
        assert_eq!(read_pairs(&write_pairs(&["IK", "LJ"])), Some(vec!["IK", "LJ"]));
        assert_eq!([read_pairs("JJK"), read_pairs("炮八")], [None, None]);
        assert_eq!(write_numbers(&["7,8"]), "7 8 -1 -1");
        assert_eq!(read_numbers("7 8 -1 -1"), Some(vec!["7,8".to_owned()]));
        assert_eq!(read_numbers(&write_numbers(&["0,0", "14,3"])), Some(vec!["0,0".to_owned(), "14,3".to_owned()]));
        assert_eq!([read_numbers("7 8"), read_numbers("7 8 x 3"), read_numbers("")], [None, None, None]);
    }

    #[test]
    fn answers_of_gtp_are_read_as_they_are_written() {
        for (accepted, id, text) in [(true, "", "J10"), (false, "12", "illegal move: J10 is taken"), (true, "3", "")] {
            let answer = GtpAnswer { accepted, id: id.to_owned(), text: text.to_owned() };
            assert_eq!(GtpAnswer::read(&answer.write()), Some(answer));
        }
        assert_eq!(GtpAnswer::read("J10"), None);
        for text in ["J10,K11", "J10-K11", "J10K11", "J10_and_K11"] {
            assert_eq!(gtp_names(text), ["J10", "K11"]);
        }
    }

    #[test]
    fn messages_of_piskvork_are_not_answers() {
        assert!(["7,8", "OK", "ERROR occupied", "UNKNOWN command"].into_iter().all(is_piskvork_answer));
        assert!(!["", "MESSAGE depth 4", "DEBUG x", "SUGGEST 1,1", " "].into_iter().any(is_piskvork_answer));
        assert_eq!(piskvork_board([("7,8", false), ("8,8", true)]), "BOARD\n7,8,2\n8,8,1\nDONE");
    }
}
