//! Piskvork, the protocol of Gomocup, for gomoku and other games of one stone a
//! turn: coordinates from 0 at the top left, `x,y`.

use super::{
    AUTHOR, Dialect, Flow, NAME, VERSION,
    stones::{self, StoneLimits, clock, number},
};
use crate::protocol::CommandError;
use crate::sessions::{
    inbox::LineEffect,
    session::{Answer, Session},
};
use duiyi_game::shortened;
use duiyi_game::{Coordinates, History, Placement, RowRule, Side, Square};
use std::time::Duration;

/// The smallest and the largest side of a board.
const SIDES: std::ops::RangeInclusive<u8> = 5..=59;
/// The commands, each of which ends a list of stones that lacks `DONE`.
const COMMANDS: [&str; 10] =
    ["END", "START", "RECTSTART", "RESTART", "BEGIN", "TURN", "BOARD", "TAKEBACK", "INFO", "ABOUT"];

/// A conversation with a Gomocup manager.
#[derive(Default)]
pub(super) struct Piskvork {
    /// The stones of an unfinished `BOARD` command, and whether each is the engine's.
    listed: Option<Vec<(Square, bool)>>,
    /// The first error in that list.
    fault: Option<String>,
    turn_limit: Option<Duration>,
    match_limit: Option<Duration>,
    /// The time left of the match, as last sent in this game.
    left: Option<Duration>,
    /// The rule for rows that the manager has set.
    rule: Option<RowRule>,
}

impl<G: Placement> Dialect<G> for Piskvork {
    fn execute(&mut self, session: &mut Session<G>, line: &str) -> Result<Flow, CommandError> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let command = word.to_ascii_uppercase();
        if self.listed.is_some() {
            if !COMMANDS.contains(&command.as_str()) {
                self.list(session, line)?;
                return Ok(Flow::Continue);
            }
            (self.listed, self.fault) = (None, None);
            self.report_error(session, &CommandError::refused("BOARD lacks DONE"));
        }
        match command.as_str() {
            "END" => return Ok(Flow::Quit),
            "START" => self.start(session, rest.trim(), rest.trim())?,
            "RECTSTART" => {
                let wrong = || CommandError::refused(format!("expected width,height, found '{}'", shortened(rest)));
                let (width, height) = rest.split_once(',').ok_or_else(wrong)?;
                self.start(session, width.trim(), height.trim())?;
            }
            "RESTART" => {
                stones::begin(session)?;
                self.left = None;
                session.print("OK");
            }
            "BEGIN" => self.think(session)?,
            "TURN" => {
                let at = read(session, rest)?;
                stones::put(&mut session.game, Coordinates::Numbers, at)?;
                self.think(session)?;
            }
            "BOARD" => self.listed = Some(Vec::new()),
            "TAKEBACK" => take_back(session, rest)?,
            "INFO" => self.inform(session, rest)?,
            "ABOUT" => {
                let author = AUTHOR.replacen('t', "T", 1);
                session.print(format_args!("name=\"{NAME}\", version=\"{VERSION}\", author=\"{author}\""));
            }
            _ => session.print(format_args!("UNKNOWN '{}'", shortened(word))),
        }
        Ok(Flow::Continue)
    }

    fn answer(&mut self, session: &mut Session<G>, answer: Answer<G::Move>) {
        if let Some(fault) = &answer.fault {
            self.report_error(session, fault);
        }
        match stones::play_found(session, &answer) {
            Some(squares) => session.print(stones::names(session.game.now(), Coordinates::Numbers, &squares).join(" ")),
            None => session.print("ERROR there is no move"),
        }
    }

    fn report_error(&self, session: &Session<G>, error: &CommandError) {
        session.print(format_args!("ERROR {error}"));
    }

    fn effect_of(&self, line: &str, _endless: bool) -> LineEffect {
        match line.split_whitespace().next().map(str::to_ascii_uppercase).as_deref() {
            Some("END") => LineEffect::EndsSearch,
            Some("STOP" | "YXSTOP") => LineEffect::StopsSearch,
            Some("BEGIN" | "TURN" | "DONE") => LineEffect::BeginsSearch,
            _ => LineEffect::None,
        }
    }
}

