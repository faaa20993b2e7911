//! Whole matches: colours, protocol variants, resumption, early stops, and the overhead of the
//! arena.

use crate::common::{Nim, engine, take, tournament};
use duiyi_arena::{
    Answer, BradleyTerry, Choice, ClockRules, Contestant, EloModel, End, Entrant, Fault, Forfeit, Format, GameRecord,
    GameResult, Journal, JournalError, Lag, MatchRecord, Phase, Score, Side, Sprt, SprtUnit, Standings, TimeControl,
    Tournament, Turn, TurnReport, read_match, summary,
};
use duiyi_clock::MoveContext;
use duiyi_engine::{Decision, Player, Request};
use duiyi_game::{History, legal_moves};
use std::{
    fs,
    io::Write,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
    time::Duration,
};

fn scratch(name: &str) -> PathBuf {
    let stem = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    for extension in ["jsonl", "pgn"] {
        let _ = fs::remove_file(stem.with_extension(extension));
    }
    stem
}

fn run(tournament: &Tournament<Nim>) -> (Vec<GameRecord>, Standings, End) {
    let mut games = Vec::new();
    let stop = AtomicBool::new(false);
    let (standings, end) = tournament
        .run(Vec::new(), None, &mut |progress| games.extend(progress.game.cloned()), &stop)
        .expect("the match is played");
    (games, standings, end)
}

#[test]
fn both_protocols_and_both_rank_numberings_are_supported() {
    let engines = vec![
        engine("uci", &["--one-variant"]),
        engine("ucci", &["--protocol", "ucci"]),
        engine("from one", &["--rank-one"]),
    ];
    let mut tournament = tournament(engines, 3, None);
    tournament.plan.format = Format::RoundRobin;
    let (games, standings, end) = run(&tournament);
    assert_eq!((games.len(), end), (18, End::Completed));
    for game in &games {
        assert_eq!((game.forfeit.as_ref(), game.ending.reason()), (None, "nothing left"), "{game:#?}");
        assert!(game.moves.iter().all(|mv| mv.depth == Some(3) && mv.nodes == Some(1000)));
        // An opening is won with the same colour every time.
        let plies = game.moves.len();
        assert_eq!(game.result.half_points(Side::First), 2 * (plies % 2));
    }
    for ([_, _], results) in standings.pairings() {
        assert_eq!(results.pairs.0, [0, 0, 3, 0, 0]);
        assert_eq!(results.games.mean(), 0.5);
    }
    for rating in standings.ratings(BradleyTerry::default()) {
        assert!(rating.elo.value.abs() < 1e-6);
    }
    let text = summary(&[&tournament.heading("the command")], &standings, BradleyTerry::default());
    for part in ["18 games", "the command", "0 0 3 0 0", "Bradley-Terry", "nothing left 18", "| from one |"] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

/// UCCI engines receive the moves since the last irreversible one, UCI engines the whole game.
#[test]
fn the_protocol_determines_the_sent_position() {
    for (protocol, start) in [("uci", "3/4/5 w moves a1 b2 a1 a1\n"), ("ucci", "1/2/5 b moves a1\n")] {
        let log = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("start-{protocol}.log"));
        let _ = fs::remove_file(&log);
        let mut talker = engine("a", &["--protocol", protocol]);
        talker.program.log = Some(log.clone());
        let mut tournament = tournament(vec![talker, engine("b", &[])], 1, None);
        tournament.start.reversible = 1;
        tournament.openings = duiyi_arena::parse_openings("moves a1 b2\n");
        let (games, ..) = run(&tournament);
        assert!(games.iter().all(|game| game.forfeit.is_none()));
        let said = fs::read_to_string(log).expect("readable");
        assert!(said.contains(&format!(" > position fen {start}")), "{said}");
    }
}

#[test]
fn all_communication_can_be_logged() {
    let log = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("said.log");
    let _ = fs::remove_file(&log);
    let mut talker = engine("a", &[]);
    talker.program.log = Some(log.clone());
    run(&tournament(vec![talker, engine("b", &[])], 1, None));
    let said = fs::read_to_string(log).expect("readable");
    for part in [" > uci\n", " < uciok\n", " > position fen 3/", " > go nodes 1000\n", " < bestmove ", " > quit\n"] {
        assert!(said.contains(part), "{part} in {said}");
    }
}

