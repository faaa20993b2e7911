//! Staged move ordering: the most promising moves first, and each list generated only when it is
//! needed.
//!
//! Table move → noisy moves that do not lose by static exchange, best gain first → two killers →
//! quiet moves by history → losing noisy moves. A threatened side has all its replies in one list,
//! in the same order. The switch `killers_first` moves the killers before the noisy moves, and `losing_before_quiet`
//! the losing noisy moves before the quiet ones. Source: ZMBL thesis 3.6.

use crate::{
    Evaluator, GameMove, Generation, Heuristics, MoveSink, Score, Stage,
    history::LOW_PLIES,
    knowledge::Knowledge,
    move_sink::Candidate,
    node::{Earlier, Node},
    search::Search,
};

/// Fewer moves than this are selected by a simple loop in a game without noisy moves. A second loop
/// does not help other games: xiangqi took 0.3 % more instructions with it.
const SHORT: usize = 8;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    Table,
    GenerateNoisy,
    GoodNoisy,
    FirstKiller,
    SecondKiller,
    GenerateQuiet,
    Quiet,
    BadNoisy,
    Evasions,
}

/// The state of one node's move ordering. Its moves are on the shared move stack from `base`.
pub(crate) struct MovePicker<M> {
    step: Step,
    table_move: Option<M>,
    /// Its packed form, or 0: comparing one number is cheaper than comparing an option.
    table_bits: u32,
    killers: [Option<M>; 2],
    base: usize,
    /// The index of the next candidate.
    cursor: usize,
    /// The losing noisy moves are stored in `base..bad_end`.
    bad_end: usize,
    /// Whether more quiet moves are wanted.
    pub(crate) quiets_wanted: bool,
}

impl<M: GameMove> MovePicker<M> {
    pub(crate) fn new(table_move: Option<M>, killers: [Option<M>; 2], base: usize) -> Self {
        let table_bits = table_move.map_or(0, M::to_bits);
        MovePicker {
            step: Step::Table,
            table_move,
            table_bits,
            killers,
            base,
            cursor: base,
            bad_end: base,
            quiets_wanted: true,
        }
    }

    /// Whether a quiet move was returned before the quiet moves were generated.
    #[inline(always)]
    fn has_given(&self, mv: M) -> bool {
        mv.to_bits() == self.table_bits || self.killers.contains(&Some(mv))
    }

    /// For a list of replies to a threat that is already on the stack from `base`.
    pub(crate) fn evasions(table_move: Option<M>, base: usize) -> Self {
        MovePicker { step: Step::Evasions, ..MovePicker::new(table_move, [None; 2], base) }
    }
}

/// Scores quiet moves by the game's prior and their history. A separate function, so that the
/// compiler can assume that writing a score does not change the data that is read.
#[inline]
fn value_by_history<G: Heuristics>(game: &G, history: Option<&[i32]>, candidates: &mut [Candidate<G::Move>]) {
    for candidate in candidates {
        let history = history.map_or(0, |history| history[game.history_slot(candidate.mv)]);
        candidate.value = game.prior(candidate.mv) + history;
    }
}

/// Moves the better of two candidates to the front. Both are always written: a branch would often
/// be mispredicted.
#[inline(always)]
fn exchange<M: Copy>(best: &mut Candidate<M>, other: &mut Candidate<M>) {
    (*best, *other) = if other.value > best.value { (*other, *best) } else { (*best, *other) };
}

/// The ordering score of a noisy move by its capture: victim minus attacker, or the value of the game.
#[inline(always)]
fn noisy_order<G: Heuristics>(game: &G, less_attacker: bool, mv: G::Move) -> i32 {
    if less_attacker { game.noisy_balance(mv) } else { game.noisy_value(mv) }
}

