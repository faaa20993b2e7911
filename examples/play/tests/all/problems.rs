//! Problems and their answers, steps through proofs, and threats on the board.

use crate::sessions::{board, game_text, pieces, run};
use duiyi_game::NodeId;
use duiyi_play::{
    message::{Action, EditorStep, GameSetup, ProblemId, ProofStep, ProofView, SavedGame, View},
    session::{AnySession, ViewOptions},
};
use std::time::Duration;

const NOW: Duration = Duration::ZERO;

fn open(begin: &GameSetup) -> Box<dyn AnySession> {
    play::games().open(begin).unwrap_or_else(|error| panic!("{begin:?}: {error}"))
}

fn problem(game: &str, index: usize) -> Box<dyn AnySession> {
    open(&GameSetup { game: game.into(), problem: Some(ProblemId::Index(index)), ..GameSetup::default() })
}

fn view(session: &mut dyn AnySession) -> View {
    session.view(ViewOptions::default(), NOW)
}

/// Runs all jobs.
fn work(session: &mut dyn AnySession) {
    while let Some(job) = session.next_job(NOW) {
        run(&mut *session, job);
    }
}

/// Plays a turn and has it checked; returns the state of the problem and the number of moves.
fn answer(session: &mut dyn AnySession, turn: &str) -> (&'static str, String, usize) {
    session.act(&Action::Turn { text: turn.into(), at: None }, NOW).unwrap_or_else(|error| panic!("{turn}: {error}"));
    work(session);
    let view = view(session);
    let problem = view.study.problem.unwrap();
    let reply = problem.reply.last().map(|reply| format!(" {reply}")).unwrap_or_default();
    (problem.state, format!("{}{reply}", problem.said), view.ply)
}

/// The problems of xiangqi, in the order of the file: `m` (mate) or `e` (endgame), the turns, the first move.
fn xiangqi() -> impl Iterator<Item = (usize, &'static str, u32, &'static str)> {
    include_str!("../../../../crates/xiangqi/src/kit/problems.csv").lines().enumerate().map(|(index, line)| {
        let fields: Vec<_> = line.split(',').collect();
        let (kind, turns) = fields[0].split_at(1);
        (index, kind, turns.parse().unwrap(), fields[3])
    })
}

/// The mates in a number of turns.
fn mates(turns: u32) -> impl Iterator<Item = (usize, &'static str)> {
    let mates = xiangqi().filter(move |&(_, kind, all, _)| kind == "m" && all == turns);
    mates.map(|(index, _, _, first)| (index, first))
}

#[test]
fn every_problem_is_offered_and_opens() {
    let games = play::games();
    let count = |name: &str| games.offers().find(|offer| offer.name == name).unwrap().problems.len();
    assert_eq!((count("xiangqi"), count("connect6"), count("gomoku")), (xiangqi().count(), 15, 0));
    for offer in games.offers() {
        for (index, offered) in offer.problems.iter().enumerate() {
            let seen = view(&mut *problem(&offer.name, index)).study.problem.unwrap();
            assert_eq!((seen.state, seen.left, seen.name), ("asked", offered.turns, offered.name.clone()));
            assert_eq!(seen.goal, offered.goal);
            assert!((1..=5).contains(&offered.difficulty) && !offered.theme[1].is_ascii(), "{offered:?}");
        }
        assert!(
            games
                .open(&GameSetup {
                    game: offer.name.clone(),
                    problem: Some(ProblemId::Index(999)),
                    ..GameSetup::default()
                })
                .is_err()
        );
    }
}

/// The first move is right, and one that does not mate in time is taken back.
#[test]
fn answers_to_mates_are_checked() {
    for (turns, step) in [(1, 20), (2, 20), (3, 40)] {
        for (index, first) in mates(turns).step_by(step) {
            let mut session = problem("xiangqi", index);
            let (state, reason, ply) = answer(&mut *session, first);
            let expected = if turns == 1 { ("solved", 1) } else { ("right", 2) };
            assert_eq!((state, ply), expected, "{index}: {first}: {reason}");
            let mut session = problem("xiangqi", index);
            let legal = legal_moves(&game_text(&*session));
            let wrong = legal.iter().find(|mv| *mv != first).unwrap();
            let (state, reason, ply) = answer(&mut *session, wrong);
            assert_eq!((state, ply), ("wrong", 0), "{index}: {wrong}");
            let expected = if turns == 1 { "it does not win in time" } else { "the other side escapes with " };
            assert!(reason.starts_with(expected), "{index}: {wrong}: {reason}");
            let again = session.act(&Action::TakeBack, NOW).unwrap_err().to_string();
            assert!(again.starts_with("turns of a problem"), "{again}");
        }
    }
}

