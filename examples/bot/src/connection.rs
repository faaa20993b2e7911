//! The connection of a bot, which is made again after it was lost.

use crate::{address::Address, error::BotError, messages::Received, socket::Socket};
use duiyi_play::message::ClientMessage;
use std::{
    net::TcpStream,
    thread::sleep,
    time::{Duration, Instant},
};

/// The wait after the first failed attempt; it doubles after each.
const FIRST_WAIT: Duration = Duration::from_millis(100);
/// The longest wait between two attempts.
const LONGEST_WAIT: Duration = Duration::from_secs(15);
/// The time between two messages: the server drops the messages of a page that sends more than 50 a second.
const BETWEEN_MESSAGES: Duration = Duration::from_millis(25);

/// The connection of a bot.
pub(crate) struct Connection {
    address: Address,
    /// How long to try to reach the server.
    retry: Duration,
    socket: Socket<TcpStream>,
    /// When the last message was sent.
    sent: Instant,
}

impl Connection {
    /// Connects to a server, and tries again with growing waits for the time `retry`.
    pub(crate) fn open(address: Address, retry: Duration) -> Result<Connection, BotError> {
        let socket = connect(&address, retry)?;
        Ok(Connection { address, retry, socket, sent: Instant::now() })
    }

    /// Connects again.
    pub(crate) fn reopen(&mut self) -> Result<(), BotError> {
        self.socket = connect(&self.address, self.retry)?;
        Ok(())
    }

    /// The error for a game that cannot be resumed.
    pub(crate) fn lost(&self) -> BotError {
        BotError::Lost { host: self.address.host.clone() }
    }

    /// Sends a message, unless the connection is lost; [`Connection::receive`] then returns `None`.
    pub(crate) fn send(&mut self, message: &ClientMessage) {
        sleep(BETWEEN_MESSAGES.saturating_sub(self.sent.elapsed()));
        self.sent = Instant::now();
        let _ = self.socket.send(&written(message));
    }

    /// Waits for a message; `None` if the connection is lost.
    pub(crate) fn receive(&mut self) -> Result<Option<Received>, BotError> {
        // An error of the connection is as final as its end.
        let Some(text) = self.socket.receive().ok().flatten() else { return Ok(None) };
        serde_json::from_str(&text).map(Some).map_err(|error| BotError::Message(error.to_string()))
    }

    /// Closes the connection.
    pub(crate) fn close(mut self) {
        self.socket.close();
    }
}

/// A message as it is sent.
pub(crate) fn written(message: &ClientMessage) -> String {
    serde_json::to_string(message).unwrap_or_default()
}

fn connect(address: &Address, retry: Duration) -> Result<Socket<TcpStream>, BotError> {
    let started = Instant::now();
    let (mut wait, mut attempts) = (FIRST_WAIT, 0);
    loop {
        attempts += 1;
        let error = match Socket::connect(address) {
            Ok(socket) => return Ok(socket),
            Err(error) => error,
        };
        let left = retry.saturating_sub(started.elapsed());
        if left.is_zero() {
            let (host, waited) = (address.host.clone(), started.elapsed());
            return Err(BotError::Unreachable { host, attempts, waited, reason: error.to_string() });
        }
        sleep(wait.min(left));
        wait = (2 * wait).min(LONGEST_WAIT);
    }
}
