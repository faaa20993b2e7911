//! Xiangqi for the arena: the board of `duiyi-xiangqi`, and when a game is over.

use duiyi_arena::{BadOpening, Board, Illegal, Outcome, Rules, Side};
use duiyi_xiangqi::{Color, Move, PieceKind, Position, fen};
use std::{fmt, str::FromStr};

/// A rule set, by name.
///
/// All of them agree that a side without a legal move has lost, by mate or
/// stalemate (困毙); that nobody can win without a rook, horse, cannon or pawn;
/// and that a third occurrence of a position ends the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RuleSet {
    name: &'static str,
    /// Plies without a capture that make a draw.
    quiet_plies: u16,
    /// Whether at a third occurrence a side that alone gave check with every
    /// move since the first has lost; otherwise that is a draw for everybody.
    perpetual_check_loses: bool,
}

/// The rule sets known. 100 plies are those of the UCCI league, 120 those of
/// most rule books (60 moves by each side).
const RULE_SETS: [RuleSet; 3] = [
    RuleSet { name: "perpetual-check-120", quiet_plies: 120, perpetual_check_loses: true },
    RuleSet { name: "perpetual-check-100", quiet_plies: 100, perpetual_check_loses: true },
    RuleSet { name: "repetition-draws-120", quiet_plies: 120, perpetual_check_loses: false },
];

/// A name that is no rule set's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no rule set '{name}': expected one of {known}")]
pub(crate) struct UnknownRuleSet {
    name: String,
    known: String,
}

impl FromStr for RuleSet {
    type Err = UnknownRuleSet;

    fn from_str(name: &str) -> Result<RuleSet, UnknownRuleSet> {
        RULE_SETS
            .into_iter()
            .find(|set| set.name == name)
            .ok_or_else(|| UnknownRuleSet { name: name.to_owned(), known: RULE_SETS.map(|set| set.name).join(", ") })
    }
}

impl fmt::Display for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl Rules for RuleSet {
    fn game(&self) -> &str {
        "xiangqi"
    }

    fn name(&self) -> &str {
        self.name
    }

    fn side_names(&self) -> [&str; 2] {
        ["Red", "Black"]
    }

    fn start(&self, opening: &str) -> Result<Box<dyn Board>, BadOpening> {
        let position = Position::from_fen(opening).map_err(|error| BadOpening(error.to_string()))?;
        Ok(Box::new(Game {
            rules: *self,
            position,
            seen: vec![Seen { key: position.key(), check: position.in_check() }],
            capture: (position, 0),
            plies: 0,
        }))
    }

    fn initial_position(&self) -> String {
        fen::START.to_owned()
    }

    /// ICCS: `H2-E2`.
    fn record_move(&self, mv: &str) -> String {
        match mv.split_at_checked(2) {
            Some((from, to)) => format!("{}-{}", from.to_uppercase(), to.to_uppercase()),
            None => mv.to_uppercase(),
        }
    }

    fn record_tags(&self) -> Vec<(&str, &str)> {
        vec![("Game", "Chinese Chess"), ("Format", "ICCS")]
    }
}

/// A position that occurred since the last capture.
#[derive(Clone, Copy, Debug)]
struct Seen {
    key: u64,
    /// Whether the side to move was in check: the move before gave it.
    check: bool,
}

/// A game in progress.
#[derive(Clone, Debug)]
struct Game {
    rules: RuleSet,
    position: Position,
    /// The positions since the last capture, the present one last.
    seen: Vec<Seen>,
    /// The position after the last capture, and how many plies led there.
    capture: (Position, usize),
    plies: usize,
}

fn seat(color: Color) -> Side {
    match color {
        Color::Red => Side::First,
        Color::Black => Side::Second,
    }
}

impl Board for Game {
    fn side_to_move(&self) -> Side {
        seat(self.position.side_to_move())
    }

