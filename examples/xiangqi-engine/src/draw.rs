//! `draw`: a position, or a game after so many moves, as an SVG picture.

use crate::setup;
use clap::Args;
use duiyi_engine::{Sketch, picture};
use duiyi_game::svg::Settings;
use duiyi_search::{History, Notation, Reason};
use duiyi_xiangqi::{Xiangqi, formats::GameReader};
use std::{
    fs::{self, File},
    io::BufReader,
    path::PathBuf,
};

/// What is drawn, and how.
#[derive(Args)]
pub struct Draw {
    /// The position as a FEN; the initial one without it.
    #[arg(long, conflicts_with = "record")]
    fen: Option<String>,
    /// Moves played from there, in coordinates.
    #[arg(long, num_args = 1.., value_delimiter = ' ', conflicts_with = "record")]
    moves: Vec<String>,
    /// A record instead: PGN, DhtmlXQ or XQF; of several games one is drawn.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Which game of the record, from 1.
    #[arg(long, default_value_t = 1, requires = "record", value_parser = clap::value_parser!(u64).range(1..))]
    game: u64,
    /// After so many moves; at the end without it.
    #[arg(long)]
    after: Option<usize>,
    /// Moves shown by arrows, the best one first.
    #[arg(long, num_args = 1.., value_delimiter = ' ')]
    arrows: Vec<String>,
    /// Write letters on the pieces instead of characters.
    #[arg(long)]
    letters: bool,
    /// Show the board from Black's side.
    #[arg(long)]
    flipped: bool,
    /// The side of a square in pixels.
    #[arg(long, default_value_t = 48, value_parser = clap::value_parser!(u16).range(8..=400))]
    square: u16,
    /// What the picture shows, for those who do not see it; whose move it is without it.
    #[arg(long, default_value = "")]
    title: String,
    /// The file; the standard output without it.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Draw {
    /// Draws; the picture is given back if no file is to have it.
    ///
    /// # Errors
    /// What is wrong with the position, a move or the record, or why the file cannot be written.
    pub fn run(&self, rules: &str) -> Result<Option<String>, Reason> {
        let sketch = Sketch {
            after: self.after,
            arrows: self.arrows.clone(),
            settings: Settings {
                square: self.square,
                flipped: self.flipped,
                letters: self.letters,
                title: self.title.clone(),
                ..Settings::default()
            },
            ..Sketch::default()
        };
        let drawn = picture(&self.read(&setup(rules)?.start)?, &sketch)?;
        let Some(out) = &self.out else { return Ok(Some(drawn)) };
        fs::write(out, drawn).map_err(|error| format!("'{}': {error}", out.display()))?;
        Ok(None)
    }

    /// The game that is drawn.
    fn read(&self, start: &Xiangqi) -> Result<History<Xiangqi>, Reason> {
        if let Some(path) = &self.record {
            return self.read_record(start, path).map_err(|reason| format!("'{}': {reason}", path.display()).into());
        }
        let start = match &self.fen {
            Some(fen) => start.read_position(fen)?,
            None => start.clone(),
        };
        let mut game = History::new(start);
        game.read_turns(self.moves.iter().map(String::as_str))?;
        Ok(game)
    }

    fn read_record(&self, start: &Xiangqi, path: &PathBuf) -> Result<History<Xiangqi>, Reason> {
        let mut games = GameReader::new(BufReader::new(File::open(path)?));
        let index = usize::try_from(self.game - 1)?;
        let record = games.nth(index).ok_or_else(|| format!("there is no game {}", self.game))??;
        let position = Xiangqi::new(*record.start()).with_rules(*start.game_rules());
        let mut game = History::new(position);
        for mv in record.main_line() {
            game.play(mv)?;
        }
        Ok(game)
    }
}
