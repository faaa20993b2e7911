//! The board in the browser without a server, for the games of this workspace.
#![cfg(target_arch = "wasm32")]
// Functions that a browser calls and is called by have no other form. No pointer is read here.
#![allow(unsafe_code)]

duiyi_play::worker!(play::games());
