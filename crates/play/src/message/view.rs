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

/// A position of the game's tree, and the turn that leads to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct NodeView {
    /// Its number; 0 is the start.
    pub id: u32,
    /// The position before the last move; none at the start.
    pub parent: Option<u32>,
    /// Its place among the continuations of its parent: 0 in the main line.
    pub place: usize,
    /// The side that moved last, 0 or 1.
    pub side: usize,
    /// The side to move.
    pub to_move: usize,
    /// The number of moves from the start.
    pub ply: usize,
    /// The turn as far as it is played, in each of the game's notations; empty at the start.
    pub texts: Vec<String>,
    /// The comment.
    pub comment: String,
    /// The marks: 1 `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!` and the other numbers of PGN.
    pub marks: Vec<u8>,
    /// The pieces: a character for each square, from the left, the bottom row first. `.` is an empty square, any
    /// other character the index of a kind in [`BoardLook::kinds`]: `0` to `9`, `A` to `Z`, `a` to `z`.
    pub board: String,
    /// The squares of the turn.
    pub last: Vec<[u8; 2]>,
    /// Attacked squares: a king in check, the empty points of a threat.
    pub threats: Vec<[u8; 2]>,
    /// The end of the game by the rules, if it is over here.
    pub ended: Option<GameEnd>,
}

/// The look of a board and the kinds of its pieces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct BoardLook {
    /// The number of columns.
    pub columns: u8,
    /// The number of rows.
    pub rows: u8,
    /// The surface: `squares`, `checkered`, `points`, `holes` or `hexagons`.
    pub ground: &'static str,
    /// The pieces: `characters`, `discs` or `stones`.
    pub pieces: &'static str,
    /// Additional lines between points.
    pub strokes: Vec<[[u8; 2]; 2]>,
    /// Points with a dot.
    pub dots: Vec<[u8; 2]>,
    /// Points with the corners of a frame.
    pub frames: Vec<[u8; 2]>,
    /// Whether the board stands for one without an edge: the part with the pieces is shown.
    pub unbounded: bool,
    /// A band across the board.
    pub band: Option<BandView>,
    /// The colours of plain stones in CSS; black and white by default.
    pub stone_colors: Option<[&'static str; 2]>,
    /// Labels of the columns, below the board.
    pub below: Vec<String>,
    /// Labels of the columns, above the board.
    pub above: Vec<String>,
    /// Labels of the rows, at the left.
    pub left: Vec<String>,
    /// Labels of the rows, at the right.
    pub right: Vec<String>,
    /// The kinds of pieces.
    pub kinds: Vec<PieceView>,
}

/// A band between two rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BandView {
    /// The row below it.
    pub above: u8,
    /// Its texts, from left to right.
    pub texts: [&'static str; 2],
}

/// A board that is shown instead of the position: of the editor, or of a proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DrawnBoard {
    /// The pieces, as in [`NodeView::board`].
    pub board: String,
    /// The squares of the last moves.
    pub last: Vec<[u8; 2]>,
}

/// Marks on the board of the shown position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct BoardMarks {
    /// Marked points.
    pub targets: Vec<[u8; 2]>,
    /// Attacked squares.
    pub threats: Vec<[u8; 2]>,
    /// A region.
    pub zone: Vec<[u8; 2]>,
    /// Texts on squares.
    pub texts: Vec<([u8; 2], String)>,
}

/// A line found by an engine.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SearchInfo {
    /// The searched position.
    pub node: u32,
    /// Its rank among the best lines, from 1.
    pub rank: usize,
    /// The depth of the last iteration, in plies.
    pub depth: u32,
    /// The nodes per second of the search; 0 if they are unknown.
    pub speed: u64,
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
    /// Whether the page has to discard what it has: the game is another one.
    pub fresh: bool,
    /// The look of the board; none if the page already has it.
    pub look: Option<Arc<BoardLook>>,
    /// The new and the changed positions of the game's tree.
    pub nodes: Vec<Arc<NodeView>>,
    /// The removed positions.
    pub removed: Vec<u32>,
    /// The position after the last move of the game.
    pub tip: u32,
    /// The position shown.
    pub shown: u32,
    /// Whether moves can be played from every position: nobody plays a game with clocks or an engine, or it is over.
    pub free: bool,
    /// Whether two persons play for the result now, with clocks or at two pages, so that nobody gets help.
    pub contested: bool,
    /// Whether a change of the tree can be undone, and whether one can be made again.
    pub edits: [bool; 2],
    /// The sides for which the page acts.
    pub acts: [bool; 2],
    /// The moves that a person may play from the shown position, each as its squares. A page shows the moves that
    /// begin with the squares chosen so far.
    pub legal: Vec<Vec<[u8; 2]>>,
    /// Marks by the requested overlays.
    pub overlay: BoardMarks,
    /// The board to show instead of the position.
    pub drawn: Option<DrawnBoard>,
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
    /// The time control, empty without one.
    pub clock: String,
    /// Whether two persons at two pages play for the result.
    pub friendly: bool,
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
    /// The side that asks to take back its last turn.
    pub take_back_offer: Option<usize>,
    /// The side that offers another game.
    pub rematch_offer: Option<usize>,
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
    pub said: &'static str,
    /// The reply that refutes it in each notation, if one is known.
    pub reply: Vec<String>,
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
    /// Whether the turn is one of the opening book: it loses nothing and does not count for the accuracy.
    pub book: bool,
    /// Whether the game is over here, so that nothing was searched.
    pub over: bool,
    /// `inaccuracy`, `mistake` or `blunder`.
    pub mark: Option<&'static str>,
    /// The better line, if the turn is marked: in each of the game's notations, its own last.
    pub better: Vec<String>,
    /// What the turn missed, if it is marked: a sentence in English and in Chinese.
    pub note: Option<[String; 2]>,
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
    /// Its side, 0 or 1; none if it belongs to nobody.
    pub side: Option<usize>,
}

/// The data already sent to a page, so that nothing is sent twice.
#[derive(Clone, Debug, Default)]
pub struct SentView {
    turns: Vec<Arc<PlayedTurn>>,
    judged: Vec<Arc<ReviewedPosition>>,
    /// The positions by their numbers.
    nodes: Vec<Option<Arc<NodeView>>>,
    look: Option<Arc<BoardLook>>,
}

impl SentView {
    /// Removes everything from the view that was sent before. The view has the positions of `nodes`.
    pub fn changes(&mut self, mut view: View, nodes: &[Option<Arc<NodeView>>]) -> View {
        view.from = drop_known(&mut self.turns, &mut view.turns);
        match &mut view.study.review {
            Some(review) => review.from = drop_known(&mut self.judged, &mut review.judged),
            None => self.judged.clear(),
        }
        view.fresh = self.look.is_none();
        view.look.take_if(|look| self.look.as_ref() == Some(look));
        if let Some(look) = &view.look {
            self.look = Some(Arc::clone(look));
        }
        let count = nodes.len().max(self.nodes.len());
        self.nodes.resize(count, None);
        for (id, had) in self.nodes.iter_mut().enumerate() {
            let has = nodes.get(id).and_then(Option::as_ref);
            match (&had, has) {
                (Some(_), None) => view.removed.push(id as u32),
                (Some(had), Some(has)) if Arc::ptr_eq(had, has) => continue,
                (_, Some(has)) => view.nodes.push(Arc::clone(has)),
                (None, None) => continue,
            }
            *had = has.cloned();
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
