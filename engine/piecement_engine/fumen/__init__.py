"""Fumen, the text format for shared boards: pages with a field, a piece, a comment and flags.

>>> from piecement_engine.fumen import Page, decode, encode
>>> encode([Page(field=("XXXX.XXXXX",), comment="a well")])
'v115@bhD8AeE8JeAgWIAhoo2A3oMDE'
>>> decode("http://fumen.zui.jp/?v115@9gI8AeI8AeI8AeI8KeAgH")[0].field
('XXXXXXXXX.', 'XXXXXXXXX.', 'XXXXXXXXX.', 'XXXXXXXXX.')
"""

from piecement_engine.fumen.codec import decode, encode
from piecement_engine.fumen.comments import Quiz
from piecement_engine.fumen.page import MOST_PAGES, Page, field_of, pages_of

__all__ = ["MOST_PAGES", "Page", "Quiz", "decode", "encode", "field_of", "pages_of"]
