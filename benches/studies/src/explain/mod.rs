//! Fits the terms of the hand-written evaluation of xiangqi to the network, and measures on other games how
//! closely they follow it.

mod judge;
mod ridge;

use clap::Args;
use duiyi_game::{Game as _, Notation, Reason, files};
use duiyi_lab::{
    files::{MAX_INPUT, write_headed},
    progress::spinner,
    say,
};
use duiyi_nnue::{Features, Trainable};
use duiyi_train::{
    network::{games::ScoredGame, records::Reader},
    state::write_whole,
};
use duiyi_xiangqi::{NetworkEvaluation, PieceSquares, Position, Square, Student, StudentSample, Weights, Xiangqi};
use judge::Tally;
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use ridge::Equations;
use std::{io::BufReader, path::PathBuf};

/// Options of the fit.
#[derive(Clone, Debug, Args)]
pub(crate) struct ExplainArgs {
    /// Records of `lab generate`. The first game is held out, and every one after `--hold-out` games.
    games: PathBuf,
    /// Where to write the weights of the terms.
    #[arg(long)]
    out: PathBuf,
    /// Where to write the table of figures on the held-out games.
    #[arg(long, value_name = "FILE.csv")]
    table: PathBuf,
    /// Maximum number of quiet positions to fit.
    #[arg(long, default_value_t = 400_000)]
    positions: u64,
    /// Maximum number of positions of a game, drawn at random.
    #[arg(long, default_value_t = 8)]
    per_game: usize,
    /// Pieces to remove from each position, one at a time, as further samples.
    #[arg(long, default_value_t = 2)]
    removed: usize,
    /// Pieces per bucket that are removed from held-out positions to compare signs.
    #[arg(long, default_value_t = 2_000)]
    pieces: u64,
    /// Distance of held-out games.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(2..))]
    hold_out: u64,
    /// Factor of the sum of the squared weights.
    #[arg(long, default_value_t = 20.0, value_parser = positive)]
    ridge: f64,
    /// Score in hundredths of a pawn at which a sample has half the weight of one with score 0.
    #[arg(long, default_value_t = 500.0, value_parser = positive)]
    half: f64,
    /// Seed of the choice of positions and pieces.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Reads a positive number.
fn positive(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|&number: &f64| number > 0.0 && number.is_finite());
    number.ok_or_else(|| format!("'{text}' is not a number above 0"))
}

/// Fits a student and writes it with its figures.
///
/// # Errors
/// If a file can't be read or written, or has too few games.
pub(crate) fn run(args: &ExplainArgs, line: &str) -> Result<(), Reason> {
    let network = NetworkEvaluation::built_in();
    let equations = fit(args, &network)?;
    let trained: Vec<u64> = equations.iter().map(Equations::samples).collect();
    let weights: Vec<Vec<f64>> = equations.iter().map(|equations| equations.solve(args.ridge)).collect();
    let student = Student::new(&network, &weights)?;
    let tallies = judge(args, &network, &student)?;
    let figures: Vec<_> = tallies.iter().map(Tally::faithfulness).collect();
    let student = student.judged(&figures)?;
    let text = format!(
        "# {line}\n# Terms of the hand-written evaluation, fitted to the network of the crate; figures: held-out games.\n{student}"
    );
    write_whole(&args.out, &text, |head| {
        // Earlier files name the program that had the command then.
        head.starts_with(b"# studies explain ") || head.starts_with(b"# lab explain ")
    })?;
    let table = judge::table(line, &trained, &tallies);
    write_headed(&args.table, &table)?;
    say::result(table.lines().skip(2).collect::<Vec<_>>().join("\n"))
}

/// A random number below a limit.
fn draw(random: &mut Xoshiro256PlusPlus, below: usize) -> usize {
    (random.next_u64() % below.max(1) as u64) as usize
}

