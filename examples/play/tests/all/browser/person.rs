//! A person at the page: mouse input, and the visible state.

use super::chromium::Chromium;
use duiyi_engine::{Player, Request};
use duiyi_game::{Diagram, History, Notation, Square};
use duiyi_search::{LimitControl, Limits, StopHandle};
use serde_json::json;

/// A new game: the values of the fields of the dialog.
#[derive(Clone, Copy, Default)]
pub(super) struct New<'a> {
    pub(super) game: &'a str,
    pub(super) position: &'a str,
    pub(super) seats: [&'a str; 2],
    pub(super) clock: &'a str,
}

/// Begins a game through the dialog, which may already be open.
pub(super) async fn begin(page: &mut Chromium, new: &New<'_>) {
    page.wait_for("document.querySelector('#game option')").await;
    if page.value("document.querySelector('#new-game').open").await != true {
        page.click("[data-act=new]").await;
    }
    // The fields below are those of players at this page.
    page.value(
        "{ const [friend, person] = ['friend', 'person'].map((kind) => document.querySelector(`[name=opponent][value=${kind}]`)); \
         if (friend?.checked) { person.checked = true; person.dispatchEvent(new Event('change', { bubbles: true })); } }",
    )
    .await;
    let set = |id: &str, value: &str| {
        let (id, value) = (json!(format!("#{id}")), json!(value));
        format!(
            "{{ const field = document.querySelector({id}); field.value = {value}; \
             field.dispatchEvent(new Event('change', {{ bubbles: true }})); }}"
        )
    };
    // The time is set in minutes and seconds.
    let (seconds, increment) = new.clock.split_once('+').unwrap_or((new.clock, "0"));
    let minutes = seconds.parse::<f64>().map_or_else(|_| "5".to_owned(), |seconds| (seconds / 60.0).to_string());
    let place = if new.clock.is_empty() { 0 } else { 5 };
    page.click(&format!("#times label:nth-of-type({}) span", place + 1)).await;
    let fields = [
        ("game", new.game),
        ("position", new.position),
        ("minutes", &minutes),
        ("increment", increment),
        ("seat-0", new.seats[0]),
        ("seat-1", new.seats[1]),
    ];
    for (id, value) in fields {
        page.value(&set(id, value)).await;
    }
    page.value("document.querySelector('#game-text').value = ''").await;
    page.click("#begin [type=submit]").await;
    page.wait_for("document.querySelector('#game-text').value").await;
}

/// Opens a tab of the panel.
pub(super) async fn tab(page: &mut Chromium, name: &str) {
    page.click(&format!("#tab-{name}")).await;
    page.wait_for(&format!("!document.querySelector('#panel-{name}').hidden")).await;
}

/// Clicks on a square.
pub(super) async fn click(page: &mut Chromium, Square { column, row }: Square) {
    page.click(&format!("#board [data-square=\"{column},{row}\"]")).await;
}

/// Clicks on squares named by coordinates, for example `a0a9`.
pub(super) async fn click_all(page: &mut Chromium, squares: &str) {
    for name in squares.as_bytes().chunks(2) {
        click(page, Square { column: name[0] - b'a', row: name[1] - b'0' }).await;
    }
}

/// The game as text.
pub(super) async fn game_text(page: &mut Chromium) -> String {
    page.text("document.querySelector('#game-text').value").await
}

/// The status line.
pub(super) async fn status(page: &mut Chromium) -> String {
    page.text("document.querySelector('#status').textContent").await
}

/// Waits until the status line contains a text.
pub(super) async fn wait_for_status(page: &mut Chromium, text: &str) {
    page.wait_for(&format!("document.querySelector('#status').textContent.includes({})", json!(text))).await;
}

/// Plays the moves of a player with a limit of `nodes` by clicks until the game is over, and returns the
/// game. The engine has the second seat.
pub(super) async fn play_to_the_end<G: Notation + Diagram>(
    page: &mut Chromium,
    rules: &str,
    player: &mut dyn Player<G>,
    nodes: u64,
    most: usize,
) -> History<G> {
    for _ in 0..most {
        page.wait_for("!document.querySelector('#status').textContent.includes('thinking')").await;
        let game = History::<G>::read(rules, &game_text(page).await).unwrap();
        if game.outcome().is_some() {
            return game;
        }
        let mut control = LimitControl::new(Limits::nodes(nodes), StopHandle::new());
        let mut request = Request { game: &game, allowed: &|_| true, control: &mut control, observer: &mut () };
        let turn = player.decide(&mut request).expect("a turn").turn;
        let mut after = game.clone();
        for mv in turn {
            for at in after.now().squares(mv).collect::<Vec<_>>() {
                click(page, at).await;
            }
            after.play(mv).unwrap();
            if after.outcome().is_some() {
                break;
            }
        }
        page.wait_for(&format!("document.querySelector('#game-text').value.startsWith({})", json!(after.write())))
            .await;
    }
    panic!("the game does not end within {most} turns: {}", game_text(page).await);
}
