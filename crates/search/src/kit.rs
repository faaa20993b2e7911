//! The test kit of the search: plays random games and compares a game's [`Heuristics`] with its
//! rules and with each other.
//!
//! It finds faults that a search hides: moves that are never generated, positions that share a key,
//! a pass that is not taken back. [`duiyi_game::kit`] checks the rules themselves.

use crate::{
    Depth, Driver, Enhancements, Game, Generation, Heuristics, Limits, MAX_PLY, MoveSink, Reach, Score, Searcher, Side,
    Table, TablePolicy, Verdict, candidates, knowledge::Knowledge, legal_moves, minimax_of_candidates,
};
use duiyi_game::GameMove;
pub use duiyi_game::kit::{Broken, Plan};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use std::collections::HashMap;

/// What was checked, so that tests can assert that it was enough.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Positions.
    pub positions: u64,
    /// Positions with a threatened side to move.
    pub threatened: u64,
    /// Moves that the search considers.
    pub moves: u64,
    /// Noisy moves.
    pub noisy: u64,
    /// Keys predicted before the move was made.
    pub keys: u64,
    /// Moves with a predicted threat.
    pub threats: u64,
    /// Positions reached again, or as an image, with the same table key.
    pub met_again: u64,
    /// Passes made and taken back.
    pub passes: u64,
    /// Moves with a predicted repetition.
    pub repetitions: u64,
    /// Searches compared with minimax.
    pub searches: u64,
}

/// Checks the heuristics of a game.
///
/// # Errors
/// The first contradiction.
///
/// ```
/// use duiyi_game::nim::Nim;
/// use duiyi_search::{Score, kit::{self, Plan}};
///
/// let tally = kit::check(&Nim::new(21), &Plan::default())?;
/// assert!(tally.moves > 1_000 && tally.noisy == 0);
/// let tally = kit::check_search(&Nim::new(21), &Plan::default(), |nim| Score::new(nim.left().into()))?;
/// assert_eq!(tally.searches, 300);
/// # Ok::<(), kit::Broken>(())
/// ```
pub fn check<G: Heuristics + Clone>(start: &G, plan: &Plan) -> Result<Tally, Broken> {
    let mut kit = Kit::new(plan);
    for _ in 0..plan.games {
        kit.play(start, &mut |kit, walk| kit.position(walk))?;
    }
    match kit.missed_threat {
        Some(missed) if kit.tally.threats > 0 => Err(missed),
        _ => Ok(kit.tally),
    }
}

/// Checks that a search with [`Enhancements::exact`] returns the score of [`minimax_of_candidates`] at one, two
/// and three plies, in one position of each game. It uses no table if the path matters to the
/// rules, and never `upcoming_repetition`, which detects repetitions one ply beyond the horizon.
/// Games with [fixed](Heuristics::FIXED) switches are not searched.
///
/// # Errors
/// The first position with a difference.
pub fn check_search<G: Heuristics + Clone>(
    start: &G,
    plan: &Plan,
    evaluate: impl Fn(&G) -> Score,
) -> Result<Tally, Broken> {
    let mut kit = Kit::new(plan);
    if G::FIXED.is_some() {
        return Ok(kit.tally);
    }
    let mut searcher = Searcher::new(&evaluate as &dyn Fn(&G) -> Score);
    searcher.enhancements = Enhancements::exact();
    searcher.enhancements.table &= !G::PATH_MATTERS;
    // The switch looks one ply beyond the horizon, minimax does not.
    searcher.enhancements.upcoming_repetition = false;
    for _ in 0..plan.games {
        let chosen = kit.below(plan.most.min(20) + 1);
        let mut last = None;
        kit.play(start, &mut |_, walk| {
            if walk.moves.len() <= chosen {
                last = Some((walk.now.clone(), format!("{:?}", walk.moves)));
            }
            Ok(())
        })?;
        let Some((game, line)) = last else { continue };
        for depth in 1..=3 {
            kit.tally.searches += 1;
            let expected = minimax_of_candidates(&mut game.clone(), &mut |game| evaluate(game), depth);
            for driver in [Driver::Aspiration, Driver::Mtdf, Driver::AlphaBeta] {
                searcher.driver = driver;
                searcher.new_game();
                let table = Table::with_entries(1 << 14, TablePolicy::default());
                let found = searcher.search(&game).table(&table).limits(Limits::depth(depth)).run();
                if found.value != expected {
                    let (score, driver) = (found.value, driver.name());
                    let what =
                        format!("the search returns {score} at {depth} plies with {driver}, but minimax {expected}");
                    return Err(Broken { what, line });
                }
            }
        }
    }
    Ok(kit.tally)
}

/// A random game so far.
struct Walk<G: Heuristics> {
    now: G,
    moves: Vec<G::Move>,
    /// The keys of all its positions.
    keys: Vec<u64>,
    insight: G::Insight,
}

