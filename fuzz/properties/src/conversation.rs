//! A session from its first line to its end.

use duiyi_connect6::Board;
use duiyi_engine::{Setup, run_placement};
use std::{
    io::{Cursor, Result, Write},
    sync::{Arc, Mutex},
};

/// An output that can be read afterwards.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        self.0.lock().map_or(Ok(bytes.len()), |mut written| written.write(bytes))
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

/// Sends lines to an engine; it must end, and its answers must be text.
pub(crate) fn converse(engine: Setup<Board>, lines: String) {
    let output = Shared::default();
    run_placement(engine, Cursor::new(lines), output.clone());
    let written = output.0.lock().map(|written| written.clone()).unwrap_or_default();
    assert!(String::from_utf8(written).is_ok());
}
