//! The saved state of a learning run.

use crate::learn::{LearnError, Learnable, Learner, Learnt, Patterns, Plan, Step, Survey};
use crate::network::{Trainer, games::ScoredGame, records::head};
use duiyi_game::hash::digest;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

const MAGIC: &[u8; 8] = b"DUIYILN1";

/// The part of a state that is text.
#[derive(Serialize, Deserialize)]
struct Head {
    survey: Survey,
    plan: Plan,
    patterns: Patterns,
    prunes: bool,
    steps: Vec<Step>,
    /// The number of games of each iteration in the window.
    games: Vec<usize>,
}

fn bad(what: &str) -> LearnError {
    LearnError::State(what.to_owned())
}

/// Appends bytes after their length.
fn put(bytes: &mut Vec<u8>, part: &[u8]) {
    bytes.extend((part.len() as u64).to_le_bytes());
    bytes.extend(part);
}

/// Takes a part with its length from the front.
fn take<'a>(bytes: &mut &'a [u8]) -> Result<&'a [u8], LearnError> {
    let (length, rest) = bytes.split_first_chunk::<8>().ok_or_else(|| bad("it is truncated"))?;
    let length = usize::try_from(u64::from_le_bytes(*length)).map_err(|_| bad("invalid length"))?;
    let (part, rest) = rest.split_at_checked(length).ok_or_else(|| bad("it is truncated"))?;
    *bytes = rest;
    Ok(part)
}

impl<G: Learnable> Learner<G> {
    /// The whole state, to resume later.
    ///
    /// # Errors
    /// If it cannot be written as text.
    pub fn to_bytes(&self) -> Result<Vec<u8>, LearnError> {
        let text = serde_json::to_vec(&Head {
            survey: self.survey.clone(),
            plan: self.plan.clone(),
            patterns: self.patterns,
            prunes: self.prunes,
            steps: self.steps.clone(),
            games: self.games.iter().map(Vec::len).collect(),
        })
        .map_err(|error| LearnError::State(error.to_string()))?;
        let mut bytes = MAGIC.to_vec();
        put(&mut bytes, &text);
        put(&mut bytes, &self.trainer.as_ref().map_or_else(Vec::new, Trainer::to_bytes));
        put(&mut bytes, &self.best.as_ref().map_or_else(Vec::new, |best| best.to_bytes()));
        let records = self.games.iter().flatten().flat_map(|game| game.record(&self.start).to_bytes());
        put(&mut bytes, &head(G::NAME).into_iter().chain(records).collect::<Vec<_>>());
        bytes.extend(digest(bytes.iter().copied()).to_le_bytes());
        Ok(bytes)
    }

    /// Reads a state of the same game and plan; only its number of iterations may differ.
    ///
    /// # Errors
    /// If the bytes are damaged, or of another game or plan.
    pub fn from_bytes(start: G, plan: Plan, bytes: &[u8]) -> Result<Learner<G>, LearnError> {
        let (bytes, sum) = bytes.split_last_chunk::<8>().ok_or_else(|| bad("it is truncated"))?;
        let mut rest = bytes.strip_prefix(MAGIC).ok_or_else(|| bad("it does not begin with DUIYILN1"))?;
        if digest(bytes.iter().copied()) != u64::from_le_bytes(*sum) {
            return Err(bad("its checksum does not match"));
        }
        let text = take(&mut rest)?;
        let Head { survey, plan: stored, patterns, prunes, steps, games: counts } =
            serde_json::from_slice(text).map_err(|error| LearnError::State(error.to_string()))?;
        let own = Survey::of(&start, plan.seed)?;
        if own != survey {
            let (found, expected) = (survey.describe(), own.describe());
            return Err(LearnError::OtherPlan { what: "game", found, expected });
        }
        if stored != (Plan { iterations: stored.iterations, ..plan.clone() }) {
            let (found, expected) = (stored.describe(), plan.describe());
            return Err(LearnError::OtherPlan { what: "plan", found, expected });
        }
        let part = |bytes: &[u8]| (!bytes.is_empty()).then_some(bytes.to_vec());
        let trainer = part(take(&mut rest)?).map(|bytes| Trainer::from_bytes(&bytes)).transpose()?;
        let best = part(take(&mut rest)?).map(|bytes| Learnt::from_bytes(&bytes)).transpose()?.map(Arc::new);
        let mut all = Vec::new();
        ScoredGame::read(&start, take(&mut rest)?, &mut |game| all.push(game))?;
        let mut all = all.into_iter();
        let games = counts.into_iter().map(|count| all.by_ref().take(count).collect()).collect::<Result<_, _>>()?;
        Ok(Learner { start, survey, plan, patterns, prunes, games, trainer, best, steps })
    }
}
