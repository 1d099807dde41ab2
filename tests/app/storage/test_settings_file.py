"""The settings file: nothing that a player set is lost, and nothing that is wrong in it stops the game."""

import json
import tomllib
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import pytest
from pydantic import BaseModel, Field

from piecement.input.key_presets import PRESETS
from piecement.settings.built_in_presets import BUILT_IN_PRESETS
from piecement.settings.presets import preset_name, with_change, with_preset
from piecement.settings.settings import Settings
from piecement.settings.styles import style_text
from piecement.storage.settings_file import SettingsFile
from piecement.storage.settings_migrations import SETTINGS_MIGRATIONS, SETTINGS_VERSION
from piecement_base.errors import StorageError
from piecement_base.file_lock import FileLock
from piecement_engine import Button

DEFAULTS_OF_4 = Path(__file__).parents[2] / "data" / "settings_4.json"
"""Every default of version 4."""


pytestmark = pytest.mark.new_player


class Sound(BaseModel, frozen=True, extra="forbid"):
    volume: int = Field(default=5, ge=0, le=10)
    device: str = ""
    notes: tuple[int, ...] = (1, 2)


class Sample(BaseModel, frozen=True, extra="forbid"):
    sound: Sound = Sound()
    presets: dict[str, Sound] = {}
    name: str = "nobody"


def sample_file(path: Path) -> SettingsFile[Sample]:
    """Return a file whose values no version has changed."""
    return SettingsFile(path, Sample, migrations=dict.fromkeys(SETTINGS_MIGRATIONS, lambda tables: tables))


