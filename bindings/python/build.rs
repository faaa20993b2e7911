//! Refuses to build a wheel for the local processor only, which is the target of the workspace's
//! configuration.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is_wheel = std::env::var_os("CARGO_FEATURE_WHEEL").is_some();
    let flags = std::env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    let processor = flags.split('\u{1f}').filter_map(|flag| flag.split("target-cpu=").nth(1)).next_back();
    if is_wheel && processor == Some("native") {
        println!(
            "cargo::error=a wheel with target-cpu=native runs on this processor only; build it in bindings/python, where \
             .cargo/config.toml sets the flags for others: bindings/python/build-wheel"
        );
    }
}
