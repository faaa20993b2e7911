//! Mates found by search become certificates.
#![allow(clippy::print_stdout)]

use crate::problems::{Finder, game, problems};
use duiyi_proof::{Certificate, Claim, NotProved, prove, verify};
use duiyi_xiangqi::Xiangqi;

#[test]
fn every_mate_of_the_sample_is_proved_written_and_accepted() {
    let (mut finder, mut leaves, mut bytes) = (Finder::new(), [0; 5], [0; 5]);
    for problem in problems() {
        let text = finder.certificate(&problem);
        let accepted = verify::<Xiangqi>(&text).unwrap_or_else(|error| panic!("{}: {error}\n{text}", problem.fen));
        let moves = problem.moves as usize;
        assert_eq!(accepted.plies, 2 * moves - 1, "the mates of the sample are the shortest: {}", problem.fen);
        let read = Certificate::read(&text).unwrap();
        assert_eq!((read.claim, read.position.as_str()), (Claim::Mate(problem.moves), problem.fen));
        let ends = read.nodes.iter().filter(|node| node.end.is_some()).count();
        assert_eq!(ends as u64, accepted.leaves);
        leaves[moves] = leaves[moves].max(accepted.leaves);
        bytes[moves] = bytes[moves].max(text.len());
    }
    println!("at most, by moves to mate: leaves {leaves:?}, bytes {bytes:?}");
}

#[test]
fn a_position_without_a_mate_is_reported_with_the_line() {
    let problems = problems();
    let problem = problems.iter().find(|problem| problem.moves == 2).unwrap();
    let start = game(problem.fen);
    let none = prove(&start, Claim::Mate(2), &mut |_, _| None).unwrap_err();
    assert_eq!(none, NotProved { claim: Claim::Mate(2), moves: vec![] });
    // A finder with wrong moves.
    let wrong = prove(&start, Claim::Mate(1), &mut |game, _| duiyi_game::legal_moves(game.now()).pop()).unwrap_err();
    assert_eq!((wrong.claim, wrong.moves.len()), (Claim::Mate(0), 1), "{wrong}");
}
