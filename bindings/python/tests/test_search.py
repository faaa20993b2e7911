"""Searches: limits, mates, reports, threads, Ctrl-C; evaluations and books."""

import signal
import threading
import time

import pytest

from duiyi import (
    Clock,
    DamagedTableError,
    DuiyiError,
    Limit,
    Limits,
    OtherTableError,
    TableFileError,
    TableVersionError,
    connect6,
    xiangqi,
)
from duiyi.xiangqi import Board, Book, Engine, Evaluation, Move

from data import mates

MIDDLEGAME = "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1"


@pytest.mark.parametrize("fen, moves, keys", list(mates())[::14], ids=lambda value: None)
def test_mates_are_found(fen, moves, keys):
    board = Board(fen)
    found = Engine(hash=4).search(board, mate=moves, nodes=1_000_000)
    assert found.score.mate_distance == 2 * moves - 1 and found.score.is_decisive
    assert str(found.best) in keys and found.best == found.moves[0] == found.turn[0]
    board.push(found.best)
    assert board.is_checkmate() == (moves == 1)


def test_a_search_with_a_node_limit_is_reproducible():
    def search():
        found = Engine(hash=1).search(Board(MIDDLEGAME), nodes=3000)
        return found.nodes, found.depth, found.moves, found.score

    assert search() == search() and search()[0] <= 3000


def test_limits_are_an_object_or_keywords():
    engine, board = Engine(hash=1), Board()
    assert engine.search(board, Limits(depth=2)).depth == engine.search(board, depth=2).depth == 2
    assert engine.search(board, movetime=0.05).seconds < 5
    assert engine.search(board, clock=Clock(1, increment=0.1)).seconds < 5
    assert engine.search(board, Limit(time=0.05)).seconds < 5 and repr(Limit(time=1)) == repr(Limits(movetime=1))
    with pytest.raises(DuiyiError, match="expected one of the two"):
        Limits(movetime=1, time=1)
    with pytest.raises(DuiyiError, match="a search without a limit"):
        engine.search(board)
    with pytest.raises(DuiyiError, match="expected one of the two"):
        engine.search(board, Limits(depth=2), depth=3)
    with pytest.raises(TypeError, match="plies"):
        engine.search(board, plies=3)
    with pytest.raises(DuiyiError, match="a movetime of -1 seconds"):
        Limits(movetime=-1)
    assert repr(Limits(depth=6, clock=Clock(60))) == "Limits(depth=6, clock=Clock(60.0))"


def test_several_lines_and_restricted_moves():
    board = Board()
    found = Engine(hash=1, multipv=3).search(board, depth=4)
    assert len(found.lines) == 3 and len({line.moves[0] for line in found.lines}) == 3
    scores = [line.score for line in found.lines]
    assert scores == sorted(scores, reverse=True) and found.best == found.lines[0].moves[0]
    only = [Move("a0a1"), Move("i0i1")]
    assert Engine(hash=1).search(board, depth=2, moves=only).best in only


def test_a_report_callback_may_end_the_search():
    reports = []
    Engine(hash=1).search(Board(), depth=5, on_report=reports.append)
    assert [report.depth for report in reports if report.bound == "exact"][-1] == 5
    assert reports[-1].moves and reports[-1].nodes > 0 and reports[0].line == 1

    def refuse(report):
        if report.depth >= 3:
            raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        Engine(hash=1).search(Board(), infinite=True, on_report=refuse)


@pytest.mark.parametrize(
    "engine, board",
    [
        (Engine(hash=1), Board("4k4/9/9/9/9/9/R8/1R7/9/3K5 w")),
        (Engine(hash=1), Board("3k5/R8/1R7/9/9/9/9/9/9/4K4 w")),
        (Engine(search="uct"), Board("3k5/R8/1R7/9/9/9/9/9/9/4K4 w")),
        (connect6.Engine(hash=1), connect6.Board.read("moves J10 A1-S1 K10-L10 A19-S19")),
    ],
    ids=["mate in two", "mate", "mate by playouts", "six"],
)
def test_only_a_stop_ends_an_infinite_search(engine, board):
    found = []
    worker = threading.Thread(target=lambda: found.append(engine.search(board, infinite=True)))
    worker.start()
    worker.join(1)
    assert worker.is_alive()
    engine.stop()
    worker.join(5)
    assert not worker.is_alive() and found[0].best


