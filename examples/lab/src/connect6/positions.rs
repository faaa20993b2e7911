//! Positions to learn from, out of files of games.

use crate::run::spinner;
use clap::Args;
use duiyi_connect6::{
    Board, Color, Rules,
    evaluation::{Evaluation, Tables, Weights},
    notation::game_line,
    solver::{Limits, Solution, Solver},
};
use std::{error::Error, fs, num::NonZeroUsize, path::PathBuf, sync::Arc};

/// Which games, which positions of them, and what is expected of each.
#[derive(Debug, Args)]
pub(crate) struct Source {
    /// Files of games, a line each: fields split by " | ", the turns last, the result (B, W or D) the first field
    /// that is one of these letters.
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Every so manyth game is held out.
    #[arg(long, default_value = "10")]
    hold_out: NonZeroUsize,
    /// Stones at the beginning of each game that are left out: an opening at random says nothing.
    #[arg(long, default_value_t = 5)]
    skip: usize,
    /// Leave out positions whose side to move wins by double threats, as far as so many positions show.
    #[arg(long)]
    solver: Option<u64>,
    /// Keep positions whose side to move must answer a threat.
    #[arg(long)]
    threatened: bool,
    /// How much of the expected result is what the search thought, where the games tell; the rest is how they ended.
    #[arg(long, default_value_t = 0.0)]
    blend: f32,
    /// How many units are odds of 10 to 1.
    #[arg(long, default_value_t = 400.0)]
    pub(crate) unit: f64,
}

/// A position with the result that is expected for the side to move.
pub(crate) struct Position<'a> {
    pub(crate) evaluation: &'a Evaluation,
    pub(crate) to_move: Color,
    pub(crate) left: u8,
    /// From 0 to 1.
    pub(crate) target: f32,
}

/// By turns, what the search thought of a game's positions, for the side to move.
type Scores = Vec<Option<i32>>;

/// The scores of a header: `scores=-,12,-40`.
fn scores(header: &[&str]) -> Scores {
    let field = header.iter().find_map(|field| field.strip_prefix("scores="));
    field.map(|field| field.split(',').map(|score| score.parse().ok()).collect()).unwrap_or_default()
}

impl Source {
    /// Gives every position that the search would evaluate, whether it is held out and
    /// what it is, and returns the number of games. `weights` only count for what completes a row.
    pub(crate) fn read<E: Error + 'static>(
        &self,
        weights: &Weights,
        mut give: impl FnMut(bool, &Position<'_>) -> Result<(), E>,
    ) -> Result<usize, Box<dyn Error>> {
        let tables = Arc::new(Tables::new(Rules::CONNECT6, weights));
        let mut solver = Solver::new(Rules::CONNECT6, 1 << 20);
        let (mut games, bar) = (0, spinner());
        for path in &self.games {
            let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
            for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
                let (header, turns) = game_line::split_header(line);
                let result = match header.iter().find(|field| matches!(**field, "B" | "W" | "D")) {
                    Some(&"B") => 1.0,
                    Some(&"W") => 0.0,
                    Some(_) => 0.5,
                    // Unfinished.
                    None => continue,
                };
                let held_out = games % self.hold_out.get() == 0;
                solver.clear();
                let at = |error: &dyn Error| format!("{}, line {}: {error}", path.display(), number + 1);
                let game = game_line::read(Rules::CONNECT6, turns).map_err(|error| at(&error))?;
                self.positions(&game, result, &scores(&header), &tables, &mut solver, |position| {
                    give(held_out, position)
                })
                .map_err(|error| at(&error))?;
                games += 1;
                bar.set_message(format!("{games} games"));
                bar.tick();
            }
        }
        bar.finish_and_clear();
        Ok(games)
    }

    /// The positions of a game, each with its result.
    fn positions<E>(
        &self,
        game: &Board,
        result: f32,
        scores: &Scores,
        tables: &Arc<Tables>,
        solver: &mut Solver,
        mut give: impl FnMut(&Position<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let rules = game.rules();
        let mut board = Board::new(rules);
        let mut evaluation = Evaluation::new(&board, Arc::clone(tables));
        for put in game.history() {
            let Some(point) = put.point else { continue };
            let (to_move, left) = (board.to_move(), board.stones_left());
            let turn = board.stone_count().div_ceil(usize::from(rules.p()));
            let quiet = board.stone_count() >= self.skip
                && !evaluation.can_complete(to_move, left)
                && (self.threatened || !evaluation.can_complete(!to_move, rules.p()));
            let mut is_won = |nodes: u64| {
                let limits = Limits { nodes, ..Limits::default() };
                left == rules.p() && matches!(solver.solve(&board, &limits), Solution::Win { .. })
            };
            if quiet && !self.solver.is_some_and(&mut is_won) {
                let target = if to_move == Color::Black { result } else { 1.0 - result };
                // What the search thought where the turn began, as the chance that it means.
                let thought = scores
                    .get(turn)
                    .copied()
                    .flatten()
                    .map(|score| 1.0 / (1.0 + 10f64.powf(-f64::from(score) / self.unit)));
                let target = match thought {
                    Some(thought) => target + self.blend * (thought as f32 - target),
                    None => target,
                };
                give(&Position { evaluation: &evaluation, to_move, left, target })?;
            }
            evaluation.put(point, to_move);
            board.put(point);
        }
        Ok(())
    }
}
