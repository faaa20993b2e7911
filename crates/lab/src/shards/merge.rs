//! Merges parts, item by item.

use super::plan::{Layout, Plan};
use crate::say;
use duiyi_arena::Shard;
use duiyi_game::Reason;
use duiyi_game::files;
use duiyi_train::{
    network::records::{Reader, head},
    state::{load, save, write_whole},
};
use std::{
    collections::{BTreeMap, VecDeque},
    path::{Path, PathBuf},
};

/// Errors of a merge.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PartsError {
    /// Parts of different work.
    #[error("{path} and {first} are parts of different work")]
    OtherWork { path: PathBuf, first: PathBuf },
    /// A duplicate part.
    #[error("{first} and {path} are both shard {shard}")]
    Twice { path: PathBuf, first: PathBuf, shard: Shard },
    /// A missing part.
    #[error("shard {0} is missing")]
    Missing(Shard),
    /// A part with too few or too many items.
    #[error("{path} has {found} items; shard {shard} of {items} has {expected}")]
    Share { path: PathBuf, found: u64, shard: Shard, items: u64, expected: u64 },
    /// A part with a truncated last item, or in another format.
    #[error("{path}: {reason}")]
    Part { path: PathBuf, reason: String },
    /// The output exists with other contents.
    #[error("{0} has other contents: name another file")]
    Exists(PathBuf),
}

/// Whether a file is a part or a whole that has a plan.
pub(crate) fn is_part(file: &Path) -> bool {
    Plan::beside(file).exists()
}

/// The bytes before the first item of a part, and its items.
type Items = (Vec<u8>, VecDeque<Vec<u8>>);

/// Merges the parts of generated games, labels or other items into the file that a single process
/// would have written.
///
/// # Errors
/// [`PartsError`], or an error of a file.
pub(crate) fn run(files: &[PathBuf], out: &Path) -> Result<(), Reason> {
    let mut parts: BTreeMap<Shard, (&PathBuf, Items)> = BTreeMap::new();
    let mut first: Option<(&PathBuf, Plan)> = None;
    for path in files {
        let plan: Plan = load(&Plan::beside(path))?;
        let shard = plan.shard;
        let (first, common) = first.get_or_insert_with(|| (path, plan.clone()));
        if (Plan { shard, ..common.clone() }) != plan || shard.of() != common.shard.of() {
            return Err(PartsError::OtherWork { path: path.clone(), first: first.to_owned().clone() }.into());
        }
        let items = read(path, plan.layout)?;
        let (found, expected) = (items.1.len() as u64, shard.share(plan.items));
        if found != expected {
            return Err(PartsError::Share { path: path.clone(), found, shard, items: plan.items, expected }.into());
        }
        if let Some((first, _)) = parts.insert(shard, (path, items)) {
            return Err(PartsError::Twice { path: path.clone(), first: first.clone(), shard }.into());
        }
    }
    let Some((_, plan)) = first else { return Err("there are no parts to merge".into()) };
    let of = plan.shard.of();
    for index in 0..of {
        let shard = Shard::new(index, of)?;
        if !parts.contains_key(&shard) {
            return Err(PartsError::Missing(shard).into());
        }
    }
    let mut parts: Vec<Items> = parts.into_values().map(|(_, items)| items).collect();
    let mut whole = parts.first().map(|(head, _)| head.clone()).unwrap_or_default();
    for item in 0..plan.items {
        // Each part has its share of the items, so none runs out.
        whole.extend(parts[(item % of) as usize].1.pop_front().unwrap_or_default());
    }
    write(out, &whole)?;
    // The whole can grow like that of a single process.
    save(&Plan::beside(out), &Plan { shard: Shard::WHOLE, ..plan.clone() })?;
    say::result(format_args!("{} parts, {} items", files.len(), plan.items))
}

/// Reads a part.
fn read(path: &Path, layout: Layout) -> Result<Items, Reason> {
    let failed = |reason: String| PartsError::Part { path: path.to_owned(), reason };
    let bytes = files::read(path, 1 << 32).map_err(|error| failed(error.to_string()))?;
    match layout {
        Layout::Records => {
            let mut reader = Reader::new(&bytes[..]).map_err(|error| failed(error.to_string()))?;
            let head = head(reader.name());
            let games = reader.by_ref().map(|game| game.map(|game| game.to_bytes()));
            let games = games.collect::<Result<_, _>>().map_err(|error| failed(error.to_string()))?;
            Ok((head, games))
        }
        Layout::Lines => {
            let lines = bytes.split_inclusive(|&byte| byte == b'\n');
            let (comments, lines): (Vec<_>, Vec<_>) = lines.partition(|line| line.starts_with(b"#"));
            if lines.last().is_some_and(|line| !line.ends_with(b"\n")) {
                return Err(failed("the last line is cut off".to_owned()).into());
            }
            // A resumed part contains the command each time.
            let head = comments.first().map(|line| line.to_vec()).unwrap_or_default();
            Ok((head, lines.into_iter().map(<[u8]>::to_vec).collect()))
        }
    }
}

