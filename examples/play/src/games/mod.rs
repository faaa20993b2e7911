//! The games that are offered: one line each.

mod rulings;
mod solver;
mod stones;
mod xiangqi;

use crate::{
    description::{Description, Levels, Palette, Piece, Problem, Problems, Words},
    message::{Elo, Features, FileContent, GameOffer, GameSetup, ProblemOffer, SavedGame},
    session::{AnySession, Session},
    text_record,
};
use duiyi_connect6::Rules;
use duiyi_game::{Diagram, History, Notation, Side, Square, shortened};
use duiyi_search::{Reason, Skill};
use std::sync::Arc;

/// All games of this project.
pub fn all() -> Games {
    let connect_four = Description {
        levels: Some(skill_levels(|_| None)),
        words: Words {
            game: vec![
                ("Yellow", "黄方"),
                ("Red", "红方"),
                ("four in a row", "四子连线"),
                ("the board is full", "棋盘已满"),
            ],
            ..Words::default()
        },
        palette: Some(Palette {
            pieces: [('y', Side::First), ('r', Side::Second)]
                .map(|(letter, owner)| Piece { symbol: letter, letter, owner })
                .to_vec(),
            build: build_from_text,
        }),
        ..Description::new(["Connect Four", "四子棋"], connect_four::player)
    };
    Games::new()
        .with("xiangqi", xiangqi::description())
        .with("connect6", stones::description(["Connect6", "六子棋"], "connect6", Rules::CONNECT6))
        .with("gomoku", stones::description(["Gomoku", "五子棋"], "gomoku", Rules::GOMOKU))
        .with("tictactoe", stones::description(["Tic-tac-toe", "井字棋"], "tictactoe", Rules::TIC_TAC_TOE))
        .with("connect-four", connect_four)
}

/// A position of a game whose texts are rows of letters from the top, with `/` between.
fn build_from_text<G: Notation + Diagram>(rules: &G, on: &[(Square, Piece)], to_move: Side) -> Result<G, Reason> {
    let (columns, rows) = rules.size();
    let at =
        |column, row| on.iter().find(|(at, _)| *at == Square { column, row }).map_or('.', |(_, piece)| piece.letter);
    let lines = (0..rows).rev().map(|row| (0..columns).map(|column| at(column, row)).collect::<String>());
    let position = rules.read_position(&lines.collect::<Vec<_>>().join("/"))?;
    if position.side_to_move() == to_move {
        Ok(position)
    } else {
        Err(format!("by the number of stones {} is to move", G::SIDES[position.side_to_move().index()]).into())
    }
}

/// The levels of the search. Their distances were measured in xiangqi only.
fn skill_levels(elo: fn(u32) -> Option<Elo>) -> Levels {
    Levels { option: "Skill Level", weakest: 0, strongest: Skill::MAX, elo }
}

/// The refusals and reasons of all games in Chinese.
const WORDS: &[(&str, &str)] = &[
    ("the game is over", "对局已结束"),
    ("the game goes on", "对局仍在进行"),
    ("there is nothing to take back", "没有可悔的棋"),
    ("no person plays", "没有人在下棋"),
    ("the engine plays on", "引擎不同意和棋"),
    ("the engine has failed and begins again", "引擎出错，正在重试"),
    (
        "the engine has failed three times: take the turn back, or change the players",
        "引擎三次出错：请悔棋，或更换对局者",
    ),
    ("the engine has failed: nothing was found", "引擎出错，没有结果"),
    ("the engine gives no move", "引擎没有着法"),
    ("no move can be made there", "那里不能走棋"),
    ("the answer is being checked", "正在检查答案"),
    ("a turn of a problem is not taken back; begin it again", "解题时不能悔棋，请重新开始"),
    ("the other side gets away by ", "对方可以应以 "),
    ("it does not win in time", "不能按时取胜"),
    ("it could not be found out whether that wins", "无法判定能否取胜"),
    ("a position is being set up", "正在摆局"),
    ("nothing is set up", "没有在摆局"),
    ("nobody offers a draw", "没有人提和"),
    ("by the number of stones", "按子数"),
    ("is to move", "走棋"),
    (" for the side to move", "（走棋方看）"),
    ("score ", "分数 "),
    ("as its record says", "据棋谱"),
    ("resignation", "认输"),
    ("agreement", "双方议和"),
    ("time", "超时"),
    ("is the engine's", "由引擎走棋"),
];

/// A session, or why there is none.
type Opened = Result<Box<dyn AnySession>, Reason>;

/// The game of a record; none if the bytes are not a record of the game.
type Read = Option<Result<SavedGame, Reason>>;

/// Reads a record.
type ReadBytes = Box<dyn Fn(&[u8]) -> Read + Send + Sync>;

/// A game, and how its sessions are opened.
struct Entry {
    offer: GameOffer,
    open: Box<dyn Fn(&GameSetup) -> Opened + Send + Sync>,
    restore: Box<dyn Fn(&SavedGame) -> Opened + Send + Sync>,
    read: ReadBytes,
}

/// The games that are offered.
#[derive(Default)]
pub struct Games(Vec<Entry>);

impl Games {
    /// No game yet.
    pub fn new() -> Games {
        Games::default()
    }

