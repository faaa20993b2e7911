//! Options of the training and of its games: schedules, bounded memory, repeated positions, new scores.

use crate::common::{Folder, refusal, succeeds};
use duiyi_nnue::Parameters;
use duiyi_train::network::records::{PlayedGame, Reader, head};
use std::fs;

/// The given options, and the usual ones for the rest.
fn with_usual<'a>(usual: &[[&'a str; 2]], given: &[&'a str]) -> Vec<&'a str> {
    let rest = usual.iter().filter(|[name, _]| !given.contains(name));
    given.iter().copied().chain(rest.copied().flatten()).collect()
}

/// Writes games of `lab generate`.
fn generate(out: &str, more: &[&str]) {
    let usual = [["--player", "hash=1"], ["--max-plies", "50"], ["--games", "8"], ["--out", out]];
    succeeds(&[&["generate"], &with_usual(&usual, more)[..]].concat());
}

/// The arguments of a training.
fn training<'a>(games: &[&'a str], out: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let usual = [["--hidden", "32"], ["--batch", "50"], ["--hold-out", "4"], ["--out", out]];
    [&["train"], games, &with_usual(&usual, more)].concat()
}

/// The messages of a training.
fn train(games: &[&str], out: &str, more: &[&str]) -> String {
    succeeds(&training(games, out, more)).1
}

fn games(file: &str) -> Vec<PlayedGame> {
    let bytes = fs::read(file).expect("readable");
    Reader::new(&bytes[..]).expect("a header").collect::<Result<_, _>>().expect("complete records")
}

fn provenance(out: &str) -> String {
    let bytes = fs::read(format!("{out}.nnue")).expect("written");
    Parameters::from_bytes(&bytes).expect("a network").origin().provenance.clone()
}

/// The number of positions to train on and to hold out.
fn counts(news: &str) -> (usize, usize) {
    let line = news.lines().find(|line| line.contains(" positions to train on, ")).expect("a line");
    let numbers: Vec<usize> = line.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    (numbers[0], numbers[1])
}

#[test]
fn a_range_of_nodes_gives_every_game_its_own_limit() {
    let folder = Folder::new("nodes");
    let [range, low] = ["range", "low"].map(|name| folder.file(name));
    generate(&range, &["--nodes", "40..400", "--games", "4"]);
    generate(&low, &["--nodes", "40", "--games", "4"]);
    assert_ne!(games(&range), games(&low));
    let single = folder.file("single");
    generate(&single, &["--nodes", "40..40", "--games", "4"]);
    assert_eq!(games(&single), games(&low));
    let error = refusal(&["generate", "--nodes", "60..40", "--out", &single]);
    assert!(error.contains("--nodes 60..40; expected the smaller number first"), "{error}");
}

#[test]
fn relabelled_games_have_the_same_moves_and_new_scores() {
    let folder = Folder::new("relabel");
    let [old, one, two, same] = ["old", "one", "two", "same"].map(|name| folder.file(name));
    generate(&old, &["--nodes", "40"]);
    let relabel = |out: &str, more: &[&str]| {
        succeeds(&[&["relabel", &old, "--out", out, "--player", "hash=1"][..], more].concat()).1
    };
    relabel(&one, &["--nodes", "300"]);
    let (before, after) = (games(&old), games(&one));
    assert_eq!(before.len(), after.len());
    let mut changed = 0;
    for (before, after) in before.iter().zip(&after) {
        assert_eq!(before.with_scores(&[]), after.with_scores(&[]), "moves, start and result stay");
        for (before, after) in before.plies.iter().zip(&after.plies) {
            assert_eq!(before.1.is_some(), after.1.is_some(), "random moves have no score");
            changed += u32::from(before.1 != after.1);
        }
    }
    assert!(changed > 100, "{changed}");
    // Resumed after a crash, by two threads.
    let whole = fs::read(&one).expect("written");
    fs::write(&two, &whole[..whole.len() * 2 / 3]).expect("written");
    fs::copy(format!("{one}.plan"), format!("{two}.plan")).expect("copied");
    let news = relabel(&two, &["--nodes", "300", "--concurrency", "2"]);
    assert!(!news.starts_with("0 games") && fs::read(&two).expect("written") == whole, "{news}");
    // Parts.
    for part in ["0/2", "1/2"] {
        relabel(&same, &["--nodes", "300", "--shard", part]);
    }
    let parts = ["0", "1"].map(|part| format!("{same}.{part}-of-2"));
    succeeds(&["merge", "--out", &same, &parts[0], &parts[1]]);
    assert!(fs::read(&same).expect("written") == whole);
    // Other games, and the input itself.
    let other = folder.file("other");
    generate(&other, &["--nodes", "40", "--seed", "50", "--games", "2"]);
    let error = refusal(&["relabel", &old, "--out", &other]);
    assert!(error.contains("other.plan belongs to other work: 2 items, Generate"), "{error}");
    fs::copy(format!("{one}.plan"), format!("{other}.plan")).expect("copied");
    let error = refusal(&["relabel", &old, "--out", &other, "--player", "hash=1", "--nodes", "300"]);
    assert!(error.contains("game 1 is not the one in "), "{error}");
    let error = refusal(&["relabel", &old, "--out", &old]);
    assert!(error.contains("this is the input; expected another file"), "{error}");
}

