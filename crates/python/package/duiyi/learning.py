"""Boards as NumPy arrays. Only this module needs NumPy.

>>> from duiyi import learning, xiangqi
>>> board = xiangqi.Board()
>>> learning.planes([board]).shape, int(learning.planes([board]).sum())
((1, 14, 10, 9), 32)
>>> mask = learning.move_mask(board)
>>> int(mask.sum()), bool(mask[learning.move_index(xiangqi.Move("h2e2"))])
(44, True)
"""

import numpy

from . import _duiyi, xiangqi

MOVES = 90 * 90
"""The number of moves: from each square to each square."""


def planes(boards, *, relative=False):
    """Boards as a new array of bytes.

    Xiangqi: boards × 14 pieces (Red's king, advisor, elephant, horse, rook, cannon, pawn, then
    Black's) × 10 ranks × 9 files. Connect6: boards × 2 colours × rows × columns, Black first.
    With ``relative`` the boards are from the view of the side to move: its pieces come first, and
    in xiangqi its home is at the bottom. At least one board is expected.
    """
    boards = list(boards)
    if not boards:
        raise ValueError("planes of no boards: expected at least one")
    if isinstance(boards[0], xiangqi.Board):
        data, shape = _duiyi.xiangqi.board_planes(boards, relative), (14, 10, 9)
    else:
        data = _duiyi.connect6.board_planes(boards, relative)
        columns, rows = boards[0].mnkpq[:2]
        shape = (2, rows, columns)
    return numpy.frombuffer(data, dtype=numpy.uint8).reshape(len(boards), *shape)


def move_mask(board, *, relative=False):
    """The legal moves of a board of xiangqi: an array of ``MOVES`` truth values."""
    return numpy.frombuffer(_duiyi.xiangqi.move_mask(board, relative), dtype=numpy.bool_)


def move_index(move):
    """The index of a move in ``move_mask``."""
    return move.from_square * 90 + move.to_square


def move_of(index):
    """The move of an index in ``move_mask``."""
    return xiangqi.Move.between(index // 90, index % 90)
