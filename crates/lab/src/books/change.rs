//! Merges, prunes and converts books.

use super::open_whole;
use crate::{
    files::distinct,
    games::{LabGame, PlayerSpec},
    matches::spec::read_player,
    progress::progress_bar,
    say,
};
use clap::Args;
use duiyi_book::{Book, BookError, Built, Draft, Source, merge, rewrite, walk, write_text};
use duiyi_engine::{Decision, Player, Request};
use duiyi_game::{History, Notation, Reason, Score, files::same_heading};
use duiyi_search::{LimitControl, Limits, StopHandle};
use duiyi_train::state::write_whole;
use std::path::PathBuf;

/// Options of merging books.
#[derive(Debug, Args)]
pub(crate) struct MergeArgs {
    /// Books in our format.
    #[arg(required = true)]
    books: Vec<PathBuf>,
    /// Where to write the merged book.
    #[arg(long)]
    pub(super) out: PathBuf,
    /// Rule set.
    #[arg(long, default_value = "", hide_default_value = true)]
    rules: String,
}

/// Options of pruning a book.
#[derive(Debug, Args)]
pub(crate) struct PruneArgs {
    /// Book in our format.
    book: PathBuf,
    /// Where to write the pruned book.
    #[arg(long)]
    pub(super) out: PathBuf,
    /// Minimum number of games in which a move was played.
    #[arg(long, default_value_t = 0)]
    least: u64,
    /// Keep only moves that a search with this number of nodes scores nearly as high as the best move; the book must
    /// start at the initial position, and positions that become unreachable are removed.
    #[arg(long)]
    nodes: Option<u64>,
    /// Maximum loss of a kept move, in the evaluation's units (centipawns).
    #[arg(long, default_value_t = 50)]
    margin: i32,
    /// Maximum number of moves to keep; positions reached by most games are kept first.
    #[arg(long)]
    max: Option<usize>,
    /// Player of the search, described as in matches.
    #[arg(long, default_value = "", hide_default_value = true)]
    player: String,
    /// Rule set.
    #[arg(long, default_value = "", hide_default_value = true)]
    rules: String,
}

/// Options of converting a book.
#[derive(Debug, Args)]
pub(crate) struct ConvertArgs {
    /// Book in any format.
    book: PathBuf,
    /// Where to write it; the extension selects the format.
    pub(super) out: PathBuf,
    /// Rule set.
    #[arg(long, default_value = "", hide_default_value = true)]
    rules: String,
}

fn print(built: &Built) {
    let Built { games, positions, moves, named, bytes } = built;
    say::news(format_args!(
        "{games} games, {positions} positions, {moves} moves, {named} positions with a name, {bytes} bytes"
    ));
}

/// Merges books.
///
/// # Errors
/// If a book can't be read, or the file can't be written.
pub(crate) fn merged<G: Notation>(game: &LabGame<G>, args: &MergeArgs) -> Result<(), Reason> {
    let game = game.by(&args.rules)?;
    let rules = game.start().clone();
    let books = distinct(&args.books)?.iter().map(|path| open_whole(path, &rules));
    print(&merge(&books.collect::<Result<Vec<_>, _>>()?, &args.out)?);
    Ok(())
}

/// Removes moves from a book.
///
/// # Errors
/// If the book can't be read or written, or there is no such player.
pub(crate) fn prune<G: Notation>(game: &LabGame<G>, args: &PruneArgs) -> Result<(), Reason> {
    let game = game.by(&args.rules)?;
    let rules = game.start().clone();
    let book = open_whole(&args.book, &rules)?;
    let keep = &mut |moves: &mut Vec<duiyi_book::Entry>| {
        moves.retain(|entry| entry.results.games() + entry.learned.games() >= args.least);
    };
    print(&rewrite(&[book], &args.out, keep)?);
    if args.nodes.is_none() && args.max.is_none() {
        return Ok(());
    }
    let mut draft = Draft::of(&Book::open(&args.out, &rules)?)?;
    if let Some(nodes) = args.nodes {
        let spec: PlayerSpec = read_player(&game, &args.player)?;
        let mut judge = Judge { player: game.player(&spec)?, nodes, margin: args.margin };
        judge.prune(&rules, &mut draft)?;
    }
    if let Some(most) = args.max {
        keep_most(&rules, &mut draft, most)?;
    }
    draft.save(&args.out)?;
    say::news(format_args!("{} moves are left", draft.len()));
    Ok(())
}

