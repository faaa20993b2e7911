//! Any text as an individual of the genetic algorithm, in XML and in JSON:
//! it survives a round trip.

use duiyi_train::genetic::{read_json, read_xml, write_json, write_xml};

/// The property, for any input.
pub fn run(bytes: &[u8]) {
    let Some(text) = crate::input::<&str>(bytes) else { return };
    let _ = read_xml(text);
    if let Ok(pairs) = read_json(text) {
        let each = || pairs.iter().map(|(name, value)| (name.as_str(), *value));
        assert_eq!(read_json(&write_json(each())).as_ref(), Ok(&pairs));
        // XML cannot contain control characters and trims its names.
        if pairs.iter().all(|(name, _)| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric())) {
            assert_eq!(read_xml(&write_xml(each())).as_ref(), Ok(&pairs));
        }
    }
}
