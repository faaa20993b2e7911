//! Tests of the player.

use crate::common::walked;
use crate::signature::{boards, compare};
use duiyi_connect6::baseline::windows;
use duiyi_connect6::evaluation::Valuation;
use duiyi_connect6::notation::{Coordinates, diagram, game_line};
use duiyi_connect6::player::{ThreatSearch, Valuations};
use duiyi_connect6::problems::{self, ProblemTable};
use duiyi_connect6::search::Width;
use duiyi_connect6::threats::Threats;
use duiyi_connect6::{BLACK, Board, Point, Rules, Side, Symmetry, Turn, WHITE};
use duiyi_engine::{BatchPlayer, Decision, MonteCarloPlayer, Player, Request, SearchPlayer};
use duiyi_game::{Game, History, legal_moves};
use duiyi_search::{BatchEvaluator, BatchLeaf, LimitControl, Limits, Playouts, Score, Selection, StopHandle};
use proptest::prelude::*;
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use std::fmt::Write as _;

/// A player with these evaluation tables and a small transposition table.
fn with_evaluation(rules: Rules, valuation: fn(Rules) -> Valuation, form: &str) -> ThreatSearch {
    let mut player = ThreatSearch::with_valuations(Valuations::new(rules, valuation));
    player.set_option("Hash", "1").unwrap();
    player.set_option("Form", form).unwrap();
    player
}

/// The usual player.
fn usual(rules: Rules) -> ThreatSearch {
    with_evaluation(rules, Valuation::usual, "stones")
}

/// The player's turn, with the results stored in its table.
fn decide(player: &mut ThreatSearch, board: &Board, limits: Limits) -> Option<Decision<Point>> {
    player.decide(&mut Request {
        game: &History::new(board.clone()),
        allowed: &|_| true,
        control: &mut LimitControl::new(limits, StopHandle::new()),
        observer: &mut (),
    })
}

/// The player's turn, with an empty table.
fn choose(player: &mut ThreatSearch, board: &Board, limits: Limits) -> Decision<Point> {
    player.set_option("Clear Hash", "").unwrap();
    decide(player, board, limits).expect("the game is not over")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn the_turn_is_legal_whatever_the_position(
        choices in prop::collection::vec(any::<u16>(), 0..60),
        rules in prop::sample::select(vec![
            Rules::CONNECT6, Rules::GOMOKU, Rules::TIC_TAC_TOE,
            Rules::new(9, 7, 5, 2, 1).unwrap(), Rules::new(11, 11, 6, 3, 2).unwrap(), Rules::new(30, 30, 6, 2, 1).unwrap(),
        ]),
        turns in any::<bool>(),
    ) {
        let mut board = walked(rules, &choices);
        let form = if turns { "turns" } else { "stones" };
        let mut player = with_evaluation(rules, Valuation::usual, form);
        player.settings.root_effort = 200;
        for _ in 0..3 {
            player.set_option("Clear Hash", "").unwrap();
            let decision = decide(&mut player, &board, Limits::nodes(100));
            prop_assert_eq!(decision.is_none(), board.is_over());
            let Some(decision) = decision else { break };
            // Threats that can be met are met, and rows that can be completed are completed.
            let mut threats = Threats::new(rules);
            threats.read(&board, !board.to_move());
            let must = threats.count();
            let left = board.stones_left();
            board.play(&decision.turn).unwrap();
            if decision.reason.as_deref() == Some("completes a row") {
                prop_assert!(board.winner().is_some());
            } else if must > 0 && must <= u32::from(left) && rules.p() <= 2 {
                threats.read(&board, board.to_move());
                prop_assert_eq!(threats.count(), 0, "{}", board);
            }
        }
    }
}

#[test]
fn a_standing_threat_is_met_where_it_can_be() {
    // The last decisive turn of a lost game: White threatens to win, and of some fifty thousand
    // turns two prevent it. The list of candidates is far too short to contain them, but the zone
    // of the threat does.
    let moves = "J10 I9-I11 H10-I10 J11-H11 G10-F11 E10-K10 L11-K12 L9-M8 N7-H13 M10-H9 M9-N11 L8-K8 N8-N12 N10-K9";
    let board = game_line::read(Rules::CONNECT6, moves).unwrap();
    let mut player = usual(Rules::CONNECT6);
    player.settings.width = Width { root: 4, inner: 4 };
    let decision = choose(&mut player, &board, Limits::nodes(3000));
    assert!([turn("K6-G9"), turn("K6-J9")].contains(&Turn::new(&decision.turn).unwrap()), "{:?}", decision.turn);
}

