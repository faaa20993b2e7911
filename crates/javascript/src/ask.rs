//! Answers.

use crate::{
    question::{Ask, Picture, Question},
    search::{Hears, search, turns},
};
use duiyi_connect6::{
    Board, Rules,
    notation::Coordinates,
    solver::{Limits, Solution, Solver},
};
use duiyi_engine::{Sketch, picture};
use duiyi_game::{Diagram, Game, History, Notation, Reason, legal_moves, svg::Settings};
use duiyi_player::Seat;
use duiyi_xiangqi::{
    Xiangqi,
    notation::{self, Notation as Writing},
    rulings::{MoveNature, RuleSet, judge},
};
use serde_json::{Value, json};
use std::cell::RefCell;

thread_local! {
    static XIANGQI: RefCell<Option<Seat<Xiangqi>>> = const { RefCell::new(None) };
    static CONNECT6: RefCell<Option<Seat<Board>>> = const { RefCell::new(None) };
}

/// The answer to a question: an object, in which `error` says what is wrong with the question.
pub(crate) fn answer(question: &[u8], hears: Hears<'_>) -> String {
    let answered = serde_json::from_slice(question).map_err(Reason::from).and_then(|question: Question| match question
        .game
        .as_str()
    {
        "xiangqi" => of_xiangqi(&question, hears),
        "connect6" => of_connect6(&question, hears),
        other => Err(format!("unknown game '{other}'; expected xiangqi or connect6").into()),
    });
    answered.unwrap_or_else(|reason| json!({ "error": reason.to_string() })).to_string()
}

fn of_xiangqi(question: &Question, hears: Hears<'_>) -> Result<Value, Reason> {
    let mut game = History::<Xiangqi>::read(&question.rules, &question.line)?;
    let read = |now: &Xiangqi, text: &str| Ok(vec![notation::read(now.position(), text)?]);
    match &question.ask {
        Ask::Ruling { book } => {
            let book: RuleSet = match book {
                Some(book) => book.parse()?,
                None => game.now().game_rules().repetition,
            };
            ruling(&game, book)
        }
        Ask::Write { turns, notation } => write_moves(game.now(), turns, notation),
        Ask::Search(wanted) => XIANGQI.with_borrow_mut(|player| {
            search(&game, player.get_or_insert_with(|| Seat::new(duiyi_xiangqi::kit::player())), wanted, hears)
        }),
        _ => told(&mut game, &question.ask, &read),
    }
}

fn of_connect6(question: &Question, hears: Hears<'_>) -> Result<Value, Reason> {
    let mut game = History::<Board>::read(&question.rules, &question.line)?;
    match &question.ask {
        Ask::Solve { turns } => Ok(solved(game.now(), *turns)),
        Ask::Search(wanted) => CONNECT6.with_borrow_mut(|player| {
            let player = player.get_or_insert_with(|| Seat::new(duiyi_connect6::kit::player(Rules::CONNECT6)));
            search(&game, player, wanted, hears)
        }),
        _ => told(&mut game, &question.ask, &|now: &Board, text: &str| now.read_turn(text)),
    }
}

/// Reads a turn.
type Reads<'a, G> = &'a dyn Fn(&G, &str) -> Result<Vec<<G as Game>::Move>, Reason>;

/// What every told game answers.
fn told<G: Notation + Diagram>(game: &mut History<G>, ask: &Ask, reads: Reads<'_, G>) -> Result<Value, Reason> {
    match ask {
        Ask::State => {}
        Ask::LegalMoves => {
            let now = game.now();
            let moves: Vec<String> = legal_moves(now).into_iter().map(|mv| now.write_move(mv)).collect();
            return Ok(json!({ "moves": moves }));
        }
        Ask::Play { turn } => {
            let turn = reads(game.now(), turn)?;
            game.play_turn(&turn)?;
        }
        Ask::Undo => {
            if game.undo_turn().is_empty() {
                return Err("no turn was played on this board".into());
            }
        }
        Ask::Perft { depth } => return Ok(json!({ "count": game.now().clone().perft(*depth) })),
        Ask::Svg(wanted) => return Ok(json!({ "svg": drawn(game, wanted)? })),
        _ => return Err(format!("{} does not answer that", G::NAME).into()),
    }
    Ok(state(game))
}

/// Where a game stands.
fn state<G: Notation>(game: &History<G>) -> Value {
    let now = game.now();
    let name = |side: duiyi_game::Side| G::SIDES[side.index()].to_lowercase();
    let outcome = game.outcome().map(|outcome| {
        let text = outcome.to_string();
        let result = text.split(' ').next().unwrap_or_default();
        json!({ "winner": outcome.winner.map(name), "reason": outcome.reason, "result": result })
    });
    json!({
        "line": game.write(),
        "rules": now.rules(),
        "position": now.write_position(),
        "turn": name(now.side_to_move()),
        "turns": turns(game.start(), game.moves()),
        "outcome": outcome,
        "drawing": now.draw(),
    })
}

fn drawn<G: Notation + Diagram>(game: &History<G>, wanted: &Picture) -> Result<String, Reason> {
    let Picture { size, flipped, letters, .. } = *wanted;
    let settings = Settings { square: size, flipped, letters, ..Settings::default() };
    let (arrows, numbered_after) = (wanted.arrows.clone(), wanted.numbered.then_some(0));
    picture(game, &Sketch { after: wanted.after, arrows, numbered_after, settings, ..Sketch::default() })
}

/// The notations that moves of xiangqi are written in.
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

fn ruling(game: &History<Xiangqi>, book: RuleSet) -> Result<Value, Reason> {
    let report = judge(book, game.start().position(), game.moves())?;
    let words = report.ruling.to_string();
    let loser = words.strip_suffix("-loses").map(str::to_owned);
    let told = |mv: &MoveNature| {
        let threats: Vec<String> = mv.threats.iter().map(ToString::to_string).collect();
        json!({
            "move": mv.mv.to_string(),
            "nature": mv.nature.to_string(),
            "threats": threats,
            "text": mv.to_string(),
        })
    };
    Ok(json!({
        "book": report.rules.name(),
        "ruling": words,
        "loser": loser,
        "rule": report.rule.to_string(),
        "occurrences": report.occurrences,
        "moves": report.moves.iter().map(told).collect::<Vec<_>>(),
        "text": report.to_string(),
    }))
}

fn solved(board: &Board, turns: u32) -> Value {
    let mut solver = Solver::new(board.rules(), 4 << 20);
    match solver.solve(board, &Limits { turns, ..Limits::default() }) {
        Solution::Win { turns, turn } => {
            json!({ "status": "win", "turns": turns, "turn": Coordinates::Letters.write_turn(board.rules(), &turn) })
        }
        Solution::NoWin => json!({ "status": "no win" }),
        Solution::Unknown => json!({ "status": "unknown" }),
    }
}
