//! The test kit of the search finds faults: a correct game passes, and every planted fault is
//! detected and reported.

use duiyi_game::hash::mix64;
use duiyi_search::{
    Depth, Game, Generation, Heuristics, MoveSink, Noisy, NullMove, Reach, Score, Side, Slots, Structures, Verdict,
    kit::{self, Plan},
    legal_moves,
};

/// A planted fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    None,
    /// Not a fault: another rule of repetition.
    DrawnTheThirdTime,
    QuietTwice,
    CaptureForgotten,
    CaptureAmongQuiet,
    StepAmongNoisy,
    OccupiedGenerated,
    EvasionForgotten,
    IsNoisyDenied,
    HistorySlotOutside,
    ContinuationSlotOutside,
    KeyAfterForgetsSide,
    MoveComesBackMirrored,
    MoveKeptAsItIs,
    PassKeepsSide,
    PassNotTakenBack,
    PassForgetsKey,
    ExchangeBelowAll,
    ExchangeNotMonotone,
    GainNegative,
    ThreatImagined,
    ThreatMissed,
    RepetitionNotLegal,
    RepetitionOfNothing,
    VerdictWithinDiffers,
    VerdictWithinMoves,
    StructureNotRestored,
    NarrowWindowDiffers,
}

const CELLS: usize = 8;

/// Two men a side on a row of cells. A man moves one or two cells in either direction, to a free
/// cell or one with a man of the other side, which is captured. A side without men has lost; a
/// repeated position is a draw. `NOISY` and `SELECTS` select the heuristics of the game.
#[derive(Clone, Debug)]
struct Row<const NOISY: bool, const SELECTS: bool> {
    fault: Fault,
    cells: [Option<Side>; CELLS],
    mover: Side,
    path: Vec<u64>,
    spoilt: u64,
}

type Right = Row<true, false>;

impl<const NOISY: bool, const SELECTS: bool> Row<NOISY, SELECTS> {
    fn with(fault: Fault) -> Self {
        let mut cells = [None; CELLS];
        cells[..2].fill(Some(Side::First));
        cells[CELLS - 2..].fill(Some(Side::Second));
        let mut row = Row { fault, cells, mover: Side::First, path: Vec::new(), spoilt: 0 };
        row.path.push(row.key());
        row
    }

    fn has(&self, fault: Fault) -> bool {
        self.fault == fault
    }

    fn key_of(&self, mover: Side, mirrored: bool) -> u64 {
        let at = |cell: usize| if mirrored { CELLS - 1 - cell } else { cell };
        let men = (0..CELLS).filter_map(|cell| Some(mix64((at(cell) * 2 + self.cells[cell]?.index()) as u64)));
        men.fold(mix64(1_000 + mover.index() as u64), |key, man| key ^ man)
    }

    fn captures(&self, mv: u8) -> bool {
        self.cells[usize::from(mv % 8)] == Some(!self.mover)
    }

    /// Whether the side can capture a man on `cell`.
    fn attacked(&self, cell: usize, by: Side) -> bool {
        (0..CELLS).any(|from| self.cells[from] == Some(by) && (1..=2).contains(&from.abs_diff(cell)))
    }

    fn mirror(mv: u8) -> u8 {
        63 - mv
    }
}

impl<const NOISY: bool, const SELECTS: bool> Game for Row<NOISY, SELECTS> {
    /// From × 8 + to.
    type Move = u8;
    type Undo = Option<Side>;

    fn side_to_move(&self) -> Side {
        self.mover
    }

    fn legal_moves(&self, moves: &mut impl Extend<u8>) {
        moves.extend((0..64).filter(|&mv| self.is_legal(mv)));
    }

    fn is_legal(&self, mv: u8) -> bool {
        let (from, to) = (usize::from(mv / 8), usize::from(mv % 8));
        mv < 64
            && self.cells.contains(&Some(!self.mover))
            && self.cells[from] == Some(self.mover)
            && self.cells[to] != Some(self.mover)
            && (1..=2).contains(&from.abs_diff(to))
    }

