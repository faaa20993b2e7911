//! Any text as weights of the evaluation: refused with a line and a reason, or
//! written and read again the same.

use duiyi_connect6::evaluation::Weights;

/// What must hold for any input.
pub fn run(bytes: &[u8]) {
    let Some(text) = crate::input::<&str>(bytes) else { return };
    match text.parse::<Weights>() {
        Ok(weights) => assert_eq!(weights.to_string().parse(), Ok(weights)),
        Err(error) => assert!(error.line > 0 && !error.to_string().is_empty()),
    }
}
