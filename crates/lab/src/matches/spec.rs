//! The description of an engine on the command line: `key=value` words, with
//! quotes around values that contain spaces.
//!
//! `name=EE cmd=./eleeye proto=ucci option.hashsize=64 tc=8+0.08`

use crate::games::{EvaluationSpec, LabGame, OWN, PlayerSpec};
use cpu_time::ThreadTime;
use duiyi_arena::{
    Answer, ChessProtocol, Contestant, EngineConfig, Entrant, Fault, NodeClock, Ranks, StoneConfig, StoneProtocol,
    TimeControl, Turn, TurnReport, Watchdog,
};
use duiyi_clock::strategy_by_name;
use duiyi_game::{History, Notation, Reason};
use std::{path::Path, str::FromStr, sync::Arc, time::Duration};

/// An error in a description.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SpecError {
    #[error("a quote is not closed in: {0}")]
    Quote(String),
    #[error("'{0}' is not key=value")]
    Word(String),
    #[error("unknown key '{key}'; expected one of {}", expected.join(", "))]
    Key { key: String, expected: Vec<&'static str> },
    #[error("{key}={value}: {reason}")]
    Value { key: String, value: String, reason: String },
    #[error("an engine needs cmd=PROGRAM or builtin={0}")]
    NoProgram(String),
    #[error("cmd= and builtin= exclude each other")]
    Both,
}

/// The keys of a program.
const PROGRAM_KEYS: [&str; 18] = [
    "name",
    "cmd",
    "arg",
    "dir",
    "proto",
    "tc",
    "ranks",
    "reserve",
    "ponder",
    "log",
    "option.NAME",
    "option!.NAME",
    "startup",
    "hang",
    "grace",
    "output",
    "setup",
    "replay",
];
/// The keys of a built-in player that do not set options.
const BUILTIN_KEYS: [&str; 8] = ["builtin", "eval", "seed", "depth", "nodes", "strategy", "switch.NAME", "param.NAME"];

/// Keys that set options of a player, with the names of the options.
const OPTION_KEYS: [(&str, &str); 7] = [
    ("hash", "Hash"),
    ("threads", "Threads"),
    ("skill", "Skill Level"),
    ("level", "Level"),
    ("scheme", "Scheme"),
    ("driver", "Driver"),
    ("form", "Form"),
];

/// The description of an engine.
#[derive(Clone, Debug)]
pub(crate) struct EngineSpec {
    kind: EngineKind,
    /// The engine's own time control.
    control: Option<TimeControl>,
}

/// The kinds of engines.
#[derive(Clone, Debug)]
enum EngineKind {
    /// A program that speaks UCI or UCCI.
    Program(Box<EngineConfig>),
    /// A program that speaks a protocol of games with stones.
    Stones(Box<StoneConfig>),
    /// A built-in player.
    Builtin { name: String, player: Box<PlayerSpec> },
}

impl EngineSpec {
    /// Passes the node clock of a match to a program as its option `nodestime`, in nodes per millisecond.
    ///
    /// # Errors
    /// If the program cannot measure time in nodes.
    pub(crate) fn by_nodes(mut self, clock: Option<NodeClock>) -> Result<EngineSpec, Reason> {
        let Some(clock) = clock else { return Ok(self) };
        let per_second = clock.nodes_per_second();
        match &mut self.kind {
            EngineKind::Program(config) if config.ponders => {
                return Err(format!("{}: ponder=on and a node clock exclude each other", config.name).into());
            }
            EngineKind::Program(_) if !per_second.is_multiple_of(1000) => {
                return Err(format!("a node clock of {per_second}: programs need a multiple of 1000").into());
            }
            EngineKind::Program(config) => {
                config.options.push(("nodestime".to_owned(), (per_second / 1000).to_string()));
            }
            EngineKind::Stones(config) => {
                return Err(format!("{}: a node clock needs a program with proto=uci or ucci", config.name).into());
            }
            EngineKind::Builtin { .. } => {}
        }
        Ok(self)
    }

    /// The described entrant, for a game with the rules of a position.
    ///
    /// # Errors
    /// If the game does not support such a program.
    pub(crate) fn entrant<G: Notation>(
        self,
        game: &LabGame<G>,
        watchdog: &Arc<Watchdog>,
    ) -> Result<Entrant<G>, Reason> {
        let mut entrant = match self.kind {
            EngineKind::Program(config) => config.entrant(Some(Arc::clone(watchdog))),
            EngineKind::Stones(config) => game.stone_program(*config, watchdog)?,
            EngineKind::Builtin { name, player } => local(&name, game, *player),
        };
        entrant.control = self.control;
        Ok(entrant)
    }
}

