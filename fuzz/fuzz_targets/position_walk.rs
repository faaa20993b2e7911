//! Runs [`duiyi_fuzz::position_walk::run`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| duiyi_fuzz::position_walk::run(bytes));
