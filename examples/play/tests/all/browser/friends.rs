//! Two persons at two pages.

use super::{
    chromium::Chromium,
    person::{click_all, wait_for_status},
    scenes::served,
};

const DESKTOP: (u32, u32) = (1366, 657);
const PHONE: (u32, u32) = (390, 844);

/// Presses a button by its label.
async fn press(page: &mut Chromium, label: &str) {
    let button = format!(
        "[...document.querySelectorAll('button')].find((each) => each.textContent === '{label}' && each.offsetParent)"
    );
    page.wait_for(&button).await;
    page.value(&format!("{button}.click()")).await;
}

/// From *Play* to the end of a game and its rematch; the friend has a phone.
#[tokio::test]
#[ignore = "needs Chromium"]
async fn a_friend_joins_by_the_link() {
    let mut host = served(DESKTOP).await;
    let mut friend = Chromium::start(PHONE).await;
    host.wait_for("document.querySelector('#game option')").await;
    host.click("[data-act=new]").await;
    host.click("[name=opponent][value=friend]").await;
    host.click("[name=colour][value=\"1\"]").await;
    host.value("document.querySelector('#person-name').value = 'Hua'").await;
    host.click("#begin [type=submit]").await;
    host.wait_for("document.querySelector('#friend-code path')").await;
    host.wait_for("!document.querySelector('#friend-link').hidden").await;
    let link = host.text("document.querySelector('#friend-address').value").await;
    friend.open(link.split('#').next().unwrap()).await;
    // The first page of a visitor has a game of its own.
    friend.wait_for("document.querySelector('#game-text').value").await;
    friend.value("(localStorage.duiyi = JSON.stringify({ name: 'Ming' }))").await;
    friend.open("about:blank").await;
    friend.open(&link).await;
    friend.wait_for("document.querySelector('#first .name').textContent === 'Red (Ming)'").await;
    host.wait_for("document.querySelector('#friend-state').textContent === 'Your friend is here.'").await;
    host.wait_for("document.querySelector('#friend-link').hidden").await;
    // Each has the own side below.
    let below = "document.querySelector('#table').nextElementSibling.id";
    assert_eq!((host.text(below).await.as_str(), friend.text(below).await.as_str()), ("second", "first"));
    host.wait_for("document.querySelector('#engine').hidden").await;
    click_all(&mut friend, "h2e2").await;
    wait_for_status(&mut host, "Black to move").await;
    click_all(&mut host, "h9g7").await;
    wait_for_status(&mut friend, "Red to move").await;
    press(&mut friend, "Ask to take back").await;
    wait_for_status(&mut host, "Red asks to take back").await;
    press(&mut host, "Allow take-back").await;
    friend.wait_for("document.querySelectorAll('#turns .turn').length === 0").await;
    click_all(&mut friend, "h2e2").await;
    wait_for_status(&mut host, "Black to move").await;
    press(&mut friend, "Draw").await;
    wait_for_status(&mut host, "Red offers a draw").await;
    press(&mut host, "Accept draw").await;
    for page in [&mut friend, &mut host] {
        page.wait_for("document.querySelector('#ended-result').textContent === 'Draw'").await;
    }
    press(&mut host, "Offer a rematch").await;
    press(&mut friend, "Accept the rematch").await;
    for (page, own, name) in [(&mut friend, "second", "Black (Ming)"), (&mut host, "first", "Red (Hua)")] {
        page.wait_for(&format!("{below} === '{own}'")).await;
        page.wait_for(&format!("document.querySelector('#{own} .name').textContent === '{name}'")).await;
    }
    // A friend who goes is missed, and plays on after a reload.
    let address = friend.text("location.href").await;
    friend.open("about:blank").await;
    host.wait_for("/away/.test(document.querySelector('#second .name').textContent)").await;
    friend.open(&address).await;
    host.wait_for("!/away/.test(document.querySelector('#second .name').textContent)").await;
    click_all(&mut host, "h2e2").await;
    wait_for_status(&mut friend, "Black to move").await;
    click_all(&mut friend, "h9g7").await;
    wait_for_status(&mut host, "Red to move").await;
    assert_eq!((host.errors.len(), friend.errors.len()), (0, 0), "{:?} {:?}", host.errors, friend.errors);
}
