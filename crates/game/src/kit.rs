//! The test kit: plays random games and compares every answer of a description
//! with what follows from its other answers.
//!
//! What it finds wrong it says with the moves that lead there. A description
//! that passes may still be wrong where it is consistently so; published perft
//! counts are the other half of a proof.

use crate::{Diagram, Game, GameMove, History, Notation, Outcome, Reach, Score, Side, Verdict, legal_moves};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use std::{collections::HashSet, fmt};

/// What is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Where the random moves come from.
    pub seed: u64,
    /// How many games.
    pub games: u32,
    /// How many moves a game has at most.
    pub most: usize,
}

impl Default for Plan {
    /// A hundred games of at most two hundred moves.
    fn default() -> Plan {
        Plan { seed: 1, games: 100, most: 200 }
    }
}

/// What was checked; tests look that it was enough.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Positions.
    pub positions: u64,
    /// Legal moves, each made and unmade, written and read.
    pub moves: u64,
    /// Values and texts that were rightly refused.
    pub refused: u64,
    /// Games that the rules ended.
    pub ended: u64,
    /// Positions compared with their images.
    pub images: u64,
}

/// What is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// What contradicts what.
    pub what: String,
    /// The moves that lead there, as [`History::write`] writes them or, of a
    /// game without texts, as `Debug` does.
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
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/nim/game.rs")); }
/// # use nim::Nim;
/// use duiyi_game::kit::{self, Plan};
///
/// let tally = kit::check_rules(&Nim::new(20), &Plan::default())?;
/// assert_eq!(tally.ended, 100);
/// # Ok::<(), kit::Broken>(())
/// ```
pub fn check_rules<G: Game + Clone>(start: &G, plan: &Plan) -> Result<Tally, Broken> {
    Walk::new(start, plan).run(&mut |_, _, _| Ok(()), &|game| format!("{:?}", game.moves()))
}

/// Checks the rules and the texts of a game.
///
/// # Errors
/// The first contradiction.
pub fn check<G: Notation>(start: &G, plan: &Plan) -> Result<Tally, Broken> {
    let mut texts = Texts { met: Vec::new(), next: 0 };
    let tally =
        Walk::new(start, plan).run(&mut |game, moves, tally| texts.check(game, moves, tally), &|game| game.write())?;
    let named = G::begin(&start.rules()).map(|begun| begun.rules());
    match named {
        Ok(name) if name == start.rules() => Ok(tally),
        named => {
            Err(Broken { what: format!("rule set '{}' is read as {named:?}", start.rules()), line: String::new() })
        }
    }
}

/// Checks the squares of a game: every legal move has some, all on the board,
/// and is the one that they stand for. Returns how many moves were looked at.
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
            let squares: Vec<_> = now.squares(mv).collect();
            if squares.is_empty() || squares.iter().any(|at| at.column >= columns || at.row >= rows) {
                return Err(format!("{mv:?} has the squares {squares:?} on {columns} columns and {rows} rows"));
            }
            let found = now.move_on(&squares);
            if found != Some(mv) {
                return Err(format!("{mv:?} has the squares {squares:?}, and they stand for {found:?}"));
            }
        }
        Ok(())
    };
    Walk::new(start, plan).run(&mut check, &|game| game.write())?;
    Ok(looked_at)
}

/// What is asked of every position besides.
type Check<'a, G> = dyn FnMut(&History<G>, &[<G as Game>::Move], &mut Tally) -> Result<(), String> + 'a;

/// Random games from a position.
struct Walk<G: Game> {
    start: G,
    plan: Plan,
    random: Xoshiro256PlusPlus,
    tally: Tally,
    /// Symmetries under which the start is its own image.
    symmetries: Vec<u8>,
    /// Moves that were legal somewhere.
    met: Vec<G::Move>,
}

/// Everything that a position answers.
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

    /// The same, asked in another order.
    fn backwards<G: Game<Move = M>>(game: &G) -> Answers<M> {
        let canonical = game.canonical();
        let reversible = game.reversible();
        let outcome = game.outcome();
        let verdict = game.verdict(0);
        let moves = legal_moves(game);
        Answers { canonical, reversible, outcome, verdict, moves, key: game.key(), side: game.side_to_move() }
    }
}

