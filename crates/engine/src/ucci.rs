//! The Universal Chinese Chess Protocol 3.0 (中国象棋通用引擎协议), written after
//! the text of the standard by xqbase.

use crate::{
    CommandError, EngineGame, MoveOf,
    engine::{DEFAULT_HASH, Engine, MAX_HASH, MAX_LINES, MAX_THREADS, number, truth},
    error::shown,
    front::Flow,
    think::Request,
};
use duiyi_clock::{Bonus, GoParameters, PlayerClock};
use duiyi_search::{Bound, Enhancements, Game, GameMove, Heuristics, Score, Skill};
use std::{num::NonZeroU32, time::Duration};

impl<G: EngineGame> Engine<G> {
    /// Carries out a line of UCCI.
    pub(crate) fn ucci(&mut self, line: &str) -> Result<Flow, CommandError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&command, rest)) = words.split_first() else { return Ok(Flow::Continue) };
        match command {
            "ucci" => self.introduce_ucci(),
            "isready" => self.say("readyok"),
            "quit" => return Ok(Flow::Quit),
            "stop" if self.is_thinking() => self.stop(),
            // A confused front end is not left waiting.
            "stop" => self.say("nobestmove"),
            "ponderhit" => self.ponder_hit(rest == ["draw"]),
            "probe" => self.probe(rest)?,
            _ if self.is_thinking() && !self.is_stopping() => return Err(CommandError::Thinking(shown(command))),
            _ => {
                self.join();
                self.ucci_idle(command, rest)?;
            }
        }
        Ok(Flow::Continue)
    }

    /// The commands of the idle state.
    fn ucci_idle(&mut self, command: &str, rest: &[&str]) -> Result<(), CommandError> {
        match command {
            "setoption" => self.set_ucci_option(rest)?,
            "position" => {
                self.position = Engine::<G>::read_position(rest)?;
                self.banned.clear();
            }
            "banmoves" => self.banned = self.read_root_moves("banmoves", rest)?,
            "go" => {
                if let Some(request) = self.read_ucci_go(rest)? {
                    self.go(request);
                } else {
                    let score = self.dialect.score(self.static_score());
                    self.output.lines(&[&format_args!("info depth 0 score {score}"), &"nobestmove"]);
                }
            }
            _ => return Err(CommandError::Unknown(shown(command))),
        }
        Ok(())
    }

    fn introduce_ucci(&mut self) {
        self.say(format_args!(
            "id name Duiyi\n\
             id version {version}\n\
             id copyright 2026 the Duiyi developers\n\
             id author the Duiyi developers\n\
             id user everybody\n\
             option usemillisec type check default false\n\
             option batch type check default false\n\
             option debug type check default false\n\
             option ponder type check default false\n\
             option hashsize type spin min 0 max {MAX_HASH} default 0\n\
             option threads type spin min 0 max {MAX_THREADS} default 0\n\
             option multipv type spin min 1 max {MAX_LINES} default 1\n\
             option skilllevel type spin min 0 max {skill} default {skill}\n\
             option skillseed type spin min 0 max 4294967295 default 0\n\
             option pruning type combo var none var small var medium var large default large\n\
             option moveoverhead type spin min 0 max 5000 default {overhead}\n\
             option timestrategy type combo{strategies} default {strategy}\n\
             option newgame type button\n\
             ucciok",
            version = env!("CARGO_PKG_VERSION"),
            skill = Skill::MAX,
            overhead = crate::engine::Options::default().overhead.as_millis(),
            strategy = crate::engine::Options::default().strategy,
            strategies = Engine::<G>::strategy_choices(),
        ));
    }

    /// `setoption <name> [<value>]`. Unknown options are ignored without a
    /// word: front ends send the standard ones without looking at the list.
    fn set_ucci_option(&mut self, rest: &[&str]) -> Result<(), CommandError> {
        let Some((&name, value)) = rest.split_first() else {
            return Err(CommandError::Missing { command: "setoption".into(), expected: "the name of an option" });
        };
        let value = value.join(" ");
        match name {
            "usemillisec" => self.options.milliseconds = truth(name, &value)?,
            "batch" => self.options.batch = truth(name, &value)?,
            "ponder" => self.options.ponder = truth(name, &value)?,
            "debug" => {
                truth(name, &value)?;
            }
            "hashsize" => {
                let size = number(name, &value, 0..=MAX_HASH)?;
                self.resize_table(if size == 0 { DEFAULT_HASH } else { size });
            }
            // 0 leaves the choice to the engine, which takes one.
            "threads" => self.options.threads = number(name, &value, 0..=MAX_THREADS)?.max(1),
            "multipv" => self.options.lines = number(name, &value, 1..=MAX_LINES)?,
            "skilllevel" => self.options.skill = Skill::new(number(name, &value, 0..=Skill::MAX)?),
            "skillseed" => {
                let seed = number(name, &value, 0..=u32::MAX)?;
                self.set_skill_seed(seed as u64);
            }
            "pruning" => self.options.enhancements = pruning(name, &value)?,
            "moveoverhead" => self.options.overhead = Duration::from_millis(number(name, &value, 0..=5000)?),
            "timestrategy" => self.set_strategy(name, &value)?,
            "newgame" => self.new_game(),
            _ => {}
        }
        Ok(())
    }

    /// Reads a `go`; `None` for `go depth 0`, which asks for no search.
    fn read_ucci_go(&self, words: &[&str]) -> Result<Option<Request<MoveOf<G>>>, CommandError> {
        let mut limits = GoParameters::default();
        let mut request = Request {
            limits,
            mate: None,
            until_mate: false,
            only: Vec::new(),
            banned: self.banned.clone(),
            draw_offered: false,
        };
        let unit = if self.options.milliseconds { 1 } else { 1000 };
        let mut words = words.iter().copied();
        let (mut own, mut opponent) = (PlayerClock::default(), PlayerClock::default());
        let (mut own_given, mut opponent_given, mut bare) = (false, false, true);
        while let Some(word) = words.next() {
            let mut value = |expected| {
                let text = words.next().ok_or(CommandError::Missing { command: word.to_owned(), expected })?;
                text.parse::<i64>().map(|value| value.max(0) as u64).map_err(|_| CommandError::Unexpected {
                    command: "go",
                    found: shown(text),
                    expected,
                })
            };
            let time = |value: u64| Duration::from_millis(value.saturating_mul(unit));
            match word {
                "ponder" => limits.ponder = true,
                "draw" => request.draw_offered = true,
                "infinite" => limits.infinite = true,
                "depth" => match value("a number of plies or infinite") {
                    Ok(0) => return Ok(None),
                    Ok(depth) => limits.depth = Some(depth.min(1000) as u32),
                    // The form `depth infinite` is in the standard too.
                    Err(CommandError::Unexpected { found, .. }) if found == "infinite" => limits.infinite = true,
                    Err(error) => return Err(error),
                },
                "nodes" => limits.nodes = Some(value("a number of nodes")?.max(1)),
                "time" => (own.left, own_given) = (time(value("a time")?), true),
                "opptime" => (opponent.left, opponent_given) = (time(value("a time")?), true),
                "movestogo" => {
                    limits.moves_to_go = NonZeroU32::new(value("a number of moves")?.clamp(1, 10_000) as u32);
                    bare = false;
                }
                "increment" => (own.bonus, bare) = (Bonus::Increment(time(value("a time")?)), false),
                "oppincrement" => opponent.bonus = Bonus::Increment(time(value("a time")?)),
                "oppmovestogo" => {
                    value("a number of moves")?;
                }
                _ => {
                    return Err(CommandError::Unexpected {
                        command: "go",
                        found: shown(word),
                        expected: "a limit or the end of the line",
                    });
                }
            }
        }
        // A time alone is for this move, and so is one with one move to go:
        // what is left of it is lost.
        let for_this_move = bare || limits.moves_to_go == NonZeroU32::new(1);
        if own_given && for_this_move {
            limits.move_time = Some(own.left);
        } else {
            limits.own = own_given.then_some(own);
        }
        limits.opponent = opponent_given.then_some(opponent);
        let unlimited = !own_given && limits.depth.is_none() && limits.nodes.is_none();
        limits.infinite |= unlimited && !limits.ponder;
        request.until_mate = limits.infinite;
        request.limits = limits;
        Ok(Some(request))
    }

    /// What the table knows of a position, answered at once even while thinking.
    fn probe(&self, words: &[&str]) -> Result<(), CommandError> {
        let position = Engine::<G>::read_position(words)?;
        let mut text = "pophash".to_owned();
        if let Some(entry) = self.table().probe(position.table_key()) {
            let mv = MoveOf::<G>::from_bits(entry.mv).filter(|&mv| position.is_legal(mv));
            if let Some(mv) = mv {
                text += &format!(" bestmove {}", G::write_move(mv));
            }
            let depth = entry.depth.whole();
            let score = self.dialect.score(entry.score.max(-Score::MATE).min(Score::MATE));
            if matches!(entry.bound, Bound::Lower | Bound::Exact) {
                text += &format!(" lowerbound {score} depth {depth}");
            }
            if matches!(entry.bound, Bound::Upper | Bound::Exact) {
                text += &format!(" upperbound {score} depth {depth}");
            }
        }
        self.say(text);
        Ok(())
    }
}

/// How much the search leaves out: less for composed problems.
fn pruning(name: &str, value: &str) -> Result<Enhancements, CommandError> {
    let mut enhancements = Enhancements::default();
    match value {
        "large" => {}
        "medium" => enhancements.delta = false,
        "small" => (enhancements.delta, enhancements.null_move) = (false, false),
        "none" => {
            enhancements.delta = false;
            enhancements.null_move = false;
            enhancements.quiescence_exchange = false;
        }
        _ => {
            return Err(CommandError::OptionValue {
                name: name.to_owned(),
                value: shown(value),
                expected: "none, small, medium or large".to_owned(),
            });
        }
    }
    Ok(enhancements)
}
