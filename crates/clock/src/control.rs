//! Time controls: how much time a player has for a game, and their texts.
//!
//! A control is either a limit on every single move (time, depth, nodes), no
//! limit at all, an hour-glass, or a list of *sessions*. A session is a number
//! of moves (or the rest of the game) with an amount of time and a bonus per
//! move: a Fischer increment, a Bronstein delay or a US (simple) delay. A list
//! whose last session has a number of moves repeats that session for ever; one
//! whose last session is sudden death may be followed by byo-yomi (读秒).
//!
//! The texts follow the `TimeControl` tag of the PGN standard (`300`, `60+30`,
//! `40/5400+30`, `40/7200:3600`, `*180`, `-`), with the additions that engine
//! matches use (`movetime=` or `st=`, `depth=`, `nodes=`) and our own texts for
//! delays and byo-yomi (`60;d5`, `60;b5`, `600+3x30s`). Matches, records and the
//! simulator all read and write these texts. The quantities are defined in rows
//! T-1 and T-2 of docs/sources.md.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

/// The longest time a text may name: ten years, far below any overflow.
const LONGEST: Duration = Duration::from_secs(10 * 366 * 24 * 3600);

/// What a player gets for each move, in addition to the time of the session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Bonus {
    /// Nothing: plain time.
    #[default]
    None,
    /// Fischer increment (每步加时): added to the clock after every move, used or not.
    Increment(Duration),
    /// Bronstein delay: after the move the clock gets back the time used, up to this amount.
    Bronstein(Duration),
    /// US or simple delay: the clock starts to run only after this time.
    Delay(Duration),
}

impl Bonus {
    /// The amount per move, zero for [`Bonus::None`].
    pub fn amount(self) -> Duration {
        match self {
            Bonus::None => Duration::ZERO,
            Bonus::Increment(d) | Bonus::Bronstein(d) | Bonus::Delay(d) => d,
        }
    }

    /// The time that a move which took `used` adds to the clock afterwards.
    ///
    /// Every kind credits at most its amount; only the increment credits more
    /// than was used.
    pub fn credit(self, used: Duration) -> Duration {
        match self {
            Bonus::None => Duration::ZERO,
            Bonus::Increment(d) => d,
            Bonus::Bronstein(d) | Bonus::Delay(d) => d.min(used),
        }
    }

    /// The time that a move may take beyond the time left before the flag falls:
    /// the delay of the US clock.
    pub fn grace(self) -> Duration {
        match self {
            Bonus::Delay(d) => d,
            _ => Duration::ZERO,
        }
    }

    /// Converts a bonus of zero to none, so that each control has one value and one text.
    fn normal(self) -> Bonus {
        if self.amount().is_zero() { Bonus::None } else { self }
    }
}

/// A stretch of the game with its own time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Session {
    /// Moves to make in this session; `None` is sudden death: the rest of the game.
    pub moves: Option<NonZeroU32>,
    /// Time that the session adds to the clock when it begins.
    pub time: Duration,
    /// The bonus for each move of the session.
    pub bonus: Bonus,
}

/// Overtime periods (读秒): a period that a move does not use up is restored for the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ByoYomi {
    /// Periods left, at least one.
    pub periods: NonZeroU32,
    /// Length of one period.
    pub time: Duration,
}

impl ByoYomi {
    /// All periods together.
    pub fn total(self) -> Duration {
        self.time.saturating_mul(self.periods.get())
    }
}

/// A list of sessions, perhaps followed by byo-yomi.
///
/// Only the last session may be sudden death, and only a sudden-death session
/// may be followed by byo-yomi; [`Sessions::new`] checks both.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sessions {
    list: Vec<Session>,
    byo_yomi: Option<ByoYomi>,
}

