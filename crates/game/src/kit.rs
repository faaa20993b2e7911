//! The test kit: plays random games and compares the methods of a game with each other.
//!
//! It reports each contradiction with the moves that lead to it. A game that passes may still be
//! consistently wrong; compare perft counts with published ones as well.
//!
//! [`random_tree`] makes games with variations for the tests of formats.

use crate::{
    Diagram, Game, GameMove, History, MAX_PLY, Notation, Outcome, Reach, Score, Side, Square, Verdict, legal_moves,
    line_in_usual_order,
};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use std::{
    collections::{HashMap, HashSet},
    fmt,
};

pub use crate::random_tree::random_tree;

/// The extent of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The seed of the random moves.
    pub seed: u64,
    /// The number of games.
    pub games: u32,
    /// The maximum number of moves in a game.
    pub most: usize,
}

impl Default for Plan {
    /// 100 games of at most 200 moves.
    fn default() -> Plan {
        Plan { seed: 1, games: 100, most: 200 }
    }
}

/// What was checked, so that tests can assert that it was enough.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Positions.
    pub positions: u64,
    /// Legal moves, each made and unmade, written and read.
    pub moves: u64,
    /// Values and texts that were correctly rejected.
    pub refused: u64,
    /// Games that ended by the rules.
    pub ended: u64,
    /// Games that did not end within [`Plan::most`] moves. If this is not 0 and the limit is
    /// generous, the game may go on for ever: it needs a rule for repetitions or a limit of moves
    /// ([`Repeating`](crate::Repeating) adds both), or random playouts and matches do not end.
    pub unended: u64,
    /// Positions compared with their images.
    pub images: u64,
}

/// A contradiction and the moves that lead to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The contradiction.
    pub what: String,
    /// The moves that lead to it, as [`History::write`] writes them, or as `Debug` does if the check
    /// does not need texts.
    pub line: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (after: {})", self.what, self.line)
    }
}

impl std::error::Error for Broken {}

/// Checks the rules of a game.
///
/// # Errors
/// The first contradiction.
///
/// ```
/// use duiyi_game::nim::Nim;
/// use duiyi_game::kit::{self, Plan};
///
/// let tally = kit::check_rules(&Nim::new(20), &Plan::default())?;
/// assert_eq!(tally.ended, 100);
/// # Ok::<(), kit::Broken>(())
/// ```
pub fn check_rules<G: Game + Clone>(start: &G, plan: &Plan) -> Result<Tally, Broken> {
    let shown = |_: &G, mv: G::Move| format!("{mv:?}");
    Walk::new(start, plan, &shown).run(&mut |_, _, _| Ok(()), &|game| format!("{:?}", game.moves()))
}

/// Checks the rules and texts of a game.
///
/// # Errors
/// The first contradiction.
pub fn check<G: Notation>(start: &G, plan: &Plan) -> Result<Tally, Broken> {
    let mut texts = Texts { met: Vec::new(), next: 0 };
    let tally = Walk::new(start, plan, &G::write_move)
        .run(&mut |game, moves, tally| texts.check(game, moves, tally), &|game| game.write())?;
    let named = G::begin(&start.rules()).map(|begun| begun.rules());
    match named {
        Ok(name) if name == start.rules() => Ok(tally),
        named => {
            Err(Broken { what: format!("rule set '{}' is read as {named:?}", start.rules()), line: String::new() })
        }
    }
}

/// Checks the squares of a game: the squares of every legal move are on the board, and
/// [`Grid::move_on`](crate::Grid::move_on) maps them back to the move. A move without squares is a
/// pass, which does not change the picture. Returns the number of moves checked.
///
/// # Errors
/// The first contradiction.
pub fn check_diagram<G: Notation + Diagram>(start: &G, plan: &Plan) -> Result<u64, Broken> {
    let (columns, rows) = start.size();
    let mut looked_at = 0;
    let mut check = |game: &History<G>, moves: &[G::Move], _: &mut Tally| {
        let now = game.now();
        for &mv in moves {
            looked_at += 1;
            let (shown, squares) = (now.write_move(mv), now.squares(mv).collect::<Vec<_>>());
            if squares.iter().any(|at| at.column >= columns || at.row >= rows) {
                return Err(format!("{shown} has the squares {squares:?} on {columns} columns and {rows} rows"));
            }
            if squares.is_empty() && picture(now) != picture(&after(now, mv)) {
                return Err(format!("{shown} has no squares, but changes the picture"));
            }
            let found = now.move_on(&squares);
            if found != Some(mv) {
                let found = found.map(|found| now.write_move(found));
                return Err(format!("{shown} has the squares {squares:?}, and they stand for {found:?}"));
            }
        }
        Ok(())
    };
    Walk::new(start, plan, &G::write_move).run(&mut check, &|game| game.write())?;
    Ok(looked_at)
}

