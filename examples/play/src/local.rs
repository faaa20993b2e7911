//! A page without a server: the session and its engine are in the page itself, on one thread.
//!
//! While an engine thinks nothing else is heard; what the page sends waits until the engine's
//! turn ends, a second without a clock. Only the last game is kept, by the page.

use crate::{
    client::ClientGame,
    games::Games,
    message::{ClientMessage, ServerMessage},
    session::Task,
};
use std::time::Duration;

/// Why a game cannot be opened by its number.
const NOT_KEPT: &str = "without a server only the last game is kept";

/// What a page talks to.
pub struct LocalBackend {
    games: Games,
    client: ClientGame,
    /// What an engine has to do, with the number of its game.
    task: Option<(u64, Task)>,
}

impl LocalBackend {
    /// Offers games.
    pub fn new(games: Games) -> LocalBackend {
        LocalBackend { games, client: ClientGame::default(), task: None }
    }

    /// Hears a message of the page and answers.
    pub fn hear(&mut self, text: &str, now: Duration, tell: &mut dyn FnMut(&ServerMessage)) {
        let done = match serde_json::from_str(text) {
            Ok(ClientMessage::Games) => {
                tell(&ServerMessage::Games(self.games.offers().cloned().collect()));
                return;
            }
            Ok(ClientMessage::Kept { .. }) => {
                tell(&ServerMessage::Kept(Vec::new()));
                return;
            }
            Ok(ClientMessage::Begin { begin }) => self.client.begin(&self.games, &begin, now),
            Ok(ClientMessage::Load { file }) => {
                self.client.load(&self.games, &file).map(|session| self.client.enter(session, now))
            }
            Ok(ClientMessage::Export { format }) => self.client.export(&format).map(|file| tell(&file)),
            Ok(ClientMessage::Ask { ask }) => self.client.ask(&ask, now),
            Ok(ClientMessage::Open { .. } | ClientMessage::Delete { .. }) => Err(NOT_KEPT.into()),
            Err(error) => Err(format!("not understood: {error}").into()),
        };
        if let Err(reason) = done {
            tell(&ServerMessage::Refused(reason.to_string()));
        }
        self.show(now, tell);
    }

    /// Shows what is new; an engine may have to think then.
    pub fn show(&mut self, now: Duration, tell: &mut dyn FnMut(&ServerMessage)) {
        let view = self.client.show(now);
        self.task = self.client.task(now).or(self.task.take());
        if let Some(view) = view {
            tell(&view);
        }
    }

    /// Lets an engine find its turn, if it is one's; says whether it was. The clock counts from any
    /// moment, the same for all calls.
    pub fn think(&mut self, clock: impl Fn() -> Duration, tell: &mut dyn FnMut(&ServerMessage)) -> bool {
        // What nobody wants any more is not begun.
        let wanted = |(game, task): &(u64, Task)| self.client.is_for(*game) && !task.stop.is_stopped();
        let Some((game, task)) = self.task.take().filter(wanted) else { return false };
        let found = task.run(&mut |thought| tell(&ServerMessage::Thought(thought)));
        self.client.found(game, found, clock());
        self.show(clock(), tell);
        true
    }

    /// When the flag of the side to move falls: then one shows what is new.
    pub fn flag_falls(&self) -> Option<Duration> {
        self.client.flag_falls()
    }
}
