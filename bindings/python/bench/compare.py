"""Compares the processor time of legal moves, perft and single calls with cchess, pyffish and python-chess.

Libraries that are not installed are skipped: ``pip install cchess pyffish chess``. The libraries of xiangqi use the
same positions; python-chess makes the same calls in chess. A round measures them one after the other; the ratios are
medians over the rounds. The program fails if the counts differ. ``--calls`` writes the costs of the calls.

    python bindings/python/bench/compare.py [--rounds 5] [--calls docs/data/python-calls.csv]
"""

import argparse
import statistics
import time

from duiyi import xiangqi

POSITIONS = [
    xiangqi.STARTING_FEN,
    "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
    "1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w - - 0 1",
    "5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w - - 0 1",
]
DEPTH = 2


class Duiyi:
    """The package: moves are objects, made and unmade on one board."""

    name = "duiyi"

    def position(self, fen):
        return xiangqi.Board(fen)

    def legal_moves(self, board):
        return list(board.legal_moves)

    def perft(self, board, depth):
        moves = list(board.legal_moves)
        if depth == 1:
            return len(moves)
        nodes = 0
        for move in moves:
            board.push(move)
            nodes += self.perft(board, depth - 1)
            board.pop()
        return nodes


class Native(Duiyi):
    """The package's own perft."""

    name = "duiyi, native"

    def perft(self, board, depth):
        return board.perft(depth)


class Cchess:
    """Moves are pairs of pairs; the position is copied for each move."""

    name = "cchess"

    def __init__(self):
        import cchess

        self.board = cchess.ChessBoard

    def position(self, fen):
        return self.board(fen)

    def legal_moves(self, board):
        moves = board.create_moves()
        return [move for move in moves if board.is_valid_move_t(move) and not board.is_checked_move(*move)]

    def perft(self, board, depth):
        moves = self.legal_moves(board)
        if depth == 1:
            return len(moves)
        nodes = 0
        for move in moves:
            after = board.copy()
            after._move_piece(*move)
            after.next_turn()
            nodes += self.perft(after, depth - 1)
        return nodes


class Pyffish:
    """Moves are strings; a position is a FEN and the moves after it."""

    name = "pyffish"

    def __init__(self):
        import pyffish

        self.moves = pyffish.legal_moves

    def position(self, fen):
        return (fen, [])

    def legal_moves(self, position):
        return self.moves("xiangqi", *position)

    def perft(self, position, depth):
        fen, line = position
        moves = self.moves("xiangqi", fen, line)
        if depth == 1:
            return len(moves)
        return sum(self.perft((fen, [*line, move]), depth - 1) for move in moves)


def libraries():
    """The installed libraries, this package first."""
    found = [Duiyi(), Native()]
    for peer in (Cchess, Pyffish):
        try:
            found.append(peer())
        except ImportError:
            print(f"{peer.name} is not installed: skipped")
    return found


def legal_moves(library, positions):
    """Lists the legal moves of the positions, and returns their number."""
    return sum(len(library.legal_moves(position)) for position in positions)


def perft(library, positions):
    """Counts the move sequences from the positions."""
    return sum(library.perft(position, DEPTH) for position in positions)


def seconds(library, work, least=0.2):
    """The processor time of one run of the work, and its count."""
    positions = [library.position(fen) for fen in POSITIONS]
    times, start = 0, time.process_time()
    while True:
        count = work(library, positions)
        times += 1
        passed = time.process_time() - start
        if passed >= least:
            return passed / times, count


def compare(work, compared, rounds):
    """Prints a line for each library: its time, and the median ratio to the first."""
    taken = {library.name: [] for library in compared}
    counts = {}
    for _ in range(rounds):
        for library in compared:
            passed, counts[library.name] = seconds(library, work)
            taken[library.name].append(passed)
    if len(set(counts.values())) > 1:
        raise SystemExit(f"{work.__name__}: the counts differ: {counts}")
    print(f"{work.__name__}: {counts['duiyi']} counted, {len(POSITIONS)} positions")
    for name, times in taken.items():
        ratio = statistics.median(other / own for own, other in zip(taken["duiyi"], times))
        print(f"  {name:<14} {1000 * statistics.median(times):>10.3f} ms  {ratio:>9.3f} x duiyi's time")


def duiyi_calls():
    """A cost for each call of this package, in the middle of a game."""
    board = xiangqi.Board(POSITIONS[1])
    move = board.legal_moves[0]
    fen, text = board.fen(), board.write_move(move, "wxf")
    record = xiangqi.Game(played(xiangqi.Board())).to_pgn("wxf")
    return {
        "legal moves": lambda: list(board.legal_moves),
        "play and take back": lambda: (board.push(move), board.pop()),
        "read a FEN": lambda: xiangqi.Board(fen),
        "write a FEN": board.fen,
        "write a move": lambda: board.write_move(move, "wxf"),
        "read a move": lambda: board.read_move(text),
        "check": board.is_check,
        "outcome": board.outcome,
        "copy": board.copy,
        "hash": board.key,
        "read a record": lambda: next(xiangqi.GameReader(record.encode())),
        "headers of a record": lambda: next(xiangqi.read_headers(record.encode())),
    }


