"""Engines for xiangqi: programs that speak UCI or UCCI, and the engine of this package, by the same interface.

The names are those of ``chess.engine`` of python-chess. ``SimpleEngine`` blocks; ``popen_uci``, ``popen_ucci`` and
``built_in`` return an ``Engine`` for asyncio.

>>> from duiyi import Limit, xiangqi
>>> from duiyi.engine import SimpleEngine
>>> board = xiangqi.Board("4k4/9/9/9/9/9/R8/1R7/9/3K5 w")
>>> with SimpleEngine.built_in(Hash=1) as engine:
...     info = engine.analyse(board, Limit(depth=6))
...     played = engine.play(board, Limit(depth=6))
>>> info["score"].red().mate(), played.move == info["pv"][0]
(2, True)
"""

import abc
import asyncio
import collections
import dataclasses
import functools
import os
import shlex
import signal
import subprocess
import threading
import typing
import weakref

from . import DuiyiError, Limit, Score, _duiyi, xiangqi
from .xiangqi import Move

__all__ = [
    "AnalysisResult",
    "Engine",
    "EngineError",
    "EngineTerminatedError",
    "EngineTimeoutError",
    "InfoDict",
    "Limit",
    "Option",
    "PlayResult",
    "PovScore",
    "Score",
    "SimpleAnalysisResult",
    "SimpleEngine",
    "built_in",
    "popen_ucci",
    "popen_uci",
]

# The lines that an error contains.
_REMEMBERED = 20
# A longer line is not one of a protocol.
_LONGEST = 1 << 20
# The time for the last output after the end of a process whose children hold its pipes.
_DRAIN = 0.5


class EngineError(RuntimeError):
    """An engine does not follow its protocol. ``sent`` and ``seen`` are the last lines to and from it."""

    def __init__(self, message, sent=(), seen=()):
        super().__init__(message)
        self.sent = list(sent)
        self.seen = list(seen)


class EngineTerminatedError(EngineError):
    """The process of an engine has ended, or was closed."""


class EngineTimeoutError(EngineError):
    """An engine did not answer in time. Its process was killed."""


class Option(typing.NamedTuple):
    """An option that an engine announces."""

    name: str
    type: str
    default: str | int | bool | None
    min: int | None
    max: int | None
    var: tuple[str, ...]

    def parse(self, value):
        """The text for a value. Raises DuiyiError if the option does not take it."""
        if self.type == "button":
            if value is None:
                return ""
            raise DuiyiError(f"option {self.name}: {value!r}: expected None, since it is a button")
        text = str(value).lower() if isinstance(value, bool) else str(value)
        if "\n" in text or "\r" in text:
            raise DuiyiError(f"option {self.name}: {value!r}: expected one line")
        if self.type == "check" and text not in ("true", "false"):
            raise DuiyiError(f"option {self.name}: {value!r}: expected True or False")
        if self.type == "spin":
            number = _number(text)
            least, most = self.min, self.max
            if number is None or (least is not None and number < least) or (most is not None and number > most):
                raise DuiyiError(f"option {self.name}: {value!r}: expected a whole number from {least} to {most}")
        if self.type == "combo" and text not in self.var:
            raise DuiyiError(f"option {self.name}: {value!r}: expected one of {', '.join(self.var)}")
        return text


def _number(text):
    """The whole number of a text; None for other texts."""
    try:
        return int(text)
    except (TypeError, ValueError):
        return None


def _option(name, kind, default, least, most, var):
    """An option from the words of its line."""
    if kind == "check":
        default = default == "true"
    elif kind == "spin":
        default = _number(default)
    elif kind == "string" and default == "<empty>":
        default = ""
    return Option(name, kind, default, _number(least), _number(most), tuple(var))


@dataclasses.dataclass(frozen=True)
class PovScore:
    """A score, and the side to move, from whose view it is."""

    relative: Score
    turn: str

    def pov(self, color):
        """The score from the view of a side."""
        return self.relative.pov(color, self.turn)

    def red(self):
        """The score from the view of Red."""
        return self.pov("red")

    def white(self):
        """The score from the view of the side that moves first, Red, by its name in python-chess."""
        return self.pov("red")

    def black(self):
        """The score from the view of Black."""
        return self.pov("black")

    def is_mate(self):
        """Whether the score is a mate."""
        return self.relative.is_mate()


