//! Rules a repetition: `judge [--rules R] FEN MOVES…`.
//!
//! Prints what every move of the cycle does, the rule that decides, and the
//! ruling (`red-loses`, `black-loses`, `draw`, `open`) on the last line. Rules
//! are none, check-only, asian (the default), wxf2018 and cxa2020; the FEN may
//! be quoted or not.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use duiyi_xiangqi::{
    Move, Position, Setup,
    rulings::{RuleSet, judge},
};
use std::{error::Error, process::ExitCode};

const USAGE: &str = "usage: judge [--rules none|check-only|asian|wxf2018|cxa2020] FEN MOVES…";

fn main() -> ExitCode {
    match run(std::env::args().skip(1).collect()) {
        Ok(text) => {
            println!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("judge: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(mut arguments: Vec<String>) -> Result<String, Box<dyn Error>> {
    let mut rules = RuleSet::default();
    if let Some(at) = arguments.iter().position(|argument| argument == "--rules") {
        rules = arguments.get(at + 1).ok_or(USAGE)?.parse()?;
        arguments.drain(at..at + 2);
    }
    let words: Vec<&str> = arguments.iter().flat_map(|argument| argument.split_whitespace()).collect();
    // The first word that reads as a move ends the FEN.
    let fen_length = words.iter().position(|word| word.parse::<Move>().is_ok()).unwrap_or(words.len());
    if fen_length == 0 {
        return Err(USAGE.into());
    }
    // Diagrams in rule books have pieces where play could not have brought them.
    let setup = Setup { lenient: true, ..Setup::from_fen(&words[..fen_length].join(" "))? };
    let start = Position::from_setup(&setup)?;
    let moves = words[fen_length..].iter().map(|word| word.parse()).collect::<Result<Vec<Move>, _>>()?;
    Ok(judge(rules, &start, &moves)?.to_string())
}
