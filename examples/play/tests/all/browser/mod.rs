//! The page in a browser, with and without its server. Ignored, because a browser is needed:
//! `cargo test -p play --test all -- --ignored browser::`, as `.ci/run` does if there is one.

mod access;
mod analysis;
mod chromium;
mod friends;
mod person;
mod scenes;
mod screenshots;
mod sizes;
