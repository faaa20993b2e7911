//! Xiangqi for the arena: the game of `duiyi-xiangqi`, under the name of its rules.

use duiyi_arena::{BadOpening, Board, Illegal, Outcome, Rules, Side};
use duiyi_game::{Game, History, Notation};
use duiyi_xiangqi::{GameRules, ParseRulesError, Xiangqi, fen};
use std::{fmt, str::FromStr};

/// When games are over, by a name such as `asian-120`.
#[derive(Clone, Debug)]
pub(crate) struct NamedRules {
    name: String,
    rules: GameRules,
}

impl FromStr for NamedRules {
    type Err = ParseRulesError;

    fn from_str(text: &str) -> Result<NamedRules, ParseRulesError> {
        let rules: GameRules = text.parse()?;
        Ok(NamedRules { name: rules.to_string(), rules })
    }
}

impl fmt::Display for NamedRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl Rules for NamedRules {
    fn game(&self) -> &str {
        Xiangqi::NAME
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn side_names(&self) -> [&str; 2] {
        Xiangqi::SIDES
    }

    fn start(&self, opening: &str) -> Result<Box<dyn Board>, BadOpening> {
        let start = Xiangqi::default().with_rules(self.rules).read_position(opening);
        Ok(Box::new(RuledGame(History::new(start.map_err(|error| BadOpening(error.to_string()))?))))
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

fn seat(side: duiyi_game::Side) -> Side {
    match side {
        duiyi_game::Side::First => Side::First,
        duiyi_game::Side::Second => Side::Second,
    }
}

/// A game in progress.
#[derive(Clone, Debug)]
struct RuledGame(History<Xiangqi>);

impl Board for RuledGame {
    fn side_to_move(&self) -> Side {
        seat(self.0.now().side_to_move())
    }

    fn play(&mut self, mv: &str) -> Result<(), Illegal> {
        let mv = self.0.now().read_move(mv).map_err(|error| Illegal(format!("{error}; {}", self.position())))?;
        self.0.play(mv).map_err(|error| Illegal(error.to_string()))
    }

    fn outcome(&self) -> Option<Outcome> {
        let outcome = self.0.outcome()?;
        Some(Outcome { winner: outcome.winner.map(seat), reason: outcome.reason.into_owned() })
    }

    fn position(&self) -> String {
        self.0.now().write_position()
    }

    fn since_irreversible(&self) -> Option<(String, usize)> {
        let (position, moves) = self.0.since_irreversible();
        Some((position.write_position(), self.0.moves().len() - moves.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(rules: &str, opening: &str, moves: &str) -> JudgedGame {
        let rules: NamedRules = rules.parse().expect("known");
        let mut board = rules.set_up(opening).expect("a position");
        for mv in moves.split_whitespace() {
            assert_eq!(board.outcome(), None, "over before {mv}");
            board.play(mv).expect("legal");
        }
        board
    }

    fn ending(rules: &str, opening: &str, moves: &str) -> Option<(Option<Side>, String)> {
        play(rules, opening, moves).outcome().map(|outcome| (outcome.winner, outcome.reason.into_owned()))
    }

    const CHECKS: &str = "check-only-120";

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
        assert_eq!(ending(CHECKS, opening, &moves), Some((Some(Side::Second), "perpetual check".to_owned())));
        assert_eq!(ending("none-120", opening, &moves), Some((None, "repetition".into())));
        // The third occurrence may come after the checked side's move just as well.
        let opening = "R2k5/9/9/9/9/9/9/9/9/4K4 b - - 0 1";
        let moves = "d9d8 a9a8 d8d9 a8a9 ".repeat(2);
        assert_eq!(ending(CHECKS, opening, &moves), Some((Some(Side::Second), "perpetual check".to_owned())));
        let opening = "3k5/R8/9/9/9/9/9/9/9/4K4 w - - 0 1";
        let moves = "a8a9 d9d8 a9a8 d8d9 ".repeat(2);
        assert_eq!(ending(CHECKS, opening, &moves), Some((Some(Side::Second), "perpetual check".to_owned())));
    }

    #[test]
    fn a_check_in_the_cycle_that_is_not_perpetual_draws() {
        let opening = "3k5/9/R8/9/9/9/9/9/9/4K4 w - - 0 1";
        let moves = "a7a9 d9d8 a9a7 d8d9 ".repeat(2);
        assert_eq!(ending(CHECKS, opening, &moves), Some((None, "repetition".into())));
    }

    #[test]
    fn a_perpetual_chase_loses_by_the_asian_rules_only() {
        // A rook follows an unprotected horse, which returns each time.
        let opening = "3k5/9/9/9/n8/9/8R/9/9/4K4 w - - 0 1";
        let moves = format!("i3a3 {}", "a5b7 a3b3 b7a5 b3a3 ".repeat(3));
        let rules: NamedRules = "asian".parse().expect("known");
        let mut board = rules.start(opening).expect("a position");
        let found = moves.split_whitespace().find_map(|mv| {
            board.play(mv).expect("legal");
            board.outcome()
        });
        assert_eq!(
            found.map(|outcome| (outcome.winner, outcome.reason)),
            Some((Some(Side::Second), "perpetual chase".into()))
        );
    }

    #[test]
    fn names_of_rule_sets() {
        let name = |text: &str| text.parse::<NamedRules>().map(|rules| rules.to_string());
        assert_eq!(name("asian"), Ok("asian-120".into()));
        assert_eq!(name("check-only"), Ok("check-only-120".into()));
        assert_eq!(name("check-only-100"), Ok("check-only-100".into()));
        for bad in ["", "asian-0", "asian-99999", "asian-x", "100"] {
            assert!(name(bad).is_err(), "{bad}");
        }
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
        assert_eq!(long("check-only-100"), Some((None, "move limit".into())));
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
        assert_eq!(board.game.position().to_fen(), fen::START);
    }

    #[test]
    fn records_in_iccs() {
        let rules: NamedRules = CHECKS.parse().expect("known");
        assert_eq!(rules.record_move("h2e2"), "H2-E2");
        assert!("nonsense".parse::<NamedRules>().is_err());
        assert!(rules.start("rubbish").is_err());
    }
}
