//! The terms that explain the scores of the network.
#![cfg(feature = "network")]

use duiyi_search::Game as _;
use duiyi_xiangqi::{
    Faithfulness, NetworkEvaluation, PieceSquares, Position, RED, Student, StudentError, StudentSample, Weights,
    Xiangqi,
};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};

const SURE: Faithfulness = Faithfulness { positions: 100, r_squared: 1.0, error: 0.0, pieces: 100, agreement: 1.0 };

/// A student with random weights and these figures in every bucket.
fn random_student(network: &NetworkEvaluation, figures: Faithfulness) -> Student {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut weights = || (0..Weights::COUNT).map(|_| (random.next_u64() % 4001) as f64 / 10.0 - 200.0).collect();
    let weights: Vec<Vec<f64>> = (0..8).map(|_| weights()).collect();
    Student::new(network, &weights).unwrap().judged(&[figures; 8]).unwrap()
}

/// The positions of games of random moves, and endings whose advantage cannot be won.
fn positions() -> Vec<Position> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(6);
    let mut game = Xiangqi::default();
    let endings = ["4k4/9/9/9/9/9/9/9/4A4/3AK4 w", "3k5/9/9/9/9/9/9/9/9/C3K4 w", "3k5/9/9/9/9/9/9/9/9/C3K4 b"];
    let mut found: Vec<Position> = endings.map(|fen| fen.parse().unwrap()).to_vec();
    for ply in 0..400 {
        let legal = game.position().legal_moves();
        if legal.is_empty() || ply % 200 == 0 {
            game = Xiangqi::default();
            continue;
        }
        game.make(legal[random.next_u64() as usize % legal.len()]);
        found.push(*game.position());
    }
    found
}

#[test]
fn the_terms_and_the_remainder_add_up_to_the_score_of_the_network() {
    let network = NetworkEvaluation::built_in();
    let student = random_student(&network, SURE);
    for (number, position) in positions().iter().enumerate().filter(|(number, _)| number % 9 < 4) {
        let explanation = student.explain(&network, position).unwrap();
        let score = if position.side_to_move() == RED { network.of(position) } else { -network.of(position) };
        let sum: i32 = explanation.rows.iter().map(|row| row.sides[0] - row.sides[1]).sum();
        assert_eq!((sum + explanation.remainder, explanation.total), (score, score), "{number}: {position:?}");
        let text = explanation.to_string();
        let cell = |name: &str| {
            let line = text.lines().find(|line| line.starts_with(name)).unwrap();
            line.rsplit('|').next().unwrap().trim().parse::<i32>().unwrap()
        };
        assert_eq!((cell("sum "), cell("remainder"), cell("network")), (sum, explanation.remainder, score));
    }
}

#[test]
fn an_advantage_that_cannot_be_won_leaves_small_terms() {
    let network = NetworkEvaluation::built_in();
    let student = random_student(&network, SURE);
    let bare = student.explain(&network, &positions()[0]).unwrap();
    assert_eq!((bare.rows.len(), bare.remainder, bare.total), (0, 0, 0));
    assert_eq!(student.of(&positions()[0]), 0);
}

/// The features of a sample times the weights are the score of the student.
#[test]
fn a_sample_has_the_features_of_the_score() {
    let network = NetworkEvaluation::built_in();
    let mut weights = vec![vec![0.0; Weights::COUNT]; 8];
    let names: Vec<String> = Weights::names().collect();
    let feature = |name: &str| names.iter().position(|found| found == name).unwrap();
    weights.iter_mut().for_each(|weights| weights[feature("material 4")] = 900.5);
    let student = Student::new(&network, &weights).unwrap();
    let start = Position::start();
    let rook = "a0".parse().unwrap();
    assert_eq!(student.of(&start), 0);
    let sample = StudentSample::without(&network, &start, rook).unwrap();
    let count = sample.features.iter().find(|&&(found, _)| usize::from(found) == feature("material 4")).unwrap().1;
    assert_eq!((count, sample.bucket), (-1, 7));
    let less: Position = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/1NBAKABNR w".parse().unwrap();
    assert_eq!((sample.score, student.of(&less)), (network.of(&less), -901));
    let worth = student.worth(&start);
    assert_eq!(worth.iter().find(|&&(square, _)| square == rook), Some(&(rook, 901)));
    assert_eq!(worth.iter().filter(|&&(_, loss)| loss != 0).count(), 4);
    for square in ["e0", "e4"] {
        assert_eq!(StudentSample::without(&network, &start, square.parse().unwrap()), None, "{square}");
    }
}

