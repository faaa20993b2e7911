//! The room of a game: the session, and the pages that show it. A page that opens a stored game joins
//! its room if the game is already open, so that all pages share one game, one clock and one engine.

use super::{
    autosave::Autosave,
    handle::{self, Member, Membership, RoomMessage, WeakRoomHandle},
    keys::{GameKeys, KeyError, Rights, Ticket},
    secret::Secret,
    state::AppState,
    worker_pool::{JobEvent, WorkerMessage},
};
use crate::{
    client::{Viewer, export, preview},
    message::{Action, ServerMessage, UNSTORED},
    session::{AnySession, Job, Priority},
};
use duiyi_search::Reason;
use std::{sync::Arc, time::Duration};
use tokio::{
    sync::{
        mpsc::{Receiver, UnboundedReceiver, UnboundedSender, unbounded_channel},
        oneshot,
    },
    time::{Instant, sleep_until},
};

/// A game for which a room is opened: its id, if it is stored, its keys, and the key of the first page.
#[derive(Default)]
pub(super) struct RoomGame {
    pub(super) id: Option<String>,
    pub(super) keys: GameKeys,
    pub(super) key: Option<Secret>,
}

/// Opens a room with its first page.
pub(super) fn open(
    state: &Arc<AppState>,
    mut session: Box<dyn AnySession>,
    game: RoomGame,
    page: u64,
    viewer: Viewer,
) -> Membership {
    let RoomGame { id, keys, key } = game;
    let now = state.now();
    session.resume(now);
    let begin = session.saved(now).begin;
    let (membership, first, messages) = handle::room(begin.game.into(), page, viewer, key);
    let (to_room, from_workers) = unbounded_channel();
    let room = GameRoom {
        state: Arc::clone(state),
        session,
        autosave: Autosave::new(state.store.clone(), id, keys),
        members: Vec::new(),
        friendly: begin.friendly,
        jobs: 0,
        waits: false,
        to_room,
        handle: membership.room().downgrade(),
    };
    tokio::spawn(room.run(first, messages, from_workers));
    membership
}

/// A game and its members.
struct GameRoom {
    state: Arc<AppState>,
    session: Box<dyn AnySession>,
    autosave: Autosave,
    members: Vec<Member>,
    /// Whether two persons at two pages play for the result.
    friendly: bool,
    /// The number of jobs started so far, which is the number of the last one.
    jobs: u64,
    /// Whether the last job is a turn that waits for a worker; then the clock is paused.
    waits: bool,
    /// Cloned for workers.
    to_room: UnboundedSender<WorkerMessage>,
    handle: WeakRoomHandle,
}

/// Stops the engine if the server is torn down.
impl Drop for GameRoom {
    fn drop(&mut self) {
        let now = self.state.now();
        self.session.leave(now);
    }
}

impl GameRoom {
    /// Handles messages until all pages have left.
    async fn run(
        mut self,
        first: Member,
        mut messages: Receiver<RoomMessage>,
        mut from_workers: UnboundedReceiver<WorkerMessage>,
    ) {
        let mut leaving: Vec<oneshot::Sender<()>> = Vec::new();
        self.join(first).await;
        loop {
            if self.members.is_empty() && self.close(&messages).await {
                break;
            }
            // Pages wait for the game to be saved only if they are the last to leave.
            leaving.clear();
            let falls = self.session.flag_falls();
            // A millisecond later, so that the flag has fallen.
            let wake = falls.map(|at| Instant::from_std(self.state.started + at) + Duration::from_millis(1));
            let far = Instant::now() + Duration::from_secs(3600);
            tokio::select! {
                message = messages.recv() => match message {
                    Some(RoomMessage::Leave { page, left }) => {
                        self.members.retain(|member| member.page != page);
                        self.send_presence();
                        leaving.push(left);
                    }
                    Some(message) => self.handle(message).await,
                    None => self.members.clear(),
                },
                Some(message) = from_workers.recv() => self.handle_worker(message).await,
                () = sleep_until(wake.unwrap_or(far)) => self.update(None).await,
            }
            self.members.retain(|member| !member.sender.is_closed());
        }
    }

    /// Saves the game and closes the room after all pages have left, unless a page joins at the same time.
    async fn close(&mut self, messages: &Receiver<RoomMessage>) -> bool {
        let state = Arc::clone(&self.state);
        // A connection that joins holds this lock.
        let mut lobby = state.lobby.lock().await;
        if !messages.is_empty() {
            return false;
        }
        let (now, before) = (state.now(), self.autosave.id().cloned());
        self.session.leave(now);
        // There is no page to send an error to.
        let _ = self.autosave.save(&mut *self.session, now, true).await;
        before.map(|id| lobby.remove(&id));
        true
    }

