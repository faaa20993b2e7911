//! The description of an engine on the command line, in the form of those for
//! xiangqi: `key=value` words, with quotes around values that contain spaces.

use super::{
    own::{self, OwnEngine, Simple},
    program::{Config, ProgramEntrant, Protocol},
};
use crate::{connect6::WeightsSpec, engine_spec::words};
use duiyi_arena::{Entrant, TimeControl, Warden};
use duiyi_connect6::{
    Rules,
    baseline::Baseline,
    player::{Level, MoveUnit},
};
use std::{path::Path, str::FromStr, sync::Arc, time::Duration};

/// What is wrong with a description.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SpecError {
    #[error("{0}")]
    Words(String),
    #[error("'{0}' is not key=value")]
    Word(String),
    #[error(
        "unknown key '{0}': expected name, cmd, arg, dir, proto, setup, replay, tc, log, startup, hang, grace, output; \
         or builtin with level, hash, threads, weights, form, seed"
    )]
    Key(String),
    #[error("{key}={value}: {reason}")]
    Value { key: String, value: String, reason: String },
    #[error("an engine needs cmd=PROGRAM, or builtin=duiyi, windows or random")]
    NoProgram,
    #[error("a program needs proto=cloudict, sau, gtp or botzone")]
    NoProtocol,
    #[error("cmd= and builtin= exclude each other")]
    Both,
}

/// An engine as described.
#[derive(Clone, Debug)]
pub(crate) enum EngineSpec {
    Program(Box<Config>),
    Own(Box<OwnEngine>),
    Simple(Simple),
}

impl EngineSpec {
    pub(crate) fn name(&self) -> &str {
        match self {
            EngineSpec::Program(config) => &config.name,
            EngineSpec::Own(engine) => &engine.name,
            EngineSpec::Simple(simple) => &simple.name,
        }
    }

    /// Whether it can play by the match's time control, or has its own.
    pub(crate) fn can_play_by(&self, common: &TimeControl) -> bool {
        match self {
            EngineSpec::Own(engine) => own::limits(engine.control.as_ref().unwrap_or(common)).is_some(),
            _ => true,
        }
    }

    /// The entrant it describes, for a game.
    pub(crate) fn entrant(self, rules: Rules, warden: &Arc<Warden>) -> Box<dyn Entrant> {
        match self {
            EngineSpec::Program(config) => Box::new(ProgramEntrant::new(*config, rules, Arc::clone(warden))),
            EngineSpec::Own(engine) => Box::new(OwnEngine { rules, ..*engine }),
            EngineSpec::Simple(simple) => Box::new(Simple { rules, ..simple }),
        }
    }
}

