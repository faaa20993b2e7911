//! A player with a time keeper.

use crate::player::{ClockControl, Decision, Player, Request, Signals, TurnLimits};
use duiyi_clock::{Budget, Foresight, MoveContext, MoveSummary, TimeKeeper};
use duiyi_game::{Game, History};
use duiyi_search::Observer;

/// A player with its own clock. Protocols, matches and the page all play through seats, so that
/// they share one time management.
///
/// ```
/// use duiyi_clock::{GoParameters, PlayerClock};
/// use duiyi_game::{History, nim::Nim};
/// use duiyi_engine::{RandomPlayer, Seat, Signals, TurnLimits};
/// use std::time::Duration;
///
/// let own = PlayerClock { left: Duration::from_secs(60), ..PlayerClock::default() };
/// let limits = TurnLimits { go: GoParameters { own: Some(own), ..GoParameters::default() }, ..TurnLimits::default() };
/// let mut seat = Seat::new(Box::new(RandomPlayer::new(1)));
/// let game = History::new(Nim::new(9));
/// let decision = seat.take(&game, &limits, Signals::default(), &|_| true, &mut ());
/// assert_eq!(decision.unwrap().turn.len(), 1);
/// ```
pub struct Seat<G: Game> {
    /// Divides the time.
    pub keeper: TimeKeeper,
    /// Chooses the turns.
    pub player: Box<dyn Player<G>>,
}

impl<G: Game> Seat<G> {
    /// A player whose time is divided by the default strategy, [`Foresight`].
    pub fn new(player: Box<dyn Player<G>>) -> Seat<G> {
        Seat { keeper: TimeKeeper::new(Box::new(Foresight::default())), player }
    }

    /// Begins a game, from a position that may have other rules than the last one.
    pub fn new_game(&mut self, start: &G) {
        self.keeper.new_game();
        self.player.new_game(start);
    }

    /// Begins a turn and starts the clock. [`Seat::take`] combines all steps of a turn.
    pub fn begin(&mut self, limits: &TurnLimits, context: &MoveContext, signals: Signals) -> Turn<'_, G> {
        let control = ClockControl::start(&mut self.keeper, limits, context, signals);
        Turn { player: &mut *self.player, control }
    }

    /// Chooses a whole turn that is `allowed` ([`Request::allowed`]); `None` if there is none.
    pub fn take(
        &mut self,
        game: &History<G>,
        limits: &TurnLimits,
        signals: Signals,
        allowed: &dyn Fn(&[G::Move]) -> bool,
        observer: &mut dyn Observer<G::Move>,
    ) -> Option<Decision<G::Move>> {
        let context = self.player.context(game);
        let mut turn = self.begin(limits, &context, signals);
        let decision = turn.decide(game, allowed, observer);
        turn.finish(decision.as_ref());
        decision
    }
}

/// A turn in progress; [`Turn::finish`] reports its time to the keeper.
pub struct Turn<'a, G: Game> {
    player: &'a mut dyn Player<G>,
    control: ClockControl<'a>,
}

impl<G: Game> Turn<'_, G> {
    /// The strategy's budget for the turn; `None` without a clock.
    pub fn budget(&self) -> Option<Budget> {
        self.control.budget()
    }

    /// Runs the player.
    pub fn decide(
        &mut self,
        game: &History<G>,
        allowed: &dyn Fn(&[G::Move]) -> bool,
        observer: &mut dyn Observer<G::Move>,
    ) -> Option<Decision<G::Move>> {
        self.player.decide(&mut Request { game, allowed, control: &mut self.control, observer })
    }

    /// Waits until the answer may be sent, since a ponder search or an infinite one may be over
    /// earlier. For protocol sessions, whose front end ends the wait with a signal.
    pub fn wait_until_wanted(&mut self) {
        self.control.wait_until_wanted();
    }

    /// Ends the turn. Returns `false` for pondering on a move that was not played, which does not
    /// count as a turn.
    pub fn finish(self, decision: Option<&Decision<G::Move>>) -> bool {
        let summary = MoveSummary {
            nodes: decision.map_or(0, |found| found.nodes + found.other_nodes),
            depth: decision.map_or(0, |found| found.depth),
            score: decision.and_then(|found| found.score).map_or(0, |score| score.get()),
            ..MoveSummary::default()
        };
        self.control.finish(summary, decision.map_or(0, |found| found.nodes))
    }
}
