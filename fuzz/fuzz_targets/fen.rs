//! Runs [`duiyi_fuzz::fen::run`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| duiyi_fuzz::fen::run(bytes));