#[test]
fn engines_ponder() {
    let log = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("pondered.log");
    let _ = fs::remove_file(&log);
    let engines = |kind: &'static str| {
        let mut engines = vec![engine("uci", &[kind]), engine("ucci", &[kind, "--protocol", "ucci"])];
        engines.iter_mut().for_each(|config| config.ponders = true);
        engines[0].program.log = Some(log.clone());
        engines
    };
    // The expected reply is played: every move except the first of each side follows a hit.
    let (games, ..) = run(&tournament(engines("--ponder"), 2, None));
    assert_eq!(games.len(), 4);
    for game in &games {
        assert_eq!(game.forfeit, None);
        let nodes: Vec<_> = game.moves.iter().map(|mv| mv.nodes.unwrap_or(0)).collect();
        assert_eq!(nodes[..2], [1000, 1000]);
        assert!(nodes.len() > 2 && nodes[2..].iter().all(|&nodes| nodes == 2000), "{nodes:?}");
    }
    let said = fs::read_to_string(&log).expect("readable");
    for part in [" < bestmove a1 ponder a1\n", " > go ponder nodes 1000\n", " > ponderhit\n"] {
        assert!(said.contains(part), "{part} in {said}");
    }
    // After another reply, the engine receives `stop` and the same request as without pondering.
    let (games, ..) = run(&tournament(engines("--ponder-wrong"), 2, None));
    assert!(games.iter().all(|game| game.forfeit.is_none()));
    assert!(games.iter().flat_map(|game| &game.moves).all(|mv| mv.nodes == Some(1000)));
    assert!(fs::read_to_string(&log).expect("readable").contains(" > stop\n"));
    // Without the setting an engine does not ponder, even if it reports an expected reply.
    let _ = fs::remove_file(&log);
    let mut quiet = engines("--ponder");
    quiet.iter_mut().for_each(|config| config.ponders = false);
    run(&tournament(quiet, 1, None));
    assert!(!fs::read_to_string(&log).expect("readable").contains("go ponder"));
}

/// A contestant in the same process that takes whole heaps.
struct Greedy;

impl Contestant<Nim> for Greedy {
    fn new_game(&mut self, _start: &Nim) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_, Nim>) -> Result<Answer<u16>, Fault> {
        let mut heaps = turn.game.now().heaps.iter().enumerate();
        let (heap, &objects) = heaps.find(|(_, objects)| **objects > 0).expect("not over");
        Ok(Answer { turn: Choice::Moves(vec![take(heap, objects)]), report: TurnReport::default() })
    }
}

#[test]
fn players_in_the_same_process_can_play_engines() {
    let mut tournament = tournament(vec![engine("uci", &[])], 2, None);
    tournament.entrants.push(Entrant::new("greedy", "takes whole heaps", || Ok(Box::new(Greedy))));
    let (games, standings, _) = run(&tournament);
    assert_eq!(games.len(), 4);
    assert!(games.iter().all(|game| game.forfeit.is_none()));
    assert_eq!(standings.usage(1).mean_depth(), None);
    // The player in this process has no memory value of its own.
    assert_eq!(standings.usage(1).peak_kib(), None);
    #[cfg(target_os = "linux")]
    for game in &games {
        let [process, greedy] = if game.players[0] == "uci" { [0, 1] } else { [1, 0] };
        assert!(game.peak_kib[process].is_some_and(|kib| (100..1 << 20).contains(&kib)), "{:?}", game.peak_kib);
        assert_eq!(game.peak_kib[greedy], None);
    }
}

#[test]
fn a_test_stops_the_match_as_soon_as_it_is_decided() {
    let broken = engine("broken", &["--fault", "illegal", "--at", "1"]);
    let mut tournament = tournament(vec![engine("sound", &[]), broken], 500, None);
    let test = Sprt::new(0.0, 100.0, 0.05, 0.05, EloModel::Normalized).expect("valid");
    for unit in [SprtUnit::Pairs, SprtUnit::Games] {
        tournament.sprt = Some((test, unit));
        let (games, standings, end) = run(&tournament);
        assert_eq!(end, End::Decided);
        assert!(games.len() < 200, "{} games", games.len());
        assert!(standings.first_pairing().sprt(&test, unit).llr >= test.bounds().1);
    }
}

