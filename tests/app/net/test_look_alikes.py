"""Names that look alike, by any letters."""

from itertools import combinations

from piecement_net.look_alikes import look_alike
from tests.sampling import together


@together(
    ("one", "other"),
    [
        ("Ada", "ADA"),
        ("Ada", "ada"),
        ("Bob1", "Bobl"),
        ("Bobl", "BobI"),
        ("O'Neil", "0neil"),
        ("cop", "сор"),
        ("Ada", "A.d.a"),
        ("Ada", "Àdá"),
        ("xyo", "хуо"),
        ("kat", "κατ"),
        ("paul", "pɑul"),
        ("gina", "ɡina"),
        ("PAUL", "ᴘᴀᴜʟ"),
        ("bill", "biǀǀ"),
        ("ooo", "օօօ"),
        ("Zen", "ΖΕΝ"),
        ("ζεν", "ΖΕΝ"),
        ("νίκη", "ΝΙΚΗ"),
        ("ave", "аѵе"),
        ("win", "vvin"),
        ("modern", "modem"),
        ("ada", "ᎪᎠᎪ"),
        ("tin", "ꓔꓲꓠ"),
        ("Марк", "МАРК"),
        ("Straße", "STRASSE"),
    ],
)
def test_names_that_look_alike_have_one_key(one: str, other: str) -> None:
    assert look_alike(one, other)


def test_other_names_have_other_keys() -> None:
    names = ("Ada", "Bob", "Cleo", "日本", "日木", "Дмитрий", "Ада", "☺☺", "☹☹", "Hanna", "Nana", "Anna")

    assert [pair for pair in combinations(names, 2) if look_alike(*pair)] == []
