//! Strength as a function of a player's resources: nodes, time or level.

use duiyi_arena::{BradleyTerry, Standings};
use duiyi_train::Curve;
use std::collections::{BTreeMap, BTreeSet};

/// The ratings of the players named NAME@NUMBER: a curve for each name against the base-2 logarithm
/// of the number. Other players are left out.
pub(crate) fn growth(standings: &Standings, how: BradleyTerry) -> Curve {
    let mut rated = BTreeMap::new();
    for (player, rating) in standings.players().iter().zip(standings.ratings(how)) {
        let parts = player.rsplit_once('@').and_then(|(name, number)| Some((name, number.parse::<u64>().ok()?)));
        if let Some((name, number)) = parts {
            rated.insert((number, name), rating.elo.value);
        }
    }
    let names: Vec<&str> = rated.keys().map(|key| key.1).collect::<BTreeSet<_>>().into_iter().collect();
    let mut curve = Curve::new("log2", &names);
    for number in rated.keys().map(|key| key.0).collect::<BTreeSet<_>>() {
        let values: Vec<f64> =
            names.iter().map(|&name| rated.get(&(number, name)).copied().unwrap_or(f64::NAN)).collect();
        curve.push((number.max(1) as f64).log2(), &values);
    }
    curve
}
