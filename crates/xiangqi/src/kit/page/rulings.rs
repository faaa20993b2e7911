//! The reasons of rulings on repetitions in Chinese. The English ones are written by the library.

use crate::{
    BLACK, Piece, PieceKind, RED, Side,
    rulings::{
        ChaseReason, Excuse, Gravity, MoveNature, Nature, Rule, RuleSet, Ruling, RulingReport, Threat, ThreatKind,
    },
};

/// A ruling with its reasons, one line for each move: in English and in Chinese.
pub(super) fn explained(report: &RulingReport) -> [String; 2] {
    let moves = (report.span.start + 1..).zip(&report.moves);
    let mut chinese: String = moves.map(|(number, nature)| format!("{number}. {}\n", move_nature(nature))).collect();
    let article = report.article.map_or(String::new(), |article| format!("（{article}：{}）", article.chinese));
    chinese += &format!("{}：{}{article}\n{}", rule_set(report.rules), rule(report.rule), ruling(report.ruling));
    [report.to_string(), chinese]
}

fn side(color: Side) -> &'static str {
    match color {
        RED => "红方",
        BLACK => "黑方",
    }
}

/// The character on a piece, in the simplified form that the page uses.
fn name(piece: Piece) -> &'static str {
    match (piece.kind, piece.color) {
        (PieceKind::King, RED) => "帅",
        (PieceKind::King, BLACK) => "将",
        (PieceKind::Advisor, RED) => "仕",
        (PieceKind::Advisor, BLACK) => "士",
        (PieceKind::Elephant, RED) => "相",
        (PieceKind::Elephant, BLACK) => "象",
        (PieceKind::Horse, _) => "马",
        (PieceKind::Rook, _) => "车",
        (PieceKind::Cannon, _) => "炮",
        (PieceKind::Pawn, RED) => "兵",
        (PieceKind::Pawn, BLACK) => "卒",
    }
}

fn move_nature(MoveNature { mv, piece, nature, threats }: &MoveNature) -> String {
    let does = match nature {
        Nature::Check => "将",
        Nature::Kill => "杀",
        Nature::Chase => "捉",
        Nature::Exchange => "兑",
        Nature::Offer => "献",
        Nature::Block => "拦",
        Nature::Idle => "闲",
    };
    let threats: Vec<String> = threats.iter().map(threat).collect();
    let because = if threats.is_empty() { String::new() } else { format!("（{}）", threats.join("；")) };
    format!("{}{} {mv}：{does}{because}", side(piece.color), name(*piece))
}

fn threat(threat: &Threat) -> String {
    let Threat { by, from, target, at, kind } = *threat;
    let because = match kind {
        ThreatKind::NewAttack(ChaseReason::Rootless) => "无根",
        ThreatKind::NewAttack(ChaseReason::WorthMore) => "价值高于攻击的子",
        ThreatKind::RootLost(_) => "刚刚失去根",
        ThreatKind::Allowed(excuse) => excused(excuse),
        ThreatKind::Wins(Gravity::Rootless) if target.kind == PieceKind::Rook => "被捉的是车",
        ThreatKind::Wins(Gravity::Rootless) => "无根",
        ThreatKind::Wins(Gravity::Joint) => "交换得子",
        ThreatKind::Trades => "等值交换",
        ThreatKind::WinsByChecks(first) => &format!("连将得子，先走 {first}"),
    };
    format!("{} {from} 攻击{} {at}：{because}", name(by), name(target))
}

/// The reason why an attack is not a chase.
fn excused(excuse: Excuse) -> &'static str {
    match excuse {
        Excuse::KingOrPawn => "将帅、兵卒可以捉子",
        Excuse::PawnAtHome => "兵卒未过河",
        Excuse::SameKind => "对方可以先吃",
        Excuse::Protected => "有根",
        Excuse::Stood => "原来已受攻击",
        Excuse::Exposed => "因己方将军而失去保护",
        Excuse::Offered => "可与对方同类的子互兑",
        Excuse::Defence => "攻击的子兼守要点（跟）",
    }
}

fn rule(rule: Rule) -> String {
    match rule {
        Rule::NotRepeated => "局面没有重复".to_owned(),
        Rule::RepetitionDraws => "重复局面即为和棋".to_owned(),
        Rule::PerpetualCheck(by) => format!("{}长将", side(by)),
        Rule::MutualPerpetualCheck => "双方长将".to_owned(),
        Rule::PerpetualChase { by, target, at } => format!("{}长捉 {at} {}", side(by), name(target)),
        Rule::MutualPerpetualChase => "双方长捉".to_owned(),
        Rule::PerpetualRootChase { by, target, at } => {
            format!("{}长捉 {at} {}，不断去其根", side(by), name(target))
        }
        Rule::MutualPerpetualRootChase => "双方长捉，不断去其根".to_owned(),
        Rule::NothingForbidden => "双方都没有着着违禁".to_owned(),
        Rule::OnlyForbiddenMoves(by) => format!("只有{}着着为将、杀、捉", side(by)),
        Rule::GraverMoves(by) => format!("双方着着违禁，{}较重", side(by)),
        Rule::BothOnlyForbiddenMoves => "双方着着违禁，轻重相同".to_owned(),
    }
}

fn rule_set(rules: RuleSet) -> &'static str {
    match rules {
        RuleSet::None => "不判循环",
        RuleSet::CheckOnly => "只判长将",
        RuleSet::Asian => "亚洲规则",
        RuleSet::Wxf2018 => "世象联规则 2018",
        RuleSet::Cxa2020 => "中国规则 2020",
    }
}

fn ruling(ruling: Ruling) -> String {
    match ruling {
        Ruling::Open => "尚无裁决".to_owned(),
        Ruling::Draw => "和棋".to_owned(),
        Ruling::Loses(loser) => format!("{}不变着即判负", side(loser)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_have_the_names_of_their_sides() {
        let names = |color| PieceKind::ALL.map(|kind| name(Piece { color, kind })).concat();
        assert_eq!([names(RED), names(BLACK)], ["帅仕相马车炮兵", "将士象马车炮卒"]);
    }
}
