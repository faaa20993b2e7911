//! Records of games.

use crate::{
    common::result_of,
    question::{FaultText, GameText},
};
use duiyi_game::{GameTree, NodeId, Notation, Outcome, OutcomeKind, Reason, Side};
use duiyi_kit::page::{Formats, Record};
use std::collections::HashMap;

/// The games of a file, one at a time: each as text, or what is wrong with one that cannot be read.
pub(crate) type Reader = Box<dyn Iterator<Item = Result<GameText, FaultText>>>;

/// The games of a file, by the rules of a position.
///
/// # Errors
/// If the bytes are in no format of the game.
pub(crate) fn read<G: Notation>(
    formats: &Formats<G>,
    readable: &str,
    rules: &G,
    bytes: &[u8],
) -> Result<Reader, Reason> {
    let records = formats.reader.and_then(|read| read(rules, bytes));
    let records = records.ok_or_else(|| format!("this is not a record of {}: expected {readable}", G::NAME))?;
    Ok(Box::new(records.map(|record| Ok(text_of(record?)))))
}

/// A record as text.
fn text_of<G: Notation>(record: Record<G>) -> GameText {
    let (rules, position) = (record.tree.start().rules(), record.tree.start().write_position());
    let outcome = record.outcome();
    let mut text = GameText::default();
    // The index of the parent among the nodes, and the node.
    let mut rest = vec![(0, NodeId::ROOT)];
    let mut index = 0;
    while let Some((parent, id)) = rest.pop() {
        let Some(node) = record.tree.node(id) else { continue };
        if let Some(mv) = node.mv() {
            if index > 1 {
                text.moves.push(' ');
            }
            // The text of a move does not depend on the position.
            text.moves += &record.tree.start().write_move(mv);
            if parent + 1 != index {
                text.parents.push((index, parent));
            }
        }
        if !node.comment.is_empty() {
            text.comments.push((index, node.comment.clone()));
        }
        if !node.marks.is_empty() {
            text.marks.push((index, node.marks.clone()));
        }
        rest.extend(node.children().iter().rev().map(|&child| (index, child)));
        index += 1;
    }
    GameText {
        rules,
        position,
        names: record.names,
        event: record.event,
        date: record.date,
        result: outcome.as_ref().map(|outcome| result_of(outcome).to_owned()),
        reason: outcome.map(|outcome| outcome.reason.into_owned()).unwrap_or_default(),
        faults: record.faults.into_iter().map(FaultText::from).collect(),
        ..text
    }
}

/// Writes a game in a named format.
///
/// # Errors
/// If there is no such format, the game is invalid, or the format cannot express it.
pub(crate) fn write<G: Notation>(formats: &Formats<G>, name: &str, game: &GameText) -> Result<Vec<u8>, Reason> {
    let writer = formats.writers.iter().find(|writer| writer.name.eq_ignore_ascii_case(name)).ok_or_else(|| {
        let known: Vec<&str> = formats.writers.iter().map(|writer| writer.name).collect();
        format!("unknown format '{name}'; expected one of {}", known.join(", "))
    })?;
    (writer.write)(&record_of(game)?)
}

/// A record from its text.
fn record_of<G: Notation>(game: &GameText) -> Result<Record<G>, Reason> {
    let rules = G::begin(&game.rules)?;
    let start = if game.position.is_empty() { rules } else { rules.read_position(&game.position)? };
    let mut tree = GameTree::new(start);
    let mut editor = tree.edit();
    let parents: HashMap<usize, usize> = game.parents.iter().copied().collect();
    let mut ids = vec![NodeId::ROOT];
    for mv in game.moves.split_whitespace() {
        let index = ids.len();
        let parent = parents.get(&index).copied().unwrap_or(index - 1);
        editor.go_to(*ids.get(parent).ok_or_else(|| format!("node {index} precedes its parent"))?);
        let turn = editor.game().now().read_turn(mv)?;
        for mv in turn {
            editor.play(mv)?;
        }
        ids.push(editor.id());
    }
    let id_of = |index: usize| ids.get(index).copied().ok_or_else(|| format!("there is no node {index}"));
    for (index, comment) in &game.comments {
        if let Some(node) = tree.node_mut(id_of(*index)?) {
            node.comment.clone_from(comment);
        }
    }
    for (index, marks) in &game.marks {
        if let Some(node) = tree.node_mut(id_of(*index)?) {
            node.marks.clone_from(marks);
        }
    }
    Ok(Record {
        tree,
        names: game.names.clone(),
        event: game.event.clone(),
        date: game.date.clone(),
        ended: ended(game)?,
        faults: Vec::new(),
    })
}

fn ended(game: &GameText) -> Result<Option<Outcome>, Reason> {
    let winner = match game.result.as_deref() {
        None => return Ok(None),
        Some("1-0") => Some(Side::First),
        Some("0-1") => Some(Side::Second),
        Some("1/2-1/2") => None,
        Some(other) => return Err(format!("result: '{other}'; expected 1-0, 0-1, 1/2-1/2 or null").into()),
    };
    Ok(Some(Outcome { winner, kind: OutcomeKind::Players, reason: game.reason.clone().into() }))
}
