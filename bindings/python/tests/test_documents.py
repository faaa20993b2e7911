"""Docstrings, the handbook's page and the type stubs."""

import doctest
import re
import subprocess
import sys

import pytest

import duiyi
from duiyi import connect6, xiangqi

from data import CRATES

PAGE = (CRATES.parent / "docs" / "python.md").read_text(encoding="utf-8")
README = (CRATES.parent / "bindings" / "python" / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("module", "least"), [(duiyi, 14), (xiangqi, 60), (connect6, 25)])
def test_docstrings(module, least):
    result = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
    assert result.failed == 0 and result.attempted >= least


def test_learning_has_doctests():
    pytest.importorskip("numpy")
    from duiyi import learning

    result = doctest.testmod(learning)
    assert result.failed == 0 and result.attempted >= 5


@pytest.mark.parametrize("module", [duiyi, xiangqi, connect6])
def test_everything_public_is_documented(module):
    names = [name for name in dir(module) if not name.startswith("_")]
    for name in names:
        value = getattr(module, name)
        if not isinstance(value, type):
            continue
        assert value.__doc__, f"{module.__name__}.{name}"
        for member, inner in vars(value).items():
            if not member.startswith("_"):
                assert inner.__doc__, f"{module.__name__}.{name}.{member}"


def blocks(text, language):
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


@pytest.mark.parametrize("text", [PAGE, README], ids=["docs/python.md", "README.md"])
def test_pages(text):
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    tour = "\n".join(blocks(text, "pycon"))
    runner.run(parser.get_doctest(tour, {}, "page", None, 0))
    assert runner.summarize(verbose=False).failed == 0 and runner.tries >= 4


def test_the_script_of_the_page(tmp_path):
    (script,) = [block for block in blocks(PAGE, "python") if "GameReader" in block]
    (game,) = blocks(PAGE, "pgn")
    assert len(script.splitlines()) <= 20
    (tmp_path / "game.pgn").write_text(game, encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", script], cwd=tmp_path, capture_output=True, encoding="utf-8", check=False
    )
    assert run.returncode == 0, run.stderr
    (expected,) = blocks(PAGE, "text")
    assert run.stdout == expected
    assert (tmp_path / "mate.svg").read_text(encoding="utf-8").startswith("<svg ")


def test_the_script_of_the_front_page(tmp_path):
    (script,) = blocks((CRATES.parent / "README.md").read_text(encoding="utf-8"), "python")
    run = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", script], cwd=tmp_path, capture_output=True, encoding="utf-8", check=False
    )
    assert run.returncode == 0 and run.stdout, run.stderr
    assert (tmp_path / "board.svg").read_text(encoding="utf-8").startswith("<svg ")


def test_the_stubs_match_the_package():
    pytest.importorskip("mypy")
    pytest.importorskip("numpy")
    pytest.importorskip("gymnasium")
    pytest.importorskip("pettingzoo")
    run = subprocess.run([sys.executable, "-m", "mypy.stubtest", "duiyi"], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_stubs_have_the_docstrings_of_the_package():
    pytest.importorskip("numpy")
    pytest.importorskip("gymnasium")
    pytest.importorskip("pettingzoo")
    script = CRATES.parent / "bindings" / "python" / "stub-docs"
    run = subprocess.run([sys.executable, str(script), "--check"], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


STRICT = """
import asyncio

from duiyi import Limit, Score, connect6
from duiyi.xiangqi import A0, SQUARE_NAMES, Board, Engine, Fault, Game, GameReader, Move, Node

game: Game = next(GameReader(open("x.pgn", encoding="utf-8")))
game.headers["Red"] = "a"
node: Node = game.root.add_variation(Move("h2e2"), comment="x", nags=[1])
node.nags = {1, 2}
score: Score | None = node.eval()
faults: list[Fault] = game.errors
name: str = SQUARE_NAMES[A0]
line: str = Board().variation_san([node.game().moves[0]], "chinese")
stone: connect6.Node = connect6.Game(connect6.Board()).root.play(180)


async def main() -> Move:
    return (await Engine().search_async(Board(), Limit(time=0.1))).best


best: Move = asyncio.run(main())
"""


def test_the_stubs_are_strict(tmp_path):
    pytest.importorskip("mypy")
    path = tmp_path / "case.py"
    path.write_text(STRICT, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", str(path)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout


def test_the_stubs_reject_wrong_calls(tmp_path):
    pytest.importorskip("mypy")
    right = "from duiyi.xiangqi import Board, Engine\nfound = Engine(hash=1).search(Board(), depth=1)\n"
    right += "text: str = Board().write_move(found.best, 'chinese')\n"
    wrong = right + "Board().write_move(found.best, 'san')\nEngine().search(Board(), plies=3)\nBoard().turn == 1\n"
    for text, errors in [(right, 0), (wrong, 2)]:
        path = tmp_path / f"case{errors}.py"
        path.write_text(text, encoding="utf-8")
        run = subprocess.run([sys.executable, "-m", "mypy", str(path)], capture_output=True, text=True, check=False)
        assert run.stdout.count(" error: ") == errors, run.stdout
