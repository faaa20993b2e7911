//! Time and memory use of a player, and its forfeits.

use crate::{GameRecord, MoveRecord, Phase, PhaseUse, Side};
use std::{collections::BTreeMap, time::Duration};

/// A sum and the number of its terms.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Mean {
    sum: u64,
    count: u64,
}

impl Mean {
    fn add(&mut self, value: impl Into<u64>) {
        self.sum += value.into();
        self.count += 1;
    }

    fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum as f64 / self.count as f64)
    }
}

/// The mean cost of moves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Effort {
    time_us: Mean,
    nodes: Mean,
    depth: Mean,
}

impl Effort {
    /// Counts a move.
    pub fn add(&mut self, mv: &MoveRecord) {
        self.time_us.add(mv.us);
        mv.nodes.into_iter().for_each(|nodes| self.nodes.add(nodes));
        mv.depth.into_iter().for_each(|depth| self.depth.add(depth));
    }

    /// Moves counted.
    pub fn moves(&self) -> u64 {
        self.time_us.count
    }

    /// The mean time of a move; `None` without moves.
    pub fn mean_time(&self) -> Option<Duration> {
        self.time_us.sum.checked_div(self.time_us.count).map(Duration::from_micros)
    }

    /// The mean number of nodes of moves that reported it.
    pub fn mean_nodes(&self) -> Option<f64> {
        self.nodes.mean()
    }

    /// The mean depth in plies of moves that reported it.
    pub fn mean_depth(&self) -> Option<f64> {
        self.depth.mean()
    }
}

/// A player's use of time and memory over many games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Usage {
    /// Time of every move, in microseconds.
    times: Vec<u32>,
    total_us: u64,
    /// The time beyond the limit of the moves that exceeded it, in microseconds.
    oversteps: Vec<u32>,
    /// The sum and the number of reported depths.
    depth: (u64, u64),
    /// Nodes, and the time of the moves that reported them.
    nodes: (u64, u64),
    /// Processor time in microseconds, and the number of moves with a known value.
    cpu: (u64, u64),
    forfeits: BTreeMap<&'static str, u64>,
    won: Effort,
    peak_kib: Option<u64>,
    /// The moves whose phase is recorded.
    phases: [PhaseUse; 3],
}

impl Usage {
    /// Counts one side of a game.
    pub(crate) fn add(&mut self, game: &GameRecord, side: Side) {
        let won = game.result.half_points(side) == 2;
        for mv in game.moves.iter().skip(usize::from(side != game.starts)).step_by(2) {
            self.add_move(mv);
            if won {
                self.won.add(mv);
            }
        }
        self.peak_kib = self.peak_kib.max(game.peak_kib[side.index()]);
        if let Some(forfeit) = &game.forfeit
            && forfeit.player == game.players[side.index()]
        {
            *self.forfeits.entry(forfeit.fault.kind()).or_default() += 1;
        }
    }

    fn add_move(&mut self, mv: &MoveRecord) {
        self.times.push(u32::try_from(mv.us).unwrap_or(u32::MAX));
        self.total_us += mv.us;
        if mv.over_us > 0 {
            self.oversteps.push(u32::try_from(mv.over_us).unwrap_or(u32::MAX));
        }
        if let Some(depth) = mv.depth {
            self.depth.0 += u64::from(depth);
            self.depth.1 += 1;
        }
        if let Some(nodes) = mv.nodes {
            self.nodes.0 += nodes;
            self.nodes.1 += mv.us;
        }
        if let Some(phase) = mv.phase {
            // The clock is not charged for the time beyond the limit.
            self.phases[phase as usize].add(Duration::from_micros(mv.us.saturating_sub(mv.over_us)));
        }
        if let Some(cpu) = mv.cpu_us {
            self.cpu.0 += cpu;
            self.cpu.1 += 1;
        }
    }

    /// The moves made with a clock in a phase, and the time charged for them.
    pub fn phase(&self, phase: Phase) -> PhaseUse {
        self.phases[phase as usize]
    }

