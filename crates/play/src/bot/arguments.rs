//! The command-line arguments of a bot.

use super::{
    address::Address,
    error::BotError,
    play::{BotGame, BotLimits, BotSettings, run},
};
use clap::Args;
use duiyi_clock::TimeControl;
use duiyi_engine::Player;
use duiyi_game::Notation;
use std::time::Duration;

/// The arguments of a bot.
#[derive(Args, Clone, Debug)]
pub struct BotArguments {
    /// The server, as the program play prints it: http://127.0.0.1:8080.
    #[arg(value_name = "URL")]
    server: Address,
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
}

impl BotArguments {
    /// Plays the games of `game` on the server, by a rule set (the usual one if it is empty), and passes
    /// `say` a line for each game and one for the sum.
    ///
    /// # Errors
    /// If the server cannot be reached, refuses a message, or sends something else than a game.
    pub fn run<G: Notation>(
        self,
        game: &str,
        rules: &str,
        player: Box<dyn Player<G>>,
        say: &mut dyn FnMut(String),
    ) -> Result<(), BotError> {
        let settings = BotSettings {
            server: self.server,
            name: self.name,
            game: game.to_owned(),
            rules: rules.to_owned(),
            clock: self.clock,
            games: self.games,
            retry: Duration::from_secs(self.retry),
            limits: BotLimits { depth: self.depth, nodes: self.nodes },
        };
        let (mut played, mut results) = (0, [0; 3]);
        run(&settings, player, &mut |game| {
            played += 1;
            results[place(game)] += 1;
            let BotGame { names: [first, second], turns, end, .. } = game;
            let result = match end.winner {
                Some(0) => "1-0",
                Some(_) => "0-1",
                None => "1/2-1/2",
            };
            say(format!("game {played}: {first} - {second} {result}, {}, {turns} turns", end.reason));
        })?;
        let [wins, draws, losses] = results;
        say(format!("{wins} won, {draws} drawn, {losses} lost"));
        Ok(())
    }
}

/// 0 for a game that the bot has won, 1 for a draw, 2 for a loss.
fn place(game: &BotGame) -> usize {
    match game.end.winner {
        None => 1,
        Some(winner) if winner == game.side => 0,
        Some(_) => 2,
    }
}
