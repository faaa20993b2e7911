//! Runs [`duiyi_fuzz::endgame_file::run`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| duiyi_fuzz::endgame_file::run(bytes));
