//! What a session passes to the player and the clock, and what it stores.

use super::*;
use crate::player::{OptionKind, Request, TurnLimits};
use crate::sessions::thread::ProgressFormatter;
use duiyi_clock::{GoParameters, PlayerClock};
use duiyi_connect6::Board;
use duiyi_search::Report;
use duiyi_xiangqi::Xiangqi;
use std::sync::mpsc::{Sender, channel};

impl<G: Notation> Session<G> {
    /// A session of a player with random moves, without input and output.
    pub(crate) fn with_random_player(start: G) -> Session<G> {
        Session::with_player(start, || Box::new(crate::player::RandomPlayer::new(1)))
    }

    /// A session of a player, without input and output.
    fn with_player(start: G, player: fn() -> Box<dyn Player<G>>) -> Session<G> {
        let setup = Setup {
            start,
            player: Box::new(player),
            bench: Vec::new(),
            protocol: None,
            turn_time: None,
            on_game_end: None,
        };
        let inbox = Inbox::default();
        let output = Output::new(std::io::sink(), inbox.clone());
        Session::new(setup, inbox, output)
    }

    /// Waits for the end of the search, if there is one.
    pub(crate) fn await_answer(&mut self) -> Option<Answer<G::Move>> {
        if self.is_thinking() {
            self.inbox.await_search();
        }
        self.take_answer()
    }

    /// Uses a time strategy that records its calls.
    pub(crate) fn record(&mut self) -> crate::sessions::recording::Recording {
        self.record_with(Duration::from_millis(7))
    }

    /// Uses a time strategy that records its calls and gives each turn this time.
    pub(crate) fn record_with(&mut self, time: Duration) -> crate::sessions::recording::Recording {
        let recording = crate::sessions::recording::Recording::new(time);
        let strategy = Box::new(recording.clone());
        self.engine_mut().expect("nothing is searched").seat.keeper.set_strategy(strategy);
        recording
    }

    /// The name of the time strategy.
    pub(crate) fn strategy(&self) -> String {
        self.engine().expect("nothing is searched").seat.keeper.strategy().name().to_owned()
    }

    /// The budget of the last search.
    pub(crate) fn budget(&self) -> Option<duiyi_clock::Budget> {
        self.engine().expect("nothing is searched").seat.keeper.budget()
    }
}

/// Moves at random, with the move context of xiangqi.
struct Timed(crate::player::RandomPlayer);

impl Player<Xiangqi> for Timed {
    fn decide(&mut self, request: &mut Request<'_, Xiangqi>) -> Option<Decision<<Xiangqi as Game>::Move>> {
        self.0.decide(request)
    }

    fn context(&self, game: &History<Xiangqi>) -> MoveContext {
        duiyi_xiangqi::player::context(game)
    }
}

fn session() -> Session<Xiangqi> {
    Session::with_player(Xiangqi::default(), || Box::new(Timed(crate::player::RandomPlayer::new(1))))
}

fn set(session: &mut Session<Xiangqi>, position: &str) {
    let words: Vec<&str> = position.split(' ').collect();
    session.game = session.read_game(&words).unwrap();
}

/// Records a turn of the engine in the position.
fn answer(session: &mut Session<Xiangqi>, turn: &str, own_turn: bool) {
    let turn = session.game.now().read_turn(turn).unwrap();
    session.answer_of(SearchOutcome { decision: Some(Decision::new(turn)), own_turn }, true);
}

/// T-14: UCCI sends the position after the last capture, not the move that captured.
#[test]
fn a_recapture_is_detected_without_the_capture() {
    // Black plays; then a cannon takes the horse on b9, which the rook takes back.
    let taken = "fen rCbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/7C1/9/RNBAKABNR b - - 0 1";
    let before = "fen rnbakabnr/9/7c1/p1p1p1p1p/9/1c7/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1";
    let after = "fen rCbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/7C1/9/RNBAKABNR b - - 0 2";
    let mut session = session();
    set(&mut session, taken);
    assert!(!session.context().forced_recapture, "the previous position is unknown");
    // The engine plays Black and moved its cannon back to b7.
    set(&mut session, before);
    answer(&mut session, "b4b7", true);
    set(&mut session, after);
    assert!(session.context().forced_recapture);
    // A position that cannot be reached, a new game, and a turn that was not played.
    set(&mut session, "fen rCbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/9/9/RNBAKABNR b - - 0 2");
    assert!(!session.context().forced_recapture);
    // The moves of the game are given, and the cannon came there without a capture.
    let quiet = "fen r1bakabnr/1C7/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/7C1/9/RNBAKABNR w - - 0 1 moves b8b9";
    set(&mut session, quiet);
    assert!(!session.context().forced_recapture);
    set(&mut session, after);
    session.clear_game();
    assert!(!session.context().forced_recapture);
    set(&mut session, before);
    answer(&mut session, "b4b7", false);
    set(&mut session, after);
    assert!(!session.context().forced_recapture);
}

