//! Files that a user names: regular files of a bounded size are read, and only a program's own files are
//! replaced.
//!
//! A path may name a device, a pipe or a file larger than the memory. [`open`] and the functions that use it
//! refuse those without waiting. [`Replacement`] writes beside the target and renames, so that a reader sees
//! either the old or the new file, and refuses to replace a file that another program wrote. [`WriterLock`] is for
//! programs that replace a file more than once.

mod lock;
mod part;

pub use lock::{WriterLock, lock_alone};
pub use part::{Part, remove_parts};
use std::{
    fs::{self, File, OpenOptions},
    io::{self, BufRead, Error, ErrorKind, Read, Write},
    path::{Path, PathBuf},
    string::String,
    vec::Vec,
};

/// The maximum size in bytes of a text that is read whole: 64 MiB. Larger files, such as collections of games,
/// are read in parts from [`open`].
pub const MAX_TEXT: u64 = 64 << 20;
/// The number of bytes by which a program recognises its own file.
const HEAD: u64 = 4096;

/// The byte order mark of UTF-8, with which some programs begin a text.
const MARK: &[u8] = b"\xEF\xBB\xBF";

/// Opening without waiting for the other end of a pipe: `O_NONBLOCK` of each system.
#[cfg(any(target_os = "linux", target_os = "android"))]
const NO_WAIT: i32 = if cfg!(any(target_arch = "mips", target_arch = "mips64")) {
    0o200
} else if cfg!(any(target_arch = "sparc", target_arch = "sparc64")) {
    0x4000
} else {
    0o4000
};
/// Opening without waiting for the other end of a pipe: `O_NONBLOCK` of macOS and the BSDs.
#[cfg(all(unix, not(any(target_os = "linux", target_os = "android"))))]
const NO_WAIT: i32 = 4;

fn options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, NO_WAIT);
    options
}

fn irregular() -> Error {
    Error::new(ErrorKind::InvalidInput, "not a regular file")
}

/// Opens a regular file of at most `most` bytes for reading.
///
/// # Errors
/// If the file cannot be opened, is not a regular file ([`ErrorKind::InvalidInput`]) or is larger
/// ([`ErrorKind::FileTooLarge`]). None of them waits.
pub fn open(path: impl AsRef<Path>, most: u64) -> io::Result<File> {
    let path = path.as_ref();
    // Opening a device may have effects of its own.
    if !fs::metadata(path)?.is_file() {
        return Err(irregular());
    }
    let file = options().open(path)?;
    // The name may belong to another file now.
    let found = file.metadata()?;
    if !found.is_file() {
        return Err(irregular());
    }
    if found.len() > most { Err(too_large(found.len(), most)) } else { Ok(file) }
}

fn too_large(length: u64, most: u64) -> Error {
    Error::new(ErrorKind::FileTooLarge, std::format!("{length} bytes; expected at most {most}"))
}

/// Reads a regular file of at most `most` bytes.
///
/// # Errors
/// As [`open`], also if the file grows beyond `most` while it is read.
///
/// ```
/// use duiyi_game::files;
///
/// let path = std::env::temp_dir().join(format!("duiyi-doc-files-{}", std::process::id()));
/// std::fs::write(&path, "4 b")?;
/// assert_eq!(files::read(&path, 3)?, b"4 b");
/// assert_eq!(files::read(&path, 2).unwrap_err().to_string(), "3 bytes; expected at most 2");
/// assert_eq!(files::read(std::env::temp_dir(), 2).unwrap_err().to_string(), "not a regular file");
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn read(path: impl AsRef<Path>, most: u64) -> io::Result<Vec<u8>> {
    let file = open(path, most)?;
    let mut bytes = Vec::new();
    file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(too_large(bytes.len() as u64, most)) } else { Ok(bytes) }
}

/// The bytes of a text after its byte order mark, if it begins with one.
pub fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(MARK).unwrap_or(text)
}

/// Skips the byte order mark of a text that is read from its beginning, if the first buffer contains one.
///
/// # Errors
/// If the text cannot be read.
///
/// ```
/// use std::io::Read;
///
/// let (mut text, mut rest) = (&b"\xEF\xBB\xBF4 b"[..], String::new());
/// duiyi_game::files::skip_mark(&mut text)?;
/// text.read_to_string(&mut rest)?;
/// assert_eq!(rest, "4 b");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn skip_mark(text: &mut (impl BufRead + ?Sized)) -> io::Result<()> {
    if text.fill_buf()?.starts_with(MARK) {
        text.consume(MARK.len());
    }
    Ok(())
}

