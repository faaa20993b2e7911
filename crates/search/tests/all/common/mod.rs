//! Small games and plain minimax as references for the search.
#![allow(unreachable_pub)]

use duiyi_game::hash::mix64;
use duiyi_search::{
    Game, GameMove, Generation, Heuristics, Limits, MoveSink, Noisy, Reach, Score, SearchResult, Searcher, Side, Slots,
    Table, Verdict,
    kit::{self, Plan},
};

/// A cell or an edge, numbered from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell(pub u8);

impl GameMove for Cell {
    fn to_bits(self) -> u32 {
        self.0 as u32 + 1
    }
    fn from_bits(bits: u32) -> Option<Cell> {
        u8::try_from(bits.checked_sub(1)?).ok().map(Cell)
    }
}

/// Connect(m,n,k,p,q): k in a row on m × n, q stones in the first turn, p in the later ones.
#[derive(Clone, Debug, PartialEq)]
pub struct Connect {
    m: usize,
    n: usize,
    k: usize,
    p: usize,
    cells: Vec<Option<Side>>,
    side: Side,
    /// Stones that the side to move has left in this turn.
    left: usize,
    stones: usize,
    last: Option<u8>,
}

impl Connect {
    pub fn new(m: usize, n: usize, k: usize, p: usize, q: usize) -> Connect {
        Connect { m, n, k, p, cells: vec![None; m * n], side: Side::First, left: q, stones: 0, last: None }
    }

    fn won_by_last(&self) -> bool {
        let Some(last) = self.last else { return false };
        let color = self.cells[last as usize];
        let (x, y) = ((last as usize % self.m) as i32, (last as usize / self.m) as i32);
        let at = |x: i32, y: i32| {
            (x >= 0 && y >= 0 && x < self.m as i32 && y < self.n as i32)
                .then(|| self.cells[y as usize * self.m + x as usize])
                .flatten()
        };
        [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|(dx, dy)| {
            let run = |sign: i32| (1..).take_while(|i| at(x + sign * i * dx, y + sign * i * dy) == color).count();
            1 + run(1) + run(-1) >= self.k
        })
    }
}

impl Game for Connect {
    type Move = Cell;
    type Undo = (Side, usize, Option<u8>);
    const ALTERNATES: bool = false;

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn make(&mut self, mv: Cell) -> Self::Undo {
        let undo = (self.side, self.left, self.last);
        self.cells[mv.0 as usize] = Some(self.side);
        self.stones += 1;
        self.last = Some(mv.0);
        self.left -= 1;
        if self.left == 0 {
            self.side = !self.side;
            self.left = self.p;
        }
        undo
    }

    fn unmake(&mut self, mv: Cell, undo: Self::Undo) {
        (self.side, self.left, self.last) = undo;
        self.cells[mv.0 as usize] = None;
        self.stones -= 1;
    }

    fn legal_moves(&self, moves: &mut impl Extend<Cell>) {
        moves.extend((0..self.cells.len()).filter(|&i| self.cells[i].is_none()).map(|i| Cell(i as u8)));
    }

    fn is_legal(&self, mv: Cell) -> bool {
        self.cells.get(mv.0 as usize) == Some(&None)
    }

    fn key(&self) -> u64 {
        let turn = mix64(1000 + (self.side.index() * 8 + self.left) as u64);
        let stones = self.cells.iter().enumerate().filter_map(|(i, c)| c.map(|c| mix64((i * 2 + c.index()) as u64)));
        // The key omits the last stone: whether it has won follows from the stones.
        stones.fold(turn, |key, stone| key ^ stone)
    }

    fn verdict(&self, ply: usize) -> Verdict {
        if self.won_by_last() {
            let winner = self.cells[self.last.unwrap() as usize].unwrap();
            let score = if winner == self.side { Score::mate_in(ply) } else { Score::mated_in(ply) };
            Verdict::Exact(score, Reach::Position)
        } else if self.stones == self.cells.len() {
            Verdict::Exact(Score::ZERO, Reach::Position)
        } else {
            Verdict::Open
        }
    }
}

impl Heuristics for Connect {
    type Insight = ();

    const HISTORY: Slots<Connect> = Slots { count: 256, slot: |_, mv| mv.0 as usize };
}

/// A pseudo-random evaluation that depends only on the position.
pub fn noise(game: &Connect) -> Score {
    Score::new((mix64(game.key()) % 41) as i32 - 20)
}

