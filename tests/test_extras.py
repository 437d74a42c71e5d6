"""The package works without its extras; what needs one is imported late, and says which one."""

import ast
import json
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
import pytest
from case_tables import table
from banditproof.cli.application import COMMANDS
from banditproof.theory import optional_libraries

PROJECT = Path(__file__).resolve().parent.parent
ROOMS = ("algorithms", "cli", "paper_checks", "theory", "verify")
METADATA = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS: dict[str, list[str]] = METADATA["optional-dependencies"]
OTHER_NAMES = {"z3-solver": "z3", "python-flint": "flint"}
"""Packages that are imported under a name of their own."""
AT_THE_TOP = {
    "verify/pytest_plugin.py": {"pytest"},  # pytest imports these two
    "paper_checks/other_papers/pytest_claims.py": {"pytest"},
    "verify/strategies": {"hypothesis"},  # `banditproof.testing` imports it where it is asked for
}


def module(requirement: str) -> str:
    """The module of a required package.

    >>> module("dp-accounting>=0.4"), module("Jinja2"), module("banditproof[test]")
    ('dp_accounting', 'jinja2', 'banditproof')
    """
    (name,) = re.findall(r"^[\w.-]+", requirement)
    return OTHER_NAMES.get(name.lower(), name.replace("-", "_").lower())


BASE = {module(requirement) for requirement in METADATA["dependencies"]}
OPTIONAL = {module(item) for extra in EXTRAS.values() for item in extra}
OPTIONAL -= {"banditproof"}
IMPORTS_ONE = re.compile(rf"\b(?:import|from) (?:{'|'.join(OPTIONAL)})\b", re.IGNORECASE)
"""What a module says that imports an optional package, late or early."""


@cache
def sources() -> dict[str, str]:
    """The text of each module of the package, by its path in the repository."""
    files = [file for room in ROOMS for file in (PROJECT / room).rglob("*.py")]
    files += (PROJECT / "src" / "banditproof").glob("*.py")
    return {
        file.relative_to(PROJECT).as_posix(): file.read_text(encoding="utf-8") for file in files
    }


