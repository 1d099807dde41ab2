"""The key layer end to end: a real program on a pty, and a terminal that speaks to it."""

import json
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from tests.sampling import sampled
from tests.terminal.fake_terminal import FakeTerminal
from tests.terminal.key_codes import CTRL, SHIFT
from tests.terminal.pty_program import PtyProgram
from tests.terminal.warm_program import WarmProgram, can_be_warm

PROGRAM: Final = Path(__file__).with_name("key_layer_app.py")
MENU_FLAGS: Final = 29
GAME_FLAGS: Final = 31

Facts = dict[str, Any]  # a line of the program's log, as it comes from JSON
Key = tuple[str, str]


class Session:
    """The program in a terminal, with what it logged."""

    def __init__(self, log: Path, **options: Any) -> None:  # options of the terminal, handed on
        self._log = log
        env = {"KEY_LOG": str(log), **options.pop("env", {})}
        program = WarmProgram if can_be_warm(env) else PtyProgram
        self.terminal = FakeTerminal([sys.executable, str(PROGRAM)], env=env, program=program, **options)
        self.wait_for("ready")
        self.wait_for("keyboard")

    def logged(self, what: str) -> list[Facts]:
        """Return the log by now; several message queues write there, each in its own time."""
        text = self._log.read_text() if self._log.exists() else ""
        whole = text[: text.rfind("\n") + 1]  # a line may be seen while it is written
        return [fact for fact in map(json.loads, whole.splitlines()) if fact["what"] == what]

    def wait_for(self, what: str, count: int = 1) -> Facts:
        self.terminal.wait_for(lambda: len(self.logged(what)) >= count, what=f"for {count} x {what!r} in the log")
        return self.logged(what)[-1]

    def quit(self) -> None:
        """End the program, so that all that it ever wrote was taken in."""
        self.terminal.press("q", CTRL)
        assert self.terminal.wait_exit() == 0

    def play(self) -> None:
        """Go from the menu into the game, and wait until the terminal has answered."""
        games, menu_flags = len(self.logged("game")), self.terminal.flags
        self.terminal.tap("f1")
        self.wait_for("game", games + 1)
        if menu_flags and self.terminal.kitty:
            wanted = self.terminal.kitty & GAME_FLAGS
            self.terminal.wait_for(lambda: self.terminal.flags == wanted and self.terminal.keyboard_log[-1] == "?")

    def keys(self, count: int) -> list[Key]:
        self.wait_for("key", count)
        return [(fact["key"], fact["kind"]) for fact in self.logged("key")]


Open = Callable[..., Session]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Open]:
    """Open sessions, in the menu or in the game, that are closed after the test."""
    sessions: list[Session] = []

    def open_session(*, plays: bool = False, **options: Any) -> Session:  # options of the terminal, handed on
        sessions.append(Session(tmp_path / "log.jsonl", **options))
        if plays:
            sessions[-1].play()
        return sessions[-1]

    yield open_session
    for session in sessions:
        session.terminal.close()


def test_game_flags_lie_on_top_of_textuals_while_shown(opened: Open) -> None:
    """The keyboard is detected before any game, and flags are popped before the alternate screen is left."""
    session = opened()
    terminal = session.terminal
    assert session.logged("keyboard")[0]["flags"] == GAME_FLAGS
    assert session.logged("ready")[0]["driver"] == "KeyboardDriver"
    assert terminal.flag_stacks == ([0], [0, MENU_FLAGS])

    session.play()
    assert terminal.flag_stacks == ([0], [0, MENU_FLAGS, GAME_FLAGS])

    terminal.tap("escape")
    session.wait_for("menu", 2)
    terminal.wait_for(lambda: terminal.flags == MENU_FLAGS)
    session.play()
    session.quit()

    terminal.assert_restored()
    output = bytes(terminal.output)
    assert output.rfind(b"\x1b[<u") < output.rfind(b"\x1b[?1049l")


