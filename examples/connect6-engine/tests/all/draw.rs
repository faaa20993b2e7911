//! `connect6-engine draw`, run as a program.

use crate::program::{folder, run};
use std::fs;

const TURNS: &str = "J10 I11-K11 L11-K12 M9-M12";

fn drawn(arguments: &[&str]) -> String {
    let output = run(&[&["draw"], arguments].concat(), b"");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn complaint(arguments: &[&str]) -> String {
    let output = run(&[&["draw"], arguments].concat(), b"");
    assert!(!output.status.success() && output.stdout.is_empty(), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

fn count(picture: &str, part: &str) -> usize {
    picture.matches(part).count()
}

/// The numbers on stones.
fn notes(picture: &str) -> Vec<&str> {
    let mut notes: Vec<&str> =
        picture.split("<text class=\"note\"").skip(1).map(|text| text.split(['>', '<']).nth(1).unwrap()).collect();
    notes.sort_unstable();
    notes
}

#[test]
fn a_game_is_drawn_from_turns_or_a_record() {
    let game = drawn(&["--turns", TURNS]);
    assert!(game.starts_with("<svg ") && game.ends_with("</svg>\n"));
    assert_eq!([count(&game, "class=\"piece first\""), count(&game, "class=\"piece second\"")], [3, 4]);
    assert_eq!(count(&game, "class=\"last\""), 2);
    assert_eq!(notes(&game), [""; 0]);
    assert_eq!(notes(&drawn(&["--turns", TURNS, "--numbers"])), ["1", "2", "2", "3", "3", "4", "4"]);
    assert_eq!(drawn(&["--turns", TURNS, "--after", "5"]), drawn(&["--turns", "J10 I11-K11 L11-K12"]));
    let folder = folder("draw");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    fs::write(path("game.line"), TURNS).unwrap();
    assert_eq!(drawn(&["--record", &path("game.line"), "--out", &path("game.svg")]), "");
    assert_eq!(fs::read_to_string(path("game.svg")).unwrap(), game);
    assert!(complaint(&["--record", &path("none.line")]).contains("none.line': "));
}

#[test]
fn threats_regions_and_turns_are_marked() {
    let four = "J10 A1-S1 K10-L10 A19-S19 M10-A10";
    assert_eq!(count(&drawn(&["--turns", four]), "class=\"threat\""), 0);
    assert_eq!(count(&drawn(&["--turns", four, "--threats"]), "class=\"threat\""), 4);
    let met = format!("{four} I10-N10");
    assert_eq!(count(&drawn(&["--turns", &met, "--threats", "--after", "9"]), "class=\"threat\""), 4);
    let zone = |corners| count(&drawn(&["--turns", "J10", "--zone", corners]), "class=\"zone\"");
    assert_eq!([zone("H8-L12"), zone("L8-H12"), zone("A1-A1")], [25, 25, 1]);
    let dots = drawn(&["--turns", "J10", "--arrows", "I9-H10"]);
    assert_eq!(count(&dots, "class=\"goal\""), 2);
    assert!(complaint(&["--zone", "H8"]).contains("--zone: 'H8'; expected H8-L12"));
    assert!(complaint(&["--zone", "H8-Z12"]).contains("--zone: "));
}

/// A problem of two turns: the attack, the reply, and the winning turn.
#[test]
fn the_line_of_a_proof_is_numbered() {
    let problem = ["--black", "J10 L11 K13 L10 L12", "--white", "J9 K12 J12 M12 L9 N10", "--to-move", "B"];
    let proof = drawn(&[&problem[..], &["--proof"]].concat());
    assert_eq!(notes(&proof), ["1", "1", "2", "2", "3", "3"]);
    assert_eq!(count(&proof, "class=\"piece "), 17);
    // Wins by single threats are only searched for on request.
    assert!(complaint(&["--turns", "J10", "--proof"]).contains("no win by threats is found"));
}
