//! Piskvork, the protocol of Gomocup, for gomoku and other games of one stone a
//! turn: coordinates from 0 at the top left, `x,y`.

use super::{NAME, VERSION, number, report, shown};
use crate::session::{Flow, Session, clock};
use duiyi_connect6::notation::Coordinates;
use duiyi_connect6::{Board, Color, MAX_SIDE, Point, Rules};
use std::io::Write;
use std::time::Duration;

/// Whether a front end may begin with this word.
pub(super) fn is_opening(word: &str) -> bool {
    matches!(
        word,
        "START" | "RECTSTART" | "ABOUT" | "INFO" | "BEGIN" | "BOARD" | "TURN" | "RESTART" | "END" | "TAKEBACK"
    )
}

/// What the conversation remembers.
#[derive(Debug, Default)]
pub(crate) struct State {
    /// The stones of a `BOARD` command under way: point and whether it is ours.
    listed: Option<Vec<(Point, bool)>>,
    /// A line of that list was bad: what was wrong with it.
    fault: Option<String>,
    turn_limit: Option<Duration>,
    match_limit: Option<Duration>,
    left: Option<Duration>,
}

impl State {
    pub(super) fn obey<W: Write>(&mut self, session: &mut Session<W>, line: &str) -> Flow {
        if self.listed.is_some() {
            self.list(session, line);
            return Flow::Continue;
        }
        let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
        let result = match command.to_ascii_uppercase().as_str() {
            "END" => return Flow::Quit,
            "START" => self.start(session, rest.trim(), rest.trim()),
            "RECTSTART" => match rest.split_once(',') {
                Some((width, height)) => self.start(session, width.trim(), height.trim()),
                None => Err(format!("expected width,height, found '{}'", shown(rest))),
            },
            "RESTART" => {
                session.new_game(session.rules());
                session.say("OK");
                Ok(())
            }
            "BEGIN" => {
                self.answer(session);
                Ok(())
            }
            "TURN" => match read(session.rules(), rest) {
                Ok(point) => match session.board.try_put(point) {
                    Ok(()) => {
                        self.answer(session);
                        Ok(())
                    }
                    Err(error) => Err(error.to_string()),
                },
                Err(error) => Err(error),
            },
            "BOARD" => {
                self.listed = Some(Vec::new());
                Ok(())
            }
            "TAKEBACK" => match read(session.rules(), rest) {
                Ok(point) if session.board.history().last().is_some_and(|put| put.point == Some(point)) => {
                    session.board.take();
                    session.say("OK");
                    Ok(())
                }
                Ok(_) => Err("only the last stone can be taken back".to_owned()),
                Err(error) => Err(error),
            },
            "INFO" => {
                self.inform(rest);
                Ok(())
            }
            "ABOUT" => {
                session.say(format_args!("name=\"{NAME}\", version=\"{VERSION}\", author=\"The Duiyi developers\""));
                Ok(())
            }
            _ => {
                session.say(format_args!("UNKNOWN '{}'", shown(command)));
                Ok(())
            }
        };
        if let Err(error) = result {
            session.say(format_args!("ERROR {error}"));
        }
        Flow::Continue
    }

    fn start<W: Write>(&mut self, session: &mut Session<W>, width: &str, height: &str) -> Result<(), String> {
        let width = number("START", Some(width), 5..=MAX_SIDE)?;
        let height = number("START", Some(height), 5..=MAX_SIDE)?;
        let five = Rules::GOMOKU;
        let old = session.rules();
        // A session of another game with one stone a turn keeps its row.
        let k = if old.p() == 1 && old != Rules::TIC_TAC_TOE { old.k() } else { five.k() };
        let rules = Rules::new(width, height, k, five.p(), five.q()).map_err(|error| error.to_string())?;
        session.new_game(rules);
        session.say("OK");
        Ok(())
    }

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
    fn list<W: Write>(&mut self, session: &mut Session<W>, line: &str) {
        if !line.eq_ignore_ascii_case("DONE") {
            let read = line.rsplit_once(',').and_then(|(point, field)| {
                let point = read(session.rules(), point).ok()?;
                match field.trim() {
                    "1" => Some((point, true)),
                    "2" => Some((point, false)),
                    // Points of a continued game that belong to nobody.
                    _ => None,
                }
            });
            match (read, &mut self.listed) {
                (Some(stone), Some(list)) if list.len() < session.rules().cells() => list.push(stone),
                _ => self.fault = self.fault.take().or_else(|| Some(format!("'{}' is no stone", shown(line)))),
            }
            return;
        }
        let stones = self.listed.take().unwrap_or_default();
        let fault = self.fault.take();
        let own = stones.iter().filter(|stone| stone.1).count();
        // We are to move, so who has as many stones as the other is Black.
        let color = if own == stones.len() - own { Color::Black } else { Color::White };
        let of = |ours: bool| stones.iter().filter(|stone| stone.1 == ours).map(|stone| stone.0).collect::<Vec<_>>();
        let (black, white) = if color == Color::Black { (of(true), of(false)) } else { (of(false), of(true)) };
        let board = match fault {
            Some(fault) => Err(fault),
            None => Board::from_stones(session.rules(), &black, &white, color).map_err(|error| error.to_string()),
        };
        match board {
            Ok(board) => {
                session.board = board;
                self.answer(session);
            }
            Err(error) => session.say(format_args!("ERROR {error}")),
        }
    }

    fn answer<W: Write>(&mut self, session: &mut Session<W>) {
        let rules = session.rules();
        let before = session.limits;
        let least = |times: [Option<Duration>; 2]| times.into_iter().flatten().min();
        match least([self.left, self.match_limit]) {
            Some(left) if self.match_limit.is_some() => session.limits.clock = Some(clock(left, None)),
            _ => {}
        }
        if let Some(limit) = self.turn_limit {
            // Zero means: as fast as you can.
            let reserve = Duration::from_millis(30).min(limit / 4);
            let limit = limit.saturating_sub(reserve).max(Duration::from_millis(10));
            session.limits.time = match session.limits.clock {
                // The clock divides the match; a turn must keep to both.
                Some(clock) if clock.left / 20 < limit => None,
                _ => Some(limit),
            };
        }
        let ends = |line: &str| matches!(line, "END" | "STOP" | "YXSTOP");
        let found = session.think(ends, |progress| Some(format!("MESSAGE {}", report(rules, progress))));
        session.limits = before;
        match found {
            Some(decision) if session.board.play(decision.turn.points()).is_ok() => {
                session.say(Coordinates::Numbers.write_turn(rules, &decision.turn));
            }
            _ => {
                let verdict = session.board.outcome().map(|outcome| outcome.reason.into_owned()).unwrap_or_default();
                session.say(format_args!("ERROR the game is over: {verdict}"));
            }
        }
    }
}

fn read(rules: Rules, text: &str) -> Result<Point, String> {
    Coordinates::Numbers.read(rules, text.trim()).map_err(|error| error.to_string())
}
