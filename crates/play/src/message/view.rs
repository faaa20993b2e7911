//! What a page shows of a session.

use super::{
    explorer::Explored,
    game::{GameEnd, Seat},
};
use serde::Serialize;
use std::sync::Arc;

/// A turn that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct PlayedTurn {
    /// The side that played it, 0 or 1.
    pub side: usize,
    /// The number of moves of the game up to its end.
    pub ply: usize,
    /// The turn in each of the game's notations.
    pub texts: Vec<String>,
}

/// A line that an engine has found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SearchInfo {
    /// The number of moves before its position.
    pub ply: usize,
    /// Its rank among the best lines, from 1.
    pub rank: usize,
    /// The depth of the last iteration, in plies.
    pub depth: u32,
    /// What the position is worth for the first side.
    pub score: i32,
    /// The plies to the mate: positive if the first side gives it.
    pub mate: Option<i32>,
    /// The chance that the first side wins, from 0 to 1, a draw being half of it.
    pub chance: f32,
    /// The expected moves in each of the game's notations, its own last.
    pub line: Vec<String>,
    /// The squares of the first of them: column from the left, row from the bottom.
    pub squares: Vec<[u8; 2]>,
}

/// Everything that a page shows of a session, without what [`SentView::changes`] leaves out because
/// the page has it already. In JSON it is one object without parts.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct View {
    /// The game and its players.
    #[serde(flatten)]
    pub header: GameHeader,
    /// The number of turns that the page has already.
    pub from: usize,
    /// The turns after those.
    pub turns: Vec<Arc<PlayedTurn>>,
    /// The number of moves.
    pub ply: usize,
    /// The side to move, 0 or 1.
    pub to_move: usize,
    /// What the sides and their clocks do.
    #[serde(flatten)]
    pub state: PlayState,
    /// How the game ended.
    pub ended: Option<GameEnd>,
    /// The board after `shown` moves; empty if the page has it already.
    pub board: String,
    /// The number of moves before the shown position.
    pub shown: usize,
    /// The position in which the game began. With `moves` and the turns in the game's own notation,
    /// which comes last, it is the whole game.
    pub start: String,
    /// What is known of the shown position.
    #[serde(flatten)]
    pub study: StudyView,
}

/// The game of a view and its players.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct GameHeader {
    /// The name by which the game is offered.
    pub offer: String,
    /// The name of the game.
    pub game: String,
    /// Its rule set.
    pub rules: String,
    /// The names of the sides.
    pub sides: [String; 2],
    /// The names of the persons; empty for those who have none.
    pub names: [String; 2],
    /// Who plays.
    pub seats: [Seat; 2],
    /// The names of the notations in which turns are written.
    pub notations: Vec<String>,
}

/// What the sides and their clocks do.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct PlayState {
    /// Whether an engine is to move.
    pub thinking: bool,
    /// What went wrong with the engine, if it has failed.
    pub trouble: Option<&'static str>,
    /// The side that offers a draw.
    pub draw_offer: Option<usize>,
    /// The milliseconds left to each side.
    pub clocks: Option<[u64; 2]>,
    /// Whether the clock of the side to move runs.
    pub clock_runs: bool,
}

/// What is known of the shown position, and what is done with it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct StudyView {
    /// What the engine that moved last has found.
    pub thought: Option<SearchInfo>,
    /// How the rules judge the repetition that the position completes, move by move, in English and in
    /// Chinese.
    pub ruling: Option<[String; 2]>,
    /// The position that is being set up; the board shows it.
    pub draft: Option<EditorView>,
    /// The number of best lines that are wanted.
    pub lines: usize,
    /// The static score of the position, explained.
    pub explained: Option<String>,
    /// The moves of the book in the position, if they are wanted.
    pub explored: Option<Explored>,
    /// The review of the game.
    pub review: Option<ReviewView>,
    /// The overlays on the board, by their numbers.
    pub aids: Vec<usize>,
    /// The proof that is searched or shown; the board shows it.
    pub proof: Option<ProofView>,
    /// The problem that is being solved.
    pub problem: Option<ProblemView>,
}

