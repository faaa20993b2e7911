"""An engine with a script: `fake_engine.py PROTOCOL BEHAVIOUR [LOG]`. It writes what it reads to the log."""

import os
import sys
import time

PROTOCOL, BEHAVIOUR, *LOG = [*sys.argv[1:], os.devnull]
OPTIONS = {
    "uci": [
        "option name Hash type spin default 16 min 1 max 1024",
        "option name MultiPV type spin default 1 min 1 max 5",
        "option name Ponder type check default false",
        "option name Style type combo default solid var solid var risky",
        "option name Clear Hash type button",
        "option name Book File type string default <empty>",
    ],
    "ucci": ["option usemillisec type check default false", "option hashsize type spin min 1 max 1024 default 16"],
}
LINE = {"uci": "info depth {} score cp 35 nodes 90 pv {}", "ucci": "info depth {} score 35 pv {}"}


def say(text):
    print(text, flush=True)


def hang():
    while True:
        time.sleep(1)


def report(depth, pv):
    say(LINE[PROTOCOL].format(depth, pv))


def search(words):
    """Answers `go`; returns whether the search runs until a stop."""
    if BEHAVIOUR == "dies":
        print("out of cheese", file=sys.stderr, flush=True)
        sys.exit(3)
    if BEHAVIOUR == "hangs":
        hang()
    if BEHAVIOUR == "illegal":
        say("bestmove h2h8")
        return False
    if BEHAVIOUR == "none":
        say("bestmove (none)" if PROTOCOL == "uci" else "nobestmove")
        return False
    if BEHAVIOUR == "floods":
        sys.stdout.write("x" * 3_000_000)
        sys.stdout.flush()
        hang()
    if BEHAVIOUR == "one_up":
        report(1, "h3e3 h10g8")
        say("bestmove h3e3 ponder h10g8")
        return False
    if PROTOCOL == "uci":
        say("info string hello")
        say("info depth 2 multipv 2 score mate -2 upperbound pv b2e2")
    else:
        say("info time 7 nodes 90")
    report(3, "h2e2 h9g7 a0a9 b0c2")
    if "infinite" in words:
        return True
    say("bestmove h2e2 ponder h9g7")
    return False


def main():
    searching = False
    log = open(LOG[0], "a", encoding="utf-8")
    for line in sys.stdin:
        words = line.split()
        log.write(line)
        log.flush()
        if words == [PROTOCOL]:
            if BEHAVIOUR == "silent":
                hang()
            say("id name Fake 1.0")
            say("id author nobody in particular")
            for option in OPTIONS[PROTOCOL]:
                say(option)
            if BEHAVIOUR == "one_up":
                say("option name UCI_Variant type combo default chess var chess var xiangqi")
            say(PROTOCOL + "ok")
        elif words == ["isready"]:
            if BEHAVIOUR == "late" and searching:
                continue
            say("readyok")
        elif words[0] == "go":
            searching = search(words)
        elif words == ["stop"]:
            if BEHAVIOUR == "unstoppable":
                hang()
            if BEHAVIOUR == "late":
                # An answer of a search that had ended at the same time.
                time.sleep(0.1)
                say("bestmove b2e2")
            if searching or BEHAVIOUR == "late":
                say("bestmove h2e2")
            searching = False
        elif words == ["quit"]:
            if BEHAVIOUR == "stays":
                hang()
            say("bye")
            return


main()
