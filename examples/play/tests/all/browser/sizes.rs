//! What a person needs is visible together with the whole board, at the sizes of laptops, tablets and phones.

// Prints the texts with --nocapture.
#![allow(clippy::print_stdout)]

use super::{
    analysis::type_move,
    chromium::Chromium,
    person::{New, begin, click_all, tab},
    scenes::{PERSONS, served},
};
use serde_json::{Value, json};

const SIZES: [(u32, u32); 5] = [(1366, 657), (1280, 800), (1024, 768), (844, 390), (390, 844)];

/// Those of these elements and the board that are hidden, covered or partly outside the viewport, with their edges.
async fn unseen(page: &mut Chromium, elements: &[&str]) -> Value {
    let all: Vec<&str> = ["#board"].iter().chain(elements).copied().collect();
    page.value(&format!(
        "{}.map((name) => {{ const element = document.querySelector(name); const box = element.getBoundingClientRect(); \
         const isInside = box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth; \
         const above = document.elementFromPoint(box.x + box.width / 2, box.bottom - 4); \
         const isSeen = box.height > 0 && (element.contains(above) || above?.contains(element)); \
         return isInside && isSeen ? null : [name, box.left, box.top, box.right, box.bottom].join(' '); }}).filter(Boolean)",
        json!(all)
    ))
    .await
}

async fn check(page: &mut Chromium, elements: &[&str], what: &str) {
    assert_eq!(unseen(page, elements).await, json!([]), "{what}");
}

#[tokio::test]
#[ignore = "needs Chromium"]
async fn everything_needed_is_visible_with_the_whole_board() {
    for size in SIZES {
        let page = &mut served(size).await;
        for language in ["en", "zh"] {
            let at = format!("{size:?}, {language}");
            begin(page, &New { game: "xiangqi", seats: PERSONS, clock: "600+5", ..New::default() }).await;
            let players = ["#first", "#second", "#status", "#actions", "#tabs", "#steps"];
            check(page, &players, &format!("a game, {at}")).await;
            tab(page, "moves").await;
            // A rook does not jump.
            click_all(page, "a0a8").await;
            page.wait_for("document.querySelector('#refusal').textContent").await;
            check(page, &["#refusal", "#status"], &format!("a refusal, {at}")).await;
            tab(page, "game").await;
            check(page, &["[data-share=invite]", "[data-act=set-up]"], &format!("the tab of the game, {at}")).await;
            page.click("[data-act=set-up]").await;
            page.wait_for("!document.querySelector('#setup').hidden").await;
            page.wait_for("document.querySelectorAll('#pieces button').length === 15").await;
            let tray = ["#setup", "#pieces", "#setup [data-step=take]", "#setup [data-step=leave]"];
            check(page, &tray, &format!("the editor, {at}")).await;
            page.click("#setup [data-step=leave]").await;
            page.click("[data-act=problems]").await;
            page.wait_for("document.querySelector('#problem-list button')").await;
            page.click("#problem-list button").await;
            page.wait_for("!document.querySelector('#problem').hidden").await;
            // A legal move that does not mate.
            type_move(page, "i3i4").await;
            page.wait_for("document.querySelector('#problem-state.wrong')").await;
            let problem = ["#problem-name", "#problem-state", "#problem-again", "#problem-next", "#status"];
            check(page, &problem, &format!("a problem, {at}")).await;
            let position = "9/9/3k5/9/9/9/9/4R4/3R5/4K4 b";
            begin(page, &New { game: "xiangqi", position, seats: ["person", "1"], ..New::default() }).await;
            page.wait_for("!document.querySelector('#ended').hidden").await;
            let result = page.text("document.querySelector('#ended').innerText").await;
            println!("{at}: {result}");
            let card = ["#ended-result", "#ended-reason", "#ended-review", "#ended [data-act=again]", "#ended-share"];
            check(page, &card, &format!("the end, {at}")).await;
            page.click("#language").await;
        }
        assert_eq!(page.errors, [""; 0]);
    }
}

#[tokio::test]
#[ignore = "needs Chromium"]
async fn lines_are_above_the_moves_and_both_are_visible() {
    // On an upright phone the board leaves no room for both.
    for size in SIZES.into_iter().filter(|(width, height)| width > height) {
        let page = &mut served(size).await;
        let position = "moves h2e2 h9g7";
        begin(page, &New { game: "xiangqi", position, seats: PERSONS, ..New::default() }).await;
        tab(page, "analysis").await;
        page.value("document.querySelector('#lines').value = 3").await;
        page.value("document.querySelector('#lines').dispatchEvent(new Event('change'))").await;
        page.wait_for("document.querySelectorAll('#analysis-lines li').length === 3").await;
        tab(page, "moves").await;
        let visible = ["#analysis-lines", "#analysis-lines li strong", "#turns [aria-current]", "#steps"];
        check(page, &visible, &format!("lines and moves, {size:?}")).await;
        let smallest = "Math.min(...[...document.querySelectorAll('#analysis-lines strong, #engine-score')].map((each) => parseFloat(getComputedStyle(each).fontSize)))";
        assert!(page.value(smallest).await.as_f64() >= Some(14.0), "{size:?}");
        // The pointer shows the position after a move, and the engine its score and its work.
        let third = "document.querySelectorAll('#analysis-lines li:first-child button')[2]";
        page.wait_for(&format!(
            "{third}?.dispatchEvent(new PointerEvent('pointerenter')) && document.querySelector('#preview img')?.getBoundingClientRect().width > 150"
        ))
        .await;
        let inside = "(() => { const box = document.querySelector('#preview').getBoundingClientRect();                       return box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight; })()";
        assert_eq!(page.value(inside).await, true, "{size:?}");
        check(page, &["#engine-switch", "#engine-score"], &format!("the engine, {size:?}")).await;
        page.wait_for("/[0-9] [kM]n.s$/.test(document.querySelector('#engine-work').textContent)").await;
        // A click plays the line up to a move. The engine replaces the line at any time, also by a shorter one.
        let click = "window.written = third.textContent, third.click(), true";
        page.wait_for(&format!("(() => {{ const third = {third}; return third && ({click}); }})()")).await;
        let written = page.text("window.written").await;
        page.wait_for("document.querySelectorAll('#turns .turn').length === 5").await;
        page.wait_for(&format!("document.querySelector('#turns [aria-current]').textContent === {written:?}")).await;
    }
}
