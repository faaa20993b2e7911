//! Mate lines are completed by exhaustive search.

use duiyi_game::{Game, MAX_PLY, Score, mate_line, minimax, nim::Nim};

fn value(heap: u8) -> Score {
    minimax(&mut Nim::new(heap), &mut |_| Score::ZERO, 30)
}

/// Whether the line takes all stones of a heap, with the last one in time.
fn ends(heap: u8, line: &[u8], score: Score) -> bool {
    let plies = score.mate_distance().unwrap().unsigned_abs() as usize;
    line.iter().sum::<u8>() == heap && line.len() == plies
}

/// For any length of the given line and for either side.
#[test]
fn a_truncated_line_is_completed() {
    for heap in 1..=12 {
        let score = value(heap);
        let whole = mate_line(&Nim::new(heap), &[], score, 100_000).unwrap();
        assert!(ends(heap, &whole, score), "{heap}: {whole:?}");
        for length in 0..whole.len() {
            assert_eq!(mate_line(&Nim::new(heap), &whole[..length], score, 100_000).as_ref(), Some(&whole), "{heap}");
        }
    }
}

#[test]
fn wrong_moves_of_a_line_are_replaced() {
    let heap = Nim::new(7);
    assert_eq!(value(7), Score::mate_in(5));
    let right = Some(vec![1, 2, 1, 1, 2]);
    for wrong in [&[1, 2, 2, 1][..], &[1, 2, 1, 1, 1], &[1, 2, 1, 1, 9], &[1, 2, 1, 1, 2, 1]] {
        let found = mate_line(&heap, wrong, Score::mate_in(5), 1000);
        if wrong[2] == 1 {
            assert_eq!(found, right, "{wrong:?}");
        } else {
            let found = found.unwrap();
            assert!(found.starts_with(&[1, 2]) && ends(7, &found, Score::mate_in(5)), "{wrong:?}: {found:?}");
        }
    }
    assert_eq!(mate_line(&heap, &[2], Score::mate_in(5), 1000), None, "the first move does not win");
}

#[test]
fn lines_without_a_proof_are_rejected() {
    let heap = Nim::new(7);
    assert_eq!(mate_line(&heap, &[1, 2], Score::new(500), 1000), None, "not a mate score");
    assert_eq!(mate_line(&heap, &[1, 2], Score::rule_win(5), 1000), None, "a win by a rule is not a mate");
    assert_eq!(mate_line(&heap, &[1, 2], Score::mated_in(5), 1000), None, "the other side does not win");
    assert_eq!(mate_line(&heap, &[1, 2], Score::mate_in(3), 1000), None, "the mate takes longer");
    assert_eq!(mate_line(&heap, &[1, 2], Score::mate_in(5), 3), None, "too few positions");
    let sooner = Some(vec![1, 2, 1, 1, 2]);
    let given = [1, 2, 1, 1, 2];
    assert_eq!(mate_line(&heap, &given, Score::mate_in(7), 2), sooner, "too few to look for more resistance");
    assert_eq!(mate_line(&Nim::new(0), &[], Score::mated_in(0), 9), Some(Vec::new()), "the game is over");
    assert!(mate_line(&heap, &[], Score::mate_in(MAX_PLY - 1), 100_000).is_some(), "the mate may come earlier");
    let mut same = heap.clone();
    same.make(1);
    assert!(mate_line(&same, &[], Score::mated_in(4), 1000).is_some(), "the side to move is mated");
}
