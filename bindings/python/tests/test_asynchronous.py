"""Searches within searches, searches for asyncio, and the errors of files."""

import asyncio
import errno
import inspect
import threading
import time
import weakref

import pytest

import duiyi
from duiyi import DuiyiError, connect6, learning, xiangqi

numpy = pytest.importorskip("numpy")


def zeros(planes):
    return numpy.zeros(len(planes))


def begun(game):
    """A board whose best move has to be searched."""
    return game.Board.read("moves h2e2" if game is xiangqi else "moves J10")


GAMES = pytest.mark.parametrize("game", [xiangqi, connect6])
RUNNING = "called by a function that its running search has called"


def within(search, call):
    """The error of a call that `search` makes through its function; it must not hang."""
    errors = []

    def function(*_):
        if not errors:
            try:
                call()
                errors.append(None)
            except DuiyiError as error:
                errors.append(error)

    thread = threading.Thread(target=search, args=(function,), daemon=True)
    thread.start()
    thread.join(20)
    assert not thread.is_alive(), "the call hangs"
    return str(errors[0])


@GAMES
def test_a_call_within_a_search_is_refused(game, tmp_path):
    engine, board = game.Engine(hash=1), begun(game)
    for call in [
        lambda: engine.search(board, depth=1),
        lambda: engine.new_game(),
        lambda: engine.set_option("Hash", 1),
        lambda: engine.options,
        lambda: engine.save_table(tmp_path / "table"),
        lambda: engine.load_table(tmp_path / "table"),
    ]:
        assert RUNNING in within(lambda function: engine.search(board, nodes=3000, on_report=function), call)
    # The engine can be used again.
    assert engine.search(board, depth=2).depth == 2
    # Other engines can search, and an error is that of the function.
    other = game.Engine(hash=1)
    reports = []
    engine.search(board, depth=2, on_report=lambda _: reports.append(other.search(board, depth=1).best))
    assert reports
    with pytest.raises(DuiyiError, match=RUNNING):
        engine.search(board, depth=3, on_report=lambda _: engine.search(board, depth=1))


@GAMES
def test_a_search_within_an_evaluation_is_refused(game):
    def search(function):
        def evaluate(planes):
            function()
            return zeros(planes)

        searches.append(learning.MonteCarlo(game, evaluate, memory=1))
        searches[-1].search(begun(game), nodes=20)

    searches = []
    assert RUNNING in within(search, lambda: searches[-1].search(begun(game), nodes=10))


@GAMES
def test_a_cancelled_task_stops_its_search(game):
    engine, board = game.Engine(hash=1), begun(game)
    search = learning.MonteCarlo(game, zeros, memory=1)

    async def main():
        found = await engine.search_async(board, depth=2)
        assert found.depth == 2 and found.best in board.legal_moves
        assert (await search.search_async(board, nodes=20)).nodes == 20
        for run in (engine.search_async, search.search_async):
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(run(board, infinite=True), 0.3)
            task = asyncio.ensure_future(run(board, infinite=True))
            await asyncio.sleep(0.2)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
        start = time.monotonic()
        assert (await engine.search_async(board, depth=1)).depth == 1
        assert time.monotonic() - start < 20

    asyncio.run(asyncio.wait_for(main(), 100))


def test_a_coroutine_takes_the_board_as_it_is():
    board = xiangqi.Board()
    reports = []

    async def main():
        coroutine = xiangqi.Engine(hash=1).search_async(board, duiyi.Limits(depth=2), on_report=reports.append)
        board.push_text("h2e2")
        return await coroutine

    assert asyncio.run(main()).best in xiangqi.Board().legal_moves and reports

    async def wrong():
        with pytest.raises(DuiyiError, match="moves: a0a9"):
            await xiangqi.Engine(hash=1).search_async(board, depth=1, moves=[xiangqi.Move("a0a9")])
        with pytest.raises(KeyError):
            await xiangqi.Engine(hash=1).search_async(board, depth=3, on_report=lambda _: {}["x"])
        with pytest.raises(DuiyiError, match="without a limit"):
            await xiangqi.Engine(hash=1).search_async(board)

    asyncio.run(wrong())


def test_errors_of_files_have_a_number_and_a_name(tmp_path):
    engine, none = xiangqi.Engine(hash=1), tmp_path / "none" / "file.pgn"
    for call in [
        lambda: engine.load_table(none),
        lambda: engine.save_table(none),
        lambda: connect6.Engine(hash=1).load_table(none),
        lambda: xiangqi.GameReader(none),
        lambda: xiangqi.Book.open(none),
        lambda: connect6.Book.open(none),
        lambda: xiangqi.Evaluation("network", file=str(none)),
    ]:
        with pytest.raises(FileNotFoundError) as raised:
            call()
        error = raised.value
        assert error.errno == errno.ENOENT and str(none) in str(error.filename), error
    for call in [lambda: xiangqi.GameReader(tmp_path), lambda: xiangqi.EndgameTables(none)]:
        with pytest.raises(OSError) as raised:
            call()
        assert raised.value.errno and raised.value.filename, raised.value


@pytest.mark.parametrize("module", [duiyi, xiangqi, connect6, learning])
def test_signatures_show_their_defaults(module):
    for name, value in vars(module).items():
        if name.startswith("_") or not callable(value):
            continue
        inner = [name for name in vars(value) if not name.startswith("_")] if isinstance(value, type) else []
        for member in [value, *(getattr(value, name) for name in inner)]:
            try:
                signature = inspect.signature(member)
            except (TypeError, ValueError):
                continue
            defaults = [parameter.default for parameter in signature.parameters.values()]
            assert ... not in defaults, f"{module.__name__}.{name}: {member} {signature}"


@GAMES
def test_objects_have_weak_references(game):
    for make in (game.Board, lambda: game.Game(game.Board()), game.Engine):
        value = make()
        reference = weakref.ref(value)
        assert reference() is value
        del value
        assert reference() is None
