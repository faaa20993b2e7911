//! Problems with known mates, and their certificates.

use duiyi_proof::{Claim, Tree, prove, write};
use duiyi_search::{History, Limits, Searcher, Table};
use duiyi_xiangqi::{Evaluation, Move, Xiangqi};

/// A problem of the sample.
pub(crate) struct Problem {
    pub(crate) fen: &'static str,
    /// The moves to mate.
    pub(crate) moves: u32,
}

pub(crate) fn problems() -> Vec<Problem> {
    let read = |line: &'static str| {
        let (fen, rest) = line.split_once(';').unwrap();
        Problem { fen, moves: rest.rsplit_once(" dm ").unwrap().1.parse().unwrap() }
    };
    include_str!("../data/mates.epd").lines().map(read).collect()
}

pub(crate) fn game(fen: &str) -> History<Xiangqi> {
    History::new(Xiangqi::new(fen.parse().unwrap()))
}

/// Finds mates with a search whose table is kept from one position to the next.
pub(crate) struct Finder {
    table: Table,
    searcher: Searcher<Xiangqi, Evaluation>,
}

impl Finder {
    pub(crate) fn new() -> Finder {
        Finder { table: Table::new(16), searcher: Searcher::new(Evaluation::new()) }
    }

    /// A move that mates within the turns of the claim, by search.
    fn find(&mut self, game: &History<Xiangqi>, claim: Claim) -> Option<Move> {
        let Claim::Mate(moves) = claim else { return None };
        let limits = Limits::mate(moves).with_nodes(1 << 20);
        let found = self.searcher.search(game.now()).table(&self.table).limits(limits).run();
        let most = 2 * i32::try_from(moves).ok()? - 1;
        found.best.filter(|_| found.score.mate_distance().is_some_and(|plies| (1..=most).contains(&plies)))
    }

    pub(crate) fn tree(&mut self, problem: &Problem) -> Tree<Move> {
        let found = prove(&game(problem.fen), Claim::Mate(problem.moves), &mut |game, claim| self.find(game, claim));
        found.unwrap_or_else(|error| panic!("{}: {error}", problem.fen))
    }

    pub(crate) fn certificate(&mut self, problem: &Problem) -> String {
        write(&game(problem.fen), Claim::Mate(problem.moves), &self.tree(problem)).unwrap()
    }
}
