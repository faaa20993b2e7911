//! The accumulators of both views, ply by ply: changes are recorded at once and applied on demand.

use crate::{
    features::{Change, Features},
    lanes::{Lane, add, capture, exchange, subtract},
    parameters::Parameters,
};
use duiyi_search::{Game, MAX_PLY, Side};

/// The state of a ply.
#[derive(Clone, Copy, Debug, Default)]
struct Ply {
    /// The changes of its move, by view.
    changes: [Change; 2],
    /// Whether its units are computed, by view.
    known: [bool; 2],
}

/// The plies from the root to the current position.
#[derive(Clone, Debug)]
pub(crate) struct Stack {
    plies: Vec<Ply>,
    /// The units: for each ply the first side's view, then the second's.
    units: Vec<Lane>,
    /// The number of groups of units of a view.
    width: usize,
    top: usize,
}

impl Stack {
    pub(crate) fn new(width: usize) -> Stack {
        let plies = MAX_PLY + 2;
        Stack { plies: vec![Ply::default(); plies], units: vec![Lane::ZERO; 2 * width * plies], width, top: 0 }
    }

    /// Resets to a single ply without computed units.
    pub(crate) fn reset(&mut self) {
        self.top = 0;
        self.plies[0].known = [false; 2];
    }

    #[inline]
    pub(crate) fn push(&mut self, changes: [Change; 2]) {
        self.top += 1;
        if self.top == self.plies.len() {
            self.plies.push(Ply::default());
            self.units.resize(2 * self.width * self.plies.len(), Lane::ZERO);
        }
        self.plies[self.top] = Ply { changes, known: [false; 2] };
    }

    #[inline]
    pub(crate) fn pop(&mut self) {
        self.top = self.top.saturating_sub(1);
    }

    fn place(&self, ply: usize, view: usize) -> usize {
        (2 * ply + view) * self.width
    }

    /// The units of a view in the current position.
    #[inline]
    pub(crate) fn units(&self, view: Side) -> &[Lane] {
        &self.units[self.place(self.top, view.index())..][..self.width]
    }

    /// Updates the units of a view in the current position.
    #[inline]
    pub(crate) fn update<F: Features>(&mut self, parameters: &Parameters, game: &F::Game, view: Side)
    where
        F::Game: Game,
    {
        let index = view.index();
        let mut known = self.top;
        while !self.plies[known].known[index] {
            if known == 0 || self.plies[known].changes[index].is_refresh() {
                return self.refresh::<F>(parameters, game, view);
            }
            known -= 1;
        }
        for ply in known + 1..=self.top {
            self.apply(parameters, ply, index);
        }
    }

    /// Computes the units of a ply from the previous ply.
    #[inline]
    fn apply(&mut self, parameters: &Parameters, ply: usize, view: usize) {
        let change = self.plies[ply].changes[view];
        let (before, after) = (self.place(ply - 1, view), self.place(ply, view));
        let (earlier, later) = self.units.split_at_mut(after);
        let (from, to) = (&earlier[before..][..self.width], &mut later[..self.width]);
        let row = |&input: &u16| parameters.row(input);
        match (change.on(), change.off()) {
            ([on], [off]) => exchange(to, from, row(on), row(off)),
            ([on], [off, taken]) => capture(to, from, row(on), [row(off), row(taken)]),
            (ons, offs) => {
                to.copy_from_slice(from);
                ons.iter().for_each(|on| add(to, row(on)));
                offs.iter().for_each(|off| subtract(to, row(off)));
            }
        }
        self.plies[ply].known[view] = true;
    }

    /// Computes the units of a view in the current position from scratch.
    fn refresh<F: Features>(&mut self, parameters: &Parameters, game: &F::Game, view: Side) {
        let place = self.place(self.top, view.index());
        let units = &mut self.units[place..][..self.width];
        units.copy_from_slice(&parameters.bias);
        F::inputs(game, view, |input| add(units, parameters.row(input)));
        self.plies[self.top].known[view.index()] = true;
    }
}
