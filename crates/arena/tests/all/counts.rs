//! Counting does not depend on the order of games and files, or on how a record is divided.

use crate::common::{engine, tournament};
use duiyi_arena::{
    BradleyTerry, EloModel, End, GameRecord, Heading, MatchRecord, Sprt, SprtDecision, SprtUnit, Standings, by_match,
    summary,
};
use proptest::prelude::*;
use serde_json::json;
use std::sync::atomic::AtomicBool;

fn heading(seed: u64) -> Heading {
    let mut tournament = tournament(vec![engine("a", &[]), engine("b", &[])], 40, None);
    tournament.plan.seed = seed;
    tournament.heading("the command")
}

/// A game of a match between a and b with the half points of a.
fn game(number: u64, half_points: u64, us: u64) -> GameRecord {
    let is_swapped = number % 2 == 1;
    let result = ["0-1", "1/2-1/2", "1-0"][if is_swapped { 2 - half_points } else { half_points } as usize];
    serde_json::from_value(json!({
        "number": number, "pair": number / 2, "players": if is_swapped { ["b", "a"] } else { ["a", "b"] },
        "controls": ["nodes=1", "nodes=1"], "opening": {"id": "", "position": ""}, "starts": "first",
        "result": result, "reason": "nothing left", "date": "2026.11.20", "moves": [{"mv": "1", "us": us}],
    }))
    .unwrap()
}

/// Everything that is shown, without the commands of the headings.
fn shown(records: &[MatchRecord]) -> String {
    let standings = Standings::of_matches(&by_match(records.to_vec()));
    summary(&[&heading(1)], &standings, BradleyTerry { replicas: 50, ..BradleyTerry::default() })
}

