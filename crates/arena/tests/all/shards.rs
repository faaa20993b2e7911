//! A match in shards, and their merge.

use crate::common::{Nim, engine, tournament};
use duiyi_arena::{
    End, Format, GameRecord, Journal, JournalError, MatchRecord, MergeError, Progress, RuleBook, Shard, Tournament,
    Unplayed, merge_records, read_match, write_match,
};
use std::{fs, path::PathBuf, sync::atomic::AtomicBool};

/// Three entrants, eight rounds of three pairs.
fn whole() -> Tournament<Nim> {
    let mut whole = tournament(vec![engine("a", &[]), engine("b", &[]), engine("c", &[])], 8, None);
    whole.plan.format = Format::RoundRobin;
    whole.concurrency = 1;
    whole
}

/// A shard of [`whole`].
fn part(index: u64, of: u64) -> Tournament<Nim> {
    Tournament { shard: Shard::new(index, of).expect("a shard"), ..whole() }
}

/// The record of a tournament.
fn played(tournament: &Tournament<Nim>) -> MatchRecord {
    let (mut games, stop) = (Vec::new(), AtomicBool::new(false));
    let mut planned = 0;
    let mut observe = |progress: &Progress<'_>| {
        planned = progress.planned;
        games.extend(progress.game.cloned());
    };
    let (_, end) = tournament.run(Vec::new(), None, &mut observe, &stop).expect("played");
    assert_eq!((end, planned), (End::Completed, games.len() as u64));
    MatchRecord { heading: tournament.heading("the command"), games }
}

/// Games without values that differ between runs.
fn timeless(games: &[GameRecord]) -> Vec<GameRecord> {
    let mut games = games.to_vec();
    for game in &mut games {
        (game.date, game.peak_kib) = (String::new(), [None; 2]);
        game.moves.iter_mut().for_each(|mv| (mv.us, mv.over_us, mv.cpu_us) = (0, 0, None));
    }
    games
}

type Records = Vec<(PathBuf, MatchRecord)>;

fn shards() -> Records {
    (0..5).map(|index| (PathBuf::from(format!("shard-{index}")), played(&part(index, 5)))).collect()
}

#[test]
fn merged_shards_equal_the_match_in_one_process() {
    let mut records = shards();
    let numbers: Vec<u64> = records[3].1.games.iter().map(|game| game.number).collect();
    assert_eq!(numbers, [6, 7, 16, 17, 26, 27, 36, 37, 46, 47], "every fifth pair");
    let one = played(&whole());
    let merged = merge_records(&records, Unplayed::Refuse).expect("complete");
    assert_eq!(merged.heading, one.heading);
    assert_eq!(timeless(&merged.games), timeless(&one.games));
    records.rotate_left(2);
    assert_eq!(merge_records(&records, Unplayed::Refuse).expect("in any order"), merged);
    let again = [(PathBuf::from("merged"), merged.clone())];
    assert_eq!(merge_records(&again, Unplayed::Refuse).expect("a single complete record"), merged);
}

#[test]
fn repeated_missing_and_foreign_games_are_rejected() {
    let records = shards();
    let refused = |change: &dyn Fn(&mut Records)| {
        let mut records = records.clone();
        change(&mut records);
        merge_records(&records, Unplayed::Refuse).expect_err("refused").to_string()
    };
    assert_eq!(refused(&|all| all.clear()), "there are no records to merge");
    assert_eq!(
        refused(&|all| {
            all.remove(3);
            all[1].1.games.truncate(4);
        }),
        "16 of 48 games are missing: 6 of shard 1/5 from game 22 on, all of shard 3/5"
    );
    let twice = |all: &mut Records| {
        let mut again = all[2].clone();
        again.0 = "again".into();
        all.push(again);
    };
    assert_eq!(refused(&twice), "shard-2 and again are both shard 2/5");
    assert_eq!(
        refused(&|all| {
            let double = all[4].1.games[0].clone();
            all[4].1.games.push(double);
        }),
        "shard-4: game 8 is repeated"
    );
    let moved = |all: &mut Records| {
        let game = all[0].1.games.remove(0);
        all[1].1.games.push(game);
    };
    assert_eq!(refused(&moved), "shard-1: game 0 is not of shard 1/5");
    assert_eq!(
        refused(&|all| (all[0].1.games[0].number, all[0].1.games[0].pair) = (50, 25)),
        "shard-0: game 50 is beyond the plan of 48 games"
    );
    assert_eq!(refused(&|all| all[0].1.games[0].pair = 5), "shard-0: game 0 is recorded in pair 5; expected 0");
    assert_eq!(refused(&|all| all[0].1.games[1].players.reverse()), "shard-0: game 1 is between a and b, not b and a");
    let other = "shard-1 does not belong to the match of shard-0: its ";
    assert_eq!(refused(&|all| all[1].1.heading.plan.seed = 6), format!("{other}format or seed differ(s)"));
    assert_eq!(refused(&|all| all[1].1.heading.plan.rounds = 9), format!("{other}number of games differ(s)"));
    assert_eq!(
        refused(&|all| all[1].1.heading.shard = Shard::new(1, 6).expect("a shard")),
        "shard-1 has shard 1/6, but shard-0 is one of 5"
    );
}

