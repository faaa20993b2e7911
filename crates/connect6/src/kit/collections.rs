//! Reading collections of games.

use crate::{
    Board,
    notation::{Coordinates, game_line},
};
use duiyi_game::{History, Reason};
use duiyi_kit::matches::{CollectionGame, TakeGame};
use std::io::BufRead;

/// Reads a game per line: fields separated by ` | `, the turns last. The first field that is B, W
/// or D is the result; `scores=…` has the scores before each turn. A line that begins with `#` is a
/// comment.
pub(super) fn read_collection(
    rules: &Board,
    input: &mut dyn BufRead,
    take: TakeGame<'_, Board>,
) -> Result<bool, Reason> {
    for (number, line) in input.lines().enumerate() {
        let line = line?;
        if !line.starts_with('#') && !line.trim().is_empty() {
            take(read_line(rules, &line).map_err(|error| format!("line {}: {error}", number + 1).into()));
        }
    }
    Ok(true)
}

fn read_line(rules: &Board, line: &str) -> Result<CollectionGame<Board>, Reason> {
    let (header, turns) = game_line::split_header(line);
    let result = header.iter().find_map(|field| match *field {
        "B" => Some(1.0),
        "W" => Some(0.0),
        "D" => Some(0.5),
        _ => None,
    });
    let scores = header.iter().find_map(|field| field.strip_prefix("scores="));
    let scores = scores.map(|field| field.split(',').map(|score| score.parse().ok()).collect()).unwrap_or_default();
    let mut game = History::new(rules.clone());
    for (index, word) in turns.split_whitespace().enumerate() {
        play(&mut game, word).map_err(|error| format!("turn {}: {error}", index + 1))?;
    }
    Ok(CollectionGame { name: None, game, result, ratings: [None; 2], scores })
}

/// Plays a turn, with or without a number in front. The stones after a winning one are left out.
fn play(game: &mut History<Board>, word: &str) -> Result<(), Reason> {
    let word = word
        .split_once('.')
        .filter(|(number, _)| number.bytes().all(|byte| byte.is_ascii_digit()))
        .map_or(word, |(_, turn)| turn);
    let turn = Coordinates::Letters.read_turn(game.now().rules(), word)?;
    let side = game.now().to_move();
    if game.now().is_over() {
        return Err(format!("'{word}' follows the end of the game").into());
    }
    for &point in turn.points() {
        if game.now().is_over() {
            break;
        }
        if game.now().to_move() != side {
            return Err(format!("'{word}' has more stones than the turn").into());
        }
        game.play(point)?;
    }
    if !game.now().is_over() && game.now().to_move() == side {
        return Err(format!("'{word}' has fewer stones than the turn").into());
    }
    Ok(())
}
