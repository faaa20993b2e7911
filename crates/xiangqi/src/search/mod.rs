//! Xiangqi as the search sees it: a position with the path that led to it.

mod upcoming;

use crate::{
    Color, Move, MoveKind, MoveList, Piece, PieceKind, Position, Undo,
    movegen::see::EXCHANGE_VALUES,
    rulings::{RuleSet, Ruling, repetition_verdict},
};
use arrayvec::ArrayVec;
use duiyi_search::{Depth, Game, GameMove, Generation, Heuristics, MAX_PLY, MoveSink, Reach, Score, Side, Verdict};
pub use upcoming::closing_moves;

/// Plies without a capture after which the game is a draw (60 moves a side).
pub const NATURAL_LIMIT: u16 = 120;

/// From so many plies without a capture on, the table distinguishes positions by this clock.
const CLOCK_MATTERS: u16 = 100;

impl GameMove for Move {
    fn to_bits(self) -> u32 {
        self.bits() as u32
    }

    fn from_bits(bits: u32) -> Option<Move> {
        Move::from_bits(u16::try_from(bits).ok()?)
    }
}

/// A position on the path, as the repetition rules need it.
#[derive(Clone, Copy, Debug)]
struct Visit {
    key: u64,
    /// Whether the side to move is in check: whether the move to here was one.
    in_check: bool,
    /// How many plies one can go back before a capture (or a pass) makes a repetition impossible.
    reversible: u16,
    /// The move that led here; none at the beginning and after a pass.
    mv: Option<Move>,
}

/// A position with its path, ready to be searched.
///
/// ```
/// use duiyi_search::{LimitControl, Limits, Searcher, StopHandle, Table};
/// use duiyi_xiangqi::{Evaluation, Position, SearchPosition};
///
/// let fen = "2n1R4/5k3/b3b3c/p1r1p1n1p/2p3p2/P8/4P1c1P/2C3N1B/5C3/2BAKA3 w - - 0 1";
/// let mut position = SearchPosition::new(Position::from_fen(fen)?);
/// let mut searcher = Searcher::new(Evaluation::new());
/// let mut control = LimitControl::new(Limits::depth(3), StopHandle::new());
/// let found = searcher.search(&mut position, &Table::new(1), &mut control, &mut (), |_| true);
/// assert_eq!(found.best, Some("c2f2".parse()?));
/// assert_eq!(found.score.mate_distance(), Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SearchPosition {
    position: Position,
    path: Vec<Visit>,
    rules: RuleSet,
    /// The last move that [`SearchPosition::play`] played, and what it took.
    last_played: Option<(Move, Option<Piece>)>,
}

impl SearchPosition {
    /// A position without a past.
    pub fn new(position: Position) -> SearchPosition {
        let mut path = Vec::with_capacity(2 * MAX_PLY);
        path.push(Visit { key: position.key(), in_check: position.in_check(), reversible: 0, mv: None });
        SearchPosition { position, path, rules: RuleSet::default(), last_played: None }
    }

