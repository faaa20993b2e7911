//! A connection: a page, and its membership in the room of its game.

use super::{
    handle::{JoinError, Membership},
    matching::{self, Sought},
    rate::{RateCheck, RateLimit},
    room,
    seeks::Place,
    state::AppState,
};
use crate::{
    client::{NO_GAME, Viewer, load},
    message::{Action, ClientMessage, GameSetup, SavedGame, ServerMessage},
    session::{AnySession, ViewOptions},
};
use axum::extract::ws::{Message, WebSocket};
use duiyi_search::Reason;
use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};
use tokio::{
    sync::oneshot::Receiver,
    time::{sleep, timeout},
};

/// The time limit for sending a message; then the connection is closed.
const SEND_TIMEOUT: Duration = Duration::from_secs(30);
/// The delay before a connection tries again to join a busy room.
const RETRY_DELAY: Duration = Duration::from_millis(5);

/// A page.
struct Connection {
    state: Arc<AppState>,
    socket: WebSocket,
    /// The number of the page.
    page: u64,
    /// Its membership in a room, if a game is open.
    membership: Option<Membership>,
    /// The place in a game for which an opponent is sought.
    sought: Option<Receiver<Place>>,
    /// Its view options, also for the next game.
    options: ViewOptions,
    rate: RateLimit,
}

/// The connection is closed.
struct Closed;

/// Serves a page until it closes its connection.
pub(super) async fn serve(state: Arc<AppState>, socket: WebSocket) {
    let Ok(_permit) = Arc::clone(&state.connections).try_acquire_owned() else { return };
    let mut shutdown = state.shutdown.clone();
    let page = state.pages.fetch_add(1, Ordering::Relaxed);
    let (options, rate) = (ViewOptions::default(), RateLimit::new());
    let mut connection = Connection { state, socket, page, membership: None, sought: None, options, rate };
    loop {
        tokio::select! {
            biased;
            _ = shutdown.wait_for(|&ends| ends) => break,
            step = connection.step() => if step.is_err() { break },
        }
    }
    connection.leave().await;
}

