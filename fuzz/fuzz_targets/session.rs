//! Runs [`duiyi_fuzz::session::run`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| duiyi_fuzz::session::run(bytes));
