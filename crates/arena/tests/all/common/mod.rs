//! Nim (拈): heaps of objects; a move takes objects from one heap, `b2` two from the
//! second; the player who takes the last object wins. A position is `3/4/5 w`.

use duiyi_arena::{ChessProtocol, ClockRules, EngineConfig, Opening, Plan, Shard, Tournament, Watchdog};
use duiyi_game::{Game, Notation, Outcome, Reach, Reason, Score, Side, Verdict};
use std::{sync::Arc, time::Duration};

/// The heaps and the side to move.
#[derive(Clone, Debug)]
pub(crate) struct Nim {
    pub(crate) heaps: Vec<u8>,
    side: Side,
    /// The value that `Game::reversible` returns.
    pub(crate) reversible: usize,
}

/// The move that takes objects from a heap.
pub(crate) fn take(heap: usize, objects: u8) -> u16 {
    (heap as u16) << 8 | u16::from(objects)
}

fn parts(mv: u16) -> (usize, u8) {
    (usize::from(mv >> 8), (mv & 0xff) as u8)
}

impl Nim {
    /// Heaps of three, four and five objects.
    pub(crate) fn new() -> Nim {
        Nim { heaps: vec![3, 4, 5], side: Side::First, reversible: usize::MAX }
    }
}

impl Game for Nim {
    type Move = u16;
    type Undo = ();
    const PATH_MATTERS: bool = false;

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn legal_moves(&self, moves: &mut impl Extend<u16>) {
        for (heap, &objects) in self.heaps.iter().enumerate() {
            moves.extend((1..=objects).map(|count| take(heap, count)));
        }
    }

    fn is_legal(&self, mv: u16) -> bool {
        let (heap, count) = parts(mv);
        count > 0 && self.heaps.get(heap).is_some_and(|&objects| objects >= count)
    }

    fn make(&mut self, mv: u16) {
        let (heap, count) = parts(mv);
        self.heaps[heap] -= count;
        self.side = !self.side;
    }

    fn unmake(&mut self, mv: u16, (): ()) {
        let (heap, count) = parts(mv);
        self.heaps[heap] += count;
        self.side = !self.side;
    }

    fn key(&self) -> u64 {
        self.heaps.iter().fold(self.side.index() as u64, |key, &objects| key << 8 | u64::from(objects))
    }

    fn verdict(&self, ply: usize) -> Verdict {
        let over = self.heaps.iter().all(|&objects| objects == 0);
        if over { Verdict::Exact(Score::mated_in(ply), Reach::Position) } else { Verdict::Open }
    }

    fn reversible(&self) -> usize {
        self.reversible
    }

    fn outcome(&self) -> Option<Outcome> {
        let over = self.heaps.iter().all(|&objects| objects == 0);
        over.then(|| Outcome::win(!self.side, "nothing left"))
    }
}

impl Notation for Nim {
    const NAME: &'static str = "nim";
    const SIDES: [&'static str; 2] = ["White", "Black"];
    const RULES: &'static [&'static str] = &["normal play"];

    fn begin(_rules: &str) -> Result<Nim, Reason> {
        Ok(Nim::new())
    }

    fn read_position(&self, text: &str) -> Result<Nim, Reason> {
        let bad =
            || Reason::from(format!("'{text}' is not a Nim position: expected heaps and a side, such as 3/4/5 w"));
        let (heaps, side) = text.split_once(' ').ok_or_else(bad)?;
        let heaps = heaps.split('/').map(|heap| heap.parse().map_err(|_| bad())).collect::<Result<_, _>>()?;
        let side = if side.starts_with('b') { Side::Second } else { Side::First };
        Ok(Nim { heaps, side, ..*self })
    }

    fn write_position(&self) -> String {
        let heaps: Vec<String> = self.heaps.iter().map(u8::to_string).collect();
        format!("{} {}", heaps.join("/"), ["w", "b"][self.side.index()])
    }

    fn read_move(&self, text: &str) -> Result<u16, Reason> {
        let illegal = || Reason::from(format!("'{text}' does not take objects from a heap"));
        let heap = text.bytes().next().and_then(|letter| letter.checked_sub(b'a')).ok_or_else(illegal)?;
        let count = text.get(1..).and_then(|count| count.parse().ok()).ok_or_else(illegal)?;
        Some(take(usize::from(heap), count)).filter(|&mv| self.is_legal(mv)).ok_or_else(illegal)
    }

    /// Illegal moves have no text.
    fn write_move(&self, mv: u16) -> String {
        assert!(self.is_legal(mv), "{mv} is written");
        let (heap, count) = parts(mv);
        format!("{}{count}", (b'a' + heap as u8) as char)
    }

    fn draw(&self) -> String {
        self.write_position()
    }
}

pub(crate) const ENGINE: &str = env!("CARGO_BIN_EXE_duiyi-arena-test-engine");

/// The test engine with arguments.
pub(crate) fn engine(name: &str, args: &[&str]) -> EngineConfig {
    let ucci = args.windows(2).any(|pair| pair == ["--protocol", "ucci"]);
    let mut config = EngineConfig::new(name, ENGINE, if ucci { ChessProtocol::Ucci } else { ChessProtocol::Uci });
    config.program.args = args.iter().map(|&arg| arg.to_owned()).collect();
    config.variant = "nim".into();
    config.program.limits.output = 1 << 20;
    config
}

pub(crate) fn openings(count: u32) -> Vec<Opening> {
    // The test engine takes one object at a time: an even number of objects is
    // a win for the second side, an odd number for the first.
    (0..count).map(|i| Opening { id: format!("nim{i}"), position: format!("3/{}/5 w", 4 + i) }).collect()
}

pub(crate) fn tournament(engines: Vec<EngineConfig>, rounds: u64, watchdog: Option<Arc<Watchdog>>) -> Tournament<Nim> {
    Tournament {
        start: Nim::new(),
        entrants: engines.into_iter().map(|config| config.entrant(watchdog.clone())).collect(),
        openings: openings(7),
        plan: Plan { format: duiyi_arena::Format::Gauntlet, rounds, seed: 5 },
        shard: Shard::WHOLE,
        control: "nodes=1000".parse().expect("valid"),
        clock: ClockRules::new(Duration::from_millis(200)),
        known: None,
        adjudication: Default::default(),
        sprt: None,
        concurrency: 2,
        fresh_players: false,
    }
}