/// A proof that is searched or shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProofView {
    /// `sought`, `none` or `found`.
    pub state: &'static str,
    /// The winner's turns in the longest line from here.
    pub turns: usize,
    /// The winner's turns in all lines from here.
    pub size: usize,
    /// The turns that lead here, the winner's first and last.
    pub line: Vec<String>,
    /// The replies of the other side; none if no reply helps.
    pub replies: Vec<String>,
}

/// A problem that is being solved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProblemView {
    /// Its index among the problems of the game.
    pub index: usize,
    /// Its name.
    pub name: String,
    /// The goal, in English and in Chinese.
    pub goal: [&'static str; 2],
    /// The number of turns.
    pub turns: u32,
    /// The number of turns that are left.
    pub left: u32,
    /// `asked`, `checking`, `right`, `wrong` or `solved`.
    pub state: &'static str,
    /// Why the last turn was wrong.
    pub said: String,
}

/// The review of a game, as far as it is done.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct ReviewView {
    /// How many of the positions the page has already.
    pub from: usize,
    /// The positions after those; the first of all is the beginning of the game.
    pub judged: Vec<Arc<ReviewedPosition>>,
    /// How many there are to be.
    pub positions: usize,
    /// How well each side played, from 0 to 100: a turn counts 100 if it loses nothing, 50 if it
    /// loses a tenth of the chance to win, 25 if it loses two.
    pub accuracy: [Option<f32>; 2],
}

/// A position of a review, and the turn that led to it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct ReviewedPosition {
    /// How many moves it has behind it.
    pub ply: usize,
    /// Who played the turn.
    pub side: usize,
    /// What the position is worth for the first side.
    pub score: i32,
    /// The plies to the mate: positive if the first side gives it.
    pub mate: Option<i32>,
    /// The chance that the first side wins, from 0 to 1.
    pub chance: f32,
    /// How much of its chance the turn has lost to who played it.
    pub loss: f32,
    /// `inaccuracy`, `mistake` or `blunder`.
    pub mark: Option<&'static str>,
    /// What would have been better, where it is marked: in each of the game's notations, its own last.
    pub better: Vec<String>,
    /// What is best from here on, in the same notations.
    pub line: Vec<String>,
    /// The squares of the first move of that.
    pub first: Vec<[u8; 2]>,
}

/// A position that is being set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct EditorView {
    /// Who is to move, 0 or 1.
    pub to_move: usize,
    /// What can be put on a square.
    pub pieces: Vec<PieceView>,
}

/// A piece that can be put on a square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PieceView {
    /// What it looks like.
    pub symbol: String,
    /// The same as a letter.
    pub letter: String,
    /// Whose it is, 0 or 1.
    pub side: usize,
}

/// What a page was sent, so that nothing is sent twice.
#[derive(Clone, Debug, Default)]
pub struct SentView {
    turns: Vec<Arc<PlayedTurn>>,
    judged: Vec<Arc<ReviewedPosition>>,
    board: String,
}

impl SentView {
    /// The view without what the page was sent before.
    pub fn changes(&mut self, mut view: View) -> View {
        view.from = drop_known(&mut self.turns, &mut view.turns);
        match &mut view.study.review {
            Some(review) => review.from = drop_known(&mut self.judged, &mut review.judged),
            None => self.judged.clear(),
        }
        if self.board == view.board {
            view.board.clear();
        } else {
            self.board.clone_from(&view.board);
        }
        view
    }
}

/// Removes the known beginning of a list and returns its length. Then the whole list is known.
fn drop_known<T: PartialEq>(known: &mut Vec<Arc<T>>, list: &mut Vec<Arc<T>>) -> usize {
    let same = known.iter().zip(&*list).take_while(|(had, has)| had == has).count();
    known.truncate(same);
    list.drain(..same);
    known.extend_from_slice(list);
    same
}
