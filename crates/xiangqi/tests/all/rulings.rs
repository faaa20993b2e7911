//! The rule books' diagrams: every cycle with its published ruling.

use duiyi_game::{Game, MAX_PLY, Reach, Score, Verdict};
use duiyi_xiangqi::{
    BLACK, GameRules, Move, Position, RED, Setup, Square, Xiangqi,
    rulings::{Document, Nature, Rule, RuleSet, Ruling, ThreatKind, judge},
};
use expect_test::expect;
use std::{cmp::Ordering, collections::BTreeMap};

/// One row of a suite.
#[derive(Clone)]
struct Row {
    id: String,
    start: Position,
    prefix: Vec<Move>,
    cycle: Vec<Move>,
    /// `None` if the source leaves it open.
    ruling: Option<Ruling>,
    natures: Vec<String>,
}

fn moves(text: &str) -> Vec<Move> {
    text.split_whitespace().map(|word| word.parse().unwrap()).collect()
}

/// A printed diagram; in one of them a pawn stands behind its starting point.
fn position(fen: &str) -> Position {
    let mut setup = Setup::from_fen(fen).unwrap();
    setup.lenient = true;
    Position::from_setup(&setup).unwrap()
}

fn suite(text: &str) -> Vec<Row> {
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            let natures = fields[6].split(" | ").next().unwrap_or("");
            Row {
                id: fields[0].into(),
                start: position(fields[2]),
                prefix: moves(fields[3]),
                cycle: moves(fields[4]),
                ruling: match fields[5] {
                    "red-loses" => Some(Ruling::Loses(RED)),
                    "black-loses" => Some(Ruling::Loses(BLACK)),
                    "draw" => Some(Ruling::Draw),
                    "unspecified" => None,
                    other => panic!("{other}"),
                },
                natures: natures.split(',').map(str::to_owned).collect(),
            }
        })
        .collect()
}

fn wxf() -> Vec<Row> {
    suite(include_str!("../data/rules-wxf2018.tsv"))
}

fn fairy() -> Vec<Row> {
    suite(include_str!("../data/rules-fairysf.tsv"))
}

fn cxa() -> Vec<Row> {
    suite(include_str!("../data/rules-cxa2020.tsv"))
}

/// Cycles for articles that decide no diagram.
const CONSTRUCTED: [(&str, &str); 0] = [];

impl Row {
    /// The position in which the cycle begins.
    fn cycle_start(&self) -> Position {
        self.prefix.iter().fold(self.start, |position, &mv| position.play(mv).unwrap())
    }

    /// The ruling on the whole line.
    fn judged(&self, rules: RuleSet) -> Ruling {
        judge(rules, &self.start, &[self.prefix.clone(), self.cycle.clone()].concat()).unwrap().ruling
    }

    fn map(&self, position: impl Fn(&Position) -> Position, square: impl Fn(Square) -> Square) -> Row {
        let line = |moves: &[Move]| {
            moves.iter().map(|mv| Move::new(square(mv.from()), square(mv.to())).unwrap()).collect::<Vec<_>>()
        };
        Row { start: position(&self.start), prefix: line(&self.prefix), cycle: line(&self.cycle), ..self.clone() }
    }

    /// The cycle started one full move later.
    fn rotated(&self) -> Row {
        let mut row = self.clone();
        row.prefix.extend(&self.cycle[..2]);
        row.cycle.rotate_left(2);
        row
    }
}

/// The rows with a ruling that differs from the source's.
fn misses(rows: &[Row], rules: RuleSet) -> Vec<String> {
    rows.iter()
        .filter(|row| row.ruling.is_some_and(|ruling| row.judged(rules) != ruling))
        .map(|row| row.id.clone())
        .collect()
}

#[test]
fn every_diagram_of_the_world_rules_has_the_printed_ruling() {
    let rows = wxf();
    assert_eq!(rows.len(), 82);
    for rules in [RuleSet::Asian, RuleSet::Wxf2018] {
        assert_eq!(misses(&rows, rules), [""; 0], "{rules}");
    }
}

#[test]
fn three_cycles_of_an_engine_s_tests_contradict_the_world_rules() {
    // In ff-05 and ff-11 (one position) and in ff-10 a move checks and chases
    // the same piece; counting such a move as a chase would contradict diagram 12
    // of the world rules, where alternating check and chase are a draw.
    let rows = fairy();
    assert_eq!(rows.len(), 22);
    assert_eq!(misses(&rows, RuleSet::Asian), ["ff-05", "ff-10", "ff-11"]);
}

#[test]
fn every_chinese_figure_has_the_printed_ruling() {
    let rows = cxa();
    assert_eq!(rows.len(), 54);
    assert_eq!(misses(&rows, RuleSet::Cxa2020), [""; 0]);
}