/// Plays with the journal until `most` games are written, then stops.
fn play_part(tournament: &Tournament<Nim>, stem: &std::path::Path, resume: bool, most: u64) -> End {
    let (mut journal, already) =
        Journal::open(stem, tournament.heading("c"), tournament.rule_book(), resume).expect("the files open");
    let stop = AtomicBool::new(false);
    let mut left = most;
    let mut observe = |progress: &duiyi_arena::Progress<'_>| {
        left = left.saturating_sub(u64::from(progress.game.is_some()));
        stop.store(left == 0, Ordering::Relaxed);
    };
    tournament.run(already, Some(&mut journal), &mut observe, &stop).expect("the match is played").1
}

#[test]
fn files_of_other_programs_are_refused_and_kept() {
    let tournament = tournament(vec![engine("a", &[]), engine("b", &[])], 1, None);
    let letter = "[Event \"A letter\"]\n\nDear reader";
    for (end, resume) in [("pgn", false), ("pgn", true), ("jsonl", false), ("jsonl", true)] {
        let stem = scratch("foreign");
        let path = stem.with_extension(end);
        fs::write(&path, letter).expect("written");
        let refused = Journal::open(&stem, tournament.heading("c"), tournament.rule_book(), resume);
        let refused = refused.expect_err("another program's file").to_string();
        assert!(refused.contains(&*path.to_string_lossy()) && refused.contains("exists"), "{refused}");
        assert_eq!(fs::read_to_string(&path).expect("readable"), letter);
    }
    let stem = scratch("foreign");
    fs::write(stem.with_extension("pgn"), letter).expect("written");
    let record = MatchRecord { heading: tournament.heading("c"), games: Vec::new() };
    duiyi_arena::write_match(&stem, &record, &tournament.rule_book()).expect_err("another program's file");
    assert_eq!(fs::read_to_string(stem.with_extension("pgn")).expect("readable"), letter);
}

#[test]
fn a_resumed_match_neither_repeats_nor_loses_games() {
    let stem = scratch("resumed");
    let engines = || vec![engine("a", &[]), engine("b", &[]), engine("c", &[])];
    let tournament = tournament(engines(), 10, None);
    assert_eq!(play_part(&tournament, &stem, false, 7), End::Stopped);
    let json = stem.with_extension("jsonl");
    let before = read_match(&json).expect("readable").games.len();
    assert!((7..40).contains(&before));

    // Killed in the middle of a write: half a line of JSON, and an incomplete PGN.
    let mut file = fs::OpenOptions::new().append(true).open(&json).expect("opens");
    file.write_all(br#"{"number":39,"pair":19,"pla"#).expect("written");
    fs::write(stem.with_extension("pgn"), "[Event \"").expect("written");

    let refused = Journal::open(&stem, tournament.heading("c"), tournament.rule_book(), false);
    assert!(matches!(refused, Err(JournalError::Exists(_))));
    let mut other = crate::common::tournament(engines(), 10, None);
    other.plan.seed += 1;
    let refused = Journal::open(&stem, other.heading("c"), other.rule_book(), true);
    assert!(matches!(refused, Err(JournalError::OtherMatch { field: "format or seed", .. })), "{refused:?}");

    assert_eq!(play_part(&tournament, &stem, true, u64::MAX), End::Completed);
    let record = read_match(&json).expect("readable");
    let mut numbers: Vec<u64> = record.games.iter().map(|game| game.number).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (0..40).collect::<Vec<_>>());

    // The same games as in an uninterrupted match.
    let (mut undisturbed, _, _) = run(&tournament);
    undisturbed.sort_by_key(|game| game.number);
    let mut resumed = record.games;
    resumed.sort_by_key(|game| game.number);
    for (one, other) in undisturbed.iter().zip(&resumed) {
        let moves = |game: &GameRecord| game.played().map(|mv| mv.mv.clone()).collect::<Vec<_>>();
        assert_eq!((&one.opening, &one.players, moves(one)), (&other.opening, &other.players, moves(other)));
    }
    let pgn = fs::read_to_string(stem.with_extension("pgn")).expect("readable");
    assert_eq!(pgn.matches("[Event ").count(), 40);
    // Extended: the same games, and more.
    let mut longer = crate::common::tournament(engines(), 12, None);
    longer.concurrency = 1;
    assert_eq!(play_part(&longer, &stem, true, u64::MAX), End::Completed);
    assert_eq!(read_match(&stem).expect("readable").games.len(), 48);
}

