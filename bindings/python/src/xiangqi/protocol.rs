//! The grammar of UCI and UCCI, as a front end writes and reads it: for `duiyi.engine`.

use super::{
    board::Board,
    moves::{Move, to_python},
};
use crate::{
    error::{illegal, refused},
    search::{Score, SearchLimits},
    text::choose,
};
use duiyi_clock::GoParameters;
use duiyi_engine::{
    TurnLimits,
    protocol::{ChessProtocol, Info, Ranks, Reply},
};
use duiyi_game::{Game, History, Notation};
use duiyi_xiangqi::Xiangqi;
use pyo3::{
    IntoPyObjectExt,
    prelude::*,
    types::{PyDict, PyTuple},
};
use std::{fmt::Write, time::Duration};

/// A protocol, "uci" or "ucci", with the numbering of ranks of an engine.
///
/// `one_up` is set for an engine that numbers ranks from 1, `milliseconds` for one that reads UCCI times in
/// milliseconds.
///
/// >>> from duiyi._duiyi.xiangqi import Protocol
/// >>> protocol = Protocol("ucci")
/// >>> protocol.set_option("hashsize", "16")
/// 'setoption hashsize 16'
/// >>> protocol.parse("info depth 3 score 35 pv h2e2 h9g7", None)
/// ('info', {'depth': 3, 'score': Score('35')})
#[pyclass(module = "duiyi.xiangqi")]
pub(crate) struct Protocol {
    protocol: ChessProtocol,
    #[pyo3(get, set)]
    one_up: bool,
    #[pyo3(get, set)]
    milliseconds: bool,
}

impl Protocol {
    fn ranks(&self) -> Ranks {
        if self.one_up { Ranks::OneUp } else { Ranks::Native }
    }

    /// The moves, if all are legal.
    fn allowed(game: &History<Xiangqi>, moves: &[Move]) -> PyResult<Vec<duiyi_xiangqi::Move>> {
        let bad = moves.iter().find(|mv| !game.now().is_legal(mv.0));
        match bad {
            Some(mv) => Err(refused(format_args!("moves: {} is not legal here", mv.0))),
            None if moves.is_empty() => Err(refused("moves: expected at least one legal move")),
            None => Ok(moves.iter().map(|mv| mv.0).collect()),
        }
    }

    /// The moves of a line as far as they are legal.
    fn line(&self, game: &History<Xiangqi>, info: &Info) -> Vec<duiyi_xiangqi::Move> {
        let mut now = game.now().clone();
        let read = |text: &str| {
            let mv = now.read_move(&self.ranks().to_game(text)?).ok()?;
            now.make(mv);
            Some(mv)
        };
        info.moves().map_while(read).collect()
    }

    fn info<'py>(
        &self,
        py: Python<'py>,
        info: &Info,
        text: &str,
        board: Option<&Board>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let values = PyDict::new(py);
        let set = |key: &str, value: Option<u64>| value.map_or(Ok(()), |value| values.set_item(key, value));
        set("depth", info.depth.map(u64::from))?;
        set("seldepth", info.selective_depth.map(u64::from))?;
        set("multipv", info.line.map(u64::from))?;
        set("nodes", info.nodes)?;
        set("nps", info.nodes_per_second)?;
        set("hashfull", info.table_permille.map(u64::from))?;
        if let Some(time) = info.time {
            values.set_item("time", time.as_secs_f64())?;
        }
        if let Some(score) = info.score {
            values.set_item("score", Score(score.score()))?;
        }
        match info.bound {
            Some(duiyi_search::Bound::Lower) => values.set_item("lowerbound", true)?,
            Some(duiyi_search::Bound::Upper) => values.set_item("upperbound", true)?,
            _ => {}
        }
        if let (Some(board), false) = (board, info.pv.is_empty()) {
            let moves: PyResult<Vec<_>> = self.line(&board.0, info).into_iter().map(|mv| to_python(py, mv)).collect();
            values.set_item("pv", moves?)?;
        }
        let message = ["string ", "message "].iter().find_map(|word| {
            let at = text.find(&format!(" {word}"))?;
            Some(text[at + 1 + word.len()..].trim())
        });
        if let Some(message) = message {
            values.set_item("string", message)?;
        }
        Ok(values)
    }
}

#[pymethods]
impl Protocol {
    #[new]
    fn new(name: &str) -> PyResult<Protocol> {
        let protocol = choose("protocol", name, &ChessProtocol::NAMES)?;
        Ok(Protocol { protocol, one_up: false, milliseconds: false })
    }

