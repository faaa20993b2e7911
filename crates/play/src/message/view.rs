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
    /// The number of moves in the game after the turn.
    pub ply: usize,
    /// The turn in each of the game's notations.
    pub texts: Vec<String>,
}

/// A line found by an engine.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SearchInfo {
    /// The number of moves before the searched position.
    pub ply: usize,
    /// Its rank among the best lines, from 1.
    pub rank: usize,
    /// The depth of the last iteration, in plies.
    pub depth: u32,
    /// The score from the first side, in centipawns unless it is a mate.
    pub score: i32,
    /// The plies to mate: positive if the first side mates.
    pub mate: Option<i32>,
    /// The expected result of the first side, from 0 to 1.
    pub chance: f32,
    /// The expected moves in each of the game's notations, its own last.
    pub line: Vec<String>,
    /// The squares of the first move: column from the left, row from the bottom.
    pub squares: Vec<[u8; 2]>,
}

/// Everything that a page shows of a session, except what [`SentView::changes`] removes because the page
/// already has it. In JSON it is one flat object.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct View {
    /// The game and its players.
    #[serde(flatten)]
    pub header: GameHeader,
    /// The number of turns that the page already has.
    pub from: usize,
    /// The turns after those.
    pub turns: Vec<Arc<PlayedTurn>>,
    /// The number of moves.
    pub ply: usize,
    /// The side to move, 0 or 1.
    pub to_move: usize,
    /// The state of play and the clocks.
    #[serde(flatten)]
    pub state: PlayState,
    /// The end of the game, if it is over.
    pub ended: Option<GameEnd>,
    /// The board after `shown` moves, as SVG; empty if the page already has it.
    pub board: String,
    /// The number of moves before the shown position.
    pub shown: usize,
    /// The initial position. Followed by `moves` and the turns in the game's own notation (the last of the
    /// notations), it is the whole game.
    pub start: String,
    /// The analysis of the shown position.
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
    /// The names of the persons, empty if unknown.
    pub names: [String; 2],
    /// The players.
    pub seats: [Seat; 2],
    /// The names of the notations in which turns are written.
    pub notations: Vec<String>,
}

/// The state of play and the clocks.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct PlayState {
    /// Whether an engine is to move.
    pub thinking: bool,
    /// The message about a failed engine.
    pub trouble: Option<&'static str>,
    /// The side that offers a draw.
    pub draw_offer: Option<usize>,
    /// The remaining milliseconds of each side.
    pub clocks: Option<[u64; 2]>,
    /// Whether the clock of the side to move runs.
    pub clock_runs: bool,
}

/// The analysis, editor, review, proof and problem of the shown position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct StudyView {
    /// The last report of the engine that moved last.
    pub thought: Option<SearchInfo>,
    /// The ruling on the repetition that the position completes, move by move, in English and in Chinese.
    pub ruling: Option<[String; 2]>,
    /// The position that is being set up; the board shows it.
    pub draft: Option<EditorView>,
    /// The requested number of best lines.
    pub lines: usize,
    /// The static score of the position, explained.
    pub explained: Option<String>,
    /// The moves of the book in the position, if requested.
    pub explored: Option<Explored>,
    /// The review of the game.
    pub review: Option<ReviewView>,
    /// The overlays on the board, by their numbers.
    pub aids: Vec<usize>,
    /// The proof under search or on the board.
    pub proof: Option<ProofView>,
    /// The problem that is being solved.
    pub problem: Option<ProblemView>,
}

/// A proof under search or on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProofView {
    /// `sought`, `none` or `found`.
    pub state: &'static str,
    /// The number of the winner's turns in the longest line from here.
    pub turns: usize,
    /// The number of the winner's turns in all lines from here.
    pub size: usize,
    /// The turns that lead here, the winner's first and last.
    pub line: Vec<String>,
    /// The replies of the other side; empty at the end of the line.
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
    /// The number of remaining turns.
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
    /// The number of positions that the page already has.
    pub from: usize,
    /// The positions after those; the first position is the initial one.
    pub judged: Vec<Arc<ReviewedPosition>>,
    /// The number of positions in the finished review.
    pub positions: usize,
    /// The accuracy of each side, from 0 to 100: a turn counts 100 if it loses nothing, 50 if it lowers
    /// the expected result by 0.1, 25 if it lowers it by 0.2.
    pub accuracy: [Option<f32>; 2],
}

/// A position of a review, and the turn that led to it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct ReviewedPosition {
    /// The number of moves before the position.
    pub ply: usize,
    /// The side that played the turn.
    pub side: usize,
    /// The score from the first side.
    pub score: i32,
    /// The plies to mate: positive if the first side mates.
    pub mate: Option<i32>,
    /// The expected result of the first side, from 0 to 1.
    pub chance: f32,
    /// How much the turn lowered the expected result of the side that played it.
    pub loss: f32,
    /// `inaccuracy`, `mistake` or `blunder`.
    pub mark: Option<&'static str>,
    /// The better line, if the turn is marked: in each of the game's notations, its own last.
    pub better: Vec<String>,
    /// The best line from here, in the same notations.
    pub line: Vec<String>,
    /// The squares of the first move of that line.
    pub first: Vec<[u8; 2]>,
}

/// A position that is being set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct EditorView {
    /// The side to move, 0 or 1.
    pub to_move: usize,
    /// The pieces that can be placed.
    pub pieces: Vec<PieceView>,
}

/// A piece that can be put on a square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PieceView {
    /// Its symbol.
    pub symbol: String,
    /// Its letter.
    pub letter: String,
    /// Its side, 0 or 1.
    pub side: usize,
}

/// The data already sent to a page, so that nothing is sent twice.
#[derive(Clone, Debug, Default)]
pub struct SentView {
    turns: Vec<Arc<PlayedTurn>>,
    judged: Vec<Arc<ReviewedPosition>>,
    board: String,
}

impl SentView {
    /// Removes everything from the view that was sent before.
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

/// Removes the known prefix of a list and returns its length. Then the whole list is known.
fn drop_known<T: PartialEq>(known: &mut Vec<Arc<T>>, list: &mut Vec<Arc<T>>) -> usize {
    let same = known.iter().zip(&*list).take_while(|(had, has)| had == has).count();
    known.truncate(same);
    list.drain(..same);
    known.extend_from_slice(list);
    same
}
