//! The program of a kit: an engine without a command, and the common commands.

use crate::cli::{
    Bounds, Manual, OutputOptions, RandomMatch, analyse, bench, end, perft, play_match, say,
    setup::{bench_positions, setup},
};
use crate::{GameKit, cli::PlayerArguments};
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use duiyi_arena::TimeControl;
use duiyi_engine::{BENCH_HASH, MAX_LINES, MAX_PERFT_DEPTH, Player, Setup};
use duiyi_game::{History, Notation, Placement, Reason};
use std::path::PathBuf;

#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

/// The commands of a program for one game.
#[derive(Subcommand)]
enum Command {
    /// Search a position and print each iteration, and the best turn last.
    Analyse {
        #[command(flatten)]
        place: PositionArguments,
        #[command(flatten)]
        bounds: Bounds,
        /// The number of best turns to show.
        #[arg(long, value_parser = clap::value_parser!(u32).range(1..=MAX_LINES as i64))]
        lines: Option<u32>,
        #[command(flatten)]
        settings: PlayerArguments,
        /// Do not search: print an explanation of the position's static score, or only the score if
        /// the game has no explanation.
        #[arg(long, conflicts_with_all = ["depth", "movetime", "nodes", "lines", "option", "json", "statistics"])]
        explain: bool,
        #[command(flatten)]
        output: OutputOptions,
    },
    /// Count the sequences of moves, by the first move.
    Perft {
        #[command(flatten)]
        place: PositionArguments,
        /// The number of moves.
        #[arg(long, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_PERFT_DEPTH)))]
        depth: u32,
        /// Print a JSON object.
        #[arg(long)]
        json: bool,
    },
    /// Search fixed positions to a fixed depth; the node count identifies the search.
    Bench {
        /// The depth in plies; without it the default of the game.
        #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
        depth: Option<u32>,
        #[command(flatten)]
        settings: PlayerArguments,
        #[command(flatten)]
        output: OutputOptions,
    },
    /// Play against a player of random moves.
    Match {
        /// How many pairs of games; a pair is one opening with both colours.
        #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
        pairs: u64,
        /// The time control: nodes=COUNT, depth=PLIES, movetime=SECONDS, 60+1 and more.
        #[arg(long, default_value = "nodes=1000")]
        tc: TimeControl,
        /// The seed of the random openings and moves.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Begin every game at the start position, without an opening.
        #[arg(long)]
        plain: bool,
        #[command(flatten)]
        settings: PlayerArguments,
        /// Write the games to OUT.jsonl and OUT.pgn.
        #[arg(long)]
        out: Option<PathBuf>,
    },
    /// Learn an evaluation from the rules and the picture of the game, by games with itself.
    #[cfg(feature = "learn-command")]
    Learn(crate::cli::LearnOptions),
    #[command(flatten)]
    Manual(Manual),
}

/// A position.
#[derive(Args)]
struct PositionArguments {
    /// The position in the game's notation; the start position by default.
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// The turns played from the position, separated by blanks.
    #[arg(long, value_name = "TURNS")]
    moves: Option<String>,
}

impl PositionArguments {
    fn read<G: Notation>(&self, kit: &GameKit<G>) -> Result<G, Reason> {
        let from = match &self.position {
            Some(text) => kit.start.read_position(text).map_err(|reason| format!("--position: {reason}"))?,
            None => kit.start.clone(),
        };
        let mut game = History::new(from);
        let turns = self.moves.as_deref().unwrap_or_default().split_whitespace();
        let formats = (kit.page)(&kit.start).formats;
        formats.play_turns(&mut game, turns).map_err(|reason| format!("--moves: {reason}"))?;
        Ok(game.now().clone())
    }
}

/// The function that runs a session in one of a game's protocols.
type Session<G> = fn(Setup<G>);

/// Runs the complete program of a game, as its `main`.
///
/// Without a command it speaks UCI or UCCI on standard input and output. The commands are `analyse`,
/// `perft`, `bench`, `match` (against random moves), `learn` (with that feature), `completions` and `man`; `--help` lists their
/// options. The program has the name of the kit, and its title as a description.
///
/// Errors are not returned: the function reads the arguments of the process, and ends the process
/// with a message and exit status 2 if they are invalid.
///
/// ```no_run
/// # use duiyi_game::{Score, nim::Nim};
/// # use duiyi_kit::GameKit;
/// # use duiyi_engine::PlayerParts;
/// let kit = GameKit::new("nim", Nim::new(21), PlayerParts::by(|| |_: &Nim| Score::ZERO));
/// duiyi_kit::cli::program(kit);
/// ```
pub fn program<G: Notation>(kit: GameKit<G>) {
    run(kit, "it speaks UCI or UCCI", duiyi_engine::run_on_standard);
}

/// Runs the complete program of a game with stones: without a command it speaks one of seven protocols
/// (UCI, UCCI, Cloudict's text, SAU, GTP, Botzone, Piskvork), selected by the first line.
///
pub fn program_with_stones<G: Placement>(kit: GameKit<G>) {
    run(kit, "it speaks the protocol of the first line", duiyi_engine::run_placement_on_standard);
}

