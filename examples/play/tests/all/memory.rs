//! The memory of a server of its own process stays within its limit.

use crate::pages::{Page, ask, begin, begin_with, page, receive, receive_kind, send};
use serde_json::json;
use std::{
    fs,
    io::{BufRead, BufReader},
    net::SocketAddr,
    process::{Child, Command, Stdio},
    time::Duration,
};
use tokio::{task::JoinHandle, time::sleep};

/// A server in a process, which ends with the test.
struct Program {
    process: Child,
    address: SocketAddr,
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Program {
    /// Starts a server with this number of MiB.
    fn start(mebibytes: &str) -> Program {
        let mut process = Command::new(env!("CARGO_BIN_EXE_play"))
            .args(["--port", "0", "--games", "none", "--memory", mebibytes])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut url = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut url).unwrap();
        let address = url.trim().strip_prefix("http://").unwrap().parse().unwrap();
        Program { process, address }
    }

    /// The resident memory in MiB, from the second number of `statm`, in pages of 4 KiB.
    fn resident(&self) -> u64 {
        let statm = fs::read_to_string(format!("/proc/{}/statm", self.process.id())).unwrap();
        statm.split(' ').nth(1).unwrap().parse::<u64>().unwrap() >> 8
    }
}

/// Begins a game between two engines; returns the refusal if there is no memory.
async fn begin_engines(page: &mut Page, game: &str) -> Result<(), String> {
    let engine = json!({ "kind": "engine" });
    let begin = json!({ "game": game, "clock": "2+0.1", "seats": [engine, engine] });
    send(page, &json!({ "do": "begin", "begin": begin })).await;
    loop {
        let message = receive(page).await;
        match (message["refused"].as_str(), message.get("view")) {
            (Some(reason), _) => return Err(reason.to_owned()),
            (_, Some(_)) => return Ok(()),
            _ => {}
        }
    }
}

/// Waits until both engines have played, and then reads on until the end of the game or of the test.
fn follow(mut page: Page, done: tokio::sync::mpsc::UnboundedSender<()>) -> JoinHandle<()> {
    tokio::spawn(async move {
        let mut reported = false;
        loop {
            let view = receive_kind(&mut page, "view").await;
            if !reported && view["ply"].as_u64().unwrap() >= 2 {
                reported = true;
                done.send(()).unwrap();
            }
            if !view["ended"].is_null() {
                // The page stays open, and its engines keep their memory.
                std::future::pending::<()>().await;
            }
        }
    })
}

/// Opens pages with two engines until one is refused or there are `most`; waits until all have played.
async fn fill(program: &Program, most: usize) -> (Vec<JoinHandle<()>>, Option<String>) {
    let (done, mut played) = tokio::sync::mpsc::unbounded_channel();
    let (mut pages, mut refused) = (Vec::new(), None);
    while pages.len() < most {
        let mut page = page(program.address).await;
        let game = ["xiangqi", "connect6", "connect-four", "breakthrough"][pages.len() % 4];
        match begin_engines(&mut page, game).await {
            Ok(()) => pages.push(follow(page, done.clone())),
            Err(reason) => {
                refused = Some(reason);
                break;
            }
        }
    }
    for _ in 0..pages.len() {
        tokio::time::timeout(Duration::from_secs(200), played.recv()).await.expect("every engine plays");
    }
    (pages, refused)
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn engines_and_analyses_share_the_memory_of_the_server() {
    let program = Program::start("256");
    let (pages, refused) = fill(&program, 200).await;
    let resident = program.resident();
    assert!(pages.len() >= 40, "{} pages", pages.len());
    assert!(resident <= 256, "{resident} MiB with {} pages", pages.len());
    let reason = "the server's memory of 256 MiB is in use; ";
    assert!(refused.as_ref().unwrap().starts_with(reason), "{refused:?}");
    // One engine of the last page may still have found room. Persons need none, but an analysis does.
    let mut other = page(program.address).await;
    let (person, engine) = (json!({ "kind": "person" }), json!({ "kind": "engine" }));
    send(&mut other, &begin_with("xiangqi", [&person, &engine])).await;
    receive(&mut other).await;
    let mut last = page(program.address).await;
    send(&mut last, &begin("xiangqi")).await;
    receive_kind(&mut last, "view").await;
    for action in [json!({ "do": "analyse", "lines": 1 }), json!({ "do": "review", "milliseconds": 10 })] {
        send(&mut last, &ask(&action)).await;
        let refused = receive_kind(&mut last, "refused").await;
        assert!(refused.as_str().unwrap().starts_with(reason), "{refused}");
    }
    let sit = json!({ "do": "sit", "seats": [person, engine] });
    send(&mut last, &ask(&sit)).await;
    assert!(receive_kind(&mut last, "refused").await.as_str().unwrap().starts_with(reason));
    // The memory returns when pages leave.
    pages.iter().for_each(JoinHandle::abort);
    for _ in 0..100 {
        sleep(Duration::from_millis(50)).await;
        send(&mut last, &ask(&json!({ "do": "analyse", "lines": 1 }))).await;
        if receive(&mut last).await.get("refused").is_none() {
            return;
        }
    }
    panic!("the memory of the pages that have left is not free");
}

#[cfg(target_os = "linux")]
#[ignore = "two minutes, run by CI"]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[allow(clippy::print_stderr)]
async fn all_pages_with_two_engines_play_within_one_gibibyte() {
    let program = Program::start("1024");
    let (pages, refused) = fill(&program, 256).await;
    let resident = program.resident();
    eprintln!("{} pages with two engines: {resident} MiB resident", pages.len());
    assert_eq!((pages.len(), refused), (256, None));
    assert!(resident <= 1024, "{resident} MiB");
    let mut one_more = page(program.address).await;
    let refused = receive_kind(&mut one_more, "refused").await;
    assert_eq!(refused, "the server has 256 pages, its limit; try again later");
}
