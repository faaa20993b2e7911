//! Runs [`duiyi_fuzz::table::run`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| duiyi_fuzz::table::run(bytes));
