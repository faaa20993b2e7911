//! The board as a page shows it.

use super::{Hall, Sight};
use duiyi_game::{
    Diagram, Notation,
    svg::{self, Marks, Settings},
};
use duiyi_player::Timing;

/// The position after so many moves, and the board: of that, or of what is being set up.
pub(super) fn board<G: Notation + Diagram + Timing>(hall: &Hall<G>, ply: usize, sight: Sight) -> (G, String) {
    let is_newest = ply == hall.game.moves().len();
    let (mut position, mut marks) = (hall.game.start().clone(), Marks::default());
    let first_of_turn = hall.turns.first_of_turn(ply);
    for (index, &mv) in hall.game.moves().iter().take(ply).enumerate() {
        if index >= first_of_turn {
            marks.last.extend(position.squares(mv));
        }
        position.make(mv);
    }
    marks.threats = position.warnings();
    if is_newest && hall.expects_a_person().is_ok() {
        marks.chosen = hall.chosen.last().copied();
        if !hall.chosen.is_empty() {
            let next = hall.chosen.len();
            let goals = hall.candidates(&hall.chosen).into_iter();
            marks.targets = goals.filter_map(|mv| position.squares(mv).nth(next)).collect();
        }
    }
    let proof = hall.proof.as_ref().filter(|walk| walk.ply == ply).zip(hall.described.prover.as_ref());
    let proved = proof.and_then(|(walk, prover)| walk.position(prover));
    let drawn = match &proved {
        Some((proved, last)) => {
            marks = Marks { last: last.iter().flat_map(|&mv| proved.squares(mv)).collect(), ..Marks::default() };
            proved
        }
        None => &position,
    };
    for &index in &hall.aids {
        let more = (hall.described.aids[index].marks)(drawn);
        marks.targets.extend(more.targets);
        marks.threats.extend(more.threats);
        marks.zone.extend(more.zone);
        marks.texts.extend(more.texts);
    }
    let to_move = G::SIDES[position.side_to_move().index()];
    let title = format!("{}: {to_move} to move after {ply} moves", G::NAME);
    let Sight { flipped, letters, .. } = sight;
    let settings = Settings { flipped, letters, clickable: true, title, ..Settings::default() };
    let picture = match &hall.draft {
        Some(draft) => {
            svg::draw(draft, &Marks::default(), &Settings { title: format!("{}: set up", G::NAME), ..settings })
        }
        None => svg::draw(drawn, &marks, &settings),
    };
    (position, picture)
}
