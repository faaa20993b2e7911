//! The games offered to JavaScript: their kits, and the questions about one game only.

use crate::{
    common, endgames,
    failure::{Code, Failure},
    question::Ask,
    readers, records,
    search::{OnReport, search},
};
use duiyi_connect6::{
    Board, Rules,
    notation::Coordinates,
    solver::{Solution, Solver, SolverLimits},
};
use duiyi_engine::{EnginePlayer, NamedEvaluation, PlayerParts, SEARCHES, Seat, rated_searches_by};
use duiyi_game::{Diagram, Game, GameMove, History, Notation, Reason, legal_moves};
use duiyi_kit::{GameKit, page::Formats};
use duiyi_proof::{Accepted, Certificate, ProofError};
use duiyi_xiangqi::{
    NetworkEvaluation, Xiangqi,
    notation::{self, Notation as Writing},
    player::{LEVELS, NETWORK},
    rulings::{MoveNature, RuleSet, judge},
};
use serde_json::{Value, json};
use std::{cell::RefCell, rc::Rc, sync::Arc};

/// All games. A kit needs a line here, and a class in `package/boards.js` with the same name.
pub(crate) fn all() -> Vec<Box<dyn AnyGame>> {
    vec![
        KitGame::boxed(
            duiyi_xiangqi::kit::kit(),
            "PGN, DhtmlXQ, XQF, WXF, CBF, CBR, CBL or a list of moves",
            |now| now.position().in_check(),
            of_xiangqi,
            Some(write_moves),
            Some(with_network),
        ),
        KitGame::boxed(
            duiyi_connect6::kit::kit("connect6", Rules::CONNECT6),
            "SGF or CCGC",
            |_| false,
            of_connect6,
            None,
            None,
        ),
    ]
}

/// A game of any kit.
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
    fn ask(&mut self, ask: &Ask, attached: &[u8], on_report: OnReport<'_>) -> Result<Answered, Failure>;
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
/// The parts of a player with the network in a file.
type WithNetwork<G> = fn(&GameKit<G>, &[u8]) -> Result<PlayerParts<G>, Reason>;

struct KitGame<G: Notation>(Rc<Shared<G>>);

/// What the boards of a game share.
struct Shared<G: Notation> {
    kit: GameKit<G>,
    /// The notations and formats of the kit.
    formats: Formats<G>,
    /// The formats that the kit reads.
    readable: &'static str,
    /// The player of the newest search, and its rules.
    seat: RefCell<Option<(String, Seat<G>)>>,
    /// The parts of a player with a network, which replace those of the kit.
    parts: RefCell<Option<Arc<PlayerParts<G>>>>,
    /// Whether the side to move is in check.
    is_check: fn(&G) -> bool,
    special: Special<G>,
    write: Option<Write<G>>,
    with_network: Option<WithNetwork<G>>,
}

impl<G: Notation + Diagram> KitGame<G> {
    fn boxed(
        kit: GameKit<G>,
        readable: &'static str,
        is_check: fn(&G) -> bool,
        special: Special<G>,
        write: Option<Write<G>>,
        with_network: Option<WithNetwork<G>>,
    ) -> Box<dyn AnyGame> {
        let (formats, seat, parts) = ((kit.page)(&kit.start).formats, RefCell::new(None), RefCell::new(None));
        Box::new(KitGame(Rc::new(Shared {
            kit,
            formats,
            readable,
            seat,
            parts,
            is_check,
            special,
            write,
            with_network,
        })))
    }
}

impl<G: Notation + Diagram> AnyGame for KitGame<G> {
    fn name(&self) -> &'static str {
        self.0.kit.name
    }

    fn title(&self) -> &'static str {
        G::NAME
    }

    fn check(&self, certificate: &Certificate) -> Option<Result<Accepted, ProofError>> {
        (certificate.game == G::NAME).then(|| duiyi_proof::check::<G>(certificate))
    }

    fn open(&self, rules: &str, line: &str) -> Result<Box<dyn AnyBoard>, Reason> {
        Ok(Box::new(KitBoard { shared: Rc::clone(&self.0), game: History::read(rules, line)? }))
    }
}