    async fn handle(&mut self, message: RoomMessage) {
        match message {
            RoomMessage::Join(member) => self.join(member).await,
            RoomMessage::Act { page, action } => self.act(page, &action).await,
            RoomMessage::Export { page, format } => {
                let record = export(&*self.session, &format);
                self.send(page, record.unwrap_or_else(|reason| ServerMessage::Refused(reason.to_string())));
            }
            RoomMessage::Preview { page, at, line } => {
                let drawn = preview(&mut *self.session, at, &line);
                self.send(page, drawn.unwrap_or_else(|reason| ServerMessage::Refused(reason.to_string())));
            }
            RoomMessage::Invite { page, address } => self.invite(page, &address).await,
            RoomMessage::Forget { .. } => self.autosave.forget(),
            RoomMessage::Leave { .. } => {}
        }
    }

    async fn join(&mut self, mut member: Member) {
        let page = member.page;
        let mut refusal = None;
        if let Some(side) = self.autosave.keys().invited(member.key.as_ref()) {
            let name = member.name.trim();
            match self.autosave.take_side(side).await {
                Ok(key) => {
                    refusal = if name.is_empty() { None } else { self.session.name_person(side, name).err() };
                    member.key = Some(key);
                }
                Err(reason) => refusal = Some(reason),
            }
        }
        let acts = self.autosave.keys().rights(member.key.as_ref()).sides;
        let member = Member { viewer: member.viewer.acting_for(acts), ..member };
        self.members.retain(|member| member.page != page);
        self.members.push(member);
        // Another person has a name that all pages show.
        self.update(if self.friendly { None } else { Some(page) }).await;
        self.send_tickets(Some(page));
        if let Some(reason) = refusal {
            self.send(page, ServerMessage::Refused(reason.to_string()));
        }
        self.send_presence();
    }

    /// Sends who is there to the pages of a friendly game.
    fn send_presence(&self) {
        if !self.friendly {
            return;
        }
        let keys = self.autosave.keys();
        let acts = self.members.iter().map(|member| keys.rights(member.key.as_ref()).sides);
        let sides = acts.clone().fold([false; 2], |all, acts| [all[0] || acts[0], all[1] || acts[1]]);
        let spectators = acts.filter(|acts| *acts == [false; 2]).count();
        self.broadcast(&ServerMessage::Present { sides, open: keys.open, spectators });
    }

    async fn act(&mut self, page: u64, action: &Action) {
        let now = self.state.now();
        let Some(member) = self.members.iter_mut().find(|member| member.page == page) else { return };
        let rights = self.autosave.keys().rights(member.key.as_ref());
        // A turn is played for the side to move, and everything else for the side of the page.
        let moves = matches!(action, Action::Move { .. } | Action::Turn { .. });
        let speaker = self.session.speaker(if moves { [true; 2] } else { rights.sides });
        let done = rights.check(action, speaker).map_err(Reason::from);
        let games = self.session.set_ups();
        if let Err(reason) = done.and_then(|()| member.viewer.act(&mut *self.session, action, now)) {
            self.send(page, ServerMessage::Refused(reason.to_string()));
        }
        let exchanged = *action == Action::Rematch && self.session.set_ups() != games;
        if exchanged {
            self.autosave.exchange_sides();
            for member in &mut self.members {
                member.viewer.act_from_now_for(self.autosave.keys().rights(member.key.as_ref()).sides);
            }
        }
        // The view of one page does not matter to the others.
        self.update(matches!(action, Action::Show { .. }).then_some(page)).await;
        if exchanged {
            self.send_presence();
        }
    }

    /// Stores the game, and sends the links for other pages to its owner or player.
    async fn invite(&mut self, page: u64, address: &str) {
        let Some(member) = self.members.iter().find(|member| member.page == page) else { return };
        let Rights { owner, sides } = self.autosave.keys().rights(member.key.as_ref());
        if !owner && sides == [false; 2] {
            self.send(page, ServerMessage::Refused(KeyError::Owner.to_string()));
            return;
        }
        self.autosave.store_early();
        if self.save().await {
            self.send_tickets(None);
        }
        let keys = self.autosave.keys();
        let Some(id) = self.autosave.id() else {
            self.send(page, ServerMessage::Refused(UNSTORED.to_owned()));
            return;
        };
        // The owner of a game for the result moves for both sides.
        let invites = |side: usize| keys.open[side] || owner && !self.session.is_contested();
        let ticket = |side: usize| Ticket::write(id, keys.sides[side].as_ref());
        let sides = [0, 1].map(|side| invites(side).then(|| ticket(side)));
        let invites = self.state.access.invites(address, id, sides);
        self.send(page, ServerMessage::Invites(invites));
    }

