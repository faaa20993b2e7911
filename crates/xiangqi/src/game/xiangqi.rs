//! Xiangqi as a game: a position with the path that led to it, and the rules by
//! which it ends.

use super::{ending::EndReason, rules::GameRules};
use crate::{
    IllegalMove, Move, Piece, Position, Undo,
    rulings::{Repetition, Ruling, RulingReport, path::Path},
};
use alloc::string::ToString;
use duiyi_game::{CitedRuling, Game, GameMove, MAX_PLY, Outcome, OutcomeKind, Reach, Score, Side, Verdict};

impl GameMove for Move {
    fn to_bits(self) -> u32 {
        self.bits() as u32
    }

    fn from_bits(bits: u32) -> Option<Move> {
        Move::from_bits(u16::try_from(bits).ok()?)
    }
}

/// The game of xiangqi: a position with its rules and the moves that led to it, as far as
/// the rules need them.
///
/// It works with everything for games in general: [`duiyi_game::History`] records a
/// game, and with the feature `engine` `duiyi_search` plays it.
///
/// ```
/// use duiyi_game::{Game, History, Side};
/// use duiyi_xiangqi::Xiangqi;
///
/// // Red's rook checks perpetually.
/// let text = "c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w - - 0 1 moves h8h9 f9f8 h9h8 f8f9 h8h9 f9f8 h9h8 f8f9";
/// let mut game = History::<Xiangqi>::read("asian", text)?;
/// assert_eq!(game.now().occurrences(), 3);
/// assert_eq!(game.outcome().unwrap().to_string(), "0-1 perpetual check");
/// game.play("e1e0".parse()?)?; // Red ends the cycle.
/// assert_eq!(game.outcome(), None);
/// # Ok::<(), duiyi_game::Reason>(())
/// ```
#[derive(Clone, Debug)]
pub struct Xiangqi {
    position: Position,
    path: Path,
    rules: GameRules,
}

impl Default for Xiangqi {
    /// The initial position with the default rules.
    fn default() -> Xiangqi {
        Xiangqi::new(Position::start())
    }
}

impl From<Position> for Xiangqi {
    fn from(position: Position) -> Xiangqi {
        Xiangqi::new(position)
    }
}

impl Xiangqi {
    /// A position without a history, with the default rules.
    pub fn new(position: Position) -> Xiangqi {
        Xiangqi { position, path: Path::new(&position, 2 * MAX_PLY), rules: GameRules::default() }
    }

    /// Replaces the rules: by [`GameRules`], or a rule book with the usual limits.
    #[must_use]
    pub fn with_rules(mut self, rules: impl Into<GameRules>) -> Xiangqi {
        self.rules = rules.into();
        self
    }

