//! The opening book of a player.

use duiyi_book::{Draft, OpenBook};
use duiyi_connect6::{Board, Rules};
use duiyi_engine::{
    Decision, EnginePlayer, Evaluating, NamedEvaluation, NodeLimit, Opener, Player, PlayerParts, RandomPlayer, Request,
};
use duiyi_game::{Game, History, Notation, Score, Side};
use duiyi_search::{Control, IterationReport, LimitControl, Limits, Purpose, StopHandle, TurningPoint};
use duiyi_xiangqi::Xiangqi;
use std::{fs, path::PathBuf, sync::Arc};

/// A control for analysis.
struct Analysis(LimitControl);

impl Control for Analysis {
    fn interval(&self, nodes: u64) -> u64 {
        self.0.interval(nodes)
    }
    fn poll(&mut self, nodes: u64) -> bool {
        self.0.poll(nodes)
    }
    fn begin_iteration(&mut self, depth: u32) -> bool {
        self.0.begin_iteration(depth)
    }
    fn end_iteration(&mut self, report: &IterationReport) -> bool {
        self.0.end_iteration(report)
    }
    fn turning_point(&mut self, _: TurningPoint, _: &IterationReport) -> bool {
        true
    }
    fn purpose(&self) -> Purpose {
        Purpose { analysis: true, ..Purpose::default() }
    }
}

/// A folder that is removed after the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("duiyi-own-book-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Random moves instead of a search.
struct Random;

impl<G: Game + Clone> Evaluating<G> for Random {
    fn player(&self, _: &str) -> Box<dyn Player<G>> {
        Box::new(RandomPlayer::new(1))
    }

    fn static_score(&self, _: &G) -> Score {
        Score::ZERO
    }
}

/// A player with random moves in positions that are not in its book.
fn with_book<G: Notation>(opener: Opener<G>) -> EnginePlayer<G> {
    let random = NamedEvaluation::new("random", || Arc::new(Random));
    EnginePlayer::new(Arc::new(PlayerParts::new(&["random"], random).book(opener, G::begin("").unwrap())))
}

fn opener<G: Notation>(start: &G, own: Option<Draft<G>>) -> Opener<G> {
    let start = start.clone();
    Arc::new(move |file| {
        if file.is_empty() {
            return Ok(own.clone().map(|own| Arc::new(own) as OpenBook<G>));
        }
        duiyi_book::open(file, &start).map(Some).map_err(|error| error.to_string())
    })
}

fn game<G: Notation>(moves: &str) -> History<G> {
    History::read("", moves).unwrap()
}

fn decide<G: Notation>(player: &mut dyn Player<G>, game: &History<G>, control: &mut dyn Control) -> Decision<G::Move> {
    player.decide(&mut Request { game, allowed: &|_| true, control, observer: &mut () }).unwrap()
}

fn limits() -> LimitControl {
    LimitControl::new(Limits::default(), StopHandle::new())
}

/// Whether the turn is a book move.
fn is_by_the_book<G: Notation>(player: &mut dyn Player<G>, game: &History<G>) -> bool {
    decide(player, game, &mut limits()).reason.is_some_and(|reason| reason.starts_with("book"))
}

fn taught() -> Draft<Xiangqi> {
    let mut draft = Draft::new(&Xiangqi::default());
    draft.learn(&game("moves h2e2 h9g7 h0g2 i9h9"), Some(Side::First), &Side::BOTH, 9);
    draft.set_name(game::<Xiangqi>("moves h2e2").now(), "cannon", 1);
    draft
}

fn player(own: Option<Draft<Xiangqi>>) -> EnginePlayer<Xiangqi> {
    with_book(opener(&Xiangqi::default(), own))
}

#[test]
fn a_book_is_used_when_it_is_on() {
    let mut player = player(Some(taught()));
    let start = game("");
    assert!(!is_by_the_book(&mut player, &start), "off at first");
    player.set_option("OwnBook", "true").unwrap();
    assert!(is_by_the_book(&mut player, &start));
    let decision = decide(&mut player, &game("moves h2e2"), &mut limits());
    assert_eq!(decision.reason.as_deref(), Some("book: cannon"));
    assert_eq!((decision.nodes, decision.depth, decision.score), (0, 0, None));
    assert!(!is_by_the_book(&mut player, &game("moves h2e2 h7e7")), "it is not in the book");
    // The book is not used in an analysis, even with an additional limit.
    let mut analysis = Analysis(limits());
    assert!(decide(&mut player, &start, &mut analysis).reason.is_none());
    let mut limited = NodeLimit { inner: &mut analysis, nodes: Some(10), depth: None };
    assert!(decide(&mut player, &start, &mut limited).reason.is_none());
    player.set_option("BookDepth", "3").unwrap();
    assert!(is_by_the_book(&mut player, &game("moves h2e2 h9g7")));
    assert!(!is_by_the_book(&mut player, &game("moves h2e2 h9g7 h0g2")), "three turns");
    player.set_option("BookSide", "second").unwrap();
    assert!(!is_by_the_book(&mut player, &start) && is_by_the_book(&mut player, &game("moves h2e2")));
    player.set_option("OwnBook", "off").unwrap();
    assert!(!is_by_the_book(&mut player, &game("moves h2e2")));
}

