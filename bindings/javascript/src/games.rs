//! The games offered to JavaScript: their kits, and the questions about one game only.

#[cfg(feature = "engine")]
use crate::players::{Players, with_network};
use crate::{
    books, common, endgames,
    failure::{Code, Failure},
    question::Ask,
};
#[cfg(feature = "records")]
use crate::{readers, records};
use duiyi_connect6::{
    Board,
    notation::Coordinates,
    solver::{Solution, Solver, SolverLimits},
};
use duiyi_game::{Diagram, Game, GameMove, History, Notation, Reason, legal_moves};
#[cfg(feature = "records")]
use duiyi_kit::page::Formats;
use duiyi_kit::page::ReadTurn;
use duiyi_proof::{Accepted, Certificate, ProofError};
use duiyi_xiangqi::{
    Xiangqi,
    notation::{self, Notation as Writing},
    rulings::{MoveNature, RuleSet, judge},
};
use serde_json::{Value, json};
use std::rc::Rc;

/// All games. A game needs an entry here, and a class in `package/boards.js` with the same name.
pub(crate) fn all() -> Vec<Box<dyn AnyGame>> {
    vec![
        Shared::<Xiangqi> {
            name: "xiangqi",
            #[cfg(feature = "records")]
            formats: duiyi_xiangqi::kit::formats(),
            #[cfg(feature = "records")]
            readable: "PGN, DhtmlXQ, XQF, WXF, CBF, CBR, CBL or a list of moves",
            is_check: |now| now.position().in_check(),
            read_turn: Some(|now, text| Ok(vec![notation::read(now.position(), text)?])),
            special: of_xiangqi,
            write: Some(write_moves),
            #[cfg(feature = "engine")]
            players: Players::new(duiyi_xiangqi::kit::kit(), Some(with_network)),
        }
        .boxed(),
        Shared::<Board> {
            name: "connect6",
            #[cfg(feature = "records")]
            formats: duiyi_connect6::kit::formats(duiyi_connect6::Rules::CONNECT6),
            #[cfg(feature = "records")]
            readable: "SGF or CCGC",
            is_check: |_| false,
            read_turn: None,
            special: of_connect6,
            write: None,
            #[cfg(feature = "engine")]
            players: Players::new(duiyi_connect6::kit::kit("connect6", duiyi_connect6::Rules::CONNECT6), None),
        }
        .boxed(),
    ]
}

/// Any game.
pub(crate) trait AnyGame {
    /// The name of the game in questions.
    fn name(&self) -> &'static str;

    /// The name of the game in certificates.
    fn title(&self) -> &'static str;

    /// Checks a certificate; returns `None` if it is for another game.
    fn check(&self, certificate: &Certificate) -> Option<Result<Accepted, ProofError>>;

    /// Opens a board.
    ///
    /// # Errors
    /// If the rules or the line are invalid.
    fn open(&self, rules: &str, line: &str) -> Result<Box<dyn AnyBoard>, Reason>;
}

/// A board of any game.
pub(crate) trait AnyBoard {
    /// A copy.
    fn copy(&self) -> Box<dyn AnyBoard>;

    /// Appends the legal moves, as their bits.
    fn legal_moves(&self, moves: &mut Vec<u32>);

    /// The text of a legal move.
    ///
    /// # Errors
    /// If the bits are not those of a legal move.
    fn move_text(&self, bits: u32) -> Result<String, Failure>;

    /// A text about the game (see [`common::text`]).
    ///
    /// # Errors
    /// If there is no such text.
    fn text(&self, place: u32) -> Result<String, Failure>;

    /// Appends the size of the board and its squares (see [`common::squares`]).
    fn squares(&self, found: &mut Vec<u32>);

    /// Whether the side to move is in check.
    fn is_check(&self) -> bool;

    /// Whether the game is over.
    fn is_over(&self) -> bool;

    /// Plays a turn, given in any notation; returns it in coordinates.
    ///
    /// # Errors
    /// If it cannot be played.
    fn play(&mut self, text: &str) -> Result<String, Failure>;

    /// Takes back the last turn and returns it.
    ///
    /// # Errors
    /// If no turn was played.
    fn undo(&mut self) -> Result<String, Failure>;

    /// Writes a sequence of turns in a notation, one on each line.
    ///
    /// # Errors
    /// If the game has no other notations, or a turn cannot be played.
    fn write(&self, notation: &str, turns: &mut dyn Iterator<Item = &str>) -> Result<String, Failure>;

    /// Counts the sequences of `depth` moves.
    fn perft(&self, depth: u32) -> u64;

    /// Answers a question.
    ///
    /// # Errors
    /// If the question is invalid.
    fn ask(&mut self, ask: &Ask, attached: &[u8]) -> Result<Answered, Failure>;
}

