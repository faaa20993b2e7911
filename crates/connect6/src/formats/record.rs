//! A recorded game: its players, the starting position, the turns and the variations.

use crate::{Board, Point, Side, Turn};
use duiyi_game::{GameTree, History, Outcome};

/// The result of a game according to its record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum GameResult {
    /// This side won (on the board, on time, by resignation).
    Win(Side),
    /// A draw.
    Draw,
    /// Unfinished or not known.
    #[default]
    Unknown,
}

impl From<Option<Outcome>> for GameResult {
    fn from(outcome: Option<Outcome>) -> GameResult {
        match outcome {
            Some(outcome) => outcome.winner.map_or(GameResult::Draw, GameResult::Win),
            None => GameResult::Unknown,
        }
    }
}

/// A recorded game. Fields that the record does not contain are empty.
#[derive(Clone, Debug)]
pub struct GameRecord {
    /// The stones with variations, comments and marks; the last turn of a line may be incomplete. The stones of a
    /// turn are in the order of the record, but the one that ends the game is the last.
    pub tree: GameTree<Board>,
    /// The stones of the last turn of the main line that were put after the end of the game: if a turn completes
    /// two separate rows, no order has all its stones before the end.
    pub surplus: Vec<Point>,
    /// The result.
    pub result: GameResult,
    /// The player of Black.
    pub black: String,
    /// The player of White.
    pub white: String,
    /// The event.
    pub event: String,
    /// The place of the game.
    pub place: String,
    /// The date as written in the record.
    pub date: String,
    /// The source of the record: a program or a site.
    pub source: String,
}

/// Records are equal if their start positions, trees, surplus stones, results and texts are.
impl PartialEq for GameRecord {
    fn eq(&self, other: &GameRecord) -> bool {
        let texts = |record: &GameRecord| {
            let GameRecord { black, white, event, place, date, source, .. } = record;
            [black, white, event, place, date, source].map(String::clone)
        };
        self.start() == other.start()
            && self.tree == other.tree
            && (&self.surplus, self.result) == (&other.surplus, other.result)
            && texts(self) == texts(other)
    }
}

impl Eq for GameRecord {}

impl GameRecord {
    /// A record of the stones put on a board, with the result on the board.
    pub fn new(board: &Board) -> GameRecord {
        let mut start = board.clone();
        let mut puts: Vec<_> =
            std::iter::from_fn(|| start.take()).filter_map(|put| Some((put.point?, put.color))).collect();
        puts.reverse();
        let mut game = History::new(start);
        let mut surplus = Vec::new();
        for turn in puts.chunk_by(|a, b| a.1 == b.1) {
            let points: Vec<Point> = turn.iter().map(|&(point, _)| point).collect();
            let (stones, rest) = order(game.now(), &points);
            // Stones on a board are legal, except after the end of the game.
            let _ = game.play_turn(&stones);
            surplus = rest;
        }
        GameRecord {
            tree: GameTree::of(&game),
            surplus,
            result: board.outcome().into(),
            black: String::new(),
            white: String::new(),
            event: String::new(),
            place: String::new(),
            date: String::new(),
            source: String::new(),
        }
    }

    /// The position from which the turns were played.
    pub fn start(&self) -> &Board {
        self.tree.start()
    }

    /// The turns of the main line, with the stones after the end of the game.
    pub fn turns(&self) -> Vec<Turn> {
        self.board().turns()
    }

    /// The position after the last turn of the main line, with the turns in its history.
    pub fn board(&self) -> Board {
        let mut board = self.start().clone();
        let stones = self.tree.main_line().into_iter().filter_map(|id| self.tree.node(id)?.mv());
        for point in stones.chain(self.surplus.iter().copied()) {
            board.put(point);
        }
        board
    }
}

/// Orders the stones of a turn so that only the last one ends the game. If no order does, because the turn completes
/// two separate rows, the second list has the stones after the end.
pub(super) fn order(board: &Board, turn: &[Point]) -> (Vec<Point>, Vec<Point>) {
    if turn.len() == 1 {
        return (turn.to_vec(), Vec::new());
    }
    let mut board = board.clone();
    // The number of stones until the end of the game.
    let mut until = |stones: &[Point]| {
        let put = stones.iter().position(|&point| {
            board.put(point);
            board.is_over()
        });
        let put = put.map_or(stones.len(), |at| at + 1);
        for _ in 0..put {
            board.take();
        }
        put
    };
    let mut stones = turn.to_vec();
    for last in (0..turn.len()).rev() {
        // If the row needs the last stone, the stones before it do not complete it in any order.
        stones.copy_from_slice(turn);
        stones[last..].rotate_left(1);
        if until(&stones) == turn.len() {
            return (stones, Vec::new());
        }
    }
    stones.copy_from_slice(turn);
    let rest = stones.split_off(until(turn));
    (stones, rest)
}
