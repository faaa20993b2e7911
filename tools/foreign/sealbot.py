#!/usr/bin/env python3
"""Plays HeXO between hexo-bot and SealBot, and writes a row per game.

    hexo-bot --listen 127.0.0.1:8100 --time 5 &
    tools/foreign/sealbot.py SEALBOT --games 100 --time 0.2 --out docs/data/hexo-sealbot.csv

SEALBOT is a checkout of github.com/Ramora0/SealBot whose folder `best` is built by its `setup.py`. Both have the same
time for a turn and one thread, and think in turn. Pairs of games begin with the same random second turn, within three
cells of the first stone, with exchanged sides. A game without a row after 220 stones is a draw.
"""

import argparse
import csv
import http.client
import json
import random
import sys
import time
from pathlib import Path

CELLS = [(q, r) for q in range(-3, 4) for r in range(-3, 4)]
MOST = 220  # Stones of a game.


def distance(one, other):
    q, r = one[0] - other[0], one[1] - other[1]
    return max(abs(q), abs(r), abs(q + r))


def ask(port, game, cross, limit):
    """The turn of hexo-bot."""
    cells = [{"q": q, "r": r, "p": "x" if side == cross else "o"} for (q, r), side in game.board.items()]
    board = {"to_move": "x" if game.current_player == cross else "o", "cells": cells}
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    # hexo-bot keeps 30 milliseconds for the way of the answer.
    connection.request("POST", "/stateless/v1-alpha/turn", json.dumps({"board": board, "time_limit": limit + 0.03}),
                       {"Content-Type": "application/json"})
    answer = connection.getresponse()
    text = answer.read()
    if answer.status != 200:
        sys.exit(f"hexo-bot answered {answer.status}: {text.decode()}")
    return [(piece["q"], piece["r"]) for piece in json.loads(text)["move"]["pieces"]]


def play(modules, options, number, spent):
    """Plays a game; returns the winner's side, or None, and the stones."""
    game_module, bot_module = modules
    cross, circle = game_module.Player.A, game_module.Player.B
    chance = random.Random(options.seed * 1000 + number // 2)
    game = game_module.HexGame()
    near = [cell for cell in CELLS if 0 < distance(cell, (0, 0)) <= 3]
    for cell in [(0, 0), *chance.sample(near, 2)]:
        game.make_move(*cell)
    own = cross if number % 2 == 0 else circle
    seal = bot_module.MinimaxBot(options.time)
    while not game.game_over and game.move_count < MOST:
        begun, mover = time.monotonic(), game.current_player
        turn = ask(options.port, game, cross, options.time) if mover == own else seal.get_move(game)
        spent[mover == own] += time.monotonic() - begun
        for cell in map(tuple, turn):
            if game.game_over:
                break
            if all(distance(cell, stone) > 8 for stone in game.board) or not game.make_move(*cell):
                return (circle if mover == cross else cross) == own, game.move_count
    winner = None if game.winner == game_module.Player.NONE else game.winner == own
    return winner, game.move_count


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sealbot", type=Path)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--time", type=float, default=0.2, help="seconds for a turn")
    parser.add_argument("--port", type=int, default=8100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    sys.path[:0] = [str(options.sealbot), str(options.sealbot / "best")]
    import game  # noqa: PLC0415 - of the checkout
    import minimax_cpp  # noqa: PLC0415

    spent = {True: 0.0, False: 0.0}
    points = 0.0
    with options.out.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(["game", "side", "result", "stones"])
        for number in range(options.games):
            winner, stones = play((game, minimax_cpp), options, number, spent)
            result = {True: "won", False: "lost", None: "drawn"}[winner]
            rows.writerow([number + 1, "cross" if number % 2 == 0 else "circle", result, stones])
            file.flush()
            points += {True: 1, False: 0, None: 0.5}[winner]
            print(f"{number + 1}: {result}, {points:g} points, {spent[True]:.0f} s against {spent[False]:.0f} s", flush=True)


if __name__ == "__main__":
    main()
