//! Web pages of match records.

use crate::common::{Folder, refusal, succeeds};
use serde_json::Value;
use std::{collections::BTreeSet, fs};

/// The arguments of a match of short games between two engines.
fn of_match<'a>(engines: [&'a str; 2], openings: &'a str, out: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let [one, other] = engines;
    let words = ["match", "--engine", one, "--engine", other, "--openings", openings, "--tc", "1", "--out", out];
    [&words, more].concat()
}

/// The page and the data of its script.
fn page(file: &str) -> (String, Value) {
    let page = fs::read_to_string(file).expect("a page");
    let data = page.split("id=\"data\">").nth(1).and_then(|rest| rest.split("</script>").next()).expect("data");
    let data = serde_json::from_str(data).expect("JSON");
    (page, data)
}

/// The sets of elements of a game's pictures, from the beginning.
fn pictures(game: &Value) -> Vec<BTreeSet<u64>> {
    let numbers = |list: &Value| -> BTreeSet<u64> {
        list.as_array().expect("a list").iter().map(|number| number.as_u64().expect("a number")).collect()
    };
    let mut all = vec![numbers(&game["start"])];
    for turn in game["turns"].as_array().expect("turns") {
        let mut now = all.last().expect("the beginning").clone();
        for gone in numbers(&turn["less"]) {
            assert!(now.remove(&gone), "a missing element is removed: {turn}");
        }
        for new in numbers(&turn["more"]) {
            assert!(now.insert(new), "an existing element is added: {turn}");
        }
        all.push(now);
    }
    all
}

#[test]
fn the_page_of_a_match_has_games_to_replay() {
    let folder = Folder::new("report");
    let name = |end: &str| folder.file(end);
    let engines = ["builtin=random seed=1 name=calm", "builtin=random seed=2 name=</script><script>alert(1)</script>"];
    succeeds(&of_match(engines, "drawn:2", &name("m"), &["--games", "4", "--max-plies", "40"]));
    succeeds(&["report", &name("m.jsonl"), "--out", &name("m.html"), "--games", "3"]);
    let (page, data) = page(&name("m.html"));
    assert_eq!(page.matches("<script").count(), 2, "names are escaped");
    assert!(page.contains("&lt;/script&gt;&lt;script&gt;alert(1)"));
    assert!(page.contains("4 games, of which the first 3 can be replayed"));
    assert_eq!(page.matches("<button data-game").count(), 3);
    assert!(!page.contains("{{"), "every placeholder is replaced");

    let record = fs::read_to_string(name("m.jsonl")).expect("a record");
    let mut games: Vec<Value> =
        record.lines().skip(1).map(|line| serde_json::from_str(line).expect("a game")).collect();
    games.sort_by_key(|game| game["number"].as_u64());
    let elements = data["elements"].as_array().expect("elements");
    let is = |number: u64, class: &str| elements[number as usize][1].as_str().is_some_and(|line| line.contains(class));
    for (game, film) in games.iter().zip(data["games"].as_array().expect("games")) {
        let moves = game["moves"].as_array().expect("moves");
        let turns = film["turns"].as_array().expect("turns");
        assert!(moves.iter().map(|mv| &mv["mv"]).eq(turns.iter().map(|turn| &turn["turn"])));
        let pictures = pictures(film);
        for pair in pictures.windows(2) {
            let pieces =
                |picture: &BTreeSet<u64>| picture.iter().filter(|&&number| is(number, "class=\"piece")).count();
            let (before, after) = (pieces(&pair[0]), pieces(&pair[1]));
            assert!(after == before || after + 1 == before, "a move captures at most one piece: {before}, {after}");
            assert_eq!(pair[1].iter().filter(|&&number| is(number, "class=\"last\"")).count(), 2, "from and to");
        }
    }
}

#[test]
fn every_game_of_the_lab_has_a_page() {
    let folder = Folder::new("report-stones");
    let name = |end: &str| folder.file(end);
    let engines = ["builtin=random seed=1 name=a", "builtin=windows name=b"];
    succeeds(&of_match(engines, "drawn:1", &name("c"), &["--games", "2", "--game", "connect6"]));
    succeeds(&["report", &name("c"), "--out", &name("c.html")]);
    let (page, data) = page(&name("c.html"));
    assert!(page.contains("2 games. Choose one."));
    let elements = data["elements"].as_array().expect("elements");
    let is_stone =
        |&number: &u64| elements[number as usize][1].as_str().is_some_and(|line| line.contains("class=\"piece"));
    for film in data["games"].as_array().expect("games") {
        let stones: Vec<usize> =
            pictures(film).iter().map(|all| all.iter().copied().filter(is_stone).count()).collect();
        assert!(stones.windows(2).all(|pair| pair[0] < pair[1]), "more stones each turn: {stones:?}");
    }
    let engines = ["builtin=random seed=1 name=a", "builtin=random seed=2 name=b"];
    succeeds(&of_match(engines, "drawn:1", &name("x"), &["--games", "2", "--max-plies", "10"]));
    let error = refusal(&["report", &name("x"), &name("c"), "--out", &name("both.html")]);
    assert!(error.contains("c: a match of connect6; expected xiangqi"), "{error}");
    assert!(fs::metadata(name("both.html")).is_err());
}

