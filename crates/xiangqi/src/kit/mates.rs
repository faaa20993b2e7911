//! An exact search for mates in few moves.
//!
//! The attacker tries all moves, the defender tries replies until one refutes. Nothing is pruned, so both
//! results are proofs. Results are stored by position and number of moves; the attacker tries checks
//! first, the defender begins with replies that have refuted before. A shortest mate has no repetition, so
//! repetitions need no attention.

use crate::{Move, MoveList, Position, Square};

/// The entries of the table of results.
const ENTRIES: usize = 1 << 18;
/// The most moves of a mate.
const MAX_TURNS: u32 = 32;
/// The positions between two calls of the function that stops the search.
const STOP_INTERVAL: u64 = 4096;

/// A search was stopped or reached its limit before it had a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the search for a mate was stopped")]
pub struct MateSearchStopped;

/// What is known about a position with the attacker to move.
#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    /// A number of moves within which the attacker mates.
    mates: u8,
    /// A number of moves within which it does not mate.
    fails: u8,
    /// The first move of the mate.
    best: Option<Move>,
}

const UNKNOWN: Entry = Entry { key: 0, mates: u8::MAX, fails: 0, best: None };

/// An exact search for mates; stalemate wins as well, as in the rules.
///
/// ```
/// use duiyi_xiangqi::{Position, kit::MateSearch};
/// let position: Position = "4k4/9/9/9/9/9/9/9/R8/1R3K3 w".parse()?;
/// let mut search = MateSearch::new(100_000, &|| false);
/// assert_eq!(search.distance(&position, 3)?, Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct MateSearch<'a> {
    table: Vec<Entry>,
    /// The last refutation, by the number of moves left to the attacker.
    refutations: [Option<Move>; MAX_TURNS as usize + 1],
    /// The number of refutations by each move.
    history: Vec<u32>,
    nodes: u64,
    most: u64,
    stopped: &'a dyn Fn() -> bool,
}

