//! Training samples in bounded memory: the files of games are indexed once, and read again in each epoch.

use super::{positions::open, train_args::mebibytes};
use crate::{files::MAX_INPUT, games::scored};
use duiyi_game::{Notation, Reason};
use duiyi_game::{
    files,
    hash::{EMPTY_DIGEST, extend_digest},
};
use duiyi_train::network::{
    InputSet, Lessons, SampleBlocks, Samples, Selection, TrainingSettings, games::ScoredGame, records::Reader, shuffled,
};
use std::{
    cell::Cell,
    io::{BufRead, BufReader, Read, Seek, SeekFrom},
    ops::Range,
    path::{Path, PathBuf},
    rc::Rc,
};

/// Games that are read together; an epoch reads these chunks in random order.
const GAMES: u64 = 32;

/// Consecutive games of a file.
#[derive(Clone, Debug, Default)]
struct Chunk {
    file: usize,
    /// The bytes of its games.
    bytes: Range<u64>,
    /// The number of its first game among all games, from 0.
    first: u64,
    /// The repeated positions to leave out: a game of the chunk, and a ply.
    repeated: Vec<(u8, u32)>,
}

/// A file of games, with the bytes before its first game.
struct Source {
    path: PathBuf,
    header: Vec<u8>,
}

/// A reader that counts the consumed bytes.
struct Counted<R> {
    input: R,
    consumed: Rc<Cell<u64>>,
}

impl<R: BufRead> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.input.read(buffer)?;
        self.consumed.set(self.consumed.get() + count as u64);
        Ok(count)
    }
}

impl<R: BufRead> BufRead for Counted<R> {
    fn fill_buf(&mut self) -> std::io::Result<&[u8]> {
        self.input.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        self.input.consume(count);
        self.consumed.set(self.consumed.get() + count as u64);
    }
}

/// Where the games of files are, and the held-out samples.
pub(super) struct GameIndex<G: Notation> {
    rules: G,
    sources: Vec<Source>,
    chunks: Vec<Chunk>,
    lessons: Lessons<G>,
    /// The bytes that the held-out samples may use.
    most: usize,
    /// Training samples, their active inputs, and the largest number of active inputs of a sample.
    count: usize,
    active: usize,
    max_active: usize,
}

