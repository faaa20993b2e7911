//! A match between the player of a kit and random moves, the weakest opponent.

use crate::GameKit;
use duiyi_arena::{
    Adjudication, BradleyTerry, ClockRules, Entrant, Format, Journal, Opening, Plan, Shard, TimeControl, Tournament,
    summary,
};
use duiyi_engine::{Player, RandomPlayer};
use duiyi_game::{History, Notation, Reason};
use std::{path::Path, sync::atomic::AtomicBool, time::Duration};

/// A match between a player, `search`, and a player of random moves, `random`.
#[derive(Clone, Debug)]
pub struct RandomMatch {
    /// The number of pairs of games; a pair is one opening with both colours.
    pub pairs: u64,
    /// The time control.
    pub control: TimeControl,
    /// The seed of the random openings and moves.
    pub seed: u64,
    /// Whether each pair has a random opening of the kit; otherwise all games begin at the start position.
    pub drawn: bool,
}

impl RandomMatch {
    /// The match in the game of a kit, for the player that `make` creates.
    ///
    /// # Errors
    /// If no opening can be drawn.
    pub fn of<G: Notation>(
        self,
        kit: &GameKit<G>,
        make: impl Fn() -> Result<Box<dyn Player<G>>, Reason> + Send + Sync + 'static,
    ) -> Result<Tournament<G>, Reason> {
        let RandomMatch { pairs, control, seed, drawn } = self;
        let start = || vec![opening("start".to_owned(), &History::new(kit.start.clone()))];
        let openings = if drawn { random_openings(kit, pairs, seed)? } else { start() };
        Ok(Tournament {
            start: kit.start.clone(),
            entrants: vec![
                Entrant::local("search", make),
                Entrant::local("random", move || Ok(RandomPlayer::new(seed))),
            ],
            openings,
            plan: Plan { format: Format::Gauntlet, rounds: pairs, seed },
            shard: Shard::WHOLE,
            control,
            clock: ClockRules::new(Duration::from_millis(200)).context(kit.parts.context()),
            known: None,
            adjudication: Adjudication::default(),
            sprt: None,
            concurrency: 1,
            fresh_players: false,
        })
    }
}

/// The random openings of a kit for a seed, one for each pair.
fn random_openings<G: Notation>(kit: &GameKit<G>, pairs: u64, seed: u64) -> Result<Vec<Opening>, Reason> {
    let known = &kit.openings;
    let draw = |pair: u64| {
        let game = (known.draw)(&kit.start, seed.wrapping_add(pair), known.random_turns)?;
        Ok(opening(format!("opening {}", pair + 1), &game))
    };
    (0..pairs).map(draw).collect()
}

/// Converts a game to an opening. The usual start position is omitted, so that a record has only
/// the moves.
fn opening<G: Notation>(id: String, game: &History<G>) -> Opening {
    let start = game.start();
    let is_usual = G::begin(&start.rules()).is_ok_and(|usual| usual.write_position() == start.write_position());
    let position = match game.moves() {
        [] if is_usual => String::new(),
        moves if is_usual => format!("moves {}", start.write_line(moves)),
        _ => game.write(),
    };
    Opening { id, position }
}

/// Plays a match and returns its summary. With `out` every game is written to `out.jsonl` and
/// `out.pgn` as soon as it has ended.
///
/// # Errors
/// If the files cannot be written, or already exist.
pub fn play_match<G: Notation>(contest: &Tournament<G>, command: &str, out: Option<&Path>) -> Result<String, Reason> {
    let heading = contest.heading(command);
    let mut journal = match out {
        Some(stem) => Some(Journal::open(stem, heading.clone(), contest.rule_book(), false)?.0),
        None => None,
    };
    let (standings, _) = contest.run(Vec::new(), journal.as_mut(), &mut |_| {}, &AtomicBool::new(false))?;
    Ok(summary(&[&heading], &standings, BradleyTerry::default()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_engine::PlayerParts;
    use duiyi_game::{Score, nim::Nim};

    fn positions(drawn: bool, seed: u64) -> Vec<String> {
        let kit = GameKit::new("nim", Nim::new(200), PlayerParts::by(|| |_: &Nim| Score::ZERO));
        let plan = RandomMatch { pairs: 3, control: "depth=1".parse().unwrap(), seed, drawn };
        let own = kit.clone();
        let contest = plan.of(&kit, move || Ok(own.player())).unwrap();
        contest.openings.into_iter().map(|opening| opening.position).collect()
    }

    #[test]
    fn openings_depend_only_on_the_seed() {
        let (first, other) = (positions(true, 1), positions(true, 7));
        assert_eq!((first.len(), &first), (3, &positions(true, 1)));
        assert!(first[0] != first[1] && first[1] != first[2] && first[0] != other[0]);
        assert!(first.iter().all(|position| position.starts_with("200 a moves ")), "{first:?}");
        assert_eq!(positions(false, 1), ["200 a"], "all games begin at the start");
    }
}
