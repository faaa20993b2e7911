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
    sent: list[str]
    seen: list[str]
    def __init__(self, message: str, sent: Sequence[str] = (), seen: Sequence[str] = ()) -> None: ...

class EngineTerminatedError(EngineError): ...
class EngineTimeoutError(EngineError): ...

class Option(NamedTuple):
    name: str
    type: str
    default: str | int | bool | None
    min: int | None
    max: int | None
    var: tuple[str, ...]
    def parse(self, value: _Value) -> str: ...

@dataclass(frozen=True)
class PovScore:
    relative: Score
    turn: _Color
    def pov(self, color: Literal["red", "black", "white"]) -> Score: ...
    def red(self) -> Score: ...
    def white(self) -> Score: ...
    def black(self) -> Score: ...
    def is_mate(self) -> bool: ...

class InfoDict(TypedDict, total=False):
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
    move: Move
    ponder: Move | None
    info: InfoDict

class AnalysisResult(AsyncIterator[InfoDict]):
    multipv: list[InfoDict]
    def __init__(self, turn: _Color, lines: int, stop: Any) -> None: ...
    @property
    def info(self) -> InfoDict: ...
    def stop(self) -> None: ...
    async def wait(self) -> PlayResult: ...
    async def get(self) -> InfoDict: ...
    def __aiter__(self) -> Self: ...
    async def __anext__(self) -> InfoDict: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *_: object) -> None: ...
    async def __aenter__(self) -> Self: ...
    async def __aexit__(self, *_: object) -> None: ...

class Engine(abc.ABC):
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
    def __init__(self, engine: SimpleEngine, analysis: AnalysisResult) -> None: ...
    @property
    def info(self) -> InfoDict: ...
    @property
    def multipv(self) -> list[InfoDict]: ...
    def stop(self) -> None: ...
    def wait(self) -> PlayResult: ...
    def get(self) -> InfoDict: ...
    def __iter__(self) -> Self: ...
    def __next__(self) -> InfoDict: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *_: object) -> None: ...

class SimpleEngine:
    timeout: float | None
    def __init__(self, opening: Coroutine[Any, Any, Engine]) -> None: ...
    @classmethod
    def popen_uci(cls, command: _Command, *, timeout: float | None = 10.0, **popen: Any) -> Self: ...
    @classmethod
    def popen_ucci(cls, command: _Command, *, timeout: float | None = 10.0, **popen: Any) -> Self: ...
    @classmethod
    def built_in(cls, **options: str | int | bool) -> Self: ...
    @property
    def id(self) -> dict[str, str]: ...
    @property
    def options(self) -> dict[str, Option]: ...
    @property
    def returncode(self) -> int | None: ...
    def play(
        self, board: Board, limit: Limits, *, game: object = None, root_moves: Sequence[Move] | None = None
    ) -> PlayResult: ...
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
    ) -> SimpleAnalysisResult: ...
    def configure(self, options: Mapping[str, _Value]) -> None: ...
    def ping(self) -> None: ...
    def quit(self) -> None: ...
    def close(self) -> None: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *_: object) -> None: ...
