"""`piecement text`: a game in plain lines, one for each turn, without colours, cursor movements or a clock."""

import sys
from argparse import Namespace
from contextlib import closing
from dataclasses import replace
from typing import Final

from piecement.cli.arguments import FOLDER, Option, whole_number
from piecement.cli.commands.puzzle import pack_mode
from piecement.cli.streams import lines_of_input, say
from piecement.cli.text_game import TextGame
from piecement.cli.usage import UsageError, require_known
from piecement.session.session import Clock, Session
from piecement.settings.presets import preset_name
from piecement.storage.autosave import Autosave
from piecement.storage.paths import Paths
from piecement.storage.recorder import Recorder
from piecement.storage.store import Store
from piecement.terminal.clock import now_ns
from piecement.ui.launch import LARGEST_SEED
from piecement_base.daily import DAILY_MODES, daily_seed, utc_day
from piecement_base.language import N_, _
from piecement_base.origin import BY_TEXT, Origin
from piecement_base.plan import Plan
from piecement_engine import MODES, Button

REFLEX: Final = frozenset({"master", "20g", "survival", "time_trial", "swift"})
"""Modes whose only difficulty is time; they need `--clock`."""

OPTIONS: Final = (
    Option("--mode", "MODE", N_("mode to play (default: {default})"), default="40_lines"),
    Option("--puzzle", "PACK", N_("play the puzzles of a folder, a file or a pack of the game")),
    Option("--seed", "N", N_("start a game with this seed"), whole_number(0, LARGEST_SEED)),
    Option("--daily", "", N_("play the mode with the pieces of the day")),
    Option("--continue", "", N_("resume the last unfinished game")),
    Option("--clock", "", N_("let time pass: pieces fall while you think")),
    Option("--no-save", "", N_("do not save anything")),
    FOLDER,
)


def run(options: Namespace) -> int:
    """Play a game from standard input; the game is stored at its end, or kept to be continued."""
    with closing(Store(Paths.of(options.data_dir), save=not options.no_save)) as store:
        session, origin = _continued(store, options) if getattr(options, "continue") else _new(store, options)
        recorder = Recorder(store, session, origin, lambda *told: sys.stderr.writelines(f"{each}\n" for each in told))
        game = TextGame(session, lambda: store.stores_games)
        _play(game, recorder)
        if not session.is_over:
            recorder.leave()
            return 0
        recorder.finish()
        finished = recorder.result
        if finished.is_dropped:
            say(_("The game is not saved: no piece was placed."))
        elif finished.is_new_best:
            say(_("New best."))
    return 0


def _play(game: TextGame, recorder: Recorder) -> None:
    """Answer lines until the game is over, the player leaves, or the input ends."""
    prompt = "> " if sys.stdin is not None and sys.stdin.isatty() else ""
    for line in game.opening():
        say(line)
    sys.stdout.write(prompt)
    sys.stdout.flush()
    for line in lines_of_input():
        for answer in game.answer(line):
            say(answer)
        if game.wants_to_leave or game.session.is_over:
            return
        recorder.save()
        sys.stdout.write(prompt)
        sys.stdout.flush()


def _new(store: Store, options: Namespace) -> tuple[Session, Origin]:
    settings = store.load_settings().settings  # this also loads modes from files
    plan = _plan(store, options)
    session = Session(plan, plan.game(settings.gameplay.overrides(key_releases=True)), _clock(options))
    if Button.HARD_DROP in session.unused_buttons:
        raise UsageError(_("{mode} places no pieces: it cannot be played by text."), mode=plan.mode.name)
    origin = Origin.of(plan, store.now(), preset=preset_name(settings, "gameplay"))
    return session, replace(origin, options=BY_TEXT)


def _plan(store: Store, options: Namespace) -> Plan:
    """Return the plan of the options. Raises `UsageError` for a mode that they do not fit."""
    if options.puzzle is not None:
        return Plan(pack_mode(options.puzzle))
    offered = [name for name in MODES if options.clock or name not in REFLEX]
    if options.mode in REFLEX and not options.clock:
        raise UsageError(_("{mode} is played against the clock: add --clock."), mode=options.mode)
    require_known("mode", options.mode, offered)
    if options.daily and (options.seed is not None or options.mode not in DAILY_MODES):
        raise UsageError(_("--daily takes no --seed, and one of these modes: {modes}."), modes=", ".join(DAILY_MODES))
    seed = daily_seed(utc_day(store.now()), options.mode) if options.daily else options.seed
    return Plan(MODES[options.mode], seed)


def _continued(store: Store, options: Namespace) -> tuple[Session, Origin]:
    left = store.autosaves.waiting()
    if not left:
        raise UsageError(_("There is no game to continue."))
    autosave = Autosave.of(*store.autosaves.resume(left[0].origin.token))
    return autosave.session(_clock(options)), autosave.origin


def _clock(options: Namespace) -> Clock:
    return now_ns if options.clock else lambda: 0