class InfoDict(typing.TypedDict, total=False):
    """What an engine reports about a search; a key is missing if the engine does not report it."""

    score: PovScore
    pv: list[Move]
    depth: int
    seldepth: int
    multipv: int
    nodes: int
    nps: int
    hashfull: int
    time: float
    lowerbound: bool
    upperbound: bool
    string: str


@dataclasses.dataclass(frozen=True)
class PlayResult:
    """The move of an engine, the reply that it expects, and its last report."""

    move: Move
    ponder: Move | None
    info: InfoDict


class AnalysisResult:
    """A running analysis: an asynchronous iterator of reports, to be stopped by ``stop`` or at the end of ``async with``."""

    def __init__(self, turn, lines, stop):
        self._turn = turn
        self._stop = stop
        self._is_stopped = False
        self._queue = asyncio.Queue()
        self._best = asyncio.get_running_loop().create_future()
        self.multipv = [{} for _ in range(lines)]
        """The last report of each of the best lines."""

    @property
    def info(self):
        """The last report of the best line."""
        return self.multipv[0]

    def stop(self):
        """Ends the search; ``wait`` returns its result."""
        if not self._best.done() and not self._is_stopped:
            self._is_stopped = True
            self._stop()

    async def wait(self):
        """Waits for the end, and returns the result."""
        return await asyncio.shield(self._best)

    async def get(self):
        """Waits for the next report, and returns it. Raises EngineError at the end of the analysis."""
        try:
            return await self.__anext__()
        except StopAsyncIteration:
            raise EngineError("no report follows: the analysis has ended") from None

    def __aiter__(self):
        return self

    async def __anext__(self):
        info = await self._queue.get()
        if info is None:
            # Another call ends, too.
            self._queue.put_nowait(None)
            await self.wait()
            raise StopAsyncIteration
        return info

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        self.stop()
        await asyncio.wait([self._best])

    def _post(self, info):
        """Adds a report, with its score for the side to move."""
        if self._best.done():
            return
        if "score" in info:
            info["score"] = PovScore(info["score"], self._turn)
        line = info.get("multipv", 1)
        if 1 <= line <= len(self.multipv):
            # The effort may have a line of its own.
            bounds = {"lowerbound", "upperbound", "string"}
            kept = {key: value for key, value in self.multipv[line - 1].items() if key not in bounds}
            self.multipv[line - 1] = {**kept, **info}
        self._queue.put_nowait(info)

    def _end(self, result=None, error=None):
        """Ends the analysis with a result or an error."""
        if self._best.done():
            return
        if error is None:
            self._best.set_result(result)
        else:
            self._best.set_exception(error)
            # Whether the error is awaited is the caller's choice.
            self._best.exception()
        self._queue.put_nowait(None)


