//! A student of the network: the terms of the hand-written evaluation with weights that are fitted
//! to the scores of a network, one set for each of its buckets.
//!
//! The score of the network is the sum of the terms and a remainder. A bucket in which the student
//! does not follow the network closely enough is not explained ([`StudentError`]).
//!
//! ```text
//! # comments: the command
//! network 0123456789abcdef
//! bucket 0 positions 9000 r2 0.812 pieces 1000 agreement 0.934 error 45.2
//! material 0 1740 1880 4580 11250 4940 990
//! pair 0*7
//! ```
//!
//! A bucket has a line for each term with the weights of its features in tenths of a hundredth of a
//! pawn; `0*7` stands for seven zeros.

use super::{NetworkEvaluation, PieceSquares, scaled};
use crate::{
    BLACK, PieceKind, Position, RED, Side, Square, Weights, Xiangqi,
    evaluation::{FULL_SCALE, TERMS, counts, hope},
};
use duiyi_nnue::Features;
use std::{
    fmt::{self, Write as _},
    str::FromStr,
    sync::LazyLock,
};

/// The number of buckets.
const BUCKETS: usize = <PieceSquares as Features>::BUCKETS;

/// Weights per hundredth of a pawn.
const UNIT: i32 = 10;

/// How closely a student follows the network on the held-out positions of a bucket.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Faithfulness {
    /// The number of held-out positions.
    pub positions: u64,
    /// The share of the variance of the network's score that the student explains, at most 1.
    pub r_squared: f64,
    /// The mean absolute difference of the scores, in hundredths of a pawn.
    pub error: f64,
    /// The number of pieces that were removed from held-out positions.
    pub pieces: u64,
    /// The share of these pieces whose removal changes both scores in the same direction, from 0 to 1.
    pub agreement: f64,
}

impl Faithfulness {
    /// The least [`r_squared`](Faithfulness::r_squared) of an explanation.
    pub const LEAST_R_SQUARED: f64 = 0.5;
    /// The least [`agreement`](Faithfulness::agreement) of an explanation.
    pub const LEAST_AGREEMENT: f64 = 0.9;

    /// The least number of [`pieces`](Faithfulness::pieces) of an explanation; fewer show too little.
    pub const LEAST_PIECES: u64 = 100;

    /// Whether the student may explain positions of the bucket.
    pub fn is_sufficient(&self) -> bool {
        self.pieces >= Faithfulness::LEAST_PIECES
            && self.r_squared >= Faithfulness::LEAST_R_SQUARED
            && self.agreement >= Faithfulness::LEAST_AGREEMENT
    }
}

/// Why a position or a file cannot be explained or read.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum StudentError {
    /// The student was fitted to another network.
    #[error("the terms were fitted to the network {expected:016x}; found the network {found:016x}")]
    OtherNetwork {
        /// The checksum of the network to explain.
        found: u64,
        /// The checksum of the network of the student.
        expected: u64,
    },
    /// The student does not follow the network closely enough on positions of this kind.
    #[error(
        "with {} to {} pieces the terms explain {:.1} % of the variance of the network's score and {:.1} % of the \
         directions of its changes for {} removed pieces; expected at least {:.0} %, {:.0} % and {} pieces",
        4 * bucket + 2, 4 * bucket + 5, faithfulness.r_squared * 100.0, faithfulness.agreement * 100.0,
        faithfulness.pieces,
        Faithfulness::LEAST_R_SQUARED * 100.0, Faithfulness::LEAST_AGREEMENT * 100.0, Faithfulness::LEAST_PIECES
    )]
    Unfaithful {
        /// The bucket of the position.
        bucket: usize,
        /// The figures of the bucket.
        faithfulness: Faithfulness,
    },
    /// A line of a file that is not the expected one.
    #[error("line {line}: expected {expected}, found '{found}'")]
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// The expected line.
        expected: String,
        /// The line that was read.
        found: String,
    },
    /// Weights or figures whose number is not that of the features or buckets.
    #[error("{found} {what}; expected {expected}")]
    Count {
        /// Which ones.
        what: &'static str,
        /// How many were given.
        found: usize,
        /// How many were expected.
        expected: usize,
    },
}

/// What a student learns from a position.
#[derive(Clone, PartialEq, Debug)]
pub struct StudentSample {
    /// The bucket of the network.
    pub bucket: usize,
    /// The score of the network for Red before it is scaled by the share that can be won.
    pub score: i32,
    /// The features of [`Weights`] that are not balanced, with Red's count minus Black's.
    pub features: Vec<(u16, i16)>,
}

