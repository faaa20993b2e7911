"""Boards in a notebook that nbconvert executes. Skipped without nbconvert and ipykernel."""

import json
import subprocess
import sys

import pytest

pytest.importorskip("nbconvert", reason="nbconvert is not installed")
pytest.importorskip("ipykernel", reason="ipykernel is not installed")

CELLS = [
    "from duiyi import connect6, xiangqi",
    "xiangqi.Board.read('moves h2e2')",
    "connect6.Board.read('moves J10 I11-K11')",
]


def test_a_notebook_shows_boards_as_pictures(tmp_path):
    cells = [
        {"cell_type": "code", "id": f"cell{number}", "metadata": {}, "execution_count": None, "outputs": [], "source": source}
        for number, source in enumerate(CELLS)
    ]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    book = {"cells": cells, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}
    (tmp_path / "boards.ipynb").write_text(json.dumps(book), encoding="utf-8")
    command = [sys.executable, "-m", "nbconvert", "--to", "notebook", "--execute", "boards.ipynb", "--output", "shown.ipynb"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    shown = json.loads((tmp_path / "shown.ipynb").read_text(encoding="utf-8"))["cells"]
    assert shown[0]["outputs"] == []
    for cell, mark in zip(shown[1:], ["炮", 'class="last"']):
        (output,) = cell["outputs"]
        picture = "".join(output["data"]["image/svg+xml"])
        assert picture.startswith("<svg ") and mark in picture and "Board(" in "".join(output["data"]["text/plain"])
