//! A game: a position with the moves that led to it, and how it ends.
//!
//! A game may go on after a result: people repeat a position three times and
//! then think better of it, and their records must still be read. So
//! [`Game::play`] asks only whether a move is legal, and [`Game::outcome`] says
//! at any time what the rules would make of the position.

use crate::{
    Color, IllegalMove, Move, PieceKind, Position,
    rulings::{Judgement, Nature, Rule, RuleSet, Ruling, judge_path},
};
use std::{fmt, ops::Range};

/// When a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameRules {
    /// By which book repetitions are ruled; the Asian rules by default.
    pub repetition: RuleSet,
    /// How often a position must occur before it is ruled; 3 by default.
    pub occurrences: u8,
    /// After how many plies without a capture (自然限着) the game is a draw; 120
    /// by default, 60 moves of each side. `None`: never.
    pub move_limit: Option<u16>,
    /// How many checks of each side count towards the limit: a further check,
    /// and the answer to it, do not. Ten in modern practice; `None`, the
    /// default, counts them all.
    pub counted_checks: Option<u16>,
    /// Whether it is a draw when neither side has a rook, horse, cannon or pawn; yes by default.
    pub insufficient_material: bool,
}

impl Default for GameRules {
    fn default() -> GameRules {
        GameRules {
            repetition: RuleSet::default(),
            occurrences: 3,
            move_limit: Some(120),
            counted_checks: None,
            insufficient_material: true,
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Who won; `None` for a draw.
    pub winner: Option<Color>,
    /// Why.
    pub reason: EndReason,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndReason {
    /// In check without a legal move (將死).
    Checkmate,
    /// Not in check without a legal move (困斃), which loses too.
    Stalemate,
    /// The loser gave perpetual check (長將).
    PerpetualCheck,
    /// The loser chased for ever (長捉).
    PerpetualChase,
    /// The loser made nothing but threats: mate, checks and chases in turn (長打).
    PerpetualThreat,
    /// A repetition in which neither side has to change (不變作和).
    Repetition,
    /// Too many moves without a capture (自然限着).
    MoveLimit,
    /// Neither side has a piece left that can win.
    InsufficientMaterial,
    /// The loser resigned (認負).
    Resignation,
    /// The players agreed on a draw (議和).
    Agreement,
    /// The loser's time ran out (超時).
    Time,
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            EndReason::Checkmate => "checkmate",
            EndReason::Stalemate => "stalemate",
            EndReason::PerpetualCheck => "perpetual check",
            EndReason::PerpetualChase => "perpetual chase",
            EndReason::PerpetualThreat => "perpetual threats",
            EndReason::Repetition => "repetition",
            EndReason::MoveLimit => "move limit",
            EndReason::InsufficientMaterial => "insufficient material",
            EndReason::Resignation => "resignation",
            EndReason::Agreement => "agreement",
            EndReason::Time => "time",
        })
    }
}

impl fmt::Display for Outcome {
    /// `1-0 checkmate`, `0-1 resignation`, `1/2-1/2 repetition`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let score = match self.winner {
            Some(Color::Red) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        };
        write!(f, "{score} {}", self.reason)
    }
}

/// A position that has occurred before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// The moves that a ruling is about: from the first of the last three
    /// occurrences (or of two) to now.
    pub span: Range<usize>,
    /// How often the position has occurred, now included.
    pub occurrences: usize,
}

/// A game from some position on.
///
/// ```
/// use duiyi_xiangqi::{Color, EndReason, Game, GameRules, Outcome};
/// let mut game = Game::from_position("c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w".parse()?);
/// for mv in ["h8h9", "f9f8", "h9h8", "f8f9"].iter().cycle().take(8) {
///     game.play(mv.parse()?)?;
/// }
/// assert_eq!(game.occurrences(), 3);
/// let outcome = game.outcome(&GameRules::default());
/// assert_eq!(outcome, Some(Outcome { winner: Some(Color::Black), reason: EndReason::PerpetualCheck }));
/// game.play("e1e0".parse()?)?; // Red thinks better of it.
/// assert_eq!(game.outcome(&GameRules::default()), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// One more than there are moves.
    positions: Vec<Position>,
    moves: Vec<Move>,
    declared: Option<Outcome>,
}

impl Default for Game {
    fn default() -> Game {
        Game::new()
    }
}

impl Game {
    /// A game from the initial position.
    pub fn new() -> Game {
        Game::from_position(Position::start())
    }

    /// A game from some position.
    pub fn from_position(start: Position) -> Game {
        Game { positions: vec![start], moves: Vec::new(), declared: None }
    }

    /// Where it began.
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// Where it stands.
    pub fn position(&self) -> &Position {
        &self.positions[self.moves.len()]
    }

