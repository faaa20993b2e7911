//! A game with the pages that are at it. Whoever opens a kept game that is being played comes to
//! its table, so that there is one game, one clock and one engine, however many look on.

use super::{House, keeper::Keeper, places::FromEngine};
use crate::{
    desk::{Guest, export},
    message::{Ask, ToPage},
    room::{Purpose, Room, Task},
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

/// What a table is sent.
enum ToTable {
    /// A page sits down; if it was there already, it sees everything again.
    Join(Sitting),
    /// It goes; `left` is dropped when that is done.
    Leave { number: u64, left: oneshot::Sender<()> },
    /// It asks the room.
    Ask { number: u64, ask: Ask },
    /// It wants the game as a record.
    Export { number: u64, format: String },
    /// The game is kept no longer; `_forgotten` is dropped when that is done.
    Forget { _forgotten: oneshot::Sender<()> },
}

/// A page at a table.
struct Sitting {
    /// Which page it is.
    number: u64,
    guest: Guest,
    tell: UnboundedSender<ToPage>,
}

/// So many messages of pages may wait for a table; then the pages wait.
const WAITING: usize = 16;

/// How one reaches a table.
#[derive(Clone)]
pub(super) struct Way {
    to_table: Sender<ToTable>,
    /// The name of its game.
    pub(super) game: Arc<str>,
}

/// A page's place at a table.
pub(super) struct Chair {
    way: Way,
    number: u64,
    /// What the page is told.
    pub(super) told: UnboundedReceiver<ToPage>,
}

impl Way {
    /// Sits down; `None` if there is no table any more, or its pages have asked so much that one must
    /// wait.
    pub(super) fn join(&self, number: u64, guest: Guest) -> Result<Chair, Full> {
        let (tell, told) = unbounded_channel();
        match self.to_table.try_send(ToTable::Join(Sitting { number, guest, tell })) {
            Ok(()) => Ok(Chair { way: self.clone(), number, told }),
            Err(TrySendError::Full(_)) => Err(Full::Now),
            Err(TrySendError::Closed(_)) => Err(Full::Gone),
        }
    }

    /// The game is not kept any more when this returns.
    pub(super) async fn forget(&self) {
        let (forgotten, done) = oneshot::channel();
        // A table that has gone keeps nothing.
        if self.to_table.send(ToTable::Forget { _forgotten: forgotten }).await.is_ok() {
            let _ = done.await;
        }
    }
}

/// Why a page does not sit down.
pub(super) enum Full {
    /// One must wait.
    Now,
    /// There is no such table.
    Gone,
}

impl Chair {
    /// How others reach the table.
    pub(super) fn way(&self) -> Way {
        self.way.clone()
    }

    /// The name of the game.
    pub(super) fn game(&self) -> &str {
        &self.way.game
    }

    /// Whether it is at the same table as another.
    pub(super) fn is_beside(&self, other: &Chair) -> bool {
        self.way.to_table.same_channel(&other.way.to_table)
    }

    /// Asks the room.
    pub(super) async fn ask(&self, ask: Ask) {
        let _ = self.way.to_table.send(ToTable::Ask { number: self.number, ask }).await;
    }

    /// Asks for a record.
    pub(super) async fn export(&self, format: String) {
        let _ = self.way.to_table.send(ToTable::Export { number: self.number, format }).await;
    }

    /// Gets up. If nobody else is there, the game is kept when this returns.
    pub(super) async fn leave(self) {
        let (left, done) = oneshot::channel();
        if self.way.to_table.send(ToTable::Leave { number: self.number, left }).await.is_ok() {
            let _ = done.await;
        }
    }
}

/// A table with its first page.
pub(super) fn open(
    house: &Arc<House>,
    mut room: Box<dyn Room>,
    id: Option<String>,
    number: u64,
    guest: Guest,
) -> Chair {
    let (to_table, asked) = channel(WAITING);
    let (tell, told) = unbounded_channel();
    let (to_room, from_engine) = unbounded_channel();
    let keeper = Keeper::new(house.shelves.clone(), id);
    let now = house.opened.elapsed();
    room.resume(now);
    let game: Arc<str> = room.saved(now).begin.game.into();
    let table = Table {
        house: Arc::clone(house),
        room,
        game: Arc::clone(&game),
        keeper,
        sitting: Vec::new(),
        to_room,
        own: to_table.downgrade(),
    };
    tokio::spawn(table.run(Sitting { number, guest, tell }, asked, from_engine));
    Chair { way: Way { to_table, game }, number, told }
}

/// A game that is played.
struct Table {
    house: Arc<House>,
    room: Box<dyn Room>,
    game: Arc<str>,
    keeper: Keeper,
    sitting: Vec<Sitting>,
    to_room: UnboundedSender<FromEngine>,
    own: WeakSender<ToTable>,
}

/// If the server is torn down: nobody waits for the engine any more.
impl Drop for Table {
    fn drop(&mut self) {
        let now = self.now();
        self.room.leave(now);
    }
}

impl Table {
    fn now(&self) -> Duration {
        self.house.opened.elapsed()
    }

    /// Goes on until all pages have gone.
    async fn run(
        mut self,
        first: Sitting,
        mut asked: Receiver<ToTable>,
        mut from_engine: UnboundedReceiver<FromEngine>,
    ) {
        let mut gone: Vec<oneshot::Sender<()>> = Vec::new();
        self.join(first).await;
        loop {
            if self.sitting.is_empty() && self.close(&asked).await {
                break;
            }
            // Nobody waits for what is done only when all have gone.
            gone.clear();
            let falls = self.room.flag_falls();
            // A moment later the flag has fallen for sure.
            let wake = falls.map(|at| Instant::from_std(self.house.opened + at) + Duration::from_millis(1));
            let far = Instant::now() + Duration::from_secs(3600);
            tokio::select! {
                message = asked.recv() => match message {
                    Some(ToTable::Leave { number, left }) => {
                        self.sitting.retain(|sitting| sitting.number != number);
                        gone.push(left);
                    }
                    Some(message) => self.hear(message).await,
                    None => self.sitting.clear(),
                },
                Some(message) = from_engine.recv() => self.hear_engine(message).await,
                () = sleep_until(wake.unwrap_or(far)) => self.show(None).await,
            }
            self.sitting.retain(|sitting| !sitting.tell.is_closed());
        }
    }

    /// Nobody is there: the game is kept as it stands, and the table is no more, unless somebody
    /// comes just then.
    async fn close(&mut self, asked: &Receiver<ToTable>) -> bool {
        let house = Arc::clone(&self.house);
        // Whoever opens a game holds these.
        let mut tables = house.tables.lock().await;
        if !asked.is_empty() {
            return false;
        }
        let (now, before) = (self.now(), self.keeper.id().cloned());
        self.room.leave(now);
        // Nobody is there to hear that it failed.
        let _ = self.keeper.keep(&mut *self.room, now, true).await;
        before.map(|id| tables.remove(&id));
        true
    }

    async fn hear(&mut self, message: ToTable) {
        match message {
            ToTable::Join(sitting) => self.join(sitting).await,
            ToTable::Ask { number, ask } => self.ask(number, &ask).await,
            ToTable::Export { number, format } => {
                let told = export(&*self.room, &format);
                self.tell(number, told.unwrap_or_else(|reason| ToPage::Refused(reason.to_string())));
            }
            ToTable::Forget { .. } => self.keeper.forget(),
            ToTable::Leave { .. } => {}
        }
    }

    async fn join(&mut self, sitting: Sitting) {
        let number = sitting.number;
        self.sitting.retain(|sitting| sitting.number != number);
        self.sitting.push(sitting);
        self.show(Some(number)).await;
        if let Some(id) = self.keeper.id().cloned() {
            self.tell(number, ToPage::KeptAs(id));
        }
    }

    async fn ask(&mut self, number: u64, ask: &Ask) {
        let now = self.now();
        let Some(sitting) = self.sitting.iter_mut().find(|sitting| sitting.number == number) else { return };
        if let Err(reason) = sitting.guest.ask(&mut *self.room, ask, now) {
            self.tell(number, ToPage::Refused(reason.to_string()));
        }
        // How one page looks at the board is no matter of the others.
        self.show(matches!(ask, Ask::Show { .. }).then_some(number)).await;
    }

    /// Tells one page; one that has gone hears nothing.
    fn tell(&self, number: u64, message: ToPage) {
        if let Some(sitting) = self.sitting.iter().find(|sitting| sitting.number == number) {
            let _ = sitting.tell.send(message);
        }
    }

    fn tell_all(&self, message: &ToPage) {
        for sitting in &self.sitting {
            let _ = sitting.tell.send(message.clone());
        }
    }

    /// Shows what is new, to one page or to all, and nothing else happens.
    fn show_news(&mut self, only: Option<u64>) {
        let now = self.now();
        for sitting in self.sitting.iter_mut().filter(|sitting| only.is_none_or(|only| only == sitting.number)) {
            let _ = sitting.tell.send(sitting.guest.show(&mut *self.room, now));
        }
    }

    /// Shows the room, has its engine think if it is to move, and keeps the game.
    async fn show(&mut self, only: Option<u64>) {
        self.show_news(only);
        let now = self.now();
        if let Some(task) = self.room.task(now) {
            self.think(task);
        }
        self.keep().await;
        self.look_up().await;
    }

    /// Gives a task to a thread as soon as one is free. A clock stands while its engine waits.
    fn think(&mut self, task: Task) {
        let is_turn = task.purpose == Purpose::Turn;
        let places = if is_turn { &self.house.engines } else { &self.house.scholars };
        let waits = places.run(task, self.to_room.clone());
        if waits && is_turn {
            let now = self.now();
            self.room.pause(now);
            self.show_news(None);
        }
    }

    async fn hear_engine(&mut self, message: FromEngine) {
        match message {
            FromEngine::Started => {
                let now = self.now();
                self.room.resume(now);
                self.show_news(None);
            }
            FromEngine::Thought(thought) => self.tell_all(&ToPage::Thought(thought)),
            FromEngine::Found(found) => {
                let now = self.now();
                self.room.found(found, now);
                self.show(None).await;
            }
        }
    }

    /// Keeps the game if it has changed; under a new number it is found by that.
    async fn keep(&mut self) {
        let (now, before) = (self.now(), self.keeper.id().cloned());
        if let Err(reason) = self.keeper.keep(&mut *self.room, now, false).await {
            self.tell_all(&ToPage::Refused(format!("the game is not kept: {reason}")));
        }
        let id = self.keeper.id().cloned();
        if id == before {
            return;
        }
        let mut tables = self.house.tables.lock().await;
        before.map(|before| tables.remove(&before));
        if let (Some(id), Some(to_table)) = (id, self.own.upgrade()) {
            tables.insert(id.clone(), Way { to_table, game: Arc::clone(&self.game) });
            drop(tables);
            self.tell_all(&ToPage::KeptAs(id));
        }
    }

    /// Tells each page that explores what the kept games have made of the position that it sees.
    async fn look_up(&mut self) {
        for index in 0..self.sitting.len() {
            let Some(key) = self.sitting[index].guest.looks_up(&*self.room) else { continue };
            // A file that cannot be read has nothing to show.
            let Ok(counted) = self.keeper.moves(self.room.kind(), key).await else { continue };
            let sitting = &self.sitting[index];
            let _ = sitting.tell.send(sitting.guest.played(&*self.room, &counted));
        }
    }
}
