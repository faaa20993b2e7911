//! The steps for engines that speak the Go Text Protocol.

use super::{
    report::{Entry, Step},
    stones::{self, Table},
    talk::{Checked, Stop, failed, ms, skipped},
};
use duiyi_arena::Fault;
use duiyi_engine::protocol::stones::{GtpAnswer, gtp_names};
use duiyi_game::{Coordinates, History, Notation, Side};
use std::time::Duration;

/// The time for commands without a search.
const SHORT: Duration = ms(2000);
/// The time for a turn, after `time_settings` with a second for each stone.
const TURN: Duration = ms(3000);

/// Commands that every engine must have (GTP 2, chapter 6.1), apart from those of the game of Go.
const REQUIRED: [&str; 9] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "play",
];

/// Tests an engine.
///
/// # Errors
/// If the engine does not start, or ends before the first answer.
pub(super) fn test<G: Notation>(table: Table<G>) -> Result<Vec<Entry>, Fault> {
    let steps = [
        Step { name: "name and version", check: identification },
        Step { name: "list_commands has the required commands", check: list },
        Step { name: "known_command", check: known },
        Step { name: "numbers of commands are repeated", check: numbers },
        Step { name: "unknown commands are refused", check: unknown },
        Step { name: "comments and empty lines", check: comments },
        Step { name: "CR LF at the end of lines", check: carriage_return },
        Step { name: "boardsize and clear_board", check: board },
        Step { name: "boardsize refuses impossible sizes", check: impossible_board },
        Step { name: "play in both spellings of a colour", check: play },
        Step { name: "play refuses an occupied point", check: occupied },
        Step { name: "play refuses points off the board", check: off_board },
        Step { name: "malformed play and genmove", check: malformed },
        Step { name: "time_settings and time_left", check: times },
        Step { name: "genmove on the empty board", check: first_turn },
        Step { name: "genmove after moves", check: turns },
        Step { name: "genmove keeps the time", check: in_time },
        Step { name: "undo", check: undo },
        Step { name: "undo without moves is refused", check: no_undo },
        Step { name: "numbers that are too large", check: large_numbers },
        Step { name: "very long lines", check: long_lines },
        Step { name: "commands in one write", check: pipelined },
        Step { name: "end of input ends the process", check: end_of_input },
        Step { name: "quit is answered and ends the process", check: quit },
    ];
    stones::test(table, &Step { name: "protocol_version", check: version }, &steps)
}

impl<G: Notation> Table<G> {
    /// Reads an answer, up to its empty line.
    fn gtp_answer(&mut self, what: &str, time: Duration) -> Result<GtpAnswer, Stop> {
        let mut lines: Vec<String> = Vec::new();
        let expected = format!("an answer to '{what}' with an empty line after it");
        self.talk.wait(&expected, time, |line| {
            if line.is_empty() {
                return (!lines.is_empty()).then_some(());
            }
            if !lines.is_empty() || line.starts_with(['=', '?']) {
                lines.push(line.to_owned());
            }
            None
        })?;
        GtpAnswer::read(&lines.join("\n")).map_or_else(|| failed(expected, "no '=' or '?'"), Ok)
    }

    fn gtp(&mut self, command: &str) -> Result<GtpAnswer, Stop> {
        self.talk.send(command)?;
        self.gtp_answer(command, SHORT)
    }

    /// Sends a command that must be accepted.
    fn accepted(&mut self, command: &str) -> Result<String, Stop> {
        let answer = self.gtp(command)?;
        if answer.accepted {
            return Ok(answer.text);
        }
        failed(format!("'=' in answer to '{command}'"), format!("'? {}'", answer.text))
    }

    /// Sends a command that must be refused.
    fn refused(&mut self, command: &str) -> Result<(), Stop> {
        let answer = self.gtp(command)?;
        if !answer.accepted {
            return Ok(());
        }
        failed(format!("'?' in answer to '{command}'"), format!("'= {}'", answer.text))
    }

