//! The values that self-play tunes, and the evaluations that use them.

use duiyi_connect6::{
    BLACK, Board, Direction, Rules,
    evaluation::{PatternEvaluation, PatternTables, StoneWeights, Valuation, Weights},
    kit::stones,
    patterns::{LineCell, LineCode, Shape, WIDTH},
};
use duiyi_game::{History, Reason};
use duiyi_train::genetic::Constraints;
use std::{collections::HashMap, sync::Arc};

/// The kinds of values of an individual.
pub(crate) enum Individual {
    /// The 24 values of stones, which order the candidates; the weights evaluate positions.
    Stones(Box<Weights>),
    /// The same values as the source of a table of all lines, which orders the candidates and evaluates
    /// positions (the evaluation of the thesis). The stored table is that of the printed values.
    Shapes(PatternTables),
    /// A gain and a block for each of these lines; all others have the values of the table.
    Codes {
        /// The initial table.
        table: PatternTables,
        /// The lines.
        lines: Vec<LineCode>,
    },
}

impl Individual {
    /// The values of shapes, starting from the printed ones.
    ///
    /// # Errors
    /// Never in Connect6.
    pub(crate) fn shapes() -> Result<Individual, Reason> {
        Ok(Individual::Shapes(printed(&StoneWeights::PRINTED)?))
    }

    /// Lines of the table of the printed values.
    pub(crate) fn codes(lines: Vec<LineCode>) -> Result<Individual, Reason> {
        Ok(Individual::Codes { table: printed(&StoneWeights::PRINTED)?, lines })
    }

    /// The lines with values of these names.
    ///
    /// # Errors
    /// If a name is not the name of a value of a line.
    pub(crate) fn codes_named(names: &[String]) -> Result<Individual, Reason> {
        let gains = names.iter().filter_map(|name| name.strip_prefix(GAIN));
        Individual::codes(
            gains.map(|number| Ok(LineCode::from_number(number.parse()?)?)).collect::<Result<_, Reason>>()?,
        )
    }

    /// A name for each value.
    pub(crate) fn names(&self) -> Vec<String> {
        match self {
            Individual::Stones(_) | Individual::Shapes(_) => StoneWeights::names().collect(),
            Individual::Codes { lines, .. } => {
                let of = |line: &LineCode| [GAIN, BLOCK].map(|kind| format!("{kind}{}", line.number()));
                lines.iter().flat_map(of).collect()
            }
        }
    }

    /// The initial values.
    pub(crate) fn start(&self) -> Vec<u16> {
        match self {
            Individual::Stones(weights) => weights.stone.values().to_vec(),
            Individual::Shapes(_) => StoneWeights::PRINTED.values().to_vec(),
            Individual::Codes { table, lines } => lines.iter().flat_map(|&line| table.values(line)).collect(),
        }
    }

    /// The constraints on the values. Lines have none: rules for each pair of them would be millions.
    pub(crate) fn constraints(&self) -> Constraints {
        match self {
            Individual::Stones(weights) => stones::constraints(&weights.stone),
            Individual::Shapes(_) => stones::constraints(&StoneWeights::PRINTED),
            Individual::Codes { .. } => Constraints::default(),
        }
    }

    /// The evaluation of a player with these values.
    ///
    /// # Errors
    /// If the lines have no table.
    pub(crate) fn valuation(&self, values: &[u16]) -> Result<Valuation, Reason> {
        match self {
            Individual::Stones(start) => Ok(Valuation::of(Rules::CONNECT6, &stones::with_values(start, values))),
            Individual::Shapes(table) => {
                let values = std::array::from_fn(|at| values.get(at).copied().unwrap_or(0));
                Ok(Valuation::Patterns(table.revalued(&StoneWeights::from_values(values)).into()))
            }
            Individual::Codes { table, lines } => {
                let mut table = table.clone();
                for (&line, values) in lines.iter().zip(values.as_chunks().0) {
                    table.set_values(line, *values);
                }
                Ok(Valuation::Patterns(table.into()))
            }
        }
    }
}

/// The prefix of the name of a line's value for its owner, before the number.
const GAIN: &str = "gain.";
/// The prefix of the name of the value of blocking the line for the other side.
const BLOCK: &str = "block.";

/// The table of Connect6 for values of shapes.
fn printed(stones: &StoneWeights) -> Result<PatternTables, Reason> {
    Ok(PatternTables::new(Rules::CONNECT6, stones).ok_or("no table has lines of more than thirteen cells")?)
}

/// The number of occurrences of lines in games, by the cells that their owners see.
#[derive(Default)]
pub(crate) struct Reached(HashMap<u32, u64>);

