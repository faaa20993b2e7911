//! The adapter to the search and the player.

use duiyi_connect6::adapter::{Effort, Form, Menace, Pair, Player, Stone, StoneSearch, TurnSearch, Why, Width};
use duiyi_connect6::evaluation::{Tables, Weights};
use duiyi_connect6::notation::{Coordinates, diagram, game_line};
use duiyi_connect6::threats::Threats;
use duiyi_connect6::{Board, Color, Outcome, Point, Rules, Turn};
use duiyi_search::{
    Enhancements, Game, GameMove, LimitControl, Limits, Score, Searcher, Stateless, StopHandle, Table, minimax,
};
use proptest::prelude::*;
use std::sync::Arc;

fn choose(player: &mut Player, board: &Board, limits: Limits) -> duiyi_connect6::adapter::Decision {
    let mut control = LimitControl::new(limits, StopHandle::new());
    player.choose(board, &Table::new(1), &mut control, &mut |_| {}).expect("the game is not over")
}

fn tables(rules: Rules) -> Arc<Tables> {
    Tables::new(rules, &Weights::of(rules)).into()
}

/// Plays numbers as stones until they are used up or the game ends.
fn walked(rules: Rules, choices: &[u16]) -> Board {
    let mut board = Board::new(rules);
    for &choice in choices {
        let empties: Vec<Point> = board.empties().collect();
        if board.try_put(empties[usize::from(choice) % empties.len()]).is_err() || board.outcome().is_some() {
            break;
        }
    }
    board
}

#[test]
fn moves_survive_the_table() {
    for index in [0, 1, 360, 3480] {
        let stone = Stone(Point::from_index(index));
        assert_eq!(Stone::from_bits(stone.to_bits()), Some(stone));
        let single = Pair::single(stone.0);
        assert_eq!(Pair::from_bits(single.to_bits()), Some(single));
        assert_eq!(single.stones(), (stone.0, None));
        assert!(single.to_bits() < 1 << 24);
        for other in [2, 359, 3479] {
            let pair = Pair::new(stone.0, Point::from_index(other));
            assert_eq!(Pair::from_bits(pair.to_bits()), Some(pair));
            let (one, two) = pair.stones();
            assert_eq!(Turn::new(&[one, two.unwrap()]), Turn::new(&[stone.0, Point::from_index(other)]));
        }
    }
    for none in [0, 3482, 1 << 24] {
        assert_eq!(Stone::from_bits(none), None);
    }
    assert_eq!(Pair::from_bits(0), None);
    assert_eq!(Pair::from_bits((1 << 24) - 1), None);
}

