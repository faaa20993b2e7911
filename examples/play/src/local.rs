//! A page without a server: the room and its engine are in the page itself, on one thread.
//!
//! While an engine thinks nothing else is heard; what the page sends waits until the engine's
//! turn ends, a second without a clock. Only the last game is kept, by the page.

use crate::{
    desk::Desk,
    games::Games,
    message::{ToPage, ToServer},
    room::Task,
};
use std::time::Duration;

/// Why a game cannot be opened by its number.
const NOT_KEPT: &str = "without a server only the last game is kept";

/// What a page talks to.
pub struct Local {
    games: Games,
    desk: Desk,
    /// What an engine has to do, with the number of its game.
    task: Option<(u64, Task)>,
}

impl Local {
    /// Offers games.
    pub fn new(games: Games) -> Local {
        Local { games, desk: Desk::default(), task: None }
    }

    /// Hears a message of the page and answers.
    pub fn hear(&mut self, text: &str, now: Duration, tell: &mut dyn FnMut(&ToPage)) {
        let done = match serde_json::from_str(text) {
            Ok(ToServer::Games) => {
                tell(&ToPage::Games(self.games.offers().cloned().collect()));
                return;
            }
            Ok(ToServer::Kept { .. }) => {
                tell(&ToPage::Kept(Vec::new()));
                return;
            }
            Ok(ToServer::Begin { begin }) => self.desk.begin(&self.games, &begin, now),
            Ok(ToServer::Load { file }) => self.desk.load(&self.games, &file).map(|room| self.desk.enter(room, now)),
            Ok(ToServer::Export { format }) => self.desk.export(&format).map(|file| tell(&file)),
            Ok(ToServer::Ask { ask }) => self.desk.ask(&ask, now),
            Ok(ToServer::Open { .. } | ToServer::Delete { .. }) => Err(NOT_KEPT.into()),
            Err(error) => Err(format!("not understood: {error}").into()),
        };
        if let Err(reason) = done {
            tell(&ToPage::Refused(reason.to_string()));
        }
        self.show(now, tell);
    }

    /// Shows what is new; an engine may have to think then.
    pub fn show(&mut self, now: Duration, tell: &mut dyn FnMut(&ToPage)) {
        let view = self.desk.show(now);
        self.task = self.desk.task(now).or(self.task.take());
        if let Some(view) = view {
            tell(&view);
        }
    }

    /// Lets an engine find its turn, if it is one's; says whether it was. The clock counts from any
    /// moment, the same for all calls.
    pub fn think(&mut self, clock: impl Fn() -> Duration, tell: &mut dyn FnMut(&ToPage)) -> bool {
        // What nobody wants any more is not begun.
        let wanted = |(game, task): &(u64, Task)| self.desk.is_for(*game) && !task.stop.is_stopped();
        let Some((game, task)) = self.task.take().filter(wanted) else { return false };
        let found = task.run(&mut |thought| tell(&ToPage::Thought(thought)));
        self.desk.found(game, found, clock());
        self.show(clock(), tell);
        true
    }

    /// When the flag of the side to move falls: then one shows what is new.
    pub fn flag_falls(&self) -> Option<Duration> {
        self.desk.flag_falls()
    }
}
