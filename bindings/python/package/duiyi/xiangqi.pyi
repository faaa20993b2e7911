import os
from collections.abc import Callable, Coroutine, Iterator, Sequence
from typing import Any, ClassVar, Final, Literal, SupportsIndex, TypeAlias, final, overload

from typing_extensions import Unpack

from . import BookMove, Limits, Outcome, Report, SearchResult, _LimitParts
from ._records import Fault as Fault, Game as Game, GameReader as GameReader, Node as Node
from ._squares import (
    SQUARE_NAMES as SQUARE_NAMES,
    SQUARES as SQUARES,
    A0 as A0, B0 as B0, C0 as C0, D0 as D0, E0 as E0, F0 as F0, G0 as G0, H0 as H0, I0 as I0,
    A1 as A1, B1 as B1, C1 as C1, D1 as D1, E1 as E1, F1 as F1, G1 as G1, H1 as H1, I1 as I1,
    A2 as A2, B2 as B2, C2 as C2, D2 as D2, E2 as E2, F2 as F2, G2 as G2, H2 as H2, I2 as I2,
    A3 as A3, B3 as B3, C3 as C3, D3 as D3, E3 as E3, F3 as F3, G3 as G3, H3 as H3, I3 as I3,
    A4 as A4, B4 as B4, C4 as C4, D4 as D4, E4 as E4, F4 as F4, G4 as G4, H4 as H4, I4 as I4,
    A5 as A5, B5 as B5, C5 as C5, D5 as D5, E5 as E5, F5 as F5, G5 as G5, H5 as H5, I5 as I5,
    A6 as A6, B6 as B6, C6 as C6, D6 as D6, E6 as E6, F6 as F6, G6 as G6, H6 as H6, I6 as I6,
    A7 as A7, B7 as B7, C7 as C7, D7 as D7, E7 as E7, F7 as F7, G7 as G7, H7 as H7, I7 as I7,
    A8 as A8, B8 as B8, C8 as C8, D8 as D8, E8 as E8, F8 as F8, G8 as G8, H8 as H8, I8 as I8,
    A9 as A9, B9 as B9, C9 as C9, D9 as D9, E9 as E9, F9 as F9, G9 as G9, H9 as H9, I9 as I9,
)
from ._visitors import SKIP as SKIP, Visitor as Visitor, read_headers as read_headers

_Color: TypeAlias = Literal["red", "black"]
_Kind: TypeAlias = Literal["king", "advisor", "elephant", "horse", "rook", "cannon", "pawn"]
_Notation: TypeAlias = Literal[
    "coordinates",
    "iccs",
    "wxf",
    "wxf-xqbase",
    "chinese",
    "chinese-half",
    "traditional",
    "traditional-half",
]
_Book: TypeAlias = Literal["none", "check-only", "asian", "wxf2018", "cxa2020"]
_Result: TypeAlias = Literal["1-0", "0-1", "1/2-1/2", "*"]

RED: Final = "red"
BLACK: Final = "black"
STARTING_FEN: Final[str]


def square_name(square: int) -> str:
    """The name of a square: ``square_name(22)`` is ``'e2'``. Raises ValueError if there is none."""
def parse_square(name: str) -> int:
    """The number of a square: ``parse_square("e2")`` is 22. Raises ValueError if there is none."""

