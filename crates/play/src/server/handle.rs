//! The channel between connections and the room of a game.

use super::secret::Secret;
use crate::{
    client::Viewer,
    message::{Action, ServerMessage},
};
use std::sync::Arc;
use tokio::sync::{
    mpsc::{
        Receiver, Sender, UnboundedReceiver, UnboundedSender, WeakSender, channel, error::TrySendError,
        unbounded_channel,
    },
    oneshot,
};

/// The capacity of a room's queue; a connection that finds it full waits.
const QUEUE: usize = 16;

/// A message to a room.
pub(super) enum RoomMessage {
    /// A page joins; a page that is already a member is sent everything again.
    Join(Member),
    /// A page leaves; `left` is dropped when it has left.
    Leave { page: u64, left: oneshot::Sender<()> },
    /// A page acts.
    Act { page: u64, action: Action },
    /// A page requests the game as a record.
    Export { page: u64, format: String },
    /// A page requests the position after a line.
    Preview { page: u64, at: u32, line: Vec<String> },
    /// A page, which was reached by an address, invites others.
    Invite { page: u64, address: String },
    /// The game was deleted from the store; `_forgotten` is dropped when the room has forgotten its id.
    Forget { _forgotten: oneshot::Sender<()> },
}

/// A page in a room.
pub(super) struct Member {
    /// The number of the page.
    pub(super) page: u64,
    pub(super) viewer: Viewer,
    /// The key that it holds; none for a spectator.
    pub(super) key: Option<Secret>,
    /// The name of the person, if the page takes a side; empty if unknown.
    pub(super) name: String,
    pub(super) sender: UnboundedSender<ServerMessage>,
}

/// The address of a room.
#[derive(Clone)]
pub(super) struct RoomHandle {
    sender: Sender<RoomMessage>,
    /// The name of the room's game.
    game: Arc<str>,
}

/// A handle that does not keep the room open.
pub(super) struct WeakRoomHandle {
    sender: WeakSender<RoomMessage>,
    game: Arc<str>,
}

/// A page's membership in a room.
pub(super) struct Membership {
    room: RoomHandle,
    page: u64,
    /// The messages of the room to the page.
    pub(super) messages: UnboundedReceiver<ServerMessage>,
}

/// Why a page cannot join.
pub(super) enum JoinError {
    /// Too many messages wait for the room.
    Busy,
    /// The room is closed.
    Closed,
}

/// A channel to a new room, and the membership of its first page.
pub(super) fn room(
    game: Arc<str>,
    page: u64,
    viewer: Viewer,
    key: Option<Secret>,
) -> (Membership, Member, Receiver<RoomMessage>) {
    let (sender, receiver) = channel(QUEUE);
    let (to_page, messages) = unbounded_channel();
    let membership = Membership { room: RoomHandle { sender, game }, page, messages };
    (membership, Member { page, viewer, key, name: String::new(), sender: to_page }, receiver)
}

impl RoomHandle {
    /// Joins the room, with a key or as a spectator; `name` is that of the person.
    pub(super) fn join(
        &self,
        page: u64,
        viewer: Viewer,
        key: Option<Secret>,
        name: &str,
    ) -> Result<Membership, JoinError> {
        let (sender, messages) = unbounded_channel();
        match self.sender.try_send(RoomMessage::Join(Member { page, viewer, key, name: name.to_owned(), sender })) {
            Ok(()) => Ok(Membership { room: self.clone(), page, messages }),
            Err(TrySendError::Full(_)) => Err(JoinError::Busy),
            Err(TrySendError::Closed(_)) => Err(JoinError::Closed),
        }
    }

    /// Notifies the room that its game was deleted. When this returns, the room does not save it under the
    /// old id any more.
    pub(super) async fn forget(&self) {
        let (forgotten, done) = oneshot::channel();
        // A closed room saves nothing.
        if self.sender.send(RoomMessage::Forget { _forgotten: forgotten }).await.is_ok() {
            let _ = done.await;
        }
    }

    pub(super) fn downgrade(&self) -> WeakRoomHandle {
        WeakRoomHandle { sender: self.sender.downgrade(), game: Arc::clone(&self.game) }
    }
}

impl WeakRoomHandle {
    /// The handle, unless the room is closing.
    pub(super) fn upgrade(&self) -> Option<RoomHandle> {
        Some(RoomHandle { sender: self.sender.upgrade()?, game: Arc::clone(&self.game) })
    }
}

impl Membership {
    /// The handle with which other connections reach the room.
    pub(super) fn room(&self) -> &RoomHandle {
        &self.room
    }

    /// The name of the game.
    pub(super) fn game(&self) -> &str {
        &self.room.game
    }

    /// Whether another membership belongs to the same room.
    pub(super) fn is_same_room(&self, other: &Membership) -> bool {
        self.room.sender.same_channel(&other.room.sender)
    }

    /// Sends an action to the room.
    pub(super) async fn act(&self, action: Action) {
        let _ = self.room.sender.send(RoomMessage::Act { page: self.page, action }).await;
    }

    /// Requests the tickets for other pages.
    pub(super) async fn invite(&self, address: String) {
        let _ = self.room.sender.send(RoomMessage::Invite { page: self.page, address }).await;
    }

    /// Requests the position after a line.
    pub(super) async fn preview(&self, at: u32, line: Vec<String>) {
        let _ = self.room.sender.send(RoomMessage::Preview { page: self.page, at, line }).await;
    }

    /// Requests a record.
    pub(super) async fn export(&self, format: String) {
        let _ = self.room.sender.send(RoomMessage::Export { page: self.page, format }).await;
    }

    /// Leaves the room. If no other page is in it, the game is saved when this returns.
    pub(super) async fn leave(self) {
        let (left, done) = oneshot::channel();
        if self.room.sender.send(RoomMessage::Leave { page: self.page, left }).await.is_ok() {
            let _ = done.await;
        }
    }
}