impl Reached {
    /// Counts the lines of a game's stones: of each when it is placed, for its owner and for the
    /// other side, whose line it would have been; and of all stones at the end.
    pub(crate) fn count(&mut self, game: &History<Board>) {
        let mut board = Board::new(Board::rules(game.now()));
        for &point in game.moves() {
            let color = board.to_move();
            for color in [color, !color] {
                for line in Direction::ALL.map(|direction| LineCode::around(&board, point, direction, color)) {
                    self.add(line);
                }
            }
            board.put(point);
        }
        for (point, color) in board.stones() {
            for line in Direction::ALL.map(|direction| LineCode::around(&board, point, direction, color)) {
                self.add(line);
            }
        }
    }

    fn add(&mut self, line: Option<LineCode>) {
        if let Some(line) = line {
            *self.0.entry(seen(line).number()).or_default() += 1;
        }
    }

    /// The most frequent lines, at most `most`, that have a value in a table but are not a win, and
    /// the total number of such lines.
    pub(crate) fn most(&self, most: usize) -> Result<(Vec<LineCode>, usize), Reason> {
        let table = printed(&StoneWeights::PRINTED)?;
        let win = StoneWeights::PRINTED.gain.into_iter().max().unwrap_or(0);
        let mut found: Vec<(u64, u32)> = self.0.iter().map(|(&number, &times)| (times, number)).collect();
        found.sort_unstable_by_key(|&(times, number)| (std::cmp::Reverse(times), number));
        let lines =
            found.into_iter().map(|(_, number)| LineCode::from_number(number)).collect::<Result<Vec<_>, _>>()?;
        let mut lines: Vec<LineCode> =
            lines.into_iter().filter(|&line| (1..win).contains(&table.values(line)[0])).collect();
        let all = lines.len();
        lines.truncate(most);
        Ok((lines, all))
    }
}

/// A canonical line for all lines that its owner sees alike: Black's stone in the middle, White's for
/// the edge and for the other colour, and the smaller number of the two reading directions.
fn seen(line: LineCode) -> LineCode {
    let view = line.own_view();
    let cells: [LineCell; WIDTH] =
        std::array::from_fn(|place| match (view.own >> place & 1, view.blocked >> place & 1) {
            (1, _) => LineCell::Black,
            (_, 1) => LineCell::White,
            _ => LineCell::Empty,
        });
    // The middle has a stone and no cell is off the board, so such a line exists.
    let line = LineCode::new(cells).unwrap_or(line);
    if line.mirrored().number() < line.number() { line.mirrored() } else { line }
}

/// The contributions of the values of shapes to positions, as features of a linear evaluation.
pub(crate) struct ShapeSums {
    /// For each shape a table in which only this shape has a value.
    tables: Vec<Arc<PatternTables>>,
}

impl ShapeSums {
    /// The number of features: the shapes and the right to move.
    pub(crate) const FEATURES: usize = Shape::COUNT + 1;

    /// The value of a shape in its table. The evaluation divides it by 12 for each open window and
    /// the sum by 64, so this value avoids rounding.
    const ONE: u16 = 12 * 64;

    /// The tables.
    ///
    /// # Errors
    /// Never in Connect6.
    pub(crate) fn new() -> Result<ShapeSums, Reason> {
        let table = printed(&StoneWeights::PRINTED)?;
        let alone = |shape: Shape| {
            let mut stones = StoneWeights { gain: [0; Shape::COUNT], block: [0; Shape::COUNT] };
            stones.gain[shape.index()] = ShapeSums::ONE;
            Arc::new(table.revalued(&stones))
        };
        Ok(ShapeSums { tables: Shape::ALL.into_iter().map(alone).collect() })
    }

    /// The features of the positions at the beginning of each turn of a game except the first `skip`:
    /// the contribution of each shape with its printed gain to the value for Black, and the
    /// contribution of the move. Positions with an immediate win, whose value is not a sum, are
    /// left out.
    pub(crate) fn positions(&self, game: &History<Board>, skip: usize) -> Vec<Vec<f64>> {
        let empty = Board::new(Board::rules(game.now()));
        let mut sums: Vec<PatternEvaluation> =
            self.tables.iter().map(|table| PatternEvaluation::new(&empty, Arc::clone(table))).collect();
        let (mut board, mut positions, mut turns) = (empty, Vec::new(), 0);
        for &point in game.moves() {
            let (mover, left) = (board.to_move(), board.stones_left());
            let sign = if mover == BLACK { 1.0 } else { -1.0 };
            let begins = left == board.rules().p();
            if begins && turns >= skip && !sums.iter().any(|sum| sum.can_complete(mover, left)) {
                let of = |(sum, gain): (&PatternEvaluation, u16)| {
                    let [own, other] = sum.explain(mover, left).stones;
                    sign * (own - other) as f64 * f64::from(gain) / f64::from(ShapeSums::ONE)
                };
                let tempo = sums.first().map(|sum| sign * sum.explain(mover, left).tempo as f64);
                positions.push(sums.iter().zip(StoneWeights::PRINTED.gain).map(of).chain(tempo).collect());
            }
            turns += usize::from(begins);
            for sum in &mut sums {
                sum.put(point, mover);
            }
            board.put(point);
        }
        positions
    }

