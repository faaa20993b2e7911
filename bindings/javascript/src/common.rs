//! The questions about any game.

use crate::{
    failure::{Code, Failure},
    question::Picture,
    records::result_of,
    search::turns,
};
use duiyi_book::{Source, explore};
use duiyi_engine::{Sketch, picture};
use duiyi_game::{Diagram, History, Notation, Side, svg::SvgSettings};
use serde_json::{Value, json};

/// The name of a side in lower case.
pub(crate) fn side_name<G: Notation>(side: Side) -> String {
    G::SIDES[side.index()].to_lowercase()
}

/// The state of a game.
pub(crate) fn state<G: Notation>(game: &History<G>) -> Value {
    let now = game.now();
    let outcome = game.outcome().map(|outcome| {
        json!({
            "winner": outcome.winner.map(side_name::<G>),
            "reason": outcome.reason,
            "result": result_of(&outcome),
        })
    });
    json!({
        "line": game.write(),
        "rules": now.rules(),
        "start": game.start().write_position(),
        "position": now.write_position(),
        "turn": side_name::<G>(now.side_to_move()),
        "turns": turns(game.start(), game.moves()),
        "outcome": outcome,
        "drawing": now.draw(),
    })
}

/// The board as a picture.
pub(crate) fn drawn<G: Notation + Diagram>(game: &History<G>, wanted: &Picture) -> Result<Value, Failure> {
    let Picture { size, flipped, letters, .. } = *wanted;
    let settings = SvgSettings { square: size, flipped, letters, ..SvgSettings::default() };
    let (arrows, numbered_after) = (wanted.arrows.clone(), wanted.numbered.then_some(0));
    let sketch = Sketch { after: wanted.after, arrows, numbered_after, settings, ..Sketch::default() };
    Ok(json!({ "svg": picture(game, &sketch).map_err(Code::InvalidArgument.because())? }))
}

/// The moves of a book in a position, the most frequent first.
pub(crate) fn book_moves<G: Notation>(book: Option<&(impl Source<G> + ?Sized)>, now: &G) -> Result<Value, Failure> {
    let Some(book) = book else { return Ok(json!({ "name": null, "moves": [] })) };
    let found = explore(book, now).map_err(Code::InvalidFile.because())?;
    let described = |explored: &duiyi_book::Explored<G::Move>| {
        json!({
            "move": explored.text,
            "games": explored.results.games(),
            "share": explored.share,
            "name": explored.name,
        })
    };
    Ok(json!({ "name": found.name, "moves": found.moves.iter().map(described).collect::<Vec<_>>() }))
}
