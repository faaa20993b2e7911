//! `draw`: draws a position, or a game after a number of moves, as an SVG picture.

use crate::setup;
use clap::Args;
use duiyi_engine::{Sketch, picture};
use duiyi_game::files;
use duiyi_game::svg::{SvgSettings, is_picture};
use duiyi_search::{History, Notation, Reason};
use duiyi_xiangqi::{Xiangqi, formats::GameReader, kit};
use std::{io::BufReader, path::PathBuf};

/// The options of `draw`.
#[derive(Args)]
pub struct Draw {
    /// The position as a FEN; by default the initial one.
    #[arg(long, conflicts_with = "record")]
    fen: Option<String>,
    /// Moves played from the position, in any notation.
    #[arg(long, num_args = 1.., value_delimiter = ' ', conflicts_with = "record")]
    moves: Vec<String>,
    /// Draw a game of a record instead: PGN, DhtmlXQ or XQF.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// The number of the game in the record, from 1.
    #[arg(long, default_value_t = 1, requires = "record", value_parser = clap::value_parser!(u64).range(1..))]
    game: u64,
    /// Draw the position after this number of moves; by default after the last.
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
    /// A description of the picture for screen readers; by default the side to move.
    #[arg(long, default_value = "")]
    title: String,
    /// Write to this file instead of the standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Draw {
    /// Draws the picture and writes it to the file; without a file, returns it.
    ///
    /// # Errors
    /// If the position, a move or the record is invalid, or the file cannot be written.
    pub fn run(&self, rules: &str) -> Result<Option<String>, Reason> {
        let sketch = Sketch {
            after: self.after,
            arrows: self.arrows.clone(),
            settings: SvgSettings {
                square: self.square,
                flipped: self.flipped,
                letters: self.letters,
                title: self.title.clone(),
                ..SvgSettings::default()
            },
            ..Sketch::default()
        };
        let drawn = picture(&self.read(&setup(rules)?.start)?, &sketch)?;
        let Some(out) = &self.out else { return Ok(Some(drawn)) };
        files::replace(out, drawn.as_bytes(), is_picture).map_err(|error| format!("'{}': {error}", out.display()))?;
        Ok(None)
    }

    /// Reads the game to draw.
    fn read(&self, start: &Xiangqi) -> Result<History<Xiangqi>, Reason> {
        if let Some(path) = &self.record {
            return self.read_record(start, path).map_err(|reason| format!("'{}': {reason}", path.display()).into());
        }
        let start = match &self.fen {
            Some(fen) => start.read_position(fen)?,
            None => start.clone(),
        };
        let mut game = History::new(start);
        let formats = (kit::kit().page)(game.start()).formats;
        formats.play_turns(&mut game, self.moves.iter().map(String::as_str))?;
        Ok(game)
    }

    fn read_record(&self, start: &Xiangqi, path: &PathBuf) -> Result<History<Xiangqi>, Reason> {
        let mut games = GameReader::new(BufReader::new(files::open(path, files::MAX_TEXT)?));
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