    /// Empties the board, limits the time and plays a game.
    fn gtp_set_up(&mut self, game: &History<G>) -> Result<(), Stop> {
        let side = self.size().0;
        self.accepted(&format!("boardsize {side}"))?;
        self.accepted("clear_board")?;
        // Not every engine has clocks.
        self.gtp("time_settings 0 1 1")?;
        for (side, name) in self.stones(game, Coordinates::Gtp) {
            self.accepted(&format!("play {} {name}", color(side)))?;
        }
        Ok(())
    }

    /// Requests the stones of a turn, and plays them.
    fn gtp_turn(&mut self, game: &mut History<G>) -> Result<Vec<String>, Stop> {
        let mover = game.now().side_to_move();
        let mut stones = Vec::new();
        while game.outcome().is_none() && game.now().side_to_move() == mover {
            self.talk.send(&format!("genmove {}", color(mover)))?;
            let answer = self.gtp_answer("genmove", TURN)?;
            if !answer.accepted {
                return failed("a move", format!("'? {}'", answer.text));
            }
            for name in gtp_names(&answer.text) {
                self.put(game, Coordinates::Gtp, &name)?;
                stones.push(name);
            }
        }
        Ok(stones)
    }

    /// The names of the first free points.
    fn points(&self, count: usize) -> Vec<String> {
        let size = self.size();
        let all = (0..size.1).flat_map(|row| (0..size.0).map(move |column| duiyi_game::Square { column, row }));
        all.map(|at| Coordinates::Gtp.write(size, at)).take(count).collect()
    }

    /// The initial position.
    fn empty(&self) -> History<G> {
        History::new(self.start.clone())
    }
}

fn color(side: Side) -> &'static str {
    ["b", "w"][side.index()]
}

fn version<G: Notation>(table: &mut Table<G>) -> Checked {
    table.talk.send("protocol_version")?;
    let startup = table.startup;
    let answer = table.gtp_answer("protocol_version", startup)?;
    if answer.accepted && answer.text == "2" {
        return Ok("2".to_owned());
    }
    failed("'= 2'", format!("'{}'", answer.text))
}

fn identification<G: Notation>(table: &mut Table<G>) -> Checked {
    let (name, version) = (table.accepted("name")?, table.accepted("version")?);
    if name.is_empty() { failed("a name", "an empty text") } else { Ok(format!("{name} {version}")) }
}

fn list<G: Notation>(table: &mut Table<G>) -> Checked {
    let commands = table.accepted("list_commands")?;
    let listed: Vec<&str> = commands.lines().map(str::trim).collect();
    match REQUIRED.iter().chain(&["genmove"]).find(|command| !listed.contains(command)) {
        Some(missing) => failed(format!("'{missing}' in the list"), format!("{} other commands", listed.len())),
        None => Ok(format!("{} commands", listed.len())),
    }
}

fn known<G: Notation>(table: &mut Table<G>) -> Checked {
    for (command, expected) in [("play", "true"), ("genmove", "true"), ("xyzzy", "false")] {
        let found = table.accepted(&format!("known_command {command}"))?;
        if found != expected {
            return failed(format!("'{expected}' for '{command}'"), format!("'{found}'"));
        }
    }
    Ok(String::new())
}

fn numbers<G: Notation>(table: &mut Table<G>) -> Checked {
    for (command, number) in [("7 name", "7"), ("123456 name", "123456"), ("8 xyzzy", "8"), ("name", "")] {
        let answer = table.gtp(command)?;
        if answer.id != number {
            return failed(format!("number '{number}' for '{command}'"), format!("'{}'", answer.id));
        }
    }
    Ok(String::new())
}

fn unknown<G: Notation>(table: &mut Table<G>) -> Checked {
    let commands = ["xyzzy", "xyzzy 1 2 3", "!?"];
    for command in commands {
        table.refused(command)?;
    }
    Ok(String::new())
}

