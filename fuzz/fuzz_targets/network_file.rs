//! Runs [`duiyi_fuzz::network_file::run`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| duiyi_fuzz::network_file::run(bytes));
