//! The inputs of the network: which piece stands where, small patterns, and facts beside the picture.

use crate::learn::{LearnError, picture::EMPTY, survey::Survey};
use duiyi_game::Side;
use serde::{Deserialize, Serialize};

/// Small groups of squares whose contents are inputs, in games with one kind of piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Patterns {
    /// None: an input for each piece on each square.
    #[default]
    None,
    /// Lines of this number of squares in all four directions, wherever they are.
    Lines(u8),
    /// Blocks of two by two squares, each in its place.
    Blocks,
}

impl Patterns {
    /// The patterns worth a trial for a game, apart from none.
    pub fn candidates(survey: &Survey) -> Vec<Patterns> {
        if survey.kinds.len() != 1 || !survey.neutral.is_empty() {
            return Vec::new();
        }
        [Patterns::Lines(4), Patterns::Lines(5), Patterns::Blocks].to_vec()
    }
}

/// A window of squares: the first input of its patterns.
#[derive(Clone, Debug)]
struct Window {
    base: u16,
}

/// The inputs of a surveyed game, with patterns.
#[derive(Clone, Debug)]
pub(crate) struct Inputs {
    /// The square numbers in each side's view.
    views: [Vec<u16>; 2],
    squares: u16,
    /// For each code, the number of its plane in each side's view.
    planes: Vec<[u16; 2]>,
    /// For each code, the digit of its patterns in each side's view: 0 empty, 1 own, 2 the other's.
    digits: Vec<[u16; 2]>,
    windows: Vec<Window>,
    /// For each square of a view, its windows with the weight of the square's digit.
    of_square: Vec<Vec<(u16, u16)>>,
    /// The first extra input.
    extra: u16,
    count: usize,
}

/// The input numbers in a window whose squares are all empty are left out.
const NO_PIECES: u16 = 0;

impl Inputs {
    pub(crate) fn new(survey: &Survey, patterns: Patterns) -> Result<Inputs, LearnError> {
        let size @ (columns, rows) = survey.size();
        let squares = u16::from(columns) * u16::from(rows);
        let kinds = survey.kinds.len() as u16;
        let planes = 2 * kinds + survey.neutral.len() as u16;
        let owned = (0..kinds).flat_map(|kind| [[kind, kinds + kind], [kinds + kind, kind]]);
        let neutral = (2 * kinds..planes).map(|plane| [plane; 2]);
        let identity = (0..squares).collect();
        let mut inputs = Inputs {
            views: [identity, survey.view.table(size)],
            squares,
            planes: std::iter::once([0; 2]).chain(owned).chain(neutral).collect(),
            digits: vec![[0, 0], [1, 2], [2, 1]],
            windows: Vec::new(),
            of_square: vec![Vec::new(); squares.into()],
            extra: 0,
            count: usize::from(planes) * usize::from(squares),
        };
        inputs.add_windows(size, patterns);
        let extra = inputs.count;
        inputs.count = extra.saturating_add(survey.extra);
        if inputs.count > 1 << 16 {
            return Err(LearnError::TooManyInputs { game: survey.game.clone(), inputs: inputs.count });
        }
        inputs.extra = extra as u16;
        Ok(inputs)
    }

    /// Adds the windows of patterns; too many inputs are detected by the caller.
    fn add_windows(&mut self, (columns, rows): (u8, u8), patterns: Patterns) {
        let (columns, rows) = (i32::from(columns), i32::from(rows));
        match patterns {
            Patterns::None => {}
            Patterns::Lines(length) => {
                let length = i32::from(length);
                let states = 3usize.pow(length as u32);
                for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                    let base = self.count;
                    for (x, y) in (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y))) {
                        let (last_x, last_y) = (x + dx * (length - 1), y + dy * (length - 1));
                        if last_x < columns && (0..rows).contains(&last_y) {
                            let line = (0..length).map(|step| (y + dy * step) * columns + x + dx * step);
                            self.add_window(base, line);
                        }
                    }
                    self.count = base + states;
                }
            }
            Patterns::Blocks => {
                for (x, y) in (0..rows - 1).flat_map(|y| (0..columns - 1).map(move |x| (x, y))) {
                    let at = y * columns + x;
                    self.add_window(self.count, [at, at + 1, at + columns, at + columns + 1].into_iter());
                    self.count += 81;
                }
            }
        }
    }

    fn add_window(&mut self, base: usize, squares: impl Iterator<Item = i32>) {
        let number = self.windows.len() as u16;
        self.windows.push(Window { base: base.min(usize::from(u16::MAX)) as u16 });
        for (square, weight) in squares.zip(std::iter::successors(Some(1u16), |weight| weight.checked_mul(3))) {
            self.of_square[square as usize].push((number, weight));
        }
    }

    /// The number of inputs of a view.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The maximum number of active inputs of a view.
    pub(crate) fn max_active(&self) -> usize {
        usize::from(self.squares) + self.windows.len() + (self.count - usize::from(self.extra))
    }

    /// The number of windows.
    pub(crate) fn windows(&self) -> usize {
        self.windows.len()
    }

    /// The input of a piece on a square of the board, in a view.
    #[inline]
    pub(crate) fn piece(&self, square: usize, code: u8, view: Side) -> u16 {
        let view = view.index();
        self.planes[usize::from(code)][view] * self.squares + self.views[view][square]
    }

    /// The windows of a square of the board in a view, with the weight of the square.
    #[inline]
    pub(crate) fn windows_of(&self, square: usize, view: Side) -> &[(u16, u16)] {
        &self.of_square[usize::from(self.views[view.index()][square])]
    }

    /// The digit of a code in a view.
    #[inline]
    pub(crate) fn digit(&self, code: u8, view: Side) -> u16 {
        self.digits.get(usize::from(code)).map_or(0, |digits| digits[view.index()])
    }

    /// The input of a window with these contents; none if it is empty.
    #[inline]
    pub(crate) fn pattern(&self, window: u16, state: u16) -> Option<u16> {
        (state != NO_PIECES).then(|| self.windows[usize::from(window)].base + state)
    }

    /// The input of an extra fact.
    #[inline]
    pub(crate) fn extra(&self, fact: usize) -> u16 {
        self.extra + fact as u16
    }

    /// Adds the inputs of a board in a view.
    pub(crate) fn of_board(&self, board: &[u8], view: Side, inputs: &mut Vec<u16>) {
        let mut states = vec![0u16; self.windows.len()];
        for (square, &code) in board.iter().enumerate().filter(|&(_, &code)| code != EMPTY) {
            inputs.push(self.piece(square, code, view));
            let digit = self.digit(code, view);
            for &(window, weight) in self.windows_of(square, view) {
                states[usize::from(window)] += digit * weight;
            }
        }
        inputs.extend((0..).zip(&states).filter_map(|(window, &state)| self.pattern(window, state)));
    }
}