#[test]
fn results_are_printed_as_json_and_each_game_as_a_line() {
    let folder = Folder::new("results");
    let name = folder.file("g");
    let args = [
        "gauntlet",
        "--round-robin",
        "--engine",
        "name=a",
        "--engine",
        "name=b",
        "--engine",
        "builtin=greedy name=c",
        "--each",
        "builtin=random seed=7",
        "--openings",
        "drawn:1",
        "--games",
        "2",
        "--tc",
        "1",
        "--max-plies",
        "60",
        "--out",
        &name,
        "--json",
    ];
    let (out, news) = succeeds(&args);
    let results: Value = serde_json::from_str(&out).expect("one object");
    assert_eq!(results["games"], 6);
    let players = results["players"].as_array().expect("players");
    assert_eq!(players.iter().map(|player| player["name"].as_str()).collect::<Vec<_>>(), ["a", "b", "c"].map(Some));
    for player in players {
        let of = |key: &str| player[key].as_u64().expect("a number");
        assert_eq!((of("games"), of("won") + of("drawn") + of("lost")), (4, 4));
        // The interval is unbounded if all pairs have the same result.
        assert!(player["elo"]["value"].is_number() && player["elo"]["low"].is_null(), "{player}");
    }
    let pairings = results["pairings"].as_array().expect("pairings");
    for player in players {
        let of_pairing =
            |pairing: &Value| match pairing["players"].as_array()?.iter().position(|it| *it == player["name"]) {
                Some(0) => pairing["won"].as_u64(),
                Some(_) => pairing["lost"].as_u64(),
                None => Some(0),
            };
        assert_eq!(player["won"].as_u64(), pairings.iter().map(of_pairing).sum(), "{results}");
    }
    assert_eq!(pairings.len(), 3);
    assert!(pairings.iter().all(|pairing| pairing["pairs"].as_array().is_some_and(|pairs| pairs.len() == 5)));
    assert_eq!(results["decided"], Value::Null);
    let lines: Vec<&str> = news.lines().filter(|line| line.contains(" of 6: ")).collect();
    assert_eq!(lines.len(), 6, "{news}");
    assert!(lines[0].starts_with("1 of 6: a – b ") && lines[5].starts_with("6 of 6: "), "{news}");

    let (again, _) = succeeds(&["stats", &name, "--json"]);
    assert_eq!(serde_json::from_str::<Value>(&again).expect("one object"), results);
    let (text, _) = succeeds(&["stats", &name]);
    assert!(text.contains("| against | a | b | c |"), "{text}");
    let row = text.lines().find(|line| line.starts_with("| a | – | +")).expect("a cross table");
    assert_eq!(row.split(" | ").count(), 4, "{row}");
}

#[test]
fn games_of_a_file_can_be_openings() {
    let folder = Folder::new("openings-of-games");
    let name = |end: &str| folder.file(end);
    let engines = ["seed=1 name=a", "seed=2 name=b"];
    let more = ["--each", "builtin=random", "--games", "2", "--max-plies", "6"];
    let pgn = "[Event \"?\"]\n\n1. h2e2 h9g7 2. h0g2 i9h9 1-0\n\n[Event \"?\"]\n\n1. h2e2 h9g7 2. h0g2 b9c7 0-1\n\n\
               [Event \"?\"]\n\n1. b2e2 *\n";
    let games = folder.write("games.pgn", pgn);
    succeeds(&of_match(engines, &format!("{games}:3"), &name("m"), &more));
    let record = fs::read_to_string(name("m.jsonl")).expect("a record");
    let heading: Value = serde_json::from_str(record.lines().next().expect("a heading")).expect("JSON");
    assert_eq!(heading["openings"], 1, "two games reach the same position, the third is shorter");
    assert!(record.contains("\"id\":\"game 1\"") && record.contains("moves h2e2 h9g7 h0g2\""), "{record}");

    succeeds(&of_match(engines, &format!("{games}:4"), &name("n"), &more));
    let record = fs::read_to_string(name("n.jsonl")).expect("a record");
    assert!(record.lines().next().is_some_and(|line| line.contains("\"openings\":2")), "{record}");
    for (end, reason) in [(":9", "no game has more than 9 turns"), (":x", "expected a number of turns")] {
        let error = refusal(&of_match(engines, &format!("{games}{end}"), &name("o"), &more));
        assert!(error.contains(reason), "{error}");
    }
}
