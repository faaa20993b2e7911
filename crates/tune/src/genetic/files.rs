//! Individuals in files: the thesis's XML, and JSON.
//!
//! In XML each value is a node with a name and a value:
//!
//! ```xml
//! <nodes>
//!   <node><name>793464843</name><value>50000</value></node>
//! </nodes>
//! ```
//!
//! The thesis prints nodes without anything around them (5.7.3); both are read.

use quick_xml::{Reader, events::Event};
use std::fmt::Write as _;
use thiserror::Error;

/// Why a text holds no individual.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FileError {
    /// It is no XML.
    #[error("byte {position}: {message}")]
    Xml {
        /// Where.
        position: u64,
        /// What the reader says.
        message: String,
    },
    /// It is no JSON object of names and numbers.
    #[error("{0}")]
    Json(String),
    /// A node lacks its name or its value.
    #[error("node {0} has no {1}")]
    Missing(usize, &'static str),
    /// A value is not a whole number from 0 to 65535.
    #[error("the value of {name} is '{value}': expected a whole number from 0 to 65535")]
    Value {
        /// The node's name.
        name: String,
        /// What was read.
        value: String,
    },
    /// Two values of one name.
    #[error("{0} is there twice")]
    Twice(String),
}

/// Writes names and values as XML.
pub fn write_xml<'a>(values: impl IntoIterator<Item = (&'a str, u16)>) -> String {
    let mut text = String::from("<nodes>\n");
    for (name, value) in values {
        let name = quick_xml::escape::escape(name);
        // Writing to a string does not fail.
        let _ = writeln!(text, "  <node><name>{name}</name><value>{value}</value></node>");
    }
    text.push_str("</nodes>\n");
    text
}