impl<'a> MateSearch<'a> {
    /// A search that visits at most `nodes` positions; `stopped` stops it earlier.
    pub fn new(nodes: u64, stopped: &'a dyn Fn() -> bool) -> MateSearch<'a> {
        MateSearch::with_entries(ENTRIES, nodes, stopped)
    }

    /// A search with a table of `entries` results, at least one.
    fn with_entries(entries: usize, nodes: u64, stopped: &'a dyn Fn() -> bool) -> MateSearch<'a> {
        MateSearch {
            table: vec![UNKNOWN; entries.max(1)],
            refutations: [None; MAX_TURNS as usize + 1],
            history: vec![0; Square::COUNT * Square::COUNT],
            nodes: 0,
            most: nodes,
            stopped,
        }
    }

    /// The number of positions visited so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The least number of moves, up to `most`, in which the side to move mates.
    ///
    /// # Errors
    /// If the search was stopped or reached its limit.
    pub fn distance(&mut self, position: &Position, most: u32) -> Result<Option<u32>, MateSearchStopped> {
        let mut position = *position;
        for turns in 1..=most.min(MAX_TURNS) {
            if self.attack(&mut position, turns)? {
                return Ok(Some(turns));
            }
        }
        Ok(None)
    }

    /// A reply after which the side to move is not mated within `turns` moves of the other side; `None` if
    /// there is no such reply.
    ///
    /// # Errors
    /// If the search was stopped or reached its limit.
    pub fn escape(&mut self, position: &Position, turns: u32) -> Result<Option<Move>, MateSearchStopped> {
        self.defend(&mut position.clone(), turns.min(MAX_TURNS))
    }

    /// The moves that mate within `turns` moves, at most `limit` of them.
    ///
    /// # Errors
    /// If the search was stopped or reached its limit.
    pub fn first_moves(
        &mut self,
        position: &Position,
        turns: u32,
        limit: usize,
    ) -> Result<Vec<Move>, MateSearchStopped> {
        let mut found = Vec::new();
        for mv in position.legal_moves() {
            let mut after = *position;
            after.make(mv);
            if self.escape(&after, turns.saturating_sub(1))?.is_none() {
                found.push(mv);
                if found.len() == limit {
                    break;
                }
            }
        }
        Ok(found)
    }

    /// The reply that delays the mate longest, of replies that all lose within `turns` moves; `None`
    /// if the side to move is mated.
    ///
    /// # Errors
    /// If the search was stopped or reached its limit.
    pub fn longest_defence(&mut self, position: &Position, turns: u32) -> Result<Option<Move>, MateSearchStopped> {
        let mut longest = None;
        for mv in position.legal_moves() {
            let mut after = *position;
            after.make(mv);
            let distance = self.distance(&after, turns)?.unwrap_or(u32::MAX);
            if longest.is_none_or(|(most, _)| distance > most) {
                longest = Some((distance, mv));
            }
        }
        Ok(longest.map(|(_, mv)| mv))
    }

    /// A line that begins with `first` and ends with the mate in `turns` moves: the attacker mates as early as
    /// possible, the defender delays the mate. It ends early if `first` does not mate in time.
    ///
    /// # Errors
    /// If the search was stopped or reached its limit.
    pub fn line(&mut self, position: &Position, first: Move, turns: u32) -> Result<Vec<Move>, MateSearchStopped> {
        let (mut position, mut line) = (*position, vec![first]);
        position.make(first);
        for left in (1..turns).rev() {
            let Some(reply) = self.longest_defence(&position, left)? else { break };
            position.make(reply);
            let Some(least) = self.distance(&position, left)? else { break };
            let Some(&next) = self.first_moves(&position, least, 1)?.first() else { break };
            position.make(next);
            line.extend([reply, next]);
        }
        Ok(line)
    }

    /// Whether the side to move mates within `turns` moves, at least one.
    fn attack(&mut self, position: &mut Position, turns: u32) -> Result<bool, MateSearchStopped> {
        self.nodes += 1;
        let polls = self.nodes % STOP_INTERVAL == 1;
        if self.nodes > self.most || polls && (self.stopped)() {
            return Err(MateSearchStopped);
        }
        if position.is_drawn_by_material() {
            return Ok(false);
        }
        let key = position.key();
        let at = key as usize % self.table.len();
        let known = self.table[at];
        let known = if known.key == key { known } else { UNKNOWN };
        if u32::from(known.mates) <= turns {
            return Ok(true);
        }
        if u32::from(known.fails) >= turns {
            return Ok(false);
        }
        // The shorter search is cheap and finds the moves to begin with.
        if turns > 1 && self.attack(position, turns - 1)? {
            return Ok(true);
        }
        let mut found = None;
        for mv in attacking_order(position, known.best) {
            let undo = position.make(mv);
            let escape = self.defend(position, turns - 1);
            position.unmake(mv, undo);
            if escape?.is_none() {
                found = Some(mv);
                break;
            }
        }
        let entry = &mut self.table[at];
        let before = if entry.key == key { *entry } else { UNKNOWN };
        *entry = match found {
            Some(mv) => Entry { key, mates: turns as u8, best: Some(mv), ..before },
            None => Entry { key, fails: turns as u8, ..before },
        };
        Ok(found.is_some())
    }

    /// A reply after which the attacker does not mate within `turns` moves; `None` if there is none.
    fn defend(&mut self, position: &mut Position, turns: u32) -> Result<Option<Move>, MateSearchStopped> {
        let last = self.refutations[turns as usize].filter(|&mv| position.is_legal(mv));
        if let Some(mv) = last
            && self.refutes(position, mv, turns)?
        {
            return Ok(Some(mv));
        }
        let mut replies = position.legal_moves();
        if turns > 0 {
            replies.sort_by_key(|mv| core::cmp::Reverse(self.history[index(*mv)]));
        }
        for mv in replies {
            if Some(mv) != last && self.refutes(position, mv, turns)? {
                self.refutations[turns as usize] = Some(mv);
                self.history[index(mv)] += 1 << turns.min(8);
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    fn refutes(&mut self, position: &mut Position, mv: Move, turns: u32) -> Result<bool, MateSearchStopped> {
        if turns == 0 {
            return Ok(true);
        }
        let undo = position.make(mv);
        let mates = self.attack(position, turns);
        position.unmake(mv, undo);
        Ok(!mates?)
    }
}

fn index(mv: Move) -> usize {
    mv.from().index() * Square::COUNT + mv.to().index()
}

/// The legal moves: the best one known, then checks, captures and the others.
fn attacking_order(position: &Position, best: Option<Move>) -> MoveList {
    let mut moves = position.legal_moves();
    moves.sort_by_key(|&mv| {
        let (check, capture) = (position.gives_check(mv), position.piece_at(mv.to()).is_some());
        (Some(mv) != best, !check, !capture)
    });
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The mates in one to three of the suite; its first moves come from another program.
    fn suite() -> impl Iterator<Item = (Position, u32, Vec<Move>)> {
        include_str!("../../tests/data/mates.epd").lines().map(|line| {
            let field = |name: &str| line.split("; ").find_map(|field| field.strip_prefix(name)).unwrap();
            let keys = field("bm ").split(' ').map(|mv| mv.trim_end_matches(';').parse().unwrap()).collect();
            let position = line.split(';').next().unwrap().parse().unwrap();
            (position, field("dm ").trim_end_matches(';').parse().unwrap(), keys)
        })
    }

    #[test]
    fn distances_and_first_moves_are_those_of_another_program() {
        for (position, turns, mut keys) in suite().step_by(4) {
            let mut search = MateSearch::new(10_000_000, &|| false);
            assert_eq!(search.distance(&position, 3), Ok(Some(turns)), "{}", position.to_fen());
            let mut found = search.first_moves(&position, turns, usize::MAX).unwrap();
            let by_text = |mv: &Move| mv.to_string();
            found.sort_by_key(by_text);
            keys.sort_by_key(by_text);
            assert_eq!(found, keys, "{}", position.to_fen());
            let line = search.line(&position, found[0], turns).unwrap();
            assert_eq!(line.len(), 2 * turns as usize - 1, "{}", position.to_fen());
            let last = line.iter().fold(position, |position, &mv| position.play(mv).unwrap());
            assert!(!last.has_legal_move());
        }
    }

    /// In a small table, many positions overwrite the entry of another one.
    #[test]
    fn the_size_of_the_table_does_not_change_results() {
        for (position, turns, _) in suite().filter(|(_, turns, _)| *turns <= 2).step_by(2) {
            let found = |entries| {
                let mut search = MateSearch::with_entries(entries, 10_000_000, &|| false);
                let distance = search.distance(&position, 2).unwrap();
                (distance, search.first_moves(&position, turns, usize::MAX).unwrap())
            };
            let usual = found(ENTRIES);
            for entries in [1, 16, 256] {
                assert_eq!(found(entries), usual, "{} with {entries} entries", position.to_fen());
            }
        }
    }

    #[test]
    fn a_search_ends_at_its_limit_and_when_stopped() {
        let start = Position::start();
        assert_eq!(MateSearch::new(1_000, &|| false).distance(&start, 5), Err(MateSearchStopped));
        let mut stopped = MateSearch::new(u64::MAX, &|| true);
        assert_eq!(stopped.distance(&start, 5), Err(MateSearchStopped));
        assert_eq!(stopped.nodes(), 1);
    }

    #[test]
    fn a_side_without_attackers_does_not_mate() {
        let drawn: Position = "3k5/9/9/9/9/9/9/4B4/9/4K4 w".parse().unwrap();
        assert_eq!(MateSearch::new(100_000, &|| false).distance(&drawn, 3), Ok(None));
    }
}
