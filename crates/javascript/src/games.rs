//! The games offered to JavaScript: their kits, and the questions about one game only.

use crate::{
    common::{self, ReadTurn},
    endgames,
    question::{Ask, Question},
    search::{OnReport, search},
};
use duiyi_connect6::{
    Board, Rules,
    notation::Coordinates,
    solver::{Solution, Solver, SolverLimits},
};
use duiyi_game::{Diagram, History, Notation, Reason};
use duiyi_kit::GameKit;
use duiyi_player::Seat;
use duiyi_xiangqi::{
    Xiangqi,
    notation::{self, Notation as Writing},
    rulings::{MoveNature, RuleSet, judge},
};
use serde_json::{Value, json};

/// All games.
pub(crate) fn all() -> Vec<Box<dyn AnyGame>> {
    vec![
        Box::new(KitGame {
            kit: duiyi_xiangqi::kit::kit(),
            seat: None,
            read_turn: |now, text| Ok(vec![notation::read(now.position(), text)?]),
            special: of_xiangqi,
        }),
        Box::new(KitGame {
            kit: duiyi_connect6::kit::kit("connect6", Rules::CONNECT6),
            seat: None,
            read_turn: |now, text| now.read_turn(text),
            special: of_connect6,
        }),
    ]
}

/// A game of any kit.
pub(crate) trait AnyGame {
    /// The name of the game in questions.
    fn name(&self) -> &'static str;

    /// Answers a question about a game.
    ///
    /// # Errors
    /// If the question is invalid.
    fn answer(&mut self, question: &Question, on_report: OnReport<'_>) -> Result<Value, Reason>;
}

/// Answers a question about one game only; returns `None` for other questions.
type Special<G> = fn(&History<G>, &Ask) -> Option<Result<Value, Reason>>;

struct KitGame<G: Notation> {
    kit: GameKit<G>,
    /// Created by the first search.
    seat: Option<Seat<G>>,
    read_turn: ReadTurn<G>,
    special: Special<G>,
}

impl<G: Notation + Diagram> AnyGame for KitGame<G> {
    fn name(&self) -> &'static str {
        self.kit.name()
    }

    fn answer(&mut self, question: &Question, on_report: OnReport<'_>) -> Result<Value, Reason> {
        let mut game = History::<G>::read(&question.rules, &question.line)?;
        if let Ask::Search(wanted) = &question.ask {
            let seat = self.seat.get_or_insert_with(|| Seat::new(self.kit.player()));
            return search(&game, seat, wanted, on_report);
        }
        (self.special)(&game, &question.ask).unwrap_or_else(|| common::answer(&mut game, &question.ask, self.read_turn))
    }
}

fn of_xiangqi(game: &History<Xiangqi>, ask: &Ask) -> Option<Result<Value, Reason>> {
    match ask {
        Ask::Endgame => Some(endgames::probe(game.now().position())),
        Ask::Ruling { book } => Some(ruling(game, book.as_deref())),
        Ask::Write { turns, notation } => Some(write_moves(game.now(), turns, notation)),
        _ => None,
    }
}

fn of_connect6(game: &History<Board>, ask: &Ask) -> Option<Result<Value, Reason>> {
    match ask {
        Ask::Solve { turns } => Some(Ok(solved(game.now(), *turns))),
        _ => None,
    }
}

/// The names of the notations of xiangqi.
const NOTATIONS: [&str; 8] =
    ["coordinates", "iccs", "wxf", "wxf-xqbase", "chinese", "chinese-half", "traditional", "traditional-half"];

fn write_moves(now: &Xiangqi, texts: &[String], name: &str) -> Result<Value, Reason> {
    let index = NOTATIONS.iter().position(|notation| *notation == name);
    let writing: Writing = index
        .map(|index| Writing::ALL[index])
        .ok_or_else(|| format!("unknown notation '{name}'; expected one of {}", NOTATIONS.join(", ")))?;
    let mut position = *now.position();
    let mut written = Vec::with_capacity(texts.len());
    for text in texts {
        let mv = notation::read(&position, text)?;
        written.push(writing.write(&position, mv)?);
        position.make(mv);
    }
    Ok(json!({ "turns": written }))
}

/// The ruling on a repetition by a rule book, by default that of the game.
fn ruling(game: &History<Xiangqi>, book: Option<&str>) -> Result<Value, Reason> {
    let book: RuleSet = match book {
        Some(book) => book.parse()?,
        None => game.now().game_rules().repetition,
    };
    let report = judge(book, game.start().position(), game.moves())?;
    let words = report.ruling.to_string();
    let loser = words.strip_suffix("-loses").map(str::to_owned);
    let described = |mv: &MoveNature| {
        let threats: Vec<String> = mv.threats.iter().map(ToString::to_string).collect();
        json!({
            "move": mv.mv.to_string(),
            "nature": mv.nature.to_string(),
            "threats": threats,
            "text": mv.to_string(),
        })
    };
    let article = report.article.map(|article| {
        json!({
            "document": article.document.name(),
            "number": article.number,
            "english": article.english,
            "chinese": article.chinese,
        })
    });
    Ok(json!({
        "book": report.rules.name(),
        "ruling": words,
        "loser": loser,
        "rule": report.rule.to_string(),
        "article": article,
        "occurrences": report.occurrences,
        "moves": report.moves.iter().map(described).collect::<Vec<_>>(),
        "text": report.to_string(),
    }))
}

fn solved(board: &Board, turns: u32) -> Value {
    let mut solver = Solver::new(board.rules(), 4 << 20);
    match solver.solve(board, &SolverLimits { turns, ..SolverLimits::default() }) {
        Solution::Win { turns, turn } => {
            json!({ "status": "win", "turns": turns, "turn": Coordinates::Letters.write_turn(board.rules(), &turn) })
        }
        Solution::NoWin => json!({ "status": "no win" }),
        Solution::Unknown => json!({ "status": "unknown" }),
    }
}
