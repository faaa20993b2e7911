//! Search statistics: the size of the tree, the sources of cut-offs, and the effect of each
//! technique. They are available as numbers, as a page of text, and as lines of CSV or JSON.
//!
//! Each counter costs one addition to cached memory, a few among the thousands of instructions of a
//! node in xiangqi, so they are always on.

use crate::MAX_PLY;
use std::fmt;

/// The stages of move ordering, for counting cut-offs by stage (ZMBL thesis, table 3-9).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Stage {
    /// The move from the table.
    Table = 0,
    /// Noisy moves that do not lose by static exchange.
    GoodNoisy = 1,
    /// Killers.
    Killer = 2,
    /// Quiet moves by history.
    Quiet = 3,
    /// Noisy moves that lose material.
    BadNoisy = 4,
    /// Replies to a threat.
    Evasion = 5,
}

impl Stage {
    /// All stages, in order.
    pub const ALL: [Stage; 6] =
        [Stage::Table, Stage::GoodNoisy, Stage::Killer, Stage::Quiet, Stage::BadNoisy, Stage::Evasion];

    /// The name in texts.
    pub const fn name(self) -> &'static str {
        match self {
            Stage::Table => "table",
            Stage::GoodNoisy => "good_noisy",
            Stage::Killer => "killer",
            Stage::Quiet => "quiet",
            Stage::BadNoisy => "bad_noisy",
            Stage::Evasion => "evasion",
        }
    }
}

/// Declares the counters once: fields, sums and names.
macro_rules! statistics {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// The counters of a search.
        ///
        /// `Display` writes a page of text; [`Statistics::to_csv`] and [`Statistics::to_json`] are
        /// for programs.
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub struct Statistics {
            /// Nodes of each iteration; index 0 is depth 1.
            pub iteration_nodes: [u64; MAX_PLY],
            /// Cut-offs of the full search by the stage of the move that caused them, in the order
            /// of [`Stage::ALL`].
            pub cutoffs: [u64; 6],
            /// Moves searched in the full search by stage, in the order of [`Stage::ALL`], without
            /// root moves; zero unless the switch `move_counts` is on.
            pub moves: [u64; 6],
            $($(#[$doc])* pub $name: u64,)*
        }

        impl Default for Statistics {
            fn default() -> Statistics {
                Statistics { iteration_nodes: [0; MAX_PLY], cutoffs: [0; 6], moves: [0; 6], $($name: 0,)* }
            }
        }

        impl Statistics {
            /// The names of the counters, in the order of [`Statistics::counters`].
            const NAMES: &'static [&'static str] = &[$(stringify!($name),)*];

            /// The counters, except those by stage and by iteration.
            fn counters(&self) -> impl Iterator<Item = (&'static str, u64)> {
                [$((stringify!($name), self.$name),)*].into_iter()
            }

            /// Adds the counters of another search.
            pub fn add(&mut self, other: &Statistics) {
                $(self.$name += other.$name;)*
                for (own, more) in self.iteration_nodes.iter_mut().zip(other.iteration_nodes) {
                    *own += more;
                }
                for (own, more) in self.cutoffs.iter_mut().zip(other.cutoffs) {
                    *own += more;
                }
                for (own, more) in self.moves.iter_mut().zip(other.moves) {
                    *own += more;
                }
            }
        }
    };
}

statistics! {
    /// All nodes.
    nodes,
    /// Nodes in quiescence.
    quiescence_nodes,
    /// Cut-offs by the first move tried.
    first_move_cutoffs,
    /// Table probes.
    table_probes,
    /// … that found the position.
    table_hits,
    /// … whose score ended the node.
    table_cuts,
    /// Table moves that were not legal: key collisions.
    table_collisions,
    /// Static evaluations taken from the table.
    stored_evaluations,
    /// Null moves tried.
    null_moves,
    /// … that ended the node.
    null_move_cuts,
    /// Null-window searches repeated with an open window.
    researches,
    /// Iterations repeated because the score was outside the aspiration window.
    aspiration_failures,
    /// Positions extended by [`Heuristics::extension`](crate::Heuristics::extension).
    extensions,
    /// Positions extended as single replies.
    single_replies,
    /// Nodes whose value depended on the path and was not stored.
    path_dependent,
    /// Late moves searched to a reduced depth.
    reductions,
    /// … that were searched again at full depth.
    reduction_failures,
    /// Nodes cut off by ProbCut.
    probcuts,
    /// Table moves extended as singular.
    singular_extensions,
    /// Nodes cut off by multi-cut.
    multi_cuts,
    /// Nodes whose moves were offered to all threads.
    split_points,
    /// Nodes whose value was known, as from endgame tables.
    endgame_hits,
}

