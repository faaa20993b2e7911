//! Results of the statistics and of match records, stored in `golden/figures.txt`: any change shows
//! up there. After an intended change, write the file again and review the difference:
//! `UPDATE_EXPECT=1 cargo test -p duiyi-arena`.

use crate::common::Nim;
use duiyi_arena::{
    Adjudication, BradleyTerry, EloModel, Ending, EntrantHeading, Estimate, Fault, Forfeit, Format, GameRecord,
    GameResult, Heading, MoveRecord, Opening, OutcomeKind, Outcomes, Pentanomial, Plan, RuleBook, Score, Shard, Side,
    Sprt, SprtUnit, Standings, TimeControl, TimeHeading, Trinomial, elo_of_score, score_of_elo, show_elo, show_pairing,
    show_sprt, summary,
};
use expect_test::expect_file;
use std::{fmt::Write, time::Duration};

fn digits(value: f64) -> String {
    format!("{value:.5e}")
}

fn write_estimate(text: &mut String, estimate: Estimate) {
    write!(
        text,
        " {} ({} {}) {}",
        digits(estimate.value),
        digits(estimate.low),
        digits(estimate.high),
        show_elo(estimate)
    )
    .unwrap();
}

fn write_outcomes<const N: usize>(text: &mut String, outcomes: &Outcomes<N>) {
    write!(text, "{:?} {} {}:", outcomes.0, outcomes.units(), outcomes.games()).unwrap();
    for value in [outcomes.mean(), outcomes.variance(), outcomes.game_deviation(), outcomes.superiority()] {
        write!(text, " {}", digits(value)).unwrap();
    }
    for estimate in [outcomes.score(), outcomes.elo(), outcomes.normalized_elo()] {
        write_estimate(text, estimate);
    }
    assert_eq!(outcomes.swapped().swapped(), *outcomes);
    writeln!(text, " {:?}", outcomes.swapped().0).unwrap();
}

fn tests() -> Vec<Sprt> {
    let new = |elo0, elo1, alpha, beta, model| Sprt::new(elo0, elo1, alpha, beta, model).unwrap();
    vec![
        new(0.0, 5.0, 0.05, 0.05, EloModel::Logistic),
        new(-3.0, 1.0, 0.05, 0.1, EloModel::Normalized),
        new(0.5, 2.5, 0.01, 0.2, EloModel::Normalized),
        new(-20.0, 40.0, 0.1, 0.05, EloModel::Logistic),
    ]
}

fn write_tests<const N: usize>(text: &mut String, outcomes: &Outcomes<N>) {
    for test in tests() {
        let state = test.state(outcomes);
        write!(text, "  {} {} {} {:?};", digits(state.llr), digits(state.lower), digits(state.upper), state.decision)
            .unwrap();
        writeln!(text, " {}", show_sprt(&test, &state)).unwrap();
    }
}

fn figures(text: &mut String) {
    for elo in [-800.0, -30.0, 0.0, 1.0, 250.0] {
        writeln!(text, "{elo}: {} {}", digits(score_of_elo(elo)), digits(elo_of_score(score_of_elo(elo)))).unwrap();
    }
    let games =
        [(0, 0, 0), (1, 0, 0), (0, 5, 0), (10, 20, 10), (60, 30, 10), (3, 900, 1), (0, 0, 40), (5_000, 7_000, 4_900)];
    for (wins, draws, losses) in games {
        let outcomes = Trinomial::of(wins, draws, losses);
        assert_eq!((outcomes.wins(), outcomes.draws(), outcomes.losses()), (wins, draws, losses));
        write_outcomes(text, &outcomes);
        write_tests(text, &outcomes);
    }
    for pairs in
        [[0; 5], [0, 0, 9, 0, 0], [1, 2, 30, 4, 3], [100, 300, 900, 380, 120], [0, 0, 0, 0, 7], [9, 0, 0, 0, 9]]
    {
        let outcomes: Pentanomial = Outcomes(pairs);
        write_outcomes(text, &outcomes);
        write_tests(text, &outcomes);
    }
    for test in tests() {
        write!(text, "{:?} {:?}:", test.hypotheses(), test.bounds()).unwrap();
        for elo in [-30.0, -3.0, 0.0, 1.0, 2.5, 10.0, 50.0] {
            write!(text, " {}", digits(test.expected_games(elo, 0.4))).unwrap();
        }
        text.push('\n');
    }
}

