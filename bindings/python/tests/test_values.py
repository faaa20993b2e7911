"""Sequences, scores, pickles, python-chess's names, proofs."""

import collections.abc
import copy
import inspect
import multiprocessing
import pickle
import random

import pytest

import duiyi
from duiyi import Clock, DuiyiError, Limits, RefusedProofError, Score, UnreadableProofError, connect6, verify, xiangqi
from duiyi.xiangqi import E4, H2, Board, Move, Piece

WON = "moves J10 A1-S1 K10-L10 A19-S19"
MATE = """duiyi-proof 1
game: xiangqi
rules: asian-120
position: 3k5/R8/1R7/9/9/9/9/9/9/4K4 w - - 0 1
claim: mate 1
b7b9 mated
"""


def test_legal_moves_are_a_sequence():
    legal = Board().legal_moves
    moves = [move for move in legal]
    assert isinstance(legal, collections.abc.Sequence)
    assert (legal[0], legal[-1], legal[43], legal[True]) == (moves[0], moves[-1], moves[43], moves[1])
    assert legal[:3] == moves[:3] and legal[::-1] == list(reversed(legal)) == moves[::-1] and legal[40:99:2] == moves[40::2]
    assert [legal.index(move) for move in moves] == list(range(44)) and legal.index(moves[-1], -5) == 43
    assert legal.count(moves[5]) == 1 and legal.count(Move("a0a9")) == 0 and legal.count("a0a1") == 0
    assert legal == Board().legal_moves != Board.read("moves h2e2").legal_moves and hash(legal) == hash(Board().legal_moves)
    assert random.Random(1).choice(legal) in moves and len(random.Random(1).sample(legal, 3)) == 3
    for outside in (44, -45, 2**70):
        with pytest.raises(IndexError):
            legal[outside]
    for wrong in (Move("a0a9"), moves[0]):
        with pytest.raises(ValueError):
            legal.index(wrong, 1)
    with pytest.raises(TypeError):
        legal["a0a1"]


def test_scores_are_totally_ordered():
    mates = [Score.mate_in(plies) for plies in (0, -1, -2, -127, 127, 2, 1)]
    scores = [*mates[:4], Score(-900), Score(0), Score(35), *mates[4:]]
    assert sorted(reversed(scores)) == scores and len(set(scores)) == len(scores)
    assert [score.mate_distance for score in mates] == [0, -1, -2, -127, 127, 2, 1]
    assert (int(Score(35)), float(Score(35)), Score(35).centipawns, mates[0].centipawns) == (35, 35.0, 35, None)
    assert hash(Score(35)) == hash(Score(35)) and -Score.mate_in(3) == Score.mate_in(-3) and Score(35) != 35
    assert (Score(35).pov("red", turn="red"), Score(35).pov("black", turn="red")) == (Score(35), Score(-35))
    assert Score.mate_in(3).pov("white", "black") == Score.mate_in(-3)
    for wrong in (lambda: Score(1).pov("blue", "red"), lambda: Score(1).pov("red", "")):
        with pytest.raises(DuiyiError, match="expected one of red, white, black"):
            wrong()
    for wrong in (lambda: Score(32_001), lambda: Score.mate_in(129), lambda: Score.mate_in(-(2**31))):
        with pytest.raises(DuiyiError, match="expected"):
            wrong()


def results():
    """A value of each class of results."""
    board, stones = Board.read("moves h2e2"), connect6.Board.read(WON)
    reports = []
    found = xiangqi.Engine(hash=1, multipv=2).search(board, depth=3, on_report=reports.append)
    game = xiangqi.Game.read('[Red "A"]\n\n1. 炮二平五 {中炮} 马８进７ (1... 炮８平５) 2. 马二进三 1-0')
    record = connect6.Game.read(b"(;FF[4]PB[A]PW[B]RE[B+];B[j10];W[i11k11];B[l11k12])")
    clock = Clock(60, increment=0.5, byo_yomi=2, moves_to_go=40, opponent_left=50)
    won = Board("3k5/R8/1R7/9/9/9/9/9/9/4K4 w")
    won.push_text("b7b9")
    gomoku = connect6.Game(connect6.Board.read("moves H8 A1 H9", rules="gomoku"))
    return [
        board, stones, Move("h2e2"), Piece("red", "rook"), board.legal_moves, Score(35), Score.mate_in(-3), found, reports[-1],
        found.lines[0], connect6.Engine(hash=1).search(stones, nodes=100), game, record, gomoku, won.outcome(), clock,
        Limits(depth=3, nodes=9, movetime=0.5, clock=clock, mate=2), Limits(infinite=True), stones.threats("black"),
        connect6.Solver(mebibytes=1).solve(stones), xiangqi.Book.built_in().explore(Board())[0], verify(MATE),
    ]  # fmt: skip