/// An answer: JSON, and perhaps a file.
pub(crate) struct Answered {
    pub(crate) json: Value,
    pub(crate) attachment: Vec<u8>,
}

impl From<Value> for Answered {
    fn from(json: Value) -> Answered {
        Answered { json, attachment: Vec::new() }
    }
}

/// Answers a question about one game only; returns `None` for other questions.
type Special<G> = fn(&History<G>, &Ask) -> Option<Result<Value, Failure>>;
/// Writes turns in a notation.
type Write<G> = fn(&G, &str, &mut dyn Iterator<Item = &str>) -> Result<String, Failure>;

struct SharedGame<G: Notation>(Rc<Shared<G>>);

/// What the boards of a game share.
struct Shared<G: Notation> {
    name: &'static str,
    /// The formats of records.
    #[cfg(feature = "records")]
    formats: Formats<G>,
    /// The formats that are read.
    #[cfg(feature = "records")]
    readable: &'static str,
    /// Whether the side to move is in check.
    is_check: fn(&G) -> bool,
    /// Reads a turn in other notations than that of the game, too.
    read_turn: Option<ReadTurn<G>>,
    special: Special<G>,
    write: Option<Write<G>>,
    #[cfg(feature = "engine")]
    players: Players<G>,
}

impl<G: Notation + Diagram> Shared<G> {
    fn boxed(self) -> Box<dyn AnyGame> {
        Box::new(SharedGame(Rc::new(self)))
    }
}

impl<G: Notation + Diagram> AnyGame for SharedGame<G> {
    fn name(&self) -> &'static str {
        self.0.name
    }

    fn title(&self) -> &'static str {
        G::NAME
    }

    fn check(&self, certificate: &Certificate) -> Option<Result<Accepted, ProofError>> {
        (certificate.game == G::NAME).then(|| duiyi_proof::check::<G>(certificate))
    }

    fn open(&self, rules: &str, line: &str) -> Result<Box<dyn AnyBoard>, Reason> {
        Ok(Box::new(SharedBoard { shared: Rc::clone(&self.0), game: History::read(rules, line)? }))
    }
}

struct SharedBoard<G: Notation> {
    shared: Rc<Shared<G>>,
    game: History<G>,
}

impl<G: Notation + Diagram> AnyBoard for SharedBoard<G> {
    fn copy(&self) -> Box<dyn AnyBoard> {
        Box::new(SharedBoard { shared: Rc::clone(&self.shared), game: self.game.clone() })
    }

    fn legal_moves(&self, moves: &mut Vec<u32>) {
        moves.extend(legal_moves(self.game.now()).into_iter().map(GameMove::to_bits));
    }

    fn move_text(&self, bits: u32) -> Result<String, Failure> {
        let now = self.game.now();
        let mv = <G as Game>::Move::from_bits(bits).filter(|&mv| now.is_legal(mv));
        let mv = mv.ok_or_else(|| Failure::new(Code::Internal, format!("{bits} is not a legal move")))?;
        Ok(now.write_move(mv))
    }

    fn text(&self, place: u32) -> Result<String, Failure> {
        common::text(&self.game, place)
    }

    fn squares(&self, found: &mut Vec<u32>) {
        common::squares(self.game.now(), found);
    }

    fn is_check(&self) -> bool {
        (self.shared.is_check)(self.game.now())
    }

    fn is_over(&self) -> bool {
        self.game.outcome().is_some()
    }

    fn play(&mut self, text: &str) -> Result<String, Failure> {
        let now = self.game.now();
        let turn = match self.shared.read_turn {
            Some(read) => read(now, text),
            None => now.read_turn(text),
        };
        let turn = turn.map_err(Code::IllegalMove.because())?;
        let written = now.write_turn(&turn);
        self.game.play_turn(&turn)?;
        Ok(written)
    }

    fn undo(&mut self) -> Result<String, Failure> {
        let turn = self.game.undo_turn();
        if turn.is_empty() {
            return Err(Failure::new(Code::Nothing, "no turn was played on this board"));
        }
        Ok(self.game.now().write_turn(&turn))
    }

    fn write(&self, notation: &str, turns: &mut dyn Iterator<Item = &str>) -> Result<String, Failure> {
        match self.shared.write {
            Some(write) => write(self.game.now(), notation, turns),
            None => Err(Failure::new(Code::InvalidArgument, format!("{} has no other notations", G::NAME))),
        }
    }

    fn perft(&self, depth: u32) -> u64 {
        self.game.now().clone().perft(depth)
    }

