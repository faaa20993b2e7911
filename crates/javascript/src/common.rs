//! The questions about any game.

use crate::{
    question::{Ask, Picture},
    search::turns,
};
use duiyi_engine::{MAX_PERFT_DEPTH, Sketch, picture};
use duiyi_game::{Diagram, Game, History, Notation, Reason, legal_moves, svg::SvgSettings};
use serde_json::{Value, json};

/// Reads a turn.
pub(crate) type ReadTurn<G> = fn(&G, &str) -> Result<Vec<<G as Game>::Move>, Reason>;

/// Answers a question that any game answers.
pub(crate) fn answer<G: Notation + Diagram>(
    game: &mut History<G>,
    ask: &Ask,
    read_turn: ReadTurn<G>,
) -> Result<Value, Reason> {
    match ask {
        Ask::State => {}
        Ask::LegalMoves => {
            let now = game.now();
            let moves: Vec<String> = legal_moves(now).into_iter().map(|mv| now.write_move(mv)).collect();
            return Ok(json!({ "moves": moves }));
        }
        Ask::Play { turn } => {
            let turn = read_turn(game.now(), turn)?;
            game.play_turn(&turn)?;
        }
        Ask::Undo => {
            if game.undo_turn().is_empty() {
                return Err("no turn was played on this board".into());
            }
        }
        Ask::Perft { depth } if *depth > MAX_PERFT_DEPTH => {
            return Err(format!("perft: depth {depth}; expected at most {MAX_PERFT_DEPTH}").into());
        }
        Ask::Perft { depth } => return Ok(json!({ "count": game.now().clone().perft(*depth) })),
        Ask::Svg(wanted) => return Ok(json!({ "svg": drawn(game, wanted)? })),
        _ => return Err(format!("{} has no such question", G::NAME).into()),
    }
    Ok(state(game))
}

/// The state of a game.
fn state<G: Notation>(game: &History<G>) -> Value {
    let now = game.now();
    let name = |side: duiyi_game::Side| G::SIDES[side.index()].to_lowercase();
    let outcome = game.outcome().map(|outcome| {
        let text = outcome.to_string();
        let result = text.split(' ').next().unwrap_or_default();
        json!({ "winner": outcome.winner.map(name), "reason": outcome.reason, "result": result })
    });
    json!({
        "line": game.write(),
        "rules": now.rules(),
        "position": now.write_position(),
        "turn": name(now.side_to_move()),
        "turns": turns(game.start(), game.moves()),
        "outcome": outcome,
        "drawing": now.draw(),
    })
}

fn drawn<G: Notation + Diagram>(game: &History<G>, wanted: &Picture) -> Result<String, Reason> {
    let Picture { size, flipped, letters, .. } = *wanted;
    let settings = SvgSettings { square: size, flipped, letters, ..SvgSettings::default() };
    let (arrows, numbered_after) = (wanted.arrows.clone(), wanted.numbered.then_some(0));
    picture(game, &Sketch { after: wanted.after, arrows, numbered_after, settings, ..Sketch::default() })
}
