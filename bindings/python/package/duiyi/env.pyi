from collections.abc import Callable
from typing import Any, ClassVar, Final, Literal, TypeAlias

import gymnasium
import numpy
import pettingzoo  # type: ignore[import-untyped]
from gymnasium import spaces
from numpy.typing import NDArray

from . import connect6, xiangqi

_Board: TypeAlias = xiangqi.Board | connect6.Board
_Observation: TypeAlias = dict[str, NDArray[Any]]
_Opponent: TypeAlias = Callable[[Any, NDArray[numpy.int64], numpy.random.Generator], int | numpy.integer[Any]]
_Mode: TypeAlias = Literal["ansi", "svg"] | None

RENDER_MODES: Final[list[str]]

def random_opponent(board: _Board, actions: NDArray[numpy.int64], generator: numpy.random.Generator) -> numpy.int64: ...

class SinglePlayerEnv(gymnasium.Env[_Observation, int]):
    metadata: dict[str, Any]
    color: str
    board: Any
    def __init__(
        self,
        game: str = "xiangqi",
        *,
        rules: str = "",
        color: str | None = None,
        opponent: _Opponent = ...,
        render_mode: _Mode = None,
    ) -> None: ...
    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[_Observation, dict[str, Any]]: ...
    def step(self, action: int) -> tuple[_Observation, float, bool, bool, dict[str, Any]]: ...
    def render(self) -> str | None: ...  # type: ignore[override]

class TwoPlayerEnv(pettingzoo.AECEnv):  # type: ignore[misc]
    metadata: ClassVar[dict[str, Any]]
    board: Any
    def __init__(self, game: str = "xiangqi", *, rules: str = "", render_mode: _Mode = None) -> None: ...
    def observation_space(self, agent: str) -> spaces.Dict: ...
    def action_space(self, agent: str) -> spaces.Discrete: ...
    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None: ...
    def observe(self, agent: str) -> _Observation: ...
    def step(self, action: int | None) -> None: ...
    def render(self) -> str | None: ...
    def close(self) -> None: ...
