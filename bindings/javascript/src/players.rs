//! The players of the games.

use crate::{
    failure::{Code, Failure},
    question, search,
};
use duiyi_engine::{EnginePlayer, NamedEvaluation, PlayerParts, SEARCHES, Seat, rated_searches_by};
use duiyi_game::{History, Notation, Reason};
use duiyi_kit::GameKit;
use duiyi_xiangqi::{
    NetworkEvaluation, Xiangqi,
    player::{LEVELS, NETWORK},
};
use serde_json::{Value, json};
use std::{cell::RefCell, sync::Arc};

/// The parts of a player with the network in a file.
pub(crate) type WithNetwork<G> = fn(&GameKit<G>, &[u8]) -> Result<PlayerParts<G>, Reason>;

/// The player of a game.
pub(crate) struct Players<G: Notation> {
    kit: GameKit<G>,
    /// The player of the newest search, and its rules.
    seat: RefCell<Option<(String, Seat<G>)>>,
    /// The parts of a player with a network, which replace those of the kit.
    parts: RefCell<Option<Arc<PlayerParts<G>>>>,
    with_network: Option<WithNetwork<G>>,
}

impl<G: Notation> Players<G> {
    pub(crate) fn new(kit: GameKit<G>, with_network: Option<WithNetwork<G>>) -> Players<G> {
        Players { kit, seat: RefCell::new(None), parts: RefCell::new(None), with_network }
    }

    /// Searches with the player for the rules of the game.
    ///
    /// # Errors
    /// If there is no player for the rules, or the search is invalid.
    pub(crate) fn search(&self, game: &History<G>, wanted: &question::Search) -> Result<Value, Failure> {
        let rules = game.now().rules();
        let mut seat = self.seat.borrow_mut();
        if seat.as_ref().is_none_or(|(of, _)| *of != rules) {
            let player = match &*self.parts.borrow() {
                Some(parts) => Box::new(EnginePlayer::new(Arc::clone(parts))),
                None => self.kit.with_rules(&rules).map_err(Code::InvalidGame.because())?.player(),
            };
            *seat = Some((rules, Seat::new(player)));
        }
        match &mut *seat {
            Some((_, seat)) => search::search(game, seat, wanted),
            None => Err(Failure::new(Code::Internal, "there is no player")),
        }
    }

    /// Uses the network in a file in the searches that follow.
    ///
    /// # Errors
    /// If the game has no networks, or the bytes are not one of it.
    pub(crate) fn use_network(&self, bytes: &[u8]) -> Result<Value, Failure> {
        let Some(with_network) = self.with_network else {
            return Err(Failure::new(Code::InvalidArgument, format!("network: {} has no networks", G::NAME)));
        };
        let parts = with_network(&self.kit, bytes).map_err(Code::InvalidFile.because())?;
        self.parts.replace(Some(Arc::new(parts)));
        self.seat.replace(None);
        Ok(json!({}))
    }
}

/// The player's parts with another network; the other evaluations and the book stay.
///
/// # Errors
/// If the bytes are not a network of xiangqi.
pub(crate) fn with_network(kit: &GameKit<Xiangqi>, bytes: &[u8]) -> Result<PlayerParts<Xiangqi>, Reason> {
    let network = NetworkEvaluation::from_bytes(bytes)?;
    let evaluation = NamedEvaluation::new(NETWORK, move || {
        let network = network.clone();
        rated_searches_by(LEVELS, move || network.clone())
    });
    let own = &kit.parts;
    let mut parts = PlayerParts::new(&SEARCHES, evaluation).timing(own.context());
    for other in own.evaluations().iter().filter(|other| other.name() != NETWORK) {
        parts = parts.evaluation(other.clone());
    }
    Ok(match own.opener() {
        Some(opener) => parts.book(opener.clone(), kit.start.clone()),
        None => parts,
    })
}
