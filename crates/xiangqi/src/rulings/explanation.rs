//! Explanations of rulings: the nature of each move of the cycle, and the rule that decides.

use super::{
    article::{Article, Rule},
    asian,
    attacks::{Attacks, ChaseReason, Effect, Excuse, NewChase, PieceSet, can_take, capture_of, effect, judge_attack},
    attacks::{Pair, piece_of, square_of},
    cxa,
    labels::{Label, label},
    lookahead::mate_by_checks,
    rule_set::{RuleSet, Ruling},
    threats::{Cause, Gravity},
    view::View,
};
use crate::{BLACK, Move, Piece, PieceKind, Position, RED, Side, Square, side_name};
use alloc::vec::Vec;
use core::{fmt, ops::Range};

/// The nature of a move for a ruling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Nature {
    /// It attacks the king (將).
    Check,
    /// It threatens mate by checks (殺).
    Kill,
    /// It threatens to win a piece (捉).
    Chase,
    /// It offers to trade equal pieces (兌).
    Exchange,
    /// It offers a piece without compensation (獻).
    Offer,
    /// It steps between an enemy piece and the target of that piece (攔).
    Block,
    /// It does nothing that any rule forbids (閒).
    Idle,
}

/// An attack that a move causes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Threat {
    /// The attacker.
    pub by: Piece,
    /// The square of the attacker.
    pub from: Square,
    /// The target.
    pub target: Piece,
    /// The square of the target.
    pub at: Square,
    /// The kind of threat.
    pub kind: ThreatKind,
}

/// The kinds of threats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ThreatKind {
    /// A chase by a new attack.
    NewAttack(ChaseReason),
    /// A chase by an old attack whose target has just lost its root.
    RootLost(ChaseReason),
    /// An attack that is not a chase.
    Allowed(Excuse),
    /// Chinese rules: the capture wins, or loses nothing, after all further captures.
    Wins(Gravity),
    /// Chinese rules: the capture would be an even trade.
    Trades,
    /// Chinese rules: a series of checks, starting with this one, wins material.
    WinsByChecks(Move),
}

/// One move of the cycle, explained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveNature {
    /// The move.
    pub mv: Move,
    /// The piece that moved.
    pub piece: Piece,
    /// The nature of the move.
    pub nature: Nature,
    /// The attacks that it causes, including those that are not chases if
    /// the rule set explains them.
    pub threats: Vec<Threat>,
}

/// A position that has occurred before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// The moves that the ruling concerns, counted from the start of the game:
    /// from the first of the last three occurrences (of two, if there are only
    /// two) to now.
    pub span: Range<usize>,
    /// The number of occurrences of the position, including the current one.
    pub occurrences: usize,
}

/// A ruling with its reasons.
///
/// `Display` writes a line for each move of the cycle, the rule that decides with its
/// article, and the ruling (`open`, `draw`, `red-loses`, `black-loses`) on the last line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulingReport {
    /// The rule set.
    pub rules: RuleSet,
    /// The side that must change, if any.
    pub ruling: Ruling,
    /// The rule that decides.
    pub rule: Rule,
    /// The article that contains the rule; `None` if nothing is repeated.
    pub article: Option<Article>,
    /// The judged moves that make up the cycle; empty if nothing is repeated.
    pub span: Range<usize>,
    /// The number of occurrences of the last position, including the last one.
    pub occurrences: usize,
    /// The moves of the cycle.
    pub moves: Vec<MoveNature>,
}