#[test]
fn moves_that_are_not_allowed_are_not_played() {
    let mut player = player(Some(taught()));
    player.set_option("ownbook", "true").unwrap();
    let start = game("");
    let book_move = decide(&mut player, &start, &mut limits()).turn[0];
    let allowed = |turn: &[_]| turn != [book_move];
    let mut control = limits();
    let request = &mut Request { game: &start, allowed: &allowed, control: &mut control, observer: &mut () };
    assert_ne!(player.decide(request).unwrap().turn[0], book_move);
}

#[test]
fn an_invalid_book_file_is_rejected_and_the_old_book_stays() {
    let folder = Folder::new("player");
    let path = folder.file("book");
    let name = path.to_str().unwrap();
    taught().save(&path).unwrap();
    let mut player = player(None);
    player.set_option("OwnBook", "true").unwrap();
    assert!(!is_by_the_book(&mut player, &game("")), "there is no built-in book");
    player.set_option("BookFile", name).unwrap();
    assert!(is_by_the_book(&mut player, &game("")));
    let mut bytes = fs::read(&path).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(folder.file("damaged"), bytes).unwrap();
    let damaged = folder.file("damaged");
    let error = player.set_option("BookFile", damaged.to_str().unwrap()).unwrap_err().to_string();
    let expected =
        format!("option BookFile: '{}': the book is damaged: wrong checksum of the contents", damaged.display());
    assert_eq!(error, expected);
    assert!(is_by_the_book(&mut player, &game("")), "the old book stays");
    player.set_option("BookFile", "").unwrap();
    assert!(!is_by_the_book(&mut player, &game("")));
    assert!(player.set_option("BookFiles", "x").is_err() && player.set_option("BookDepth", "-1").is_err());
    // If the file is truncated during use, the player plays on.
    player.set_option("BookFile", name).unwrap();
    fs::File::options().write(true).open(&path).unwrap().set_len(100).unwrap();
    assert!(!is_by_the_book(&mut player, &game("")));
}

#[test]
fn a_turn_of_two_stones_is_played_whole() {
    let start = Board::new(Rules::CONNECT6);
    let mut draft = Draft::new(&start);
    let played: History<Board> = game("moves J10 K11-L12 J11-J12");
    draft.learn(&played, Some(Side::First), &Side::BOTH, 3);
    let mut player = with_book(opener(&start, Some(draft)));
    player.set_option("OwnBook", "true").unwrap();
    let after = |moves: &str| game::<Board>(moves);
    let decision = decide(&mut player, &after("moves J10"), &mut limits());
    let mut then = after("moves J10");
    then.play_turn(&decision.turn).unwrap();
    assert_eq!(then.now().canonical(), {
        let expected = after("moves J10 K11-L12");
        (expected.now().canonical().0, then.now().canonical().1)
    });
    // The first stone is already on the board: the second one is played.
    let mut half = after("moves J10");
    half.play(decision.turn[0]).unwrap();
    assert_eq!(decide(&mut player, &half, &mut limits()).turn, decision.turn[1..]);
    player.set_option("BookDepth", "2").unwrap();
    assert!(is_by_the_book(&mut player, &half), "the second turn is incomplete");
    assert!(!is_by_the_book(&mut player, &then));
}

/// The first of several books that contains a position is used.
#[test]
fn several_files_are_one_book() {
    let folder = Folder::new("several");
    let [one, other] = ["one", "other"].map(|name| folder.file(name));
    taught().save(&one).unwrap();
    let mut draft = Draft::new(&Xiangqi::default());
    draft.learn(&game("moves h2e2 h7e7 h0g2"), None, &Side::BOTH, 9);
    draft.save(&other).unwrap();
    let mut player = player(None);
    player.set_option("OwnBook", "true").unwrap();
    player.set_option("BookFile", &format!("{} ; {};", one.display(), other.display())).unwrap();
    assert!(is_by_the_book(&mut player, &game("moves h2e2 h9g7")));
    assert!(is_by_the_book(&mut player, &game("moves h2e2 h7e7")));
    let missing = format!("{};{}", one.display(), folder.file("none").display());
    assert!(player.set_option("BookFile", &missing).is_err());
}

