//! The program: it serves the page, at a loopback address by default.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use crate::{
    games::Games,
    server::{ServerLimits, Store, ladder, serve},
};
use clap::{Parser, Subcommand};
use duiyi_arena::stats::Estimate;
use duiyi_cli::{Manual, end, fail, say};
use std::{
    io,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    path::PathBuf,
    process::ExitCode,
};
use tokio::{net::TcpListener, runtime::Builder, signal::ctrl_c};

/// Serves a page to play on, and prints its address.
#[derive(Parser)]
#[command(name = "play", version, args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// The port; 0 selects a free port.
    #[arg(long, default_value_t = 8080)]
    port: u16,
    /// The address to listen on. Anyone who can reach it can play and run the engine.
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,
    /// The file in which games are stored, or none; by default in the user's data folder.
    #[arg(long, value_name = "FILE")]
    games: Option<PathBuf>,
    /// A folder of endgame tables, as built by `xiangqi-engine endgame build`: the openings then also show the
    /// result of every move in the endings that the tables contain.
    #[arg(long, value_name = "FOLDER")]
    endgames: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    /// Rate the players of the stored games of a kind by their results, the best first: Elo relative to
    /// the mean, its 95 % interval, points and games.
    Ladder {
        /// The game, by its name in the list of games.
        #[arg(default_value = "xiangqi")]
        game: String,
        /// The file in which the games are stored; by default in the user's data folder.
        #[arg(long, value_name = "FILE")]
        games: Option<PathBuf>,
    },
    #[command(flatten)]
    Manual(Manual),
}

/// Prints the ladder of a game.
fn print_ladder(game: &str, file: Option<PathBuf>) -> Result<(), String> {
    let path = file.or_else(usual_file).ok_or("there is no data folder; give a file with --games")?;
    if !path.is_file() {
        return Err(format!("{}: no such file", path.display()));
    }
    let rated = Store::open(&path).and_then(|store| store.rated(game)).map_err(|error| error.to_string())?;
    for (number, place) in (1..).zip(ladder(&rated)) {
        let Estimate { value, low, high } = place.elo;
        let points = f64::from(place.half_points) / 2.0;
        say(format_args!("{number}. {} {value:+.0} [{low:+.0}, {high:+.0}] {points}/{}", place.name, place.games));
    }
    Ok(())
}

/// The default file of the games.
fn usual_file() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).filter(|folder| !folder.is_empty()).map(PathBuf::from);
    let data = if cfg!(windows) {
        folder("APPDATA")?
    } else if cfg!(target_os = "macos") {
        folder("HOME")?.join("Library/Application Support")
    } else {
        folder("XDG_DATA_HOME").or_else(|| Some(folder("HOME")?.join(".local/share")))?
    };
    Some(data.join("duiyi").join("games.sqlite"))
}

/// The store of the games, or the reason for its absence.
fn store(asked: Option<&PathBuf>) -> Result<Store, String> {
    if asked.is_some_and(|path| path.as_os_str() == "none") {
        return Err("the server was started with --games none".to_owned());
    }
    let path = asked.cloned().or_else(usual_file).ok_or("there is no data folder; give a file with --games")?;
    Store::open(&path).map_err(|error| {
        eprintln!("games are not stored: {error}");
        error.to_string()
    })
}

/// Runs the program for these games, the default one first, with the arguments of the process.
pub fn main(games: Games) -> ExitCode {
    let mut arguments = Arguments::parse();
    match arguments.command.take() {
        Some(Command::Ladder { game, games }) => {
            print_ladder(&game, games).unwrap_or_else(|error| fail(error));
            return ExitCode::SUCCESS;
        }
        Some(Command::Manual(manual)) => {
            manual.run::<Arguments>().unwrap_or_else(|reason| end(reason));
            return ExitCode::SUCCESS;
        }
        None => {}
    }
    match run(games, &arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Resolves when the program is interrupted or terminated.
async fn shutdown_signal() {
    let interrupted = async {
        // Without the signal the program runs until it is killed.
        if ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    if let Ok(mut terminated) = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
        tokio::select! {
            () = interrupted => {}
            _ = terminated.recv() => {}
        }
        return;
    }
    interrupted.await;
}

fn run(mut games: Games, arguments: &Arguments) -> io::Result<()> {
    if let Some(folder) = &arguments.endgames {
        games.open_endgames(folder).map_err(|reason| io::Error::other(reason.to_string()))?;
    }
    let address = SocketAddr::new(arguments.address, arguments.port);
    Builder::new_multi_thread().enable_all().build()?.block_on(async {
        let listener = TcpListener::bind(address)
            .await
            .map_err(|error| io::Error::new(error.kind(), format!("{address}: {error}")))?;
        println!("http://{}", listener.local_addr()?);
        serve(listener, games, ServerLimits::default(), store(arguments.games.as_ref()), shutdown_signal()).await
    })
}
