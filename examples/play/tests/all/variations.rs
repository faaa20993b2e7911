//! Variations, comments and marks in a session.

use crate::sessions::{board, game_text};
use duiyi_game::NodeId;
use duiyi_play::{
    client::ClientGame,
    message::{Action, GameSetup, NodeView, SavedGame, Seat, ServerMessage, View},
    session::{AnySession, ViewOptions},
};
use std::time::Duration;

const NOW: Duration = Duration::ZERO;

fn open(begin: &GameSetup) -> Box<dyn AnySession> {
    play::games().open(begin).unwrap_or_else(|error| panic!("{begin:?}: {error}"))
}

fn xiangqi(turns: &str) -> Box<dyn AnySession> {
    open(&GameSetup { game: "xiangqi".into(), position: format!("moves {turns}"), ..GameSetup::default() })
}

fn view(session: &mut dyn AnySession) -> View {
    session.view(ViewOptions::default(), NOW)
}

/// Plays a turn in a position, and returns the position after it.
fn play(session: &mut dyn AnySession, at: u32, text: &str) -> Result<u32, String> {
    let turn = Action::Turn { text: text.into(), at: Some(at) };
    let reached = session.act(&turn, NOW).map_err(|reason| reason.to_string())?;
    Ok(reached.expect("a turn leads to a position").index())
}

/// The moves of the tree as text.
fn moves(session: &dyn AnySession) -> String {
    session.saved(NOW).turns
}

#[test]
fn moves_can_be_played_from_every_position_of_a_free_game() {
    let mut session = xiangqi("h2e2 h9g7 h0g2");
    assert!(view(&mut *session).free);
    let variation = play(&mut *session, 1, "b9c7").unwrap();
    let deeper = play(&mut *session, variation, "b0c2").unwrap();
    assert_eq!(moves(&*session), "h2e2 h9g7 (b9c7 b0c2) h0g2");
    assert_eq!((view(&mut *session).ply, view(&mut *session).tip), (3, 3), "the game is the main line");
    assert_eq!(play(&mut *session, 1, "b9c7"), Ok(variation), "an existing move is found");
    assert!(play(&mut *session, 1, "b9c6").unwrap_err().contains("b9c6"));
    assert_eq!(play(&mut *session, 99, "b9c7").unwrap_err(), "the game has no position 99");
    let options = ViewOptions { node: Some(NodeId::new(deeper)), ..ViewOptions::default() };
    let shown = session.view(options, NOW);
    assert_eq!(shown.shown, deeper);
    assert!(shown.legal.contains(&vec![[7, 7], [4, 7]]), "Black's cannon moves after the variation");
    let node = session.nodes()[deeper as usize].clone().unwrap();
    assert_eq!((node.parent, node.place, node.ply, node.texts[0].as_str()), (Some(variation), 0, 3, "马八进七"));
}

#[test]
fn a_variation_becomes_the_main_line_and_then_the_game() {
    let mut session = xiangqi("h2e2 h9g7 h0g2");
    let variation = play(&mut *session, 1, "b9c7").unwrap();
    session.act(&Action::Promote { node: variation }, NOW).unwrap();
    assert_eq!(moves(&*session), "h2e2 b9c7 (h9g7 h0g2)");
    let promoted = view(&mut *session);
    assert_eq!((promoted.ply, promoted.tip, promoted.turns.len()), (2, variation, 2));
    session.act(&Action::Remove { node: variation }, NOW).unwrap();
    assert_eq!((moves(&*session).as_str(), view(&mut *session).ply), ("h2e2 h9g7 h0g2", 3));
    session.act(&Action::Remove { node: 1 }, NOW).unwrap();
    assert_eq!((moves(&*session).as_str(), view(&mut *session).ply), ("", 0));
}

