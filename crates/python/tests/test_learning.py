"""Boards as arrays. Skipped without NumPy."""

import random

import pytest

numpy = pytest.importorskip("numpy")

from duiyi import DuiyiError, connect6, learning
from duiyi.xiangqi import Board

KINDS = ["king", "advisor", "elephant", "horse", "rook", "cannon", "pawn"]


def test_planes_equal_the_piece_map():
    boards, chance = [Board()], random.Random(1)
    while len(boards) < 40:
        board = boards[-1].copy()
        board.push(chance.choice(list(board.legal_moves)))
        boards.append(board)
    planes = learning.planes(boards)
    assert planes.shape == (40, 14, 10, 9) and planes.dtype == numpy.uint8
    for board, plane in zip(boards, planes):
        ones = {(piece, rank * 9 + file) for piece, rank, file in numpy.argwhere(plane).tolist()}
        pieces = board.piece_map().items()
        assert ones == {(7 * (piece.color == "black") + KINDS.index(piece.kind), square) for square, piece in pieces}
    # The pieces of the side to move come first, with its home at the bottom.
    assert (learning.planes(boards[1:2], relative=True) == learning.planes([boards[1].color_swapped()])).all()
    planes[0] = 0  # The array is writable.
    with pytest.raises(ValueError):
        learning.planes([])


def test_the_mask_contains_the_legal_moves():
    board = Board.read("moves h2e2")
    mask = learning.move_mask(board)
    assert [learning.move_of(index) for index in numpy.flatnonzero(mask).tolist()] == list(board.legal_moves)
    seen = learning.move_mask(board, relative=True)
    assert (seen == learning.move_mask(board.color_swapped())).all() and len(mask) == learning.MOVES


def test_planes_of_stones():
    board = connect6.Board.read("moves J10 I11-K11", rules="Connect(19,17,6,2,1)")
    planes = learning.planes([board, board])
    assert planes.shape == (2, 2, 17, 19) and planes[0, 0, 9, 9] == 1 and planes[0, 1].sum() == 2
    board.push(0)
    board.push(1)
    assert (learning.planes([board], relative=True)[0] == learning.planes([board])[0, ::-1]).all()
    with pytest.raises(DuiyiError, match="boards of one size"):
        learning.planes([board, connect6.Board()])
