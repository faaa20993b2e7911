//! Results counted from game records, in any order.

use super::{
    bradley_terry::{BradleyTerry, Pairing, Rating, ratings},
    outcomes::{Estimate, Pentanomial, Trinomial},
    sprt::{Sprt, SprtDecision, SprtState},
    usage::Usage,
};
use crate::{GameRecord, Heading, MatchRecord, Side, SprtUnit};
use std::collections::{BTreeMap, HashMap};

/// The results of a pairing from the first player's view.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PairResults {
    /// All games.
    pub games: Trinomial,
    /// The complete pairs of games.
    pub pairs: Pentanomial,
    /// The half points of each complete pair.
    complete: Vec<u32>,
    /// The half points of games whose other half is missing, by source and pair.
    halves: BTreeMap<(usize, u64), usize>,
}

impl PairResults {
    fn add(&mut self, key: (usize, u64), half_points: usize) {
        self.games.record(half_points);
        match self.halves.remove(&key) {
            Some(other) => {
                self.pairs.record(other + half_points);
                self.complete.push((other + half_points) as u32);
            }
            None => {
                self.halves.insert(key, half_points);
            }
        }
    }

    /// Elo by complete pairs, or by games if there are none.
    pub fn elo(&self) -> Estimate {
        if self.pairs.units() > 0 { self.pairs.elo() } else { self.games.elo() }
    }

    /// Likelihood of superiority of the first player, by the same units as [`PairResults::elo`].
    pub fn superiority(&self) -> f64 {
        if self.pairs.units() > 0 { self.pairs.superiority() } else { self.games.superiority() }
    }

    /// The state of a test.
    pub fn sprt(&self, test: &Sprt, unit: SprtUnit) -> SprtState {
        match unit {
            SprtUnit::Pairs => test.state(&self.pairs),
            SprtUnit::Games => test.state(&self.games),
        }
    }
}

/// The results of one or several matches.
#[derive(Clone, Debug, Default)]
pub struct Standings {
    players: Vec<String>,
    indices: HashMap<String, usize>,
    pairings: BTreeMap<[usize; 2], PairResults>,
    usage: Vec<Usage>,
    reasons: BTreeMap<String, u64>,
    first_side: Trinomial,
    plies: u64,
    source: usize,
    /// The test of the first two players, and its decision.
    test: Option<(Sprt, SprtUnit, SprtDecision)>,
}

