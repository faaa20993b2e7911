import os
from collections.abc import Iterable, MutableMapping, Sequence
from typing import Any, ClassVar, Literal, Protocol, final, type_check_only

from . import Score
from ._visitors import Visitor
from .xiangqi import Board, Move, _Color, _Notation, _Result

@final
class Game:
    """A game record: tags, the initial position, and the tree of moves with comments and variations."""
    __hash__: ClassVar[None]  # type: ignore[assignment]
    result: _Result
    def __new__(cls, board: Board | None = None) -> Game: ...
    @staticmethod
    def read(text: str, *, strict: bool = False) -> Game:
        """Reads the first game of a text in any format, as far as it goes: an illegal move is left out with the
        branch that follows it, and `faults` lists it. With `strict=True` it raises a DuiyiError."""
    @property
    def faults(self) -> list[Fault]:
        """What was left out when the game was read."""
    @property
    def tags(self) -> list[tuple[str, str]]:
        """The tags as pairs of name and value, without the result and the initial position."""
    def tag(self, name: str) -> str | None:
        """The value of a tag; the case of its name does not matter. None if there is none."""
    def set_tag(self, name: str, value: str) -> None:
        """Sets a tag. A name consists of letters, digits and underscores; line breaks in the value become blanks.
        The result, the initial position and the notation are not tags: "Result" sets `result`, and "FEN", "SetUp",
        "Game" and "Format" are refused."""
    def remove_tag(self, name: str) -> None:
        """Removes a tag. Raises KeyError if there is none."""
    @property
    def headers(self) -> MutableMapping[str, str]:
        """The tags as a mapping that changes the game, with "Result", and with "FEN" if the game does not begin in
        the initial position. Names are compared without case."""
    def accept(self, visitor: Visitor) -> Any:
        """Walks through the game with a visitor, and returns the visitor's `result()`."""
    @property
    def errors(self) -> list[Fault]:
        """The same as `faults`, by its name in python-chess."""
    def mainline(self) -> list[Node]:
        """The nodes of the main line, without the root."""
    def mainline_moves(self) -> list[Move]:
        """The moves of the main line: `moves`, by its name in python-chess."""
    @property
    def variations(self) -> list[Node]:
        """The nodes after each first move, the main line first."""
    @property
    def moves(self) -> list[Move]:
        """The moves of the main line."""
    @property
    def root(self) -> Node:
        """The position before the first move."""
    def board(self, *, rules: str = "") -> Board:
        """The board before the first move, by some rules."""
    def end(self, *, rules: str = "") -> Board:
        """The board after the moves of the main line, by some rules."""
    def to_pgn(self, notation: _Notation = "chinese") -> str:
        """The game as PGN, its moves in a notation."""
    def to_dhtmlxq(self) -> str:
        """The game as DhtmlXQ, for web pages."""
    def to_xqf(self) -> bytes:
        """The game as a file of XQF, for XQStudio (象棋演播室)."""
    def to_wxf(self) -> str:
        """The game as WXF."""
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __copy__(self) -> Game: ...
    def __deepcopy__(self, _memo: object) -> Game: ...

