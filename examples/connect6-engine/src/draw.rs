//! `draw`: a position, or a game after a number of stones, as an SVG picture.

use crate::place::Place;
use clap::Args;
use duiyi_connect6::{
    Board, Rules,
    formats::{Format, GameRecord},
    notation::Coordinates,
    solver::{SingleThreats, Solver, SolverLimits},
    threats::Threats,
};
use duiyi_engine::{Sketch, picture};
use duiyi_game::files;
use duiyi_game::{
    Grid, NodeId, Square,
    svg::{SvgSettings, is_picture},
};
use duiyi_search::{History, Reason};
use std::path::PathBuf;

/// The arguments of `draw`.
#[derive(Args)]
pub struct Draw {
    #[command(flatten)]
    place: Place,
    /// A record instead: SGF, CCGC or a line of turns.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["turns", "position", "black", "white", "to_move"])]
    record: Option<PathBuf>,
    /// The number of stones after which to draw the game; by default, at its end.
    #[arg(long, conflicts_with = "proof")]
    after: Option<usize>,
    /// Number the stones by their turns.
    #[arg(long)]
    numbers: bool,
    /// Mark the points where the other side would complete a row.
    #[arg(long)]
    threats: bool,
    /// Search for a win by threats, and put its longest line on the board with numbered turns.
    #[arg(long, conflicts_with = "numbers")]
    proof: bool,
    /// With `--proof`: also search for wins by single threats.
    #[arg(long, requires = "proof")]
    single: bool,
    /// Shade the region between two corners, such as H8-L12.
    #[arg(long, value_name = "CORNERS")]
    zone: Option<String>,
    /// Turns of the side to move, marked with dots.
    #[arg(long, num_args = 1.., value_delimiter = ' ')]
    arrows: Vec<String>,
    /// Show the board from the other side.
    #[arg(long)]
    flipped: bool,
    /// The side of a square in pixels.
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u16).range(8..=400))]
    square: u16,
    /// A description of the picture for people who can't see it; by default the side to move.
    #[arg(long, default_value = "")]
    title: String,
    /// The file; by default the standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Draw {
    /// Draws the picture of a game, of `rules` if the options name none, and returns it if there is no output file.
    ///
    /// # Errors
    ///
    /// If the position or the record is not valid, no win is found, or the file can't be written.
    pub fn run(&self, rules: Rules) -> Result<Option<String>, Reason> {
        let mut game = self.read(rules)?;
        let mut sketch = Sketch {
            after: self.after,
            arrows: self.arrows.clone(),
            numbered_after: self.numbers.then_some(0),
            zone: self.zone(game.now().rules())?,
            threats: Vec::new(),
            settings: SvgSettings {
                square: self.square,
                flipped: self.flipped,
                title: self.title.clone(),
                ..SvgSettings::default()
            },
        };
        if self.proof {
            sketch.numbered_after = Some(game.moves().len());
            self.prove(&mut game)?;
        }
        if self.threats {
            sketch.threats = threats(&game, self.after.unwrap_or(game.moves().len()));
        }
        let drawn = picture(&game, &sketch)?;
        let Some(out) = &self.out else { return Ok(Some(drawn)) };
        files::replace(out, drawn.as_bytes(), is_picture).map_err(|error| format!("'{}': {error}", out.display()))?;
        Ok(None)
    }

    /// The game to draw.
    fn read(&self, rules: Rules) -> Result<History<Board>, Reason> {
        let record = match &self.record {
            Some(path) => {
                let at = |error: &dyn std::fmt::Display| format!("'{}': {error}", path.display());
                let bytes = files::read(path, files::MAX_TEXT).map_err(|error| at(&error))?;
                let format = Format::of_file_name(path).unwrap_or_else(|| Format::of_text(&bytes));
                format
                    .read(self.place.rules(rules), &bytes)
                    .map_err(|error| at(&format_args!("read as {format}: {error}")))?
            }
            None => GameRecord::new(&self.place.read(rules)?),
        };
        Ok(record.tree.history(record.tree.main_line().last().copied().unwrap_or(NodeId::ROOT)))
    }

    /// Plays the longest line of a win.
    fn prove(&self, game: &mut History<Board>) -> Result<(), Reason> {
        let board = game.now();
        let mut solver = Solver::new(board.rules(), 16 << 20);
        let limits = SolverLimits { nodes: 500_000, ..SolverLimits::default() };
        let double = solver.proof(board, &limits);
        let mut single = || solver.solve_singly(board, SingleThreats::default(), &limits);
        let proof = double.or_else(|| if self.single { single() } else { None }).ok_or("no win by threats is found")?;
        for turn in proof.line() {
            game.play_turn(turn.points())?;
        }
        Ok(())
    }

    /// The squares between two corners.
    fn zone(&self, rules: Rules) -> Result<Vec<Square>, Reason> {
        let Some(corners) = &self.zone else { return Ok(Vec::new()) };
        let (from, to) = corners.split_once('-').ok_or_else(|| format!("--zone: '{corners}'; expected H8-L12"))?;
        let read = |name| Coordinates::Letters.read(rules, name).map_err(|error| format!("--zone: {error}"));
        let [(c1, r1), (c2, r2)] = [read(from)?, read(to)?].map(|point| (rules.column(point), rules.row(point)));
        let columns = c1.min(c2)..=c1.max(c2);
        Ok(columns.flat_map(|column| (r1.min(r2)..=r1.max(r2)).map(move |row| Square { column, row })).collect())
    }
}

/// The points where the other side would complete a row in its next turn.
fn threats(game: &History<Board>, after: usize) -> Vec<Square> {
    let board = game.positions().nth(after).unwrap_or_else(|| game.now().clone());
    if board.outcome().is_some() {
        return Vec::new();
    }
    let mut threats = Threats::new(board.rules());
    threats.read(&board, !board.to_move());
    let mut squares: Vec<Square> = threats.points().flat_map(|point| board.squares(point)).collect();
    // A point may complete several rows.
    squares.sort_unstable();
    squares.dedup();
    squares
}
