//! Transposition tables in files.

use crate::player::Player;
use duiyi_game::{Game, Score, hash::digest};
use duiyi_search::TableFileError;

/// The reason why a table was not saved or loaded. The player's table is unchanged.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The player has no transposition table: it uses a tree, or does not search.
    #[error("this player has no transposition table")]
    Absent,
    /// The table in the file is too large for the free memory.
    #[error("the table of the file has {wanted} MiB, {available} MiB are free")]
    Memory {
        /// The size of the file, in MiB.
        wanted: u64,
        /// The available memory, in MiB.
        available: u64,
    },
    /// The file cannot be read or written, or is not a table of this player.
    #[error(transparent)]
    File(#[from] TableFileError),
}

/// The identity of a game and an evaluation for [`HashTable::save`](crate::player::HashTable::save) and
/// [`HashTable::load`](crate::player::HashTable::load): a hash of the keys and static scores of some
/// positions.
///
/// Another game has different keys, and another evaluation or version of it has different scores, so
/// the positions should be numerous and diverse. It is a [`digest`], which detects mistakes, not forgery.
///
/// ```
/// use duiyi_game::{Score, nim::Nim};
/// use duiyi_engine::{Player, SearchPlayer, table_identity};
///
/// let positions = [Nim::new(5), Nim::new(9)];
/// let of = |score| table_identity(&mut SearchPlayer::new(move || move |_: &Nim| Score::new(score)), &positions);
/// assert!(of(0) == of(0) && of(0) != of(1), "another evaluation");
/// ```
pub fn table_identity<'a, G: Game + 'a>(player: &mut dyn Player<G>, positions: impl IntoIterator<Item = &'a G>) -> u64 {
    digest(positions.into_iter().flat_map(|position| {
        let score = static_score(player, position).map_or(i64::MIN, |score| i64::from(score.get()));
        [position.key().to_le_bytes(), score.to_le_bytes()].into_iter().flatten()
    }))
}

/// The player's static evaluation of a position, if it has one.
fn static_score<G: Game>(player: &mut dyn Player<G>, position: &G) -> Option<Score> {
    player.inspect()?.static_score(position)
}