/// Writes the merged file; an existing file may contain the same items or the first of them.
fn write(out: &Path, whole: &[u8]) -> Result<(), Reason> {
    let failed = |error: std::io::Error| format!("{}: {error}", out.display());
    if out.exists() && !whole.starts_with(&files::read(out, 1 << 32).map_err(failed)?) {
        return Err(PartsError::Exists(out.to_owned()).into());
    }
    // The contents of an existing file were compared.
    Ok(write_whole(out, whole, |_| true)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// Writes a part of seven lines and its plan.
    fn part(name: &Path, shard: &str, lines: &[u32]) -> PathBuf {
        let shard = shard.parse().unwrap();
        let plan = Plan { shard, items: 7, layout: Layout::Lines, work: "counting".to_owned() };
        let path = plan.begin(name).unwrap();
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        fs::write(&path, format!("# numbers\n{text}")).unwrap();
        path
    }

    #[test]
    fn parts_are_merged_only_if_each_is_complete() {
        let folder = std::env::temp_dir().join(format!("duiyi-lab-merge-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let (name, out) = (folder.join("numbers"), folder.join("whole"));
        let refused = |parts: [&[u32]; 3], words: &str| {
            let parts: Vec<_> = (0..3).map(|at| part(&name, &format!("{at}/3"), parts[at])).collect();
            let error = run(&parts, &out).unwrap_err().to_string();
            assert!(error.contains(words) && !out.exists(), "{error}");
        };
        refused([&[0, 3], &[1, 4], &[2, 5]], "numbers.0-of-3 has 2 items; shard 0/3 of 7 has 3");
        refused([&[0, 3, 6], &[1], &[2, 5]], "numbers.1-of-3 has 1 items; shard 1/3 of 7 has 2");
        refused([&[0, 3, 6], &[1, 4], &[]], "numbers.2-of-3 has 0 items; shard 2/3 of 7 has 2");
        refused([&[0, 3, 6], &[1, 4], &[2, 5, 8]], "numbers.2-of-3 has 3 items; shard 2/3 of 7 has 2");
        let parts: Vec<_> = [("0/3", &[0, 3, 6][..]), ("1/3", &[1, 4]), ("2/3", &[2, 5])]
            .map(|(shard, lines)| part(&name, shard, lines))
            .into();
        let missing = run(&[parts[2].clone(), parts[0].clone()], &out).unwrap_err().to_string();
        assert!(missing.contains("shard 1/3 is missing") && !out.exists(), "{missing}");
        let twice = run(&[&parts[..], &parts[1..2]].concat(), &out).unwrap_err().to_string();
        assert!(twice.contains("are both shard 1/3") && !out.exists(), "{twice}");
        run(&[parts[1].clone(), parts[2].clone(), parts[0].clone()], &out).unwrap();
        assert_eq!(fs::read_to_string(&out).unwrap(), "# numbers\n0\n1\n2\n3\n4\n5\n6\n");
        fs::remove_dir_all(folder).unwrap();
    }

    /// The first comment of the first part is the command of the whole.
    #[test]
    fn a_resumed_part_adds_no_comment() {
        let folder = std::env::temp_dir().join(format!("duiyi-lab-comments-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let (name, out) = (folder.join("numbers"), folder.join("whole"));
        let parts: Vec<_> = [("0/3", &[0, 3, 6][..]), ("1/3", &[1, 4]), ("2/3", &[2, 5])]
            .map(|(shard, lines)| part(&name, shard, lines))
            .into();
        let resumed = fs::read_to_string(&parts[0]).unwrap().replace("3\n", "# numbers --resume\n3\n");
        fs::write(&parts[0], resumed).unwrap();
        run(&parts, &out).unwrap();
        assert_eq!(fs::read_to_string(&out).unwrap(), "# numbers\n0\n1\n2\n3\n4\n5\n6\n");
        fs::remove_dir_all(folder).unwrap();
    }
}
