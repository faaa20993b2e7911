//! The description of an engine on the command line: `key=value` words, with
//! quotes around values that contain spaces.
//!
//! `name=EE cmd=./eleeye proto=ucci option.hashsize=64 tc=8+0.08`

use crate::{
    builtin::RandomMover,
    evaluation::EvaluationSpec,
    own_engine::{OwnEngine, SCHEMES, can_play_by},
};
use duiyi_arena::{EngineConfig, Entrant, Fault, Player, ProcessEntrant, Protocol, Ranks, TimeControl, Warden};
use duiyi_search::{Scheme, Skill};
use std::{path::Path, str::FromStr, sync::Arc, time::Duration};

/// What is wrong with a description.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SpecError {
    #[error("a quote is not closed in: {0}")]
    Quote(String),
    #[error("'{0}' is not key=value")]
    Word(String),
    #[error(
        "unknown key '{0}': expected name, cmd, arg, dir, proto, tc, ranks, reserve, log, option.NAME, startup, hang, \
         grace, output; or builtin with seed, hash, eval, threads, scheme, skill, switch.NAME, param.NAME"
    )]
    Key(String),
    #[error("{key}={value}: {reason}")]
    Value { key: String, value: String, reason: String },
    #[error("an engine needs cmd=PROGRAM, builtin=duiyi or builtin=random")]
    NoProgram,
    #[error("{0}")]
    Switch(String),
    #[error("cmd= and builtin= exclude each other")]
    Both,
}

/// An engine as described.
#[derive(Clone, Debug)]
pub(crate) enum EngineSpec {
    /// A program that speaks a protocol.
    Process(Box<EngineConfig>),
    /// Random moves, by this program.
    Random { name: String, seed: u64 },
    /// Our own engine in this program.
    Own { engine: OwnEngine, control: Option<TimeControl> },
}

impl EngineSpec {
    /// The entrant it describes.
    pub(crate) fn entrant(self, warden: &Arc<Warden>) -> Box<dyn Entrant> {
        match self {
            EngineSpec::Process(config) => Box::new(ProcessEntrant::new(*config, Some(Arc::clone(warden)))),
            EngineSpec::Random { name, seed } => Box::new(RandomMover { name, seed }),
            EngineSpec::Own { engine, control } => Box::new(WithControl { engine, control }),
        }
    }

    /// Whether it can play by the match's time control, or has its own.
    pub(crate) fn can_play_by(&self, common: &TimeControl) -> bool {
        match self {
            EngineSpec::Own { control, .. } => can_play_by(control.as_ref().unwrap_or(common)),
            _ => true,
        }
    }
}

/// Our own engine with a time control of its own.
struct WithControl {
    engine: OwnEngine,
    control: Option<TimeControl>,
}

impl Entrant for WithControl {
    fn name(&self) -> &str {
        self.engine.name()
    }

    fn description(&self) -> String {
        self.engine.description()
    }

    fn control(&self) -> Option<&TimeControl> {
        self.control.as_ref()
    }

    fn open(&self) -> Result<Box<dyn Player>, Fault> {
        self.engine.open()
    }
}

impl FromStr for EngineSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<EngineSpec, SpecError> {
        let mut config = EngineConfig::new("", "", Protocol::Uci);
        config.variant = "xiangqi".to_owned();
        let (mut builtin, mut seed, mut hash, mut switches) = (None, 1, 16, Vec::new());
        let (mut parameters, mut evaluation) = (Vec::new(), EvaluationSpec::default());
        let (mut threads, mut scheme, mut skill) = (1, Scheme::default(), Skill::FULL);
        for word in words(text)? {
            let (key, value) = word.split_once('=').ok_or_else(|| SpecError::Word(word.clone()))?;
            let bad = |reason: String| SpecError::Value { key: key.to_owned(), value: value.to_owned(), reason };
            let seconds = || {
                let time = value.parse().ok().and_then(|s| Duration::try_from_secs_f64(s).ok());
                time.ok_or_else(|| bad("expected seconds".to_owned()))
            };
            match key {
                "name" => config.name = value.to_owned(),
                "cmd" => config.program = value.into(),
                "arg" => config.args.push(value.to_owned()),
                "dir" => config.dir = Some(value.into()),
                "proto" => config.protocol = value.parse().map_err(|e| bad(format!("{e}")))?,
                "tc" => config.control = Some(value.parse::<TimeControl>().map_err(|e| bad(e.to_string()))?),
                "ranks" => config.ranks = Some(ranks(value).ok_or_else(|| bad("expected native or one-up".into()))?),
                "log" => config.log = Some(value.into()),
                "reserve" => config.reserve = seconds()?,
                "startup" => config.limits.startup = seconds()?,
                "hang" => config.limits.hang = seconds()?,
                "grace" => config.limits.grace = seconds()?,
                "output" => config.limits.output = value.parse().map_err(|_| bad("expected bytes".to_owned()))?,
                "builtin" if matches!(value, "duiyi" | "random") => builtin = Some(value.to_owned()),
                "builtin" => return Err(bad("expected duiyi or random".to_owned())),
                "hash" => hash = value.parse().map_err(|_| bad("expected MiB".to_owned()))?,
                "eval" => evaluation = value.parse().map_err(|e| bad(format!("{e}")))?,
                "threads" => {
                    let count = value.parse().ok().filter(|count| (1..=256).contains(count));
                    threads = count.ok_or_else(|| bad("expected 1 to 256".to_owned()))?;
                }
                "scheme" => {
                    let known = SCHEMES.iter().find(|(name, _)| *name == value);
                    scheme = known.ok_or_else(|| bad("expected ybw, lazy or lockstep".to_owned()))?.1;
                }
                "skill" => {
                    let level = value.parse().ok().filter(|level| (0..=Skill::MAX).contains(level));
                    skill = Skill::new(level.ok_or_else(|| bad(format!("expected 0 to {}", Skill::MAX)))?);
                }
                "seed" => seed = value.parse().map_err(|_| bad("expected a number".to_owned()))?,
                _ => match key.split_once('.') {
                    Some(("option", name)) if !name.is_empty() => {
                        config.options.push((name.to_owned(), value.to_owned()));
                    }
                    Some(("switch", name)) => {
                        let on = switch(value).ok_or_else(|| bad("expected on or off".to_owned()))?;
                        switches.push((name.to_owned(), on));
                    }
                    Some(("param", name)) => {
                        let number = value.parse().map_err(|_| bad("expected a whole number".to_owned()))?;
                        parameters.push((name.to_owned(), number));
                    }
                    _ => return Err(SpecError::Key(key.to_owned())),
                },
            }
        }
        let has_program = config.program != Path::new("");
        match (builtin.as_deref(), has_program) {
            (Some(_), true) => Err(SpecError::Both),
            (Some("duiyi"), false) => {
                let name = if config.name.is_empty() { "duiyi".to_owned() } else { config.name };
                let engine = OwnEngine { name, hash, threads, scheme, skill, seed, switches, parameters, evaluation };
                engine.evaluation.weights().map_err(SpecError::Switch)?;
                engine.enhancements().map_err(|error| SpecError::Switch(error.to_string()))?;
                engine.parameters().map_err(|error| SpecError::Switch(error.to_string()))?;
                Ok(EngineSpec::Own { engine, control: config.control })
            }
            (None, false) => Err(SpecError::NoProgram),
            (Some(_), false) => {
                let name = if config.name.is_empty() { format!("random-{seed}") } else { config.name };
                Ok(EngineSpec::Random { name, seed })
            }
            (None, true) => {
                if config.name.is_empty() {
                    config.name = config.program.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                }
                Ok(EngineSpec::Process(Box::new(config)))
            }
        }
    }
}

