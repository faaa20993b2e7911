//! Move ordering and its stages.

use super::{
    drawn::{Desk, Drawn, Letter, node},
    within,
};
use crate::{
    Depth, Generation, Stage,
    move_picker::MovePicker,
    node::{Node, Role},
};

/// All orderings by captures.
const NOISY: &[&str] = &["noisy_ordering", "exchange_ordering"];

/// A node with three captures, of which `C` loses, and three quiet moves.
fn mixed() -> Drawn {
    let game = Drawn::new("aAbBcC").kind('A', |kind| kind.gain = 10).kind('B', |kind| kind.gain = 30);
    game.kind('C', |kind| (kind.gain, kind.exchange) = (90, -1))
}

/// The moves in their order, and the stages.
fn order(desk: &mut Desk, table_move: Option<char>, killers: [Option<char>; 2]) -> (String, Vec<Stage>) {
    order_of(desk, table_move, killers, |_| {})
}

fn order_of(
    desk: &mut Desk,
    table_move: Option<char>,
    killers: [Option<char>; 2],
    change: impl Fn(&mut Node<Letter>),
) -> (String, Vec<Stage>) {
    desk.run(|search| {
        let mut node = node(search, 5);
        change(&mut node);
        let mut picker = MovePicker::new(table_move.map(Letter), killers.map(|mv| mv.map(Letter)), 0);
        let moves: Vec<_> = std::iter::from_fn(|| search.next_move(&mut picker, &node)).collect();
        search.state.moves.clear();
        (moves.iter().map(|(mv, _)| mv.0).collect(), moves.iter().map(|(_, stage)| *stage).collect())
    })
}

fn word(desk: &mut Desk, table_move: Option<char>, killers: [Option<char>; 2]) -> String {
    order(desk, table_move, killers).0
}

#[test]
fn stages_are_in_order() {
    use Stage::{BadNoisy, GoodNoisy, Killer, Quiet, Table};
    let mut desk = Desk::new(mixed()).with(NOISY);
    let (moves, stages) = order(&mut desk, None, [None; 2]);
    assert_eq!(moves, "BAabcC");
    assert_eq!(stages, [GoodNoisy, GoodNoisy, Quiet, Quiet, Quiet, BadNoisy]);
    let (moves, stages) = order(&mut desk, Some('c'), [Some('b'), Some('a')]);
    assert_eq!(moves, "cBAbaC", "each once");
    assert_eq!(stages, [Table, GoodNoisy, GoodNoisy, Killer, Killer, BadNoisy]);
    let (moves, stages) = order(&mut desk, Some('A'), [Some('c'), None]);
    assert_eq!((moves.as_str(), stages[2]), ("ABcabC", Killer));
}

#[test]
fn noisy_moves_are_ordered_by_their_gain_and_losing_ones_come_last() {
    let mut plain = Desk::new(mixed());
    assert_eq!(word(&mut plain, None, [None; 2]), "ABCabc");
    assert_eq!(word(&mut plain.with(&["noisy_ordering"]), None, [None; 2]), "CBAabc");
    assert_eq!(word(&mut Desk::new(mixed()).with(&["exchange_ordering"]), None, [None; 2]), "ABabcC");
    // Two losing captures keep their order; an even exchange does not lose.
    let game = mixed().kind('B', |kind| kind.exchange = -1).kind('A', |kind| kind.exchange = 0);
    assert_eq!(word(&mut Desk::new(game).with(NOISY), None, [None; 2]), "AabcCB");
    // The table move is not returned a second time.
    assert_eq!(word(&mut Desk::new(mixed()).with(NOISY), Some('C'), [None; 2]), "CBAabc");
}

/// Row H-8: killers before captures.
#[test]
fn killers_can_precede_noisy_moves() {
    use Stage::{GoodNoisy, Killer, Table};
    let mut desk = Desk::new(mixed()).with(NOISY).with(&["killers_first"]);
    let (moves, stages) = order(&mut desk, Some('a'), [Some('c'), Some('b')]);
    assert_eq!((moves.as_str(), &stages[..4]), ("acbBAC", &[Table, Killer, Killer, GoodNoisy][..]));
    assert_eq!(word(&mut desk, Some('A'), [None, Some('a')]), "AaBbcC");
    assert_eq!(replies(&mut desk, Some('a'), [Some('c'), None]).0, "acBAbC");
}