/// Judges and explains a cycle of moves that begins and ends in `start`.
pub(crate) fn explain(rules: RuleSet, start: &Position, moves: &[Move], repetition: Repetition) -> RulingReport {
    let mut positions = Vec::with_capacity(moves.len() + 1);
    positions.push(*start);
    for &mv in moves {
        let mut next = positions[positions.len() - 1];
        next.make(mv);
        positions.push(next);
    }
    let last = &positions[moves.len()];
    let mut asian = [asian::Conduct::START; 2];
    let mut chinese = [cxa::Conduct::START; 2];
    let mut natures = Vec::with_capacity(moves.len());
    for (index, (pair, &mv)) in positions.windows(2).zip(moves).enumerate() {
        let (before, after) = (&pair[0], &pair[1]);
        let side = before.side_to_move().index();
        natures.push(match rules {
            RuleSet::None | RuleSet::CheckOnly => {
                asian[side].add(Effect { check: after.in_check(), ..Effect::default() });
                checks_only(after, mv)
            }
            RuleSet::Asian | RuleSet::Wxf2018 => {
                let (effect, nature) = by_attacks(before, after, mv, rules == RuleSet::Wxf2018);
                asian[side].add(effect);
                nature
            }
            RuleSet::Cxa2020 => {
                // The move before the first move of a cycle is its last one.
                let previous = moves[if index == 0 { moves.len() } else { index } - 1];
                let (label, nature) = by_labels(previous, before, after, mv);
                chinese[side].add(label);
                nature
            }
        });
    }
    let (ruling, rule) = match rules {
        _ if moves.is_empty() => (Ruling::Open, Rule::NotRepeated),
        RuleSet::None => (Ruling::Draw, Rule::RepetitionDraws),
        RuleSet::CheckOnly => asian::decide_checks(&asian)
            .map_or((Ruling::Draw, Rule::RepetitionDraws), |(ruling, article)| {
                (ruling, asian_rule(ruling, article, last))
            }),
        RuleSet::Asian | RuleSet::Wxf2018 => {
            let (ruling, article) = asian::decide(&asian);
            (ruling, asian_rule(ruling, article, last))
        }
        RuleSet::Cxa2020 => {
            let (ruling, article) = cxa::decide(&chinese);
            (ruling, cxa_rule(ruling, article))
        }
    };
    let Repetition { span, occurrences } = repetition;
    RulingReport { rules, ruling, rule, article: rule.article(rules), span, occurrences, moves: natures }
}

/// The side that must change by a ruling; for a draw the colour has no meaning.
fn loser(ruling: Ruling) -> Side {
    if ruling == Ruling::Loses(BLACK) { BLACK } else { RED }
}

fn asian_rule(ruling: Ruling, article: asian::Article, last: &Position) -> Rule {
    let by = loser(ruling);
    let first = |set: PieceSet| {
        let slot = set.trailing_zeros() as usize;
        (piece_of(!by, slot), square_of(last, !by, slot).unwrap_or(last.king(!by)))
    };
    match article {
        asian::Article::Check => Rule::PerpetualCheck(by),
        asian::Article::MutualCheck => Rule::MutualPerpetualCheck,
        asian::Article::Chase(set) => {
            let (target, at) = first(set);
            Rule::PerpetualChase { by, target, at }
        }
        asian::Article::MutualChase => Rule::MutualPerpetualChase,
        asian::Article::RootChase(set) => {
            let (target, at) = first(set);
            Rule::PerpetualRootChase { by, target, at }
        }
        asian::Article::MutualRootChase => Rule::MutualPerpetualRootChase,
        asian::Article::Nothing => Rule::NothingForbidden,
    }
}

fn cxa_rule(ruling: Ruling, article: cxa::Article) -> Rule {
    let by = loser(ruling);
    match article {
        cxa::Article::Check => Rule::PerpetualCheck(by),
        cxa::Article::MutualCheck => Rule::MutualPerpetualCheck,
        cxa::Article::Forbidden => Rule::OnlyForbiddenMoves(by),
        cxa::Article::Graver => Rule::GraverMoves(by),
        cxa::Article::BothForbidden => Rule::BothOnlyForbiddenMoves,
        cxa::Article::Allowed => Rule::NothingForbidden,
    }
}

/// The piece that moved; the moves of a cycle have been played, so there is one.
fn mover(after: &Position, mv: Move) -> Piece {
    after.piece_at(mv.to()).unwrap_or(Piece::new(!after.side_to_move(), PieceKind::King))
}

fn checks_only(after: &Position, mv: Move) -> MoveNature {
    let nature = if after.in_check() { Nature::Check } else { Nature::Idle };
    MoveNature { mv, piece: mover(after, mv), nature, threats: Vec::new() }
}

fn threat(position: &Position, by: Side, pair: Pair, kind: ThreatKind) -> Option<Threat> {
    Some(Threat {
        by: piece_of(by, pair.attacker),
        from: square_of(position, by, pair.attacker)?,
        target: piece_of(!by, pair.target),
        at: square_of(position, !by, pair.target)?,
        kind,
    })
}

