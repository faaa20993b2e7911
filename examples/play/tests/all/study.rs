//! Analysis and review of the position shown.

use crate::sessions::run;
use duiyi_game::NodeId;
use duiyi_play::{
    message::{Action, GameSetup, ProofStep, Seat, SentView, View},
    session::{AnySession, Priority, ViewOptions},
};
use std::time::Duration;

const NOW: Duration = Duration::ZERO;

fn open(begin: &GameSetup) -> Box<dyn AnySession> {
    play::games().open(begin).unwrap_or_else(|error| panic!("{begin:?}: {error}"))
}

fn game(name: &str, position: &str) -> Box<dyn AnySession> {
    open(&GameSetup { game: name.into(), position: position.into(), ..GameSetup::default() })
}

fn view(session: &mut dyn AnySession) -> View {
    session.view(ViewOptions::default(), NOW)
}

/// Looks at an earlier position.
fn look(session: &mut dyn AnySession, node: u32) -> View {
    let node = Some(NodeId::new(node));
    session.look(node);
    session.view(ViewOptions { node, ..ViewOptions::default() }, NOW)
}

#[test]
fn several_lines_are_shown_in_every_game() {
    for (name, moves) in [
        ("xiangqi", "moves h2e2"),
        ("connect6", "moves J10"),
        ("gomoku", "moves H8"),
        ("tictactoe", "moves B2"),
        ("connect-four", "moves d"),
    ] {
        let mut session = game(name, moves);
        session.act(&Action::Analyse { lines: 3 }, NOW).unwrap();
        assert_eq!(view(&mut *session).study.lines, 3);
        let job = session.next_job(NOW).unwrap_or_else(|| panic!("{name}"));
        assert_eq!(job.priority, Priority::Analysis);
        let stop = job.stop.clone();
        let mut ranks = [0; 4];
        job.run(&mut |thought| {
            assert_eq!((thought.node, thought.squares.is_empty()), (1, false), "{name}");
            assert!((0.0..=1.0).contains(&thought.chance) && thought.line.iter().all(|line| !line.is_empty()));
            ranks[thought.rank] += 1;
            if ranks[1] > 3 {
                stop.stop();
            }
        });
        assert!(ranks[1..].iter().all(|&count| count > 0), "{name}: {ranks:?}");
        assert!(session.collect(NOW));
        assert!(session.next_job(NOW).is_none(), "the analysis is not repeated");
        // Another position is another analysis.
        look(&mut *session, 0);
        assert!(session.next_job(NOW).is_some(), "{name}");
        assert!(session.next_job(NOW).is_none(), "the analysis is running");
        look(&mut *session, 1);
        let job = session.next_job(NOW).expect("the first analysis is cancelled");
        session.act(&Action::Analyse { lines: 0 }, NOW).unwrap();
        assert!(job.stop.is_stopped() && session.next_job(NOW).is_none());
    }
}

/// The position after a line.
fn after(position: &str, line: &str) -> View {
    view(&mut *game("xiangqi", &format!("{position} moves {line}")))
}

/// Every line with a mate score ends in that mate after the reported number of plies.
#[test]
fn mating_lines_are_shown_to_the_mate() {
    let mated = [
        ("3akab2/9/b8/p3p3p/9/4P4/PR3r2P/3KB4/9/2B1r1R2 b - - 0 1", -3),
        ("R4a3/3ka4/2P1N4/3r4p/9/9/9/3A5/4Ap3/2B1K4 w - - 0 1", 3),
        ("2cP1ab2/2N1k4/4b4/p3p3p/9/1rBR5/4c3P/9/9/2BAKA3 w - - 0 1", 5),
    ];
    for (position, plies) in mated {
        for lines in [1, 3] {
            let mut session = game("xiangqi", position);
            session.act(&Action::Analyse { lines }, NOW).unwrap();
            let job = session.next_job(NOW).unwrap();
            let stop = job.stop.clone();
            let mut found = false;
            job.run(&mut |thought| {
                let line = thought.line.last().unwrap();
                let Some(mate) = thought.mate else { return };
                let ended = after(position, line).ended;
                let winner = usize::from(mate < 0);
                assert_eq!(ended.unwrap_or_else(|| panic!("{position}: {line}")).winner, Some(winner), "{line}");
                assert_eq!(line.split_whitespace().count(), mate.unsigned_abs() as usize, "{line}");
                found |= thought.rank == 1 && mate == plies;
                if found {
                    stop.stop();
                }
            });
            assert!(found, "{position}");
        }
    }
}

/// Only exact scores are reported, not bounds.
#[test]
fn bounds_are_not_shown_as_scores() {
    let mut session = game("xiangqi", "4kab2/4a4/4b4/9/9/9/9/R8/9/3K1R3 w - - 0 1");
    session.act(&Action::Analyse { lines: 1 }, NOW).unwrap();
    let job = session.next_job(NOW).unwrap();
    let stop = job.stop.clone();
    let mut depths = Vec::new();
    job.run(&mut |thought| {
        depths.push(thought.depth);
        if thought.mate == Some(9) {
            stop.stop();
        }
    });
    assert!(depths.is_sorted_by(|before, after| before < after), "each depth is reported once: {depths:?}");
}

