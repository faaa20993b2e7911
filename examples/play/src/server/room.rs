//! A game with the pages that are at it. Whoever opens a kept game that is being played comes to
//! its room, so that there is one game, one clock and one engine, however many look on.

use super::{AppState, autosave::Autosave, workers::WorkerMessage};
use crate::{
    client::{Viewer, export},
    message::{Action, ServerMessage},
    session::{AnySession, Priority, Task},
};
use std::{sync::Arc, time::Duration};
use tokio::{
    sync::{
        mpsc::{
            Receiver, Sender, UnboundedReceiver, UnboundedSender, WeakSender, channel, error::TrySendError,
            unbounded_channel,
        },
        oneshot,
    },
    time::{Instant, sleep_until},
};

/// What a room is sent.
enum RoomMessage {
    /// A page sits down; if it was there already, it sees everything again.
    Join(Member),
    /// It goes; `left` is dropped when that is done.
    Leave { number: u64, left: oneshot::Sender<()> },
    /// It asks the session.
    Ask { number: u64, ask: Action },
    /// It wants the game as a record.
    Export { number: u64, format: String },
    /// The game is kept no longer; `_forgotten` is dropped when that is done.
    Forget { _forgotten: oneshot::Sender<()> },
}

/// A page at a room.
struct Member {
    /// Which page it is.
    number: u64,
    viewer: Viewer,
    tell: UnboundedSender<ServerMessage>,
}

/// So many messages of pages may wait for a room; then the pages wait.
const WAITING: usize = 16;

/// How one reaches a room.
#[derive(Clone)]
pub(super) struct RoomHandle {
    to_table: Sender<RoomMessage>,
    /// The name of its game.
    pub(super) game: Arc<str>,
}

/// A page's permit at a room.
pub(super) struct Membership {
    handle: RoomHandle,
    number: u64,
    /// What the page is told.
    pub(super) told: UnboundedReceiver<ServerMessage>,
}

impl RoomHandle {
    /// Sits down; `None` if there is no room any more, or its pages have asked so much that one must
    /// wait.
    pub(super) fn join(&self, number: u64, viewer: Viewer) -> Result<Membership, JoinError> {
        let (tell, told) = unbounded_channel();
        match self.to_table.try_send(RoomMessage::Join(Member { number, viewer, tell })) {
            Ok(()) => Ok(Membership { handle: self.clone(), number, told }),
            Err(TrySendError::Full(_)) => Err(JoinError::Now),
            Err(TrySendError::Closed(_)) => Err(JoinError::Gone),
        }
    }

    /// The game is not kept any more when this returns.
    pub(super) async fn forget(&self) {
        let (forgotten, done) = oneshot::channel();
        // A room that has gone keeps nothing.
        if self.to_table.send(RoomMessage::Forget { _forgotten: forgotten }).await.is_ok() {
            let _ = done.await;
        }
    }
}

/// Why a page does not sit down.
pub(super) enum JoinError {
    /// One must wait.
    Now,
    /// There is no such room.
    Gone,
}

impl Membership {
    /// How others reach the room.
    pub(super) fn handle(&self) -> RoomHandle {
        self.handle.clone()
    }

    /// The name of the game.
    pub(super) fn game(&self) -> &str {
        &self.handle.game
    }

    /// Whether it is at the same room as another.
    pub(super) fn is_beside(&self, other: &Membership) -> bool {
        self.handle.to_table.same_channel(&other.handle.to_table)
    }

    /// Asks the session.
    pub(super) async fn ask(&self, ask: Action) {
        let _ = self.handle.to_table.send(RoomMessage::Ask { number: self.number, ask }).await;
    }

    /// Asks for a record.
    pub(super) async fn export(&self, format: String) {
        let _ = self.handle.to_table.send(RoomMessage::Export { number: self.number, format }).await;
    }

    /// Gets up. If nobody else is there, the game is kept when this returns.
    pub(super) async fn leave(self) {
        let (left, done) = oneshot::channel();
        if self.handle.to_table.send(RoomMessage::Leave { number: self.number, left }).await.is_ok() {
            let _ = done.await;
        }
    }
}