/// A built-in player as an entrant, with its processor time.
pub(crate) fn local<G: Notation>(name: &str, game: &LabGame<G>, player: PlayerSpec) -> Entrant<G> {
    let description = game.describe(&player);
    let searches = game.searches(&player.kind);
    let one_thread = player.option("Threads").is_none_or(|threads| threads == "1");
    let game = game.clone();
    Entrant::new(name, description, move || {
        let seat = game.seat(&player).map_err(|reason| Fault::Start(reason.to_string()))?;
        Ok(Box::new(Measured { of: Box::new(seat), searches, one_thread }))
    })
}

/// A built-in player that reports its processor time.
struct Measured<G> {
    of: Box<dyn Contestant<G>>,
    /// Whether it searches, so that depth and nodes are meaningful.
    searches: bool,
    /// Whether it has no helper threads, whose processor time is not measured.
    one_thread: bool,
}

impl<G: Notation> Contestant<G> for Measured<G> {
    fn new_game(&mut self, start: &G) -> Result<(), Fault> {
        self.of.new_game(start)
    }

    fn end_game(&mut self, game: &History<G>) {
        self.of.end_game(game);
    }

    fn choose(&mut self, turn: &Turn<'_, G>) -> Result<Answer<G::Move>, Fault> {
        let before = ThreadTime::now();
        let Answer { turn, report } = self.of.choose(turn)?;
        let cpu = self.one_thread.then(|| before.elapsed());
        let (depth, nodes) = if self.searches { (report.depth, report.nodes) } else { (None, None) };
        Ok(Answer { turn, report: TurnReport { cpu, depth, nodes, ..report } })
    }
}

/// The state of the parser of a description.
struct Words {
    engine: EngineConfig,
    control: Option<TimeControl>,
    stones: Option<StoneProtocol>,
    setup: Vec<String>,
    replay: bool,
    builtin: Option<String>,
    player: PlayerSpec,
}

/// An invalid value of a key.
fn bad(key: &str, value: &str, reason: impl Into<String>) -> SpecError {
    SpecError::Value { key: key.to_owned(), value: value.to_owned(), reason: reason.into() }
}

/// Parses a value; the error contains the expected input.
fn parsed<T: FromStr>(key: &str, value: &str, expected: &str) -> Result<T, SpecError> {
    value.parse().map_err(|_| bad(key, value, format!("expected {expected}")))
}

fn seconds(key: &str, value: &str) -> Result<Duration, SpecError> {
    let time = value.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or_else(|| bad(key, value, "expected seconds"))
}

fn switch(key: &str, value: &str) -> Result<bool, SpecError> {
    match value {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(bad(key, value, "expected on or off")),
    }
}

fn ranks(key: &str, value: &str) -> Result<Ranks, SpecError> {
    match value {
        "native" => Ok(Ranks::Native),
        "one-up" => Ok(Ranks::OneUp),
        _ => Err(bad(key, value, "expected native or one-up")),
    }
}

/// The protocols of programs of a game.
fn protocols<G: Notation>(game: &LabGame<G>) -> Vec<&'static str> {
    let stones = StoneProtocol::NAMES.iter().filter(|_| game.has_stones()).map(|(name, _)| *name);
    ChessProtocol::NAMES.iter().map(|(name, _)| *name).chain(stones).collect()
}

impl Words {
    fn new<G: Notation>() -> Words {
        let engine = EngineConfig { variant: G::NAME.to_owned(), ..EngineConfig::new("", "", ChessProtocol::Uci) };
        let player = PlayerSpec::default();
        Words { engine, control: None, stones: None, setup: Vec::new(), replay: true, builtin: None, player }
    }

    /// Takes a word; `false` if the key is unknown.
    fn take<G: Notation>(&mut self, game: &LabGame<G>, key: &str, value: &str) -> Result<bool, SpecError> {
        Ok(self.take_of_program(game, key, value)? || self.take_of_player(game, key, value)?)
    }

