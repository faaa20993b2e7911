#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

#[cfg(feature = "arena")]
pub use duiyi_arena as arena;
#[cfg(feature = "book")]
pub use duiyi_book as book;
#[cfg(feature = "clock")]
pub use duiyi_clock as clock;
#[cfg(feature = "connect6")]
pub use duiyi_connect6 as connect6;
#[cfg(feature = "engine")]
pub use duiyi_engine as engine;
pub use duiyi_game as game;
#[cfg(feature = "kit")]
pub use duiyi_kit as kit;
#[cfg(all(feature = "program", not(target_arch = "wasm32")))]
pub use duiyi_kit::cli::{program, program_with_stones};
#[cfg(feature = "nnue")]
pub use duiyi_nnue as nnue;
#[cfg(feature = "search")]
pub use duiyi_search as search;
#[cfg(feature = "train")]
pub use duiyi_train as train;
#[cfg(feature = "xiangqi")]
pub use duiyi_xiangqi as xiangqi;
