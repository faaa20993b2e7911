//! Games of a set of weights with itself, to learn from.

use super::{
    WeightsSpec,
    duel::{self, Side, Thinking},
};
use crate::run::spinner;
use clap::Args;
use duiyi_connect6::notation::game_line;
use std::{
    error::Error,
    fs::{self, OpenOptions},
    io::Write as _,
    path::PathBuf,
};

/// Which games to play.
#[derive(Debug, Args)]
pub(crate) struct GamesArgs {
    /// How many.
    #[arg(long, default_value_t = 1000)]
    games: u64,
    /// The weights: plain, tuned or a file.
    #[arg(long, default_value = "tuned")]
    weights: WeightsSpec,
    /// Turns at random after the first stone.
    #[arg(long, default_value_t = 2)]
    random_turns: u32,
    #[command(flatten)]
    thinking: Thinking,
    /// Seed of the first game's opening; the next has the next.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where to write, a line a game: seed, result (B, W, D), the scores of the turns for the side to move, turns. Games that are there already are not played again.
    #[arg(long)]
    out: PathBuf,
}

/// Plays and writes.
pub(crate) fn run(args: &GamesArgs, command: &str) -> Result<(), Box<dyn Error>> {
    let weights = args.weights.read()?;
    let done = if args.out.exists() {
        fs::read_to_string(&args.out)?.lines().filter(|line| !line.starts_with('#')).count() as u64
    } else {
        0
    };
    let mut file = OpenOptions::new().create(true).append(true).open(&args.out)?;
    writeln!(file, "# {command}")?;
    let (mut black, mut white) = (Side::new(&weights, &args.thinking), Side::new(&weights, &args.thinking));
    let bar = spinner();
    for game in done..args.games {
        let seed = args.seed + game;
        let played = duel::play(&mut black, &mut white, &duel::opening(seed, args.random_turns));
        let (result, board) = (["W", "D", "B"][(played.result + 1) as usize], played.board);
        let of = |score: &Option<i32>| score.map_or("-".to_owned(), |score| score.to_string());
        let scores: Vec<String> = played.scores.iter().map(of).collect();
        let turns = game_line::write(board.rules(), &board.turns());
        // One write a game: what is there is whole but for the last line.
        file.write_all(format!("{seed} | {result} | scores={} | {turns}\n", scores.join(",")).as_bytes())?;
        bar.set_message(format!("{} of {} games", game + 1, args.games));
        bar.tick();
    }
    bar.finish_and_clear();
    Ok(())
}