impl<G: Notation> Shared<G> {
    /// Searches with the player for the rules of the board.
    fn search(
        &self,
        game: &History<G>,
        wanted: &crate::question::Search,
        on_report: OnReport<'_>,
    ) -> Result<Value, Failure> {
        let rules = game.now().rules();
        let mut seat = self.seat.borrow_mut();
        if seat.as_ref().is_none_or(|(of, _)| *of != rules) {
            let player = match &*self.parts.borrow() {
                Some(parts) => Box::new(EnginePlayer::new(Arc::clone(parts))),
                None => self.kit.with_rules(&rules).map_err(Code::InvalidGame.because())?.player(),
            };
            *seat = Some((rules, Seat::new(player)));
        }
        match &mut *seat {
            Some((_, seat)) => search(game, seat, wanted, on_report),
            None => Err(Failure::new(Code::Internal, "there is no player")),
        }
    }

    fn use_network(&self, bytes: &[u8]) -> Result<Value, Failure> {
        let Some(with_network) = self.with_network else {
            return Err(Failure::new(Code::InvalidArgument, format!("network: {} has no networks", G::NAME)));
        };
        let parts = with_network(&self.kit, bytes).map_err(Code::InvalidFile.because())?;
        self.parts.replace(Some(Arc::new(parts)));
        self.seat.replace(None);
        Ok(json!({}))
    }
}

struct KitBoard<G: Notation> {
    shared: Rc<Shared<G>>,
    game: History<G>,
}

impl<G: Notation + Diagram> AnyBoard for KitBoard<G> {
    fn copy(&self) -> Box<dyn AnyBoard> {
        Box::new(KitBoard { shared: Rc::clone(&self.shared), game: self.game.clone() })
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
        let turn = match self.shared.formats.read_turn {
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

    fn ask(&mut self, ask: &Ask, attached: &[u8], on_report: OnReport<'_>) -> Result<Answered, Failure> {
        let (shared, game) = (&self.shared, &self.game);
        if let Some(answered) = (shared.special)(game, ask) {
            return answered.map(Answered::from);
        }
        let json = match ask {
            Ask::Svg(wanted) => common::drawn(game, wanted)?,
            Ask::Book => common::book_moves((shared.kit.book)().as_deref(), game.now())?,
            Ask::Network => shared.use_network(attached)?,
            Ask::Search(wanted) => shared.search(game, wanted, on_report)?,
            Ask::Formats => {
                json!({ "formats": shared.formats.writers.iter().map(|writer| writer.name).collect::<Vec<_>>() })
            }
            Ask::ReadGames => {
                let reader = records::read(&shared.formats, shared.readable, game.start(), attached);
                json!({ "reader": readers::add(reader.map_err(Code::InvalidRecord.because())?) })
            }
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

/// The player's parts with another network; the other evaluations and the book stay.
fn with_network(kit: &GameKit<Xiangqi>, bytes: &[u8]) -> Result<PlayerParts<Xiangqi>, Reason> {
    let network = NetworkEvaluation::from_bytes(bytes)?;
    let evaluation = NamedEvaluation::new(NETWORK, move || {
        let network = network.clone();
        rated_searches_by(LEVELS, move || network.clone())
    });
    let own = &kit.parts;
    let mut parts = PlayerParts::new(&SEARCHES, evaluation).timing(own.context());
    for other in own.evaluations().iter().filter(|other| other.name() != NETWORK) {
        parts = parts.evaluation(other.clone());
    }
    Ok(match own.opener() {
        Some(opener) => parts.book(opener.clone(), kit.start.clone()),
        None => parts,
    })
}

fn of_xiangqi(game: &History<Xiangqi>, ask: &Ask) -> Option<Result<Value, Failure>> {
    match ask {
        Ask::Endgame => Some(endgames::probe(game.now().position()).map_err(Code::InvalidFile.because())),
        Ask::Ruling { book } => Some(ruling(game, book.as_deref())),
        _ => None,
    }
}

fn of_connect6(game: &History<Board>, ask: &Ask) -> Option<Result<Value, Failure>> {
    match ask {
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
