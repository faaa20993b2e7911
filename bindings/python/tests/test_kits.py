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
        assert len(common) >= 8 and {key: found[key] for key in common} == {key: ratings[key] for key in common}
        player = engine(hash=1)
        for level in levels:
            player.set_option(level.option, level.level)
    assert [level.level for level in duiyi.levels("gomoku")] == list(range(1, 10))
    assert duiyi.levels("gomoku")[0].elo is None and not duiyi.levels("gomoku")[0].measured
    with pytest.raises(DuiyiError, match="unknown game 'go'; expected one of xiangqi, connect6, gomoku"):
        duiyi.levels("go")


def test_a_run_that_was_stopped_goes_on_to_the_same_network(tmp_path):
    class Enough(Exception):
        pass

    steps = []

    def stop(progress):
        assert progress.games <= progress.games_planned and progress.iteration <= progress.iterations
        if progress.step is not None:
            steps.append(progress.step.number)
            if len(steps) == 2:
                raise Enough

    one, two = tmp_path / "one", tmp_path / "two"
    network = duiyi.learn("gomoku", one, effort=0.01, seed=3)
    assert network == tmp_path / "one.learned" and network.read_bytes().startswith(b"DUIYINN1")
    with pytest.raises(Enough):
        duiyi.learn("gomoku", two, effort=0.01, seed=3, threads=1, on_progress=stop)
    assert steps[:2] == [1, 2] and (tmp_path / "two.state").exists()
    numbers = []
    duiyi.learn(
        "gomoku",
        two,
        effort=0.01,
        seed=3,
        resume=True,
        on_progress=lambda progress: progress.step and numbers.append(progress.step.number),
    )
    assert numbers[0] in (3, 4) and (tmp_path / "two.learned").read_bytes() == network.read_bytes()


def test_what_was_learned_is_an_evaluation(tmp_path):
    network = duiyi.learn("xiangqi", tmp_path / "study", effort=0.01)
    engine = xiangqi.Engine(hash=1)
    (option,) = [name for name in engine.options if name.lower() == "evalfile"]
    engine.set_option("Evaluation", "learned")
    engine.set_option(option, str(network))
    assert engine.search(xiangqi.Board(), depth=2).best in xiangqi.Board().legal_moves


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="the system has no timers")
def test_an_interrupt_ends_a_run(tmp_path):
    def interrupt(*_):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.5)
    try:
        with pytest.raises(KeyboardInterrupt):
            duiyi.learn("xiangqi", tmp_path / "study", effort=1000)
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
    (tmp_path / "study.learned").write_text("not a network", encoding="utf-8")
    with pytest.raises((DuiyiError, OSError)):
        duiyi.learn("gomoku", tmp_path / "study", effort=0.01)
    (tmp_path / "other.state").write_text("not a state", encoding="utf-8")
    with pytest.raises(DuiyiError):
        duiyi.learn("gomoku", tmp_path / "other", effort=0.01, resume=True)