/// Two games lost to another engine: after these turns the other side wins by threats, which the solver
/// proves with 7,234 and 8,586 positions.
const REFUTED: [(&str, &str); 2] = [
    ("J10 J11-K12 I10-I11", "I9-H12"),
    ("J10 L8-J12 K11-L12 I9-K13 L14-L13 L11-N14 L15-M14 M15-L16 O13-K14", "O12-I14"),
];

fn turn(text: &str) -> Turn {
    Coordinates::Letters.read_turn(Rules::CONNECT6, text).unwrap()
}

#[test]
fn a_turn_that_threats_refute_scores_as_a_loss() {
    let mut player = usual(Rules::CONNECT6);
    for (game, lost) in REFUTED {
        let board = game_line::read(Rules::CONNECT6, game).unwrap();
        let points = turn(lost).points().to_vec();
        let decision = player.decide(&mut Request {
            game: &History::new(board),
            allowed: &|stones| stones.iter().all(|stone| points.contains(stone)),
            control: &mut LimitControl::new(Limits::depth(2), StopHandle::new()),
            observer: &mut (),
        });
        let score = decision.and_then(|decision| decision.score).expect("a score");
        assert!(score.is_mate() && score < Score::ZERO, "{lost}: {score}");
    }
}

#[test]
fn a_turn_that_threats_refute_is_not_played() {
    let mut player = usual(Rules::CONNECT6);
    for ((game, lost), nodes) in REFUTED.into_iter().zip([38_000, 2_000]) {
        let board = game_line::read(Rules::CONNECT6, game).unwrap();
        let decision = choose(&mut player, &board, Limits::nodes(nodes));
        assert_ne!(Turn::new(&decision.turn), Some(turn(lost)));
    }
}

#[test]
fn a_lost_position_still_has_a_turn() {
    // Three separate open fours: two stones cannot meet them.
    let text = "\
        ................\n.XXXX...........\n................\n................\n.XXXX...........\n\
        ................\n................\n.XXXX...........\n................\n................\n\
        ............O...\n............O...\n................\n................\n................\n................";
    let rules = Rules::new(16, 16, 6, 2, 1).unwrap();
    let board = diagram::read(rules, text, WHITE).unwrap();
    for form in ["stones", "turns"] {
        let mut player = with_evaluation(rules, Valuation::usual, form);
        let decision = choose(&mut player, &board, Limits::nodes(500));
        assert!(decision.score.is_some_and(|score| score.is_mate() && score < Score::ZERO));
        let mut after = board.clone();
        after.play(&decision.turn).unwrap();
        // The player does not give up: its stones meet a threat.
        let mut threats = Threats::new(rules);
        threats.read(&board, BLACK);
        assert!(decision.turn.iter().all(|&point| threats.points().any(|other| other == point)));
    }
}

#[test]
fn the_position_of_the_stale_proof_is_played_legally() {
    // A peer plays Black here from the proof of an earlier turn, and finally plays on O7, where a
    // stone is. One player with one table plays the whole game: the table's contents must not
    // mislead it.
    let line = "J10 J9-J11 I10-K10 H10-I11 L10-K11 N10-I9 K8-K9 K7-K12 I7-J8 H6-M11 N8-M9 O7-J12";
    let turns: Vec<&str> = line.split_whitespace().collect();
    let rules = Rules::CONNECT6;
    let mut player = usual(rules);
    player.set_option("Hash", "4").unwrap();
    let (mut decisions, mut proved) = (0, 0);
    for end in (2..=turns.len()).step_by(2) {
        let board = game_line::read(rules, &turns[..end].join(" ")).unwrap();
        assert_eq!(board.to_move(), BLACK);
        let decision = decide(&mut player, &board, Limits::nodes(300)).expect("the game goes on");
        assert!(decision.turn.iter().all(|&point| board.is_empty(point)), "after {end} turns: {decision:?}");
        board.clone().play(&decision.turn).expect("a legal turn");
        decisions += 1;
        proved += u32::from(decision.score.is_some_and(|score| score.is_mate() && score > Score::ZERO));
    }
    assert_eq!(decisions, 6);
    assert!(proved >= 4, "wins are found and stored: {proved}");
}

