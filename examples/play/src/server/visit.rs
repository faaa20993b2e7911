//! One connection: a page, and its place at the table of its game.

use super::{
    House,
    table::{self, Chair, Full},
};
use crate::{
    desk::{Guest, load},
    message::{Ask, Saved, ToPage, ToServer},
    room::{Room, Sight},
};
use axum::extract::ws::{Message, WebSocket};
use duiyi_search::Reason;
use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};
use tokio::time::{Instant, sleep, timeout};

/// A page.
struct Visit {
    house: Arc<House>,
    socket: WebSocket,
    /// Which page it is.
    number: u64,
    /// Its place, if a game is begun.
    chair: Option<Chair>,
    /// How it looks at its board, also in the next game.
    sight: Sight,
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

/// How long a page waits before it tries again to sit down.
const MOMENT: Duration = Duration::from_millis(5);

/// Serves a page until it goes.
pub(super) async fn receive(house: Arc<House>, socket: WebSocket) {
    let Ok(_place) = Arc::clone(&house.visitors).try_acquire_owned() else { return };
    let rate = Rate { second: Instant::now(), count: 0 };
    let mut ending = house.ending.clone();
    let number = house.pages.fetch_add(1, Ordering::Relaxed);
    let mut visit = Visit { house, socket, number, chair: None, sight: Sight::default(), rate };
    loop {
        tokio::select! {
            biased;
            _ = ending.wait_for(|&ends| ends) => break,
            step = visit.step() => if step.is_err() { break },
        }
    }
    visit.leave().await;
}

impl Visit {
    /// Waits for what comes next: what the page is told comes before what it says, so that it is
    /// told no less than it asks.
    async fn step(&mut self) -> Result<(), Gone> {
        let told = async {
            match &mut self.chair {
                Some(chair) => chair.told.recv().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            // A table that goes while somebody is there has failed; the page begins again.
            message = told => self.tell(&message.ok_or(Gone)?).await,
            message = self.socket.recv() => self.receive(message.ok_or(Gone)?.map_err(|_| Gone)?).await,
        }
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
        let done = match serde_json::from_str(text) {
            Ok(ToServer::Games) => {
                let offers = self.house.games.offers().cloned().collect();
                return self.tell(&ToPage::Games(offers)).await;
            }
            Ok(ToServer::Kept { find }) => match self.house.shelves.find(find).await {
                Ok(list) => return self.tell(&ToPage::Kept(list)).await,
                Err(reason) => Err(reason.into()),
            },
            Ok(ToServer::Begin { begin }) => self.enter(self.house.games.open(&begin)).await,
            Ok(ToServer::Load { file }) => {
                let game = self.chair.as_ref().map(Chair::game);
                self.enter(load(&self.house.games, &file, game)).await
            }
            Ok(ToServer::Open { id }) => self.open(id).await,
            Ok(ToServer::Delete { id }) => self.delete(id).await,
            Ok(ToServer::Export { format }) => self.export(format).await,
            Ok(ToServer::Ask { ask }) => self.ask(ask).await,
            Err(error) => Err(format!("not understood: {error}").into()),
        };
        match done {
            Ok(()) => Ok(()),
            Err(reason) => self.refuse(&reason.to_string()).await,
        }
    }

    async fn ask(&mut self, ask: Ask) -> Result<(), Reason> {
        if let Ask::Show { flipped, letters, explores, .. } = ask {
            self.sight = Sight { ply: None, flipped, letters, explores };
        }
        self.chair.as_ref().ok_or(NO_GAME)?.ask(ask).await;
        Ok(())
    }

    async fn export(&mut self, format: String) -> Result<(), Reason> {
        self.chair.as_ref().ok_or(NO_GAME)?.export(format).await;
        Ok(())
    }

    /// Begins at a table of its own.
    async fn enter(&mut self, room: Result<Box<dyn Room>, Reason>) -> Result<(), Reason> {
        let room = room?;
        self.leave().await;
        self.chair = Some(table::open(&self.house, room, None, self.number, Guest::new(self.sight)));
        Ok(())
    }

    /// Goes on with a kept game, where others may be at it.
    async fn open(&mut self, id: String) -> Result<(), Reason> {
        let chair = self.chair_at(&id).await?;
        match self.chair.replace(chair) {
            // Who was there already sits there still.
            Some(before) if self.chair.as_ref().is_some_and(|chair| chair.is_beside(&before)) => {}
            Some(before) => before.leave().await,
            None => {}
        }
        Ok(())
    }

    /// A place at the table of a kept game, which is opened if nobody is at it.
    async fn chair_at(&mut self, id: &str) -> Result<Chair, Reason> {
        loop {
            let mut tables = self.house.tables.lock().await;
            match tables.get(id).map(|way| way.join(self.number, Guest::new(self.sight))) {
                Some(Ok(chair)) => return Ok(chair),
                Some(Err(Full::Now)) => {
                    drop(tables);
                    sleep(MOMENT).await;
                }
                Some(Err(Full::Gone)) | None => {
                    let saved: Saved = self.house.shelves.get(id.to_owned()).await?;
                    let room = self.house.games.restore(&saved)?;
                    let guest = Guest::new(self.sight);
                    let chair = table::open(&self.house, room, Some(id.to_owned()), self.number, guest);
                    tables.insert(id.to_owned(), chair.way());
                    return Ok(chair);
                }
            }
        }
    }

    /// Keeps a game no longer. Whoever is at it may go on: then it is kept under another number.
    async fn delete(&mut self, id: String) -> Result<(), Reason> {
        let way = self.house.tables.lock().await.remove(&id);
        if let Some(way) = way {
            way.forget().await;
        }
        Ok(self.house.shelves.delete(id).await?)
    }

    /// The game is left, and kept with its clocks as they stand if nobody else is at it.
    async fn leave(&mut self) {
        if let Some(chair) = self.chair.take() {
            chair.leave().await;
        }
    }
}

/// Why nothing can be asked.
const NO_GAME: &str = "no game is begun";
