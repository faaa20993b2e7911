"""Xiangqi (Chinese chess) and Connect6: rules, notations, records, rulings, search.

``duiyi.xiangqi`` and ``duiyi.connect6`` contain the boards. This module contains what they share:
the limits and results of a search, and the exceptions.

>>> from duiyi import xiangqi
>>> board = xiangqi.Board()
>>> board.push_text("炮二平五")
Move('h2e2')
"""

from . import _duiyi, connect6, xiangqi
from ._duiyi import (
    AmbiguousMoveError,
    BookMove,
    Clock,
    DamagedTableError,
    DuiyiError,
    IllegalMoveError,
    InvalidMoveError,
    LearningProgress,
    LearningStep,
    Level,
    Limits,
    Line,
    OtherTableError,
    Outcome,
    ProofError,
    RefusedProofError,
    Report,
    Score,
    SearchResult,
    TableFileError,
    TableVersionError,
    UnreadableProofError,
    Verified,
    learn,
    levels,
    verify,
)

Limit = Limits
"""The same as ``Limits``, by its name in python-chess."""

__version__: str = _duiyi.__version__

__all__ = [
    "AmbiguousMoveError",
    "BookMove",
    "Clock",
    "DamagedTableError",
    "DuiyiError",
    "IllegalMoveError",
    "InvalidMoveError",
    "LearningProgress",
    "LearningStep",
    "Level",
    "Limit",
    "Limits",
    "Line",
    "OtherTableError",
    "Outcome",
    "ProofError",
    "RefusedProofError",
    "Report",
    "Score",
    "SearchResult",
    "TableFileError",
    "TableVersionError",
    "UnreadableProofError",
    "Verified",
    "connect6",
    "learn",
    "levels",
    "verify",
    "xiangqi",
]
