from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias, overload

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
@overload
def policy_index(board: xiangqi.Board, move: xiangqi.Move, *, relative: bool = False) -> int: ...
@overload
def policy_index(board: connect6.Board, move: int, *, relative: bool = False) -> int: ...

_Samples: TypeAlias = tuple[NDArray[numpy.uint8], NDArray[numpy.int64], NDArray[numpy.float32]]

def samples(
    games: Iterable[xiangqi.Game | xiangqi.Board] | Iterable[connect6.Game | connect6.Board],
    *,
    relative: bool = True,
    batch: int = 1024,
) -> Iterator[_Samples]: ...