class Engine(abc.ABC):
    """An engine for asyncio. One search runs at a time: a call waits for moves that are being searched, and ends an
    analysis. With ``async with`` the engine quits at the end."""

    def __init__(self, timeout):
        self.timeout = timeout
        """The time in seconds for an answer, and for a move beyond its own time; None if it is not limited."""
        self.id = {}
        """The name and author that the engine reports."""
        self.options = {}
        """The options that the engine announces, by their names."""
        self._set = {}
        self._lock = asyncio.Lock()
        self._running = None
        self._game = None

    async def play(self, board, limit, *, game=None, root_moves=None):
        """Searches a board until a limit is reached, and returns the move.

        A new ``game``, any object, is announced to the engine. If ``root_moves`` are given, only these are searched.
        Raises EngineError with the line if the move is not legal.
        """
        async with self._lock:
            return await self._whole(await self._begin(board, limit, None, game, root_moves))

    async def analyse(self, board, limit, *, multipv=None, game=None, root_moves=None):
        """Searches as ``play``, and returns the last report, or with ``multipv`` a list of those of the best lines."""
        async with self._lock:
            analysis = await self._begin(board, limit, multipv, game, root_moves)
            await self._whole(analysis)
            return analysis.info if multipv is None else [info for info in analysis.multipv if info]

    async def analysis(self, board, limit=None, *, multipv=None, game=None, root_moves=None):
        """Begins a search, and returns its running reports; without a limit it runs until it is stopped."""
        async with self._lock:
            return await self._begin(board, limit, multipv, game, root_moves)

    async def configure(self, options):
        """Sets options by their names, in any case; None triggers a button. Raises DuiyiError if the engine has not
        announced an option, or the option does not take the value."""
        async with self._lock:
            await self._idle()
            texts = {}
            for name, value in options.items():
                option = self._named(name)
                if option is None:
                    raise DuiyiError(f"unknown option {name!r}; expected one of {', '.join(self.options)}")
                texts[option.name] = option.parse(value)
            for name, text in texts.items():
                self._set[name] = text
                await self._change(name, text)
            await self.ping()

    @abc.abstractmethod
    async def ping(self):
        """Waits until the engine has processed all commands."""

    @abc.abstractmethod
    async def quit(self):
        """Asks the engine to end, and waits for it; kills it after ``timeout``."""

    @abc.abstractmethod
    async def close(self):
        """Ends the engine at once."""

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        await self.quit()

    @abc.abstractmethod
    async def _change(self, name, text):
        """Sets an option."""

    @abc.abstractmethod
    async def _new_game(self):
        """Announces a new game."""

    @abc.abstractmethod
    async def _search(self, board, limit, moves, lines):
        """Begins a search, and returns its analysis."""

    def _named(self, name):
        """The option with a name, in any case."""
        found = [option for option in self.options.values() if option.name.lower() == name.lower()]
        return found[0] if found else None

    async def _idle(self):
        """Ends the running search."""
        if self._running is not None:
            self._running.stop()
            await asyncio.wait([self._running._best])
            self._running = None

    async def _begin(self, board, limit, multipv, game, moves):
        """Begins a search after the running one."""
        await self._idle()
        option, lines = self._named("MultiPV"), multipv or 1
        if multipv is not None and multipv < 1:
            raise DuiyiError(f"multipv={multipv}: expected at least 1")
        if not board.legal_moves:
            raise DuiyiError("nothing to search: the side to move has no legal move")
        if option is not None:
            wanted = option.parse(lines) if multipv else self._set.get(option.name, str(option.default))
            await self._change(option.name, wanted)
        elif lines > 1:
            raise DuiyiError(f"multipv={multipv}: the engine does not announce the option MultiPV")
        if game is not self._game:
            self._game = game
            await self._new_game()
        self._running = await self._search(board, limit, moves, lines)
        return self._running

    async def _whole(self, analysis):
        """The result of a search, which ends if the task is cancelled."""
        try:
            return await analysis.wait()
        except asyncio.CancelledError:
            analysis.stop()
            raise


