//! Solver proofs for the moves of a book.

use super::open_whole;
use crate::{
    files::{Growing, sealed_line, unsealed_line},
    games::LabGame,
    progress::resumed_bar,
    say,
    shards::{Layout, Plan, ShardArgs},
};
use clap::Args;
use duiyi_arena::Shard;
use duiyi_book::{BookError, Draft, Proof, walk};
use duiyi_game::files;
use duiyi_game::hash::digest;
use duiyi_game::{Game, Notation, Reason};
use duiyi_kit::matches::{Solved, WinFinder};
use std::{
    collections::HashMap,
    fs::OpenOptions,
    path::{Path, PathBuf},
};

/// Options of solving the positions of a book.
#[derive(Clone, Debug, Args)]
pub(crate) struct SolveArgs {
    /// Book in our format that starts at the initial position.
    book: PathBuf,
    /// Where to write the book with the proofs. A shard writes only its results, one position per line.
    #[arg(long)]
    pub(super) out: PathBuf,
    /// Results of shards merged by `lab merge`, to use instead of solving.
    #[arg(long, value_name = "FILE", conflicts_with = "shard")]
    proofs: Option<PathBuf>,
    /// Maximum number of positions to search for each position of the book.
    #[arg(long, default_value_t = 20_000)]
    nodes: u64,
    /// Rule set.
    #[arg(long, default_value = "", hide_default_value = true)]
    rules: String,
    #[command(flatten)]
    pub(super) shard: ShardArgs,
}

/// A position of a book with its moves.
type Entry<G> = (G, Vec<<G as Game>::Move>);

/// A solver and its results so far, by the keys of positions.
struct Proofs<G: Game> {
    solver: WinFinder<G>,
    known: HashMap<u64, Solved<G::Move>>,
}

impl<G: Game> Proofs<G> {
    fn of(&mut self, position: &G) -> &Solved<G::Move> {
        self.known.entry(position.key()).or_insert_with(|| (self.solver)(position))
    }

    fn count(&self, is: impl Fn(&Solved<G::Move>) -> bool) -> usize {
        self.known.values().filter(|solved| is(solved)).count()
    }
}

/// Marks the moves of a book that are proved to win or lose, and adds winning turns.
///
/// # Errors
/// If the game has no solver, or a file can't be read or written.
pub(crate) fn run<G: Notation>(game: &LabGame<G>, args: &SolveArgs) -> Result<(), Reason> {
    let game = game.by(&args.rules)?;
    let rules = game.start().clone();
    let solver = game
        .kit()
        .solver
        .map(|make| make(&rules, args.nodes))
        .ok_or_else(|| format!("{} by {} has no solver", G::NAME, rules.rules()))?;
    let mut draft = Draft::of(&open_whole(&args.book, &rules)?)?;
    let mut positions: Vec<Entry<G>> = Vec::new();
    walk(&draft, &rules, usize::MAX, |position: &G, moves| {
        positions.push((position.clone(), moves.iter().map(|found| found.mv).collect::<Vec<_>>()));
        Ok::<(), BookError>(())
    })?;
    let mut proofs = Proofs { solver, known: HashMap::new() };
    if args.shard.shard != Shard::WHOLE {
        return solve_part(args, &positions, &mut proofs);
    }
    if let Some(path) = &args.proofs {
        proofs.known = read_proofs(path, &positions)?;
    }
    let bar = resumed_bar(0, positions.len() as u64);
    for (position, moves) in &positions {
        bar.inc(1);
        if let Solved::Win(turn) = proofs.of(position) {
            draft.turn(position, turn, |entry| entry.proof = Some(Proof::Win));
        }
        for &mv in moves {
            if let Some(proof) = proof_of(position, mv, &mut proofs) {
                draft.prove(position, mv, proof);
            }
        }
    }
    bar.finish_and_clear();
    draft.save(&args.out)?;
    let (won, unknown) = (
        proofs.count(|solved| matches!(solved, Solved::Win(_))),
        proofs.count(|solved| matches!(solved, Solved::Unknown)),
    );
    say::news(format_args!(
        "{} positions, {won} of them won for the side to move, {unknown} not decided within {} positions; {} moves",
        proofs.known.len(),
        args.nodes,
        draft.len()
    ));
    Ok(())
}