impl Standings {
    /// Standings without games; the players in the order of their indices.
    pub fn new<'a>(players: impl IntoIterator<Item = &'a str>) -> Standings {
        let mut standings = Standings::default();
        for player in players {
            standings.index_of(player);
        }
        standings
    }

    /// Begins a sequential test of the first two players with the games that follow. Its decision stands: games that
    /// were in progress at that time do not revert it.
    pub fn begin_test(&mut self, test: Sprt, unit: SprtUnit) {
        self.test = Some((test, unit, SprtDecision::Open));
    }

    /// The state of the test: its first decision, and the ratio of all games.
    pub fn test(&self) -> Option<SprtState> {
        let (test, unit, decided) = self.test?;
        let none = PairResults::default();
        let state = self.pairings.get(&[0, 1]).unwrap_or(&none).sprt(&test, unit);
        Some(if decided == SprtDecision::Open { state } else { SprtState { decision: decided, ..state } })
    }

    fn index_of(&mut self, player: &str) -> usize {
        if let Some(&index) = self.indices.get(player) {
            return index;
        }
        let index = self.players.len();
        self.players.push(player.to_owned());
        self.indices.insert(player.to_owned(), index);
        self.usage.push(Usage::default());
        index
    }

    /// Starts another match: its pairs are different from earlier pairs with the same numbers. New
    /// players are added in order after the existing ones.
    pub fn next_match(&mut self, heading: &Heading) {
        self.source += 1;
        for entrant in &heading.entrants {
            self.index_of(&entrant.name);
        }
    }

    /// Counts a game.
    pub fn add(&mut self, game: &GameRecord) {
        let [first, second] = [0, 1].map(|side| self.index_of(&game.players[side]));
        let (key, viewer) =
            if first < second { ([first, second], Side::First) } else { ([second, first], Side::Second) };
        self.pairings.entry(key).or_default().add((self.source, game.pair), game.result.half_points(viewer));
        self.usage[first].add(game, Side::First);
        self.usage[second].add(game, Side::Second);
        let reason = match &game.forfeit {
            Some(forfeit) => format!("forfeit: {}", forfeit.fault.kind()),
            None => game.ending.to_string(),
        };
        *self.reasons.entry(reason).or_default() += 1;
        self.first_side.record(game.result.half_points(Side::First));
        self.plies += game.played().count() as u64;
        let decision = self.test().map(|state| state.decision);
        if let (Some((_, _, decided)), Some(found)) = (&mut self.test, decision) {
            *decided = found;
        }
    }

    /// Counts the games of matches, each with one record, as [`by_match`](crate::by_match) returns them. The test of a
    /// single match takes the games in the order of the record.
    pub fn of_matches(records: &[MatchRecord]) -> Standings {
        let mut standings = Standings::default();
        if let [MatchRecord { heading: Heading { sprt: Some((test, unit)), .. }, .. }] = records {
            standings.begin_test(*test, *unit);
        }
        for record in records {
            standings.next_match(&record.heading);
            record.games.iter().for_each(|game| standings.add(game));
        }
        standings
    }

    /// The players, by index.
    pub fn players(&self) -> &[String] {
        &self.players
    }

    /// Games counted.
    pub fn games(&self) -> u64 {
        self.first_side.games()
    }

    /// The results of the first side, regardless of the player.
    pub fn first_side(&self) -> Trinomial {
        self.first_side
    }

    /// Mean length of a game in plies.
    pub fn mean_plies(&self) -> f64 {
        self.plies as f64 / self.games().max(1) as f64
    }

    /// The numbers of games by the reason of their end.
    pub fn reasons(&self) -> &BTreeMap<String, u64> {
        &self.reasons
    }

    /// The pairings with games: indices of the two players, and results from the first one's view.
    pub fn pairings(&self) -> impl Iterator<Item = ([usize; 2], &PairResults)> {
        self.pairings.iter().map(|(&key, results)| (key, results))
    }

    /// The results of the first two players against each other.
    pub fn first_pairing(&self) -> PairResults {
        self.pairings.get(&[0, 1]).cloned().unwrap_or_default()
    }

    /// A player's use of time.
    ///
    /// # Panics
    /// If the index is out of range.
    pub fn usage(&self, player: usize) -> &Usage {
        &self.usage[player]
    }

    /// A player's games against all others.
    pub fn total(&self, player: usize) -> Trinomial {
        let mut total = Trinomial::default();
        for (&[one, other], results) in &self.pairings {
            let seen = match player {
                p if p == one => results.games,
                p if p == other => results.games.swapped(),
                _ => continue,
            };
            for (sum, n) in total.0.iter_mut().zip(seen.0) {
                *sum += n;
            }
        }
        total
    }

    /// A player's games against another one; empty if they have not met.
    pub fn between(&self, player: usize, opponent: usize) -> Trinomial {
        let key = [player.min(opponent), player.max(opponent)];
        let games = self.pairings.get(&key).map_or(Trinomial::default(), |results| results.games);
        if player < opponent { games } else { games.swapped() }
    }

    /// Ratings of all players, by index.
    pub fn ratings(&self, how: BradleyTerry) -> Vec<Rating> {
        let pairings: Vec<Pairing> = self
            .pairings
            .iter()
            .map(|(&[player, opponent], results)| {
                let whole = results.complete.iter().map(|&half_points| (half_points, 2));
                let halves = results.halves.values().map(|&half_points| (half_points as u32, 1));
                Pairing { player, opponent, units: sorted(whole.chain(halves).collect()) }
            })
            .collect();
        ratings(self.players.len(), &pairings, how)
    }
}

/// The units in an order that does not depend on that of the games, for the bootstrap.
fn sorted(mut units: Vec<(u32, u32)>) -> Vec<(u32, u32)> {
    units.sort_unstable();
    units
}
