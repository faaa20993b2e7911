//! What a player learns from its own games.

use duiyi_book::{Draft, LearnFile, OpenBook, Results, Source};
use duiyi_connect6::{Board, Rules};
use duiyi_engine::{Decision, EnginePlayer, Evaluating, NamedEvaluation, OptionError, Player, PlayerParts, Request};
use duiyi_game::{Game, History, Notation, Outcome, Score, Side, legal_moves};
use duiyi_search::{LimitControl, Limits, StopHandle};
use duiyi_xiangqi::Xiangqi;
use std::{
    fs,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicI32, Ordering},
    },
};

/// A folder that is removed after the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("duiyi-learning-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self) -> PathBuf {
        self.0.join("own.learn")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Plays the first allowed move with a score that the test sets.
struct First(Arc<AtomicI32>);

impl<G: Game + Clone> Player<G> for First {
    fn set_option(&mut self, name: &str, _: &str) -> Result<(), OptionError> {
        Err(OptionError::unknown(name, []))
    }

    fn decide(&mut self, request: &mut Request<'_, G>) -> Option<Decision<G::Move>> {
        let mv = legal_moves(request.game.now()).into_iter().find(|&mv| (request.allowed)(&[mv]))?;
        Some(Decision { score: Some(Score::new(self.0.load(Ordering::Relaxed))), ..Decision::new(vec![mv]) })
    }
}

impl<G: Game + Clone> Evaluating<G> for First {
    fn player(&self, _: &str) -> Box<dyn Player<G>> {
        Box::new(First(Arc::clone(&self.0)))
    }

    fn static_score(&self, _: &G) -> Score {
        Score::ZERO
    }
}

/// A player that learns to a file, with a book, and the score of its searches.
struct Learning {
    player: EnginePlayer<Xiangqi>,
    score: Arc<AtomicI32>,
    path: PathBuf,
}

impl Learning {
    fn new(folder: &Folder, book: Option<Draft<Xiangqi>>) -> Learning {
        let score = Arc::new(AtomicI32::new(0));
        let shared = Arc::clone(&score);
        let evaluation = NamedEvaluation::new("first", move || Arc::new(First(Arc::clone(&shared))));
        let opener = move |_: &str| Ok(book.clone().map(|book| Arc::new(book) as OpenBook<Xiangqi>));
        let parts = PlayerParts::new(&["first"], evaluation).book(Arc::new(opener), Xiangqi::default());
        let mut player = EnginePlayer::new(Arc::new(parts));
        player.set_option("BookPolicy", "ucb").unwrap();
        player.set_option("BookSeed", "1").unwrap();
        player.set_option("BookLearning", "true").unwrap();
        let path = folder.file();
        player.set_option("LearnFile", path.to_str().unwrap()).unwrap();
        Learning { player, score, path }
    }

    fn decide(&mut self, game: &History<Xiangqi>, score: i32) -> Decision<<Xiangqi as Game>::Move> {
        self.score.store(score, Ordering::Relaxed);
        let control = &mut LimitControl::new(Limits::default(), StopHandle::new());
        self.player.decide(&mut Request { game, allowed: &|_| true, control, observer: &mut () }).unwrap()
    }

    fn new_game(&mut self) {
        self.player.new_game(&Xiangqi::default());
    }

    /// The sum of the results of a position in the file.
    fn results(&self, position: &Xiangqi) -> Results {
        let mut sum = Results::default();
        let file = LearnFile::open(&self.path, &Xiangqi::default()).unwrap();
        file.book().moves(position).unwrap().iter().for_each(|known| sum.add(known.learned));
        sum
    }
}

fn game(moves: &str) -> History<Xiangqi> {
    History::read("", moves).unwrap()
}

const LOSS: Results = Results { wins: 0, draws: 0, losses: 1 };
const WIN: Results = Results { wins: 1, draws: 0, losses: 0 };

#[test]
fn a_losing_line_is_left_after_a_loss_and_a_winning_one_is_played_again() {
    let folder = Folder::new("leaves");
    let mut learning = Learning::new(&folder, None);
    let start = game("");
    let first = learning.decide(&start, -299);
    learning.new_game();
    assert!(!learning.path.exists(), "the result of the game is unknown");
    assert_eq!(learning.decide(&start, -300).turn, first.turn);
    learning.new_game();
    assert_eq!(learning.results(start.now()), LOSS);
    // The same search finds another move, in a new process too.
    let second = learning.decide(&start, 300);
    assert_ne!(second.turn, first.turn);
    assert_eq!(second.reason, None);
    drop(learning);
    let mut learning = Learning::new(&folder, None);
    assert_eq!(learning.results(start.now()), Results { wins: 1, draws: 0, losses: 1 }, "the end writes the result");
    let again = learning.decide(&start, 0);
    // Of two mirrored moves the book plays one, whichever the search has found.
    let class = |turn: &[<Xiangqi as Game>::Move]| {
        let mut then = start.now().clone();
        turn.iter().for_each(|&mv| _ = then.make(mv));
        then.canonical().0
    };
    assert_eq!((class(&again.turn), again.reason.as_deref()), (class(&second.turn), Some("book")));
    assert_ne!(class(&second.turn), class(&first.turn));
    learning.player.set_option("BookLearning", "false").unwrap();
    assert_eq!(learning.decide(&start, 0).turn, first.turn);
}

