"""The board of xiangqi: rules, moves, copies, pickles."""

import copy
import pickle
import random

import pytest

from duiyi import AmbiguousMoveError, DuiyiError, IllegalMoveError, InvalidMoveError, connect6
from duiyi.xiangqi import A0, BLACK, E2, H2, I9, RED, SQUARE_NAMES, Board, Game, Move, Piece, parse_square, square_name

from data import XIANGQI, lines

NOTATIONS = [
    "coordinates",
    "iccs",
    "wxf",
    "wxf-xqbase",
    "chinese",
    "chinese-half",
    "traditional",
    "traditional-half",
]


KINDS = ["king", "advisor", "elephant", "horse", "rook", "cannon", "pawn"]


def walk(seed, plies=120):
    """A random game."""
    generator = random.Random(seed)
    board = Board()
    while board.ply() < plies and not board.is_game_over():
        board.push(generator.choice(list(board.legal_moves)))
    return board


def test_squares_have_numbers_and_names():
    assert (A0, E2, H2, I9) == (0, 22, 25, 89)
    assert [parse_square(name) for name in SQUARE_NAMES] == list(range(90))
    assert square_name(H2) == "h2"
    with pytest.raises(ValueError):
        parse_square("j0")


def test_legal_moves_are_a_collection():
    board = Board()
    legal = board.legal_moves
    assert len(legal) == len(set(legal)) == 44 and legal
    assert Move("h2e2") in legal and Move("h2h8") not in legal
    assert "h2e2" in legal and not any(other in legal for other in ("h2h8", "H2E2", "炮二平五", "", 3, None))
    assert all(board.is_legal(move) for move in legal)
    assert sorted(legal) == list(legal)
    # The list keeps the moves of its position when the board changes.
    board.push(Move("h2e2"))
    assert len(legal) == 44 and Move("h2e2") not in board.legal_moves


def test_moves_are_played_and_taken_back():
    board = walk(1)
    fens = []
    moves = board.move_stack
    assert board.ply() == len(moves) > 50
    for move in reversed(moves):
        assert board.peek() == move
        fens.append(board.fen())
        assert board.pop() == move
    assert board == Board() and board.ply() == 0
    for move, fen in zip(moves, reversed(fens)):
        board.push(move)
        assert board.fen() == fen
    with pytest.raises(IndexError):
        Board().pop()
    with pytest.raises(IndexError):
        Board().peek()


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("b0d1", IllegalMoveError, "'b0d1' is not a legal move here (b0d1: the horse on b0 cannot reach d1)"),
        ("炮二平二", IllegalMoveError, "'炮二平二' is not a legal move here"),
        ("e4x", InvalidMoveError, "'e4x' is not a move: expected a move such as h2e2, H2-E2, C2=5, C2.5 or 炮二平五"),
    ],
)
def test_errors_have_the_messages_of_the_library(text, error, message):
    with pytest.raises(error) as raised:
        Board().push_text(text)
    assert str(raised.value) == message
    assert issubclass(error, DuiyiError) and issubclass(DuiyiError, ValueError)


def test_the_error_of_an_ambiguous_text_names_the_moves():
    board = Board("3k5/9/9/9/4C4/9/4C4/9/9/4K4 w")
    with pytest.raises(AmbiguousMoveError, match="炮五退一.*e3e2"):
        board.read_move("炮五退一")


def test_illegal_moves_change_nothing():
    board = Board()
    with pytest.raises(IllegalMoveError, match="the horse on b0 cannot reach d1"):
        board.push(Move("b0d1"))
    assert board == Board() and board.ply() == 0
    for ask in (board.gives_check, board.exchange, board.write_move):
        with pytest.raises(IllegalMoveError):
            ask(Move("b0d1"))


@pytest.mark.parametrize("notation", NOTATIONS)
def test_notations_round_trip(notation):
    board = walk(2)
    replay = Board()
    for move in board.move_stack:
        text = replay.write_move(move, notation)
        assert replay.read_move(text) == replay.read_move(text, notation) == move
        replay.push(move)
    assert Board().write_moves(board.move_stack[:3], notation)[0] == Board().write_move(board.move_stack[0], notation)
    with pytest.raises(DuiyiError, match="unknown notation 'san'; expected one of coordinates, iccs"):
        board.write_move(Move("a0a1"), "san")


def test_perft_rejects_depths_beyond_128():
    for count in [Board().perft, Board().perft_divide, connect6.Board().perft]:
        with pytest.raises(ValueError, match="depth 100000; expected at most 128"):
            count(100_000)


@pytest.mark.parametrize("line", lines(XIANGQI / "perft.epd"), ids=lambda line: line.split()[0])
def test_perft_equals_the_published_counts(line):
    fen, *counts = [part.strip() for part in line.split(";")]
    board = Board(fen)
    for count in counts:
        depth, nodes = count.lstrip("D").split()[:2]
        if int(nodes) <= 100_000:
            assert board.perft(int(depth)) == int(nodes)
            assert sum(board.perft_divide(int(depth)).values()) == int(nodes)


