//! What random games show about a game: its pieces, the second side's view, and the symmetries of its
//! board.

use crate::learn::{LearnError, Learnable, transform::Transform};
use duiyi_game::{Diagram, Side, Square, legal_moves};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The number of random games of a survey.
const GAMES: usize = 100;
/// The maximum number of moves of such a game.
const MAX_MOVES: usize = 600;
/// The number of games that are played with mirrored moves to detect a symmetry.
const MIRRORED_GAMES: usize = 12;
/// The maximum number of buckets of the network.
const BUCKETS: usize = 6;

/// A kind of piece: its symbol for each side. A kind of one side alone has one symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kind {
    /// The symbol of the first side's piece.
    pub first: Option<char>,
    /// The symbol of the second side's piece.
    pub second: Option<char>,
}

impl Kind {
    /// The symbol of a side's piece.
    pub fn symbol(&self, side: Side) -> Option<char> {
        match side {
            Side::First => self.first,
            Side::Second => self.second,
        }
    }
}

/// What random games show about a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Survey {
    /// The name of the game.
    pub game: String,
    /// The rule set.
    pub rules: String,
    /// The number of columns.
    pub columns: u8,
    /// The number of rows.
    pub rows: u8,
    /// The kinds of pieces with an owner.
    pub kinds: Vec<Kind>,
    /// The symbols of pieces without an owner.
    pub neutral: Vec<char>,
    /// The number of facts beside the picture ([`Diagram::EXTRA_INPUTS`]).
    pub extra: usize,
    /// How the second side sees the board, so that its pieces are where the first side's would be.
    pub view: Transform,
    /// The symmetries of the rules, the identity first.
    pub symmetries: Vec<Transform>,
    /// The lowest and the highest number of pieces on the board.
    pub pieces: (u16, u16),
    /// The mean number of moves of a random game.
    pub length: u32,
    /// The mean number of legal moves.
    pub moves: u32,
}

/// A piece on a square.
type Placed = (Square, char, Option<Side>);

/// The pieces of a position.
fn pieces_of<G: Diagram>(game: &G) -> Vec<Placed> {
    let mut pieces = Vec::new();
    game.pieces(&mut |at, symbol, owner| pieces.push((at, symbol, owner)));
    pieces
}

/// The sums of the random games.
#[derive(Default)]
struct Tally {
    symbols: [BTreeSet<char>; 3],
    least: u16,
    most: u16,
    positions: usize,
    moves: usize,
    ended: usize,
}

impl Tally {
    fn see<G: Learnable>(&mut self, game: &G) {
        let pieces = pieces_of(game);
        for &(_, symbol, owner) in &pieces {
            self.symbols[owner.map_or(2, Side::index)].insert(symbol);
        }
        let count = pieces.len() as u16;
        self.least = if self.positions == 0 { count } else { self.least.min(count) };
        self.most = self.most.max(count);
        self.positions += 1;
    }
}

/// Plays random games from a position and passes every position to a tally.
fn play_randomly<G: Learnable>(start: &G, seed: u64) -> Tally {
    let mut tally = Tally::default();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    for _ in 0..GAMES {
        let mut game = start.clone();
        for number in 0..=MAX_MOVES {
            tally.see(&game);
            if game.outcome().is_some() {
                tally.ended += 1;
                break;
            }
            let moves = legal_moves(&game);
            if moves.is_empty() || number == MAX_MOVES {
                break;
            }
            tally.moves += moves.len();
            game.make(moves[(random.next_u64() % moves.len() as u64) as usize]);
        }
    }
    tally
}

/// How the second side sees the board: the first transform that maps its pieces at the start to squares
/// of the first side's, and the other way round.
fn second_view<G: Learnable>(start: &G) -> Transform {
    let size = start.size();
    let of = |side: Side| -> BTreeSet<(u8, u8)> {
        let own = pieces_of(start).into_iter().filter(|piece| piece.2 == Some(side));
        own.map(|(at, ..)| (at.column, at.row)).collect()
    };
    let (first, second) = (of(Side::First), of(Side::Second));
    let fits = |view: &Transform| {
        let seen: BTreeSet<(u8, u8)> = second
            .iter()
            .map(|&(column, row)| view.apply(Square { column, row }, size))
            .map(|at| (at.column, at.row))
            .collect();
        !first.is_empty() && seen == first
    };
    [Transform::FLIPPED, Transform::TURNED].into_iter().find(fits).unwrap_or_default()
}

