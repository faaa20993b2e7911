//! Illegal, incomplete and late turns.

use crate::common::{Nim, take};
use duiyi_arena::{
    Adjudication, Answer, Choice, ClockRules, Conditions, Contestant, Fault, Finished, KnownWinner, OutcomeKind,
    RuleBook, Setup, Side, Turn, TurnReport, parse_openings, play_game,
};
use duiyi_game::Game as _;
use std::{
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

/// Gives the same answer in every position, after a delay.
struct Always(Choice<u16>, Duration);

impl Contestant<Nim> for Always {
    fn new_game(&mut self, _start: &Nim) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, _turn: &Turn<'_, Nim>) -> Result<Answer<u16>, Fault> {
        Ok(Answer { turn: self.0.clone(), report: TurnReport { elapsed: self.1, ..TurnReport::default() } })
    }
}

/// A game of 2/1 with 0.1 s per turn.
fn played(first: Choice<u16>, second: Choice<u16>, elapsed: Duration) -> Finished {
    played_by(Adjudication::default(), None, [first, second], elapsed, Duration::ZERO)
}

/// The same with rules of adjudication, values that are known, and a margin of the clocks.
fn played_by(
    adjudication: Adjudication,
    known: Option<KnownWinner<Nim>>,
    [first, second]: [Choice<u16>; 2],
    elapsed: Duration,
    margin: Duration,
) -> Finished {
    let opening = parse_openings("2/1 w\n").remove(0);
    let control = "movetime=0.1".parse().expect("valid");
    let conditions = Conditions {
        number: 0,
        known,
        controls: [control, "movetime=0.1".parse().expect("valid")],
        clock: ClockRules::new(margin),
        adjudication,
    };
    let (mut first, mut second) = (Always(first, elapsed), Always(second, elapsed));
    let setup = Setup::new(&Nim::new(), &opening).expect("a position");
    play_game(setup, [&mut first, &mut second], &conditions, &AtomicBool::new(false)).expect("not stopped")
}

fn moves(moves: &[u16]) -> Choice<u16> {
    Choice::Moves(moves.to_vec())
}

/// The turn that the game reads from a text in the first position.
fn text(text: &str) -> Choice<u16> {
    let opening = parse_openings("2/1 w\n").remove(0);
    let start = duiyi_game::History::read_by(&Nim::new(), &opening.position).expect("a position");
    Choice::read(start.now(), text.to_owned())
}

const IN_TIME: Duration = Duration::from_millis(50);
const LATE: Duration = Duration::from_millis(130);

/// This game panics if an illegal move is written.
#[test]
fn an_illegal_turn_of_a_local_player_is_a_fault_and_is_not_written() {
    for (turn, reason) in [
        (moves(&[take(7, 1)]), "the move 1793 is not legal here; 2/1 w"),
        (moves(&[]), "'' is an incomplete turn; 2/1 w"),
        (moves(&[take(0, 1), take(0, 1)]), "'[1, 1]' has more moves than the turn; 2/1 w"),
        (text("z9"), "'z9' does not take objects from a heap; 2/1 w"),
    ] {
        let finished = played(turn, moves(&[]), IN_TIME);
        let fault = Fault::IllegalMove(reason.to_owned());
        assert_eq!(finished.reason, fault.to_string());
        assert_eq!((finished.forfeit, finished.kind), (Some((Side::First, fault)), OutcomeKind::Forfeit));
        assert!(finished.moves.is_empty());
    }
}

/// A late turn loses on time, legal or not, and the record contains its text.
#[test]
fn a_late_turn_forfeits_on_time_and_is_recorded_even_if_illegal() {
    for (turn, recorded) in
        [(moves(&[take(0, 2)]), "a2"), (moves(&[take(7, 1)]), "[1793]"), (text("z9"), "z9"), (text("a1"), "a1")]
    {
        let finished = played(turn, moves(&[]), LATE);
        let fault = Fault::Time(Duration::from_millis(30));
        assert_eq!((finished.forfeit, finished.moves.len()), (Some((Side::First, fault)), 1));
        assert_eq!((finished.moves[0].mv.as_str(), finished.moves[0].late), (recorded, true));
    }
}

/// The record contains the text of an external program; a local turn is written by the game.
#[test]
fn the_record_contains_the_text_of_an_external_program() {
    let finished = played(text("a02"), moves(&[take(1, 1)]), IN_TIME);
    let recorded: Vec<&str> = finished.moves.iter().map(|mv| mv.mv.as_str()).collect();
    assert_eq!((recorded, finished.forfeit), (vec!["a02", "b1"], None));
    assert_eq!((RuleBook::new(&Nim::new()).record_turn)("a02"), "a02");
}

/// A known value ends the game after the move that leads to it, if the rules of the match say so.
#[test]
fn a_known_value_ends_the_game() {
    for (winner, kind) in [(Some(Side::Second), "0-1"), (None, "1/2-1/2")] {
        let known: KnownWinner<Nim> =
            Arc::new(move |position: &Nim| (position.side_to_move() == Side::Second).then_some(winner));
        let by = |endgames| {
            let rules = Adjudication { endgames, ..Adjudication::default() };
            played_by(
                rules,
                Some(Arc::clone(&known)),
                [moves(&[take(0, 2)]), moves(&[take(1, 1)])],
                IN_TIME,
                Duration::ZERO,
            )
        };
        let finished = by(true);
        assert_eq!((finished.moves.len(), finished.reason.as_str()), (1, "adjudication: endgame tables"));
        assert_eq!((finished.result.to_string().as_str(), finished.kind), (kind, OutcomeKind::Adjudication));
        assert_eq!(by(false).moves.len(), 2);
    }
}

/// Every turn may exceed its limit by the margin, and by no more.
#[test]
fn a_turn_within_the_margin_is_in_time() {
    let margin = LATE - Duration::from_millis(100);
    let by = |elapsed| {
        let turns = [moves(&[take(0, 2)]), moves(&[take(1, 1)])];
        played_by(Adjudication::default(), None, turns, elapsed, margin)
    };
    let tolerated = by(LATE);
    assert_eq!((tolerated.forfeit, tolerated.moves.len(), tolerated.kind), (None, 2, OutcomeKind::Position));
    assert!(tolerated.moves.iter().all(|mv| !mv.late));
    let late = by(LATE + Duration::from_micros(1));
    let fault = Fault::Time(margin + Duration::from_micros(1));
    assert_eq!((late.forfeit, late.moves.len(), late.moves[0].late), (Some((Side::First, fault)), 1, true));
}
