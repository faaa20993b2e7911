//! A page receives each turn once, in games of any length.

use crate::sessions::game_text;
use duiyi_kit::{
    GameKit, Page,
    page::{Formats, TurnNotation},
};
use duiyi_play::{
    Game, Games,
    client::ClientGame,
    message::{Action, GameSetup, NodeView, PlayedTurn, ServerMessage, View},
    session::ViewOptions,
};
use duiyi_xiangqi::{Move, Xiangqi};
use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

const NOW: Duration = Duration::ZERO;
/// Rules under which repetitions do not end the game.
const ENDLESS: &str = "none,limit=none,occurrences=255";
const SHUFFLE: [&str; 4] = ["b0c2", "b9c7", "c2b0", "c7b9"];

fn turn(text: &str) -> Action {
    Action::Turn { text: text.to_owned(), at: None }
}

fn next_view(client: &mut ClientGame) -> Box<View> {
    match client.update(NOW) {
        Some(ServerMessage::View(view)) => view,
        other => panic!("expected a view, got {other:?}"),
    }
}

static WRITTEN: AtomicUsize = AtomicUsize::new(0);

fn counted(_: &Xiangqi, turn: &[Move]) -> String {
    WRITTEN.fetch_add(1, Ordering::Relaxed);
    turn[0].to_string()
}

/// A turn is written once, and messages at the end of a long game are as short as at its beginning.
#[test]
fn messages_do_not_grow_with_the_game() {
    let page = |_: &Xiangqi| {
        let notations = vec![TurnNotation { name: "counted", write: counted }];
        Page { formats: Formats { notations, ..Formats::default() }, ..Page::default() }
    };
    let kit = GameKit { page, ..duiyi_xiangqi::kit::kit() };
    let games = Games::new([Game::new(kit)]);
    let mut client = ClientGame::default();
    let begin = GameSetup { game: "xiangqi".into(), rules: ENDLESS.into(), ..GameSetup::default() };
    client.begin(&games, &begin, NOW).unwrap();
    let mut bytes = Vec::new();
    for ply in 0..300 {
        client.act(&turn(SHUFFLE[ply % 4]), NOW).unwrap();
        let view = next_view(&mut client);
        assert_eq!((view.from, view.turns.len(), view.ply), (ply, 1, ply + 1));
        bytes.push(serde_json::to_string(&ServerMessage::View(view)).unwrap().len());
    }
    assert_eq!(WRITTEN.load(Ordering::Relaxed), 300, "each turn is written once");
    // The position is the same; only the digits of some counts differ.
    assert!(bytes[299].abs_diff(bytes[7]) < 20, "{} after {}", bytes[299], bytes[7]);
    // Showing an earlier position neither writes nor sends turns.
    client.act(&Action::Show { node: Some(9), explores: false }, NOW).unwrap();
    let view = next_view(&mut client);
    assert_eq!((view.turns.len(), view.nodes.len(), view.shown), (0, 0, 9));
    assert_eq!(WRITTEN.load(Ordering::Relaxed), 300);
}

/// Together, the updates equal the whole view of the session.
#[test]
fn updates_add_up_to_the_whole_view() {
    for (game, script) in [
        ("connect6", &["J10", "I11", "K11", "-", "L10-M10", "A1", "-", "-", "I12-K12", "B2"][..]),
        ("xiangqi", &["h2e2", "h9g7", "-", "b9c7", "h0g2", "-", "-", "i9i8"]),
    ] {
        let mut client = ClientGame::default();
        client.begin(&play::games(), &GameSetup { game: game.into(), ..GameSetup::default() }, NOW).unwrap();
        let (mut turns, mut nodes): (Vec<Arc<PlayedTurn>>, BTreeMap<u32, Arc<NodeView>>) = Default::default();
        for text in script {
            let ask = if *text == "-" { Action::TakeBack } else { turn(text) };
            client.act(&ask, NOW).unwrap();
            let update = next_view(&mut client);
            turns.truncate(update.from);
            turns.extend(update.turns);
            nodes.retain(|id, _| !update.removed.contains(id));
            nodes.extend(update.nodes.into_iter().map(|node| (node.id, node)));
            let session = client.session().unwrap();
            let whole = session.view(ViewOptions::default(), NOW);
            assert_eq!(turns, whole.turns, "{game} after {text}");
            let all = session.nodes().iter().flatten();
            assert!(nodes.values().eq(all), "{game} after {text}");
            // A game opened from this text has the same turns.
            let text = game_text(client.session().unwrap());
            let begin = GameSetup { game: game.into(), position: text, ..GameSetup::default() };
            let again = play::games().open(&begin).unwrap().view(ViewOptions::default(), NOW);
            assert_eq!(turns, again.turns, "{game}");
        }
    }
}

/// The parts of a view are one object, in this order.
#[test]
fn a_view_is_one_object() {
    let fields = "offer game rules sides names seats clock friendly notations from turns ply to-move thinking trouble draw-offer take-back-offer rematch-offer clocks \
                  clock-runs ended fresh look nodes removed tip shown free contested edits acts legal overlay drawn start thought ruling draft lines explained explored review aids proof problem";
    let mut client = ClientGame::default();
    client.begin(&play::games(), &GameSetup { game: "tictactoe".into(), ..GameSetup::default() }, NOW).unwrap();
    let mut text = serde_json::to_string(&next_view(&mut client)).unwrap();
    let count = serde_json::from_str::<serde_json::Value>(&text).unwrap().as_object().unwrap().len();
    assert_eq!(count, fields.split_whitespace().count());
    for field in fields.split_whitespace() {
        let (_, rest) =
            text.split_once(&format!("\"{field}\":")).unwrap_or_else(|| panic!("there is no {field} in {text}"));
        text = rest.to_owned();
    }
}
