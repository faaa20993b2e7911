"""Numbers of all kinds, and Ctrl-C in every long call. Each case is a process of its own."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="signals by a timer are needed")


def test_no_number_ends_the_interpreter():
    program = Path(__file__).with_name("numbers_walk.py")
    run = subprocess.run([sys.executable, str(program)], capture_output=True, text=True, check=False)
    lines = run.stdout.splitlines()
    assert run.returncode == 0, f"ended by {run.returncode} in: {lines[-1:]}\n{run.stderr}"
    assert not [line for line in lines if "WRONG" in line]
    called = {line.split("(")[0] for line in lines}
    assert {"xiangqi: Board.perft", "connect6: Solver.solve", "__init__: Limits", "xiangqi: Engine.search"} <= called
    assert len(lines) > 500


BEFORE = """
import sys, threading, time
from duiyi import connect6, verify, xiangqi
ticks = 0
def tick():
    global ticks
    while True:
        ticks += 1
        time.sleep(0.001)
threading.Thread(target=tick, daemon=True).start()
"""

AFTER = """
ticks = 0
print("ready", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("interrupted", ticks, flush=True)
"""

SOLVE = """
board = connect6.Board(
    "o1o2o2o2o2o4/18o/19/o18/2x9x5o/7x11/o1x9x6/18o/19/o1x4x11/12x5o/2x4x4x6/o18/18o/19/o1x4x4x6/2x4x4x5o/19/o18 b 2"
)
"""
"""A position whose search by threats takes minutes."""

LONG_CALLS = {
    "perft": ("", "xiangqi.Board().perft(9)"),
    "perft_divide": ("", "xiangqi.Board().perft_divide(128)"),
    "connect6_perft": ("", "connect6.Board().perft(9)"),
    "connect6_perft_divide": ("", "connect6.Board().perft_divide(9)"),
    "search": ("", "xiangqi.Engine(hash=1).search(xiangqi.Board(), infinite=True)"),
    "search_with_two_threads": ("", "xiangqi.Engine(hash=1, threads=2).search(xiangqi.Board(), movetime=60)"),
    "uct": ("", "xiangqi.Engine(search='uct').search(xiangqi.Board(), movetime=60)"),
    "mate": ("", "xiangqi.Engine(hash=1).search(xiangqi.Board(), mate=20)"),
    "connect6_search": ("", "connect6.Engine(hash=1).search(connect6.Board.read('moves J10'), infinite=True)"),
    "solve": ("SOLVE", "connect6.Solver(mebibytes=1).solve(board, turns=250)"),
    "proof": ("SOLVE", "connect6.Solver(mebibytes=1).proof(board, turns=250)"),
    "build": (
        "import tempfile\nfolder = tempfile.TemporaryDirectory()\n",
        "xiangqi.EndgameTables(folder.name).build('kraabbkaabb')",
    ),
    "games": (
        "reader = xiangqi.GameReader(b'[FEN \"x\"]\\n*\\n\\n' * 3_000_000)\n",
        "next(reader, None)",
    ),
    "wait_for_a_search": (
        "engine = xiangqi.Engine(hash=1)\n"
        "threading.Thread(target=lambda: engine.search(xiangqi.Board(), infinite=True), daemon=True).start()\n"
        "time.sleep(0.3)\n",
        "engine.set_option('MultiPV', 2)",
    ),
    "wait_for_a_search_to_search": (
        "engine = xiangqi.Engine(hash=1)\n"
        "threading.Thread(target=lambda: engine.search(xiangqi.Board(), infinite=True), daemon=True).start()\n"
        "time.sleep(0.3)\n",
        "engine.search(xiangqi.Board(), depth=1)",
    ),
}

@pytest.mark.parametrize("case", LONG_CALLS)
def test_ctrl_c_ends_every_long_call_within_a_second(case):
    prepare, call = LONG_CALLS[case]
    code = BEFORE + prepare.replace("SOLVE", SOLVE) + AFTER.format(call=call)
    run = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert run.stdout.readline() == "ready\n", run.stderr.read()
        time.sleep(0.4)
        assert run.poll() is None
        sent = time.monotonic()
        run.send_signal(signal.SIGINT)
        line = run.stdout.readline()
        seconds = time.monotonic() - sent
        assert line.startswith("interrupted "), line + run.stderr.read()
        # Another thread of Python ran meanwhile.
        assert seconds < 1 and int(line.split()[1]) > 20, (seconds, line)
    finally:
        run.kill()
        run.communicate()