/// Natures by the Asian rules; with `full`, harmless moves are classified too.
fn by_attacks(before: &Position, after: &Position, mv: Move, full: bool) -> (Effect, MoveNature) {
    let us = before.side_to_move();
    let mut threats = Vec::new();
    let effect = effect(before, after, |NewChase { pair, reason, fresh }| {
        let kind = if fresh { ThreatKind::NewAttack(reason) } else { ThreatKind::RootLost(reason) };
        threats.extend(threat(after, us, pair, kind));
    });
    let mut nature = if effect.check {
        Nature::Check
    } else if threats.is_empty() {
        Nature::Idle
    } else {
        Nature::Chase
    };
    if full && nature != Nature::Check {
        let excused = excused(before, after);
        if nature == Nature::Idle {
            nature = harmless(before, after, mv, &excused);
        }
        threats.extend(excused);
    }
    (effect, MoveNature { mv, piece: mover(after, mv), nature, threats })
}

/// The new attacks of a move that are not chases.
fn excused(before: &Position, after: &Position) -> Vec<Threat> {
    let mut passed = *after;
    passed.pass();
    let old = Attacks::of(before);
    Attacks::of(&passed)
        .pairs()
        .filter(|&pair| !old.contains(pair))
        .filter_map(|pair| {
            let excuse = judge_attack(&passed, pair).err()?;
            threat(after, before.side_to_move(), pair, ThreatKind::Allowed(excuse))
        })
        .collect()
}

/// The nature of a move that is neither a check nor a chase.
fn harmless(before: &Position, after: &Position, mv: Move, excused: &[Threat]) -> Nature {
    let mut passed = *after;
    passed.pass();
    let image = View::of(&passed, &[]).position(&passed);
    if mate_by_checks(&image, 4, |_, _| true).is_some() {
        Nature::Kill
    } else if excused.iter().any(|threat| threat.kind == ThreatKind::Allowed(Excuse::SameKind)) {
        Nature::Exchange
    } else if blocks(before, after, mv) {
        Nature::Block
    } else if offers(after, mv) {
        Nature::Offer
    } else {
        Nature::Idle
    }
}

/// Whether the moved piece blocks an attack, including a check, on another piece.
fn blocks(before: &Position, after: &Position, mv: Move) -> bool {
    let us = before.side_to_move();
    if before.in_check() && after.king(us) != mv.to() {
        return true;
    }
    let mut passed = *before;
    passed.pass();
    let (old, new) = (Attacks::of(&passed), Attacks::of(after));
    old.pairs().any(|pair| {
        let from = square_of(after, !us, pair.attacker);
        let at = square_of(after, us, pair.target);
        !new.contains(pair) && at != Some(mv.to()) && from.zip(at).is_some_and(|(a, b)| lies_between(a, mv.to(), b))
    })
}

/// Whether `middle` lies strictly between two points of a line.
fn lies_between(a: Square, middle: Square, b: Square) -> bool {
    let inside = |a: u8, m: u8, b: u8| a.min(b) < m && m < a.max(b);
    (a.file() == b.file() && middle.file() == a.file() && inside(a.rank(), middle.rank(), b.rank()))
        || (a.rank() == b.rank() && middle.rank() == a.rank() && inside(a.file(), middle.file(), b.file()))
}

/// Whether the enemy can capture the moved piece without compensation.
fn offers(after: &Position, mv: Move) -> bool {
    let moved = after.slot_at(mv.to()) as usize % 16;
    Attacks::of(after).pairs().filter(|pair| pair.target == moved).any(|pair| {
        let Some(capture) = capture_of(after, pair) else { return false };
        let mut taken = *after;
        taken.make(capture);
        !can_take(&taken, mv.to())
    })
}

/// Natures by the Chinese rules.
fn by_labels(last: Move, before: &Position, after: &Position, mv: Move) -> (Label, MoveNature) {
    let us = before.side_to_move();
    let mut threats = Vec::new();
    let label = label(last, before, mv, |cause| {
        threats.extend(match cause {
            Cause::Capture(pair, gravity) => threat(after, us, pair, ThreatKind::Wins(gravity)),
            Cause::Exchange(pair) => threat(after, us, pair, ThreatKind::Trades),
            Cause::Excused(pair, excuse) => threat(after, us, pair, ThreatKind::Allowed(excuse)),
            Cause::Checks(first) => after.piece_at(first.from()).map(|by| Threat {
                by,
                from: first.from(),
                target: Piece::new(!us, PieceKind::King),
                at: after.king(!us),
                kind: ThreatKind::WinsByChecks(first),
            }),
        });
    });
    let nature = match label {
        Label::Check => Nature::Check,
        Label::Kill => Nature::Kill,
        Label::Chase(_) => Nature::Chase,
        Label::Exchange => Nature::Exchange,
        Label::Idle => Nature::Idle,
    };
    (label, MoveNature { mv, piece: mover(after, mv), nature, threats })
}

