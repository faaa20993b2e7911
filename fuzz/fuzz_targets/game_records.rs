//! Runs [`duiyi_fuzz::game_records::run`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| duiyi_fuzz::game_records::run(bytes));
