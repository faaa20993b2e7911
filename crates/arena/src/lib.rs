#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod adjudication;
mod conversation;
mod engine;
mod game;
mod go;
mod journal;
mod lock;
mod merge;
mod openings;
mod plan;
mod player;
mod process;
mod protocol;
mod record;
mod referee;
mod result;
mod score;
mod shard;
pub mod stats;
mod stones;
mod summary;
mod told;
mod tournament;
mod watchdog;

pub use adjudication::{Adjudication, DrawRule, ResignRule};
pub use conversation::Conversation;
pub use duiyi_clock::{ControlError, Ledger, TimeControl};
pub use duiyi_game::{Outcome, OutcomeKind, Score, Side};
pub use engine::EngineConfig;
pub use game::{BadOpening, Board, Illegal, Rules};
pub use journal::{Journal, JournalError, MatchRecord, read_match, write_match};
pub use lock::lock_alone;
pub use merge::{Gaps, MergeError, Unplayed, merge_records};
pub use openings::{Opening, parse_opening, parse_openings};
pub use plan::{Format, Plan};
pub use player::{Answer, Entrant, Fault, Player, Turn};
pub use process::{Limits, Program};
pub use protocol::{ParseProtocolError, Protocol, Ranks};
pub use record::{EntrantHeading, Forfeit, GameRecord, Heading, MoveRecord, SprtUnit};
pub use referee::{Conditions, Finished, Setup, play_game};
pub use result::{Ending, GameResult};
pub use shard::{Shard, ShardError};
pub use stats::{
    BradleyTerry, Effort, EloModel, Estimate, Outcomes, PairResults, Pentanomial, Rating, Sprt, SprtDecision,
    SprtError, SprtState, Standings, Trinomial, Usage, elo_of_score, score_of_elo,
};
pub use stones::{StoneConfig, StoneProtocol};
pub use summary::{show_elo, show_memory, show_pairing, show_sprt, show_time, summary};
pub use told::{LocalPlayer, Told};
pub use tournament::{End, Progress, Tournament, TournamentError};
pub use watchdog::Watchdog;