    /// Plays a legal move of the game: the path grows, and later repetitions are seen.
    ///
    /// # Errors
    /// Why the move is not legal; the position is then unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), crate::IllegalMove> {
        self.position.check_move(mv)?;
        let undo = self.make(mv);
        self.last_played = Some((mv, undo.captured()));
        // The search needs room for its own path without growing the list.
        self.path.reserve(MAX_PLY + 1);
        Ok(())
    }

    /// Chooses the rule set by which repetitions are ruled ([`RuleSet::Asian`] at first).
    #[must_use]
    pub fn with_rules(mut self, rules: RuleSet) -> SearchPosition {
        self.rules = rules;
        self
    }

    /// The position.
    #[inline]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The last move of the game, as [`SearchPosition::play`] was given it, and
    /// the piece that it took; `None` at the beginning.
    pub fn last_played(&self) -> Option<(Move, Option<Piece>)> {
        self.last_played
    }

    /// Whether the position has stood on the board before and the side that has
    /// just moved loses by the repetition unless it changes: its opponent may
    /// go on as before.
    pub fn must_opponent_change(&self) -> bool {
        let here = self.here();
        let last = self.path.len() - 1;
        let back = (4..=here.reversible as usize).step_by(2).find(|&back| self.path[last - back].key == here.key);
        back.is_some_and(|back| matches!(self.rule_cycle(0, back), Verdict::Exact(score, _) if score > Score::ZERO))
    }

    #[inline]
    fn here(&self) -> Visit {
        self.path[self.path.len() - 1]
    }

    /// What the repetition of an earlier position of the path is worth, if there is one that counts.
    ///
    /// A position that comes back inside the search tree counts at once: who
    /// repeats once can repeat again. One from before the root must come back twice.
    fn repetition(&self, ply: usize) -> Option<Verdict> {
        let here = self.here();
        let last = self.path.len() - 1;
        let mut met_before_root = false;
        let mut back = 4;
        while back <= here.reversible as usize {
            if self.path[last - back].key == here.key {
                if back <= ply || met_before_root {
                    return Some(self.rule_cycle(ply, back));
                }
                met_before_root = true;
            }
            back += 2;
        }
        None
    }

    /// Rules the closed cycle of the last `back` plies.
    ///
    /// Perpetual check is read off the path. Only if nobody gives it are the
    /// moves looked at for a perpetual chase.
    fn rule_cycle(&self, ply: usize, back: usize) -> Verdict {
        let cycle = &self.path[self.path.len() - back..];
        // The last move was the opponent's, the one before ours, and so on.
        let theirs = cycle.iter().rev().step_by(2).all(|visit| visit.in_check);
        let ours = cycle.iter().rev().skip(1).step_by(2).all(|visit| visit.in_check);
        let loser = match (theirs, ours) {
            _ if self.rules == RuleSet::None => None,
            (true, false) => Some(!self.position.side_to_move()),
            (false, true) => Some(self.position.side_to_move()),
            (true, true) => None,
            (false, false) => self.rule_chase(cycle),
        };
        let score = match loser {
            Some(loser) if loser == self.position.side_to_move() => Score::rule_loss(ply),
            Some(_) => Score::rule_win(ply),
            None => Score::ZERO,
        };
        Verdict::Exact(score, Reach::Plies(back))
    }

    /// Who loses by a cycle without perpetual check. Long cycles are rare, and
    /// those that do not fit the list are draws.
    fn rule_chase(&self, cycle: &[Visit]) -> Option<Color> {
        if self.rules == RuleSet::CheckOnly {
            return None;
        }
        let mut moves: ArrayVec<Move, MAX_PLY> = ArrayVec::new();
        for visit in cycle {
            moves.try_push(visit.mv?).ok()?;
        }
        match repetition_verdict(self.rules, &self.position, &moves) {
            Ruling::Loses(color) => Some(color),
            _ => None,
        }
    }

    fn strength(&self, color: Color) -> u32 {
        let count = |kind| self.position.squares_of(color, kind).count() as u32;
        2 * count(PieceKind::Rook) + count(PieceKind::Horse) + count(PieceKind::Cannon)
    }

    fn kind_at(&self, square: crate::Square) -> Option<PieceKind> {
        self.position.piece_at(square).map(|piece: Piece| piece.kind)
    }
}

impl Game for SearchPosition {
    type Move = Move;
    type Undo = Undo;

    #[inline]
    fn side_to_move(&self) -> Side {
        self.position.side_to_move().into()
    }

    #[inline]
    fn make(&mut self, mv: Move) -> Undo {
        let before = self.here().reversible;
        let undo = self.position.make(mv);
        let reversible = if undo.captured().is_some() { 0 } else { before + 1 };
        let in_check = self.position.in_check();
        self.path.push(Visit { key: self.position.key(), in_check, reversible, mv: Some(mv) });
        undo
    }

    #[inline]
    fn unmake(&mut self, mv: Move, undo: Undo) {
        self.path.pop();
        self.position.unmake(mv, undo);
    }

    fn legal_moves(&self, moves: &mut impl Extend<Move>) {
        let mut list = MoveList::new();
        self.position.generate(MoveKind::All, &mut list);
        moves.extend(list);
    }

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        self.position.is_legal(mv)
    }

    #[inline]
    fn key(&self) -> u64 {
        self.position.key()
    }

    #[inline]
    fn verdict(&self, ply: usize) -> Verdict {
        if let Some(verdict) = self.repetition(ply) {
            return verdict;
        }
        // Mate comes before the move count.
        if self.position.quiet_plies() >= NATURAL_LIMIT && self.position.has_legal_move() {
            return Verdict::Exact(Score::ZERO, Reach::Game);
        }
        if self.position.is_drawn_by_material() {
            return Verdict::Exact(Score::ZERO, Reach::Position);
        }
        Verdict::Open
    }
}