/// An additional check of every position that the search would enter.
type Check<'a, G> = dyn FnMut(&mut Kit<<G as Game>::Move>, &mut Walk<G>) -> Result<(), String> + 'a;

struct Kit<M> {
    plan: Plan,
    random: Xoshiro256PlusPlus,
    tally: Tally,
    /// For each table key, the moves in their stored form, and the line to the position.
    met: HashMap<u64, (Vec<u32>, Vec<M>)>,
    /// A threat that the game did not predict. Not an error if it predicts none at all.
    missed_threat: Option<Broken>,
}

/// The maximum number of stored table keys.
const MAX_MET: usize = 50_000;

/// The results that must be the same after a move is taken back.
#[derive(PartialEq, Debug)]
struct Answers<M> {
    side: Side,
    table_key: u64,
    threatened: bool,
    pass: Option<u32>,
    repeating_move: Option<M>,
    structures: Vec<u64>,
}

impl<M: GameMove> Answers<M> {
    fn of<G: Heuristics<Move = M>>(game: &G) -> Answers<M> {
        Answers {
            side: game.side_to_move(),
            table_key: game.table_key(),
            threatened: game.threatened(),
            pass: game.pass_strength(),
            repeating_move: game.repeating_move(),
            structures: structures(game),
        }
    }
}

/// The keys of the structures, including those of the sides.
fn structures<G: Heuristics>(game: &G) -> Vec<u64> {
    let Some(structures) = G::STRUCTURES else { return Vec::new() };
    let mut keys: Vec<u64> = (0..structures.count).map(|index| (structures.key)(game, index)).collect();
    if let Some(side_key) = structures.side_key {
        keys.extend(Side::BOTH.map(|side| side_key(game, side)));
    }
    keys
}

/// The moves of a kind.
fn generated<G: Heuristics>(game: &G, kind: Generation, insight: &G::Insight) -> Vec<G::Move> {
    let mut stack = Vec::new();
    game.generate(kind, insight, &mut MoveSink::new(&mut stack));
    stack.into_iter().map(|candidate| candidate.mv).collect()
}

impl<M: GameMove> Kit<M> {
    fn new(plan: &Plan) -> Kit<M> {
        Kit {
            plan: *plan,
            random: Xoshiro256PlusPlus::seed_from_u64(plan.seed),
            tally: Tally::default(),
            met: HashMap::new(),
            missed_threat: None,
        }
    }

    fn below(&mut self, n: usize) -> usize {
        (self.random.next_u64() % n as u64) as usize
    }

    /// Plays a random game and checks every position that the search would enter.
    fn play<G: Heuristics<Move = M> + Clone>(&mut self, start: &G, check: &mut Check<'_, G>) -> Result<(), Broken> {
        let mut walk =
            Walk { now: start.clone(), moves: Vec::new(), keys: vec![start.key()], insight: G::Insight::default() };
        while walk.moves.len() < self.plan.most {
            let broken = |what, walk: &Walk<G>| Broken { what, line: format!("{:?}", walk.moves) };
            let is_open = enter(&mut walk).map_err(|what| broken(what, &walk))?;
            let legal = legal_moves(&walk.now);
            if legal.is_empty() || matches!(walk.now.verdict(0), Verdict::Exact(..)) {
                break;
            }
            if is_open {
                check(self, &mut walk).map_err(|what| broken(what, &walk))?;
            }
            let mv = legal[self.below(legal.len())];
            walk.now.make(mv);
            walk.moves.push(mv);
            walk.keys.push(walk.now.key());
        }
        Ok(())
    }

    /// Checks one position that the rules leave open.
    fn position<G: Heuristics<Move = M> + Clone>(&mut self, walk: &mut Walk<G>) -> Result<(), String> {
        self.tally.positions += 1;
        let Walk { now, insight, .. } = &*walk;
        let legal = legal_moves(now);
        let threatened = now.threatened();
        self.tally.threatened += u64::from(threatened);
        let looked_at = if threatened { generated(now, Generation::Evasions, insight) } else { kinds(now, insight)? };
        complete::<G>(&looked_at, &legal)?;
        for &mv in &legal {
            answers_of_a_move(now, mv)?;
        }
        for &mv in &looked_at {
            self.tally.moves += 1;
            self.tally.noisy += u64::from(walk.now.is_noisy(mv));
            self.made(walk, mv)?;
        }
        self.images(walk, &legal)?;
        self.pass(walk)?;
        self.repetition(walk)
    }