def test_order_and_kinds_of_key_events_are_exact(opened: Open) -> None:
    session = opened(plays=True)
    terminal = session.terminal
    act = {"down": terminal.press, "repeat": terminal.repeat, "up": terminal.release}
    sent: list[Key] = [
        *[("left", "down"), ("left", "up")] * 10,
        *[("a", "down"), ("a", "repeat"), ("a", "repeat"), ("a", "up")],
        *[("right", "down"), ("up", "down"), ("right", "up"), ("up", "up")],
        *[("left_shift", "down"), ("left_shift", "up")],
        *[("space", "down"), ("space", "up"), ("enter", "down"), ("enter", "up")],
        *[("kp_4", "down"), ("kp_4", "up"), ("f4", "down"), ("f4", "up")],
    ]
    times = [act[kind](key) for key, kind in sent if not terminal.pump(0.004)]

    assert session.keys(len(sent)) == sent
    assert all(fact["tracked"] for fact in session.logged("key") if fact["kind"] == "down")
    stamps = [fact["time_ns"] for fact in session.logged("key")]
    assert stamps == sorted(stamps)
    assert all(stamp >= time for stamp, time in zip(stamps, times, strict=True))


def test_modifiers_are_told_and_do_not_change_the_key(opened: Open) -> None:
    session = opened(plays=True)
    session.terminal.press("z", SHIFT)
    session.terminal.release("z", SHIFT)

    assert session.keys(2) == [("z", "down"), ("z", "up")]
    assert [fact["modifiers"] for fact in session.logged("key")] == [SHIFT, SHIFT]


def test_another_alphabet_still_tells_the_place_of_a_key(opened: Open) -> None:
    session = opened(plays=True)
    session.terminal.press("ф", base="a")
    session.terminal.release("ф", base="a")

    assert session.keys(2) == [("ф", "down"), ("ф", "up")]
    assert [fact["base"] for fact in session.logged("key")] == ["a", "a"]
    assert session.wait_for("textual_key")["character"] == "ф"


def test_sequences_may_come_byte_by_byte(opened: Open) -> None:
    """With all the time between two bytes that a slow machine needs: it is `ESCDELAY` that ends a sequence."""
    session = opened(env={"ESCDELAY": "30000"}, plays=True)
    for byte in "\x1b[97;1:3u\x1b[1;1:2D":
        session.terminal.send(byte)
        session.terminal.pump(0.003)

    assert session.keys(2) == [("a", "up"), ("left", "repeat")]


def test_sequences_may_come_glued_together(opened: Open) -> None:
    session = opened(plays=True)
    session.terminal.send("\x1b[D\x1b[1;1:2D\x1b[1;1:3D\x1b[C\x1b[1;1:3C")

    assert session.keys(5) == [("left", "down"), ("left", "repeat"), ("left", "up"), ("right", "down"), ("right", "up")]


def test_textuals_own_keys_are_as_ever(opened: Open) -> None:
    session = opened(resize_reports=True)
    terminal = session.terminal
    terminal.type("hi")
    terminal.press("a", SHIFT)
    terminal.send("\x1b[200~ and [1;1:3D\x1b[201~")
    session.terminal.wait_for(lambda: [fact["value"] for fact in session.logged("input")][-1:] == ["hiA and [1;1:3D"])
    session.play()
    for key in ("x", "x"):
        terminal.press(key)
        terminal.repeat(key)
        terminal.release(key)
    session.wait_for("bound", 4)
    terminal.press("c", CTRL)
    terminal.release("c", CTRL)
    terminal.send("\x1b[<0;10;5M\x1b[<0;10;5m")
    terminal.send("\x1b[48;30;100;600;1000t")
    terminal.send("\x1b[O\x1b[I")
    terminal.wait_for(lambda: session.logged("resize")[-1]["width"] == 100, what="for the new size")
    mouse = session.wait_for("mouse")
    session.wait_for("ctrl_c")
    session.wait_for("blur")
    session.wait_for("focus")
    terminal.tap("x")
    session.wait_for("bound", 5)  # by which all keys before it were dealt with

    assert (mouse["x"], mouse["y"], mouse["button"]) == (9, 4, 1)
    assert {what: len(session.logged(what)) for what in ("bound", "ctrl_c", "blur", "focus")} == {
        "bound": 5,
        "ctrl_c": 1,
        "blur": 1,
        "focus": 1,
    }


def test_a_key_that_a_screen_takes_is_none_of_textuals(opened: Open) -> None:
    session = opened(plays=True)
    session.terminal.send("\x1b[20~\x1b[20;1:2~\x1b[20;1:3~\x1b[C\x1b[20~\x1b[D")
    session.terminal.wait_for(lambda: len(session.logged("textual_key")) == 2)

    assert [fact["key"] for fact in session.logged("textual_key")] == ["right", "left"]
    assert [key for key, _ in session.keys(6)] == ["f9", "f9", "f9", "right", "f9", "left"]


