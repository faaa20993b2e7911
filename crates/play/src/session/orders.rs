//! Work for engines in another thread of the page: a session hands out an order, a copy of the session in the other
//! thread carries it out, and the session takes the answer.

use super::{
    clocks::Clocks,
    live_game::LiveGame,
    queue::Goal,
    state::Session,
    task::{Answer, Task},
};
use crate::message::{Order, OrderAnswer, OrderGoal, PackedDecision, PackedProof, SavedGame, SearchInfo};
use duiyi_engine::{Decision, TurnLimits};
use duiyi_game::{Diagram, GameMove, History, NodeId, Notation, Score};
use duiyi_kit::{CheckedAnswer, ProofTree};
use duiyi_search::{Reason, StopHandle};
use std::time::Duration;

impl<G: Notation + Diagram> Session<G> {
    /// The next order, if there is one and no more urgent one is carried out.
    pub(super) fn next_order(&mut self, now: Duration) -> Option<Order> {
        let goal = self.next_job_goal()?;
        let node = self.node_of(goal);
        let turns = self.game.start().write_line(self.game.at(node).moves());
        let saved = SavedGame { turns, plies: None, ended: None, ..self.save(now) };
        let order = match goal {
            Goal::Turn => OrderGoal::Turn,
            Goal::Check => OrderGoal::Check,
            Goal::Prove => OrderGoal::Prove,
            Goal::Analyse { lines, .. } => OrderGoal::Analyse { lines },
            Goal::Review { .. } => OrderGoal::Review { milliseconds: self.review.as_ref()?.time.as_millis() as u64 },
        };
        if matches!(goal, Goal::Analyse { .. }) {
            self.analysis.finished = None;
        }
        self.queue.order(goal);
        Some(Order { saved, node: node.index(), goal: order })
    }

    /// The position to which a goal belongs.
    fn node_of(&self, goal: Goal) -> NodeId {
        match goal {
            Goal::Turn | Goal::Check => self.game.tip,
            Goal::Prove => self.proof.as_ref().map_or(self.game.tip, |proof| proof.node),
            Goal::Analyse { node, .. } => node,
            Goal::Review { ply } => self.node_at(ply),
        }
    }

    /// Takes the answer to the order that is carried out. Returns whether it was used.
    pub(super) fn take_order(&mut self, answer: &OrderAnswer, now: Duration) -> bool {
        let Some(goal) = self.queue.goal() else { return false };
        let game = self.game.at(self.node_of(goal));
        self.queue.cancel();
        match unpacked(answer, goal, &game) {
            Some(answer) => self.take(answer, goal, now),
            None => self.job_failed(goal, now),
        }
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
        self.forget();
        Ok(true)
    }

    /// Carries out an order in this copy of the session; calls `report` with each line found.
    pub(super) fn carry_out(&mut self, order: &Order, report: &mut dyn FnMut(SearchInfo)) -> OrderAnswer {
        let node = self.game.tip;
        let goal = match order.goal {
            OrderGoal::Turn => Goal::Turn,
            OrderGoal::Check => Goal::Check,
            OrderGoal::Prove => Goal::Prove,
            OrderGoal::Analyse { lines } => Goal::Analyse { node, lines },
            OrderGoal::Review { .. } => Goal::Review { ply: self.game.ply() },
        };
        let Ok(task) = self.ordered_task(goal, order.goal) else { return OrderAnswer::Failed };
        let description = std::sync::Arc::clone(&self.description);
        packed(task.run(&description, StopHandle::new(), &mut |info| report(SearchInfo { node: order.node, ..info })))
    }

    /// The task of an order.
    fn ordered_task(&mut self, goal: Goal, order: OrderGoal) -> Result<Task<G>, Reason> {
        match order {
            OrderGoal::Prove => self.prove(&crate::message::ProofStep::Begin)?,
            OrderGoal::Review { milliseconds } => {
                self.analysis.reserve(&self.description)?;
                let limits = TurnLimits::move_time(Duration::from_millis(milliseconds));
                let search = self.search(self.game.tip, limits, 0).ok_or("there is no engine")?;
                return Ok(Task::Review(search));
            }
            OrderGoal::Analyse { .. } => self.analysis.reserve(&self.description)?,
            OrderGoal::Turn | OrderGoal::Check => {}
        }
        self.task(goal).ok_or_else(|| "the order does not belong to the game".into())
    }
}

