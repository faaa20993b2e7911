//! The page as an analysis board: variations, the first minute, links, typed moves, exercises, in both languages and on
//! a phone.

use super::{
    chromium::Chromium,
    person::{New, begin, click, click_all, game_text, tab, wait_for_status},
    scenes::{PERSONS, served},
};
use duiyi_game::Square;
use serde_json::json;

const DESKTOP: (u32, u32) = (1366, 850);
const PHONE: (u32, u32) = (390, 844);

/// A page in a language, on a desktop or a phone.
async fn page_in(language: &str, size: (u32, u32)) -> Chromium {
    let mut page = served(size).await;
    page.wait_for("document.querySelector('#board svg')").await;
    if page.text("document.documentElement.lang").await != language {
        page.click("#language").await;
    }
    page.wait_for(&format!("document.documentElement.lang === '{language}'")).await;
    page
}

/// The four kinds of page.
async fn pages() -> Vec<Chromium> {
    let mut pages = Vec::new();
    for language in ["en", "zh"] {
        for size in [DESKTOP, PHONE] {
            pages.push(page_in(language, size).await);
        }
    }
    pages
}

/// Types a move.
pub(super) async fn type_move(page: &mut Chromium, text: &str) {
    page.value(&format!("document.querySelector('#text').value = {}", json!(text))).await;
    page.value("document.querySelector('#typed').requestSubmit()").await;
}

/// The list of moves without spaces.
async fn moves(page: &mut Chromium) -> String {
    page.text("document.querySelector('#turns').textContent.replace(/\\s/g, '')").await
}

/// The text of the turn that is marked as shown.
const SHOWN: &str = "document.querySelector('#turns [aria-current]')?.textContent";

#[tokio::test]
#[ignore = "needs Chromium"]
async fn variations_are_played_marked_promoted_and_deleted() {
    for mut page in pages().await {
        let page = &mut page;
        begin(page, &New { game: "xiangqi", seats: PERSONS, position: "moves h2e2 h9g7 h0g2", ..New::default() }).await;
        page.value(
            "{ const field = document.querySelector('#notation'); field.value = 'ICCS'; \
                    field.dispatchEvent(new Event('change', { bubbles: true })); }",
        )
        .await;
        page.click("#steps [data-step=back]").await;
        page.click("#steps [data-step=back]").await;
        page.wait_for(&format!("{SHOWN} === 'H2-E2'")).await;
        page.wait_for("document.querySelector('#board .drags')").await;
        // A move from an earlier position is a variation, and the game stays.
        click_all(page, "b9c7").await;
        page.wait_for(&format!("{SHOWN} === 'B9-C7'")).await;
        type_move(page, "马八进七").await;
        page.wait_for(&format!("{SHOWN} === 'B0-C2'")).await;
        assert_eq!(moves(page).await, "1.H2-E2H9-G71…B9-C72.B0-C22.H0-G2");
        assert!(game_text(page).await.ends_with("moves h2e2 h9g7 h0g2"));
        page.click("[data-mark=\"!?\"]").await;
        page.wait_for(&format!("{SHOWN} === 'B0-C2!?'")).await;
        page.value("document.querySelector('#comment').focus()").await;
        page.call("Input.insertText", json!({ "text": "quiet" })).await;
        page.value("document.querySelector('#comment').blur()").await;
        page.wait_for("document.querySelector('#turns .comment')?.textContent === 'quiet'").await;
        page.click("#promote").await;
        page.wait_for("document.querySelector('#game-text').value.endsWith('moves h2e2 b9c7 b0c2')").await;
        // The link has the whole tree and the position shown.
        tab(page, "game").await;
        page.value("navigator.clipboard.writeText = (text) => { window.link = text; return Promise.resolve(); }").await;
        page.click("[data-share=link]").await;
        page.wait_for("window.link").await;
        let link = page.text("window.link").await;
        // So has the address of the page.
        page.wait_for("location.href === window.link").await;
        tab(page, "moves").await;
        let written = moves(page).await;
        page.click("#remove").await;
        page.wait_for("document.querySelector('#game-text').value.endsWith('moves h2e2 b9c7')").await;
        for (key, modifiers, moves) in
            [("z", 2, "b9c7 b0c2"), ("y", 2, "h2e2 b9c7"), ("z", 2, "b9c7 b0c2"), ("z", 10, "h2e2 b9c7")]
        {
            page.call("Input.dispatchKeyEvent", json!({ "type": "rawKeyDown", "key": key, "modifiers": modifiers }))
                .await;
            page.wait_for(&format!("document.querySelector('#game-text').value.endsWith('{moves}')")).await;
        }
        page.open("about:blank").await;
        page.open(&link).await;
        page.wait_for("document.querySelector('#game-text')?.value.endsWith('moves h2e2 b9c7 b0c2')").await;
        page.wait_for(&format!("{SHOWN} === 'B0-C2!?'")).await;
        page.wait_for("document.querySelector('#turns .comment')?.textContent === 'quiet'").await;
        assert_eq!(moves(page).await, written);
        assert_eq!(page.errors, [""; 0]);
    }
}