/// What stands on each square.
fn picture<G: Diagram>(game: &G) -> Vec<(Option<char>, Option<Side>)> {
    let (columns, rows) = game.size();
    let squares = (0..rows).flat_map(|row| (0..columns).map(move |column| Square { column, row }));
    squares.map(|at| (game.symbol(at), game.owner(at))).collect()
}

fn after<G: Game + Clone>(now: &G, mv: G::Move) -> G {
    let mut after = now.clone();
    after.make(mv);
    after
}

/// An additional check of every position.
type Check<'a, G> = dyn FnMut(&History<G>, &[<G as Game>::Move], &mut Tally) -> Result<(), String> + 'a;

/// Writes a legal move for a message.
type Shown<'a, G> = &'a dyn Fn(&G, <G as Game>::Move) -> String;

/// Random games from a position.
struct Walk<'a, G: Game> {
    shown: Shown<'a, G>,
    start: G,
    plan: Plan,
    random: Xoshiro256PlusPlus,
    tally: Tally,
    /// Symmetries that map the start position to itself.
    symmetries: Vec<u8>,
    /// Moves that were legal in earlier positions.
    met: Vec<G::Move>,
    /// The first occurrence of each key in the game, as a number of moves.
    occurred: HashMap<u64, usize>,
}

/// The results of all methods in a position.
#[derive(PartialEq, Debug)]
struct Answers<M> {
    side: Side,
    key: u64,
    moves: Vec<M>,
    verdict: Verdict,
    outcome: Option<Outcome>,
    reversible: usize,
    canonical: (u64, u8),
}

impl<M: GameMove> Answers<M> {
    fn of<G: Game<Move = M>>(game: &G) -> Answers<M> {
        Answers {
            side: game.side_to_move(),
            key: game.key(),
            moves: legal_moves(game),
            verdict: game.verdict(0),
            outcome: game.outcome(),
            reversible: game.reversible(),
            canonical: game.canonical(),
        }
    }

    /// The same results, computed in another order.
    fn backwards<G: Game<Move = M>>(game: &G) -> Answers<M> {
        let canonical = game.canonical();
        let reversible = game.reversible();
        let outcome = game.outcome();
        let verdict = game.verdict(0);
        let moves = legal_moves(game);
        Answers { canonical, reversible, outcome, verdict, moves, key: game.key(), side: game.side_to_move() }
    }
}

