//! What a network for Connect Four looks at, the games that it learns from, and its samples.

use connect_four::{ConnectFour, evaluate};
use duiyi_nnue::{
    Change, Features, Trainable,
    train::{
        Lessons,
        games::ScoredGame,
        records::{PlayedGame, head},
    },
};
use duiyi_player::{Player, Request, SearchPlayer};
use duiyi_search::{
    Diagram, Game, Grid, History, LimitControl, Limits, Notation, Reason, Score, Side, Square, Stateless, StopHandle,
    legal_moves,
};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};

/// An input for each stone and cell, and for each free cell on which a side would make four;
/// the view's own first. A bucket for every seven stones.
pub(crate) struct Stones;

/// The stones of both sides, a bit each: seven bits a column.
fn stones(game: &ConnectFour) -> [u64; 2] {
    let mut stones = [0; 2];
    for (column, row) in (0..7).flat_map(|column| (0..6).map(move |row| (column, row))) {
        if let Some(owner) = game.owner(Square { column, row }) {
            stones[owner.index()] |= 1 << (7 * column + row);
        }
    }
    stones
}

/// The cells that would complete a line of four.
fn winning(stones: u64) -> u64 {
    let mut cells = stones << 1 & stones << 2 & stones << 3;
    for step in [6, 7, 8] {
        let (above, below) = (stones << step & stones << (2 * step), stones >> step & stones >> (2 * step));
        cells |= above & (stones << (3 * step) | stones >> step) | below & (stones >> (3 * step) | stones << step);
    }
    cells & 0x0000_fdfb_f7ef_dfbf
}

/// What is on in a view: own stones, the other's, own winning cells, the other's.
fn view(stones: [u64; 2], view: Side) -> [u64; 4] {
    let [own, other] = [stones[view.index()], stones[(!view).index()]];
    let free = !(own | other);
    [own, other, winning(own) & free, winning(other) & free]
}

/// The inputs of such sets.
fn inputs(sets: [u64; 4]) -> impl Iterator<Item = u16> {
    sets.into_iter()
        .zip([0, 49, 98, 147])
        .flat_map(|(set, first)| (0..49).filter(move |cell| set >> cell & 1 == 1).map(move |cell| first + cell))
}

impl Features for Stones {
    type Game = ConnectFour;
    const NAME: &'static str = "connect-four stones and winning cells";
    const INPUTS: usize = 4 * 49;
    const BUCKETS: usize = 6;

    fn inputs(game: &ConnectFour, side: Side, on: impl FnMut(u16)) {
        inputs(view(stones(game), side)).for_each(on);
    }

    fn change(game: &ConnectFour, column: u8, side: Side) -> Change {
        let before = stones(game);
        let mut after = before;
        for Square { column, row } in game.squares(column) {
            after[game.side_to_move().index()] |= 1 << (7 * column + row);
        }
        let (before, after) = (view(before, side), view(after, side));
        let mut change = Change::default();
        inputs(std::array::from_fn(|set| after[set] & !before[set])).for_each(|input| change.switch_on(input));
        inputs(std::array::from_fn(|set| before[set] & !after[set])).for_each(|input| change.switch_off(input));
        change
    }

    fn bucket(game: &ConnectFour) -> usize {
        (stones(game).map(u64::count_ones).iter().sum::<u32>() as usize / 7).min(5)
    }
}

impl Trainable for Stones {
    /// Every position: what ends by force has no score in the records.
    fn is_quiet(_game: &ConnectFour, _column: u8) -> bool {
        true
    }
}

/// Plays a game from a random opening; its record.
fn play(player: &mut dyn Player<ConnectFour>, random: &mut Xoshiro256PlusPlus) -> Result<PlayedGame, Reason> {
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
            // What ends by force the search sees itself.
            let found = decision.score.unwrap_or_default();
            score = found.mate_distance().is_none().then(|| Score::new(found.get().clamp(-300, 300)));
        }
        scores.push(score);
        game.play(mv)?;
    };
    Ok(PlayedGame::of(&ConnectFour::default(), &game, &scores, &outcome))
}

/// A file of games of the player with the evaluation by hand against itself.
pub(crate) fn games(count: u64) -> Result<Vec<u8>, Reason> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut player = SearchPlayer::new(|| Stateless(evaluate));
    player.set_option("Hash", "1")?;
    let mut file = head(ConnectFour::NAME);
    for _ in 0..count {
        file.extend(play(&mut player, &mut random)?.to_bytes());
    }
    Ok(file)
}

/// The samples of such a file; every twentieth game is held out.
pub(crate) fn lessons(file: &[u8]) -> Result<Lessons<Stones>, Reason> {
    let mut lessons = Lessons::new(20, 300);
    let (rules, mut failed) = (ConnectFour::default(), None);
    ScoredGame::read(&rules, file, &mut |game| {
        let added = game.map_err(Reason::from).and_then(|game| Ok(lessons.add(Some(&game))?));
        failed = failed.take().or(added.err());
    })?;
    failed.map_or(Ok(lessons), Err)
}
