//! The weights of the evaluation, and their text.

use super::network::{Network, four_name, four_of_name, fours};
use crate::Rules;
use crate::patterns::Shape;
use std::{fmt, str::FromStr, sync::Arc};
use thiserror::Error;

/// How many pairs of shapes there are, the order of the two not counted.
pub const PAIRS: usize = Shape::COUNT * (Shape::COUNT + 1) / 2;

/// The index of a pair of shapes in the weights of a position.
#[inline]
pub const fn pair_index(one: Shape, other: Shape) -> usize {
    let (one, other) = (one.index(), other.index());
    let (high, low) = if one > other { (one, other) } else { (other, one) };
    high * (high + 1) / 2 + low
}

/// What a stone is worth: the thesis's values (着子棋力), by what it makes on
/// each of its four lines and by what it keeps the opponent from making there.
///
/// The value of a stone is the sum over the four lines (thesis 5.3; row
/// C-C9 of docs/sources.md). The thesis has a value for each of its line codes; here all codes
/// whose stone has the same [`Shape`] share one, so that 24 numbers stand for
/// the hash table, every line has a value, and a line and its mirror image the
/// same (rule 4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StoneWeights {
    /// For the shape that the stone makes, by [`Shape::index`].
    pub gain: [u16; Shape::COUNT],
    /// For the shape that the opponent would have made with it.
    pub block: [u16; Shape::COUNT],
}

impl StoneWeights {
    /// The printed values of table 5.1, and between them what the valuation
    /// rules ask for: the more effect the more value, and four times a weak
    /// shape is not more than a threat.
    pub const PRINTED: StoneWeights = StoneWeights {
        //      dead  one  S2   A2   S3   I3    A3    S4    A4    S5    A5    six
        gain: [0, 10, 60, 250, 200, 400, 1000, 1200, 2000, 2500, 3000, 50_000],
        block: [0, 5, 40, 150, 150, 300, 600, 800, 1200, 5000, 5000, 20_000],
    };
}

/// Which weights of a position apply: those of the side to move or of the
/// other, and with how many stones left in the turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Role {
    /// To move, with the last stone of the turn.
    LastStone = 0,
    /// To move, with more than one stone left.
    FullTurn,
    /// Waiting while the opponent has one stone left.
    WaitingOne,
    /// Waiting while the opponent has more.
    WaitingFull,
}

impl Role {
    /// How many roles there are.
    pub const COUNT: usize = 4;

    /// The role of the side to move with so many stones left.
    #[inline]
    pub const fn mover(left: u8) -> Role {
        if left > 1 { Role::FullTurn } else { Role::LastStone }
    }

    /// The role of the other side.
    #[inline]
    pub const fn waiting(left: u8) -> Role {
        if left > 1 { Role::WaitingFull } else { Role::WaitingOne }
    }
}

/// Kinds of empty points of which it matters how many a side has, and not in
/// proportion: the first point where a stone makes an active four is worth more
/// than the sum over the points can say, the fifth nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Crowd {
    /// The best shape is an active three or better.
    Three = 0,
    /// The best shape is a four or better: a stone makes a threat.
    Four,
    /// The best shape is an active four or better: a stone makes two threats.
    ActiveFour,
    /// An active three or better, and an active two or better across.
    ThreeAndTwo,
    /// Two shapes of an active three or better.
    Threes,
    /// A four or better, and an active three or better across.
    FourAndThree,
}

impl Crowd {
    /// How many kinds there are.
    pub const COUNT: usize = 6;

    /// All kinds.
    pub const ALL: [Crowd; Crowd::COUNT] =
        [Crowd::Three, Crowd::Four, Crowd::ActiveFour, Crowd::ThreeAndTwo, Crowd::Threes, Crowd::FourAndThree];

    /// How many numbers of points are told apart.
    pub const STEPS: usize = 8;

