"""The tables for users of python-chess, pyffish and cchess."""

import subprocess
import sys
from importlib.util import module_from_spec, spec_from_loader
from importlib.machinery import SourceFileLoader

import pytest

import duiyi
from duiyi import engine as engines
from duiyi import xiangqi

from data import CRATES

SCRIPT = CRATES.parent / "bindings" / "python" / "migration"
LOADER = SourceFileLoader("migration", str(SCRIPT))
MIGRATION = module_from_spec(spec_from_loader("migration", LOADER))
LOADER.exec_module(MIGRATION)
PEERS = pytest.mark.parametrize("peer", MIGRATION.PEERS)


def test_the_page_has_the_tables():
    run = subprocess.run([sys.executable, str(SCRIPT), "--check"], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


@PEERS
def test_what_a_table_names_exists(peer, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file.pgn").write_text("1. h2e2 *\n", encoding="utf-8")
    rows = list(MIGRATION.rows(peer))
    assert len(rows) > 10
    engine = xiangqi.Engine(hash=1)
    found = engine.search(xiangqi.Board(), depth=1)
    for row in rows:
        assert row["here"] or row["note"], row
        game = xiangqi.Game.read("1. h2e2 (1. b2e2) h9g7 *")
        names = {
            "board": xiangqi.Board(),
            "duiyi": duiyi,
            "engine": engine,
            "engines": engines,
            "found": found,
            "game": game,
            "move": xiangqi.Move("h2e2"),
            "node": game.root.children[0],
            "piece": xiangqi.Piece("red", "rook"),
            "reply": xiangqi.Move("b9c7"),
            "visitor": xiangqi.Visitor(),
            "xiangqi": xiangqi,
        }
        if row["here"]:
            eval(row["here"], names)


@PEERS
def test_every_name_has_a_decision(peer):
    pytest.importorskip({"python-chess": "chess"}.get(peer, peer))
    listed = {}
    for row in MIGRATION.rows(peer):
        names = set(row["names"].split())
        assert not listed.setdefault(row["class"], set()) & names, row
        listed[row["class"]] |= names
    for kind, missing in MIGRATION.lacking(peer).items():
        assert listed.get(kind, set()) == missing, kind


def test_names_without_a_decision_are_printed(monkeypatch, capsys):
    monkeypatch.setattr(MIGRATION, "lacking", lambda peer: {"Board": {"epd", "unheard_of"}})
    with pytest.raises(SystemExit, match="names are in no table"):
        MIGRATION.print_names()
    out = capsys.readouterr().out
    assert "Board.unheard_of: undecided" in out and "Board.epd: board.write()" in out