    /// Whether moves were made with a clock.
    pub fn has_phases(&self) -> bool {
        self.phases.iter().any(|phase| phase.moves > 0)
    }

    /// Moves counted.
    pub fn moves(&self) -> u64 {
        self.times.len() as u64
    }

    /// The mean time of a move; `None` without moves.
    pub fn mean_time(&self) -> Option<Duration> {
        Some(Duration::from_micros(self.total_us.checked_div(self.moves())?))
    }

    /// The mean processor time of moves with a known value.
    pub fn mean_cpu(&self) -> Option<Duration> {
        Some(Duration::from_micros(self.cpu.0.checked_div(self.cpu.1)?))
    }

    /// The time that a share of the moves did not exceed, 0.99 for the 99th
    /// percentile; `None` without moves.
    pub fn time_percentile(&self, share: f64) -> Option<Duration> {
        let mut times = self.times.clone();
        // Nearest rank: the least time such that at least that share is at or below it.
        let rank = (share.clamp(0.0, 1.0) * times.len() as f64).ceil() as usize;
        let index = rank.max(1) - 1;
        if index >= times.len() {
            return None;
        }
        let (_, time, _) = times.select_nth_unstable(index);
        Some(Duration::from_micros(u64::from(*time)))
    }

    /// The number of moves that exceeded the time limit, tolerated or not.
    pub fn oversteps(&self) -> u64 {
        self.oversteps.len() as u64
    }

    /// The time beyond the limit that a share of *all* moves did not exceed: zero for most
    /// players and shares. `None` without moves.
    pub fn overstep_percentile(&self, share: f64) -> Option<Duration> {
        let rank = (share.clamp(0.0, 1.0) * self.times.len() as f64).ceil() as usize;
        let in_time = self.times.len() - self.oversteps.len();
        if self.times.is_empty() {
            return None;
        }
        let Some(index) = rank.max(1).checked_sub(in_time + 1) else { return Some(Duration::ZERO) };
        let mut oversteps = self.oversteps.clone();
        let (_, over, _) = oversteps.select_nth_unstable(index);
        Some(Duration::from_micros(u64::from(*over)))
    }

    /// The maximum time beyond the limit, tolerated or not.
    pub fn worst_overstep(&self) -> Duration {
        Duration::from_micros(u64::from(self.oversteps.iter().copied().max().unwrap_or_default()))
    }

    /// The mean depth in plies of moves that reported it.
    pub fn mean_depth(&self) -> Option<f64> {
        (self.depth.1 > 0).then(|| self.depth.0 as f64 / self.depth.1 as f64)
    }

    /// Nodes per second over the moves that reported nodes.
    pub fn nodes_per_second(&self) -> Option<f64> {
        (self.nodes.1 > 0).then(|| self.nodes.0 as f64 / (self.nodes.1 as f64 / 1e6))
    }

    /// The mean cost of moves in games won. The efficiency of a search at a fixed precision (the same
    /// evaluation, the same depth) can only be measured in games that were won (thesis on Connect6,
    /// 7.2).
    pub fn in_games_won(&self) -> &Effort {
        &self.won
    }

    /// The peak memory of the player's process, in KiB; `None` if unknown: for players in this process,
    /// on systems other than Linux, and for records of earlier versions.
    pub fn peak_kib(&self) -> Option<u64> {
        self.peak_kib
    }

    /// The numbers of forfeited games by the kind of fault.
    pub fn forfeits(&self) -> &BTreeMap<&'static str, u64> {
        &self.forfeits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn oversteps_are_counted_among_all_moves() {
        let mut usage = Usage::default();
        assert_eq!((usage.oversteps(), usage.overstep_percentile(0.5)), (0, None));
        for i in 0..1000_u64 {
            // Two moves in a thousand are late.
            let over_us = if i == 200 { 700 } else { u64::from(i == 100) * 300 };
            usage.add_move(&MoveRecord { us: 10, over_us, ..MoveRecord::default() });
        }
        assert_eq!((usage.oversteps(), usage.worst_overstep()), (2, Duration::from_micros(700)));
        for (share, us) in [(0.5, 0), (0.998, 0), (0.999, 300), (1.0, 700)] {
            assert_eq!(usage.overstep_percentile(share), Some(Duration::from_micros(us)), "{share}");
        }
    }

