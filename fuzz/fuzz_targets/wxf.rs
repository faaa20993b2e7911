//! Runs [`duiyi_fuzz::wxf::run`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| duiyi_fuzz::wxf::run(bytes));
