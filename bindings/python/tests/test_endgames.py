"""Endgame tables: built, looked up, interrupted, refused."""

import signal
import threading
import time

import pytest

from duiyi import DamagedTableError, DuiyiError, OtherTableError, TableFileError, TableVersionError
from duiyi.xiangqi import Board, EndgameTables, Move

PAWN = "4k4/9/4P4/9/9/9/9/9/9/3K5 w"


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    tables = EndgameTables(tmp_path_factory.mktemp("endgames"))
    assert tables.names == [] and tables.probe(Board(PAWN)) is None and tables.moves(Board(PAWN)) is None
    assert tables.build("kpkp") == ["kpk", "kpkp"] and tables.build("kpk") == []
    assert tables.names == ["kpk", "kpkp"]
    return tables


def test_each_legal_move_has_a_value(tables):
    board = Board(PAWN)
    value, moves = tables.probe(board), tables.moves(board)
    assert (value.result, value.exact) == ("win", True) and value.plies % 2 == 1
    assert {move for move, _ in moves} == set(board.legal_moves) and moves[0][1] == value
    # The value of a move follows from that of the position after it.
    for move, found in moves:
        board.push(move)
        after = tables.probe(board)
        if after is None or board.is_game_over():
            assert board.is_checkmate() or board.is_stalemate() or found.result == "draw"
        else:
            expected = {"win": "loss", "draw": "draw", "loss": "win"}[after.result]
            assert (found.result, found.plies) == (expected, after.plies and after.plies + 1)
        board.pop()
    swapped = board.color_swapped()
    assert tables.probe(swapped) == value and tables.probe(board.mirrored()) == value
    assert hash(value) == hash(tables.probe(swapped)) and str(value) == f"win in {value.plies}"


def test_the_best_moves_lead_to_mate_in_the_plies_of_the_table(tables):
    board = Board(PAWN)
    for left in range(tables.probe(board).plies, 0, -1):
        move, value = tables.moves(board)[0]
        assert value.plies == left
        board.push(move)
    assert board.is_game_over() and tables.moves(board) == [] and tables.probe(board).plies == 0


def test_a_draw_that_a_ruling_may_decide_is_not_exact(tables):
    board = Board("3k5/9/9/9/P8/8p/9/9/9/4K4 w")
    value = tables.probe(board)
    assert (value.result, value.plies, value.exact) == ("draw", None, False)
    # The clock of quiet moves does not matter.
    assert tables.probe(Board("3k5/9/9/9/P8/8p/9/9/9/4K4 w - - 119 80")) == value
    assert isinstance(tables.moves(board)[0][0], Move)


def test_positions_can_be_looked_up_during_a_build(tables):
    board, names = Board(PAWN), []
    worker = threading.Thread(target=lambda: names.extend(tables.build("krk")))
    worker.start()
    while worker.is_alive():
        assert tables.probe(board).result == "win"
    assert names == ["krk"] and "krk" in tables.names


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="signals by a timer are needed")
def test_ctrl_c_ends_a_build(tmp_path):
    def interrupt(*_):
        raise KeyboardInterrupt

    tables = EndgameTables(tmp_path)
    before, start = signal.signal(signal.SIGALRM, interrupt), time.monotonic()
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        with pytest.raises(KeyboardInterrupt):
            tables.build("krkaabb")
        assert time.monotonic() - start < 30
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert "krkaabb" not in tables.names and not (tmp_path / "krkaabb.endgame").exists()


def test_errors_have_types(tables, tmp_path):
    with pytest.raises(DuiyiError, match="table 'kxk': expected k"):
        tables.build("kxk")
    with pytest.raises(DuiyiError, match="0 threads: expected 1 to 256"):
        tables.build("kpk", threads=0)
    with pytest.raises(FileNotFoundError, match="none"):
        EndgameTables(tmp_path / "none")
    own = EndgameTables(tmp_path)
    own.build("kpk")
    path, other = tmp_path / "kpk.endgame", tmp_path / "krk.endgame"
    whole = path.read_bytes()
    other.write_bytes(whole)
    with pytest.raises(OtherTableError, match="contains the table 'kpk'"):
        EndgameTables(tmp_path)
    other.rename(tmp_path / "kxk.endgame")
    with pytest.raises(TableFileError, match="kxk.endgame"):
        EndgameTables(tmp_path)
    (tmp_path / "kxk.endgame").unlink()
    for content, error in [
        (whole[:-1], DamagedTableError),
        (whole[:8] + b"\x09" + whole[9:], TableVersionError),
        (b"PNG" + whole[3:], TableFileError),
    ]:
        path.write_bytes(content)
        with pytest.raises(error, match="kpk.endgame") as raised:
            EndgameTables(tmp_path)
        assert type(raised.value) is error
    # A damaged block is found when the table is read.
    path.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    damaged = EndgameTables(tmp_path)
    for call in (damaged.probe, damaged.moves):
        with pytest.raises(DamagedTableError, match="checksum"):
            call(Board(PAWN))
