"""Calls everything public that takes a number with numbers of all kinds, and reports what ends wrongly.

This is a program of its own: `test_numbers.py` runs it, since a call could end the interpreter. Each
line of its output begins with the call, so that the last one names the call that ended it.
"""

import ast
import math
import resource
import signal
import sys
import tempfile
import time
from pathlib import Path

import duiyi
from duiyi import connect6, xiangqi

VALUES = [-1, 0, 1, 2**31, 2**63, 2**64, 10**30, math.nan, math.inf, -math.inf, 1e30, True, "1", "x"]

LONG = {"perft", "perft_divide", "search", "solve", "proof", "build", "learn"}
"""The methods that may run until Ctrl-C ends them."""

ALARM, MOST = 0.3, 1.3
"""The time after which a signal ends a long call, and the time in which every call ends, in seconds."""

LEARNING = 30
"""The time in which a learning run ends, which finishes its games and its training first."""

FOLDER = tempfile.TemporaryDirectory()
MIDDLEGAME = "moves J10 I11-K11 L11-K12"


def objects(module):
    """New objects by class."""
    stones = module is connect6
    board = connect6.Board.read(MIDDLEGAME) if stones else xiangqi.Board()
    made = {
        "Board": lambda: board.copy(),
        "Game": lambda: module.Game(board),
        "Engine": lambda: module.Engine(hash=1),
        "Evaluation": lambda: module.Evaluation(),
        "LegalMoves": lambda: board.legal_moves,
        "Node": lambda: module.Game(board).root,
        "Solver": lambda: connect6.Solver(mebibytes=1),
        "EndgameTables": lambda: xiangqi.EndgameTables(FOLDER.name),
        "Score": lambda: duiyi.Score(5),
        "Book": lambda: xiangqi.Book.built_in(),
    }
    if stones:
        path = Path(FOLDER.name) / "own.book"
        path.write_text(connect6.Board().position() + " ; J10 3/0/1\n", encoding="utf-8")
        made["Book"] = lambda: connect6.Book.open(path)
    return made


def required(module, name):
    """A value of a required parameter that takes no number."""
    values = {
        "board": lambda: module.Board(),
        "game": lambda: "gomoku",
        "out": lambda: Path(tempfile.mkdtemp(dir=FOLDER.name)) / "learned",
        "move": lambda: xiangqi.Move("h2e2"),
        "color": lambda: "black",
        "name": lambda: "knk",
        "left": lambda: 1.0,
        "piece": lambda: xiangqi.Piece("red", "rook"),
        "format": lambda: "line",
        "text": lambda: "h2e2",
        "score": lambda: duiyi.Score(5),
    }
    return values[name]()


def takes_number(annotation):
    """Whether a parameter takes a number: 1, or 2 for a collection of them, or 0."""
    if annotation is None:
        return 0
    text = ast.unparse(annotation)
    words = set(text.replace("[", " ").replace("]", " ").replace("|", " ").replace(",", " ").split())
    if not words & {"int", "float", "SupportsIndex"}:
        return 0
    return 2 if words & {"list", "Sequence", "Iterable"} else 1


def calls(module, tree):
    """The calls with a number: a name, the method's name, and a function of the number."""
    for item in tree.body:
        if isinstance(item, ast.FunctionDef):
            yield from functions(module, item.name, item, lambda name=item.name: getattr(module, name), False)
        if not isinstance(item, ast.ClassDef) or item.name.startswith("_"):
            continue
        for member in item.body:
            if isinstance(member, ast.AnnAssign) and takes_number(member.annotation) and item.name in objects(module):
                make = objects(module)[item.name]

                def assign(value, make=make, name=member.target.id, plural=takes_number(member.annotation)):
                    setattr(make(), name, [value] if plural == 2 else value)

                yield f"{item.name}.{member.target.id} =", member.target.id, assign
            if not isinstance(member, ast.FunctionDef):
                continue
            decorators = {ast.unparse(decorator) for decorator in member.decorator_list}
            if member.name == "__new__":
                yield from functions(module, item.name, member, lambda name=item.name: getattr(module, name), True)
            elif "staticmethod" in decorators:
                owner = getattr(module, item.name)
                yield from functions(
                    module, f"{item.name}.{member.name}", member, lambda o=owner, n=member.name: getattr(o, n), False
                )
            elif not member.name.startswith("__") or member.name in {"__getitem__"}:

                def bound(name=member.name, owner=item.name):
                    return getattr(objects(module)[owner](), name)

                yield from functions(module, f"{item.name}.{member.name}", member, bound, True)


