"""Visitors of records."""

import time

from duiyi import xiangqi
from duiyi.xiangqi import SKIP, Game, GameReader, Visitor, read_headers

from data import XIANGQI

TEXT = """[Red "A"]
[Result "1-0"]

{start} 1. h2e2! {one} h9g7 ({before} 1... h7e7 $3 {two} 2. h0g2 (2. b0c2)) ({third} 1... b9c7) 2. h0g2 i9h9 1-0
"""


class Log(Visitor):
    """Records the calls."""

    def __init__(self, skip=()):
        self.calls = []
        self.skip = skip

    def begin_game(self):
        self.calls.append("game")

    def visit_header(self, name, value):
        self.calls.append(f"{name}={value}")

    def end_headers(self):
        self.calls.append("headers")
        return SKIP if "moves" in self.skip else None

    def visit_move(self, board, move):
        assert move in board.legal_moves
        self.calls.append(f"{board.ply()}{move}")

    def visit_comment(self, comment):
        self.calls.append("{" + comment + "}")

    def visit_nag(self, nag):
        self.calls.append(f"${nag}")

    def begin_variation(self):
        self.calls.append("(")
        return SKIP if "variations" in self.skip else None

    def end_variation(self):
        self.calls.append(")")

    def end_game(self):
        self.calls.append("end")

    def result(self):
        return " ".join(self.calls)


HEADERS = "game Red=A Result=1-0 headers"


def test_a_visitor_sees_everything_in_the_order_of_the_text():
    moves = (
        "{start} 0h2e2 $1 {one} 1h9g7 ( {before} 1h7e7 $3 {two} 2h0g2 ( 2b0c2 ) ) ( {third} 1b9c7 ) 2h0g2 3i9h9"
    )
    assert Game.read(TEXT).accept(Log()) == f"{HEADERS} {moves} end"
    assert GameReader(TEXT.encode()).visit(Log()) == f"{HEADERS} {moves} end"
    short = "{start} 0h2e2 $1 {one} 1h9g7 ( ( 2h0g2 3i9h9"
    assert Game.read(TEXT).accept(Log(["variations"])) == f"{HEADERS} {short} end"
    assert Game.read(TEXT).accept(Log(["moves"])) == f"{HEADERS} end"
    assert Game().accept(Visitor()) is None


def test_a_reader_with_a_visitor_reads_game_after_game():
    text = TEXT + '[Red "B"]\n[FEN "9/9"]\n1. h2e2 *\n' + TEXT.replace('"A"', '"C"') + '[Red "D"]\n1. h2e2 h9h8 *\n'
    reader = GameReader(text.encode())
    assert reader.visit(Log(["moves"])) == f"{HEADERS} end"
    assert reader.visit(Log(["moves"])) == f"{HEADERS} end".replace("Red=A", "Red=C")
    assert reader.visit(Log()) == "game Red=D Result=* headers 0h2e2 end"
    assert reader.visit(Log()) is None
    assert [fault.game for fault in reader.faults] == [2]
    # The two kinds of reading can be mixed.
    reader = GameReader(text.encode())
    assert next(reader).tag("Red") == "A"
    assert reader.visit(Log(["moves"])).startswith("game Red=C")
    assert next(reader).tag("Red") == "D"


def test_headers_are_those_of_the_games():
    compared = 0
    for path in sorted(XIANGQI.rglob("*.pgn")):
        games = [dict(game.headers) for game in GameReader(path)]
        headers = list(read_headers(path))
        assert len(headers) == len(games), path
        for head, game in zip(headers, games):
            if head["Result"] == "*":
                head["Result"] = game["Result"]
            assert head == game, path
            compared += 1
    assert compared > 5


def test_headers_alone_are_read_quickly():
    board, moves = xiangqi.Board(), []
    while len(moves) < 100:
        move = board.legal_moves[len(moves) % len(board.legal_moves)]
        moves.append(f"{board.write_move(move, 'chinese')} {{a comment on it}}")
        board.push(move)
        if board.is_game_over():
            break
    text = ('[Red "A"]\n[Result "*"]\n\n' + " ".join(moves) + " *\n\n").encode() * 200

    def seconds(count):
        begun = time.process_time()
        assert count() == 200
        return time.process_time() - begun

    whole = min(seconds(lambda: sum(1 for _ in GameReader(text))) for _ in range(3))
    alone = min(seconds(lambda: sum(1 for _ in read_headers(text))) for _ in range(3))
    assert alone < whole / 2, (alone, whole)
