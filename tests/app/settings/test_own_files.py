"""Files of looks and sounds of the player's own: listed, read again, no reason to stop or to lose a setting."""

import os
import random
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

from piecement.render.skins.palettes import PALETTES
from piecement.render.skins.skins import SKINS, TileKind
from piecement.settings.own_files import OwnFiles
from piecement.settings.settings import Settings
from piecement.ui.game_look import look_of
from tests.app.kept_games import store_in
from tests.app.setting_rows import titles_of
from tests.programs import Said

GOOD = 'frame = "ascii"\n[tiles]\nlocked = "<>"\n[palette]\nO = "#123456"\n'


@pytest.fixture(autouse=True)
def _nothing_left(tmp_path: Path) -> Generator[None]:
    yield
    OwnFiles(tmp_path / "nowhere")


@pytest.fixture
def look(tmp_path: Path) -> Path:
    """A file of a look."""
    return written(tmp_path / "looks" / "sea.toml", GOOD)


def written(path: Path, text: str | bytes) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def titles(section: str, name: str) -> list[str]:
    return list(titles_of(next(spec for spec in Settings().section(section).specs() if spec.name == name)).values())


def test_files_are_listed_after_the_built_in_ones(look: Path, tmp_path: Path) -> None:
    written(tmp_path / "sounds" / "tide.toml", 'move = "C5 0 40"')
    files = OwnFiles(tmp_path)

    assert look.stem == titles("graphics", "skin")[-1] == titles("graphics", "palette")[-1]
    assert titles("sound", "effect_set")[-1] == "tide"
    assert files.sound_file("tide") == tmp_path / "sounds" / "tide.toml"
    assert files.sound_file("soft") is None
    assert files.faults == ()