def chess_calls():
    """The same calls of python-chess, in chess."""
    import io

    import chess
    import chess.pgn
    import chess.polyglot

    board = chess.Board("r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 2 8")
    move = next(iter(board.legal_moves))
    fen, text = board.fen(), board.san(move)
    record = str(chess.pgn.Game.from_board(played(chess.Board())))
    return {
        "legal moves": lambda: list(board.legal_moves),
        "play and take back": lambda: (board.push(move), board.pop()),
        "read a FEN": lambda: chess.Board(fen),
        "write a FEN": board.fen,
        "write a move": lambda: board.san(move),
        "read a move": lambda: board.parse_san(text),
        "check": board.is_check,
        "outcome": board.outcome,
        "copy": board.copy,
        "hash": lambda: chess.polyglot.zobrist_hash(board),
        "read a record": lambda: chess.pgn.read_game(io.StringIO(record)),
        "headers of a record": lambda: chess.pgn.read_headers(io.StringIO(record)),
    }


def cchess_calls():
    """The calls that cchess has."""
    import cchess

    library, board = Cchess(), cchess.ChessBoard(POSITIONS[1])
    move = library.legal_moves(board)[0]
    text = board.copy().move(*move).to_text()
    return {
        "legal moves": lambda: library.legal_moves(board),
        "play and take back": lambda: board.copy().move(*move),
        "read a FEN": lambda: cchess.ChessBoard(POSITIONS[1]),
        "write a FEN": board.to_fen,
        "write a move": lambda: board.copy().move(*move).to_text(),
        "read a move": lambda: board.copy().move_text(text),
        "check": board.is_checking,
        "copy": board.copy,
        "hash": board.zhash,
    }


def pyffish_calls():
    """The calls that pyffish has: functions of a FEN and moves."""
    import pyffish

    fen = POSITIONS[1]
    (move, *_) = pyffish.legal_moves("xiangqi", fen, [])
    return {
        "legal moves": lambda: pyffish.legal_moves("xiangqi", fen, []),
        "play and take back": lambda: pyffish.get_fen("xiangqi", fen, [move]),
        "read a FEN": lambda: pyffish.validate_fen(fen, "xiangqi"),
        "write a FEN": lambda: pyffish.get_fen("xiangqi", fen, []),
        "write a move": lambda: pyffish.get_san("xiangqi", fen, move, False, pyffish.NOTATION_XIANGQI_WXF),
        "check": lambda: pyffish.gives_check("xiangqi", fen, []),
        "outcome": lambda: pyffish.is_immediate_game_end("xiangqi", fen, []),
    }


def played(board, plies=60):
    """A board after a number of moves, each chosen by its number."""
    for ply in range(plies):
        moves = sorted(board.legal_moves, key=str)
        board.push(moves[7 * ply % len(moves)])
    return board


def call_costs(rounds):
    """The microseconds of each call by library, medians over the rounds, and the versions of the libraries."""
    from importlib.metadata import version

    calls, versions = {}, {}
    for name, make in [
        ("duiyi", duiyi_calls),
        ("chess", chess_calls),
        ("cchess", cchess_calls),
        ("pyffish", pyffish_calls),
    ]:
        try:
            calls[name], versions[name] = make(), version(name)
        except ImportError:
            print(f"{name} is not installed: skipped")
    costs = {}
    for _ in range(rounds):
        for task in calls["duiyi"]:
            for name, library in calls.items():
                if task in library:
                    costs.setdefault((task, name), []).append(1e6 * one_call(library[task]))
    return {key: statistics.median(times) for key, times in costs.items()}, versions


def one_call(call, least=0.02):
    """The processor time of one call in seconds."""
    times, start = 0, time.process_time()
    while True:
        for _ in range(10):
            call()
        times += 10
        passed = time.process_time() - start
        if passed >= least:
            return passed / times


def write_calls(path, rounds):
    """Writes the costs of calls as CSV."""
    import platform

    costs, versions = call_costs(rounds)
    peers = ", ".join(f"{name} {number}" for name, number in versions.items())
    lines = [
        f"# Microseconds of processor time per call, medians of {rounds} rounds, the packages one after the other; Python "
        f"{platform.python_version()}, {peers}. chess plays chess, the others xiangqi; pyffish parses a FEN per call, and "
        "cchess copies the board to play, write and read a move. A record has 60 plies without comments. "
        f"python bindings/python/bench/compare.py --rounds {rounds} --calls docs/data/python-calls.csv",
        "call," + ",".join(versions),
    ]
    for task in dict.fromkeys(task for task, _ in costs):
        cells = [f"{costs[task, name]:.2f}" if (task, name) in costs else "" for name in versions]
        lines.append(",".join([task, *cells]))
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    print("\n".join(lines[1:]))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--calls", metavar="CSV")
    arguments = parser.parse_args()
    rounds = arguments.rounds
    compared = libraries()
    compare(legal_moves, [library for library in compared if library.name != Native.name], rounds)
    compare(perft, compared, rounds)
    if arguments.calls:
        write_calls(arguments.calls, rounds)


if __name__ == "__main__":
    main()
