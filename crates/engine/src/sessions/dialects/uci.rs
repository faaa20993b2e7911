//! The Universal Chess Interface for any game, with the game's notation of moves and
//! positions. `UCI_Variant` is announced with the name of the game.

use super::{
    AUTHOR, Dialect, Flow, NAME, VERSION,
    chess_like::{Infos, new_game, print_answer, print_errors},
};
use crate::player::{OptionError, OptionKind, OptionSpec, TurnLimits, read_spin};
use crate::protocol::{ChessProtocol, CommandError, EMPTY, GoLine, OptionLine, set_option_words};
use crate::sessions::{
    inbox::LineEffect,
    session::{Answer, Session},
    thread::SearchRequest,
};
use duiyi_game::Notation;
use duiyi_game::shortened;

/// The standard options, in the usual order.
const STANDARD: [&str; 14] = [
    "Hash",
    "Threads",
    "Ponder",
    "MultiPV",
    "Skill Level",
    "Skill Seed",
    "Randomness",
    "UCI_LimitStrength",
    "UCI_Elo",
    "Clear Hash",
    "OwnBook",
    "BookFile",
    "Move Overhead",
    "Time Strategy",
];

const VARIANT: &str = "UCI_Variant";
/// The protocol of the lines.
const PROTOCOL: ChessProtocol = ChessProtocol::Uci;

/// A conversation in UCI; its state is in the session.
pub(super) struct Uci;

impl<G: Notation> Dialect<G> for Uci {
    fn execute(&mut self, session: &mut Session<G>, line: &str) -> Result<Flow, CommandError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&command, rest)) = words.split_first() else { return Ok(Flow::Continue) };
        match command {
            "uci" => introduce(session),
            "isready" => session.print("readyok"),
            "quit" => return Ok(Flow::Quit),
            "stop" => session.stop(),
            "ponderhit" => session.ponder_hit(),
            "debug" => debug(session, rest)?,
            "register" => {}
            _ => idle(session, command, rest, &words)?,
        }
        Ok(Flow::Continue)
    }

    fn answer(&mut self, session: &mut Session<G>, answer: Answer<G::Move>) {
        print_answer(PROTOCOL, session, &answer, "");
    }

    fn report_error(&self, session: &Session<G>, error: &CommandError) {
        session.print(PROTOCOL.message(format_args!("error: {error}")));
    }

    fn note(&self, session: &Session<G>, text: &str) {
        session.print(PROTOCOL.message(text));
    }

    fn read_limits(&mut self, session: &mut Session<G>, line: &str) -> (Option<TurnLimits>, Vec<CommandError>) {
        let words: Vec<&str> = line.split_whitespace().skip(1).collect();
        let (request, ignored) = read_go(session, &words);
        (Some(request.limits), ignored)
    }

    fn effect_of(&self, line: &str, _endless: bool) -> LineEffect {
        match line.split_whitespace().next() {
            Some("quit") => LineEffect::EndsSearch,
            Some("stop") => LineEffect::StopsSearch,
            Some("ponderhit") => LineEffect::PonderHit,
            Some("uci" | "isready" | "debug" | "register") => LineEffect::AtOnce,
            Some("go" | "bench") => LineEffect::BeginsSearch,
            _ => LineEffect::None,
        }
    }
}

/// `debug [on | off]`; without a word it is `on`.
fn debug<G: Notation>(session: &mut Session<G>, rest: &[&str]) -> Result<(), CommandError> {
    let on = match rest {
        [] | ["on"] => "true",
        ["off"] => "false",
        [other, ..] => {
            return Err(CommandError::Unexpected { command: "debug", found: shortened(other), expected: "on or off" });
        }
    };
    Ok(session.set_option("Debug", on)?)
}

/// The commands that need an idle engine.
fn idle<G: Notation>(
    session: &mut Session<G>,
    command: &str,
    rest: &[&str],
    words: &[&str],
) -> Result<(), CommandError> {
    match command {
        "ucinewgame" => new_game(PROTOCOL, session),
        "setoption" => set_option(session, rest)?,
        "position" => session.game = session.read_game(rest)?,
        // UCI-Cyclone omits the keyword.
        "startpos" | "fen" => session.game = session.read_game(words)?,
        "go" if rest.first() == Some(&"perft") => {
            let depth = match rest.get(1) {
                None => return Err(CommandError::Missing { command: "go perft".into(), expected: "a depth" }),
                Some(text) => read_spin("perft", text, 1..=20)?,
            };
            session.count(depth);
        }
        "go" => {
            let (request, ignored) = read_go(session, rest);
            print_errors(PROTOCOL, session, &ignored);
            session.go(request);
        }
        "d" => session.print(session.game.now().draw()),
        "eval" => {
            let score = session.static_score().map_or_else(|| "none".to_owned(), |score| score.to_string());
            session.print(PROTOCOL.message(format_args!("static score {score}")));
        }
        "bench" => session.bench(),
        _ => return Err(CommandError::Unknown(shortened(command))),
    }
    Ok(())
}

