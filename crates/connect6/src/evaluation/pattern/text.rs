//! The tables read from a text.

use super::PatternTables;
use crate::{
    evaluation::{Weights, WeightsError, WeightsErrorKind},
    patterns::LineCode,
};
use alloc::vec::Vec;
use duiyi_game::shortened;

/// The prefix for a line's value to its owner, before the number of the line.
const GAIN: &str = "gain.";
/// The prefix for the value of what a stone of the other side prevents there.
const BLOCK: &str = "block.";

impl PatternTables {
    /// The same game's tables with the values of a text: a name and a value per line. The names are
    /// those of stones as in [`Weights`], whose other values are skipped, or a gain and a block for
    /// each of some lines, `gain.910652343` and `block.910652343`; the other lines keep their
    /// values.
    ///
    /// # Errors
    /// If a line of the text is wrong, the line and what is wrong with it.
    pub fn with_values(mut self, text: &str) -> Result<PatternTables, WeightsError> {
        let first = words(text).next().and_then(|(_, words)| line_of(words.first()?, GAIN));
        if first.is_none() {
            let weights: Weights = text.parse()?;
            return Ok(self.revalued(&weights.stone));
        }
        let mut gains = None;
        for (number, words) in words(text) {
            let [name, value] = words[..] else {
                let (name, found) = (shortened(words[0]), words.len() - 1);
                return Err(at(number, WeightsErrorKind::Count { name, expected: 1, found }));
            };
            let value = value.parse().map_err(|_| at(number, WeightsErrorKind::Value(shortened(value))))?;
            let name_error = || at(number, WeightsErrorKind::Name(shortened(name)));
            gains = match gains {
                None => Some((line_of(name, GAIN).ok_or_else(name_error)?, value)),
                Some((line, gain)) => {
                    line_of(name, BLOCK).filter(|&of| of == line).ok_or_else(name_error)?;
                    self.set_values(line, [gain, value]);
                    None
                }
            };
        }
        match gains {
            None => Ok(self),
            Some((line, _)) => {
                let name = alloc::format!("{GAIN}{0} and {BLOCK}{0}", line.number());
                Err(at(text.lines().count(), WeightsErrorKind::Count { name, expected: 2, found: 1 }))
            }
        }
    }
}

fn at(line: usize, kind: WeightsErrorKind) -> WeightsError {
    WeightsError { line, kind }
}

/// The words of each nonempty line, without comments, with its number from 1.
fn words<'a>(text: &'a str) -> impl Iterator<Item = (usize, Vec<&'a str>)> {
    let of = |line: &'a str| line.split('#').next().unwrap_or_default().split_whitespace().collect::<Vec<_>>();
    (1..).zip(text.lines().map(of)).filter(|(_, words)| !words.is_empty())
}

fn line_of(name: &str, kind: &str) -> Option<LineCode> {
    LineCode::from_number(name.strip_prefix(kind)?.parse().ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rules, evaluation::StoneWeights};
    use alloc::string::ToString;

    fn printed() -> PatternTables {
        PatternTables::new(Rules::CONNECT6, &StoneWeights::PRINTED).unwrap()
    }

    #[test]
    fn values_of_lines_are_read_in_pairs() {
        let line = LineCode::from_number(910_652_343).unwrap();
        let tables = printed().with_values("# by hand\ngain.910652343 2100\nblock.910652343 900\n").unwrap();
        assert_eq!(tables.values(line), [2100, 900]);
        for (text, at) in [
            ("gain.910652343 2100\n", "line 1"),
            ("gain.910652343 2100\nblock.366277343 900\n", "line 2"),
            ("gain.910652343 2100\ngain.910652343 900\n", "line 2"),
            ("gain.910652343 70000\nblock.910652343 900\n", "line 1"),
            ("gain.910652343 2100 3\n", "line 1"),
        ] {
            let error = printed().with_values(text).unwrap_err().to_string();
            assert!(error.starts_with(at), "{text}: {error}");
        }
    }

    #[test]
    fn values_of_stones_are_read_as_weights() {
        let tables = printed().with_values("gain.A4 2500\n").unwrap();
        let line = LineCode::from_number(910_652_343).unwrap();
        assert_eq!((printed().value(line), tables.value(line)), (2000, 2500));
        assert!(printed().with_values("gain.Z9 1\n").is_err());
    }
}
