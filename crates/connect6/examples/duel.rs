//! Two settings of the player against each other, at equal nodes or equal
//! time, from every named opening with both colours: how the defaults were chosen.
//!
//! ```text
//! cargo run --release -p duiyi-connect6 --example duel -- "nodes=2000" "nodes=2000 inner-effort=0"
//! ```
//!
//! Each side is a text of `name=value`: `nodes`, `ms`, `depth`, `form` (stones,
//! turns), `width`, `inner-width`, `effort`, `inner-effort`, `leaf-effort`,
//! `principal-effort`, `root-effort`,
//! `weights` (a file), `menace-cost`, `menace-plies`, `menace-zone` (on, off), any
//! constant of the search by its name, any switch of it by its name (on, off).
//! A third argument is the number of games.
#![allow(clippy::print_stdout)]

use duiyi_connect6::adapter::{Form, Player};
use duiyi_connect6::evaluation::Weights;
use duiyi_connect6::openings::NAMED;
use duiyi_connect6::{Board, Color, Outcome, Rules};
use duiyi_search::{LimitControl, Limits, StopHandle, Table};
use std::error::Error;
use std::time::Duration;

/// A player, its table and its limits.
struct Side {
    player: Player,
    table: Table,
    limits: Limits,
    turns: u64,
    time: Duration,
}

impl Side {
    fn read(text: &str) -> Result<Side, Box<dyn Error>> {
        let pairs: Vec<(&str, &str)> = text
            .split_whitespace()
            .map(|word| word.split_once('=').ok_or_else(|| format!("'{word}': expected name=value")))
            .collect::<Result<_, _>>()?;
        let turns = pairs.contains(&("form", "turns"));
        let form = if turns { Form::Turns } else { Form::Stones };
        let weights = match pairs.iter().find(|pair| pair.0 == "weights") {
            Some((_, file)) => std::fs::read_to_string(file)?.parse()?,
            None => Weights::of(Rules::CONNECT6),
        };
        let mut player = Player::with(Rules::CONNECT6, &weights, form);
        let mut limits = Limits::default();
        for (name, value) in pairs {
            match name {
                "form" => {}
                "nodes" => limits.nodes = Some(value.parse()?),
                "ms" => limits.hard_time = Some(Duration::from_millis(value.parse()?)),
                "depth" => limits.depth = Some(value.parse()?),
                "width" => player.width.root = value.parse()?,
                "inner-width" => player.width.inner = value.parse()?,
                "effort" => player.effort.root = value.parse()?,
                "inner-effort" => player.effort.inner = value.parse()?,
                "menace-cost" => player.menace.cost = value.parse()?,
                "menace-plies" => player.menace.plies = value.parse()?,
                "principal-effort" => player.effort.principal = value.parse()?,
                "leaf-effort" => player.effort.leaf = value.parse()?,
                "weights" => {}
                "menace-zone" => player.menace.zone = value == "on",
                "root-effort" => player.root_effort = value.parse()?,
                _ => {
                    let (enhancements, parameters) = player.settings();
                    match value {
                        "on" | "off" => enhancements.set(name, value == "on")?,
                        number => parameters.set(name, number.parse()?)?,
                    }
                }
            }
        }
        Ok(Side { player, table: Table::new(2), limits, turns: 0, time: Duration::ZERO })
    }

    fn play(&mut self, board: &mut Board) -> Result<(), Box<dyn Error>> {
        let mut control = LimitControl::new(self.limits.clone(), StopHandle::new());
        let decision = self.player.choose(board, &self.table, &mut control, &mut |_| {}).ok_or("the game is over")?;
        self.turns += 1;
        self.time += decision.elapsed;
        Ok(board.play(decision.turn.points())?)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [a, b, rest @ ..] = &arguments[..] else { return Err("expected two settings".into()) };
    let mut sides = [Side::read(a)?, Side::read(b)?];
    let games = rest.first().map_or(Ok(2 * NAMED.len()), |text| text.parse())?;
    let (mut won, mut drawn, mut lost) = (0u32, 0u32, 0u32);
    for game in 0..games {
        let mut board = NAMED[game / 2 % NAMED.len()].board();
        let first_black = game % 2 == 0;
        for side in &mut sides {
            side.player.new_game();
            side.table.clear();
        }
        while board.outcome().is_none() && board.stone_count() < 250 {
            let index = usize::from((board.to_move() == Color::Black) != first_black);
            sides[index].play(&mut board)?;
        }
        match board.outcome() {
            Some(Outcome::Win(color)) if (color == Color::Black) == first_black => won += 1,
            Some(Outcome::Win(_)) => lost += 1,
            _ => drawn += 1,
        }
    }
    let n = f64::from(won + drawn + lost);
    let score = (f64::from(won) + f64::from(drawn) / 2.0) / n;
    let variance = (f64::from(won) * (1.0 - score).powi(2)
        + f64::from(drawn) * (0.5 - score).powi(2)
        + f64::from(lost) * score.powi(2))
        / n;
    let error = 1.96 * (variance / n).sqrt();
    let millis = |side: &Side| side.time.as_secs_f64() * 1000.0 / side.turns.max(1) as f64;
    println!(
        "+{won} ={drawn} -{lost}: {:.1} % ± {:.1}; {:.1} and {:.1} ms a turn",
        100.0 * score,
        100.0 * error,
        millis(&sides[0]),
        millis(&sides[1])
    );
    Ok(())
}