fn heading() -> Heading {
    let entrant = |name: &str| EntrantHeading { name: name.into(), description: format!("{name} 1.0"), control: None };
    Heading {
        duiyi_arena: 1,
        command: "match".into(),
        game: "nim".into(),
        rules: "nim".into(),
        plan: Plan { format: Format::RoundRobin, rounds: 2, seed: 5 },
        entrants: ["one", "two", "three"].map(entrant).into(),
        time: TimeHeading { control: "8+0.08".parse().unwrap(), margin_us: 1_000, node_clock: None, lag: None },
        adjudication: Adjudication::default(),
        openings: 3,
        openings_digest: "0".into(),
        sprt: Some((tests()[0], SprtUnit::Pairs)),
        shard: Shard::WHOLE,
    }
}

/// Games with every kind of ending.
fn games() -> Vec<GameRecord> {
    let move_of = |n: u64, mv: &str| MoveRecord {
        mv: mv.into(),
        us: 1_000 * n,
        over_us: if n % 3 == 2 { 70 * n } else { 0 },
        late: false,
        score: (n % 4 != 1).then(|| Score::new(10 * n as i32 - 25)),
        depth: (n % 5 != 3).then_some(n as u32 + 4),
        nodes: n.is_multiple_of(2).then_some(90 * n),
        cpu_us: n.is_multiple_of(3).then_some(800 * n),
        phase: None,
    };
    let names = ["one", "two", "three"];
    let mut games = Vec::new();
    for number in 0..12_u64 {
        let (a, b) = [(0, 1), (0, 2), (1, 2)][(number / 4) as usize];
        let players =
            if number.is_multiple_of(2) { [a, b] } else { [b, a] }.map(|player: usize| names[player].to_owned());
        let result = [GameResult::FirstWins, GameResult::Draw, GameResult::SecondWins][(number * 7 % 5 % 3) as usize];
        let forfeit = match number {
            3 => Some(Forfeit { player: players[0].clone(), fault: Fault::Time(Duration::from_millis(5)) }),
            7 => Some(Forfeit { player: players[1].clone(), fault: Fault::Crash("gone".into()) }),
            _ => None,
        };
        let (kind, reason) = match number {
            5 => (OutcomeKind::Adjudication, "adjudication: length"),
            _ => (OutcomeKind::Position, "took the last \"stone\""),
        };
        let mut moves: Vec<_> =
            (1..=5 + number).map(|n| move_of(n, if n.is_multiple_of(2) { "2" } else { "1" })).collect();
        if number == 3 {
            moves.last_mut().unwrap().late = true;
        }
        games.push(GameRecord {
            number,
            pair: number / 2,
            players,
            controls: ["8+0.08", "4"].map(|control| control.parse::<TimeControl>().unwrap()),
            opening: Opening { id: format!("line {number}"), position: "30 moves 1 2".into() },
            starts: Side::First,
            result,
            ending: Ending::new(kind, reason),
            forfeit,
            date: "2026.01.02".into(),
            moves,
            peak_kib: if number < 4 { [None; 2] } else { [Some(2048 * number), None] },
        });
    }
    games
}

