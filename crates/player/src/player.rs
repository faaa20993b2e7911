//! What a player is.

use crate::{HashTable, OptionError, OptionSpec};
use duiyi_clock::{MoveContext, Phase};
use duiyi_game::{Game, History, Score};
use duiyi_search::{Bound, Control, Observer, Statistics};

/// What a player is asked: the turn of the side to move.
pub struct Request<'a, G: Game> {
    /// The game so far.
    pub game: &'a History<G>,
    /// Whether the turn may begin with a move.
    pub allowed: &'a dyn Fn(G::Move) -> bool,
    /// Says when to stop.
    pub control: &'a mut dyn Control,
    /// Hears what is found on the way.
    pub observer: &'a mut dyn Observer<G::Move>,
}

/// What a player answers: a whole turn, or what is left of the one under way.
#[derive(Clone, Debug)]
pub struct Decision<M> {
    /// The moves of the turn, at least one; all of the same side, each legal after the one before.
    pub turn: Vec<M>,
    /// The expected moves from here on, those of the turn first.
    pub line: Vec<M>,
    /// What the position is worth for the side to move; mates count moves from here.
    pub score: Option<Score>,
    /// Whether a win or loss by force that the score says is proved.
    pub proved: bool,
    /// The depth of the last finished iteration, in plies; 0 without a search.
    pub depth: u32,
    /// Nodes of the search.
    pub nodes: u64,
    /// Positions looked at besides: by a solver, say.
    pub other_nodes: u64,
    /// What the search counted.
    pub statistics: Option<Statistics>,
    /// Why this turn, where it is not simply the best that a search found: "wins by threats in 3 turns".
    pub reason: Option<String>,
}

impl<M> Decision<M> {
    /// A turn about which nothing else is known.
    pub fn new(turn: Vec<M>) -> Decision<M>
    where
        M: Clone,
    {
        Decision {
            line: turn.clone(),
            turn,
            score: None,
            proved: false,
            depth: 0,
            nodes: 0,
            other_nodes: 0,
            statistics: None,
            reason: None,
        }
    }
}

/// What a player remembers of a position.
#[derive(Clone, Copy, Debug)]
pub struct Known<M> {
    /// The best move, if it is known and legal.
    pub best: Option<M>,
    /// The score, for the side to move.
    pub score: Score,
    /// What the score is.
    pub bound: Bound,
    /// The depth to which it was searched, in plies.
    pub depth: u32,
}

/// Looks a position up in what a player remembers, while the player thinks.
pub type Probe<G> = Box<dyn Fn(&G) -> Option<Known<<G as Game>::Move>> + Send>;

/// Something that plays a game: a search, a solver, a book, a chance player.
///
/// A player declares its own [options](Player::options); those who run it (a
/// session of a protocol, a match) need not know them. Time is kept by the
/// [control](Request::control) of the request.
pub trait Player<G: Game>: Send {
    /// A game begins, from a position that may have other rules than the last one.
    fn new_game(&mut self, _start: &G) {}

    /// The options that [`Player::set_option`] takes.
    fn options(&self) -> &[OptionSpec] {
        &[]
    }

    /// Sets an option; a [button](crate::OptionKind::Button) with an empty value.
    ///
    /// # Errors
    /// If there is no such option, or it does not take the value.
    fn set_option(&mut self, name: &str, _value: &str) -> Result<(), OptionError> {
        Err(OptionError::unknown(name, self.options()))
    }

    /// Chooses a turn; `None` if the side to move has no move that is allowed.
    fn decide(&mut self, request: &mut Request<'_, G>) -> Option<Decision<G::Move>>;

    /// The move's place in the game, for the clock.
    ///
    /// [`known_repetition`](MoveContext::known_repetition) need only say what the rules do: that
    /// the opponent loses by the repetition unless it changes. Whether the answer is known, and
    /// whether a mate is, the session finds in its last turns.
    fn context(&self, game: &History<G>) -> MoveContext {
        usual_context(game)
    }

    /// What an engine window asks a player that searches; `None` where there is nothing to ask.
    fn inspect(&mut self) -> Option<&mut dyn Inspect<G>> {
        None
    }
}

/// What an engine window may ask a player that searches.
pub trait Inspect<G: Game> {
    /// Whether the player plays as well as it can, so that what it found in an
    /// earlier search of this game may be played again without a search.
    fn is_at_full_strength(&self) -> bool;

    /// What a position is worth without a search, for the side to move.
    fn static_score(&self, game: &G) -> Option<Score>;

    /// How to look positions up in what the player remembers; `None` if it remembers nothing.
    fn probe(&self) -> Option<Probe<G>>;

    /// The transposition table, which can be [saved](HashTable::save) and
    /// [loaded](HashTable::load); `None` for a player that has none.
    fn table(&mut self) -> Option<&mut HashTable>;
}

/// The context of a game that says nothing of its own: the number of moves, a third of a usual
/// game of some 80 for each phase.
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

    fn options(&self) -> &[OptionSpec] {
        (**self).options()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        (**self).set_option(name, value)
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