/// An engine that plays does not wait for an analysis.
#[test]
fn a_turn_comes_before_an_analysis() {
    let engine = Seat::Engine { level: Some(0) };
    let mut session =
        open(&GameSetup { game: "connect-four".into(), seats: [Seat::Person, engine], ..GameSetup::default() });
    session.act(&Action::Analyse { lines: 1 }, NOW).unwrap();
    let analysis = session.next_job(NOW).unwrap();
    session.act(&Action::Turn { text: "d".into(), at: None }, NOW).unwrap();
    let turn = session.next_job(NOW).unwrap();
    assert!(analysis.stop.is_stopped() && turn.priority == Priority::Turn);
    look(&mut *session, 0);
    assert!(session.next_job(NOW).is_none(), "not before the turn is found");
    assert!(!run(&mut *session, analysis));
    assert!(run(&mut *session, turn));
    assert_eq!(session.next_job(NOW).unwrap().priority, Priority::Analysis);
    let refused = session.act(&Action::Review { milliseconds: Some(10) }, NOW).unwrap_err().to_string();
    assert_eq!(refused, "the game is not over");
}

/// Runs a review to its end.
fn review(session: &mut dyn AnySession) -> View {
    session.act(&Action::Review { milliseconds: Some(200) }, NOW).unwrap();
    while let Some(job) = session.next_job(NOW) {
        job.run(&mut |_| panic!("a review does not report lines"));
        assert!(session.collect(NOW));
    }
    view(session)
}

#[test]
fn a_review_finds_the_mistake_and_the_better_line() {
    // Yellow misses a win with d, and then Red wins there.
    let mut session = game("connect-four", "moves d a d a d a c a");
    let seen = review(&mut *session).study.review.unwrap();
    assert_eq!((seen.judged.len(), seen.positions), (9, 9));
    let turn = &seen.judged[7];
    assert_eq!((turn.side, turn.mark, &turn.better[0][..1]), (0, Some("blunder"), "d"));
    assert!(turn.loss > 0.9, "{turn:?}");
    let end = &seen.judged[8];
    assert_eq!((end.side, end.chance, end.mark, end.over), (1, 0.0, None, true));
    assert!(!turn.over && !turn.book);
    let note = turn.note.clone().unwrap();
    assert_eq!(note, ["Blunder: missed d, which wins in 1.", "败着：错过 d，1 步取胜。"]);
    // The marks and the sentences become a part of the game, once, and can be taken out again.
    let turns = |session: &dyn AnySession| session.saved(NOW).turns;
    let before = turns(&*session);
    session.act(&Action::KeepReview { language: 1 }, NOW).unwrap();
    let kept = turns(&*session);
    assert!(kept.contains("$4 {败着：错过 d，1 步取胜。}"), "{kept}");
    session.act(&Action::KeepReview { language: 1 }, NOW).unwrap();
    assert_eq!(turns(&*session), kept);
    assert!(view(&mut *session).study.review.is_some());
    session.act(&Action::Undo, NOW).unwrap();
    assert_eq!(turns(&*session), before);
    // Red's second turn loses at once to three in a column.
    let [yellow, red] = seen.accuracy.map(|accuracy| accuracy.unwrap());
    assert!(yellow < 90.0 && (0.0..=100.0).contains(&red), "{yellow} {red}");
    session.act(&Action::TakeBack, NOW).unwrap();
    assert!(view(&mut *session).study.review.is_none(), "the game has changed");
    // The same in xiangqi: a rook is left en prise.
    let mut session = game("xiangqi", "3ak4/4a4/9/9/r8/9/9/9/4A4/R3KA3 w - - 0 1 moves a0a4 a5a4");
    let seen = review(&mut *session).study.review.unwrap();
    assert_eq!((seen.judged[1].mark, &seen.judged[1].better[3][..4]), (Some("blunder"), "a0a5"));
    assert!(
        seen.judged[1].better[0].starts_with("车九进五") && seen.judged[1].better[1].starts_with("R9+5"),
        "{seen:?}"
    );
    assert!(seen.judged[0].chance > 0.8 && seen.judged[2].chance < 0.2, "{seen:?}");
}

