//! Everything that a page shows of a session.

use super::{
    clocks::Clocks, editor::Editor, options::ViewOptions, pictures::points, problem::ProblemAttempt, proof::Proof,
    review::Review, state::Session,
};
use crate::message::{BoardMarks, DrawnBoard, GameHeader, PlayState, StudyView, View};
use duiyi_game::{Diagram, NodeId, Notation, Side};
use std::{sync::Arc, time::Duration};

/// The view of a session by these options.
pub(super) fn view<G: Notation + Diagram>(session: &mut Session<G>, options: ViewOptions, now: Duration) -> View {
    let options = ViewOptions { explores: options.explores && !session.is_contested(), ..options };
    let shown = session.shown(options);
    let position = session.game.at(shown).now().clone();
    let drawn = drawn(session, shown);
    let (game, description) = (&session.game, &session.description);
    let proved = drawn.as_ref().and_then(|drawn| drawn.position.as_ref());
    View {
        header: GameHeader {
            offer: session.offer().to_owned(),
            game: G::NAME.to_owned(),
            rules: game.start().rules(),
            sides: G::SIDES.map(str::to_owned),
            names: session.names().clone(),
            seats: session.players.seats,
            clock: session.clock().to_owned(),
            friendly: session.is_friendly(),
            notations: description.page.notation_names(),
        },
        from: 0,
        turns: game.turns.list().to_vec(),
        ply: game.ply(),
        to_move: game.to_move().index(),
        state: play_state(session, now),
        ended: game.ended(),
        fresh: false,
        look: Some(Arc::clone(game.nodes.pictures.look())),
        nodes: Vec::new(),
        removed: Vec::new(),
        tip: game.tip.index(),
        shown: shown.index(),
        free: session.is_free(),
        contested: session.is_contested(),
        edits: session.edits.available(),
        acts: [true; 2],
        legal: session.playable(shown),
        overlay: overlay(session, proved.unwrap_or(&position)),
        drawn: drawn.map(|drawn| drawn.board),
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
        take_back_offer: game.take_back_offer.map(Side::index),
        rematch_offer: session.rematch.map(Side::index),
        clocks: game.clocks.as_ref().map(milliseconds),
        clock_runs: game.clocks.as_ref().is_some_and(Clocks::run),
    }
}

/// A board to show instead of a position.
struct Drawn<G> {
    board: DrawnBoard,
    /// The position on it; none in the editor, whose pieces need not form one.
    position: Option<G>,
}

/// The board of the editor or of the proof.
fn drawn<G: Notation + Diagram>(session: &mut Session<G>, shown: NodeId) -> Option<Drawn<G>> {
    let pictures = &mut session.game.nodes.pictures;
    if let Some(editor) = &session.editor {
        let board = DrawnBoard { board: pictures.board(editor), last: Vec::new() };
        return Some(Drawn { board, position: None });
    }
    let proof = session.proof.as_ref().filter(|proof| proof.node == shown)?;
    let (position, last) = proof.position(session.description.page.study.prover.as_ref()?)?;
    let last = last.iter().flat_map(|&mv| points(position.squares(mv))).collect();
    Some(Drawn { board: DrawnBoard { board: pictures.board(&position), last }, position: Some(position) })
}

/// The marks of the requested overlays.
fn overlay<G: Notation + Diagram>(session: &Session<G>, position: &G) -> BoardMarks {
    let mut marks = BoardMarks::default();
    for &index in session.analysis.overlays.iter().filter(|_| session.editor.is_none()) {
        let more = (session.description.page.study.overlays[index].marks)(position);
        marks.targets.extend(points(more.targets));
        marks.threats.extend(points(more.threats));
        marks.zone.extend(points(more.zone));
        marks.texts.extend(more.texts.into_iter().map(|(at, text)| ([at.column, at.row], text)));
    }
    marks
}

fn study<G: Notation + Diagram>(session: &Session<G>, position: &G, shown: NodeId, options: ViewOptions) -> StudyView {
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
        proof: session.proof.as_ref().filter(|proof| proof.node == shown).map(Proof::view),
        problem: session.problem.as_ref().map(ProblemAttempt::view),
    }
}
