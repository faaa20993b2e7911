//! The search: the attacker's turns that force a reply, and every reply.
//!
//! A node is a position with the attacker to move. The attacker wins if it can complete a row, if
//! some turn makes more threats than can be met, or if some turn makes as many threats as the other
//! side has stones and wins against every turn that meets all of them. The attacker must have met
//! everything that the other side could complete, so these turns are the only replies: any other
//! loses at once, and if a reply makes threats, the attacker's next turn meets them or the attack
//! ends.
//!
//! The search deepens turn by turn, so the first win found has the fewest turns.

use super::limits::{SolverLimits, Stop};
use super::solution::NodeResult;
use super::table::{EXHAUSTED, ProofTable};
use super::turns::listed;
use crate::Side;
use crate::threats::{Attack, Field, Generator, NONE, Stones, Window, WindowRule, point, replies, smallest, value};
use crate::{Board, Rules, Turn};
use alloc::vec::Vec;

/// The number of nodes between calls of the caller's hook.
const POLL: u64 = 256;

/// The state of the search.
#[derive(Clone, Debug)]
pub(crate) struct Search {
    pub(crate) field: Field,
    pub(crate) generator: Generator,
    pub(crate) table: ProofTable,
    /// The attacker's turns and the replies of the nodes on the path.
    attacks: Vec<Attack>,
    replies: Vec<Attack>,
    pub(crate) windows: Vec<Window>,
    /// The attacking side.
    pub(crate) attacker: usize,
    /// Whether the defender may take all meeting points at once.
    pub(crate) conservative: bool,
    /// The number of nodes searched.
    pub(crate) nodes: u64,
    pub(crate) node_limit: u64,
}

impl Search {
    pub(crate) fn new(rules: Rules, table_bytes: usize) -> Search {
        Search {
            field: Field::new(rules),
            generator: Generator::new(rules.cells()),
            table: ProofTable::new(table_bytes),
            attacks: Vec::with_capacity(1 << 14),
            replies: Vec::with_capacity(1 << 10),
            windows: Vec::with_capacity(1 << 10),
            attacker: 0,
            conservative: false,
            nodes: 0,
            node_limit: u64::MAX,
        }
    }

    /// Sets the position; the side to move attacks.
    pub(crate) fn start(&mut self, board: &Board, limits: &SolverLimits<'_>) {
        self.field.set(board);
        self.attacker = board.to_move().index();
        self.nodes = 0;
        self.node_limit = limits.nodes;
        self.attacks.clear();
        self.replies.clear();
    }

    /// The key of the position for the attacker and the kind of search.
    #[inline]
    pub(crate) fn key(&self) -> u64 {
        const WHITE: u64 = 0x9e37_79b9_7f4a_7c15;
        const CONSERVATIVE: u64 = 0xd1b5_4a32_d192_ed03;
        self.field.key() ^ if self.attacker == 1 { WHITE } else { 0 } ^ if self.conservative { CONSERVATIVE } else { 0 }
    }

    /// Whether the attacker wins within `depth` turns (at least 1), whole turns only.
    pub(crate) fn attack(&mut self, depth: u32, stop: Stop<'_>) -> NodeResult {
        let attacker = self.attacker;
        if self.field.can_complete(attacker) {
            return NodeResult::Win;
        }
        let key = self.key();
        let known = self.table.probe(key);
        let mut first = [NONE; 2];
        let mut may_decide = true;
        if let Some(entry) = known {
            if let Some(found) = entry.answer(depth) {
                return found;
            }
            if entry.win != 0 {
                first = entry.stones;
            }
            may_decide = entry.no_win == 0;
        }
        if self.nodes >= self.node_limit || self.nodes % POLL == POLL - 1 && stop.is_some_and(|stop| stop()) {
            return NodeResult::Stopped;
        }
        self.nodes += 1;
        if !self.generator.prepare(&self.field, attacker) {
            self.table.no_win(key, EXHAUSTED);
            return NodeResult::Never;
        }
        // A turn that makes more threats than can be met also makes as many. On the last turn this
        // is checked first: without such a turn there is nothing else.
        let last = depth <= 1;
        if last && !self.generator.has_doubles(&self.field, attacker) {
            self.table.no_win(key, EXHAUSTED);
            return NodeResult::Never;
        }
        if may_decide && let Some(stones) = self.generator.decisive(&self.field, attacker) {
            self.table.win(key, 1, stones);
            return NodeResult::Win;
        }
        if last {
            self.table.no_win(key, 1);
            return NodeResult::Deeper;
        }
        let start = self.attacks.len();
        self.generator.doubles(&self.field, attacker, &mut self.attacks);
        for attack in &mut self.attacks[start..] {
            if attack.stones == first {
                attack.value = i32::MAX;
            }
        }
        self.attacks[start..].sort_unstable_by_key(Attack::rank);
        let mut found = NodeResult::Never;
        for index in start..self.attacks.len() {
            let stones = self.attacks[index].stones;
            self.put(stones, attacker);
            let result = self.defend(depth, stop);
            self.take(stones);
            match result {
                NodeResult::Win => {
                    self.table.win(key, depth, stones);
                    found = NodeResult::Win;
                    break;
                }
                NodeResult::Never => {}
                NodeResult::Deeper => found = NodeResult::Deeper,
                NodeResult::Stopped => {
                    found = NodeResult::Stopped;
                    break;
                }
            }
        }
        self.attacks.truncate(start);
        match found {
            NodeResult::Never => self.table.no_win(key, EXHAUSTED),
            NodeResult::Deeper => self.table.no_win(key, depth as u8),
            NodeResult::Win | NodeResult::Stopped => {}
        }
        found
    }

