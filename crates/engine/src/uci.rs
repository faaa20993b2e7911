//! The Universal Chess Interface, for xiangqi as Pikafish speaks it: squares
//! a0–i9, `UCI_Variant` announced so that a front end knows the game.

use crate::{
    CommandError, EngineGame,
    engine::{DEFAULT_HASH, Engine, MAX_HASH, MAX_LINES, MAX_THREADS, number, truth},
    error::shown,
    front::Flow,
    think::Request,
};
use duiyi_clock::{Bonus, GoParameters, PlayerClock};
use duiyi_search::Skill;
use std::{num::NonZeroU32, time::Duration};

impl<G: EngineGame> Engine<G> {
    /// Carries out a line of UCI.
    pub(crate) fn uci(&mut self, line: &str) -> Result<Flow, CommandError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&command, rest)) = words.split_first() else { return Ok(Flow::Continue) };
        match command {
            "uci" => self.introduce_uci(),
            "isready" => self.say("readyok"),
            "quit" => return Ok(Flow::Quit),
            "stop" => self.stop(),
            "ponderhit" => self.ponder_hit(false),
            "debug" | "register" => {}
            _ if self.is_thinking() && !self.is_stopping() => return Err(CommandError::Thinking(shown(command))),
            _ => {
                self.join();
                self.uci_idle(command, rest, line)?;
            }
        }
        Ok(Flow::Continue)
    }

    /// The commands that need an idle engine.
    fn uci_idle(&mut self, command: &str, rest: &[&str], line: &str) -> Result<(), CommandError> {
        match command {
            "ucinewgame" => self.new_game(),
            "setoption" => self.set_uci_option(rest)?,
            "position" => self.position = Engine::<G>::read_position(rest)?,
            // UCI-Cyclone leaves the keyword out.
            "startpos" | "fen" => {
                let words: Vec<&str> = line.split_whitespace().collect();
                self.position = Engine::<G>::read_position(&words)?;
            }
            "go" if rest.first() == Some(&"perft") => self.uci_perft(rest)?,
            "go" => {
                let request = self.read_uci_go(rest)?;
                self.go(request);
            }
            "d" => self.say(G::draw(&self.position)),
            "eval" => self.say(self.dialect.message(format_args!("static score {}", self.static_score()))),
            "bench" => {
                let lines = crate::bench::<G>(crate::BENCH_DEPTH, crate::BENCH_HASH, 1, |_| {});
                self.say(lines);
            }
            _ => return Err(CommandError::Unknown(shown(command))),
        }
        Ok(())
    }

    fn introduce_uci(&mut self) {
        self.say(format_args!(
            "id name Duiyi {version}\n\
             id author the Duiyi developers\n\
             option name Hash type spin default {DEFAULT_HASH} min 1 max {MAX_HASH}\n\
             option name Threads type spin default 1 min 1 max {MAX_THREADS}\n\
             option name Ponder type check default false\n\
             option name MultiPV type spin default 1 min 1 max {MAX_LINES}\n\
             option name Skill Level type spin default {skill} min 0 max {skill}\n\
             option name Skill Seed type spin default 0 min 0 max 4294967295\n\
             option name UCI_LimitStrength type check default false\n\
             option name UCI_Elo type spin default {weakest} min {weakest} max {strongest}\n\
             option name Clear Hash type button\n\
             option name Move Overhead type spin default {overhead} min 0 max 5000\n\
             option name Time Strategy type combo default {strategy}{strategies}\n\
             option name UCI_Variant type combo default {variant} var {variant}\n\
             uciok",
            version = env!("CARGO_PKG_VERSION"),
            skill = Skill::MAX,
            weakest = Skill::MIN_ELO,
            strongest = Skill::MAX_ELO,
            overhead = crate::engine::Options::default().overhead.as_millis(),
            strategy = crate::engine::Options::default().strategy,
            strategies = Engine::<G>::strategy_choices(),
            variant = G::NAME,
        ));
    }

    /// `setoption name <words> [value <words>]`.
    fn set_uci_option(&mut self, rest: &[&str]) -> Result<(), CommandError> {
        let missing = |expected| CommandError::Missing { command: "setoption".into(), expected };
        let ["name", rest @ ..] = rest else { return Err(missing("'name <option>'")) };
        let value_at = rest.iter().position(|&word| word == "value").unwrap_or(rest.len());
        let name = rest[..value_at].join(" ");
        let value = rest.get(value_at + 1..).unwrap_or_default().join(" ");
        match name.to_ascii_lowercase().as_str() {
            "" => return Err(missing("the name of an option")),
            "hash" => self.resize_table(number(&name, &value, 1..=MAX_HASH)?),
            "threads" => self.options.threads = number(&name, &value, 1..=MAX_THREADS)?,
            "ponder" => self.options.ponder = truth(&name, &value)?,
            "multipv" => self.options.lines = number(&name, &value, 1..=MAX_LINES)?,
            "skill level" => self.options.skill = Skill::new(number(&name, &value, 0..=Skill::MAX)?),
            "skill seed" => {
                let seed = number(&name, &value, 0..=u32::MAX)?;
                self.set_skill_seed(seed as u64);
            }
            "uci_limitstrength" => self.options.limit_strength = truth(&name, &value)?,
            "uci_elo" => self.options.elo = number(&name, &value, Skill::MIN_ELO..=Skill::MAX_ELO)?,
            "clear hash" => self.clear_table(),
            "move overhead" => self.options.overhead = Duration::from_millis(number(&name, &value, 0..=5000)?),
            "time strategy" => self.set_strategy(&name, &value)?,
            "uci_variant" if value == G::NAME => {}
            "uci_variant" => {
                return Err(CommandError::OptionValue { name, value: shown(&value), expected: G::NAME.to_owned() });
            }
            _ => return Err(CommandError::UnknownOption(shown(&name))),
        }
        Ok(())
    }

    /// `go perft N`: the count below each move, then the sum.
    fn uci_perft(&mut self, rest: &[&str]) -> Result<(), CommandError> {
        let depth = match rest.get(1) {
            None => return Err(CommandError::Missing { command: "go perft".into(), expected: "a depth" }),
            Some(text) => number("perft", text, 1..=20)?,
        };
        self.say(crate::perft::<G>(&self.position, depth));
        Ok(())
    }

    fn read_uci_go(&self, words: &[&str]) -> Result<Request<crate::MoveOf<G>>, CommandError> {
        const KEYWORDS: [&str; 12] = [
            "ponder",
            "infinite",
            "wtime",
            "btime",
            "winc",
            "binc",
            "movestogo",
            "depth",
            "nodes",
            "movetime",
            "mate",
            "searchmoves",
        ];
        let mut limits = GoParameters::default();
        let mut mate = None;
        let mut only = Vec::new();
        // Red and Black, as White and Black.
        let mut left = [None; 2];
        let mut increment = [Duration::ZERO; 2];
        let mut words = words.iter().copied().peekable();
        while let Some(word) = words.next() {
            let mut value = |expected| {
                let text = words.next().ok_or(CommandError::Missing { command: word.to_owned(), expected })?;
                // An overdrawn clock is sent as a negative number.
                text.parse::<i64>().map(|value| value.max(0) as u64).map_err(|_| CommandError::Unexpected {
                    command: "go",
                    found: shown(text),
                    expected,
                })
            };
            match word {
                "ponder" => limits.ponder = true,
                "infinite" => limits.infinite = true,
                "wtime" => left[0] = Some(Duration::from_millis(value("milliseconds")?)),
                "btime" => left[1] = Some(Duration::from_millis(value("milliseconds")?)),
                "winc" => increment[0] = Duration::from_millis(value("milliseconds")?),
                "binc" => increment[1] = Duration::from_millis(value("milliseconds")?),
                "movestogo" => limits.moves_to_go = NonZeroU32::new(value("a number of moves")?.min(10_000) as u32),
                "depth" => limits.depth = Some(value("a number of plies")?.clamp(1, 1000) as u32),
                "nodes" => limits.nodes = Some(value("a number of nodes")?.max(1)),
                "movetime" => limits.move_time = Some(Duration::from_millis(value("milliseconds")?)),
                "mate" => mate = Some(value("a number of moves")?.min(1000) as u32),
                "searchmoves" => {
                    let mut list = Vec::new();
                    while let Some(text) = words.next_if(|word| !KEYWORDS.contains(word)) {
                        list.push(text);
                    }
                    only = self.read_root_moves("searchmoves", &list)?;
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
        use duiyi_search::Game;
        let side = self.position.side_to_move().index();
        let clock = |side: usize| {
            left[side].map(|left| PlayerClock { left, bonus: Bonus::Increment(increment[side]), byo_yomi: None })
        };
        limits.own = clock(side);
        limits.opponent = clock(side ^ 1);
        let unlimited = limits.own.is_none()
            && limits.move_time.is_none()
            && limits.depth.is_none()
            && limits.nodes.is_none()
            && mate.is_none();
        limits.infinite |= unlimited && !limits.ponder;
        Ok(Request { limits, mate, until_mate: false, only, banned: Vec::new(), draw_offered: false })
    }
}
