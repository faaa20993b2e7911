//! Searches the positions of training games again and writes the same games with the new scores.

use super::game_file::{Desk, GameFile};
use crate::{
    files::MAX_INPUT,
    games::{LabGame, PlayerSpec},
    matches::spec::read_player,
    shards::{Layout, Plan, ShardArgs, part_of},
};
use clap::Args;
use duiyi_arena::Shard;
use duiyi_engine::{Player, Request};
use duiyi_game::files;
use duiyi_game::{History, Notation, Reason, Score, Side, hash::digest};
use duiyi_search::{LimitControl, Limits, StopHandle};
use duiyi_train::network::{
    games::ScoredGame,
    records::{PlayedGame, Reader},
};
use std::{
    fs::{File, canonicalize},
    io::BufReader,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

/// Options of the searches.
#[derive(Clone, Debug, Args)]
pub(crate) struct RelabelArgs {
    /// Records of `lab generate`.
    games: PathBuf,
    /// Where to write the same games with new scores; games that the file already contains are not searched again.
    #[arg(long)]
    out: PathBuf,
    /// Nodes per position.
    #[arg(long, default_value_t = 2000)]
    nodes: u64,
    /// Description of the player that searches, as in `lab match`: eval=FILE, hash=MIB.
    #[arg(long, default_value = "hash=2")]
    player: String,
    /// Number of games to search at a time.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    concurrency: u32,
    #[command(flatten)]
    shard: ShardArgs,
}

impl RelabelArgs {
    /// The settings that the parts of the file have in common, for games with this digest.
    fn plan(&self, games: u64, digest: u64) -> Plan {
        let (file, out, shard) = (format!("{digest:016x}").into(), PathBuf::new(), ShardArgs::default());
        let work = format!("{:?}", RelabelArgs { games: file, out, concurrency: 1, shard, ..self.clone() });
        Plan { shard: self.shard.shard, items: games, layout: Layout::Records, work }
    }
}

type Records = Reader<BufReader<File>>;

fn failed(path: &Path, error: impl std::fmt::Display) -> Reason {
    format!("{}: {error}", path.display()).into()
}

fn records(path: &Path) -> Result<Records, Reason> {
    let file = files::open(path, MAX_INPUT).map_err(|error| failed(path, error))?;
    Reader::new(BufReader::new(file)).map_err(|error| failed(path, error))
}

/// Searches the games that the output does not contain yet.
///
/// # Errors
/// If a file can't be read or written or has other games, or a game can't be replayed.
pub(crate) fn run<G: Notation>(game: &LabGame<G>, args: &RelabelArgs) -> Result<(), Reason> {
    let input = records(&args.games)?;
    let name = input.name().to_owned();
    let (played, rules) = name.split_once(' ').unwrap_or((&name, ""));
    if played != G::NAME {
        return Err(failed(&args.games, format_args!("games of {name}; expected {}", G::NAME)));
    }
    let game = &game.by(rules)?;
    let player = read_player(game, &args.player)?;
    let (mut games, mut sum) = (0, 0);
    for record in input {
        let bytes = record.map_err(|error| failed(&args.games, error))?.to_bytes();
        (games, sum) = (games + 1, digest(u64::to_le_bytes(sum).into_iter().chain(bytes)));
    }
    let out = part_of(&args.out, args.shard.shard);
    if canonicalize(&out).is_ok_and(|out| canonicalize(&args.games).is_ok_and(|games| games == out)) {
        return Err(failed(&out, "this is the input; expected another file"));
    }
    let out = args.plan(games, sum).begin(&args.out)?;
    let mut store = GameFile::open(&out, &name)?;
    let shard = args.shard.shard;
    let mut source = Source { path: &args.games, records: records(&args.games)?, shard, read: 0 };
    for (number, there) in (1..).zip(records(&out)?) {
        let there = there.map_err(|error| failed(&out, error))?;
        // Only the scores differ.
        if source.next()?.is_none_or(|(_, _, game)| game.with_scores(&[]) != there.with_scores(&[])) {
            return Err(failed(&out, format_args!("game {number} is not the one in {}", args.games.display())));
        }
    }
    let source = Mutex::new(source);
    store.fill(shard.share(games), args.concurrency, &|desk| search_some(game, args, &player, &source, desk))
}

/// The games of a file that belong to a shard.
struct Source<'a> {
    path: &'a Path,
    records: Records,
    shard: Shard,
    /// Games read, including those of other shards.
    read: u64,
}

impl Source<'_> {
    /// The next game, its number in the output from 0, and its number in the input from 1.
    fn next(&mut self) -> Result<Option<(u64, usize, PlayedGame)>, Reason> {
        for record in self.records.by_ref() {
            let record = record.map_err(|error| failed(self.path, error))?;
            let number = self.read;
            self.read += 1;
            if self.shard.has(number) {
                return Ok(Some((number / self.shard.of(), number as usize + 1, record)));
            }
        }
        Ok(None)
    }
}

/// Searches the games of one worker until none are left.
fn search_some<G: Notation>(
    game: &LabGame<G>,
    args: &RelabelArgs,
    player: &PlayerSpec,
    source: &Mutex<Source<'_>>,
    desk: &Desk<'_>,
) -> Result<(), Reason> {
    let mut player = game.player(player)?;
    while desk.is_open() {
        let next = source.lock().unwrap_or_else(PoisonError::into_inner).next()?;
        let Some((at, number, record)) = next else { break };
        let scored =
            ScoredGame::of_record(game.start(), &record, number).map_err(|error| failed(&args.games, error))?;
        // The player is reset, so that the scores do not depend on the order of the games.
        player.new_game(game.start());
        let scores = scores(&mut *player, scored, args.nodes)
            .map_err(|error| failed(&args.games, format_args!("game {number}: {error}")))?;
        if !desk.give(at, record.with_scores(&scores)) {
            break;
        }
    }
    Ok(())
}

/// The scores of the plies of a game. Random moves have no score; every move of a turn has the score of the turn.
fn scores<G: Notation>(
    player: &mut dyn Player<G>,
    game: ScoredGame<G>,
    nodes: u64,
) -> Result<Vec<Option<Score>>, Reason> {
    let mut history = History::new(game.start);
    let mut scores = Vec::new();
    // The side and the score of the turn in progress.
    let mut turn: Option<(Side, Option<Score>)> = None;
    for (mv, old) in game.plies {
        let mover = history.now().side_to_move();
        let searched = turn.filter(|&(side, _)| side == mover);
        turn = old.map(|_| {
            let search = || {
                let decision = player.decide(&mut Request {
                    game: &history,
                    allowed: &|_| true,
                    control: &mut LimitControl::new(Limits::nodes(nodes), StopHandle::new()),
                    observer: &mut (),
                });
                (mover, decision.and_then(|decision| decision.score))
            };
            searched.unwrap_or_else(search)
        });
        scores.push(turn.and_then(|(_, score)| score));
        history.play(mv)?;
    }
    Ok(scores)
}