impl StudentSample {
    /// The sample of a position.
    pub fn of(network: &NetworkEvaluation, position: &Position) -> StudentSample {
        let [red, black] = counts(position);
        let net = (0..Weights::COUNT).map(|feature| (feature as u16, (red.0[feature] - black.0[feature]) as i16));
        StudentSample {
            bucket: PieceSquares::bucket_of(position),
            score: for_red(position, network.network.of(&Xiangqi::new(*position)).get()),
            features: net.filter(|&(_, count)| count != 0).collect(),
        }
    }

    /// The sample of a position without the piece on a square; `None` for an empty square and a king.
    pub fn without(network: &NetworkEvaluation, position: &Position, square: Square) -> Option<StudentSample> {
        let piece = position.piece_at(square)?;
        (piece.kind != PieceKind::King).then(|| StudentSample::of(network, &position.without(square)))
    }
}

/// A score for the side to move, for Red.
fn for_red(position: &Position, score: i32) -> i32 {
    if position.side_to_move() == RED { score } else { -score }
}

/// The terms of the hand-written evaluation with weights that are fitted to a network.
///
/// ```
/// use duiyi_xiangqi::{NetworkEvaluation, Position, Student};
/// let network = NetworkEvaluation::built_in();
/// let explanation = Student::built_in().explain(&network, &Position::start())?;
/// let sum: i32 = explanation.rows.iter().map(|row| row.sides[0] - row.sides[1]).sum();
/// assert_eq!(sum + explanation.remainder, explanation.total);
/// assert_eq!(explanation.total, network.of(&Position::start()));
/// # Ok::<(), duiyi_xiangqi::StudentError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Student {
    network: u64,
    buckets: Vec<Bucket>,
}

/// The weights of a bucket, in tenths of a hundredth of a pawn, and their quality.
#[derive(Clone, PartialEq, Debug)]
struct Bucket {
    weights: Vec<i32>,
    faithfulness: Faithfulness,
}

impl Student {
    /// The student of the network of the crate.
    ///
    /// # Panics
    /// Never: a test reads the file.
    pub fn built_in() -> &'static Student {
        static BUILT_IN: LazyLock<Student> =
            LazyLock::new(|| include_str!("student.txt").parse().expect("the student of the crate is valid"));
        &BUILT_IN
    }

    /// A student of a network from the weights of each bucket in hundredths of a pawn, in the order of
    /// [`Weights::names`], rounded to tenths. Its figures are zero until they are [measured](Student::judged).
    ///
    /// # Errors
    /// If the number of buckets or of weights is wrong.
    pub fn new(network: &NetworkEvaluation, weights: &[Vec<f64>]) -> Result<Student, StudentError> {
        let count = |what, found, expected| match found == expected {
            true => Ok(()),
            false => Err(StudentError::Count { what, found, expected }),
        };
        count("buckets", weights.len(), BUCKETS)?;
        weights.iter().try_for_each(|bucket| count("weights", bucket.len(), Weights::COUNT))?;
        let bucket = |weights: &Vec<f64>| Bucket {
            weights: weights.iter().map(|weight| (weight * f64::from(UNIT)).round() as i32).collect(),
            faithfulness: Faithfulness::default(),
        };
        Ok(Student { network: checksum(network), buckets: weights.iter().map(bucket).collect() })
    }

    /// The same student with measured figures for each bucket.
    ///
    /// # Errors
    /// If their number is wrong.
    pub fn judged(mut self, figures: &[Faithfulness]) -> Result<Student, StudentError> {
        if figures.len() != BUCKETS {
            return Err(StudentError::Count { what: "figures", found: figures.len(), expected: BUCKETS });
        }
        self.buckets.iter_mut().zip(figures).for_each(|(bucket, &figure)| bucket.faithfulness = figure);
        Ok(self)
    }

    /// The figures of each bucket.
    pub fn faithfulness(&self) -> impl Iterator<Item = Faithfulness> + '_ {
        self.buckets.iter().map(|bucket| bucket.faithfulness)
    }

    /// The sum of the terms for the side to move, scaled like the score of the network, in hundredths of a pawn.
    pub fn of(&self, position: &Position) -> i32 {
        let weights = &self.buckets[PieceSquares::bucket_of(position)].weights;
        let [red, black] = counts(position);
        let sides = red.0.iter().zip(&black.0);
        let tenths: i32 = sides.zip(weights).map(|((red, black), weight)| (red - black) * weight).sum();
        scaled(position, for_red(position, rounded(tenths)))
    }

    /// The loss of a side's sum of terms when one of its pieces is removed, as [`NetworkEvaluation::worth`].
    pub fn worth(&self, position: &Position) -> Vec<(Square, i32)> {
        super::worth(position, |position| self.of(position))
    }

    /// The score of the network by term, with the remainder that the terms leave. Reads the weights of
    /// the network to compare them with those of the student, which takes about a millisecond.
    ///
    /// # Errors
    /// If the student belongs to another network, or its [`Faithfulness`] is insufficient for the position.
    pub fn explain(
        &self,
        network: &NetworkEvaluation,
        position: &Position,
    ) -> Result<NetworkExplanation, StudentError> {
        let (found, expected) = (checksum(network), self.network);
        if found != expected {
            return Err(StudentError::OtherNetwork { found, expected });
        }
        let number = PieceSquares::bucket_of(position);
        let bucket = &self.buckets[number];
        if !bucket.faithfulness.is_sufficient() {
            return Err(StudentError::Unfaithful { bucket: number, faithfulness: bucket.faithfulness });
        }
        let raw = network.network.of(&Xiangqi::new(*position)).get();
        // The share that can be won is that of the network's score.
        let ahead = if raw > 0 { position.side_to_move() } else { !position.side_to_move() };
        let share = hope(position, ahead).unwrap_or(FULL_SCALE);
        let counts = counts(position);
        let value = |side: Side, features: std::ops::Range<usize>| {
            let counts = &counts[side.index()].0;
            let tenths: i32 = features.map(|feature| counts[feature] * bucket.weights[feature]).sum();
            rounded(tenths * share / FULL_SCALE)
        };
        let rows: Vec<NetworkTerm> = TERMS
            .iter()
            .map(|term| NetworkTerm {
                name: term.name,
                meaning: term.meaning,
                sides: [RED, BLACK].map(|side| value(side, term.features())),
            })
            .filter(|row| row.sides != [0; 2])
            .collect();
        let total = for_red(position, network.of(position));
        let sum: i32 = rows.iter().map(|row| row.sides[0] - row.sides[1]).sum();
        Ok(NetworkExplanation { rows, remainder: total - sum, total, faithfulness: bucket.faithfulness })
    }
}

