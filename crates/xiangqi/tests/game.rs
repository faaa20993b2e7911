//! Games: taking back, repetitions, and rulings over random and real play.
#![allow(clippy::print_stdout)]

use duiyi_xiangqi::{
    Game, GameRules, Move, Position,
    rulings::{RuleSet, Ruling, closed_cycle, judge, ruling_on_path},
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

/// Positions in which chases and checks come easily: few pieces, or many that attack.
const STARTS: [&str; 6] = [
    duiyi_xiangqi::fen::START,
    "4k4/9/9/2r6/9/4C4/9/9/4A4/3K1R3 w - - 0 1",
    "3ak1b2/4a4/4b4/r3C2R1/p8/9/P8/4p4/4p4/5K3 w - - 0 1",
    "1r2kab1r/2c1a4/n1c1b1n2/4p2N1/p1p6/1C4P2/P1P1P4/2N1B3C/4A4/1RBAK2R1 w - - 0 1",
    "4k4/9/r1r6/9/PPPP5/9/9/9/1C7/5K3 w - - 0 1",
    "5k3/9/9/9/9/1C7/1r7/9/1C5R1/4K4 w - - 0 1",
];

/// A game of random moves in which a side often goes back where it came from,
/// so that positions recur.
fn wander(start: &str, seed: u64, plies: usize, mut visit: impl FnMut(&Game)) -> Game {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut game = Game::from_position(start.parse().unwrap());
    for _ in 0..plies {
        let legal = game.position().legal_moves();
        if legal.is_empty() {
            break;
        }
        let back = game.moves().iter().rev().nth(1).map(|mv| mv.reversed());
        let mv = match back.filter(|&mv| rng.next_u64() % 4 != 0 && game.position().is_legal(mv)) {
            Some(mv) => mv,
            None => legal[(rng.next_u64() % legal.len() as u64) as usize],
        };
        game.play(mv).unwrap();
        visit(&game);
    }
    game
}

/// The board and the side to move, without the clocks.
fn placement(position: &Position) -> String {
    position.to_fen().split(' ').take(2).collect::<Vec<_>>().join(" ")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn taking_back_restores_everything(start in 0..STARTS.len(), seed: u64) {
        let mut states = vec![Game::from_position(STARTS[start].parse().unwrap())];
        let mut game = wander(STARTS[start], seed, 60, |game| states.push(game.clone()));
        while let Some(state) = states.pop() {
            prop_assert_eq!(&game, &state);
            prop_assert!(game.position().is_consistent());
            prop_assert_eq!(game.undo().is_some(), !states.is_empty());
        }
    }

    #[test]
    fn occurrences_equal_a_naive_count(start in 0..STARTS.len(), seed: u64) {
        wander(STARTS[start], seed, 60, |game| {
            let now = placement(game.position());
            let naive: Vec<usize> =
                (0..game.positions().len()).filter(|&ply| placement(&game.positions()[ply]) == now).collect();
            assert_eq!(game.occurrences(), naive.len());
            let span = game.repetition().map(|repetition| repetition.span);
            let expected = (naive.len() > 1).then(|| naive[naive.len().saturating_sub(3)]..game.moves().len());
            assert_eq!(span, expected);
            let last = naive.iter().rev().nth(1).map(|&ply| game.moves().len() - ply);
            assert_eq!(closed_cycle(game.position(), game.moves()), last);
            assert_eq!(game.judgement(RuleSet::Asian).ruling == Ruling::Open, naive.len() == 1);
        });
    }

    /// When the last cycle is played once more, the arbiter rules on the third
    /// occurrence as the search did on the second.
    #[test]
    fn the_form_for_search_never_contradicts_the_arbiter(start in 0..STARTS.len(), seed: u64) {
        wander(STARTS[start], seed, 40, |game| {
            for rules in RuleSet::ALL {
                let Some((length, ruling)) = ruling_on_path(rules, game.position(), game.moves()) else { return };
                let first = game.moves().len() - length;
                let cycle = &game.moves()[first..];
                let arbiter = judge(rules, &game.positions()[first], &[cycle, cycle].concat()).unwrap();
                assert_eq!(arbiter.occurrences, 3);
                assert_eq!(arbiter.ruling, ruling, "{} {rules} {cycle:?}", game.positions()[first].to_fen());
            }
        });
    }
}

/// The moves of a line of the collection: four characters each.
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
        let mut game = Game::new();
        let mut ruled = false;
        for mv in record(moves) {
            game.play(mv).unwrap_or_else(|error| panic!("{}: {error}", &line[..6]));
            if !ruled && game.occurrences() == 3 {
                ruled = true;
                repeated += 1;
                for rules in RuleSet::ALL {
                    let ruling = game.judgement(rules).ruling.to_string();
                    *rulings.entry((rules.to_string(), ruling)).or_default() += 1;
                }
                assert!(game.outcome(&GameRules::default()).is_some());
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
