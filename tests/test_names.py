"""Names and docstrings stand where a reader looks for them: a class has a name of its own, a text its attribute."""

import ast
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).parents[1]


@cache
def trees() -> dict[Path, ast.Module]:
    """Return the syntax trees of all modules."""
    sources = [*ROOT.glob("app/**/*.py"), *ROOT.glob("engine/**/*.py")]
    return {source.relative_to(ROOT): ast.parse(source.read_text(encoding="utf-8")) for source in sources}


def public_classes(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield node.name


def test_no_two_public_classes_have_the_same_name() -> None:
    counts = Counter(name for tree in trees().values() for name in public_classes(tree))

    assert len(counts) > 500
    assert [name for name, count in counts.items() if count > 1] == []


def stray_lines(tree: ast.Module) -> Iterator[int]:
    """Yield the lines of texts that stand neither first in a class or function nor below an attribute."""
    for node in ast.walk(tree):
        body: list[ast.stmt] | ast.expr = getattr(node, "body", [])
        for before, text in pairwise(body if isinstance(body, list) else []):
            match text:
                case ast.Expr(value=ast.Constant(value=str())) if not isinstance(before, ast.Assign | ast.AnnAssign):
                    yield text.lineno
                case _:
                    pass


def test_docstrings_stand_below_what_they_describe() -> None:
    assert [f"{source}:{line}" for source, tree in trees().items() for line in stray_lines(tree)] == []


def test_a_sheet_has_the_name_of_a_module() -> None:
    modules = {source.stem for source in ROOT.glob("app/piecement/ui/**/*.py")}

    assert {sheet.stem for sheet in ROOT.glob("styles/*.tcss")} - modules == {"app"}
