import os
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, Final, Generic, Literal, TypedDict, TypeVar, final, type_check_only

from . import connect6 as connect6, xiangqi as xiangqi

__version__: Final[str]
__all__ = [
    "AmbiguousMoveError",
    "BookMove",
    "Clock",
    "DamagedTableError",
    "DuiyiError",
    "IllegalMoveError",
    "InvalidMoveError",
    "LearningProgress",
    "LearningStep",
    "Level",
    "Limit",
    "Limits",
    "Line",
    "OtherTableError",
    "Outcome",
    "ProofError",
    "RefusedProofError",
    "Report",
    "Score",
    "SearchResult",
    "TableFileError",
    "TableVersionError",
    "UnreadableProofError",
    "Verified",
    "connect6",
    "learn",
    "levels",
    "verify",
    "xiangqi",
]

_M = TypeVar("_M", covariant=True)

class DuiyiError(ValueError):
    """An argument is invalid; the message describes the error."""
class InvalidMoveError(DuiyiError):
    """A text that does not have the form of a move."""
class IllegalMoveError(DuiyiError):
    """A move that the rules do not allow here."""
class AmbiguousMoveError(DuiyiError):
    """A text that matches more than one legal move."""
class TableFileError(DuiyiError):
    """A file that is not a table for this engine."""
class OtherTableError(TableFileError):
    """The table of another game, or of another evaluation."""
class TableVersionError(TableFileError):
    """A table of another version of the format."""
class DamagedTableError(TableFileError):
    """A table that is truncated or was changed."""

class ProofError(DuiyiError):
    """A text that is not an accepted proof. Its attributes are `line`, the number of the line, from 1 (0 for the
    start position or a text that ends too early), `moves`, the moves from the start position to the place, and
    `reason`."""
    line: int
    moves: list[str]
    reason: str

class UnreadableProofError(ProofError):
    """A text that does not have the form of a proof."""
class RefusedProofError(ProofError):
    """A proof that the rules refute, or that has a gap."""