#[test]
fn comments_and_marks_are_stored() {
    let mut session = xiangqi("h2e2 h9g7");
    let note =
        |node, comment: &str, marks: &[u8]| Action::Annotate { node, comment: comment.into(), marks: marks.into() };
    session.act(&note(1, "the central cannon", &[1]), NOW).unwrap();
    session.act(&note(0, "before the game", &[]), NOW).unwrap();
    assert_eq!(moves(&*session), "{before the game} h2e2 $1 {the central cannon} h9g7");
    let saved = session.saved(NOW);
    let again = play::games().restore(&saved).unwrap();
    assert_eq!(moves(&*again), moves(&*session));
    assert_eq!(again.nodes()[1].as_ref().unwrap().comment, "the central cannon");
    assert!(session.act(&note(1, &"a".repeat(10_001), &[]), NOW).is_err());
    session.act(&note(1, "", &[]), NOW).unwrap();
    assert_eq!(moves(&*session), "{before the game} h2e2 h9g7");
}

#[test]
fn every_edit_of_the_tree_is_undone_and_made_again() {
    let mut session = xiangqi("h2e2 h9g7 h0g2");
    let edits = [
        // The edit, and the position that it shows.
        (Action::Turn { text: "b9c7".into(), at: Some(1) }, 4),
        (Action::Annotate { node: 4, comment: "the other horse".into(), marks: vec![1] }, 4),
        (Action::Promote { node: 4 }, 4),
        (Action::Move { squares: vec![[1, 0], [2, 2]], at: None }, 5),
        (Action::TakeBack, 5),
        (Action::Remove { node: 2 }, 1),
    ];
    let state = |session: &mut dyn AnySession| {
        let View { tip, turns, edits, .. } = view(session);
        (moves(session), tip, turns, edits)
    };
    let mut states = vec![state(&mut *session)];
    for (edit, _) in &edits {
        session.act(edit, NOW).unwrap();
        states.push(state(&mut *session));
    }
    assert_eq!(states[0].3, [false; 2]);
    assert!(states[1..].iter().all(|state| state.3 == [true, false]));
    // A move that the tree has and a refused move change nothing.
    play(&mut *session, 0, "h2e2").unwrap();
    play(&mut *session, 0, "h2e9").unwrap_err();
    let back: Vec<_> = edits.iter().map(|_| session.act(&Action::Undo, NOW).unwrap().unwrap().index()).collect();
    assert_eq!(back, [2, 5, 4, 4, 4, 1], "the positions of the edits");
    assert_eq!(session.act(&Action::Undo, NOW).unwrap_err().to_string(), "there is nothing to undo");
    let [(text, tip, turns, _), ..] = &states[..] else { unreachable!() };
    assert_eq!(state(&mut *session), (text.clone(), *tip, turns.clone(), [false, true]));
    for ((_, shown), expected) in edits.iter().zip(&states[1..]) {
        assert_eq!(session.act(&Action::Redo, NOW).unwrap().unwrap().index(), *shown);
        let (text, tip, turns, _) = state(&mut *session);
        assert_eq!((&text, &tip, &turns), (&expected.0, &expected.1, &expected.2));
    }
    assert_eq!(session.act(&Action::Redo, NOW).unwrap_err().to_string(), "there is nothing to redo");
    // A new edit takes the place of those undone.
    session.act(&Action::Undo, NOW).unwrap();
    play(&mut *session, 0, "c3c4").unwrap();
    assert_eq!(view(&mut *session).edits, [true, false]);
    let nodes = |session: &dyn AnySession| session.nodes().iter().flatten().cloned().collect::<Vec<_>>();
    let again = play::games().restore(&session.saved(NOW)).unwrap();
    let texts =
        |nodes: &[_]| -> Vec<_> { nodes.iter().map(|node: &std::sync::Arc<NodeView>| node.texts.clone()).collect() };
    let [mut own, mut other] = [texts(&nodes(&*session)), texts(&nodes(&*again))];
    own.sort();
    other.sort();
    assert_eq!(own, other, "the positions are those of the tree");
}