/// A room with its first page.
pub(super) fn open(
    state: &Arc<AppState>,
    mut session: Box<dyn AnySession>,
    id: Option<String>,
    number: u64,
    viewer: Viewer,
) -> Membership {
    let (to_table, asked) = channel(WAITING);
    let (tell, told) = unbounded_channel();
    let (to_room, from_engine) = unbounded_channel();
    let autosave = Autosave::new(state.store.clone(), id);
    let now = state.opened.elapsed();
    session.resume(now);
    let game: Arc<str> = session.saved(now).begin.game.into();
    let room = GameRoom {
        state: Arc::clone(state),
        session,
        game: Arc::clone(&game),
        autosave,
        member: Vec::new(),
        to_room,
        own: to_table.downgrade(),
    };
    tokio::spawn(room.run(Member { number, viewer, tell }, asked, from_engine));
    Membership { handle: RoomHandle { to_table, game }, number, told }
}

/// A game that is played.
struct GameRoom {
    state: Arc<AppState>,
    session: Box<dyn AnySession>,
    game: Arc<str>,
    autosave: Autosave,
    member: Vec<Member>,
    to_room: UnboundedSender<WorkerMessage>,
    own: WeakSender<RoomMessage>,
}

/// If the server is torn down: nobody waits for the engine any more.
impl Drop for GameRoom {
    fn drop(&mut self) {
        let now = self.now();
        self.session.leave(now);
    }
}

impl GameRoom {
    fn now(&self) -> Duration {
        self.state.opened.elapsed()
    }

    /// Goes on until all pages have gone.
    async fn run(
        mut self,
        first: Member,
        mut asked: Receiver<RoomMessage>,
        mut from_engine: UnboundedReceiver<WorkerMessage>,
    ) {
        let mut gone: Vec<oneshot::Sender<()>> = Vec::new();
        self.join(first).await;
        loop {
            if self.member.is_empty() && self.close(&asked).await {
                break;
            }
            // Nobody waits for what is done only when all have gone.
            gone.clear();
            let falls = self.session.flag_falls();
            // A moment later the flag has fallen for sure.
            let wake = falls.map(|at| Instant::from_std(self.state.opened + at) + Duration::from_millis(1));
            let far = Instant::now() + Duration::from_secs(3600);
            tokio::select! {
                message = asked.recv() => match message {
                    Some(RoomMessage::Leave { number, left }) => {
                        self.member.retain(|member| member.number != number);
                        gone.push(left);
                    }
                    Some(message) => self.hear(message).await,
                    None => self.member.clear(),
                },
                Some(message) = from_engine.recv() => self.hear_engine(message).await,
                () = sleep_until(wake.unwrap_or(far)) => self.show(None).await,
            }
            self.member.retain(|member| !member.tell.is_closed());
        }
    }

    /// Nobody is there: the game is kept as it stands, and the room is no more, unless somebody
    /// comes just then.
    async fn close(&mut self, asked: &Receiver<RoomMessage>) -> bool {
        let state = Arc::clone(&self.state);
        // Whoever opens a game holds these.
        let mut rooms = state.rooms.lock().await;
        if !asked.is_empty() {
            return false;
        }
        let (now, before) = (self.now(), self.autosave.id().cloned());
        self.session.leave(now);
        // Nobody is there to hear that it failed.
        let _ = self.autosave.keep(&mut *self.session, now, true).await;
        before.map(|id| rooms.remove(&id));
        true
    }

    async fn hear(&mut self, message: RoomMessage) {
        match message {
            RoomMessage::Join(member) => self.join(member).await,
            RoomMessage::Ask { number, ask } => self.ask(number, &ask).await,
            RoomMessage::Export { number, format } => {
                let told = export(&*self.session, &format);
                self.tell(number, told.unwrap_or_else(|reason| ServerMessage::Refused(reason.to_string())));
            }
            RoomMessage::Forget { .. } => self.autosave.forget(),
            RoomMessage::Leave { .. } => {}
        }
    }