impl<G: Notation> GameIndex<G> {
    /// Reads all games once, in at most this memory; `progress` receives the number of games read.
    ///
    /// # Errors
    /// If a file can't be read, or the held-out samples need more than a quarter of the memory.
    pub(super) fn read(
        rules: &G,
        (inputs, selection): (InputSet<G>, Selection),
        files: &[PathBuf],
        memory: u32,
        progress: &mut dyn FnMut(u64),
    ) -> Result<GameIndex<G>, Reason> {
        let mut index = GameIndex {
            rules: rules.clone(),
            sources: Vec::new(),
            chunks: Vec::new(),
            lessons: Lessons::of(inputs, selection),
            most: mebibytes(memory) / 4,
            count: 0,
            active: 0,
            max_active: 0,
        };
        for path in files {
            index.add_file(path, progress).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        let needed = Samples::bytes_of(index.lessons.held_out.len(), index.lessons.held_out.active());
        if needed > index.most {
            let games = selection.hold_out;
            return Err(format!(
                "--memory {memory}: every {games}th game is held out, which needs {needed} bytes of positions; \
                                expected at most a quarter of the memory (--hold-out, --memory)"
            )
            .into());
        }
        Ok(index)
    }

    fn add_file(&mut self, path: &Path, progress: &mut dyn FnMut(u64)) -> Result<(), Reason> {
        if path == Path::new("-") {
            return Err("the standard input can be read only once; expected a file with --memory".into());
        }
        let header = header(path)?;
        let consumed = Rc::new(Cell::new(0));
        let mut input = Counted { input: open(path)?, consumed: Rc::clone(&consumed) };
        let file = self.sources.len();
        let mut chunk = Chunk { file, bytes: header.len() as u64..0, first: self.lessons.games(), ..Chunk::default() };
        let rules = self.rules.clone();
        scored::read(&rules, &mut input, &mut |game| {
            self.add(game.ok().as_ref(), &mut chunk);
            chunk.bytes.end = consumed.get();
            let games = self.lessons.games();
            if games - chunk.first == GAMES {
                let next = Chunk { bytes: chunk.bytes.end..0, first: games, repeated: Vec::new(), ..chunk };
                self.chunks.push(std::mem::replace(&mut chunk, next));
                progress(games);
            }
        })?;
        if self.lessons.games() > chunk.first {
            self.chunks.push(chunk);
        }
        self.sources.push(Source { path: path.to_owned(), header });
        Ok(())
    }

    /// Counts the samples of a game; only the held-out ones are kept.
    fn add(&mut self, game: Option<&ScoredGame<G>>, chunk: &mut Chunk) {
        let (at, is_held_out) = ((self.lessons.games() - chunk.first) as u8, self.lessons.is_next_held_out());
        // An error affects only the rest of the game; the count is printed.
        let _ = self.lessons.add_marking(game, &mut |ply| {
            if !is_held_out {
                chunk.repeated.push((at, ply as u32));
            }
        });
        let training = &mut self.lessons.training;
        let active = |number| training.get(number).own.len() + training.get(number).other.len();
        self.max_active = (0..training.len()).map(active).fold(self.max_active, usize::max);
        (self.count, self.active) = (self.count + training.len(), self.active + training.active());
        training.clear();
    }

    pub(super) fn lessons(&self) -> &Lessons<G> {
        &self.lessons
    }

    /// The number of training samples.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// The held-out samples, and the training samples for a training with these settings.
    ///
    /// # Errors
    /// If the memory is too small for two minibatches.
    pub(super) fn split(mut self, settings: &TrainingSettings, memory: u32) -> Result<(Samples, Stream<G>), Reason> {
        let (inputs, buckets) = (self.lessons.training.inputs(), self.lessons.training.buckets());
        let mut held_out = std::mem::replace(&mut self.lessons.held_out, Samples::new(inputs, buckets));
        held_out.shrink();
        let mean = self.active.div_ceil(self.count.max(1));
        // A sample in the buffer, its number in the shuffled order, and the rest of a minibatch after a block.
        let each = Samples::bytes_of(1, mean) + size_of::<u32>();
        let used = Samples::bytes_of(held_out.len(), held_out.active()) + settings.batch * each;
        let room = mebibytes(memory).saturating_sub(used) / each;
        if room < 2 * settings.batch {
            let least = (used + 2 * settings.batch * each).div_ceil(1 << 20);
            return Err(format!("--memory {memory} is too small for these positions; expected at least {least}").into());
        }
        let room = room.min(self.count + settings.batch);
        let (batch, seed) = (settings.batch, settings.seed);
        Ok((held_out, Stream { index: self, room: (room, room * mean), batch, seed }))
    }
}

/// The bytes before the first game of a file.
fn header(path: &Path) -> Result<Vec<u8>, Reason> {
    let length = Reader::new(open(path)?).map_or(0, |reader| reader.whole());
    let mut header = Vec::new();
    open(path)?.take(length).read_to_end(&mut header)?;
    Ok(header)
}

/// A training game, and the plies of its repeated positions.
type TrainingGame<G> = (ScoredGame<G>, Vec<u32>);

/// Training samples that are read in blocks of bounded size. The order depends on the seed, the epoch and the memory.
pub(super) struct Stream<G: Notation> {
    index: GameIndex<G>,
    /// The samples and active inputs for which a block has memory.
    room: (usize, usize),
    batch: usize,
    seed: u64,
}

impl<G: Notation> Stream<G> {
    /// The training games of a chunk, with their repeated plies.
    fn load(&self, number: usize) -> Result<Vec<TrainingGame<G>>, Reason> {
        let Chunk { file, bytes, first, repeated } = &self.index.chunks[number];
        let Source { path, header } = &self.index.sources[*file];
        let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let mut input = files::open(path, MAX_INPUT).map_err(|error| failed(&error))?;
        input.seek(SeekFrom::Start(bytes.start)).map_err(|error| failed(&error))?;
        let mut input = BufReader::new(header.chain(input.take(bytes.end - bytes.start)));
        let (mut at, hold_out) = (0, self.index.lessons.selection().hold_out);
        let mut games = Vec::new();
        let read = scored::read(&self.index.rules, &mut input, &mut |game| {
            let plies = repeated.iter().filter(|&&(game, _)| u64::from(game) == at).map(|&(_, ply)| ply);
            if let Some(game) = game.ok().filter(|_| !(first + at).is_multiple_of(hold_out)) {
                games.push((game, plies.collect()));
            }
            at += 1;
        });
        read.map_err(|error| failed(&error))?;
        Ok(games)
    }

