//! Whole games with the evaluation by patterns over each protocol, played by the program itself:
//! each of its turns is checked on a board, and it must beat a random player.

use duiyi_connect6::notation::Coordinates;
use duiyi_connect6::{BLACK, Board, Rules, Turn};
use duiyi_engine::{Player, RandomPlayer, Request};
use duiyi_search::{History, LimitControl, Limits, StopHandle};
use std::{
    io::{BufRead, BufReader, Lines, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

/// The program with its input and output.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

impl Engine {
    fn start(arguments: &[&str]) -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_connect6-engine"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Engine { child, input, output: BufReader::new(output).lines() }
    }

    fn send(&mut self, text: &str) {
        writeln!(self.input, "{text}").unwrap();
        self.input.flush().unwrap();
    }

    /// The rest of the next line with this beginning.
    fn line(&mut self, start: &str) -> String {
        loop {
            let line = self.output.next().expect("the engine is alive").unwrap();
            assert!(!line.contains("error") && !line.starts_with('?') && !line.starts_with("ERROR"), "{line}");
            if let Some(rest) = line.strip_prefix(start) {
                return rest.to_owned();
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// How to play a game with a protocol: the initial commands, and how to request and read a turn.
struct Way {
    name: &'static str,
    rules: Rules,
    /// The initial commands, each with the beginning of its reply.
    hello: &'static [(&'static str, &'static str)],
    coordinates: Coordinates,
    /// Builds the request for a turn from the game so far and the opponent's last turn in the
    /// coordinates of the protocol.
    ask: fn(&Board, Option<&str>) -> String,
    /// The number of replies before the one with the turn, and the beginning of that one.
    reply: fn(Option<&str>) -> (usize, &'static str),
}

/// Every turn, in the coordinates of UCI and UCCI.
fn position(board: &Board) -> String {
    let turns: Vec<String> =
        board.turns().iter().map(|turn| Coordinates::Letters.write_turn(board.rules(), turn)).collect();
    let moves = if turns.is_empty() { String::new() } else { format!(" moves {}", turns.join(" ")) };
    format!("position startpos{moves}\ngo depth 2")
}

fn ways() -> [Way; 7] {
    let fifteen = Rules::new(15, 15, 6, 2, 1).unwrap();
    let usual = (Rules::CONNECT6, Coordinates::LetterPairs);
    let way = |name, (rules, coordinates), hello, ask, reply| Way { name, rules, hello, coordinates, ask, reply };
    [
        way(
            "uci",
            (Rules::CONNECT6, Coordinates::Letters),
            &[("uci", "uciok"), ("setoption name Evaluation value pattern\nisready", "readyok")],
            |board, _| position(board),
            |_| (0, "bestmove "),
        ),
        way(
            "ucci",
            (Rules::CONNECT6, Coordinates::Letters),
            &[("ucci", "ucciok"), ("setoption evaluation pattern\nisready", "readyok")],
            |board, _| position(board),
            |_| (0, "bestmove "),
        ),
        way(
            "cloudict",
            usual,
            &[("name", "name ")],
            |_, last| last.map_or("new black".to_owned(), |turn| format!("move {turn}")),
            |_| (0, "move "),
        ),
        way(
            "sau",
            usual,
            &[("name?", "name ")],
            |_, last| last.map_or("new black".to_owned(), |turn| format!("move {turn}")),
            |_| (0, "move "),
        ),
        way(
            "gtp",
            (fifteen, Coordinates::Gtp),
            &[("boardsize 15", "= ")],
            |_, last| last.map_or(String::new(), |turn| format!("play w {turn}\n")) + "genmove b",
            |last| (usize::from(last.is_some()), "= "),
        ),
        way(
            "botzone",
            (fifteen, Coordinates::Numbers),
            &[],
            |_, last| last.map_or("1\n-1 -1 -1 -1".to_owned(), |turn| turn.replace(',', " ")),
            |_| (0, ""),
        ),
        way(
            "piskvork",
            (Rules::GOMOKU, Coordinates::Numbers),
            &[("START 15", "OK")],
            |_, last| last.map_or("BEGIN".to_owned(), |turn| format!("TURN {turn}")),
            |_| (0, ""),
        ),
    ]
}

/// The turn in a reply.
fn read(way: &Way, reply: &str) -> Turn {
    let text = match way.name {
        "sau" => reply.trim_end_matches('@').to_owned(),
        "botzone" => reply.replace(" -1 -1", "").replacen(' ', ",", 1),
        _ => reply.split(" ponder").next().unwrap_or_default().to_owned(),
    };
    // Botzone separates the stones like the numbers.
    let text = match (way.name, text.matches(' ').count()) {
        ("botzone", 2) => {
            let at = text.rfind(' ').unwrap();
            format!("{},{}", &text[..at], &text[at + 1..])
        }
        _ => text,
    };
    way.coordinates.read_turn(way.rules, &text).unwrap_or_else(|error| panic!("{}: {reply}: {error}", way.name))
}

/// Plays a game as Black against random turns; returns the final board.
fn play(way: &Way) -> Board {
    let mut arguments = vec!["--protocol", way.name, "--level", "3"];
    if !matches!(way.name, "uci" | "ucci") {
        arguments.extend(["--evaluation", "pattern"]);
    }
    let mut engine = Engine::start(&arguments);
    for (text, reply) in way.hello {
        engine.send(text);
        engine.line(reply);
    }
    let mut board = Board::new(way.rules);
    let mut last: Option<String> = None;
    while !board.is_over() {
        engine.send(&(way.ask)(&board, last.as_deref()));
        let (before, start) = (way.reply)(last.as_deref());
        for _ in 0..before {
            engine.line(start);
        }
        let mut reply = engine.line(start);
        while reply.is_empty() || reply.starts_with(">>>") || reply.starts_with("MESSAGE") {
            reply = engine.line(start);
        }
        board.play(read(way, &reply).points()).unwrap_or_else(|error| panic!("{}: {reply}: {error}", way.name));
        if let Some(turn) = random_turn(&board) {
            board.play(turn.points()).unwrap();
            last = Some(way.coordinates.write_turn(way.rules, &turn));
        }
    }
    board
}

/// A random turn, determined by the number of turns.
fn random_turn(board: &Board) -> Option<Turn> {
    let game = History::new(board.clone());
    let mut control = LimitControl::new(Limits::default(), StopHandle::new());
    let request = &mut Request { game: &game, allowed: &|_| true, control: &mut control, observer: &mut () };
    let decision = RandomPlayer::new(7 + board.turns().len() as u64).decide(request)?;
    Turn::new(&decision.turn)
}

#[test]
fn whole_games_by_patterns_over_every_protocol() {
    for way in ways() {
        let board = play(&way);
        assert_eq!(board.winner(), Some(BLACK), "{}: {board}", way.name);
    }
}

/// The program's output during a search, without the times.
fn search(arguments: &[&str], option: &str) -> Vec<String> {
    let mut engine = Engine::start(&[&["--protocol", "uci"], arguments].concat());
    engine.send(&format!("{option}\nposition startpos moves J10 I11-K11\ngo depth 3"));
    let mut printed = Vec::new();
    loop {
        let line = engine.line("");
        printed.extend(line.split_once(" score ").map(|(_, rest)| rest.split(" nodes").next().unwrap().to_owned()));
        if line.starts_with("bestmove") {
            printed.push(line);
            return printed;
        }
    }
}

#[test]
fn the_flag_and_the_option_choose_the_same() {
    let by_option = search(&[], "setoption name Evaluation value pattern");
    assert_eq!(search(&["--evaluation", "pattern"], "isready"), by_option);
    assert_ne!(search(&[], "isready"), by_option);
    assert_ne!(search(&["--evaluation", "plain"], "isready"), by_option);
}

#[test]
fn an_unknown_evaluation_is_refused_with_the_known_ones() {
    let refused =
        Command::new(env!("CARGO_BIN_EXE_connect6-engine")).args(["--evaluation", "thesis"]).output().unwrap();
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(!refused.status.success() && said.contains("tuned, plain, pattern"), "{said}");
}
