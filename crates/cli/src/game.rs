//! The commands of a program for one game: perft and matches against random moves.

use crate::{Manual, perft, say};
use clap::{CommandFactory, Subcommand};
use duiyi_arena::{
    Adjudication, BradleyTerry, Entrant, Format, Journal, Plan, Shard, TimeControl, Tournament, parse_openings, summary,
};
use duiyi_game::{Notation, Reason};
use duiyi_player::{Player, RandomPlayer};
use std::{
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
    time::Duration,
};

/// Makes the player of a game.
pub type MakePlayer<G> = fn() -> Box<dyn Player<G>>;

/// What a program for one game does besides playing by a protocol.
#[derive(Clone, Debug, Subcommand)]
pub enum GameCommand {
    /// Count the sequences of moves, by the first.
    Perft {
        /// How many moves.
        #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
        depth: u32,
        /// Print one object.
        #[arg(long)]
        json: bool,
    },
    /// Play against a player of random moves.
    Match {
        /// How many pairs of games; a pair is one opening with both colours.
        #[arg(long, default_value_t = 10)]
        pairs: u64,
        /// The time control: nodes=COUNT, depth=PLIES, movetime=SECONDS, 60+1 and more.
        #[arg(long, default_value = "nodes=1000")]
        tc: TimeControl,
        /// Write the games to OUT.jsonl and OUT.pgn.
        #[arg(long)]
        out: Option<PathBuf>,
    },
    /// The program itself.
    #[command(flatten)]
    Manual(Manual),
}

impl GameCommand {
    /// Does what is asked, for the program whose arguments are `C`, with a player of the usual
    /// rules and openings, one a line.
    ///
    /// # Errors
    /// If a file can't be written or is there already.
    pub fn run<C: CommandFactory, G: Notation>(self, player: MakePlayer<G>, openings: &str) -> Result<(), Reason> {
        match self {
            GameCommand::Perft { depth, json } => perft(&G::begin("")?, depth, json),
            GameCommand::Match { pairs, tc, out } => {
                let command = format!("{} match --pairs {pairs} --tc {tc}", C::command().get_name());
                let contest = match_with_random::<G>(player, openings, pairs, tc)?;
                say(play_match(&contest, &command, out.as_deref())?);
            }
            GameCommand::Manual(manual) => manual.run::<C>()?,
        }
        Ok(())
    }
}

/// A match of this number of pairs of games between the player, `search`, and a player of random
/// moves, `random`.
///
/// # Errors
/// If the game has no usual rules.
pub fn match_with_random<G: Notation>(
    player: MakePlayer<G>,
    openings: &str,
    pairs: u64,
    control: TimeControl,
) -> Result<Tournament<G>, Reason> {
    Ok(Tournament {
        start: G::begin("")?,
        entrants: vec![
            Entrant::local("search", move || Ok(player())),
            Entrant::local("random", || Ok(RandomPlayer::new(1))),
        ],
        openings: parse_openings(openings),
        plan: Plan { format: Format::Gauntlet, rounds: pairs, seed: 1 },
        shard: Shard::WHOLE,
        control,
        margin: Duration::from_millis(200),
        adjudication: Adjudication::default(),
        sprt: None,
        concurrency: 1,
        fresh_players: false,
    })
}

/// Plays a match and returns its summary. With `out` every game is written to `out.jsonl` and
/// `out.pgn` as soon as it has ended.
///
/// # Errors
/// If the files can't be written, or are there already.
pub fn play_match<G: Notation>(contest: &Tournament<G>, command: &str, out: Option<&Path>) -> Result<String, Reason> {
    let heading = contest.heading(command);
    let mut journal = match out {
        Some(stem) => Some(Journal::open(stem, heading.clone(), contest.rule_book(), false)?.0),
        None => None,
    };
    let (standings, _) = contest.run(Vec::new(), journal.as_mut(), &mut |_| {}, &AtomicBool::new(false))?;
    Ok(summary(&[&heading], &standings, BradleyTerry::default()))
}
