//! The value of a position by proof-number search.

use crate::{games::LabGame, say};
use clap::Args;
use duiyi_game::{History, Notation, Reason};
use duiyi_search::{
    LimitControl, Limits, PositionValue, ProofNumberSearch, ProofReport, ProofResult, ProofStop, StopHandle,
    ValueReport,
};
use serde::Serialize;
use std::time::Duration;
use thiserror::Error;

/// Options of finding the value of a position.
#[derive(Debug, Args)]
pub(crate) struct ProveArgs {
    /// Rule set.
    #[arg(long, default_value = "", hide_default_value = true)]
    rules: String,
    /// Position in the game's notation [default: the start position].
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// Turns played from the position, separated by blanks.
    #[arg(long, value_name = "TURNS", default_value = "", hide_default_value = true)]
    moves: String,
    /// Maximum number of positions for each of the two searches: whether the side to move wins, and whether the other
    /// side does.
    #[arg(long, default_value_t = 10_000_000)]
    nodes: u64,
    /// Maximum time for each search, in seconds.
    #[arg(long)]
    time: Option<f64>,
    /// Memory in MiB.
    #[arg(long, default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    memory: u32,
    /// Search in two levels (PN²), which needs less memory and more positions.
    #[arg(long)]
    two_level: bool,
    /// Print the result as a JSON object.
    #[arg(long)]
    json: bool,
}

/// The result of a search without a decision, for the exit status.
#[derive(Debug, Error)]
#[error("the value is not known")]
pub(crate) struct Undecided;

/// A node of the tree and its share of the table of solved positions, in bytes.
const NODE_BYTES: usize = 36;

/// A result as JSON.
#[derive(Serialize)]
struct Solved {
    game: &'static str,
    position: String,
    /// The side to move.
    side: &'static str,
    value: &'static str,
    /// The reason if the value is not known.
    stopped: Option<&'static str>,
    turns: Vec<String>,
    proof_nodes: u32,
    nodes: u64,
    peak_nodes: usize,
}

/// Finds the value of a position for the side to move.
///
/// # Errors
/// If an option is invalid; [`Undecided`] if a limit was reached first.
pub(crate) fn run<G: Notation>(game: &LabGame<G>, args: &ProveArgs) -> Result<(), Reason> {
    let game = game.by(&args.rules)?;
    let from = match &args.position {
        Some(text) => game.start().read_position(text).map_err(|reason| format!("--position: {reason}"))?,
        None => game.start().clone(),
    };
    let mut history = History::new(from);
    history.read_turns(args.moves.split_whitespace()).map_err(|reason| format!("--moves: {reason}"))?;
    let mut position = history.now().clone();
    let mut limits = Limits::nodes(args.nodes);
    if let Some(seconds) = args.time {
        let time = Duration::try_from_secs_f64(seconds);
        limits.hard_time = Some(time.map_err(|_| format!("--time {seconds}: expected seconds from 0"))?);
    }
    let memory = ((args.memory as usize) << 20) / NODE_BYTES;
    let search = match args.two_level {
        true => ProofNumberSearch::two_level(memory),
        false => ProofNumberSearch::new(memory),
    };
    let report = search.value(&mut position, || LimitControl::new(limits.clone(), StopHandle::new()));
    let solved = solved(&position, &report);
    say::result(if args.json { duiyi_kit::cli::json::line(&solved) } else { text(&solved) })?;
    if report.value == PositionValue::Unknown { Err(Undecided.into()) } else { Ok(()) }
}

fn solved<G: Notation>(position: &G, report: &ValueReport<G::Move>) -> Solved {
    let searches: Vec<&ProofReport<G::Move>> = std::iter::once(&report.win).chain(&report.loss).collect();
    let value = match report.value {
        PositionValue::Won => "won",
        PositionValue::Drawn => "drawn",
        PositionValue::Lost => "lost",
        PositionValue::Unknown => "unknown",
    };
    let stopped = searches.iter().find_map(|search| match search.result {
        ProofResult::Unknown(ProofStop::Memory) => Some("memory"),
        ProofResult::Unknown(ProofStop::Control) => Some("limit"),
        ProofResult::Proved(_) | ProofResult::Disproved(_) => None,
    });
    let decided = report.value != PositionValue::Unknown;
    let mut sizes = searches.iter().map(|search| match &search.result {
        ProofResult::Proved(tree) | ProofResult::Disproved(tree) => tree.size,
        ProofResult::Unknown(_) => 0,
    });
    let proof_nodes = match report.value {
        PositionValue::Lost => sizes.next_back().unwrap_or(0),
        _ => sizes.fold(0, u32::saturating_add),
    };
    Solved {
        game: G::NAME,
        position: position.write_position(),
        side: G::SIDES[position.side_to_move().index()],
        value,
        stopped: stopped.filter(|_| !decided),
        turns: position.write_line(report.line()).split_whitespace().map(str::to_owned).collect(),
        proof_nodes: if decided { proof_nodes } else { 0 },
        nodes: report.nodes(),
        peak_nodes: report.peak(),
    }
}

fn text(solved: &Solved) -> String {
    let Solved { side, value, turns, proof_nodes, nodes, peak_nodes, .. } = solved;
    let mut text = format!("{value} for {side}, to move");
    if let Some(stopped) = solved.stopped {
        text += match stopped {
            "memory" => ": the tree needs more memory",
            _ => ": the limit of positions or time was reached",
        };
    }
    if !turns.is_empty() {
        text += &format!("\nline {}", turns.join(" "));
    }
    text + &format!("\nsolution {proof_nodes} nodes, searched {nodes} positions, at most {peak_nodes} nodes in memory")
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_game::{Side, nim::Nim};

    /// The first search reached its limit and the second one proved the loss.
    #[test]
    fn a_known_value_has_no_reason_for_stopping() {
        let (mut game, search) = (Nim::new(3), ProofNumberSearch::new(1000));
        let prove = |game: &mut Nim, winner, nodes| {
            search.prove(game, winner, &mut LimitControl::new(Limits::nodes(nodes), StopHandle::new()))
        };
        let win = ProofReport { result: ProofResult::Unknown(ProofStop::Control), nodes: 5, peak: 4 };
        let loss = prove(&mut game, Side::Second, 1000);
        assert!(matches!(loss.result, ProofResult::Proved(_)));
        let nodes = loss.nodes + 5;
        let lost = solved(&game, &ValueReport { value: PositionValue::Lost, win: win.clone(), loss: Some(loss) });
        assert_eq!((lost.value, lost.stopped, lost.nodes), ("lost", None, nodes));
        assert!(lost.proof_nodes > 0 && lost.turns.len() == 2, "{:?}", lost.turns);
        let unknown = ValueReport { value: PositionValue::Unknown, win: win.clone(), loss: Some(win) };
        let unknown = solved(&game, &unknown);
        assert_eq!((unknown.stopped, unknown.proof_nodes, unknown.turns.len()), (Some("limit"), 0, 0));
    }
}