impl<'a, G: Game + Clone> Walk<'a, G> {
    fn new(start: &G, plan: &Plan, shown: Shown<'a, G>) -> Walk<'a, G> {
        let legal = legal_moves(start);
        let own = |&symmetry: &u8| {
            let images: Vec<_> = legal.iter().map(|&mv| start.image(mv, symmetry)).collect();
            images.iter().all(|image| legal.contains(image))
        };
        Walk {
            shown,
            start: start.clone(),
            plan: *plan,
            random: Xoshiro256PlusPlus::seed_from_u64(plan.seed),
            tally: Tally::default(),
            symmetries: (0..G::SYMMETRIES).filter(own).collect(),
            met: Vec::new(),
            occurred: HashMap::new(),
        }
    }

    fn below(&mut self, n: usize) -> usize {
        (self.random.next_u64() % n as u64) as usize
    }

    fn run(mut self, extra: &mut Check<'_, G>, line: &dyn Fn(&History<G>) -> String) -> Result<Tally, Broken> {
        for _ in 0..self.plan.games {
            let mut game = History::new(self.start.clone());
            self.game(&mut game, extra).map_err(|what| Broken { what, line: line(&game) })?;
        }
        Ok(self.tally)
    }

    fn game(&mut self, game: &mut History<G>, extra: &mut Check<'_, G>) -> Result<(), String> {
        let mut images: Vec<(u8, G)> = self.symmetries.iter().map(|&symmetry| (symmetry, self.start.clone())).collect();
        let sweep = self.below(self.plan.most.min(20) + 1);
        self.occurred.clear();
        loop {
            self.occurred.entry(game.now().key()).or_insert(game.moves().len());
            let answers = self.position(game.now(), game.moves().len())?;
            self.refusals(game.now(), &answers.moves, game.moves().len() == sweep)?;
            self.images(game.now(), &images)?;
            extra(game, &answers.moves, &mut self.tally)?;
            if answers.outcome.is_some() {
                self.tally.ended += 1;
                return self.unwind(game);
            }
            if game.moves().len() >= self.plan.most {
                self.tally.unended += 1;
                return self.unwind(game);
            }
            let mv = answers.moves[self.below(answers.moves.len())];
            for (symmetry, image) in &mut images {
                let moved = game.now().image(mv, *symmetry);
                if !image.is_legal(moved) {
                    let mv = (self.shown)(game.now(), mv);
                    return Err(format!("{mv} is legal, but its image {moved:?} by symmetry {symmetry} is not"));
                }
                image.make(moved);
            }
            game.play(mv).map_err(|illegal| illegal.to_string())?;
        }
    }

    /// Checks one position: the results agree, and each move can be made and unmade.
    fn position(&mut self, now: &G, played: usize) -> Result<Answers<G::Move>, String> {
        self.tally.positions += 1;
        let answers = Answers::of(now);
        same(&answers, &Answers::backwards(now), "calling the methods in another order changes their results")?;
        agreement::<G>(&answers)?;
        distances(now, &answers)?;
        let shown = |mv| (self.shown)(now, mv);
        let distinct: HashSet<u32> = answers.moves.iter().map(|mv| mv.to_bits()).collect();
        if distinct.len() != answers.moves.len() {
            let moves: Vec<String> = answers.moves.iter().map(|&mv| shown(mv)).collect();
            return Err(format!("a legal move is generated twice: {}", moves.join(" ")));
        }
        let mut copy = now.clone();
        for &mv in &answers.moves {
            self.tally.moves += 1;
            let bits = mv.to_bits();
            if !(1..1 << 24).contains(&bits) || G::Move::from_bits(bits) != Some(mv) {
                let unpacked = G::Move::from_bits(bits);
                return Err(format!("{} is packed as {bits} and unpacked as {unpacked:?}", shown(mv)));
            }
            if !now.is_legal(mv) {
                return Err(format!("{} is among the legal moves, but is_legal rejects it", shown(mv)));
            }
            let undo = copy.make(mv);
            if G::ALTERNATES && copy.side_to_move() == answers.side {
                return Err(format!("the sides alternate, but after {} the same side is to move", shown(mv)));
            }
            if copy.key() == answers.key {
                return Err(format!("{} does not change the key", shown(mv)));
            }
            let (back, reversible) =
                (self.occurred.get(&copy.key()).map(|first| played + 1 - first), copy.reversible());
            if let Some(back) = back.filter(|&back| back > reversible) {
                return Err(format!(
                    "{} repeats the position {back} moves earlier, but only {reversible} moves are reversible",
                    shown(mv)
                ));
            }
            copy.unmake(mv, undo);
            let back = Answers::of(&copy);
            same(&answers, &back, &format!("unmaking {} does not restore everything", shown(mv)))?;
            if self.met.len() < 10_000 {
                self.met.push(mv);
            }
        }
        Ok(answers)
    }

    /// Moves outside the list of legal moves must be rejected: moves that were legal elsewhere,
    /// random ones, and with `all` every value up to 16 bits.
    fn refusals(&mut self, now: &G, legal: &[G::Move], all: bool) -> Result<(), String> {
        let mut others: Vec<G::Move> = Vec::new();
        for _ in 0..40.min(self.met.len()) {
            let at = self.below(self.met.len());
            others.push(self.met[at]);
        }
        others.extend((0..40).filter_map(|i| G::Move::from_bits(self.random.next_u64() as u32 >> (8 + i % 16))));
        if all {
            others.extend((1..1 << 16).filter_map(G::Move::from_bits));
        }
        for mv in others {
            if now.is_legal(mv) != legal.contains(&mv) {
                return Err(format!("{mv:?} is not among the legal moves, but is_legal accepts it"));
            }
            self.tally.refused += u64::from(!legal.contains(&mv));
        }
        Ok(())
    }

    /// The images of a position have its canonical key, and mapping a move and back restores it.
    fn images(&mut self, now: &G, images: &[(u8, G)]) -> Result<(), String> {
        for (symmetry, image) in images {
            self.tally.images += 1;
            if image.canonical().0 != now.canonical().0 {
                return Err(format!("the image by symmetry {symmetry} has another canonical key"));
            }
            if image.verdict(0) != now.verdict(0) {
                return Err(format!("the image by symmetry {symmetry} has another verdict"));
            }
        }
        let (_, symmetry) = now.canonical();
        for mv in legal_moves(now) {
            for symmetry in (0..G::SYMMETRIES).chain([symmetry]) {
                let back = now.preimage(now.image(mv, symmetry), symmetry);
                if back != mv {
                    let mv = (self.shown)(now, mv);
                    return Err(format!("{mv} mapped by symmetry {symmetry} and back becomes {back:?}"));
                }
            }
        }
        Ok(())
    }

    /// Takes back all moves of a game and compares the result with the start.
    fn unwind(&self, game: &History<G>) -> Result<(), String> {
        let mut game = game.clone();
        while game.undo().is_some() {}
        same(&Answers::of(&self.start), &Answers::of(game.now()), "taking back all moves does not lead to the start")
    }
}

fn same<M: PartialEq + fmt::Debug>(one: &Answers<M>, other: &Answers<M>, what: &str) -> Result<(), String> {
    if one == other { Ok(()) } else { Err(format!("{what}: {one:?}, then {other:?}")) }
}

/// The verdict, the legal moves and the outcome must agree.
fn agreement<G: Game>(answers: &Answers<G::Move>) -> Result<(), String> {
    let score = match answers.verdict {
        Verdict::Exact(score, reach) | Verdict::AtLeast(score, reach) | Verdict::AtMost(score, reach) => {
            if !G::PATH_MATTERS && reach != Reach::Position {
                return Err(format!("PATH_MATTERS is false, but the verdict reaches back: {reach:?}"));
            }
            matches!(answers.verdict, Verdict::Exact(..)).then_some(score)
        }
        Verdict::Open => None,
    };
    let over = score.is_some() || answers.moves.is_empty();
    let Some(outcome) = &answers.outcome else {
        return if over {
            Err(format!("the game is over ({:?}), but has no outcome", answers.verdict))
        } else {
            Ok(())
        };
    };
    if !over {
        return Err(format!("the game goes on, but its outcome is {outcome}"));
    }
    let Some(score) = score else { return Ok(()) };
    let winner = match score.cmp(&Score::ZERO) {
        std::cmp::Ordering::Greater => Some(answers.side),
        std::cmp::Ordering::Less => Some(!answers.side),
        std::cmp::Ordering::Equal => None,
    };
    if winner == outcome.winner {
        Ok(())
    } else {
        Err(format!("the verdict is {score} for {:?}, but the outcome is {outcome}", answers.side))
    }
}

/// A result counts plies from the root: as many as the search is away from it. The score of an ended
/// game is a result.
fn distances<G: Game>(now: &G, answers: &Answers<impl GameMove>) -> Result<(), String> {
    if answers.moves.is_empty() {
        let (here, deeper) = (now.stuck(0), now.stuck(7));
        if !is_result(here) || deeper != deeper_by(here, 7) {
            return Err(format!("the score of stuck is {here} at the root and {deeper} seven plies below it"));
        }
    }
    let deeper = now.verdict(7);
    if let Verdict::Exact(score, Reach::Position) = answers.verdict
        && deeper != Verdict::Exact(deeper_by(score, 7), Reach::Position)
    {
        let verdict = answers.verdict;
        return Err(format!("the verdict is {verdict:?} at the root, but {deeper:?} seven plies below it"));
    }
    for (verdict, ply) in [(answers.verdict, 0), (deeper, 7)] {
        let Verdict::Exact(score, _) = verdict else { continue };
        let plies = score.mate_distance().map(i32::abs).or(score.rule_distance());
        if !is_result(score) || plies.is_some_and(|plies| plies < ply) {
            return Err(format!(
                "{ply} plies from the root the verdict is {verdict:?}: expected a draw (0), or a mate or a result by \
                 a rule in at least {ply} plies"
            ));
        }
    }
    Ok(())
}

/// The score of a result, seen from a root a number of plies above.
fn deeper_by(score: Score, plies: i32) -> Score {
    Score::new(score.get() - score.get().signum() * plies)
}

/// Whether the score is a draw, or in the band of mates or of results by a rule.
fn is_result(score: Score) -> bool {
    let (score, most) = (score.get().abs(), MAX_PLY as i32);
    let bands = [Score::MATE, Score::RULE].map(|best| best.get() - most..=best.get());
    score == 0 || bands.iter().any(|band| band.contains(&score))
}

/// A turn must fit its spelling, and its second spelling must be read back as the same turn.
fn spelled_twice<G: Notation>(turn: &str) -> Result<(), String> {
    let Some(spelling) = G::SECOND_SPELLING else { return Ok(()) };
    let second = (spelling.to_second)(turn);
    if (spelling.to_own)(&second) != turn {
        return Err(format!("'{turn}' is spelled '{second}', which is read as '{}'", (spelling.to_own)(&second)));
    }
    for (text, at) in [(turn, 0), (second.as_str(), 1)] {
        if !(spelling.fits)(text)[at] {
            return Err(format!("'{text}' does not fit {} {}", spelling.option, spelling.names[at]));
        }
    }
    Ok(())
}

/// The checks of texts.
struct Texts {
    /// Texts of moves that were legal in earlier positions.
    met: Vec<String>,
    /// The index of the next text to try.
    next: usize,
}

impl Texts {
    fn check<G: Notation>(&mut self, game: &History<G>, moves: &[G::Move], tally: &mut Tally) -> Result<(), String> {
        let now = game.now();
        for &mv in moves {
            let text = now.write_move(mv);
            if text.is_empty() || text.contains(char::is_whitespace) {
                return Err(format!("{mv:?} is written as '{text}', expected one word"));
            }
            match now.read_move(&text) {
                Ok(read) if read == mv => {}
                read => return Err(format!("{mv:?} is written as '{text}' and read as {read:?}")),
            }
            match now.read_turn(&now.write_turn(&[mv])) {
                Ok(read) if read == [mv] => {}
                read => {
                    return Err(format!(
                        "{mv:?} is written as the turn '{}' and read as {read:?}",
                        now.write_turn(&[mv])
                    ));
                }
            }
            spelled_twice::<G>(&now.write_turn(&[mv]))?;
            if self.met.len() < 2_000 {
                self.met.push(text);
            }
        }
        // The stride is prime, so that every text gets its turn.
        self.next = (self.next + 977) % self.met.len().max(1);
        let others = self.met.iter().cycle().skip(self.next).take(40.min(self.met.len()));
        for text in others.map(String::as_str).chain(["", "?", "moves", "\u{5c07}"]) {
            match now.read_move(text) {
                Ok(mv) if moves.contains(&mv) => {}
                Ok(mv) => return Err(format!("'{text}' is read as {mv:?}, but that is not legal")),
                Err(_) => tally.refused += 1,
            }
        }
        self.position(now)?;
        if game.moves().len().is_multiple_of(16) || game.outcome().is_some() { self.game(game) } else { Ok(()) }
    }

