//! The Universal Chinese Chess Protocol 3.0 (中国象棋通用引擎协议), implemented
//! from the text of the standard by xqbase, for any game.

use super::{
    AUTHOR, Dialect, Flow, NAME, VERSION,
    chess_like::{Infos, new_game, print_answer, print_errors},
    ending::{Ending, EndingOptions},
};
use crate::player::{DEFAULT_HASH, OptionError, OptionKind, OptionSpec, TurnLimits, read_check, read_choice};
use crate::protocol::{BestMove, ChessProtocol, CommandError, GoLine, Info, OptionLine, WrittenScore};
use crate::sessions::{
    inbox::LineEffect,
    session::{Answer, Session},
    thread::SearchRequest,
};
use duiyi_game::shortened;
use duiyi_game::{GameMove, Notation};
use duiyi_search::Bound;

/// A standard option that is announced only if it has an effect.
struct Standard {
    name: &'static str,
    /// The values that describe the actual behaviour; error messages contain the first one.
    accepted: &'static [&'static str],
    /// The reason why other values are rejected.
    lacking: &'static str,
}

/// The standard options (row U-1 of docs/sources.md) that no player, or not every player, implements.
const STANDARD: [Standard; 9] = [
    Standard { name: "usebook", accepted: &["false", "off"], lacking: "this player has no opening book" },
    Standard { name: "bookfiles", accepted: &[""], lacking: "this player has no opening book" },
    Standard { name: "useegtb", accepted: &["false", "off"], lacking: "there are no endgame tables" },
    Standard { name: "egtbpaths", accepted: &[""], lacking: "there are no endgame tables" },
    Standard { name: "randomness", accepted: &["none"], lacking: "this player leaves nothing to chance" },
    Standard { name: "style", accepted: &["normal"], lacking: "there is one style of play" },
    Standard { name: "knowledge", accepted: &["large"], lacking: "this player has one evaluation" },
    Standard { name: "idle", accepted: &["none"], lacking: "no time is left to other programs" },
    Standard { name: "promotion", accepted: &["false", "off"], lacking: "no piece is promoted by the rules" },
];

/// The values of `knowledge`, the most first. Each selects the evaluation at its place in the player's
/// list, which begins with the richest; the last one also stands for the places after it.
const KNOWLEDGE: [&str; 4] = ["large", "medium", "small", "none"];

/// The protocol of the lines.
const PROTOCOL: ChessProtocol = ChessProtocol::Ucci;

/// A conversation in UCCI.
#[derive(Default)]
pub(super) struct Ucci {
    /// Times are in milliseconds instead of seconds.
    milliseconds: bool,
    /// Each search is finished before the next command is executed.
    batch: bool,
    /// These turns are not played.
    banned: Vec<Vec<u32>>,
    /// The opponent has offered a draw.
    draw_offered: bool,
    /// The search under way is for a move of the game: not an analysis, and not pondering.
    plays: bool,
    /// The search under way plays after `ponderhit`.
    ponders: bool,
    /// The conditions for resigning and for draws.
    ending: Ending,
}

