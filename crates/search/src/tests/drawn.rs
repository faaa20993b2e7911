//! Hand-made game trees for tests: every part of the tree is specified, so that a test can check
//! which positions a search enters, at which depth and with which window.
//!
//! A move is a letter. The properties of a letter apply everywhere in the tree: a capital is noisy,
//! and its index in the alphabet is the slot in the histories. Positions without a specification
//! have the common moves, evaluation 0 and no other properties.

use crate::{
    Depth, Driver, Enhancements, Game, GameMove, Generation, Heuristics, MoveSink, Noisy, NullMove, Parameters, Reach,
    Score, Side, Slots, StopHandle, Structures, Table, Verdict,
    best_lines::BestLines,
    control::{LimitControl, Limits},
    correction::Corrections,
    history::Histories,
    killers::Killers,
    node::{Earlier, Frame, Node, Role},
    parallel::lazy_smp::Variation,
    pv::PvTable,
    reductions::Reductions,
    root_move::RootMove,
    search::{Root, Search, Start, State},
};
use duiyi_game::hash::{EMPTY_DIGEST, extend_digest};
use std::{cell::RefCell, collections::HashMap, time::Instant};

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) struct Letter(pub(crate) char);

impl GameMove for Letter {
    fn to_bits(self) -> u32 {
        self.0 as u32
    }

    fn from_bits(bits: u32) -> Option<Letter> {
        char::from_u32(bits).map(Letter)
    }
}

impl Letter {
    fn index(self) -> usize {
        self.0 as usize & 31
    }
}

/// The properties of a position.
#[derive(Clone, Debug)]
pub(crate) struct Position {
    /// For the side to move.
    pub(crate) evaluation: i32,
    pub(crate) moves: &'static str,
    pub(crate) threatened: bool,
    pub(crate) null: Option<u32>,
    pub(crate) extension: i32,
    pub(crate) structure: u64,
    /// By side.
    pub(crate) side_structures: [u64; 2],
    pub(crate) bias: i32,
    pub(crate) verdict: Verdict,
    pub(crate) repeating: Option<char>,
    pub(crate) key: Option<u64>,
}

/// The properties of all moves with a letter.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Kind {
    pub(crate) gain: i32,
    /// The result of the exchange.
    pub(crate) exchange: i32,
    pub(crate) threat: bool,
    /// The value of the piece that moves.
    pub(crate) attacker: i32,
    pub(crate) prior: i32,
    /// Whether the same side moves again.
    pub(crate) again: bool,
}

/// A position that was entered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Visit {
    /// The moves from the root, a pass as `-`.
    pub(crate) path: String,
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
    pub(crate) depth: i32,
}

/// A hand-made game. `PRUNES` is the value of [`Heuristics::PRUNABLE`].
#[derive(Clone, Debug)]
pub(crate) struct Tree<const PRUNES: bool> {
    common: Position,
    places: HashMap<String, Position>,
    kinds: HashMap<char, Kind>,
    /// The seed of the values of positions without a specification; 0 values without a seed.
    random: Option<u64>,
    path: Vec<(char, Side)>,
    pub(crate) visits: Vec<Visit>,
    /// Every move made, including those that test for repetitions.
    pub(crate) made: u32,
    /// The thresholds with which exchanges were tested.
    pub(crate) asked: RefCell<Vec<(char, i32)>>,
}

/// The usual tree, with pruning.
pub(crate) type Drawn = Tree<true>;

impl<const PRUNES: bool> Tree<PRUNES> {
    /// A tree in which every position has these moves.
    pub(crate) fn new(moves: &'static str) -> Self {
        let common = Position {
            evaluation: 0,
            moves,
            threatened: false,
            null: None,
            extension: 0,
            structure: 0,
            side_structures: [0; 2],
            bias: 0,
            verdict: Verdict::Open,
            repeating: None,
            key: None,
        };
        Tree {
            common,
            places: HashMap::new(),
            kinds: HashMap::new(),
            random: None,
            path: Vec::new(),
            visits: Vec::new(),
            made: 0,
            asked: RefCell::default(),
        }
    }

    /// Gives positions without a specification pseudo-random values from -50 to 50.
    pub(crate) fn random(mut self, seed: u64) -> Self {
        self.random = Some(seed);
        self
    }

