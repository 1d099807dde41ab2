"""Texts of the exercises of trainers, and records in them."""

from collections.abc import Collection, Iterable, Mapping
from typing import Final

from piecement.settings.choices import titles_of
from piecement.storage.trainer_attempts import ExerciseFigures, TrainerTotals
from piecement.training.dig import POSITIONS
from piecement.training.finesse_faults import faults_by_piece
from piecement.training.lessons import STEPS
from piecement.training.opener_catalogue import CATALOGUE
from piecement.training.spin_setups import SETUPS, SpinSetup
from piecement.ui.menu_graph import Node
from piecement_base.language import N_, _, ngettext
from piecement_engine import Spin

_LINES: Final = {1: N_("single"), 2: N_("double"), 3: N_("triple")}

DIG_KINDS: Final = titles_of("dig")
NEW: Final = N_("new")
"""Record of an untried trainer."""

_LEAST_MEAN: Final = 0.3
"""Mean number of extra presses per try from which the tip names a piece."""


def spin_title(setup: SpinSetup) -> str:
    """Return the name of a spin for players."""
    lines = _(_LINES[setup.lines])
    if setup.spin is Spin.MINI and setup.letter == "T":
        return _("T-spin mini {lines}").format(lines=lines)
    return _("{letter}-spin {lines}").format(letter=setup.letter, lines=lines)


def _without_mirror(exercise: str) -> str:
    return exercise.removesuffix("_mirrored")


def _groups(trainer: Node) -> Mapping[str, str]:
    """Return the title of the kind of each exercise of a trainer, by the name of the exercise."""
    match trainer:
        case Node.OPENERS:
            return {data.name: _(data.title) for data in CATALOGUE}
        case Node.LESSON:
            return {step.name: step.name for step in STEPS}
        case Node.SPIN_TRAINER:
            return {setup.name: spin_title(setup) for setup in SETUPS}
        case Node.DIG:
            return {position.name: _(DIG_KINDS[position.kind]) for position in POSITIONS}
        case _:
            return {}


def record_text(trainer: Node, totals: TrainerTotals, figures: Collection[ExerciseFigures]) -> str:
    """Return the record of a trainer.

    It is the share of tries without a fault for finesse, the number of solved exercises of all if a trainer has a list,
    and otherwise the number of solved tries.
    """
    if not totals.attempts:
        return _(NEW)
    if trainer is Node.FINESSE_DRILL:
        return f"{totals.solved / totals.attempts:.0%}"
    groups = _groups(trainer)
    solved = {
        one.exercise if one.exercise in groups else _without_mirror(one.exercise) for one in figures if one.solved
    }
    return _("{solved} of {all}").format(solved=len(solved), all=len(groups)) if groups else str(totals.solved)


def totals_text(totals: TrainerTotals, week: TrainerTotals) -> str:
    """Return lines about the tries at a trainer, in total and in the last week."""
    told = [
        _("{solved} of {attempts} solved").format(solved=totals.solved, attempts=totals.attempts),
        _("best streak {row}").format(row=totals.in_a_row),
    ]
    if week.attempts:
        told.append(_("{part} last week").format(part=f"{week.solved / week.attempts:.0%}"))
    return "\n".join(told)


def press_count(count: int) -> str:
    """Return a number of presses as text."""
    return ngettext("{count} press", "{count} presses", count).format(count=count)


def trainer_table(trainer: Node, figures: Collection[ExerciseFigures]) -> tuple[str, list[tuple[str, float, str]]]:
    """Return the title and the rows of a trainer's table: a label, how full its meter is, and a value."""
    if trainer is Node.FINESSE_DRILL:
        faults = faults_by_piece(figures)
        most = max(faults.values(), default=0.0) or 1.0
        return _("EXTRA KEYS PER PIECE"), [(letter, mean / most, f"{mean:.1f}") for letter, mean in faults.items()]
    groups, rows = _groups(trainer), dict[str, tuple[int, int]]()
    for one in figures:
        title = groups.get(one.exercise) or groups.get(_without_mirror(one.exercise))
        if title is not None:
            attempts, solved = rows.get(title, (0, 0))
            rows[title] = attempts + one.attempts, solved + one.solved
    told = [(title, solved / attempts, f"{solved}/{attempts}") for title, (attempts, solved) in rows.items()]
    return _("SOLVED"), sorted(told, key=lambda row: (-row[1], row[0]))


def finesse_tip(figures: Iterable[ExerciseFigures]) -> str:
    """Return a tip about the pieces that take the most extra presses; empty if none takes many."""
    worst = [letter for letter, mean in faults_by_piece(figures).items() if mean >= _LEAST_MEAN][:2]
    if not worst:
        return ""
    pieces = _("{one} and {other}").format(one=worst[0], other=worst[1]) if len(worst) > 1 else worst[0]
    return _("Tip: you press too much with {pieces}. Tab in Finesse asks for those.").format(pieces=pieces)
