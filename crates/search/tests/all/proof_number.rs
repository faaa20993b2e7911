//! Proof-number search: its values are those of exhaustive search, and it respects its limits.

use crate::common::{Connect, Walk};
use duiyi_game::hash::mix64;
use duiyi_search::{
    Game, LimitControl, Limits, PositionValue, ProofNumberSearch, ProofReport, ProofResult, ProofStop, Score, Side,
    SmallGame, StopHandle, Verdict, legal_moves, minimax_of_candidates,
};

const PLENTY: usize = 1 << 20;

fn both(memory: usize) -> [ProofNumberSearch; 2] {
    [ProofNumberSearch::new(memory), ProofNumberSearch::two_level(memory)]
}

fn unlimited() -> LimitControl {
    LimitControl::new(Limits::default(), StopHandle::new())
}

fn prove<G: Game>(search: ProofNumberSearch, game: &mut G, winner: Side) -> ProofReport<G::Move> {
    search.prove(game, winner, &mut unlimited())
}

fn is_proved<M>(report: &ProofReport<M>) -> Option<bool> {
    match report.result {
        ProofResult::Proved(_) => Some(true),
        ProofResult::Disproved(_) => Some(false),
        ProofResult::Unknown(_) => None,
    }
}

#[test]
fn tic_tac_toe_is_a_draw() {
    for search in both(PLENTY) {
        let mut game = Connect::new(3, 3, 3, 1, 1);
        let start = game.clone();
        let report = search.value(&mut game, unlimited);
        assert_eq!((report.value, &game), (PositionValue::Drawn, &start));
        let line = report.line().to_vec();
        for &mv in &line {
            game.make(mv);
        }
        assert!(matches!(game.verdict(0), Verdict::Exact(score, _) if score <= Score::ZERO), "{line:?}");
        let (win, loss) = (&report.win, report.loss.as_ref().expect("a draw takes two searches"));
        assert!(win.nodes > 500 && loss.nodes > 500 && win.peak > 100 && loss.peak > 100);
        assert_eq!((report.nodes(), report.peak()), (win.nodes + loss.nodes, win.peak.max(loss.peak)));
    }
}

/// Positions of small boards, with one and with two stones a turn.
#[test]
fn values_are_those_of_minimax() {
    let boards = [[3, 3, 3, 1, 1], [4, 3, 3, 1, 1], [3, 3, 3, 2, 1], [4, 3, 4, 2, 1], [4, 3, 3, 2, 2]];
    let mut values = [0; 3];
    for (seed, [m, n, k, p, q]) in (0..).zip(boards.into_iter().cycle()).take(60) {
        let mut game = Connect::new(m, n, k, p, q);
        for i in 0..(m * n - 7) as u64 {
            let moves = legal_moves(&game);
            if game.outcome().is_none() {
                game.make(moves[mix64(seed << 8 | i) as usize % moves.len()]);
            }
        }
        let score = minimax_of_candidates(&mut game, &mut |_| Score::ZERO, (m * n) as u32);
        let value = match score.cmp(&Score::ZERO) {
            std::cmp::Ordering::Less => PositionValue::Lost,
            std::cmp::Ordering::Equal => PositionValue::Drawn,
            std::cmp::Ordering::Greater => PositionValue::Won,
        };
        values[(score.cmp(&Score::ZERO) as i8 + 1) as usize] += 1;
        for search in both(PLENTY) {
            assert_eq!(search.value(&mut game, unlimited).value, value, "{game:?}");
        }
    }
    assert!(values.iter().all(|&count| count >= 5), "{values:?}");
}

/// A walk on a random graph with cycles; some points end the game.
#[derive(Clone, Copy, Debug)]
struct Graph {
    seed: u64,
    at: u64,
    turn: Side,
}

impl Graph {
    const POINTS: u64 = 40;

    fn index(&self) -> usize {
        (2 * self.at) as usize + self.turn.index()
    }
}

impl SmallGame for Graph {
    type Move = u8;

    fn mover(&self) -> Side {
        self.turn
    }

    fn moves(&self, moves: &mut impl Extend<u8>) {
        moves.extend(0..2 + (self.at % 2) as u8);
    }

    fn after(&self, mv: u8) -> Graph {
        let at = mix64(self.seed ^ self.at << 8 ^ u64::from(mv) << 40) % Graph::POINTS;
        Graph { at, turn: !self.turn, ..*self }
    }

    fn identity(&self) -> u64 {
        mix64(self.index() as u64)
    }

    fn ending(&self) -> Option<(Option<Side>, &'static str)> {
        let drawn = mix64(self.seed ^ self.at << 20);
        drawn.is_multiple_of(7).then(|| (Some(Side::BOTH[(drawn >> 40) as usize % 2]), "a final point"))
    }
}

/// Whether the first side wins, for every position of a graph, by iteration from the final points.
fn won_by_first(seed: u64) -> Vec<bool> {
    let positions =
        (0..Graph::POINTS).flat_map(|at| Side::BOTH.map(|turn| Graph { seed, at, turn })).collect::<Vec<_>>();
    let mut won = vec![false; positions.len()];
    loop {
        let before = won.clone();
        for position in &positions {
            let after = |won: &[bool], mv: u8| won[position.after(mv).index()];
            won[position.index()] = match position.ending() {
                Some((winner, _)) => winner == Some(Side::First),
                None if position.turn == Side::First => legal_moves(position).iter().any(|&mv| after(&won, mv)),
                None => legal_moves(position).iter().all(|&mv| after(&won, mv)),
            };
        }
        if won == before {
            return won;
        }
    }
}

