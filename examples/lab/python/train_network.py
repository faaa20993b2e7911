#!/usr/bin/env python3
"""Trains a xiangqi network with PyTorch, on a GPU or CPU, like `lab train`.

Uses the same games, positions, targets, held-out games and initial weights, and writes the same
files (NAME.nnue, NAME.csv). Only the order of the positions within an epoch differs. Requires
`torch` and `numpy`.

    python3 train_network.py games.bin --out net --hidden 128 --epochs 14 --scale 500
"""

import argparse
import math
import sys

import numpy
import torch

import network_file
import xiangqi_games

LIMIT = 1.98  # The maximum absolute value of a weight, which an engine's integers can represent.


class Network(torch.nn.Module):
    """One layer over each view with shared weights, squared clipped units, and an output per bucket.

    With `images`, the mirror image of each input, the network is symmetric: only the first half of the units has weights of
    its own; each unit of the second half has those of one of the first half for the mirrored inputs.
    """

    def __init__(self, parts, images=None):
        super().__init__()
        weights, bias, outputs, self.output_bias = (torch.nn.Parameter(torch.tensor(part.copy())) for part in parts)
        hidden = weights.shape[1]
        self.images = None if images is None else torch.tensor(images + [xiangqi_games.PADDING])
        own = hidden if images is None else hidden // 2
        # A row of zeros for the padding of short lists; its gradient is 0.
        self.features = torch.nn.Parameter(torch.cat([weights.detach()[:, :own], torch.zeros(1, own)]))
        self.bias = torch.nn.Parameter(bias.detach()[:own])
        self.outputs = torch.nn.Parameter(outputs.detach().reshape(-1, 2, hidden)[:, :, :own].contiguous())

    def whole(self):
        """Feature weights with the row for padding, bias, output weights by bucket, of all units."""
        if self.images is None:
            return self.features, self.bias, self.outputs.flatten(1)
        features = torch.cat([self.features, self.features[self.images.to(self.features.device)]], dim=1)
        return features, self.bias.repeat(2), self.outputs.repeat(1, 1, 2).flatten(1)

    def forward(self, own, other, bucket):
        """The output in natural units of the sigmoid."""
        features, bias, outputs = self.whole()
        units = [torch.nn.functional.embedding_bag(view, features, mode="sum", padding_idx=xiangqi_games.PADDING)
                 for view in (own, other)]
        squares = torch.cat([(unit + bias).clamp(0, 1) ** 2 for unit in units], dim=1)
        return (squares * outputs[bucket]).sum(dim=1) + self.output_bias[bucket]

    def parts(self):
        """Feature weights and bias, output weights and bias as arrays."""
        features, bias, outputs = self.whole()
        return [part.detach().cpu().numpy() for part in (features[:-1], bias, outputs, self.output_bias)]


class Samples:
    """Samples on a device, in batches."""

    def __init__(self, arrays, args):
        own, other, bucket, score, result = (torch.from_numpy(numpy.ascontiguousarray(values)) for values in arrays)
        self.by_score, self.result = torch.sigmoid(score.float() / args.scale), result
        self.own, self.other, self.bucket, self.device = own, other, bucket, args.device

    def __len__(self):
        return len(self.by_score)

    def errors(self, network, chosen, share):
        """The squared errors of some samples, whose targets have this share of the result."""
        target = self.by_score[chosen] + share * (self.result[chosen] - self.by_score[chosen])
        inputs = (values[chosen].long().to(self.device) for values in (self.own, self.other, self.bucket))
        return (torch.sigmoid(network(*inputs)) - target.to(self.device)) ** 2


def rate_after(share, step, args):
    """The rate of a step after a share of the training: a linear warm-up, then a cosine down to a hundredth."""
    if share < args.warm_up:
        return args.rate * min((share + step) / args.warm_up, 1)
    wave = (1 + math.cos(math.pi * (share - args.warm_up) / (1 - args.warm_up))) / 2
    return args.rate * (0.01 + 0.99 * wave)


def train(network, training, held_out, args):
    """Yields for each epoch: number, error of the training samples during the epoch, held-out error."""
    first, last = args.result_share
    optimizer = torch.optim.AdamW(network.parameters(), lr=args.rate, weight_decay=args.decay)
    generator = torch.Generator().manual_seed(args.seed)
    batches = math.ceil(len(training) / args.batch)
    for epoch in range(args.epochs):
        share = first + (last - first) * epoch / max(args.epochs - 1, 1)
        total, order = 0.0, torch.randperm(len(training), generator=generator)
        for index, batch in enumerate(order.split(args.batch)):
            passed = (epoch + index / batches) / args.epochs
            optimizer.param_groups[0]["lr"] = rate_after(passed, 1 / (batches * args.epochs), args)
            errors = training.errors(network, batch, share)
            optimizer.zero_grad()
            errors.mean().backward()
            optimizer.step()
            with torch.no_grad():
                for values in network.parameters():
                    values.clamp_(-LIMIT, LIMIT)
            total += errors.detach().double().sum().item()
        with torch.no_grad():
            parts = torch.arange(len(held_out)).split(65536)
            error = sum(held_out.errors(network, part, last).double().sum().item() for part in parts) / len(held_out)
        yield epoch + 1, total / len(training), error


