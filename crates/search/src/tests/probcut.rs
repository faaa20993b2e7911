use super::drawn::{Desk, Drawn, Tree, ended, node};
use crate::{
    Bound, Depth, Entry, EntryEvaluation, Score,
    node::{Frame, Node, QuietMove},
};

/// The position has evaluation 100; the capture `A` has these scores in quiescence and in a search.
fn capturing(quiescence: i32, searched: i32) -> Desk {
    // At the horizon the evaluation counts, above it the quiet reply.
    let game = Drawn::new("ab")
        .at("", |position| (position.evaluation, position.moves) = (100, "aAB"))
        .at("A", |position| (position.evaluation, position.moves) = (-quiescence, "a"))
        .at("Aa", |position| position.verdict = ended(searched))
        .at("B", |position| (position.evaluation, position.moves) = (-quiescence, "a"))
        .at("Ba", |position| position.verdict = ended(searched))
        .kind('A', |kind| (kind.exchange, kind.gain) = (150, 20))
        .kind('B', |kind| (kind.exchange, kind.gain) = (149, 10));
    // Beta is 30, the goal 250.
    Desk::new(game).with(&["probcut", "noisy_ordering"]).set("probcut_margin", 220)
}

fn asked(desk: &mut Desk, depth: i32, beta: i32, entry: Option<Entry>) -> Option<i32> {
    desk.game.forget();
    desk.run(|search| {
        let node = Node { depth: Depth::fraction(depth), entry, ..node(search, 0) };
        let found = search.try_probcut(&node, Score::new(beta));
        assert_eq!(search.statistics.probcuts, found.is_some() as u64);
        found.map(Score::get)
    })
}

#[test]
fn a_capture_far_above_beta_cuts_off() {
    let depth = 5 * 64;
    // The margin is subtracted from the score.
    assert_eq!(asked(&mut capturing(250, 250), depth, 30, None), Some(30));
    assert_eq!(asked(&mut capturing(300, 270), depth, 30, None), Some(50));
    assert_eq!(asked(&mut capturing(249, 900), depth, 30, None), None, "quiescence does not reach the goal");
    assert_eq!(asked(&mut capturing(900, 249), depth, 30, None), None, "the search does not");
    assert_eq!(asked(&mut capturing(900, 900), depth - 1, 30, None), None, "not deep enough");
    let mut mate = capturing(900, 900);
    mate.game = mate.game.at("A", |position| position.verdict = ended(-31_990));
    assert_eq!(asked(&mut mate, depth, 30, None), Some(31_990), "the margin does not change a mate");
    assert_eq!(asked(&mut capturing(900, 900), depth, 30_500, None), None, "beta is decisive");
    let unknown = |search: &mut super::drawn::DrawnSearch<'_, true>| {
        let node = Node { evaluation: None, ..node(search, 5) };
        search.try_probcut(&node, Score::new(30))
    };
    assert_eq!(capturing(900, 900).run(unknown), None);
}

#[test]
fn the_search_is_shallower_with_a_null_window_at_the_goal() {
    let mut desk = capturing(300, 300);
    asked(&mut desk, 6 * 64, 30, None);
    assert_eq!(desk.game.depths("A"), [0, 128], "four plies shallower, after quiescence");
    assert_eq!(desk.game.windows("A"), [(-250, -249); 2]);
    let mut desk = capturing(300, 300).set("probcut_depth", 3);
    assert_eq!(asked(&mut desk, 4 * 64, 30, None), Some(80), "only quiescence, if no depth is left");
    assert_eq!(desk.game.depths("A"), [0]);
    let mut desk = capturing(249, 300);
    asked(&mut desk, 6 * 64, 30, None);
    assert_eq!(desk.game.depths("A"), [0], "no search if quiescence fails");
}

#[test]
fn only_captures_that_can_reach_the_goal_are_tried() {
    let mut desk = capturing(249, 248);
    asked(&mut desk, 5 * 64, 30, None);
    // The evaluation is 100, the goal 250, and B gains 149.
    assert_eq!(desk.game.tried(""), "A");
    asked(&mut desk, 5 * 64, 29, None);
    assert_eq!(desk.game.tried(""), "AABB", "with a goal one lower, both can");
}

#[test]
fn a_table_entry_can_show_that_the_goal_is_out_of_reach() {
    let ask = |score: i32, depth: i32| {
        let entry = Entry {
            mv: 0,
            score: Score::new(score),
            depth: Depth::fraction(depth),
            bound: Bound::Upper,
            evaluation: EntryEvaluation::NONE,
            principal: false,
        };
        asked(&mut capturing(300, 300), 6 * 64, 30, Some(entry))
    };
    assert_eq!(ask(249, 3 * 64), None);
    assert_eq!(ask(250, 3 * 64), Some(80));
    assert_eq!(ask(249, 3 * 64 - 1), Some(80), "the entry is too shallow");
}

#[test]
fn the_score_is_not_negated_if_the_same_side_moves_again() {
    let game =
        Drawn::new("").at("", |position| (position.evaluation, position.moves) = (100, "Q")).at("Q", |position| {
            (position.evaluation, position.moves) = (300, "a");
        });
    let mut desk = Desk::new(game.worth("Qa", -300).kind('Q', |kind| (kind.exchange, kind.again) = (900, true)))
        .with(&["probcut"]);
    assert_eq!(asked(&mut desk, 5 * 64, 30, None), Some(80));
    assert_eq!(desk.game.windows("Q"), [(249, 250); 2]);
}

#[test]
fn the_search_records_the_capture_as_the_earlier_move() {
    let mut desk = capturing(300, 300);
    let quiet = QuietMove { side: 0, history_slot: 1, continuation_slot: 1 };
    desk.state.frames[0] = Frame { quiet: Some(quiet), ..Frame::default() };
    asked(&mut desk, 5 * 64, 30, None);
    let frame = &desk.state.frames[0];
    assert_eq!((frame.slot, frame.quiet.is_none()), (Some(1), true));
}

/// In a whole search: only with the switch on and a game that allows it.
#[test]
fn probcut_needs_the_switch_and_a_game_with_pruning() {
    let cut = |names: &[&str]| {
        let mut desk = capturing(300, 300);
        desk.enhancements.probcut = false;
        let mut desk = desk.with(names);
        desk.run(|search| {
            let mut node = node(search, 5);
            search.prune_node(&mut node, super::reaches(30)).map(Score::get)
        })
    };
    assert_eq!((cut(&["probcut"]), cut(&[])), (Some(80), None));
    let game = Tree::<false>::new("A").worth("", 100).worth("A", -900).kind('A', |kind| kind.exchange = 900);
    let mut other = Desk::new(game).with(&["probcut"]);
    let found = other.run(|search| search.prune_node(&mut node(search, 5), super::reaches(30)));
    assert_eq!(found, None);
}