    async fn join(&mut self, member: Member) {
        let number = member.number;
        self.member.retain(|member| member.number != number);
        self.member.push(member);
        self.show(Some(number)).await;
        if let Some(id) = self.autosave.id().cloned() {
            self.tell(number, ServerMessage::KeptAs(id));
        }
    }

    async fn ask(&mut self, number: u64, ask: &Action) {
        let now = self.now();
        let Some(member) = self.member.iter_mut().find(|member| member.number == number) else { return };
        if let Err(reason) = member.viewer.ask(&mut *self.session, ask, now) {
            self.tell(number, ServerMessage::Refused(reason.to_string()));
        }
        // How one page looks at the board is no matter of the others.
        self.show(matches!(ask, Action::Show { .. }).then_some(number)).await;
    }

    /// Tells one page; one that has gone hears nothing.
    fn tell(&self, number: u64, message: ServerMessage) {
        if let Some(member) = self.member.iter().find(|member| member.number == number) {
            let _ = member.tell.send(message);
        }
    }

    fn tell_all(&self, message: &ServerMessage) {
        for member in &self.member {
            let _ = member.tell.send(message.clone());
        }
    }

    /// Shows what is new, to one page or to all, and nothing else happens.
    fn show_news(&mut self, only: Option<u64>) {
        let now = self.now();
        for member in self.member.iter_mut().filter(|member| only.is_none_or(|only| only == member.number)) {
            let _ = member.tell.send(member.viewer.show(&mut *self.session, now));
        }
    }

    /// Shows the session, has its engine think if it is to move, and keeps the game.
    async fn show(&mut self, only: Option<u64>) {
        self.show_news(only);
        let now = self.now();
        if let Some(task) = self.session.task(now) {
            self.think(task);
        }
        self.keep().await;
        self.look_up().await;
    }

    /// Gives a task to a thread as soon as one is free. A clock stands while its engine waits.
    fn think(&mut self, task: Task) {
        let is_turn = task.purpose == Priority::Turn;
        let pool = if is_turn { &self.state.engines } else { &self.state.analysts };
        let waits = pool.run(task, self.to_room.clone());
        if waits && is_turn {
            let now = self.now();
            self.session.pause(now);
            self.show_news(None);
        }
    }

    async fn hear_engine(&mut self, message: WorkerMessage) {
        match message {
            WorkerMessage::Started => {
                let now = self.now();
                self.session.resume(now);
                self.show_news(None);
            }
            WorkerMessage::Thought(thought) => self.tell_all(&ServerMessage::Thought(thought)),
            WorkerMessage::Found(found) => {
                let now = self.now();
                self.session.found(found, now);
                self.show(None).await;
            }
        }
    }

    /// Keeps the game if it has changed; under a new number it is found by that.
    async fn keep(&mut self) {
        let (now, before) = (self.now(), self.autosave.id().cloned());
        if let Err(reason) = self.autosave.keep(&mut *self.session, now, false).await {
            self.tell_all(&ServerMessage::Refused(format!("the game is not kept: {reason}")));
        }
        let id = self.autosave.id().cloned();
        if id == before {
            return;
        }
        let mut rooms = self.state.rooms.lock().await;
        before.map(|before| rooms.remove(&before));
        if let (Some(id), Some(to_table)) = (id, self.own.upgrade()) {
            rooms.insert(id.clone(), RoomHandle { to_table, game: Arc::clone(&self.game) });
            drop(rooms);
            self.tell_all(&ServerMessage::KeptAs(id));
        }
    }

    /// Tells each page that explores what the kept games have made of the position that it sees.
    async fn look_up(&mut self) {
        for index in 0..self.member.len() {
            let Some(key) = self.member[index].viewer.looks_up(&*self.session) else { continue };
            // A file that cannot be read has nothing to show.
            let Ok(counted) = self.autosave.moves(self.session.kind(), key).await else { continue };
            let member = &self.member[index];
            let _ = member.tell.send(member.viewer.played(&*self.session, &counted));
        }
    }
}
