//! Runs [`duiyi_fuzz::moves::run`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| duiyi_fuzz::moves::run(bytes));
