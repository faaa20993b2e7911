//! Results as JSON: an object on one line each. Which fields there are is said in
//! docs/programs.md; others may be added.

use duiyi_engine::{BenchReport, Benched, Divided};
use duiyi_game::{Notation, Score};
use duiyi_player::Decision;
use duiyi_search::Report;
use serde::{Serialize, Serializer, ser::SerializeSeq};

/// An object as a line of text.
pub fn line(object: &impl Serialize) -> String {
    // Numbers, texts and lists of them: nothing that has no form in JSON.
    serde_json::to_string(object).unwrap_or_default()
}

/// A score for the side to move: `{"value": 35}` in units of the evaluation, or `{"mate": -4}` in plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Points {
    /// Units of the evaluation; wins by a rule are far beyond those of any position.
    Value(i32),
    /// Plies to the mate; below zero if the side to move is mated.
    Mate(i32),
}

impl From<Score> for Points {
    fn from(score: Score) -> Points {
        score.mate_distance().map_or(Points::Value(score.get()), Points::Mate)
    }
}

/// A line of a finished iteration.
#[derive(Debug, Serialize)]
pub struct Iteration {
    depth: u32,
    selective_depth: u32,
    /// Which of the best, from 1.
    line: usize,
    score: Points,
    nodes: u64,
    nodes_per_second: u64,
    milliseconds: u128,
    turns: Vec<String>,
}

impl Iteration {
    /// What a search reports of a position.
    pub fn new<G: Notation>(now: &G, report: &Report<'_, G::Move>) -> Iteration {
        Iteration {
            depth: report.depth,
            selective_depth: report.selective_depth,
            line: report.line,
            score: report.score.into(),
            nodes: report.nodes,
            nodes_per_second: report.nodes_per_second(),
            milliseconds: report.elapsed.as_millis(),
            turns: turns(now, report.pv),
        }
    }
}

/// What was decided in a position; the last line of an analysis.
#[derive(Debug, Serialize)]
pub struct Found {
    position: String,
    /// The turn; none if the game is over.
    best: Option<String>,
    score: Option<Points>,
    /// Whether a win or loss by force is proved.
    proved: bool,
    depth: u32,
    nodes: u64,
    other_nodes: u64,
    turns: Vec<String>,
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    statistics: Option<serde_json::Value>,
}

impl Found {
    /// A decision, with what was counted if `statistics` are wanted.
    pub fn new<G: Notation>(now: &G, found: Option<&Decision<G::Move>>, statistics: bool) -> Found {
        let counted = found.and_then(|found| found.statistics.as_ref()).filter(|_| statistics);
        Found {
            position: now.write_position(),
            best: found.map(|found| now.write_turn(&found.turn)),
            score: found.and_then(|found| found.score).map(Points::from),
            proved: found.is_some_and(|found| found.proved),
            depth: found.map_or(0, |found| found.depth),
            nodes: found.map_or(0, |found| found.nodes),
            other_nodes: found.map_or(0, |found| found.other_nodes),
            turns: found.map_or(Vec::new(), |found| turns(now, &found.line)),
            reason: found.and_then(|found| found.reason.clone()),
            statistics: counted.and_then(|counted| serde_json::from_str(&counted.to_json()).ok()),
        }
    }
}

/// The turns of a line, as texts.
fn turns<G: Notation>(now: &G, line: &[G::Move]) -> Vec<String> {
    now.write_line(line).split_whitespace().map(str::to_owned).collect()
}

/// The sequences of moves, by the first.
#[derive(Debug, Serialize)]
pub struct Perft {
    position: String,
    depth: u32,
    nodes: u64,
    #[serde(serialize_with = "first_moves")]
    moves: Divided,
}

impl Perft {
    /// What was counted from a position.
    pub fn new<G: Notation>(now: &G, depth: u32, moves: Divided) -> Perft {
        Perft { position: now.write_position(), depth, nodes: moves.nodes(), moves }
    }
}

fn first_moves<S: Serializer>(divided: &Divided, serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct First<'a> {
        r#move: &'a str,
        nodes: u64,
    }
    let mut list = serializer.serialize_seq(Some(divided.moves.len()))?;
    for (mv, nodes) in &divided.moves {
        list.serialize_element(&First { r#move: mv, nodes: *nodes })?;
    }
    list.end()
}

/// A whole bench.
#[derive(Debug, Serialize)]
pub struct Bench {
    depth: u32,
    nodes: u64,
    other_nodes: u64,
    nodes_per_second: u64,
    milliseconds: u128,
    peak_memory_kib: Option<u64>,
    positions: Vec<BenchPosition>,
    #[serde(skip_serializing_if = "Option::is_none")]
    statistics: Option<serde_json::Value>,
}

#[derive(Debug, Serialize)]
struct BenchPosition {
    name: String,
    nodes: u64,
    best: Option<String>,
    score: Option<Points>,
}

impl Bench {
    /// What a bench came to, with what was counted if `statistics` are wanted.
    pub fn new(depth: u32, positions: Vec<Benched>, report: &BenchReport, statistics: bool) -> Bench {
        let of = |position: Benched| {
            let (best, score) = position.best.unzip();
            BenchPosition { name: position.name, nodes: position.nodes, best, score: score.map(Points::from) }
        };
        Bench {
            depth,
            nodes: report.nodes,
            other_nodes: report.other_nodes,
            nodes_per_second: report.speed(),
            milliseconds: report.time.as_millis(),
            peak_memory_kib: duiyi_player::peak_kib(std::process::id()),
            positions: positions.into_iter().map(of).collect(),
            statistics: statistics.then(|| serde_json::from_str(&report.statistics.to_json()).ok()).flatten(),
        }
    }
}
