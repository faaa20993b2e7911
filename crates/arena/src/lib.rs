#![doc = include_str!("../README.md")]

mod adjudication;
mod control;
mod engine;
mod game;
mod journal;
mod openings;
mod plan;
mod player;
pub mod process;
mod protocol;
mod record;
mod referee;
pub mod stats;
mod summary;
mod tournament;
mod warden;

pub use adjudication::{Adjudication, DrawRule, ResignRule};
pub use control::{Clock, ParseTimeControlError, TimeControl};
pub use engine::{EngineConfig, EngineLimits, ProcessEngine, ProcessEntrant};
pub use game::{BadOpening, Board, GameResult, Illegal, Outcome, Rules, Side};
pub use journal::{Journal, JournalError, MatchRecord, read_match};
pub use openings::{Opening, parse_epd};
pub use plan::{Fixture, Format, Plan, Schedule};
pub use player::{Answer, Entrant, Fault, Player, Score, Turn};
pub use protocol::{EngineOption, Info, ParseProtocolError, Protocol, Ranks, Reply};
pub use record::{EntrantHeading, Forfeit, GameRecord, Heading, MoveRecord, SprtUnit};
pub use referee::{Conditions, Finished, play_game};
pub use stats::{
    BradleyTerry, EloModel, Estimate, Outcomes, PairResults, Pentanomial, Rating, Sprt, SprtError, SprtState,
    Standings, Trinomial, Usage, Verdict, elo_of_score, score_of_elo,
};
pub use summary::{show_elo, show_pairing, show_sprt, summary};
pub use tournament::{End, Progress, Tournament, TournamentError};
pub use warden::Warden;