impl Connection {
    /// Handles the next message. Messages to the page have priority, so that a page that sends many
    /// messages still receives answers.
    async fn step(&mut self) -> Result<(), Closed> {
        let outgoing = async {
            match &mut self.membership {
                Some(membership) => membership.messages.recv().await,
                None => std::future::pending().await,
            }
        };
        let found = async {
            match &mut self.sought {
                Some(sought) => sought.await.ok(),
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            place = found => {
                self.sought = None;
                match place {
                    Some(place) => self.take_place(place).await,
                    None => Ok(()),
                }
            }
            // A room that closes while a page is in it has failed; the page reconnects.
            message = outgoing => self.send(&message.ok_or(Closed)?).await,
            message = self.socket.recv() => self.receive(message.ok_or(Closed)?.map_err(|_| Closed)?).await,
        }
    }

    async fn send(&mut self, message: &ServerMessage) -> Result<(), Closed> {
        let text = serde_json::to_string(message).map_err(|_| Closed)?;
        let sent = timeout(SEND_TIMEOUT, self.socket.send(Message::Text(text.into()))).await;
        sent.map_err(|_| Closed)?.map_err(|_| Closed)
    }

    async fn refuse(&mut self, reason: &str) -> Result<(), Closed> {
        self.send(&ServerMessage::Refused(reason.to_owned())).await
    }

    /// Checks the rate and the kind of a message, and handles it.
    async fn receive(&mut self, message: Message) -> Result<(), Closed> {
        match (self.rate.count(self.state.limits.messages_a_second), message) {
            (_, Message::Close(_)) => Err(Closed),
            (RateCheck::Dropped, _) => Ok(()),
            (RateCheck::Exceeded, _) => self.refuse("too many messages a second").await,
            (RateCheck::Allowed, Message::Text(text)) => self.handle(&text).await,
            // The library answers pings; binary messages are not part of the protocol.
            (RateCheck::Allowed, _) => self.refuse("expected a text message").await,
        }
    }

    async fn handle(&mut self, text: &str) -> Result<(), Closed> {
        let done = match serde_json::from_str(text) {
            Ok(ClientMessage::Games) => {
                let offers = self.state.games.offers().cloned().collect();
                return self.send(&ServerMessage::Games(offers)).await;
            }
            Ok(ClientMessage::Kept { find }) => match self.state.store.find(find).await {
                Ok(list) => return self.send(&ServerMessage::Kept(list)).await,
                Err(reason) => Err(reason.into()),
            },
            Ok(ClientMessage::Begin { begin }) => self.enter(self.state.games.open(&begin)).await,
            Ok(ClientMessage::Seek { begin }) => match self.seek(begin).await {
                Ok(Some(place)) => return self.take_place(place).await,
                Ok(None) => Ok(()),
                Err(reason) => Err(reason),
            },
            Ok(ClientMessage::Load { file, number: _ }) => {
                let game = self.membership.as_ref().map(Membership::game);
                self.enter(load(&self.state.games, &file, game)).await
            }
            Ok(ClientMessage::Open { id }) => self.open(&id).await,
            Ok(ClientMessage::Delete { id }) => self.delete(id).await,
            Ok(ClientMessage::Export { format }) => self.export(format).await,
            Ok(ClientMessage::Ask { ask }) => self.act(ask).await,
            Err(error) => Err(format!("invalid message: {error}").into()),
        };
        match done {
            Ok(()) => Ok(()),
            Err(reason) => self.refuse(&reason.to_string()).await,
        }
    }

    async fn act(&mut self, action: Action) -> Result<(), Reason> {
        if let Action::Show { explores, .. } = action {
            self.options = ViewOptions { node: None, explores };
        }
        self.membership.as_ref().ok_or(NO_GAME)?.act(action).await;
        Ok(())
    }

    async fn export(&mut self, format: String) -> Result<(), Reason> {
        self.membership.as_ref().ok_or(NO_GAME)?.export(format).await;
        Ok(())
    }

    /// Opens a room for a new session.
    async fn enter(&mut self, session: Result<Box<dyn AnySession>, Reason>) -> Result<(), Reason> {
        let session = session?;
        self.leave().await;
        self.membership = Some(room::open(&self.state, session, None, self.page, Viewer::new(self.options)));
        Ok(())
    }

    /// Leaves the game and seeks an opponent for another; returns a place if one is waiting.
    async fn seek(&mut self, begin: GameSetup) -> Result<Option<Place>, Reason> {
        self.leave().await;
        match matching::seek(&self.state, begin, self.page, self.options).await? {
            Sought::Begun(place) => Ok(Some(place)),
            Sought::Later(sought) => {
                self.sought = Some(sought);
                Ok(None)
            }
        }
    }

    /// Begins a game that was sought.
    async fn take_place(&mut self, place: Place) -> Result<(), Closed> {
        self.membership = Some(place.membership);
        self.send(&ServerMessage::Seated(place.side)).await
    }

    /// Resumes a stored game, which may be open in other pages.
    async fn open(&mut self, id: &str) -> Result<(), Reason> {
        let membership = self.join(id).await?;
        self.sought = None;
        match self.membership.replace(membership) {
            // The page was in the same room and still is.
            Some(before) if self.membership.as_ref().is_some_and(|now| now.is_same_room(&before)) => {}
            Some(before) => before.leave().await,
            None => {}
        }
        Ok(())
    }

    /// Joins the room of a stored game, and opens it if it is not open.
    async fn join(&mut self, id: &str) -> Result<Membership, Reason> {
        loop {
            let mut lobby = self.state.lobby.lock().await;
            match lobby.get(id).map(|room| room.join(self.page, Viewer::new(self.options))) {
                Some(Ok(membership)) => return Ok(membership),
                Some(Err(JoinError::Busy)) => {
                    drop(lobby);
                    sleep(RETRY_DELAY).await;
                }
                Some(Err(JoinError::Closed)) | None => {
                    let saved: SavedGame = self.state.store.get(id.to_owned()).await?;
                    let session = self.state.games.restore(&saved)?;
                    let viewer = Viewer::new(self.options);
                    let membership = room::open(&self.state, session, Some(id.to_owned()), self.page, viewer);
                    lobby.insert(id.to_owned(), membership.room().clone());
                    return Ok(membership);
                }
            }
        }
    }

    /// Deletes a stored game. Pages in its room can continue; the game is then stored under another id.
    async fn delete(&mut self, id: String) -> Result<(), Reason> {
        let room = self.state.lobby.lock().await.remove(&id);
        if let Some(room) = room {
            room.forget().await;
        }
        Ok(self.state.store.delete(id).await?)
    }

    /// Leaves the game, which is saved with its clocks if no other page is in its room.
    async fn leave(&mut self) {
        self.sought = None;
        if let Some(membership) = self.membership.take() {
            membership.leave().await;
        }
    }
}
