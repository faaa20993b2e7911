//! The view of one page of a session, and a page that owns its session.

use crate::{
    games::{Games, ReadGame},
    message::{Action, ContentsEntry, FileContent, GameSetup, MoveCount, SentView, ServerMessage, View},
    session::{AnySession, Job, ViewOptions},
};
use duiyi_game::NodeId;
use duiyi_search::Reason;
use std::time::Duration;

/// The view options of one page, and what was already sent to it.
pub struct Viewer {
    options: ViewOptions,
    sent: SentView,
    /// The sides for which the page acts.
    acts: [bool; 2],
    /// The number of positions set up before the game that the page shows.
    set_ups: u32,
    /// The key of the position whose moves in stored games were sent last.
    looked_up: Option<u64>,
}

impl Default for Viewer {
    fn default() -> Viewer {
        Viewer::new(ViewOptions::default())
    }
}

impl Viewer {
    /// A page to which nothing was sent yet. It acts for both sides.
    pub fn new(options: ViewOptions) -> Viewer {
        Viewer { options, sent: SentView::default(), acts: [true; 2], set_ups: 0, looked_up: None }
    }

    /// The same page if it acts for these sides only.
    pub fn acting_for(self, acts: [bool; 2]) -> Viewer {
        Viewer { acts, ..self }
    }

    /// Changes the sides for which the page acts.
    #[cfg(feature = "server")]
    pub(crate) fn act_from_now_for(&mut self, acts: [bool; 2]) {
        self.acts = acts;
    }

    /// Shows the last position of a game that begins from a position set up by hand: the numbers of its nodes are
    /// those of other positions in the game before.
    fn follow(&mut self, session: &dyn AnySession) {
        if self.set_ups != session.set_ups() {
            self.set_ups = session.set_ups();
            (self.options.node, self.sent) = (None, SentView::default());
        }
    }

    /// Carries out an action of the page.
    ///
    /// # Errors
    /// Why the action is refused; then the session is unchanged.
    pub fn act(&mut self, session: &mut dyn AnySession, action: &Action, now: Duration) -> Result<(), Reason> {
        if let Action::Show { node, explores } = *action {
            self.options = ViewOptions { node: node.map(NodeId::new), explores };
        }
        self.follow(session);
        self.look(session);
        match session.act_for(action, self.acts, now)? {
            Some(reached) => self.options.node = Some(reached).filter(|&reached| reached != session.tip()),
            // A page that plays sees the last position of the game.
            None if action.plays() => self.options.node = None,
            None => {}
        }
        self.follow(session);
        self.look(session);
        Ok(())
    }

    /// The position that the page shows is analysed, unless the page only watches.
    fn look(&self, session: &mut dyn AnySession) {
        if self.acts.contains(&true) {
            session.look(self.options.node);
        }
    }

    /// The changes since the last message.
    pub fn update(&mut self, session: &mut dyn AnySession, now: Duration) -> ServerMessage {
        self.follow(session);
        let view = View { acts: self.acts, ..session.view(self.options, now) };
        ServerMessage::View(Box::new(self.sent.changes(view, session.nodes())))
    }

    /// The key of the shown position, if its moves in stored games are wanted and were not sent yet.
    pub fn key_to_look_up(&mut self, session: &dyn AnySession) -> Option<u64> {
        let explores = self.options.explores && !session.is_contested();
        let key = explores.then(|| session.key(self.options));
        let before = std::mem::replace(&mut self.looked_up, key);
        key.filter(|_| key != before)
    }

    /// The moves in the shown position, from their counts in stored games.
    pub fn played(&self, session: &dyn AnySession, counts: &[MoveCount]) -> ServerMessage {
        ServerMessage::Played(session.played(self.options, counts))
    }
}

/// What a file contains.
pub enum Loaded {
    /// The chosen game, or the only one, and what was left out of it.
    Game(Box<dyn AnySession>, Vec<String>),
    /// The list of several games, of which none was chosen, and what is wrong with those that cannot be read.
    Contents(Vec<ContentsEntry>, Vec<String>),
}

/// Reads a file. A record that does not name its game is read as a record of `game`, or of the first game offered.
/// `number` chooses one of several games, counted from 0.
///
/// # Errors
/// What is wrong with the file, or that it has no such game.
pub fn load(games: &Games, file: &FileContent, game: Option<&str>, number: Option<usize>) -> Result<Loaded, Reason> {
    let first = || games.offers().next().map_or("", |offer| &offer.name);
    let read = games.read(file, game.unwrap_or_else(first))?;
    let count = read.games.len();
    if number.is_none() && count > 1 {
        let entries = read.games.iter().map(|game| ContentsEntry::of(&game.saved)).collect();
        return Ok(Loaded::Contents(entries, read.unread));
    }
    let chosen = number.unwrap_or_default();
    let game = read.games.into_iter().nth(chosen);
    let ReadGame { saved, mut faults } =
        game.ok_or_else(|| format!("the file has no game {chosen}; it has {count}"))?;
    saved.begin.check_texts()?;
    // The list of several games has reported the others.
    if number.is_none() {
        faults.extend(read.unread);
    }
    Ok(Loaded::Game(games.restore(&saved)?, faults))
}

