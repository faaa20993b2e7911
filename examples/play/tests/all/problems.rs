//! Problems with their answers, proofs that one walks through, and threats on the board.

use play::{
    games::all,
    message::{Ask, Begin, ProofStep, ProofView, View},
    room::{Room, Sight},
};
use std::time::Duration;

const NOW: Duration = Duration::ZERO;

fn open(begin: &Begin) -> Box<dyn Room> {
    all().open(begin).unwrap_or_else(|error| panic!("{begin:?}: {error}"))
}

fn problem(game: &str, index: usize) -> Box<dyn Room> {
    open(&Begin { game: game.into(), problem: Some(index), ..Begin::default() })
}

fn view(room: &mut dyn Room) -> View {
    room.view(Sight::default(), NOW)
}

/// Runs all that there is to be done.
fn work(room: &mut dyn Room) {
    while let Some(task) = room.task(NOW) {
        let found = task.run(&mut |_| {});
        room.found(found, NOW);
    }
}

/// Plays a turn and has it checked: how the problem stands then, and how many moves were made.
fn answer(room: &mut dyn Room, turn: &str) -> (&'static str, String, usize) {
    room.ask(&Ask::Turn { text: turn.into() }, NOW).unwrap_or_else(|error| panic!("{turn}: {error}"));
    work(room);
    let view = view(room);
    let problem = view.problem.unwrap();
    (problem.state, problem.said, view.ply)
}

/// The lines of the file with the mates.
fn mates() -> impl Iterator<Item = (usize, u32, Vec<&'static str>)> {
    include_str!("../../data/mates.epd").lines().enumerate().map(|(index, line)| {
        let field = |name: &str| line.split("; ").find_map(|field| field.strip_prefix(name)).unwrap_or_default();
        // Long mates have one line instead of all first moves.
        let first = field("bm ").split_whitespace().chain(field("pv ").split_whitespace().take(1));
        (index, field("dm ").parse().unwrap(), first.collect())
    })
}

#[test]
fn every_problem_is_offered_and_opens() {
    let games = all();
    let count = |name: &str| games.offers().find(|offer| offer.name == name).unwrap().problems.len();
    assert_eq!((count("xiangqi"), count("connect6"), count("gomoku")), (mates().count(), 15, 0));
    for offer in games.offers() {
        for (index, offered) in offer.problems.iter().enumerate() {
            let seen = view(&mut *problem(&offer.name, index)).problem.unwrap();
            assert_eq!((seen.state, seen.left, seen.name), ("asked", offered.turns, offered.name.clone()));
        }
        assert!(games.open(&Begin { game: offer.name.clone(), problem: Some(999), ..Begin::default() }).is_err());
    }
}

/// Every first move that mates in time is right, and one that does not is taken back.
#[test]
fn mates_are_checked_by_the_search() {
    for (index, dm, best) in mates().filter(|(_, dm, _)| *dm <= 2) {
        let mut room = problem("xiangqi", index);
        for mv in &best {
            let (state, said, ply) = answer(&mut *room, mv);
            let expected = if dm == 1 { ("solved", 1) } else { ("right", 2) };
            assert_eq!((state, ply), expected, "{index}: {mv}: {said}");
            room = problem("xiangqi", index);
        }
        let legal = legal_moves(&room.text());
        let wrong = legal.iter().find(|mv| !best.contains(&mv.as_str())).unwrap();
        let (state, said, ply) = answer(&mut *room, wrong);
        assert_eq!((state, ply), ("wrong", 0), "{index}: {wrong}");
        assert!(said.starts_with("the other side gets away by "), "{index}: {wrong}: {said}");
        let again = room.ask(&Ask::TakeBack, NOW).unwrap_err().to_string();
        assert!(again.starts_with("a turn of a problem"), "{again}");
    }
}

fn legal_moves(text: &str) -> Vec<String> {
    use duiyi_game::{History, Notation, legal_moves};
    let game = History::<duiyi_xiangqi::Xiangqi>::read("", text).unwrap();
    legal_moves(game.now()).into_iter().map(|mv| game.now().write_move(mv)).collect()
}

