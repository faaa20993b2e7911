//! What a survey finds.

use crate::{games::Race, nine::Nine};
use duiyi_game::{Diagram, Grid, Notation, Reason, Side, SmallGame, Square, nim::Nim, only_rules};
use duiyi_search::Heuristics;
use duiyi_train::learn::{Kind, LearnError, Survey, Transform};

#[test]
fn a_game_of_stones_is_seen_alike_by_both_sides() {
    let survey = Survey::of(&Nine::default(), 1).unwrap();
    assert_eq!(survey.kinds, [Kind { first: Some('x'), second: Some('o') }]);
    assert_eq!((survey.view, survey.size(), survey.extra), (Transform::IDENTITY, (9, 1), 0));
    assert_eq!(survey.pieces.0, 0);
    // A row has one mirror image; reversing its single rank is the identity again.
    assert!(survey.symmetries.contains(&Transform { columns: true, ..Transform::IDENTITY }));
}

/// The expected number of moves of a random game, and of legal moves at them.
fn expected(game: Nine) -> [f64; 2] {
    if game.ending().is_some() {
        return [0.0; 2];
    }
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let count = moves.len() as f64;
    let later = moves.iter().map(|&mv| expected(game.after(mv)));
    let later = later.fold([0.0; 2], |sum, more| [sum[0] + more[0] / count, sum[1] + more[1] / count]);
    [1.0 + later[0], count + later[1]]
}

#[test]
fn the_length_and_the_number_of_legal_moves_are_means() {
    let [length, moves] = expected(Nine::default());
    let survey = Survey::of(&Nine::default(), 1).unwrap();
    assert!((length - f64::from(survey.length)).abs() < 1.0, "{length}: {}", survey.length);
    // Far enough from a whole number for a hundred games.
    assert_eq!((moves / length * 10.0) as u32, 53);
    assert_eq!(survey.moves, 5);
}

#[test]
fn pieces_walls_views_and_missing_symmetries_are_found() {
    let survey = Survey::of(&Race::default(), 1).unwrap();
    let kind = |first, second| Kind { first: Some(first), second: Some(second) };
    assert_eq!(survey.kinds, [kind('G', 'g'), kind('W', 'w')]);
    assert_eq!(survey.neutral, ['#']);
    assert_eq!((survey.view, survey.extra), (Transform::TURNED, 3));
    assert_eq!(survey.symmetries, [Transform::IDENTITY]);
    assert!(survey.pieces.0 < 5 && survey.pieces.1 == 5);
    assert_eq!(survey.describe(), "race on 3 by 5 squares");
}

#[test]
fn a_picture_without_owners_is_an_error() {
    let error = Survey::of(&Nim::new(9), 1).unwrap_err();
    assert!(matches!(error, LearnError::NoOwners { pieces: 1, .. }), "{error}");
}

/// Both sides move a stone to and fro between two squares, until a number of moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct ToAndFro<const MOVES: u64>(u64);

impl<const MOVES: u64> SmallGame for ToAndFro<MOVES> {
    type Move = u8;
    fn mover(&self) -> Side {
        Side::BOTH[(self.0 % 2) as usize]
    }
    fn moves(&self, moves: &mut impl Extend<u8>) {
        moves.extend([1]);
    }
    fn after(&self, _: u8) -> Self {
        ToAndFro(self.0 + 1)
    }
    fn identity(&self) -> u64 {
        duiyi_game::hash::mix64(self.0)
    }
    fn ending(&self) -> Option<(Option<Side>, &'static str)> {
        (self.0 >= MOVES).then_some((None, "all moves are made"))
    }
}

impl<const MOVES: u64> Heuristics for ToAndFro<MOVES> {
    type Insight = ();
}

impl<const MOVES: u64> Notation for ToAndFro<MOVES> {
    const NAME: &'static str = "to-and-fro";
    const SIDES: [&'static str; 2] = ["First", "Second"];
    fn begin(rules: &str) -> Result<Self, Reason> {
        only_rules(rules)
    }
    fn read_position(&self, _: &str) -> Result<Self, Reason> {
        Err("the tests read no positions".into())
    }
    fn write_position(&self) -> String {
        self.0.to_string()
    }
    fn write_move(&self, _: u8) -> String {
        "a".to_owned()
    }
    fn draw(&self) -> String {
        String::new()
    }
}

impl<const MOVES: u64> Grid for ToAndFro<MOVES> {
    fn size(&self) -> (u8, u8) {
        (2, 1)
    }
    fn squares(&self, _: u8) -> impl Iterator<Item = Square> {
        // The only move needs no click.
        std::iter::empty()
    }
}

impl<const MOVES: u64> Diagram for ToAndFro<MOVES> {
    fn symbol(&self, at: Square) -> Option<char> {
        (u64::from(at.column) == self.0 / 2 % 2).then_some('o')
    }
    fn owner(&self, _: Square) -> Option<Side> {
        Some(Side::First)
    }
}

#[test]
fn a_game_that_never_ends_is_an_error() {
    let error = Survey::of(&ToAndFro::<{ u64::MAX }>::default(), 1).unwrap_err();
    assert!(matches!(error, LearnError::NoEnd { games: 100, .. }), "{error}");
}

/// The mirrored moves are legal, but the stone then stands on the wrong square.
#[test]
fn a_mirror_image_with_another_picture_is_not_a_symmetry() {
    let survey = Survey::of(&ToAndFro::<6>::default(), 1).unwrap();
    assert!(survey.symmetries.iter().all(|symmetry| !symmetry.columns), "{:?}", survey.symmetries);
    assert_eq!((survey.length, survey.moves), (6, 1));
}

#[test]
fn transforms_fit_the_board() {
    let size = (3, 2);
    let image = |transform: Transform| {
        let Square { column, row } = transform.apply(Square { column: 2, row: 0 }, size);
        (column, row)
    };
    assert_eq!([Transform::IDENTITY, Transform::FLIPPED, Transform::TURNED].map(image), [(2, 0), (2, 1), (0, 1)]);
}
