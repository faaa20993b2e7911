//! Self-play games as training data for networks.

use super::selfplay::Room;
use crate::{
    games::{LabGame, PlayerSpec},
    matches::spec::read_player,
    progress::spinner,
    say,
    shards::{Layout, Plan, ShardArgs},
};
use clap::Args;
use duiyi_arena::{Finished, ResignRule, TimeControl, lock_alone};
use duiyi_game::{History, Notation, Outcome, Reason};
use duiyi_nnue::train::records::{PlayedGame, Reader, RecordError, head};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use std::{
    collections::{BTreeMap, HashSet},
    fs::{File, OpenOptions},
    hash::{DefaultHasher, Hash, Hasher},
    io::{BufReader, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    sync::{
        atomic::{AtomicBool, AtomicU64, Ordering},
        mpsc,
    },
    time::Instant,
};

/// Options of the games.
#[derive(Clone, Debug, Args)]
pub(crate) struct GenerateArgs {
    /// Total number of games in the file.
    #[arg(long, default_value_t = 1000)]
    games: u64,
    /// Nodes per move.
    #[arg(long, default_value_t = 2000)]
    nodes: u64,
    /// Description of the player of both sides, as in `lab match`: eval=FILE, hash=MIB.
    #[arg(long, default_value = "hash=2")]
    player: String,
    /// Minimum number of random turns at the beginning.
    #[arg(long, default_value_t = 6)]
    least_turns: u32,
    /// Maximum number of random turns at the beginning.
    #[arg(long, default_value_t = 10)]
    most_turns: u32,
    /// Adjudicate a game when both sides' scores agree on a winner by this margin.
    #[arg(long, default_value_t = 1500)]
    decided: u32,
    /// Number of moves of each side with such scores before the adjudication.
    #[arg(long, default_value_t = 3)]
    decided_moves: u32,
    /// A game is drawn after this number of plies.
    #[arg(long, default_value_t = 260)]
    most_plies: u32,
    /// Seed of the first game; each further game adds 1.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of games to play at a time.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    concurrency: u32,
    /// Rule set.
    #[arg(long, default_value = "", hide_default_value = true)]
    rules: String,
    /// Where to write the records; existing games are kept and not played again.
    #[arg(long)]
    out: PathBuf,
    #[command(flatten)]
    shard: ShardArgs,
}

impl GenerateArgs {
    /// The settings that the parts of the file have in common.
    fn plan(&self) -> Plan {
        let (out, concurrency, shard) = (PathBuf::new(), 1, ShardArgs::default());
        let work = format!("{:?}", GenerateArgs { games: 0, out, concurrency, shard, ..self.clone() });
        Plan { shard: self.shard.shard, items: self.games, layout: Layout::Records, work }
    }
}

/// A file of records that grows by complete records, with the duplicates among its games.
struct Store {
    file: File,
    games: u64,
    plies: u64,
    /// Hashes of the games, and of the positions after their openings.
    seen: [HashSet<u64>; 2],
    repeated: [u64; 2],
}

fn hash(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

impl Store {
    /// Opens or creates a file. A truncated record at the end is dropped.
    fn open(path: &Path, name: &str) -> Result<Store, Reason> {
        let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let file = OpenOptions::new().create(true).truncate(false).read(true).write(true).open(path);
        let mut file = file.map_err(|error| failed(&error))?;
        if !lock_alone(&file).map_err(|error| failed(&error))? {
            return Err(format!("{} is being written by another program", path.display()).into());
        }
        let mut store = Store {
            file: file.try_clone().map_err(|error| failed(&error))?,
            games: 0,
            plies: 0,
            seen: Default::default(),
            repeated: [0; 2],
        };
        if file.metadata().map_err(|error| failed(&error))?.len() == 0 {
            file.write_all(&head(name)).map_err(|error| failed(&error))?;
            return Ok(store);
        }
        let mut reader = Reader::new(BufReader::new(file)).map_err(|error| failed(&error))?;
        if reader.name() != name {
            return Err(failed(&format_args!("games of {}; expected {name}", reader.name())).into());
        }
        for game in reader.by_ref() {
            match game {
                Ok(game) => store.count(&game),
                Err(RecordError::Cut(_)) => break,
                Err(error) => return Err(failed(&error).into()),
            }
        }
        store.file.set_len(reader.whole()).map_err(|error| failed(&error))?;
        store.file.seek(SeekFrom::End(0)).map_err(|error| failed(&error))?;
        Ok(store)
    }

    fn count(&mut self, game: &PlayedGame) {
        self.games += 1;
        self.plies += game.plies.iter().filter(|(_, score)| score.is_some()).count() as u64;
        let opening: Vec<u32> = game.plies.iter().take_while(|(_, score)| score.is_none()).map(|&(mv, _)| mv).collect();
        for (index, hash) in [hash(game), hash(opening)].into_iter().enumerate() {
            self.repeated[index] += u64::from(!self.seen[index].insert(hash));
        }
    }

    /// Adds a game and writes its record at once.
    fn add(&mut self, game: &PlayedGame) -> Result<(), Reason> {
        self.file.write_all(&game.to_bytes())?;
        self.count(game);
        Ok(())
    }

    fn description(&self) -> String {
        let [games, openings] = self.repeated;
        format!(
            "{} games, {} plies with a score; {games} repeated games, {openings} repeated openings",
            self.games, self.plies
        )
    }
}

/// The record of a game.
fn record<G: Notation>(start: &G, opening: &str, finished: &Finished) -> Result<PlayedGame, Reason> {
    let mut game: History<G> = History::read_by(start, opening)?;
    let mut scores = vec![None; game.moves().len()];
    for played in &finished.moves {
        let turn = game.now().read_turn(&played.mv)?;
        scores.extend(turn.iter().map(|_| played.score));
        game.play_turn(&turn)?;
    }
    let winner = finished.result.winner();
    let outcome = Outcome { winner, kind: finished.kind, reason: finished.reason.clone().into() };
    Ok(PlayedGame::of(start, &game, &scores, &outcome))
}

/// Plays until the file has the requested number of games.
///
/// # Errors
/// If the file can't be written or has another format, or a player fails.
pub(crate) fn run<G: Notation>(game: &LabGame<G>, args: &GenerateArgs) -> Result<(), Reason> {
    if args.least_turns > args.most_turns {
        return Err("--least-turns is more than --most-turns".into());
    }
    let game = game.by(&args.rules)?;
    let start = game.start();
    let player = read_player(&game, &args.player)?;
    let out = args.plan().begin(&args.out)?;
    let mut store = Store::open(&out, &format!("{} {}", G::NAME, start.rules()))?;
    say::news(format_args!("{} so far", store.description()));
    let (begun, first, before) = (Instant::now(), store.games, store.plies);
    let (next, ended) = (AtomicU64::new(first), AtomicBool::new(false));
    let own = args.shard.shard.share(args.games);
    let bar = spinner();
    let done: Result<(), Reason> = std::thread::scope(|scope| {
        let (sender, games) = mpsc::sync_channel::<Result<(u64, PlayedGame), String>>(64);
        for _ in 0..args.concurrency {
            let (sender, game, player, next, ended) = (sender.clone(), &game, &player, &next, &ended);
            scope.spawn(move || {
                let failed = play_some(game, args, player, (next, ended), &sender).err();
                // The receiver disappears only after it has failed itself.
                let _ = failed.map(|error| sender.send(Err(error.to_string())));
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        for game in games {
            let taken = game.map_err(Reason::from).and_then(|(number, game)| {
                waiting.insert(number, game);
                // In the order of their numbers, so that the file does not depend on the number of threads.
                while let Some(game) = waiting.remove(&store.games) {
                    store.add(&game)?;
                }
                Ok(())
            });
            if taken.is_err() {
                ended.store(true, Ordering::Relaxed);
                return taken;
            }
            let rate = (store.plies - before) as f64 / begun.elapsed().as_secs_f64().max(0.001);
            bar.set_message(format!("{} of {own} games, {rate:.0} plies a second", store.games));
            bar.tick();
        }
        Ok(())
    });
    bar.finish_and_clear();
    done?;
    say::news(store.description());
    Ok(())
}

/// Plays the games of one worker until none are left.
fn play_some<G: Notation>(
    game: &LabGame<G>,
    args: &GenerateArgs,
    player: &PlayerSpec,
    (next, ended): (&AtomicU64, &AtomicBool),
    sender: &mpsc::SyncSender<Result<(u64, PlayedGame), String>>,
) -> Result<(), Reason> {
    let start = game.start();
    let resign = ResignRule { score: args.decided, moves: args.decided_moves, both: true };
    let room = Room::new(game, TimeControl::Nodes(args.nodes), args.most_plies)?.with_resignation(resign);
    let (mut one, mut other) = (room.seat(player)?, room.seat(player)?);
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        let shard = args.shard.shard;
        if number >= shard.share(args.games) || ended.load(Ordering::Relaxed) {
            return Ok(());
        }
        // The number in the file of this part, and the number in the whole.
        let seed = args.seed.wrapping_add(number * shard.of() + shard.index());
        let drawn = Xoshiro256PlusPlus::seed_from_u64(seed).next_u64();
        let turns = args.least_turns + (drawn % u64::from(args.most_turns - args.least_turns + 1)) as u32;
        let opening = room.opening(seed, turns)?;
        let finished = room.play(&mut one, &mut other, &opening)?;
        let game = record(start, &opening.position, &finished)?;
        if sender.send(Ok((number, game))).is_err() {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_arena::{GameResult, MoveRecord};
    use duiyi_connect6::Board;
    use duiyi_game::{OutcomeKind, Score, Side};
    use duiyi_xiangqi::Xiangqi;

    /// The record of a game with two turns after the opening.
    fn recorded<G: Notation>(opening: &str, turns: [&str; 2], result: GameResult, kind: OutcomeKind) -> PlayedGame {
        let played = |(mv, score): (&str, Score)| MoveRecord {
            mv: mv.to_owned(),
            us: 1,
            over_us: 0,
            late: false,
            score: Some(score),
            depth: None,
            nodes: None,
            cpu_us: None,
        };
        let finished = Finished {
            result,
            kind,
            reason: String::new(),
            forfeit: None,
            starts: Side::First,
            moves: turns.into_iter().zip([Score::new(12), Score::mated_in(3)]).map(played).collect(),
            peak_kib: [None; 2],
        };
        record(&G::begin("").unwrap(), opening, &finished).unwrap()
    }

    #[test]
    fn a_record_stores_the_result_and_whether_a_ruling_decided() {
        for (result, half_points, kind, ruled) in [
            (GameResult::FirstWins, 2, OutcomeKind::Ruling, true),
            (GameResult::Draw, 1, OutcomeKind::Repetition, false),
            (GameResult::SecondWins, 0, OutcomeKind::Position, false),
        ] {
            let game = recorded::<Xiangqi>("moves h2e2", ["h9g7", "h0g2"], result, kind);
            assert_eq!((game.result, game.ruled, game.start.as_str()), (half_points, ruled, ""));
            let scores: Vec<Option<i16>> = game.plies.iter().map(|ply| ply.1).collect();
            assert_eq!(scores, [None, Some(12), Some(-31_997)]);
        }
    }

    /// Each move of a turn has the score of the turn.
    #[test]
    fn a_record_stores_the_start_and_turns_of_several_moves() {
        let game = recorded::<Board>("moves J10", ["J11-K11", "J12-K12"], GameResult::Draw, OutcomeKind::Position);
        assert_eq!((game.start.as_str(), game.plies.len()), ("", 5));
        assert_eq!(game.plies.iter().map(|ply| ply.1.is_some()).collect::<Vec<_>>(), [false, true, true, true, true]);
        let start = "4k4/9/9/9/9/9/4P4/9/9/4K4 w - - 0 1";
        assert_eq!(recorded::<Xiangqi>(start, ["e0d0", "e9f9"], GameResult::Draw, OutcomeKind::Position).start, start);
    }
}
