//! Common functions of the protocols for games with stones.

use super::chess_like::line_of;
use crate::player::{Decision, TurnLimits};
use crate::protocol::{self, CommandError};
use crate::sessions::{
    session::{Answer, Session},
    thread::{ProgressFormatter, SearchRequest},
};
use duiyi_clock::{ByoYomi, GoParameters, PlayerClock};
use duiyi_game::{Coordinates, Notation, Outcome, Placement, Side, Square, line_in_usual_order, shortened};
use duiyi_search::Report;
use std::{fmt::Display, num::NonZeroU32, ops::RangeInclusive, str::FromStr, time::Duration};

/// The default time for a turn.
pub(super) const TURN_TIME: Duration = Duration::from_secs(2);

/// The limits of a turn.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct StoneLimits {
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    pub(super) time: Option<Duration>,
    /// The clock of the side to move, if the protocol has one.
    pub(super) clock: Option<PlayerClock>,
    /// The number of turns to the next time control.
    pub(super) turns_to_go: Option<NonZeroU32>,
}

impl StoneLimits {
    /// Converts the limits for the session, with the default time if there is no limit.
    fn of_turn<G: Notation>(self, session: &Session<G>) -> TurnLimits {
        let mut go = GoParameters {
            own: self.clock,
            moves_to_go: self.turns_to_go,
            move_time: self.time,
            depth: self.depth,
            nodes: self.nodes,
            ..GoParameters::default()
        };
        if go.own.is_none() && go.move_time.is_none() {
            go.move_time = session.setup.turn_time;
        }
        if go.own.is_none() && go.move_time.is_none() && go.depth.is_none() && go.nodes.is_none() {
            go.move_time = Some(TURN_TIME);
        }
        TurnLimits { go, ..TurnLimits::default() }
    }
}

/// A clock with the remaining time and byo-yomi, if any.
pub(super) fn clock(left: Duration, byo_yomi: Option<ByoYomi>) -> PlayerClock {
    PlayerClock { left, byo_yomi, ..PlayerClock::default() }
}

