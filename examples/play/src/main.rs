//! A board to play on: a page at an address of the loopback.
#![allow(clippy::print_stdout, clippy::print_stderr)]
#![forbid(unsafe_code)]

use clap::Parser;
use play::{
    games,
    server::{Limits, serve},
};
use std::{
    io,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    process::ExitCode,
};
use tokio::{net::TcpListener, runtime::Builder, signal::ctrl_c};

/// Shows a page to play on, and prints its address.
#[derive(Parser)]
struct Arguments {
    /// The port; 0 takes one that is free.
    #[arg(long, default_value_t = 8080)]
    port: u16,
    /// The address to listen at. Anybody who reaches it can play, and have the engine think.
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> io::Result<()> {
    let address = SocketAddr::new(arguments.address, arguments.port);
    Builder::new_multi_thread().enable_all().build()?.block_on(async {
        let listener = TcpListener::bind(address)
            .await
            .map_err(|error| io::Error::new(error.kind(), format!("{address}: {error}")))?;
        println!("http://{}", listener.local_addr()?);
        let end = async {
            // Without the signal the program runs until it is killed.
            if ctrl_c().await.is_err() {
                std::future::pending::<()>().await;
            }
        };
        serve(listener, games::all(), Limits::default(), end).await
    })
}