/// Book moves must not repeat a position of the game.
#[test]
fn book_moves_do_not_repeat_positions() {
    let mut draft = Draft::new(&Xiangqi::default());
    let line: History<Xiangqi> = game("moves h2e2 h9g7 e2h2 g7h9");
    draft.learn(&line, None, &Side::BOTH, 9);
    let mut player = player(Some(draft));
    player.set_option("OwnBook", "true").unwrap();
    assert!(is_by_the_book(&mut player, &game("moves h2e2 h9g7")));
    assert!(!is_by_the_book(&mut player, &game("moves h2e2 h9g7 e2h2")));
}

/// A book is read from its file during the game, so the file may become damaged.
#[test]
fn a_damaged_book_file_is_no_longer_used() {
    let folder = Folder::new("goes-bad");
    let path = folder.file("taught.book");
    taught().save(&path).unwrap();
    let mut player = player(None);
    player.set_option("BookFile", path.to_str().unwrap()).unwrap();
    player.set_option("OwnBook", "true").unwrap();
    let start = game("");
    assert!(is_by_the_book(&mut player, &start));
    let file = fs::File::options().write(true).open(&path).unwrap();
    for length in [130, 0] {
        file.set_len(length).unwrap();
        assert!(!is_by_the_book(&mut player, &start), "{length} bytes are left");
        assert_eq!(decide(&mut player, &start, &mut limits()).turn.len(), 1, "the player searches");
    }
}

/// The results of another book's games are learned in the file of that book.
#[test]
fn another_book_file_has_its_own_learned_results() {
    let folder = Folder::new("learns");
    let [one, other] = ["one.book", "other.book"].map(|name| folder.file(name));
    taught().save(&one).unwrap();
    taught().save(&other).unwrap();
    let mut player = player(None);
    player.set_option("OwnBook", "true").unwrap();
    player.set_option("BookFile", one.to_str().unwrap()).unwrap();
    player.set_option("BookLearning", "true").unwrap();
    player.set_option("BookFile", other.to_str().unwrap()).unwrap();
    let mut lost = game("");
    lost.play_turn(&decide(&mut player, &lost, &mut limits()).turn).unwrap();
    lost.declare(duiyi_game::Outcome::win(Side::Second, "a test"));
    player.end_game(&lost);
    assert_eq!(["one.book.learn", "other.book.learn"].map(|name| folder.file(name).exists()), [false, true]);
    assert_eq!(player.take_note(), None);
}

/// Each order of the options, and a new game, give the same moves.
#[test]
fn the_order_of_book_options_does_not_matter() {
    let folder = Folder::new("orders");
    let [one, other] = ["one.book", "other.book"].map(|name| folder.file(name));
    let mut draft = Draft::new(&Xiangqi::default());
    for mv in ["h2e2", "b2e2", "h0g2", "b0c2", "c3c4", "g3g4"] {
        let entry = draft.entry(&Xiangqi::default(), Xiangqi::default().read_move(mv).unwrap());
        entry.weight = 10;
    }
    draft.save(&one).unwrap();
    taught().save(&other).unwrap();
    let options = [
        ("OwnBook", "true"),
        ("BookFile", one.to_str().unwrap()),
        ("BookDepth", "1"),
        ("BookPolicy", "weight"),
        ("BookSide", "first"),
        ("BookSeed", "9"),
    ];
    let moves = |player: &mut EnginePlayer<Xiangqi>| {
        let moves: Vec<_> = (0..20).map(|_| decide(player, &game(""), &mut limits()).turn).collect();
        assert!(!is_by_the_book(player, &game("moves h2e2")) && !is_by_the_book(player, &game("moves h2e2 h9g7")));
        moves
    };
    let played: Vec<_> = (0..options.len())
        .map(|first| {
            let mut player = player(Some(taught()));
            player.set_option("BookFile", other.to_str().unwrap()).unwrap();
            for (name, value) in options[first..].iter().chain(&options[..first]) {
                player.set_option(name, value).unwrap();
            }
            assert!(player.set_option("BookFile", "/no/such.book").is_err(), "the book stays");
            player.new_game(&Xiangqi::default());
            moves(&mut player)
        })
        .collect();
    assert!(played[0].iter().any(|turn| *turn != played[0][0]), "the moves are drawn");
    for (first, moves) in played.iter().enumerate() {
        assert_eq!(*moves, played[0], "{} first", options[first].0);
    }
}