def test_the_end_of_a_game():
    board = Board("3k5/R8/1R7/9/9/9/9/9/9/4K4 w")
    assert board.outcome() is None and board.result() == "*" and not board.is_game_over()
    board.push_text("b7b9")
    assert board.is_check() and board.is_checkmate() and not board.is_stalemate()
    assert board.is_game_over() and board.result() == "1-0" and not board.legal_moves
    outcome = board.outcome()
    assert (outcome.winner, outcome.reason, outcome.result(), str(outcome)) == (RED, "checkmate", "1-0", "1-0 checkmate")
    stalemate = Board("3k5/5P3/9/9/9/9/9/9/9/4K4 w")
    stalemate.push_text("f8e8")
    assert stalemate.is_stalemate() and not stalemate.is_checkmate() and stalemate.outcome().winner == RED
    assert Board("3k5/9/9/9/9/9/9/9/9/4K4 w").outcome().winner is None


def test_pieces_are_found_by_square():
    board = Board()
    pieces = board.piece_map()
    assert len(pieces) == 32 and pieces[H2] == Piece(RED, "cannon") == board.piece_at(H2)
    assert board.piece_at(E2) is None and square_name(board.king(BLACK)) == "e9"
    assert Piece.from_symbol("n") == Piece.from_symbol("h") == Piece("black", "horse")
    assert str(Piece(BLACK, "king")) == "k" and Piece(BLACK, "king").character == "將"
    for wrong in (lambda: board.piece_at(90), lambda: Piece("blue", "king"), lambda: Piece.from_symbol("x")):
        with pytest.raises(DuiyiError):
            wrong()


def test_checks_and_captures():
    board = Board("4k4/9/9/9/9/4p4/9/9/4R4/3K5 w")
    taking = Move("e1e4")
    assert board.is_capture(taking) and board.gives_check(taking) and board.exchange(taking) == 100
    board.push(taking)
    assert [square_name(square) for square in board.checkers()] == ["e4"] and board.quiet_plies == 0


def test_symmetries():
    board = walk(3, plies=21)
    assert board.mirrored().mirrored() == board != board.mirrored()
    assert board.color_swapped().color_swapped() == board and board.color_swapped().turn == RED


def test_equality_compares_the_position_and_the_rules():
    there = Board.read("moves h2e2 h9g7 b0c2")
    other_way = Board.read("moves b0c2 h9g7 h2e2")
    assert there == other_way and there.key() == other_way.key() and there.move_stack != other_way.move_stack
    assert Board() != Board(rules="cxa2020-120") and Board() != "a board"
    with pytest.raises(TypeError):
        hash(Board())
    assert len({Move("h2e2"), Move("h2e2"), Move("b2e2")}) == 2
    assert len({Piece(RED, "rook"), Piece(RED, "rook")}) == 1


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, Board.copy, lambda board: pickle.loads(pickle.dumps(board))])
def test_copies_are_complete_and_independent(copied):
    board = walk(4)
    other = copied(board)
    assert other == board and other.move_stack == board.move_stack and other.rules == board.rules
    other.pop()
    assert other != board and len(board.move_stack) == len(other.move_stack) + 1
    assert board.copy(stack=False).move_stack == [] and board.copy(stack=False) == board
    assert board.root() == Board()


def test_values_can_be_pickled():
    study = Board("4k4/9/9/9/A8/9/9/9/9/3K5 w", lenient=True, rules="wxf2018-100")
    for value in [Move("h2e2"), Piece(RED, "pawn"), study]:
        assert pickle.loads(pickle.dumps(value)) == value
    assert eval(repr(Move("h2e2"))) == Move("h2e2") and eval(repr(Board())) == Board()
    with pytest.raises(DuiyiError, match="can never stand"):
        Board("4k4/9/9/9/A8/9/9/9/9/3K5 w")


def test_a_game_is_one_line_of_text():
    board = walk(5)
    assert Board.read(board.write()).move_stack == board.move_stack
    with pytest.raises(DuiyiError, match="move 2 of the list"):
        Board.read("moves h2e2 h2e2")


def test_pictures():
    board = Board()
    board.push_text("炮二平五")
    picture = board.svg(arrows=[Move("h9g7"), "b9c7"], size=20)
    assert picture.startswith("<svg ") and picture.count('class="last"') == 2 and "arrow-1" in picture
    assert board.svg(letters=True).count(">帥<") == 0 < board._repr_svg_().count(">帥<")
    assert board.svg(after=0).count('class="last"') == 0
    for wrong in ({"arrows": ["h2h3"]}, {"after": 2}):
        with pytest.raises(DuiyiError):
            board.svg(**wrong)
    assert str(board).startswith("9  r n b a k") and "楚" in board.unicode() and board.fen() in str(board)


