//! The natures of moves by the Chinese rules, one small position for each kind.
//!
//! The rule book's own figures are in `rulings.rs`, where the labelling agrees
//! with them. These positions are made from the text of the articles.

use duiyi_xiangqi::{
    BLACK, Move, Position, Square,
    rulings::{Excuse, Nature, RuleSet, RulingReport, ThreatKind, judge},
};

/// Start, cycle, the nature of each ply and the ruling.
const KINDS: &[(&str, &str, &str, &str)] = &[
    // A king may attack perpetually,
    ("3k5/9/9/9/9/9/9/9/4K4/5c3 w", "e1f1 f0e0 f1e1 e0f0", "idle idle idle idle", "draw"),
    // and so may a pawn.
    ("3k5/9/4c4/3P5/9/9/9/9/9/5K3 w", "d6e6 e7d7 e6d6 d7e7", "idle idle idle idle", "draw"),
    // A check and a chase in turn; the king's step out of check is idle (26.1.2).
    ("5k3/7n1/9/9/7R1/9/9/9/9/3K5 w", "h5f5 f9e9 f5h5 e9f9", "check idle chase idle", "red-loses"),
    // A rook chases a horse without a root.
    ("n2k5/9/9/9/9/9/9/1R7/9/5K3 w", "b2a2 a9b7 a2b2 b7a9", "chase idle chase idle", "red-loses"),
    // The same with a root: the cannon is guarded along its rank.
    ("4k4/9/9/9/3c4r/9/9/9/2R6/5K3 w", "c1d1 d5c5 d1c1 c5d5", "idle idle idle idle", "draw"),
    // The root is false: the guarding rook is pinned to its king.
    ("4k4/9/9/9/3cr4/9/9/4R4/2R1K4/9 w", "c1d1 d5c5 d1c1 c5d5", "chase idle chase idle", "red-loses"),
    // A horse chases a rook though it is protected.
    ("3aka3/7N1/r3r4/4p4/9/9/4P4/9/9/3AKA3 w", "h8g6 e7f7 g6h8 f7e7", "chase idle chase idle", "red-loses"),
    // Horses attack each other, but one is blocked: a chase, not an exchange.
    ("3k5/9/9/9/4n4/4p4/9/7N1/9/5K3 w", "h2f3 d9d8 f3h2 d8d9", "chase idle idle idle", "draw"),
    // A pawn on its own side cannot be chased,
    ("4k4/9/9/p8/9/9/9/1R7/9/5K3 w", "b2a2 e9d9 a2b2 d9e9", "idle idle idle idle", "draw"),
    // but a pawn across the river can.
    ("4k4/9/9/9/9/p8/9/1R7/9/5K3 w", "b2a2 e9d9 a2b2 d9e9", "chase idle idle idle", "draw"),
    // A rook moves along the file on which it attacked before.
    ("n3k4/9/9/9/9/9/9/R8/9/5K3 w", "a2a3 e9d9 a3a2 d9e9", "idle idle idle idle", "draw"),
    // A piece that merely steps out of an attack does not chase, whatever its rook attacks elsewhere.
    ("3aka3/7r1/9/4p4/3c5/9/4P2N1/9/2R6/3AKA3 w", "c1d1 d5c5 d1c1 c5d5", "chase idle chase idle", "red-loses"),
    // A pawn steps into the elephant's eye and cuts the horse's root (斷根).
    ("3aka3/9/4b4/2P1p4/2n6/9/4P4/9/2R6/3AKA3 w", "c6d6 e9e8 d6c6 e8e9", "chase idle idle idle", "draw"),
    // An elephant steps aside and opens its rook's line.
    ("3ak4/9/9/9/4n4/9/9/4B4/4R4/3K5 w", "e2g0 e9e8 g0e2 e8e9", "chase idle idle idle", "draw"),
    // Red's check removes the horse's root: the answer does not chase it.
    ("4k4/2r1a4/9/9/2N4R1/9/9/9/4A4/2B1K4 w", "h5h9 e8f9 h9h5 f9e8", "check idle idle idle", "draw"),
    // Two targets chased in turn are a chase as well.
    ("1nnaka3/9/9/1cp1p4/9/9/4P4/1C7/9/3AKA3 w", "b2c2 e9e8 c2b2 e8e9", "chase idle chase idle", "red-loses"),
    // An attack by a root: capturing the elephant would cost the cannon, so it is idle (26.5),
    ("3aka3/2r6/8b/9/2C4R1/9/4P4/9/9/3AKA3 w", "h5i5 f9e8 i5h5 e8f9", "idle idle idle idle", "draw"),
    // but a horse for a cannon is even, which is a chase.
    ("3aka3/2r6/8n/9/2C4R1/9/4P4/9/9/3AKA3 w", "h5i5 f9e8 i5h5 e8f9", "chase idle idle idle", "draw"),
    // Every capturing piece would be mated.
    ("5k3/9/2n6/9/1r7/9/9/9/r8/3RK4 w", "d0c0 f9f8 c0d0 f8f9", "idle idle idle idle", "draw"),
    // A perpetual offer of rooks.
    ("3aka3/rr7/9/4p4/9/9/4P4/R1R6/9/3AKA3 w", "c2b2 b8c8 b2c2 c8b8", "exchange idle exchange idle", "draw"),
    // A pinned rook cannot be exchanged: it is chased.
    ("3k1a3/4a4/9/9/3r5/2R6/9/9/3RA4/3K1A3 w", "c4c5 d5d4 c5c4 d4d5", "chase idle chase idle", "red-loses"),
    // A rook that cannot leave its line (不能離線) without mate is not offered for exchange.
    ("3k5/9/9/9/3r5/2R6/9/9/7R1/4K4 w", "c4c5 d5d4 c5c4 d4d5", "kill idle kill idle", "red-loses"),
    // A second attacker joins, but the target could be exchanged for the first.
    ("3aka3/9/9/7n1/5N3/9/4P2r1/1R7/5R3/3AKA3 w", "b2b6 e9e8 b6b2 e8e9", "idle idle idle idle", "draw"),
    // Two rooks against one root (少根子).
    ("4k4/9/9/9/R2c4r/9/9/9/2R6/5K3 w", "c1d1 d5c5 d1c1 c5d5", "chase idle chase idle", "red-loses"),
    // Both sides chase pieces without a root.
    ("5k3/2R6/9/9/3c5/9/2pp5/9/2NN5/4K4 w", "c8d8 d5c5 d8c8 c5d5", "chase chase chase chase", "draw"),
    // A joint chase is less grave than that of a piece without a root (26.9).
    ("3aka3/2R6/9/4p3p/R2c4r/9/2ppP4/9/2NN5/3AKA3 w", "c8d8 d5c5 d8c8 c5d5", "chase chase chase chase", "black-loses"),
    // A rook answers a check by following the cannon that gave it: another chase.
    ("3aka3/Cr7/9/9/9/9/4P4/9/9/4K4 w", "a8a9 b8b9 a9a8 b9b8", "check chase idle chase", "black-loses"),
    // A rook joins an elephant's attack: its own attack is new.
    ("3aka3/9/9/4p4/9/9/4P4/4B4/7R1/3AKAn2 w", "h1h0 f9e8 h0h1 e8f9", "chase idle idle idle", "draw"),
    // The rook steps out of an attack, and is the cannon's screen again: a joint chase.
    ("3aka3/9/2n6/9/CR2r4/9/4P4/9/9/3AKA3 w", "b5c5 c7e6 c5b5 e6c7", "chase chase chase chase", "black-loses"),
    // A pawn backed by its rook attacks a protected horse: a joint chase.
    ("2raka3/9/2n6/1P7/9/9/4P4/9/9/2RAKA3 w", "b6c6 f9e8 c6b6 e8f9", "chase idle idle idle", "draw"),
];