/// A mate in three is solved to its end, also when it is left in the middle.
#[test]
fn a_problem_is_solved_turn_by_turn() {
    let (index, _, best) = mates().find(|(_, dm, best)| *dm == 3 && best.len() == 1).unwrap();
    let mut room = problem("xiangqi", index);
    assert_eq!(answer(&mut *room, best[0]).0, "right");
    let mut room = all().restore(&room.saved(NOW)).unwrap();
    let left = view(&mut *room).problem.unwrap();
    assert_eq!((left.left, left.state), (2, "asked"));
    // An answer that was not checked when the game was left is checked then.
    room.ask(&Ask::Turn { text: legal_moves(&room.text())[0].clone() }, NOW).unwrap();
    let mut left = all().restore(&room.saved(NOW)).unwrap();
    assert_eq!(view(&mut *left).problem.unwrap().state, "checking");
    work(&mut *left);
    work(&mut *room);
    let stands = |room: &mut dyn Room| view(room).problem.map(|problem| (problem.state, problem.left));
    assert_eq!((stands(&mut *left), stands(&mut *left)), (stands(&mut *room), Some(("wrong", 2))));
    for turn in ["second", "third"] {
        let solved = legal_moves(&room.text()).into_iter().find(|mv| {
            let state = answer(&mut *room, mv).0;
            state == "right" || state == "solved"
        });
        assert!(solved.is_some(), "{turn}");
    }
    let end = view(&mut *room);
    assert_eq!(end.problem.unwrap().state, "solved");
    assert_eq!(end.ended.unwrap().reason, "checkmate");
}

/// What a player plays that searches so many nodes: by nodes and not by the clock, so that every run
/// is the same.
fn searched(text: &str, nodes: u64) -> String {
    use duiyi_game::{History, Notation};
    use duiyi_player::Request;
    use duiyi_search::{LimitControl, Limits, StopHandle};
    let game = History::<duiyi_xiangqi::Xiangqi>::read("", text).unwrap();
    let mut player = xiangqi_engine::player();
    player.set_option("Hash", "16").unwrap();
    let mut control = LimitControl::new(Limits::nodes(nodes), StopHandle::new());
    let (allowed, observer) = (&|_| true, &mut ());
    let mut request = Request { game: &game, allowed, control: &mut control, observer };
    game.now().write_turn(&player.decide(&mut request).expect("a turn").turn)
}

/// Solves a mate to its end: by the first move that is known, and then as a search plays.
fn solve_mate(index: usize, dm: u32, first: &str) {
    let mut room = problem("xiangqi", index);
    let mut turn = first.to_owned();
    for left in (0..dm).rev() {
        let (state, said, ply) = answer(&mut *room, &turn);
        if left == 0 {
            assert_eq!(state, "solved", "{index}: {turn}: {said}");
            break;
        }
        assert_eq!((state, ply), ("right", 2 * (dm - left) as usize), "{index}: {turn}: {said}");
        turn = searched(&room.text(), 300_000);
    }
    assert_eq!(view(&mut *room).ended.unwrap().winner, Some(view(&mut *room).turns[0].side), "{index}");
}

/// Mates in four: the first of them always, all longer ones when they are asked for.
#[test]
fn a_mate_in_four_is_solved() {
    let (index, dm, best) = mates().find(|(_, dm, _)| *dm == 4).unwrap();
    solve_mate(index, dm, best[0]);
}

#[ignore = "half a minute and more, run by CI"]
#[test]
fn every_long_mate_is_solved() {
    for (index, dm, best) in mates().filter(|(_, dm, _)| *dm >= 3) {
        solve_mate(index, dm, best[0]);
    }
}

#[test]
fn problems_of_connect6_are_checked_by_the_solver() {
    // The fifth of the suite's own first turns, as it is printed: one win of several.
    for (index, turn, state) in [
        (5, "L8-G10", "solved"),
        (6, "K11-M13", "right"),
        (7, "L11-M12", "right"),
        (8, "J9-J11", "right"),
        (8, "A1-S19", "wrong"),
        (5, "A1-S19", "wrong"),
    ] {
        let mut room = problem("connect6", index);
        let (found, said, _) = answer(&mut *room, turn);
        assert_eq!(found, state, "{index}: {turn}: {said}");
    }
    // Five in a row at once, and one stone meets them all.
    let (state, said, _) = answer(&mut *problem("connect6", 7), "K12-K13");
    assert_eq!(state, "wrong");
    assert!(said.starts_with("the other side gets away by K14-") || said.ends_with("-K14"), "{said}");
    let mut room = problem("connect6", 6);
    let stones = turn_of(&mut *room, &["K11", "M13"]);
    assert_eq!(stones, "right", "stone by stone");
    assert_eq!(view(&mut *room).problem.unwrap().left, 1);
}