    /// The value of the position for its side to move.
    pub(crate) fn evaluation(&self) -> i32 {
        match (self.places.get(&self.path()), self.random) {
            (None, Some(seed)) => ((self.key() ^ seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33) as i32 % 101 - 50,
            _ => self.here().evaluation,
        }
    }

    /// Specifies the default of all positions without a specification.
    pub(crate) fn everywhere(mut self, draw: impl FnOnce(&mut Position)) -> Self {
        draw(&mut self.common);
        self
    }

    /// Specifies the position after these moves.
    pub(crate) fn at(mut self, path: &str, draw: impl FnOnce(&mut Position)) -> Self {
        let mut position = self.places.get(path).unwrap_or(&self.common).clone();
        draw(&mut position);
        self.places.insert(path.to_owned(), position);
        self
    }

    /// Sets the value of the position after these moves, for its side to move.
    pub(crate) fn worth(self, path: &str, evaluation: i32) -> Self {
        self.at(path, |position| position.evaluation = evaluation)
    }

    /// Specifies the properties of a letter.
    pub(crate) fn kind(mut self, letter: char, change: impl FnOnce(&mut Kind)) -> Self {
        change(self.kinds.entry(letter).or_default());
        self
    }

    fn path(&self) -> String {
        self.path.iter().map(|step| step.0).collect()
    }

    fn here(&self) -> &Position {
        self.places.get(&self.path()).unwrap_or(&self.common)
    }

    fn of(&self, mv: Letter) -> Kind {
        self.kinds.get(&mv.0).copied().unwrap_or_default()
    }

    /// The paths of the positions entered, in order.
    pub(crate) fn paths(&self) -> Vec<&str> {
        self.visits.iter().map(|visit| visit.path.as_str()).collect()
    }

    /// The depth of each search of a position, in 1/64 ply.
    pub(crate) fn depths(&self, path: &str) -> Vec<i32> {
        self.visits.iter().filter(|visit| visit.path == path).map(|visit| visit.depth).collect()
    }

    /// The windows of the searches of a position.
    pub(crate) fn windows(&self, path: &str) -> Vec<(i32, i32)> {
        self.visits.iter().filter(|visit| visit.path == path).map(|visit| (visit.alpha, visit.beta)).collect()
    }

    /// The moves made in the position after `path`, in order, as a word.
    pub(crate) fn tried(&self, path: &str) -> String {
        let below = self.visits.iter().filter(|visit| visit.path.len() == path.len() + 1);
        below.filter_map(|visit| visit.path.strip_prefix(path)).collect()
    }

    /// Takes back the last moves.
    pub(crate) fn take_back(&mut self, count: usize) {
        self.path.truncate(self.path.len() - count);
    }

    /// Whether no move has been made.
    pub(crate) fn is_at_the_root(&self) -> bool {
        self.path.is_empty()
    }

    pub(crate) fn forget(&mut self) {
        self.visits.clear();
        self.made = 0;
    }

    /// Plays moves, a pass as `-`.
    pub(crate) fn play(&mut self, moves: &str) {
        for mv in moves.chars() {
            if mv == '-' { self.pass() } else { self.make(Letter(mv)) }
        }
    }
}

pub(crate) fn key_of(path: &str) -> u64 {
    path.bytes().fold(EMPTY_DIGEST, |key, byte| extend_digest(key, byte.into()).rotate_left(29))
}

impl<const PRUNES: bool> Game for Tree<PRUNES> {
    type Move = Letter;
    type Undo = ();
    const ALTERNATES: bool = false;

    fn side_to_move(&self) -> Side {
        self.path.last().map_or(Side::First, |step| step.1)
    }

    fn legal_moves(&self, moves: &mut impl Extend<Letter>) {
        moves.extend(self.here().moves.chars().map(Letter));
    }

    fn is_legal(&self, mv: Letter) -> bool {
        self.here().moves.contains(mv.0)
    }

    fn make(&mut self, mv: Letter) {
        let side = self.side_to_move();
        self.path.push((mv.0, if self.of(mv).again { side } else { !side }));
        self.made += 1;
    }

    fn unmake(&mut self, mv: Letter, (): ()) {
        assert_eq!(self.path.pop().map(|step| step.0), Some(mv.0));
    }

    fn key(&self) -> u64 {
        self.here().key.unwrap_or_else(|| key_of(&self.path()))
    }

