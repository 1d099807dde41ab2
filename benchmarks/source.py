"""Counts of the source: files, lines, and signs of code that could be simpler.

Run it from a checkout: `python -m benchmarks.source`, or with the root of another checkout to compare. Nothing is
imported; all figures come from the text of the files, and of Textual's as it is installed.
"""

import argparse
import ast
import re
import statistics
import tokenize
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Final

PACKAGES: Final = {
    "application": "app/piecement",
    "base": "app/piecement_base",
    "protocol": "app/piecement_net",
    "server": "app/piecement_server",
    "engine": "engine/piecement_engine",
    "gym": "engine/piecement_gym",
}
RIDDLES: Final = re.compile(r"(What|How|Which|Whose|Who|Whoever|Where|Have|Let|Those)\b")
"""Openings of docstrings that describe a thing by a clause instead of naming it."""
LONGEST_TEST_NAME: Final = 60
LONGEST_FILE: Final = 700
"""Length from which a file counts as too long (lines)."""

SETTINGS: Final = (
    "piecement.settings.",
    "piecement.storage.account_line",
    "piecement.storage.nested_tables",
    "piecement.storage.settings_",
    "piecement.ui.bases.settings_",
    "piecement.ui.live_settings",
    "piecement.ui.screens.controls",
    "piecement.ui.screens.more_settings",
    "piecement.ui.screens.settings",
    "piecement.ui.screens.sound",
    "piecement.ui.screens.system",
    "piecement.ui.setting_pages",
    "piecement.ui.setting_places",
    "piecement.ui.widgets.combined_rows",
    "piecement.ui.widgets.list_popups",
    "piecement.ui.widgets.questions",
    "piecement.ui.widgets.rows",
    "piecement.ui.widgets.setting_rows",
    "piecement.ui.widgets.settings_list",
    "piecement.ui.widgets.sharing_rows",
)
"""Beginnings of the names of modules of settings and of their screens, and of rows wherever they are."""

INTERNALS: Final = "piecement.terminal.textual_internals"
"""The one module that uses Textual's private names."""

Function = ast.FunctionDef | ast.AsyncFunctionDef
Documented = ast.Module | ast.ClassDef | Function


@dataclass(frozen=True)
class Source:
    """A file of Python, parsed."""

    module: str
    text: str
    tree: ast.Module

    @property
    def lines(self) -> int:
        return self.text.count("\n")

    def docstrings(self) -> Iterator[ast.Constant]:
        """Yield docstrings of the module, its classes, functions and attributes."""
        for node in ast.walk(self.tree):
            if not isinstance(node, ast.Module | ast.stmt | ast.ExceptHandler | ast.match_case):
                continue
            body: list[ast.stmt] = getattr(node, "body", [])
            if body and isinstance(node, Documented) and (own := _text(body[0])):
                yield own
            for before, after in pairwise(body):
                if isinstance(before, ast.Assign | ast.AnnAssign) and (own := _text(after)):
                    yield own

    def functions(self) -> Iterator[Function]:
        return (node for node in ast.walk(self.tree) if isinstance(node, Function))

    def classes(self) -> Iterator[ast.ClassDef]:
        return (node for node in ast.walk(self.tree) if isinstance(node, ast.ClassDef))


def main() -> None:
    """Print the counts of a checkout as a table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.source", description=__doc__)
    parser.add_argument("checkout", nargs="?", type=Path, default=Path(__file__).parents[1])
    checkout = parser.parse_args().checkout
    packages = {name: sources(checkout / folder) for name, folder in PACKAGES.items()}
    product = [source for package in packages.values() for source in package]
    for name, package in packages.items():
        _print(name, f"{len(package)} files, {sum(map(lines_of_code, package)):,} lines of code")
    for title, count in COUNTS.items():
        _print(title, count(product))
    tests = sources(checkout / "tests")
    _print("test files", f"{len(tests)}, {sum(map(lines_of_code, tests)):,} lines of code")
    _print(f"names of tests over {LONGEST_TEST_NAME}", sum(map(_long_test_names, tests)))
    others = [source for folder in ("benchmarks", "examples") for source in sources(checkout / folder)]
    _print("`# noqa`", sum(source.text.count("# noqa") for source in [*product, *tests, *others]))


def sources(folder: Path) -> list[Source]:
    """Return the files of a folder and the folders in it, by their modules' names."""
    found: list[Source] = []
    for path in sorted(folder.rglob("*.py")):
        text = path.read_text()
        module = ".".join(path.relative_to(folder.parent).with_suffix("").parts).removesuffix(".__init__")
        found.append(Source(module, text, ast.parse(text)))
    return found


