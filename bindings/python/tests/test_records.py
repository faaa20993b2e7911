"""Records of xiangqi: PGN, DhtmlXQ, collections, trees of moves."""

import copy
import gzip
import io
import pickle

import pytest

from duiyi import DuiyiError, IllegalMoveError, Score
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


def tree(game):
    """The moves of a game as nested lists."""

    def below(node):
        return [[str(child.move), *below(child)] for child in node.children]

    return below(game.root)


def test_variations_are_reordered_and_removed():
    game = Game.read("1. h2e2 (1. b2e2 h9g7) (1. c3c4) (1. g3g4) *")
    first, second, third, fourth = (node.move for node in game.variations)
    root = game.root
    root.promote(fourth)
    assert [node.move for node in root.variations] == [first, second, fourth, third]
    root.demote(first)
    root.demote(third)
    assert [node.move for node in root.children] == [second, first, fourth, third]
    assert [str(move) for move in game.mainline_moves()] == ["b2e2", "h9g7"] == [str(node.move) for node in game.mainline()]
    root.promote(second)
    root.promote_to_main(root.variation(third))
    assert game.moves == [third] and root.children[0].is_mainline() and not root.children[1].is_mainline()
    gone = root.variation(second)
    below = gone.children[0]
    root.remove_variation(gone)
    assert tree(game) == [["c3c4"], ["h2e2"], ["g3g4"]] and len(game) == 3
    assert not root.has_variation(second) and root.has_variation(first) and root.is_mainline()
    for removed in (gone, below):
        for use in [
            lambda node: node.comment,
            lambda node: node.children,
            lambda node: node.board(),
            lambda node: node.play(first),
            lambda node: node.mainline(),
            lambda node: node.is_mainline(),
            lambda node: node.eval(),
        ]:
            with pytest.raises(DuiyiError, match="was removed"):
                use(removed)
        with pytest.raises(DuiyiError, match="was removed"):
            removed.comment = "x"
    for wrong in (second, gone, below, Game().root):
        for edit in (root.remove_variation, root.promote, root.demote, root.promote_to_main, root.variation):
            with pytest.raises(DuiyiError, match="no such variation"):
                edit(wrong)
    again = root.add_variation(second, comment="again", nags=[1])
    assert (again.comment, again.glyphs, len(game)) == ("again", [1], 4)
    assert root.add_variation(second) == again and again.comment == "again" and again.is_end()
    assert Game.read(game.to_pgn()) == game == pickle.loads(pickle.dumps(game))
    assert Game.read(game.to_wxf()).moves == game.moves == Game.read(game.to_dhtmlxq()).moves


def test_nodes_have_the_names_of_python_chess():
    game = Game.read("1. h2e2 h9g7 (1... b9c7) 2. h0g2 *")
    first = game.root.next()
    assert first == game.root.children[0] and first.game() is game
    assert (game.root.turn(), first.turn(), first.end().ply, first.end().next()) == ("red", "black", 3, None)
    assert first.end().end() == first.end() and [str(move) for move in first.mainline_moves()] == ["h9g7", "h0g2"]
    assert (first.uci(), first.san(), first.san("chinese"), first.next().san()) == ("h2e2", "C2=5", "炮二平五", "H8+7")
    end = first.add_line([Move("b9c7"), Move("b0c2"), Move("a9b9")])
    assert end.ply == 4 and [node.is_mainline() for node in first.children] == [True, False]
    assert first.add_line([]) == first
    with pytest.raises(IllegalMoveError):
        end.add_line([Move("a0b0"), Move("a0b0")])
    for use in (game.root.san, game.root.uci):
        with pytest.raises(DuiyiError, match="no move leads to the root"):
            use()
    with pytest.raises(DuiyiError, match="unknown notation"):
        first.san("san")


def test_records_are_equal_if_nothing_was_lost():
    for comment in ("}", " blanks ", "a\n", "a\r\nb"):
        game = Game.read(TEXT)
        game.root.children[0].comment = comment
        assert pickle.loads(pickle.dumps(game)) == game == copy.copy(game)
        assert Game.read(game.to_pgn()) != game, comment
    game, other = Game.read(TEXT), Game.read(TEXT)
    assert game == other
    other.root.children[0].glyphs = [0]
    assert game != other
    game.set_tag("Black", "b")
    other = Game.read(TEXT)
    other.set_tag("Black", "B")
    assert game != other
    other.set_tag("Black", "b")
    assert game == other


