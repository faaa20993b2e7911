//! Refuses a wheel that would run on one processor only: the workspace's configuration
//! builds for the processor at hand.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is_wheel = std::env::var_os("CARGO_FEATURE_WHEEL").is_some();
    let flags = std::env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    let processor = flags.split('\u{1f}').filter_map(|flag| flag.split("target-cpu=").nth(1)).next_back();
    if is_wheel && processor == Some("native") {
        println!(
            "cargo::error=a wheel with target-cpu=native runs on this processor only; build it by \
             crates/python/build-wheel, or set RUSTFLAGS"
        );
    }
}
