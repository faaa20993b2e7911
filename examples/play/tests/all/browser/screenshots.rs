//! Screenshots of eight scenes at three sizes, in `target/tmp/screenshots`. `UPDATE_EXPECT=1 cargo test -p play --test
//! all -- --ignored browser::screenshots` also updates those of the handbook.

use super::{
    chromium::Chromium,
    person::{New, begin, click_all, tab, wait_for_status},
    scenes::served,
};
use serde_json::json;
use std::{env, fs, path::Path};

/// The sizes; the handbook has pictures of the first.
const SIZES: [(u32, u32); 3] = [(1100, 800), (1920, 1080), (390, 844)];

/// Decodes base 64.
fn decoded(text: &str) -> Vec<u8> {
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0_u32, 0);
    for letter in text.bytes() {
        let value = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => continue,
        };
        (bits, count) = (bits << 6 | u32::from(value), count + 6);
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    bytes
}

/// Takes a screenshot. With `UPDATE_EXPECT=1` one of the first size goes to the handbook as well.
async fn take(page: &mut Chromium, name: &str, size: (u32, u32)) {
    // Pieces stand still.
    page.wait_for("document.getAnimations().every((each) => each.playState === 'finished' || each.effect.getTiming().iterations === Infinity)").await;
    let bytes = decoded(&page.screenshot().await);
    assert!(bytes.starts_with(b"RIFF"), "a picture in WebP");
    assert!(bytes.len() > 5_000 && bytes.len() < 300_000, "{name}: {} bytes", bytes.len());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("screenshots");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join(format!("{name}-{}.webp", size.0)), &bytes).unwrap();
    if size == SIZES[0] && env::var_os("UPDATE_EXPECT").is_some() && BOOK.contains(&name) {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
        fs::write(docs.join(format!("{name}.webp")), bytes).unwrap();
    }
    assert_eq!(page.errors, [""; 0]);
}

/// The scenes shown in the handbook.
const BOOK: [&str; 4] = ["play-xiangqi", "play-review", "play-connect6", "play-new"];

async fn dark(page: &mut Chromium) {
    let media = json!({ "features": [{ "name": "prefers-color-scheme", "value": "dark" }] });
    page.call("Emulation.setEmulatedMedia", media).await;
}

#[tokio::test]
#[ignore = "needs Chromium"]
async fn xiangqi() {
    for size in SIZES {
        let mut page = served(size).await;
        let position = "moves h2e2 h9g7 h0g2 i9h9 b0c2 b9c7 i0h0 h7i7 h0h6 c6c5 g3g4 i7h7";
        begin(&mut page, &New { game: "xiangqi", position, seats: ["person", "12"], clock: "600+5" }).await;
        click_all(&mut page, "c3c4").await;
        page.wait_for("document.querySelectorAll('#turns .turn').length === 14").await;
        wait_for_status(&mut page, "Red to move").await;
        // A horse is selected, and its targets are shown.
        click_all(&mut page, "c2").await;
        page.wait_for("document.querySelector('#board .board-above').childElementCount").await;
        take(&mut page, "play-xiangqi", size).await;
    }
}

#[tokio::test]
#[ignore = "needs Chromium"]
async fn review() {
    for size in SIZES {
        let mut page = served(size).await;
        // Red loses a cannon for a pawn, and then a horse.
        let position = "moves h2e2 h9g7 h0g2 i9h9 g3g4 c6c5 b0c2 b9c7 e2e6 g7e6 c3c4 c5c4 c2d4 e6d4";
        begin(&mut page, &New { game: "xiangqi", position, seats: ["person", "person"], clock: "" }).await;
        tab(&mut page, "analysis").await;
        page.click("#review").await;
        page.wait_for("/Red \\d+, Black \\d+/.test(document.querySelector('#accuracy').textContent)").await;
        page.wait_for("document.querySelector('#progress').textContent === ''").await;
        page.value("document.querySelector('#turns [data-ply=\"8\"] button').click()").await;
        page.wait_for("document.querySelector('#verdict').textContent").await;
        take(&mut page, "play-review", size).await;
    }
}

#[tokio::test]
#[ignore = "needs Chromium"]
async fn connect6() {
    for size in SIZES {
        let mut page = served(size).await;
        page.value("localStorage.setItem('duiyi', JSON.stringify({ numbers: true, language: 'en' }))").await;
        page.call("Page.reload", json!({})).await;
        page.wait_for("document.readyState === 'complete' && document.querySelector('#board svg')").await;
        let position = "moves J10 I11-K11 L11-K12 M9-M12 J12-L10";
        begin(&mut page, &New { game: "connect6", position, seats: ["person", "5"], clock: "" }).await;
        page.wait_for("document.querySelectorAll('#turns .turn').length === 6").await;
        wait_for_status(&mut page, "Black to move").await;
        take(&mut page, "play-connect6", size).await;
    }
}

/// The dialog of a new game, the problems, the openings in the dark, the game's tab in Chinese, variations.
#[tokio::test]
#[ignore = "needs Chromium"]
async fn dialogs_tabs_and_variations() {
    for size in SIZES {
        let mut page = served(size).await;
        let page = &mut page;
        page.wait_for("document.querySelector('#board svg') && document.querySelector('[name=opponent]')").await;
        page.click("[data-act=new]").await;
        take(page, "play-new", size).await;
        page.value("document.querySelector('#new-game').close()").await;
        let position = "moves h2e2 h9g7 h0g2 i9h9 b0c2 b9c7";
        begin(page, &New { game: "xiangqi", position, seats: ["person", "person"], clock: "" }).await;
        page.click("#steps [data-step=back]").await;
        page.wait_for("document.querySelector('#board .drags')").await;
        click_all(page, "c6c5").await;
        page.wait_for("document.querySelector('#turns .variation')").await;
        page.click("[data-mark=\"!?\"]").await;
        page.wait_for("document.querySelector('#turns .sign')").await;
        take(page, "play-variations", size).await;
        page.click("[data-act=problems]").await;
        take(page, "play-problems", size).await;
        page.value("document.querySelector('#problems').close()").await;
        dark(page).await;
        tab(page, "openings").await;
        page.wait_for("document.querySelector('#opening-moves table')").await;
        take(page, "play-openings", size).await;
        page.click("#language").await;
        tab(page, "game").await;
        take(page, "play-game", size).await;
    }
}
