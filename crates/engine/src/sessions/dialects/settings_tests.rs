//! Every option and limit that a protocol declares stays set, whatever is begun anew: a game, a board, a rule, a player.

use super::{Dialect, cloudict, dialect, dialect_for_placement};
use crate::player::{Decision, OptionError, OptionKind, OptionSpec, Player, Request};
use crate::protocol::{ChessProtocol, GTP_COMMANDS, Protocol, StoneProtocol};
use crate::sessions::{
    inbox::Inbox,
    output::Output,
    session::{Session, Setup},
    thread::any_turn,
};
use duiyi_connect6::Board;
use duiyi_game::{Notation, Score};
use duiyi_xiangqi::Xiangqi;
use std::{
    collections::BTreeMap,
    io::Write,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

/// A text that a session and its players write.
#[derive(Clone, Default)]
struct Text(Arc<Mutex<Vec<u8>>>);

impl Text {
    /// What was written since the last call.
    fn take(&self) -> String {
        String::from_utf8(std::mem::take(&mut *self.0.lock().unwrap())).unwrap()
    }
}

impl Write for Text {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// What a session and its players have in common.
#[derive(Clone, Default)]
struct Shared {
    text: Text,
    /// The number of searches, by which scores are chosen: twice lost, then twice level.
    searches: Arc<AtomicUsize>,
    /// Whether the next search fails.
    fails: Arc<AtomicBool>,
}

/// A player with options of all kinds that writes their values and the limits of each search.
struct Recorder {
    specs: Vec<OptionSpec>,
    values: BTreeMap<String, String>,
    shared: Shared,
}

impl Recorder {
    fn new(shared: &Shared) -> Recorder {
        let specs = vec![
            OptionSpec::spin("Hash", 16, 1..=64).ucci("hashsize"),
            OptionSpec::spin("Threads", 1, 1..=8).ucci("threads"),
            OptionSpec::spin("MultiPV", 1, 1..=9).ucci("multipv"),
            OptionSpec::spin("Level", 9, 1..=9).ucci("level"),
            OptionSpec::check("Solver", true).ucci("solver"),
            OptionSpec::combo("Evaluation", "rich", ["rich", "poor"]).ucci("evaluation"),
            OptionSpec::text("BookFile").ucci("bookfiles"),
            OptionSpec::button("Clear Hash").ucci("clearhash"),
        ];
        Recorder { specs, values: BTreeMap::new(), shared: shared.clone() }
    }
}

impl<G: Notation> Player<G> for Recorder {
    fn options(&self) -> &[OptionSpec] {
        &self.specs
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let spec = self.specs.iter().find(|spec| spec.is_named(name));
        let spec = spec.ok_or_else(|| OptionError::unknown(name, &self.specs))?;
        match spec.kind {
            OptionKind::Button => return Ok(()),
            OptionKind::Spin { min, max, .. } => _ = crate::player::read_spin(name, value, min..=max)?,
            _ => {}
        }
        self.values.insert(spec.name.to_owned(), value.to_owned());
        Ok(())
    }

    fn decide(&mut self, request: &mut Request<'_, G>) -> Option<Decision<G::Move>> {
        assert!(!self.shared.fails.swap(false, Ordering::Relaxed), "as planned");
        let nodes = (1..20).find(|&nodes| request.control.poll(nodes)).unwrap_or(20);
        let depth = request.control.purpose().last_depth;
        writeln!(self.shared.text, "{:?} depth {depth:?} nodes {nodes}", self.values).unwrap();
        let score = Score::new([-500, -500, 7, 7][self.shared.searches.fetch_add(1, Ordering::Relaxed) % 4]);
        let turn = any_turn(request.game.now(), request.allowed);
        Some(Decision { score: Some(score), depth: 1, nodes: 1, ..Decision::new(turn) })
    }
}

/// A protocol, with what changes nothing that was set.
struct Talk {
    /// Lines at the beginning.
    first: &'static [&'static str],
    /// Groups of lines, each of which begins something anew and ends with the initial position. `!` before a line lets
    /// its search fail.
    anew: &'static [&'static [&'static str]],
    /// Lines that use the settings.
    uses: &'static [&'static str],
}

struct Conversation<G: Notation> {
    session: Session<G>,
    dialect: Box<dyn Dialect<G>>,
    shared: Shared,
}

impl<G: Notation> Conversation<G> {
    /// Begins with these settings: lines of the protocol, or `--NAME VALUE` for an option of the command line.
    fn new(start: G, dialect: Box<dyn Dialect<G>>, talk: &Talk, settings: &[String]) -> Conversation<G> {
        let shared = Shared::default();
        let of_player = shared.clone();
        let setup = Setup {
            start,
            player: Box::new(move || Box::new(Recorder::new(&of_player))),
            bench: Vec::new(),
            protocol: None,
            turn_time: None,
            on_game_end: None,
        };
        let inbox = Inbox::default();
        let session = Session::new(setup, inbox.clone(), Output::new(shared.text.clone(), inbox));
        let mut conversation = Conversation { session, dialect, shared };
        talk.first.iter().for_each(|line| conversation.send(line));
        for line in settings {
            if let Some((name, value)) = line.strip_prefix("--").and_then(|line| line.split_once(' ')) {
                conversation.session.set_option(name, value).unwrap_or_else(|error| panic!("{line}: {error}"));
                continue;
            }
            conversation
                .dialect
                .execute(&mut conversation.session, line)
                .unwrap_or_else(|error| panic!("{line}: {error}"));
        }
        conversation
    }

    /// Sends a line, and waits for the answer of its search, if it begins one.
    fn send(&mut self, line: &str) {
        self.shared.fails.store(line.starts_with('!'), Ordering::Relaxed);
        if let Err(error) = self.dialect.execute(&mut self.session, line.trim_start_matches('!')) {
            self.dialect.report_error(&self.session, &error);
        }
        if let Some(answer) = self.session.await_answer() {
            self.dialect.answer(&mut self.session, answer);
        }
    }

    /// All that depends on settings in these searches.
    fn effect(&mut self, talk: &Talk) -> String {
        let strategy = self.session.strategy();
        let recording = self.session.record_with(Duration::from_secs(60));
        self.shared.text.take();
        self.shared.searches.store(0, Ordering::Relaxed);
        let mut budget = None;
        for (line, is_first) in talk.uses.iter().zip([true].into_iter().chain(std::iter::repeat(false))) {
            self.send(line);
            if is_first {
                budget = self.session.budget().map(|budget| budget.hard);
            }
        }
        // Later searches have an overhead that was measured.
        let clock = recording.calls().begun.first().map(|(clock, _)| *clock);
        format!(
            "{strategy}, {:?}, debug {}, {}, {budget:?}, waits {:?}\n{clock:?}\n{}",
            self.session.node_clock(),
            self.session.is_debugging(),
            self.session.game.now().rules(),
            self.dialect.effect_of("isready", false),
            self.shared.text.take()
        )
    }
}

/// A value of an announced option other than its default, by the words after its name; none if there is no other.
fn other_value(words: &[&str]) -> Option<String> {
    let after = |key| words.iter().position(|&word| word == key).map(|at| words[at + 1]);
    let number = |key| after(key).map(|text| text.parse::<i64>().unwrap());
    match after("type")? {
        "check" => Some((after("default") != Some("true")).to_string()),
        "spin" => {
            let (default, min, max) = (number("default")?, number("min")?, number("max")?);
            // The default of UCCI may stand for another number.
            let other = if default > min { min + (default - min) / 2 } else { (default + 2).min(max) };
            Some(other.to_string())
        }
        "combo" => {
            let mut choices = words.iter().zip(&words[1..]).filter(|(key, _)| **key == "var").map(|(_, word)| *word);
            choices.rfind(|&choice| Some(choice) != after("default")).map(str::to_owned)
        }
        "string" => Some("one.book".to_owned()),
        _ => None,
    }
}

/// The lines that set each announced option to another value.
fn announced<G: Notation>(start: &G, protocol: ChessProtocol, talk: &Talk) -> Vec<String> {
    let mut conversation = Conversation::new(start.clone(), dialect(protocol), talk, &[]);
    conversation.shared.text.take();
    let (hello, begin, set, value) = match protocol {
        ChessProtocol::Uci => ("uci", "option name ", "setoption name ", " value "),
        ChessProtocol::Ucci => ("ucci", "option ", "setoption ", " "),
    };
    conversation.send(hello);
    let text = conversation.shared.text.take();
    let options = text.lines().filter_map(|line| line.strip_prefix(begin)?.split_once(" type "));
    let line = |(name, kind): (&str, &str)| {
        let words: Vec<&str> = ["type"].into_iter().chain(kind.split_whitespace()).collect();
        other_value(&words).map(|other| format!("{set}{name}{value}{other}"))
    };
    options.filter_map(line).collect()
}

/// Checks that each setting alone, and all of them, stay set, and that each has an effect.
fn check<G: Notation>(start: &G, make: &dyn Fn() -> Box<dyn Dialect<G>>, talk: &Talk, settings: &[String]) {
    let begin = |settings: &[String]| Conversation::new(start.clone(), make(), talk, settings);
    let effect = |settings: &[String]| begin(settings).effect(talk);
    let (none, all) = (effect(&[]), effect(settings));
    for at in 0..settings.len() {
        let without = [&settings[..at], &settings[at + 1..]].concat();
        let has_effect = effect(&settings[at..=at]) != none || effect(&without) != all;
        assert!(has_effect, "{} has no effect: {all}", settings[at]);
    }
    let each = settings.iter().map(|line| vec![line.clone()]).chain([settings.to_vec(), Vec::new()]);
    for set in each {
        let expected = effect(&set);
        for lines in talk.anew {
            let mut conversation = begin(&set);
            lines.iter().for_each(|line| conversation.send(line));
            assert_eq!(conversation.effect(talk), expected, "{set:?}, then {lines:?}");
        }
    }
}

fn texts(lines: &[&str]) -> Vec<String> {
    lines.iter().map(|&line| line.to_owned()).collect()
}

const UCI: Talk = Talk {
    first: &[],
    anew: &[
        &["uci", "isready"],
        &["ucinewgame"],
        &["position startpos moves h2e2", "position startpos"],
        &["go nodes 5 searchmoves a0a1"],
        &["bench"],
        &["setoption name Hash value 99", "setoption name Nothing value 1", "setoption name Time Strategy value no"],
        &["setoption name Clear Hash"],
        &["!go nodes 5", "position startpos"],
        &["!go nodes 5", "!go nodes 5", "ucinewgame"],
    ],
    uses: &["go wtime 60000 btime 50000 winc 400 binc 300"],
};

const UCCI: Talk = Talk {
    first: &[],
    anew: &[
        &["ucci", "isready"],
        &["setoption newgame"],
        &["position startpos moves h2e2", "position startpos"],
        &["banmoves a0a1", "position startpos"],
        &["setoption hashsize 99", "setoption nothing 1", "setoption resignmoves x", "setoption batch x"],
        &["!go nodes 5", "position startpos", "setoption newgame"],
    ],
    // Twice lost, then twice level.
    uses: &["go time 60000 increment 400 opptime 50000 oppincrement 300"; 4],
};

#[test]
fn every_option_of_uci_and_ucci_stays_set() {
    for (protocol, talk, more) in [(ChessProtocol::Uci, UCI, &["debug on"][..]), (ChessProtocol::Ucci, UCCI, &[])] {
        let start = Xiangqi::default();
        let settings = [announced(&start, protocol, &talk), texts(more)].concat();
        assert!(settings.len() > 11, "{settings:?}");
        check(&start, &|| dialect(protocol), &talk, &settings);
    }
}

#[test]
fn every_setting_of_the_protocols_for_stones_stays_set() {
    let usual = "Connect(7,7,4,2,1)";
    for (protocol, rules, talk, settings) in [
        (
            StoneProtocol::Cloudict,
            usual,
            Talk {
                first: &[],
                anew: &[
                    &["new white"],
                    &["new black", "new white"],
                    &["size 9", "size 7"],
                    &["next", "undo"],
                    &["black DD", "white CCEE", "new white"],
                    &["depth 0", "time x", "nodes 0", "level 10", "hash 0", "threads x"],
                    &["!next", "new white"],
                ],
                uses: &["next"],
            },
            cloudict_settings(),
        ),
        (
            StoneProtocol::Gtp,
            usual,
            Talk {
                first: &[],
                anew: &[
                    &["clear_board"],
                    &["boardsize 9", "boardsize 7"],
                    &["boardsize 99", "level 10", "threads x", "time_settings 1 x 1"],
                    &["play B D4", "undo"],
                    &["time_left b 5 0", "clear_board"],
                    &["!genmove b", "clear_board"],
                ],
                uses: &["genmove b"],
            },
            gtp_settings(),
        ),
        (
            StoneProtocol::Piskvork,
            "gomoku",
            Talk {
                first: &["START 7"],
                anew: &[
                    &["START 7"],
                    &["RESTART"],
                    &["RECTSTART 7,7"],
                    &["START 9", "START 7"],
                    &["START 3"],
                    &["INFO time_left 5", "RESTART"],
                    &["INFO time_left 5", "START 7"],
                    &["INFO rule 8", "INFO timeout_turn x"],
                    &["BOARD", "1,1,1", "2,2,2", "DONE", "RESTART"],
                    &["!BEGIN", "RESTART"],
                ],
                uses: &["BEGIN"],
            },
            texts(&["INFO timeout_turn 20000", "INFO timeout_match 150000", "INFO rule 1"]),
        ),
        (
            StoneProtocol::Sau,
            usual,
            Talk { first: &[], anew: &[&["end"], &["error"]], uses: &["new black"] },
            texts(&["--Hash 3", "--Level 4", "--Solver false"]),
        ),
        (
            StoneProtocol::Botzone,
            usual,
            Talk { first: &[], anew: &[&["one", "0"]], uses: &["1", "-1 -1 -1 -1", "0 0 1 1"] },
            texts(&["--Hash 3", "--Level 4", "--Solver false"]),
        ),
    ] {
        let make = || dialect_for_placement(Protocol::Stones(protocol));
        check(&Board::new(rules.parse().unwrap()), &make, &talk, &settings);
    }
}

/// Other values of the settings in Cloudict's list of commands.
fn cloudict_settings() -> Vec<String> {
    let commands = cloudict::HELP.lines().filter_map(|line| line.split_once("  "));
    let settings = commands.filter_map(|(command, _)| match command.split_once(' ')? {
        ("size", _) => None,
        (name, "N" | "MB") => Some(format!("{name} 3")),
        (name, "MS") => Some(format!("{name} 30000")),
        ("vcf", "| unvcf") => Some("unvcf".to_owned()),
        _ => None,
    });
    settings.collect()
}

/// Other values of the settings in GTP's list of commands.
fn gtp_settings() -> Vec<String> {
    let value = |&command: &&str| match command {
        "level" | "threads" => Some(format!("{command} 3")),
        "time_settings" => Some("time_settings 600 30 5".to_owned()),
        _ => None,
    };
    GTP_COMMANDS.iter().filter_map(value).collect()
}
