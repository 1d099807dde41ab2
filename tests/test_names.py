"""One name, one meaning: a public class is called as no other is, so that a reader who sees a name knows what it is."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]


def public_classes(source: Path) -> Iterator[str]:
    for node in ast.parse(source.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield node.name


def test_no_two_public_classes_have_the_same_name() -> None:
    sources = [*ROOT.glob("app/**/*.py"), *ROOT.glob("engine/**/*.py")]
    counts = Counter(name for source in sources for name in public_classes(source))

    assert len(counts) > 500
    assert [name for name, count in counts.items() if count > 1] == []