fn moves(text: &str) -> Vec<Move> {
    text.split_whitespace().map(|word| word.parse().unwrap()).collect()
}

fn natures(report: &RulingReport) -> String {
    let name = |nature| match nature {
        Nature::Check => "check",
        Nature::Kill => "kill",
        Nature::Chase => "chase",
        Nature::Exchange => "exchange",
        Nature::Idle => "idle",
        other => panic!("{other}"),
    };
    report.moves.iter().map(|mv| name(mv.nature)).collect::<Vec<_>>().join(" ")
}

fn judged(fen: &str, cycle: &str) -> RulingReport {
    judge(RuleSet::Cxa2020, &fen.parse().unwrap(), &moves(cycle)).unwrap()
}

#[test]
fn every_kind_has_the_label_of_its_article() {
    for (fen, cycle, expected, ruling) in KINDS {
        let report = judged(fen, cycle);
        assert_eq!(natures(&report), *expected, "{fen}\n{report}");
        assert_eq!(report.ruling.to_string(), *ruling, "{fen}\n{report}");
    }
}

#[test]
fn reflections_have_the_same_natures() {
    for (fen, cycle, expected, _) in KINDS {
        let start: Position = fen.parse().unwrap();
        let cycle = moves(cycle);
        let ruling = judge(RuleSet::Cxa2020, &start, &cycle).unwrap().ruling;
        let map = |position: Position, square: fn(Square) -> Square| {
            let cycle: Vec<Move> =
                cycle.iter().map(|mv| Move::new(square(mv.from()), square(mv.to())).unwrap()).collect();
            judge(RuleSet::Cxa2020, &position, &cycle).unwrap()
        };
        let mirrored = map(start.mirrored(), Square::mirror);
        assert_eq!((natures(&mirrored).as_str(), mirrored.ruling), (*expected, ruling), "{fen} mirrored");
        let swapped = map(start.color_swapped(), Square::rotate);
        assert_eq!(
            (natures(&swapped).as_str(), swapped.ruling),
            (*expected, ruling.color_swapped()),
            "{fen}, colours exchanged"
        );
    }
}

