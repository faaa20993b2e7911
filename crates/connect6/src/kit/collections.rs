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

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_game::Side;

    #[test]
    fn the_stones_after_a_winning_one_are_left_out() {
        let rules = Board::new("Connect(9,9,3,2,1)".parse().unwrap());
        let game = "B | D5 A1-A9 E5-H9 B2-B9 F5-G5";
        let read = read_line(&rules, game).unwrap();
        assert_eq!((read.result, read.game.moves().len()), (Some(1.0), 8));
        assert_eq!(read.game.outcome().and_then(|outcome| outcome.winner), Some(Side::First));
        assert_eq!(read.game.now().stone_count(), 8);
        let error = read_line(&rules, &format!("{game} C3-C4")).err().map(|error| error.to_string());
        assert_eq!(error.as_deref(), Some("turn 6: 'C3-C4' follows the end of the game"));
    }
}
