//! The values of positions, and the solved tables.

use duiyi_endgame::Numbered;
use duiyi_game::{Game, Reason, Side};
use duiyi_xiangqi::{PieceKind, Position, Xiangqi, endgame::EndgameTable};

/// What is known of a position: bits for each side, those of the second side shifted by one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Value(u8);

impl Value {
    pub(super) const WINS: u8 = 1;
    pub(super) const HOLDS: u8 = 4;
    pub(super) const WINS_PLAINLY: u8 = 16;
    pub(super) const WINS_UNMIXED: u8 = 64;

    const fn lost(side: Side) -> Value {
        Value((Value::WINS | Value::HOLDS | Value::WINS_PLAINLY | Value::WINS_UNMIXED) << (1 - side.index()))
    }

    const DRAWN: Value = Value(Value::HOLDS * 3);

    const fn has(self, what: u8, side: Side) -> bool {
        self.0 & what << side.index() != 0
    }

    /// Adds what is known of a side.
    pub(super) const fn add(&mut self, what: u8, side: Side) {
        self.0 |= what << side.index();
    }

    /// Whether a side surely wins.
    pub(super) const fn wins(self, side: Side) -> bool {
        self.has(Value::WINS, side)
    }

    /// Whether a side surely does not lose.
    pub(super) const fn holds(self, side: Side) -> bool {
        self.has(Value::HOLDS, side)
    }

    /// Whether a side wins if every repetition is a draw.
    pub(super) const fn wins_plainly(self, side: Side) -> bool {
        self.has(Value::WINS_PLAINLY, side)
    }

    /// Whether a side wins if the other side loses by any checks and chases in turn.
    pub(super) const fn wins_unmixed(self, side: Side) -> bool {
        self.has(Value::WINS_UNMIXED, side)
    }

    const fn swapped(self) -> Value {
        Value((self.0 & 0x55) << 1 | (self.0 & 0xaa) >> 1)
    }

    /// Whether the value is exact: a side wins, or both hold.
    pub(super) const fn is_exact(self) -> bool {
        self.wins(Side::First) || self.wins(Side::Second) || self.holds(Side::First) && self.holds(Side::Second)
    }
}

/// A solved table.
pub(super) struct Table {
    pub(super) table: EndgameTable,
    pub(super) values: Vec<Option<Value>>,
}

/// The solved tables, each after those that it needs.
pub(super) struct Solved {
    pub(super) tables: Vec<Table>,
    /// The number of last ranks on which pawns may stand. They do not leave these, so that other positions
    /// are not needed.
    pub(super) pawn_ranks: u8,
}

impl Solved {
    /// Whether the tables contain a position of their pieces.
    pub(super) fn covers(&self, position: &Position) -> bool {
        Side::BOTH.into_iter().all(|side| {
            position.squares_of(side, PieceKind::Pawn).all(|square| {
                let rank = if side == Side::First { square.rank() } else { 9 - square.rank() };
                rank + self.pawn_ranks > 9
            })
        })
    }

    /// The value of a position of a solved table, or in which the game is over.
    ///
    /// # Errors
    /// If its table is not solved.
    pub(super) fn value(&self, game: &mut Xiangqi) -> Result<Value, Reason> {
        let position = *game.position();
        if position.legal_moves().is_empty() {
            return Ok(Value::lost(game.side_to_move()));
        }
        if position.is_drawn_by_material() {
            return Ok(Value::DRAWN);
        }
        let own = EndgameTable::of(&position);
        let table = own.clone().stronger_first();
        let solved = self.tables.iter().find(|solved| solved.table == table);
        let swapped = table != own;
        let index = if swapped { table.index(&Xiangqi::new(position.color_swapped())) } else { table.index(game) };
        let value = solved.zip(index).and_then(|(solved, index)| solved.values[index as usize]);
        let value = value.ok_or_else(|| format!("{}: no values of {table}", position.to_fen()))?;
        Ok(if swapped { value.swapped() } else { value })
    }
}
