//! The page behind a proxy with TLS, as docs/play.md describes it.

use duiyi_play::server::{ServerAccess, ServerLimits, serve};
use std::{
    fs,
    future::pending,
    net::TcpListener as Free,
    path::PathBuf,
    process::{Child, Command, Stdio},
    thread::sleep,
    time::Duration,
};
use tokio::net::TcpListener;

/// The block of docs/play.md for the location of the server.
fn documented() -> String {
    let text = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/play.md")).unwrap();
    text.split_once("```nginx\n").and_then(|(_, rest)| rest.split_once("```")).unwrap().0.to_owned()
}

struct Proxy(Child);

impl Drop for Proxy {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The answer of curl with its headers.
fn curl(arguments: &[&str]) -> String {
    let output =
        Command::new("curl").args(["--silent", "--insecure", "--include", "--max-time", "5"]).args(arguments).output();
    String::from_utf8_lossy(&output.unwrap().stdout).into_owned()
}

/// Commands block a thread, so the server has another one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs nginx, openssl and curl"]
async fn a_proxy_with_tls_serves_the_page_and_its_socket() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("proxy");
    fs::create_dir_all(&folder).unwrap();
    let port = Free::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let access = ServerAccess::new(address, &[format!("https://localhost:{port}")]).unwrap();
    tokio::spawn(serve(listener, play::games(), ServerLimits::default(), access, Err("a test".to_owned()), pending()));
    let made = Command::new("openssl")
        .args(["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-days", "1"])
        .args(["-keyout", "key.pem", "-out", "certificate.pem"])
        .current_dir(&folder)
        .stderr(Stdio::null())
        .status();
    assert!(made.unwrap().success());
    let location = documented().replace("http://127.0.0.1:8080", &format!("http://{address}"));
    let config = format!(
        "daemon off; pid nginx.pid; error_log stderr; events {{}} http {{ access_log off; server {{ \
         listen 127.0.0.1:{port} ssl; http2 on; ssl_certificate certificate.pem; ssl_certificate_key key.pem;\n{location}}} }}"
    );
    // Before version 1.25 the word belongs to `listen`.
    let version = Command::new("nginx").arg("-v").output().unwrap();
    let is_old = String::from_utf8_lossy(&version.stderr)
        .split('.')
        .nth(1)
        .is_some_and(|minor| minor.parse::<u32>().is_ok_and(|minor| minor < 25));
    let config = if is_old { config.replace(" ssl; http2 on;", " ssl http2;") } else { config };
    fs::write(folder.join("nginx.conf"), config).unwrap();
    let prefix = format!("{}/", folder.display());
    let proxy = Command::new("nginx").args(["-p", &prefix, "-c", "nginx.conf"]).spawn();
    let _proxy = Proxy(proxy.unwrap());
    let page = format!("https://localhost:{port}/");
    let mut first = String::new();
    for _ in 0..100 {
        first = curl(&["--http2", "--compressed", &page]);
        if first.contains("<!doctype html>") {
            break;
        }
        sleep(Duration::from_millis(50));
    }
    assert!(first.starts_with("HTTP/2 200") && first.contains("<!doctype html>"), "{first}");
    let upgrade = [
        "--http1.1",
        "--header",
        "Connection: Upgrade",
        "--header",
        "Upgrade: websocket",
        "--header",
        "Sec-WebSocket-Version: 13",
        "--header",
        "Sec-WebSocket-Key: MDEyMzQ1Njc4OUFCQ0RFRg==",
    ];
    let socket = format!("{page}socket");
    for (origin, status) in
        [(page.trim_end_matches('/').to_owned(), "HTTP/1.1 101"), ("https://example.org".to_owned(), "HTTP/1.1 403")]
    {
        let origin = format!("Origin: {origin}");
        let answer = curl(&[&upgrade[..], &["--header", &origin, &socket]].concat());
        assert!(answer.starts_with(status), "{origin}: {answer}");
    }
}
