"""The spin trainer: a spin by the player's own keys is recognized, graded, stored, and its kicks are told."""

from piecement.training.spin_setups import SETUPS, solution
from piecement.ui.game.trainer_screen import TrainerScreen
from piecement.ui.menu_graph import Node
from piecement_engine import ROTATION_SYSTEMS, Board, Piece
from piecement_engine.rotation import kick_tests
from tests.app.trainees import seen_after
from tests.app.walking import Player, playing

T_DOUBLE = SETUPS[0]


async def drop_softly(player: Player) -> None:
    """Bring the piece down with the key that is held for it."""
    for _ in range(20):
        await player.press("down")
        await player.wait_ms(100)


async def test_a_plain_drop_is_no_spin_and_the_same_comes_again() -> None:
    async with playing(at=Node.SPIN_TRAINER, wait_ms=200) as player:
        seen = await seen_after(player, "up")
        totals = player.app.store.trainer_attempts.totals("spin_trainer")

        assert "No spin." in seen
        assert "Set-up 1 of" in seen
        assert (totals.attempts, totals.solved) == (1, 0)


async def test_a_spin_is_solved_and_the_next_one_follows() -> None:
    async with playing(at=Node.SPIN_TRAINER, wait_ms=200) as player:
        await player.press("d")
        await drop_softly(player)
        seen = await seen_after(player, "d", "up")
        best = player.app.store.trainer_attempts.best("spin_trainer", T_DOUBLE.name)

        assert "Done: T-spin double" in seen
        assert "Set-up 2 of" in seen
        assert best is not None
        assert best.solved


async def test_each_turn_tells_its_tests() -> None:
    async with playing(at=Node.SPIN_TRAINER, wait_ms=200) as player:
        seen = await seen_after(player, "h", "d")

        assert "# x y TESTS" in seen
        assert "1 0 0 fits" in seen
        assert "5 -1 -2 not tried" in seen


def goals(player: Player) -> tuple[Piece, ...]:
    return player.screen_as(TrainerScreen).sides[0].goals


async def test_each_test_of_a_turn_is_drawn_one_after_another() -> None:
    async with playing(at=Node.SPIN_TRAINER, wait_ms=200) as player:
        view = player.screen_as(TrainerScreen).session.view
        assert view.piece is not None
        board = Board.from_text(T_DOUBLE.board)
        tests = kick_tests(ROTATION_SYSTEMS["srs"], board, view.piece, 1)
        at_first = goals(player)
        await player.press("d", "h")
        drawn: list[Piece] = []
        for _ in tests:
            await player.press("h")
            drawn += goals(player)
        seen = await seen_after(player)
        await player.press("h")
        after = goals(player)
        await player.press("shift+tab", "shift+tab")

        assert drawn == [test.piece for test in tests]
        assert "> 5 -1 -2 not tried" in seen
        assert at_first == after == (solution(T_DOUBLE).place,)
        assert goals(player) == (tests[-2].piece,)


async def test_the_way_is_told_by_the_keys_of_the_player() -> None:
    async with playing(at=Node.SPIN_TRAINER, wait_ms=200) as player:
        before = await seen_after(player)
        after = await seen_after(player, "h")

        assert "[D], hold [↓], [D], [↑]" in after
        assert "[D], hold" not in before


async def test_others_are_chosen_and_left_by_keys() -> None:
    async with playing(at=Node.SPIN_TRAINER, wait_ms=200) as player:
        following = await seen_after(player, "n")
        previous = await seen_after(player, "ctrl+p", "ctrl+p")
        await player.press("escape")

        assert "Set-up 2 of" in following
        assert f"Set-up {len(SETUPS)} of" in previous
        assert player.node is Node.PRACTICE


async def test_it_begins_with_the_first_that_was_not_solved() -> None:
    async with playing(at=Node.SPIN_TRAINER, wait_ms=200) as player:
        await player.press("d")
        await drop_softly(player)
        await seen_after(player, "d", "up")
        await player.press("escape")
        await player.go_to(Node.SPIN_TRAINER)

        assert "Set-up 2 of" in await seen_after(player)


async def test_a_turn_that_does_not_happen_tells_why() -> None:
    async with playing(at=Node.SPIN_TRAINER, wait_ms=200) as player:
        for _ in range(8):  # to the first set-up for three lines
            await player.press("n")
        await drop_softly(player)
        await player.press(*["left"] * 3)
        await player.press("h")
        fitting = await seen_after(player, "d")
        blocked = await seen_after(player, "d")

        assert "5 -1 -2 fits" in fitting
        assert "fits" not in blocked
        assert "5 +1 +2 blocked" in blocked


async def kicked(player: Player) -> None:
    """Turn a piece by a kick."""
    await player.go_to(Node.SPIN_TRAINER)
    await player.wait_ms(200)
    for _ in range(8):  # to the first set-up for three lines
        await player.press("n")
    await drop_softly(player)
    await player.press(*["left"] * 3, "d")


async def test_kick_passes_by_in_twelve_frames() -> None:
    async with playing() as player:
        await kicked(player)
        drawn = [goals(player)]
        for _ in range(12):
            await player.wait_ms(20, 20)
            drawn += [goals(player)] if goals(player) != drawn[-1] else []

        assert len(drawn) == 5
        assert drawn[-1] == (solution(SETUPS[8]).place,)


async def test_kick_stands_still_under_reduced_motion() -> None:
    async with playing() as player:
        player.app.settings.change("interface", "reduced_motion", True)
        await kicked(player)

        assert goals(player) == (solution(SETUPS[8]).place,)