/// Reads names and values from XML. Elements other than `node`, `name` and
/// `value` are passed over.
///
/// # Errors
///
/// What is wrong, and where.
pub fn read_xml(text: &str) -> Result<Vec<(String, u16)>, FileError> {
    let mut reader = Reader::from_str(text);
    let mut read: Vec<(String, u16)> = Vec::new();
    let mut nodes = 0;
    let mut depth_in_node = 0usize;
    let (mut name, mut value): (Option<String>, Option<String>) = (None, None);
    let mut field: Option<&'static str> = None;
    loop {
        let event = reader
            .read_event()
            .map_err(|error| FileError::Xml { position: reader.error_position(), message: error.to_string() })?;
        match event {
            Event::Start(tag) => match tag.name().as_ref() {
                b"node" if depth_in_node == 0 => {
                    (name, value) = (None, None);
                    nodes += 1;
                    depth_in_node = 1;
                }
                tag if depth_in_node > 0 => {
                    depth_in_node += 1;
                    field = match tag {
                        b"name" if depth_in_node == 2 => Some("name"),
                        b"value" if depth_in_node == 2 => Some("value"),
                        _ => None,
                    };
                }
                _ => {}
            },
            Event::End(_) if depth_in_node > 0 => {
                field = None;
                depth_in_node -= 1;
                if depth_in_node == 0 {
                    let name = name.take().ok_or(FileError::Missing(nodes, "name"))?;
                    let value = value.take().ok_or(FileError::Missing(nodes, "value"))?;
                    let number = value.trim().parse().map_err(|_| FileError::Value {
                        name: name.chars().take(60).collect(),
                        value: value.chars().take(60).collect(),
                    })?;
                    push(&mut read, name.trim().to_owned(), number)?;
                }
            }
            Event::Text(content) => {
                if let Some(field) = field {
                    let content = content.decode().map_err(|error| FileError::Xml {
                        position: reader.buffer_position(),
                        message: error.to_string(),
                    })?;
                    let target = if field == "name" { &mut name } else { &mut value };
                    target.get_or_insert_default().push_str(&content);
                }
            }
            Event::GeneralRef(reference) => {
                if let Some(field) = field {
                    let target = if field == "name" { &mut name } else { &mut value };
                    let known = reference.resolve_char_ref().ok().flatten().or_else(|| {
                        let name = reference.decode().ok()?;
                        quick_xml::escape::resolve_xml_entity(&name)?.chars().next()
                    });
                    target.get_or_insert_default().push(known.ok_or_else(|| FileError::Xml {
                        position: reader.buffer_position(),
                        message: "an entity that is not known".into(),
                    })?);
                }
            }
            Event::Eof if depth_in_node > 0 => {
                return Err(FileError::Xml { position: text.len() as u64, message: "a node without its end".into() });
            }
            Event::Eof => return Ok(read),
            _ => {}
        }
    }
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
/// What is wrong, and where.
pub fn read_json(text: &str) -> Result<Vec<(String, u16)>, FileError> {
    /// An object whose order and repeated names are kept.
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

fn push(read: &mut Vec<(String, u16)>, name: String, value: u16) -> Result<(), FileError> {
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
    fn the_printed_nodes_are_read() {
        // 5.7.3, as printed: without anything around them.
        let text = "<node>\n  <name>793464843</name>\n  <value>50000</value>\n</node>\n\
                    <node>\n  <name>915488283</name>\n  <value>50000</value>\n</node>\n\
                    <node>\n  <name>891114843</name>\n  <value>50000</value>\n</node>\n";
        let expected = ["793464843", "915488283", "891114843"].map(|name| (name.to_owned(), 50_000));
        assert_eq!(read_xml(text), Ok(expected.to_vec()));
        assert_eq!(read_xml(&format!("<?xml version=\"1.0\"?><root><!-- x -->{text}</root>")), Ok(expected.to_vec()));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let node = |inside: &str| read_xml(&format!("<nodes><node>{inside}</node></nodes>"));
        assert_eq!(node("<name>a</name>"), Err(FileError::Missing(1, "value")));
        assert_eq!(node("<value>1</value>"), Err(FileError::Missing(1, "name")));
        assert!(matches!(node("<name>a</name><value>65536</value>"), Err(FileError::Value { .. })));
        assert!(matches!(node("<name>a</name><value>-1</value>"), Err(FileError::Value { .. })));
        assert!(matches!(read_xml("<nodes><node></nodes>"), Err(FileError::Xml { .. })));
        assert!(matches!(read_xml("<node><name>a"), Err(FileError::Xml { .. })));
        assert_eq!(read_xml(""), Ok(vec![]));
        assert!(matches!(read_json("[]"), Err(FileError::Json(_))));
        assert!(matches!(read_json("{\"a\": 1.5}"), Err(FileError::Value { .. })));
        assert_eq!(read_json("{\"a\": 1, \"a\": 2}"), Err(FileError::Twice("a".into())));
    }

    proptest! {
        #[test]
        fn both_forms_round_trip(pairs in prop::collection::btree_map("[ -~é六]{0,12}", any::<u16>(), 0..12)) {
            let pairs: Vec<(String, u16)> =
                pairs.into_iter().map(|(name, value)| (name.trim().to_owned(), value)).collect();
            let unique = pairs.iter().enumerate().all(|(i, (name, _))| pairs[..i].iter().all(|(other, _)| other != name));
            prop_assume!(unique && pairs.iter().all(|(name, _)| !name.is_empty()));
            let each = || pairs.iter().map(|(name, value)| (name.as_str(), *value));
            prop_assert_eq!(read_json(&write_json(each())), Ok(pairs.clone()));
            prop_assert_eq!(read_xml(&write_xml(each())), Ok(pairs.clone()));
        }

        #[test]
        fn no_text_makes_the_readers_panic(text in "(<node>|</node>|<name>|</name>|<value>|</value>|[a-z0-9&;#<>]){0,20}") {
            let _ = read_xml(&text);
            let _ = read_json(&text);
        }
    }
}