fn records(text: &mut String) {
    let (heading, games) = (heading(), games());
    let mut standings = Standings::new(["one"]);
    standings.next_match(&heading);
    for game in &games {
        standings.add(game);
        let read: GameRecord = serde_json::from_str(&serde_json::to_string(game).unwrap()).unwrap();
        assert_eq!(read, *game);
    }
    for number in [0, 3, 5, 7] {
        text.push_str(&games[number].to_pgn(&heading, &RuleBook::new(&Nim::new())));
    }
    writeln!(text, "{} {:?} {:?}", standings.games(), standings.first_side(), standings.reasons()).unwrap();
    writeln!(text, "{:?} {}", standings.players(), digits(standings.mean_plies())).unwrap();
    for (players, results) in standings.pairings() {
        writeln!(text, "{players:?} {}", show_pairing(results)).unwrap();
        for unit in [SprtUnit::Pairs, SprtUnit::Games] {
            writeln!(text, "{}", digits(results.sprt(&tests()[3], unit).llr)).unwrap();
        }
    }
    for player in 0..3 {
        let usage = standings.usage(player);
        write!(
            text,
            "{} {:?} {:?} {:?}",
            usage.moves(),
            usage.mean_time(),
            usage.mean_cpu(),
            usage.mean_depth().map(digits)
        )
        .unwrap();
        write!(text, " {:?} {} {:?}", usage.nodes_per_second().map(digits), usage.oversteps(), usage.worst_overstep())
            .unwrap();
        let won = usage.in_games_won();
        let means = (won.mean_nodes().map(digits), won.mean_depth().map(digits));
        write!(text, " {} {:?} {means:?} {:?}", won.moves(), won.mean_time(), usage.peak_kib()).unwrap();
        for share in [0.0, 0.1, 0.5, 0.67, 0.9, 1.0] {
            write!(text, " {:?} {:?}", usage.time_percentile(share), usage.overstep_percentile(share)).unwrap();
        }
        writeln!(text, " {:?} {:?}", usage.forfeits(), standings.total(player)).unwrap();
    }
    let nothing = Standings::new(["x"]);
    let none = nothing.usage(0);
    assert_eq!((none.mean_time(), none.time_percentile(0.5), none.overstep_percentile(0.5)), (None, None, None));
    text.push_str(&summary(&[&heading], &standings, BradleyTerry { replicas: 50, ..BradleyTerry::default() }));
}

#[test]
fn figures_match_the_golden_file() {
    let mut text = String::new();
    figures(&mut text);
    records(&mut text);
    expect_file![concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/figures.txt")].assert_eq(&text);
}

#[test]
fn headings_differ_by_the_fields_that_affect_games() {
    let same = heading();
    type Change = fn(&mut Heading);
    let differences: [(Option<&str>, Change); 13] = [
        (Some("version of the format"), |heading| heading.duiyi_arena = 2),
        (Some("game"), |heading| heading.game.clear()),
        (Some("rule set"), |heading| heading.rules.clear()),
        (Some("format or seed"), |heading| heading.plan.seed = 6),
        (Some("format or seed"), |heading| heading.plan.format = Format::Gauntlet),
        (None, |heading| heading.plan.rounds = 9),
        (Some("entrants"), |heading| heading.entrants.truncate(2)),
        (Some("time control"), |heading| heading.time.control = TimeControl::Infinite),
        (Some("time margin"), |heading| heading.time.margin_us = 0),
        (Some("node clock"), |heading| heading.time.node_clock = "20000".parse().ok()),
        (Some("adjudication"), |heading| heading.adjudication.max_plies = Some(1)),
        (Some("openings"), |heading| heading.openings_digest.clear()),
        (Some("sequential test"), |heading| heading.sprt = None),
    ];
    for (expected, change) in differences {
        let mut other = same.clone();
        change(&mut other);
        assert_eq!(same.difference(&other), expected);
    }
    let mut other = same.clone();
    other.openings = 4;
    assert_eq!(same.difference(&other), Some("openings"));
}

#[test]
fn a_game_counts_only_for_its_players() {
    let games = games();
    assert_eq!(
        (games[0].half_points("one"), games[0].half_points("two"), games[0].half_points("x")),
        (Some(2), Some(0), None)
    );
    assert_eq!(games[3].played().count(), games[3].moves.len() - 1);
    for (result, points) in
        [(GameResult::FirstWins, [2, 0]), (GameResult::SecondWins, [0, 2]), (GameResult::Draw, [1, 1])]
    {
        assert_eq!(Side::BOTH.map(|side| result.half_points(side)), points);
    }
    let results = [Some(Side::First), Some(Side::Second), None].map(|winner| GameResult::won_by(winner).to_string());
    assert_eq!(results, ["1-0", "0-1", "1/2-1/2"]);
}
