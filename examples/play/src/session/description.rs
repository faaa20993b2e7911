//! What a game says beside its description so that a page can offer it.

use super::{
    editor::Palette,
    problem::Problems,
    proof::Prover,
    record::{ReadRecord, RecordWriter},
};
use crate::message::Elo;
use duiyi_book::OpenBook;
use duiyi_game::{Diagram, History, Notation, Outcome, Reason, Score, mate_line, svg::Marks};
use duiyi_player::{Player, Timing};
use std::{ops::RangeInclusive, sync::Arc};

/// So many positions are looked at to finish the line of a mate.
const MATE_POSITIONS: u64 = 20_000;

/// The levels of a player.
#[derive(Clone, Copy, Debug)]
pub struct Levels {
    /// The player's option.
    pub option: &'static str,
    /// The weakest.
    pub weakest: u32,
    /// The strongest, that of a player to which nothing is said.
    pub strongest: u32,
    /// The rating of a level among those of its game, where something is known of it.
    pub elo: fn(u32) -> Option<Elo>,
}

impl Levels {
    /// From the weakest to the strongest.
    pub fn range(&self) -> RangeInclusive<u32> {
        self.weakest..=self.strongest
    }
}

/// A notation: its name, and how a turn is written in a position.
#[derive(Clone)]
pub struct TurnNotation<G: Notation> {
    /// What it is called.
    pub name: &'static str,
    /// Writes a legal turn.
    pub write: fn(&G, &[G::Move]) -> String,
}

