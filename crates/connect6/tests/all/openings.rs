//! Compares the meanings of the words in the openings' names with real games; also checks the
//! openings in the handbook.

use crate::common::handbook_data;
use duiyi_connect6::notation::Coordinates;
use duiyi_connect6::openings::{NAMED, Opening, Place};
use duiyi_connect6::{BLACK, Rules, WHITE};
use std::collections::HashMap;

type Stone = (i32, i32);

/// The smallest of the eight forms of a pair around the centre, which stands for all.
fn canonical(pair: [Stone; 2]) -> [Stone; 2] {
    let maps: [fn(Stone) -> Stone; 8] = [
        |(x, y)| (x, y),
        |(x, y)| (-x, y),
        |(x, y)| (x, -y),
        |(x, y)| (-x, -y),
        |(x, y)| (y, x),
        |(x, y)| (-y, x),
        |(x, y)| (y, -x),
        |(x, y)| (-y, -x),
    ];
    let form = |map: &fn(Stone) -> Stone| {
        let mut form = pair.map(map);
        form.sort_unstable();
        form
    };
    maps.iter().map(form).min().expect("there are eight")
}

/// White's replies in real games, with the number of games of each.
fn replies() -> HashMap<[Stone; 2], u32> {
    let rules = Rules::CONNECT6;
    let place = |name: &str| {
        let point = Coordinates::Letters.read(rules, name).expect("a point");
        (i32::from(rules.column(point)) - 9, i32::from(rules.row(point)) - 9)
    };
    let lines = include_str!("../data/replies.txt").lines().filter(|line| !line.starts_with('#'));
    let read = |line: &str| {
        let (turn, games) = line.split_once(" | ").expect(line);
        let (one, other) = turn.split_once('-').expect(line);
        (canonical([place(one), place(other)]), games.parse().expect(line))
    };
    lines.map(read).collect()
}

/// The reply for a name if its words mean these places: the stones as close together as possible,
/// or with 远 as far apart as possible.
fn reply(name: &str, place: impl Fn(char) -> Stone) -> [Stone; 2] {
    let is_far = name.starts_with('远');
    let offsets = |word| {
        let (near, far) = place(word);
        let all = (-3..=3).flat_map(|x: i32| (-3..=3).map(move |y: i32| (x, y)));
        all.filter(move |&(x, y)| (x.abs().min(y.abs()), x.abs().max(y.abs())) == (near, far)).collect::<Vec<_>>()
    };
    let words: Vec<char> = name.trim_start_matches('远').chars().collect();
    let pairs = offsets(words[0]).into_iter().flat_map(|a| offsets(words[1]).into_iter().map(move |b| [a, b]));
    let apart = |[a, b]: &[Stone; 2]| {
        let distance = (a.0 - b.0).pow(2) + (a.1 - b.1).pow(2);
        if is_far { -distance } else { distance }
    };
    pairs.filter(|[a, b]| a != b).map(canonical).min_by_key(|pair| (apart(pair), *pair)).expect("some pair")
}

/// C-A6: terms of other games determine three words. Of the six ways to assign the three nearest
/// places to 山, 水 and 心 the chosen one explains the most games, the same number as with 山 and 水
/// exchanged. The data of the handbook agree.
#[test]
fn the_chosen_meaning_of_the_names_fits_real_games_best() {
    let games = replies();
    assert_eq!(games.values().sum::<u32>(), 241);
    let counts = handbook_data("connect6-opening-names.csv");
    let near = [(0, 1), (1, 1), (0, 2)];
    let mut explained = Vec::new();
    for [shan, shui, xin] in [[0, 1, 2], [1, 0, 2], [2, 1, 0], [1, 2, 0], [0, 2, 1], [2, 0, 1]] {
        let place = |word| match word {
            '山' => near[shan],
            '水' => near[shui],
            '心' => near[xin],
            '日' => (1, 2),
            '田' => (2, 2),
            _ => (1, 3),
        };
        let pairs: Vec<[Stone; 2]> = NAMED.iter().map(|opening| reply(opening.name, place)).collect();
        let count = pairs.iter().filter_map(|pair| games.get(pair)).sum::<u32>();
        let (a, b, c) = (near[shan], near[shui], near[xin]);
        let row = format!("\"{a:?}\",\"{b:?}\",\"{c:?}\",{count}\n");
        assert!(counts.as_ref().is_none_or(|text| text.contains(&row)), "{row}");
        explained.push(count);
        if explained.len() == 1 {
            // The first assignment is the one of the crate.
            let steps = |place: Place| (i32::from(place.steps().0), i32::from(place.steps().1));
            assert_eq!([Place::Shan, Place::Shui, Place::Xin].map(steps), [a, b, c]);
            for (opening, pair) in NAMED.iter().zip(&pairs) {
                let offsets = opening.offsets().map(|(x, y)| (i32::from(x), i32::from(y)));
                assert_eq!(canonical(offsets), *pair, "{}", opening.name);
            }
        }
    }
    assert_eq!(explained[0], explained[1]);
    assert!(explained[2..].iter().all(|&other| other < explained[0]), "{explained:?}");
}

/// The openings as shown in the handbook: drawings, four in a row, and the list.
fn drawn() -> (String, String) {
    let rules = Rules::CONNECT6;
    let name = |opening: &Opening| Coordinates::Letters.write_turn(rules, &opening.reply());
    let row = |opening: &Opening, row: u8| {
        let board = opening.board();
        let points = (6..13).map(|column| match board.color_at(rules.point(column, row).unwrap()) {
            Some(BLACK) => "X",
            Some(WHITE) => "O",
            None => ".",
        });
        points.collect::<Vec<_>>().join(" ")
    };
    let mut drawings = String::new();
    for four in NAMED.chunks(4) {
        let mut line = |of: &dyn Fn(&Opening) -> String| {
            let cells: String = four.iter().map(|opening| format!("{:<26}", of(opening))).collect();
            drawings += &format!("{}\n", cells.trim_end());
        };
        line(&|opening| format!("{} {}", opening.romanized, name(opening)));
        for number in (6..13).rev() {
            line(&|opening| row(opening, number));
        }
        drawings.push('\n');
    }
    let list = |opening: &Opening| format!("{}局,{},{}\n", opening.name, opening.romanized, name(opening));
    (drawings.trim_end().to_owned(), NAMED.iter().map(list).collect())
}

#[test]
fn the_handbook_shows_the_openings() {
    let (drawings, list) = drawn();
    for (file, expected) in [("connect6-openings.txt", drawings), ("connect6-openings.csv", list)] {
        let Some(text) = handbook_data(file) else { return };
        assert!(text.contains(&expected), "{file}: {expected}");
    }
}
