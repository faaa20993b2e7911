//! Nim (拈): heaps of objects; a move takes some from one heap, `b2` two from the
//! second; who takes the last wins. A position is `3/4/5 w`.

use duiyi_arena::{
    BadOpening, Board, EngineConfig, Illegal, Opening, Outcome, Plan, Protocol, Rules, Shard, Side, Tournament, Turn,
    Watchdog,
};
use std::{sync::Arc, time::Duration};

pub(crate) struct Nim;

struct Heaps {
    heaps: Vec<u32>,
    side: Side,
}

impl Nim {
    fn set_up(opening: &str) -> Result<Heaps, BadOpening> {
        let bad = || BadOpening(format!("'{opening}' is no Nim position"));
        let (heaps, side) = opening.split_once(' ').ok_or_else(bad)?;
        let heaps = heaps.split('/').map(|heap| heap.parse().map_err(|_| bad())).collect::<Result<_, _>>()?;
        let side = if side.starts_with('b') { Side::Second } else { Side::First };
        Ok(Heaps { heaps, side })
    }

    /// The heaps after the moves of a turn.
    pub(crate) fn heaps(turn: &Turn<'_>) -> Vec<u32> {
        let mut heaps = Nim::set_up(turn.start).expect("a position");
        turn.moves.iter().for_each(|mv| heaps.play(mv).expect("legal"));
        heaps.heaps
    }
}

impl Rules for Nim {
    fn game(&self) -> &str {
        "nim"
    }

    fn name(&self) -> &str {
        "normal play"
    }

    fn side_names(&self) -> [&str; 2] {
        ["White", "Black"]
    }

    fn start(&self, opening: &str) -> Result<Box<dyn Board>, BadOpening> {
        Ok(Box::new(Nim::set_up(opening)?))
    }

    fn initial_position(&self) -> String {
        "3/4/5 w".into()
    }
}

impl Board for Heaps {
    fn side_to_move(&self) -> Side {
        self.side
    }

    fn play(&mut self, mv: &str) -> Result<(), Illegal> {
        let illegal = || Illegal(format!("'{mv}' takes nothing that is there"));
        let heap = mv.bytes().next().and_then(|letter| letter.checked_sub(b'a')).ok_or_else(illegal)?;
        let take: u32 = mv.get(1..).and_then(|n| n.parse().ok()).filter(|&n| n > 0).ok_or_else(illegal)?;
        let heap = self.heaps.get_mut(usize::from(heap)).filter(|heap| **heap >= take).ok_or_else(illegal)?;
        *heap -= take;
        self.side = !self.side;
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        let over = self.heaps.iter().all(|&heap| heap == 0);
        over.then(|| Outcome::win(!self.side, "nothing left"))
    }
}

pub(crate) const ENGINE: &str = env!("CARGO_BIN_EXE_duiyi-arena-test-engine");

/// The test engine with arguments.
pub(crate) fn engine(name: &str, args: &[&str]) -> EngineConfig {
    let ucci = args.windows(2).any(|pair| pair == ["--protocol", "ucci"]);
    let mut config = EngineConfig::new(name, ENGINE, if ucci { Protocol::Ucci } else { Protocol::Uci });
    config.program.args = args.iter().map(|&arg| arg.to_owned()).collect();
    config.variant = "nim".into();
    config.program.limits.output = 1 << 20;
    config
}

pub(crate) fn openings(count: u32) -> Vec<Opening> {
    // The test engine takes one object at a time: an even number of objects is
    // a win for the second side, an odd one for the first.
    (0..count).map(|i| Opening { id: format!("nim{i}"), position: format!("3/{}/5 w", 4 + i) }).collect()
}

pub(crate) fn tournament(
    engines: Vec<EngineConfig>,
    rounds: u64,
    watchdog: Option<Arc<Watchdog>>,
) -> Tournament<'static> {
    Tournament {
        rules: &Nim,
        entrants: engines.into_iter().map(|config| config.entrant(watchdog.clone())).collect(),
        openings: openings(7),
        plan: Plan { format: duiyi_arena::Format::Gauntlet, rounds, seed: 5 },
        shard: Shard::WHOLE,
        control: "nodes=1000".parse().expect("valid"),
        margin: Duration::from_millis(200),
        adjudication: Default::default(),
        sprt: None,
        concurrency: 2,
        fresh_players: false,
    }
}
