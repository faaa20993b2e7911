//! What one player did with its time, and what it forfeited.

use crate::{GameRecord, MoveRecord, Side};
use std::{collections::BTreeMap, time::Duration};

/// A player's use of time over many games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Usage {
    /// Time of every move, in microseconds.
    times: Vec<u32>,
    total_us: u64,
    /// How far beyond the flag those moves went that went beyond it, in microseconds.
    oversteps: Vec<u32>,
    /// Sum and number of the depths given.
    depth: (u64, u64),
    /// Nodes, and the time of the moves they were given for.
    nodes: (u64, u64),
    /// Processor time in microseconds, and the moves it is known of.
    cpu: (u64, u64),
    forfeits: BTreeMap<&'static str, u64>,
}

impl Usage {
    /// Counts one side of a game.
    pub(crate) fn add(&mut self, game: &GameRecord, side: Side) {
        for mv in game.moves.iter().skip(usize::from(side != game.starts)).step_by(2) {
            self.add_move(mv);
        }
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
        if let Some(cpu) = mv.cpu_us {
            self.cpu.0 += cpu;
            self.cpu.1 += 1;
        }
    }

    /// Moves counted.
    pub fn moves(&self) -> u64 {
        self.times.len() as u64
    }

    /// Mean time of a move; `None` without moves.
    pub fn mean_time(&self) -> Option<Duration> {
        Some(Duration::from_micros(self.total_us.checked_div(self.moves())?))
    }

    /// Mean processor time of the moves that it is known of.
    pub fn mean_cpu(&self) -> Option<Duration> {
        Some(Duration::from_micros(self.cpu.0.checked_div(self.cpu.1)?))
    }

    /// The time that a share of the moves did not exceed, 0.99 for the 99th
    /// percentile; `None` without moves.
    pub fn time_percentile(&self, share: f64) -> Option<Duration> {
        let mut times = self.times.clone();
        // Nearest rank: the least time with at least that share at or below it.
        let rank = (share.clamp(0.0, 1.0) * times.len() as f64).ceil() as usize;
        let index = rank.max(1) - 1;
        if index >= times.len() {
            return None;
        }
        let (_, time, _) = times.select_nth_unstable(index);
        Some(Duration::from_micros(u64::from(*time)))
    }

    /// Moves that went beyond the flag, forgiven or not.
    pub fn oversteps(&self) -> u64 {
        self.oversteps.len() as u64
    }

    /// How far beyond the flag a share of *all* moves did not go: zero for most
    /// players at most shares. `None` without moves.
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

    /// The furthest that a move went beyond the flag, forgiven or not.
    pub fn worst_overstep(&self) -> Duration {
        Duration::from_micros(u64::from(self.oversteps.iter().copied().max().unwrap_or_default()))
    }

    /// Mean depth in plies of the moves that gave one.
    pub fn mean_depth(&self) -> Option<f64> {
        (self.depth.1 > 0).then(|| self.depth.0 as f64 / self.depth.1 as f64)
    }

    /// Nodes per second over the moves that gave nodes.
    pub fn nodes_per_second(&self) -> Option<f64> {
        (self.nodes.1 > 0).then(|| self.nodes.0 as f64 / (self.nodes.1 as f64 / 1e6))
    }

    /// Games forfeited, by the kind of the fault.
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
}