#[test]
fn a_resumed_match_checks_its_games_by_their_turns() {
    let crash = || engine("b", &["--fault", "crash", "--at", "2"]);
    for second in [engine("b", &[]), crash()] {
        let tournament = tournament(vec![engine("a", &[]), second], 2, None);
        let (games, _, _) = run(&tournament);
        let resumed = |game: &GameRecord| {
            let already = vec![game.clone()];
            let ended = tournament.run(already, None, &mut |_| {}, &AtomicBool::new(true));
            ended.map_err(|error| error.to_string())
        };
        for game in &games {
            assert!(resumed(game).is_ok(), "{game:?}");
            let mut changed: Vec<GameRecord> = vec![game.clone(); 9];
            let is_draw = game.result == GameResult::Draw;
            changed[0].result = if is_draw { GameResult::FirstWins } else { GameResult::Draw };
            changed[1].result = GameResult::won_by(game.result.winner().map(|winner| !winner));
            changed[2].moves.pop();
            let again = changed[3].moves.last().expect("a turn").clone();
            changed[3].moves.push(again);
            changed[4].moves[0].mv = "z99".to_owned();
            changed[5].players.reverse();
            changed[6].pair += 1;
            changed[7].starts = !game.starts;
            changed[8].forfeit = match &game.forfeit {
                Some(_) => None,
                None => Some(Forfeit { player: "a".to_owned(), fault: Fault::Crash("killed".to_owned()) }),
            };
            for (number, changed) in changed.iter().enumerate() {
                let refused = resumed(changed).expect_err(&format!("change {number} of {game:?}"));
                assert!(refused.starts_with(&format!("game {} of the record: ", game.number)), "{refused}");
            }
        }
    }
}

#[test]
fn a_truncated_record_keeps_every_complete_line() {
    let stem = scratch("cut");
    let tournament = tournament(vec![engine("a", &[]), engine("b", &["--fault", "late", "--at", "2"])], 2, None);
    play_part(&tournament, &stem, false, u64::MAX);
    let json = stem.with_extension("jsonl");
    let whole = fs::read(&json).expect("readable");
    let end_of_heading = whole.iter().position(|&byte| byte == b'\n').expect("a line");
    let cuts = (0..whole.len()).step_by(97).chain([end_of_heading, end_of_heading + 1, whole.len() - 1, whole.len()]);
    for cut in cuts {
        fs::write(&json, &whole[..cut]).expect("written");
        let (journal, games) =
            Journal::open(&stem, tournament.heading("c"), tournament.rule_book(), true).expect("the files open");
        drop(journal);
        let lines = whole[..cut].iter().filter(|&&byte| byte == b'\n').count();
        assert_eq!(games.len(), lines.saturating_sub(1), "cut at {cut}");
        assert_eq!(read_match(&json).expect("readable").games, games);
        let pgn = fs::read_to_string(stem.with_extension("pgn")).expect("readable");
        assert_eq!(pgn.matches("[Event ").count(), games.len());
    }
}

#[test]
fn damaged_records_are_rejected_with_the_line() {
    let stem = scratch("damaged");
    let tournament = tournament(vec![engine("a", &[]), engine("b", &[])], 2, None);
    play_part(&tournament, &stem, false, u64::MAX);
    let json = stem.with_extension("jsonl");
    let good = fs::read_to_string(&json).expect("readable");
    let lines: Vec<&str> = good.lines().collect();
    let damaged = |text: String| {
        fs::write(&json, text).expect("written");
        read_match(&json).expect_err("refused").to_string()
    };
    let error = damaged(format!("{}\n{}\nrubbish\n{}\n", lines[0], lines[1], lines[2]));
    assert!(error.contains("line 3: not a game"), "{error}");
    let error = damaged(format!("{}\n{}\n{}\n", lines[0], lines[1], lines[1]));
    assert!(error.contains("line 3") && error.contains("is repeated"), "{error}");
    let error = damaged("{}\n".into());
    assert!(error.contains("line 1: not a heading"), "{error}");
    assert!(damaged(String::new()).contains("no heading"));
}

