//! The description of a game is short.

#[test]
fn the_description_and_the_program_are_short() {
    let files = [include_str!("../../src/game.rs"), include_str!("../../src/main.rs")];
    assert!(files.map(|file| file.lines().count()).iter().sum::<usize>() <= 200);
}
