//! The evaluation of [`ThesisEvaluation`](duiyi_xiangqi::ThesisEvaluation), computed by walking.

use super::mailbox::{
    CELL_OF, CELLS, COLUMN_OF, COLUMNS, EAST, HORSE_STEPS, Mailbox, NORTH, RING, ROW_OF, SLOT_PIECE, SOUTH, SQUARE_OF,
    WEST, owner, slots, step,
};
use duiyi_xiangqi::{AttackDirection, Move, Piece, PieceKind, RED, Side, Square, Tapered, ThesisWeights};

/// Whether each kind counts as a strong piece, of which there are twelve at the start.
const STRONG: [i32; 7] = [0, 0, 0, 1, 1, 1, 0];

/// Material, placement and the number of strong pieces, updated incrementally.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Running {
    placement: Tapered,
    strong: i32,
}

impl Running {
    fn of(pieces: impl Iterator<Item = (Square, Piece)>) -> Running {
        let mut sum = Running::default();
        for (square, piece) in pieces {
            sum.placement += ThesisWeights::placement(piece, square);
            sum.strong += STRONG[piece.kind.index()];
        }
        sum
    }

    /// The values after a move, given the moving and the captured piece.
    #[inline]
    fn moved(mut self, mover: Option<Piece>, captured: Option<Piece>, mv: Move) -> Running {
        if let Some(piece) = mover {
            self.placement -= ThesisWeights::placement(piece, mv.from());
            self.placement += ThesisWeights::placement(piece, mv.to());
        }
        if let Some(captured) = captured {
            self.placement -= ThesisWeights::placement(captured, mv.to());
            self.strong -= STRONG[captured.kind.index()];
        }
        self
    }
}

/// The value of an attack on a cell, by colour, piece and the direction of the attack; 0 in the ring.
type Control = [[[u8; CELLS]; 2]; 2];
static ROOK_CONTROL: Control = control_table(PieceKind::Rook);
static CANNON_CONTROL: Control = control_table(PieceKind::Cannon);
static HORSE_CONTROL: Control = control_table(PieceKind::Horse);

/// Each direction of a walk with its row of [`Control`].
const WALKS: [(isize, usize); 4] = [(WEST, 0), (EAST, 0), (SOUTH, 1), (NORTH, 1)];

const fn control_table(kind: PieceKind) -> Control {
    let mut table = [[[0; CELLS]; 2]; 2];
    let mut i = 0;
    while i < Square::COUNT {
        let cell = (i / 9 + RING) * COLUMNS + i % 9 + RING;
        let mut c = 0;
        while c < 2 {
            let piece = Piece::new(Side::BOTH[c], kind);
            if let Some(square) = Square::from_index(i) {
                table[c][0][cell] = ThesisWeights::control(piece, AttackDirection::Rank, square);
                table[c][1][cell] = ThesisWeights::control(piece, AttackDirection::File, square);
            }
            c += 1;
        }
        i += 1;
    }
    table
}

/// The same evaluation as [`ThesisEvaluation`](duiyi_xiangqi::ThesisEvaluation), on the plain model.
///
/// Material and placement are updated incrementally here too; what `ThesisEvaluation` reads
/// from the line tables is computed by walking.
#[derive(Clone, Debug, Default)]
pub struct PlainEvaluation {
    weights: ThesisWeights,
    running: Running,
    earlier: Vec<Running>,
}

impl PlainEvaluation {
    /// An evaluator with the default weights.
    pub fn new() -> PlainEvaluation {
        PlainEvaluation::with_weights(ThesisWeights::default())
    }

    /// An evaluator with other weights.
    pub fn with_weights(weights: ThesisWeights) -> PlainEvaluation {
        PlainEvaluation { weights, running: Running::default(), earlier: Vec::with_capacity(duiyi_search::MAX_PLY + 1) }
    }

    /// The static score of a position for the side to move.
    pub fn of(&self, plain: &Mailbox) -> i32 {
        self.complete(plain, running(plain))
    }

    /// Sets the position from which moves are followed.
    pub fn reset(&mut self, plain: &Mailbox) {
        self.running = running(plain);
        self.earlier.clear();
    }

    /// Updates the values for a move that is about to be made.
    #[inline]
    pub fn push(&mut self, plain: &Mailbox, mv: Move) {
        self.earlier.push(self.running);
        self.running = self.running.moved(plain.piece_at(mv.from()), plain.piece_at(mv.to()), mv);
    }

    /// Undoes the last update.
    #[inline]
    pub fn pop(&mut self) {
        if let Some(running) = self.earlier.pop() {
            self.running = running;
        }
    }

    /// The score of the position after the moves followed.
    #[inline]
    pub fn current(&self, plain: &Mailbox) -> i32 {
        debug_assert_eq!(self.running, running(plain));
        self.complete(plain, self.running)
    }

    fn complete(&self, plain: &Mailbox, running: Running) -> i32 {
        let mut sum = running.placement;
        for color in Side::BOTH {
            let mut own = mobility(plain, color, &self.weights);
            own += features(plain, color, &self.weights);
            if color == RED {
                sum += own;
            } else {
                sum -= own;
            }
        }
        let score = sum.share(running.strong.clamp(0, 12), 12);
        let own = if plain.side == RED { score } else { -score };
        own + self.weights.tempo
    }
}