impl<G: Notation> Dialect<G> for Ucci {
    fn execute(&mut self, session: &mut Session<G>, line: &str) -> Result<Flow, CommandError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&command, rest)) = words.split_first() else { return Ok(Flow::Continue) };
        match command {
            "ucci" => introduce(session),
            "isready" => session.print("readyok"),
            "quit" => return Ok(Flow::Quit),
            "stop" if session.is_thinking() => session.stop(),
            // A front end may wait for an answer even without a search.
            "stop" => session.print("nobestmove"),
            "ponderhit" => {
                self.draw_offered |= rest == ["draw"];
                self.plays |= std::mem::take(&mut self.ponders);
                session.ponder_hit();
            }
            "probe" => probe(session, rest)?,
            _ => self.idle(session, command, rest)?,
        }
        Ok(Flow::Continue)
    }

    fn answer(&mut self, session: &mut Session<G>, answer: Answer<G::Move>) {
        let score = answer.decision.as_ref().and_then(|found| found.score);
        if self.plays && answer.decision.is_some() {
            self.ending.moved(session.game.now().side_to_move(), score);
        }
        let found = answer.decision.as_ref().filter(|_| session.is_debugging());
        if let Some(statistics) = found.and_then(|found| found.statistics.as_ref()) {
            for line in statistics.to_string().lines() {
                session.print(PROTOCOL.message(line.trim()));
            }
        }
        let word = if self.plays || self.draw_offered { self.ending.word(self.draw_offered, score) } else { "" };
        print_answer(PROTOCOL, session, &answer, word);
    }

    fn report_error(&self, session: &Session<G>, error: &CommandError) {
        session.print(PROTOCOL.message(format_args!("error: {error}")));
    }

    fn note(&self, session: &Session<G>, text: &str) {
        session.print(PROTOCOL.message(text));
    }

    fn read_limits(&mut self, session: &mut Session<G>, line: &str) -> (Option<TurnLimits>, Vec<CommandError>) {
        let words: Vec<&str> = line.split_whitespace().skip(1).collect();
        let (request, ignored) = self.read_go(session, &words);
        (request.map(|request| request.limits), ignored)
    }

    fn takes_option(&self, session: &Session<G>, name: &str) -> bool {
        let own = EndingOptions::specs();
        let announced = |spec: &OptionSpec| spec.ucci == Some(name);
        matches!(name, "usemillisec" | "batch" | "newgame")
            || STANDARD.iter().any(|option| option.name == name)
            || session.specs().iter().chain(&own).any(announced)
    }

    /// In batch mode, `quit` does not stop a search with a limit, and `isready` waits for its end, too. A search without
    /// a limit ends only if the front end stops it, and it may wait for `readyok` before it does.
    fn effect_of(&self, line: &str, endless: bool) -> LineEffect {
        match line.split_whitespace().next() {
            Some("quit") if endless || !self.batch => LineEffect::EndsSearch,
            Some("ucci" | "isready" | "probe") if endless || !self.batch => LineEffect::AtOnce,
            Some("stop") => LineEffect::StopsSearch,
            Some("ponderhit") => LineEffect::PonderHit,
            Some("go") => LineEffect::BeginsSearch,
            _ => LineEffect::None,
        }
    }

    fn finish(&self, session: &Session<G>) {
        session.print("bye");
    }
}

impl Ucci {
    /// The commands of the idle state.
    fn idle<G: Notation>(
        &mut self,
        session: &mut Session<G>,
        command: &str,
        rest: &[&str],
    ) -> Result<(), CommandError> {
        match command {
            "setoption" => self.set_option(session, rest)?,
            "position" => {
                session.game = session.read_game(rest)?;
                self.banned.clear();
            }
            "banmoves" => {
                let (banned, mut ignored) = session.read_root_moves("banmoves", rest);
                self.banned =
                    banned.into_iter().map(|turn| turn.into_iter().map(GameMove::to_bits).collect()).collect();
                let last = ignored.pop();
                print_errors(PROTOCOL, session, &ignored);
                return last.map_or(Ok(()), Err);
            }
            "go" => {
                let (request, ignored) = self.read_go(session, rest);
                print_errors(PROTOCOL, session, &ignored);
                let Some(request) = request else {
                    let score = WrittenScore::new(PROTOCOL, session.static_score().unwrap_or_default());
                    let info = Info { depth: Some(0), score: Some(score), ..Info::default() };
                    session.output.lines(&[&info.write(PROTOCOL), &BestMove::default().write(PROTOCOL)]);
                    return Ok(());
                };
                session.go(request);
            }
            _ => return Err(CommandError::Unknown(shortened(command))),
        }
        Ok(())
    }