/// A summary has the conditions of its match.
#[test]
fn the_conditions_of_a_match_are_shown() {
    let mut heading = heading(9);
    heading.time.margin_us = 2_500;
    let text = summary(&[&heading], &Standings::new(["a", "b"]), BradleyTerry::default());
    for part in ["the command", "2.5 ms tolerated per move", ", seed 9."] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

/// Each player's results are from its own view, whichever side it had and whichever player is listed first.
#[test]
fn results_are_counted_for_each_player_and_for_the_side_that_is_first() {
    let games = [
        (["a", "b"], "1-0", "first", 3),
        (["b", "a"], "1/2-1/2", "first", 4),
        (["b", "a"], "1-0", "second", 5),
        (["c", "a"], "0-1", "first", 6),
        (["c", "b"], "0-1", "first", 0),
    ];
    let mut standings = Standings::new(["a", "b", "c"]);
    for (number, (players, result, starts, plies)) in games.into_iter().enumerate() {
        let moves = vec![json!({"mv": "1", "us": 1}); plies];
        let forfeit = (plies == 0).then(|| json!({"player": "c", "fault": {"crash": "killed"}}));
        let mut game = json!({
            "number": number, "pair": number, "players": players, "controls": ["nodes=1", "nodes=1"],
            "opening": {"id": "", "position": ""}, "starts": starts, "result": result, "reason": "nothing left",
            "date": "2026.11.20", "moves": moves,
        });
        if let Some(forfeit) = forfeit {
            game["forfeit"] = forfeit;
        }
        standings.add(&serde_json::from_value(game).unwrap());
    }
    let counted = |games: duiyi_arena::Trinomial| [games.wins(), games.draws(), games.losses()];
    assert_eq!([0, 1, 2].map(|player| counted(standings.total(player))), [[2, 1, 1], [2, 1, 1], [0, 0, 2]]);
    let between = |one, other| counted(standings.between(one, other));
    assert_eq!([between(0, 1), between(1, 0)], [[1, 1, 1]; 2]);
    assert_eq!(
        [between(0, 2), between(2, 0), between(1, 2), between(2, 1)],
        [[1, 0, 0], [0, 0, 1], [1, 0, 0], [0, 0, 1]]
    );
    // The first side need not make the first move.
    assert_eq!((counted(standings.first_side()), standings.games()), ([2, 1, 2], 5));
    assert!((standings.mean_plies() - 18.0 / 5.0).abs() < 1e-12);
    // Turns of a: 2 + 2 + 3 + 3.
    assert_eq!([0, 1, 2].map(|player| standings.usage(player).moves()), [10, 5, 3]);
    let forfeits = [0, 1, 2].map(|player| standings.usage(player).forfeits().values().sum::<u64>());
    assert_eq!((forfeits, standings.reasons().len()), ([0, 0, 1], 2));
}

#[test]
fn a_match_is_complete_with_its_last_game() {
    let tournament = tournament(vec![engine("a", &[]), engine("b", &[])], 2, None);
    let mut games = Vec::new();
    let mut observe = |progress: &duiyi_arena::Progress<'_>| games.extend(progress.game.cloned());
    let (_, end) = tournament.run(Vec::new(), None, &mut observe, &AtomicBool::new(false)).unwrap();
    assert_eq!((games.len(), end), (4, End::Completed));
    // Stopped before the first of the others.
    for (already, expected) in [(0, End::Stopped), (3, End::Stopped), (4, End::Completed)] {
        let resumed = tournament.run(games[..already].to_vec(), None, &mut |_| (), &AtomicBool::new(true)).unwrap();
        assert_eq!((resumed.0.games(), resumed.1), (already as u64, expected));
    }
}

#[test]
fn a_record_that_is_given_twice_counts_once() {
    let games: Vec<GameRecord> = (0..16).map(|number| game(number, number % 3, number)).collect();
    let record = MatchRecord { heading: heading(1), games };
    let once = shown(std::slice::from_ref(&record));
    let part = MatchRecord { games: record.games[..7].to_vec(), ..record.clone() };
    assert_eq!(shown(&[record.clone(), record.clone()]), once);
    assert_eq!(shown(&[part.clone(), record.clone(), part]), once);
    // The match played again, and one with another seed.
    let again = (0..16).map(|number| game(number, number % 3, 1000 + number)).collect();
    let again = MatchRecord { heading: heading(1), games: again };
    let other = MatchRecord { heading: heading(2), ..record.clone() };
    for second in [again, other] {
        let standings = Standings::of_matches(&by_match(vec![record.clone(), second]));
        assert_eq!((standings.games(), standings.first_pairing().pairs.units()), (32, 16));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn counts_do_not_depend_on_order_or_files(
        games in prop::collection::vec((0u64..3, 0usize..4, any::<u64>()), 1..40),
        order in any::<prop::sample::Index>(),
    ) {
        let of = |file: Option<usize>| -> Vec<(u64, GameRecord)> {
            let numbered = (0..).zip(&games).filter(|(_, game)| file.is_none_or(|file| game.1 == file));
            numbered.map(|(number, &(half_points, _, key))| (key, game(number, half_points, key % 1000))).collect()
        };
        let record = |mut games: Vec<(u64, GameRecord)>| {
            games.sort_by_key(|game| game.0);
            MatchRecord { heading: heading(1), games: games.into_iter().map(|game| game.1).collect() }
        };
        let whole = MatchRecord { heading: heading(1), games: of(None).into_iter().map(|game| game.1).collect() };
        let once = shown(std::slice::from_ref(&whole));
        let mut files: Vec<MatchRecord> = (0..4).map(|file| record(of(Some(file)))).collect();
        files.rotate_left(order.index(4));
        prop_assert_eq!(shown(&files), once.clone());
        files.push(record(of(None)));
        files.swap(0, 4);
        prop_assert_eq!(shown(&files), once);
        let mut added = Standings::new(["a", "b"]);
        record(of(None)).games.iter().for_each(|game| added.add(game));
        let how = BradleyTerry { replicas: 50, ..BradleyTerry::default() };
        let of_whole = Standings::of_matches(&[whole]);
        prop_assert_eq!(format!("{:?}", added.ratings(how)), format!("{:?}", of_whole.ratings(how)));
        prop_assert_eq!(added.first_pairing().pairs, of_whole.first_pairing().pairs);
    }
}

/// Games of `a` that win until the test is decided, then the ones in progress, which lose.
fn pulled_back(test: &Sprt, unit: SprtUnit) -> Vec<GameRecord> {
    let mut standings = Standings::new(["a", "b"]);
    let mut games = Vec::new();
    let state = |standings: &Standings| standings.first_pairing().sprt(test, unit).decision;
    let mut add = |standings: &mut Standings, half_points| {
        let next = game(games.len() as u64, half_points, 1);
        standings.add(&next);
        games.push(next);
    };
    while state(&standings) == SprtDecision::Open {
        add(&mut standings, 2);
    }
    while state(&standings) != SprtDecision::Open {
        add(&mut standings, 0);
        add(&mut standings, 0);
    }
    games
}

/// Games that a match of this plan can have, with the results of these: the loser crashes.
fn played(games: &[GameRecord]) -> Vec<GameRecord> {
    let crash = |name| engine(name, &["--fault", "crash", "--at", "1"]);
    let play = |engines| {
        let mut found = Vec::new();
        let mut tournament = tournament(engines, games.len().div_ceil(2) as u64, None);
        tournament.concurrency = 1;
        let stop = AtomicBool::new(false);
        tournament.run(Vec::new(), None, &mut |progress| found.extend(progress.game.cloned()), &stop).unwrap();
        found
    };
    let (won, lost) = (play(vec![engine("a", &[]), crash("b")]), play(vec![crash("a"), engine("b", &[])]));
    let of = |game: &GameRecord| {
        let a_won = game.result.winner().is_some_and(|side| game.players[side.index()] == "a");
        let from = if a_won { &won } else { &lost };
        from.iter().find(|played| played.number == game.number).cloned().unwrap()
    };
    games.iter().map(of).collect()
}

#[test]
fn a_decision_stands_when_games_in_progress_pull_it_back() {
    let test = Sprt::new(0.0, 100.0, 0.05, 0.05, EloModel::Normalized).unwrap();
    for unit in [SprtUnit::Pairs, SprtUnit::Games] {
        let games = played(&pulled_back(&test, unit));
        let mut standings = Standings::new(["a", "b"]);
        standings.begin_test(test, unit);
        games.iter().for_each(|game| standings.add(game));
        let state = standings.test().unwrap();
        assert_eq!(state.decision, SprtDecision::AcceptsElo1);
        assert!(state.llr < state.upper);
        // A resumed match does not continue.
        let mut tournament = tournament(vec![engine("a", &[]), engine("b", &[])], 400, None);
        tournament.sprt = Some((test, unit));
        let stop = AtomicBool::new(false);
        let (standings, end) = tournament.run(games.clone(), None, &mut |_| (), &stop).unwrap();
        assert_eq!((end, standings.games()), (End::Decided, games.len() as u64));
        // Nor does the record show an open test, also with a copy of its beginning.
        let record = MatchRecord { heading: tournament.heading("c"), games };
        let part = MatchRecord { games: record.games[..5].to_vec(), ..record.clone() };
        for records in [vec![record.clone()], vec![part, record]] {
            let records = by_match(records);
            let shown = summary(&[&records[0].heading], &Standings::of_matches(&records), BradleyTerry::default());
            assert!(shown.contains("accepts elo1"), "{shown}");
        }
    }
}