    fn play(&mut self, mv: &str) -> Result<(), Illegal> {
        let mv: Move = mv.parse().map_err(|error| Illegal(format!("{error}")))?;
        self.position = self.position.play(mv).map_err(|error| Illegal(format!("{error}; {}", self.position())))?;
        self.plies += 1;
        if self.position.quiet_plies() == 0 {
            self.seen.clear();
            self.capture = (self.position, self.plies);
        }
        self.seen.push(Seen { key: self.position.key(), check: self.position.in_check() });
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        let position = &self.position;
        let mover = position.side_to_move();
        if !position.has_legal_move() {
            let reason = if position.in_check() { "checkmate" } else { "stalemate" };
            return Some(Outcome { winner: Some(seat(!mover)), reason: reason.to_owned() });
        }
        let draw = |reason: &str| Some(Outcome { winner: None, reason: reason.to_owned() });
        let fights = |(_, piece): (_, duiyi_xiangqi::Piece)| {
            !matches!(piece.kind, PieceKind::King | PieceKind::Advisor | PieceKind::Elephant)
        };
        if !position.pieces().any(fights) {
            return draw("insufficient material");
        }
        if let Some(outcome) = self.repetition() {
            return Some(outcome);
        }
        if position.quiet_plies() >= self.rules.quiet_plies {
            return draw("no capture for too long");
        }
        None
    }

    fn position(&self) -> String {
        self.position.to_fen()
    }

    fn since_irreversible(&self) -> Option<(String, usize)> {
        Some((self.capture.0.to_fen(), self.capture.1))
    }
}

