//! The program `hexo-bot` from outside: its answers have the published schemas.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

const BOT_API: &str = include_str!("htttx/bot-api-v1.json");
const STATELESS: &str = include_str!("htttx/stateless-v1-alpha.json");

/// The program, ended with the test.
struct Server(Child, String);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Server {
    fn start(arguments: &[&str]) -> Server {
        let mut program = Command::new(env!("CARGO_BIN_EXE_hexo-bot"))
            .args(["--listen", "127.0.0.1:0", "--time", "0.2"])
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(program.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("http://").and_then(|rest| rest.strip_suffix("/capabilities.json"));
        Server(program, address.unwrap_or_else(|| panic!("{line}")).to_owned())
    }

    /// The status and the text of an answer.
    fn ask(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.1).unwrap();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
             Connection: close\r\n\r\n{body}",
            self.1,
            body.len()
        )
        .unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
    }

    fn turn(&self, request: &Value) -> (u16, Value) {
        let (status, text) = self.ask("POST", "/stateless/v1-alpha/turn", &request.to_string());
        (status, serde_json::from_str(&text).unwrap_or_else(|_| panic!("{text}")))
    }
}

/// Checks a value against a schema of a definition, as far as these definitions go: types, properties, items,
/// enumerations, minima, and references within the definition.
fn check(definition: &Value, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
    if let Some(reference) = schema["$ref"].as_str() {
        return check(definition, definition.pointer(&reference[1..]).ok_or(reference)?, value, at);
    }
    let good = match schema["type"].as_str() {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("boolean") => value.is_boolean(),
        Some("integer") => value.is_i64(),
        Some("number") => value.is_number(),
        _ => return Err(format!("{at}: an unknown type in the schema")),
    };
    if !good {
        return Err(format!("{at}: {value} where {} was expected", schema["type"]));
    }
    for required in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        if value.get(required).is_none() {
            return Err(format!("{at}: {required} is missing"));
        }
    }
    for (name, schema) in schema["properties"].as_object().into_iter().flatten() {
        if let Some(value) = value.get(name) {
            check(definition, schema, value, &format!("{at}/{name}"))?;
        }
    }
    for item in value.as_array().into_iter().flatten().filter(|_| schema.get("items").is_some()) {
        check(definition, &schema["items"], item, &format!("{at}[]"))?;
    }
    match schema["enum"].as_array() {
        Some(values) if !values.contains(value) => Err(format!("{at}: {value} is none of {values:?}")),
        _ => Ok(()),
    }
}

#[test]
fn the_checker_finds_faults() {
    let definition: Value = serde_json::from_str(STATELESS).unwrap();
    let schema = &definition["components"]["schemas"]["MoveResponse"];
    let fault = |value: Value| check(&definition, schema, &value, "").unwrap_err();
    assert_eq!(fault(json!({})), ": move is missing");
    assert_eq!(fault(json!({ "move": { "pieces": [{ "q": 1 }] } })), "/move/pieces[]: r is missing");
    assert_eq!(
        fault(json!({ "move": { "pieces": [{ "q": 1, "r": 0.5 }] } })),
        "/move/pieces[]/r: 0.5 where \"integer\" was expected"
    );
}

#[test]
fn answers_have_the_published_schemas() {
    let server = Server::start(&["--name", "test"]);
    let [bot_api, stateless]: [Value; 2] = [BOT_API, STATELESS].map(|text| serde_json::from_str(text).unwrap());
    let (status, text) = server.ask("GET", "/capabilities.json", "");
    let capabilities: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((status, &capabilities["meta"]["name"]), (200, &json!("test")));
    assert_eq!(capabilities["stateless"]["versions"]["v1-alpha"]["api_root"], "stateless/v1-alpha");
    check(&bot_api, &bot_api["components"]["schemas"]["Capabilities"], &capabilities, "").unwrap();
    let cell = |q: i32, r: i32, p: &str| json!({ "q": q, "r": r, "p": p });
    let request = json!({ "board": { "to_move": "o", "cells": [cell(0, 0, "x")] }, "time_limit": 0.1 });
    let schemas = &stateless["components"]["schemas"];
    check(&stateless, &schemas["MoveRequest"], &request, "").unwrap();
    let (status, answer) = server.turn(&request);
    assert_eq!(status, 200, "{answer}");
    check(&stateless, &schemas["MoveResponse"], &answer, "").unwrap();
    assert_eq!(answer["move"]["pieces"].as_array().map(Vec::len), Some(2));
    assert!(answer["move"]["evaluation"]["heuristic"].is_number(), "{answer}");
    // Without a limit, its own holds; unknown fields are ignored.
    let (status, answer) = server.turn(&json!({ "board": { "to_move": "x", "cells": [], "x-note": 1 } }));
    assert_eq!((status, &answer["move"]["pieces"]), (200, &json!([{ "q": 0, "r": 0 }])));
}

#[test]
fn requests_without_a_turn_are_refused_with_the_reason() {
    let server = Server::start(&[]);
    let row: Vec<Value> = (0..6).map(|q| json!({ "q": q, "r": 0, "p": "o" })).collect();
    let (status, answer) = server.turn(&json!({ "board": { "to_move": "x", "cells": row } }));
    assert_eq!((status, &answer["error"]), (400, &json!("circle has six in a row: the game is over")));
    let (status, answer) = server.turn(&json!({ "board": { "to_move": "z", "cells": [] } }));
    assert!(status == 422 && answer["error"].as_str().unwrap().contains("to_move"), "{answer}");
    let (status, text) = server.ask("POST", "/stateless/v1-alpha/turn", "{");
    assert!(status == 400 && text.contains("error"), "{text}");
    let (status, _) = server.ask("POST", "/stateless/v1-alpha/turn", &"[".repeat(2 << 20));
    assert_eq!(status, 413);
    assert_eq!(server.ask("GET", "/stateless/v1-alpha/turn", "").0, 405);
    assert_eq!(server.ask("GET", "/", "").0, 404);
}

/// More requests than engines: all are answered, one after the other.
#[test]
fn waiting_requests_are_answered() {
    let server = Server::start(&["--games", "2"]);
    let request = json!({ "board": { "to_move": "o", "cells": [{ "q": 0, "r": 0, "p": "x" }] }, "time_limit": 0.05 });
    std::thread::scope(|scope| {
        let asked: Vec<_> = (0..6).map(|_| scope.spawn(|| server.turn(&request).0)).collect();
        assert!(asked.into_iter().all(|status| status.join().unwrap() == 200));
    });
}