    fn make(&mut self, mv: u8) -> Option<Side> {
        let (from, to) = (usize::from(mv / 8), usize::from(mv % 8));
        let taken = self.cells[to];
        self.cells[to] = self.cells[from].take();
        self.mover = !self.mover;
        self.path.push(self.key());
        taken
    }

    fn unmake(&mut self, mv: u8, taken: Option<Side>) {
        let (from, to) = (usize::from(mv / 8), usize::from(mv % 8));
        self.path.pop();
        self.mover = !self.mover;
        self.cells[from] = self.cells[to];
        self.cells[to] = taken;
        self.spoilt += u64::from(self.has(Fault::StructureNotRestored));
    }

    fn key(&self) -> u64 {
        self.key_of(self.mover, false)
    }

    fn verdict(&self, ply: usize) -> Verdict {
        if !self.cells.contains(&Some(self.mover)) {
            return Verdict::Exact(Score::mated_in(ply), Reach::Position);
        }
        let times = self.path.iter().filter(|&&key| key == self.key()).count();
        if self.has(Fault::DrawnTheThirdTime) && times < 3 {
            return Verdict::Open;
        }
        let back = self.path.iter().rev().skip(1).position(|&key| key == self.key());
        back.map_or(Verdict::Open, |back| Verdict::Exact(Score::ZERO, Reach::Plies(back + 1)))
    }
}

/// The functions of the groups of heuristics.
impl<const NOISY: bool, const SELECTS: bool> Row<NOISY, SELECTS> {
    fn is_noisy(&self, mv: u8) -> bool {
        self.captures(mv) && !self.has(Fault::IsNoisyDenied)
    }

    fn pass(&mut self) {
        if !self.has(Fault::PassKeepsSide) {
            self.mover = !self.mover;
        }
        if !self.has(Fault::PassForgetsKey) {
            self.path.push(self.key());
        }
    }

    fn unpass(&mut self) {
        self.path.pop();
        if !self.has(Fault::PassKeepsSide) && !self.has(Fault::PassNotTakenBack) {
            self.mover = !self.mover;
        }
    }

    fn gain(&self, mv: u8) -> i32 {
        match (self.captures(mv), self.has(Fault::GainNegative)) {
            (false, _) => 0,
            (true, false) => 100,
            (true, true) => -100,
        }
    }

    fn exchange_at_least(&self, mv: u8, threshold: Score) -> bool {
        let mut after = self.clone();
        after.make(mv);
        let lost = if after.attacked(usize::from(mv % 8), after.mover) { 100 } else { 0 };
        let value = if self.captures(mv) { 100 } else { 0 } - lost;
        match self.fault {
            Fault::ExchangeBelowAll => value > 0 && value >= threshold.get(),
            Fault::ExchangeNotMonotone => value >= threshold.get() || threshold == Score::new(30_000),
            _ => value >= threshold.get(),
        }
    }

    fn history_slot(&self, mv: u8) -> usize {
        usize::from(mv) + if self.has(Fault::HistorySlotOutside) { 32 } else { 0 }
    }

    fn continuation_slot(&self, mv: u8) -> usize {
        usize::from(mv % 8) + usize::from(self.has(Fault::ContinuationSlotOutside))
    }

    fn structure(&self, _: usize) -> u64 {
        self.cells.iter().flatten().count() as u64 + self.spoilt
    }
}