impl<G: Game + Clone> Walk<G> {
    fn new(start: &G, plan: &Plan) -> Walk<G> {
        let legal = legal_moves(start);
        let own = |&symmetry: &u8| {
            let images: Vec<_> = legal.iter().map(|&mv| start.image(mv, symmetry)).collect();
            images.iter().all(|image| legal.contains(image))
        };
        Walk {
            start: start.clone(),
            plan: *plan,
            random: Xoshiro256PlusPlus::seed_from_u64(plan.seed),
            tally: Tally::default(),
            symmetries: (0..G::SYMMETRIES).filter(own).collect(),
            met: Vec::new(),
        }
    }

    fn below(&mut self, n: usize) -> usize {
        (self.random.next_u64() % n as u64) as usize
    }

    fn run(mut self, besides: &mut Check<'_, G>, line: &dyn Fn(&History<G>) -> String) -> Result<Tally, Broken> {
        for _ in 0..self.plan.games {
            let mut game = History::new(self.start.clone());
            self.game(&mut game, besides).map_err(|what| Broken { what, line: line(&game) })?;
        }
        Ok(self.tally)
    }

    fn game(&mut self, game: &mut History<G>, besides: &mut Check<'_, G>) -> Result<(), String> {
        let mut images: Vec<(u8, G)> = self.symmetries.iter().map(|&symmetry| (symmetry, self.start.clone())).collect();
        let sweep = self.below(self.plan.most.min(20) + 1);
        loop {
            let answers = self.position(game.now())?;
            self.refusals(game.now(), &answers.moves, game.moves().len() == sweep)?;
            self.images(game.now(), &images)?;
            besides(game, &answers.moves, &mut self.tally)?;
            if answers.outcome.is_some() {
                self.tally.ended += 1;
                return self.unwind(game);
            }
            if game.moves().len() >= self.plan.most {
                return self.unwind(game);
            }
            let mv = answers.moves[self.below(answers.moves.len())];
            for (symmetry, image) in &mut images {
                let moved = game.now().image(mv, *symmetry);
                if !image.is_legal(moved) {
                    return Err(format!("{mv:?} is legal, its image {moved:?} by symmetry {symmetry} is not"));
                }
                image.make(moved);
            }
            game.play(mv).map_err(|illegal| illegal.to_string())?;
        }
    }

    /// One position: its answers agree, and each of its moves can be made and unmade.
    fn position(&mut self, now: &G) -> Result<Answers<G::Move>, String> {
        self.tally.positions += 1;
        let answers = Answers::of(now);
        same(&answers, &Answers::backwards(now), "asked in another order it answers otherwise")?;
        agreement::<G>(&answers)?;
        let distinct: HashSet<u32> = answers.moves.iter().map(|mv| mv.to_bits()).collect();
        if distinct.len() != answers.moves.len() {
            return Err(format!("a legal move is given twice: {:?}", answers.moves));
        }
        let mut copy = now.clone();
        for &mv in &answers.moves {
            self.tally.moves += 1;
            let bits = mv.to_bits();
            if !(1..1 << 24).contains(&bits) || G::Move::from_bits(bits) != Some(mv) {
                return Err(format!("{mv:?} is packed as {bits}, and read back as {:?}", G::Move::from_bits(bits)));
            }
            if !now.is_legal(mv) {
                return Err(format!("{mv:?} is among the legal moves and is_legal refuses it"));
            }
            let undo = copy.make(mv);
            if G::ALTERNATES && copy.side_to_move() == answers.side {
                return Err(format!("the sides alternate, and after {mv:?} the same one is to move"));
            }
            if copy.key() == answers.key {
                return Err(format!("{mv:?} leaves the key as it is"));
            }
            copy.unmake(mv, undo);
            let back = Answers::of(&copy);
            same(&answers, &back, &format!("unmaking {mv:?} does not restore everything"))?;
            if self.met.len() < 10_000 {
                self.met.push(mv);
            }
        }
        Ok(answers)
    }

    /// Values that are not among the legal moves must be refused: moves that were legal
    /// elsewhere, random ones, and with `all` everything up to 16 bits.
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
                return Err(format!("{mv:?} is not among the legal moves and is_legal accepts it"));
            }
            self.tally.refused += u64::from(!legal.contains(&mv));
        }
        Ok(())
    }

    /// The images of a position have its canonical key, and moves go there and back.
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
                    return Err(format!("{mv:?} goes by symmetry {symmetry} there and comes back as {back:?}"));
                }
            }
        }
        Ok(())
    }

    /// All moves of a game taken back: the start again.
    fn unwind(&self, game: &History<G>) -> Result<(), String> {
        let mut game = game.clone();
        while game.undo().is_some() {}
        same(&Answers::of(&self.start), &Answers::of(game.now()), "the game taken back is not the start")
    }
}

