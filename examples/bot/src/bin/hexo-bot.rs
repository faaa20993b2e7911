//! A bot for HeXO behind a server.
#![forbid(unsafe_code)]

use bot::hexo::{HexoSettings, serve};
use clap::Parser;
use duiyi_connect6::{Rules, kit::kit};
use duiyi_engine::Seat;
use duiyi_game::Reason;
use duiyi_kit::cli::{PlayerArguments, fail, say};
use std::{net::SocketAddr, time::Duration};
use tokio::{net::TcpListener, runtime::Builder, signal::ctrl_c};

/// Answers requests of the HTTTX bot API, stateless v1-alpha, for turns of HeXO (infinite hexagonal tic-tac-toe):
/// GET /capabilities.json and POST /stateless/v1-alpha/turn.
#[derive(Parser)]
#[command(name = "hexo-bot", version)]
struct Arguments {
    /// The address to listen on; a server in front of it passes the requests on.
    #[arg(long, default_value = "127.0.0.1:8100")]
    listen: SocketAddr,
    /// The name of the bot in its description.
    #[arg(long, default_value = "Duiyi")]
    name: String,
    /// The longest time for a turn in seconds; requests may ask for less.
    #[arg(long, default_value_t = 2.0, value_parser = seconds)]
    time: f64,
    /// The number of requests answered at a time; others wait.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    games: u16,
    #[command(flatten)]
    player: PlayerArguments,
}

/// A positive number of seconds, at most an hour.
fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.01..=3600.0).contains(seconds));
    seconds.ok_or_else(|| "expected a number of seconds from 0.01 to 3600".to_owned())
}

fn run(arguments: &Arguments) -> Result<(), Reason> {
    let kit = kit("hexo", Rules::HEXO);
    let seats = (0..arguments.games).map(|_| Ok(Seat::new(arguments.player.player(&kit, &[])?)));
    let settings = HexoSettings {
        name: arguments.name.clone(),
        time: Duration::from_secs_f64(arguments.time),
        seats: seats.collect::<Result<_, Reason>>()?,
    };
    let runtime = Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let refused = |error| format!("{}: {error}", arguments.listen);
        let listener = TcpListener::bind(arguments.listen).await.map_err(refused)?;
        say(format_args!("http://{}/capabilities.json", listener.local_addr()?));
        let end = async {
            // Without the signal the program runs until it is killed.
            if ctrl_c().await.is_err() {
                std::future::pending::<()>().await;
            }
        };
        Ok(serve(listener, settings, end).await?)
    })
}

fn main() {
    run(&Arguments::parse()).unwrap_or_else(|error| fail(error));
}