    /// `setoption <name> [<value>]`. A standard option without effect is rejected with a message,
    /// unless its value describes the actual behaviour. Other unknown options are ignored silently:
    /// front ends send them without checking the list.
    fn set_option<G: Notation>(&mut self, session: &mut Session<G>, rest: &[&str]) -> Result<(), CommandError> {
        let Some((&name, value)) = rest.split_first() else {
            return Err(CommandError::Missing { command: "setoption".into(), expected: "the name of an option" });
        };
        let value = value.join(" ");
        match name {
            "usemillisec" => self.milliseconds = read_check(name, &value)?,
            "batch" => self.batch = read_check(name, &value)?,
            "newgame" => {
                self.ending.new_game();
                new_game(PROTOCOL, session);
            }
            "knowledge" if !evaluations(session).is_empty() => {
                let chosen = evaluation_of(evaluations(session), read_choice(name, &value, &KNOWLEDGE)?);
                session.set_option(EVALUATION, &chosen)?;
            }
            _ if self.ending.options.set(name, &value)?.is_some() => {}
            // 0 selects the engine's default.
            "hashsize" if value == "0" => session.set_option("Hash", &DEFAULT_HASH.to_string())?,
            "threads" if value == "0" => session.set_option("Threads", "1")?,
            _ => {
                let known = session.specs().iter().find(|spec| spec.ucci == Some(name));
                if let Some(uci) = known.map(|spec| spec.name) {
                    session.set_option(uci, &value).map_err(|error| named(error, name))?;
                } else {
                    check_standard(name, &value)?;
                }
            }
        }
        Ok(())
    }

    /// Reads the words after `go`; `None` for `go depth 0`, which requests no search. The errors are for the parts
    /// that are ignored.
    fn read_go<G: Notation>(
        &mut self,
        session: &Session<G>,
        words: &[&str],
    ) -> (Option<SearchRequest<G>>, Vec<CommandError>) {
        let GoLine { limits, draw, is_static, ignored, .. } = GoLine::read_ucci(words, self.milliseconds);
        self.draw_offered = draw;
        if is_static {
            return (None, ignored);
        }
        self.ponders = limits.go.ponder;
        self.plays = !limits.go.infinite && !limits.go.ponder;
        let turn = |bits: &Vec<u32>| bits.iter().filter_map(|&bits| G::Move::from_bits(bits)).collect();
        let banned = self.banned.iter().map(turn).collect();
        let formatter =
            Box::new(Infos { protocol: PROTOCOL, lines: session.lines(), spelling: session.spellings.current() });
        (Some(SearchRequest { limits, only: Vec::new(), banned, formatter }), ignored)
    }
}

/// The player's option for the evaluation.
const EVALUATION: &str = "Evaluation";

/// The names of the player's evaluations; none if it has a single one.
fn evaluations<G: Notation>(session: &Session<G>) -> &[String] {
    let spec = session.specs().iter().find(|spec| spec.is_named(EVALUATION));
    match spec.map(|spec| &spec.kind) {
        Some(OptionKind::Combo { choices, .. }) if choices.len() > 1 => choices,
        _ => &[],
    }
}

/// The evaluation for a place in [`KNOWLEDGE`]; empty if there are no evaluations.
fn evaluation_of(evaluations: &[String], place: usize) -> String {
    evaluations.get(place).or(evaluations.last()).cloned().unwrap_or_default()
}

/// Checks that a standard option without effect is set to the actual behaviour.
fn check_standard(name: &str, value: &str) -> Result<(), OptionError> {
    let Some(option) = STANDARD.iter().find(|option| option.name == name) else { return Ok(()) };
    if option.accepted.iter().any(|accepted| accepted.eq_ignore_ascii_case(value)) {
        return Ok(());
    }
    let accepted = option.accepted.first().filter(|accepted| !accepted.is_empty()).unwrap_or(&"nothing");
    Err(OptionError::value(name, value, format!("{accepted}: {}", option.lacking)))
}