/// Opening the page shows a board ready to play: the first move is answered.
#[tokio::test]
#[ignore = "needs Chromium"]
async fn a_visitor_plays_at_once_and_chooses_a_strength_in_words() {
    for mut page in pages().await {
        let page = &mut page;
        click_all(page, "h2e2").await;
        page.wait_for("document.querySelectorAll('#turns .turn').length === 2").await;
        assert_eq!(page.text("document.querySelector('#thought').textContent").await, "", "its thoughts are its own");
        page.click("[data-act=hint]").await;
        page.wait_for("document.querySelector('#board .hint-ring')").await;
        page.click("[data-act=new]").await;
        let strengths = page.value("document.querySelectorAll('[name=opponent]').length").await;
        assert_eq!(strengths, 8, "six strengths, a person and a friend");
        // A time that is none is refused in place.
        page.click("#times label:nth-of-type(6) span").await;
        page.value("document.querySelector('#minutes').value = ''").await;
        page.click("#begin [type=submit]").await;
        page.wait_for("document.querySelector('#begin-refusal').textContent").await;
        assert_eq!(page.value("document.querySelector('#new-game').open").await, true);
        assert_eq!(page.errors, [""; 0]);
    }
}

/// Flipping, stepping and choosing do not wait for an engine that thinks.
#[tokio::test]
#[ignore = "needs Chromium"]
async fn the_page_answers_while_the_engine_thinks() {
    for mut page in pages().await {
        let page = &mut page;
        let seats = ["person", "engine"];
        begin(page, &New { game: "xiangqi", seats, position: "moves a3a4 i6i5", clock: "3600" }).await;
        click_all(page, "h0g2").await;
        page.wait_for("document.querySelector('.player.to-move').id === 'second'").await;
        let answered = "(() => { const board = () => document.querySelector('.board-ground').innerHTML; \
                        const before = board(); document.querySelector('[data-act=flip]').click(); \
                        const flipped = board() !== before; \
                        document.querySelector('#steps [data-step=first]').click(); \
                        const stepped = !document.querySelector('#turns [aria-current]'); \
                        const thinks = document.querySelectorAll('#turns .turn').length === 3; \
                        return [flipped, stepped, thinks]; })()";
        assert_eq!(page.value(answered).await, json!([true, true, true]));
        page.value("document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))")
            .await;
        page.wait_for("document.querySelector('#turns [data-ply=\"1\"] [aria-current]')").await;
        assert_eq!(page.errors, [""; 0]);
    }
}

/// A mistake of a review becomes an exercise: the best move is right, another one is not.
#[tokio::test]
#[ignore = "needs Chromium"]
async fn a_mistake_asks_for_a_better_move() {
    for mut page in pages().await {
        let page = &mut page;
        let position = "moves h2e2 h9g7 h0g2 i9h9 b2b9";
        begin(page, &New { game: "xiangqi", seats: PERSONS, position, ..New::default() }).await;
        tab(page, "analysis").await;
        page.click("#review").await;
        page.wait_for(
            "document.querySelector('#progress').textContent === '' && document.querySelector('#mistakes li')",
        )
        .await;
        page.click("#mistakes li button:last-child").await;
        page.wait_for("!document.querySelector('#exercise').hidden").await;
        page.click("#exercise-show").await;
        page.wait_for("document.querySelector('#exercise-state').className === 'shown'").await;
        page.click("#exercise-leave").await;
        page.wait_for("document.querySelector('#exercise').hidden").await;
        // Red's cannon takes a horse and is taken.
        page.value(
            "[...document.querySelectorAll('#mistakes li')].filter((each) => /^(Red|红方)/.test(each.textContent)).at(-1) \
             .querySelector('button:last-child').click()",
        )
        .await;
        page.wait_for("!document.querySelector('#exercise').hidden && document.querySelector('#board .drags')").await;
        click_all(page, "a3a4").await;
        page.wait_for("['right', 'wrong'].includes(document.querySelector('#exercise-state').className)").await;
        assert_eq!(page.errors, [""; 0]);
    }
}