/// Undoing never takes back a move of a game, nor its end.
#[test]
fn only_what_was_just_edited_is_undone() {
    let engine = Seat::Engine { level: Some(1) };
    let mut session =
        open(&GameSetup { game: "xiangqi".into(), seats: [Seat::Person, engine], ..GameSetup::default() });
    let note = |node| Action::Annotate { node, comment: "so".into(), marks: Vec::new() };
    session.act(&note(0), NOW).unwrap();
    session.act(&Action::Undo, NOW).unwrap();
    assert_eq!(moves(&*session), "");
    session.act(&note(0), NOW).unwrap();
    session.act(&Action::Turn { text: "h2e2".into(), at: None }, NOW).unwrap();
    assert_eq!(view(&mut *session).edits, [false; 2]);
    session.act(&note(1), NOW).unwrap();
    session.act(&Action::Resign, NOW).unwrap();
    assert_eq!(view(&mut *session).edits, [false; 2]);
    session.act(&Action::Remove { node: 1 }, NOW).unwrap();
    session.act(&Action::Undo, NOW).unwrap();
    let over = view(&mut *session);
    assert_eq!((over.ply, over.ended.map(|end| end.winner)), (1, Some(Some(1))));
}

#[test]
fn a_page_sees_what_is_undone() {
    let mut client = ClientGame::default();
    let setup = GameSetup { game: "xiangqi".into(), position: "moves h2e2 h9g7".into(), ..GameSetup::default() };
    client.begin(&play::games(), &setup, NOW).unwrap();
    let mut next = |action: Option<&Action>| {
        action.into_iter().for_each(|action| client.act(action, NOW).unwrap());
        match client.update(NOW) {
            Some(ServerMessage::View(view)) => view,
            other => panic!("expected a view, got {other:?}"),
        }
    };
    next(None);
    next(Some(&Action::Turn { text: "b9c7".into(), at: Some(1) }));
    let undone = next(Some(&Action::Undo));
    assert_eq!((undone.shown, &undone.removed[..], undone.nodes.len(), undone.edits), (1, &[3][..], 0, [false, true]));
    let redone = next(Some(&Action::Redo));
    assert_eq!((redone.shown, redone.nodes.len(), redone.removed.len()), (3, 1, 0), "only the position comes back");
}

#[test]
fn a_game_under_way_has_no_variations_until_it_is_over() {
    let engine = Seat::Engine { level: Some(1) };
    let mut session =
        open(&GameSetup { game: "xiangqi".into(), seats: [Seat::Person, engine], ..GameSetup::default() });
    session.act(&Action::Turn { text: "h2e2".into(), at: None }, NOW).unwrap();
    assert!(!view(&mut *session).free);
    let refused = "variations can be played after the end of the game";
    assert_eq!(play(&mut *session, 0, "b2e2").unwrap_err(), refused);
    assert_eq!(session.act(&Action::Promote { node: 1 }, NOW).unwrap_err().to_string(), "the game is not over");
    session.act(&Action::Resign, NOW).unwrap();
    let ended = view(&mut *session).ended.unwrap();
    play(&mut *session, 0, "b2e2").unwrap();
    let after = play(&mut *session, 1, "h9g7").unwrap();
    let now = view(&mut *session);
    assert_eq!((now.ended, now.ply, now.tip), (Some(ended.clone()), 1, 1), "the game and its end stay");
    assert_eq!(moves(&*session), "h2e2 (b2e2) h9g7");
    // The stored game ends where it ended.
    let saved = session.saved(NOW);
    assert_eq!(saved.plies, Some(1));
    let mut again = play::games().restore(&saved).unwrap();
    let restored = view(&mut *again);
    assert_eq!((restored.ended, restored.ply), (Some(ended), 1));
    session.act(&Action::Remove { node: after }, NOW).unwrap();
    assert_eq!(session.saved(NOW), SavedGame { plies: None, turns: "h2e2 (b2e2)".into(), ..saved });
}

/// The variation of a turn of two stones may begin with its second stone.
#[test]
fn turns_of_two_stones_branch_at_each_stone() {
    let mut session =
        open(&GameSetup { game: "connect6".into(), position: "moves J10 I11-K11".into(), ..GameSetup::default() });
    let second = session.act(&Action::Move { squares: vec![[0, 0]], at: Some(2) }, NOW).unwrap().unwrap();
    let node = session.nodes()[second.index() as usize].clone().unwrap();
    assert_eq!((node.texts.last().unwrap().as_str(), node.last.len(), node.side), ("A1-I11", 2, 1));
    let text = moves(&*session);
    let again = play::games().restore(&session.saved(NOW)).unwrap();
    assert_eq!(moves(&*again), text);
    assert_eq!(board(&mut *session).len(), 361);
}