/// An error with the UCCI name of the option.
fn named(error: OptionError, name: &str) -> OptionError {
    match error {
        OptionError::Value { value, mut expected, .. } => {
            if matches!(name, "hashsize" | "threads") {
                // 0 selects the engine's default.
                expected = expected.replace("from 1 ", "from 0 ");
            }
            OptionError::Value { name: name.to_owned(), value, expected }
        }
        OptionError::File { reason, .. } => OptionError::File { name: name.to_owned(), reason },
        unknown => unknown,
    }
}

/// The line that announces an option; empty if it has no name in UCCI.
fn announcement(spec: &OptionSpec) -> String {
    let Some(name) = spec.ucci else { return String::new() };
    let mut line = OptionLine::new(PROTOCOL, name, spec);
    if matches!(name, "hashsize" | "threads") {
        // 0 selects the engine's default.
        (line.min, line.default) = (Some("0".to_owned()), Some("0".to_owned()));
    }
    line.write(PROTOCOL) + "\n"
}

fn introduce<G: Notation>(session: &Session<G>) {
    let mut text = format!(
        "id name {NAME}\nid version {VERSION}\nid copyright 2026 {AUTHOR}\nid author {AUTHOR}\nid user everybody\n\
         option usemillisec type check default false\n\
         option batch type check default false\n\
         option debug type check default false\n"
    );
    let own = EndingOptions::specs();
    for spec in session.specs().iter().chain(&own).filter(|spec| !spec.hidden) {
        text += &announcement(spec);
        if spec.is_named(EVALUATION) && !evaluations(session).is_empty() {
            let values: String = KNOWLEDGE.iter().rev().map(|value| format!(" var {value}")).collect();
            text += &format!("option knowledge type combo{values} default {}\n", KNOWLEDGE[0]);
        }
    }
    session.print(text + "option newgame type button\nucciok");
}