/// Keeps the moves of reachable positions that were reached by most games.
fn keep_most<G: Notation>(rules: &G, draft: &mut Draft<G>, most: usize) -> Result<(), Reason> {
    let mut reached = Vec::new();
    walk(&*draft, rules, usize::MAX, |position: &G, moves| {
        let games: u64 = moves.iter().map(|found| found.all().games()).sum();
        reached.push((games, moves.len(), position.canonical().0));
        Ok::<(), BookError>(())
    })?;
    // The traversal visits a position before its successors, and the stable sort keeps that order.
    reached.sort_by_key(|&(games, ..)| std::cmp::Reverse(games));
    let mut left = most;
    reached.retain(|&(_, moves, _)| {
        let fits = moves <= left;
        left -= if fits { moves } else { left };
        fits
    });
    let kept: std::collections::HashSet<u64> = reached.into_iter().map(|(_, _, key)| key).collect();
    draft.retain(|entry| kept.contains(&entry.key));
    Ok(())
}

/// A player that scores moves by a search.
struct Judge<G> {
    player: Box<dyn Player<G>>,
    nodes: u64,
    margin: i32,
}

impl<G: Notation> Judge<G> {
    /// The best move of a position.
    fn decide(&mut self, position: &G) -> Option<Decision<G::Move>> {
        let game = History::new(position.clone());
        self.player.new_game(position);
        let mut control = LimitControl::new(Limits::nodes(self.nodes), StopHandle::new());
        let mut request = Request { game: &game, allowed: &|_| true, control: &mut control, observer: &mut () };
        self.player.decide(&mut request)
    }

    /// The score of a move for the side that makes it.
    fn score_of(&mut self, position: &G, mv: G::Move) -> Option<Score> {
        let mut then = position.clone();
        then.make(mv);
        let same = then.side_to_move() == position.side_to_move();
        let score = self.decide(&then)?.score?;
        Some(if same { score } else { -score })
    }

    fn prune(&mut self, rules: &G, draft: &mut Draft<G>) -> Result<(), Reason> {
        let mut positions = Vec::new();
        walk(&*draft, rules, usize::MAX, |position: &G, _| {
            positions.push(position.clone());
            Ok::<(), BookError>(())
        })?;
        let bar = progress_bar();
        bar.set_length(positions.len() as u64);
        let mut kept = std::collections::HashSet::new();
        for position in &positions {
            bar.inc(1);
            let moves = draft.moves(position)?;
            // Both scores are of positions after the move: searches before and after it would differ by a ply.
            let best = self.decide(position).and_then(|best| self.score_of(position, best.turn[0]));
            let scores: Vec<Option<Score>> = moves.iter().map(|found| self.score_of(position, found.mv)).collect();
            // The search may not find the move of the book.
            let best = scores.iter().copied().flatten().chain(best).max();
            for (found, score) in moves.iter().zip(scores) {
                let good = best.zip(score).is_some_and(|(best, score)| score.get() + self.margin >= best.get());
                let entry = draft.entry(position, found.mv);
                if good {
                    kept.insert((entry.key, entry.mv));
                }
            }
        }
        bar.finish_and_clear();
        draft.retain(|entry| kept.contains(&(entry.key, entry.mv)));
        // Positions that only removed moves reached.
        let mut reached = std::collections::HashSet::new();
        walk(&*draft, rules, usize::MAX, |position: &G, _| {
            reached.insert(position.canonical().0);
            Ok::<(), BookError>(())
        })?;
        draft.retain(|entry| reached.contains(&entry.key));
        Ok(())
    }
}

/// Writes a book in another format.
///
/// # Errors
/// If the book can't be read, or the file can't be written.
pub(crate) fn convert<G: Notation>(game: &LabGame<G>, args: &ConvertArgs) -> Result<(), Reason> {
    let game = game.by(&args.rules)?;
    let rules = game.start().clone();
    let book = game.open_book(&args.book)?;
    let end = args.out.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    if matches!(end.as_str(), "epd" | "txt") {
        let mut text = Vec::new();
        let lines = write_text(&*book, &rules, &mut text)?;
        write_whole(&args.out, &text, same_heading(&text))?;
        say::news(format_args!("{lines} positions"));
        return Ok(());
    }
    let export = game.kit().openings.export_book;
    if export.map_or(Ok(false), |export| export(&*book, &rules, &args.out))? {
        return Ok(());
    }
    let mut draft = Draft::new(&rules);
    walk(&*book, &rules, usize::MAX, |position: &G, moves| {
        for found in moves {
            let entry = draft.entry(position, found.mv);
            let (results, learned, weight, proof) = (found.results, found.learned, found.weight, found.proof);
            *entry = duiyi_book::Entry { results, learned, weight, proof, ..*entry };
        }
        if let Some(name) = book.name(position)? {
            draft.set_name(position, &name, 0);
        }
        Ok::<(), BookError>(())
    })?;
    draft.save(&args.out)?;
    say::news(format_args!("{} moves", draft.len()));
    Ok(())
}
