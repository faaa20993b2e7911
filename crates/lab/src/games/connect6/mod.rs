//! Connect6 and its family in the laboratory.

mod individual;
mod learning;
mod openings;
mod stones;
mod sums;
mod weights;

pub(crate) use individual::{Individual, Reached, ShapeSums};
pub(crate) use openings::Drawer;
pub(crate) use stones::{logarithms, of_logarithms, with_values};
pub(crate) use weights::weights;

use super::{
    Choice, Chooser, EvaluationSpec, Judge, LabGame, OWN, PlayedGame, PlayerSpec, Solved, Sum, Tunable, WinFinder,
    monte_carlo,
    players::{Random, engine_player},
    random_turns,
};
use duiyi_arena::{Entrant, Opening, StoneConfig, Watchdog};
use duiyi_connect6::{
    Board, Point, Rules,
    baseline::windows,
    evaluation::Valuation,
    player::{MoveUnit, Valuations, context, searches_by},
    search::StoneSearch,
    solver::{Limits, Solution, Solver},
};
use duiyi_game::{History, Reason};
use duiyi_player::{Decision, NamedEvaluation, Player, PlayerParts, Request, SEARCHES};
use duiyi_tune::{Parameter, ParameterSet, texel::Settings};
use std::{io::BufRead, sync::Arc};

/// Stones after which an opening has its name.
const NAMED_AFTER: usize = 3;

/// The units of the search, by the word `form`.
const FORMS: [(&str, MoveUnit); 2] = [("stones", MoveUnit::Stone), ("turns", MoveUnit::Turn)];

/// The player of the best windows, which does not search.
struct Windows;

impl Player<Board> for Windows {
    fn decide(&mut self, request: &mut Request<'_, Board>) -> Option<Decision<Point>> {
        windows(request.game.now()).map(|turn| Decision::new(turn.points().to_vec()))
    }
}

impl LabGame for Board {
    const BUILTINS: &'static [&'static str] = &[OWN, monte_carlo::UCT, monte_carlo::PUCT, "windows", "random"];
    const WORDS: &'static [&'static str] = &["form", "driver"];
    const STONES: bool = true;

    fn player(&self, spec: &PlayerSpec) -> Result<Box<dyn Player<Board>>, Reason> {
        match spec.kind.as_str() {
            "windows" => Ok(Box::new(Windows)),
            "random" => Ok(Box::new(Random { seed: spec.seed })),
            _ => player_by(valuation(Board::rules(self), &spec.evaluation)?, spec),
        }
    }

    fn describe(spec: &PlayerSpec) -> String {
        match spec.kind.as_str() {
            OWN => {}
            "windows" => return "Windows".to_owned(),
            kind if monte_carlo::is_named(kind) => return monte_carlo::describe(spec),
            _ => return format!("Random {{ seed: {} }}", spec.seed),
        }
        let option = |name, usual| spec.option(name).unwrap_or(usual);
        let form =
            FORMS.iter().find(|form| spec.word("form") == Some(form.0)).map_or(MoveUnit::default(), |form| form.1);
        let driver = spec.word("driver").map_or_else(String::new, |driver| format!(" [driver={driver}]"));
        let weights = match &spec.evaluation {
            EvaluationSpec::Usual => "Tuned".to_owned(),
            EvaluationSpec::Named(name) if name == "tuned" => "Tuned".to_owned(),
            EvaluationSpec::Named(name) if name == "plain" => "Plain".to_owned(),
            EvaluationSpec::Named(name) if name == PATTERN => "Pattern".to_owned(),
            EvaluationSpec::Named(name) if name.starts_with(PATTERN_OF) => format!("Pattern({name:?})"),
            EvaluationSpec::Named(file) => format!("File({file:?})"),
            EvaluationSpec::Text(_) => "given".to_owned(),
        };
        format!(
            "duiyi {} in this process, Level({}), {form:?}, {weights}, hash {} MiB, threads {}{driver}{}{}",
            env!("CARGO_PKG_VERSION"),
            option("Level", "9"),
            option("Hash", "16"),
            option("Threads", "1"),
            spec.other_options(&["Hash", "Threads", "Level"]),
            spec.differences()
        )
    }

    fn stone_program(&self, config: StoneConfig, watchdog: &Arc<Watchdog>) -> Result<Entrant, Reason> {
        Ok(config.entrant(self.clone(), Some(Arc::clone(watchdog))))
    }

    /// `named` and `played`.
    fn openings(&self, name: &str) -> Option<Vec<Opening>> {
        openings::by_name(name)
    }

    /// In files the turns may stand where the position would.
    fn opening_text(text: String) -> String {
        openings::with_moves(text)
    }

    /// The named opening, from White's first pair on.
    fn opening_names(game: &History<Board>) -> Vec<(usize, String)> {
        let after = game.positions().nth(NAMED_AFTER);
        let named = after.and_then(|board| duiyi_connect6::openings::named(&board));
        named.map(|opening| (NAMED_AFTER, format!("{}局", opening.name))).into_iter().collect()
    }

    /// The twenty named openings (row C-E1 of docs/sources.md).
    fn forest(&self) -> Vec<History<Board>> {
        if Board::rules(self) != Rules::CONNECT6 {
            return Vec::new();
        }
        let grown = |opening: &duiyi_connect6::openings::Opening| {
            let mut game = History::new(self.clone());
            game.play(Rules::CONNECT6.centre()).ok()?;
            game.play_turn(opening.reply().points()).ok()?;
            Some(game)
        };
        duiyi_connect6::openings::NAMED.iter().filter_map(grown).collect()
    }

    /// Wins by double threats.
    fn solver(&self, nodes: u64) -> Option<WinFinder<Board>> {
        let mut solver = Solver::new(Board::rules(self), 16 << 20);
        Some(Box::new(move |board| match solver.solve(board, &Limits { nodes, ..Limits::default() }) {
            Solution::Win { turn, .. } => Solved::Win(turn.points().to_vec()),
            Solution::NoWin => Solved::NoWin,
            Solution::Unknown => Solved::Unknown,
        }))
    }

    const DRAWN_TURNS: u32 = 2;

    /// By Connect6's own rules the first stone in the middle, and turns that make sense.
    fn random_opening(&self, seed: u64, turns: u32) -> Result<String, Reason> {
        match Board::rules(self) {
            Rules::CONNECT6 => Ok(Drawer::new().opening(seed, turns).position),
            _ => random_turns(self, seed, turns),
        }
    }

    fn latency_positions() -> Vec<String> {
        let named = ["ri-ri", "shan-shui", "xin-xin"].into_iter();
        let text = |name| openings::named(name).map(|text| format!("startpos {text}"));
        std::iter::once("startpos".to_owned()).chain(named.filter_map(text)).collect()
    }
}

