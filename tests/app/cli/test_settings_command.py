"""`piecement settings`: a line is printed, looked at, and taken in only if it is asked for."""

from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from piecement.settings.settings import Settings
from piecement.storage.settings_line import settings_line
from tests.app.kept_games import store_in
from tests.programs import Said

FAST = Settings().with_value("graphics", "fps", 144).with_value("sound", "menus", True)


def fps(folder: Path) -> int:
    return store_in(folder).load_settings().settings.graphics.fps


def test_a_line_goes_from_one_folder_to_another(tmp_path: Path, said: Said) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    _, empty, _ = said("settings", "export", "graphics", "--data-dir", one)
    store = store_in(one)
    store.change_settings(store.load_settings().settings, FAST)
    _, line, _ = said("settings", "export", "graphics", "--data-dir", one)
    _, told, _ = said("settings", "import", line, "--data-dir", other)

    assert line != empty
    assert told.splitlines()[-1].endswith("add --yes.")
    assert "graphics.fps" in told.splitlines()
    assert "sound.menus" not in told
    assert fps(other) == 60

    status, told, _ = said("settings", "import", line, "--yes", "--data-dir", other)

    assert (status, fps(other)) == (0, 144)
    assert "changed." in told


def test_a_line_is_read_from_standard_input(tmp_path: Path, said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(settings_line(FAST, ["graphics"]).encode() + b"\n")))

    assert said("settings", "import", "-", "--yes", "--data-dir", tmp_path)[0] == 0
    assert fps(tmp_path) == 144


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("export", "games"), "unknown section 'games': choose from gameplay, controls"),
        (("import", "hello"), "That is not a line of settings"),
    ],
)
def test_a_wrong_argument_is_explained(arguments: tuple[str, ...], sentence: str, tmp_path: Path, said: Said) -> None:
    status, _, told = said("settings", *arguments, "--data-dir", tmp_path)

    assert status == 2
    assert sentence in told
    assert not (tmp_path / "settings.toml").exists()
