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

from . import _asynchronous, _duiyi, connect6, xiangqi

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


def policy_index(board, move, *, relative=False):
    """The index of a move of a board among the outputs of a policy.

    Xiangqi: ``move_index``; with ``relative`` from the view of the side to move, as in ``move_mask``.
    Connect6: the point of the stone.
    """
    if not isinstance(board, xiangqi.Board):
        return move
    index = move_index(move)
    return MOVES - 1 - index if relative and board.turn == xiangqi.BLACK else index


def samples(games, *, relative=True, batch=1024):
    """The positions of games as arrays for training, ``batch`` positions at a time.

    ``games`` are records or boards of one game. Yields tuples of three arrays: the planes of the positions
    (see ``planes``), the index of the move played in each (see ``policy_index``), and the result for the
    side to move: 1, 0, -1, or NaN if it is unknown.

    >>> from duiyi import learning, xiangqi
    >>> game = xiangqi.Game.read("1. 炮二平五 马８进７ 2. 马二进三 1-0")
    >>> [(planes.shape, moves.tolist(), results.tolist()) for planes, moves, results in learning.samples([game])]
    [((3, 14, 10, 9), [2272, 110, 654], [1.0, -1.0, 1.0])]
    """
    if batch < 1:
        raise ValueError(f"batch={batch}: expected at least 1")
    boards, moves, results = [], [], []
    for game in games:
        for board, move, result in _played(game):
            boards.append(board)
            moves.append(policy_index(board, move, relative=relative))
            results.append(result)
            if len(boards) >= batch:
                yield _arrays(boards, moves, results, relative)
                boards, moves, results = [], [], []
    if boards:
        yield _arrays(boards, moves, results, relative)


_VALUES = {"1-0": 1.0, "0-1": -1.0, "1/2-1/2": 0.0}
"""The results for the first side."""


def _played(game):
    """The positions of a game, each with the move and the result for the side to move."""
    if isinstance(game, xiangqi.Game):
        board, moves, result = game.board(), game.moves, game.result
    elif isinstance(game, connect6.Game):
        board, moves, result = game.board(), game.end().move_stack, game.result
    else:
        board, moves, result = game.root(), game.move_stack, game.result()
    value, first = _VALUES.get(result, numpy.nan), "red" if isinstance(board, xiangqi.Board) else "black"
    for move in moves:
        yield board.copy(stack=False), move, value if board.turn == first else -value
        board.push(move)


def _arrays(boards, moves, results, relative):
    policy = numpy.array(moves, dtype=numpy.int64)
    return planes(boards, relative=relative), policy, numpy.array(results, dtype=numpy.float32)


class MonteCarlo:
    """Monte Carlo tree search of ``xiangqi`` or ``connect6`` with a function as its evaluation.

    ``evaluate`` takes planes of one or more positions with ``relative=True`` (see ``planes``) and returns
    their values for the side to move, from -1 (loss) to 1 (win), or a pair: values and the logits of a
    policy, an array of positions × indices (see ``policy_index``). Without a policy, the priors are those
    of the game's heuristics. The search chooses moves by PUCT (``exploration``: its constant) and gathers up
    to ``batch`` positions before it calls the function; ``batch=1`` turns this off. ``memory`` of the tree is
    in MiB, ``lines`` is the number of best lines. Only the function holds the GIL; an exception that it raises
    ends the search. Equal seeds repeat a search if the function is deterministic.

    >>> import numpy
    >>> from duiyi import connect6, learning
    >>> search = learning.MonteCarlo(connect6, lambda planes: numpy.zeros(len(planes)))
    >>> search.search(connect6.Board.read("moves A1 A3 B1 B3", rules="tictactoe"), nodes=50).best
    2
    """

    def __init__(self, game, evaluate, *, batch=16, memory=64, seed=0, lines=1, exploration=1.0):
        natives = {xiangqi: _duiyi.xiangqi.MonteCarlo, connect6: _duiyi.connect6.MonteCarlo}
        if game not in natives:
            raise ValueError(f"game {game!r}: expected duiyi.xiangqi or duiyi.connect6")

        def call(data, shape, outputs):
            return _answer(evaluate(numpy.frombuffer(data, dtype=numpy.uint8).reshape(shape)), shape[0], outputs)

        self._search = natives[game](call, batch, memory, seed, lines, exploration)

    def search(self, board, limits=None, *, moves=None, on_report=None, **parts):
        """Searches as ``Engine.search`` does; a node is a descent through the tree."""
        return self._search.search(board, limits, moves, on_report, parts or None)

    def search_async(self, board, limits=None, *, moves=None, on_report=None, **parts):
        """Searches as ``Engine.search_async`` does: the result is awaited."""
        return _asynchronous.search(self._search.search, board, limits, moves, on_report, parts or None)

    def stop(self):
        """Ends all running and waiting searches; each returns its result so far."""
        self._search.stop()


def _answer(answer, count, outputs):
    """The answer of a function as bytes."""
    values, logits = answer if isinstance(answer, tuple) else (answer, None)
    values = _floats("values", values, (count,), (count, 1))
    return values, None if logits is None else _floats("logits", logits, (count, outputs))


def _floats(what, array, *shapes):
    """An array as the bytes of its numbers."""
    array = numpy.asarray(array, dtype=numpy.float32)
    if array.shape not in shapes:
        raise ValueError(f"{what} of the shape {array.shape}: expected {' or '.join(map(str, shapes))}")
    if numpy.isnan(array).any():
        raise ValueError(f"{what} with NaN: expected numbers")
    return array.tobytes()