#[test]
fn tic_tac_toe_is_played_perfectly() {
    // Against all possible play of the other side, as either colour.
    fn all(board: &mut Board, player: &mut ThreatSearch, own: Side, games: &mut usize) {
        match board.outcome() {
            Some(outcome) => {
                assert_ne!(outcome.winner, Some(!own), "{board}");
                *games += 1;
            }
            None if board.to_move() == own => {
                let decision = decide(player, board, Limits::depth(9)).unwrap();
                board.play(&decision.turn).unwrap();
                all(board, player, own, games);
                board.undo_turn();
            }
            None => {
                let empties: Vec<Point> = board.empties().collect();
                for point in empties {
                    board.put(point);
                    all(board, player, own, games);
                    board.take();
                }
            }
        }
    }
    let mut player = usual(Rules::TIC_TAC_TOE);
    for own in Side::BOTH {
        let mut games = 0;
        all(&mut Board::new(Rules::TIC_TAC_TOE), &mut player, own, &mut games);
        assert!(games > 50, "{games}");
    }
    // With perfect play it is a draw.
    let found = choose(&mut player, &walked(Rules::TIC_TAC_TOE, &[4]), Limits::depth(9));
    assert_eq!(found.score, Some(Score::ZERO));
}

#[test]
fn the_same_search_visits_the_same_nodes() {
    let board = game_line::read(Rules::CONNECT6, "J10 I11-K11 L11-K12").unwrap();
    let nodes = || choose(&mut usual(Rules::CONNECT6), &board, Limits::depth(4)).nodes;
    assert_eq!(nodes(), nodes());
}

/// The result of a search, except for the time.
fn found(player: &mut ThreatSearch, board: &Board, limits: Limits) -> (Vec<Point>, Option<Score>, u32, u64, u64) {
    let decision = choose(player, board, limits);
    (decision.turn, decision.score, decision.depth, decision.nodes, decision.other_nodes)
}

#[test]
fn one_thread_is_deterministic_and_more_threads_play_legal_turns() {
    let rules = Rules::CONNECT6;
    for form in ["stones", "turns"] {
        let new = || with_evaluation(rules, Valuation::usual, form);
        for line in ["J10 I11-K11", "J10 I9-K9 K8-L10"] {
            let board = game_line::read(rules, line).unwrap();
            let once = found(&mut new(), &board, Limits::nodes(400));
            // Setting one thread, or returning to it, does not change the result.
            let mut player = new();
            player.set_option("Threads", "3").unwrap();
            let parallel = choose(&mut player, &board, Limits::nodes(1200));
            assert!(board.clone().play(&parallel.turn).is_ok(), "{parallel:?}");
            assert!(parallel.nodes > 400, "the helpers' nodes count: {parallel:?}");
            player.set_option("Threads", "1").unwrap();
            player.new_game(&board);
            assert_eq!(found(&mut player, &board, Limits::nodes(400)), once, "{form:?} {line}");
            assert_eq!(found(&mut new(), &board, Limits::nodes(400)), once, "{form:?} {line}");
        }
    }
}

/// The turn of a player that uses the best windows and does not search.
fn greedy(board: &Board) -> Vec<Point> {
    windows(board).unwrap().points().to_vec()
}

/// A random turn.
fn random_turn(board: &Board, random: &mut Xoshiro256PlusPlus) -> Vec<Point> {
    let (mut now, mut turn) = (board.clone(), Vec::new());
    while now.to_move() == board.to_move() && !now.is_over() {
        let points = legal_moves(&now);
        turn.push(points[(random.next_u64() % points.len() as u64) as usize]);
        now.make(turn[turn.len() - 1]);
    }
    turn
}