impl<G: Heuristics, E: Evaluator<G>, const TEAM: bool> Search<'_, G, E, TEAM> {
    /// Puts the moves of a kind on the move stack.
    #[inline]
    pub(crate) fn generate(&mut self, kind: Generation, ply: usize) {
        let insight = self.insight(ply);
        self.game.generate(kind, &insight, &mut MoveSink::new(&mut self.state.moves));
    }

    /// Moves the best of the candidates from `cursor` to the front.
    #[inline]
    pub(crate) fn select(&mut self, cursor: usize) -> Option<Candidate<G::Move>> {
        let moves = &mut self.state.moves[..];
        if cursor >= moves.len() {
            return None;
        }
        let (first, rest) = moves[cursor..].split_first_mut()?;
        let mut best = *first;
        if G::NOISY.is_none() && rest.len() < SHORT {
            for other in rest {
                if other.value > best.value {
                    std::mem::swap(other, &mut best);
                }
            }
        } else {
            let (fours, rest) = rest.as_chunks_mut::<4>();
            for four in fours {
                for other in four {
                    exchange(&mut best, other);
                }
            }
            for other in rest {
                exchange(&mut best, other);
            }
        }
        *first = best;
        Some(best)
    }

    /// Scores the noisy moves on the stack from `base`.
    pub(crate) fn value_noisy(&mut self, base: usize) {
        if self.enhancements.noisy_ordering {
            let less_attacker = self.enhancements.victim_less_attacker;
            for candidate in &mut self.state.moves[base..] {
                candidate.value = noisy_order(&*self.game, less_attacker, candidate.mv);
            }
        }
    }

    /// Whether a noisy move is tried before the quiet moves: it loses no exchange.
    #[inline(always)]
    fn is_good(&self, mv: G::Move) -> bool {
        !self.enhancements.exchange_ordering || self.game.exchange_at_least(mv, Score::ZERO)
    }

    fn value_quiet(&mut self, base: usize, node: &Node<G::Move>) {
        let state = &mut *self.state;
        let history = self.enhancements.history.then(|| {
            // The slice has a constant length, so that slots masked by a game need no bounds check.
            &state.histories.quiet.of_side(self.game.side_to_move().index())[..G::HISTORY.count]
        });
        value_by_history(&*self.game, history, &mut state.moves[base..]);
        if self.enhancements.continuation_history {
            let rows = state.histories.continuations.rows(node.earlier);
            for candidate in &mut state.moves[base..] {
                let slot = self.game.continuation_slot(candidate.mv);
                candidate.value += rows.iter().map(|row| row[slot] as i32).sum::<i32>();
            }
        }
        if self.enhancements.structure_history
            && let Some(row) = state.histories.structures.row(&*self.game)
        {
            for candidate in &mut state.moves[base..] {
                candidate.value += row[self.game.continuation_slot(candidate.mv)] as i32;
            }
        }
        if self.enhancements.threat_ordering {
            let bonus = self.parameters.threat_bonus;
            for candidate in &mut state.moves[base..] {
                let safe_threat =
                    self.game.makes_threat(candidate.mv) && self.game.exchange_at_least(candidate.mv, Score::ZERO);
                candidate.value += if safe_threat { bonus } else { 0 };
            }
        }
        if self.enhancements.low_ply_history && node.ply < LOW_PLIES {
            let weight = self.parameters.low_ply_weight;
            for candidate in &mut state.moves[base..] {
                let slot = self.game.history_slot(candidate.mv);
                candidate.value += state.histories.low_plies.get(node.ply, slot) * weight / (1 + node.ply as i32);
            }
        }
    }

    /// Scores the replies to a threat: the table move, winning and even noisy moves, killers, quiet
    /// moves by history, losing noisy moves.
    pub(crate) fn value_evasions(
        &mut self,
        base: usize,
        table_move: Option<G::Move>,
        killers: [Option<G::Move>; 2],
        earlier: Earlier,
    ) {
        const TABLE: i32 = 1 << 30;
        const NOISY: i32 = 1 << 28;
        let losing_value = if self.enhancements.losing_before_quiet { 1 << 25 } else { -(1 << 26) };
        let less_attacker = self.enhancements.victim_less_attacker;
        let killer = if self.enhancements.killers_first { 1 << 29 } else { 1 << 26 };
        let side = self.side();
        for candidate in &mut self.state.moves[base..] {
            let mv = candidate.mv;
            candidate.value = if Some(mv) == table_move {
                TABLE
            } else if self.game.is_noisy(mv) {
                let gain =
                    if self.enhancements.noisy_ordering { noisy_order(&*self.game, less_attacker, mv) } else { 0 };
                let losing = self.enhancements.exchange_ordering && !self.game.exchange_at_least(mv, Score::ZERO);
                gain + if losing { losing_value } else { NOISY }
            } else if killers.contains(&Some(mv)) {
                killer
            } else {
                let history = if self.enhancements.history {
                    self.state.histories.quiet.get(side, self.game.history_slot(mv))
                } else {
                    0
                };
                let continuation = if self.enhancements.evasion_history {
                    self.state.histories.continuations.get(earlier, self.game.continuation_slot(mv))
                } else {
                    0
                };
                history + continuation + self.game.prior(mv)
            };
        }
    }

    /// The next move to try and its stage.
    #[inline(always)]
    pub(crate) fn next_move(
        &mut self,
        picker: &mut MovePicker<G::Move>,
        node: &Node<G::Move>,
    ) -> Option<(G::Move, Stage)> {
        loop {
            match picker.step {
                Step::Table => {
                    let killers_first = G::NOISY.is_none() || self.enhancements.killers_first;
                    picker.step = if killers_first { Step::FirstKiller } else { Step::GenerateNoisy };
                    if let Some(mv) = picker.table_move {
                        return Some((mv, Stage::Table));
                    }
                }
                Step::GenerateNoisy => {
                    self.generate(Generation::Noisy, node.ply);
                    self.value_noisy(picker.base);
                    picker.step = Step::GoodNoisy;
                }
                Step::GoodNoisy => {
                    let Some(candidate) = self.select(picker.cursor) else {
                        match self.enhancements.killers_first {
                            true => self.end_of_good(picker),
                            false => picker.step = Step::FirstKiller,
                        }
                        continue;
                    };
                    picker.cursor += 1;
                    if Some(candidate.mv) == picker.table_move {
                        continue;
                    }
                    if !self.is_good(candidate.mv) {
                        self.state.moves[picker.bad_end] = candidate;
                        picker.bad_end += 1;
                        continue;
                    }
                    return Some((candidate.mv, Stage::GoodNoisy));
                }
                Step::FirstKiller | Step::SecondKiller => {
                    if let Some(mv) = self.next_killer(picker) {
                        return Some((mv, Stage::Killer));
                    }
                }
                Step::GenerateQuiet => self.begin_quiets(picker, node),
                Step::Quiet => {
                    let next = if picker.quiets_wanted { self.select(picker.cursor) } else { None };
                    let Some(candidate) = next else {
                        if G::NOISY.is_some() && !self.enhancements.losing_before_quiet {
                            picker.step = Step::BadNoisy;
                            picker.cursor = picker.base;
                            continue;
                        }
                        return None;
                    };
                    picker.cursor += 1;
                    if picker.has_given(candidate.mv) {
                        continue;
                    }
                    return Some((candidate.mv, Stage::Quiet));
                }
                Step::BadNoisy => {
                    if picker.cursor == picker.bad_end {
                        if !self.enhancements.losing_before_quiet {
                            return None;
                        }
                        picker.step = Step::GenerateQuiet;
                        continue;
                    }
                    let candidate = self.state.moves[picker.cursor];
                    picker.cursor += 1;
                    return Some((candidate.mv, Stage::BadNoisy));
                }
                Step::Evasions => {
                    let candidate = self.select(picker.cursor)?;
                    picker.cursor += 1;
                    let from_table = Some(candidate.mv) == picker.table_move;
                    return Some((candidate.mv, if from_table { Stage::Table } else { Stage::Evasion }));
                }
            }
        }
    }

    /// Goes on with the quiet moves, or with the losing noisy ones.
    #[inline(always)]
    fn end_of_good(&self, picker: &mut MovePicker<G::Move>) {
        if self.enhancements.losing_before_quiet {
            (picker.step, picker.cursor) = (Step::BadNoisy, picker.base);
        } else {
            picker.step = Step::GenerateQuiet;
        }
    }

    /// Puts the quiet moves on the stack, if they are wanted.
    #[inline(always)]
    fn begin_quiets(&mut self, picker: &mut MovePicker<G::Move>, node: &Node<G::Move>) {
        let base = self.state.moves.len();
        picker.cursor = base;
        picker.step = Step::Quiet;
        if picker.quiets_wanted {
            self.generate(Generation::Quiet, node.ply);
            self.value_quiet(base, node);
        }
    }

    /// The next killer, if it is legal here.
    #[inline(always)]
    fn next_killer(&self, picker: &mut MovePicker<G::Move>) -> Option<G::Move> {
        let first = picker.step == Step::FirstKiller;
        match first {
            true => picker.step = Step::SecondKiller,
            false if G::NOISY.is_some() && self.enhancements.killers_first => picker.step = Step::GenerateNoisy,
            false => self.end_of_good(picker),
        }
        if let Some(mv) = picker.killers[!first as usize]
            && mv.to_bits() != picker.table_bits
            && !self.game.is_noisy(mv)
            && self.game.is_legal(mv)
        {
            return Some(mv);
        }
        None
    }
}