    /// The name in a text of weights.
    pub const fn name(self) -> &'static str {
        match self {
            Crowd::Three => "A3",
            Crowd::Four => "S4",
            Crowd::ActiveFour => "A4",
            Crowd::ThreeAndTwo => "A3+A2",
            Crowd::Threes => "A3+A3",
            Crowd::FourAndThree => "S4+A3",
        }
    }

    /// Whether a point is one, by the two best shapes of a stone there.
    pub fn has(self, best: Shape, second: Shape) -> bool {
        match self {
            Crowd::Three => best >= Shape::A3,
            Crowd::Four => best >= Shape::S4,
            Crowd::ActiveFour => best >= Shape::A4,
            Crowd::ThreeAndTwo => best >= Shape::A3 && second >= Shape::A2,
            Crowd::Threes => second >= Shape::A3,
            Crowd::FourAndThree => best >= Shape::S4 && second >= Shape::A3,
        }
    }

    /// The step of so many points, below [`Crowd::STEPS`]: the two kinds that are frequent go by twos.
    #[inline]
    pub fn step(self, count: u16) -> usize {
        let count = usize::from(count);
        let step = if matches!(self, Crowd::Three | Crowd::Four) { count.div_ceil(2) } else { count };
        step.min(Crowd::STEPS - 1)
    }
}

/// What a position is worth: each empty point has, for each side, a value by
/// the two best shapes that a stone would make there, and one for each of the
/// other two; the sum over the points is the side's.
///
/// Values for both roles and both numbers of stones left are the initiative:
/// an active three is worth more to who moves next. All are in sixteenths
/// ([`PositionWeights::GRAIN`]) of the evaluation's unit, since what hundreds
/// of points have in common is worth little on each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionWeights {
    /// By [`Role`] and [`pair_index`].
    pub points: [[i16; PAIRS]; Role::COUNT],
    /// By [`Role`] and [`Shape::index`], for the third best shape and the worst.
    pub rest: [[i16; Shape::COUNT]; Role::COUNT],
    /// By [`Role`], [`Crowd`] and [`Crowd::step`], once for each side.
    pub crowds: [[[i16; Crowd::STEPS]; Crowd::COUNT]; Role::COUNT],
    /// For the side to move, with one stone left and with more.
    pub tempo: [i16; 2],
}

/// All weights of one game.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// For the order of the candidates.
    pub stone: StoneWeights,
    /// For the leaves of the search.
    pub position: PositionWeights,
    /// What judges the leaves instead, on boards of up to 361 points.
    pub network: Option<Arc<Network>>,
}

impl Weights {
    /// The weights to play a game with: the tuned ones where six in a row win
    /// and a turn has two stones, those by hand for all others.
    pub fn of(rules: Rules) -> Weights {
        if (rules.k(), rules.p()) == (6, 2) { Weights::tuned() } else { Weights::plain() }
    }

    /// The weights tuned on Connect6; how, the text itself says.
    pub fn tuned() -> Weights {
        // A test reads it; should it ever be broken, there are others.
        include_str!("tuned.txt").parse().unwrap_or_else(|_| Weights::plain())
    }

    /// Values by hand.
    pub fn plain() -> Weights {
        Weights { stone: StoneWeights::PRINTED, position: PositionWeights::plain(), network: None }
    }
}

impl StoneWeights {
    /// How many values there are: a gain and a block for every shape.
    pub const VALUES: usize = 2 * Shape::COUNT;

    /// The names of the values, `gain.A3` and `block.A3`.
    pub fn names() -> impl Iterator<Item = String> {
        let of = |kind: &'static str| Shape::ALL.into_iter().map(move |shape| format!("{kind}.{}", shape.name()));
        of("gain").chain(of("block"))
    }

    /// All values, in the order of the names.
    pub fn values(&self) -> [u16; StoneWeights::VALUES] {
        std::array::from_fn(|i| if i < Shape::COUNT { self.gain[i] } else { self.block[i - Shape::COUNT] })
    }

    /// The weights with these values.
    pub fn from_values(values: [u16; StoneWeights::VALUES]) -> StoneWeights {
        StoneWeights {
            gain: std::array::from_fn(|i| values[i]),
            block: std::array::from_fn(|i| values[i + Shape::COUNT]),
        }
    }
}

impl PositionWeights {
    /// How many of them are one unit of the evaluation.
    pub const GRAIN: i32 = 16;

