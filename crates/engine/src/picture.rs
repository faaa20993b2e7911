//! `draw`: a game or a position as a picture.

use duiyi_game::{
    Diagram, History, Notation, Reason, Square,
    svg::{self, Arrow, Marks, Settings},
};

/// What a picture of a game shows beside the pieces.
#[derive(Clone, Debug, Default)]
pub struct Sketch {
    /// After how many moves the game is shown; at its end without a number.
    pub after: Option<usize>,
    /// Turns of the side to move there, the best one first: an arrow where a piece moves, a dot
    /// where one is put.
    pub arrows: Vec<String>,
    /// Moves after so many are numbered by their turns, from 1, where they ended.
    pub numbered_after: Option<usize>,
    /// A region, such as where an opening forbids stones.
    pub zone: Vec<Square>,
    /// What is marked as attacked, besides what the [`Diagram`] itself warns of, as a check.
    pub threats: Vec<Square>,
    /// Size, direction, letters. Without a title the picture says whose move it is.
    pub settings: Settings,
}

/// Draws a game as SVG, its last turn marked.
///
/// ```
/// use duiyi_connect6::Board;
/// use duiyi_engine::{Sketch, picture};
/// use duiyi_game::History;
///
/// let game = History::<Board>::read("connect6", "moves J10 I11-K11")?;
/// let drawn = picture(&game, &Sketch { numbered_after: Some(0), ..Sketch::default() })?;
/// assert_eq!((drawn.matches(">1</text>").count(), drawn.matches("class=\"last\"").count()), (2, 2));
/// # Ok::<(), duiyi_game::Reason>(())
/// ```
///
/// # Errors
/// If the game has not so many moves, or an arrow is no legal turn.
pub fn picture<G: Notation + Diagram>(game: &History<G>, sketch: &Sketch) -> Result<String, Reason> {
    let after = sketch.after.unwrap_or(game.moves().len());
    if after > game.moves().len() {
        return Err(format!("the game has {} moves, not {after}", game.moves().len()).into());
    }
    let (mut now, mut played, mut number) = (game.start().clone(), 0, 0);
    let mut marks = Marks { zone: sketch.zone.clone(), ..Marks::default() };
    for turn in game.turns() {
        if played == after {
            break;
        }
        marks.last.clear();
        number += usize::from(sketch.numbered_after.is_some_and(|from| played >= from));
        for &mv in turn.iter().take(after - played) {
            marks.last.extend(now.squares(mv));
            if number > 0
                && let Some(end) = now.squares(mv).last()
            {
                // One piece stands there, so one number does.
                marks.texts.retain(|(at, _)| *at != end);
                marks.texts.push((end, number.to_string()));
            }
            now.make(mv);
            played += 1;
        }
    }
    for (rank, text) in (0..).zip(&sketch.arrows) {
        point(&mut marks, &now, rank, text)?;
    }
    marks.threats = now.warnings();
    marks.threats.extend(&sketch.threats);
    let mut settings = sketch.settings.clone();
    if settings.title.is_empty() {
        let to_move = G::SIDES[now.side_to_move().index()];
        settings.title = format!("{}: {to_move} to move after {after} moves", G::NAME);
    }
    Ok(svg::draw(&now, &marks, &settings))
}

/// Marks a turn that might follow.
fn point<G: Notation + Diagram>(marks: &mut Marks, now: &G, rank: u8, text: &str) -> Result<(), Reason> {
    let mut then = now.clone();
    for mv in now.read_turn(text)? {
        let squares: Vec<Square> = then.squares(mv).collect();
        match squares[..] {
            [from, .., to] => marks.arrows.push(Arrow { from, to, rank }),
            _ => marks.targets.extend(squares),
        }
        then.make(mv);
    }
    Ok(())
}
