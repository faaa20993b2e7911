import os
from collections.abc import Iterator
from typing import Any, Final, Literal

from ._records import Game, GameReader, _Readable
from .xiangqi import Board, Move

SKIP: Final[object]

class Visitor:
    """What is called while a record is read or walked through, in the order of PGN. Every method can be left as it
    is."""
    def begin_game(self) -> None:
        """Begins a game."""
    def visit_header(self, name: str, value: str) -> None:
        """A tag; also "Result", and "FEN" if the game does not begin in the initial position."""
    def end_headers(self) -> object:
        """The end of the tags: returns SKIP to leave out everything up to the end of the game."""
    def visit_move(self, board: Board, move: Move) -> None:
        """A move, and the board before it, which must not be changed."""
    def visit_comment(self, comment: str) -> None:
        """A comment: before the first move, before the first move of a variation, or after a move."""
    def visit_nag(self, nag: int) -> None:
        """A numeric annotation glyph of the last move: 1 is "!"."""
    def begin_variation(self) -> object:
        """The beginning of a variation of the last move: returns SKIP to leave it out."""
    def end_variation(self) -> None:
        """The end of a variation that was not left out."""
    def end_game(self) -> None:
        """Ends a game."""
    def result(self) -> Any:
        """What ``accept`` and ``visit`` return."""

def walk(game: Game, visitor: Visitor) -> Any:
    """Visits a game, and returns the visitor's result."""
def read(reader: GameReader, visitor: Visitor) -> Any:
    """Reads the next game for a visitor."""
def read_headers(
    source: str | os.PathLike[str] | bytes | _Readable,
    *,
    format: Literal["pgn", "dhtmlxq", "xqf", "wxf", "cbf", "ccbridge"] | None = None,
    encoding: Literal["detect", "utf-8", "gb18030", "big5"] = "detect",
    strict: bool = False,
) -> Iterator[dict[str, str]]:
    """The tags of the games of a collection as dictionaries, with "Result" and "FEN" as in ``Game.headers``."""