def test_a_legacy_terminal_is_recognised_and_used(opened: Open) -> None:
    session = opened(kitty=None, plays=True)
    terminal = session.terminal
    terminal.hold("left", 0.65)
    terminal.press("a")
    terminal.wait_for(lambda: "a" in [fact["key"] for fact in session.logged("textual_key")])

    assert session.logged("keyboard")[-1]["flags"] is None
    keys = session.logged("key")
    assert {fact["kind"] for fact in keys} == {"down"}
    assert not any(fact["tracked"] for fact in keys)
    assert [fact["key"] for fact in keys].count("left") >= 4
    leaked = {fact["character"] for fact in session.logged("textual_key")} & set("[?;uc")
    assert leaked == set()


@pytest.mark.parametrize(
    ("attributes", "kitty"),
    sampled(
        ["64;1;2;6;9;15;16;17;18;21;22;28", "61;4;6;7;14;21;22;23;24;28;32;42;52", "62" + ";22" * 2000],
        [GAME_FLAGS, None],
    ),
    ids=[f"{name}-{kind}" for name in ("xterm", "windows-terminal", "endless") for kind in ("kitty", "legacy")],
)
def test_no_answer_to_the_fence_is_too_long(opened: Open, attributes: str, kitty: int | None) -> None:
    session = opened(kitty=kitty, attributes=attributes, plays=True)
    session.terminal.tap("left")

    assert session.keys(1)[0] == ("left", "down")
    assert session.logged("keyboard")[-1]["flags"] == kitty
    assert [fact["key"] for fact in session.logged("textual_key")] in ([], ["f1"], ["f1", "left"], ["left"])
    assert "DeviceAttributes" in [fact["kind"] for fact in session.logged("answer")]


def test_unawaited_answers_reach_the_app_and_press_no_key(opened: Open) -> None:
    """One of them split, with all the time between two bytes that an answer may take."""
    session = opened(plays=True)
    answers = ["\x1b]11;rgb:ffff/8080/0000\x1b\\", "\x1b[?12;3R", "\x1bP>|XTerm(379)\x1b\\", "\x1b[>41;379;0c"]
    for answer in answers:
        session.terminal.send(answer)
    session.terminal.send("\x1b]11;rgb:00")
    session.terminal.pump(0.05)
    session.terminal.send("00/0000/0000\x07")
    session.terminal.wait_for(lambda: session.logged("answer")[-1]["values"] == [0, 0, 0])
    session.terminal.tap("left")

    assert session.keys(2) == [("left", "down"), ("left", "up")]
    values = [[255, 128, 0], [12, 3], ["XTerm(379)"], ["\x1b[>41;379;0c"]]
    assert [fact["values"] for fact in session.logged("answer")[-5:-1]] == values
    assert [fact["kind"] for fact in session.logged("answer")[-5:]] == [
        *("BackgroundColour", "CursorPosition", "TerminalName", "OtherReply", "BackgroundColour")
    ]


def test_a_lone_escape_is_told_in_both_ways(opened: Open) -> None:
    """And soon: see the test of when it is due, in test_textual_contract.py."""
    session = opened(kitty=None, plays=True)
    session.terminal.press("escape")
    escape = session.wait_for("key")
    session.wait_for("menu", 2)

    assert (escape["key"], escape["kind"]) == ("escape", "down")


def test_a_terminal_without_event_types_is_recognised(opened: Open) -> None:
    session = opened(kitty=MENU_FLAGS, plays=True)
    session.terminal.tap("left")

    assert session.keys(1) == [("left", "down")]
    assert session.logged("keyboard")[-1]["flags"] == MENU_FLAGS
    assert not session.logged("key")[0]["tracked"]


def test_promised_releases_that_never_come_are_missed(opened: Open) -> None:
    """The second press of a key releases all that are down; a release that comes after all is believed again."""
    session = opened(plays=True)
    for key in ("left", "up", "left", "right"):
        session.terminal.press(key)

    presses = [("left", "down"), ("up", "down"), ("left", "up"), ("up", "up"), ("left", "down"), ("right", "down")]
    assert session.keys(6) == presses
    facts = session.logged("key")
    assert [fact["tracked"] for fact in facts if fact["kind"] == "down"] == [True, True, False, False]
    assert session.wait_for("keyboard", 2)["lacks_releases"]

    session.terminal.release("right")
    session.terminal.press("down")
    session.keys(8)
    assert session.logged("key")[-1]["tracked"]
    assert not session.wait_for("keyboard", 3)["lacks_releases"]


