//! Tests of xiangqi in the laboratory.

use super::{EvaluationSpec, LabGame, PlayerSpec};
use crate::matches::spec::read;
use duiyi_arena::{
    Adjudication, Choice, Format, GameRecord, Opening, Outcome, OutcomeKind, Phase, Plan, Progress, RuleBook, Setup,
    Shard, Side, Tournament, Watchdog,
};
use duiyi_engine::{Player, Request};
use duiyi_game::{History, Notation, Reason};
use duiyi_search::{LimitControl, Limits, StopHandle};
use duiyi_xiangqi::{Evaluation, NetworkEvaluation, Position, ThesisEvaluation, Weights, Xiangqi, player::TUNED};
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

fn xiangqi() -> LabGame<Xiangqi> {
    LabGame::new(duiyi_xiangqi::kit::kit())
}

/// Each evaluation has a name; the default is the network.
#[test]
fn evaluations_have_names() {
    let position: Position = "3k5/9/c8/9/9/R1n6/p8/9/9/4K4 w - - 0 1".parse().expect("a position");
    let (game, built_in) = (Xiangqi::new(position), NetworkEvaluation::built_in().of(&position));
    let of = |evaluation: &EvaluationSpec| xiangqi().judge(evaluation).expect("an evaluation")(&game);
    assert_eq!((of(&EvaluationSpec::Usual), of(&EvaluationSpec::named("network"))), (built_in, built_in));
    let weights = |weights| Evaluation::with_weights(weights).of(&position);
    let others = ["tuned", "hand", "thesis"].map(|name| of(&EvaluationSpec::named(name)));
    let tuned = weights(Weights::tuned());
    assert_eq!(others, [tuned, weights(Weights::by_hand().into()), ThesisEvaluation::new().of(&position)]);
    assert_eq!(of(&EvaluationSpec::Text(Weights::tuned().to_string().into())), tuned);
    assert!(others.iter().all(|&other| other != built_in), "{built_in} {others:?}");
}

#[test]
fn a_greedy_player_takes_the_most_valuable_piece() {
    // The rook on a4 may take the cannon on a7, the horse on c4 and the pawn on a3.
    let position: Position = "3k5/9/c8/9/9/R1n6/p8/9/9/4K4 w - - 0 1".parse().expect("a position");
    let decide = |game: &History<Xiangqi>, seed, greedy| {
        let spec =
            PlayerSpec { kind: if greedy { "greedy" } else { "random" }.to_owned(), seed, ..PlayerSpec::default() };
        let mut player = xiangqi().player(&spec).expect("a player");
        let mut control = LimitControl::new(Limits::default(), StopHandle::new());
        let mut request = Request { game, allowed: &|_| true, control: &mut control, observer: &mut () };
        player.decide(&mut request).expect("a move").turn[0].to_string()
    };
    let game = History::new(Xiangqi::new(position));
    let moves = |greedy| (0..40).map(|seed| decide(&game, seed, greedy)).collect::<Vec<_>>();
    assert!(moves(true).iter().all(|mv| mv == "a4a7"), "{:?}", moves(true));
    assert!(moves(false).iter().any(|mv| mv != "a4a7"));
    // A mate is worth more than a rook.
    let mate: Position = "3k5/4R4/9/9/9/9/9/r8/8R/4K4 w - - 0 1".parse().expect("a position");
    let mate = History::new(Xiangqi::new(mate));
    assert_eq!(decide(&mate, 1, true), "i1i9");
    // Without a capture any move is possible.
    let start = History::new(Xiangqi::default());
    assert_ne!(decide(&start, 1, true), decide(&start, 2, true));
}

fn play(rules: &str, opening: &str, moves: &str) -> History<Xiangqi> {
    let start = Xiangqi::begin(rules).expect("known").read_position(opening).expect("a position");
    let mut game = History::new(start);
    for mv in moves.split_whitespace() {
        assert_eq!(game.outcome(), None, "over before {mv}");
        game.read_turns([mv]).expect("legal");
    }
    game
}

fn start() -> String {
    Xiangqi::default().write_position()
}

