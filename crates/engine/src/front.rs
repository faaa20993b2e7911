//! The loop: a line in, lines out.

use crate::{Dialect, EngineGame, engine::Engine, output::Output};
use std::io::{self, BufRead, Read, Write};

/// What to do after a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Flow {
    Continue,
    Quit,
}

/// The longest line that is read, in bytes: a game of some 100,000 plies.
const LONGEST_LINE: u64 = 1 << 19;

/// Speaks with a front end until it says `quit` or its input ends.
///
/// The first word chooses the protocol: `ucci` means UCCI, anything else UCI.
/// Searches run on a thread of their own; the loop always listens. When the
/// input ends, a search with a limit is finished and answered first, so that
/// commands can be piped in; one without is stopped and answered.
///
/// # Errors
/// When the input cannot be read.
pub fn run<G: EngineGame>(mut input: impl BufRead, output: impl Write + Send + 'static) -> io::Result<()> {
    let mut engine = Engine::<G>::new(Output::new(output));
    let mut chosen = false;
    let mut buffer = Vec::new();
    while read_line(&mut input, &mut buffer)? {
        let line = String::from_utf8_lossy(&buffer);
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        if buffer.len() as u64 >= LONGEST_LINE {
            engine.say(engine.dialect.message(format_args!("error: a line of more than {LONGEST_LINE} bytes")));
            continue;
        }
        if !chosen {
            let first = line.split_whitespace().next();
            engine.dialect = if first == Some("ucci") { Dialect::Ucci } else { Dialect::Uci };
            chosen = true;
        }
        let result = match engine.dialect {
            Dialect::Uci => engine.uci(line),
            Dialect::Ucci => engine.ucci(line),
        };
        match result {
            Ok(Flow::Continue) => {}
            Ok(Flow::Quit) => {
                engine.abandon();
                if engine.dialect == Dialect::Ucci {
                    engine.say("bye");
                }
                return Ok(());
            }
            Err(error) => engine.complain(&error),
        }
    }
    engine.finish();
    Ok(())
}

/// Reads a line into the buffer, at most [`LONGEST_LINE`] bytes of it; false at the end of the input.
fn read_line(input: &mut impl BufRead, buffer: &mut Vec<u8>) -> io::Result<bool> {
    buffer.clear();
    if input.by_ref().take(LONGEST_LINE).read_until(b'\n', buffer)? == 0 {
        return Ok(false);
    }
    // The rest of an overlong line is thrown away piece by piece.
    let mut ended = buffer.ends_with(b"\n") || (buffer.len() as u64) < LONGEST_LINE;
    while !ended {
        let chunk = input.fill_buf()?;
        let newline = chunk.iter().position(|&byte| byte == b'\n');
        ended = newline.is_some() || chunk.is_empty();
        let used = newline.map_or(chunk.len(), |at| at + 1);
        input.consume(used);
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlong_lines_are_cut_and_the_next_is_read() {
        let mut text = vec![b'x'; 3 * LONGEST_LINE as usize];
        text.extend_from_slice(b"\nisready\nlast");
        let mut input = io::BufReader::with_capacity(1000, &text[..]);
        let mut buffer = Vec::new();
        assert!(read_line(&mut input, &mut buffer).unwrap());
        assert_eq!(buffer.len() as u64, LONGEST_LINE);
        assert!(read_line(&mut input, &mut buffer).unwrap());
        assert_eq!(buffer, b"isready\n");
        assert!(read_line(&mut input, &mut buffer).unwrap());
        assert_eq!(buffer, b"last");
        assert!(!read_line(&mut input, &mut buffer).unwrap());
    }
}
