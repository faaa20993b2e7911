//! The board as a page shows it.

use super::{options::ViewOptions, state::Session};
use duiyi_game::{
    Diagram, Notation,
    svg::{self, Marks, SvgSettings},
};

/// The position after `ply` moves, and the drawn board: of that position, or of the editor.
pub(super) fn board<G: Notation + Diagram>(session: &Session<G>, ply: usize, options: ViewOptions) -> (G, String) {
    let is_newest = ply == session.game.ply();
    let (mut position, mut marks) = (session.game.start().clone(), Marks::default());
    let first_of_turn = session.game.turns.first_of_turn(ply);
    for (index, &mv) in session.game.history.moves().iter().take(ply).enumerate() {
        if index >= first_of_turn {
            marks.last.extend(position.squares(mv));
        }
        position.make(mv);
    }
    marks.threats = position.warnings();
    if is_newest && session.expect_person().is_ok() {
        marks.chosen = session.game.selected.last().copied();
        if !session.game.selected.is_empty() {
            let next = session.game.selected.len();
            let goals = session.game.candidates(&session.game.selected).into_iter();
            marks.targets = goals.filter_map(|mv| position.squares(mv).nth(next)).collect();
        }
    }
    let proof =
        session.proof.as_ref().filter(|proof| proof.ply == ply).zip(session.description.page.study.prover.as_ref());
    let proved = proof.and_then(|(proof, prover)| proof.position(prover));
    let drawn = match &proved {
        Some((proved, last)) => {
            marks = Marks { last: last.iter().flat_map(|&mv| proved.squares(mv)).collect(), ..Marks::default() };
            proved
        }
        None => &position,
    };
    for &index in &session.analysis.overlays {
        let more = (session.description.page.study.overlays[index].marks)(drawn);
        marks.targets.extend(more.targets);
        marks.threats.extend(more.threats);
        marks.zone.extend(more.zone);
        marks.texts.extend(more.texts);
    }
    let to_move = G::SIDES[position.side_to_move().index()];
    let title = format!("{}: {to_move} to move after {ply} moves", G::NAME);
    let ViewOptions { flipped, letters, .. } = options;
    let settings = SvgSettings { flipped, letters, clickable: true, title, ..SvgSettings::default() };
    let board = match &session.editor {
        Some(editor) => {
            svg::draw(editor, &Marks::default(), &SvgSettings { title: format!("{}: set up", G::NAME), ..settings })
        }
        None => svg::draw(drawn, &marks, &settings),
    };
    (position, board)
}
