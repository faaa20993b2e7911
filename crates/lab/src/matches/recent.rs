//! The recent score of a player during a match, for example of one that learns.

use duiyi_arena::GameRecord;
use duiyi_train::Curve;

/// The score of a player, from 0 to 1, in the last `window` games and in all games, after each of its
/// games from the `window`th on.
pub(crate) fn recent_score(games: &[GameRecord], player: &str, window: usize) -> Curve {
    let mut ordered: Vec<&GameRecord> = games.iter().collect();
    ordered.sort_by_key(|game| game.number);
    let points: Vec<f64> =
        ordered.iter().filter_map(|game| game.half_points(player)).map(|halves| halves as f64 / 2.0).collect();
    let last = format!("score in the last {window}");
    let mut curve = Curve::new("games", &[&last, "score in all"]);
    for played in window.max(1)..=points.len() {
        let mean = |points: &[f64]| points.iter().sum::<f64>() / points.len() as f64;
        curve.push(played as f64, &[mean(&points[played - window.max(1)..played]), mean(&points[..played])]);
    }
    curve
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_recent_score_counts_the_last_games_in_the_order_of_their_numbers() {
        let game = |number: u64, players: [&str; 2], result: &str| -> GameRecord {
            serde_json::from_value(json!({
                "number": number, "pair": number / 2, "players": players, "controls": ["nodes=1", "nodes=1"],
                "opening": {"id": "", "position": ""}, "starts": "first", "result": result,
                "reason": "", "date": "2026.11.20", "moves": [],
            }))
            .unwrap()
        };
        // Of the games 0 to 3, "a" wins 0 and 3, draws 2 and loses 1.
        let games = [
            game(0, ["a", "b"], "1-0"),
            game(3, ["b", "a"], "0-1"),
            game(1, ["b", "a"], "1-0"),
            game(2, ["a", "b"], "1/2-1/2"),
        ];
        let curve = recent_score(&games, "a", 2).to_string();
        assert_eq!(curve, "games,score in the last 2,score in all\n2,0.5,0.5\n3,0.25,0.5\n4,0.75,0.625\n");
        assert_eq!(recent_score(&games, "c", 2).to_string().lines().count(), 1);
    }
}