impl Sessions {
    /// Makes a list of sessions.
    ///
    /// # Errors
    /// [`ControlError::NoSession`] for an empty list,
    /// [`ControlError::SuddenDeathNotLast`] where a session for the rest of
    /// the game has a successor, [`ControlError::ByoYomiAfterMoves`] where
    /// byo-yomi follows a session of a number of moves, and
    /// [`ControlError::NoTime`] where the first session gives no time at all.
    pub fn new(list: Vec<Session>, byo_yomi: Option<ByoYomi>) -> Result<Sessions, ControlError> {
        if list.is_empty() {
            return Err(ControlError::NoSession);
        }
        let list: Vec<Session> = list.into_iter().map(|s| Session { bonus: s.bonus.normal(), ..s }).collect();
        let (first, last) = (list[0], list[list.len() - 1]);
        if list[..list.len() - 1].iter().any(|s| s.moves.is_none()) {
            return Err(ControlError::SuddenDeathNotLast);
        }
        if byo_yomi.is_some() && last.moves.is_some() {
            return Err(ControlError::ByoYomiAfterMoves);
        }
        let overtime = byo_yomi.map_or(Duration::ZERO, |b| b.time);
        if first.time.is_zero() && first.bonus.grace().is_zero() && (list.len() > 1 || overtime.is_zero()) {
            return Err(ControlError::NoTime);
        }
        Ok(Sessions { list, byo_yomi })
    }

    /// The sessions in order, at least one.
    pub fn list(&self) -> &[Session] {
        &self.list
    }

    /// The overtime after the last session.
    pub fn byo_yomi(&self) -> Option<ByoYomi> {
        self.byo_yomi
    }

    /// Session number `index`; past the end the last session repeats.
    pub fn session(&self, index: usize) -> Session {
        self.list[index.min(self.list.len() - 1)]
    }
}

/// How a player's time is limited.
///
/// ```
/// use duiyi_clock::TimeControl;
/// use std::time::Duration;
///
/// let control: TimeControl = "60+30".parse()?;
/// assert_eq!(control, TimeControl::fischer(Duration::from_secs(60), Duration::from_secs(30)));
/// assert_eq!(control.to_string(), "60+30");
/// for text in ["300", "40/5400+30", "40/7200:3600+5", "60;d5", "3x30s", "600+3x30s", "*180", "-", "movetime=0.1", "depth=9"] {
///     assert_eq!(text.parse::<TimeControl>()?.to_string(), text);
/// }
/// assert_eq!("st=0.1".parse::<TimeControl>()?, TimeControl::MoveTime(Duration::from_millis(100)));
/// # Ok::<(), duiyi_clock::ControlError>(())
/// ```
///
/// With the feature `serde` it is read and written as this text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(into = "String", try_from = "String")
)]
pub enum TimeControl {
    /// No limit: the search runs until it is stopped. Text `-` (`inf` is also read).
    Infinite,
    /// The same time for every move; unused time is lost. Text `movetime=5` (`st=5` is also read).
    MoveTime(Duration),
    /// The same depth for every move, in plies. Text `depth=12`.
    Depth(u32),
    /// The same number of nodes for every move. Text `nodes=100000`.
    Nodes(u64),
    /// The iteration in which this number of nodes is reached is the last for every move; it ends at eight times as
    /// many nodes at the latest. Text `softnodes=5000`.
    SoftNodes(u64),
    /// Hour-glass: the opponent gains the time that a player uses. Text `*180`.
    Hourglass(Duration),
    /// Sessions with a clock, and perhaps byo-yomi.
    Sessions(Sessions),
}

impl TimeControl {
    fn one(time: Duration, bonus: Bonus) -> TimeControl {
        let session = Session { moves: None, time, bonus: bonus.normal() };
        TimeControl::Sessions(Sessions { list: vec![session], byo_yomi: None })
    }

    /// All moves in `time` (包干).
    pub fn sudden_death(time: Duration) -> TimeControl {
        TimeControl::one(time, Bonus::None)
    }

