//! The checker: it plays a certificate out by the rules alone.

use crate::{Certificate, Claim, End, Fault, Node, ProofError, Refused, TextFault, write::text_of_ruling};
use duiyi_game::{Game, History, Notation, Outcome, OutcomeKind, Side, legal_moves, shortened};
use std::borrow::Cow;

/// The size of an accepted proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Accepted {
    /// The number of moves in its longest line.
    pub plies: usize,
    /// The number of its lines, each of which ends with a win.
    pub leaves: u64,
}

/// Reads a certificate and checks it.
///
/// # Errors
/// If the text is not a certificate of the game, or does not prove its claim.
pub fn verify<G: Notation>(text: &str) -> Result<Accepted, ProofError> {
    check::<G>(&Certificate::read(text)?)
}

/// Checks a certificate by the rules of the game. Each move of the tree is made once.
///
/// # Errors
/// If the certificate is for another game, its position is invalid, or it does not prove its claim.
pub fn check<G: Notation>(certificate: &Certificate) -> Result<Accepted, ProofError> {
    let game = start::<G>(certificate)?;
    let winner = game.side_to_move();
    let (nodes, claim) = (&certificate.nodes[..], certificate.claim);
    let mut checker = Checker { game, nodes, claim, winner, line: Vec::new(), size: Accepted { plies: 0, leaves: 0 } };
    if let Some(outcome) = checker.game.outcome() {
        return Err(checker.refused(0, Fault::Over(outcome.to_string())).into());
    }
    checker.moves_from(0, 1)?;
    Ok(checker.size)
}

/// The start position, after the moves before it.
fn start<G: Notation>(certificate: &Certificate) -> Result<G, ProofError> {
    if certificate.game != G::NAME {
        return Err(TextFault::Game(shortened(&certificate.game), G::NAME).at(2).into());
    }
    let rules = G::begin(&certificate.rules).map_err(|reason| TextFault::Start(reason.to_string()).at(3))?;
    let game = History::read_by(&rules, &certificate.position);
    let game = game.map_err(|reason| TextFault::Start(reason.to_string()).at(4))?;
    Ok(game.now().clone())
}

/// A check in progress.
pub(crate) struct Checker<'c, G: Game> {
    pub(crate) game: G,
    pub(crate) nodes: &'c [Node],
    claim: Claim,
    pub(crate) winner: Side,
    /// The moves from the start position to the current one.
    pub(crate) line: Vec<Cow<'c, str>>,
    /// The lines checked so far.
    pub(crate) size: Accepted,
}

impl<G: Notation> Checker<'_, G> {
    /// Checks the moves of the tree from the current position, of which `nodes[at]` is the first,
    /// in a turn counted from 1. The game is not over. Returns the index after the last move.
    pub(crate) fn moves_from(&mut self, mut at: usize, turn: u64) -> Result<usize, Refused> {
        let (depth, parent) = (self.line.len() + 1, at.saturating_sub(1));
        let wins = self.game.side_to_move() == self.winner;
        if !wins && let Some(rows) = self.game.open_rows(self.winner) {
            return self.replies_from(at, turn, rows);
        }
        let mut seen: Vec<G::Move> = Vec::new();
        while let Some(node) = self.nodes.get(at).filter(|node| node.depth == depth) {
            let mv = self.game.read_move(&node.mv);
            let mv = mv.map_err(|reason| self.refused(at, Fault::Illegal(reason.to_string())))?;
            if wins && !seen.is_empty() {
                return Err(self.refused(at, Fault::SecondMove(node.mv.clone())));
            }
            if seen.contains(&mv) {
                return Err(self.refused(at, Fault::Twice(node.mv.clone())));
            }
            seen.push(mv);
            at = self.after(at, mv, turn)?;
        }
        if wins {
            return if seen.is_empty() { Err(self.refused(parent, Fault::NoMove)) } else { Ok(at) };
        }
        match legal_moves(&self.game).into_iter().find(|mv| !seen.contains(mv)) {
            Some(mv) => Err(self.refused(parent, Fault::MissingReply(self.game.write_move(mv)))),
            None => Ok(at),
        }
    }

    /// Makes the move of a node, checks the tree after it, and takes the move back.
    fn after(&mut self, at: usize, mv: G::Move, turn: u64) -> Result<usize, Refused> {
        let (node, side) = (&self.nodes[at], self.game.side_to_move());
        let undo = self.game.make(mv);
        self.line.push(Cow::Borrowed(&node.mv));
        let next = match (&node.end, self.game.outcome()) {
            (None, None) => self.moves_from(at + 1, turn + u64::from(self.game.side_to_move() != side))?,
            (None, Some(outcome)) => return Err(self.refused(at, Fault::Over(outcome.to_string()))),
            (Some(end), None) => return Err(self.refused(at, Fault::NotOver(end.clone()))),
            (Some(end), Some(outcome)) => {
                self.ends(end, &outcome, turn).map_err(|fault| self.refused(at, fault))?;
                self.size.leaves += 1;
                self.size.plies = self.size.plies.max(self.line.len());
                at + 1
            }
        };
        self.line.pop();
        self.game.unmake(mv, undo);
        Ok(next)
    }

    /// Compares the end of a line with the outcome by the rules and with the claim.
    fn ends(&self, claimed: &End, outcome: &Outcome, turn: u64) -> Result<(), Fault> {
        let on_board = outcome.kind == OutcomeKind::Position;
        let same = match claimed {
            End::Mated => on_board,
            End::Ruled(text) => !on_board && *text == text_of_ruling(&self.game, outcome),
        };
        if !same || outcome.winner != Some(self.winner) {
            return Err(Fault::OtherEnd { claimed: claimed.clone(), found: outcome.to_string() });
        }
        if !on_board && self.claim != Claim::Win {
            return Err(Fault::NotMate(outcome.reason.to_string()));
        }
        self.in_time(turn)
    }

    /// Compares the turn of a win on the board, counted from 1, with the claim.
    pub(crate) fn in_time(&self, turn: u64) -> Result<(), Fault> {
        match self.claim.max_turns() {
            Some(most) if turn > most => Err(Fault::TooLong(turn, most)),
            _ => Ok(()),
        }
    }

    /// A refusal at a node, after the current line.
    pub(crate) fn refused(&self, at: usize, fault: Fault) -> Refused {
        let line = self.nodes.get(at).map_or(0, |node| node.line);
        Refused { line, moves: self.line.iter().map(|mv| mv.to_string()).collect(), fault }
    }
}
