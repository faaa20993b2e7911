//! The games offered.

#[cfg(feature = "server")]
use crate::memory::MemoryBudget;
use crate::{
    description::Description,
    message::{
        Features, FileContent, GameEnd, GameOffer, GameSetup, LevelOffer, ProblemOffer, SavedGame, ServerMessage,
    },
    session::{AnySession, Session},
    text_record,
};
use duiyi_game::{Diagram, Notation, Reason, shortened};
use duiyi_kit::{
    GameKit,
    page::{Problem, Problems, Record, RecordFault, collect_records},
};
use std::{path::Path, sync::Arc};

/// The Chinese texts of refusals and reasons that all games share.
const WORDS: &[(&str, &str)] = &[
    ("the game is over", "对局已结束"),
    ("the game is not over", "对局仍在进行"),
    ("there is nothing to take back", "没有可悔的棋"),
    ("no person plays", "没有人在下棋"),
    ("the engine declines the draw", "引擎不同意和棋"),
    ("the engine has failed and is restarted", "引擎出错，正在重试"),
    (
        "the engine has failed three times: take back the turn, or change the players",
        "引擎三次出错：请悔棋，或更换对局者",
    ),
    ("the engine has failed: there is no result", "引擎出错，没有结果"),
    ("the engine returned no move", "引擎没有着法"),
    ("no move can be made there", "那里不能走棋"),
    ("the answer is being checked", "正在检查答案"),
    ("turns of a problem cannot be taken back; start it again", "解题时不能悔棋，请重新开始"),
    ("the other side escapes with", "对方可以应以"),
    ("it does not win in time", "不能按时取胜"),
    ("it could not be determined whether that wins", "无法判定能否取胜"),
    ("a position is being set up", "正在摆局"),
    ("nothing is set up", "没有在摆局"),
    ("nobody offers a draw", "没有人提和"),
    ("by the number of stones", "按子数"),
    ("is to move", "走棋"),
    (" for the side to move", "（走棋方看）"),
    ("score ", "分数 "),
    ("according to the record", "据棋谱"),
    ("resignation", "认输"),
    ("agreement", "双方议和"),
    ("time", "超时"),
    ("is played by the engine", "由引擎走棋"),
];

/// Why the games cannot be changed.
const UNDER_WAY: &str = "a game is under way";

/// A game of a file.
#[derive(Clone, Debug, Default)]
pub struct ReadGame {
    /// The game.
    pub saved: SavedGame,
    /// What is wrong in it and was left out.
    pub faults: Vec<String>,
}

impl From<SavedGame> for ReadGame {
    fn from(saved: SavedGame) -> ReadGame {
        ReadGame { saved, faults: Vec::new() }
    }
}

/// What a file contains.
#[derive(Clone, Debug, Default)]
pub struct ReadFile {
    /// The games, at least one.
    pub games: Vec<ReadGame>,
    /// What is wrong with the games that cannot be read.
    pub unread: Vec<String>,
}

impl From<SavedGame> for ReadFile {
    fn from(saved: SavedGame) -> ReadFile {
        ReadFile { games: vec![saved.into()], unread: Vec::new() }
    }
}

/// A session, or the reason for the failure.
type Opened = Result<Box<dyn AnySession>, Reason>;

/// A game of any kit.
trait AnyGame: Send + Sync {
    /// The game as pages see it.
    fn offer(&self) -> GameOffer;

    /// Opens the endgame tables of a folder, and returns whether the game can use them.
    fn open_endgames(&mut self, folder: &Path) -> Result<bool, Reason>;

    /// Shares the memory of a budget among the engines.
    #[cfg(feature = "server")]
    fn share_memory(&mut self, memory: &Arc<MemoryBudget>) -> Result<(), Reason>;

    /// Begins a game.
    fn open(&self, begin: &GameSetup) -> Opened;

    /// Resumes a stored game.
    fn restore(&self, saved: &SavedGame) -> Opened;

    /// Reads the records of a file; returns `None` if the bytes are not records of the game.
    fn read(&self, bytes: &[u8]) -> Option<Result<ReadFile, Reason>>;
}

