//! Positions for the steps: random games, and mates found in them by the rules alone.

use duiyi_game::{History, Notation, Score, legal_moves, mate_line};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};

/// A random game of this many moves, or until it would end.
pub(super) fn random_game<G: Notation>(start: &G, seed: u64, moves: usize) -> History<G> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut game = History::new(start.clone());
    for _ in 0..moves {
        let legal = legal_moves(game.now());
        if legal.is_empty() {
            break;
        }
        // The moves are legal.
        let _ = game.play(legal[(rng.next_u64() % legal.len() as u64) as usize]);
        if game.outcome().is_some() {
            game.undo();
            break;
        }
    }
    // Only whole turns.
    while game.now().side_to_move() == game.movers().next_back().unwrap_or(!game.now().side_to_move()) {
        game.undo();
    }
    game
}

/// Random games of various lengths.
pub(super) fn random_games<G: Notation>(start: &G, seed: u64, count: u64) -> Vec<History<G>> {
    (0..count).map(|at| random_game(start, seed.wrapping_add(at), (at * 7 % 60) as usize)).collect()
}

/// A position with a mate and the number of moves to it.
pub(super) struct Mate<G> {
    pub(super) position: G,
    pub(super) moves: u32,
}

/// The most random games that are searched for mates.
const GAMES: u64 = 60;
/// The most positions of the proof of a mate in two.
const PROOF: u64 = 20_000;

/// Positions with a mate in one, at most `count`, and for some of them one with a mate in two.
pub(super) fn mates<G: Notation>(start: &G, seed: u64, count: usize) -> Vec<Mate<G>> {
    let mut found = Vec::new();
    let mut ones = 0;
    for at in 0..GAMES {
        let game = random_game(start, seed.wrapping_add(at), 300);
        let positions: Vec<G> = game.positions().collect();
        // Without its past, since only the position is sent.
        let alone = |position: &G| start.read_position(&position.write_position()).ok();
        let Some(index) = positions.iter().position(|position| alone(position).is_some_and(|one| mates_at_once(&one)))
        else {
            continue;
        };
        if let Some(two) = index.checked_sub(2).and_then(|before| alone(&positions[before])) {
            let line = &game.moves()[index - 2..index - 1];
            if !mates_at_once(&two) && mate_line(&two, line, Score::mate_in(3), PROOF).is_some() {
                found.push(Mate { position: two, moves: 2 });
            }
        }
        found.extend(alone(&positions[index]).map(|position| Mate { position, moves: 1 }));
        ones += 1;
        if ones == count {
            break;
        }
    }
    found
}

/// Whether a move wins at once.
fn mates_at_once<G: Notation>(now: &G) -> bool {
    let side = now.side_to_move();
    legal_moves(now).into_iter().any(|mv| {
        let mut then = now.clone();
        then.make(mv);
        then.outcome().is_some_and(|outcome| outcome.winner == Some(side))
    })
}

/// A position in which the game is over, reached by the rules.
pub(super) fn finished<G: Notation>(mate: &Mate<G>) -> Option<G> {
    let side = mate.position.side_to_move();
    legal_moves(&mate.position).into_iter().find_map(|mv| {
        let mut then = mate.position.clone();
        then.make(mv);
        then.outcome().is_some_and(|outcome| outcome.winner == Some(side)).then_some(then)
    })
}
