#!/usr/bin/env python3
"""Plays the endgames of XiangqiBench with the engine against XiangqiBench's defender.

    tools/foreign/setup
    target/foreign/venv/bin/python tools/foreign/defended_mates.py --milliseconds 1000

The defender is XiangqiBench's search for mates, or with --pikafish the program Pikafish, as in
XiangqiBench's paper. The engine mates or does not; XiangqiBench's rules decide. Each case that the
engine does not win is printed; the last line is a row for docs/data/foreign-suites.csv.
"""
import argparse
import importlib.metadata
import subprocess
import sys

from xiangqibench.cases import load_cases
from xiangqibench.defender.defender import PikafishDefender, RuleDefender
from xiangqibench.defender.engine import PikafishEngine
from xiangqibench.rules.xiangqi_env import XiangqiEnv

MAX_PLIES = 80


class Engine:
    """An engine that speaks UCI."""

    def __init__(self, program, milliseconds):
        self.process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.milliseconds = milliseconds
        self.ask("uci", "uciok")

    def ask(self, command, word):
        """Sends a command and returns the first line that begins with a word."""
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        for line in self.process.stdout:
            if line.startswith(word):
                return line.split()
        raise RuntimeError(f"the engine ended before '{word}'")

    def begin(self):
        self.ask("ucinewgame\nisready", "readyok")

    def move(self, fen, moves):
        position = f"position fen {fen}" + (f" moves {' '.join(moves)}" if moves else "")
        return self.ask(f"{position}\ngo movetime {self.milliseconds}", "bestmove")[1]

    def close(self):
        self.process.stdin.write("quit\n")
        self.process.stdin.close()
        self.process.wait(timeout=10)


def play(engine, defender, case):
    """The winner ("red", "black", "draw" or None), the reason, and the number of plies."""
    env, moves = XiangqiEnv(), []
    env.set_state_from_fen(case.fen)
    engine.begin()
    while len(moves) < MAX_PLIES and not env.is_game_over():
        if env.get_current_player() == case.challenger:
            move = engine.move(case.fen, moves)
        else:
            move = defender.choose(env.board.to_fen()).move
        if move is None or not env.step(move):
            return None, f"the move {move} was refused", len(moves)
        moves.append(move)
    details = env.get_outcome_details() or {"winner": None, "reason": "too long"}
    return details["winner"], details["reason"], len(moves)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--engine", default="target/release/xiangqi-engine")
    parser.add_argument("--milliseconds", type=int, default=1000)
    parser.add_argument("--limit", type=int)
    parser.add_argument("--depth", type=int, default=5, help="plies that the defender looks ahead")
    parser.add_argument("--pikafish")
    arguments = parser.parse_args()
    engine = Engine(arguments.engine, arguments.milliseconds)
    other = PikafishEngine(path=arguments.pikafish) if arguments.pikafish else None
    cases = load_cases(limit=arguments.limit)
    won = shortest = plies = 0
    for case in cases:
        defender = PikafishDefender(case.challenger, other) if other else RuleDefender(case.challenger, arguments.depth)
        winner, reason, length = play(engine, defender, case)
        plies += length
        won += winner == case.challenger
        shortest += winner == case.challenger and length <= case.win_in_plies
        if winner != case.challenger:
            print(f"{case.id} ({case.win_in_plies} plies) {case.fen}: {winner}, {reason}", file=sys.stderr)
    engine.close()
    version = importlib.metadata.version("xiangqibench")
    name = "pikafish" if other else f"defender of {arguments.depth} plies"
    counted = f"won:{won} as fast as stated:{shortest}"
    print(f"xiangqibench {version} ({name})", "xiangqi", len(cases), plies, "-", counted, len(cases) - won, "-", sep=",")
    return won < len(cases)


if __name__ == "__main__":
    sys.exit(main())