impl<G: Notation + Diagram> AnyGame for Arc<Description<G>> {
    fn offer(&self) -> GameOffer {
        let page = &self.page;
        let ratings = page.levels.iter().flat_map(|levels| levels.range().map(|level| (level, (levels.rating)(level))));
        let levels = ratings.map(|(level, rating)| {
            (level, rating.map(|rating| LevelOffer { elo: rating.elo, measured: rating.measured }))
        });
        GameOffer {
            name: self.kit.name.to_owned(),
            titles: self.kit.titles,
            side_names: G::SIDES.map(|side| page.word(side)),
            rules: self.rules(),
            levels: levels.collect(),
            level_notes: page.levels.map_or(&[], |levels| levels.notes),
            notations: page.notation_names(),
            features: Features {
                set_up: page.palette.is_some(),
                claims: page.rulings.claim.is_some(),
                aids: page.study.overlays.iter().map(|overlay| overlay.titles).collect(),
                proofs: page.study.prover.is_some(),
                book: self.book.is_some(),
                endgames: self.endgames.is_some(),
            },
            problems: page.study.problems.iter().flat_map(problem_offers).collect(),
            formats: page.formats.writers.iter().map(|writer| writer.name).chain([text_record::NAME]).collect(),
            words: page.words.game.iter().chain(WORDS).copied().collect(),
            terms: page.words.scores.clone(),
        }
    }

    fn open_endgames(&mut self, folder: &Path) -> Result<bool, Reason> {
        let Some(open) = self.page.study.endgame_verdicts else { return Ok(false) };
        let verdicts = open(folder)?;
        Arc::get_mut(self).ok_or(UNDER_WAY)?.endgames = Some(verdicts);
        Ok(true)
    }

    #[cfg(feature = "server")]
    fn share_memory(&mut self, memory: &Arc<MemoryBudget>) -> Result<(), Reason> {
        Arc::get_mut(self).ok_or(UNDER_WAY)?.memory = Arc::clone(memory);
        Ok(())
    }

    fn open(&self, begin: &GameSetup) -> Opened {
        Ok(Box::new(Session::new(Arc::clone(self), begin)?))
    }

    fn restore(&self, saved: &SavedGame) -> Opened {
        Ok(Box::new(Session::restore(Arc::clone(self), saved)?))
    }

    fn read(&self, bytes: &[u8]) -> Option<Result<ReadFile, Reason>> {
        let records = collect_records((self.page.formats.reader?)(&self.kit.start, bytes)?);
        let texts = |faults: &[RecordFault]| faults.iter().map(ToString::to_string).collect();
        Some(records.map(|(records, unread)| {
            let read = |record: Record<G>| ReadGame { faults: texts(&record.faults), saved: self.saved(record) };
            ReadFile { games: records.into_iter().map(read).collect(), unread: texts(&unread) }
        }))
    }
}

impl<G: Notation + Diagram> Description<G> {
    /// A game of a record, as it is stored. Records do not contain the kinds of the players; both become persons.
    fn saved(&self, record: Record<G>) -> SavedGame {
        let start = record.tree.start();
        let begin = GameSetup {
            game: self.kit.name.to_owned(),
            rules: start.rules(),
            position: start.write_position(),
            names: record.names,
            event: record.event,
            date: record.date,
            ..GameSetup::default()
        };
        let mut ended: Option<GameEnd> = record.ended.map(GameEnd::from);
        for ended in ended.iter_mut().filter(|ended| ended.reason.is_empty()) {
            ended.reason = "according to the record".to_owned();
        }
        SavedGame { begin, turns: record.tree.write_moves(), ended, ..SavedGame::default() }
    }
}

/// A game that the page offers.
pub struct Game(Box<dyn AnyGame>);

impl Game {
    /// A game from its kit.
    pub fn new<G: Notation + Diagram>(kit: GameKit<G>) -> Game {
        Game(Box::new(Arc::new(Description::new(kit))))
    }
}

/// The games offered.
#[derive(Default)]
pub struct Games(Vec<(GameOffer, Game)>);

impl FromIterator<Game> for Games {
    fn from_iter<I: IntoIterator<Item = Game>>(games: I) -> Games {
        Games(games.into_iter().map(|game| (game.0.offer(), game)).collect())
    }
}

impl Games {
    /// Offers games; pages list them in this order.
    pub fn new(games: impl IntoIterator<Item = Game>) -> Games {
        games.into_iter().collect()
    }

    /// Opens the endgame tables of a folder for the games that can use them. To be called before a game
    /// begins.
    ///
    /// # Errors
    /// If the tables cannot be opened, no game can use them, or a game is under way.
    pub fn open_endgames(&mut self, folder: &Path) -> Result<(), Reason> {
        let mut used = false;
        for (offer, game) in &mut self.0 {
            if game.0.open_endgames(folder)? {
                (*offer, used) = (game.0.offer(), true);
            }
        }
        if used { Ok(()) } else { Err("no game has endgame tables".into()) }
    }