@final
class Verified:
    """An accepted proof: what it proves, and its size."""
    @property
    def game(self) -> str:
        """The name of the game: "xiangqi" or "connect6"."""
    @property
    def rules(self) -> str:
        """The name of the rules."""
    @property
    def position(self) -> str:
        """The start position, with the moves before it, if any."""
    @property
    def claim(self) -> str:
        """What is proved for the side to move: "mate N" or "win"."""
    @property
    def mate(self) -> int | None:
        """The greatest number of its own turns in which the side to move wins on the board; None if the proof
        claims a win by the rules without a number of turns."""
    @property
    def leaves(self) -> int:
        """The number of lines of play, each of which ends with the win."""
    @property
    def plies(self) -> int:
        """The number of moves in the longest line."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

def verify(text: str) -> Verified:
    """Checks a proof by the rules of its game alone, as `xiangqi-engine verify` and `connect6-engine verify` do.
    Raises UnreadableProofError or RefusedProofError, both ProofError, with the place and the reason."""

@final
class Clock:
    """The clock of the side to move, in seconds, for time management."""
    def __new__(
        cls,
        left: float,
        *,
        increment: float = 0.0,
        byo_yomi: float | None = None,
        moves_to_go: int | None = None,
        opponent_left: float | None = None,
    ) -> Clock: ...
    def __getnewargs_ex__(self) -> tuple[tuple[float], dict[str, object]]: ...

@final
class Limits:
    """The limits of a search, which stops at the first of them."""
    def __new__(
        cls,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        movetime: float | None = None,
        clock: Clock | None = None,
        mate: int | None = None,
        infinite: bool = False,
        time: float | None = None,
    ) -> Limits: ...
    def __getnewargs_ex__(self) -> tuple[tuple[()], dict[str, object]]: ...

Limit = Limits

@type_check_only
class _LimitParts(TypedDict, total=False):
    depth: int
    nodes: int
    movetime: float
    clock: Clock
    mate: int
    infinite: bool
    time: float

@final
class Score:
    """The score of a position for the side to move: in centipawns, or a certain win or loss."""
    def __new__(cls, units: int) -> Score: ...
    @staticmethod
    def mate_in(plies: int) -> Score:
        """A mate in a number of plies by the side to move, or, with a negative number, of the side to move; it is
        mated already with 0."""
    @property
    def centipawns(self) -> int | None:
        """The centipawns of an open game; None if the game is decided."""
    @property
    def units(self) -> int:
        """The number by which scores are compared: centipawns in an open game, at least 30872 in a won game, and at
        most -30872 in a lost game."""
    @property
    def mate_distance(self) -> int | None:
        """The plies to mate, negative if the side to move is mated; None without a mate."""
    def is_mate(self) -> bool:
        """Whether the score is a mate, by its name in python-chess."""
    def mate(self) -> int | None:
        """The moves to mate, as protocols count them: 0 or negative if the side to move is mated; None without a
        mate."""
    def score(self, *, mate_score: int | None = None) -> int | None:
        """The centipawns; of a mate `mate_score` minus its moves, or None without `mate_score`. A win by a rule is
        20000 minus its plies, as in UCI."""
    @property
    def is_decisive(self) -> bool:
        """Whether the game is decided: by mate, or by a rule."""
    def pov(self, color: Literal["red", "black", "white"], turn: Literal["red", "black", "white"]) -> Score:
        """The score from the view of a side, if `turn` is the side to move: colours such as "red"."""
    def __neg__(self) -> Score: ...
    def __int__(self) -> int: ...
    def __float__(self) -> float: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __lt__(self, other: Score, /) -> bool: ...
    def __le__(self, other: Score, /) -> bool: ...
    def __gt__(self, other: Score, /) -> bool: ...
    def __ge__(self, other: Score, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Line(Generic[_M]):
    """One of the best lines of a search."""
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    @property
    def score(self) -> Score:
        """Its score for the side to move."""
    @property
    def depth(self) -> int:
        """The depth of its search, in plies."""
    @property
    def moves(self) -> tuple[_M, ...]:
        """The moves, the best one first."""

@final
class Report(Generic[_M]):
    """A report of a search, after each iteration."""
    @property
    def depth(self) -> int:
        """The depth of the iteration, in plies."""
    @property
    def selective_depth(self) -> int:
        """The maximum ply reached."""
    @property
    def line(self) -> int:
        """The rank of the line among the best lines, from 1."""
    @property
    def score(self) -> Score:
        """Its score for the side to move."""
    @property
    def claim(self) -> Literal["none", "ruling expected", "mate", "ruling"]:
        """What the score claims: "none", "ruling expected", "mate" or "ruling"."""
    @property
    def bound(self) -> Literal["exact", "at least", "at most"]:
        """The kind of the score: "exact", or a bound, "at least" or "at most"."""
    @property
    def nodes(self) -> int:
        """The number of positions visited so far."""
    @property
    def seconds(self) -> float:
        """The time so far in seconds."""
    @property
    def table_use(self) -> float:
        """How full the table is, from 0 to 1."""
    @property
    def moves(self) -> tuple[_M, ...]:
        """The principal variation, beginning with the best move."""

@final
class SearchResult(Generic[_M]):
    """The result of a search."""
    @property
    def best(self) -> _M:
        """The best move: the first one of the turn."""
    @property
    def turn(self) -> tuple[_M, ...]:
        """The moves of the turn: one move, or in Connect6 the stones."""
    @property
    def moves(self) -> tuple[_M, ...]:
        """The principal variation, beginning with the turn."""
    @property
    def score(self) -> Score | None:
        """The score of the position for the side to move; None for a book move."""
    @property
    def claim(self) -> Literal["none", "ruling expected", "mate", "ruling"]:
        """What the score claims: "none", "ruling expected", "mate" or "ruling". Only a mate and a ruling are
        proved."""
    @property
    def proved(self) -> bool:
        """Whether a win or loss in the score is proved."""
    @property
    def depth(self) -> int:
        """The depth of the last finished iteration, in plies; 0 without a search."""
    @property
    def nodes(self) -> int:
        """The number of positions visited."""
    @property
    def seconds(self) -> float:
        """The time of the search in seconds."""
    @property
    def lines(self) -> tuple[Line[_M], ...]:
        """The best lines, the best one first; the option MultiPV sets their number."""
    @property
    def reason(self) -> str | None:
        """The reason for the move, if it does not come from a search."""

@final
class BookMove(Generic[_M]):
    """A move of a book."""
    @property
    def move(self) -> _M:
        """The move; in Connect6 a stone, the number of its point."""
    @property
    def text(self) -> str:
        """The move as text."""
    @property
    def wins(self) -> int:
        """Games that the mover won."""
    @property
    def draws(self) -> int:
        """Games without a winner."""
    @property
    def losses(self) -> int:
        """Games that the mover lost."""
    @property
    def share(self) -> float:
        """The move's share of the games of the position, from 0 to 1."""
    @property
    def proved(self) -> Literal["win", "loss"] | None:
        """The proved result for the mover, "win" or "loss"; None without a proof."""
    @property
    def name(self) -> str | None:
        """The name of the opening after it; None if it has none."""

