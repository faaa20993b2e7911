//! How closely a student follows a network: the figures of each bucket and their table.

use duiyi_xiangqi::{Faithfulness, NetworkEvaluation, Position, Student};
use std::fmt::Write as _;

/// Figures of held-out positions.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    positions: u64,
    /// The sums of the network's score, its square, the squared and the absolute difference.
    sums: [f64; 4],
    /// The number of removed pieces whose removal changes the network's score.
    pieces: u64,
    /// Those with the same direction for the student.
    same: u64,
    /// Those whose removal the network prefers, and those of them that the student prefers too.
    gains: [u64; 2],
    /// The sum of the network's absolute changes, for all pieces and for those with the other direction.
    changes: [f64; 2],
}

impl Tally {
    /// Adds the scores of a position.
    pub(super) fn add_scores(&mut self, network: i32, student: i32) {
        let (network, difference) = (f64::from(network), f64::from(network - student));
        self.positions += 1;
        let terms = [network, network * network, difference * difference, difference.abs()];
        self.sums.iter_mut().zip(terms).for_each(|(sum, term)| *sum += term);
    }

    /// Adds the loss of score without a piece; without a loss or gain of the network there is no direction to compare.
    pub(super) fn add_piece(&mut self, network: i32, student: i32) {
        if network == 0 {
            return;
        }
        let is_same = network.signum() == student.signum();
        let change = f64::from(network.abs());
        self.pieces += 1;
        self.same += u64::from(is_same);
        self.changes[0] += change;
        if !is_same {
            self.changes[1] += change;
        }
        if network < 0 {
            self.gains[0] += 1;
            self.gains[1] += u64::from(is_same);
        }
    }

    /// Adds the figures of another tally.
    fn merge(&mut self, other: &Tally) {
        self.positions += other.positions;
        self.sums.iter_mut().zip(other.sums).for_each(|(sum, term)| *sum += term);
        self.pieces += other.pieces;
        self.same += other.same;
        self.gains = [self.gains[0] + other.gains[0], self.gains[1] + other.gains[1]];
        self.changes = [self.changes[0] + other.changes[0], self.changes[1] + other.changes[1]];
    }

    /// The figures; without positions or pieces they are zero.
    pub(super) fn faithfulness(&self) -> Faithfulness {
        let (positions, pieces) = (self.positions.max(1) as f64, self.pieces.max(1) as f64);
        let [sum, squares, error, absolute] = self.sums;
        let variance = squares - sum * sum / positions;
        Faithfulness {
            positions: self.positions,
            r_squared: if variance > 0.0 { 1.0 - error / variance } else { 0.0 },
            error: absolute / positions,
            pieces: self.pieces,
            agreement: self.same as f64 / pieces,
        }
    }
}

/// Adds a held-out position and one of its pieces, drawn by `draw` from their number, to a tally that has fewer than
/// `most` pieces.
pub(super) fn add(
    tally: &mut Tally,
    (network, student): (&NetworkEvaluation, &Student),
    position: &Position,
    most: u64,
    draw: impl FnOnce(usize) -> usize,
) {
    tally.add_scores(network.of(position), student.of(position));
    if tally.pieces < most {
        let losses = network.worth(position);
        if !losses.is_empty() {
            let chosen = draw(losses.len());
            tally.add_piece(losses[chosen].1, student.worth(position)[chosen].1);
        }
    }
}

/// The table of the buckets and of all together; `trained` are the numbers of samples to which the buckets were fitted.
pub(super) fn table(line: &str, trained: &[u64], tallies: &[Tally]) -> String {
    let mut text = format!(
        "# command: {line}\n\
         # held-out games; r2: share of the variance of the network's score that the terms explain; error: mean absolute \
         difference in hundredths of a pawn; removed: pieces taken away, one of a position; wrong: per cent whose removal \
         changes the two scores in different directions; gains: per cent whose removal the network prefers (what an \
         answer 'every piece is worth something' gets wrong); gains_found: per cent of these that the terms prefer too; \
         change, wrong_change: mean absolute change of the network for all and for the wrong ones\n\
         bucket,pieces,samples,positions,r2,error,removed,wrong,gains,gains_found,change,wrong_change,explained\n"
    );
    let mut all = Tally::default();
    tallies.iter().for_each(|tally| all.merge(tally));
    for (bucket, (&samples, tally)) in trained.iter().zip(tallies).enumerate() {
        let name = format!("{bucket},{} to {}", 4 * bucket + 2, (4 * bucket + 5).min(32));
        let explained = if tally.faithfulness().is_sufficient() { "yes" } else { "refused" };
        row(&mut text, &name, samples, tally, explained);
    }
    row(&mut text, "all,2 to 32", trained.iter().sum(), &all, "");
    text
}

