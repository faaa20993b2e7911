//! A book learns from the results of games.

use crate::games::Folder;
use duiyi_book::{Book, Draft, Policy, Proof, Results, Source, choose_turn};
use duiyi_connect6::{Board, Rules, openings};
use duiyi_game::{Game, History, Side};
use duiyi_xiangqi::Xiangqi;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

fn game(moves: &str) -> History<Xiangqi> {
    History::read("", &format!("moves {moves}")).unwrap()
}

#[test]
fn results_are_added_to_the_moves_that_were_played() {
    let start = Xiangqi::default();
    let mut draft = Draft::new(&start);
    draft.learn(&game("h2e2 h9g7 h0g2"), Some(Side::First), &Side::BOTH, 2);
    draft.learn(&game("b2e2 b9c7 b0c2"), None, &[Side::First], 2);
    let moves = draft.moves(&start).unwrap();
    assert_eq!(moves.len(), 1);
    assert_eq!(moves[0].learned, Results { wins: 1, draws: 1, losses: 0 });
    let replies = draft.moves(game("h2e2").now()).unwrap();
    assert_eq!(
        replies[0].learned,
        Results { wins: 0, draws: 0, losses: 1 },
        "the draw is learned only for the first side"
    );
    assert!(draft.moves(game("h2e2 h9g7").now()).unwrap().is_empty(), "only two turns are learned");
    let folder = Folder::new("learn");
    draft.save(folder.file("book")).unwrap();
    let book = Book::open(folder.file("book"), &start).unwrap();
    book.check().unwrap();
    assert_eq!(book.moves(&start).unwrap(), draft.moves(&start).unwrap());
    assert_eq!(book.games(), 2);
}

/// The tree of named openings: equal at first, then lost ones are avoided and untried ones are tried.
#[test]
fn lost_openings_are_avoided_and_untried_ones_are_tried() {
    let mut start = Board::new(Rules::CONNECT6);
    start.put(Rules::CONNECT6.centre());
    let mut draft = Draft::new(&Board::new(Rules::CONNECT6));
    for opening in &openings::NAMED {
        draft.turn(&start, opening.reply().points(), |_| {});
        draft.set_name(&opening.board(), opening.name, 0);
    }
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut played = Vec::new();
    let policy = Policy::Ucb { exploration: 1.0 };
    for _ in 0..40 {
        let mut game = History::new(start.clone());
        let turn = choose_turn(&draft, &game, &|_| true, &policy, &mut random).unwrap().expect("a turn");
        assert_eq!(turn.len(), 2);
        game.play_turn(&turn).unwrap();
        let name = draft.name(game.now()).unwrap().expect("a named opening").into_owned();
        // One opening wins, all others lose.
        let winner = if name == "水日" { Side::Second } else { Side::First };
        draft.learn(&game, Some(winner), &Side::BOTH, 1);
        played.push(name);
    }
    let tried: std::collections::HashSet<_> = played.iter().collect();
    assert!(tried.len() >= 10, "{tried:?}");
    let late = played[20..].iter().filter(|name| *name == "水日").count();
    let early = played[..20].iter().filter(|name| *name == "水日").count();
    assert!(late > early, "{early} then {late}");
}

#[test]
fn proofs_take_precedence_over_learned_results() {
    let start = Xiangqi::default();
    let mut draft = Draft::new(&start);
    for (moves, winner) in [("h2e2", Some(Side::First)), ("c3c4", None), ("g0e2", Some(Side::Second))] {
        draft.learn(&game(moves), winner, &Side::BOTH, 1);
    }
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut choice = |draft: &Draft<Xiangqi>| {
        let turn = choose_turn(draft, &History::new(start.clone()), &|_| true, &Policy::ArgMax, &mut random).unwrap();
        turn.map(|turn| turn[0].to_string())
    };
    let won = |draft: &Draft<Xiangqi>, text: &str| {
        draft.moves(&start).unwrap().into_iter().find(|found| {
            let mirrored = start.image(found.mv, 1);
            found.mv.to_string() == text || mirrored.to_string() == text
        })
    };
    let cannon = won(&draft, "h2e2").unwrap().mv;
    assert_eq!(choice(&draft), Some(cannon.to_string()));
    draft.prove(&start, cannon, Proof::Loss);
    let pawn = won(&draft, "c3c4").unwrap().mv;
    assert_eq!(choice(&draft), Some(pawn.to_string()));
    let elephant = won(&draft, "g0e2").unwrap().mv;
    draft.prove(&start, elephant, Proof::Win);
    assert_eq!(choice(&draft), Some(elephant.to_string()));
    for mv in [elephant, pawn] {
        draft.prove(&start, mv, Proof::Loss);
    }
    assert_eq!(choice(&draft), None, "the search may find a move that does not lose");
}