/// Times and reported numbers as well: the turns of a game do not contradict them.
#[test]
fn a_record_with_a_changed_bit_is_refused_or_has_the_same_games() {
    let stem = scratch("flipped");
    let tournament = tournament(vec![engine("a", &[]), engine("b", &[])], 1, None);
    play_part(&tournament, &stem, false, u64::MAX);
    let json = stem.with_extension("jsonl");
    let whole = fs::read(&json).expect("readable");
    let games = read_match(&json).expect("readable").games;
    let (mut changes, mut refused, mut cut) = (0, 0, 0);
    // Nine bytes on, another bit.
    for at in (0..whole.len()).step_by(9).chain([whole.len() - 1]) {
        changes += 1;
        let mut changed = whole.clone();
        changed[at] ^= 1 << (at % 8);
        fs::write(&json, changed).expect("written");
        match Journal::open(&stem, tournament.heading("c"), tournament.rule_book(), true) {
            Err(_) => refused += 1,
            Ok((_, read)) => {
                assert_eq!(read, games[..read.len()], "byte {at}");
                cut += usize::from(read.len() < games.len());
            }
        }
    }
    // Without the end of the last line, its game is played again.
    assert!(cut >= 1 && refused > changes * 9 / 10, "{cut} {refused} of {changes}");
    // A game without its checksum.
    let lines: Vec<&[u8]> = whole.split_inclusive(|&byte| byte == b'\n').collect();
    let bare = format!("{}\n", serde_json::to_string(&games[0]).expect("writes"));
    fs::write(&json, [lines[0], bare.as_bytes()].concat()).expect("written");
    let error = read_match(&json).expect_err("refused").to_string();
    assert!(error.ends_with("line 2: a game without a checksum"), "{error}");
}

#[test]
fn a_record_has_one_writer_at_a_time() {
    let stem = scratch("locked");
    let tournament = tournament(vec![engine("a", &[]), engine("b", &[])], 1, None);
    let open = || Journal::open(&stem, tournament.heading("c"), tournament.rule_book(), true);
    let first = open().expect("no other writer");
    let refused = open().expect_err("in use").to_string();
    assert!(refused.ends_with("locked.jsonl is being written by another program"), "{refused}");
    drop(first);
    open().expect("no other writer");
}

#[test]
fn games_beyond_the_plan_are_rejected_with_their_line() {
    let stem = scratch("beyond");
    let contest = |rounds| tournament(vec![engine("a", &[]), engine("b", &[])], rounds, None);
    play_part(&contest(2), &stem, false, u64::MAX);
    let shorter = contest(1);
    let refused =
        Journal::open(&stem, shorter.heading("c"), shorter.rule_book(), true).expect_err("four games, not two");
    let JournalError::Line { line, reason, .. } = refused else { panic!("{refused}") };
    assert!((2..=5).contains(&line), "{line}");
    assert!(reason.ends_with("is beyond the plan of 2 games"), "{reason}");
    assert_eq!(read_match(&stem).expect("readable").games.len(), 4, "the record is unchanged");
    // Games are numbered from 0: the first one that is refused has the number of games as its number.
    let mut numbers: Vec<u64> = read_match(&stem).expect("readable").games.iter().map(|game| game.number).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, [0, 1, 2, 3]);
    let path = stem.with_extension("jsonl");
    let text = std::fs::read_to_string(&path).expect("readable");
    let only = |number: u64| {
        let wanted =
            |line: &&str| line.starts_with("{\"duiyi_arena\"") || line.contains(&format!("\"number\":{number},"));
        let lines: String = text.lines().filter(wanted).map(|line| format!("{line}\n")).collect();
        assert_eq!(lines.lines().count(), 2);
        std::fs::write(&path, lines).expect("writable");
        Journal::open(&stem, shorter.heading("c"), shorter.rule_book(), true).map(|(_, games)| games.len())
    };
    assert_eq!(only(1).expect("the last game of the plan"), 1);
    let refused = only(2).expect_err("the first game beyond the plan").to_string();
    assert!(refused.contains("game 2 is beyond the plan of 2 games"), "{refused}");
}