    /// Plays a legal move and extends the path, so that later repetitions are detected.
    ///
    /// # Errors
    /// If the move is not legal; the game is then unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.position.check_move(mv)?;
        self.make(mv);
        // Reserves room for the path of a search, so that it does not reallocate.
        self.path.reserve(MAX_PLY + 1);
        Ok(())
    }

    /// The position.
    #[inline]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The rules.
    pub fn game_rules(&self) -> &GameRules {
        &self.rules
    }

    /// The last move and the piece that it captured; `None` at the beginning.
    pub fn last_played(&self) -> Option<(Move, Option<Piece>)> {
        let here = self.path.here();
        Some((here.mv?, here.captured()))
    }

    /// The number of occurrences of the position, including the current one.
    pub fn occurrences(&self) -> usize {
        1 + self.path.recurrences().count()
    }

    /// The repetition that the last move has completed, if any.
    pub fn repetition(&self) -> Option<Repetition> {
        self.path.repetition()
    }

    /// The ruling on the position by the rule book, with its reasons;
    /// [`Ruling::Open`] if it has not occurred before.
    pub fn ruling_report(&self) -> RulingReport {
        self.path.report(self.rules.repetition, &self.position)
    }

    /// Whether the position has occurred before and the side that has
    /// just moved must deviate or lose: its opponent may
    /// continue the cycle.
    pub fn must_opponent_change(&self) -> bool {
        let ruling = |back| self.path.rule(self.rules.repetition, &self.position, back, true);
        self.path.recurrences().next().map(ruling) == Some(Ruling::Loses(!self.position.side_to_move()))
    }

    /// Plies without a capture as the move limit counts them.
    ///
    /// With [`GameRules::counted_checks`], only that number of checks of each side counts
    /// since the last capture; further checks and their answers are skipped.
    /// The counter of the initial position counts in full.
    pub fn move_clock(&self) -> u16 {
        let quiet = self.position.quiet_plies();
        let Some(limit) = self.rules.counted_checks else { return quiet };
        let visits = self.path.since_capture();
        let mut clock = quiet.saturating_sub(self.path.here().reversible);
        let mut checks = [0u16; 2];
        // The mover of the first of these plies.
        let mut us = (self.position.side_to_move().index() + visits.len() - 1) % 2;
        for pair in visits.windows(2) {
            let mut passed_over = checks[us ^ 1] > limit && pair[0].in_check;
            if pair[1].in_check {
                checks[us] = checks[us].saturating_add(1);
                passed_over |= checks[us] > limit;
            }
            clock += u16::from(!passed_over);
            us ^= 1;
        }
        clock
    }

    /// The least number of plies until the move limit ends the game if nothing is captured; `None` without a
    /// limit.
    pub fn plies_to_limit(&self) -> Option<u16> {
        self.rules.move_limit.map(|limit| limit.saturating_sub(self.move_clock()))
    }

    /// The reason why the rules end the game; `None` if it continues. [`Game::outcome`]
    /// returns the winner.
    ///
    /// Mate and stalemate come first, then material, repetition, and the move
    /// limit last.
    pub fn end_reason(&self) -> Option<EndReason> {
        if !self.position.has_legal_move() {
            return Some(if self.position.in_check() { EndReason::Checkmate } else { EndReason::Stalemate });
        }
        if self.has_insufficient_material() {
            return Some(EndReason::InsufficientMaterial);
        }
        if self.path.cycle(0, self.counted_occurrences()).is_some() {
            return Some(EndReason::of_repetition(&self.ruling_report()));
        }
        self.has_reached_limit().then_some(EndReason::MoveLimit)
    }

    #[inline]
    fn counted_occurrences(&self) -> usize {
        self.rules.occurrences.max(2) as usize
    }

    #[inline]
    fn has_insufficient_material(&self) -> bool {
        self.rules.insufficient_material && self.position.is_drawn_by_material()
    }

    #[inline]
    fn has_reached_limit(&self) -> bool {
        // The clock never exceeds the plies without a capture.
        self.rules.move_limit.is_some_and(|limit| self.position.quiet_plies() >= limit && self.move_clock() >= limit)
    }

    /// The path to the position.
    #[cfg(feature = "engine")]
    #[inline]
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Passes the turn.
    #[cfg(feature = "engine")]
    pub(crate) fn pass(&mut self) {
        self.position.pass();
        self.path.push_pass(&self.position);
    }

    /// Takes a pass back.
    #[cfg(feature = "engine")]
    pub(crate) fn unpass(&mut self) {
        self.path.pop();
        self.position.pass();
    }
}

impl Game for Xiangqi {
    type Move = Move;
    type Undo = Undo;

    /// The position itself, and its mirror image.
    const SYMMETRIES: u8 = 2;

    #[inline]
    fn side_to_move(&self) -> Side {
        self.position.side_to_move()
    }

