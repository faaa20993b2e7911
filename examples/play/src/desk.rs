//! A page at its board: what it sends is answered, wherever the page and its engine are.

use crate::{
    games::Games,
    message::{Ask, Begin, File, Seen, ToPage},
    room::{Found, Room, Sight, Task},
};
use duiyi_search::Reason;
use std::time::Duration;

/// A page with the game that it shows.
#[derive(Default)]
pub struct Desk {
    room: Option<Box<dyn Room>>,
    sight: Sight,
    seen: Seen,
    /// Which of the page's games it is: what an engine finds for an earlier one is dropped.
    number: u64,
}

impl Desk {
    /// Begins a game; the one before is left.
    ///
    /// # Errors
    /// Why it cannot be begun; then the one before goes on.
    pub fn begin(&mut self, games: &Games, begin: &Begin, now: Duration) -> Result<(), Reason> {
        let room = games.open(begin)?;
        self.enter(room, now);
        Ok(())
    }

    /// Shows another room; the one before is left.
    pub fn enter(&mut self, room: Box<dyn Room>, now: Duration) {
        self.leave(now);
        self.room.insert(room).resume(now);
        self.sight.ply = None;
        self.seen = Seen::default();
    }

    /// The room of a record; one that says nothing of its game is taken for one of that which is
    /// shown.
    ///
    /// # Errors
    /// What is wrong with the record.
    pub fn load(&self, games: &Games, file: &File) -> Result<Box<dyn Room>, Reason> {
        let shown = self.room.as_ref().map(|room| room.saved(Duration::ZERO).begin.game);
        let name = shown.or_else(|| games.offers().next().map(|offer| offer.name.clone()));
        games.restore(&games.read(file, &name.unwrap_or_default())?)
    }

    /// The game that is shown as a record.
    ///
    /// # Errors
    /// If there is none, no such format, or if it does not hold such a game.
    pub fn export(&self, format: &str) -> Result<ToPage, Reason> {
        let (name, bytes) = self.room.as_ref().ok_or("no game is begun")?.export(format)?;
        Ok(ToPage::File { name, file: bytes.into() })
    }

    /// Nobody is there any more.
    pub fn leave(&mut self, now: Duration) {
        if let Some(mut room) = self.room.take() {
            room.leave(now);
        }
        self.number += 1;
    }

    /// Asks the room. What was refused is said; the room is as it was then.
    pub fn ask(&mut self, ask: &Ask, now: Duration) -> Result<(), Reason> {
        let room = self.room.as_mut().ok_or("no game is begun")?;
        if let Ask::Show { ply, flipped, letters } = *ask {
            self.sight = Sight { ply, flipped, letters };
        } else {
            // Who acts sees the newest position.
            self.sight.ply = None;
        }
        room.ask(ask, now)
    }

    /// What is new in the room.
    pub fn show(&mut self, now: Duration) -> Option<ToPage> {
        let view = self.room.as_mut()?.view(self.sight, now);
        Some(ToPage::View(Box::new(self.seen.news(view))))
    }

    /// What an engine has to do, with the number of the game that it is for.
    pub fn task(&mut self, now: Duration) -> Option<(u64, Task)> {
        let task = self.room.as_mut()?.task(now)?;
        Some((self.number, task))
    }

    /// Whether a task was for the game that is shown.
    pub fn is_for(&self, number: u64) -> bool {
        self.number == number && self.room.is_some()
    }

    /// An engine has found something. What was for an earlier game is dropped; says whether it was
    /// taken.
    pub fn found(&mut self, number: u64, found: Found, now: Duration) -> bool {
        self.is_for(number) && self.room.as_mut().is_some_and(|room| room.found(found, now))
    }

    /// The room, if a game is begun.
    pub fn room(&mut self) -> Option<&mut (dyn Room + 'static)> {
        self.room.as_deref_mut()
    }

    /// When the flag of the side to move falls.
    pub fn flag_falls(&self) -> Option<Duration> {
        self.room.as_ref()?.flag_falls()
    }
}
