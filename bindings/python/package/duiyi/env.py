"""The games as environments for reinforcement learning. This module needs Gymnasium and PettingZoo:
``pip install duiyi[env]``.

A game is "xiangqi", "connect6", "gomoku", "renju", "tictactoe" or another of the family, such as
"Connect(9,7,5,3,1)". Observations are dictionaries of ``observation``, the planes of ``duiyi.learning``
from the view of the player who observes, and ``action_mask``, 1 for each legal action. In xiangqi an
action is the index of a move from that view (``learning.policy_index`` with ``relative``), in the other
games a point; a turn of two stones is two actions. An illegal action loses the game.

>>> from duiyi.env import SinglePlayerEnv
>>> env = SinglePlayerEnv("tictactoe")
>>> observation, info = env.reset(seed=1)
>>> observation["observation"].shape, int(observation["action_mask"].sum())
((2, 3, 3), 9)
>>> observation, reward, terminated, truncated, info = env.step(4)
>>> reward, terminated, int(observation["action_mask"].sum())
(0.0, False, 7)
"""

import gymnasium
import numpy
import pettingzoo
from gymnasium import spaces

from . import connect6, learning, xiangqi

RENDER_MODES = ["ansi", "svg"]


class _Xiangqi:
    """Xiangqi, as the environments use it."""

    colors = (xiangqi.RED, xiangqi.BLACK)
    actions = learning.MOVES
    shape = (14, 10, 9)

    def __init__(self, rules):
        self.rules = rules

    def begin(self):
        return xiangqi.Board(rules=self.rules)

    def planes(self, board, color):
        # The planes are absolute, so Black's view is the view of the exchanged colours.
        seen = board if color == xiangqi.RED else board.color_swapped()
        return learning.planes([seen])[0]

    def mask(self, board):
        return learning.move_mask(board, relative=True)

    def move(self, board, action):
        return learning.move_of(action if board.turn == xiangqi.RED else learning.MOVES - 1 - action)


class _Stones:
    """A game of the family of Connect6, as the environments use it."""

    colors = (connect6.BLACK, connect6.WHITE)

    def __init__(self, rules):
        self.rules = rules
        columns, rows = connect6.Board(rules=rules).mnkpq[:2]
        self.actions = columns * rows
        self.shape = (2, rows, columns)

    def begin(self):
        return connect6.Board(rules=self.rules)

    def planes(self, board, color):
        planes = learning.planes([board])[0]
        return planes if color == connect6.BLACK else planes[::-1].copy()

    def mask(self, board):
        mask = numpy.zeros(self.actions, dtype=numpy.bool_)
        mask[board.legal_moves] = True
        return mask

    def move(self, board, action):
        return action


def _kit(game, rules):
    if game == "xiangqi":
        kit = _Xiangqi(rules)
    elif rules:
        raise ValueError(f"the game {game} with the rules {rules}: expected rules for xiangqi only")
    else:
        kit = _Stones(game)
    kit.begin()  # Raises the error of unknown rules here.
    return kit


def _spaces(kit):
    observations = spaces.Dict(
        {
            "observation": spaces.Box(0, 1, kit.shape, numpy.uint8),
            "action_mask": spaces.Box(0, 1, (kit.actions,), numpy.int8),
        }
    )
    return observations, spaces.Discrete(kit.actions)


def _observed(kit, board, color):
    if board.turn == color and not board.is_game_over():
        mask = kit.mask(board).astype(numpy.int8)
    else:
        mask = numpy.zeros(kit.actions, dtype=numpy.int8)
    return {"observation": kit.planes(board, color), "action_mask": mask}


def _rendered(board, mode):
    if mode is None:
        gymnasium.logger.warn(f"render() without a render_mode; expected one of {', '.join(RENDER_MODES)}")
        return None
    return board.svg() if mode == "svg" else str(board)


def _checked_mode(mode):
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode {mode!r}: expected None or one of {', '.join(RENDER_MODES)}")
    return mode


def _reward(board, color):
    """1 if a colour has won, -1 if it has lost, otherwise 0."""
    outcome = board.outcome()
    if outcome is None or outcome.winner is None:
        return 0.0
    return 1.0 if outcome.winner == color else -1.0


def random_opponent(board, actions, generator):
    """An opponent that plays each legal action with the same probability."""
    return generator.choice(actions)