class _Process(Engine, asyncio.SubprocessProtocol):
    """An engine in a process of its own."""

    def __init__(self, protocol, name, timeout):
        super().__init__(timeout)
        self._grammar = _duiyi.xiangqi.Protocol(protocol)
        self._name = name
        self._loop = asyncio.get_running_loop()
        self._transport = None
        self._rest = {1: b"", 2: b""}
        self._last_output = self._loop.time()
        self._sent = collections.deque(maxlen=_REMEMBERED)
        self._seen = collections.deque(maxlen=_REMEMBERED)
        self._handshake = self._loop.create_future()
        self._pongs = collections.deque()
        self._board = None
        self._sent_options = {}
        self._fault = None
        self._gone = self._loop.create_future()
        self._watching = None

    # The callbacks of asyncio.

    def connection_made(self, transport):
        self._transport = transport

    def pipe_data_received(self, fd, data):
        *lines, self._rest[fd] = (self._rest[fd] + data).split(b"\n")
        for line in lines:
            self._read(fd, line.decode("utf-8", "replace").strip())
        if len(self._rest[fd]) > _LONGEST:
            self._rest[fd] = b""
            self._fail(EngineError, f"it printed more than {_LONGEST} bytes without a line break")

    def pipe_connection_lost(self, fd, exc):
        if fd == 1:
            if self._rest[1]:
                self.pipe_data_received(1, b"\n")
            # An engine without output cannot be used.
            self._loop.call_later(_DRAIN, self._kill)

    def process_exited(self):
        self._loop.call_later(_DRAIN, self._end)

    def connection_lost(self, exc):
        self._end()

    # Lines.

    def _send(self, text):
        self._check()
        self._sent.extend(text.split("\n"))
        pipe = self._transport.get_pipe_transport(0)
        if pipe is not None:
            # A broken pipe is reported by the end of the process.
            pipe.write(text.encode() + b"\n")

    def _read(self, fd, line):
        if fd == 2:
            self._seen.append(f"stderr: {line}")
            return
        self._last_output = self._loop.time()
        self._seen.append(line)
        kind, value = self._grammar.parse(line, self._board)
        if kind == "handshake" and not self._handshake.done():
            self._handshake.set_result(None)
        elif kind == "ready" and self._pongs:
            pong = self._pongs.popleft()
            if not pong.done():
                pong.set_result(None)
        elif kind == "option" and not self._handshake.done():
            option = _option(*value)
            self.options[option.name] = option
        elif kind == "info" and self._board is not None and value:
            self._running._post(value)
        elif kind == "best" and self._board is not None:
            self._best(line, *value)
        elif kind == "other" and line.startswith("id "):
            _, key, *text = line.split(maxsplit=2)
            self.id[key] = " ".join(text)

    def _best(self, line, move, reply):
        """Ends the search with a move."""
        board, self._board = self._board, None
        try:
            if move is None:
                raise DuiyiError("expected a legal move")
            best = self._grammar.read_move(board, move)
        except DuiyiError as error:
            self._running._end(error=self._error(EngineError, f"'{line}' for {board.fen()}: {error}"))
            return
        try:
            after = board.copy()
            after.push(best)
            expected = None if reply is None else self._grammar.read_move(after, reply)
        except DuiyiError:
            expected = None
        self._running._end(PlayResult(best, expected, self._running.info))

    # Faults and ends.

    def _error(self, kind, what):
        sent = self._sent[-1] if self._sent else "its start"
        seen = "; ".join(list(self._seen)[-3:]) or "nothing"
        return kind(f"{self._name}: {what}; last sent: {sent}; last seen: {seen}", self._sent, self._seen)

    def _check(self):
        if self._fault is not None:
            raise type(self._fault)(str(self._fault), self._fault.sent, self._fault.seen)

    def _fail(self, kind, what):
        """Ends everything with an error, and the process with a signal."""
        if self._fault is None:
            self._fault = self._error(kind, what)
            for waiting in [self._handshake, *self._pongs]:
                if not waiting.done():
                    waiting.set_exception(self._fault)
                    waiting.exception()
            if self._running is not None:
                self._running._end(error=self._fault)
        self._kill()
        return self._fault

    def _kill(self):
        """Kills the process, and those that it has started."""
        if self._transport is None or self._transport.get_returncode() is not None:
            return
        try:
            if hasattr(os, "killpg"):
                os.killpg(self._transport.get_pid(), signal.SIGKILL)
            else:
                self._transport.kill()
        except (ProcessLookupError, PermissionError):
            # Its process group was changed by the caller, or it has just ended.
            try:
                self._transport.kill()
            except ProcessLookupError:
                pass

    def _end(self):
        """After the end of the process."""
        if self._gone.done():
            return
        code = self.returncode
        how = f"signal {-code}" if code is not None and code < 0 else f"exit status {code}"
        self._fail(EngineTerminatedError, f"the engine has ended with {how}")
        self._gone.set_result(None)
        self._transport.close()

    @property
    def returncode(self):
        """The exit status of the process; None while it runs."""
        return self._transport.get_returncode()

    async def _answer(self, future, command):
        """An answer, which has to arrive in time."""
        try:
            return await asyncio.wait_for(asyncio.shield(future), self.timeout)
        except asyncio.TimeoutError:
            raise self._fail(EngineTimeoutError, f"no answer to '{command}' within {self.timeout} s") from None

    async def _initialize(self):
        try:
            self._send(self._grammar.handshake())
            await self._answer(self._handshake, self._grammar.handshake())
            # An engine with one variant announces it for front ends; there is nothing to select.
            variant, milliseconds = self._named("UCI_Variant"), self._named("usemillisec")
            if variant is not None and len(variant.var) > 1 and "xiangqi" in variant.var:
                await self._change(variant.name, "xiangqi")
                self._grammar.one_up = True
            if milliseconds is not None and self._grammar.handshake() == "ucci":
                await self._change(milliseconds.name, "true")
                self._grammar.milliseconds = True
            await self.ping()
        except BaseException:
            await self.close()
            raise

    async def ping(self):
        pong = self._loop.create_future()
        self._send("isready")
        self._pongs.append(pong)
        await self._answer(pong, "isready")

    async def quit(self):
        if self._fault is None:
            self._send("quit")
            pipe = self._transport.get_pipe_transport(0)
            if pipe is not None:
                pipe.close()
            await asyncio.wait([self._gone], timeout=self.timeout)
        await self.close()

    async def close(self):
        if not self._gone.done():
            self._fail(EngineTerminatedError, "the engine was closed")
            await asyncio.wait([self._gone])
        if self._watching is not None:
            self._watching.cancel()

    async def _change(self, name, text):
        option = self.options[name]
        if option.type != "button":
            default = str(option.default).lower() if option.type == "check" else str(option.default)
            if self._sent_options.get(name, default) == text:
                return
            self._sent_options[name] = text
        self._send(self._grammar.set_option(name, text))

    async def _new_game(self):
        if self._grammar.handshake() == "uci" or self._named("newgame") is not None:
            self._send(self._grammar.new_game())

    async def _search(self, board, limit, moves, lines):
        commands = f"{self._grammar.position(board, moves)}\n{self._grammar.go(board, limit, moves)}"
        # A late line of the search before is read before the answer.
        await self.ping()
        analysis = AnalysisResult(board.turn, lines, self._stop)
        self._board, self._running = board.copy(), analysis
        self._last_output = self._loop.time()
        self._send(commands)
        if self.timeout is not None:
            time = None if limit is None else self._grammar.time_of(limit)
            self._watching = self._loop.create_task(self._watch(analysis, time))
        return analysis

    def _stop(self):
        if self._fault is None:
            analysis = self._running
            self._send("stop")
            if self.timeout is not None:
                self._loop.call_later(self.timeout, self._expire, analysis, "stop")

    def _expire(self, analysis, command):
        """Ends an engine that still searches."""
        if not analysis._best.done():
            self._fail(EngineTimeoutError, f"no move after '{command}' within {self.timeout} s")

    async def _watch(self, analysis, time):
        """Ends an engine that hangs: one that exceeds the time of its move by ``timeout``, or without a time does not
        answer ``isready``, which both protocols allow during a search."""
        best = analysis._best
        if time is not None:
            await asyncio.wait([best], timeout=time + self.timeout / 2)
            if not best.done():
                self._send("stop")
                await asyncio.wait([best], timeout=self.timeout / 2)
            if not best.done():
                self._fail(EngineTimeoutError, f"no move {self.timeout} s after the time of the search, {time} s")
            return
        while not best.done():
            await asyncio.wait([best], timeout=self.timeout)
            if not best.done() and self._loop.time() - self._last_output >= self.timeout:
                try:
                    await self.ping()
                except EngineError:
                    return


