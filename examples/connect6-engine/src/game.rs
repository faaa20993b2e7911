//! Connect6 and its player, as this program and others run them.

use duiyi_book::BookPlayer;
use duiyi_connect6::{Board, Rules, evaluation::Valuation, openings, player::ToldPlayer};
use duiyi_engine::Setup;
use duiyi_player::{Alternatives, Choice, Player};

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

/// The player of some rules, at its best until options say otherwise; the option
/// `Evaluation` chooses among the [evaluations](EVALUATIONS). Around it is an opening book, which is
/// off until `OwnBook` is on and `BookFile` names one.
pub fn player(rules: Rules) -> Box<dyn Player<Board>> {
    let choice =
        |name| -> Choice<Board> { (name, Box::new(move || Box::new(ToldPlayer::judging_by(rules, valuation(name))))) };
    let [tuned, others @ ..] = EVALUATIONS.map(choice);
    let searching = Alternatives::new("Evaluation", tuned, others);
    let opener = move |file: &str| match file {
        "" => Ok(None),
        file => duiyi_book::open(file, &Board::new(rules)).map(Some).map_err(|error| error.to_string()),
    };
    Box::new(BookPlayer::new(Box::new(searching), Box::new(opener)))
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

    #[test]
    fn the_bench_is_the_same_in_every_run() {
        let nodes = || {
            let mut player = player(Rules::CONNECT6);
            player.set_option("Hash", "1").unwrap();
            duiyi_engine::bench(&mut *player, &bench_positions()[..4], 3, |_| {}).0.split(' ').next().map(str::to_owned)
        };
        assert_eq!(nodes(), nodes());
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
    }
}