fn comments<G: Notation>(table: &mut Table<G>) -> Checked {
    table.talk.send("# a comment\n\n   \n\t\n 5  name  # the name\n\n# end")?;
    let answer = table.gtp_answer("5 name # the name", SHORT)?;
    if answer.id != "5" {
        return failed("one answer, number 5", format!("number '{}'", answer.id));
    }
    let more = table.talk.listen(ms(80))?;
    match more.iter().find(|line| line.starts_with(['=', '?'])) {
        Some(line) => failed("no other answer", format!("'{line}'")),
        None => Ok(String::new()),
    }
}

fn carriage_return<G: Notation>(table: &mut Table<G>) -> Checked {
    table.talk.send("1 name\r\n2 known_command name\r")?;
    let (one, two) = (table.gtp_answer("1 name", SHORT)?, table.gtp_answer("2 known_command name", SHORT)?);
    if (one.id.as_str(), two.id.as_str(), two.text.as_str()) == ("1", "2", "true") {
        return Ok(String::new());
    }
    failed("'=1 …' and '=2 true'", format!("'{}' and '{} {}'", one.id, two.id, two.text))
}

fn board<G: Notation>(table: &mut Table<G>) -> Checked {
    let side = table.size().0;
    table.accepted(&format!("boardsize {side}"))?;
    table.accepted("clear_board")?;
    Ok(format!("{side}"))
}

fn impossible_board<G: Notation>(table: &mut Table<G>) -> Checked {
    for size in ["0", "-1", "1000", "x", ""] {
        table.refused(format!("boardsize {size}").trim_end())?;
    }
    Ok(String::new())
}

/// The names of a turn's first colours and points after the empty board, one stone at a time.
fn play<G: Notation>(table: &mut Table<G>) -> Checked {
    let game = table.empty();
    let mut then = game.clone();
    table.gtp_set_up(&game)?;
    for (at, name) in table.points(4).into_iter().enumerate() {
        let side = then.now().side_to_move();
        let words = [["b", "w"], ["black", "white"], ["B", "W"], ["BLACK", "WHITE"]][at];
        table.accepted(&format!(
            "play {} {}",
            words[side.index()],
            if at % 2 == 0 { name.clone() } else { name.to_lowercase() }
        ))?;
        table.put(&mut then, Coordinates::Gtp, &name)?;
    }
    Ok("4 stones".to_owned())
}

fn occupied<G: Notation>(table: &mut Table<G>) -> Checked {
    let game = table.empty();
    table.gtp_set_up(&game)?;
    let point = table.points(1).concat();
    table.accepted(&format!("play b {point}"))?;
    table.refused(&format!("play w {point}"))?;
    Ok(String::new())
}

fn off_board<G: Notation>(table: &mut Table<G>) -> Checked {
    let game = table.empty();
    table.gtp_set_up(&game)?;
    let side = table.size().1;
    for point in [format!("A{}", side + 1), "A0".to_owned(), "I1".to_owned(), "Z99".to_owned()] {
        table.refused(&format!("play b {point}"))?;
    }
    Ok(String::new())
}

fn malformed<G: Notation>(table: &mut Table<G>) -> Checked {
    let game = table.empty();
    table.gtp_set_up(&game)?;
    for command in ["play", "play b", "play A1", "play x A1", "play b ??", "genmove", "genmove x", "known_command"] {
        let answer = table.gtp(command)?;
        // `known_command` without a word may be answered with false.
        if answer.accepted && command != "known_command" {
            return failed(format!("'?' in answer to '{command}'"), format!("'= {}'", answer.text));
        }
    }
    Ok(String::new())
}

fn times<G: Notation>(table: &mut Table<G>) -> Checked {
    if table.accepted("known_command time_settings")? != "true" {
        return skipped("the engine has no clock");
    }
    for command in ["time_settings 60 0 0", "time_settings 60 10 1", "time_left b 30 0", "time_left w 5 1"] {
        table.accepted(command)?;
    }
    Ok(String::new())
}

fn first_turn<G: Notation>(table: &mut Table<G>) -> Checked {
    let mut game = table.empty();
    table.gtp_set_up(&game)?;
    let turns = [table.gtp_turn(&mut game)?, table.gtp_turn(&mut game)?];
    Ok(turns.map(|turn| turn.join(",")).join(" "))
}