def in_every_preset() -> list[Settings]:
    """Return settings with each built-in preset in force, and with presets of the player's own."""
    own = with_change(with_change(Settings(), "graphics", "fps", 30), "controls", "keys", {"hold": ["f1"]})
    own = with_change(with_change(own, "sound", "effect_set", "bell"), "gameplay", "das_ms", 99)
    presets = [(section, name) for section, names in BUILT_IN_PRESETS.items() for name in names]
    return [Settings(), own, *(with_preset(own, section, name) for section, name in presets)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "config" / "settings.toml"


@pytest.fixture
def file(path: Path) -> SettingsFile[Sample]:
    return sample_file(path)


FIRST_VERSION = """
[graphics]
palette = "tetro_pastel"

[interface]
greeted_by = "0.9"

[storage]
keep = "scores"

[slots.graphics]
chosen = "Graphics I"

[slots.graphics.own.Mine]
fps = 144

[slots.controls]
chosen = "Vim"
"""
"""A file with all names that were others then."""


def written(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, "utf-8")


def louder(settings: Sample, volume: int) -> Sample:
    return settings.model_copy(update={"sound": settings.sound.model_copy(update={"volume": volume})})


class TestRoundTrip:
    def test_without_a_file_the_defaults_hold(self, file: SettingsFile[Sample], path: Path) -> None:
        assert file.load().settings == Sample()
        assert not path.exists()

    def test_saved_settings_are_loaded(self, file: SettingsFile[Sample]) -> None:
        new = Sample(sound=Sound(volume=9, device="x", notes=(3,)), presets={"mine": Sound(volume=1)}, name="Ada")
        file.save(Sample(), new)

        assert file.load().settings == new
        assert file.load().complaints == ()

    def test_only_changed_settings_are_written(self, file: SettingsFile[Sample], path: Path) -> None:
        file.save(Sample(), louder(Sample(), 9))

        assert tomllib.loads(path.read_text()) == {"version": SETTINGS_VERSION, "sound": {"volume": 9}}

    def test_emptied_setting_goes(self, file: SettingsFile[Sample]) -> None:
        named = Sample(sound=Sound(device="x"), presets={"mine": Sound()})
        file.save(Sample(), named)
        file.save(named, Sample())

        assert file.load().settings == Sample()

    @pytest.mark.parametrize("settings", in_every_preset())
    def test_written_settings_are_read_unchanged(self, path: Path, settings: Settings) -> None:
        game_file = SettingsFile(path, Settings)
        game_file.replace(settings)

        assert game_file.load() == (settings, ())


class TestMerging:
    def test_two_copies_change_different_things_and_both_are_kept(self, file: SettingsFile[Sample], path: Path) -> None:
        other = sample_file(path)
        mine, theirs = file.load().settings, other.load().settings
        other.save(theirs, theirs.model_copy(update={"name": "Ada"}))
        file.save(mine, louder(mine, 9))

        assert file.load().settings == Sample(sound=Sound(volume=9), name="Ada")

    def test_a_preset_that_another_copy_made_is_kept(self, file: SettingsFile[Sample]) -> None:
        file.save(Sample(), Sample(presets={"theirs": Sound(volume=1)}))
        file.save(Sample(), Sample(presets={"mine": Sound(volume=2)}))

        assert set(file.load().settings.presets) == {"mine", "theirs"}

    def test_a_lock_held_for_ever_is_named(
        self, file: SettingsFile[Sample], path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("piecement_base.file_lock._PATIENCE_S", 0)
        lock = FileLock(path.with_name(f"{path.name}.lock"))
        with lock, pytest.raises(StorageError, match="Another copy of Piecement is using"):
            file.save(Sample(), louder(Sample(), 9))

    def test_a_preset_that_another_copy_removed_takes_no_other_along(self, file: SettingsFile[Sample]) -> None:
        before = Sample(presets={"a": Sound(volume=1), "b": Sound(volume=2)})
        after = Sample(presets={"b": Sound(volume=2)})
        file.save(Sample(), before)
        for _copy in range(2):
            file.save(before, after)

        assert file.load() == (after, ())


class TestDamage:
    @pytest.mark.parametrize(
        ("text", "kept", "complaint"),
        [
            ("name = 'Ada'\n[sound]\nvolume = 99", {"name": "Ada"}, "sound.volume is 99: input should be less than"),
            ("name = 'Ada'\ncolour = 1", {"name": "Ada"}, "This version has no setting colour."),
            ("name = 'Ada'\n[sound]\nvolum = 1", {"name": "Ada"}, "This version has no setting sound.volum"),
            ("name = 'Ada'\n[sound]\nnotes = [1, 'x']", {"name": "Ada"}, "sound.notes is 'x'"),
            ("name = 'Ada'\nsound = 3", {"name": "Ada"}, "sound is 3"),
            ("name = 'Ada'\nversion = 'x'", {"name": "Ada"}, "version is 'x', and has to be a whole number."),
            ("name = Ada\n[sound]\nvolume = 9", {"sound": {"volume": 9}}, "Line 1, 'name = Ada', cannot be read."),
            ("[sound]\nvolume = 9\n\nname =", {"sound": {"volume": 9}}, "Line 4, 'name =', cannot be read."),
            ("a." * 100_000 + "a = 1\nname = 'Ada'", {"name": "Ada"}, "Line 1, 'a.a.a."),
            (f"name = 'Ada'\nx = '{'.' * 70}'", {"name": "Ada"}, "Line 2, \"x = '....."),
            ("\ufeffname = 'Ada'\nx = 1", {"name": "Ada"}, "This version has no setting x"),
            (f"name = {'[' * 20_000}", {}, "The file is not TOML: the default settings are used."),
            (f"version = {'1' * 5000}", {}, "The file is not TOML: the default settings are used."),
            (f"name = 'Ada'\n[sound]\nvolume = 0x{'f' * 5000}", {"name": "Ada"}, "sound.volume is a number too long"),
            (
                f"name = 'Ada'\ncolour = '{'x' * 5000}'\nsound = '{'x' * 5000}'",
                {"name": "Ada"},
                f"sound is '{'x' * 59}…:",
            ),
        ],
    )
    def test_wrong_settings_are_named_and_the_rest_is_used(
        self, file: SettingsFile[Sample], path: Path, text: str, kept: dict[str, Any], complaint: str
    ) -> None:
        written(path, text)
        loaded = file.load()

        assert loaded.settings == Sample.model_validate(kept)
        assert any(complaint in sentence for sentence in loaded.complaints)
        assert path.with_name("settings.toml.bad").read_text("utf-8") == text

    def test_several_wrong_entries_are_all_named(self, file: SettingsFile[Sample], path: Path) -> None:
        written(path, "a = 1\nname = 3\n[sound]\nvolume = -1\nnotes = ['a', 'b']\n[presets.mine]\nvolume = 1\nx = 2")
        loaded = file.load()

        assert loaded.settings == Sample(presets={"mine": Sound(volume=1)})
        assert len(loaded.complaints) == 5
        assert "This version has no settings presets.mine.x and a." in loaded.complaints

    def test_saving_over_wrong_entries_keeps_the_rest(self, file: SettingsFile[Sample], path: Path) -> None:
        written(path, "name = 'Ada'\ncolour = 1")
        file.save(Sample(), louder(Sample(), 9))

        assert tomllib.loads(path.read_text()) == {"version": SETTINGS_VERSION, "name": "Ada", "sound": {"volume": 9}}
        assert path.with_name("settings.toml.bad").read_text() == "name = 'Ada'\ncolour = 1"

    @pytest.mark.parametrize("seed", range(20))
    def test_random_bytes_are_set_aside(self, file: SettingsFile[Sample], path: Path, seed: int) -> None:
        noise = Random(seed).randbytes(3000)
        path.parent.mkdir()
        path.write_bytes(noise)
        loaded = file.load()

        assert loaded.settings == Sample()
        assert loaded.complaints
        assert path.with_name("settings.toml.bad").read_bytes() == noise

    @pytest.mark.parametrize("share", [0.0, 0.2, 0.4, 0.6, 0.8])
    def test_a_broken_off_file_gives_its_rest(self, file: SettingsFile[Sample], path: Path, share: float) -> None:
        file.save(Sample(), Sample(sound=Sound(volume=9, device="x"), name="Ada"))
        whole = path.read_bytes()
        path.write_bytes(whole[: int(share * len(whole))])

        assert file.load().settings.sound.volume in (5, 9)

    @pytest.mark.parametrize(
        ("content", "why"),
        [
            ("#" * 1_000_001, "The settings file has more than 1 MB"),
            ("[" + ".".join("abcdefghijklmnopqrstuvw") + "]\nx = 1", "tables more than 20 levels deep"),
            ("x = " + "[" * 22 + "]" * 22, "tables more than 20 levels deep"),
        ],
        ids=["large", "tables", "lists"],
    )
    def test_too_large_or_deep_a_file_is_set_aside(
        self, file: SettingsFile[Sample], path: Path, content: str, why: str
    ) -> None:
        written(path, content)
        (sentence,) = file.load().complaints
        again = file.load()

        assert why in sentence
        assert f"it is kept as {path}.bad, and the default settings are used." in sentence
        assert path.with_name("settings.toml.bad").read_text() == content
        assert again == (Sample(), ())

    @pytest.mark.parametrize(
        ("content", "name"),
        [
            (f"# {'.' * 70}\nname = 'Ada'", "Ada"),
            ("name = 'A\u2028d\u0085a'", "A\u2028d\u0085a"),
            ("\r\nname = 'Ada'\r\n", "Ada"),
            ("\rname = 'Ada'\r", "Ada"),
        ],
        ids=["dots in a comment", "line separators in a text", "Windows", "old Mac"],
    )
    def test_a_readable_line_is_not_refused(
        self, file: SettingsFile[Sample], path: Path, content: str, name: str
    ) -> None:
        path.parent.mkdir()
        path.write_bytes(content.encode())

        assert file.load() == (Sample(name=name), ())

    def test_unknown_names_are_told_in_one_sentence(self, file: SettingsFile[Sample], path: Path) -> None:
        names = [f"n{number}" for number in range(2_000)]
        written(path, "name = 'me'\n" + "\n".join(f"{name} = 1" for name in names))
        loaded = file.load()

        assert loaded.settings.name == "me"
        assert loaded.complaints[0] == "This version has no settings n0, n1, n2, n3, n4 and 1995 more."
        assert len(loaded.complaints) == 2

    def test_wrong_values_are_found_at_one_look(
        self, file: SettingsFile[Sample], path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        lines = (f"n{number} = 1\npresets.p{number} = {{x = 1, volume = 'x'}}" for number in range(300))
        written(path, "\n".join(lines))
        validate, looks = Sample.model_validate, list[object]()

        def counted(tables: object) -> Sample:
            looks.append(tables)
            return validate(tables)

        monkeypatch.setattr(Sample, "model_validate", counted)
        loaded = file.load()

        assert len(looks) == 2
        assert len(loaded.settings.presets) == 300
        assert len(loaded.complaints) == 22
        assert loaded.complaints[-2] == "281 more values cannot be used."

    def test_a_long_name_is_cut(self, file: SettingsFile[Sample], path: Path) -> None:
        written(path, f'{"x" * 500_000} = 1\n"\\u001b[2J" = 2')

        assert all(len(complaint) < 400 and complaint.isprintable() for complaint in file.load().complaints)

    @pytest.mark.parametrize("version", ["0x" + "f" * 5_000, "1" * 19, "-1", "true"], ids=["hex", "large", "low", "no"])
    def test_no_version_stops_the_settings(self, file: SettingsFile[Sample], path: Path, version: str) -> None:
        written(path, f"version = {version}\nname = 'me'\nlater = 0x{'f' * 5_000}")
        loaded = file.load().settings
        with suppress(StorageError):
            file.save(loaded, loaded.model_copy(update={"name": "you"}))

        assert file.load().settings.name in {"me", "you"}

    @pytest.mark.parametrize("seed", range(4))
    def test_any_values_leave_settings(self, path: Path, seed: int) -> None:
        random, game = Random(seed), SettingsFile(path, Settings)
        values = [*("1", "-1", "0x" + "f" * 400, "1e999", "nan", "'x'", "''", "true", "[]", "[1]", "['x', 2]", "{}")]
        values += ["{x = 1}", "{own = {a = {}}}", "{own = {'' = 3}}", "1979-05-27", "[{}]"]
        names = [f"{section}.{name}" for section in Settings.names() for name in Settings().section(section).names()]
        for _ in range(12):
            chosen = random.sample([*names, *Settings.names(), "x", "version"], 8)
            heads = {name.partition(".")[0] for name in chosen if "." in name}
            written(path, "\n".join(f"{name} = {random.choice(values)}" for name in chosen if name not in heads))
            loaded = game.load()

            assert isinstance(loaded.settings, Settings)
            assert all(len(complaint) < 600 for complaint in loaded.complaints)

    def test_a_folder_in_the_way_is_named(self, file: SettingsFile[Sample], path: Path) -> None:
        path.mkdir(parents=True)
        with pytest.raises(StorageError, match=r"settings\.toml cannot be read"):
            file.load()

    def test_a_file_in_the_way_of_the_folder_is_named(self, file: SettingsFile[Sample], path: Path) -> None:
        path.parent.write_text("")
        with pytest.raises(StorageError, match="config cannot be written to"):
            file.save(Sample(), louder(Sample(), 9))


class TestVersions:
    SAMPLES: ClassVar[dict[int, str]] = {
        0: "name = 'Ada'",
        1: "version = 1\nname = 'Ada'",
        2: "version = 2\nname = 'Ada'",
        3: "version = 3\nname = 'Ada'",
        4: "version = 4\nname = 'Ada'",
        5: "version = 5\nname = 'Ada'",
        6: "version = 6\nname = 'Ada'",
    }

    @pytest.mark.parametrize("version", range(SETTINGS_VERSION + 1))
    def test_files_of_every_version_are_read(self, file: SettingsFile[Sample], path: Path, version: int) -> None:
        written(path, self.SAMPLES[version])

        assert file.load().settings == Sample(name="Ada")
        assert file.load().complaints == ()

    def test_every_version_has_a_way_to_the_next(self) -> None:
        assert list(SETTINGS_MIGRATIONS) == list(range(SETTINGS_VERSION))

    @pytest.mark.parametrize("head", ["", "version = 1\n"])
    def test_names_of_the_first_version_keep_their_values(self, path: Path, head: str) -> None:
        written(path, head + FIRST_VERSION)
        game_file = SettingsFile(path, Settings)
        loaded = game_file.load()
        own = loaded.settings.presets.graphics.own["Mine"]
        game_file.save(loaded.settings, loaded.settings.with_value("interface", "blindfold", True))

        assert loaded.complaints == ()
        assert (preset_name(loaded.settings, "graphics"), own.fps) == ("Graphics I", 144)
        assert loaded.settings.presets.controls.chosen == "Vim"
        assert loaded.settings.storage.retention == "scores"
        assert loaded.settings.interface.first_run_notice == "0.9"
        kept = tomllib.loads(path.read_text())
        assert kept["version"] == SETTINGS_VERSION
        assert kept["graphics"]["palette"] == "tetro_pastel"
        assert kept["interface"].items() >= {"first_run_notice": "0.9", "blindfold": True}.items()
        assert kept["storage"] == {"retention": "scores"}
        assert kept["presets"]["graphics"]["own"]["Mine"]["fps"] == 144
        assert kept["presets"]["controls"] == {"chosen": "Vim"}

    def test_keys_of_commands_leave_the_settings_of_bots(self, path: Path) -> None:
        written(path, "version = 5\n[computer]\nbest_of = '3'\nretry_key = 'f8'\nattract_s = 60\n")
        game_file = SettingsFile(path, Settings)
        loaded = game_file.load()
        game_file.save(loaded.settings, loaded.settings.with_value("commands", "watch_key", "f6"))

        assert loaded.complaints == ()
        assert (loaded.settings.commands.retry_key, loaded.settings.interface.attract_s) == ("f8", 60)
        kept = tomllib.loads(path.read_text())
        assert kept["computer"] == {"best_of": "3"}
        assert (kept["commands"], kept["interface"]) == ({"retry_key": "f8", "watch_key": "f6"}, {"attract_s": 60})

    def test_a_junk_table_is_named_by_its_new_name(self, path: Path) -> None:
        written(path, "version = 1\nslots = 3\nstorage = 'all'")

        complaints = SettingsFile(path, Settings).load().complaints
        assert [complaint.split(" is ")[0] for complaint in complaints[:2]] == ["storage", "presets"]

    @pytest.mark.parametrize(
        ("chosen", "stored", "keys"),
        [
            ("Guideline", "rotate_left = ['z', 'y', 'left_control', 'right_control']", ("a",)),
            ("Mine", "hold = ['x']", ()),
            ("Mine", "hold = ['s']", ()),
            ("Default", "hold = ['x']", ("s",)),
            ("Default", "hold = ['s']", ()),
        ],
    )
    def test_version_2_keys_get_new_ones_only_in_presets(
        self, path: Path, chosen: str, stored: str, keys: tuple[str, ...]
    ) -> None:
        own = "[presets.controls.own.Other.keys]\nhold = ['q']"
        written(path, f"version = 2\n[controls.keys]\n{stored}\n[presets.controls]\nchosen = '{chosen}'\n{own}")
        loaded = SettingsFile(path, Settings).load()

        assert loaded.complaints == ()
        assert loaded.settings.controls.bindings.keys("rotate_180") == keys
        assert loaded.settings.presets.controls.own["Other"].bindings.keys("rotate_180") == ()

    def test_version_2_guideline_keys_stay_that_preset(self, path: Path) -> None:
        table = PRESETS["Guideline"].table()
        lines = "\n".join(f"{button} = {list(keys)}" for button, keys in table.items() if button != "rotate_180")
        written(path, f"version = 2\n[controls.keys]\n{lines}\n[presets.controls]\nchosen = 'Guideline'")
        loaded = SettingsFile(path, Settings).load()

        assert preset_name(loaded.settings, "controls") == "Guideline"

    def test_spin_rule_of_third_version_is_renamed(self, path: Path) -> None:
        own = "[presets.gameplay.own.Mine]\nspin_rule = 'all_mini'"
        written(path, f"version = 3\n[gameplay]\nspin_rule = 'all_mini'\n{own}")
        loaded = SettingsFile(path, Settings).load()

        assert loaded.complaints == ()
        assert loaded.settings.gameplay.spin_rule == "guideline_all_mini"
        assert loaded.settings.presets.gameplay.own["Mine"].spin_rule == "guideline_all_mini"

    def test_a_player_of_version_4_keeps_every_default(self, path: Path) -> None:
        written(path, "version = 4")
        loaded = SettingsFile(path, Settings).load()
        now = loaded.settings.model_dump(mode="json")
        then = json.loads(DEFAULTS_OF_4.read_text())
        then["commands"] = {name: then["computer"].pop(name) for name in ("retry_key", "watch_key", "hint_key")}
        then["interface"]["attract_s"] = then["computer"].pop("attract_s")

        assert loaded.complaints == ()
        assert {section: {name: now[section][name] for name in values} for section, values in then.items()} == then
        assert style_text(loaded.settings) == "Your own"
        assert loaded.settings.interface.news == "styles"
        assert not loaded.settings.interface.ready_go

    def test_version_4_names_of_presets_are_followed(self, path: Path) -> None:
        written(path, "version = 4")
        loaded = SettingsFile(path, Settings).load().settings
        names = [preset_name(loaded, section) for section in ("controls", "gameplay", "graphics", "pair")]

        assert names == ["tetrs, with hold", "tetrs, 4 previews", "tetrs", "Default"]

    def test_own_presets_make_way_for_new_names(self, path: Path) -> None:
        own = "[presets.gameplay]\nchosen = 'Classic'\n[presets.gameplay.own.Piecement]\ndas_ms = 90"
        written(path, f"version = 4\n[gameplay]\ndas_ms = 99\n{own}")
        loaded = SettingsFile(path, Settings).load().settings

        assert preset_name(loaded, "gameplay") == "Classic (own)"
        kept = with_preset(loaded, "gameplay", "Piecement (own)").gameplay
        assert (kept.das_ms, kept.preview_count, kept.soft_drop_factor) == (90, 4, 15)

    def test_locks_of_version_4_are_gone_without_a_word(self, path: Path) -> None:
        written(path, "version = 4\n[interface]\nall_modes = true\nopened_looks = ['Frost']")

        assert SettingsFile(path, Settings).load().complaints == ()

    def test_keys_of_version_4_take_none_from_others(self, path: Path) -> None:
        written(path, "version = 4\n[controls.keys]\nrotate_right = ['up']")
        bindings = SettingsFile(path, Settings).load().settings.controls.bindings

        assert (bindings.button("up"), bindings.keys("hard_drop")) == (Button.ROTATE_RIGHT, ())
        assert bindings.button("c") is None

    def test_defaults_of_version_4_survive_a_change(self, path: Path) -> None:
        written(path, "version = 4")
        file = SettingsFile(path, Settings)
        settings = file.load().settings
        file.save(settings, settings.with_value("interface", "blindfold", True))

        assert file.load().settings == settings.with_value("interface", "blindfold", True)

    @pytest.mark.parametrize(
        "junk",
        [
            *("gameplay = 3", "controls = []", "presets = 'x'", "[presets]\ngameplay = 1"),
            *(
                "[controls.keys]\nleft = [['a']]",
                "[controls.keys]\nleft = [{a = 1}]",
                "[presets.gameplay]\nchosen = []",
            ),
        ],
    )
    def test_junk_in_version_4_is_named_not_raised(self, path: Path, junk: str) -> None:
        written(path, f"version = 4\n{junk}")

        assert SettingsFile(path, Settings).load().complaints

    def test_saving_brings_a_file_to_the_present_version(self, file: SettingsFile[Sample], path: Path) -> None:
        written(path, self.SAMPLES[0])
        file.save(Sample(), louder(Sample(), 9))

        assert path.read_text().startswith(f"version = {SETTINGS_VERSION}\n")

    @pytest.mark.parametrize("version", range(SETTINGS_VERSION))
    def test_an_older_file_is_kept_beside(self, path: Path, version: int) -> None:
        presets = "slots" if version <= 1 else "presets"
        text = f"version = {version}\n[{presets}.graphics]\nchosen = '[/nope]'"
        written(path, text)
        game_file = SettingsFile(path, Settings)
        settings = game_file.load().settings
        game_file.save(settings, settings.with_value("graphics", "fps", 30))

        assert path.with_name("settings.toml.bad").read_text("utf-8") == text

    def test_a_later_version_keeps_its_own_settings(self, file: SettingsFile[Sample], path: Path) -> None:
        written(path, "version = 99\nname = 'Ada'\nfuture = 1")
        loaded = file.load()
        file.save(loaded.settings, louder(loaded.settings, 9))

        assert loaded.settings == Sample(name="Ada")
        assert tomllib.loads(path.read_text()) == {"version": 99, "name": "Ada", "future": 1, "sound": {"volume": 9}}


def test_forgetting_leaves_only_the_wanted(file: SettingsFile[Sample], path: Path) -> None:
    file.save(Sample(), Sample(name="Ada", sound=Sound(volume=9)))
    file.replace(Sample(sound=Sound(volume=1)))

    assert tomllib.loads(path.read_text()) == {"version": SETTINGS_VERSION, "sound": {"volume": 1}}
