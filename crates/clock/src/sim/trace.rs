//! Search traces: the iterations of recorded searches.
//!
//! A file has one line of JSON per game and side; the positions are those in
//! which that side was to move, in order. An iteration is an array
//! `[depth, nodes, micros, score, best, share, mate]`: nodes and microseconds
//! since the start of the search, the score in centipawns from the mover's
//! side, the index of the best move among the position's `moves`, the share of
//! the iteration's nodes below it in thousandths, and the plies to a mate or
//! `null`. `values` are the reference values of the `moves`, all from one
//! search of the same depth, deeper than the record. A file may be compressed
//! with gzip.

use std::io::{self, BufRead, BufReader, Write};

use flate2::bufread::MultiGzDecoder;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::state::{MoveContext, Phase};

/// One complete iteration of a recorded search.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "Row", into = "Row")]
pub struct TraceIteration {
    /// Depth in plies.
    pub depth: u32,
    /// Nodes since the start of the search.
    pub nodes: u64,
    /// Microseconds since the start of the search.
    pub micros: u64,
    /// Score in centipawns from the mover's side.
    pub score: i32,
    /// Index of the best move in [`TracePosition::moves`].
    pub best: u16,
    /// Share of the iteration's nodes below the best move, in thousandths.
    pub share: u16,
    /// Plies to a forced mate, negative when the mover is mated.
    pub mate: Option<i32>,
}

/// The array form of an iteration.
type Row = (u32, u64, u64, i32, u16, u16, Option<i32>);

impl From<Row> for TraceIteration {
    fn from((depth, nodes, micros, score, best, share, mate): Row) -> TraceIteration {
        TraceIteration { depth, nodes, micros, score, best, share, mate }
    }
}

impl From<TraceIteration> for Row {
    fn from(i: TraceIteration) -> Row {
        (i.depth, i.nodes, i.micros, i.score, i.best, i.share, i.mate)
    }
}

/// A position with the record of its search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TracePosition {
    /// Half-moves played before the position.
    pub ply: u32,
    /// Number of legal moves.
    pub legal: u32,
    /// Material as a share of the starting material.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub material: Option<f32>,
    /// Stage of the game.
    pub phase: Phase,
    /// Whether taking back is forced (see [`is_forced_recapture`](crate::is_forced_recapture)).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub recapture: bool,
    /// All moves that were best in some iteration, and others with a reference value.
    pub moves: Vec<String>,
    /// Reference values of [`moves`](TracePosition::moves) in centipawns from the mover's side.
    pub values: Vec<i32>,
    /// The iterations in order.
    pub iterations: Vec<TraceIteration>,
}

impl TracePosition {
    /// The context of the position for the time strategy.
    pub fn context(&self) -> MoveContext {
        MoveContext {
            ply: self.ply,
            legal_moves: Some(self.legal),
            material: self.material,
            phase: self.phase,
            forced_recapture: self.recapture,
            ..MoveContext::default()
        }
    }

    fn check(&self) -> Result<(), String> {
        if self.iterations.is_empty() {
            return Err(format!("ply {}: no iterations", self.ply));
        }
        if self.values.len() != self.moves.len() {
            return Err(format!("ply {}: {} moves but {} values", self.ply, self.moves.len(), self.values.len()));
        }
        if let Some(i) = self.iterations.iter().find(|i| usize::from(i.best) >= self.moves.len()) {
            return Err(format!("ply {}, depth {}: best move {} is not listed", self.ply, i.depth, i.best));
        }
        if let Some(i) = self.iterations.iter().find(|i| i.share > 1000) {
            return Err(format!("ply {}, depth {}: share {} is above 1000", self.ply, i.depth, i.share));
        }
        let grows =
            |w: &[TraceIteration]| w[0].depth < w[1].depth && w[0].nodes <= w[1].nodes && w[0].micros <= w[1].micros;
        if !self.iterations.windows(2).all(grows) {
            return Err(format!("ply {}: depth, nodes and time must grow from iteration to iteration", self.ply));
        }
        Ok(())
    }
}

