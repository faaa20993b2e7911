//! Games: taking moves back, repetitions, and rulings in random and real play.
#![allow(clippy::print_stdout)]

use duiyi_game::{Game, History, MAX_PLY, Notation, Outcome, OutcomeKind, Reach, Score, Side, Verdict};
use duiyi_xiangqi::{
    BLACK, GameRules, Move, PieceKind, Position, RED, Setup, Xiangqi,
    rulings::{Rule, RuleSet, Ruling, judge},
};
use proptest::prelude::*;
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader},
    path::Path,
    process::{Command, Stdio},
};

/// Positions in which chases and checks are frequent: few pieces, or many that attack.
const STARTS: [&str; 6] = [
    duiyi_xiangqi::fen::START,
    "4k4/9/9/2r6/9/4C4/9/9/4A4/3K1R3 w - - 0 1",
    "3ak1b2/4a4/4b4/r3C2R1/p8/9/P8/4p4/4p4/5K3 w - - 0 1",
    "1r2kab1r/2c1a4/n1c1b1n2/4p2N1/p1p6/1C4P2/P1P1P4/2N1B3C/4A4/1RBAK2R1 w - - 0 1",
    "4k4/9/r1r6/9/PPPP5/9/9/9/1C7/5K3 w - - 0 1",
    "5k3/9/9/9/9/1C7/1r7/9/1C5R1/4K4 w - - 0 1",
];

/// A game of random moves in which a side often moves a piece back,
/// so that positions recur. It continues after a result.
fn wander(start: Xiangqi, seed: u64, plies: usize, mut visit: impl FnMut(&History<Xiangqi>)) -> History<Xiangqi> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut game = History::new(start);
    for _ in 0..plies {
        let legal = game.now().position().legal_moves();
        if legal.is_empty() {
            break;
        }
        let back = game.moves().iter().rev().nth(1).map(|mv| mv.reversed());
        let mv = match back.filter(|&mv| rng.next_u64() % 4 != 0 && game.now().is_legal(mv)) {
            Some(mv) => mv,
            None => legal[(rng.next_u64() % legal.len() as u64) as usize],
        };
        game.play(mv).unwrap();
        visit(&game);
    }
    game
}

fn start(index: usize) -> Xiangqi {
    Xiangqi::new(STARTS[index].parse().unwrap())
}

/// The board and the side to move, without the clocks.
fn placement(position: &Position) -> String {
    position.to_fen().split(' ').take(2).collect::<Vec<_>>().join(" ")
}

fn positions(game: &History<Xiangqi>) -> Vec<Position> {
    game.positions().map(|game| *game.position()).collect()
}

/// The verdict of a search on a cycle closed by the last move: its length and the ruling.
fn searched(game: &Xiangqi, rules: RuleSet) -> Option<(usize, Ruling)> {
    let rules = GameRules { move_limit: None, insufficient_material: false, ..rules.into() };
    match game.clone().with_rules(rules).verdict(MAX_PLY) {
        Verdict::Exact(score, Reach::Plies(length)) if score == Score::ZERO => Some((length, Ruling::Draw)),
        Verdict::Exact(score, Reach::Plies(length)) => {
            let us = game.position().side_to_move();
            Some((length, Ruling::Loses(if score > Score::ZERO { !us } else { us })))
        }
        _ => None,
    }
}

/// Plies without a capture, counted along the positions of a game.
fn naive_clock(positions: &[Position], counted_checks: Option<u16>) -> u32 {
    let now = positions[positions.len() - 1];
    let first = positions.iter().rposition(|position| position.quiet_plies() == 0).unwrap_or(0);
    let mut clock = u32::from(positions[first].quiet_plies());
    let mut checks = BTreeMap::from([(RED, 0), (BLACK, 0)]);
    for pair in positions[first..].windows(2) {
        let (us, most) = (pair[0].side_to_move(), counted_checks.unwrap_or(u16::MAX));
        let answers_further_check = pair[0].in_check() && checks[&!us] > most;
        let mut further_check = false;
        if pair[1].in_check() {
            *checks.get_mut(&us).unwrap() += 1;
            further_check = checks[&us] > most;
        }
        clock += u32::from(!answers_further_check && !further_check);
    }
    assert!(clock <= u32::from(now.quiet_plies()));
    clock
}

