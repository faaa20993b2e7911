from collections.abc import Callable, Coroutine, Iterable, Iterator, Sequence
from types import ModuleType
from typing import Any, Final, TypeAlias, overload

import numpy
from numpy.typing import NDArray

from . import Limits, Report, SearchResult, connect6, xiangqi

MOVES: Final = 8100

@overload
def planes(boards: Iterable[xiangqi.Board], *, relative: bool = False) -> NDArray[numpy.uint8]: ...
@overload
def planes(boards: Iterable[connect6.Board], *, relative: bool = False) -> NDArray[numpy.uint8]: ...
def move_mask(board: xiangqi.Board, *, relative: bool = False) -> NDArray[numpy.bool_]:
    """The legal moves of a board of xiangqi: an array of ``MOVES`` truth values."""
def move_index(move: xiangqi.Move) -> int:
    """The index of a move in ``move_mask``."""
def move_of(index: int) -> xiangqi.Move:
    """The move of an index in ``move_mask``."""
@overload
def policy_index(board: xiangqi.Board, move: xiangqi.Move, *, relative: bool = False) -> int: ...
@overload
def policy_index(board: connect6.Board, move: int, *, relative: bool = False) -> int: ...

_Samples: TypeAlias = tuple[NDArray[numpy.uint8], NDArray[numpy.int64], NDArray[numpy.float32]]

def samples(
    games: Iterable[xiangqi.Game | xiangqi.Board] | Iterable[connect6.Game | connect6.Board],
    *,
    relative: bool = True,
    batch: int = 1024,
) -> Iterator[_Samples]:
    """The positions of games as arrays for training, ``batch`` positions at a time."""

_Answer: TypeAlias = NDArray[Any] | tuple[NDArray[Any], NDArray[Any] | None]

class MonteCarlo:
    """Monte Carlo tree search of ``xiangqi`` or ``connect6`` with a function as its evaluation."""
    def __init__(
        self,
        game: ModuleType,
        evaluate: Callable[[NDArray[numpy.uint8]], _Answer],
        *,
        batch: int = 16,
        memory: int = 64,
        seed: int = 0,
        lines: int = 1,
        exploration: float = 1.0,
    ) -> None: ...
    @overload
    def search(
        self,
        board: xiangqi.Board,
        limits: Limits | None = None,
        *,
        moves: Sequence[xiangqi.Move] | None = None,
        on_report: Callable[[Report[xiangqi.Move]], object] | None = None,
        **parts: Any,
    ) -> SearchResult[xiangqi.Move]: ...
    @overload
    def search(
        self,
        board: connect6.Board,
        limits: Limits | None = None,
        *,
        moves: Sequence[int] | None = None,
        on_report: Callable[[Report[int]], object] | None = None,
        **parts: Any,
    ) -> SearchResult[int]: ...
    @overload
    def search_async(
        self,
        board: xiangqi.Board,
        limits: Limits | None = None,
        *,
        moves: Sequence[xiangqi.Move] | None = None,
        on_report: Callable[[Report[xiangqi.Move]], object] | None = None,
        **parts: Any,
    ) -> Coroutine[Any, Any, SearchResult[xiangqi.Move]]: ...
    @overload
    def search_async(
        self,
        board: connect6.Board,
        limits: Limits | None = None,
        *,
        moves: Sequence[int] | None = None,
        on_report: Callable[[Report[int]], object] | None = None,
        **parts: Any,
    ) -> Coroutine[Any, Any, SearchResult[int]]: ...
    def stop(self) -> None:
        """Ends all running and waiting searches; each returns its result so far."""