    fn verdict(&self, _: usize) -> Verdict {
        self.here().verdict
    }
}

/// The insight into a position: its bias, so that a test can trace it.
#[derive(Clone, Copy, Default, Debug, PartialEq)]
pub(crate) struct BiasInsight(pub(crate) i32);

/// The functions of the groups of heuristics.
impl<const PRUNES: bool> Tree<PRUNES> {
    fn pass_strength(&self) -> Option<u32> {
        self.here().null
    }

    fn pass(&mut self) {
        let side = self.side_to_move();
        self.path.push(('-', !side));
    }

    fn unpass(&mut self) {
        assert_eq!(self.path.pop().map(|step| step.0), Some('-'));
    }

    fn is_noisy(&self, mv: Letter) -> bool {
        mv.0.is_ascii_uppercase()
    }

    fn exchange_at_least(&self, mv: Letter, threshold: Score) -> bool {
        self.asked.borrow_mut().push((mv.0, threshold.get()));
        self.of(mv).exchange >= threshold.get()
    }

    fn gain(&self, mv: Letter) -> i32 {
        self.of(mv).gain
    }

    fn noisy_balance(&self, mv: Letter) -> i32 {
        self.of(mv).gain - self.of(mv).attacker
    }

    fn slot(&self, mv: Letter) -> usize {
        mv.index()
    }

    fn structure(&self, _: usize) -> u64 {
        self.here().structure
    }

    fn side_structure(&self, side: Side) -> u64 {
        self.here().side_structures[side.index()]
    }
}

impl<const PRUNES: bool> Heuristics for Tree<PRUNES> {
    type Insight = BiasInsight;
    const PRUNABLE: bool = PRUNES;
    const NOISY: Option<Noisy<Self>> = Some(Noisy {
        balance: Self::noisy_balance,
        exchange_at_least: Self::exchange_at_least,
        ..Noisy::new(Self::is_noisy, Self::gain)
    });
    const NULL_MOVE: Option<NullMove<Self>> =
        Some(NullMove { strength: Self::pass_strength, make: Self::pass, unmake: Self::unpass });
    const HISTORY: Slots<Self> = Slots { count: 32, slot: Self::slot };
    const CONTINUATION: Slots<Self> = Slots { count: 32, slot: Self::slot };
    const STRUCTURES: Option<Structures<Self>> =
        Some(Structures { count: 1, key: Self::structure, side_key: Some(Self::side_structure) });

    fn generate(&self, kind: Generation, _: &BiasInsight, moves: &mut MoveSink<'_, Letter>) {
        let wanted = |mv: &Letter| match kind {
            Generation::Noisy => self.is_noisy(*mv),
            Generation::Quiet => !self.is_noisy(*mv),
            Generation::Evasions => true,
        };
        moves.extend(self.here().moves.chars().map(Letter).filter(wanted));
    }

    fn verdict_within(
        &mut self,
        _: usize,
        window: (Score, Score),
        depth: Depth,
        _: &BiasInsight,
    ) -> (Verdict, BiasInsight) {
        let (alpha, beta) = (window.0.get(), window.1.get());
        self.visits.push(Visit { path: self.path(), alpha, beta, depth: depth.sixty_fourths() });
        (self.here().verdict, BiasInsight(self.here().bias))
    }

    fn evaluation_bias(&self, insight: &BiasInsight) -> i32 {
        insight.0
    }

    fn threatened(&self) -> bool {
        self.here().threatened
    }

    fn prior(&self, mv: Letter) -> i32 {
        self.of(mv).prior
    }

    fn extension(&self, _: &BiasInsight) -> Depth {
        Depth::fraction(self.here().extension)
    }

    fn makes_threat(&self, mv: Letter) -> bool {
        self.of(mv).threat
    }

