//! The steps for engines that speak the protocol of Piskvork and Gomocup.

use super::{
    report::{Entry, Step},
    stones::{self, Table},
    talk::{Checked, Stop, failed, ms, skipped},
};
use duiyi_arena::Fault;
use duiyi_engine::protocol::stones::{is_piskvork_answer, piskvork_board};
use duiyi_game::{Coordinates, History, Notation, shortened};
use std::time::{Duration, Instant};

/// The time for commands without a search.
const SHORT: Duration = ms(2000);
/// The limit of a turn that the steps set, in milliseconds.
const TURN: u64 = 300;
/// The time for a turn under this limit.
const SEARCH: Duration = ms(3000);

/// Tests an engine.
///
/// # Errors
/// If the engine does not start, or ends before the first answer.
pub(super) fn test<G: Notation>(table: Table<G>) -> Result<Vec<Entry>, Fault> {
    let steps = [
        Step { name: "START", check: begin },
        Step { name: "START refuses impossible sizes", check: impossible_board },
        Step { name: "RECTSTART", check: rectangle },
        Step { name: "INFO is not answered", check: info },
        Step { name: "BEGIN", check: first },
        Step { name: "TURN", check: turn },
        Step { name: "BOARD", check: board },
        Step { name: "the time of a turn is kept", check: in_time },
        Step { name: "RESTART", check: restart },
        Step { name: "TAKEBACK", check: take_back },
        Step { name: "TURN refuses an occupied point", check: occupied },
        Step { name: "TURN refuses points off the board", check: off_board },
        Step { name: "malformed TURN", check: malformed_turn },
        Step { name: "malformed BOARD", check: malformed_board },
        Step { name: "unknown commands are answered with UNKNOWN", check: unknown },
        Step { name: "numbers that are too large", check: large_numbers },
        Step { name: "very long lines", check: long_lines },
        Step { name: "empty lines", check: empty_lines },
        Step { name: "CR LF at the end of lines", check: carriage_return },
        Step { name: "commands in one write", check: pipelined },
        Step { name: "end of input ends the process", check: end_of_input },
        Step { name: "END ends the process with status 0", check: end },
        Step { name: "END ends a search", check: end_in_search },
    ];
    stones::test(table, &Step { name: "ABOUT", check: about }, &steps)
}

impl<G: Notation> Table<G> {
    /// The next line that is an answer.
    fn line(&mut self, what: &str, time: Duration) -> Result<String, Stop> {
        let answer = self.talk.wait(what, time, |line| is_piskvork_answer(line).then(|| line.to_owned()));
        answer.map(|(line, _)| line)
    }

    fn piskvork(&mut self, command: &str) -> Result<String, Stop> {
        self.talk.send(command)?;
        self.line(&format!("an answer to '{}'", shortened(command)), SHORT)
    }

    fn expect(&mut self, command: &str, word: &str) -> Result<(), Stop> {
        let answer = self.piskvork(command)?;
        if answer.split(' ').next() == Some(word) {
            return Ok(());
        }
        failed(format!("'{word}' in answer to '{}'", shortened(command)), format!("'{answer}'"))
    }

    /// Begins a game on the board of the rules, with the limit of the time.
    fn begin(&mut self) -> Result<History<G>, Stop> {
        let size = self.size().0;
        self.expect(&format!("START {size}"), "OK")?;
        self.talk.send(&format!("INFO timeout_turn {TURN}"))?;
        Ok(History::new(self.start.clone()))
    }

    /// Reads the stone of the engine.
    fn stone(&mut self, game: &mut History<G>) -> Result<String, Stop> {
        let answer = self.line("a stone 'x,y'", SEARCH)?;
        self.put(game, Coordinates::Numbers, &answer)?;
        Ok(answer)
    }

    /// A game with an even number of stones, as `BOARD` with the engine to move.
    fn listed(&self, game: &History<G>) -> String {
        let mover = game.now().side_to_move();
        let stones = self.stones(game, Coordinates::Numbers);
        piskvork_board(stones.iter().map(|(side, name)| (name, *side == mover)))
    }
}

fn about<G: Notation>(table: &mut Table<G>) -> Checked {
    table.talk.send("ABOUT")?;
    let startup = table.startup;
    let about = table.line("an answer to 'ABOUT'", startup)?;
    if about.contains("name=\"") { Ok(about) } else { failed("'name=\"NAME\"'", format!("'{about}'")) }
}

fn begin<G: Notation>(table: &mut Table<G>) -> Checked {
    let size = table.size().0;
    for size in [size, 15, 20, size] {
        table.expect(&format!("START {size}"), "OK")?;
    }
    Ok(format!("{size}, 15, 20"))
}