/// Prints the stored result of a position, also during a search.
fn probe<G: Notation>(session: &mut Session<G>, words: &[&str]) -> Result<(), CommandError> {
    let game = session.read_game(words)?;
    let mut text = "pophash".to_owned();
    if let Some(known) = session.probe(game.now()) {
        if let Some(best) = known.best {
            text += &format!(" bestmove {}", session.spellings.current().write_move(game.now(), best));
        }
        let (score, depth) = (WrittenScore::new(PROTOCOL, known.score).write(PROTOCOL), known.depth);
        if matches!(known.bound, Bound::Lower | Bound::Exact) {
            text += &format!(" lowerbound {score} depth {depth}");
        }
        if matches!(known.bound, Bound::Upper | Bound::Exact) {
            text += &format!(" upperbound {score} depth {depth}");
        }
    }
    session.print(text);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::UNREADABLE_TIME;
    use duiyi_clock::{Bonus, GoParameters, PlayerClock};
    use duiyi_connect6::Board;
    use std::{num::NonZeroU32, time::Duration};

    fn session() -> Session<Board> {
        Session::with_random_player(Board::new("Connect(7,7,4,2,1)".parse().unwrap()))
    }

    fn read(ucci: &mut Ucci, go: &str) -> Option<SearchRequest<Board>> {
        ucci.read_go(&session(), &go.split_whitespace().collect::<Vec<_>>()).0
    }

    fn seconds(left: u64, increment: u64) -> Option<PlayerClock> {
        let seconds = Duration::from_secs;
        Some(PlayerClock { left: seconds(left), bonus: Bonus::Increment(seconds(increment)), byo_yomi: None })
    }

    #[test]
    fn limits_are_read_in_the_unit_that_was_set() {
        let none = GoParameters::default();
        let plain = |left| Some(PlayerClock { left: Duration::from_secs(left), ..PlayerClock::default() });
        let moves_to_go = NonZeroU32::new;
        for (text, expected) in [
            ("", GoParameters { infinite: true, ..none }),
            ("infinite", GoParameters { infinite: true, ..none }),
            ("depth infinite", GoParameters { infinite: true, ..none }),
            ("infinite nodes 3", GoParameters { infinite: true, nodes: Some(3), ..none }),
            ("ponder", GoParameters { ponder: true, ..none }),
            ("depth 3", GoParameters { depth: Some(3), ..none }),
            ("depth 1001", GoParameters { depth: Some(1000), ..none }),
            ("nodes 0", GoParameters { nodes: Some(1), ..none }),
            // A time alone, or with one move to go, is for this move only.
            ("time 5", GoParameters { move_time: Some(Duration::from_secs(5)), ..none }),
            (
                "time 5 movestogo 1",
                GoParameters { move_time: Some(Duration::from_secs(5)), moves_to_go: moves_to_go(1), ..none },
            ),
            ("time 5 movestogo 2", GoParameters { own: plain(5), moves_to_go: moves_to_go(2), ..none }),
            ("movestogo 3 time 5", GoParameters { own: plain(5), moves_to_go: moves_to_go(3), ..none }),
            ("time 5 movestogo 10001", GoParameters { own: plain(5), moves_to_go: moves_to_go(10_000), ..none }),
            ("time 5 increment 2", GoParameters { own: seconds(5, 2), ..none }),
            ("increment 0 time 5", GoParameters { own: seconds(5, 0), ..none }),
            (
                "time 5 increment 2 opptime 7 oppincrement 3 oppmovestogo 9",
                GoParameters { own: seconds(5, 2), opponent: seconds(7, 3), ..none },
            ),
            ("nodes 3 opptime 7", GoParameters { nodes: Some(3), opponent: plain(7), ..none }),
            ("nodes 3 oppincrement 7 increment 2", GoParameters { nodes: Some(3), ..none }),
        ] {
            let request = read(&mut Ucci::default(), text).expect("a request");
            assert_eq!(request.limits.go, expected, "{text}");
            assert_eq!(request.limits.until_mate, expected.infinite, "{text}");
            assert_eq!(request.limits.mate, None);
            let mut ucci = Ucci { milliseconds: true, ..Ucci::default() };
            let millis = |clock: PlayerClock| PlayerClock {
                left: clock.left / 1000,
                bonus: if let Bonus::Increment(time) = clock.bonus {
                    Bonus::Increment(time / 1000)
                } else {
                    clock.bonus
                },
                ..clock
            };
            let go = read(&mut ucci, text).expect("a request").limits.go;
            let (own, opponent) = (expected.own.map(millis), expected.opponent.map(millis));
            let move_time = expected.move_time.map(|time| time / 1000);
            assert_eq!(go, GoParameters { own, opponent, move_time, ..expected }, "{text}");
        }
        assert!(read(&mut Ucci::default(), "depth 0").is_none());
    }

    #[test]
    fn an_offer_of_a_draw_holds_for_one_search() {
        let mut ucci = Ucci::default();
        for (text, offered) in [("draw nodes 3", true), ("nodes 3", false), ("nodes 3 draw", true), ("depth 0", false)]
        {
            read(&mut ucci, text);
            assert_eq!(ucci.draw_offered, offered, "{text}");
        }
    }

    #[test]
    fn banned_moves_are_excluded_until_the_next_position() {
        let (mut ucci, mut session) = (Ucci::default(), session());
        ucci.execute(&mut session, "banmoves A1 B2").unwrap();
        let request = ucci.read_go(&session, &["nodes", "3"]).0.expect("a request");
        let banned: Vec<String> = request.banned.iter().map(|turn| session.game.now().write_turn(turn)).collect();
        assert_eq!(banned, ["A1", "B2"]);
        assert!(request.only.is_empty());
        ucci.execute(&mut session, "position startpos").unwrap();
        assert!(ucci.banned.is_empty());
    }

    #[test]
    fn some_lines_affect_the_search_and_others_wait() {
        let effect =
            |batch, line, endless| Dialect::<Board>::effect_of(&Ucci { batch, ..Ucci::default() }, line, endless);
        for (batch, endless) in [(false, false), (false, true), (true, false), (true, true)] {
            let effect = |line| effect(batch, line, endless);
            assert_eq!(effect("stop now"), LineEffect::StopsSearch);
            assert_eq!(effect("ponderhit draw"), LineEffect::PonderHit);
            assert_eq!(effect("go depth 3"), LineEffect::BeginsSearch);
            let at_once = if batch && !endless { LineEffect::None } else { LineEffect::AtOnce };
            assert_eq!([effect("ucci"), effect("isready"), effect("probe startpos")], [at_once; 3]);
            let waits = ["position startpos", "setoption newgame", "banmoves a0a1", "nonsense", ""];
            assert_eq!(waits.map(effect), [LineEffect::None; 5]);
            let waits = batch && !endless;
            assert_eq!(effect("quit"), if waits { LineEffect::None } else { LineEffect::EndsSearch });
        }
    }

    #[test]
    fn a_go_without_a_valid_limit_takes_a_short_time() {
        let none = GoParameters::default();
        let (short, depth) = (Some(UNREADABLE_TIME), Some(2));
        for (text, expected) in [
            ("depth x", GoParameters { move_time: short, ..none }),
            ("time", GoParameters { move_time: short, ..none }),
            ("movetime 500", GoParameters { move_time: short, ..none }),
            ("ponder time x", GoParameters { move_time: short, ponder: true, ..none }),
            ("foo depth 2 bar", GoParameters { depth, ..none }),
            ("time depth 2", GoParameters { depth, ..none }),
            ("infinite depth x", GoParameters { infinite: true, ..none }),
        ] {
            let words: Vec<&str> = text.split_whitespace().collect();
            let (request, ignored) = Ucci::default().read_go(&session(), &words);
            assert_eq!(request.expect("a request").limits.go, expected, "{text}");
            assert!(!ignored.is_empty(), "{text}");
        }
    }

    #[test]
    fn standard_options_accept_the_actual_behaviour_only() {
        for option in &STANDARD {
            for accepted in option.accepted {
                check_standard(option.name, accepted).unwrap();
                check_standard(option.name, &accepted.to_ascii_uppercase()).unwrap();
            }
            let expected = if option.accepted[0].is_empty() { "nothing" } else { option.accepted[0] };
            let refused = check_standard(option.name, "x").unwrap_err().to_string();
            assert_eq!(
                refused,
                format!("option {} does not take 'x'; expected {expected}: {}", option.name, option.lacking)
            );
        }
        check_standard("another", "x").unwrap();
        // This player has none of these options.
        let (mut ucci, mut session) = (Ucci::default(), session());
        let refused = ucci.execute(&mut session, "setoption usebook true").unwrap_err().to_string();
        assert_eq!(refused, "option usebook does not take 'true'; expected false: this player has no opening book");
        assert_eq!(ucci.execute(&mut session, "setoption another x").unwrap(), Flow::Continue);
    }

    #[test]
    fn errors_contain_the_option_name_of_the_protocol() {
        let value = |name| named(OptionError::value("X", "0", "a whole number from 1 to 9"), name).to_string();
        for name in ["hashsize", "threads"] {
            assert_eq!(value(name), format!("option {name} does not take '0'; expected a whole number from 0 to 9"));
        }
        assert_eq!(value("multipv"), "option multipv does not take '0'; expected a whole number from 1 to 9");
        let file = OptionError::File { name: "BookFile".to_owned(), reason: "is empty".into() };
        assert_eq!(named(file, "bookfiles").to_string(), "option bookfiles: is empty");
        let unknown = named(OptionError::unknown("X", &[]), "multipv").to_string();
        assert_eq!(unknown, "unknown option 'X'; expected one of ");
    }
}
