import os
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, ClassVar, Final, Literal, TypeAlias, final

from typing_extensions import Unpack

from . import BookMove, Limits, Outcome, Report, SearchResult, _LimitParts

_Color: TypeAlias = Literal["black", "white"]
_Format: TypeAlias = Literal["sgf", "sgf-stones", "ccgc", "ccgc-gb", "line"]

BLACK: Final = "black"
WHITE: Final = "white"

@final
class Board:
    """A game of the family Connect(m,n,k,p,q), stone by stone: a turn of two stones is two moves of one side."""
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def __new__(cls, position: str | None = None, *, rules: str = "") -> Board: ...
    @staticmethod
    def read(text: str, *, rules: str = "") -> Board:
        """Reads a game from one line, `[position] [moves J10 I11-K11 ...]`, as written by `write`."""
    def write(self) -> str:
        """The game in one line: its initial position and its turns."""
    @property
    def rules(self) -> str:
        """The name of the rules: "connect6", "gomoku", "tictactoe" or "Connect(m,n,k,p,q)"."""
    @property
    def mnkpq(self) -> tuple[int, int, int, int, int]:
        """The five numbers of the rules: columns, rows, stones in a row to win, stones per turn, stones in the
        first turn."""
    @property
    def turn(self) -> _Color:
        """The side to move: "black" or "white"."""
    @property
    def stones_left(self) -> int:
        """The number of stones left to place in this turn."""
    def ply(self) -> int:
        """The number of stones placed on this board."""
    @property
    def move_stack(self) -> list[int]:
        """The stones placed on this board, in order."""
    @property
    def turns(self) -> list[str]:
        """The turns played on this board as text: "I11-K11"."""
    @property
    def legal_moves(self) -> list[int]:
        """The points where a stone may be placed; empty if the game is over."""
    def is_legal(self, point: int) -> bool:
        """Whether a stone may be placed on a point."""
    def point(self, name: str) -> int:
        """The number of a point by its name: "J10"."""
    def name(self, point: int) -> str:
        """The name of a point: "J10"."""
    def push(self, point: int) -> None:
        """Places a stone. Raises IllegalMoveError with the reason if that is not legal."""
    def push_turn(self, text: str) -> list[int]:
        """Reads a turn such as "I11-K11", plays it, and returns its points."""
    def push_text(self, text: str) -> list[int]:
        """The same as `push_turn`, by the name of the method of `xiangqi.Board`."""
    def read_turn(self, text: str) -> list[int]:
        """Reads a legal turn such as "I11-K11", without playing it."""
    def write_moves(self, points: Sequence[int]) -> list[str]:
        """Writes a sequence of stones from here as turns."""
    def peek(self) -> int:
        """The last stone's point. Raises IndexError if there is none."""
    def pop(self) -> int:
        """Takes back the last stone, and returns its point. Raises IndexError if there is none."""
    def pop_turn(self) -> list[int]:
        """Takes back the last turn, or the stones of the turn under way, and returns the points."""
    def color_at(self, point: int) -> _Color | None:
        """The colour of the stone on a point; None if it is free."""
    def stone_map(self) -> dict[int, _Color]:
        """The stones by their points."""
    def is_game_over(self) -> bool:
        """Whether the game is over."""
    def outcome(self) -> Outcome | None:
        """The outcome of the game; None if it is not over."""
    def result(self) -> Literal["1-0", "0-1", "1/2-1/2", "*"]:
        """The result as records write it: "1-0" if Black has won, "0-1", "1/2-1/2", or "*" if the game is not over.
        """
    def threats(self, color: _Color) -> Threats:
        """The threats of a side: rows that it could complete in its next turn."""
    def answers(self, most: int = 1000) -> list[list[int]]:
        """The turns that block all threats of the other side, at most `most`, which is at most 100,000; empty if it
        has no threats."""
    def position(self) -> str:
        """The position in one line: rows from the top, the side to move, the stones left."""
    def key(self) -> int:
        """The key of the position."""
    def canonical_key(self) -> int:
        """The key shared by the position and its images under rotation and reflection."""
    def perft(self, depth: int) -> int:
        """Counts the sequences of `depth` stones, at most 128, without the interpreter lock."""
    def perft_divide(self, depth: int) -> dict[int, int]:
        """The counts of `perft` by first stone."""
    def copy(self, *, stack: bool = True) -> Board:
        """A copy; without its moves if `stack` is False."""
    def root(self) -> Board:
        """The initial position."""
    def svg(
        self,
        *,
        size: int = 32,
        numbered: bool = False,
        arrows: Sequence[str] | None = None,
        after: int | None = None,
        title: str = "",
    ) -> str:
        """The board as an SVG picture, with the last turn marked. `numbered` writes the number of its turn on each
        stone, `arrows` are turns to draw, `after` shows the game after a number of stones."""
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __copy__(self) -> Board: ...
    def __deepcopy__(self, _memo: object) -> Board: ...