def test_pieces_are_asked_by_kind_and_colour():
    board = Board()
    for square in range(90):
        piece = board.piece_at(square)
        assert (board.color_at(square), board.piece_type_at(square)) == ((piece.color, piece.kind) if piece else (None, None))
    found = {square: Piece(color, kind) for color in (RED, BLACK) for kind in KINDS for square in board.pieces(kind, color)}
    assert found == board.piece_map() and board.pieces("cannon", BLACK) == sorted(board.pieces("cannon", BLACK))
    for wrong in [
        lambda: board.pieces("queen", RED),
        lambda: board.pieces("rook", "white"),
        lambda: board.color_at(90),
        lambda: board.piece_type_at(90),
        lambda: board.attacks(90),
        lambda: board.pin(RED, 90),
    ]:
        with pytest.raises(DuiyiError):
            wrong()


def test_attacks_are_attackers_from_the_other_side():
    for seed in range(3):
        board = walk(seed, plies=40)
        for square in range(90):
            color = board.color_at(square)
            expected = [to for to in range(90) if color and square in board.attackers(color, to)]
            assert board.attacks(square) == expected


def test_pinned_pieces_stay_on_their_lines():
    pinned = set()
    for seed in range(12):
        board = walk(seed, plies=70)
        for color in (RED, BLACK):
            if color != board.turn:
                if board.is_check():
                    continue
                board = board.passed()
            for square in (square for square, piece in board.piece_map().items() if piece.color == color):
                allowed = board.pin(color, square)
                assert board.is_pinned(color, square) == (len(allowed) < 90)
                if len(allowed) < 90:
                    pinned.add(board.piece_type_at(square))
                    assert all(move.to_square in allowed for move in board.legal_moves if move.from_square == square)
    assert len(pinned) >= 2
    horse = Board("3k5/9/9/9/9/9/9/5n3/4R4/4K4 w")
    assert not horse.is_pinned(RED, parse_square("e1"))
    leg = Board("3k5/9/9/9/9/9/9/5n3/5R3/4K4 w")
    assert leg.is_pinned(RED, parse_square("f1")) and leg.pin(RED, parse_square("f1")) == [parse_square("f2")]


def test_moves_are_found():
    board = walk(7, plies=50)
    assert list(board.generate_legal_captures()) == [move for move in board.legal_moves if board.is_capture(move)] != []
    for move in board.legal_moves:
        assert board.find_move(move.from_square, move.to_square) == move
    with pytest.raises(IllegalMoveError, match="the horse on b0 cannot reach d1"):
        Board().find_move(1, 12)
    for wrong in (lambda: Board().find_move(0, 0), lambda: Board().find_move(0, 90)):
        with pytest.raises(DuiyiError):
            wrong()
    moves = walk(2, plies=9).move_stack
    for notation in NOTATIONS:
        line = Board().variation_san(moves, notation)
        assert Game.read(line + " *").moves == moves and line.count(".") - line.count("C2.") >= 5 or notation == "wxf-xqbase"
    after = Board()
    after.push(moves[0])
    assert Game(after).board() == Board() and after.variation_san(moves[1:]).startswith("1... ")
    assert Board().variation_san([]) == ""
    with pytest.raises(IllegalMoveError):
        Board().variation_san([moves[0], moves[0]])


def test_a_board_is_set_up_again():
    board = Board.read("moves h2e2", rules="wxf2018-100")
    fen = "3k5/9/9/9/9/9/9/9/9/4KA3 w - - 3 9"
    board.set_fen("4k4/9/9/9/9/9/9/9/9/3KR4 b")
    assert board.ply() == 0 and board.rules == "wxf2018-100" and board.turn == BLACK
    for wrong in ("", "9/9", "4k4/9/9/9/A8/9/9/9/9/3K5 w"):
        before = board.write()
        with pytest.raises(DuiyiError):
            board.set_fen(wrong)
        assert board.write() == before
    board.set_fen("4k4/9/9/9/A8/9/9/9/9/3K5 w", lenient=True)
    assert not board.is_valid() and board.status() == "Red has a piece on a5 where it can never stand: advisor"
    board.set_fen(fen)
    assert board.fen() == fen and board.is_valid() and board.status() is None
    board.reset()
    assert board == Board(rules="wxf2018-100") and board.ply() == 0 and board.is_valid()


def test_a_turn_is_passed():
    board = Board()
    passed = board.passed()
    assert (passed.turn, passed.fullmove, passed.quiet_plies, passed.board_fen()) == (BLACK, 1, 1, board.board_fen())
    assert (passed.passed().turn, passed.passed().fullmove) == (RED, 2) and board == Board()
    with pytest.raises(DuiyiError, match="in check"):
        Board("4k4/9/9/9/9/9/9/9/4R4/3K5 b").passed()


def test_mirror_exchanges_the_colours():
    board = walk(8, plies=21)
    mirror = board.mirror()
    for square, piece in board.piece_map().items():
        other = mirror.piece_at((9 - square // 9) * 9 + square % 9)
        assert other == Piece(BLACK if piece.color == RED else RED, piece.kind)
    assert mirror.turn != board.turn and mirror.mirror() == board and len(mirror.legal_moves) == len(board.legal_moves)