@final
class Move:
    """A move from one square to another. The board stores the pieces."""
    def __new__(cls, text: str) -> Move: ...
    @staticmethod
    def between(from_square: int, to_square: int) -> Move:
        """The move between two squares, given by their numbers."""
    @staticmethod
    def from_uci(text: str) -> Move:
        """The move of a text in coordinates, as `Move(text)`, by its name in python-chess."""
    def uci(self) -> str:
        """The move in coordinates, as `str(move)`, by its name in python-chess."""
    @property
    def from_square(self) -> int:
        """The square of the piece, from 0 (a0) to 89 (i9)."""
    @property
    def to_square(self) -> int:
        """The target square, from 0 (a0) to 89 (i9)."""
    def mirrored(self) -> Move:
        """The move mirrored left to right."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __lt__(self, other: Move, /) -> bool: ...
    def __le__(self, other: Move, /) -> bool: ...
    def __gt__(self, other: Move, /) -> bool: ...
    def __ge__(self, other: Move, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Piece:
    """A piece: a colour and a kind."""
    def __new__(cls, color: _Color, kind: _Kind) -> Piece: ...
    @staticmethod
    def from_symbol(symbol: str) -> Piece:
        """The piece of a FEN letter, upper case for Red; both sets of letters are read."""
    @property
    def color(self) -> _Color:
        """Its colour: "red" or "black"."""
    @property
    def kind(self) -> _Kind:
        """Its kind: "king", "advisor", "elephant", "horse", "rook", "cannon" or "pawn"."""
    @property
    def symbol(self) -> str:
        """Its letter in FEN: upper case for Red."""
    @property
    def character(self) -> str:
        """Its Chinese character."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __lt__(self, other: Piece, /) -> bool: ...
    def __le__(self, other: Piece, /) -> bool: ...
    def __gt__(self, other: Piece, /) -> bool: ...
    def __ge__(self, other: Piece, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class LegalMoves(Sequence[Move]):
    """The legal moves of a position, in a fixed order: a sequence, as `collections.abc.Sequence` defines it. It
    does not change with the board."""
    def __len__(self) -> int: ...
    def __contains__(self, mv: object, /) -> bool: ...
    def __iter__(self) -> Iterator[Move]: ...
    def __reversed__(self) -> Iterator[Move]: ...
    @overload
    def __getitem__(self, index: SupportsIndex, /) -> Move: ...
    @overload
    def __getitem__(self, index: slice, /) -> list[Move]: ...
    def index(self, move: Move, start: int = 0, stop: int | None = None) -> int:
        """The index of a move. Raises ValueError if it is not among those from `start` to before `stop`."""
    def count(self, move: object) -> int:
        """1 for a legal move, otherwise 0."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Threat:
    """An attack created by a move of a repetition."""
    @property
    def attacker(self) -> Piece:
        """The attacker."""
    @property
    def from_square(self) -> int:
        """The square of the attacker."""
    @property
    def target(self) -> Piece:
        """The attacked piece."""
    @property
    def at_square(self) -> int:
        """The square of the attacked piece."""

@final
class RuledMove:
    """A move of a repetition, with its nature."""
    @property
    def move(self) -> Move:
        """The move."""
    @property
    def piece(self) -> Piece:
        """The moved piece."""
    @property
    def nature(self) -> str:
        """The nature of the move: "check", "threat of mate", "chase", "exchange offer", "offer", "block" or "idle".
        """
    @property
    def threats(self) -> list[Threat]:
        """The attacks that it creates, each with the reason why it counts or not."""

@final
class Article:
    """An article of a rule book that decides a repetition."""
    @property
    def document(self) -> Literal["Duiyi", "AXF", "WXF 2018", "CXA 2020"]:
        """The document: "AXF", "WXF 2018", "CXA 2020", or "Duiyi" for the rule sets without a book."""
    @property
    def number(self) -> str:
        """The number of the article in the document."""
    @property
    def english(self) -> str:
        """What it states, in one English sentence."""
    @property
    def chinese(self) -> str:
        """The same in Chinese."""

@final
class Ruling:
    """The ruling of a rule book on a repetition, explained ply by ply."""
    @property
    def rules(self) -> _Book:
        """The book: "none", "check-only", "asian", "wxf2018" or "cxa2020"."""
    @property
    def ruling(self) -> Literal["open", "draw", "red-loses", "black-loses"]:
        """"open" (nothing is repeated), "draw", "red-loses" or "black-loses"."""
    @property
    def loser(self) -> _Color | None:
        """The side that loses unless it varies; None if neither does."""
    @property
    def rule(self) -> str:
        """The rule that decides, in words."""
    @property
    def article(self) -> Article | None:
        """The article that contains the rule; None if nothing is repeated."""
    @property
    def occurrences(self) -> int:
        """The number of occurrences of the position, including the current one."""
    @property
    def span(self) -> tuple[int, int]:
        """The first ply of the repetition, from 0 at the start of the game, and the ply after its last."""
    @property
    def moves(self) -> list[RuledMove]:
        """The moves of the repetition, each with its nature."""

@final
class Board:
    """A game of xiangqi: a position and the moves that led to it, by some rules."""
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def __new__(cls, fen: str | None = None, *, rules: str = "", lenient: bool = False) -> Board: ...
    @staticmethod
    def read(text: str, *, rules: str = "", lenient: bool = False) -> Board:
        """Reads a game from one line, `[FEN] [moves h2e2 h9g7 ...]`, as written by `write`. `lenient` is explained
        at the class."""
    def write(self) -> str:
        """The game in one line: the FEN of its initial position, and its moves."""
    @property
    def turn(self) -> _Color:
        """The side to move: "red" or "black"."""
    @property
    def rules(self) -> str:
        """The name of the rules: "asian-120"."""
    @property
    def fullmove(self) -> int:
        """The number of the move: 1 at the beginning, incremented after each move of Black."""
    @property
    def quiet_plies(self) -> int:
        """The plies since the last capture."""
    @property
    def fullmove_number(self) -> int:
        """The same as `fullmove`, by its name in python-chess."""
    @property
    def halfmove_clock(self) -> int:
        """The same as `quiet_plies`, by its name in python-chess; pawn moves do not reset it in xiangqi."""
    def ply(self) -> int:
        """The number of moves played on this board."""
    @property
    def move_stack(self) -> list[Move]:
        """The moves played on this board, in order."""
    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves: iterable, with a length and a membership test."""
    def is_legal(self, move: Move) -> bool:
        """Whether a move is legal."""
    def push(self, move: Move) -> None:
        """Plays a move. Raises IllegalMoveError with the reason if the move is not legal."""
    def push_text(self, text: str) -> Move:
        """Reads a move in any notation, plays it, and returns it."""
    def push_san(self, text: str) -> Move:
        """The same as `push_text`, by its name in python-chess."""
    def push_uci(self, text: str) -> Move:
        """Plays a move in coordinates, and returns it."""
    def pop(self) -> Move:
        """Takes back the last move, and returns it. Raises IndexError if there is none."""
    def peek(self) -> Move:
        """The last move. Raises IndexError if there is none."""
    def read_move(self, text: str, notation: _Notation | None = None) -> Move:
        """Reads a legal move, in the given notation or in any."""
    def write_move(self, move: Move, notation: _Notation = "coordinates") -> str:
        """Writes a legal move: "coordinates", "iccs", "wxf", "wxf-xqbase", "chinese", "chinese-half", "traditional"
        or "traditional-half"."""
    def parse_san(self, text: str) -> Move:
        """The same as `read_move` in any notation, by its name in python-chess."""
    def parse_uci(self, text: str) -> Move:
        """Reads a legal move in coordinates."""
    def san(self, move: Move) -> str:
        """Writes a legal move in the Western notation, `write_move(move, "wxf")`, by its name in python-chess."""
    def uci(self, move: Move) -> str:
        """Writes a legal move in coordinates, by its name in python-chess."""
    def write_moves(self, moves: Sequence[Move], notation: _Notation = "coordinates") -> list[str]:
        """Writes a sequence of moves from here."""
    def piece_at(self, square: int) -> Piece | None:
        """The piece on the square with a number; None if the square is empty."""
    def piece_map(self) -> dict[int, Piece]:
        """The pieces by their squares."""
    def set_piece_at(self, square: int, piece: Piece | None, *, lenient: bool = False) -> None:
        """Puts a piece on a square, or removes the piece there if it is None. The moves played before are dropped.
        Unlike in python-chess the position stays valid: DuiyiError is raised otherwise. `lenient` is explained at
        the class."""
    def remove_piece_at(self, square: int, *, lenient: bool = False) -> Piece | None:
        """Removes the piece on a square, and returns it; None if the square is empty. See `set_piece_at`."""
    def set_piece_map(self, pieces: dict[int, Piece], *, lenient: bool = False) -> None:
        """Replaces all pieces, by their squares. See `set_piece_at`."""
    def attackers(self, color: _Color, square: int) -> list[int]:
        """The squares of the pieces of a side that attack a square: they could capture a piece of the other side
        there. Pins are ignored."""
    def is_attacked_by(self, color: _Color, square: int) -> bool:
        """Whether a side attacks a square."""
    def king(self, color: _Color) -> int:
        """The square of a side's king."""
    def is_check(self) -> bool:
        """Whether the side to move is in check."""
    def is_checkmate(self) -> bool:
        """Whether the side to move is in check and has no legal move."""
    def is_stalemate(self) -> bool:
        """Whether the side to move has no legal move and is not in check; it has lost, as in checkmate."""
    def checkers(self) -> list[int]:
        """The squares of the pieces that give check."""
    def gives_check(self, move: Move) -> bool:
        """Whether a legal move gives check."""
    def is_capture(self, move: Move) -> bool:
        """Whether a move captures a piece."""
    def exchange(self, move: Move) -> int:
        """The static exchange evaluation of a legal move, in centipawns."""
    def is_game_over(self) -> bool:
        """Whether the rules have ended the game."""
    def outcome(self) -> Outcome | None:
        """The outcome of the game by the rules; None if it is not over."""
    def result(self) -> _Result:
        """The result as records write it: "1-0", "0-1", "1/2-1/2", or "*" if it is not over."""
    def occurrences(self) -> int:
        """The number of occurrences of the position, including the current one."""
    def is_repetition(self, count: int = 3) -> bool:
        """Whether the position has occurred at least `count` times. What a repetition means, `ruling` explains."""
    def ruling(self, rules: _Book | None = None) -> Ruling:
        """The explained ruling on the position, by the rule book of the game or another one ("none", "check-only",
        "asian", "wxf2018", "cxa2020")."""
    def opening(self, *, english: bool = False) -> str | None:
        """The name of the opening, in Chinese or in English; None if it has none."""
    def fen(self) -> str:
        """The position as a FEN."""
    def board_fen(self) -> str:
        """The pieces as the first field of a FEN."""
    def key(self) -> int:
        """The Zobrist key of the pieces, their squares and the side to move."""
    def color_at(self, square: int) -> _Color | None:
        """The colour of the piece on a square; None if the square is empty."""
    def piece_type_at(self, square: int) -> _Kind | None:
        """The kind of the piece on a square; None if the square is empty."""
    def pieces(self, kind: _Kind, color: _Color) -> list[int]:
        """The squares of a side's pieces of a kind, in order."""
    def attacks(self, square: int) -> list[int]:
        """The squares that the piece on a square attacks, whatever stands there: `attackers` from the other side.
        None are attacked from an empty square."""
    def is_pinned(self, color: _Color, square: int) -> bool:
        """Whether a piece of a side must not leave its lines, because its king would be in danger. A rook, a
        cannon, a horse or the other king pins it."""
    def pin(self, color: _Color, square: int) -> list[int]:
        """The squares where a pinned piece of a side protects its king, with its own square if it blocks a line;
        all squares if it is not pinned."""
    def find_move(self, from_square: int, to_square: int) -> Move:
        """The legal move between two squares. Raises IllegalMoveError with the reason if it is not legal."""
    def generate_legal_captures(self) -> Iterator[Move]:
        """An iterator over the legal moves that capture a piece."""
    def variation_san(self, moves: Sequence[Move], notation: _Notation = "wxf") -> str:
        """A line of legal moves from here with its move numbers, in a notation."""
    def set_fen(self, fen: str, *, lenient: bool = False) -> None:
        """Replaces the position; the rules stay, and the moves played before are dropped. `lenient` is explained at
        the class. After an error the board is unchanged."""
    def reset(self) -> None:
        """Returns to the initial position of a game, by the same rules; the moves played before are dropped."""
    def status(self) -> str | None:
        """What is wrong with the pieces of a lenient board: the first rule that they break. None for a valid
        position."""
    def is_valid(self) -> bool:
        """Whether the pieces can stand as they do: True without `lenient`."""
    def passed(self) -> Board:
        """The position with the other side to move, without the moves before it: what a null move of python-chess
        leads to. Raises DuiyiError in check, as the king could then be captured."""
    def mirror(self) -> Board:
        """The position with the ranks in reverse order and the colours exchanged, without the moves before it, as
        in python-chess. `mirrored` exchanges left and right."""
    def mirrored(self) -> Board:
        """The position mirrored left to right, without the moves before it."""
    def color_swapped(self) -> Board:
        """The position with the colours exchanged, without the moves before it."""
    def perft(self, depth: int) -> int:
        """Counts the sequences of `depth` legal moves, at most 128, without the interpreter lock."""
    def perft_divide(self, depth: int) -> dict[Move, int]:
        """The counts of `perft` by first move."""
    def copy(self, *, stack: bool = True) -> Board:
        """A copy; without its moves if `stack` is False."""
    def root(self) -> Board:
        """The initial position."""
    def svg(
        self,
        *,
        size: int = 48,
        flipped: bool = False,
        letters: bool = False,
        arrows: Sequence[Move | str] | None = None,
        after: int | None = None,
        title: str = "",
    ) -> str:
        """The board as an SVG picture, with the last move marked. `arrows` are moves in coordinates, the best one
        first; `after` shows the game after a number of moves."""
    def _repr_svg_(self) -> str: ...
    def unicode(self) -> str:
        """The board in Chinese characters."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __copy__(self) -> Board: ...
    def __deepcopy__(self, _memo: object) -> Board: ...

@final
class Evaluation:
    """A static evaluation: "tuned" (terms with weights tuned on games), "thesis" (the evaluation from which it was
    developed) or "network". `file` is the file of another network."""
    def __new__(cls, name: Literal["tuned", "thesis", "network"] = "tuned", *, file: str | None = None) -> Evaluation: ...
    def of(self, board: Board) -> int:
        """The score of a position for the side to move, in centipawns."""
    def explain(self, board: Board) -> Explanation:
        """The value of each term for each side. "thesis" has no terms. The terms of "network" are fitted to its
        scores and leave a remainder; positions on which they follow it badly raise DuiyiError, and so does another
        network."""
    def worth(self, board: Board) -> dict[int, int]:
        """The loss of a side if one of its pieces is removed, by square; only for "network"."""

@final
class Explanation:
    """The score of a position by term. Its text is a table."""
    @property
    def total(self) -> int:
        """The whole score for Red, in centipawns."""
    @property
    def remainder(self) -> int | None:
        """The score of a network less the sum of its terms, for Red; None for a sum of terms."""
    @property
    def terms(self) -> list[tuple[str, str, int, int]]:
        """The terms: the name, the meaning, and the values for Red and Black in this phase of the game."""

@final
class Book:
    """An opening book: in our format, a text, or in the format of ElephantEye."""
    @staticmethod
    def open(path: str | os.PathLike[str]) -> Book:
        """Opens the file of a book: in the format of ElephantEye if its name ends in `.dat`, otherwise in our
        format."""
    @staticmethod
    def built_in() -> Book:
        """The built-in book of openings and middlegames."""
    def explore(self, board: Board) -> list[BookMove[Move]]:
        """The moves of the book in a position, the most frequent first; empty if the position is not in the book.
        """
    def name(self, board: Board) -> str | None:
        """The name of the opening; None if the position has none."""
    def choose(self, board: Board, policy: str = "varied", *, seed: int = 0) -> Move | None:
        """The move chosen by a policy: "varied", "best", "weight", "score", "ucb", "thompson" or "argmax". None if
        the position is not in the book."""

@final
class EndgameValue:
    """The value of a position, or of a move, for the side that moves."""
    @property
    def result(self) -> Literal["win", "draw", "loss"]:
        """"win", "draw" or "loss"."""
    @property
    def plies(self) -> int | None:
        """The plies to mate with best play of both sides; None in a draw."""
    @property
    def exact(self) -> bool:
        """Whether the value holds under every repetition rule: not a draw that a ruling may decide, because both
        sides have pieces that attack."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class EndgameTables:
    """The exact tables of endings in a folder, in files such as `krkaabb.endgame`. A name is `k`, the letters of
    Red's other pieces, `k`, and those of Black's; colours may be exchanged."""
    def __new__(cls, folder: str | os.PathLike[str]) -> EndgameTables: ...
    @property
    def names(self) -> list[str]:
        """The names of the tables, in alphabetical order."""
    def build(self, name: str, *, threads: int = 1) -> list[str]:
        """Builds a table and those that captures lead to, and returns the names of the new ones. Existing tables
        are kept, so that a build that was stopped goes on."""
    def probe(self, board: Board) -> EndgameValue | None:
        """The value of a position for the side to move; None if it is in no table. Earlier moves and the clock of
        quiet moves do not matter."""
    def moves(self, board: Board) -> list[tuple[Move, EndgameValue]] | None:
        """The legal moves with their values for the side that moves, the best first; None if the position is in no
        table. Without legal moves the list is empty."""

@final
class Engine:
    """The player of the program `xiangqi-engine`, with its options."""
    def __new__(cls, **options: str | int | bool) -> Engine: ...
    def set_option(self, name: str, value: str | int | bool) -> None:
        """Sets an option: `set_option("Skill Level", 5)`."""
    @property
    def options(self) -> dict[str, str]:
        """The options by name, each with its valid values."""
    def new_game(self) -> None:
        """Begins a new game: the table is cleared."""
    def search(
        self,
        board: Board,
        limits: Limits | None = None,
        *,
        moves: Sequence[Move] | None = None,
        on_report: Callable[[Report[Move]], object] | None = None,
        **parts: Unpack[_LimitParts],
    ) -> SearchResult[Move]:
        """Searches the board until a limit is reached: `limits`, or its parts as keywords, as in `search(board,
        depth=8)`. If `moves` is given, only these moves are searched. `on_report` is called with each report; an
        exception that it raises ends the search."""
    def search_async(
        self,
        board: Board,
        limits: Limits | None = None,
        *,
        moves: Sequence[Move] | None = None,
        on_report: Callable[[Report[Move]], object] | None = None,
        **parts: Unpack[_LimitParts],
    ) -> Coroutine[Any, Any, SearchResult[Move]]:
        """`search` for asyncio: `await engine.search_async(board, depth=8)`. The search runs on a thread of the
        event loop's executor, which also calls `on_report`. Cancelling the task ends the search."""
    def save_table(self, path: str | os.PathLike[str]) -> None:
        """Saves the transposition table in a file for `load_table`, after the running search has ended. The file is
        written atomically."""
    def load_table(self, path: str | os.PathLike[str]) -> None:
        """Loads a table that `save_table` wrote, with its size. The engine must have the same game and evaluation.
        `new_game` and some options clear the table. On OtherTableError, TableVersionError, DamagedTableError or
        another TableFileError the engine keeps its own table."""
    def stop(self) -> None:
        """Ends all running and waiting searches; each returns its result so far."""