/// Something that a game can show on its board besides: threats, say.
#[derive(Clone)]
pub struct Overlay<G: Notation> {
    /// What it is called, in English and in Chinese.
    pub titles: [&'static str; 2],
    /// What is marked in a position.
    pub marks: fn(&G) -> Marks,
}

/// The result that can be claimed in a position, or why none can.
pub type Claim<G> = fn(&G) -> Result<Outcome, Reason>;

/// How the rules judge the repetition that a position completes, move by move, in English and in Chinese.
pub type ExplainRuling<G> = fn(&G) -> Option<[String; 2]>;

/// Says what the static score of a position rests on.
pub type ExplainScore<G> = Arc<dyn Fn(&G) -> String + Send + Sync>;

/// What is being played in a game, in English and in Chinese, where that has a name.
pub type NameOpening<G> = fn(&History<G>) -> Option<[String; 2]>;

/// A game as a page offers it.
pub struct Description<G: Notation> {
    /// The name that people choose it by, in English and in Chinese.
    pub titles: [&'static str; 2],
    /// Makes a player.
    pub player: Arc<dyn Fn() -> Box<dyn Player<G>> + Send + Sync>,
    /// The levels of the player, if it has any.
    pub levels: Option<Levels>,
    /// The notations besides the game's own, which comes last.
    pub notations: Vec<TurnNotation<G>>,
    /// The rule set of the game, if it is not the usual one.
    pub rules: &'static str,
    /// What a position is set up with, if it can be.
    pub palette: Option<Palette<G>>,
    /// How the rules judge a repetition.
    pub ruling: Option<ExplainRuling<G>>,
    /// The result that can be claimed where the game goes on by itself, or why none can.
    pub claim: Option<Claim<G>>,
    /// What the static score of a position rests on: lines of text, and tables whose columns are
    /// parted by `|`.
    pub explain: Option<ExplainScore<G>>,
    /// What can be shown on its board besides.
    pub aids: Vec<Overlay<G>>,
    /// How it proves wins, if it does.
    pub prover: Option<Prover<G>>,
    /// Its opening book, if it has one.
    pub book: Option<OpenBook<G>>,
    /// What is being played in a game, in English and in Chinese, where that has a name.
    pub opening: Option<NameOpening<G>>,
    /// Problems to solve, if it has some.
    pub problems: Option<Problems<G>>,
    /// Reads its records, if it has formats of its own.
    pub reader: Option<ReadRecord<G>>,
    /// Write its records, the usual format first.
    pub writers: Vec<RecordWriter<G>>,
    /// What the game says in English (its sides, its reasons), and the same in Chinese; a phrase that
    /// contains another one stands before it.
    pub words: Vec<(&'static str, &'static str)>,
    /// The same for what [`Description::explain`] says: cells of its tables, and phrases of its lines.
    pub terms: Vec<(&'static str, &'static str)>,
    /// The score at which a side wins ten games for one that it loses.
    pub tenfold: u16,
}

impl<G: Notation + Diagram + Timing> Description<G> {
    /// A game with a player, and nothing else: enough to be played.
    pub fn new(titles: [&'static str; 2], player: impl Fn() -> Box<dyn Player<G>> + Send + Sync + 'static) -> Self {
        Description {
            titles,
            player: Arc::new(player),
            levels: None,
            notations: Vec::new(),
            rules: "",
            palette: None,
            ruling: None,
            claim: None,
            explain: None,
            aids: Vec::new(),
            prover: None,
            book: None,
            opening: None,
            problems: None,
            reader: None,
            writers: Vec::new(),
            words: Vec::new(),
            terms: Vec::new(),
            tenfold: 400,
        }
    }

    /// What the evaluation says of a position.
    pub(super) fn explained(&self, position: &G) -> String {
        if let Some(explain) = &self.explain {
            return explain(position);
        }
        let score = (self.player)().static_score(position);
        score.map_or_else(|| "no evaluation".to_owned(), |score| format!("score {score} for the side to move"))
    }

    /// The names of the notations; the game's own, which comes last, is called `own`.
    pub(crate) fn notation_names(&self) -> Vec<String> {
        self.notations.iter().map(|written| written.name).chain(["own"]).map(str::to_owned).collect()
    }

    /// A phrase in English and in Chinese.
    pub(crate) fn word(&self, phrase: &'static str) -> [&'static str; 2] {
        let found = self.words.iter().find(|(english, _)| *english == phrase);
        [phrase, found.map_or(phrase, |found| found.1)]
    }

    /// A turn in all notations, that of the game last.
    pub(super) fn write(&self, now: &G, turn: &[G::Move]) -> Vec<String> {
        let others = self.notations.iter().map(|written| (written.write)(now, turn));
        others.chain([now.write_turn(turn)]).collect()
    }

    /// A line of moves in all notations, that of the game last.
    pub(super) fn write_line(&self, now: &G, moves: &[G::Move]) -> Vec<String> {
        let mut texts = vec![String::new(); self.notations.len() + 1];
        let (mut now, mut rest) = (now.clone(), moves);
        while !rest.is_empty() {
            let (begin, side) = (now.clone(), now.side_to_move());
            let mut taken = 0;
            while taken < rest.len() && (taken == 0 || now.side_to_move() == side) {
                now.make(rest[taken]);
                taken += 1;
            }
            for (text, turn) in texts.iter_mut().zip(self.write(&begin, &rest[..taken])) {
                *text += if text.is_empty() { "" } else { " " };
                *text += &turn;
            }
            rest = &rest[taken..];
        }
        texts
    }

    /// The line that a search expects, in all notations. That of a mate goes to its end, or says that
    /// there is more to come.
    pub(super) fn write_expected(&self, now: &G, moves: &[G::Move], score: Score) -> Vec<String> {
        if !score.is_mate() {
            return self.write_line(now, moves);
        }
        match mate_line(now, moves, score, MATE_POSITIONS) {
            Some(whole) => self.write_line(now, &whole),
            None => self.write_line(now, moves).into_iter().map(|line| line + " …").collect(),
        }
    }

    /// The chance to win of a side whose position has a score: 1 is a win, a draw half of it.
    pub(super) fn chance(&self, score: i32) -> f32 {
        if Score::new(score).is_decisive() {
            return if score > 0 { 1.0 } else { 0.0 };
        }
        1.0 / (1.0 + 10_f32.powf(-score as f32 / f32::from(self.tenfold.max(1))))
    }
}