/// A share of a whole; 0 if the whole is 0.
fn share(part: u64, whole: u64) -> f64 {
    part as f64 / whole.max(1) as f64
}

impl Statistics {
    /// All cut-offs of the full search.
    fn all_cutoffs(&self) -> u64 {
        self.cutoffs.iter().sum()
    }

    /// The share of cut-offs by the first move, from 0 to 1.
    pub fn first_move_rate(&self) -> f64 {
        share(self.first_move_cutoffs, self.all_cutoffs())
    }

    /// The share of the table among all nodes ended by a bound, from 0 to 1: cut-offs by the table
    /// move and by the score of an entry, divided by all cut-offs and those by a score. Probes of
    /// the quiescence search are included where they are enabled.
    pub fn table_share(&self) -> f64 {
        share(self.cutoffs[Stage::Table as usize] + self.table_cuts, self.all_cutoffs() + self.table_cuts)
    }

    /// The shares of the stages among the cut-offs, in the order of [`Stage::ALL`] (ZMBL thesis,
    /// table 3-9).
    pub fn cutoff_shares(&self) -> [f64; 6] {
        self.cutoffs.map(|count| share(count, self.all_cutoffs()))
    }

    /// The depth of the last iteration begun, in plies.
    fn iterations(&self) -> usize {
        self.iteration_nodes.iter().rposition(|&nodes| nodes > 0).map_or(0, |last| last + 1)
    }

    /// The effective branching factor: the number of moves per node of a full tree of the same
    /// depth whose leaves are as many as the nodes of the last iteration. 0 before the first.
    fn branching_factor(&self) -> f64 {
        match self.iterations() {
            0 => 0.0,
            depth => (self.iteration_nodes[depth - 1] as f64).powf(1.0 / depth as f64),
        }
    }

    /// The ratio of the last iteration's nodes to those of the previous one; 0 if there is none.
    pub fn growth(&self) -> f64 {
        match self.iterations() {
            depth @ 2.. if self.iteration_nodes[depth - 2] > 0 => {
                self.iteration_nodes[depth - 1] as f64 / self.iteration_nodes[depth - 2] as f64
            }
            _ => 0.0,
        }
    }

    /// The header line for [`Statistics::to_csv`].
    pub fn csv_header() -> String {
        let of = |what: &str| Stage::ALL.map(|stage| format!("{what}_{}", stage.name()));
        let stages = [of("cutoffs"), of("moves")].concat();
        let names: Vec<_> = Statistics::NAMES.iter().copied().chain(stages.iter().map(String::as_str)).collect();
        format!("{},depth,branching_factor", names.join(","))
    }

    /// A line of comma-separated numbers.
    pub fn to_csv(&self) -> String {
        let numbers = self.counters().map(|(_, count)| count).chain(self.cutoffs).chain(self.moves);
        let numbers: Vec<_> = numbers.map(|count| count.to_string()).collect();
        format!("{},{},{:.4}", numbers.join(","), self.iterations(), self.branching_factor())
    }

    /// A JSON object: the counters by name, `cutoffs` and `moves` by stage, `iteration_nodes` as a list.
    pub fn to_json(&self) -> String {
        let mut text = String::from("{");
        for (name, count) in self.counters() {
            text += &format!("\"{name}\":{count},");
        }
        let by_stage = |counts: [u64; 6]| {
            let each = |(stage, count): (&Stage, u64)| format!("\"{}\":{count}", stage.name());
            Stage::ALL.iter().zip(counts).map(each).collect::<Vec<_>>().join(",")
        };
        let iterations: Vec<_> =
            self.iteration_nodes[..self.iterations()].iter().map(|nodes| nodes.to_string()).collect();
        text += &format!("\"cutoffs\":{{{}}},\"moves\":{{{}}},", by_stage(self.cutoffs), by_stage(self.moves));
        text += &format!("\"iteration_nodes\":[{}],", iterations.join(","));
        text + &format!("\"branching_factor\":{:.4}}}", self.branching_factor())
    }
}