    /// Whether the last stone of a turn that has begun wins within `depth` turns.
    pub(crate) fn last_stone(&mut self, cell: u16, depth: u32, stop: Stop<'_>) -> NodeResult {
        let (attacker, p) = (self.attacker, self.field.rule.p);
        self.field.put(cell, attacker);
        self.field.windows(attacker, &mut self.windows);
        let threats = smallest(&self.windows, &self.field.geometry, p + 1);
        let found = if threats < p || self.field.can_complete(1 - attacker) {
            NodeResult::Never
        } else if threats > p {
            NodeResult::Win
        } else if depth <= 1 {
            NodeResult::Deeper
        } else {
            self.defend(depth, stop)
        };
        self.field.take();
        found
    }

    /// Whether the attacker, who has just made a turn, wins against every reply.
    fn defend(&mut self, depth: u32, stop: Stop<'_>) -> NodeResult {
        let (attacker, defender) = (self.attacker, 1 - self.attacker);
        self.field.windows(attacker, &mut self.windows);
        if self.conservative {
            return self.defend_everywhere(depth, stop);
        }
        let start = self.replies.len();
        replies(&self.field, &self.windows, &mut self.replies);
        // The reply that helps the defender most is the most likely to refute.
        for reply in &mut self.replies[start..] {
            let cells = reply.stones.iter().filter(|&&cell| cell != NONE);
            reply.value = cells.map(|&cell| value(&self.field, defender, cell)).sum();
        }
        self.replies[start..].sort_unstable_by_key(Attack::rank);
        let mut found = NodeResult::Win;
        for index in start..self.replies.len() {
            let stones = self.replies[index].stones;
            let result = self.known_after(stones, depth - 1).unwrap_or_else(|| {
                self.put(stones, defender);
                let result = self.attack_gradually(depth - 1, stop);
                self.take(stones);
                result
            });
            if result != NodeResult::Win {
                found = result;
                break;
            }
        }
        self.replies.truncate(start);
        found
    }

    /// The same, deepened from two turns on if there are more than three: this finds a short win of
    /// a less promising turn before a deep search of a more promising one. On the problems of the
    /// suite it costs a tenth of the nodes at most, and saves seven in ten for the hardest one.
    fn attack_gradually(&mut self, depth: u32, stop: Stop<'_>) -> NodeResult {
        let mut turns = Search::first_depth(depth);
        loop {
            let found = self.attack(turns, stop);
            if found != NodeResult::Deeper || turns >= depth {
                return found;
            }
            turns += 1;
        }
    }

    /// The depth of the first of those searches.
    fn first_depth(depth: u32) -> u32 {
        if depth > 3 { 2 } else { depth }
    }

    /// The result that [`Search::attack_gradually`] would find in the table alone after a reply
    /// that meets all threats. Most replies were searched before, and for those the stones need not
    /// be put.
    #[inline]
    fn known_after(&self, reply: Stones, depth: u32) -> Option<NodeResult> {
        let keys = &self.field.geometry.stone_keys[Side::BOTH[1 - self.attacker]];
        let stones = reply.iter().filter(|&&cell| cell != NONE).fold(0, |key, &cell| key ^ keys[usize::from(cell)]);
        let entry = self.table.probe(self.key() ^ stones)?;
        let found = entry.answer(depth)?;
        // A longer win counts only if all shorter ones are excluded already.
        let at_once = found != NodeResult::Win
            || u32::from(entry.win) <= Search::first_depth(depth)
            || entry.no_win >= entry.win - 1;
        at_once.then_some(found)
    }