fn introduce<G: Notation>(session: &Session<G>) {
    let mut text = format!("id name {NAME} {VERSION}\nid author {AUTHOR}\n");
    let specs = session.specs();
    let standard = STANDARD.iter().filter_map(|name| specs.iter().find(|spec| spec.name == *name));
    for spec in standard.chain(specs.iter().filter(|spec| !spec.hidden && !STANDARD.contains(&spec.name))) {
        text += &OptionLine::new(PROTOCOL, spec.name, spec).write(PROTOCOL);
        text.push('\n');
    }
    session.print(format_args!(
        "{text}option name {VARIANT} type combo default {variant} var {variant}\nuciok",
        variant = G::NAME
    ));
}

/// `setoption name <words> [value <words>]`.
fn set_option<G: Notation>(session: &mut Session<G>, rest: &[&str]) -> Result<(), CommandError> {
    let (name, value) = set_option_words(rest)?;
    let takes_text = |spec: &OptionSpec| spec.is_named(&name) && matches!(spec.kind, OptionKind::Text { .. });
    let value = if value == EMPTY && session.specs().iter().any(takes_text) { String::new() } else { value };
    if !name.eq_ignore_ascii_case(VARIANT) {
        return Ok(session.set_option(&name, &value)?);
    }
    if value != G::NAME {
        return Err(OptionError::value(VARIANT, &value, G::NAME).into());
    }
    // Front ends for several variants use the second spelling.
    session.spellings.prefer_second();
    Ok(())
}