    /// Sorted by origin and destination: the order of generation depends on the slots
    /// of equal pieces, and so on the path.
    fn legal_moves(&self, moves: &mut impl Extend<Move>) {
        let mut list = self.position.legal_moves();
        list.sort_unstable();
        moves.extend(list);
    }

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        self.position.is_legal_given(mv, self.path.here().in_check)
    }

    #[inline]
    fn make(&mut self, mv: Move) -> Undo {
        let undo = self.position.make(mv);
        self.path.push(mv, &undo, &self.position);
        undo
    }

    #[inline]
    fn unmake(&mut self, mv: Move, undo: Undo) {
        self.path.pop();
        self.position.unmake(mv, undo);
    }

    #[inline]
    fn key(&self) -> u64 {
        self.position.key()
    }

    /// A position that repeats one of the last `ply` moves is ruled on at once,
    /// as if the cycle went on; one that repeats an earlier position when it has occurred
    /// as often as the rules require.
    #[inline]
    fn verdict(&self, ply: usize) -> Verdict {
        // Mate takes precedence; a position that has been left by a move was not mate.
        if self.has_insufficient_material() && self.position.has_legal_move() {
            return Verdict::Exact(Score::ZERO, Reach::Position);
        }
        if let Some(back) = self.path.cycle(ply, self.counted_occurrences()) {
            let us = self.position.side_to_move();
            let score = match self.path.rule(self.rules.repetition, &self.position, back, ply > 0) {
                Ruling::Loses(loser) if loser == us => Score::rule_loss(ply),
                Ruling::Loses(_) => Score::rule_win(ply),
                _ => Score::ZERO,
            };
            return Verdict::Exact(score, Reach::Plies(back));
        }
        if self.has_reached_limit() && self.position.has_legal_move() {
            return Verdict::Exact(Score::ZERO, Reach::Game);
        }
        Verdict::Open
    }

    fn outcome(&self) -> Option<Outcome> {
        let reason = self.end_reason()?;
        let loser = match reason {
            EndReason::Checkmate | EndReason::Stalemate => Some(self.position.side_to_move()),
            EndReason::InsufficientMaterial | EndReason::MoveLimit => None,
            _ => match self.ruling_report().ruling {
                Ruling::Loses(loser) => Some(loser),
                _ => None,
            },
        };
        Some(reason.outcome(loser.map(|loser: Side| !loser)))
    }

    fn cited_ruling(&self) -> Option<CitedRuling<Move>> {
        self.outcome().filter(|outcome| outcome.kind == OutcomeKind::Ruling)?;
        let report = self.ruling_report();
        let cycle = report.moves.iter().map(|nature| nature.mv).collect();
        Some(CitedRuling { article: report.article?.to_string(), cycle })
    }

    fn perft(&mut self, depth: u32) -> u64 {
        crate::perft(&mut self.position, depth)
    }

    fn reversible(&self) -> usize {
        self.path.here().reversible as usize
    }

    fn canonical(&self) -> (u64, u8) {
        let (key, mirrored) = (self.position.key(), self.position.mirrored_key());
        if mirrored < key { (mirrored, 1) } else { (key, 0) }
    }

    fn image(&self, mv: Move, symmetry: u8) -> Move {
        if symmetry == 1 { mv.mirrored() } else { mv }
    }

    fn preimage(&self, mv: Move, symmetry: u8) -> Move {
        self.image(mv, symmetry)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulings::RuleSet;

    fn after(fen: &str, moves: &str) -> Xiangqi {
        by_rules(GameRules::default(), fen, moves)
    }

    fn by_rules(rules: impl Into<GameRules>, fen: &str, moves: &str) -> Xiangqi {
        let mut position = Xiangqi::new(fen.parse().unwrap()).with_rules(rules);
        for mv in moves.split_whitespace() {
            position.play(mv.parse().unwrap()).unwrap();
        }
        position
    }

    #[test]
    fn a_perpetual_check_loses_and_an_idle_repetition_draws() {
        // Red's rook checks perpetually (WXF 2018, diagram 1).
        let fen = "c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w - - 0 1";
        let game = after(fen, "h8h9 f9f8 h9h8 f8f9");
        assert_eq!(game.verdict(4), Verdict::Exact(Score::rule_loss(4), Reach::Plies(4)));
        // The same after Red's check: Black is to move and wins.
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
        let game = by_rules(RuleSet::CheckOnly, fen, moves);
        assert!(matches!(game.verdict(7), Verdict::Exact(Score::ZERO, _)));
    }

    #[test]
    fn a_repetition_from_before_the_root_must_come_back_twice() {
        let once = "h2e2 h9g7 e2h2 g7h9";
        assert_eq!(after(crate::fen::START, once).verdict(2), Verdict::Open);
        let twice = format!("{once} {once}");
        assert_ne!(after(crate::fen::START, &twice).verdict(2), Verdict::Open);
        // After a capture no earlier position can recur.
        let game = after(crate::fen::START, "h2h9 i9h9 a0a1 h9h8 a1a0 h8h9");
        assert_eq!(game.verdict(6), Verdict::Exact(Score::ZERO, Reach::Plies(4)));
        let game = after(crate::fen::START, "b2b9 a9b9");
        assert_eq!(game.verdict(2), Verdict::Open);
    }

    #[cfg(feature = "engine")]
    #[test]
    fn a_pass_does_not_repeat() {
        // The position after the first move comes back within a search of four plies.
        let repeated = after(crate::fen::START, "h2e2 h9g7 a0a1 g7h9 a1a0");
        assert_ne!(repeated.verdict(4), Verdict::Open);
        // Two passes of Red reach it as well, but this is not a repetition.
        let mut game = after(crate::fen::START, "h2e2");
        let key = game.position().key();
        for mv in ["h9g7", "g7h9"] {
            game.make(mv.parse().unwrap());
            game.pass();
        }
        assert_eq!(game.position().key(), key);
        assert_eq!(game.verdict(4), Verdict::Open);
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

    fn reason(game: &Xiangqi) -> Option<(Option<Side>, EndReason)> {
        let (outcome, reason) = (game.outcome(), game.end_reason());
        assert_eq!(outcome.as_ref().map(|outcome| outcome.reason.to_string()), reason.map(|reason| reason.to_string()));
        Some((outcome?.winner, reason?))
    }

    #[test]
    fn a_side_without_a_move_has_lost() {
        let mate = after("3k5/R8/1R7/9/9/9/9/9/9/4K4 w", "b7b9");
        assert_eq!(reason(&mate), Some((Some(Side::First), EndReason::Checkmate)));
        let stalemate = after("3k5/5P3/9/9/9/9/9/9/9/4K4 w", "f8e8");
        assert_eq!(reason(&stalemate), Some((Some(Side::First), EndReason::Stalemate)));
    }

    #[test]
    fn defenders_alone_cannot_win() {
        assert_eq!(reason(&after("2b1k4/9/9/9/9/9/4p4/9/4A4/3K5 w", "e1f2")), None);
        let bare = "2b1k4/9/9/9/9/9/9/5p3/4A4/3K5 w";
        assert_eq!(reason(&after(bare, "e1f2")), Some((None, EndReason::InsufficientMaterial)));
        let playing_on = GameRules { insufficient_material: false, ..GameRules::default() };
        let game = by_rules(playing_on, bare, "e1f2");
        assert_eq!((reason(&game), game.verdict(0)), (None, Verdict::Open));
    }

    #[test]
    fn the_move_limit_counts_quiet_plies() {
        let shuffle = ["a0a1", "a9a8", "a1a0", "a8a9"];
        let rules = GameRules { occurrences: u8::MAX, counted_checks: Some(10), ..GameRules::default() };
        let start = Xiangqi::new("r3k4/9/9/9/9/9/9/9/9/R4K3 w - - 100 60".parse().unwrap());
        let mut game = start.with_rules(rules);
        for (ply, mv) in (101..=120).zip(shuffle.iter().cycle()) {
            assert_eq!(reason(&game), None);
            game.play(mv.parse().unwrap()).unwrap();
            assert_eq!(game.move_clock(), ply);
        }
        assert_eq!(reason(&game), Some((None, EndReason::MoveLimit)));
        assert_eq!(reason(&game.clone().with_rules(GameRules { move_limit: None, ..rules })), None);
        assert_eq!(reason(&game.clone().with_rules(GameRules { move_limit: Some(121), ..rules })), None);
        game.play("a0a9".parse().unwrap()).unwrap();
        assert_eq!((game.move_clock(), game.last_played().unwrap().1), (0, Piece::from_letter('r')));
    }

    #[test]
    fn further_checks_and_their_answers_are_passed_over() {
        let cycle = "h8h9 f9f8 h9h8 f8f9 ".repeat(10);
        let clock = |counted_checks| {
            let rules = GameRules { counted_checks, ..GameRules::default() };
            by_rules(rules, "5k3/7R1/9/9/9/9/9/9/4K4/9 w", &cycle).move_clock()
        };
        // Twenty checks: h8h9 and h9h8 in turn, all of them checks.
        assert_eq!([None, Some(10), Some(0)].map(clock), [40, 20, 0]);
        // The same, starting one move later.
        let rules = GameRules { counted_checks: Some(10), ..GameRules::default() };
        let later = by_rules(rules, "5k1R1/9/9/9/9/9/9/9/4K4/9 b", &cycle.repeat(2)["h8h9 ".len()..]);
        assert_eq!(later.move_clock(), 21);
    }

    #[test]
    fn a_position_is_ruled_on_after_the_occurrences_of_the_rules() {
        let cycle = "b0c2 b9c7 c2b0 c7b9 ";
        let game = after(crate::fen::START, &cycle.repeat(2));
        assert_eq!(game.occurrences(), 3);
        assert_eq!(game.repetition(), Some(Repetition { span: 0..8, occurrences: 3 }));
        assert_eq!(reason(&game), Some((None, EndReason::Repetition)));
        let patient = GameRules { occurrences: 4, ..GameRules::default() };
        assert_eq!(reason(&game.clone().with_rules(patient)), None);
        let mut game = after(crate::fen::START, &cycle.repeat(3));
        assert_eq!(game.repetition(), Some(Repetition { span: 4..12, occurrences: 4 }));
        assert_eq!(reason(&game.clone().with_rules(patient)), Some((None, EndReason::Repetition)));
        game.play("h2e2".parse().unwrap()).unwrap();
        assert_eq!((game.repetition(), reason(&game)), (None, None));
        let hasty = GameRules { occurrences: 2, ..GameRules::default() };
        assert_eq!(reason(&by_rules(hasty, crate::fen::START, cycle)), Some((None, EndReason::Repetition)));
    }
}