def test_a_press_after_a_lost_focus_proves_nothing(opened: Open) -> None:
    session = opened(plays=True)
    session.terminal.press("left")
    session.terminal.send("\x1b[O\x1b[I")
    session.terminal.press("left")

    assert session.keys(2) == [("left", "down")] * 2
    assert all(fact["tracked"] for fact in session.logged("key"))


def test_releases_need_not_be_asked_for(opened: Open) -> None:
    session = opened(env={"INFER": "1"})
    asked = session.terminal.keyboard_log.count(f">{GAME_FLAGS}")
    session.terminal.tap("f1")
    session.wait_for("game")
    session.terminal.tap("left")

    assert session.keys(1) == [("left", "down")]
    assert not session.logged("key")[0]["tracked"]
    session.quit()
    assert session.terminal.keyboard_log.count(f">{GAME_FLAGS}") == asked


def test_textuals_switch_for_the_protocol_is_respected(opened: Open) -> None:
    session = opened(env={"TEXTUAL_DISABLE_KITTY_KEY": "1"}, plays=True)
    session.terminal.tap("left")

    assert session.keys(1) == [("left", "down")]
    session.quit()
    assert [said for said in session.terminal.keyboard_log if said != "<"] == []


def test_the_terminal_is_restored_after_a_failure_in_a_worker(opened: Open) -> None:
    session = opened(plays=True)
    session.terminal.tap("f6")

    assert session.terminal.wait_exit() != 0
    assert "failed in the worker" in session.terminal.output.decode()
    session.terminal.assert_restored()


def test_a_stopped_program_leaves_the_terminal_and_takes_it_back(opened: Open) -> None:
    session = opened(plays=True)
    terminal = session.terminal
    terminal.program.signal(signal.SIGTSTP)
    terminal.wait_stopped()
    assert len(session.logged("suspending")) == 1
    terminal.drain()
    terminal.assert_restored()

    terminal.program.signal(signal.SIGCONT)
    terminal.wait_for(lambda: terminal.flag_stacks == ([0], [0, MENU_FLAGS, GAME_FLAGS]))
    pushes = [said for said in terminal.keyboard_log if said.startswith(">")]
    terminal.program.signal(signal.SIGCONT)  # a stray one, as after a stop that nobody can catch
    terminal.wait_for(
        lambda: [said for said in terminal.keyboard_log if said.startswith(">")] == [*pushes, *pushes[-2:]]
    )
    terminal.tap("left")

    assert session.keys(2) == [("left", "down"), ("left", "up")]
    assert terminal.flag_stacks == ([0], [0, MENU_FLAGS, GAME_FLAGS])
    session.quit()
    terminal.assert_restored()


def test_a_size_that_changes_as_the_program_resumes_is_seen(opened: Open) -> None:
    """The terminal reported sizes until the program stopped, and does not say yet that it does so again."""
    session = opened(resize_reports=True, env={"COLUMNS": None, "LINES": None}, plays=True)
    terminal = session.terminal
    terminal.wait_for(lambda: terminal.modes.get("2048"), what="for the mode of reports")
    terminal.program.signal(signal.SIGTSTP)
    terminal.wait_stopped()
    terminal.drain()
    terminal.modes_unanswered.add("2048")
    terminal.program.signal(signal.SIGCONT)
    terminal.wait_for(lambda: terminal.flag_stacks == ([0], [0, MENU_FLAGS, GAME_FLAGS]))
    terminal.resize(100, 30)

    terminal.wait_for(lambda: session.logged("resize")[-1]["width"] == 100, what="for the new size")


def test_an_app_can_give_the_terminal_away_for_a_while(opened: Open) -> None:
    session = opened(plays=True)
    terminal = session.terminal
    terminal.press("s", CTRL)
    session.wait_for("suspended")
    terminal.wait_for(lambda: terminal.flag_stacks == ([0], [0]))
    terminal.send("\n")
    session.wait_for("resumed")

    terminal.wait_for(lambda: terminal.flag_stacks == ([0], [0, MENU_FLAGS, GAME_FLAGS]))