#[test]
fn with_the_exact_set_the_search_by_stones_is_minimax() {
    // Every point is a candidate, the solver is off: what remains is the game
    // with its evaluation, where a side moves twice.
    for (rules, start) in [
        (Rules::new(4, 4, 3, 2, 1).unwrap(), "....\n.X..\n....\n...."),
        (Rules::new(4, 3, 4, 2, 1).unwrap(), "O...\n.X..\n...O"),
        (Rules::new(3, 3, 3, 2, 1).unwrap(), "...\n.X.\n..."),
        (Rules::TIC_TAC_TOE, "X..\n.O.\n..."),
    ] {
        let board = diagram::read(rules, start, Color::White).unwrap();
        for depth in 1..=4 {
            let mut game = StoneSearch::new(board.clone(), tables(rules));
            game.configure(Width { root: Width::MOST, inner: Width::MOST }, Effort::NONE, Menace::NONE);
            let expected = minimax(&mut game, &mut |game: &StoneSearch| game.evaluate(), depth);
            let mut searcher = Searcher::new(Stateless(|game: &StoneSearch| game.evaluate()));
            searcher.enhancements = Enhancements::exact();
            let mut control = LimitControl::new(Limits::depth(depth), StopHandle::new());
            let found = searcher.search(&mut game, &Table::new(1), &mut control, &mut (), |_| true);
            assert_eq!(found.score, expected, "{rules} depth {depth}\n{start}");
            assert_eq!(game.board(), &board);
        }
    }
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
        let form = if turns { Form::Turns } else { Form::Stones };
        let mut player = Player::with(rules, &Weights::of(rules), form);
        player.root_effort = 200;
        for _ in 0..3 {
            let mut control = LimitControl::new(Limits::nodes(100), StopHandle::new());
            let decision = player.choose(&board, &Table::new(1), &mut control, &mut |_| {});
            prop_assert_eq!(decision.is_none(), board.outcome().is_some());
            let Some(decision) = decision else { break };
            // What can be met is met, and what can be completed is completed.
            let mut threats = Threats::new(rules);
            threats.read(&board, !board.to_move());
            let must = threats.count();
            let left = board.stones_left();
            let due = usize::from(left).min(board.empties().count());
            prop_assert_eq!(decision.turn.points().len(), due);
            board.play(decision.turn.points()).unwrap();
            if decision.why == Why::Completes {
                prop_assert!(board.winner().is_some());
            } else if must > 0 && must <= u32::from(left) && rules.p() <= 2 {
                threats.read(&board, board.to_move());
                prop_assert_eq!(threats.count(), 0, "{}", board);
            }
        }
    }

    #[test]
    fn stones_put_by_the_search_are_taken_back(choices in prop::collection::vec(any::<u16>(), 0..40)) {
        let board = walked(Rules::CONNECT6, &choices);
        let mut stones = StoneSearch::new(board.clone(), tables(Rules::CONNECT6));
        let mut turns = TurnSearch::new(board.clone(), tables(Rules::CONNECT6)).unwrap();
        let (score, key) = (stones.evaluate(), stones.table_key());
        if board.outcome().is_none() {
            for mv in duiyi_search::legal_moves(&stones) {
                stones.make(mv);
                stones.unmake(mv, ());
            }
            for mv in duiyi_search::legal_moves(&turns) {
                prop_assert!(turns.is_playable(mv));
                turns.make(mv);
                turns.unmake(mv, ());
            }
        }
        prop_assert_eq!((stones.board(), stones.evaluate(), stones.table_key()), (&board, score, key));
        prop_assert_eq!((turns.board(), turns.evaluate(), turns.table_key()), (&board, score, key));
    }
}

#[test]
fn a_menace_is_met_where_it_can_be() {
    // A lost game's last turn that mattered: White threatens to win, and of
    // some fifty thousand turns two prevent it. The list of candidates is far
    // too short for them; the zone of what is threatened has them.
    let moves = "J10 I9-I11 H10-I10 J11-H11 G10-F11 E10-K10 L11-K12 L9-M8 N7-H13 M10-H9 M9-N11 L8-K8 N8-N12 N10-K9";
    let board = game_line::read(Rules::CONNECT6, moves).unwrap();
    let mut player = Player::new(Rules::CONNECT6);
    player.width = Width { root: 4, inner: 4 };
    let decision = choose(&mut player, &board, Limits::nodes(3000));
    let turn = |text: &str| Coordinates::Letters.read_turn(Rules::CONNECT6, text).unwrap();
    assert!([turn("K6-G9"), turn("K6-J9")].contains(&decision.turn), "{:?}", decision.turn);
}

#[test]
fn a_lost_position_still_has_a_turn() {
    // Three separate open fours: two stones cannot meet them.
    let text = "\
        ................\n.XXXX...........\n................\n................\n.XXXX...........\n\
        ................\n................\n.XXXX...........\n................\n................\n\
        ............O...\n............O...\n................\n................\n................\n................";
    let rules = Rules::new(16, 16, 6, 2, 1).unwrap();
    let board = diagram::read(rules, text, Color::White).unwrap();
    for form in [Form::Stones, Form::Turns] {
        let mut player = Player::with(rules, &Weights::of(rules), form);
        let decision = choose(&mut player, &board, Limits::nodes(500));
        assert!(decision.score.is_mate() && decision.score < Score::ZERO);
        let mut after = board.clone();
        after.play(decision.turn.points()).unwrap();
        // It does not give up: its stones meet something.
        let mut threats = Threats::new(rules);
        threats.read(&board, Color::Black);
        assert!(decision.turn.points().iter().all(|&point| threats.points().any(|other| other == point)));
    }
}