def lines_of_code(source: Source) -> int:
    """Return the number of lines with code: neither blank, nor comments, nor docstrings."""
    with_code: set[int] = set()
    skipped = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
    for token in tokenize.generate_tokens(iter(source.text.splitlines(keepends=True)).__next__):
        if token.type not in skipped:
            with_code.update(range(token.start[0], token.end[0] + 1))
    for docstring in source.docstrings():
        with_code.difference_update(range(docstring.lineno, (docstring.end_lineno or docstring.lineno) + 1))
    return len(with_code)


def _text(node: ast.stmt) -> ast.Constant | None:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
        return node.value
    return None


def _print(title: str, figure: object) -> None:
    print(f"| {title} | {figure:,} |" if isinstance(figure, int) else f"| {title} | {figure} |")


def _files(product: list[Source]) -> str:
    lengths = [source.lines for source in product]
    figures = (statistics.mean(lengths), statistics.median(lengths), max(lengths))
    return "mean {:.0f}, median {:.0f}, maximum {}".format(*figures)


def _too_long(product: list[Source]) -> int:
    return sum(source.lines > LONGEST_FILE for source in product)


def _lines(product: list[Source]) -> int:
    return sum(source.lines for source in product)


def _code(product: list[Source]) -> int:
    return sum(map(lines_of_code, product))


def _docstrings(product: list[Source]) -> int:
    return sum(1 for source in product for _ in source.docstrings())


def _riddles(product: list[Source]) -> int:
    texts = (str(docstring.value) for source in product for docstring in source.docstrings())
    return sum(RIDDLES.match(text.lstrip()) is not None for text in texts)


def _used_once(product: list[Source]) -> int:
    """Count private functions and methods whose name occurs once besides their definition, in their file."""
    count = 0
    for source in product:
        words = Counter(re.findall(r"\b_\w+", source.text))
        private = [function.name for function in source.functions() if re.match(r"_[^_]", function.name)]
        count += sum(words[name] == 2 and private.count(name) == 1 for name in private)
    return count


def _forwarders(product: list[Source]) -> int:
    """Count functions whose only statement passes their own parameters on to another call."""
    return sum(_forwards(function) for source in product for function in source.functions())


def _forwards(function: Function) -> bool:
    body = function.body[1:] if _text(function.body[0]) else function.body
    if len(body) != 1 or function.decorator_list or not isinstance(body[0], ast.Return | ast.Expr):
        return False
    call = body[0].value.value if isinstance(body[0].value, ast.Await) else body[0].value
    if not isinstance(call, ast.Call) or function.name.startswith("__"):
        return False
    own = [argument.arg for argument in function.args.args if argument.arg not in {"self", "cls"}]
    passed = [argument.id for argument in call.args if isinstance(argument, ast.Name)]
    named = [word.value.id for word in call.keywords if isinstance(word.value, ast.Name)]
    return len(passed) == len(call.args) and len(named) == len(call.keywords) and [*passed, *named] == own


def _single_importers(product: list[Source]) -> int:
    """Count modules that one other module imports, anywhere in its text."""
    importers: Counter[str] = Counter()
    for source in product:
        importers.update(_imported(source))
    return sum(importers[source.module] == 1 for source in product)


def _imported(source: Source) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return names


