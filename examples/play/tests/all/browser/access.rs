//! Measurable accessibility: contrast, names for screen readers, keyboard, narrow screens.

// Prints figures with --nocapture.
#![allow(clippy::print_stdout)]

use super::{
    chromium::Chromium,
    person::{New, begin, click_all, game_text, tab, wait_for_status},
    scenes::{PERSONS, served},
};
use serde_json::json;

const SIZE: (u32, u32) = (1200, 1000);
const PHONE: (u32, u32) = (390, 844);

/// The colours of texts and edges with their backgrounds, and the contrast ratios of WCAG 2.2: at least
/// 4.5 for texts (1.4.3), 3 for the edges of fields and buttons and for marks (1.4.11). Disabled controls
/// are left out.
const CONTRASTS: &str = include_str!("contrasts.js");

/// Checks the contrasts in the light and the dark colour scheme.
async fn check_contrasts(page: &mut Chromium, what: &str) {
    for scheme in ["light", "dark"] {
        let media = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        page.call("Emulation.setEmulatedMedia", media).await;
        let pairs = page.value(CONTRASTS).await;
        let pairs = pairs.as_array().unwrap();
        assert!(pairs.len() > 1, "{what}: {pairs:?}");
        for pair in pairs {
            println!("{what}, {scheme}: {pair}");
            assert!(pair["ratio"].as_f64() >= pair["least"].as_f64(), "{what}, {scheme}: {pair}");
        }
    }
}

/// Checks the contrasts while the pointer is on every control, and while it is pressed.
async fn check_pointed(page: &mut Chromium, what: &str) {
    page.call("DOM.enable", json!({})).await;
    page.call("CSS.enable", json!({})).await;
    let root = page.call("DOM.getDocument", json!({})).await["root"]["nodeId"].clone();
    let controls = json!({ "nodeId": root, "selector": "button:not(:disabled), .button, .choice, summary, tbody tr" });
    let nodes = page.call("DOM.querySelectorAll", controls).await["nodeIds"].clone();
    for state in [json!(["hover"]), json!(["hover", "active"]), json!([])] {
        for node in nodes.as_array().unwrap() {
            // An element that the page has replaced meanwhile is an error.
            page.answer("CSS.forcePseudoState", json!({ "nodeId": node, "forcedPseudoClasses": state })).await;
        }
        if state != json!([]) {
            check_contrasts(page, &format!("{what}, {state}")).await;
        }
    }
    page.call("CSS.disable", json!({})).await;
}

/// Checks that every control has a name in the accessibility tree.
async fn check_names(page: &mut Chromium, what: &str) {
    let tree = page.call("Accessibility.getFullAXTree", json!({})).await;
    let mut controls = 0;
    for node in tree["nodes"].as_array().unwrap().iter().filter(|node| node["ignored"] == false) {
        let properties = node["properties"].as_array().cloned().unwrap_or_default();
        let is = |name: &str| properties.iter().any(|each| each["name"] == name && each["value"]["value"] == true);
        if is("focusable") && node["role"]["value"] != "RootWebArea" {
            controls += 1;
            let name = node["name"]["value"].as_str().unwrap_or_default();
            assert!(!name.trim().is_empty(), "{what}: {} without a name: {node}", node["role"]["value"]);
        }
    }
    println!("{what}: {controls} controls with names");
    assert!(controls > 3, "{what}");
}

/// Checks that nothing is wider than the page, and that nothing moves if a person prefers so.
async fn check_width(page: &mut Chromium, what: &str) {
    let media = json!({ "features": [{ "name": "prefers-reduced-motion", "value": "reduce" }] });
    page.call("Emulation.setEmulatedMedia", media).await;
    let width = page.value("document.documentElement.scrollWidth").await;
    assert!(width.as_u64() <= Some(u64::from(PHONE.0)), "{what} is {width} pixels wide");
    let moving = "document.getAnimations().length + [...document.querySelectorAll('*')].filter((each) => \
                  getComputedStyle(each).transitionDuration !== '0s' || getComputedStyle(each).animationName !== 'none' \
                  || getComputedStyle(each).scrollBehavior !== 'auto').length";
    assert_eq!(page.value(moving).await, 0, "{what} moves");
}

/// Sets a field and sends the event `change`.
async fn set(page: &mut Chromium, id: &str, change: &str) {
    let id = json!(format!("#{id}"));
    page.value(&format!(
        "{{ const field = document.querySelector({id}); field.{change}; \
         field.dispatchEvent(new Event('change', {{ bubbles: true }})); }}"
    ))
    .await;
}

/// Checks a part of the page by the rules of axe-core.
async fn check_rules(page: &mut Chromium, what: &str) {
    let found = "axe.run(document).then(({ violations, passes }) => [passes.length, violations.map((each) => \
                 `${each.impact} ${each.id}: ${each.nodes[0].html}`)])";
    let found = page.value(found).await;
    println!("{what}: {} rules hold", found[0]);
    assert!(found[0].as_u64() > Some(15), "{what}: {found}");
    assert_eq!(found[1], json!([]), "{what}");
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    Names,
    Rules,
    Colours,
    Width,
}

