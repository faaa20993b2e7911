"""Compares the processor time of legal moves and perft with cchess and pyffish.

Libraries that are not installed are skipped: ``pip install cchess pyffish``. All libraries use the
same positions. A round measures them one after the other; the ratios are medians over the rounds.
The program fails if the counts differ.

    python bindings/python/bench/compare.py [--rounds 5]
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


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    compared = libraries()
    compare(legal_moves, [library for library in compared if library.name != Native.name], rounds)
    compare(perft, compared, rounds)


if __name__ == "__main__":
    main()
