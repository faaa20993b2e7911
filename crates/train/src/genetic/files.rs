//! Files of individuals, as JSON.

use thiserror::Error;

/// Why a text is not an individual.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FileError {
    /// The text is not XML.
    #[error("byte {position}: {message}")]
    Xml {
        /// The position.
        position: u64,
        /// The message of the parser.
        message: String,
    },
    /// The text is not a JSON object of names and numbers.
    #[error("{0}")]
    Json(String),
    /// A node without a name or a value.
    #[error("node {0} has no {1}")]
    Missing(usize, &'static str),
    /// A value is not a whole number from 0 to 65535.
    #[error("the value of {name} is '{value}': expected a whole number from 0 to 65535")]
    Value {
        /// The node's name.
        name: String,
        /// The text of the value.
        value: String,
    },
    /// A duplicate name.
    #[error("duplicate name {0}")]
    Twice(String),
}

/// Writes names and values as a JSON object.
pub fn write_json<'a>(values: impl IntoIterator<Item = (&'a str, u16)>) -> String {
    let lines: Vec<String> =
        values.into_iter().map(|(name, value)| format!("  {}: {value}", serde_json::Value::from(name))).collect();
    format!("{{\n{}\n}}\n", lines.join(",\n"))
}

/// Reads names and values from a JSON object, in the order of the text.
///
/// # Errors
///
/// The error with its position.
pub fn read_json(text: &str) -> Result<Vec<(String, u16)>, FileError> {
    /// An object with its original order and duplicate names.
    struct Pairs(Vec<(String, serde_json::Value)>);
    impl<'de> serde::Deserialize<'de> for Pairs {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            struct Visitor;
            impl<'de> serde::de::Visitor<'de> for Visitor {
                type Value = Pairs;
                fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    f.write_str("an object of names and numbers")
                }
                fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<Pairs, A::Error> {
                    let mut pairs = Vec::new();
                    while let Some(pair) = map.next_entry()? {
                        pairs.push(pair);
                    }
                    Ok(Pairs(pairs))
                }
            }
            deserializer.deserialize_map(Visitor)
        }
    }
    let Pairs(pairs) = serde_json::from_str(text).map_err(|error| FileError::Json(error.to_string()))?;
    let mut read = Vec::new();
    for (name, value) in pairs {
        let number = value.as_u64().and_then(|value| u16::try_from(value).ok()).ok_or_else(|| FileError::Value {
            name: name.chars().take(60).collect(),
            value: value.to_string().chars().take(60).collect(),
        })?;
        push(&mut read, name, number)?;
    }
    Ok(read)
}

/// Adds a value under a new name.
pub(super) fn push(read: &mut Vec<(String, u16)>, name: String, value: u16) -> Result<(), FileError> {
    if read.iter().any(|(other, _)| *other == name) {
        return Err(FileError::Twice(name.chars().take(60).collect()));
    }
    read.push((name, value));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn invalid_files_are_reported() {
        assert!(matches!(read_json("[]"), Err(FileError::Json(_))));
        assert!(matches!(read_json("{\"a\": 1.5}"), Err(FileError::Value { .. })));
        assert_eq!(read_json("{\"a\": 1, \"a\": 2}"), Err(FileError::Twice("a".into())));
    }

    proptest! {
        #[test]
        fn names_and_values_round_trip(pairs in prop::collection::btree_map("[ -~é六]{0,12}", any::<u16>(), 0..12)) {
            let pairs: Vec<(String, u16)> =
                pairs.into_iter().map(|(name, value)| (name.trim().to_owned(), value)).collect();
            let unique = pairs.iter().enumerate().all(|(i, (name, _))| pairs[..i].iter().all(|(other, _)| other != name));
            prop_assume!(unique && pairs.iter().all(|(name, _)| !name.is_empty()));
            let each = pairs.iter().map(|(name, value)| (name.as_str(), *value));
            prop_assert_eq!(read_json(&write_json(each)), Ok(pairs));
        }

        #[test]
        fn no_text_makes_the_reader_panic(text in "[a-z0-9{}:,\" -]{0,20}") {
            let _ = read_json(&text);
        }
    }
}
