//! Runs [`duiyi_fuzz::table_file::run`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| duiyi_fuzz::table_file::run(bytes));
