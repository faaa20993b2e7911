//! Runs [`duiyi_fuzz::xqf::run`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| duiyi_fuzz::xqf::run(bytes));
