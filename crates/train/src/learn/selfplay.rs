//! Games of an evaluation with itself, and matches between two.

use crate::learn::{LearnError, Learnable, Learnt, PictureEvaluator};
use crate::network::games::{ScoredGame, half_points, in_record};
use duiyi_game::{Outcome, OutcomeKind, hash::mix64, legal_moves};
use duiyi_search::{Evaluator, Limits, Score, Searcher, Table};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use std::sync::Arc;

/// The amplitude of the scores without knowledge.
const NOISE: u64 = 64;

/// The evaluation of a player: nothing but noise before the first training.
#[derive(Clone)]
pub(crate) enum Knowledge {
    /// A score that depends on the position in no recognisable way.
    None,
    /// A network.
    Network(Box<PictureEvaluator>),
}

impl Knowledge {
    /// A learnt evaluation of a game, or none, and whether the search prunes with it.
    pub(crate) fn of<G: Learnable>(start: &G, learnt: Option<&Arc<Learnt>>) -> Result<(Knowledge, bool), LearnError> {
        let Some(learnt) = learnt else { return Ok((Knowledge::None, false)) };
        let evaluator = PictureEvaluator::new(Arc::clone(learnt), start)?;
        Ok((Knowledge::Network(Box::new(evaluator)), learnt.prunes()))
    }
}

impl<G: Learnable> Evaluator<G> for Knowledge {
    fn evaluate(&mut self, game: &G) -> Score {
        match self {
            Knowledge::None => Score::new((mix64(game.key()) % (2 * NOISE + 1)) as i32 - NOISE as i32),
            Knowledge::Network(network) => network.evaluate(game),
        }
    }
}

/// A player of self-play games.
pub(crate) struct SelfPlayer<G: Learnable> {
    searcher: Searcher<G, Knowledge>,
    table: Table,
}

impl<G: Learnable> SelfPlayer<G> {
    /// A player with an evaluation, whose search prunes or not.
    pub(crate) fn new((knowledge, prunes): (Knowledge, bool)) -> SelfPlayer<G> {
        let mut searcher = Searcher::new(knowledge);
        searcher.prunes = prunes;
        SelfPlayer { searcher, table: Table::new(1) }
    }

    fn begin(&mut self) {
        self.table.clear();
        self.searcher.new_game();
    }

    fn choose(&mut self, game: &mut G, nodes: u64) -> Option<(G::Move, Score)> {
        let found = self.searcher.search(game).table(&self.table).limits(Limits::nodes(nodes)).run();
        Some((found.best?, found.score))
    }
}

/// How a game is played.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GameSettings {
    /// Nodes for each move.
    pub(crate) nodes: [u64; 2],
    /// The maximum number of random moves at the beginning.
    pub(crate) random_moves: u32,
    /// A game is drawn after this number of moves.
    pub(crate) max_moves: u32,
}

/// The outcome by the rules; a side without legal moves has lost.
fn over<G: Learnable>(game: &G) -> Option<Outcome> {
    let outcome = game.outcome();
    if outcome.is_none() && legal_moves(game).is_empty() {
        return Some(Outcome::win(!game.side_to_move(), "no legal move"));
    }
    outcome
}

/// Plays random moves; the game may end in them.
fn open<G: Learnable>(game: &mut G, moves: u32, random: &mut Xoshiro256PlusPlus) -> Vec<G::Move> {
    let mut played = Vec::new();
    for _ in 0..moves {
        let legal = legal_moves(game);
        if legal.is_empty() || game.outcome().is_some() {
            break;
        }
        let mv = legal[(random.next_u64() % legal.len() as u64) as usize];
        game.make(mv);
        played.push(mv);
    }
    played
}

/// Plays a game from a start position with a seed; `players` move for the first and second side, or one for
/// both. A proved mate ends the game.
pub(crate) fn play<G: Learnable>(
    start: &G,
    players: &mut [&mut SelfPlayer<G>],
    settings: GameSettings,
    seed: u64,
) -> ScoredGame<G> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut game = start.clone();
    let openings = 1 + random.next_u64() % u64::from(settings.random_moves.max(1));
    let mut plies: Vec<(G::Move, Option<i32>)> =
        open(&mut game, openings as u32, &mut random).into_iter().map(|mv| (mv, None)).collect();
    players.iter_mut().for_each(|player| player.begin());
    let mut outcome = over(&game);
    while outcome.is_none() && plies.len() < settings.max_moves as usize {
        let side = game.side_to_move();
        let player = side.index() % players.len();
        let Some((mv, score)) = players[player].choose(&mut game, settings.nodes[player]) else { break };
        plies.push((mv, Some(in_record(score).into())));
        if score.mate_distance().is_some() {
            let winner = if score > Score::ZERO { side } else { !side };
            outcome = Some(Outcome::win(winner, "a proved win"));
            break;
        }
        game.make(mv);
        outcome = over(&game);
    }
    ScoredGame {
        start: start.clone(),
        winner: outcome.as_ref().and_then(|outcome| outcome.winner),
        ruled: outcome.is_some_and(|outcome| outcome.kind == OutcomeKind::Ruling),
        plies,
    }
}

/// The half points of `one` against `other` in a pair of games with the same opening and sides exchanged.
pub(crate) fn pair<G: Learnable>(
    start: &G,
    [one, other]: [&mut SelfPlayer<G>; 2],
    settings: GameSettings,
    seed: u64,
) -> u32 {
    let first = play(start, &mut [&mut *one, &mut *other], settings, seed).winner;
    let [nodes, others] = settings.nodes;
    let exchanged = GameSettings { nodes: [others, nodes], ..settings };
    let second = play(start, &mut [other, one], exchanged, seed).winner;
    u32::from(half_points(first)) + 2 - u32::from(half_points(second))
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_game::nim::Nim;

    /// The player with more nodes has them with both sides.
    #[test]
    fn a_pair_exchanges_sides_and_limits() {
        let start = Nim::new(30);
        let [mut one, mut other] = [(); 2].map(|()| SelfPlayer::new((Knowledge::None, false)));
        let settings = GameSettings { nodes: [2000, 1], random_moves: 3, max_moves: 40 };
        let points: u32 = (0..20).map(|seed| pair(&start, [&mut one, &mut other], settings, seed)).sum();
        assert!(points > 48, "{points} of 80 half points");
    }

    #[test]
    fn a_game_is_reproduced_by_its_seed() {
        let start = Nim::new(30);
        let mut player = SelfPlayer::new((Knowledge::None, false));
        let settings = GameSettings { nodes: [50; 2], random_moves: 6, max_moves: 40 };
        let mut game = |seed| play(&start, &mut [&mut player], settings, seed);
        let games: Vec<ScoredGame<Nim>> = (0..6).map(&mut game).collect();
        assert_eq!(games, (0..6).map(&mut game).collect::<Vec<_>>());
        assert!(games.iter().any(|one| one.plies != games[0].plies));
        for game in &games {
            let random = game.plies.iter().take_while(|ply| ply.1.is_none()).count();
            assert!((1..=6).contains(&random) && game.plies[random..].iter().all(|ply| ply.1.is_some()));
        }
    }
}
