//! The players and their options, in a small game with two moves per turn.

use duiyi_clock::{MoveContext, Phase};
use duiyi_engine::{
    BatchPlayer, Decision, EnginePlayer, Evaluating, EvaluationSource, HashTable, Inspect, Known, MonteCarloPlayer,
    NamedEvaluation, OptionKind, Player, PlayerParts, RandomPlayer, Request, SearchPlayer, TableError, nodes_of,
    searches_by, table_identity, turn_seed, usual_context,
};
use duiyi_game::{Game, History, Reach, Score, Side, Verdict};
use duiyi_search::{
    BatchEvaluator, BatchLeaf, Bound, Enhancements, EntryEvaluation, Evaluated, Heuristics, LimitControl, Limits,
    Observer, Playouts, Report, ScoreClaim, Selection, Skill, StopHandle, TableFileError,
};
use duiyi_xiangqi::Xiangqi;
use std::sync::Arc;

/// Counters on a heap. A turn takes one to three, twice; the side that takes the last one wins.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Heap {
    left: u8,
    mover: Side,
    /// Whether the first half of the turn was played.
    half: bool,
}

impl Heap {
    pub(crate) fn new(left: u8) -> Heap {
        Heap { left, mover: Side::First, half: false }
    }

    pub(crate) fn worth(&self) -> Score {
        Score::new(i32::from(self.left) * 7 % 11)
    }
}

impl Game for Heap {
    type Move = u8;
    type Undo = (Side, bool);
    const ALTERNATES: bool = false;
    const PATH_MATTERS: bool = false;

    fn side_to_move(&self) -> Side {
        self.mover
    }

    fn legal_moves(&self, moves: &mut impl Extend<u8>) {
        moves.extend(1..=self.left.min(3));
    }

    fn is_legal(&self, taken: u8) -> bool {
        (1..=self.left.min(3)).contains(&taken)
    }

    fn make(&mut self, taken: u8) -> Self::Undo {
        let undo = (self.mover, self.half);
        self.left -= taken;
        if self.half || self.left == 0 {
            self.mover = !self.mover;
        }
        self.half = !self.half && self.left > 0;
        undo
    }

    fn unmake(&mut self, taken: u8, (mover, half): Self::Undo) {
        self.left += taken;
        (self.mover, self.half) = (mover, half);
    }

