//! `draw`: a game or a position as a picture.

use duiyi_game::{
    Diagram, History, Notation, Reason, Square,
    svg::{self, Arrow, Marks, SvgSettings},
};

/// What a picture of a game shows in addition to the pieces.
#[derive(Clone, Debug, Default)]
pub struct Sketch {
    /// The number of moves after which the game is shown; `None` for its end.
    pub after: Option<usize>,
    /// Turns of the side to move, the best one first: drawn as an arrow if a piece moves, as a dot
    /// if a piece is placed.
    pub arrows: Vec<String>,
    /// The number of moves after which turns are numbered, from 1, on their target squares.
    pub numbered_after: Option<usize>,
    /// A highlighted region, such as the squares forbidden by an opening rule.
    pub zone: Vec<Square>,
    /// Squares marked as attacked, in addition to the warnings of the [`Diagram`], such as a check.
    pub threats: Vec<Square>,
    /// Size, direction, letters. The default title is the side to move.
    pub settings: SvgSettings,
}

/// Draws a game as SVG, its last turn marked.
///
/// ```
/// use duiyi_engine::{Sketch, picture};
/// use duiyi_game::{History, nim::Nim};
///
/// let drawn = picture(&History::new(Nim::new(7)), &Sketch::default())?;
/// assert!(drawn.starts_with("<svg "));
/// # Ok::<(), duiyi_game::Reason>(())
/// ```
///
/// # Errors
/// If the game has fewer moves, or an arrow is not a legal turn.
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
                // A square holds one piece, so the last number is enough.
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

/// Marks a turn of the side to move.
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
