//! Piskvork, the protocol of Gomocup, for gomoku and other games of one stone a
//! turn: coordinates from 0 at the top left, `x,y`.

use super::{
    AUTHOR, Dialect, Flow, NAME, VERSION,
    stones::{self, Limits, clock, number},
};
use crate::{
    CommandError,
    inbox::Heed,
    session::{Answer, Session},
};
use duiyi_game::shortened;
use duiyi_game::{Coordinates, History, Placement, Side, Square};
use std::time::Duration;

/// The smallest and the largest side of a board.
const SIDES: std::ops::RangeInclusive<u8> = 5..=59;

/// A conversation with a Gomocup manager.
#[derive(Default)]
pub(super) struct Piskvork {
    /// The stones of a `BOARD` command under way: square and whether it is ours.
    listed: Option<Vec<(Square, bool)>>,
    /// A line of that list was bad: what was wrong with it.
    fault: Option<String>,
    turn_limit: Option<Duration>,
    match_limit: Option<Duration>,
    left: Option<Duration>,
}

impl<G: Placement> Dialect<G> for Piskvork {
    fn execute(&mut self, session: &mut Session<G>, line: &str) -> Result<Flow, CommandError> {
        if self.listed.is_some() {
            self.list(session, line)?;
            return Ok(Flow::Continue);
        }
        let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
        match command.to_ascii_uppercase().as_str() {
            "END" => return Ok(Flow::Quit),
            "START" => start(session, rest.trim(), rest.trim())?,
            "RECTSTART" => {
                let wrong = || CommandError::refused(format!("expected width,height, found '{}'", shortened(rest)));
                let (width, height) = rest.split_once(',').ok_or_else(wrong)?;
                start(session, width.trim(), height.trim())?;
            }
            "RESTART" => {
                stones::begin(session)?;
                session.say("OK");
            }
            "BEGIN" => self.think(session)?,
            "TURN" => {
                let at = read(session, rest)?;
                stones::put(&mut session.game, Coordinates::Numbers, at)?;
                self.think(session)?;
            }
            "BOARD" => self.listed = Some(Vec::new()),
            "TAKEBACK" => take_back(session, rest)?,
            "INFO" => self.inform(rest),
            "ABOUT" => {
                let author = AUTHOR.replacen('t', "T", 1);
                session.say(format_args!("name=\"{NAME}\", version=\"{VERSION}\", author=\"{author}\""));
            }
            _ => session.say(format_args!("UNKNOWN '{}'", shortened(command))),
        }
        Ok(Flow::Continue)
    }

    fn answer(&mut self, session: &mut Session<G>, answer: Answer<G::Move>) {
        if let Some(fault) = &answer.fault {
            self.report_error(session, fault);
        }
        match stones::play_found(session, &answer) {
            Some(squares) => session.say(stones::write(session.game.now(), Coordinates::Numbers, &squares, " ")),
            None => session.say("ERROR there is no move"),
        }
    }

    fn report_error(&self, session: &Session<G>, error: &CommandError) {
        session.say(format_args!("ERROR {error}"));
    }

    fn heed(&self, line: &str, _endless: bool) -> Heed {
        match line.split_whitespace().next().map(str::to_ascii_uppercase).as_deref() {
            Some("END") => Heed::Ends,
            Some("STOP" | "YXSTOP") => Heed::Stops,
            Some("BEGIN" | "TURN" | "DONE") => Heed::Begins,
            _ => Heed::Waits,
        }
    }
}

impl Piskvork {
    /// `INFO key value`: times are kept, the rest is passed over as the protocol wants it.
    fn inform(&mut self, rest: &str) {
        let mut words = rest.split_whitespace();
        let (Some(key), Some(value)) = (words.next(), words.next()) else { return };
        let Ok(millis) = value.parse::<i64>() else { return };
        let time = Some(Duration::from_millis(millis.max(0) as u64));
        match key {
            "timeout_turn" => self.turn_limit = time,
            "timeout_match" => self.match_limit = time.filter(|time| !time.is_zero()),
            "time_left" => self.left = time,
            _ => {}
        }
    }

    /// A line of a `BOARD` command: `x,y,field`, or `DONE`.
    fn list<G: Placement>(&mut self, session: &mut Session<G>, line: &str) -> Result<(), CommandError> {
        if line.eq_ignore_ascii_case("DONE") {
            return self.set_up(session);
        }
        let stone = line.rsplit_once(',').and_then(|(point, field)| {
            let at = read(session, point).ok()?;
            // Other fields are points of a continued game that belong to nobody.
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
                let fault = || format!("'{}' is no stone: expected {expected}", shortened(line));
                self.fault.get_or_insert_with(fault);
            }
        }
        Ok(())
    }

    /// Sets the listed position up and thinks about it.
    fn set_up<G: Placement>(&mut self, session: &mut Session<G>) -> Result<(), CommandError> {
        let stones = self.listed.take().unwrap_or_default();
        if let Some(fault) = self.fault.take() {
            return Err(CommandError::refused(fault));
        }
        let own = stones.iter().filter(|stone| stone.1).count();
        // We are to move, so who has as many stones as the other is the first side.
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
        let mut limits = Limits::default();
        if self.match_limit.is_some() {
            limits.clock = [self.left, self.match_limit].into_iter().flatten().min().map(|left| clock(left, None));
        }
        if let Some(limit) = self.turn_limit {
            // Zero means: as fast as you can.
            let reserve = Duration::from_millis(30).min(limit / 4);
            let limit = limit.saturating_sub(reserve).max(Duration::from_millis(10));
            limits.time = match limits.clock {
                // The clock divides the match; a turn must keep to both.
                Some(clock) if clock.left / 20 < limit => None,
                _ => Some(limit),
            };
        }
        stones::go(session, limits, Some("MESSAGE"));
        Ok(())
    }
}

