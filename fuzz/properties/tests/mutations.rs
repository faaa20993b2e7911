//! Mutations of valid binary files: each is refused with an error or read, without a panic and in bounded time.
//!
//! Half of the mutations have their checksums computed again, so that the code after them is tested as well.

#![allow(clippy::print_stdout)]

use duiyi_book::{Book, Draft, LearnFile, Source};
use duiyi_endgame::{Analysis, TableFile};
use duiyi_fuzz::{
    mutation::{Random, mutate},
    packed::escape,
    seeds,
};
use duiyi_game::hash::{EMPTY_DIGEST, digest, extend_digest};
use duiyi_nnue::Parameters;
use duiyi_search::{Game, History, Table};
use duiyi_train::{
    genetic::{Evolution, read_json, read_xml},
    state,
};
use duiyi_xiangqi::{
    Xiangqi,
    books::{ElephantEyeBook, ObkBook, ObkKeys},
    endgame::EndgameTable,
    formats::{GameRecord, cbf, ccbridge, wxf, xqf},
};
use rusqlite::{Connection, params};
use std::{
    fs, panic,
    path::{Path, PathBuf},
    process,
    time::{Duration, Instant},
};

/// A format: valid files, the repair of checksums, and a reader that returns whether a file was read.
struct Format {
    name: &'static str,
    seeds: Vec<Vec<u8>>,
    repair: fn(&mut [u8]),
    read: fn(&[u8], &Path) -> bool,
}

fn formats() -> Vec<Format> {
    let one = |name, seed, repair, read| Format { name, seeds: vec![seed], repair, read };
    vec![
        Format { name: "XQF", seeds: seeds::xqf(), repair: nothing, read: read_xqf },
        Format { name: "WXF", seeds: seeds::wxf(), repair: nothing, read: |bytes, _| read_text(bytes, wxf::read) },
        Format { name: "CBF", seeds: seeds::cbf(), repair: nothing, read: |bytes, _| read_text(bytes, cbf::read) },
        Format {
            name: "CBR",
            seeds: seeds::ccbridge(),
            repair: nothing,
            read: |bytes, _| ccbridge::read(bytes).is_ok(),
        },
        one("OBK", obk(), nothing, read_obk),
        one("BOOK.DAT", seeds::elephant_eye(), nothing, read_elephant_eye),
        Format {
            name: "transposition table",
            seeds: (0..24).map(seeds::table).collect(),
            repair: repair_table,
            read: |bytes, _| Table::load(&mut &bytes[..], 7).is_ok_and(|table| table.probe(1).is_none()),
        },
        one("network", seeds::network(), repair_end, read_network),
        one("endgame table", endgame(), repair_endgame, read_endgame),
        one("tuning state", seeds::tuning_state(), repair_state, read_state),
        Format { name: "individual", seeds: seeds::seeds("genetic_files"), repair: nothing, read: read_individual },
        one("learned results", seeds::learned(), repair_book, read_learned),
        one("book", seeds::book(), repair_book, read_book),
    ]
}

/// The mutations of a format: numbers of files read and refused, inputs that failed, the slowest one.
#[derive(Default)]
struct Tally {
    read: usize,
    refused: usize,
    failed: Vec<Vec<u8>>,
    slowest: Duration,
}

/// A file of this process.
fn temporary(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("duiyi-mutations-{}-{name}", process::id()))
}

fn check(format: &Format, count: u64) -> Tally {
    let mut tally = Tally::default();
    let path = temporary(&format.name.replace(' ', "-"));
    for seed in 0..count {
        let mut random = Random::new(seed);
        let mut input = mutate(random.choice::<Vec<u8>>(&format.seeds), &format.seeds, &mut random);
        if random.below(2) == 0 {
            (format.repair)(&mut input);
        }
        let begun = Instant::now();
        match panic::catch_unwind(|| (format.read)(&input, &path)) {
            Ok(true) => tally.read += 1,
            Ok(false) => tally.refused += 1,
            Err(_) => tally.failed.push(input),
        }
        tally.slowest = tally.slowest.max(begun.elapsed());
    }
    let _ = fs::remove_file(path);
    tally
}

fn check_all(count: u64) {
    for format in formats() {
        assert!(format.seeds.iter().all(|seed| (format.read)(seed, &temporary("seed"))), "{}", format.name);
        let begun = Instant::now();
        let Tally { read, refused, failed, slowest } = check(&format, count);
        println!(
            "{},{count},{read},{refused},{},{},{}",
            format.name,
            failed.len(),
            slowest.as_millis(),
            begun.elapsed().as_secs()
        );
        let inputs: Vec<String> = failed.iter().take(3).map(|input| escape(input)).collect();
        assert!(inputs.is_empty(), "{}: {} failed: {inputs:?}", format.name, failed.len());
        assert!(read > 0 && refused > 0, "{}: {read} read, {refused} refused", format.name);
    }
    let _ = fs::remove_file(temporary("seed"));
}

