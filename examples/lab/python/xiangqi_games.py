"""Games of xiangqi with scores, and their training positions.

Reads the formats of `lab train` (records of `lab generate`, and lines of text) and selects the same
positions: not in check, with a score within the limit, and without a capture as the next move; each
with its mirror image. Moves are assumed to be legal; only impossible moves break a game.
"""

import struct

import numpy

INPUTS, BUCKETS = 14 * 90, 8
# The mirror image of each input.
IMAGES = [row * 9 + 8 - file for row in range(14 * 10) for file in range(9)]
FEATURES = "xiangqi piece-square, files by the own king, pieces left"
# The maximum number of pieces of a view; shorter lists are padded with PADDING.
MAX_PIECES, PADDING = 32, INPUTS

# A piece is 1 to 7 for Red and 8 to 14 for Black, by kind; 0 is an empty point. Point 0 is a0.
KING, HORSE, ROOK, CANNON, PAWN = 1, 4, 5, 6, 7
CODES = {letter: kind for kind, letter in enumerate("KAENRCP", 1)} | {"B": 3, "H": 4}
CODES |= {letter.lower(): code + 7 for letter, code in CODES.items()}
START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"


def _neighbours(point):
    """The possible attackers of a point: rays, horses with their legs, and pawns by the attacked side."""
    rank, file = divmod(point, 9)

    def inside(r, f):
        return 0 <= r < 10 and 0 <= f < 9

    rays = []
    for dr, df in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        steps = [(rank + n * dr, file + n * df) for n in range(1, 10)]
        rays.append([r * 9 + f for r, f in steps if inside(r, f)])
    horses = []
    for dr, df in ((2, 1), (2, -1), (-2, 1), (-2, -1), (1, 2), (1, -2), (-1, 2), (-1, -2)):
        r, f = rank + dr, file + df
        # The leg is next to the horse, in the direction of its long step.
        leg = (r - (dr // 2 if abs(dr) == 2 else 0)) * 9 + f - (df // 2 if abs(df) == 2 else 0)
        if inside(r, f):
            horses.append((leg, r * 9 + f))
    beside = [(rank, file - 1), (rank, file + 1)]
    pawns = [[r * 9 + f for r, f in [(rank + ahead, file), *beside] if inside(r, f)] for ahead in (1, -1)]
    return rays, horses, pawns


ATTACKERS = [_neighbours(point) for point in range(90)]


def in_check(board, side):
    """Whether a side (0 Red, 1 Black) is in check."""
    rays, horses, pawns = ATTACKERS[board.index(KING + 7 * side)]
    enemy = 7 - 7 * side
    for ray in rays:
        screens = 0
        for point in ray:
            piece = board[point]
            if piece:
                if piece == (CANNON if screens else ROOK) + enemy:
                    return True
                screens += 1
                if screens == 2:
                    break
    if any(board[point] == HORSE + enemy and not board[leg] for leg, point in horses):
        return True
    return any(board[point] == PAWN + enemy for point in pawns[side])


def read_position(text):
    """The board and the side to move of a FEN."""
    rows, side = text.split()[:2]
    board = []
    for row in reversed(rows.split("/")):
        for letter in row:
            board += [0] * int(letter) if letter.isdigit() else [CODES[letter]]
    if len(board) != 90 or side not in "wrb" or not {KING, KING + 7} <= set(board):
        raise ValueError(text)
    return board, int(side == "b")


class Positions:
    """Boards with the side to move, score and result for it."""

    def __init__(self):
        self.boards, self.movers, self.scores, self.results = bytearray(), bytearray(), [], []

    def arrays(self, images=True):
        """Inputs of the mover's view and of the other's, bucket, score, result; mirror images last, if they are wanted."""
        boards = numpy.frombuffer(bytes(self.boards), numpy.uint8).reshape(-1, 90)
        movers = numpy.frombuffer(bytes(self.movers), numpy.uint8)
        mirrored = boards.reshape(-1, 10, 9)[:, :, ::-1].reshape(-1, 90)
        kinds = (boards, mirrored) if images else (boards,)
        chunks = [_inputs(seen[at : at + 65536], movers[at : at + 65536])
                  for seen in kinds for at in range(0, len(boards), 65536)]
        if not chunks:
            raise ValueError("no positions")
        own, other, buckets = (numpy.concatenate(parts) for parts in zip(*chunks))
        others = [numpy.tile(numpy.array(values, kind), len(kinds))
                  for values, kind in ((self.scores, numpy.int16), (self.results, numpy.float32))]
        return own, other, buckets, *others


def _table():
    """The input of a piece on a point, by view and whether the files are mirrored."""
    table = numpy.full((2, 2, 15, 90), PADDING, numpy.int16)
    for view in (0, 1):
        for exchanged in (0, 1):
            for piece in range(1, 15):
                kind = (piece - 1) % 7 + (0 if (piece > 7) == bool(view) else 7)
                for point in range(90):
                    rank, file = divmod(point, 9)
                    seen = (9 - rank if view else rank) * 9 + (8 - file if exchanged else file)
                    table[view, exchanged, piece, point] = kind * 90 + seen
    return table


TABLE, POINTS = _table(), numpy.arange(90)


def _inputs(boards, movers):
    """The inputs of boards from the mover's view and the other's, and their buckets."""
    views = []
    for view in (0, 1):
        exchanged = (boards == KING + 7 * view).argmax(axis=1) % 9 > 4
        # Sorted, so that the padding comes last.
        inputs = TABLE[view, exchanged.astype(numpy.intp)[:, None], boards, POINTS]
        views.append(numpy.sort(inputs, axis=1)[:, :MAX_PIECES])
    black = (movers == 1)[:, None]
    own, other = numpy.where(black, views[1], views[0]), numpy.where(black, views[0], views[1])
    return own, other, ((boards != 0).sum(axis=1) - 2) // 4


def _learn(positions, board, side, score, red, taken, limit):
    """Adds a position if it is a training position; `red` is Red's result, None if a ruling decided."""
    if taken or score is None or abs(score) > limit or in_check(board, side):
        return
    if red is None:
        result = 1.0 if score >= 150 else 0.0 if score <= -150 else 0.5
    else:
        result = 1.0 - red if side else red
    positions.boards += bytes(board)
    positions.movers.append(side)
    positions.scores.append(score)
    positions.results.append(result)


def _play(start, plies, red, positions, limit):
    """Adds the positions of a game; plies are origin, target, and a score or None."""
    board, side = read_position(start)
    for origin, target, score in plies:
        piece, taken = board[origin], board[target]
        if not piece or (piece > 7) != bool(side) or taken and (taken > 7) == bool(side):
            raise ValueError("a move that cannot be played")
        _learn(positions, board, side, score, red, taken, limit)
        board[target], board[origin] = piece, 0
        side = 1 - side


def _records(data):
    """The games of records: start, plies, Red's result."""
    at = 10 + struct.unpack_from("<H", data, 8)[0]
    while at < len(data):
        length = struct.unpack_from("<I", data, at)[0]
        body = data[at + 8 : at + 8 + length]
        if len(body) < length:
            raise ValueError(f"the record at byte {at} is truncated")
        at += 8 + length
        flags, start_length = struct.unpack_from("<BH", body)
        count = struct.unpack_from("<I", body, 3 + start_length)[0]
        plies = []
        for number in range(count):
            low, high, _, score = struct.unpack_from("<BBBh", body, 7 + start_length + 5 * number)
            packed = low | high << 8
            plies.append((packed >> 7, packed & 127, None if score == -32768 else score))
        yield body[3 : 3 + start_length].decode() or START, plies, None if flags & 4 else (flags & 3) / 2


def _point(text):
    return int(text[1]) * 9 + ord(text[0]) - ord("a")


def _line(line):
    """The game of a line of text: start, plies, Red's result."""
    start, result, moves = line.split("|")[:3]
    words = moves.split()
    pairs = zip(words[::2], words[1::2], strict=True)
    plies = [(_point(move), _point(move[2:]), int(score)) for move, score in pairs]
    return start, plies, {"r": 1.0, "b": 0.0, "d": 0.5}[result]


def read(paths, hold_out, limit):
    """The training positions and the held-out ones (all of every Nth game), and the numbers of games and broken games."""
    sets, games, broken = (Positions(), Positions()), 0, 0

    def take(parse, source):
        nonlocal games, broken
        try:
            start, plies, red = parse(source)
            _play(start, plies, red, sets[games % hold_out == 0], limit)
        except (ValueError, KeyError, IndexError):
            broken += 1
        games += 1

    for path in paths:
        with open(path, "rb") as file:
            if file.peek(8).startswith(b"DUIYIGR1"):
                for game in _records(file.read()):
                    take(lambda game: game, game)
            else:
                for line in file:
                    take(_line, line.decode())
    return sets, games, broken