/// Plays games from every opening, each with both colours. Returns the player's wins, draws and
/// losses. An opening is the first stone and a reply.
fn against(
    player: &mut ThreatSearch,
    opponent: &mut dyn FnMut(&Board) -> Vec<Point>,
    openings: &[&str],
    limits: &Limits,
) -> [u32; 3] {
    let mut score = [0; 3];
    let rules = player.rules();
    for opening in openings {
        for color in [BLACK, WHITE] {
            let mut board = game_line::read(rules, opening).unwrap();
            player.new_game(&board);
            while !board.is_over() {
                let turn = if board.to_move() == color {
                    decide(player, &board, limits.clone()).unwrap().turn
                } else {
                    opponent(&board)
                };
                board.play(&turn).unwrap();
            }
            score[match board.winner() {
                Some(winner) if winner == color => 0,
                Some(_) => 2,
                None => 1,
            }] += 1;
        }
    }
    score
}

#[test]
fn gomoku_and_connect6_are_won_against_a_player_that_does_not_search() {
    let limits = Limits::nodes(1000);
    for (rules, openings) in
        [(Rules::GOMOKU, ["H8 I9", "H8 H9", "H8 F10"]), (Rules::CONNECT6, ["J10 I11-K11", "J10 I10-J11", "J10 H8-K13"])]
    {
        assert_eq!(against(&mut usual(rules), &mut greedy, &openings, &limits), [6, 0, 0], "{rules}");
    }
}

/// The same for the evaluation by patterns, with fewer nodes. On the small boards one colour always
/// wins, so it is enough to win more games than are lost; tic-tac-toe must not be lost.
#[test]
fn the_patterns_beat_players_that_do_not_search() {
    let limits = Limits::nodes(300);
    for (rules, openings, max_lost) in [
        (Rules::CONNECT6, &["J10 I11-K11", "J10 H8-K13"][..], 0),
        (Rules::GOMOKU, &["H8 I9", "H8 F10"], 0),
        (Rules::new(13, 13, 5, 1, 1).unwrap(), &["G7 H8", "G7 E9"], 0),
        (Rules::new(11, 11, 6, 3, 2).unwrap(), &["F6-G7", "F6-C3"], 0),
        (Rules::new(8, 8, 5, 3, 1).unwrap(), &["D4", "A1", "D4 A1-H8-A8", "B7"], 3),
        (Rules::new(9, 7, 5, 2, 1).unwrap(), &["A1", "E4 A1-I7", "B2", "I4"], 3),
        (Rules::TIC_TAC_TOE, &["B2 A1", "A1 B2"], 0),
    ] {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut chance = |board: &Board| random_turn(board, &mut random);
        for (is_greedy, opponent) in [(true, &mut greedy as &mut dyn FnMut(&Board) -> Vec<Point>), (false, &mut chance)]
        {
            assert!(matches!(Valuation::pattern(rules), Valuation::Patterns(_)));
            let mut player = with_evaluation(rules, Valuation::pattern, "stones");
            let [won, drawn, lost] = against(&mut player, opponent, openings, &limits);
            let most = if is_greedy { max_lost } else { 0 };
            let text = format!("{rules}, greedy {is_greedy}: {won} won, {drawn} drawn, {lost} lost");
            assert!(lost <= most && (won > lost || rules == Rules::TIC_TAC_TOE), "{text}");
            assert!(drawn == 0 || rules.cells() < 150, "{text}");
        }
    }
}

/// Rows without tables are evaluated with the plain weights.
#[test]
fn long_rows_use_the_plain_weights() {
    let valuation = Valuation::pattern(Rules::new(19, 19, 8, 2, 1).unwrap());
    assert!(matches!(valuation, Valuation::Shapes(_)));
}

/// A board of other rules makes the player switch to them; its lines remain correct.
#[test]
fn the_player_switches_to_the_rules_of_the_board() {
    let mut player = usual(Rules::CONNECT6);
    player.set_option("MultiPV", "3").unwrap();
    let board = Board::new(Rules::TIC_TAC_TOE);
    let decision = choose(&mut player, &board, Limits::nodes(50));
    assert_eq!(decision.turn.len(), 1);
    assert_eq!(player.rules(), Rules::TIC_TAC_TOE);
}

