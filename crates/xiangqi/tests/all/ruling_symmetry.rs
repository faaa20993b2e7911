//! Rulings on random cycles do not depend on the order of the piece list, the colours or the sides of the board.
#![allow(clippy::print_stdout)]

use crate::properties::{below, random_setup};
use duiyi_xiangqi::{
    Move, Piece, PieceKind, Position, Side, Square,
    rulings::{Nature, Rule, RuleSet, Ruling, judge},
};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use std::time::{Duration, Instant};

/// A cycle of 4, 6 or 8 plies in which most moves attack something: there and back, in a triangle, or two moves and
/// both back in any order. `None` if the drawn moves do not make up a cycle.
fn random_cycle(start: &Position, rng: &mut Xoshiro256PlusPlus) -> Option<Vec<Move>> {
    let half = 2 + below(rng, 3);
    let mut position = *start;
    let mut played: [Vec<Move>; 2] = Default::default();
    let mut line = Vec::new();
    for _ in 0..2 * half {
        let own = &mut played[position.side_to_move().index()];
        let mv = match (half, own.as_slice()) {
            (2, &[there]) => there.reversed(),
            (3, &[one]) => attacking(&position, rng, |mv| mv.from() == one.to())?,
            (3, &[one, two]) => Move::new(two.to(), one.from())?,
            (4, &[one, two]) => [one, two][below(rng, 2)].reversed(),
            (4, &[one, two, back]) => if back == one.reversed() { two } else { one }.reversed(),
            _ => attacking(&position, rng, |_| true)?,
        };
        if !position.is_legal(mv) || position.piece_at(mv.to()).is_some() {
            return None;
        }
        own.push(mv);
        line.push(mv);
        position.make(mv);
    }
    (position.key() == start.key()).then_some(line)
}

/// A random quiet move, in three of four cases one after which its side could capture.
fn attacking(position: &Position, rng: &mut Xoshiro256PlusPlus, allowed: impl Fn(Move) -> bool) -> Option<Move> {
    let mut moves = position.legal_moves();
    moves.retain(|mv| position.piece_at(mv.to()).is_none() && allowed(*mv));
    let captures = |mv: Move| {
        let mut after = *position;
        after.make(mv);
        after.pass();
        after.legal_moves().into_iter().any(|mv| after.piece_at(mv.to()).is_some())
    };
    let strong: Vec<Move> = moves.iter().copied().filter(|&mv| captures(mv)).collect();
    let pool = if strong.is_empty() || below(rng, 4) == 0 { &moves[..] } else { &strong[..] };
    (!pool.is_empty()).then(|| pool[below(rng, pool.len())])
}

/// The same position with the pieces of each kind in another order of the piece list.
fn reordered(position: &Position, rng: &mut Xoshiro256PlusPlus) -> Position {
    let mut result = *position;
    let free = Square::all().find(|&square| position.piece_at(square).is_none()).expect("a free point");
    for (color, kind) in Side::BOTH.into_iter().flat_map(|color| PieceKind::ALL.map(|kind| (color, kind))) {
        let squares: Vec<Square> = position.squares_of(color, kind).collect();
        for last in (1..squares.len()).rev() {
            let (one, other) = (squares[last], squares[below(rng, last + 1)]);
            for (from, to) in [(one, free), (other, one), (free, other)] {
                if one != other {
                    result.make(Move::new(from, to).expect("two squares"));
                    result.pass();
                }
            }
        }
    }
    if result.side_to_move() != position.side_to_move() {
        result.pass();
    }
    result
}

/// A ruling with its reasons.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Decision {
    ruling: Ruling,
    /// The rule and the number of its article.
    article: String,
    /// The chased piece with its square.
    target: Option<(Piece, Square)>,
    natures: Vec<Nature>,
}

fn decision(rules: RuleSet, start: &Position, cycle: &[Move]) -> Decision {
    let report = judge(rules, start, cycle).expect("legal moves");
    let target = match report.rule {
        Rule::PerpetualChase { target, at, .. } | Rule::PerpetualRootChase { target, at, .. } => Some((target, at)),
        _ => None,
    };
    let rule = format!("{:?}", report.rule);
    let rule = rule.split(['(', ' ']).next().unwrap_or_default();
    let article = format!("{rule} {}", report.article.map_or("", |article| article.number));
    let natures = report.moves.iter().map(|mv| mv.nature).collect();
    Decision { ruling: report.ruling, article, target, natures }
}

/// The decision on an image of the board.
fn mapped(one: &Decision, map: fn(Square) -> Square, swapped: bool) -> Decision {
    let target = one.target.map(|(piece, at)| {
        let color = if swapped { !piece.color } else { piece.color };
        (Piece::new(color, piece.kind), map(at))
    });
    let ruling = if swapped { one.ruling.color_swapped() } else { one.ruling };
    Decision { ruling, target, ..one.clone() }
}

