//! Runs [`duiyi_fuzz::connect6_problems::run`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| duiyi_fuzz::connect6_problems::run(bytes));