/// The positions of one side in one game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TraceGame {
    /// Name of the game.
    pub game: String,
    /// The side to move in all positions, by its name in the game.
    pub side: String,
    /// Positions in the order of the game.
    pub positions: Vec<TracePosition>,
}

/// A set of traces.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TraceSet {
    games: Vec<TraceGame>,
}

/// The error for traces that cannot be read.
#[derive(Debug, Error)]
pub enum TraceError {
    /// The file could not be read.
    #[error("line {line}: {source}")]
    Io {
        /// Line, from 1.
        line: usize,
        /// What failed.
        source: io::Error,
    },
    /// A line is not a trace in JSON.
    #[error("line {line}: not a trace: {source}")]
    Json {
        /// Line, from 1.
        line: usize,
        /// What was expected, and the column.
        source: serde_json::Error,
    },
    /// A trace contradicts itself.
    #[error("line {line}: {what}")]
    Inconsistent {
        /// The line, or the number of the game without a file, from 1.
        line: usize,
        /// The contradiction.
        what: String,
    },
}

impl TraceSet {
    /// Checks games and combines them.
    ///
    /// # Errors
    /// [`TraceError::Inconsistent`] for a game without positions, a position
    /// without iterations, a best move that is not listed, a share above 1000,
    /// or iterations whose depth does not grow or whose nodes or time fall.
    pub fn new(games: Vec<TraceGame>) -> Result<TraceSet, TraceError> {
        for (index, game) in games.iter().enumerate() {
            TraceSet::check(game).map_err(|what| TraceError::Inconsistent { line: index + 1, what })?;
        }
        Ok(TraceSet { games })
    }

    fn check(game: &TraceGame) -> Result<(), String> {
        if game.positions.is_empty() {
            return Err(format!("game {:?}: no positions", game.game));
        }
        game.positions.iter().try_for_each(TracePosition::check)
    }

    /// Reads traces, one game and side per line; blank lines and lines that begin with `#` are skipped.
    ///
    /// Input that begins like a gzip file is decompressed.
    ///
    /// # Errors
    /// [`TraceError`], with the line.
    pub fn read(mut input: impl BufRead) -> Result<TraceSet, TraceError> {
        const GZIP: [u8; 2] = [0x1f, 0x8b];
        let compressed = input.fill_buf().map_err(|source| TraceError::Io { line: 1, source })?.starts_with(&GZIP);
        if compressed {
            TraceSet::read_text(BufReader::new(MultiGzDecoder::new(input)))
        } else {
            TraceSet::read_text(input)
        }
    }

    fn read_text(input: impl BufRead) -> Result<TraceSet, TraceError> {
        let mut games = Vec::new();
        for (index, text) in input.lines().enumerate() {
            let line = index + 1;
            let text = text.map_err(|source| TraceError::Io { line, source })?;
            if text.trim().is_empty() || text.starts_with('#') {
                continue;
            }
            let game: TraceGame = serde_json::from_str(&text).map_err(|source| TraceError::Json { line, source })?;
            TraceSet::check(&game).map_err(|what| TraceError::Inconsistent { line, what })?;
            games.push(game);
        }
        Ok(TraceSet { games })
    }

    /// Writes the traces in the form that [`TraceSet::read`] reads.
    ///
    /// # Errors
    /// Errors of `output`.
    pub fn write(&self, mut output: impl Write) -> io::Result<()> {
        for game in &self.games {
            serde_json::to_writer(&mut output, game)?;
            output.write_all(b"\n")?;
        }
        Ok(())
    }

    /// The games.
    pub fn games(&self) -> &[TraceGame] {
        &self.games
    }

    /// Nodes per second over all records; zero if no time is recorded.
    pub fn speed(&self) -> f64 {
        let last = self.games.iter().flat_map(|g| &g.positions).filter_map(|p| p.iterations.last());
        let (nodes, micros) = last.fold((0, 0), |(nodes, micros), i| (nodes + i.nodes, micros + i.micros));
        if micros == 0 { 0.0 } else { nodes as f64 * 1e6 / micros as f64 }
    }

    /// Number of positions in all games.
    pub fn positions(&self) -> usize {
        self.games.iter().map(|g| g.positions.len()).sum()
    }
}
