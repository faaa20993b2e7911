//! Options stay set whatever is made anew: a game, a search, an evaluation, a book.

use super::players::{Heap, choosing, searching};
use super::ratings::SCALE;
use duiyi_engine::{
    Decision, EnginePlayer, Evaluating, EvaluationSource, MonteCarloPlayer, NamedEvaluation, OptionError, OptionKind,
    OptionSpec, Player, PlayerParts, Request,
};
use duiyi_game::{History, Score};
use duiyi_search::{Evaluated, LimitControl, Limits, Observer, Playouts, Report, Selection, StopHandle};
use std::sync::Arc;

/// The number of reports of each line.
#[derive(Default)]
struct Reported(Vec<usize>);

impl Observer<u8> for Reported {
    fn progress(&mut self, report: &Report<'_, u8>) {
        self.0.push(report.line);
    }
}

/// All that a player reports of a short game against nobody.
fn played(player: &mut dyn Player<Heap>) -> Vec<String> {
    let decided = |left| {
        let mut reported = Reported::default();
        let decision = player.decide(&mut Request {
            game: &History::new(Heap::new(left)),
            allowed: &|_| true,
            control: &mut LimitControl::new(Limits::depth(4).with_nodes(400), StopHandle::new()),
            observer: &mut reported,
        });
        let decision = decision.expect("a move");
        format!(
            "{:?} {:?} {:?} nodes {} {} {:?}",
            decision.turn, decision.line, decision.score, decision.nodes, decision.other_nodes, reported.0
        )
    };
    [61, 29].map(decided).to_vec()
}

/// The options to test: those that a front end shows, and every tenth of the hidden switches and constants.
fn tested(specs: &[OptionSpec]) -> impl Iterator<Item = &OptionSpec> {
    let hidden = specs.iter().filter(|spec| spec.hidden).step_by(10);
    specs.iter().filter(|spec| !spec.hidden).chain(hidden)
}

/// Values of an option other than its default; of a hidden one at most one.
fn others(spec: &OptionSpec) -> Vec<String> {
    match &spec.kind {
        OptionKind::Check { default } => vec![(!default).to_string()],
        OptionKind::Spin { .. } if spec.is_named("Hash") => vec!["2".to_owned()],
        // Neighbouring ratings are of one level.
        OptionKind::Spin { min, max, .. } if spec.is_named("UCI_Elo") => vec![i64::midpoint(*min, *max).to_string()],
        OptionKind::Spin { default, min, max } => {
            // A seed of 0 is a different one each time.
            let values = [default - 1, default + 1, default + 7, min + 1]
                .map(|value| if spec.is_named("Skill Seed") { value.max(2) } else { value });
            values
                .into_iter()
                .filter(|value| value != default && (min..=max).contains(&value))
                .take(if spec.hidden { 1 } else { 2 })
                .map(|value| value.to_string())
                .collect()
        }
        OptionKind::Combo { default, choices } => choices.iter().filter(|&choice| choice != default).cloned().collect(),
        OptionKind::Text { .. } | OptionKind::Button => Vec::new(),
    }
}

type Make = fn() -> Box<dyn Player<Heap>>;

/// Players of every kind with one thread and, where random numbers matter, a seed.
const PLAYERS: [(&str, Make); 5] = [
    ("alpha-beta", || Box::new(searching())),
    ("rated", || Box::new(searching().rated(SCALE))),
    ("uct", || Box::new(MonteCarloPlayer::new(Selection::Uct, Playouts::<Heap>::new))),
    ("puct", || {
        let evaluated = || Evaluated(Heap::worth as fn(&Heap) -> Score);
        Box::new(MonteCarloPlayer::viewing(Heap::clone, Selection::Puct, evaluated))
    }),
    ("engine", || Box::new(choosing())),
];

/// A player with a weak level, so that its random numbers matter, and some settings.
fn player(make: Make, settings: &[(&str, &str)]) -> Box<dyn Player<Heap>> {
    let mut player = make();
    let weak = [("Hash", "1"), ("Skill Seed", "7"), ("Skill Level", "4"), ("UCI_LimitStrength", "true")];
    for (name, value) in weak.iter().chain(settings) {
        let known = player.options().iter().any(|spec| spec.is_named(name));
        assert!(!known || player.set_option(name, value).is_ok(), "{name} {value}");
    }
    player
}

/// Calls `check` with each setting of each player, and with what a player that has only it plays. Returns the
/// names of the options that change what is played.
fn each_setting(mut check: impl FnMut(Make, [(&str, &str); 1], &[String])) -> Vec<String> {
    let mut effective = Vec::new();
    for (kind, make) in PLAYERS {
        let usual = played(&mut *player(make, &[]));
        for spec in tested(make().options()) {
            // Threads do not play the same twice.
            if ["Threads", "Scheme"].contains(&spec.name) {
                continue;
            }
            for value in others(spec) {
                let settings = [(spec.name, value.as_str())];
                let expected = played(&mut *player(make, &settings));
                let name = format!("{kind} {}", spec.name);
                if expected != usual && effective.last() != Some(&name) {
                    effective.push(name);
                }
                check(make, settings, &expected);
            }
        }
    }
    effective
}

