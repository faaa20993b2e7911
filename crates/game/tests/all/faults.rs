//! The test kit finds faults: a correct game passes, and every planted fault is detected and
//! reported.

use duiyi_game::hash::mix64;
use duiyi_game::{
    Diagram, Game, Grid, History, Notation, Outcome, Reach, Reason, Score, SecondSpelling, Side, Square, Verdict,
    kit::{self, Plan},
};
use std::{
    cell::Cell,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

/// A planted fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    None,
    UnmakeForgetsKey,
    UnmakeForgetsSide,
    KeyWithoutMove,
    KeyDrifts,
    AcceptsOccupied,
    RefusesCorner,
    MoveTwice,
    SameSideAgain,
    PackedWrong,
    VerdictForLoser,
    OutcomeMissing,
    OutcomeEarly,
    ReachesBack,
    ReadsOccupied,
    WritesBlank,
    ReadsMirrored,
    PositionLosesSide,
    PositionLosesVerdict,
    CanonicalKeyWrong,
    ImageNotInverse,
    DependsOnOrder,
    SquaresOutside,
    SquaresOfAnother,
    SquaresForgotten,
    MatedAtRoot,
    StuckAtRoot,
    EndedInPawns,
    EndedBetweenBands,
    NoRules,
    OtherRules,
    SecondFitsNothing,
    OwnFitsNothing,
    SecondReadAsAnother,
}

thread_local! {
    /// The fault in the second spelling, whose functions do not receive the game.
    static MISSPELLED: Cell<Fault> = const { Cell::new(Fault::None) };
}

/// A cell as `c4` and as `d4`, with an optional fault.
const SPELLING: SecondSpelling = SecondSpelling {
    option: "Letter",
    lower: "letter",
    names: ["c", "d"],
    fits: |text| {
        let fault = MISSPELLED.get();
        [
            text.starts_with('c') && fault != Fault::OwnFitsNothing,
            text.starts_with('d') && fault != Fault::SecondFitsNothing,
        ]
    },
    to_own: |text| text.replace('d', if MISSPELLED.get() == Fault::SecondReadAsAnother { "cc" } else { "c" }),
    to_second: |text| text.replace('c', "d"),
};

/// Tic-tac-toe with a mirror symmetry, a stored key, and an optional fault.
#[derive(Clone, Debug)]
struct Tac {
    fault: Fault,
    cells: [Option<Side>; 9],
    mover: Side,
    key: u64,
    asked: Arc<AtomicBool>,
}

/// A cell, packed wrongly under one fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Put {
    cell: u8,
    wrong: bool,
}

impl duiyi_game::GameMove for Put {
    fn to_bits(self) -> u32 {
        u32::from(self.cell) + 1 + u32::from(self.wrong) * 256
    }

    fn from_bits(bits: u32) -> Option<Put> {
        u8::try_from(bits.checked_sub(1)?).ok().map(|cell| Put { cell, wrong: false })
    }
}

fn mix(cell: u8, side: Side) -> u64 {
    mix64(u64::from(cell) * 2 + side.index() as u64)
}

fn mirrored(cell: u8) -> u8 {
    cell / 3 * 3 + 2 - cell % 3
}

impl Tac {
    fn with(fault: Fault) -> Tac {
        Tac { fault, cells: [None; 9], mover: Side::First, key: 0, asked: Arc::default() }
    }

    fn has(&self, fault: Fault) -> bool {
        self.fault == fault
    }

    fn winner(&self) -> Option<Side> {
        const ROWS: [[usize; 3]; 8] =
            [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
        ROWS.iter()
            .find_map(|row| self.cells[row[0]].filter(|_| row.iter().all(|&i| self.cells[i] == self.cells[row[0]])))
    }

    fn full(&self) -> bool {
        self.cells.iter().all(Option::is_some)
    }

    fn free(&self, cell: u8) -> bool {
        self.winner().is_none() && self.cells.get(usize::from(cell)).is_some_and(Option::is_none)
    }
}

impl Game for Tac {
    type Move = Put;
    type Undo = ();
    const PATH_MATTERS: bool = false;
    const SYMMETRIES: u8 = 2;

    fn side_to_move(&self) -> Side {
        self.mover
    }

    fn legal_moves(&self, moves: &mut impl Extend<Put>) {
        let wrong = self.has(Fault::PackedWrong);
        moves.extend((0..9).filter(|&cell| self.free(cell)).map(|cell| Put { cell, wrong }));
        if self.has(Fault::MoveTwice) && self.free(4) {
            moves.extend([Put { cell: 4, wrong }]);
        }
    }

