//! The Go Text Protocol, with the `gogui-rules_*` commands that make GoGui and
//! its tournament program play the game.
//!
//! A `play` or `genmove` is one stone, so that a turn of Connect6 takes two of
//! them for the same colour. If the host sends two points in one `play`
//! (`play B J10,K11`), `genmove` returns whole turns, too. Letters skip I.

use super::{
    Dialect, Flow, NAME, VERSION,
    stones::{self, StoneLimits, clock, number},
};
use crate::player::MAX_THREADS;
use crate::protocol::{CommandError, GTP_COMMANDS, stones::GtpAnswer};
use crate::sessions::{
    inbox::LineEffect,
    session::{Answer, Session},
};
use duiyi_clock::ByoYomi;
use duiyi_game::shortened;
use duiyi_game::{Coordinates, Placement, Side, Square, legal_moves};
use std::{
    num::NonZeroU32,
    time::{Duration, Instant},
};

/// The largest supported side of a board.
const MAX_SIDE: u8 = 59;

/// A conversation in GTP.
#[derive(Default)]
pub(super) struct Gtp {
    /// The host sends and expects whole turns.
    whole_turns: bool,
    /// The second stone of a turn whose first was returned, with the key of the
    /// only position in which it is used.
    planned: Option<(u64, Square)>,
    /// The main time, the overtime period and its number of turns.
    times: Option<(Duration, Duration, u32)>,
    /// The time left and the turns left in the period, by colour.
    left: [Option<(Duration, u32)>; 2],
    /// The number of the `genmove` that is being searched.
    genmove_id: String,
    /// The side of that `genmove`, and its start.
    thinking: Option<(Side, Instant)>,
}

/// The text of an answer; `None` if the answer follows after a search.
type Reply = Result<Option<String>, CommandError>;

fn reply(text: impl Into<String>) -> Reply {
    Ok(Some(text.into()))
}

fn print<G: Placement>(session: &Session<G>, accepted: bool, id: &str, text: impl Into<String>) {
    session.print(GtpAnswer { accepted, id: id.to_owned(), text: text.into() }.write());
}

impl<G: Placement> Dialect<G> for Gtp {
    fn execute(&mut self, session: &mut Session<G>, line: &str) -> Result<Flow, CommandError> {
        let line = line.split('#').next().unwrap_or_default();
        let mut words: Vec<&str> = line.split_whitespace().collect();
        let id = match words.first() {
            Some(first) if first.bytes().all(|byte| byte.is_ascii_digit()) => words.remove(0),
            _ => "",
        };
        let Some((&command, arguments)) = words.split_first() else { return Ok(Flow::Continue) };
        self.genmove_id = id.to_owned();
        match self.reply(session, command, arguments) {
            Ok(Some(text)) => print(session, true, id, text),
            Ok(None) => {}
            Err(CommandError::Unknown(_)) => print(session, false, id, "unknown command"),
            Err(error) => print(session, false, id, error.to_string()),
        }
        Ok(if command == "quit" { Flow::Quit } else { Flow::Continue })
    }

    fn answer(&mut self, session: &mut Session<G>, answer: Answer<G::Move>) {
        let id = std::mem::take(&mut self.genmove_id);
        if let Some((side, start)) = self.thinking.take() {
            self.spend(side, start.elapsed());
        }
        let found = self.found(session, &answer);
        print(session, true, &id, found);
    }

    fn report_error(&self, session: &Session<G>, error: &CommandError) {
        print(session, false, "", error.to_string());
    }

    fn effect_of(&self, line: &str, _endless: bool) -> LineEffect {
        // A command may follow a number and precede a comment.
        let mut words = line.split('#').next().unwrap_or_default().split_whitespace();
        let first = words.find(|word| !word.bytes().all(|byte| byte.is_ascii_digit()));
        if first == Some("quit") { LineEffect::EndsSearch } else { LineEffect::None }
    }
}