fn turns<G: Notation>(table: &mut Table<G>) -> Checked {
    let games: Vec<_> = table.games.iter().skip(1).step_by(2).cloned().collect();
    for game in &games {
        table.gtp_set_up(game)?;
        table.gtp_turn(&mut game.clone())?;
    }
    Ok(format!("{} games", games.len()))
}

fn in_time<G: Notation>(table: &mut Table<G>) -> Checked {
    if table.accepted("known_command time_settings")? != "true" {
        return skipped("the engine has no clock");
    }
    let Some(mut game) = table.games.last().cloned() else { return skipped("no game") };
    table.gtp_set_up(&game)?;
    // A turn in a second, however many stones it has.
    let begun = std::time::Instant::now();
    table.gtp_turn(&mut game)?;
    let (time, limit) = (begun.elapsed(), table.talk.limit(ms(1100)));
    if time > limit {
        return failed(format!("a turn within {} ms", limit.as_millis()), format!("{} ms", time.as_millis()));
    }
    Ok(format!("{} ms", time.as_millis()))
}

fn undo<G: Notation>(table: &mut Table<G>) -> Checked {
    if table.accepted("known_command undo")? != "true" {
        return skipped("the engine has no undo");
    }
    let game = table.empty();
    table.gtp_set_up(&game)?;
    let point = table.points(1).concat();
    for _ in 0..2 {
        table.accepted(&format!("play b {point}"))?;
        table.accepted("undo")?;
    }
    Ok(String::new())
}

fn no_undo<G: Notation>(table: &mut Table<G>) -> Checked {
    let game = table.empty();
    table.gtp_set_up(&game)?;
    table.refused("undo")?;
    Ok(String::new())
}

/// Checks that the engine still answers.
fn answers<G: Notation>(table: &mut Table<G>, count: usize) -> Checked {
    table.accepted("name")?;
    Ok(format!("{count} lines"))
}

fn large_numbers<G: Notation>(table: &mut Table<G>) -> Checked {
    const LARGE: &str = "99999999999999999999999";
    table.refused(&format!("boardsize {LARGE}"))?;
    table.refused(&format!("play b A{LARGE}"))?;
    // These may be refused or limited.
    table.gtp(&format!("time_settings {LARGE} {LARGE} {LARGE}"))?;
    table.gtp(&format!("time_left b {LARGE} {LARGE}"))?;
    table.gtp(&format!("{LARGE} name"))?;
    answers(table, 5)
}

fn long_lines<G: Notation>(table: &mut Table<G>) -> Checked {
    table.refused(&"x".repeat(100_000))?;
    table.refused(&format!("play b {}", "A".repeat(50_000)))?;
    table.gtp(&format!("name{}", " word".repeat(20_000)))?;
    table.talk.send(&format!("# {}", "comment ".repeat(20_000)))?;
    answers(table, 4)
}

fn pipelined<G: Notation>(table: &mut Table<G>) -> Checked {
    let side = table.size().0;
    let point = table.points(1).concat();
    table.talk.send(&format!(
        "1 boardsize {side}\n2 clear_board\n3 time_settings 0 1 1\n4 play b {point}\n5 genmove w\n6 name"
    ))?;
    for number in ["1", "2", "3", "4", "5", "6"] {
        let answer = table.gtp_answer(number, TURN)?;
        if answer.id != number {
            return failed(format!("the answer to command {number}"), format!("that to {}", answer.id));
        }
    }
    Ok("6 commands".to_owned())
}

fn end_of_input<G: Notation>(table: &mut Table<G>) -> Checked {
    table.talk.close_input()?;
    table.talk.ended(ms(1000)).map(|(_, time)| format!("after {} ms", time.as_millis()))
}

fn quit<G: Notation>(table: &mut Table<G>) -> Checked {
    table.talk.send("9 quit")?;
    let (lines, time) = table.talk.ended(ms(1000))?;
    match lines.iter().any(|line| line.starts_with("=9")) {
        true => Ok(format!("after {} ms", time.as_millis())),
        false => failed("'=9'", format!("'{}'", lines.join(" "))),
    }
}
