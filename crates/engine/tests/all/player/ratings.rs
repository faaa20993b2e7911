//! The strength of levels in Elo, for games whose levels were measured.

use super::players::{Heap, Searching, any, decided, searching};
use duiyi_engine::{
    EnginePlayer, Inspect, NamedEvaluation, OptionError, OptionKind, Player, PlayerParts, RatingScale, SEARCHES,
    rated_searches_by,
};
use duiyi_search::Skill;

/// A scale for the tests: 100 Elo a level, from 40 at level 0.
pub(crate) const SCALE: RatingScale = RatingScale::new(&[
    40, 140, 240, 340, 440, 540, 640, 740, 840, 940, 1040, 1140, 1240, 1340, 1440, 1540, 1640, 1740, 1840, 1940,
]);

/// The nodes of the first search of a turn that only the level limits.
fn nodes_of(player: &mut Searching) -> u64 {
    Player::<Heap>::new_game(player, &Heap::new(200));
    decided(player, 200, 20, &any).unwrap().statistics.unwrap().nodes
}

#[test]
fn strength_is_a_level_or_an_elo() {
    let mut player = searching().rated(SCALE);
    let full = |player: &Searching| Inspect::is_at_full_strength(player);
    assert!(full(&player));
    player.set_option("Skill Level", "19").unwrap();
    assert!(!full(&player));
    player.set_option("Skill Level", "20").unwrap();
    player.set_option("MultiPV", "2").unwrap();
    assert!(!full(&player), "the time for one line is divided");
    player.set_option("MultiPV", "1").unwrap();
    player.set_option("UCI_LimitStrength", "true").unwrap();
    assert!(!full(&player), "the Elo rating applies now");
    // The lowest rating is the default.
    assert!(nodes_of(&mut player) <= Skill::new(0).nodes().unwrap());
    player.set_option("UCI_LimitStrength", "false").unwrap();
    assert!(nodes_of(&mut player) > Skill::new(0).nodes().unwrap());
}

#[test]
fn a_rating_selects_the_nearest_level() {
    let of_level = |level: u32| {
        let mut player = searching();
        player.set_option("Skill Level", &level.to_string()).unwrap();
        nodes_of(&mut player)
    };
    let of_elo = |elo: i32| {
        let mut player = searching().rated(SCALE);
        player.set_option("UCI_LimitStrength", "true").unwrap();
        player.set_option("uci_elo", &elo.to_string()).unwrap();
        nodes_of(&mut player)
    };
    assert!(of_level(3) < of_level(4) && of_level(4) < of_level(5));
    assert_eq!([300, 389, 391, 489].map(of_elo), [3, 3, 4, 4].map(of_level));
    for level in 0..Skill::MAX {
        assert_eq!(SCALE.level(SCALE.elo(level).unwrap()), level);
    }
    assert_eq!((SCALE.level(-5), SCALE.level(9_999), SCALE.range()), (0, 19, 40..=1940));
    assert_eq!((SCALE.elo(20), SCALE.elo(u32::MAX)), (None, None), "full strength has no rating");
}

#[test]
fn a_player_without_a_scale_has_no_ratings() {
    let mut player = searching();
    let before: Vec<_> = Player::<Heap>::options(&player).to_vec();
    for (name, value) in [("UCI_LimitStrength", "true"), ("UCI_Elo", "1000")] {
        let error = player.set_option(name, value).unwrap_err();
        assert!(matches!(error, OptionError::Unknown { .. }), "{error}");
        assert!(!before.iter().any(|option| option.is_named(name)));
    }
    let player = player.rated(SCALE).rated(SCALE);
    let after = Player::<Heap>::options(&player);
    assert_eq!(after.len(), before.len() + 2, "a second scale replaces the first");
    let elo = after.iter().find(|option| option.is_named("UCI_Elo")).unwrap();
    assert_eq!(elo.kind, OptionKind::Spin { default: 40, min: 40, max: 1940 });
}

#[test]
fn ratings_are_read_within_the_bounds_of_the_scale() {
    let mut player = searching().rated(SCALE);
    let good = [("UCI_Elo", "40"), ("uci_elo", "1940"), ("UCI_LimitStrength", "on"), ("uci_limitstrength", "false")];
    for (name, value) in good {
        assert_eq!(player.set_option(name, value), Ok(()), "{name} {value}");
    }
    for value in ["39", "1941", "x", ""] {
        let error = player.set_option("UCI_Elo", value).unwrap_err().to_string();
        assert_eq!(error, format!("option UCI_Elo does not take '{value}'; expected a whole number from 40 to 1940"));
    }
    assert!(player.set_option("UCI_LimitStrength", "perhaps").is_err());
}

#[test]
fn the_searches_of_a_game_have_ratings_if_it_gives_a_scale() {
    let announced = |parts: PlayerParts<Heap>| {
        let player = EnginePlayer::new(parts.into());
        ["UCI_LimitStrength", "UCI_Elo"].map(|name| player.options().iter().any(|option| option.is_named(name)))
    };
    let evaluator = || |_: &Heap| duiyi_game::Score::ZERO;
    let rated = NamedEvaluation::new("rated", move || rated_searches_by(SCALE, evaluator));
    assert_eq!(announced(PlayerParts::new(&SEARCHES, rated)), [true; 2]);
    assert_eq!(announced(PlayerParts::by(evaluator)), [false; 2]);
}