async def _popen(protocol, command, timeout, popen):
    arguments = shlex.split(command) if isinstance(command, str) and os.name == "posix" else command
    arguments = [arguments] if isinstance(arguments, (str, os.PathLike)) else list(arguments)
    # Ctrl-C then interrupts Python and not the engine, and its own processes can be ended with it.
    if os.name == "posix":
        popen = {"start_new_session": True, **popen}
    else:
        popen = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP, **popen}
    name = os.path.basename(os.fspath(arguments[0]))
    factory = functools.partial(_Process, protocol, name, timeout)
    transport, engine = await asyncio.get_running_loop().subprocess_exec(factory, *arguments, **popen)
    await engine._initialize()
    return transport, engine


async def popen_uci(command, *, timeout=10.0, **popen):
    """Starts a program that speaks UCI, and returns its transport and engine.

    ``command`` is a path with arguments, or a list. ``timeout`` is that of ``Engine``; other keywords, such as
    ``cwd``, are those of ``subprocess.Popen``. If the engine lets choose a variant (``UCI_Variant``), it is xiangqi, and
    its ranks are numbered from 1.
    """
    return await _popen("uci", command, timeout, popen)


async def popen_ucci(command, *, timeout=10.0, **popen):
    """Starts a program that speaks UCCI, as ``popen_uci``."""
    return await _popen("ucci", command, timeout, popen)


