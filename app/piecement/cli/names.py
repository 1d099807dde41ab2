"""Names in arguments that several commands take: of bots, players and rooms."""

from piecement.cli.usage import UsageError
from piecement.session.bots.loaded_bot import is_bot
from piecement_base.language import _
from piecement_base.printable import one_line
from piecement_engine.bots import BOTS
from piecement_net.clean_texts import clean_name
from piecement_net.errors import alphabet_problem


def require_bot(name: str) -> None:
    """Raise `UsageError` for a name of neither a bot nor a command of an installed program."""
    if not is_bot(name):
        sentence = _("no bot or program named {bot!r}: choose from {bots}.")
        raise UsageError(sentence, bot=name, bots=", ".join(BOTS))


def read_name(text: str, most: int, sentence: str) -> str:
    """Return a cleaned name of 1 to `most` characters. Raises `UsageError`, with `sentence` for a wrong length."""
    name = clean_name(text)
    if not 0 < len(name) <= most:
        raise UsageError(sentence, name=one_line(text), most=most)
    if problem := alphabet_problem(name):
        raise UsageError(problem)
    return name