def test_headers_are_a_mapping():
    game = Game.read(TEXT)
    headers = game.headers
    assert dict(headers) == {"Red": "胡榮華", "Result": "1-0"} and len(headers) == 2 and "RED" in headers
    headers["Black"] = "two\nlines"
    headers.update(Event="E", result="0-1")
    assert (game.tag("Black"), game.tag("Event"), game.result) == ("two lines", "E", "0-1")
    del headers["event"]
    assert headers.get("Event") is None and headers.pop("Black") == "two lines" and game.tags == [("Red", "胡榮華")]
    for name in ("", "a b", "é", "FEN", "fen", "SetUp", "Game", "Format", '"]'):
        with pytest.raises(DuiyiError, match="expected letters, digits and underscores"):
            headers[name] = "x"
        with pytest.raises(DuiyiError):
            game.set_tag(name, "x")
    for call in [
        lambda: headers["Site"],
        lambda: headers[3],
        lambda: headers.pop("Result"),
        lambda: game.remove_tag("Site"),
    ]:
        with pytest.raises(KeyError):
            call()
    with pytest.raises(DuiyiError, match="is not a result"):
        headers["Result"] = "2-0"
    study = Game(Board("3k5/R8/1R7/9/9/9/9/9/9/4K4 w"))
    assert study.headers["FEN"] == study.board().fen() and "FEN" not in game.headers
    assert Game.read(game.to_pgn()) == game and Game.read(game.to_pgn()).headers == headers


def test_clocks_and_scores_are_comments():
    game = Game.read("1. h2e2 {[%clk 0:10:00.5] good [%eval -1.25,9] [%emt 0:00:07]} h9g7 {[%eval #-3]} *")
    red, black = game.mainline()
    assert (red.clock(), red.emt(), red.eval(), red.eval_depth()) == (600.5, 7.0, Score(125), 9)
    assert (black.clock(), black.eval(), black.eval_depth()) == (None, Score.mate_in(-6), None)
    for node in (game.root, red, black):
        for score in (Score(0), Score(-35), Score(1234), Score.mate_in(3), Score.mate_in(-4), Score.mate_in(1)):
            node.set_eval(score, 4)
            assert (node.eval(), node.eval_depth()) == (score, 4)
    red.set_clock(None)
    red.set_emt(3661.25)
    red.set_eval(None)
    assert red.comment == "good [%emt 1:01:01.25]" and red.clock() is red.eval() is None
    black.set_clock(59)
    assert Game.read(game.to_pgn()) == game and black.comment == "[%eval 0.10,4] [%clk 0:00:59]".replace("0.10", "#1")
    for wrong in (-1, float("nan"), 1e300):
        with pytest.raises(DuiyiError):
            red.set_clock(wrong)
    for text in ("[%clk x]", "[%eval x]", "[%eval #x]", "[%eval nan]", "[%eval 1e9]", "[%eval]", "[%eval #99999999999]"):
        red.comment = text
        assert red.clock() is None and red.eval() is None, text


def test_glyphs_are_a_set_of_nags():
    node = Game.read("1. h2e2 $14 $1 *").mainline()[0]
    assert node.nags == {1, 14} and isinstance(node.nags, frozenset)
    node.nags = {5}
    node.nags |= {2}
    assert node.glyphs == [2, 5]
    with pytest.raises(OverflowError):
        node.nags = [256]


def test_open_files_are_read(tmp_path):
    text = TEXT * 3
    path = tmp_path / "games.pgn"
    path.write_text(text, encoding="utf-8")
    expected = list(GameReader(path))
    assert len(expected) == 3
    with open(path, encoding="utf-8") as words, open(path, "rb") as raw:
        for source in (words, raw, io.StringIO(text), io.BytesIO(text.encode("gb18030"))):
            assert list(GameReader(source)) == expected
    packed = tmp_path / "games.pgn.gz"
    with gzip.open(packed, "wb") as file:
        file.write((XIANGQI / "games-sample.pgn").read_bytes())
    with gzip.open(packed) as file:
        assert list(GameReader(file)) == list(GameReader(XIANGQI / "games-sample.pgn"))

    class Broken:
        def read(self, size):
            raise ConnectionError("the line is dead")

    class Wrong:
        def read(self, size):
            return 3

    with pytest.raises(ConnectionError, match="the line is dead"):
        next(GameReader(Broken()))
    with pytest.raises(TypeError):
        next(GameReader(Wrong()))
    with pytest.raises(TypeError, match="expected a path, bytes or an open file"):
        GameReader(3.5)
    assert [fault.line for fault in Game.read("1. h2e2 h9h8 *").errors] == [1]
