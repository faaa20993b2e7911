"""Compares `train_network.py` with the reference data for the tests of `lab train`.

    python3 -m unittest           in this folder; LAB=PATH is the program `lab`, to test reading a file
"""

import os
import pathlib
import re
import subprocess
import tempfile
import unittest

import train_network

DATA = pathlib.Path(__file__).parent.parent / "tests" / "data"
GAMES = [str(DATA / "network-games.bin"), str(DATA / "network-games.txt")]
OPTIONS = ["--hidden", "32", "--hold-out", "3", "--rate", "0.01", "--decay", "0.1", "--scale", "500", "--device", "cpu"]


class Training(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.name = str(pathlib.Path(folder.name) / "net")

    def train(self, *more):
        return train_network.run(train_network.arguments([*GAMES, "--out", self.name, *OPTIONS, *more]))

    def test_the_curve_equals_the_reference_for_rust(self):
        rows = self.train("--epochs", "4")
        kept = (DATA / "network-torch.csv").read_text().splitlines()[1:]
        self.assertEqual(len(rows), len(kept))
        for row, line in zip(rows, kept):
            for value, text in zip(row, line.split(",")):
                self.assertAlmostEqual(value / float(text), 1, delta=1e-4)

    def test_the_initial_network_equals_that_of_rust_byte_for_byte(self):
        self.train("--epochs", "0", "--provenance", "a test")
        written = pathlib.Path(self.name + ".nnue").read_bytes()
        rust = (DATA.parent / "all" / "network.rs").read_text()
        length, checksum = re.search(r"WRITTEN: \(usize, u64\) = \((\d+), 0x(\w+)\)", rust).groups()
        self.assertEqual((len(written), written[-8:][::-1].hex()), (int(length), checksum))

    def test_a_second_stage_begins_with_a_network(self):
        rows = self.train("--epochs", "3")
        first = self.name + ".nnue"
        self.name += "-2"
        more = self.train("--epochs", "2", "--start", first, "--rate", "1e-9", "--scale", "123", "--result-share", "0.9..0.3")
        # The rate is too small for a change, and the file rounds the weights.
        self.assertAlmostEqual(more[-1][2] / rows[-1][2], 1, delta=2e-3)
        data = pathlib.Path(first).read_bytes()
        parts, scale = train_network.network_file.from_bytes(data, train_network.xiangqi_games.FEATURES)
        self.assertEqual((scale, parts[0].shape[1]), (500, 32))
        for broken in (data[:-1], data[:100] + b"x" + data[101:]):
            with self.assertRaisesRegex(ValueError, "checksum"):
                train_network.network_file.from_bytes(broken, train_network.xiangqi_games.FEATURES)

    def test_a_symmetric_network_gives_mirror_images_one_score(self):
        rows = self.train("--epochs", "4", "--symmetric")
        kept = (DATA / "network-torch-symmetric.csv").read_text().splitlines()[1:]
        for row, line in zip(rows, kept, strict=True):
            for value, text in zip(row, line.split(",")):
                self.assertAlmostEqual(value / float(text), 1, delta=1e-4)
        data = pathlib.Path(self.name + ".nnue").read_bytes()
        (features, bias, outputs, _), _ = train_network.network_file.from_bytes(data, train_network.xiangqi_games.FEATURES)
        half = features.shape[1] // 2
        self.assertTrue((features[train_network.xiangqi_games.IMAGES, half:] == features[:, :half]).all())
        self.assertTrue((bias[half:] == bias[:half]).all())
        outputs = outputs.reshape(-1, 2, 2, half)
        self.assertTrue((outputs[:, :, 0] == outputs[:, :, 1]).all())
        self.assertIn(b"scale 500, symmetric, seed 1", data)

    def test_the_share_and_the_rate_change_during_the_training(self):
        args = train_network.arguments(["x", "--out", "y", "--warm-up", "0.1", "--rate", "2", "--result-share", "0.2..0.8"])
        self.assertEqual(args.result_share, (0.2, 0.8))
        rates = [train_network.rate_after(share, 0.01, args) for share in (0, 0.05, 0.1, 0.55, 1)]
        for rate, expected in zip(rates, (0.2, 1.2, 2, 1.01, 0.02)):
            self.assertAlmostEqual(rate, expected)
        with self.assertRaises(SystemExit):
            train_network.arguments(["x", "--out", "y", "--result-share", "1.5"])

    @unittest.skipUnless(os.environ.get("LAB"), "LAB is not set")
    def test_rust_reads_the_file(self):
        rows = self.train("--epochs", "4")
        command = [os.environ["LAB"], "train", *GAMES, "--error-of", self.name + ".nnue", "--hold-out", "3"]
        output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        held_out = float(re.search(r"([0-9.]+) held out", output)[1])
        self.assertAlmostEqual(held_out / rows[-1][2], 1, delta=2e-3)


if __name__ == "__main__":
    unittest.main()