impl FromStr for EngineSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<EngineSpec, SpecError> {
        let rules = Rules::CONNECT6;
        let mut config = Config::default();
        let (mut builtin, mut protocol, mut seed) = (None, None, 1);
        let (mut level, mut hash, mut threads) = (Level::BEST, 16, 1);
        let (mut weights, mut form) = (WeightsSpec::Tuned, MoveUnit::default());
        for word in words(text).map_err(|error| SpecError::Words(error.to_string()))? {
            let (key, value) = word.split_once('=').ok_or_else(|| SpecError::Word(word.clone()))?;
            let bad = |reason: &str| SpecError::Value {
                key: key.to_owned(),
                value: value.to_owned(),
                reason: reason.to_owned(),
            };
            let seconds = || {
                let time = value.parse().ok().and_then(|s| Duration::try_from_secs_f64(s).ok());
                time.ok_or_else(|| bad("expected seconds"))
            };
            let number = |least: u64, most: u64| {
                let number = value.parse().ok().filter(|number| (least..=most).contains(number));
                number.ok_or_else(|| bad(&format!("expected a number from {least} to {most}")))
            };
            match key {
                "name" => config.name = value.to_owned(),
                "cmd" => config.program = value.into(),
                "arg" => config.args.push(value.to_owned()),
                "dir" => config.dir = Some(value.into()),
                "setup" => config.setup.push(value.to_owned()),
                "log" => config.log = Some(value.into()),
                "proto" => {
                    let known = "expected cloudict, sau, gtp or botzone";
                    protocol = Some(value.parse::<Protocol>().map_err(|()| bad(known))?);
                }
                "replay" => match value {
                    "on" => config.replay = true,
                    "off" => config.replay = false,
                    _ => return Err(bad("expected on or off")),
                },
                "tc" => config.control = Some(value.parse::<TimeControl>().map_err(|e| bad(&e.to_string()))?),
                "startup" => config.limits.startup = seconds()?,
                "hang" => config.limits.hang = seconds()?,
                "grace" => config.limits.grace = seconds()?,
                "output" => config.limits.output = number(1, u64::from(u32::MAX))? as usize,
                "builtin" if matches!(value, "duiyi" | "windows" | "random") => builtin = Some(value.to_owned()),
                "builtin" => return Err(bad("expected duiyi, windows or random")),
                "level" => level = Level::new(number(1, 9)? as u32).unwrap_or(Level::BEST),
                "hash" => hash = number(1, 65_536)? as usize,
                "threads" => threads = number(1, duiyi_player::MAX_THREADS as u64)? as usize,
                "seed" => seed = number(0, u64::MAX)?,
                "weights" => {
                    weights = value.parse().unwrap_or_else(|never: std::convert::Infallible| match never {});
                    weights.read().map_err(|error| bad(&error.to_string()))?;
                }
                "form" => match value {
                    "stones" => form = MoveUnit::Stone,
                    "turns" => form = MoveUnit::Turn,
                    _ => return Err(bad("expected stones or turns")),
                },
                _ => return Err(SpecError::Key(key.to_owned())),
            }
        }
        let named = |default: &str| if config.name.is_empty() { default.to_owned() } else { config.name.clone() };
        match (builtin.as_deref(), config.program != Path::new("")) {
            (Some(_), true) => Err(SpecError::Both),
            (None, false) => Err(SpecError::NoProgram),
            (Some("duiyi"), false) => {
                let (name, control) = (named("duiyi"), config.control);
                let engine = OwnEngine { name, rules, level, hash, threads, weights, form, control };
                Ok(EngineSpec::Own(Box::new(engine)))
            }
            (Some("windows"), false) => {
                Ok(EngineSpec::Simple(Simple { name: named("windows"), rules, baseline: Baseline::Windows }))
            }
            (Some(_), false) => {
                let name = named(&format!("random-{seed}"));
                Ok(EngineSpec::Simple(Simple { name, rules, baseline: Baseline::Random { seed } }))
            }
            (None, true) => {
                config.protocol = protocol.ok_or(SpecError::NoProtocol)?;
                config.name = named(&config.program.file_stem().unwrap_or_default().to_string_lossy());
                Ok(EngineSpec::Program(Box::new(config)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions() {
        let spec: EngineSpec =
            "cmd=./bin/cloudict proto=cloudict setup='depth 4' tc=depth=4 replay=off hang=90".parse().unwrap();
        let EngineSpec::Program(config) = &spec else { panic!("{spec:?}") };
        assert_eq!(
            (spec.name(), config.setup.as_slice(), config.replay),
            ("cloudict", &["depth 4".to_owned()][..], false)
        );
        assert_eq!(config.control, Some(TimeControl::Depth(4)));
        let spec: EngineSpec = "builtin=duiyi level=3 threads=2 form=turns weights=plain tc=nodes=9".parse().unwrap();
        assert!(spec.can_play_by(&"8+0.08".parse().unwrap()), "it has a control of its own");
        let spec: EngineSpec = "builtin=duiyi".parse().unwrap();
        assert!(!spec.can_play_by(&"8+0.08".parse().unwrap()));
        assert_eq!("builtin=random seed=7".parse::<EngineSpec>().unwrap().name(), "random-7");
    }

    #[test]
    fn what_is_wrong_is_said() {
        let error = |text: &str| text.parse::<EngineSpec>().expect_err(text).to_string();
        assert!(error("cmd='x").contains("quote"));
        assert!(error("cmd").contains("key=value"));
        assert!(error("cmd=x").contains("proto"));
        assert!(error("cmd=x proto=uci").contains("cloudict"));
        assert!(error("cmd=x builtin=random").contains("exclude"));
        assert!(error("name=x").contains("cmd"));
        assert!(error("builtin=duiyi level=10").contains("from 1 to 9"));
        assert!(error("builtin=duiyi weights=/nowhere").contains("/nowhere"));
        assert!(error("builtin=genius").contains("windows"));
        assert!(error("colour=red").contains("colour"));
    }
}