def shown(value):
    """Everything public of a value."""
    fields = {
        name: getattr(value, name)
        for name in dir(value)
        if not name.startswith("_") and isinstance(getattr(type(value), name), type(Score.units))
    }
    return type(value), repr(value), str(value), repr(fields)


def test_results_are_pickled_and_copied():
    for value in results():
        for other in [pickle.loads(pickle.dumps(value, protocol)) for protocol in (2, 5)] + [copy.copy(value)]:
            assert shown(other) == shown(value)
        if type(value).__eq__ is not object.__eq__:
            assert copy.deepcopy(value) == value
    clock = pickle.loads(pickle.dumps(results()[16]))
    assert clock.__getnewargs_ex__()[1]["clock"].__getnewargs_ex__() == results()[15].__getnewargs_ex__()


def analysed(board):
    """A search in another process."""
    return board, xiangqi.Engine(hash=1).search(board, depth=3)


def test_boards_and_results_travel_between_processes():
    boards = [Board.read(f"moves {move}") for move in ("h2e2", "b0c2", "c3c4")]
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        found = pool.map(analysed, boards)
    assert [board for board, _ in found] == boards
    for board, result in found:
        assert result.moves == analysed(board)[1].moves and result.lines[0].score == result.score


def test_names_of_python_chess():
    board = Board()
    assert board.san(Move("h2e2")) == "C2=5" and board.uci(Move.from_uci("h2e2")) == Move("h2e2").uci() == "h2e2"
    assert board.parse_san("炮二平五") == board.parse_uci("h2e2") == board.push_san("C2=5") == Move("h2e2")
    assert board.push_uci("h9g7") == Move("h9g7") and (board.fullmove_number, board.halfmove_clock) == (2, 2)
    assert board.fen().startswith(board.board_fen() + " w") and not board.is_repetition(2)
    for text in ("h0g2 h7g7", "炮五进四"):
        with pytest.raises(duiyi.InvalidMoveError):
            board.push_uci(text)
    for text in "h2g2 h7i7 g2h2 i7h7".replace("h2", "e2").replace("g2", "f2").split():
        board.push_uci(text)
    assert board.is_repetition(2) and not board.is_repetition()


def test_attackers_equal_the_captures_of_the_moves():
    # A piece attacks an enemy piece if its side, without kings in danger, may capture it.
    chance = random.Random(3)
    board, compared = Board(), 0
    for _ in range(120):
        if board.is_game_over():
            break
        captures = {(move.from_square, move.to_square) for move in board.legal_moves if board.is_capture(move)}
        for square, piece in board.piece_map().items():
            if piece.color != board.turn:
                attackers = board.attackers(board.turn, square)
                assert board.is_attacked_by(board.turn, square) == bool(attackers)
                own = {origin for origin, target in captures if target == square}
                assert own <= set(attackers)
                for origin in set(attackers) - own:
                    # Only an exposed king forbids the capture.
                    reason = str(pytest.raises(duiyi.IllegalMoveError, board.push, Move.between(origin, square)).value)
                    assert "king" in reason or "check" in reason, reason
                compared += len(own)
        board.push(chance.choice(board.legal_moves))
    assert compared > 20
    with pytest.raises(DuiyiError, match="unknown colour 'blue'"):
        board.attackers("blue", 0)


