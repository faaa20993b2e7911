"""Searches for asyncio."""

import asyncio
import copy
import functools

from . import _duiyi


def search(function, board, limits, moves, on_report, parts):
    """The coroutine of a search of a board as it is now. ``function`` is the search, with a handle to stop it."""
    stop = _duiyi.Stop()
    call = functools.partial(function, copy.copy(board), limits, moves, on_report, parts, stop)
    return _wait(call, stop)


async def _wait(call, stop):
    try:
        return await asyncio.get_running_loop().run_in_executor(None, call)
    finally:
        # The task may have been cancelled.
        stop.stop()
