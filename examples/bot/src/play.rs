//! The games of a bot.

use crate::{
    address::Address,
    connection::{Connection, written},
    error::BotError,
    messages::{GameView, Received},
};
use duiyi_clock::{ByoYomi, GoParameters, Ledger, Phase, TimeControl};
use duiyi_engine::{Decision, Player, Seat, Signals, TurnLimits};
use duiyi_game::{History, Notation, Score};
use duiyi_play::message::{Action, ClientMessage, GameEnd, GameSetup, UNSTORED};
use std::{num::NonZeroU32, time::Duration};

/// How long a bot thinks about a turn without a clock or another limit.
const TURN_TIME: Duration = Duration::from_secs(1);

/// The limits of a turn in addition to the clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BotLimits {
    /// The maximum depth in plies.
    pub depth: Option<u32>,
    /// The maximum number of nodes.
    pub nodes: Option<u64>,
}

/// The settings of a bot.
#[derive(Clone, Debug)]
pub struct BotSettings {
    /// The server.
    pub server: Address,
    /// The name under which it plays.
    pub name: String,
    /// The name of the game on the server.
    pub game: String,
    /// The rule set; the usual one if it is empty.
    pub rules: String,
    /// The time control, the same for both sides.
    pub clock: TimeControl,
    /// The number of games.
    pub games: u32,
    /// How long to try to reach a server that does not answer.
    pub retry: Duration,
    /// The limits of a turn.
    pub limits: BotLimits,
}

/// A game that a bot has played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotGame {
    /// The names of the players, the first side first.
    pub names: [String; 2],
    /// The side of the bot, 0 or 1.
    pub side: usize,
    /// The number of turns.
    pub turns: usize,
    /// The end of the game.
    pub end: GameEnd,
}

/// Plays the games of a bot one after the other, and reports each.
///
/// The bot seeks an opponent with the same game, rules and time control. After a lost connection it
/// returns to its game, if the server stores games. It accepts a draw if its last score was worse than equal.
///
/// # Errors
/// If the server cannot be reached, refuses a message, or sends something else than a game.
pub fn run<G: Notation>(
    settings: &BotSettings,
    player: Box<dyn Player<G>>,
    report: &mut dyn FnMut(&BotGame),
) -> Result<(), BotError> {
    let connection = Connection::open(settings.server.clone(), settings.retry)?;
    let mut bot = Bot { settings, connection, seat: Seat::new(player), id: None };
    for _ in 0..settings.games {
        report(&bot.play()?);
    }
    bot.connection.close();
    Ok(())
}

/// A bot between its games.
struct Bot<'a, G: Notation> {
    settings: &'a BotSettings,
    connection: Connection,
    seat: Seat<G>,
    /// The id of the stored game under way.
    id: Option<String>,
}

/// A game under way.
#[derive(Default)]
struct Current {
    /// The bot's side; none until an opponent is found.
    side: Option<usize>,
    /// The turns in the game's own notation.
    turns: Vec<String>,
    /// The number of turns after which the bot has answered last.
    answered: Option<usize>,
    /// The last message, for the error if it is refused.
    sent: Option<ClientMessage>,
    /// The score of the bot's last turn.
    score: Option<Score>,
}