def test_options_of_the_engine_are_set():
    engine = Engine(hash=1, Threads=1, evaluation="thesis", skill_level=20)
    engine.set_option("Skill Level", 3)
    engine.set_option("Clear Hash", "")
    assert {"Hash", "Threads", "MultiPV", "Evaluation", "OwnBook"} <= set(engine.options)
    assert "tuned" in engine.options["Evaluation"]
    with pytest.raises(DuiyiError, match="unknown option 'hush'; expected one of"):
        engine.set_option("hush", 1)
    with pytest.raises(DuiyiError, match="option Hash does not take '0'"):
        Engine(hash=0)
    engine.new_game()


def test_a_search_releases_the_interpreter_lock():
    engine, found = Engine(hash=1), []
    worker = threading.Thread(target=lambda: found.append(engine.search(Board(), movetime=40)))
    worker.start()
    # If the search held the lock, the count would end after the search.
    counted = sum(1 for _ in range(100_000))
    assert counted == 100_000 and worker.is_alive()
    while worker.is_alive():
        engine.stop()
        worker.join(0.05)
    assert found[0].depth >= 1 and found[0].seconds < 30


def test_searches_of_one_engine_run_one_after_another():
    engine, found = Engine(hash=1), []
    workers = [
        threading.Thread(target=lambda: found.append(engine.search(Board(MIDDLEGAME), nodes=2000))) for _ in range(3)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert len(found) == 3 and all(result.best for result in found)


GAMES = pytest.mark.parametrize(
    "module, board", [(xiangqi, Board(MIDDLEGAME)), (connect6, connect6.Board.read("moves J10"))], ids=["xiangqi", "connect6"]
)


@GAMES
def test_a_table_is_loaded_from_a_file(module, board, tmp_path):
    path = tmp_path / "study.table"
    engine, other = module.Engine(hash=1), module.Engine(hash=2)
    engine.search(board, depth=8)
    engine.save_table(path)
    assert path.stat().st_size == 48 + 2**20 and list(tmp_path.iterdir()) == [path]
    other.load_table(str(path))
    fresh = module.Engine(hash=1).search(board, depth=6)
    known = other.search(board, depth=6)
    assert known.depth == fresh.depth == 6 and known.nodes < fresh.nodes
    # A new game clears the table.
    other.new_game()
    assert other.search(board, depth=6).nodes == fresh.nodes


@GAMES
def test_a_table_file_that_is_refused_changes_nothing(module, board, tmp_path):
    path, wrong = tmp_path / "study.table", tmp_path / "wrong.table"
    engine = module.Engine(hash=1)
    engine.search(board, nodes=3000)
    engine.save_table(path)
    whole = path.read_bytes()
    elsewhere = connect6 if module is xiangqi else xiangqi
    elsewhere.Engine(hash=1).save_table(tmp_path / "other.table")
    engine.set_option("Evaluation", "plain" if module is connect6 else "tuned")
    engine.set_option("Hash", 1)
    engine.search(board, depth=8)
    engine.save_table(tmp_path / "own.table")
    own = (tmp_path / "own.table").read_bytes()
    changed = bytearray(own)
    changed[5000] ^= 1
    for content, error, message in [
        (whole, OtherTableError, "another game or evaluation"),
        ((tmp_path / "other.table").read_bytes(), OtherTableError, "another game or evaluation"),
        (own[:8] + b"\x09" + own[9:], TableVersionError, "has version 9, expected 2"),
        (bytes(changed), DamagedTableError, "checksum"),
        (own[:-1], DamagedTableError, "cut off after 16384 of 16384 lines"),
        (own[:100_000], DamagedTableError, "cut off after 1561 of 16384 lines"),
        (own[:30], DamagedTableError, "ends within its first 40 bytes"),
        (b"", DamagedTableError, "ends within its first 40 bytes"),
        (b"PNG" + own[3:], TableFileError, "expected 'DUIYI-TT'"),
    ]:
        wrong.write_bytes(content)
        with pytest.raises(error, match=message) as raised:
            engine.load_table(wrong)
        assert type(raised.value) is error and issubclass(error, DuiyiError) and "wrong.table" in str(raised.value)
    with pytest.raises(FileNotFoundError, match="none.table"):
        engine.load_table(tmp_path / "none.table")
    with pytest.raises(OSError, match="study.table"):
        engine.save_table(tmp_path / "none" / "study.table")
    # The engine still has its own table.
    engine.save_table(tmp_path / "own.table")
    assert (tmp_path / "own.table").read_bytes() == own
    engine.load_table(tmp_path / "own.table")


def test_a_player_without_a_table_refuses_to_save_and_load(tmp_path):
    engine = Engine(search="uct", hash=1)
    for call in (engine.save_table, engine.load_table):
        with pytest.raises(DuiyiError, match="this player has no transposition table"):
            call(tmp_path / "study.table")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="signals by a timer are needed")
