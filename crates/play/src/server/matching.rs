//! Begins games between players who seek the same game.

use super::{
    keys::GameKeys,
    room::{self, RoomGame},
    seeks::{Place, Seek},
    state::AppState,
};
use crate::{client::Viewer, message::GameSetup, session::ViewOptions};
use duiyi_search::Reason;
use std::sync::Arc;
use tokio::sync::oneshot::{Receiver, channel};

/// The answer to a player who seeks a game.
pub(super) enum Sought {
    /// The game begins.
    Begun(Place),
    /// The game begins when an opponent arrives.
    Later(Receiver<Place>),
}

/// A game that a player seeks.
pub(super) struct SoughtGame {
    name: String,
    /// The setup without players.
    terms: GameSetup,
}

/// Checks a game that a player seeks.
///
/// # Errors
/// If there is no such game, or it cannot begin with this setup.
pub(super) async fn check(state: &Arc<AppState>, begin: GameSetup) -> Result<SoughtGame, Reason> {
    begin.check_texts()?;
    let [name, _] = begin.names.clone();
    let terms = GameSetup { names: Default::default(), seats: Default::default(), problem: None, ..begin };
    let checked = terms.clone();
    state.read(move |games| games.open(&checked).map(drop)).await?;
    Ok(SoughtGame { name, terms })
}

/// Begins a game with a player who waits for the same game; without one, the player waits.
///
/// # Errors
/// If the system has no random numbers.
pub(super) async fn seek(
    state: &Arc<AppState>,
    SoughtGame { name, terms }: SoughtGame,
    page: u64,
    options: ViewOptions,
) -> Result<Sought, Reason> {
    let mut seeks = state.seeks.lock().await;
    while let Some(other) = seeks.take(&terms) {
        let side = seeks.side(&name, &other.name);
        let mut names = [name.clone(), other.name];
        names.rotate_left(side);
        let session = state.games.open(&GameSetup { names: names.clone(), ..terms.clone() })?;
        let keys = GameKeys::of_players()?;
        let [own, others_key] = [side, 1 - side].map(|side| keys.sides[side].clone());
        let game = RoomGame { id: None, keys, key: own };
        let membership = room::open(state, session, game, page, Viewer::new(options));
        // The room is new: it is neither busy nor closed.
        if let Ok(others) = membership.room().join(other.page, Viewer::new(other.options), others_key, "")
            && other.found.send(Place { membership: others, side: 1 - side }).is_ok()
        {
            seeks.begin(&names);
            return Ok(Sought::Begun(Place { membership, side }));
        }
        // The other player has left at this moment.
        membership.leave().await;
    }
    let (found, arrives) = channel();
    seeks.push(Seek { terms, name, page, options, found });
    Ok(Sought::Later(arrives))
}