/// The result of a game by the rules, computed from the whole game.
fn naive_outcome(rules: &GameRules, game: &History<Xiangqi>) -> Option<(Option<Side>, &'static str)> {
    let positions = positions(game);
    let now = positions[positions.len() - 1];
    let us = now.side_to_move();
    if now.legal_moves().is_empty() {
        return Some((Some(!us), if now.in_check() { "checkmate" } else { "stalemate" }));
    }
    let defends = |kind| matches!(kind, PieceKind::King | PieceKind::Advisor | PieceKind::Elephant);
    if rules.insufficient_material && now.pieces().all(|(_, piece)| defends(piece.kind)) {
        return Some((None, "insufficient material"));
    }
    let occurrences = positions.iter().filter(|position| placement(position) == placement(&now)).count();
    if occurrences >= rules.occurrences as usize {
        let report = judge(rules.repetition, &positions[0], game.moves()).unwrap();
        return Some(match (report.ruling, report.rule) {
            (Ruling::Open, _) => panic!("a repetition is ruled"),
            (Ruling::Draw, _) => (None, "repetition"),
            (Ruling::Loses(loser), Rule::PerpetualCheck(_)) => (Some(!loser), "perpetual check"),
            (Ruling::Loses(loser), _) => (Some(!loser), "perpetual"),
        });
    }
    let over = rules.move_limit.is_some_and(|limit| naive_clock(&positions, rules.counted_checks) >= u32::from(limit));
    over.then_some((None, "move limit"))
}

/// Checks the verdict of the referee and the outcome against the naive computation.
fn assert_refereed(game: &History<Xiangqi>) -> Option<Outcome> {
    let now = game.now();
    let expected = naive_outcome(now.game_rules(), game);
    let outcome = now.outcome();
    let shown = || format!("{} by {}", game.write(), now.rules());
    assert_eq!(outcome.is_some(), expected.is_some(), "{}", shown());
    let us = now.side_to_move();
    let ruled = match now.verdict(0) {
        Verdict::Exact(score, _) => Some((score != Score::ZERO).then_some(if score > Score::ZERO { us } else { !us })),
        _ if now.position().has_legal_move() => None,
        _ => Some(Some(!us)),
    };
    assert_eq!(ruled, outcome.as_ref().map(|outcome| outcome.winner), "{}", shown());
    let (winner, reason) = expected?;
    let outcome = outcome?;
    assert_eq!(outcome.winner, winner, "{}", shown());
    assert!(outcome.reason.starts_with(reason), "{reason}: {outcome}, {}", shown());
    let kind = match reason {
        "repetition" => OutcomeKind::Repetition,
        "move limit" => OutcomeKind::MoveLimit,
        "perpetual" | "perpetual check" => OutcomeKind::Ruling,
        _ => OutcomeKind::Position,
    };
    assert_eq!(outcome.kind, kind, "{outcome}, {}", shown());
    Some(outcome)
}

/// Rules that differ in every setting.
fn rules_of_all_kinds() -> Vec<GameRules> {
    let mut all: Vec<GameRules> = RuleSet::ALL.map(GameRules::from).to_vec();
    for repetition in RuleSet::ALL {
        all.push(GameRules { repetition, occurrences: 2, move_limit: Some(24), ..GameRules::default() });
        all.push(GameRules { repetition, occurrences: 5, move_limit: None, ..GameRules::default() });
    }
    all.push(GameRules { move_limit: Some(20), counted_checks: Some(1), occurrences: 9, ..GameRules::default() });
    all.push(GameRules { insufficient_material: false, ..GameRules::default() });
    all
}

/// A number of random games from every start by every rules.
fn referee_random_games(games: u64) {
    let mut endings: BTreeMap<String, u32> = BTreeMap::new();
    for (number, rules) in (0..).zip(rules_of_all_kinds()) {
        for index in 0..STARTS.len() {
            for seed in number..number + games {
                wander(start(index).with_rules(rules), 100 * index as u64 + seed, 60, |game| {
                    if let Some(outcome) = assert_refereed(game) {
                        *endings.entry(outcome.to_string()).or_default() += 1;
                    }
                });
            }
        }
    }
    println!("{endings:?}");
    for reason in ["repetition", "move limit", "stalemate", "perpetual check", "perpetual chase"] {
        assert!(endings.keys().any(|ending| ending.ends_with(reason)), "{reason}: {endings:?}");
    }
}

