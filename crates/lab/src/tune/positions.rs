//! Extracts positions with results from games, for tuning an evaluation.
//!
//! The input is a collection in a format of the game, or the record of a match (NAME.jsonl).
//! The output has one position per line with tab-separated fields: position, result for the
//! first side, number of the game, ply, and the score for the first side if there is one.

use crate::{
    files::{MAX_INPUT, distinct},
    games::{LabGame, scored::nameless},
    progress::spinner,
    say,
};
use clap::Args;
use duiyi_arena::{GameRecord, read_match};
use duiyi_game::files;
use duiyi_game::{History, Notation, Reason, Side};
use duiyi_kit::{matches::CollectionGame, tuning::PositionFilter};
use duiyi_train::state::write_whole;
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use std::{
    collections::HashSet,
    fmt::Write as _,
    io::{BufRead, BufReader, Read, stdin},
    path::{Path, PathBuf},
};

/// The games, and the selection of their positions.
#[derive(Debug, Args)]
pub(crate) struct Source {
    /// Files of games, or of positions as written by `lab positions`; `-` is the standard input.
    ///
    /// Xiangqi: PGN, DhtmlXQ, XQF, lines id|result|…|moves, or the formats of `lab train`. Connect6: lines of fields
    /// separated by " | " with the turns in the last one; the result (B, W or D) is the first field that consists of one
    /// of these letters. Every game: records of matches, NAME.jsonl.
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Maximum number of positions per game [default: xiangqi 12, Connect6 unlimited].
    #[arg(long)]
    per_game: Option<usize>,
    /// Number of moves to skip at the beginning of each game [default: xiangqi 12 moves, Connect6 5 stones].
    #[arg(long)]
    skip: Option<usize>,
    /// Skip positions that the side to move wins by double threats, searching up to N positions (Connect6).
    #[arg(long)]
    solver: Option<u64>,
    /// Keep positions in which the side to move must answer a threat.
    #[arg(long)]
    threatened: bool,
    /// Rule set.
    #[arg(long, default_value = "", hide_default_value = true)]
    rules: String,
}