impl<G: Notation> Bot<'_, G> {
    /// Plays one game.
    fn play(&mut self) -> Result<BotGame, BotError> {
        let mut current = Current::default();
        self.id = None;
        self.say(&mut current, self.seek());
        loop {
            let Some(received) = self.connection.receive()? else {
                self.resume(&mut current)?;
                continue;
            };
            let Received { view, refused, seated, kept_as } = received;
            current.side = seated.or(current.side);
            // Before the bot is seated, messages belong to the game before.
            self.id = kept_as.filter(|_| current.side.is_some()).or(self.id.take());
            // Playing goes on if the server cannot store the game.
            if let Some(reason) = refused.filter(|reason| !reason.starts_with(UNSTORED)) {
                let asked = current.sent.as_ref().map_or_else(String::new, written);
                return Err(BotError::Refused { asked, reason });
            }
            if let (Some(view), Some(side)) = (view, current.side)
                && let Some(end) = self.follow(&mut current, view, side)?
            {
                return Ok(end);
            }
        }
    }

    /// The message that seeks an opponent.
    fn seek(&self) -> ClientMessage {
        let BotSettings { name, game, rules, clock, .. } = self.settings;
        let clock = if clock.is_timed() { clock.to_string() } else { String::new() };
        let names = [name.clone(), String::new()];
        let begin = GameSetup { game: game.clone(), rules: rules.clone(), clock, names, ..GameSetup::default() };
        ClientMessage::Seek { begin }
    }

    /// Sends a message.
    fn say(&mut self, current: &mut Current, message: ClientMessage) {
        self.connection.send(&message);
        current.sent = Some(message);
    }

    /// Returns to the game after the connection was lost, or seeks another opponent if none was found.
    fn resume(&mut self, current: &mut Current) -> Result<(), BotError> {
        let message = match (&self.id, current.side) {
            (_, None) => self.seek(),
            (Some(id), Some(_)) => ClientMessage::Open { id: id.clone(), name: String::new() },
            (None, Some(_)) => return Err(self.connection.lost()),
        };
        self.connection.reopen()?;
        current.turns.clear();
        current.answered = None;
        self.say(current, message);
        Ok(())
    }

    /// Follows the game, and plays if the bot is to move. Returns the game when it is over.
    fn follow(&mut self, current: &mut Current, view: GameView, side: usize) -> Result<Option<BotGame>, BotError> {
        if view.from > current.turns.len() {
            return Err(BotError::Game(format!("turn {} is missing", current.turns.len() + 1)));
        }
        current.turns.truncate(view.from);
        current.turns.extend(view.turns.iter().filter_map(|turn| turn.texts.last().cloned()));
        let turns = current.turns.len();
        if let Some(end) = view.ended {
            return Ok(Some(BotGame { names: view.names, side, turns, end }));
        }
        if view.to_move != side || current.answered == Some(turns) {
            return Ok(None);
        }
        let is_worse = current.score.is_some_and(|score| score < Score::ZERO);
        current.answered = Some(turns);
        if view.draw_offer == Some(1 - side) && is_worse {
            self.say(current, ClientMessage::Ask { ask: Action::Draw });
            return Ok(None);
        }
        let game: History<G> = read(&view, &current.turns)?;
        if current.score.is_none() {
            self.seat.new_game(game.start());
        }
        let decision = self.decide(&view, &game, side);
        let decision = decision.ok_or_else(|| BotError::NoTurn(current.turns.join(" ")))?;
        current.score = decision.score.or(Some(Score::ZERO));
        let text = game.now().write_turn(&decision.turn);
        self.say(current, ClientMessage::Ask { ask: Action::Turn { text, at: None } });
        Ok(None)
    }

    fn decide(&mut self, view: &GameView, game: &History<G>, side: usize) -> Option<Decision<G::Move>> {
        let own = game.turns().count() / 2;
        let mut go = view.clocks.map_or_else(GoParameters::default, |left| {
            clocks(&self.settings.clock, own, [left[side], left[1 - side]].map(Duration::from_millis))
        });
        (go.depth, go.nodes) = (self.settings.limits.depth, self.settings.limits.nodes);
        let mut limits = TurnLimits { go, ..TurnLimits::default() };
        if limits.is_unlimited() {
            limits = TurnLimits::move_time(TURN_TIME);
        }
        self.seat.take(game, &limits, Signals::default(), &|_| true, &mut ())
    }
}

/// The game of a view.
fn read<G: Notation>(view: &GameView, turns: &[String]) -> Result<History<G>, BotError> {
    let unreadable = |reason: String| BotError::Game(reason);
    let mut game = History::<G>::read(&view.rules, &view.start).map_err(|error| unreadable(error.to_string()))?;
    game.read_turns(turns.iter().map(String::as_str)).map_err(|error| unreadable(error.to_string()))?;
    Ok(game)
}

/// The limits of a turn by the clock, after a number of own turns; `left` is the time on the own clock and
/// on the opponent's, with the periods of byo-yomi.
fn clocks(control: &TimeControl, own: usize, left: [Duration; 2]) -> GoParameters {
    let mut ledger = Ledger::new(control);
    for _ in 0..own {
        // Only the number of turns matters here: a turn without time does not lose on time.
        let _ = ledger.spend(Duration::ZERO, Phase::Middlegame);
    }
    let mut go = ledger.go();
    let clock = go.own;
    let at = |left: Duration| {
        clock.map(|mut clock| {
            clock.left = left;
            if let Some(ByoYomi { periods, time }) = clock.byo_yomi.filter(|byo_yomi| !byo_yomi.time.is_zero()) {
                clock.left = left.saturating_sub(time * periods.get());
                let open = left.as_nanos().div_ceil(time.as_nanos()).clamp(1, u128::from(periods.get()));
                clock.byo_yomi = NonZeroU32::new(open as u32).map(|periods| ByoYomi { periods, time });
            }
            clock
        })
    };
    (go.own, go.opponent) = (at(left[0]), at(left[1]));
    go.move_time = go.move_time.map(|time| time.min(left[0]));
    go
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(control: &str, own: usize, left: u64) -> GoParameters {
        clocks(&control.parse().unwrap(), own, [left, 7].map(Duration::from_secs))
    }

    #[test]
    fn the_clock_of_the_server_limits_a_turn() {
        let fischer = go("300+3", 4, 100);
        let own = fischer.own.unwrap();
        assert_eq!((own.left, own.bonus.amount()), (Duration::from_secs(100), Duration::from_secs(3)));
        assert_eq!(fischer.opponent.unwrap().left, Duration::from_secs(7));
        // Sessions count the own turns.
        let sessions = |own| go("40/300", own, 100).moves_to_go.map(NonZeroU32::get);
        assert_eq!([sessions(0), sessions(39), sessions(40)], [Some(40), Some(1), Some(40)]);
    }
}
