"""Xiangqi (Chinese chess): board, notations, records, rulings, evaluation, search.

Squares are numbers from 0 (a0, Red's left corner) to 89 (i9), with the names ``A0`` to ``I9``.
Colours are the strings ``RED`` and ``BLACK``.

>>> from duiyi.xiangqi import Board, E2, H2, Move, square_name
>>> board = Board()
>>> board.push(Move.between(H2, E2))
>>> board.piece_at(E2), square_name(E2)
(Piece('red', 'cannon'), 'e2')
"""

from collections.abc import Sequence as _Sequence

from ._duiyi import xiangqi as _native
from ._records import Fault, Game, GameReader, Node
from ._squares import (
    SQUARE_NAMES,
    SQUARES,
    A0, B0, C0, D0, E0, F0, G0, H0, I0,
    A1, B1, C1, D1, E1, F1, G1, H1, I1,
    A2, B2, C2, D2, E2, F2, G2, H2, I2,
    A3, B3, C3, D3, E3, F3, G3, H3, I3,
    A4, B4, C4, D4, E4, F4, G4, H4, I4,
    A5, B5, C5, D5, E5, F5, G5, H5, I5,
    A6, B6, C6, D6, E6, F6, G6, H6, I6,
    A7, B7, C7, D7, E7, F7, G7, H7, I7,
    A8, B8, C8, D8, E8, F8, G8, H8, I8,
    A9, B9, C9, D9, E9, F9, G9, H9, I9,
)  # fmt: skip
from ._visitors import SKIP, Visitor, read_headers

Article = _native.Article
Board = _native.Board
Book = _native.Book
EndgameTables = _native.EndgameTables
EndgameValue = _native.EndgameValue
Engine = _native.Engine
Evaluation = _native.Evaluation
Explanation = _native.Explanation
LegalMoves = _native.LegalMoves
Move = _native.Move
Piece = _native.Piece
RuledMove = _native.RuledMove
Ruling = _native.Ruling
Threat = _native.Threat

_Sequence.register(LegalMoves)

RED = "red"
BLACK = "black"
STARTING_FEN = _native.STARTING_FEN


def square_name(square):
    """The name of a square: ``square_name(22)`` is ``'e2'``. Raises ValueError if there is none."""
    if square not in SQUARES:
        raise ValueError(f"square {square}: expected 0 to 89")
    return SQUARE_NAMES[int(square)]


def parse_square(name):
    """The number of a square: ``parse_square("e2")`` is 22. Raises ValueError if there is none."""
    return SQUARE_NAMES.index(name)