    fn is_legal(&self, mv: Put) -> bool {
        match self.fault {
            Fault::AcceptsOccupied => mv.cell < 9 && self.winner().is_none(),
            Fault::RefusesCorner => mv.cell != 0 && self.free(mv.cell),
            _ => self.free(mv.cell),
        }
    }

    fn make(&mut self, mv: Put) {
        self.cells[usize::from(mv.cell)] = Some(self.mover);
        if !self.has(Fault::KeyWithoutMove) {
            self.key ^= mix(mv.cell, self.mover);
        }
        if self.has(Fault::KeyDrifts) {
            self.key = self.key.wrapping_add(2);
        }
        if !self.has(Fault::SameSideAgain) || mv.cell != 8 {
            self.mover = !self.mover;
        }
        self.asked.store(false, Relaxed);
    }

    fn unmake(&mut self, mv: Put, (): ()) {
        self.cells[usize::from(mv.cell)] = None;
        if !self.has(Fault::UnmakeForgetsSide) {
            self.mover = !self.mover;
        }
        if self.has(Fault::KeyDrifts) {
            self.key = self.key.wrapping_sub(2);
        }
        if !self.has(Fault::UnmakeForgetsKey) && !self.has(Fault::KeyWithoutMove) {
            self.key ^= mix(mv.cell, self.mover);
        }
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn verdict(&self, ply: usize) -> Verdict {
        let depends = self.has(Fault::DependsOnOrder) && self.asked.swap(true, Relaxed);
        let reach = if self.has(Fault::ReachesBack) { Reach::Game } else { Reach::Position };
        match self.winner() {
            _ if depends => Verdict::Exact(Score::ZERO, reach),
            Some(_) if self.has(Fault::MatedAtRoot) => Verdict::Exact(Score::mated_in(0), reach),
            Some(_) if self.has(Fault::EndedInPawns) => Verdict::Exact(Score::new(-500), reach),
            Some(_) if self.has(Fault::EndedBetweenBands) => Verdict::Exact(Score::new(ply as i32 - 31_500), reach),
            Some(_) if self.has(Fault::VerdictForLoser) => Verdict::Exact(Score::mate_in(ply), reach),
            Some(_) => Verdict::Exact(Score::mated_in(ply), reach),
            None if self.full() => Verdict::Exact(Score::ZERO, reach),
            None => Verdict::Open,
        }
    }

    fn stuck(&self, ply: usize) -> Score {
        Score::mated_in(if self.has(Fault::StuckAtRoot) { 0 } else { ply })
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.winner() {
            Some(_) if self.has(Fault::OutcomeMissing) => None,
            Some(winner) => Some(Outcome::win(winner, "three in a row")),
            None if self.full() => Some(Outcome::draw("full")),
            None if self.has(Fault::OutcomeEarly) && self.cells[4].is_some() => Some(Outcome::draw("tired")),
            None => None,
        }
    }

    fn reversible(&self) -> usize {
        0
    }

    fn canonical(&self) -> (u64, u8) {
        let of = |symmetry: u8| {
            let at = |cell: u8| if symmetry == 1 { mirrored(cell) } else { cell };
            let keys = (0..9).filter_map(|cell| Some(mix(at(cell), self.cells[usize::from(cell)]?)));
            (keys.fold(0, |key, stone| key ^ stone), symmetry)
        };
        if self.has(Fault::CanonicalKeyWrong) { of(0) } else { of(0).min(of(1)) }
    }

    fn image(&self, mv: Put, symmetry: u8) -> Put {
        if symmetry == 1 { Put { cell: mirrored(mv.cell), ..mv } } else { mv }
    }

    fn preimage(&self, mv: Put, symmetry: u8) -> Put {
        if self.has(Fault::ImageNotInverse) { mv } else { self.image(mv, symmetry) }
    }
}

impl Notation for Tac {
    const NAME: &'static str = "tac";
    const SIDES: [&'static str; 2] = ["Cross", "Nought"];
    const SECOND_SPELLING: Option<SecondSpelling> = Some(SPELLING);

    fn begin(rules: &str) -> Result<Tac, Reason> {
        // The standard rules are the loose ones under a second name.
        if ["", "loose"].contains(&rules) {
            Ok(Tac::with(Fault::None))
        } else {
            Err(format!("'{rules}' is not a rule set").into())
        }
    }

    fn rules(&self) -> String {
        match self.fault {
            Fault::NoRules => "strict".to_owned(),
            Fault::OtherRules => "loose".to_owned(),
            _ => String::new(),
        }
    }

    fn read_position(&self, text: &str) -> Result<Tac, Reason> {
        let (cells, mover) = text.split_once(' ').ok_or("expected nine cells and a side")?;
        let mut tac = Tac::with(self.fault);
        for (cell, symbol) in (0..9).zip(cells.chars()) {
            tac.cells[usize::from(cell)] = match symbol {
                'x' => Some(Side::First),
                'o' => Some(Side::Second),
                _ => None,
            };
            tac.key ^= tac.cells[usize::from(cell)].map_or(0, |side| mix(cell, side));
        }
        tac.mover = if mover == "x" || self.has(Fault::PositionLosesSide) { Side::First } else { Side::Second };
        if self.has(Fault::PositionLosesVerdict) && tac.winner().is_some() {
            tac.fault = Fault::VerdictForLoser;
        }
        Ok(tac)
    }

    fn write_position(&self) -> String {
        let symbol = |cell: &Option<Side>| cell.map_or('.', |side| ['x', 'o'][side.index()]);
        let mover = if self.has(Fault::PositionLosesSide) { "x" } else { ["x", "o"][self.mover.index()] };
        format!("{} {mover}", self.cells.iter().map(symbol).collect::<String>())
    }

    fn read_move(&self, text: &str) -> Result<Put, Reason> {
        let cell = text.trim().strip_prefix('c').and_then(|cell| cell.parse().ok()).ok_or("expected c0 to c8")?;
        let cell = if self.has(Fault::ReadsMirrored) { mirrored(cell) } else { cell };
        let mv = Put { cell, wrong: false };
        if self.free(cell) || self.has(Fault::ReadsOccupied) && cell < 9 { Ok(mv) } else { Err("not free".into()) }
    }

    fn write_move(&self, mv: Put) -> String {
        if self.has(Fault::WritesBlank) { format!(" c{}", mv.cell) } else { format!("c{}", mv.cell) }
    }

    fn draw(&self) -> String {
        duiyi_game::drawing(self)
    }
}

impl Grid for Tac {
    fn size(&self) -> (u8, u8) {
        (3, 3)
    }

