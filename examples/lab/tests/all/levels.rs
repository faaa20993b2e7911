//! The lowest levels against players without a search.

use std::process::Command;

/// Wins, draws and losses of the first player in eight games.
fn score(game: &str, engine: &str, opponent: &str) -> [u32; 3] {
    let output = Command::new(env!("CARGO_BIN_EXE_lab"))
        .args(["match", "--game", game, "--engine", engine, "--engine", opponent])
        .args(["--openings", "drawn:4", "--tc", "nodes=100000", "--max-plies", "300", "--games", "8"])
        .output()
        .expect("the lab runs");
    let text = String::from_utf8_lossy(&output.stdout);
    // **one – other**: +8 =0 -0 (100.0 %), …
    let line = text.lines().find(|line| line.starts_with("**")).unwrap_or_else(|| panic!("{output:?}"));
    let mut words = line.split_whitespace().skip_while(|word| !word.starts_with('+'));
    ["+", "=", "-"].map(|sign| {
        let number = words.next().and_then(|word| word.strip_prefix(sign)?.parse().ok());
        number.unwrap_or_else(|| panic!("{line}"))
    })
}

/// Row Z-A5 of docs/sources.md.
#[test]
fn level_1_wins_most_games_against_random_moves() {
    for (game, level) in [("xiangqi", "skill=1"), ("connect6", "level=1")] {
        let [won, drawn, lost] =
            score(game, &format!("builtin=duiyi name=one hash=1 seed=11 {level}"), "builtin=random seed=22");
        assert!(won > 4 && won + drawn + lost == 8, "{game}: +{won} ={drawn} -{lost}");
    }
}

/// Row Z-A5 of docs/sources.md: a first opponent for beginners.
#[test]
fn level_1_loses_most_games_to_a_greedy_player() {
    for (game, level, greedy) in
        [("xiangqi", "skill=1", "builtin=greedy seed=22"), ("connect6", "level=1", "builtin=windows")]
    {
        let [won, drawn, lost] = score(game, &format!("builtin=duiyi name=one hash=1 seed=11 {level}"), greedy);
        assert!(lost > 4 && won + drawn + lost == 8, "{game}: +{won} ={drawn} -{lost}");
    }
}

/// Simple players that capture pieces or build rows are better than random moves.
#[test]
fn greedy_players_do_not_lose_to_random_moves() {
    for (game, greedy) in [("xiangqi", "builtin=greedy seed=22"), ("connect6", "builtin=windows")] {
        let [won, _, lost] = score(game, greedy, "builtin=random seed=33");
        assert!(won >= 2 && lost == 0, "{game}: +{won} -{lost}");
    }
}