@final
class Node:
    """A node in the tree of moves of a game."""
    __hash__: ClassVar[None]  # type: ignore[assignment]
    comment: str
    starting_comment: str
    glyphs: list[int]
    @property
    def nags(self) -> frozenset[int]:
        """The glyphs as a set, by their name in python-chess. Assign another set to change them."""
    @nags.setter
    def nags(self, value: Iterable[int]) -> None: ...
    @property
    def move(self) -> Move | None:
        """The move that leads here; None at the root."""
    @property
    def ply(self) -> int:
        """The number of moves that lead here."""
    @property
    def parent(self) -> Node | None:
        """The node before the move; None at the root."""
    @property
    def children(self) -> list[Node]:
        """The nodes after each move from here, the main line first."""
    def board(self, *, rules: str = "") -> Board:
        """The board with the moves that lead here, by some rules."""
    def play(self, move: Move) -> Node:
        """Plays a move: returns the child with this move, or adds one after the others."""
    def play_text(self, text: str) -> Node:
        """Plays a move written in any notation."""
    @property
    def variations(self) -> list[Node]:
        """The same as `children`, by its name in python-chess."""
    def mainline(self) -> list[Node]:
        """The nodes of the main line after this one."""
    def mainline_moves(self) -> list[Move]:
        """The moves of the main line after this node."""
    def next(self) -> Node | None:
        """The first node after this one; None if no move follows."""
    def end(self) -> Node:
        """The last node of the main line after this one; the node itself if no move follows."""
    def game(self) -> Game:
        """The game of the node."""
    def turn(self) -> _Color:
        """The side to move after the node: "red" or "black"."""
    def san(self, notation: _Notation = "wxf") -> str:
        """The move in a notation. Raises DuiyiError at the root."""
    def uci(self) -> str:
        """The move in coordinates. Raises DuiyiError at the root."""
    def variation(self, variation: Move | Node) -> Node:
        """The node after a move. Raises DuiyiError if there is none."""
    def has_variation(self, variation: Move | Node) -> bool:
        """Whether there is a variation with this move."""
    def add_variation(
        self, move: Move, *, comment: str | None = None, nags: Sequence[int] | None = None
    ) -> Node:
        """Plays a move as `play`, and sets its comment and glyphs if they are given."""
    def add_line(self, moves: Sequence[Move]) -> Node:
        """Plays moves one after the other as `play`, and returns the last node."""
    def remove_variation(self, variation: Move | Node) -> None:
        """Removes a variation with everything after it. Its nodes can no longer be used."""
    def promote_to_main(self, variation: Move | Node) -> None:
        """Makes a variation the main line."""
    def promote(self, variation: Move | Node) -> None:
        """Moves a variation one place towards the main line."""
    def demote(self, variation: Move | Node) -> None:
        """Moves a variation one place away from the main line."""
    def is_mainline(self) -> bool:
        """Whether the node is on the main line of the game."""
    def is_end(self) -> bool:
        """Whether no move follows."""
    def clock(self) -> float | None:
        """The time left to the player after the move, in seconds: `[%clk 0:12:30]` in the comment. None without it.
        """
    def set_clock(self, seconds: float | None) -> None:
        """Sets the time left; None removes it."""
    def emt(self) -> float | None:
        """The time spent on the move, in seconds: `[%emt 0:00:05]` in the comment. None without it."""
    def set_emt(self, seconds: float | None) -> None:
        """Sets the time spent; None removes it."""
    def eval(self) -> Score | None:
        """The score for the side to move after the move: `[%eval 0.35]` in the comment, from Red's view in pawns,
        or `[%eval #3]`, a mate in moves. None without it."""
    def eval_depth(self) -> int | None:
        """The depth of the score in the comment: 12 of `[%eval 0.35,12]`. None without it."""
    def set_eval(self, score: Score | None, depth: int | None = None) -> None:
        """Sets the score for the side to move after the move, with its depth; None removes it."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Fault:
    """What a reader left out of a record: the branch of an illegal move, or a whole game that has no valid start.
    """
    @property
    def game(self) -> int:
        """The number of the game in its collection, from 1."""
    @property
    def line(self) -> int:
        """The line in the text, from 1; that in which the game begins if the format has no lines."""
    @property
    def column(self) -> int | None:
        """The column in characters, from 1; None if it is unknown."""
    @property
    def move_number(self) -> int | None:
        """The number of the move in the notation of the game; None if the fault is not about a move."""
    @property
    def message(self) -> str:
        """What is wrong, with the place."""
    @property
    def legal(self) -> list[Move]:
        """The legal moves in the position; empty if the fault is not about a move."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@type_check_only
class _Readable(Protocol):
    def read(self, size: int, /) -> str | bytes: ...

@final
class GameReader:
    """The games of a collection, one at a time: PGN, DhtmlXQ, XQF, WXF, CBF, CBR or CBL, in UTF-8, GB or Big5."""
    def __new__(
        cls,
        source: str | os.PathLike[str] | bytes | _Readable,
        *,
        format: Literal["pgn", "dhtmlxq", "xqf", "wxf", "cbf", "ccbridge"] | None = None,
        encoding: Literal["detect", "utf-8", "gb18030", "big5"] = "detect",
        strict: bool = False,
    ) -> GameReader: ...
    @property
    def faults(self) -> list[Fault]:
        """The games that cannot be read so far, at most a thousand."""
    def visit(self, visitor: Visitor) -> Any:
        """Reads the next game for a visitor, and returns the visitor's `result()`; None at the end of the
        collection. If `end_headers` of the visitor returns SKIP, the moves are not read."""
    def __iter__(self) -> GameReader: ...
    def __next__(self) -> Game: ...