/// The sums of the samples of the games that are not held out, by bucket.
fn fit(args: &ExplainArgs, network: &NetworkEvaluation) -> Result<Vec<Equations>, Reason> {
    let mut equations: Vec<Equations> =
        (0..<PieceSquares as Features>::BUCKETS).map(|_| Equations::new(Weights::COUNT)).collect();
    let mut add = |sample: &StudentSample| {
        let score = f64::from(sample.score);
        let weight = 1.0 / (1.0 + (score / args.half).powi(2));
        equations[sample.bucket].add(&sample.features, score, weight);
    };
    each_position(args, false, args.positions, |position, random| {
        add(&StudentSample::of(network, position));
        let squares: Vec<Square> = position.pieces().map(|(square, _)| square).collect();
        for _ in 0..args.removed {
            let square = squares[draw(random, squares.len())];
            StudentSample::without(network, position, square).iter().for_each(&mut add);
        }
    })?;
    Ok(equations)
}

/// The figures of the student on the held-out games, by bucket.
fn judge(args: &ExplainArgs, network: &NetworkEvaluation, student: &Student) -> Result<Vec<Tally>, Reason> {
    let mut tallies = vec![Tally::default(); <PieceSquares as Features>::BUCKETS];
    each_position(args, true, args.positions / (args.hold_out - 1), |position, random| {
        let tally = &mut tallies[PieceSquares::bucket_of(position)];
        judge::add(tally, (network, student), position, args.pieces, |count| draw(random, count));
    })?;
    Ok(tallies)
}

/// Passes at most `most` quiet positions, of the held-out games or of the others, to `take`.
fn each_position(
    args: &ExplainArgs,
    held_out: bool,
    most: u64,
    mut take: impl FnMut(&Position, &mut Xoshiro256PlusPlus),
) -> Result<(), Reason> {
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", args.games.display());
    let file = files::open(&args.games, MAX_INPUT).map_err(|error| failed(&error))?;
    let reader = Reader::new(BufReader::new(file)).map_err(|error| failed(&error))?;
    let rules = Xiangqi::default();
    if reader.name().split(' ').next() != Some(<Xiangqi as Notation>::NAME) {
        return Err(
            failed(&format_args!("games of {}; expected {}", reader.name(), <Xiangqi as Notation>::NAME)).into()
        );
    }
    let mut random = Xoshiro256PlusPlus::seed_from_u64(args.seed);
    let (mut taken, bar) = (0, spinner());
    for (number, record) in reader.enumerate() {
        if taken >= most {
            break;
        }
        let record = record.map_err(|error| failed(&error))?;
        if (number as u64).is_multiple_of(args.hold_out) != held_out {
            continue;
        }
        let game = ScoredGame::of_record(&rules, &record, number + 1).map_err(|error| failed(&error))?;
        let mut chosen =
            quiet(game).map_err(|ply| failed(&format_args!("game {}: ply {ply} is illegal", number + 1)))?;
        for _ in 0..args.per_game.min(chosen.len()) {
            let position = chosen.swap_remove(draw(&mut random, chosen.len()));
            take(&position, &mut random);
            taken += 1;
        }
        bar.set_message(format!("{taken} positions"));
        bar.tick();
    }
    bar.finish_and_clear();
    say::news(format_args!("{taken} {} positions", if held_out { "held-out" } else { "fitted" }));
    Ok(())
}

/// The positions of a game from which a training of the network would learn, or the number of an illegal ply.
fn quiet(game: ScoredGame<Xiangqi>) -> Result<Vec<Position>, usize> {
    let mut now = game.start;
    let mut chosen = Vec::new();
    for (ply, (mv, score)) in (1..).zip(game.plies) {
        if !now.is_legal(mv) {
            return Err(ply);
        }
        if score.is_some() && PieceSquares::is_quiet(&now, mv) {
            chosen.push(*now.position());
        }
        now.make(mv);
    }
    Ok(chosen)
}
