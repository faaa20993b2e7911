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

    @unittest.skipUnless(os.environ.get("LAB"), "LAB is not set")
    def test_rust_reads_the_file(self):
        rows = self.train("--epochs", "4")
        command = [os.environ["LAB"], "train", *GAMES, "--error-of", self.name + ".nnue", "--hold-out", "3"]
        output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        held_out = float(re.search(r"([0-9.]+) held out", output)[1])
        self.assertAlmostEqual(held_out / rows[-1][2], 1, delta=2e-3)


if __name__ == "__main__":
    unittest.main()