/// Written by a version with separate types for time controls and scores.
#[test]
fn records_of_earlier_versions_round_trip() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/record-version-1.jsonl");
    let record = read_match(&path).expect("readable");
    let text = fs::read_to_string(path).expect("readable");
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some(serde_json::to_string(&record.heading).expect("writes").as_str()));
    for game in &record.games {
        assert_eq!(lines.next(), Some(serde_json::to_string(game).expect("writes").as_str()));
    }
    assert_eq!(lines.next(), None);
    assert_eq!(record.heading.time.control, "40/60.5+1".parse().expect("valid"));
    assert_eq!(record.games[0].controls[1], TimeControl::MoveTime(Duration::from_millis(200)));
    assert_eq!(record.games[0].moves[0].score, Some(Score::mated_in(8)));
    assert_eq!(record.games[1].moves[0].score, Some(Score::mate_in(5)));
    assert_eq!(record.games[1].moves[1].score, Some(Score::new(7)));
}

#[test]
fn games_are_played_under_every_time_control() {
    for control in
        ["20+1", "2/10:5", "10;d1", "10;b1", "5+2x3s", "3x5s", "0;d5", "*20", "movetime=5", "nodes=9", "depth=3"]
    {
        let mut tournament = tournament(vec![engine("uci", &[]), engine("ucci", &["--protocol", "ucci"])], 1, None);
        tournament.control = control.parse().expect(control);
        let (games, _, end) = run(&tournament);
        assert_eq!((games.len(), end), (2, End::Completed), "{control}");
        for game in games {
            assert_eq!(game.forfeit, None, "{control}");
            assert_eq!(game.controls[0].to_string(), control);
        }
    }
    let mut endless = tournament(vec![engine("a", &[]), engine("b", &[])], 1, None);
    endless.control = TimeControl::Infinite;
    let error = endless.check().expect_err("refused").to_string();
    assert!(error.starts_with("a: the time control '-' has no limit"), "{error}");
}

#[test]
fn dots_in_the_name_of_a_record_are_kept() {
    let names = ["dotted-1+0.01", "dotted-1+0.02"].map(scratch);
    let tournament = tournament(vec![engine("a", &[]), engine("b", &[])], 1, None);
    for (name, end) in names.iter().zip(["0.01.jsonl", "0.02.jsonl"]) {
        let folder = name.parent().expect("a folder");
        for extension in ["jsonl", "pgn"] {
            let _ = fs::remove_file(folder.join(format!("dotted-1+{}", end.replace("jsonl", extension))));
        }
        assert_eq!(play_part(&tournament, name, false, 9), End::Completed);
        let written = folder.join(format!("dotted-1+{end}"));
        assert_eq!(read_match(&written).expect("readable").games.len(), 2);
        assert_eq!(read_match(name).expect("readable").games.len(), 2);
        assert_eq!(read_match(&written.with_extension("pgn")).expect("readable").games.len(), 2);
    }
}

#[test]
fn openings_may_contain_moves() {
    let stem = scratch("opening-moves");
    let log = stem.with_extension("log");
    let _ = fs::remove_file(&log);
    let mut talker = engine("a", &[]);
    talker.program.log = Some(log.clone());
    let mut tournament = tournament(vec![talker, engine("b", &[])], 1, None);
    tournament.openings = duiyi_arena::parse_openings("moves a1 b2; id \"two moves\"\n");
    play_part(&tournament, &stem, false, u64::MAX);
    for game in read_match(&stem).expect("readable").games {
        // Twelve objects: the opening takes three, each move takes one.
        assert_eq!((game.starts, game.moves.len()), (Side::First, 9));
    }
    let said = fs::read_to_string(log).expect("readable");
    assert!(said.contains(" > position fen 3/4/5 w moves a1 b2\n"), "{said}");
    let pgn = fs::read_to_string(stem.with_extension("pgn")).expect("readable");
    for part in ["[FEN \"3/4/5 w\"]", "[PlyCount \"11\"]", "\n1. a1 b2 2. a1 {+0.07/3"] {
        assert!(pgn.contains(part), "{part} in {pgn}");
    }
    tournament.openings = duiyi_arena::parse_openings("3/4/5 w moves a1 a9; id \"bad\"\n");
    let error = tournament.check().expect_err("refused").to_string();
    assert!(error.starts_with("opening 'bad': move 2, 'a9': "), "{error}");
}

