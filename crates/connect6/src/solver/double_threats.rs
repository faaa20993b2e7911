//! The tree of the search for double threats as a game, for searches of any game.

use crate::threats::{Attack, Field, Generator, NONE, Stones, Window, replies};
use crate::{Board, Point, Turn};
use alloc::vec::Vec;
use core::cell::RefCell;
use duiyi_game::{Game, GameMove, Reach, Score, Side, Verdict, hash::mix64};

/// A turn of [`DoubleThreats`]: one or two stones. The other stones of a turn do not matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThreatTurn(Stones);

/// The bits of a stone in a packed turn; 0 stands for no stone.
const BITS: u32 = 12;
const _: () = assert!(Point::MOST < 1 << BITS);

impl ThreatTurn {
    /// The stones as a turn.
    pub fn turn(self) -> Turn {
        super::turns::turn_of(self.0)
    }
}

impl GameMove for ThreatTurn {
    fn to_bits(self) -> u32 {
        let [first, second] = self.0.map(|cell| u32::from(cell.wrapping_add(1)));
        first << BITS | second
    }

    fn from_bits(bits: u32) -> Option<ThreatTurn> {
        let cell = |bits: u32| (bits as u16 & ((1 << BITS) - 1)).wrapping_sub(1);
        let [first, second] = [cell(bits >> BITS), cell(bits)];
        (bits >> (2 * BITS) == 0 && first != NONE).then_some(ThreatTurn([first, second]))
    }
}

/// The lists that the generation of turns reuses.
#[derive(Clone, Debug)]
struct Lists {
    generator: Generator,
    windows: Vec<Window>,
    turns: Vec<Attack>,
}

/// A position in the search for a win by double threats: the attacker's moves are the turns that make
/// as many threats as the other side has stones, or one turn that makes more if there is one; the
/// defender's moves are the turns that meet them. A side without moves has lost, and the attacker has
/// won if it can complete a row. This is the tree of [`Solver::solve`](super::Solver::solve), for
/// boards with at most two stones a turn.
#[derive(Clone, Debug)]
pub struct DoubleThreats {
    field: Field,
    attacker: usize,
    to_move: usize,
    lists: RefCell<Lists>,
}

impl DoubleThreats {
    /// The search of a board's side to move; `None` if the rules have more than two stones a turn, the
    /// turn has begun or is the first one, or the game is over.
    pub fn new(board: &Board) -> Option<DoubleThreats> {
        let rules = board.rules();
        if rules.p() > 2 || board.stones_left() != rules.p() || board.is_over() {
            return None;
        }
        let mut field = Field::new(rules);
        field.set(board);
        let attacker = board.to_move().index();
        let lists = Lists { generator: Generator::new(rules.cells()), windows: Vec::new(), turns: Vec::new() };
        Some(DoubleThreats { field, attacker, to_move: attacker, lists: RefCell::new(lists) })
    }
}

impl Game for DoubleThreats {
    type Move = ThreatTurn;
    type Undo = ();
    const PATH_MATTERS: bool = false;

    fn side_to_move(&self) -> Side {
        Side::BOTH[self.to_move]
    }

    fn legal_moves(&self, moves: &mut impl Extend<ThreatTurn>) {
        let Lists { generator, windows, turns } = &mut *self.lists.borrow_mut();
        turns.clear();
        if self.to_move == self.attacker {
            if self.field.can_complete(self.attacker) || !generator.prepare(&self.field, self.attacker) {
                return;
            }
            if let Some(stones) = generator.decisive(&self.field, self.attacker) {
                return moves.extend([ThreatTurn(stones)]);
            }
            generator.doubles(&self.field, self.attacker, turns);
            turns.sort_unstable_by_key(Attack::rank);
        } else {
            self.field.windows(self.attacker, windows);
            replies(&self.field, windows, turns);
        }
        moves.extend(turns.iter().map(|attack| ThreatTurn(attack.stones)));
    }

    fn is_legal(&self, mv: ThreatTurn) -> bool {
        duiyi_game::legal_moves(self).contains(&mv)
    }

    fn make(&mut self, mv: ThreatTurn) {
        for cell in mv.0.into_iter().filter(|&cell| cell != NONE) {
            self.field.put(cell, self.to_move);
        }
        self.to_move = 1 - self.to_move;
    }

    fn unmake(&mut self, mv: ThreatTurn, (): ()) {
        for _ in mv.0.into_iter().filter(|&cell| cell != NONE) {
            self.field.take();
        }
        self.to_move = 1 - self.to_move;
    }

    fn key(&self) -> u64 {
        self.field.key() ^ mix64((2 * self.attacker + self.to_move) as u64 + 1)
    }

