"""Pictures of the program, and what makes them. `PIECEMENT_LANGUAGE=de` in the environment makes them in German."""

import os

from piecement_base.language import choose
from piecement_base.language.languages import ENGLISH

# Before any module with texts is imported.
choose(os.environ.get("PIECEMENT_LANGUAGE", ENGLISH))