    /// Each figure by hand: a move without a value does not count for its mean.
    #[test]
    fn the_figures_of_moves_are_exact() {
        let mut usage = Usage::default();
        let figures = |usage: &Usage| {
            let phases = Phase::ALL.map(|phase| (usage.phase(phase).moves, usage.phase(phase).used.as_micros()));
            let micros = |time: Option<Duration>| time.map(|time| time.as_micros());
            let times = [micros(usage.mean_time()), micros(usage.mean_cpu()), micros(usage.time_percentile(0.5))];
            (phases, usage.has_phases(), times, usage.mean_depth(), usage.nodes_per_second().map(f64::round))
        };
        assert_eq!(figures(&usage), ([(0, 0); 3], false, [None; 3], None, None));
        let (opening, endgame) = (Some(Phase::Opening), Some(Phase::Endgame));
        for mv in [
            MoveRecord {
                us: 100,
                phase: opening,
                depth: Some(4),
                nodes: Some(50),
                cpu_us: Some(90),
                ..Default::default()
            },
            // The clock is not charged for the 30 microseconds beyond the limit.
            MoveRecord {
                us: 300,
                over_us: 30,
                phase: opening,
                depth: Some(7),
                nodes: Some(30),
                cpu_us: Some(110),
                ..Default::default()
            },
            MoveRecord { us: 500, phase: endgame, nodes: Some(10), ..Default::default() },
            MoveRecord { us: 20, over_us: 50, phase: endgame, ..Default::default() },
            MoveRecord { us: 80, ..Default::default() },
        ] {
            usage.add_move(&mv);
        }
        let phases = [(2, 370), (0, 0), (2, 500)];
        assert_eq!(figures(&usage), (phases, true, [Some(200), Some(100), Some(100)], Some(5.5), Some(100_000.0)));
        assert_eq!((usage.moves(), usage.oversteps(), usage.worst_overstep().as_micros()), (5, 2, 50));
    }

    /// Only games won count, and only the side's own moves; the peak covers all games.
    #[test]
    fn the_cost_of_games_won_is_counted_separately() {
        let game = |result: &str, us: [u64; 3], peaks: &str| -> GameRecord {
            let moves = us.map(|us| format!(r#"{{"mv":"a","us":{us},"nodes":{},"depth":{}}}"#, 10 * us, us / 100));
            let text = format!(
                r#"{{"number":0,"pair":0,"players":["one","two"],"controls":["depth=3","depth=3"],
                "opening":{{"id":"","position":""}},"starts":"first","result":"{result}","reason":"",
                "date":"","moves":[{}]{peaks}}}"#,
                moves.join(",")
            );
            serde_json::from_str(&text).expect("a game")
        };
        let (mut first, mut second) = (Usage::default(), Usage::default());
        for game in [
            game("1-0", [300, 9_000, 500], r#","peak_kib":[700,null]"#),
            game("1/2-1/2", [70_000, 1, 70_000], r#","peak_kib":[400,null]"#),
            game("0-1", [60_000, 800, 60_000], ""),
        ] {
            first.add(&game, Side::First);
            second.add(&game, Side::Second);
        }
        let figures = |usage: &Usage| {
            let won = usage.in_games_won();
            (won.moves(), won.mean_time().map(|time| time.as_micros()), won.mean_nodes(), won.mean_depth())
        };
        assert_eq!(figures(&first), (2, Some(400), Some(4_000.0), Some(4.0)));
        assert_eq!(figures(&second), (1, Some(800), Some(8_000.0), Some(8.0)));
        assert_eq!((first.peak_kib(), second.peak_kib()), (Some(700), None));
        assert_eq!(figures(&Usage::default()), (0, None, None, None));
    }
}
