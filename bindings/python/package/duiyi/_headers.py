"""The tags of a record as a mapping."""

from collections.abc import MutableMapping

from . import _duiyi


class Headers(MutableMapping):
    """The tags of a game, with ``Result``, and ``FEN`` if the game does not begin in the initial position."""

    def __init__(self, game):
        self._game = game

    def _fixed(self):
        fixed, start = {"Result": self._game.result}, self._game.board().fen()
        return fixed if start == _duiyi.xiangqi.STARTING_FEN else {**fixed, "FEN": start}

    def __getitem__(self, name):
        if not isinstance(name, str):
            raise KeyError(name)
        for fixed, value in self._fixed().items():
            if fixed.lower() == name.lower():
                return value
        value = self._game.tag(name)
        if value is None:
            raise KeyError(name)
        return value

    def __setitem__(self, name, value):
        self._game.set_tag(name, value)

    def __delitem__(self, name):
        if name in self._fixed():
            raise KeyError(f"{name} cannot be removed")
        self._game.remove_tag(name)

    def __iter__(self):
        yield from (name for name, _ in self._game.tags)
        yield from self._fixed()

    def __len__(self):
        return len(self._game.tags) + len(self._fixed())

    def __repr__(self):
        return f"Headers({dict(self)!r})"