def imported(nodes: list[ast.stmt]) -> Iterator[str]:
    """The packages that a module imports when it is imported itself, but for type checkers."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            yield node.module.partition(".")[0]
        elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            yield from imported(node.orelse)
        elif isinstance(node, ast.ClassDef | ast.If | ast.Try | ast.With):
            yield from imported(node.body)


def too_early(path: str, text: str) -> set[str]:
    """The optional packages that a module imports at its top, without being one that may."""
    if not IMPORTS_ONE.search(text):
        return set()
    may: set[str] = set()
    for place, names in AT_THE_TOP.items():
        may |= names if path == place or path.startswith(f"{place}/") else set()
    return {name.lower() for name in imported(ast.parse(text).body)} & OPTIONAL - may


def test_no_module_imports_an_extra_at_its_top() -> None:
    assert not {path: names for path, text in sources().items() if (names := too_early(path, text))}


@pytest.mark.parametrize("text", table(__file__, "an_import_at_the_top_is_noticed"))
def test_an_import_at_the_top_is_noticed(text: str) -> None:
    assert too_early("theory/a.py", text)
    assert not too_early("theory/a.py", f"def f():\n    import pandas\n{'x = 1'}")


def test_the_base_and_the_extras_share_nothing() -> None:
    assert not BASE & OPTIONAL
    assert {"numpy", "scipy", "numba", "flint", "sympy", "typer", "rich"} <= BASE
    assert {"matplotlib", "pandas", "hypothesis", "cvxpy", "z3"} <= OPTIONAL


def test_every_extra_that_a_sentence_names_exists() -> None:
    named: set[str] = set()
    for text in sources().values():
        named |= set(re.findall(r"banditproof\[(\w+)\]", text))
        named |= set(re.findall(r"\binstall_command\('(\w+)'\)", text))
        named |= set(re.findall(r'\blibrary\([^()]*?,\s*"(\w+)"\s*\)', text))
    assert {"figures", "tables", "test"} <= named
    assert named <= set(EXTRAS)


ASKED = re.compile(r'\blibrary\(\s*"(\w+)[\w.]*",\s*"[^"]*"(?:,\s*"(\w+)")?,?\s*\)')
"""A library that is asked for, and the extra that the sentence names where it is missing."""


def wrong_extras(text: str) -> list[tuple[str, str]]:
    """The libraries that a module asks for with an extra that does not bring them."""
    return [
        (name, extra)
        for name, extra in ASKED.findall(text)
        if name in OPTIONAL and name not in map(module, EXTRAS.get(extra, ()))
    ]


def test_the_extra_that_a_sentence_names_brings_the_library() -> None:
    asked = [result for text in sources().values() for result in ASKED.findall(text)]
    assert len(asked) > 10
    assert not {path: wrong for path, text in sources().items() if (wrong := wrong_extras(text))}
    assert wrong_extras('library("matplotlib.figure", "A figure")') == [("matplotlib", "")]
    assert wrong_extras('library("pandas", "A frame", "figures")') == [("pandas", "figures")]


WRITES_IT = "theory/optional_libraries.py"
"""The one file that says how an extra is installed."""


def test_one_function_says_how_an_extra_is_installed(tmp_path: Path, monkeypatch) -> None:
    says = {path for path, text in sources().items() if "pip install" in text}
    assert says == {WRITES_IT}
    assert optional_libraries.install_command() == 'pip install "banditproof"'
    monkeypatch.setattr(optional_libraries, "PACKAGE", "banditproof-not-installed")
    assert optional_libraries.install_command("data") == f'pip install "{PROJECT}[data]"'


def test_pages_quote_extras_for_every_shell() -> None:
    """The shell of Windows does not know single quotes, and others read brackets as patterns."""
    pages = [PROJECT / "README.md", *(PROJECT / "docs").rglob("*.md")]
    lines = [line for page in pages for line in page.read_text("utf-8").splitlines()]
    named = [line for line in lines if re.search(r"pip install \S*\[", line)]
    assert len(named) >= 4
    assert not [line for line in named if not re.search(r'pip install "[^"]*\[[\w,]+\]"', line)]


def test_an_extra_names_extras_that_exist() -> None:
    inner = {
        name
        for extra in EXTRAS.values()
        for item in extra
        for names in re.findall(r"^banditproof\[(.*)\]", item)
        for name in names.split(",")
    }
    assert {"figures", "test"} <= inner <= set(EXTRAS)


WITHOUT = table(__file__, "without")
RUN_ALL = table(__file__, "run_all")
IMPORT = """
from importlib import import_module
for name in sys.argv[1:]:
    import_module(name)
print(len(sys.argv) - 1)
"""


def without_extras(program: str, *words: str, folder: Path) -> str:
    """What a program prints where no extra is installed."""
    start = WITHOUT.format(names=OPTIONAL, path=[path for path in sys.path if path])
    done = subprocess.run(
        [sys.executable, "-c", start + program, *words],
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


LINES = table(__file__, "lines")
"""A short line for each command; for one that is not listed, its help."""
NEEDS = {"figure": "figures", "plot": "figures", "report": "report"}
"""The extra of a command that cannot do without."""


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[int, str, str]]:
    """What each command answers where no extra is installed: exit code, output, errors."""
    folder = tmp_path_factory.mktemp("base")
    (folder / "actions.csv").write_text("1,0\n0,1\n1,1\n")
    (folder / "bits.csv").write_text("0,0\n1,0\n0,1\n1,1\n" * 4)
    lines = {name: [name, *shlex.split(LINES.get(name, "--help"))] for name in COMMANDS}
    result = json.loads(without_extras(RUN_ALL, json.dumps(lines), folder=folder))
    assert not {"figures", "bounds.png", "page.html"} & {file.name for file in folder.iterdir()}
    return {name: tuple(answer) for name, answer in result.items()}


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_works_or_names_its_extra(name: str, answers) -> None:
    code, out, err = answers[name]
    if name in NEEDS:
        assert (code, out) == (2, "")
        assert err.endswith(f'run `pip install "banditproof[{NEEDS[name]}]"`.\n')
        assert err.count("\n") == 1
    else:
        assert (code, err) == (0, "")
        assert out


@pytest.mark.slow
def test_what_uses_an_extra_is_imported_without_it(tmp_path: Path) -> None:
    names = [
        "banditproof." + path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        for path, text in sources().items()
        if IMPORTS_ONE.search(text) and not path.startswith((*AT_THE_TOP, "src"))
    ]
    assert len(names) > 15
    assert int(without_extras(IMPORT, *names, folder=tmp_path)) == len(names)