/// The only move that keeps the win of an endgame is right; others are taken back.
#[test]
fn answers_to_endgames_are_checked() {
    for horse in ["knka ", "knkb "] {
        let name = |index: usize| view(&mut *problem("xiangqi", index)).study.problem.unwrap().name;
        let (index, _, turns, first) =
            xiangqi().find(|&(index, kind, ..)| kind == "e" && name(index).starts_with(horse)).unwrap();
        let (state, reason, _) = answer(&mut *problem("xiangqi", index), first);
        assert_eq!(state, if turns == 1 { "solved" } else { "right" }, "{index}: {reason}");
        let mut session = problem("xiangqi", index);
        let legal = legal_moves(&game_text(&*session));
        for wrong in legal.iter().filter(|mv| *mv != first) {
            assert_eq!(answer(&mut *session, wrong).0, "wrong", "{index}: {wrong}");
        }
    }
}

fn legal_moves(text: &str) -> Vec<String> {
    use duiyi_game::{History, Notation, legal_moves};
    let game = History::<duiyi_xiangqi::Xiangqi>::read("", text).unwrap();
    legal_moves(game.now()).into_iter().map(|mv| game.now().write_move(mv)).collect()
}

/// A mate in three is solved to the end, also after the game was stored and resumed.
#[test]
fn a_problem_is_solved_turn_by_turn() {
    let (index, first) = mates(3).next().unwrap();
    let mut session = problem("xiangqi", index);
    assert_eq!(answer(&mut *session, first).0, "right");
    let mut session = play::games().restore(&session.saved(NOW)).unwrap();
    let left = view(&mut *session).study.problem.unwrap();
    assert_eq!((left.left, left.state), (2, "asked"));
    // An answer that was not checked when the game was stored is checked after it is resumed.
    session.act(&Action::Turn { text: legal_moves(&game_text(&*session))[0].clone(), at: None }, NOW).unwrap();
    let mut left = play::games().restore(&session.saved(NOW)).unwrap();
    assert_eq!(view(&mut *left).study.problem.unwrap().state, "checking");
    work(&mut *left);
    work(&mut *session);
    let state_of =
        |session: &mut dyn AnySession| view(session).study.problem.map(|problem| (problem.state, problem.left));
    assert_eq!((state_of(&mut *left), state_of(&mut *left)), (state_of(&mut *session), Some(("wrong", 2))));
    for turn in ["second", "third"] {
        let solved = legal_moves(&game_text(&*session)).into_iter().find(|mv| {
            let state = answer(&mut *session, mv).0;
            state == "right" || state == "solved"
        });
        assert!(solved.is_some(), "{turn}");
    }
    let end = view(&mut *session);
    assert_eq!(end.study.problem.unwrap().state, "solved");
    assert_eq!(end.ended.unwrap().reason, "checkmate");
}

/// A stored problem is found by its name. An index that belongs to another problem now makes an ordinary game.
#[test]
fn a_stored_problem_is_found_by_its_name() {
    for offer in play::games().offers().filter(|offer| !offer.problems.is_empty()) {
        let mut names: Vec<&str> = offer.problems.iter().map(|problem| problem.name.as_str()).collect();
        let last = names.len() - 1;
        let mut saved = problem(&offer.name, last).saved(NOW);
        assert_eq!(saved.begin.problem, Some(ProblemId::Name(names[last].to_owned())));
        let named = |saved: &SavedGame| {
            let mut session = play::games().restore(saved).unwrap();
            view(&mut *session).study.problem.map(|problem| problem.name)
        };
        assert_eq!(named(&saved).as_deref(), Some(names[last]));
        // The same game by its index, and by one that is another problem now.
        saved.begin.problem = Some(ProblemId::Index(last));
        assert_eq!(named(&saved).as_deref(), Some(names[last]));
        saved.begin.problem = Some(ProblemId::Index(0));
        assert_eq!(named(&saved), None);
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), last + 1, "{}", offer.name);
    }
}

/// The setup with which a page begins again: the problem, and the moves made so far.
#[test]
fn an_attempt_begins_with_its_moves() {
    let (index, first) = mates(3).next().unwrap();
    let mut session = problem("xiangqi", index);
    answer(&mut *session, first);
    let (saved, position) = (session.saved(NOW), game_text(&*session));
    for (position, left) in [(position, 2), (saved.begin.position.clone(), 3)] {
        let mut again = open(&GameSetup { position, ..saved.begin.clone() });
        let seen = view(&mut *again).study.problem.unwrap();
        assert_eq!((seen.state, seen.left), ("asked", left));
    }
}

