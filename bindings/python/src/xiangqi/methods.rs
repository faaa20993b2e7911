//! The methods of the board, in one block as PyO3 requires.

use super::{
    board::{Board, Pickled, begin, read},
    moves::{LegalMoves, Move, Piece},
    queries::numbers,
    ruling::Ruling,
    words::{COLORS, KINDS, color_name, notation, square, turn},
};
use crate::{
    count::{counted, divided},
    error::{not_legal, refused, unread},
    search::Outcome,
    text::choose,
};
use duiyi_engine::{Sketch, picture};
use duiyi_game::{Game, History, Notation, legal_moves, svg::SvgSettings};
use duiyi_xiangqi::{
    BoardStyle, Position, Setup, Square, Xiangqi, notation, openings,
    rulings::{RuleSet, judge},
};
use pyo3::{
    exceptions::PyIndexError,
    prelude::*,
    types::{PyDict, PyIterator, PyList},
};
use std::collections::BTreeMap;
#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (fen=None, *, rules="", lenient=false))]
    fn new(fen: Option<&str>, rules: &str, lenient: bool) -> PyResult<Board> {
        begin(fen, rules, lenient).map(Board)
    }

    /// Reads a game from one line, `[FEN] [moves h2e2 h9g7 ...]`, as written by `write`. `lenient` is explained at
    /// the class.
    ///
    /// >>> from duiyi.xiangqi import Board
    /// >>> Board.read("moves h2e2 h9g7").ply()
    /// 2
    #[staticmethod]
    #[pyo3(signature = (text, *, rules="", lenient=false))]
    fn read(text: &str, rules: &str, lenient: bool) -> PyResult<Board> {
        read(text, rules, lenient)
    }

    /// The game in one line: the FEN of its initial position, and its moves.
    fn write(&self) -> String {
        self.0.write()
    }

    /// Restores a board from its pickled form: the start, the rules and the moves.
    #[staticmethod]
    fn _restore(fen: &str, rules: &str, moves: Vec<Move>) -> PyResult<Board> {
        let mut board = Board(begin(Some(fen), rules, true)?);
        moves.into_iter().try_for_each(|mv| board.play(mv.0))?;
        Ok(board)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py>> {
        let restore = py.get_type::<Board>().getattr("_restore")?;
        Ok((restore, (self.0.start().write_position(), self.rules(), self.move_stack())))
    }

    /// The side to move: "red" or "black".
    #[getter]
    fn turn(&self) -> &'static str {
        turn(self.0.now())
    }

    /// The same as `fullmove`, by its name in python-chess.
    #[getter]
    fn fullmove_number(&self) -> u16 {
        self.fullmove()
    }

    /// The same as `quiet_plies`, by its name in python-chess; pawn moves do not reset it in xiangqi.
    #[getter]
    fn halfmove_clock(&self) -> u16 {
        self.quiet_plies()
    }

    /// The name of the rules: "asian-120".
    #[getter]
    pub(super) fn rules(&self) -> String {
        Notation::rules(self.0.now())
    }

    /// The number of the move: 1 at the beginning, incremented after each move of Black.
    #[getter]
    fn fullmove(&self) -> u16 {
        self.position().fullmove()
    }

    /// The plies since the last capture.
    #[getter]
    fn quiet_plies(&self) -> u16 {
        self.position().quiet_plies()
    }

    /// The number of moves played on this board.
    fn ply(&self) -> usize {
        self.0.moves().len()
    }

    /// The moves played on this board, in order.
    #[getter]
    fn move_stack(&self) -> Vec<Move> {
        self.0.moves().iter().copied().map(Move).collect()
    }

    /// The legal moves: iterable, with a length and a membership test.
    #[getter]
    fn legal_moves(&self) -> LegalMoves {
        LegalMoves(legal_moves(self.0.now()))
    }

    /// Whether a move is legal.
    fn is_legal(&self, r#move: Move) -> bool {
        self.0.now().is_legal(r#move.0)
    }

    /// Plays a move. Raises IllegalMoveError with the reason if the move is not legal.
    ///
    /// >>> from duiyi.xiangqi import Board, Move
    /// >>> Board().push(Move("b0d1"))
    /// Traceback (most recent call last):
    ///   ...
    /// duiyi.IllegalMoveError: b0d1: the horse on b0 cannot reach d1
    fn push(&mut self, r#move: Move) -> PyResult<()> {
        self.play(r#move.0)
    }

    /// Reads a move in any notation, plays it, and returns it.
    fn push_text(&mut self, text: &str) -> PyResult<Move> {
        self.play_text(text)
    }

    /// The same as `push_text`, by its name in python-chess.
    fn push_san(&mut self, text: &str) -> PyResult<Move> {
        self.push_text(text)
    }

    /// Plays a move in coordinates, and returns it.
    fn push_uci(&mut self, text: &str) -> PyResult<Move> {
        let mv = self.parse_uci(text)?;
        self.play(mv.0)?;
        Ok(mv)
    }

    /// Takes back the last move, and returns it. Raises IndexError if there is none.
    fn pop(&mut self) -> PyResult<Move> {
        self.0.undo().map(Move).ok_or_else(|| PyIndexError::new_err("no move was played on this board"))
    }

    /// The last move. Raises IndexError if there is none.
    fn peek(&self) -> PyResult<Move> {
        let last = self.0.moves().last().copied();
        last.map(Move).ok_or_else(|| PyIndexError::new_err("no move was played on this board"))
    }

    /// Reads a legal move, in the given notation or in any.
    ///
    /// >>> from duiyi.xiangqi import Board
    /// >>> [str(Board().read_move(text)) for text in ["h2e2", "H2-E2", "C2=5", "C2.5", "炮二平五"]]
    /// ['h2e2', 'h2e2', 'h2e2', 'h2e2', 'h2e2']
    /// >>> Board().read_move("炮二平二")
    /// Traceback (most recent call last):
    ///   ...
    /// duiyi.IllegalMoveError: '炮二平二' is not a legal move here
    #[pyo3(signature = (text, notation=None))]
    fn read_move(&self, text: &str, notation: Option<&str>) -> PyResult<Move> {
        let read = match notation {
            Some(name) => self::notation(name)?.read(self.position(), text),
            None => notation::read(self.position(), text),
        };
        read.map(Move).map_err(unread)
    }

    /// Writes a legal move: "coordinates", "iccs", "wxf", "wxf-xqbase", "chinese",
    /// "chinese-half", "traditional" or "traditional-half".
    ///
    /// >>> from duiyi.xiangqi import Board, Move
    /// >>> [Board().write_move(Move("h2e2"), name) for name in ["iccs", "wxf", "wxf-xqbase", "chinese"]]
    /// ['H2-E2', 'C2=5', 'C2.5', '炮二平五']
    #[pyo3(signature = (r#move, notation="coordinates"))]
    fn write_move(&self, r#move: Move, notation: &str) -> PyResult<String> {
        self::notation(notation)?.write(self.position(), r#move.0).map_err(not_legal)
    }

    /// The same as `read_move` in any notation, by its name in python-chess.
    fn parse_san(&self, text: &str) -> PyResult<Move> {
        self.read_move(text, None)
    }

    /// Reads a legal move in coordinates.
    fn parse_uci(&self, text: &str) -> PyResult<Move> {
        self.read_move(text, Some("coordinates"))
    }

    /// Writes a legal move in the Western notation, `write_move(move, "wxf")`, by its name in python-chess.
    ///
    /// >>> from duiyi.xiangqi import Board, Move
    /// >>> Board().san(Move("h2e2"))
    /// 'C2=5'
    fn san(&self, r#move: Move) -> PyResult<String> {
        self.write_move(r#move, "wxf")
    }

    /// Writes a legal move in coordinates, by its name in python-chess.
    fn uci(&self, r#move: Move) -> PyResult<String> {
        self.write_move(r#move, "coordinates")
    }

    /// Writes a sequence of moves from here.
    #[pyo3(signature = (moves, notation="coordinates"))]
    fn write_moves(&self, moves: Vec<Move>, notation: &str) -> PyResult<Vec<String>> {
        self.written(&moves, self::notation(notation)?)
    }

    /// The piece on the square with a number; None if the square is empty.
    fn piece_at(&self, square: usize) -> PyResult<Option<Piece>> {
        Ok(self.position().piece_at(self::square(square)?).map(Piece))
    }

    /// The pieces by their squares.
    fn piece_map<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let map = PyDict::new(py);
        for (square, piece) in self.position().pieces() {
            map.set_item(square.index(), Piece(piece))?;
        }
        Ok(map)
    }

    /// Puts a piece on a square, or removes the piece there if it is None. The moves played before are
    /// dropped. Unlike in python-chess the position stays valid: DuiyiError is raised otherwise.
    /// `lenient` is explained at the class.
    ///
    /// >>> from duiyi.xiangqi import Board, E4, Piece
    /// >>> board = Board()
    /// >>> board.set_piece_at(E4, Piece("red", "pawn"))
    /// Traceback (most recent call last):
    ///   ...
    /// duiyi.DuiyiError: Red has 6 pieces of the kind pawn: expected at most 5
    /// >>> board.remove_piece_at(27), board.fen().split("/")[6]
    /// (Piece('red', 'pawn'), '2P1P1P1P')
    #[pyo3(signature = (square, piece, *, lenient=false))]
    fn set_piece_at(&mut self, square: usize, piece: Option<Piece>, lenient: bool) -> PyResult<()> {
        let mut setup = Setup { lenient, ..Setup::of(self.position()) };
        setup.board[self::square(square)?.index()] = piece.map(|piece| piece.0);
        self.begin_again(&setup)
    }

    /// Removes the piece on a square, and returns it; None if the square is empty. See `set_piece_at`.
    #[pyo3(signature = (square, *, lenient=false))]
    fn remove_piece_at(&mut self, square: usize, lenient: bool) -> PyResult<Option<Piece>> {
        let piece = self.piece_at(square)?;
        if piece.is_some() {
            self.set_piece_at(square, None, lenient)?;
        }
        Ok(piece)
    }

    /// Replaces all pieces, by their squares. See `set_piece_at`.
    #[pyo3(signature = (pieces, *, lenient=false))]
    fn set_piece_map(&mut self, pieces: BTreeMap<usize, Piece>, lenient: bool) -> PyResult<()> {
        self.replace_pieces(pieces, lenient)
    }

    /// The squares of the pieces of a side that attack a square: they could capture a piece of the other
    /// side there. Pins are ignored.
    ///
    /// >>> from duiyi.xiangqi import Board, H9, square_name
    /// >>> [square_name(square) for square in Board().attackers("red", H9)]
    /// ['h2']
    fn attackers(&self, color: &str, square: usize) -> PyResult<Vec<usize>> {
        let color = choose("colour", color, &COLORS)?;
        let attackers = self.position().attackers_of(color, self::square(square)?);
        Ok(attackers.into_iter().map(|square| square.index()).collect())
    }

    /// Whether a side attacks a square.
    fn is_attacked_by(&self, color: &str, square: usize) -> PyResult<bool> {
        Ok(!self.attackers(color, square)?.is_empty())
    }

    /// The square of a side's king.
    fn king(&self, color: &str) -> PyResult<usize> {
        Ok(self.position().king(choose("colour", color, &COLORS)?).index())
    }

    /// Whether the side to move is in check.
    fn is_check(&self) -> bool {
        self.position().in_check()
    }

    /// Whether the side to move is in check and has no legal move.
    fn is_checkmate(&self) -> bool {
        self.position().in_check() && !self.position().has_legal_move()
    }

    /// Whether the side to move has no legal move and is not in check; it has lost, as in checkmate.
    fn is_stalemate(&self) -> bool {
        !self.position().in_check() && !self.position().has_legal_move()
    }

    /// The squares of the pieces that give check.
    fn checkers(&self) -> Vec<usize> {
        self.position().checkers().into_iter().map(|square| square.index()).collect()
    }

    /// Whether a legal move gives check.
    fn gives_check(&self, r#move: Move) -> PyResult<bool> {
        self.position().check_move(r#move.0).map_err(not_legal)?;
        Ok(self.position().gives_check(r#move.0))
    }

    /// Whether a move captures a piece.
    pub(super) fn is_capture(&self, r#move: Move) -> bool {
        self.position().piece_at(r#move.0.to()).is_some()
    }

    /// The static exchange evaluation of a legal move, in centipawns.
    fn exchange(&self, r#move: Move) -> PyResult<i32> {
        self.position().check_move(r#move.0).map_err(not_legal)?;
        Ok(self.position().exchange(r#move.0))
    }

    /// Whether the rules have ended the game.
    fn is_game_over(&self) -> bool {
        self.0.outcome().is_some()
    }

    /// The outcome of the game by the rules; None if it is not over.
    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome().map(|outcome| Outcome::of(&outcome, Xiangqi::SIDES))
    }

    /// The result as records write it: "1-0", "0-1", "1/2-1/2", or "*" if it is not over.
    fn result(&self) -> String {
        self.0.outcome().map_or_else(
            || "*".to_owned(),
            |outcome| outcome.to_string().split(' ').next().unwrap_or_default().to_owned(),
        )
    }

    /// The number of occurrences of the position, including the current one.
    fn occurrences(&self) -> usize {
        self.0.now().occurrences()
    }

    /// Whether the position has occurred at least `count` times. What a repetition means, `ruling` explains.
    #[pyo3(signature = (count=3))]
    fn is_repetition(&self, count: usize) -> bool {
        self.occurrences() >= count
    }

    /// The explained ruling on the position, by the rule book of the game or another one ("none",
    /// "check-only", "asian", "wxf2018", "cxa2020").
    #[pyo3(signature = (rules=None))]
    fn ruling(&self, rules: Option<&str>) -> PyResult<Ruling> {
        let Some(rules) = rules else { return Ok(Ruling(self.0.now().ruling_report())) };
        let rules: RuleSet = rules.parse().map_err(refused)?;
        judge(rules, self.0.start().position(), self.0.moves()).map(Ruling).map_err(refused)
    }

    /// The name of the opening, in Chinese or in English; None if it has none.
    ///
    /// >>> from duiyi.xiangqi import Board
    /// >>> board = Board.read("moves h2e2 h9g7 h0g2 b9c7")
    /// >>> board.opening(), board.opening(english=True)
    /// ('中炮对屏风马', 'Central Cannon, Screen Horses')
    #[pyo3(signature = (*, english=false))]
    fn opening(&self, english: bool) -> Option<String> {
        openings::named(&self.0).map(|name| if english { name.english() } else { name.to_string() })
    }

    /// The position as a FEN.
    fn fen(&self) -> String {
        self.position().to_fen()
    }

    /// The pieces as the first field of a FEN.
    fn board_fen(&self) -> String {
        self.fen().split(' ').next().unwrap_or_default().to_owned()
    }

    /// The Zobrist key of the pieces, their squares and the side to move.
    fn key(&self) -> u64 {
        self.position().key()
    }

    /// The position mirrored left to right, without the moves before it.
    fn mirrored(&self) -> Board {
        Board(History::new(Xiangqi::new(self.position().mirrored()).with_rules(*self.0.now().game_rules())))
    }

    /// The position with the colours exchanged, without the moves before it.
    fn color_swapped(&self) -> Board {
        Board(History::new(Xiangqi::new(self.position().color_swapped()).with_rules(*self.0.now().game_rules())))
    }

    /// Counts the sequences of `depth` legal moves, at most 128, without the interpreter lock.
    ///
    /// >>> from duiyi.xiangqi import Board
    /// >>> Board().perft(3)
    /// 79666
    fn perft(slf: &Bound<'_, Self>, depth: u32) -> PyResult<u64> {
        // Other threads may use the board meanwhile.
        let start = Xiangqi::new(*slf.borrow().position());
        counted(slf.py(), &start, depth)
    }

    /// The counts of `perft` by first move.
    fn perft_divide<'py>(slf: &Bound<'py, Self>, depth: u32) -> PyResult<Bound<'py, PyDict>> {
        let (py, start) = (slf.py(), Xiangqi::new(*slf.borrow().position()));
        let divided = divided(py, &start, depth)?;
        let counts = PyDict::new(py);
        divided.into_iter().try_for_each(|(mv, count)| counts.set_item(Move(mv), count))?;
        Ok(counts)
    }

    /// A copy; without its moves if `stack` is False.
    #[pyo3(signature = (*, stack=true))]
    fn copy(&self, stack: bool) -> Board {
        if stack {
            return self.copied();
        }
        Board(History::new(Xiangqi::new(*self.position()).with_rules(*self.0.now().game_rules())))
    }

    /// The initial position.
    fn root(&self) -> Board {
        Board(History::new(self.0.start().clone()))
    }

    /// The board as an SVG picture, with the last move marked. `arrows` are moves in coordinates, the
    /// best one first; `after` shows the game after a number of moves.
    #[pyo3(signature = (*, size=48, flipped=false, letters=false, arrows=None, after=None, title=""))]
    fn svg(
        &self,
        size: u16,
        flipped: bool,
        letters: bool,
        arrows: Option<Vec<Bound<'_, PyAny>>>,
        after: Option<usize>,
        title: &str,
    ) -> PyResult<String> {
        let arrows: PyResult<Vec<String>> = arrows.iter().flatten().map(|mv| Ok(mv.str()?.to_string())).collect();
        let settings =
            SvgSettings { square: size, flipped, letters, title: title.to_owned(), ..SvgSettings::default() };
        picture(&self.0, &Sketch { after, arrows: arrows?, settings, ..Sketch::default() }).map_err(refused)
    }

    /// The picture for notebooks.
    fn _repr_svg_(&self) -> PyResult<String> {
        picture(&self.0, &Sketch::default()).map_err(refused)
    }

    /// The board in Chinese characters.
    fn unicode(&self) -> String {
        self.position().draw(BoardStyle::Unicode).to_string()
    }

    /// The colour of the piece on a square; None if the square is empty.
    fn color_at(&self, square: usize) -> PyResult<Option<&'static str>> {
        Ok(self.position().piece_at(self::square(square)?).map(|piece| color_name(piece.color)))
    }

    /// The kind of the piece on a square; None if the square is empty.
    fn piece_type_at(&self, square: usize) -> PyResult<Option<&'static str>> {
        Ok(self.position().piece_at(self::square(square)?).map(|piece| piece.kind.name()))
    }

    /// The squares of a side's pieces of a kind, in order.
    ///
    /// >>> from duiyi.xiangqi import Board, square_name
    /// >>> [square_name(square) for square in Board().pieces("rook", "red")]
    /// ['a0', 'i0']
    fn pieces(&self, kind: &str, color: &str) -> PyResult<Vec<usize>> {
        let (kind, color) = (choose("kind of piece", kind, &KINDS)?, choose("colour", color, &COLORS)?);
        Ok(numbers(self.position().squares_of(color, kind).collect()))
    }

    /// The squares that the piece on a square attacks, whatever stands there: `attackers` from the other side. None
    /// are attacked from an empty square.
    ///
    /// >>> from duiyi.xiangqi import B0, Board, square_name
    /// >>> [square_name(square) for square in Board().attacks(B0)]
    /// ['a2', 'c2']
    fn attacks(&self, square: usize) -> PyResult<Vec<usize>> {
        Ok(self.attacked_from(self::square(square)?))
    }

    /// Whether a piece of a side must not leave its lines, because its king would be in danger. A rook, a cannon, a
    /// horse or the other king pins it.
    fn is_pinned(&self, color: &str, square: usize) -> PyResult<bool> {
        Ok(self.pin_of(color, square)?.is_some())
    }

    /// The squares where a pinned piece of a side protects its king, with its own square if it blocks a line; all
    /// squares if it is not pinned.
    ///
    /// >>> from duiyi.xiangqi import Board, E4, square_name
    /// >>> board = Board("4k4/4r4/9/9/9/4R4/9/9/9/4K4 w")
    /// >>> board.is_pinned("red", E4), [square_name(square) for square in board.pin("red", E4)][-3:]
    /// (True, ['e6', 'e7', 'e8'])
    fn pin(&self, color: &str, square: usize) -> PyResult<Vec<usize>> {
        Ok(self.pin_of(color, square)?.map_or_else(|| (0..Square::COUNT).collect(), numbers))
    }

    /// The legal move between two squares. Raises IllegalMoveError with the reason if it is not legal.
    fn find_move(&self, from_square: usize, to_square: usize) -> PyResult<Move> {
        let mv = Move::between(from_square, to_square)?;
        self.position().check_move(mv.0).map_err(not_legal)?;
        Ok(mv)
    }

    /// An iterator over the legal moves that capture a piece.
    fn generate_legal_captures<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let moves = legal_moves(self.now()).into_iter().map(Move).filter(|&mv| self.is_capture(mv));
        PyList::new(py, moves.collect::<Vec<Move>>())?.try_iter()
    }

    /// A line of legal moves from here with its move numbers, in a notation.
    ///
    /// >>> from duiyi.xiangqi import Board, Move
    /// >>> line = [Move(text) for text in ("h2e2", "h9g7", "h0g2")]
    /// >>> Board().variation_san(line), Board.read("moves h2e2").variation_san(line[1:], "chinese")
    /// ('1. C2=5 H8+7 2. H2+3', '1... 马８进７ 2. 马二进三')
    #[pyo3(signature = (moves, notation="wxf"))]
    fn variation_san(&self, moves: Vec<Move>, notation: &str) -> PyResult<String> {
        self.numbered(&moves, self::notation(notation)?)
    }

    /// Replaces the position; the rules stay, and the moves played before are dropped. `lenient` is explained at the
    /// class. After an error the board is unchanged.
    #[pyo3(signature = (fen, *, lenient=false))]
    fn set_fen(&mut self, fen: &str, lenient: bool) -> PyResult<()> {
        self.0 = begin(Some(fen), &self.rules(), lenient)?;
        Ok(())
    }

    /// Returns to the initial position of a game, by the same rules; the moves played before are dropped.
    fn reset(&mut self) {
        *self = self.with_position(Position::start());
    }

    /// What is wrong with the pieces of a lenient board: the first rule that they break. None for a valid position.
    ///
    /// >>> from duiyi.xiangqi import Board
    /// >>> Board("4k4/9/9/9/A8/9/9/9/9/3K5 w", lenient=True).status()
    /// 'Red has a piece on a5 where it can never stand: advisor'
    fn status(&self) -> Option<String> {
        Position::from_setup(&Setup::of(self.position())).err().map(|error| error.to_string())
    }

    /// Whether the pieces can stand as they do: True without `lenient`.
    fn is_valid(&self) -> bool {
        self.status().is_none()
    }

    /// The position with the other side to move, without the moves before it: what a null move of python-chess leads
    /// to. Raises DuiyiError in check, as the king could then be captured.
    fn passed(&self) -> PyResult<Board> {
        self.after_pass()
    }

    /// The position with the ranks in reverse order and the colours exchanged, without the moves before it, as in
    /// python-chess. `mirrored` exchanges left and right.
    fn mirror(&self) -> Board {
        self.with_position(self.position().color_swapped().mirrored())
    }

    /// Compares the pieces, turn, clocks and rules; the moves before do not matter.
    fn __eq__(&self, other: &Board) -> bool {
        self.position() == other.position() && self.0.now().game_rules() == other.0.now().game_rules()
    }

    fn __copy__(&self) -> Board {
        self.copied()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Board {
        self.copied()
    }

    /// The board in letters, and the FEN.
    fn __str__(&self) -> String {
        self.position().to_string()
    }

    fn __repr__(&self) -> String {
        format!("Board('{}')", self.fen())
    }
}
