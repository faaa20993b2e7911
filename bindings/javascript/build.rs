//! Sets the stack size of the WebAssembly module: a search needs as much as on a thread.

fn main() {
    if std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "wasm32") {
        println!("cargo::rustc-link-arg-cdylib=-zstack-size={}", 8 << 20);
    }
    println!("cargo::rerun-if-changed=build.rs");
}
