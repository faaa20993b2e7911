//! Builds a book from games.

use crate::{
    games::LabGame,
    progress::spinner,
    say,
    tune::positions::{open, read_games},
};
use clap::{Args, ValueEnum};
use duiyi_book::{Builder, Filter, Finish, PlayedGame};
use duiyi_game::{Notation, Reason, Side};
use std::path::PathBuf;

/// A side, on the command line.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum SideName {
    First,
    Second,
}

impl From<SideName> for Side {
    fn from(side: SideName) -> Side {
        match side {
            SideName::First => Side::First,
            SideName::Second => Side::Second,
        }
    }
}

/// Options of building a book.
#[derive(Debug, Args)]
pub(crate) struct BuildArgs {
    /// Files of games, in the formats of `lab positions`; `-` is the standard input.
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Where to write the book.
    #[arg(long)]
    pub(super) out: PathBuf,
    /// Skip draws.
    #[arg(long)]
    decisive: bool,
    /// Minimum rating of both players.
    #[arg(long)]
    rating: Option<u32>,
    /// Minimum number of turns of a game.
    #[arg(long, default_value_t = 0)]
    min_turns: usize,
    /// Maximum number of turns of a game.
    #[arg(long)]
    max_turns: Option<usize>,
    /// Use only the moves of one side.
    #[arg(long)]
    side: Option<SideName>,
    /// Use only moves of the winner, or of both sides in a draw.
    #[arg(long)]
    winners: bool,
    /// First turn to use, from 0.
    #[arg(long, default_value_t = 0)]
    from: usize,
    /// Use only turns before this number.
    #[arg(long)]
    to: Option<usize>,
    /// Minimum number of games in which a move was played.
    #[arg(long, default_value_t = 1)]
    least: u64,
    /// Minimum number of games in which a position was reached.
    #[arg(long, default_value_t = 1)]
    reached: u64,
    /// Attribution to store in the book.
    #[arg(long, default_value = "", hide_default_value = true)]
    credit: String,
    /// Number of moves to hold in memory at a time.
    #[arg(long, default_value_t = 1 << 20)]
    records: usize,
    /// Rule set.
    #[arg(long, default_value = "", hide_default_value = true)]
    rules: String,
}

impl BuildArgs {
    fn filter(&self) -> Filter {
        Filter {
            decisive: self.decisive,
            rating: self.rating,
            length: (self.min_turns, self.max_turns.unwrap_or(usize::MAX)),
            side: self.side.map(Side::from),
            winners: self.winners,
            turns: (self.from, self.to.unwrap_or(usize::MAX)),
        }
    }
}

/// The winner by a result from 0 to 1; `None` for a draw.
pub(crate) fn winner(result: f32) -> Option<Side> {
    match result {
        result if result > 0.5 => Some(Side::First),
        result if result < 0.5 => Some(Side::Second),
        _ => None,
    }
}

/// Builds the book.
///
/// # Errors
/// If a file can't be read or written.
pub(crate) fn run<G: Notation>(of: &LabGame<G>, args: &BuildArgs) -> Result<(), Reason> {
    let of = of.by(&args.rules)?;
    let rules = of.start().clone();
    let mut builder = Builder::new(&rules, args.filter(), std::env::temp_dir()).with_records(args.records);
    let (mut broken, mut first_broken, mut failed) = (0u64, None, None);
    let (mut read, bar) = (0u64, spinner());
    for path in crate::files::distinct(&args.games)? {
        let mut input = open(path)?;
        read_games(&of, path, &mut *input, &mut |played| {
            read += 1;
            let played = played.map_err(|reason| {
                first_broken.get_or_insert_with(|| format!("{}, {reason}", path.display()));
            });
            let Some((result, played)) = played.ok().and_then(|played| Some((played.result?, played))) else {
                broken += 1;
                return;
            };
            let names = of.opening_names(&played.game);
            let (winner, ratings) = (winner(result), played.ratings);
            let game = PlayedGame { game: &played.game, winner, ratings, names: &names };
            if failed.is_none() {
                failed = builder.add(&game).err();
            }
            if read.is_multiple_of(1000) {
                bar.set_message(format!("{read} games"));
                bar.tick();
            }
        })
        .map_err(|error| format!("{}: {error}", path.display()))?;
    }
    bar.finish_and_clear();
    if let Some(error) = failed {
        return Err(error.into());
    }
    let keep = Finish { min_games: args.least, min_reached: args.reached, credit: args.credit.clone() };
    let built = builder.finish(&args.out, &keep)?;
    say::news(format_args!(
        "{} of {read} games, {} positions, {} moves, {} positions with a name, {} bytes; {broken} games were broken or without a result",
        built.games, built.positions, built.moves, built.named, built.bytes
    ));
    if built.moves == 0 {
        say::news(format_args!("the book is empty: no move of these games passed the filters"));
    }
    if let Some(peak) = duiyi_engine::peak_kib(std::process::id()) {
        say::news(format_args!("at most {} MiB of memory", peak / 1024));
    }
    first_broken.into_iter().for_each(|reason| say::news(format_args!("the first broken one: {reason}")));
    Ok(())
}
