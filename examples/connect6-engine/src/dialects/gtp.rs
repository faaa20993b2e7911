//! The Go Text Protocol, with the `gogui-rules_*` commands that make GoGui and
//! its tournament program play the game.
//!
//! A `play` or `genmove` is one stone, so that a turn of Connect6 is two of
//! them for the same colour. A host that gives two points in one `play`
//! (`play B J10,K11`) gets whole turns from `genmove` as well. Letters skip I.

use super::{NAME, VERSION, number, shown};
use crate::session::{Flow, MAX_THREADS, Session, clock};
use duiyi_clock::ByoYomi;
use duiyi_connect6::notation::Coordinates;
use duiyi_connect6::{Color, Point, Rules};
use std::fmt::Write as _;
use std::io::Write;
use std::num::NonZeroU32;
use std::time::Duration;

const COMMANDS: [&str; 24] = [
    "boardsize",
    "clear_board",
    "final_score",
    "genmove",
    "gogui-rules_board",
    "gogui-rules_board_size",
    "gogui-rules_final_result",
    "gogui-rules_game_id",
    "gogui-rules_legal_moves",
    "gogui-rules_side_to_move",
    "known_command",
    "komi",
    "level",
    "list_commands",
    "name",
    "play",
    "protocol_version",
    "quit",
    "showboard",
    "threads",
    "time_left",
    "time_settings",
    "undo",
    "version",
];

pub(super) fn is_command(word: &str) -> bool {
    COMMANDS.contains(&word)
}

/// What the conversation remembers.
#[derive(Debug, Default)]
pub(crate) struct State {
    /// The host gives and wants whole turns.
    whole_turns: bool,
    /// The second stone of a turn whose first was given, with the key of the
    /// position that it belongs to: it is used there and nowhere else.
    planned: Option<(u64, Point)>,
    /// Main time, overtime period, and turns in it.
    times: Option<(Duration, Duration, u32)>,
    /// Time left by colour, and turns left in the period.
    left: [Option<(Duration, u32)>; 2],
}

impl State {
    pub(super) fn obey<W: Write>(&mut self, session: &mut Session<W>, line: &str) -> Flow {
        let line = line.split('#').next().unwrap_or_default();
        let mut words: Vec<&str> = line.split_whitespace().collect();
        let id = match words.first() {
            Some(first) if first.bytes().all(|byte| byte.is_ascii_digit()) => words.remove(0),
            _ => "",
        };
        let Some((&command, arguments)) = words.split_first() else { return Flow::Continue };
        let result = self.answer(session, command, arguments);
        match result {
            Ok(text) => session.say(format_args!("={id} {text}\n")),
            Err(text) => session.say(format_args!("?{id} {text}\n")),
        }
        if command == "quit" { Flow::Quit } else { Flow::Continue }
    }

    fn answer<W: Write>(
        &mut self,
        session: &mut Session<W>,
        command: &str,
        arguments: &[&str],
    ) -> Result<String, String> {
        let rules = session.rules();
        match command {
            "name" => Ok(NAME.to_owned()),
            "version" => Ok(VERSION.to_owned()),
            "protocol_version" => Ok("2".to_owned()),
            "list_commands" => Ok(COMMANDS.join("\n")),
            "known_command" => Ok(arguments.first().is_some_and(|word| is_command(word)).to_string()),
            "quit" | "komi" => Ok(String::new()),
            "boardsize" => {
                let side = number("boardsize", arguments.first().copied(), 3..=duiyi_connect6::MAX_SIDE)?;
                let new = Rules::new(side, side, rules.k(), rules.p(), rules.q())
                    .map_err(|_| "unacceptable size".to_owned())?;
                self.begin(session, new);
                Ok(String::new())
            }
            "clear_board" => {
                self.begin(session, rules);
                Ok(String::new())
            }
            "play" => self.play(session, arguments),
            "genmove" => self.generate(session, arguments),
            "undo" => {
                let undone =
                    if self.whole_turns { session.board.undo_turn().is_some() } else { session.board.take().is_some() };
                if undone { Ok(String::new()) } else { Err("cannot undo".to_owned()) }
            }
            "showboard" => Ok(format!("\n{}", session.board)),
            "level" => {
                let level = number("level", arguments.first().copied(), 1..=9)?;
                session.set_level(crate::Level::new(level).unwrap_or(crate::Level::BEST));
                Ok(String::new())
            }
            "threads" => {
                let threads = number("threads", arguments.first().copied(), 1..=MAX_THREADS)?;
                session.player.set_threads(threads);
                Ok(String::new())
            }
            "time_settings" => self.time_settings(arguments),
            "time_left" => self.time_left(arguments),
            "final_score" => Ok(match session.board.winner() {
                Some(Color::Black) => "B+",
                Some(Color::White) => "W+",
                None => "0",
            }
            .to_owned()),
            "gogui-rules_game_id" => {
                Ok(if rules.p() == 2 && rules.k() == 6 { "Connect6".to_owned() } else { rules.to_string() })
            }
            "gogui-rules_board_size" => Ok(rules.width().to_string()),
            "gogui-rules_board" => Ok(board(session)),
            "gogui-rules_legal_moves" => {
                let over = session.board.outcome().is_some();
                let names = session.board.empties().filter(|_| !over).map(|point| Coordinates::Gtp.write(rules, point));
                Ok(names.collect::<Vec<_>>().join(" "))
            }
            "gogui-rules_side_to_move" => {
                Ok(if session.board.to_move() == Color::Black { "black" } else { "white" }.to_owned())
            }
            "gogui-rules_final_result" => {
                Ok(session.board.outcome().map(|outcome| outcome.reason.into_owned()).unwrap_or_default())
            }
            _ => Err("unknown command".to_owned()),
        }
    }

