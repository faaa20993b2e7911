//! A session of a protocol from the kit of a game.

use duiyi_engine::Setup;
use duiyi_game::Notation;
use duiyi_kit::GameKit;

/// What a session is made of for the game of a kit, from its start and with its bench.
pub fn setup<G: Notation>(kit: GameKit<G>) -> Setup<G> {
    Setup {
        start: kit.start().clone(),
        bench: bench_positions(&kit),
        player: Box::new(move || kit.player()),
        protocol: None,
        turn_time: None,
        on_game_end: None,
    }
}

/// The positions of the bench of a kit; its start if it has none.
pub(crate) fn bench_positions<G: Notation>(kit: &GameKit<G>) -> Vec<(String, G)> {
    let positions = kit.bench_positions();
    if positions.is_empty() { vec![("start".to_owned(), kit.start().clone())] } else { positions }
}