fn row(text: &mut String, name: &str, samples: u64, tally: &Tally, explained: &str) {
    let Faithfulness { positions, r_squared, error, pieces, agreement } = tally.faithfulness();
    let share = |part: f64, whole: f64| if whole > 0.0 { part / whole } else { 0.0 };
    let wrong = if pieces > 0 { 100.0 * (1.0 - agreement) } else { 0.0 };
    let [gains, found] = tally.gains.map(|count| count as f64);
    let _ = writeln!(
        text,
        "{name},{samples},{positions},{r_squared:.4},{error:.1},{pieces},{wrong:.2},{:.2},{:.1},{:.0},{:.0},{explained}",
        100.0 * share(gains, pieces as f64),
        100.0 * share(found, gains),
        share(tally.changes[0], pieces as f64),
        share(tally.changes[1], (pieces - tally.same) as f64),
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_xiangqi::kit::bench_positions;

    /// The figures of a student for all pieces of the positions of the bench.
    fn on_the_bench(student: &Student) -> Faithfulness {
        let network = NetworkEvaluation::built_in();
        let mut tally = Tally::default();
        for (_, game) in bench_positions() {
            for piece in 0..network.worth(game.position()).len() {
                add(&mut tally, (&network, student), game.position(), u64::MAX, |_| piece);
            }
        }
        tally.faithfulness()
    }

    /// The student of the crate with the weights negated for which `chosen` returns true, by term and number.
    fn negated(chosen: impl Fn(&str, usize) -> bool) -> Student {
        let line = |line: &str| {
            let mut words = line.split(' ');
            let term = words.next().unwrap_or_default();
            let is_heading = ["network", "bucket"].contains(&term);
            let word = |(number, word): (usize, &str)| match word.parse::<i32>() {
                Ok(weight) if !is_heading && chosen(term, number) => format!(" {}", -weight),
                _ => format!(" {word}"),
            };
            format!("{term}{}\n", words.enumerate().map(word).collect::<String>())
        };
        Student::built_in().to_string().lines().map(line).collect::<String>().parse().unwrap()
    }

    #[test]
    fn the_terms_of_the_crate_follow_the_network_on_the_bench() {
        let figures = on_the_bench(Student::built_in());
        assert!(figures.is_sufficient(), "{figures:?}");
        assert_eq!(on_the_bench(&negated(|_, _| false)), figures);
    }

    #[test]
    fn wrong_signs_of_all_weights_are_refused_by_the_removed_pieces() {
        let figures = on_the_bench(&negated(|_, _| true));
        assert!(figures.agreement < 0.2, "{figures:?}");
        let only_signs = Faithfulness { r_squared: 1.0, ..figures };
        assert!(!only_signs.is_sufficient());
    }

    /// Rooks are too few among the pieces for the share of signs alone; the variance shows the error.
    #[test]
    fn a_wrong_sign_of_the_rook_is_refused_by_the_variance() {
        let [right, wrong] =
            [Student::built_in(), &negated(|term, kind| term == "material" && kind == 4)].map(on_the_bench);
        assert!(wrong.agreement < right.agreement, "{wrong:?}");
        assert!(wrong.r_squared < Faithfulness::LEAST_R_SQUARED && !wrong.is_sufficient(), "{wrong:?}");
    }

    #[test]
    fn the_figures_are_those_of_the_definitions() {
        let mut tally = Tally::default();
        [(100, 80), (-100, -100), (300, 340)].into_iter().for_each(|(net, own)| tally.add_scores(net, own));
        // Mean 100, squared deviations 0 + 40,000 + 40,000; squared errors 400 + 0 + 1,600.
        let figures = tally.faithfulness();
        assert!((figures.r_squared - (1.0 - 2_000.0 / 80_000.0)).abs() < 1e-9);
        assert_eq!((figures.positions, figures.error), (3, 20.0));
    }

    #[test]
    fn a_wrong_sign_counts_against_the_student() {
        let mut tally = Tally::default();
        [(50, 9), (-50, -1), (8, 300)].into_iter().for_each(|(net, own)| tally.add_piece(net, own));
        assert_eq!((tally.pieces, tally.faithfulness().agreement), (3, 1.0));
        tally.add_piece(0, 70);
        assert_eq!(tally.pieces, 3, "no direction to compare");
        tally.add_piece(40, -40);
        assert_eq!(tally.faithfulness().agreement, 0.75);
        tally.add_piece(-40, 0);
        assert_eq!((tally.faithfulness().agreement, tally.gains), (0.6, [2, 1]));
        assert_eq!(tally.changes, [188.0, 80.0]);
    }

    #[test]
    fn the_table_has_a_row_for_each_bucket_and_their_sum() {
        let mut tallies = vec![Tally::default(); 2];
        tallies[0].add_scores(10, 10);
        tallies[0].add_scores(-10, -10);
        (0..100).for_each(|_| tallies[0].add_piece(7, 7));
        tallies[1].add_scores(10, -400);
        tallies[1].add_scores(-10, 10);
        tallies[1].add_piece(-7, 7);
        let text = table("studies explain", &[5, 6], &tallies);
        let rows: Vec<&str> = text.lines().skip(3).collect();
        assert_eq!(rows[0], "0,2 to 5,5,2,1.0000,0.0,100,0.00,0.00,0.0,7,0,yes");
        assert!(rows[1].starts_with("1,6 to 9,6,2,-") && rows[1].ends_with(",1,100.00,100.00,0.0,7,7,refused"));
        assert!(rows[2].starts_with("all,2 to 32,11,4,") && rows[2].contains(",101,0.99,0.99,"));
    }
}
