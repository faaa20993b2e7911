"""Engines in processes of their own, and the engine of the package by the same interface."""

import asyncio
import gc
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from duiyi import Clock, DuiyiError, Limit, Score, xiangqi
from duiyi import engine as engines
from duiyi.engine import EngineError, EngineTerminatedError, EngineTimeoutError, PovScore, SimpleEngine
from duiyi.xiangqi import Board, Move

from data import CRATES

FAKE = str(Path(__file__).with_name("fake_engine.py"))
PROTOCOLS = pytest.mark.parametrize("protocol", ["uci", "ucci"])


def start(protocol, behaviour="plays", log=os.devnull, **options):
    popen = {"uci": SimpleEngine.popen_uci, "ucci": SimpleEngine.popen_ucci}[protocol]
    return popen([sys.executable, FAKE, protocol, behaviour, str(log)], **options)


@pytest.fixture(name="log")
def log_of_lines(tmp_path):
    """A file for the lines that a fake engine receives."""
    return tmp_path / "lines"


def received(engine, log, *words):
    """The lines that the fake engine has received, or those that begin with one of some words."""
    engine.ping()
    lines = log.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if not words or line.split()[0] in words]


def is_gone(pid):
    """Whether a process has ended and was waited for."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


@PROTOCOLS
def test_a_program_plays(protocol):
    with start(protocol) as engine:
        assert engine.id == {"name": "Fake 1.0", "author": "nobody in particular"}
        result = engine.play(Board(), Limit(depth=3))
        assert (str(result.move), str(result.ponder)) == ("h2e2", "h9g7")
        # The line ends before its first illegal move.
        assert [str(move) for move in result.info["pv"]] == ["h2e2", "h9g7"]
        assert result.info["score"] == PovScore(Score(35), "red") and result.info["nodes"] == 90
        board = Board()
        board.push(result.move)
        with pytest.raises(EngineError, match="h2e2"):
            engine.play(board, Limit(depth=3))
        assert engine.play(Board(), Limit(nodes=10)).move == Move("h2e2")
        pid = engine._engine._transport.get_pid()
    assert engine.returncode == 0 and is_gone(pid)
    with pytest.raises(EngineTerminatedError):
        engine.play(Board(), Limit(depth=1))


def test_the_options_are_checked_and_sent(log, tmp_path):
    with start("uci", log=log) as engine:
        assert engine.options["Hash"] == engines.Option("Hash", "spin", 16, 1, 1024, ())
        assert engine.options["Book File"].default == "" and engine.options["Ponder"].default is False
        engine.configure({"hash": 32, "Ponder": True, "Style": "risky", "Clear Hash": None})
        assert received(engine, log, "setoption") == [
            "setoption name Hash value 32",
            "setoption name Ponder value true",
            "setoption name Style value risky",
            "setoption name Clear Hash",
        ]
        for name, value, text in [
            ("Hush", 1, "expected one of Hash, MultiPV"),
            ("Hash", 0, "from 1 to 1024"),
            ("Hash", "many", "from 1 to 1024"),
            ("Ponder", "perhaps", "True or False"),
            ("Style", "wild", "solid, risky"),
            ("Clear Hash", 1, "button"),
            ("Book File", "a\nquit", "one line"),
        ]:
            with pytest.raises(DuiyiError, match=text):
                engine.configure({name: value})
    log = tmp_path / "ucci"
    with start("ucci", log=log) as engine:
        assert "setoption usemillisec true" in received(engine, log)


def test_the_commands_of_a_search(tmp_path):
    def commands(protocol, board, limit, **more):
        log = tmp_path / f"{len(list(tmp_path.iterdir()))}"
        with start(protocol, log=log) as engine:
            engine.play(board, limit, **more)
            return received(engine, log, "position", "go", "banmoves")

    start_fen = xiangqi.STARTING_FEN
    plain = Board()
    assert commands("uci", plain, Limit(depth=3, nodes=500, time=0.5)) == [
        f"position fen {start_fen}",
        "go movetime 500 depth 3 nodes 500",
    ]
    assert commands("uci", plain, Limit(mate=2), root_moves=[Move("h2e2"), Move("b2e2")])[1] == (
        "go mate 2 searchmoves h2e2 b2e2"
    )
    clock = Clock(60, increment=0.5, opponent_left=30)
    assert commands("uci", plain, Limit(clock=clock))[1] == "go wtime 60000 btime 30000 winc 500 binc 500"
    assert commands("ucci", plain, Limit(clock=Clock(60, increment=0.5)))[1] == "go time 60000 increment 500"
    banned = commands("ucci", plain, Limit(depth=3), root_moves=[Move("h2e2")])
    assert banned[1].split()[0] == "banmoves" and len(banned[1].split()) == 44 and "h2e2" not in banned[1]
    with start("ucci") as engine:
        for limit in (Limit(depth=3, nodes=500), Limit(mate=2), Limit(depth=3, time=1)):
            with pytest.raises(DuiyiError, match="expected one of"):
                engine.play(plain, limit)
        with pytest.raises(DuiyiError, match="a0a9 is not legal"):
            engine.play(plain, Limit(depth=1), root_moves=[Move("a0a9")])
        with pytest.raises(DuiyiError, match="at least one"):
            engine.play(plain, Limit(depth=1), root_moves=[])
        with pytest.raises(DuiyiError, match="no legal move"):
            engine.play(Board("1R1k5/R8/9/9/9/9/9/9/9/4K4 b"), Limit(depth=1))


def test_ucci_begins_at_the_last_capture(tmp_path):
    board = Board("3k5/9/9/9/9/9/9/9/r8/R3K4 w")
    for text in ("a0a1", "d9d8", "a1a2"):
        board.push(Move(text))
    for protocol, moves in [("uci", "a0a1 d9d8 a1a2"), ("ucci", "d9d8 a1a2")]:
        log = tmp_path / protocol
        with start(protocol, log=log) as engine:
            with pytest.raises(EngineError, match="h2e2"):
                engine.play(board, Limit(depth=1))
            (position,) = received(engine, log, "position")
            assert position.endswith(f" moves {moves}")


def test_ranks_from_one_are_converted(log):
    board = Board()
    board.push(Move("h2e2"))
    board.push(Move("h9g7"))
    with start("uci", "one_up", log) as engine:
        assert "setoption name UCI_Variant value xiangqi" in received(engine, log)
        result = engine.play(Board(), Limit(depth=1))
        assert (str(result.move), str(result.ponder)) == ("h2e2", "h9g7")
        assert [str(move) for move in result.info["pv"]] == ["h2e2", "h9g7"]
        with pytest.raises(EngineError):
            engine.play(board, Limit(depth=1))
        assert received(engine, log, "position")[-1].endswith("moves h3e3 h10g8")


def test_the_best_lines_are_reported(log):
    with start("uci", log=log) as engine:
        one, two = engine.analyse(Board(), Limit(depth=3), multipv=2)
        assert one["depth"] == 3 and two["score"].relative.mate() == -2 and two["upperbound"]
        assert isinstance(engine.analyse(Board(), Limit(depth=3)), dict)
        assert received(engine, log, "setoption") == [
            "setoption name MultiPV value 2",
            "setoption name MultiPV value 1",
        ]
        with pytest.raises(DuiyiError, match="from 1 to 5"):
            engine.analyse(Board(), Limit(depth=3), multipv=6)
    with start("ucci") as engine:
        assert engine.analyse(Board(), Limit(depth=3))["time"] == 0.007
        with pytest.raises(DuiyiError, match="does not announce"):
            engine.analyse(Board(), Limit(depth=3), multipv=2)


def test_a_new_game_is_announced(log):
    with start("uci", log=log) as engine:
        for game in (None, 1, 1, 2):
            engine.play(Board(), Limit(depth=1), game=game)
        assert received(engine, log).count("ucinewgame") == 2


@PROTOCOLS
@pytest.mark.parametrize("behaviour", ["plays", "late"])
def test_an_analysis_is_stopped(protocol, behaviour):
    with start(protocol, behaviour) as engine:
        with engine.analysis(Board()) as analysis:
            for info in analysis:
                if "pv" in info and info.get("depth") == 3:
                    break
            assert analysis.info["score"].red().centipawns == 35
        # A late move of the analysis is not that of the next search, and the move was the first one.
        assert str(analysis.wait().move) == ("b2e2" if behaviour == "late" else "h2e2")
        assert list(analysis)[-1:] in ([], [analysis.info])
        with pytest.raises(EngineError, match="has ended"):
            analysis.get()
        assert str(engine.play(Board(), Limit(depth=1)).move) == "h2e2"
        # The next search ends an analysis.
        running = engine.analysis(Board())
        assert str(engine.play(Board(), Limit(depth=1)).move) == "h2e2"
        assert running.wait().move in Board().legal_moves


@PROTOCOLS
def test_an_engine_that_dies(protocol):
    engine = start(protocol, "dies")
    pid = engine._engine._transport.get_pid()
    with pytest.raises(EngineTerminatedError, match="exit status 3; last sent: go depth 3; .*out of cheese") as caught:
        engine.play(Board(), Limit(depth=3))
    assert caught.value.sent[-1] == "go depth 3" and "stderr: out of cheese" in caught.value.seen
    assert is_gone(pid) and engine.returncode == 3
    for call in (engine.ping, lambda: engine.analyse(Board(), Limit(depth=1)), lambda: engine.configure({})):
        with pytest.raises(EngineTerminatedError):
            call()
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (str(copy), copy.sent, copy.seen) == (str(caught.value), caught.value.sent, caught.value.seen)
    engine.close()
    engine.quit()


@PROTOCOLS
@pytest.mark.parametrize("limit", [Limit(time=0.1), Limit(depth=3)], ids=["time", "depth"])
def test_an_engine_that_hangs_in_a_search(protocol, limit):
    engine = start(protocol, "hangs", timeout=0.5)
    pid = engine._engine._transport.get_pid()
    begun = time.monotonic()
    with pytest.raises(EngineTimeoutError) as caught:
        engine.play(Board(), limit)
    assert time.monotonic() - begun < 20
    assert any(line.startswith("go ") for line in caught.value.sent)
    engine.close()
    assert is_gone(pid) and engine.returncode == -signal.SIGKILL


@PROTOCOLS
def test_an_engine_that_does_not_answer(protocol):
    with pytest.raises(EngineTimeoutError, match=f"no answer to '{protocol}' within 0.3 s"):
        start(protocol, "silent", timeout=0.3)
    engine = start(protocol, "unstoppable", timeout=0.5)
    analysis = engine.analysis(Board())
    analysis.stop()
    with pytest.raises(EngineTimeoutError, match="no move after 'stop'"):
        analysis.wait()
    engine.close()


def test_an_engine_that_does_not_quit_is_killed():
    engine = start("uci", "stays", timeout=0.3)
    pid = engine._engine._transport.get_pid()
    engine.quit()
    assert is_gone(pid) and engine.returncode == -signal.SIGKILL


@PROTOCOLS
@pytest.mark.parametrize("behaviour", ["illegal", "none"])
def test_a_wrong_move_is_an_error(protocol, behaviour):
    with start(protocol, behaviour) as engine:
        with pytest.raises(EngineError, match="bestmove.* for rnbakabnr/") as caught:
            engine.play(Board(), Limit(depth=1))
        assert type(caught.value) is EngineError
        engine.ping()


def test_output_without_an_end_is_an_error():
    engine = start("uci", "floods")
    with pytest.raises(EngineError, match="without a line break"):
        engine.play(Board(), Limit(depth=1))
    engine.close()


def test_a_program_that_is_missing(tmp_path):
    with pytest.raises(FileNotFoundError):
        SimpleEngine.popen_uci(str(tmp_path / "no-engine"))
    with pytest.raises(EngineTerminatedError, match="exit status 0"):
        SimpleEngine.popen_uci([sys.executable, "-c", ""])


def test_no_process_and_no_thread_stays():
    engine = start("uci")
    pid, thread = engine._engine._transport.get_pid(), engine._thread
    del engine
    gc.collect()
    thread.join(10)
    assert is_gone(pid) and not thread.is_alive()
    # At the end of a program, too.
    code = (
        "from duiyi.engine import SimpleEngine\n"
        f"engine = SimpleEngine.popen_uci({[sys.executable, FAKE, 'uci', 'plays']!r})\n"
        "analysis = engine.analysis(__import__('duiyi').xiangqi.Board())\n"
        "print(engine._engine._transport.get_pid())\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert run.returncode == 0, run.stderr
    assert is_gone(int(run.stdout)) and "Error" not in run.stderr


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="the system has no signals of threads")
def test_an_interrupt_ends_a_search():
    with SimpleEngine.built_in(hash=1) as engine:
        main = threading.main_thread().ident
        timer = threading.Timer(0.5, signal.pthread_kill, (main, signal.SIGINT))
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            engine.play(Board(), Limit(infinite=True))
        assert engine.play(Board(), Limit(depth=1)).move in Board().legal_moves


@PROTOCOLS
def test_asyncio(protocol):
    async def main():
        popen = {"uci": engines.popen_uci, "ucci": engines.popen_ucci}[protocol]
        transport, engine = await popen([sys.executable, FAKE, protocol, "plays"])
        async with engine:
            results = await asyncio.gather(*(engine.play(Board(), Limit(depth=1)) for _ in range(3)))
            assert [str(result.move) for result in results] == ["h2e2"] * 3
            async with await engine.analysis(Board()) as analysis:
                infos = [await analysis.get()]
                async for info in analysis:
                    infos.append(info)
                    if info.get("depth") == 3:
                        break
            assert str((await analysis.wait()).move) == "h2e2"
            task = asyncio.ensure_future(engine.play(Board(), Limit(infinite=True)))
            await asyncio.sleep(0.2)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert (await engine.play(Board(), Limit(depth=1))).move == Move("h2e2")
        assert transport.get_returncode() == 0

    asyncio.run(asyncio.wait_for(main(), 60))


def test_the_engine_of_the_package_has_the_same_interface():
    with SimpleEngine.built_in(hash=1) as engine:
        assert engine.id["name"].startswith("Duiyi ") and engine.returncode is None
        assert engine.options["Hash"].type == "spin" and engine.options["Hash"].min == 1
        engine.configure({"Skill Level": 20, "hash": 2})
        with pytest.raises(DuiyiError, match="from 1 to"):
            engine.configure({"hash": 0})
        engine.ping()
        won = Board("4k4/9/9/9/9/9/R8/1R7/9/3K5 w")
        result = engine.play(won, Limit(depth=6), game=1)
        assert result.info["score"].red() == Score.mate_in(3) and result.move == result.info["pv"][0]
        assert result.info["score"].black().mate() == -1 or result.info["score"].black().mate() == -2
        lines = engine.analyse(Board(), Limit(depth=3), multipv=3, root_moves=Board().legal_moves[:10])
        assert [info["multipv"] for info in lines] == [1, 2, 3]
        assert "multipv" in engine.analyse(Board(), Limit(depth=2))
        with engine.analysis(Board()) as analysis:
            for info in analysis:
                if info["depth"] >= 3:
                    break
        assert analysis.wait().move in Board().legal_moves
        with pytest.raises(DuiyiError, match="no legal move"):
            engine.play(Board("1R1k5/R8/9/9/9/9/9/9/9/4K4 b"), Limit(depth=1))
    with pytest.raises(EngineTerminatedError):
        engine.ping()


PROGRAMS = sorted(CRATES.parent.glob("target/*/xiangqi-engine*"))


@pytest.mark.skipif(not any(os.access(path, os.X_OK) for path in PROGRAMS), reason="xiangqi-engine is not built")
@PROTOCOLS
def test_our_program(protocol):
    (path, *_) = [path for path in PROGRAMS if os.access(path, os.X_OK) and path.is_file()]
    popen = {"uci": SimpleEngine.popen_uci, "ucci": SimpleEngine.popen_ucci}[protocol]
    with popen(str(path)) as engine:
        board = Board()
        for _ in range(4):
            board.push(engine.play(board, Limit(nodes=2000)).move)
        with engine.analysis(board) as analysis:
            for info in analysis:
                if "pv" in info:
                    break
        assert analysis.wait().move in board.legal_moves
        root = board.legal_moves[3]
        assert engine.play(board, Limit(depth=2), root_moves=[root]).move == root or protocol == "ucci"
    assert engine.returncode == 0