/// Material, placement and the strong pieces from scratch.
fn running(plain: &Mailbox) -> Running {
    let pieces = plain.list.iter().zip(SLOT_PIECE);
    Running::of(
        pieces.filter_map(|(&cell, piece)| Some((Square::from_index(SQUARE_OF[cell as usize] as usize)?, piece))),
    )
}

/// Mobility and control of one side.
#[inline]
fn mobility(plain: &Mailbox, color: Side, weights: &ThesisWeights) -> Tapered {
    let mut attacked = 0;
    let mut sum = Tapered::default();
    let cells = |kind| plain.list[slots(color, kind)].iter().map(|&cell| cell as usize).filter(|&cell| cell != 0);
    for from in cells(PieceKind::Rook) {
        let mut free = 0;
        for (direction, row) in WALKS {
            let control = &ROOK_CONTROL[color.index()][row];
            let mut cell = step(from, direction);
            while plain.board[cell] == 0 {
                free += 1;
                attacked += i32::from(control[cell]);
                cell = step(cell, direction);
            }
            attacked += i32::from(control[cell]);
        }
        sum += weights.rook_mobility.times(free);
    }
    for from in cells(PieceKind::Cannon) {
        let mut free = 0;
        for (direction, row) in WALKS {
            let (empty, screen) = plain.walk(from, direction);
            free += empty as i32;
            if owner(plain.board[screen]).is_some() {
                let target = plain.walk(screen, direction).1;
                attacked += i32::from(CANNON_CONTROL[color.index()][row][target]);
            }
        }
        sum += weights.cannon_mobility.times(free);
    }
    for from in cells(PieceKind::Horse) {
        let mut free = 0;
        for (offset, leg) in HORSE_STEPS {
            if plain.board[step(from, leg)] == 0 {
                let cell = step(from, offset);
                attacked += i32::from(HORSE_CONTROL[color.index()][1][cell]);
                free += (plain.board[cell] == 0) as i32;
            }
        }
        sum += weights.horse_mobility.times(free);
    }
    sum += weights.control.times(attacked);
    sum
}

/// The features of one side.
#[inline]
fn features(plain: &Mailbox, color: Side, weights: &ThesisWeights) -> Tapered {
    let enemy = !color;
    let count = |color, kind| plain.count(color, kind) as i32;
    let mut sum = Tapered::default();
    let rooks = count(color, PieceKind::Rook);
    let horses = count(color, PieceKind::Horse);
    let cannons = count(color, PieceKind::Cannon);
    let missing_advisors = 2 - count(enemy, PieceKind::Advisor);
    if rooks == 2 {
        sum += weights.two_rooks.times(missing_advisors);
    }
    if rooks > 0 && count(enemy, PieceKind::Rook) == 0 {
        sum += weights.only_rook;
    }
    if horses > 0 && cannons > 0 {
        sum += weights.horse_and_cannon;
    }
    sum += weights.cannon_against_advisor.times(cannons * (2 - missing_advisors));
    sum += weights.horse_against_missing_advisor.times(horses * missing_advisors);
    let king = plain.list[slots(enemy, PieceKind::King).start] as usize;
    for slot in slots(color, PieceKind::Cannon) {
        let cannon = plain.list[slot] as usize;
        if cannon != 0 {
            sum += aimed_cannon(plain, cannon, king, enemy, weights);
            sum += bottom_cannon(plain, cannon, king, enemy, weights);
        }
    }
    sum
}

/// A cannon on the file of the enemy king.
#[inline]
fn aimed_cannon(plain: &Mailbox, cannon: usize, king: usize, enemy: Side, weights: &ThesisWeights) -> Tapered {
    if COLUMN_OF[cannon] != COLUMN_OF[king] {
        return Tapered::default();
    }
    let direction = if cannon < king { NORTH } else { SOUTH };
    let (mut pieces, mut theirs) = (0, 0);
    let mut cell = step(cannon, direction);
    while cell != king {
        if let Some(color) = owner(plain.board[cell]) {
            pieces += 1;
            theirs += (color == enemy) as u32;
        }
        cell = step(cell, direction);
    }
    match (pieces, theirs) {
        (0, _) => weights.hollow_cannon,
        (2, 2) => weights.pinning_cannon,
        _ => Tapered::default(),
    }
}

/// A cannon on the enemy's home rank, beside a king at home.
#[inline]
fn bottom_cannon(plain: &Mailbox, cannon: usize, king: usize, enemy: Side, weights: &ThesisWeights) -> Tapered {
    let home = if enemy == RED { 0 } else { 81 };
    let row = ROW_OF[CELL_OF[home] as usize];
    let column = COLUMN_OF[cannon];
    if ROW_OF[cannon] != row || ROW_OF[king] != row || (5..=7).contains(&column) {
        return Tapered::default();
    }
    let (elephant, advisor) = if column < 5 { (2, 3) } else { (6, 5) };
    let stands = |file: usize, kind| {
        let slot = plain.board[CELL_OF[home + file] as usize] as usize;
        slots(enemy, kind).contains(&slot)
    };
    match stands(elephant, PieceKind::Elephant) as u32 + stands(advisor, PieceKind::Advisor) as u32 {
        0 => weights.bottom_cannon,
        1 => weights.half_bottom_cannon,
        _ => Tapered::default(),
    }
}
