//! A page at its board: what it sends is answered, wherever the page and its engine are.

use crate::{
    games::Games,
    message::{Ask, Begin, Counted, File, Seen, ToPage},
    room::{Found, Room, Sight, Task},
};
use duiyi_search::Reason;
use std::time::Duration;

/// How one page looks at a room, and what it has seen of it.
#[derive(Default)]
pub struct Guest {
    sight: Sight,
    seen: Seen,
    /// The position whose moves in kept games it was told last.
    looked_up: Option<u64>,
}

impl Guest {
    /// A page that looks at a room in some way and has seen nothing of it.
    pub fn new(sight: Sight) -> Guest {
        Guest { sight, ..Guest::default() }
    }

    /// Asks the room. What was refused is said; the room is as it was then.
    ///
    /// # Errors
    /// Why it was refused.
    pub fn ask(&mut self, room: &mut dyn Room, ask: &Ask, now: Duration) -> Result<(), Reason> {
        if let Ask::Show { ply, flipped, letters, explores } = *ask {
            self.sight = Sight { ply, flipped, letters, explores };
        } else if ask.plays() {
            // Who acts sees the newest position.
            self.sight.ply = None;
        }
        room.look(self.sight.ply);
        room.ask(ask, now)
    }

    /// What is new in the room.
    pub fn show(&mut self, room: &mut dyn Room, now: Duration) -> ToPage {
        ToPage::View(Box::new(self.seen.news(room.view(self.sight, now))))
    }

    /// The key of the position that it sees, if its moves in kept games are wanted and not told yet.
    pub fn looks_up(&mut self, room: &dyn Room) -> Option<u64> {
        let key = self.sight.explores.then(|| room.key(self.sight));
        let told = std::mem::replace(&mut self.looked_up, key);
        key.filter(|_| key != told)
    }

    /// What was counted of that position.
    pub fn played(&self, room: &dyn Room, counted: &[Counted]) -> ToPage {
        ToPage::Played(room.played(self.sight, counted))
    }
}

/// The room of a record; one that says nothing of its game is taken for one of the game named, or
/// else of the first that is offered.
///
/// # Errors
/// What is wrong with the record.
pub fn load(games: &Games, file: &File, game: Option<&str>) -> Result<Box<dyn Room>, Reason> {
    let first = || games.offers().next().map_or("", |offer| &offer.name);
    games.restore(&games.read(file, game.unwrap_or_else(first))?)
}

/// A room's game as a record.
///
/// # Errors
/// If there is no such format, or it does not hold such a game.
pub fn export(room: &dyn Room, format: &str) -> Result<ToPage, Reason> {
    let (name, bytes) = room.export(format)?;
    Ok(ToPage::File { name, file: bytes.into() })
}

/// A page with a game of its own.
#[derive(Default)]
pub struct Desk {
    room: Option<Box<dyn Room>>,
    guest: Guest,
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
        if let Some(mut before) = self.room.take() {
            before.leave(now);
        }
        self.number += 1;
        self.room.insert(room).resume(now);
        self.guest = Guest::new(Sight { ply: None, ..self.guest.sight });
    }

    /// The room of a record; one that says nothing of its game is taken for one of that which is
    /// shown.
    ///
    /// # Errors
    /// What is wrong with the record.
    pub fn load(&self, games: &Games, file: &File) -> Result<Box<dyn Room>, Reason> {
        let shown = self.room.as_ref().map(|room| room.saved(Duration::ZERO).begin.game);
        load(games, file, shown.as_deref())
    }

    /// The game that is shown as a record.
    ///
    /// # Errors
    /// If there is none, no such format, or if it does not hold such a game.
    pub fn export(&self, format: &str) -> Result<ToPage, Reason> {
        export(&**self.room.as_ref().ok_or("no game is begun")?, format)
    }

    /// Asks the room. What was refused is said; the room is as it was then.
    ///
    /// # Errors
    /// Why it was refused.
    pub fn ask(&mut self, ask: &Ask, now: Duration) -> Result<(), Reason> {
        let room = self.room.as_mut().ok_or("no game is begun")?;
        self.guest.ask(&mut **room, ask, now)
    }

    /// What is new in the room.
    pub fn show(&mut self, now: Duration) -> Option<ToPage> {
        Some(self.guest.show(&mut **self.room.as_mut()?, now))
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
