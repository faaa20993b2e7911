//! Runs [`duiyi_fuzz::pgn::run`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| duiyi_fuzz::pgn::run(bytes));