/// As in the thesis: all captures come before the history.
#[test]
fn losing_moves_can_precede_quiet_moves() {
    use Stage::{BadNoisy, GoodNoisy, Killer, Quiet, Table};
    let mut desk = Desk::new(mixed()).with(NOISY).with(&["losing_before_quiet"]);
    let (moves, stages) = order(&mut desk, Some('a'), [Some('c'), None]);
    assert_eq!((moves.as_str(), &stages[..]), ("aBAcCb", &[Table, GoodNoisy, GoodNoisy, Killer, BadNoisy, Quiet][..]));
    assert_eq!(word(&mut desk, None, [None; 2]), "BACabc");
    assert_eq!(replies(&mut desk, Some('a'), [Some('c'), None]).0, "aBAcCb");
    let mut killers = Desk::new(mixed()).with(NOISY).with(&["losing_before_quiet", "killers_first"]);
    assert_eq!(word(&mut killers, None, [Some('c'), None]), "cBACab");
}

/// Row Z-C16: victim minus attacker.
#[test]
fn noisy_moves_can_be_ordered_by_victim_minus_attacker() {
    let game = || mixed().kind('B', |kind| kind.attacker = 25).kind('C', |kind| kind.attacker = 100);
    let balance = &["noisy_ordering", "victim_less_attacker"];
    assert_eq!(word(&mut Desk::new(game()).with(&["noisy_ordering"]), None, [None; 2]), "CBAabc");
    assert_eq!(word(&mut Desk::new(game()).with(balance), None, [None; 2]), "ABCabc");
    assert_eq!(replies(&mut Desk::new(game()).with(balance), None, [None; 2]).0[..3], *"ABC");
    assert_eq!(replies(&mut Desk::new(game()).with(&["noisy_ordering"]), None, [None; 2]).0[..3], *"CBA");
}

#[test]
fn killers_are_quiet_and_legal_and_not_the_table_move() {
    let mut desk = Desk::new(mixed()).with(NOISY);
    assert_eq!(word(&mut desk, None, [Some('c'), Some('b')]), "BAcbaC");
    assert_eq!(word(&mut desk, None, [None, Some('b')]), "BAbacC");
    assert_eq!(word(&mut desk, None, [Some('z'), Some('b')]), "BAbacC", "z is not legal here");
    assert_eq!(word(&mut desk, None, [Some('A'), Some('C')]), "BAabcC", "they are noisy here");
    assert_eq!(word(&mut desk, Some('b'), [Some('b'), Some('c')]), "bBAcaC");
}

/// Row H-12: a killer that causes a cut-off saves generating the quiet moves.
#[test]
fn quiet_moves_are_generated_after_the_killers() {
    let mut desk = Desk::new(mixed()).with(NOISY);
    let generated = desk.run(|search| {
        let node = node(search, 5);
        let mut picker = MovePicker::new(None, [Some(Letter('c')), Some(Letter('b'))], 0);
        let mut generated = Vec::new();
        while let Some((mv, _)) = search.next_move(&mut picker, &node) {
            generated.push((mv.0, search.state.moves.len()));
        }
        search.state.moves.clear();
        generated
    });
    assert_eq!(generated, [('B', 3), ('A', 3), ('c', 3), ('b', 3), ('a', 6), ('C', 6)]);
}

#[test]
fn quiet_moves_are_skipped_once_unwanted() {
    let stopped_after = |count: usize| {
        let mut desk = Desk::new(mixed()).with(NOISY);
        desk.run(|search| {
            let node = node(search, 5);
            let mut picker = MovePicker::new(None, [Some(Letter('c')), None], 0);
            let mut moves = String::new();
            while let Some((mv, _)) = search.next_move(&mut picker, &node) {
                moves.push(mv.0);
                picker.quiets_wanted &= moves.len() < count;
            }
            let generated = search.state.moves.len();
            search.state.moves.clear();
            (moves, generated)
        })
    };
    assert_eq!(stopped_after(9), ("BAcabC".to_owned(), 6));
    assert_eq!(stopped_after(4), ("BAcaC".to_owned(), 6));
    assert_eq!(stopped_after(3), ("BAcC".to_owned(), 3), "they are not generated");
}

/// The order of the quiet moves after `b` has gained from a cut-off at this node.
fn after_a_cut(names: &[&str], learn: impl Fn(&mut Node<Letter>), ask: impl Fn(&mut Node<Letter>)) -> String {
    let mut desk = Desk::new(Drawn::new("abcd")).with(names);
    desk.run(|search| {
        let mut node = node(search, 3);
        learn(&mut node);
        let (context, state) = search.context_and_state();
        state.histories.learn_cut(context, &node, Letter('c'), &[Letter('a')]);
    });
    order_of(&mut desk, None, [None; 2], ask).0
}

