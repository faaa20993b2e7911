//! Any text as weights of the evaluation: refused with a line and a reason, or
//! written and read again the same.
#![no_main]

use duiyi_connect6::evaluation::Weights;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| match text.parse::<Weights>() {
    Ok(weights) => assert_eq!(weights.to_string().parse(), Ok(weights)),
    Err(error) => assert!(error.line > 0 && !error.to_string().is_empty()),
});