@final
class Outcome:
    """The outcome of a game."""
    @property
    def winner(self) -> Literal["red", "black", "white"] | None:
        """The winner; None in a draw."""
    @property
    def reason(self) -> str:
        """The reason, for example "checkmate"."""
    def result(self) -> Literal["1-0", "0-1", "1/2-1/2"]:
        """The result as records write it: "1-0", "0-1" or "1/2-1/2"."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Level:
    """A level of the player of a game."""
    @property
    def level(self) -> int:
        """Its number, the value of the option."""
    @property
    def option(self) -> str:
        """The option of the engine that sets it: "Skill Level" or "Level"."""
    @property
    def elo(self) -> int | None:
        """Its rating in Elo relative to the other levels of the game, not to people; None if it is unknown."""
    @property
    def measured(self) -> bool:
        """Whether the rating was measured in games; otherwise it is an estimate."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

def levels(game: Literal["xiangqi", "connect6", "gomoku"]) -> list[Level]:
    """The levels of the player of "xiangqi", "connect6" or "gomoku", from the weakest to the strongest, which is
    the default."""

@final
class LearningStep:
    """A finished iteration of a learning run."""
    @property
    def number(self) -> int:
        """The number of the iteration, from 1."""
    @property
    def games(self) -> int:
        """The number of its games."""
    @property
    def nodes(self) -> int:
        """The nodes of a move in its games."""
    @property
    def held_out(self) -> float:
        """The mean squared error of the samples that were not trained on."""
    @property
    def score(self) -> float:
        """The share of the points of the new network against the one before, from 0 to 1."""
    @property
    def taken(self) -> bool:
        """Whether the new network was taken."""
    @property
    def elo(self) -> float:
        """The sum of the Elo differences of the networks taken, from 0 for play without knowledge."""

@final
class LearningProgress:
    """The progress of a learning run: during the games of an iteration, and after it."""
    @property
    def iteration(self) -> int:
        """The number of the iteration, from 1."""
    @property
    def iterations(self) -> int:
        """The number of iterations of the run."""
    @property
    def games(self) -> int:
        """The number of games played in the iteration."""
    @property
    def games_planned(self) -> int:
        """The number of games of an iteration."""
    @property
    def step(self) -> LearningStep | None:
        """The finished iteration; None during its games."""

def learn(
    game: Literal["xiangqi", "connect6", "gomoku"],
    out: str | os.PathLike[str],
    *,
    effort: float = 2.0,
    seed: int = 1,
    threads: int | None = None,
    resume: bool = False,
    on_progress: Callable[[LearningProgress], object] | None = None,
) -> Path:
    """Learns an evaluation for "xiangqi", "connect6" or "gomoku" from games of the engine with itself."""
