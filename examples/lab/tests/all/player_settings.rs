//! The options of the players of the games stay set whatever is made anew: a game, a game of other rules, a
//! search, an evaluation.

use duiyi_connect6::{Rules, kit as connect6};
use duiyi_engine::{OptionKind, OptionSpec, Player, Request};
use duiyi_game::{History, Notation};
use duiyi_kit::GameKit;
use duiyi_search::{LimitControl, Limits, Observer, Report, StopHandle};

/// The lines that a search reports, with their scores.
#[derive(Default)]
struct Reported(Vec<String>);

impl<M> Observer<M> for Reported {
    fn progress(&mut self, report: &Report<'_, M>) {
        self.0.push(format!("{} {:?}", report.line, report.score));
    }
}

/// The positions to play: the start and the one after some turns.
fn positions<G: Notation>(start: &G) -> [History<G>; 2] {
    let mut game = History::new(start.clone());
    for ply in 0..9 {
        let mut moves = Vec::new();
        game.now().legal_moves(&mut moves);
        game.play(moves[(ply * 7 + 3) % moves.len()]).expect("a legal move");
    }
    [History::new(start.clone()), game]
}

/// All that a player reports of two positions.
fn played<G: Notation>(player: &mut dyn Player<G>, start: &G) -> Vec<String> {
    // The random numbers of a book go on in the next game.
    let has_book = player.options().iter().any(|spec| spec.is_named("BookSeed"));
    assert!(!has_book || player.set_option("BookSeed", "7").is_ok());
    let decided = |game: History<G>| {
        let mut reported = Reported::default();
        let decision = player.decide(&mut Request {
            game: &game,
            allowed: &|_| true,
            control: &mut LimitControl::new(Limits::depth(4).with_nodes(1_500), StopHandle::new()),
            observer: &mut reported,
        });
        let decision = decision.expect("a move");
        format!(
            "{:?} {:?} nodes {} {} {:?}",
            decision.turn, decision.score, decision.nodes, decision.other_nodes, reported.0
        )
    };
    positions(start).map(decided).to_vec()
}

/// Values of an option other than its default: of a switch or constant one, of others at most two.
fn others(spec: &OptionSpec) -> Vec<String> {
    match &spec.kind {
        OptionKind::Check { default } => vec![(!default).to_string()],
        OptionKind::Spin { .. } if spec.is_named("Hash") => vec!["2".to_owned()],
        // Neighbouring ratings are of one level.
        OptionKind::Spin { min, max, .. } if spec.is_named("UCI_Elo") => vec![i64::midpoint(*min, *max).to_string()],
        OptionKind::Spin { default, min, max } => {
            let values = [default + 2, default - 2, *min, *max].into_iter();
            let allowed = values.filter(|value| value != default && (min..=max).contains(&value));
            allowed.take(if spec.hidden { 1 } else { 2 }).map(|value| value.to_string()).collect()
        }
        OptionKind::Combo { default, choices } => choices.iter().filter(|&choice| choice != default).cloned().collect(),
        OptionKind::Text { .. } | OptionKind::Button => Vec::new(),
    }
}

/// A player of a kit with a small table, a seed, and a setting.
fn player<G: Notation>(kit: &GameKit<G>, (name, value): (&str, &str)) -> Box<dyn Player<G>> {
    let mut player = kit.player();
    for (name, value) in [("Hash", "1"), ("Skill Seed", "7"), (name, value)] {
        let known = player.options().iter().any(|spec| spec.is_named(name));
        assert!(!known || player.set_option(name, value).is_ok(), "{name} {value}");
    }
    player
}

/// Checks each option alone, every fifth of the hidden switches and constants. Returns the names of the options
/// that change what is played.
fn check<G: Notation>(kit: &GameKit<G>) -> Vec<String> {
    let start = &kit.start;
    let rules = kit.rule_sets.clone().unwrap_or_else(|| G::RULES.iter().map(|&name| name.to_owned()).collect());
    let other_rules: Vec<G> = rules
        .iter()
        .filter_map(|rules| G::begin(rules).ok())
        .filter(|other| other.rules() != start.rules())
        .take(2)
        .collect();
    let usual = played(&mut *player(kit, ("", "")), start);
    let specs = kit.player().options().to_vec();
    let hidden = specs.iter().filter(|spec| spec.hidden).step_by(5);
    let mut effective = Vec::new();
    for spec in specs.iter().filter(|spec| !spec.hidden).chain(hidden) {
        // Threads do not play the same twice; the seed of the book is set each time.
        if ["Threads", "Scheme", "BookSeed"].contains(&spec.name) {
            continue;
        }
        for value in others(spec) {
            let setting = (spec.name, value.as_str());
            let expected = played(&mut *player(kit, setting), start);
            if expected != usual {
                effective.push(spec.name.to_owned());
            }
            let mut player = player(kit, setting);
            played(&mut *player, start);
            player.new_game(start);
            assert_eq!(played(&mut *player, start), expected, "{} {setting:?}, new game", kit.name);
            for other in &other_rules {
                player.new_game(other);
                played(&mut *player, other);
                player.new_game(start);
                assert_eq!(played(&mut *player, start), expected, "{} {setting:?}, {}", kit.name, other.rules());
            }
            for choosing in &specs {
                let OptionKind::Combo { default, choices } = &choosing.kind else { continue };
                // Pruning sets the switches.
                if choosing.name == "Pruning" && spec.name.contains('.') {
                    continue;
                }
                let own = if choosing.name == spec.name { &value } else { default };
                for choice in choices.iter().filter(|&choice| choice != own) {
                    // Another search may not have the option, and may refuse a value that this one accepts.
                    let may_refuse = spec.name == "Search" || spec.name.contains('.');
                    for value in [choice, own] {
                        let set = player.set_option(choosing.name, value);
                        assert!(set.is_ok() || may_refuse, "{setting:?}, {} {value}: {set:?}", choosing.name);
                    }
                }
            }
            player.new_game(start);
            assert_eq!(played(&mut *player, start), expected, "{} {setting:?}, other choices", kit.name);
        }
    }
    effective.dedup();
    effective
}

fn assert_effective(effective: &[String], names: &[&str]) {
    for name in names {
        assert!(effective.iter().any(|one| one == name), "{name} changes nothing: {effective:?}");
    }
}

#[test]
fn every_option_of_the_player_of_xiangqi_stays_set() {
    let effective = check(&duiyi_xiangqi::kit::kit());
    let names = [
        "MultiPV",
        "Skill Level",
        "Randomness",
        "UCI_LimitStrength",
        "Pruning",
        "Driver",
        "Search",
        "Evaluation",
        "OwnBook",
        "switch.history",
    ];
    assert_effective(&effective, &names);
}

#[test]
fn every_option_of_the_player_of_connect6_stays_set() {
    let effective = check(&connect6::kit("connect6", Rules::CONNECT6));
    let names = ["MultiPV", "Level", "Solver", "Search", "Evaluation", "OwnBook", "Driver", "param.effort_inner"];
    assert_effective(&effective, &names);
}