def test_pieces_are_placed_and_removed():
    board = Board.read("moves h2e2")
    assert board.remove_piece_at(E4) is None and board.ply() == 1
    assert board.remove_piece_at(0) == Piece("red", "rook") and board.ply() == 0 and board.piece_at(0) is None
    board.set_piece_at(E4, Piece("red", "rook"))
    assert board.piece_at(E4) == Piece("red", "rook") and board.turn == "black" and board.rules == "asian-120"
    pieces = board.piece_map()
    before = board.fen()
    for wrong in [
        lambda: board.set_piece_at(41, Piece("red", "rook")),
        lambda: board.remove_piece_at(4),
        lambda: board.set_piece_map({4: Piece("red", "king")}),
        lambda: board.set_piece_map({**pieces, 90: Piece("red", "pawn")}),
        lambda: board.set_piece_at(90, None),
    ]:
        with pytest.raises(DuiyiError):
            wrong()
        assert board.fen() == before
    other = Board()
    other.set_piece_map(pieces)
    assert other.piece_map() == pieces
    with pytest.raises(DuiyiError, match="can never stand"):
        other.set_piece_map({3: Piece("red", "king"), 85: Piece("black", "king"), 45: Piece("red", "advisor")})
    other.set_piece_map({3: Piece("red", "king"), 85: Piece("black", "king"), 45: Piece("red", "advisor")}, lenient=True)
    assert other.piece_at(H2) is None


@pytest.mark.parametrize("part", ["depth", "nodes", "mate"])
def test_a_search_of_nothing_is_refused(part):
    for call in (Limits, lambda **parts: xiangqi.Engine(hash=1).search(Board(), **parts)):
        with pytest.raises(DuiyiError, match=f"{part}=0: expected at least 1"):
            call(**{part: 0})


@pytest.mark.parametrize("module", [duiyi, xiangqi, connect6])
def test_signatures_are_visible(module):
    for name in dir(module):
        value = getattr(module, name)
        if name.startswith("_") or not isinstance(value, type):
            continue
        for member, inner in vars(value).items():
            if callable(inner) and not member.startswith("_"):
                signature = inspect.signature(getattr(value, member))
                assert "args" not in signature.parameters, f"{name}.{member}{signature}"
    assert str(inspect.signature(xiangqi.Board)) == "(fen=None, *, rules='', lenient=False)"
    assert str(inspect.signature(connect6.Solver.solve)).startswith("(self, /, board, *, turns=40")


def test_proofs_of_both_games_are_verified():
    proved = verify(MATE)
    assert (proved.game, proved.claim, proved.mate, proved.leaves, proved.plies) == ("xiangqi", "mate 1", 1, 1, 1)
    assert proved.rules == "asian-120" and proved.position.startswith("3k5/")
    board = connect6.Board.read(WON)
    text = connect6.Solver(mebibytes=1).proof(board).certificate(board)
    other = verify(text)
    assert other.game == other.rules == "connect6" and other.leaves > 3 and other.mate == 5
    for wrong, error, line, moves, reason in [
        (MATE.replace("b7b9", "a8a7"), RefusedProofError, 6, ["a8a7"], "the game is not over"),
        (MATE.replace("b7b9 mated", ""), RefusedProofError, 0, [], "the winner's move is missing"),
        (MATE.replace("b7b9", "b7c9"), RefusedProofError, 6, [], "b7c9"),
        (MATE.replace("mate 1", "mate 0"), UnreadableProofError, 5, [], "expected 'mate N' or 'win'"),
        (MATE.replace("xiangqi", "go"), UnreadableProofError, 2, [], "expected one of xiangqi, connect6"),
        ("", UnreadableProofError, 1, [], "expected 'duiyi-proof 1'"),
        ("\n".join(text.splitlines()[:8]), RefusedProofError, None, None, ""),
    ]:
        with pytest.raises(error) as raised:
            verify(wrong)
        for refused in (raised.value, pickle.loads(pickle.dumps(raised.value))):
            assert isinstance(refused, duiyi.ProofError) and reason in refused.reason and refused.reason in str(refused)
            assert line is None or (refused.line, refused.moves) == (line, moves)