    fn repeating_move(&self) -> Option<Letter> {
        self.here().repeating.map(Letter)
    }
}

/// The evaluator of hand-made games: one type, since each type compiles the search again.
pub(crate) type Drawer<const PRUNES: bool> = fn(&Tree<PRUNES>) -> Score;

/// An evaluator that returns the specified values.
pub(crate) fn drawer<const PRUNES: bool>() -> Drawer<PRUNES> {
    |game| Score::new(game.evaluation())
}

/// A search of a hand-made game on one thread.
pub(crate) type DrawnSearch<'a, const PRUNES: bool> = Search<'a, Tree<PRUNES>, Drawer<PRUNES>, false>;

/// The state that a search uses, kept between calls.
pub(crate) struct Desk<const PRUNES: bool = true> {
    pub(crate) game: Tree<PRUNES>,
    pub(crate) enhancements: Enhancements,
    pub(crate) parameters: Parameters,
    pub(crate) table: Table,
    pub(crate) state: State<Letter, BiasInsight>,
    /// The depth of the iteration, which extensions depend on.
    pub(crate) iteration: u32,
    pub(crate) limits: Limits,
}

impl<const PRUNES: bool> Desk<PRUNES> {
    /// Plain alpha-beta on a game, with an empty table.
    pub(crate) fn new(game: Tree<PRUNES>) -> Self {
        let parameters = super::parameters();
        let state = State {
            moves: Vec::new(),
            frames: vec![Frame::default(); crate::MAX_PLY + 2],
            path: vec![None; crate::MAX_PLY + 2],
            histories: Histories::new::<Tree<PRUNES>>(),
            corrections: Corrections::new::<Tree<PRUNES>>(),
            reductions: Reductions::new(&parameters),
            killers: Killers::new(),
            mixed_cycles: crate::mixed_cycles::MixedCycles::new(),
            pv: PvTable::new(),
        };
        Desk {
            game,
            enhancements: Enhancements::none(),
            parameters,
            table: Table::new(1),
            state,
            iteration: 50,
            limits: Limits::default(),
        }
    }

    /// The same with these enhancements enabled.
    pub(crate) fn with(mut self, names: &[&str]) -> Self {
        for name in names {
            self.enhancements.set(name, true).unwrap();
        }
        self
    }

    /// The same with a constant changed.
    pub(crate) fn set(mut self, name: &str, value: i32) -> Self {
        self.parameters.set(name, value).unwrap();
        assert_eq!(self.parameters.get(name), Some(value), "{name} is out of its range");
        self.state.reductions = Reductions::new(&self.parameters);
        self
    }

    /// Runs a function on a search.
    pub(crate) fn run<R>(&mut self, act: impl FnOnce(&mut DrawnSearch<'_, PRUNES>) -> R) -> R {
        let mut roots = vec![RootMove::new(Letter('a'))];
        let mut best_lines = BestLines::new();
        let root = Root {
            ordinary: Score::ZERO,
            confirmed: None,
            reported: None,
            moves: &mut roots,
            best_lines: &mut best_lines,
            lines: 1,
            line: 0,
            best_move_changes: 0,
            previous: None,
            is_whole: true,
            improved: None,
            drawn: [Score::ZERO; 2],
            salt: 0,
        };
        let mut control = LimitControl::new(self.limits.clone(), StopHandle::new());
        let mut observer = ();
        let mut evaluator = drawer();
        let mut search = Search::new(Start {
            game: &mut self.game,
            evaluator: &mut evaluator,
            table: &self.table,
            control: &mut control,
            observer: &mut observer,
            state: &mut self.state,
            driver: Driver::default(),
            enhancements: self.enhancements,
            parameters: &self.parameters,
            endgames: None,
            prunes: false,
            root,
            variation: Variation::Main,
            team: None,
            started: Instant::now(),
        });
        search.iteration = self.iteration;
        let result = act(&mut search);
        assert!(search.state.moves.is_empty(), "moves are left on the stack");
        result
    }
}

/// A node of the current position, two plies from the root, with `depth` plies left, for tests of
/// techniques that take a node.
pub(crate) fn node<const PRUNES: bool>(search: &DrawnSearch<'_, PRUNES>, depth: i32) -> Node<Letter> {
    let ply = search.game.path.len();
    Node {
        key: search.game.key(),
        ply,
        depth: Depth::plies(depth),
        role: Role::Cut,
        former_principal: false,
        threatened: search.game.threatened(),
        improving: false,
        plain_evaluation: None,
        evaluation: Some(Score::new(search.game.evaluation())),
        entry: None,
        table_move: None,
        excluded: None,
        earlier: Earlier::default(),
    }
}

/// A verdict that depends only on the position.
pub(crate) fn ended(score: i32) -> Verdict {
    Verdict::Exact(Score::new(score), Reach::Position)
}