/// Walks on a random graph. The verdict on a return to an earlier point depends on the walk since
/// then, so the value depends on the path.
#[derive(Clone, Debug)]
pub struct Walk {
    seed: u64,
    points: u64,
    degree: u64,
    path: Vec<u64>,
}

impl Walk {
    pub fn is_noisy(mv: Cell) -> bool {
        mv.0 % 3 == 1
    }

    pub fn history_slot(mv: Cell) -> usize {
        mv.0 as usize % 16
    }

    pub fn new(seed: u64, points: u64, degree: u64) -> Walk {
        Walk { seed, points, degree, path: vec![mix64(seed) % points] }
    }

    fn at(&self) -> u64 {
        *self.path.last().unwrap()
    }

    fn next(&self, edge: u8) -> u64 {
        mix64(self.seed ^ self.at() << 8 ^ (edge as u64) << 40) % self.points
    }

    /// The same point and side to move without history.
    pub fn forgotten(&self) -> Walk {
        let mut path = vec![self.at()];
        if self.side_to_move() == Side::Second {
            path.insert(0, u64::MAX);
        }
        Walk { path, ..*self }
    }

    pub fn value(&self) -> Score {
        Score::new((mix64(self.key() ^ 77) % 101) as i32 - 50)
    }
}

impl Game for Walk {
    type Move = Cell;
    type Undo = ();

    fn side_to_move(&self) -> Side {
        Side::BOTH[(self.path.len() + 1) % 2]
    }

    fn make(&mut self, mv: Cell) {
        self.path.push(self.next(mv.0));
    }

    fn unmake(&mut self, _: Cell, (): ()) {
        self.path.pop();
    }

    fn legal_moves(&self, moves: &mut impl Extend<Cell>) {
        moves.extend((0..self.degree as u8).map(Cell));
    }

    fn is_legal(&self, mv: Cell) -> bool {
        (mv.0 as u64) < self.degree
    }

    fn key(&self) -> u64 {
        mix64(self.seed ^ self.at() ^ (self.side_to_move().index() as u64) << 32)
    }

    fn verdict(&self, ply: usize) -> Verdict {
        let length = self.path.len();
        let here = self.at();
        let Some(back) = (2..length).step_by(2).find(|&back| self.path[length - 1 - back] == here) else {
            return Verdict::Open;
        };
        // The points passed since then determine the score of the repetition.
        let sum: u64 = self.path[length - back..].iter().sum();
        let reach = Reach::Plies(back);
        match sum % 6 {
            0 => Verdict::Exact(Score::rule_win(ply), reach),
            1 => Verdict::Exact(Score::rule_loss(ply), reach),
            2 => Verdict::AtLeast(Score::new(10), reach),
            3 => Verdict::AtMost(Score::new(-10), reach),
            _ => Verdict::Exact(Score::ZERO, reach),
        }
    }
}

impl Heuristics for Walk {
    type Insight = ();
    const NOISY: Option<Noisy<Walk>> = Some(Noisy::new(|_, mv| Walk::is_noisy(mv), |_, _| 0));
    const HISTORY: Slots<Walk> = Slots { count: 16, slot: |_, mv| Walk::history_slot(mv) };

    fn generate(&self, kind: Generation, (): &(), moves: &mut MoveSink<'_, Cell>) {
        // Every third move is noisy, so that both lists are used.
        for edge in 0..self.degree as u8 {
            if (kind == Generation::Noisy) == (edge % 3 == 1) && kind != Generation::Evasions {
                moves.push(Cell(edge));
            }
        }
    }
}

/// Searches to a depth with a new table of 1 MiB. The evaluation is a function pointer, so that the
/// search is compiled once per game.
pub fn search<G: Heuristics + Clone>(
    game: &mut G,
    evaluate: fn(&G) -> Score,
    depth: u32,
    enhancements: duiyi_search::Enhancements,
) -> SearchResult<G::Move> {
    let table = Table::new(1);
    let mut searcher = Searcher::new(evaluate);
    searcher.enhancements = enhancements;
    searcher.search(game).table(&table).limits(Limits::depth(depth)).run()
}

/// Checks the heuristics of a game, and that an exact search of it equals minimax.
pub fn check_kit<G: Heuristics + Clone>(game: &G, evaluate: fn(&G) -> Score, most: usize) -> kit::Tally {
    let plan = Plan { games: 20, most, ..Plan::default() };
    let tally = kit::check(game, &plan).unwrap_or_else(|broken| panic!("{broken}"));
    let searched = kit::check_search(game, &plan, evaluate).unwrap_or_else(|broken| panic!("{broken}"));
    kit::Tally { searches: searched.searches, ..tally }
}
