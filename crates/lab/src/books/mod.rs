//! The commands for opening books.

mod build;
mod change;
mod learn;
mod solve;
mod train;

use crate::{games::LabGame, say};
use clap::{Args, Subcommand};
use duiyi_arena::Shard;
use duiyi_book::{Book, BookError, Exploration, Proof, Source, explore, text_line, walk};
use duiyi_game::{History, Notation, Reason, files::WriterLock};
use std::{
    io::{BufWriter, Write, stdout},
    path::{Path, PathBuf},
};

/// The commands for books.
#[derive(Debug, Subcommand)]
pub(crate) enum BookCommand {
    /// Build a book from games.
    Build(build::BuildArgs),
    /// Merge several books.
    Merge(change::MergeArgs),
    /// Remove moves that were played rarely, or that a search scores lower.
    Prune(change::PruneArgs),
    /// Write a book in another format: ours, a text (.epd, .txt), for xiangqi also ElephantEye's (.dat).
    Convert(change::ConvertArgs),
    /// Show the moves of a position, or all positions as text.
    Show(ShowArgs),
    /// Verify the checksums of a whole book.
    Check(CheckArgs),
    /// Update a book with the results of recorded games.
    Learn(learn::LearnArgs),
    /// Play games from a book and update it after each.
    Train(train::TrainArgs),
    /// Mark moves that a solver proves to win or lose (Connect6); proofs take precedence over results.
    Solve(solve::SolveArgs),
}

impl BookCommand {
    /// The book that the command replaces, which no other program may change meanwhile.
    fn written(&self) -> Option<&Path> {
        Some(match self {
            BookCommand::Build(args) => &args.out,
            BookCommand::Merge(args) => &args.out,
            BookCommand::Prune(args) => &args.out,
            BookCommand::Convert(args) => &args.out,
            BookCommand::Learn(args) => &args.book,
            BookCommand::Train(args) => &args.book,
            // Each part locks its own file.
            BookCommand::Solve(args) if args.shard.shard == Shard::WHOLE => &args.out,
            BookCommand::Solve(_) | BookCommand::Show(_) | BookCommand::Check(_) => return None,
        })
    }
}

/// Options of showing a book.
#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    /// Book in any format.
    book: PathBuf,
    /// Position and moves, as `[POSITION] [moves …]`.
    #[arg(long, default_value = "", hide_default_value = true)]
    position: String,
    /// Print all positions that the book reaches from there, one per line.
    #[arg(long)]
    text: bool,
    /// Maximum number of moves from the position.
    #[arg(long)]
    within: Option<usize>,
    /// Rule set.
    #[arg(long, default_value = "", hide_default_value = true)]
    rules: String,
}

/// Options of checking a book.
#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Book in our format.
    book: PathBuf,
    /// Rule set.
    #[arg(long, default_value = "", hide_default_value = true)]
    rules: String,
}

/// Runs a command.
///
/// # Errors
/// The errors of the command.
pub(crate) fn run<G: Notation>(game: &LabGame<G>, command: BookCommand, line: &str) -> Result<(), Reason> {
    let _lock = command.written().map(WriterLock::of).transpose()?;
    match command {
        BookCommand::Build(args) => build::run(game, &args),
        BookCommand::Merge(args) => change::merged(game, &args),
        BookCommand::Prune(args) => change::prune(game, &args),
        BookCommand::Convert(args) => change::convert(game, &args),
        BookCommand::Show(args) => show(game, &args),
        BookCommand::Check(args) => check(game, &args),
        BookCommand::Learn(args) => learn::run(game, &args),
        BookCommand::Train(args) => train::run(game, &args, line),
        BookCommand::Solve(args) => solve::run(game, &args),
    }
}

/// Opens a book in our format that will be rewritten, and verifies all of it: otherwise damaged
/// data would get a correct checksum.
///
/// # Errors
/// The error in the file.
fn open_whole<G: Notation>(path: &Path, rules: &G) -> Result<Book<G>, Reason> {
    let book = Book::open(path, rules).and_then(|book| book.check().map(|()| book));
    Ok(book.map_err(|error| error.in_file(path))?)
}

fn show<G: Notation>(game: &LabGame<G>, args: &ShowArgs) -> Result<(), Reason> {
    let by = game.by(&args.rules)?;
    let rules = by.start().clone();
    let book = by.open_book(&args.book)?;
    let game = History::read_by(&rules, &by.with_moves(args.position.clone()))?;
    if args.text {
        return write_lines(&*book, game.now(), args.within.unwrap_or(usize::MAX));
    }
    let Exploration { name, moves } = explore(&*book, game.now())?;
    say::result(game.now().draw())?;
    if let Some(name) = name {
        say::result(format_args!("\n{name}"))?;
    }
    say::result(format_args!(
        "\n{:<10}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8}  name",
        "move", "games", "won", "drawn", "lost", "score", "proved"
    ))?;
    for found in moves {
        let results = found.results;
        let score = results.score().map_or_else(|| "-".to_owned(), |score| format!("{:.1}%", 100.0 * score));
        let counts = [results.games(), results.wins.into(), results.draws.into(), results.losses.into()];
        let counts = counts.map(|count| format!("{count:>8}")).concat();
        let proof = found.proof.map_or("", Proof::word);
        say::result(format_args!(
            "{:<10}{counts}{score:>8}{proof:>8}  {}",
            found.text,
            found.name.unwrap_or_default()
        ))?;
    }
    Ok(())
}

fn write_lines<G: Notation>(book: &dyn Source<G>, start: &G, within: usize) -> Result<(), Reason> {
    let mut output = BufWriter::new(stdout());
    walk(book, start, within, |position: &G, moves| {
        let name = book.name(position)?;
        writeln!(output, "{}", text_line(position, moves, name.as_deref()))?;
        Ok::<(), BookError>(())
    })?;
    Ok(output.flush()?)
}

fn check<G: Notation>(game: &LabGame<G>, args: &CheckArgs) -> Result<(), Reason> {
    let rules = game.by(&args.rules)?.start().clone();
    let book = open_whole(&args.book, &rules)?;
    let (games, moves, named) = (book.games(), book.len(), book.named());
    say::result(format_args!("{games} games, {moves} moves of positions, {named} positions with a name"))?;
    if !book.credit().is_empty() {
        say::result(book.credit())?;
    }
    Ok(())
}