    fn begin<W: Write>(&mut self, session: &mut Session<W>, rules: Rules) {
        session.new_game(rules);
        self.planned = None;
        self.left = [None; 2];
    }

    fn play<W: Write>(&mut self, session: &mut Session<W>, arguments: &[&str]) -> Result<String, String> {
        let [color, text] = arguments else { return Err("expected a colour and a point".to_owned()) };
        let color = color_of(color)?;
        self.check(session, color)?;
        let turn = Coordinates::Gtp.read_turn(session.rules(), text).map_err(|error| error.to_string())?;
        match turn.points() {
            [point] => session.board.try_put(*point).map_err(|error| format!("illegal move: {error}"))?,
            points => {
                session.board.play(points).map_err(|error| format!("illegal move: {error}"))?;
                self.whole_turns = true;
            }
        }
        Ok(String::new())
    }

    /// The colour that a command names must be the one to move.
    fn check<W: Write>(&self, session: &Session<W>, color: Color) -> Result<(), String> {
        let expected = session.board.to_move();
        if color == expected { Ok(()) } else { Err(format!("illegal move: it is {expected}'s turn")) }
    }

    fn generate<W: Write>(&mut self, session: &mut Session<W>, arguments: &[&str]) -> Result<String, String> {
        let color = color_of(arguments.first().ok_or("expected a colour")?)?;
        self.check(session, color)?;
        let rules = session.rules();
        if let Some((key, point)) = self.planned.take()
            && key == session.board.key()
            && session.board.try_put(point).is_ok()
        {
            return Ok(Coordinates::Gtp.write(rules, point));
        }
        let before = session.limits;
        self.set_clock(session, color);
        let found = session.think(|line| line == "quit", |_| None);
        session.limits = before;
        let Some(decision) = found else { return Ok("resign".to_owned()) };
        let points = decision.turn.points();
        if self.whole_turns {
            session.board.play(points).map_err(|error| error.to_string())?;
            return Ok(Coordinates::Gtp.write_turn(rules, &decision.turn));
        }
        let (&first, rest) = points.split_first().ok_or("there is no stone to put")?;
        session.board.try_put(first).map_err(|error| error.to_string())?;
        self.planned = rest.first().map(|&second| (session.board.key(), second));
        Ok(Coordinates::Gtp.write(rules, first))
    }

    fn time_settings(&mut self, arguments: &[&str]) -> Result<String, String> {
        let seconds = |index: usize| number("time_settings", arguments.get(index).copied(), 0..=10_000_000u64);
        let (main, period, stones) =
            (seconds(0)?, seconds(1)?, number("time_settings", arguments.get(2).copied(), 0..=10_000u32)?);
        // A period without stones means that there is no limit.
        self.times = if period > 0 && stones == 0 {
            None
        } else {
            Some((Duration::from_secs(main), Duration::from_secs(period), stones))
        };
        self.left = [None; 2];
        Ok(String::new())
    }

    fn time_left(&mut self, arguments: &[&str]) -> Result<String, String> {
        let color = color_of(arguments.first().ok_or("expected a colour")?)?;
        let seconds = number("time_left", arguments.get(1).copied(), 0..=10_000_000u64)?;
        let stones = number("time_left", arguments.get(2).copied(), 0..=10_000u32)?;
        self.left[color.index()] = Some((Duration::from_secs(seconds), stones));
        Ok(String::new())
    }

    /// Hands the host's clock to the session.
    fn set_clock<W: Write>(&self, session: &mut Session<W>, color: Color) {
        let Some((main, period, stones)) = self.times else { return };
        let byo_yomi = |periods: u32| NonZeroU32::new(periods).map(|periods| ByoYomi { periods, time: period });
        let (left, in_period) = self.left[color.index()].unwrap_or((main, 0));
        session.limits.time = None;
        if in_period > 0 {
            session.limits.clock = Some(clock(left, None));
            session.limits.turns_to_go = NonZeroU32::new(in_period);
        } else if left.is_zero() && !period.is_zero() {
            session.limits.clock = Some(clock(period, None));
            session.limits.turns_to_go = NonZeroU32::new(stones);
        } else {
            let overtime = if period.is_zero() || stones != 1 { None } else { byo_yomi(1) };
            session.limits.clock = Some(clock(left, overtime));
        }
    }
}

/// The board as GoGui wants it: rows from the top, `X`, `O` and `.`.
fn board<W: Write>(session: &Session<W>) -> String {
    let rules = session.rules();
    let mut text = String::new();
    for row in (0..rules.height()).rev() {
        for column in 0..rules.width() {
            let stone = rules.point(column, row).and_then(|point| session.board.color_at(point));
            let _ = write!(
                text,
                "{}",
                match stone {
                    Some(Color::Black) => 'X',
                    Some(Color::White) => 'O',
                    None => '.',
                }
            );
            text.push(if column + 1 < rules.width() { ' ' } else { '\n' });
        }
    }
    text.trim_end().to_owned()
}

fn color_of(text: &str) -> Result<Color, String> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Color::Black),
        "w" | "white" => Ok(Color::White),
        _ => Err(format!("'{}' is no colour", shown(text))),
    }
}
