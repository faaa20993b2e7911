//! The lines of UCI and UCCI engines that the steps examine in full.

/// A score in the terms of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ShownScore {
    /// In centipawns, or UCCI's number without a unit.
    Value(i64),
    /// Moves to the mate, negative if the engine is mated.
    Mate(i64),
}

/// A line `info …`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct InfoLine {
    pub(super) depth: Option<u64>,
    /// The number of the line, from 1.
    pub(super) multipv: Option<u64>,
    pub(super) score: Option<ShownScore>,
    /// Whether the score is only a bound.
    pub(super) is_bound: bool,
    pub(super) nodes: Option<u64>,
    pub(super) time: Option<u64>,
    pub(super) pv: Vec<String>,
}

impl InfoLine {
    /// Reads a line; `None` for other lines.
    pub(super) fn read(line: &str) -> Option<InfoLine> {
        let mut words = line.split_ascii_whitespace();
        (words.next() == Some("info")).then_some(())?;
        let mut info = InfoLine::default();
        while let Some(word) = words.next() {
            let mut number = || words.next().and_then(|word| word.parse().ok());
            match word {
                "string" | "message" => break,
                "depth" => info.depth = number(),
                "multipv" => info.multipv = number(),
                "nodes" => info.nodes = number(),
                "time" => info.time = number(),
                "lowerbound" | "upperbound" => info.is_bound = true,
                "score" => {
                    let signed = |word: Option<&str>| word.and_then(|word| word.parse().ok());
                    info.score = match words.next() {
                        Some("cp") => signed(words.next()).map(ShownScore::Value),
                        Some("mate") => signed(words.next()).map(ShownScore::Mate),
                        word => signed(word).map(ShownScore::Value),
                    };
                }
                "pv" => {
                    info.pv = words.by_ref().map(str::to_owned).collect();
                }
                _ => {}
            }
        }
        Some(info)
    }
}

/// A line `option …`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OptionLine {
    pub(super) name: String,
    pub(super) kind: String,
    pub(super) default: Option<String>,
    pub(super) min: Option<String>,
    pub(super) max: Option<String>,
    pub(super) vars: Vec<String>,
}

impl OptionLine {
    /// Reads `option name N type T …` (UCI) or `option N type T …` (UCCI); `None` for other lines, and an
    /// error for an option without a name or a type.
    pub(super) fn read(line: &str) -> Option<Result<OptionLine, String>> {
        let rest = line.strip_prefix("option ")?;
        let words: Vec<&str> = rest.split_ascii_whitespace().collect();
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

    /// What is wrong with the option; `None` if it is well-formed.
    pub(super) fn fault(&self) -> Option<String> {
        let default = self.default.as_deref();
        let number = |text: &Option<String>| text.as_deref().and_then(|text| text.parse::<i64>().ok());
        let good = match self.kind.as_str() {
            "check" => matches!(default, Some("true" | "false")),
            "spin" => match (number(&self.default), number(&self.min), number(&self.max)) {
                (Some(default), Some(min), Some(max)) => (min..=max).contains(&default),
                _ => false,
            },
            "combo" => default.is_some_and(|default| self.vars.iter().any(|var| var == default)),
            "string" => default.is_some(),
            "button" => default.is_none(),
            _ => false,
        };
        (!good).then(|| {
            let OptionLine { name, kind, default, min, max, vars } = self;
            let shown = |text: &Option<String>| text.clone().unwrap_or_else(|| "none".to_owned());
            let (default, min, max, vars) = (shown(default), shown(min), shown(max), vars.join(", "));
            format!("option {name}: type {kind}, default {default}, min {min}, max {max}, vars [{vars}]")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option(line: &str) -> OptionLine {
        OptionLine::read(line).expect("an option").expect("a name and a type")
    }

    #[test]
    fn options_of_both_protocols_are_read_and_checked() {
        let skill = option("option name Skill Level type spin default 20 min 0 max 20");
        assert_eq!((skill.name.as_str(), skill.max.as_deref(), skill.fault()), ("Skill Level", Some("20"), None));
        for good in [
            "option style type combo var solid var normal default normal",
            "option name A type check default false",
            "option name A type string default <empty>",
            "option name A type string default",
            "option name A type button",
        ] {
            assert_eq!(option(good).fault(), None, "{good}");
        }
        for bad in [
            "option name A type spin default 9 min 1 max 8",
            "option name A type spin default 9 min 1",
            "option name A type spin default x min 1 max 8",
            "option name A type check default maybe",
            "option name A type combo default a var b",
            "option name A type button default x",
            "option name A type string",
            "option name A type slider default 3",
        ] {
            assert!(option(bad).fault().is_some(), "{bad}");
        }
        assert!(OptionLine::read("option name A").is_some_and(|read| read.is_err()));
        assert!(OptionLine::read("option name type spin").is_some_and(|read| read.is_err()));
        assert_eq!(OptionLine::read("id name A"), None);
    }

    #[test]
    fn lines_of_a_search_are_read() {
        let info = |line: &str| InfoLine::read(line).expect("info");
        let line = info("info depth 3 seldepth 9 multipv 2 score mate -2 upperbound nodes 90 time 7 pv h2e2 h9g7");
        assert_eq!((line.depth, line.multipv, line.nodes, line.time), (Some(3), Some(2), Some(90), Some(7)));
        assert_eq!(
            (line.score, line.is_bound, line.pv.join(" ")),
            (Some(ShownScore::Mate(-2)), true, "h2e2 h9g7".into())
        );
        assert_eq!(info("info depth 1 score -35 pv h2e2").score, Some(ShownScore::Value(-35)));
        assert_eq!(info("info score cp 12").score, Some(ShownScore::Value(12)));
        assert_eq!(info("info string depth 3 pv x"), InfoLine::default());
        assert_eq!(InfoLine::read("bestmove h2e2"), None);
    }
}