impl fmt::Display for Nature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Nature::Check => "check",
            Nature::Kill => "threat of mate",
            Nature::Chase => "chase",
            Nature::Exchange => "exchange offer",
            Nature::Offer => "offer",
            Nature::Block => "block",
            Nature::Idle => "idle",
        })
    }
}

impl fmt::Display for Threat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Threat { by, from, target, at, kind } = *self;
        write!(f, "{} {from} attacks {} {at}: ", by.kind.name(), target.kind.name())?;
        f.write_str(match kind {
            ThreatKind::NewAttack(ChaseReason::Rootless) => "no root",
            ThreatKind::NewAttack(ChaseReason::WorthMore) => "worth more than the attacker",
            ThreatKind::RootLost(_) => "it has lost its root",
            ThreatKind::Allowed(Excuse::KingOrPawn) => "kings and pawns may attack",
            ThreatKind::Allowed(Excuse::PawnAtHome) => "the pawn has not crossed the river",
            ThreatKind::Allowed(Excuse::SameKind) => "it could take first",
            ThreatKind::Allowed(Excuse::Protected) => "it is protected",
            ThreatKind::Allowed(Excuse::Stood) => "it stood attacked before",
            ThreatKind::Allowed(Excuse::Exposed) => "the check left it so",
            ThreatKind::Allowed(Excuse::Offered) => "it could trade itself off",
            ThreatKind::Allowed(Excuse::Defence) => "the attacker holds a defensive post",
            ThreatKind::Wins(Gravity::Rootless) if target.kind == PieceKind::Rook => "it is a rook",
            ThreatKind::Wins(Gravity::Rootless) => "no root",
            ThreatKind::Wins(Gravity::Joint) => "the exchange wins",
            ThreatKind::Trades => "an even trade",
            ThreatKind::WinsByChecks(first) => return write!(f, "checks win material, {first} first"),
        })
    }
}

impl fmt::Display for MoveNature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}: {}", side_name(self.piece.color), self.piece.kind.name(), self.mv, self.nature)?;
        for (index, threat) in self.threats.iter().enumerate() {
            write!(f, "{} {threat}", if index == 0 { " -" } else { ";" })?;
        }
        Ok(())
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rule::NotRepeated => write!(f, "the position has not occurred before"),
            Rule::RepetitionDraws => write!(f, "a repetition is a draw"),
            Rule::PerpetualCheck(by) => write!(f, "perpetual check by {}", side_name(*by)),
            Rule::MutualPerpetualCheck => write!(f, "perpetual check by both sides"),
            Rule::PerpetualChase { by, target, at } => {
                write!(f, "perpetual chase of the {} on {at} by {}", target.kind.name(), side_name(*by))
            }
            Rule::MutualPerpetualChase => write!(f, "perpetual chase by both sides"),
            Rule::PerpetualRootChase { by, target, at } => {
                let (kind, by) = (target.kind.name(), side_name(*by));
                write!(f, "perpetual chase of the {kind} on {at} by {by}, who keeps taking its root")
            }
            Rule::MutualPerpetualRootChase => write!(f, "both sides keep chasing pieces whose root they take"),
            Rule::NothingForbidden => write!(f, "neither side does anything forbidden with every move"),
            Rule::OnlyForbiddenMoves(by) => {
                write!(f, "only {} makes nothing but checks, threats of mate and chases", side_name(*by))
            }
            Rule::GraverMoves(by) => {
                write!(f, "both sides make only forbidden moves, but those of {} are the graver", side_name(*by))
            }
            Rule::BothOnlyForbiddenMoves => write!(f, "both sides make only forbidden moves, equally grave"),
        }
    }
}

impl fmt::Display for RulingReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, nature) in (self.span.start + 1..).zip(&self.moves) {
            writeln!(f, "{number}. {nature}")?;
        }
        write!(f, "{}: {}", self.rules, self.rule)?;
        if let Some(article) = self.article {
            write!(f, " ({article})")?;
        }
        writeln!(f)?;
        write!(f, "{}", self.ruling)
    }
}