    /// Whether a block may not have room for a game; every position may have a mirror image.
    fn is_full_for(&self, block: &Samples, game: &ScoredGame<G>) -> bool {
        let more = 2 * game.plies.len();
        let (samples, active) = self.room;
        block.len() + more > samples || block.active() + more * self.index.max_active > active
    }
}

impl<G: Notation> SampleBlocks for Stream<G> {
    type Error = Reason;

    fn shape(&self) -> (usize, usize) {
        self.index.lessons.training.shape()
    }

    fn count(&self) -> usize {
        self.index.count
    }

    /// The size of the blocks determines the order.
    fn digest(&self) -> u64 {
        let (samples, active) = self.room;
        extend_digest(extend_digest(EMPTY_DIGEST, samples as u64), active as u64)
    }

    fn each(&self, epoch: u32, take: &mut dyn FnMut(&Samples) -> bool) -> Result<(), Reason> {
        let ((inputs, buckets), (samples, active)) = (self.shape(), self.room);
        let mut block = Samples::with_capacity(inputs, buckets, samples, active);
        // What remains of a block after whole minibatches.
        let mut rest = Samples::new(inputs, buckets);
        for chunk in shuffled(self.index.chunks.len(), self.seed ^ u64::from(epoch) << 32).into_iter().rev() {
            for (game, repeated) in self.load(chunk as usize)? {
                if block.len() >= self.batch && self.is_full_for(&block, &game) {
                    block.move_from(block.len() / self.batch * self.batch, &mut rest);
                    if !take(&block) {
                        return Ok(());
                    }
                    block.clear();
                    rest.move_from(0, &mut block);
                }
                // An error was counted when the game was indexed.
                let is_repeated = |ply| repeated.contains(&(ply as u32));
                let _ = self.index.lessons.add_again(&game, &is_repeated, &mut block);
            }
        }
        if !block.is_empty() {
            take(&block);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_xiangqi::{PieceSquares, Position, Xiangqi};

    /// Blocks are whole minibatches; what remains of one comes at the beginning of the next.
    #[test]
    fn an_epoch_has_every_sample_once() {
        let path = std::env::temp_dir().join(format!("duiyi-train-blocks-{}.txt", std::process::id()));
        let start = Position::start().to_fen();
        // The score is the number of the game.
        let game = |score| format!("{start}|d|h2e2 {score} h9g7 {score}\n");
        std::fs::write(&path, (0..100).map(game).collect::<String>()).unwrap();
        let selection = Selection { hold_out: 10, limit: 2000, noisy: false, repeats: 0, images: true, td: None };
        let chosen = (InputSet::of::<PieceSquares>(), selection);
        let index = GameIndex::read(&Xiangqi::default(), chosen, std::slice::from_ref(&path), 8, &mut |_| {}).unwrap();
        let expected: Vec<i16> = (0..100).filter(|score| score % 10 != 0).flat_map(|score| [score; 4]).collect();
        assert_eq!((index.chunks.len(), index.count()), (4, expected.len()));
        let stream = Stream { index, room: (37, 1 << 16), batch: 10, seed: 3 };
        for epoch in 0..3 {
            let (mut scores, mut lengths) = (Vec::new(), Vec::new());
            stream
                .each(epoch, &mut |block| {
                    lengths.push(block.len());
                    scores.extend((0..block.len()).map(|number| block.get(number).score));
                    true
                })
                .unwrap();
            scores.sort_unstable();
            assert_eq!(scores, expected, "epoch {epoch}");
            lengths.pop();
            assert!(lengths.len() > 8 && lengths.iter().all(|length| length % 10 == 0), "{lengths:?}");
        }
        std::fs::remove_file(&path).unwrap();
    }
}