    fn take_of_program<G: Notation>(&mut self, game: &LabGame<G>, key: &str, value: &str) -> Result<bool, SpecError> {
        let engine = &mut self.engine;
        let program = &mut engine.program;
        match key {
            "name" => engine.name = value.to_owned(),
            "cmd" => program.path = value.into(),
            "arg" => program.args.push(value.to_owned()),
            "dir" => program.dir = Some(value.into()),
            "proto" => match (value.parse(), value.parse()) {
                (Ok(protocol), _) => (engine.protocol, self.stones) = (protocol, None),
                (_, Ok(protocol)) if game.has_stones() => self.stones = Some(protocol),
                _ => return Err(bad(key, value, format!("expected {}", protocols(game).join(", ")))),
            },
            "tc" => {
                self.control = Some(value.parse::<TimeControl>().map_err(|error| bad(key, value, error.to_string()))?)
            }
            "ranks" => engine.ranks = Some(ranks(key, value)?),
            "log" => program.log = Some(value.into()),
            "reserve" => engine.reserve = seconds(key, value)?,
            "ponder" => engine.ponders = switch(key, value)?,
            "startup" => program.limits.startup = seconds(key, value)?,
            "hang" => program.limits.hang = seconds(key, value)?,
            "grace" => program.limits.grace = seconds(key, value)?,
            "output" => program.limits.output = parsed(key, value, "bytes")?,
            "setup" => self.setup.push(value.to_owned()),
            "replay" => self.replay = switch(key, value)?,
            _ => match key.split_once('.') {
                Some(("option", name)) if !name.is_empty() => {
                    engine.options.push((name.to_owned(), value.to_owned()));
                }
                Some(("option!", name)) if !name.is_empty() => {
                    engine.hidden_options.push((name.to_owned(), value.to_owned()));
                }
                _ => return Ok(false),
            },
        }
        Ok(true)
    }

    fn take_of_player<G: Notation>(&mut self, game: &LabGame<G>, key: &str, value: &str) -> Result<bool, SpecError> {
        let player = &mut self.player;
        if let Some((_, option)) = OPTION_KEYS.iter().find(|option| option.0 == key) {
            player.set_option(option, value);
            return Ok(true);
        }
        match key {
            "builtin" if game.builtins().contains(&value) => self.builtin = Some(value.to_owned()),
            "builtin" => return Err(bad(key, value, format!("expected one of {}", game.builtins().join(", ")))),
            "eval" | "weights" => player.evaluation = EvaluationSpec::named(value),
            "seed" => player.seed = parsed(key, value, "a number")?,
            "depth" => player.depth = Some(parsed(key, value, "a number of plies")?),
            "strategy" => {
                strategy_by_name(value).map_err(|error| bad(key, value, format!("expected {}", error.expected())))?;
                player.strategy = Some(value.to_owned());
            }
            "nodes" => player.nodes = Some(parsed(key, value, "a number of nodes")?),
            _ => match key.split_once('.') {
                Some(("switch", name)) => player.switches.push((name.to_owned(), switch(key, value)?)),
                Some(("param", name)) => {
                    player.parameters.push((name.to_owned(), parsed(key, value, "a whole number")?));
                }
                _ => return Ok(false),
            },
        }
        Ok(true)
    }

    fn finish<G: Notation>(self, game: &LabGame<G>) -> Result<EngineSpec, SpecError> {
        let Words { mut engine, control, stones, setup, replay, builtin, mut player } = self;
        let path = &engine.program.path;
        let kind = match (builtin, path != Path::new("")) {
            (Some(_), true) => return Err(SpecError::Both),
            (None, false) => return Err(SpecError::NoProgram(game.builtins().join(" or builtin="))),
            (Some(kind), false) => {
                let usual = if game.searches(&kind) { kind.clone() } else { format!("{kind}-{}", player.seed) };
                let name = if engine.name.is_empty() { usual } else { engine.name };
                engine.options.iter().for_each(|(option, value)| player.set_option(option, value));
                player.kind = kind;
                EngineKind::Builtin { name, player: Box::new(player) }
            }
            (None, true) => {
                if engine.name.is_empty() {
                    engine.name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                }
                match stones {
                    Some(protocol) => {
                        let EngineConfig { name, program, .. } = engine;
                        EngineKind::Stones(Box::new(StoneConfig { name, program, protocol, setup, replay }))
                    }
                    None => EngineKind::Program(Box::new(engine)),
                }
            }
        };
        Ok(EngineSpec { kind, control })
    }
}

/// Reads the description of an engine of a game.
///
/// # Errors
/// The invalid word.
pub(crate) fn read<G: Notation>(game: &LabGame<G>, text: &str) -> Result<EngineSpec, SpecError> {
    let mut read = Words::new::<G>();
    for word in words(text)? {
        let (key, value) = word.split_once('=').ok_or_else(|| SpecError::Word(word.clone()))?;
        if !read.take(game, key, value)? {
            let expected =
                PROGRAM_KEYS.iter().chain(&BUILTIN_KEYS).copied().chain(OPTION_KEYS.map(|key| key.0)).collect();
            return Err(SpecError::Key { key: key.to_owned(), expected });
        }
    }
    read.finish(game)
}

