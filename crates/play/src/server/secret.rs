//! Random secrets: the token of a server, and the keys of games.

use std::{fmt, hint::black_box, io};

/// The number of random bytes.
const BYTES: usize = 16;

/// Sixteen random bytes in hexadecimal digits.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

/// Does not show the secret.
impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Secret")
    }
}

impl Secret {
    /// A new secret from the random numbers of the system.
    ///
    /// # Errors
    /// If the system has none.
    pub fn random() -> io::Result<Secret> {
        let mut bytes = [0; BYTES];
        getrandom::fill(&mut bytes).map_err(io::Error::other)?;
        Ok(Secret(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// The secret of a text; `None` if it is not 32 hexadecimal digits.
    pub fn read(text: &str) -> Option<Secret> {
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        (text.len() == 2 * BYTES && text.bytes().all(is_digit)).then(|| Secret(text.to_owned()))
    }

    /// The digits.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Whether a text is the secret. The time depends on the length of the text only.
    pub fn matches(&self, text: &str) -> bool {
        let (own, other) = (self.0.as_bytes(), text.as_bytes());
        if own.len() != other.len() {
            return false;
        }
        let differences = own.iter().zip(other).fold(0, |all, (one, other)| black_box(all | (one ^ other)));
        black_box(differences) == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_random_and_compared_as_a_whole() {
        let [one, other] = [Secret::random().unwrap(), Secret::random().unwrap()];
        assert_ne!(one, other);
        assert_eq!(Secret::read(one.text()), Some(one.clone()));
        assert!(one.matches(one.text()) && !one.matches(other.text()) && !one.matches(""));
        for at in 0..32 {
            let mut wrong = one.text().as_bytes().to_vec();
            wrong[at] ^= 1;
            assert!(!one.matches(&String::from_utf8(wrong).unwrap()), "{at}");
        }
        assert!(!one.matches(&one.text()[..31]) && !one.matches(&format!("{}0", one.text())));
        let upper = "A".repeat(32);
        assert!(
            ["", "0", upper.as_str(), &"g".repeat(32), &"0".repeat(33)].iter().all(|text| Secret::read(text).is_none())
        );
        assert!(!format!("{one:?}").contains(one.text()));
    }
}
