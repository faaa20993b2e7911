//! Inequalities between values of an evaluation, deduced from play.

use std::{fmt, str::FromStr};

/// A strict inequality between two sums of named values, such as `rook > cannon + pawn`.
///
/// The manual method of the Connect6 thesis (3.2.5; row C-G3 of docs/sources.md) fixes one value as the unit and
/// deduces such constraints on the others from exchanges that a strong player would make or refuse: R > B + P and
/// R < B + 2P in chess. Here they are checks of any values.
///
/// ```
/// use duiyi_train::Inequality;
/// let value = |name: &str| match name { "R" => Some(500.0), "B" => Some(325.0), "P" => Some(100.0), _ => None };
/// assert_eq!("R > B + P".parse::<Inequality>()?.holds(value), Some(true));
/// assert_eq!("R < B + 2 P".parse::<Inequality>()?.holds(value), Some(true));
/// assert_eq!("B > N".parse::<Inequality>()?.holds(value), None);
/// # Ok::<(), duiyi_train::InequalityError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inequality {
    text: String,
    /// The factors and names of the greater sum, then of the other one, with negative factors.
    terms: Vec<(i64, String)>,
}

/// A text that is not an inequality.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not an inequality: expected two sums with '>' or '<' between them, such as rook > cannon + 2 pawn")]
pub struct InequalityError(String);

/// Reads two sums with `>` or `<` between them. A term is a name, perhaps after a factor from 1 to 999; names have no
/// spaces.
impl FromStr for Inequality {
    type Err = InequalityError;

    fn from_str(text: &str) -> Result<Inequality, InequalityError> {
        let sides = || {
            let turned = text.split_once('<').map(|(less, greater)| (greater, less));
            let (greater, less) = text.split_once('>').or(turned)?;
            let mut terms = sum(greater)?;
            terms.extend(sum(less)?.into_iter().map(|(factor, name)| (-factor, name)));
            Some(terms)
        };
        let terms = sides().ok_or_else(|| InequalityError(text.to_owned()))?;
        Ok(Inequality { text: text.trim().to_owned(), terms })
    }
}

/// The terms of a sum.
fn sum(text: &str) -> Option<Vec<(i64, String)>> {
    text.split('+')
        .map(|term| {
            let words: Vec<&str> = term.split_whitespace().collect();
            let (factor, name) = match words[..] {
                [name] => (1, name),
                [factor, name] => (factor.parse().ok().filter(|factor| (1..1000).contains(factor))?, name),
                _ => return None,
            };
            name.starts_with(char::is_alphabetic).then(|| (factor, name.to_owned()))
        })
        .collect()
}

impl fmt::Display for Inequality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Inequality {
    /// Whether it holds for these values; `None` if one of its names has no value.
    pub fn holds(&self, value: impl Fn(&str) -> Option<f64>) -> Option<bool> {
        let values = self.terms.iter().map(|(factor, name)| Some(*factor as f64 * value(name)?));
        Some(values.sum::<Option<f64>>()? > 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Row C-G3 of docs/sources.md: the two constraints of the thesis.
    #[test]
    fn c_g3_a_rook_is_worth_more_than_a_bishop_and_a_pawn_and_less_than_with_two() {
        let holds = |text: &str, values: [f64; 3]| {
            let value = |name: &str| Some(values[["R", "B", "P"].iter().position(|&other| other == name)?]);
            text.parse::<Inequality>().unwrap().holds(value)
        };
        for (values, expected) in [
            ([500.0, 325.0, 100.0], [true, true]),
            ([500.0, 400.0, 100.0], [false, true]),
            ([600.0, 400.0, 100.0], [true, false]),
        ] {
            let found = ["R > B + P", "R < B + 2 P"].map(|text| holds(text, values));
            assert_eq!(found, expected.map(Some), "{values:?}");
        }
        assert_eq!(holds("R > Q", [1.0; 3]), None);
    }

    #[test]
    fn texts_that_are_not_inequalities_are_refused() {
        for text in ["", "R", "R > ", "R > B +", "R > 0 B", "R > 2", "R > two B", "R > B > P", "R = B"] {
            assert_eq!(text.parse::<Inequality>(), Err(InequalityError(text.to_owned())), "{text}");
        }
        assert_eq!(" a>2 b+c".parse::<Inequality>().unwrap().to_string(), "a>2 b+c");
    }
}
