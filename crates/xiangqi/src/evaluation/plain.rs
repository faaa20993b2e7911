//! A plain implementation of the features: squares as pairs of numbers,
//! lines walked step by step, sets as lists. It is slow, and independent of the line
//! tables; tests compare the two on random positions.

use super::terms;
use crate::{PieceKind, Position, RED, Side, Square};

type Point = (i32, i32);

/// A piece on the plain board.
#[derive(Clone, Copy, PartialEq)]
struct Man {
    color: Side,
    kind: PieceKind,
    at: Point,
}

/// The squares that a piece attacks, and for a cannon the squares that it can move to.
struct Reach {
    man: Man,
    goes: Vec<Point>,
    strikes: Vec<Point>,
}

const STRAIGHT: [Point; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const SLANTED: [Point; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

fn on_board((x, y): Point) -> bool {
    (0..9).contains(&x) && (0..10).contains(&y)
}

/// The palace of a colour.
fn in_palace(color: Side, (x, y): Point) -> bool {
    let home = if color == RED { y } else { 9 - y };
    (3..=5).contains(&x) && (0..=2).contains(&home)
}

fn beyond_river(color: Side, (_, y): Point) -> bool {
    if color == RED { y >= 5 } else { y <= 4 }
}

/// The board as a list.
pub(super) struct Plain {
    men: Vec<Man>,
    to_move: Side,
}

impl Plain {
    pub(super) fn of(position: &Position) -> Plain {
        let man = |(square, piece): (Square, crate::Piece)| Man {
            color: piece.color,
            kind: piece.kind,
            at: (square.file().into(), square.rank().into()),
        };
        Plain { men: position.pieces().map(man).collect(), to_move: position.side_to_move() }
    }

    fn at(&self, point: Point) -> Option<Man> {
        self.men.iter().copied().find(|man| man.at == point)
    }

    fn of_color(&self, color: Side) -> impl Iterator<Item = Man> + '_ {
        self.men.iter().copied().filter(move |man| man.color == color)
    }

    fn number(&self, color: Side, kind: PieceKind) -> i32 {
        self.of_color(color).filter(|man| man.kind == kind).count() as i32
    }

    fn king(&self, color: Side) -> Point {
        self.of_color(color).find(|man| man.kind == PieceKind::King).expect("a king").at
    }

    /// The points of a ray up to and including its first piece, then up to and including the second.
    fn ray(&self, from: Point, (dx, dy): Point) -> [Vec<Point>; 2] {
        let mut parts = [Vec::new(), Vec::new()];
        let (mut point, mut met) = ((from.0 + dx, from.1 + dy), 0);
        while on_board(point) && met < 2 {
            parts[met].push(point);
            met += usize::from(self.at(point).is_some());
            point = (point.0 + dx, point.1 + dy);
        }
        parts
    }

    /// The squares that a rook reaches, and those that it would reach without its first blockers.
    fn lines(&self, from: Point) -> [Vec<Point>; 2] {
        let rays = STRAIGHT.map(|step| self.ray(from, step));
        [0, 1].map(|part| rays.iter().flat_map(|ray| ray[part].clone()).collect())
    }

    /// The jumps of a horse: one step straight to an empty point, then one step diagonally.
    fn jumps(&self, (x, y): Point) -> Vec<Point> {
        let open = STRAIGHT.into_iter().filter(|&(dx, dy)| self.at((x + dx, y + dy)).is_none());
        let sides = |(dx, dy): Point| [1, -1].map(|side| if dx == 0 { (side, 2 * dy) } else { (2 * dx, side) });
        let to = open.flat_map(sides).map(|(dx, dy)| (x + dx, y + dy));
        to.filter(|&to| on_board(to)).collect()
    }

    fn reach(&self, man: Man) -> Reach {
        let (x, y) = man.at;
        let forward = if man.color == RED { 1 } else { -1 };
        let step = |(dx, dy): Point| (x + dx, y + dy);
        let near = |steps: &[Point]| steps.iter().map(|&by| step(by)).filter(|&to| on_board(to)).collect::<Vec<_>>();
        let strikes: Vec<Point> = match man.kind {
            PieceKind::King => near(&STRAIGHT).into_iter().filter(|&to| in_palace(man.color, to)).collect(),
            PieceKind::Advisor => near(&SLANTED).into_iter().filter(|&to| in_palace(man.color, to)).collect(),
            PieceKind::Elephant => {
                let open = SLANTED.iter().filter(|&&by| self.at(step(by)).is_none());
                let to = open.map(|&(dx, dy)| step((2 * dx, 2 * dy)));
                to.filter(|&to| on_board(to) && !beyond_river(man.color, to)).collect()
            }
            PieceKind::Horse => self.jumps(man.at),
            PieceKind::Rook => self.lines(man.at)[0].clone(),
            PieceKind::Cannon => self.lines(man.at)[1].clone(),
            PieceKind::Pawn if beyond_river(man.color, man.at) => near(&[(0, forward), (1, 0), (-1, 0)]),
            PieceKind::Pawn => near(&[(0, forward)]),
        };
        let goes = if man.kind == PieceKind::Cannon { self.lines(man.at)[0].clone() } else { strikes.clone() };
        Reach { man, goes, strikes }
    }

    fn reaches(&self, color: Side) -> Vec<Reach> {
        self.of_color(color).map(|man| self.reach(man)).collect()
    }

    /// The pieces strictly between two points of a line; `None` if they are not on a line.
    fn between(&self, a: Point, b: Point) -> Option<Vec<Man>> {
        if a == b || a.0 != b.0 && a.1 != b.1 {
            return None;
        }
        let step = ((b.0 - a.0).signum(), (b.1 - a.1).signum());
        let mut point = (a.0 + step.0, a.1 + step.1);
        let mut met = Vec::new();
        while point != b {
            met.extend(self.at(point));
            point = (point.0 + step.0, point.1 + step.1);
        }
        Some(met)
    }

    /// All features of a side except material and placement.
    pub(super) fn counts(&self, us: Side) -> Vec<i32> {
        let side = Walk { board: self, us, ours: self.reaches(us), theirs: self.reaches(!us), counts: Vec::new() };
        side.all()
    }
}

/// Whether a point is attacked.
fn struck(by: &[Reach], kinds: &[PieceKind], point: Point) -> bool {
    by.iter().any(|reach| kinds.contains(&reach.man.kind) && reach.strikes.contains(&point))
}

const ALL_KINDS: [PieceKind; 7] = PieceKind::ALL;
const WEAK: [PieceKind; 4] = [PieceKind::Pawn, PieceKind::King, PieceKind::Advisor, PieceKind::Elephant];
/// The kinds worth less than a rook.
const LESSER: [PieceKind; 6] =
    [PieceKind::Pawn, PieceKind::King, PieceKind::Advisor, PieceKind::Elephant, PieceKind::Horse, PieceKind::Cannon];

/// One side's walk over the terms.
struct Walk<'a> {
    board: &'a Plain,
    us: Side,
    ours: Vec<Reach>,
    theirs: Vec<Reach>,
    counts: Vec<i32>,
}