#[test]
fn the_referee_is_right_over_random_games_with_many_repetitions() {
    referee_random_games(1);
}

#[test]
#[ignore = "ten times as many games: seconds in release mode, run by CI"]
fn the_referee_is_right_over_many_random_games() {
    referee_random_games(10);
}

/// A printed diagram: start, moves before the cycle, and the cycle.
fn diagrams() -> impl Iterator<Item = (Position, Vec<Move>, Vec<Move>)> {
    let suites = [
        include_str!("../data/rules-wxf2018.tsv"),
        include_str!("../data/rules-cxa2020.tsv"),
        include_str!("../data/rules-fairysf.tsv"),
    ];
    suites.into_iter().flat_map(str::lines).filter(|line| !line.starts_with('#')).map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let setup = Setup { lenient: true, ..Setup::from_fen(fields[2]).unwrap() };
        let moves = |text: &str| text.split_whitespace().map(|mv| mv.parse().unwrap()).collect();
        (Position::from_setup(&setup).unwrap(), moves(fields[3]), moves(fields[4]))
    })
}

/// Judges every `step`-th diagram by every rule set after each move.
fn referee_diagrams(step: usize) {
    let (mut ruled, mut diagrams_seen) = (0, 0);
    for (start, prefix, cycle) in diagrams().step_by(step) {
        diagrams_seen += 1;
        for rules in RuleSet::ALL {
            let mut game = History::new(Xiangqi::new(start).with_rules(rules));
            for &mv in prefix.iter().chain(cycle.iter().cycle().take(2 * cycle.len())) {
                // In some printed cycles a round differs a little.
                if game.play(mv).is_err() {
                    break;
                }
                ruled += u32::from(assert_refereed(&game).is_some());
            }
        }
    }
    assert!(diagrams_seen >= 158 / step as u32 && ruled > diagrams_seen * 5, "{ruled} of {diagrams_seen}");
}

#[test]
fn the_referee_is_right_on_the_diagrams_of_the_rule_books() {
    referee_diagrams(5);
}

#[test]
#[ignore = "all 158 diagrams: seconds in release mode, run by CI"]
fn the_referee_is_right_on_all_diagrams_of_the_rule_books() {
    referee_diagrams(1);
}

/// Row B-2 of docs/sources.md: a list of eighty moves, as in the source, is too short.
#[test]
fn a_position_can_have_more_than_eighty_moves() {
    let position: Position = "3k5/8R/R8/9/6N2/9/2N6/1C7/7C1/4K4 w - - 0 1".parse().unwrap();
    // Two rooks and two cannons with seventeen each, two horses with eight, a king with two.
    assert_eq!(position.legal_moves().len(), 4 * 17 + 2 * 8 + 2);
    assert_eq!(position.count_legal(), 86);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn taking_back_restores_everything(index in 0..STARTS.len(), seed: u64) {
        let answers = |game: &Xiangqi| (*game.position(), game.key(), game.repetition(), game.outcome(), game.verdict(0));
        let mut states = vec![answers(&start(index))];
        let mut game = wander(start(index), seed, 60, |game| states.push(answers(game.now())));
        while let Some(state) = states.pop() {
            prop_assert_eq!(&answers(game.now()), &state);
            prop_assert!(game.now().position().is_consistent());
            prop_assert_eq!(game.undo().is_some(), !states.is_empty());
        }
    }

    #[test]
    fn occurrences_equal_a_naive_count(index in 0..STARTS.len(), seed: u64) {
        wander(start(index), seed, 60, |game| {
            let positions = positions(game);
            let now = placement(game.now().position());
            let naive: Vec<usize> = (0..positions.len()).filter(|&ply| placement(&positions[ply]) == now).collect();
            assert_eq!(game.now().occurrences(), naive.len());
            let span = game.now().repetition().map(|repetition| repetition.span);
            let expected = (naive.len() > 1).then(|| naive[naive.len().saturating_sub(3)]..game.moves().len());
            assert_eq!(span, expected);
            let last = naive.iter().rev().nth(1).map(|&ply| game.moves().len() - ply);
            assert_eq!(searched(game.now(), RuleSet::Asian).map(|(length, _)| length), last);
            assert_eq!(game.now().ruling_report().ruling == Ruling::Open, naive.len() == 1);
        });
    }

}