impl Gtp {
    fn reply<G: Placement>(&mut self, session: &mut Session<G>, command: &str, arguments: &[&str]) -> Reply {
        match command {
            "name" => reply(NAME),
            "version" => reply(VERSION),
            "protocol_version" => reply("2"),
            "list_commands" => reply(GTP_COMMANDS.join("\n")),
            "known_command" => reply(arguments.first().is_some_and(|word| GTP_COMMANDS.contains(word)).to_string()),
            "quit" | "komi" => reply(""),
            "boardsize" => {
                let side = number("boardsize", arguments.first().copied(), 3..=MAX_SIDE)?;
                let start = session.game.now().resized(side, side);
                self.begin(session, start.map_err(|_| CommandError::refused("unacceptable size"))?)
            }
            "clear_board" => {
                let (columns, rows) = session.game.now().size();
                let start = session.game.now().resized(columns, rows).map_err(CommandError::Refused)?;
                self.begin(session, start)
            }
            "play" => self.play(session, arguments),
            "genmove" => self.generate(session, arguments),
            "undo" => {
                let game = &mut session.game;
                let undone = if self.whole_turns { !game.undo_turn().is_empty() } else { game.undo().is_some() };
                if undone { reply("") } else { Err(CommandError::refused("cannot undo")) }
            }
            "level" => {
                stones::set(session, "Level", number("level", arguments.first().copied(), 1..=9)?)?;
                reply("")
            }
            "threads" => {
                stones::set(session, "Threads", number("threads", arguments.first().copied(), 1..=MAX_THREADS)?)?;
                reply("")
            }
            "time_settings" => self.time_settings(arguments),
            "time_left" => self.time_left(arguments),
            _ => position_reply(session, command),
        }
    }

    fn begin<G: Placement>(&mut self, session: &mut Session<G>, start: G) -> Reply {
        session.new_game(start);
        self.planned = None;
        self.left = [None; 2];
        reply("")
    }

    fn play<G: Placement>(&mut self, session: &mut Session<G>, arguments: &[&str]) -> Reply {
        let [color, text] = arguments else { return Err(CommandError::refused("expected a colour and a point")) };
        check_mover(session, side_of(color)?)?;
        let now = session.game.now();
        let squares: Result<Vec<Square>, CommandError> =
            text.split([',', '-']).map(|name| stones::read(now, Coordinates::Gtp, name)).collect();
        let played = match stones::whole_turn(now, text, squares?)?[..] {
            [at] => stones::put(&mut session.game, Coordinates::Gtp, at),
            ref squares => {
                let played = stones::play(session, Coordinates::Gtp, squares);
                self.whole_turns |= played.is_ok();
                played
            }
        };
        played.map_err(|error| CommandError::refused(format!("illegal move: {error}")))?;
        reply("")
    }

    fn generate<G: Placement>(&mut self, session: &mut Session<G>, arguments: &[&str]) -> Reply {
        let color = arguments.first().ok_or_else(|| CommandError::refused("expected a colour"))?;
        let side = side_of(color)?;
        check_mover(session, side)?;
        if let Some((key, at)) = self.planned.take()
            && key == session.game.now().key()
            && stones::put(&mut session.game, Coordinates::Gtp, at).is_ok()
        {
            return reply(Coordinates::Gtp.write(session.game.now().size(), at));
        }
        if session.game.outcome().is_some() {
            return reply("resign");
        }
        self.thinking = Some((side, Instant::now()));
        stones::go(session, self.limits(side), None);
        Ok(None)
    }

    /// The found turn or stone, in the form that the host expects.
    fn found<G: Placement>(&mut self, session: &mut Session<G>, answer: &Answer<G::Move>) -> String {
        let before = session.game.clone();
        let Some(squares) = stones::play_found(session, answer) else { return "resign".to_owned() };
        let size = session.game.now().size();
        if self.whole_turns {
            return stones::names(session.game.now(), Coordinates::Gtp, &squares).join(",");
        }
        // Only one stone is returned; the second is stored for the next `genmove`.
        session.game = before;
        let (first, rest) = (squares[0], squares.get(1));
        if stones::put(&mut session.game, Coordinates::Gtp, first).is_err() {
            return "resign".to_owned();
        }
        self.planned = rest.map(|&second| (session.game.now().key(), second));
        Coordinates::Gtp.write(size, first)
    }

