//! Explained rulings.

use super::{
    moves::{Move, Piece},
    words::color_name,
};
use duiyi_xiangqi::rulings::{self, MoveNature, RulingReport};
use pyo3::prelude::*;

/// An attack created by a move of a repetition.
#[pyclass(frozen, module = "duiyi.xiangqi")]
#[derive(Clone)]
pub(crate) struct Threat(rulings::Threat);

#[pymethods]
impl Threat {
    /// The attacker.
    #[getter]
    fn attacker(&self) -> Piece {
        Piece(self.0.by)
    }

    /// The square of the attacker.
    #[getter(from_square)]
    fn attacker_square(&self) -> usize {
        self.0.from.index()
    }

    /// The attacked piece.
    #[getter]
    fn target(&self) -> Piece {
        Piece(self.0.target)
    }

    /// The square of the attacked piece.
    #[getter(at_square)]
    fn target_square(&self) -> usize {
        self.0.at.index()
    }

    /// The attack and its classification, in words.
    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Threat {}>", self.0)
    }
}

/// A move of a repetition, with its nature.
#[pyclass(frozen, module = "duiyi.xiangqi")]
#[derive(Clone)]
pub(crate) struct RuledMove(MoveNature);

#[pymethods]
impl RuledMove {
    /// The move.
    #[getter]
    fn r#move(&self) -> Move {
        Move(self.0.mv)
    }

    /// The moved piece.
    #[getter]
    fn piece(&self) -> Piece {
        Piece(self.0.piece)
    }

    /// The nature of the move: "check", "threat of mate", "chase", "exchange offer", "offer",
    /// "block" or "idle".
    #[getter]
    fn nature(&self) -> String {
        self.0.nature.to_string()
    }

    /// The attacks that it creates, each with the reason why it counts or not.
    #[getter]
    fn threats(&self) -> Vec<Threat> {
        self.0.threats.iter().copied().map(Threat).collect()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<RuledMove {}>", self.0)
    }
}

/// An article of a rule book that decides a repetition.
///
/// >>> from duiyi.xiangqi import Board
/// >>> board = Board("c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w")
/// >>> for text in ["h8h9", "f9f8", "h9h8", "f8f9"]:
/// ...     _ = board.push_text(text)
/// >>> print(board.ruling("cxa2020").article)
/// CXA 2020 25.1
#[pyclass(frozen, module = "duiyi.xiangqi")]
pub(crate) struct Article(rulings::Article);

#[pymethods]
impl Article {
    /// The document: "AXF", "WXF 2018", "CXA 2020", or "Duiyi" for the rule sets without a book.
    #[getter]
    fn document(&self) -> &'static str {
        self.0.document.name()
    }

    /// The number of the article in the document.
    #[getter]
    fn number(&self) -> &'static str {
        self.0.number
    }

    /// What it states, in one English sentence.
    #[getter]
    fn english(&self) -> &'static str {
        self.0.english
    }

    /// The same in Chinese.
    #[getter]
    fn chinese(&self) -> &'static str {
        self.0.chinese
    }

    /// The citation.
    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Article {}>", self.0)
    }
}

/// The ruling of a rule book on a repetition, explained ply by ply.
///
/// >>> from duiyi.xiangqi import Board
/// >>> board = Board("c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w")
/// >>> for text in ["h8h9", "f9f8", "h9h8", "f8f9"]:
/// ...     _ = board.push_text(text)
/// >>> ruling = board.ruling("asian")
/// >>> ruling.ruling, ruling.loser, ruling.rule
/// ('red-loses', 'red', 'perpetual check by Red')
/// >>> for move in ruling.moves:
/// ...     print(move)
/// Red rook h8h9: check
/// Black king f9f8: chase - cannon a9 attacks rook h9: worth more than the attacker
/// Red rook h9h8: check
/// Black king f8f9: chase - cannon c8 attacks rook h8: worth more than the attacker
#[pyclass(frozen, module = "duiyi.xiangqi")]
pub(crate) struct Ruling(pub(super) RulingReport);

#[pymethods]
impl Ruling {
    /// The book: "none", "check-only", "asian", "wxf2018" or "cxa2020".
    #[getter]
    fn rules(&self) -> &'static str {
        self.0.rules.name()
    }

    /// "open" (nothing is repeated), "draw", "red-loses" or "black-loses".
    #[getter]
    fn ruling(&self) -> String {
        self.0.ruling.to_string()
    }

    /// The side that loses unless it varies; None if neither does.
    #[getter]
    fn loser(&self) -> Option<&'static str> {
        match self.0.ruling {
            rulings::Ruling::Loses(color) => Some(color_name(color)),
            _ => None,
        }
    }

    /// The rule that decides, in words.
    #[getter]
    fn rule(&self) -> String {
        self.0.rule.to_string()
    }

    /// The article that contains the rule; None if nothing is repeated.
    #[getter]
    fn article(&self) -> Option<Article> {
        self.0.article.map(Article)
    }

    /// The number of occurrences of the position, including the current one.
    #[getter]
    fn occurrences(&self) -> usize {
        self.0.occurrences
    }

    /// The first ply of the repetition, from 0 at the start of the game, and the ply after its last.
    #[getter]
    fn span(&self) -> (usize, usize) {
        (self.0.span.start, self.0.span.end)
    }

    /// The moves of the repetition, each with its nature.
    #[getter]
    fn moves(&self) -> Vec<RuledMove> {
        self.0.moves.iter().cloned().map(RuledMove).collect()
    }

    /// The whole report: a line for each move, the rule, and the ruling.
    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Ruling {}: {}>", self.0.ruling, self.0.rule)
    }
}