#[test]
fn most_natures_agree_with_the_figures() {
    let mut agreeing = 0;
    let mut all = 0;
    for row in cxa() {
        // One figure has labels for one round more than its cycle; zip ignores them.
        let report = judge(RuleSet::Cxa2020, &row.cycle_start(), &row.cycle).unwrap();
        assert_eq!(report.moves.len(), row.cycle.len());
        for (mv, nature) in report.moves.iter().zip(&row.natures) {
            all += 1;
            agreeing += (mv.nature
                == match nature.as_str() {
                    "check" => Nature::Check,
                    "kill" => Nature::Kill,
                    "chase" => Nature::Chase,
                    "exchange" => Nature::Exchange,
                    "idle" => Nature::Idle,
                    other => panic!("{other}"),
                }) as u32;
        }
    }
    assert_eq!((agreeing, all), (212, 218));
}

/// The rule and article that decide each cycle of the suites and of [`CONSTRUCTED`], with the number of cycles.
fn deciding(rules: RuleSet) -> String {
    let constructed = CONSTRUCTED.iter().map(|&(fen, cycle)| (position(fen), moves(cycle)));
    let suites = [wxf(), fairy(), cxa()].concat().into_iter();
    let mut cycles = BTreeMap::<String, usize>::new();
    for (start, cycle) in suites.map(|row| (row.cycle_start(), row.cycle)).chain(constructed) {
        let report = judge(rules, &start, &cycle).unwrap();
        let article = report.article.unwrap_or_else(|| panic!("no article: {report}"));
        assert!(report.to_string().contains(&format!("({article})")), "{report}");
        let rule = format!("{:?}", report.rule);
        let rule = rule.split(['(', ' ']).next().unwrap_or_default();
        *cycles.entry(format!("{article}: {rule}, {}", report.ruling)).or_default() += 1;
    }
    cycles.iter().map(|(article, count)| format!("{article}, {count}\n")).collect()
}