fn start<G: Placement>(session: &mut Session<G>, width: &str, height: &str) -> Result<(), CommandError> {
    let (width, height) = (number("START", Some(width), SIDES)?, number("START", Some(height), SIDES)?);
    let now = session.game.now();
    // A game of one stone a turn on a board that this protocol knows keeps its rules.
    let keeps = now.stones_a_turn() == 1 && now.size().0.min(now.size().1) >= *SIDES.start();
    let rules = if keeps { Ok(now.clone()) } else { G::begin("gomoku") };
    let start = rules.and_then(|rules| rules.resized(width, height)).map_err(CommandError::Refused)?;
    session.new_game(start);
    session.say("OK");
    Ok(())
}

fn take_back<G: Placement>(session: &mut Session<G>, text: &str) -> Result<(), CommandError> {
    let at = read(session, text)?;
    let last = session.game.moves().last().and_then(|&mv| session.game.now().squares(mv).next());
    if last != Some(at) {
        return Err(CommandError::refused("only the last stone can be taken back"));
    }
    session.game.undo();
    session.say("OK");
    Ok(())
}

fn read<G: Placement>(session: &Session<G>, text: &str) -> Result<Square, CommandError> {
    stones::read(session.game.now(), Coordinates::Numbers, text.trim())
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_connect6::Board;

    /// What a turn may take after some lines: milliseconds for it, or of the clock.
    #[derive(Debug, PartialEq, Eq)]
    enum Takes {
        Turn(u128),
        Clock(u128),
    }

    fn takes(infos: &[&str]) -> Takes {
        let mut session = Session::of_chance(Board::new("Connect(7,7,5,1,1)".parse().unwrap()));
        let (recording, mut piskvork) = (session.record(), Piskvork::default());
        for info in infos {
            piskvork.execute(&mut session, &format!("INFO {info}")).unwrap();
        }
        piskvork.execute(&mut session, "BEGIN").unwrap();
        session.stop();
        session.await_answer();
        let told = recording.told();
        match told.begun.last() {
            Some((clock, _)) => Takes::Clock(clock.left.as_millis()),
            None => Takes::Turn(session.budget().expect("a limit").hard.as_millis()),
        }
    }

    /// Ten milliseconds are kept back for the way by the session.
    #[test]
    fn a_turn_keeps_to_its_own_limit_and_to_that_of_the_match() {
        for (infos, expected) in [
            (&[][..], Takes::Turn(1_990)),
            (&["time_left 5000"], Takes::Turn(1_990)),
            (&["timeout_turn 1000"], Takes::Turn(960)),
            (&["timeout_turn 120"], Takes::Turn(80)),
            (&["timeout_turn 80"], Takes::Turn(50)),
            (&["timeout_turn 20"], Takes::Turn(5)),
            (&["timeout_turn 0"], Takes::Turn(1)),
            (&["timeout_turn -1"], Takes::Turn(1)),
            (&["timeout_match 600000"], Takes::Clock(600_000)),
            (&["timeout_match 600000", "time_left 20000"], Takes::Clock(20_000)),
            (&["timeout_match 600000", "time_left 700000"], Takes::Clock(600_000)),
            (&["timeout_match 0", "time_left 20000"], Takes::Turn(1_990)),
            (&["timeout_match 600000", "timeout_match 0"], Takes::Turn(1_990)),
            // A turn of 970 ms is a twentieth of 19.4 s.
            (&["timeout_turn 1000", "timeout_match 600000", "time_left 600000"], Takes::Turn(960)),
            (&["timeout_turn 1000", "timeout_match 600000", "time_left 19400"], Takes::Turn(960)),
            (&["timeout_turn 1000", "timeout_match 600000", "time_left 19380"], Takes::Clock(19_380)),
            (&["timeout_turn 1000", "other 7", "timeout_turn", "timeout_turn x"], Takes::Turn(960)),
        ] {
            assert_eq!(takes(infos), expected, "{infos:?}");
        }
    }

    #[test]
    fn what_ends_stops_or_begins_a_search_is_heeded() {
        let heed = |line| Dialect::<Board>::heed(&Piskvork::default(), line, false);
        assert_eq!([heed("END"), heed("end now")], [Heed::Ends; 2]);
        assert_eq!([heed("STOP"), heed("yxstop")], [Heed::Stops; 2]);
        assert_eq!([heed("BEGIN"), heed("turn 3,3"), heed("DONE")], [Heed::Begins; 3]);
        assert_eq!([heed("BOARD"), heed("ABOUT"), heed(""), heed("1,1,1")], [Heed::Waits; 4]);
        assert!(Dialect::<Board>::waits(&Piskvork::default()));
    }

    #[test]
    fn the_stones_of_a_list_are_ours_and_theirs() {
        let drawn = |lines: &[&str]| {
            let mut session = Session::of_chance(Board::new("Connect(5,5,4,1,1)".parse().unwrap()));
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
        // Who has as many as the other is the first side; who has one less is the second.
        let even = ["BOARD", "0,0,1", "2,0,2", "DONE"];
        assert_eq!(drawn(&even), ([Some(0), None, Some(1), None, None], 0));
        let odd = ["BOARD", "0,0,1", "2,0,2", "4,0,2", "DONE"];
        assert_eq!(drawn(&odd), ([Some(1), None, Some(0), None, Some(0)], 1));
    }

    #[test]
    fn a_game_of_one_stone_a_turn_keeps_its_rules() {
        let rules = |start: &str, line: &str| {
            let mut session = Session::of_chance(Board::new(start.parse().unwrap()));
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
