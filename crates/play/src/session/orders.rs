//! Work for engines in another thread of the page: a session hands out an order, a copy of the session in the other
//! thread carries it out, and the session takes the answer.

use super::{clocks::Clocks, live_game::LiveGame, state::Session};
use crate::message::{Answer, Goal, Order, ProofStep, SavedGame, SearchInfo};
use duiyi_game::{Diagram, GameMove, History, NodeId, Notation};
use duiyi_search::{Reason, StopHandle};
use std::{sync::Arc, time::Duration};

impl<G: Notation + Diagram> Session<G> {
    /// The next order, if there is one and no more urgent one is carried out.
    pub(super) fn next_order(&mut self, now: Duration) -> Option<Order> {
        let goal = self.next_job_goal()?;
        let node = self.node_of(goal);
        let turns = self.game.start().write_line(self.game.at(node).moves());
        let saved = SavedGame { turns, plies: None, ended: None, ..self.save(now) };
        if matches!(goal, Goal::Analyse { .. }) {
            self.analysis.finished = None;
        }
        self.queue.order(goal);
        Some(Order { saved, node: node.index(), goal })
    }

    /// The position to which a goal belongs.
    fn node_of(&self, goal: Goal) -> NodeId {
        match goal {
            Goal::Turn | Goal::Check => self.game.tip,
            Goal::Prove => self.proof.as_ref().map_or(self.game.tip, |proof| proof.node),
            Goal::Analyse { node, .. } => NodeId::new(node),
            Goal::Review { ply, .. } => self.node_at(ply),
        }
    }

    /// Takes the answer to the order that is carried out. Returns whether it was used.
    pub(super) fn take_order(&mut self, answer: Answer<u32>, now: Duration) -> bool {
        let Some(goal) = self.queue.goal() else { return false };
        let game = self.game.at(self.node_of(goal));
        self.queue.cancel();
        self.take(unpacked(answer, &game), goal, now)
    }

    /// Takes over the game of an order, and keeps the engines with their tables. Returns whether the order belongs to
    /// this game: another game needs another session.
    pub(super) fn follow(&mut self, saved: &SavedGame) -> Result<bool, Reason> {
        let same = {
            let own = self.save(Duration::ZERO).begin;
            let problem = self.problem.is_some() || saved.begin.problem.is_some();
            let SavedGame { begin, .. } = saved;
            !problem
                && (own.game, own.rules, own.position)
                    == (begin.game.clone(), begin.rules.clone(), begin.position.clone())
                && (own.seats, own.clock) == (begin.seats, begin.clock.clone())
        };
        if !same {
            return Ok(false);
        }
        let mut game = History::new(self.game.start().clone());
        game.read_turns(saved.turns.split_whitespace())?;
        // The clocks of the order before are already charged with its turns.
        let clocks = Clocks::read(self.clock())?;
        self.game = LiveGame::new(&self.description, game, clocks);
        self.game.restore_clocks(&saved.clocks);
        self.edits.clear();
        self.forget();
        Ok(true)
    }

    /// Carries out an order in this copy of the session; calls `report` with each line found.
    pub(super) fn carry_out(&mut self, order: &Order, report: &mut dyn FnMut(SearchInfo)) -> Answer<u32> {
        let goal = match order.goal {
            // The copy has only the moves to this position.
            Goal::Analyse { lines, .. } => Goal::Analyse { node: self.game.tip.index(), lines },
            goal => goal,
        };
        let ready = match goal {
            Goal::Prove => self.prove(&ProofStep::Begin),
            Goal::Analyse { .. } | Goal::Review { .. } => self.analysis.reserve(&self.description),
            Goal::Turn | Goal::Check => Ok(()),
        };
        let Some(task) = ready.ok().and_then(|()| self.task(goal)) else { return Answer::Failed };
        let description = Arc::clone(&self.description);
        let answer = task(&description, StopHandle::new(), &mut |info| report(SearchInfo { node: order.node, ..info }));
        answer.map(&mut |moves| Some(moves.into_iter().map(GameMove::to_bits).collect()))
    }
}

/// The moves of packed ones that are legal in a game, up to the first that is not.
fn legal<G: Notation>(bits: &[u32], game: &History<G>) -> Vec<G::Move> {
    let mut game = game.clone();
    let played = bits.iter().map_while(|&bits| G::Move::from_bits(bits).filter(|&mv| game.play(mv).is_ok()));
    played.collect()
}

/// An answer with the moves of a game; those of a proof are checked when they are shown.
fn unpacked<G: Notation>(answer: Answer<u32>, game: &History<G>) -> Answer<G::Move> {
    let mut all = |bits: Vec<u32>| bits.into_iter().map(G::Move::from_bits).collect();
    match answer {
        Answer::Proof(_) => answer.map(&mut all),
        _ => match answer.map(&mut |bits| Some(legal(&bits, game))) {
            Answer::Decision(decided) => Answer::Decision(decided.filter(|decided| !decided.turn.is_empty())),
            other => other,
        },
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        description::Description,
        message::{Action, GameSetup},
        session::{AnySession, Session},
    };
    use duiyi_connect6::{Rules, kit::kit};
    use std::{sync::Arc, time::Duration};

    /// The copy takes over the whole game with each order.
    #[test]
    fn an_order_charges_each_turn_once() {
        let description = Arc::new(Description::new(kit("tictactoe", Rules::TIC_TAC_TOE)));
        let setup = GameSetup { game: "tictactoe".into(), clock: "60".into(), ..GameSetup::default() };
        let mut page = Session::new(Arc::clone(&description), &setup).unwrap();
        let mut copy = Session::new(description, &setup).unwrap();
        for (number, text) in (1..).zip(["B2", "A1", "C3", "A3", "A2", "C2"]) {
            let now = Duration::from_secs(3 * number);
            page.act(&Action::Turn { text: text.into(), at: None }, now).unwrap();
            assert!(copy.follow(&page.save(now)).unwrap());
            let left = |session: &mut Session<_>| session.view(Default::default(), now).state.clocks.unwrap();
            assert_eq!(left(&mut copy), left(&mut page), "{text}");
        }
    }
}
