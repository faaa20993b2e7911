//! Runs [`duiyi_fuzz::connect6_notation::run`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| duiyi_fuzz::connect6_notation::run(bytes));
