//! The bot for every game that the program `play` offers.
#![forbid(unsafe_code)]

use bot::{Address, BotGame, BotLimits, BotSettings, run};
use clap::Parser;
use duiyi_clock::TimeControl;
use duiyi_connect6::{Rules, kit::kit as connect6};
use duiyi_game::{Notation, Reason};
use duiyi_kit::{
    GameKit,
    cli::{PlayerArguments, end, fail, say},
};
use std::time::Duration;

/// The names of the games.
const GAMES: [&str; 7] = ["xiangqi", "connect6", "gomoku", "tictactoe", "hexo", "connect-four", "breakthrough"];

/// An engine that plays on a server of the program `play`, and ends after the last game. If the server
/// cannot be reached, the exit status is 1.
#[derive(Parser)]
#[command(name = "bot", version, about)]
struct Arguments {
    /// The game.
    #[arg(value_parser = GAMES)]
    game: String,
    /// The server, as the program play prints it: http://127.0.0.1:8080.
    #[arg(value_name = "URL")]
    server: Address,
    /// The rule set; the usual one if it is empty.
    #[arg(long, default_value = "")]
    rules: String,
    /// The name under which the engine plays.
    #[arg(long, default_value = "bot")]
    name: String,
    /// The number of games, each against the first player who seeks the same game.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// The time control of both sides: 60+1, 40/300 and so on.
    #[arg(long, default_value = "60+1")]
    clock: TimeControl,
    /// How long to try to reach the server, in seconds, with growing waits between the attempts.
    #[arg(long, default_value_t = 60, value_name = "SECONDS")]
    retry: u64,
    /// The maximum depth of a search.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// The maximum number of nodes of a search.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    #[command(flatten)]
    player: PlayerArguments,
}

/// Plays the games, and prints a line for each game and one for the sum.
fn play<G: Notation>(arguments: Arguments, kit: &GameKit<G>) -> Result<(), Reason> {
    let kit = kit.with_rules(&arguments.rules)?;
    let player = arguments.player.player(&kit, &[])?;
    let settings = BotSettings {
        server: arguments.server,
        name: arguments.name,
        game: arguments.game,
        rules: arguments.rules,
        clock: arguments.clock,
        games: arguments.games,
        retry: Duration::from_secs(arguments.retry),
        limits: BotLimits { depth: arguments.depth, nodes: arguments.nodes },
    };
    let (mut played, mut results) = (0, [0; 3]);
    let ended = run(&settings, player, &mut |game| {
        played += 1;
        results[place(game)] += 1;
        let BotGame { names: [first, second], turns, end, .. } = game;
        let result = match end.winner {
            Some(0) => "1-0",
            Some(_) => "0-1",
            None => "1/2-1/2",
        };
        say(format_args!("game {played}: {first} - {second} {result}, {}, {turns} turns", end.reason));
    });
    ended.unwrap_or_else(|error| fail(error));
    let [wins, draws, losses] = results;
    say(format_args!("{wins} won, {draws} drawn, {losses} lost"));
    Ok(())
}

/// 0 for a game that the bot has won, 1 for a draw, 2 for a loss.
fn place(game: &BotGame) -> usize {
    match game.end.winner {
        None => 1,
        Some(winner) if winner == game.side => 0,
        Some(_) => 2,
    }
}

fn main() {
    let arguments = Arguments::parse();
    let ended = match arguments.game.as_str() {
        "xiangqi" => play(arguments, &duiyi_xiangqi::kit::kit()),
        "connect6" => play(arguments, &connect6("connect6", Rules::CONNECT6)),
        "gomoku" => play(arguments, &connect6("gomoku", Rules::GOMOKU)),
        "tictactoe" => play(arguments, &connect6("tictactoe", Rules::TIC_TAC_TOE)),
        "hexo" => play(arguments, &connect6("hexo", Rules::HEXO)),
        "connect-four" => play(arguments, &connect_four::kit()),
        _ => play(arguments, &breakthrough::kit()),
    };
    ended.unwrap_or_else(|reason| end(reason));
}