#[test]
fn every_article_decides_some_cycle() {
    // The articles of the world rules are those of the Asian rules under other numbers.
    let all: Vec<String> = RuleSet::ALL.into_iter().map(deciding).collect();
    expect![[r#"
        Duiyi N1: RepetitionDraws, draw, 158

        Duiyi C1: PerpetualCheck, black-loses, 2
        Duiyi C1: PerpetualCheck, red-loses, 4
        Duiyi C2: MutualPerpetualCheck, draw, 2
        Duiyi C3: RepetitionDraws, draw, 150

        AXF 2.2: MutualPerpetualChase, draw, 1
        AXF 2.2: MutualPerpetualCheck, draw, 2
        AXF 3.1: PerpetualCheck, black-loses, 2
        AXF 3.1: PerpetualCheck, red-loses, 4
        AXF 3.2–3.10: NothingForbidden, draw, 81
        AXF 3.3: PerpetualChase, black-loses, 16
        AXF 3.3: PerpetualChase, red-loses, 47
        AXF 3.6, appendix: PerpetualRootChase, black-loses, 3
        AXF 3.6, appendix: PerpetualRootChase, red-loses, 2

        WXF 2018 20.1: PerpetualCheck, black-loses, 2
        WXF 2018 20.1: PerpetualCheck, red-loses, 4
        WXF 2018 20.1–20.2: MutualPerpetualCheck, draw, 2
        WXF 2018 20.2–20.10: NothingForbidden, draw, 81
        WXF 2018 20.3–20.5: MutualPerpetualChase, draw, 1
        WXF 2018 20.3–20.5: PerpetualChase, black-loses, 16
        WXF 2018 20.3–20.5: PerpetualChase, red-loses, 47
        WXF 2018 20.6–20.7: PerpetualRootChase, black-loses, 3
        WXF 2018 20.6–20.7: PerpetualRootChase, red-loses, 2

        CXA 2020 25.1: PerpetualCheck, black-loses, 2
        CXA 2020 25.1: PerpetualCheck, red-loses, 4
        CXA 2020 25.2: NothingForbidden, draw, 27
        CXA 2020 25.3: OnlyForbiddenMoves, black-loses, 22
        CXA 2020 25.3: OnlyForbiddenMoves, red-loses, 63
        CXA 2020 26.9.1–26.9.3: GraverMoves, black-loses, 3
        CXA 2020 26.9.1–26.9.3: GraverMoves, red-loses, 9
        CXA 2020 26.9.4: BothOnlyForbiddenMoves, draw, 26
        CXA 2020 26.9.4: MutualPerpetualCheck, draw, 2
    "#]]
    .assert_eq(&all.join("\n"));
}

#[test]
fn an_article_has_a_citation_and_a_sentence_in_both_languages() {
    let start = position("c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w");
    let article = judge(RuleSet::Cxa2020, &start, &moves("h8h9 f9f8 h9h8 f8f9")).unwrap().article.unwrap();
    assert_eq!((article.document, article.number), (Document::Cxa2020, "25.1"));
    assert!(article.english.ends_with('.') && article.chinese.contains("长将"));
    // A rule that the rule set does not have.
    assert_eq!(Rule::GraverMoves(RED).article(RuleSet::Asian), None);
    assert_eq!(Rule::NotRepeated.article(RuleSet::Asian), None);
}

#[test]
fn reflections_and_rotated_cycles_have_the_same_ruling() {
    for row in [wxf(), fairy(), cxa()].concat() {
        for rules in RuleSet::ALL {
            let ruling = row.judged(rules);
            let mirrored = row.map(Position::mirrored, Square::mirror);
            assert_eq!(mirrored.judged(rules), ruling, "{} mirrored, {rules}", row.id);
            let swapped = row.map(Position::color_swapped, Square::rotate);
            assert_eq!(swapped.judged(rules), ruling.color_swapped(), "{} with colours exchanged, {rules}", row.id);
            let later = row.rotated();
            assert_eq!(
                judge(rules, &later.cycle_start(), &later.cycle).unwrap().ruling,
                judge(rules, &row.cycle_start(), &row.cycle).unwrap().ruling,
                "{} started later, {rules}",
                row.id
            );
        }
    }
}

/// The verdict of a search at the end of a line: the length of the shortest cycle, and its ruling.
fn searched(rules: RuleSet, start: &Position, line: &[Move]) -> (usize, Ruling) {
    let rules = GameRules { move_limit: None, insufficient_material: false, ..rules.into() };
    let mut game = Xiangqi::new(*start).with_rules(rules);
    for &mv in line {
        game.play(mv).unwrap();
    }
    let Verdict::Exact(score, Reach::Plies(length)) = game.verdict(MAX_PLY) else { panic!("{line:?} is not a cycle") };
    let us = game.position().side_to_move();
    let ruling = match score.cmp(&Score::ZERO) {
        Ordering::Less => Ruling::Loses(us),
        Ordering::Equal => Ruling::Draw,
        Ordering::Greater => Ruling::Loses(!us),
    };
    (length, ruling)
}

#[test]
fn the_verdict_in_a_search_equals_the_ruling() {
    for row in [wxf(), fairy(), cxa()].concat() {
        let line = [row.prefix.clone(), row.cycle.clone()].concat();
        for rules in RuleSet::ALL {
            let (length, ruling) = searched(rules, &row.cycle_start(), &row.cycle);
            if length == row.cycle.len() {
                let referee = judge(rules, &row.cycle_start(), &row.cycle).unwrap().ruling;
                assert_eq!(ruling, referee, "{} {rules}", row.id);
            }
            // The shortest cycle at the end of the line, however long the line is.
            let (length, ruling) = searched(rules, &row.start, &line);
            let shortest = &line[line.len() - length..];
            let start = line[..line.len() - length].iter().fold(row.start, |p, &mv| p.play(mv).unwrap());
            assert_eq!(judge(rules, &start, shortest).unwrap().ruling, ruling, "{} {rules}", row.id);
        }
    }
}

#[test]
fn a_line_without_repetition_is_open_and_a_bad_one_an_error() {
    let start = Position::start();
    let report = judge(RuleSet::Asian, &start, &moves("h2e2 h9g7")).unwrap();
    assert_eq!((report.ruling, report.rule, report.article), (Ruling::Open, Rule::NotRepeated, None));
    assert_eq!(report.to_string().lines().last(), Some("open"));
    assert!(report.span.is_empty());
    let error = judge(RuleSet::Asian, &start, &moves("h2e2 h2e2")).unwrap_err();
    assert_eq!(error.index, 1);
    assert!(error.to_string().starts_with("move 2 cannot be played"), "{error}");
}

#[test]
fn the_ruling_determines_the_banned_move() {
    // The worked example of banmoves in the UCCI protocol: Red's horse chases
    // with every move, Black answers a chase with an offer, so Red must not
    // complete the cycle.
    let row = cxa().into_iter().find(|row| row.id == "cxa2020-fig-02").unwrap();
    let played = [row.cycle.clone(), row.cycle.clone()].concat();
    let position = row.cycle.iter().fold(row.start, |position, &mv| position.play(mv).unwrap());
    assert_eq!(judge(RuleSet::Cxa2020, &row.start, &played).unwrap().ruling, Ruling::Loses(RED));
    // Of all Red's moves only the horse's next step of the cycle repeats a position.
    let banned: Vec<Move> = position
        .legal_moves()
        .into_iter()
        .filter(|&mv| {
            let line = [row.cycle.clone(), vec![mv]].concat();
            matches!(judge(RuleSet::Cxa2020, &row.start, &line).unwrap().ruling, Ruling::Loses(RED))
        })
        .collect();
    assert_eq!(banned, [row.cycle[0]]);
}

#[test]
fn an_explanation_contains_every_move_and_the_rule() {
    let row = wxf().into_iter().find(|row| row.id == "wxf2018-001").unwrap();
    let report = judge(RuleSet::Asian, &row.cycle_start(), &row.cycle).unwrap();
    assert_eq!(report.rule, Rule::PerpetualCheck(RED));
    assert_eq!(report.to_string().lines().next(), Some("1. Red rook h9h8: check"), "{report}");
    // The explanation of a chase contains attacker and target.
    let start = position("5k3/9/5c3/9/9/2R6/9/9/9/3K5 w - - 0 1");
    let report = judge(RuleSet::Wxf2018, &start, &moves("c4c7 f7f6 c7c6 f6f7 c6c7 f7f6 c7c6 f6f7")).unwrap();
    let chase = &report.moves[0].threats[0];
    assert!(matches!(chase.kind, ThreatKind::NewAttack(_)));
    assert_eq!((chase.from.to_string(), chase.at.to_string()), ("c7".into(), "f7".into()));
    assert!(matches!(report.rule, Rule::PerpetualChase { by: RED, .. }), "{report}");
    assert_eq!(report.to_string().lines().last(), Some("red-loses"));
}

#[test]
fn harmless_moves_have_natures_by_the_world_rules() {
    let natures = |id: &str, rules| -> Vec<Nature> {
        let row = wxf().into_iter().find(|row| row.id == id).unwrap();
        let report = judge(rules, &row.cycle_start(), &row.cycle).unwrap();
        report.moves.iter().map(|mv| mv.nature).collect()
    };
    // A threat of mate, which these rules allow; the plain Asian form omits it.
    assert_eq!(natures("wxf2018-007", RuleSet::Wxf2018)[0], Nature::Kill);
    assert_eq!(natures("wxf2018-007", RuleSet::Asian)[0], Nature::Idle);
    let mut seen: Vec<Nature> = wxf().iter().flat_map(|row| natures(&row.id, RuleSet::Wxf2018)).collect();
    seen.sort_by_key(Nature::to_string);
    seen.dedup();
    assert_eq!(seen.len(), 7, "every nature occurs in the diagrams: {seen:?}");
}

#[test]
fn rule_sets_are_read_by_name() {
    for rules in RuleSet::ALL {
        assert_eq!(rules.to_string().parse(), Ok(rules));
        assert_eq!(rules.to_string().to_uppercase().replace('-', "_").parse(), Ok(rules));
    }
    assert!("AXF".parse::<RuleSet>().is_err());
    assert_eq!(RuleSet::default(), RuleSet::Asian);
}

/// A check is answered in turn, by a horse or by the king alone, while other pieces attack as before.
#[test]
fn answers_to_checks_do_not_chase() {
    for (fen, cycle) in [
        ("4k1n2/8C/9/1R7/8r/6C2/9/9/5K3/1n4r2 w", "b6e6 g9e8 e6b6 e8g9"),
        ("1C2k4/3n5/3R5/9/9/9/9/9/9/5KR2 w", "d7e7 e9d9 e7d7 d9e9"),
    ] {
        for rules in [RuleSet::Asian, RuleSet::Wxf2018] {
            let mut game = Xiangqi::new(fen.parse().unwrap()).with_rules(rules);
            cycle.split(' ').cycle().take(8).for_each(|mv| game.play(mv.parse().unwrap()).unwrap());
            assert_eq!(game.ruling_report().ruling, Ruling::Draw, "{fen} {cycle}");
        }
    }
}

/// The horses are pinned in turn on the files of the king, which leaves each line by going to the other.
#[test]
fn a_king_that_leaves_a_pin_attacks_anew() {
    let expected = [
        (RuleSet::Asian, Ruling::Loses(RED)),
        (RuleSet::Wxf2018, Ruling::Loses(RED)),
        (RuleSet::Cxa2020, Ruling::Draw),
    ];
    for (rules, ruling) in expected {
        let start = "3rrkb2/9/2c6/4N4/3N5/9/9/9/4K4/9 w".parse().unwrap();
        let mut game = Xiangqi::new(start).with_rules(rules);
        moves("e1d1 g9i7 d1e1 i7g9 e1d1 g9i7 d1e1 i7g9").into_iter().for_each(|mv| game.play(mv).unwrap());
        assert_eq!(game.ruling_report().ruling, ruling, "{rules}");
    }
}
