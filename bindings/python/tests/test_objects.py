"""The lives of objects: collection, copies, pickles, and their use by several threads."""

import copy
import gc
import pickle
import signal
import threading
import time
import weakref

import pytest

import duiyi
from duiyi import DuiyiError, connect6, learning, xiangqi

numpy = pytest.importorskip("numpy")


def zeros(planes):
    return numpy.zeros(len(planes))


class Owner:
    """An object in a cycle with its search."""

    def __init__(self, game):
        self.search = learning.MonteCarlo(game, self.evaluate, memory=1)

    def evaluate(self, planes):
        return zeros(planes)


@pytest.mark.parametrize("game", [xiangqi, connect6])
def test_a_search_in_a_cycle_is_collected(game):
    owner = Owner(game)
    assert owner.search.search(game.Board(), nodes=20).nodes == 20
    discarded = weakref.ref(owner)
    del owner
    gc.collect()
    assert discarded() is None


def holders():
    """Objects of all classes that hold Python objects."""
    for game in (xiangqi, connect6):
        reports = []
        found = game.Engine(hash=1).search(game.Board(), depth=2, on_report=reports.append)
        yield from (found, *found.lines[:1], *reports[:1])
        native = learning.MonteCarlo(game, zeros, memory=1)._search
        yield native
    yield xiangqi.Book.built_in().explore(xiangqi.Board())[0]
    yield xiangqi.Game().root


def test_the_collector_sees_what_objects_hold():
    seen = set()
    for holder in holders():
        assert gc.is_tracked(holder) and gc.get_referents(holder), holder
        seen.add(type(holder).__name__)
    assert seen == {"SearchResult", "Line", "Report", "MonteCarlo", "BookMove", "Node"}


@pytest.mark.parametrize("game", [xiangqi, connect6])
def test_a_board_can_be_played_on_during_perft(game):
    board = game.Board()
    turn = board.legal_moves[0]
    begun = threading.Event()
    counts = []

    def count():
        begun.set()
        counts.append(board.perft(5 if game is xiangqi else 4))

    thread = threading.Thread(target=count)
    thread.start()
    begun.wait()
    # Long enough for the count to begin, and shorter than the count.
    time.sleep(0.01)
    board.push(turn)
    thread.join()
    assert counts and len(board.move_stack) == 1


@pytest.mark.parametrize("game", [xiangqi, connect6])
def test_an_infinite_search_ends_when_it_is_stopped(game):
    won = {
        xiangqi: lambda: xiangqi.Board("3k5/R8/1R7/9/9/9/9/9/9/4K4 w"),
        connect6: lambda: connect6.Board.read("moves J10 A1-S1 K10-L10 A19-S19"),
    }[game]()
    engine = game.Engine(hash=1)
    results = []
    thread = threading.Thread(target=lambda: results.append(engine.search(won, infinite=True)))
    thread.start()
    thread.join(1.0)
    assert thread.is_alive()
    engine.stop()
    thread.join(10)
    assert results[0].score.mate_distance


COMMENTS = ["", " blanks ", "\r", "a\r\nb", "[Red \"x\"]\n[Red \"y\"]", "}{;", "\n\n"]


def copies(game):
    yield copy.copy(game)
    yield copy.deepcopy(game)
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        yield pickle.loads(pickle.dumps(game, protocol))


def test_copies_of_a_record_are_exact():
    for start in (None, xiangqi.Board("3k5/9/9/9/9/9/9/9/9/4KA3 w", lenient=True)):
        game = xiangqi.Game(start)
        game.result = "0-1"
        for name, value in (("Event", "?"), ("Round", ""), ("Red", "A \\ \"B\"")):
            game.set_tag(name, value)
        for move in list(game.board().legal_moves)[:3]:
            node = game.root.play(move)
            for comment, reply in zip(COMMENTS, list(node.board().legal_moves)[:7]):
                leaf = node.play(reply)
                leaf.comment = comment
                leaf.glyphs = [0, 1, 1, 255, 1]
        for other in copies(game):
            assert (other.tags, other.result) == (game.tags, game.result)
            rest = [(game.root, other.root)]
            while rest:
                one, two = rest.pop()
                assert (one.move, one.comment, one.glyphs) == (two.move, two.comment, two.glyphs)
                assert len(one.children) == len(two.children)
                rest.extend(zip(one.children, two.children))
            other.set_tag("Red", "C")
            assert game.tag("Red") != "C"


