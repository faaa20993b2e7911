#!/usr/bin/env python3
"""Compares the legal moves of random games with another program's.

    tools/foreign/setup
    target/foreign/venv/bin/python tools/foreign/legal_moves.py openspiel xiangqi --positions 100000

The oracles are openspiel and cchess (xiangqi), and pyffish (xiangqi, minixiangqi, manchu). With
--ends, for the variants and pyffish, each game goes on with many repetitions from a random
position, and the ends of the games are compared too. Each difference is printed; the last line is
a row for docs/data/foreign-suites.csv.
"""
import argparse
import importlib.metadata
import random
import re
import subprocess
import sys

MAX_PLIES = 160


class OpenSpiel:
    """The game `xiangqi` of OpenSpiel."""

    package = "open-spiel"

    def __init__(self, variant):
        import pyspiel

        self.game = pyspiel.load_game(variant)

    def start(self):
        self.state = self.game.new_initial_state()

    def moves(self):
        """The legal moves; None if its own rules have ended the game."""
        if self.state.is_terminal():
            return None
        self.actions = {self.name(action): action for action in self.state.legal_actions()}
        return list(self.actions)

    def name(self, action):
        """`S(6,0)-(5,0)`, with rows from the top, as `a3a4`."""
        row, column, to_row, to_column = map(int, re.findall(r"\d+", self.state.action_to_string(action)))
        return f"{chr(97 + column)}{9 - row}{chr(97 + to_column)}{9 - to_row}"

    def play(self, move):
        self.state.apply_action(self.actions[move])

    def fen(self):
        rows = str(self.state).splitlines()[:10]
        letters = "/".join(rows).translate(str.maketrans("shegSHEG", "pnbkPNBK"))
        side = "wb"[self.state.current_player()]
        return f"{re.sub(r'[.]+', lambda run: str(len(run[0])), letters)} {side} - - 0 1"


class Cchess:
    """The package cchess."""

    package = "cchess"

    def __init__(self, _variant):
        import cchess

        self.cchess = cchess

    def start(self):
        self.board = self.cchess.ChessBoard(self.cchess.FULL_INIT_FEN)

    def moves(self):
        pairs = self.board.create_moves()
        return [self.cchess.pos2iccs(*pair) for pair in pairs if not self.board.is_checked_move(*pair)]

    def play(self, move):
        self.board.move_iccs(move)
        self.board.next_turn()

    def fen(self):
        return " ".join(self.board.to_fen().split()[:2]) + " - - 0 1"


class Pyffish:
    """Fairy-Stockfish by its Python module."""

    package = "pyffish"

    def __init__(self, variant):
        import pyffish

        self.pyffish = pyffish
        self.variant = variant

    def start(self):
        self.position = self.pyffish.start_fen(self.variant)

    def moves(self):
        return [self.named(move) for move in self.pyffish.legal_moves(self.variant, self.position, [])]

    def named(self, move, by=-1):
        """Xiangqi has rows from 0 here, and Fairy-Stockfish has them from 1 in all variants."""
        if self.variant != "xiangqi":
            return move
        return re.sub(r"\d+", lambda row: str(int(row[0]) + by), move)

    def play(self, move):
        self.position = self.pyffish.get_fen(self.variant, self.position, [self.named(move, 1)])

    def fen(self):
        return self.position

    def end(self, moves):
        """Whether the game has ended after these moves, as (winner or None,) or ()."""
        red_to_move = (" w " in self.position) == (len(moves) % 2 == 0)
        ended, value = self.pyffish.is_optional_game_end(self.variant, self.position, moves)
        if not ended:
            if self.pyffish.legal_moves(self.variant, self.position, moves):
                return "-"
            value = self.pyffish.game_result(self.variant, self.position, moves)
        if value == 0:
            return "1/2-1/2"
        return "1-0" if (value > 0) == red_to_move else "0-1"


ORACLES = {"openspiel": OpenSpiel, "cchess": Cchess, "pyffish": Pyffish}


def walk(oracle, rng, most):
    """The FENs of a random game, each with the legal moves of the oracle; and the game's moves."""
    oracle.start()
    for _ in range(most):
        moves = oracle.moves()
        if moves is None:
            return
        yield oracle.fen(), sorted(moves), None
        if not moves:
            return
        oracle.play(rng.choice(moves))


def walk_with_repetitions(oracle, rng):
    """Games in which pieces often go back, from a random position, with the ends of the oracle."""
    for _ in walk(oracle, rng, rng.randrange(20, 120)):
        pass
    moves, start = [], oracle.fen()
    for _ in range(30):
        legal = oracle.pyffish.legal_moves(oracle.variant, start, moves)
        end = oracle.end(moves)
        yield (f"{start} moves {' '.join(moves)}" if moves else start), sorted(legal), end
        if not legal or end != "-":
            return
        back = None
        if len(moves) > 1:
            origin, target = re.findall(r"[a-i]\d+", moves[-2])
            back = target + origin
        moves.append(back if back in legal and rng.random() < 0.85 else rng.choice(legal))


def answers(program, variant, positions):
    """The end and the legal moves of each position by this project."""
    text = "".join(position + "\n" for position in positions)
    output = subprocess.run([program, variant], input=text, text=True, check=True, stdout=subprocess.PIPE).stdout
    for line in output.splitlines():
        outcome, moves = line.split("\t")
        yield outcome.split(" ")[0], moves.split()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("oracle", choices=ORACLES)
    parser.add_argument("variant", choices=["xiangqi", "minixiangqi", "manchu"])
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ends", action="store_true")
    parser.add_argument("--program", default="target/release/examples/legal_moves")
    arguments = parser.parse_args()
    if arguments.oracle != "pyffish" and arguments.variant != "xiangqi":
        parser.error(f"{arguments.oracle} has only xiangqi")
    if arguments.ends and (arguments.oracle != "pyffish" or arguments.variant == "xiangqi"):
        parser.error("--ends needs pyffish and a variant")
    oracle, rng = ORACLES[arguments.oracle](arguments.variant), random.Random(arguments.seed)
    expected, games = [], 0
    while len(expected) < arguments.positions:
        games += 1
        game = walk_with_repetitions(oracle, rng) if arguments.ends else walk(oracle, rng, MAX_PLIES)
        expected.extend(game)
    differences = moves = 0
    ends = {}
    found = answers(arguments.program, arguments.variant, [position for position, _, _ in expected])
    for (position, legal, end), (outcome, ours) in zip(expected, found, strict=True):
        moves += len(legal)
        ends[end] = ends.get(end, 0) + 1
        if legal != ours or end not in (None, outcome):
            differences += 1
            print(f"{position}: {sorted(set(legal) ^ set(ours))}, {end} and {outcome}", file=sys.stderr)
    version = importlib.metadata.version(oracle.package)
    counted = " ".join(f"{end}:{count}" for end, count in sorted(ends.items()) if end) or "-"
    row = [f"{oracle.package} {version}", arguments.variant, games, len(expected), moves, counted, differences]
    print(*row, arguments.seed, sep=",")
    return differences > 0


if __name__ == "__main__":
    sys.exit(main())
