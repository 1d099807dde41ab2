"""Bots play from the command line, in processes of their own, and what goes wrong there is one sentence."""

import json
import os
import signal
import subprocess
import sys
import threading
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest

from piecement.cli.usage import WRONG_USAGE
from piecement.session.bots.bot_input import button_pace
from piecement.session.bots.bot_program import ANSWER_TIMEOUT_S, Program, is_program
from piecement.session.bots.loaded_bot import LoadedBot, load_bot
from piecement.session.bots.trial_processes import play_all
from piecement.session.bots.trials import Trial
from piecement_base.language import choose
from piecement_engine import Rules
from piecement_engine.bots import BOTS, ExternalBotError
from tests.patience import wait_until
from tests.programs import Said, environment
from tests.sampling import mostly_wide

needs_groups = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")


def program(folder: Path, text: str) -> str:
    """Return the command that runs a program."""
    path = folder / "player.py"
    path.write_text(text)
    return f"{sys.executable} {path}"


@pytest.mark.parametrize(
    ("arguments", "count"), [(["I"], 17), (["IO"], 153), (["iol"], 5266), (["S", "--system", "ars"], 17)]
)
def test_perft_prints_the_number_and_nothing_else(arguments: list[str], count: int, said: Said) -> None:
    assert said("perft", *arguments) == (0, f"{count}\n", "")


@pytest.mark.parametrize(
    ("command", "arguments", "sentence"),
    [
        ("perft", ["IOX"], "unknown piece 'X'"),
        ("perft", ["IO", "--system", "none"], "rotation_system is 'none': it must be one of ocular"),
        ("bot", ["--bot", "no such thing"], "no bot or program named 'no such thing': choose from survive"),
        ("bot", ["--bot", ""], "no bot or program named '': choose from survive"),
        ("bot", ["--against", ""], "no bot or program named '': choose from survive"),
        ("bot", ["--mode", ""], "unknown mode ''"),
        ("bot", ["--against", "nobody"], "no bot or program named 'nobody': choose from survive"),
        ("bot", ["--against", "pebble", "--watch"], "--against measures matches: leave out --serve and --watch"),
        ("bot", ["--mode", "chess"], "unknown mode 'chess'"),
        ("bot", ["--games", "0"], "--games: '0' is not a whole number from 1 to 1000000."),
        ("bot", ["--games", "10000000000"], "is not a whole number from 1 to 1000000."),
        ("bot", ["--pieces", "many"], "--pieces: 'many' is not a whole number from 0 to 1000000000."),
        ("bot", ["--json", "--watch"], "not allowed with argument"),
        ("bot", ["--serve", "--bot", sys.executable], "--serve works only with a built-in bot"),
    ],
)
def test_bad_trial_arguments_get_one_sentence(command: str, arguments: list[str], sentence: str, said: Said) -> None:
    status, _, error = said(command, *arguments)

    assert status == WRONG_USAGE
    assert sentence in error


@pytest.mark.wide
def test_games_of_bots_come_out_the_same_for_a_seed(said: Said) -> None:
    arguments = ("bot", "--games", 2, "--mode", "40_lines", "--bot", "gale", "--pieces", 20, "--seed", 3, "--json")
    games: list[list[Any]] = []
    for _ in range(2):
        answer: dict[str, Any] = json.loads(said(*arguments)[1])
        games.append([(game["seed"], game["pieces"], game["end"], game["score"]) for game in answer["games"]])

    assert games[0] == games[1]
    assert [game[:3] for game in games[0]] == [(3, 20, None), (4, 20, None)]


def test_a_table_has_a_line_for_each_game_and_their_mean(said: Said) -> None:
    words = said("bot", "--games", 2, "--bot", "pebble", "--pieces", 5, "--seed", 8)[1].split()

    assert {"8", "9", "Mean", "Median", "unfinished"} <= set(words)


def test_the_headings_of_a_table_are_translated(said: Said) -> None:
    choose("de")
    words = said("bot", "--bot", "pebble", "--pieces", 1, "--processes", 1)[1].split()

    assert "Steine" in words
    assert "Pieces" not in words


def test_a_command_with_brackets_is_printed_as_it_is(said: Said) -> None:
    serving = f"sh -c 'exec {sys.executable} -m piecement bot --serve --bot pebble' [/]"
    _, out, _ = said("bot", "--pieces", 1, "--processes", 1, "--bot", serving)

    assert "[/], Marathon" in " ".join(out.split())