@final
class Threats:
    """The rows that a side could complete in its next turn."""
    @property
    def count(self) -> int:
        """The minimum number of stones that block all threats; a number above the stones of a turn means that they
        cannot be blocked."""
    @property
    def points(self) -> list[int]:
        """The empty points that would complete these rows."""
    def __bool__(self) -> bool: ...

@final
class Game:
    """A game record: the players, the initial position, and the turns."""
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def __new__(cls, board: Board) -> Game: ...
    @staticmethod
    def read(data: bytes, *, format: _Format | None = None, rules: str = "") -> Game:
        """Reads a game: SGF, CCGC in UTF-8 or GB 18030, or a line of turns of some rules. The format is detected
        unless it is given: "sgf", "ccgc" or "line"."""
    def write(self, format: _Format) -> bytes:
        """The game in a format: "sgf", "sgf-stones", "ccgc", "ccgc-gb" or "line"."""
    result: Literal["1-0", "0-1", "1/2-1/2", "*"]
    @property
    def root(self) -> Node:
        """The position before the first turn."""
    @property
    def turns(self) -> list[str]:
        """The turns of the main line as text."""
    def board(self) -> Board:
        """The board before the first turn."""
    def end(self) -> Board:
        """The board after the turns."""
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def tag(self, name: Literal["black", "white", "event", "place", "date"]) -> str:
        """A text field of the record: "black", "white", "event", "place" or "date". A missing field is empty."""
    def set_tag(self, name: Literal["black", "white", "event", "place", "date"], value: str) -> None:
        """Sets a text field."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __copy__(self) -> Game: ...
    def __deepcopy__(self, _memo: object) -> Game: ...

@final
class Node:
    """A node in the tree of stones of a game. A turn of two stones is two nodes."""
    __hash__: ClassVar[None]  # type: ignore[assignment]
    comment: str
    glyphs: list[int]
    @property
    def move(self) -> int | None:
        """The point of the stone that leads here; None at the root."""
    @property
    def ply(self) -> int:
        """The number of stones that lead here."""
    @property
    def parent(self) -> Node | None:
        """The node before the stone; None at the root."""
    @property
    def children(self) -> list[Node]:
        """The nodes after each stone from here, the main line first."""
    def board(self) -> Board:
        """The board with the stones that lead here."""
    def play(self, point: int) -> Node:
        """Places a stone: returns the child with it, or adds one after the others."""
    def play_turn(self, text: str) -> Node:
        """Plays a turn such as "I11-K11", and returns the node after it."""
    def remove_variation(self, variation: int | Node) -> None:
        """Removes the variation of a stone with everything after it. Its nodes can no longer be used."""
    def promote_to_main(self, variation: int | Node) -> None:
        """Makes the variation of a stone the first one here."""
    def promote(self, variation: int | Node) -> None:
        """Moves the variation of a stone one place towards the main line."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Solution:
    """The result of a solver."""
    @property
    def status(self) -> Literal["win", "no win", "unknown"]:
        """"win", "no win" (by double threats within the turns allowed), or "unknown"."""
    @property
    def turns(self) -> int | None:
        """The number of turns to the win of the side to move; None without a win."""
    @property
    def turn(self) -> str | None:
        """The first turn of the win, as text; None without a win."""
    @property
    def nodes(self) -> int:
        """The searched positions with the attacker to move."""

