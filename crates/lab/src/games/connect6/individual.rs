//! What values there are to tune by won games, and how a player judges by them.

use duiyi_connect6::{
    BLACK, Board, Direction, Rules,
    evaluation::{PatternEvaluation, PatternTables, StoneWeights, Valuation, Weights},
    kit::stones,
    patterns::{LineCell, LineCode, Shape, WIDTH},
};
use duiyi_game::{History, Reason};
use duiyi_tune::genetic::Constraints;
use std::{collections::HashMap, sync::Arc};

/// What the values of an individual are.
pub(crate) enum Individual {
    /// The 24 values of stones, which order the candidates; positions are judged by the weights.
    Stones(Box<Weights>),
    /// The same, from which a table of all lines is made: they order the candidates and judge
    /// positions (the evaluation of the thesis). Here the table of the printed values.
    Shapes(PatternTables),
    /// A gain and a block for each of these lines; all others have the values of the table.
    Codes {
        /// The table to set out from.
        table: PatternTables,
        /// The lines.
        lines: Vec<LineCode>,
    },
}

impl Individual {
    /// The values of shapes, from the printed ones.
    ///
    /// # Errors
    /// None in Connect6.
    pub(crate) fn shapes() -> Result<Individual, Reason> {
        Ok(Individual::Shapes(printed(&StoneWeights::PRINTED)?))
    }

    /// Lines of a table that is made of the printed values.
    pub(crate) fn codes(lines: Vec<LineCode>) -> Result<Individual, Reason> {
        Ok(Individual::Codes { table: printed(&StoneWeights::PRINTED)?, lines })
    }

    /// The lines that values have by their names.
    ///
    /// # Errors
    /// If a name is not that of a value of a line.
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

    /// The values to set out from.
    pub(crate) fn start(&self) -> Vec<u16> {
        match self {
            Individual::Stones(weights) => weights.stone.values().to_vec(),
            Individual::Shapes(_) => StoneWeights::PRINTED.values().to_vec(),
            Individual::Codes { table, lines } => lines.iter().flat_map(|&line| table.values(line)).collect(),
        }
    }

    /// What values must obey. Lines obey nothing: rules for each pair of them would be millions.
    pub(crate) fn constraints(&self) -> Constraints {
        match self {
            Individual::Stones(weights) => stones::constraints(&weights.stone),
            Individual::Shapes(_) => stones::constraints(&StoneWeights::PRINTED),
            Individual::Codes { .. } => Constraints::default(),
        }
    }

    /// What a player with some values judges by.
    ///
    /// # Errors
    /// If there is no table of the lines.
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

/// The beginning of the name of what a line is worth to its owner, before its number.
const GAIN: &str = "gain.";
/// The same for what a stone of the other side prevents there.
const BLOCK: &str = "block.";

/// The table of Connect6 with some values of shapes.
fn printed(stones: &StoneWeights) -> Result<PatternTables, Reason> {
    Ok(PatternTables::new(Rules::CONNECT6, stones).ok_or("no table has lines of more than thirteen cells")?)
}

/// How often lines are met in games, by what their owners see.
#[derive(Default)]
pub(crate) struct Reached(HashMap<u32, u64>);

impl Reached {
    /// Counts the lines of a game's stones: of each as it is put, for its owner and for the
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

    /// The lines met most often, at most so many, that are worth something in a table but no
    /// win, and how many of them there are in all.
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

/// One line for all that its owner sees alike: Black's stone in the middle, White's for the edge
/// and for the other colour, and of the two ways to read it the smaller number.
fn seen(line: LineCode) -> LineCode {
    let view = line.own_view();
    let cells: [LineCell; WIDTH] =
        std::array::from_fn(|place| match (view.own >> place & 1, view.blocked >> place & 1) {
            (1, _) => LineCell::Black,
            (_, 1) => LineCell::White,
            _ => LineCell::Empty,
        });
    // The middle has a stone and no cell is off the board, so that there is such a line.
    let line = LineCode::new(cells).unwrap_or(line);
    if line.mirrored().number() < line.number() { line.mirrored() } else { line }
}

/// What the values of shapes count for in positions: the features of a sum.
pub(crate) struct ShapeSums {
    /// For each shape a table in which it alone is worth something.
    tables: Vec<Arc<PatternTables>>,
}

impl ShapeSums {
    /// How many features there are: the shapes and the move.
    pub(crate) const FEATURES: usize = Shape::COUNT + 1;

    /// The value of a shape in its table. The evaluation takes a twelfth of it for each open
    /// window and a 64th of the sum, so that nothing is rounded.
    const ONE: u16 = 12 * 64;

    /// The tables.
    ///
    /// # Errors
    /// None in Connect6.
    pub(crate) fn new() -> Result<ShapeSums, Reason> {
        let table = printed(&StoneWeights::PRINTED)?;
        let alone = |shape: Shape| {
            let mut stones = StoneWeights { gain: [0; Shape::COUNT], block: [0; Shape::COUNT] };
            stones.gain[shape.index()] = ShapeSums::ONE;
            Arc::new(table.revalued(&stones))
        };
        Ok(ShapeSums { tables: Shape::ALL.into_iter().map(alone).collect() })
    }

    /// For the positions of a game at the beginning of each turn, the opening's `skip` turns left
    /// out: what each shape counts for in the value for Black if it has its printed gain, and what
    /// the move does. Positions won at once, whose value is no sum, are not among them.
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

    /// The values whose gains are multiples of the printed ones, constraints enforced. What
    /// stones prevent is no part of the value of a position and stays, and so does what the move
    /// is worth.
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
    fn the_sums_make_the_value() {
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
    fn lines_are_counted_as_their_owner_sees_them() {
        let mut reached = Reached::default();
        reached.count(&game());
        let (lines, all) = reached.most(usize::MAX).expect("lines");
        assert_eq!(lines.len(), all);
        assert_eq!(reached.most(7).expect("lines").0, lines[..7]);
        // J10 between I11 and K11 in its row sees nothing; such lines are the most frequent.
        assert!(lines.iter().all(|line| line.is_black() && line.number() <= line.mirrored().number()));
        assert!(lines.iter().any(|line| line.to_string().contains("XX")), "{lines:?}");
    }

    #[test]
    fn values_of_lines_are_those_of_the_table_until_others_come() {
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
    fn multiples_of_the_gains_keep_the_rules() {
        let values = ShapeSums::values(&[2.0; Shape::COUNT]);
        let printed = StoneWeights::PRINTED;
        assert_eq!(values[Shape::A2.index()], 2 * printed.gain[Shape::A2.index()]);
        assert_eq!(values[Shape::Six.index()], 50_000, "a win has its own value");
        assert_eq!(values[Shape::COUNT..], printed.block);
        assert!(stones::constraints(&printed).hold(&ShapeSums::values(&[9.0; Shape::COUNT])));
    }
}