impl fmt::Display for Statistics {
    /// A page: the tree, the cut-offs by stage, the table, and the effect of each technique.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |part, whole| format!("{:.1} %", 100.0 * share(part, whole));
        let mut row = |name: &str, count: u64, note: &str| writeln!(f, "  {name:<28}{count:>14}  {note}");
        row("nodes", self.nodes, &format!("depth {}", self.iterations()))?;
        row("  in quiescence", self.quiescence_nodes, &percent(self.quiescence_nodes, self.nodes))?;
        let growth = format!("factor {:.2}, growth {:.2}", self.branching_factor(), self.growth());
        row("  of the last iteration", self.iteration_nodes[self.iterations().max(1) - 1], &growth)?;
        let cutoffs = self.all_cutoffs();
        row("cut-offs", cutoffs, "")?;
        row("  by the first move", self.first_move_cutoffs, &percent(self.first_move_cutoffs, cutoffs))?;
        for ((stage, count), moves) in Stage::ALL.iter().zip(self.cutoffs).zip(self.moves) {
            let name = format!("  by stage {}", stage.name().replace('_', " "));
            let searched = if moves > 0 { format!(", {moves} moves searched") } else { String::new() };
            row(&name, count, &(percent(count, cutoffs) + &searched))?;
        }
        row("table probes", self.table_probes, "")?;
        row("  hits", self.table_hits, &percent(self.table_hits, self.table_probes))?;
        row("  cuts", self.table_cuts, &percent(self.table_cuts, self.table_probes))?;
        row("  collisions", self.table_collisions, "")?;
        row("  evaluations", self.stored_evaluations, &percent(self.stored_evaluations, self.table_probes))?;
        row("null moves", self.null_moves, "")?;
        row("  cuts", self.null_move_cuts, &percent(self.null_move_cuts, self.null_moves))?;
        row("re-searches, open window", self.researches, "")?;
        row("aspiration failures", self.aspiration_failures, "")?;
        row("reductions", self.reductions, "")?;
        row("  searched again", self.reduction_failures, &percent(self.reduction_failures, self.reductions))?;
        row("extensions", self.extensions, "")?;
        row("  single replies", self.single_replies, "")?;
        row("  singular moves", self.singular_extensions, "")?;
        row("multi-cuts", self.multi_cuts, "")?;
        row("ProbCuts", self.probcuts, "")?;
        row("split points", self.split_points, "offered to all threads")?;
        row("values that depend on the path", self.path_dependent, "not stored")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some() -> Statistics {
        let mut statistics = Statistics {
            nodes: 1110,
            first_move_cutoffs: 60,
            cutoffs: [10, 20, 30, 20, 0, 0],
            moves: [1, 2, 31, 3, 4, 5],
            ..Default::default()
        };
        statistics.iteration_nodes[..3].copy_from_slice(&[10, 100, 1000]);
        statistics
    }

    #[test]
    fn rates_and_factors() {
        let statistics = some();
        assert_eq!(statistics.first_move_rate(), 0.75);
        assert_eq!(statistics.cutoff_shares()[2], 0.375);
        assert_eq!(statistics.table_share(), 0.125);
        assert_eq!(Statistics { table_cuts: 20, ..statistics.clone() }.table_share(), 0.3);
        assert_eq!((statistics.iterations(), statistics.growth()), (3, 10.0));
        assert!((statistics.branching_factor() - 10.0).abs() < 1e-9);
        let nothing = Statistics::default();
        assert_eq!((nothing.first_move_rate(), nothing.branching_factor(), nothing.growth()), (0.0, 0.0, 0.0));
        let mut twice = statistics.clone();
        twice.add(&statistics);
        assert_eq!((twice.nodes, twice.cutoffs[1], twice.iteration_nodes[2]), (2220, 40, 2000));
        assert_eq!(twice.moves[2], 62);
    }

    #[test]
    fn csv_lines_have_a_number_for_each_name() {
        let (header, line) = (Statistics::csv_header(), some().to_csv());
        assert_eq!(header.split(',').count(), line.split(',').count());
        let at = header.split(',').position(|name| name == "cutoffs_killer").unwrap();
        assert_eq!(line.split(',').nth(at), Some("30"));
        let at = header.split(',').position(|name| name == "moves_killer").unwrap();
        assert_eq!(line.split(',').nth(at), Some("31"));
        let json = some().to_json();
        assert!(json.starts_with("{\"nodes\":1110,") && json.ends_with("\"branching_factor\":10.0000}"), "{json}");
        assert!(
            json.contains("\"cutoffs\":{\"table\":10,")
                && json.contains("\"moves\":{\"table\":1,")
                && json.contains("\"iteration_nodes\":[10,100,1000]")
        );
    }

    #[test]
    fn the_page_fits_a_screen() {
        let page = some().to_string();
        assert!(page.lines().count() <= 30 && page.lines().all(|line| line.chars().count() < 80), "{page}");
        assert!(page.contains("75.0 %") && page.contains(" 37.5 %, 31 moves searched"), "{page}");
    }
}
