//! Runs [`duiyi_fuzz::notation::run`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| duiyi_fuzz::notation::run(bytes));