impl Game {
    /// The ruling at a third occurrence of the present position.
    fn repetition(&self) -> Option<Outcome> {
        let last = self.seen.len().checked_sub(1)?;
        let key = self.seen[last].key;
        let mut occurrences = (0..=last).filter(|&i| self.seen[i].key == key);
        let first = occurrences.next()?;
        if occurrences.count() < 2 {
            return None;
        }
        let mover = self.position.side_to_move();
        // The position before the present one was the opponent's to move; the
        // present check is by the opponent, the one before by the mover.
        let always_checks = |newest: usize| (first + 1..=newest).rev().step_by(2).all(|i| self.seen[i].check);
        let (opponent, own) = (always_checks(last), always_checks(last - 1));
        let loser = match (opponent, own) {
            (true, false) => Some(!mover),
            (false, true) => Some(mover),
            _ => None,
        };
        let Some(loser) = loser.filter(|_| self.rules.perpetual_check_loses) else {
            return Some(Outcome { winner: None, reason: "repetition".to_owned() });
        };
        Some(Outcome { winner: Some(seat(!loser)), reason: format!("perpetual check by {loser}") })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(rules: &str, opening: &str, moves: &str) -> Box<dyn Board> {
        let rules: RuleSet = rules.parse().expect("known");
        let mut board = rules.start(opening).expect("a position");
        for mv in moves.split_whitespace() {
            assert_eq!(board.outcome(), None, "over before {mv}");
            board.play(mv).expect("legal");
        }
        board
    }

    fn ending(rules: &str, opening: &str, moves: &str) -> Option<(Option<Side>, String)> {
        play(rules, opening, moves).outcome().map(|outcome| (outcome.winner, outcome.reason))
    }

    const CHECKS: &str = "perpetual-check-120";

    #[test]
    fn mate_and_stalemate_lose() {
        let mated = ending(CHECKS, "3k5/1R7/9/9/9/9/9/9/9/R3K4 w - - 0 1", "a0a9");
        assert_eq!(mated, Some((Some(Side::First), "checkmate".into())));
        let stale = ending(CHECKS, "3k5/9/4R4/9/9/9/9/9/9/4K4 w - - 0 1", "e7e8");
        assert_eq!(stale, Some((Some(Side::First), "stalemate".into())));
    }

    #[test]
    fn a_perpetual_check_loses_where_the_rules_say_so() {
        let opening = "3k5/9/9/9/9/9/9/R8/9/4K4 w - - 0 1";
        let cycle = "d9d8 a9a8 d8d9 a8a9 ";
        assert_eq!(ending(CHECKS, opening, &format!("a2a9 {cycle}")), None, "only twice");
        let moves = format!("a2a9 {}", cycle.repeat(2));
        assert_eq!(ending(CHECKS, opening, &moves), Some((Some(Side::Second), "perpetual check by Red".to_owned())));
        assert_eq!(ending("repetition-draws-120", opening, &moves), Some((None, "repetition".into())));
        // The third occurrence may come after the checked side's move just as well.
        let opening = "R2k5/9/9/9/9/9/9/9/9/4K4 b - - 0 1";
        let moves = "d9d8 a9a8 d8d9 a8a9 ".repeat(2);
        assert_eq!(ending(CHECKS, opening, &moves), Some((Some(Side::Second), "perpetual check by Red".to_owned())));
        let opening = "3k5/R8/9/9/9/9/9/9/9/4K4 w - - 0 1";
        let moves = "a8a9 d9d8 a9a8 d8d9 ".repeat(2);
        assert_eq!(ending(CHECKS, opening, &moves), Some((Some(Side::Second), "perpetual check by Red".to_owned())));
    }

    #[test]
    fn a_check_in_the_cycle_that_is_not_perpetual_draws() {
        let opening = "3k5/9/R8/9/9/9/9/9/9/4K4 w - - 0 1";
        let moves = "a7a9 d9d8 a9a7 d8d9 ".repeat(2);
        assert_eq!(ending(CHECKS, opening, &moves), Some((None, "repetition".into())));
    }

    #[test]
    fn idle_repetition_draws_at_the_third_occurrence() {
        let cycle = "h0g2 h9g7 g2h0 g7h9 ";
        assert_eq!(ending(CHECKS, fen::START, cycle), None);
        assert_eq!(ending(CHECKS, fen::START, &cycle.repeat(2)), Some((None, "repetition".into())));
    }

    #[test]
    fn nothing_left_to_attack_with_draws_and_so_does_patience() {
        assert_eq!(ending(CHECKS, "3k5/9/9/9/9/9/9/9/p8/4K4 w - - 0 1", ""), None, "a pawn fights");
        let bare = ending(CHECKS, "3k1a3/4a4/9/9/9/9/9/9/9/2B1K4 w - - 0 1", "");
        assert_eq!(bare, Some((None, "insufficient material".into())));
        let long = |rules| ending(rules, "3k5/9/9/9/9/9/9/R8/9/4K4 w - - 99 60", "a2b2");
        assert_eq!(long("perpetual-check-100"), Some((None, "no capture for too long".into())));
        assert_eq!(long(CHECKS), None);
    }

    #[test]
    fn engines_hear_the_moves_since_the_last_capture() {
        let board = play(CHECKS, fen::START, "b2b9 a9b9 h2e2");
        let (position, plies) = board.since_irreversible().expect("known");
        assert_eq!(plies, 2);
        assert_eq!(position, "1rbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/7C1/9/RNBAKABNR w - - 0 2");
    }

    #[test]
    fn illegal_moves_are_refused_with_the_reason() {
        let mut board = play(CHECKS, fen::START, "");
        for (mv, says) in [("h2h9x", "not a move"), ("a0a5", "cannot reach"), ("a9a8", "no piece"), ("☃", "not a move")]
        {
            let error = board.play(mv).expect_err("illegal").to_string();
            assert!(error.contains(says), "{error}");
        }
        assert_eq!(board.position(), fen::START);
    }

    #[test]
    fn records_in_iccs() {
        let rules: RuleSet = CHECKS.parse().expect("known");
        assert_eq!(rules.record_move("h2e2"), "H2-E2");
        assert!("none".parse::<RuleSet>().is_err());
        assert!(rules.start("rubbish").is_err());
    }
}