fn impossible_board<G: Notation>(table: &mut Table<G>) -> Checked {
    for size in ["0", "-1", "1000", "x"] {
        table.expect(&format!("START {size}"), "ERROR")?;
    }
    Ok(String::new())
}

fn rectangle<G: Notation>(table: &mut Table<G>) -> Checked {
    let answer = table.piskvork("RECTSTART 15,12")?;
    match answer.split(' ').next() {
        Some("OK") => Ok("15,12".to_owned()),
        // The protocol allows both for engines with square boards only.
        Some("ERROR" | "UNKNOWN") => skipped("the engine has only square boards"),
        _ => failed("'OK', 'ERROR' or 'UNKNOWN'", format!("'{answer}'")),
    }
}

fn info<G: Notation>(table: &mut Table<G>) -> Checked {
    table.begin()?;
    let infos =
        ["timeout_match 0", "time_left 100000", "max_memory 0", "game_type 1", "rule 0", "folder .", "nonsense x", ""];
    for info in infos {
        table.talk.send(&format!("INFO {info}"))?;
    }
    let lines = table.talk.listen(ms(100))?;
    match lines.iter().find(|line| !line.starts_with("MESSAGE") && !line.starts_with("DEBUG")) {
        Some(line) => failed("no answer", format!("'{line}'")),
        None => Ok(format!("{} keys", infos.len())),
    }
}

fn first<G: Notation>(table: &mut Table<G>) -> Checked {
    let mut game = table.begin()?;
    table.talk.send("BEGIN")?;
    table.stone(&mut game)
}

fn turn<G: Notation>(table: &mut Table<G>) -> Checked {
    let mut game = table.begin()?;
    let (columns, rows) = table.size();
    let mut stones = Vec::new();
    for at in 0..4 {
        let name = format!("{},{}", columns / 2 - 2 + at, rows / 2 - 2 + at % 2 * 3);
        if table.put(&mut game, Coordinates::Numbers, &name).is_err() {
            break;
        }
        table.talk.send(&format!("TURN {name}"))?;
        stones.push(table.stone(&mut game)?);
    }
    Ok(stones.join(" "))
}

fn board<G: Notation>(table: &mut Table<G>) -> Checked {
    let games = table.games.clone();
    for game in &games {
        table.begin()?;
        let lines = table.listed(game);
        table.talk.send(&lines)?;
        table.stone(&mut game.clone())?;
    }
    Ok(format!("{} positions", games.len()))
}

fn in_time<G: Notation>(table: &mut Table<G>) -> Checked {
    let Some(mut game) = table.games.last().cloned() else { return skipped("no game") };
    table.begin()?;
    let lines = table.listed(&game);
    let begun = Instant::now();
    table.talk.send(&lines)?;
    table.stone(&mut game)?;
    let (time, limit) = (begun.elapsed(), table.talk.limit(ms(TURN)));
    if time > limit {
        return failed(format!("a stone within {} ms", limit.as_millis()), format!("{} ms", time.as_millis()));
    }
    Ok(format!("{} ms of {TURN}", time.as_millis()))
}

fn restart<G: Notation>(table: &mut Table<G>) -> Checked {
    let mut game = table.begin()?;
    table.talk.send("BEGIN")?;
    table.stone(&mut game)?;
    let answer = table.piskvork("RESTART")?;
    match answer.split(' ').next() {
        Some("OK") => {}
        Some("UNKNOWN") => return skipped("the engine has no RESTART"),
        _ => return failed("'OK'", format!("'{answer}'")),
    }
    // The board is empty again.
    let mut game = History::new(table.start.clone());
    table.talk.send("BEGIN")?;
    table.stone(&mut game)
}

fn take_back<G: Notation>(table: &mut Table<G>) -> Checked {
    let mut game = table.begin()?;
    table.talk.send("BEGIN")?;
    let stone = table.stone(&mut game)?;
    let answer = table.piskvork(&format!("TAKEBACK {stone}"))?;
    match answer.split(' ').next() {
        Some("OK") => {}
        Some("UNKNOWN") => return skipped("the engine has no TAKEBACK"),
        _ => return failed("'OK'", format!("'{answer}'")),
    }
    let mut game = History::new(table.start.clone());
    table.talk.send("BEGIN")?;
    table.stone(&mut game)
}

fn occupied<G: Notation>(table: &mut Table<G>) -> Checked {
    let mut game = table.begin()?;
    table.talk.send("BEGIN")?;
    let stone = table.stone(&mut game)?;
    table.expect(&format!("TURN {stone}"), "ERROR")?;
    Ok(stone)
}

