//! One connection: a page and its game.

use super::{House, keeper::Keeper, places::FromEngine};
use crate::{
    desk::Desk,
    message::{Ask, ToPage, ToServer},
    room::{Purpose, Room, Task},
};
use axum::extract::ws::{Message, WebSocket};
use std::{sync::Arc, time::Duration};
use tokio::{
    sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
    time::{Instant, sleep_until, timeout},
};

/// A page at its board.
struct Visit {
    house: Arc<House>,
    socket: WebSocket,
    desk: Desk,
    keeper: Keeper,
    to_room: UnboundedSender<(u64, FromEngine)>,
    rate: Rate,
}

/// The page has gone.
struct Gone;

/// A page that does not take what it is told in such a time is given up.
const DEAF: Duration = Duration::from_secs(30);

/// Counts messages by the second.
struct Rate {
    second: Instant,
    count: u32,
}

/// Whether a message is heard.
#[derive(PartialEq, Eq)]
enum Hearing {
    /// It is.
    Yes,
    /// It is the first of too many.
    No,
    /// So were others in this second.
    Dropped,
}

impl Rate {
    /// One message more.
    fn hear(&mut self, most: u32) -> Hearing {
        let now = Instant::now();
        if now.duration_since(self.second) >= Duration::from_secs(1) {
            *self = Rate { second: now, count: 0 };
        }
        self.count = self.count.saturating_add(1);
        match self.count.checked_sub(most) {
            None | Some(0) => Hearing::Yes,
            Some(1) => Hearing::No,
            Some(_) => Hearing::Dropped,
        }
    }
}

/// Serves a page until it goes.
pub(super) async fn receive(house: Arc<House>, socket: WebSocket) {
    let Ok(_place) = Arc::clone(&house.visitors).try_acquire_owned() else { return };
    let (to_room, mut from_engine) = unbounded_channel();
    let rate = Rate { second: Instant::now(), count: 0 };
    let keeper = Keeper::new(house.shelves.clone());
    let mut ending = house.ending.clone();
    let mut visit = Visit { house, socket, desk: Desk::default(), keeper, to_room, rate };
    loop {
        tokio::select! {
            biased;
            _ = ending.wait_for(|&ends| ends) => break,
            step = visit.step(&mut from_engine) => if step.is_err() { break },
        }
    }
    visit.leave_game().await;
}

/// If the server is torn down: nobody waits for the engine any more.
impl Drop for Visit {
    fn drop(&mut self) {
        let now = self.now();
        self.desk.leave(now);
    }
}

impl Visit {
    /// Waits for what comes next: the page, the engine, or a flag.
    async fn step(&mut self, from_engine: &mut UnboundedReceiver<(u64, FromEngine)>) -> Result<(), Gone> {
        let falls = self.desk.flag_falls();
        // A moment later the flag has fallen for sure.
        let wake = falls.map(|at| Instant::from_std(self.house.opened + at) + Duration::from_millis(1));
        let far = Instant::now() + Duration::from_secs(3600);
        tokio::select! {
            message = self.socket.recv() => self.receive(message.ok_or(Gone)?.map_err(|_| Gone)?).await,
            Some((game, message)) = from_engine.recv() => {
                if self.desk.is_for(game) { self.hear_engine(game, message).await } else { Ok(()) }
            }
            () = sleep_until(wake.unwrap_or(far)) => self.show().await,
        }
    }

    fn now(&self) -> Duration {
        self.house.opened.elapsed()
    }

    async fn tell(&mut self, message: &ToPage) -> Result<(), Gone> {
        let text = serde_json::to_string(message).map_err(|_| Gone)?;
        timeout(DEAF, self.socket.send(Message::Text(text.into()))).await.map_err(|_| Gone)?.map_err(|_| Gone)
    }

    async fn refuse(&mut self, reason: &str) -> Result<(), Gone> {
        self.tell(&ToPage::Refused(reason.to_owned())).await
    }

    /// The page has sent something.
    async fn receive(&mut self, message: Message) -> Result<(), Gone> {
        match (self.rate.hear(self.house.limits.messages_a_second), message) {
            (_, Message::Close(_)) => Err(Gone),
            (Hearing::Dropped, _) => Ok(()),
            (Hearing::No, _) => self.refuse("too many messages a second").await,
            (Hearing::Yes, Message::Text(text)) => self.hear(&text).await,
            // Pings are answered by the library, bytes are nobody's language.
            (Hearing::Yes, _) => self.refuse("a message is a text").await,
        }
    }

