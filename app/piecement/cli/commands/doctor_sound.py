"""Sound findings of `piecement doctor`: player, device and remote use."""

from collections.abc import Iterator, Mapping

from piecement.cli.commands.finding import Finding
from piecement.language import _
from piecement.sound.outputs import MINIAUDIO, has_device, is_remote, outputs


def sound_findings(environment: Mapping[str, str]) -> Iterator[Finding]:
    names = tuple(outputs())
    yield Finding(_("Player"), ", ".join(names) or _("none"), _player_meaning(names))
    device = has_device(environment)
    yield Finding(
        _("Device"),
        _("there is one") if device else _("none"),
        "" if device else _("Neither a sound server nor a card was found: nothing is heard."),
    )
    if is_remote(environment):
        yield Finding(
            _("Over"), "SSH", _("Sound is off, as it would sound here. Settings, Sound has the terminal's bell.")
        )


def _player_meaning(names: tuple[str, ...]) -> str:
    if not names:
        return _("Install piecement[sound], or one of the programs pw-cat, paplay and aplay, to hear the game.")
    if MINIAUDIO in names:
        return _("The library plays; programs stand in for it where it fails.")
    return _("The first of them plays, a little later than the library of piecement[sound] would.")
