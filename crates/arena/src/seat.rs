//! A player in the same process as a contestant.

use crate::{Answer, Choice, Contestant, Entrant, Fault, Turn, TurnReport};
use duiyi_engine::{Player, Seat, Signals, TurnLimits};
use duiyi_game::{Game, History, Notation, Reason};
use std::time::Instant;

impl<G: Game> Contestant<G> for Seat<G> {
    fn new_game(&mut self, start: &G) -> Result<(), Fault> {
        Seat::new_game(self, start);
        Ok(())
    }

    fn end_game(&mut self, game: &History<G>) {
        self.player.end_game(game);
    }

    fn choose(&mut self, turn: &Turn<'_, G>) -> Result<Answer<G::Move>, Fault> {
        let asked = Instant::now();
        let node_clock = turn.clocks.node_clock;
        let limits = TurnLimits { go: turn.clocks.own().go(), node_clock, ..TurnLimits::default() };
        let decision = self.take(turn.game, &limits, Signals::default(), &|_| true, &mut ());
        let decision = decision.ok_or_else(|| Fault::NoMove("none was found".to_owned()))?;
        let report = TurnReport {
            elapsed: node_clock.map_or_else(|| asked.elapsed(), |clock| clock.elapsed(decision.nodes)),
            score: decision.score,
            depth: Some(decision.depth),
            nodes: Some(decision.nodes),
            cpu: None,
            // The processor time of the process would include all its players.
            peak_kib: None,
        };
        Ok(Answer { turn: Choice::Moves(decision.turn), report })
    }
}

impl<G: Notation> Entrant<G> {
    /// A participant in this process, whose players `make` creates. Each has its own seat, and
    /// manages its time by the clock of the arena, under any time control.
    pub fn local<P: Player<G> + 'static>(
        name: &str,
        make: impl Fn() -> Result<P, Reason> + Send + Sync + 'static,
    ) -> Entrant<G> {
        Entrant::new(name, format!("{name}, a player of {} in this process", G::NAME), move || {
            let player = make().map_err(|reason| Fault::Start(reason.to_string()))?;
            Ok(Box::new(Seat::new(Box::new(player))))
        })
    }
}
