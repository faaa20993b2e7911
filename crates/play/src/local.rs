//! A page without a server: the session and its engine run in the page, on one thread.
//!
//! No message is handled while an engine thinks: messages of the page wait until the engine has
//! finished its turn (one second without a clock). Only the last game is stored, by the page.

use crate::{
    client::ClientGame,
    games::Games,
    message::{ClientMessage, ServerMessage},
    session::Job,
};
use std::time::Duration;

/// Why a stored game cannot be opened.
const NOT_STORED: &str = "without a server only the last game is stored";

/// Why nobody can be found for a game.
const NO_OTHERS: &str = "without a server there are no other players";

/// Answers the messages of one page.
pub struct LocalBackend {
    games: Games,
    client: ClientGame,
    /// The next job of an engine.
    job: Option<Job>,
}

impl LocalBackend {
    /// Offers games.
    pub fn new(games: Games) -> LocalBackend {
        LocalBackend { games, client: ClientGame::default(), job: None }
    }

    /// Handles a message of the page; calls `send` with the answers.
    pub fn handle(&mut self, text: &str, now: Duration, send: &mut dyn FnMut(&ServerMessage)) {
        let done = match serde_json::from_str(text) {
            Ok(ClientMessage::Games) => {
                send(&ServerMessage::Games(self.games.offers().cloned().collect()));
                return;
            }
            Ok(ClientMessage::Kept { .. }) => {
                send(&ServerMessage::Kept(Vec::new()));
                return;
            }
            Ok(ClientMessage::Begin { begin }) => self.client.begin(&self.games, &begin, now),
            Ok(ClientMessage::Load { file, number: _ }) => {
                self.client.load(&self.games, &file).map(|session| self.client.enter(session, now))
            }
            Ok(ClientMessage::Export { format }) => self.client.export(&format).map(|file| send(&file)),
            Ok(ClientMessage::Ask { ask }) => self.client.act(&ask, now),
            Ok(ClientMessage::Open { .. } | ClientMessage::Delete { .. }) => Err(NOT_STORED.into()),
            Ok(ClientMessage::Seek { .. }) => Err(NO_OTHERS.into()),
            Err(error) => Err(format!("invalid message: {error}").into()),
        };
        if let Err(reason) = done {
            send(&ServerMessage::Refused(reason.to_string()));
        }
        self.update(now, send);
    }

    /// Sends the changes; afterwards an engine may have a job.
    pub fn update(&mut self, now: Duration, send: &mut dyn FnMut(&ServerMessage)) {
        let view = self.client.update(now);
        self.job = self.client.next_job(now).or(self.job.take());
        if let Some(view) = view {
            send(&view);
        }
    }

    /// Runs the next job, if there is one, and returns whether there was. The clock may count from any
    /// moment, which is the same for all calls.
    pub fn run_job(&mut self, clock: impl Fn() -> Duration, send: &mut dyn FnMut(&ServerMessage)) -> bool {
        // A cancelled job is not started.
        let Some(job) = self.job.take().filter(|job| !job.stop.is_stopped()) else { return false };
        job.run(&mut |info| send(&ServerMessage::Thought(info)));
        self.client.collect(clock());
        self.update(clock(), send);
        true
    }

    /// When the flag of the side to move falls: then [`LocalBackend::update`] sends the changes.
    pub fn flag_falls(&self) -> Option<Duration> {
        self.client.flag_falls()
    }
}