    /// All moves in `time`, with `increment` after every move (row T-1 of docs/sources.md).
    pub fn fischer(time: Duration, increment: Duration) -> TimeControl {
        TimeControl::one(time, Bonus::Increment(increment))
    }

    /// `main` time, then `periods` periods of `time` each.
    pub fn byo_yomi(main: Duration, periods: NonZeroU32, time: Duration) -> TimeControl {
        let session = Session { moves: None, time: main, bonus: Bonus::None };
        TimeControl::Sessions(Sessions { list: vec![session], byo_yomi: Some(ByoYomi { periods, time }) })
    }

    /// Whether the control measures time at all.
    pub fn is_timed(&self) -> bool {
        !matches!(
            self,
            TimeControl::Infinite | TimeControl::Depth(_) | TimeControl::Nodes(_) | TimeControl::SoftNodes(_)
        )
    }

    /// The same control with every time multiplied by `factor`.
    ///
    /// Controls without time stay as they are. A factor that is not finite and
    /// positive counts as 1.
    pub fn scaled(&self, factor: f64) -> TimeControl {
        let factor = if factor.is_finite() && factor > 0.0 { factor } else { 1.0 };
        let scale = |d: Duration| Duration::try_from_secs_f64(d.as_secs_f64() * factor).unwrap_or(LONGEST).min(LONGEST);
        let scale_bonus = |bonus: Bonus| match bonus {
            Bonus::None => Bonus::None,
            Bonus::Increment(d) => Bonus::Increment(scale(d)),
            Bonus::Bronstein(d) => Bonus::Bronstein(scale(d)),
            Bonus::Delay(d) => Bonus::Delay(scale(d)),
        };
        match self {
            TimeControl::MoveTime(d) => TimeControl::MoveTime(scale(*d)),
            TimeControl::Hourglass(d) => TimeControl::Hourglass(scale(*d)),
            TimeControl::Sessions(sessions) => TimeControl::Sessions(Sessions {
                list: sessions
                    .list
                    .iter()
                    .map(|s| Session { moves: s.moves, time: scale(s.time), bonus: scale_bonus(s.bonus) })
                    .collect(),
                byo_yomi: sessions.byo_yomi.map(|b| ByoYomi { time: scale(b.time), ..b }),
            }),
            other => other.clone(),
        }
    }
}

/// The error for an invalid time control.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ControlError {
    /// The text, or a list of sessions, is empty.
    #[error("a time control needs at least one session, such as \"60+30\"")]
    NoSession,
    /// A session for the rest of the game is followed by another.
    #[error("only the last session may be for the rest of the game")]
    SuddenDeathNotLast,
    /// Byo-yomi follows a session of a number of moves.
    #[error("byo-yomi can only follow a session for the rest of the game")]
    ByoYomiAfterMoves,
    /// The first session, the move or the hour-glass has no time.
    #[error("a time control whose first move has no time")]
    NoTime,
    /// An unknown limit for each move.
    #[error("unknown limit '{name}='; expected movetime=SECONDS, depth=PLIES, nodes=COUNT or softnodes=COUNT")]
    Limit {
        /// The text before the `=`.
        name: String,
    },
    /// A time is not a number of seconds.
    #[error("{text:?} is not a time; expected a number of seconds such as 30, 0.1 or 500ms, at most ten years")]
    Time {
        /// What was read.
        text: String,
    },
    /// A count is not a positive integer.
    #[error("{text:?} is not a count of {what}; expected a whole number from 1")]
    Count {
        /// What was read.
        text: String,
        /// What is counted: moves, periods, plies or nodes.
        what: &'static str,
    },
}

