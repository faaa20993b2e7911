//! Runs [`duiyi_fuzz::connect6_protocol::run`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| duiyi_fuzz::connect6_protocol::run(bytes));