def functions(module, title, function, find, has_self):
    """The calls of a function, one for each parameter that takes a number."""
    positional = function.args.posonlyargs + function.args.args
    positional = positional[1:] if has_self else positional
    optional = len(function.args.defaults)
    needed = positional[: len(positional) - optional]
    for parameter in positional + function.args.kwonlyargs:
        plural = takes_number(parameter.annotation)
        if not plural:
            continue

        def call(value, parameter=parameter, plural=plural):
            value = [value] if plural == 2 else value
            first = [value if other is parameter else number_or(module, other) for other in needed]
            named = {} if parameter in needed else {parameter.arg: value}
            if function.name == "search":
                named.setdefault("nodes", 10)
            if function.name == "learn":
                named.setdefault("effort", 0.01)
            return find()(*first, **named)

        yield f"{title}({parameter.arg})", function.name, call


def number_or(module, parameter):
    """A value of another required parameter."""
    return 1 if takes_number(parameter.annotation) else required(module, parameter.arg)


def extra(module):
    """The calls whose parameters the stubs collect: the options of an engine and the parts of limits."""
    if module is duiyi:
        return
    board = module.Board()
    for part in ("depth", "nodes", "movetime", "mate"):

        def part_of(value, part=part):
            return module.Engine(hash=1).search(board, **{part: value})

        yield f"Engine.search({part})", "search", part_of
    for clock in ("left", "increment", "byo_yomi", "moves_to_go", "opponent_left"):

        def clock_of(value, clock=clock):
            own = duiyi.Clock(**{"left": 0.01, clock: value})
            return module.Engine(hash=1).search(board, clock=own)

        yield f"Engine.search(Clock({clock}))", "search", clock_of
    engine = module.Engine(hash=1)
    for option, values in engine.options.items():
        if "number" in values:
            yield f"Engine({option})", "", lambda value, option=option: module.Engine(**{option.replace(" ", "_"): value})


def interrupt(*_):
    raise KeyboardInterrupt


def attempt(title, name, call, value):
    """Makes a call, and returns what is wrong with its end, or nothing."""
    print(title, repr(value), end=" ", flush=True)
    start = time.monotonic()
    signal.setitimer(signal.ITIMER_REAL, ALARM)
    try:
        call(value)
        end = "returned"
    except (ValueError, TypeError, OverflowError, IndexError) as error:
        # An index outside a sequence is an IndexError in Python.
        allowed = not isinstance(error, IndexError) or name in {"__getitem__", "pop"}
        end = type(error).__name__ if allowed else f"WRONG {error!r}"
    except KeyboardInterrupt:
        end = "interrupted" if name in LONG else "WRONG interrupted"
    except BaseException as error:  # A panic is not an Exception.
        end = f"WRONG {error!r}"
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    seconds = time.monotonic() - start
    if seconds > (LEARNING if name == "learn" else MOST):
        end = f"WRONG {end} after {seconds:.1f} s"
    print(end, flush=True)


def main():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGALRM, interrupt)
    folder = Path(duiyi.__file__).parent
    modules = [("__init__", duiyi), ("xiangqi", xiangqi), ("_records", xiangqi), ("connect6", connect6)]
    try:
        from duiyi import learning

        modules.append(("learning", learning))
    except ImportError:
        pass
    for file, module in modules:
        tree = ast.parse((folder / f"{file}.pyi").read_text(encoding="utf-8"))
        of = xiangqi if file == "learning" else module
        rest = [] if file == "learning" else list(extra(module))
        for title, name, call in [*(calls(module, tree) if of is module else learning_calls(module, tree)), *rest]:
            for value in VALUES:
                attempt(f"{file}: {title}", name, call, value)


def learning_calls(module, tree):
    """The calls of `learning`, whose boards come from another module."""
    for item in tree.body:
        if isinstance(item, ast.FunctionDef) and any(takes_number(one.annotation) == 1 for one in item.args.args):
            yield f"{item.name}(number)", item.name, getattr(module, item.name)


if __name__ == "__main__":
    sys.exit(main())
