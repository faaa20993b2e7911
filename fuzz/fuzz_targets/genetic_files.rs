//! Runs [`duiyi_fuzz::genetic_files::run`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| duiyi_fuzz::genetic_files::run(bytes));
