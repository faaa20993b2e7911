//! Files of individuals in the XML of the thesis: each value is a node with a name and a
//! value.
//!
//! ```xml
//! <nodes>
//!   <node><name>793464843</name><value>50000</value></node>
//! </nodes>
//! ```
//!
//! The thesis prints nodes without a root element (5.7.3); both forms are read.

use super::files::{FileError, push};
use quick_xml::{Reader, events::Event};
use std::fmt::Write as _;

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

/// Reads names and values from XML. Elements other than `node`, `name` and `value` are
/// ignored.
///
/// # Errors
///
/// The error with its position.
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
                        message: "unknown entity".into(),
                    })?);
                }
            }
            Event::Eof if depth_in_node > 0 => {
                return Err(FileError::Xml { position: text.len() as u64, message: "unclosed node".into() });
            }
            Event::Eof => return Ok(read),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_printed_nodes_are_read() {
        // 5.7.3, as printed: without a root element.
        let text = "<node>\n  <name>793464843</name>\n  <value>50000</value>\n</node>\n\
                    <node>\n  <name>915488283</name>\n  <value>50000</value>\n</node>\n\
                    <node>\n  <name>891114843</name>\n  <value>50000</value>\n</node>\n";
        let expected = ["793464843", "915488283", "891114843"].map(|name| (name.to_owned(), 50_000));
        assert_eq!(read_xml(text), Ok(expected.to_vec()));
        assert_eq!(read_xml(&format!("<?xml version=\"1.0\"?><root><!-- x -->{text}</root>")), Ok(expected.to_vec()));
    }

    #[test]
    fn invalid_files_are_reported() {
        let node = |inside: &str| read_xml(&format!("<nodes><node>{inside}</node></nodes>"));
        assert_eq!(node("<name>a</name>"), Err(FileError::Missing(1, "value")));
        assert_eq!(node("<value>1</value>"), Err(FileError::Missing(1, "name")));
        assert!(matches!(node("<name>a</name><value>65536</value>"), Err(FileError::Value { .. })));
        assert!(matches!(node("<name>a</name><value>-1</value>"), Err(FileError::Value { .. })));
        assert!(matches!(read_xml("<nodes><node></nodes>"), Err(FileError::Xml { .. })));
        assert!(matches!(read_xml("<node><name>a"), Err(FileError::Xml { .. })));
        assert_eq!(read_xml(""), Ok(vec![]));
    }

    proptest! {
        #[test]
        fn names_and_values_round_trip(pairs in prop::collection::btree_map("[ -~é六]{0,12}", any::<u16>(), 0..12)) {
            let pairs: Vec<(String, u16)> =
                pairs.into_iter().map(|(name, value)| (name.trim().to_owned(), value)).collect();
            let unique = pairs.iter().enumerate().all(|(i, (name, _))| pairs[..i].iter().all(|(other, _)| other != name));
            prop_assume!(unique && pairs.iter().all(|(name, _)| !name.is_empty()));
            let each = pairs.iter().map(|(name, value)| (name.as_str(), *value));
            prop_assert_eq!(read_xml(&write_xml(each)), Ok(pairs));
        }

        #[test]
        fn no_text_makes_the_reader_panic(text in "(<node>|</node>|<name>|</name>|<value>|</value>|[a-z0-9&;#<>]){0,20}") {
            let _ = read_xml(&text);
        }
    }
}
