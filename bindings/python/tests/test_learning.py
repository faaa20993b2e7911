"""Boards as arrays. Skipped without NumPy."""

import random

import pytest

numpy = pytest.importorskip("numpy")

from duiyi import DuiyiError, connect6, learning, xiangqi
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


def test_samples_replay_the_games():
    chance, boards = random.Random(2), []
    for _ in range(3):
        board = Board()
        while board.ply() < 40 and not board.is_game_over():
            board.push(chance.choice(board.legal_moves))
        boards.append(board)
    games = [xiangqi.Game(board) for board in boards]
    games[0].result, games[1].result = "1-0", "1/2-1/2"
    batches = list(learning.samples(games, batch=50))
    assert [len(planes) for planes, _, _ in batches] == [50, 50, 20]
    planes, policy, results = (numpy.concatenate(part) for part in zip(*batches))
    index = 0
    for number, board in enumerate(boards):
        replay = Board()
        for move in board.move_stack:
            assert (planes[index] == learning.planes([replay], relative=True)[0]).all()
            assert learning.move_mask(replay, relative=True)[policy[index]]
            seen = policy[index] if replay.turn == "red" else learning.MOVES - 1 - policy[index]
            assert learning.move_of(int(seen)) == move
            sign = 1 if replay.turn == "red" else -1
            assert results[index] == [sign, 0, None][number] or (number == 2 and numpy.isnan(results[index]))
            replay.push(move)
            index += 1
    assert (index, planes.dtype, policy.dtype, results.dtype) == (120, numpy.uint8, numpy.int64, numpy.float32)
    absolute = [policy for _, policy, _ in learning.samples(games[:1], relative=False)][0]
    assert [learning.move_of(move) for move in absolute.tolist()] == boards[0].move_stack
    assert list(learning.samples([])) == []
    with pytest.raises(ValueError, match="batch=0: expected at least 1"):
        list(learning.samples(games, batch=0))


def test_samples_of_stones():
    board = connect6.Board.read("moves A1 A3 B1 B3 C1", rules="tictactoe")
    for game in (board, connect6.Game(board)):
        ((planes, policy, results),) = learning.samples([game])
        assert planes.shape == (5, 2, 3, 3) and policy.tolist() == board.move_stack
        assert results.tolist() == [1, -1, 1, -1, 1] and planes[1].sum(axis=(1, 2)).tolist() == [0, 1]


def test_records_that_go_on_after_a_ruling_are_read():
    text = "[Result \"1-0\"]\n\n" + " ".join(f"{n}. {'h0g2 h9g7' if n % 2 else 'g2h0 g7h9'}" for n in range(1, 121)) + " 1-0"
    assert len(next(learning.samples([xiangqi.Game.read(text)]))[1]) == 240
