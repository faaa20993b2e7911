//! Self-play games as training data for networks.

use super::{
    game_file::{Desk, GameFile},
    selfplay::Room,
    span::Span,
};
use crate::{
    games::{LabGame, PlayerSpec},
    matches::spec::read_player,
    shards::{Layout, Plan, ShardArgs},
};
use clap::Args;
use duiyi_arena::{Finished, ResignRule, TimeControl};
use duiyi_game::{History, Notation, Outcome, Reason};
use duiyi_train::network::{games::ScoredGame, records::PlayedGame};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use std::{
    fmt::{Debug, Display, Formatter, Result as FormatResult},
    path::PathBuf,
    str::FromStr,
    sync::atomic::{AtomicU64, Ordering},
};

/// The nodes of each move of a game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct NodesPerMove {
    /// Whether the last iteration is finished.
    soft: bool,
    span: Span<u64>,
}

impl NodesPerMove {
    fn control(self, nodes: u64) -> TimeControl {
        if self.soft { TimeControl::SoftNodes(nodes) } else { TimeControl::Nodes(nodes) }
    }
}

impl FromStr for NodesPerMove {
    type Err = String;

    fn from_str(text: &str) -> Result<NodesPerMove, String> {
        let soft = text.strip_prefix("soft:");
        Ok(NodesPerMove { soft: soft.is_some(), span: soft.unwrap_or(text).parse()? })
    }
}

impl Display for NodesPerMove {
    fn fmt(&self, to: &mut Formatter<'_>) -> FormatResult {
        write!(to, "{}{}", if self.soft { "soft:" } else { "" }, self.span)
    }
}

/// As [`Display`], because the plans of parts contain the options.
impl Debug for NodesPerMove {
    fn fmt(&self, to: &mut Formatter<'_>) -> FormatResult {
        Display::fmt(self, to)
    }
}

/// Options of the games.
#[derive(Clone, Debug, Args)]
pub(crate) struct GenerateArgs {
    /// Total number of games in the file.
    #[arg(long, default_value_t = 1000)]
    games: u64,
    /// Nodes per move; with a range FIRST..LAST, a random number of it for each game. With `soft:` before it, the
    /// iteration in which they are reached is finished, within eight times as many.
    #[arg(long, value_name = "[soft:]NODES", default_value_t = NodesPerMove { soft: false, span: Span::of(2000) })]
    nodes: NodesPerMove,
    /// Description of the player of both sides, as in `lab match`: eval=FILE, hash=MIB.
    #[arg(long, default_value = "hash=2")]
    player: String,
    /// Minimum number of random turns at the beginning.
    #[arg(long, default_value_t = 6)]
    min_turns: u32,
    /// Maximum number of random turns at the beginning.
    #[arg(long, default_value_t = 10)]
    max_turns: u32,
    /// Adjudicate a game when both sides' scores agree on a winner by this margin.
    #[arg(long, default_value_t = 1500)]
    decided: u32,
    /// Number of moves of each side with such scores before the adjudication.
    #[arg(long, default_value_t = 3)]
    decided_moves: u32,
    /// A game is drawn after this number of plies.
    #[arg(long, default_value_t = 260)]
    max_plies: u32,
    /// Seed of the first game; each further game adds 1.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of games to play at a time.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    concurrency: u32,
    /// Rule set.
    #[arg(long, default_value = "", hide_default_value = true)]
    rules: String,
    /// Where to write the records. Existing games are kept and not played again; they must be of the same options,
    /// which are in OUT.plan.
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
    Ok(ScoredGame::of(&game, &scores, &outcome).record(start))
}

/// Plays until the file has the requested number of games.
///
/// # Errors
/// If the file can't be written or has another format, or a player fails.
pub(crate) fn run<G: Notation>(game: &LabGame<G>, args: &GenerateArgs) -> Result<(), Reason> {
    if args.min_turns > args.max_turns {
        return Err("--min-turns is more than --max-turns".into());
    }
    if args.nodes.span.first > args.nodes.span.last {
        return Err(format!("--nodes {}; expected the smaller number first", args.nodes).into());
    }
    let game = game.by(&args.rules)?;
    let start = game.start();
    let player = read_player(&game, &args.player)?;
    let out = args.plan().begin(&args.out)?;
    let mut store = GameFile::open(&out, &format!("{} {}", G::NAME, start.rules()))?;
    let own = args.shard.shard.share(args.games);
    let next = AtomicU64::new(store.games());
    store.fill(own, args.concurrency, &|desk| play_some(&game, args, &player, &next, desk))
}

/// Plays the games of one worker until none are left.
fn play_some<G: Notation>(
    game: &LabGame<G>,
    args: &GenerateArgs,
    player: &PlayerSpec,
    next: &AtomicU64,
    desk: &Desk<'_>,
) -> Result<(), Reason> {
    let start = game.start();
    let resign = ResignRule { score: args.decided, moves: args.decided_moves, both: true };
    let room = |control| Ok::<_, Reason>(Room::new(game, control, args.max_plies)?.with_resignation(resign));
    let seats = room(args.nodes.control(args.nodes.span.first))?;
    let (mut one, mut other) = (seats.seat(player)?, seats.seat(player)?);
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        let shard = args.shard.shard;
        if number >= shard.share(args.games) || !desk.is_open() {
            return Ok(());
        }
        // The number in the file of this part, and the number in the whole.
        let seed = args.seed.wrapping_add(number * shard.of() + shard.index());
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let turns = args.min_turns + (random.next_u64() % u64::from(args.max_turns - args.min_turns + 1)) as u32;
        let room = room(args.nodes.control(args.nodes.span.draw(random.next_u64())))?;
        let opening = room.opening(seed, turns)?;
        let finished = room.play(&mut one, &mut other, &opening)?;
        if !desk.give(number, record(start, &opening.position, &finished)?) {
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
            phase: None,
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

    #[test]
    fn soft_nodes_finish_iterations() {
        let soft: NodesPerMove = "soft:300..500".parse().unwrap();
        assert_eq!([format!("{soft}"), format!("{soft:?}")], ["soft:300..500"; 2]);
        assert_eq!("300".parse(), Ok(NodesPerMove { soft: false, span: Span::of(300) }));
        assert!("soft:".parse::<NodesPerMove>().is_err());
        let game = LabGame::new(duiyi_xiangqi::kit::kit());
        let player = read_player(&game, "hash=2").unwrap();
        let played = |control| {
            let room = Room::new(&game, control, 12).unwrap();
            let (mut one, mut other) = (room.seat(&player).unwrap(), room.seat(&player).unwrap());
            room.play(&mut one, &mut other, &room.opening(1, 6).unwrap()).unwrap().moves
        };
        let moves = played(soft.control(300));
        assert!(moves.iter().all(|mv| (300..2_400).contains(&mv.nodes.unwrap())), "{moves:?}");
        assert!(moves.iter().any(|mv| mv.nodes > Some(300)), "no iteration was finished: {moves:?}");
        // A hard limit ends within an iteration, so that a move has exactly this number.
        let hard = played(NodesPerMove { soft: false, ..soft }.control(300));
        assert!(hard.iter().any(|mv| mv.nodes == Some(300)), "{hard:?}");
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
