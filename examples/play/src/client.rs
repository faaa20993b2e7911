//! A page at its board: what it sends is answered, wherever the page and its engine are.

use crate::{
    games::Games,
    message::{Action, FileContent, GameSetup, MoveCount, SentView, ServerMessage},
    session::{AnySession, Found, Task, ViewOptions},
};
use duiyi_search::Reason;
use std::time::Duration;

/// How one page looks at a session, and what it has seen of it.
#[derive(Default)]
pub struct Viewer {
    options: ViewOptions,
    seen: SentView,
    /// The position whose moves in kept games it was told last.
    looked_up: Option<u64>,
}

impl Viewer {
    /// A page that looks at a session in some way and has seen nothing of it.
    pub fn new(options: ViewOptions) -> Viewer {
        Viewer { options, ..Viewer::default() }
    }

    /// Asks the session. What was refused is said; the session is as it was then.
    ///
    /// # Errors
    /// Why it was refused.
    pub fn ask(&mut self, session: &mut dyn AnySession, ask: &Action, now: Duration) -> Result<(), Reason> {
        if let Action::Show { ply, flipped, letters, explores } = *ask {
            self.options = ViewOptions { ply, flipped, letters, explores };
        } else if ask.plays() {
            // Who acts sees the newest position.
            self.options.ply = None;
        }
        session.look(self.options.ply);
        session.ask(ask, now)
    }

    /// What is new in the session.
    pub fn show(&mut self, session: &mut dyn AnySession, now: Duration) -> ServerMessage {
        ServerMessage::View(Box::new(self.seen.news(session.view(self.options, now))))
    }

    /// The key of the position that it sees, if its moves in kept games are wanted and not told yet.
    pub fn looks_up(&mut self, session: &dyn AnySession) -> Option<u64> {
        let key = self.options.explores.then(|| session.key(self.options));
        let told = std::mem::replace(&mut self.looked_up, key);
        key.filter(|_| key != told)
    }

    /// What was counted of that position.
    pub fn played(&self, session: &dyn AnySession, counted: &[MoveCount]) -> ServerMessage {
        ServerMessage::Played(session.played(self.options, counted))
    }
}

/// The session of a record; one that says nothing of its game is taken for one of the game named, or
/// else of the first that is offered.
///
/// # Errors
/// What is wrong with the record.
pub fn load(games: &Games, file: &FileContent, game: Option<&str>) -> Result<Box<dyn AnySession>, Reason> {
    let first = || games.offers().next().map_or("", |offer| &offer.name);
    games.restore(&games.read(file, game.unwrap_or_else(first))?)
}

/// A session's game as a record.
///
/// # Errors
/// If there is no such format, or it does not hold such a game.
pub fn export(session: &dyn AnySession, format: &str) -> Result<ServerMessage, Reason> {
    let (name, bytes) = session.export(format)?;
    Ok(ServerMessage::File { name, file: bytes.into() })
}

/// A page with a game of its own.
#[derive(Default)]
pub struct ClientGame {
    session: Option<Box<dyn AnySession>>,
    viewer: Viewer,
    /// Which of the page's games it is: what an engine finds for an earlier one is dropped.
    number: u64,
}

impl ClientGame {
    /// Begins a game; the one before is left.
    ///
    /// # Errors
    /// Why it cannot be begun; then the one before goes on.
    pub fn begin(&mut self, games: &Games, begin: &GameSetup, now: Duration) -> Result<(), Reason> {
        let session = games.open(begin)?;
        self.enter(session, now);
        Ok(())
    }

    /// Shows another session; the one before is left.
    pub fn enter(&mut self, session: Box<dyn AnySession>, now: Duration) {
        if let Some(mut before) = self.session.take() {
            before.leave(now);
        }
        self.number += 1;
        self.session.insert(session).resume(now);
        self.viewer = Viewer::new(ViewOptions { ply: None, ..self.viewer.options });
    }

    /// The session of a record; one that says nothing of its game is taken for one of that which is
    /// shown.
    ///
    /// # Errors
    /// What is wrong with the record.
    pub fn load(&self, games: &Games, file: &FileContent) -> Result<Box<dyn AnySession>, Reason> {
        let shown = self.session.as_ref().map(|session| session.saved(Duration::ZERO).begin.game);
        load(games, file, shown.as_deref())
    }

    /// The game that is shown as a record.
    ///
    /// # Errors
    /// If there is none, no such format, or if it does not hold such a game.
    pub fn export(&self, format: &str) -> Result<ServerMessage, Reason> {
        export(&**self.session.as_ref().ok_or("no game is begun")?, format)
    }

    /// Asks the session. What was refused is said; the session is as it was then.
    ///
    /// # Errors
    /// Why it was refused.
    pub fn ask(&mut self, ask: &Action, now: Duration) -> Result<(), Reason> {
        let session = self.session.as_mut().ok_or("no game is begun")?;
        self.viewer.ask(&mut **session, ask, now)
    }

    /// What is new in the session.
    pub fn show(&mut self, now: Duration) -> Option<ServerMessage> {
        Some(self.viewer.show(&mut **self.session.as_mut()?, now))
    }

    /// What an engine has to do, with the number of the game that it is for.
    pub fn task(&mut self, now: Duration) -> Option<(u64, Task)> {
        let task = self.session.as_mut()?.task(now)?;
        Some((self.number, task))
    }

    /// Whether a task was for the game that is shown.
    pub fn is_for(&self, number: u64) -> bool {
        self.number == number && self.session.is_some()
    }

    /// An engine has found something. What was for an earlier game is dropped; says whether it was
    /// taken.
    pub fn found(&mut self, number: u64, found: Found, now: Duration) -> bool {
        self.is_for(number) && self.session.as_mut().is_some_and(|session| session.found(found, now))
    }

    /// The session, if a game is begun.
    pub fn session(&mut self) -> Option<&mut (dyn AnySession + 'static)> {
        self.session.as_deref_mut()
    }

    /// When the flag of the side to move falls.
    pub fn flag_falls(&self) -> Option<Duration> {
        self.session.as_ref()?.flag_falls()
    }
}