/// The reasons why the attacks of a ply are not chases.
fn excuses(report: &RulingReport, ply: usize) -> Vec<Excuse> {
    let threats = report.moves[ply].threats.iter();
    threats
        .filter_map(|threat| if let ThreatKind::Allowed(excuse) = threat.kind { Some(excuse) } else { None })
        .collect()
}

#[test]
fn an_idle_attack_is_explained() {
    let row = |fragment: &str| {
        let &(fen, cycle, ..) = KINDS.iter().find(|(fen, ..)| fen.contains(fragment)).unwrap();
        judged(fen, cycle)
    };
    // The cannon steps out of the rook's attack; Black's other rook attacks a horse throughout.
    let evasion = row("7r1/9/4p4/3c5");
    assert_eq!(excuses(&evasion, 1), [Excuse::Stood]);
    assert!(evasion.to_string().contains("rook h8 attacks horse h3: it stood attacked before"), "{evasion}");
    assert_eq!(excuses(&row("2r1a4/9/9/2N4R1"), 1), [Excuse::Exposed]);
    assert_eq!(excuses(&row("7n1/5N3"), 0), [Excuse::Offered]);
}

#[test]
fn a_lone_defender_does_not_chase_guards_in_passing() {
    // Black's cannon is Black's only piece against rook and pawn.
    let fen = "3ck1b2/3Pa4/1R2ba3/9/9/2B6/9/3A5/9/2BA1K3 w - - 0 1";
    let report = judged(fen, "d2e1 d9c9 e1d2 c9d9");
    assert_eq!(excuses(&report, 1), [Excuse::Defence], "{report}");
    assert_eq!(report.moves[1].nature, Nature::Idle);
    // With a rook in addition Black's attacks count.
    let fen = "3ck1b2/3Pa4/1R2ba3/8r/9/2B6/9/3A5/9/2BA1K3 w - - 0 1";
    let report = judged(fen, "d2e1 d9c9 e1d2 c9d9");
    assert_eq!(excuses(&report, 1), [], "{report}");
    assert_eq!(report.moves[1].nature, Nature::Chase);
    assert_eq!(report.moves[1].piece.color, BLACK);
}
