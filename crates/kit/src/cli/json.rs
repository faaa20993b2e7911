//! Results as JSON, one object per line. The fields are described in docs/programs.md; others may be
//! added.

use duiyi_engine::{BenchReport, Benched, Decision, Divided};
use duiyi_game::{Notation, Score};
use duiyi_search::{Report, ScoreClaim};
use serde::{Serialize, Serializer, ser::SerializeSeq};

/// Formats an object as one line.
pub fn line(object: &impl Serialize) -> String {
    // Numbers, strings and lists of them can always be serialized.
    serde_json::to_string(object).unwrap_or_default()
}

/// A score for the side to move: `{"value": 35}` in units of the evaluation, or `{"mate": -4}` in plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Points {
    /// Units of the evaluation; 20,000 minus the plies in a win by a rule ([`Score::centipawns`]).
    Value(i32),
    /// Plies to the mate; negative if the side to move is mated.
    Mate(i32),
}

impl From<Score> for Points {
    fn from(score: Score) -> Points {
        score.centipawns().map_or_else(|| Points::Mate(score.mate_distance().unwrap_or(0)), Points::Value)
    }
}

/// A line of a finished iteration.
#[derive(Debug, Serialize)]
pub struct Iteration {
    depth: u32,
    selective_depth: u32,
    /// The rank of the line, from 1.
    line: usize,
    score: Points,
    claim: &'static str,
    nodes: u64,
    nodes_per_second: u64,
    milliseconds: u128,
    turns: Vec<String>,
}

impl Iteration {
    /// Converts the report of a search.
    pub fn new<G: Notation>(now: &G, report: &Report<'_, G::Move>) -> Iteration {
        Iteration {
            depth: report.depth,
            selective_depth: report.selective_depth,
            line: report.line,
            score: report.score.into(),
            claim: report.claim.name(),
            nodes: report.nodes,
            nodes_per_second: report.nodes_per_second(),
            milliseconds: report.elapsed.as_millis(),
            turns: turns(now, report.pv),
        }
    }
}

/// The result of an analysis, its last line.
#[derive(Debug, Serialize)]
pub struct Analysis {
    position: String,
    /// The turn; `None` if the game is over.
    best: Option<String>,
    score: Option<Points>,
    /// Whether a win or loss by force is proved.
    proved: bool,
    /// What the score claims ([`ScoreClaim::name`]).
    claim: &'static str,
    depth: u32,
    nodes: u64,
    other_nodes: u64,
    turns: Vec<String>,
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    statistics: Option<serde_json::Value>,
}

impl Analysis {
    /// Converts a decision, with its statistics if `statistics` is true.
    pub fn new<G: Notation>(now: &G, found: Option<&Decision<G::Move>>, statistics: bool) -> Analysis {
        let counted = found.and_then(|found| found.statistics.as_ref()).filter(|_| statistics);
        Analysis {
            position: now.write_position(),
            best: found.map(|found| now.write_turn(&found.turn)),
            score: found.and_then(|found| found.score).map(Points::from),
            proved: found.is_some_and(Decision::is_proved),
            claim: found.map_or(ScoreClaim::None, |found| found.claim).name(),
            depth: found.map_or(0, |found| found.depth),
            nodes: found.map_or(0, |found| found.nodes),
            other_nodes: found.map_or(0, |found| found.other_nodes),
            turns: found.map_or(Vec::new(), |found| turns(now, &found.line)),
            reason: found.and_then(|found| found.reason.clone()),
            statistics: counted.and_then(|counted| serde_json::from_str(&counted.to_json()).ok()),
        }
    }
}

/// The turns of a line as strings.
fn turns<G: Notation>(now: &G, line: &[G::Move]) -> Vec<String> {
    now.write_line(line).split_whitespace().map(str::to_owned).collect()
}

/// The number of move sequences, by the first move.
#[derive(Debug, Serialize)]
pub struct Perft {
    position: String,
    depth: u32,
    nodes: u64,
    #[serde(serialize_with = "first_moves")]
    moves: Divided,
}

impl Perft {
    /// Converts the counts of a position.
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

/// The result of a bench.
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
    /// Converts the result of a bench, with its statistics if `statistics` is true.
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
            peak_memory_kib: duiyi_engine::peak_kib(std::process::id()),
            positions: positions.into_iter().map(of).collect(),
            statistics: statistics.then(|| serde_json::from_str(&report.statistics.to_json()).ok()).flatten(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_game::nim::Nim;

    #[test]
    fn an_analysis_has_the_turn_and_the_expected_line() {
        let found = Decision { line: vec![2, 1, 2], score: Some(Score::mate_in(5)), ..Decision::new(vec![2]) };
        let text = line(&Analysis::new(&Nim::new(9), Some(&found), false));
        for field in [r#""best":"2""#, r#""turns":["2","1","2"]"#, r#""score":{"mate":5}"#, r#""position":"9 a""#] {
            assert!(text.contains(field), "{field}: {text}");
        }
        let nothing = line(&Analysis::new(&Nim::new(0), None, false));
        assert!(nothing.contains(r#""best":null"#) && nothing.contains(r#""turns":[]"#), "{nothing}");
    }
}
