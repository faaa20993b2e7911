//! The trait of players.

use crate::player::{HashTable, OptionError, OptionSpec};
use duiyi_clock::{MoveContext, Phase};
use duiyi_game::{Game, History, Score};
use duiyi_search::{Bound, Control, Endgames, Observer, ScoreClaim, SearchResult, Statistics};
use std::sync::Arc;

/// A request for the turn of the side to move.
pub struct Request<'a, G: Game> {
    /// The game so far.
    pub game: &'a History<G>,
    /// Returns whether the turn may have these moves: its first one, its first ones, or all, in any
    /// order. If some are allowed, so is a turn that has them.
    pub allowed: &'a dyn Fn(&[G::Move]) -> bool,
    /// Decides when to stop.
    pub control: &'a mut dyn Control,
    /// Receives the progress of the search.
    pub observer: &'a mut dyn Observer<G::Move>,
}

/// The answer of a player: a whole turn, or the rest of an incomplete one.
#[derive(Clone, Debug)]
pub struct Decision<M> {
    /// The moves of the turn, at least one; all of the same side, each legal after the previous one.
    pub turn: Vec<M>,
    /// The expected moves, beginning with the turn.
    pub line: Vec<M>,
    /// The score for the side to move; mates are counted from the current position.
    pub score: Option<Score>,
    /// What the score claims.
    pub claim: ScoreClaim,
    /// The depth of the last finished iteration, in plies; 0 without a search.
    pub depth: u32,
    /// The nodes of the search.
    pub nodes: u64,
    /// Other positions that were searched, for example by a solver.
    pub other_nodes: u64,
    /// The statistics of the search.
    pub statistics: Option<Statistics>,
    /// The reason for the turn if it is not simply the best of a search: "wins by threats in 3 turns".
    pub reason: Option<String>,
}

impl<M> Decision<M> {
    /// A decision with only a turn.
    pub fn new(turn: Vec<M>) -> Decision<M>
    where
        M: Clone,
    {
        Decision {
            line: turn.clone(),
            turn,
            score: None,
            claim: ScoreClaim::None,
            depth: 0,
            nodes: 0,
            other_nodes: 0,
            statistics: None,
            reason: None,
        }
    }

    /// Whether a forced win or loss in the score is proved.
    pub fn is_proved(&self) -> bool {
        self.claim.is_decisive()
    }

    /// The decision of a search for its best move; `None` without one.
    pub fn of_search(found: SearchResult<M>) -> Option<Decision<M>>
    where
        M: Clone,
    {
        Some(Decision {
            line: found.pv,
            score: Some(found.score),
            claim: found.claim,
            depth: found.depth,
            nodes: found.statistics.nodes,
            statistics: Some(found.statistics),
            ..Decision::new(vec![found.best?])
        })
    }
}

/// The stored result of a position.
#[derive(Clone, Copy, Debug)]
pub struct Known<M> {
    /// The best move, if it is known and legal.
    pub best: Option<M>,
    /// The score, for the side to move.
    pub score: Score,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// The depth to which it was searched, in plies.
    pub depth: u32,
}

/// Looks a position up in the player's table, also during a search.
pub type Probe<G> = Box<dyn Fn(&G) -> Option<Known<<G as Game>::Move>> + Send>;

/// A player of a game: a search, a solver, a book, random moves.
///
/// A player declares its own [options](Player::options), so that its callers (a
/// protocol session, a match) need not define them. The
/// [control](Request::control) of the request limits the time.
pub trait Player<G: Game>: Send {
    /// Begins a game, from a position that may have other rules than the last one.
    fn new_game(&mut self, _start: &G) {}

    /// Ends the current game, which is passed as far as it is known; a player that learns writes its
    /// result. A new game also ends the previous one.
    fn end_game(&mut self, _game: &History<G>) {}

    /// Takes a message for the user about what happened since the last call, for example a file that
    /// could not be written.
    fn take_note(&mut self) -> Option<String> {
        None
    }

    /// The options that [`Player::set_option`] accepts.
    fn options(&self) -> &[OptionSpec] {
        &[]
    }

    /// Sets an option; a [button](crate::player::OptionKind::Button) with an empty value.
    ///
    /// # Errors
    /// If there is no such option, or it does not accept the value.
    fn set_option(&mut self, name: &str, _value: &str) -> Result<(), OptionError> {
        Err(OptionError::unknown(name, self.options()))
    }

    /// Sets the positions whose values are known, such as those of endgame tables. A player without an
    /// alpha-beta search ignores them.
    fn set_endgames(&mut self, _endgames: Option<Arc<dyn Endgames<G>>>) {}

    /// Chooses an allowed turn; `None` if the side to move has none.
    fn decide(&mut self, request: &mut Request<'_, G>) -> Option<Decision<G::Move>>;

    /// The context of the move in the game, for the clock.
    ///
    /// [`known_repetition`](MoveContext::known_repetition) is set if the opponent loses by the
    /// repetition unless it deviates. The session adds from its last turns whether the answer or
    /// a mate is known.
    fn context(&self, game: &History<G>) -> MoveContext {
        usual_context(game)
    }

    /// Access to the internals of a player that searches; `None` for other players.
    fn inspect(&mut self) -> Option<&mut dyn Inspect<G>> {
        None
    }
}

/// Internals of a player that searches, for the display in front ends.
pub trait Inspect<G: Game> {
    /// Whether the player plays at full strength, so that the result of an
    /// earlier search of this game may be played without a search.
    fn is_at_full_strength(&self) -> bool;

    /// The static evaluation of a position, for the side to move; `None` by default.
    fn static_score(&self, _game: &G) -> Option<Score> {
        None
    }

    /// A function that looks positions up in the player's table; `None` if there is no table.
    fn probe(&self) -> Option<Probe<G>> {
        None
    }

    /// The transposition table, which can be [saved](HashTable::save) and
    /// [loaded](HashTable::load); `None` for a player without one.
    fn table(&mut self) -> Option<&mut HashTable> {
        None
    }
}

/// The default context: the number of moves, and the phase by thirds of a game of about 80
/// plies.
pub fn usual_context<G: Game>(game: &History<G>) -> MoveContext {
    let ply = game.moves().len() as u32;
    let phase = match ply {
        0..25 => Phase::Opening,
        25..55 => Phase::Middlegame,
        _ => Phase::Endgame,
    };
    MoveContext { ply, phase, ..MoveContext::default() }
}

impl<G: Game, P: Player<G> + ?Sized> Player<G> for Box<P> {
    fn new_game(&mut self, start: &G) {
        (**self).new_game(start);
    }

    fn end_game(&mut self, game: &History<G>) {
        (**self).end_game(game);
    }

    fn take_note(&mut self) -> Option<String> {
        (**self).take_note()
    }

    fn options(&self) -> &[OptionSpec] {
        (**self).options()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        (**self).set_option(name, value)
    }

    fn set_endgames(&mut self, endgames: Option<Arc<dyn Endgames<G>>>) {
        (**self).set_endgames(endgames);
    }

    fn decide(&mut self, request: &mut Request<'_, G>) -> Option<Decision<G::Move>> {
        (**self).decide(request)
    }

    fn context(&self, game: &History<G>) -> MoveContext {
        (**self).context(game)
    }

    fn inspect(&mut self) -> Option<&mut dyn Inspect<G>> {
        (**self).inspect()
    }
}
