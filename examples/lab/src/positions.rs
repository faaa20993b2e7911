//! Quiet positions of games with results: what an evaluation is tuned on.
//!
//! Games come as PGN (or any record that `duiyi-xiangqi` reads) or in the form
//! of a line a game, `id|result|…|moves` with four characters a move from the
//! initial position. Positions go out a line each: FEN, result for Red, number
//! of the game, ply.

use clap::Args;
use duiyi_tune::state::write_whole;
use duiyi_xiangqi::{
    Move, MoveKind, MoveList, Position,
    formats::{GameReader, GameResult},
};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use std::{
    collections::HashSet,
    error::Error,
    fmt::Write as _,
    fs::File,
    io::{BufRead, BufReader, Read, stdin},
    path::{Path, PathBuf},
};

/// Which positions to take from which games.
#[derive(Debug, Args)]
pub(crate) struct PositionsArgs {
    /// Files of games; `-` is the standard input.
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Where to write the positions.
    #[arg(long)]
    out: PathBuf,
    /// At most so many positions of a game.
    #[arg(long, default_value_t = 12)]
    per_game: usize,
    /// Leave out the first plies of each game.
    #[arg(long, default_value_t = 12)]
    skip: usize,
    /// Seed of the choice.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A game: the moves and the result for Red.
struct Played {
    start: Position,
    moves: Vec<Move>,
    result: f32,
}

/// Writes the positions.
pub(crate) fn run(args: &PositionsArgs) -> Result<(), Box<dyn Error>> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(args.seed);
    let mut seen = HashSet::new();
    let (mut text, mut games, mut broken, mut written) = (String::new(), 0u32, 0u32, 0u64);
    for path in &args.games {
        read_games(path, |game| {
            let Some(game) = game else {
                broken += 1;
                return;
            };
            games += 1;
            let mut quiet = quiet_positions(&game, args.skip);
            // The first so many of a random order.
            for i in 0..quiet.len().min(args.per_game) {
                let j = i + (rng.next_u64() % (quiet.len() - i) as u64) as usize;
                quiet.swap(i, j);
                let (ply, position) = &quiet[i];
                if seen.insert(position.key()) {
                    let _ = writeln!(text, "{}\t{}\t{games}\t{ply}", position.to_fen(), game.result);
                    written += 1;
                }
            }
        })?;
    }
    write_whole(&args.out, &text)?;
    eprintln!("{written} positions of {games} games; {broken} games were broken or without a result");
    Ok(())
}

/// Reads the games of a file; `None` for one that is broken or has no result.
fn read_games(path: &Path, mut take: impl FnMut(Option<Played>)) -> Result<(), Box<dyn Error>> {
    let input: Box<dyn Read> = if path == Path::new("-") {
        Box::new(stdin().lock())
    } else {
        Box::new(File::open(path).map_err(|error| format!("{}: {error}", path.display()))?)
    };
    let mut input = BufReader::new(input);
    let first = input.fill_buf()?;
    if first.starts_with(b"# id|") {
        for line in input.lines() {
            let line = line?;
            if !line.starts_with('#') {
                take(read_line(&line));
            }
        }
    } else {
        for record in GameReader::new(input).named(path.display().to_string()) {
            take(record.ok().and_then(|record| {
                let result = match record.result {
                    GameResult::RedWins => 1.0,
                    GameResult::BlackWins => 0.0,
                    GameResult::Draw => 0.5,
                    _ => return None,
                };
                Some(Played { start: *record.start(), moves: record.main_line().collect(), result })
            }));
        }
    }
    Ok(())
}

/// A game of a line.
fn read_line(line: &str) -> Option<Played> {
    let mut fields = line.split('|');
    let result = match fields.nth(1)? {
        "1-0" => 1.0,
        "0-1" => 0.0,
        "1/2-1/2" => 0.5,
        _ => return None,
    };
    let text = fields.next_back()?.as_bytes();
    let moves = text.chunks(4).map(|mv| std::str::from_utf8(mv).ok()?.parse().ok());
    Some(Played { start: Position::start(), moves: moves.collect::<Option<_>>()?, result })
}

/// The positions after the opening in which nothing hangs.
fn quiet_positions(game: &Played, skip: usize) -> Vec<(usize, Position)> {
    let mut position = game.start;
    let mut found = Vec::new();
    for (ply, &mv) in game.moves.iter().enumerate() {
        if ply >= skip && is_quiet(&position) {
            found.push((ply, position));
        }
        let Ok(next) = position.play(mv) else { break };
        position = next;
    }
    found
}

/// Whether the side to move is not in check and wins nothing by a capture.
pub(crate) fn is_quiet(position: &Position) -> bool {
    if position.in_check() {
        return false;
    }
    let mut captures = MoveList::new();
    position.generate(MoveKind::Captures, &mut captures);
    captures.iter().all(|&mv| !position.exchange_at_least(mv, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hanging_piece_is_not_quiet() {
        assert!(is_quiet(&Position::start()));
        // The cannons look at horses that rooks protect.
        let hanging: Position = "3k5/9/9/9/r8/9/9/9/9/R3K4 w - - 0 1".parse().expect("a position");
        assert!(!is_quiet(&hanging));
    }

    #[test]
    fn lines_of_games_are_read() {
        let game = read_line("C1|1-0|date|event|red|black|2|h2e2h9g7").expect("a game");
        assert_eq!((game.moves.len(), game.result), (2, 1.0));
        assert!(read_line("C1|*|h2e2").is_none());
        assert!(read_line("C1|1-0|h2e2h9").is_none());
    }
}
