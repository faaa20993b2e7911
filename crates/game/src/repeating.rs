//! Repetition and a move limit for a game of small positions.

use crate::{
    Diagram, Game, Grid, Look, Notation, Outcome, OutcomeKind, Reach, Reason, Score, SecondSpelling, Side, SmallGame,
    Square, Verdict, legal_moves,
};
use alloc::{format, string::String, vec::Vec};

/// A [`SmallGame`] with its path: a repeated position is a draw, and so is a game that lasts too
/// long.
///
/// The game is drawn when a position with the same [identity](SmallGame::identity) occurs for the
/// `TIMES`-th time, or, unless `PLIES` is 0, after that number of moves. Within a search a position
/// of the searched line counts as repeated at once. An ending by the position itself takes
/// precedence.
///
/// Texts, squares and pictures are those of the position. A position that is read from a text has
/// no earlier moves.
///
/// ```
/// use duiyi_game::{Game, Repeating, Side, SmallGame, hash::mix64};
///
/// /// Each side steps to and fro for ever.
/// #[derive(Clone, Copy, Debug)]
/// struct Steps([bool; 2], Side);
///
/// impl SmallGame for Steps {
///     type Move = u8;
///
///     fn mover(&self) -> Side {
///         self.1
///     }
///
///     fn moves(&self, moves: &mut impl Extend<u8>) {
///         moves.extend([0]);
///     }
///
///     fn after(&self, _: u8) -> Steps {
///         let mut places = self.0;
///         places[self.1.index()] ^= true;
///         Steps(places, !self.1)
///     }
///
///     fn identity(&self) -> u64 {
///         mix64(u64::from(self.0[0]) | u64::from(self.0[1]) << 1 | (self.1 as u64) << 2)
///     }
///
///     fn ending(&self) -> Option<(Option<Side>, &'static str)> {
///         None
///     }
/// }
///
/// let mut game: Repeating<Steps> = Repeating::new(Steps([false; 2], Side::First));
/// (0..7).for_each(|_| drop(game.make(0)));
/// assert_eq!(game.outcome(), None);
/// game.make(0);
/// assert_eq!(game.outcome().unwrap().to_string(), "1/2-1/2 threefold repetition");
/// assert_eq!(game.position().0, [false; 2]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repeating<S, const TIMES: usize = 3, const PLIES: usize = 0> {
    position: S,
    /// The keys of the earlier positions, from the first.
    path: Vec<u64>,
}

impl<S: SmallGame, const TIMES: usize, const PLIES: usize> Repeating<S, TIMES, PLIES> {
    /// A game that starts from a position. It does not compile if `TIMES` is less than 2.
    pub const fn new(position: S) -> Self {
        const { assert!(TIMES >= 2, "a position is repeated when it occurs for the second time") };
        Repeating { position, path: Vec::new() }
    }

    /// The current position.
    pub const fn position(&self) -> &S {
        &self.position
    }

    /// The number of plies back to the occurrence of the position that makes it a draw: the latest
    /// one within the last `ply` moves, or that of the first of `TIMES` occurrences.
    fn repeated(&self, ply: usize) -> Option<usize> {
        let (key, mut times) = (self.position.identity(), 1);
        let earlier = self.path.iter().rev().zip(1..).filter(|&(&earlier, _)| earlier == key);
        earlier.map(|(_, back)| back).find(|&back| {
            times += 1;
            back <= ply || times == TIMES
        })
    }

    /// Whether the limit of moves is reached in a position with legal moves; one without is decided
    /// by the position.
    fn is_too_long(&self) -> bool {
        PLIES > 0 && self.path.len() >= PLIES && !legal_moves(&self.position).is_empty()
    }
}

impl<S: SmallGame, const TIMES: usize, const PLIES: usize> Game for Repeating<S, TIMES, PLIES> {
    type Move = <S as Game>::Move;
    type Undo = S;
    const ALTERNATES: bool = <S as Game>::ALTERNATES;

    fn side_to_move(&self) -> Side {
        self.position.side_to_move()
    }

    fn legal_moves(&self, moves: &mut impl Extend<Self::Move>) {
        self.position.legal_moves(moves);
    }

    fn is_legal(&self, mv: Self::Move) -> bool {
        self.position.is_legal(mv)
    }