/// The names of rules in the records of matches.
#[test]
fn matches_are_refereed_by_the_named_rules() {
    let opening = "3k5/9/9/9/9/9/9/R8/9/4K4 w - - 0 1";
    let moves = format!("a2a9 {}", "d9d8 a9a8 d8d9 a8a9 ".repeat(2));
    let checks = play("check-only-120", opening, &moves);
    assert_eq!(checks.outcome(), Some(Outcome::win(Side::Second, "perpetual check").by(OutcomeKind::Ruling)));
    assert_eq!(
        play("none-120", opening, &moves).outcome(),
        Some(Outcome::draw("repetition").by(OutcomeKind::Repetition))
    );
    let chase = "i3a3 a5b7 a3b3 b7a5 b3a3 a5b7 a3b3 b7a5 b3a3";
    let chased = play("asian", "3k5/9/9/9/n8/9/8R/9/9/4K4 w - - 0 1", chase);
    assert_eq!(chased.outcome(), Some(Outcome::win(Side::Second, "perpetual chase").by(OutcomeKind::Ruling)));
    let long = |rules| play(rules, "3k5/9/9/9/9/9/9/R8/9/4K4 w - - 99 60", "a2b2").outcome();
    assert_eq!(long("check-only-100"), Some(Outcome::draw("move limit").by(OutcomeKind::MoveLimit)));
    assert_eq!(long("check-only-120"), None);
    for (text, name) in [("asian", "asian-120"), ("check-only-100", "check-only-100"), ("", "asian-120")] {
        assert_eq!(RuleBook::new(&Xiangqi::begin(text).expect("known")).rules, name);
    }
}

#[test]
fn engines_receive_the_moves_since_the_last_capture() {
    let game = play("", &start(), "b2b9 a9b9 h2e2");
    let (position, moves) = game.since_irreversible();
    assert_eq!(moves.len(), 1);
    assert_eq!(position.write_position(), "1rbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/7C1/9/RNBAKABNR w - - 0 2");
}

#[test]
fn illegal_moves_are_refused_with_the_reason() {
    let now = Xiangqi::default();
    for (mv, reason) in [("h2h9x", "not a move"), ("a0a5", "cannot reach"), ("a9a8", "no piece"), ("☃", "not a move")]
    {
        let (text, turn) = Choice::read(&now, mv.to_owned()).judge(&now);
        let error = turn.expect_err("illegal").to_string();
        assert_eq!(text, mv);
        assert!(error.contains(reason), "{error}");
    }
    assert_eq!((RuleBook::new(&now).record_turn)("h2e2"), "H2-E2");
    let rubbish = Opening { id: String::new(), position: "rubbish".to_owned() };
    assert!(Setup::new(&now, &rubbish).is_err());
}

/// The player of a match is the player of the engine: both search the same nodes, with the default
/// evaluation and with another one.
#[test]
fn a_match_measures_the_player_of_the_engine() {
    let positions = duiyi_xiangqi::kit::bench_positions();
    let nodes = |player: &mut dyn Player<Xiangqi>| {
        player.set_option("Hash", "16").expect("a size");
        duiyi_engine::bench(player, &positions[..6], 6, |_| {}).nodes
    };
    let mut of_engine = duiyi_xiangqi::kit::player();
    let measured = |evaluation: EvaluationSpec| {
        let spec = PlayerSpec { evaluation, ..PlayerSpec::default() };
        nodes(&mut *xiangqi().player(&spec).expect("a player"))
    };
    let usual = nodes(&mut *of_engine);
    assert_eq!(measured(EvaluationSpec::Usual), usual);
    of_engine.set_option("Evaluation", TUNED).expect("an evaluation");
    let tuned = nodes(&mut *of_engine);
    assert_eq!(measured(EvaluationSpec::named(TUNED)), tuned);
    assert_ne!(usual, tuned);
}