/// Options of the output.
#[derive(Debug, Args)]
pub(crate) struct PositionsArgs {
    #[command(flatten)]
    source: Source,
    /// Where to write the positions.
    #[arg(long)]
    out: PathBuf,
    /// Seed of the selection.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A position with the result of its game.
pub(crate) struct Labelled<G> {
    pub(crate) position: G,
    /// The result for the first side, from 0 to 1.
    pub(crate) result: f32,
    /// The number of its game.
    pub(crate) game: u64,
    pub(crate) ply: usize,
    /// The score of the search, for the first side.
    pub(crate) score: Option<i32>,
}

/// A summary of the games that were read.
#[derive(Clone, Debug, Default)]
pub(crate) struct SourceSummary {
    pub(crate) games: u64,
    /// Games with errors or without a result.
    pub(crate) broken: u64,
    /// The error of the first broken game.
    first_broken: Option<String>,
}

/// Writes the positions.
///
/// # Errors
/// If a file can't be read or written.
pub(crate) fn run<G: Notation>(game: &LabGame<G>, args: &PositionsArgs) -> Result<(), Reason> {
    let mut seen = HashSet::new();
    let (mut text, mut written) = (String::new(), 0u64);
    let found = args.source.read(game, args.seed, |labelled| {
        if seen.insert(labelled.position.key()) {
            let Labelled { position, result, game, ply, score } = labelled;
            let _ = write!(text, "{}\t{result}\t{}\t{ply}", position.write_position(), game + 1);
            if let Some(score) = score {
                let _ = write!(text, "\t{score}");
            }
            text.push('\n');
            written += 1;
        }
        Ok(())
    })?;
    write_whole(&args.out, &text, is_own)?;
    let SourceSummary { games, broken, first_broken } = found;
    say::news(format_args!("{written} positions of {games} games; {broken} games were broken or without a result"));
    first_broken.into_iter().for_each(|reason| say::news(format_args!("the first broken one: {reason}")));
    Ok(())
}

/// Whether a file contains positions: the fields of its first line are a position, a result, a game and a ply.
fn is_own(head: &[u8]) -> bool {
    let first = head.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let fields: Vec<&str> = std::str::from_utf8(first).map(|line| line.split('\t').collect()).unwrap_or_default();
    let is_ply = |field: &str| field.parse::<u64>().is_ok();
    matches!(fields[..], [_, result, game, ply, ..] if result.parse::<f32>().is_ok() && is_ply(game) && is_ply(ply))
}

/// Opens a file, or the standard input.
pub(crate) fn open(path: &Path) -> Result<Box<dyn BufRead>, Reason> {
    let input: Box<dyn Read> = if path == Path::new("-") {
        Box::new(stdin().lock())
    } else {
        Box::new(files::open(path, MAX_INPUT).map_err(|error| format!("{}: {error}", path.display()))?)
    };
    let mut input = BufReader::new(input);
    files::skip_mark(&mut input)?;
    Ok(Box::new(input))
}

/// Reads the games of a file: a collection or the record of a match.
///
/// # Errors
/// If the file can't be read at all.
pub(crate) fn read_games<G: Notation>(
    of: &LabGame<G>,
    path: &Path,
    input: &mut dyn BufRead,
    take: &mut dyn FnMut(Result<CollectionGame<G>, Reason>),
) -> Result<(), Reason> {
    if path.extension().is_some_and(|end| end == "jsonl") {
        read_match(path)?.games.iter().for_each(|game| take(recorded(of, game)));
        return Ok(());
    }
    of.read_games(input, take)
}

/// A game from the record of a match.
fn recorded<G: Notation>(of: &LabGame<G>, record: &GameRecord) -> Result<CollectionGame<G>, Reason> {
    let mut game = History::read_by(of.start(), &of.with_moves(record.opening.position.clone()))?;
    let mut scores = vec![None; game.turns().count()];
    for mv in record.played() {
        game.read_turns([mv.mv.as_str()])?;
        scores.push(mv.score.map(|score| score.get()));
    }
    let result = Some(record.result.half_points(Side::First) as f32 / 2.0);
    Ok(nameless(game, result, scores))
}

impl Source {
    /// Calls `give` for every selected position, in the order of the games. If only some positions
    /// of a game are selected, they come in random order.
    ///
    /// # Errors
    /// If a file can't be read, and the errors of `give`.
    pub(crate) fn read<G: Notation>(
        &self,
        game: &LabGame<G>,
        seed: u64,
        mut give: impl FnMut(Labelled<G>) -> Result<(), Reason>,
    ) -> Result<SourceSummary, Reason> {
        let of = game.by(&self.rules)?;
        let (rules, tuning) = (of.start(), of.tuning());
        let choice = PositionFilter { threatened: self.threatened, solver: self.solver };
        let mut chooser = match tuning.chooser {
            Some(make) => Some(make(rules, choice)?),
            None if choice.solver.is_some() => {
                return Err(format!("--solver: {} has no solver to detect won positions", of.kit().name).into());
            }
            None => None,
        };
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let (mut found, bar, mut failed) = (SourceSummary::default(), spinner(), None);
        for path in distinct(&self.games)? {
            let mut input = open(path)?;
            if is_positions(&mut *input).map_err(|error| format!("{}: {error}", path.display()))? {
                found.games += read_positions(rules, path, &mut *input, &mut give)?;
                continue;
            }
            read_games(&of, path, &mut *input, &mut |game| {
                let game = game.map_err(|reason| {
                    found.first_broken.get_or_insert_with(|| format!("{}, {reason}", path.display()));
                });
                let Some((result, game)) = game.ok().and_then(|game| Some((game.result?, game))) else {
                    found.broken += 1;
                    return;
                };
                if let Some(chooser) = &mut chooser {
                    chooser.new_game();
                }
                let mut takes = |position: &G| chooser.as_mut().is_none_or(|chooser| chooser.takes(position));
                let mut chosen = positions(&game, self.skip.unwrap_or(tuning.skip), &mut takes);
                if let Some(most) = self.per_game.or(tuning.per_game) {
                    draw(&mut chosen, most, &mut random);
                }
                for (ply, position, score) in chosen {
                    let labelled = Labelled { position, result, game: found.games, ply, score };
                    if failed.is_none() {
                        failed = give(labelled).err();
                    }
                }
                found.games += 1;
                bar.set_message(format!("{} games", found.games));
                bar.tick();
            })
            .map_err(|error| format!("{}: {error}", path.display()))?;
        }
        bar.finish_and_clear();
        failed.map_or(Ok(found), Err)
    }
}

/// Moves a random selection of at most `most` items to the front and drops the rest.
fn draw<T>(items: &mut Vec<T>, most: usize, random: &mut Xoshiro256PlusPlus) {
    for i in 0..items.len().min(most) {
        let j = i + (random.next_u64() % (items.len() - i) as u64) as usize;
        items.swap(i, j);
    }
    items.truncate(most);
}

/// The selected positions of a game, with their plies and the scores for the first side.
fn positions<G: Notation>(
    played: &CollectionGame<G>,
    skip: usize,
    mut takes: impl FnMut(&G) -> bool,
) -> Vec<(usize, G, Option<i32>)> {
    let game = &played.game;
    let mut now = game.start().clone();
    let (mut chosen, mut turn, mut mover) = (Vec::new(), 0, now.side_to_move());
    for (ply, &mv) in game.moves().iter().enumerate() {
        if now.side_to_move() != mover {
            (turn, mover) = (turn + 1, now.side_to_move());
        }
        if ply >= skip && takes(&now) {
            // The score at the beginning of the turn.
            let score = played.scores.get(turn).copied().flatten();
            let sign = if mover == Side::First { 1 } else { -1 };
            chosen.push((ply, now.clone(), score.map(|score| sign * score)));
        }
        now.make(mv);
    }
    chosen
}

/// Whether the input contains positions rather than games: the first line has tabs.
fn is_positions(input: &mut dyn BufRead) -> Result<bool, Reason> {
    let start = input.fill_buf()?;
    let line = start.split(|&byte| byte == b'\n').next().unwrap_or_default();
    Ok(line.iter().filter(|&&byte| byte == b'\t').count() >= 2)
}

/// Passes the positions of a file to `give` and returns the number of their games.
fn read_positions<G: Notation>(
    rules: &G,
    path: &Path,
    input: &mut dyn BufRead,
    give: &mut impl FnMut(Labelled<G>) -> Result<(), Reason>,
) -> Result<u64, Reason> {
    let mut games = HashSet::new();
    for (number, line) in input.lines().enumerate() {
        let read = || -> Result<Labelled<G>, Reason> { read_position(rules, &line?) };
        let labelled = read().map_err(|reason| format!("{}, line {}: {reason}", path.display(), number + 1))?;
        games.insert(labelled.game);
        give(labelled)?;
    }
    Ok(games.len() as u64)
}

fn read_position<G: Notation>(rules: &G, line: &str) -> Result<Labelled<G>, Reason> {
    let expected = || "expected position, result and game, separated by tabs";
    let mut fields = line.split('\t');
    let position = rules.read_position(fields.next().unwrap_or_default())?;
    let mut number = || fields.next().ok_or_else(expected);
    let (result, game) = (number()?.parse()?, number()?.parse()?);
    let ply = fields.next().map_or(Ok(0), str::parse)?;
    let score = fields.next().map(str::parse).transpose()?;
    Ok(Labelled { position, result, game, ply, score })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::connect6;
    use serde_json::json;

    #[test]
    fn positions_of_games_have_results_and_scores() {
        let dir = std::env::temp_dir().join(format!("duiyi-lab-positions-{}", std::process::id()));
        std::fs::create_dir_all(&dir).unwrap();
        let games = dir.join("games.txt");
        std::fs::write(
            &games,
            "\u{feff}# a comment\n1 | B | scores=-,7,-3 | J10 K10-L10 A1-A2\nx | J10\nbad | W | J10 J10\n",
        )
        .unwrap();
        let source = |file: &Path| Source {
            games: vec![file.to_owned()],
            per_game: None,
            skip: Some(1),
            solver: None,
            threatened: false,
            rules: String::new(),
        };
        let read = |file: &Path| {
            let mut found = Vec::new();
            let counts = source(file).read(&connect6::game(), 1, |labelled| {
                let Labelled { position, result, game, ply, score } = labelled;
                found.push((position.stone_count(), result, game, ply, score));
                Ok(())
            });
            (counts.unwrap(), found)
        };
        let (counts, found) = read(&games);
        assert_eq!((counts.games, counts.broken), (1, 2));
        // White's score is converted to Black's view, and a turn in progress has the score of its beginning.
        let expected =
            [(1, 1.0, 0, 1, Some(-7)), (2, 1.0, 0, 2, Some(-7)), (3, 1.0, 0, 3, Some(-3)), (4, 1.0, 0, 4, Some(-3))];
        assert_eq!(found, expected);
        let out = dir.join("positions.tsv");
        run(&connect6::game(), &PositionsArgs { source: source(&games), out: out.clone(), seed: 1 }).unwrap();
        let (counts, found) = read(&out);
        assert_eq!((counts.games, found), (1, expected.map(|(a, b, c, d, e)| (a, b, c + 1, d, e)).to_vec()));
        std::fs::remove_dir_all(dir).unwrap();
    }

    /// The moves of an opening have no scores; those of the players have theirs.
    #[test]
    fn scores_of_a_recorded_game_belong_to_their_turns() {
        let moves = [("I11-K11", 30), ("L10-H10", 20)];
        let moves: Vec<_> = moves.map(|(mv, cp)| json!({"mv": mv, "us": 1, "score": {"cp": cp}})).into();
        let record: GameRecord = serde_json::from_value(json!({
            "number": 0, "pair": 0, "players": ["a", "b"], "controls": ["nodes=1", "nodes=1"],
            "opening": {"id": "", "position": "moves J10"}, "starts": "second",
            "result": "1-0", "reason": "", "date": "2026.11.20", "moves": moves,
        }))
        .unwrap();
        let read = recorded(&connect6::game(), &record).unwrap();
        assert_eq!((&read.scores[..], read.result), (&[None, Some(30), Some(20)][..], Some(1.0)));
        let found: Vec<_> = positions(&read, 0, |_: &_| true).into_iter().map(|(ply, _, score)| (ply, score)).collect();
        assert_eq!(found, [(0, None), (1, Some(-30)), (2, Some(-30)), (3, Some(20)), (4, Some(20))]);
    }
}
