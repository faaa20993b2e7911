import abc
import os
from asyncio import SubprocessTransport
from collections.abc import AsyncIterator, Coroutine, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias, TypedDict, overload

from typing_extensions import Self

from . import Limit as Limit, Limits, Score as Score
from .xiangqi import Board, Move, _Color

__all__ = [
    "AnalysisResult",
    "Engine",
    "EngineError",
    "EngineTerminatedError",
    "EngineTimeoutError",
    "InfoDict",
    "Limit",
    "Option",
    "PlayResult",
    "PovScore",
    "Score",
    "SimpleAnalysisResult",
    "SimpleEngine",
    "built_in",
    "popen_ucci",
    "popen_uci",
]

_Command: TypeAlias = str | os.PathLike[str] | Sequence[str | os.PathLike[str]]
_Value: TypeAlias = str | int | bool | None

class EngineError(RuntimeError):
    """An engine does not follow its protocol. ``sent`` and ``seen`` are the last lines to and from it."""
    sent: list[str]
    seen: list[str]
    def __init__(self, message: str, sent: Sequence[str] = (), seen: Sequence[str] = ()) -> None: ...

class EngineTerminatedError(EngineError):
    """The process of an engine has ended, or was closed."""
class EngineTimeoutError(EngineError):
    """An engine did not answer in time. Its process was killed."""

class Option(NamedTuple):
    """An option that an engine announces."""
    name: str
    type: str
    default: str | int | bool | None
    min: int | None
    max: int | None
    var: tuple[str, ...]
    def parse(self, value: _Value) -> str:
        """The text for a value. Raises DuiyiError if the option does not take it."""

@dataclass(frozen=True)
class PovScore:
    """A score, and the side to move, from whose view it is."""
    relative: Score
    turn: _Color
    def pov(self, color: Literal["red", "black", "white"]) -> Score:
        """The score from the view of a side."""
    def red(self) -> Score:
        """The score from the view of Red."""
    def white(self) -> Score:
        """The score from the view of the side that moves first, Red, by its name in python-chess."""
    def black(self) -> Score:
        """The score from the view of Black."""
    def is_mate(self) -> bool:
        """Whether the score is a mate."""

class InfoDict(TypedDict, total=False):
    """What an engine reports about a search; a key is missing if the engine does not report it."""
    score: PovScore
    pv: list[Move]
    depth: int
    seldepth: int
    multipv: int
    nodes: int
    nps: int
    hashfull: int
    time: float
    lowerbound: bool
    upperbound: bool
    string: str

@dataclass(frozen=True)
class PlayResult:
    """The move of an engine, the reply that it expects, and its last report."""
    move: Move
    ponder: Move | None
    info: InfoDict

class AnalysisResult(AsyncIterator[InfoDict]):
    """A running analysis: an asynchronous iterator of reports, to be stopped by ``stop`` or at the end of ``async
    with``."""
    multipv: list[InfoDict]
    def __init__(self, turn: _Color, lines: int, stop: Any) -> None: ...
    @property
    def info(self) -> InfoDict:
        """The last report of the best line."""
    def stop(self) -> None:
        """Ends the search; ``wait`` returns its result."""
    async def wait(self) -> PlayResult: ...
    async def get(self) -> InfoDict: ...
    def __aiter__(self) -> Self: ...
    async def __anext__(self) -> InfoDict: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *_: object) -> None: ...
    async def __aenter__(self) -> Self: ...
    async def __aexit__(self, *_: object) -> None: ...

class Engine(abc.ABC):
    """An engine for asyncio. One search runs at a time: a call waits for moves that are being searched, and ends an
    analysis. With ``async with`` the engine quits at the end."""
    timeout: float | None
    id: dict[str, str]
    options: dict[str, Option]
    def __init__(self, timeout: float | None) -> None: ...
    async def play(
        self, board: Board, limit: Limits, *, game: object = None, root_moves: Sequence[Move] | None = None
    ) -> PlayResult: ...
    @overload
    async def analyse(
        self,
        board: Board,
        limit: Limits,
        *,
        multipv: None = None,
        game: object = None,
        root_moves: Sequence[Move] | None = None,
    ) -> InfoDict: ...
    @overload
    async def analyse(
        self,
        board: Board,
        limit: Limits,
        *,
        multipv: int,
        game: object = None,
        root_moves: Sequence[Move] | None = None,
    ) -> list[InfoDict]: ...
    async def analysis(
        self,
        board: Board,
        limit: Limits | None = None,
        *,
        multipv: int | None = None,
        game: object = None,
        root_moves: Sequence[Move] | None = None,
    ) -> AnalysisResult: ...
    async def configure(self, options: Mapping[str, _Value]) -> None: ...
    @abc.abstractmethod
    async def ping(self) -> None: ...
    @abc.abstractmethod
    async def quit(self) -> None: ...
    @abc.abstractmethod
    async def close(self) -> None: ...
    async def __aenter__(self) -> Self: ...
    async def __aexit__(self, *_: object) -> None: ...