    /// All positions: the start, then the one after each move.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// The moves played.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The key of each position, as [`Game::positions`] lists them.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = u64> + ExactSizeIterator + '_ {
        self.positions.iter().map(Position::key)
    }

    /// Plays a move. A declared result is withdrawn: the game goes on.
    ///
    /// # Errors
    /// Why the move is not legal; then nothing changes.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let next = self.position().play(mv)?;
        self.positions.push(next);
        self.moves.push(mv);
        self.declared = None;
        Ok(())
    }

    /// Takes the last move back and returns it; `None` at the start.
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        self.positions.pop();
        self.declared = None;
        Some(mv)
    }

    /// Records that a side has resigned.
    pub fn resign(&mut self, side: Color) {
        self.declared = Some(Outcome { winner: Some(!side), reason: EndReason::Resignation });
    }

    /// Records that the players have agreed on a draw.
    pub fn agree_draw(&mut self) {
        self.declared = Some(Outcome { winner: None, reason: EndReason::Agreement });
    }

    /// Records that a side's time has run out.
    pub fn lose_on_time(&mut self, side: Color) {
        self.declared = Some(Outcome { winner: Some(!side), reason: EndReason::Time });
    }

    /// How often the current position has occurred, now included.
    pub fn occurrences(&self) -> usize {
        self.earlier_occurrences().count() + 1
    }

    /// The plies at which the current position stood before, the latest first.
    fn earlier_occurrences(&self) -> impl Iterator<Item = usize> + '_ {
        let now = self.position();
        let last = self.moves.len();
        // Nothing before a capture can come again; what comes again has the same side to move.
        let first = last.saturating_sub(now.quiet_plies() as usize);
        (first..last).rev().skip(1).step_by(2).filter(move |&ply| self.positions[ply].key() == now.key())
    }

    /// The repetition that the last move has completed, if any.
    pub fn repetition(&self) -> Option<Repetition> {
        let first = self.earlier_occurrences().take(2).last()?;
        Some(Repetition { span: first..self.moves.len(), occurrences: self.occurrences() })
    }

    /// The ruling on the current position and its explanation.
    pub fn judgement(&self, rules: RuleSet) -> Judgement {
        judge_path(rules, &self.positions, &self.moves)
    }

    /// Plies without a capture as the move limit counts them.
    ///
    /// With `counted_checks`, only so many checks of each side count since the
    /// last capture; a further check and the answer to it are passed over. The
    /// count of the start position is taken as it is.
    pub fn move_clock(&self, counted_checks: Option<u16>) -> u32 {
        let last = self.moves.len();
        let quiet = self.position().quiet_plies() as usize;
        let Some(limit) = counted_checks else { return quiet as u32 };
        let first = last.saturating_sub(quiet);
        let mut clock = (quiet - (last - first)) as u32;
        let mut checks = [0u16; 2];
        for pair in self.positions[first..=last].windows(2) {
            let us = pair[0].side_to_move().index();
            let mut passed_over = checks[us ^ 1] > limit && pair[0].in_check();
            if pair[1].in_check() {
                checks[us] = checks[us].saturating_add(1);
                passed_over |= checks[us] > limit;
            }
            clock += !passed_over as u32;
        }
        clock
    }

    /// How the game has ended by these rules; `None` if it goes on.
    ///
    /// A declared result (resignation, agreement, time) comes first, then mate and
    /// stalemate, material, repetition, and the move limit last.
    pub fn outcome(&self, rules: &GameRules) -> Option<Outcome> {
        if self.declared.is_some() {
            return self.declared;
        }
        let position = self.position();
        let side = position.side_to_move();
        if !position.has_legal_move() {
            let reason = if position.in_check() { EndReason::Checkmate } else { EndReason::Stalemate };
            return Some(Outcome { winner: Some(!side), reason });
        }
        if rules.insufficient_material && has_insufficient_material(position) {
            return Some(Outcome { winner: None, reason: EndReason::InsufficientMaterial });
        }
        if self.occurrences() >= rules.occurrences.max(2) as usize {
            return Some(repetition_outcome(&self.judgement(rules.repetition)));
        }
        let limit = rules.move_limit?;
        (self.move_clock(rules.counted_checks) >= limit as u32)
            .then_some(Outcome { winner: None, reason: EndReason::MoveLimit })
    }
}

/// Whether neither side has a rook, horse, cannon or pawn: nothing left can cross the river.
pub fn has_insufficient_material(position: &Position) -> bool {
    position.pieces().all(|(_, piece)| matches!(piece.kind, PieceKind::King | PieceKind::Advisor | PieceKind::Elephant))
}