def shares(text):
    """A share, or two separated by `..`: of the first and of the last epoch."""
    first, _, last = text.partition("..")
    found = float(first), float(last or first)
    if not all(0 <= share <= 1 for share in found):
        raise argparse.ArgumentTypeError("expected a number from 0 to 1, or two: FIRST..LAST")
    return found


def arguments(words=None):
    """The command line; the options are those of `lab train`."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("games", nargs="+", help="files of games: records of `lab generate`, or text with a game per line")
    parser.add_argument("--out", required=True, metavar="NAME", help="write NAME.nnue and NAME.csv")
    parser.add_argument("--start", metavar="NAME.nnue", help="begin with this network and its scale, for a second stage")
    parser.add_argument("--symmetric", action="store_true", help="a position and its mirror image have the same score")
    parser.add_argument("--hidden", type=int, default=256, help="hidden units per side, a multiple of 32")
    parser.add_argument("--epochs", type=int, default=20, help="number of epochs; 0 writes the initial network")
    parser.add_argument("--batch", type=int, default=16384)
    parser.add_argument("--rate", type=float, default=0.001, help="initial AdamW step size")
    parser.add_argument("--warm-up", type=float, default=0.0, help="share of the training in which the rate rises from 0")
    parser.add_argument("--decay", type=float, default=0.01, help="weight decay per step, relative to the step size")
    parser.add_argument("--result-share", type=shares, default=(0.3, 0.3), metavar="SHARE",
                        help="weight of the result in the target, from 0 to 1; FIRST..LAST changes it from epoch to epoch")
    parser.add_argument("--scale", type=float, default=400.0, help="score with an expected result of 0.731")
    parser.add_argument("--hold-out", type=int, default=50, help="hold out every Nth game, starting with the first")
    parser.add_argument("--limit", type=int, default=2000, help="skip positions with a score beyond this limit")
    parser.add_argument("--provenance", default="", help="description of the games, stored in the file of the network")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    return parser.parse_args(words)


def run(args):
    """Reads the games, trains and writes the files; returns the rows of the curve."""
    if args.start:
        with open(args.start, "rb") as file:
            parts, args.scale = network_file.from_bytes(file.read(), xiangqi_games.FEATURES)
    else:
        parts = network_file.random_network(xiangqi_games.INPUTS, args.hidden, xiangqi_games.BUCKETS, args.seed)
    sets, games, broken = xiangqi_games.read(args.games, args.hold_out, args.limit)
    training, held_out = (Samples(positions.arrays(not args.symmetric), args) for positions in sets)
    print(f"{games} games, {broken} of them broken", file=sys.stderr)
    print(f"{len(training)} positions to train on, {len(held_out)} held out", file=sys.stderr)
    network = Network(parts, xiangqi_games.IMAGES if args.symmetric else None).to(args.device)
    rows = []
    for row in train(network, training, held_out, args):
        rows.append(row)
        print("epoch {}: error {:.6f} on training, {:.6f} held out".format(*row), file=sys.stderr)
        with open(args.out + ".csv", "w") as file:
            file.write("epoch,training,held out\n" + "".join("{},{!r},{!r}\n".format(*row) for row in rows))
    first, last = args.result_share
    share = f"{first:g}" if first == last else f"{first:g}..{last:g}"
    warm_up = f", warm-up {args.warm_up:g}" if args.warm_up else ""
    symmetric = ", symmetric" if args.symmetric else ""
    provenance = (f"{args.provenance}; train_network.py: epochs {args.epochs}, batch {args.batch}, rate {args.rate:g}{warm_up}, "
                  f"decay {args.decay:g}, result share {share}, scale {args.scale:g}{symmetric}, seed {args.seed}; "
                  f"error held out {rows[-1][2] if rows else 0:.6f}")
    with open(args.out + ".nnue", "wb") as file:
        file.write(network_file.to_bytes(network.parts(), args.scale, xiangqi_games.FEATURES, provenance))
    return rows


if __name__ == "__main__":
    run(arguments())