/// Reads the words after `go`; the errors are for the parts that are ignored.
fn read_go<G: Notation>(session: &mut Session<G>, words: &[&str]) -> (SearchRequest<G>, Vec<CommandError>) {
    let GoLine { limits, moves, mut ignored, .. } = GoLine::read_uci(words, session.game.now().side_to_move());
    let (only, mut illegal) = session.read_root_moves("searchmoves", &moves);
    ignored.append(&mut illegal);
    let formatter =
        Box::new(Infos { protocol: PROTOCOL, lines: session.lines(), spelling: session.spellings.current() });
    (SearchRequest { limits, only, banned: Vec::new(), formatter }, ignored)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::UNREADABLE_TIME;
    use duiyi_clock::{Bonus, GoParameters, PlayerClock};
    use duiyi_connect6::Board;
    use duiyi_game::Game;
    use std::{num::NonZeroU32, time::Duration};

    fn millis(value: u64) -> Duration {
        Duration::from_millis(value)
    }

    fn session(moves: &str) -> Session<Board> {
        let mut session = Session::with_random_player(Board::new("Connect(7,7,4,2,1)".parse().unwrap()));
        let words: Vec<&str> = format!("startpos moves {moves}").leak().split_whitespace().collect();
        session.game = session.read_game(&words).unwrap();
        session
    }

    fn read(session: &mut Session<Board>, go: &str) -> SearchRequest<Board> {
        read_go(session, &go.split_whitespace().collect::<Vec<_>>()).0
    }

    fn clock(left: u64, increment: u64) -> Option<PlayerClock> {
        Some(PlayerClock { left: millis(left), bonus: Bonus::Increment(millis(increment)), byo_yomi: None })
    }

    #[test]
    fn each_side_has_its_clock() {
        let go = "wtime 600 btime 500 winc 40 binc 30 movestogo 7";
        let (first, second) = (clock(600, 40), clock(500, 30));
        let moves_to_go = NonZeroU32::new(7);
        let expected = |own, opponent| GoParameters { own, opponent, moves_to_go, ..GoParameters::default() };
        assert_eq!(read(&mut session(""), go).limits.go, expected(first, second));
        assert_eq!(read(&mut session("A1"), go).limits.go, expected(second, first));
        let one = |go: &str| read(&mut session(""), go).limits.go;
        assert_eq!(one("wtime 600"), GoParameters { own: clock(600, 0), ..GoParameters::default() });
        // Without the engine's own clock there is no limit.
        let opponent = GoParameters { opponent: clock(500, 0), infinite: true, ..GoParameters::default() };
        assert_eq!(one("btime 500"), opponent);
        assert_eq!(one("binc 30 winc 40"), GoParameters { infinite: true, ..GoParameters::default() });
    }

    #[test]
    fn limits_are_read_and_a_search_without_one_is_infinite() {
        let go = |text: &str| read(&mut session(""), text).limits.go;
        let none = GoParameters::default();
        for (text, expected) in [
            ("", GoParameters { infinite: true, ..none }),
            ("infinite", GoParameters { infinite: true, ..none }),
            ("infinite depth 3", GoParameters { infinite: true, depth: Some(3), ..none }),
            ("ponder", GoParameters { ponder: true, ..none }),
            ("ponder nodes 3", GoParameters { ponder: true, nodes: Some(3), ..none }),
            ("ponder infinite", GoParameters { ponder: true, infinite: true, ..none }),
            ("movetime 70", GoParameters { move_time: Some(millis(70)), ..none }),
            ("depth 0", GoParameters { depth: Some(1), ..none }),
            ("depth 1001", GoParameters { depth: Some(1000), ..none }),
            ("nodes 0", GoParameters { nodes: Some(1), ..none }),
            ("nodes 12 movestogo 0", GoParameters { nodes: Some(12), ..none }),
            (
                "nodes 12 movestogo 10001",
                GoParameters { nodes: Some(12), moves_to_go: NonZeroU32::new(10_000), ..none },
            ),
            ("mate 3", none),
            ("searchmoves A1", GoParameters { infinite: true, ..none }),
        ] {
            assert_eq!(go(text), expected, "{text}");
        }
        let mate = |text: &str| read(&mut session(""), text).limits.mate;
        assert_eq!([mate("mate 3"), mate("mate 1001"), mate("depth 3")], [Some(3), Some(1000), None]);
        assert!(!read(&mut session(""), "infinite").limits.until_mate);
    }

    #[test]
    fn the_list_of_moves_ends_at_the_next_keyword() {
        let mut session = session("");
        let mut moves = |text: &str| {
            let request = read(&mut session, text);
            assert!(request.banned.is_empty());
            request.only.iter().map(|turn| session.game.now().write_turn(turn)).collect::<Vec<_>>()
        };
        assert_eq!(moves("depth 1"), [""; 0]);
        assert_eq!(moves("searchmoves A1 B2 depth 1"), ["A1", "B2"]);
        // Illegal moves are left out; without a legal one, all are searched.
        assert_eq!(moves("searchmoves Z99 A1 nonsense B2 depth 1"), ["A1", "B2"]);
        assert_eq!(moves("searchmoves Z99 depth 1"), [""; 0]);
    }

    #[test]
    fn some_lines_affect_the_search_and_others_wait() {
        let effect = |line| Dialect::<Board>::effect_of(&Uci, line, true);
        assert_eq!(effect("quit"), LineEffect::EndsSearch);
        assert_eq!(effect(" stop now"), LineEffect::StopsSearch);
        assert_eq!(effect("ponderhit"), LineEffect::PonderHit);
        for line in ["uci", "isready", "debug on", "register later"] {
            assert_eq!(effect(line), LineEffect::AtOnce, "{line}");
        }
        assert_eq!([effect("go depth 3"), effect("bench")], [LineEffect::BeginsSearch; 2]);
        for line in ["position startpos", "setoption name Hash value 1", "ucinewgame", "d", "eval", "gone", ""] {
            assert_eq!(effect(line), LineEffect::None, "{line}");
        }
    }

    /// What is ignored of a `go`.
    fn ignored(go: &str) -> Vec<String> {
        let (_, ignored) = read_go(&mut session(""), &go.split_whitespace().collect::<Vec<_>>());
        ignored.iter().map(CommandError::to_string).collect()
    }

    #[test]
    fn a_go_without_a_valid_limit_takes_a_short_time() {
        let none = GoParameters::default();
        let short = Some(UNREADABLE_TIME);
        let depth = Some(2);
        for (text, errors, expected) in [
            ("depth x", 2, GoParameters { move_time: short, ..none }),
            ("wtime x btime 500", 2, GoParameters { move_time: short, opponent: clock(500, 0), ..none }),
            ("movetim 500", 2, GoParameters { move_time: short, ..none }),
            ("ponder depth", 2, GoParameters { move_time: short, ponder: true, ..none }),
            ("searchmoves A1 depth x", 2, GoParameters { move_time: short, ..none }),
            // Another limit, or `infinite`, is sufficient.
            ("foo depth 2 bar", 2, GoParameters { depth, ..none }),
            ("movetime depth 2", 1, GoParameters { depth, ..none }),
            ("depth 2 depth", 1, GoParameters { depth, ..none }),
            ("infinite depth x", 1, GoParameters { infinite: true, ..none }),
            ("depth infinite", 1, GoParameters { infinite: true, ..none }),
            // Moves are not limits.
            ("searchmoves Z99", 1, GoParameters { infinite: true, ..none }),
        ] {
            assert_eq!(read(&mut session(""), text).limits.go, expected, "{text}");
            assert_eq!(ignored(text).len(), errors, "{text}");
        }
        assert_eq!(
            ignored("now please depth 1.5"),
            [
                "'now please' in 'go': expected a limit or the end of the line",
                "'1.5' in 'go': expected a number of plies",
                "'go' has no valid limit: the search takes 100 ms"
            ]
        );
    }

    #[test]
    fn a_position_without_the_keyword_is_set() {
        let mut session = session("A1");
        for (line, stones) in
            [("startpos", 49), ("fen 7/7/7/3x3/7/7/7 w 2", 48), ("position startpos moves A1 B1-C1", 46)]
        {
            assert_eq!(Uci.execute(&mut session, line).unwrap(), Flow::Continue);
            assert_eq!(duiyi_game::legal_moves(session.game.now()).len(), stones, "{line}");
        }
        assert_eq!(session.game.now().side_to_move().index(), 0);
        assert_eq!(Uci.execute(&mut session, "quit").unwrap(), Flow::Quit);
        assert_eq!(Uci.execute(&mut session, " ").unwrap(), Flow::Continue);
    }
}