/// The game of a session as a record.
///
/// # Errors
/// If the format does not exist, or cannot represent the game.
pub fn export(session: &dyn AnySession, format: &str) -> Result<ServerMessage, Reason> {
    let (name, bytes) = session.export(format)?;
    Ok(ServerMessage::File { format: format.to_owned(), name, file: bytes.into() })
}

/// The position after the turns of a line, for a page that shows it beside the board.
///
/// # Errors
/// If there is no such position, or a turn is illegal.
pub fn preview(session: &mut dyn AnySession, at: u32, line: &[String]) -> Result<ServerMessage, Reason> {
    let drawn = session.preview(NodeId::new(at), line)?;
    Ok(ServerMessage::Preview { at, turns: line.len(), drawn })
}

/// The refusal for a page without a game.
pub(crate) const NO_GAME: &str = "no game is open";

/// A page that owns its session.
#[derive(Default)]
pub struct ClientGame {
    session: Option<Box<dyn AnySession>>,
    viewer: Viewer,
}

impl ClientGame {
    /// Begins a game and leaves the previous one.
    ///
    /// # Errors
    /// Why it cannot begin; then the previous game continues.
    pub fn begin(&mut self, games: &Games, setup: &GameSetup, now: Duration) -> Result<(), Reason> {
        let session = games.open(setup)?;
        self.enter(session, now);
        Ok(())
    }

    /// Enters a session and leaves the previous one.
    pub fn enter(&mut self, session: Box<dyn AnySession>, now: Duration) {
        if let Some(mut before) = self.session.take() {
            before.leave(now);
        }
        self.session.insert(session).resume(now);
        self.viewer = Viewer::new(ViewOptions { node: None, ..self.viewer.options });
    }

    /// Reads a file. A record that does not name its game is read as a record of the game shown.
    ///
    /// # Errors
    /// As [`load`].
    pub fn load(&self, games: &Games, file: &FileContent, number: Option<usize>) -> Result<Loaded, Reason> {
        let shown = self.session.as_ref().map(|session| session.saved(Duration::ZERO).begin.game);
        load(games, file, shown.as_deref(), number)
    }

    /// The game as a record.
    ///
    /// # Errors
    /// If there is no game, or the format does not exist or cannot represent the game.
    pub fn export(&self, format: &str) -> Result<ServerMessage, Reason> {
        export(&**self.session.as_ref().ok_or(NO_GAME)?, format)
    }

    /// The position after the turns of a line.
    ///
    /// # Errors
    /// If there is no game, or as [`preview`].
    pub fn preview(&mut self, at: u32, line: &[String]) -> Result<ServerMessage, Reason> {
        preview(&mut **self.session.as_mut().ok_or(NO_GAME)?, at, line)
    }

    /// Carries out an action of the page.
    ///
    /// # Errors
    /// Why the action is refused; then the session is unchanged.
    pub fn act(&mut self, action: &Action, now: Duration) -> Result<(), Reason> {
        let session = self.session.as_mut().ok_or(NO_GAME)?;
        self.viewer.act(&mut **session, action, now)
    }

    /// The changes since the last message.
    pub fn update(&mut self, now: Duration) -> Option<ServerMessage> {
        Some(self.viewer.update(&mut **self.session.as_mut()?, now))
    }

    /// The next job of an engine.
    pub fn next_job(&mut self, now: Duration) -> Option<Job> {
        self.session.as_mut()?.next_job(now)
    }

    /// Takes the answer of a finished job. Returns whether it was used; an answer from an earlier game
    /// is dropped.
    pub fn collect(&mut self, now: Duration) -> bool {
        self.session.as_mut().is_some_and(|session| session.collect(now))
    }

    /// The session, if a game is open.
    pub fn session(&mut self) -> Option<&mut (dyn AnySession + 'static)> {
        self.session.as_deref_mut()
    }

    /// When the flag of the side to move falls.
    pub fn flag_falls(&self) -> Option<Duration> {
        self.session.as_ref()?.flag_falls()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, message::Seat};
    use duiyi_connect6::{Rules, kit::kit};

    /// A page that begins another game, or opens one, leaves nothing running of the game before.
    #[test]
    fn the_game_before_is_left() {
        let games = Games::new([Game::new(kit("tictactoe", Rules::TIC_TAC_TOE))]);
        let engine = [Seat::Engine { level: None }, Seat::Person];
        let setup = GameSetup { game: "tictactoe".to_owned(), seats: engine, ..GameSetup::default() };
        let mut client = ClientGame::default();
        for enters in [false, true] {
            client.begin(&games, &setup, Duration::ZERO).unwrap();
            let job = client.next_job(Duration::ZERO).expect("the engine begins");
            assert!(!job.stop.is_stopped());
            let refused = GameSetup { game: "none".to_owned(), ..GameSetup::default() };
            assert!(client.begin(&games, &refused, Duration::ZERO).is_err() && !job.stop.is_stopped());
            if enters {
                client.enter(games.open(&setup).unwrap(), Duration::ZERO);
            } else {
                client.begin(&games, &setup, Duration::ZERO).unwrap();
            }
            assert!(job.stop.is_stopped(), "the engine of the game before goes on");
        }
    }
}
