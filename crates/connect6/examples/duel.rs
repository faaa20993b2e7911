//! Plays two settings of the player against each other, with equal nodes or equal time, from every
//! named opening with both colours; the defaults were chosen this way. After the named openings,
//! they are repeated with a random turn of Black.
//!
//! ```text
//! cargo run --release -p duiyi-connect6 --features player --example duel -- "nodes=2000" "nodes=2000 effort_inner=0"
//! ```
//!
//! Each side is a text of `name=value`: `nodes`, `ms`, `depth`, `form` (stones, turns), `weights`
//! (a file), `zone` (on, off), any constant of the player or of the search by its name (the option
//! without `param.`), any switch of the search by its name (on, off).
//! A third argument is the number of games, a fourth the number of the first opening. The error is
//! for 95 % confidence, by pairs of games; interim results go to the standard error.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use duiyi_connect6::evaluation::{Evaluation, ScoredPoint, Tables, Valuation, Weights};
use duiyi_connect6::openings::NAMED;
use duiyi_connect6::player::{ThreatSearch, Valuations};
use duiyi_connect6::{BLACK, Board, Rules};
use duiyi_engine::{Player, Request};
use duiyi_game::History;
use duiyi_search::{LimitControl, Limits, StopHandle};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::error::Error;
use std::time::{Duration, Instant};

/// A player and its limits.
struct Entrant {
    player: ThreatSearch,
    limits: Limits,
    turns: u64,
    time: Duration,
}

impl Entrant {
    fn read(text: &str) -> Result<Entrant, Box<dyn Error>> {
        let pairs: Vec<(&str, &str)> = text
            .split_whitespace()
            .map(|word| word.split_once('=').ok_or_else(|| format!("'{word}': expected name=value")))
            .collect::<Result<_, _>>()?;
        let weights = match pairs.iter().find(|pair| pair.0 == "weights") {
            Some((_, file)) => std::fs::read_to_string(file)?.parse()?,
            None => Weights::of(Rules::CONNECT6),
        };
        let valuations = Valuations::new(Rules::CONNECT6, move |rules| Valuation::of(rules, &weights));
        let mut player = ThreatSearch::with_valuations(valuations);
        player.set_option("Hash", "2")?;
        let mut limits = Limits::default();
        for &(name, value) in &pairs {
            match name {
                "form" => player.set_option("Form", value)?,
                "nodes" => limits.nodes = Some(value.parse()?),
                "ms" => limits.hard_time = Some(Duration::from_millis(value.parse()?)),
                "depth" => limits.depth = Some(value.parse()?),
                "weights" | "zone" => {}
                _ => {
                    let kind = if matches!(value, "on" | "off") { "switch" } else { "param" };
                    player.set_option(&format!("{kind}.{name}"), value)?;
                }
            }
        }
        // The option `Form` resets the search settings.
        if let Some((_, value)) = pairs.iter().rfind(|pair| pair.0 == "zone") {
            player.settings.standing_threat.zone = *value == "on";
        }
        Ok(Entrant { player, limits, turns: 0, time: Duration::ZERO })
    }

    fn play(&mut self, board: &mut Board) -> Result<(), Box<dyn Error>> {
        let mut control = LimitControl::new(self.limits.clone(), StopHandle::new());
        let started = Instant::now();
        let decision = self.player.decide(&mut Request {
            game: &History::new(board.clone()),
            allowed: &|_| true,
            control: &mut control,
            observer: &mut (),
        });
        self.time += started.elapsed();
        self.turns += 1;
        Ok(board.play(&decision.ok_or("the game is over")?.turn)?)
    }
}

/// The opening with a number: the named ones, then each with a pair of the twelve best points.
fn opening(number: usize) -> Board {
    let mut board = NAMED[number % NAMED.len()].board();
    if number >= NAMED.len() {
        let tables = Tables::new(Rules::CONNECT6, &Weights::plain());
        let mut evaluation = Evaluation::new(&board, tables.into());
        let mut random = Xoshiro256PlusPlus::seed_from_u64(number as u64);
        for _ in 0..2 {
            let mut buffer = [ScoredPoint::default(); 12];
            let best = evaluation.best_points(board.to_move(), &mut buffer);
            let point = best[(random.next_u64() >> 40) as usize % best.len()].point;
            evaluation.put(point, board.to_move());
            board.put(point);
        }
    }
    board
}

/// The results of pairs of games: the number of pairs with 0 to 4 half points.
#[derive(Clone, Copy, Default)]
struct Tally {
    games: [u32; 3],
    pairs: [u32; 5],
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [lost, drawn, won] = self.games;
        let n = f64::from(self.pairs.iter().sum::<u32>().max(1));
        let points = |halves: usize| halves as f64 / 4.0;
        let sum = |of: &dyn Fn(f64) -> f64| {
            self.pairs.iter().enumerate().map(|(halves, &count)| f64::from(count) * of(points(halves))).sum::<f64>() / n
        };
        let score = sum(&|points| points);
        let error = 1.96 * (sum(&|points| (points - score).powi(2)) / n).sqrt();
        let elo = |score: f64| 400.0 * (score / (1.0 - score)).log10();
        let elo_error = (elo((score + error).min(0.999)) - elo((score - error).max(0.001))) / 2.0;
        write!(f, "+{won} ={drawn} -{lost}: {:.1} % ± {:.1}", 100.0 * score, 100.0 * error)?;
        write!(f, ", Elo {:+.0} ± {elo_error:.0}", elo(score.clamp(0.001, 0.999)))
    }
}

fn main() -> std::process::ExitCode {
    match run() {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            std::process::ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [a, b, rest @ ..] = &arguments[..] else { return Err("expected two settings".into()) };
    let mut sides = [Entrant::read(a)?, Entrant::read(b)?];
    let games: usize = rest.first().map_or(Ok(2 * NAMED.len()), |text| text.parse())?;
    let first: usize = rest.get(1).map_or(Ok(0), |text| text.parse())?;
    let mut tally = Tally::default();
    for pair in 0..games.div_ceil(2) {
        let mut halves = 0;
        for first_black in [true, false] {
            let mut board = opening(first + pair);
            for side in &mut sides {
                side.player.new_game(&board);
            }
            while !board.is_over() && board.stone_count() < 250 {
                let index = usize::from((board.to_move() == BLACK) != first_black);
                sides[index].play(&mut board)?;
            }
            let result = match board.winner() {
                Some(color) if (color == BLACK) == first_black => 2,
                Some(_) => 0,
                None => 1,
            };
            tally.games[result] += 1;
            halves += result;
        }
        tally.pairs[halves] += 1;
        if pair % 10 == 9 {
            eprintln!("{tally}");
        }
    }
    let millis = |side: &Entrant| side.time.as_secs_f64() * 1000.0 / side.turns.max(1) as f64;
    println!("{tally}; {:.1} and {:.1} ms a turn", millis(&sides[0]), millis(&sides[1]));
    Ok(())
}
