//! Connect6 and its player, as this program and others run them.

use duiyi_book::BookPlayer;
use duiyi_connect6::{Board, Rules, evaluation::Valuation, openings, player::ToldPlayer, search::StoneSearch};
use duiyi_engine::Setup;
use duiyi_player::{Alternatives, Choice, MonteCarloPlayer, Player};
use duiyi_search::{Evaluated, Playouts, Selection, Stateless};

/// The depth of `bench` unless it is told another, in stones.
pub const BENCH_DEPTH: u32 = 6;

/// The evaluations that a player can have, the usual one first. The plain one has the
/// values of stones that the thesis prints (5.2.3), and no network; `pattern` is the thesis's
/// own, a value for each line of thirteen cells.
pub const EVALUATIONS: [&str; 3] = ["tuned", "plain", "pattern"];

/// The tables of an evaluation, one of [`EVALUATIONS`]; of another name, the usual ones.
pub fn valuation(evaluation: &str) -> fn(Rules) -> Valuation {
    match evaluation {
        "plain" => Valuation::plain,
        "pattern" => Valuation::pattern,
        _ => Valuation::usual,
    }
}

/// The searches that a player can be by, the usual one first: alpha-beta with the solver of threats,
/// Monte Carlo tree search by play-outs, and the same by evaluation and priors. All of them look at the
/// same stones.
pub const SEARCHES: [&str; 3] = ["alpha_beta", "uct", "puct"];

/// The player of some rules, at its best until options say otherwise; the option
/// `Search` chooses among the [searches](SEARCHES), `Evaluation` among the [evaluations](EVALUATIONS).
/// Around it is an opening book, which is off until `OwnBook` is on and `BookFile` names one.
pub fn player(rules: Rules) -> Box<dyn Player<Board>> {
    let choice = |name| -> Choice<Board> { (name, Box::new(move || searching(rules, valuation(name)))) };
    let [tuned, others @ ..] = EVALUATIONS.map(choice);
    let searching = Alternatives::new("Evaluation", tuned, others);
    let opener = move |file: &str| match file {
        "" => Ok(None),
        file => duiyi_book::open(file, &Board::new(rules)).map(Some).map_err(|error| error.to_string()),
    };
    Box::new(BookPlayer::new(Box::new(searching), Box::new(opener)))
}

/// A player by one of the searches, with an evaluation.
fn searching(rules: Rules, valuation: fn(Rules) -> Valuation) -> Box<dyn Player<Board>> {
    let view = move || {
        let usual = valuation(rules);
        move |board: &Board| {
            let known = if board.rules() == rules { usual.clone() } else { valuation(board.rules()) };
            StoneSearch::new(board.clone(), known)
        }
    };
    let evaluated = || Evaluated(Stateless(|game: &StoneSearch| game.position.evaluate()));
    let alpha_beta: Choice<Board> = (SEARCHES[0], Box::new(move || Box::new(ToldPlayer::judging_by(rules, valuation))));
    let uct = move || MonteCarloPlayer::viewing(view(), Selection::Uct, Playouts::<StoneSearch>::new);
    let puct = move || MonteCarloPlayer::viewing(view(), Selection::Puct, evaluated);
    let others: [Choice<Board>; 2] =
        [(SEARCHES[1], Box::new(move || Box::new(uct()))), (SEARCHES[2], Box::new(move || Box::new(puct())))];
    Box::new(Alternatives::new("Search", alpha_beta, others))
}

/// The positions on which the engine measures itself: the named openings.
pub fn bench_positions() -> Vec<(String, Board)> {
    openings::NAMED.iter().map(|opening| (format!("{:<15}", opening.romanized), opening.board())).collect()
}

/// The engine, by some rules.
pub fn setup(rules: Rules) -> Setup<Board> {
    Setup {
        start: Board::new(rules),
        player: Box::new(move || player(rules)),
        bench: bench_positions(),
        protocol: None,
        turn_time: None,
        on_game_end: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_player::{Request, table_identity};
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

    /// Through all that stands around the search.
    #[test]
    fn a_table_is_kept_in_a_file_for_the_same_evaluation() {
        let path = std::env::temp_dir().join(format!("duiyi-board-{}.table", std::process::id()));
        let (positions, mut player, mut other) = (bench_positions(), player(Rules::CONNECT6), player(Rules::CONNECT6));
        let decided = |player: &mut dyn Player<Board>, depth: u32| {
            let mut control = LimitControl::new(Limits::depth(depth), StopHandle::new());
            let (game, allowed, observer) = (&History::new(positions[0].1.clone()), &|_| true, &mut ());
            player.decide(&mut Request { game, allowed, control: &mut control, observer }).unwrap().nodes
        };
        let identity = |player: &mut dyn Player<Board>| table_identity(player, positions.iter().map(|(_, game)| game));
        let (usual, anew) = (identity(&mut *player), decided(&mut *player, 6));
        decided(&mut *player, 8);
        player.save_table(&path, usual).unwrap();
        assert_eq!(identity(&mut *other), usual);
        other.load_table(&path, usual).unwrap();
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
            let (allowed, observer) = (&|_| true, &mut ());
            let decision =
                player.decide(&mut Request { game: &game, allowed, control: &mut control, observer }).unwrap();
            assert_eq!(decision.turn.len(), 2, "a whole turn");
            (decision.score, decision.nodes)
        };
        let [alpha_beta, uct, puct] = SEARCHES.map(decided);
        // Simulations are counted one by one, for the whole of a turn or for each of its stones.
        assert!(uct.1 % 100 == 0 && puct.1 % 100 == 0 && uct.1 > 0 && puct.1 > 0, "{uct:?} {puct:?}");
        assert!(alpha_beta != uct && alpha_beta != puct && uct.0 != puct.0, "{alpha_beta:?} {uct:?} {puct:?}");
        assert!(player(Rules::CONNECT6).set_option("Search", "mcts").is_err());
    }

    /// Each evaluation has a score of its own, and the usual one comes first.
    #[test]
    fn the_option_chooses_the_evaluation() {
        let board = &bench_positions()[0].1;
        let mut player = player(Rules::CONNECT6);
        let usual = player.static_score(board).unwrap();
        let [tuned, plain, pattern] = EVALUATIONS.map(|name| {
            player.set_option("Evaluation", name).unwrap();
            player.static_score(board).unwrap()
        });
        assert!(tuned == usual && plain != usual, "{tuned} {plain} {usual}");
        assert!(pattern != usual && pattern != plain, "{pattern} {plain} {usual}");
        assert!(player.set_option("Evaluation", "thesis").is_err());
        // A board of other rules is judged by the tables of those.
        let smaller = Rules::new(9, 7, 5, 3, 1).unwrap();
        let mut stone = Board::new(smaller);
        stone.put(smaller.centre());
        player.set_option("Evaluation", EVALUATIONS[0]).unwrap();
        assert_eq!(player.static_score(&stone), super::player(smaller).static_score(&stone));
    }
}