/// The table of solved positions is used, and repetitions must not spoil it.
#[test]
fn positions_on_cycles_have_the_values_of_retrograde_analysis() {
    let mut counts = [0; 2];
    for seed in 0..12 {
        let won = won_by_first(seed);
        for (at, turn) in (0..Graph::POINTS).flat_map(|at| Side::BOTH.map(|turn| (at, turn))) {
            let mut position = Graph { seed, at, turn };
            let expected = won[position.index()];
            counts[usize::from(expected)] += 1;
            for search in both(PLENTY) {
                for table in [0, 16, 1024] {
                    let search = ProofNumberSearch { table, ..search };
                    let report = prove(search, &mut position, Side::First);
                    assert_eq!(is_proved(&report), Some(expected), "{position:?}, table {table}");
                }
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
}

/// The definition: a repeated position is not won unless the rules decide otherwise.
fn wins_by_definition(game: &mut Walk, winner: Side, path: &mut Vec<u64>) -> bool {
    let is_winner = game.side_to_move() == winner;
    match game.verdict(path.len()) {
        Verdict::Exact(score, _) if is_winner => return score > Score::ZERO,
        Verdict::Exact(score, _) => return score < Score::ZERO,
        Verdict::AtLeast(score, _) if is_winner => return score > Score::ZERO,
        Verdict::AtLeast(..) => return false,
        Verdict::AtMost(..) if is_winner => return false,
        Verdict::AtMost(score, _) => return score < Score::ZERO,
        Verdict::Open => {}
    }
    if path.contains(&game.key()) {
        return false;
    }
    path.push(game.key());
    let mut wins = legal_moves(game).into_iter().map(|mv| {
        game.make(mv);
        let wins = wins_by_definition(game, winner, path);
        game.unmake(mv, ());
        wins
    });
    let result = if is_winner { wins.any(|wins| wins) } else { wins.all(|wins| wins) };
    path.pop();
    result
}

#[test]
fn verdicts_on_repetitions_are_respected() {
    let mut counts = [0; 2];
    for seed in 0..200 {
        let mut walk = Walk::new(seed, 5, 2);
        let expected = wins_by_definition(&mut walk, Side::First, &mut Vec::new());
        counts[usize::from(expected)] += 1;
        for search in both(PLENTY) {
            let report = prove(search, &mut walk, Side::First);
            assert_eq!(is_proved(&report), Some(expected), "{seed}");
        }
    }
    assert!(counts.iter().all(|&count| count > 20), "{counts:?}");
}

#[test]
fn a_proof_has_a_line_to_the_win_and_a_size() {
    // Four in a row on 5 × 4 with two stones a turn: the first side wins with its second turn.
    for search in both(PLENTY) {
        let mut game = Connect::new(5, 4, 3, 2, 1);
        let report = prove(search, &mut game, Side::First);
        let ProofResult::Proved(tree) = &report.result else { panic!("{report:?}") };
        assert!(tree.size > tree.line.len() as u32 && u64::from(tree.size) <= report.nodes + 1);
        for &mv in &tree.line {
            assert!(game.is_legal(mv) && game.outcome().is_none());
            game.make(mv);
        }
        assert_eq!(game.outcome().and_then(|outcome| outcome.winner), Some(Side::First));
    }
}

#[test]
fn limits_of_nodes_and_memory_are_respected() {
    let mut game = Connect::new(5, 5, 4, 1, 1);
    for search in both(PLENTY) {
        for limit in [1, 30, 1_000, 20_000] {
            let mut control = LimitControl::new(Limits::nodes(limit), StopHandle::new());
            let report = search.prove(&mut game, Side::First, &mut control);
            assert_eq!(report.result, ProofResult::Unknown(ProofStop::Control));
            assert!((limit..limit + 25).contains(&report.nodes), "{limit}: {}", report.nodes);
        }
    }
    for memory in [1, 20, 500] {
        let report = prove(ProofNumberSearch::new(memory), &mut game, Side::First);
        assert_eq!(report.result, ProofResult::Unknown(ProofStop::Memory));
        assert!(report.peak <= memory, "{memory}: {}", report.peak);
    }
    let mut control = LimitControl::new(Limits::nodes(300_000), StopHandle::new());
    let report = ProofNumberSearch::two_level(2_000).prove(&mut game, Side::First, &mut control);
    assert!(report.peak <= 2_000, "{}", report.peak);
}

#[test]
fn a_stopped_search_ends_at_once() {
    let stop = StopHandle::new();
    stop.stop();
    for search in both(PLENTY) {
        let mut control = LimitControl::new(Limits::default(), stop.clone());
        let report = search.prove(&mut Connect::new(5, 5, 4, 1, 1), Side::First, &mut control);
        assert_eq!(report.result, ProofResult::Unknown(ProofStop::Control));
        assert!(report.nodes < 2 * 1024, "{}", report.nodes);
    }
}

/// The second level makes up for memory by searching positions again.
#[test]
fn two_levels_prove_with_less_memory() {
    let least = |search: fn(usize) -> ProofNumberSearch| {
        let solves = |&memory: &usize| {
            is_proved(&prove(search(memory), &mut Connect::new(4, 3, 3, 1, 1), Side::First)).is_some()
        };
        (4..).map(|power| 1 << power).find(solves).unwrap()
    };
    let [plain, two] = [least(ProofNumberSearch::new), least(ProofNumberSearch::two_level)];
    assert!(4 * two <= plain, "{two} nodes, {plain} without a second level");
}
