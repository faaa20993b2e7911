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

def random_opponent(board: _Board, actions: NDArray[numpy.int64], generator: numpy.random.Generator) -> numpy.int64:
    """An opponent that plays each legal action with the same probability."""

class SinglePlayerEnv(gymnasium.Env[_Observation, int]):
    """A Gymnasium environment: one side of a game against an opponent."""
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
    ) -> tuple[_Observation, dict[str, Any]]:
        """Begins a new game. If the opponent begins, its turn is played."""
    def step(self, action: int) -> tuple[_Observation, float, bool, bool, dict[str, Any]]:
        """Plays an action of the agent, then the opponent's turn."""
    def render(self) -> str | None:
        """The board as text, or as SVG."""

class TwoPlayerEnv(pettingzoo.AECEnv):  # type: ignore[misc]
    """A PettingZoo environment of both sides of a game, whose agents have the names of the colours."""
    metadata: ClassVar[dict[str, Any]]
    board: Any
    def __init__(self, game: str = "xiangqi", *, rules: str = "", render_mode: _Mode = None) -> None: ...
    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of the observations of an agent."""
    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of the actions of an agent."""
    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a new game. Nothing in it is random, so the seed does not matter."""
    def observe(self, agent: str) -> _Observation:
        """The planes from the view of an agent; no action is allowed while the other one moves."""
    def step(self, action: int | None) -> None:
        """Plays an action of the agent that is selected."""
    def render(self) -> str | None:
        """The board as text, or as SVG."""
    def close(self) -> None:
        """Does nothing: there is nothing to close."""