    /// The predictions about a move hold after it is made, and taking it back restores everything.
    fn made<G: Heuristics<Move = M> + Clone>(&mut self, walk: &mut Walk<G>, mv: M) -> Result<(), String> {
        let game = &mut walk.now;
        let before = Answers::of(game);
        let (key_after, makes_threat) = (game.key_after(mv), game.makes_threat(mv));
        let undo = game.make(mv);
        if let Some(key) = key_after {
            self.tally.keys += 1;
            let found = game.table_key();
            if found != key {
                return Err(format!("key_after of {mv:?} is {key:#018x}, but the key is {found:#018x}"));
            }
        }
        // A threat concerns the other side's reply, in a game that goes on.
        let is_answered = game.side_to_move() != before.side && game.verdict(1) == Verdict::Open;
        let threatens = game.threatened();
        self.tally.threats += u64::from(makes_threat);
        if is_answered && makes_threat && !threatens {
            return Err(format!("makes_threat of {mv:?} is true, but the other side is not threatened"));
        }
        if is_answered && threatens && !makes_threat && self.missed_threat.is_none() {
            let what = format!("makes_threat of {mv:?} is false, but the other side is threatened");
            self.missed_threat = Some(Broken { what, line: format!("{:?}", walk.moves) });
        }
        game.unmake(mv, undo);
        same(&before, &Answers::of(game), &format!("unmaking {mv:?}"))
    }

    /// Stored moves are restored; positions with the same key have the same stored moves.
    fn images<G: Heuristics<Move = M>>(&mut self, walk: &Walk<G>, legal: &[M]) -> Result<(), String> {
        let game = &walk.now;
        let mut kept = Vec::with_capacity(legal.len());
        for &mv in legal {
            let canonical = game.canonical_move(mv);
            let back = game.actual_move(canonical);
            if back != mv {
                return Err(format!("{mv:?} is stored in the table as {canonical:?}, but restored as {back:?}"));
            }
            kept.push(canonical.to_bits());
        }
        kept.sort_unstable();
        let key = game.table_key();
        match self.met.get(&key) {
            Some((moves, line)) if *moves != kept => {
                Err(format!("the position after {line:?} has the same table key, but other stored moves"))
            }
            Some(_) => {
                self.tally.met_again += 1;
                Ok(())
            }
            None => {
                if self.met.len() < MAX_MET {
                    self.met.insert(key, (kept, walk.moves.clone()));
                }
                Ok(())
            }
        }
    }

    /// A pass changes the side to move, and taking it back restores everything.
    fn pass<G: Heuristics<Move = M>>(&mut self, walk: &mut Walk<G>) -> Result<(), String> {
        let game = &mut walk.now;
        let before = Answers::of(game);
        if before.threatened || before.pass.is_none() {
            return Ok(());
        }
        self.tally.passes += 1;
        let (key, moves) = (game.key(), candidates(game, &walk.insight));
        let ply = (walk.moves.len() + 1).min(MAX_PLY - 1);
        let verdicts = verdicts_after(game, &moves, ply);
        game.make_pass();
        if game.side_to_move() == before.side {
            return Err("a pass does not change the side to move".to_owned());
        }
        if game.table_key() == before.table_key {
            return Err("a pass does not change the table key".to_owned());
        }
        if let Some(mv) = candidates(game, &G::Insight::default()).into_iter().find(|&mv| !game.is_legal(mv)) {
            return Err(format!("after a pass {mv:?} is generated, but it is not legal"));
        }
        game.unmake_pass();
        same(&before, &Answers::of(game), "taking a pass back")?;
        if game.key() != key || candidates(game, &walk.insight) != moves {
            return Err("taking a pass back does not restore the key or the moves".to_owned());
        }
        if verdicts_after(game, &moves, ply) != verdicts {
            return Err("taking a pass back does not restore the path: moves have other verdicts".to_owned());
        }
        Ok(())
    }

    /// A move returned by `repeating_move` is legal and repeats a position.
    fn repetition<G: Heuristics<Move = M>>(&mut self, walk: &mut Walk<G>) -> Result<(), String> {
        let Some(mv) = walk.now.repeating_move() else { return Ok(()) };
        self.tally.repetitions += 1;
        if !walk.now.is_legal(mv) {
            return Err(format!("{mv:?} is returned by repeating_move, but is not legal"));
        }
        let undo = walk.now.make(mv);
        let ply = (walk.moves.len() + 1).min(MAX_PLY - 1);
        let is_ruled = matches!(
            walk.now.verdict(ply),
            Verdict::Exact(_, Reach::Plies(_))
                | Verdict::AtLeast(_, Reach::Plies(_))
                | Verdict::AtMost(_, Reach::Plies(_))
        );
        let repeats = is_ruled || walk.keys.contains(&walk.now.key());
        walk.now.unmake(mv, undo);
        if repeats { Ok(()) } else { Err(format!("{mv:?} is returned by repeating_move, but leads to a new position")) }
    }
}

