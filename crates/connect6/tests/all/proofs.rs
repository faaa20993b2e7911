//! Certificates of wins by rows: the words `else` and `any`, and their faults.

use crate::common::{holds, problems};
use duiyi_connect6::solver::{Proof, SingleThreats, Solution, Solver, SolverLimits, Then};
use duiyi_connect6::{Board, Point, Rules, Side};
use duiyi_game::{Game, History, Notation, Score, legal_moves, minimax};
use duiyi_proof::{Accepted, Claim, Fault, ProofError, prove, verify, write};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::collections::BTreeSet;

/// In Connect6, a side makes two moves in a turn.
#[test]
fn turns_of_several_moves_are_proved() {
    let start = History::new(Board::begin("Connect(3,3,3,2,1)").unwrap());
    let mut best = |game: &History<Board>, claim: Claim| {
        let most = claim.max_turns()? as u32;
        legal_moves(game.now()).into_iter().find(|&mv| {
            let (mut now, side) = (game.now().clone(), game.now().side_to_move());
            now.make(mv);
            let score = minimax(&mut now, &mut |_| Score::ZERO, 2 * most);
            if now.side_to_move() == side {
                score.is_mate() && score > Score::ZERO
            } else {
                score.is_mate() && score < Score::ZERO
            }
        })
    };
    let tree = prove(&start, Claim::Mate(2), &mut best).unwrap();
    let text = write(&start, Claim::Mate(2), &tree).unwrap();
    let accepted = verify::<Board>(&text).unwrap();
    assert_eq!(accepted.plies, 5, "one stone, two, two: {text}");
    let short = verify::<Board>(&text.replace("mate 2", "mate 1")).unwrap_err();
    assert!(matches!(short, ProofError::Refused(refused) if refused.fault == Fault::TooLong(3, 1)));
}

/// Every set of stones with which the side to move wins in this turn, by trying all of them.
fn winning_turns(board: &Board) -> BTreeSet<Vec<usize>> {
    fn go(board: &mut Board, chosen: &mut Vec<usize>, found: &mut BTreeSet<Vec<usize>>) {
        let side = board.to_move();
        for stone in legal_moves(board) {
            board.put(stone);
            chosen.push(stone.index());
            if board.winner().is_some() {
                let mut sorted = chosen.clone();
                sorted.sort_unstable();
                found.insert(sorted);
            } else if board.to_move() == side {
                go(board, chosen, found);
            }
            chosen.pop();
            board.take();
        }
    }
    let mut found = BTreeSet::new();
    go(&mut board.clone(), &mut Vec::new(), &mut found);
    found
}

#[test]
fn open_rows_are_the_turns_that_win() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut compared, mut rows_found) = (0, 0);
    for rules in [[6, 5, 4, 2, 1], [5, 7, 5, 2, 1], [6, 6, 4, 1, 1], [4, 4, 4, 3, 1], [3, 3, 3, 2, 2]] {
        let [width, height, k, p, q] = rules;
        let rules = Rules::new(width, height, k, p, q).unwrap();
        for _ in 0..60 {
            let mut board = Board::new(rules);
            for _ in 0..random.next_u64() % (rules.cells() as u64 - 1) {
                let moves = legal_moves(&board);
                if moves.is_empty() {
                    break;
                }
                board.put(moves[(random.next_u64() % moves.len() as u64) as usize]);
            }
            let mut other = board.clone();
            other.pass();
            for (now, side) in [(&board, board.to_move()), (&other, !board.to_move())] {
                let rows = board.open_rows(side).unwrap();
                let won = winning_turns(now);
                // A turn wins if and only if it contains a row.
                for turn in &won {
                    let within = |row: &Vec<duiyi_connect6::Point>| row.iter().all(|at| turn.contains(&at.index()));
                    assert!(rows.iter().any(within), "{turn:?}\n{board}");
                }
                for row in &rows {
                    let row: Vec<usize> = row.iter().map(|at| at.index()).collect();
                    assert!(won.iter().any(|turn| turn.iter().all(|at| row.contains(at))), "{row:?}\n{board}");
                }
                compared += 1;
                rows_found += rows.len();
            }
        }
    }
    assert!(compared == 600 && rows_found > 500, "{compared} {rows_found}");
}

/// The certificate of a problem that is won in two turns by double threats.
fn certificate() -> String {
    let mut problems = problems().into_iter().filter(|problem| problem.turns == 4);
    let problem = problems.next().expect("in the suite");
    let proof = Solver::new(Rules::CONNECT6, 1 << 20).proof(&problem.board, &SolverLimits::default()).expect("won");
    proof.certificate(&problem.board)
}