async fn look(page: &mut Chromium, how: Look, what: &str) {
    match how {
        Look::Names => check_names(page, what).await,
        Look::Rules => check_rules(page, what).await,
        Look::Colours => {
            check_contrasts(page, what).await;
            check_pointed(page, what).await;
        }
        Look::Width => check_width(page, what).await,
    }
}

/// Lists games, analyses and problems.
async fn list_all(page: &mut Chromium) {
    page.value("document.querySelector('[name=about]').value = ''").await;
    page.value("document.querySelector('#search').requestSubmit()").await;
    page.wait_for("document.querySelector('#kept li')").await;
}

/// Checks each part of the page in each language: the dialogs, every game, analysis, openings, review,
/// the editor, a refusal, a problem, a proof, the list of games.
async fn look_everywhere(page: &mut Chromium, how: Look) {
    for language in ["en", "zh"] {
        page.wait_for("document.querySelector('#game option')").await;
        page.click("[data-act=new]").await;
        look(page, how, &format!("the dialog of a new game, {language}")).await;
        for game in ["xiangqi", "connect6", "gomoku", "tictactoe", "connect-four"] {
            begin(page, &New { game, seats: PERSONS, clock: "600+5", ..New::default() }).await;
            look(page, how, &format!("{game}, {language}")).await;
        }
        let position = "moves h2e2 h9g7";
        begin(page, &New { game: "xiangqi", position, seats: PERSONS, ..New::default() }).await;
        tab(page, "openings").await;
        page.wait_for("document.querySelector('#opening-moves table')").await;
        look(page, how, &format!("the openings, {language}")).await;
        tab(page, "analysis").await;
        set(page, "explain", "checked = true").await;
        set(page, "lines", "value = 5").await;
        page.wait_for("document.querySelector('#explained table')").await;
        page.wait_for("document.querySelectorAll('#analysis-lines li').length === 5").await;
        look(page, how, &format!("an analysis, {language}")).await;
        set(page, "lines", "value = 0").await;
        page.click("#review").await;
        page.wait_for("document.querySelector('#progress').textContent === ''").await;
        tab(page, "moves").await;
        page.click("#turns button").await;
        // An illegal turn.
        page.value("document.querySelector('#text').value = 'a0'; document.querySelector('#typed').requestSubmit()")
            .await;
        page.wait_for("document.querySelector('#refusal').textContent").await;
        look(page, how, &format!("a review and a refusal, {language}")).await;
        set(page, "explain", "checked = false").await;
        tab(page, "game").await;
        look(page, how, &format!("the tab of the game, {language}")).await;
        page.click("[data-act=set-up]").await;
        page.wait_for("document.querySelectorAll('#pieces button').length === 15").await;
        look(page, how, &format!("the editor, {language}")).await;
        page.click("#setup [data-step=leave]").await;
        page.click("[data-act=sit]").await;
        look(page, how, &format!("the dialog of the players, {language}")).await;
        page.click("#seats [data-close]").await;
        page.click("[data-act=games]").await;
        list_all(page).await;
        look(page, how, &format!("the stored games, {language}")).await;
        page.click("#games [data-close]").await;
        set(page, "explore", "checked = false").await;
        page.click("[data-act=problems]").await;
        look(page, how, &format!("the problems, {language}")).await;
        set(page, "problem-game", "value = 'connect6'").await;
        page.wait_for("document.querySelector('#problem-list button')").await;
        page.click("#problem-list button").await;
        page.wait_for("!document.querySelector('#problem').hidden").await;
        tab(page, "analysis").await;
        page.click("#prove").await;
        page.wait_for("document.querySelector('#replies').textContent").await;
        look(page, how, &format!("a problem and its proof, {language}")).await;
        page.click("[data-act=settings]").await;
        look(page, how, &format!("the settings, {language}")).await;
        page.click("#settings [data-close]").await;
        page.click("[data-act=new]").await;
        page.click("[name=opponent][value=friend]").await;
        page.click("#begin [type=submit]").await;
        page.wait_for("document.querySelector('#friend-code path')").await;
        look(page, how, &format!("the link for a friend, {language}")).await;
        page.click("#language").await;
    }
    assert_eq!(page.errors, [""; 0]);
}

#[tokio::test]
#[ignore = "needs Chromium"]
async fn colours_have_enough_contrast() {
    look_everywhere(&mut served(SIZE).await, Look::Colours).await;
}

/// The file of axe-core, from npm, is in the variable `AXE`; without it, nothing is checked.
#[tokio::test]
#[ignore = "needs Chromium and axe-core"]
async fn no_rule_of_axe_is_violated() {
    let Some(file) = std::env::var_os("AXE") else {
        println!("skipped: AXE does not name axe-core's file");
        return;
    };
    let script = std::fs::read_to_string(file).unwrap();
    for size in [SIZE, PHONE] {
        let mut page = served(size).await;
        page.call("Page.setBypassCSP", json!({ "enabled": true })).await;
        page.call("Page.reload", json!({})).await;
        page.wait_for("document.readyState === 'complete' && document.querySelector('#board svg')").await;
        page.value(&format!("{script}; true")).await;
        look_everywhere(&mut page, Look::Rules).await;
    }
}

