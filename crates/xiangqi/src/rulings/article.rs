//! The articles of the rule books that decide repetitions.
//!
//! Each [`Rule`] is the predicate of one article; [`Rule::article`] cites it. The numbers are those of
//! the documents as quoted in public; where only the range of an article is certain, the range is cited:
//!
//! - *AXF*: the Asian rules, chapter 4, "basic principles" (2) and "general rules" (3), and the example of a
//!   perpetual chase in their appendix;
//! - *WXF 2018*: *World Xiangqi Rules*, chapter 4, article 20, whose clauses follow the general rules of the AXF;
//! - *CXA 2020*: 《中国象棋竞赛规则》, articles 25 (general principles) and 26.9 (both sides make forbidden moves).

use super::rule_set::RuleSet;
use crate::{Piece, Side, Square};
use core::fmt;

/// The rule that decides a repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// No position has occurred twice.
    NotRepeated,
    /// The rule set makes every repetition a draw.
    RepetitionDraws,
    /// This side alone checks with every move.
    PerpetualCheck(Side),
    /// Both sides check with every move.
    MutualPerpetualCheck,
    /// This side alone newly attacks one and the same piece with every move.
    PerpetualChase {
        /// The chasing side.
        by: Side,
        /// The chased piece.
        target: Piece,
        /// Its square at the end.
        at: Square,
    },
    /// Both sides do this.
    MutualPerpetualChase,
    /// This side alone chases one and the same piece with every move, sometimes
    /// by removing its root, and the other side does not attack in return.
    PerpetualRootChase {
        /// The chasing side.
        by: Side,
        /// The chased piece.
        target: Piece,
        /// Its square at the end.
        at: Square,
    },
    /// Both sides do this.
    MutualPerpetualRootChase,
    /// Neither side violates the rules.
    NothingForbidden,
    /// Chinese rules: this side alone makes only checks, threats of mate and chases.
    OnlyForbiddenMoves(Side),
    /// Chinese rules, 26.9: both sides make only forbidden moves, but every
    /// move of this side is a check, a threat of mate, or a chase of a rook or a
    /// rootless piece, and the other side's moves include a joint chase.
    GraverMoves(Side),
    /// Chinese rules: both sides make only forbidden moves, equally grave.
    BothOnlyForbiddenMoves,
}

/// A document that contains rules on repetitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Document {
    /// The rule sets of this crate that follow no rule book: [`RuleSet::None`] and [`RuleSet::CheckOnly`].
    Duiyi,
    /// The Asian rules (亞洲象棋規例), chapter 4.
    Axf,
    /// The World Xiangqi Federation's *World Xiangqi Rules* of 2018, chapter 4.
    Wxf2018,
    /// The Chinese rules (中國象棋競賽規則) of 2020.
    Cxa2020,
}

impl Document {
    /// The short name in citations: `Duiyi`, `AXF`, `WXF 2018`, `CXA 2020`.
    pub const fn name(self) -> &'static str {
        match self {
            Document::Duiyi => "Duiyi",
            Document::Axf => "AXF",
            Document::Wxf2018 => "WXF 2018",
            Document::Cxa2020 => "CXA 2020",
        }
    }
}

impl fmt::Display for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// An article of a rule book. `Display` writes its citation, such as `AXF 3.1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Article {
    /// The document.
    pub document: Document,
    /// Its number in the document.
    pub number: &'static str,
    /// What it states, in one English sentence.
    pub english: &'static str,
    /// The same in Chinese.
    pub chinese: &'static str,
}

impl fmt::Display for Article {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.document, self.number)
    }
}

const fn article(
    document: Document,
    number: &'static str,
    english: &'static str,
    chinese: &'static str,
) -> Option<Article> {
    Some(Article { document, number, english, chinese })
}

impl Rule {
    /// The article of a rule set that this rule applies; `None` for [`Rule::NotRepeated`], where nothing is
    /// decided, and for rules that the rule set does not have.
    pub const fn article(self, rules: RuleSet) -> Option<Article> {
        match rules {
            RuleSet::None => plain(self),
            RuleSet::CheckOnly => checks_only(self),
            RuleSet::Asian => {
                asian(self, Document::Axf, ["3.1", "2.2", "3.3", "2.2", "3.6, appendix", "2.2", "3.2–3.10"])
            }
            RuleSet::Wxf2018 => asian(
                self,
                Document::Wxf2018,
                ["20.1", "20.1–20.2", "20.3–20.5", "20.3–20.5", "20.6–20.7", "20.6–20.7", "20.2–20.10"],
            ),
            RuleSet::Cxa2020 => chinese(self),
        }
    }
}