    /// Values by hand: a shape counts about twice as much for each stone that
    /// is missing less, half as much again when active, less for who waits.
    pub fn plain() -> PositionWeights {
        let single: [i32; Shape::COUNT] = [0, 1, 3, 6, 8, 12, 20, 24, 36, 48, 64, 128];
        let mut points = [[0; PAIRS]; Role::COUNT];
        for (role, points) in points.iter_mut().enumerate() {
            let share = [5, 6, 4, 3][role];
            for one in Shape::ALL {
                for other in Shape::ALL {
                    let value = (single[one.index()] + single[other.index()]) * share / 4;
                    points[pair_index(one, other)] = value as i16;
                }
            }
        }
        PositionWeights {
            points,
            rest: [[0; Shape::COUNT]; Role::COUNT],
            crowds: Default::default(),
            tempo: [128, 256],
        }
    }
}

/// Every pair of shapes with its index, the better one first.
fn pairs() -> impl Iterator<Item = (usize, Shape, Shape)> {
    Shape::ALL.into_iter().flat_map(|one| {
        Shape::ALL.into_iter().filter(move |&other| other <= one).map(move |other| (pair_index(one, other), one, other))
    })
}

/// The index of a pair of shapes by its name, the better one first: `A3+S2`.
fn pair_of_name(name: &str) -> Option<usize> {
    let (better, other) = name.split_once('+')?;
    let found = pairs().find(|(_, one, two)| one.name() == better && two.name() == other);
    found.map(|(index, ..)| index)
}

/// A kind of points and a step by their name, `A3+A2.4`.
fn crowd_of_name(name: &str) -> Option<(Crowd, usize)> {
    let (crowd, step) = name.split_once('.')?;
    let crowd = Crowd::ALL.into_iter().find(|other| other.name() == crowd)?;
    Some((crowd, step.parse().ok().filter(|&step| step < Crowd::STEPS)?))
}

/// What is wrong with a line of weights.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {kind}")]
pub struct WeightsError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub kind: WeightsErrorKind,
}

/// What can be wrong with a line of weights.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum WeightsErrorKind {
    /// No weight has the name.
    #[error("no weight has the name '{0}'")]
    Name(String),
    /// A name with more or fewer numbers than it has values.
    #[error("{name} has {expected} values, not {found}")]
    Count {
        /// The name.
        name: String,
        /// How many values it has.
        expected: usize,
        /// How many were found.
        found: usize,
    },
    /// A number that is none, or is out of range.
    #[error("'{0}' is no value: gains and blocks are from 0 to 65535, what a point adds to the counts of a network from 0 to {most}, \
        its other numbers finite, all others from -32768 to 32767", most = Network::MOST)]
    Value(String),
}

/// One name and its values a line, `#` begins a comment. What a text does not
/// name keeps the value by hand.
///
/// ```text
/// gain.A3 1000           a stone that makes an active three
/// block.A3 600           one that prevents it
/// tempo 128 256          to move with one stone left, with more
/// point.A3+S2 9 10 6 5   an empty point: for the side to move with one stone
///                        left, with more, and for the other side likewise
/// rest.A3 1 1 0 0        the same for its third best shape, and for the worst
/// crowd.A4.2 90 60 9 8   the same for all points of a kind together ([`Crowd`]), when
///                        there are so many (the last number stands for more as well,
///                        and A3 and S4 are counted in twos)
/// net.point.A3+A2+S2+S2 0 12 … an empty point: what it adds to the counts of a network
/// net.1.bias 0.5 …       the network's layers with one stone left: bias, output, constant,
///                        direct.own, direct.other, own.N and other.N for each count;
///                        net.2 likewise with more stones left (not named: 0)
/// ```
impl FromStr for Weights {
    type Err = WeightsError;