/// Pairs the symbols of both sides: pieces on corresponding squares at the start, letters that differ in
/// case, and the last two.
fn pair_symbols<G: Learnable>(start: &G, view: Transform, tally: &Tally) -> Vec<Kind> {
    let [mut firsts, mut seconds, _] = tally.symbols.clone();
    let mut pairs: Vec<(char, char)> = Vec::new();
    let placed = pieces_of(start);
    for &(at, symbol, owner) in placed.iter().filter(|piece| piece.2 == Some(Side::Second)) {
        let image = view.apply(at, start.size());
        let opposite = placed.iter().find(|piece| piece.0 == image && piece.2.is_some() && piece.2 != owner);
        if let Some(&(_, first, _)) = opposite
            && firsts.contains(&first)
            && seconds.contains(&symbol)
        {
            firsts.remove(&first);
            seconds.remove(&symbol);
            pairs.push((first, symbol));
        }
    }
    for first in firsts.clone() {
        let same = |second: &&char| second.to_lowercase().eq(first.to_lowercase());
        if let Some(&second) = seconds.iter().find(same) {
            firsts.remove(&first);
            seconds.remove(&second);
            pairs.push((first, second));
        }
    }
    if let (1, 1, Some(&first), Some(&second)) = (firsts.len(), seconds.len(), firsts.first(), seconds.first()) {
        firsts.clear();
        seconds.clear();
        pairs.push((first, second));
    }
    pairs.sort_unstable();
    let paired = pairs.into_iter().map(|(first, second)| Kind { first: Some(first), second: Some(second) });
    let alone = firsts.into_iter().map(|first| Kind { first: Some(first), second: None });
    paired.chain(alone).chain(seconds.into_iter().map(|second| Kind { first: None, second: Some(second) })).collect()
}

/// Whether games with transformed moves show transformed pictures.
fn is_symmetry<G: Learnable>(start: &G, transform: Transform, seed: u64) -> bool {
    let size = start.size();
    let image = |pieces: Vec<Placed>| {
        let mut images: Vec<Placed> =
            pieces.into_iter().map(|(at, symbol, owner)| (transform.apply(at, size), symbol, owner)).collect();
        images.sort_unstable_by_key(|piece| (piece.0.row, piece.0.column));
        images
    };
    let sorted = |game: &G| {
        let mut pieces = pieces_of(game);
        pieces.sort_unstable_by_key(|piece| (piece.0.row, piece.0.column));
        pieces
    };
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    for _ in 0..MIRRORED_GAMES {
        let (mut game, mut mirrored) = (start.clone(), start.clone());
        for _ in 0..MAX_MOVES {
            if image(pieces_of(&game)) != sorted(&mirrored) {
                return false;
            }
            let moves = legal_moves(&game);
            if game.outcome().is_some() || moves.is_empty() {
                break;
            }
            let mv = moves[(random.next_u64() % moves.len() as u64) as usize];
            let squares: Vec<Square> = game.squares(mv).map(|at| transform.apply(at, size)).collect();
            let Some(moved) = mirrored.move_on(&squares) else { return false };
            game.make(mv);
            mirrored.make(moved);
        }
        if game.outcome().map(|outcome| outcome.winner) != mirrored.outcome().map(|outcome| outcome.winner) {
            return false;
        }
    }
    true
}

impl Survey {
    /// Surveys a game from a start position with random games of a seed.
    ///
    /// # Errors
    /// If the picture shows no piece with an owner, or no game ends.
    ///
    /// # Panics
    /// If the rules generate a move that they do not accept.
    pub fn of<G: Learnable>(start: &G, seed: u64) -> Result<Survey, LearnError> {
        let tally = play_randomly(start, seed);
        let game = G::NAME.to_owned();
        let [firsts, seconds, neutral] = &tally.symbols;
        if firsts.is_empty() && seconds.is_empty() {
            return Err(LearnError::NoOwners { game, pieces: neutral.len() });
        }
        if tally.ended == 0 {
            return Err(LearnError::NoEnd { game, games: GAMES, most: MAX_MOVES });
        }
        let size @ (columns, rows) = start.size();
        let view = second_view(start);
        let others = Transform::of_board(size).skip(1).filter(|&other| is_symmetry(start, other, seed));
        let decisions = tally.positions - tally.ended;
        Ok(Survey {
            game,
            rules: start.rules(),
            columns,
            rows,
            kinds: pair_symbols(start, view, &tally),
            neutral: neutral.iter().copied().collect(),
            extra: G::EXTRA_INPUTS,
            view,
            symmetries: [Transform::IDENTITY].into_iter().chain(others).collect(),
            pieces: (tally.least, tally.most),
            length: (decisions / GAMES).max(1) as u32,
            moves: (tally.moves / decisions.max(1)).max(1) as u32,
        })
    }

    /// The size of the board.
    pub fn size(&self) -> (u8, u8) {
        (self.columns, self.rows)
    }

    /// The number of outputs of the network, selected by the number of pieces.
    pub fn buckets(&self) -> usize {
        let (least, most) = self.pieces;
        (usize::from(most - least) + 1).min(BUCKETS)
    }

    /// The output for a number of pieces.
    #[inline]
    pub(crate) fn bucket(&self, pieces: usize) -> usize {
        let (least, most) = self.pieces;
        let above = pieces.clamp(least.into(), most.into()) - usize::from(least);
        above * self.buckets() / (usize::from(most - least) + 1)
    }

    /// The game, its rules and its board in words.
    pub fn describe(&self) -> String {
        let rules =
            if self.rules.is_empty() || self.rules == self.game { String::new() } else { format!(" ({})", self.rules) };
        format!("{}{rules} on {} by {} squares", self.game, self.columns, self.rows)
    }
}