/// Formats iterations for people, after a word of the protocol; prints nothing without a word.
struct IterationLines(Option<&'static str>);

impl<G: Placement> ProgressFormatter<G> for IterationLines {
    fn progress(&self, now: &G, report: &Report<'_, G::Move>) -> Option<String> {
        let (millis, line) = (report.elapsed.as_millis(), letters(now, report.pv));
        self.0.map(|word| {
            format!(
                "{word} depth {} score {} nodes {} nps {} time {millis} pv {line}",
                report.depth,
                report.score,
                report.nodes,
                report.nodes_per_second(),
            )
        })
    }

    fn decided(&self, now: &G, decision: &Decision<G::Move>) -> Option<String> {
        let Decision { depth, nodes, .. } = decision;
        let (score, line) = (decision.score.unwrap_or_default(), letters(now, line_of(now, decision)));
        self.0.map(|word| format!("{word} depth {depth} score {score} nodes {nodes} pv {line}"))
    }
}

/// The stones of a line, each turn in its usual order.
fn letters<G: Placement>(now: &G, line: &[G::Move]) -> String {
    let ordered = line_in_usual_order(now, line);
    let stones = ordered.into_iter().flat_map(|mv| now.squares(mv));
    stones.map(|at| Coordinates::Letters.write(now.size(), at)).collect::<Vec<_>>().join(" ")
}

/// Begins a search for the side to move; iterations are printed after `word`.
pub(super) fn go<G: Placement>(session: &mut Session<G>, limits: StoneLimits, word: Option<&'static str>) {
    let limits = limits.of_turn(session);
    session.go(SearchRequest {
        limits,
        only: Vec::new(),
        banned: Vec::new(),
        formatter: Box::new(IterationLines(word)),
    });
}

/// Begins a game on an empty board with the same rules.
pub(super) fn begin<G: Placement>(session: &mut Session<G>) -> Result<(), CommandError> {
    let (columns, rows) = session.game.now().size();
    let start = session.game.now().resized(columns, rows).map_err(CommandError::Refused)?;
    session.new_game(start);
    Ok(())
}

/// The reason why the game is over; empty if it is not.
pub(super) fn verdict<G: Notation>(session: &Session<G>) -> String {
    session.game.outcome().map_or_else(String::new, |Outcome { reason, .. }| reason.into_owned())
}

/// The side to move, or the winner if a stone within its turn has won the game.
pub(super) fn mover<G: Placement>(session: &Session<G>) -> Side {
    let mover = session.game.now().side_to_move();
    let won = session.game.outcome().is_some_and(|outcome| outcome.winner == Some(mover));
    if won { !mover } else { mover }
}

/// Plays a turn given by its squares. It must be complete or end the game.
pub(super) fn play<G: Placement>(
    session: &mut Session<G>,
    names: Coordinates,
    squares: &[Square],
) -> Result<(), CommandError> {
    let due = session.game.now().stones_left();
    if session.game.outcome().is_some() {
        return Err(CommandError::refused(format!("the game is over: {}", verdict(session))));
    }
    let wrong_count = || CommandError::refused(format!("the stones of the turn are {}: expected {due}", squares.len()));
    if squares.is_empty() || squares.len() > due {
        return Err(wrong_count());
    }
    let mut game = session.game.clone();
    for &at in squares {
        if game.outcome().is_some() {
            // After a stone that ends the game, any free point is accepted.
            check_free(game.now(), names, at)?;
            continue;
        }
        put(&mut game, names, at)?;
    }
    if squares.len() < due && game.outcome().is_none() {
        return Err(wrong_count());
    }
    session.game = game;
    Ok(())
}

/// Puts one stone.
pub(super) fn put<G: Placement>(
    game: &mut duiyi_game::History<G>,
    names: Coordinates,
    at: Square,
) -> Result<(), CommandError> {
    if let Some(outcome) = game.outcome() {
        return Err(CommandError::refused(format!("the game is over: {}", outcome.reason)));
    }
    check_free(game.now(), names, at)?;
    let mv = game.now().move_on(&[at]);
    let refused = || {
        let name = names.write(game.now().size(), at);
        CommandError::refused(format!("a stone cannot be put on {name}"))
    };
    let mv = mv.ok_or_else(refused)?;
    game.play(mv).map_err(|illegal| CommandError::refused(illegal.to_string()))
}

fn check_free<G: Placement>(now: &G, names: Coordinates, at: Square) -> Result<(), CommandError> {
    match now.stone(at) {
        None => Ok(()),
        Some(side) => {
            let name = names.write(now.size(), at);
            let owner = G::SIDES[side.index()];
            Err(CommandError::refused(format!("{name} is taken by {owner}")))
        }
    }
}

/// Plays the answer of a search and returns the squares of a whole turn, in board order. A turn
/// whose first stone wins is completed with a free point, the centre first, since the
/// protocols require whole turns.
pub(super) fn play_found<G: Placement>(session: &mut Session<G>, answer: &Answer<G::Move>) -> Option<Vec<Square>> {
    let decision: &Decision<G::Move> = answer.decision.as_ref()?;
    let now = session.game.now();
    let due = now.stones_left();
    let mut squares: Vec<Square> = decision.turn.iter().flat_map(|&mv| now.squares(mv)).collect();
    let (columns, rows) = now.size();
    let centre = Square { column: (columns - 1) / 2, row: (rows - 1) / 2 };
    let all = (0..rows).flat_map(|row| (0..columns).map(move |column| Square { column, row }));
    for at in std::iter::once(centre).chain(all) {
        if squares.len() >= due {
            break;
        }
        if now.stone(at).is_none() && !squares.contains(&at) {
            squares.push(at);
        }
    }
    squares.sort_by_key(|at| (at.row, at.column));
    session.game.play_turn(&decision.turn).is_ok().then_some(squares)
}

/// Reads the number of a command, within bounds.
pub(super) fn number<N: FromStr + PartialOrd + Display>(
    name: &str,
    text: Option<&str>,
    bounds: RangeInclusive<N>,
) -> Result<N, CommandError> {
    let expected = || format!("{name}: expected a number from {} to {}", bounds.start(), bounds.end());
    let text = text.ok_or_else(|| CommandError::refused(expected()))?;
    let value =
        text.parse().map_err(|_| CommandError::refused(format!("{}, found '{}'", expected(), shortened(text))))?;
    if bounds.contains(&value) {
        Ok(value)
    } else {
        Err(CommandError::refused(format!("{}, found {value}", expected())))
    }
}

/// Sets an option of the player.
pub(super) fn set<G: Notation>(
    session: &mut Session<G>,
    option: &str,
    value: impl Display,
) -> Result<(), CommandError> {
    Ok(session.set_option(option, &value.to_string())?)
}

/// Reads a point.
pub(super) fn read<G: Placement>(now: &G, coordinates: Coordinates, text: &str) -> Result<Square, CommandError> {
    coordinates.read(now.size(), text).map_err(CommandError::refused)
}

/// Reads the two-letter points of a turn; `@@` stands for a missing stone.
pub(super) fn read_pairs<G: Placement>(now: &G, text: &str) -> Result<Vec<Square>, CommandError> {
    let Some(names) = protocol::stones::read_pairs(text) else {
        let text = shortened(text);
        return Err(CommandError::refused(format!("'{text}' is not a turn: expected two letters a stone, like IKLJ")));
    };
    let squares: Result<Vec<Square>, CommandError> =
        names.into_iter().map(|name| read(now, Coordinates::LetterPairs, name)).collect();
    whole_turn(now, text, squares?)
}

/// Checks that squares form a turn: at least one, not more than a turn has, and all different.
pub(super) fn whole_turn<G: Placement>(now: &G, text: &str, squares: Vec<Square>) -> Result<Vec<Square>, CommandError> {
    let most = now.stones_a_turn().max(now.stones_left());
    let doubled = (1..squares.len()).any(|at| squares[..at].contains(&squares[at]));
    if squares.is_empty() || squares.len() > most || doubled {
        let text = shortened(text);
        return Err(CommandError::refused(format!("'{text}' is not a turn: expected 1 to {most} different points")));
    }
    Ok(squares)
}

/// The names of squares.
pub(super) fn names<G: Placement>(now: &G, coordinates: Coordinates, squares: &[Square]) -> Vec<String> {
    squares.iter().map(|&at| coordinates.write(now.size(), at)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_connect6::Board;
    use duiyi_game::History;

    fn session(rules: &str, moves: &str) -> Session<Board> {
        let start = Board::new(rules.parse().unwrap());
        let mut session = Session::with_random_player(start.clone());
        session.game = History::new(start);
        session.game.read_turns(moves.split_whitespace()).unwrap();
        session
    }

    #[test]
    fn the_default_time_applies_without_other_limits() {
        let seconds = |seconds| Some(Duration::from_secs(seconds));
        let mut session = session("Connect(7,7,4,2,1)", "");
        let own = clock(Duration::from_secs(60), None);
        let turns_to_go = NonZeroU32::new(4);
        let none = GoParameters::default();
        for (turn_time, usual) in [(None, seconds(2)), (seconds(7), seconds(7))] {
            session.setup.turn_time = turn_time;
            let go = |limits: StoneLimits| limits.of_turn(&session).go;
            assert_eq!(go(StoneLimits::default()), GoParameters { move_time: usual, ..none });
            let timed = StoneLimits { time: seconds(3), ..StoneLimits::default() };
            assert_eq!(go(timed), GoParameters { move_time: seconds(3), ..none });
            let clocked = StoneLimits { clock: Some(own), turns_to_go, ..StoneLimits::default() };
            assert_eq!(go(clocked), GoParameters { own: Some(own), moves_to_go: turns_to_go, ..none });
            // The user's time applies in addition; without it, depth and nodes are sufficient limits.
            let deep = StoneLimits { depth: Some(3), ..StoneLimits::default() };
            assert_eq!(go(deep), GoParameters { depth: Some(3), move_time: turn_time, ..none });
            let counted = StoneLimits { nodes: Some(3), ..StoneLimits::default() };
            assert_eq!(go(counted), GoParameters { nodes: Some(3), move_time: turn_time, ..none });
        }
        let overtime = ByoYomi { periods: NonZeroU32::MIN, time: Duration::from_secs(5) };
        let (with, without) = (clock(Duration::from_secs(9), Some(overtime)), clock(Duration::from_secs(9), None));
        assert_eq!((with.left, with.byo_yomi), (Duration::from_secs(9), Some(overtime)));
        assert_eq!((without.left, without.byo_yomi), (Duration::from_secs(9), None));
    }

    /// The squares of a turn that is played, and the number of moves of the game after it.
    fn filled(rules: &str, moves: &str, turn: &str) -> (String, usize) {
        let mut session = session(rules, moves);
        let turn = session.game.now().read_turn(turn).unwrap();
        let answer = Answer { decision: Some(Decision::new(turn)), fault: None };
        let squares = play_found(&mut session, &answer).expect("a turn");
        (names(session.game.now(), Coordinates::Letters, &squares).join(" "), session.game.moves().len())
    }

    #[test]
    fn a_turn_that_wins_with_its_first_stone_is_completed() {
        let (odd, even) = ("Connect(7,7,4,2,1)", "Connect(8,8,4,2,1)");
        // The centre first, in the order of the board.
        assert_eq!(filled(odd, "G7 A1-C1 A3-B5 D1-E7 F2-F4", "B1"), ("B1 D4".to_owned(), 10));
        assert_eq!(filled(even, "G7 A1-C1 A3-B5 D1-E7 F2-F4", "B1"), ("B1 D4".to_owned(), 10));
        assert_eq!(filled(odd, "G7 A7-B7 A3-B5 C7-E6 F2-F4", "D7"), ("D4 D7".to_owned(), 10));
        // Then the first free point that is not in the turn.
        assert_eq!(filled(odd, "D4 A1-C1 A3-B5 D1-E7 F2-F4", "B1"), ("B1 E1".to_owned(), 10));
        assert_eq!(filled(odd, "D4 A7-B7 A3-B5 C7-E6 F2-F4", "D7"), ("A1 D7".to_owned(), 10));
        // A whole turn is unchanged, and the first turn has one stone.
        assert_eq!(filled(odd, "D4", "G2-B1"), ("B1 G2".to_owned(), 3));
        assert_eq!(filled(odd, "", "G2"), ("G2".to_owned(), 1));
    }

    #[test]
    fn an_answer_without_a_legal_turn_is_not_played() {
        let mut session = session("Connect(7,7,4,2,1)", "D4");
        assert_eq!(play_found(&mut session, &Answer { decision: None, fault: None }), None);
        let taken = Decision::new(session.game.moves().to_vec());
        assert_eq!(play_found(&mut session, &Answer { decision: Some(taken), fault: None }), None);
        assert_eq!(session.game.moves().len(), 1);
    }

    #[test]
    fn a_turn_has_all_its_stones_unless_it_ends_the_game() {
        let played = |moves, points: &str| {
            let mut session = session("Connect(7,7,4,2,1)", moves);
            let (before, now) = (session.game.moves().len(), session.game.now());
            let squares: Vec<Square> =
                points.split_whitespace().map(|at| read(now, Coordinates::Letters, at).unwrap()).collect();
            let played = play(&mut session, Coordinates::Letters, &squares);
            played.map(|()| session.game.moves().len() - before).map_err(|error| error.to_string())
        };
        let count = |given, due| Err(format!("the stones of the turn are {given}: expected {due}"));
        assert_eq!([played("", ""), played("", "A1"), played("", "A1 B1")], [count(0, 1), Ok(1), count(2, 1)]);
        assert_eq!([played("D4", "A1"), played("D4", "A1 B1")], [count(1, 2), Ok(2)]);
        assert_eq!(played("D4", "A1 B1 C1"), count(3, 2));
        assert_eq!(played("D4", "A1 D4"), Err("D4 is taken by Black".to_owned()));
        let three = "G7 A1-C1 A3-B5 D1-E7 F2-F4";
        assert_eq!([played(three, "B1"), played(three, "B1 G3"), played(three, "G3 B1")], [Ok(1), Ok(1), Ok(2)]);
        assert_eq!(played(three, "B1 G7"), Err("G7 is taken by Black".to_owned()));
        assert_eq!(played(three, "G3"), count(1, 2));
    }

    #[test]
    fn the_mover_after_a_win_is_the_winner() {
        let side = |moves| mover(&session("Connect(7,7,4,2,1)", moves)).index();
        assert_eq!([side(""), side("A1"), side("A1 B1-C1")], [0, 1, 0]);
        // A win with the first stone of the turn, and with the second.
        assert_eq!([side("G7 A1-C1 A3-B5 D1-E7 F2-F4 B1"), side("G7 A1-C1 A3-B5 D1-E7 F2-F4 G1-B1")], [0, 0]);
    }
}
