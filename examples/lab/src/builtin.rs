//! Players of this program itself.

use duiyi_arena::{Answer, Entrant, Fault, Player, Turn};
use duiyi_xiangqi::{Move, Position};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use std::time::Instant;

/// Plays any legal move: the zero of every scale of strength.
///
/// Its choice follows from the seed and the position, so that a match of it is
/// the same however many games run at a time.
#[derive(Clone, Debug)]
pub(crate) struct RandomMover {
    pub(crate) name: String,
    pub(crate) seed: u64,
}

impl Entrant for RandomMover {
    fn name(&self) -> &str {
        &self.name
    }

    fn description(&self) -> String {
        format!("random legal moves, seed {}", self.seed)
    }

    fn open(&self) -> Result<Box<dyn Player>, Fault> {
        Ok(Box::new(self.clone()))
    }
}

impl Player for RandomMover {
    fn new_game(&mut self) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        let asked = Instant::now();
        let fault = |text: String| Fault::NoMove(text);
        let (start, skip) = turn.reduced.unwrap_or((turn.start, 0));
        let mut position = Position::from_fen(start).map_err(|error| fault(error.to_string()))?;
        for mv in turn.moves.iter().skip(skip) {
            let mv: Move = mv.parse().map_err(|error| fault(format!("{error}")))?;
            position = position.play(mv).map_err(|error| fault(error.to_string()))?;
        }
        let moves = position.legal_moves();
        let salt = (turn.moves.len() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed ^ position.key() ^ salt);
        let index = rng.next_u64().checked_rem(moves.len() as u64).ok_or_else(|| fault("none is legal".to_owned()))?;
        Ok(Answer { mv: moves[index as usize].to_string(), elapsed: asked.elapsed(), ..Answer::default() })
    }
}
