//! Choosing a complete turn from a book.

use crate::{BookError, Policy, Source};
use duiyi_game::{Game, History};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The turn chosen by a policy, or the rest of a turn in progress; `None` if the book does not contain
/// all of its moves, or if it leads to a position that already occurred in the game.
///
/// `allowed` returns whether the turn may have these moves, its first ones or all, in any order.
///
/// # Errors
/// If the book cannot be read.
pub fn choose_turn<G: Game + Clone>(
    source: &(impl Source<G> + ?Sized),
    game: &History<G>,
    allowed: &dyn Fn(&[G::Move]) -> bool,
    policy: &Policy,
    random: &mut Xoshiro256PlusPlus,
) -> Result<Option<Vec<G::Move>>, BookError> {
    let mut now = game.now().clone();
    let side = now.side_to_move();
    let mut turn = Vec::new();
    loop {
        let mut moves = source.moves(&now)?;
        moves.retain(|book_move| {
            let with: Vec<G::Move> = turn.iter().copied().chain([book_move.mv]).collect();
            allowed(&with)
        });
        let Some(chosen) = policy.choose(&moves, random) else { return Ok(None) };
        now.make(moves[chosen].mv);
        turn.push(moves[chosen].mv);
        if G::ALTERNATES || now.side_to_move() != side || now.outcome().is_some() {
            break;
        }
    }
    let comes_back = game.positions().any(|position| position.key() == now.key());
    Ok((!comes_back).then_some(turn))
}
