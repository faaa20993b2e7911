//! A connection: a page, and its membership in the room of its game.

use super::{
    handle::{JoinError, Membership},
    keys::{GameKeys, Ticket},
    listener::ConnectionPhase,
    matching::{self, Sought},
    rate::{RateCheck, RateLimit},
    room::{self, RoomGame},
    secret::Secret,
    seeks::Place,
    state::AppState,
};
use crate::{
    client::{Loaded, NO_GAME, Viewer, load},
    message::{Action, ClientMessage, GameSetup, Seat, ServerMessage},
    session::{AnySession, ViewOptions},
};
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use duiyi_search::Reason;
use std::{
    collections::VecDeque,
    sync::{Arc, atomic::Ordering},
    time::Duration,
};
use tokio::{
    sync::oneshot::Receiver,
    time::{Instant, sleep, sleep_until, timeout},
};

/// The time limit for sending a message; then the connection is closed.
const SEND_TIMEOUT: Duration = Duration::from_secs(30);
/// The delay before a connection tries again to join a busy room.
const RETRY_DELAY: Duration = Duration::from_millis(5);
/// The number of keys that a connection remembers.
const MAX_KEYS: usize = 100;
/// The maximum length of the reason for closing a connection (RFC 6455).
const MAX_REASON: usize = 123;
/// The maximum length of the address of a page in bytes.
const MAX_ADDRESS: usize = 1000;
/// Why a game is not deleted.
const NOT_OWNER: &str = "only the page that has begun the game can delete it";
/// How the error begins that reports a message above the limit.
const TOO_LONG: &str = "Space limit exceeded";

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
    /// The games whose keys the page has received or shown, the last one at the end.
    keys: VecDeque<(String, Secret)>,
    phase: Arc<ConnectionPhase>,
    half_read: HalfRead,
}

/// Detects a message that does not arrive completely.
struct HalfRead {
    /// The number of bytes read when the last message was complete.
    complete: u64,
    /// Whether a message was incomplete at the last check.
    is_open: bool,
    next_check: Instant,
}

/// The connection is closed.
struct Closed;

