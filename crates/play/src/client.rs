//! How one page sees a session, and a page with a session of its own.

use crate::{
    games::Games,
    message::{Action, FileContent, GameSetup, MoveCount, SentView, ServerMessage},
    session::{AnySession, Job, ViewOptions},
};
use duiyi_search::Reason;
use std::time::Duration;

/// How one page looks at a session, and what it was sent of it.
#[derive(Default)]
pub struct Viewer {
    options: ViewOptions,
    sent: SentView,
    /// The position whose moves in stored games were sent last.
    looked_up: Option<u64>,
}

impl Viewer {
    /// A page that was sent nothing of its session yet.
    pub fn new(options: ViewOptions) -> Viewer {
        Viewer { options, ..Viewer::default() }
    }

    /// Carries out an action of the page.
    ///
    /// # Errors
    /// Why it is refused; the session has not changed then.
    pub fn act(&mut self, session: &mut dyn AnySession, action: &Action, now: Duration) -> Result<(), Reason> {
        if let Action::Show { ply, flipped, letters, explores } = *action {
            self.options = ViewOptions { ply, flipped, letters, explores };
        } else if action.plays() {
            // A page that plays sees the newest position.
            self.options.ply = None;
        }
        session.look(self.options.ply);
        session.act(action, now)
    }

    /// What has changed since the last message.
    pub fn update(&mut self, session: &mut dyn AnySession, now: Duration) -> ServerMessage {
        ServerMessage::View(Box::new(self.sent.changes(session.view(self.options, now))))
    }

    /// The key of the shown position, if its moves in stored games are wanted and were not sent yet.
    pub fn key_to_look_up(&mut self, session: &dyn AnySession) -> Option<u64> {
        let key = self.options.explores.then(|| session.key(self.options));
        let before = std::mem::replace(&mut self.looked_up, key);
        key.filter(|_| key != before)
    }

    /// The moves in the shown position, from their counts in stored games.
    pub fn played(&self, session: &dyn AnySession, counts: &[MoveCount]) -> ServerMessage {
        ServerMessage::Played(session.played(self.options, counts))
    }
}

/// The session of a record; one that does not name its game is read as one of `game`, or else of the
/// first game that is offered.
///
/// # Errors
/// What is wrong with the record.
pub fn load(games: &Games, file: &FileContent, game: Option<&str>) -> Result<Box<dyn AnySession>, Reason> {
    let first = || games.offers().next().map_or("", |offer| &offer.name);
    games.restore(&games.read(file, game.unwrap_or_else(first))?)
}

/// The game of a session as a record.
///
/// # Errors
/// If there is no such format, or it cannot hold such a game.
pub fn export(session: &dyn AnySession, format: &str) -> Result<ServerMessage, Reason> {
    let (name, bytes) = session.export(format)?;
    Ok(ServerMessage::File { name, file: bytes.into() })
}

/// Why a page without a game is refused.
pub(crate) const NO_GAME: &str = "no game is begun";

/// A page with a session of its own.
#[derive(Default)]
pub struct ClientGame {
    session: Option<Box<dyn AnySession>>,
    viewer: Viewer,
}

impl ClientGame {
    /// Begins a game and leaves the one before.
    ///
    /// # Errors
    /// Why it cannot be begun; then the one before goes on.
    pub fn begin(&mut self, games: &Games, setup: &GameSetup, now: Duration) -> Result<(), Reason> {
        let session = games.open(setup)?;
        self.enter(session, now);
        Ok(())
    }

    /// Enters a session and leaves the one before.
    pub fn enter(&mut self, session: Box<dyn AnySession>, now: Duration) {
        if let Some(mut before) = self.session.take() {
            before.leave(now);
        }
        self.session.insert(session).resume(now);
        self.viewer = Viewer::new(ViewOptions { ply: None, ..self.viewer.options });
    }

    /// The session of a record; one that does not name its game is read as one of the game that is
    /// shown.
    ///
    /// # Errors
    /// What is wrong with the record.
    pub fn load(&self, games: &Games, file: &FileContent) -> Result<Box<dyn AnySession>, Reason> {
        let shown = self.session.as_ref().map(|session| session.saved(Duration::ZERO).begin.game);
        load(games, file, shown.as_deref())
    }

    /// The game as a record.
    ///
    /// # Errors
    /// If there is no game or no such format, or if it cannot hold such a game.
    pub fn export(&self, format: &str) -> Result<ServerMessage, Reason> {
        export(&**self.session.as_ref().ok_or(NO_GAME)?, format)
    }

    /// Carries out an action of the page.
    ///
    /// # Errors
    /// Why it is refused; the session has not changed then.
    pub fn act(&mut self, action: &Action, now: Duration) -> Result<(), Reason> {
        let session = self.session.as_mut().ok_or(NO_GAME)?;
        self.viewer.act(&mut **session, action, now)
    }

    /// What has changed since the last message.
    pub fn update(&mut self, now: Duration) -> Option<ServerMessage> {
        Some(self.viewer.update(&mut **self.session.as_mut()?, now))
    }

    /// The next job of an engine.
    pub fn next_job(&mut self, now: Duration) -> Option<Job> {
        self.session.as_mut()?.next_job(now)
    }

    /// Takes the answer of a job that has run. Returns whether it was used; that of an earlier game is
    /// dropped.
    pub fn collect(&mut self, now: Duration) -> bool {
        self.session.as_mut().is_some_and(|session| session.collect(now))
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