/// Lists of moves select the numbering of ranks, but rejected lists do not.
#[test]
fn the_ranks_of_a_list_stay_in_use() {
    let mut session = session();
    let written = |session: &Session<Xiangqi>| {
        let now = Xiangqi::default();
        session.spellings.current().write_move(&now, now.read_move("h2e2").unwrap())
    };
    set(&mut session, "startpos moves h3e3 h10g8");
    assert_eq!(written(&session), "h3e3");
    assert!(session.read_game(&["startpos", "moves", "h0g2", "h0g2"]).is_err());
    assert_eq!(written(&session), "h3e3");
    let mut counts = |list: &[&str]| {
        let (moves, ignored) = session.read_root_moves("searchmoves", list);
        (moves.len(), ignored.len(), written(&session))
    };
    let (own, second) = ("h2e2".to_owned(), "h3e3".to_owned());
    assert_eq!(counts(&["h1g3"]), (1, 0, second.clone()));
    assert_eq!(counts(&["h0g2"]), (1, 0, own.clone()));
    assert_eq!(counts(&["i10i9"]), (0, 1, own.clone()));
    // Illegal turns, and turns in another spelling than the first, are left out.
    assert_eq!(counts(&["a0a9", "h0g2", "i10i9", "nonsense", "b0c2"]), (2, 3, own));
    assert_eq!(counts(&["a1a10", "h1g3", "h0g2"]), (1, 2, second));
}

/// Prints nothing during a search.
struct Silent;

impl<G: Game> ProgressFormatter<G> for Silent {
    fn progress(&self, _: &G, _: &Report<'_, G::Move>) -> Option<String> {
        None
    }
}

fn request<G: Game>(go: GoParameters) -> SearchRequest<G> {
    let limits = TurnLimits { go, ..TurnLimits::default() };
    SearchRequest { limits, only: Vec::new(), banned: Vec::new(), formatter: Box::new(Silent) }
}

fn by_the_clock() -> GoParameters {
    let own = PlayerClock { left: Duration::from_secs(60), ..PlayerClock::default() };
    GoParameters { own: Some(own), ..GoParameters::default() }
}

#[test]
fn the_clock_receives_options_and_the_context_of_the_game() {
    let mut session = session();
    let recording = session.record();
    set(&mut session, "startpos moves h2e2 h9g7 h0g2");
    session.go(request(by_the_clock()));
    session.await_answer();
    for (name, value) in [("ponder", "true"), ("move overhead", "123")] {
        session.set_option(name, value).unwrap();
    }
    // A position after the engine's last turn and a capture whose move is not sent.
    set(&mut session, "fen rnbakabnr/9/7c1/p1p1p1p1p/9/1c7/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1");
    answer(&mut session, "b4b7", true);
    set(&mut session, "fen rCbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/7C1/9/RNBAKABNR b - - 0 2");
    session.go(request(by_the_clock()));
    session.await_answer();
    let calls = recording.calls();
    let clocks: Vec<_> = calls.begun.iter().map(|(clock, _)| (clock.overhead.as_millis(), clock.pondering)).collect();
    assert_eq!(clocks, [(10, false), (123, true)]);
    let games: Vec<_> = calls.begun.iter().map(|(_, game)| (game.ply, game.forced_recapture)).collect();
    assert_eq!(games, [(3, false), (3, true)]);
}

#[test]
fn a_new_game_clears_everything_stored_of_the_last_one() {
    let mut session = session();
    let recording = session.record();
    let before = "fen rnbakabnr/9/7c1/p1p1p1p1p/9/1c7/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1";
    for (games, forgets) in [(1, true), (2, false)] {
        set(&mut session, before);
        answer(&mut session, "b4b7", true);
        assert!(session.left_behind.is_some());
        if forgets {
            session.clear_game();
            assert_eq!(session.game.start().write_position(), before["fen ".len()..], "the position stays");
        } else {
            session.new_game(Xiangqi::default());
            assert_eq!(session.game.start().write_position(), Xiangqi::default().write_position());
        }
        assert!(session.left_behind.is_none());
        assert_eq!(recording.calls().games, games);
    }
}

