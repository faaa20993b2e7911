//! Rulings as JSON.

use crate::failure::Failure;
use duiyi_xiangqi::{
    Piece, RED, Side, Square,
    rulings::{MoveNature, Ruling, RulingReport, Threat},
};
use serde::Serialize;

#[derive(Serialize)]
struct Report<'a> {
    book: &'a str,
    ruling: String,
    loser: Option<&'static str>,
    rule: String,
    occurrences: usize,
    span: [usize; 2],
    moves: Vec<Judged>,
    text: String,
}

#[derive(Serialize)]
struct Judged {
    r#move: String,
    side: &'static str,
    piece: &'static str,
    nature: String,
    threats: Vec<Attack>,
    text: String,
}

#[derive(Serialize)]
struct Attack {
    attacker: Placed,
    target: Placed,
    text: String,
}

#[derive(Serialize)]
struct Placed {
    side: &'static str,
    piece: &'static str,
    square: String,
}

/// The name of a side: `red` or `black`.
fn side(side: Side) -> &'static str {
    if side == RED { "red" } else { "black" }
}

fn placed(piece: Piece, square: Square) -> Placed {
    Placed { side: side(piece.color), piece: piece.kind.name(), square: square.to_string() }
}

fn attack(threat: &Threat) -> Attack {
    Attack {
        attacker: placed(threat.by, threat.from),
        target: placed(threat.target, threat.at),
        text: threat.to_string(),
    }
}

fn judged(mv: &MoveNature) -> Judged {
    Judged {
        r#move: mv.mv.to_string(),
        side: side(mv.piece.color),
        piece: mv.piece.kind.name(),
        nature: mv.nature.to_string(),
        threats: mv.threats.iter().map(attack).collect(),
        text: mv.to_string(),
    }
}

/// A ruling with its reasons as a JSON object.
pub(crate) fn json(report: &RulingReport) -> Result<String, Failure> {
    let loser = match report.ruling {
        Ruling::Loses(color) => Some(side(color)),
        Ruling::Open | Ruling::Draw => None,
    };
    let report = Report {
        book: report.rules.name(),
        ruling: report.ruling.to_string(),
        loser,
        rule: report.rule.to_string(),
        occurrences: report.occurrences,
        span: [report.span.start, report.span.end],
        moves: report.moves.iter().map(judged).collect(),
        text: report.to_string(),
    };
    serde_json::to_string(&report).map_err(|error| Failure::Internal(error.to_string()))
}