fn switch(text: &str) -> Option<bool> {
    match text {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    }
}

fn ranks(text: &str) -> Option<Ranks> {
    match text {
        "native" => Some(Ranks::Native),
        "one-up" => Some(Ranks::OneUp),
        _ => None,
    }
}

/// Splits at spaces outside quotes, single or double; the quotes vanish.
pub(crate) fn words(text: &str) -> Result<Vec<String>, SpecError> {
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

    #[test]
    fn a_full_description() {
        let text = "cmd='/a b/c.exe' name=X proto=ucci arg=-v arg=\"two words\" option.hashsize=64 option.newgame= \
                    tc=movetime=0.1 ranks=one-up hang=2.5 reserve=0.01 dir=/tmp";
        let EngineSpec::Process(config) = text.parse().expect("valid") else { panic!("a process") };
        assert_eq!(config.program, Path::new("/a b/c.exe"));
        assert_eq!(config.args, ["-v", "two words"]);
        assert_eq!(config.protocol, Protocol::Ucci);
        assert_eq!(config.options, [("hashsize".into(), "64".into()), ("newgame".into(), String::new())]);
        assert_eq!(config.control, Some(TimeControl::MoveTime(Duration::from_millis(100))));
        assert_eq!((config.ranks, config.limits.hang), (Some(Ranks::OneUp), Duration::from_millis(2500)));
        assert_eq!(config.reserve, Duration::from_millis(10));
        let EngineSpec::Process(config) = "cmd=bin/eleeye".parse().expect("valid") else { panic!("a process") };
        assert_eq!(config.name, "eleeye");
    }

    #[test]
    fn our_own_engine_with_switches() {
        let spec: EngineSpec = "builtin=duiyi name=X hash=4 switch.null_move=off tc=depth=3".parse().expect("valid");
        assert!(spec.can_play_by(&"8+0.08".parse().expect("valid")), "it has a control of its own");
        let EngineSpec::Own { engine, .. } = spec else { panic!("our own") };
        assert!(!engine.enhancements().expect("known").null_move);
        assert!(engine.description().contains("[null_move=off]"));
        let spec: EngineSpec = "builtin=duiyi threads=2 scheme=lockstep skill=3 seed=9".parse().expect("valid");
        let EngineSpec::Own { engine, .. } = spec else { panic!("our own") };
        assert!(engine.description().contains("[threads=2 lockstep] [skill=3 seed=9]"));
        let clocked: EngineSpec = "builtin=duiyi".parse().expect("valid");
        assert!(!clocked.can_play_by(&"8+0.08".parse().expect("valid")));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let error = |text: &str| text.parse::<EngineSpec>().expect_err(text).to_string();
        assert!(error("cmd='x").contains("quote"));
        assert!(error("cmd").contains("key=value"));
        assert!(error("cmd=x colour=red").contains("colour"));
        assert!(error("cmd=x tc=soon").contains("tc=soon"));
        assert!(error("name=x").contains("cmd"));
        assert!(error("cmd=x builtin=random").contains("exclude"));
        assert!(error("builtin=genius").contains("random"));
        assert!(error("builtin=duiyi switch.null_move=maybe").contains("on or off"));
        assert!(error("builtin=duiyi switch.telepathy=on").contains("null_move"));
        assert!(error("builtin=duiyi threads=0").contains("1 to 256"));
        assert!(error("builtin=duiyi skill=21").contains("0 to 20"));
        assert!(error("cmd=x option.=3").contains("option."));
    }
}
