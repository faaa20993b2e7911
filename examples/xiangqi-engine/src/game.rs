//! The setup of a session with xiangqi.

use duiyi_engine::Setup;
use duiyi_search::{Notation, Reason};
use duiyi_xiangqi::{Xiangqi, kit};

/// The engine with a set of rules.
///
/// # Errors
/// If the name of the rules is invalid.
pub fn setup(rules: &str) -> Result<Setup<Xiangqi>, Reason> {
    Ok(Setup { start: Xiangqi::begin(rules)?, ..duiyi_kit::cli::setup(kit::kit()) })
}

#[cfg(test)]
mod tests {
    use duiyi_engine::{Player, Request, SEARCHES, table_identity};
    use duiyi_search::{History, LimitControl, Limits, StopHandle};
    use duiyi_xiangqi::player::TUNED;
    use duiyi_xiangqi::{
        Xiangqi,
        kit::{bench_positions, player},
    };

    /// Node counts show which search and evaluation run: the options select them in any order, and the
    /// evaluation is kept for searches that use one.
    #[test]
    fn the_options_choose_search_and_evaluation() {
        let start = History::new(Xiangqi::default());
        let decided = |options: &[(&str, &str)]| {
            let mut player = player();
            for (name, value) in [("Hash", "1")].iter().chain(options) {
                player.set_option(name, value).unwrap();
            }
            let mut control = LimitControl::new(Limits::nodes(300), StopHandle::new());
            let (allowed, observer) = (&|_: &[_]| true, &mut ());
            let request = &mut Request { game: &start, allowed, control: &mut control, observer };
            let decision = player.decide(request).unwrap();
            (decision.score, decision.nodes, decision.line)
        };
        let usual = decided(&[]);
        assert_eq!(decided(&[("Search", "uct"), ("Search", "alpha_beta")]), usual);
        let [alpha_beta, uct, puct] = SEARCHES.map(|search| decided(&[("Search", search)]));
        assert!(alpha_beta == usual && uct != usual && puct != usual && puct != uct);
        // Simulations are counted one by one, while an alpha-beta search polls at intervals.
        assert_eq!((uct.1, puct.1), (300, 300));
        assert_eq!(decided(&[("Search", "uct"), ("Evaluation", "thesis")]), uct, "playouts use no evaluation");
        let thesis = decided(&[("Search", "puct"), ("Evaluation", "thesis")]);
        assert_eq!(decided(&[("Evaluation", "thesis"), ("Search", "puct")]), thesis);
        assert_ne!(thesis, puct);
        assert!(player().set_option("Search", "mcts").is_err());
    }

    fn table(player: &mut dyn Player<Xiangqi>) -> &mut duiyi_engine::HashTable {
        player.inspect().and_then(|inspect| inspect.table()).unwrap()
    }

    #[test]
    fn a_saved_table_is_loaded_for_the_same_evaluation_only() {
        let path = std::env::temp_dir().join(format!("duiyi-xiangqi-{}.table", std::process::id()));
        let (positions, mut player, mut other) = (bench_positions(), player(), player());
        let decided = |player: &mut dyn Player<Xiangqi>, depth: u32| {
            let mut control = LimitControl::new(Limits::depth(depth), StopHandle::new());
            let (game, allowed, observer) = (&History::new(positions[0].1.clone()), &|_: &[_]| true, &mut ());
            player.decide(&mut Request { game, allowed, control: &mut control, observer }).unwrap().nodes
        };
        let identity =
            |player: &mut dyn Player<Xiangqi>| table_identity(player, positions.iter().map(|(_, game)| game));
        let (usual, anew) = (identity(&mut *player), decided(&mut *player, 6));
        decided(&mut *player, 8);
        table(&mut *player).save(&path, usual).unwrap();
        assert_eq!(identity(&mut *other), usual);
        table(&mut *other).load(&path, usual).unwrap();
        assert!(decided(&mut *other, 6) < anew);
        other.set_option("Evaluation", TUNED).unwrap();
        assert_ne!(identity(&mut *other), usual);
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn the_bench_is_the_same_in_every_run() {
        let nodes = || {
            let mut player = player();
            player.set_option("Hash", "1").unwrap();
            duiyi_engine::bench(&mut *player, &bench_positions(), 5, |_| {}).nodes
        };
        assert_eq!(nodes(), nodes());
    }
}