/// Reads words that describe a built-in player that searches.
///
/// # Errors
/// The invalid word.
pub(crate) fn read_player<G: Notation>(game: &LabGame<G>, text: &str) -> Result<PlayerSpec, SpecError> {
    match read(game, &format!("builtin={OWN} {text}"))?.kind {
        EngineKind::Builtin { player, .. } => Ok(*player),
        EngineKind::Program(_) | EngineKind::Stones(_) => Err(SpecError::Both),
    }
}

/// A built-in player that searches, or another program.
pub(crate) enum Described {
    /// A built-in player.
    Own(Box<PlayerSpec>),
    /// A program, given by `cmd=`.
    Program(EngineSpec),
}

/// Reads words that describe either kind.
///
/// # Errors
/// The invalid word.
pub(crate) fn read_either<G: Notation>(game: &LabGame<G>, text: &str) -> Result<Described, SpecError> {
    if words(text)?.iter().any(|word| word.starts_with("cmd=")) {
        return Ok(Described::Program(read(game, text)?));
    }
    Ok(Described::Own(Box::new(read_player(game, text)?)))
}

/// Splits at spaces outside single or double quotes, and removes the quotes.
fn words(text: &str) -> Result<Vec<String>, SpecError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in text.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some(_), c) => word.get_or_insert_default().push(c),
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (None, c) => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return Err(SpecError::Quote(text.to_owned()));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::connect6;
    use duiyi_xiangqi::Xiangqi;

    fn xiangqi() -> LabGame<Xiangqi> {
        LabGame::new(duiyi_xiangqi::kit::kit())
    }

    fn engine(text: &str) -> EngineConfig {
        match read(&xiangqi(), text).map(|spec| spec.kind) {
            Ok(EngineKind::Program(config)) => *config,
            other => panic!("{text}: {other:?}"),
        }
    }

    fn builtin<G: Notation>(game: &LabGame<G>, text: &str) -> (String, PlayerSpec) {
        match read(game, text).map(|spec| spec.kind) {
            Ok(EngineKind::Builtin { name, player }) => (name, *player),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn a_full_description() {
        let text = "cmd='/a b/c.exe' name=X proto=ucci arg=-v arg=\"two words\" option.hashsize=64 option.newgame= \
             tc=movetime=0.1 ranks=one-up hang=2.5 reserve=0.01 ponder=on dir=/tmp";
        let config = engine(text);
        assert_eq!(config.program.path, Path::new("/a b/c.exe"));
        assert_eq!(config.program.args, ["-v", "two words"]);
        assert_eq!(engine("cmd=x arg=\"it's\" arg='6\" board'").program.args, ["it's", "6\" board"]);
        assert_eq!(config.protocol, ChessProtocol::Ucci);
        assert_eq!(config.options, [("hashsize".into(), "64".into()), ("newgame".into(), String::new())]);
        let control = read(&xiangqi(), text).map(|spec| spec.control);
        assert_eq!(control, Ok(Some(TimeControl::MoveTime(Duration::from_millis(100)))));
        assert_eq!((config.ranks, config.program.limits.hang), (Some(Ranks::OneUp), Duration::from_millis(2500)));
        assert_eq!((config.reserve, config.ponders), (Duration::from_millis(10), true));
        assert_eq!(engine("cmd=bin/eleeye").name, "eleeye");
        assert_eq!(engine("cmd=x").protocol, ChessProtocol::Uci);
        // The engine need not announce these.
        let hidden = engine("cmd=x option!.param.null_base=3").hidden_options;
        assert_eq!(hidden, [("param.null_base".into(), "3".into())]);
        let text = "cmd=./bin/cloudict proto=cloudict setup='depth 4' tc=depth=4 replay=off hang=90";
        let Ok(EngineKind::Stones(config)) = read(&connect6::game(), text).map(|spec| spec.kind) else {
            panic!("a program")
        };
        assert_eq!((config.protocol, config.replay), (StoneProtocol::Cloudict, false));
        assert_eq!((config.name.as_str(), config.setup.as_slice()), ("cloudict", &["depth 4".to_owned()][..]));
    }

    /// The descriptions in records must not change, or matches could not be resumed.
    #[test]
    fn players_of_this_program_are_described() {
        let version = env!("CARGO_PKG_VERSION");
        let of_xiangqi = |text| xiangqi().describe(&builtin(&xiangqi(), text).1);
        assert_eq!(of_xiangqi("builtin=duiyi"), format!("duiyi {version} in this process [eval=network] [Hash=16]"));
        assert_eq!(
            of_xiangqi(
                "builtin=duiyi hash=4 eval=hand threads=2 scheme=lockstep skill=3 seed=9 driver=mtdf switch.null_move=off param.lmr_factor=30"
            ),
            format!(
                "duiyi {version} in this process [eval=hand] [Hash=4] [Threads=2] [Scheme=lockstep] [Skill Level=3] \
                 [Driver=mtdf] [seed=9] [null_move=off] [lmr_factor=30]"
            )
        );
        assert!(of_xiangqi("builtin=duiyi strategy=average=40").ends_with(" [Hash=16] [strategy=average=40]"));
        assert_eq!(of_xiangqi("builtin=random seed=7"), "random legal moves, seed 7");
        assert_eq!(of_xiangqi("builtin=greedy"), "the best captures, otherwise random legal moves, seed 1");
        assert!(of_xiangqi("builtin=uct").contains(" [search=uct] "));
        let game = connect6::game();
        assert_eq!(
            game.describe(&builtin(&game, "builtin=duiyi level=3 form=turns weights=/a/b").1),
            format!("duiyi {version} in this process [eval=/a/b] [Hash=16] [Level=3] [Form=turns]")
        );
        assert_eq!(builtin(&game, "builtin=random seed=7").0, "random-7");
        assert_eq!(builtin(&game, "builtin=windows").0, "windows-1");
    }

    #[test]
    fn invalid_descriptions_are_reported() {
        let error = |text: &str| read(&xiangqi(), text).expect_err(text).to_string();
        assert!(error("cmd='x").contains("quote"));
        assert!(error("cmd").contains("key=value"));
        assert!(error("cmd=x colour=red").starts_with("unknown key 'colour'; expected one of name, cmd, "));
        assert!(error("cmd=x tc=soon").contains("tc=soon"));
        assert!(error("name=x").contains("cmd"));
        assert!(error("cmd=x builtin=random").contains("exclude"));
        assert!(error("builtin=genius").contains("random"));
        assert!(error("builtin=duiyi switch.null_move=maybe").contains("on or off"));
        assert!(error("builtin=duiyi strategy=hasty").contains("expected one of foresight, "));
        assert!(error("cmd=x option.=3").contains("option."));
        assert!(error("cmd=x proto=cloudict").ends_with("expected uci, ucci"));
        assert!(read(&connect6::game(), "cmd=x proto=klingon").expect_err("unknown").to_string().contains("cloudict"));
        let error = |text: &str| read(&connect6::game(), text).expect_err(text).to_string();
        assert!(error("builtin=genius").contains("windows"));
    }

    #[test]
    fn unsupported_options_of_a_player_are_reported() {
        fn error_of<G: Notation>(game: &LabGame<G>, text: &str) -> String {
            game.player(&builtin(game, text).1).err().unwrap_or_else(|| panic!("{text}")).to_string()
        }
        let (xiangqi, connect6) = (xiangqi(), connect6::game());
        assert!(error_of(&xiangqi, "builtin=duiyi switch.telepathy=on").contains("null_move"));
        assert!(error_of(&xiangqi, "builtin=duiyi param.luck=1").contains("unknown constant 'luck'; expected one of"));
        assert!(error_of(&xiangqi, "builtin=duiyi threads=0").contains("1 to 256"));
        assert!(error_of(&xiangqi, "builtin=duiyi skill=21").contains("0 to 20"));
        assert!(error_of(&xiangqi, "builtin=duiyi level=3").contains("unknown option 'Level'; expected one of Hash"));
        assert!(error_of(&xiangqi, "builtin=duiyi scheme=best").contains("lockstep"));
        assert!(error_of(&xiangqi, "builtin=duiyi form=turns").contains("unknown option 'Form'"));
        for error in [error_of(&xiangqi, "builtin=duiyi driver=best"), error_of(&connect6, "builtin=duiyi driver=best")]
        {
            assert!(error.contains("Driver does not take 'best'; expected aspiration"), "{error}");
        }
        assert!(error_of(&connect6, "builtin=duiyi level=10").contains("from 1 to 9"));
        assert!(error_of(&connect6, "builtin=duiyi weights=/nowhere").contains("/nowhere"));
        assert!(error_of(&connect6, "builtin=duiyi form=lines").contains("stones or turns"));
    }
}