    /// Adds a game.
    #[must_use]
    pub fn with<G: Notation + Diagram>(mut self, name: &str, description: Description<G>) -> Games {
        let levels = description
            .levels
            .iter()
            .flat_map(|levels: &Levels| levels.range().map(|level| (level, (levels.elo)(level))));
        // A family whose games have names has one rule set each.
        let rules = if description.rules.is_empty() { G::RULES.to_vec() } else { vec![description.rules] };
        let writers = description.formats.writers.iter();
        let offer = GameOffer {
            name: name.to_owned(),
            titles: description.titles,
            side_names: G::SIDES.map(|side| description.word(side)),
            rules,
            levels: levels.collect(),
            notations: description.notation_names(),
            features: Features {
                set_up: description.palette.is_some(),
                claims: description.rulings.claim.is_some(),
                aids: description.study.overlays.iter().map(|overlay| overlay.titles).collect(),
                proofs: description.study.prover.is_some(),
                book: description.openings.book.is_some(),
            },
            problems: description.study.problems.iter().flat_map(problem_offers).collect(),
            formats: writers.map(|writer| writer.name).chain([text_record::NAME]).collect(),
            words: description.words.game.iter().chain(WORDS).copied().collect(),
            terms: description.words.scores.clone(),
        };
        let description = Arc::new(description);
        let (same, again, name) = (Arc::clone(&description), Arc::clone(&description), name.to_owned());
        self.0.push(Entry {
            offer,
            open: Box::new(move |begin| Ok(Box::new(Session::new(Arc::clone(&description), begin)?))),
            restore: Box::new(move |saved| Ok(Box::new(Session::restore(Arc::clone(&same), saved)?))),
            read: Box::new(move |bytes| read(&again, &name, bytes)),
        });
        self
    }

    /// The games as pages see them.
    pub fn offers(&self) -> impl Iterator<Item = &GameOffer> {
        self.0.iter().map(|entry| &entry.offer)
    }

    fn entry(&self, name: &str) -> Result<&Entry, Reason> {
        let found = self.0.iter().find(|entry| entry.offer.name == name);
        found.ok_or_else(|| {
            let names: Vec<&str> = self.offers().map(|offer| offer.name.as_str()).collect();
            format!("unknown game '{name}'; expected one of {}", names.join(", ")).into()
        })
    }

    /// Begins a game.
    ///
    /// # Errors
    /// If there is no such game, or it cannot be begun so.
    pub fn open(&self, begin: &GameSetup) -> Result<Box<dyn AnySession>, Reason> {
        (self.entry(&begin.game)?.open)(begin)
    }

    /// Goes on with a stored game.
    ///
    /// # Errors
    /// If there is no such game, or a turn is not legal in it.
    pub fn restore(&self, saved: &SavedGame) -> Result<Box<dyn AnySession>, Reason> {
        (self.entry(&saved.begin.game)?.restore)(saved)
    }

    /// Reads a record in any format of any game, or a text of the game that is named:
    /// `[position] [moves …]`, or turns alone. A record does not have the players' kinds: persons play.
    ///
    /// # Errors
    /// What is wrong with it, in the format that it seems to be in.
    pub fn read(&self, file: &FileContent, name: &str) -> Result<SavedGame, Reason> {
        let bytes = file.bytes();
        let text = std::str::from_utf8(bytes).ok();
        if let Some(read) = text.and_then(text_record::read) {
            return Ok(read?);
        }
        if let Some(read) = self.0.iter().find_map(|entry| (entry.read)(bytes)) {
            return read;
        }
        let text = text.ok_or("the file is in no format that is known here")?.trim();
        let begin = |position| GameSetup { game: name.to_owned(), position, ..GameSetup::default() };
        let open = |position| Ok::<_, Reason>(self.open(&begin(position))?.saved(std::time::Duration::ZERO));
        open(text.to_owned())
            .or_else(|reason| open(format!("moves {text}")).map_err(|_| reason))
            .map_err(|reason| format!("'{}' is no record and no position of {name}: {reason}", shortened(text)).into())
    }
}

/// The problems of a game as they are offered.
fn problem_offers<G: Notation>(problems: &Problems<G>) -> impl Iterator<Item = ProblemOffer> {
    let goal = problems.goal;
    problems.list.iter().map(move |Problem { name, turns, .. }| ProblemOffer {
        name: name.clone(),
        goal,
        turns: *turns,
    })
}

/// Reads a record of a game.
fn read<G: Notation + Diagram>(
    description: &Description<G>,
    name: &str,
    bytes: &[u8],
) -> Option<Result<SavedGame, Reason>> {
    let rules = G::begin(description.rules);
    let record = match rules {
        Ok(rules) => (description.formats.reader?)(&rules, bytes)?,
        Err(reason) => return Some(Err(reason)),
    };
    Some(record.map(|record| {
        let game: &History<G> = &record.game;
        let begin = GameSetup {
            game: name.to_owned(),
            rules: game.start().rules(),
            position: game.start().write_position(),
            names: record.names.clone(),
            event: record.event.clone(),
            date: record.date.clone(),
            ..GameSetup::default()
        };
        let mut ended = record.ended.clone();
        for ended in ended.iter_mut().filter(|ended| ended.reason.is_empty()) {
            ended.reason = "as its record says".to_owned();
        }
        SavedGame { begin, turns: game.start().write_line(game.moves()), ended, ..SavedGame::default() }
    }))
}
