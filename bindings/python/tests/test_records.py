"""Records of xiangqi: PGN, DhtmlXQ, collections, trees of moves."""

import copy
import pickle

import pytest

from duiyi import DuiyiError
from duiyi.xiangqi import Board, Game, GameReader, Move

from data import XIANGQI

TEXT = '[Red "胡榮華"]\n[Result "1-0"]\n\n1. 炮二平五 马８进７ (1... 炮８平５ 2. 炮五进四) 2. 马二进三 1-0\n'


def test_a_game_is_read_and_written():
    game = Game.read(TEXT)
    assert (game.tag("red"), game.result, len(game)) == ("胡榮華", "1-0", 5)
    assert game.tags == [("Red", "胡榮華")] and game.tag("Black") is None
    assert [str(move) for move in game.moves] == ["h2e2", "h9g7", "h0g2"]
    assert game.board() == Board() and game.end() == Board.read("moves h2e2 h9g7 h0g2")
    for notation in ("chinese", "iccs", "wxf", "traditional"):
        assert Game.read(game.to_pgn(notation)) == game
    assert Game.read(game.to_dhtmlxq()).moves == game.moves
    assert Game.read(game.to_wxf()).moves == game.moves
    assert [read.moves for read in GameReader(game.to_xqf())] == [game.moves]
    assert pickle.loads(pickle.dumps(game)) == game
    assert "胡榮華" in str(game) and "3 moves" in repr(game)


def test_a_record_is_created_from_a_board():
    board = Board("3k5/R8/1R7/9/9/9/9/9/9/4K4 w")
    board.push_text("b7b9")
    game = Game(board)
    assert game.moves == [Move("b7b9")] and game.result == "1-0" and game.board().fen() == board.root().fen()
    game.set_tag("Red", "A")
    game.result = "1/2-1/2"
    assert Game.read(game.to_pgn()) == game and game.tag("Red") == "A"
    with pytest.raises(DuiyiError, match="'2-0' is not a result"):
        game.result = "2-0"


def test_the_tree_is_navigated_and_extended():
    game = Game.read(TEXT)
    first = game.root.children[0]
    main, other = first.children
    assert (str(first.move), str(main.move), str(other.move), other.ply) == ("h2e2", "h9g7", "h7e7", 2)
    assert other.children[0].parent == other and main.parent == first and game.root.parent is None
    assert game.root.move is None and other.children[0].board().move_stack[-1] == Move("e2e6")
    main.comment, main.glyphs = "屏風馬", [1]
    new = first.play_text("h9i7")
    assert first.play(Move("h9i7")) == new and len(first.children) == 3
    written = Game.read(game.to_pgn())
    assert written == game and written.root.children[0].children[0].comment == "屏風馬"
    with pytest.raises(DuiyiError, match="is not a legal move here"):
        new.play_text("h2e2")


def test_collections_are_read_game_by_game():
    games = list(GameReader(XIANGQI / "games-sample.pgn"))
    assert len(games) > 5 and all(game.moves for game in games)
    assert [game.moves for game in GameReader(str(XIANGQI / "games-sample.pgn"))] == [game.moves for game in games]
    big5 = list(GameReader(XIANGQI / "ccpd-big5.pgn"))
    assert big5 and any("\u4e00" <= character <= "\u9fff" for character in str(big5[0].tags))


def test_damaged_games_are_read_as_far_as_they_go():
    text = (
        '[Red "A"]\n1. h2e2 (1. b0a0 h9g7) h9g7 2. h0g2 *\n[Red "B"]\n1. h2e2 h9h8 2. h0g2 *\n'
        '[FEN "x"]\n1. h2e2 *\n[Red "D"]\n1. b2e2 *\n'
    )
    reader = GameReader(text.encode())
    games = list(reader)
    assert [(game.tag("Red"), len(game), len(game.faults)) for game in games] == [("A", 3, 1), ("B", 1, 1), ("D", 1, 0)]
    fault = games[1].faults[0]
    assert (fault.game, fault.line, fault.column, fault.move_number) == (2, 4, 9, 1)
    assert fault.message == str(fault) and fault.message.startswith("game 2 (from line 3): line 4: move 1 of Black")
    assert sorted(fault.legal) == sorted(Board.read("moves h2e2").legal_moves)
    (unread,) = reader.faults
    assert (unread.game, unread.line, unread.column, unread.move_number, unread.legal) == (3, 5, None, None, [])
    assert "FEN tag" in unread.message
    for same in (pickle.loads(pickle.dumps(games[1])), copy.copy(games[1]), copy.deepcopy(games[1])):
        assert same == games[1] and same.faults == [fault] and hash(same.faults[0]) == hash(fault)
    game = Game.read("1. h2e2 h9h8 *")
    assert (len(game), len(game.faults), Game(Board()).faults) == (1, 1, [])
    for strict in (lambda: Game.read("1. h2e2 h9h8 *", strict=True), lambda: Game.read('[FEN "x"] *')):
        with pytest.raises(DuiyiError, match="line 1: "):
            strict()


def test_games_after_an_invalid_game_are_read(tmp_path):
    text = '[Red "A"]\n1. h2e2 h9g7 *\n[Red "B"]\n1. h2e2 h9h8 *\n[Red "C"]\n1. b2e2 *\n'
    reader = GameReader(text.encode(), strict=True)
    assert next(reader).tag("Red") == "A"
    with pytest.raises(DuiyiError, match=r"game 2 \(from line 3\): line 4: move 1 of Black"):
        next(reader)
    assert next(reader).tag("Red") == "C"
    with pytest.raises(StopIteration):
        next(reader)
    gb = tmp_path / "gb.pgn"
    gb.write_bytes("1. 炮二平五 1-0".encode("gb18030"))
    assert [game.result for game in GameReader(gb)] == ["1-0"]
    assert [game.result for game in GameReader(gb, encoding="gb18030", format="pgn")] == ["1-0"]
    with pytest.raises(OSError):
        GameReader(tmp_path / "nothing.pgn")
    with pytest.raises(DuiyiError, match="unknown encoding 'latin'; expected one of detect"):
        GameReader(gb, encoding="latin")