@pytest.mark.parametrize(
    "search",
    [
        lambda: Engine(hash=1).search(Board(), movetime=40),
        lambda: connect6.Engine(hash=1).search(connect6.Board.read("moves J10"), movetime=40),
        lambda: Board().perft(9),
        lambda: Board().perft_divide(128),
        lambda: connect6.Board().perft(9),
    ],
)
def test_ctrl_c_ends_a_search_or_a_count(search):
    def interrupt(*_):
        raise KeyboardInterrupt

    before, start = signal.signal(signal.SIGALRM, interrupt), time.monotonic()
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        with pytest.raises(KeyboardInterrupt):
            search()
        assert time.monotonic() - start < 30
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_finished_games_are_not_searched():
    mate = Board("1R1k5/R8/9/9/9/9/9/9/9/4K4 b")
    with pytest.raises(DuiyiError, match="the game is over, 1-0 checkmate"):
        Engine(hash=1).search(mate, depth=2)
    with pytest.raises(DuiyiError, match="no move is allowed"):
        Engine(hash=1).search(Board(), depth=2, moves=[])


def test_scores_are_compared():
    mate = Engine(hash=1).search(Board("3k5/R8/1R7/9/9/9/9/9/9/4K4 w"), depth=3).score
    quiet = Engine(hash=1).search(Board(), depth=2).score
    assert -mate < quiet < mate and int(quiet) == quiet.units and quiet.mate_distance is None
    assert (-mate).mate_distance == -1 and str(mate) == "mate in 1 ply" and hash(mate) == hash(-(-mate))


def test_evaluations():
    rook_less = Board("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/1NBAKABNR w")
    scores = [Evaluation(name).of(rook_less) for name in ("tuned", "thesis", "network")]
    assert all(-2500 < score < -300 for score in scores) and len(set(scores)) == 3
    explanation = Evaluation().explain(rook_less)
    assert explanation.total == scores[0] and "score" in str(explanation)
    assert {name for name, *_ in explanation.terms} >= {"material"} and explanation.remainder is None
    explanation = Evaluation("network").explain(rook_less)
    terms = sum(red - black for _, _, red, black in explanation.terms)
    assert terms + explanation.remainder == explanation.total == scores[2] and "remainder" in str(explanation)
    assert abs(explanation.remainder) < abs(explanation.total)
    assert Evaluation("network").worth(rook_less)[xiangqi.I0] > 300
    for wrong, message in [
        (lambda: Evaluation("best"), "unknown evaluation 'best'; expected one of"),
        (lambda: Evaluation("thesis").explain(rook_less), "the evaluation 'thesis' has no terms"),
        (lambda: Evaluation().worth(rook_less), "only the evaluation 'network'"),
        (lambda: Evaluation("network", file=__file__), "test_search.py"),
    ]:
        with pytest.raises(DuiyiError, match=message):
            wrong()


def test_books(tmp_path):
    book, board = Book.built_in(), Board()
    known = book.explore(board)
    assert known[0].name == "中炮" and abs(sum(move.share for move in known) - 1) < 1e-6
    assert book.choose(board, "best") in [move.move for move in known]
    assert book.choose(board, seed=1) == book.choose(board, seed=1)
    for text in "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7".split():
        board.push_text(text)
    assert book.name(board) == "中炮对屏风马" == board.opening()
    assert book.explore(Board(MIDDLEGAME)) == [] and book.choose(Board(MIDDLEGAME)) is None
    with pytest.raises(OSError):
        Book.open(tmp_path / "nothing.book")
    with pytest.raises(DuiyiError):
        book.choose(board, "boldest")
    assert Engine(ownbook=True, hash=1).search(Board(), nodes=10).score is None