/// A win by threats includes the last reply and the turn that completes the row.
#[test]
fn the_mate_of_a_win_by_threats_has_the_plies_of_its_proof() {
    use duiyi_connect6::solver::{Solver, SolverLimits};
    let read = |text: &str| problems::read(Rules::CONNECT6, text).unwrap().remove(0).board;
    // Three and three on crossing lines: one turn makes more threats than two stones meet.
    let whole = read("a | B | J9 J10 J11 L10 M10 | A1 A19 S1 S19 | 1 | J12-K10");
    // The same with one stone of the turn on the board.
    let mut begun = whole.clone();
    begun.put(Coordinates::Letters.read(Rules::CONNECT6, "J12").unwrap());
    for (board, most) in [(whole, 6), (begun, 5)] {
        let decision = choose(&mut usual(Rules::CONNECT6), &board, Limits::nodes(100));
        let proof = Solver::new(Rules::CONNECT6, 1 << 20).proof(&board, &SolverLimits::default()).expect("won");
        let accepted = duiyi_proof::verify::<Board>(&proof.certificate(&board)).expect("a proof");
        assert_eq!(accepted.plies, most, "{board}");
        assert_eq!(decision.score, Some(Score::mate_in(most)), "{:?}", decision.reason);
    }
}

#[test]
fn known_problems_are_answered_in_every_symmetric_form() {
    let rules = Rules::CONNECT6;
    // No engine would play this: the move comes from the file only.
    let text = "corners | B | J10 K11 | I9 L10 | 3 | A19-R1";
    let mut player = usual(rules);
    let decide = |player: &mut ThreatSearch, board: &Board| choose(player, board, Limits::nodes(100));
    let problem_of_3 = Some("problem 'corners', a known win in 3 turns");
    let mut problems = ProblemTable::new(rules);
    problems.extend_from_text(text).unwrap();
    let problem = problems::read(rules, text).unwrap().remove(0);
    for symmetry in Symmetry::ALL {
        for swapped in [false, true] {
            let stones = |color: Side| -> Vec<Point> {
                let stones = problem.board.stones().filter(|stone| (stone.1 == color) != swapped);
                stones.map(|stone| symmetry.apply(rules, stone.0)).collect()
            };
            let to_move = if swapped { WHITE } else { BLACK };
            let board = Board::from_stones(rules, &stones(BLACK), &stones(WHITE), to_move).expect("a position");
            let expected: Vec<Point> =
                problem.turn.points().iter().map(|&point| symmetry.apply(rules, point)).collect();
            player.problems = Some(problems.clone());
            let decision = decide(&mut player, &board);
            assert_eq!((Turn::new(&decision.turn), decision.reason.as_deref()), (Turn::new(&expected), problem_of_3));
            assert_eq!((decision.score, decision.nodes), (Some(Score::mate_in(14)), 0));
            player.problems = None;
            assert_eq!(decide(&mut player, &board).reason, None);
        }
    }
    // A row is still completed, and another game has other problems.
    player.problems = Some(problems);
    let gomoku = walked(Rules::GOMOKU, &[]);
    assert_eq!(decide(&mut player, &gomoku).reason.as_deref(), Some("the first stone"));
    assert_eq!(decide(&mut player, &problem.board).reason.as_deref(), problem_of_3);
}

#[test]
fn the_players_decisions_are_unchanged() {
    let mut text = String::new();
    for board in boards() {
        let rules = board.rules();
        for form in ["stones", "turns"] {
            for valuation in [Valuation::usual, Valuation::plain] {
                let mut player = with_evaluation(rules, valuation, form);
                player.settings.root_effort = 500;
                let decision = choose(&mut player, &board, Limits::nodes(150));
                let turn = Coordinates::Letters.write_turn(rules, &Turn::new(&decision.turn).expect("a turn"));
                let line: Vec<usize> = decision.line.iter().map(|point| point.index()).collect();
                writeln!(
                    text,
                    "{rules} {form} {turn}, {}, {} depth {} {} nodes {} solved {line:?}",
                    decision.reason.as_deref().unwrap_or("searched"),
                    decision.score.expect("a score"),
                    decision.depth,
                    decision.nodes,
                    decision.other_nodes
                )
                .unwrap();
            }
        }
    }
    compare("signature-player.txt", &text);
}

