from collections.abc import Iterable
from typing import Final, overload

import numpy
from numpy.typing import NDArray

from . import connect6, xiangqi

MOVES: Final = 8100

@overload
def planes(boards: Iterable[xiangqi.Board], *, relative: bool = False) -> NDArray[numpy.uint8]: ...
@overload
def planes(boards: Iterable[connect6.Board], *, relative: bool = False) -> NDArray[numpy.uint8]: ...
def move_mask(board: xiangqi.Board, *, relative: bool = False) -> NDArray[numpy.bool_]: ...
def move_index(move: xiangqi.Move) -> int: ...
def move_of(index: int) -> xiangqi.Move: ...