    /// The conservative defence: the defender takes every point that meets a window, which may be
    /// more stones than a turn has.
    fn defend_everywhere(&mut self, depth: u32, stop: Stop<'_>) -> NodeResult {
        let defender = 1 - self.attacker;
        let before = self.field.depth();
        for index in 0..self.windows.len() {
            let window = self.windows[index];
            let geometry = self.field.geometry.clone();
            for point in window.points(&geometry) {
                let cell = point.index() as u16;
                if self.field.is_empty(cell) {
                    self.field.put(cell, defender);
                }
            }
        }
        let found = self.attack(depth - 1, stop);
        while self.field.depth() > before {
            self.field.take();
        }
        found
    }

    #[inline]
    pub(crate) fn put(&mut self, stones: Stones, color: usize) {
        for cell in stones {
            if cell != NONE {
                self.field.put(cell, color);
            }
        }
    }

    #[inline]
    pub(crate) fn take(&mut self, stones: Stones) {
        for cell in stones {
            if cell != NONE {
                self.field.take();
            }
        }
    }

    /// Deepens from one turn to `turns`. Returns the result of the last depth searched, and that
    /// depth.
    pub(crate) fn deepen(&mut self, turns: u32, stop: Stop<'_>) -> (NodeResult, u32) {
        for depth in 1..=turns {
            let found = self.attack(depth, stop);
            if found != NodeResult::Deeper {
                return (found, depth);
            }
        }
        (NodeResult::Deeper, turns)
    }

    /// The winning turn of a position that [`Search::attack`] has just found won within `depth`
    /// turns, and the number of turns of the win.
    pub(crate) fn winning(&mut self, depth: u32, stop: Stop<'_>) -> Option<(Stones, u32)> {
        if self.field.can_complete(self.attacker) {
            return Some((self.completion(), 1));
        }
        for _ in 0..2 {
            match self.table.probe(self.key()) {
                Some(entry) if entry.win != 0 && u32::from(entry.win) <= depth => {
                    return Some((entry.stones, u32::from(entry.win)));
                }
                // The entry was replaced since. After another search, it is the last one stored.
                _ => _ = self.attack(depth, stop),
            }
        }
        None
    }

    /// A turn that completes a row; the attacker must have one.
    fn completion(&mut self) -> Stones {
        self.field.windows(self.attacker, &mut self.windows);
        let window = self.windows.iter().min_by_key(|window| window.cells.count_ones()).expect("there is one");
        let mut stones = [NONE; 2];
        for (cell, point) in stones.iter_mut().zip(window.points(&self.field.geometry)) {
            *cell = point.index() as u16;
        }
        stones
    }

    /// The replies to the attacker's current threats.
    pub(crate) fn replies_now(&mut self) -> Vec<Attack> {
        self.field.windows(self.attacker, &mut self.windows);
        let mut list = Vec::new();
        replies(&self.field, &self.windows, &mut list);
        list
    }

    /// Whether one of these stones of a colour lies in a full window.
    pub(crate) fn has_row_through(&self, stones: Stones, color: usize) -> bool {
        stones.into_iter().filter(|&cell| cell != NONE).any(|cell| {
            self.field.geometry.places_of(usize::from(cell)).iter().any(|place| {
                let line = &self.field.lines[usize::from(place.line)];
                let full = WindowRule { k: self.field.rule.k, p: 0 };
                full.now(line.stones[color], line.stones[1 - color], line.len) != 0
            })
        })
    }

    /// A turn with the number of stones that the rules require, filled up with empty points that do
    /// not matter.
    pub(crate) fn filled(&self, stones: Stones) -> Turn {
        let mut list = listed(stones);
        let len = (self.field.rule.p as usize).min(self.field.empties());
        for cell in 0..self.field.rules.cells() as u16 {
            if list.len() >= len {
                break;
            }
            let is_near = || {
                let rules = self.field.rules;
                let row = |row: usize| self.field.lines[row].stones[0] | self.field.lines[row].stones[1];
                rules.radius().is_none() || rules.is_near(point(cell), row)
            };
            if self.field.is_empty(cell) && !list.contains(&point(cell)) && is_near() {
                list.push(point(cell));
            }
        }
        Turn::new(&list).expect("at least one point, without repetition")
    }
}