impl Heuristics for SearchPosition {
    type Insight = ();
    const HAS_NOISY: bool = true;

    const PRUNABLE: bool = true;
    const HISTORY_SLOTS: usize = 90 * 90;
    const CONTINUATION_SLOTS: usize = 7 * 90;
    const NOISY_SLOTS: usize = 7 * 90 * 7;
    const STRUCTURES: usize = 2;

    #[inline]
    fn threatened(&self) -> bool {
        self.here().in_check
    }

    /// With nothing but pawns and guards a side may be in zugzwang.
    fn null_move(&self) -> Option<u32> {
        Some(self.strength(self.position.side_to_move())).filter(|&strength| strength > 0)
    }

    fn make_null(&mut self) {
        self.position.pass();
        self.path.push(Visit { key: self.position.key(), in_check: false, reversible: 0, mv: None });
    }

    fn unmake_null(&mut self) {
        self.path.pop();
        self.position.pass();
    }

    #[inline]
    fn is_noisy(&self, mv: Move) -> bool {
        self.position.occupied().contains(mv.to())
    }

    #[inline]
    fn exchange_at_least(&self, mv: Move, threshold: Score) -> bool {
        self.position.exchange_at_least(mv, threshold.get())
    }

    #[inline]
    fn gain(&self, mv: Move) -> i32 {
        self.kind_at(mv.to()).map_or(0, |kind| EXCHANGE_VALUES[kind.index()])
    }

    /// Most valuable victim, then least valuable attacker.
    #[inline]
    fn noisy_value(&self, mv: Move) -> i32 {
        let attacker = self.kind_at(mv.from()).map_or(0, |kind| EXCHANGE_VALUES[kind.index()].min(2000));
        self.gain(mv) * 4 - attacker
    }

    #[inline]
    fn history_slot(&self, mv: Move) -> usize {
        mv.from().index() * 90 + mv.to().index()
    }

    /// The kind of piece and its target, seen from its own side.
    #[inline]
    fn continuation_slot(&self, mv: Move) -> usize {
        let to = match self.position.side_to_move() {
            Color::Red => mv.to(),
            Color::Black => mv.to().rotate(),
        };
        self.kind_at(mv.from()).map_or(0, PieceKind::index) * 90 + to.index()
    }

    /// Piece, target and victim.
    #[inline]
    fn noisy_slot(&self, mv: Move) -> usize {
        let kind = |square| self.kind_at(square).map_or(0, PieceKind::index);
        (kind(mv.from()) * 90 + mv.to().index()) * 7 + kind(mv.to())
    }

    #[inline]
    fn key_after(&self, mv: Move) -> Option<u64> {
        Some(self.position.key_after(mv))
    }

    #[inline]
    fn makes_threat(&self, mv: Move) -> bool {
        self.position.gives_check(mv)
    }

    fn repeating_move(&self) -> Option<Move> {
        let reversible = self.here().reversible as usize;
        if reversible < 3 {
            return None;
        }
        let path = self.path.iter().rev().take(reversible).map_while(|visit| visit.mv);
        closing_moves(path).find(|&mv| self.position.is_legal(mv))
    }

    /// The pawns, and the guards (kings, advisors, elephants).
    #[inline]
    fn structure(&self, index: usize) -> u64 {
        if index == 0 { self.position.pawn_key() } else { self.position.guard_key() }
    }

    /// A check is answered one ply deeper.
    #[inline]
    fn extension(&self, (): &()) -> Depth {
        if self.here().in_check { Depth::PLY } else { Depth::ZERO }
    }

    fn generate(&self, kind: Generation, (): &(), moves: &mut MoveSink<'_, Move>) {
        let mut list = MoveList::new();
        let kind = match kind {
            Generation::Noisy => MoveKind::Captures,
            Generation::Quiet => MoveKind::Quiets,
            Generation::Evasions => MoveKind::All,
        };
        self.position.generate(kind, &mut list);
        moves.extend(list.iter().copied());
    }

