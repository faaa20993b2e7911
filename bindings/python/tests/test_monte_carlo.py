"""Searches with a Python function as the evaluation. Skipped without NumPy."""

import os
import signal
import threading
import time

import pytest

numpy = pytest.importorskip("numpy")

from duiyi import DuiyiError, connect6, learning, xiangqi
from duiyi.learning import MonteCarlo

BATCHES = [1, 8]
WORTH = numpy.array([0, 2, 2, 4, 9, 4.5, 1])


def even(planes):
    return numpy.zeros(len(planes))


def material(planes):
    count = planes.sum(axis=(2, 3), dtype=numpy.float64)
    return numpy.tanh((count[:, :7] - count[:, 7:]) @ WORTH / 10)


@pytest.mark.parametrize("batch", BATCHES)
def test_a_constant_evaluation_finds_mates_and_moves(batch):
    search = MonteCarlo(xiangqi, even, batch=batch, memory=16)
    mate = search.search(xiangqi.Board("3k5/R8/1R7/9/9/9/9/9/9/4K4 w"), nodes=2000)
    assert str(mate.score) == "mate in 1 ply" and mate.proved and mate.best == xiangqi.Move("b7b9")
    found = search.search(xiangqi.Board(), nodes=200)
    assert found.best in xiangqi.Board().legal_moves and found.nodes == 200 and not found.proved


@pytest.mark.parametrize("batch", BATCHES)
@pytest.mark.parametrize("swap", [False, True])
def test_an_evaluation_by_material_captures(batch, swap):
    # A rook is free, a pawn is defended by it.
    board = xiangqi.Board("3k5/9/9/r8/p8/9/R8/9/9/4K4 w" if not swap else "4k4/9/9/r8/9/P8/R8/9/9/3K5 b")
    search = MonteCarlo(xiangqi, material, batch=batch, memory=16)
    free = xiangqi.Board("4k4/9/9/r2C5/9/9/R8/9/9/3K5 w")
    if swap:
        free = free.color_swapped()
    found = search.search(free, nodes=600)
    capture = "a3a6" if not swap else "i6i3"
    assert str(found.best) == capture and found.score.centipawns > 100
    lines = MonteCarlo(xiangqi, material, batch=batch, memory=16, lines=40).search(board, nodes=800).lines
    assert str(lines[0].moves[0]) not in ("a3a5", "a6a4"), "the pawn is defended"


def test_planes_and_policies_are_those_of_learning():
    board, wanted = xiangqi.Board.read("moves h2e2"), xiangqi.Move("b9c7")
    seen = []

    def favourite(planes):
        seen.append(planes)
        logits = numpy.zeros((len(planes), learning.MOVES))
        logits[:, learning.policy_index(board, wanted, relative=True)] = 9
        return numpy.zeros((len(planes), 1)), logits

    assert MonteCarlo(xiangqi, favourite).search(board, nodes=300).best == wanted
    assert (seen[0] == learning.planes([board], relative=True)).all()
    after = board.copy()
    after.push(wanted)
    assert any((plane == learning.planes([after], relative=True)[0]).all() for planes in seen[1:2] for plane in planes)
    assert 1 < max(map(len, seen)) <= 16


@pytest.mark.parametrize("batch", BATCHES)
def test_stones(batch):
    search = MonteCarlo(connect6, even, batch=batch, memory=16)
    board = connect6.Board.read("moves A1 A3 B1 B3", rules="tictactoe")
    assert search.search(board, nodes=50).best == 2
    four = connect6.Board.read("moves H8 A1 I8 A3 J8 A5 K8 A7", rules="gomoku")
    assert four.name(search.search(four, nodes=50).best) in ("G8", "L8")
    turn = connect6.Board.read("moves J10")
    point = turn.point("K11")

    def corner(planes):
        logits = numpy.zeros((len(planes), 361))
        logits[:, point] = 9
        return numpy.zeros(len(planes)), logits

    found = MonteCarlo(connect6, corner, batch=batch).search(turn, nodes=200)
    assert len(found.turn) == 2 and found.turn[0] == point


@pytest.mark.parametrize("batch", BATCHES)
def test_equal_seeds_repeat(batch):
    def noise(planes):
        return numpy.array([hash(plane.tobytes()) % 1000 / 500 - 1 for plane in planes])

    def found(seed):
        result = MonteCarlo(xiangqi, noise, batch=batch, seed=seed, lines=44).search(xiangqi.Board(), nodes=400)
        return [(line.moves, line.score) for line in result.lines]

    assert found(1) == found(1) != found(2)


@pytest.mark.parametrize("after", [0, 1, 5])
def test_exceptions_of_the_function_are_raised(after):
    calls = 0

    def fails(planes):
        nonlocal calls
        calls += 1
        if calls > after:
            raise ZeroDivisionError("the function fails")
        return even(planes)

    search = MonteCarlo(xiangqi, fails)
    with pytest.raises(ZeroDivisionError, match="the function fails"):
        search.search(xiangqi.Board(), infinite=True)
    assert calls == after + 1, "it is not called again"
    calls = -1000
    assert search.search(xiangqi.Board(), nodes=20).nodes == 20


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (lambda count: numpy.zeros(count + 1), "values of the shape"),
        (lambda count: numpy.full(count, numpy.nan), "values with NaN"),
        (lambda count: (numpy.zeros(count), numpy.zeros((count, 90))), "logits of the shape"),
    ],
)
def test_wrong_answers_are_refused(answer, text):
    with pytest.raises(ValueError, match=text):
        MonteCarlo(xiangqi, lambda planes: answer(len(planes))).search(xiangqi.Board(), nodes=10)


def test_wrong_settings_are_refused():
    for settings, text in [({"batch": 0}, "batch=0"), ({"exploration": -1.0}, "exploration=-1")]:
        with pytest.raises(DuiyiError, match=text):
            MonteCarlo(xiangqi, even, **settings)
    with pytest.raises(ValueError, match="expected duiyi.xiangqi or duiyi.connect6"):
        MonteCarlo(os, even)


def test_ctrl_c_ends_a_search():
    started = threading.Event()

    def slow(planes):
        started.set()
        time.sleep(0.001)
        return even(planes)

    def interrupt():
        started.wait()
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        MonteCarlo(xiangqi, slow).search(xiangqi.Board(), infinite=True)
    thread.join()
    assert time.monotonic() - begun < 5


def test_other_threads_run_and_stop_ends_a_search():
    search, results = MonteCarlo(connect6, even), []
    thread = threading.Thread(target=lambda: results.append(search.search(connect6.Board(), infinite=True)))
    thread.start()
    time.sleep(0.2)
    search.stop()
    thread.join(10)
    assert not thread.is_alive() and results[0].nodes > 0