/// Tenths as a whole number.
fn rounded(tenths: i32) -> i32 {
    (f64::from(tenths) / f64::from(UNIT)).round() as i32
}

/// The checksum of the file of a network, its last eight bytes.
fn checksum(network: &NetworkEvaluation) -> u64 {
    let bytes = network.parameters().to_bytes();
    bytes.last_chunk().map_or(0, |&last| u64::from_le_bytes(last))
}

/// The score of the network by term, as a student approximates it.
///
/// The figures concern the sum of the terms. Correlated terms, such as material, pairs and the numbers of pieces,
/// share credit, so a single row is not the value of its term to the network.
#[derive(Clone, PartialEq, Debug)]
pub struct NetworkExplanation {
    /// The terms that are not zero for both sides, in order.
    pub rows: Vec<NetworkTerm>,
    /// The score of the network minus the sum of the terms, for Red.
    pub remainder: i32,
    /// The score of the network for Red, in hundredths of a pawn.
    pub total: i32,
    /// How closely the terms follow the network on positions with as many pieces.
    pub faithfulness: Faithfulness,
}

/// A term in a [`NetworkExplanation`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetworkTerm {
    /// Its name.
    pub name: &'static str,
    /// A description of what it rewards.
    pub meaning: &'static str,
    /// Its value for each side, by [`Side::index`], in hundredths of a pawn.
    pub sides: [i32; 2],
}

/// A table with a row for each term (Red, Black and their difference), their sum, the remainder and the score.
impl fmt::Display for NetworkExplanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<16} |{:>6} |{:>6} |{:>11}", "term", "Red", "Black", "difference")?;
        let mut sums = [0; 2];
        for row in &self.rows {
            let [red, black] = row.sides;
            writeln!(f, "{:<16} |{red:>6} |{black:>6} |{:>11}", row.name, red - black)?;
            sums = [sums[0] + red, sums[1] + black];
        }
        let [red, black] = sums;
        writeln!(f, "{:<16} |{red:>6} |{black:>6} |{:>11}", "sum", red - black)?;
        writeln!(f, "{:<16} |{:>6} |{:>6} |{:>11}", "remainder", "", "", self.remainder)?;
        writeln!(f, "{:<16} |{:>6} |{:>6} |{:>11}", "network", "", "", self.total)?;
        let Faithfulness { r_squared, agreement, error, .. } = self.faithfulness;
        writeln!(f, "\nin hundredths of a pawn; difference: Red less Black; remainder: what the terms do not explain")?;
        writeln!(f, "related terms share the credit for a piece: their sum follows the network, not each row")?;
        write!(
            f,
            "with this number of pieces: {:.0} % of the variance explained, mean remainder {error:.0}, wrong sign for {:.1} % of the removed pieces",
            r_squared * 100.0,
            (1.0 - agreement) * 100.0
        )
    }
}

