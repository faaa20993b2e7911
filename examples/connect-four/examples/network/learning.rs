//! Games for the training of a network for Connect Four, and their samples.

use connect_four::{ConnectFour, Stones, evaluate};
use duiyi_engine::{Player, Request, SearchPlayer};
use duiyi_search::{History, LimitControl, Limits, Notation, Reason, Score, StopHandle, legal_moves};
use duiyi_train::network::{InputSet, Lessons, games::ScoredGame, records::head};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};

/// Plays a game from a random opening.
fn play(
    player: &mut dyn Player<ConnectFour>,
    random: &mut Xoshiro256PlusPlus,
) -> Result<ScoredGame<ConnectFour>, Reason> {
    let mut game = History::new(ConnectFour::default());
    let opening = 2 + random.next_u64() % 10;
    let mut scores = Vec::new();
    player.new_game(game.start());
    let outcome = loop {
        if let Some(outcome) = game.outcome() {
            break outcome;
        }
        let moves = legal_moves(game.now());
        let mut mv = moves[(random.next_u64() % moves.len() as u64) as usize];
        let mut score = None;
        if game.moves().len() as u64 >= opening {
            let mut control = LimitControl::new(Limits::nodes(400), StopHandle::new());
            let request = &mut Request { game: &game, allowed: &|_| true, control: &mut control, observer: &mut () };
            let decision = player.decide(request).ok_or("no move")?;
            mv = decision.turn[0];
            // Forced wins get no score, because the search finds them.
            let found = decision.score.unwrap_or_default();
            score = found.mate_distance().is_none().then(|| Score::new(found.get().clamp(-300, 300)));
        }
        scores.push(score);
        game.play(mv)?;
    };
    Ok(ScoredGame::of(&game, &scores, &outcome))
}

/// A file of self-play games with the evaluation by hand.
pub(crate) fn games(count: u64) -> Result<Vec<u8>, Reason> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut player = SearchPlayer::new(|| evaluate);
    player.set_option("Hash", "1")?;
    let mut file = head(ConnectFour::NAME);
    for _ in 0..count {
        file.extend(play(&mut player, &mut random)?.record(&ConnectFour::default()).to_bytes());
    }
    Ok(file)
}

/// The samples of a file of games; every twentieth game is held out.
pub(crate) fn lessons(file: &[u8]) -> Result<Lessons<ConnectFour>, Reason> {
    let mut lessons = Lessons::new(InputSet::of::<Stones>(), 20, 300);
    let (rules, mut failed) = (ConnectFour::default(), None);
    ScoredGame::read(&rules, file, &mut |game| {
        let added = game.map_err(Reason::from).and_then(|game| Ok(lessons.add(Some(&game))?));
        failed = failed.take().or(added.err());
    })?;
    failed.map_or(Ok(lessons), Err)
}
