//! How often deeper iterations change the best move, as in "Crafty Goes Deep" by R. M. Hyatt and M. Newborn,
//! ICCA Journal 20 (2), 1997 (row Z-H1 of docs/sources.md).

use duiyi_search::{Bound, GameMove, Observer, Report};

/// The best moves of the iterations of one search, by depth from 1; the last one reported counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestMoves<M>(pub Vec<Option<M>>);

impl<M: GameMove> Observer<M> for BestMoves<M> {
    fn progress(&mut self, report: &Report<'_, M>) {
        let depth = report.depth as usize;
        if report.line == 1 && report.bound == Bound::Exact && depth > 0 {
            self.0.resize(depth.max(self.0.len()), None);
            self.0[depth - 1] = report.pv.first().copied();
        }
    }
}

/// The iterations of one depth, over all searches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Searches with a best move at this depth and the one before.
    pub searches: usize,
    /// Those whose best move differs from that of the depth before.
    pub changed: usize,
    /// Those whose best move was not the best at any lower depth.
    pub fresh: usize,
}

/// The changes at depths 2, 3 and so on.
pub fn changes<M: GameMove>(searches: &[BestMoves<M>]) -> Vec<Changes> {
    let deepest = searches.iter().map(|search| search.0.len()).max().unwrap_or(0);
    let mut rows = vec![Changes::default(); deepest.saturating_sub(1)];
    for BestMoves(moves) in searches {
        for (index, pair) in moves.windows(2).enumerate() {
            let [Some(before), Some(now)] = pair else { continue };
            rows[index].searches += 1;
            rows[index].changed += usize::from(before != now);
            rows[index].fresh += usize::from(!moves[..=index].contains(&Some(*now)));
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_search::{Limits, Searcher, Table};
    use duiyi_xiangqi::{Move, Position, ThesisEvaluation, Xiangqi};

    /// Row Z-H1 of docs/sources.md.
    #[test]
    fn z_h1_changes_and_fresh_moves_are_counted_by_depth() {
        let moves = |names: &str| BestMoves(names.split(' ').map(|name| name.parse::<Move>().ok()).collect());
        let searches = [moves("h2e2 h2e2 b2e2 h2e2"), moves("h2e2 b2e2"), moves("h2e2 - b2e2 h2e2")];
        let row = |searches, changed, fresh| Changes { searches, changed, fresh };
        assert_eq!(changes(&searches), [row(2, 1, 1), row(1, 1, 1), row(2, 2, 0)]);
        assert_eq!(changes::<Move>(&[]), []);
    }

    #[test]
    fn every_iteration_has_a_best_move() {
        let mut found = BestMoves(vec![]);
        let mut searcher = Searcher::new(ThesisEvaluation::new());
        let game = Xiangqi::new(Position::start());
        let result = searcher.search(&game).table(&Table::new(1)).limits(Limits::depth(6)).observer(&mut found).run();
        assert_eq!((found.0.len(), found.0[5]), (6, result.best));
        assert!(found.0.iter().all(Option::is_some));
    }
}
