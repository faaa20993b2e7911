//! Files of books, networks, tables and tuning.

use crate::mutation::Random;
use duiyi_book::{Draft, LearnFile, Results};
use duiyi_game::hash::digest;
use duiyi_nnue::{Origin, Parameters};
use duiyi_search::{Bound, Depth, Entry, EntryEvaluation, History, Score, Side, Table, TablePolicy};
use duiyi_train::{
    genetic::{Constraints, Evolution, GeneticSettings, write_json, write_xml},
    network::{
        random_network,
        records::{PlayedGame, head},
    },
};
use duiyi_xiangqi::{Xiangqi, books::ElephantEyeBook};
use std::{fs, process};

/// A short game.
fn history() -> History<Xiangqi> {
    History::read("", "moves h2e2 h9g7 h0g2 i9h9 i0h0 b9c7").expect("legal moves")
}

fn draft() -> Draft<Xiangqi> {
    let start = Xiangqi::default();
    let mut draft = Draft::new(&start);
    draft.learn(&history(), Some(Side::First), &Side::BOTH, usize::MAX);
    draft.set_name(&start, "start", 1);
    draft.set_credit("nobody");
    draft
}

/// A book in our own format.
pub fn book() -> Vec<u8> {
    draft().to_bytes()
}

/// A book in ElephantEye's format.
pub fn elephant_eye() -> Vec<u8> {
    ElephantEyeBook::of(&draft(), &Xiangqi::default()).expect("a draft is readable").write()
}

/// A file of learned results.
pub fn learned() -> Vec<u8> {
    let path = std::env::temp_dir().join(format!("duiyi-fuzz-{}.learn", process::id()));
    let mut file = LearnFile::open(&path, &Xiangqi::default()).expect("no file yet");
    for position in history().positions().take(3) {
        let mv = duiyi_search::legal_moves(&position)[0];
        file.add(&position, &[mv], Results::of(Side::First, Some(Side::First)), Some(0.6));
    }
    file.count_game();
    file.save().expect("a free name");
    let bytes = fs::read(&path).expect("written");
    for written in [path.with_extension("learn.lock"), path] {
        fs::remove_file(written).expect("written");
    }
    bytes
}

/// A network with the smallest number of units.
pub fn network() -> Vec<u8> {
    let origin = Origin { features: "x".to_owned(), provenance: "random".to_owned() };
    let network: Parameters = random_network(2, 32, 1, 1).quantise(origin).expect("small weights");
    network.to_bytes()
}

/// A saved table with one line of slots; the number selects the policy and the entries.
pub fn table(number: u64) -> Vec<u8> {
    let policies = TablePolicy::ALL;
    let table = Table::with_entries(4, policies[number as usize % policies.len()]);
    let mut random = Random::new(number);
    for _ in 0..random.below(6) {
        let entry = Entry {
            mv: random.below(1 << 14) as u32,
            score: Score::new(random.below(600) as i32 - 300),
            depth: Depth::plies(1 + random.below(20) as i32),
            bound: *random.choice(&[Bound::Upper, Bound::Lower, Bound::Exact]),
            evaluation: EntryEvaluation::NONE,
            principal: random.below(2) == 0,
        };
        table.store(random.number(), entry, true);
    }
    let mut bytes = Vec::new();
    table.save(&mut bytes, 7).expect("memory can be written");
    bytes
}

/// Records of self-play.
pub fn records() -> Vec<Vec<u8>> {
    let mut random = Random::new(2);
    let game = |random: &mut Random| PlayedGame {
        start: String::new(),
        result: random.below(3) as u8,
        ruled: random.below(2) == 0,
        plies: (0..random.below(30))
            .map(|_| {
                let score = random.number() as i16;
                (random.below(1 << 14) as u32, (random.below(4) > 0).then_some(score.max(-32_000)))
            })
            .collect(),
    };
    let file = |random: &mut Random| {
        let mut bytes = head("xiangqi");
        for _ in 0..1 + random.below(3) {
            bytes.extend(game(random).to_bytes());
        }
        bytes
    };
    (0..30).map(|_| file(&mut random)).collect()
}

/// The state of a genetic run, as `lab` stores it.
pub fn tuning_state() -> Vec<u8> {
    let names = ["one", "two", "three"].map(str::to_owned).to_vec();
    let settings = GeneticSettings { individuals: 4, groups: 2, ..GeneticSettings::default() };
    let mut evolution =
        Evolution::new(names, &[10, 200, 3000], 0.5, Constraints::default(), settings).expect("valid settings");
    evolution.report(1);
    let line = serde_json::to_string(&evolution).expect("a state is JSON") + "\n";
    let sum = digest(line.bytes());
    format!("{line}\"checksum {sum:016x}\"\n").into_bytes()
}

/// Individuals in both formats.
pub(super) fn individuals(random: &mut Random) -> Vec<Vec<u8>> {
    let one = |random: &mut Random, xml: bool| {
        let names = ["A4", "活四", "x y", "rows", "\u{e9}"];
        let count = random.below(names.len() + 1);
        let pairs: Vec<(&str, u16)> = names[..count].iter().map(|&name| (name, random.number() as u16)).collect();
        let text = if xml { write_xml(pairs) } else { write_json(pairs) };
        text.into_bytes()
    };
    (0..60).map(|number| one(random, number % 2 == 0)).collect()
}

/// Names of endgame tables.
pub(super) fn endgame_names() -> Vec<Vec<u8>> {
    let names = ["kpk", "krk", "kaabbkr", "khpka", "kckaab", "krpkn", "kk", "kppk"];
    names.iter().map(|name| name.as_bytes().to_vec()).collect()
}

/// Books as text.
pub(super) fn book_texts(random: &mut Random) -> Vec<Vec<u8>> {
    let start = Xiangqi::default();
    let one = |random: &mut Random| {
        let mut draft = Draft::new(&start);
        for _ in 0..1 + random.below(3) {
            let mut game = History::<Xiangqi>::new(start.clone());
            for _ in 0..random.below(6) {
                let moves = duiyi_search::legal_moves(game.now());
                game.play(moves[random.below(moves.len())]).expect("a legal move");
            }
            draft.learn(&game, Some(Side::Second), &Side::BOTH, usize::MAX);
        }
        draft.set_credit("匿名");
        let mut text = Vec::new();
        duiyi_book::write_text(&draft, &start, &mut text).expect("a draft is readable");
        text
    };
    (0..60).map(|_| one(random)).collect()
}