def test_copies_of_a_record_of_connect6_are_exact():
    game = connect6.Game(connect6.Board.read("moves J10 K10-L10"))
    for text in (" blanks ", "\r", "a\r\nb", ")(;]\\"):
        for name in ("black", "white", "event", "place", "date"):
            game.set_tag(name, text + name)
        for other in copies(game):
            assert other == game and [other.tag(name) for name in ("black", "date")] == [text + "black", text + "date"]


def test_a_lenient_board_is_read_back():
    for fen in ("3k5/9/9/9/9/9/9/9/9/4KA3 w", "3k5/9/9/9/9/9/R8/9/9/4K1B1A w"):
        board = xiangqi.Board(fen, lenient=True)
        for _ in range(3):
            assert xiangqi.Board.read(board.write(), lenient=True).write() == board.write()
            board.push(board.legal_moves[0])
    assert xiangqi.Board.read("moves h2e2", lenient=True).ply() == 1
    assert xiangqi.Board.read("", lenient=True).ply() == 0
    for bad in ("9/9", "moves h2h9x", "x", "moves moves"):
        with pytest.raises(DuiyiError):
            xiangqi.Board.read(bad, lenient=True)


def test_wanted_moves_are_searched_or_refused_by_name():
    board = connect6.Board.read("moves J10")
    monte_carlo = learning.MonteCarlo(connect6, zeros, memory=1)
    for stone in (0, 181, 200, 360):
        for form in ("stones", "turns"):
            found = connect6.Engine(hash=1, form=form).search(board, nodes=100, moves=[stone])
            assert (found.best, found.turn[0], found.moves[0]) == (stone, stone, stone) and len(found.turn) == 2
        assert stone in monte_carlo.search(board, nodes=20, moves=[stone]).turn
    for search in (connect6.Engine(hash=1), monte_carlo):
        with pytest.raises(DuiyiError, match="moves: J10 is not legal here"):
            search.search(board, nodes=10, moves=[0, 180])
        with pytest.raises(DuiyiError, match="point 361"):
            search.search(board, nodes=10, moves=[0, 361])
    with pytest.raises(DuiyiError, match="moves: h2h3x|moves: a0a9 is not legal here"):
        xiangqi.Engine(hash=1).search(xiangqi.Board(), depth=1, moves=[xiangqi.Move("h2e2"), xiangqi.Move("a0a9")])


def test_a_certificate_needs_a_board_of_its_rules():
    won = connect6.Board.read("moves J10 A1-S1 K10-L10 A19-S19")
    proof = connect6.Solver().proof(won)
    assert duiyi.verify(proof.certificate(won)).game == "connect6"
    for call in (proof.certificate, proof.check):
        with pytest.raises(DuiyiError, match="expected those of the proof, connect6"):
            call(connect6.Board(rules="tictactoe"))


def test_builds_at_once_are_both_shown(tmp_path):
    tables = xiangqi.EndgameTables(tmp_path)
    threads = [threading.Thread(target=tables.build, args=(name,)) for name in ("knk", "kpk")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert tables.names == ["knk", "kpk"]


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="the system has no timers")
def test_a_build_that_was_stopped_shows_its_tables(tmp_path):
    tables = xiangqi.EndgameTables(tmp_path)

    def interrupt(*_):
        if any(tmp_path.glob("*.endgame")):
            signal.setitimer(signal.ITIMER_REAL, 0)
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)
    try:
        with pytest.raises(KeyboardInterrupt):
            tables.build("krkaabb")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert tables.names == xiangqi.EndgameTables(tmp_path).names != []
