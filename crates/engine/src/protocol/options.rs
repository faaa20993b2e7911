//! The lines in which engines announce their options.

use super::{ChessProtocol, push};
use crate::player::{OptionKind, OptionSpec};

/// A line `option …` of UCI or UCCI, with the words as they are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionLine {
    /// The name, which may have several words in UCI.
    pub name: String,
    /// The type: `check`, `spin`, `combo`, `string`, `button`, or what the engine wrote.
    pub kind: String,
    /// The default value.
    pub default: Option<String>,
    /// The smallest value of a `spin`.
    pub min: Option<String>,
    /// The largest value of a `spin`.
    pub max: Option<String>,
    /// The values of a `combo`.
    pub vars: Vec<String>,
}

/// UCI's form of the empty string.
pub const EMPTY: &str = "<empty>";

impl OptionLine {
    /// The line for an option under its name in the protocol.
    pub fn new(protocol: ChessProtocol, name: &str, spec: &OptionSpec) -> OptionLine {
        let (mut min, mut max, mut vars) = (None, None, Vec::new());
        let (kind, default) = match &spec.kind {
            OptionKind::Check { default } => ("check", Some(default.to_string())),
            OptionKind::Spin { default, min: least, max: most } => {
                (min, max) = (Some(least.to_string()), Some(most.to_string()));
                ("spin", Some(default.to_string()))
            }
            OptionKind::Combo { default, choices } => {
                vars.clone_from(choices);
                ("combo", Some(default.to_string()))
            }
            OptionKind::Text { default } if default.is_empty() && protocol == ChessProtocol::Uci => {
                ("string", Some(EMPTY.to_owned()))
            }
            OptionKind::Text { default } => ("string", Some(default.to_string())),
            OptionKind::Button => ("button", None),
        };
        OptionLine { name: name.to_owned(), kind: kind.to_owned(), default, min, max, vars }
    }

    /// Reads `option name N type T …` (UCI) or `option N type T …` (UCCI); `None` for other lines.
    ///
    /// # Errors
    /// If the option has no name or no type.
    pub fn read(line: &str) -> Option<Result<OptionLine, String>> {
        let mut words = line.split_ascii_whitespace();
        (words.next() == Some("option")).then_some(())?;
        let words: Vec<&str> = words.collect();
        let words = words.strip_prefix(&["name"]).unwrap_or(&words);
        let Some(at) = words.iter().position(|&word| word == "type") else {
            return Some(Err(format!("no type in '{line}'")));
        };
        let name = words[..at].join(" ");
        let Some(kind) = words.get(at + 1).filter(|_| !name.is_empty()) else {
            return Some(Err(format!("no name or no type in '{line}'")));
        };
        let mut option =
            OptionLine { name, kind: (*kind).to_owned(), default: None, min: None, max: None, vars: Vec::new() };
        let is_key = |word: &str| matches!(word, "default" | "min" | "max" | "var");
        let mut rest = &words[at + 2..];
        while let Some((&key, after)) = rest.split_first() {
            let end = after.iter().position(|&word| is_key(word)).unwrap_or(after.len());
            let value = after[..end].join(" ");
            match key {
                "default" => option.default = Some(value),
                "min" => option.min = Some(value),
                "max" => option.max = Some(value),
                "var" => option.vars.push(value),
                _ => {}
            }
            rest = &after[end..];
        }
        Some(Ok(option))
    }

    /// Formats the line: the default before its range in UCI, after it in UCCI.
    pub fn write(&self, protocol: ChessProtocol) -> String {
        let mut text = match protocol {
            ChessProtocol::Uci => format!("option name {} type {}", self.name, self.kind),
            ChessProtocol::Ucci => format!("option {} type {}", self.name, self.kind),
        };
        let (before, after) = match protocol {
            ChessProtocol::Uci => (self.default.as_ref(), None),
            ChessProtocol::Ucci => (None, self.default.as_ref()),
        };
        push(&mut text, "default", before);
        push(&mut text, "min", self.min.as_ref());
        push(&mut text, "max", self.max.as_ref());
        self.vars.iter().for_each(|value| push(&mut text, "var", Some(value)));
        push(&mut text, "default", after);
        text
    }

    /// Whether values of this name can be set, in any case of its letters.
    pub fn is_named(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> OptionLine {
        OptionLine::read(line).expect("an option").expect("a name and a type")
    }

    #[test]
    fn options_are_read_as_they_are_written() {
        for line in [
            "option name Skill Level type spin default 20 min -20 max 20",
            "option name A type check default false",
            "option name A type string default <empty>",
            "option name A type button",
            "option name Book File type combo default a b var a b var c",
        ] {
            assert_eq!(read(line).write(ChessProtocol::Uci), line);
        }
        for line in [
            "option style type combo var solid var normal var risky default normal",
            "option hashsize type spin min 0 max 1024 default 0",
            "option newgame type button",
        ] {
            assert_eq!(read(line).write(ChessProtocol::Ucci), line);
        }
        let skill = read("option name Skill Level type spin default 20 min -20 max 20");
        assert_eq!((skill.name.as_str(), skill.min.as_deref()), ("Skill Level", Some("-20")));
        assert!(skill.is_named("skill level") && !skill.is_named("skill"));
        for bad in ["option name A", "option name type spin", "option name A type"] {
            assert!(OptionLine::read(bad).is_some_and(|read| read.is_err()), "{bad}");
        }
        assert_eq!(OptionLine::read("id name A"), None);
        assert_eq!(OptionLine::read("options name A type button"), None);
    }
}