#[test]
fn a_page_follows_what_it_plays() {
    let mut client = ClientGame::default();
    let setup = GameSetup { game: "xiangqi".into(), position: "moves h2e2 h9g7".into(), ..GameSetup::default() };
    client.begin(&play::games(), &setup, NOW).unwrap();
    let mut update = || match client.update(NOW) {
        Some(ServerMessage::View(view)) => view,
        other => panic!("expected a view, got {other:?}"),
    };
    assert!(update().fresh);
    let next = |client: &mut ClientGame, action: &Action| {
        client.act(action, NOW).unwrap();
        match client.update(NOW) {
            Some(ServerMessage::View(view)) => view,
            other => panic!("expected a view, got {other:?}"),
        }
    };
    let show = |node| Action::Show { node, explores: false };
    assert_eq!(next(&mut client, &show(Some(1))).shown, 1);
    let varied = next(&mut client, &Action::Turn { text: "b9c7".into(), at: Some(1) });
    assert_eq!((varied.shown, varied.nodes.len(), varied.fresh), (3, 1, false), "only the new position is sent");
    let removed = next(&mut client, &Action::Remove { node: 3 });
    assert_eq!((removed.shown, &removed.removed[..]), (1, &[3][..]));
    let played = next(&mut client, &Action::Turn { text: "h0g2".into(), at: None });
    assert_eq!((played.shown, played.tip), (played.tip, 4), "the page shows the end of the game again");
    let text = game_text(client.session().unwrap());
    assert!(text.ends_with("moves h2e2 h9g7 h0g2"), "{text}");
}

/// The move field reads every notation, in either script, with the ranks from 0 or from 1.
#[test]
fn moves_are_typed_in_every_notation() {
    for text in ["炮二平五", "砲二平五", "炮2平5", "炮２平５", "C2=5", "C2.5", "H2-E2", "H2E2", "h2e2", "h3e3"]
    {
        let mut session = open(&GameSetup { game: "xiangqi".into(), ..GameSetup::default() });
        play(&mut *session, 0, text).unwrap_or_else(|reason| panic!("{text}: {reason}"));
        assert_eq!(moves(&*session), "h2e2", "{text}");
    }
    for (text, expected) in [("馬８进７", "h9g7"), ("马8進7", "h9g7"), ("h10g8", "h9g7"), ("將5进1", "e9e8")] {
        let mut session = xiangqi("h2e2");
        play(&mut *session, 1, text).unwrap_or_else(|reason| panic!("{text}: {reason}"));
        assert_eq!(moves(&*session), format!("h2e2 {expected}"), "{text}");
    }
}

#[test]
fn a_line_is_drawn_without_being_played() {
    let mut session = xiangqi("h2e2 h9g7");
    let before = moves(&*session);
    let mut preview = |at: u32, line: &[&str]| {
        let line: Vec<String> = line.iter().map(|&turn| turn.to_owned()).collect();
        session.preview(NodeId::new(at), &line).map_err(|reason| reason.to_string())
    };
    let drawn = preview(1, &["b9c7", "h0g2"]).unwrap();
    assert_eq!(drawn.last, [[7, 0], [6, 2]]);
    let mut played = xiangqi("h2e2 b9c7 h0g2");
    assert_eq!(drawn.board, played.preview(NodeId::new(3), &[]).unwrap().board);
    assert!(preview(1, &["b9c7", "h0h2"]).unwrap_err().contains("h0h2"));
    assert_eq!(preview(9, &[]).unwrap_err(), "the game has no position 9");
    assert_eq!(preview(0, &["h2e2"; 101]).unwrap_err(), "the line has 101 turns; the limit is 100");
    assert_eq!(moves(&*session), before);
}