#[test]
fn schedules_and_patience_change_the_network_and_its_provenance() {
    let folder = Folder::new("schedules");
    let [file, out, other] = ["games", "out", "other"].map(|name| folder.file(name));
    generate(&file, &["--nodes", "40"]);
    let network = |name: &str| fs::read(format!("{name}.nnue")).expect("written");
    train(&[&file], &out, &["--epochs", "2"]);
    let plain = network(&out);
    train(&[&file], &out, &["--epochs", "2", "--result-share", "0.3..0.3", "--warm-up", "0"]);
    assert!(network(&out) == plain, "the defaults");
    for (option, value, text) in
        [("--result-share", "0.2..0.4", "result share 0.2..0.4"), ("--warm-up", "0.5", "rate 0.001, warm-up 0.5")]
    {
        train(&[&file], &other, &["--epochs", "2", option, value]);
        assert!(network(&other) != plain && provenance(&other).contains(text), "{}", provenance(&other));
    }
    // A rate at which the held-out error soon rises.
    let patient = ["--epochs", "60", "--rate", "0.05", "--patience", "2"];
    let news = train(&[&file], &out, &patient);
    let epochs = news.lines().filter(|line| line.starts_with("epoch ")).count();
    let best = format!("the network of epoch {} has the lowest held-out error\n", epochs - 2);
    assert!((3..60).contains(&epochs) && news.ends_with(&best), "{news}");
    let fewer = (epochs - 2).to_string();
    assert!(provenance(&out).contains(&format!(", network of epoch {fewer}; error held out ")), "{}", provenance(&out));
    // The error in the file is the lowest one, and that of its network.
    let shown = succeeds(&["train", &file, "--hold-out", "4", "--error-of", &format!("{out}.nnue")]).0;
    let number = |text: &str, after: &str| -> f64 {
        let rest = text.split(after).nth(1).expect("a number");
        rest.split(' ').find(|word| !word.is_empty()).and_then(|word| word.trim().parse().ok()).expect("a number")
    };
    let (stored, computed) = (number(&provenance(&out), "error held out "), number(&shown, " on training, "));
    assert!((stored / computed - 1.0).abs() < 0.02, "{stored} {computed}");
}

#[test]
fn positions_that_are_not_quiet_or_repeated_are_an_option() {
    let folder = Folder::new("positions");
    let [one, same, out] = ["one", "same", "out"].map(|name| folder.file(name));
    generate(&one, &["--nodes", "40"]);
    fs::copy(&one, &same).expect("copied");
    let (quiet, _) = counts(&train(&[&one], &out, &["--epochs", "1"]));
    let (all, _) = counts(&train(&[&one], &out, &["--epochs", "1", "--positions", "all"]));
    assert!(all > quiet, "{all} {quiet}");
    let twice = [one.as_str(), &same];
    let (doubled, held_out) = counts(&train(&twice, &out, &["--epochs", "1"]));
    assert!(doubled == 2 * quiet && held_out > 0);
    assert!(refusal(&training(&[&one, &one], &out, &[])).contains("expected each once"));
    let news = train(&twice, &out, &["--epochs", "1", "--unique", "1"]);
    let (unique, _) = counts(&news);
    assert!(unique <= quiet && unique > quiet / 2 && news.contains(" repeated positions are left out\n"), "{news}");
}

/// Small games many times, so that the buffer is filled more than once.
#[test]
fn training_in_bounded_memory_uses_the_same_positions_and_resumes() {
    let folder = Folder::new("memory");
    let [few, many, out, parts] = ["few", "many", "out", "parts"].map(|name| folder.file(name));
    generate(&few, &["--nodes", "40"]);
    let records: Vec<u8> = games(&few).iter().flat_map(PlayedGame::to_bytes).collect();
    let record_bytes = [head("xiangqi asian-120"), records.repeat(40)].concat();
    fs::write(&many, record_bytes).expect("written");
    let bounded = ["--memory", "1", "--epochs", "2", "--unique", "1", "--hold-out", "40"];
    let news = train(&[&few, &many], &out, &bounded);
    let whole = train(&[&few, &many], &parts, &["--epochs", "2", "--unique", "1", "--hold-out", "40"]);
    assert_eq!(counts(&news), counts(&whole));
    let more = ["--memory", "1", "--epochs", "2", "--hold-out", "40"];
    let news = train(&[&few, &many], &out, &more);
    assert_eq!(counts(&news), counts(&train(&[&few, &many], &parts, &more[2..])));
    // Every epoch passes each sample once; the same seed gives the same network after an interruption.
    let network = fs::read(format!("{out}.nnue")).expect("written");
    fs::remove_file(format!("{parts}.csv")).expect("removed");
    fs::create_dir(format!("{parts}.csv")).expect("made");
    refusal(&training(&[&few, &many], &parts, &more));
    fs::remove_dir(format!("{parts}.csv")).expect("removed");
    let news = train(&[&few, &many], &parts, &["--memory", "1", "--hold-out", "40", "--resume"]);
    assert!(!news.contains("epoch 1:") && news.contains("epoch 2:"), "{news}");
    assert!(fs::read(format!("{parts}.nnue")).expect("written") == network);
    let error = refusal(&["train", "-", "--memory", "1", "--out", &out]);
    assert!(error.contains("the standard input can be read only once"), "{error}");
    let error = refusal(&["train", &many, "--memory", "1", "--hidden", "32", "--out", &out]);
    assert!(error.contains("--memory 1 is too small for these positions; expected at least "), "{error}");
}
