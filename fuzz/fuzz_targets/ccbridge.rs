//! Runs [`duiyi_fuzz::ccbridge::run`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| duiyi_fuzz::ccbridge::run(bytes));
