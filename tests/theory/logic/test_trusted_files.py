"""What can make a theorem accepted is one closed set of files, found from their imports."""

import gc
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import FunctionType, MappingProxyType, MethodType, ModuleType
from typing import Any
import pytest
from banditproof.paper_checks.running.closed_set import (
    PAGES,
    SAID,
    closed_set,
    imported,
    trusted_lines,
    with_number,
)

ROOT = Path(__file__).parents[3]
LOGIC = "banditproof.theory.logic"
STEP = """
import json, sys
from banditproof.theory.logic.arithmetic import State, certify, to_show
from banditproof.theory.logic.kernel import Theory
from banditproof.theory.logic.simple_types import PROP, REAL, arrow
from banditproof.theory.logic.terms import App, Const, Free
x, one = Free("x", REAL), Const("1", REAL)
function = arrow(REAL, REAL)
relation = arrow(REAL, REAL, PROP)
below = App(App(Const("le", relation), App(Const("log", function), x)), x)
above = App(App(Const("le", relation), one), x)
ends = {"low": {"by": "span"}}
least = {"by": "least", "on": "v0", "at": "1", "convex": False, "sign": {"by": "span"}, **ends}
proof = {**least, "touch": {"by": "span"}}
theory = Theory()
th = theory.arith([theory.assume(above)], below, [[0, {"by": "span"}], [0, proof]])
files = {n: m.__file__ for n, m in sys.modules.items() if n.partition(".")[0] == "banditproof"}
print(json.dumps([str(th.conclusion == below), sorted(files)]))
"""


def test_a_process_that_makes_a_theorem_loads_the_closed_set_and_nothing_else() -> None:
    done = subprocess.run(
        [sys.executable, "-c", STEP], capture_output=True, text=True, check=True, timeout=120
    )
    made, loaded = json.loads(done.stdout)
    assert made == "True"
    assert loaded == [*closed_set()]


def test_the_search_is_not_in_the_closed_set() -> None:
    outside = ("kernel.", "elaboration", "search", "two_checks", "functions", "narrowing")
    own = f"{LOGIC.rpartition('.')[0]}.prover."
    assert not [n for n in closed_set() if n.removeprefix(own).startswith(outside) and own in n
                and ".checker." not in n]  # fmt: skip
    assert f"{own}checker.wider_rules" not in closed_set()
    assert f"{own}checker.stored_goals" not in closed_set()


def test_what_is_trusted_stays_small() -> None:
    assert trusted_lines() <= 2180
    for name in closed_set():
        text = Path(import_module(name).__file__ or "").read_text("utf-8")
        assert "fmt: off" not in text


@pytest.mark.parametrize("page", PAGES)
def test_pages_say_the_number_of_lines(page: str) -> None:
    """`python -m banditproof.paper_checks.running.closed_set` writes it."""
    text = (ROOT / page).read_text("utf-8")
    assert len(SAID.findall(text)) == 1
    assert with_number(text) == text


@pytest.mark.parametrize(
    ("line", "module"),
    [
        ("from .printing import shown", f"{LOGIC}.printing"),
        ("import banditproof.theory.logic.printing", f"{LOGIC}.printing"),
        (
            "def later():\n    from banditproof.theory.logic.printing import shown",
            f"{LOGIC}.printing",
        ),
        ("from . import printing", f"{LOGIC}.printing"),
        ("from banditproof.theory import kl", "banditproof.theory.kl"),
        ("from ..balls import ball", "banditproof.theory.balls"),
    ],
)
def test_an_import_is_found(line: str, module: str) -> None:
    assert list(imported(line, LOGIC)) == [module]


def test_what_types_need_is_no_import() -> None:
    text = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .printing import shown"
    assert list(imported(text, LOGIC)) == []


IMMUTABLE = (
    *(str, bytes, int, float, bool, type(None), type, ModuleType, FunctionType, MethodType),
    *(type(len), type(re.compile("")), property),
)
DEFAULTS = "_field_defaults"
"""A record that a named tuple keeps of its defaults, and that nothing reads."""


def changeable(value: Any, path: str, seen: set[int]) -> Iterator[str]:
    """Where something within a value can be changed by item assignment or by its methods."""
    if id(value) in seen or isinstance(value, IMMUTABLE):
        return
    seen.add(id(value))
    if isinstance(value, MappingProxyType):
        (inner,) = gc.get_referents(value)
        holders = [
            h for h in gc.get_referrers(inner) if isinstance(h, dict | list | MappingProxyType)
        ]
        if type(inner) is not dict or any(h is not value for h in holders if h is not locals()):
            yield f"{path}: somebody else holds the table"
        for key, item in value.items():
            yield from changeable(item, f"{path}[{key!r}]", seen)
    elif isinstance(value, tuple | frozenset):
        for place, item in enumerate(value):
            yield from changeable(item, f"{path}[{place}]", seen)
    elif isinstance(value, list | dict | set | bytearray):
        yield path


def changeable_in(module: ModuleType) -> list[str]:
    """What can be changed of the values that a module and its classes hold."""
    spaces = [(module.__name__, vars(module))]
    for name, value in vars(module).items():
        if isinstance(value, type) and value.__module__ == module.__name__:
            spaces.append((f"{module.__name__}.{name}", dict(vars(value))))
    return [
        where
        for path, space in spaces
        for name, value in space.items()
        if not (name.startswith("__") and name.endswith("__")) and name != DEFAULTS
        for where in changeable(value, f"{path}.{name}", set())
    ]


def test_no_table_of_the_judge_can_be_changed() -> None:
    wrong = [where for name in closed_set() for where in changeable_in(import_module(name))]
    assert wrong == []


def test_a_table_that_can_be_changed_is_found() -> None:
    module = ModuleType("tables")
    held = {"a": 1}
    module.__dict__.update(
        plain={"a": 1}, row=("a", [1]), view=MappingProxyType(held), held=held,
        within=MappingProxyType({"a": ("b", {"c"})}), good=MappingProxyType({"a": ("b", 1)}),
    )  # fmt: skip
    found = " ".join(changeable_in(module))
    for name in ("plain", "row[1]", "view", "held", "within['a'][1]"):
        assert f"tables.{name}" in found
    assert "tables.good" not in found
