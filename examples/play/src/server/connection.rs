//! One connection: a page, and its permit at the room of its game.

use super::{
    AppState,
    room::{self, JoinError, Membership},
};
use crate::{
    client::{Viewer, load},
    message::{Action, ClientMessage, SavedGame, ServerMessage},
    session::{AnySession, ViewOptions},
};
use axum::extract::ws::{Message, WebSocket};
use duiyi_search::Reason;
use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};
use tokio::time::{Instant, sleep, timeout};

/// A page.
struct Connection {
    state: Arc<AppState>,
    socket: WebSocket,
    /// Which page it is.
    number: u64,
    /// Its permit, if a game is begun.
    membership: Option<Membership>,
    /// How it looks at its board, also in the next game.
    options: ViewOptions,
    rate: RateLimit,
}

/// The page has gone.
struct Closed;

/// A page that does not take what it is told in such a time is given up.
const DEAF: Duration = Duration::from_secs(30);

/// Counts messages by the second.
struct RateLimit {
    second: Instant,
    count: u32,
}

/// Whether a message is heard.
#[derive(PartialEq, Eq)]
enum RateCheck {
    /// It is.
    Yes,
    /// It is the first of too many.
    No,
    /// So were others in this second.
    Dropped,
}

impl RateLimit {
    /// One message more.
    fn hear(&mut self, most: u32) -> RateCheck {
        let now = Instant::now();
        if now.duration_since(self.second) >= Duration::from_secs(1) {
            *self = RateLimit { second: now, count: 0 };
        }
        self.count = self.count.saturating_add(1);
        match self.count.checked_sub(most) {
            None | Some(0) => RateCheck::Yes,
            Some(1) => RateCheck::No,
            Some(_) => RateCheck::Dropped,
        }
    }
}

/// How long a page waits before it tries again to sit down.
const MOMENT: Duration = Duration::from_millis(5);

/// Serves a page until it goes.
pub(super) async fn receive(state: Arc<AppState>, socket: WebSocket) {
    let Ok(_place) = Arc::clone(&state.connections).try_acquire_owned() else { return };
    let rate = RateLimit { second: Instant::now(), count: 0 };
    let mut ending = state.ending.clone();
    let number = state.pages.fetch_add(1, Ordering::Relaxed);
    let mut connection = Connection { state, socket, number, membership: None, options: ViewOptions::default(), rate };
    loop {
        tokio::select! {
            biased;
            _ = ending.wait_for(|&ends| ends) => break,
            step = connection.step() => if step.is_err() { break },
        }
    }
    connection.leave().await;
}

