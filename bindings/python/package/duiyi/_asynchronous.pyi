from collections.abc import Callable, Coroutine, Sequence
from typing import Any, TypeVar

from . import Limits, Report, SearchResult

_M = TypeVar("_M")

def search(
    function: Callable[..., SearchResult[_M]],
    board: object,
    limits: Limits | None,
    moves: Sequence[_M] | None,
    on_report: Callable[[Report[_M]], object] | None,
    parts: dict[str, object] | None,
) -> Coroutine[Any, Any, SearchResult[_M]]:
    """The coroutine of a search of a board as it is now. ``function`` is the search, with a handle to stop it."""
