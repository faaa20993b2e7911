//! Runs [`duiyi_fuzz::dhtmlxq::run`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| duiyi_fuzz::dhtmlxq::run(bytes));