impl Connection {
    /// Waits for what comes next: what the page is told comes before what it says, so that it is
    /// told no less than it asks.
    async fn step(&mut self) -> Result<(), Closed> {
        let told = async {
            match &mut self.membership {
                Some(membership) => membership.told.recv().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            // A room that goes while somebody is there has failed; the page begins again.
            message = told => self.tell(&message.ok_or(Closed)?).await,
            message = self.socket.recv() => self.receive(message.ok_or(Closed)?.map_err(|_| Closed)?).await,
        }
    }

    async fn tell(&mut self, message: &ServerMessage) -> Result<(), Closed> {
        let text = serde_json::to_string(message).map_err(|_| Closed)?;
        timeout(DEAF, self.socket.send(Message::Text(text.into()))).await.map_err(|_| Closed)?.map_err(|_| Closed)
    }

    async fn refuse(&mut self, reason: &str) -> Result<(), Closed> {
        self.tell(&ServerMessage::Refused(reason.to_owned())).await
    }

    /// The page has sent something.
    async fn receive(&mut self, message: Message) -> Result<(), Closed> {
        match (self.rate.hear(self.state.limits.messages_a_second), message) {
            (_, Message::Close(_)) => Err(Closed),
            (RateCheck::Dropped, _) => Ok(()),
            (RateCheck::No, _) => self.refuse("too many messages a second").await,
            (RateCheck::Yes, Message::Text(text)) => self.hear(&text).await,
            // Pings are answered by the library, bytes are nobody's language.
            (RateCheck::Yes, _) => self.refuse("a message is a text").await,
        }
    }

    async fn hear(&mut self, text: &str) -> Result<(), Closed> {
        let done = match serde_json::from_str(text) {
            Ok(ClientMessage::Games) => {
                let offers = self.state.games.offers().cloned().collect();
                return self.tell(&ServerMessage::Games(offers)).await;
            }
            Ok(ClientMessage::Kept { find }) => match self.state.store.find(find).await {
                Ok(list) => return self.tell(&ServerMessage::Kept(list)).await,
                Err(reason) => Err(reason.into()),
            },
            Ok(ClientMessage::Begin { begin }) => self.enter(self.state.games.open(&begin)).await,
            Ok(ClientMessage::Load { file }) => {
                let game = self.membership.as_ref().map(Membership::game);
                self.enter(load(&self.state.games, &file, game)).await
            }
            Ok(ClientMessage::Open { id }) => self.open(id).await,
            Ok(ClientMessage::Delete { id }) => self.delete(id).await,
            Ok(ClientMessage::Export { format }) => self.export(format).await,
            Ok(ClientMessage::Ask { ask }) => self.ask(ask).await,
            Err(error) => Err(format!("not understood: {error}").into()),
        };
        match done {
            Ok(()) => Ok(()),
            Err(reason) => self.refuse(&reason.to_string()).await,
        }
    }

    async fn ask(&mut self, ask: Action) -> Result<(), Reason> {
        if let Action::Show { flipped, letters, explores, .. } = ask {
            self.options = ViewOptions { ply: None, flipped, letters, explores };
        }
        self.membership.as_ref().ok_or(NO_GAME)?.ask(ask).await;
        Ok(())
    }

    async fn export(&mut self, format: String) -> Result<(), Reason> {
        self.membership.as_ref().ok_or(NO_GAME)?.export(format).await;
        Ok(())
    }

    /// Begins at a room of its own.
    async fn enter(&mut self, session: Result<Box<dyn AnySession>, Reason>) -> Result<(), Reason> {
        let session = session?;
        self.leave().await;
        self.membership = Some(room::open(&self.state, session, None, self.number, Viewer::new(self.options)));
        Ok(())
    }

    /// Goes on with a kept game, where others may be at it.
    async fn open(&mut self, id: String) -> Result<(), Reason> {
        let membership = self.chair_at(&id).await?;
        match self.membership.replace(membership) {
            // Who was there already sits there still.
            Some(before) if self.membership.as_ref().is_some_and(|membership| membership.is_beside(&before)) => {}
            Some(before) => before.leave().await,
            None => {}
        }
        Ok(())
    }

    /// A permit at the room of a kept game, which is opened if nobody is at it.
    async fn chair_at(&mut self, id: &str) -> Result<Membership, Reason> {
        loop {
            let mut rooms = self.state.rooms.lock().await;
            match rooms.get(id).map(|handle| handle.join(self.number, Viewer::new(self.options))) {
                Some(Ok(membership)) => return Ok(membership),
                Some(Err(JoinError::Now)) => {
                    drop(rooms);
                    sleep(MOMENT).await;
                }
                Some(Err(JoinError::Gone)) | None => {
                    let saved: SavedGame = self.state.store.get(id.to_owned()).await?;
                    let session = self.state.games.restore(&saved)?;
                    let viewer = Viewer::new(self.options);
                    let membership = room::open(&self.state, session, Some(id.to_owned()), self.number, viewer);
                    rooms.insert(id.to_owned(), membership.handle());
                    return Ok(membership);
                }
            }
        }
    }

    /// Keeps a game no longer. Whoever is at it may go on: then it is kept under another number.
    async fn delete(&mut self, id: String) -> Result<(), Reason> {
        let handle = self.state.rooms.lock().await.remove(&id);
        if let Some(handle) = handle {
            handle.forget().await;
        }
        Ok(self.state.store.delete(id).await?)
    }

    /// The game is left, and kept with its clocks as they stand if nobody else is at it.
    async fn leave(&mut self) {
        if let Some(membership) = self.membership.take() {
            membership.leave().await;
        }
    }
}

/// Why nothing can be asked.
const NO_GAME: &str = "no game is begun";