    async fn hear(&mut self, text: &str) -> Result<(), Gone> {
        match serde_json::from_str(text) {
            Ok(ToServer::Games) => {
                let offers = self.house.games.offers().cloned().collect();
                self.tell(&ToPage::Games(offers)).await
            }
            Ok(ToServer::Begin { begin }) => match self.house.games.open(&begin) {
                Ok(room) => self.enter(room, None).await,
                Err(reason) => self.refuse(&reason.to_string()).await,
            },
            Ok(ToServer::Kept { find }) => match self.keeper.find(find).await {
                Ok(list) => self.tell(&ToPage::Kept(list)).await,
                Err(reason) => self.refuse(&reason.to_string()).await,
            },
            Ok(ToServer::Open { id }) => self.open(id).await,
            Ok(ToServer::Delete { id }) => match self.keeper.delete(id).await {
                Ok(()) => Ok(()),
                Err(reason) => self.refuse(&reason.to_string()).await,
            },
            Ok(ToServer::Load { file }) => match self.desk.load(&self.house.games, &file) {
                Ok(room) => self.enter(room, None).await,
                Err(reason) => self.refuse(&reason.to_string()).await,
            },
            Ok(ToServer::Export { format }) => match self.desk.export(&format) {
                Ok(file) => self.tell(&file).await,
                Err(reason) => self.refuse(&reason.to_string()).await,
            },
            Ok(ToServer::Ask { ask }) => self.ask(&ask).await,
            Err(error) => self.refuse(&format!("not understood: {error}")).await,
        }
    }

    /// Goes on with a kept game.
    async fn open(&mut self, id: String) -> Result<(), Gone> {
        let saved = match self.keeper.get(id.clone()).await {
            Ok(saved) => saved,
            Err(reason) => return self.refuse(&reason.to_string()).await,
        };
        match self.house.games.restore(&saved) {
            Ok(room) => {
                self.enter(room, Some(id.clone())).await?;
                self.tell(&ToPage::KeptAs(id)).await
            }
            Err(reason) => self.refuse(&reason.to_string()).await,
        }
    }

    /// Shows a room, which is kept under a number, or is new.
    async fn enter(&mut self, room: Box<dyn Room>, id: Option<String>) -> Result<(), Gone> {
        self.leave_game().await;
        self.keeper.turn_to(id);
        let now = self.now();
        self.desk.enter(room, now);
        self.show().await
    }

    /// The game is left, and kept with its clocks as they stand.
    async fn leave_game(&mut self) {
        let now = self.now();
        if let Some(room) = self.desk.room() {
            room.leave(now);
            // Nobody is there to hear that it failed.
            let _ = self.keeper.keep(room, now, true).await;
        }
        self.desk.leave(now);
    }

    /// Keeps the game if it has changed.
    async fn keep(&mut self) -> Result<(), Gone> {
        let now = self.now();
        let Some(room) = self.desk.room() else { return Ok(()) };
        match self.keeper.keep(room, now, false).await {
            Ok(Some(id)) => self.tell(&ToPage::KeptAs(id)).await,
            Ok(None) => Ok(()),
            Err(reason) => self.refuse(&format!("the game is not kept: {reason}")).await,
        }
    }

    async fn ask(&mut self, ask: &Ask) -> Result<(), Gone> {
        let now = self.now();
        if let Err(reason) = self.desk.ask(ask, now) {
            self.refuse(&reason.to_string()).await?;
        }
        self.show().await
    }

    /// Shows the room, and has its engine think if it is to move.
    async fn show(&mut self) -> Result<(), Gone> {
        let now = self.now();
        let Some(view) = self.desk.show(now) else { return Ok(()) };
        let task = self.desk.task(now);
        self.tell(&view).await?;
        if let Some((game, task)) = task {
            self.think(game, task).await?;
        }
        self.keep().await
    }

    /// Gives a task to a thread as soon as one is free. A clock stands while its engine waits.
    async fn think(&mut self, game: u64, task: Task) -> Result<(), Gone> {
        let is_turn = task.purpose == Purpose::Turn;
        let places = if is_turn { &self.house.engines } else { &self.house.scholars };
        let waits = places.run(game, task, self.to_room.clone());
        if !(waits && is_turn) {
            return Ok(());
        }
        let now = self.now();
        if let Some(room) = self.desk.room() {
            room.pause(now);
        }
        self.show_news().await
    }

    /// Shows what is new, and nothing else happens.
    async fn show_news(&mut self) -> Result<(), Gone> {
        let now = self.now();
        match self.desk.show(now) {
            Some(view) => self.tell(&view).await,
            None => Ok(()),
        }
    }

    async fn hear_engine(&mut self, game: u64, message: FromEngine) -> Result<(), Gone> {
        match message {
            FromEngine::Failed => self.refuse("the engine has failed; take the turn back, or begin a new game").await,
            FromEngine::Started => {
                let now = self.now();
                if let Some(room) = self.desk.room() {
                    room.resume(now);
                }
                self.show_news().await
            }
            FromEngine::Thought(thought) => self.tell(&ToPage::Thought(thought)).await,
            FromEngine::Found(found) => {
                let now = self.now();
                self.desk.found(game, found, now);
                self.show().await
            }
        }
    }
}
