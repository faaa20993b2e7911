//! The screenshots of the handbook. `UPDATE_EXPECT=1 cargo test -p play --test all -- --ignored
//! browser::screenshots` updates them.

use super::{
    chromium::Chromium,
    person::{New, begin, click_all, tab, wait_for_status},
    scenes::served,
};
use std::{env, fs, path::Path};

const SIZE: (u32, u32) = (1060, 780);

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

/// Takes a screenshot, and writes it to the handbook if `UPDATE_EXPECT=1` is set.
async fn take(page: &mut Chromium, name: &str) {
    let bytes = decoded(&page.screenshot().await);
    assert!(bytes.starts_with(b"RIFF"), "a picture in WebP");
    assert!(bytes.len() > 10_000 && bytes.len() < 150_000, "{name}: {} bytes", bytes.len());
    if env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name), bytes).unwrap();
    }
    assert_eq!(page.errors, [""; 0]);
}

#[tokio::test]
#[ignore = "needs Chromium"]
async fn xiangqi() {
    let mut page = served(SIZE).await;
    let position = "moves h2e2 h9g7 h0g2 i9h9 b0c2 b9c7 i0h0 h7i7 h0h6 c6c5 g3g4 i7h7";
    begin(&mut page, &New { game: "xiangqi", position, seats: ["person", "12"], clock: "600+5" }).await;
    click_all(&mut page, "c3c4").await;
    page.wait_for("document.querySelectorAll('#turns li').length === 14").await;
    wait_for_status(&mut page, "Red to move").await;
    // A horse is selected, and its targets are shown.
    click_all(&mut page, "c2").await;
    page.wait_for("document.querySelector('#board .board-above').childElementCount").await;
    take(&mut page, "play-xiangqi.webp").await;
}

#[tokio::test]
#[ignore = "needs Chromium"]
async fn review() {
    let mut page = served((SIZE.0, 1300)).await;
    // Red loses a cannon for a pawn, and then a horse.
    let position = "moves h2e2 h9g7 h0g2 i9h9 g3g4 c6c5 b0c2 b9c7 e2e6 g7e6 c3c4 c5c4 c2d4 e6d4";
    begin(&mut page, &New { game: "xiangqi", position, seats: ["person", "person"], clock: "" }).await;
    tab(&mut page, "analysis").await;
    page.click("#review").await;
    page.wait_for("/Red \\d+, Black \\d+/.test(document.querySelector('#accuracy').textContent)").await;
    page.wait_for("document.querySelector('#progress').textContent === ''").await;
    page.value(
        "{ const field = document.querySelector('#lines'); field.value = 3; \
                field.dispatchEvent(new Event('change', { bubbles: true })); }",
    )
    .await;
    page.value("document.querySelector('#turns [data-ply=\"9\"] button').click()").await;
    page.wait_for("document.querySelectorAll('#analysis-lines li').length === 3").await;
    page.wait_for("document.querySelector('#verdict').textContent").await;
    take(&mut page, "play-review.webp").await;
}

#[tokio::test]
#[ignore = "needs Chromium"]
async fn connect6() {
    let mut page = served(SIZE).await;
    let position = "moves J10 I11-K11 L11-K12 M9-M12 J12-L10";
    begin(&mut page, &New { game: "connect6", position, seats: ["person", "5"], clock: "" }).await;
    page.wait_for("document.querySelectorAll('#turns li').length === 6").await;
    wait_for_status(&mut page, "Black to move").await;
    take(&mut page, "play-connect6.webp").await;
}