    fn time_settings(&mut self, arguments: &[&str]) -> Reply {
        let seconds = |index: usize| number("time_settings", arguments.get(index).copied(), 0..=10_000_000u64);
        let (main, period, stones) =
            (seconds(0)?, seconds(1)?, number("time_settings", arguments.get(2).copied(), 0..=10_000u32)?);
        // A period without stones means that there is no limit.
        self.times =
            (period == 0 || stones > 0).then(|| (Duration::from_secs(main), Duration::from_secs(period), stones));
        self.left = [None; 2];
        reply("")
    }

    fn time_left(&mut self, arguments: &[&str]) -> Reply {
        let color = arguments.first().ok_or_else(|| CommandError::refused("expected a colour"))?;
        let side = side_of(color)?;
        let seconds = number("time_left", arguments.get(1).copied(), 0..=10_000_000u64)?;
        let stones = number("time_left", arguments.get(2).copied(), 0..=10_000u32)?;
        self.left[side.index()] = Some((Duration::from_secs(seconds), stones));
        reply("")
    }

    /// Deducts the time of a turn: a host need not send `time_left`.
    fn spend(&mut self, side: Side, elapsed: Duration) {
        let Some((main, period, turns)) = self.times else { return };
        let (left, in_period) = self.left[side.index()].unwrap_or((main, 0));
        let is_main = in_period == 0 && !left.is_zero();
        self.left[side.index()] = Some(if is_main && (elapsed < left || period.is_zero()) {
            (left.saturating_sub(elapsed), 0)
        } else {
            // The part of a turn after the end of the main time belongs to the first period.
            let (before, to_go) = if in_period == 0 { (left + period, turns) } else { (left, in_period) };
            if to_go > 1 { (before.saturating_sub(elapsed), to_go - 1) } else { (period, turns) }
        });
    }

    /// The limits according to the host's clock.
    fn limits(&self, side: Side) -> StoneLimits {
        let Some((main, period, stones)) = self.times else { return StoneLimits::default() };
        let (left, in_period) = self.left[side.index()].unwrap_or((main, 0));
        let (time, turns_to_go) = if in_period > 0 {
            (clock(left, None), NonZeroU32::new(in_period))
        } else if left.is_zero() && !period.is_zero() {
            (clock(period, None), NonZeroU32::new(stones))
        } else {
            let overtime =
                (!period.is_zero() && stones == 1).then_some(ByoYomi { periods: NonZeroU32::MIN, time: period });
            (clock(left, overtime), None)
        };
        StoneLimits { clock: Some(time), turns_to_go, ..StoneLimits::default() }
    }
}

/// The answers to queries of the position.
fn position_reply<G: Placement>(session: &Session<G>, command: &str) -> Reply {
    let now = session.game.now();
    match command {
        "showboard" => reply(format!("\n{}", now.draw())),
        "final_score" => reply(match session.game.outcome().and_then(|outcome| outcome.winner) {
            Some(Side::First) => "B+",
            Some(Side::Second) => "W+",
            None => "0",
        }),
        "gogui-rules_game_id" => reply(now.family()),
        "gogui-rules_board_size" => reply(now.size().0.to_string()),
        "gogui-rules_board" => reply(board(now)),
        "gogui-rules_legal_moves" => {
            let squares: Vec<Square> = legal_moves(now).into_iter().flat_map(|mv| now.squares(mv)).collect();
            reply(stones::names(now, Coordinates::Gtp, &squares).join(" "))
        }
        "gogui-rules_side_to_move" => reply(["black", "white"][stones::mover(session).index()]),
        "gogui-rules_final_result" => reply(stones::verdict(session)),
        _ => Err(CommandError::Unknown(shortened(command))),
    }
}