@pytest.mark.usefixtures("look")
def test_an_own_look_keeps_its_place_in_the_settings(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    before = store.load_settings().settings
    store.change_settings(before, before.with_value("graphics", "skin", "sea").with_value("graphics", "fps", 30))
    OwnFiles(tmp_path / "nowhere")
    loaded = store_in(tmp_path).load_settings()

    assert (loaded.settings.graphics.skin, loaded.complaints) == ("sea", ())
    assert look_of(loaded.settings, "rgb", may_move=True).chosen_palette.colour(1) == "#123456"
    assert look_of(loaded.settings, "ansi", may_move=True).palette == "ansi"


def test_a_broken_file_keeps_its_place_in_the_settings(look: Path, tmp_path: Path) -> None:
    store = store_in(tmp_path)
    before = store.load_settings().settings
    changed = before.with_value("graphics", "skin", "sea").with_value("graphics", "palette", "sea")
    store.change_settings(before, changed)
    look.write_text("frame = ")
    opened = store_in(tmp_path)
    loaded = opened.load_settings()

    assert (loaded.settings.graphics.skin, loaded.settings.graphics.palette) == ("sea", "sea")
    assert opened.own_files.faults == (
        "looks/sea.toml: The file is not valid TOML: invalid value (at end of document).",
    )


@pytest.mark.parametrize("content", [GOOD.encode(), b"frame = \xff"], ids=["text", "no text"])
def test_a_new_look_is_a_copy_of_the_one_in_use(content: bytes, look: Path, tmp_path: Path) -> None:
    look.write_bytes(content)

    assert OwnFiles(tmp_path).write("looks", "lake", "", "sea").read_bytes() == content


def test_a_changed_file_is_read_again(look: Path, tmp_path: Path) -> None:
    files = OwnFiles(tmp_path)
    revision = files.revision
    assert not files.read_again()

    look.write_text(GOOD.replace("<>", "()"))
    os.utime(look, ns=(1, 1))

    assert files.read_again()
    assert files.revision == revision + 1
    assert SKINS["sea"].tiles[TileKind.LOCKED] == "()"


def test_a_file_that_is_removed_stays_until_the_next_start(look: Path, tmp_path: Path) -> None:
    files = OwnFiles(tmp_path)
    look.unlink()
    files.read_again()
    assert "sea" in SKINS

    OwnFiles(tmp_path)

    assert "sea" not in {*SKINS, *PALETTES}


def test_a_look_that_breaks_while_it_is_used_stays(look: Path, tmp_path: Path) -> None:
    files = OwnFiles(tmp_path)
    look.write_text("[tiles")
    files.read_again()

    assert SKINS["sea"].tiles[TileKind.LOCKED] == "<>"
    assert SKINS["sea"].sentence.startswith("The file is not valid TOML")
    assert PALETTES["sea"].colour(1) == "#123456"


@pytest.mark.parametrize(
    ("place", "text", "fault"),
    [
        ("looks/ascii.toml", "", "The name ascii is that of a built-in one."),
        ("looks/gruvbox.toml", "", "The name gruvbox is that of a built-in one."),
        ("sounds/bell.toml", "", "The name bell is that of a built-in one."),
        ("looks/my look.toml", "", "A name has 1 to 24 letters from A to Z, digits, - and _."),
        ("looks/a.toml", b"\xff", "The file cannot be read."),
        ("looks/a.toml", "x=" + "[" * 9000, "The file cannot be read."),
        ("looks/a.toml", "#" * 100_001, "The file is larger than 100 kB."),
        (
            "looks/a.toml",
            '[tiles]\nlocked = "字"',
            "tiles.locked = '字': its characters must be one column wide each, and 2 in number.",
        ),
        (
            "sounds/a.toml",
            'move = "C5"',
            "move = 'C5': a sound is a list of tones like 'C5 0 70 mellow 3 70 30', or a WAV file.",
        ),
        (
            "sounds/a.toml",
            'move = "a.wav"',
            "move = 'a.wav': a WAV file is in this folder, has 8 to 24 bits, and lasts 5 s at most.",
        ),
        ("sounds/a.toml", 'like = "x"', "like = 'x': it can be soft, square, bell."),
    ],
)
def test_each_fault_is_one_sentence(place: str, text: str | bytes, fault: str, tmp_path: Path) -> None:
    written(tmp_path / place, text)
    files = OwnFiles(tmp_path)

    assert files.faults == (f"{place}: {fault}",)


@pytest.mark.usefixtures("look")
def test_a_folder_that_cannot_be_read_takes_nothing_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(tmp_path / "modes" / "late.toml", 'title = "Late"\n[win]\nlines = 3\n')
    files = OwnFiles(tmp_path)
    before, listed = files.revision, Path.iterdir

    def refuse(path: Path) -> Iterator[Path]:
        if path.name == "looks":
            raise PermissionError(13, "Permission denied", str(path))
        return listed(path)

    with monkeypatch.context() as refused:
        refused.setattr(Path, "iterdir", refuse)
        is_new = files.read_again()
        again, faults = files.read_again(), files.faults

    assert [mode.title for mode in files.modes.all()] == ["Late"]
    assert "sea" in SKINS
    assert (is_new, again, faults) == (True, False, (f"{tmp_path / 'looks'} cannot be read: Permission denied.",))
    assert (files.read_again(), files.faults, files.revision) == (True, (), before + 2)


@pytest.mark.usefixtures("look")
def test_a_name_is_checked_without_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = OwnFiles(tmp_path)

    def refuse(path: Path) -> bool:
        raise PermissionError(13, "Permission denied", str(path))

    with monkeypatch.context() as refused:
        refused.setattr(Path, "exists", refuse)
        problems = [files.name_problem("looks", name) for name in ("lake", "sea")]

    assert problems == ["", "There is a file sea already."]


@pytest.mark.usefixtures("look")
def test_a_pipe_or_a_folder_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "looks" / "folder.toml").mkdir()
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "looks" / "pipe.toml")
    OwnFiles(tmp_path)

    assert [name for name in SKINS if name in {"sea", "folder", "pipe"}] == ["sea"]


def test_any_bytes_in_a_file_are_survived(look: Path, tmp_path: Path) -> None:
    good = GOOD.encode()
    for seed in range(200):
        dice, damaged = random.Random(seed), bytearray(good)
        for _ in range(dice.randrange(1, 9)):
            damaged[dice.randrange(len(damaged))] = dice.choice(b'[]"=#.{}0z\n\0\xff\\u')
        look.write_bytes(damaged)
        files = OwnFiles(tmp_path)

        assert all(fault.startswith("looks/sea.toml: ") and fault.isprintable() for fault in files.faults)


@pytest.mark.usefixtures("look")
def test_a_skin_of_a_file_may_be_asked_for(tmp_path: Path, said: Said) -> None:
    status, _, error = said("--data-dir", tmp_path, "--skin", "lake")

    assert status == 2
    assert ", sea." in error