#[test]
fn a_book_move_that_loses_is_left() {
    let folder = Folder::new("book");
    let start = game("");
    let mut book = Draft::new(start.now());
    for mv in ["h2e2", "h0g2"] {
        let entry = book.entry(start.now(), start.now().read_move(mv).unwrap());
        entry.results = Results { wins: 40, draws: 20, losses: 40 };
    }
    let mut learning = Learning::new(&folder, Some(book));
    learning.player.set_option("OwnBook", "true").unwrap();
    let mut played = Vec::new();
    for _ in 0..3 {
        let decision = learning.decide(&start, 0);
        let mut lost = start.clone();
        lost.play_turn(&decision.turn).unwrap();
        played.push(decision.turn);
        lost.declare(Outcome::win(Side::Second, "a test"));
        learning.player.end_game(&lost);
    }
    assert_ne!(played[0], played[1]);
    assert_eq!(learning.results(start.now()).losses, 3);
}

#[test]
fn the_result_by_the_rules_takes_precedence_over_the_score() {
    let folder = Folder::new("rules");
    let mut learning = Learning::new(&folder, None);
    let mut ended = game("");
    ended.play_turn(&learning.decide(&ended, -900).turn).unwrap();
    ended.play(ended.now().read_move("h9g7").unwrap()).unwrap();
    ended.declare(Outcome::draw("a test"));
    learning.player.end_game(&ended);
    learning.new_game();
    assert_eq!(learning.results(&Xiangqi::default()), Results { wins: 0, draws: 1, losses: 0 });
}

/// In UCI, a game may begin without `ucinewgame`; in UCCI, the position after a capture replaces the start.
#[test]
fn games_are_told_apart_by_their_positions() {
    let folder = Folder::new("games");
    let mut learning = Learning::new(&folder, None);
    let mut first = game("");
    first.play_turn(&learning.decide(&first, 0).turn).unwrap();
    // The answer to the first move captures a horse; only the position after it is sent.
    let capture = first.now().read_move("h7h0").unwrap();
    first.play(capture).unwrap();
    let after = History::new(first.now().clone());
    learning.decide(&after, -400);
    assert!(!learning.path.exists(), "the same game");
    // An unrelated position.
    learning.decide(&game("moves c3c4 c6c5 h2e2"), 0);
    assert_eq!((learning.results(&Xiangqi::default()), learning.results(after.now())), (LOSS, LOSS));
    // Two turns are taken back, then the game is left for another one.
    drop(learning);
    fs::remove_file(folder.file()).unwrap();
    let mut learning = Learning::new(&folder, None);
    let mut second = game("moves h2e2");
    let position = second.now().clone();
    second.play_turn(&learning.decide(&second, 0).turn).unwrap();
    let reply = |mv: &str| {
        let mut game = second.clone();
        game.play(game.now().read_move(mv).unwrap()).unwrap();
        game
    };
    learning.decide(&reply("h0g2"), 400);
    learning.decide(&reply("c3c4"), 0);
    learning.new_game();
    assert!(!learning.path.exists(), "the score belongs to a turn that was taken back");
    learning.decide(&game("moves h2e2"), 0);
    learning.decide(&reply("h0g2"), 400);
    learning.decide(&game("moves c3c4"), 0);
    assert_eq!(learning.results(&position), WIN);
    // The game goes on with another move than the player's, which is not the player's turn then.
    learning.new_game();
    learning.decide(&game("moves h2e2"), 0);
    learning.decide(&game("moves h2e2 h9g7 h0g2"), -400);
    learning.new_game();
    assert_eq!(learning.results(&position), WIN);
    assert_eq!(learning.results(game("moves h2e2 h9g7 h0g2").now()), LOSS);
}

#[test]
fn files_that_cannot_be_used_are_named_and_play_goes_on() {
    let folder = Folder::new("files");
    let foreign = Draft::new(&Board::new(Rules::CONNECT6)).to_bytes();
    let mut damaged = Draft::new(&Xiangqi::default()).to_bytes();
    damaged[40] ^= 1;
    for (bytes, reason) in [(foreign, "the book is of connect6; expected xiangqi"), (damaged, "damaged")] {
        fs::write(folder.file(), &bytes).unwrap();
        let mut learning = Learning::new(&folder, None);
        let note = learning.player.take_note().expect("a note");
        assert!(note.contains(reason) && note.contains("own.learn"), "{note}");
        learning.decide(&game(""), -500);
        learning.new_game();
        assert_eq!(learning.player.take_note(), None);
        assert_eq!(fs::read(folder.file()).unwrap(), bytes, "the file is unchanged");
    }
    // A file that becomes read-only.
    fs::remove_file(folder.file()).unwrap();
    let mut learning = Learning::new(&folder, None);
    learning.decide(&game(""), -500);
    learning.new_game();
    assert_eq!(learning.player.take_note(), None);
    let mut permissions = fs::metadata(folder.file()).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(folder.file(), permissions).unwrap();
    learning.decide(&game(""), -500);
    learning.new_game();
    let note = learning.player.take_note().expect("a note");
    assert!(note.contains("own.learn") && note.ends_with("the file is read-only"), "{note}");
    assert!(learning.decide(&game(""), 0).turn.len() == 1 && learning.results(&Xiangqi::default()) == LOSS);
}