impl<const NOISY: bool, const SELECTS: bool> Heuristics for Row<NOISY, SELECTS> {
    type Insight = ();
    const SELECTIVE: bool = SELECTS;
    const NOISY: Option<Noisy<Self>> = if NOISY {
        Some(Noisy { exchange_at_least: Self::exchange_at_least, ..Noisy::new(Self::is_noisy, Self::gain) })
    } else {
        None
    };
    const NULL_MOVE: Option<NullMove<Self>> =
        Some(NullMove { strength: |_| Some(1), make: Self::pass, unmake: Self::unpass });
    const HISTORY: Slots<Self> = Slots { count: 64, slot: Self::history_slot };
    const CONTINUATION: Slots<Self> = Slots { count: 8, slot: Self::continuation_slot };
    const STRUCTURES: Option<Structures<Self>> = Some(Structures { count: 1, key: Self::structure, side_key: None });

    fn generate(&self, kind: Generation, (): &(), moves: &mut MoveSink<'_, u8>) {
        for mv in legal_moves(self) {
            let captures = self.captures(mv);
            let wanted = match kind {
                Generation::Noisy if self.has(Fault::StepAmongNoisy) => captures || mv % 8 == 3,
                Generation::Noisy => captures && !self.has(Fault::CaptureForgotten),
                Generation::Quiet => !captures || self.has(Fault::CaptureAmongQuiet),
                Generation::Evasions => !self.has(Fault::EvasionForgotten) || !captures,
            };
            if wanted && !SELECTS {
                moves.push(mv);
            }
            if wanted && kind == Generation::Quiet && self.has(Fault::QuietTwice) && mv % 8 == 4 {
                moves.push(mv);
            }
        }
        if kind != Generation::Noisy && self.has(Fault::OccupiedGenerated) {
            moves.push(1);
        }
    }

    /// Whether every man can be captured.
    fn threatened(&self) -> bool {
        (0..CELLS).all(|cell| self.cells[cell] != Some(self.mover) || self.attacked(cell, !self.mover))
    }

    fn makes_threat(&self, mv: u8) -> bool {
        let mut after = self.clone();
        after.make(mv);
        match self.fault {
            Fault::ThreatImagined => mv % 8 == 3,
            Fault::ThreatMissed => after.threatened() && !self.captures(mv),
            _ => after.threatened(),
        }
    }

    fn table_key(&self) -> u64 {
        self.key().min(self.key_of(self.mover, true))
    }

    fn key_after(&self, mv: u8) -> Option<u64> {
        let mut after = self.clone();
        after.make(mv);
        if self.has(Fault::KeyAfterForgetsSide) {
            after.mover = self.mover;
        }
        mv.is_multiple_of(2).then(|| after.table_key())
    }

    fn canonical_move(&self, mv: u8) -> u8 {
        let is_mirrored = self.key_of(self.mover, true) < self.key();
        if is_mirrored && !self.has(Fault::MoveKeptAsItIs) { Self::mirror(mv) } else { mv }
    }

    fn actual_move(&self, mv: u8) -> u8 {
        if self.has(Fault::MoveComesBackMirrored) { mv } else { self.canonical_move(mv) }
    }

    fn verdict_within(&mut self, ply: usize, window: (Score, Score), _: Depth, (): &()) -> (Verdict, ()) {
        let narrow = window.0 + 1 == window.1;
        let verdict = match self.verdict(ply) {
            Verdict::Exact(..) if self.has(Fault::VerdictWithinDiffers) => Verdict::Open,
            Verdict::Open if self.has(Fault::NarrowWindowDiffers) && narrow => {
                Verdict::Exact(window.1, Reach::Position)
            }
            verdict => verdict,
        };
        if self.has(Fault::VerdictWithinMoves) && self.path.len() > 3 {
            self.mover = !self.mover;
        }
        (verdict, ())
    }

    fn repeating_move(&self) -> Option<u8> {
        let repeats = |&mv: &u8| {
            let mut after = self.clone();
            after.make(mv);
            self.path.contains(&after.key())
        };
        match self.fault {
            Fault::RepetitionNotLegal => Some(1),
            Fault::RepetitionOfNothing => legal_moves(self).into_iter().find(|mv| !repeats(mv)),
            _ => legal_moves(self).into_iter().find(repeats),
        }
    }
}