/// Plays a turn stone by stone; nothing is checked before it is whole.
fn turn_of(room: &mut dyn Room, stones: &[&str]) -> &'static str {
    let mut state = "";
    for stone in stones {
        assert_ne!(state, "checking");
        room.ask(&Ask::Turn { text: (*stone).into() }, NOW).unwrap();
        state = view(room).problem.unwrap().state;
    }
    assert_eq!(state, "checking");
    assert_eq!(room.ask(&Ask::Turn { text: "A1".into() }, NOW).unwrap_err().to_string(), "the answer is being checked");
    work(room);
    view(room).problem.unwrap().state
}

fn step(room: &mut dyn Room, step: ProofStep) -> Result<(), String> {
    room.ask(&Ask::Proof { step }, NOW).map_err(|reason| reason.to_string())
}

fn proof(room: &mut dyn Room) -> ProofView {
    view(room).proof.unwrap()
}

#[test]
fn a_proof_is_walked_through() {
    let mut room = problem("connect6", 7);
    let before = view(&mut *room).board;
    step(&mut *room, ProofStep::Begin).unwrap();
    assert_eq!(proof(&mut *room).state, "sought");
    work(&mut *room);
    let root = proof(&mut *room);
    assert_eq!((root.state, root.turns, root.line.len()), ("found", 3, 1));
    assert!(root.size > root.turns && root.replies.len() > 1);
    let pieces = |board: &str| board.matches("class=\"piece").count();
    assert_eq!(pieces(&view(&mut *room).board), pieces(&before) + 2);
    assert_eq!(step(&mut *room, ProofStep::Back).unwrap_err(), "that is where the proof begins");
    assert_eq!(step(&mut *room, ProofStep::Reply { index: 99 }).unwrap_err(), "there is no such reply");
    // To the end by whichever reply comes first.
    let (mut depth, mut size) = (0, root.size);
    while !proof(&mut *room).replies.is_empty() {
        step(&mut *room, ProofStep::Reply { index: 0 }).unwrap();
        let node = proof(&mut *room);
        depth += 1;
        assert!(node.size < size && node.line.len() == 1 + 2 * depth);
        size = node.size;
    }
    assert!((1..=2).contains(&depth));
    step(&mut *room, ProofStep::Back).unwrap();
    step(&mut *room, ProofStep::Leave).unwrap();
    let after = view(&mut *room);
    assert!(after.proof.is_none() && after.board == before);
    // Nothing to prove.
    let mut room = open(&Begin { game: "connect6".into(), position: "moves J10".into(), ..Begin::default() });
    view(&mut *room);
    step(&mut *room, ProofStep::Begin).unwrap();
    work(&mut *room);
    assert_eq!(proof(&mut *room).state, "none");
    assert!(room.view(Sight { ply: Some(0), ..Sight::default() }, NOW).proof.is_none(), "it is of another position");
    assert!(view(&mut *room).proof.is_some());
    room.look(Some(0));
    assert!(view(&mut *room).proof.is_none(), "it was of another position");
    let mut other = open(&Begin { game: "xiangqi".into(), ..Begin::default() });
    assert_eq!(step(&mut *other, ProofStep::Begin).unwrap_err(), "nothing is proved in xiangqi");
}

/// Four in a row: what would complete it is red for one side and dotted for the other.
#[test]
fn threats_are_shown_on_the_board() {
    let position = "moves J10 A1-S1 K10-L10 A19-S19 M10-A10";
    let mut room = open(&Begin { game: "connect6".into(), position: position.into(), ..Begin::default() });
    let marks = |room: &mut dyn Room| {
        let board = view(room).board;
        (board.matches("class=\"threat\"").count(), board.matches("class=\"goal\"").count())
    };
    assert_eq!(marks(&mut *room), (0, 0));
    room.ask(&Ask::Aids { on: vec![0, 7] }, NOW).unwrap();
    assert_eq!(marks(&mut *room), (4, 0), "two points on either side");
    room.ask(&Ask::Turn { text: "A2-A3".into() }, NOW).unwrap();
    assert_eq!(marks(&mut *room), (0, 4));
    room.ask(&Ask::Aids { on: vec![] }, NOW).unwrap();
    assert_eq!(marks(&mut *room), (0, 0));
}
