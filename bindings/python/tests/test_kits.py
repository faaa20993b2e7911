"""The levels of the games, and the learning of evaluations."""

import csv
import signal

import pytest

import duiyi
from duiyi import DuiyiError, connect6, xiangqi

from data import CRATES


def test_levels_have_the_measured_ratings():
    for game, file, column, engine in [
        ("xiangqi", "levels.csv", "elo", xiangqi.Engine),
        ("connect6", "connect6-levels.csv", "elo_over_level_1", connect6.Engine),
    ]:
        levels = duiyi.levels(game)
        text = (CRATES.parent / "docs" / "data" / file).read_text(encoding="utf-8")
        rows = csv.DictReader(line for line in text.splitlines() if not line.startswith("#"))
        ratings = {row["level"]: row[column] for row in rows if row[column]}
        found = {str(level.level): str(level.elo) for level in levels if level.elo is not None}
        common = ratings.keys() & found.keys()
        assert len(common) >= 7 and {key: found[key] for key in common} == {key: ratings[key] for key in common}
        player = engine(hash=1)
        for level in levels:
            player.set_option(level.option, level.level)
    assert [level.level for level in duiyi.levels("gomoku")] == list(range(1, 10))
    assert duiyi.levels("gomoku")[0].elo is None and not duiyi.levels("gomoku")[0].measured
    with pytest.raises(DuiyiError, match="unknown game 'go'; expected one of xiangqi, connect6, gomoku"):
        duiyi.levels("go")


class Enough(Exception):
    """Ends a run."""


def test_a_callback_ends_a_run_and_its_state_goes_on(tmp_path):
    seen = []

    def stop(progress):
        seen.append(progress)
        raise Enough

    for resume in (False, True):
        with pytest.raises(Enough):
            duiyi.learn("gomoku", tmp_path / "study", effort=0.01, threads=1, resume=resume, on_progress=stop)
        assert (tmp_path / "study.state").read_bytes().startswith(b"DUIYILN1")
    for progress in seen:
        assert progress.iteration == 1 < progress.iterations and 0 < progress.games <= progress.games_planned
        assert progress.step is None
    with pytest.raises(DuiyiError, match="another"):
        duiyi.learn("gomoku", tmp_path / "study", effort=0.01, seed=2, resume=True)


@pytest.mark.parametrize("engine", [xiangqi.Engine, connect6.Engine])
def test_engines_have_the_learned_evaluation(engine, tmp_path):
    player = engine(hash=1)
    player.set_option("Evaluation", "learned")
    (tmp_path / "study.learned").write_text("not a network", encoding="utf-8")
    with pytest.raises(DuiyiError, match="study.learned"):
        player.set_option("EvalFile", str(tmp_path / "study.learned"))


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="the system has no timers")
def test_an_interrupt_ends_a_run(tmp_path):
    def interrupt(*_):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.5)
    try:
        with pytest.raises(KeyboardInterrupt):
            duiyi.learn("gomoku", tmp_path / "study", effort=1000)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_wrong_arguments_of_a_run(tmp_path):
    for arguments, text in [
        ({"game": "go"}, "unknown game 'go'"),
        ({"effort": 0}, "effort=0: expected minutes"),
        ({"threads": 0}, "0 threads: expected 1 to 256"),
    ]:
        with pytest.raises(DuiyiError, match=text):
            duiyi.learn(**{"game": "gomoku", "out": tmp_path / "study", "effort": 0.01, **arguments})
    with pytest.raises(FileNotFoundError):
        duiyi.learn("gomoku", tmp_path / "missing" / "study", effort=0.01)
    (tmp_path / "study.state").write_text("not a state", encoding="utf-8")
    for resume in (False, True):
        with pytest.raises((DuiyiError, OSError)):
            duiyi.learn("gomoku", tmp_path / "study", effort=0.01, resume=resume)
