//! The rule books' diagrams: every cycle with its published ruling.

use duiyi_xiangqi::{
    Color, Move, Position, Setup, Square,
    rulings::{Gravity, Label, Nature, RuleSet, Ruling, judge, repetition_verdict, rule_labels, ruling_on_path},
};

/// One row of a suite.
#[derive(Clone)]
struct Row {
    id: String,
    start: Position,
    prefix: Vec<Move>,
    cycle: Vec<Move>,
    /// `None` where the source leaves it open.
    ruling: Option<Ruling>,
    natures: Vec<String>,
}

fn moves(text: &str) -> Vec<Move> {
    text.split_whitespace().map(|word| word.parse().unwrap()).collect()
}

/// A diagram as printed: one has a pawn behind the point where it began.
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
                    "red-loses" => Some(Ruling::Loses(Color::Red)),
                    "black-loses" => Some(Ruling::Loses(Color::Black)),
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
    suite(include_str!("data/rules-wxf2018.tsv"))
}

fn fairy() -> Vec<Row> {
    suite(include_str!("data/rules-fairysf.tsv"))
}

fn cxa() -> Vec<Row> {
    suite(include_str!("data/rules-cxa2020.tsv"))
}

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

    /// The cycle begun one full move later.
    fn rotated(&self) -> Row {
        let mut row = self.clone();
        row.prefix.extend(&self.cycle[..2]);
        row.cycle.rotate_left(2);
        row
    }
}

/// The rows whose ruling differs from the source's.
fn misses(rows: &[Row], rules: RuleSet) -> Vec<String> {
    rows.iter()
        .filter(|row| row.ruling.is_some_and(|ruling| row.judged(rules) != ruling))
        .map(|row| row.id.clone())
        .collect()
}

#[test]
fn every_diagram_of_the_world_rules_is_ruled_as_printed() {
    let rows = wxf();
    assert_eq!(rows.len(), 82);
    for rules in [RuleSet::Asian, RuleSet::Wxf2018] {
        assert_eq!(misses(&rows, rules), [""; 0], "{rules}");
    }
}

#[test]
fn three_cycles_of_an_engine_s_tests_contradict_the_world_rules() {
    // In ff-05 and ff-11 (one position) and in ff-10 a move checks and chases
    // the same piece; to count such a move as a chase would overturn diagram 12
    // of the world rules, where check and chase in turn are a draw.
    let rows = fairy();
    assert_eq!(rows.len(), 22);
    assert_eq!(misses(&rows, RuleSet::Asian), ["ff-05", "ff-10", "ff-11"]);
}

/// The file's labels; it does not say how grave a chase is.
fn label(nature: &str) -> Label {
    match nature {
        "check" => Label::Check,
        "kill" => Label::Kill,
        "chase" => Label::Chase(Gravity::Rootless),
        "exchange" => Label::Exchange,
        "idle" => Label::Idle,
        other => panic!("{other}"),
    }
}

#[test]
fn dump_cxa() {
    let rows = cxa();
    let mut ok = 0;
    let mut labels_ok = 0;
    let mut total = 0;
    for row in &rows {
        let j = judge(RuleSet::Cxa2020, &row.start, &[row.prefix.clone(), row.cycle.clone()].concat()).unwrap();
        let good = Some(j.ruling) == row.ruling;
        ok += good as u32;
        let mine: Vec<String> = j
            .moves
            .iter()
            .map(|m| match m.nature {
                Nature::Kill => "kill".into(),
                Nature::Exchange => "exchange".into(),
                n => n.to_string(),
            })
            .collect();
        total += mine.len();
        labels_ok += mine.iter().zip(&row.natures).filter(|(a, b)| a == b).count();
        println!(
            "{} {} want {} got {} | {:?} | {:?}",
            if good { "ok " } else { "BAD" },
            row.id,
            row.ruling.unwrap(),
            j.ruling,
            row.natures.join(","),
            mine.join(",")
        );
        if std::env::var("V").is_ok() {
            println!("{}", row.start);
            for m in &j.moves {
                println!("    {m}");
            }
        }
    }
    println!("rulings {ok} of {} labels {labels_ok} of {total}", rows.len());
}

#[test]
fn the_ruling_table_agrees_with_the_labels() {
    let wrong: Vec<String> = cxa()
        .iter()
        .filter(|row| {
            let ruling = rule_labels(row.cycle_start().side_to_move(), row.natures.iter().map(|n| label(n)));
            Some(ruling) != row.ruling
        })
        .map(|row| row.id.clone())
        .collect();
    println!("{wrong:?}");
}
