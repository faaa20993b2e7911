"""The part of `speed` in Python: ours against cchess and pyffish; prints rows in JSON."""

import json
import statistics
import sys
import tempfile
import time
from importlib.metadata import version
from pathlib import Path

import cchess
import pyffish
from duiyi import xiangqi

ROUNDS = int(sys.argv[1])
FENS = [line.split(";")[0].strip() for line in (Path(__file__).parents[2] / "benches/data/midgame50.epd").open()]
BOARDS = [xiangqi.Board(fen, rules="none-120") for fen in FENS]
START = xiangqi.Board(rules="none-120")
LEGAL = [list(board.legal_moves) for board in BOARDS]


def from_one(move):
    """A move in Fairy-Stockfish's coordinates, which count ranks from 1."""
    text = str(move)
    return f"{text[0]}{int(text[1]) + 1}{text[2]}{int(text[3]) + 1}"


def square(pair):
    return "abcdefghi"[pair[0]] + str(pair[1])


def cchess_moves(board):
    return [move for move in board.create_moves() if board.is_valid_move_t(move) and not board.is_checked_move(*move)]


def perft_of_ours(board, depth):
    moves = board.legal_moves
    if depth == 1:
        return len(moves)
    count = 0
    for move in moves:
        board.push(move)
        count += perft_of_ours(board, depth - 1)
        board.pop()
    return count


def perft_of_cchess(board, depth):
    moves = cchess_moves(board)
    if depth == 1:
        return len(moves)
    count = 0
    for move in moves:
        after = board.copy()
        after._move_piece(*move)
        after.next_turn()
        count += perft_of_cchess(after, depth - 1)
    return count


def perft_of_pyffish(fen, line, depth):
    moves = pyffish.legal_moves("xiangqi", fen, line)
    if depth == 1:
        return len(moves)
    return sum(perft_of_pyffish(fen, [*line, move], depth - 1) for move in moves)


def sampled_game():
    """A game of 60 plies, which repeats nothing."""
    board = xiangqi.Board(rules="none-120")
    for ply in range(60):
        moves = list(board.legal_moves)
        board.push(moves[ply * 7 % len(moves)])
    return board.move_stack


GAME = sampled_game()


def record():
    """The game as a record in ICCS."""
    texts = START.write_moves(GAME, "iccs")
    numbered = [f"{at // 2 + 1}. {' '.join(texts[at : at + 2])}" for at in range(0, len(texts), 2)]
    head = '[Game "Chinese Chess"]\n[Format "ICCS"]\n[Result "*"]\n\n'
    return head + "\n".join(numbered) + "\n*\n"


FILE = Path(tempfile.mkdtemp()) / "game.pgn"
FILE.write_text(record())
CCHESS = [cchess.ChessBoard(fen) for fen in FENS]
CCHESS_MOVES = [[cchess.iccs2pos(str(move)) for move in moves] for moves in LEGAL]
CCHESS_FEW = [moves[:2] for moves in CCHESS_MOVES]
FEW = [moves[:2] for moves in LEGAL]
START_FEN = START.fen()
FISH_FEW = [[from_one(move) for move in moves] for moves in FEW]
FISH_GAME = [from_one(move) for move in GAME]


def texts_of(moves):
    return sorted(map(str, moves))


def read_by_cchess():
    node, moves = cchess.read_from_pgn(str(FILE)).first_move, []
    while node:
        moves.append(node.to_iccs())
        node = node.next_move
    return moves


# The other package, the task, the calls, the work of ours and of the other, and how their results are compared.
TASKS = [
    (
        "cchess", "legal moves of 50 positions", len(FENS),
        lambda: [[str(move) for move in board.legal_moves] for board in BOARDS],
        lambda: [[square(a) + square(b) for a, b in cchess_moves(board)] for board in CCHESS],
        lambda lists: [texts_of(moves) for moves in lists],
    ),
    (
        "pyffish", "legal moves of 50 positions", len(FENS),
        lambda: [[str(move) for move in board.legal_moves] for board in BOARDS],
        lambda: [pyffish.legal_moves("xiangqi", fen, []) for fen in FENS],
        list,
    ),
    (
        "cchess", "perft 2 by moves", 1, lambda: [perft_of_ours(START, 2)],
        lambda: [perft_of_cchess(cchess.ChessBoard(START_FEN), 2)], list,
    ),
    (
        "pyffish", "perft 2 by moves", 1, lambda: [perft_of_ours(START, 2)],
        lambda: [perft_of_pyffish(START_FEN, [], 2)], list,
    ),
    (
        "cchess", "a move in Chinese", sum(map(len, CCHESS_FEW)),
        lambda: [b.write_move(m, "chinese") for b, moves in zip(BOARDS, FEW) for m in moves],
        lambda: [cchess.Move(b, *m).to_text() for b, moves in zip(CCHESS, CCHESS_FEW) for m in moves], list,
    ),
    (
        "pyffish", "a move in WXF", sum(map(len, FEW)),
        lambda: [b.write_move(m, "wxf") for b, moves in zip(BOARDS, FEW) for m in moves],
        lambda: [
            pyffish.get_san("xiangqi", fen, m, False, pyffish.NOTATION_XIANGQI_WXF)
            for fen, moves in zip(FENS, FISH_FEW) for m in moves
        ],
        list,
    ),
    (
        "cchess", "a record of 60 plies", 1,
        lambda: [str(move) for move in xiangqi.Game.read(FILE.read_text()).moves], read_by_cchess, list,
    ),
    (
        "pyffish", "a line of 60 moves to WXF", 1, lambda: START.write_moves(GAME, "wxf"),
        lambda: pyffish.get_san_moves("xiangqi", START_FEN, FISH_GAME, False, pyffish.NOTATION_XIANGQI_WXF), list,
    ),
]


def microseconds(work, calls):
    """The processor time of a call: other programs may share the machine."""
    begun, repeated = time.process_time(), 0
    while (passed := time.process_time() - begun) < 0.02:
        work()
        repeated += 1
    return passed * 1e6 / calls / repeated


def rows():
    for peer, task, calls, own, other, comparable in TASKS:
        ours, others = comparable(own()), comparable(other())
        if peer == "pyffish" and task.startswith("legal"):
            ours = [sorted(map(from_one, moves)) for moves in ours]
            others = [sorted(moves) for moves in others]
        equal = sum(a == b for a, b in zip(ours, others, strict=True))
        times = [(microseconds(own, calls), microseconds(other, calls)) for _ in range(ROUNDS)]
        ratios = sorted(theirs / mine for mine, theirs in times)
        yield {
            "ours": f"wheel {version('duiyi')}", "other": f"{peer} {version(peer)}", "task": task,
            "results": len(ours), "equal": equal,
            "our_us": f"{statistics.median(mine for mine, _ in times):.2f}",
            "other_us": f"{statistics.median(theirs for _, theirs in times):.2f}",
            "ratio": f"{statistics.median(ratios):.2f}", "least": f"{ratios[0]:.2f}", "greatest": f"{ratios[-1]:.2f}",
        }


print(json.dumps(list(rows())))
