#!/usr/bin/env python3
"""Perft counts of the variants by Fairy-Stockfish, through its Python module pyffish.

    target/foreign/venv/bin/python tools/foreign/variant_perft.py > crates/xiangqi/tests/data/perft-variants.tsv

Prints the counts of the start position of each variant and of positions from random games.
"""
import functools
import random

import pyffish

VARIANTS = ("minixiangqi", "manchu")
PLIES = (16, 30, 44)
MOST = 150_000
SEED = 1


def without_clocks(fen):
    """The FEN with both clocks at the start."""
    return " ".join(fen.split()[:4] + ["0", "1"])


@functools.cache
def count(variant, fen, depth):
    """The number of sequences of `depth` moves; the FEN has no clocks."""
    legal = pyffish.legal_moves(variant, fen, [])
    if depth == 1:
        return len(legal)
    return sum(count(variant, without_clocks(pyffish.get_fen(variant, fen, [move])), depth - 1) for move in legal)


def counts(variant, fen):
    """The counts for depths from 1 on, until the next one is expected to exceed MOST."""
    fen = without_clocks(fen)
    found = [1, count(variant, fen, 1)]
    while found[-1] and found[-1] * found[-1] / found[-2] <= MOST and len(found) < 6:
        found.append(count(variant, fen, len(found)))
    return found[1:]


def walk(variant, plies, rng):
    """The FEN after random moves, captures twice as likely as other moves."""
    fen = pyffish.start_fen(variant)
    for _ in range(plies):
        legal = pyffish.legal_moves(variant, fen, [])
        if not legal:
            return None
        weights = [2 if pyffish.is_capture(variant, fen, [], move) else 1 for move in legal]
        fen = pyffish.get_fen(variant, fen, rng.choices(legal, weights))
    return fen if pyffish.legal_moves(variant, fen, []) else None


def main():
    print(f"# Command: tools/foreign/variant_perft.py with pyffish 0.0.90 ({pyffish.info()}), seed {SEED}")
    print("variant\tFEN\tcounts from depth 1 on")
    rng = random.Random(SEED)
    for variant in VARIANTS:
        positions = [pyffish.start_fen(variant)]
        for plies in PLIES:
            while (fen := walk(variant, plies, rng)) is None:
                pass
            positions.append(fen)
        for fen in positions:
            print(variant, fen, " ".join(map(str, counts(variant, fen))), sep="\t", flush=True)


if __name__ == "__main__":
    main()
