//! Learns from records of games.

use super::{
    build::{SideName, winner},
    open_whole,
};
use crate::{
    games::LabGame,
    say,
    tune::positions::{open, read_games},
};
use clap::Args;
use duiyi_book::Draft;
use duiyi_game::{Notation, Reason, Side};
use std::path::PathBuf;

/// Options of learning from games.
#[derive(Debug, Args)]
pub(crate) struct LearnArgs {
    /// Book in our format; it is created if it does not exist, otherwise replaced by the updated book.
    pub(super) book: PathBuf,
    /// Records of matches (NAME.jsonl), or files of games.
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Number of turns to use from each game.
    #[arg(long, default_value_t = 20)]
    turns: usize,
    /// Use only the moves of one side.
    #[arg(long)]
    side: Option<SideName>,
    /// Rule set.
    #[arg(long, default_value = "", hide_default_value = true)]
    rules: String,
}

/// Updates the book with the results of games.
///
/// # Errors
/// If a file can't be read or written.
pub(crate) fn run<G: Notation>(game: &LabGame<G>, args: &LearnArgs) -> Result<(), Reason> {
    let game = game.by(&args.rules)?;
    let rules = game.start().clone();
    let mut draft = if args.book.exists() { Draft::of(&open_whole(&args.book, &rules)?)? } else { Draft::new(&rules) };
    let sides = args.side.map_or(Side::BOTH.to_vec(), |side| vec![side.into()]);
    let (mut learnt, mut passed) = (0u64, 0u64);
    for path in crate::files::distinct(&args.games)? {
        let mut input = open(path)?;
        read_games(&game, path, &mut *input, &mut |played| match played {
            Ok(played) if played.result.is_some() => {
                let winner = played.result.and_then(winner);
                draft.learn(&played.game, winner, &sides, args.turns);
                learnt += 1;
            }
            _ => passed += 1,
        })?;
    }
    draft.save(&args.book)?;
    say::news(format_args!(
        "learnt from {learnt} games; {passed} were broken or without a result; {} moves",
        draft.len()
    ));
    Ok(())
}