#[test]
fn two_persons_with_clocks_get_no_help_until_the_game_is_over() {
    let setup = GameSetup { game: "connect6".into(), clock: "600+5".into(), ..GameSetup::default() };
    let mut session = play::games().open(&setup).unwrap();
    let help = [
        Action::Analyse { lines: 2 },
        Action::Explain { on: true },
        Action::Aids { on: vec![0] },
        Action::Proof { step: ProofStep::Begin },
        Action::Review { milliseconds: Some(10) },
    ];
    let reason = "two persons play: there is no help until the game is over";
    for action in &help {
        assert_eq!(session.act(action, NOW).unwrap_err().to_string(), reason, "{action:?}");
    }
    let explores = ViewOptions { explores: true, ..ViewOptions::default() };
    let seen = session.view(explores, NOW);
    assert!(seen.contested && seen.study.explored.is_none() && session.next_job(NOW).is_none());
    // What is on can be turned off.
    session.act(&Action::Analyse { lines: 0 }, NOW).unwrap();
    session.act(&Action::Resign, NOW).unwrap();
    for action in &help[..3] {
        session.act(action, NOW).unwrap();
    }
    let seen = session.view(explores, NOW);
    assert!(!seen.contested && seen.study.explored.is_some() && seen.study.lines == 2);
    assert!(session.next_job(NOW).is_some());
    // Without clocks, or against an engine, a person may ask.
    for (clock, seat) in [("", Seat::Person), ("600+5", Seat::Engine { level: Some(1) })] {
        let setup = GameSetup { clock: clock.into(), seats: [Seat::Person, seat], ..setup.clone() };
        let mut session = play::games().open(&setup).unwrap();
        session.act(&Action::Analyse { lines: 1 }, NOW).unwrap();
        assert!(!session.view(ViewOptions::default(), NOW).contested);
    }
}

/// Also the mirror image of a turn of the book.
#[test]
fn turns_of_the_book_are_neither_marked_nor_counted() {
    let mut session = game("xiangqi", "moves b2e2 b9c7 e0e1");
    let seen = review(&mut *session).study.review.unwrap();
    let turns: Vec<_> = seen.judged[1..].iter().map(|judged| (judged.book, judged.mark.is_some())).collect();
    assert_eq!(turns, [(true, false), (true, false), (false, true)]);
    let [red, black] = seen.accuracy;
    assert!(red.unwrap() < 90.0 && black.is_none(), "{:?}", seen.accuracy);
    let note = seen.judged[3].note.clone().unwrap();
    assert!(note[0].contains(" %): ") && note[0].ends_with(" was better."), "{note:?}");
    assert_eq!(session.act(&Action::Review { milliseconds: None }, NOW).unwrap(), None);
    let refused = session.act(&Action::KeepReview { language: 0 }, NOW).unwrap_err();
    assert_eq!(refused.to_string(), "there is no review");
}

/// A page receives each position once.
#[test]
fn a_review_is_sent_position_by_position() {
    let mut session = game("tictactoe", "moves B2 A1 A3");
    session.act(&Action::Review { milliseconds: Some(10) }, NOW).unwrap();
    let (mut seen, mut received) = (SentView::default(), Vec::new());
    loop {
        let update = seen.changes(view(&mut *session), session.nodes()).study.review.unwrap();
        assert!(update.judged.len() <= 1);
        received.truncate(update.from);
        received.extend(update.judged);
        let Some(job) = session.next_job(NOW) else { break };
        run(&mut *session, job);
    }
    assert_eq!(received, view(&mut *session).study.review.unwrap().judged);
    assert_eq!(received.len(), 4);
    session.act(&Action::Review { milliseconds: None }, NOW).unwrap();
    assert!(view(&mut *session).study.review.is_none() && session.next_job(NOW).is_none());
}

#[test]
fn the_score_is_explained_term_by_term() {
    for (name, text) in
        [("xiangqi", "difference: Red less Black"), ("connect6", "patterns of the stones"), ("connect-four", "score ")]
    {
        let mut session = game(name, "");
        assert!(view(&mut *session).study.explained.is_none());
        session.act(&Action::Explain { on: true }, NOW).unwrap();
        let explained = view(&mut *session).study.explained.unwrap();
        assert!(explained.contains(text), "{name}: {explained}");
    }
    // The explanation uses the evaluation of the analysis engine.
    let mut session = game("xiangqi", "moves h2e2 h9g7 e2e6");
    session.act(&Action::Explain { on: true }, NOW).unwrap();
    let explained = view(&mut *session).study.explained.unwrap();
    let now = duiyi_game::History::<duiyi_xiangqi::Xiangqi>::read("", "moves h2e2 h9g7 e2e6").unwrap().now().clone();
    let score = duiyi_xiangqi::kit::player().inspect().unwrap().static_score(&now).unwrap().get();
    let texts = [format!("score {score} "), format!("score {} ", -score)];
    assert!(texts.iter().any(|text| explained.contains(text)), "{texts:?}: {explained}");
    // Every term has a Chinese translation.
    let games = play::games();
    let terms = &games.offers().next().unwrap().terms;
    for row in explained.lines().filter(|line| line.matches('|').count() > 1) {
        let cells = row.split('|').flat_map(str::split_whitespace);
        for cell in cells.filter(|cell| cell.starts_with(char::is_alphabetic) && !["Red", "Black"].contains(cell)) {
            assert!(terms.iter().any(|(english, _)| *english == cell), "{cell}");
        }
    }
}
