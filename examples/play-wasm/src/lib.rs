//! The board in the browser without a server, for the games of this workspace.
#![cfg(target_arch = "wasm32")]
// The functions shared with the browser require exported names. No pointer is dereferenced here.
#![allow(unsafe_code)]

duiyi_play::worker!(play::games);
