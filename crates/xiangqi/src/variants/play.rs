//! What the search of a described variant uses, and its kit.

use super::{
    board::piece,
    description::Description,
    game::{QUIET_LIMIT, VariantGame, unpacked},
};
use crate::Side;
use duiyi_engine::PlayerParts;
use duiyi_game::{Game, Score, hash::mix64};
use duiyi_kit::GameKit;
use duiyi_search::{Depth, Generation, Heuristics, MoveSink, Noisy, Slots};

/// From this number of plies before the move limit on, the table distinguishes positions by their
/// clocks.
const CLOCK_MARGIN: u16 = 20;

/// The value of a target that a piece can move to, in hundredths of a pawn.
const TARGET: i32 = 3;

impl<D: Description> VariantGame<D> {
    fn is_capture(&self, mv: u16) -> bool {
        self.board.at(unpacked(mv).1) != 0
    }

    /// Eight times the victim, less the attacker.
    fn capture_order(&self, mv: u16) -> i32 {
        let attacker = piece(self.board.at(unpacked(mv).0)).map_or(0, |(kind, _)| D::PIECES[kind].value);
        8 * self.gain(mv) - attacker
    }
}

/// Captures are noisy; a side in check must answer, one ply deeper.
impl<D: Description> Heuristics for VariantGame<D> {
    type Insight = ();
    const NOISY: Option<Noisy<Self>> =
        Some(Noisy { value: Self::capture_order, ..Noisy::new(Self::is_capture, Self::gain) });
    const HISTORY: Slots<Self> = Slots { count: 1 << 13, slot: |_, mv| usize::from(mv) % (1 << 13) };

    fn generate(&self, kind: Generation, (): &(), moves: &mut MoveSink<'_, u16>) {
        let all = duiyi_game::legal_moves(self).into_iter();
        moves.extend(all.filter(|&mv| match kind {
            Generation::Noisy => self.is_capture(mv),
            Generation::Quiet => !self.is_capture(mv),
            Generation::Evasions => true,
        }));
    }

    fn threatened(&self) -> bool {
        self.in_check()
    }

    fn extension(&self, (): &()) -> Depth {
        if self.in_check() { Depth::PLY } else { Depth::ZERO }
    }

    fn table_key(&self) -> u64 {
        let is_near_limit = self.quiet.saturating_add(CLOCK_MARGIN) >= QUIET_LIMIT;
        if is_near_limit { self.key() ^ mix64(u64::from(self.quiet) << 32) } else { self.key() }
    }
}

/// The value of the pieces and of the points that they can move to, in hundredths of a pawn, for
/// the side to move.
pub fn material_and_mobility<D: Description>(game: &VariantGame<D>) -> Score {
    let value = |side: Side| {
        let pieces = game.board.pieces(side).map(|(point, kind)| {
            let mut targets = 0;
            game.board.targets(point, &mut |_| targets += 1);
            D::PIECES[kind].value + TARGET * targets
        });
        pieces.sum::<i32>()
    };
    Score::new(value(game.turn) - value(!game.turn))
}

/// The kit of a variant, for all programs.
///
/// ```
/// use duiyi_xiangqi::variants::{ManchuRules, kit};
/// assert_eq!(kit::<ManchuRules>().titles, ["Manchu Chess", "满洲象棋"]);
/// ```
pub fn kit<D: Description>() -> GameKit<VariantGame<D>> {
    let parts = PlayerParts::by(|| material_and_mobility::<D>);
    GameKit { titles: D::TITLES, ..GameKit::new(D::NAME, VariantGame::default(), parts) }
}
