//! Self-play games and training of a network.

use crate::common::scratch;
use duiyi_nnue::Parameters;
use duiyi_train::network::{
    Trainer,
    records::{PlayedGame, Reader, head},
};
use duiyi_xiangqi::{Move, Position};
use std::{
    fmt::Write,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

fn lab(command: &str, files: &[&Path], more: &[&str]) -> Output {
    let mut lab = Command::new(env!("CARGO_BIN_EXE_lab"));
    lab.arg(command).args(files).args(more).stdin(Stdio::null()).output().expect("runs")
}

/// The messages of a command that succeeds.
fn succeeds(output: &Output) -> String {
    let news = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{news}");
    news
}

fn fails(output: &Output, reason: &str) {
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && error.contains(reason), "{error}");
}

/// The given options, and the default ones for the rest.
fn with_defaults<'a>(given: &[&'a str], usual: &[[&'a str; 2]]) -> Vec<&'a str> {
    let rest = usual.iter().filter(|[name, _]| !given.contains(name));
    given.iter().copied().chain(rest.copied().flatten()).collect()
}

fn generate(out: &Path, more: &[&str]) -> Output {
    let usual = [["--games", "8"], ["--nodes", "40"], ["--player", "hash=1"], ["--max-plies", "50"]];
    let out = ["--out", out.to_str().expect("UTF-8")];
    lab("generate", &[], &with_defaults(&[more, &out].concat(), &usual))
}

fn games(file: &Path) -> Vec<PlayedGame> {
    let bytes = fs::read(file).expect("readable");
    Reader::new(&bytes[..]).expect("a head").collect::<Result<_, _>>().expect("whole records")
}

#[test]
fn games_are_the_same_for_any_number_of_threads_and_after_a_crash() {
    let folder = scratch("generate");
    let [one, two, cut] = ["one", "two", "cut"].map(|name| folder.join(name));
    let news = succeeds(&generate(&one, &[]));
    assert!(news.contains("0 games, 0 plies with a score; 0 repeated games, 0 repeated openings so far"), "{news}");
    succeeds(&generate(&two, &["--concurrency", "2"]));
    let whole = fs::read(&one).expect("written");
    assert!(whole == fs::read(&two).expect("written"), "independent of the number of threads");
    let played = games(&one);
    assert_eq!(played.len(), 8);
    for game in &played {
        let opening = game.plies.iter().take_while(|(_, score)| score.is_none()).count();
        assert!((6..=10).contains(&opening) && opening < game.plies.len() && game.plies.len() <= 60, "{game:?}");
        assert!(game.plies[opening..].iter().all(|(_, score)| score.is_some()), "{game:?}");
    }
    let scored: usize = played.iter().map(|game| game.plies.iter().filter(|ply| ply.1.is_some()).count()).sum();
    let counts = format!("8 games, {scored} plies with a score; 0 repeated games, 0 repeated openings");
    assert!(news.ends_with(&format!("{counts}\n")), "{news}");

    let plan = |file: &Path| PathBuf::from(format!("{}.plan", file.display()));
    fs::copy(plan(&one), plan(&cut)).expect("copied");
    // Truncated in the last record, in its length, in its header, and at its beginning.
    let last = whole.len() - played[7].to_bytes().len();
    for end in [whole.len() - 3, last + 2, last] {
        fs::write(&cut, &whole[..end]).expect("written");
        let news = succeeds(&generate(&cut, &["--concurrency", "2"]));
        assert!(news.starts_with("7 games, "), "{news}");
        assert!(fs::read(&cut).expect("written") == whole, "cut at {end}");
    }
    // Fewer games, and the same number.
    succeeds(&generate(&cut, &["--games", "3"]));
    assert!(succeeds(&generate(&cut, &[])).starts_with(&format!("{counts} so far")));
    assert!(fs::read(&cut).expect("written") == whole);
    succeeds(&generate(&two, &["--games", "10"]));
    let more = games(&two);
    assert_eq!(more[..8], played, "existing games stay");
    // Other options are refused, and a file whose options are not known.
    fails(&generate(&two, &["--seed", "3", "--games", "11"]), "two.plan belongs to other work: 10 items, ");
    fs::remove_file(plan(&two)).expect("removed");
    fails(&generate(&two, &["--games", "11"]), "the options that made it are not known without ");
    assert_eq!(games(&two), more);
    // Game 6 has the seed 9.
    let later = folder.join("later");
    succeeds(&generate(&later, &["--seed", "3", "--games", "7"]));
    assert_eq!(more[8], games(&later)[6]);
}

#[test]
fn repeated_games_are_counted() {
    let folder = scratch("twice");
    let file = folder.join("games");
    let same = ["--min-turns", "0", "--max-turns", "0", "--max-plies", "6", "--nodes", "5..300"];
    let news = succeeds(&generate(&file, &[&same[..], &["--games", "3"]].concat()));
    assert!(news.ends_with("3 games, 18 plies with a score; 0 repeated games, 2 repeated openings\n"), "{news}");
    // Existing games are counted as well.
    let news = succeeds(&generate(&file, &[&same[..], &["--games", "50"]].concat()));
    assert!(news.ends_with("50 games, 300 plies with a score; 31 repeated games, 49 repeated openings\n"), "{news}");
}

/// A game is resigned when the scores of both sides agree.
#[test]
fn decided_games_are_resigned() {
    let file = scratch("decided").join("games");
    succeeds(&generate(&file, &["--decided", "60", "--decided-moves", "1"]));
    let decided = |pair: &[(u32, Option<i16>)]| match (pair[0].1, pair[1].1) {
        (Some(one), Some(other)) => one.min(other) <= -60 && one.max(other) >= 60,
        _ => false,
    };
    let (mut given_up, mut ended) = (0, 0);
    for game in games(&file) {
        let pairs: Vec<bool> = game.plies.windows(2).map(decided).collect();
        let first = pairs.iter().position(|&decided| decided);
        assert!(first.is_none_or(|first| first + 1 == pairs.len()), "{game:?}");
        given_up += u32::from(first.is_some());
        ended += u32::from(first.is_some() || game.plies.len() >= 50);
    }
    assert!(given_up > 0 && ended == 8, "{given_up}, {ended}");
}

#[test]
fn games_are_only_added_to_files_of_games() {
    let folder = scratch("other-games");
    let file = folder.join("games");
    succeeds(&generate(&file, &["--games", "0"]));
    let refused = |bytes: &[u8], reason: &str| {
        fs::write(&file, bytes).expect("written");
        fails(&generate(&file, &[]), &format!("lab: {}: {reason}", file.display()));
        assert!(fs::read(&file).expect("readable") == bytes, "the file is unchanged");
    };
    refused(b"DUIYINN1 and so on", "not a file of games: it does not begin with DUIYIGR1 and a text");
    refused(&head("connect6 connect6"), "games of connect6 connect6; expected xiangqi asian-120");
    let game = PlayedGame { start: String::new(), result: 1, ruled: false, plies: vec![(7, None)] };
    let mut broken = [head("xiangqi asian-120"), game.to_bytes(), game.to_bytes()].concat();
    let second = broken.len() - game.to_bytes().len();
    broken[second + 9] ^= 1;
    refused(&broken, &format!("the record at byte {second} is corrupt"));
    fails(&generate(&folder, &[]), &folder.display().to_string());
    fails(&generate(&file, &["--min-turns", "8", "--max-turns", "7"]), "--min-turns is more than --max-turns");
    // Two programs must not write the same file.
    let other = folder.join("locked");
    let lock = fs::File::create(&other).expect("made");
    assert!(lock.try_lock().is_ok());
    fails(&generate(&other, &[]), "is being written by another program");
}

/// Games as lines of text.
fn as_text(games: &[PlayedGame]) -> String {
    let mut text = String::new();
    for game in games {
        assert!(game.start.is_empty() && !game.ruled);
        let _ = write!(text, "{}|{}|", Position::start().to_fen(), ["b", "d", "r"][usize::from(game.result)]);
        for &(bits, score) in &game.plies {
            let mv = Move::from_bits(bits as u16).expect("a move");
            let _ = write!(text, "{mv} {} ", score.unwrap_or(9999));
        }
        text.push('\n');
    }
    text
}

fn train(games: &Path, out: &Path, more: &[&str]) -> Output {
    let usual = [["--hidden", "32"], ["--epochs", "3"], ["--batch", "100"], ["--hold-out", "4"]];
    let out = ["--provenance", "eight games", "--out", out.to_str().expect("UTF-8")];
    lab("train", &[games], &with_defaults(&[more, &out].concat(), &usual))
}

#[test]
fn a_network_is_trained_and_an_interrupted_training_resumes() {
    let folder = scratch("train");
    let [records, text, one, two, other] = ["games", "games.txt", "one", "two", "other"].map(|name| folder.join(name));
    succeeds(&generate(&records, &["--nodes", "100"]));
    let news = succeeds(&train(&records, &one, &[]));
    assert!(news.starts_with("8 games, 0 of them broken\n") && news.contains("\nepoch 3: error "), "{news}");
    let of = |name: &Path, end: &str| fs::read(name.with_extension(end)).expect("written");
    let curve = String::from_utf8(of(&one, "csv")).expect("text");
    let errors: Vec<f64> = curve.lines().skip(1).filter_map(|line| line.split(',').nth(1)?.parse().ok()).collect();
    assert!(errors.len() == 3 && errors[2] < errors[0], "{curve}");
    assert!(of(&one, "svg").starts_with(b"<svg"));
    let network = Parameters::from_bytes(&of(&one, "nnue")).expect("a network");
    let provenance =
        "eight games; lab train: epochs 3, batch 100, rate 0.001, decay 0.01, result share 0.3, scale 400, seed 1; ";
    assert!(network.origin().provenance.starts_with(provenance), "{}", network.origin().provenance);

    // Writing the curve of the first epoch fails: the state was saved before.
    let curve = two.with_extension("csv");
    fs::create_dir(&curve).expect("made");
    fails(&train(&records, &two, &[]), "");
    let state = Trainer::from_bytes(&of(&two, "state")).expect("a state");
    assert_eq!(state.history().len(), 1);
    assert!(!two.with_extension("nnue").exists());
    fs::remove_dir(&curve).expect("removed");
    // The settings are those of the state.
    let news = succeeds(&train(&records, &two, &["--resume", "--epochs", "7", "--rate", "0.5", "--hidden", "64"]));
    assert!(!news.contains("epoch 1:") && news.contains("epoch 2:"), "{news}");
    for end in ["nnue", "csv", "svg", "state"] {
        assert!(of(&one, end) == of(&two, end), "{end}");
    }
    // The same games in text.
    fs::write(&text, as_text(&games(&records))).expect("written");
    succeeds(&train(&text, &two, &[]));
    assert!(of(&one, "nnue") == of(&two, "nnue"));
    // Another seed gives another network, and the file records the seed.
    succeeds(&train(&records, &other, &["--seed", "2"]));
    let provenance = Parameters::from_bytes(&of(&other, "nnue")).expect("a network").origin().provenance.clone();
    assert!(of(&one, "nnue") != of(&other, "nnue") && provenance.contains(", seed 2; "), "{provenance}");

    let learnt = format!("builtin=duiyi name=learnt hash=1 eval={}", one.with_extension("nnue").display());
    let args = ["--engine", &learnt, "--engine", "builtin=duiyi hash=1", "--tc", "depth=1", "--max-plies", "12"];
    let played = lab("match", &[], &[&args[..], &["--games", "2"]].concat());
    succeeds(&played);
    assert!(String::from_utf8_lossy(&played.stdout).contains("| learnt |"));
}

#[test]
fn invalid_training_data_is_reported() {
    let folder = scratch("train-errors");
    let [file, out] = ["games", "out"].map(|name| folder.join(name));
    let refused = |bytes: &[u8], reason: &str| {
        fs::write(&file, bytes).expect("written");
        fails(&train(&file, &out, &[]), reason);
    };
    let game = PlayedGame { start: String::new(), result: 1, ruled: false, plies: vec![(7, None)] };
    let mut broken = [head("xiangqi asian-120"), game.to_bytes()].concat();
    refused(&broken[..broken.len() - 1], "is truncated");
    *broken.last_mut().expect("bytes") ^= 1;
    refused(&broken, "is corrupt");
    refused(b"", "0 games, 0 of them broken");
    refused(b"one\ntwo\n", "2 games, 2 of them broken");
    refused(b"one\n", "0 training samples and 0 held-out samples; expected at least 1 of each");
    fails(&train(&file, &out, &["--resume"]), &format!("lab: {}", out.with_extension("state").display()));
    fails(&train(&folder.join("none"), &out, &[]), "none");
    let unread = train(&file, &out, &["--hidden", "4"]);
    fails(&unread, "the number of hidden units is 4; expected a multiple of 32 up to 4096");
    fails(&train(&file, &out, &["--batch", "0"]), "batch is 0; expected a number above 0");
}
