"""The table of features: what the published weights play by it, and that it says what the engine's features say."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import piecement_gym
from piecement_engine import RuleError
from piecement_engine.bots import Position
from piecement_engine.bots.features import board_features, eroded_cells, landing_height
from piecement_engine.bots.weights import DELLACHERIE
from piecement_gym.features import FEATURES, FeatureChoices
from piecement_gym.placements import PlacementEnv


def test_dellacheries_weights_play_on() -> None:
    env = FeatureChoices(gymnasium.make("piecement/Placements-v0", rules=piecement_gym.TRAINING_RULES))
    table, info = env.reset(seed=1)
    lines = 0.0
    for _ in range(120):
        table, reward, ended, _, info = env.step(
            int(np.where(info["action_mask"] > 0, table @ DELLACHERIE, -1e9).argmax())
        )
        assert info["valid"]
        assert not ended
        lines += float(reward)
    assert lines >= 40, "of 48 that 120 pieces hold"


def test_a_row_is_the_board_after_its_choice() -> None:
    inner = PlacementEnv()
    env = FeatureChoices(inner)
    table, info = env.reset(seed=4)
    random = np.random.default_rng(1)
    for _ in range(12):
        row = int(random.choice(np.flatnonzero(info["action_mask"])))
        position = Position.of(inner.view)
        choice = list(inner.control.choices(0).values())[row]
        cells = position.arena.layout.cells(choice.piece)
        expected = (landing_height(choice.piece), eroded_cells(position.arena.layout, position.bits | cells, cells))
        assert tuple(table[row, :2]) == expected
        shown = table[row, 2:]
        table, _, ended, _, info = env.step(row)
        if ended:
            break
        board = inner.view.board
        assert tuple(shown) == board_features(board.geometry, board.bits)[2:]
    assert table.shape == (256, len(FEATURES))


def test_a_row_without_a_choice_plays_nothing() -> None:
    env = FeatureChoices(PlacementEnv())
    env.reset(seed=1)
    _, reward, ended, _, info = env.step(255)
    assert not info["valid"]
    assert (reward, ended) == (0, False)


def test_features_are_of_placements_only() -> None:
    with pytest.raises(TypeError, match="is no PlacementEnv"):
        FeatureChoices(gymnasium.make("piecement/Buttons-v0"))


def test_action_masks_are_the_rows_with_a_choice() -> None:
    env = FeatureChoices(gymnasium.make("piecement/Placements-v0", invalid="end"))
    _, info = env.reset(seed=1)
    mask = env.action_masks()
    _, _, ended, _, _ = env.step(int(mask.argmin()))

    assert mask.tolist() == info["action_mask"].astype(bool).tolist()
    assert 0 < mask.sum() < len(mask)
    assert ended
    assert env.action_masks().all()


@pytest.mark.parametrize("row", [256, -1, "a", 1.5, None])
def test_row_outside_the_table_is_refused(row: Any) -> None:
    env = FeatureChoices(PlacementEnv())
    env.reset(seed=1)
    with pytest.raises(RuleError, match="it is a row, a whole number from 0 to 255"):
        env.step(row)


@pytest.mark.filterwarnings("ignore:.*(different from the unwrapped version|infinity)")
def test_gymnasium_finds_nothing_in_the_wrapper() -> None:
    check_env(FeatureChoices(gymnasium.make("piecement/Placements-v0").unwrapped), skip_render_check=True)