fn run<G: Notation>(kit: GameKit<G>, speaks: &str, session: Session<G>) {
    let command = command(&kit, speaks);
    let arguments = Arguments::from_arg_matches(&command.clone().get_matches());
    match arguments.unwrap_or_else(|error| error.exit()).command {
        None => session(setup(kit)),
        Some(chosen) => {
            if let Err(reason) = chosen.run(&kit, command) {
                end(reason);
            }
        }
    }
}

/// The command line of a kit.
fn command<G: Notation>(kit: &GameKit<G>, speaks: &str) -> clap::Command {
    let [title, _] = kit.titles;
    let about = format!("{title}. Without a command {speaks} on standard input and output");
    Arguments::command().name(kit.name).about(about)
}

impl Command {
    fn run<G: Notation>(self, kit: &GameKit<G>, command: clap::Command) -> Result<(), Reason> {
        match self {
            Command::Analyse { place, explain: true, .. } => {
                let game = place.read(kit)?;
                say(format_args!("{}\n\n{}", game.draw(), explanation(kit, &game)));
            }
            Command::Analyse { place, bounds, lines, settings, output, .. } => {
                let lines = lines.map(|lines| ("MultiPV", lines.to_string()));
                let mut player = settings.player(kit, lines.as_slice())?;
                analyse(&History::new(place.read(kit)?), &mut *player, bounds, output);
            }
            Command::Perft { place, depth, json } => perft(&place.read(kit)?, depth, json),
            Command::Bench { depth, settings, output } => {
                let has_table = kit.player().options().iter().any(|option| option.is_named("Hash"));
                let hash = has_table.then(|| ("Hash", BENCH_HASH.to_string()));
                let mut player = settings.player(kit, hash.as_slice())?;
                let depth = depth.unwrap_or(kit.bench.depth);
                bench(&mut *player, &bench_positions(kit), depth, output);
            }
            Command::Match { pairs, tc, seed, plain, settings, out } => {
                let options = settings.option.iter().map(|(name, value)| format!(" --option \"{name}={value}\""));
                let rest = [plain.then(|| " --plain".to_owned())].into_iter().flatten().chain(options);
                let rest: String = rest.collect();
                let heading = format!("{} match --pairs {pairs} --tc {tc} --seed {seed}{rest}", kit.name);
                let own = kit.clone();
                let plan = RandomMatch { pairs, control: tc, seed, drawn: !plain };
                let contest = plan.of(kit, move || settings.player(&own, &[]))?;
                say(play_match(&contest, &heading, out.as_deref())?);
            }
            #[cfg(feature = "learn-command")]
            Command::Learn(options) => crate::cli::learn(kit, &options)?,
            Command::Manual(manual) => manual.run_for(command)?,
        }
        Ok(())
    }
}

/// The explanation of a position's static score, or only the score.
fn explanation<G: Notation>(kit: &GameKit<G>, game: &G) -> String {
    if let Some(explain) = kit.explanation.as_ref() {
        return explain(game);
    }
    let mut player = kit.player();
    match player.inspect().and_then(|player| player.static_score(game)) {
        Some(score) => format!("static score {score}"),
        None => "the player has no static score".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Explanation;
    use duiyi_engine::PlayerParts;
    use duiyi_game::{Score, nim::Nim};
    use std::sync::Arc;

    fn kit() -> GameKit<Nim> {
        GameKit::new("nim", Nim::new(9), PlayerParts::by(|| |game: &Nim| Score::new(i32::from(game.left()))))
    }

    #[test]
    fn the_command_line_is_consistent() {
        let built = command(&kit(), "it speaks UCI or UCCI");
        assert_eq!(built.get_name(), "nim");
        built.debug_assert();
    }

    #[test]
    fn a_position_and_its_moves_are_read() {
        let place = |position: Option<&str>, moves: Option<&str>| {
            let place = PositionArguments { position: position.map(str::to_owned), moves: moves.map(str::to_owned) };
            place.read(&kit()).map(|game| game.write_position()).map_err(|reason| reason.to_string())
        };
        assert_eq!(place(None, None), Ok("9 a".to_owned()));
        assert_eq!(place(None, Some(" 2  1 ")), Ok("6 a".to_owned()));
        assert_eq!(place(Some("7 b"), Some("1")), Ok("6 a".to_owned()));
        assert!(place(Some("nothing"), None).unwrap_err().starts_with("--position: "));
        assert!(place(None, Some("2 9")).unwrap_err().starts_with("--moves: move 2 of the list: "));
    }

    #[test]
    fn a_score_is_explained_or_printed() {
        let start = Nim::new(7);
        assert_eq!(explanation(&kit(), &start), "static score +7");
        let stones: Explanation<Nim> = Arc::new(|game| format!("{} stones", game.left()));
        let explained = GameKit { explanation: Some(stones), ..kit() };
        assert_eq!(explanation(&explained, &start), "7 stones");
    }
}