    #[inline]
    fn table_key(&self) -> u64 {
        let clock = self.position.quiet_plies();
        if clock < CLOCK_MATTERS {
            self.position.key()
        } else {
            self.position.key() ^ (clock as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(fen: &str, moves: &str) -> SearchPosition {
        let mut position = SearchPosition::new(fen.parse().unwrap());
        for mv in moves.split_whitespace() {
            position.play(mv.parse().unwrap()).unwrap();
        }
        position
    }

    #[test]
    fn a_perpetual_check_loses_and_an_idle_repetition_draws() {
        // Red's rook checks for ever (WXF 2018, diagram 1).
        let fen = "c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w - - 0 1";
        let game = after(fen, "h8h9 f9f8 h9h8 f8f9");
        assert_eq!(game.verdict(4), Verdict::Exact(Score::rule_loss(4), Reach::Plies(4)));
        // The same after Red's check: it is Black's turn, who wins.
        let game = after(fen, "h8h9 f9f8 h9h8 f8f9 h8h9");
        assert_eq!(game.verdict(5), Verdict::Exact(Score::rule_win(5), Reach::Plies(4)));
        let game = after(crate::fen::START, "h2e2 h9g7 e2h2 g7h9");
        assert_eq!(game.verdict(4), Verdict::Exact(Score::ZERO, Reach::Plies(4)));
    }

    #[test]
    fn a_perpetual_chase_loses_by_the_asian_rules_only() {
        // Two cannons chase a rook in turn (WXF 2018, diagram 23: Red loses).
        let fen = "2bak4/4a4/4b4/8p/2p3p2/9/N2rP4/6NC1/C3A4/4K1B2 w - - 0 1";
        let moves = "h2h3 d3d1 h3h1 d1d3 h1h3 d3d1 h3h1";
        let game = after(fen, moves);
        assert!(matches!(game.verdict(7), Verdict::Exact(score, _) if score == Score::rule_win(7)));
        let mut game = SearchPosition::new(fen.parse().unwrap()).with_rules(RuleSet::CheckOnly);
        for mv in moves.split(' ') {
            game.play(mv.parse().unwrap()).unwrap();
        }
        assert!(matches!(game.verdict(7), Verdict::Exact(Score::ZERO, _)));
    }

    #[test]
    fn a_repetition_from_before_the_root_must_come_back_twice() {
        let once = "h2e2 h9g7 e2h2 g7h9";
        assert_eq!(after(crate::fen::START, once).verdict(2), Verdict::Open);
        let twice = format!("{once} {once}");
        assert_ne!(after(crate::fen::START, &twice).verdict(2), Verdict::Open);
        // A capture in between makes a new beginning.
        let game = after(crate::fen::START, "h2h9 i9h9 a0a1 h9h8 a1a0 h8h9");
        assert_eq!(game.verdict(6), Verdict::Exact(Score::ZERO, Reach::Plies(4)));
        let game = after(crate::fen::START, "b2b9 a9b9");
        assert_eq!(game.verdict(2), Verdict::Open);
    }

    #[test]
    fn a_pass_is_no_repetition() {
        let mut game = after(crate::fen::START, "h2e2 h9g7");
        game.make_null();
        game.make("g7h9".parse().unwrap());
        game.make_null();
        assert_eq!(game.verdict(3), Verdict::Open);
    }

    #[test]
    fn the_natural_limit_draws_unless_it_is_mate() {
        let quiet = "4k4/9/9/9/9/9/9/9/9/R2K5 w - - 119 80";
        let game = after(quiet, "a0a1");
        assert_eq!(game.verdict(1), Verdict::Exact(Score::ZERO, Reach::Game));
        // A mate on the 120th ply counts.
        let mating = "3k5/9/4R4/9/9/9/9/9/9/R3K4 w - - 119 80";
        let game = after(mating, "a0d0");
        assert!(game.position().in_check() && !game.position().has_legal_move());
        assert_eq!(game.verdict(1), Verdict::Open);
    }

    #[test]
    fn without_attackers_it_is_a_draw() {
        let game = after("3ak4/9/9/9/9/9/9/4B4/9/4KA3 b - - 0 1", "");
        assert_eq!(game.verdict(0), Verdict::Exact(Score::ZERO, Reach::Position));
    }
}
