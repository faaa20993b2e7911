//! The page in a browser, by its server and without one. Ignored, because a browser is needed:
//! `cargo test -p play --test all -- --ignored browser::`, as `.ci/run` does where there is one.

mod access;
mod chromium;
mod person;
mod scenes;
mod screenshots;
