//! Tables of players in files.

use crate::Player;
use duiyi_game::{Game, Score, hash::digest};
use duiyi_search::TableFileError;

/// Why a player's table was not saved, or none was loaded: then it keeps the one that it has.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The player has no transposition table: it grows a tree, or does not search.
    #[error("this player has no transposition table")]
    Absent,
    /// The table of the file is too large for the memory that is free.
    #[error("the table of the file has {wanted} MiB, {available} MiB are free")]
    Memory {
        /// The size of the file, in MiB.
        wanted: u64,
        /// The memory for it, in MiB.
        available: u64,
    },
    /// The file cannot be read or written, or is not a table of this player.
    #[error(transparent)]
    File(#[from] TableFileError),
}

/// The identity by which [`HashTable::save`](crate::HashTable::save) and
/// [`HashTable::load`](crate::HashTable::load) know a game and an evaluation: a number
/// made of the keys of some positions and of their static scores.
///
/// Another game has other keys, and another evaluation, or another version of it, other scores; so
/// the positions should be many and unlike. It is a [`digest`], which finds mistakes, not forgery.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/nim/game.rs")); }
/// # use nim::Nim;
/// # use duiyi_search::Heuristics;
/// # impl Heuristics for Nim { type Insight = (); }
/// use duiyi_game::Score;
/// use duiyi_player::{Player, SearchPlayer, table_identity};
/// use duiyi_search::Stateless;
///
/// let positions = [Nim::new(5), Nim::new(9)];
/// let of = |score| table_identity(&mut SearchPlayer::new(move || Stateless(move |_: &Nim| Score::new(score))), &positions);
/// assert!(of(0) == of(0) && of(0) != of(1), "another evaluation");
/// ```
pub fn table_identity<'a, G: Game + 'a>(player: &mut dyn Player<G>, positions: impl IntoIterator<Item = &'a G>) -> u64 {
    digest(positions.into_iter().flat_map(|position| {
        let score = static_score(player, position).map_or(i64::MIN, |score| i64::from(score.get()));
        [position.key().to_le_bytes(), score.to_le_bytes()].into_iter().flatten()
    }))
}

/// What a position is worth for a player without a search, where it can be asked.
fn static_score<G: Game>(player: &mut dyn Player<G>, position: &G) -> Option<Score> {
    player.inspect()?.static_score(position)
}