/// Checks that a command is for the side to move.
fn check_mover<G: Placement>(session: &Session<G>, side: Side) -> Result<(), CommandError> {
    let mover = stones::mover(session);
    if side == mover {
        return Ok(());
    }
    Err(CommandError::refused(format!("illegal move: it is {}'s turn", G::SIDES[mover.index()])))
}

/// The board in GoGui's format: rows from the top, `X`, `O` and `.`.
fn board<G: Placement>(now: &G) -> String {
    let (columns, rows) = now.size();
    let stone = |column, row| match now.stone(Square { column, row }) {
        Some(Side::First) => "X",
        Some(Side::Second) => "O",
        None => ".",
    };
    let row = |row| (0..columns).map(|column| stone(column, row)).collect::<Vec<_>>().join(" ");
    (0..rows).rev().map(row).collect::<Vec<_>>().join("\n")
}

fn side_of(text: &str) -> Result<Side, CommandError> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Side::First),
        "w" | "white" => Ok(Side::Second),
        _ => {
            Err(CommandError::refused(format!("'{}' is not a colour: expected b, black, w or white", shortened(text))))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_connect6::Board;

    fn session() -> Session<Board> {
        Session::with_random_player(Board::new("Connect(7,7,4,2,1)".parse().unwrap()))
    }

    /// The seconds left, the number and length of overtime periods, the turns to go.
    type ClockSummary = (u64, Option<(u32, u64)>, Option<u32>);

    /// The clock of a side after some commands.
    fn limits(commands: &[&str], side: Side) -> Option<ClockSummary> {
        let (mut gtp, mut session) = (Gtp::default(), session());
        for command in commands {
            gtp.execute(&mut session, command).unwrap();
        }
        let limits = gtp.limits(side);
        assert!(limits.time.is_none() && limits.depth.is_none() && limits.nodes.is_none());
        limits.clock.map(|clock| {
            let periods = clock.byo_yomi.map(|overtime| (overtime.periods.get(), overtime.time.as_secs()));
            (clock.left.as_secs(), periods, limits.turns_to_go.map(NonZeroU32::get))
        })
    }

    #[test]
    fn the_limits_follow_the_clock_of_the_host() {
        let both = [Side::First, Side::Second];
        for (settings, expected) in [
            ("time_settings 600 0 0", Some((600, None, None))),
            ("time_settings 0 0 0", Some((0, None, None))),
            // No limit at all.
            ("time_settings 600 30 0", None),
            ("time_settings 600 30 1", Some((600, Some((1, 30)), None))),
            ("time_settings 600 30 5", Some((600, None, None))),
            ("time_settings 600 0 1", Some((600, None, None))),
            // Overtime from the first turn on.
            ("time_settings 0 30 1", Some((30, None, Some(1)))),
            ("time_settings 0 30 5", Some((30, None, Some(5)))),
        ] {
            assert_eq!(both.map(|side| limits(&[settings], side)), [expected; 2], "{settings}");
        }
        assert_eq!(limits(&[], Side::First), None);
        assert_eq!(limits(&["time_left b 5 0"], Side::First), None);
    }

    #[test]
    fn time_left_applies_to_one_colour() {
        let settings = "time_settings 600 30 5";
        let left = |command| [Side::First, Side::Second].map(|side| limits(&[settings, command], side));
        let untouched = Some((600, None, None));
        assert_eq!(left("time_left b 50 0"), [Some((50, None, None)), untouched]);
        assert_eq!(left("time_left w 50 3"), [untouched, Some((50, None, Some(3)))]);
        assert_eq!(left("time_left b 0 0"), [Some((30, None, Some(5))), untouched]);
        assert_eq!(left("time_left b 0 2"), [Some((0, None, Some(2))), untouched]);
        for begins in ["clear_board", "boardsize 9", settings] {
            assert_eq!(limits(&[settings, "time_left b 50 0", begins], Side::First), untouched, "{begins}");
        }
    }

    /// Without `time_left` the clock runs by the time of the engine's own turns.
    #[test]
    fn the_time_of_turns_is_deducted() {
        let after = |settings: &str, turns: &[u64]| {
            let (mut gtp, mut session) = (Gtp::default(), session());
            gtp.execute(&mut session, settings).unwrap();
            turns.iter().for_each(|&seconds| gtp.spend(Side::First, Duration::from_secs(seconds)));
            assert_eq!(gtp.left[1], None);
            let clock = gtp.limits(Side::First).clock.unwrap();
            (clock.left.as_secs(), gtp.limits(Side::First).turns_to_go.map(NonZeroU32::get))
        };
        assert_eq!(after("time_settings 600 0 0", &[]), (600, None));
        assert_eq!(after("time_settings 600 0 0", &[100, 200]), (300, None));
        assert_eq!(after("time_settings 600 0 0", &[700]), (0, None));
        // Two turns in 30 seconds after the main time.
        assert_eq!(after("time_settings 60 30 2", &[50]), (10, None));
        assert_eq!(after("time_settings 60 30 2", &[50, 15]), (25, Some(1)));
        assert_eq!(after("time_settings 60 30 2", &[50, 15, 5]), (30, Some(2)));
        assert_eq!(after("time_settings 0 30 2", &[10]), (20, Some(1)));
        assert_eq!(after("time_settings 0 30 1", &[10]), (30, Some(1)));
        // A search counts.
        let (mut gtp, mut session) = (Gtp::default(), session());
        for command in ["time_settings 600 0 0", "genmove b"] {
            gtp.execute(&mut session, command).unwrap();
        }
        assert!(gtp.thinking.is_some_and(|(side, _)| side == Side::First));
        gtp.answer(&mut session, Answer { decision: None, fault: None });
        assert!(gtp.thinking.is_none() && gtp.left[0].is_some_and(|(left, _)| left < Duration::from_secs(600)));
    }

    #[test]
    fn only_quit_ends_a_search() {
        let effect = |line| Dialect::<Board>::effect_of(&Gtp::default(), line, false);
        for line in ["quit", "12 quit", "quit # now", " quit"] {
            assert_eq!(effect(line), LineEffect::EndsSearch, "{line}");
        }
        for line in ["", "12", "# quit", "name quit", "stop"] {
            assert_eq!(effect(line), LineEffect::None, "{line}");
        }
    }

    #[test]
    fn the_second_stone_of_a_turn_is_used_only_in_its_position() {
        let (mut gtp, mut session) = (Gtp::default(), session());
        let at = |text: &str| Coordinates::Gtp.read((7, 7), text).unwrap();
        let here = |session: &Session<Board>, text| (session.game.now().key(), at(text));
        gtp.execute(&mut session, "play b D4").unwrap();
        gtp.planned = Some(here(&session, "E5"));
        assert_eq!(gtp.generate(&mut session, &["w"]).unwrap().as_deref(), Some("E5"));
        assert!(!session.is_thinking() && gtp.planned.is_none());
        // An occupied point, and another position.
        for planned in [here(&session, "E5"), (session.game.now().key() ^ 1, at("F6"))] {
            gtp.planned = Some(planned);
            assert_eq!(gtp.generate(&mut session, &["w"]).unwrap(), None);
            assert!(session.is_thinking());
            session.stop();
            session.await_answer();
        }
    }
    /// The position after the first stone of a turn may occur again in the next game.
    #[test]
    fn a_new_game_has_no_planned_stone() {
        let (mut gtp, mut session) = (Gtp::default(), session());
        for begins in ["clear_board", "boardsize 7"] {
            gtp.execute(&mut session, "play b D4").unwrap();
            gtp.planned = Some((session.game.now().key(), Coordinates::Gtp.read((7, 7), "E5").unwrap()));
            gtp.execute(&mut session, begins).unwrap();
            gtp.execute(&mut session, "play b D4").unwrap();
            assert_eq!(gtp.generate(&mut session, &["w"]).unwrap(), None, "{begins}: a search begins");
            session.stop();
            session.await_answer();
            gtp.execute(&mut session, begins).unwrap();
        }
    }
}