/// The verdicts after each of the moves, `ply` plies from the root; they depend on the stored path.
fn verdicts_after<G: Heuristics>(game: &mut G, moves: &[G::Move], ply: usize) -> Vec<Verdict> {
    let verdict_after = |&mv: &G::Move| {
        let undo = game.make(mv);
        let verdict = game.verdict(ply);
        game.unmake(mv, undo);
        verdict
    };
    moves.iter().map(verdict_after).collect()
}

/// Enters a position as the search does; returns whether the rules leave it open.
fn enter<G: Heuristics>(walk: &mut Walk<G>) -> Result<bool, String> {
    let ply = walk.moves.len().min(MAX_PLY - 1);
    let verdict = walk.now.verdict(ply);
    let before = Answers::of(&walk.now);
    let window = (-Score::INFINITE, Score::INFINITE);
    let (within, insight) = walk.now.verdict_within(ply, window, Depth::PLY, &walk.insight);
    walk.insight = insight;
    same(&before, &Answers::of(&walk.now), "calling verdict_within")?;
    let may_differ = G::SELECTIVE && !matches!(verdict, Verdict::Exact(..));
    if within != verdict && !may_differ {
        return Err(format!("the verdict is {verdict:?}, but {within:?} for the widest window"));
    }
    Ok(!matches!(within, Verdict::Exact(..)))
}

/// The noisy and the quiet moves of a position; each must be of its kind.
fn kinds<G: Heuristics>(game: &G, insight: &G::Insight) -> Result<Vec<G::Move>, String> {
    let noisy = generated(game, Generation::Noisy, insight);
    let mut all = generated(game, Generation::Quiet, insight);
    if G::NOISY.is_none() {
        return match noisy.first() {
            Some(mv) => Err(format!("{mv:?} is generated as a noisy move, but NOISY is None")),
            None => Ok(all),
        };
    }
    if let Some(mv) = noisy.iter().find(|&&mv| !game.is_noisy(mv)) {
        return Err(format!("{mv:?} is generated as a noisy move, but is_noisy is false"));
    }
    if let Some(mv) = all.iter().find(|&&mv| game.is_noisy(mv)) {
        return Err(format!("{mv:?} is generated as a quiet move, but is_noisy is true"));
    }
    all.extend(noisy);
    Ok(all)
}

/// The generated moves are the legal ones, each once; a selective game may omit some, but not all.
fn complete<G: Heuristics>(looked_at: &[G::Move], legal: &[G::Move]) -> Result<(), String> {
    if let Some(mv) = looked_at.iter().find(|mv| !legal.contains(mv)) {
        return Err(format!("{mv:?} is generated, but is not legal"));
    }
    if let Some((_, mv)) = looked_at.iter().enumerate().find(|&(i, mv)| looked_at[..i].contains(mv)) {
        return Err(format!("{mv:?} is generated twice"));
    }
    if G::SELECTIVE {
        return if looked_at.is_empty() {
            Err("there are legal moves, but none is generated".to_owned())
        } else {
            Ok(())
        };
    }
    match legal.iter().find(|mv| !looked_at.contains(mv)) {
        Some(mv) => Err(format!("{mv:?} is legal, but is not generated")),
        None => Ok(()),
    }
}

/// The predictions about a move are in range.
fn answers_of_a_move<G: Heuristics>(game: &G, mv: G::Move) -> Result<(), String> {
    let is_noisy = game.is_noisy(mv);
    let slots = [
        ("the slot in CONTINUATION", true, game.continuation_slot(mv), G::CONTINUATION.count),
        ("the slot in HISTORY", !is_noisy, game.history_slot(mv), G::HISTORY.count),
    ];
    for (name, is_asked, slot, slots) in slots {
        if is_asked && slot >= slots {
            return Err(format!("{name} of {mv:?} is {slot}, expected less than {slots}"));
        }
    }
    let gain = game.gain(mv);
    if is_noisy && gain < 0 {
        return Err(format!("{mv:?} is noisy with a gain of {gain}: expected at least 0"));
    }
    let mut last = true;
    for threshold in [-30_000, -1_000, -100, 0, gain.clamp(1, 30_000), 30_000] {
        let reaches = game.exchange_at_least(mv, Score::new(threshold));
        if reaches && !last || !reaches && threshold == -30_000 {
            return Err(format!(
                "exchange_at_least of {mv:?} is {reaches} for {threshold}, which contradicts a lower threshold"
            ));
        }
        last = reaches;
    }
    Ok(())
}

fn same<M: PartialEq + std::fmt::Debug>(one: &Answers<M>, other: &Answers<M>, what: &str) -> Result<(), String> {
    if one == other { Ok(()) } else { Err(format!("{what} does not restore everything: {one:?}, then {other:?}")) }
}
