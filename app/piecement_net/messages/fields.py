"""Field types of messages: ranges, lengths and letters."""

from typing import Annotated, Final

from pydantic import Field, StringConstraints

from piecement_engine.game.inputs import BUTTON_BITS, FORFEIT
from piecement_net.clean_texts import ValueText

MOST_PLAYERS: Final = 8
"""Maximum number of players of a round, and of a room without a tournament."""
MOST_SEATS: Final = 16
"""Maximum number of players of a tournament."""
MOST_WATCHERS: Final = 1000
"""Maximum number of watchers that a message can state; a server may admit fewer to a room."""
LONGEST_ROUND_NS: Final = 4 * 3_600_000_000_000
"""Maximum length of a round: four hours (ns)."""
MOST_ROWS: Final = 100
"""Maximum number of rows of one attack: all of a table at once, four times by the largest handicap."""
MOST_PERCENT: Final = 400
"""Largest handicap (%)."""

Count = Annotated[int, Field(ge=0, lt=1 << 53)]
"""Whole number, within the range that JSON readers of any language hold exactly."""
Seat = Annotated[int, Field(ge=0, lt=MOST_SEATS)]
"""Number of a player in a room."""
MOST_TEAMS: Final = 4
TeamNumber = Annotated[int, Field(ge=0, le=MOST_TEAMS)]
"""Number of a team from 1, or 0 for none."""
RoundNumber = Annotated[int, Field(ge=1, le=10_000)]
"""Number of a round in its match."""
RoundNs = Annotated[int, Field(ge=0, le=LONGEST_ROUND_NS)]
"""Time since the start of the round (ns)."""
ClockNs = Annotated[int, Field(ge=0, lt=1 << 63)]
"""Reading of a monotonic clock (ns)."""
Mask = Annotated[int, Field(ge=FORFEIT, lt=1 << len(BUTTON_BITS))]
"""Buttons held from then on, as `buttons_to_mask` encodes them, or `FORFEIT`."""
AttackId = Annotated[int, Field(ge=1, le=1_000_000)]
"""Number of an attack, counted from 1 for each target."""
Holes = Annotated[tuple[Annotated[int, Field(ge=-1, lt=60)], ...], Field(min_length=1, max_length=MOST_ROWS)]
"""Column of the hole in each row, or -1 for none, the first to rise first."""
Percent = Annotated[int, Field(ge=0, le=MOST_PERCENT)]
"""Handicap: part of the attacks that is sent (%)."""
Rounds = Annotated[int, Field(ge=1, le=99)]
"""Number of won rounds that wins a match."""
Wins = Annotated[int, Field(ge=0, le=99)]
"""Number of rounds won so far."""
Number = Annotated[int, Field(ge=0, le=1_000_000_000)]
Seed = Annotated[int, Field(ge=0, lt=1 << 64)]
"""Seed of a randomizer of the engine."""

Word = Annotated[str, StringConstraints(pattern=r"^[a-z0-9_-]{1,32}$")]
"""Name of a preset, an option, a table, an error code or an ending."""
RoomId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{1,32}$")]
Ticket = Annotated[str, StringConstraints(pattern=r"^([0-9a-f]{32})?$")]
"""Ticket of two paired players, or empty for none."""
ServerId = Annotated[str, StringConstraints(pattern=r"^([0-9a-f]{32})?$")]
"""Id of a server or a fleet, or empty for an older server, which has none."""
Secret = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{16,64}$")]
"""Secret of a client: a token, or the key of a session."""
RoomKey = Annotated[str, StringConstraints(pattern=r"^[!-~]{1,32}$")]
"""Key of a private room."""
Digest = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{8,64}$")]
Version = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9._+ -]{1,40}$")]
RecordingText = Annotated[str, StringConstraints(max_length=512 * 1024, pattern=r"^[\x20-\x7e\n]*$")]
"""Recording as `Recording.to_text` writes it."""

LONGEST_SETTINGS: Final = 12_000
"""Maximum length of settings as a line (characters), within the length of a client's message."""
SettingsText = Annotated[
    str,
    StringConstraints(max_length=LONGEST_SETTINGS, pattern=r"^(piecement-settings-[1-9][0-9]{0,5}:[A-Za-z0-9_-]+)?$"),
]
"""Settings as a line, or empty for none; only programs of players read their content."""

_RecordingLine = Annotated[str, StringConstraints(max_length=8000, pattern=r"^[ -~]*$")]
RecordingPart = Annotated[tuple[_RecordingLine, ...], Field(max_length=8000)]
"""Lines of a part of a recording, within the length of a client's message."""
MOST_PARTS: Final = 32
"""Maximum number of parts of a recording."""
MOST_LOCKS: Final = 64
"""Maximum number of locks that a client reports after a `Desynced`."""

PackedText = Annotated[str, StringConstraints(max_length=512 * 1024, pattern=r"^[!-~]*$")]
"""Entries as `pack_entries` writes them."""

OptionValue = bool | Annotated[int, Field(ge=-1_000_000_000, le=1_000_000_000)] | Word
Options = Annotated[dict[Word, OptionValue], Field(max_length=32)]

Values = Annotated[dict[Word, Annotated[int, Field(gt=-(1 << 53), lt=1 << 53)] | ValueText], Field(max_length=8)]
"""Values of a sentence, by placeholder."""