class SinglePlayerEnv(gymnasium.Env):
    """A Gymnasium environment: one side of a game against an opponent.

    ``opponent`` is called with a board, an array of the legal actions and a random generator, and
    returns one of the actions. ``color`` is the agent's side, the first one of the game without it. The
    reward is 1 for a won game, -1 for a lost one.
    """

    metadata = {"render_modes": RENDER_MODES}

    def __init__(self, game="xiangqi", *, rules="", color=None, opponent=random_opponent, render_mode=None):
        self._kit = _kit(game, rules)
        self.color = self._kit.colors[0] if color is None else color
        if self.color not in self._kit.colors:
            raise ValueError(f"colour {color!r}: expected one of {', '.join(self._kit.colors)}")
        self._opponent = opponent
        self.render_mode = _checked_mode(render_mode)
        self.observation_space, self.action_space = _spaces(self._kit)
        self.board = self._kit.begin()

    def reset(self, *, seed=None, options=None):
        """Begins a new game. If the opponent begins, its turn is played."""
        super().reset(seed=seed)
        self.board = self._kit.begin()
        self._answer()
        return _observed(self._kit, self.board, self.color), {}

    def step(self, action):
        """Plays an action of the agent, then the opponent's turn."""
        if not _play(self._kit, self.board, action):
            return _observed(self._kit, self.board, self.color), -1.0, True, False, {"illegal": True}
        self._answer()
        observed = _observed(self._kit, self.board, self.color)
        return observed, _reward(self.board, self.color), self.board.is_game_over(), False, {}

    def _answer(self):
        while self.board.turn != self.color and not self.board.is_game_over():
            actions = numpy.flatnonzero(self._kit.mask(self.board))
            action = self._opponent(self.board, actions, self.np_random)
            if not _play(self._kit, self.board, action):
                raise ValueError(f"the opponent's action {action}: expected one of the legal actions")

    def render(self):
        """The board as text, or as SVG."""
        return _rendered(self.board, self.render_mode)


def _play(kit, board, action):
    """Plays an action. Returns whether it is legal; otherwise the board is unchanged."""
    action = int(action)
    if board.is_game_over() or not 0 <= action < kit.actions or not kit.mask(board)[action]:
        return False
    board.push(kit.move(board, action))
    return True


class TwoPlayerEnv(pettingzoo.AECEnv):
    """A PettingZoo environment of both sides of a game, whose agents have the names of the colours.

    The rewards at the end are 1 for the winner and -1 for the loser.

    >>> from duiyi.env import TwoPlayerEnv
    >>> env = TwoPlayerEnv("gomoku")
    >>> env.reset(seed=1)
    >>> for point in [112, 0, 113, 1, 114, 2, 115, 3, 116]:
    ...     env.step(point)
    >>> env.rewards, env.terminations
    ({'black': 1.0, 'white': -1.0}, {'black': True, 'white': True})
    """

    metadata = {"render_modes": RENDER_MODES, "name": "duiyi_v0", "is_parallelizable": False}

    def __init__(self, game="xiangqi", *, rules="", render_mode=None):
        super().__init__()
        self._kit = _kit(game, rules)
        self.render_mode = _checked_mode(render_mode)
        self.possible_agents = list(self._kit.colors)
        self.observation_spaces, self.action_spaces = {}, {}
        for agent in self.possible_agents:
            self.observation_spaces[agent], self.action_spaces[agent] = _spaces(self._kit)
        self.board = self._kit.begin()

    def observation_space(self, agent):
        """The space of the observations of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent):
        """The space of the actions of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed=None, options=None):
        """Begins a new game. Nothing in it is random, so the seed does not matter."""
        self.board = self._kit.begin()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.board.turn

    def observe(self, agent):
        """The planes from the view of an agent; no action is allowed while the other one moves."""
        return _observed(self._kit, self.board, agent)

    def step(self, action):
        """Plays an action of the agent that is selected."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        other = next(one for one in self.possible_agents if one != agent)
        if _play(self._kit, self.board, action):
            self.rewards = {one: _reward(self.board, one) for one in self.possible_agents}
            over = self.board.is_game_over()
        else:
            self.rewards, over = {agent: -1.0, other: 1.0}, True
            self.infos[agent]["illegal"] = True
        self.terminations = dict.fromkeys(self.agents, over)
        self.agent_selection = other if over else self.board.turn
        self._accumulate_rewards()

    def render(self):
        """The board as text, or as SVG."""
        return _rendered(self.board, self.render_mode)

    def close(self):
        """Does nothing: there is nothing to close."""