#[test]
fn two_thousand_mutations_of_each_file_are_read_or_refused() {
    check_all(2_000);
}

/// Both readers of PGN agree on them (`pgn::run`), also on mutations of collections.
#[test]
fn twenty_thousand_mutations_of_pgn_texts_are_read_alike() {
    let seeds = [seeds::seeds("pgn"), seeds::seeds("reader"), seeds::corpus("pgn"), seeds::corpus("reader")].concat();
    let others: Vec<Vec<u8>> =
        ["% x\n", "; x\n", "{ x }", "[Round 3]\n", "[Red \"A\" ]\n", "\n[Red \"", "{", "}", "1. ", " 1-0 "]
            .map(|text| text.as_bytes().to_vec())
            .into();
    for seed in 0..20_000 {
        let mut random = Random::new(seed);
        let mut input = mutate(random.choice::<Vec<u8>>(&seeds), &others, &mut random);
        input.truncate(3_000);
        duiyi_fuzz::pgn::run(String::from_utf8_lossy(&input).as_bytes());
    }
}

/// The rows of docs/data/mutations.csv.
#[test]
#[ignore = "minutes; writes the rows of docs/data/mutations.csv"]
fn a_hundred_thousand_mutations_of_each_file_are_read_or_refused() {
    check_all(100_000);
}

fn read_text<E>(bytes: &[u8], read: fn(&str) -> Result<GameRecord, E>) -> bool {
    read(&String::from_utf8_lossy(bytes)).is_ok()
}

fn nothing(_: &mut [u8]) {}

/// The checksum in the second line, of the first.
fn repair_state(bytes: &mut [u8]) {
    let Some(end) = bytes.iter().position(|&byte| byte == b'\n').map(|end| end + 1) else { return };
    let seal = format!("\"checksum {:016x}\"\n", digest(bytes[..end].iter().copied()));
    if bytes.len() - end == seal.len() {
        bytes[end..].copy_from_slice(seal.as_bytes());
    }
}

/// A checksum at the end, of everything before.
fn repair_end(bytes: &mut [u8]) {
    if let Some((rest, sum)) = bytes.split_last_chunk_mut::<8>() {
        *sum = digest(rest.iter().copied()).to_le_bytes();
    }
}