/// Writes the file of a student.
impl fmt::Display for Student {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "network {:016x}", self.network)?;
        for (number, bucket) in self.buckets.iter().enumerate() {
            let Faithfulness { positions, r_squared, error, pieces, agreement } = bucket.faithfulness;
            writeln!(
                f,
                "bucket {number} positions {positions} r2 {r_squared:.4} pieces {pieces} agreement {agreement:.4} error {error:.1}"
            )?;
            for term in TERMS {
                writeln!(f, "{}{}", term.name, packed(&bucket.weights[term.features()]))?;
            }
        }
        Ok(())
    }
}

/// Weights with runs of zeros shortened.
fn packed(weights: &[i32]) -> String {
    let mut text = String::new();
    for run in weights.chunk_by(|a, b| a == b) {
        match run {
            [0, _, ..] => {
                let _ = write!(text, " 0*{}", run.len());
            }
            _ => run.iter().for_each(|weight| {
                let _ = write!(text, " {weight}");
            }),
        }
    }
    text
}

/// The weights of a line after the name of its term.
fn unpacked(text: &str) -> Option<Vec<i32>> {
    let mut weights = Vec::new();
    for word in text.split_whitespace() {
        match word.strip_prefix("0*") {
            Some(count) => {
                let count: usize = count.parse().ok().filter(|&count| count <= Weights::COUNT)?;
                weights.extend(std::iter::repeat_n(0, count));
            }
            // A larger weight could overflow a sum.
            None => weights.push(word.parse().ok().filter(|weight: &i32| weight.unsigned_abs() <= 1 << 20)?),
        }
    }
    Some(weights)
}

/// The figures in the heading of a bucket.
fn figures(line: &str, bucket: usize) -> Option<Faithfulness> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let ["bucket", number, "positions", positions, "r2", r2, "pieces", pieces, "agreement", agreement, "error", error] =
        words[..]
    else {
        return None;
    };
    let real = |word: &str| word.parse().ok().filter(|value: &f64| value.is_finite());
    let figures = Faithfulness {
        positions: positions.parse().ok()?,
        r_squared: real(r2)?,
        pieces: pieces.parse().ok()?,
        agreement: real(agreement)?,
        error: real(error)?,
    };
    (number.parse() == Ok(bucket)).then_some(figures)
}

/// Reads the file of a student.
impl FromStr for Student {
    type Err = StudentError;

    fn from_str(text: &str) -> Result<Student, StudentError> {
        let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.starts_with('#') && !line.trim().is_empty());
        let mut last = 0;
        let mut next = || {
            let (line, text) = lines.next().unwrap_or((last + 1, ""));
            last = line;
            (line, text)
        };
        let wrong = |(line, found): (usize, &str), expected: String| StudentError::Line {
            line,
            expected,
            found: found.chars().take(60).collect(),
        };
        let head = next();
        let network = head.1.strip_prefix("network ").and_then(|number| u64::from_str_radix(number, 16).ok());
        let network = network.ok_or_else(|| wrong(head, "network CHECKSUM".to_owned()))?;
        let mut buckets = Vec::with_capacity(BUCKETS);
        for number in 0..BUCKETS {
            let head = next();
            let faithfulness = figures(head.1, number)
                .ok_or_else(|| wrong(head, format!("bucket {number} positions N r2 R pieces N agreement A error E")))?;
            let mut weights = Vec::with_capacity(Weights::COUNT);
            for term in TERMS {
                let line = next();
                let read = line.1.strip_prefix(term.name).and_then(unpacked);
                let count = term.features().len();
                let read = read.filter(|read| read.len() == count);
                weights.extend(read.ok_or_else(|| wrong(line, format!("'{}' and {count} weights", term.name)))?);
            }
            buckets.push(Bucket { weights, faithfulness });
        }
        match next() {
            (_, "") => Ok(Student { network, buckets }),
            line => Err(wrong(line, "the end".to_owned())),
        }
    }
}