    /// Sends the id of the stored game to one page or to all, each with its key.
    fn send_tickets(&self, only: Option<u64>) {
        let Some(id) = self.autosave.id() else { return };
        for member in self.members.iter().filter(|member| only.is_none_or(|only| only == member.page)) {
            let rights = self.autosave.keys().rights(member.key.as_ref());
            let key = member.key.as_ref().filter(|_| rights.owner || rights.sides.contains(&true));
            let _ = member.sender.send(ServerMessage::KeptAs(Ticket::write(id, key)));
        }
    }

    /// Sends a message to one page, unless it has left.
    fn send(&self, page: u64, message: ServerMessage) {
        if let Some(member) = self.members.iter().find(|member| member.page == page) {
            let _ = member.sender.send(message);
        }
    }

    fn broadcast(&self, message: &ServerMessage) {
        for member in &self.members {
            let _ = member.sender.send(message.clone());
        }
    }

    /// Sends the changes to one page or to all.
    fn send_views(&mut self, only: Option<u64>) {
        let now = self.state.now();
        for member in self.members.iter_mut().filter(|member| only.is_none_or(|only| only == member.page)) {
            let _ = member.sender.send(member.viewer.update(&mut *self.session, now));
        }
    }

    /// Saves the game, sends the changes, and starts the next job of an engine. A turn is stored before it is shown, so
    /// that no turn that a page has shown is lost with the server.
    async fn update(&mut self, only: Option<u64>) {
        let is_renamed = self.save().await;
        self.send_views(only);
        if is_renamed {
            self.send_tickets(None);
        }
        let now = self.state.now();
        if let Some(job) = self.session.next_job(now) {
            self.start(job);
        } else if self.waits && !self.session.is_working() {
            // The turn was cancelled, and a person is to move.
            self.resume();
        }
        self.look_up().await;
    }

    /// Gives a job to a worker as soon as one is free. The clock is paused while the engine waits.
    fn start(&mut self, job: Job) {
        let is_turn = job.priority == Priority::Turn;
        let pool = if is_turn { &self.state.engines } else { &self.state.analysts };
        let waited = self.waits;
        self.jobs += 1;
        self.waits = pool.run(job, self.jobs, self.to_room.clone()) && is_turn;
        if self.waits {
            let now = self.state.now();
            self.session.pause(now);
            self.send_views(None);
        } else if waited {
            self.resume();
        }
    }

    /// Resumes the clock, because no turn waits for a worker any more.
    fn resume(&mut self) {
        self.waits = false;
        let now = self.state.now();
        self.session.resume(now);
        self.send_views(None);
    }

    async fn handle_worker(&mut self, WorkerMessage { job, event }: WorkerMessage) {
        // A job that was cancelled may still report, on a game that has changed.
        let is_last = job == self.jobs && self.session.is_working();
        match event {
            JobEvent::Started if is_last => self.resume(),
            JobEvent::Info(info) if is_last => self.broadcast(&ServerMessage::Thought(info)),
            JobEvent::Started | JobEvent::Info(_) => {}
            JobEvent::Finished => {
                let now = self.state.now();
                self.session.collect(now);
                self.update(None).await;
            }
        }
    }

    /// Saves the game if it has changed, and registers a new id in the lobby. Returns whether the id is new.
    async fn save(&mut self) -> bool {
        let (now, before) = (self.state.now(), self.autosave.id().cloned());
        if let Err(reason) = self.autosave.save(&mut *self.session, now, false).await {
            self.broadcast(&ServerMessage::Refused(format!("{UNSTORED}: {reason}")));
        }
        let id = self.autosave.id().cloned();
        if id == before {
            return false;
        }
        let mut lobby = self.state.lobby.lock().await;
        before.map(|before| lobby.remove(&before));
        if let (Some(id), Some(handle)) = (id, self.handle.upgrade()) {
            lobby.insert(id, handle);
        }
        true
    }

    /// Sends the moves of stored games to each page that shows the opening explorer.
    async fn look_up(&mut self) {
        for index in 0..self.members.len() {
            let Some(key) = self.members[index].viewer.key_to_look_up(&*self.session) else { continue };
            // If the file cannot be read, no moves are shown.
            let Ok(counts) = self.autosave.moves(self.session.kind(), key).await else { continue };
            let member = &self.members[index];
            let _ = member.sender.send(member.viewer.played(&*self.session, &counts));
        }
    }
}