#[tokio::test]
#[ignore = "needs Chromium"]
async fn all_controls_have_names() {
    look_everywhere(&mut served(SIZE).await, Look::Names).await;
}

#[tokio::test]
#[ignore = "needs Chromium"]
async fn the_page_fits_the_width_of_a_phone() {
    look_everywhere(&mut served(PHONE).await, Look::Width).await;
}

/// Presses a key.
async fn press(page: &mut Chromium, key: &str) {
    let text = if key == "Enter" { "\r" } else { "" };
    let code = match key {
        "Enter" => 13,
        "Tab" => 9,
        "Escape" => 27,
        "ArrowLeft" => 37,
        "ArrowUp" => 38,
        "ArrowRight" => 39,
        "ArrowDown" => 40,
        other => panic!("{other}"),
    };
    for kind in ["keyDown", "keyUp"] {
        let event = json!({ "type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code, "text": text });
        page.call("Input.dispatchKeyEvent", event).await;
    }
}

/// Presses Tab until an element has the focus.
async fn tab_to(page: &mut Chromium, selector: &str) {
    for _ in 0..60 {
        if page.value(&format!("document.activeElement.matches({})", json!(selector))).await == true {
            return;
        }
        press(page, "Tab").await;
    }
    panic!("{selector} is not reached by Tab");
}

/// From the dialog to three in a row without a mouse; each square and each turn is announced.
#[tokio::test]
#[ignore = "needs Chromium"]
async fn a_whole_game_is_played_by_keyboard() {
    let mut page = served(SIZE).await;
    page.wait_for("document.querySelector('#game option')").await;
    tab_to(&mut page, "[data-act=new]").await;
    press(&mut page, "Enter").await;
    page.wait_for("document.querySelector('#new-game').open").await;
    tab_to(&mut page, "#game").await;
    // Xiangqi is first, tic-tac-toe the fourth.
    for _ in 0..3 {
        press(&mut page, "ArrowDown").await;
    }
    page.wait_for("document.querySelector('#game').value === 'tictactoe'").await;
    tab_to(&mut page, "[name=opponent]").await;
    for _ in 0..3 {
        press(&mut page, "ArrowUp").await;
    }
    page.wait_for("document.querySelector('[name=opponent]:checked').value === 'person'").await;
    page.value("document.querySelector('#game-text').value = ''").await;
    tab_to(&mut page, "#begin [type=submit]").await;
    press(&mut page, "Enter").await;
    page.wait_for("document.querySelector('#game-text').value").await;
    page.value(
        "window.announced = []; for (const id of ['status', 'square']) new MutationObserver(() => \
         window.announced.push(document.querySelector('#' + id).textContent)) \
         .observe(document.querySelector('#' + id), { childList: true, characterData: true, subtree: true })",
    )
    .await;
    tab_to(&mut page, "#board").await;
    let mut at = (0_i8, 0_i8);
    for (ply, to) in [(1, 1), (0, 0), (0, 1), (1, 0), (2, 1)].into_iter().enumerate() {
        while at != to {
            let (key, step) = match (to.0 - at.0, to.1 - at.1) {
                (1.., _) => ("ArrowRight", (1, 0)),
                (..=-1, _) => ("ArrowLeft", (-1, 0)),
                (_, 1..) => ("ArrowUp", (0, 1)),
                _ => ("ArrowDown", (0, -1)),
            };
            press(&mut page, key).await;
            at = (at.0 + step.0, at.1 + step.1);
        }
        press(&mut page, "Enter").await;
        page.wait_for(&format!("document.querySelectorAll('#turns li').length === {}", ply + 1)).await;
        assert_eq!(page.text("document.activeElement.id").await, "board", "the focus stays");
    }
    wait_for_status(&mut page, "Black wins").await;
    let announced = page.value("window.announced").await.to_string();
    println!("{announced}");
    for words in ["Black B2.", "White A1.", "Black A2.", "White B1.", "Black C2.", "Black wins: Black has 3 in a row"] {
        assert!(announced.contains(words), "{words}: {announced}");
    }
    for square in ["A2", "B1", "C2"] {
        assert!(announced.contains(square), "{square}: {announced}");
    }
    assert!(game_text(&mut page).await.ends_with("moves B2 A1 A2 B1 C2"));
    // Escape clears a selection, also one made with the mouse.
    begin(&mut page, &New { game: "xiangqi", seats: PERSONS, ..New::default() }).await;
    click_all(&mut page, "h2").await;
    page.wait_for("document.querySelector('#board .board-above').childElementCount").await;
    tab_to(&mut page, "#board").await;
    press(&mut page, "Escape").await;
    page.wait_for("!document.querySelector('#board .board-above').childElementCount").await;
    assert_eq!(page.errors, [""; 0]);
}
