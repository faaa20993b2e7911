//! A game as the page offers it: its kit, and data derived from the kit.

use crate::memory::MemoryBudget;
use duiyi_book::OpenBook;
use duiyi_engine::OptionKind;
use duiyi_game::{Diagram, Notation, Reason, Score, mate_line};
use duiyi_kit::{
    GameKit, Page,
    page::{EndgameVerdicts, LevelRating, Levels},
};
use std::sync::Arc;

/// The maximum number of positions visited to complete a mating line.
const MATE_POSITIONS: u64 = 20_000;

/// The option of a search that sets its level.
const SKILL: &str = "Skill Level";

/// A game as the page offers it.
pub(crate) struct Description<G: Notation> {
    pub(crate) kit: GameKit<G>,
    pub(crate) page: Page<G>,
    pub(crate) book: Option<OpenBook<G>>,
    /// The open endgame tables.
    pub(crate) endgames: Option<EndgameVerdicts<G>>,
    /// The memory of the tables of all engines.
    pub(crate) memory: Arc<MemoryBudget>,
}

/// No level has a rating.
fn unrated(_level: u32) -> Option<LevelRating> {
    None
}

impl<G: Notation + Diagram> Description<G> {
    /// The game of a kit.
    pub(crate) fn new(kit: GameKit<G>) -> Description<G> {
        let (mut page, book) = ((kit.page)(&kit.start), (kit.book)());
        page.levels = page.levels.or_else(|| search_levels(&kit));
        Description { kit, page, book, endgames: None, memory: Arc::new(MemoryBudget::unlimited()) }
    }

    /// The rule sets to choose from, the usual one first.
    pub(crate) fn rules(&self) -> Vec<String> {
        self.kit.rules_to_choose()
    }

    /// The option of a level, and its value.
    ///
    /// # Errors
    /// If the player has no such level.
    pub(crate) fn level(&self, level: u32) -> Result<(&'static str, String), Reason> {
        let levels = self.page.levels.ok_or_else(|| format!("the player of {} has no levels", G::NAME))?;
        let value = level.to_string();
        self.kit.player().set_option(levels.option, &value)?;
        Ok((levels.option, value))
    }

    /// The number of turns of a game for which a level uses the book: `most` at full strength, and a tenth of it at the
    /// weakest level, which soon plays on its own as a beginner does.
    pub(crate) fn book_turns(&self, level: u32, most: u32) -> u32 {
        let Some(levels) = self.page.levels else { return most };
        let (above, range) = (level.saturating_sub(levels.weakest), (levels.strongest - levels.weakest).max(1));
        most / 10 + (most - most / 10) * above.min(range) / range
    }

    /// The static score of a position, explained.
    pub(crate) fn explained(&self, position: &G) -> String {
        if let Some(explain) = self.kit.explanation.as_ref() {
            return explain(position);
        }
        let score = self.kit.player().inspect().and_then(|player| player.static_score(position));
        score.map_or_else(|| "no evaluation".to_owned(), |score| format!("score {score} for the side to move"))
    }

    /// The principal variation of a search, in all notations. A mating line is extended to the mate, or
    /// ends with an ellipsis.
    pub(crate) fn write_expected(&self, now: &G, moves: &[G::Move], score: Score) -> Vec<String> {
        if !score.is_mate() {
            return self.page.write_line(now, moves);
        }
        match mate_line(now, moves, score, MATE_POSITIONS) {
            Some(whole) => self.page.write_line(now, &whole),
            None => self.page.write_line(now, moves).into_iter().map(|line| line + " …").collect(),
        }
    }

    /// The expected result of a side from its score: 1 for a win, 0.5 for a draw.
    pub(crate) fn chance(&self, score: i32) -> f32 {
        if Score::new(score).is_decisive() {
            return if score > 0 { 1.0 } else { 0.0 };
        }
        1.0 / (1.0 + 10_f32.powf(-score as f32 / f32::from(self.page.ten_to_one.max(1))))
    }
}

/// The levels of the search, if the player has its option.
fn search_levels<G: Notation>(kit: &GameKit<G>) -> Option<Levels> {
    let player = kit.player();
    let levels = player.options().iter().find(|option| option.is_named(SKILL))?;
    let OptionKind::Spin { min, max, .. } = levels.kind else { return None };
    Some(Levels {
        option: SKILL,
        weakest: min.try_into().ok()?,
        strongest: max.try_into().ok()?,
        rating: unrated,
        notes: &[],
    })
}