/// The result of a move: the end of the game, or a position that is proved to be won by one side.
fn proof_of<G: Notation>(position: &G, mv: G::Move, proofs: &mut Proofs<G>) -> Option<Proof> {
    let mover = position.side_to_move();
    let mut then = position.clone();
    then.make(mv);
    let winner = match then.outcome() {
        Some(outcome) => outcome.winner,
        None => matches!(proofs.of(&then), Solved::Win(_)).then_some(then.side_to_move()),
    };
    winner.map(|winner| if winner == mover { Proof::Win } else { Proof::Loss })
}

/// The positions to solve for a position of the book: the position itself, and those after its moves.
fn asked<G: Notation>((position, moves): &Entry<G>) -> Vec<G> {
    let after = moves.iter().map(|&mv| {
        let mut then = position.clone();
        then.make(mv);
        then
    });
    std::iter::once(position.clone()).chain(after.filter(|then| then.outcome().is_none())).collect()
}

/// Solves the positions of a shard and writes a line for each: the winning turn there and after each of
/// its moves, `-` if there is none and `?` if the result is unknown, separated by tabs; then a checksum.
fn solve_part<G: Notation>(args: &SolveArgs, positions: &[Entry<G>], proofs: &mut Proofs<G>) -> Result<(), Reason> {
    let (book, out, none) =
        (format!("{:016x}", digest(files::read(&args.book, 1 << 32)?)).into(), PathBuf::new(), ShardArgs::default());
    let work = format!("{:?}", SolveArgs { book, out, shard: none, ..args.clone() });
    let shard = args.shard.shard;
    let plan = Plan { shard, items: positions.len() as u64, layout: Layout::Lines, work };
    let part = plan.begin(&args.out)?;
    let (mut out, there) = Growing::open(&part, OpenOptions::new().create(true), "")?;
    let done = answers(&part, &there)?.len();
    if done as u64 > shard.share(plan.items) {
        return Err(format!("{}: {done} lines for {} positions", part.display(), shard.share(plan.items)).into());
    }
    let bar = resumed_bar(done as u64, shard.share(plan.items));
    let own = (0..).zip(positions).filter(|(number, _)| shard.has(*number)).skip(done);
    for (_, entry) in own {
        let answers: Vec<String> = asked(entry).iter().map(|position| write(position, proofs.of(position))).collect();
        out.write(format!("{}\n", sealed_line(&answers.join("\t"))).as_bytes())?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(())
}

fn write<G: Notation>(position: &G, solved: &Solved<G::Move>) -> String {
    match solved {
        Solved::Win(turn) => position.write_turn(turn),
        Solved::NoWin => "-".to_owned(),
        Solved::Unknown => "?".to_owned(),
    }
}

/// The answers of each line, without its checksum.
fn answers<'a>(path: &Path, text: &'a str) -> Result<Vec<&'a str>, Reason> {
    let answers = text.lines().zip(1..).map(|(line, number)| {
        unsealed_line(line)
            .ok_or_else(|| format!("{}, line {number}: its checksum does not match", path.display()).into())
    });
    answers.collect()
}

/// Reads the results of all shards for these positions.
fn read_proofs<G: Notation>(path: &Path, positions: &[Entry<G>]) -> Result<HashMap<u64, Solved<G::Move>>, Reason> {
    let text = files::read_text(path, files::MAX_TEXT).map_err(|error| format!("{}: {error}", path.display()))?;
    let lines = answers(path, &text)?;
    if lines.len() != positions.len() {
        let path = path.display();
        return Err(format!("{path}: {} lines for the {} positions of the book", lines.len(), positions.len()).into());
    }
    let mut known = HashMap::new();
    for ((number, line), entry) in (1..).zip(lines).zip(positions) {
        let bad = |reason: &str| format!("{}, line {number}: {reason}", path.display());
        let (answers, asked) = (line.split('\t').collect::<Vec<_>>(), asked(entry));
        if answers.len() != asked.len() {
            return Err(bad("of another position").into());
        }
        for (position, answer) in asked.iter().zip(answers) {
            let solved = match answer {
                "-" => Solved::NoWin,
                "?" => Solved::Unknown,
                turn => Solved::Win(position.read_turn(turn).map_err(|reason| bad(&reason.to_string()))?),
            };
            // Two shards may have solved the same position, one of them without a result.
            let known = known.entry(position.key()).or_insert(Solved::Unknown);
            if *known == Solved::Unknown {
                *known = solved;
            }
        }
    }
    Ok(known)
}
