"""Visitors of records."""

from ._records import GameReader

SKIP = object()
"""Returned by a visitor to leave out the moves of a game, or a variation."""


class Visitor:
    """What is called while a record is read or walked through, in the order of PGN. Every method can be left as it is.

    ``Game.accept`` walks through a game, ``GameReader.visit`` reads the next one.
    """

    def begin_game(self):
        """Begins a game."""

    def visit_header(self, name, value):
        """A tag; also "Result", and "FEN" if the game does not begin in the initial position."""

    def end_headers(self):
        """The end of the tags: returns SKIP to leave out everything up to the end of the game."""

    def visit_move(self, board, move):
        """A move, and the board before it, which must not be changed."""

    def visit_comment(self, comment):
        """A comment: before the first move, before the first move of a variation, or after a move."""

    def visit_nag(self, nag):
        """A numeric annotation glyph of the last move: 1 is "!"."""

    def begin_variation(self):
        """The beginning of a variation of the last move: returns SKIP to leave it out."""

    def end_variation(self):
        """The end of a variation that was not left out."""

    def end_game(self):
        """Ends a game."""

    def result(self):
        """What ``accept`` and ``visit`` return."""


def _headers(game, visitor):
    """Visits the tags of a game; returns whether the moves are wanted."""
    visitor.begin_game()
    for name, value in game.headers.items():
        visitor.visit_header(name, value)
    return visitor.end_headers() is not SKIP


def _node(node, board, visitor):
    """Visits the move, glyphs and comment of a node, and plays the move."""
    visitor.visit_move(board, node.move)
    board.push(node.move)
    for nag in node.glyphs:
        visitor.visit_nag(nag)
    if node.comment:
        visitor.visit_comment(node.comment)


def _moves(game, visitor):
    """Visits the moves of a game."""
    board = game.board(rules="none-120")
    if game.root.comment:
        visitor.visit_comment(game.root.comment)
    # What is visited next, the last first: the moves after a node, or a variation, or its end.
    steps = [("after", game.root)]
    while steps:
        what, node = steps.pop()
        if what == "end":
            visitor.end_variation()
            while board.ply() > node.ply:
                board.pop()
        elif what == "main":
            board.push(node.move)
            steps.append(("after", node))
        elif what == "variation":
            if visitor.begin_variation() is not SKIP:
                if node.starting_comment:
                    visitor.visit_comment(node.starting_comment)
                _node(node, board, visitor)
                steps += [("end", node.parent), ("after", node)]
        else:
            main, *others = node.children or [None]
            if main is None:
                continue
            if main.starting_comment:
                visitor.visit_comment(main.starting_comment)
            _node(main, board, visitor)
            if others:
                board.pop()
                steps.append(("main", main))
                steps += [("variation", other) for other in reversed(others)]
            else:
                steps.append(("after", main))


def walk(game, visitor):
    """Visits a game, and returns the visitor's result."""
    if _headers(game, visitor):
        _moves(game, visitor)
    visitor.end_game()
    return visitor.result()


def read(reader, visitor):
    """Reads the next game for a visitor."""
    headers = reader._headers()
    if headers is None:
        return None
    if _headers(headers, visitor) and (game := reader._whole()) is not None:
        _moves(game, visitor)
    visitor.end_game()
    return visitor.result()


def read_headers(source, *, format=None, encoding="detect", strict=False):
    """The tags of the games of a collection as dictionaries, with "Result" and "FEN" as in ``Game.headers``.

    Moves are not read, so that "Result" is that of the tags. The arguments are those of ``GameReader``.

    >>> from duiyi.xiangqi import read_headers
    >>> list(read_headers(b'[Red "A"]\\n1. h2e2 h9g7 *\\n[Red "B"]\\n[Result "1-0"]\\n1. h2e2 1-0\\n'))
    [{'Red': 'A', 'Result': '*'}, {'Red': 'B', 'Result': '1-0'}]
    """
    reader = GameReader(source, format=format, encoding=encoding, strict=strict)
    while (game := reader._headers()) is not None:
        yield dict(game.headers)