class _BuiltIn(Engine):
    """The engine of the package, in this process."""

    def __init__(self, options):
        super().__init__(None)
        self._engine = xiangqi.Engine(**options)
        self.id = {"name": f"Duiyi {_duiyi.__version__}", "author": "The Duiyi developers"}
        self.options = {line[0]: _option(*line) for line in self._engine._options()}
        self._set = {
            option.name: option.parse(value)
            for name, value in options.items()
            if (option := self._named(name.replace("_", " "))) is not None
        }
        self._closed = False

    async def ping(self):
        if self._closed:
            raise EngineTerminatedError("the engine was closed")

    async def quit(self):
        await self._idle()
        self._closed = True

    async def close(self):
        await self.quit()

    async def _change(self, name, text):
        await self.ping()
        # The engine may have to end a search in another thread.
        await asyncio.get_running_loop().run_in_executor(None, self._engine.set_option, name, text)

    async def _new_game(self):
        await asyncio.get_running_loop().run_in_executor(None, self._engine.new_game)

    async def _search(self, board, limit, moves, lines):
        await self.ping()
        loop, stop = asyncio.get_running_loop(), _duiyi.Stop()
        analysis = AnalysisResult(board.turn, lines, stop.stop)

        def report(found):
            loop.call_soon_threadsafe(analysis._post, _info(found))

        limit = Limit(infinite=True) if limit is None else limit
        arguments = (board.copy(), limit, moves, report, None, stop)
        search = loop.run_in_executor(None, functools.partial(self._engine._search, *arguments))
        search.add_done_callback(functools.partial(_found, analysis))
        return analysis


def _info(report):
    """A report of the package's engine in the terms of this module."""
    info = {
        "depth": report.depth,
        "seldepth": report.selective_depth,
        "multipv": report.line,
        "score": report.score,
        "nodes": report.nodes,
        "time": report.seconds,
        "hashfull": round(1000 * report.table_use),
        "pv": list(report.moves),
    }
    if report.seconds > 0:
        info["nps"] = round(report.nodes / report.seconds)
    if report.bound != "exact":
        info["lowerbound" if report.bound == "at least" else "upperbound"] = True
    return info


def _found(analysis, search):
    """Ends an analysis after the search of the package's engine."""
    if search.cancelled() or search.exception() is not None:
        error = EngineTerminatedError("the search was cancelled") if search.cancelled() else search.exception()
        analysis._end(error=error)
        return
    found = search.result()
    if found.score is not None and not analysis.info:
        analysis._post({"score": found.score, "depth": found.depth, "nodes": found.nodes, "pv": list(found.moves)})
    analysis._end(PlayResult(found.best, found.moves[1] if len(found.moves) > 1 else None, analysis.info))


async def built_in(**options):
    """The engine of this package as an ``Engine``, with its options as keywords, as ``xiangqi.Engine`` takes them."""
    return _BuiltIn(options)


class SimpleAnalysisResult:
    """A running analysis: an iterator of reports, to be stopped by ``stop`` or at the end of ``with``."""

    def __init__(self, engine, analysis):
        self._engine = engine
        self._analysis = analysis

    @property
    def info(self):
        """The last report of the best line."""
        return self._analysis.info

    @property
    def multipv(self):
        """The last report of each of the best lines."""
        return list(self._analysis.multipv)

    def stop(self):
        """Ends the search; ``wait`` returns its result."""
        self._engine._call(self._analysis.stop)

    def wait(self):
        """Waits for the end, and returns the result."""
        return self._engine._run(self._analysis.wait())

    def get(self):
        """Waits for the next report, and returns it. Raises EngineError at the end of the analysis."""
        return self._engine._run(self._analysis.get())

    def __iter__(self):
        return self

    def __next__(self):
        try:
            return self._engine._run(self._analysis.__anext__())
        except StopAsyncIteration:
            raise StopIteration from None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._engine._run(self._analysis.__aexit__())