fn value<const NOISY: bool, const SELECTS: bool>(row: &Row<NOISY, SELECTS>) -> Score {
    let men = |side| row.cells.iter().filter(|&&cell| cell == Some(side)).count() as i32;
    Score::new(100 * (men(row.mover) - men(!row.mover)) + (row.key() % 32) as i32)
}

fn plan() -> Plan {
    Plan { games: 60, most: 30, ..Plan::default() }
}

fn found<const NOISY: bool, const SELECTS: bool>(fault: Fault) -> Result<kit::Tally, kit::Broken> {
    let start = Row::<NOISY, SELECTS>::with(fault);
    kit::check(&start, &plan()).and_then(|tally| {
        let searches = kit::check_search(&start, &plan(), value)?.searches;
        Ok(kit::Tally { searches, ..tally })
    })
}

#[test]
fn a_correct_game_passes() {
    let tally = found::<true, false>(Fault::None).unwrap_or_else(|broken| panic!("{broken}"));
    assert!(tally.positions > 300 && tally.moves > 1_000 && tally.noisy > 100, "{tally:?}");
    assert!(tally.threatened > 50 && tally.threats > 100 && tally.keys > 300, "{tally:?}");
    assert!(tally.met_again > 50 && tally.passes > 50 && tally.repetitions > 20, "{tally:?}");
    assert_eq!(tally.searches, 180);
    // The first repetition is not a draw yet, but it is still a repetition.
    let twice = found::<true, false>(Fault::DrawnTheThirdTime).unwrap_or_else(|broken| panic!("{broken}"));
    assert!(twice.repetitions > 20, "{twice:?}");
    assert!(duiyi_game::kit::check_rules(&Right::with(Fault::None), &plan()).is_ok());
}

#[test]
fn every_planted_fault_is_detected_and_reported() {
    use Fault::*;
    for (fault, words) in [
        (QuietTwice, "is generated twice"),
        (CaptureForgotten, "is legal, but is not generated"),
        (CaptureAmongQuiet, "as a quiet move"),
        (StepAmongNoisy, "as a noisy move"),
        (OccupiedGenerated, "is generated, but is not legal"),
        (EvasionForgotten, "is legal, but is not generated"),
        (IsNoisyDenied, "is_noisy is false"),
        (HistorySlotOutside, "the slot in HISTORY"),
        (ContinuationSlotOutside, "the slot in CONTINUATION"),
        (KeyAfterForgetsSide, "key_after"),
        (MoveComesBackMirrored, "but restored as"),
        (MoveKeptAsItIs, "the same table key"),
        (PassKeepsSide, "does not change the side to move"),
        (PassNotTakenBack, "taking a pass back"),
        (PassForgetsKey, "taking a pass back"),
        (ExchangeBelowAll, "exchange_at_least"),
        (ExchangeNotMonotone, "exchange_at_least"),
        (GainNegative, "a gain of -100"),
        (ThreatImagined, "is true, but the other side is not threatened"),
        (ThreatMissed, "is false, but the other side is threatened"),
        (RepetitionNotLegal, "by repeating_move, but is not legal"),
        (RepetitionOfNothing, "leads to a new position"),
        (VerdictWithinDiffers, "for the widest window"),
        (VerdictWithinMoves, "calling verdict_within"),
        (StructureNotRestored, "unmaking"),
        (NarrowWindowDiffers, "the search returns"),
    ] {
        let text = found::<true, false>(fault).expect_err(&format!("{fault:?} is not detected")).to_string();
        assert!(text.contains(words), "{fault:?}: {text}");
    }
    let forgotten = found::<false, false>(None).unwrap_err().to_string();
    assert!(forgotten.contains("NOISY is None"), "{forgotten}");
    let nothing = found::<true, true>(None).unwrap_err().to_string();
    assert!(nothing.contains("none is generated"), "{nothing}");
}