@final
class Proof:
    """A proof of a win: an answer to every reply of the other side."""
    @property
    def turns(self) -> int:
        """The winner's turns in the longest line."""
    @property
    def size(self) -> int:
        """The winner's turns in the whole tree."""
    @property
    def line(self) -> list[str]:
        """A longest line: the winner's turn, the reply, and so on, as text."""
    def certificate(self, board: Board) -> str:
        """The proof for a board as a text that `connect6-engine verify` checks by the rules alone."""
    def check(self, board: Board) -> None:
        """Checks the proof by the rules alone. Raises ProofError with the place if it is wrong."""

@final
class Solver:
    """A search for wins by consecutive threats, with its table; its wins are proved."""
    def __new__(cls, *, rules: str = "", mebibytes: int = 16) -> Solver: ...
    def solve(
        self, board: Board, *, turns: int = 40, nodes: int | None = None, conservative: bool = False
    ) -> Solution:
        """Searches for a win by threats of the side to move within `turns` of its turns. `conservative` finds fewer
        wins, with less effort: its "no win" proves nothing."""
    def proof(self, board: Board, *, turns: int = 40, nodes: int | None = None) -> Proof | None:
        """The proof of the win that `solve` finds; None if it finds none: it may still be unknown whether there is
        one."""

@final
class Evaluation:
    """A static evaluation for some rules: "tuned" (in Connect6 a small network over the counts of line patterns),
    "plain", or "pattern", the evaluation of the thesis."""
    def __new__(cls, name: Literal["tuned", "plain", "pattern"] = "tuned", *, rules: str = "") -> Evaluation: ...
    def of(self, board: Board) -> int:
        """The score of a position for the side to move."""
    def explain(self, board: Board) -> str:
        """The terms of the score, as a table."""

@final
class Book:
    """An opening book of the family: in the format of `lab book`, or a text."""
    @staticmethod
    def open(path: str | os.PathLike[str], *, rules: str = "") -> Book:
        """Opens the file of a book for a game of these rules."""
    def explore(self, board: Board) -> list[BookMove[int]]:
        """The stones of the book in a position, the most frequent first; empty if the position is not in the book.
        """
    def name(self, board: Board) -> str | None:
        """The name of the opening; None if the position has none."""
    def choose(self, board: Board, policy: str = "varied", *, seed: int = 0) -> list[int] | None:
        """The turn, or the rest of the turn under way, that a policy chooses, as points: "varied", "best",
        "weight", "score", "ucb", "thompson" or "argmax". None if the position is not in the book."""

@final
class Engine:
    """The player of the program `connect6-engine`, with its options."""
    def __new__(cls, **options: str | int | bool) -> Engine: ...
    def set_option(self, name: str, value: str | int | bool) -> None:
        """Sets an option: `set_option("Level", 5)`."""
    @property
    def options(self) -> dict[str, str]:
        """The options by name, each with its valid values."""
    def new_game(self, *, rules: str = "") -> None:
        """Begins a new game with these rules: the table is cleared."""
    def search(
        self,
        board: Board,
        limits: Limits | None = None,
        *,
        moves: Sequence[int] | None = None,
        on_report: Callable[[Report[int]], object] | None = None,
        **parts: Unpack[_LimitParts],
    ) -> SearchResult[int]:
        """Searches the board until a limit is reached: `limits`, or its parts as keywords, as in `search(board,
        nodes=10_000)`. If `moves` is given, the turn begins with one of them. `on_report` is called with each
        report; an exception that it raises ends the search."""
    def search_async(
        self,
        board: Board,
        limits: Limits | None = None,
        *,
        moves: Sequence[int] | None = None,
        on_report: Callable[[Report[int]], object] | None = None,
        **parts: Unpack[_LimitParts],
    ) -> Coroutine[Any, Any, SearchResult[int]]:
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
