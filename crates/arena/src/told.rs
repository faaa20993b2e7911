//! The bridge from a told game to the arena: a referee that knows every game
//! which has rules and texts, and a seat for every player of one.

use crate::{Answer, BadOpening, Board, Entrant, Fault, Illegal, Player, Rules, Turn};
use duiyi_game::{Game, History, Notation, Outcome, Reason, Side};
use duiyi_player::{Seat, Signals, TurnLimits};
use std::time::Instant;

/// A told game with a rule set, as the arena wants it.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/nim/game.rs")); }
/// # use nim::Nim;
/// use duiyi_arena::{Rules, Told};
///
/// let rules = Told::<Nim>::new("")?;
/// let mut board = rules.start(&rules.initial_position())?;
/// board.play("2")?;
/// assert!(board.play("3").is_err());
/// # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
/// ```
pub struct Told<G> {
    name: String,
    start: G,
}

impl<G: Notation> Told<G> {
    /// The game by a rule set; an empty name is the usual one.
    ///
    /// # Errors
    /// If there is no such rule set.
    pub fn new(rules: &str) -> Result<Told<G>, Reason> {
        let start = G::begin(rules)?;
        let name = start.rules();
        // A record names its rules; a game without rule sets has its own name there.
        Ok(Told { name: if name.is_empty() { G::NAME.to_owned() } else { name }, start })
    }
}

impl<G: Notation> Rules for Told<G> {
    fn game(&self) -> &str {
        G::NAME
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn side_names(&self) -> [&str; 2] {
        G::SIDES
    }

    fn start(&self, position: &str) -> Result<Box<dyn Board>, BadOpening> {
        let start = self.start.read_position(position).map_err(|reason| BadOpening(reason.to_string()))?;
        Ok(Box::new(GameInProgress(History::new(start))))
    }

    fn initial_position(&self) -> String {
        self.start.write_position()
    }

    fn record_move(&self, mv: &str) -> String {
        G::record_turn(mv)
    }

    fn record_tags(&self) -> Vec<(&str, &str)> {
        G::RECORD_TAGS.to_vec()
    }
}

/// A game in progress.
struct GameInProgress<G: Game>(History<G>);

impl<G: Notation> Board for GameInProgress<G> {
    fn side_to_move(&self) -> Side {
        self.0.now().side_to_move()
    }

    /// Plays a whole turn.
    fn play(&mut self, turn: &str) -> Result<(), Illegal> {
        let now = self.0.now();
        let refused = |reason: String| Illegal(format!("{reason}; {}", now.write_position()));
        let moves = now.read_turn(turn).map_err(|reason| refused(reason.to_string()))?;
        let mut then = now.clone();
        moves.iter().for_each(|&mv| drop(then.make(mv)));
        let ended = then.side_to_move() != now.side_to_move() || then.outcome().is_some();
        if !ended {
            return Err(refused(format!("'{turn}' is only a part of a turn")));
        }
        self.0.play_turn(&moves).map_err(|illegal| Illegal(illegal.to_string()))
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn since_irreversible(&self) -> Option<(String, usize)> {
        if self.0.now().reversible() >= self.0.moves().len() {
            return None;
        }
        let (position, moves) = self.0.since_irreversible();
        let before = self.0.moves().len() - moves.len();
        // The arena counts turns; one that is cut in two stays whole.
        let mut played = 0;
        let turns = self.0.turns().take_while(|turn| {
            played += turn.len();
            played <= before
        });
        let turns = turns.count();
        (G::ALTERNATES && turns == before).then(|| (position.write_position(), turns))
    }
}

/// A player at the arena's board. It keeps its time by the clock that the arena shows it,
/// whatever the time control.
pub struct LocalPlayer<G: Notation> {
    seat: Seat<G>,
    rules: G,
    /// The game so far, with the texts that it was read from.
    game: Option<(String, Vec<String>, History<G>)>,
}

impl<G: Notation> LocalPlayer<G> {
    /// A player of a rule set, given by a position of it.
    pub fn new(rules: G, player: Box<dyn duiyi_player::Player<G>>) -> LocalPlayer<G> {
        LocalPlayer { seat: Seat::new(player), rules, game: None }
    }

    /// The game of the question; read from the start only if it is another one.
    fn follow(&mut self, turn: &Turn<'_>) -> Result<&History<G>, Reason> {
        let continues =
            self.game.as_ref().is_some_and(|(start, moves, _)| start == turn.start && turn.moves.starts_with(moves));
        if !continues {
            let game = History::new(self.rules.read_position(turn.start)?);
            self.game = Some((turn.start.to_owned(), Vec::new(), game));
        }
        let Some((_, moves, game)) = &mut self.game else { return Err("there is no game".into()) };
        let new = &turn.moves[moves.len()..];
        game.read_turns(new.iter().map(String::as_str))?;
        moves.extend_from_slice(new);
        Ok(game)
    }
}

impl<G: Notation> Player for LocalPlayer<G> {
    fn new_game(&mut self) -> Result<(), Fault> {
        self.game = None;
        self.seat.new_game(&self.rules);
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        let asked = Instant::now();
        let unread = |reason: Reason| Fault::NoMove(format!("the game was not read: {reason}"));
        let game = self.follow(turn).map_err(unread)?.clone();
        let limits = TurnLimits { go: turn.clock().go(), ..TurnLimits::default() };
        let decision = self.seat.take(&game, &limits, Signals::default(), &|_| true, &mut ());
        let decision = decision.ok_or_else(|| Fault::NoMove("none was found".to_owned()))?;
        Ok(Answer {
            mv: game.now().write_turn(&decision.turn),
            elapsed: asked.elapsed(),
            score: decision.score,
            depth: Some(decision.depth),
            nodes: Some(decision.nodes),
            cpu: None,
            // That of the process would be that of all its players together.
            peak_kib: None,
        })
    }
}

impl Entrant {
    /// A participant in this process, whose players `make` makes, for a rule set given by
    /// a position of it.
    pub fn local<G, P>(name: &str, rules: G, make: impl Fn() -> Result<P, Reason> + Send + Sync + 'static) -> Entrant
    where
        G: Notation,
        P: duiyi_player::Player<G> + 'static,
    {
        Entrant::new(name, format!("{name}, a player of {} in this process", G::NAME), move || {
            let player = make().map_err(|reason| Fault::Start(reason.to_string()))?;
            Ok(Box::new(LocalPlayer::new(rules.clone(), Box::new(player))))
        })
    }
}