    /// The values whose gains are multiples of the printed ones, with constraints enforced. The blocks
    /// do not contribute to the value of a position and stay, like the value of the move.
    pub(crate) fn values(multiples: &[f64]) -> Vec<u16> {
        let mut values = StoneWeights::PRINTED.values().to_vec();
        for (value, multiple) in values[..Shape::COUNT].iter_mut().zip(multiples) {
            *value = (f64::from(*value) * multiple).round().clamp(0.0, 65_535.0) as u16;
        }
        stones::constraints(&StoneWeights::PRINTED).enforce(&mut values);
        values
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game() -> History<Board> {
        History::read("", "moves J10 I11-K11 L11-L12 H11-J11 G11-M11 J8-H9 K9-L10").expect("legal")
    }

    #[test]
    fn the_features_add_up_to_the_value() {
        let (game, sums) = (game(), ShapeSums::new().expect("tables"));
        let positions = sums.positions(&game, 0);
        let table = Arc::new(printed(&StoneWeights::PRINTED).expect("a table"));
        let mut board = Board::new(Rules::CONNECT6);
        let mut checked = 0;
        for &point in game.moves() {
            let evaluation = PatternEvaluation::new(&board, Arc::clone(&table));
            let (mover, left) = (board.to_move(), board.stones_left());
            if left == 2 && !evaluation.can_complete(mover, 2) {
                let [own, other] = evaluation.explain(mover, left).stones;
                let value = own - other + evaluation.explain(mover, left).tempo;
                let sum: f64 = positions[checked].iter().sum();
                let sum = if mover == BLACK { sum } else { -sum };
                // Each part of the value is rounded down.
                assert!((sum - value as f64).abs() <= 2.0, "{sum} {value}");
                assert_eq!(evaluation.evaluate(mover, left) as i64, value);
                assert_eq!(positions[checked].len(), ShapeSums::FEATURES);
                checked += 1;
            }
            board.put(point);
        }
        assert!(checked >= 4 && positions.len() == checked, "{checked} of {}", positions.len());
        assert_eq!(sums.positions(&game, 2), positions[2..]);
    }

    #[test]
    fn lines_are_counted_from_their_owners_view() {
        let mut reached = Reached::default();
        reached.count(&game());
        let (lines, all) = reached.most(usize::MAX).expect("lines");
        assert_eq!(lines.len(), all);
        assert_eq!(reached.most(7).expect("lines").0, lines[..7]);
        // J10 between I11 and K11 has an empty row; such lines are the most frequent.
        assert!(lines.iter().all(|line| line.is_black() && line.number() <= line.mirrored().number()));
        assert!(lines.iter().any(|line| line.to_string().contains("XX")), "{lines:?}");
    }

    #[test]
    fn lines_start_with_the_values_of_the_table() {
        let mut reached = Reached::default();
        reached.count(&game());
        let individual = Individual::codes(reached.most(20).expect("lines").0).expect("a table");
        let (names, start) = (individual.names(), individual.start());
        assert_eq!((names.len(), start.len()), (40, 40));
        assert!(names[0].starts_with(GAIN) && names[1].starts_with(BLOCK));
        let again = Individual::codes_named(&names).expect("names of lines");
        assert_eq!((again.names(), again.start()), (names, start.clone()));
        let Individual::Codes { lines, .. } = &individual else { panic!("lines") };
        let mut other = start;
        other[2] += 9;
        let Ok(Valuation::Patterns(table)) = individual.valuation(&other) else { panic!("a table") };
        for (line, values) in lines.iter().zip(other.as_chunks::<2>().0) {
            assert_eq!((table.values(*line), table.values(line.mirrored())), (*values, *values));
        }
        assert!(Individual::codes_named(&["gain.A3".to_owned()]).is_err());
    }

    #[test]
    fn multiples_of_the_gains_satisfy_the_constraints() {
        let values = ShapeSums::values(&[2.0; Shape::COUNT]);
        let printed = StoneWeights::PRINTED;
        assert_eq!(values[Shape::A2.index()], 2 * printed.gain[Shape::A2.index()]);
        assert_eq!(values[Shape::Six.index()], 50_000, "a win has its own value");
        assert_eq!(values[Shape::COUNT..], printed.block);
        assert!(stones::constraints(&printed).hold(&ShapeSums::values(&[9.0; Shape::COUNT])));
    }
}
