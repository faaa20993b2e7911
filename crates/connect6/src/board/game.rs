//! The board as a [`Game`] of single stones: a turn of several stones is several moves of one side.
//! Also the board as squares, for pictures and clicks.

use super::{Board, Direction, Point, Rules, Symmetry};
use alloc::vec::Vec;
use duiyi_game::{Game, GameMove, Grid, Outcome, Reach, Reason, Score, Side, Square, Verdict};

impl GameMove for Point {
    #[inline]
    fn to_bits(self) -> u32 {
        self.index() as u32 + 1
    }

    #[inline]
    fn from_bits(bits: u32) -> Option<Point> {
        let index = bits.checked_sub(1)? as usize;
        (index < Point::MOST).then(|| Point::from_index(index))
    }
}

/// The symmetry with a number; the identity if the board does not have it.
fn symmetry(board: &Board, number: u8) -> Symmetry {
    let symmetry = Symmetry::ALL.get(usize::from(number)).copied();
    symmetry.filter(|symmetry| symmetry.is_of(board.rules())).unwrap_or(Symmetry::Identity)
}

/// The `k` points from a point on in a direction; `None` for those outside the board.
fn window(rules: Rules, start: Point, direction: Direction) -> impl Iterator<Item = Option<Point>> {
    let (right, up) = direction.step();
    (0..rules.k() as i8).map(move |i| {
        let column = (rules.column(start) as i8).checked_add(right * i)?;
        let row = (rules.row(start) as i8).checked_add(up * i)?;
        rules.point(u8::try_from(column).ok()?, u8::try_from(row).ok()?)
    })
}

impl Game for Board {
    type Move = Point;
    type Undo = ();

    const ALTERNATES: bool = false;
    const PATH_MATTERS: bool = false;

    /// A square board has all eight, by [`Symmetry::index`]. Others have some of them
    /// ([`Symmetry::of`]); the other numbers mean the identity.
    const SYMMETRIES: u8 = 8;

    #[inline]
    fn side_to_move(&self) -> Side {
        self.to_move()
    }

    /// The empty points that are neither forbidden nor too far from the stones, row by row from the bottom.
    fn legal_moves(&self, moves: &mut impl Extend<Point>) {
        if !self.is_over() {
            moves.extend(self.allowed());
        }
    }

    #[inline]
    fn is_legal(&self, point: Point) -> bool {
        !self.is_over() && self.rules().contains(point) && self.is_empty(point) && self.allows(point)
    }

    #[inline]
    fn make(&mut self, point: Point) {
        self.put(point);
    }

    #[inline]
    fn unmake(&mut self, _: Point, (): ()) {
        self.take();
    }

    #[inline]
    fn key(&self) -> u64 {
        Board::key(self)
    }

    /// The first stone of a turn may complete a row. Then its owner is still to move and has won.
    #[inline]
    fn verdict(&self, ply: usize) -> Verdict {
        let score = match self.winner() {
            Some(winner) if winner == self.to_move() => Score::mate_in(ply),
            Some(_) => Score::mated_in(ply),
            None if self.is_drawn() => Score::ZERO,
            None => return Verdict::Open,
        };
        Verdict::Exact(score, Reach::Position)
    }

    fn outcome(&self) -> Option<Outcome> {
        Board::outcome(self)
    }

    /// Every window of `k` points without a stone of the other side that lacks no more stones than
    /// the turn has, by a plain walk over the board. `None` if a longer row does not win.
    fn open_rows(&self, side: Side) -> Option<Vec<Vec<Point>>> {
        let rules = self.rules();
        if !rules.is_free() {
            return None;
        }
        let most = if side == self.to_move() { self.stones_left() } else { rules.p() };
        let mut rows = Vec::new();
        let starts = rules.points().filter(|_| !self.is_over());
        for (start, direction) in
            starts.flat_map(|start| rules.directions().iter().map(move |&direction| (start, direction)))
        {
            let mut missing = Vec::new();
            let open =
                window(rules, start, direction).all(|point| match point.map(|point| (point, self.color_at(point))) {
                    Some((point, None)) => {
                        missing.push(point);
                        missing.len() <= usize::from(most)
                    }
                    Some((_, Some(color))) => color == side,
                    None => false,
                });
            if open {
                missing.sort_unstable();
                rows.push(missing);
            }
        }
        rows.sort_unstable();
        rows.dedup();
        Some(rows)
    }

    fn canonical(&self) -> (u64, u8) {
        let (key, symmetry) = self.canonical_image();
        (key, symmetry.index() as u8)
    }

    fn image(&self, point: Point, number: u8) -> Point {
        symmetry(self, number).apply(self.rules(), point)
    }

    fn preimage(&self, point: Point, number: u8) -> Point {
        symmetry(self, number).inverse().apply(self.rules(), point)
    }
}

impl Grid for Board {
    fn size(&self) -> (u8, u8) {
        (self.rules().width(), self.rules().height())
    }

    fn squares(&self, point: Point) -> impl Iterator<Item = Square> {
        let rules = self.rules();
        core::iter::once(Square { column: rules.column(point), row: rules.row(point) })
    }

    fn refusal(&self, squares: &[Square]) -> Reason {
        let &[Square { column, row }] = squares else { return "a stone needs one point".into() };
        match self.rules().point(column, row).map(|point| self.check(point)) {
            Some(Err(reason)) => reason.into(),
            Some(Ok(())) => "a stone can be put there".into(),
            None => "that is off the board".into(),
        }
    }

    fn move_on(&self, squares: &[Square]) -> Option<Point> {
        let &[Square { column, row }] = squares else { return None };
        self.rules().point(column, row).filter(|&point| self.is_legal(point))
    }
}
