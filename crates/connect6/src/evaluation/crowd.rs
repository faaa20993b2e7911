//! Kinds of points that are worth more or less together than each alone.

use crate::patterns::Shape;

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
