//! The option that selects a part, the names of the files, and reading a file while another program writes it.

use clap::Args;
use duiyi_arena::Shard;
use duiyi_game::Reason;
use duiyi_game::files;
use std::{
    io::{ErrorKind, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
};

/// The option that selects a part of the work.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct ShardArgs {
    /// Do only part I of N, with I from 0 to N-1; all parts need the same options. Part I/N is written to
    /// NAME.I-of-N in the folder of NAME; `lab merge` merges the parts.
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE, hide_default_value = true)]
    pub shard: Shard,
}

/// The name of the output of a part: NAME.I-of-N; for the whole, the name itself.
pub fn part_of(name: &Path, shard: Shard) -> PathBuf {
    if shard == Shard::WHOLE {
        return name.to_owned();
    }
    let mut part = name.as_os_str().to_owned();
    part.push(format!(".{}-of-{}", shard.index(), shard.of()));
    part.into()
}

/// The name of the whole and the shard of a file NAME.I-of-N, with any extension.
pub(crate) fn whole_of(file: &Path) -> Option<(PathBuf, Shard)> {
    let text = file.file_name()?.to_str()?;
    let read = |at: usize| {
        let rest = text[at + 1..].split('.').next()?;
        let (index, of) = rest.split_once("-of-")?;
        Some((file.with_file_name(&text[..at]), Shard::new(index.parse().ok()?, of.parse().ok()?).ok()?))
    };
    text.rmatch_indices('.').find_map(|(at, _)| read(at))
}

/// A file of lines that another program is writing.
pub(crate) struct Tail {
    /// The path.
    pub(crate) path: PathBuf,
    read: u64,
}

impl Tail {
    /// A file that has not been read yet; it need not exist.
    pub(crate) fn new(path: PathBuf) -> Tail {
        Tail { path, read: 0 }
    }

    /// Whether no line was taken yet.
    pub(crate) fn is_new(&self) -> bool {
        self.read == 0
    }

    /// The complete lines added since the last call of [`Tail::take`].
    ///
    /// # Errors
    /// If the file can't be read.
    pub(crate) fn lines(&self) -> Result<Vec<Vec<u8>>, Reason> {
        let failed = |error: std::io::Error| format!("{}: {error}", self.path.display());
        let mut file = match files::open(&self.path, u64::MAX) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            file => file.map_err(failed)?,
        };
        let mut bytes = Vec::new();
        file.seek(SeekFrom::Start(self.read)).and_then(|_| file.read_to_end(&mut bytes)).map_err(failed)?;
        let lines = bytes.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n"));
        Ok(lines.map(<[u8]>::to_vec).collect())
    }

    /// Accepts a valid line, which is not returned again. On a network drive a line may be incomplete: an invalid
    /// line is read again.
    pub(crate) fn take(&mut self, line: &[u8]) {
        self.read += line.len() as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_of_parts_can_be_parsed() {
        let shard = Shard::new(3, 12).unwrap();
        assert_eq!(part_of(Path::new("/a/b+0.1"), shard), Path::new("/a/b+0.1.3-of-12"));
        assert_eq!(part_of(Path::new("b.bin"), Shard::WHOLE), Path::new("b.bin"));
        for end in ["", ".jsonl", ".pgn"] {
            let file = format!("/a/b+0.1.3-of-12{end}");
            assert_eq!(whole_of(Path::new(&file)), Some(("/a/b+0.1".into(), shard)), "{file}");
        }
        for file in ["/a/b", "b.12-of-12", "b.x-of-3.jsonl", "b.bin", ".."] {
            assert_eq!(whole_of(Path::new(file)), None, "{file}");
        }
    }

    #[test]
    fn a_line_is_read_when_it_is_complete() {
        let path = std::env::temp_dir().join(format!("duiyi-lab-tail-{}", std::process::id()));
        let mut tail = Tail::new(path.clone());
        assert!(tail.lines().unwrap().is_empty(), "there is no file yet");
        std::fs::write(&path, "one\ntw").unwrap();
        let lines = tail.lines().unwrap();
        assert_eq!(lines, [b"one\n"]);
        assert!(tail.is_new());
        tail.take(&lines[0]);
        assert!(!tail.is_new() && tail.lines().unwrap().is_empty());
        std::fs::write(&path, "one\ntwo\nthree\n").unwrap();
        assert_eq!(tail.lines().unwrap(), [&b"two\n"[..], b"three\n"]);
        std::fs::remove_file(path).unwrap();
    }
}