/// Reads a regular file of at most `most` bytes as UTF-8, without a byte order mark.
///
/// # Errors
/// As [`read`], or if it is not UTF-8 ([`ErrorKind::InvalidData`]).
pub fn read_text(path: impl AsRef<Path>, most: u64) -> io::Result<String> {
    let bytes = read(path, most)?;
    let text = std::str::from_utf8(without_mark(&bytes)).map_err(|error| Error::new(ErrorKind::InvalidData, error))?;
    Ok(text.into())
}

/// Returns an error unless a file may be written at a path: nothing is there, or an empty file, or a regular file
/// whose first 4096 bytes `own` accepts.
///
/// # Errors
/// [`ErrorKind::AlreadyExists`] for a file that is not the program's own, or as [`open`].
pub fn check_own(path: impl AsRef<Path>, own: impl FnOnce(&[u8]) -> bool) -> io::Result<()> {
    let file = match open(path, u64::MAX) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        file => file?,
    };
    let mut head = Vec::new();
    file.take(HEAD).read_to_end(&mut head)?;
    if head.is_empty() || own(&head) {
        return Ok(());
    }
    let refused = "exists and was not written by this program: move it or name another file";
    Err(Error::new(ErrorKind::AlreadyExists, refused))
}

/// Whether two files begin with the same line; the argument of [`check_own`] for texts with a heading.
pub fn same_heading(contents: &[u8]) -> impl Fn(&[u8]) -> bool {
    let heading = |bytes: &[u8]| bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
    let first = contents[..heading(contents).min(HEAD as usize)].to_vec();
    move |head| head[..heading(head)] == first[..]
}

/// The file that a path names, after symbolic links; it may be missing. Renaming would replace a link itself.
fn target(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    // No system follows more links.
    for _ in 0..40 {
        let Ok(next) = fs::read_link(&path) else { break };
        path = path.parent().map_or(next.clone(), |folder| folder.join(&next));
    }
    path
}

/// A file that is written beside another one and then replaces it; it is removed if it is dropped before. Symbolic
/// links to the other file are followed, and its permissions are kept.
#[derive(Debug)]
pub struct Replacement {
    part: Part,
    path: PathBuf,
}

impl Replacement {
    /// Begins a file that is to replace the one at `path`, if that is absent, empty or, by its first bytes,
    /// the program's `own`.
    ///
    /// # Errors
    /// As [`check_own`] and [`Part::beside`], or if the permissions cannot be kept.
    pub fn begin(path: impl AsRef<Path>, own: impl FnOnce(&[u8]) -> bool) -> io::Result<Replacement> {
        let path = path.as_ref();
        check_own(path, own)?;
        let path = target(path);
        let mut new = Replacement { part: Part::beside(&path)?, path };
        if let Ok(old) = fs::metadata(&new.path) {
            let permissions = old.permissions();
            // Some file systems have the same permissions for every file and refuse to set them.
            if permissions != new.file().metadata()?.permissions() {
                new.file().set_permissions(permissions)?;
            }
        }
        Ok(new)
    }

    /// The file, for reading and writing.
    pub fn file(&mut self) -> &mut File {
        self.part.file()
    }

    /// Waits until the bytes are stored, and gives the file its name.
    ///
    /// # Errors
    /// If that fails; an existing file is then unchanged.
    pub fn finish(mut self) -> io::Result<()> {
        self.part.rename(&self.path)
    }
}