/// Reads a time: decimal seconds, or a number with a unit `ms`, `s`, `m` or `h`.
///
/// Exact to the nanosecond; more than nine decimals of a second are an error.
///
/// # Errors
/// [`ControlError::Time`] when the text is anything else.
pub fn parse_time(text: &str) -> Result<Duration, ControlError> {
    let error = || ControlError::Time { text: text.to_owned() };
    let (digits, nanos_per_unit) = if let Some(d) = text.strip_suffix("ms") {
        (d, 1_000_000_u128)
    } else if let Some(d) = text.strip_suffix('s') {
        (d, 1_000_000_000)
    } else if let Some(d) = text.strip_suffix('m') {
        (d, 60_000_000_000)
    } else if let Some(d) = text.strip_suffix('h') {
        (d, 3_600_000_000_000)
    } else {
        (text, 1_000_000_000)
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let is_digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
    if (whole.is_empty() && fraction.is_empty()) || !is_digits(whole) || !is_digits(fraction) {
        return Err(error());
    }
    if whole.len() > 15 || fraction.len() > 9 || (digits.contains('.') && fraction.is_empty()) {
        return Err(error());
    }
    let whole: u128 = if whole.is_empty() { 0 } else { whole.parse().map_err(|_| error())? };
    let scale = 10_u128.pow(fraction.len() as u32);
    let part: u128 = if fraction.is_empty() { 0 } else { fraction.parse().map_err(|_| error())? };
    let scaled = (whole * scale + part) * nanos_per_unit;
    if !scaled.is_multiple_of(scale) || scaled / scale > LONGEST.as_nanos() {
        return Err(error());
    }
    let nanos = scaled / scale;
    Ok(Duration::new((nanos / 1_000_000_000) as u64, (nanos % 1_000_000_000) as u32))
}

fn parse_time_above_zero(text: &str) -> Result<Duration, ControlError> {
    parse_time(text).and_then(|time| if time.is_zero() { Err(ControlError::NoTime) } else { Ok(time) })
}

/// A time as decimal seconds without trailing zeros: the inverse of [`parse_time`].
struct Seconds(Duration);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nanos = self.0.subsec_nanos();
        if nanos == 0 {
            return write!(f, "{}", self.0.as_secs());
        }
        let digits = format!("{nanos:09}");
        write!(f, "{}.{}", self.0.as_secs(), digits.trim_end_matches('0'))
    }
}

fn parse_count<T: FromStr + PartialOrd + Default>(text: &str, what: &'static str) -> Result<T, ControlError> {
    let error = || ControlError::Count { text: text.to_owned(), what };
    if text.is_empty() || !text.bytes().all(|b| b.is_ascii_digit()) {
        return Err(error());
    }
    text.parse().ok().filter(|n| *n > T::default()).ok_or_else(error)
}

fn parse_moves(text: &str, what: &'static str) -> Result<NonZeroU32, ControlError> {
    let count: u32 = parse_count(text, what)?;
    NonZeroU32::new(count).ok_or_else(|| ControlError::Count { text: text.to_owned(), what })
}

fn parse_byo_yomi(text: &str) -> Result<Option<ByoYomi>, ControlError> {
    match text.split_once('x') {
        None => Ok(None),
        Some((periods, time)) => {
            Ok(Some(ByoYomi { periods: parse_moves(periods, "periods")?, time: parse_time(time)? }))
        }
    }
}

/// One session with the overtime that its text may end with.
fn parse_session(text: &str) -> Result<(Session, Option<ByoYomi>), ControlError> {
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => (Some(parse_moves(moves, "moves")?), rest),
        None => (None, text),
    };
    if !rest.contains(['+', ';']) && rest.contains('x') {
        return Ok((Session { moves, time: Duration::ZERO, bonus: Bonus::None }, parse_byo_yomi(rest)?));
    }
    if let Some((time, delay)) = rest.split_once(';') {
        let bonus = match (delay.strip_prefix('d'), delay.strip_prefix('b')) {
            (Some(d), _) => Bonus::Delay(parse_time(d)?),
            (_, Some(b)) => Bonus::Bronstein(parse_time(b)?),
            _ => return Err(ControlError::Time { text: delay.to_owned() }),
        };
        return Ok((Session { moves, time: parse_time(time)?, bonus: bonus.normal() }, None));
    }
    let mut parts = rest.split('+');
    let time = parse_time(parts.next().unwrap_or_default())?;
    let (mut bonus, mut byo_yomi) = (Bonus::None, None);
    for part in parts {
        match parse_byo_yomi(part)? {
            Some(overtime) if byo_yomi.is_none() => byo_yomi = Some(overtime),
            None if bonus == Bonus::None && byo_yomi.is_none() => bonus = Bonus::Increment(parse_time(part)?),
            _ => return Err(ControlError::Time { text: part.to_owned() }),
        }
    }
    Ok((Session { moves, time, bonus: bonus.normal() }, byo_yomi))
}

