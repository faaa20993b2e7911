//! Certificates written by hand: what is accepted, refused and unreadable.

use duiyi_game::nim::Nim;
use duiyi_proof::{Certificate, Fault, MAX_DEPTH, ProofError, TextFault, verify};
use duiyi_xiangqi::Xiangqi;

fn nim(position: &str, claim: &str, tree: &str) -> String {
    format!("duiyi-proof 1\ngame: nim\nrules:\nposition: {position}\nclaim: {claim}\n\n{tree}\n")
}

fn fault(text: &str) -> Fault {
    match verify::<Nim>(text) {
        Err(ProofError::Refused(refused)) => refused.fault,
        other => panic!("{other:?}\n{text}"),
    }
}

fn unreadable(text: &str) -> (usize, TextFault) {
    match verify::<Nim>(text) {
        Err(ProofError::Unreadable(error)) => (error.line, error.fault),
        other => panic!("{other:?}\n{text}"),
    }
}

const TREE: &str = "2\n  1 2 mated\n  2 1 mated";

#[test]
fn each_fault_of_a_tree_is_named() {
    assert!(verify::<Nim>(&nim("5 a", "mate 2", TREE)).is_ok());
    assert!(verify::<Nim>(&nim("7 a moves 2", "win", TREE)).is_ok());
    let fault = |position, claim, tree: &str| fault(&nim(position, claim, tree));
    assert!(matches!(fault("5 a", "mate 2", "3\n  1 2 mated"), Fault::Illegal(_)));
    assert_eq!(fault("5 a", "mate 2", ""), Fault::NoMove);
    assert_eq!(fault("5 a", "mate 2", "2\n  1"), Fault::NoMove);
    assert_eq!(fault("5 a", "mate 2", "2\n  1 2 mated\n  2 1 mated\n1"), Fault::SecondMove("1".into()));
    assert_eq!(fault("5 a", "mate 2", "2\n  1 2 mated\n  1 2 mated"), Fault::Twice("1".into()));
    assert_eq!(fault("5 a", "mate 2", "2\n  1 2 mated"), Fault::MissingReply("2".into()));
    assert_eq!(fault("5 a", "mate 2", "2"), Fault::MissingReply("1".into()));
    assert!(matches!(fault("5 a", "mate 2", "mated"), Fault::Illegal(_)));
    assert!(matches!(fault("5 a", "mate 2", "2 mated"), Fault::NotOver(_)));
    assert!(matches!(fault("2 a", "mate 1", "2 1 mated"), Fault::Over(_)));
    assert!(matches!(fault("0 a", "mate 1", ""), Fault::Over(_)));
    assert!(matches!(fault("2 a", "mate 1", "2 ruled perpetual check"), Fault::OtherEnd { .. }));
    // The other side takes the last stone.
    assert!(matches!(fault("3 a", "mate 2", "2 1 mated"), Fault::OtherEnd { .. }));
    assert_eq!(fault("5 a", "mate 1", TREE), Fault::TooLong(3, 1));
}

#[test]
fn each_fault_of_a_text_is_named_with_its_line() {
    let good = nim("5 a", "mate 2", TREE);
    assert!(matches!(unreadable(""), (1, TextFault::Format(_))));
    assert!(matches!(unreadable(&good.replace("proof 1", "proof 2")), (1, TextFault::Format(_))));
    assert_eq!(unreadable("duiyi-proof 1\n"), (0, TextFault::Heading("game")));
    assert_eq!(unreadable(&good.replace("claim:", "claims:")), (5, TextFault::Heading("claim")));
    assert!(matches!(unreadable(&good.replace("nim", "xiangqi")), (2, TextFault::Game(..))));
    assert!(matches!(unreadable(&good.replace("5 a", "5 c")), (4, TextFault::Start(_))));
    assert!(matches!(unreadable(&good.replace("5 a", "5 a moves 3")), (4, TextFault::Start(_))));
    for claim in ["mate", "mate 0", "mate -1", "mated", "win 2"] {
        assert!(matches!(unreadable(&nim("5 a", claim, TREE)), (5, TextFault::Claim(_))), "{claim}");
    }
    let tree = |tree| unreadable(&nim("5 a", "mate 2", tree));
    assert_eq!(tree("2\n   1 2 mated"), (8, TextFault::Indentation(3)));
    assert_eq!(tree("2\n    1 2 mated"), (8, TextFault::Indentation(4)));
    assert_eq!(tree("  2"), (7, TextFault::Indentation(2)));
    assert_eq!(tree("2 mated\n  1"), (8, TextFault::AfterEnd));
    assert_eq!(tree(&"1 ".repeat(MAX_DEPTH + 1)), (7, TextFault::Deep));
    assert!(Certificate::read(&nim("5 a", "win", &"1 ".repeat(MAX_DEPTH))).is_ok(), "the longest line");
    let rules = good.replace("nim", "xiangqi").replace("rules:", "rules: none such");
    assert!(matches!(verify::<Xiangqi>(&rules), Err(ProofError::Unreadable(error)) if error.line == 3));
}

/// A deep text takes neither the stack nor more than linear time.
#[test]
fn a_long_text_is_refused_quickly() {
    let levels: String = (0..100_000).map(|level| format!("{}1\n", "  ".repeat(level % 300))).collect();
    assert!(matches!(unreadable(&nim("5 a", "win", &levels)), (_, TextFault::Deep)));
    assert_eq!(fault(&nim("255 a", "win", &"1 ".repeat(254))), Fault::NoMove);
}