#[test]
fn infinite_and_ponder_searches_do_not_end_without_a_stop() {
    let mut session = session();
    assert!(session.time_without_input().is_none() && !session.is_thinking());
    let usual = GoParameters { depth: Some(1), ..GoParameters::default() };
    for (go, ends) in [
        (usual, true),
        (GoParameters { infinite: true, ..usual }, false),
        (GoParameters { ponder: true, ..usual }, false),
    ] {
        session.go(request(go));
        assert_eq!((session.time_without_input().is_none(), session.is_thinking()), (ends, true));
        session.ponder_hit();
        assert_eq!(session.time_without_input().is_none(), !go.infinite, "after the expected move");
        session.stop();
        let answer = session.await_answer().expect("an answer");
        assert!(answer.decision.is_some() && answer.fault.is_none());
        assert!(!session.is_thinking());
    }
    assert!(session.await_answer().is_none(), "nothing is searched");
}

/// Records the options that are set, and panics in a search.
struct Fails(Sender<String>);

impl Player<Xiangqi> for Fails {
    fn options(&self) -> &[OptionSpec] {
        const {
            &[
                OptionSpec::new("Hash", OptionKind::Spin { default: 1, min: 1, max: 9 }),
                OptionSpec::new("MultiPV", OptionKind::Spin { default: 1, min: 1, max: 9 }),
            ]
        }
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        crate::player::read_spin(name, value, 1..=9)?;
        self.0.send(format!("{name} = {value}")).map_err(|_| OptionError::value(name, value, "a listener"))
    }

    fn decide(&mut self, _: &mut Request<'_, Xiangqi>) -> Option<Decision<<Xiangqi as Game>::Move>> {
        panic!("out of order")
    }
}

#[test]
fn a_new_player_gets_the_options_of_the_last_one() {
    let (sender, options) = channel();
    let mut session = session();
    session.setup.player = Box::new(move || Box::new(Fails(sender.clone())));
    session.specs.extend((session.setup.player)().options().to_vec());
    session.renew_player();
    for (name, value) in [("Hash", "2"), ("multipv", "4"), ("hash", "3"), ("Time Strategy", "average")] {
        session.set_option(name, value).unwrap();
    }
    for (name, value) in [("Hash", "10"), ("Time Strategy", "none"), ("Depth", "1")] {
        session.set_option(name, value).unwrap_err();
    }
    assert_eq!(session.lines(), 4);
    assert_eq!(options.try_iter().collect::<Vec<_>>(), ["Hash = 2", "MultiPV = 4", "Hash = 3"]);
    session.go(request(by_the_clock()));
    let answer = session.await_answer().expect("an answer");
    assert_eq!(answer.fault.unwrap().to_string(), "the search failed: out of order; any legal turn is played");
    assert_eq!(answer.decision.map(|found| found.turn.len()), Some(1));
    assert_eq!(options.try_iter().collect::<Vec<_>>(), ["MultiPV = 4", "Hash = 3"]);
    assert_eq!(session.engine().unwrap().seat.keeper.strategy().name(), "average");
    // Without an allowed turn there is no fallback.
    session.go(SearchRequest {
        only: vec![],
        banned: legal_moves(session.game.now()).into_iter().map(|mv| vec![mv]).collect(),
        ..request(by_the_clock())
    });
    let answer = session.await_answer().expect("an answer");
    assert!(answer.decision.is_none() && answer.fault.is_some());
}

#[test]
fn the_message_of_a_panic_is_reported() {
    let message = |panic: &(dyn Any + Send)| panic_message(panic);
    assert_eq!(message(&"a fault"), "a fault");
    assert_eq!(message(&"a fault".to_owned()), "a fault");
    assert_eq!(message(&7), "a panic without a message");
}

#[test]
fn any_turn_is_whole_and_ends_with_the_game() {
    let board = Board::new("Connect(7,7,4,2,1)".parse().unwrap());
    let (one, start) = (board.read_move("B1").unwrap(), board.clone());
    assert_eq!(any_turn(&start, |turn| turn[0] == one), [one], "the first turn has one stone");
    let then = |moves: &str| History::<Board>::read("Connect(7,7,4,2,1)", &format!("moves {moves}")).unwrap();
    let turn = |game: History<Board>| game.now().write_turn(&any_turn(game.now(), |turn| turn[0] == one));
    assert_eq!(turn(then("A1")), "B1-C1");
    assert_eq!(turn(then("G7 C1-D1 A3-B5 A5-E1")), "A1-B1");
    // The first stone wins.
    assert_eq!(turn(then("G7 C1-D1 A3-B5 A1-E7 F2-F4")), "B1");
}

#[test]
fn any_turn_begins_with_an_allowed_move() {
    let now = Xiangqi::default();
    let only = now.read_move("h2e2").unwrap();
    assert_eq!(any_turn(&now, |turn| turn == [only]), [only]);
    assert_eq!(any_turn(&now, |_| false), []);
}
