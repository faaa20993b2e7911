//! The program from outside. Games on a server are tests of the program `play`.

use std::process::{Command, Output};

#[test]
fn the_program_reports_an_unreachable_server_and_a_game_that_no_server_offers() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    drop(listener);
    let bot = |arguments: &[&str]| {
        let Output { status, stdout, stderr } =
            Command::new(env!("CARGO_BIN_EXE_bot")).args(arguments).output().unwrap();
        assert_eq!(stdout, b"");
        (status.code(), String::from_utf8(stderr).unwrap())
    };
    let (code, error) = bot(&["gomoku", &address, "--retry", "0"]);
    let expected = format!("error: {address} was not reached within 0 s (attempts: 1); ");
    assert!(code == Some(1) && error.starts_with(&expected), "{error}");
    let (code, error) = bot(&["xiangqi", "https://example.org"]);
    assert!(code == Some(2) && error.contains("expected http://HOST:PORT"), "{error}");
    let (code, error) = bot(&["chess", &address]);
    assert!(code == Some(2) && error.contains("possible values: xiangqi, connect6"), "{error}");
    let (code, error) = bot(&["xiangqi", &address, "--rules", "nothing"]);
    assert!(code == Some(2) && error.contains("nothing"), "{error}");
    let (code, error) = bot(&["connect6", &address, "--option", "Hash=0"]);
    assert!(code == Some(2) && error.contains("Hash"), "{error}");
}
