#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod adjudication;
mod clock_rules;
mod contestant;
mod conversation;
mod descendants;
mod engine;
mod fault;
mod journal;
mod merge;
mod openings;
mod plan;
mod process;
mod progress;
mod question;
mod record;
mod referee;
mod replay;
mod result;
mod rule_book;
mod score;
mod seat;
mod shard;
pub mod stats;
mod stones;
mod summary;
mod tournament;
mod watchdog;

pub use adjudication::{Adjudication, DrawRule, KnownWinner, ResignRule};
pub use clock_rules::{ClockRules, Lag};
pub use contestant::{Answer, Choice, Clocks, Contestant, Entrant, Turn, TurnReport};
pub use conversation::Conversation;
pub use duiyi_clock::{ControlError, Ledger, NodeClock, NodeClockError, Phase, PhaseUse, TimeControl};
pub use duiyi_engine::protocol::{ChessProtocol, Ranks, StoneProtocol};
pub use duiyi_game::{Outcome, OutcomeKind, Score, Side};
pub use engine::EngineConfig;
pub use fault::Fault;
pub use journal::{Journal, JournalError, MatchRecord, read_match, write_match};
pub use merge::{Gaps, MergeError, Unplayed, by_match, merge_records};
pub use openings::{BadOpening, Opening, parse_opening, parse_openings};
pub use plan::{Format, Plan};
pub use process::{ProcessLimits, Program};
pub use progress::{End, Progress};
pub use record::{EntrantHeading, Forfeit, GameRecord, Heading, MoveRecord, SprtUnit, TimeHeading};
pub use referee::{Conditions, Finished, Setup, play_game};
pub use result::{Ending, GameResult};
pub use rule_book::RuleBook;
pub use shard::{Shard, ShardError};
pub use stats::{
    BradleyTerry, Effort, EloModel, Estimate, Outcomes, PairResults, Pentanomial, Rating, Sprt, SprtDecision,
    SprtError, SprtState, Standings, Trinomial, Usage, elo_of_score, score_of_elo,
};
pub use stones::StoneConfig;
pub use summary::{show_elo, show_memory, show_pairing, show_sprt, show_time, summary};
pub use tournament::{Tournament, TournamentError};
pub use watchdog::Watchdog;
