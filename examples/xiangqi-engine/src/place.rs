//! The positions that the command line names.

use duiyi_engine::{EngineGame, Reason};
use duiyi_xiangqi::{
    Move, Position, Setup,
    rulings::{RuleSet, RulingReport},
};
use std::{fs, path::PathBuf};
use xiangqi_engine::Xiangqi;

/// Which position.
#[derive(clap::Args)]
#[group(multiple = false)]
pub(crate) struct Place {
    /// The position as a FEN; the initial one if neither is given.
    #[arg(long)]
    fen: Option<String>,
    /// A file whose first line is a FEN.
    #[arg(long)]
    file: Option<PathBuf>,
}

pub(crate) fn hash_size(text: &str) -> Result<usize, String> {
    let size = text.parse().map_err(|error| format!("{error}"))?;
    if (1..=duiyi_engine::MAX_HASH).contains(&size) { Ok(size) } else { Err("not from 1 to 65536 MiB".to_owned()) }
}

pub(crate) fn thread_count(text: &str) -> Result<usize, String> {
    let threads = text.parse().map_err(|error| format!("{error}"))?;
    let most = duiyi_engine::MAX_THREADS;
    if (1..=most).contains(&threads) { Ok(threads) } else { Err(format!("not from 1 to {most} threads")) }
}

impl Place {
    /// Reads the position.
    pub(crate) fn read(&self) -> Result<<Xiangqi as EngineGame>::Position, Reason> {
        match (&self.fen, &self.file) {
            (Some(fen), _) => Xiangqi::read_position(fen),
            (None, Some(path)) => {
                let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
                let line = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
                // An EPD line goes on after a semicolon.
                let fen = line.split(';').next().unwrap_or_default();
                Xiangqi::read_position(fen).map_err(|error| format!("{}: {error}", path.display()).into())
            }
            (None, None) => Ok(Xiangqi::start()),
        }
    }
}

/// Rules the repetition that moves lead to. Diagrams of rule books have pieces
/// where play could not have brought them, so the position is read leniently.
pub(crate) fn judge(rules: RuleSet, fen: &str, moves: &[String]) -> Result<RulingReport, Reason> {
    let setup = Setup { lenient: true, ..Setup::from_fen(fen)? };
    let start = Position::from_setup(&setup)?;
    let moves: Vec<Move> = moves.iter().map(|mv| mv.parse()).collect::<Result<_, _>>()?;
    Ok(duiyi_xiangqi::rulings::judge(rules, &start, &moves)?)
}
