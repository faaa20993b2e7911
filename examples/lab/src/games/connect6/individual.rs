//! What values there are to tune by won games, and how a player judges by them.

use super::{stones, weights::weights};
use crate::games::EvaluationSpec;
use duiyi_connect6::{
    Board, Color, Direction, Rules,
    evaluation::{PatternTables, StoneWeights, Valuation, Weights},
    patterns::{LineCell, LineCode, WIDTH},
};
use duiyi_game::{History, Reason};
use duiyi_tune::genetic::Constraints;
use std::collections::HashMap;

/// What the values of an individual are.
pub(crate) enum Individual {
    /// The 24 values of stones, which order the candidates; positions are judged by the weights.
    Stones(Weights),
    /// The same, from which a table of all lines is made: they order the candidates and judge
    /// positions (the evaluation of the thesis).
    Shapes,
    /// A gain and a block for each of these lines; all others have the values of the table.
    Codes {
        /// The table to set out from.
        table: PatternTables,
        /// The lines.
        lines: Vec<LineCode>,
    },
}

impl Individual {
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
        Individual::codes(gains.map(|number| Ok(LineCode::from_number(number.parse()?)?)).collect::<Result<_, Reason>>()?)
    }

    /// A name for each value.
    pub(crate) fn names(&self) -> Vec<String> {
        match self {
            Individual::Stones(_) | Individual::Shapes => StoneWeights::names().collect(),
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
            Individual::Shapes => StoneWeights::PRINTED.values().to_vec(),
            Individual::Codes { table, lines } => lines.iter().flat_map(|&line| table.values(line)).collect(),
        }
    }

    /// What values must obey. Lines obey nothing: rules for each pair of them would be millions.
    pub(crate) fn constraints(&self) -> Constraints {
        match self {
            Individual::Stones(weights) => stones::constraints(&weights.stone),
            Individual::Shapes => stones::constraints(&StoneWeights::PRINTED),
            Individual::Codes { .. } => Constraints::default(),
        }
    }

    /// What a player with some values judges by.
    ///
    /// # Errors
    /// If there is no table of the lines.
    pub(crate) fn valuation(&self, values: &[u16]) -> Result<Valuation, Reason> {
        match self {
            Individual::Stones(start) => {
                Ok(Valuation::of(Rules::CONNECT6, &stones::with_values(start, values)))
            }
            Individual::Shapes => {
                let values = std::array::from_fn(|at| values.get(at).copied().unwrap_or(0));
                Ok(Valuation::Patterns(printed(&StoneWeights::from_values(values))?.into()))
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

/// What a player judges by whose description has `pattern:FILE`: values of stones as in a file of
/// weights, or of lines as the genetic algorithm writes them.
///
/// # Errors
/// If the file can't be read, or a name in it is unknown.
pub(super) fn from_file(file: &str) -> Result<Valuation, Reason> {
    let Some(pairs) = super::weights::pairs(file)? else {
        let stones = weights(&EvaluationSpec::named(file))?.stone;
        return Individual::Shapes.valuation(&stones.values());
    };
    let (names, values): (Vec<String>, Vec<u16>) = pairs.into_iter().unzip();
    let of_lines = names.first().and_then(|name| name.strip_prefix(GAIN)).is_some_and(|code| code.parse::<u32>().is_ok());
    if of_lines {
        let individual = Individual::codes_named(&names)?;
        if individual.names() != names {
            return Err(format!("{file}: expected a gain and a block for each line, in turn").into());
        }
        return individual.valuation(&values);
    }
    let stones = weights(&EvaluationSpec::named(file))?.stone;
    Individual::Shapes.valuation(&stones.values())
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
        let lines = found.into_iter().map(|(_, number)| LineCode::from_number(number)).collect::<Result<Vec<_>, _>>()?;
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
    let cells: [LineCell; WIDTH] = std::array::from_fn(|place| match (view.own >> place & 1, view.blocked >> place & 1) {
        (1, _) => LineCell::Black,
        (_, 1) => LineCell::White,
        _ => LineCell::Empty,
    });
    // The middle has a stone and no cell is off the board, so that there is such a line.
    let line = LineCode::new(cells).unwrap_or(line);
    if line.mirrored().number() < line.number() { line.mirrored() } else { line }
}

/// What the values of the shapes count for in positions: the features of a sum.
pub(crate) struct ShapeSums {
    /// For each shape a table in which it alone is worth something.
    tables: Vec<std::sync::Arc<PatternTables>>,
}