#[test]
fn the_record_is_written_as_pgn() {
    let stem = scratch("pgn");
    let tournament = tournament(vec![engine("a \"quoted\"", &[]), engine("b", &[])], 1, None);
    play_part(&tournament, &stem, false, u64::MAX);
    let pgn = fs::read_to_string(stem.with_extension("pgn")).expect("readable");
    for part in ["[White \"a \\\"quoted\\\"\"]", "[Round \"1.1\"]", "[Round \"1.2\"]", "{+0.07/3 ", "{nothing left}"] {
        assert!(pgn.contains(part), "{part} in {pgn}");
    }
    assert!(pgn.lines().all(|line| line.chars().count() <= 80));
}

/// The overhead of the arena: two lines per move, and the preparation of a game.
#[test]
fn only_necessary_commands_are_sent() {
    let log = scratch("costs").with_extension("log");
    let _ = fs::remove_file(&log);
    let mut talker = engine("a", &[]);
    talker.program.log = Some(log.clone());
    let mut tournament = tournament(vec![talker, engine("b", &[])], 1, None);
    tournament.concurrency = 1;
    let (games, standings, _) = run(&tournament);
    let said = fs::read_to_string(log).expect("readable");
    let count = |way: &str, word: &str| {
        let begins = |line: &&str| line.split_once(way).is_some_and(|(_, said)| said.split(' ').next() == Some(word));
        said.lines().filter(begins).count()
    };
    let moves = standings.usage(0).moves() as usize;
    assert_eq!(moves, games.iter().map(|game| game.moves.len()).sum::<usize>() / 2);
    for (way, word) in [(" > ", "position"), (" > ", "go"), (" < ", "info"), (" < ", "bestmove")] {
        assert_eq!(count(way, word), moves, "{word} in {said}");
    }
    // Two processes, one of them for the check before the match; three prepared games.
    for (way, word, times) in
        [(" > ", "uci", 2), (" > ", "ucinewgame", 3), (" > ", "isready", 5), (" < ", "readyok", 5)]
    {
        assert_eq!(count(way, word), times, "{word} in {said}");
    }
    assert_eq!(count(" > ", "stop"), 0);
}

/// The phase by the number of moves of the game.
fn phase_by_moves(game: &History<Nim>) -> MoveContext {
    let phase = match game.moves().len() {
        0..2 => Phase::Opening,
        2 => Phase::Middlegame,
        _ => Phase::Endgame,
    };
    MoveContext { phase, ..MoveContext::default() }
}