#[test]
fn a_position_set_up_after_a_problem_is_an_ordinary_game() {
    let mut session = problem("connect6", 0);
    for step in [EditorStep::Begin, EditorStep::Empty, EditorStep::Take] {
        session.act(&Action::SetUp { step }, NOW).unwrap();
    }
    session.act(&Action::Turn { text: "A1-B1".into(), at: None }, NOW).unwrap();
    let saved = session.saved(NOW);
    let mut again = play::games().restore(&saved).unwrap();
    let (before, after) = (view(&mut *session), view(&mut *again));
    assert_eq!((saved.begin.problem, &after.study.problem, after.ply), (None, &None, before.ply));
    assert_eq!(board(&mut *again), board(&mut *session));
}

/// A move that mates within a number of turns.
fn mating_move(text: &str, turns: u32) -> String {
    let game = duiyi_game::History::<duiyi_xiangqi::Xiangqi>::read("", text).unwrap();
    let mut search = duiyi_xiangqi::kit::MateSearch::new(u64::MAX, &|| false);
    search.first_moves(game.now().position(), turns, 1).unwrap()[0].to_string()
}

/// Solves a mate: plays the known first move, then moves that mate in time.
fn solve_mate(index: usize, turns: u32, first: &str) {
    let mut session = problem("xiangqi", index);
    let mut turn = first.to_owned();
    for left in (0..turns).rev() {
        let (state, reason, ply) = answer(&mut *session, &turn);
        if left == 0 {
            assert_eq!(state, "solved", "{index}: {turn}: {reason}");
            break;
        }
        assert_eq!((state, ply), ("right", 2 * (turns - left) as usize), "{index}: {turn}: {reason}");
        turn = mating_move(&game_text(&*session), left);
    }
    assert_eq!(view(&mut *session).ended.unwrap().winner, Some(view(&mut *session).turns[0].side), "{index}");
}

#[test]
fn a_mate_in_four_is_solved() {
    let (index, first) = mates(4).next().unwrap();
    solve_mate(index, 4, first);
}

#[ignore = "half a minute and more, run by CI"]
#[test]
fn every_long_mate_is_solved() {
    for turns in 3..=5 {
        mates(turns).for_each(|(index, first)| solve_mate(index, turns, first));
    }
}

#[test]
fn problems_of_connect6_are_checked_by_the_solver() {
    // The first turn of problem 5 as printed in the suite is one win of several.
    for (index, turn, state) in [
        (5, "L8-G10", "solved"),
        (6, "K11-M13", "right"),
        (7, "L11-M12", "right"),
        (8, "J9-J11", "right"),
        (8, "A1-S19", "wrong"),
        (5, "A1-S19", "wrong"),
    ] {
        let mut session = problem("connect6", index);
        let (found, reason, _) = answer(&mut *session, turn);
        assert_eq!(found, state, "{index}: {turn}: {reason}");
    }
    // Five in a row at once: one stone blocks them all.
    let (state, reason, _) = answer(&mut *problem("connect6", 7), "K12-K13");
    assert_eq!(state, "wrong");
    assert!(reason.starts_with("the other side escapes with K14-") || reason.ends_with("-K14"), "{reason}");
    let mut session = problem("connect6", 6);
    let stones = turn_of(&mut *session, &["K11", "M13"]);
    assert_eq!(stones, "right", "stone by stone");
    assert_eq!(view(&mut *session).study.problem.unwrap().left, 1);
}

/// Plays a turn stone by stone; the turn is checked when it is complete.
fn turn_of(session: &mut dyn AnySession, stones: &[&str]) -> &'static str {
    let mut state = "";
    for stone in stones {
        assert_ne!(state, "checking");
        session.act(&Action::Turn { text: (*stone).into(), at: None }, NOW).unwrap();
        state = view(session).study.problem.unwrap().state;
    }
    assert_eq!(state, "checking");
    assert_eq!(
        session.act(&Action::Turn { text: "A1".into(), at: None }, NOW).unwrap_err().to_string(),
        "the answer is being checked"
    );
    work(session);
    view(session).study.problem.unwrap().state
}

fn step(session: &mut dyn AnySession, step: ProofStep) -> Result<(), String> {
    session.act(&Action::Proof { step }, NOW).map(drop).map_err(|reason| reason.to_string())
}