/// The number of cycles that were drawn and of those whose images differ, by rule set; time of one ruling.
#[derive(Default)]
struct Tally {
    cycles: u64,
    differing: [u64; RuleSet::ALL.len()],
    times: [Duration; RuleSet::ALL.len()],
    first: Option<String>,
}

impl Tally {
    /// Judges a cycle and its images by each rule set.
    fn add(&mut self, start: &Position, cycle: &[Move], rng: &mut Xoshiro256PlusPlus) {
        let same: fn(Square) -> Square = |square| square;
        let images = [
            ("another order", reordered(start, rng), same, false),
            ("the mirror image", reordered(&start.mirrored(), rng), Square::mirror, false),
            ("other colours", reordered(&start.color_swapped(), rng), Square::rotate, true),
        ];
        self.cycles += 1;
        for (index, rules) in RuleSet::ALL.into_iter().enumerate() {
            let started = Instant::now();
            let one = decision(rules, start, cycle);
            self.times[index] += started.elapsed();
            let other = images.iter().find_map(|(name, start, map, swapped)| {
                let moves = cycle.iter().map(|mv| Move::new(map(mv.from()), map(mv.to())).expect("two squares"));
                let found = decision(rules, start, &moves.collect::<Vec<_>>());
                (found != mapped(&one, *map, *swapped)).then(|| format!("{name}: {found:?}"))
            });
            if let Some(other) = other {
                self.differing[index] += 1;
                let moves: Vec<String> = cycle.iter().map(Move::to_string).collect();
                let shown = || format!("{rules}: {} {}\n{one:?}\n{other}", start.to_fen(), moves.join(" "));
                self.first.get_or_insert_with(shown);
            }
        }
    }

    /// Judges random cycles.
    fn of(seed: u64, cycles: u64) -> Tally {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut tally = Tally::default();
        while tally.cycles < cycles {
            let start = random_setup(&mut rng);
            // In crowded positions a look-ahead takes ten times as long.
            if start.pieces().count() > 12 || start.to_fen().parse::<Position>().is_err() {
                continue;
            }
            for cycle in (0..4).filter_map(|_| random_cycle(&start, &mut rng)).collect::<Vec<_>>() {
                tally.add(&start, &cycle, &mut rng);
            }
        }
        tally
    }

    fn check(&self) {
        assert!(
            self.first.is_none(),
            "{:?} of {} differ; {}",
            self.differing,
            self.cycles,
            self.first.as_deref().unwrap()
        );
    }
}

#[test]
fn rulings_do_not_depend_on_order_colours_or_sides() {
    Tally::of(1, 400).check();
}

#[test]
#[ignore = "judges 100,000 cycles"]
fn rulings_on_many_cycles_do_not_depend_on_order_colours_or_sides() {
    let cycles = std::env::var("CYCLES").map_or(100_000, |text| text.parse().expect("a number"));
    let tally = Tally::of(2, cycles);
    for (index, rules) in RuleSet::ALL.into_iter().enumerate() {
        let micros = tally.times[index].as_micros() as f64 / tally.cycles as f64;
        println!("{rules}: {} of {} cycles differ, {micros:.1} µs per ruling", tally.differing[index], tally.cycles);
    }
    tally.check();
}

/// A look-ahead with several best lines.
#[test]
fn equal_lines_give_one_ruling() {
    let rulings = [
        ("4k2P1/2C1a1P2/b8/1c5P1/3rc4/1rB6/6p2/5K3/9/6B2 b", ""),
        ("4k2P1/2C1a1P2/b8/1c5P1/4c4/1rB6/3r2p2/9/5K3/6B2 b", "d3d5 f1f2"),
    ]
    .map(|(fen, prefix)| {
        let words = prefix.split_whitespace().chain("e5h5 h6g6 h5e5 g6h6 e5h5 h6g6 h5e5 g6h6".split(' '));
        let line: Vec<Move> = words.map(|word| word.parse().unwrap()).collect();
        judge(RuleSet::Cxa2020, &fen.parse().unwrap(), &line).unwrap().ruling
    });
    assert_eq!(rulings[0], rulings[1]);
}

/// A position with 24 pieces, in which a look-ahead visits many more positions.
#[test]
fn a_cycle_in_a_crowded_position_has_one_ruling() {
    let start = "2bank3/1P2r4/3ab4/p1c3R2/1P3N3/1R6p/p7P/3pB1C2/4A4/n3K1pN1 b".parse().unwrap();
    let cycle = "e7c5 b4b3 c6d6 b3f3 d6c6 f3b3 c5e7 b3b4".split(' ').map(|mv| mv.parse().unwrap());
    let cycle: Vec<Move> = cycle.collect();
    let mut tally = Tally::default();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    (0..8).for_each(|_| tally.add(&start, &cycle, &mut rng));
    tally.check();
}