/// T-4: the record has the phase of every move, and the report the moves and the time of each phase.
#[test]
fn the_report_has_moves_and_time_by_phase() {
    let mut tournament = tournament(vec![engine("one", &[]), engine("other", &[])], 2, None);
    tournament.clock = ClockRules::new(Duration::from_secs(1)).context(phase_by_moves).by_nodes("20000".parse().ok());
    tournament.control = "60+1".parse().expect("valid");
    let (games, standings, _) = run(&tournament);
    for game in &games {
        let phases: Vec<_> = game.moves.iter().filter_map(|mv| mv.phase).take(4).collect();
        assert_eq!(phases, [Phase::Opening, Phase::Opening, Phase::Middlegame, Phase::Endgame]);
        // The test engine reports 1000 nodes a move.
        assert!(game.moves.iter().all(|mv| mv.us == 50_000), "{game:?}");
    }
    let used = standings.usage(0).phase(Phase::Opening);
    assert_eq!((used.moves, used.used), (4, Duration::from_millis(200)));
    let text = summary(&[&tournament.heading("c")], &standings, BradleyTerry::default());
    for part in ["20000 nodes count as a second", "| one | 4, 0.2 s, 50.0 ms |"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // Without a clock there are no phases.
    tournament.control = "nodes=1000".parse().expect("valid");
    let (games, standings, _) = run(&tournament);
    assert!(games.iter().flat_map(|game| &game.moves).all(|mv| mv.phase.is_none()));
    assert!(!summary(&[], &standings, BradleyTerry::default()).contains("opening"));
}

/// Lag is charged to the clocks beside the time that the players measure, a different one for each move, and is part of
/// what makes a match this match.
#[test]
fn lag_is_charged_to_the_clocks() {
    let mut tournament = tournament(vec![engine("one", &[]), engine("other", &[])], 1, None);
    let lag = Lag { name: "by the seed", sample: |seed| Duration::from_millis(1 + seed % 65_536 + 100 * (seed >> 16)) };
    tournament.clock = ClockRules::new(Duration::from_secs(1)).by_nodes("20000".parse().ok());
    tournament.control = "60+1".parse().expect("valid");
    let without = tournament.heading("c");
    tournament.clock = tournament.clock.late(Some(lag));
    let (games, standings, _) = run(&tournament);
    assert_eq!(games.len(), 2);
    for game in &games {
        for (turn, mv) in game.moves.iter().enumerate() {
            assert_eq!(mv.us, 50_000 + 1_000 * (1 + turn as u64 + 100 * game.number), "{game:?}");
        }
    }
    assert_eq!(tournament.heading("c").difference(&without), Some("lag"));
    assert!(summary(&[&tournament.heading("c")], &standings, BradleyTerry::default()).contains("by the seed lag"));
    // The games can be replayed.
    tournament.run(games, None, &mut |_| {}, &AtomicBool::new(false)).expect("the same games");
}

/// Plays one game, and fails when another one begins.
struct Failing(Arc<AtomicU32>);

impl Contestant<Nim> for Failing {
    fn new_game(&mut self, _start: &Nim) -> Result<(), Fault> {
        if self.0.fetch_add(1, Ordering::Relaxed) == 0 { Ok(()) } else { Err(Fault::Crash("at the start".to_owned())) }
    }

    fn choose(&mut self, turn: &Turn<'_, Nim>) -> Result<Answer<u16>, Fault> {
        Greedy.choose(turn)
    }
}

/// A player may forfeit before the first turn, whichever side it has, and such a game is replayed.
#[test]
fn games_forfeited_at_the_start_can_be_resumed() {
    let mut tournament = tournament(Vec::new(), 3, None);
    let begun = Arc::new(AtomicU32::new(0));
    let games = Arc::clone(&begun);
    let failing = Entrant::new("failing", "fails at the start", move || Ok(Box::new(Failing(Arc::clone(&games)))));
    tournament.entrants = vec![Entrant::local("sound", || Ok(Careless(1))), failing];
    let (games, _, end) = run(&tournament);
    assert_eq!((games.len(), end), (6, End::Completed));
    let forfeited: Vec<&GameRecord> = games.iter().filter(|game| game.moves.is_empty()).collect();
    assert!(forfeited.len() >= 4, "{games:#?}");
    for side in 0..2 {
        assert!(forfeited.iter().any(|game| game.players[side] == "failing"));
    }
    for game in forfeited {
        assert_eq!(game.forfeit.as_ref().map(|forfeit| forfeit.player.as_str()), Some("failing"));
    }
    // The entrants are tried again.
    begun.store(0, Ordering::Relaxed);
    tournament.run(games, None, &mut |_| {}, &AtomicBool::new(false)).expect("the games of this match");
}

/// Takes one object, and reports a number of nodes whatever its clock.
struct Careless(u64);

impl Player<Nim> for Careless {
    fn decide(&mut self, request: &mut Request<'_, Nim>) -> Option<Decision<u16>> {
        let mv = legal_moves(request.game.now()).first().copied()?;
        Some(Decision { nodes: self.0, ..Decision::new(vec![mv]) })
    }
}

#[test]
fn a_player_that_exceeds_the_node_clock_forfeits() {
    let mut tournament = tournament(Vec::new(), 1, None);
    tournament.entrants =
        vec![Entrant::local("slow", || Ok(Careless(1_000))), Entrant::local("quick", || Ok(Careless(1)))];
    tournament.clock = ClockRules::new(Duration::from_millis(200)).by_nodes("1000".parse().ok());
    tournament.control = "0.9+0.5".parse().expect("valid");
    let (games, ..) = run(&tournament);
    for game in games {
        // 0.9 s; a tolerated second leaves 0.5 s, so the next move is half a second late.
        let forfeit = game.forfeit.expect("a forfeit");
        assert_eq!((forfeit.player.as_str(), forfeit.fault), ("slow", Fault::Time(Duration::from_millis(500))));
    }
}
