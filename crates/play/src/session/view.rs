//! Everything that a page shows of a session.

use super::{
    board, clocks::Clocks, editor::Editor, options::ViewOptions, problem::ProblemAttempt, proof::Proof, review::Review,
    state::Session,
};
use crate::message::{GameHeader, PlayState, StudyView, View};
use duiyi_game::{Diagram, Notation, Side};
use std::time::Duration;

/// The view of a session by these options.
pub(super) fn view<G: Notation + Diagram>(session: &Session<G>, options: ViewOptions, now: Duration) -> View {
    let (game, description) = (&session.game, &session.description);
    let shown = session.shown_ply(options);
    let (position, board) = board::board(session, shown, options);
    View {
        header: GameHeader {
            offer: session.offer().to_owned(),
            game: G::NAME.to_owned(),
            rules: game.start().rules(),
            sides: G::SIDES.map(str::to_owned),
            names: session.names().clone(),
            seats: session.players.seats,
            notations: description.page.notation_names(),
        },
        from: 0,
        turns: game.turns.list().to_vec(),
        ply: game.ply(),
        to_move: game.to_move().index(),
        state: play_state(session, now),
        ended: game.ended(),
        board,
        shown,
        start: game.start().write_position(),
        study: study(session, &position, shown, options),
    }
}

fn play_state<G: Notation + Diagram>(session: &Session<G>, now: Duration) -> PlayState {
    let (game, players) = (&session.game, &session.players);
    let to_move = game.to_move();
    let milliseconds = |clocks: &Clocks| clocks.left(to_move, now).map(|left| left.as_millis() as u64);
    PlayState {
        thinking: !game.is_over() && session.editor.is_none() && players.engine(to_move).is_some(),
        trouble: players.trouble,
        draw_offer: game.draw_offer.map(Side::index),
        clocks: game.clocks.as_ref().map(milliseconds),
        clock_runs: game.clocks.as_ref().is_some_and(Clocks::run),
    }
}

fn study<G: Notation + Diagram>(session: &Session<G>, position: &G, shown: usize, options: ViewOptions) -> StudyView {
    let (description, analysis) = (&session.description, &session.analysis);
    StudyView {
        thought: session.players.last_info.clone(),
        ruling: description.page.rulings.explain.and_then(|explain| explain(position)),
        draft: session.editor.as_ref().map(Editor::view),
        lines: analysis.lines,
        explored: options.explores.then(|| session.explored(shown)),
        explained: analysis.explains.then(|| description.explained(position)),
        review: session.review.as_ref().map(Review::view),
        aids: analysis.overlays.clone(),
        proof: session.proof.as_ref().filter(|proof| proof.ply == shown).map(Proof::view),
        problem: session.problem.as_ref().map(ProblemAttempt::view),
    }
}
