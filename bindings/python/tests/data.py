"""The test data of the Rust crates."""

from pathlib import Path

CRATES = Path(__file__).resolve().parents[3] / "crates"
XIANGQI = CRATES / "xiangqi" / "tests" / "data"


def lines(path):
    """The lines of a file that are neither empty nor comments."""
    text = path.read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line.strip() and not line.startswith("#")]


def mates():
    """Mate problems: the position, the moves to mate, and the solving first moves."""
    for line in lines(XIANGQI / "mates.epd"):
        fen, *fields = [part.strip() for part in line.split(";")]
        named = dict(field.split(" ", 1) for field in fields if field)
        yield fen, int(named["dm"]), named["bm"].split()
