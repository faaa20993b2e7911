//! The positions for the benches.

pub mod best_moves;
pub mod connect6_generation;
pub mod games;
pub mod hand;
// The plain model of the tests of xiangqi, timed here against the real one.
#[path = "../../crates/xiangqi/tests/all/properties/mailbox/mod.rs"]
pub mod mailbox;
pub mod piece_search;
pub mod plain;
#[path = "../../crates/xiangqi/tests/all/properties/plain_evaluation.rs"]
pub mod plain_evaluation;

use duiyi_connect6::{Board, History, player::ThreatSearch};
use duiyi_engine::{Player, Request};
use duiyi_search::Control;
use duiyi_xiangqi::{
    PieceKind, Position,
    formats::{GameReader, GameRecord},
};

/// The nodes of a search for one turn by Connect6's player.
pub fn connect6_nodes(player: &mut ThreatSearch, board: &Board, control: &mut dyn Control) -> u64 {
    let game = &History::new(board.clone());
    player.decide(&mut Request { game, allowed: &|_| true, control, observer: &mut () }).map_or(0, |found| found.nodes)
}

/// The 50 middlegame positions, with their names (see `data/README.md`).
///
/// # Panics
/// If the file in the repository is damaged.
pub fn middlegames() -> Vec<(String, Position)> {
    include_str!("../data/midgame50.epd")
        .lines()
        .map(|line| {
            let (fen, rest) = line.split_once(';').expect("each line has a FEN and a name");
            let name = rest.split('"').nth(1).expect("each line has an id in quotes");
            (name.to_owned(), fen.trim().parse().expect("each FEN is valid"))
        })
        .collect()
}

/// A position with its count of positions some plies ahead.
#[derive(Clone, Debug)]
pub struct Counted {
    /// The name in tables.
    pub name: &'static str,
    /// The position.
    pub position: Position,
    /// The depth in plies.
    pub depth: u32,
    /// The number of positions at this depth.
    pub nodes: u64,
}

/// The initial position and five middlegames (m1–m5) on which the speed of
/// move generators is usually compared.
///
/// # Panics
/// If the file in the repository is damaged.
pub fn perft_positions() -> Vec<Counted> {
    include_str!("../data/perft6.epd")
        .lines()
        .map(|line| {
            let fields: Vec<_> = line.split(';').collect();
            let [name, fen, depth, nodes] = fields[..] else { panic!("four fields expected: {line}") };
            Counted {
                name,
                position: fen.parse().expect("each FEN is valid"),
                depth: depth.parse().expect("each depth is a number"),
                nodes: nodes.parse().expect("each count is a number"),
            }
        })
        .collect()
}

/// The strong pieces (rooks, horses, cannons) of both sides.
fn strong_pieces(position: &Position) -> usize {
    let strong = [PieceKind::Rook, PieceKind::Horse, PieceKind::Cannon];
    position.pieces().filter(|(_, piece)| strong.contains(&piece.kind)).count()
}

/// The positions of the rules crate's perft suite with at most six strong pieces.
///
/// # Panics
/// If the file in the repository is damaged.
pub fn endgames() -> Vec<Position> {
    include_str!("../../crates/xiangqi/tests/data/perft.epd")
        .lines()
        .map(|line| line.split(';').next().unwrap_or(line).parse().expect("each FEN is valid"))
        .filter(|position| strong_pieces(position) <= 6)
        .collect()
}

/// The plies of a game at which [`openings`] takes its positions.
const OPENING_PLIES: [usize; 2] = [8, 12];

/// Positions after 8 and 12 plies of the twelve games in the tests of the rules crate.
///
/// # Panics
/// If the file in the repository is damaged.
pub fn openings() -> Vec<Position> {
    let games = include_bytes!("../../crates/xiangqi/tests/data/games-sample.pgn");
    let after = |record: &GameRecord, plies| {
        let mut position = *record.start();
        record.main_line().take(plies).for_each(|mv| {
            position.make(mv);
        });
        position
    };
    let positions = |game: Result<GameRecord, _>| {
        let game = game.expect("each game can be read");
        OPENING_PLIES.map(|plies| after(&game, plies))
    };
    GameReader::new(&games[..]).flat_map(positions).collect()
}

/// The examples of the project's front page, which are tested as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct FrontPage;

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_search::{Enhancements, Limits, Parameters, Searcher, Table};
    use duiyi_xiangqi::{ThesisEvaluation, Xiangqi, perft};

    #[test]
    fn there_are_fifty() {
        let positions = middlegames();
        assert_eq!(positions.len(), 50);
        assert!(positions.iter().all(|(_, position)| !position.in_check()));
        assert!(positions.iter().all(|(_, position)| strong_pieces(position) >= 8));
    }

    /// Row Z-C30: each position occurs once, and a search with the classical set visits the number of nodes
    /// in docs/data/ablation-classical.csv.
    #[test]
    fn the_fifty_positions_are_those_of_the_tables() {
        let positions = middlegames();
        let keys: std::collections::HashSet<u64> = positions.iter().map(|(_, position)| position.key()).collect();
        assert_eq!(keys.len(), 50);
        let mut searcher = Searcher::new(ThesisEvaluation::new());
        (searcher.enhancements, searcher.parameters) = (Enhancements::classical(), Parameters::classical());
        let table = Table::new(64);
        let mut counted = |depth| -> u64 {
            let mut count = |position: &Position| {
                table.clear();
                searcher.new_game();
                let game = Xiangqi::new(*position);
                searcher.search(&game).table(&table).limits(Limits::depth(depth)).run().statistics.nodes
            };
            positions.iter().map(|(_, position)| count(position)).sum()
        };
        let data = include_str!("../../docs/data/ablation-classical.csv");
        let recorded = |line: &str| line.strip_prefix("full,,")?.split(',').nth(1)?.parse::<u64>().ok();
        let recorded: Vec<_> = data.lines().filter_map(recorded).take(3).collect();
        assert_eq!([1, 2, 3].map(&mut counted).as_slice(), recorded);
    }

    #[test]
    fn the_counts_are_right() {
        let positions = perft_positions();
        assert_eq!(positions.len(), 6);
        for Counted { name, position, depth, nodes } in positions {
            assert_eq!(perft(&mut position.clone(), depth), nodes, "{name}");
        }
    }

    /// Row T-22 of docs/sources.md: the openings still have all strong pieces but few, and material is symmetric.
    #[test]
    fn t22_phases_have_their_positions_and_material_is_counted_for_the_mover() {
        use PieceKind::{Advisor, Cannon, Elephant, Rook};
        use duiyi_xiangqi::{player::material, see::EXCHANGE_VALUES};
        let positions = openings();
        assert_eq!(positions.len(), 24);
        assert!(positions.iter().all(|position| strong_pieces(position) >= 10 && position.fullmove() >= 4));
        let fen = |side| format!("3akab2/9/9/9/9/9/9/4C4/9/R3K4 {side} - - 0 1").parse::<Position>().unwrap();
        let [red, black] = ["w", "b"].map(|side| material(&Xiangqi::new(fen(side))).get());
        let value = |kind: PieceKind| EXCHANGE_VALUES[kind.index()];
        assert_eq!(red, value(Rook) + value(Cannon) - 2 * value(Advisor) - value(Elephant));
        assert_eq!(black, -red);
    }

    #[test]
    fn there_are_enough_endgames() {
        assert!(endgames().len() >= 16);
    }
}
