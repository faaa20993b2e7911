"""Connect6 and its family."""

import copy
import pickle

import pytest

from duiyi import DuiyiError, IllegalMoveError, InvalidMoveError
from duiyi.connect6 import Board, Book, Engine, Evaluation, Game, Solver

WON = "moves J10 A1-S1 K10-L10 A19-S19"


def test_a_turn_is_several_stones_of_one_side():
    board = Board()
    assert (board.turn, board.stones_left, len(board.legal_moves)) == ("black", 1, 361)
    board.push(board.point("J10"))
    assert board.push_turn("I11-K11") == [board.point("I11"), board.point("K11")]
    assert (board.turn, board.stones_left, board.turns) == ("black", 2, ["J10", "I11-K11"])
    assert board.name(board.pop()) == "K11" and (board.turn, board.stones_left) == ("white", 1)
    assert board.pop_turn() == [board.point("I11")] and board.ply() == 1
    assert board.color_at(board.point("J10")) == "black" and board.stone_map() == {board.point("J10"): "black"}
    assert not board.is_legal(board.point("J10")) and not board.is_legal(361) and board.is_legal(0)
    with pytest.raises(IllegalMoveError):
        board.push(board.point("J10"))
    with pytest.raises(InvalidMoveError):
        board.push_turn("centre")
    with pytest.raises(IllegalMoveError):
        board.push_turn("J10-A1")
    with pytest.raises(DuiyiError, match="point 361: expected 0 to 360"):
        board.push(361)
    with pytest.raises(IndexError):
        Board().pop()
    with pytest.raises(IndexError):
        Board().pop_turn()


def test_the_family():
    own = Board(rules="Connect(9,7,5,3,1)")
    assert own.rules == "Connect(9,7,5,3,1)" and own.mnkpq == (9, 7, 5, 3, 1) and Board(rules="gomoku").mnkpq[2] == 5
    assert Board(rules="tictactoe").perft(9) == 127_872
    with pytest.raises(DuiyiError, match="unknown rules 'go'; expected connect6"):
        Board(rules="go")


def test_the_end_of_a_game():
    board = Board("2o/1x1/x2 b 1", rules="tictactoe")
    assert board.outcome() is None
    other = Board(rules="tictactoe")
    for name in ["A1", "A3", "B1", "B3", "C1"]:
        other.push(other.point(name))
    outcome = other.outcome()
    assert other.is_game_over() and outcome.winner == "black" and outcome.result() == "1-0" and not other.legal_moves


def test_copies_and_pickles():
    board = Board.read(WON)
    for other in (copy.copy(board), copy.deepcopy(board), board.copy(), pickle.loads(pickle.dumps(board))):
        assert other == board and other.turns == board.turns and other.write() == board.write()
    assert board.copy(stack=False) == board and board.copy(stack=False).turns == []
    assert board != Board() != Board(rules="gomoku") and board.root() == Board()
    assert eval(repr(board)) == board and board.key() == board.copy().key()
    with pytest.raises(TypeError):
        hash(board)


def test_threats_and_answers():
    board = Board("7/7/7/1xxxx2/7/7/7 w 2", rules="Connect(7,7,6,2,1)")
    threats = board.threats("black")
    assert threats and threats.count == 1 and [board.name(point) for point in threats.points] == ["A4", "F4", "G4"]
    block = {board.point("F4")}
    answers = board.answers()
    assert answers and all(board.is_legal(point) for turn in answers for point in turn)
    assert any(block <= set(turn) for turn in answers) and len(board.answers(most=2)) == 2
    assert Board().answers() == [] and not board.threats("white")


def test_the_solver_proves_its_wins():
    board, solver = Board.read(WON), Solver(mebibytes=1)
    solution = solver.solve(board)
    assert solution.status == "win" and solution.turns == 4 and solution.nodes > 0
    proof = solver.proof(board)
    assert proof.turns == 4 and proof.line[0] == solution.turn and proof.size >= 4
    proof.check(board)
    with pytest.raises(DuiyiError):
        proof.check(Board())
    assert solver.solve(Board.read("moves J10")).status == "no win" and solver.proof(Board.read("moves J10")) is None
    assert solver.solve(board, nodes=1).status == "unknown" or solver.solve(board, turns=1).status == "no win"
    with pytest.raises(DuiyiError, match="0 turns: expected 1 to 250"):
        solver.solve(board, turns=0)


def test_searches_and_evaluations():
    found = Engine(hash=1).search(Board.read(WON), nodes=200)
    assert len(found.turn) == 2 and found.proved and found.reason == "wins by threats in 4 turns"
    # Stones that the search would not try, in any order within the turn.
    corner = Board.read("moves J10")
    for stone in (0, 360):
        assert stone in [int(point) for point in Engine(hash=1).search(corner, depth=2, moves=[stone]).turn]
    quiet = Engine(hash=1, level=3).search(Board.read("moves J10"), nodes=200)
    assert len(quiet.turn) == 2 and all(isinstance(point, int) for point in quiet.moves)
    small = Engine(hash=1)
    small.new_game(rules="tictactoe")
    assert small.search(Board(rules="tictactoe"), depth=9).score.units == 0
    assert Evaluation().of(Board.read(WON)) > 0 and "points by best shape" in Evaluation().explain(Board.read(WON))
    with pytest.raises(DuiyiError, match="a board of gomoku: expected connect6"):
        Evaluation().of(Board(rules="gomoku"))


