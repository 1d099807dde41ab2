"""`piecement menu-graph`: the menu graph as text, for Mermaid and Graphviz."""

import sys
from argparse import Namespace
from itertools import pairwise
from typing import Final

from piecement.cli.arguments import Option
from piecement.input.key_labels import key_label
from piecement.ui.menu_graph import GLOBAL_KEYS, OWN_EDGES, TAB_GROUPS, Node
from piecement_base.language import N_


def mermaid() -> str:
    """Return the graph as a Mermaid flowchart."""
    lines = ["flowchart LR"]
    lines += [f"    {node}{_shape(node, '(({}))', '([{}])', '[{}]').format(node.heading)}" for node in Node]
    lines += [f'    {edge.source} -->|"{_caption(edge.label, edge.key)}"| {edge.target}' for edge in OWN_EDGES]
    for group in TAB_GROUPS:
        lines += [f"    subgraph {group.title}", f"        {' <-->|Tab| '.join(group.tabs)}", "    end"]
    lines += ["    anywhere{{any screen}}"]
    lines += [f'    anywhere -.->|"{_caption(key.label, key.key)}"| {key.target}' for key in GLOBAL_KEYS]
    return "\n".join(lines) + "\n"


def graphviz() -> str:
    """Return the graph in the DOT language of Graphviz."""
    lines = ["digraph menu {", "    rankdir=LR", '    node [shape=box fontname="sans-serif"]']
    lines += [
        f'    {node} [label="{node.heading}"{_shape(node, " shape=doublecircle", " style=rounded", "")}]'
        for node in Node
    ]
    lines += [f'    {edge.source} -> {edge.target} [label="{_caption(edge.label, edge.key)}"]' for edge in OWN_EDGES]
    lines += [
        f'    {source} -> {target} [label="Tab" dir=both]'
        for group in TAB_GROUPS
        for source, target in pairwise(group.tabs)
    ]
    lines += ['    anywhere [label="any screen" shape=hexagon]']
    lines += [
        f'    anywhere -> {key.target} [label="{_caption(key.label, key.key)}" style=dashed]' for key in GLOBAL_KEYS
    ]
    return "\n".join([*lines, "}"]) + "\n"


def _shape(node: Node, end: str, popup: str, other: str) -> str:
    return end if node.is_end else popup if node.is_popup else other


def _caption(label: str, key: str) -> str:
    return f"{label} ({key_label(key)})" if key else label


FORMATS: Final = {"mermaid": mermaid, "dot": graphviz}
"""Output formats of the graph."""


OPTIONS: Final = (Option("--format", None, N_("output format"), default="mermaid", choices=("mermaid", "dot")),)


def run(options: Namespace) -> None:
    sys.stdout.write(FORMATS[options.format]())