fn off_board<G: Notation>(table: &mut Table<G>) -> Checked {
    table.begin()?;
    let (columns, rows) = table.size();
    for point in [format!("{columns},0"), format!("0,{rows}"), "-1,3".to_owned(), "200,200".to_owned()] {
        table.expect(&format!("TURN {point}"), "ERROR")?;
    }
    Ok(String::new())
}

fn malformed_turn<G: Notation>(table: &mut Table<G>) -> Checked {
    table.begin()?;
    for text in ["TURN", "TURN x", "TURN 3", "TURN 3,", "TURN 3,y", "TURN 3,4,5,6"] {
        table.expect(text, "ERROR")?;
    }
    Ok(String::new())
}

fn malformed_board<G: Notation>(table: &mut Table<G>) -> Checked {
    for lines in ["BOARD\nnonsense\nDONE", "BOARD\n3,3\nDONE", "BOARD\n3,3,1\n3,3,2\nDONE", "BOARD\n999,3,1\nDONE"] {
        table.begin()?;
        table.expect(lines, "ERROR")?;
    }
    let mut game = table.begin()?;
    table.talk.send("BEGIN")?;
    table.stone(&mut game)?;
    Ok(String::new())
}

fn unknown<G: Notation>(table: &mut Table<G>) -> Checked {
    for command in ["XYZZY", "XYZZY 1,2", "!?"] {
        table.expect(command, "UNKNOWN")?;
    }
    Ok(String::new())
}

fn large_numbers<G: Notation>(table: &mut Table<G>) -> Checked {
    const LARGE: &str = "99999999999999999999999";
    table.begin()?;
    table.expect(&format!("TURN {LARGE},{LARGE}"), "ERROR")?;
    table.expect(&format!("START {LARGE}"), "ERROR")?;
    let mut game = table.begin()?;
    // Not the limit of the turn, which ends the search.
    for key in ["time_left", "max_memory", "rule", "game_type"] {
        table.talk.send(&format!("INFO {key} {LARGE}"))?;
    }
    table.talk.send("BEGIN")?;
    table.stone(&mut game)?;
    Ok("6 lines".to_owned())
}

fn long_lines<G: Notation>(table: &mut Table<G>) -> Checked {
    table.expect(&"x".repeat(100_000), "UNKNOWN")?;
    table.begin()?;
    table.expect(&format!("TURN {}", "1".repeat(50_000)), "ERROR")?;
    table.talk.send(&format!("INFO folder {}", "x".repeat(100_000)))?;
    table.piskvork("ABOUT")?;
    Ok("3 lines".to_owned())
}

fn empty_lines<G: Notation>(table: &mut Table<G>) -> Checked {
    let mut game = table.begin()?;
    table.talk.send("\n\n\nBEGIN\n")?;
    table.stone(&mut game)
}

fn carriage_return<G: Notation>(table: &mut Table<G>) -> Checked {
    let size = table.size().0;
    let mut game = History::new(table.start.clone());
    table.expect(&format!("START {size}\r"), "OK")?;
    table.talk.send(&format!("INFO timeout_turn {TURN}\r\nBEGIN\r"))?;
    table.stone(&mut game)
}

fn pipelined<G: Notation>(table: &mut Table<G>) -> Checked {
    let size = table.size().0;
    let mut game = History::new(table.start.clone());
    table.talk.send(&format!("START {size}\nINFO timeout_turn {TURN}\nBEGIN\nABOUT"))?;
    let answer = table.line("'OK'", SHORT)?;
    if answer.split(' ').next() != Some("OK") {
        return failed("'OK' first", format!("'{answer}'"));
    }
    table.stone(&mut game)?;
    let about = table.line("an answer to 'ABOUT'", SHORT)?;
    if about.contains("name=\"") { Ok(String::new()) } else { failed("'name=\"NAME\"'", format!("'{about}'")) }
}

fn end_of_input<G: Notation>(table: &mut Table<G>) -> Checked {
    table.begin()?;
    table.talk.close_input()?;
    table.talk.ended(ms(1000)).map(|(_, time)| format!("after {} ms", time.as_millis()))
}

fn end<G: Notation>(table: &mut Table<G>) -> Checked {
    table.begin()?;
    table.talk.send("END")?;
    table.talk.ended(ms(1000)).map(|(_, time)| format!("after {} ms", time.as_millis()))
}

fn end_in_search<G: Notation>(table: &mut Table<G>) -> Checked {
    table.begin()?;
    table.talk.send("INFO timeout_turn 20000\nBEGIN")?;
    table.talk.listen(ms(100))?;
    table.talk.send("END")?;
    table.talk.ended(ms(1000)).map(|(_, time)| format!("after {} ms", time.as_millis()))
}