#[test]
fn unfaithful_terms_are_refused() {
    let network = NetworkEvaluation::built_in();
    let explain = |r_squared, agreement, pieces| {
        let figures = Faithfulness { r_squared, agreement, pieces, ..SURE };
        random_student(&network, figures).explain(&network, &Position::start()).map(drop)
    };
    assert_eq!(explain(0.5, 0.9, 100), Ok(()));
    for (r_squared, agreement, pieces) in [(0.49, 1.0, 100), (1.0, 0.89, 100), (1.0, 1.0, 99), (-3.0, 0.0, 0)] {
        let error = explain(r_squared, agreement, pieces).unwrap_err();
        assert!(matches!(error, StudentError::Unfaithful { bucket: 7, .. }), "{error}");
        assert!(error.to_string().contains("expected at least 50 %, 90 % and 100 pieces"), "{error}");
    }
}

#[test]
fn a_student_explains_only_its_own_network() {
    let network = NetworkEvaluation::built_in();
    let mut bytes = network.parameters().to_bytes();
    // The lowest byte of the last output bias, and a new checksum.
    let end = bytes.len() - 8;
    bytes[end - 4] ^= 1;
    let sum = duiyi_game::hash::digest(bytes[..end].iter().copied());
    bytes[end..].copy_from_slice(&sum.to_le_bytes());
    let other = NetworkEvaluation::from_bytes(&bytes).unwrap();
    let refused = random_student(&network, SURE).explain(&other, &Position::start()).unwrap_err();
    assert!(matches!(refused, StudentError::OtherNetwork { found, .. } if found == sum), "{refused}");
}

#[test]
fn the_student_of_the_crate_is_small_and_belongs_to_the_network() {
    let text = include_str!("../../src/network/student.txt");
    assert!(text.len() < 30_000 && text.starts_with("# lab explain "));
    let student: Student = text.parse().unwrap();
    assert_eq!(&student, Student::built_in());
    let network = NetworkEvaluation::built_in();
    let mut explained = 0;
    for position in positions() {
        let bucket = PieceSquares::bucket_of(&position);
        let sufficient = student.faithfulness().nth(bucket).unwrap().is_sufficient();
        let explanation = student.explain(&network, &position);
        assert_eq!(explanation.is_ok(), sufficient, "{explanation:?}");
        explained += usize::from(sufficient);
    }
    assert!(explained > 100);
}

#[test]
fn files_round_trip_and_errors_name_the_line() {
    let network = NetworkEvaluation::built_in();
    let figures = Faithfulness { positions: 90, r_squared: 0.8125, error: 45.5, pieces: 8, agreement: 0.875 };
    let student = random_student(&network, figures);
    let text = student.to_string();
    assert_eq!(text.parse::<Student>().as_ref(), Ok(&student));
    assert_eq!(format!("# a comment\n\n{text}").parse::<Student>().as_ref(), Ok(&student));
    let lines: Vec<&str> = text.lines().collect();
    for (line, changed) in
        [(0, "network x"), (1, "bucket 1"), (2, "material 1 2"), (3, "placement 0*351"), (4, "pair 0*7 1e9")]
    {
        let mut lines = lines.clone();
        lines[line] = changed;
        let error = lines.join("\n").parse::<Student>().unwrap_err();
        assert!(matches!(&error, StudentError::Line { line: found, .. } if *found == line + 1), "{changed}: {error}");
    }
    let cut = lines[..lines.len() - 1].join("\n").parse::<Student>().unwrap_err();
    assert!(matches!(cut, StudentError::Line { line, .. } if line == lines.len()), "{cut}");
    assert!(format!("{text}more").parse::<Student>().is_err());
    let count = StudentError::Count { what: "buckets", found: 1, expected: 8 };
    assert_eq!(Student::new(&network, &[vec![]]), Err(count));
    let count = StudentError::Count { what: "weights", found: 2, expected: Weights::COUNT };
    assert_eq!(Student::new(&network, &vec![vec![0.0; 2]; 8]), Err(count));
    let count = StudentError::Count { what: "figures", found: 1, expected: 8 };
    assert_eq!(student.judged(&[SURE]), Err(count));
}