    #[cfg_attr(
        not(any(feature = "engine", feature = "records")),
        expect(unused_variables, reason = "records and networks are attached")
    )]
    fn ask(&mut self, ask: &Ask, attached: &[u8]) -> Result<Answered, Failure> {
        let (shared, game) = (&self.shared, &self.game);
        if let Some(answered) = (shared.special)(game, ask) {
            return answered.map(Answered::from);
        }
        let json = match ask {
            Ask::Svg(wanted) => common::drawn(game, wanted)?,
            #[cfg(feature = "engine")]
            Ask::Network => shared.players.use_network(attached)?,
            #[cfg(feature = "engine")]
            Ask::Search(wanted) => shared.players.search(game, wanted)?,
            #[cfg(feature = "records")]
            Ask::Formats => {
                json!({ "formats": shared.formats.writers.iter().map(|writer| writer.name).collect::<Vec<_>>() })
            }
            #[cfg(feature = "records")]
            Ask::ReadGames => {
                let reader = records::read(&shared.formats, shared.readable, game.start(), attached);
                json!({ "reader": readers::add(reader.map_err(Code::InvalidRecord.because())?) })
            }
            #[cfg(feature = "records")]
            Ask::WriteGame { format, game } => {
                let written = records::write(&shared.formats, format, game);
                let attachment = written.map_err(Code::InvalidRecord.because())?;
                return Ok(Answered { json: json!({}), attachment });
            }
            _ => return Err(Failure::new(Code::InvalidArgument, format!("{} has no such question", G::NAME))),
        };
        Ok(json.into())
    }
}

fn of_xiangqi(game: &History<Xiangqi>, ask: &Ask) -> Option<Result<Value, Failure>> {
    match ask {
        Ask::Book => Some(books::moves(game.now())),
        Ask::Endgame => Some(endgames::probe(game.now().position()).map_err(Code::InvalidFile.because())),
        Ask::Ruling { book } => Some(ruling(game, book.as_deref())),
        _ => None,
    }
}

fn of_connect6(game: &History<Board>, ask: &Ask) -> Option<Result<Value, Failure>> {
    match ask {
        Ask::Book => Some(common::book_moves(&duiyi_connect6::kit::named_openings(), game.now())),
        Ask::Solve { turns } => Some(Ok(solved(game.now(), *turns))),
        _ => None,
    }
}

/// The names of the notations of xiangqi.
const NOTATIONS: [&str; 8] =
    ["coordinates", "iccs", "wxf", "wxf-xqbase", "chinese", "chinese-half", "traditional", "traditional-half"];

fn write_moves(now: &Xiangqi, name: &str, texts: &mut dyn Iterator<Item = &str>) -> Result<String, Failure> {
    let index = NOTATIONS.iter().position(|notation| *notation == name);
    let writing: Writing = index
        .map(|index| Writing::ALL[index])
        .ok_or_else(|| format!("notation: '{name}'; expected one of {}", NOTATIONS.join(", ")))
        .map_err(Code::InvalidArgument.because())?;
    let mut position = *now.position();
    let mut written = String::new();
    for text in texts {
        let mv = notation::read(&position, text).map_err(Code::IllegalMove.because())?;
        if !written.is_empty() {
            written.push('\n');
        }
        written.push_str(&writing.write(&position, mv).map_err(Code::IllegalMove.because())?);
        position.make(mv);
    }
    Ok(written)
}

/// The ruling on a repetition by a rule book, by default that of the game.
fn ruling(game: &History<Xiangqi>, book: Option<&str>) -> Result<Value, Failure> {
    let book: RuleSet = match book {
        Some(book) => book.parse::<RuleSet>().map_err(Code::InvalidArgument.because())?,
        None => game.now().game_rules().repetition,
    };
    let report = judge(book, game.start().position(), game.moves()).map_err(Code::InvalidGame.because())?;
    let words = report.ruling.to_string();
    let loser = words.strip_suffix("-loses").map(str::to_owned);
    let described = |mv: &MoveNature| {
        let threats: Vec<String> = mv.threats.iter().map(ToString::to_string).collect();
        json!({
            "move": mv.mv.to_string(),
            "nature": mv.nature.to_string(),
            "threats": threats,
            "text": mv.to_string(),
        })
    };
    let article = report.article.map(|article| {
        json!({
            "document": article.document.name(),
            "number": article.number,
            "english": article.english,
            "chinese": article.chinese,
        })
    });
    Ok(json!({
        "book": report.rules.name(),
        "ruling": words,
        "loser": loser,
        "rule": report.rule.to_string(),
        "article": article,
        "occurrences": report.occurrences,
        "moves": report.moves.iter().map(described).collect::<Vec<_>>(),
        "text": report.to_string(),
    }))
}

fn solved(board: &Board, turns: u32) -> Value {
    let mut solver = Solver::new(board.rules(), 4 << 20);
    match solver.solve(board, &SolverLimits { turns, ..SolverLimits::default() }) {
        Solution::Win { turns, turn } => {
            json!({ "status": "win", "turns": turns, "turn": Coordinates::Letters.write_turn(board.rules(), &turn) })
        }
        Solution::NoWin => json!({ "status": "no win" }),
        Solution::Unknown => json!({ "status": "unknown" }),
    }
}
