//! The option that asks for a part, the names of the files, and how another program reads them as they grow.

use clap::Args;
use duiyi_arena::Shard;
use duiyi_game::Reason;
use std::{
    fs::File,
    io::{ErrorKind, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
};

/// Which part of the work is done here.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct ShardArgs {
    /// Do one part of N, with I from 0 to N-1; all parts are given the same options. Part I/N is written to
    /// NAME.I-of-N beside NAME, and `lab merge` puts the parts together.
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE, hide_default_value = true)]
    pub(crate) shard: Shard,
}

/// Where a part of what is called `name` is written: NAME.I-of-N; the whole is the name itself.
pub(crate) fn part_of(name: &Path, shard: Shard) -> PathBuf {
    if shard == Shard::WHOLE {
        return name.to_owned();
    }
    let mut part = name.as_os_str().to_owned();
    part.push(format!(".{}-of-{}", shard.index(), shard.of()));
    part.into()
}

/// The name of which a file is a part, and which: of NAME.I-of-N and whatever follows.
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
    /// Which file.
    pub(crate) path: PathBuf,
    read: u64,
}

impl Tail {
    /// Nothing of it is read yet; it need not be there yet.
    pub(crate) fn new(path: PathBuf) -> Tail {
        Tail { path, read: 0 }
    }

    /// Whether nothing of it was taken yet.
    pub(crate) fn is_new(&self) -> bool {
        self.read == 0
    }

    /// The whole lines that were added since.
    ///
    /// # Errors
    /// If the file can't be read.
    pub(crate) fn lines(&self) -> Result<Vec<Vec<u8>>, Reason> {
        let failed = |error: std::io::Error| format!("{}: {error}", self.path.display());
        let mut file = match File::open(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            file => file.map_err(failed)?,
        };
        let mut bytes = Vec::new();
        file.seek(SeekFrom::Start(self.read)).and_then(|_| file.read_to_end(&mut bytes)).map_err(failed)?;
        let lines = bytes.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n"));
        Ok(lines.map(<[u8]>::to_vec).collect())
    }

    /// A line makes sense, and is not given again. Over a network a write may be seen in parts: a line that makes none
    /// is read again.
    pub(crate) fn take(&mut self, line: &[u8]) {
        self.read += line.len() as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_parts() {
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
}