    /// The position must be read back as written, with a key computed from scratch.
    fn position<G: Notation>(&self, now: &G) -> Result<(), String> {
        let text = now.write_position();
        let read = now.read_position(&text).map_err(|reason| format!("'{text}' is not read back: {reason}"))?;
        if read.write_position() != text {
            return Err(format!("'{text}' is read as '{}'", read.write_position()));
        }
        if read.key() != now.key() {
            return Err(format!("'{text}' has another key when read back"));
        }
        if read.side_to_move() != now.side_to_move() || legal_moves(&read) != legal_moves(now) {
            return Err(format!("'{text}' has another side to move or other moves when read back"));
        }
        if matches!(now.verdict(0), Verdict::Exact(_, Reach::Position)) && read.verdict(0) != now.verdict(0) {
            return Err(format!("'{text}' has another verdict when read back"));
        }
        if read.rules() != now.rules() {
            return Err(format!("'{text}' has the rules '{}' when read back", read.rules()));
        }
        if now.draw().trim().is_empty() {
            return Err("draw returns an empty text".to_owned());
        }
        Ok(())
    }

    /// The game so far must be read back.
    fn game<G: Notation>(&self, game: &History<G>) -> Result<(), String> {
        let text = game.write();
        let read =
            History::read_by(game.start(), &text).map_err(|reason| format!("'{text}' is not read back: {reason}"))?;
        // The moves of a turn may be written in another order.
        let same = line_in_usual_order(game.start(), read.moves()) == line_in_usual_order(game.start(), game.moves());
        if !same || read.now().key() != game.now().key() {
            return Err(format!("'{text}' is read as '{}'", read.write()));
        }
        let (then, moves) = game.since_irreversible();
        let mut later = History::new(then);
        if later.play_turn(moves).is_err() || later.now().key() != game.now().key() {
            return Err("the moves since the last irreversible one do not lead here".to_owned());
        }
        if later.now().verdict(0) != game.now().verdict(0) && game.now().reversible() < usize::MAX {
            return Err("the moves before the last irreversible one matter to the verdict".to_owned());
        }
        Ok(())
    }
}