const fn plain(rule: Rule) -> Option<Article> {
    match rule {
        Rule::RepetitionDraws => article(Document::Duiyi, "N1", "Every repetition is a draw.", "重复局面一律作和。"),
        _ => None,
    }
}

const fn checks_only(rule: Rule) -> Option<Article> {
    let (number, english, chinese) = match rule {
        Rule::PerpetualCheck(_) => ("C1", "A side that alone checks with every move loses.", "单方长将作负。"),
        Rule::MutualPerpetualCheck => {
            ("C2", "If both sides check with every move, the game is drawn.", "双方长将作和。")
        }
        Rule::RepetitionDraws => ("C3", "Every other repetition is a draw.", "其他重复局面一律作和。"),
        _ => return None,
    };
    article(Document::Duiyi, number, english, chinese)
}

/// The articles of the Asian rules, and of the world rules that follow them.
const fn asian(rule: Rule, document: Document, numbers: [&'static str; 7]) -> Option<Article> {
    let (index, english, chinese) = match rule {
        Rule::PerpetualCheck(_) => {
            (0, "A side that alone checks with every move loses under all circumstances.", "任何情况下，单方长将作负。")
        }
        Rule::MutualPerpetualCheck => (1, "If both sides check with every move, the game is drawn.", "双方长将作和。"),
        Rule::PerpetualChase { .. } => (
            2,
            "A side that alone attacks one and the same piece anew with every move loses.",
            "单方步步重新捉对方同一个子，作负。",
        ),
        Rule::MutualPerpetualChase => {
            (3, "If both sides chase one and the same piece with every move, the game is drawn.", "双方长捉作和。")
        }
        Rule::PerpetualRootChase { .. } => (
            4,
            "A side that chases one piece with every move, sometimes by taking away its root, loses if the other side \
             does not attack in return with every move.",
            "单方步步捉同一个子，其中有去其根而成捉者，对方并未步步还捉，作负。",
        ),
        Rule::MutualPerpetualRootChase => (
            5,
            "If both sides chase one piece with every move, sometimes by taking away its root, the game is drawn.",
            "双方均以去根等手段长捉，作和。",
        ),
        Rule::NothingForbidden => (
            6,
            "All other repetitions are drawn: threats of mate, mixtures of checks and chases, chases of several pieces, \
             exchanges, offers, blocks.",
            "其他循环均作和：长杀、将捉交替、捉多子、长兑、长献、长拦。",
        ),
        _ => return None,
    };
    article(document, numbers[index], english, chinese)
}

const fn chinese(rule: Rule) -> Option<Article> {
    let (number, english, chinese) = match rule {
        Rule::PerpetualCheck(_) => {
            ("25.1", "Perpetual check by one side alone is never allowed.", "任何情况下，不允许单方长将。")
        }
        Rule::MutualPerpetualCheck => {
            ("26.9.4", "If both sides check with every move, the game is drawn.", "双方长将，不变作和。")
        }
        Rule::OnlyForbiddenMoves(_) => (
            "25.3",
            "If one side makes only checks, threats of mate and chases, and the other some other move, the first must \
             vary or lose.",
            "一方着着为将、杀、捉，另一方不然，前者变着，不变作负。",
        ),
        Rule::GraverMoves(_) => (
            "26.9.1–26.9.3",
            "If both sides make only forbidden moves, a side that always checks, threatens mate, or chases a rook or \
             a rootless piece must vary against joint chases and chases of pieces with too few roots.",
            "双方着着违禁，着着为将、杀、捉车或捉无根子的一方，对联合捉子或捉少根子的一方变着，不变作负。",
        ),
        Rule::BothOnlyForbiddenMoves => (
            "26.9.4",
            "If both sides make forbidden moves of equal gravity, the game is drawn.",
            "双方着着违禁且轻重相同，不变作和。",
        ),
        Rule::NothingForbidden => {
            ("25.2", "If each side makes some allowed move, the game is drawn.", "双方均为允许着法，不变作和。")
        }
        _ => return None,
    };
    article(Document::Cxa2020, number, english, chinese)
}
