//! Runs [`duiyi_fuzz::reader::run`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| duiyi_fuzz::reader::run(bytes));