async def popen_uci(
    command: _Command, *, timeout: float | None = 10.0, **popen: Any
) -> tuple[SubprocessTransport, Engine]: ...
async def popen_ucci(
    command: _Command, *, timeout: float | None = 10.0, **popen: Any
) -> tuple[SubprocessTransport, Engine]: ...
async def built_in(**options: str | int | bool) -> Engine: ...

class SimpleAnalysisResult(Iterator[InfoDict]):
    """A running analysis: an iterator of reports, to be stopped by ``stop`` or at the end of ``with``."""
    def __init__(self, engine: SimpleEngine, analysis: AnalysisResult) -> None: ...
    @property
    def info(self) -> InfoDict:
        """The last report of the best line."""
    @property
    def multipv(self) -> list[InfoDict]:
        """The last report of each of the best lines."""
    def stop(self) -> None:
        """Ends the search; ``wait`` returns its result."""
    def wait(self) -> PlayResult:
        """Waits for the end, and returns the result."""
    def get(self) -> InfoDict:
        """Waits for the next report, and returns it. Raises EngineError at the end of the analysis."""
    def __iter__(self) -> Self: ...
    def __next__(self) -> InfoDict: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *_: object) -> None: ...

class SimpleEngine:
    """An engine whose calls block, on an event loop in a thread of its own. With ``with`` it quits at the end;
    otherwise ``quit`` or ``close`` ends its process, or the end of the program."""
    timeout: float | None
    def __init__(self, opening: Coroutine[Any, Any, Engine]) -> None: ...
    @classmethod
    def popen_uci(cls, command: _Command, *, timeout: float | None = 10.0, **popen: Any) -> Self:
        """Starts a program that speaks UCI, as the function ``popen_uci``."""
    @classmethod
    def popen_ucci(cls, command: _Command, *, timeout: float | None = 10.0, **popen: Any) -> Self:
        """Starts a program that speaks UCCI, as the function ``popen_uci``."""
    @classmethod
    def built_in(cls, **options: str | int | bool) -> Self:
        """The engine of this package, as the function ``built_in``."""
    @property
    def id(self) -> dict[str, str]:
        """The name and author that the engine reports."""
    @property
    def options(self) -> dict[str, Option]:
        """The options that the engine announces, by their names."""
    @property
    def returncode(self) -> int | None:
        """The exit status of the process; None while it runs, and for the engine of the package."""
    def play(
        self, board: Board, limit: Limits, *, game: object = None, root_moves: Sequence[Move] | None = None
    ) -> PlayResult:
        """Searches a board until a limit is reached, and returns the move, as ``Engine.play``."""
    @overload
    def analyse(
        self,
        board: Board,
        limit: Limits,
        *,
        multipv: None = None,
        game: object = None,
        root_moves: Sequence[Move] | None = None,
    ) -> InfoDict: ...
    @overload
    def analyse(
        self,
        board: Board,
        limit: Limits,
        *,
        multipv: int,
        game: object = None,
        root_moves: Sequence[Move] | None = None,
    ) -> list[InfoDict]: ...
    def analysis(
        self,
        board: Board,
        limit: Limits | None = None,
        *,
        multipv: int | None = None,
        game: object = None,
        root_moves: Sequence[Move] | None = None,
    ) -> SimpleAnalysisResult:
        """Begins a search, and returns its running reports; without a limit it runs until it is stopped."""
    def configure(self, options: Mapping[str, _Value]) -> None:
        """Sets options by their names, as ``Engine.configure``."""
    def ping(self) -> None:
        """Waits until the engine has processed all commands."""
    def quit(self) -> None:
        """Asks the engine to end, and waits for it; kills it after ``timeout``."""
    def close(self) -> None:
        """Ends the engine at once."""
    def __enter__(self) -> Self: ...
    def __exit__(self, *_: object) -> None: ...
