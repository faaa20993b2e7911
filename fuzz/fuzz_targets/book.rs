//! Runs [`duiyi_fuzz::book::run`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| duiyi_fuzz::book::run(bytes));