@pytest.mark.parametrize("pieces", [1, 5, 6])
def test_trial_stops_at_its_last_piece_at_any_speed(pieces: int) -> None:
    at_once = Rules(appearance_delay_ns=0, line_clear_delay_ns=0)
    score = Trial("pebble", at_once, 1, pieces).play()

    assert (score.end, score.pieces) == (None, pieces)


def test_pieces_are_told_while_games_are_played() -> None:
    told: list[int] = []
    scores = list(play_all([Trial("pebble", Rules(), 1, 30)], 1, told.append))

    assert [score.pieces for score in scores] == [30]
    assert 0 <= sum(told) <= 30


UNENDING = [Trial("survive", Rules(), seed, 0) for seed in range(4)]
"""Games that last for hours."""


def test_stopping_early_leaves_no_process_behind() -> None:
    scores = play_all([Trial("pebble", Rules(), 1, 5), *UNENDING], 2, lambda _: None)
    first = next(scores)
    running = len(active_children())
    scores.close()

    assert first.pieces == 5
    assert running == 2
    assert active_children() == []


def test_an_interruption_leaves_no_process_behind() -> None:
    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(play_all(UNENDING, 2, interrupt))

    assert active_children() == []


def test_an_error_in_a_game_ends_the_others_too() -> None:
    with pytest.raises(ExternalBotError, match="cannot be run"):
        list(play_all([*UNENDING[:1], Trial("no-such-program", Rules(), 1, 5)], 2, lambda _: None))

    assert active_children() == []


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("import sys; sys.exit('too tired')", "ended with status 1: too tired"),
        ("print('no json', flush=True)\ninput()", "a line is not a JSON object: 'no json'"),
        ('print(\'{"type":"error","reason":"no"}\', flush=True)\ninput()', "the bot refuses to play: no"),
    ],
)
def test_faults_of_a_program_are_named(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(ExternalBotError) as caught:
        Trial(program(tmp_path, text), Rules(), 1, 5).play()

    assert sentence in str(caught.value)


STOUT = """
import json, sys

for message in map(json.loads, sys.stdin):
    if message["type"] == "rules":
        print('{"type": "ready"}', flush=True)
    elif message["type"] == "start":
        rows = message["board"]
        y = next(y for y in range(40) if not any(any(row) for row in rows[y:]))
    elif message["type"] == "suggest":
        move = {"cells": [[4, y], [5, y], [4, y + 1], [5, y + 1]]}
        print(json.dumps({"type": "suggestion", "moves": [move] if y < %d else []}), flush=True)
"""
"""A program that stacks squares, up to a height."""


@pytest.mark.parametrize("height", [2, 6])
def test_program_without_a_move_gives_up_only_its_game(tmp_path: Path, height: int) -> None:
    score = Trial(program(tmp_path, STOUT % height), Rules(pieces="O"), 1, 100).play()

    assert (score.pieces, score.end) == (height // 2, "forfeit")


def test_a_program_without_a_move_for_the_first_piece_is_told_so(tmp_path: Path) -> None:
    with pytest.raises(ExternalBotError, match="no move that can be played"):
        Trial(program(tmp_path, STOUT % 0), Rules(pieces="O"), 1, 100).play()


@pytest.mark.parametrize(
    ("code", "message"),
    [("input()", "{}"), ("import time; time.sleep(600)", "x" * 10_000_000)],
    ids=["says nothing", "reads nothing"],
)
def test_a_program_that_does_not_answer_is_given_up(code: str, message: str) -> None:
    """A message that is larger than a pipe would have to wait for one that does not read."""
    now = [0.0]
    silent = Program(f"{sys.executable} -c '{code}'", clock=lambda: now[0])
    answers = silent.exchange([message])
    before = next(answers)
    now[0] = ANSWER_TIMEOUT_S + 1
    with pytest.raises(ExternalBotError, match="has not answered for 10 seconds"):
        next(answers)
    silent.close()

    assert before is None
    assert silent.is_awaited
    wait_until(lambda: not waiting_threads())


def test_earlier_output_of_a_program_survives_a_new_question() -> None:
    echo = Program(f"{sys.executable} -u -c 'while True: print(input())'", wait_s=ANSWER_TIMEOUT_S)
    first = next(echo.exchange(["one", "two"]))
    answers = echo.exchange(["three"])
    others = [next(answers), next(answers)]
    echo.close()

    assert [first, *others] == ["one\n", "two\n", "three\n"]


def test_a_line_without_end_is_read_in_parts() -> None:
    endless = Program(f"{sys.executable} -c 'while True: print(end=chr(120) * 100000)'", wait_s=ANSWER_TIMEOUT_S)
    part = next(endless.exchange(["x"]))
    endless.close()

    assert part is not None
    assert len(part) < 10**7


def test_flood_of_lines_waits_and_ends_with_its_program() -> None:
    flood = Program(f"{sys.executable} -c 'while True: print(1)'", wait_s=ANSWER_TIMEOUT_S)
    lines = flood.exchange(["x"])
    said = [next(lines) for _ in range(100_000)]
    ahead = flood._lines.qsize()
    flood.close()

    assert set(said) == {"1\n"}
    assert ahead <= 100
    wait_until(lambda: not waiting_threads())


_TELLS_AND_SLEEPS = "import os, time; print(os.getpid(), flush=True); time.sleep(600)"


def test_a_program_that_does_not_leave_is_ended() -> None:
    stubborn = Program(f"{sys.executable} -c '{_TELLS_AND_SLEEPS}'", wait_s=ANSWER_TIMEOUT_S)
    pid = int(next(stubborn.exchange([])) or 0)
    stubborn.close()

    assert not is_running(pid)


_PARENT = """
import subprocess, sys, time
alone = "alone" in sys.argv
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=alone)
print(child.pid, flush=True)
sys.exit(0) if "leaves" in sys.argv else time.sleep(600)
"""


@needs_groups
@pytest.mark.parametrize("manner", ["leaves", "stays", "leaves alone", "stays alone"])
def test_children_of_a_program_end_with_it(tmp_path: Path, manner: str) -> None:
    (tmp_path / "parent.py").write_text(_PARENT)
    parent = Program(f"{sys.executable} {tmp_path / 'parent.py'} {manner}", wait_s=ANSWER_TIMEOUT_S)
    child = int(next(parent.exchange([])) or 0)
    parent.close()

    wait_until(lambda: not is_running(child))


@needs_groups
@pytest.mark.parametrize("manner", ["stays", "stays alone"])
def test_children_of_a_bot_end_with_a_killed_game(tmp_path: Path, manner: str) -> None:
    (tmp_path / "parent.py").write_text(_PARENT)
    game = f"""
import sys, time
from piecement.session.bots.bot_program import Program
bot = Program(sys.executable + " {tmp_path / "parent.py"} {manner}", wait_s={ANSWER_TIMEOUT_S})
print(next(bot.exchange([])).strip(), flush=True)
time.sleep(600)
"""
    command = [sys.executable, "-c", game]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment()) as process:
        assert process.stdout is not None
        pids = [int(pid) for pid in process.stdout.readline().split()]
        running = [is_running(pid) for pid in pids]
        process.kill()

    assert running == [True]
    wait_until(lambda: not any(map(is_running, pids)))


_BLIND_AT_FIRST = """#!/bin/sh
mkdir "$0.seen" 2> /dev/null && exit 1
PATH=${PATH#*:} exec grep "$@"
"""


@needs_groups
def test_a_process_still_loading_ends_with_its_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its environment is empty for a moment, in which a search does not find it."""
    grep = tmp_path / "grep"
    grep.write_text(_BLIND_AT_FIRST)
    grep.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    (tmp_path / "parent.py").write_text(_PARENT)
    parent = Program(f"{sys.executable} {tmp_path / 'parent.py'} stays alone", wait_s=ANSWER_TIMEOUT_S)
    child = int(next(parent.exchange([])) or 0)
    parent.close()

    wait_until(lambda: not is_running(child))
    assert (tmp_path / "grep.seen").exists()


_KILLED_AT_THE_START = """
import os, signal, subprocess, sys
from piecement.session.bots.bot_program import Program

class Killed(subprocess.Popen):
    def __init__(self, words, **options):
        super().__init__(words, **options)
        if words[0] == sys.executable:
            print(self.pid, flush=True)
            os.kill(os.getpid(), signal.SIGKILL)

subprocess.Popen = Killed
Program(sys.executable + " -c 'import time; time.sleep(600)'")
"""


@needs_groups
def test_a_program_ends_with_a_game_killed_as_it_starts() -> None:
    said = subprocess.run(
        [sys.executable, "-c", _KILLED_AT_THE_START], env=environment(), stdout=subprocess.PIPE, text=True, check=False
    )

    wait_until(lambda: not is_running(int(said.stdout)))


_PLAYS_ON = """
import os, sys, time
with open(sys.argv[1], "a") as file:
    print(os.getpid(), os.getppid(), file=file, flush=True)
time.sleep(600)
"""


@needs_groups
@mostly_wide("name", ["SIGKILL", "SIGTERM", "SIGHUP"])
def test_a_killed_command_leaves_no_process(tmp_path: Path, name: str) -> None:
    path = tmp_path / "pids"
    arguments = ["bot", "--bot", f"{program(tmp_path, _PLAYS_ON)} {path}", "--processes", "2", "--games", "2"]
    with subprocess.Popen(
        [sys.executable, "-m", "piecement", *arguments], stderr=subprocess.DEVNULL, env=environment()
    ) as process:
        wait_until(lambda: path.exists() and path.read_text().count("\n") == 2)
        pids = [int(pid) for pid in path.read_text().split()]
        running = [is_running(pid) for pid in pids]
        process.send_signal(signal.Signals[name])

    assert running == [True] * 4
    wait_until(lambda: not any(map(is_running, pids)))


@mostly_wide("line", ['{"type":"info"}', "[" * 50_000, f'{{"type":{"9" * 5_000}}}'])
def test_a_command_ends_with_a_sentence_after_any_bot_output(tmp_path: Path, line: str, said: Said) -> None:
    (tmp_path / "line").write_text(line)
    floods = f"while True: print(open({str(tmp_path / 'line')!r}).read(), flush=True)"
    status, _, error = said("bot", "--games", 1, "--bot", program(tmp_path, floods))

    assert status == 2
    assert error.startswith("piecement: ")
    assert error.count("\n") == 1
    assert len(error) < 400
    assert active_children() == []


def waiting_threads() -> list[str]:
    """Return the threads that wait for a program."""
    return [thread.name for thread in threading.enumerate() if thread.name in {"bot reader", "bot writer"}]


def is_running(pid: int) -> bool:
    """Return True if a process runs; a zombie does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in {"Z", "X"}
    except OSError:
        return False


def test_a_program_that_closes_its_input_has_ended_for_us() -> None:
    deaf = Program(f"{sys.executable} -c 'import os,time; os.close(0); time.sleep(600)'", wait_s=0.01)
    with pytest.raises(ExternalBotError, match="has closed its input or its output"):
        list(deaf.exchange(["x" * 1_000_000]))
    deaf.close()


def test_the_last_words_of_a_program_are_one_plain_line() -> None:
    said = "chr(27) + chr(91) + chr(50) + chr(74) + chr(8238) + 999999 * chr(120)"
    rude = f"{sys.executable} -c 'import sys; sys.exit({said})'"
    bad = Program(rude, wait_s=ANSWER_TIMEOUT_S)
    with pytest.raises(ExternalBotError) as caught:
        list(bad.exchange(["x"]))
    bad.close()
    shown = str(LoadedBot("rude\n\x1b[2J" * 50, BOTS["survive"].make(0)).failure(caught.value))

    assert str(caught.value).isprintable()
    assert shown.isprintable()
    assert len(shown) < 400


def test_a_missing_program_is_named() -> None:
    with pytest.raises(ExternalBotError, match="cannot be run"):
        load_bot("no-such-program --at all")


@pytest.mark.parametrize(
    ("command", "known"), [(sys.executable, True), ("no-such-program", False), ("'", False), ("", False)]
)
def test_a_program_is_known_by_its_runnable_name(command: str, known: bool) -> None:
    assert is_program(command) is known


def test_a_fast_pace_leaves_room_for_ten_presses() -> None:
    assert button_pace(100).piece_ns == 10 * button_pace(100).tap_ns


SILENT = """import json, sys
for message in map(json.loads, sys.stdin):
    match message["type"]:
        case "rules":
            print('{"type":"ready"}', flush=True)
        case "suggest":
            print('{"type":"suggestion","moves":[]}', flush=True)
"""


def test_program_that_gives_up_loses_its_match(tmp_path: Path, said: Said) -> None:
    silent = program(tmp_path, SILENT)
    report = json.loads(said("bot", "--bot", silent, "--against", "pebble", "--games", 2, "--seed", 7, "--json")[1])

    assert report["against"] == "pebble"
    assert [(match["seed"], match["winner"], match["ends"]) for match in report["matches"]] == [
        (7, 1, ["forfeit", None]),
        (8, 1, ["forfeit", None]),
    ]


def test_matches_end_in_a_table_and_a_sum(said: Said) -> None:
    _, out, _ = said("bot", "--bot", "pebble", "--against", "brook", "--games", 2, "--pieces", 10, "--seed", 3)
    *table, total = out.splitlines()

    assert "pebble – brook" in table[0]
    assert "Rows sent" in table[2]
    assert total == "pebble won 0, brook won 0, 2 drawn."
