//! A server that listens beyond the loopback interface, and the token that it requires.

use crate::pages::{receive_kind, send};
use crate::server::get;
use duiyi_play::server::{ServerAccess, ServerLimits, serve};
use serde_json::json;
use std::{future::pending, net::SocketAddr};
use tokio::net::TcpListener;
use tokio_tungstenite::{connect_async, tungstenite::client::IntoClientRequest};

/// A server on all addresses of the machine: its port and its token.
async fn open_server() -> (u16, String) {
    let listener = TcpListener::bind("0.0.0.0:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let access = ServerAccess::new(address, &["board.lan".to_owned()]).unwrap();
    let token = access.urls()[0].split_once("/?token=").unwrap().1.to_owned();
    tokio::spawn(serve(listener, play::games(), ServerLimits::default(), access, Err("a test".into()), pending()));
    (address.port(), token)
}

#[tokio::test]
async fn a_server_on_all_addresses_is_reached_with_its_token() {
    let (port, token) = open_server().await;
    // Each address of the machine is its own; all of 127.0.0.0/8 are.
    for ip in ["127.0.0.1", "127.0.0.2"] {
        let address: SocketAddr = format!("{ip}:{port}").parse().unwrap();
        for host in [address.to_string(), format!("board.lan:{port}")] {
            let host = format!("Host: {host}\r\n");
            let page = get(address, &format!("/?token={token}"), &host).await;
            assert!(page.starts_with("HTTP/1.1 200 "), "{page}");
            let cookie = format!("duiyi-{port}={token}");
            assert!(page.contains(&format!("set-cookie: {cookie}; Path=/; HttpOnly; SameSite=Strict\r\n")), "{page}");
            let with_cookie = get(address, "/app.js", &format!("{host}Cookie: {cookie}\r\n")).await;
            assert!(with_cookie.starts_with("HTTP/1.1 200 ") && !with_cookie.contains("set-cookie"), "{with_cookie}");
            for (path, cookie) in [("/", ""), ("/?token=", ""), ("/app.js", "Cookie: duiyi=1\r\n"), ("/socket", "")] {
                let refused = get(address, path, &format!("{host}{cookie}")).await;
                assert!(refused.starts_with("HTTP/1.1 403 ") && refused.contains("who have its token"), "{refused}");
                assert!(!refused.contains(&token));
            }
        }
        // The token does not help a page whose host name was pointed at this machine.
        for host in ["evil.example", "10.0.0.1"] {
            let refused = get(address, &format!("/?token={token}"), &format!("Host: {host}:{port}\r\n")).await;
            assert!(refused.starts_with("HTTP/1.1 403 ") && refused.contains("which is not this server"), "{refused}");
        }
    }
}

#[tokio::test]
async fn a_page_connects_with_the_cookie_or_the_token() {
    let (port, token) = open_server().await;
    let request = |cookie: &str| {
        let mut request = format!("ws://127.0.0.1:{port}/socket").into_client_request().unwrap();
        request.headers_mut().insert("Cookie", cookie.parse().unwrap());
        request
    };
    let mut page = connect_async(request(&format!("duiyi-{port}={token}"))).await.unwrap().0;
    send(&mut page, &json!({ "do": "games" })).await;
    receive_kind(&mut page, "games").await;
    connect_async(format!("ws://127.0.0.1:{port}/socket?token={token}")).await.unwrap();
    let zeros = "0".repeat(32);
    assert!(connect_async(request(&format!("duiyi-{port}={zeros}"))).await.is_err());
    assert!(connect_async(format!("ws://127.0.0.1:{port}/socket")).await.is_err());
}