    fn verdict(&self, ply: usize) -> Verdict {
        let wins = self.to_move == self.attacker && self.field.can_complete(self.attacker);
        if wins { Verdict::Exact(Score::mate_in(ply), Reach::Position) } else { Verdict::Open }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problems::{SUITE, read};
    use crate::solver::{Solution, Solver, SolverLimits};
    use crate::{BLACK, Rules, WHITE};
    use duiyi_game::kit;
    use duiyi_search::{LimitControl, Limits, ProofNumberSearch, ProofResult, StopHandle};
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    #[test]
    fn turns_round_trip_as_bits() {
        for stones in [[0, NONE], [360, 1], [7, 360]] {
            assert_eq!(ThreatTurn::from_bits(ThreatTurn(stones).to_bits()), Some(ThreatTurn(stones)));
        }
        assert_eq!([0, 1 << 24].map(ThreatTurn::from_bits), [None, None]);
    }

    /// Both the proofs and the refutations.
    #[test]
    fn proof_numbers_agree_with_the_solver() {
        let mut solver = Solver::new(Rules::CONNECT6, 1 << 20);
        let mut counts = [0; 2];
        for problem in read(Rules::CONNECT6, SUITE).unwrap().iter().filter(|problem| problem.turns <= 6) {
            for swap in [false, true] {
                let mut board = problem.board.clone();
                if swap {
                    board.set_turn(!board.to_move(), 2).unwrap();
                }
                let expected = matches!(solver.solve(&board, &SolverLimits::default()), Solution::Win { .. });
                counts[usize::from(expected)] += 1;
                for search in [ProofNumberSearch::new(1 << 18), ProofNumberSearch::two_level(1 << 18)] {
                    let mut game = DoubleThreats::new(&board).unwrap();
                    let mut control = LimitControl::new(Limits::default(), StopHandle::new());
                    let report = search.prove(&mut game, board.to_move(), &mut control);
                    match report.result {
                        ProofResult::Proved(_) => assert!(expected, "{}", problem.name),
                        ProofResult::Disproved(_) => assert!(!expected, "{}", problem.name),
                        ProofResult::Unknown(stop) => panic!("{}: {stop:?}", problem.name),
                    }
                }
            }
        }
        assert!(counts.iter().all(|&count| count >= 2), "{counts:?}");
    }

    /// The same on hexagons, in random positions with many stones.
    #[test]
    fn proof_numbers_agree_with_the_solver_on_hexagons() {
        let rules = Rules::HEXO.resized(10, 10).unwrap();
        let mut random = Xoshiro256PlusPlus::seed_from_u64(73);
        let mut solver = Solver::new(rules, 1 << 20);
        let mut counts = [0; 2];
        for number in 0..150 {
            let mut board = Board::new(rules);
            for i in 0..14 + random.next_u64() % 8 {
                let point = Point::from_index((random.next_u64() % rules.cells() as u64) as usize);
                let before = board.clone();
                let set = board.set(point, if i % 5 < 3 { BLACK } else { WHITE });
                if set.is_ok() && board.winner().is_some() {
                    board = before;
                }
            }
            board.set_turn(BLACK, 2).unwrap();
            let expected = match solver.solve(&board, &SolverLimits { nodes: 20_000, ..SolverLimits::default() }) {
                Solution::Win { .. } => true,
                Solution::NoWin => false,
                Solution::Unknown => continue,
            };
            let mut game = DoubleThreats::new(&board).unwrap();
            let mut control = LimitControl::new(Limits::default(), StopHandle::new());
            match ProofNumberSearch::new(1 << 18).prove(&mut game, BLACK, &mut control).result {
                ProofResult::Proved(_) => assert!(expected, "position {number}: {board:?}"),
                ProofResult::Disproved(_) => assert!(!expected, "position {number}: {board:?}"),
                ProofResult::Unknown(_) => continue,
            }
            counts[usize::from(expected)] += 1;
        }
        assert!(counts.iter().all(|&count| count >= 20), "{counts:?}");
    }

    #[test]
    fn the_view_keeps_the_rules_of_a_game() {
        let problem = read(Rules::CONNECT6, SUITE).unwrap().swap_remove(1);
        let game = DoubleThreats::new(&problem.board).unwrap();
        let moves = duiyi_game::legal_moves(&game);
        assert!(moves.len() > 3 && moves.iter().all(|&mv| game.is_legal(mv)));
        assert!(moves.iter().all(|mv| mv.turn().points().iter().all(|&at| problem.board.is_empty(at))));
        kit::check_rules(&game, &kit::Plan::default()).unwrap();
    }

    /// The same stones with the same side to move, once in the attack of each side.
    #[test]
    fn the_key_contains_the_attacker() {
        let problem = read(Rules::CONNECT6, SUITE).unwrap().swap_remove(1);
        let mut attacked = DoubleThreats::new(&problem.board).unwrap();
        let before = attacked.key();
        let moves = duiyi_game::legal_moves(&attacked);
        let turn = *moves.iter().find(|mv| mv.turn().points().len() == 2).unwrap();
        attacked.make(turn);
        let mut board = problem.board.clone();
        for point in turn.turn().points() {
            board.put(*point);
        }
        let attacking = DoubleThreats::new(&board).unwrap();
        assert_eq!((attacked.side_to_move(), attacked.field.key()), (attacking.side_to_move(), attacking.field.key()));
        assert_ne!(attacked.key(), attacking.key());
        attacked.unmake(turn, ());
        assert_eq!(attacked.key(), before);
    }
}