/// If the last cycle is played once more, the referee rules on the third
/// occurrence as the search did on the second.
fn assert_never_contradicted(index: usize, seed: u64) {
    wander(start(index), seed, 40, |game| {
        for rules in RuleSet::ALL {
            let Some((length, ruling)) = searched(game.now(), rules) else { return };
            let first = game.moves().len() - length;
            let (start, cycle) = (positions(game)[first], &game.moves()[first..]);
            let referee = judge(rules, &start, &[cycle, cycle].concat()).unwrap();
            assert_eq!(referee.occurrences, 3);
            assert_eq!(referee.ruling, ruling, "{} {rules} {cycle:?}", start.to_fen());
        }
    });
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_search_never_contradicts_the_referee(index in 0..STARTS.len(), seed: u64) {
        assert_never_contradicted(index, seed);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    #[ignore = "200 games: seconds in release mode, run by CI"]
    fn the_search_never_contradicts_the_referee_in_many_games(index in 0..STARTS.len(), seed: u64) {
        assert_never_contradicted(index, seed);
    }
}

/// The moves in a line of the collection: four characters each.
fn record(text: &str) -> Vec<Move> {
    text.as_bytes().chunks(4).map(|chunk| std::str::from_utf8(chunk).unwrap().parse().unwrap()).collect()
}

#[test]
#[ignore = "replays 27,935 games of a collection that is not in the repository"]
fn rulings_over_real_repetitions() {
    let collection = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/games-all.txt.xz");
    let child = Command::new("xz").arg("-dc").arg(&collection).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let Some(mut child) = child.ok().filter(|_| collection.exists()) else {
        println!("skipped: needs xz and {}", collection.display());
        return;
    };
    let mut games = 0;
    let mut repeated = 0;
    let mut rulings: BTreeMap<(String, String), u32> = BTreeMap::new();
    for line in BufReader::new(child.stdout.take().unwrap()).lines() {
        let line = line.unwrap();
        let Some(moves) = line.rsplit('|').next().filter(|_| !line.starts_with('#')) else { continue };
        games += 1;
        let mut game = History::new(Xiangqi::default());
        let mut ruled = false;
        for mv in record(moves) {
            game.play(mv).unwrap_or_else(|error| panic!("{}: {error}", &line[..6]));
            if !ruled && game.now().occurrences() == 3 {
                ruled = true;
                repeated += 1;
                for rules in RuleSet::ALL {
                    let ruling = game.now().clone().with_rules(rules).ruling_report().ruling.to_string();
                    *rulings.entry((rules.to_string(), ruling)).or_default() += 1;
                }
                assert!(game.outcome().is_some());
            }
        }
    }
    child.wait().unwrap();
    println!("{games} games, {repeated} with a third occurrence");
    for ((rules, ruling), count) in &rulings {
        println!("{rules:>10} {ruling:<12} {count}");
    }
    assert_eq!(games, 27_935);
}

/// 65,540 plies without a capture, more than a counter of 16 bits can hold; all results are those of a
/// long game.
#[test]
fn a_game_of_more_plies_than_sixteen_bits_is_played_on() {
    const PLIES: usize = 65_540;
    let cycle = ["a0a1", "a9a8", "a1a0", "a8a9"];
    let text = cycle.into_iter().cycle().take(PLIES).fold("moves".to_owned(), |text, mv| text + " " + mv);
    for rules in ["asian", "asian,checks=10", "asian,limit=65535"] {
        let mut game = History::<Xiangqi>::read(rules, &text).unwrap();
        assert_eq!(game.now().position().quiet_plies(), u16::MAX, "{rules}");
        assert_eq!(game.now().move_clock(), u16::MAX, "{rules}");
        assert_eq!(game.now().reversible(), u16::MAX as usize, "{rules}");
        assert_eq!(game.now().occurrences(), 1 + usize::from(u16::MAX / 4), "{rules}");
        assert_eq!(game.outcome().unwrap().to_string(), "1/2-1/2 repetition", "{rules}");
        game.play("h2h9".parse().unwrap()).unwrap();
        assert_eq!((game.now().move_clock(), game.now().reversible()), (0, 0), "{rules}");
    }
}