    /// The first command.
    fn handshake(&self) -> &'static str {
        self.protocol.handshake()
    }

    /// The command that sets an option; without a value, for a button.
    fn set_option(&self, name: &str, value: &str) -> String {
        self.protocol.set_option(name, value)
    }

    /// The command before a new game.
    fn new_game(&self) -> &'static str {
        self.protocol.new_game()
    }

    /// The commands that set up a board, and restrict the search to some legal moves: UCCI forbids the others.
    #[pyo3(signature = (board, moves=None))]
    fn position(&self, board: &Board, moves: Option<Vec<Move>>) -> PyResult<String> {
        let game = &board.0;
        let wanted = moves.map(|moves| Protocol::allowed(game, &moves)).transpose()?;
        let (start, played) = match self.protocol {
            ChessProtocol::Uci => (game.start().clone(), game.moves()),
            ChessProtocol::Ucci => game.since_irreversible(),
        };
        let words: Vec<String> = played.iter().map(|mv| mv.to_string()).collect();
        let start = start.write_position();
        let mut text = self.protocol.position(Some(&start), words.iter().map(String::as_str), self.ranks());
        if let (ChessProtocol::Ucci, Some(wanted)) = (self.protocol, wanted) {
            let mut legal = Vec::new();
            game.now().legal_moves(&mut legal);
            text += "\nbanmoves";
            for mv in legal.into_iter().filter(|mv| !wanted.contains(mv)) {
                // Writing to a string can't fail.
                let _ = write!(text, " {}", self.ranks().to_engine(&mv.to_string()));
            }
        }
        Ok(text)
    }

    /// The command to search a board with limits, without limits until a stop.
    ///
    /// UCI takes all limits, UCCI one of a depth, a number of nodes and a time; other combinations are refused.
    #[pyo3(signature = (board, limits, moves=None))]
    fn go(&self, board: &Board, limits: Option<SearchLimits>, moves: Option<Vec<Move>>) -> PyResult<String> {
        let unlimited = || TurnLimits { go: GoParameters::default(), mate: None, until_mate: false, node_clock: None };
        let TurnLimits { go, mate, .. } = limits.map_or_else(unlimited, |limits| limits.limits);
        let go = if go.infinite { GoParameters { infinite: true, ..GoParameters::default() } } else { go };
        let timed = go.move_time.is_some() || go.own.is_some();
        let opponent = GoParameters { own: go.opponent, ..GoParameters::default() };
        let mover = board.now().side_to_move();
        let mut text = self.protocol.go(&go, &opponent, mover, Duration::ZERO, self.milliseconds);
        let count = usize::from(timed) + usize::from(go.depth.is_some()) + usize::from(go.nodes.is_some());
        if self.protocol == ChessProtocol::Ucci {
            if count > 1 || mate.is_some() {
                return Err(refused(
                    "the limits of a search in UCCI: expected one of depth, nodes, and movetime or a clock",
                ));
            }
            return Ok(text);
        }
        // The protocol's command has the time, or else the depth, or else the nodes.
        let rest = [
            ("depth", go.depth.filter(|_| timed).map(u64::from)),
            ("nodes", go.nodes.filter(|_| timed || go.depth.is_some())),
            ("mate", mate.map(u64::from)),
        ];
        if count == 0 && mate.is_some() {
            text = "go".to_owned();
        }
        for (key, value) in rest {
            if let Some(value) = value {
                let _ = write!(text, " {key} {value}");
            }
        }
        if let Some(moves) = moves {
            text += " searchmoves";
            for mv in Protocol::allowed(&board.0, &moves)? {
                let _ = write!(text, " {}", self.ranks().to_engine(&mv.to_string()));
            }
        }
        Ok(text)
    }

    /// Reads a line of the engine: its kind ("handshake", "ready", "option", "info", "best" or "other") and what it
    /// contains. The moves of an `info` line are read on the board as far as they are legal.
    fn parse<'py>(
        &self,
        py: Python<'py>,
        line: &str,
        board: Option<&Board>,
    ) -> PyResult<(&'static str, Bound<'py, PyAny>)> {
        Ok(match Reply::parse(line) {
            Reply::HandshakeDone => ("handshake", py.None().into_bound(py)),
            Reply::Ready => ("ready", py.None().into_bound(py)),
            Reply::Option(option) => {
                let vars = PyTuple::new(py, option.vars)?;
                let parts = (option.name, option.kind, option.default, option.min, option.max, vars);
                ("option", parts.into_bound_py_any(py)?)
            }
            Reply::Info(info) => ("info", self.info(py, &info, line, board)?.into_any()),
            Reply::BestMove(best) => ("best", (best.mv, best.ponder).into_bound_py_any(py)?),
            Reply::Other => ("other", py.None().into_bound(py)),
        })
    }

    /// Reads a move of the engine, which has to be legal on the board.
    fn read_move(&self, board: &Board, text: &str) -> PyResult<Move> {
        let own = self.ranks().to_game(text);
        let own =
            own.ok_or_else(|| illegal(format_args!("'{}': expected ranks from 1", duiyi_game::shortened(text))))?;
        board.now().read_move(&own).map(Move).map_err(illegal)
    }

    /// The time in seconds after which a search with limits has to end; None if no time limits it.
    #[staticmethod]
    fn time_of(limits: SearchLimits) -> Option<f64> {
        let go = limits.limits.go;
        if go.infinite {
            return None;
        }
        let clock = go.own.map(|own| own.left + own.bonus.amount() + own.byo_yomi.map_or(Duration::ZERO, |it| it.time));
        go.move_time.or(clock).map(|time| time.as_secs_f64())
    }
}
