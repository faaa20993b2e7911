//! Sessions without a page: actions, refusals and views.

use duiyi_game::NodeId;
use duiyi_play::{
    message::{Action, GameEnd, GameSetup, NodeView, SavedGame, Seat, View},
    session::{AnySession, Job, ViewOptions},
};
use std::{sync::Arc, time::Duration};

const ENGINE: Seat = Seat::Engine { level: Some(1) };

fn begin(game: &str) -> GameSetup {
    GameSetup { game: game.to_owned(), ..GameSetup::default() }
}

fn open(begin: &GameSetup) -> Box<dyn AnySession> {
    play::games().open(begin).unwrap_or_else(|error| panic!("{begin:?}: {error}"))
}

fn at(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn view(session: &mut dyn AnySession) -> View {
    session.view(ViewOptions::default(), at(0))
}

fn squares(squares: &[[u8; 2]]) -> Action {
    Action::Move { squares: squares.to_vec(), at: None }
}

fn turn(text: &str) -> Action {
    Action::Turn { text: text.to_owned(), at: None }
}

/// The position shown.
fn shown(session: &mut dyn AnySession) -> Arc<NodeView> {
    let shown = view(session).shown;
    session.nodes()[shown as usize].clone().unwrap()
}

/// The pieces on the board of a session as it is shown to a page.
pub(crate) fn board(session: &mut dyn AnySession) -> String {
    let view = view(session);
    let shown = session.nodes()[view.shown as usize].as_ref().unwrap();
    view.drawn.map_or_else(|| shown.board.clone(), |drawn| drawn.board)
}

/// The number of pieces on a board.
pub(crate) fn pieces(board: &str) -> usize {
    board.chars().filter(|&square| square != '.').count()
}

fn refusal(session: &mut dyn AnySession, ask: &Action) -> String {
    let before = view(session);
    let reason = session.act(ask, at(0)).unwrap_err().to_string();
    let after = view(session);
    assert_eq!((before.turns, before.ended), (after.turns, after.ended), "a refusal changes nothing");
    reason
}

/// Runs a job to its end; returns whether its answer was used.
pub(crate) fn run(session: &mut dyn AnySession, job: Job) -> bool {
    job.run(&mut |_| {});
    session.collect(at(0))
}

/// The game as text, from which it can be opened again.
pub(crate) fn game_text(session: &dyn AnySession) -> String {
    let SavedGame { begin, turns, .. } = session.saved(at(0));
    if turns.is_empty() { begin.position } else { format!("{} moves {turns}", begin.position) }
}

/// Lets engines play until a person is to move or the game is over.
fn let_engines_play(session: &mut dyn AnySession) {
    while let Some(job) = session.next_job(at(0)) {
        assert!(run(&mut *session, job));
    }
}

fn ended(winner: usize, reason: &str) -> Option<GameEnd> {
    Some(GameEnd { winner: Some(winner), reason: reason.to_owned() })
}

#[test]
fn every_game_is_offered_and_drawn() {
    let games = play::games();
    let names: Vec<&str> = games.offers().map(|offer| offer.name.as_str()).collect();
    assert_eq!(names, ["xiangqi", "connect6", "gomoku", "tictactoe", "hexo", "connect-four", "breakthrough"]);
    for offer in games.offers() {
        let mut session = open(&begin(&offer.name));
        let view = view(&mut *session);
        assert_eq!((view.ply, view.to_move, view.ended), (0, 0, None), "{}", offer.name);
        let look = view.look.unwrap();
        assert_eq!(board(&mut *session).len(), usize::from(look.columns) * usize::from(look.rows), "{}", offer.name);
        assert!(!offer.levels.is_empty(), "{}", offer.name);
    }
    let error = games.open(&begin("chess")).err().unwrap().to_string();
    assert!(error.contains("unknown game 'chess'; expected one of xiangqi, connect6, "), "{error}");
}

/// The ratings of one game are not used for another.
#[test]
fn ratings_of_levels_are_offered_where_known() {
    let games = play::games();
    let known = |name: &str| -> Vec<(u32, Option<(i32, bool)>)> {
        let offer = games.offers().find(|offer| offer.name == name).unwrap();
        offer.levels.iter().map(|(level, elo)| (*level, elo.map(|elo| (elo.elo, elo.measured)))).collect()
    };
    let xiangqi = known("xiangqi");
    let (full, weakened) = xiangqi.split_last().unwrap();
    assert_eq!((*full, weakened.len()), ((20, None), 20), "full strength has no rating");
    let ratings: Vec<(i32, bool)> = weakened.iter().filter_map(|(_, elo)| *elo).collect();
    assert!(ratings.len() == 20 && ratings.is_sorted_by_key(|rating| rating.0), "{ratings:?}");
    assert!(ratings[0].1 && !ratings[19].1, "the lowest level is measured, the highest estimated: {ratings:?}");
    let connect6 = known("connect6");
    assert_eq!((connect6[0], connect6[8]), ((1, Some((0, true))), (9, None)));
    for name in ["gomoku", "tictactoe", "hexo", "connect-four", "breakthrough"] {
        assert!(known(name).iter().all(|(_, elo)| elo.is_none()), "{name}");
    }
}

/// The crate of Breakthrough has no code for the page: its kit has a name, a start and an evaluation.
#[test]
fn a_game_with_a_minimal_kit_is_played_and_analysed() {
    let seats = [Seat::Person, Seat::Engine { level: Some(1) }];
    let mut session = open(&GameSetup { seats, ..begin("breakthrough") });
    session.act(&squares(&[[3, 1], [3, 2]]), at(0)).unwrap();
    let_engines_play(&mut *session);
    let played = view(&mut *session);
    assert_eq!((played.ply, played.to_move, played.turns[0].texts.len()), (2, 0, 1));
    session.act(&Action::Analyse { lines: 2 }, at(0)).unwrap();
    let job = session.next_job(at(0)).expect("an analysis");
    let (stop, mut lines) = (job.stop.clone(), 0);
    job.run(&mut |info| {
        if info.rank == 2 {
            lines += 1;
            stop.stop();
        }
    });
    assert!(lines > 0, "a second line was searched");
}

#[test]
fn a_move_is_made_by_its_squares() {
    let mut session = open(&begin("xiangqi"));
    let legal = view(&mut *session).legal;
    let from = |square: [u8; 2]| legal.iter().filter(|squares| squares[0] == square).count();
    assert_eq!((legal.len(), from([7, 2]), from([1, 0])), (44, 12, 2), "the moves of all, a cannon and a horse");
    session.act(&squares(&[[7, 2], [4, 2]]), at(0)).unwrap();
    let played = view(&mut *session);
    assert_eq!((played.ply, played.to_move), (1, 1));
    assert_eq!(played.header.notations, ["中文", "WXF", "ICCS", "own"]);
    assert_eq!(played.turns[0].texts, ["炮二平五", "C2=5", "H2-E2", "h2e2"]);
    assert_eq!(shown(&mut *session).last, [[7, 2], [4, 2]]);
}

#[test]
fn an_illegal_move_is_refused_with_its_reason() {
    let mut session = open(&begin("xiangqi"));
    assert_eq!(refusal(&mut *session, &squares(&[[4, 4]])), "there is no piece");
    assert!(refusal(&mut *session, &squares(&[[0, 9]])).contains("opponent's"));
    assert_eq!(refusal(&mut *session, &squares(&[[9, 9]])), "that is off the board");
    let reason = refusal(&mut *session, &squares(&[[1, 0], [3, 1]]));
    assert!(reason.contains("b0d1"), "{reason}");
    assert!(refusal(&mut *session, &turn("a0a9")).contains("a0a9"));
    let mut full = open(&GameSetup { position: "moves d d d d d d".into(), ..begin("connect-four") });
    assert_eq!(refusal(&mut *full, &squares(&[[3, 5]])), "no move can be made there");
}

/// Two stones are a turn; the first stone does not end it.
#[test]
fn a_turn_of_two_stones_is_made_stone_by_stone() {
    let mut session = open(&begin("connect6"));
    for (column, row, to_move, ply) in [(9, 9, 1, 1), (8, 10, 1, 2), (10, 10, 0, 3)] {
        session.act(&squares(&[[column, row]]), at(0)).unwrap();
        let view = view(&mut *session);
        assert_eq!((view.to_move, view.ply), (to_move, ply));
    }
    let seen = view(&mut *session);
    assert_eq!(seen.turns.len(), 2);
    assert_eq!(seen.turns[1].texts, ["I11-K11"]);
    assert_eq!(shown(&mut *session).last, [[8, 10], [10, 10]], "both stones of the turn");
    session.act(&Action::TakeBack, at(0)).unwrap();
    assert_eq!(view(&mut *session).ply, 1, "the whole turn");
}

#[test]
fn the_engine_replies_and_take_back_undoes_the_reply_too() {
    for game in ["xiangqi", "connect6", "gomoku", "tictactoe", "connect-four"] {
        let mut session = open(&GameSetup { seats: [Seat::Person, ENGINE], ..begin(game) });
        assert!(session.next_job(at(0)).is_none(), "a person is to move");
        let first = match game {
            "xiangqi" => "h2e2",
            "connect6" => "J10",
            "connect-four" => "d",
            _ => "B2",
        };
        session.act(&turn(first), at(0)).unwrap();
        assert!(
            view(&mut *session).state.thinking
                && refusal(&mut *session, &turn("a1")).contains("is played by the engine")
        );
        let job = session.next_job(at(0)).unwrap();
        assert!(session.next_job(at(0)).is_none(), "a job is handed out once");
        assert!(run(&mut *session, job), "{game}");
        let answered = view(&mut *session);
        assert_eq!((answered.turns.len(), answered.to_move, answered.state.thinking), (2, 0, false), "{game}");
        assert!(answered.study.thought.is_some());
        session.act(&Action::TakeBack, at(0)).unwrap();
        assert_eq!(view(&mut *session).ply, 0, "{game}");
        assert_eq!(refusal(&mut *session, &Action::TakeBack), "there is nothing to take back");
    }
}

/// The search of a position that is taken back is stopped, and its answer is dropped.
#[test]
fn a_job_that_is_no_longer_needed_is_stopped_and_dropped() {
    let mut session = open(&GameSetup { seats: [Seat::Person, ENGINE], ..begin("xiangqi") });
    session.act(&turn("h2e2"), at(0)).unwrap();
    let job = session.next_job(at(0)).unwrap();
    let stop = job.stop.clone();
    session.act(&Action::TakeBack, at(0)).unwrap();
    assert!(stop.is_stopped());
    assert!(!run(&mut *session, job));
    assert_eq!(view(&mut *session).ply, 0);
    session.act(&turn("b2e2"), at(0)).unwrap();
    let next = session.next_job(at(0)).unwrap();
    session.act(&Action::Sit { seats: [Seat::Person, Seat::Person] }, at(0)).unwrap();
    assert!(next.stop.is_stopped() && !run(&mut *session, next));
    assert!(!view(&mut *session).state.thinking);
}

#[test]
fn whole_games_between_engines_end_by_the_rules() {
    for game in ["tictactoe", "connect-four"] {
        let mut session = open(&GameSetup { seats: [ENGINE; 2], ..begin(game) });
        let_engines_play(&mut *session);
        let view = view(&mut *session);
        assert!(view.ended.is_some() && view.turns.len() >= 5, "{game}: {view:?}");
        assert!(refusal(&mut *session, &squares(&[[0, 0]])).contains("the game is over"));
        assert_eq!(refusal(&mut *session, &Action::TakeBack), "no person plays");
    }
}

#[test]
fn a_flag_falls() {
    let mut session = open(&GameSetup { clock: "60+5".into(), ..begin("xiangqi") });
    assert_eq!(session.flag_falls(), None, "the clock waits for the first move");
    session.act(&turn("h2e2"), at(100)).unwrap();
    assert_eq!(session.flag_falls(), Some(at(160)));
    session.act(&turn("h9g7"), at(110)).unwrap();
    let running = session.view(ViewOptions::default(), at(130));
    assert_eq!(running.state.clocks, Some([65_000 - 20_000, 55_000]));
    assert_eq!(session.view(ViewOptions::default(), at(175)).ended, None);
    let over = session.view(ViewOptions::default(), at(176));
    assert_eq!((over.ended, over.state.clocks), (ended(1, "time"), Some([0, 55_000])));
    assert_eq!(session.flag_falls(), None);
    assert!(session.act(&turn("h0g2"), at(177)).is_err());
    let late = open(&GameSetup { clock: "60".into(), ..begin("xiangqi") });
    let mut late = late;
    late.act(&turn("h2e2"), at(0)).unwrap();
    let error = late.act(&turn("h9g7"), at(61)).unwrap_err().to_string();
    assert_eq!((error.as_str(), view(&mut *late).ended), ("the game is over", ended(0, "time")));
    assert!(play::games().open(&GameSetup { clock: "soon".into(), ..begin("xiangqi") }).is_err());
}

#[test]
fn a_game_ends_by_resignation_or_agreement() {
    let mut session = open(&begin("xiangqi"));
    session.act(&Action::Draw, at(0)).unwrap();
    assert_eq!(view(&mut *session).state.draw_offer, Some(0));
    session.act(&turn("h2e2"), at(0)).unwrap();
    assert_eq!(view(&mut *session).state.draw_offer, Some(0), "the offer stands until the other side moves");
    session.act(&turn("h9g7"), at(0)).unwrap();
    assert_eq!(view(&mut *session).state.draw_offer, None, "a move declines the offer");
    session.act(&turn("h0g2"), at(0)).unwrap();
    session.act(&Action::Draw, at(0)).unwrap();
    session.act(&turn("b9c7"), at(0)).unwrap();
    session.act(&Action::Draw, at(0)).unwrap();
    assert_eq!(view(&mut *session).ended, Some(GameEnd { winner: None, reason: "agreement".into() }));
    let mut lost = open(&GameSetup { seats: [ENGINE, Seat::Person], ..begin("xiangqi") });
    lost.act(&Action::Resign, at(0)).unwrap();
    assert_eq!(view(&mut *lost).ended, ended(0, "resignation"), "the person resigns, also when the engine is to move");
    assert_eq!(refusal(&mut *lost, &Action::Resign), "the game is over");
    let mut engines = open(&GameSetup { seats: [ENGINE; 2], ..begin("xiangqi") });
    assert_eq!(refusal(&mut *engines, &Action::Resign), "no person plays");
}

/// Perpetual check loses, and is the reason for the result.
#[test]
fn a_perpetual_check_is_ruled() {
    let position = "3k5/9/9/9/9/9/9/9/9/4K3R w - - 0 1".to_owned();
    let mut session = open(&GameSetup { position, ..begin("xiangqi") });
    for text in ["i0i9", "d9d8", "i9i8", "d8d9", "i8i9", "d9d8", "i9i8", "d8d9", "i8i9", "d9d8", "i9i8", "d8d9"] {
        if session.act(&turn(text), at(0)).is_err() {
            break;
        }
    }
    let ended = view(&mut *session).ended.expect("the rules end the game");
    assert_eq!(ended.winner, Some(1));
    assert!(ended.reason.contains("perpetual check"), "{}", ended.reason);
}

#[test]
fn showing_earlier_positions_does_not_change_the_game() {
    let mut session = open(&begin("xiangqi"));
    for text in ["h2e2", "h9g7", "h0g2"] {
        session.act(&turn(text), at(0)).unwrap();
    }
    let start = board(&mut *open(&begin("xiangqi")));
    let at_node = |node| ViewOptions { node: Some(NodeId::new(node)), ..ViewOptions::default() };
    let earlier = session.view(at_node(0), at(0));
    assert_eq!((earlier.shown, earlier.ply, earlier.tip), (0, 3, 3));
    assert_eq!(session.nodes()[0].as_ref().unwrap().board, start);
    let far = session.view(at_node(99), at(0));
    assert_eq!(far.shown, 3);
    let look = far.look.unwrap();
    assert_eq!((look.columns, look.rows, look.kinds.len()), (9, 10, 14));
    let horse = look.kinds.iter().position(|kind| kind.symbol == "傌" && kind.letter == "N" && kind.side == Some(0));
    let drawn = |board: &str| {
        board.chars().position(|square| {
            Some(square) == char::from_digit(horse.unwrap() as u32, 36).map(|c| c.to_ascii_uppercase())
        })
    };
    assert_eq!((drawn(&start), drawn(&board(&mut *session))), (Some(1), Some(1)), "the horse stands on b0");
}

#[test]
fn a_game_is_opened_from_its_text() {
    let mut session = open(&GameSetup { rules: "wxf2018-120".into(), ..begin("xiangqi") });
    session.act(&turn("h2e2"), at(0)).unwrap();
    let first = view(&mut *session);
    let mut again =
        open(&GameSetup { rules: first.header.rules.clone(), position: game_text(&*session), ..begin("xiangqi") });
    let second = view(&mut *again);
    assert_eq!((&first.start, &first.turns), (&second.start, &second.turns));
    assert_eq!(first.header.rules, second.header.rules);
    assert_eq!(board(&mut *session), board(&mut *again));
    for begin in [
        GameSetup { position: "nonsense".into(), ..begin("xiangqi") },
        GameSetup { rules: "nonsense".into(), ..begin("xiangqi") },
        GameSetup { seats: [Seat::Engine { level: Some(99) }, Seat::Person], ..begin("xiangqi") },
    ] {
        assert!(play::games().open(&begin).is_err(), "{begin:?}");
    }
}
