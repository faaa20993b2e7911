//! A front end connected by pipes within the test, and simple players.

#![allow(unreachable_pub)]

use duiyi_connect6::{Board, Point};
use duiyi_engine::{Decision, EngineGame, OnGameEnd, Player, Protocol, Request, Setup, run_placement};
use duiyi_game::{History, legal_moves};
use std::{
    collections::VecDeque,
    io::{BufReader, Read, Write},
    sync::{
        Arc, Mutex,
        mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

/// Only a hanging test takes this long. Less than the minute that cargo-mutants waits for the tests.
pub const PATIENCE: Duration = Duration::from_secs(50);

/// A writer that sends whole lines.
#[derive(Clone)]
struct Lines {
    sender: Sender<String>,
    rest: Arc<Mutex<Vec<u8>>>,
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let mut rest = self.rest.lock().unwrap();
        rest.extend_from_slice(bytes);
        while let Some(end) = rest.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = rest.drain(..=end).collect();
            let _ = self.sender.send(String::from_utf8(line).expect("text").trim_end().to_owned());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A writer that keeps the text.
#[derive(Clone, Default)]
pub struct Page(Arc<Mutex<Vec<u8>>>);

impl Page {
    /// The whole text.
    pub fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).expect("text")
    }
}

impl Write for Page {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A reader of sent texts, until the sender is dropped.
struct Pipe {
    receiver: Receiver<String>,
    rest: VecDeque<u8>,
}

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.rest.is_empty() {
            match self.receiver.recv() {
                Ok(text) => self.rest.extend(text.bytes()),
                Err(_) => return Ok(0),
            }
        }
        self.rest.read(buffer)
    }
}

/// A function called with the games of a session on another thread.
pub type GameHandler = Box<dyn FnMut(&EngineGame<'_, Board>) + Send>;

/// A running session.
pub struct FrontEnd {
    input: Option<Sender<String>>,
    output: Receiver<String>,
    session: Option<JoinHandle<()>>,
}

impl FrontEnd {
    /// Begins a session of a player; `None` detects the protocol from the first line.
    pub fn start(protocol: Option<Protocol>, player: impl Fn() -> Box<dyn Player<Board>> + Send + 'static) -> FrontEnd {
        FrontEnd::with_game_handler(protocol, player, None)
    }

    /// Like [`FrontEnd::start`], with a function that is called with the played games.
    pub fn with_game_handler(
        protocol: Option<Protocol>,
        player: impl Fn() -> Box<dyn Player<Board>> + Send + 'static,
        on_game_end: Option<GameHandler>,
    ) -> FrontEnd {
        let (input, receiver) = channel();
        let (sender, output) = channel();
        let lines = Lines { sender, rest: Arc::default() };
        let session = thread::spawn(move || {
            let setup = Setup {
                start: Board::new("Connect(7,7,4,2,1)".parse().expect("rules")),
                player: Box::new(player),
                bench: vec![("empty".to_owned(), Board::new("tictactoe".parse().expect("rules")))],
                protocol,
                turn_time: Some(Duration::from_millis(5)),
                on_game_end: on_game_end.map(|on_game_end| -> OnGameEnd<Board> { on_game_end }),
            };
            run_placement(setup, BufReader::new(Pipe { receiver, rest: VecDeque::new() }), lines);
        });
        FrontEnd { input: Some(input), output, session: Some(session) }
    }

    /// Sends lines.
    pub fn send(&self, lines: &str) {
        // A session that has ended does not read.
        let _ = self.input.as_ref().expect("the input is open").send(format!("{lines}\n"));
    }

    /// The next line.
    pub fn next(&self) -> String {
        self.output.recv_timeout(PATIENCE).expect("an answer")
    }

    /// The next line, waiting at most `patience`.
    pub fn next_within(&self, patience: Duration) -> Option<String> {
        self.output.recv_timeout(patience).ok()
    }

    /// The lines up to one that begins with `begin`, which is the last.
    pub fn until(&self, begin: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.next());
            if lines.last().is_some_and(|line| line.starts_with(begin)) {
                return lines;
            }
        }
    }

    /// Ends the input.
    pub fn close(&mut self) {
        self.input = None;
    }

    /// The remaining lines of a session that ends.
    pub fn rest(mut self) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            match self.output.recv_timeout(PATIENCE) {
                Ok(line) => lines.push(line),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("the session does not end; it printed {lines:?}"),
            }
        }
        self.session.take().expect("it is joined once").join().expect("no panic");
        lines
    }
}

/// The first legal turn.
pub fn first_turn(game: &History<Board>) -> Option<Vec<Point>> {
    let (side, mut then) = (game.now().to_move(), game.clone());
    let mut turn = Vec::new();
    while then.now().to_move() == side && then.outcome().is_none() {
        let mv = *legal_moves(then.now()).first()?;
        then.play(mv).ok()?;
        turn.push(mv);
    }
    (!turn.is_empty()).then_some(turn)
}

/// Polls the control a number of times, or until it stops the search, and then plays the first
/// legal turn.
pub struct Polls(pub u64);

impl Player<Board> for Polls {
    fn decide(&mut self, request: &mut Request<'_, Board>) -> Option<Decision<Point>> {
        let mut polls = 0;
        while polls < self.0 && !request.control.poll(polls) {
            polls += 1;
            thread::yield_now();
        }
        let mut turn = first_turn(request.game)?;
        let allowed = legal_moves(request.game.now()).into_iter().find(|&mv| (request.allowed)(&[mv]))?;
        if turn[0] != allowed {
            // The first stone is another one: complete the turn after it.
            let mut then = request.game.clone();
            then.play(allowed).ok()?;
            turn = vec![allowed];
            if then.now().to_move() == request.game.now().to_move() && then.outcome().is_none() {
                turn.extend(first_turn(&then)?);
            }
        }
        Some(Decision::new(turn))
    }
}

/// Panics.
pub struct Panics;

impl Player<Board> for Panics {
    fn decide(&mut self, _: &mut Request<'_, Board>) -> Option<Decision<Point>> {
        panic!("the position is too beautiful")
    }
}