fn proof(session: &mut dyn AnySession) -> ProofView {
    view(session).study.proof.unwrap()
}

#[test]
fn a_proof_is_shown_step_by_step() {
    let mut session = problem("connect6", 7);
    let before = board(&mut *session);
    step(&mut *session, ProofStep::Begin).unwrap();
    assert_eq!(proof(&mut *session).state, "sought");
    work(&mut *session);
    let root = proof(&mut *session);
    assert_eq!((root.state, root.turns, root.line.len()), ("found", 3, 1));
    assert!(root.size > root.turns && root.replies.len() > 1);
    assert_eq!(pieces(&board(&mut *session)), pieces(&before) + 2);
    assert_eq!(step(&mut *session, ProofStep::Back).unwrap_err(), "this is the beginning of the proof");
    assert_eq!(step(&mut *session, ProofStep::Reply { index: 99 }).unwrap_err(), "there is no such reply");
    // To the end by the first reply at each step.
    let (mut depth, mut size) = (0, root.size);
    while !proof(&mut *session).replies.is_empty() {
        step(&mut *session, ProofStep::Reply { index: 0 }).unwrap();
        let node = proof(&mut *session);
        depth += 1;
        assert!(node.size < size && node.line.len() == 1 + 2 * depth);
        size = node.size;
    }
    assert!((1..=2).contains(&depth));
    step(&mut *session, ProofStep::Back).unwrap();
    step(&mut *session, ProofStep::Leave).unwrap();
    let after = view(&mut *session);
    assert!(after.study.proof.is_none() && board(&mut *session) == before);
    // A position without a proof.
    let mut session =
        open(&GameSetup { game: "connect6".into(), position: "moves J10".into(), ..GameSetup::default() });
    view(&mut *session);
    step(&mut *session, ProofStep::Begin).unwrap();
    work(&mut *session);
    assert_eq!(proof(&mut *session).state, "none");
    assert!(
        session.view(ViewOptions { node: Some(NodeId::ROOT), ..ViewOptions::default() }, NOW).study.proof.is_none(),
        "it belongs to another position"
    );
    assert!(view(&mut *session).study.proof.is_some());
    session.look(Some(NodeId::ROOT));
    assert!(view(&mut *session).study.proof.is_none(), "it belonged to another position");
    let mut other = open(&GameSetup { game: "xiangqi".into(), ..GameSetup::default() });
    assert_eq!(step(&mut *other, ProofStep::Begin).unwrap_err(), "xiangqi has no prover");
}

/// The points that would complete four in a row are threats for one side and targets for the other.
#[test]
fn threats_are_shown_on_the_board() {
    let position = "moves J10 A1-S1 K10-L10 A19-S19 M10-A10";
    let mut session = open(&GameSetup { game: "connect6".into(), position: position.into(), ..GameSetup::default() });
    let marks = |session: &mut dyn AnySession| {
        let marks = view(session).overlay;
        (marks.threats.len(), marks.targets.len())
    };
    assert_eq!(marks(&mut *session), (0, 0));
    session.act(&Action::Aids { on: vec![0, 7] }, NOW).unwrap();
    assert_eq!(marks(&mut *session), (4, 0), "two points on either side");
    session.act(&Action::Turn { text: "A2-A3".into(), at: None }, NOW).unwrap();
    assert_eq!(marks(&mut *session), (0, 4));
    session.act(&Action::Aids { on: vec![] }, NOW).unwrap();
    assert_eq!(marks(&mut *session), (0, 0));
}

/// The board of renju shows the forbidden points at once, and a refusal names the pattern.
#[test]
fn forbidden_points_are_shown_and_explained() {
    let position = "moves F8 A1 G8 A3 H6 A5 H7 A7";
    for (rules, shown) in [("renju", true), ("gomoku-standard", false)] {
        let begin =
            GameSetup { game: "gomoku".into(), rules: rules.into(), position: position.into(), ..GameSetup::default() };
        let mut session = open(&begin);
        let texts = view(&mut *session).overlay.texts;
        assert_eq!(texts.iter().any(|(at, _)| *at == [7, 7]), shown, "{rules}: {texts:?}");
        let played = session.act(&Action::Turn { text: "H8".into(), at: None }, NOW);
        assert_eq!(played.is_err(), shown, "{rules}");
        if let Err(reason) = played {
            assert!(reason.to_string().contains("double three"), "{reason}");
        }
    }
}