/// A sequential test leaves games unplayed; the others are still checked.
#[test]
fn a_decided_test_may_leave_gaps() {
    let mut records = shards();
    records.pop();
    let missing = merge_records(&records, Unplayed::Refuse).expect_err("a gap");
    assert!(matches!(missing, MergeError::Missing { missing: 8, planned: 48, .. }), "{missing:?}");
    assert_eq!(merge_records(&records, Unplayed::Accept).expect("gaps").games.len(), 40);
    records[0].1.games[0].number = 2;
    assert!(matches!(merge_records(&records, Unplayed::Accept), Err(MergeError::Foreign { number: 2, .. })));
}

#[test]
fn a_merged_record_may_be_rewritten_but_replaces_no_other() {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let stem = dir.join("merged-shards");
    let files = ["jsonl", "pgn"].map(|end| stem.with_extension(end));
    files.iter().for_each(|file| drop(fs::remove_file(file)));
    let merged = merge_records(&shards(), Unplayed::Refuse).expect("complete");
    // A partial record from before the last shards were finished.
    let part = MatchRecord { games: merged.games[..9].to_vec(), ..merged.clone() };
    for record in [&part, &merged, &merged] {
        write_match(&stem, record, &RuleBook::new(&Nim::new())).expect("written");
        assert_eq!(read_match(&stem).expect("read"), *record);
    }
    let pgn = fs::read_to_string(&files[1]).expect("readable");
    assert_eq!(pgn.matches("[Event ").count(), 48);
    let written = fs::read_to_string(&files[0]).expect("readable");
    assert!(
        matches!(write_match(&stem, &part, &RuleBook::new(&Nim::new())), Err(JournalError::Exists(_))),
        "a record with other games is kept"
    );
    let mut other = merged.clone();
    other.heading.plan.seed += 1;
    assert!(matches!(write_match(&stem, &other, &RuleBook::new(&Nim::new())), Err(JournalError::OtherMatch { .. })));
    // A single process continues the merged match.
    let longer = |rounds| {
        let mut longer = whole();
        longer.plan.rounds = rounds;
        longer.heading("the command")
    };
    let (journal, games) = Journal::open(&stem, longer(9), RuleBook::new(&Nim::new()), true).expect("the same match");
    assert_eq!(games.len(), 48);
    assert!(matches!(write_match(&stem, &merged, &RuleBook::new(&Nim::new())), Err(JournalError::InUse(_))));
    drop(journal);
    assert_eq!(fs::read_to_string(&files[0]).expect("readable"), written);
}

#[test]
fn the_record_of_a_shard_is_resumed_only_by_that_shard() {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let stem = dir.join("shard-resumed");
    for extension in ["jsonl", "pgn", "lock"] {
        let _ = fs::remove_file(stem.with_extension(extension));
    }
    let (own, other) = (part(2, 5), part(3, 5));
    let (mut journal, _) =
        Journal::open(&stem, own.heading("the command"), RuleBook::new(&Nim::new()), false).expect("written");
    let stop = AtomicBool::new(false);
    own.run(Vec::new(), Some(&mut journal), &mut |_| {}, &stop).expect("played");
    drop(journal);
    let field = |tournament: &Tournament<Nim>| match Journal::open(
        &stem,
        tournament.heading(""),
        RuleBook::new(&Nim::new()),
        true,
    ) {
        Err(JournalError::OtherMatch { field, .. }) => field,
        other => panic!("{other:?}"),
    };
    assert_eq!((field(&other), field(&whole())), ("shard", "shard"));
    let (_, games) = Journal::open(&stem, own.heading(""), RuleBook::new(&Nim::new()), true).expect("its own");
    assert_eq!(games.len(), 10);
    let text = fs::read_to_string(stem.with_extension("jsonl")).expect("readable");
    assert!(text.lines().next().expect("a heading").contains("\"shard\":\"2/5\","), "{text}");
    // A record of an earlier version, without checksums.
    let unsealed = text.lines().map(|line| line.split(",\"checksum\"").next().unwrap_or_default().to_owned() + "}\n");
    let foreign = unsealed.collect::<String>().replacen("\"number\":4,\"pair\":2", "\"number\":6,\"pair\":3", 1);
    fs::write(stem.with_extension("jsonl"), foreign).expect("written");
    let error = Journal::open(&stem, own.heading(""), RuleBook::new(&Nim::new()), true).expect_err("a foreign game");
    assert!(error.to_string().ends_with("game 6 is not of shard 2/5"), "{error}");
}
