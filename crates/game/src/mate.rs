//! Completes the line of a mate by exhaustive search.

use crate::{Game, Score, Side, Verdict, legal_moves};
use alloc::vec::Vec;

/// The complete line of a mate that a search has found, from the first move to the mate.
///
/// A search returns the distance to mate, but its line may be shorter, because the table or the
/// bound of an earlier mate has cut it off, and some of its moves may belong to another score. This
/// function proves the mate by searching all moves of both sides: the attacker mates within the
/// plies of the score, and the defender resists as long as possible. It keeps as much of the line
/// as it can, at least the first move. The result has as many moves as the score has plies, or
/// fewer if the mate comes earlier.
///
/// `score` is for the side to move, in plies from this position. `most` is the number of positions
/// to search: a missing ply costs one position per legal move, three plies about ten thousand in
/// xiangqi.
///
/// `None` if the score is not a mate, if no move of the line mates in time, or if `most` positions
/// are not enough for a proof.
///
/// ```
/// use duiyi_game::{Score, mate_line, nim::Nim};
/// // Taking one stone of four leaves three; then every reply loses.
/// assert_eq!(mate_line(&Nim::new(4), &[1], Score::mate_in(3), 100), Some(vec![1, 1, 2]));
/// assert_eq!(mate_line(&Nim::new(4), &[2], Score::mate_in(3), 100), None);
/// ```
pub fn mate_line<G: Game + Clone>(game: &G, line: &[G::Move], score: Score, most: u64) -> Option<Vec<G::Move>> {
    let distance = score.mate_distance()?;
    let plies = distance.unsigned_abs() as usize;
    let mover = game.side_to_move();
    let attacker = if distance > 0 { mover } else { !mover };
    let mut proof =
        Proof { game: game.clone(), attacker, most, line: Vec::new(), undos: Vec::new(), refutations: Vec::new() };
    for &mv in line.iter().take(plies) {
        if !proof.game.is_legal(mv) {
            break;
        }
        proof.make(mv);
    }
    let least = line.len().min(1);
    let mut found: Option<Vec<G::Move>> = None;
    loop {
        let kept = proof.line.len();
        match proof.finished(plies) {
            Ok(true) if proof.line.len() == plies => return Some(proof.line),
            // The defender may not have resisted longest in the line.
            Ok(true) if found.as_ref().is_none_or(|found| found.len() < proof.line.len()) => {
                found = Some(proof.line.clone());
            }
            Ok(_) => {}
            Err(GivenUp) => return found,
        }
        if kept <= least {
            return found;
        }
        while proof.line.len() >= kept {
            proof.unmake();
        }
    }
}

/// The limit on positions was reached without a result.
struct GivenUp;

/// A proof in progress: the position after a line.
struct Proof<G: Game> {
    game: G,
    attacker: Side,
    /// How many more positions may be searched.
    most: u64,
    line: Vec<G::Move>,
    undos: Vec<G::Undo>,
    /// The defender's last refutation, by the number of plies left.
    refutations: Vec<Option<G::Move>>,
}

impl<G: Game> Proof<G> {
    fn make(&mut self, mv: G::Move) {
        self.undos.push(self.game.make(mv));
        self.line.push(mv);
    }

    fn unmake(&mut self) {
        if let (Some(mv), Some(undo)) = (self.line.pop(), self.undos.pop()) {
            self.game.unmake(mv, undo);
        }
    }

    /// Completes the line if the attacker mates within `plies` from its beginning. Returns whether
    /// it did.
    fn finished(&mut self, plies: usize) -> Result<bool, GivenUp> {
        let left = plies - self.line.len();
        let mates = self.mates(left)?;
        if mates {
            self.finish(left)?;
        }
        Ok(mates)
    }

    /// Whether the attacker mates within `plies`.
    fn mates(&mut self, plies: usize) -> Result<bool, GivenUp> {
        self.most = self.most.checked_sub(1).ok_or(GivenUp)?;
        if let Verdict::Exact(score, _) = self.game.verdict(self.line.len()) {
            return Ok(self.is_mate(score));
        }
        let mut moves = legal_moves(&self.game);
        if moves.is_empty() {
            return Ok(self.is_mate(self.game.stuck(self.line.len())));
        }
        if plies == 0 {
            return Ok(false);
        }
        let attacks = self.attacks();
        let refutation = self.refutations.get(plies).copied().flatten().filter(|_| !attacks);
        if let Some(at) = moves.iter().position(|&mv| Some(mv) == refutation) {
            moves.swap(0, at);
        }
        for mv in moves {
            if self.mates_after(mv, plies - 1)? == attacks {
                if !attacks {
                    let slots = self.refutations.len().max(plies + 1);
                    self.refutations.resize(slots, None);
                    self.refutations[plies] = Some(mv);
                }
                return Ok(attacks);
            }
        }
        Ok(!attacks)
    }

    /// Whether the attacker mates within `plies` after a move.
    fn mates_after(&mut self, mv: G::Move, plies: usize) -> Result<bool, GivenUp> {
        self.make(mv);
        let mates = self.mates(plies);
        self.unmake();
        mates
    }

    /// Appends the moves from a position in which the attacker mates within `plies`.
    fn finish(&mut self, mut plies: usize) -> Result<(), GivenUp> {
        while plies > 0 && !matches!(self.game.verdict(self.line.len()), Verdict::Exact(..)) {
            let moves = legal_moves(&self.game);
            let Some(&first) = moves.first() else { break };
            let mut chosen = first;
            plies -= 1;
            for mv in moves {
                // The defender prefers a move after which the mate does not come earlier.
                let decides = if self.attacks() {
                    self.mates_after(mv, plies)?
                } else {
                    match plies.checked_sub(if G::ALTERNATES { 2 } else { 1 }) {
                        Some(earlier) => !self.mates_after(mv, earlier)?,
                        None => true,
                    }
                };
                if decides {
                    chosen = mv;
                    break;
                }
            }
            self.make(chosen);
        }
        Ok(())
    }

    fn attacks(&self) -> bool {
        self.game.side_to_move() == self.attacker
    }

    /// Whether the score of a finished game is a mate by the attacker.
    fn is_mate(&self, score: Score) -> bool {
        score.is_mate() && (score > Score::ZERO) == self.attacks()
    }
}