def _depth(product: list[Source]) -> int:
    """Return the largest number of classes of the project that derive from each other."""
    bases: dict[str, set[str]] = {}
    for source in product:
        for defined in source.classes():
            names = (base.value if isinstance(base, ast.Subscript) else base for base in defined.bases)
            bases.setdefault(defined.name, set()).update(name.id for name in names if isinstance(name, ast.Name))

    def depth(name: str, above: frozenset[str]) -> int:
        own = (base for base in bases[name] if base in bases and base not in above)
        return 1 + max((depth(base, above | {name}) for base in own), default=0)

    return max(depth(name, frozenset()) for name in bases)


def _lambdas(product: list[Source]) -> int:
    """Count lambdas of the user interface."""
    screens = (source for source in product if source.module.startswith("piecement.ui."))
    return sum(isinstance(node, ast.Lambda) for source in screens for node in ast.walk(source.tree))


def _late_imports(product: list[Source]) -> int:
    """Count imports in functions."""
    return len(
        {
            (source.module, node.lineno)
            for source in product
            for function in source.functions()
            for node in ast.walk(function)
            if isinstance(node, ast.Import | ast.ImportFrom)
        }
    )


def _of_settings(product: list[Source]) -> int:
    """Count lines of code of the settings and their screens."""
    return sum(lines_of_code(source) for source in product if source.module.startswith(SETTINGS))


def _private_names(product: list[Source]) -> str:
    """Count Textual's private names, and the files that use any."""
    used = [names for source in product if (names := private_of_textual(source))]
    return f"{len(set[str]().union(*used))} in {len(used)} files"


def private_of_textual(source: Source) -> set[str]:
    """Return Textual's private modules and attributes that a file uses, also by a string, and does not define itself.

    The module of such names extends classes of Textual, and what it defines counts too.
    """
    if not any(name.startswith("textual") for name in _imported(source)):
        return set()
    modules = {name for name in _imported(source) if re.match(r"textual[.\w]*\._[a-z]\w*$", name)}
    nodes = list(ast.walk(source.tree))
    used = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    strings = [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    used.update(part for string in strings for part in string.split("."))
    own = _private_attributes(source.text, source.tree)
    if source.module == INTERNALS:
        return modules | ((used | own) & _textual_attributes())
    return modules | (used & _textual_attributes() - own)


@cache
def _textual_attributes() -> frozenset[str]:
    """Return private attributes that Textual's classes define."""
    spec = find_spec("textual")
    files = Path(spec.origin or "").parent.rglob("*.py") if spec else ()
    texts = [path.read_text() for path in files]
    found = {name for text in texts for name in _private_attributes(text, ast.parse(text))}
    return frozenset(found | {name for text in texts for name in re.findall(r'attr\(obj, "(__\w+)"', text)})


def _private_attributes(text: str, tree: ast.Module) -> set[str]:
    """Return private attributes of classes: methods, variables, and what `self` is given."""
    classes = (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    body = [node for defined in classes for node in defined.body]
    names = {node.name for node in body if isinstance(node, Function)}
    names |= {node.target.id for node in body if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)}
    names |= {
        target.id
        for node in body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    names |= set(re.findall(r"\bself\.(_\w+)\s*(?::[^=\n]*)?=(?!=)", text))
    return {name for name in names if re.match(r"_[^_]", name)}


def _long_test_names(source: Source) -> int:
    names = (function.name for function in source.functions())
    return sum(name.startswith("test_") and len(name) > LONGEST_TEST_NAME for name in names)


COUNTS: Final[dict[str, Callable[[list[Source]], object]]] = {
    "files": len,
    "lines of a file": _files,
    f"files over {LONGEST_FILE} lines": _too_long,
    "lines": _lines,
    "lines of code": _code,
    "docstrings": _docstrings,
    "docstrings that begin with a clause": _riddles,
    "private functions used once": _used_once,
    "forwarders": _forwarders,
    "modules with one importer": _single_importers,
    "classes deep": _depth,
    "lines of code of settings and their screens": _of_settings,
    "lambdas of the user interface": _lambdas,
    "imports in functions": _late_imports,
    "private names of Textual": _private_names,
}


if __name__ == "__main__":
    main()