    fn make(&mut self, mv: Self::Move) -> S {
        self.path.push(self.position.identity());
        self.position.make(mv)
    }

    fn unmake(&mut self, _: Self::Move, before: S) {
        self.path.pop();
        self.position = before;
    }

    fn key(&self) -> u64 {
        self.position.identity()
    }

    fn verdict(&self, ply: usize) -> Verdict {
        match self.position.verdict(ply) {
            Verdict::Open => {}
            decided => return decided,
        }
        match self.repeated(ply) {
            Some(back) => Verdict::Exact(Score::ZERO, Reach::Plies(back)),
            None if self.is_too_long() => Verdict::Exact(Score::ZERO, Reach::Game),
            None => Verdict::Open,
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        if let Some(outcome) = self.position.outcome() {
            return Some(outcome);
        }
        if self.repeated(0).is_some() {
            let reason =
                if TIMES == 3 { "threefold repetition".into() } else { format!("position occurred {TIMES} times") };
            return Some(Outcome::draw(reason).by(OutcomeKind::Repetition));
        }
        self.is_too_long().then(|| Outcome::draw(format!("limit of {PLIES} moves")).by(OutcomeKind::MoveLimit))
    }
}

impl<S: SmallGame + Notation, const TIMES: usize, const PLIES: usize> Notation for Repeating<S, TIMES, PLIES> {
    const NAME: &'static str = S::NAME;
    const SIDES: [&'static str; 2] = S::SIDES;
    const RULES: &'static [&'static str] = S::RULES;
    const SECOND_SPELLING: Option<SecondSpelling> = S::SECOND_SPELLING;
    const RECORD_TAGS: &'static [(&'static str, &'static str)] = S::RECORD_TAGS;

    fn begin(rules: &str) -> Result<Self, Reason> {
        S::begin(rules).map(Self::new)
    }

    fn rules(&self) -> String {
        self.position.rules()
    }

    fn read_position(&self, text: &str) -> Result<Self, Reason> {
        self.position.read_position(text).map(Self::new)
    }

    fn write_position(&self) -> String {
        self.position.write_position()
    }

    fn read_move(&self, text: &str) -> Result<Self::Move, Reason> {
        self.position.read_move(text)
    }

    fn write_move(&self, mv: Self::Move) -> String {
        self.position.write_move(mv)
    }

    fn read_turn(&self, text: &str) -> Result<Vec<Self::Move>, Reason> {
        self.position.read_turn(text)
    }

    fn write_turn(&self, turn: &[Self::Move]) -> String {
        self.position.write_turn(turn)
    }

    fn write_line(&self, moves: &[Self::Move]) -> String {
        self.position.write_line(moves)
    }

    fn record_turn(turn: &str) -> String {
        S::record_turn(turn)
    }

    fn draw(&self) -> String {
        self.position.draw()
    }
}

impl<S: SmallGame + Grid, const TIMES: usize, const PLIES: usize> Grid for Repeating<S, TIMES, PLIES> {
    fn size(&self) -> (u8, u8) {
        self.position.size()
    }

    fn squares(&self, mv: Self::Move) -> impl Iterator<Item = Square> {
        self.position.squares(mv)
    }

    fn move_on(&self, squares: &[Square]) -> Option<Self::Move> {
        self.position.move_on(squares)
    }

    fn refusal(&self, squares: &[Square]) -> Reason {
        self.position.refusal(squares)
    }
}

impl<S: SmallGame + Diagram, const TIMES: usize, const PLIES: usize> Diagram for Repeating<S, TIMES, PLIES> {
    const EXTRA_INPUTS: usize = S::EXTRA_INPUTS;

    fn symbol(&self, at: Square) -> Option<char> {
        self.position.symbol(at)
    }

    fn letter(&self, at: Square) -> Option<char> {
        self.position.letter(at)
    }

    fn owner(&self, at: Square) -> Option<Side> {
        self.position.owner(at)
    }

    fn pieces(&self, see: &mut impl FnMut(Square, char, Option<Side>)) {
        self.position.pieces(see);
    }

    fn extra_inputs(&self, view: Side, on: &mut impl FnMut(usize)) {
        self.position.extra_inputs(view, on);
    }

    fn warnings(&self) -> Vec<Square> {
        self.position.warnings()
    }

    fn look(&self) -> Look {
        self.position.look()
    }
}
