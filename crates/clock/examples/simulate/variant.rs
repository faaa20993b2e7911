//! The default strategy with other constants, for comparison.

use duiyi_clock::{
    Budget, ClockState, Foresight, ForesightParameters, MoveContext, MoveSummary, SearchProgress, Strategy,
    StrategyDecision,
};

/// [`Foresight`] under another name.
#[derive(Clone)]
struct Variant(Foresight);

/// Makes a variant from `name=value` pairs.
pub(crate) fn variant(changes: &[String]) -> Result<Box<dyn Strategy>, String> {
    let mut parameters = ForesightParameters::default();
    for change in changes {
        let (name, value) = change.split_once('=').ok_or_else(|| format!("{change:?}: expected NAME=VALUE"))?;
        let value: f64 = value.parse().map_err(|_| format!("{change:?}: {value:?} is not a number"))?;
        let known = parameters.named().map(|(name, ..)| name);
        let place = parameters.named().into_iter().find(|(known, ..)| *known == name);
        let (_, low, high, place) =
            place.ok_or_else(|| format!("{name:?} is not a constant: expected one of {known:?}"))?;
        if !(low..=high).contains(&value) {
            return Err(format!("{change:?}: expected a value from {low} to {high}"));
        }
        *place = value;
    }
    Ok(Box::new(Variant(Foresight::new(parameters))))
}

impl Strategy for Variant {
    fn name(&self) -> &str {
        "variant"
    }

    fn new_game(&mut self) {
        self.0.new_game();
    }

    fn begin(&mut self, clock: &ClockState, context: &MoveContext) -> Budget {
        self.0.begin(clock, context)
    }

    fn after_iteration(&mut self, report: &SearchProgress) -> StrategyDecision {
        self.0.after_iteration(report)
    }

    fn during_iteration(&mut self, report: &SearchProgress) -> StrategyDecision {
        self.0.during_iteration(report)
    }

    fn finish(&mut self, summary: &MoveSummary) {
        self.0.finish(summary);
    }

    fn boxed_clone(&self) -> Box<dyn Strategy> {
        Box::new(self.clone())
    }
}