#[test]
fn each_history_orders_quiet_moves() {
    let far = |node: &mut Node<Letter>| node.ply = 9;
    assert_eq!(after_a_cut(&[], far, far), "abcd");
    assert_eq!(after_a_cut(&["history"], far, far), "cbda", "c caused the cut-off, a was tried before");
    // Near the root by ply, and only at the same ply.
    let at = |ply: usize| move |node: &mut Node<Letter>| node.ply = ply;
    assert_eq!(after_a_cut(&["low_ply_history"], at(3), at(3)), "cbda");
    assert_eq!(after_a_cut(&["low_ply_history"], at(2), at(3)), "abcd");
    assert_eq!(after_a_cut(&["low_ply_history"], at(4), at(4)), "abcd", "not near the root");
    // By the earlier moves, in the table of each distance.
    for table in 0..3 {
        let after = |slot: usize| {
            move |node: &mut Node<Letter>| {
                node.ply = 9;
                node.earlier[table] = Some(slot);
            }
        };
        assert_eq!(after_a_cut(&["continuation_history"], after(7), after(7)), "cbda");
        assert_eq!(after_a_cut(&["continuation_history"], after(7), after(8)), "abcd");
        assert_eq!(after_a_cut(&["continuation_history"], after(7), far), "abcd");
        assert_eq!(after_a_cut(&["history"], after(7), far), "cbda");
    }
}

#[test]
fn the_prior_is_added_to_the_history() {
    let game = Drawn::new("abcd").kind('b', |kind| kind.prior = 100).kind('c', |kind| kind.prior = -100);
    assert_eq!(word(&mut Desk::new(game), None, [None; 2]), "badc");
    let learnt = |prior: i32| {
        let mut desk = Desk::new(Drawn::new("ab").kind('a', |kind| kind.prior = prior)).with(&["history"]);
        desk.run(|search| {
            let node = node(search, 3);
            let (context, state) = search.context_and_state();
            state.histories.learn_cut(context, &node, Letter('b'), &[]);
        });
        word(&mut desk, None, [None; 2])
    };
    // Nine times sixteen.
    assert_eq!((learnt(143), learnt(144)), ("ba".to_owned(), "ab".to_owned()));
}

/// The value that the history of one ply adds, tested by the prior of the other move.
#[test]
fn the_weight_of_the_low_ply_history_decreases_with_each_ply() {
    let learnt = |ply: usize, prior: i32| {
        let mut desk = Desk::new(Drawn::new("ab").kind('a', |kind| kind.prior = prior)).with(&["low_ply_history"]);
        desk.run(|search| {
            let node = Node { ply, ..node(search, 3) };
            let (context, state) = search.context_and_state();
            state.histories.learn_cut(context, &node, Letter('b'), &[]);
        });
        order_of(&mut desk, None, [None; 2], |node| node.ply = ply).0
    };
    for (ply, worth) in [(0, 144 * 4), (1, 144 * 2), (2, 144 * 4 / 3), (3, 144)] {
        assert_eq!((learnt(ply, worth - 1), learnt(ply, worth)), ("ba".to_owned(), "ab".to_owned()));
    }
}

/// The replies to a threat in their order.
fn replies(desk: &mut Desk, table_move: Option<char>, killers: [Option<char>; 2]) -> (String, Vec<Stage>) {
    desk.run(|search| {
        let node = node(search, 5);
        search.generate(Generation::Evasions, 0);
        let killers = killers.map(|mv| mv.map(Letter));
        search.value_evasions(0, table_move.map(Letter), killers, [Some(24), None, None]);
        let mut picker = MovePicker::evasions(table_move.map(Letter), 0);
        let moves: Vec<_> = std::iter::from_fn(|| search.next_move(&mut picker, &node)).collect();
        search.state.moves.clear();
        (moves.iter().map(|(mv, _)| mv.0).collect(), moves.iter().map(|(_, stage)| *stage).collect())
    })
}

