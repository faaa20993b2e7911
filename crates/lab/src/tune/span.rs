//! Ranges on the command line.

use std::{
    fmt::{Debug, Display, Formatter, Result as FormatResult},
    str::FromStr,
};

/// A value, or a range from a first to a last value: `0.3` or `0.2..0.4`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Span<T> {
    pub(crate) first: T,
    pub(crate) last: T,
}

impl<T: Copy> Span<T> {
    /// A single value.
    pub(crate) fn of(value: T) -> Span<T> {
        Span { first: value, last: value }
    }
}

impl Span<u64> {
    /// A value of the range, selected by random bits; all are equally likely.
    pub(crate) fn draw(self, random: u64) -> u64 {
        let width = u128::from(self.last.saturating_sub(self.first)) + 1;
        self.first + ((u128::from(random) * width) >> 64) as u64
    }
}

impl<T: FromStr<Err: Display>> FromStr for Span<T>
where
    T: Copy,
{
    type Err = String;

    fn from_str(text: &str) -> Result<Span<T>, String> {
        let (first, last) = text.split_once("..").unwrap_or((text, text));
        let read = |text: &str| {
            text.parse().map_err(|error| format!("{text:?} is not a number ({error}); expected NUMBER or FIRST..LAST"))
        };
        Ok(Span { first: read(first)?, last: read(last)? })
    }
}

impl<T: Display + PartialEq> Display for Span<T> {
    fn fmt(&self, to: &mut Formatter<'_>) -> FormatResult {
        if self.first == self.last { self.first.fmt(to) } else { write!(to, "{}..{}", self.first, self.last) }
    }
}

/// As [`Display`]: the plans of parts contain the options, and a single value keeps its form there.
impl<T: Display + PartialEq> Debug for Span<T> {
    fn fmt(&self, to: &mut Formatter<'_>) -> FormatResult {
        Display::fmt(self, to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_and_written() {
        assert_eq!("0.3".parse(), Ok(Span::of(0.3)));
        assert_eq!("0.4..0.2".parse(), Ok(Span { first: 0.4, last: 0.2 }));
        for text in ["400", "400..600"] {
            let span: Span<u64> = text.parse().unwrap();
            assert_eq!([span.to_string(), format!("{span:?}")], [text, text]);
        }
        for bad in ["", "1..", "..2", "1-2", "x"] {
            let error = bad.parse::<Span<u64>>().unwrap_err();
            assert!(error.contains("expected NUMBER or FIRST..LAST"), "{error}");
        }
    }

    #[test]
    fn draws_cover_the_range() {
        let span = Span { first: 4, last: 6 };
        assert_eq!([0, u64::MAX / 2, u64::MAX].map(|random| span.draw(random)), [4, 5, 6]);
        assert_eq!(Span::of(7).draw(u64::MAX), 7);
        assert_eq!(Span { first: 0, last: u64::MAX }.draw(u64::MAX), u64::MAX);
    }
}
