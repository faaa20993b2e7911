//! Kinds of points whose joint value differs from the sum of their values.

use crate::patterns::Shape;

/// Kinds of empty points whose value is not proportional to their number: the first point where a
/// stone makes an active four is worth more than the sum over the points can express, the fifth
/// adds nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum PointKind {
    /// The best shape is an active three or better.
    Three = 0,
    /// The best shape is a four or better: a stone makes a threat.
    Four,
    /// The best shape is an active four or better: a stone makes two threats.
    ActiveFour,
    /// An active three or better, and an active two or better in another direction.
    ThreeAndTwo,
    /// Two shapes of an active three or better.
    Threes,
    /// A four or better, and an active three or better in another direction.
    FourAndThree,
}

impl PointKind {
    /// The number of kinds.
    pub const COUNT: usize = 6;

    /// All kinds.
    pub const ALL: [PointKind; PointKind::COUNT] = [
        PointKind::Three,
        PointKind::Four,
        PointKind::ActiveFour,
        PointKind::ThreeAndTwo,
        PointKind::Threes,
        PointKind::FourAndThree,
    ];

    /// The number of distinct steps.
    pub const STEPS: usize = 8;

    /// The name in a text of weights.
    pub const fn name(self) -> &'static str {
        match self {
            PointKind::Three => "A3",
            PointKind::Four => "S4",
            PointKind::ActiveFour => "A4",
            PointKind::ThreeAndTwo => "A3+A2",
            PointKind::Threes => "A3+A3",
            PointKind::FourAndThree => "S4+A3",
        }
    }

    /// Whether a point has this kind, by the two best shapes of a stone there.
    pub fn has(self, best: Shape, second: Shape) -> bool {
        match self {
            PointKind::Three => best >= Shape::A3,
            PointKind::Four => best >= Shape::S4,
            PointKind::ActiveFour => best >= Shape::A4,
            PointKind::ThreeAndTwo => best >= Shape::A3 && second >= Shape::A2,
            PointKind::Threes => second >= Shape::A3,
            PointKind::FourAndThree => best >= Shape::S4 && second >= Shape::A3,
        }
    }

    /// The step of a number of points, less than [`PointKind::STEPS`]: the two frequent kinds have
    /// a step for every two points.
    #[inline]
    pub fn step(self, count: u16) -> usize {
        let count = usize::from(count);
        let step = if matches!(self, PointKind::Three | PointKind::Four) { count.div_ceil(2) } else { count };
        step.min(PointKind::STEPS - 1)
    }
}