#[test]
fn every_option_stays_set_in_a_new_game() {
    let effective = each_setting(|make, settings, expected| {
        let mut player = player(make, &settings);
        played(&mut *player);
        player.new_game(&Heap::new(61));
        assert_eq!(played(&mut *player), expected, "{settings:?}");
    });
    for name in [
        "alpha-beta MultiPV",
        "alpha-beta Skill Level",
        "alpha-beta Skill Seed",
        "alpha-beta Randomness",
        "alpha-beta Driver",
        "rated UCI_Elo",
        "uct Skill Seed",
        "uct MultiPV",
        "puct MultiPV",
        "engine Search",
        "engine Evaluation",
    ] {
        assert!(effective.iter().any(|one| one == name), "{name} changes nothing: {effective:?}");
    }
}

/// The player of another search or evaluation has the options that were set, and so has the first one again.
#[test]
fn every_option_stays_set_with_another_search_and_evaluation() {
    each_setting(|make, settings, expected| {
        let mut player = player(make, &settings);
        for (name, own) in [("Search", "alpha_beta"), ("Evaluation", "usual")] {
            let Some(spec) = player.options().iter().find(|spec| spec.is_named(name)).cloned() else { return };
            let own = settings.iter().find(|(set, _)| *set == name).map_or(own, |(_, value)| value);
            for other in others(&spec) {
                // A search may refuse a value that another one accepts, but switches and constants are of one search.
                if let Err(error) = player.set_option(name, &other) {
                    assert!(!settings[0].0.contains('.'), "{settings:?}, then {name} {other}: {error}");
                    player.new_game(&Heap::new(61));
                    assert_eq!(played(&mut *player), expected, "{settings:?}, then {name} {other}: {error}");
                }
                player.set_option(name, own).unwrap();
            }
        }
        player.set_option("EvalFile", "9").unwrap();
        player.set_option("EvalFile", "").unwrap();
        assert_eq!(played(&mut *player), expected, "{settings:?}");
    });
}

#[test]
fn an_option_that_is_refused_changes_nothing() {
    for (kind, make) in PLAYERS {
        let expected = played(&mut *player(make, &[]));
        let mut player = player(make, &[]);
        for spec in make().options() {
            let refused = match &spec.kind {
                OptionKind::Spin { max, .. } if !spec.name.starts_with("param.") => (max + 1).to_string(),
                OptionKind::Text { .. } => "none".to_owned(),
                OptionKind::Button => continue,
                _ => "perhaps".to_owned(),
            };
            assert!(player.set_option(spec.name, &refused).is_err(), "{kind} {} {refused}", spec.name);
        }
        assert_eq!(played(&mut *player), expected, "{kind}");
        // Another search is not offered what this one has refused.
        if player.options().iter().any(|spec| spec.is_named("Search")) {
            assert_eq!(
                player.set_option("Search", "uct").and_then(|()| player.set_option("Search", "alpha_beta")),
                Ok(())
            );
        }
    }
}

/// A player that refuses every option, as for lack of memory.
struct Refusing;

impl Player<Heap> for Refusing {
    fn set_option(&mut self, name: &str, _: &str) -> Result<(), OptionError> {
        Err(OptionError::File { name: name.to_owned(), reason: "refused".to_owned() })
    }

    fn decide(&mut self, _: &mut Request<'_, Heap>) -> Option<Decision<u8>> {
        None
    }
}

/// An evaluation with which no search but the first takes an option; from a file, not even that one.
#[derive(Clone, Copy)]
struct Narrow(Option<i32>);

impl Evaluating<Heap> for Narrow {
    fn player(&self, search: &str) -> Box<dyn Player<Heap>> {
        match (self.0, search) {
            (Some(9), _) | (_, "uct") => Box::new(Refusing),
            _ => Box::new(searching()),
        }
    }

    fn static_score(&self, _: &Heap) -> Score {
        Score::ZERO
    }
}

/// The player, its evaluation, and the evaluation's file stay what they were if a new search refuses an option.
#[test]
fn a_search_that_refuses_an_option_is_not_chosen() {
    let narrow = NamedEvaluation::new("narrow", || Arc::new(Narrow(None))).from_files(|source| match source {
        EvaluationSource::File(name) => Ok(Arc::new(Narrow(Some(name.parse().map_err(|_| "not a number")?)))),
        EvaluationSource::Text(_) => Err("no text".into()),
    });
    let parts = PlayerParts::new(&duiyi_engine::SEARCHES, narrow)
        .evaluation(NamedEvaluation::new("refusing", || Arc::new(Narrow(Some(9)))));
    let mut player = EnginePlayer::new(Arc::new(parts));
    for (name, value) in [("Hash", "1"), ("MultiPV", "2")] {
        player.set_option(name, value).unwrap();
    }
    let expected = played(&mut player);
    assert!(expected[0].contains("[1, 2"), "{expected:?}");
    for (name, value) in [("Search", "uct"), ("Evaluation", "refusing"), ("EvalFile", "9")] {
        assert!(player.set_option(name, value).is_err(), "{name}");
        player.new_game(&Heap::new(61));
        assert_eq!(played(&mut player), expected, "{name}");
        // A further choice begins with what was chosen before.
        player.set_option("Search", "puct").unwrap();
        player.set_option("Search", "alpha_beta").unwrap();
        assert_eq!(played(&mut player), expected, "{name}, then another search");
    }
    assert!(player.take_evaluation("narrow", Some(EvaluationSource::File("9"))).is_err());
    player.set_option("Search", "puct").unwrap();
    player.set_option("Search", "alpha_beta").unwrap();
    assert_eq!(played(&mut player), expected);
}