fn bits<M: GameMove>(moves: &[M]) -> Vec<u32> {
    moves.iter().map(|mv| mv.to_bits()).collect()
}

fn packed<G: Notation>(answer: Answer<G>) -> OrderAnswer {
    let decision = |decision: Decision<G::Move>| PackedDecision {
        turn: bits(&decision.turn),
        line: bits(&decision.line),
        score: decision.score.map(Score::get),
        depth: decision.depth,
    };
    match answer {
        Answer::Turn(decided) | Answer::Reviewed(decided) => OrderAnswer::Decision(decided.map(decision)),
        Answer::Checked(CheckedAnswer::Solved) => OrderAnswer::Solved,
        Answer::Checked(CheckedAnswer::Wins { reply }) => OrderAnswer::Wins(bits(&reply)),
        Answer::Checked(CheckedAnswer::Fails { reply }) => OrderAnswer::Fails(reply.map(|reply| bits(&reply))),
        Answer::Checked(CheckedAnswer::Unknown) => OrderAnswer::Unknown,
        Answer::Proof(tree) => OrderAnswer::Proof(tree.map(packed_proof)),
        Answer::Analysed => OrderAnswer::Analysed,
    }
}

fn packed_proof<M: GameMove>(tree: ProofTree<M>) -> PackedProof {
    let replies = tree.replies.into_iter().map(|(reply, next)| (bits(&reply), packed_proof(next)));
    PackedProof { turn: bits(&tree.turn), replies: replies.collect() }
}

/// The moves of packed ones; `None` if one is not a move.
fn moves<M: GameMove>(bits: &[u32]) -> Option<Vec<M>> {
    bits.iter().map(|&bits| M::from_bits(bits)).collect()
}

/// The moves of packed ones that are legal in a game, up to the first that is not.
fn legal<G: Notation>(bits: &[u32], game: &History<G>) -> Vec<G::Move> {
    let mut game = game.clone();
    let played = bits.iter().map_while(|&bits| G::Move::from_bits(bits).filter(|&mv| game.play(mv).is_ok()));
    played.collect()
}

fn unpacked<G: Notation>(answer: &OrderAnswer, goal: Goal, game: &History<G>) -> Option<Answer<G>> {
    let decision = |packed: &PackedDecision| Decision {
        line: legal(&packed.line, game),
        score: packed.score.map(Score::new),
        depth: packed.depth,
        ..Decision::new(legal(&packed.turn, game))
    };
    Some(match answer {
        OrderAnswer::Decision(decided) => {
            let decided = decided.as_ref().map(decision).filter(|decision| !decision.turn.is_empty());
            if matches!(goal, Goal::Turn) { Answer::Turn(decided) } else { Answer::Reviewed(decided) }
        }
        OrderAnswer::Solved => Answer::Checked(CheckedAnswer::Solved),
        OrderAnswer::Wins(reply) => Answer::Checked(CheckedAnswer::Wins { reply: legal(reply, game) }),
        OrderAnswer::Fails(reply) => {
            Answer::Checked(CheckedAnswer::Fails { reply: reply.as_ref().map(|reply| legal(reply, game)) })
        }
        OrderAnswer::Unknown => Answer::Checked(CheckedAnswer::Unknown),
        OrderAnswer::Proof(None) => Answer::Proof(None),
        OrderAnswer::Proof(Some(proof)) => Answer::Proof(Some(unpacked_proof(proof)?)),
        OrderAnswer::Analysed => Answer::Analysed,
        OrderAnswer::Failed => return None,
    })
}

fn unpacked_proof<M: GameMove>(proof: &PackedProof) -> Option<ProofTree<M>> {
    let replies = proof.replies.iter().map(|(reply, next)| Some((moves(reply)?, unpacked_proof(next)?)));
    Some(ProofTree { turn: moves(&proof.turn)?, replies: replies.collect::<Option<_>>()? })
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