#[test]
fn replies_to_a_threat_are_in_the_same_order() {
    let game = mixed().kind('b', |kind| kind.prior = 5);
    let mut desk = Desk::new(game).with(NOISY);
    let (moves, stages) = replies(&mut desk, Some('a'), [Some('c'), None]);
    assert_eq!(moves, "aBAcbC");
    assert_eq!(stages[0], Stage::Table);
    assert!(stages[1..].iter().all(|&stage| stage == Stage::Evasion));
    assert_eq!(replies(&mut desk, Some('C'), [None, Some('c')]).0, "CBAcba");
    let moves = replies(&mut desk, None, [None; 2]).0;
    assert!(moves.starts_with("BAb") && moves.ends_with('C'), "{moves}");
    // Without these orderings all noisy moves are equal.
    let moves = replies(&mut Desk::new(mixed()), None, [None; 2]).0;
    assert!(moves.starts_with('A') && moves[..3].chars().all(char::is_uppercase), "{moves}");
    let mut learnt = Desk::new(mixed()).with(&["history"]);
    learnt.run(|search| {
        let node = node(search, 3);
        let (context, state) = search.context_and_state();
        state.histories.learn_cut(context, &node, Letter('c'), &[Letter('a')]);
    });
    assert!(replies(&mut learnt, None, [None; 2]).0.ends_with("cba"));
    learnt.enhancements.history = false;
    assert!(!replies(&mut learnt, None, [None; 2]).0.ends_with("cba"));
}

/// In a whole search: a quiet move that causes a cut-off becomes a killer at its ply and gains
/// history; the moves tried before lose.
#[test]
fn cutoffs_update_killers_and_histories() {
    let cut = |names: &[&str]| {
        let game = Drawn::new("aAbc").worth("b", -90).worth("A", -80);
        let mut desk = Desk::new(game).with(names);
        let stages = desk.run(|search| {
            search.open_node(within(49, 50), Depth::plies(1), 0, Role::Cut, None);
            search.statistics.cutoffs
        });
        (desk, stages)
    };
    let (desk, stages) = cut(&["killers", "history"]);
    assert_eq!(stages, [0, 1, 0, 0, 0, 0], "A causes a cut-off before b is tried");
    assert_eq!(desk.state.killers.at(0), [None; 2], "a noisy move is not a killer");
    let value = |desk: &Desk, mv: char| desk.state.histories.quiet.get(0, mv as usize & 31);
    assert_eq!(value(&desk, 'a'), 0);
    let quiet_cut = |names: &[&str]| {
        let game = Drawn::new("aAbc").worth("b", -90).worth("A", 80).worth("a", 10);
        let mut desk = Desk::new(game).with(names);
        let counted = desk.run(|search| {
            search.open_node(within(49, 50), Depth::plies(1), 0, Role::Cut, None);
            (search.statistics.cutoffs, search.statistics.first_move_cutoffs)
        });
        assert_eq!(counted, ([0, 0, 0, 1, 0, 0], 0));
        desk
    };
    let desk = quiet_cut(&["killers", "history"]);
    assert_eq!(desk.state.killers.at(0), [Some(Letter('b')), None]);
    assert_eq!((value(&desk, 'b'), value(&desk, 'a'), value(&desk, 'c')), (16, -16, 0));
    let desk = quiet_cut(&[]);
    assert_eq!(desk.state.killers.at(0), [None; 2]);
    assert_eq!(value(&desk, 'b'), 0);
    // Row B-17: the moves searched by stage, if they are counted.
    let searched = |names: &[&str]| {
        let mut desk = Desk::new(Drawn::new("aAbc").worth("b", -90).worth("A", 80).worth("a", 10)).with(names);
        desk.run(|search| {
            search.open_node(within(49, 50), Depth::plies(1), 0, Role::Cut, None);
            search.statistics.moves
        })
    };
    assert_eq!((searched(&[]), searched(&["move_counts"])), ([0; 6], [0, 1, 0, 2, 0, 0]));
    let mut first = Desk::new(Drawn::new("ab").worth("a", -90));
    let counted = first.run(|search| {
        search.open_node(within(49, 50), Depth::plies(1), 0, Role::Cut, None);
        search.statistics.first_move_cutoffs
    });
    assert_eq!(counted, 1);
}