/// The certificate names its rules, by which the checker reads it.
#[test]
fn a_win_on_hexagons_has_a_certificate() {
    let at = |column, row| Rules::HEXO.point(column, row).expect("on the board");
    let black = [at(29, 29), at(30, 29), at(31, 29), at(29, 32)];
    let white = [at(29, 19), at(30, 21), at(31, 24), at(28, 27)];
    let board = Board::from_stones(Rules::HEXO, &black, &white, Side::First).expect("a position");
    let proof = Solver::new(Rules::HEXO, 1 << 20).proof(&board, &SolverLimits::default()).expect("won");
    holds(&board, &proof);
    let certificate = proof.certificate(&board);
    let accepted = verify::<Board>(&certificate).unwrap();
    assert!(certificate.contains("\nrules: hexo\n") && accepted.leaves > 10, "{accepted:?}");
    let line = certificate.lines().find(|line| line.starts_with("  else")).expect("a row");
    let damaged = certificate.replacen(line, "  else A1-A2 mated", 1);
    assert!(matches!(verify::<Board>(&damaged), Err(ProofError::Refused(_))));
}

#[test]
fn each_fault_of_a_reply_is_named_with_its_line() {
    let good = certificate();
    let accepted = verify::<Board>(&good).unwrap();
    let lines: Vec<&str> = good.lines().collect();
    let first = |word: &str, skip: usize| {
        let found = lines
            .iter()
            .skip(7)
            .position(|line| line.starts_with("  ") && line.starts_with("  else") == (word == "else"));
        found.unwrap() + 7 + skip
    };
    let (row, reply) = (first("else", 0), first("reply", 0));
    let changed = |at: usize, line: &str| {
        let mut lines = lines.clone();
        lines[at] = line;
        lines.join("\n")
    };
    let fault = |text: &str| match verify::<Board>(text) {
        Err(ProofError::Refused(refused)) => (refused.line, refused.fault),
        other => panic!("{other:?}\n{text}"),
    };
    assert!(accepted.leaves as usize >= lines.iter().filter(|line| line.contains("else")).count());
    assert!(matches!(fault(&changed(row, "")), (_, Fault::MissingReply(_))));
    assert!(matches!(fault(&changed(row, "  else A1 mated")), (line, Fault::NoRow(_)) if line == row + 1));
    assert!(matches!(fault(&changed(row, lines[row].trim_end_matches(" mated"))), (_, Fault::NoRow(_))));
    assert!(matches!(fault(&changed(row, "  else Z9 mated")), (_, Fault::Illegal(_))));
    let with = |line: &str| changed(row, &format!("{}\n{line}", lines[row]));
    assert_eq!(fault(&with("  A1")), (row + 2, Fault::PartOfTurn));
    assert_eq!(fault(&with("  any any A1 B1")), (row + 2, Fault::Unused));
    assert!(matches!(fault(&with("  A1 mated")), (_, Fault::NotOver(_))));
    assert_eq!(fault(&with("  A1 A1")), (row + 2, Fault::Twice("A1".into())));
    assert_eq!(fault(&with("  A1 A2")), (row + 2, Fault::NoMove));
    let twice: Vec<&str> = lines[reply].split_whitespace().take(2).collect();
    let repeated = fault(&with(&format!("  {} A1 B1", twice.join(" "))));
    assert!(
        matches!(repeated, (_, Fault::Twice(_) | Fault::NotOver(_) | Fault::MissingReply(_) | Fault::NoMove)),
        "{repeated:?}"
    );
    let claim = good.lines().find(|line| line.starts_with("claim")).unwrap();
    let turns: u32 = claim.rsplit(' ').next().unwrap().parse().unwrap();
    let short = good.replace(claim, &format!("claim: mate {}", turns - 1));
    assert!(matches!(fault(&short), (_, Fault::TooLong(..))));
    // A position in which the other side completes a row first.
    let rules = Rules::CONNECT6;
    let points = |row: u8| (0..4).map(move |column| rules.point(column, row).unwrap()).collect::<Vec<_>>();
    let mut board = Board::from_stones(rules, &points(0), &points(9), duiyi_connect6::BLACK).unwrap();
    let position = board.write_position();
    let text = |tree: &str| {
        format!("duiyi-proof 1\ngame: connect6\nrules: connect6\nposition: {position}\nclaim: win\n\n{tree}\n")
    };
    assert_eq!(verify::<Board>(&text("E1 F1 mated")), Ok(Accepted { plies: 2, leaves: 1 }));
    assert!(matches!(fault(&text("S1 S19\n  else E1 F1 mated")), (7, Fault::CounterRow(_))));
    board.pass();
    assert_eq!(board.open_rows(duiyi_connect6::WHITE).unwrap().len(), 1);
}

