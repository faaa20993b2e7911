"""The environments for reinforcement learning. Skipped without Gymnasium and PettingZoo."""

import doctest
import warnings

import pytest

numpy = pytest.importorskip("numpy", reason="NumPy is not installed")
pytest.importorskip("gymnasium", reason="Gymnasium is not installed")
pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")

from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from duiyi import env as environments
from duiyi.env import SinglePlayerEnv, TwoPlayerEnv

GAMES = ["xiangqi", "connect6", "gomoku", "renju", "tictactoe", "Connect(9,7,5,3,1)"]


@pytest.mark.parametrize("game", GAMES)
def test_gymnasium_accepts_the_environment(game):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(SinglePlayerEnv(game), skip_render_check=True)
        check_env(SinglePlayerEnv(game, color=SinglePlayerEnv(game)._kit.colors[1]), skip_render_check=True)


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_accepts_the_environment(game):
    api_test(TwoPlayerEnv(game), num_cycles=300)
    seed_test(lambda: TwoPlayerEnv(game), num_cycles=20)


def test_doctests():
    assert doctest.testmod(environments).failed == 0


@pytest.mark.parametrize("game", GAMES)
def test_random_games_end_with_a_reward(game):
    generator = numpy.random.default_rng(3)
    env = TwoPlayerEnv(game)
    first, second = env.possible_agents
    for _ in range(3):
        env.reset()
        while not any(env.terminations.values()):
            observation = env.observe(env.agent_selection)
            assert env.observation_space(env.agent_selection).contains(observation)
            actions = numpy.flatnonzero(observation["action_mask"])
            assert len(actions) == len(env.board.legal_moves)
            env.step(generator.choice(actions))
        winner = env.board.outcome().winner
        expected = {first: 0.0, second: 0.0} if winner is None else {winner: 1.0}
        assert expected.items() <= env.rewards.items() and sum(env.rewards.values()) == 0


def test_each_player_sees_its_own_pieces_first():
    env = TwoPlayerEnv()
    env.reset()
    start = env.observe("red")["observation"]
    assert (start == env.observe("black")["observation"]).all() and not env.observe("black")["action_mask"].any()
    red = env.observe("red")["action_mask"]
    env.step(25 * 90 + 22)  # h2e2
    # Before Black's first move its view is the start, with the other cannon moved.
    black = env.observe("black")
    assert black["observation"].sum() == 32 and (black["observation"][:7] == start[:7]).all()
    assert red.sum() == 44 and black["action_mask"].sum() == len(env.board.legal_moves) == 45
    env.step(25 * 90 + 22)  # The same move from Black's view, b7e7.
    assert [str(move) for move in env.board.move_stack] == ["h2e2", "b7e7"]


def test_stones_are_seen_from_each_side():
    env = TwoPlayerEnv("tictactoe")
    env.reset()
    env.step(0)
    black, white = (env.observe(agent)["observation"] for agent in env.possible_agents)
    assert black[0, 0, 0] == white[1, 0, 0] == black.sum() == white.sum() == 1


def test_an_illegal_action_loses():
    env = TwoPlayerEnv("gomoku")
    env.reset()
    env.step(0)
    env.step(0)
    assert env.rewards == {"black": 1.0, "white": -1.0} and all(env.terminations.values())
    single = SinglePlayerEnv("gomoku")
    single.reset(seed=1)
    single.step(0)
    for action in (0, -1, 225, 10**12):
        _, reward, terminated, truncated, info = single.step(action)
        assert (reward, terminated, truncated, info) == (-1.0, True, False, {"illegal": True})


def test_the_opponent_is_a_function():
    def first(board, actions, generator):
        return actions[0]

    env = SinglePlayerEnv("tictactoe", color="white", opponent=first, render_mode="svg")
    env.reset(seed=1)
    assert env.board.color_at(0) == "black" and env.render().startswith("<svg ")
    _, _, terminated, _, _ = env.step(8)
    assert not terminated and env.board.color_at(1) == "black"
    _, reward, terminated, _, _ = env.step(7)
    assert (reward, terminated) == (-1.0, True) and env.board.outcome().winner == "black"
    env = SinglePlayerEnv("tictactoe", color="white", opponent=lambda *_: 9)
    with pytest.raises(ValueError, match="the opponent's action 9"):
        env.reset()


def test_wrong_settings_are_refused():
    for wrong, message in [
        (lambda: TwoPlayerEnv("go"), "unknown rules 'go'"),
        (lambda: TwoPlayerEnv("gomoku", rules="renju"), "expected rules for xiangqi only"),
        (lambda: TwoPlayerEnv(rules="go-1"), "'go' is not a rule set"),
        (lambda: SinglePlayerEnv(color="white"), "colour 'white': expected one of red, black"),
        (lambda: TwoPlayerEnv(render_mode="human"), "render_mode 'human': expected None or one of ansi, svg"),
    ]:
        with pytest.raises(ValueError, match=message):
            wrong()
