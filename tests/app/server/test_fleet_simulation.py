"""The simulation of a fleet: nobody is lost in it, a seed repeats it, and it agrees with what is known of queues."""

from statistics import fmean

import pytest
from benchmarks.fleet import COSTS, Bounds, Costs, Load, a_core_takes, loads, workers_for
from benchmarks.fleet_simulation import Counts, Simulation, World, erlang_c, simulate

from tests.sampling import together

SMALL = World(players=120, workers=3, hours=0.15, death_every_s=200.0, drop_every_s=300.0, drain_at_s=100.0)


def test_no_player_is_lost_in_any_death_or_draining() -> None:
    simulation = Simulation(SMALL)
    counts = simulation.run()
    simulation.check()

    assert min(counts.came, counts.went, counts.matches, counts.deaths, counts.void, counts.drops, counts.drained) > 0
    assert counts.most_present < 1.5 * SMALL.players


def test_equal_seeds_give_equal_runs_and_others_do_not() -> None:
    first, again, other = simulate(SMALL), simulate(SMALL), simulate(SMALL, seed=2)

    assert first == again
    assert first != other


def test_one_queue_for_all_pairs_sooner_and_closer() -> None:
    def mean_wait_and_distance(counts: Counts) -> tuple[float, float]:
        return fmean(counts.waits_s), fmean(counts.apart)

    world = World(players=300, workers=10, hours=0.25)
    wait_s, apart = mean_wait_and_distance(simulate(world))
    alone_wait_s, alone_apart = mean_wait_and_distance(simulate(world, one_queue=False))

    assert wait_s < alone_wait_s
    assert apart < alone_apart


@together(
    ("places", "load", "published"),
    [(1, 0.5, 0.5), (2, 1.0, 1 / 3), (3, 2.0, 4 / 9), (4, 2.0, 4 / 23), (10, 8.0, 0.4092)],
)
def test_erlangs_formula_gives_the_published_figures(places: int, load: float, published: float) -> None:
    assert erlang_c(places, load) == pytest.approx(published, abs=5e-5)


@pytest.mark.parametrize(("places", "load"), [(2, 1.0), (4, 2.0)])
def test_rooms_that_are_waited_for_are_as_in_m_m_c(places: int, load: float) -> None:
    """Friends come in twos for one match of exponential length: so many rooms are so many servers."""
    mean_s = 0.1
    world = World(
        players=round(2 * load),
        workers=1,
        rooms_a_worker=places,
        hours=0.1,
        night=1.0,
        friends=1.0,
        matches=1.0,
        match_s=mean_s,
        pause_s=0.0,
        death_every_s=1e12,
        seed=3,
    )
    waits_s = simulate(world).place_waits_s
    likely = erlang_c(places, load)

    assert len(waits_s) > 3_000
    assert sum(wait_s > 0 for wait_s in waits_s) / len(waits_s) == pytest.approx(likely, rel=0.08)
    assert fmean(waits_s) == pytest.approx(likely * mean_s / (places - load), rel=0.15)


def test_advised_number_of_workers_is_used_but_not_full() -> None:
    costs = Costs.read(COSTS)
    world = World(players=2_000, workers=workers_for(2_000, costs), hours=0.1)

    assert 0.5 < a_core_takes(simulate(world), costs, world) < 0.95


def test_quadratic_growth_breaks_at_the_root() -> None:
    assert Load("x", 0.25).breaks_at(1_000) == 4_000
    assert Load("x", 0.25, squared=True).breaks_at(1_000) == 2_000


def test_all_parts_of_a_fleet_bear_more_with_more_to_bear_it() -> None:
    costs, world = Costs.read(COSTS), World(players=100, workers=2, hours=0.1)
    counts = simulate(world)
    weak, strong = (
        loads(counts, costs, world, Bounds(broker_messages=much, broker_bytes=much, commits=much))
        for much in (1e6, 1e9)
    )

    assert all(one.now >= other.now > 0 for one, other in zip(weak, strong, strict=True))
