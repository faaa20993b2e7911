//! Connect6 for the sessions of the protocols.

use duiyi_connect6::{Board, Rules, kit};
use duiyi_engine::Setup;

/// The engine with the given rules.
pub fn setup(rules: Rules) -> Setup<Board> {
    duiyi_kit::cli::setup(kit::kit("connect6", rules))
}

#[cfg(test)]
mod tests {
    use duiyi_connect6::player::EVALUATIONS;
    use duiyi_connect6::{
        Board, Rules,
        kit::{bench_positions, player},
    };
    use duiyi_engine::{HashTable, Player, Request, SEARCHES, table_identity};
    use duiyi_search::{History, LimitControl, Limits, StopHandle};

    #[test]
    fn the_bench_is_the_same_in_every_run() {
        let nodes = || {
            let mut player = player(Rules::CONNECT6);
            player.set_option("Hash", "1").unwrap();
            duiyi_engine::bench(&mut *player, &bench_positions()[..4], 3, |_| {}).nodes
        };
        assert_eq!(nodes(), nodes());
    }

    fn player_of(rules: Rules) -> Box<dyn Player<Board>> {
        player(rules)
    }

    fn table(player: &mut dyn Player<Board>) -> &mut HashTable {
        player.inspect().and_then(|inspect| inspect.table()).unwrap()
    }

    #[test]
    fn a_table_is_kept_in_a_file_for_the_same_evaluation() {
        let path = std::env::temp_dir().join(format!("duiyi-board-{}.table", std::process::id()));
        let (positions, mut player, mut other) = (bench_positions(), player(Rules::CONNECT6), player(Rules::CONNECT6));
        let decided = |player: &mut dyn Player<Board>, depth: u32| {
            let mut control = LimitControl::new(Limits::depth(depth), StopHandle::new());
            let (game, allowed, observer) = (&History::new(positions[0].1.clone()), &|_: &[_]| true, &mut ());
            player.decide(&mut Request { game, allowed, control: &mut control, observer }).unwrap().nodes
        };
        let identity = |player: &mut dyn Player<Board>| table_identity(player, positions.iter().map(|(_, game)| game));
        let (usual, anew) = (identity(&mut *player), decided(&mut *player, 6));
        decided(&mut *player, 8);
        table(&mut *player).save(&path, usual).unwrap();
        assert_eq!(identity(&mut *other), usual);
        table(&mut *other).load(&path, usual).unwrap();
        assert!(decided(&mut *other, 6) < anew);
        other.set_option("Evaluation", "plain").unwrap();
        assert_ne!(identity(&mut *other), usual);
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn the_option_chooses_the_search() {
        let game = History::new(bench_positions()[0].1.clone());
        let decided = |search: &str| {
            let mut player = player(Rules::CONNECT6);
            player.set_option("Hash", "1").unwrap();
            player.set_option("Search", search).unwrap();
            let mut control = LimitControl::new(Limits::nodes(100), StopHandle::new());
            let (allowed, observer) = (&|_: &[_]| true, &mut ());
            let decision =
                player.decide(&mut Request { game: &game, allowed, control: &mut control, observer }).unwrap();
            assert_eq!(decision.turn.len(), 2, "a whole turn");
            (decision.score, decision.nodes)
        };
        let [alpha_beta, uct, puct] = SEARCHES.map(decided);
        // Simulations are counted individually, for a whole turn or for each of its stones.
        assert!(uct.1 % 100 == 0 && puct.1 % 100 == 0 && uct.1 > 0 && puct.1 > 0, "{uct:?} {puct:?}");
        assert!(alpha_beta != uct && alpha_beta != puct && uct.0 != puct.0, "{alpha_beta:?} {uct:?} {puct:?}");
        assert!(player(Rules::CONNECT6).set_option("Search", "mcts").is_err());
    }

    /// Each evaluation gives a different score, and the default one is first.
    #[test]
    fn the_option_chooses_the_evaluation() {
        let board = &bench_positions()[0].1;
        let mut player = player(Rules::CONNECT6);
        let usual = player.inspect().unwrap().static_score(board).unwrap();
        let [tuned, plain, pattern] = EVALUATIONS.map(|name| {
            player.set_option("Evaluation", name).unwrap();
            player.inspect().unwrap().static_score(board).unwrap()
        });
        assert!(tuned == usual && plain != usual, "{tuned} {plain} {usual}");
        assert!(pattern != usual && pattern != plain, "{pattern} {plain} {usual}");
        assert!(player.set_option("Evaluation", "thesis").is_err());
        // A board of other rules is evaluated with the tables of those rules.
        let smaller = Rules::new(9, 7, 5, 3, 1).unwrap();
        let mut stone = Board::new(smaller);
        stone.put(smaller.centre());
        player.set_option("Evaluation", EVALUATIONS[0]).unwrap();
        let of = |player: &mut dyn Player<Board>| player.inspect().unwrap().static_score(&stone);
        assert_eq!(of(&mut *player), of(&mut *player_of(smaller)));
    }
}