    /// Takes the tables of all engines from one budget. To be called before a game begins.
    ///
    /// # Errors
    /// If a game is under way.
    #[cfg(feature = "server")]
    pub(crate) fn share_memory(&mut self, memory: &Arc<MemoryBudget>) -> Result<(), Reason> {
        self.0.iter_mut().try_for_each(|(_, game)| game.0.share_memory(memory))
    }

    /// The games as pages see them.
    pub fn offers(&self) -> impl Iterator<Item = &GameOffer> {
        self.0.iter().map(|(offer, _)| offer)
    }

    /// The problems of a game as pages see them.
    ///
    /// # Errors
    /// If there is no such game.
    pub(crate) fn problems(&self, name: &str) -> Result<ServerMessage, Reason> {
        self.find(name)?;
        let list = self.offers().find(|offer| offer.name == name).map(|offer| offer.problems.clone());
        Ok(ServerMessage::Problems { game: name.to_owned(), list: list.unwrap_or_default() })
    }

    fn find(&self, name: &str) -> Result<&dyn AnyGame, Reason> {
        let found = self.0.iter().find(|(offer, _)| offer.name == name);
        found.map(|(_, game)| &*game.0).ok_or_else(|| {
            let names: Vec<&str> = self.offers().map(|offer| offer.name.as_str()).collect();
            format!("unknown game '{}'; expected one of {}", shortened(name), names.join(", ")).into()
        })
    }

    /// Opens a new game.
    ///
    /// # Errors
    /// If there is no such game, or it cannot begin with this setup.
    pub fn open(&self, begin: &GameSetup) -> Result<Box<dyn AnySession>, Reason> {
        begin.check_texts()?;
        self.find(&begin.game)?.open(begin)
    }

    /// Resumes a stored game.
    ///
    /// # Errors
    /// If there is no such game, or one of its turns is illegal.
    pub fn restore(&self, saved: &SavedGame) -> Result<Box<dyn AnySession>, Reason> {
        self.find(&saved.begin.game)?.restore(saved)
    }

    /// Reads the records of a file in any format of any game, or a text of the named game: `[position] [moves …]`,
    /// or turns alone. A damaged record is read as far as it goes.
    ///
    /// # Errors
    /// The error in the format that the file appears to have.
    pub fn read(&self, file: &FileContent, name: &str) -> Result<ReadFile, Reason> {
        let bytes = file.bytes();
        let text = std::str::from_utf8(bytes).ok();
        if let Some(read) = text.and_then(text_record::read) {
            return Ok(read?.into());
        }
        let begin = |position| GameSetup { game: name.to_owned(), position, ..GameSetup::default() };
        let open = |position: String| -> Result<ReadFile, Reason> {
            Ok(self.open(&begin(position))?.saved(std::time::Duration::ZERO).into())
        };
        let text = text.map(str::trim);
        let own = text.map(|text| {
            open(text.to_owned()).or_else(|reason| {
                let first = text.split_whitespace().next().unwrap_or_default();
                // If the text begins with a turn, the reason is that of the turn at fault.
                open(format!("moves {text}")).map_err(|other| {
                    let has_turns = !first.is_empty() && open(format!("moves {first}")).is_ok();
                    if has_turns { other } else { reason }
                })
            })
        });
        // A text of coordinates may be legal in several games: the named one comes first.
        match own {
            Some(Ok(read)) => Ok(read),
            own => self.0.iter().find_map(|(_, game)| game.0.read(bytes)).unwrap_or_else(|| match (text, own) {
                (Some(text), Some(Err(reason))) => {
                    let text = shortened(text);
                    Err(format!("'{text}' is neither a record nor a position of {name}: {reason}").into())
                }
                _ => Err("the file is in no known format".into()),
            }),
        }
    }
}

/// The problems of a game as pages see them.
fn problem_offers<G: Notation>(problems: &Problems<G>) -> impl Iterator<Item = ProblemOffer> {
    problems.list.iter().map(|problem| {
        let Problem { goal, turns, theme, difficulty, .. } = *problem;
        ProblemOffer { name: problem.name.clone(), goal, turns, theme, difficulty }
    })
}
