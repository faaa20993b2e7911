//! Any text as weights of the evaluation: it is refused with a line and a reason, or
//! survives a round trip.

use duiyi_connect6::evaluation::Weights;

/// The property, for any input.
pub fn run(bytes: &[u8]) {
    let Some(text) = crate::input::<&str>(bytes) else { return };
    match text.parse::<Weights>() {
        Ok(weights) => assert_eq!(weights.to_string().parse(), Ok(weights)),
        Err(error) => assert!(error.line > 0 && !error.to_string().is_empty()),
    }
}