    fn from_str(text: &str) -> Result<Weights, WeightsError> {
        let mut weights = Weights::plain();
        for (number, line) in text.lines().enumerate() {
            let at = |kind| WeightsError { line: number + 1, kind };
            let mut words = line.split('#').next().unwrap_or_default().split_whitespace();
            let Some(name) = words.next() else { continue };
            let words: Vec<&str> = words.collect();
            let short = |text: &str| text.chars().take(60).collect::<String>();
            let count = |expected| {
                if words.len() == expected {
                    Ok(())
                } else {
                    Err(at(WeightsErrorKind::Count { name: short(name), expected, found: words.len() }))
                }
            };
            let signed = |i: usize| -> Result<i16, WeightsError> {
                words[i].parse().map_err(|_| at(WeightsErrorKind::Value(short(words[i]))))
            };
            if let Some(index) = StoneWeights::names().position(|other| other == name) {
                count(1)?;
                let value = words[0].parse().map_err(|_| at(WeightsErrorKind::Value(short(words[0]))))?;
                let mut values = weights.stone.values();
                values[index] = value;
                weights.stone = StoneWeights::from_values(values);
            } else if let Some(four) = name.strip_prefix("net.point.").and_then(four_of_name) {
                count(Network::COUNTS)?;
                let network = Arc::make_mut(weights.network.get_or_insert_with(|| Arc::new(Network::zero())));
                for (value, word) in network.points[four].iter_mut().zip(&words) {
                    let read = word.parse().ok().filter(|&value| value <= Network::MOST);
                    *value = read.ok_or_else(|| at(WeightsErrorKind::Value(short(word))))?;
                }
            } else if name.starts_with("net.") {
                let network = Arc::make_mut(weights.network.get_or_insert_with(|| Arc::new(Network::zero())));
                let row = network.row_mut(name).ok_or_else(|| at(WeightsErrorKind::Name(short(name))))?;
                count(row.len())?;
                for (value, word) in row.iter_mut().zip(&words) {
                    let read = word.parse().ok().filter(|value: &f32| value.is_finite());
                    *value = read.ok_or_else(|| at(WeightsErrorKind::Value(short(word))))?;
                }
            } else if name == "tempo" {
                count(2)?;
                weights.position.tempo = [signed(0)?, signed(1)?];
            } else if let Some(shape) =
                Shape::ALL.into_iter().find(|shape| name.strip_prefix("rest.") == Some(shape.name()))
            {
                count(Role::COUNT)?;
                for (role, rest) in weights.position.rest.iter_mut().enumerate() {
                    rest[shape.index()] = signed(role)?;
                }
            } else if let Some((crowd, step)) = name.strip_prefix("crowd.").and_then(crowd_of_name) {
                count(Role::COUNT)?;
                for (role, crowds) in weights.position.crowds.iter_mut().enumerate() {
                    crowds[crowd as usize][step] = signed(role)?;
                }
            } else if let Some(index) = name.strip_prefix("point.").and_then(pair_of_name) {
                count(Role::COUNT)?;
                for (role, points) in weights.position.points.iter_mut().enumerate() {
                    points[index] = signed(role)?;
                }
            } else {
                return Err(at(WeightsErrorKind::Name(short(name))));
            }
        }
        Ok(weights)
    }
}

impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in StoneWeights::names().zip(self.stone.values()) {
            writeln!(f, "{name} {value}")?;
        }
        writeln!(f, "tempo {} {}", self.position.tempo[0], self.position.tempo[1])?;
        for shape in Shape::ALL {
            let rest = self.position.rest.map(|rest| rest[shape.index()]);
            if rest != [0; Role::COUNT] {
                writeln!(f, "rest.{} {} {} {} {}", shape.name(), rest[0], rest[1], rest[2], rest[3])?;
            }
        }
        for crowd in Crowd::ALL {
            for step in 0..Crowd::STEPS {
                let values = self.position.crowds.map(|crowds| crowds[crowd as usize][step]);
                if values != [0; Role::COUNT] {
                    let [last, full, one, more] = values;
                    writeln!(f, "crowd.{}.{step} {last} {full} {one} {more}", crowd.name())?;
                }
            }
        }
        for (index, one, other) in pairs() {
            write!(f, "point.{}+{}", one.name(), other.name())?;
            for points in &self.position.points {
                write!(f, " {}", points[index])?;
            }
            writeln!(f)?;
        }
        let Some(network) = &self.network else { return Ok(()) };
        for (name, values) in network.rows() {
            write!(f, "{name}")?;
            values.iter().try_for_each(|value| write!(f, " {value}"))?;
            writeln!(f)?;
        }
        for (four, values) in fours().zip(network.points.iter()) {
            write!(f, "net.point.{}", four_name(four))?;
            values.iter().try_for_each(|value| write!(f, " {value}"))?;
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tuned_weights_are_read_and_written() {
        let tuned: Weights = include_str!("tuned.txt").parse().unwrap();
        assert_eq!(tuned, Weights::tuned());
        let mut all = Weights::plain();
        for (role, crowds) in all.position.crowds.iter_mut().enumerate() {
            *crowds = std::array::from_fn(|crowd| std::array::from_fn(|step| (step * (crowd + role)) as i16 - 20));
        }
        for (role, rest) in all.position.rest.iter_mut().enumerate() {
            *rest = std::array::from_fn(|shape| (shape * (role + 1)) as i16 - 20);
        }
        let mut judged = Weights::plain();
        let mut network = Network::zero();
        network.points[7] = std::array::from_fn(|count| count as u8 * 5);
        network.layers[0].bias[2] = -0.125;
        network.layers[1].hidden[1][13][4] = 1.0 / 3.0;
        network.layers[1].direct[0][9] = 1e-7;
        judged.network = Some(network.into());
        for weights in [tuned, Weights::plain(), all, judged] {
            assert_eq!(weights.to_string().parse(), Ok(weights));
        }
    }

    #[test]
    fn what_is_wrong_with_a_text_is_said() {
        let kind = |text: &str| text.parse::<Weights>().unwrap_err().kind;
        assert_eq!(kind("gain.A9 3"), WeightsErrorKind::Name("gain.A9".into()));
        assert_eq!(kind("point.S2+A3 1 2 3 4"), WeightsErrorKind::Name("point.S2+A3".into()));
        assert_eq!(kind("gain.A3 65536"), WeightsErrorKind::Value("65536".into()));
        assert_eq!(kind("point.A3+S2 1 2 3 40000"), WeightsErrorKind::Value("40000".into()));
        assert_eq!(kind("crowd.A4.8 1 2 3 4"), WeightsErrorKind::Name("crowd.A4.8".into()));
        assert_eq!(kind("rest.A3 1 2 3 x"), WeightsErrorKind::Value("x".into()));
        assert_eq!(kind("tempo 1"), WeightsErrorKind::Count { name: "tempo".into(), expected: 2, found: 1 });
        assert_eq!(kind("net.1.own.14 1"), WeightsErrorKind::Name("net.1.own.14".into()));
        assert_eq!(
            kind("net.2.bias NaN"),
            WeightsErrorKind::Count { name: "net.2.bias".into(), expected: 16, found: 1 }
        );
        assert_eq!(kind("net.2.constant NaN"), WeightsErrorKind::Value("NaN".into()));
        let point = format!("net.point.A3+A2+S2+S2 {}", "182 ".repeat(Network::COUNTS));
        assert_eq!(kind(&point), WeightsErrorKind::Value("182".into()));
        assert_eq!("\n# a\n x".parse::<Weights>().unwrap_err().line, 3);
        assert_eq!("".parse(), Ok(Weights::plain()));
    }

    #[test]
    fn the_thesis_values_a_stone_as_printed() {
        // Table 5.1 and the XML: what the sum over one line gives (the empty
        // lines of the other directions are left out).
        use crate::patterns::{LineCode, Pattern, PatternTable};
        let table = PatternTable::new();
        let shape = |pattern: Option<Pattern>| match pattern {
            Some(Pattern::C6 | Pattern::Cl) => Shape::Six,
            Some(pattern) => Shape::ALL.into_iter().find(|shape| shape.name() == pattern.name()).unwrap_or(Shape::Dead),
            None => Shape::Single,
        };
        for (number, value, blocks) in [
            (549_324_218, 50_000, false),
            (891_121_093, 3000, false),
            (910_652_343, 2000, false),
            (914_558_593, 1000, false),
            (366_277_343, 5000, true),
            (415_027_343, 5000, true),
            (915_333_593, 1000, false),
            (914_552_343, 2000, false),
            (915_332_343, 2000, false),
            (793_464_843, 50_000, false),
            (915_488_283, 50_000, false),
            (891_114_843, 50_000, false),
        ] {
            let line = LineCode::from_number(number).unwrap();
            let weights = StoneWeights::PRINTED;
            let found = if blocks {
                weights.block[shape(table.of_view(line.opponent_view())).index()]
            } else {
                weights.gain[shape(table.of(line)).index()]
            };
            assert_eq!(found, value, "{number}");
        }
    }

    #[test]
    fn pairs_have_an_index_each() {
        let mut seen = [0; PAIRS];
        for (i, one) in Shape::ALL.into_iter().enumerate() {
            for other in &Shape::ALL[..=i] {
                assert_eq!(pair_index(one, *other), pair_index(*other, one));
                seen[pair_index(one, *other)] += 1;
            }
        }
        assert_eq!(seen, [1; PAIRS]);
    }
}
