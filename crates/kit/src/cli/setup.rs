//! The configuration of a session from the kit of a game.

use crate::GameKit;
use duiyi_engine::Setup;
use duiyi_game::Notation;

/// The configuration of a session for the game of a kit, with its start position and bench.
pub fn setup<G: Notation>(kit: GameKit<G>) -> Setup<G> {
    Setup {
        start: kit.start.clone(),
        bench: bench_positions(&kit),
        player: Box::new(move || kit.player()),
        protocol: None,
        turn_time: None,
        on_game_end: None,
    }
}

/// The positions of a kit's bench; its start position if it has none.
pub(crate) fn bench_positions<G: Notation>(kit: &GameKit<G>) -> Vec<(String, G)> {
    let positions = kit.bench.positions.clone();
    if positions.is_empty() { vec![("start".to_owned(), kit.start.clone())] } else { positions }
}
