//! The description of a game: everything that the page needs to offer it, beyond its rules, its
//! texts and its picture.

mod palette;
mod problems;
mod proofs;
mod records;

use crate::message::Elo;
use duiyi_book::OpenBook;
use duiyi_game::{Diagram, History, Notation, Outcome, Reason, Score, mate_line, svg::Marks};
use duiyi_kit::GameKit;
use duiyi_player::Player;
pub use palette::{BuildPosition, Palette, Piece};
pub use problems::{CheckAnswer, CheckedAnswer, Problem, Problems};
pub use proofs::{ProofTree, Prover};
pub use records::{Formats, ReadRecord, Record, RecordWriter, TurnNotation};
use std::{ops::RangeInclusive, sync::Arc};

/// The positions that may be visited to finish the line of a mate.
const MATE_POSITIONS: u64 = 20_000;

/// The levels of a player.
#[derive(Clone, Copy, Debug)]
pub struct Levels {
    /// The player's option that sets the level.
    pub option: &'static str,
    /// The weakest level.
    pub weakest: u32,
    /// The strongest level, that of a player whose option is not set.
    pub strongest: u32,
    /// The rating of a level among those of its game, where it is known.
    pub elo: fn(u32) -> Option<Elo>,
}

impl Levels {
    /// From the weakest to the strongest.
    pub fn range(&self) -> RangeInclusive<u32> {
        self.weakest..=self.strongest
    }
}