/// Black makes two rows of four, of which White's two stones can meet one.
#[test]
fn a_row_is_completed_after_the_whole_reply() {
    let rules = Rules::CONNECT6;
    let row = |row: u8| (6..9).map(move |column| rules.point(column, row).unwrap());
    let black: Vec<Point> = row(4).chain(row(13)).collect();
    let white: Vec<Point> = (0..6).map(|index| rules.point(3 * index, 0).unwrap()).collect();
    let board = Board::from_stones(rules, &black, &white, duiyi_connect6::BLACK).unwrap();
    let proof = Solver::new(rules, 1 << 20).proof(&board, &SolverLimits::default()).expect("won");
    assert_eq!(proof.then, Then::Unstoppable);
    let text = proof.certificate(&board);
    let rows = text.lines().filter(|line| line.contains("else")).count() as u64;
    assert_eq!(verify::<Board>(&text), Ok(Accepted { plies: 6, leaves: rows }), "{text}");
}

/// One stone of a reply meets a row; it need not fill it.
#[test]
fn a_reply_that_meets_every_row_must_be_answered() {
    let rules = Rules::CONNECT6;
    let black: Vec<Point> = (7..10).map(|column| rules.point(column, 9).unwrap()).collect();
    let white: Vec<Point> = (0..4).map(|index| rules.point(4 * index, 0).unwrap()).collect();
    let board = Board::from_stones(rules, &black, &white, duiyi_connect6::BLACK).unwrap();
    let text = format!(
        "duiyi-proof 1\ngame: connect6\nrules: connect6\nposition: {}\nclaim: win\n\n\
         K10 S1\n  else F10 G10 mated\n  else G10 L10 mated\n  else L10 M10 mated\n",
        board.write_position()
    );
    let refused = verify::<Board>(&text).unwrap_err();
    let missing = Fault::MissingReply("F10 L10".to_owned());
    assert!(matches!(&refused, ProofError::Refused(refused) if refused.fault == missing), "{refused}");
}

/// A spare stone may be put anywhere: `any` is played with each of them.
#[test]
fn a_spare_stone_is_played_on_every_point() {
    let (board, proof) = single_threat();
    let text = proof.certificate(&board);
    let accepted = verify::<Board>(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let words = text.lines().filter(|line| line.contains(" any ")).count();
    assert!(words > 0 && accepted.leaves as usize > 50 * words, "{accepted:?} {words}");
    // Without one of the replies that matter, the tree of `any` fails.
    let mut refused = 0;
    let lines: Vec<&str> = text.lines().collect();
    for at in 6..lines.len() {
        if lines[at].starts_with("  ") && !lines[at].starts_with("   ") && !lines[at].contains("else") {
            let below = lines[at + 1..].iter().take_while(|line| line.starts_with("   ")).count();
            let rest = [&lines[..at], &lines[at + 1 + below..]].concat().join("\n");
            refused += usize::from(verify::<Board>(&rest).is_err());
        }
    }
    assert!(refused > 0);
}

/// A position on a small board that is won by a single threat first, and its proof.
fn single_threat() -> (Board, Proof) {
    let rules = Rules::new(10, 10, 5, 2, 1).unwrap();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut solver = Solver::new(rules, 1 << 20);
    let how = SingleThreats { width: 6, double_nodes: 300, double_turns: 3, ..SingleThreats::default() };
    let limits = SolverLimits { nodes: 3000, ..SolverLimits::default() };
    loop {
        let mut board = Board::new(rules);
        for side in [Side::First, Side::Second].repeat(5) {
            let point = Point::from_index((random.next_u64() % 100) as usize);
            let _ = board.set(point, side);
        }
        board.set_turn(Side::First, 2).unwrap();
        if solver.solve(&board, &limits) == Solution::NoWin
            && let Some(proof) = solver.solve_singly(&board, how, &limits)
            && matches!(&proof.then, Then::Most { replies, .. } if !replies.is_empty())
        {
            return (board, proof);
        }
    }
}

/// Black wins with a single threat, and with another one after the reply: two spare stones of White
/// along one line, which could complete a row together if the zone counted only one of them.
#[test]
fn two_spare_stones_along_a_line_are_counted() {
    let rules = Rules::new(8, 8, 5, 2, 1).unwrap();
    let board = Board::new(rules).read_position("7x/4o1o1/o7/8/7x/8/x1x5/8 b 2").unwrap();
    let how = SingleThreats { width: 8, double_nodes: 300, double_turns: 3, ..SingleThreats::default() };
    let limits = SolverLimits { nodes: 6000, ..SolverLimits::default() };
    let proof = Solver::new(rules, 1 << 20).solve_singly(&board, how, &limits).expect("won");
    let text = proof.certificate(&board);
    assert!(text.contains(" any "), "{text}");
    holds(&board, &proof);
}