#[test]
fn the_position_of_the_stale_proof_is_played_legally() {
    // A peer answers from the proof of an earlier turn here, and names an
    // occupied point. The game so far, letter pairs: JJ, JIJK, …
    let mut player = Player::new(Rules::CONNECT6);
    let mut board = game_line::read(Rules::CONNECT6, "J10 J9-J11").unwrap();
    let table = Table::new(4);
    for _ in 0..8 {
        for _ in 0..2 {
            let mut control = LimitControl::new(Limits::nodes(300), StopHandle::new());
            let Some(decision) = player.choose(&board, &table, &mut control, &mut |_| {}) else { return };
            board.play(decision.turn.points()).unwrap();
        }
        // The opponent goes astray: two stones that no proof expects.
        if board.outcome().is_some() {
            return;
        }
        let strange: Vec<Point> = board.empties().take(usize::from(board.stones_left())).collect();
        board.play(&strange).unwrap();
    }
}

#[test]
fn tic_tac_toe_is_played_perfectly() {
    // Against every possible play of the other side, as either colour.
    fn all(board: &mut Board, player: &mut Player, table: &Table, own: Color, games: &mut usize) {
        match board.outcome() {
            Some(outcome) => {
                assert_ne!(outcome, Outcome::Win(!own), "{board}");
                *games += 1;
            }
            None if board.to_move() == own => {
                let mut control = LimitControl::new(Limits::depth(9), StopHandle::new());
                let decision = player.choose(board, table, &mut control, &mut |_| {}).unwrap();
                board.play(decision.turn.points()).unwrap();
                all(board, player, table, own, games);
                board.undo_turn();
            }
            None => {
                let empties: Vec<Point> = board.empties().collect();
                for point in empties {
                    board.put(point);
                    all(board, player, table, own, games);
                    board.take();
                }
            }
        }
    }
    let mut player = Player::new(Rules::TIC_TAC_TOE);
    let table = Table::new(1);
    for own in Color::ALL {
        let mut games = 0;
        all(&mut Board::new(Rules::TIC_TAC_TOE), &mut player, &table, own, &mut games);
        assert!(games > 50, "{games}");
    }
    // Nobody wins: with perfect play it is a draw.
    let found = choose(&mut player, &walked(Rules::TIC_TAC_TOE, &[4]), Limits::depth(9));
    assert_eq!(found.score, Score::ZERO);
}

/// A simple player of gomoku: it completes five, blocks what would be five,
/// else extends its longest open line, else plays beside a stone.
fn baseline(board: &Board, seed: &mut u64) -> Point {
    let me = board.to_move();
    let mut best = (-1i64, board.rules().centre());
    for point in board.empties() {
        let mut value = 0i64;
        for (color, weight) in [(me, 3), (!me, 2)] {
            let mut after = board.clone();
            after.set(point, color).unwrap();
            if after.winner() == Some(color) {
                value += weight * 1_000_000;
            }
            for direction in duiyi_connect6::Direction::ALL {
                let (line, offset) = after.line_through(direction, point);
                let own = line.stones(color);
                let above = (own >> offset).trailing_ones();
                let below = (own << (63 - offset)).leading_ones();
                value += weight * 10i64.pow(above + below - 1);
            }
        }
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        value = value * 16 + (*seed >> 60) as i64;
        best = best.max((value, point));
    }
    best.1
}

#[test]
fn gomoku_beats_a_simple_player() {
    let rules = Rules::GOMOKU;
    let mut player = Player::new(rules);
    let table = Table::new(4);
    let mut seed = 7;
    let mut won = 0;
    for game in 0..6 {
        let own = Color::ALL[game % 2];
        let mut board = Board::new(rules);
        // A first stone of chance, so that no two games are alike.
        board.put(rules.point(5 + (game as u8) % 5, 6 + (game as u8) / 2).unwrap());
        while board.outcome().is_none() {
            if board.to_move() == own {
                let mut control = LimitControl::new(Limits::nodes(1500), StopHandle::new());
                let decision = player.choose(&board, &table, &mut control, &mut |_| {}).unwrap();
                board.play(decision.turn.points()).unwrap();
            } else {
                let point = baseline(&board, &mut seed);
                board.put(point);
            }
        }
        won += usize::from(board.outcome() == Some(Outcome::Win(own)));
    }
    assert!(won >= 5, "{won} of 6");
}

#[test]
fn the_same_search_visits_the_same_nodes() {
    let board = game_line::read(Rules::CONNECT6, "J10 I11-K11 L11-K12").unwrap();
    let nodes = || choose(&mut Player::new(Rules::CONNECT6), &board, Limits::depth(4)).nodes;
    assert_eq!(nodes(), nodes());
}