    fn squares(&self, mv: Put) -> impl Iterator<Item = Square> {
        let cell = if self.has(Fault::SquaresOfAnother) { mv.cell / 2 } else { mv.cell };
        let row = if self.has(Fault::SquaresOutside) { 3 } else { cell / 3 };
        (!self.has(Fault::SquaresForgotten)).then_some(Square { column: cell % 3, row }).into_iter()
    }
}

impl Diagram for Tac {
    fn symbol(&self, at: Square) -> Option<char> {
        self.cells[usize::from(at.row) * 3 + usize::from(at.column)].map(|side| ['x', 'o'][side.index()])
    }
}

fn broken(fault: Fault) -> String {
    MISSPELLED.set(fault);
    let start = Tac::with(fault);
    let plan = Plan::default();
    let found = kit::check(&start, &plan).map(|_| ()).and_then(|()| kit::check_diagram(&start, &plan).map(|_| ()));
    found.expect_err(&format!("{fault:?} is not detected")).to_string()
}

#[test]
fn a_correct_game_passes() {
    let start = Tac::with(Fault::None);
    let tally = kit::check(&start, &Plan::default()).unwrap_or_else(|broken| panic!("{broken}"));
    assert!(tally.positions > 700 && tally.moves > 2_000 && tally.refused > 20_000, "{tally:?}");
    assert_eq!(tally.ended, 100);
    assert_eq!(tally.images, 2 * tally.positions);
    assert!(kit::check_diagram(&start, &Plan::default()).unwrap() > 2_000);
    let same = kit::check_rules(&start, &Plan::default()).unwrap();
    assert_eq!((same.positions, same.ended), (tally.positions, tally.ended));
}

#[test]
fn every_planted_fault_is_detected_and_reported() {
    use Fault::*;
    for (fault, words) in [
        (UnmakeForgetsKey, "does not restore"),
        (UnmakeForgetsSide, "does not restore"),
        (KeyWithoutMove, "does not change the key"),
        (KeyDrifts, "another key when read back"),
        (AcceptsOccupied, "is_legal accepts"),
        (RefusesCorner, "is_legal rejects"),
        (MoveTwice, "generated twice"),
        (SameSideAgain, "the sides alternate"),
        (PackedWrong, "is packed as"),
        (VerdictForLoser, "but the outcome"),
        (OutcomeMissing, "has no outcome"),
        (OutcomeEarly, "the game goes on"),
        (ReachesBack, "PATH_MATTERS is false"),
        (ReadsOccupied, "but that is not legal"),
        (WritesBlank, "expected one word"),
        (ReadsMirrored, "and read as"),
        (PositionLosesSide, "another side to move"),
        (PositionLosesVerdict, "another verdict when read back"),
        (CanonicalKeyWrong, "another canonical key"),
        (ImageNotInverse, "and back becomes"),
        (DependsOnOrder, "in another order"),
        (SquaresOutside, "has the squares"),
        (SquaresOfAnother, "they stand for"),
        (SquaresForgotten, "c0 has no squares, but changes the picture"),
        (MatedAtRoot, "seven plies below it"),
        (StuckAtRoot, "the score of stuck is mated in 0 plies at the root and"),
        (EndedInPawns, "seven plies below it"),
        (EndedBetweenBands, "expected a draw (0), or a mate"),
        (SecondFitsNothing, "does not fit Letter d"),
        (OwnFitsNothing, "does not fit Letter c"),
        (SecondReadAsAnother, "is read as 'cc"),
        (NoRules, "rule set"),
        (OtherRules, "rule set 'loose' is read as Ok(\"\")"),
    ] {
        let text = broken(fault);
        assert!(text.contains(words), "{fault:?}: {text}");
    }
    // The report contains the moves that lead to the fault.
    assert!(broken(OutcomeEarly).contains("moves c"), "{}", broken(OutcomeEarly));
}

/// A hand goes round a clock of four hours for ever; after four moves it is where it was.
#[derive(Clone, Debug)]
struct Clock<const REVERSIBLE: usize>(u8);

impl<const REVERSIBLE: usize> Game for Clock<REVERSIBLE> {
    type Move = u8;
    type Undo = ();