/// Row Z-C20b: the best move of a node without a cut-off, if it raised alpha.
#[test]
fn the_best_move_without_a_cutoff_can_update_killers_and_histories() {
    let learnt = |beta: i32, best: char, names: &[&str]| {
        let game = Drawn::new("aAbc").worth("a", -10).worth("A", 80).worth("b", 80).worth("c", 80);
        let mut desk = Desk::new(game.worth(&best.to_string(), -30)).with(&["killers", "history"]);
        desk = desk.with(names);
        desk.run(|search| search.open_node(within(0, beta), Depth::plies(1), 0, Role::Principal, None));
        let quiet = ['a', 'b', 'c'].map(|mv| desk.state.histories.quiet.get(0, mv as usize & 31));
        (desk.state.killers.at(0), quiet)
    };
    let (on, b) = (&["best_move_rewards"], Some(Letter('b')));
    assert_eq!(learnt(50, 'b', on), ([b, None], [0, 16, 0]), "the others keep their history");
    assert_eq!(learnt(50, 'b', &[]), ([None; 2], [0; 3]));
    assert_eq!(learnt(50, 'A', on), ([None; 2], [0; 3]), "a noisy move is not a killer");
    assert_eq!(learnt(30, 'b', on), ([b, None], [-16, 16, 0]), "a cut-off, once");
    // No move raises alpha.
    let mut low = Desk::new(Drawn::new("ab").worth("a", 10).worth("b", 20)).with(&["killers", "history"]).with(on);
    low.run(|search| search.open_node(within(0, 50), Depth::plies(1), 0, Role::Principal, None));
    assert_eq!((low.state.killers.at(0), low.state.histories.quiet.get(0, 1)), ([None; 2], 0));
}

/// Row Z-C20: the thesis only counts up.
#[test]
fn moves_tried_before_a_cutoff_can_keep_their_history() {
    let learnt = |names: &[&str]| {
        let mut desk = Desk::new(Drawn::new("aAbc")).with(&["history"]).with(names);
        desk.run(|search| {
            let node = node(search, 1);
            let (context, state) = search.context_and_state();
            state.histories.learn_cut(context, &node, Letter('b'), &[Letter('a')]);
        });
        ['a', 'b'].map(|mv| desk.state.histories.quiet.get(0, mv as usize & 31))
    };
    assert_eq!((learnt(&["rewards_only"]), learnt(&[])), ([0, 16], [-16, 16]));
}

#[test]
fn replies_to_a_threat_are_ordered_by_continuation_history() {
    let order = |names: &[&str]| {
        let mut desk = Desk::new(Drawn::new("abc")).with(&["continuation_history"]).with(names);
        desk.run(|search| {
            let node = Node { earlier: [Some(24), None, None], ..node(search, 3) };
            let (context, state) = search.context_and_state();
            state.histories.learn_cut(context, &node, Letter('c'), &[Letter('a')]);
        });
        replies(&mut desk, None, [None; 2]).0
    };
    assert_eq!(order(&["evasion_history"]), "cba");
    assert_eq!(order(&[]), "abc");
}

#[test]
fn threats_that_lose_no_exchange_are_tried_earlier() {
    let order = |names: &[&str], exchange: i32| {
        let game = Drawn::new("abc").kind('c', |kind| (kind.threat, kind.exchange) = (true, exchange));
        word(&mut Desk::new(game.kind('b', |kind| kind.prior = 8_192)).with(names), None, [None; 2])
    };
    let on = &["threat_ordering"];
    assert_eq!((order(on, 0), order(on, -1), order(&[], 0)), ("bca".into(), "bac".into(), "bac".into()));
    let above = Drawn::new("abc").kind('c', |kind| kind.threat = true).kind('b', |kind| kind.prior = 8_191);
    assert_eq!(word(&mut Desk::new(above).with(on), None, [None; 2]), "cba");
}

#[test]
fn quiet_moves_are_ordered_by_their_success_with_the_structure() {
    let learnt = |names: &[&str], asked: u64| {
        let mut desk = Desk::new(Drawn::new("abc")).with(names);
        desk.game = Drawn::new("abc").at("", |at| at.structure = 7);
        desk.run(|search| {
            let node = node(search, 3);
            let (context, state) = search.context_and_state();
            state.histories.learn_cut(context, &node, Letter('c'), &[Letter('a')]);
        });
        desk.game = Drawn::new("abc").at("", |at| at.structure = asked);
        let scores: Vec<i32> = desk.run(|search| {
            let node = node(search, 5);
            "abc".chars().map(|mv| search.state.histories.score(search.context(), &node, Letter(mv))).collect()
        });
        (word(&mut desk, None, [None; 2]), scores)
    };
    let on = &["structure_history"];
    assert_eq!(learnt(on, 7), ("cba".into(), vec![-144, 0, 144]));
    assert_eq!(learnt(on, 8), ("abc".into(), vec![0; 3]), "another structure");
    assert_eq!(learnt(&[], 7), ("abc".into(), vec![0; 3]));
}
