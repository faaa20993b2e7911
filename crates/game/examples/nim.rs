//! Uses one implementation of a game for drawing, perft, minimax and a played game.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use duiyi_game::{History, Notation, Reason, Score, minimax, nim::Nim, perft};

fn main() -> std::process::ExitCode {
    match run() {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            std::process::ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Reason> {
    let mut game = History::<Nim>::read("", "10 a moves 1 2")?;
    println!("{}", game.now().draw());
    println!("{} games of four moves from here", perft(&mut game.now().clone(), 4));
    println!("worth {}", minimax(&mut game.now().clone(), &mut |_| Score::ZERO, 20));
    while game.outcome().is_none() {
        let mv = duiyi_game::legal_moves(game.now())[0];
        game.play(mv)?;
    }
    println!("{}: {}", game.write(), game.outcome().map(|outcome| outcome.to_string()).unwrap_or_default());
    Ok(())
}