/// White threatens a row that Black could prevent only on a forbidden point.
#[test]
fn a_forbidden_point_is_not_a_defence() {
    // H8 would be a double three for Black.
    let text = "15/15/15/15/15/7x7/7x7/8oooox2/6x8/5x9/15/15/15/15/15 b";
    let score = |rules: Rules| {
        let board = duiyi_connect6::notation::position::read(rules, text).unwrap();
        let decision = choose(&mut usual(rules), &board, Limits::nodes(300));
        board.clone().play(&decision.turn).expect("a legal turn");
        (decision.turn, decision.score.expect("a score"))
    };
    let h8 = Rules::RENJU.point(7, 7).unwrap();
    let (turn, lost) = score(Rules::RENJU);
    assert!(turn != [h8] && lost == Score::mated_in(2), "{turn:?} {lost}");
    let (turn, open) = score(Rules::STANDARD_GOMOKU);
    assert!(turn == [h8] && open > Score::mated_in(2), "{turn:?} {open}");
}

/// The player puts no stone on a forbidden point; `play` would refuse it.
#[test]
fn games_of_renju_and_standard_gomoku_are_legal() {
    let mut forbidden = 0;
    for rules in [Rules::RENJU, Rules::STANDARD_GOMOKU] {
        let mut player = usual(rules);
        for opening in ["H8 I9", "H8 H9 J8"] {
            let mut board = game_line::read(rules, opening).expect("an opening");
            while board.outcome().is_none() {
                forbidden += board.empties().filter(|&point| board.forbidden(point).is_some()).count();
                let decision = choose(&mut player, &board, Limits::nodes(150));
                board.play(&decision.turn).expect("a legal turn");
            }
        }
    }
    assert!(forbidden > 0);
}

/// Estimates every position as even.
struct Even;

impl BatchEvaluator<Board> for Even {
    type Error = std::convert::Infallible;

    fn evaluate(&mut self, leaves: &mut [BatchLeaf<Board>]) -> Result<(), Self::Error> {
        leaves.iter_mut().for_each(|leaf| leaf.result = 0.5);
        Ok(())
    }
}

/// The players whose search considers only the promising stones.
fn selective_players() -> Vec<(&'static str, Box<dyn Player<Board>>)> {
    let form = |form| -> Box<dyn Player<Board>> { Box::new(with_evaluation(Rules::CONNECT6, Valuation::usual, form)) };
    vec![
        ("stones", form("stones")),
        ("turns", form("turns")),
        ("alpha-beta", Box::new(SearchPlayer::new(|| |_: &Board| Score::ZERO))),
        ("playouts", Box::new(MonteCarloPlayer::new(Selection::Uct, Playouts::<Board>::new))),
        ("batches", Box::new(BatchPlayer::new(Even))),
    ]
}

#[test]
fn every_allowed_stone_is_searched() {
    let board = game_line::read(Rules::CONNECT6, "J10").unwrap();
    for (name, mut player) in selective_players() {
        player.set_option("Hash", "1").unwrap();
        let mut decide = |allowed: &dyn Fn(&[Point]) -> bool| {
            player.decide(&mut Request {
                game: &History::new(board.clone()),
                allowed,
                control: &mut LimitControl::new(Limits::nodes(200), StopHandle::new()),
                observer: &mut (),
            })
        };
        // Some stones are far from all others.
        for stone in [0, 17, 160, 181, 200, 360].map(Point::from_index) {
            let found = decide(&|stones| stones.contains(&stone)).unwrap_or_else(|| panic!("{name}: no turn"));
            assert!(found.turn.contains(&stone) && found.nodes > 0, "{name} {stone:?}: {found:?}");
        }
        // Both stones are from a list of which the search would consider none, or one.
        for list in [[0, 17, 360], [0, 17, 181]].map(|list| list.map(Point::from_index)) {
            let found = decide(&|stones| stones.iter().all(|stone| list.contains(stone))).unwrap();
            assert!(found.turn.len() == 2 && found.turn.iter().all(|stone| list.contains(stone)), "{name}: {found:?}");
        }
        // All stones near the first one are banned.
        let far = |stone: &Point| stone.index() < 19;
        let found = decide(&|stones| stones.iter().all(far)).unwrap();
        assert!(found.turn.len() == 2 && found.turn.iter().all(far) && found.nodes > 0, "{name}: {found:?}");
    }
}