/// Replaces a file atomically by `contents`, as [`Replacement`] does.
///
/// # Errors
/// As [`Replacement::begin`] and [`Replacement::finish`]; an existing file is then unchanged.
///
/// ```
/// use duiyi_game::files;
///
/// let path = std::env::temp_dir().join(format!("duiyi-doc-replace-{}", std::process::id()));
/// let own = |head: &[u8]| head.starts_with(b"moves ");
/// files::replace(&path, b"moves 1", own)?;
/// files::replace(&path, b"moves 1 2", own)?;
/// std::fs::write(&path, "a letter")?;
/// assert!(files::replace(&path, b"moves 3", own).is_err());
/// assert_eq!(std::fs::read(&path)?, b"a letter");
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn replace(path: impl AsRef<Path>, contents: &[u8], own: impl FnOnce(&[u8]) -> bool) -> io::Result<()> {
    let mut new = Replacement::begin(path, own)?;
    new.file().write_all(contents)?;
    new.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        process,
        time::{Duration, Instant},
    };

    /// A folder that is removed after the test.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let path = std::env::temp_dir().join(std::format!("duiyi-files-{name}-{}", process::id()));
            fs::create_dir_all(&path).unwrap();
            Folder(path)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    /// The time that is promised, if `STRICT_TIMES` is set as `.ci/run` does; otherwise only a guard against hanging.
    fn within(promised: Duration) -> Duration {
        if std::env::var_os("STRICT_TIMES").is_some() { promised } else { Duration::from_secs(30) }
    }

    #[test]
    fn devices_pipes_folders_and_huge_files_are_refused_at_once() {
        let folder = Folder::new("irregular");
        let sparse = folder.0.join("sparse");
        File::create(&sparse).unwrap().set_len(8 << 30).unwrap();
        let above = folder.0.join("above");
        File::create(&above).unwrap().set_len((64 << 20) + 1).unwrap();
        let mut paths = std::vec![folder.0.clone(), sparse, above];
        if cfg!(unix) {
            let pipe = folder.0.join("pipe");
            assert!(process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
            paths.extend([pipe, "/dev/zero".into(), "/dev/null".into()]);
        }
        for path in paths {
            let begun = Instant::now();
            let error = read(&path, MAX_TEXT).unwrap_err();
            assert!(begun.elapsed() < within(Duration::from_secs(1)), "{}", path.display());
            assert!(matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::FileTooLarge), "{error}");
            if error.kind() == ErrorKind::InvalidInput {
                replace(&path, b"x", |_| true).unwrap_err();
            }
        }
        assert_eq!(fs::read_dir(&folder.0).unwrap().count(), if cfg!(unix) { 3 } else { 2 }, "no temporary file");
    }

    #[test]
    fn a_byte_order_mark_is_skipped_at_the_beginning() {
        let folder = Folder::new("mark");
        let path = folder.0.join("text");
        for (written, text) in
            [(&b"\xEF\xBB\xBFa\n\xEF\xBB\xBFb"[..], "a\n\u{feff}b"), (b"a", "a"), (b"\xEF\xBB\xBF", ""), (b"", "")]
        {
            fs::write(&path, written).unwrap();
            assert_eq!(read_text(&path, MAX_TEXT).unwrap(), text);
            let mut rest = written;
            skip_mark(&mut rest).unwrap();
            assert_eq!([rest, without_mark(written)], [text.as_bytes(); 2]);
        }
        fs::write(&path, b"\xEF\xBB").unwrap();
        assert_eq!(read_text(&path, MAX_TEXT).unwrap_err().kind(), ErrorKind::InvalidData);
    }

    #[test]
    fn a_replacement_leaves_other_files() {
        let folder = Folder::new("replace");
        let path = folder.0.join("a.txt");
        let taken = folder.0.join("a.txt.1-0.part");
        fs::write(&taken, "of another program").unwrap();
        let lock = File::open(&taken).unwrap();
        lock.lock().unwrap();
        replace(&path, b"heading\n1", same_heading(b"heading\n1")).unwrap();
        replace(&path, b"heading\n2", same_heading(b"heading\n2")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"heading\n2");
        fs::write(&path, "headings\n").unwrap();
        let error = replace(&path, b"heading\n3", same_heading(b"heading\n3")).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&path).unwrap(), b"headings\n");
        fs::write(&path, "").unwrap();
        replace(&path, b"heading\n4", |_| false).unwrap();
        assert_eq!(fs::read(&taken).unwrap(), b"of another program");
        assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 2, "no temporary file");
    }

    #[test]
    fn writers_in_four_threads_replace_one_file() {
        let folder = Folder::new("threads");
        let path = folder.0.join("a.txt");
        let write = || (0..200).try_for_each(|_| replace(&path, b"1", |_| true));
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(write)).collect();
            threads.into_iter().for_each(|thread| thread.join().unwrap().unwrap());
        });
        assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1, "no temporary file");
    }

    #[cfg(unix)]
    #[test]
    fn a_replacement_keeps_links_and_modes() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = Folder::new("links");
        let [path, link, chain, dangling, absent] =
            ["a.txt", "link", "chain", "dangling", "absent"].map(|name| folder.0.join(name));
        for mode in [0o600, 0o640, 0o444, 0o755] {
            fs::write(&path, "1").unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            replace(&path, b"2", |_| true).unwrap();
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o7777, mode);
            fs::remove_file(&path).unwrap();
        }
        fs::write(&path, "1").unwrap();
        symlink("a.txt", &link).unwrap();
        symlink(&link, &chain).unwrap();
        symlink("absent", &dangling).unwrap();
        for (name, target) in [(&link, &path), (&chain, &path), (&dangling, &absent)] {
            replace(name, b"3", |_| true).unwrap();
            assert!(fs::symlink_metadata(name).unwrap().is_symlink());
            assert_eq!(fs::read(target).unwrap(), b"3");
            fs::write(target, "1").unwrap();
        }
        let ring = folder.0.join("ring");
        symlink("ring", &ring).unwrap();
        replace(&ring, b"4", |_| true).unwrap_err();
        assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 6, "no temporary file");
    }
}