/// A weakened player's mistakes depend only on the seed and the position.
#[test]
fn mistakes_are_reproducible() {
    let mut spec = PlayerSpec { seed: 7, ..PlayerSpec::default() };
    spec.set_option("Hash", "1");
    spec.set_option("Skill Level", "1");
    let rules = Xiangqi::default();
    let first_moves = |positions: &[&str]| {
        let mut player = xiangqi().player(&spec).expect("a player");
        let moves = positions.iter().map(|moves| {
            let game = History::<Xiangqi>::read("", moves).expect("a game");
            player.new_game(&rules);
            let control = &mut LimitControl::new(Limits::nodes(500), StopHandle::new());
            let allowed = &|_: &[_]| true;
            player.decide(&mut Request { game: &game, allowed, control, observer: &mut () }).expect("a move").turn
        });
        moves.collect::<Vec<_>>()
    };
    let texts = ["moves h2e2", "moves b0c2", "moves h0g2", "moves h2e2 h9g7"];
    let (forward, mut backward) = (
        first_moves(&texts),
        first_moves(&{
            let mut t = texts;
            t.reverse();
            t
        }),
    );
    backward.reverse();
    assert_eq!(forward, backward);
}

/// Plays two games by a clock that counts 20,000 nodes a second.
fn games_by_nodes(concurrency: usize) -> Vec<GameRecord> {
    let game = xiangqi();
    let entrants = ["name=a builtin=duiyi hash=1 eval=tuned", "name=b builtin=duiyi hash=1 eval=tuned seed=2"];
    let entrants = entrants.map(|text| {
        let spec = read(&game, text).expect("valid").by_nodes("20000".parse().ok()).expect("a built-in player");
        spec.entrant(&game, &Arc::new(Watchdog::new())).expect("a player")
    });
    let tournament = Tournament {
        start: game.start().clone(),
        entrants: entrants.into(),
        openings: vec![game.random_opening(1, 4).expect("an opening")],
        plan: Plan { format: Format::Gauntlet, rounds: 1, seed: 1 },
        shard: Shard::WHOLE,
        control: "0.3+0.01".parse().expect("valid"),
        clock: game.clock_rules(Duration::ZERO).by_nodes("20000".parse().ok()),
        known: None,
        adjudication: Adjudication { max_plies: Some(60), ..Adjudication::default() },
        sprt: None,
        concurrency,
        fresh_players: false,
    };
    let mut games: Vec<GameRecord> = Vec::new();
    let mut observe = |progress: &Progress<'_>| games.extend(progress.game.cloned());
    tournament.run(Vec::new(), None, &mut observe, &AtomicBool::new(false)).expect("played");
    games.sort_by_key(|game| game.number);
    games.iter_mut().flat_map(|game| &mut game.moves).for_each(|mv| mv.cpu_us = None);
    games
}

#[test]
fn games_by_a_node_clock_are_the_same_under_load() {
    let games = games_by_nodes(1);
    // Another load: both games at a time, and a thread that never waits.
    let done = AtomicBool::new(false);
    let again = std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                std::hint::spin_loop()
            }
        });
        let again = games_by_nodes(2);
        done.store(true, Ordering::Relaxed);
        again
    });
    assert_eq!(games, again);
    for game in &games {
        assert_eq!(game.forfeit, None, "{game:?}");
        // The time is that of the nodes, and the phases are those of xiangqi, not of the number of moves.
        assert!(game.moves.iter().all(|mv| mv.nodes.map(|nodes| nodes * 50) == Some(mv.us)), "{game:?}");
        assert_eq!(game.moves.first().and_then(|mv| mv.phase), Some(Phase::Opening));
        assert!(game.moves.iter().skip(30).all(|mv| mv.phase != Some(Phase::Opening)));
    }
}

#[test]
fn programs_receive_the_node_clock_as_an_option() {
    let by_nodes = |text: &str, rate: &str| {
        let spec = read(&xiangqi(), text).expect(text).by_nodes(rate.parse().ok())?;
        Ok::<_, Reason>(spec.entrant(&xiangqi(), &Arc::new(Watchdog::new()))?.description)
    };
    assert!(by_nodes("cmd=x", "20000").is_ok_and(|text| text.ends_with(" [nodestime=20]")));
    assert!(by_nodes("cmd=x", "20500").is_err_and(|error| error.to_string().contains("a multiple of 1000")));
    assert!(by_nodes("cmd=x ponder=on", "20000").is_err_and(|error| error.to_string().contains("ponder=on")));
}