    fn side_to_move(&self) -> Side {
        Side::BOTH[usize::from(self.0 % 2)]
    }

    fn legal_moves(&self, moves: &mut impl Extend<u8>) {
        moves.extend([0]);
    }

    fn is_legal(&self, mv: u8) -> bool {
        mv == 0
    }

    fn make(&mut self, _: u8) {
        self.0 = (self.0 + 1) % 4;
    }

    fn unmake(&mut self, _: u8, (): ()) {
        self.0 = (self.0 + 3) % 4;
    }

    fn key(&self) -> u64 {
        mix64(self.0.into())
    }

    fn verdict(&self, _: usize) -> Verdict {
        Verdict::Open
    }

    fn reversible(&self) -> usize {
        REVERSIBLE
    }
}

#[test]
fn a_repeated_position_contradicts_a_smaller_number_of_reversible_moves() {
    let broken = kit::check_rules(&Clock::<3>(0), &Plan::default()).unwrap_err().to_string();
    assert!(broken.contains("repeats the position 4 moves earlier, but only 3 moves are reversible"), "{broken}");
    assert!(kit::check_rules(&Clock::<4>(0), &Plan { most: 4, ..Plan::default() }).is_ok());
}

#[test]
fn games_without_an_end_are_counted() {
    let plan = Plan { games: 3, ..Plan::default() };
    let tally = kit::check_rules(&Clock::<{ usize::MAX }>(0), &plan).unwrap();
    assert_eq!((tally.ended, tally.unended), (0, 3));
    let tally = kit::check_rules(&Tac::with(Fault::None), &plan).unwrap();
    assert_eq!((tally.ended, tally.unended), (3, 0));
}

#[test]
fn games_are_played_written_read_and_taken_back() {
    let mut game = History::<Tac>::read("", "moves c4 c0").unwrap();
    assert_eq!(game.write(), "......... x moves c4 c0");
    assert!(History::<Tac>::read("", "moves c4 c4").unwrap_err().to_string().contains("move 2"));
    assert!(History::<Tac>::read("other", "").is_err());
    assert_eq!(game.movers().collect::<Vec<_>>(), Side::BOTH);
    assert_eq!(game.positions().map(|tac| tac.key).last(), Some(game.now().key));
    let put = |cell| Put { cell, wrong: false };
    assert!(game.play_turn(&[put(1), put(1)]).is_err());
    assert_eq!(game.moves().len(), 2, "an illegal turn leaves the game unchanged");
    game.declare(Outcome::draw("agreement"));
    assert_eq!(game.outcome().unwrap().to_string(), "1/2-1/2 agreement");
    assert!(game.play(put(0)).is_err());
    assert!(game.outcome().is_some(), "an illegal move does not withdraw the result");
    game.play(put(1)).unwrap();
    assert_eq!(game.outcome(), None);
    assert_eq!(game.undo_turn(), [put(1)]);
    assert_eq!((game.undo(), game.undo(), game.undo()), (Some(put(0)), Some(put(4)), None));
    let irreversible = History::<Tac>::read("", "moves c4 c0 c1").unwrap();
    let (then, moves) = irreversible.since_irreversible();
    assert_eq!((then.key, moves.len()), (irreversible.now().key, 0));
}
