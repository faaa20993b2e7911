//! A page without a server: the session runs in the page, and its engines in another thread.
//!
//! The session hands out orders and takes the answers, so it answers the page while an engine thinks. To stop an
//! engine, the page ends its thread. Only the last game is stored, by the page.

use crate::{
    client::{ClientGame, Loaded},
    games::Games,
    message::{Answer, ClientMessage, Order, SearchInfo, ServerMessage},
    session::AnySession,
};
use std::time::Duration;

/// Why a stored game cannot be opened.
const NOT_STORED: &str = "without a server only the last game is stored";

/// Why nobody can be found for a game.
const NO_OTHERS: &str = "without a server there are no other players";

/// Answers the messages of one page.
pub struct LocalBackend {
    games: Games,
    client: ClientGame,
    /// Whether the thread of the engine carries out an order.
    ordered: bool,
}

impl LocalBackend {
    /// Offers games.
    pub fn new(games: Games) -> LocalBackend {
        LocalBackend { games, client: ClientGame::default(), ordered: false }
    }

    /// Handles a message of the page; calls `send` with the answers.
    pub fn handle(&mut self, text: &str, now: Duration, send: &mut dyn FnMut(&ServerMessage)) {
        let done = match serde_json::from_str(text) {
            Ok(ClientMessage::Games) => {
                send(&ServerMessage::Games(self.games.offers().cloned().collect()));
                return;
            }
            Ok(ClientMessage::Kept { .. }) => {
                send(&ServerMessage::Kept(Vec::new()));
                return;
            }
            Ok(ClientMessage::Problems { game }) => self.games.problems(&game).map(|list| send(&list)),
            Ok(ClientMessage::Begin { begin }) => self.client.begin(&self.games, &begin, now),
            Ok(ClientMessage::Load { file, number }) => match self.client.load(&self.games, &file, number) {
                Ok(Loaded::Game(session, faults)) => {
                    self.client.enter(session, now);
                    self.update(now, send);
                    send_faults(faults, send);
                    return;
                }
                Ok(Loaded::Contents(games, faults)) => {
                    send(&ServerMessage::Contents(games));
                    send_faults(faults, send);
                    return;
                }
                Err(reason) => Err(reason),
            },
            Ok(ClientMessage::Export { format }) => self.client.export(&format).map(|file| send(&file)),
            Ok(ClientMessage::Preview { at, line }) => self.client.preview(at, &line).map(|drawn| send(&drawn)),
            Ok(ClientMessage::Ask { ask }) => self.client.act(&ask, now),
            Ok(ClientMessage::Open { .. } | ClientMessage::Delete { .. }) => Err(NOT_STORED.into()),
            Ok(ClientMessage::Host { .. } | ClientMessage::Seek { .. } | ClientMessage::Invite { .. }) => {
                Err(NO_OTHERS.into())
            }
            Err(error) => Err(format!("invalid message: {error}").into()),
        };
        if let Err(reason) = done {
            send(&ServerMessage::Refused(reason.to_string()));
        }
        self.update(now, send);
    }

    /// Sends the changes; afterwards there may be an order.
    pub fn update(&mut self, now: Duration, send: &mut dyn FnMut(&ServerMessage)) {
        if let Some(view) = self.client.update(now) {
            send(&view);
        }
    }

    /// What the thread of the engine has to do now.
    pub fn next_work(&mut self, now: Duration) -> Work {
        let Some(session) = self.client.session() else {
            return if std::mem::take(&mut self.ordered) { Work::Stop } else { Work::None };
        };
        let order = session.next_order(now);
        let is_working = session.is_working();
        let stops = self.ordered && (order.is_some() || !is_working);
        self.ordered = is_working;
        match order {
            Some(order) => Work::Order { order: Box::new(order), stops },
            None if stops => Work::Stop,
            None => Work::None,
        }
    }

    /// Takes the answer to the last order, and sends the changes.
    pub fn take(&mut self, answer: Answer<u32>, now: Duration, send: &mut dyn FnMut(&ServerMessage)) {
        self.ordered = false;
        if let Some(session) = self.client.session() {
            session.take_order(answer, now);
        }
        self.update(now, send);
    }

    /// When the flag of the side to move falls: then [`LocalBackend::update`] sends the changes.
    pub fn flag_falls(&self) -> Option<Duration> {
        self.client.flag_falls()
    }
}

fn send_faults(faults: Vec<String>, send: &mut dyn FnMut(&ServerMessage)) {
    if !faults.is_empty() {
        send(&ServerMessage::Faults(faults));
    }
}

/// What the thread of the engine has to do.
#[derive(Debug)]
pub enum Work {
    /// It goes on.
    None,
    /// It stops: nobody needs its answer.
    Stop,
    /// It carries out an order.
    Order {
        /// The order.
        order: Box<Order>,
        /// Whether it stops something else first.
        stops: bool,
    },
}

/// The engines of a page without a server, in their own thread.
pub struct EngineRoom {
    games: Games,
    /// A copy of the session of the last order, with its engines.
    session: Option<Box<dyn AnySession>>,
}

impl EngineRoom {
    /// Engines for games.
    pub fn new(games: Games) -> EngineRoom {
        EngineRoom { games, session: None }
    }

    /// Carries out an order; calls `report` with each line found. The answer is a failure if the order is not valid.
    pub fn carry_out(&mut self, order: &Order, report: &mut dyn FnMut(SearchInfo)) -> Answer<u32> {
        let follows = self.session.as_mut().is_some_and(|session| session.follow(&order.saved).unwrap_or(false));
        if !follows {
            self.session = self.games.restore(&order.saved).ok();
        }
        match &mut self.session {
            Some(session) => session.carry_out(order, report),
            None => Answer::Failed,
        }
    }
}
