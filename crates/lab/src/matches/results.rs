//! Results of matches as a JSON object.

use duiyi_arena::{BradleyTerry, Estimate, Standings, Trinomial};
use serde::Serialize;
use std::collections::BTreeMap;

/// A value with its 95 % interval; `null` for an unbounded end or an unknown value.
#[derive(Serialize)]
struct Interval {
    value: f64,
    low: f64,
    high: f64,
}

impl From<Estimate> for Interval {
    fn from(Estimate { value, low, high }: Estimate) -> Interval {
        Interval { value, low, high }
    }
}

/// Numbers of games by result.
#[derive(Serialize)]
struct Count {
    games: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    /// From 0 to 1.
    score: f64,
}

impl From<Trinomial> for Count {
    fn from(games: Trinomial) -> Count {
        let (won, drawn, lost) = (games.wins(), games.draws(), games.losses());
        Count { games: games.games(), won, drawn, lost, score: games.mean() }
    }
}

#[derive(Serialize)]
struct Player<'a> {
    name: &'a str,
    elo: Interval,
    #[serde(flatten)]
    count: Count,
    forfeits: u64,
    nodes_per_second: Option<f64>,
}

#[derive(Serialize)]
struct Pairing<'a> {
    players: [&'a str; 2],
    #[serde(flatten)]
    count: Count,
    /// Pairs of games by points: 0, ½, 1, 1½ and 2.
    pairs: [u64; 5],
    elo: Interval,
    likelihood_of_superiority: f64,
}

/// The results of one or several matches.
#[derive(Serialize)]
pub(crate) struct Results<'a> {
    games: u64,
    players: Vec<Player<'a>>,
    pairings: Vec<Pairing<'a>>,
    first_side: Count,
    mean_turns: f64,
    endings: &'a BTreeMap<String, u64>,
    /// Whether a sequential test is decided; `null` without a test.
    decided: Option<bool>,
}

impl<'a> Results<'a> {
    /// The results; `decided` is the state of a sequential test.
    pub(crate) fn new(standings: &'a Standings, how: BradleyTerry, decided: Option<bool>) -> Results<'a> {
        let names = standings.players();
        let players = standings.ratings(how).into_iter().enumerate().map(|(player, rating)| Player {
            name: &names[player],
            elo: rating.elo.into(),
            count: standings.total(player).into(),
            forfeits: standings.usage(player).forfeits().values().sum(),
            nodes_per_second: standings.usage(player).nodes_per_second(),
        });
        let pairings = standings.pairings().map(|([one, other], results)| Pairing {
            players: [&names[one], &names[other]],
            count: results.games.into(),
            pairs: results.pairs.0,
            elo: results.elo().into(),
            likelihood_of_superiority: results.superiority(),
        });
        Results {
            games: standings.games(),
            players: players.collect(),
            pairings: pairings.collect(),
            first_side: standings.first_side().into(),
            mean_turns: standings.mean_plies(),
            endings: standings.reasons(),
            decided,
        }
    }
}
