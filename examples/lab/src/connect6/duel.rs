//! One game between two sets of weights.

use super::WeightsSpec;
use clap::Args;
use duiyi_connect6::{
    Board, Color, Rules,
    evaluation::{Evaluation, ScoredPoint, Tables, Weights},
    player::{MoveUnit, Player},
    search::{Effort, Width},
};
use duiyi_search::{LimitControl, Limits, StopHandle, Table};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use std::sync::Arc;

/// What every tuning by games is told.
#[derive(Debug, Args)]
pub(crate) struct ByGames {
    /// Where to set out: plain, tuned or a file.
    #[arg(long, default_value = "plain")]
    pub(crate) start: WeightsSpec,
    /// Turns at random after the first stone.
    #[arg(long, default_value_t = 2)]
    pub(crate) random_turns: u32,
    #[command(flatten)]
    pub(crate) thinking: Thinking,
    /// Seed of everything.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

/// How hard both sides think, the same at every turn, so that games repeat.
#[derive(Clone, Debug, Args)]
pub(crate) struct Thinking {
    /// Depth of the search in stones.
    #[arg(long, default_value_t = 4)]
    pub(crate) depth: u32,
    /// At most so many nodes a turn.
    #[arg(long)]
    pub(crate) nodes: Option<u64>,
    /// How far the solver of double threats goes before the search, in positions.
    #[arg(long, default_value_t = 300)]
    pub(crate) solver: u64,
    /// The same for each turn at the root that is looked at.
    #[arg(long, default_value_t = 20)]
    pub(crate) refutation: u32,
    /// The same for each turn after it.
    #[arg(long, default_value_t = 0)]
    pub(crate) inner_solver: u32,
    /// Widths and the solver's efforts in the tree are the player's own; of this list depth, nodes and solver count.
    #[arg(long)]
    pub(crate) full: bool,
    /// How many points are looked at for each stone of the first turn.
    #[arg(long, default_value_t = 12)]
    pub(crate) width: u8,
    /// And for each stone after it.
    #[arg(long, default_value_t = 8)]
    pub(crate) inner: u8,
}

/// A side of a game: weights that can play.
pub(crate) struct Side {
    pub(crate) player: Player,
    table: Table,
    limits: Limits,
}

impl Side {
    pub(crate) fn new(weights: &Weights, thinking: &Thinking) -> Side {
        let mut player = Player::with(Rules::CONNECT6, weights, MoveUnit::Stone);
        if !thinking.full {
            player.width = Width { root: thinking.width, inner: thinking.inner };
            player.effort = Effort {
                principal: thinking.refutation,
                root: thinking.refutation,
                inner: thinking.inner_solver,
                leaf: thinking.inner_solver,
            };
        }
        player.root_effort = thinking.solver;
        let mut limits = Limits::depth(thinking.depth);
        limits.nodes = thinking.nodes;
        Side { player, table: Table::new(1), limits }
    }

    fn begin(&mut self) {
        self.player.new_game();
        self.table.clear();
    }
}

/// A position after Black's first stone and `turns` more turns, each of two of
/// the twelve best points as the values by hand have them.
pub(crate) fn opening(seed: u64, turns: u32) -> Board {
    let rules = Rules::CONNECT6;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut board = Board::new(rules);
    let mut evaluation = Evaluation::new(&board, Arc::new(Tables::new(rules, &Weights::plain())));
    let mut put = |board: &mut Board, most: usize, pick: u32| {
        let mut buffer = [ScoredPoint::default(); 12];
        let best = evaluation.best_points(board.to_move(), &mut buffer[..most]);
        let point = best[pick as usize % best.len()].point;
        evaluation.put(point, board.to_move());
        board.put(point);
    };
    put(&mut board, 1, 0);
    for _ in 0..2 * turns {
        put(&mut board, 12, (random.next_u64() >> 40) as u32);
    }
    board
}

/// A game played out.
pub(crate) struct Played {
    /// 1 if Black won, 0 if nobody had after 150 turns, −1 if White did.
    pub(crate) result: i8,
    /// Its end.
    pub(crate) board: Board,
    /// By turns, what the side to move thought of it; `None` for the opening's.
    pub(crate) scores: Vec<Option<i32>>,
}

/// Plays on from an opening.
pub(crate) fn play(black: &mut Side, white: &mut Side, opening: &Board) -> Played {
    black.begin();
    white.begin();
    let mut board = opening.clone();
    let mut scores = vec![None; board.turns().len()];
    for _ in 0..150 {
        let side = if board.to_move() == Color::Black { &mut *black } else { &mut *white };
        let mut control = LimitControl::new(side.limits.clone(), StopHandle::new());
        let Some(decision) = side.player.choose(&board, &side.table, &mut control, &mut ()) else { break };
        if board.play(decision.turn.points()).is_err() {
            break;
        }
        scores.push(Some(decision.score.get()));
    }
    let result = match board.winner() {
        Some(Color::Black) => 1,
        Some(Color::White) => -1,
        None => 0,
    };
    Played { result, board, scores }
}

/// Two games from one opening, the colours changed: each result is that of `one`.
pub(crate) fn pair(one: &mut Side, other: &mut Side, opening: &Board) -> [i8; 2] {
    [play(one, other, opening).result, -play(other, one, opening).result]
}
