//! The program: it serves the page, at a loopback address by default.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use crate::{
    games::Games,
    server::{ServerAccess, ServerLimits, Store, StoreError, ladder, serve},
};
use clap::{Parser, Subcommand};
use duiyi_arena::stats::Estimate;
use duiyi_kit::cli::{Manual, end, fail, say};
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
    /// The address to listen on. Beyond the loopback interface, the server prints an address with a token,
    /// and serves only those who have it.
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,
    /// A further name by which the server is reached: NAME or NAME:PORT, or https://NAME behind a proxy with TLS; can be
    /// repeated.
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    /// The memory of the server in MiB. Tables of engines get smaller as it is used, and one engine for
    /// 256 MiB thinks at a time; a game or an analysis for which nothing is left is refused.
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(256..=1 << 20))]
    memory: u32,
    /// The number of simultaneous connections; half of them from one address.
    #[arg(long, value_name = "NUMBER", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(2..=60_000))]
    connections: u32,
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
    let rated = Store::open_to_read(&path).and_then(|store| store.rated(game)).map_err(|error| error.to_string())?;
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
///
/// # Errors
/// If another server uses the file.
fn store(asked: Option<&PathBuf>) -> io::Result<Result<Store, String>> {
    if asked.is_some_and(|path| path.as_os_str() == "none") {
        return Ok(Err("the server was started with --games none".to_owned()));
    }
    let Some(path) = asked.cloned().or_else(usual_file) else {
        return Ok(Err("there is no data folder; give a file with --games".to_owned()));
    };
    match Store::open(&path) {
        Err(error @ StoreError::InUse { .. }) => Err(io::Error::other(error)),
        Err(error) => {
            eprintln!("games are not stored: {error}");
            Ok(Err(error.to_string()))
        }
        Ok(store) => Ok(Ok(store)),
    }
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
        let access = ServerAccess::new(listener.local_addr()?, &arguments.host)?;
        let store = store(arguments.games.as_ref())?;
        let connections = arguments.connections as usize;
        let limits = ServerLimits {
            memory: arguments.memory as usize,
            connections,
            connections_per_address: connections.div_ceil(2),
            ..ServerLimits::default()
        };
        for url in access.urls() {
            println!("{url}");
        }
        serve(listener, games, limits, access, store, shutdown_signal()).await
    })
}