    fn key(&self) -> u64 {
        let place = u64::from(self.left) * 4 + self.mover.index() as u64 * 2 + u64::from(self.half);
        (place + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn verdict(&self, ply: usize) -> Verdict {
        if self.left == 0 { Verdict::Exact(Score::mated_in(ply), Reach::Position) } else { Verdict::Open }
    }
}

impl Heuristics for Heap {
    type Insight = ();
}

pub(crate) type Searching = SearchPlayer<Heap, fn(&Heap) -> Score>;

pub(crate) fn searching() -> Searching {
    let mut player = SearchPlayer::new(|| Heap::worth as fn(&Heap) -> Score);
    player.set_option("Hash", "1").unwrap();
    player
}

/// Records the numbers of the reported lines.
#[derive(Default)]
struct ReportedLines {
    numbers: Vec<usize>,
    root_moves: usize,
}

impl Observer<u8> for ReportedLines {
    fn progress(&mut self, report: &Report<'_, u8>) {
        self.numbers.push(report.line);
    }

    fn root_move(&mut self, _: u32, _: u8, _: usize, _: std::time::Duration) {
        self.root_moves += 1;
    }
}

pub(crate) fn decided(
    player: &mut dyn Player<Heap>,
    left: u8,
    depth: u32,
    allowed: &dyn Fn(&[u8]) -> bool,
) -> Option<Decision<u8>> {
    player.decide(&mut Request {
        game: &History::new(Heap::new(left)),
        allowed,
        control: &mut LimitControl::new(Limits::depth(depth), StopHandle::new()),
        observer: &mut (),
    })
}

pub(crate) fn any(_: &[u8]) -> bool {
    true
}

#[test]
fn a_decision_is_a_whole_turn() {
    let deep = decided(&mut searching(), 6, 6, &any).unwrap();
    assert_eq!((deep.turn.as_slice(), deep.is_proved()), (&[3, 3][..], true));
    assert_eq!((deep.score, deep.depth), (Some(Score::mate_in(2)), 6));
    assert!(deep.nodes >= deep.statistics.unwrap().nodes);
    // At depth 1 the line has only the first move: the other one needs a second search.
    let mut player = searching();
    let shallow = decided(&mut player, 30, 1, &any).unwrap();
    assert_eq!((shallow.turn.len(), shallow.line.len(), shallow.depth), (2, 2, 1));
    assert!(!shallow.is_proved() && shallow.nodes > shallow.statistics.unwrap().nodes, "the nodes of both searches");
    let again = decided(&mut searching(), 30, 2, &any).unwrap();
    assert_eq!(again.turn.len(), 2);
    assert_eq!(again.nodes, again.statistics.unwrap().nodes, "the other move is in the line of the same search");
    // The turn ends with the game.
    let last = decided(&mut searching(), 2, 4, &any).unwrap();
    assert_eq!(last.turn, [2]);
    assert!(decided(&mut searching(), 0, 4, &any).is_none(), "there is no move");
}

#[test]
fn only_the_first_move_of_a_turn_is_restricted() {
    let two = decided(&mut searching(), 30, 1, &|turn| turn[0] == 2).unwrap();
    assert_eq!(two.turn[0], 2);
    assert!(decided(&mut searching(), 30, 1, &|_| false).is_none());
    // The second search of a turn has no restriction.
    let mut seen = std::collections::HashSet::new();
    for left in 9..40 {
        seen.insert(decided(&mut searching(), left, 1, &|turn| turn[0] == 2).unwrap().turn[1]);
    }
    assert!(seen.len() > 1, "{seen:?}");
}

#[test]
fn a_mate_from_the_table_has_its_whole_line() {
    let mut player = searching();
    decided(&mut player, 6, 6, &any).unwrap();
    for depth in 4..9 {
        let known = decided(&mut player, 6, depth, &any).unwrap();
        let plies = known.score.and_then(Score::mate_distance).map(|plies| plies.unsigned_abs() as usize);
        assert_eq!((known.claim, Some(known.line.len())), (ScoreClaim::Mate, plies), "{depth}");
    }
}

#[test]
fn every_option_is_read_within_its_bounds() {
    let mut player = searching();
    let options = Player::<Heap>::options(&player).to_vec();
    let names: Vec<_> = options.iter().filter(|option| !option.hidden).map(|option| option.name).collect();
    let expected = [
        "Hash",
        "Threads",
        "MultiPV",
        "Skill Level",
        "Skill Seed",
        "Randomness",
        "Style",
        "Clear Hash",
        "Pruning",
        "Driver",
    ];
    assert_eq!(names, expected);
    for option in &options {
        let (good, bad): (Vec<String>, Vec<String>) = match &option.kind {
            // The value of a constant is clamped to its range.
            OptionKind::Spin { default, min, max } if option.name.starts_with("param.") => {
                assert!((min..=max).contains(&default), "{}", option.name);
                (vec![min.to_string(), (max + 1).to_string()], vec!["x".into()])
            }
            OptionKind::Spin { default, min, max } => {
                assert!((min..=max).contains(&default));
                // The real maximum would take all memory and threads of the machine.
                let most = if matches!(option.name, "Hash" | "Threads") { 2 } else { *max };
                (
                    vec![min.to_string(), most.to_string()],
                    vec![(min - 1).to_string(), (max + 1).to_string(), "x".into()],
                )
            }
            OptionKind::Check { .. } => (vec!["true".into(), "off".into()], vec!["perhaps".into()]),
            OptionKind::Combo { choices, .. } => (choices.clone(), vec!["other".into()]),
            OptionKind::Text { default } => (vec![default.clone()], vec![]),
            OptionKind::Button => (vec![String::new()], vec![]),
        };
        for value in good {
            assert_eq!(Player::<Heap>::set_option(&mut player, option.name, &value), Ok(()), "{} {value}", option.name);
            let name = if option.hidden { option.name.to_owned() } else { option.name.to_uppercase() };
            assert!(Player::<Heap>::set_option(&mut player, &name, &value).is_ok());
        }
        for value in bad {
            assert!(Player::<Heap>::set_option(&mut player, option.name, &value).is_err(), "{} {value}", option.name);
        }
    }
    let unknown = Player::<Heap>::set_option(&mut player, "Luck", "1").unwrap_err();
    assert!(unknown.to_string().starts_with("unknown option 'Luck'; expected one of Hash, Threads"));
}

#[test]
fn options_reach_the_search() {
    let mut player = searching();
    player.set_option("Threads", "2").unwrap();
    assert_eq!(player.searcher.threads(), 2);
    let usual = Enhancements::default();
    let switches = |player: &Searching| {
        let e = &player.searcher.main.enhancements;
        (e.delta, e.null_move, e.quiescence_exchange)
    };
    assert_eq!((usual.delta, usual.null_move, usual.quiescence_exchange), (true, true, true));
    let choices = ["none", "small", "medium", "large"];
    let of_choices = choices.map(|choice| {
        player.set_option("Pruning", choice).unwrap();
        switches(&player)
    });
    assert_eq!(of_choices, [(false, false, false), (false, false, true), (false, true, true), (true, true, true)]);
}

#[test]
fn mistakes_depend_on_the_seed() {
    let turns = |seed: &str| -> Vec<Vec<u8>> {
        let mut player = searching();
        player.set_option("Skill Level", "0").unwrap();
        player.set_option("Skill Seed", seed).unwrap();
        (20..50).map(|left| decided(&mut player, left, 2, &any).unwrap().turn).collect()
    };
    assert_eq!(turns("5"), turns("5"));
    assert_ne!(turns("5"), turns("6"));
    assert_ne!(turns("0"), turns("0"), "0 gives a different seed each time");
    let full: Vec<Vec<u8>> = (20..50).map(|left| decided(&mut searching(), left, 2, &any).unwrap().turn).collect();
    assert_ne!(turns("5"), full);
}

#[test]
fn randomness_varies_moves_without_limiting_the_search() {
    // The turns, and the sum of their scores.
    let played = |randomness: &str, seed: &str| -> (Vec<Vec<u8>>, i32) {
        let worth = |heap: &Heap| Score::new(8 * heap.worth().get());
        let mut player = SearchPlayer::new(move || worth as fn(&Heap) -> Score);
        player.set_option("Hash", "1").unwrap();
        player.set_option("Randomness", randomness).unwrap();
        player.set_option("Skill Seed", seed).unwrap();
        assert_eq!(Inspect::is_at_full_strength(&player), randomness == "none");
        let decisions = (100..150).map(|left| decided(&mut player, left, 1, &any).unwrap());
        decisions.fold((vec![], 0), |(mut turns, sum), decision| {
            let score = decision.score.unwrap().get();
            turns.push(decision.turn);
            (turns, sum + score)
        })
    };
    assert_eq!(played("large", "5"), played("large", "5"));
    assert_ne!(played("large", "5"), played("large", "6"));
    assert_eq!(played("none", "5"), played("none", "6"));
    // More randomness means larger mistakes.
    let sums = ["small", "medium", "large"].map(|randomness| played(randomness, "5").1);
    assert!(sums.is_sorted_by(|less, more| less > more), "{sums:?}");
    let mut player = searching();
    player.set_option("Randomness", "large").unwrap();
    let nodes = decided(&mut player, 200, 20, &any).unwrap().statistics.unwrap().nodes;
    assert!(nodes > Skill::new(0).nodes().unwrap(), "no level limits the nodes");
}

#[test]
fn the_line_of_a_weak_player_begins_with_its_turn() {
    let mut player = searching();
    player.set_option("Skill Level", "0").unwrap();
    player.set_option("Skill Seed", "7").unwrap();
    for left in 20..50 {
        let found = decided(&mut player, left, 2, &any).unwrap();
        assert_eq!(found.line[..found.turn.len()], found.turn);
    }
}

#[test]
fn the_number_of_reported_lines_is_that_of_multipv() {
    let reported = |options: &[(&str, &str)]| {
        let mut player = searching();
        for (name, value) in options {
            player.set_option(name, value).unwrap();
        }
        let mut lines = ReportedLines::default();
        player.decide(&mut Request {
            game: &History::new(Heap { half: true, ..Heap::new(40) }),
            allowed: &|_| true,
            control: &mut LimitControl::new(Limits::depth(2), StopHandle::new()),
            observer: &mut lines,
        });
        (lines.numbers, lines.root_moves > 0)
    };
    assert_eq!(reported(&[]), (vec![1, 1], true));
    assert_eq!(reported(&[("MultiPV", "2")]), (vec![1, 2, 1, 2], true));
    assert_eq!(reported(&[("Skill Level", "5")]), (vec![1, 1], true), "more lines are searched");
    assert_eq!(reported(&[("Skill Level", "5"), ("MultiPV", "3")]).0, [1, 2, 3, 1, 2, 3]);
}

#[test]
fn the_table_can_be_probed_and_cleared() {
    let mut player = searching();
    let probe = Inspect::<Heap>::probe(&player).unwrap();
    assert!(probe(&Heap::new(20)).is_none());
    decided(&mut player, 20, 4, &any).unwrap();
    let Known { best, score, bound, depth } = probe(&Heap::new(20)).unwrap();
    assert!(best.is_some_and(|taken| (1..=3).contains(&taken)) && score.get().abs() < 12, "{score}");
    assert_eq!((bound, depth), (Bound::Exact, 4));
    player.set_option("Clear Hash", "").unwrap();
    assert!(probe(&Heap::new(20)).is_none());
    decided(&mut player, 20, 4, &any).unwrap();
    player.new_game(&Heap::new(20));
    assert!(probe(&Heap::new(20)).is_none());
    assert_eq!(Inspect::static_score(&player, &Heap::new(5)), Some(Score::new(2)));
}

#[test]
fn a_table_has_the_requested_size() {
    let mut table = HashTable::new();
    table.resize(2).unwrap();
    assert_eq!(table.get().mebibytes(), 2);
    let before = std::sync::Arc::as_ptr(table.get());
    table.resize(2).unwrap();
    assert_eq!(std::sync::Arc::as_ptr(table.get()), before, "the table is unchanged");
    table.resize(1).unwrap();
    assert_eq!(table.get().mebibytes(), 1);
    let entry = duiyi_search::Entry {
        mv: 1,
        score: Score::ZERO,
        depth: Default::default(),
        bound: Bound::Exact,
        evaluation: EntryEvaluation::NONE,
        principal: false,
    };
    table.get().store(5, entry, true);
    assert!(table.get().probe(5).is_some());
    table.clear();
    assert!(table.get().probe(5).is_none());
}

/// A player that counts its games.
#[derive(Default)]
struct Plain {
    games: u32,
}

impl Player<Heap> for Plain {
    fn new_game(&mut self, _: &Heap) {
        self.games += 1;
    }

    fn decide(&mut self, _: &mut Request<'_, Heap>) -> Option<Decision<u8>> {
        Some(Decision { depth: self.games, ..Decision::new(vec![1]) })
    }
}

#[test]
fn a_player_needs_only_the_method_decide() {
    let mut plain = Plain::default();
    assert!(plain.options().is_empty() && plain.inspect().is_none());
    assert!(plain.set_option("Hash", "1").is_err());
    assert_eq!(plain.context(&History::new(Heap::new(9))), usual_context(&History::new(Heap::new(9))));
    let mut boxed: Box<dyn Player<Heap>> = Box::new(plain);
    boxed.new_game(&Heap::new(1));
    assert_eq!(decided(&mut boxed, 5, 1, &any).unwrap().depth, 1);
    let mut weak: Box<dyn Player<Heap>> = Box::new(searching());
    weak.set_option("Skill Level", "3").unwrap();
    let asked = weak.inspect().unwrap();
    assert!(!asked.is_at_full_strength() && asked.probe().is_some() && asked.table().is_some());
    assert_eq!(asked.static_score(&Heap::new(5)), Some(Score::new(2)));
}

/// An evaluation whose player does not search.
struct Plainly;

impl Evaluating<Heap> for Plainly {
    fn player(&self, _: &str) -> Box<dyn Player<Heap>> {
        Box::new(Plain::default())
    }

    fn static_score(&self, _: &Heap) -> Score {
        Score::new(7)
    }
}

fn worth(score: i32) -> Arc<dyn Evaluating<Heap>> {
    searches_by(move || move |_: &Heap| Score::new(score))
}

/// Reads one score for all heaps.
fn read_worth(source: EvaluationSource<'_>) -> Result<Arc<dyn Evaluating<Heap>>, duiyi_game::Reason> {
    match source {
        EvaluationSource::File(name) => Ok(worth(name.parse().map_err(|error| format!("{name}: {error}"))?)),
        EvaluationSource::Text(text) => Ok(worth(text.parse()?)),
    }
}

/// A player with four evaluations: one without a search, one hidden, one read from files.
pub(crate) fn choosing() -> EnginePlayer<Heap> {
    let usual = NamedEvaluation::new("usual", || searches_by(|| Heap::worth as fn(&Heap) -> Score));
    let parts = PlayerParts::new(&duiyi_engine::SEARCHES, usual)
        .evaluation(NamedEvaluation::new("plain", || Arc::new(Plainly)))
        .evaluation(NamedEvaluation::new("three", || worth(3)).hidden())
        .evaluation(NamedEvaluation::new("given", || worth(4)).from_files(read_worth));
    let mut player = EnginePlayer::new(Arc::new(parts));
    player.set_option("Hash", "1").unwrap();
    player
}

fn score(player: &mut EnginePlayer<Heap>) -> Option<i32> {
    player.inspect()?.static_score(&Heap::new(5)).map(Score::get)
}

#[test]
fn a_table_is_loaded_by_another_player_of_the_same_evaluation() {
    let path = std::env::temp_dir().join(format!("duiyi-heap-{}.table", std::process::id()));
    let table = |player: &mut EnginePlayer<Heap>| -> *mut HashTable { player.inspect().unwrap().table().unwrap() };
    let heaps: Vec<Heap> = (3..20).map(Heap::new).collect();
    let save =
        |player: &mut EnginePlayer<Heap>, identity| player.inspect().unwrap().table().unwrap().save(&path, identity);
    let load =
        |player: &mut EnginePlayer<Heap>, identity| player.inspect().unwrap().table().unwrap().load(&path, identity);
    let mut player = choosing();
    let first = decided(&mut player, 17, 9, &any).unwrap();
    let identity = table_identity(&mut player, &heaps);
    save(&mut player, identity).unwrap();
    let mut other = choosing();
    assert_ne!(table(&mut player), table(&mut other));
    let refused = load(&mut other, identity + 1);
    assert!(matches!(refused, Err(TableError::File(TableFileError::Identity { .. }))));
    assert_eq!(decided(&mut other, 17, 9, &any).unwrap().nodes, first.nodes, "nothing was loaded");
    let mut third = choosing();
    assert_eq!(table_identity(&mut third, &heaps), identity);
    load(&mut third, identity).unwrap();
    let again = decided(&mut third, 17, 9, &any).unwrap();
    assert!(again.nodes < first.nodes && again.turn == first.turn, "{} {}", again.nodes, first.nodes);
    assert_ne!(table_identity(&mut third, &heaps[1..]), identity, "other positions");
    third.set_option("Evaluation", "three").unwrap();
    assert_ne!(table_identity(&mut third, &heaps), identity, "another evaluation");
    third.set_option("Search", "uct").unwrap();
    assert!(third.inspect().unwrap().table().is_none());
    std::fs::remove_file(path).unwrap();
}

#[test]
fn search_and_evaluation_are_options() {
    let mut player = choosing();
    let shown: Vec<_> = player.options().iter().filter(|option| !option.hidden).collect();
    let [search, evaluation, file] = shown[shown.len() - 3..] else { panic!() };
    assert_eq!([search.name, evaluation.name, file.name], ["Search", "Evaluation", "EvalFile"]);
    let OptionKind::Combo { default, choices } = &evaluation.kind else { panic!() };
    assert_eq!((default.as_str(), choices.join(" ").as_str()), ("usual", "usual plain given"));
    assert_eq!(score(&mut player), Some(2));
    player.set_option("Skill Level", "3").unwrap();
    player.set_option("evaluation", "plain").unwrap();
    assert!(player.inspect().is_none() && score(&mut player).is_none());
    player.new_game(&Heap::new(5));
    player.set_option("Evaluation", "plain").unwrap();
    assert_eq!(decided(&mut player, 5, 1, &any).unwrap().depth, 1, "it is the same player as before");
    assert!(player.set_option("Hash", "1").is_err(), "this search has no table");
    player.set_option("Evaluation", "three").unwrap();
    assert_eq!(score(&mut player), Some(3), "not announced, but accepted");
    assert!(!player.inspect().unwrap().is_at_full_strength(), "the option stays set");
    player.set_option("skill level", "20").unwrap();
    player.set_option("Search", "puct").unwrap();
    player.set_option("Search", "alpha_beta").unwrap();
    assert!(player.inspect().unwrap().is_at_full_strength(), "the last value applies");
    let error = player.set_option("Luck", "1").unwrap_err().to_string();
    assert!(error.starts_with("unknown option 'Luck'; expected one of Hash, Threads") && !error.contains("switch."));
    let error = player.set_option("Evaluation", "luck").unwrap_err().to_string();
    assert_eq!(error, "option Evaluation does not take 'luck'; expected usual, plain or given");
}

#[test]
fn an_evaluation_is_read_from_a_file_or_a_text() {
    let mut player = choosing();
    player.set_option("EvalFile", "9").unwrap();
    assert_eq!(score(&mut player), Some(2), "the first evaluation with files is not selected");
    player.set_option("Evaluation", "given").unwrap();
    assert_eq!(score(&mut player), Some(9));
    let error = player.set_option("EvalFile", "none").unwrap_err().to_string();
    assert_eq!(error, "option EvalFile: none: invalid digit found in string");
    assert_eq!(score(&mut player), Some(9), "the old file stays");
    player.set_option("EvalFile", "").unwrap();
    assert_eq!(score(&mut player), Some(4));
    player.take_evaluation("given", Some(EvaluationSource::Text("11"))).unwrap();
    assert_eq!(score(&mut player), Some(11));
    assert!(player.take_evaluation("three", Some(EvaluationSource::Text("11"))).is_err(), "it has no files");
    assert!(player.take_evaluation("given", Some(EvaluationSource::Text("none"))).is_err());
    assert!(player.take_evaluation("luck", None).is_err());
    assert_eq!(score(&mut player), Some(11), "nothing has changed");
    player.set_option("Search", "puct").unwrap();
    player.set_option("Search", "alpha_beta").unwrap();
    assert_eq!(score(&mut player), Some(11), "nor in the next search");
    player.take_evaluation("three", None).unwrap();
    assert_eq!(score(&mut player), Some(3));
}

#[test]
fn switches_and_constants_are_options_that_stay_set() {
    let mut player = choosing();
    let nodes = |player: &mut EnginePlayer<Heap>| {
        player.new_game(&Heap::new(60));
        decided(player, 60, 7, &any).unwrap().nodes
    };
    let usual = nodes(&mut player);
    player.set_option("switch.table", "off").unwrap();
    let without = nodes(&mut player);
    assert_ne!(without, usual);
    player.set_option("Search", "puct").unwrap();
    player.set_option("Search", "alpha_beta").unwrap();
    assert_eq!(nodes(&mut player), without);
    player.set_option("switch.table", "on").unwrap();
    assert_eq!(nodes(&mut player), usual);
    let error = player.set_option("switch.luck", "on").unwrap_err().to_string();
    assert!(error.contains("luck") && error.contains("null_move"), "{error}");
    assert!(player.set_option("param.lmr_base", "x").is_err() && player.set_option("param.luck", "1").is_err());
}

#[test]
fn the_limits_of_the_player_apply() {
    let mut player = choosing();
    player.most.depth = Some(2);
    assert_eq!(decided(&mut player, 60, 7, &any).unwrap().depth, 2);
    player.most.depth = None;
    player.most.nodes = Some(1);
    player.new_game(&Heap::new(60));
    assert!(decided(&mut player, 60, 7, &any).unwrap().depth < 7);
}

#[test]
fn a_random_player_chooses_all_moves_of_a_turn() {
    let turns = |seed: u64| -> Vec<Vec<u8>> {
        let mut player = RandomPlayer::new(seed);
        (0..60).map(|_| decided(&mut player, 30, 1, &any).unwrap().turn).collect()
    };
    let all = turns(3);
    assert_eq!(all, turns(3));
    assert!(all.iter().all(|turn| turn.len() == 2));
    for taken in 1..=3 {
        let first = all.iter().filter(|turn| turn[0] == taken).count();
        let second = all.iter().filter(|turn| turn[1] == taken).count();
        assert!((8..35).contains(&first) && (8..35).contains(&second), "{taken}: {first}, {second} of 60");
    }
    let mut player = RandomPlayer::new(1);
    for _ in 0..20 {
        assert_eq!(decided(&mut player, 30, 1, &|turn| turn[0] == 2).unwrap().turn[0], 2);
        assert_eq!(decided(&mut player, 1, 1, &any).unwrap().turn, [1], "the game is over");
    }
    assert!(decided(&mut player, 30, 1, &|_| false).is_none());
    assert!(decided(&mut player, 0, 1, &any).is_none());
}

/// The allowed moves are those at the root.
#[test]
fn only_the_first_move_of_a_random_turn_is_restricted() {
    let mut player = RandomPlayer::new(1);
    let turns: Vec<Vec<u8>> =
        (0..20).map(|_| decided(&mut player, 30, 1, &|turn| turn[0] == 2).unwrap().turn).collect();
    assert!(turns.iter().all(|turn| turn.len() == 2 && turn[0] == 2), "{turns:?}");
    assert!([1, 2, 3].iter().all(|taken| turns.iter().any(|turn| turn[1] == *taken)), "{turns:?}");
}

/// Otherwise a weak level would make the same mistake each time a position is repeated.
#[test]
fn a_repeated_position_has_another_seed() {
    let game = |moves: &str| History::<Xiangqi>::read("", moves).unwrap();
    let (start, repeated) = (game(""), game("moves h2e2 h7e7 e2h2 e7h7"));
    assert_eq!(Game::key(start.now()), Game::key(repeated.now()));
    assert_ne!(turn_seed(1, &start), turn_seed(1, &repeated));
    assert_ne!(turn_seed(1, &start), turn_seed(2, &start));
    assert_eq!(turn_seed(1, &start), turn_seed(1, &game("")));
}

#[test]
fn a_game_has_three_phases_by_default() {
    let context = |moves: usize| {
        let mut game = History::new(Heap::new(200));
        (0..moves).for_each(|_| game.play(1).unwrap());
        usual_context(&game)
    };
    let phases = [0, 24, 25, 54, 55, 90].map(|moves| context(moves).phase);
    use Phase::{Endgame, Middlegame, Opening};
    assert_eq!(phases, [Opening, Opening, Middlegame, Middlegame, Endgame, Endgame]);
    assert_eq!(context(7), MoveContext { ply: 7, phase: Opening, ..MoveContext::default() });
}

#[test]
fn the_lowest_levels_play_some_random_turns() {
    // The number of random turns, which have no score, in a hundred.
    let blunders = |level: u32| {
        let mut player = searching();
        player.set_option("Skill Level", &level.to_string()).unwrap();
        player.set_option("Skill Seed", "7").unwrap();
        (100..200).filter(|&left| decided(&mut player, left, 2, &any).unwrap().score.is_none()).count()
    };
    let counts = [0, 3, 6, 10, 19].map(blunders);
    assert!((60..80).contains(&counts[0]) && (28..48).contains(&counts[1]), "{counts:?}");
    assert!((4..22).contains(&counts[2]) && counts[3..] == [0, 0], "{counts:?}");
}

/// Expects the result of [`Heap::worth`]; fails on a heap of 13.
struct Worth;

impl BatchEvaluator<Heap> for Worth {
    type Error = &'static str;

    fn evaluate(&mut self, leaves: &mut [BatchLeaf<Heap>]) -> Result<(), &'static str> {
        for leaf in leaves {
            let worth = leaf.game().worth().get() as f32;
            leaf.result = 0.5 + worth / 100.0;
            if leaf.game().left == 13 {
                return Err("thirteen");
            }
        }
        Ok(())
    }
}

#[test]
fn a_player_of_batches_has_options_and_reports_the_error_of_its_evaluator() {
    let mut player = BatchPlayer::new(Worth);
    let names: Vec<_> = player.options().iter().map(|option| option.name).collect();
    assert_eq!(names, ["Hash", "MultiPV", "Batch", "Skill Seed"]);
    for (name, good, bad) in
        [("Hash", "2", "0"), ("multipv", "2", "257"), ("batch", "4", "0"), ("Skill Seed", "9", "-1")]
    {
        player.set_option(name, good).unwrap();
        assert!(player.set_option(name, bad).unwrap_err().to_string().contains(bad));
    }
    player.set_option("param.puct_exploration", "900").unwrap();
    let searcher = &player.searcher;
    assert_eq!((searcher.memory(), searcher.multi_pv, searcher.batch.get(), searcher.seed), (2, 2, 4, 9));
    assert_eq!(searcher.parameters.puct_exploration, 900);
    assert!(player.set_option("Threads", "2").unwrap_err().to_string().contains("expected one of Hash"));
    let full = |player: &mut dyn Player<Heap>| player.inspect().unwrap().is_at_full_strength();
    assert!(!full(&mut player));
    player.set_option("MultiPV", "1").unwrap();
    assert!(full(&mut player));

    let found = decided(&mut player, 11, 100, &any).unwrap();
    assert_eq!((found.turn.len(), player.take_note()), (2, None));
    assert!(decided(&mut player, 13, 100, &any).is_none());
    assert_eq!(player.take_note().as_deref(), Some("the evaluator failed: thirteen"));
    assert_eq!(player.take_note(), None);
}

/// Players with both selections, and one that estimates in batches, in a tree of 1 MiB.
fn monte_carlo() -> [Box<dyn Player<Heap>>; 3] {
    let uct = MonteCarloPlayer::new(Selection::Uct, Playouts::<Heap>::new);
    let evaluated = || Evaluated(Heap::worth as fn(&Heap) -> Score);
    let puct = MonteCarloPlayer::viewing(Heap::clone, Selection::Puct, evaluated);
    let mut all: [Box<dyn Player<Heap>>; 3] = [Box::new(uct), Box::new(puct), Box::new(BatchPlayer::new(Worth))];
    all.iter_mut().for_each(|player| player.set_option("Hash", "1").unwrap());
    all
}

#[test]
fn a_monte_carlo_player_returns_whole_turns_and_proofs() {
    for mut player in monte_carlo() {
        let player = player.as_mut();
        let won = decided(player, 6, 12, &any).unwrap();
        assert_eq!((won.turn.as_slice(), won.is_proved(), won.score), (&[3, 3][..], true, Some(Score::mate_in(2))));
        let last = decided(player, 2, 12, &any).unwrap();
        assert_eq!(last.turn, [2], "the turn ends with the game");
        let open = decided(player, 60, 4, &|turn| turn[0] == 2).unwrap();
        assert_eq!((open.turn[0], open.turn.len(), open.is_proved()), (2, 2, false));
        assert!(open.nodes >= open.statistics.unwrap().nodes && open.line.len() >= 2);
        assert!(decided(player, 0, 4, &any).is_none() && decided(player, 30, 4, &|_| false).is_none());
    }
}

#[test]
fn a_monte_carlo_player_has_options_and_is_reproducible() {
    for (mut player, has_playouts) in monte_carlo().into_iter().zip([true, false]) {
        let names: Vec<_> = player.options().iter().map(|option| option.name).collect();
        assert_eq!(names, ["Hash", "Threads", "MultiPV", "Skill Seed"]);
        for (name, good, bad) in
            [("hash", "2", "0"), ("Threads", "2", "0"), ("MULTIPV", "3", "257"), ("skill seed", "9", "-1")]
        {
            player.set_option(name, good).unwrap();
            assert!(player.set_option(name, bad).unwrap_err().to_string().contains(bad));
        }
        assert!(player.set_option("Ponder", "true").unwrap_err().to_string().contains("expected one of Hash"));
        let full = |player: &mut dyn Player<Heap>| player.inspect().unwrap().is_at_full_strength();
        assert!(!full(player.as_mut()));
        player.set_option("MultiPV", "1").unwrap();
        assert!(full(player.as_mut()));
        player.set_option("Threads", "1").unwrap();
        let mut game = |seed: &str| {
            player.set_option("Skill Seed", seed).unwrap();
            player.new_game(&Heap::new(90));
            let found = decided(player.as_mut(), 90, 5, &any).unwrap();
            (found.turn, found.line, found.score)
        };
        assert_eq!(game("5"), game("5"));
        let others: Vec<_> = ["6", "7", "8"].into_iter().map(&mut game).collect();
        // Without playouts, the seed only orders equal moves.
        assert!(!has_playouts || others.iter().any(|other| *other != game("5")));
    }
}

/// Each position is searched from empty tables, also the first one of a player that has searched before.
#[test]
fn nodes_of_positions_are_those_of_single_searches() {
    let (one, other) = (Heap::new(40), Heap::new(41));
    let alone = |heap: &Heap| nodes_of(&mut searching(), std::slice::from_ref(heap), 9);
    let expected = alone(&one) + alone(&other);
    let mut player = searching();
    for positions in [[one.clone(), other.clone()], [other, one]] {
        assert_eq!(nodes_of(&mut player, &positions, 9), expected);
    }
}