impl Piskvork {
    /// `INFO key value`: stores times and the rule, and ignores the rest, as the protocol requires.
    fn inform<G: Placement>(&mut self, session: &mut Session<G>, rest: &str) -> Result<(), CommandError> {
        let mut words = rest.split_whitespace();
        let (Some(key), Some(value)) = (words.next(), words.next()) else { return Ok(()) };
        let Ok(millis) = value.parse::<i64>() else { return Ok(()) };
        let time = Some(Duration::from_millis(millis.max(0) as u64));
        match key {
            "timeout_turn" => self.turn_limit = time,
            "timeout_match" => self.match_limit = time.filter(|time| !time.is_zero()),
            "time_left" => self.left = time,
            "rule" => {
                self.rule = row_rule(millis).or(self.rule);
                self.apply_rule(session)?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Applies the rule to the game. A game without such a rule keeps its own.
    fn apply_rule<G: Placement>(&self, session: &mut Session<G>) -> Result<(), CommandError> {
        let Some(start) = self.rule.and_then(|rule| session.game.start().with_row_rule(rule).ok()) else {
            return Ok(());
        };
        if start.rules() == session.game.start().rules() {
            return Ok(());
        }
        if session.game.moves().is_empty() {
            session.new_game(start);
            return Ok(());
        }
        let mut game = History::new(start);
        for &mv in session.game.moves() {
            game.play(mv).map_err(|error| CommandError::refused(format!("INFO rule: {error}")))?;
        }
        session.game = game;
        Ok(())
    }

    /// Begins a game on an empty board. A game of one stone a turn keeps its rules, if the protocol
    /// supports the size of its board.
    fn start<G: Placement>(&mut self, session: &mut Session<G>, width: &str, height: &str) -> Result<(), CommandError> {
        let (width, height) = (number("START", Some(width), SIDES)?, number("START", Some(height), SIDES)?);
        let now = session.game.now();
        let keeps = now.stones_a_turn() == 1 && now.size().0.min(now.size().1) >= *SIDES.start();
        let rules = if keeps { Ok(now.clone()) } else { G::begin("gomoku") };
        let start = rules.and_then(|rules| rules.resized(width, height)).map_err(CommandError::Refused)?;
        let ruled = self.rule.and_then(|rule| start.with_row_rule(rule).ok());
        session.new_game(ruled.unwrap_or(start));
        self.left = None;
        session.print("OK");
        Ok(())
    }

    /// A line of a `BOARD` command: `x,y,field`, or `DONE`.
    fn list<G: Placement>(&mut self, session: &mut Session<G>, line: &str) -> Result<(), CommandError> {
        if line.eq_ignore_ascii_case("DONE") {
            return self.set_up(session);
        }
        let stone = line.rsplit_once(',').and_then(|(point, field)| {
            let at = read(session, point).ok()?;
            // Other values mark points that belong to neither side.
            let ours = match field.trim() {
                "1" => true,
                "2" => false,
                _ => return None,
            };
            Some((at, ours))
        });
        let (columns, rows) = session.game.now().size();
        match (stone, &mut self.listed) {
            (Some(stone), Some(list)) if list.len() < usize::from(columns) * usize::from(rows) => list.push(stone),
            _ => {
                let expected = "x,y,1 or x,y,2 on the board";
                let fault = || format!("'{}' is not a stone: expected {expected}", shortened(line));
                self.fault.get_or_insert_with(fault);
            }
        }
        Ok(())
    }

    /// Sets up the listed position and searches it.
    fn set_up<G: Placement>(&mut self, session: &mut Session<G>) -> Result<(), CommandError> {
        let stones = self.listed.take().unwrap_or_default();
        if let Some(fault) = self.fault.take() {
            return Err(CommandError::refused(fault));
        }
        let own = stones.iter().filter(|stone| stone.1).count();
        // The engine is to move, so it is the first side if both have the same number of stones.
        let side = if own == stones.len() - own { Side::First } else { Side::Second };
        let stones: Vec<(Square, Side)> =
            stones.into_iter().map(|(at, ours)| (at, if ours { side } else { !side })).collect();
        let (columns, rows) = session.game.now().size();
        let empty = session.game.now().resized(columns, rows).map_err(CommandError::Refused)?;
        session.game = History::new(empty.with_stones(&stones, side).map_err(CommandError::Refused)?);
        self.think(session)
    }

    fn think<G: Placement>(&self, session: &mut Session<G>) -> Result<(), CommandError> {
        if session.game.outcome().is_some() {
            return Err(CommandError::refused(format!("the game is over: {}", stones::verdict(session))));
        }
        let mut limits = StoneLimits::default();
        if self.match_limit.is_some() {
            limits.clock = [self.left, self.match_limit].into_iter().flatten().min().map(|left| clock(left, None));
        }
        if let Some(limit) = self.turn_limit {
            // Zero means as fast as possible.
            let reserve = Duration::from_millis(30).min(limit / 4);
            let limit = limit.saturating_sub(reserve).max(Duration::from_millis(10));
            limits.time = match limits.clock {
                // The clock is for the whole match; the stricter limit applies.
                Some(clock) if clock.left / 20 < limit => None,
                _ => Some(limit),
            };
        }
        stones::go(session, limits, Some("MESSAGE"));
        Ok(())
    }
}

/// The rule of `INFO rule`, a sum of flags: 1 exactly five, 2 a series of games, 4 renju, 8 caro,
/// which is not supported.
fn row_rule(flags: i64) -> Option<RowRule> {
    match flags & !2 {
        0 => Some(RowRule::Free),
        1 => Some(RowRule::Exact),
        4 | 5 => Some(RowRule::Renju),
        _ => None,
    }
}

fn take_back<G: Placement>(session: &mut Session<G>, text: &str) -> Result<(), CommandError> {
    let at = read(session, text)?;
    let last = session.game.moves().last().and_then(|&mv| session.game.now().squares(mv).next());
    if last != Some(at) {
        return Err(CommandError::refused("only the last stone can be taken back"));
    }
    session.game.undo();
    session.print("OK");
    Ok(())
}

fn read<G: Placement>(session: &Session<G>, text: &str) -> Result<Square, CommandError> {
    stones::read(session.game.now(), Coordinates::Numbers, text.trim())
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_connect6::Board;

    /// The limit of a turn: milliseconds for the turn or on the clock.
    #[derive(Debug, PartialEq, Eq)]
    enum TurnTime {
        Turn(u128),
        Clock(u128),
    }

    fn turn_time(infos: &[&str]) -> TurnTime {
        let mut session = Session::with_random_player(Board::new("Connect(7,7,5,1,1)".parse().unwrap()));
        let (recording, mut piskvork) = (session.record(), Piskvork::default());
        for info in infos {
            piskvork.execute(&mut session, &format!("INFO {info}")).unwrap();
        }
        piskvork.execute(&mut session, "BEGIN").unwrap();
        session.stop();
        session.await_answer();
        let calls = recording.calls();
        match calls.begun.last() {
            Some((clock, _)) => TurnTime::Clock(clock.left.as_millis()),
            None => TurnTime::Turn(session.budget().expect("a limit").hard.as_millis()),
        }
    }

    /// The session reserves ten milliseconds for communication.
    #[test]
    fn a_turn_keeps_its_own_limit_and_the_limit_of_the_match() {
        for (infos, expected) in [
            (&[][..], TurnTime::Turn(1_990)),
            (&["time_left 5000"], TurnTime::Turn(1_990)),
            (&["timeout_turn 1000"], TurnTime::Turn(960)),
            (&["timeout_turn 120"], TurnTime::Turn(80)),
            (&["timeout_turn 80"], TurnTime::Turn(50)),
            (&["timeout_turn 20"], TurnTime::Turn(5)),
            (&["timeout_turn 0"], TurnTime::Turn(1)),
            (&["timeout_turn -1"], TurnTime::Turn(1)),
            (&["timeout_match 600000"], TurnTime::Clock(600_000)),
            (&["timeout_match 600000", "time_left 20000"], TurnTime::Clock(20_000)),
            (&["timeout_match 600000", "time_left 700000"], TurnTime::Clock(600_000)),
            (&["timeout_match 0", "time_left 20000"], TurnTime::Turn(1_990)),
            (&["timeout_match 600000", "timeout_match 0"], TurnTime::Turn(1_990)),
            // A turn of 970 ms is a twentieth of 19.4 s.
            (&["timeout_turn 1000", "timeout_match 600000", "time_left 600000"], TurnTime::Turn(960)),
            (&["timeout_turn 1000", "timeout_match 600000", "time_left 19400"], TurnTime::Turn(960)),
            (&["timeout_turn 1000", "timeout_match 600000", "time_left 19380"], TurnTime::Clock(19_380)),
            (&["timeout_turn 1000", "other 7", "timeout_turn", "timeout_turn x"], TurnTime::Turn(960)),
        ] {
            assert_eq!(turn_time(infos), expected, "{infos:?}");
        }
    }

    #[test]
    fn some_commands_end_stop_or_begin_a_search() {
        let effect = |line| Dialect::<Board>::effect_of(&Piskvork::default(), line, false);
        assert_eq!([effect("END"), effect("end now")], [LineEffect::EndsSearch; 2]);
        assert_eq!([effect("STOP"), effect("yxstop")], [LineEffect::StopsSearch; 2]);
        assert_eq!([effect("BEGIN"), effect("turn 3,3"), effect("DONE")], [LineEffect::BeginsSearch; 3]);
        assert_eq!([effect("BOARD"), effect("ABOUT"), effect(""), effect("1,1,1")], [LineEffect::None; 4]);
    }

    #[test]
    fn a_listed_board_decides_the_side_to_move() {
        let drawn = |lines: &[&str]| {
            let mut session = Session::with_random_player(Board::new("Connect(5,5,4,1,1)".parse().unwrap()));
            let mut piskvork = Piskvork::default();
            for line in lines {
                piskvork.execute(&mut session, line).unwrap();
            }
            session.stop();
            session.await_answer();
            let now = session.game.now();
            let stone = |column| now.stone(Square { column, row: 4 }).map(Side::index);
            ([0, 1, 2, 3, 4].map(stone), duiyi_game::Game::side_to_move(now).index())
        };
        // With equal numbers of stones the engine is the first side, with one less the second.
        let even = ["BOARD", "0,0,1", "2,0,2", "DONE"];
        assert_eq!(drawn(&even), ([Some(0), None, Some(1), None, None], 0));
        let odd = ["BOARD", "0,0,1", "2,0,2", "4,0,2", "DONE"];
        assert_eq!(drawn(&odd), ([Some(1), None, Some(0), None, Some(0)], 1));
    }

    #[test]
    fn the_manager_sets_the_rule_before_or_after_the_start() {
        let rules = |start: &str, lines: &[&str]| {
            let mut session = Session::with_random_player(Board::new(start.parse().unwrap()));
            let mut piskvork = Piskvork::default();
            for line in lines {
                piskvork.execute(&mut session, line).unwrap();
            }
            duiyi_game::Notation::rules(session.game.now())
        };
        for (flags, expected) in [
            (0, "gomoku"),
            (1, "gomoku-standard"),
            (2, "gomoku"),
            (3, "gomoku-standard"),
            (4, "renju"),
            (6, "renju"),
            (8, "gomoku"),
            (-1, "gomoku"),
        ] {
            let info = format!("INFO rule {flags}");
            assert_eq!(rules("connect6", &["START 15", &info]), expected);
            assert_eq!(rules("connect6", &[&info, "START 15"]), expected);
            assert_eq!(rules("gomoku", &["START 15", &info, "RESTART"]), expected);
        }
        assert_eq!(rules("renju", &["START 15"]), "renju");
        assert_eq!(rules("renju", &["START 15", "INFO rule 0"]), "gomoku");
        assert_eq!(rules("connect6", &["INFO rule 4", "START 20"]), "Connect(20,20,5,1,1,renju)");
        assert_eq!(rules("Connect(7,7,4,1,1)", &["START 9", "INFO rule 4"]), "Connect(9,9,4,1,1)");
    }

    #[test]
    fn a_rule_set_during_a_game_keeps_its_stones() {
        let mut session = Session::with_random_player(Board::new("gomoku".parse().unwrap()));
        stones::put(&mut session.game, Coordinates::Numbers, Square { column: 7, row: 7 }).unwrap();
        Piskvork::default().execute(&mut session, "INFO rule 4").unwrap();
        assert_eq!(session.game.moves().len(), 1);
        assert_eq!(duiyi_game::Notation::rules(session.game.now()), "renju");
    }

    #[test]
    fn a_game_of_one_stone_a_turn_keeps_its_rules() {
        let rules = |start: &str, line: &str| {
            let mut session = Session::with_random_player(Board::new(start.parse().unwrap()));
            Piskvork::default().execute(&mut session, line).unwrap();
            duiyi_game::Notation::rules(session.game.now())
        };
        assert_eq!(rules("Connect(7,7,4,1,1)", "START 9"), "Connect(9,9,4,1,1)");
        assert_eq!(rules("Connect(5,9,4,1,1)", "START 9"), "Connect(9,9,4,1,1)");
        assert_eq!(rules("Connect(4,9,4,1,1)", "START 9"), "Connect(9,9,5,1,1)");
        assert_eq!(rules("Connect(9,4,4,1,1)", "START 9"), "Connect(9,9,5,1,1)");
        assert_eq!(rules("Connect(7,7,4,2,1)", "rectstart 9 , 8"), "Connect(9,8,5,1,1)");
    }
}
