"""Explained rulings."""

import pytest

from duiyi import DuiyiError
from duiyi.xiangqi import Board, Piece, square_name

from data import XIANGQI, lines

CHECKS = "c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w"


def played(fen, moves, rules=""):
    # A printed diagram may have a pawn behind its initial point.
    board = Board(fen, rules=rules, lenient=True)
    for text in moves.split():
        board.push_text(text)
    return board


def test_a_ruling_is_explained_ply_by_ply():
    ruling = played(CHECKS, "h8h9 f9f8 h9h8 f8f9").ruling("asian")
    assert (ruling.ruling, ruling.loser, ruling.rules) == ("red-loses", "red", "asian")
    assert ruling.rule == "perpetual check by Red" and ruling.occurrences == 2 and ruling.span == (0, 4)
    assert [move.nature for move in ruling.moves] == ["check", "chase", "check", "chase"]
    assert [str(move.move) for move in ruling.moves] == ["h8h9", "f9f8", "h9h8", "f8f9"]
    (threat,) = ruling.moves[1].threats
    assert (threat.attacker, threat.target) == (Piece("black", "cannon"), Piece("red", "rook"))
    assert [square_name(square) for square in (threat.from_square, threat.at_square)] == ["a9", "h9"]
    assert str(threat) == "cannon a9 attacks rook h9: worth more than the attacker"
    assert str(ruling).splitlines()[-2:] == ["asian: perpetual check by Red (AXF 3.1)", "red-loses"]


def test_a_ruling_cites_the_article_that_decides():
    board = played(CHECKS, "h8h9 f9f8 h9h8 f8f9")
    cited = {rules: str(board.ruling(rules).article) for rules in ("check-only", "asian", "wxf2018", "cxa2020")}
    assert cited == {"check-only": "Duiyi C1", "asian": "AXF 3.1", "wxf2018": "WXF 2018 20.1", "cxa2020": "CXA 2020 25.1"}
    article = board.ruling("cxa2020").article
    assert (article.document, article.number) == ("CXA 2020", "25.1")
    assert "Perpetual check" in article.english and "长将" in article.chinese
    assert Board().ruling().article is None


def test_rule_books_differ():
    chase = played("2bak4/4a4/4b4/8p/2p3p2/9/N2rP4/6NC1/C3A4/4K1B2 w", "h2h3 d3d1 h3h1 d1d3 h1h3 d3d1 h3h1")
    assert chase.ruling("asian").loser == "red" and chase.ruling("check-only").ruling == "draw"
    assert chase.ruling("none").rule == "a repetition is a draw"
    assert Board().ruling().ruling == "open"
    with pytest.raises(DuiyiError, match="'fide' is not a rule set"):
        chase.ruling("fide")


def test_rulings_end_the_game():
    board = played(CHECKS, "h8h9 f9f8 h9h8 f8f9 h8h9 f9f8 h9h8 f8f9")
    assert board.occurrences() == 3 and str(board.outcome()) == "0-1 perpetual check"
    board.pop()
    assert board.outcome() is None
    assert played(CHECKS, "h8h9 f9f8 h9h8 f8f9 h8h9 f9f8 h9h8 f8f9", "none-120").outcome().winner is None


def test_the_diagrams_of_the_world_rules_are_ruled_as_printed():
    diagrams = [line.split("\t") for line in lines(XIANGQI / "rules-wxf2018.tsv")]
    assert len(diagrams) > 70
    for name, _, fen, prefix, cycle, expected, *_ in diagrams:
        ruling = played(fen, f"{prefix} {cycle}").ruling("wxf2018").ruling
        assert expected in (ruling, "unspecified"), name
