//! The ratings of the players of stored games.

use duiyi_arena::stats::{BradleyTerry, Estimate, Pairing, ratings};
use std::collections::BTreeMap;

/// A finished game: the names of the players, and the half points of the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedGame {
    /// The names, the first side first.
    pub players: [String; 2],
    /// The half points of the first side: 2, 1 or 0.
    pub half_points: u32,
}

/// A player of a ladder.
#[derive(Clone, Debug, PartialEq)]
pub struct LadderPlace {
    /// The name.
    pub name: String,
    /// The number of games.
    pub games: u32,
    /// The half points from these games.
    pub half_points: u32,
    /// Elo relative to the mean of all players, by the model of Bradley and Terry with one drawn game
    /// added to each pairing, and its bootstrap 95 % interval.
    pub elo: Estimate,
}

/// The ladder of some games, the best player first. Games of a player against itself are left out.
pub fn ladder(games: &[RatedGame]) -> Vec<LadderPlace> {
    let mut indices: BTreeMap<&str, usize> = BTreeMap::new();
    let mut places: Vec<LadderPlace> = Vec::new();
    let mut pairings: BTreeMap<[usize; 2], Pairing> = BTreeMap::new();
    for game in games.iter().filter(|game| game.players[0] != game.players[1]) {
        let points = [game.half_points, 2 - game.half_points.min(2)];
        let [first, second] = [0, 1].map(|side: usize| {
            let name = game.players[side].as_str();
            let index = *indices.entry(name).or_insert(places.len());
            if index == places.len() {
                let elo = Estimate { value: 0.0, low: f64::NEG_INFINITY, high: f64::INFINITY };
                places.push(LadderPlace { name: name.to_owned(), games: 0, half_points: 0, elo });
            }
            places[index].games += 1;
            places[index].half_points += points[side];
            index
        });
        let (player, opponent, won) = if first < second { (first, second, 0) } else { (second, first, 1) };
        let pairing = pairings.entry([player, opponent]).or_default();
        (pairing.player, pairing.opponent) = (player, opponent);
        pairing.units.push((points[won], 1));
    }
    let pairings: Vec<Pairing> = pairings.into_values().collect();
    let rated = ratings(places.len(), &pairings, BradleyTerry::default());
    for (place, rating) in places.iter_mut().zip(rated) {
        place.elo = rating.elo;
    }
    places.sort_by(|one, other| other.elo.value.total_cmp(&one.elo.value).then_with(|| one.name.cmp(&other.name)));
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(first: &str, second: &str, half_points: u32) -> RatedGame {
        RatedGame { players: [first, second].map(str::to_owned), half_points }
    }

    #[test]
    fn players_are_ordered_by_their_results_against_each_other() {
        let games = [
            game("weak", "strong", 0),
            game("strong", "weak", 2),
            game("middle", "strong", 1),
            game("strong", "middle", 2),
            game("middle", "weak", 2),
            game("weak", "weak", 2),
        ];
        let places = ladder(&games);
        let listed: Vec<_> = places.iter().map(|place| (place.name.as_str(), place.games, place.half_points)).collect();
        assert_eq!(listed, [("strong", 4, 7), ("middle", 3, 3), ("weak", 3, 0)]);
        assert!(places.is_sorted_by(|one, other| one.elo.value > other.elo.value));
        let sum: f64 = places.iter().map(|place| place.elo.value).sum();
        assert!(sum.abs() < 1e-6, "{sum}");
        assert!(places.iter().all(|place| place.elo.low <= place.elo.value && place.elo.value <= place.elo.high));
        assert!(ladder(&[]).is_empty());
    }
}
