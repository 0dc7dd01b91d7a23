#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| courser_fuzz::run("numbers", bytes));
