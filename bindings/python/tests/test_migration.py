"""The table for users of python-chess."""

import subprocess
import sys
from importlib.util import module_from_spec, spec_from_loader
from importlib.machinery import SourceFileLoader

import pytest

import duiyi
from duiyi import xiangqi

from data import CRATES

SCRIPT = CRATES.parent / "bindings" / "python" / "migration"
LOADER = SourceFileLoader("migration", str(SCRIPT))


def rows():
    module = module_from_spec(spec_from_loader("migration", LOADER))
    LOADER.exec_module(module)
    return list(module.rows())


def test_the_page_has_the_table():
    run = subprocess.run([sys.executable, str(SCRIPT), "--check"], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


def test_what_the_table_names_exists(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file.pgn").write_text("1. h2e2 *\n", encoding="utf-8")
    assert len(rows()) > 40
    for row in rows():
        assert row["here"] or row["note"], row
        board = xiangqi.Board()
        game = xiangqi.Game.read("1. h2e2 (1. b2e2) h9g7 *")
        engine = xiangqi.Engine(hash=1)
        names = {
            "board": board,
            "duiyi": duiyi,
            "engine": engine,
            "found": engine.search(board, depth=1),
            "game": game,
            "move": xiangqi.Move("h2e2"),
            "node": game.root.children[0],
            "piece": xiangqi.Piece("red", "rook"),
            "print": lambda report: None,
            "reply": xiangqi.Move("b9c7"),
            "xiangqi": xiangqi,
        }
        if row["here"]:
            eval(row["here"], names)


def public(kind):
    """The public names of a class of python-chess, with the attributes that instances have."""
    annotated = [name for base in kind.__mro__ for name in getattr(base, "__annotations__", {})]
    return {name for name in [*dir(kind), *annotated] if not name.startswith("_")}


def test_every_name_of_python_chess_has_a_decision():
    chess = pytest.importorskip("chess")
    import chess.engine
    import chess.pgn

    kinds = {
        "Board": (chess.Board, xiangqi.Board),
        "Move": (chess.Move, xiangqi.Move),
        "Piece": (chess.Piece, xiangqi.Piece),
        "Outcome": (chess.Outcome, duiyi.Outcome),
        "LegalMoves": (chess.LegalMoveGenerator, xiangqi.LegalMoves),
        "Game": (chess.pgn.Game, xiangqi.Game),
        "Node": (chess.pgn.ChildNode, xiangqi.Node),
        "Limit": (chess.engine.Limit, duiyi.Limit),
        "PovScore": (chess.engine.PovScore, duiyi.Score),
        "Score": (chess.engine.Score, duiyi.Score),
        "SimpleEngine": (chess.engine.SimpleEngine, xiangqi.Engine),
    }
    listed = {kind: set() for kind in kinds}
    for row in rows():
        names = row["names"].split()
        assert not listed[row["class"]] & set(names), row
        listed[row["class"]] |= set(names)
    for name, (theirs, ours) in kinds.items():
        missing = {member for member in public(theirs) if not hasattr(ours, member)}
        assert listed[name] == missing, name