impl FromStr for TimeControl {
    type Err = ControlError;

    fn from_str(text: &str) -> Result<TimeControl, ControlError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(ControlError::NoSession);
        }
        if text == "-" || text.eq_ignore_ascii_case("inf") || text.eq_ignore_ascii_case("infinite") {
            return Ok(TimeControl::Infinite);
        }
        if let Some((name, value)) = text.split_once('=') {
            return match name {
                "movetime" | "st" => parse_time_above_zero(value).map(TimeControl::MoveTime),
                "depth" => parse_count(value, "plies").map(TimeControl::Depth),
                "nodes" => parse_count(value, "nodes").map(TimeControl::Nodes),
                "softnodes" => parse_count(value, "nodes").map(TimeControl::SoftNodes),
                _ => Err(ControlError::Limit { name: name.to_owned() }),
            };
        }
        if let Some(time) = text.strip_prefix('*') {
            return parse_time_above_zero(time).map(TimeControl::Hourglass);
        }
        let mut list = Vec::new();
        let mut byo_yomi = None;
        for part in text.split(':') {
            if byo_yomi.is_some() {
                return Err(ControlError::SuddenDeathNotLast);
            }
            let (session, overtime) = parse_session(part)?;
            list.push(session);
            byo_yomi = overtime;
        }
        Sessions::new(list, byo_yomi).map(TimeControl::Sessions)
    }
}

#[cfg(feature = "serde")]
impl From<TimeControl> for String {
    fn from(control: TimeControl) -> String {
        control.to_string()
    }
}

#[cfg(feature = "serde")]
impl TryFrom<String> for TimeControl {
    type Error = ControlError;

    fn try_from(text: String) -> Result<TimeControl, ControlError> {
        text.parse()
    }
}

impl fmt::Display for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", Seconds(self.time))?;
        match self.bonus {
            Bonus::None => Ok(()),
            Bonus::Increment(d) => write!(f, "+{}", Seconds(d)),
            Bonus::Bronstein(d) => write!(f, ";b{}", Seconds(d)),
            Bonus::Delay(d) => write!(f, ";d{}", Seconds(d)),
        }
    }
}

impl fmt::Display for ByoYomi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}s", self.periods, Seconds(self.time))
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sessions = match self {
            TimeControl::Infinite => return f.write_str("-"),
            TimeControl::MoveTime(d) => return write!(f, "movetime={}", Seconds(*d)),
            TimeControl::Depth(n) => return write!(f, "depth={n}"),
            TimeControl::Nodes(n) => return write!(f, "nodes={n}"),
            TimeControl::SoftNodes(n) => return write!(f, "softnodes={n}"),
            TimeControl::Hourglass(d) => return write!(f, "*{}", Seconds(*d)),
            TimeControl::Sessions(sessions) => sessions,
        };
        let last = sessions.list.len() - 1;
        for (index, session) in sessions.list.iter().enumerate() {
            if index > 0 {
                f.write_str(":")?;
            }
            match sessions.byo_yomi {
                // Byo-yomi without main time.
                Some(b) if index == last && session.time.is_zero() && session.bonus == Bonus::None => write!(f, "{b}")?,
                Some(b) if index == last => write!(f, "{session}+{b}")?,
                _ => write!(f, "{session}")?,
            }
        }
        Ok(())
    }
}
