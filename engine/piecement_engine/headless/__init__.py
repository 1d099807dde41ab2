"""The headless protocol: the engine over JSON lines, with one request and one response per line, in order.

>>> from piecement_engine.headless import serve
>>> for response in serve(['{"id": 1, "kind": "open", "game": "g", "mode": "marathon", "seed": 7}',
...                        '{"id": 2, "kind": "place", "game": "g", "placement": 0}']):
...     print(response[:40])
{"id":1,"game":"g","notices":[[0,"piece_
{"id":2,"game":"g","notices":[[0,"piece_
"""

from piecement_engine.headless.replies import answer, names, reply, serve

__all__ = ["answer", "names", "reply", "serve"]