/// Serves a page until it closes its connection.
pub(super) async fn serve(state: Arc<AppState>, socket: WebSocket, phase: Arc<ConnectionPhase>) {
    let permit = Arc::clone(&state.places).try_acquire_owned();
    let mut shutdown = state.shutdown.clone();
    let page = state.pages.fetch_add(1, Ordering::Relaxed);
    let (options, rate) = (ViewOptions::default(), RateLimit::new());
    let next_check = Instant::now() + state.limits.message_time;
    let half_read = HalfRead { complete: phase.bytes_read(), is_open: false, next_check };
    let (membership, sought, keys) = (None, None, VecDeque::new());
    let mut connection = Connection { state, socket, page, membership, sought, options, rate, keys, phase, half_read };
    if permit.is_err() {
        let reason = format!("the server has {} pages, its limit; try again later", connection.state.limits.pages);
        connection.close(close_code::AGAIN, &reason).await;
        return;
    }
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
            message = outgoing => {
                let message = message.ok_or(Closed)?;
                if let ServerMessage::KeptAs(ticket) = &message {
                    self.remember(&Ticket::read(ticket));
                }
                self.send(&message).await
            }
            message = self.socket.recv() => match message.ok_or(Closed)? {
                Ok(message) => {
                    (self.half_read.complete, self.half_read.is_open) = (self.phase.bytes_read(), false);
                    self.receive(message).await
                }
                Err(error) => Err(self.fail(&error.to_string()).await),
            },
            () = sleep_until(self.half_read.next_check) => self.check_half_read().await,
        }
    }

    /// Closes the connection if a message has not arrived completely since the last check.
    async fn check_half_read(&mut self) -> Result<(), Closed> {
        let limit = self.state.limits.message_time;
        self.half_read.next_check = Instant::now() + limit;
        let is_open = self.phase.bytes_read() != self.half_read.complete;
        if !std::mem::replace(&mut self.half_read.is_open, is_open) || !is_open {
            return Ok(());
        }
        let reason = format!("a message did not arrive completely in {} s", limit.as_secs_f32());
        Err(self.close(close_code::POLICY, &reason).await)
    }

    /// Closes the connection after a message that cannot be read.
    async fn fail(&mut self, error: &str) -> Closed {
        if error.starts_with(TOO_LONG) {
            let limit = self.state.limits.message;
            return self.close(close_code::SIZE, &format!("a message has more than {limit} bytes, the limit")).await;
        }
        self.close(close_code::PROTOCOL, error).await
    }

    /// Refuses a message, and closes the connection with the same reason.
    async fn close(&mut self, code: u16, reason: &str) -> Closed {
        self.phase.closes();
        let end = (0..=MAX_REASON.min(reason.len())).rev().find(|&end| reason.is_char_boundary(end)).unwrap_or(0);
        let frame = CloseFrame { code, reason: reason[..end].into() };
        if self.refuse(reason).await.is_ok() {
            let _ = timeout(SEND_TIMEOUT, self.socket.send(Message::Close(Some(frame)))).await;
        }
        Closed
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
            // The library answers pings.
            (RateCheck::Allowed, Message::Ping(_) | Message::Pong(_)) => Ok(()),
            // Binary messages are not part of the protocol.
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
            Ok(ClientMessage::Problems { game }) => match self.state.games.problems(&game) {
                Ok(list) => return self.send(&list).await,
                Err(reason) => Err(reason),
            },
            Ok(ClientMessage::Begin { begin }) => {
                let session = self.state.read(move |games| games.open(&begin)).await;
                self.enter(session).await
            }
            Ok(ClientMessage::Host { begin, side }) => self.host(begin, side).await,
            Ok(ClientMessage::Seek { begin }) => match self.seek(begin).await {
                Ok(Some(place)) => return self.take_place(place).await,
                Ok(None) => Ok(()),
                Err(reason) => Err(reason),
            },
            Ok(ClientMessage::Load { file, number }) => {
                let game = self.membership.as_ref().map(|membership| membership.game().to_owned());
                match self.state.read(move |games| load(games, &file, game.as_deref(), number)).await {
                    Ok(Loaded::Game(session, faults)) => {
                        let entered = self.enter(Ok(session)).await;
                        if entered.is_ok() {
                            self.report_faults(faults).await?;
                        }
                        entered
                    }
                    Ok(Loaded::Contents(games, faults)) => {
                        self.send(&ServerMessage::Contents(games)).await?;
                        return self.report_faults(faults).await;
                    }
                    Err(reason) => Err(reason),
                }
            }
            Ok(ClientMessage::Open { id, name }) => self.open(self.ticket(&id), &name).await,
            Ok(ClientMessage::Delete { id }) => self.delete(self.ticket(&id)).await,
            Ok(ClientMessage::Export { format }) => self.export(format).await,
            Ok(ClientMessage::Preview { at, line }) => self.preview(at, line).await,
            Ok(ClientMessage::Ask { ask }) => self.act(ask).await,
            Ok(ClientMessage::Invite { address }) => self.invite(address).await,
            Err(error) => Err(format!("invalid message: {error}").into()),
        };
        match done {
            Ok(()) => Ok(()),
            Err(reason) => self.refuse(&reason.to_string()).await,
        }
    }

    async fn report_faults(&mut self, faults: Vec<String>) -> Result<(), Closed> {
        if faults.is_empty() { Ok(()) } else { self.send(&ServerMessage::Faults(faults)).await }
    }

    async fn act(&mut self, action: Action) -> Result<(), Reason> {
        if let Action::Show { explores, .. } = action {
            self.options = ViewOptions { node: None, explores };
        }
        self.membership.as_ref().ok_or(NO_GAME)?.act(action).await;
        Ok(())
    }

    async fn invite(&mut self, address: String) -> Result<(), Reason> {
        if address.len() > MAX_ADDRESS {
            return Err(format!("the address has {} bytes; the limit is {MAX_ADDRESS}", address.len()).into());
        }
        self.membership.as_ref().ok_or(NO_GAME)?.invite(address).await;
        Ok(())
    }

    async fn preview(&mut self, at: u32, line: Vec<String>) -> Result<(), Reason> {
        self.membership.as_ref().ok_or(NO_GAME)?.preview(at, line).await;
        Ok(())
    }

    async fn export(&mut self, format: String) -> Result<(), Reason> {
        self.membership.as_ref().ok_or(NO_GAME)?.export(format).await;
        Ok(())
    }

    /// Opens a room for a new session.
    async fn enter(&mut self, session: Result<Box<dyn AnySession>, Reason>) -> Result<(), Reason> {
        let keys = GameKeys::owned()?;
        let game = RoomGame { id: None, key: keys.owner.clone(), keys };
        self.enter_with(session?, game).await
    }

    /// Begins a game in which this page plays one side; another page takes the other side by an invitation.
    async fn host(&mut self, begin: GameSetup, side: usize) -> Result<(), Reason> {
        if side > 1 {
            return Err(format!("there is no side {side}; expected 0 or 1").into());
        }
        let begin = GameSetup { seats: [Seat::Person; 2], friendly: true, problem: None, ..begin };
        let session = self.state.read(move |games| games.open(&begin)).await?;
        let keys = GameKeys::of_host(side)?;
        self.enter_with(session, RoomGame { id: None, key: keys.sides[side].clone(), keys }).await
    }

    /// Opens a room for a session, and leaves the game before.
    async fn enter_with(&mut self, session: Box<dyn AnySession>, game: RoomGame) -> Result<(), Reason> {
        self.leave().await;
        self.membership = Some(room::open(&self.state, session, game, self.page, Viewer::new(self.options)));
        Ok(())
    }

    /// Leaves the game and seeks an opponent for another; returns a place if one is waiting.
    async fn seek(&mut self, begin: GameSetup) -> Result<Option<Place>, Reason> {
        let sought = matching::check(&self.state, begin).await?;
        self.leave().await;
        match matching::seek(&self.state, sought, self.page, self.options).await? {
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
    async fn open(&mut self, ticket: Ticket, name: &str) -> Result<(), Reason> {
        self.remember(&ticket);
        let membership = self.join(&ticket, name).await?;
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
    async fn join(&mut self, Ticket { id, key }: &Ticket, name: &str) -> Result<Membership, Reason> {
        loop {
            let mut lobby = self.state.lobby.lock().await;
            match lobby.get(id).map(|room| room.join(self.page, Viewer::new(self.options), key.clone(), name)) {
                Some(Ok(membership)) => return Ok(membership),
                Some(Err(JoinError::Busy)) => {
                    drop(lobby);
                    sleep(RETRY_DELAY).await;
                }
                Some(Err(JoinError::Closed)) | None => {
                    drop(lobby);
                    let (saved, keys) = self.state.store.get(id.clone()).await?;
                    let copy = saved.clone();
                    let session = self.state.read(move |games| games.restore(&copy)).await?;
                    lobby = self.state.lobby.lock().await;
                    // Meanwhile another page may have opened the game, and played.
                    if lobby.contains_key(id) || self.state.store.get(id.clone()).await?.0 != saved {
                        continue;
                    }
                    let viewer = Viewer::new(self.options);
                    let game = RoomGame { id: Some(id.clone()), keys, key: key.clone() };
                    let membership = room::open(&self.state, session, game, self.page, viewer);
                    lobby.insert(id.clone(), membership.room().clone());
                    return Ok(membership);
                }
            }
        }
    }

    /// Deletes a stored game. Pages in its room can continue; the game is then stored under another id.
    ///
    /// # Errors
    /// If the page does not hold the key of the owner, or the game cannot be deleted.
    async fn delete(&mut self, Ticket { id, key }: Ticket) -> Result<(), Reason> {
        if !self.state.store.keys(id.clone()).await?.rights(key.as_ref()).owner {
            return Err(NOT_OWNER.into());
        }
        forget(&self.state, &id).await;
        self.state.store.delete(id.clone()).await?;
        // A page may have opened the game just before its deletion. Then the room has stored it again.
        while forget(&self.state, &id).await {
            let _ = self.state.store.delete(id.clone()).await;
        }
        Ok(())
    }

    /// The ticket of a text: a page may leave out a key that this connection remembers.
    fn ticket(&self, text: &str) -> Ticket {
        let Ticket { id, key } = Ticket::read(text);
        let known = || self.keys.iter().rev().find(|(known, _)| *known == id).map(|(_, key)| key.clone());
        Ticket { key: key.or_else(known), id }
    }

    /// Remembers the key of a game.
    fn remember(&mut self, Ticket { id, key }: &Ticket) {
        let Some(key) = key else { return };
        self.keys.retain(|(known, _)| known != id);
        if self.keys.len() == MAX_KEYS {
            self.keys.pop_front();
        }
        self.keys.push_back((id.clone(), key.clone()));
    }

    /// Leaves the game, which is saved with its clocks if no other page is in its room.
    async fn leave(&mut self) {
        self.sought = None;
        if let Some(membership) = self.membership.take() {
            membership.leave().await;
        }
    }
}

/// Takes the id of a stored game from its room. Returns whether it was open.
async fn forget(state: &AppState, id: &str) -> bool {
    let room = state.lobby.lock().await.remove(id);
    match room {
        Some(room) => {
            room.forget().await;
            true
        }
        None => false,
    }
}