def test_records():
    game = Game.read(b"(;FF[4]PB[A]PW[B]RE[B+];B[j10];W[i11k11];B[l11k12])")
    assert game.tag("black") == "A" and game.result == "1-0" and game.turns == ["J10", "I11-K11", "L11-K12"]
    game.set_tag("event", "club")
    for name in ("sgf", "sgf-stones", "ccgc", "ccgc-gb", "line"):
        assert Game.read(game.write(name)).turns == game.turns
    assert Game.read(game.write("sgf")).tag("event") == "club" and game.end().turns == game.turns
    assert Game(game.end()).turns == game.turns and Game(game.end()) != game
    with pytest.raises(DuiyiError):
        Game.read(b"(;B[z99])")
    with pytest.raises(DuiyiError, match="unknown format 'pgn'"):
        game.write("pgn")


def test_pictures():
    board = Board.read(WON)
    picture = board.svg(numbered=True, arrows=["M10-N10"])
    assert picture.startswith("<svg ") and picture.count(">1</text>") == board.svg().count(">1</text>") + 1 and 'class="goal"' in picture
    assert board._repr_svg_().count('class="piece') == 7


def test_books(tmp_path):
    # A position without symmetry: a book stores symmetric positions once.
    board, path = Board.read("moves J10 K12-M9"), tmp_path / "mine.txt"
    under_way = board.copy()
    under_way.push(under_way.point("I11"))
    lines = [
        board.position() + ' ; I11 3/0/1 w7 win ; K10 1/1/0 loss ; "after the centre"',
        under_way.position() + " ; K11 3/0/1 w7",
    ]
    path.write_text("\n".join(lines), encoding="utf-8")
    book = Book.open(path)
    first, second = book.explore(board)
    assert (first.move, first.text, first.wins, first.draws, first.losses) == (board.point("I11"), "I11", 3, 0, 1)
    assert (first.proved, second.proved, round(second.share, 3)) == ("win", "loss", round(2 / 6, 3))
    assert repr(first) == "<BookMove I11 +3 =0 -1>" and book.name(board) == "after the centre"
    assert book.choose(board, "best") == [board.point("I11"), board.point("K11")]
    assert book.choose(under_way, "best") == [board.point("K11")]
    assert book.explore(Board()) == [] and book.choose(Board()) is None and book.name(Board()) is None
    played = Engine(hash=1, bookfile=str(path), ownbook=True).search(board, nodes=10)
    assert played.turn == (board.point("I11"), board.point("K11")) and played.score is None
    with pytest.raises(OSError, match="nothing.book"):
        Book.open(tmp_path / "nothing.book")
    with pytest.raises(DuiyiError, match="line 1"):
        Book.open(path, rules="Connect(9,7,5,3,1)")


def test_the_tree_of_a_record_is_edited():
    game = Game(Board.read("moves J10 I11-K11"))
    assert (game.root.move, game.root.ply, game.root.parent, len(game.root.children)) == (None, 0, None, 1)
    first = game.root.children[0]
    below = first.play_turn("I9-K9")
    assert (below.ply, below.board().turns, below.board().name(below.move)) == (3, ["J10", "I9-K9"], "K9")
    assert first.play_turn("I9-K9") == below and len(first.children) == 2
    with pytest.raises(IllegalMoveError):
        below.play(first.move)
    with pytest.raises(DuiyiError, match="point 361"):
        below.play(361)
    with pytest.raises(InvalidMoveError):
        below.play_turn("centre")
    # Half a turn, and a variation of its second stone.
    half = first.play(below.board().point("A1"))
    assert half.board().stones_left == 1
    half.play(0 if half.move else 1)
    below.parent.play(half.board().point("L9"))
    below.comment, below.glyphs = "below", [1]
    for copied in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game), Game.read(game.write("sgf"))):
        assert copied == game
    assert game.turns == ["J10", "I11-K11"]
    first.promote(below.parent)
    first.promote(below.parent)
    assert game.turns == ["J10", "I9-K9"] and game != copied
    first.promote_to_main(half.move)
    assert game.turns[1].startswith("A1") and [node.ply for node in first.children] == [2, 2, 2]
    assert first.children[1] == below.parent and repr(below) == "<Node K9, ply 3>"
    first.remove_variation(below.parent)
    assert len(first.children) == 2
    for use in (lambda: below.comment, lambda: below.play(5), below.board, lambda: first.remove_variation(below)):
        with pytest.raises(DuiyiError):
            use()
    game.result = "0-1"
    assert game.result == "0-1" and b"RE[W+" in game.write("sgf")
    with pytest.raises(DuiyiError, match="expected one of 1-0, 0-1"):
        game.result = "2-0"
