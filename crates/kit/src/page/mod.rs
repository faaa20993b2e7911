//! The features of a page with a board, beyond the rules, the notation and the drawing of a game.

mod endgames;
mod palette;
mod problems;
mod proofs;
mod records;

use duiyi_game::{History, Notation, Outcome, Reason, svg::Marks};
pub use endgames::{EndgameVerdict, EndgameVerdicts, OpenEndgames};
pub use palette::{BuildPosition, Palette, Piece};
pub use problems::{CheckAnswer, CheckedAnswer, Problem, Problems};
pub use proofs::{ProofTree, Prover, Stopped};
pub use records::{
    Formats, MAX_GAMES, ReadRecord, ReadTurn, Record, RecordFault, RecordWriter, Records, TurnNotation, collect_records,
};
use std::ops::RangeInclusive;

/// The rating of a level, relative to the other levels of the game, not to human players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelRating {
    /// The rating, in Elo.
    pub elo: i32,
    /// Whether it was measured in games; otherwise it is an estimate.
    pub measured: bool,
}

/// The levels of a player.
#[derive(Clone, Copy, Debug)]
pub struct Levels {
    /// The player's option that sets the level.
    pub option: &'static str,
    /// The weakest level.
    pub weakest: u32,
    /// The strongest level, which is the default.
    pub strongest: u32,
    /// The rating of a level, if known.
    pub rating: fn(u32) -> Option<LevelRating>,
    /// How a level plays, in English and in Chinese, each for the levels from this one to that before the next;
    /// ascending, and empty if nothing is known.
    pub notes: &'static [(u32, [&'static str; 2])],
}

impl Levels {
    /// The range of the levels, from the weakest.
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
    /// Whether a game that starts from a position shows it until a person switches it off.
    pub is_usual: fn(&G) -> bool,
}

/// The result that can be claimed in a position, or the reason why none can.
pub type Claim<G> = fn(&G) -> Result<Outcome, Reason>;

/// How the rules judge the repetition that a position completes, move by move, in English and in Chinese.
pub type ExplainRuling<G> = fn(&G) -> Option<[String; 2]>;

/// The name of a game's opening in English and in Chinese, if it has one.
pub type NameOpening<G> = fn(&History<G>) -> Option<[String; 2]>;

/// Decisions of the rules beyond [`Game::verdict`](duiyi_game::Game::verdict).
#[derive(Clone)]
pub struct Rulings<G> {
    /// How the rules judge a repetition.
    pub explain: Option<ExplainRuling<G>>,
    /// The result that can be claimed if the rules do not end the game automatically.
    pub claim: Option<Claim<G>>,
}

impl<G> Default for Rulings<G> {
    fn default() -> Rulings<G> {
        Rulings { explain: None, claim: None }
    }
}

/// The features of a game for studying it.
#[derive(Clone)]
pub struct Study<G: Notation> {
    /// Additional marks on the board.
    pub overlays: Vec<Overlay<G>>,
    /// How wins are proved.
    pub prover: Option<Prover<G>>,
    /// Problems to solve.
    pub problems: Option<Problems<G>>,
    /// Opens endgame tables.
    pub endgame_verdicts: Option<OpenEndgames<G>>,
}

impl<G: Notation> Default for Study<G> {
    fn default() -> Study<G> {
        Study { overlays: Vec::new(), prover: None, problems: None, endgame_verdicts: None }
    }
}

/// Translations: pairs of English and Chinese texts. A phrase that contains another one precedes it.
#[derive(Clone, Debug, Default)]
pub struct Words {
    /// The names of the sides, the reasons of results and refusals.
    pub game: Vec<(&'static str, &'static str)>,
    /// Cells of the tables and phrases of the lines of the kit's explanation of scores.
    pub scores: Vec<(&'static str, &'static str)>,
}

/// The features of a page with a board, beyond the rules, the notation and the drawing of a game.
#[derive(Clone)]
pub struct Page<G: Notation> {
    /// The levels of the player, if it has any.
    pub levels: Option<Levels>,
    /// Notations and formats of records.
    pub formats: Formats<G>,
    /// The pieces to set up positions with, if that is possible.
    pub palette: Option<Palette<G>>,
    /// Repetitions and claims.
    pub rulings: Rulings<G>,
    /// The score at which a side wins ten games for each one that it loses.
    pub ten_to_one: u16,
    /// Overlays, proofs and problems.
    pub study: Study<G>,
    /// Names the opening of a game.
    pub name_opening: Option<NameOpening<G>>,
    /// Translations into Chinese.
    pub words: Words,
}

impl<G: Notation> Default for Page<G> {
    /// Only the game, which can be played.
    fn default() -> Page<G> {
        Page {
            levels: None,
            formats: Formats::default(),
            palette: None,
            rulings: Rulings::default(),
            ten_to_one: 400,
            study: Study::default(),
            name_opening: None,
            words: Words::default(),
        }
    }
}

impl<G: Notation> Page<G> {
    /// A phrase in English and in Chinese.
    pub fn word(&self, phrase: &'static str) -> [&'static str; 2] {
        let found = self.words.game.iter().find(|(english, _)| *english == phrase);
        [phrase, found.map_or(phrase, |found| found.1)]
    }

    /// The names of the notations; the last one, the game's own, is called `own`.
    pub fn notation_names(&self) -> Vec<String> {
        self.formats.notations.iter().map(|written| written.name).chain(["own"]).map(str::to_owned).collect()
    }

    /// A turn in all notations, the game's own last.
    pub fn write_turn(&self, now: &G, turn: &[G::Move]) -> Vec<String> {
        let others = self.formats.notations.iter().map(|written| (written.write)(now, turn));
        others.chain([now.write_turn(turn)]).collect()
    }

    /// A line of moves in all notations, the game's own last.
    pub fn write_line(&self, now: &G, moves: &[G::Move]) -> Vec<String> {
        let mut texts = vec![String::new(); self.formats.notations.len() + 1];
        let (mut now, mut rest) = (now.clone(), moves);
        while !rest.is_empty() {
            let (begin, side) = (now.clone(), now.side_to_move());
            let mut taken = 0;
            while taken < rest.len() && (taken == 0 || now.side_to_move() == side) {
                now.make(rest[taken]);
                taken += 1;
            }
            for (text, turn) in texts.iter_mut().zip(self.write_turn(&begin, &rest[..taken])) {
                *text += if text.is_empty() { "" } else { " " };
                *text += &turn;
            }
            rest = &rest[taken..];
        }
        texts
    }
}
