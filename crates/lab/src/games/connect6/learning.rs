//! Games to learn from, and which of their positions.

use crate::games::{Choice, Chooser, PlayedGame};
use duiyi_connect6::{
    Board, Rules, Side,
    notation::{Coordinates, game_line},
    solver::{Limits, Solution, Solver},
    threats::Threats,
};
use duiyi_game::{History, Reason};
use std::io::BufRead;

/// Reads lines of games; what begins with `#` is skipped.
pub(super) fn read_games(
    rules: &Board,
    input: &mut dyn BufRead,
    take: &mut dyn FnMut(Result<PlayedGame<Board>, Reason>),
) -> Result<(), Reason> {
    for (number, line) in input.lines().enumerate() {
        let line = line?;
        if !line.starts_with('#') && !line.trim().is_empty() {
            take(read_line(rules, &line).map_err(|error| format!("line {}: {error}", number + 1).into()));
        }
    }
    Ok(())
}

fn read_line(rules: &Board, line: &str) -> Result<PlayedGame<Board>, Reason> {
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
    Ok(PlayedGame { name: None, game, result, ratings: [None; 2], scores })
}

/// Plays a turn, with or without its number before it. The stones after one that wins are left out.
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

/// Chooses positions that the search would evaluate: nobody completes a row at once,
/// and the side to move has no threat to answer and no win by threats, as far as is asked.
pub(super) struct Undecided {
    rules: Rules,
    choice: Choice,
    threats: Threats,
    solver: Solver,
}

impl Undecided {
    pub(super) fn new(rules: Rules, choice: Choice) -> Undecided {
        Undecided { rules, choice, threats: Threats::new(rules), solver: Solver::new(rules, 1 << 20) }
    }

    /// Whether a side can complete a row with so many stones.
    fn completes(&mut self, board: &Board, color: Side, stones: u8) -> bool {
        self.threats.read_within(board, color, stones);
        self.threats.completion().is_some()
    }
}

impl Chooser<Board> for Undecided {
    fn new_game(&mut self) {
        self.solver.clear();
    }

    fn takes(&mut self, board: &Board) -> bool {
        let (to_move, left) = (board.to_move(), board.stones_left());
        if board.is_over() || self.completes(board, to_move, left) {
            return false;
        }
        if !self.choice.threatened && self.completes(board, !to_move, self.rules.p()) {
            return false;
        }
        let Some(nodes) = self.choice.solver.filter(|_| left == self.rules.p()) else { return true };
        let limits = Limits { nodes, ..Limits::default() };
        !matches!(self.solver.solve(board, &limits), Solution::Win { .. })
    }
}