fn repair_table(bytes: &mut [u8]) {
    if let Some((rest, sum)) = bytes.split_last_chunk_mut::<8>() {
        let words = rest.as_chunks::<8>().0.iter().map(|word| u64::from_le_bytes(*word));
        let add = |sum: u64, word: u64| (sum.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        *sum = words.fold(0, add).to_le_bytes();
    }
}

/// The checksum of a book, over words of eight bytes.
fn words_digest(bytes: &[u8]) -> u64 {
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
    let (words, rest) = bytes.as_chunks::<8>();
    let add = |sum, word| {
        let sum = extend_digest(sum, word);
        sum ^ sum >> 32
    };
    let sum = words.iter().fold(EMPTY_DIGEST, |sum, bytes| add(sum, word(bytes)));
    extend_digest(add(sum, word(rest)), rest.len() as u64)
}

fn repair_book(bytes: &mut [u8]) {
    const HEAD: usize = 128;
    if bytes.len() >= HEAD {
        let body = words_digest(&bytes[HEAD..]);
        bytes[80..88].copy_from_slice(&body.to_le_bytes());
        let head = words_digest(&bytes[..HEAD - 8]);
        bytes[HEAD - 8..HEAD].copy_from_slice(&head.to_le_bytes());
    }
}

/// The list of blocks, if it has the length of the table's, and the header; the blocks keep their checksums.
fn repair_endgame(bytes: &mut [u8]) {
    const HEADER: usize = 136;
    const ENTRY: usize = 12;
    let original = endgame_once();
    let size = u64::from_le_bytes(std::array::from_fn(|i| original[16 + i]));
    let list = HEADER..HEADER + size.div_ceil(1 << 14) as usize * ENTRY;
    if bytes.len() >= list.end {
        let sum = digest(bytes[list].iter().copied());
        bytes[HEADER - 16..HEADER - 8].copy_from_slice(&sum.to_le_bytes());
        let sum = digest(bytes[..HEADER - 8].iter().copied());
        bytes[HEADER - 8..HEADER].copy_from_slice(&sum.to_le_bytes());
    }
}

fn read_xqf(bytes: &[u8], _: &Path) -> bool {
    duiyi_fuzz::xqf::run(bytes);
    xqf::read(bytes).is_ok()
}

/// The moves of a book in the positions of a short game are legal; whether there was no error.
fn look_up(book: &dyn Source<Xiangqi>) -> bool {
    let game = History::<Xiangqi>::read("", "moves h2e2 h9g7 h0g2").expect("legal moves");
    let mut good = true;
    for position in game.positions() {
        match book.moves(&position) {
            Ok(moves) => assert!(moves.iter().all(|found| position.is_legal(found.mv))),
            Err(_) => good = false,
        }
    }
    good
}

fn read_elephant_eye(bytes: &[u8], _: &Path) -> bool {
    ElephantEyeBook::read(bytes).is_ok_and(|book| book.write() == bytes && look_up(&book))
}

fn read_book(bytes: &[u8], _: &Path) -> bool {
    let book = Book::<Xiangqi>::from_bytes(bytes.to_vec(), &Xiangqi::default());
    let Ok(book) = book else { return false };
    let good = look_up(&book);
    good && book.check().is_ok() && Draft::of(&book).is_ok_and(|draft| look_up(&draft))
}

fn read_learned(bytes: &[u8], path: &Path) -> bool {
    fs::write(path, bytes).expect("written");
    LearnFile::open(path, &Xiangqi::default()).is_ok_and(|file| look_up(file.book()))
}

fn read_network(bytes: &[u8], _: &Path) -> bool {
    let Ok(network) = Parameters::from_bytes(bytes) else { return false };
    assert_eq!(network.to_bytes(), bytes);
    let inputs: Vec<u16> = (0..network.inputs().min(40) as u16).collect();
    let _ = network.evaluate(&inputs, &inputs[..1], 0);
    true
}

fn read_state(bytes: &[u8], path: &Path) -> bool {
    fs::write(path, bytes).expect("written");
    let Ok(mut evolution) = state::load::<Evolution>(path) else { return false };
    if evolution.check().is_err() {
        return false;
    }
    // The run goes on with the next generation.
    while let Some(game) = evolution.next_game() {
        let _ = evolution.opening(game);
        evolution.report(-1);
    }
    assert!(evolution.breed().is_some());
    true
}

fn read_individual(bytes: &[u8], _: &Path) -> bool {
    let Ok(text) = str::from_utf8(bytes) else { return false };
    read_json(text).is_ok() || read_xml(text).is_ok()
}

fn pawn() -> EndgameTable {
    "kpk".parse().expect("a name")
}

fn endgame() -> Vec<u8> {
    let path = temporary("table");
    Analysis::new(pawn()).solve().expect("no smaller tables").save(&path).expect("written");
    let bytes = fs::read(&path).expect("read");
    fs::remove_file(path).expect("removed");
    bytes
}

/// The same file, made once.
fn endgame_once() -> &'static [u8] {
    static TABLE: std::sync::OnceLock<Vec<u8>> = std::sync::OnceLock::new();
    TABLE.get_or_init(endgame)
}

fn read_endgame(bytes: &[u8], path: &Path) -> bool {
    TableFile::from_bytes(bytes.to_vec(), path, pawn()).and_then(|file| file.load()).is_ok()
}

/// Any words; the format does not depend on their values.
fn keys() -> ObkKeys {
    let mut random = Random::new(1);
    let text: String = (0..=14 * 256).map(|_| format!("{:x} ", random.number())).collect();
    ObkKeys::read(&text).expect("enough words")
}

/// A small database with every first move. Its keys need not be those of [`keys`], because a query reads the rows.
fn obk() -> Vec<u8> {
    let path = temporary("new.obk");
    let _ = fs::remove_file(&path);
    let database = Connection::open(&path).expect("opened");
    let tables = "PRAGMA page_size = 512; CREATE TABLE bhobk (vkey INTEGER, vmove INTEGER, vscore INTEGER, \
                  vwin INTEGER, vdraw INTEGER, vlost INTEGER, vvalid INTEGER)";
    database.execute_batch(tables).expect("a table");
    for number in 0..40_i64 {
        let row = params![number % 5, 0xaaa7 + number, 7 * number];
        database.execute("INSERT INTO bhobk VALUES (?1, ?2, ?3, 1, 2, 3, 1)", row).expect("a row");
    }
    drop(database);
    let bytes = fs::read(&path).expect("read");
    fs::remove_file(path).expect("removed");
    bytes
}

fn read_obk(bytes: &[u8], path: &Path) -> bool {
    static KEYS: std::sync::OnceLock<ObkKeys> = std::sync::OnceLock::new();
    fs::write(path, bytes).expect("written");
    ObkBook::open(path, KEYS.get_or_init(keys).clone()).is_ok_and(|book| look_up(&book))
}