fn repetition_outcome(judgement: &Judgement) -> Outcome {
    let Ruling::Loses(loser) = judgement.ruling else {
        return Outcome { winner: None, reason: EndReason::Repetition };
    };
    let reason = match judgement.rule {
        Rule::PerpetualCheck(_) => EndReason::PerpetualCheck,
        Rule::OnlyForbiddenMoves(_) | Rule::GraverMoves(_)
            if judgement.moves.iter().any(|mv| mv.piece.color == loser && mv.nature != Nature::Chase) =>
        {
            EndReason::PerpetualThreat
        }
        _ => EndReason::PerpetualChase,
    };
    Outcome { winner: Some(!loser), reason }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(fen: &str, moves: &[&str]) -> Game {
        let mut game = Game::from_position(fen.parse().unwrap());
        for mv in moves {
            game.play(mv.parse().unwrap()).unwrap();
        }
        game
    }

    fn outcome(game: &Game) -> Option<(Option<Color>, EndReason)> {
        game.outcome(&GameRules::default()).map(|outcome| (outcome.winner, outcome.reason))
    }

    #[test]
    fn a_side_without_a_move_has_lost() {
        let mate = game("3k5/R8/1R7/9/9/9/9/9/9/4K4 w", &["b7b9"]);
        assert_eq!(outcome(&mate), Some((Some(Color::Red), EndReason::Checkmate)));
        let stalemate = game("3k5/5P3/9/9/9/9/9/9/9/4K4 w", &["f8e8"]);
        assert_eq!(outcome(&stalemate), Some((Some(Color::Red), EndReason::Stalemate)));
    }

    #[test]
    fn defenders_alone_cannot_win() {
        let bare = game("2b1k4/9/9/9/9/9/4p4/9/4A4/3K5 w", &["e1f2"]);
        assert_eq!(outcome(&bare), None);
        let bare = game("2b1k4/9/9/9/9/9/9/5p3/4A4/3K5 w", &["e1f2"]);
        assert_eq!(outcome(&bare), Some((None, EndReason::InsufficientMaterial)));
    }

    #[test]
    fn what_was_declared_stands_until_the_game_goes_on() {
        let mut game = Game::new();
        game.resign(Color::Red);
        assert_eq!(outcome(&game), Some((Some(Color::Black), EndReason::Resignation)));
        game.agree_draw();
        assert_eq!(outcome(&game), Some((None, EndReason::Agreement)));
        game.lose_on_time(Color::Black);
        assert_eq!(game.outcome(&GameRules::default()).unwrap().to_string(), "1-0 time");
        game.play("h2e2".parse().unwrap()).unwrap();
        assert_eq!(outcome(&game), None);
        assert!(game.play("h2e2".parse().unwrap()).is_err());
        assert_eq!(game.moves().len(), 1);
    }

    #[test]
    fn the_move_limit_counts_quiet_plies() {
        let shuffle = ["a0a1", "a9a8", "a1a0", "a8a9"];
        let rules = GameRules { occurrences: u8::MAX, ..GameRules::default() };
        let mut game = Game::from_position("r3k4/9/9/9/9/9/9/9/9/R4K3 w - - 100 60".parse().unwrap());
        for (ply, mv) in (101..=120).zip(shuffle.iter().cycle()) {
            assert_eq!(game.outcome(&rules), None);
            game.play(mv.parse().unwrap()).unwrap();
            assert_eq!(game.move_clock(Some(10)), ply);
        }
        assert_eq!(game.outcome(&rules).unwrap().reason, EndReason::MoveLimit);
        assert_eq!(game.outcome(&GameRules { move_limit: None, ..rules }), None);
        game.play("a0a9".parse().unwrap()).unwrap();
        assert_eq!(game.move_clock(None), 0);
    }

    #[test]
    fn further_checks_and_their_answers_are_passed_over() {
        let mut game = Game::from_position("5k3/7R1/9/9/9/9/9/9/4K4/9 w".parse().unwrap());
        let cycle = ["h8h9", "f9f8", "h9h8", "f8f9"];
        for mv in cycle.iter().cycle().take(40) {
            game.play(mv.parse().unwrap()).unwrap();
        }
        // Twenty checks: h8h9 and h9h8 in turn, all of them checks.
        assert_eq!(game.move_clock(None), 40);
        assert_eq!(game.move_clock(Some(10)), 20);
        assert_eq!(game.move_clock(Some(0)), 0);
    }

    #[test]
    fn a_third_occurrence_is_ruled_and_play_may_go_on() {
        let mut game = Game::new();
        let cycle = ["b0c2", "b9c7", "c2b0", "c7b9"];
        for mv in cycle.iter().cycle().take(8) {
            game.play(mv.parse().unwrap()).unwrap();
        }
        assert_eq!(game.occurrences(), 3);
        assert_eq!(game.repetition(), Some(Repetition { span: 0..8, occurrences: 3 }));
        assert_eq!(outcome(&game), Some((None, EndReason::Repetition)));
        for mv in cycle.iter().cycle().take(4) {
            game.play(mv.parse().unwrap()).unwrap();
        }
        assert_eq!(game.repetition(), Some(Repetition { span: 4..12, occurrences: 4 }));
        game.play("h2e2".parse().unwrap()).unwrap();
        assert_eq!((game.repetition(), outcome(&game)), (None, None));
        while game.undo().is_some() {}
        assert_eq!(game, Game::new());
    }
}