def _finish(loop, thread, engine):
    """Ends an engine and its event loop."""
    if threading.current_thread() is thread:
        # The garbage collector runs in any thread.
        threading.Thread(target=_finish, args=(loop, thread, engine)).start()
        return
    if not loop.is_closed():
        try:
            asyncio.run_coroutine_threadsafe(engine.close(), loop).result()
        finally:
            _end_loop(loop, thread)


def _end_loop(loop, thread):
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


class SimpleEngine:
    """An engine whose calls block, on an event loop in a thread of its own. With ``with`` it quits at the end; otherwise
    ``quit`` or ``close`` ends its process, or the end of the program."""

    def __init__(self, opening):
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="duiyi.engine", daemon=True)
        self._thread.start()
        try:
            self._engine = self._run(opening)
        except BaseException:
            _end_loop(self._loop, self._thread)
            raise
        self._finalize = weakref.finalize(self, _finish, self._loop, self._thread, self._engine)

    @classmethod
    def popen_uci(cls, command, *, timeout=10.0, **popen):
        """Starts a program that speaks UCI, as the function ``popen_uci``."""
        return cls(_engine(popen_uci(command, timeout=timeout, **popen)))

    @classmethod
    def popen_ucci(cls, command, *, timeout=10.0, **popen):
        """Starts a program that speaks UCCI, as the function ``popen_uci``."""
        return cls(_engine(popen_ucci(command, timeout=timeout, **popen)))

    @classmethod
    def built_in(cls, **options):
        """The engine of this package, as the function ``built_in``."""
        return cls(built_in(**options))

    @property
    def id(self):
        """The name and author that the engine reports."""
        return dict(self._engine.id)

    @property
    def options(self):
        """The options that the engine announces, by their names."""
        return dict(self._engine.options)

    @property
    def timeout(self):
        """The time in seconds for an answer, and for a move beyond its own time; None if it is not limited."""
        return self._engine.timeout

    @timeout.setter
    def timeout(self, seconds):
        self._engine.timeout = seconds

    @property
    def returncode(self):
        """The exit status of the process; None while it runs, and for the engine of the package."""
        return getattr(self._engine, "returncode", None)

    def play(self, board, limit, *, game=None, root_moves=None):
        """Searches a board until a limit is reached, and returns the move, as ``Engine.play``."""
        return self._run(self._engine.play(board, limit, game=game, root_moves=root_moves))

    def analyse(self, board, limit, *, multipv=None, game=None, root_moves=None):
        """Searches as ``play``, and returns the last report, or with ``multipv`` a list of those of the best lines."""
        return self._run(self._engine.analyse(board, limit, multipv=multipv, game=game, root_moves=root_moves))

    def analysis(self, board, limit=None, *, multipv=None, game=None, root_moves=None):
        """Begins a search, and returns its running reports; without a limit it runs until it is stopped."""
        begun = self._engine.analysis(board, limit, multipv=multipv, game=game, root_moves=root_moves)
        return SimpleAnalysisResult(self, self._run(begun))

    def configure(self, options):
        """Sets options by their names, as ``Engine.configure``."""
        self._run(self._engine.configure(options))

    def ping(self):
        """Waits until the engine has processed all commands."""
        self._run(self._engine.ping())

    def quit(self):
        """Asks the engine to end, and waits for it; kills it after ``timeout``."""
        if not self._loop.is_closed():
            try:
                self._run(self._engine.quit())
            finally:
                self.close()

    def close(self):
        """Ends the engine at once."""
        self._finalize()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.quit()

    def _run(self, coroutine):
        """The result of a coroutine on the event loop; an interrupt cancels it."""
        if self._loop.is_closed():
            coroutine.close()
            raise EngineTerminatedError("the engine was closed")
        future = asyncio.run_coroutine_threadsafe(coroutine, self._loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def _call(self, function):
        """Calls a function on the event loop."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(function)


async def _engine(popen):
    return (await popen)[1]
