//! Counts of positions against published and independently verified numbers.

use duiyi_xiangqi::{Position, perft};

/// `FEN ;D1 n ;D2 n …` as (FEN, [(depth, nodes)]).
fn suite() -> Vec<(String, Vec<(u32, u64)>)> {
    include_str!("../data/perft.epd")
        .lines()
        .map(|line| {
            let mut parts = line.split(';').map(str::trim);
            let fen = parts.next().unwrap().to_owned();
            let counts = parts
                .map(|part| {
                    let (depth, nodes) = part[1..].split_once(' ').unwrap();
                    (depth.parse().unwrap(), nodes.parse().unwrap())
                })
                .collect();
            (fen, counts)
        })
        .collect()
}

fn check(limit: u64) {
    let suite = suite();
    assert_eq!(suite.len(), 31);
    for (fen, counts) in suite {
        let position: Position = fen.parse().unwrap();
        // The same tree from three more views: mirrored, and with the colours exchanged.
        let views = [position, position.mirrored(), position.color_swapped(), position.color_swapped().mirrored()];
        for (depth, nodes) in counts.into_iter().filter(|&(_, nodes)| nodes <= limit) {
            // Four views take four times as long, so the deepest counts use only one.
            let views = if nodes > 300_000 { &views[..1] } else { &views[..] };
            for view in views {
                assert_eq!(perft(&mut view.clone(), depth), nodes, "{} depth {depth}", view.to_fen());
            }
        }
    }
}

#[test]
fn suite_to_six_million_nodes() {
    check(6_000_000);
}

#[test]
#[ignore = "counts 2.5 thousand million positions; run in release mode"]
fn suite_to_the_end() {
    check(u64::MAX);
}
