//! A session of a protocol from the kit of a game.

use duiyi_engine::Setup;
use duiyi_game::Notation;
use duiyi_kit::GameKit;

/// What a session is made of for the game of a kit, from its start and with its bench.
pub fn setup<G: Notation>(kit: GameKit<G>) -> Setup<G> {
    Setup {
        start: kit.start().clone(),
        bench: kit.bench_positions(),
        player: Box::new(move || kit.player()),
        protocol: None,
        turn_time: None,
        on_game_end: None,
    }
}