/// The evaluation by the patterns of lines with the printed values.
const PATTERN: &str = "pattern";
/// The same with the values of a file, whose name follows.
const PATTERN_OF: &str = "pattern:";

/// What a player judges by: the patterns of lines, or weights.
fn valuation(rules: Rules, evaluation: &EvaluationSpec) -> Result<Valuation, Reason> {
    match evaluation {
        EvaluationSpec::Named(name) if name == PATTERN => Ok(Valuation::pattern(rules)),
        EvaluationSpec::Named(name) if name.starts_with(PATTERN_OF) && rules == Rules::CONNECT6 => {
            individual::from_file(&name[PATTERN_OF.len()..])
        }
        _ => Ok(Valuation::of(rules, &weights(evaluation)?)),
    }
}

/// The player that a description tells of, but that it judges so.
///
/// # Errors
/// What of the description the player does not take.
pub(crate) fn player_by(valuation: Valuation, spec: &PlayerSpec) -> Result<Box<dyn Player<Board>>, Reason> {
    let (rules, start) = (valuation.rules(), Board::new(valuation.rules()));
    let given: Valuations = Arc::new(move |of| if of == rules { valuation.clone() } else { Valuation::usual(of) });
    let evaluation = NamedEvaluation::new("given", move || searches_by(rules, Arc::clone(&given)));
    let parts = PlayerParts::new(&SEARCHES, evaluation).book(start.opener()).timing(context);
    Ok(Box::new(engine_player(parts, spec)?))
}

impl Tunable for Board {
    /// An opening at random says nothing.
    const SKIP: usize = 5;
    const PER_GAME: Option<usize> = None;
    const UNIT: Option<f64> = Some(400.0);
    const FIRST_EVALUATION: &'static str = "plain";

    /// A line a game: fields split by ` | `, the turns last, the result (B, W or D) the
    /// first field that is one of these letters; `scores=…` has what was thought before each turn.
    fn read_games(
        &self,
        input: &mut dyn BufRead,
        take: &mut dyn FnMut(Result<PlayedGame<Board>, Reason>),
    ) -> Result<(), Reason> {
        learning::read_games(self, input, take)
    }

    fn chooser(&self, choice: Choice) -> Result<Box<dyn Chooser<Board>>, Reason> {
        Ok(Box::new(learning::Undecided::new(Board::rules(self), choice)))
    }

    fn judge(&self, evaluation: &EvaluationSpec) -> Result<Judge<Board>, Reason> {
        let valuation = valuation(Board::rules(self), evaluation)?;
        Ok(Box::new(move |board| StoneSearch::new(board.clone(), valuation.clone()).position.evaluate().get()))
    }

    fn sum(&self, name: &str) -> Result<Box<dyn Sum<Board>>, Reason> {
        Ok(Box::new(sums::Pairs::new(Board::rules(self), weights(&EvaluationSpec::named(name))?)))
    }

    fn settings() -> Settings {
        Settings { rate: 2.0, pull: 1e-7, epochs: 200, ..Settings::default() }
    }

    /// `stones`: the values of stones, in their logarithms.
    fn parameter_group(name: &str, spec: &PlayerSpec, step: f64) -> Result<Option<Vec<Parameter>>, Reason> {
        if name == stones::GROUP {
            stones::logarithms(&weights(&spec.evaluation)?.stone, step).map(Some)
        } else {
            Ok(None)
        }
    }

    fn set_parameters(spec: &mut PlayerSpec, values: &ParameterSet) -> Result<(), Reason> {
        stones::set(spec, values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_player_of_a_match_is_that_of_the_engine() {
        let positions = duiyi_connect6::kit::bench_positions();
        let nodes = |player: &mut dyn Player<Board>| {
            player.set_option("Hash", "16").expect("a size");
            duiyi_engine::bench(player, &positions[..3], 4, |_| {}).nodes
        };
        for evaluation in ["tuned", "plain", "pattern"] {
            let spec = PlayerSpec { evaluation: EvaluationSpec::named(evaluation), ..PlayerSpec::default() };
            let mut measured = LabGame::player(&Board::new(Rules::CONNECT6), &spec).expect("a player");
            let mut of_engine = duiyi_connect6::kit::player(Rules::CONNECT6);
            of_engine.set_option("Evaluation", evaluation).expect("an evaluation");
            assert_eq!(nodes(&mut *measured), nodes(&mut *of_engine), "{evaluation}");
        }
    }
}