/// Additional marks that the board of a game can show: threats, for example.
#[derive(Clone)]
pub struct Overlay<G: Notation> {
    /// Its name in English and in Chinese.
    pub titles: [&'static str; 2],
    /// The marks in a position.
    pub marks: fn(&G) -> Marks,
}

/// The result that can be claimed in a position, or why none can.
pub type Claim<G> = fn(&G) -> Result<Outcome, Reason>;

/// How the rules judge the repetition that a position completes, move by move, in English and in Chinese.
pub type ExplainRuling<G> = fn(&G) -> Option<[String; 2]>;

/// Explains the static score of a position: lines of text, and tables whose columns are separated by `|`.
pub type ExplainScore<G> = Arc<dyn Fn(&G) -> String + Send + Sync>;

/// The name of a game's opening in English and in Chinese, if it has one.
pub type NameOpening<G> = fn(&History<G>) -> Option<[String; 2]>;

/// What the rules decide beyond [`Game::verdict`](duiyi_game::Game::verdict).
pub struct Rulings<G> {
    /// How the rules judge a repetition.
    pub explain: Option<ExplainRuling<G>>,
    /// The result that can be claimed where the game does not end by itself.
    pub claim: Option<Claim<G>>,
}

impl<G> Default for Rulings<G> {
    fn default() -> Rulings<G> {
        Rulings { explain: None, claim: None }
    }
}

/// What scores mean.
pub struct Scores<G> {
    /// Explains the static score of a position.
    pub explain: Option<ExplainScore<G>>,
    /// The score at which a side wins ten games for each one that it loses.
    pub ten_to_one: u16,
}

impl<G> Default for Scores<G> {
    fn default() -> Scores<G> {
        Scores { explain: None, ten_to_one: 400 }
    }
}

/// What a game offers to learn from.
pub struct Study<G: Notation> {
    /// Additional marks on the board.
    pub overlays: Vec<Overlay<G>>,
    /// How wins are proved.
    pub prover: Option<Prover<G>>,
    /// Problems to solve.
    pub problems: Option<Problems<G>>,
}

impl<G: Notation> Default for Study<G> {
    fn default() -> Study<G> {
        Study { overlays: Vec::new(), prover: None, problems: None }
    }
}

/// The openings of a game.
pub struct Openings<G: Notation> {
    /// The opening book.
    pub book: Option<OpenBook<G>>,
    /// Names the opening of a game.
    pub name: Option<NameOpening<G>>,
}

impl<G: Notation> Default for Openings<G> {
    fn default() -> Openings<G> {
        Openings { book: None, name: None }
    }
}

/// Translations: texts in English, each with the same in Chinese. A phrase that contains another one
/// stands before it.
#[derive(Clone, Debug, Default)]
pub struct Words {
    /// The names of the sides, the reasons of results and refusals.
    pub game: Vec<(&'static str, &'static str)>,
    /// Cells of the tables and phrases of the lines of [`Scores::explain`].
    pub scores: Vec<(&'static str, &'static str)>,
}

/// A game as the page offers it.
pub struct Description<G: Notation> {
    /// The name of the game in English and in Chinese.
    pub titles: [&'static str; 2],
    /// The rule set of the game; empty for the usual one.
    pub rules: &'static str,
    /// Makes a player.
    pub player: Arc<dyn Fn() -> Box<dyn Player<G>> + Send + Sync>,
    /// The levels of the player, if it has any.
    pub levels: Option<Levels>,
    /// Notations and formats of records.
    pub formats: Formats<G>,
    /// The pieces to set up positions with, if that is possible.
    pub palette: Option<Palette<G>>,
    /// Repetitions and claims.
    pub rulings: Rulings<G>,
    /// What scores mean.
    pub scores: Scores<G>,
    /// Overlays, proofs and problems.
    pub study: Study<G>,
    /// The opening book and the names of openings.
    pub openings: Openings<G>,
    /// Translations into Chinese.
    pub words: Words,
}

impl<G: Notation + Diagram> Description<G> {
    /// A game with a player, and nothing else: enough to be played.
    pub fn new(titles: [&'static str; 2], player: impl Fn() -> Box<dyn Player<G>> + Send + Sync + 'static) -> Self {
        Description {
            titles,
            rules: "",
            player: Arc::new(player),
            levels: None,
            formats: Formats::default(),
            palette: None,
            rulings: Rulings::default(),
            scores: Scores::default(),
            study: Study::default(),
            openings: Openings::default(),
            words: Words::default(),
        }
    }

    /// A game by its kit: titles, player, opening book, explanations of scores.
    pub fn of(kit: GameKit<G>) -> Self {
        Description {
            scores: Scores { explain: kit.explanation().cloned(), ..Scores::default() },
            openings: Openings { book: kit.opening_book(), ..Openings::default() },
            ..Description::new(kit.title(), move || kit.player())
        }
    }

    /// The static score of a position, explained.
    pub(crate) fn explained(&self, position: &G) -> String {
        if let Some(explain) = &self.scores.explain {
            return explain(position);
        }
        let score = (self.player)().inspect().and_then(|player| player.static_score(position));
        score.map_or_else(|| "no evaluation".to_owned(), |score| format!("score {score} for the side to move"))
    }

    /// The names of the notations; the game's own, which comes last, is called `own`.
    pub(crate) fn notation_names(&self) -> Vec<String> {
        self.formats.notations.iter().map(|written| written.name).chain(["own"]).map(str::to_owned).collect()
    }

    /// A phrase in English and in Chinese.
    pub(crate) fn word(&self, phrase: &'static str) -> [&'static str; 2] {
        let found = self.words.game.iter().find(|(english, _)| *english == phrase);
        [phrase, found.map_or(phrase, |found| found.1)]
    }

    /// A turn in all notations, that of the game last.
    pub(crate) fn write(&self, now: &G, turn: &[G::Move]) -> Vec<String> {
        let others = self.formats.notations.iter().map(|written| (written.write)(now, turn));
        others.chain([now.write_turn(turn)]).collect()
    }

    /// A line of moves in all notations, that of the game last.
    pub(crate) fn write_line(&self, now: &G, moves: &[G::Move]) -> Vec<String> {
        let mut texts = vec![String::new(); self.formats.notations.len() + 1];
        let (mut now, mut rest) = (now.clone(), moves);
        while !rest.is_empty() {
            let (begin, side) = (now.clone(), now.side_to_move());
            let mut taken = 0;
            while taken < rest.len() && (taken == 0 || now.side_to_move() == side) {
                now.make(rest[taken]);
                taken += 1;
            }
            for (text, turn) in texts.iter_mut().zip(self.write(&begin, &rest[..taken])) {
                *text += if text.is_empty() { "" } else { " " };
                *text += &turn;
            }
            rest = &rest[taken..];
        }
        texts
    }

    /// The line that a search expects, in all notations. The line of a mate goes to its end, or ends
    /// with an ellipsis.
    pub(crate) fn write_expected(&self, now: &G, moves: &[G::Move], score: Score) -> Vec<String> {
        if !score.is_mate() {
            return self.write_line(now, moves);
        }
        match mate_line(now, moves, score, MATE_POSITIONS) {
            Some(whole) => self.write_line(now, &whole),
            None => self.write_line(now, moves).into_iter().map(|line| line + " …").collect(),
        }
    }

    /// The chance to win of a side whose position has a score: 1 is a win, a draw half of it.
    pub(crate) fn chance(&self, score: i32) -> f32 {
        if Score::new(score).is_decisive() {
            return if score > 0 { 1.0 } else { 0.0 };
        }
        1.0 / (1.0 + 10_f32.powf(-score as f32 / f32::from(self.scores.ten_to_one.max(1))))
    }
}
