//! What a page asks and what it is told, as JSON.

use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Who plays a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Seat {
    /// A person at this board.
    #[default]
    Person,
    /// The engine, at a level of the game's player; the strongest without one.
    Engine {
        /// The level, within the range that the game names.
        level: Option<u32>,
    },
}

/// A game to be begun.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Begin {
    /// The name of the game.
    pub game: String,
    /// Its rule set; the usual one if it is empty.
    pub rules: String,
    /// `[position] [moves …]`; the game's own beginning if it is empty.
    pub position: String,
    /// Who plays, the first side first.
    pub seats: [Seat; 2],
    /// The time control, as `300+3`; none if it is empty.
    pub clock: String,
    /// What the persons are called; empty for those who are not.
    pub names: [String; 2],
    /// The event, for its record.
    pub event: String,
    /// The day when it begins, for its record.
    pub date: String,
    /// One of the game's problems, instead of a position, for persons alone.
    pub problem: Option<usize>,
}

/// What clocks need to go on: the same time control, and this.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct ClockState {
    /// Whose turns took how many milliseconds, in their order.
    pub spent: Vec<(usize, u64)>,
    /// What the turn under way has used, in milliseconds.
    pub running: u64,
}

/// A game as it is kept: it goes on where it was.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Saved {
    /// How it began, in which position, and who plays now.
    pub begin: Begin,
    /// The turns, in the game's own notation, with blanks between.
    pub turns: String,
    /// The clocks.
    pub clocks: ClockState,
    /// How it ended, if it did.
    pub ended: Option<Ended>,
    /// Who offers a draw.
    pub draw_offer: Option<usize>,
}

/// What a page asks of a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Ask {
    /// A square was chosen: column from the left, row from the bottom.
    Square {
        /// Where.
        at: [u8; 2],
    },
    /// Nothing is chosen any more.
    Unchoose,
    /// A turn is written.
    Turn {
        /// As the game reads it.
        text: String,
    },
    /// The last turn of a person, and what followed, is taken back.
    TakeBack,
    /// A person gives up: the one to move, or the only one.
    Resign,
    /// The side to move offers a draw, or takes the offer of the other.
    Draw,
    /// The draw that the other side offers is not taken.
    Decline,
    /// The rules let the side to move claim the result: a draw by repetition or by the limit of moves.
    Claim,
    /// A position is set up by hand.
    SetUp {
        /// What is done with it.
        step: SetUp,
    },
    /// The best lines of the position that is shown are wanted.
    Analyse {
        /// How many; 0 ends it.
        lines: usize,
    },
    /// The static score of the position that is shown is explained.
    Explain {
        /// Whether.
        on: bool,
    },
    /// The whole game is judged, turn by turn.
    Review {
        /// How long each position is looked at; without it, the review ends.
        #[serde(default)]
        milliseconds: Option<u64>,
    },
    /// What the game can show on its board besides.
    Aids {
        /// Which, by their numbers.
        on: Vec<usize>,
    },
    /// A proof that the side to move wins in the position shown.
    Proof {
        /// What is done with it.
        step: ProofStep,
    },
    /// The position after so many moves is shown, nothing changes.
    Show {
        /// How many; the newest without a number.
        #[serde(default)]
        ply: Option<usize>,
        /// Whether it is seen from the other side.
        #[serde(default)]
        flipped: bool,
        /// Whether pieces have letters.
        #[serde(default)]
        letters: bool,
    },
    /// Who plays from now on.
    Sit {
        /// The first side first.
        seats: [Seat; 2],
    },
}

/// What is done with a position that is set up by hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum SetUp {
    /// It is begun with what stands on the board.
    Begin,
    /// All pieces are taken off.
    Empty,
    /// A piece is put on a square, or what is there taken off.
    Put {
        /// Where.
        at: [u8; 2],
        /// Which of the pieces; none takes off.
        #[serde(default)]
        piece: Option<usize>,
    },
    /// A side is to move.
    ToMove {
        /// 0 or 1.
        side: usize,
    },
    /// A game begins from it.
    Take,
    /// It is dropped, and the game goes on.
    Leave,
}