impl Walk<'_> {
    fn all(mut self) -> Vec<i32> {
        self.counts = vec![0; terms::FEATURES];
        self.numbers();
        self.mobility();
        self.pawns_and_threats();
        self.palace();
        self.checks();
        self.lines_to_the_king();
        self.counts[terms::TEMPO] += i32::from(self.mover());
        self.counts
    }

    fn mover(&self) -> bool {
        self.board.to_move == self.us
    }

    fn add(&mut self, feature: usize, count: i32) {
        self.counts[feature] += count;
    }

    /// Terms that depend on the numbers of pieces.
    fn numbers(&mut self) {
        let (us, them) = (self.us, !self.us);
        let own = |kind| self.board.number(us, kind);
        let other = |kind| self.board.number(them, kind);
        use PieceKind::{Advisor, Cannon, Elephant, Horse, Pawn, Rook};
        let mut counted = Vec::new();
        for kind in [Advisor, Elephant, Horse, Rook, Cannon] {
            counted.push((terms::PAIR + kind.index(), i32::from(own(kind) == 2)));
        }
        let pairs = [(Rook, Horse), (Rook, Cannon), (Horse, Cannon), (Rook, Pawn), (Horse, Pawn), (Cannon, Pawn)];
        for (i, (a, b)) in pairs.into_iter().enumerate() {
            counted.push((terms::TOGETHER + i, own(a) * own(b)));
        }
        for (j, guard) in [Advisor, Elephant].into_iter().enumerate() {
            for (i, kind) in [Rook, Horse, Cannon, Pawn].into_iter().enumerate() {
                counted.push((terms::AGAINST_GUARDS + 4 * j + i, own(kind) * other(guard)));
            }
        }
        let against = [(Rook, Horse), (Rook, Cannon), (Horse, Cannon), (Pawn, Rook), (Pawn, Horse), (Pawn, Cannon)];
        for (i, (a, b)) in against.into_iter().enumerate() {
            counted.push((terms::AGAINST_PIECES + i, own(a) * other(b)));
        }
        let crowd = self.board.men.len() as i32 - 2;
        counted.push((terms::CROWD, own(Horse) * crowd));
        counted.push((terms::CROWD + 1, own(Cannon) * crowd));
        for (i, screen) in [Advisor, Elephant, Pawn].into_iter().enumerate() {
            counted.push((terms::CANNON_SCREENS + i, own(Cannon) * own(screen)));
        }
        counted.push((terms::ONLY_ROOK, i32::from(own(Rook) >= 1 && other(Rook) == 0)));
        counted.push((terms::GUARDS + (3 * own(Advisor) + own(Elephant)) as usize, 1));
        counted.push((terms::PAWN_COUNT + own(Pawn) as usize, 1));
        counted.into_iter().for_each(|(feature, count)| self.add(feature, count));
    }

    fn mobility(&mut self) {
        let board = self.board;
        let (palace, ground) = (
            |point: &&Point| in_palace(!self.us, **point),
            |point: &&Point| beyond_river(self.us, **point) && !in_palace(!self.us, **point),
        );
        let mut counted = Vec::new();
        for reach in &self.ours {
            let own = |to: Point| board.at(to).is_some_and(|man| man.color == self.us);
            let empty = |to: &Point| board.at(*to).is_none();
            let (row, mobility) = match reach.man.kind {
                PieceKind::Rook => {
                    let safe = |to: &&Point| empty(to) && !struck(&self.theirs, &LESSER, **to);
                    (0, terms::ROOK_MOBILITY + reach.goes.iter().filter(safe).count())
                }
                PieceKind::Horse => {
                    let safe = |to: &&Point| !own(**to) && !struck(&self.theirs, &WEAK, **to);
                    (1, terms::HORSE_MOBILITY + reach.goes.iter().filter(safe).count())
                }
                PieceKind::Cannon => {
                    let safe = |to: &&Point| empty(to) && !struck(&self.theirs, &WEAK, **to);
                    (2, terms::CANNON_MOBILITY + reach.goes.iter().filter(safe).count())
                }
                _ => continue,
            };
            counted.push((mobility, 1));
            counted.push((terms::PALACE_CONTROL + row, reach.strikes.iter().filter(palace).count() as i32));
            counted.push((terms::GROUND_CONTROL + row, reach.strikes.iter().filter(ground).count() as i32));
            if reach.man.kind == PieceKind::Rook {
                let file: Vec<&Man> = board.men.iter().filter(|man| man.at.0 == reach.man.at.0).collect();
                let without_own = file.iter().filter(|man| man.color == self.us).count() == 1;
                counted.push((terms::ROOK_FILE, i32::from(file.len() == 1)));
                counted.push((terms::ROOK_FILE + 1, i32::from(file.len() > 1 && without_own)));
            }
        }
        // A point attacked by several pawns counts once.
        let mut by_pawns: Vec<Point> = self.struck_by(PieceKind::Pawn);
        by_pawns.retain(|&point| in_palace(!self.us, point));
        counted.push((terms::PALACE_CONTROL + 3, by_pawns.len() as i32));
        for man in board.of_color(self.us) {
            let protected = struck(&self.ours, &ALL_KINDS, man.at);
            counted.push((terms::PROTECTED + man.kind.index(), i32::from(protected)));
        }
        counted.into_iter().for_each(|(feature, count)| self.add(feature, count));
    }

    /// The points that our pieces of a kind attack, each once.
    fn struck_by(&self, kind: PieceKind) -> Vec<Point> {
        let of_kind = self.ours.iter().filter(|reach| reach.man.kind == kind);
        let mut points: Vec<Point> = of_kind.flat_map(|reach| reach.strikes.iter().copied()).collect();
        points.sort_unstable();
        points.dedup();
        points
    }

    fn pawns_and_threats(&mut self) {
        let across: Vec<Point> = (self.board.of_color(self.us))
            .filter(|man| man.kind == PieceKind::Pawn && beyond_river(self.us, man.at))
            .map(|man| man.at)
            .collect();
        self.add(terms::PAWNS_ACROSS + across.len(), 1);
        let linked = across.iter().filter(|&&(x, y)| across.contains(&(x + 1, y))).count();
        self.add(terms::LINKED_PAWNS, linked as i32);
        let mover = usize::from(self.mover());
        let mut loose = 0;
        let victims: Vec<Man> = self.board.of_color(!self.us).filter(|man| man.kind != PieceKind::King).collect();
        for victim in victims {
            let classes: [&[PieceKind]; 5] = [
                &[PieceKind::Pawn],
                &[PieceKind::King, PieceKind::Advisor, PieceKind::Elephant],
                &[PieceKind::Horse],
                &[PieceKind::Cannon],
                &[PieceKind::Rook],
            ];
            let weakest = classes.iter().position(|kinds| struck(&self.ours, kinds, victim.at));
            let Some(class) = weakest else { continue };
            let protected = struck(&self.theirs, &ALL_KINDS, victim.at);
            let row = (mover * 5 + class) * 2 + usize::from(protected);
            self.add(terms::THREAT + 7 * row + victim.kind.index(), 1);
            let by_lesser = match victim.kind {
                PieceKind::Rook => class <= 3,
                PieceKind::Horse | PieceKind::Cannon => class <= 1,
                _ => continue,
            };
            loose += usize::from(by_lesser || !protected);
        }
        self.add(terms::FORK + 3 * mover + loose.min(2), 1);
    }

    /// The attackers of the palace, and the pieces near it.
    fn palace(&mut self) {
        let (us, them) = (self.us, !self.us);
        let king = self.board.king(them);
        let palace: Vec<Point> =
            (3..=5).flat_map(|x| (0..10).map(move |y| (x, y))).filter(|&point| in_palace(them, point)).collect();
        let aims = |reach: &&Reach| match reach.man.kind {
            // A pawn in the palace, or one step in front of it or beside it.
            PieceKind::Pawn => {
                let (x, y) = reach.man.at;
                let forward = if us == RED { 1 } else { -1 };
                [(x, y), (x, y + forward), (x + 1, y), (x - 1, y)].iter().any(|point| palace.contains(point))
            }
            _ => reach.strikes.iter().any(|to| palace.contains(to)),
        };
        let units = |reach: &Reach| match reach.man.kind {
            PieceKind::Rook => 3,
            PieceKind::Horse | PieceKind::Cannon => 2,
            PieceKind::Pawn => 1,
            _ => 0,
        };
        let assault: usize = self.ours.iter().filter(aims).map(units).sum();
        let missing = 4 - self.board.number(them, PieceKind::Advisor) - self.board.number(them, PieceKind::Elephant);
        self.add(terms::ASSAULT + missing as usize * 11 + assault.min(10), 1);
        let bare = |&&point: &&Point| struck(&self.ours, &ALL_KINDS, point) && !struck(&self.theirs, &ALL_KINDS, point);
        let bare = palace.iter().filter(bare).count();
        self.add(terms::BARE_PALACE, bare as i32);
        let rows = [PieceKind::Rook, PieceKind::Horse, PieceKind::Cannon, PieceKind::Pawn];
        for man in self.board.of_color(us) {
            if let Some(row) = rows.iter().position(|&kind| kind == man.kind) {
                self.counts[terms::KING_FILES + 6 * row + ((man.at.0 - king.0).unsigned_abs() as usize).min(5)] += 1;
            }
        }
        let steps = STRAIGHT.iter().map(|step| (king.0 + step.0, king.1 + step.1)).filter(|to| palace.contains(to));
        let free = |&to: &Point| {
            let own = self.board.at(to).is_some_and(|man| man.color == them);
            !own && !struck(&self.ours, &ALL_KINDS, to)
        };
        let room = steps.filter(free).count();
        self.add(terms::KING_ROOM + room, 1);
        let wing = |files: std::ops::Range<i32>| {
            self.board.of_color(us).filter(|man| files.contains(&man.at.0) && beyond_river(us, man.at)).count()
        };
        let most = wing(0..4).max(wing(5..9)).min(6);
        self.add(terms::WING + most, 1);
    }

    /// Squares from which the next move can give check without being captured.
    fn checks(&mut self) {
        let board = self.board;
        let king = board.king(!self.us);
        let safe =
            |to: &Point| !struck(&self.theirs, &ALL_KINDS, *to) && board.at(*to).is_none_or(|man| man.color != self.us);
        let [open, screened] = board.lines(king);
        let all = (0..9).flat_map(|x| (0..10).map(move |y| (x, y)));
        let jumps: Vec<Point> = all.filter(|&from| board.jumps(from).contains(&king)).collect();
        let goes = |kind: PieceKind, to: &Point| {
            self.ours.iter().any(|reach| reach.man.kind == kind && reach.goes.contains(to))
        };
        let number = |kind: PieceKind, points: &[Point]| points.iter().filter(|to| goes(kind, to) && safe(to)).count();
        // The cannon must get there by a quiet move; captures that check are not counted.
        let quiet: Vec<Point> = screened.into_iter().filter(|&to| board.at(to).is_none()).collect();
        let numbers =
            [number(PieceKind::Rook, &open), number(PieceKind::Horse, &jumps), number(PieceKind::Cannon, &quiet)];
        let mover = usize::from(self.mover());
        for (i, number) in numbers.into_iter().enumerate() {
            self.add(terms::SAFE_CHECK + (3 * mover + i) * 4 + number.min(3), 1);
        }
    }

    /// Rooks, cannons and the own king on lines with the enemy king.
    fn lines_to_the_king(&mut self) {
        let (board, us, them) = (self.board, self.us, !self.us);
        let (own, king) = (board.king(us), board.king(them));
        let rooks = board.number(us, PieceKind::Rook);
        let home = if them == RED { 0 } else { 9 };
        for man in board.of_color(us) {
            let on_file = man.at.0 == king.0;
            let met = board.between(man.at, king);
            let pinner = man.kind == PieceKind::Rook || man.kind == PieceKind::King && on_file;
            if let (true, Some([only])) = (pinner, met.as_deref())
                && only.color == them
            {
                self.add(terms::PIN_BY_ROOK + only.kind.index(), 1);
            }
            self.add(terms::ROOK_KING_FILE, i32::from(man.kind == PieceKind::Rook && on_file));
            let Some(met) = met.filter(|_| man.kind == PieceKind::Cannon) else { continue };
            if on_file && met.is_empty() {
                self.add(terms::HOLLOW_CANNON + rooks as usize, 1);
            }
            if met.len() == 2 {
                for pinned in met.iter().filter(|man| man.color == them) {
                    self.add(terms::PIN_BY_CANNON + pinned.kind.index(), 1);
                }
            }
            if on_file && (2..=3).contains(&met.len()) {
                self.add(terms::CANNON_FILE + met.len() - 2, 1);
            }
            let (x, y) = man.at;
            if !on_file && y == home && !(3..=5).contains(&x) {
                let (elephant, advisor) = if x < 3 { (2, 3) } else { (6, 5) };
                let stands = |x, kind| board.at((x, home)) == Some(Man { color: them, kind, at: (x, home) });
                let missing = usize::from(!stands(elephant, PieceKind::Elephant))
                    + usize::from(!stands(advisor, PieceKind::Advisor));
                self.add(terms::BOTTOM_CANNON + 3 * usize::from(rooks > 0) + missing, 1);
            }
        }
        let forward = |y: i32| if us == RED { y > own.1 } else { y < own.1 };
        let blocked = board.of_color(us).any(|man| man.at.0 == own.0 && forward(man.at.1));
        self.add(terms::OPEN_KING, i32::from(!blocked));
    }
}