/// On a phone the steps stay at the bottom of the screen, and what is touched is large enough.
#[tokio::test]
#[ignore = "needs Chromium"]
async fn a_phone_has_large_targets_and_the_moves_below_the_board() {
    for language in ["en", "zh"] {
        let mut page = page_in(language, PHONE).await;
        let page = &mut page;
        let bottom = page.value("document.querySelector('#steps').getBoundingClientRect().bottom").await;
        assert_eq!(bottom.as_f64(), Some(f64::from(PHONE.1)));
        let tabs = page.value("document.querySelector('#tabs').getBoundingClientRect().top").await;
        assert!(tabs.as_f64().unwrap() < f64::from(PHONE.1) - 120.0, "the panel begins on the first screen: {tabs}");
        let small = "[...document.querySelectorAll('header button, #actions button, #tabs button, #steps button, .turn')]\
                     .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 43.5)\
                     .map((each) => each.outerHTML)";
        assert_eq!(page.value(small).await, json!([]));
        assert_eq!(page.errors, [""; 0]);
    }
}

/// Nothing stays in the old language after switching.
#[tokio::test]
#[ignore = "needs Chromium"]
async fn a_switch_of_language_reaches_every_text() {
    let mut page = page_in("en", DESKTOP).await;
    let page = &mut page;
    begin(page, &New { game: "xiangqi", seats: ["person", "1"], ..New::default() }).await;
    click_all(page, "h2e2").await;
    wait_for_status(page, "Red to move").await;
    page.click("#language").await;
    page.wait_for("document.querySelector('#status').textContent.includes('红方')").await;
    // Words of two or more small letters outside records, names of formats and coordinates.
    let latin = "[...document.querySelectorAll('body *:not(option, textarea, script, input)')]\
                 .filter((each) => each.checkVisibility() && !each.closest('svg, #language, h1'))\
                 .flatMap((each) => [...each.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data))\
                 .filter((text) => /[a-z]{3,}/.test(text))";
    assert_eq!(page.value(latin).await, json!([]));
    assert_eq!(page.errors, [""; 0]);
}

/// The first stone of a turn is lifted by a click, a game is listed, and its deletion is undone.
#[tokio::test]
#[ignore = "needs Chromium"]
async fn a_stone_is_lifted_and_a_deletion_undone() {
    let page = &mut page_in("en", DESKTOP).await;
    begin(page, &New { game: "connect6", seats: PERSONS, ..New::default() }).await;
    let stones = "document.querySelectorAll('#board .piece').length";
    click(page, Square { column: 9, row: 9 }).await;
    page.wait_for(&format!("{stones} === 1")).await;
    click(page, Square { column: 10, row: 9 }).await;
    wait_for_status(page, "White to play the second stone").await;
    click(page, Square { column: 10, row: 9 }).await;
    page.wait_for(&format!("{stones} === 1")).await;
    wait_for_status(page, "White to move").await;
    page.click("[data-act=games]").await;
    page.value("document.querySelector('[name=about]').value = 'analyses'").await;
    page.value("document.querySelector('#search').requestSubmit()").await;
    page.wait_for("document.querySelectorAll('#kept li').length === 1").await;
    page.click("#kept li > button:last-child").await;
    page.wait_for("document.querySelector('#kept .removed')").await;
    page.click("#kept .removed button").await;
    page.wait_for("document.querySelectorAll('#kept li').length === 1 && !document.querySelector('#kept .removed')")
        .await;
    // Without undo it is deleted when the list is closed.
    page.click("#kept li > button:last-child").await;
    page.wait_for("document.querySelector('#kept .removed')").await;
    page.click("#games [data-close]").await;
    page.click("[data-act=games]").await;
    page.wait_for("document.querySelector('#found').textContent === 'No games found'").await;
    assert_eq!(page.errors, [""; 0]);
}