/// What is done with a proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ProofStep {
    /// It is sought.
    Begin,
    /// The other side replies, and the winner's answer is shown.
    Reply {
        /// Which of the replies.
        index: usize,
    },
    /// The last reply is taken back.
    Back,
    /// It is put away.
    Leave,
}

/// Which of the kept games are wanted: those that fit all of this. What is empty fits every game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Find {
    /// The name of the game.
    pub game: String,
    /// A part of a player's name, or of an engine's: `engine 5`.
    pub player: String,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` for games that go on.
    pub result: String,
    /// Begun on this day or later: `2026-11-23`.
    pub since: String,
    /// Begun on this day or earlier.
    pub until: String,
    /// The first turns in any of the game's notations, or a part of the position in which it began.
    pub opening: String,
    /// How many of the newest are left out.
    pub skip: u32,
}

/// What a list of kept games says of one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Kept {
    /// Its number, a text.
    pub id: String,
    /// The name by which the game is offered.
    pub game: String,
    /// Who plays.
    pub players: [String; 2],
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// Why it ended.
    pub reason: String,
    /// The day and time when it was begun, in UTC.
    pub begun: String,
    /// How many turns were played.
    pub turns: u32,
    /// The first of them, in the first of the game's notations.
    pub opening: String,
}

/// What a game is found by.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Card {
    /// Who plays: a name, `person`, `engine`, or `engine 5`.
    pub players: [String; 2],
    /// How many turns were played.
    pub turns: usize,
    /// The first turns, in each of the game's notations.
    pub openings: Vec<String>,
}

/// What a file has in it: a text, or bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum File {
    /// A text.
    Text(String),
    /// Bytes that are no text in UTF-8.
    Bytes(Vec<u8>),
}

impl From<Vec<u8>> for File {
    fn from(bytes: Vec<u8>) -> File {
        String::from_utf8(bytes).map_or_else(|error| File::Bytes(error.into_bytes()), File::Text)
    }
}

impl File {
    /// What is in it.
    pub fn bytes(&self) -> &[u8] {
        match self {
            File::Text(text) => text.as_bytes(),
            File::Bytes(bytes) => bytes,
        }
    }
}

/// What a page sends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ToServer {
    /// Which games are there?
    Games,
    /// Begin a game; the one before is left.
    Begin {
        /// Which, and how.
        begin: Begin,
    },
    /// Which games are kept?
    Kept {
        /// Those that fit.
        find: Find,
    },
    /// Go on with a kept game; the one before is left.
    Open {
        /// Its number.
        id: String,
    },
    /// Keep a game no longer.
    Delete {
        /// Its number.
        id: String,
    },
    /// Go on with the game of a record; the one before is left.
    Load {
        /// The record, in any format.
        file: File,
    },
    /// Write the game as a record.
    Export {
        /// The name of the format.
        format: String,
    },
    /// Ask the room of the game.
    Ask {
        /// What.
        ask: Ask,
    },
}

/// What a page is told.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ToPage {
    /// The games that can be begun.
    Games(Vec<Offer>),
    /// The room as it is now.
    View(Box<View>),
    /// Why something was not done.
    Refused(String),
    /// What the engine that is thinking has found.
    Thought(Thought),
    /// The kept games that were asked for, the newest first.
    Kept(Vec<Kept>),
    /// The number under which the game is kept.
    KeptAs(String),
    /// The game as a record.
    File {
        /// A name for the file.
        name: String,
        /// The record.
        file: File,
    },
}

/// A game that is offered.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Offer {
    /// Its name, by which it is begun.
    pub name: String,
    /// What it is called in English and in Chinese.
    pub titles: [&'static str; 2],
    /// What its sides are called, each in English and in Chinese.
    pub side_names: [[&'static str; 2]; 2],
    /// Its rule sets, the usual one first.
    pub rules: Vec<&'static str>,
    /// The levels of its player, with their ratings where they are known; none if it has no levels.
    pub levels: Vec<(u32, Option<i32>)>,
    /// Whether a position can be set up by hand.
    pub set_up: bool,
    /// Whether results can be claimed.
    pub claims: bool,
    /// What can be shown on the board besides, in English and in Chinese.
    pub aids: Vec<[&'static str; 2]>,
    /// Whether wins can be proved.
    pub proofs: bool,
    /// Problems to solve.
    pub problems: Vec<ProblemOffer>,
    /// The formats in which its games can be written.
    pub formats: Vec<&'static str>,
    /// What the game says in English, and the same in Chinese.
    pub words: Vec<(&'static str, &'static str)>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ended {
    /// The side that won, 0 or 1; none in a draw.
    pub winner: Option<usize>,
    /// Why.
    pub reason: String,
}

/// A turn that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct PlayedTurn {
    /// Who played it, 0 or 1.
    pub side: usize,
    /// How many moves of the game were made after it.
    pub ply: usize,
    /// The turn in each of the game's notations.
    pub texts: Vec<String>,
}

/// What the engine that is thinking has found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Thought {
    /// How many moves the position that it is about has behind it.
    pub ply: usize,
    /// Which of the best lines it is, from 1.
    pub rank: usize,
    /// The depth of the last iteration, in plies.
    pub depth: u32,
    /// What the position is worth for the first side.
    pub score: i32,
    /// The plies to the mate: positive if the first side gives it.
    pub mate: Option<i32>,
    /// The chance that the first side wins, from 0 to 1, a draw being half of it.
    pub chance: f32,
    /// The expected moves.
    pub line: String,
    /// The squares of the first of them: column from the left, row from the bottom.
    pub squares: Vec<[u8; 2]>,
}

/// Everything that a page shows of a room. What [`Seen::news`] leaves out the page has already.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct View {
    /// The name by which the game is offered.
    pub offer: String,
    /// The name of the game.
    pub game: String,
    /// Its rule set.
    pub rules: String,
    /// What the sides are called.
    pub sides: [String; 2],
    /// What the persons are called; empty for those who are not.
    pub names: [String; 2],
    /// Who plays.
    pub seats: [Seat; 2],
    /// The names of the notations in which turns are written.
    pub notations: Vec<String>,
    /// How many of the turns the page has already.
    pub from: usize,
    /// The turns after those.
    pub turns: Vec<Arc<PlayedTurn>>,
    /// How many moves were made.
    pub ply: usize,
    /// Who is to move, 0 or 1.
    pub to_move: usize,
    /// Whether an engine is to move.
    pub thinking: bool,
    /// Who offers a draw.
    pub draw_offer: Option<usize>,
    /// Milliseconds left to each side.
    pub clocks: Option<[u64; 2]>,
    /// Whether the clock of the side to move runs.
    pub clock_runs: bool,
    /// How the game ended.
    pub ended: Option<Ended>,
    /// The board after `shown` moves; empty if the page has it already.
    pub board: String,
    /// How many moves the shown position has behind it.
    pub shown: usize,
    /// Where the game began, as a text. With `moves` and the turns in the game's own notation,
    /// which comes last, it is the whole game.
    pub start: String,
    /// What the last engine found.
    pub thought: Option<Thought>,
    /// How the rules judge the repetition that the position shown completes, move by move.
    pub ruling: Option<String>,
    /// The position that is being set up; the board shows it.
    pub draft: Option<DraftView>,
    /// How many of the best lines are wanted.
    pub lines: usize,
    /// What the evaluation says of the position shown.
    pub explained: Option<String>,
    /// The review of the game.
    pub review: Option<ReviewView>,
    /// What is shown on the board besides, by numbers.
    pub aids: Vec<usize>,
    /// The proof that is sought or shown; the board shows it.
    pub proof: Option<ProofView>,
    /// The problem that is being solved.
    pub problem: Option<ProblemView>,
}

/// A proof that is sought or shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProofView {
    /// `sought`, `none` or `found`.
    pub state: &'static str,
    /// The winner's turns in the longest line from here.
    pub turns: usize,
    /// The winner's turns in all lines from here.
    pub size: usize,
    /// The turns that lead here, the winner's first and last.
    pub line: Vec<String>,
    /// What the other side can reply; nothing helps any more if there are none.
    pub replies: Vec<String>,
}

/// A problem that is being solved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProblemView {
    /// Which of the game's problems it is.
    pub index: usize,
    /// What it is called.
    pub name: String,
    /// What is to be done, in English and in Chinese.
    pub goal: [&'static str; 2],
    /// In how many turns.
    pub turns: u32,
    /// How many of them are left.
    pub left: u32,
    /// `asked`, `checking`, `right`, `wrong` or `solved`.
    pub state: &'static str,
    /// Why the last turn was wrong.
    pub said: String,
}

/// A problem that is offered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProblemOffer {
    /// What it is called.
    pub name: String,
    /// What is to be done, in English and in Chinese.
    pub goal: [&'static str; 2],
    /// In how many turns.
    pub turns: u32,
}

/// The review of a game, as far as it is done.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct ReviewView {
    /// How many of the positions the page has already.
    pub from: usize,
    /// The positions after those; the first of all is the beginning of the game.
    pub judged: Vec<Arc<Judged>>,
    /// How many there are to be.
    pub positions: usize,
    /// How well each side played, from 0 to 100: a turn counts 100 if it loses nothing, 50 if it
    /// loses a tenth of the chance to win, 25 if it loses two.
    pub accuracy: [Option<f32>; 2],
}

/// A position of a review, and the turn that led to it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Judged {
    /// How many moves it has behind it.
    pub ply: usize,
    /// Who played the turn.
    pub side: usize,
    /// What the position is worth for the first side.
    pub score: i32,
    /// The plies to the mate: positive if the first side gives it.
    pub mate: Option<i32>,
    /// The chance that the first side wins, from 0 to 1.
    pub chance: f32,
    /// How much of its chance the turn has lost to who played it.
    pub loss: f32,
    /// `inaccuracy`, `mistake` or `blunder`.
    pub mark: Option<&'static str>,
    /// What would have been better, where it is marked.
    pub better: String,
    /// What is best from here on.
    pub line: String,
    /// The squares of the first move of that.
    pub first: Vec<[u8; 2]>,
}

/// A position that is being set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct DraftView {
    /// Who is to move, 0 or 1.
    pub to_move: usize,
    /// What can be put on a square.
    pub pieces: Vec<PieceView>,
}

/// A piece that can be put on a square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PieceView {
    /// What it looks like.
    pub symbol: String,
    /// The same as a letter.
    pub letter: String,
    /// Whose it is, 0 or 1.
    pub side: usize,
}

/// What a page has seen, so that it is told what is new and nothing twice.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    turns: Vec<Arc<PlayedTurn>>,
    judged: Vec<Arc<Judged>>,
    board: String,
}

impl Seen {
    /// The view without what the page has seen; it has seen all of it then.
    pub fn news(&mut self, mut view: View) -> View {
        view.from = drop_known(&mut self.turns, &mut view.turns);
        match &mut view.review {
            Some(review) => review.from = drop_known(&mut self.judged, &mut review.judged),
            None => self.judged.clear(),
        }
        if self.board == view.board {
            view.board.clear();
        } else {
            self.board.clone_from(&view.board);
        }
        view
    }
}

/// Leaves only what is new of a list, and says after how many. What is known is the whole list then.
fn drop_known<T: PartialEq>(known: &mut Vec<Arc<T>>, list: &mut Vec<Arc<T>>) -> usize {
    let same = known.iter().zip(&*list).take_while(|(had, has)| had == has).count();
    known.truncate(same);
    list.drain(..same);
    known.extend_from_slice(list);
    same
}