fn same<M: PartialEq + fmt::Debug>(one: &Answers<M>, other: &Answers<M>, what: &str) -> Result<(), String> {
    if one == other { Ok(()) } else { Err(format!("{what}: {one:?}, then {other:?}")) }
}

/// The verdict, the legal moves and the outcome must tell one story.
fn agreement<G: Game>(answers: &Answers<G::Move>) -> Result<(), String> {
    let score = match answers.verdict {
        Verdict::Exact(score, reach) | Verdict::AtLeast(score, reach) | Verdict::AtMost(score, reach) => {
            if !G::PATH_MATTERS && reach != Reach::Position {
                return Err(format!("no path matters, and the verdict reaches back: {reach:?}"));
            }
            matches!(answers.verdict, Verdict::Exact(..)).then_some(score)
        }
        Verdict::Open => None,
    };
    let over = score.is_some() || answers.moves.is_empty();
    let Some(outcome) = &answers.outcome else {
        return if over {
            Err(format!("the game is over ({:?}), and has no outcome", answers.verdict))
        } else {
            Ok(())
        };
    };
    if !over {
        return Err(format!("the game goes on, and its outcome is {outcome}"));
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
        Err(format!("the verdict is {score} for {:?}, and the outcome {outcome}", answers.side))
    }
}

/// A turn fits its spelling, and is read back from the second one.
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
    /// Texts of moves that were legal somewhere.
    met: Vec<String>,
    /// The one that is tried next.
    next: usize,
}

impl Texts {
    fn check<G: Notation>(&mut self, game: &History<G>, moves: &[G::Move], tally: &mut Tally) -> Result<(), String> {
        let now = game.now();
        for &mv in moves {
            let text = now.write_move(mv);
            if text.is_empty() || text.contains(char::is_whitespace) {
                return Err(format!("{mv:?} is written as '{text}', which is no word"));
            }
            match now.read_move(&text) {
                Ok(read) if read == mv => {}
                read => return Err(format!("{mv:?} is written as '{text}', and read as {read:?}")),
            }
            match now.read_turn(&now.write_turn(&[mv])) {
                Ok(read) if read == [mv] => {}
                read => return Err(format!("{mv:?} is the turn '{}', read as {read:?}", now.write_turn(&[mv]))),
            }
            spelled_twice::<G>(&now.write_turn(&[mv]))?;
            if self.met.len() < 2_000 {
                self.met.push(text);
            }
        }
        // A stride that shares no divisor with the usual lengths comes by all of them.
        self.next = (self.next + 977) % self.met.len().max(1);
        let others = self.met.iter().cycle().skip(self.next).take(40.min(self.met.len()));
        for text in others.map(String::as_str).chain(["", "?", "moves", "\u{5c07}"]) {
            match now.read_move(text) {
                Ok(mv) if moves.contains(&mv) => {}
                Ok(mv) => return Err(format!("'{text}' is read as {mv:?}, which is not legal")),
                Err(_) => tally.refused += 1,
            }
        }
        self.position(now)?;
        if game.moves().len().is_multiple_of(16) || game.outcome().is_some() { self.game(game) } else { Ok(()) }
    }

    /// The position is read back as it was written, its key found from scratch.
    fn position<G: Notation>(&self, now: &G) -> Result<(), String> {
        let text = now.write_position();
        let read = now.read_position(&text).map_err(|reason| format!("'{text}' is not read back: {reason}"))?;
        if read.write_position() != text {
            return Err(format!("'{text}' is read as '{}'", read.write_position()));
        }
        if read.key() != now.key() {
            return Err(format!("'{text}' has another key when it is read again"));
        }
        if read.side_to_move() != now.side_to_move() || legal_moves(&read) != legal_moves(now) {
            return Err(format!("'{text}' has another mover or other moves when it is read again"));
        }
        if matches!(now.verdict(0), Verdict::Exact(_, Reach::Position)) && read.verdict(0) != now.verdict(0) {
            return Err(format!("'{text}' has another verdict when it is read again"));
        }
        if read.rules() != now.rules() {
            return Err(format!("'{text}' has the rules '{}' when it is read again", read.rules()));
        }
        if now.draw().trim().is_empty() {
            return Err("it is drawn as nothing".to_owned());
        }
        Ok(())
    }

    /// The game so far is read back.
    fn game<G: Notation>(&self, game: &History<G>) -> Result<(), String> {
        let text = game.write();
        let read =
            History::read_by(game.start(), &text).map_err(|reason| format!("'{text}' is not read back: {reason}"))?;
        if read.moves() != game.moves() || read.now().key() != game.now().key() {
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
