//! Headless Chromium, controlled through its DevTools protocol.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::{
    env, fs,
    path::PathBuf,
    process::{Child, Command, Stdio},
    sync::atomic::{AtomicU32, Ordering},
    time::{Duration, Instant},
};
use tokio::{
    net::TcpStream,
    time::{sleep, timeout},
};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async, tungstenite::Message};

/// A time limit that no operation on a page should reach.
const PATIENCE: Duration = Duration::from_secs(60);

/// The programs to look for, unless `CHROMIUM` names one.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

static STARTED: AtomicU32 = AtomicU32::new(0);

/// A browser with one page.
pub(super) struct Chromium {
    process: Child,
    folder: PathBuf,
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    session: Option<String>,
    calls: u64,
    /// The exceptions of scripts of the page.
    pub(super) errors: Vec<String>,
}

/// The path of the browser. It must exist, because these tests run on request only.
fn program() -> PathBuf {
    let named = env::var_os("CHROMIUM").map(PathBuf::from);
    let folders: Vec<PathBuf> = env::split_paths(&env::var_os("PATH").unwrap_or_default()).collect();
    let mut places = NAMES.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    named
        .or_else(|| places.find(|place| place.is_file()))
        .expect("Chromium is not found; CHROMIUM can name the program")
}

impl Chromium {
    /// Starts a browser with a page of this size in pixels.
    pub(super) async fn start((width, height): (u32, u32)) -> Chromium {
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        let folder = env::temp_dir().join(format!("duiyi-play-{}-{number}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let process = Command::new(program())
            .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-dev-shm-usage"])
            .args(["--disable-extensions", "--hide-scrollbars", "--disable-background-networking", "--lang=en-US"])
            .args(["--remote-debugging-port=0", &format!("--user-data-dir={}", folder.display()), "about:blank"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let address = folder.join("DevToolsActivePort");
        let begun = Instant::now();
        let socket = loop {
            let text = fs::read_to_string(&address).unwrap_or_default();
            if let Some((port, path)) = text.split_once('\n') {
                break connect_async(format!("ws://127.0.0.1:{port}{}", path.trim())).await.unwrap().0;
            }
            assert!(begun.elapsed() < PATIENCE, "the browser does not start");
            sleep(Duration::from_millis(20)).await;
        };
        let mut browser = Chromium { process, folder, socket, session: None, calls: 0, errors: Vec::new() };
        let target = browser.call("Target.createTarget", json!({ "url": "about:blank" })).await;
        let attached = json!({ "targetId": target["targetId"], "flatten": true });
        browser.session =
            browser.call("Target.attachToTarget", attached).await["sessionId"].as_str().map(str::to_owned);
        browser.call("Page.enable", json!({})).await;
        browser.call("Runtime.enable", json!({})).await;
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        browser.call("Emulation.setDeviceMetricsOverride", size).await;
        browser
    }

    /// Calls a method of the protocol.
    pub(super) async fn call(&mut self, method: &str, parameters: Value) -> Value {
        let mut answer = self.answer(method, parameters).await;
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].take()
    }

    /// Calls a method of the protocol, and returns the result or the error.
    pub(super) async fn answer(&mut self, method: &str, parameters: Value) -> Value {
        self.calls += 1;
        let mut call = json!({ "id": self.calls, "method": method, "params": parameters });
        if let Some(session) = &self.session {
            call["sessionId"] = json!(session);
        }
        self.socket.send(Message::text(call.to_string())).await.unwrap();
        loop {
            let message = timeout(PATIENCE, self.socket.next()).await.expect(method).unwrap().unwrap();
            let Ok(text) = message.to_text() else { continue };
            let answer: Value = serde_json::from_str(text).unwrap_or_default();
            if answer["method"] == "Runtime.exceptionThrown" {
                self.errors.push(answer["params"]["exceptionDetails"].to_string());
            }
            if answer["id"] == self.calls {
                return answer;
            }
        }
    }

    /// The value of a JavaScript expression in the page.
    pub(super) async fn value(&mut self, expression: &str) -> Value {
        let parameters = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let mut answer = self.call("Runtime.evaluate", parameters).await;
        assert!(answer.get("exceptionDetails").is_none(), "{expression}: {answer}");
        answer["result"]["value"].take()
    }

    /// The value of an expression as text.
    pub(super) async fn text(&mut self, expression: &str) -> String {
        self.value(expression).await.as_str().unwrap_or_default().to_owned()
    }

    /// Waits until an expression is true.
    pub(super) async fn wait_for(&mut self, expression: &str) {
        self.wait_long(expression, PATIENCE).await;
    }

    /// Waits until an expression is true, at most this long.
    pub(super) async fn wait_long(&mut self, expression: &str, patience: Duration) {
        let begun = Instant::now();
        let whole = format!("Boolean({expression})");
        while self.value(&whole).await != true {
            if begun.elapsed() > patience {
                let page = self.text("document.body?.innerText ?? ''").await;
                panic!(
                    "still false after {patience:?}: {expression}; errors {:?}; text of the page: {page}",
                    self.errors
                );
            }
            sleep(Duration::from_millis(5)).await;
        }
    }

    /// Opens a page.
    pub(super) async fn open(&mut self, address: &str) {
        self.call("Page.navigate", json!({ "url": address })).await;
        self.wait_for(&format!("location.href.startsWith({}) && document.readyState === 'complete'", json!(address)))
            .await;
    }

    /// Clicks on the middle of an element with mouse events.
    pub(super) async fn click(&mut self, selector: &str) {
        let middle = format!(
            "(() => {{ const element = document.querySelector({}); if (!element) return null; \
             element.scrollIntoView({{ block: 'nearest' }}); const box = element.getBoundingClientRect(); \
             return [box.x + box.width / 2, box.y + box.height / 2]; }})()",
            json!(selector)
        );
        let at = self.value(&middle).await;
        assert!(at.is_array(), "there is no {selector}");
        self.mouse("mousePressed", &at).await;
        self.mouse("mouseReleased", &at).await;
    }

    async fn mouse(&mut self, kind: &str, at: &Value) {
        let event = json!({ "type": kind, "x": at[0], "y": at[1], "button": "left", "clickCount": 1 });
        self.call("Input.dispatchMouseEvent", event).await;
    }

    /// A screenshot of the page, as WebP in base 64.
    pub(super) async fn screenshot(&mut self) -> String {
        let mut taken = self.call("Page.captureScreenshot", json!({ "format": "webp", "quality": 85 })).await;
        taken["data"].take().as_str().unwrap_or_default().to_owned()
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}
